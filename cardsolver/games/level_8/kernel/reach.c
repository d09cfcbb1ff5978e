/* How far a hand is from a level: the twin of fast/reach.py, which explains it. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level8.h"

enum { FOUND_BITS = 15, SETS_BITS = 11, ALL = (1 << NUMBERS) - 1, WAYS = 64 };
#define EMPTY 0xffffffffu
#define IN_USE (1u << 31)

int level_make(level *made, const level_spec *spec) {
    memset(made, 0, sizeof *made);
    made->spec = *spec;
    size_t planes = (size_t)spec->demands * (size_t)spec->depth;
    uint16_t *demand = malloc(planes * sizeof *demand + 1);
    made->spec.demand = demand;
    made->found = malloc(sizeof(reach_entry) << FOUND_BITS);
    made->sets = calloc((size_t)1 << SETS_BITS, sizeof(sets_entry));
    if (!demand || !made->found || !made->sets) return -1;
    memcpy(demand, spec->demand, planes * sizeof *demand);
    for (int entry = 0; entry < 1 << FOUND_BITS; entry++) made->found[entry].high = EMPTY;
    for (int size = SIZE; size >= 2; size--) {
        int count = 0;
        for (int index = 0; index < spec->combos; index++)
            count += spec->kind[index] == SET && spec->size[index] == size;
        if (count) {
            made->set_size[made->set_kinds] = size;
            made->set_count[made->set_kinds++] = count;
        }
    }
    made->has_sets = made->set_kinds > 0;
    /* A stable sort by kind and size. */
    for (int index = 0; index < spec->combos; index++) {
        made->cards += spec->size[index];
        made->has_runs |= spec->kind[index] == RUN;
        int place = index;
        while (place > 0) {
            int before = made->order[place - 1];
            if (spec->kind[before] < spec->kind[index] ||
                (spec->kind[before] == spec->kind[index] && spec->size[before] <= spec->size[index]))
                break;
            made->order[place] = before;
            place--;
        }
        made->order[place] = index;
    }
    for (int place = 0; place < spec->combos; place++) {
        int here = made->order[place], before = place ? made->order[place - 1] : 0;
        made->twin[place] = place && spec->kind[here] == spec->kind[before] && spec->size[here] == spec->size[before];
    }
    for (int code = 0; code < JOKER; code++) {
        if (!spec->coloured)
            made->unit_low[code] = 1ull << 3 * (code % NUMBERS);
        else if (code < 64)
            made->unit_low[code] = 1ull << code;
        else
            made->unit_high[code] = 1u << (code - 64);
    }
    made->unit_high[JOKER] = spec->coloured ? 1u << 26 : 1;
    return 0;
}

void level_free(level *made) {
    free((void *)made->spec.demand);
    free(made->found);
    free(made->sets);
}

hand_key key_of(const level *goal, const uint8_t *cards, int count) {
    hand_key key = {0, 0};
    for (int place = 0; place < count; place++) {
        key.low += goal->unit_low[cards[place]];
        key.high += goal->unit_high[cards[place]];
    }
    return key;
}

/* How many ways to place the sets lack 0, 1, 2 … cards, when so many numbers are held more than
   0, 1, 2 … times. Equal sets share their count as in the reference. */
static const uint32_t *sets_profile(level *goal, const int held[PLANES]) {
    uint32_t packed = IN_USE;
    for (int plane = 0; plane < PLANES; plane++) packed |= (uint32_t)held[plane] << 4 * plane;
    sets_entry *entry = &goal->sets[packed * 2654435761u >> (32 - SETS_BITS)];
    if (entry->held == packed) return entry->profile;
    int most = 0, ways = 1;
    int stride[COMBOS];
    for (int kind = 0; kind < goal->set_kinds; kind++) {
        most += goal->set_size[kind] * goal->set_count[kind];
        stride[kind] = ways;
        ways *= goal->set_count[kind] + 1;
    }
    /* way[w]: the profile once w says how many sets of each size have their number. */
    uint32_t way[WAYS][SIZE + 1], next[WAYS][SIZE + 1];
    memset(way, 0, sizeof way[0] * (size_t)ways);
    way[0][0] = 1;
    for (int count = 0; count <= PLANES; count++) {
        int numbers = (count ? held[count - 1] : NUMBERS) - (count < PLANES ? held[count] : 0);
        for (; numbers > 0; numbers--) {
            memset(next, 0, sizeof next[0] * (size_t)ways);
            for (int from = 0; from < ways; from++) {
                for (int here = 0; from + here < ways; here++) {
                    int need = 0, fits = 1;
                    for (int kind = 0; kind < goal->set_kinds; kind++) {
                        int has = from / stride[kind] % (goal->set_count[kind] + 1);
                        int more = here / stride[kind] % (goal->set_count[kind] + 1);
                        need += more * goal->set_size[kind];
                        fits &= has + more <= goal->set_count[kind];
                    }
                    if (!fits) continue;
                    int lack = need > count ? need - count : 0;
                    for (int had = 0; had + lack <= most; had++) next[from + here][had + lack] += way[from][had];
                }
            }
            memcpy(way, next, sizeof way[0] * (size_t)ways);
        }
    }
    entry->held = packed;
    memset(entry->profile, 0, sizeof entry->profile);
    memcpy(entry->profile, way[ways - 1], sizeof(uint32_t) * (size_t)(most + 1));
    return entry->profile;
}

/* How many numbers are held more than 0, 1, 2 … times once the runs have theirs. */
static void left_over(const level *goal, const uint16_t planes[PLANES], const uint16_t *demand, int held[PLANES]) {
    int depth = goal->spec.depth;
    for (int plane = 0; plane < PLANES; plane++) {
        int left = 0;
        for (int times = 0; times <= depth && plane + times < PLANES; times++) {
            int wanted = times ? demand[times - 1] : ALL;
            int more = times < depth ? demand[times] : 0;
            left |= planes[plane + times] & wanted & ~more;
        }
        held[plane] = bit_count((uint32_t)left);
    }
}

static double plain(level *goal, hand_key key, int *lacking) {
    uint16_t planes[PLANES] = {0};
    uint64_t numbers = key.low;
    for (int bit = 1; numbers; numbers >>= 3, bit <<= 1)
        for (int plane = 0; plane < (int)(numbers & 7); plane++) planes[plane] |= (uint16_t)bit;
    uint32_t profile[SIZE + 1] = {0};
    if (!goal->has_runs) {
        int held[PLANES];
        for (int plane = 0; plane < PLANES; plane++) held[plane] = bit_count(planes[plane]);
        memcpy(profile, sets_profile(goal, held), sizeof profile);
    } else {
        const uint16_t *demand = goal->spec.demand;
        int depth = goal->spec.depth;
        for (int index = 0; index < goal->spec.demands; index++, demand += depth) {
            int lack = bit_count((uint32_t)(demand[0] & ~planes[0]));
            for (int plane = 1; plane < depth; plane++)
                if (demand[plane]) lack += bit_count((uint32_t)(demand[plane] & ~planes[plane]));
            if (goal->has_sets) {
                int held[PLANES];
                left_over(goal, planes, demand, held);
                const uint32_t *rest = sets_profile(goal, held);
                for (int more = 0; lack + more <= goal->cards; more++) profile[lack + more] += rest[more];
            } else {
                profile[lack]++;
            }
        }
    }
    int jokers = (int)key.high, fewest = goal->cards + 1;
    double worth = 0.0, weight = 1.0;
    for (int lack = 0; lack <= goal->cards; lack++) {
        if (profile[lack]) {
            worth += weight * profile[lack];
            if (lack < fewest) fewest = lack;
        }
        if (lack >= jokers) weight *= goal->spec.chance;
    }
    *lacking = fewest - jokers;
    return worth;
}

static double coloured(level *goal, hand_key key, int *lacking) {
    const level_spec *spec = &goal->spec;
    uint64_t upper = key.high & ((1u << 26) - 1);
    int jokers = (int)(key.high >> 26);
    uint16_t own[COLOURS];
    int held[COLOURS];
    for (int colour = 0; colour < COLOURS; colour++) {
        int start = NUMBERS * colour;
        uint64_t cards = start < 64 ? key.low >> start | (start ? upper << (64 - start) : 0) : upper >> (start - 64);
        uint16_t mine = (uint16_t)(cards & ALL);
        int count = bit_count(mine), place = colour;
        for (; place > 0 && held[place - 1] < count; place--) {
            own[place] = own[place - 1];
            held[place] = held[place - 1];
        }
        own[place] = mine;
        held[place] = count;
    }
    const double(*power)[SIZE + 1] = spec->power[jokers > JOKERS ? JOKERS : jokers];
    double worth = 0.0;
    int fewest = goal->cards;
    for (int place = 0; place < COLOURS; place++) {
        int mine = own[place], wanted = spec->coloured - held[place];
        if (wanted > fewest + 1) break; /* every plan in this colour is far behind */
        int planes[PLANES] = {0};
        for (int other = 0; other < COLOURS; other++) {
            if (other == place) continue;
            for (int plane = PLANES - 1; plane > 0; plane--) planes[plane] |= planes[plane - 1] & own[other];
            planes[0] |= own[other];
        }
        if (spec->one_set) {
            for (int count = 0; count <= spec->one_set; count++) {
                int from = count ? planes[count - 1] : ALL;
                int alike = count == spec->one_set ? from : from & ~planes[count];
                if (!alike) continue;
                int lack = spec->one_set - count;
                int with_mine = lack ? bit_count((uint32_t)(alike & mine)) : 0;
                int plain_ones = bit_count((uint32_t)alike) - with_mine;
                if (with_mine) {
                    int colours = wanted + 1 > 0 ? wanted + 1 : 0;
                    worth += with_mine * power[lack - 1][colours];
                    if (lack - 1 + colours < fewest) fewest = lack - 1 + colours;
                }
                if (plain_ones) {
                    int colours = wanted > 0 ? wanted : 0;
                    worth += plain_ones * power[lack][colours];
                    if (lack + colours < fewest) fewest = lack + colours;
                }
            }
            continue;
        }
        const uint16_t *demand = spec->demand;
        for (int index = 0; index < spec->demands; index++, demand += spec->depth) {
            int lack = 0, missed = 0;
            for (int plane = 0; plane < spec->depth; plane++) {
                int missing = demand[plane] & ~planes[plane];
                missed |= missing;
                lack += bit_count((uint32_t)missing);
            }
            int helping = bit_count((uint32_t)(missed & mine));
            int colours = wanted + helping > 0 ? wanted + helping : 0;
            lack -= helping;
            worth += power[lack][colours];
            if (lack + colours < fewest) fewest = lack + colours;
        }
    }
    *lacking = fewest - jokers;
    return worth;
}

/* The draws on the line through the knots on both sides; beyond them it goes on. */
static double expected_draws(const level_spec *spec, double distance) {
    if (spec->knots < 2) return distance;
    int place = 1;
    while (place < spec->knots - 1 && spec->knot[place][0] < distance) place++;
    const double *low = spec->knot[place - 1], *high = spec->knot[place];
    return low[1] + (distance - low[0]) * (high[1] - low[1]) / (high[0] - low[0]);
}

reach_entry reach(level *goal, hand_key key) {
    uint64_t mixed = (key.low ^ (uint64_t)key.high * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u;
    reach_entry *entry = &goal->found[mixed >> (64 - FOUND_BITS)];
    if (entry->low != key.low || entry->high != key.high) {
        double worth = goal->spec.coloured ? coloured(goal, key, &entry->lacking) : plain(goal, key, &entry->lacking);
        entry->low = key.low;
        entry->high = key.high;
        entry->distance = -log(worth) / goal->spec.unit_of_distance;
        entry->draws = expected_draws(&goal->spec, entry->distance);
    }
    return *entry;
}
