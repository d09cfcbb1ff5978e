/* Games that are played on, each seat by its mind. */

#ifndef PLAYING_H
#define PLAYING_H

#include "kernel.h"

/* The move of whoever has to decide, by a mind that there is. */
int decide(const game *g, int mind, const skills *known);

/* So many turns, or to the end; answers to jumps belong to the turn before. If somebody shall judge
   then, to the next decision of that seat. */
void play_on(game *g, const uint8_t *of_seat, const skills *known, int turns, int judge);

#endif
