#include "game.h"

#include <string.h>

int is_fire(int top) {
    return top >= 22 && top <= 77 && top % 11 == 0; /* TG-24: 22, 33 … 77 */
}

void pass_on(cardset *hands, int seats) {
    for (int tries = 0; tries < seats; tries++) {
        cardset first = hands[0];
        memmove(hands, hands + 1, (size_t)(seats - 1) * sizeof *hands);
        hands[seats - 1] = first;
        if (hands[0]) return;
    }
}

uint64_t hash_words(const uint64_t *words, int count) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0xbf58476d1ce4e5b9u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Is every number of a root what it says it is? Cards in range, none of them twice. */
static int is_sound(const kernel_problem *root) {
    cardset seen = 0;
    if (root->seats < 1 || root->seats > SEATS || root->minimum < 1 || root->laid < 0) return 0;
    if (root->laid > CARDS || root->drawing < 0 || root->drawing > CARDS) return 0;
    for (int i = 0; i < root->drawing; i++) {
        int card = root->draw[i];
        if (card < 2 || card > LAST_CARD || has_card(seen, card)) return 0;
        seen |= card_bit(card);
    }
    for (int seat = 0; seat < root->seats; seat++) {
        if (root->hand_sizes[seat] > CARDS) return 0;
        for (int i = 0; i < root->hand_sizes[seat]; i++) {
            int card = root->hands[seat][i];
            if (card < 2 || card > LAST_CARD || has_card(seen, card)) return 0;
            seen |= card_bit(card);
        }
    }
    for (int pile = 0; pile < PILES; pile++) {
        int top = root->tops[pile];
        if (top < BASE || top > MIRROR - BASE || has_card(seen, top)) return 0;
    }
    return 1;
}

int game_init(game *g, const kernel_problem *roots, int count) {
    if (count < 1 || count > SEATS) return 0;
    memset(g, 0, sizeof *g);
    for (int i = 0; i < count; i++) {
        if (!is_sound(&roots[i])) return 0;
        cardset unlaid = 0;
        for (int seat = 0; seat < roots[i].seats; seat++)
            for (int j = 0; j < roots[i].hand_sizes[seat]; j++)
                unlaid |= card_bit(roots[i].hands[seat][j]);
        for (int j = 0; j < roots[i].drawing; j++) unlaid |= card_bit(roots[i].draw[j]);
        if (i == 0) {
            g->unlaid = unlaid;
        } else if (unlaid != g->unlaid || roots[i].laid != roots[0].laid ||
                   roots[i].seats != roots[0].seats || roots[i].drawing != roots[0].drawing ||
                   roots[i].minimum != roots[0].minimum ||
                   roots[i].on_fire != roots[0].on_fire ||
                   memcmp(roots[i].draw, roots[0].draw, roots[0].drawing)) {
            return 0;
        }
    }
    g->seats = roots->seats;
    g->minimum = roots->minimum > CARDS ? CARDS : roots->minimum;
    g->on_fire = roots->on_fire != 0;
    g->laid_before = roots->laid;
    g->drawing = roots->drawing;
    memcpy(g->draw, roots->draw, roots->drawing);
    g->cards = count_cards(g->unlaid);
    for (int i = g->drawing; i-- > 0;) g->undrawn[i] = g->undrawn[i + 1] | card_bit(g->draw[i]);
    return 1;
}

static int at_most(int value, int limit) { return value < limit ? value : limit; }

/* Everybody who lays i cards draws i: what was laid before a turn tells what was drawn. */
turn_info turn_at(const game *g, int laid, int turn) {
    turn_info info;
    int all = g->laid_before + laid;
    info.drawn = at_most(all - turn, g->drawing);
    info.drawn_after = at_most(all, g->drawing);
    info.is_late = info.drawn == g->drawing;
    info.needed = info.is_late ? 1 : g->minimum;
    return info;
}

/* SHORT_TURNS: solo, a turn of twice the minimum is two turns, and late turns are one card each. */
int may_go_on(const game *g, int turn, int is_late, uint32_t rules) {
    if (g->seats > 1 || g->on_fire || !(rules & SHORT_TURNS) || turn == 0) return 1;
    if (is_late) return 0;
    /* If the root's turn is past its minimum, the place to part it lies in the past. */
    return turn <= 2 * g->minimum - 2 || g->laid_before > g->minimum;
}

int code_for(int top, cardset unlaid, int normalise) {
    int trick = top - TRICK;
    if (trick > BASE && has_card(unlaid, trick)) return WAITS | top;
    if (!normalise) return top;
    cardset above = unlaid & ~cards_below(top + 1);
    return above ? lowest_card(above) - 1 : LAST_CARD;
}

void recode(uint8_t table[CODES], cardset unlaid, int normalise) {
    for (int value = 0; value <= VALUE; value++) {
        table[value] = (uint8_t)value;
        table[WAITS | value] = (uint8_t)(WAITS | value);
    }
    int next = LAST_CARD + 1; /* the lowest unlaid card above `value` */
    for (int value = MIRROR - BASE; value >= 0; value--) {
        int trick = value - TRICK;
        int quiet = normalise ? next - 1 : value;
        table[value] = (uint8_t)quiet;
        table[WAITS | value] =
            (uint8_t)(trick > BASE && has_card(unlaid, trick) ? WAITS | value : quiet);
        if (has_card(unlaid, value)) next = value;
    }
}

/* The two piles of a direction are interchangeable: the one with the lower value comes first, and
   of equal values the one that waits. */
static uint32_t sorted_pair(uint32_t pair) {
    uint32_t a = pair & 0xff, b = pair >> 8 & 0xff;
    uint32_t place_a = (a & VALUE) * 2 + !(a & WAITS), place_b = (b & VALUE) * 2 + !(b & WAITS);
    return place_a <= place_b ? pair : (b | a << 8);
}

tops4 sorted_tops(tops4 tops) {
    return sorted_pair(tops & 0xffff) | sorted_pair(tops >> 16) << 16;
}
