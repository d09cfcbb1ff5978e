/* A beam: at most `width` states of each bin (cards laid, of them in this turn) are kept, the best by
   the order. It finds lines and proves nothing. */

#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "dominance.h"
#include "game.h"
#include "kernel.h"
#include "lays.h"
#include "order.h"
#include "reach.h"
#include "trail.h"

enum { BINS = 2 * CARDS + 1, SPARE = 3, CHUNKS = 4, FEW = 512 };

typedef struct {
    cardset seat[SEATS]; /* the mover first */
    uint8_t tops[PILES];
    uint8_t due;
    uint32_t node;
} beam_state;

typedef struct {
    float score;
    uint32_t state;
    uint8_t card, pile, ends, turn; /* turn: cards laid in the turn after it; 0 if that ends */
} candidate;

typedef struct {
    candidate *all;
    size_t count, room;
} candidates;

typedef struct {
    beam_state *all;
    size_t count, room;
} beam_bin;

/* A state of the bin that is being chosen, to compare others of the same hands with. */
typedef struct {
    uint64_t hands; /* a hash of them, and of duties */
    tops4 codes;
    uint32_t next;  /* of the same place in the table */
} shadow;

/* A part of the states of a layer: what one thread works on, and what it finds. */
typedef struct {
    size_t first, last; /* of the parents */
    order_state scored;
    candidates made;
    candidate deepest; /* some lay, whether or not the game goes on after it */
    int has_deepest;
    uint64_t lays;
} share;

typedef struct {
    control c;
    game g;
    order o;
    share *shares;
    int most_shares;
    reach_cache reaches;
    int width, hopeless, layer;
    beam_bin bins[BINS], later[BINS];
    candidate deepest;
    candidates to[BINS]; /* by cards laid in the turn after the lay; their parents stand in one list */
    beam_state *parents; /* all states of the layer, bin after bin */
    int *parent_turn;
    size_t parent_count, parent_room, turn_room;
    uint64_t *keys, *scratch; /* candidates of a bin by score */
    size_t key_room, scratch_room;
    shadow *shadows;
    uint32_t *places;    /* by hash: the last shadow with it */
    size_t shadow_count, shadow_room, place_room, place_mask;
    int leaves_out;      /* LAG and FREE_LAY */
    trail nodes;
} beam;

static cardset unlaid_of(const beam *b, const beam_state *s, int drawn) {
    cardset unlaid = b->g.undrawn[drawn];
    for (int seat = 0; seat < b->g.seats; seat++) unlaid |= s->seat[seat];
    return unlaid;
}

static int fits(int pile, int top, int card) {
    if (pile < 2) return card > top || card == top - TRICK;
    return card < top || card == top + TRICK;
}

/* Making states ------------------------------------------------------------------------------- */

static void sort_piles(beam_state *s) {
    for (int first = 0; first < PILES; first += 2) {
        if (s->tops[first] <= s->tops[first + 1]) continue;
        uint8_t top = s->tops[first];
        s->tops[first] = s->tops[first + 1];
        s->tops[first + 1] = top;
        int pair = s->due >> first & 3;
        s->due = (uint8_t)((s->due & ~(3 << first)) | ((pair >> 1 | (pair & 1) << 1) << first));
    }
}

static void end_turn(const beam *b, beam_state *s, turn_info now) {
    for (int i = now.drawn; i < now.drawn_after; i++) s->seat[0] |= card_bit(b->g.draw[i]);
    pass_on(s->seat, b->g.seats);
    s->due = 0;
    for (int pile = 0; b->g.on_fire && pile < PILES; pile++)
        if (is_fire(s->tops[pile])) s->due |= (uint8_t)(1 << pile);
}

static beam_state after_lay(const beam *b, const beam_state *from, const candidate *lay, int turn) {
    beam_state s = *from;
    s.seat[0] &= ~card_bit(lay->card);
    s.tops[lay->pile] = lay->card;
    s.due &= (uint8_t)~(1 << lay->pile);
    /* `turn` counts this lay; the turn's draw is known one layer later. */
    if (lay->ends) end_turn(b, &s, turn_at(&b->g, b->layer + 1, turn));
    sort_piles(&s);
    return s;
}

static tops4 codes_of(const uint8_t tops[PILES], cardset unlaid, cardset mirror, int normalise) {
    tops4 codes = 0;
    for (int pile = 0; pile < PILES; pile++) {
        int code = pile < 2 ? code_for(tops[pile], unlaid, normalise)
                            : code_for(MIRROR - tops[pile], mirror, normalise);
        codes |= (tops4)code << (8 * pile);
    }
    return codes;
}

/* Can this state still matter? Too many cards are dead in it, or (at the start of a turn, asked about
   wins only) stuck: docs/solver-search.md. */
static int is_hopeless(beam *b, const beam_state *s, tops4 codes, turn_info now, int is_start) {
    if (all_fit(codes)) return 0;
    cardset held = 0;
    for (int seat = 0; seat < b->g.seats; seat++) held |= s->seat[seat];
    int stuck = is_start && b->hopeless == 1;
    reach_start(&b->reaches, held, count_cards(s->seat[0]), now.drawn, stuck);
    if (dead_cards(&b->reaches, codes) >= b->hopeless) return 1;
    return stuck && is_stuck(&b->reaches, codes);
}

static uint64_t hash_of_hands(const beam *b, const beam_state *s) {
    uint64_t words[2 * SEATS + 1];
    int count = 0;
    for (int seat = 0; seat < b->g.seats; seat++) {
        words[count++] = (uint64_t)s->seat[seat];
        words[count++] = (uint64_t)(s->seat[seat] >> 64);
    }
    words[count++] = s->due;
    return hash_words(words, count);
}

/* Is this state equal to one of the bin before it, or dominated by one? Hands are told apart by their
   hashes alone: a collision costs a state, never the truth. */
static int is_outdone(const beam *b, uint64_t hands, tops4 codes) {
    tops4 ways[4] = {codes};
    uint32_t first = b->places[(hands >> 20) & b->place_mask];
    if (first == NO_NODE) return 0;
    int count = b->g.on_fire ? 1 : pairings(codes, ways);
    for (int i = 0; i < count; i++) {
        uint32_t limits = limits_of(ways[i]);
        for (uint32_t at = first; at != NO_NODE; at = b->shadows[at].next) {
            const shadow *other = &b->shadows[at];
            if (other->hands != hands) continue;
            if (b->g.on_fire ? dominates_on_fire(other->codes, codes, limits)
                             : dominates(other->codes, ways[i], limits))
                return 1;
        }
    }
    return 0;
}

static void add_shadow(beam *b, uint64_t hands, tops4 codes) {
    uint32_t *place = &b->places[(hands >> 20) & b->place_mask];
    shadow one = {hands, codes, *place};
    *place = (uint32_t)b->shadow_count;
    b->shadows[b->shadow_count++] = one;
}

/* Room for the shadows of so many states, none of them there yet. */
static int clear_shadows(beam *b, size_t most) {
    size_t room = 64;
    while (room < most) room *= 2;
    if (!make_room(&b->c, (void **)&b->shadows, &b->shadow_room, most, sizeof *b->shadows) ||
        !make_room(&b->c, (void **)&b->places, &b->place_room, room, sizeof *b->places))
        return 0;
    b->shadow_count = 0;
    b->place_mask = room - 1;
    memset(b->places, 0xff, room * sizeof *b->places); /* NO_NODE */
    return 1;
}

/* Choosing ------------------------------------------------------------------------------------ */

/* A number that is the smaller the better the score is; equal scores in the order of the lays. */
static uint64_t key_of(float score, size_t index) {
    uint32_t bits;
    memcpy(&bits, &score, sizeof bits);
    return (uint64_t)(bits >> 31 ? bits : ~bits & 0x7fffffffu) << 32 | index;
}

/* Bring the smallest `wanted` to the front, in no order (Hoare's selection). */
static void select_smallest(uint64_t *all, size_t count, size_t wanted) {
    ptrdiff_t first = 0, last = (ptrdiff_t)count - 1, place = (ptrdiff_t)wanted - 1;
    while (first < last) {
        uint64_t pivot = all[first + (last - first) / 2];
        ptrdiff_t i = first, j = last;
        while (i <= j) {
            while (all[i] < pivot) i++;
            while (pivot < all[j]) j--;
            if (i > j) break;
            uint64_t other = all[i];
            all[i++] = all[j];
            all[j--] = other;
        }
        if (place <= j) last = j;
        else if (place >= i) first = i;
        else return;
    }
}

/* Keys of the best candidates, best first; -1 without memory. */
static ptrdiff_t sort_candidates(beam *b, const candidates *from) {
    size_t count = from->count, most = (size_t)SPARE * (size_t)b->width;
    if (!make_room(&b->c, (void **)&b->keys, &b->key_room, count, sizeof *b->keys) ||
        !make_room(&b->c, (void **)&b->scratch, &b->scratch_room, count < most ? count : most,
                   sizeof *b->scratch))
        return -1;
    for (size_t i = 0; i < count; i++) b->keys[i] = key_of(from->all[i].score, i);
    if (count > most) {
        select_smallest(b->keys, count, most);
        count = most;
    }
    sort_numbers(b->keys, b->scratch, count, 0);
    return (ptrdiff_t)count;
}

/* A layer ------------------------------------------------------------------------------------- */

static int add_candidate(beam *b, candidates *to, const candidate *lay) {
    if (!make_room(&b->c, (void **)&to->all, &to->room, to->count + 1, sizeof *to->all)) return 0;
    to->all[to->count++] = *lay;
    return 1;
}

/* The hands of the next turns if this one ends with the next lay, the mover's own last. */
static void watch_next(const beam *b, order_state *s, const beam_state *from, int turn) {
    int seats = b->g.seats;
    cardset hands[SEATS];
    for (int seat = 0; seat < seats; seat++) hands[seat] = from->seat[(seat + 1) % seats];
    turn_info after = turn_at(&b->g, b->layer + 1, turn + 1);
    for (int i = after.drawn; i < after.drawn_after; i++)
        hands[seats - 1] |= card_bit(b->g.draw[i]);
    order_watch(&b->o, s, hands, seats);
}

/* One player: is there a lay that is at least as good? */
static int is_left_out(const order_state *s, tops4 codes, lay16 only, int pile, int card) {
    int code = code_of(codes, pile), value = code & VALUE, own = pile < 2 ? card : MIRROR - card;
    if (only) return lay_of(card, pile >= 2, code) != only;
    if (own <= value) return 0; /* a trick */
    cardset unlaid = s->unlaid & ~card_bit(card);
    cardset must_not_pass = trick_free(s->mine & ~card_bit(card), unlaid);
    if (!must_not_pass) return 0;
    uint8_t tops[PILES];
    memcpy(tops, s->tops, sizeof tops);
    tops[pile] = (uint8_t)card;
    return lags(must_not_pass, codes_of(tops, unlaid, mirrored(unlaid), 0), pile, value, own);
}

static int expand(beam *b, share *to, uint32_t index, int turn) {
    const beam_state *from = &b->parents[index];
    turn_info now = turn_at(&b->g, b->layer, turn);
    order_state *s = &to->scored;
    s->mine = from->seat[0];
    s->held = 0;
    for (int seat = 0; seat < b->g.seats; seat++) s->held |= from->seat[seat];
    s->undrawn = b->g.undrawn[now.drawn];
    s->unlaid = s->held | s->undrawn;
    memcpy(s->tops, from->tops, sizeof s->tops);
    order_begin(&b->o, s);
    int owed = now.needed - turn - 1, is_last_card = !(from->seat[0] & (from->seat[0] - 1));
    int after = now.is_late ? 1 : turn + 1;
    if (owed <= 0 || is_last_card) watch_next(b, s, from, turn);
    tops4 codes = 0;
    lay16 only = 0;
    if (b->leaves_out) {
        cardset mirror = mirrored(s->unlaid);
        codes = codes_of(from->tops, s->unlaid, mirror, 0);
        only = free_lay(codes, s->mine, s->unlaid, mirror);
    }
    for (cardset rest = from->seat[0]; rest; rest &= rest - 1) {
        int card = lowest_card(rest);
        for (int pile = 0; pile < PILES; pile++) {
            if (!fits(pile, from->tops[pile], card)) continue;
            if (pile & 1 && from->tops[pile] == from->tops[pile - 1] &&
                (from->due >> pile & 1) == (from->due >> (pile - 1) & 1))
                continue;
            if (b->leaves_out && is_left_out(s, codes, only, pile, card)) continue;
            to->lays++;
            float score = order_score(&b->o, s, pile, card);
            int wins = b->layer + 1 == b->g.cards;
            int may_end = (owed <= 0 || is_last_card) && !(from->due & ~(1 << pile));
            candidate lay = {score + order_bonus(&b->o, 1, owed), index, (uint8_t)card,
                             (uint8_t)pile, 1, 0};
            if (!to->has_deepest) {
                to->deepest = lay;
                to->has_deepest = 1;
            }
            if (may_end) lay.score -= order_forced(&b->o, s, pile, card);
            if ((may_end || wins) && !add_candidate(b, &to->made, &lay)) return 0;
            if (is_last_card || !may_go_on(&b->g, turn + 1, now.is_late, EVERYTHING)) continue;
            lay.score = score + order_bonus(&b->o, 0, owed);
            lay.ends = 0;
            lay.turn = (uint8_t)after;
            if (!add_candidate(b, &to->made, &lay)) return 0;
        }
    }
    return 1;
}

/* A state that is kept, with its node; the end of a turn is a node of its own. */
static int add_state(beam *b, beam_bin *to, beam_state *s, uint32_t parent, lay16 lay, int ends) {
    if (ends) {
        if (!trail_add(&b->c, &b->nodes, parent, lay)) return 0;
        parent = (uint32_t)b->nodes.count - 1;
        lay = 0;
    }
    s->node = (uint32_t)b->nodes.count;
    if (!trail_add(&b->c, &b->nodes, parent, lay) ||
        !make_room(&b->c, (void **)&to->all, &to->room, to->count + 1, sizeof *to->all))
        return 0;
    to->all[to->count++] = *s;
    return 1;
}

static lay16 lay_from(const beam_state *from, const candidate *lay) {
    int top = from->tops[lay->pile];
    return lay_of(lay->card, lay->pile >= 2, lay->pile < 2 ? top : MIRROR - top);
}

/* Keep the best of a bin; equal and dominated states once, hopeless ones not at all. */
static int choose(beam *b, int turn) {
    candidates *from = &b->to[turn];
    beam_bin *to = &b->later[turn];
    ptrdiff_t count = sort_candidates(b, from);
    if (count < 0 || !clear_shadows(b, (size_t)count)) return 0;
    for (ptrdiff_t i = 0; i < count && to->count < (size_t)b->width; i++) {
        const candidate *lay = &from->all[b->keys[i] & UINT32_MAX];
        const beam_state *parent = &b->parents[lay->state];
        int parent_turn = b->parent_turn[lay->state];
        int laid = turn_at(&b->g, b->layer, parent_turn).is_late ? 1 : parent_turn + 1;
        beam_state s = after_lay(b, parent, lay, laid);
        turn_info next = turn_at(&b->g, b->layer + 1, lay->ends ? 0 : laid);
        cardset unlaid = unlaid_of(b, &s, next.drawn);
        tops4 codes = codes_of(s.tops, unlaid, mirrored(unlaid), !b->g.on_fire);
        if (!b->g.on_fire) codes = sorted_tops(codes);
        uint64_t hands = hash_of_hands(b, &s);
        if (is_outdone(b, hands, codes)) continue;
        add_shadow(b, hands, codes);
        if (is_hopeless(b, &s, codes, next, lay->ends)) continue;
        if (!add_state(b, to, &s, parent->node, lay_from(parent, lay), lay->ends)) return 0;
    }
    return 1;
}

/* The states of all bins in one list, so that a candidate can name its parent by a number. */
static int gather(beam *b) {
    b->parent_count = 0;
    for (int turn = 0; turn < BINS; turn++) {
        beam_bin *from = &b->bins[turn];
        size_t wanted = b->parent_count + from->count;
        if (!make_room(&b->c, (void **)&b->parents, &b->parent_room, wanted, sizeof *b->parents) ||
            !make_room(&b->c, (void **)&b->parent_turn, &b->turn_room, wanted,
                       sizeof *b->parent_turn))
            return 0;
        for (size_t i = 0; i < from->count; i++) {
            b->parents[b->parent_count] = from->all[i];
            b->parent_turn[b->parent_count++] = turn;
        }
        from->count = 0;
    }
    return 1;
}

static void take_line(beam *b, const kernel_problem *roots, kernel_answer *answer) {
    const beam_state *parent = &b->parents[b->deepest.state];
    trail_line(&b->nodes, &b->g, roots, parent->node, lay_from(parent, &b->deepest), 0, answer);
}

static void expand_share(void *context, int index, int thread) {
    (void)thread;
    beam *b = context;
    share *to = &b->shares[index];
    for (size_t i = to->first; i < to->last; i++)
        if (must_stop(&b->c) || !expand(b, to, (uint32_t)i, b->parent_turn[i])) return;
}

/* Threads must not fill the order's tables: all that a lay may need is there before they start. */
static void fill_tables(beam *b) {
    cardset tops[2] = {0, 0}, hands = 0;
    for (size_t i = 0; i < b->parent_count; i++) {
        hands |= b->parents[i].seat[0];
        for (int pile = 0; pile < PILES; pile++)
            tops[pile >> 1] |= card_bit(b->parents[i].tops[pile]);
    }
    for (int descends = 0; descends < 2; descends++)
        for (cardset rest = tops[descends] | hands; rest; rest &= rest - 1)
            order_fill(&b->o, descends, lowest_card(rest));
}

/* All lays of the layer, sorted into bins in the order of their parents, however many threads there
   are. 0: there is none, or the search has to end. */
static int expand_layer(beam *b) {
    int wanted = b->parent_count < FEW ? 1 : b->most_shares, found = 0;
    order_layer(&b->o, b->layer);
    if (wanted > 1) fill_tables(b);
    for (int i = 0; i < wanted; i++) {
        share *part = &b->shares[i];
        part->first = b->parent_count * (size_t)i / (size_t)wanted;
        part->last = b->parent_count * (size_t)(i + 1) / (size_t)wanted;
        part->made.count = 0;
        part->has_deepest = 0;
        part->lays = 0;
    }
    share_out(&b->c, wanted, expand_share, b);
    if (b->c.status != DONE) return 0;
    for (int turn = 0; turn < BINS; turn++) b->to[turn].count = 0;
    for (int i = 0; i < wanted; i++) {
        share *part = &b->shares[i];
        b->c.progress->nodes += part->lays;
        if (part->has_deepest && !found) {
            b->deepest = part->deepest;
            found = 1;
        }
        for (size_t j = 0; j < part->made.count; j++)
            if (!add_candidate(b, &b->to[part->made.all[j].turn], &part->made.all[j])) return 0;
    }
    return found;
}

static void run(beam *b, const kernel_problem *roots, kernel_answer *answer) {
    for (b->layer = 0; b->layer < b->g.cards; b->layer++) {
        b->c.progress->layer = b->layer;
        if (!gather(b) || !expand_layer(b)) return;
        if (b->g.cards - b->layer - 1 < b->hopeless) take_line(b, roots, answer);
        for (int turn = 0; turn < BINS; turn++) {
            if (b->to[turn].count && !choose(b, turn)) return;
            beam_bin done = b->bins[turn];
            b->bins[turn] = b->later[turn];
            b->later[turn] = done;
        }
    }
}

/* A root, and the same moment after `end` where that is legal already. */
static int add_root(beam *b, const kernel_problem *root, int number) {
    beam_state s = {{0}, {0}, 0, 0};
    for (int seat = 0; seat < b->g.seats; seat++)
        for (int i = 0; i < root->hand_sizes[seat]; i++)
            s.seat[seat] |= card_bit(root->hands[seat][i]);
    memcpy(s.tops, root->tops, sizeof s.tops);
    if (b->g.on_fire) s.due = (uint8_t)(root->due & 0xf);
    if (!s.seat[0] && !root->laid) pass_on(s.seat, b->g.seats);
    sort_piles(&s);
    turn_info now = turn_at(&b->g, 0, root->laid);
    int turn = now.is_late && root->laid ? 1 : root->laid;
    if (!add_state(b, &b->bins[turn], &s, NO_NODE, root_lay(number), 0)) return 0;
    if (!root->laid || s.due || (root->laid < now.needed && s.seat[0])) return 1;
    uint32_t node = s.node;
    end_turn(b, &s, now);
    sort_piles(&s);
    return add_state(b, &b->bins[0], &s, node, 0, 0);
}

static void beam_free(beam *b) {
    for (int turn = 0; turn < BINS; turn++) {
        give_back(&b->c, (void **)&b->bins[turn].all, &b->bins[turn].room, sizeof(beam_state));
        give_back(&b->c, (void **)&b->later[turn].all, &b->later[turn].room, sizeof(beam_state));
        give_back(&b->c, (void **)&b->to[turn].all, &b->to[turn].room, sizeof(candidate));
    }
    for (int i = 0; b->shares && i < b->most_shares; i++) {
        candidates *made = &b->shares[i].made;
        give_back(&b->c, (void **)&made->all, &made->room, sizeof *made->all);
    }
    free(b->shares);
    give_back(&b->c, (void **)&b->parents, &b->parent_room, sizeof *b->parents);
    give_back(&b->c, (void **)&b->parent_turn, &b->turn_room, sizeof *b->parent_turn);
    give_back(&b->c, (void **)&b->keys, &b->key_room, sizeof *b->keys);
    give_back(&b->c, (void **)&b->scratch, &b->scratch_room, sizeof *b->scratch);
    give_back(&b->c, (void **)&b->shadows, &b->shadow_room, sizeof *b->shadows);
    give_back(&b->c, (void **)&b->places, &b->place_room, sizeof *b->places);
    reach_cache_free(&b->reaches);
    trail_free(&b->c, &b->nodes);
    free(b);
}

int32_t kernel_beam(const kernel_problem *roots, int32_t count, const kernel_limits *limits,
                    int32_t width, const float *weights, kernel_progress *progress,
                    kernel_answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->left = -1;
    if (width < 1) return 4;
    beam *b = calloc(1, sizeof *b);
    if (!b) {
        answer->status = OUT_OF_MEMORY;
        return 0;
    }
    if (!game_init(&b->g, roots, count)) {
        free(b);
        return 1;
    }
    control_init(&b->c, limits, progress);
    b->width = width;
    b->hopeless = limits->win_only ? 1 : limits->hopeless;
    if (b->hopeless < 1 || b->hopeless > b->g.cards + 1) b->hopeless = b->g.cards + 1;
    b->leaves_out = b->g.seats == 1 && !b->g.on_fire;
    order_weights given;
    memcpy(&given, weights, sizeof given);
    order_init(&b->o, &b->g, &given);
    b->most_shares = b->c.threads == 1 ? 1 : CHUNKS * b->c.threads;
    b->shares = calloc((size_t)b->most_shares, sizeof *b->shares);
    int ready = b->shares && reach_cache_init(&b->reaches, &b->g, &b->c);
    if (!ready) b->c.status = OUT_OF_MEMORY;
    for (int i = 0; ready && i < count; i++) ready = add_root(b, &roots[i], i);
    if (ready) run(b, roots, answer);
    answer->status = b->c.status;
    beam_free(b);
    return 0;
}
