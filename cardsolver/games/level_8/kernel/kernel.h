/* What the binding calls. Every function that returns a status says 0 if all is well, REFUSED if its
   input makes no sense, and ENDLESS if a round did not end. */

#ifndef KERNEL_H
#define KERNEL_H

#include "level8.h"

enum { KERNEL_VERSION = 2, REFUSED = -1, ENDLESS = -2 };

enum { TURNS = 4 }; /* of a seat that are looked back on */

enum { NO_CARD = 255 };

/* A turn of a seat before it laid out: what it took from a pile (NO_CARD: it drew), open cards that
   it left lying then, and what it discarded. */
typedef struct {
    uint8_t taken, discarded, declined_size;
    uint8_t declined[SEATS];
} seen_turn;

/* What a seat believes of the hidden cards (fast/worlds.py). */
typedef struct {
    int32_t seat, believes, hidden;
    int32_t fit_numbers[SEATS], fit_colours[SEATS]; /* what fitted when a seat last ended a turn */
    uint8_t turns[SEATS];
    seen_turn seen[SEATS][TURNS]; /* the last one first */
    uint8_t known_size[SEATS];
    uint8_t known[SEATS][HAND];
    uint8_t cards[CARDS + 3]; /* the hidden ones */
} beliefs;

int32_t kernel_version(void);

/* A policy, or nothing. */
policy *l8_policy(const level_spec specs[LEVELS], const weights *weigh, int32_t last_card_discarded);
void l8_free(policy *plays);

/* The distance of a hand from a level: draws, distance, lacking cards. */
int32_t l8_reach(policy *plays, int32_t level, const uint8_t *cards, int32_t count, double found[3]);

/* The policy's move. */
int32_t l8_decide(policy *plays, const table_round *table, move *decided);

/* Makes a move, and then up to `moves` moves of the policy; below 0: to the end of the round. */
int32_t l8_play(policy *plays, table_round *table, const move *first, int32_t moves);

/* Deals the hidden cards for a first time: `chain` is where guesses go on from. */
int32_t l8_start(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state,
                 table_round *chain);

/* The next guess. */
int32_t l8_guess(policy *plays, const beliefs *believed, uint64_t *state, table_round *chain,
                 table_round *world);

/* Tries moves on guesses: results[sample][move] is the chance of the seat to win the game after the
   round, by the strength of levels 1 to 8. The seat itself plays on by `own`. */
int32_t l8_try(policy *plays, policy *own, const beliefs *believed, uint64_t *state, table_round *chain,
               const move *moves, int32_t count, int32_t samples, const double strength[LEVELS],
               double *results);

/* A whole game: the winner, or a status. `history` has the levels at the start of each round. */
int32_t l8_game(policy *const plays[SEATS], int32_t players, int32_t dealer, uint64_t generator,
                uint8_t (*history)[SEATS], int32_t most, int32_t *rounds);

#endif
