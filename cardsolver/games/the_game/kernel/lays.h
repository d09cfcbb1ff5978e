/* Lays that a single player need not make (docs/solver-search.md, LAG and FREE_LAY). */

#ifndef LAYS_H
#define LAYS_H

#include "game.h"
#include "trail.h"

/* Cards of the hand whose neighbours ten away are laid or are none: no trick needs them. */
static inline cardset trick_free(cardset hand, cardset unlaid) {
    return hand & ~(unlaid << TRICK) & ~(unlaid >> TRICK);
}

/* Cards that some pile waits for. */
static inline cardset waited_for(tops4 tops) {
    cardset cards = 0;
    for (int pile = 0; pile < PILES; pile++) {
        int code = code_of(tops, pile);
        if (!(code & WAITS)) continue;
        int card = (code & VALUE) - TRICK;
        cards |= card_bit(pile < 2 ? card : MIRROR - card);
    }
    return cards;
}

/* The cards that lie strictly between a pile's value and a card, in the pile's orientation. */
static inline cardset passed(int pile, int value, int card) {
    cardset cards = cards_below(card) & ~cards_below(value + 1);
    return pile < 2 ? cards : mirrored(cards);
}

/* LAG: does this ordinary lay pass a card of `must_not_pass`, the trick-free cards of the hand once
   it is made? `card` is as the pile counts it, `made` the tops after the lay. */
static inline int lags(cardset must_not_pass, tops4 made, int pile, int value, int card) {
    cardset left_behind = must_not_pass & passed(pile, value, card);
    return left_behind && left_behind & ~waited_for(made);
}

/* FREE_LAY: a trick-free card next to a pile that waits for nothing. 0: there is none. */
static inline lay16 free_lay(tops4 tops, cardset hand, cardset unlaid, cardset mirror) {
    cardset candidates = trick_free(hand, unlaid) & ~waited_for(tops);
    if (!candidates) return 0;
    for (int pile = 0; pile < PILES; pile++) {
        int code = code_of(tops, pile);
        cardset above = (pile < 2 ? unlaid : mirror) & ~cards_below((code & VALUE) + 1);
        if (code & WAITS || !above) continue;
        int next = lowest_card(above), card = pile < 2 ? next : MIRROR - next;
        if (has_card(candidates, card)) return lay_of(card, pile >= 2, code);
    }
    return 0;
}

#endif
