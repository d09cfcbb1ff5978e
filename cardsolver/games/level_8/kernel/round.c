/* A round that changes in place: the twin of fast/round.py. Moves are not checked here. */

#include <string.h>

#include "level8.h"

static void remove_card(table_round *table, int seat, int code) {
    uint8_t *hand = table->hands[seat];
    uint8_t *found = memchr(hand, code, table->hand_size[seat]);
    if (!found) return;
    table->hand_size[seat]--;
    memmove(found, found + 1, (size_t)(hand + table->hand_size[seat] - found));
}

void refit(table_round *table) {
    int numbers = 0, colours = 0;
    for (int seat = 0; seat < table->players; seat++) {
        for (int index = 0; index < table->laid[seat]; index++) {
            const combo *laid = &table->table[seat][index];
            if (laid->kind == RUN)
                numbers |= (1 << laid->low >> 1) | (2 << laid->high);
            else if (laid->kind == SET)
                numbers |= 1 << laid->low;
            else
                colours |= 1 << laid->low;
        }
    }
    table->fit_numbers = numbers & ((1 << NUMBERS) - 1);
    table->fit_colours = colours;
}

/* Deal the draw pile out to the seats, from its bottom. */
void share_out(table_round *table) {
    table->is_shared_out = 1;
    memset(table->share_size, 0, sizeof table->share_size);
    for (int place = 0, seat = 0; place < table->draws; place++, seat = seat + 1 < table->players ? seat + 1 : 0)
        table->shares[seat][table->share_size[seat]++] = table->draw[place];
}

static int next_card(table_round *table) {
    table->draws--;
    if (!table->is_shared_out) return table->draw[table->draws];
    int from = table->mover;
    if (!table->share_size[from])
        for (int seat = 0; seat < table->players; seat++)
            if (table->share_size[seat] > table->share_size[from]) from = seat;
    return table->shares[from][--table->share_size[from]];
}

/* L8-19 */
static void reshuffle(table_round *table) {
    uint8_t many[CODES] = {0};
    int count = 0;
    for (int seat = 0; seat < table->players; seat++)
        for (int place = 0; place + 1 < table->pile_size[seat]; place++) many[table->piles[seat][place]]++;
    many[SKIP] += (uint8_t)table->skips_under;
    for (int code = 0; code < CODES; code++)
        for (int copy = 0; copy < many[code]; copy++) {
            table->draw[count++] = (uint8_t)code;
            table->gone[number_of(code)]--;
        }
    if (!count) return;
    shuffle(table->draw, count, &table->generator);
    for (int low = 0, high = count - 1; low < high; low++, high--) {
        uint8_t card = table->draw[low];
        table->draw[low] = table->draw[high];
        table->draw[high] = card;
    }
    table->draws = count;
    table->skips_under = 0;
    if (table->is_shared_out) share_out(table);
    for (int seat = 0; seat < table->players; seat++)
        if (table->pile_size[seat] > 1) {
            table->piles[seat][0] = table->piles[seat][table->pile_size[seat] - 1];
            table->pile_size[seat] = 1;
        }
}

/* L8-17; and L8-20, if there is nothing to take. */
static void skip_whom_it_concerns(table_round *table) {
    while (table->skipped >> table->mover & 1) {
        table->skipped ^= 1 << table->mover;
        table->skips_under++;
        table->mover = (table->mover + 1) % table->players;
        if (!table->draws) reshuffle(table);
    }
    if (table->draws) return;
    for (int seat = 0; seat < table->players; seat++)
        if (table->pile_size[seat]) return;
    table->is_drawing = 0;
}

static void go_out(table_round *table, int seat) {
    table->out = seat;
    if (table->levels[seat] == LEVELS - 1 && table->laid[seat]) table->winner = seat; /* L8-26 */
}

static void end_turn(table_round *table) {
    int seat = table->mover;
    if (!table->hand_size[seat]) {
        go_out(table, seat);
        return;
    }
    table->mover = (seat + 1) % table->players;
    table->is_drawing = 1;
    if (table->skipped && table->draws) skip_whom_it_concerns(table);
}

static void take_up(table_round *table, int code) {
    table->hands[table->mover][table->hand_size[table->mover]++] = (uint8_t)code;
    table->is_drawing = 0;
}

static void lay(table_round *table, const move *made) {
    int seat = table->mover;
    for (int place = 0; place < made->count; place++) {
        remove_card(table, seat, made->codes[place]);
        table->gone[number_of(made->codes[place])]++;
    }
    table->laid[seat] = (uint8_t)made->index;
    memcpy(table->table[seat], made->places, sizeof table->table[seat]);
    refit(table);
    if (table->levels[seat] == LEVELS)
        table->winner = seat; /* L8-25 */
    else if (!table->hand_size[seat])
        go_out(table, seat);
}

static void add(table_round *table, const move *made) {
    int seat = table->mover;
    combo *laid = &table->table[made->seat][made->index];
    remove_card(table, seat, made->code);
    table->gone[number_of(made->code)]++;
    if (laid->kind == RUN) {
        if (made->value < laid->low)
            laid->low = (int8_t)made->value;
        else
            laid->high = (int8_t)made->value;
        refit(table);
    }
    if (!table->hand_size[seat]) go_out(table, seat);
}

void play(table_round *table, const move *made) {
    int code;
    switch (made->kind) {
    case MOVE_DRAW:
        take_up(table, next_card(table));
        break;
    case MOVE_TAKE:
        code = table->piles[made->seat][--table->pile_size[made->seat]];
        table->gone[number_of(code)]--;
        take_up(table, code);
        break;
    case MOVE_DISCARD:
        remove_card(table, table->mover, made->code);
        table->piles[table->mover][table->pile_size[table->mover]++] = (uint8_t)made->code;
        table->gone[number_of(made->code)]++;
        end_turn(table);
        break;
    case MOVE_SKIP:
        remove_card(table, table->mover, SKIP);
        table->skipped |= 1 << made->seat;
        end_turn(table);
        break;
    case MOVE_ADD:
        add(table, made);
        break;
    default:
        lay(table, made);
    }
    if (!table->draws && !is_over(table)) {
        reshuffle(table);
        if (table->is_drawing) skip_whom_it_concerns(table);
    }
}

void levels_after(const table_round *table, uint8_t levels[SEATS]) {
    for (int seat = 0; seat < SEATS; seat++) {
        int up = seat >= table->players || table->out < 0 ? 0 : seat == table->out ? 2 : table->laid[seat] > 0;
        int level = table->levels[seat] + up;
        levels[seat] = (uint8_t)(level > LEVELS ? LEVELS : level);
    }
    if (table->winner >= 0) levels[table->winner] = MEDAL;
}

void deal_round(table_round *table, int players, const uint8_t levels[SEATS], int dealer,
                uint64_t generator, uint8_t kept[SEATS][HAND], const uint8_t kept_size[SEATS]) {
    memset(table, 0, sizeof *table);
    uint8_t many[CODES];
    memset(many, 1, JOKER);
    many[JOKER] = JOKERS;
    many[SKIP] = SKIPS;
    table->players = players;
    memcpy(table->levels, levels, SEATS);
    for (int seat = 0; seat < players; seat++) {
        table->hand_size[seat] = kept_size[seat];
        memcpy(table->hands[seat], kept[seat], kept_size[seat]);
        for (int place = 0; place < kept_size[seat]; place++) many[kept[seat][place]]--;
    }
    uint8_t deck[CARDS];
    int count = 0;
    for (int code = 0; code < CODES; code++)
        for (int copy = 0; copy < many[code]; copy++) deck[count++] = (uint8_t)code;
    shuffle(deck, count, &generator);
    for (int place = 0; place < count; place++) table->draw[place] = deck[count - 1 - place];
    table->draws = count;
    int first = (dealer + 1) % players;
    for (int dealt = 1; dealt;) {
        dealt = 0;
        for (int step = 0; step < players; step++) {
            int seat = (first + step) % players;
            if (table->hand_size[seat] < DEALT) {
                table->hands[seat][table->hand_size[seat]++] = table->draw[--table->draws];
                dealt = 1;
            }
        }
    }
    int up = table->draw[--table->draws];
    table->piles[dealer][table->pile_size[dealer]++] = (uint8_t)up;
    table->gone[number_of(up)]++;
    table->mover = first;
    table->is_drawing = 1;
    table->generator = generator;
    table->out = table->winner = -1;
}
