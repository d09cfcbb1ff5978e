/* What a seat says about the piles (TG-15), and how it counts cards. */

#ifndef SIGNALS_H
#define SIGNALS_H

#include "cards.h"

enum { COUNTS = 112 };
enum { FREE_PILE = 0, GENTLE_PILE = 1, KEEP_OFF = 2 };

/* below[c]: how many cards of the set are smaller than c. */
void count_below(cardset set, uint8_t below[COUNTS]);

/* `unseen` are the cards neither laid nor in that hand. */
void speak(const uint8_t tops[PILES], cardset hand, cardset unseen, uint8_t levels[PILES]);

#endif
