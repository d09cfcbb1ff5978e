/* Turns and whole games as a player of The Game plans them who sees only one hand: the compiled
   twin of bots/turns.py, bots/value.py, bots/signals.py and bots/playout.py, which are the readable
   reference. The same numbers in the same order give the same turns, lay by lay; tests compare them.

   Sets of cards cross as two words, the lower cards first. */

#ifndef PLANNER_H
#define PLANNER_H

#include <stdint.h>

#include "cards.h"

/* Hands above this are the reference's business. */
enum { PLANNER_HAND = 64, PLANNER_TOO_LARGE = -1 };

/* How much each feature counts, in the order of bots/value.py. */
typedef struct {
    double room, second_room, log_room, one_pile, lost, trick, trick_room, chain, laid;
    double kept_skip, next_skip, stranded;
} turn_weights;

typedef struct {
    turn_weights by_left[CARDS + 1]; /* by cards not laid yet */
    double log_room[CARDS + 2];      /* log(1 + room), as the reference has it */
    double keep, keep_room, gentle_room;
} planner_weights;

typedef struct {
    int32_t near, extra, kept;
} planner_breadth;

/* What somebody asked of a pile: its worth untouched, and what a card of its room costs. */
typedef struct {
    double untouched, by_room;
} planner_asked;

/* A moment of a turn, as the mover sees it. */
typedef struct {
    uint64_t hand[2], unseen[2];
    planner_asked asked[PILES];
    planner_breadth breadth;
    int32_t needed; /* cards to lay before the turn may end */
    int32_t hears;  /* has anybody asked for anything? */
    uint8_t tops[PILES];
} planner_moment;

typedef struct {
    double worth;
    uint64_t hand[2]; /* that is left */
    uint8_t tops[PILES];
    int32_t lays;
    uint8_t pile[PLANNER_HAND], card[PLANNER_HAND]; /* in the order in which they are laid */
} planner_ending;

/* What all games of a batch share. */
typedef struct {
    int32_t seats, minimum;
    int32_t mover;   /* -1: the seat that starts best */
    int32_t laid;    /* by the mover in this turn */
    int32_t drawing; /* cards in the draw pile */
    int32_t talk;
    uint8_t tops[PILES];
} planner_table;

/* Where the cards are in one game. */
typedef struct {
    uint64_t hands[SEATS][2];
    uint8_t draw[CARDS + 6]; /* top first */
} planner_world;

/* What one seat knows of the cards at a table, and what was said to it. */
typedef struct {
    uint64_t hand[2], unseen[2];
    int32_t seat, tries; /* `tries`: hands dealt to a speaker until one would say what was said */
    int32_t sizes[SEATS];
    uint8_t spoke[8], said[SEATS][PILES]; /* by seat */
} planner_knowledge;

/* A turn that the mover of a table may end: tops and hand after it. */
typedef struct {
    uint64_t hand[2];
    uint8_t tops[8];
} planner_candidate;

/* What a turn is planned in. It is large, and its tables need no clearing: each thread keeps one for
   all its calls. NULL without memory; the calls then say PLANNER_TOO_LARGE. */
typedef struct planner planner;
planner *planner_new(void);
void planner_free(planner *p);

/* The first `most` ends of a turn worth considering, in the reference's order or best first.
   Returns how many there are, or PLANNER_TOO_LARGE. */
int32_t planner_endings(planner *p, const planner_weights *weights, const planner_moment *moment,
                        planner_ending *endings, int32_t most, int32_t best_first);

/* Puts every unseen card somewhere (bots/guesses.py), in as many worlds as wanted; `state` is that of
   the generator in core/shuffle.py and moves on. */
void planner_guess(const planner_table *table, const planner_knowledge *known, uint64_t *state,
                   planner_world *worlds, int32_t count);

/* Plays each world to its end after each candidate (without any: as it is); left[world][candidate]
   is how many cards are then not laid. 0, or PLANNER_TOO_LARGE. */
int32_t planner_play(planner *p, const planner_weights *weights, const planner_breadth *breadth,
                     const planner_table *table, const planner_world *worlds, int32_t world_count,
                     const planner_candidate *candidates, int32_t candidate_count, uint8_t *left);

/* What a seat says about each pile: 0 free, 1 gentle, 2 keep off. */
void planner_speak(const uint8_t tops[PILES], const uint64_t hand[2], const uint64_t unseen[2],
                   uint8_t levels[PILES]);

/* The end of a game with nothing hidden (bots/endgame.py). Ends of turns are steps with card 0. */
enum { ENDGAME_CARDS = 32, ENDGAME_STEPS = 2 * ENDGAME_CARDS };

typedef struct {
    int32_t most, steps;
    uint8_t pile[ENDGAME_STEPS], card[ENDGAME_STEPS];
} endgame_answer;

/* `sets`: the mover's hand, the other hand (none if seats is 1), the one card to draw or none. 0, or
   PLANNER_TOO_LARGE after `limit` moments. */
int32_t endgame_solve(const uint8_t tops[PILES], int32_t needed, int32_t seats,
                      const uint64_t sets[6], int64_t limit, endgame_answer *answer);

#endif
