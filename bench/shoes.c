/* Punto y banca by whole shoes of eight packs, one coup after the other: the yardstick of bench/shoes.py. */
#include <stdint.h>

static uint64_t state;

static uint32_t below(uint32_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(((state >> 32) * bound) >> 32);
}

/* Deal so many shoes; into counts go the coups won by the punto, won by the bank, and tied; into nets what 10 on each
   of the three brings by shoe, in cents. Return how many coups there were. */
int64_t deal(int64_t shoes, uint64_t seed, int64_t counts[3], int64_t *nets) {
    static uint8_t cards[416];
    int64_t coups = 0;
    state = seed * 0x9E3779B97F4A7C15u + 1;
    for (int at = 0; at < 416; at++) cards[at] = at % 13 < 9 ? at % 13 + 1 : 0;
    for (int64_t shoe = 0; shoe < shoes; shoe++) {
        for (int at = 415; at > 0; at--) {
            int other = below(at + 1);
            uint8_t held = cards[at];
            cards[at] = cards[other], cards[other] = held;
        }
        int at = 1 + (cards[0] ? cards[0] : 10);
        int64_t net = 0;
        while (at <= 416 - 7) {
            int punto = (cards[at] + cards[at + 2]) % 10, bank = (cards[at + 1] + cards[at + 3]) % 10, third = -1;
            at += 4;
            if (punto < 8 && bank < 8) {
                if (punto < 6) third = cards[at++], punto = (punto + third) % 10;
                int draws = third < 0 ? bank < 6
                          : bank < 3 || (bank == 3 && third != 8) || (bank == 4 && third > 1 && third < 8)
                            || (bank == 5 && third > 3 && third < 8) || (bank == 6 && third > 5 && third < 8);
                if (draws) bank = (bank + cards[at++]) % 10;
            }
            int how = punto > bank ? 0 : bank > punto ? 1 : 2;
            counts[how]++, coups++;
            net += how == 0 ? 1000 - 1000 - 1000 : how == 1 ? -1000 + 950 - 1000 : 8000;
        }
        nets[shoe] = net;
    }
    return coups;
}
