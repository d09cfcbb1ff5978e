/* The turns of one moment, and games played by their best ones. See planner.h and bots/turns.py. */

#include "planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "signals.h"

enum {
    MOST = 300,          /* unfinished turns of one length, as in bots/turns.py */
    NODES = 1 << 15,     /* of one turn */
    SLOTS = 1 << 16,     /* of the largest table */
    FIRST_SLOTS = 1 << 8,
    STRANDED = 255,
    TOPS = PLANNER_HAND + 2, /* two tops as they are, then every card of the hand */
    ROW = 16                 /* cards that one step of a vectorised loop takes */
};

typedef uint64_t held; /* cards of the hand: bit i is its i-th card from below */

/* One direction. A top is known by its number: 0 and 1 as they lie, i + 2 for the i-th card. */
typedef struct {
    int descends;
    held known; /* cards of the hand whose tables as a top are worked out */
    uint8_t value[TOPS];
    held beyond[TOPS], trick[TOPS], near[TOPS], cheap[TOPS];
    int room[TOPS], reach[TOPS];
    double worth[TOPS];
    uint8_t skipped[TOPS][PLANNER_HAND]; /* by card of the hand; STRANDED if it does not fit */
} side;

typedef struct {
    held hand;
    uint32_t tops;  /* the numbers of the four tops, a byte each: hashed and compared as one word */
    int32_t parent; /* -1: none */
    uint8_t pile, card;
    uint8_t first; /* of a pair ten apart, laid before `card` on the same pile; else 0 */
    double worth;
} node;

/* A set of nodes in the order in which they came. One that comes again takes the new way. */
typedef struct {
    int32_t items[NODES];
    int count;
    uint32_t mask, epoch;
    struct {
        uint32_t epoch;
        int32_t node;
    } slots[SLOTS];
} layer;

struct planner {
    const planner_weights *weights;
    const turn_weights *now;
    planner_breadth breadth;
    int size;
    int row; /* the size, rounded up to whole steps of ROW cards */
    uint8_t card[PLANNER_HAND];
    uint8_t before[PLANNER_HAND], past[PLANNER_HAND]; /* unseen cards below each, and up to it */
    int8_t partner[PLANNER_HAND]; /* the place of the card ten higher; -1: not in hand */
    held paired;                  /* cards with a partner */
    held all;
    cardset coming; /* the cards not seen, or the hand if there are none */
    int unseen;     /* how many */
    uint8_t below[COUNTS]; /* and how many below each card */
    double log_room[STRANDED + 1]; /* as in the weights; 0 for STRANDED */
    side up, down;
    node nodes[NODES];
    int count, full;
    layer layers[2];
    int32_t found[NODES]; /* ends of the turn */
    int ends;
    int32_t sorted[NODES];
};

static inline uint32_t hash_of(const node *n) {
    uint64_t mixed = (n->hand ^ (uint64_t)n->tops << 24) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(mixed >> 40);
}

static inline int same(const node *one, const node *other) {
    return one->hand == other->hand && one->tops == other->tops;
}

static inline int top_of(const node *n, int pile) { return n->tops >> 8 * pile & 0xff; }

static inline uint32_t with_top(uint32_t tops, int pile, int top) {
    return (tops & ~((uint32_t)0xff << 8 * pile)) | (uint32_t)top << 8 * pile;
}

static void layer_clear(layer *l) {
    l->count = 0;
    l->mask = FIRST_SLOTS - 1;
    if (!++l->epoch) {
        memset(l->slots, 0, sizeof l->slots);
        l->epoch = 1;
    }
}

static void layer_grow(planner *p, layer *l) {
    l->mask = l->mask * 4 + 3;
    if (!++l->epoch) {
        memset(l->slots, 0, sizeof l->slots);
        l->epoch = 1;
    }
    for (int i = 0; i < l->count; i++) {
        uint32_t at = hash_of(&p->nodes[l->items[i]]) & l->mask;
        while (l->slots[at].epoch == l->epoch) at = (at + 1) & l->mask;
        l->slots[at].epoch = l->epoch;
        l->slots[at].node = l->items[i];
    }
}

/* The node that was prepared behind the last one becomes part of the layer. */
static void layer_add(planner *p, layer *l) {
    node *made = &p->nodes[p->count];
    uint32_t at = hash_of(made) & l->mask;
    while (l->slots[at].epoch == l->epoch) {
        node *old = &p->nodes[l->slots[at].node];
        if (same(old, made)) {
            *old = *made;
            return;
        }
        at = (at + 1) & l->mask;
    }
    if (p->count == NODES - 1) {
        p->full = 1;
        return;
    }
    l->slots[at].epoch = l->epoch;
    l->slots[at].node = p->count;
    l->items[l->count++] = p->count++;
    if ((uint32_t)l->count * 2 > l->mask && l->mask < SLOTS - 1) layer_grow(p, l);
}

/* The tables of one top (Side, Near and Skipped of the reference). */
static void top_init(const planner *p, side *s, int top) {
    const turn_weights *w = p->now;
    const uint8_t *below = p->below;
    int descends = s->descends, value = s->value[top];
    int back = descends ? value + TRICK : value - TRICK;
    int room = descends ? below[value] : p->unseen - below[value + 1];
    uint8_t *row = s->skipped[top];
    if (descends) {
        uint8_t most = below[value];
        for (int i = 0; i < p->row; i++)
            row[i] = p->card[i] < value ? (uint8_t)(most - p->past[i]) : STRANDED;
    } else {
        uint8_t least = below[value + 1];
        for (int i = 0; i < p->row; i++)
            row[i] = p->card[i] > value ? (uint8_t)(p->before[i] - least) : STRANDED;
    }
    int first = 0; /* cards of the hand below the top */
    while (first < p->size && p->card[first] < value) first++;
    int after = first + (first < p->size && p->card[first] == value);
    held lower = first == 64 ? ~(held)0 : ((held)1 << first) - 1;
    held near = 0, cheap = 0, trick = 0;
    for (int i = descends ? first - 1 : after; i >= 0 && i < p->size; i += descends ? -1 : 1) {
        int skipped = descends ? below[value] - p->before[i] : p->past[i] - below[value + 1];
        if (skipped > p->breadth.near && skipped > p->breadth.extra) break;
        near |= (held)(skipped <= p->breadth.near) << i;
        cheap |= (held)(skipped <= p->breadth.extra) << i;
    }
    for (int i = descends ? after : 0; i < (descends ? p->size : first); i++)
        if (p->card[i] == back) {
            trick = (held)1 << i;
            row[i] = 0;
        }
    s->beyond[top] = descends ? lower : after == 64 ? 0 : p->all & ~(held)0 << after;
    s->near[top] = near;
    s->cheap[top] = cheap | trick;
    s->trick[top] = trick;
    double worth = w->second_room * room + w->log_room * p->weights->log_room[room];
    int reach = room;
    if (back >= 2 && back <= LAST_CARD && has_card(p->coming, back)) {
        reach = (descends ? below[back] : p->unseen - below[back + 1]) + 1;
        worth += w->trick + w->trick_room * (reach - 1 - room);
        int further = descends ? back + TRICK : back - TRICK;
        if (further >= 2 && further <= LAST_CARD && has_card(p->coming, further)) {
            worth += w->chain;
            while (further >= 2 && further <= LAST_CARD && has_card(p->coming, further)) {
                back = further;
                further = descends ? back + TRICK : back - TRICK;
            }
            reach = (descends ? below[back] : p->unseen - below[back + 1]) + 1;
        }
    }
    s->room[top] = room;
    s->worth[top] = worth;
    s->reach[top] = reach;
}

/* Only the tops that some turn reaches are worked out. */
static void side_init(const planner *p, side *s, int descends, const uint8_t tops[2]) {
    s->descends = descends;
    s->value[0] = tops[0];
    s->value[1] = tops[1];
    for (int i = 0; i < p->size; i++) s->value[i + 2] = p->card[i];
    s->known = 0;
    top_init(p, s, 0);
    top_init(p, s, 1);
}

static inline void reach_top(const planner *p, side *s, int i) {
    if (s->known >> i & 1) return;
    s->known |= (held)1 << i;
    top_init(p, s, i + 2);
}

/* The two tops of one direction together (Couples of the reference). */
typedef struct {
    double worth;
    int larger, smaller, reach;
} couple;

static inline couple couple_of(const planner *p, const side *s, int one, int other) {
    const turn_weights *w = p->now;
    couple c = {s->worth[one], s->room[one], s->room[other], s->reach[one]};
    if (s->reach[other] > c.reach) c.reach = s->reach[other];
    if (c.larger < c.smaller) {
        int room = c.larger;
        c.larger = c.smaller;
        c.smaller = room;
    }
    c.worth += s->worth[other] + (w->room - w->second_room + w->one_pile) * c.larger +
               -w->one_pile * c.smaller;
    return c;
}

static double judged(const planner *p, const node *n, int laid) {
    const turn_weights *w = p->now;
    couple up = couple_of(p, &p->up, top_of(n, 0), top_of(n, 1));
    couple down = couple_of(p, &p->down, top_of(n, 2), top_of(n, 3));
    double worth = up.worth + (down.worth + w->laid * laid);
    if (up.reach + down.reach < p->unseen)
        worth += w->lost * (p->unseen - up.reach - down.reach);
    int shared = up.larger + down.larger - p->unseen;
    if (shared > 0) {
        shared *= -2;
        if (up.smaller + down.larger > p->unseen) shared += up.smaller + down.larger - p->unseen;
        if (up.larger + down.smaller > p->unseen) shared += up.larger + down.smaller - p->unseen;
        worth += w->one_pile * shared;
    }
    return worth;
}

/* What the cards that the mover keeps would skip, each on the pile where it skips least. */
static double kept_cards(const planner *p, const node *n) {
    const turn_weights *w = p->now;
    const uint8_t *a = p->up.skipped[top_of(n, 0)], *b = p->up.skipped[top_of(n, 1)];
    const uint8_t *c = p->down.skipped[top_of(n, 2)], *d = p->down.skipped[top_of(n, 3)];
    uint8_t best[PLANNER_HAND];
    for (int i = 0; i < p->row; i++) {
        uint8_t up = a[i] < b[i] ? a[i] : b[i], down = c[i] < d[i] ? c[i] : d[i];
        best[i] = up < down ? up : down;
    }
    int stranded = 0, least = STRANDED, second = STRANDED;
    double sum = 0;
    for (held rest = n->hand; rest; rest &= rest - 1) {
        int skipped = best[__builtin_ctzll(rest)], more = skipped > least ? skipped : least;
        stranded += skipped == STRANDED;
        sum += p->log_room[skipped]; /* of STRANDED: 0 */
        second = second < more ? second : more;
        least = least < skipped ? least : skipped;
    }
    double worth = w->kept_skip * sum + w->stranded * stranded;
    if (second < STRANDED)
        worth += w->next_skip * p->weights->log_room[least + second < CARDS ? least + second : CARDS];
    return worth;
}

static double heard(const planner *p, const node *n, double worth, const planner_asked *asked) {
    for (int pile = 0; pile < PILES; pile++) {
        int start = pile & 1;
        if (top_of(n, pile) == start || (asked[pile].untouched == 0 && asked[pile].by_room == 0))
            continue;
        const side *s = pile < 2 ? &p->up : &p->down;
        int used = s->room[start] - s->room[top_of(n, pile)];
        worth -= asked[pile].untouched + (used > 0 ? asked[pile].by_room * used : 0.0);
    }
    return worth;
}

static inline int take_next(held *cards, int descends) {
    int i = descends ? 63 - __builtin_clzll(*cards) : __builtin_ctzll(*cards);
    *cards ^= (held)1 << i;
    return i;
}

/* The cards to consider for a pile before the minimum is laid: its trick, or the nearest ones. */
static inline held nearest(const planner *p, side *s, held hand, int top) {
    held fits = hand & s->trick[top];
    if (fits) return fits;
    fits = hand & s->beyond[top];
    if (!fits) return 0;
    int i = s->descends ? 63 - __builtin_clzll(fits) : __builtin_ctzll(fits);
    reach_top(p, s, i);
    return (held)1 << i | (fits & s->near[i + 2]);
}

static inline node *prepare(planner *p, const node *from, int parent) {
    node *made = &p->nodes[p->count];
    *made = *from;
    made->parent = parent;
    return made;
}

static void add_lays(planner *p, layer *to, int parent, int pile, held cards) {
    node from = p->nodes[parent];
    while (cards) {
        int i = take_next(&cards, pile >= 2);
        reach_top(p, pile < 2 ? &p->up : &p->down, i);
        node *made = prepare(p, &from, parent);
        made->tops = with_top(from.tops, pile, i + 2);
        made->hand = from.hand ^ (held)1 << i;
        made->pile = (uint8_t)pile;
        made->card = p->card[i];
        made->first = 0;
        layer_add(p, to);
    }
}

/* Two cards ten apart, the far one first. */
static void add_pairs(planner *p, layer *to, int parent) {
    node from = p->nodes[parent];
    for (held lower = from.hand & p->paired; lower;) {
        int low = take_next(&lower, 0), high = p->partner[low];
        if (!(from.hand >> high & 1)) continue;
        for (int pile = 0; pile < PILES; pile++) {
            side *s = pile < 2 ? &p->up : &p->down;
            int first = pile < 2 ? high : low, second = pile < 2 ? low : high;
            if (!(s->beyond[top_of(&from, pile)] >> first & 1)) continue;
            if (pile & 1 && s->value[top_of(&from, pile)] == s->value[top_of(&from, pile - 1)])
                continue;
            reach_top(p, s, second);
            node *made = prepare(p, &from, parent);
            made->tops = with_top(from.tops, pile, second + 2);
            made->hand = from.hand ^ (held)1 << low ^ (held)1 << high;
            made->pile = (uint8_t)pile;
            made->card = p->card[second];
            made->first = p->card[first];
            layer_add(p, to);
        }
    }
}

/* The best `most` of some nodes, best first; of equal ones the earlier first. */
static int best_of(planner *p, const int32_t *items, int count, int most) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double worth = p->nodes[items[i]].worth;
        if (kept == most && !(worth > p->nodes[p->sorted[kept - 1]].worth)) continue;
        int at = kept < most ? kept++ : kept - 1;
        for (; at > 0 && worth > p->nodes[p->sorted[at - 1]].worth; at--)
            p->sorted[at] = p->sorted[at - 1];
        p->sorted[at] = items[i];
    }
    return kept;
}

/* All ends of the turn, in p->found; the first of the best, or -1 if there is none. */
static int plan(planner *p, const uint8_t tops[PILES], cardset hand, cardset unseen, int needed,
                const planner_asked *asked) {
    p->size = 0;
    for (cardset rest = hand; rest; rest &= rest - 1) p->card[p->size++] = (uint8_t)lowest_card(rest);
    p->paired = 0;
    for (int i = 0, j = 0; i < p->size; i++) {
        while (j < p->size && p->card[j] < p->card[i] + TRICK) j++;
        p->partner[i] = j < p->size && p->card[j] == p->card[i] + TRICK ? (int8_t)j : -1;
        if (p->partner[i] >= 0) p->paired |= (held)1 << i;
    }
    p->coming = unseen ? unseen : hand; /* all that the piles still have to take */
    p->unseen = count_cards(p->coming);
    count_below(p->coming, p->below);
    p->all = p->size == 64 ? ~(held)0 : ((held)1 << p->size) - 1;
    p->row = (p->size + ROW - 1) / ROW * ROW;
    memset(p->card + p->size, 0, (size_t)(p->row - p->size));
    for (int i = 0; i < p->row; i++) {
        p->before[i] = p->below[p->card[i]];
        p->past[i] = p->below[p->card[i] + 1];
    }
    side_init(p, &p->up, 0, tops);
    side_init(p, &p->down, 1, tops + 2);
    if (needed > p->size) needed = p->size; /* TG-13 */
    p->count = p->ends = p->full = 0;
    int best = -1;
    layer *now = &p->layers[0], *pairs = &p->layers[1];
    layer_clear(now);
    layer_clear(pairs);
    p->nodes[0] = (node){
        .hand = p->all,
        .tops = 0x01000100, /* 0 and 1 on both sides */
        .parent = -1,
    };
    layer_add(p, now);
    for (int laid = 0; now->count || pairs->count; laid++) {
        const int32_t *from = now->items;
        int count = now->count, goes_on = laid >= needed;
        if (goes_on || count > MOST)
            for (int i = 0; i < count; i++) {
                node *n = &p->nodes[from[i]];
                n->worth = judged(p, n, laid) + kept_cards(p, n);
                if (goes_on && asked) n->worth = heard(p, n, n->worth, asked);
            }
        if (goes_on) {
            for (int i = 0; i < count; i++) {
                p->found[p->ends++] = from[i];
                if (best < 0 || p->nodes[from[i]].worth > p->nodes[best].worth) best = from[i];
            }
        }
        int most = goes_on ? p->breadth.kept : MOST;
        if (count > most) {
            count = most ? best_of(p, from, count, most) : 0;
        } else {
            memcpy(p->sorted, from, (size_t)count * sizeof *from);
        }
        layer_clear(now); /* the longer turns join those that are longer by a pair */
        layer *longer = pairs;
        pairs = now;
        now = longer;
        for (int i = 0; i < count; i++) {
            int at = p->sorted[i];
            const node n = p->nodes[at];
            for (int pile = 0; pile < PILES; pile++) {
                side *s = pile < 2 ? &p->up : &p->down;
                if (goes_on)
                    add_lays(p, longer, at, pile, n.hand & s->cheap[top_of(&n, pile)]);
                else if (!(pile & 1) ||
                         s->value[top_of(&n, pile)] != s->value[top_of(&n, pile - 1)])
                    add_lays(p, longer, at, pile, nearest(p, s, n.hand, top_of(&n, pile)));
            }
            if (n.hand & p->paired) add_pairs(p, pairs, at);
        }
        if (p->full) return PLANNER_TOO_LARGE;
    }
    return best;
}

static cardset set_of(const uint64_t words[2]) { return (cardset)words[1] << 64 | words[0]; }

static cardset hand_of(const planner *p, held hand) {
    cardset cards = 0;
    for (; hand; hand &= hand - 1) cards |= card_bit(p->card[__builtin_ctzll(hand)]);
    return cards;
}

static void tops_of(const planner *p, const node *n, uint8_t tops[PILES]) {
    for (int pile = 0; pile < PILES; pile++)
        tops[pile] = (pile < 2 ? &p->up : &p->down)->value[top_of(n, pile)];
}

static void describe(const planner *p, const node *n, planner_ending *e) {
    cardset hand = hand_of(p, n->hand);
    e->worth = n->worth;
    e->hand[0] = (uint64_t)hand;
    e->hand[1] = (uint64_t)(hand >> 64);
    tops_of(p, n, e->tops);
    int lays = p->size - __builtin_popcountll(n->hand), at = lays;
    e->lays = lays;
    for (; n->parent >= 0; n = &p->nodes[n->parent]) {
        e->pile[--at] = n->pile;
        e->card[at] = n->card;
        if (!n->first) continue;
        e->pile[--at] = n->pile;
        e->card[at] = n->first;
    }
}

planner *planner_new(void) { return calloc(1, sizeof(planner)); }

void planner_free(planner *p) { free(p); }

static void set_up(planner *p, const planner_weights *weights, const planner_breadth *breadth) {
    memcpy(p->log_room, weights->log_room, sizeof weights->log_room);
    p->weights = weights;
    p->breadth = *breadth;
}

int32_t planner_endings(planner *p, const planner_weights *weights, const planner_moment *moment,
                        planner_ending *endings, int32_t most, int32_t best_first) {
    cardset hand = set_of(moment->hand), unseen = set_of(moment->unseen);
    if (!p || count_cards(hand) > PLANNER_HAND) return PLANNER_TOO_LARGE;
    set_up(p, weights, &moment->breadth);
    p->now = &weights->by_left[count_cards(hand) + count_cards(unseen)];
    int best = plan(p, moment->tops, hand, unseen, moment->needed,
                    moment->hears ? moment->asked : NULL);
    if (p->full) return PLANNER_TOO_LARGE;
    const int32_t *chosen = p->found;
    int count = p->ends;
    if (most == 1 && best >= 0) {
        chosen = &best;
        count = 1;
    } else if (best_first) {
        count = best_of(p, p->found, count, most);
        chosen = p->sorted;
    }
    for (int i = 0; i < count && i < most; i++) describe(p, &p->nodes[chosen[i]], &endings[i]);
    return p->ends;
}

void planner_speak(const uint8_t tops[PILES], const uint64_t hand[2], const uint64_t unseen[2],
                   uint8_t levels[PILES]) {
    speak(tops, set_of(hand), set_of(unseen), levels);
}

/* A game with every card in its place, of which each seat sees only its own hand. */
typedef struct {
    const planner_table *table;
    const uint8_t *draw;
    int drawn, mover, laid;
    uint8_t tops[PILES];
    cardset hands[SEATS], unlaid;
} played;

static void start_game(played *g, const planner_table *table, const planner_world *world) {
    g->table = table;
    g->draw = world->draw;
    g->drawn = 0;
    g->mover = table->mover;
    g->laid = table->laid;
    memcpy(g->tops, table->tops, PILES);
    g->unlaid = 0;
    for (int seat = 0; seat < table->seats; seat++)
        g->unlaid |= g->hands[seat] = set_of(world->hands[seat]);
    for (int i = 0; i < table->drawing; i++) g->unlaid |= card_bit(world->draw[i]);
}

/* Draw, and pass to the next player with cards (TG-12, TG-14). */
static void end_turn(played *g, const uint8_t tops[PILES], cardset hand) {
    cardset gone = g->hands[g->mover] ^ hand;
    int draws = g->laid + count_cards(gone);
    memcpy(g->tops, tops, PILES);
    g->unlaid ^= gone;
    for (; draws && g->drawn < g->table->drawing; draws--) hand |= card_bit(g->draw[g->drawn++]);
    g->laid = 0;
    g->hands[g->mover] = hand;
    if (!g->unlaid) return;
    do {
        g->mover = (g->mover + 1) % g->table->seats;
    } while (!g->hands[g->mover]);
}

/* What the mover hears: the strongest word about each pile counts. */
static int listen(const played *g, const planner_weights *w, planner_asked asked[PILES]) {
    uint8_t strongest[PILES] = {0}, levels[PILES];
    int any = 0;
    for (int seat = 0; seat < g->table->seats; seat++) {
        if (seat == g->mover) continue;
        speak(g->tops, g->hands[seat], g->unlaid & ~g->hands[seat], levels);
        for (int pile = 0; pile < PILES; pile++)
            if (levels[pile] > strongest[pile]) strongest[pile] = levels[pile];
    }
    for (int pile = 0; pile < PILES; pile++) {
        int keep = strongest[pile] == KEEP_OFF;
        asked[pile].untouched = keep ? w->keep : 0.0;
        asked[pile].by_room = keep ? w->keep_room : strongest[pile] ? w->gentle_room : 0.0;
        any |= strongest[pile];
    }
    return any;
}

static int needed_now(const played *g) { /* TG-11 */
    return g->table->drawing > g->drawn ? g->table->minimum : 1;
}

/* The mover's best turn; below 0: there is none. */
static int best_turn(planner *p, const played *g, int talk) {
    planner_asked asked[PILES];
    int heeds = talk && listen(g, p->weights, asked);
    cardset hand = g->hands[g->mover];
    p->now = &p->weights->by_left[count_cards(g->unlaid)];
    return plan(p, g->tops, hand, g->unlaid & ~hand, needed_now(g) - g->laid, heeds ? asked : NULL);
}

static int best_starter(planner *p, played *g) {
    int best = 0;
    double most = -INFINITY;
    for (int seat = 0; seat < g->table->seats; seat++) {
        g->mover = seat;
        int turn = best_turn(p, g, 0);
        if (turn < 0 || p->nodes[turn].worth <= most) continue;
        most = p->nodes[turn].worth;
        best = seat;
    }
    return best;
}

/* Cards left when all seats play their best turns. */
static int play_on(planner *p, played *g) {
    if (g->mover < 0) g->mover = best_starter(p, g);
    while (g->unlaid) {
        int turn = best_turn(p, g, g->table->talk);
        if (turn < 0) break;
        uint8_t tops[PILES];
        tops_of(p, &p->nodes[turn], tops);
        end_turn(g, tops, hand_of(p, p->nodes[turn].hand));
    }
    return count_cards(g->unlaid);
}

int32_t planner_play(planner *p, const planner_weights *weights, const planner_breadth *breadth,
                     const planner_table *table, const planner_world *worlds, int32_t world_count,
                     const planner_candidate *candidates, int32_t candidate_count, uint8_t *left) {
    if (!p) return PLANNER_TOO_LARGE;
    set_up(p, weights, breadth);
    played g;
    for (int world = 0; world < world_count; world++) {
        int tries = candidate_count ? candidate_count : 1;
        for (int i = 0; i < tries; i++) {
            start_game(&g, table, &worlds[world]);
            if (candidate_count) end_turn(&g, candidates[i].tops, set_of(candidates[i].hand));
            *left++ = (uint8_t)play_on(p, &g);
            if (p->full) return PLANNER_TOO_LARGE;
        }
    }
    return 0;
}
