/* The end of a game with nothing hidden, solved exactly: bots/endgame.py, the readable reference. The
   same order of lays, the same count of moments and the same limit give the same line. */

#include <stdlib.h>
#include <string.h>

#include "planner.h"

enum { FIRST_TABLE = 1 << 10, NO_LAY = 0 };

typedef uint32_t places; /* cards by their place among the cards of the problem */

typedef struct {
    uint8_t tops[PILES];
    uint8_t needed, undrawn; /* undrawn: is there a card to draw? */
    uint16_t used;           /* 1, so that no moment is all zeros */
    places mover, other;
} moment;

typedef struct {
    moment key;
    uint8_t most, pile, card; /* the best step; card NO_LAY: end the turn */
} entry;

typedef struct {
    int seats, count;
    uint8_t card[ENDGAME_CARDS];
    places draw;
    int64_t visits, limit;
    entry *table;
    uint32_t mask, filled;
    int failed;
} search;

static uint32_t hash_moment(const moment *m) {
    uint64_t words[2];
    memcpy(words, m, sizeof words);
    uint64_t mixed = (words[0] ^ words[1] * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u;
    return (uint32_t)((mixed ^ mixed >> 29) >> 20);
}

static entry *find(const search *s, const moment *m) {
    uint32_t at = hash_moment(m) & s->mask;
    while (s->table[at].key.used && memcmp(&s->table[at].key, m, sizeof *m))
        at = (at + 1) & s->mask;
    return &s->table[at];
}

static void grow(search *s) {
    entry *old = s->table;
    uint32_t size = s->mask + 1;
    s->table = calloc((size_t)size * 4, sizeof *old);
    if (!s->table) {
        s->table = old;
        s->failed = 1;
        return;
    }
    s->mask = size * 4 - 1;
    for (uint32_t i = 0; i < size; i++)
        if (old[i].key.used) *find(s, &old[i].key) = old[i];
    free(old);
}

/* Draw, and pass to the next hand with cards. */
static moment next_turn(const search *s, moment m) {
    places mine = m.mover | (m.undrawn ? s->draw : 0);
    m.needed = 1;
    m.undrawn = 0;
    m.mover = s->seats > 1 && m.other ? m.other : mine;
    m.other = m.mover == mine ? 0 : mine;
    return m;
}

static moment after(const search *s, moment m, int pile, int place) {
    m.tops[pile] = s->card[place];
    m.mover ^= (places)1 << place;
    if (m.needed) m.needed--;
    return m.mover ? m : next_turn(s, m);
}

typedef struct {
    uint8_t skipped, pile, place;
} lay;

/* Every legal lay: tricks, then the shortest jumps over cards in hands. */
static int lays_of(const search *s, const moment *m, lay lays[]) {
    int count = 0, tricks;
    places held = m->mover | m->other;
    for (int pile = 0; pile < PILES; pile++) {
        if (pile & 1 && m->tops[pile] == m->tops[pile - 1]) continue;
        int back = pile < 2 ? m->tops[pile] - TRICK : m->tops[pile] + TRICK;
        for (int i = 0; i < s->count; i++)
            if (m->mover >> i & 1 && s->card[i] == back)
                lays[count++] = (lay){0, (uint8_t)pile, (uint8_t)i};
    }
    tricks = count;
    for (int pile = 0; pile < PILES; pile++) {
        if (pile & 1 && m->tops[pile] == m->tops[pile - 1]) continue;
        int top = m->tops[pile], skipped = 0;
        for (int step = 0; step < s->count; step++) {
            int i = pile < 2 ? step : s->count - 1 - step;
            if (!(held >> i & 1) || (pile < 2 ? s->card[i] <= top : s->card[i] >= top)) continue;
            if (m->mover >> i & 1) {
                lay made = {(uint8_t)skipped, (uint8_t)pile, (uint8_t)i};
                int at = count++;
                for (; at > tricks; at--) {
                    lay *before = &lays[at - 1];
                    if (before->skipped <= made.skipped) break; /* if equal, of an earlier pile */
                    lays[at] = *before;
                }
                lays[at] = made;
            }
            skipped++;
        }
    }
    return count;
}

/* How many of the cards can be laid from here. */
static int most_from(search *s, const moment *m) {
    entry *known = find(s, m);
    if (known->key.used) return known->most;
    if (++s->visits > s->limit) s->failed = 1;
    if (s->failed) return 0;
    lay lays[PILES * ENDGAME_CARDS];
    int count = lays_of(s, m, lays);
    int left = __builtin_popcount(m->mover | m->other) + m->undrawn;
    entry best = {.key = *m};
    for (int i = 0; i < count && best.most < left; i++) {
        moment next = after(s, *m, lays[i].pile, lays[i].place);
        int laid = 1 + most_from(s, &next);
        if (s->failed) return 0;
        if (laid <= best.most) continue;
        best.most = (uint8_t)laid;
        best.pile = lays[i].pile;
        best.card = s->card[lays[i].place];
    }
    if (!m->needed && best.most < left && (m->undrawn || s->seats > 1)) {
        moment next = next_turn(s, *m);
        int laid = most_from(s, &next);
        if (s->failed) return 0;
        if (laid > best.most) {
            best.most = (uint8_t)laid;
            best.card = NO_LAY;
        }
    }
    *find(s, m) = best;
    if (++s->filled * 2 > s->mask) grow(s);
    return best.most;
}

static places places_of(const search *s, cardset cards) {
    places found = 0;
    for (int i = 0; i < s->count; i++)
        if (has_card(cards, s->card[i])) found |= (places)1 << i;
    return found;
}

int32_t endgame_solve(const uint8_t tops[PILES], int32_t needed, int32_t seats,
                      const uint64_t sets[6], int64_t limit, endgame_answer *answer) {
    cardset mover = (cardset)sets[1] << 64 | sets[0], other = (cardset)sets[3] << 64 | sets[2];
    cardset draw = (cardset)sets[5] << 64 | sets[4], all = mover | other | draw;
    search s = {.seats = seats, .limit = limit, .mask = FIRST_TABLE - 1};
    if (count_cards(all) > ENDGAME_CARDS) return PLANNER_TOO_LARGE;
    for (; all; all &= all - 1) s.card[s.count++] = (uint8_t)lowest_card(all);
    s.table = calloc(FIRST_TABLE, sizeof *s.table);
    if (!s.table) return PLANNER_TOO_LARGE;
    s.draw = places_of(&s, draw);
    moment m = {.needed = (uint8_t)needed, .undrawn = draw != 0, .used = 1};
    memcpy(m.tops, tops, PILES);
    m.mover = places_of(&s, mover);
    m.other = places_of(&s, other);
    answer->most = most_from(&s, &m);
    answer->steps = 0;
    while (!s.failed && answer->steps < ENDGAME_STEPS) {
        const entry *e = find(&s, &m);
        if (!e->key.used || !e->most) break;
        answer->pile[answer->steps] = e->pile;
        answer->card[answer->steps++] = e->card;
        if (e->card == NO_LAY) {
            m = next_turn(&s, m);
        } else {
            int place = 0;
            while (s.card[place] != e->card) place++;
            m = after(&s, m, e->pile, place);
        }
    }
    free(s.table);
    return s.failed ? PLANNER_TOO_LARGE : 0;
}
