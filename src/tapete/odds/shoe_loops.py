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

from tapete.games.baccarat.points import Winner
from tapete.odds.banks import ENDS, BankEnd
from tapete.odds.coups import WINNERS
from tapete.odds.kernels import IS_FAST, compile_loop
from tapete.odds.simulation import GAMMA, LAST_SHIFT, LOW, MIXES, NO_COUP, Array

LANES: Final = 16
AHEAD: Final = 16
"""Room behind each shoe: a place before the cut card looks no farther."""
LOST, GIVEN_UP, OVER = (ENDS.index(one) for one in (BankEnd.LOST, BankEnd.GIVEN_UP, BankEnd.SHOE))
B, W, U, S = (np.uint8, np.uint16, np.uint64, np.int64) if IS_FAST else (int, int, int, int)
STEP, TOP = U(GAMMA), U(32)
SHIFT_1, FACTOR_1, SHIFT_2, FACTOR_2, SHIFT_3 = (U(one) for one in (*MIXES[0], *MIXES[1], LAST_SHIFT))
BOTTOM = U(LOW)
NIBBLE, ALL_BUT_SUITS = B(15), B(0xCF)
PUNTO, BANCA, TIE = (B(WINNERS.index(one)) for one in (Winner.PUNTO, Winner.BANCA, Winner.TIE))
U0, U1, U2, U3, U4, U5, U6, U8, U9, U10, U15, U63 = (U(one) for one in (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 15, 63))


@compile_loop
def word(place: Any) -> Any:
    """Return the number of :class:`~tapete.odds.simulation.Words` at a place."""
    made = (place ^ (place >> SHIFT_1)) * FACTOR_1
    made = (made ^ (made >> SHIFT_2)) * FACTOR_2
    return made ^ (made >> SHIFT_3)


@compile_loop
def shuffle(cards: Array, whole: Array, spare: Array, places: Array, start: Any) -> Any:
    """Lay a shoe in the order that the numbers from a place on give; return whether one of them is to be left out."""
    half, biased = len(whole) // 2, False
    for at in range(half):
        made = word(start + U(at) * STEP)
        low, high = (made >> TOP) * U(at + 1), (made & BOTTOM) * U(at + half + 1)
        places[at], places[at + half] = low >> TOP, high >> TOP
        biased |= np.uint32(low) < spare[at]
        biased |= np.uint32(high) < spare[at + half]
    for at in range(len(whole)):
        other = places[at]
        cards[at] = cards[other]
        cards[other] = whole[at]
    return biased


@compile_loop
def room(shoes: Any, shortest: int) -> Any:
    """Return room for some shoes: cards, places to shuffle by, how coups end, where each is, is to stop, and luck."""
    width, most = len(shoes.whole) + AHEAD, len(shoes.whole) // shortest + 1
    cards, places, at = np.zeros(LANES * width, np.uint8), np.empty(width, np.uint32), np.zeros(LANES, np.uint64)
    return cards, places, np.empty((LANES, most), np.uint8), at, np.zeros_like(at), np.zeros_like(at)


@compile_loop
def lay(cards: Array, by: Any, places: Array, base: int, at: Array, stop: Array) -> Any:
    """Lay some shoes one behind the other, and where each begins and has its cut card; return how many there are."""
    whole, spare, half = by.whole, by.spare, len(by.whole) // 2
    count, width = min(LANES, by.number - base), len(whole) + AHEAD
    for lane in range(count):
        start = by.start + U((base + lane) * half) * STEP
        while shuffle(cards[lane * width :], whole, spare, places, start):
            start += U(by.number * half) * STEP
        at[lane] = U(lane * width)
        stop[lane] = at[lane] + U(by.cut)
    return count


@compile_loop
def read_hands(cards: Array, places: Array, found: Array) -> None:
    """Write down the two cards of a hand, for each place at which a coup could begin."""
    ones, others = cards[places[0] :], cards[places[1] :]
    for at in range(len(found)):
        found[at] = ones[at] * B(10) + others[at]


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
    cards, places, _, at, stop, _ = room(shoes, 4)
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
    punto, banker, winner, first, second = by.punto, by.banker, by.winner, by.first, by.second
    natural, held = B(by.natural), U0
    cards, places, ends, at, stop, luck = room(shoes, 4)
    puntos, has = np.zeros(len(cards) - AHEAD, np.uint8), np.zeros(len(cards) - AHEAD, np.uint8)
    bankers, holds, is_played = np.zeros_like(has), np.zeros_like(has), np.zeros_like(has)
    for base in range(0, shoes.number, LANES):
        count = lay(cards, shoes, places, base, at, stop)
        read_hands(cards, first, puntos)
        read_hands(cards, second, bankers)
        read_totals(cards, first, by.modulus, has)
        read_totals(cards, second, by.modulus, holds)
        for place in range(len(has)):
            is_played[place] = B(has[place] < natural) & B(holds[place] < natural)
        is_on, coup, here = U1, 0, luck_at + U(base) * STEP
        while is_on:
            is_on = U0
            for lane in range(count):
                luck[lane] = word(here + U(lane) * STEP)
            here += U(shoes.number) * STEP
            for lane in range(count):
                goes, place = U(at[lane] <= stop[lane]), min(at[lane], stop[lane])
                fifth, sixth, plays = U(cards[place + U4]), U(cards[place + U5]), U(is_played[place])
                draws = ((luck[lane] >> TOP) - punto[puntos[place]]) >> U63 & plays
                column = fifth if draws else U10
                bank_draws = ((luck[lane] & BOTTOM) - banker[(U(bankers[place]) << U4) + column]) >> U63 & plays
                punto_has = U(has[place]) + fifth * draws
                bank_has = U(holds[place]) + (sixth if draws else fifth) * bank_draws
                ends[lane, coup] = winner[(punto_has << U5) + bank_has] if goes else B(NO_COUP)
                at[lane] += U4 + draws + bank_draws
                is_on |= goes
            coup += 1
        held = settle_banks(ends[:count], base, ladder, ways, banks, held)
    return held


@compile_loop
def settle_banks(ends: Any, base: int, by: Any, ways: Array, found: Any, count: Any) -> Any:
    """Write down the banks of each shoe behind those that are there, and count the coups by who won; return how many
    banks are there then.
    """
    covered, nets, fees = by.covered, by.net, by.kept
    most = U(by.most)
    for shoe in range(len(ends)):
        wins, coups, staked, row, all_won, all_lost, number = U0, U0, 0, base + shoe, U0, U0, 0
        for how in ends[shoe]:
            if how == NO_COUP:
                break
            stake, is_won, is_lost = covered[wins], U(how == BANCA), U(how == PUNTO)
            wins, coups, staked = wins + is_won, coups + U1, staked + stake
            all_won, all_lost, number = all_won + is_won, all_lost + is_lost, number + 1
            is_enough, one = is_won & U(wins == most), found[count]
            one["unit"], one["coups"], one["wins"] = row, coups, wins
            one["end"] = GIVEN_UP if is_enough else LOST
            one["staked"], one["net"], one["kept"] = staked, nets[wins] - stake * S(is_lost), fees[wins]
            is_over = is_lost | is_enough
            goes_on = is_over ^ U1
            count += is_over
            wins = wins * (is_lost ^ U1) if wins != most else U0
            coups, staked = coups * goes_on, staked * S(goes_on)
        ways[row, BANCA], ways[row, PUNTO], ways[row, TIE] = all_won, all_lost, U(number) - all_won - all_lost
        if coups:
            found[count]["end"] = OVER
            count += U1
    return count


@compile_loop
def deal_dos_panos(
    shoes: Any, luck_at: Any, by: Any, money: Any, chips: Array, is_open: Array, ways: Array, banks: Any
) -> None:
    """Deal a shoe to each bank, and settle its coups while it is open."""
    acts, banker, ends_of = by.acts, by.banker, by.ends
    low, middle, high, size, natural = by.plays[0], by.plays[1], by.plays[2], U(by.modulus), U(by.natural)
    cards, places, ends, at, stop, luck = room(shoes, 6)
    own, firsts = np.zeros(len(cards) - AHEAD, np.uint8), np.zeros(len(cards) - AHEAD, np.uint8)
    seconds, bankers, first, second, bank = np.zeros_like(own), np.zeros_like(own), by.first, by.second, by.bank
    for base in range(0, shoes.number, LANES):
        count = lay(cards, shoes, places, base, at, stop)
        read_totals(cards, first, by.modulus, firsts)
        read_totals(cards, second, by.modulus, seconds)
        read_totals(cards, bank, by.modulus, bankers)
        read_hands(cards, bank, own)
        is_on, coup, here = U1, 0, luck_at + U(base) * STEP
        while is_on:
            is_on = U0
            for lane in range(count):
                luck[lane] = word(here + U(lane) * STEP)
            here += U(shoes.number) * STEP
            for lane in range(count):
                goes, place = U(at[lane] <= stop[lane]), min(at[lane], stop[lane])
                one, two, has, chance = U(firsts[place]), U(seconds[place]), U(bankers[place]), luck[lane] >> TOP
                play = U(low <= chance) + U(middle <= chance) + U(high <= chance)
                over, sixth = U(has >= natural), U(cards[place + U6])
                told = U(acts[(one << U2) + (play & U2) + over])
                draws = told >> U4
                left = (told & U15) + sixth * draws
                told = U(acts[(two << U2) + ((play & U1) << U1) + over])
                used = draws + (told >> U4)
                right = (told & U15) + U(cards[place + U6 + draws]) * (told >> U4)
                drawn = ((luck[lane] & BOTTOM) - banker[(U(own[place]) << U8) + (left << U4) + right]) >> U63
                has += U(cards[place + U6 + used]) * drawn
                has -= size * U(has >= size)
                has += drawn << U4
                ended = U(ends_of[(left << U9) + (one << U5) + has]) * U3 + U(
                    ends_of[(right << U9) + (two << U5) + has]
                )
                ends[lane, coup] = ended if goes else U(NO_COUP)
                at[lane] += U6 + used + drawn
                is_on |= goes
            coup += 1
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
