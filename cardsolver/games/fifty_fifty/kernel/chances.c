/* The tables of chances.h. */

#include "chances.h"

double power_of_share[USUAL_HAND + 1][DECK + 1][DECK + 1];
double power_of_rest[USUAL_HAND + 1][DECK + 1][DECK + 1];

void prepare_chances(void) {
    for (int size = 0; size <= USUAL_HAND; size++) {
        for (int all = 1; all <= DECK; all++) {
            for (int count = 0; count <= all; count++) {
                power_of_share[size][all][count] = pow((double)count / all, size);
                power_of_rest[size][all][count] = pow(1 - (double)count / all, size);
            }
        }
    }
}
