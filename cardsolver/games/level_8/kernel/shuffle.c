/* The seeded shuffle of core/shuffle.py, and the quicker one of fast/worlds.py. */

#include "level8.h"

#define USED_UP (1u << 28)

uint64_t next_number(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static void swap(uint8_t *cards, int one, int other) {
    uint8_t card = cards[one];
    cards[one] = cards[other];
    cards[other] = card;
}

void shuffle(uint8_t *cards, int count, uint64_t *state) {
    for (int place = count - 1; place > 0; place--) {
        uint64_t limit = (uint64_t)place + 1;
        uint64_t surplus = (UINT64_MAX % limit + 1) % limit; /* 2^64 modulo the limit */
        uint64_t number;
        do number = next_number(state);
        while (number > UINT64_MAX - surplus);
        swap(cards, place, (int)(number % limit));
    }
}

void quick_shuffle(uint8_t *cards, int count, uint64_t *state) {
    uint64_t number = 0;
    for (int place = count - 1; place > 0; place--) {
        if (number < USED_UP) number = next_number(state);
        uint64_t limit = (uint64_t)place + 1;
        swap(cards, place, (int)(number % limit));
        number /= limit;
    }
}
