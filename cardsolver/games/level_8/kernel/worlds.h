#ifndef WORLDS_H
#define WORLDS_H

#include "kernel.h"

/* The round as a seat sees it with all cards dealt, before the first guess. */
void first_deal(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state, table_round *chain);

/* The next guess; the chain and the generator's state go on. */
void guess(policy *plays, const beliefs *believed, uint64_t *state, table_round *chain, table_round *world);

#endif
