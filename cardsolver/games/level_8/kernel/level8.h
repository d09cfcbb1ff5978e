/* A round of Level 8 as the quick policy plays it: the compiled twin of fast/, which is the readable
   reference. The same numbers in the same order give the same moves; tests compare them.

   Cards are codes: 15 x colour + number for 0 to 89, then the Joker and the Skip. Hands are in the
   order in which cards came; piles and the draw pile have their top last. */

#ifndef LEVEL8_H
#define LEVEL8_H

#include <stdint.h>

enum {
    SEATS = 6,
    NUMBERS = 15,
    COLOURS = 6,
    JOKER = 90,
    SKIP = 91,
    CODES = 92,
    CARDS = 101,
    JOKERS = 7,
    SKIPS = 4,
    DEALT = 10,   /* L8-5 */
    HAND = 16,    /* room; nobody ever holds more than eleven */
    COMBOS = 5,   /* of a level: ten cards in pairs */
    SIZE = 10,    /* cards of a level */
    LEVELS = 8,
    MEDAL = 9,    /* where the winner's level indicator ends */
    PLANES = 6,   /* a number is held at most six times */
    KNOTS = 16,
    SHARE = CARDS / 2 + 1,
    MOST_KEPT = 4 /* L8-27 */
};

enum { RUN, SET, COLOUR_GROUP };

typedef struct {
    int8_t kind, low, high; /* a run's ends, or a set's number or a group's colour twice */
} combo;

typedef struct {
    uint64_t generator;
    int32_t players, mover, is_drawing;
    int32_t out, winner; /* -1: nobody yet */
    int32_t skipped;     /* a bit for each seat with a Skip in front of it */
    int32_t skips_under;
    int32_t fit_numbers, fit_colours; /* bits of what fits somewhere on the table */
    int32_t draws;                    /* cards in the draw pile */
    uint8_t levels[SEATS];
    uint8_t hand_size[SEATS];
    uint8_t pile_size[SEATS];
    uint8_t laid[SEATS]; /* combinations on the table; 0: not laid out */
    uint8_t gone[NUMBERS + 1];
    combo table[SEATS][COMBOS];
    uint8_t hands[SEATS][HAND];
    uint8_t draw[CARDS + 3];
    uint8_t piles[SEATS][CARDS + 3];
    /* In guesses every seat draws from a share of its own: see fast/round.py. */
    int32_t is_shared_out;
    uint8_t share_size[SEATS];
    uint8_t shares[SEATS][SHARE];
} table_round;

enum { MOVE_DRAW, MOVE_TAKE, MOVE_DISCARD, MOVE_SKIP, MOVE_ADD, MOVE_LAY };

/* take: seat. discard: code. skip: seat. add: code, value, seat, index. lay: codes and places. */
typedef struct {
    int32_t kind;
    int32_t code, value, seat, index;
    int32_t count; /* cards of a lay-out */
    uint8_t codes[SIZE + 2];
    combo places[COMBOS + 3];
} move;

/* What the policy weighs, in the order of fast/weights.py. */
typedef struct {
    double take, take_skip, take_last, fit, dead, hold_skip, threat, skip_laid, skip_cards, shed_skip;
    double take_nearer, wait_left, wait_cards;
} weights;

/* A level as the caller gives it. Demands are `depth` planes each (fast/reach.py). */
typedef struct {
    int32_t combos;
    int32_t kind[COMBOS], size[COMBOS];
    int32_t coloured, one_set, keeps;
    int32_t knots, demands, depth;
    double knot[KNOTS][2];
    double unit_of_distance, chance;
    double power[JOKERS + 1][SIZE + 1][SIZE + 1];
    const uint16_t *demand;
} level_spec;

typedef struct {
    uint64_t low;
    uint32_t high;
} hand_key;

typedef struct {
    uint64_t low;
    uint32_t high;
    int32_t lacking;
    double draws, distance;
} reach_entry;

typedef struct {
    uint32_t held; /* six counts of four bits, and one bit that says that the entry is in use */
    uint32_t profile[SIZE + 1];
} sets_entry;

typedef struct {
    level_spec spec;
    int32_t cards, has_runs, has_sets;
    /* Sets in descending order of size, as sizes and how many of each. */
    int32_t set_kinds, set_size[COMBOS], set_count[COMBOS];
    /* Combinations in the order in which they are placed, colour groups last. */
    int32_t order[COMBOS], twin[COMBOS];
    uint64_t unit_low[CODES];
    uint32_t unit_high[CODES];
    reach_entry *found;
    sets_entry *sets;
} level;

typedef struct {
    int32_t last_card_discarded;
    weights weigh;
    level levels[LEVELS];
} policy;

static inline int number_of(int code) { return code < JOKER ? code % NUMBERS : NUMBERS; }
static inline int colour_of(int code) { return code < JOKER ? code / NUMBERS : -1; }
static inline int number_bit(int code) { return code < JOKER ? 1 << code % NUMBERS : 0; }
static inline int colour_bit(int code) { return code < JOKER ? 1 << code / NUMBERS : 0; }

static inline int bit_count(uint32_t bits) {
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return (int)(((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

/* shuffle.c */
uint64_t next_number(uint64_t *state);
void shuffle(uint8_t *cards, int count, uint64_t *state);
void quick_shuffle(uint8_t *cards, int count, uint64_t *state);

/* round.c */
void refit(table_round *table);
void share_out(table_round *table);
void play(table_round *table, const move *made);
void levels_after(const table_round *table, uint8_t levels[SEATS]);
void deal_round(table_round *table, int players, const uint8_t levels[SEATS], int dealer,
                uint64_t generator, uint8_t kept[SEATS][HAND], const uint8_t kept_size[SEATS]);
static inline int is_over(const table_round *table) { return table->out >= 0 || table->winner >= 0; }

/* reach.c */
int level_make(level *made, const level_spec *spec);
void level_free(level *made);
hand_key key_of(const level *goal, const uint8_t *cards, int count);
reach_entry reach(level *goal, hand_key key);
static inline hand_key with(const level *goal, hand_key key, int code) {
    return (hand_key){key.low + goal->unit_low[code], key.high + goal->unit_high[code]};
}
static inline hand_key without(const level *goal, hand_key key, int code) {
    return (hand_key){key.low - goal->unit_low[code], key.high - goal->unit_high[code]};
}

/* laying.c: the lay-out that leaves the fewest cards that fit nowhere, and how many it leaves. 0: there
   is none. */
int best_lay(const level *goal, const table_round *table, move *best, int *left);

/* waiting.c: piles and codes; -1: none. */
static inline int may_wait(const weights *weigh) { return weigh->wait_left < HAND; }
int is_worth_waiting(const weights *weigh, const table_round *table, int left);
int take_waiting(const level *goal, const table_round *table);
int discard_waiting(level *goal, const table_round *table, hand_key key);

/* policy.c */
void decide(policy *plays, const table_round *table, move *decided);
int keep(level *goal, uint8_t *hand, int size);
/* 0, or -1: the round did not end within a number of moves that no sane weights need. Long before,
   everybody plays by `later`, if that is given: see fast/play.py. */
int play_out(policy *const plays[SEATS], policy *later, table_round *table);

#endif
