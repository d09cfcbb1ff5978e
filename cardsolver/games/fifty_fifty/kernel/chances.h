/* Powers of chances, worked out once: rollouts ask for the same few thousand of them all the time. */

#ifndef CHANCES_H
#define CHANCES_H

#include <math.h>

#include "table.h"

enum { USUAL_HAND = 5 };

extern double power_of_share[USUAL_HAND + 1][DECK + 1][DECK + 1];
extern double power_of_rest[USUAL_HAND + 1][DECK + 1][DECK + 1];

/* Before anything else, once. */
void prepare_chances(void);

/* (count / all) to the power of `size`: that all cards of a hand are among so many. */
static inline double all_among(int count, int all, int size) {
    return size <= USUAL_HAND ? power_of_share[size][all][count]
                              : pow((double)count / all, size);
}

/* (1 - count / all) to the power of `size`: that no card of a hand is among so many. */
static inline double none_among(int count, int all, int size) {
    return size <= USUAL_HAND ? power_of_rest[size][all][count]
                              : pow(1 - (double)count / all, size);
}

#endif
