/* Guesses of the hidden cards: the twin of fast/worlds.py, which explains them. */

#include <string.h>

#include "worlds.h"

enum { MOST_TRIED = 8 }; /* random hands for one seat */

/* Of several hands the nearest that is not complete; the others' cards stay in the pool. */
static void nearest(level *goal, const beliefs *believed, int seat, uint8_t *hand, int missing, uint8_t *pool, int left) {
    int known = believed->known_size[seat], turns = believed->turns[seat], at = -1;
    if (!turns) return;
    hand_key base = key_of(goal, hand, known);
    reach_entry found = reach(goal, key_of(goal, hand, known + missing));
    double least = found.lacking > 0 ? found.distance : 99.0;
    for (int trial = 0; trial < (2 * turns < MOST_TRIED ? 2 * turns : MOST_TRIED); trial++) {
        int start = trial * missing;
        if (start + missing > left) break;
        hand_key other = key_of(goal, pool + start, missing);
        found = reach(goal, (hand_key){base.low + other.low, base.high + other.high});
        if (found.lacking > 0 && found.distance < least) {
            least = found.distance;
            at = start;
        }
    }
    if (at < 0) return;
    uint8_t chosen[HAND];
    memcpy(chosen, pool + at, (size_t)missing);
    memcpy(pool + at, hand + known, (size_t)missing);
    memcpy(hand + known, chosen, (size_t)missing);
}

void guess(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state, table_round *world) {
    uint8_t cards[CARDS], *pool = cards;
    int left = believed->hidden;
    memcpy(cards, believed->cards, (size_t)left);
    quick_shuffle(cards, left, state);
    *world = *seen;
    for (int seat = 0; seat < world->players; seat++) {
        if (seat == believed->seat) continue;
        int known = believed->known_size[seat], missing = world->hand_size[seat] - known;
        uint8_t *hand = world->hands[seat];
        memcpy(hand, believed->known[seat], (size_t)known);
        memcpy(hand + known, pool, (size_t)missing);
        pool += missing;
        left -= missing;
        if (believed->believes && missing && !world->laid[seat])
            nearest(&plays->levels[world->levels[seat] - 1], believed, seat, hand, missing, pool, left);
    }
    memcpy(world->draw, pool, (size_t)left);
    world->draws = left;
    world->generator = *state;
}
