/* Cards that cannot be laid: never (dead), or not before later cards are drawn (stuck). */

#ifndef REACH_H
#define REACH_H

#include <stddef.h>

#include "control.h"
#include "game.h"

/* How far the two piles of one direction can come back, as more and more cards are drawn: from step
   at[i] on (so many cards drawn), no pile of the direction ever takes a card below lowest[i]. */
typedef struct {
    int steps;
    uint8_t at[CARDS + 1], lowest[CARDS + 1];
} reach;

/* Reaches of one group of states (the same hands): each pair of codes is worked out once. */
typedef struct {
    const game *g;
    control *c;
    uint32_t epoch;
    uint32_t *stamp[2], *place[2]; /* by direction and pair of codes */
    size_t stamp_room[2], place_room[2];
    reach *reaches;
    size_t count, room;
    cardset hands[2];              /* all hands, as they are and mirrored */
    cardset seen[CARDS + 1];       /* the hands, and the first j cards of the draw pile */
    uint8_t next[2][CARDS];        /* the draw pile from here, as it is and mirrored */
    int drawing;
    int held;                      /* cards in all hands */
    int must_lay;                  /* by the mover: the minimum, or all of a smaller hand */
} reach_cache;

int reach_cache_init(reach_cache *cache, const game *g, control *c);
void reach_cache_free(reach_cache *cache);
/* From now on: states at the start of a turn with these cards in all hands, `mover` of them in the
   hand to move, and so many drawn. Without `stuck`, `is_stuck` will not be asked. */
void reach_start(reach_cache *cache, cardset hands, int mover, int drawn, int stuck);

/* Does every card fit on some pile? Then none is dead, and none gets stuck. */
int all_fit(tops4 tops);
/* Cards that no pile can ever take, whatever is laid. */
int dead_cards(reach_cache *cache, tops4 tops);
/* Is a win out of the question because too many cards are stuck in hands at some time? */
int is_stuck(reach_cache *cache, tops4 tops);

#endif
