/* What the binding calls. Every function that returns a status says 0 if all is well, REFUSED if its
   input makes no sense, and ENDLESS if a round did not end. */

#ifndef KERNEL_H
#define KERNEL_H

#include "level8.h"

enum { KERNEL_VERSION = 1, REFUSED = -1, ENDLESS = -2, NO_MEMORY = -3 };

/* What a seat believes of the hidden cards (fast/worlds.py). */
typedef struct {
    int32_t seat, believes, hidden;
    int32_t turns[SEATS];
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

/* One guess of the hidden cards. */
int32_t l8_guess(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state,
                 table_round *guess);

/* Tries moves on guesses: results[sample][move] is the chance of the seat to win the game after the
   round, by the strength of levels 1 to 8. */
int32_t l8_try(policy *plays, const table_round *seen, const beliefs *believed, const move *moves,
               int32_t count, int32_t samples, uint64_t *state, const double strength[LEVELS],
               double *results);

/* A whole game: the winner, or a status. `history` has the levels at the start of each round. */
int32_t l8_game(policy *const plays[SEATS], int32_t players, int32_t dealer, uint64_t generator,
                uint8_t (*history)[SEATS], int32_t most, int32_t *rounds);

#endif
