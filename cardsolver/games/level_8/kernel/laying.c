/* A good lay-out of a level, quickly: the twin of fast/laying.py. */

#include <string.h>

#include "level8.h"

enum { MOST_PLANS = 30 }; /* compared before one is chosen */

typedef struct {
    const level *goal;
    const table_round *table;
    const uint8_t *hand;
    int size;
    int left[NUMBERS]; /* cards of each number not spoken for; below 0: Jokers */
    combo plan[COMBOS];
    int plans, least, is_done;
    move *best;
} search;

/* Cards for a plan, in the order of the level's combinations. */
static void fill(const search *seen, uint8_t filled[COMBOS][SIZE]) {
    const level *goal = seen->goal;
    int last = goal->spec.combos - 1;
    int group = seen->plan[last].kind == COLOUR_GROUP ? seen->plan[last].low : -1;
    int fit_colours = seen->table->fit_colours;
    uint8_t by_number[NUMBERS][HAND];
    int count[NUMBERS] = {0};
    for (int place = 0; place < seen->size; place++) {
        int code = seen->hand[place];
        if (code >= JOKER) continue;
        /* The last is laid first: cards of the group come first, then those that fit a group. */
        int number = number_of(code), at = count[number]++;
        int rank = 2 * (colour_of(code) != group) + !(colour_bit(code) & fit_colours);
        if (group >= 0 || fit_colours) {
            for (; at > 0; at--) {
                int before = by_number[number][at - 1];
                if (2 * (colour_of(before) != group) + !(colour_bit(before) & fit_colours) <= rank) break;
                by_number[number][at] = (uint8_t)before;
            }
        }
        by_number[number][at] = (uint8_t)code;
    }
    for (int place = 0; place <= last; place++) {
        int index = goal->order[place], size = goal->spec.size[index];
        const combo *here = &seen->plan[place];
        if (here->kind == COLOUR_GROUP) {
            int own = 0;
            for (int number = 0; number < NUMBERS; number++)
                for (int at = 0; at < count[number] && own < size; at++)
                    if (colour_of(by_number[number][at]) == group) filled[index][own++] = by_number[number][at];
            while (own < size) filled[index][own++] = JOKER;
            continue;
        }
        for (int at = 0; at < size; at++) {
            int number = here->kind == RUN ? here->low + at : here->low;
            filled[index][at] = count[number] ? by_number[number][--count[number]] : JOKER;
        }
    }
}

static void weigh(search *seen) {
    const level *goal = seen->goal;
    uint8_t filled[COMBOS][SIZE];
    fill(seen, filled);
    int numbers = seen->table->fit_numbers, colours = seen->table->fit_colours;
    uint8_t used[CODES] = {0};
    for (int place = 0; place < goal->spec.combos; place++) {
        const combo *here = &seen->plan[place];
        if (here->kind == RUN)
            numbers |= (1 << here->low >> 1) | (2 << here->high);
        else if (here->kind == SET)
            numbers |= 1 << here->low;
        else
            colours |= 1 << here->low;
        for (int at = 0; at < goal->spec.size[place]; at++) used[filled[place][at]] = 1;
    }
    int left = 0;
    for (int place = 0; place < seen->size; place++) {
        int code = seen->hand[place];
        left += code != JOKER && !used[code] && !(number_bit(code) & numbers) && !(colour_bit(code) & colours);
    }
    if (left < seen->least) {
        seen->least = left;
        move *best = seen->best;
        memset(best, 0, sizeof *best);
        best->kind = MOVE_LAY;
        best->index = goal->spec.combos;
        for (int index = 0; index < goal->spec.combos; index++)
            for (int at = 0; at < goal->spec.size[index]; at++) best->codes[best->count++] = filled[index][at];
        for (int place = 0; place < goal->spec.combos; place++) best->places[goal->order[place]] = seen->plan[place];
    }
    seen->plans++;
    /* On the last level any lay-out wins. */
    seen->is_done = seen->plans >= MOST_PLANS || !seen->least || seen->table->levels[seen->table->mover] == LEVELS;
}

/* Cards that a colour group lacks once runs and sets have theirs. */
static int colour_lack(const search *seen, int colour, int size) {
    int free = 0;
    for (int place = 0; place < seen->size; place++) {
        int code = seen->hand[place];
        free += colour_of(code) == colour && seen->left[number_of(code)] > 0;
    }
    return free < size ? size - free : 0;
}

/* All plans that begin with this one; `spare` Jokers are left. */
static void extend(search *seen, int index, int spare) {
    const level *goal = seen->goal;
    if (index == goal->spec.combos) {
        weigh(seen);
        return;
    }
    int kind = goal->spec.kind[goal->order[index]], size = goal->spec.size[goal->order[index]];
    if (kind == COLOUR_GROUP) {
        for (int colour = 0; colour < COLOURS && !seen->is_done; colour++)
            if (colour_lack(seen, colour, size) <= spare) {
                seen->plan[index] = (combo){COLOUR_GROUP, (int8_t)colour, (int8_t)colour};
                weigh(seen);
            }
        return;
    }
    int each = kind == RUN ? 1 : size, width = kind == RUN ? size : 1;
    for (int low = index && goal->twin[index] ? seen->plan[index - 1].low : 0; low + width <= NUMBERS && !seen->is_done; low++) {
        int lack = 0;
        for (int number = low; number < low + width; number++) {
            int have = seen->left[number];
            if (have < each) lack += have > 0 ? each - have : each;
        }
        if (lack > spare) continue;
        for (int number = low; number < low + width; number++) seen->left[number] -= each;
        seen->plan[index] = (combo){(int8_t)kind, (int8_t)low, (int8_t)(low + width - 1)};
        extend(seen, index + 1, spare - lack);
        for (int number = low; number < low + width; number++) seen->left[number] += each;
    }
}

int best_lay(const level *goal, const table_round *table, move *best, int *left) {
    search seen = {.goal = goal, .table = table, .least = 99, .best = best};
    seen.hand = table->hands[table->mover];
    seen.size = table->hand_size[table->mover];
    int jokers = 0;
    for (int place = 0; place < seen.size; place++) {
        int code = seen.hand[place];
        jokers += code == JOKER;
        if (code < JOKER) seen.left[number_of(code)]++;
    }
    extend(&seen, 0, jokers);
    *left = seen.least;
    return seen.plans > 0;
}
