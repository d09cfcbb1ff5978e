/* Guesses of the hidden cards: the twin of fast/worlds.py, which explains them. */

#include "worlds.h"

#include <math.h>
#include <string.h>

enum { FIRST_STEPS = 200, STEPS = 8 };
#define COMPLETE 8.0
#define MISPLAYED 3.0
#define PER_DRAW 3.0
#define TAKEN 3.0
#define DECLINED 3.0
#define KEPT_BACK 5.0
#define FADING 0.85

/* The fewest draws of a hand after its best discard. */
static double after_discard(level *goal, const uint8_t *hand, int size, hand_key key) {
    double least = 99.0;
    for (int place = 0; place < size; place++) {
        if (hand[place] >= JOKER) continue;
        double draws = reach(goal, without(goal, key, hand[place])).draws;
        if (draws < least) least = draws;
    }
    return least;
}

static int holds(const uint8_t *hand, int size, int code) { return memchr(hand, code, (size_t)size) != NULL; }

/* How much a hand would surprise, given what its seat has done. */
static double surprise(policy *plays, const beliefs *believed, const table_round *table, int seat) {
    const uint8_t *hand = table->hands[seat];
    int size = table->hand_size[seat];
    double sum = 0.0;
    if (table->laid[seat]) {
        for (int place = 0; place < size; place++)
            if ((number_bit(hand[place]) & believed->fit_numbers[seat]) || (colour_bit(hand[place]) & believed->fit_colours[seat]))
                sum += KEPT_BACK;
        return sum;
    }
    if (!believed->turns[seat]) return sum;
    level *goal = &plays->levels[table->levels[seat] - 1];
    hand_key key = key_of(goal, hand, size);
    reach_entry now = reach(goal, key);
    double dead = goal->has_sets ? plays->weigh.dead : 0.0, weight = 1.0;
    if (now.lacking <= 0) sum += COMPLETE;
    for (int turn = 0; turn < believed->turns[seat]; turn++) {
        const seen_turn *seen = &believed->seen[seat][turn];
        int code = seen->discarded, is_gone = code < JOKER && !holds(hand, size, code);
        if (is_gone) {
            hand_key before = with(goal, key, code);
            double own = now.draws - dead * table->gone[number_of(code)], least = own;
            int alike = 1;
            for (int place = 0; place < size; place++) {
                if (hand[place] >= JOKER) continue;
                double cost = reach(goal, without(goal, before, hand[place])).draws - dead * table->gone[number_of(hand[place])];
                alike += cost <= own;
                if (cost < least) least = cost;
            }
            sum += weight * log(alike);
            if (own > least) sum += weight * (MISPLAYED + PER_DRAW * (own - least));
        }
        if (seen->taken < JOKER && holds(hand, size, seen->taken)) {
            hand_key before = without(goal, key, seen->taken);
            if (is_gone) before = with(goal, before, code);
            double short_of = plays->weigh.take - (reach(goal, before).draws - now.draws);
            if (short_of >= 0.0) sum += weight * (TAKEN + PER_DRAW * short_of);
        }
        for (int index = 0; index < seen->declined_size; index++) {
            int open = seen->declined[index];
            if (open >= JOKER || holds(hand, size, open)) continue;
            hand_key with_it = with(goal, key, open);
            reach_entry then = reach(goal, with_it);
            if (then.lacking <= 0 || (now.draws - then.draws > plays->weigh.take &&
                                      now.draws - after_discard(goal, hand, size, with_it) > plays->weigh.take))
                sum += weight * DECLINED;
        }
        weight *= FADING;
    }
    return sum;
}

/* Exchange cards with the draw pile: what surprises less is kept, what surprises more now and then. */
static void wander(policy *plays, const beliefs *believed, uint64_t *state, table_round *chain, int steps) {
    for (int seat = 0; seat < chain->players; seat++) {
        int known = believed->known_size[seat], missing = chain->hand_size[seat] - known;
        if (seat == believed->seat || missing < 1 || chain->draws < 1) continue;
        uint8_t *hand = chain->hands[seat] + known;
        double now = surprise(plays, believed, chain, seat);
        for (int step = 0; step < steps; step++) {
            uint64_t number = next_number(state);
            int own = (int)(number % (uint64_t)missing);
            int other = (int)(number / (uint64_t)missing % (uint64_t)chain->draws);
            uint8_t card = hand[own];
            hand[own] = chain->draw[other];
            chain->draw[other] = card;
            double then = surprise(plays, believed, chain, seat);
            double luck = (double)(next_number(state) >> 11) * 0x1p-53;
            if (then <= now || luck < exp(now - then)) {
                now = then;
            } else {
                chain->draw[other] = hand[own];
                hand[own] = card;
            }
        }
    }
}

/* Deal the hidden cards, every deal equally likely. */
static void deal(const beliefs *believed, uint64_t *state, table_round *chain) {
    uint8_t cards[CARDS], *pool = cards;
    memcpy(cards, believed->cards, (size_t)believed->hidden);
    quick_shuffle(cards, believed->hidden, state);
    for (int seat = 0; seat < chain->players; seat++) {
        if (seat == believed->seat) continue;
        int known = believed->known_size[seat], missing = chain->hand_size[seat] - known;
        memcpy(chain->hands[seat], believed->known[seat], (size_t)known);
        memcpy(chain->hands[seat] + known, pool, (size_t)missing);
        pool += missing;
    }
    memcpy(chain->draw, pool, (size_t)chain->draws);
}

void first_deal(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state, table_round *chain) {
    *chain = *seen;
    deal(believed, state, chain);
    if (believed->believes) wander(plays, believed, state, chain, FIRST_STEPS);
}

void guess(policy *plays, const beliefs *believed, uint64_t *state, table_round *chain, table_round *world) {
    if (believed->believes)
        wander(plays, believed, state, chain, STEPS);
    else
        deal(believed, state, chain);
    *world = *chain;
    quick_shuffle(world->draw, world->draws, state);
    world->generator = *state;
    share_out(world);
}
