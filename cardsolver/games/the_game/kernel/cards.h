/* Sets of cards: bit c of 128 is card c. Cards are 2 to 99; bases 1 and 100 are never members. */

#ifndef CARDS_H
#define CARDS_H

#include <stdint.h>

typedef unsigned __int128 cardset;

enum { PILES = 4, TRICK = 10, BASE = 1, LAST_CARD = 99, MIRROR = 101, CARDS = 98, SEATS = 5 };

static inline cardset card_bit(int card) { return (cardset)1 << card; }

static inline int has_card(cardset set, int card) { return (int)(set >> card) & 1; }

/* All cards smaller than `card`. */
static inline cardset cards_below(int card) {
    return card <= 0 ? 0 : card_bit(card) - 1;
}

static inline int count_cards(cardset set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* Of a set that is not empty. */
static inline int lowest_card(cardset set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int highest_card(cardset set) {
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set);
}

static inline uint64_t bits_reversed(uint64_t bits) {
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(bits);
}

/* Card c becomes 101 - c: descending piles are ascending ones in the mirror. */
static inline cardset mirrored(cardset set) {
    cardset reversed = (cardset)bits_reversed((uint64_t)set) << 64 |
                       bits_reversed((uint64_t)(set >> 64));
    return reversed >> (127 - MIRROR);
}

#endif
