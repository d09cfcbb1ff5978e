/* The bot `reckoner`, number by number as bots/policy.py adds them up: tests compare their moves. */

#include "chances.h"
#include "minds.h"

static const double DECIDED = 1000.0; /* penalty cards: more than any other move can cost */

/* The complete row taken with nothing to draw: the game is over, and who has won is known. */
static double cost_of_end(const game *g, int seat, int taken) {
    int best = -1;
    for (int other = 0; other < g->players; other++) {
        if (other != seat && (best < 0 || g->penalties[other] < best)) best = g->penalties[other];
    }
    int own = g->penalties[seat] + taken + cards_held(g) - g->sizes[seat];
    if (own == best) return 0.0;
    return own < best ? -DECIDED : DECIDED + taken;
}

/* How many more cards this seat plays after the one it plays now, before someone must show. */
static int plays_before_check(const game *g, int seat) {
    int rounds = DECK, seats_on = 0, other = seat;
    for (int step = 0; step < g->players; step++) {
        if (g->sizes[other] && g->sizes[other] - 1 < rounds) {
            rounds = g->sizes[other] - 1;
            seats_on = step;
        }
        other = next_seat(g, other);
    }
    int plays = rounds + (seats_on > 0) - 1;
    return plays > 0 ? plays : 0;
}

/* What the one-card check may cost with this hand. */
static double cost_of_check(const card_weights *w, cardset left, int own, int plays) {
    double cost = own > plays ? w->stranded : 0.0;
    /* Of the numbers, the lowest go first: those shown are the highest. */
    for (int spare = plays - own; spare > 0 && left & (left - 1); spare--) left &= left - 1;
    if (left) cost += w->low * (1 - (lowest_of(left) + 1) * 0.01);
    return cost;
}

static int card_move(const game *g, const card_weights *w) {
    int seat = g->turn, own = g->pass_counts[seat], size = g->row_size, passes = g->passes;
    int late = !g->drawing, plays = late ? plays_before_check(g, seat) : 0;
    cardset hand = g->hands[seat], unseen = above(0) & ~(g->played | hand);
    int hidden_passes = PASSES - g->passes_played - own;
    int hidden = count_of(unseen) + hidden_passes;
    if (!hidden) hidden = 1;
    int follower = g->sizes[next_seat(g, seat)];
    double chance = (double)(cards_held(g) - g->sizes[seat]) / hidden;
    double w_jump = own ? w->jump_safe : w->jump;
    double w_trapped = own ? 0.0 : w->trapped, w_trapped_row = own ? 0.0 : w->trapped_row;
    int last = size ? g->row[size - 1] : 0, before = size > 1 ? g->row[size - 2] : 0;
    double best = 0.0;
    int chosen = NOBODY;
    for (cardset rest = hand; rest; rest &= rest - 1) {
        int card = lowest_of(rest), stay, base;
        double cost = 0.0;
        if (card > last) {
            stay = size;
            base = last;
            if (passes) cost = w->now * passes;
        } else if (card > before && size > 1 && !passes) {
            stay = size - 1;
            base = before;
            if (has(g->violet, last)) {
                cost = w->now;
            } else {
                cost = -w->harm;
                if (g->penalties[seat] && g->layer != seat) cost -= w->now + w->harm;
            }
        } else {
            stay = stays(g, card);
            base = stay ? g->row[stay - 1] : 0;
            cost = w->now * (size - stay + passes);
        }
        if (late && !stay && size + passes) {
            cost = cost_of_end(g, seat, size + passes);
        } else {
            int after = stay + 1, orange = !has(g->violet, card);
            int free = count_of(unseen & above(card)) + hidden_passes;
            if (after > 1 && orange) {
                int between = count_of(unseen & above(base) & below(card));
                free += between;
                cost += w->replaced * (1 - none_among(between, hidden, follower));
            }
            if (has(unseen, partner_of(card))) cost += w_jump * chance * after;
            double stuck = none_among(free, hidden, follower);
            cost += stuck * (w->stuck + w->stuck_row * after) + w->height * card * 0.01 +
                    w->row * after;
            cardset left = hand ^ bit_of(card), fits = left & above(card);
            if (fits) {
                int choice = count_of(fits);
                cost += w->choice * (choice < 3 ? choice : 3);
            } else if (left) {
                int top = highest_of(left);
                cost += w_trapped + w_trapped_row * (top > base ? 1 : after - stays(g, top));
            }
            if (late) cost += cost_of_check(w, left, own, plays);
        }
        if (chosen == NOBODY || cost < best) {
            best = cost;
            chosen = card;
        }
    }
    if (!own) return chosen;
    double alone = none_among(hidden_passes, hidden, follower);
    double cost = w->passed + w->pass_stuck * alone * (passes + 1);
    if (hand & above(last) && !passes) cost += w->pass_fits;
    if (own == 1) cost += w->pass_trapped * (passes + 1);
    if (late) cost += cost_of_check(w, hand, own - 1, plays);
    return chosen == NOBODY || cost < best ? PLAY_PASS : chosen;
}

/* That another seat holds a Pass, as far as this one can tell. */
static double chance_of_pass(const game *g, int seat, int other) {
    int hidden_passes = PASSES - g->passes_played - g->pass_counts[seat];
    int hidden = count_of(above(0) & ~(g->played | g->hands[seat])) + hidden_passes;
    return 1 - none_among(hidden_passes, hidden ? hidden : 1, g->sizes[other]);
}

static int offer_move(const game *g, const jump_weights *w) {
    int seat = g->asked, pot = g->row_size + 1, card = g->row[g->row_size - 1];
    double first = chance_of_pass(g, seat, g->layer);
    double cost = w->jump + w->jump_pot * pot + first * (w->jump_layer + w->jump_layer_pot * pot);
    cost += w->jump_height * partner_of(card) * 0.01;
    if (g->pass_counts[seat]) cost += w->jump_safe + w->jump_safe_pot * pot;
    return cost < 0 ? ANSWER_JUMP : ANSWER_DECLINE;
}

static int jump_move(const game *g, const jump_weights *w) {
    int seat = g->turn, pot = g->row_size + g->passes + 1;
    if (!g->pass_counts[seat]) return PLAY_TAKE;
    if (!g->drawing) { /* taking ends the game, and what comes of that is known */
        double end = cost_of_end(g, seat, pot);
        if (end != 0.0) return end > 0 ? PLAY_PASS : PLAY_TAKE;
    }
    double following = chance_of_pass(g, seat, next_seat(g, seat));
    double cost = w->answer + w->answer_pot * pot;
    cost += following * (w->answer_held + w->answer_held_pot * pot);
    if (g->pass_counts[seat] > 1) cost += w->answer_more;
    return cost < 0 ? PLAY_PASS : PLAY_TAKE;
}

int reckoner_move(const game *g, const reckoner_weights *weights) {
    const jump_weights *jumps = g->drawing ? &weights->early_jump : &weights->late_jump;
    if (g->asked != NOBODY) return offer_move(g, jumps);
    if (g->jump) return jump_move(g, jumps);
    return card_move(g, g->drawing ? &weights->early : &weights->late);
}
