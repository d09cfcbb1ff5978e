#include "reach.h"

#include <string.h>

enum { PAIRS = CODES * CODES };

int reach_cache_init(reach_cache *cache, const game *g, control *c) {
    memset(cache, 0, sizeof *cache);
    cache->g = g;
    cache->c = c;
    for (int side = 0; side < 2; side++) {
        if (!make_room(c, (void **)&cache->stamp[side], &cache->stamp_room[side], PAIRS,
                       sizeof **cache->stamp) ||
            !make_room(c, (void **)&cache->place[side], &cache->place_room[side], PAIRS,
                       sizeof **cache->place))
            return 0;
        memset(cache->stamp[side], 0, PAIRS * sizeof **cache->stamp);
    }
    return 1;
}

void reach_cache_free(reach_cache *cache) {
    if (!cache->c) return; /* never begun */
    for (int side = 0; side < 2; side++) {
        give_back(cache->c, (void **)&cache->stamp[side], &cache->stamp_room[side],
                  sizeof **cache->stamp);
        give_back(cache->c, (void **)&cache->place[side], &cache->place_room[side],
                  sizeof **cache->place);
    }
    give_back(cache->c, (void **)&cache->reaches, &cache->room, sizeof *cache->reaches);
}

void reach_start(reach_cache *cache, cardset hands, int mover, int drawn, int stuck) {
    const game *g = cache->g;
    if (!stuck) { /* what is never in reach does not depend on when cards are drawn */
        hands |= g->undrawn[drawn];
        drawn = g->drawing;
    }
    cache->epoch++;
    cache->count = 0;
    cache->hands[0] = hands;
    cache->hands[1] = mirrored(hands);
    cache->held = count_cards(hands);
    cache->must_lay = mover < g->minimum ? mover : g->minimum;
    cache->drawing = g->drawing - drawn;
    cache->seen[0] = hands;
    for (int i = 0; i < cache->drawing; i++) {
        int card = g->draw[drawn + i];
        cache->next[0][i] = (uint8_t)card;
        cache->next[1][i] = (uint8_t)(MIRROR - card);
        cache->seen[i + 1] = cache->seen[i] | card_bit(card);
    }
}

/* The lowest number in reach with these cards: whatever lies at `lowest` or above can be laid, and
   tricks lead below it, from a top or from a card that can be laid. */
static int with_tricks(int lowest, cardset cards, const int tricks[2]) {
    for (;;) {
        int better = lowest;
        for (int i = 0; i < 2; i++)
            if (tricks[i] > BASE && tricks[i] < better && has_card(cards, tricks[i]))
                better = tricks[i];
        cardset pairs = cards & (cards >> TRICK) & cards_below(lowest);
        pairs &= ~cards_below(lowest - TRICK);
        if (pairs && lowest_card(pairs) < better) better = lowest_card(pairs);
        if (better == lowest) return lowest;
        lowest = better;
    }
}

static void work_out(const reach_cache *cache, int side, int first, int second, reach *result) {
    cardset cards = cache->hands[side];
    int codes[2] = {first, second};
    int tricks[2], lowest = MIRROR;
    for (int i = 0; i < 2; i++) {
        int value = codes[i] & VALUE;
        tricks[i] = codes[i] & WAITS ? value - TRICK : 0;
        if (value + 1 < lowest) lowest = value + 1;
    }
    lowest = with_tricks(lowest, cards, tricks);
    result->steps = 1;
    result->at[0] = 0;
    result->lowest[0] = (uint8_t)lowest;
    for (int i = 0; i < cache->drawing; i++) {
        cards |= card_bit(cache->next[side][i]);
        int better = with_tricks(lowest, cards, tricks);
        if (better != lowest) {
            lowest = better;
            result->at[result->steps] = (uint8_t)(i + 1);
            result->lowest[result->steps++] = (uint8_t)lowest;
        }
    }
}

/* An index, as the array may move while more are worked out. -1 without memory. */
static long reach_of(reach_cache *cache, int side, int first, int second) {
    int pair = first | second << 8;
    if (cache->stamp[side][pair] == cache->epoch) return cache->place[side][pair];
    if (!make_room(cache->c, (void **)&cache->reaches, &cache->room, cache->count + 1,
                   sizeof *cache->reaches))
        return -1;
    work_out(cache, side, first, second, &cache->reaches[cache->count]);
    cache->stamp[side][pair] = cache->epoch;
    cache->place[side][pair] = (uint32_t)cache->count;
    return (long)cache->count++;
}

/* Both directions; 0 if there is no memory (then nothing is pruned). */
static int reaches(reach_cache *cache, tops4 tops, const reach **up, const reach **down) {
    long one = reach_of(cache, 0, code_of(tops, 0), code_of(tops, 1));
    long two = reach_of(cache, 1, code_of(tops, 2), code_of(tops, 3));
    if (one < 0 || two < 0) return 0;
    *up = &cache->reaches[one];
    *down = &cache->reaches[two];
    return 1;
}

/* Cards that neither direction takes: below what ascending piles reach, above the others'. */
static cardset between(int lowest_up, int lowest_down) {
    return cards_below(lowest_up) & ~cards_below(MIRROR - lowest_down + 1);
}

int all_fit(tops4 tops) {
    int low[2];
    for (int side = 0; side < 2; side++) {
        int one = code_of(tops, 2 * side) & VALUE, two = code_of(tops, 2 * side + 1) & VALUE;
        low[side] = one < two ? one : two;
    }
    return low[0] + low[1] < MIRROR;
}

int dead_cards(reach_cache *cache, tops4 tops) {
    const reach *up, *down;
    if (!reaches(cache, tops, &up, &down)) return 0;
    cardset window = between(up->lowest[up->steps - 1], down->lowest[down->steps - 1]);
    return count_cards(cache->seen[cache->drawing] & window);
}

int is_stuck(reach_cache *cache, tops4 tops) {
    const game *g = cache->g;
    const reach *up, *down;
    if (!cache->drawing || !reaches(cache, tops, &up, &down)) return 0;
    int by_turns = g->seats == 1 && !g->on_fire && g->minimum <= 16;
    int u = 0, d = 0;
    uint32_t starts = 1; /* bit i: a turn may start once i more cards are drawn than now */
    for (int drawn = 0; drawn < cache->drawing; drawn++, starts >>= 1) {
        if (u + 1 < up->steps && up->at[u + 1] == drawn) u++;
        if (d + 1 < down->steps && down->at[d + 1] == drawn) d++;
        cardset window = between(up->lowest[u], down->lowest[d]);
        if (!window) return 0; /* it never closes again */
        if (by_turns && !(starts & 1)) continue;
        int room = cache->held - count_cards(cache->seen[drawn] & window);
        if (room < (drawn && !by_turns ? 0 : cache->must_lay)) room = -1;
        if (!by_turns) {
            if (room < 0) return 1;
            continue;
        }
        for (int turn = cache->must_lay; turn < 2 * g->minimum && turn <= room; turn++)
            starts |= 1u << turn;
        if (!(starts >> 1)) return 1;
    }
    return 0;
}
