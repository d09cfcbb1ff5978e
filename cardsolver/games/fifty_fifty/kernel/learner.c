/* The bot `learner`, number by number as bots/sight.py and bots/net.py have them: tests compare
   inputs and moves. */

#include "learner.h"

#include <string.h>

#include "adding.h"
#include "chances.h"

static const double STEEPEST = 50.0; /* exp must not overflow */
static const double SURE = 1000.0; /* more than any judgement of the network; even chances are 0 */

enum { NUMBERS_SEEN = 5, RANKS_SEEN = 3, QUARTER = HIGHEST / 4, MOST_SEATS_ON = SEATS - 1 };
enum { LAST_ROUNDS = 12 }; /* cards to draw from which on it counts who plays when they are gone */

/* What a move did. */
typedef enum { LAID, PASSED, DECLINED, JUMPED, TOOK } deed;

/* The table after a move, as its seat sees it before a card is drawn. */
typedef struct {
    const game *g;
    deed did;
    cardset hand, unseen;
    int seat, passes_held, row_size, passes, layer, turn, drawing, last, before, first, pot;
    int unseen_passes, hidden;
    int penalties[SEATS], sizes[SEATS];
} table;

int choices(const game *g, int moves[MOST_CHOICES]) {
    int count = 0;
    if (g->asked != NOBODY) {
        moves[0] = ANSWER_JUMP;
        moves[1] = ANSWER_DECLINE;
        return 2;
    }
    if (g->jump) {
        moves[count++] = PLAY_TAKE;
    } else {
        for (cardset rest = g->hands[g->turn]; rest; rest &= rest - 1) {
            moves[count++] = lowest_of(rest);
        }
    }
    if (g->pass_counts[g->turn]) moves[count++] = PLAY_PASS;
    return count;
}

/* The share of the win if the game ends with these penalties. */
static double share_of(const table *t) {
    int fewest = t->penalties[0], winners = 0;
    for (int each = 1; each < t->g->players; each++) {
        if (t->penalties[each] < fewest) fewest = t->penalties[each];
    }
    for (int each = 0; each < t->g->players; each++) winners += t->penalties[each] == fewest;
    return t->penalties[t->seat] == fewest ? 1.0 / winners : 0.0;
}

static int others_hold(const table *t) { return cards_held(t->g) - t->g->sizes[t->seat]; }

/* 1 if it ends the game. */
static int lay(table *t, int card) {
    const game *g = t->g;
    int size = g->row_size, stay = stays(g, card), seat = t->seat;
    t->did = LAID;
    t->hand ^= bit_of(card);
    if (stay == size - 1 && stay && !g->passes) { /* FF-9 */
        if (has(g->violet, t->last)) {
            t->penalties[seat]++;
        } else {
            if (t->layer != seat && t->penalties[seat]) {
                t->penalties[seat]--;
                t->penalties[t->layer]++;
            }
            t->penalties[t->layer]++;
        }
    } else {
        int taken = size - stay + g->passes;
        t->penalties[seat] += taken;
        if (taken && !stay && !g->drawing) { /* FF-26 */
            t->penalties[seat] += others_hold(t);
            return 1;
        }
    }
    t->passes = 0;
    t->row_size = stay + 1;
    t->before = stay ? g->row[stay - 1] : 0;
    t->last = card;
    t->first = stay ? g->row[0] : card;
    t->layer = seat;
    t->turn = next_seat(g, seat);
    return 0;
}

/* 1 if it ends the game. */
static int look(const game *g, int move, table *t) {
    int seat = g->asked != NOBODY ? g->asked : g->turn, spends = 1, jumping = g->jump != 0;
    *t = (table){.g = g, .seat = seat, .hand = g->hands[seat], .passes_held = g->pass_counts[seat]};
    t->row_size = g->row_size;
    t->passes = g->passes;
    t->layer = g->layer;
    t->turn = g->turn;
    t->drawing = g->drawing;
    t->last = g->row_size ? g->row[g->row_size - 1] : 0;
    t->before = g->row_size > 1 ? g->row[g->row_size - 2] : 0;
    t->first = g->row_size ? g->row[0] : 0;
    t->unseen = above(0) & ~(g->played | t->hand);
    t->unseen_passes = PASSES - g->passes_played - t->passes_held;
    t->hidden = count_of(t->unseen) + t->unseen_passes;
    if (!t->hidden) t->hidden = 1;
    for (int each = 0; each < g->players; each++) {
        t->penalties[each] = g->penalties[each];
        t->sizes[each] = g->sizes[each];
    }
    if (move > 0) {
        if (lay(t, move)) return 1;
    } else if (move == PLAY_PASS) {
        t->did = jumping ? JUMPED : PASSED;
        t->passes_held--;
        t->passes++;
        t->turn = next_seat(g, seat);
    } else if (move == PLAY_TAKE) {
        t->did = TOOK;
        t->penalties[seat] += t->row_size + t->passes + 1;
        if (!g->drawing) {
            t->penalties[seat] += others_hold(t);
            return 1;
        }
        t->row_size = t->passes = t->last = t->before = t->first = jumping = spends = 0;
    } else if (move == ANSWER_JUMP) {
        t->did = JUMPED;
        t->hand ^= bit_of(partner_of(t->last));
        t->turn = t->layer;
        jumping = 1;
    } else {
        t->did = DECLINED;
        spends = 0;
    }
    if (spends) {
        if (t->drawing) {
            t->drawing--;
        } else {
            t->sizes[seat]--;
        }
    }
    t->pot = t->row_size + t->passes + jumping;
    return 0;
}

static double within(double value) { return value < -2.0 ? -2.0 : value > 2.0 ? 2.0 : value; }

static double some_of(const table *t, int cards, int size) {
    return 1 - none_among(cards, t->hidden, size);
}

/* A seat's penalties after it has taken everything and all hands, against the fewest of the rest. */
static int behind_after_taking(const table *t, int seat, int held) {
    int fewest = -1;
    for (int each = 0; each < t->g->players; each++) {
        if (each == seat) continue;
        if (fewest < 0 || t->penalties[each] < fewest) fewest = t->penalties[each];
    }
    return t->penalties[seat] + t->pot + held - t->sizes[seat] - fewest;
}

/* How many cards a number would take; replacing an orange one is better than nothing. */
static double taken_by(const table *t, int card, int orange) {
    if (card > t->last) return t->passes;
    if (card > t->before) {
        if (t->row_size > 1 && !t->passes) return orange ? -0.5 : 1.0;
        return 1 + t->passes;
    }
    return t->row_size - stays(t->g, card) + t->passes;
}

/* The one-card check, once nothing is left to draw. */
static void see_check(const table *t, const int *numbers, int count, int held, int fewest,
                      double x[8]) {
    int players = t->g->players, rounds = DECK;
    for (int each = 0; each < players; each++) {
        if (t->sizes[each] && t->sizes[each] - 1 < rounds) rounds = t->sizes[each] - 1;
    }
    x[0] = rounds * 0.25;
    x[1] = t->passes_held > rounds;
    x[2] = rounds == 0;
    x[3] = rounds <= 1;
    int keep = count + t->passes_held - rounds;
    if (keep < 1) keep = 1;
    if (keep > count) return;
    int shown = numbers[keep - 1], among = count_of(t->unseen);
    int left = held - t->sizes[t->seat] - rounds * (players - 1);
    if (left < 1) left = 1;
    double lowest = all_among(count_of(t->unseen & above(shown)), among ? among : 1, left);
    x[4] = shown * 0.01;
    x[5] = lowest;
    x[6] = lowest * (t->pot + left) * 0.1;
    x[7] = lowest * (t->penalties[t->seat] + t->pot + left > fewest);
}

int sight(const game *g, int move, int16_t inputs[INPUTS], double *share) {
    double values[INPUTS] = {0.0};
    table now, *t = &now;
    if (look(g, move, t)) {
        *share = share_of(t);
        return 1;
    }
    int players = g->players, seat = t->seat, late = !t->drawing, held = 0;
    for (int each = 0; each < players; each++) held += t->sizes[each];
    int others = held - t->sizes[seat], own = t->penalties[seat], pot = t->pot;
    int seats_on = t->turn >= seat ? t->turn - seat : t->turn - seat + players;
    int other = seats_on ? t->turn : next_seat(g, seat), size = t->sizes[other];
    double *x = values;
    /* The moment. */
    if (t->did != TOOK) x[t->did] = 1.0;
    x += 4;
    if (seats_on != 1) x[seats_on ? seats_on - 1 : 0] = 1.0;
    x += 4;
    *x++ = t->drawing * 0.0125;
    *x++ = (t->drawing < 10 ? t->drawing : 10) * 0.1;
    *x++ = t->drawing < players;
    *x++ = late;
    if (t->drawing <= LAST_ROUNDS) x[(seats_on + t->drawing) % players] = 1.0;
    x += SEATS;
    /* Penalties. */
    int fewest = -1, sum = 0;
    for (int step = 1; step < players; step++) {
        int theirs = t->penalties[(seat + step) % players];
        if (fewest < 0 || theirs < fewest) fewest = theirs;
        sum += theirs;
        x[step - 1] = within((theirs - own) * 0.1);
    }
    x += MOST_SEATS_ON;
    *x++ = own * 0.05;
    *x++ = within((fewest - own) * 0.1);
    *x++ = sum * 0.05 / (players - 1);
    *x++ = own > 0;
    *x++ = fewest > own;
    *x++ = fewest == own;
    /* Hand sizes. */
    for (int step = 0; step < players; step++) x[step] = t->sizes[(seat + step) % players] * 0.2;
    x += SEATS;
    /* Passes. */
    double passes_next = some_of(t, t->unseen_passes, size);
    *x++ = t->passes_held > 0;
    *x++ = t->passes_held > 1;
    *x++ = t->passes_held > 2;
    *x++ = t->unseen_passes * 5.0 / t->hidden;
    *x++ = passes_next;
    *x++ = t->did == JUMPED ? passes_next * pot * 0.1 : 0.0;
    /* The row. */
    int orange = t->row_size > 1 && !t->passes && !has(g->violet, t->last);
    *x++ = t->row_size * 0.1;
    *x++ = t->passes * 0.3;
    *x++ = pot * 0.1;
    *x++ = t->last * 0.01;
    *x++ = t->before * 0.01;
    *x++ = t->first * 0.01;
    *x++ = orange;
    *x++ = pot == 0;
    *x++ = t->row_size && t->layer == seat;
    for (int quarter = 1; quarter < 4; quarter++) {
        int above_it = 0;
        if (t->row_size) {
            int stay = stays(g, quarter * QUARTER);
            above_it = stay < t->row_size ? t->row_size - 1 - stay : 0;
            above_it += t->last > quarter * QUARTER;
        }
        *x++ = above_it * 0.1;
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        cardset some = above(quarter * QUARTER) & below((quarter + 1) * QUARTER + 1);
        *x++ = (double)count_of(t->unseen & some) / t->hidden;
    }
    /* A jump on the number, or one that is being answered. */
    int open = t->did == LAID && has(t->unseen, partner_of(t->last));
    double chance = open ? (double)others / t->hidden : 0.0;
    *x++ = chance;
    *x++ = chance * (pot + 1) * 0.1;
    *x++ = t->passes_held ? 0.0 : chance * (pot + 1) * 0.1;
    *x++ = t->did == JUMPED && !t->passes_held ? pot * 0.1 : 0.0;
    /* Whoever plays next but us. */
    int between = orange ? count_of(t->unseen & above(t->before) & below(t->last)) : 0;
    int higher = count_of(t->unseen & above(t->last)), beneath = count_of(t->unseen & below(t->first));
    int free = (t->passes ? 0 : higher) + t->unseen_passes + between;
    double stuck = none_among(free, t->hidden, size), replaced = some_of(t, between, size);
    double takes = 0.0, sweeps = t->row_size ? some_of(t, beneath, size) : 0.0;
    if (t->did != JUMPED) {
        for (int place = 0; place < t->row_size; place++) {
            int is_last = place == t->row_size - 1;
            int bound = !is_last ? g->row[place] : orange ? t->before : t->last;
            takes += all_among(count_of(t->unseen & below(bound)), t->hidden, size);
        }
        takes += t->passes * all_among(count_of(t->unseen), t->hidden, size);
    }
    *x++ = stuck;
    *x++ = stuck * pot * 0.1;
    *x++ = replaced;
    *x++ = t->penalties[other] > 0 ? replaced : 0.0;
    *x++ = takes * 0.2;
    *x++ = sweeps;
    *x++ = (double)higher / t->hidden;
    /* Our hand, its highest numbers first. */
    int numbers[HIGHEST], count = 0;
    for (cardset rest = t->hand; rest; rest ^= bit_of(numbers[count - 1])) {
        numbers[count++] = highest_of(rest);
    }
    for (int place = 0; place < NUMBERS_SEEN; place++) {
        *x++ = place < count ? numbers[place] * 0.01 : -0.1;
    }
    for (int place = 0; place < RANKS_SEEN; place++) {
        *x++ = place < count ? count_of(t->unseen & above(numbers[place])) * 0.02 : 2.0;
    }
    for (int place = 0; place < NUMBERS_SEEN; place++) {
        int higher_ones = place < count ? count_of(t->unseen & above(numbers[place])) : t->hidden;
        *x++ = (double)higher_ones / t->hidden;
    }
    for (int place = 0; place < NUMBERS_SEEN; place++) {
        *x++ = place < count && has(t->unseen, partner_of(numbers[place])) ? 1.0 : 0.0;
    }
    cardset fitting = t->hand & above(t->last);
    int fits = count_of(fitting);
    *x++ = fits > 0;
    *x++ = fits > 1;
    *x++ = fits > 2;
    *x++ = fits == count;
    for (int place = 0; place < NUMBERS_SEEN; place++) {
        *x++ = (place < count ? taken_by(t, numbers[place], orange) : pot) * 0.1;
    }
    cardset room = t->unseen & above(t->last);
    *x++ = fits ? count_of(room & below(lowest_of(fitting))) * 0.03 : 0.0;
    *x++ = fits ? count_of(room & below(numbers[0])) * 0.03 : 0.0;
    int lowest = count ? numbers[count - 1] : 0, can_sweep = count && lowest < t->first;
    *x++ = lowest * 0.01;
    *x++ = can_sweep;
    int jumps = 0, safe = 0;
    for (int place = 0; place < count; place++) {
        int is_open = has(t->unseen, partner_of(numbers[place]));
        jumps += is_open;
        safe += !is_open && numbers[place] > t->last;
    }
    *x++ = jumps * 0.2;
    *x++ = safe * 0.3;
    *x++ = count_of(t->hand & g->violet) * 0.2;
    *x++ = orange && t->hand & above(t->before) & below(t->last) ? 1.0 : 0.0;
    /* The end by taking the complete row. */
    int behind = behind_after_taking(t, seat, held), threats = 0;
    double threat = 0.0, next_threat = 0.0;
    for (int step = 1; step < players; step++) {
        int each = (seat + step) % players;
        if (behind_after_taking(t, each, held) > 0) continue;
        threats++;
        if (t->row_size) threat += some_of(t, beneath, t->sizes[each]);
        if (each == other) next_threat = sweeps;
    }
    if (late) {
        x[0] = within(behind * 0.1);
        x[1] = behind < 0;
        x[2] = behind <= 0 && can_sweep;
        x[3] = threats * 0.5;
        x[4] = threat;
        x[5] = next_threat;
    } else {
        x[6] = within(behind * 0.1);
        x[7] = threats * 0.5;
    }
    x += 8;
    if (late) see_check(t, numbers, count, held, fewest, x);
    in_steps(values, inputs);
    return 0;
}

int learner_choice(const game *g, const network *net, double *worth) {
    int moves[MOST_CHOICES], count = choices(g, moves), chosen = moves[0], is_first = 1;
    int16_t inputs[ROWS], before[ROWS] = {0}, changes[ROWS];
    layer sums = {{0}};
    double best = 0.0;
    inputs[INPUTS] = STEPS; /* the bias */
    if (ROWS > INPUTS + 1) inputs[ROWS - 1] = 0;
    for (int place = 0; place < count; place++) {
        double share, value;
        if (sight(g, moves[place], inputs, &share)) {
            value = share == 1.0 ? SURE : share == 0.0 ? -SURE : 0.0;
        } else {
            for (int row = 0; row < ROWS; row++) {
                changes[row] = (int16_t)(inputs[row] - before[row]);
                before[row] = inputs[row];
            }
            add_up(net, changes, &sums);
            value = judged(net, &sums);
        }
        if (is_first || value > best) {
            best = value;
            chosen = moves[place];
            is_first = 0;
        }
    }
    *worth = best;
    return chosen;
}

int learner_move(const game *g, const network *net) {
    double worth;
    int moves[MOST_CHOICES];
    return choices(g, moves) == 1 ? moves[0] : learner_choice(g, net, &worth);
}

double prospect(const game *g, int seat, const network *net) {
    if (g->is_over) return win_share(g, seat);
    if (g->asked != seat && (g->turn != seat || (!g->jump && !g->sizes[seat]))) return 0.0;
    double worth;
    learner_choice(g, net, &worth);
    return 1 / (1 + exp(worth > -STEEPEST ? -worth : STEEPEST));
}
