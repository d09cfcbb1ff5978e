/* The kernel's interface. Everything that crosses it is plain numbers, so that ctypes can call it.
   Sets of numbers cross as two words, the lower numbers first.

   Every function returns 0, or the number of the argument that makes no sense, from 1. */

#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>

#include "learner.h"
#include "minds.h"
#include "table.h"

#define KERNEL_VERSION 4

enum { AS_IT_IS = -4, LEARNER = 255 };

/* What all games of a batch share: the open side of a moment. */
typedef struct {
    uint64_t violet[2], played[2];
    int32_t players, turn, asked, layer, jump, passes, passes_played, row_size, drawing;
    int32_t is_over, taker, shown;
    int32_t penalties[SEATS], sizes[SEATS]; /* sizes of hands */
    uint8_t row[HIGHEST + 4];
} open_side;

/* Where the hidden cards are in one game. */
typedef struct {
    uint64_t hands[SEATS][2];
    int32_t pass_counts[SEATS];
    uint8_t draw[DECK + 4]; /* its top is its last place; a Pass is 0 */
} hidden_side;

/* Who decides in a rollout: 0 greedy, k the reckoner with the k-th weights, LEARNER the learner. */
typedef struct {
    uint8_t of_seat[SEATS + 3];
} minds;

/* Against winning, in logits, by cards to draw (bots/outlook.py). */
typedef struct {
    double penalty, passes, height, fits, stuck, stuck_row, turn, turn_passes;
} standing;

/* The weights of all minds. A network may be missing, if nobody is a learner. */
typedef struct {
    const reckoner_weights *weights;
    const network *net;
    int32_t weights_count;
} skills;

/* What a seat did. Seat -1: nobody jumped on the last number of the row. */
typedef struct {
    open_side before;
    int32_t seat, move;
} seen_event;

int32_t kernel_version(void);

/* Before anything else, once. */
void kernel_prepare(void);

/* One move by the rules; the moment after it takes the place of the one before. */
int32_t fifty_fifty_move(open_side *open, hidden_side *hidden, int32_t move);

/* The move of whoever has to decide, by a mind. */
int32_t fifty_fifty_choose(const open_side *open, const hidden_side *hidden, int32_t mind,
                           const skills *known, int32_t *move);

/* What a move leads to, as the network is told: inputs[INPUTS], or the share of the win if the move
   ends the game, and then *ends is 1. */
int32_t fifty_fifty_sight(const open_side *open, const hidden_side *hidden, int32_t move,
                          int16_t *inputs, double *share, int32_t *ends);

/* Deals the hidden cards again and again, as the open side, the own hand of `seat` and what was seen
   allow and suggest: after `warm_up` sweeps of a Markov chain, one world for each of `count` more.
   `doubt` is how likely a hand is, against another, for each thing that its owner would have done
   differently with it. */
int32_t fifty_fifty_guess(const open_side *open, const hidden_side *own, int32_t seat,
                          const seen_event *events, int32_t event_count, double doubt,
                          int32_t warm_up, uint64_t seed, int32_t count, hidden_side *worlds);

/* Makes each move in each world and plays on, for so many turns or to the end of the game. The
   move AS_IT_IS plays on without one. chances[world][move] is the chance of `seat` to win, by the
   outlook, or by the network at its next decision after that; once the game is over, its share of
   the win. */
int32_t fifty_fifty_play(const open_side *open, const hidden_side *worlds, const minds *decide,
                         int32_t world_count, int32_t seat, const int32_t *moves,
                         int32_t move_count, const skills *known,
                         const standing by_draw[DECK + 1], int32_t turns, int32_t by_net,
                         double *chances);

/* Practice: each world is played to its end, `seat` by a mind and the others by greedy. At a `share`
   of the decisions of `seat`, every move that does not end the game is tried `trials` times: the
   cards that nobody holds are shuffled, and the game is played on, as in fifty_fifty_play by the
   network. A row for each such move: inputs, the mean chance to win, and the number of the decision.
   *rows of them, at most `most`. */
int32_t fifty_fifty_practise(const open_side *open, const hidden_side *worlds, int32_t world_count,
                             int32_t seat, int32_t mind, const skills *known, double share,
                             int32_t trials, int32_t turns, uint64_t seed, int32_t most,
                             int16_t *inputs, float *won, int32_t *decisions, int32_t *rows);

#endif
