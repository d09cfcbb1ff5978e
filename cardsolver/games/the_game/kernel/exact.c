/* The exact search: layer k has every state that can be reached with k lays, dominated ones aside.

   A layer is parted into bins by the cards laid in this turn. In a bin, states are grouped by their
   hands: only states of one group are compared, so groups are independent and can be shared out
   among threads. What a thread makes is put together in the order of the groups, so the result does
   not depend on how many there are. */

#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "dominance.h"
#include "game.h"
#include "kernel.h"
#include "lays.h"
#include "reach.h"
#include "trail.h"

enum { BINS = 2 * CARDS + 1, WORDS = 2 * SEATS + 1, CHUNKS = 4, FEW = 256, MANY = 1 << 14,
       INDEX_BITS = 22 };
#define MOST_IN_GROUP ((size_t)1 << INDEX_BITS)

typedef struct {
    cardset seat[SEATS]; /* the mover first */
    uint32_t due;        /* On Fire: piles to be covered in this turn */
} hands;

/* Parallel arrays: what a state is, where it came from and by which lay. */
typedef struct {
    tops4 *tops;
    uint32_t *parent;
    lay16 *lay;
    size_t count, tops_room, parent_room, lay_room;
} states;

typedef struct {
    uint64_t hash;
    size_t first, count; /* of states */
} segment;

typedef struct {
    segment *segments;
    uint64_t *keys; /* the hands of each segment, `words` of them */
    size_t count, segment_room, key_room;
    states all;
} bin;

typedef struct {
    size_t first, count; /* of segments, in sorted order */
    size_t kept, node;   /* states that remain, and the first one's node */
} group;

/* What one share of the groups makes: what it kept, and its part of the next bins. */
typedef struct {
    size_t first_group, last_group;
    states kept;
    bin next, ended;
} chunk;

/* What a thread needs for itself. */
typedef struct {
    states made;      /* children of one card */
    uint8_t *due;     /* of each of them */
    size_t due_room;
    uint64_t *order, *scratch;
    size_t order_room, scratch_room;
    reach_cache reaches;
} worker;

typedef struct {
    control c;
    game g;
    uint32_t rules;
    int normalise, win_only, hopeless, words;
    bin bins[BINS];   /* of this layer */
    bin later[BINS];  /* of the next one */
    trail nodes;
    uint64_t swept;   /* nodes forgotten so far */
    size_t sweep_at;  /* so many nodes are worth a sweep */
    group *groups;
    size_t group_count, group_room;
    uint64_t *order, *scratch;
    size_t order_room, scratch_room;
    chunk *chunks;
    int chunk_count;
    int layer, turn;
    turn_info now;
    worker *workers;  /* one for each thread */
} search;

/* Small tools -------------------------------------------------------------------------------- */

static int states_room(control *c, states *s, size_t wanted) {
    return make_room(c, (void **)&s->tops, &s->tops_room, wanted, sizeof *s->tops) &&
           make_room(c, (void **)&s->parent, &s->parent_room, wanted, sizeof *s->parent) &&
           make_room(c, (void **)&s->lay, &s->lay_room, wanted, sizeof *s->lay);
}

static void states_free(control *c, states *s) {
    give_back(c, (void **)&s->tops, &s->tops_room, sizeof *s->tops);
    give_back(c, (void **)&s->parent, &s->parent_room, sizeof *s->parent);
    give_back(c, (void **)&s->lay, &s->lay_room, sizeof *s->lay);
    s->count = 0;
}

static int states_append(control *c, states *to, const states *from, size_t first, size_t count) {
    if (!states_room(c, to, to->count + count)) return 0;
    memcpy(to->tops + to->count, from->tops + first, count * sizeof *to->tops);
    memcpy(to->parent + to->count, from->parent + first, count * sizeof *to->parent);
    memcpy(to->lay + to->count, from->lay + first, count * sizeof *to->lay);
    to->count += count;
    return 1;
}

static void bin_free(search *s, bin *b) {
    give_back(&s->c, (void **)&b->segments, &b->segment_room, sizeof *b->segments);
    give_back(&s->c, (void **)&b->keys, &b->key_room, s->words * sizeof *b->keys);
    states_free(&s->c, &b->all);
    b->count = 0;
}

/* The states are copied into chunks; only the keys are needed any more. */
static void bin_free_states(search *s, bin *b) { states_free(&s->c, &b->all); }

static void key_of(const search *s, const hands *h, uint64_t key[WORDS]) {
    for (int seat = 0; seat < s->g.seats; seat++) {
        key[2 * seat] = (uint64_t)h->seat[seat];
        key[2 * seat + 1] = (uint64_t)(h->seat[seat] >> 64);
    }
    if (s->g.on_fire) key[2 * s->g.seats] = h->due;
}

static hands hands_of(const search *s, const uint64_t *key) {
    hands h = {{0}, 0};
    for (int seat = 0; seat < s->g.seats; seat++)
        h.seat[seat] = (cardset)key[2 * seat + 1] << 64 | key[2 * seat];
    if (s->g.on_fire) h.due = (uint32_t)key[2 * s->g.seats];
    return h;
}

/* Add states with the same hands to a bin. */
static int bin_add(search *s, bin *b, const hands *h, const states *from, size_t first,
                   size_t count) {
    if (!count) return 1;
    if (!make_room(&s->c, (void **)&b->segments, &b->segment_room, b->count + 1,
                   sizeof *b->segments) ||
        !make_room(&s->c, (void **)&b->keys, &b->key_room, b->count + 1,
                   s->words * sizeof *b->keys))
        return 0;
    uint64_t *key = b->keys + b->count * s->words;
    key_of(s, h, key);
    segment part = {hash_words(key, s->words), b->all.count, count};
    if (!states_append(&s->c, &b->all, from, first, count)) return 0;
    b->segments[b->count++] = part;
    return 1;
}

static int bin_append(search *s, bin *to, const bin *from) {
    if (!from->count) return 1;
    if (!make_room(&s->c, (void **)&to->segments, &to->segment_room, to->count + from->count,
                   sizeof *to->segments) ||
        !make_room(&s->c, (void **)&to->keys, &to->key_room, to->count + from->count,
                   s->words * sizeof *to->keys))
        return 0;
    memcpy(to->keys + to->count * s->words, from->keys,
           from->count * s->words * sizeof *to->keys);
    for (size_t i = 0; i < from->count; i++) {
        to->segments[to->count + i] = from->segments[i];
        to->segments[to->count + i].first += to->all.count;
    }
    to->count += from->count;
    return states_append(&s->c, &to->all, &from->all, 0, from->all.count);
}

/* Dominance ---------------------------------------------------------------------------------- */

static int any_dominates(const tops4 *kept, size_t count, tops4 tops) {
    uint32_t limits = limits_of(tops);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        int found = 0;
        for (int j = 0; j < 8; j++) found |= dominates(kept[i + j], tops, limits);
        if (found) return 1;
    }
    for (; i < count; i++)
        if (dominates(kept[i], tops, limits)) return 1;
    return 0;
}

static int is_dominated(const search *s, const tops4 *kept, size_t count, tops4 tops) {
    if (s->g.on_fire) {
        uint32_t limits = limits_of(tops);
        for (size_t i = 0; i < count; i++)
            if (dominates_on_fire(kept[i], tops, limits)) return 1;
        return 0;
    }
    tops4 ways[4] = {tops};
    int ways_count = s->rules & PAIRINGS ? pairings(tops, ways) : 1;
    for (int i = 0; i < ways_count; i++)
        if (any_dominates(kept, count, ways[i])) return 1;
    return 0;
}

/* How far the piles have advanced in all; whatever dominates a state has advanced no further. */
static uint64_t advance_of(tops4 tops) {
    int sum = 0;
    for (int pile = 0; pile < PILES; pile++) {
        int code = code_of(tops, pile);
        sum += 2 * (code & VALUE) + !(code & WAITS);
    }
    return (uint64_t)sum;
}

/* Drop equal and dominated states; what remains stands in the order of its advance. */
static int filter(search *s, worker *w, states *all, size_t first, size_t *count) {
    size_t n = *count;
    if (n <= 1) return 1;
    if (n > MOST_IN_GROUP) {
        s->c.status = OUT_OF_MEMORY;
        return 0;
    }
    if (!make_room(&s->c, (void **)&w->order, &w->order_room, n, sizeof *w->order) ||
        !make_room(&s->c, (void **)&w->scratch, &w->scratch_room, 2 * n, sizeof *w->scratch))
        return 0;
    tops4 *tops = all->tops + first;
    for (size_t i = 0; i < n; i++)
        w->order[i] = advance_of(tops[i]) << (32 + INDEX_BITS) | (uint64_t)tops[i] << INDEX_BITS | i;
    sort_numbers(w->order, w->scratch, n, INDEX_BITS);
    uint32_t *parent = (uint32_t *)w->scratch;
    lay16 *lay = (lay16 *)(parent + n);
    memcpy(parent, all->parent + first, n * sizeof *parent);
    memcpy(lay, all->lay + first, n * sizeof *lay);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        tops4 here = (tops4)(w->order[i] >> INDEX_BITS);
        size_t from = w->order[i] & (MOST_IN_GROUP - 1);
        if (kept && tops[kept - 1] == here) continue;
        if (s->rules & DOMINANCE && is_dominated(s, tops, kept, here)) continue;
        tops[kept] = here;
        all->parent[first + kept] = parent[from];
        all->lay[first + kept++] = lay[from];
    }
    *count = kept;
    return 1;
}

/* Turn ends ---------------------------------------------------------------------------------- */

static uint32_t burning(tops4 tops) {
    uint32_t due = 0;
    for (int pile = 0; pile < PILES; pile++) {
        int value = code_of(tops, pile) & VALUE;
        if (is_fire(pile < 2 ? value : MIRROR - value)) due |= 1u << pile;
    }
    return due;
}

/* The same states after `end`: cards drawn (TG-12), the next seat to move. */
static int end_turn(search *s, chunk *to, worker *w, const hands *before, const states *from,
                    size_t first, size_t count, size_t node) {
    hands h = *before;
    for (int i = s->now.drawn; i < s->now.drawn_after; i++) h.seat[0] |= card_bit(s->g.draw[i]);
    pass_on(h.seat, s->g.seats);
    /* On Fire the tops say what the next turn has to cover (TG-25), so they part the states. */
    for (uint32_t due = 0; due < (s->g.on_fire ? 1u << PILES : 1u); due++) {
        states *made = &w->made;
        made->count = 0;
        if (!states_room(&s->c, made, count)) return 0;
        for (size_t i = 0; i < count; i++) {
            tops4 tops = from->tops[first + i];
            if (s->g.on_fire && burning(tops) != due) continue;
            made->tops[made->count] = tops;
            made->parent[made->count] = (uint32_t)(node + i);
            made->lay[made->count++] = 0;
        }
        h.due = due;
        if (!bin_add(s, &to->ended, &h, made, 0, made->count)) return 0;
    }
    return 1;
}

/* Lays --------------------------------------------------------------------------------------- */

typedef struct {
    int card, own[2];          /* the card, and as each direction counts it */
    uint8_t table[2][CODES];   /* codes after the lay, by direction */
    cardset must_not_pass;     /* LAG: trick-free cards of the hand once this one is laid */
} lay_info;

static lay_info prepare_lay(const search *s, int card, cardset hand, cardset unlaid,
                            cardset mirror) {
    lay_info info = {.card = card, .own = {card, MIRROR - card}};
    recode(info.table[0], unlaid & ~card_bit(card), s->normalise);
    recode(info.table[1], mirror & ~card_bit(MIRROR - card), s->normalise);
    if (s->rules & LAG)
        info.must_not_pass = trick_free(hand & ~card_bit(card), unlaid & ~card_bit(card));
    return info;
}

/* Sort the piles of each direction; duties go with their piles. */
static tops4 sorted_with_due(tops4 tops, uint32_t *due) {
    tops4 result = sorted_tops(tops);
    for (int first = 0; first < PILES; first += 2) {
        int moved = code_of(result, first) != code_of(tops, first);
        int equal = code_of(tops, first) == code_of(tops, first + 1);
        uint32_t pair = *due >> first & 3;
        /* Of equal piles the one without a duty comes first. */
        if (moved || (equal && pair == 1)) {
            pair = (pair >> 1) | (pair & 1) << 1;
            *due = (*due & ~(3u << first)) | pair << first;
        }
    }
    return result;
}

/* One card on every pile that takes it. */
static void lay_card(search *s, worker *w, const lay_info *info, tops4 tops, uint32_t due,
                     lay16 only, uint32_t node) {
    tops4 after = 0;
    for (int pile = 0; pile < PILES; pile++)
        after |= (tops4)info->table[pile >> 1][code_of(tops, pile)] << (8 * pile);
    for (int pile = 0; pile < PILES; pile++) {
        int code = code_of(tops, pile), value = code & VALUE, card = info->own[pile >> 1];
        int trick = code & WAITS && card == value - TRICK;
        if (card <= value && !trick) continue;
        /* Of two equal piles the first will do, unless one of them is due. */
        if (pile & 1 && code == code_of(tops, pile - 1) &&
            (due >> pile & 1) == (due >> (pile - 1) & 1))
            continue;
        lay16 lay = lay_of(info->card, pile >= 2, code);
        if (only && only != lay) continue;
        tops4 made = (after & ~((tops4)0xff << (8 * pile))) |
                     (tops4)info->table[pile >> 1][WAITS | card] << (8 * pile);
        if (info->must_not_pass && !trick && !only &&
            lags(info->must_not_pass, made, pile, value, card))
            continue;
        uint32_t still_due = due & ~(1u << pile);
        states *to = &w->made;
        w->due[to->count] = 0;
        if (s->g.on_fire) {
            made = sorted_with_due(made, &still_due);
            w->due[to->count] = (uint8_t)still_due;
        } else {
            made = sorted_tops(made);
        }
        to->tops[to->count] = made;
        to->parent[to->count] = node;
        to->lay[to->count++] = lay;
    }
}

/* Part what was made by duty, filter each part, and add it to the next bin. */
static int deliver(search *s, worker *w, chunk *to, hands *h) {
    states *made = &w->made;
    if (!s->g.on_fire) {
        size_t count = made->count;
        return filter(s, w, made, 0, &count) && bin_add(s, &to->next, h, made, 0, count);
    }
    size_t all = made->count;
    for (uint32_t due = 0; due < 1u << PILES; due++) {
        size_t first = made->count;
        if (!states_room(&s->c, made, first + all)) return 0;
        for (size_t i = 0; i < all; i++) {
            if (w->due[i] != due) continue;
            made->tops[made->count] = made->tops[i];
            made->parent[made->count] = made->parent[i];
            made->lay[made->count++] = made->lay[i];
        }
        size_t count = made->count - first;
        h->due = due;
        if (count && (!filter(s, w, made, first, &count) ||
                      !bin_add(s, &to->next, h, made, first, count)))
            return 0;
        made->count = first;
    }
    return 1;
}

static int expand_group(search *s, worker *w, chunk *to, const group *part, size_t first,
                        const hands *h) {
    const states *from = &to->kept;
    size_t count = part->kept;
    cardset hand = h->seat[0];
    int may_end = s->turn >= s->now.needed || (s->turn > 0 && !hand);
    if (may_end && !h->due && !end_turn(s, to, w, h, from, first, count, part->node)) return 0;
    if (!hand || !may_go_on(&s->g, s->turn, s->now.is_late, s->rules)) return 1;
    cardset unlaid = s->g.undrawn[s->now.drawn];
    for (int seat = 0; seat < s->g.seats; seat++) unlaid |= h->seat[seat];
    cardset mirror = mirrored(unlaid);
    if (!make_room(&s->c, (void **)&w->due, &w->due_room, PILES * count, sizeof *w->due) ||
        !states_room(&s->c, &w->made, PILES * count))
        return 0;
    lay16 *only = NULL;
    if (s->rules & FREE_LAY) {
        only = malloc(count * sizeof *only);
        if (!only) {
            s->c.status = OUT_OF_MEMORY;
            return 0;
        }
        for (size_t i = 0; i < count; i++)
            only[i] = free_lay(from->tops[first + i], hand, unlaid, mirror);
    }
    int fine = 1;
    for (cardset rest = hand; rest && fine; rest &= rest - 1) {
        int card = lowest_card(rest);
        lay_info info = prepare_lay(s, card, hand, unlaid, mirror);
        w->made.count = 0;
        for (size_t i = 0; i < count; i++) {
            lay16 forced = only ? only[i] : 0;
            if (forced && (forced & VALUE) != card) continue;
            lay_card(s, w, &info, from->tops[first + i], h->due, forced,
                     (uint32_t)(part->node + i));
        }
        hands after = *h;
        after.seat[0] &= ~card_bit(card);
        fine = deliver(s, w, to, &after);
    }
    free(only);
    return fine;
}

/* A bin ------------------------------------------------------------------------------------- */

static uint64_t *segment_key(const search *s, const bin *b, size_t index) {
    return b->keys + index * s->words;
}

/* Put equal keys of a run with equal hashes side by side; different keys hardly ever meet here. */
static void part_run(const search *s, const bin *b, uint64_t *run, size_t count, uint64_t mask) {
    for (size_t i = 0; i + 1 < count; i++) {
        const uint64_t *key = segment_key(s, b, run[i] & mask);
        if (!memcmp(key, segment_key(s, b, run[i + 1] & mask), s->words * sizeof *key)) continue;
        for (size_t j = i + 2; j < count; j++) {
            if (memcmp(key, segment_key(s, b, run[j] & mask), s->words * sizeof *key)) continue;
            uint64_t same = run[j];
            memmove(run + i + 2, run + i + 1, (j - i - 1) * sizeof *run);
            run[i + 1] = same;
            break;
        }
    }
}

/* Find the groups: segments sorted by a hash of their hands, then compared in full. */
static int make_groups(search *s, const bin *b) {
    size_t n = b->count;
    int bits = 1;
    while ((size_t)1 << bits < n) bits++;
    uint64_t mask = ((uint64_t)1 << bits) - 1;
    if (!make_room(&s->c, (void **)&s->order, &s->order_room, n, sizeof *s->order) ||
        !make_room(&s->c, (void **)&s->scratch, &s->scratch_room, n, sizeof *s->scratch))
        return 0;
    for (size_t i = 0; i < n; i++) s->order[i] = (b->segments[i].hash & ~mask) | i;
    sort_numbers(s->order, s->scratch, n, bits);
    s->group_count = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && (s->order[end] & ~mask) == (s->order[i] & ~mask)) end++;
        if (end > i + 1) part_run(s, b, s->order + i, end - i, mask);
        while (i < end) {
            const uint64_t *key = segment_key(s, b, s->order[i] & mask);
            group part = {i, 1, 0, 0};
            while (i + part.count < end &&
                   !memcmp(key, segment_key(s, b, s->order[i + part.count] & mask),
                           s->words * sizeof *key))
                part.count++;
            if (!make_room(&s->c, (void **)&s->groups, &s->group_room, s->group_count + 1,
                           sizeof *s->groups))
                return 0;
            s->groups[s->group_count++] = part;
            i += part.count;
        }
    }
    for (size_t i = 0; i < n; i++) s->order[i] &= mask;
    return 1;
}

static void filter_chunk(void *context, int index, int thread) {
    search *s = context;
    chunk *to = &s->chunks[index];
    worker *w = &s->workers[thread];
    const bin *b = &s->bins[s->turn];
    for (size_t i = to->first_group; i < to->last_group; i++) {
        if (must_stop(&s->c)) return;
        group *part = &s->groups[i];
        size_t first = to->kept.count, count;
        for (size_t j = 0; j < part->count; j++) {
            const segment *from = &b->segments[s->order[part->first + j]];
            if (!states_append(&s->c, &to->kept, &b->all, from->first, from->count)) return;
        }
        count = to->kept.count - first;
        if (part->count > 1 && !filter(s, w, &to->kept, first, &count)) return;
        if (s->turn == 0 && s->rules & (DEAD | STUCK)) {
            hands h = hands_of(s, segment_key(s, b, s->order[part->first]));
            cardset all = 0;
            for (int seat = 0; seat < s->g.seats; seat++) all |= h.seat[seat];
            /* Only now: most of a small search needs one thread, and its tables cost a millisecond. */
            if (!w->reaches.c && !reach_cache_init(&w->reaches, &s->g, &s->c)) return;
            int mover = count_cards(h.seat[0]);
            reach_start(&w->reaches, all, mover, s->now.drawn, (s->rules & STUCK) != 0);
            size_t kept = 0;
            for (size_t j = first; j < first + count; j++) {
                tops4 tops = to->kept.tops[j];
                if (!all_fit(tops)) {
                    if (s->rules & DEAD && dead_cards(&w->reaches, tops) >= s->hopeless) continue;
                    if (s->rules & STUCK && is_stuck(&w->reaches, tops)) continue;
                }
                to->kept.tops[first + kept] = tops;
                to->kept.parent[first + kept] = to->kept.parent[j];
                to->kept.lay[first + kept++] = to->kept.lay[j];
            }
            count = kept;
        }
        part->kept = count;
        to->kept.count = first + count;
    }
}

static void expand_chunk(void *context, int index, int thread) {
    search *s = context;
    chunk *to = &s->chunks[index];
    const bin *b = &s->bins[s->turn];
    size_t first = 0;
    for (size_t i = to->first_group; i < to->last_group; i++) {
        const group *part = &s->groups[i];
        if (must_stop(&s->c)) return;
        hands h = hands_of(s, segment_key(s, b, s->order[part->first]));
        if (part->kept && !expand_group(s, &s->workers[thread], to, part, first, &h)) return;
        first += part->kept;
    }
}

/* Even shares of the states, as many as the threads can make use of. */
static void share_groups(search *s, const bin *b) {
    int wanted = b->all.count < FEW || s->c.threads == 1 ? 1 : CHUNKS * s->c.threads;
    size_t each = b->all.count / (size_t)wanted + 1, have = 0;
    s->chunk_count = 0;
    for (size_t i = 0; i < s->group_count; i++) {
        if (!have) {
            s->chunks[s->chunk_count].first_group = i;
            s->chunk_count++;
        }
        for (size_t j = 0; j < s->groups[i].count; j++)
            have += b->segments[s->order[s->groups[i].first + j]].count;
        s->chunks[s->chunk_count - 1].last_group = i + 1;
        if (have >= each && s->chunk_count < wanted) have = 0;
    }
}

static int do_bin(search *s, int turn) {
    bin *b = &s->bins[turn];
    s->turn = turn;
    s->now = turn_at(&s->g, s->layer, turn);
    if (!make_groups(s, b)) return 0;
    share_groups(s, b);
    share_out(&s->c, s->chunk_count, filter_chunk, s);
    if (s->c.status != DONE) return 0;
    for (int i = 0; i < s->chunk_count; i++) {
        chunk *part = &s->chunks[i];
        for (size_t j = part->first_group, at = 0; j < part->last_group; j++) {
            s->groups[j].node = s->nodes.count;
            for (size_t k = 0; k < s->groups[j].kept; k++, at++)
                if (!trail_add(&s->c, &s->nodes, part->kept.parent[at], part->kept.lay[at]))
                    return 0;
        }
    }
    s->c.progress->nodes = s->swept + s->nodes.count;
    if (s->swept + s->nodes.count > s->c.most_nodes) {
        s->c.status = OUT_OF_NODES;
        return 0;
    }
    bin_free_states(s, b);
    share_out(&s->c, s->chunk_count, expand_chunk, s);
    int after = s->now.is_late ? 1 : turn + 1;
    for (int i = 0; i < s->chunk_count && s->c.status == DONE; i++) {
        chunk *part = &s->chunks[i];
        bin_append(s, &s->later[after], &part->next);
        bin_append(s, &s->bins[0], &part->ended);
    }
    for (int i = 0; i < s->chunk_count; i++) {
        states_free(&s->c, &s->chunks[i].kept);
        bin_free(s, &s->chunks[i].next);
        bin_free(s, &s->chunks[i].ended);
    }
    bin_free(s, b);
    return s->c.status == DONE;
}

/* The search ---------------------------------------------------------------------------------- */

static int add_root(search *s, const kernel_problem *root, int number) {
    hands h = {{0}, 0};
    for (int seat = 0; seat < s->g.seats; seat++)
        for (int i = 0; i < root->hand_sizes[seat]; i++)
            h.seat[seat] |= card_bit(root->hands[seat][i]);
    if (s->g.on_fire) h.due = (uint32_t)root->due & 0xf;
    if (!h.seat[0] && !root->laid) pass_on(h.seat, s->g.seats);
    tops4 tops = 0;
    cardset mirror = mirrored(s->g.unlaid);
    for (int pile = 0; pile < PILES; pile++) {
        int top = pile < 2 ? root->tops[pile] : MIRROR - root->tops[pile];
        int code = code_for(top, pile < 2 ? s->g.unlaid : mirror, s->normalise);
        tops |= (tops4)code << (8 * pile);
    }
    tops = sorted_with_due(tops, &h.due);
    uint32_t parent = NO_NODE;
    lay16 lay = root_lay(number);
    states one = {&tops, &parent, &lay, 1, 1, 1, 1};
    turn_info now = turn_at(&s->g, 0, root->laid);
    return bin_add(s, &s->bins[now.is_late && root->laid ? 1 : root->laid], &h, &one, 0, 1);
}

/* The best line so far ends with the first state of this layer. */
static void take_line(search *s, const kernel_problem *roots, kernel_answer *answer) {
    for (int turn = 0; turn < BINS; turn++) {
        const states *all = &s->bins[turn].all;
        if (!all->count) continue;
        if (all->parent[0] == NO_NODE) {
            answer->root = all->lay[0] >> 8;
            answer->lays = 0;
            answer->left = s->g.cards;
        } else {
            trail_line(&s->nodes, &s->g, roots, all->parent[0], all->lay[0], s->normalise, answer);
        }
        return;
    }
}

static int layer_is_empty(const search *s) {
    for (int turn = 0; turn < BINS; turn++)
        if (s->bins[turn].all.count) return 0;
    return 1;
}

/* Between two layers: of all nodes only those matter that a state of the next layer comes from. */
static int sweep(search *s) {
    trail_sweep sweep;
    size_t before = s->nodes.count;
    int fine = sweep_begin(&s->c, &s->nodes, &sweep);
    if (fine) {
        for (int turn = 0; turn < BINS; turn++)
            for (size_t i = 0; i < s->later[turn].all.count; i++)
                sweep_keep(&sweep, s->later[turn].all.parent[i]);
        sweep_run(&s->c, &s->nodes, &sweep);
        for (int turn = 0; turn < BINS; turn++) {
            uint32_t *parent = s->later[turn].all.parent;
            for (size_t i = 0; i < s->later[turn].all.count; i++)
                parent[i] = sweep_number(&sweep, parent[i]);
        }
        s->swept += before - s->nodes.count;
        s->sweep_at = 2 * s->nodes.count;
        if (s->sweep_at < MANY) s->sweep_at = MANY;
    }
    sweep_end(&s->c, &sweep);
    return fine;
}

static void run(search *s, const kernel_problem *roots, kernel_answer *answer) {
    for (s->layer = 0; s->layer <= s->g.cards; s->layer++) {
        if (layer_is_empty(s)) {
            answer->complete = 1;
            return;
        }
        s->c.progress->layer = s->layer;
        int left = s->g.cards - s->layer;
        if (left < s->hopeless) take_line(s, roots, answer);
        if (left == 0) {
            answer->complete = 1;
            return;
        }
        uint64_t before = s->swept + s->nodes.count;
        /* The longest turns first: their ends go to the bin of turn starts, which is the last. */
        for (int turn = BINS - 1; turn >= 0; turn--)
            if (s->bins[turn].count && !do_bin(s, turn)) return;
        uint64_t width = s->swept + s->nodes.count - before;
        if (width > s->c.progress->widest) s->c.progress->widest = width;
        for (int turn = 0; turn < BINS; turn++) bin_free(s, &s->bins[turn]);
        if (s->nodes.count >= s->sweep_at && !sweep(s)) return;
        for (int turn = 0; turn < BINS; turn++) {
            s->bins[turn] = s->later[turn];
            memset(&s->later[turn], 0, sizeof s->later[turn]);
        }
    }
}

int32_t kernel_exact(const kernel_problem *roots, int32_t count, const kernel_limits *limits,
                     kernel_progress *progress, kernel_answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->left = -1;
    search *s = calloc(1, sizeof *s);
    if (!s) {
        answer->status = OUT_OF_MEMORY;
        return 0;
    }
    if (!game_init(&s->g, roots, count)) {
        free(s);
        return 1;
    }
    control_init(&s->c, limits, progress);
    s->win_only = limits->win_only != 0;
    s->hopeless = s->win_only ? 1 : limits->hopeless;
    if (s->hopeless < 1 || s->hopeless > s->g.cards + 1) s->hopeless = s->g.cards + 1;
    s->rules = limits->rules;
    if (s->g.on_fire) s->rules &= ~(uint32_t)(NORMALISE | PAIRINGS | SHORT_TURNS);
    if (s->g.seats > 1 || s->g.on_fire) s->rules &= ~(uint32_t)(LAG | FREE_LAY);
    if (!s->win_only) s->rules &= ~(uint32_t)STUCK;
    s->normalise = (s->rules & NORMALISE) != 0;
    s->words = 2 * s->g.seats + s->g.on_fire;
    s->sweep_at = MANY;
    int shares = s->c.threads == 1 ? 1 : CHUNKS * s->c.threads;
    s->chunks = calloc(shares, sizeof *s->chunks);
    s->workers = calloc(s->c.threads, sizeof *s->workers);
    int ready = s->chunks && s->workers;
    if (!ready) s->c.status = OUT_OF_MEMORY;
    for (int i = 0; ready && i < count; i++) ready = add_root(s, &roots[i], i);
    if (ready) run(s, roots, answer);
    answer->status = s->c.status;
    if (s->c.status != DONE) answer->complete = 0;
    for (int i = 0; s->workers && i < s->c.threads; i++) {
        worker *w = &s->workers[i];
        states_free(&s->c, &w->made);
        give_back(&s->c, (void **)&w->due, &w->due_room, sizeof *w->due);
        give_back(&s->c, (void **)&w->order, &w->order_room, sizeof *w->order);
        give_back(&s->c, (void **)&w->scratch, &w->scratch_room, sizeof *w->scratch);
        reach_cache_free(&w->reaches);
    }
    for (int i = 0; s->chunks && i < shares; i++) {
        states_free(&s->c, &s->chunks[i].kept);
        bin_free(s, &s->chunks[i].next);
        bin_free(s, &s->chunks[i].ended);
    }
    for (int turn = 0; turn < BINS; turn++) {
        bin_free(s, &s->bins[turn]);
        bin_free(s, &s->later[turn]);
    }
    trail_free(&s->c, &s->nodes);
    give_back(&s->c, (void **)&s->groups, &s->group_room, sizeof *s->groups);
    give_back(&s->c, (void **)&s->order, &s->order_room, sizeof *s->order);
    give_back(&s->c, (void **)&s->scratch, &s->scratch_room, sizeof *s->scratch);
    free(s->chunks);
    free(s->workers);
    free(s);
    return 0;
}

int32_t kernel_version(void) { return KERNEL_VERSION; }
