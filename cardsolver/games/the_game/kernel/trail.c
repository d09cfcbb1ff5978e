#include "trail.h"

#include <string.h>

int trail_add(control *c, trail *t, uint32_t parent, lay16 lay) {
    if (t->count + 1 >= NO_NODE) {
        c->status = OUT_OF_MEMORY;
        return 0;
    }
    if (!make_room(c, (void **)&t->parent, &t->parent_room, t->count + 1, sizeof *t->parent) ||
        !make_room(c, (void **)&t->lay, &t->lay_room, t->count + 1, sizeof *t->lay))
        return 0;
    t->parent[t->count] = parent;
    t->lay[t->count++] = lay;
    return 1;
}

void trail_free(control *c, trail *t) {
    give_back(c, (void **)&t->parent, &t->parent_room, sizeof *t->parent);
    give_back(c, (void **)&t->lay, &t->lay_room, sizeof *t->lay);
}

int sweep_begin(control *c, const trail *t, trail_sweep *sweep) {
    size_t words = t->count / 64 + 1;
    memset(sweep, 0, sizeof *sweep);
    if (!make_room(c, (void **)&sweep->live, &sweep->live_room, words, sizeof *sweep->live) ||
        !make_room(c, (void **)&sweep->before, &sweep->before_room, words, sizeof *sweep->before))
        return 0;
    memset(sweep->live, 0, words * sizeof *sweep->live);
    return 1;
}

/* A parent stands before its children: backwards, every node has been decided when it is met. */
void sweep_run(control *c, trail *t, trail_sweep *sweep) {
    for (size_t i = t->count; i-- > 0;)
        if (sweep->live[i >> 6] >> (i & 63) & 1) sweep_keep(sweep, t->parent[i]);
    uint32_t kept = 0;
    for (size_t word = 0; word <= t->count / 64; word++) {
        sweep->before[word] = kept;
        kept += (uint32_t)__builtin_popcountll(sweep->live[word]);
    }
    size_t to = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (!(sweep->live[i >> 6] >> (i & 63) & 1)) continue;
        t->parent[to] = sweep_number(sweep, t->parent[i]);
        t->lay[to++] = t->lay[i];
    }
    t->count = to;
    size_t wanted = to + to / 4;
    give_up_room(c, (void **)&t->parent, &t->parent_room, wanted, sizeof *t->parent);
    give_up_room(c, (void **)&t->lay, &t->lay_room, wanted, sizeof *t->lay);
}

void sweep_end(control *c, trail_sweep *sweep) {
    give_back(c, (void **)&sweep->live, &sweep->live_room, sizeof *sweep->live);
    give_back(c, (void **)&sweep->before, &sweep->before_room, sizeof *sweep->before);
}

/* Which real pile of a direction has this code now? Piles with equal codes take the same cards. */
static int pile_with(const uint8_t tops[PILES], int descends, int code, cardset unlaid,
                     int normalise) {
    cardset seen = descends ? mirrored(unlaid) : unlaid;
    int first = descends ? 2 : 0;
    for (int pile = first; pile < first + 2; pile++) {
        int top = descends ? MIRROR - tops[pile] : tops[pile];
        if (normalise ? code_for(top, seen, 1) == code : top == (code & VALUE)) return pile;
    }
    return first; /* cannot be; the referee would refuse the line */
}

void trail_line(const trail *t, const game *g, const kernel_problem *roots, uint32_t node,
                lay16 last, int normalise, kernel_answer *answer) {
    lay16 lays[2 * CARDS + 2]; /* with the ends of turns, last first */
    int count = 0, root = 0;
    if (last) lays[count++] = last;
    while (node != NO_NODE) {
        if (t->parent[node] == NO_NODE) root = t->lay[node] >> 8;
        else lays[count++] = t->lay[node];
        node = t->parent[node];
    }
    uint8_t tops[PILES];
    memcpy(tops, roots[root].tops, sizeof tops);
    cardset unlaid = g->unlaid;
    answer->root = root;
    answer->lays = 0;
    memset(answer->ends, 0, sizeof answer->ends);
    while (count-- > 0) {
        int card = lays[count] & VALUE;
        if (!card) {
            answer->ends[answer->lays] = 1;
            continue;
        }
        int pile = pile_with(tops, lays[count] >> 7 & 1, lays[count] >> 8, unlaid, normalise);
        answer->card[answer->lays] = (uint8_t)card;
        answer->pile[answer->lays++] = (uint8_t)pile;
        tops[pile] = (uint8_t)card;
        unlaid &= ~card_bit(card);
    }
    answer->left = g->cards - answer->lays;
}
