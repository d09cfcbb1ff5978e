/* The project's generator, SplitMix64 (docs/notation.md). */

#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static inline uint64_t next_number(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return mixed ^ mixed >> 31;
}

/* From 0 to limit - 1; for small limits the bias is far below anything that could be measured. */
static inline int number_below(int limit, uint64_t *state) {
    return (int)((next_number(state) >> 32) * (uint64_t)limit >> 32);
}

#endif
