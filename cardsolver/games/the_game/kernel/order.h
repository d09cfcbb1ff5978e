/* Which states look best: the order in which a beam keeps them. It decides speed, never truth.

   The score adds up, for every card not laid, how likely it is to end without a home: a pile is a
   home if the card is an ordinary one there, worth less the nearer the top has come and the longer
   the card still waits in the draw pile. Added to it are room, the tricks that piles wait for, and
   pairs ten apart that are still unlaid. docs/solver-search.md explains it. */

#ifndef ORDER_H
#define ORDER_H

#include "game.h"

/* In the order in which the caller gives them; see the binding. */
typedef struct {
    float homeless, homeless_wait, home, home_reach, home_fade, home_wait, home_trick, room;
    float trick_mover, trick_held, trick_undrawn, trick_fades, opens_held, opens_undrawn;
    float chain, pair, owed, goes_on, ended;
    float forced[3]; /* by turn to come: ten numbers that its player cannot avoid to skip */
} order_weights;

enum { ROW = 112, FORCED = 3 };

typedef struct {
    const game *g;
    order_weights w;
    uint8_t draw_place[ROW];            /* of a card in the draw pile; 0 for others */
    float fades[CARDS + 1];             /* by waiting time: what remains of a trick's worth */
    float risks[CARDS + 1];             /* and the cost of a card without a home */
    float miss_by[CARDS + 1][2 * ROW];  /* by waiting time and distance + ROW */
    float room_by[CARDS + 1][2 * ROW];
    /* For one layer, by direction and top: what the top offers to each card. Filled when asked. */
    int layer;
    uint8_t wait[ROW];
    float risk[ROW];
    int filled[2][ROW];
    float miss[2][ROW][ROW], room[2][ROW][ROW];
} order;

/* A state whose lays are to be scored. Tops are real ones. */
typedef struct {
    cardset unlaid, mine, held, undrawn; /* held: by any seat */
    uint8_t tops[PILES];
    float others[PILES][ROW]; /* by card: its risk times what the other piles leave to it */
    float mask[ROW];          /* 1 for unlaid cards */
    float stays[PILES];       /* room of the pile as it is, and the trick that it waits for */
    float tricks[PILES];      /* that trick */
    float sum;                /* of all piles, and of the pairs */
    /* The hands of the next turns, card by card, and how near the other three piles are to each. */
    int turns, sizes[FORCED];
    uint8_t cards[FORCED][CARDS], near[PILES][FORCED][CARDS];
} order_state;

void order_init(order *o, const game *g, const order_weights *weights);
void order_layer(order *o, int layer);
/* What a top offers to each card in this layer; done when it is first asked for. */
void order_fill(order *o, int descends, int top);
void order_begin(order *o, order_state *s);
/* The state after `card` is laid on `pile`, before the turn's own bonus. */
float order_score(order *o, const order_state *s, int pile, int card);
float order_bonus(const order *o, int ends, int owed);
/* Look at the hands of the next turns; then what they cost at least after a lay: each player has to
   lay the minimum, so the distances of the nearest cards. */
void order_watch(const order *o, order_state *s, const cardset *hands, int count);
float order_forced(const order *o, const order_state *s, int pile, int card);

#endif
