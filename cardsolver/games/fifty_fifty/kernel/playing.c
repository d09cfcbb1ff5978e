/* See playing.h. */

#include "playing.h"

int decide(const game *g, int mind, const skills *known) {
    if (mind == LEARNER) return learner_move(g, known->net);
    return mind ? reckoner_move(g, &known->weights[mind - 1]) : greedy_move(g);
}

void play_on(game *g, const uint8_t *of_seat, const skills *known, int turns, int judge) {
    while (!g->is_over) {
        int seat = g->asked;
        if (seat == NOBODY) {
            seat = g->turn;
            if (!g->jump) {
                if (--turns < 0 && judge == NOBODY) return;
                if (!g->sizes[seat]) return; /* no hand is left: cannot be in a real game */
            }
        }
        if (turns < 0 && seat == judge) return;
        make_move(g, decide(g, of_seat[seat], known));
    }
}
