/* The sums of the learner's network, in whole numbers: any order of adding gives the same. */

#ifndef ADDING_H
#define ADDING_H

#include "learner.h"

enum { STEPS = 256 }; /* of an input, in 1 */

/* What has been added up for each hidden unit. */
typedef struct {
    int32_t of_unit[HIDDEN];
} layer;

/* Before anything else, once: which instructions does this processor have? */
void prepare_adding(void);

/* Each value as a whole number of steps, halves to the even one, and cut at 4. */
void in_steps(const double values[INPUTS], int16_t inputs[INPUTS]);

/* What the first layer makes of inputs, or of their differences to those before. */
void add_up(const network *net, const int16_t inputs[ROWS], layer *sums);

/* What the second layer makes of that, in logits. */
double judged(const network *net, const layer *sums);

#endif
