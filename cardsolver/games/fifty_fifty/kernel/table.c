/* Moves and ends. See table.h and bots/fast.py. */

#include "table.h"

cardset table_of_bits[HIGHEST + 2], table_above[HIGHEST + 1];

void prepare_table(void) {
    for (int card = 0; card <= HIGHEST + 1; card++) table_of_bits[card] = (cardset)1 << card;
    for (int card = 0; card <= HIGHEST; card++) {
        table_above[card] = below(HIGHEST + 1) & ~below(card + 1);
    }
}

/* The taker gets the hands of all others (FF-29). */
static void finish(game *g, int taker) {
    g->is_over = 1;
    g->taker = taker;
    g->penalties[taker] += cards_held(g) - g->sizes[taker];
}

/* All show; without a Pass in hand the lowest number takes the row (FF-27 to FF-29). */
static void check_one_card(game *g) {
    int lowest = HIGHEST + 1, taker = NOBODY;
    g->shown = 1;
    for (int seat = 0; seat < g->players; seat++) {
        if (g->hands[seat] && !g->pass_counts[seat] && lowest_of(g->hands[seat]) < lowest) {
            lowest = lowest_of(g->hands[seat]);
            taker = seat;
        }
    }
    if (taker == NOBODY) {
        g->is_over = 1; /* the row stays */
        return;
    }
    g->penalties[taker] += g->row_size + g->passes;
    g->row_size = g->passes = 0;
    finish(g, taker);
}

/* Continue to the next decision, or to the end of the game. */
static void settle(game *g) {
    if (!g->sizes[g->turn] && cards_held(g)) { /* FF-30 */
        while (!g->sizes[g->turn]) g->turn = next_seat(g, g->turn);
    }
    if (g->asked == NOBODY && !g->drawing && g->sizes[g->turn] == 1) check_one_card(g);
}

/* A card has left the hand: draw another, while there is one (FF-6, FF-25). */
static void refill(game *g, int seat) {
    if (!g->drawing) {
        g->sizes[seat]--;
        return;
    }
    int drawn = g->draw[--g->drawing];
    if (drawn) {
        g->hands[seat] |= bit_of(drawn);
    } else {
        g->pass_counts[seat]++;
    }
}

static void lay(game *g, int card, int keep) {
    int mover = g->turn, size = g->row_size;
    g->hands[mover] ^= bit_of(card);
    g->played |= bit_of(card);
    if (g->passes || (size && card < g->row[size - 1])) {
        int stay = stays(g, card);
        if (stay == size - 1 && stay && !g->passes) { /* FF-9 */
            if (has(g->violet, g->row[size - 1])) {
                g->penalties[mover]++; /* FF-10 */
            } else {
                if (g->layer != mover && g->penalties[mover] && !keep) {
                    g->penalties[mover]--; /* FF-12 */
                    g->penalties[g->layer]++;
                }
                g->penalties[g->layer]++; /* FF-11 */
            }
        } else {
            g->penalties[mover] += size - stay + g->passes;
            g->passes = 0;
            if (!stay && !g->drawing) { /* FF-26 */
                g->row[0] = (uint8_t)card;
                g->row_size = 1;
                g->layer = mover;
                g->sizes[mover]--;
                finish(g, mover);
                return;
            }
        }
        size = stay;
    }
    g->row[size] = (uint8_t)card;
    g->row_size = size + 1;
    g->layer = mover;
    refill(g, mover);
    g->turn = next_seat(g, mover);
    cardset wanted = bit_of(partner_of(card));
    if (!(g->played & wanted)) {
        for (int seat = 0; seat < g->players; seat++) {
            if (g->hands[seat] & wanted && seat != mover) {
                g->asked = seat;
                break;
            }
        }
    }
    if (!g->drawing || !g->sizes[g->turn]) settle(g);
}

/* In a turn or on a jump (FF-15, FF-22). */
static void play_pass(game *g) {
    int mover = g->turn;
    g->passes++;
    g->passes_played++;
    g->pass_counts[mover]--;
    refill(g, mover);
    g->turn = next_seat(g, mover);
    if (!g->jump && (!g->drawing || !g->sizes[g->turn])) settle(g);
}

/* Everything, after a jump (FF-23). */
static void take(game *g) {
    int mover = g->turn;
    g->penalties[mover] += g->row_size + g->passes + 1;
    g->row_size = g->passes = g->jump = 0;
    if (!g->drawing) finish(g, mover); /* FF-26 */
}

/* The answer to the secret question (FF-19). */
static void answer(game *g, int jumps) {
    int seat = g->asked;
    g->asked = NOBODY;
    if (!jumps) {
        settle(g);
        return;
    }
    int card = partner_of(g->row[g->row_size - 1]);
    g->hands[seat] ^= bit_of(card);
    g->played |= bit_of(card);
    g->jump = card;
    g->turn = g->layer; /* FF-21 */
    refill(g, seat);
}

void make_move(game *g, int move) {
    if (g->asked != NOBODY) {
        answer(g, move == ANSWER_JUMP);
    } else if (move > 0) {
        lay(g, move > KEEP ? move - KEEP : move, move > KEEP);
    } else if (move == PLAY_PASS) {
        play_pass(g);
    } else {
        take(g);
    }
}

double win_share(const game *g, int seat) {
    int contenders = 0, fewest = 0, winners = 0;
    for (int each = 0; each < g->players; each++) contenders += !(g->shown && g->pass_counts[each]);
    int all = !contenders, is_first = 1;
    for (int each = 0; each < g->players; each++) {
        if (!all && g->shown && g->pass_counts[each]) continue;
        if (is_first || g->penalties[each] < fewest) {
            fewest = g->penalties[each];
            winners = 0;
            is_first = 0;
        }
        winners += g->penalties[each] == fewest;
    }
    int is_out = !all && g->shown && g->pass_counts[seat];
    return !is_out && g->penalties[seat] == fewest ? 1.0 / winners : 0.0;
}
