/* What comes from outside is checked before anything is done with it. */

#ifndef CHECK_H
#define CHECK_H

#include "kernel.h"

/* The open side of a game; 0 if it makes no sense. */
int open_game(const open_side *open, game *g);

/* The hidden side of it: every number in one place, and whoever decides can. */
int hide(const hidden_side *hidden, game *g);

/* Is there such a mind? */
int is_mind(int mind, const skills *known);

#endif
