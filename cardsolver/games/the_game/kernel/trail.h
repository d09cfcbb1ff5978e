/* The way back from a state to its line, and the line as lays on real piles. */

#ifndef TRAIL_H
#define TRAIL_H

#include "control.h"
#include "game.h"

#define NO_NODE UINT32_MAX

/* A lay in 16 bits: the card, its direction, and the code of the pile before it. Card 0 is no lay:
   the turn ended, or (at a root) the number of the root. */
typedef uint16_t lay16;

static inline lay16 lay_of(int card, int descends, int code) {
    return (lay16)(card | descends << 7 | code << 8);
}
static inline lay16 root_lay(int root) { return (lay16)(root << 8); }

/* A node for every state that was kept: six bytes. */
typedef struct {
    uint32_t *parent;
    lay16 *lay;
    size_t count, parent_room, lay_room;
} trail;

int trail_add(control *c, trail *t, uint32_t parent, lay16 lay);
void trail_free(control *c, trail *t);

/* Forgetting the nodes that nothing in use comes from, once there are many of them: begin, keep the
   node of every state in use, sweep; then renumber those nodes, and end. */
typedef struct {
    uint64_t *live;   /* bit n: node n is kept */
    uint32_t *before; /* nodes kept before each word of `live` */
    size_t live_room, before_room;
} trail_sweep;

int sweep_begin(control *c, const trail *t, trail_sweep *sweep);
void sweep_run(control *c, trail *t, trail_sweep *sweep);
void sweep_end(control *c, trail_sweep *sweep);

static inline void sweep_keep(trail_sweep *sweep, uint32_t node) {
    if (node != NO_NODE) sweep->live[node >> 6] |= (uint64_t)1 << (node & 63);
}

/* What a node that was kept is called now. */
static inline uint32_t sweep_number(const trail_sweep *sweep, uint32_t node) {
    if (node == NO_NODE) return node;
    uint64_t lower = sweep->live[node >> 6] & (((uint64_t)1 << (node & 63)) - 1);
    return sweep->before[node >> 6] + (uint32_t)__builtin_popcountll(lower);
}

/* Write the line that ends with `last` laid after `node` (or at `node` itself if last is 0). */
void trail_line(const trail *t, const game *g, const kernel_problem *roots, uint32_t node,
                lay16 last, int normalise, kernel_answer *answer);

#endif
