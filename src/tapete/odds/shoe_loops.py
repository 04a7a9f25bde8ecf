"""Whole shoes in loops that Numba compiles. They look up tables that are made of what the rules answer, as the arrays
do, and come to the same, coup by coup.

Some shoes go side by side, so that the processor works on one while it waits for another: what each place of a shoe
would begin is made in one go, then each shoe walks from coup to coup without a branch. One that has ended stands still
until all have; of punto y banca nobody looks as long as even coups of the most cards would not end it (``sure``).
Unsigned numbers alone: Numba would ask of others whether they count from the end.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapete.compiled import IS_FAST, compile_loop, count_bits
from tapete.games.baccarat.points import Winner
from tapete.odds.banks import ENDS, BankEnd
from tapete.odds.coups import WINNERS
from tapete.odds.simulation import GAMMA, LAST_SHIFT, LOW, MIXES, NO_COUP, Array

LANES: Final = 16
AHEAD: Final = 16
"""Room behind each shoe: a place before the cut card looks no farther."""
LOST, GIVEN_UP, OVER = (ENDS.index(one) for one in (BankEnd.LOST, BankEnd.GIVEN_UP, BankEnd.SHOE))
B, W, U, S = (np.uint8, np.uint16, np.uint64, np.int64) if IS_FAST else (int, int, int, int)
STEP, TOP = U(GAMMA), U(32)
SHIFT_1, FACTOR_1, SHIFT_2, FACTOR_2, SHIFT_3 = (U(one) for one in (*MIXES[0], *MIXES[1], LAST_SHIFT))
BOTTOM = U(LOW)
NIBBLE, ALL_BUT_SUITS, ALL = B(15), B(0xCF), B(255)
PUNTO, BANCA, TIE = (B(WINNERS.index(one)) for one in (Winner.PUNTO, Winner.BANCA, Winner.TIE))
U0, U1, U2, U3, U4, U5, U6, U8, U15, U16, U64 = (U(one) for one in (0, 1, 2, 3, 4, 5, 6, 8, 15, 16, 64))
FULL, SECOND, BITS, GATHER = U((1 << 64) - 1), U((1 << 16) - 1), U(0x0101010101010101), U(0x0102040810204080)
"""All bits; those of the second row; the lowest of each byte, and what brings eight of them together."""


@compile_loop
def word(place: Any) -> Any:
    """Return the number of :class:`~tapete.odds.simulation.Words` at a place."""
    made = (place ^ (place >> SHIFT_1)) * FACTOR_1
    made = (made ^ (made >> SHIFT_2)) * FACTOR_2
    return made ^ (made >> SHIFT_3)


@compile_loop
def room(shoes: Any, shortest: int) -> Any:
    """Return room for some shoes: cards, places to shuffle by, how coups end, where each is, and is to stop."""
    width, most = len(shoes.whole) + AHEAD, len(shoes.whole) // shortest + 1
    cards, places, at = np.zeros(LANES * width, np.uint8), np.empty(width, np.uint32), np.zeros(LANES, np.uint64)
    return cards, places, np.zeros((LANES, (most + 63) // 64 * 64), np.uint8), at, np.zeros_like(at)


@compile_loop
def lay(cards: Array, by: Any, places: Array, base: int, at: Array, stop: Array) -> Any:
    """Lay some shoes one behind the other, each in the order that the numbers from a place on give, and where it begins
    and has its cut card; return how many there are. One of which a number is to be left out is laid anew.
    """
    whole, spare, half = by.whole, by.spare, len(by.whole) // 2
    count, width = min(LANES, by.number - base), len(whole) + AHEAD
    for lane in range(count):
        start, first, biased = by.start + U((base + lane) * half) * STEP, U(lane * width), True
        while biased:
            biased = False
            for one in range(half):
                made = word(start + U(one) * STEP)
                low, high = (made >> TOP) * U(one + 1), (made & BOTTOM) * U(one + half + 1)
                places[one], places[one + half] = low >> TOP, high >> TOP
                biased |= np.uint32(low) < spare[one]
                biased |= np.uint32(high) < spare[one + half]
            for one in range(len(whole)):
                other = first + U(places[one])
                cards[first + U(one)] = cards[other]
                cards[other] = whole[one]
            start += U(by.number * half) * STEP
        at[lane], stop[lane] = first, first + U(by.cut)
    return count


@compile_loop
def grade(start: Any, number: int, by: Any, highs: Array, lows: Array, found: Array) -> None:
    """Write down to which row of either table luck leads some shoes, coup after coup: 16 bits for the second one."""
    for at in range(len(found)):
        made = word(start + (U(at) // U(LANES) * U(number) + U(at) % U(LANES)) * STEP)
        highs[at], lows[at] = made >> TOP, made & BOTTOM
    found[:] = 0
    climb(highs, by.bounds[0], np.uint32(1 << 16), found)
    climb(lows, by.bounds[1], np.uint32(1), found)


@compile_loop
def climb(chances: Array, bounds: Array, step: Any, found: Array) -> None:
    for bound in bounds:
        for at in range(len(found)):
            found[at] += step if chances[at] >= bound else np.uint32(0)


@compile_loop
def read_hands(hand: Any, other: Any, modulus: Any, natural: Any, found: Array) -> None:
    """Write down the two cards of a hand for each place at which a coup could begin, or that a natural ends it."""
    for at in range(len(found)):
        has, holds = B(hand[0][at] + hand[1][at]), B(other[0][at] + other[1][at])
        has, holds = min(has, B(has - modulus)), min(holds, B(holds - modulus))
        found[at] = ALL if (has >= natural) | (holds >= natural) else B(hand[0][at] << B(4)) | hand[1][at]


@compile_loop
def read_ends(punto: Any, bank: Any, fifths: Array, sixths: Array, modulus: Any, found: Array) -> None:
    """Write down which hand is higher: two bits each if nobody draws, the punto, the bank, or both."""
    for at in range(len(found)):
        has, holds = B(punto[0][at] + punto[1][at]), B(bank[0][at] + bank[1][at])
        has, holds = min(has, B(has - modulus)), min(holds, B(holds - modulus))
        three, alone, both = B(has + fifths[at]), B(holds + fifths[at]), B(holds + sixths[at])
        three, alone = min(three, B(three - modulus)), min(alone, B(alone - modulus))
        both = min(both, B(both - modulus))
        ends = B(holds > has) | B(B(has > holds) << B(1)) | B(B(holds > three) << B(2)) | B(B(three > holds) << B(3))
        ends |= B(B(alone > has) << B(4)) | B(B(has > alone) << B(5))
        found[at] = ends | B(B(both > three) << B(6)) | B(B(three > both) << B(7))


@compile_loop
def read_totals(cards: Array, places: Array, modulus: int, found: Array) -> None:
    ones, others, size = cards[places[0] :], cards[places[1] :], B(modulus)
    for at in range(len(found)):
        total = B(ones[at] + others[at])
        found[at] = B(total - size * B(total >= size))


@compile_loop
def deal_punto_banco(shoes: Any, by: Any, found: Array) -> None:
    """Count by shoe and class how many coups came to it."""
    table, burned, classes = by.comes_to, by.burned, U(found.shape[1])
    sure = (shoes.cut - int(burned.max())) // 6 + 1
    cards, places, _, at, stop = room(shoes, 4)
    counts, points = found.reshape(-1), np.zeros_like(cards)
    looks, sorts = np.zeros(len(cards) - AHEAD, np.uint16), np.zeros(len(cards) - AHEAD, np.uint8)
    ones, others, fifths, sixths = cards[by.player[0] :], cards[by.player[1] :], points[4:], points[5:]
    bank_ones, bank_others, player, bank = cards[by.bank[0] :], cards[by.bank[1] :], by.player, by.bank
    has, holds = np.zeros_like(sorts), np.zeros_like(sorts)
    for base in range(0, shoes.number, LANES):
        count = lay(cards, shoes, places, base, at, stop)
        for place in range(len(cards)):
            points[place] = cards[place] & NIBBLE
        read_totals(points, player, by.modulus, has)
        read_totals(points, bank, by.modulus, holds)
        for place in range(len(looks)):
            next_two = B(fifths[place] << B(4)) | sixths[place]
            looks[place] = W(W(B(has[place] * B(10)) + holds[place]) << W(8)) | W(next_two)
        for place in range(len(sorts)):
            one, two = B(ones[place] ^ others[place]), B(bank_ones[place] ^ bank_others[place])
            sort = B(B((one & ALL_BUT_SUITS) == 0) + B(one == 0)) * B(3)
            sorts[place] = B(sort + B((two & ALL_BUT_SUITS) == 0) + B(two == 0)) * B(3)
        for lane in range(count):
            at[lane] += U(burned[cards[at[lane]]])
        is_on, coup, first = U1, 0, U(base) * classes
        while is_on:
            is_on, is_sure = U0, coup < sure
            for lane in range(count):
                goes, place = U1, at[lane]
                if not is_sure:
                    goes, place = U(place <= stop[lane]), min(place, stop[lane])
                comes_to = U(table[looks[place]])
                counts[first + U(lane) * classes + (comes_to >> U2) + U(sorts[place])] += goes
                at[lane] += U4 + (comes_to & U3)
                is_on |= goes
            coup += 1


@compile_loop
def deal_chemin_de_fer(shoes: Any, luck_at: Any, by: Any, ladder: Any, ways: Array, banks: Any) -> Any:
    """Deal shoes, and write down their banks; return how many there are."""
    is_drawn, columns, modulus, natural = by.draws, by.columns, B(by.modulus), B(by.natural)
    cards, places, ends, at, stop = room(shoes, 4)
    held, sure, most, width, size = U0, shoes.cut // 6 + 1, U(len(shoes.whole) // 4 + 1), U(ends.shape[1]), len(cards)
    spans = np.zeros((3, size - AHEAD), np.uint8)
    hands, own, comes_to = spans[0], spans[1], spans[2]
    rows, highs = np.zeros(LANES * most, np.uint32), np.zeros(LANES * most, np.uint32)
    numbers, lows, marks = np.zeros_like(at), np.zeros_like(highs), ends.reshape(-1)
    told, won, lost = marks.view(np.uint64), np.zeros(ends.size // 64, np.uint64), np.zeros(ends.size // 64, np.uint64)
    punto, bank = (cards[by.first[0] :], cards[by.first[1] :]), (cards[by.second[0] :], cards[by.second[1] :])
    fifths, sixths = cards[4:], cards[5:]
    for base in range(0, shoes.number, LANES):
        count = lay(cards, shoes, places, base, at, stop)
        read_hands(punto, bank, modulus, natural, hands)
        read_hands(bank, punto, modulus, natural, own)
        read_ends(punto, bank, fifths, sixths, modulus, comes_to)
        grade(luck_at + U(base) * STEP, shoes.number, by, highs, lows, rows)
        marks[:], numbers[:] = 0, sure
        is_on, coup = U1, U0
        while is_on:
            is_on, is_sure = U0, coup < U(sure)
            for lane in range(count):
                goes, place, row = U1, at[lane], U(rows[coup * U(LANES) + U(lane)])
                if not is_sure:
                    goes, place = U(place <= stop[lane]), min(place, stop[lane])
                draws = U(is_drawn[(row >> U16 << U8) + U(hands[place])])
                cell = ((row & SECOND) << U(9)) + (draws << U8) + U(own[place])
                bank_draws = U(columns[cell]) >> U(fifths[place]) & U1
                marks[U(lane) * width + coup] = (U(comes_to[place]) >> (draws + draws + (bank_draws << U2)) & U3) * goes
                at[lane] = place + U4 + draws + bank_draws
                if not is_sure:
                    numbers[lane] += goes
                is_on |= goes
            coup += U1
        pack(told, U(by.winner[1] != BANCA), won)
        pack(told, U(by.winner[1] == BANCA), lost)
        words = count * len(won) // LANES
        held = settle_banks(won[:words], lost[:words], numbers[:count], base, ladder, ways, banks, held)
    return held


@compile_loop
def pack(told: Array, shift: Any, found: Array) -> None:
    """Write down one bit of each byte."""
    for at in range(len(found)):
        made = U0
        for byte in range(8):
            made |= (told[8 * at + byte] >> shift & BITS) * GATHER >> U(56) << U(8 * byte)
        found[at] = made


@compile_loop
def settle_banks(wins_of: Any, losses: Any, numbers: Any, base: int, by: Any, ways: Any, found: Any, count: Any) -> Any:
    """Write down the banks of each shoe behind those that are there, and count the coups by who won; return how many
    banks are there then. Of so many coups a shoe the bits tell which the bank won and lost, words of 64 each.
    """
    rungs, most, width = by.rungs, U(by.most), len(wins_of) // len(numbers)
    for shoe in range(len(numbers)):
        left, row = numbers[shoe], base + shoe
        wins, coups, owed, all_won, all_lost = U0, U0, 0, U0, U0
        for at in range(shoe * width, (shoe + 1) * width):
            won, lost = wins_of[at], losses[at]
            played = FULL >> (U64 - min(U(left), U64)) if left else U0
            left -= min(left, U64)
            all_won, all_lost = all_won + count_bits(won), all_lost + count_bits(lost)
            over, at_word, first, done = lost, wins, count, U0
            if most < U(64 * width):
                coming, level = won | lost, wins
                while coming:
                    bit = coming ^ (coming & (coming - U1))
                    level = U0 if lost & bit else level + U1
                    if level == most:
                        over, level = over | bit, U0
                    coming ^= bit
            coming = over
            while coming:
                through = coming ^ (coming - U1)
                inside, done, one = through ^ done, through, found[count]
                wins, coups = wins + count_bits(won & inside), coups + count_bits(inside)
                rung = wins << U2
                one["unit"], one["coups"], one["wins"] = row, coups, wins
                one["end"] = GIVEN_UP if wins == most else LOST
                one["staked"], one["net"], one["kept"] = rungs[rung + U1] + owed, rungs[rung + U2], rungs[rung + U3]
                wins, coups, owed, count, coming = U0, U0, 0, count + U1, coming & (coming - U1)
            wins, coups = wins + count_bits(won & (FULL ^ done)), coups + count_bits(played ^ done)
            found[count]["staked"], coming = owed, played ^ won ^ lost
            while coming:  # ties: more is staked against the bank in which they are
                below = (coming ^ (coming - U1)) >> U1
                before = gone = over & below
                for shift in (U1, U2, U4, U8, U16, U(32)):
                    gone |= gone >> shift
                level = count_bits(won & (below ^ gone)) + at_word * U(before == U0)
                found[first + count_bits(before)]["staked"] += rungs[level << U2]
                coming &= coming - U1
            owed = found[count]["staked"]
        ways[row, BANCA], ways[row, PUNTO], ways[row, TIE] = all_won, all_lost, numbers[shoe] - all_won - all_lost
        if coups:
            rung, one = wins << U2, found[count]
            one["unit"], one["coups"], one["wins"], one["end"] = row, coups, wins, OVER
            one["staked"], one["net"] = rungs[rung + U1] - rungs[rung] + owed, rungs[rung + U2] + rungs[rung]
            one["kept"], count = rungs[rung + U3], count + U1
    return count


@compile_loop
def read_codes(hand: Any, bank: Any, modulus: Any, natural: Any, found: Array) -> None:
    """Write down twice the total of a hand, one more against a natural of the bank."""
    for at in range(len(found)):
        has, holds = B(hand[0][at] + hand[1][at]), B(bank[0][at] + bank[1][at])
        has, holds = min(has, B(has - modulus)), min(holds, B(holds - modulus))
        found[at] = B(has << B(1)) | B(holds >= natural)


@compile_loop
def deal_dos_panos(
    shoes: Any, luck_at: Any, by: Any, money: Any, chips: Array, is_open: Array, ways: Array, banks: Any
) -> None:
    """Deal a shoe to each bank, and settle its coups while it is open."""
    acts, columns, ends_of, modulus, natural = by.acts, by.columns, by.ends, B(by.modulus), B(by.natural)
    cards, places, ends, at, stop = room(shoes, 6)
    sure, most, size = shoes.cut // 9 + 1, U(len(shoes.whole) // 6 + 1), len(cards)
    firsts, seconds = np.zeros(size - AHEAD, np.uint8), np.zeros(size - AHEAD, np.uint8)
    bankers, own = np.zeros(size - AHEAD, np.uint8), np.zeros(size - AHEAD, np.uint8)
    rows, highs = np.zeros(LANES * most, np.uint32), np.zeros(LANES * most, np.uint32)
    lows, bank = np.zeros_like(highs), (cards[by.bank[0] :], cards[by.bank[1] :])
    first, second = (cards[by.first[0] :], cards[by.first[1] :]), (cards[by.second[0] :], cards[by.second[1] :])
    for base in range(0, shoes.number, LANES):
        count = lay(cards, shoes, places, base, at, stop)
        read_codes(first, bank, modulus, natural, firsts)
        read_codes(second, bank, modulus, natural, seconds)
        read_totals(cards, by.bank, by.modulus, bankers)
        read_hands(bank, bank, modulus, ALL, own)
        grade(luck_at + U(base) * STEP, shoes.number, by, highs, lows, rows)
        is_on, coup = U1, U0
        while is_on:
            is_on, is_sure = U0, coup < U(sure)
            for lane in range(count):
                goes, place, row = U1, at[lane], U(rows[coup * U(LANES) + U(lane)])
                if not is_sure:
                    goes, place = U(place <= stop[lane]), min(place, stop[lane])
                one, two, thirds = U(firsts[place]), U(seconds[place]), place + U6
                told = U(acts[(row >> U16 << U6) + one])
                draws = told >> U4
                left = (told & U15) + U(cards[thirds]) * draws
                told = U(acts[(row >> U16 << U6) + U(32) + two])
                used = draws + (told >> U4)
                right = (told & U15) + U(cards[thirds + draws]) * (told >> U4)
                drawn = U(columns[((row & SECOND) << U(12)) + (U(own[place]) << U4) + left]) >> right & U1
                has = U(bankers[place]) + U(cards[thirds + used]) * drawn
                has += (drawn << U4) - U(modulus) * U(has >= U(modulus))
                ended = U(ends_of[(left << U(9)) + (one >> U1 << U5) + has]) * U3
                ended += U(ends_of[(right << U(9)) + (two >> U1 << U5) + has])
                ends[lane, coup] = ended if goes else U(NO_COUP)
                at[lane] = thirds + used + drawn
                is_on |= goes
            coup += U1
        settle_cloths(ends[:count], base, money, chips, is_open, ways, banks)


@compile_loop
def settle_cloths(ends: Any, base: int, by: Any, chips: Any, is_open: Array, ways: Array, banks: Any) -> None:
    """Settle the coups of each bank until it is lost, given up or the shoe ends."""
    nets, fees, portions, worth, stakes, most = by.net, by.kept, by.portions, by.worth, by.stakes, by.most
    for lane in range(len(ends)):
        row = base + lane
        if not is_open[row]:
            continue
        has, one = S(chips[row]), banks[row]
        wins, coups, staked = S(one["wins"]), S(one["coups"]), S(one["staked"])
        won, kept = S(one["net"]), S(one["kept"])
        for how in ends[lane]:
            if how == NO_COUP:
                break
            ways[row, how] += 1
            coups += 1
            if has >= stakes:
                staked += stakes
                net, fee = nets[how], fees[how]
            else:
                staked += has
                first = has * by.above // by.below
                one_brings, other_brings = -first * worth[how // 3], -(has - first) * worth[how % 3]
                net, fee = one_brings + other_brings, 0
                if net > 0:
                    due = max(one_brings, 0) + max(other_brings, 0) if by.is_gross else net
                    fee = min(net, due, portions[due % len(portions)] + due // len(portions) * by.step)
                net -= fee
            has, won, kept = has + net, won + net, kept + fee
            wins += S(net > 0)
            is_enough, is_lost = (net > 0) & (wins == most), False
            if has < stakes:
                first = has * by.above // by.below
                is_lost = min(first, has - first) < by.least
            if is_lost | is_enough:
                one["end"] = LOST if is_lost else GIVEN_UP
                is_open[row] = False
                break
        chips[row] = has
        one["coups"], one["wins"], one["staked"], one["net"], one["kept"] = coups, wins, staked, won, kept
