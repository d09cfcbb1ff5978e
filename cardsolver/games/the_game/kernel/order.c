#include "order.h"

#include <math.h>
#include <string.h>

void order_init(order *o, const game *g, const order_weights *weights) {
    memset(o, 0, sizeof *o);
    o->g = g;
    o->w = *weights;
    o->layer = -1;
    for (int i = 0; i < g->drawing; i++) o->draw_place[g->draw[i]] = (uint8_t)i;
    for (int wait = 0; wait <= g->drawing; wait++) {
        o->fades[wait] = expf(-o->w.trick_fades / 10 * (float)wait);
        o->risks[wait] = o->w.homeless * (1 + o->w.homeless_wait / 100 * (float)wait);
        float scale = o->w.home_fade * ((float)wait / 10 + o->w.home_wait);
        for (int distance = -ROW + 1; distance < ROW; distance++) {
            float worth = 0, miss = 1;
            if (distance > 0) {
                worth = 1 - expf(-((float)distance + o->w.home_reach) / scale);
                miss = expf(-o->w.home * worth);
            }
            if (distance == -TRICK) miss = expf(-o->w.home_trick);
            if (distance == 0) miss = 0; /* the card itself: laid */
            o->miss_by[wait][ROW + distance] = miss;
            o->room_by[wait][ROW + distance] = o->w.room * worth;
        }
    }
}

void order_layer(order *o, int layer) {
    if (o->layer == layer) return;
    o->layer = layer;
    int laid = o->g->laid_before + layer;
    for (int card = 0; card < ROW; card++) {
        o->wait[card] = (uint8_t)(o->draw_place[card] > laid ? o->draw_place[card] - laid : 0);
        o->risk[card] = o->risks[o->wait[card]];
    }
}

/* Descending piles count the distance the other way. */
void order_fill(order *o, int descends, int top) {
    if (o->filled[descends][top] == o->layer + 1) return;
    o->filled[descends][top] = o->layer + 1;
    float *miss = o->miss[descends][top], *room = o->room[descends][top];
    for (int card = 2; card <= LAST_CARD; card++) {
        int distance = ROW + (descends ? top - card : card - top);
        miss[card] = o->miss_by[o->wait[card]][distance];
        room[card] = o->room_by[o->wait[card]][distance];
    }
}

/* Wider vector registers where there are some. No fused arithmetic: the sums are the same to the bit
   on every machine. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) /* gcc's own */
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Eight sums side by side, so that a compiler can use vector registers without changing a result. */
WIDE static float dot(const float *restrict a, const float *restrict b) {
    float sums[8] = {0};
    for (int i = 0; i < ROW; i += 8)
        for (int j = 0; j < 8; j++) sums[j] += a[i + j] * b[i + j];
    return (sums[0] + sums[1] + sums[2] + sums[3]) + (sums[4] + sums[5] + sums[6] + sums[7]);
}

/* What the trick is worth that a pile waits for, when these cards are unlaid. */
static float trick_value(const order *o, const order_state *s, cardset unlaid, int pile, int top) {
    int step = pile < 2 ? -TRICK : TRICK, card = top + step, after = card + step;
    if (card < 2 || card > LAST_CARD || !has_card(unlaid, card)) return 0;
    int low = card < top ? card : top;
    float jumped = (float)count_cards(unlaid >> (low + 1) & (((cardset)1 << (TRICK - 1)) - 1));
    float value;
    if (has_card(s->undrawn, card))
        value = o->fades[o->wait[card]] * (o->w.trick_undrawn + o->w.opens_undrawn * jumped);
    else
        value = (has_card(s->mine, card) ? o->w.trick_mover : o->w.trick_held) +
                o->w.opens_held * jumped;
    if (after >= 2 && after <= LAST_CARD && has_card(unlaid, after)) value += o->w.chain;
    return value;
}

/* For every card its risk times what the three other piles leave to it, pile by pile. */
WIDE static void products(order_state *restrict s, const float *restrict risk,
                          const float *const miss[PILES]) {
    const float *a = miss[0], *b = miss[1], *c = miss[2], *d = miss[3];
    for (int card = 0; card < ROW; card++) {
        float here = s->mask[card] * risk[card];
        float up = here * (a[card] * b[card]), down = here * (c[card] * d[card]);
        s->others[0][card] = b[card] * down;
        s->others[1][card] = a[card] * down;
        s->others[2][card] = d[card] * up;
        s->others[3][card] = c[card] * up;
    }
}

void order_begin(order *o, order_state *s) {
    const float *miss[PILES];
    memset(s->mask, 0, sizeof s->mask);
    for (cardset rest = s->unlaid; rest; rest &= rest - 1) s->mask[lowest_card(rest)] = 1;
    s->sum = o->w.pair * (float)count_cards(s->unlaid & s->unlaid >> TRICK);
    for (int pile = 0; pile < PILES; pile++) {
        int top = s->tops[pile];
        order_fill(o, pile >= 2, top);
        miss[pile] = o->miss[pile >= 2][top];
        s->tricks[pile] = trick_value(o, s, s->unlaid, pile, top);
        s->stays[pile] = dot(s->mask, o->room[pile >= 2][top]) + s->tricks[pile];
        s->sum += s->stays[pile];
    }
    products(s, o->risk, miss);
}

float order_score(order *o, const order_state *s, int pile, int card) {
    cardset unlaid = s->unlaid & ~card_bit(card);
    order_fill(o, pile >= 2, card);
    float score = s->sum - s->stays[pile];
    score += dot(s->mask, o->room[pile >= 2][card]);
    score -= dot(s->others[pile], o->miss[pile >= 2][card]);
    score += trick_value(o, s, unlaid, pile, card);
    /* The other piles lose the card from their room, or the trick that they wait for. */
    for (int other = 0; other < PILES; other++) {
        if (other == pile) continue;
        int top = s->tops[other];
        score -= o->room[other >= 2][top][card];
        if (card == (other < 2 ? top - TRICK : top + TRICK)) score -= s->tricks[other];
    }
    int pairs = (card > TRICK && has_card(unlaid, card - TRICK)) + has_card(unlaid, card + TRICK);
    return score - o->w.pair * (float)pairs;
}

float order_bonus(const order *o, int ends, int owed) {
    if (ends) return o->w.ended;
    return owed > 0 ? o->w.owed * (float)owed : o->w.goes_on;
}

enum { FAR = 60 }; /* the distance of a card that fits nowhere */

/* The numbers that a card would skip on a pile; none for a trick. */
static int distance(int pile, int top, int card) {
    int skipped = pile < 2 ? card - top : top - card;
    if (skipped == -TRICK) return 0;
    return skipped > 0 && skipped < FAR ? skipped : FAR;
}

void order_watch(const order *o, order_state *s, const cardset *hands, int count) {
    s->turns = 0;
    if (o->w.forced[0] == 0) return;
    s->turns = count < FORCED ? count : FORCED;
    for (int turn = 0; turn < s->turns; turn++) {
        int size = 0;
        for (cardset rest = hands[turn]; rest; rest &= rest - 1, size++) {
            int card = lowest_card(rest), by_pile[PILES];
            s->cards[turn][size] = (uint8_t)card;
            for (int pile = 0; pile < PILES; pile++)
                by_pile[pile] = distance(pile, s->tops[pile], card);
            for (int pile = 0; pile < PILES; pile++) {
                int near = FAR;
                for (int other = 0; other < PILES; other++)
                    if (other != pile && by_pile[other] < near) near = by_pile[other];
                s->near[pile][turn][size] = (uint8_t)near;
            }
        }
        s->sizes[turn] = size;
    }
}

float order_forced(const order *o, const order_state *s, int pile, int card) {
    float cost = 0;
    int wanted = o->g->minimum;
    for (int turn = 0; turn < s->turns; turn++) {
        int nearest[CARDS], size = 0, sum = 0;
        for (int i = 0; i < s->sizes[turn]; i++) {
            int held = s->cards[turn][i];
            if (held == card) continue; /* the mover's own, just laid */
            int far = distance(pile, card, held), here = s->near[pile][turn][i];
            if (far < here) here = far;
            if (size == wanted && here >= nearest[size - 1]) continue;
            int at = size < wanted ? size++ : size - 1;
            for (; at > 0 && nearest[at - 1] > here; at--) nearest[at] = nearest[at - 1];
            nearest[at] = here;
        }
        for (int i = 0; i < size; i++) sum += nearest[i];
        cost += o->w.forced[turn] / 10 * (float)sum;
    }
    return cost;
}
