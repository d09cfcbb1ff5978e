/* What moves are worth, found by trying them: the examples that scripts/fit_learner.py learns from.
   The true hands of the others are a fair sample of what they can be, so no guesses are needed. */

#include "check.h"
#include "kernel.h"
#include "playing.h"
#include "random.h"

enum { MOST_TRIALS = 1 << 10, TO_THE_END = 10000 /* turns: more than any game has */ };

/* Where the rows go. */
typedef struct {
    int most, rows, decisions;
    int16_t *inputs;
    float *won;
    int32_t *decision;
} notes;

/* The cards that nobody holds, shuffled. */
static void shuffle_rest(const game *g, uint8_t pile[DECK], uint64_t *state) {
    cardset rest = above(0) & ~g->played;
    int count = 0, passes = PASSES - g->passes_played;
    for (int seat = 0; seat < g->players; seat++) {
        rest &= ~g->hands[seat];
        passes -= g->pass_counts[seat];
    }
    for (; rest; rest &= rest - 1) pile[count++] = (uint8_t)lowest_of(rest);
    while (passes-- > 0) pile[count++] = 0;
    for (int place = count - 1; place > 0; place--) {
        int other = number_below(place + 1, state);
        uint8_t card = pile[place];
        pile[place] = pile[other];
        pile[other] = card;
    }
}

/* Try the moves of one decision. 0 if there is no room for them. */
static int try_moves(const game *g, int seat, const uint8_t *of_seat, const skills *known,
                     int trials, int turns, uint64_t *state, notes *to) {
    int moves[MOST_CHOICES], count = choices(g, moves), open = 0;
    double share, won[MOST_CHOICES] = {0.0};
    if (count > to->most - to->rows) return 0;
    for (int place = 0; place < count; place++) {
        int16_t *row = to->inputs + (long)(to->rows + open) * INPUTS;
        if (sight(g, moves[place], row, &share)) continue;
        moves[open++] = moves[place];
    }
    if (open < 2) return 1; /* nothing to compare */
    for (int trial = 0; trial < trials; trial++) {
        uint8_t pile[DECK];
        shuffle_rest(g, pile, state);
        for (int place = 0; place < open; place++) {
            game tried = *g;
            tried.draw = pile;
            make_move(&tried, moves[place]);
            play_on(&tried, of_seat, known, turns, seat);
            won[place] += prospect(&tried, seat, known->net);
        }
    }
    for (int place = 0; place < open; place++) {
        to->won[to->rows] = (float)(won[place] / trials);
        to->decision[to->rows++] = to->decisions;
    }
    to->decisions++;
    return 1;
}

int32_t fifty_fifty_practise(const open_side *open, const hidden_side *worlds, int32_t world_count,
                             int32_t seat, int32_t mind, const skills *known, double share,
                             int32_t trials, int32_t turns, uint64_t seed, int32_t most,
                             int16_t *inputs, float *won, int32_t *decisions, int32_t *rows) {
    game start;
    uint64_t state = seed;
    uint8_t of_seat[SEATS + 3] = {0};
    notes to = {.most = most, .inputs = inputs, .won = won, .decision = decisions};
    if (!open_game(open, &start)) return 1;
    if (world_count < 0) return 3;
    if (seat < 0 || seat >= start.players) return 4;
    if (mind < 0 || mind > LEARNER || !is_mind(mind, known)) return 5;
    if (trials < 1 || trials > MOST_TRIALS) return 8;
    if (turns < 0 || (turns < TO_THE_END && !known->net)) return 9;
    of_seat[seat] = (uint8_t)mind;
    for (int world = 0; world < world_count; world++) {
        if (!hide(&worlds[world], &start)) return 2;
        game g = start;
        while (!g.is_over) {
            int asked = g.asked != NOBODY ? g.asked : g.turn;
            if (g.asked == NOBODY && !g.jump && !g.sizes[asked]) break; /* not in a real game */
            double drawn = (double)(next_number(&state) >> 11) / 9007199254740992.0;
            if (asked == seat && drawn < share &&
                !try_moves(&g, seat, of_seat, known, trials, turns, &state, &to)) {
                *rows = to.rows;
                return 0;
            }
            make_move(&g, decide(&g, of_seat[asked], known));
        }
    }
    *rows = to.rows;
    return 0;
}
