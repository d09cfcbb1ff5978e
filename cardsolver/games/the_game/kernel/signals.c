/* What a seat says about the piles: bots/signals.py, which explains it. */

#include "signals.h"

enum { SPARED = 4, REACH_CARDS = 5, GENTLE_AT = 2, KEEP_AT = 5, PLANNED_LAYS = 2 };

void count_below(cardset set, uint8_t below[COUNTS]) {
    uint64_t word = (uint64_t)set, high = (uint64_t)(set >> 64);
    int count = 0;
    for (int card = 0; card < 64; card++) {
        below[card] = (uint8_t)count;
        count += (int)(word >> card & 1);
    }
    for (int card = 64; card < COUNTS; card++) {
        below[card] = (uint8_t)count;
        count += (int)(high >> (card - 64) & 1);
    }
}

/* What a pile is worth to a hand that lays up to `lays` cards on it. */
static int use(int top, cardset hand, const uint8_t *below, int lays, int descends) {
    int best = 0;
    int back = descends ? top + TRICK : top - TRICK;
    if (back >= 2 && back <= LAST_CARD && has_card(hand, back)) {
        int regained = descends ? below[back] - below[top] : below[top + 1] - below[back + 1];
        best = SPARED + regained;
        if (lays > 1) best += use(back, hand ^ card_bit(back), below, lays - 1, descends);
    }
    cardset fits = descends ? hand & cards_below(top) : hand & ~cards_below(top + 1);
    if (fits) {
        int card = descends ? highest_card(fits) : lowest_card(fits);
        int skipped = descends ? below[top] - below[card + 1] : below[card] - below[top + 1];
        int gain = SPARED - skipped;
        if (lays > 1) gain += use(card, hand ^ card_bit(card), below, lays - 1, descends);
        if (gain > best) best = gain;
    }
    return best;
}

static int level(int top, cardset hand, cardset unseen, const uint8_t *below, int descends) {
    int now = use(top, hand, below, PLANNED_LAYS, descends);
    if (now < GENTLE_AT) return FREE_PILE; /* no lay of others can cost more than all of it */
    cardset coming = descends ? unseen & cards_below(top) : unseen & ~cards_below(top + 1);
    int tops = 0, then = 0;
    for (; coming && tops < REACH_CARDS; tops++) {
        int card = descends ? highest_card(coming) : lowest_card(coming);
        coming ^= card_bit(card);
        then += use(card, hand, below, PLANNED_LAYS, descends);
    }
    if (!tops) return FREE_PILE;
    int lost = now * tops - then;
    return lost >= KEEP_AT * tops ? KEEP_OFF : lost >= GENTLE_AT * tops ? GENTLE_PILE : FREE_PILE;
}

void speak(const uint8_t tops[PILES], cardset hand, cardset unseen, uint8_t levels[PILES]) {
    uint8_t below[COUNTS];
    count_below(unseen, below);
    for (int pile = 0; pile < PILES; pile++)
        levels[pile] = (uint8_t)level(tops[pile], hand, unseen, below, pile >= 2);
}
