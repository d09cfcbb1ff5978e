/* How seats decide in a rollout, each seeing only what it may see of the game. */

#ifndef MINDS_H
#define MINDS_H

#include "table.h"

/* In the order of bots/policy.py. */
typedef struct {
    double now, harm, jump, jump_safe, stuck, stuck_row, replaced, height, trapped, trapped_row;
    double choice, row, passed, pass_fits, pass_stuck, pass_trapped, stranded, low;
} card_weights;

typedef struct {
    double jump, jump_pot, jump_safe, jump_safe_pot, jump_layer, jump_layer_pot, jump_height;
    double answer, answer_pot, answer_held, answer_held_pot, answer_more;
} jump_weights;

typedef struct {
    card_weights early, late;
    jump_weights early_jump, late_jump;
} reckoner_weights;

/* The move of bots/greedy.py for whoever has to decide. */
int greedy_move(const game *g);

/* The move of bots/policy.py. */
int reckoner_move(const game *g, const reckoner_weights *weights);

#endif
