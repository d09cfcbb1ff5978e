/* The bot `learner`: a small network judges what its seat sees after a move (bots/sight.py,
   bots/net.py). */

#ifndef LEARNER_H
#define LEARNER_H

#include "table.h"

enum { INPUTS = 116, HIDDEN = 128, MOST_CHOICES = HIGHEST + 1 };
enum { ROWS = (INPUTS + 2) / 2 * 2 }; /* the bias is one more input, which is always 1; even */

/* Whole numbers of 1/4096, each -4 to 4. The first layer has two rows side by side. Inputs are
   whole numbers of 1/256, also -4 to 4, so that the sums of 127 of them fit into 32 bits. */
typedef struct {
    int16_t first[ROWS / 2][HIDDEN][2], second[HIDDEN], last;
} network;

/* The moves of whoever has to decide, the numbers ascending; nobody keeps a gift. How many. */
int choices(const game *g, int moves[MOST_CHOICES]);

/* What a move leads to, as whoever decides sees it. 1 if it ends the game: `share` is then the
   share of the win; otherwise the inputs of the network. */
int sight(const game *g, int move, int16_t inputs[INPUTS], double *share);

/* The move of bots/net.py for whoever has to decide, and how good it is, in logits. */
int learner_choice(const game *g, const network *net, double *worth);

/* The move alone. */
int learner_move(const game *g, const network *net);

/* The chance to win of the seat that has to decide, with its best move, or its share of the win if
   the game is over. 0 if neither: that cannot be in a real game. */
double prospect(const game *g, int seat, const network *net);

#endif
