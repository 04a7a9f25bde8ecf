"""Chemin de fer as a game of two: what each side knows and may do, and what it brings, counted from the rules.

Both sides' payoffs are sums over the banker's information sets, each linear in the behaviour probabilities of the
punto. All counts are ordered runs of six cards; a shorter coup counts with every continuation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.clauses import Cite, trace
from tapete.games.baccarat.effects import Cell, cell
from tapete.games.baccarat.points import Winner, is_natural, value, winner
from tapete.games.chemin_de_fer.cards import demanded_cell, is_free_without_table
from tapete.games.chemin_de_fer.rules import Rules
from tapete.odds.shoe import HANDS, KINDS, Counts, OddsError, first_deal, onward_ways, points_of

LONGEST: Final = 6
NONE: Final = len(KINDS)
"""Column of a punto that stood; the others are the kind of their third card."""
STAND, DRAW = 0, 1
PUNTO, BANCA = 0, 1
"""Places of the counts of runs that a side wins."""

Hand = tuple[int, ...]
"""What somebody knows of their two cards: their total alone, or the kinds of both."""


class Model(StrEnum):
    """Cards dealt with replacement (A) or without (B); who sees compositions: nobody, the banker, both."""

    A1 = "A1"
    A2 = "A2"
    A3 = "A3"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"


class Coup(msgspec.Struct, frozen=True, eq=False):
    """What the rules make of hands: computed once for a rulebook and good for every shoe.

    ``totals``: of each hand; ``drawn_totals``: with each third card; ``wins``: whether the punto, or the bank, wins
    with two totals; ``duties``: what the punto must do with each hand; ``bank_duties``: what the banker must do,
    against each column. ``rests_on``: the clauses that decided.
    """

    totals: Counts
    drawn_totals: Counts
    naturals: npt.NDArray[np.bool_]
    wins: npt.NDArray[np.bool_]
    duties: tuple[Cell, ...]
    bank_duties: tuple[tuple[Cell, ...], ...]
    rests_on: tuple[Cite, ...]


def coup_of(rules: Rules, *, by_table: bool = False, is_punto_free: bool = False) -> Coup:
    """Ask the rules about every hand.

    ``by_table``: the banker asked for the drawing table. ``is_punto_free``: the punto plays banco and is not bound.
    Raises :class:`~tapete.odds.shoe.OddsError` when the rules do not cover a case.
    """
    with trace() as trail:
        totals = [points_of(hand, rules.points) for hand in HANDS]
        drawn = [[points_of((*hand, kind), rules.points) for kind in range(NONE)] for hand in HANDS]
        natural = [is_natural(points, rules.outcome) for points in totals]
        most = max(max(row) for row in (totals, *drawn)) + 1
        results = [[winner(punto, banca, rules.outcome) for banca in range(most)] for punto in range(most)]
        is_bound = by_table or not is_free_without_table()
        is_banco_free = is_punto_free and rules.punto.banco_free.use()
        live = {points for points, ends in zip(totals, natural, strict=True) if not ends}
        duties = {points: Cell.OPTIONAL if is_banco_free else _duty(points, rules) for points in live}
        bank_duties = {points: _bank_duties(points, rules, is_bound=is_bound) for points in live}
    return Coup(
        totals=np.array(totals),
        drawn_totals=np.array(drawn),
        naturals=np.array(natural),
        wins=np.array([[[one is side for one in row] for row in results] for side in (Winner.PUNTO, Winner.BANCA)]),
        duties=tuple(duties.get(points, Cell.STAND) for points in totals),
        bank_duties=tuple(bank_duties.get(points, ()) for points in totals),
        rests_on=trail.rests_on,
    )


def _duty(points: int, rules: Rules) -> Cell:
    punto = rules.punto
    if punto.draws_on.has_member(points):
        return Cell.DRAW
    if punto.stands_on.has_member(points):
        return Cell.STAND
    return Cell.OPTIONAL if punto.chooses_on.has_member(points) else Cell.DRAW


def _bank_duties(points: int, rules: Rules, *, is_bound: bool) -> tuple[Cell, ...]:
    if rules.banker.draws_on.has_member(points):
        return (Cell.DRAW,) * (NONE + 1)
    if not is_bound:
        return (Cell.OPTIONAL,) * (NONE + 1)
    table = rules.banker.table
    if not (points < len(table.rows) and table.by_third_card.use()):
        raise OddsError("rules-silent-on-bank", points=points)
    columns = [None if kind == NONE else value(KINDS[kind], rules.points) for kind in range(NONE + 1)]
    return tuple(demanded_cell(cell(table, points, third, 0), Cell.OPTIONAL) for third in columns)


class Choice(msgspec.Struct, frozen=True):
    """One information set of the punto: what they know of their hand, and what they must do."""

    hand: Hand
    duty: Cell


class InfoSet(msgspec.Struct, frozen=True):
    """One information set of the banker: what they know of their hand, the column, and what they must do."""

    hand: Hand
    column: int
    duty: Cell

    def __str__(self) -> str:
        return f"({hand_name(self.hand)},{'none' if self.column == NONE else self.column})"


def hand_name(hand: Hand) -> str:
    return str(hand[0]) if len(hand) == 1 else f"({','.join(map(str, hand))})"


class Game(msgspec.Struct, frozen=True):
    """Runs of cards won by each side, out of ``total``.

    ``naturals``: by side, in coups that a natural ends. ``choices`` and ``info_sets`` name the first and the third axis
    of ``wins``; its axes are choice, move of the punto, information set, move of the banker, side. ``names``: of the
    sets. ``weights``: in how many runs the punto holds each choice and no natural ends the coup.
    """

    choices: tuple[Choice, ...]
    info_sets: tuple[InfoSet, ...]
    names: tuple[str, ...]
    naturals: Counts
    wins: Counts
    weights: Counts
    total: int


def game_of(coup: Coup, held: Sequence[int], model: Model) -> Game:
    size, replaced = sum(held), model[0] == "A"
    hands = first_deal(held, is_replaced=replaced).with_hand().with_hand()
    after_four, after_five = (onward_ways(size, used, LONGEST, is_replaced=replaced) for used in (4, 5))
    played = ~coup.naturals
    punto, bank, wins_by, choices, info_sets, names = _sights(coup, model[1])
    inner = np.ix_(punto.order, bank.order)
    left, fifth = hands.left[inner], hands.ways[inner][..., None] * hands.left[inner]
    four = _summed(hands.ways[inner] * after_four, punto, bank)
    five = _summed(fifth, punto, bank)
    six = _summed(fifth[..., None] * left[..., None, :], punto, bank)
    if not replaced:
        six -= np.eye(NONE, dtype=np.int64) * five[..., None]
    wins = np.zeros((len(punto.first), 2, len(bank.first), NONE + 1, 2, 2), dtype=np.int64)
    for side, (by_none, by_bank, by_punto, by_both) in enumerate(zip(*wins_by, strict=True)):
        wins[:, STAND, :, NONE, STAND, side] = four * by_none
        wins[:, STAND, :, NONE, DRAW, side] = (five * by_bank).sum(2) * after_five
        wins[:, DRAW, :, :NONE, STAND, side] = five * by_punto * after_five
        wins[:, DRAW, :, :NONE, DRAW, side] = (six * by_both).sum(3)
    ended = hands.ways * after_four * ~(played[:, None] & played)
    return Game(
        choices=choices,
        info_sets=info_sets,
        names=names,
        naturals=np.array([(ended * won[coup.totals[:, None], coup.totals]).sum() for won in coup.wins]),
        wins=wins.reshape(len(punto.first), 2, -1, 2, 2),
        weights=four.sum(1),
        total=onward_ways(size, 0, LONGEST, is_replaced=replaced),
    )


class _Groups(NamedTuple):
    """What a side can know of its hand: names and a hand of each group; all hands by group, and where each begins."""

    names: tuple[Hand, ...]
    first: Counts
    order: list[int]
    starts: list[int]


@lru_cache(maxsize=16)
def _sights(coup: Coup, seen: str) -> Any:
    """Return what both sides can know, who wins by their groups if nobody draws, the bank, the punto, or both; and the
    sets that come of it, with their names.
    """
    punto = _groups(coup, lambda hand: seen == "3" and coup.duties[hand] is Cell.OPTIONAL)
    bank = _groups(coup, lambda _: seen != "1")
    choices = (Choice(name, coup.duties[hand]) for name, hand in zip(punto.names, punto.first.tolist(), strict=True))
    info_sets = [
        InfoSet(name, column, coup.bank_duties[hand][column])
        for name, hand in zip(bank.names, bank.first.tolist(), strict=True)
        for column in range(NONE + 1)
    ]
    two_p, three_p = coup.totals[punto.first][:, None], coup.drawn_totals[punto.first][:, None]
    two_b, three_b = coup.totals[bank.first], coup.drawn_totals[bank.first]
    pairs = [(two_p, two_b), (two_p[..., None], three_b)]
    pairs += [(three_p, two_b[:, None]), (three_p[..., None], three_b[:, None])]
    wins_by = [coup.wins[:, one, other].astype(np.int64) for one, other in pairs]
    return punto, bank, wins_by, tuple(choices), tuple(info_sets), tuple(map(str, info_sets))


def _groups(coup: Coup, is_composition_seen: Callable[[int], bool]) -> _Groups:
    known: dict[Hand, list[int]] = {}
    for hand in np.flatnonzero(~coup.naturals).tolist():
        known.setdefault(HANDS[hand] if is_composition_seen(hand) else (int(coup.totals[hand]),), []).append(hand)
    starts = list(accumulate((len(hands) for hands in known.values()), initial=0))[:-1]
    first = np.array([hands[0] for hands in known.values()])
    return _Groups(tuple(known), first, [one for hands in known.values() for one in hands], starts)


def _summed(counts: Counts, punto: _Groups, bank: _Groups) -> Counts:
    for axis, side in enumerate((punto, bank)):
        if len(side.starts) < len(side.order):
            counts = np.add.reduceat(counts, side.starts, axis)
    return counts
