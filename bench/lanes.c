/* Punto y banca by counts: in each lane lies a shoe of eight packs of which only is known how many cards of each value
   are left, so that a draw is a search, and the order of the cards nowhere. 32 shoes at once, by hand for AVX-512. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

enum { VALUES = 10 };

typedef struct { __m512i a, b, c, d; } State;

static inline __m512i next(State *s) { /* xoshiro256++ in eight lanes */
    __m512i sum = _mm512_add_epi64(s->a, s->d), made = _mm512_add_epi64(_mm512_rol_epi64(sum, 23), s->a);
    __m512i t = _mm512_slli_epi64(s->b, 17);
    s->c = _mm512_xor_si512(s->c, s->a), s->d = _mm512_xor_si512(s->d, s->b);
    s->b = _mm512_xor_si512(s->b, s->c), s->a = _mm512_xor_si512(s->a, s->d);
    s->c = _mm512_xor_si512(s->c, t), s->d = _mm512_rol_epi64(s->d, 45);
    return made;
}

/* Return where in the cards that are left each lane's card lies; a number that would come more often than another is
   drawn anew, until none is left. */
static inline __m512i below(State *s, __m512i left) {
    __m512i numbers = next(s), low = _mm512_mullo_epi16(numbers, left);
    __mmask32 may_be_biased = _mm512_cmplt_epu16_mask(low, left);
    while (__builtin_expect(may_be_biased != 0, 0)) {
        uint16_t bounds[32], made[32], rest[32], fresh[32];
        __mmask32 again = 0;
        _mm512_storeu_si512(bounds, left), _mm512_storeu_si512(made, numbers);
        _mm512_storeu_si512(rest, low), _mm512_storeu_si512(fresh, next(s));
        for (uint32_t lanes = may_be_biased; lanes; lanes &= lanes - 1) {
            int at = __builtin_ctz(lanes);
            if (rest[at] < 65536u % bounds[at]) made[at] = fresh[at], again |= 1u << at;
        }
        numbers = _mm512_loadu_si512(made), low = _mm512_mullo_epi16(numbers, left);
        may_be_biased = again & _mm512_cmplt_epu16_mask(low, left);
    }
    return _mm512_mulhi_epu16(numbers, left);
}

/* Deal shoes, thirty-two at a time; into counts go the coups won by the punto, won by the bank, and tied; return all. */
int64_t deal_lanes(int64_t shoes, uint64_t seed, int64_t counts[3]) {
    State s;
    uint64_t words[32];
    for (int at = 0; at < 32; at++) {
        uint64_t z = (seed += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u, z = (z ^ (z >> 27)) * 0x94D049BB133111EBu, words[at] = z ^ (z >> 31);
    }
    memcpy(&s, words, sizeof s);
    const __m512i one = _mm512_set1_epi16(1), ten = _mm512_set1_epi16(10), seven = _mm512_set1_epi16(7);
    const __m512i limits = _mm512_set_epi16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 3, 2, 6,
                                            6, 5, 5, 4, 4, 3, 3); /* the bank draws up to it, by the punto's third card */
    int64_t coups = 0;
    for (int64_t shoe = 0; shoe < shoes; shoe += 32) {
        __m512i up_to[VALUES - 1]; /* how many cards left are of a value up to this one */
        for (int v = 0; v < VALUES - 1; v++) up_to[v] = _mm512_set1_epi16(128 + 32 * v);
        __m512i left = _mm512_set1_epi16(416), value;
#define DRAW(mask)                                                                                                       \
    {                                                                                                                    \
        __m512i place = below(&s, left);                                                                         \
        value = _mm512_setzero_si512();                                                                                  \
        for (int v = 0; v < VALUES - 1; v++) {                                                                           \
            __mmask32 is_above = _mm512_cmpge_epu16_mask(place, up_to[v]);                                               \
            value = _mm512_mask_add_epi16(value, is_above, value, one);                                                  \
            up_to[v] = _mm512_mask_sub_epi16(up_to[v], (mask) & ~is_above, up_to[v], one);                               \
        }                                                                                                                \
        left = _mm512_mask_sub_epi16(left, mask, left, one);                                                             \
    }
#define ADD(total, mask)                                                                                                 \
    total = _mm512_mask_add_epi16(total, mask, total, value), total = _mm512_min_epu16(total, _mm512_sub_epi16(total, ten))
        const __mmask32 all = 0xFFFFFFFFu;
        DRAW(all) /* burned: as many as it counts, ten for a ten; nobody sees them, so that they only come off the end */
        __m512i burned = _mm512_mask_mov_epi16(value, _mm512_cmpeq_epi16_mask(value, _mm512_setzero_si512()), ten);
        __m512i last = _mm512_add_epi16(_mm512_set1_epi16(7), burned);
        __mmask32 on = _mm512_cmpge_epu16_mask(left, last);
        while (on) {
            __m512i punto = _mm512_setzero_si512(), bank = punto;
            DRAW(on) ADD(punto, all);
            DRAW(on) ADD(bank, all);
            DRAW(on) ADD(punto, all);
            DRAW(on) ADD(bank, all);
            __mmask32 played = on & _mm512_cmple_epu16_mask(punto, seven) & _mm512_cmple_epu16_mask(bank, seven);
            __mmask32 draws = played & _mm512_cmple_epu16_mask(punto, _mm512_set1_epi16(5));
            DRAW(draws) ADD(punto, draws);
            __m512i third = _mm512_mask_mov_epi16(ten, draws, value);
            __mmask32 bank_draws = played & _mm512_cmple_epu16_mask(bank, _mm512_permutexvar_epi16(third, limits));
            DRAW(bank_draws) ADD(bank, bank_draws);
            counts[0] += __builtin_popcount(on & _mm512_cmpgt_epu16_mask(punto, bank));
            counts[1] += __builtin_popcount(on & _mm512_cmplt_epu16_mask(punto, bank));
            counts[2] += __builtin_popcount(on & _mm512_cmpeq_epi16_mask(punto, bank));
            coups += __builtin_popcount(on);
            on = _mm512_mask_cmpge_epu16_mask(on, left, last);
        }
    }
    return coups;
}
