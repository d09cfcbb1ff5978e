/* The Game with every card known: what all states of a search share, and how a pile is written.

   A pile's code is one byte: seven bits of value, and the top bit if the pile waits for a trick card
   that is not laid yet. Values are for ascending piles; a descending top v is written as 101 - v, so
   that both directions follow the same rules. A pile takes every unlaid card above its value, and
   with the top bit also the card ten below it. */

#ifndef GAME_H
#define GAME_H

#include <stdint.h>

#include "cards.h"
#include "kernel.h"

enum { WAITS = 0x80, VALUE = 0x7f, CODES = 256 };

/* Four codes in one word, pile 0 in the lowest byte: two ascending, then two descending piles. */
typedef uint32_t tops4;

static inline int code_of(tops4 tops, int pile) { return (int)(tops >> (8 * pile)) & 0xff; }

typedef struct {
    int seats, minimum, on_fire;
    int cards;            /* not laid at the root */
    int laid_before;      /* in the root's turn */
    int drawing;          /* cards in the draw pile at the root */
    uint8_t draw[CARDS];
    cardset undrawn[CARDS + 1]; /* the draw pile once so many cards have been drawn */
    cardset unlaid;       /* at the root */
} game;

/* The turn in which `laid` cards were laid since the root, `turn` of them in this turn. */
typedef struct {
    int drawn;        /* before this turn */
    int drawn_after;  /* if it ends now */
    int needed;       /* cards to lay before it may end (TG-11) */
    int is_late;      /* nothing was left to draw when it began */
} turn_info;

int game_init(game *g, const kernel_problem *roots, int count);
turn_info turn_at(const game *g, int laid, int turn);
int may_go_on(const game *g, int turn, int is_late, uint32_t rules);

int is_fire(int top);
/* The next seat with cards is to move (TG-14); the mover stands first. */
void pass_on(cardset *hands, int seats);
uint64_t hash_words(const uint64_t *words, int count);
/* The code of a real top when these cards are unlaid (both in the pile's own orientation). */
int code_for(int top, cardset unlaid, int normalise);
/* Tables from every code to the code after one more card is laid. */
void recode(uint8_t table[CODES], cardset unlaid, int normalise);

tops4 sorted_tops(tops4 tops);

#endif
