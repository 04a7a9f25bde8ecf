"""Whole shoes one after the other, in loops that Numba compiles. They look up the same tables as the arrays do, which
ask the rules, and come to the same, coup by coup.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapete.odds.kernels import compile_loop
from tapete.odds.simulation import LOW, NO_COUP, Array


@compile_loop
def shuffle(shoes: Array, numbers: Array, spare: Array, again: Array) -> None:
    places = np.empty(shoes.shape[1], np.int64)
    for shoe in range(len(shoes)):
        cards, biased = shoes[shoe], 0
        for at in range(len(cards)):
            product = np.int64(numbers[shoe, at]) * (at + 1)
            places[at] = product >> 32
            biased |= (product & LOW) < spare[at]
        again[shoe] = biased
        for at in range(len(cards) - 1, 0, -1):
            other = places[at]
            cards[at], cards[other] = cards[other], cards[at]


@compile_loop
def deal_punto_banco(shoes: Array, cut: int, rules: Any, found: Array) -> None:
    """Count by shoe and class how many coups came to it."""
    first, second = rules.places
    a, b, c, d = first[0], first[1], second[0], second[1]
    for shoe in range(len(shoes)):
        cards, at = shoes[shoe], np.int64(rules.burned[shoes[shoe, 0]])
        while at <= cut:
            player, bank = (cards[at + a], cards[at + b]), (cards[at + c], cards[at + d])
            fifth, sixth = rules.points[cards[at + 4]], rules.points[cards[at + 5]]
            code = np.int64(rules.comes_to[rules.total_of_two[player], rules.total_of_two[bank], fifth, sixth])
            at += 4 + code % 3
            found[shoe, code + np.int64(rules.sort_of_two[player]) * 9 + np.int64(rules.sort_of_two[bank]) * 3] += 1


@compile_loop
def deal_chemin_de_fer(
    found: Array,
    shoes: Array,
    cut: int,
    luck: Array,
    pair_at: Array,
    totals: Array,
    drawn_totals: Array,
    naturals: Array,
    punto: Array,
    banker: Array,
    winner: Array,
    first: Array,
    second: Array,
) -> None:
    """Write down, by coup and shoe, who wins."""
    none = drawn_totals.shape[1]
    for shoe in range(len(shoes)):
        cards, at, coup = shoes[shoe], 0, 0
        last = len(cards) - 1
        while at <= cut:
            one, two = (
                pair_at[cards[at + first[0]], cards[at + first[1]]],
                pair_at[cards[at + second[0]], cards[at + second[1]]],
            )
            has, holds, used = totals[one], totals[two], 0
            if not (naturals[one] or naturals[two]):
                column = none
                if luck[shoe, coup, 0] < punto[one]:
                    column = np.int64(cards[min(at + 4, last)])
                    has, used = drawn_totals[one, column], 1
                if luck[shoe, coup, 1] < banker[two, column]:
                    holds = drawn_totals[two, cards[min(at + 4 + used, last)]]
                    used += 1
            found[coup, shoe] = winner[has, holds]
            at += 4 + used
            coup += 1


@compile_loop
def deal_dos_panos(
    found: Array,
    shoes: Array,
    cut: int,
    luck: Array,
    pair_at: Array,
    totals: Array,
    drawn_totals: Array,
    naturals: Array,
    ends: Array,
    is_due: Array,
    is_free: Array,
    plays: Array,
    banker: Array,
    natural: int,
    first: Array,
    second: Array,
    bank: Array,
) -> None:
    """Write down, by coup and shoe, how both cloths end."""
    none, sides = drawn_totals.shape[1], 3
    for shoe in range(len(shoes)):
        cards, at, coup = shoes[shoe], 0, 0
        last = len(cards) - 1
        while at <= cut:
            one = pair_at[cards[at + first[0]], cards[at + first[1]]]
            two = pair_at[cards[at + second[0]], cards[at + second[1]]]
            own = pair_at[cards[at + bank[0]], cards[at + bank[1]]]
            has, holds = totals[own], totals[own]
            play = 0
            for bound in plays:
                play += bound <= luck[shoe, coup, 0]
            used, drawn = 0, 0
            columns = (none, none)
            for cloth in range(2):
                total = totals[one] if cloth == 0 else totals[two]
                would = play >= 2 if cloth == 0 else play % 2 == 1
                column = none
                if naturals[total]:
                    column = natural
                elif not naturals[has] and (is_due[total] or (is_free[total] and would)):
                    column = np.int64(cards[min(at + 6 + used, last)])
                    used += 1
                columns = (column, columns[1]) if cloth == 0 else (columns[0], column)
            if not naturals[has] and luck[shoe, coup, 1] < banker[own, columns[0], columns[1]]:
                holds, drawn = drawn_totals[has, cards[min(at + 6 + used, last)]], 1
            left, right = ends[columns[0], totals[one], drawn, holds], ends[columns[1], totals[two], drawn, holds]
            found[coup, shoe] = left * sides + right
            at += 6 + used + drawn
            coup += 1


@compile_loop
def settle_banks(
    ends: Array, covered: Array, kept: Array, most: int, banca: int, tie: int, names: Any, found: Any
) -> int:
    """Write down the banks of each shoe, one after the other; return how many there are. ``names``: the places of how a
    bank ends: lost, given up, over with its shoe.
    """
    lost, given_up, over = names
    count = 0
    for shoe in range(ends.shape[1]):
        wins = coups = staked = net = fees = 0
        for coup in range(ends.shape[0] + 1):
            how = NO_COUP if coup == ends.shape[0] else ends[coup, shoe]
            end = -1
            if how == NO_COUP:
                end = over
            else:
                stake = covered[wins]
                coups += 1
                staked += stake
                if how == banca:
                    net += stake - kept[wins]
                    fees += kept[wins]
                    wins += 1
                    if wins == most:
                        end = given_up
                elif how != tie:
                    net -= stake
                    end = lost
            if end >= 0 and coups:
                one = found[count]
                one.unit, one.coups, one.wins, one.end = shoe, coups, wins, end
                one.staked, one.net, one.kept = staked, net, fees
                count += 1
                wins = coups = staked = net = fees = 0
            if how == NO_COUP:
                break
    return count
