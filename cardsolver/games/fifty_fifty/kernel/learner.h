/* The bot `learner`: a small network judges what its seat sees after a move (bots/sight.py,
   bots/net.py). */

#ifndef LEARNER_H
#define LEARNER_H

#include "table.h"

enum { INPUTS = 91, HIDDEN = 32, MOST_CHOICES = HIGHEST + 1 };

typedef struct {
    double first[INPUTS][HIDDEN], bias[HIDDEN], second[HIDDEN], last;
} network;

/* The moves of whoever has to decide, the numbers ascending; nobody keeps a gift. How many. */
int choices(const game *g, int moves[MOST_CHOICES]);

/* What a move leads to, as whoever decides sees it. 1 if it ends the game: `share` is then the
   share of the win; otherwise the inputs of the network. */
int sight(const game *g, int move, double inputs[INPUTS], double *share);

/* The move of bots/net.py for whoever has to decide. */
int learner_move(const game *g, const network *net);

#endif
