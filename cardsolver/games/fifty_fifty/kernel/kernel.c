/* What comes in is checked here, and games are played on. See kernel.h. */

#include "kernel.h"

#include <math.h>
#include <string.h>

#include "adding.h"
#include "chances.h"
#include "check.h"
#include "playing.h"

enum { MOST_PENALTIES = 1 << 20, MOST_MOVES = 256, MOST_WORLDS = 1 << 22 };

static const double STEEPEST = 50.0; /* exp must not overflow */

int32_t kernel_version(void) { return KERNEL_VERSION; }

void kernel_prepare(void) {
    prepare_table();
    prepare_chances();
    prepare_adding();
}

static cardset joined(const uint64_t words[2]) { return (cardset)words[1] << 64 | words[0]; }

static int within(int32_t value, int32_t low, int32_t high) { return low <= value && value <= high; }

int open_game(const open_side *open, game *g) {
    memset(g, 0, sizeof *g);
    g->violet = joined(open->violet);
    g->played = joined(open->played);
    if (!within(open->players, 2, SEATS) || g->played & ~above(0)) return 0;
    if (!within(open->turn, 0, open->players - 1) || !within(open->drawing, 0, DECK)) return 0;
    if (!within(open->asked, NOBODY, open->players - 1)) return 0;
    if (!within(open->layer, NOBODY, open->players - 1)) return 0;
    if (!within(open->passes_played, 0, PASSES) || !within(open->passes, 0, open->passes_played)) {
        return 0;
    }
    if (!within(open->row_size, 0, HIGHEST) || !within(open->jump, 0, HIGHEST)) return 0;
    int needs_row = open->jump || open->asked != NOBODY;
    if (open->row_size ? open->layer == NOBODY : needs_row) return 0;
    if (open->jump && open->asked != NOBODY) return 0;
    int last = 0;
    for (int place = 0; place < open->row_size; place++) {
        int card = open->row[place];
        if (card <= last || card > HIGHEST || !has(g->played, card)) return 0;
        g->row[place] = (uint8_t)(last = card);
    }
    if (open->jump && (open->jump != partner_of(last) || !has(g->played, open->jump))) return 0;
    for (int seat = 0; seat < open->players; seat++) {
        if (!within(open->penalties[seat], 0, MOST_PENALTIES)) return 0;
        if (!within(open->sizes[seat], 0, DECK)) return 0;
        g->penalties[seat] = open->penalties[seat];
        g->sizes[seat] = open->sizes[seat];
    }
    g->players = open->players;
    g->drawing = open->drawing;
    g->row_size = open->row_size;
    g->passes = open->passes;
    g->passes_played = open->passes_played;
    g->layer = open->layer;
    g->turn = open->turn;
    g->asked = open->asked;
    g->jump = open->jump;
    g->taker = NOBODY;
    return !open->is_over;
}

int hide(const hidden_side *hidden, game *g) {
    cardset seen = g->played;
    int passes = g->passes_played;
    for (int seat = 0; seat < g->players; seat++) {
        cardset hand = joined(hidden->hands[seat]);
        if (hand & seen || hand & ~above(0)) return 0;
        if (!within(hidden->pass_counts[seat], 0, PASSES)) return 0;
        seen |= hand;
        passes += hidden->pass_counts[seat];
        g->hands[seat] = hand;
        g->pass_counts[seat] = hidden->pass_counts[seat];
        if (g->sizes[seat] != count_of(hand) + hidden->pass_counts[seat]) return 0;
    }
    for (int place = 0; place < g->drawing; place++) {
        int card = hidden->draw[place];
        if (card > HIGHEST || (card && has(seen, card))) return 0;
        if (card) {
            seen |= bit_of(card);
        } else {
            passes++;
        }
    }
    g->draw = hidden->draw;
    if (passes > PASSES) return 0;
    if (g->asked == NOBODY) return g->jump || g->sizes[g->turn] > 0;
    return g->asked != g->layer && has(g->hands[g->asked], partner_of(g->row[g->row_size - 1]));
}

static int is_legal(const game *g, int32_t move) {
    if (g->asked != NOBODY) return move == ANSWER_JUMP || move == ANSWER_DECLINE;
    if (move == PLAY_PASS) return g->pass_counts[g->turn] > 0;
    if (g->jump) return move == PLAY_TAKE;
    return within(move, 1, 2 * HIGHEST) && has(g->hands[g->turn], move > KEEP ? move - KEEP : move);
}

int is_mind(int mind, const skills *known) {
    return mind == LEARNER ? known->net != NULL : within(mind, 0, known->weights_count);
}

/* The chance that a seat wins (bots/outlook.py). */
static double outlook(const game *g, int seat, const standing by_draw[DECK + 1]) {
    if (g->is_over) return win_share(g, seat);
    const standing *w = &by_draw[g->drawing];
    cardset fitting = above(g->row_size ? g->row[g->row_size - 1] : 0);
    double burdens[SEATS];
    for (int each = 0; each < g->players; each++) {
        cardset hand = g->hands[each];
        double burden = w->penalty * g->penalties[each] + w->passes * g->pass_counts[each];
        int fits = count_of(hand & fitting), high = 0;
        if (fits) {
            burden += w->fits * fits;
        } else if (!g->pass_counts[each]) {
            burden += w->stuck + w->stuck_row * g->row_size;
        }
        for (; hand; hand &= hand - 1) high += lowest_of(hand);
        burdens[each] = burden + w->height * 0.01 * high;
    }
    burdens[g->turn] += w->turn + w->turn_passes * g->passes;
    double whole = 0.0;
    for (int each = 0; each < g->players; each++) {
        double lead = burdens[seat] - burdens[each];
        whole += exp(lead < STEEPEST ? lead : STEEPEST);
    }
    return 1 / whole;
}

int32_t fifty_fifty_move(open_side *open, hidden_side *hidden, int32_t move) {
    game g;
    if (!open_game(open, &g)) return 1;
    if (!hide(hidden, &g)) return 2;
    if (!is_legal(&g, move)) return 3;
    make_move(&g, move);
    open->played[0] = (uint64_t)g.played;
    open->played[1] = (uint64_t)(g.played >> 64);
    open->turn = g.turn;
    open->asked = g.asked;
    open->layer = g.layer;
    open->jump = g.jump;
    open->passes = g.passes;
    open->passes_played = g.passes_played;
    open->row_size = g.row_size;
    open->drawing = g.drawing;
    open->is_over = g.is_over;
    open->taker = g.taker;
    open->shown = g.shown;
    memcpy(open->row, g.row, sizeof g.row);
    for (int seat = 0; seat < g.players; seat++) {
        open->penalties[seat] = g.penalties[seat];
        open->sizes[seat] = g.sizes[seat];
        hidden->hands[seat][0] = (uint64_t)g.hands[seat];
        hidden->hands[seat][1] = (uint64_t)(g.hands[seat] >> 64);
        hidden->pass_counts[seat] = g.pass_counts[seat];
    }
    return 0;
}

int32_t fifty_fifty_choose(const open_side *open, const hidden_side *hidden, int32_t mind,
                           const skills *known, int32_t *move) {
    game g;
    if (!open_game(open, &g)) return 1;
    if (!hide(hidden, &g)) return 2;
    if (!is_mind(mind, known)) return 3;
    *move = decide(&g, mind, known);
    return 0;
}

int32_t fifty_fifty_sight(const open_side *open, const hidden_side *hidden, int32_t move,
                          int16_t *inputs, double *share, int32_t *ends) {
    game g;
    if (!open_game(open, &g)) return 1;
    if (!hide(hidden, &g)) return 2;
    if (!is_legal(&g, move) || move > KEEP) return 3;
    *ends = sight(&g, move, inputs, share);
    return 0;
}

int32_t fifty_fifty_play(const open_side *open, const hidden_side *worlds, const minds *decide,
                         int32_t world_count, int32_t seat, const int32_t *moves,
                         int32_t move_count, const skills *known,
                         const standing by_draw[DECK + 1], int32_t turns, int32_t by_net,
                         double *chances) {
    game start;
    if (!open_game(open, &start)) return 1;
    if (!within(world_count, 0, MOST_WORLDS)) return 4;
    if (!within(seat, 0, start.players - 1)) return 5;
    if (!within(move_count, 0, MOST_MOVES)) return 7;
    if (turns < 0) return 10;
    if (by_net && !known->net) return 11;
    for (int world = 0; world < world_count; world++) {
        const uint8_t *of_seat = decide[world].of_seat;
        for (int each = 0; each < start.players; each++) {
            if (!is_mind(of_seat[each], known)) return 3;
        }
        if (!hide(&worlds[world], &start)) return 2;
        for (int place = 0; place < move_count; place++) {
            game g = start;
            if (moves[place] != AS_IT_IS) {
                if (!is_legal(&start, moves[place])) return 6;
                make_move(&g, moves[place]);
            }
            play_on(&g, of_seat, known, turns, by_net ? seat : NOBODY);
            *chances++ = by_net ? prospect(&g, seat, known->net) : outlook(&g, seat, by_draw);
        }
    }
    return 0;
}
