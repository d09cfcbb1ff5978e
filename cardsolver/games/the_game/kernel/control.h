/* Limits of a search, memory that is counted, and work shared out among threads. */

#ifndef CONTROL_H
#define CONTROL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel.h"

typedef struct {
    kernel_progress *progress;
    double deadline;   /* 0: none */
    uint64_t most_bytes, most_nodes;
    int threads;
    _Atomic uint64_t bytes;
    _Atomic int status; /* DONE while nothing went wrong */
} control;

void control_init(control *c, const kernel_limits *limits, kernel_progress *progress);

/* Has the search to end? Looks at the clock and at what the caller wants. */
int must_stop(control *c);

/* A growing array: `room` is how many items of `size` bytes it has. 0 if memory or the limit is
   short; the array is then as it was. */
int make_room(control *c, void **array, size_t *room, size_t wanted, size_t size);
/* Shrink an array to `wanted` items, where that can be had. */
void give_up_room(control *c, void **array, size_t *room, size_t wanted, size_t size);
void give_back(control *c, void **array, size_t *room, size_t size);

/* Calls work(context, i, thread) for every i below `count`, on as many threads as there are; each of
   them has a number below `threads`. */
void share_out(control *c, int count, void (*work)(void *context, int index, int thread), void *context);

/* Sorts numbers by their bits from `first_bit` on; equal ones keep their order. */
void sort_numbers(uint64_t *numbers, uint64_t *scratch, size_t count, int first_bit);

#endif
