/* Which of two states with the same hands is never worse (docs/solver-search.md, DOMINANCE). */

#ifndef DOMINANCE_H
#define DOMINANCE_H

#include <stddef.h>

#include "game.h"

#define EACH_HIGH 0x80808080u
#define EACH_LOW 0x01010101u

/* By pile, the largest value that dominates this pile: its own, or eleven less if the pile waits for
   a trick card, so that this card is an ordinary one there. */
static inline uint32_t limits_of(tops4 tops) {
    return (tops & ~EACH_HIGH) - (tops >> 7 & EACH_LOW) * (TRICK + 1);
}

/* Pile by pile: equal, or the value of `one` is within the limits of `two`. Four bytes at once. */
static inline int dominates(tops4 one, tops4 two, uint32_t limits) {
    uint32_t within = (limits | EACH_HIGH) - (one & ~EACH_HIGH);
    uint32_t differ = one ^ two;
    uint32_t unequal = ((differ & ~EACH_HIGH) + ~EACH_HIGH) | differ;
    return ((within | ~unequal) & EACH_HIGH) == EACH_HIGH;
}

/* On Fire a top that is a fire card brings a duty, so it dominates only its equal. */
static inline int dominates_on_fire(tops4 one, tops4 two, uint32_t limits) {
    if (!dominates(one, two, limits)) return 0;
    for (int pile = 0; pile < PILES; pile++) {
        int code = code_of(one, pile), value = code & VALUE;
        if (code != code_of(two, pile) && is_fire(pile < 2 ? value : MIRROR - value)) return 0;
    }
    return 1;
}

static inline tops4 swap_up(tops4 tops) {
    return (tops & 0xffff0000u) | (tops >> 8 & 0xff) | (tops & 0xff) << 8;
}
static inline tops4 swap_down(tops4 tops) {
    return (tops & 0xffffu) | (tops >> 8 & 0xff0000u) | (tops & 0xff0000u) << 8;
}

/* PAIRINGS: the same state with the piles of a direction written the other way round. At most four,
   the given one first. Sorted pairs need it only where a pile waits for a trick: without, the sorted
   order is the best pairing. */
static inline int pairings(tops4 tops, tops4 ways[4]) {
    int up = (tops & 0x8080u) != 0, down = (tops & 0x80800000u) != 0, count = 0;
    ways[count++] = tops;
    if (up) ways[count++] = swap_up(tops);
    if (down) ways[count++] = swap_down(tops);
    if (up && down) ways[count++] = swap_up(swap_down(tops));
    return count;
}

#endif
