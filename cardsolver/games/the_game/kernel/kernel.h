/* The kernel's interface. Everything that crosses it is plain numbers, so that ctypes can call it.

   A search answers, for one or more roots (the same cards with different seats to move first):
   what is the fewest cards that can be left? With `win_only` just: can every card be laid? */

#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>

#include "cards.h"

#define KERNEL_VERSION 2

/* What may be left out of an exact search, and the tests switch off one by one. The proofs are in
   docs/solver-search.md under these names. */
enum {
    NORMALISE = 1 << 0, /* tops that differ only in laid cards are one top */
    DOMINANCE = 1 << 1, /* drop states that another with the same hands is never worse than */
    PAIRINGS = 1 << 2,  /* compare the piles of a direction either way round */
    DEAD = 1 << 3,      /* cards that no pile can ever take */
    STUCK = 1 << 4,     /* cards that cannot be laid before later cards are drawn */
    LAG = 1 << 5,       /* solo: never pass a trick-free card of the hand */
    FREE_LAY = 1 << 6,  /* solo: a lay that costs nothing is the only one tried */
    SHORT_TURNS = 1 << 7, /* solo: no turn of twice the minimum */
    EVERYTHING = (1 << 8) - 1
};

enum { DONE = 0, OUT_OF_TIME = 1, OUT_OF_MEMORY = 2, STOPPED = 3, OUT_OF_NODES = 4 };

typedef struct {
    int32_t seats;
    int32_t minimum;
    int32_t on_fire;
    int32_t laid;     /* cards that the mover has laid in this turn already */
    int32_t due;      /* bit p: the fire card on pile p must be covered in this turn */
    int32_t drawing;  /* cards in the draw pile */
    uint8_t tops[PILES];
    uint8_t draw[CARDS];          /* top first */
    uint8_t hand_sizes[SEATS];    /* seats from the mover on */
    uint8_t hands[SEATS][CARDS];
} kernel_problem;

typedef struct {
    double seconds;       /* negative: no limit */
    uint64_t bytes;       /* 0: no limit */
    uint64_t nodes;       /* of an exact search; 0: no limit */
    int32_t threads;
    int32_t win_only;
    int32_t hopeless;     /* a line that leaves this many cards is known already */
    uint32_t rules;       /* of NORMALISE and the others; for exact searches */
} kernel_limits;

/* Read by the caller while the search runs; `stop` is written by it. */
typedef struct {
    volatile int32_t stop;
    volatile int32_t layer;
    volatile uint64_t nodes;
    volatile uint64_t bytes;      /* in use now */
    volatile uint64_t peak_bytes;
    volatile uint64_t widest;     /* nodes of the widest layer */
} kernel_progress;

typedef struct {
    int32_t status;
    int32_t complete;   /* nothing was cut: `left` is the best there is, or `hopeless` is */
    int32_t left;       /* of the best line found; -1 without a line better than `hopeless` */
    int32_t root;
    int32_t lays;
    uint8_t card[CARDS];
    uint8_t pile[CARDS];
    uint8_t ends[CARDS + 1]; /* ends[i]: the turn ended after lay i (from 1); [0]: at once */
} kernel_answer;

int32_t kernel_version(void);

/* Keeps every state (exact), or at most `width` states of each bin (a beam). 0: as it should be;
   otherwise the number of the argument that makes no sense, from 1. */
int32_t kernel_exact(const kernel_problem *roots, int32_t count, const kernel_limits *limits,
                     kernel_progress *progress, kernel_answer *answer);
int32_t kernel_beam(const kernel_problem *roots, int32_t count, const kernel_limits *limits,
                    int32_t width, const float *weights, kernel_progress *progress,
                    kernel_answer *answer);

#endif
