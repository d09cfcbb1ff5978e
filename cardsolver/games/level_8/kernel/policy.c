/* The quick policy and, with other weights, the patient one: the twin of fast/policy.py, which explains them. */

#include <stdlib.h>
#include <string.h>

#include "level8.h"

enum { MOST_MOVES = 20000 }; /* of one round; sane ones have some hundred at most */
enum { PATIENCE = 600, GIVE_UP = 1200 }; /* moves before `later` plays on, and before nobody does */

static int fits(const table_round *table, int code) {
    return (number_bit(code) & table->fit_numbers) || (colour_bit(code) & table->fit_colours);
}

/* The seat that is most ahead and has no Skip in front of it; -1: nobody. */
static int whom_to_skip(const weights *weigh, const table_round *table) {
    int best = -1;
    double most = -1e9;
    for (int step = 1; step < table->players; step++) {
        int seat = (table->mover + step) % table->players;
        if (table->skipped >> seat & 1) continue;
        double ahead = table->levels[seat];
        if (table->laid[seat]) ahead += weigh->skip_laid - weigh->skip_cards * table->hand_size[seat];
        if (ahead > most) {
            most = ahead;
            best = seat;
        }
    }
    return best;
}

/* The number card that costs least to discard, and its cost; -1: there is none. `more` is one card
   beyond the hand, or -1. */
static int cheapest(policy *plays, level *goal, const table_round *table, int more, hand_key key, double *cost_of) {
    const weights *weigh = &plays->weigh;
    double dead = goal->has_sets ? weigh->dead : 0.0;
    const uint8_t *hand = table->hands[table->mover];
    int size = table->hand_size[table->mover];
    double least = 99.0;
    int best = -1;
    for (int place = 0; place < size + (more >= 0); place++) {
        int code = place < size ? hand[place] : more;
        if (code >= JOKER) continue;
        double cost = reach(goal, without(goal, key, code)).draws - dead * table->gone[number_of(code)];
        if (fits(table, code)) cost += weigh->fit;
        if (cost < least) {
            least = cost;
            best = code;
        }
    }
    *cost_of = least;
    return best;
}

/* Taking a card ------------------------------------------------------------------------------ */

static void take(move *decided, int seat) {
    decided->kind = seat < 0 ? MOVE_DRAW : MOVE_TAKE;
    decided->seat = seat;
}

static void draw_to_lay(policy *plays, level *goal, const table_round *table, move *decided) {
    const weights *weigh = &plays->weigh;
    hand_key key = key_of(goal, table->hands[table->mover], table->hand_size[table->mover]);
    reach_entry held = reach(goal, key);
    double now = held.draws, best = table->draws ? weigh->take : -99.0;
    int pile = -1, lacking = held.lacking;
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->pile_size[seat]) continue;
        int code = table->piles[seat][table->pile_size[seat] - 1];
        double gain;
        if (code == JOKER) {
            take(decided, seat);
            return;
        }
        if (code == SKIP) {
            gain = whom_to_skip(weigh, table) >= 0 ? weigh->take_skip : 0.0;
        } else {
            hand_key after = with(goal, key, code);
            reach_entry found = reach(goal, after);
            gain = now - found.draws;
            if (found.lacking <= 0 && (lacking > 0 || !may_wait(weigh))) {
                gain += weigh->take_last;
            } else if (gain + weigh->take_nearer > best && table->draws) {
                double cost;
                int gone = cheapest(plays, goal, table, code, after, &cost);
                gain = 0.0;
                if (gone >= 0) {
                    reach_entry then = reach(goal, without(goal, after, gone));
                    gain = now - then.draws;
                    if (then.lacking < lacking) gain += weigh->take_nearer;
                }
            }
        }
        if (gain > best) {
            best = gain;
            pile = seat;
        }
    }
    take(decided, pile);
}

static void draw_to_shed(const weights *weigh, const table_round *table, move *decided) {
    int pile = -1;
    double best = table->draws ? 0.0 : -1.0;
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->pile_size[seat]) continue;
        int code = table->piles[seat][table->pile_size[seat] - 1];
        double worth = code == JOKER ? 3.0 : code == SKIP ? weigh->shed_skip : fits(table, code) ? 2.0 : -0.5;
        if (worth > best) {
            best = worth;
            pile = seat;
        }
    }
    take(decided, pile);
}

/* Adding ------------------------------------------------------------------------------------- */

static int holds_number(const table_round *table, int number) {
    const uint8_t *hand = table->hands[table->mover];
    for (int place = 0; place < table->hand_size[table->mover]; place++)
        if (hand[place] < JOKER && number_of(hand[place]) == number) return 1;
    return 0;
}

static void add_to(move *decided, int code, int value, int seat, int index) {
    *decided = (move){.kind = MOVE_ADD, .code = code, .value = value, .seat = seat, .index = index};
}

/* Where a card goes: a run if another card of the hand can follow it there, or else a set. */
static void place_card(const table_round *table, int code, move *decided) {
    int number = number_of(code), most = -1;
    for (int seat = 0; seat < table->players; seat++) {
        for (int index = 0; index < table->laid[seat]; index++) {
            const combo *laid = &table->table[seat][index];
            int worth, value = number;
            if (laid->kind == RUN) {
                if (number != laid->low - 1 && number != laid->high + 1) continue;
                worth = holds_number(table, number < laid->low ? number - 1 : number + 1) ? 3 : 0;
            } else if (laid->kind == SET) {
                if (number != laid->low) continue;
                worth = 1;
            } else {
                if (colour_of(code) != laid->low) continue;
                worth = 2;
                value = colour_of(code);
            }
            if (worth > most) {
                most = worth;
                add_to(decided, code, value, seat, index);
            }
        }
    }
}

/* A Joker that opens the way for a card; any, if all can go and at most one card is left. */
static int add_joker(const policy *plays, const table_round *table, int jokers, move *decided) {
    int others = table->hand_size[table->mover] - jokers, anywhere = 0;
    move found;
    for (int seat = 0; seat < table->players; seat++) {
        for (int index = 0; index < table->laid[seat]; index++) {
            const combo *laid = &table->table[seat][index];
            if (laid->kind != RUN) {
                add_to(&found, JOKER, laid->low, seat, index);
                anywhere = 1;
                continue;
            }
            for (int side = 0; side < 2; side++) {
                int end = side ? laid->high + 1 : laid->low - 1, beyond = side ? end + 1 : end - 1;
                if (end < 0 || end >= NUMBERS) continue;
                if (beyond >= 0 && holds_number(table, beyond)) {
                    add_to(decided, JOKER, end, seat, index);
                    return 1;
                }
                if (!anywhere) add_to(&found, JOKER, end, seat, index);
                anywhere = 1;
            }
        }
    }
    if (others > 1 || !anywhere) return 0;
    /* The last card may have to be discarded (L8-24), a Joker if there is nothing else. */
    if (plays->last_card_discarded && !others && jokers == 1) return 0;
    *decided = found;
    return 1;
}

static int add_card(const policy *plays, const table_round *table, move *decided) {
    const uint8_t *hand = table->hands[table->mover];
    int size = table->hand_size[table->mover], jokers = 0;
    if (plays->last_card_discarded && size == 1) return 0;
    for (int place = 0; place < size; place++) {
        if (fits(table, hand[place])) {
            place_card(table, hand[place], decided);
            return 1;
        }
        jokers += hand[place] == JOKER;
    }
    return jokers && add_joker(plays, table, jokers, decided);
}

/* Ending the turn ---------------------------------------------------------------------------- */

static void discard(move *decided, int code) {
    decided->kind = MOVE_DISCARD;
    decided->code = code;
}

static void skip(move *decided, int seat) {
    decided->kind = MOVE_SKIP;
    decided->seat = seat;
}

static void end_before_laying(policy *plays, level *goal, const table_round *table, hand_key key, move *decided) {
    const weights *weigh = &plays->weigh;
    const uint8_t *hand = table->hands[table->mover];
    double least;
    int best = cheapest(plays, goal, table, -1, key, &least);
    if (memchr(hand, SKIP, table->hand_size[table->mover])) {
        int seat = whom_to_skip(weigh, table);
        double loss = best >= 0 ? least - reach(goal, key).draws : 99.0;
        if (seat < 0) {
            if (loss > (weigh->hold_skip > 0.5 ? weigh->hold_skip : 0.5)) {
                discard(decided, SKIP);
                return;
            }
        } else {
            double danger = table->laid[seat] ? 1.0 / table->hand_size[seat] : 0.0;
            if (loss + weigh->threat * danger > weigh->hold_skip) {
                skip(decided, seat);
                return;
            }
        }
    }
    discard(decided, best >= 0 ? best : JOKER);
}

/* How far a card is from the nearest end of a run on the table; Jokers fit anywhere. */
static int misfit(const table_round *table, int code) {
    if (code >= JOKER) return -1;
    int number = number_of(code), nearest = NUMBERS;
    for (int seat = 0; seat < table->players; seat++)
        for (int index = 0; index < table->laid[seat]; index++) {
            const combo *laid = &table->table[seat][index];
            if (laid->kind != RUN) continue;
            int low = abs(number - laid->low), high = abs(number - laid->high);
            if (low < nearest) nearest = low;
            if (high < nearest) nearest = high;
        }
    return nearest;
}

static void end_after_laying(const weights *weigh, const table_round *table, move *decided) {
    const uint8_t *hand = table->hands[table->mover];
    int size = table->hand_size[table->mover];
    if (memchr(hand, SKIP, (size_t)size)) {
        int seat = whom_to_skip(weigh, table);
        if (seat >= 0)
            skip(decided, seat);
        else
            discard(decided, SKIP);
        return;
    }
    /* All that fits was added: shed what is farthest from fitting. */
    int best = JOKER, most = -2;
    for (int place = 0; place < size; place++) {
        int far = misfit(table, hand[place]);
        if (far > most) {
            most = far;
            best = hand[place];
        }
    }
    discard(decided, best);
}

void decide(policy *plays, const table_round *table, move *decided) {
    int seat = table->mover;
    if (table->laid[seat]) {
        if (table->is_drawing)
            draw_to_shed(&plays->weigh, table, decided);
        else if (!add_card(plays, table, decided))
            end_after_laying(&plays->weigh, table, decided);
        return;
    }
    level *goal = &plays->levels[table->levels[seat] - 1];
    int size = table->hand_size[seat], left;
    hand_key key = key_of(goal, table->hands[seat], size);
    if (table->is_drawing) {
        int pile = -1;
        if (may_wait(&plays->weigh) && reach(goal, key).lacking <= 0) pile = take_waiting(goal, table);
        if (pile >= 0)
            take(decided, pile);
        else
            draw_to_lay(plays, goal, table, decided);
        return;
    }
    if (size >= goal->cards && !(plays->last_card_discarded && size == goal->cards) &&
        reach(goal, key).lacking <= 0 && best_lay(goal, table, decided, &left)) {
        int code = -1;
        if (is_worth_waiting(&plays->weigh, table, left)) code = discard_waiting(goal, table, key);
        int whom = code == SKIP ? whom_to_skip(&plays->weigh, table) : -1;
        if (whom >= 0)
            skip(decided, whom);
        else if (code >= 0)
            discard(decided, code);
        return;
    }
    end_before_laying(plays, goal, table, key, decided);
}

int play_out(policy *const plays[SEATS], policy *later, table_round *table) {
    move decided;
    for (int moves = 0; !is_over(table); moves++) {
        if (moves == (later ? GIVE_UP : MOST_MOVES)) return -1;
        decide(later && moves >= PATIENCE ? later : plays[table->mover], table, &decided);
        play(table, &decided);
    }
    return 0;
}

/* Between rounds (L8-27): the cards that are missed most; how many. */
int keep(level *goal, uint8_t *hand, int size) {
    int kept = 0;
    for (int place = 0; place < size; place++)
        if (hand[place] != SKIP) hand[kept++] = hand[place];
    hand_key key = key_of(goal, hand, kept);
    while (kept > MOST_KEPT) {
        int worst = 0;
        double least = 1e9;
        for (int place = 0; place < kept; place++) {
            double cost = reach(goal, without(goal, key, hand[place])).draws;
            if (cost < least) {
                least = cost;
                worst = place;
            }
        }
        key = without(goal, key, hand[worst]);
        memmove(hand + worst, hand + worst + 1, (size_t)(kept - worst - 1));
        kept--;
    }
    return kept;
}
