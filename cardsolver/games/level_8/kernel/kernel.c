/* The calls from outside: everything is checked here, so that nothing else has to. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#include "worlds.h"

int32_t kernel_version(void) { return KERNEL_VERSION; }

/* Checks ------------------------------------------------------------------------------------- */

static int is_level(const level_spec *spec) {
    int cards = 0, sets = 0, groups = 0;
    if (spec->combos < 1 || spec->combos > COMBOS) return 0;
    for (int index = 0; index < spec->combos; index++) {
        if (spec->kind[index] < RUN || spec->kind[index] > COLOUR_GROUP) return 0;
        if (spec->size[index] < 2 || spec->size[index] > SIZE) return 0;
        cards += spec->size[index];
        sets += spec->kind[index] == SET;
        groups += spec->kind[index] == COLOUR_GROUP ? spec->size[index] : 0;
    }
    if (cards > SIZE || groups != spec->coloured || spec->knots < 0 || spec->knots > KNOTS) return 0;
    for (int index = 0; index < spec->combos; index++)
        if (spec->kind[index] == COLOUR_GROUP && spec->size[index] != groups) return 0; /* several */
    if (spec->one_set < 0 || spec->one_set >= PLANES || (spec->one_set && sets != 1)) return 0;
    if (spec->demands < 0 || spec->demands > 1 << 16 || spec->depth < 1 || spec->depth > PLANES) return 0;
    for (int index = 0; index < spec->demands; index++) {
        int wanted = 0;
        for (int plane = 0; plane < spec->depth; plane++) {
            uint16_t bits = spec->demand[index * spec->depth + plane];
            if (bits >> NUMBERS) return 0;
            wanted += bit_count(bits);
        }
        if (wanted > cards) return 0;
    }
    return 1;
}

/* Are these codes, and no more of each than the deck has? `many` counts on. */
static int count_cards(const uint8_t *cards, int count, uint8_t many[CODES]) {
    for (int place = 0; place < count; place++) {
        if (cards[place] >= CODES) return 0;
        int most = cards[place] == JOKER ? JOKERS : cards[place] == SKIP ? SKIPS : 1;
        if (++many[cards[place]] > most) return 0;
    }
    return 1;
}

/* A round with all cards dealt, or one seen by `seat`, whose draw pile and other hands are open. */
static int is_round(const table_round *table, int seat, uint8_t many[CODES]) {
    memset(many, 0, CODES);
    if (table->players < 2 || table->players > SEATS || table->mover < 0 || table->mover >= table->players) return 0;
    if (table->draws < 0 || table->draws > CARDS || table->skips_under < 0 || table->skips_under > SKIPS) return 0;
    if (table->skipped < 0 || table->skipped >> table->players) return 0;
    if (table->out != -1 || table->winner != -1) return 0;
    if (seat < 0 && !count_cards(table->draw, table->draws, many)) return 0;
    many[SKIP] += (uint8_t)(table->skips_under + bit_count((uint32_t)table->skipped));
    if (many[SKIP] > SKIPS) return 0;
    for (int each = 0; each < table->players; each++) {
        if (table->levels[each] < 1 || table->levels[each] > LEVELS) return 0;
        if (!table->hand_size[each] || table->hand_size[each] > DEALT + 1) return 0;
        if (table->pile_size[each] > CARDS || table->laid[each] > COMBOS) return 0;
        if ((seat < 0 || each == seat) && !count_cards(table->hands[each], table->hand_size[each], many)) return 0;
        if (!count_cards(table->piles[each], table->pile_size[each], many)) return 0;
        for (int index = 0; index < table->laid[each]; index++) {
            const combo *laid = &table->table[each][index];
            int most = laid->kind == COLOUR_GROUP ? COLOURS : NUMBERS;
            if (laid->kind < RUN || laid->kind > COLOUR_GROUP || laid->low < 0) return 0;
            if (laid->high < laid->low || laid->high >= most) return 0;
        }
    }
    if (table->is_drawing && table->hand_size[table->mover] > DEALT) return 0;
    if (table->is_shared_out) {
        int shared = 0;
        for (int each = 0; each < table->players; each++) {
            if (table->share_size[each] > SHARE) return 0;
            for (int place = 0; place < table->share_size[each]; place++)
                if (table->shares[each][place] >= CODES) return 0;
            shared += table->share_size[each];
        }
        if (shared != table->draws) return 0;
    }
    table_round fitted = *table;
    refit(&fitted);
    return fitted.fit_numbers == table->fit_numbers && fitted.fit_colours == table->fit_colours;
}

static int holds(const table_round *table, int code) {
    return memchr(table->hands[table->mover], code, table->hand_size[table->mover]) != NULL;
}

static int is_move(const policy *plays, const table_round *table, const move *made) {
    int mover = table->mover, is_seat = made->seat >= 0 && made->seat < table->players;
    if (made->kind == MOVE_DRAW) return table->is_drawing && table->draws > 0;
    if (made->kind == MOVE_TAKE) return table->is_drawing && is_seat && table->pile_size[made->seat];
    if (table->is_drawing) return 0;
    if (made->kind == MOVE_DISCARD) return made->code >= 0 && made->code < CODES && holds(table, made->code);
    if (made->kind == MOVE_SKIP)
        return is_seat && made->seat != mover && !(table->skipped >> made->seat & 1) && holds(table, SKIP);
    if (made->kind == MOVE_ADD) {
        if (!is_seat || made->index < 0 || made->index >= table->laid[made->seat] || !table->laid[mover]) return 0;
        if (made->code < 0 || made->code > JOKER || !holds(table, made->code)) return 0;
        const combo *laid = &table->table[made->seat][made->index];
        if (laid->kind != RUN) return made->value == laid->low;
        return made->value >= 0 && made->value < NUMBERS &&
               (made->value == laid->low - 1 || made->value == laid->high + 1);
    }
    if (made->kind != MOVE_LAY || table->laid[mover]) return 0;
    const level *goal = &plays->levels[table->levels[mover] - 1];
    if (made->count != goal->cards || made->index != goal->spec.combos) return 0;
    uint8_t hand[CODES] = {0};
    for (int place = 0; place < table->hand_size[mover]; place++) hand[table->hands[mover][place]]++;
    for (int place = 0; place < made->count; place++)
        if (made->codes[place] > JOKER || !hand[made->codes[place]]--) return 0;
    for (int index = 0; index < made->index; index++) {
        const combo *laid = &made->places[index];
        int most = laid->kind == COLOUR_GROUP ? COLOURS : NUMBERS;
        if (laid->kind != goal->spec.kind[index] || laid->low < 0 || laid->high >= most) return 0;
        if (laid->high - laid->low != (laid->kind == RUN ? goal->spec.size[index] - 1 : 0)) return 0;
    }
    return 1;
}

/* What does not depend on where the hidden cards are. */
static int are_beliefs(const table_round *seen, const beliefs *believed) {
    if (believed->seat < 0 || believed->seat >= seen->players || believed->seat != seen->mover) return 0;
    for (int seat = 0; seat < seen->players; seat++) {
        if (believed->known_size[seat] > seen->hand_size[seat] || believed->turns[seat] > TURNS) return 0;
        for (int turn = 0; turn < believed->turns[seat]; turn++) {
            const seen_turn *each = &believed->seen[seat][turn];
            if (each->discarded >= CODES || each->declined_size > SEATS) return 0;
            if (each->taken >= CODES && each->taken != NO_CARD) return 0;
            for (int index = 0; index < each->declined_size; index++)
                if (each->declined[index] >= CODES) return 0;
        }
    }
    return 1;
}

static int is_belief(const table_round *seen, const beliefs *believed, uint8_t many[CODES]) {
    if (!are_beliefs(seen, believed) || believed->hidden < 0 || believed->hidden > CARDS) return 0;
    int missing = seen->draws;
    for (int seat = 0; seat < seen->players; seat++) {
        if (seat == believed->seat) continue;
        if (!count_cards(believed->known[seat], believed->known_size[seat], many)) return 0;
        missing += seen->hand_size[seat] - believed->known_size[seat];
    }
    return missing == believed->hidden && count_cards(believed->cards, believed->hidden, many);
}

/* Calls -------------------------------------------------------------------------------------- */

policy *l8_policy(const level_spec specs[LEVELS], const weights *weigh, int32_t last_card_discarded) {
    for (int index = 0; index < LEVELS; index++)
        if (!is_level(&specs[index])) return NULL;
    policy *plays = calloc(1, sizeof *plays);
    if (!plays) return NULL;
    plays->weigh = *weigh;
    plays->last_card_discarded = last_card_discarded;
    int status = 0;
    for (int index = 0; index < LEVELS; index++) status |= level_make(&plays->levels[index], &specs[index]);
    if (status) {
        l8_free(plays);
        return NULL;
    }
    return plays;
}

void l8_free(policy *plays) {
    if (!plays) return;
    for (int index = 0; index < LEVELS; index++) level_free(&plays->levels[index]);
    free(plays);
}

int32_t l8_reach(policy *plays, int32_t level_number, const uint8_t *cards, int32_t count, double found[3]) {
    uint8_t many[CODES] = {0};
    if (level_number < 1 || level_number > LEVELS || count < 0 || count > CARDS) return REFUSED;
    if (!count_cards(cards, count, many)) return REFUSED;
    level *goal = &plays->levels[level_number - 1];
    reach_entry entry = reach(goal, key_of(goal, cards, count));
    found[0] = entry.draws;
    found[1] = entry.distance;
    found[2] = entry.lacking;
    return 0;
}

int32_t l8_decide(policy *plays, const table_round *table, move *decided) {
    uint8_t many[CODES];
    if (!is_round(table, table->mover, many)) return REFUSED;
    memset(decided, 0, sizeof *decided);
    decide(plays, table, decided);
    return 0;
}

int32_t l8_play(policy *plays, table_round *table, const move *first, int32_t moves) {
    uint8_t many[CODES];
    if (!is_round(table, -1, many) || !is_move(plays, table, first)) return REFUSED;
    play(table, first);
    policy *const all[SEATS] = {plays, plays, plays, plays, plays, plays};
    if (moves < 0) return play_out(all, NULL, table) ? ENDLESS : 0;
    for (; moves > 0 && !is_over(table); moves--) {
        move decided = {0};
        decide(plays, table, &decided);
        play(table, &decided);
    }
    return 0;
}

int32_t l8_start(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state,
                 table_round *chain) {
    uint8_t many[CODES];
    if (!is_round(seen, seen->mover, many) || !is_belief(seen, believed, many)) return REFUSED;
    first_deal(plays, seen, believed, state, chain);
    return 0;
}

/* Does a chain belong to these beliefs? */
static int is_chain(const table_round *chain, const beliefs *believed) {
    uint8_t many[CODES];
    if (!is_round(chain, -1, many) || !are_beliefs(chain, believed)) return 0;
    return 1;
}

int32_t l8_guess(policy *plays, const beliefs *believed, uint64_t *state, table_round *chain,
                 table_round *world) {
    if (!is_chain(chain, believed)) return REFUSED;
    guess(plays, believed, state, chain, world);
    return 0;
}

static double chance(const table_round *table, int seat, const double strength[LEVELS]) {
    uint8_t levels[SEATS];
    levels_after(table, levels);
    if (table->winner >= 0) return table->winner == seat;
    double sum = 0.0;
    for (int each = 0; each < table->players; each++) sum += strength[levels[each] - 1];
    return strength[levels[seat] - 1] / sum;
}

int32_t l8_try(policy *plays, policy *own, const beliefs *believed, uint64_t *state, table_round *chain,
               const move *moves, int32_t count, int32_t samples, const double strength[LEVELS],
               double *results) {
    if (!own || !is_chain(chain, believed)) return REFUSED;
    for (int index = 0; index < count; index++)
        if (!is_move(plays, chain, &moves[index])) return REFUSED;
    policy *all[SEATS] = {plays, plays, plays, plays, plays, plays};
    all[believed->seat] = own;
    for (int sample = 0; sample < samples; sample++) {
        table_round world, trial;
        guess(plays, believed, state, chain, &world);
        for (int index = 0; index < count; index++) {
            trial = world;
            play(&trial, &moves[index]);
            play_out(all, plays, &trial); /* a round without an end moves nobody up */
            *results++ = chance(&trial, believed->seat, strength);
        }
    }
    return 0;
}

int32_t l8_game(policy *const plays[SEATS], int32_t players, int32_t dealer, uint64_t generator,
                uint8_t (*history)[SEATS], int32_t most, int32_t *rounds) {
    if (players < 2 || players > SEATS || dealer < 0 || dealer >= players || most < 0) return REFUSED;
    for (int seat = 0; seat < players; seat++)
        if (!plays[seat]) return REFUSED;
    uint8_t levels[SEATS], kept[SEATS][HAND], kept_size[SEATS] = {0};
    memset(levels, 1, SEATS);
    for (*rounds = 0;; (*rounds)++) {
        table_round table;
        if (*rounds == most) return ENDLESS;
        memcpy(history[*rounds], levels, SEATS);
        deal_round(&table, players, levels, dealer, generator, kept, kept_size);
        if (play_out(plays, NULL, &table)) return ENDLESS;
        if (table.winner >= 0) {
            ++*rounds;
            return table.winner;
        }
        levels_after(&table, levels);
        generator = table.generator;
        for (int seat = 0; seat < players; seat++) {
            level *goal = &plays[seat]->levels[levels[seat] - 1];
            kept_size[seat] = 0;
            if (!goal->spec.keeps || seat == table.out || table.laid[seat]) continue;
            memcpy(kept[seat], table.hands[seat], table.hand_size[seat]);
            kept_size[seat] = (uint8_t)keep(goal, kept[seat], table.hand_size[seat]);
        }
        dealer = (dealer + 1) % players;
    }
}
