/* The bot `greedy`, number by number as bots/greedy.py adds them up: tests compare their moves. */

#include "chances.h"
#include "minds.h"

/* What the bot believes things to be worth (CostWeights). */
static const double PASS_WORTH = 3.0, HIGH_WORTH = 0.75, PRESSURE = 1.0, FUTURE = 0.5, STEP = 12.0;
static const double DARING = 5.0, FADE = 10.0, LOST = 12.0;

/* One view, and what can be computed from it once for all moves. */
typedef struct {
    const game *g;
    int seat, next;
    double share; /* what another player's penalty card is worth to us */
    cardset unseen;
    int unseen_numbers, unseen_passes, hidden, held;
} view;

static view view_of(const game *g, int seat) {
    view v = {.g = g, .seat = seat, .next = next_seat(g, seat)};
    v.share = 1.0 / (g->players - 1);
    v.unseen = above(0) & ~g->played & ~g->hands[seat];
    v.unseen_numbers = count_of(v.unseen);
    v.unseen_passes = PASSES - g->passes_played - g->pass_counts[seat];
    if (v.unseen_passes < 0) v.unseen_passes = 0;
    v.hidden = v.unseen_numbers + v.unseen_passes;
    if (v.hidden < 1) v.hidden = 1;
    v.held = cards_held(g) - g->sizes[seat];
    return v;
}

static int unseen_below(const view *v, int number) { return count_of(v->unseen & below(number)); }

static int unseen_between(const view *v, int low, int high) {
    return unseen_below(v, high) - unseen_below(v, low + 1);
}

static double chance_of_any(const view *v, int cards, int seat) {
    return 1 - none_among(cards, v->hidden, v->g->sizes[seat]);
}

static double pass_worth(const view *v) {
    double left = v->g->drawing / FADE;
    return PASS_WORTH * (left < 1.0 ? left : 1.0);
}

static double worth(int card) { return HIGH_WORTH * card / HIGHEST; }

/* Taking the complete row when nothing is left to draw: the game is over. */
static double cost_of_end(const view *v, int taken) {
    const game *g = v->g;
    int best = -1;
    for (int seat = 0; seat < g->players; seat++) {
        if (seat != v->seat && (best < 0 || g->penalties[seat] < best)) best = g->penalties[seat];
    }
    int own = g->penalties[v->seat] + taken + v->held;
    return taken + v->held + (own > best ? LOST : -LOST);
}

/* What the round of Passes after a jump costs us, from the first seat that must answer. */
static double cost_of_answers(const view *v, int first, int pot, int own_passes) {
    const game *g = v->g;
    double reach = 1.0, cost = 0.0;
    int passed[SEATS] = {0}, seat = first;
    for (int turn = 0; turn < 3 * g->players; turn++) {
        int before = passed[seat];
        if (seat == v->seat) {
            if (before >= own_passes) {
                return cost + reach * (g->drawing ? pot : cost_of_end(v, pot));
            }
            cost += reach * pass_worth(v);
        } else {
            double has_pass = chance_of_any(v, v->unseen_passes, seat);
            if (before) has_pass = pow(has_pass, 1 + before);
            cost -= reach * (1 - has_pass) * pot * v->share;
            reach *= has_pass;
        }
        passed[seat]++;
        pot++;
        seat = next_seat(g, seat);
    }
    return cost;
}

/* What we take on our next turn, if the row rises as usual until then. It has `size` numbers, the
   last two are `before` and `last`, and all but the last lie there now. */
static double own_future(const view *v, int size, int last, int before, int passes, cardset hand,
                         int own_passes) {
    int others = v->g->players - 1;
    if (own_passes) return 0.0;
    if (!hand) return others;
    int best = highest_of(hand);
    if (best > last + STEP * others && !passes) return 0.0;
    /* The highest number takes the fewest cards. */
    if (!passes && (best > last || (size > 1 && best > before))) return others;
    int stay = best > last ? size : size > 1 && best > before ? size - 1 : stays(v->g, best);
    return size - stay + passes + others;
}

/* How many cards we play, this one included, before someone has to show. */
static int plays_before_check(const view *v) {
    const game *g = v->g;
    int fewest = DECK, seats_on = 0, seat = v->seat;
    for (int step = 0; step < g->players; step++) {
        if (g->sizes[seat] && g->sizes[seat] - 1 < fewest) {
            fewest = g->sizes[seat] - 1;
            seats_on = step;
        }
        seat = next_seat(g, seat);
    }
    return fewest + (seats_on > 0);
}

/* What the one-card check may cost with this hand, once nothing is left to draw. */
static double last_check(const view *v, cardset hand, int own_passes) {
    const game *g = v->g;
    if (g->drawing) return 0.0;
    int plays = plays_before_check(v) - 1;
    double cost = 0.0;
    if (own_passes > plays) cost += LOST; /* a Pass will be left */
    int numbers = count_of(hand), keep = numbers + own_passes - plays;
    if (keep < 1) keep = 1;
    if (numbers >= keep) {
        for (int more = numbers - keep; more; more--) hand &= hand - 1;
        int among = v->unseen_numbers ? v->unseen_numbers : 1;
        double higher = (double)unseen_between(v, lowest_of(hand), HIGHEST + 1) / among;
        int others_left = v->held - plays * (g->players - 1);
        if (others_left < 1) others_left = 1;
        cost += pow(higher, others_left) * (g->row_size + others_left);
    }
    return cost;
}

/* That the next player replaces our orange card, times what it costs. */
static double replace_risk(const view *v, int before, int card) {
    double chance = chance_of_any(v, unseen_between(v, before, card), v->next);
    return chance * (1 + (1 + v->share) * (v->g->penalties[v->next] > 0));
}

/* `takes[i]`: how many cards the next player takes on average because of the row's first i. */
static double cost_of_number(const view *v, int card, const double *takes) {
    const game *g = v->g;
    int size = g->row_size, stay = stays(g, card), taken = 0;
    double cost = 0.0;
    if (stay == size - 1 && stay && !g->passes) {
        if (has(g->violet, g->row[size - 1])) {
            cost += 1;
        } else {
            cost += -v->share;
            if (g->layer != v->seat && g->penalties[v->seat]) cost -= 1 + v->share;
        }
    } else {
        taken = size - stay + g->passes;
        if (taken && !stay && !g->drawing) return cost_of_end(v, taken);
        cost = taken;
    }
    int own = g->pass_counts[v->seat], before = stay ? g->row[stay - 1] : 0;
    int orange = !has(g->violet, card);
    cardset left = g->hands[v->seat] ^ bit_of(card);
    double risk = 0.0;
    if (has(v->unseen, partner_of(card))) {
        double jumped = cost_of_answers(v, v->seat, stay + 2, own);
        if (jumped > 0.0) risk = (double)v->held / v->hidden * jumped;
    }
    double swapped = stay && orange ? replace_risk(v, before, card) : 0.0;
    int bound = stay && orange ? before : card;
    double pressed = takes[stay] + all_among(unseen_below(v, bound), v->hidden, g->sizes[v->next]);
    return cost + worth(card) + risk + swapped - PRESSURE * v->share * pressed +
           FUTURE * own_future(v, stay + 1, card, before, 0, left, own) + last_check(v, left, own);
}

static double cost_of_pass(const view *v) {
    const game *g = v->g;
    int own = g->pass_counts[v->seat], size = g->row_size;
    if (g->jump) return cost_of_answers(v, v->seat, size + g->passes + 1, own);
    double pressed = (g->passes + 1) * all_among(v->unseen_numbers, v->hidden, g->sizes[v->next]);
    for (int place = 0; place < size; place++) {
        pressed += all_among(unseen_below(v, g->row[place]), v->hidden, g->sizes[v->next]);
    }
    cardset hand = g->hands[v->seat];
    int last = size ? g->row[size - 1] : 0, before = size > 1 ? g->row[size - 2] : 0;
    return pass_worth(v) - PRESSURE * v->share * pressed +
           FUTURE * own_future(v, size, last, before, g->passes + 1, hand, own - 1) +
           last_check(v, hand, own - 1);
}

int greedy_move(const game *g) {
    if (g->asked != NOBODY) {
        view v = view_of(g, g->asked);
        double cost = cost_of_answers(&v, g->layer, g->row_size + 1, g->pass_counts[g->asked]);
        cost += worth(partner_of(g->row[g->row_size - 1]));
        return cost < DARING ? ANSWER_JUMP : ANSWER_DECLINE;
    }
    view v = view_of(g, g->turn);
    int own = g->pass_counts[g->turn];
    if (g->jump) {
        if (!own) return PLAY_TAKE;
        int pot = g->row_size + g->passes + 1;
        double taking = g->drawing ? pot : cost_of_end(&v, pot);
        return cost_of_pass(&v) <= taking ? PLAY_PASS : PLAY_TAKE;
    }
    double takes[HIGHEST + 1];
    takes[0] = 0.0;
    for (int place = 0; place < g->row_size; place++) {
        takes[place + 1] =
            takes[place] + all_among(unseen_below(&v, g->row[place]), v.hidden, g->sizes[v.next]);
    }
    double best = 0.0;
    int chosen = NOBODY;
    for (cardset rest = g->hands[g->turn]; rest; rest &= rest - 1) {
        int card = lowest_of(rest);
        double cost = cost_of_number(&v, card, takes);
        if (chosen == NOBODY || cost < best) {
            best = cost;
            chosen = card;
        }
    }
    if (own && (chosen == NOBODY || cost_of_pass(&v) < best)) chosen = PLAY_PASS;
    return chosen;
}
