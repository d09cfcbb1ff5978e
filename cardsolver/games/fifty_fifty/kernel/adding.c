/* See adding.h. The plain loops say what is computed; the others do the same, several at a time. */

#include "adding.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Wider still, where the processor can: gcc alone, as not all compilers can ask it. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
#define HAS_WIDE 1
#endif

_Static_assert(HIDDEN % 64 == 0, "units are added up 64 at a time");

static const double MOST_SEEN = 4.0, ONE = 4294967296.0, LAST_STEPS = 1048576.0;

#ifdef HAS_WIDE
static int is_wide;

enum { EIGHTS = 8 }; /* so many sums of eight units fit into registers, with something to spare */

__attribute__((target("avx2"))) static void add_up_wide(const network *net, const int16_t *inputs,
                                                        layer *sums) {
    int32_t both[ROWS / 2];
    int pairs[ROWS / 2], count = 0;
    for (int pair = 0; pair < ROWS / 2; pair++) {
        memcpy(&both[count], &inputs[2 * pair], sizeof both[count]);
        pairs[count] = pair;
        count += both[count] != 0;
    }
    for (int unit = 0; unit < HIDDEN; unit += 8 * EIGHTS) {
        __m256i all[EIGHTS];
        for (int part = 0; part < EIGHTS; part++) {
            all[part] = _mm256_loadu_si256((const __m256i *)&sums->of_unit[unit + 8 * part]);
        }
        for (int index = 0; index < count; index++) {
            __m256i two = _mm256_set1_epi32(both[index]);
            const __m256i *weights = (const __m256i *)net->first[pairs[index]][unit];
            for (int part = 0; part < EIGHTS; part++) {
                __m256i eight = _mm256_madd_epi16(two, _mm256_loadu_si256(&weights[part]));
                all[part] = _mm256_add_epi32(all[part], eight);
            }
        }
        for (int part = 0; part < EIGHTS; part++) {
            _mm256_storeu_si256((__m256i *)&sums->of_unit[unit + 8 * part], all[part]);
        }
    }
}

/* The sum of units above nought, each times its weight. */
__attribute__((target("avx2"))) static double weighed_wide(const network *net, const layer *sums) {
    __m256d some[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    for (int unit = 0; unit < HIDDEN; unit += 8) {
        for (int half = 0; half < 2; half++) {
            int first = unit + 4 * half;
            __m128i four = _mm_loadu_si128((const __m128i *)&sums->of_unit[first]);
            __m128i weights = _mm_loadl_epi64((const __m128i *)&net->second[first]);
            __m256d units = _mm256_cvtepi32_pd(_mm_max_epi32(four, _mm_setzero_si128()));
            __m256d times = _mm256_cvtepi32_pd(_mm_cvtepi16_epi32(weights));
            some[half] = _mm256_add_pd(some[half], _mm256_mul_pd(units, times));
        }
    }
    double each[4];
    _mm256_storeu_pd(each, _mm256_add_pd(some[0], some[1]));
    return each[0] + each[1] + each[2] + each[3];
}
#endif

void prepare_adding(void) {
#ifdef HAS_WIDE
    is_wide = __builtin_cpu_supports("avx2") > 0;
#endif
}

void in_steps(const double values[INPUTS], int16_t inputs[INPUTS]) {
#ifdef __SSE2__
    __m128d most = _mm_set1_pd(MOST_SEEN), least = _mm_set1_pd(-MOST_SEEN);
    __m128d steps = _mm_set1_pd(STEPS);
    for (int input = 0; input + 4 <= INPUTS; input += 4) {
        __m128d low = _mm_min_pd(_mm_max_pd(_mm_loadu_pd(&values[input]), least), most);
        __m128d high = _mm_min_pd(_mm_max_pd(_mm_loadu_pd(&values[input + 2]), least), most);
        __m128i two = _mm_cvtpd_epi32(_mm_mul_pd(low, steps));
        __m128i more = _mm_cvtpd_epi32(_mm_mul_pd(high, steps));
        __m128i four = _mm_unpacklo_epi64(two, more);
        _mm_storel_epi64((__m128i *)&inputs[input], _mm_packs_epi32(four, four));
    }
    enum { REST = INPUTS / 4 * 4 };
#else
    enum { REST = 0 };
#endif
    static const double ROUNDS = 6755399441055744.0; /* so much leaves no room for parts */
    for (int input = REST; input < INPUTS; input++) {
        double value = values[input];
        value = value < -MOST_SEEN ? -MOST_SEEN : value > MOST_SEEN ? MOST_SEEN : value;
        inputs[input] = (int16_t)((value * STEPS + ROUNDS) - ROUNDS);
    }
}

void add_up(const network *net, const int16_t inputs[ROWS], layer *sums) {
#ifdef HAS_WIDE
    if (is_wide) {
        add_up_wide(net, inputs, sums);
        return;
    }
#endif
    for (int row = 0; row < ROWS; row += 2) {
        if (!inputs[row] && !inputs[row + 1]) continue;
        const int16_t(*weights)[2] = net->first[row / 2];
#ifdef __SSE2__
        int32_t both;
        memcpy(&both, &inputs[row], sizeof both);
        __m128i two = _mm_set1_epi32(both);
        for (int unit = 0; unit < HIDDEN; unit += 4) {
            __m128i *sum = (__m128i *)&sums->of_unit[unit];
            __m128i four = _mm_madd_epi16(two, _mm_loadu_si128((const __m128i *)weights[unit]));
            _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), four));
        }
#else
        for (int unit = 0; unit < HIDDEN; unit++) {
            sums->of_unit[unit] +=
                inputs[row] * weights[unit][0] + inputs[row + 1] * weights[unit][1];
        }
#endif
    }
}

static double weighed(const network *net, const layer *sums) {
    double some[4] = {0.0};
    for (int unit = 0; unit < HIDDEN; unit += 4) {
        for (int each = 0; each < 4; each++) {
            int32_t sum = sums->of_unit[unit + each];
            some[each] += (double)(sum & ~(sum >> 31)) * (double)net->second[unit + each];
        }
    }
    return some[0] + some[1] + some[2] + some[3];
}

double judged(const network *net, const layer *sums) {
    /* Whole numbers below 2 to the power of 53 are exact, and so is their sum in any order. */
#ifdef HAS_WIDE
    if (is_wide) return (weighed_wide(net, sums) + net->last * LAST_STEPS) / ONE;
#endif
    return (weighed(net, sums) + net->last * LAST_STEPS) / ONE;
}
