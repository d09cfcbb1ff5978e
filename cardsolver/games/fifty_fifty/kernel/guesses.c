/* Guesses of the hidden cards, by a Markov chain over hands and over when their cards were drawn.
   The same steps as in bots/guesses.py, which explains them; tests compare the guesses. */

#include <stddef.h>
#include <string.h>

#include "check.h"
#include "kernel.h"
#include "random.h"

enum {
    WINDOW = 16, /* draws of a seat that are followed back */
    LARGEST = 8, /* what a seat with a larger hand did is not used */
    MOST_PLAYS = WINDOW + LARGEST,
    MOST_EVENTS = 160, /* of one seat */
    DATES = 8,         /* times in a sweep that each seat may date a play anew */
    NEVER = 1 << 20    /* a draw after all others */
};

/* One thing that a seat did, or that it did not jump. */
typedef struct {
    game before;
    int move, plays, draws; /* plays and draws of the window before it */
    int misfit, trial;      /* would the owner have done something else? With what is offered? */
} event;

/* Another seat. Its slots are its cards; a slot's origin is the draw of the window that it came
   with, or 0 if it is older. Cards that it played in the window have origins as well. */
typedef struct {
    int size, first, events, plays, draws, misfits;
    int origin[LARGEST], play_origin[MOST_PLAYS], play_card[MOST_PLAYS];
    event seen[MOST_EVENTS];
} holder;

typedef struct {
    double doubt;
    int players, count, hands_start;
    uint64_t state;
    int8_t owner[DECK];
    uint8_t pool[DECK]; /* the cards set aside, the draw pile, the other hands */
    holder holders[SEATS];
} chain;

static void add_card(int card, cardset *hand, int *passes) {
    if (card) {
        *hand |= bit_of(card);
    } else {
        ++*passes;
    }
}

/* Would the seat have done the same with the hand that it had then, if it is like `greedy`? */
static int fits(const chain *c, int seat, const event *e) {
    const holder *h = &c->holders[seat];
    const uint8_t *slots = &c->pool[h->first];
    cardset hand = 0;
    int passes = 0;
    for (int slot = 0; slot < h->size; slot++) {
        if (h->origin[slot] <= e->draws) add_card(slots[slot], &hand, &passes);
    }
    for (int play = e->plays; play < h->plays; play++) {
        if (h->play_origin[play] <= e->draws) add_card(h->play_card[play], &hand, &passes);
    }
    if (e->move == ANSWER_DECLINE) {
        int wanted = partner_of(e->before.row[e->before.row_size - 1]);
        if (!has(hand, wanted)) return 1; /* it had nothing to jump with */
    }
    game g = e->before;
    g.hands[seat] = hand;
    g.pass_counts[seat] = passes;
    return greedy_move(&g) == e->move;
}

/* How many things a seat would have done differently with what is offered, if that changes its hand
   only from one draw to before another; counted to one more than `most`. */
static int misfits_after(chain *c, int seat, int from, int to, int most) {
    holder *h = &c->holders[seat];
    int misfits = h->misfits, index = h->events;
    while (index && h->seen[index - 1].draws >= to) index--;
    int end = index;
    while (index && h->seen[index - 1].draws >= from) misfits -= h->seen[--index].misfit;
    for (int first = index, last = end; last > first && misfits <= most;) {
        event *e = &h->seen[--last];
        e->trial = !fits(c, seat, e);
        misfits += e->trial;
    }
    return misfits;
}

/* The offer is accepted. */
static void keep(holder *h, int from, int to, int misfits) {
    h->misfits = misfits;
    for (int index = h->events - 1; index >= 0 && h->seen[index].draws >= from; index--) {
        if (h->seen[index].draws < to) h->seen[index].misfit = h->seen[index].trial;
    }
}

/* How many more misfits the next change may bring (the Metropolis rule). */
static int allowance(chain *c) {
    double chance = c->doubt, drawn = (double)(next_number(&c->state) >> 11) / 9007199254740992.0;
    int more = 0;
    while (drawn < chance && more < MOST_EVENTS) {
        chance *= c->doubt;
        more++;
    }
    return more;
}

static void swap_cards(chain *c, int place, int other) {
    uint8_t card = c->pool[place];
    c->pool[place] = c->pool[other];
    c->pool[other] = card;
}

/* With which draw the card at a place of a hand came. */
static int origin_of(const holder *h, int place) {
    int slot = place - h->first;
    return slot < h->size ? h->origin[slot] : NEVER; /* nothing is known of a large hand */
}

/* Offer a card of another hand in exchange for any hidden card. */
static void exchange(chain *c, int place) {
    int other = number_below(c->count, &c->state);
    if (c->pool[place] == c->pool[other]) return;
    int mine = c->owner[place], theirs = c->owner[other];
    holder *h = &c->holders[mine], *o = theirs == NOBODY ? NULL : &c->holders[theirs];
    int from = origin_of(h, place), to = NEVER, since = o ? origin_of(o, other) : NEVER;
    if (o == h) { /* within a hand, it is as if they had come at another time */
        to = since > from ? since : from;
        from = since > from ? from : since;
        o = NULL;
    }
    int most = allowance(c) + h->misfits + (o ? o->misfits : 0);
    swap_cards(c, place, other);
    int misfits = misfits_after(c, mine, from, to, most), more = 0;
    if (misfits <= most && o) more = misfits_after(c, theirs, since, NEVER, most - misfits);
    if (misfits + more > most) {
        swap_cards(c, place, other);
        return;
    }
    keep(h, from, to, misfits);
    if (o) keep(o, since, NEVER, more);
}

/* Offer a played card another time at which it was drawn, in exchange with any card of its seat. */
static void redate(chain *c, int seat) {
    holder *h = &c->holders[seat];
    int play = number_below(h->plays, &c->state);
    int other = number_below(h->size + h->plays, &c->state);
    int *mine = &h->play_origin[play];
    int *theirs = other < h->size ? &h->origin[other] : &h->play_origin[other - h->size];
    int before = *mine, after = *theirs;
    /* Nothing is played before it is drawn: play i comes before draw i + 1. */
    if (before == after || after > play) return;
    if (other >= h->size && before > other - h->size) return;
    int from = before < after ? before : after, to = before < after ? after : before;
    int most = allowance(c) + h->misfits;
    *mine = after;
    *theirs = before;
    int misfits = misfits_after(c, seat, from, to, most);
    if (misfits > most) {
        *mine = before;
        *theirs = after;
    } else {
        keep(h, from, to, misfits);
    }
}

static void sweep(chain *c) {
    for (int place = c->hands_start; place < c->count; place++) exchange(c, place);
    for (int seat = 0; seat < c->players; seat++) {
        for (int time = 0; time < DATES && c->holders[seat].plays; time++) redate(c, seat);
    }
}

static void shuffle(chain *c, int count) {
    for (int place = count - 1; place > 0; place--) {
        swap_cards(c, place, number_below(place + 1, &c->state));
    }
}

/* The card that leaves the hand with a move. */
static int card_of(const game *before, int move) {
    if (move == ANSWER_JUMP) return partner_of(before->row[before->row_size - 1]);
    return move > KEEP ? move - KEEP : move; /* a Pass is 0 both as a move and as a card */
}

/* Is it something that a seat can have seen at a table with so many players? */
static int is_event(const seen_event *each, int players) {
    game g;
    if (!open_game(&each->before, &g) || g.players != players) return 0;
    if (each->seat < NOBODY || each->seat >= players) return 0;
    if (each->seat == NOBODY) return each->move == ANSWER_DECLINE && g.row_size && !g.jump;
    if (each->move == ANSWER_JUMP) return g.row_size && !g.jump;
    if (each->move == PLAY_TAKE) return g.jump;
    return each->move >= PLAY_PASS && each->move <= 2 * HIGHEST && (!g.jump || !each->move);
}

/* What a seat did, from its last few draws on. 0 if that is too much. */
static int remember(holder *h, int seat, const seen_event *events, int count) {
    int draws = 0;
    for (int index = 0; index < count; index++) {
        const seen_event *each = &events[index];
        draws += each->seat == seat && each->move != PLAY_TAKE && each->before.drawing > 0;
    }
    int skipped = draws > WINDOW ? draws - WINDOW : 0;
    draws = 0;
    for (int index = 0; index < count; index++) {
        const seen_event *each = &events[index];
        int declined = each->seat == NOBODY;
        if (declined ? each->before.layer == seat : each->seat != seat) continue;
        int plays = !declined && each->move != PLAY_TAKE;
        if (draws >= skipped) {
            if (h->events == MOST_EVENTS || (plays && h->plays == MOST_PLAYS)) return 0;
            event *e = &h->seen[h->events++];
            open_game(&each->before, &e->before);
            if (declined || each->move == ANSWER_JUMP) {
                e->before.asked = seat;
            } else {
                e->before.turn = seat;
            }
            /* `greedy` never keeps a gift. */
            e->move = each->move > KEEP ? each->move - KEEP : each->move;
            e->plays = h->plays;
            e->draws = draws - skipped;
            if (plays) {
                h->play_card[h->plays] = card_of(&e->before, each->move);
                h->play_origin[h->plays++] = 0;
            }
        }
        draws += plays && each->before.drawing > 0;
    }
    h->draws = draws - skipped;
    /* To begin with, the newest cards are those in hand, and older ones were played at once. */
    int in_hand = h->draws < h->size ? h->draws : h->size;
    if (h->draws - in_hand >= h->plays && h->draws > in_hand) return 0;
    for (int slot = 0; slot < in_hand; slot++) h->origin[slot] = h->draws - slot;
    for (int draw = 1; draw <= h->draws - in_hand; draw++) h->play_origin[draw] = draw;
    return 1;
}

static void write_world(const chain *c, const hidden_side *own, int seat, int drawing,
                        hidden_side *world) {
    memset(world, 0, sizeof *world);
    world->hands[seat][0] = own->hands[seat][0];
    world->hands[seat][1] = own->hands[seat][1];
    world->pass_counts[seat] = own->pass_counts[seat];
    for (int place = c->hands_start; place < c->count; place++) {
        int owner = c->owner[place], card = c->pool[place];
        if (card) {
            world->hands[owner][card >> 6] |= (uint64_t)1 << (card & 63);
        } else {
            world->pass_counts[owner]++;
        }
    }
    memcpy(world->draw, &c->pool[c->hands_start - drawing], (size_t)drawing);
}

int32_t fifty_fifty_guess(const open_side *open, const hidden_side *own, int32_t seat,
                          const seen_event *events, int32_t event_count, double doubt,
                          int32_t warm_up, uint64_t seed, int32_t count, hidden_side *worlds) {
    chain c;
    game g;
    if (!open_game(open, &g)) return 1;
    if (seat < 0 || seat >= g.players) return 3;
    cardset hand = (cardset)own->hands[seat][1] << 64 | own->hands[seat][0];
    int passes = PASSES - g.passes_played - own->pass_counts[seat];
    if (hand & g.played || hand & ~above(0) || passes < 0 || own->pass_counts[seat] < 0) return 2;
    if (g.sizes[seat] != count_of(hand) + own->pass_counts[seat]) return 2;
    if (event_count < 0) return 5;
    for (int index = 0; index < event_count; index++) {
        if (!is_event(&events[index], g.players)) return 4;
    }
    if (!(doubt >= 0 && doubt <= 1)) return 6;
    memset(&c, 0, offsetof(chain, holders));
    c.doubt = doubt;
    c.players = g.players;
    c.state = seed;
    for (cardset unseen = above(0) & ~(g.played | hand); unseen; unseen &= unseen - 1) {
        c.pool[c.count++] = (uint8_t)lowest_of(unseen);
    }
    c.count += passes; /* a Pass is 0, as all places are */
    memset(c.owner, NOBODY, sizeof c.owner);
    c.hands_start = c.count;
    for (int each = 0; each < g.players; each++) {
        holder *h = &c.holders[each];
        h->size = h->events = h->plays = h->draws = h->misfits = 0;
        if (each == seat) continue;
        if (g.sizes[each] > c.hands_start - g.drawing) return 1;
        c.hands_start -= g.sizes[each];
        h->first = c.hands_start;
        memset(&c.owner[h->first], each, (size_t)g.sizes[each]);
        if (g.sizes[each] > LARGEST) continue;
        h->size = g.sizes[each];
        memset(h->origin, 0, sizeof h->origin);
        if (!remember(h, each, events, event_count)) return 4;
    }
    shuffle(&c, c.count);
    for (int each = 0; each < g.players; each++) {
        holder *h = &c.holders[each];
        h->misfits = 0;
        for (int index = 0; index < h->events; index++) {
            h->misfits += h->seen[index].misfit = !fits(&c, each, &h->seen[index]);
        }
    }
    for (int time = 0; time < warm_up; time++) sweep(&c);
    for (int world = 0; world < count; world++) {
        sweep(&c);
        shuffle(&c, c.hands_start);
        write_world(&c, own, seat, g.drawing, &worlds[world]);
    }
    return 0;
}
