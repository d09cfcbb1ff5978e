#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "control.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef _WIN32
#include <pthread.h>
#endif

/* Beyond BIG_BYTES an array grows by less at a time: half of it unused would be too much. */
enum { MOST_THREADS = 64, SMALL_SORT = 64, BIG_BYTES = 1 << 24 };

static double now(void) {
    struct timespec t;
#ifdef _WIN32
    timespec_get(&t, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void control_init(control *c, const kernel_limits *limits, kernel_progress *progress) {
    memset(c, 0, sizeof *c);
    c->progress = progress;
    c->deadline = limits->seconds < 0 ? 0 : now() + limits->seconds;
    c->most_bytes = limits->bytes ? limits->bytes : UINT64_MAX;
    c->most_nodes = limits->nodes ? limits->nodes : UINT64_MAX;
    c->threads = limits->threads < 1 ? 1 : limits->threads;
    if (c->threads > MOST_THREADS) c->threads = MOST_THREADS;
    progress->peak_bytes = 0;
    progress->bytes = 0;
}

int must_stop(control *c) {
    if (c->status != DONE) return 1;
    if (c->progress->stop) c->status = STOPPED;
    else if (c->deadline > 0 && now() >= c->deadline) c->status = OUT_OF_TIME;
    return c->status != DONE;
}

int make_room(control *c, void **array, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room) return 1;
    size_t more = *room + *room / (*room * size < BIG_BYTES ? 2 : 8);
    if (more < wanted) more = wanted;
    if (more < 64) more = 64;
    uint64_t extra = (uint64_t)(more - *room) * size;
    uint64_t bytes = atomic_fetch_add(&c->bytes, extra) + extra;
    void *grown = bytes > c->most_bytes ? NULL : realloc(*array, more * size);
    if (!grown) {
        atomic_fetch_sub(&c->bytes, extra);
        c->status = OUT_OF_MEMORY;
        return 0;
    }
    *array = grown;
    *room = more;
    c->progress->bytes = bytes;
    if (bytes > c->progress->peak_bytes) c->progress->peak_bytes = bytes;
    return 1;
}

void give_up_room(control *c, void **array, size_t *room, size_t wanted, size_t size) {
    if (!wanted || wanted >= *room) return;
    void *smaller = realloc(*array, wanted * size);
    if (!smaller) return;
    atomic_fetch_sub(&c->bytes, (uint64_t)(*room - wanted) * size);
    *array = smaller;
    *room = wanted;
}

void give_back(control *c, void **array, size_t *room, size_t size) {
    free(*array);
    atomic_fetch_sub(&c->bytes, (uint64_t)*room * size);
    *array = NULL;
    *room = 0;
}

/* Threads ------------------------------------------------------------------------------------ */

typedef struct {
    void (*work)(void *, int, int);
    void *context;
    _Atomic int next, threads;
    int count;
} shared_work;

static void *take_work(void *argument) {
    shared_work *shared = argument;
    int index, thread = atomic_fetch_add(&shared->threads, 1);
    while ((index = atomic_fetch_add(&shared->next, 1)) < shared->count)
        shared->work(shared->context, index, thread);
    return NULL;
}

void share_out(control *c, int count, void (*work)(void *, int, int), void *context) {
    shared_work shared = {work, context, 0, 0, count};
    int helpers = (c->threads < count ? c->threads : count) - 1;
#ifndef _WIN32
    pthread_t threads[MOST_THREADS];
    int started = 0;
    /* If no more threads can be had, those that are there do all of it. */
    while (started < helpers && !pthread_create(&threads[started], NULL, take_work, &shared))
        started++;
    take_work(&shared);
    while (started > 0) pthread_join(threads[--started], NULL);
#else
    (void)helpers;
    take_work(&shared);
#endif
}

/* Sorting ------------------------------------------------------------------------------------ */

static void sort_few(uint64_t *numbers, size_t count, int first_bit) {
    for (size_t i = 1; i < count; i++) {
        uint64_t number = numbers[i];
        size_t at = i;
        for (; at > 0 && numbers[at - 1] >> first_bit > number >> first_bit; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

void sort_numbers(uint64_t *numbers, uint64_t *scratch, size_t count, int first_bit) {
    if (count <= SMALL_SORT) {
        sort_few(numbers, count, first_bit);
        return;
    }
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++) differ |= numbers[i] ^ numbers[0];
    uint64_t *from = numbers, *to = scratch;
    for (int shift = first_bit; shift < 64; shift += 8) {
        if (!(differ >> shift & 0xff)) continue;
        size_t places[257] = {0};
        for (size_t i = 0; i < count; i++) places[(from[i] >> shift & 0xff) + 1]++;
        for (int digit = 0; digit < 256; digit++) places[digit + 1] += places[digit];
        for (size_t i = 0; i < count; i++) to[places[from[i] >> shift & 0xff]++] = from[i];
        uint64_t *other = from;
        from = to;
        to = other;
    }
    if (from != numbers) memcpy(numbers, from, count * sizeof *numbers);
}
