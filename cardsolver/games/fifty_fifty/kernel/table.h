/* The rules of Fifty Fifty as one game that changes in place: the compiled twin of bots/fast.py.
   Rules are numbered as in docs/rules/fifty-fifty.md. Moves must be legal; kernel.c sees to that
   for those that come from outside. */

#ifndef TABLE_H
#define TABLE_H

/* Counting cards is what games are played with. Processors have had an instruction for it since
   2008, but a compiler must be told. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("popcnt")
#endif

#include <stdint.h>

enum { HIGHEST = 100, PASSES = 20, DECK = 120, SEATS = 5, LEAP = 50, NOBODY = -1 };

/* A move as a number: 1 to 100 plays that number, 101 to 200 plays it and keeps the gift. */
enum { PLAY_PASS = 0, PLAY_TAKE = -1, ANSWER_JUMP = -2, ANSWER_DECLINE = -3, KEEP = HIGHEST };

typedef unsigned __int128 cardset; /* bit n is the number n */

/* Shifting 128 bits takes longer than looking a set up. */
extern cardset table_of_bits[HIGHEST + 2], table_above[HIGHEST + 1];

/* Before anything else, once. */
void prepare_table(void);

static inline cardset bit_of(int card) { return table_of_bits[card]; }

static inline int has(cardset set, int card) {
    return (int)((uint64_t)(card & 64 ? set >> 64 : set) >> (card & 63)) & 1;
}

/* All numbers smaller than `card`. */
static inline cardset below(int card) { return table_of_bits[card] - 1; }

/* All numbers larger than `card`. */
static inline cardset above(int card) { return table_above[card]; }

static inline int count_of(cardset set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* Of a set that is not empty. */
static inline int lowest_of(cardset set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int highest_of(cardset set) {
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set);
}

static inline int partner_of(int card) { return card <= LEAP ? card + LEAP : card - LEAP; }

typedef struct {
    cardset violet, played;
    cardset hands[SEATS];
    const uint8_t *draw; /* its top is its last place; a Pass is 0 */
    int pass_counts[SEATS], sizes[SEATS], penalties[SEATS];
    int players, drawing, row_size, passes, layer, turn, asked, jump, passes_played;
    int is_over, taker, shown; /* shown: did it end by the one-card check? */
    uint8_t row[HIGHEST];
} game;

/* How many numbers of the row are not larger than `card`. */
static inline int stays(const game *g, int card) {
    int stay = g->row_size;
    while (stay && g->row[stay - 1] > card) stay--;
    return stay;
}

static inline int next_seat(const game *g, int seat) {
    return seat + 1 < g->players ? seat + 1 : 0;
}

static inline int cards_held(const game *g) {
    int held = 0;
    for (int seat = 0; seat < g->players; seat++) held += g->sizes[seat];
    return held;
}

/* The move of the seat whose turn it is, or of the one that is asked. */
void make_move(game *g, int move);

/* The share of the win that a seat has once the game is over (FF-28, FF-31). */
double win_share(const game *g, int seat);

#endif
