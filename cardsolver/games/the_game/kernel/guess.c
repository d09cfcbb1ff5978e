/* Guesses of the hidden cards: bots/guesses.py, which explains them. */

#include <string.h>

#include "planner.h"
#include "signals.h"

/* SplitMix64, as in core/shuffle.py. */
static uint64_t next_number(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return mixed ^ mixed >> 31;
}

static int number_below(int limit, uint64_t *state) {
    uint64_t wide = (uint64_t)limit, over = (0 - wide) % wide; /* 2^64 modulo the limit */
    for (;;) {
        uint64_t number = next_number(state);
        if (number <= UINT64_MAX - over) return (int)(number % wide);
    }
}

static void shuffle(uint8_t *cards, int count, uint64_t *state) {
    for (int place = count - 1; place > 0; place--) {
        int other = number_below(place + 1, state);
        uint8_t card = cards[place];
        cards[place] = cards[other];
        cards[other] = card;
    }
}

static cardset set_of(const uint64_t words[2]) { return (cardset)words[1] << 64 | words[0]; }

static cardset first_of(const uint8_t *cards, int count) {
    cardset set = 0;
    for (int i = 0; i < count; i++) set |= card_bit(cards[i]);
    return set;
}

static int would_say(const planner_table *table, cardset hand, cardset unlaid, const uint8_t *said) {
    uint8_t levels[PILES];
    speak(table->tops, hand, unlaid & ~hand, levels);
    return !memcmp(levels, said, PILES);
}

void planner_guess(const planner_table *table, const planner_knowledge *known, uint64_t *state,
                   planner_world *worlds, int32_t count) {
    cardset mine = set_of(known->hand), unseen = set_of(known->unseen), unlaid = mine | unseen;
    for (; count; count--, worlds++) {
        uint8_t cards[CARDS], *pool = cards;
        int left = 0;
        for (cardset rest = unseen; rest; rest &= rest - 1) pool[left++] = (uint8_t)lowest_card(rest);
        shuffle(pool, left, state);
        memset(worlds, 0, sizeof *worlds);
        for (int seat = 0; seat < table->seats; seat++) {
            int size = known->sizes[seat];
            cardset hand = mine;
            if (seat != known->seat) {
                hand = first_of(pool, size);
                for (int tries = known->spoke[seat] ? known->tries : 1;
                     --tries > 0 && !would_say(table, hand, unlaid, known->said[seat]);) {
                    shuffle(pool, left, state);
                    hand = first_of(pool, size);
                }
                pool += size;
                left -= size;
            }
            worlds->hands[seat][0] = (uint64_t)hand;
            worlds->hands[seat][1] = (uint64_t)(hand >> 64);
        }
        memcpy(worlds->draw, pool, (size_t)left);
    }
}
