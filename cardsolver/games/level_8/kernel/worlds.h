#ifndef WORLDS_H
#define WORLDS_H

#include "kernel.h"

/* The round as a seat sees it with all cards dealt; the generator's state goes on. */
void guess(policy *plays, const table_round *seen, const beliefs *believed, uint64_t *state, table_round *world);

#endif
