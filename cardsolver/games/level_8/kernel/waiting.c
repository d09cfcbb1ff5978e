/* A level that could be laid out, but is held back: the twin of fast/waiting.py, which explains it. */

#include <string.h>

#include "level8.h"

int is_worth_waiting(const weights *weigh, const table_round *table, int left) {
    if (left <= weigh->wait_left || table->levels[table->mover] == LEVELS) return 0;
    for (int seat = 0; seat < table->players; seat++)
        if (seat != table->mover && table->laid[seat] && table->hand_size[seat] < weigh->wait_cards) return 0;
    return 1;
}

/* How many cards would fit nowhere, with another hand; HAND: the level cannot be laid out. */
static int left_with(const level *goal, table_round *trial) {
    move best;
    int left;
    return best_lay(goal, trial, &best, &left) ? left : HAND;
}

int take_waiting(const level *goal, const table_round *table) {
    int pile = -1, mover = table->mover, size = table->hand_size[mover];
    if (!table->draws) return -1;
    table_round trial = *table;
    int least = left_with(goal, &trial) + 1;
    trial.hand_size[mover] = (uint8_t)(size + 1);
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->pile_size[seat]) continue;
        int code = table->piles[seat][table->pile_size[seat] - 1];
        if (code == JOKER) return seat;
        if (code == SKIP) continue;
        trial.hands[mover][size] = (uint8_t)code;
        int left = left_with(goal, &trial);
        if (left < least) {
            least = left;
            pile = seat;
        }
    }
    return pile;
}

int discard_waiting(level *goal, const table_round *table, hand_key key) {
    int best = -1, least = HAND, mover = table->mover, size = table->hand_size[mover];
    table_round trial = *table;
    trial.hand_size[mover] = (uint8_t)(size - 1);
    for (int place = 0; place < size; place++) {
        int code = table->hands[mover][place];
        if (code == JOKER || reach(goal, without(goal, key, code)).lacking > 0) continue;
        memcpy(trial.hands[mover], table->hands[mover], (size_t)place);
        memcpy(trial.hands[mover] + place, table->hands[mover] + place + 1, (size_t)(size - place - 1));
        int left = left_with(goal, &trial);
        if (left < least) {
            least = left;
            best = code;
        }
    }
    return best;
}
