"""Chemin de fer as a game of two: what each side knows and may do, and what it brings, counted from the rules.

Both sides' payoffs are sums over the banker's information sets, each linear in the behaviour probabilities of the
punto. All counts are ordered runs of six cards; a shorter coup counts with every continuation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.clauses import Cite, trace
from tapete.games.baccarat.drawing import Cell, cell
from tapete.games.baccarat.outcome import Winner, is_natural, winner
from tapete.games.baccarat.points import PointRules, total, value
from tapete.games.chemin_de_fer.cards.duties import demanded_cell, is_free_without_table
from tapete.games.chemin_de_fer.rules import Rules
from tapete.odds.deals import HANDS, KINDS, Counts, first_deal, onward_ways
from tapete.odds.shoe import OddsError

LONGEST: Final = 6
"""Cards of the longest coup."""
NONE: Final = len(KINDS)
"""Column of a punto that stood; the others are the kind of his third card."""
STAND, DRAW = 0, 1
PUNTO, BANCA = 0, 1
"""Places of the counts of runs that a side wins."""

Hand = tuple[int, ...]
"""What somebody knows of his two cards: their total alone, or the kinds of both."""


class Model(StrEnum):
    """Cards dealt with replacement (A) or without (B); who sees compositions: nobody, the banker, both."""

    A1 = "A1"
    A2 = "A2"
    A3 = "A3"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"

    @property
    def is_replaced(self) -> bool:
        return self.value[0] == "A"

    @property
    def is_composition_seen_by_bank(self) -> bool:
        return self.value[1] != "1"

    @property
    def is_composition_seen_by_punto(self) -> bool:
        return self.value[1] == "3"


class Coup(msgspec.Struct, frozen=True):
    """What the rules make of hands: computed once for a rulebook and good for every shoe.

    ``totals``: of each hand; ``drawn_totals``: with each third card; ``wins``: whether the punto, or the bank, wins with
    two totals; ``duties``: what the punto must do with each hand; ``bank_duties``: the banker, against each column;
    ``table_duties``: the banker who follows the drawing table. ``rests_on``: the clauses that decided.
    """

    totals: Counts
    drawn_totals: Counts
    naturals: npt.NDArray[np.bool_]
    wins: npt.NDArray[np.bool_]
    duties: tuple[Cell, ...]
    bank_duties: tuple[tuple[Cell, ...], ...]
    table_duties: tuple[tuple[Cell, ...], ...]
    rests_on: tuple[Cite, ...]


def coup_of(rules: Rules) -> Coup:
    """Ask the rules about every hand.

    Raises :class:`~tapete.odds.shoe.OddsError` when they do not cover a case.
    """
    with trace() as trail:
        totals = [_points(hand, rules.points) for hand in HANDS]
        drawn = [[_points((*hand, kind), rules.points) for kind in range(NONE)] for hand in HANDS]
        natural = [is_natural(points, rules.outcome) for points in totals]
        most = max(max(row) for row in (totals, *drawn)) + 1
        results = [[winner(punto, banca, rules.outcome) for banca in range(most)] for punto in range(most)]
        duties = [_duty(points, rules) for points in totals]
        by_table = {points: _table_row(points, rules) for points in set(totals) if not is_natural(points, rules.outcome)}
        free = [_bank_row(points, by_table.get(points, ()), rules) for points in totals]
    return Coup(
        totals=np.array(totals),
        drawn_totals=np.array(drawn),
        naturals=np.array(natural),
        wins=np.array([[[one is side for one in row] for row in results] for side in (Winner.PUNTO, Winner.BANCA)]),
        duties=tuple(duties),
        bank_duties=tuple(free),
        table_duties=tuple(by_table.get(points, ()) for points in totals),
        rests_on=trail.rests_on,
    )


def _points(hand: Sequence[int], rules: PointRules) -> int:
    reckoned = total([KINDS[kind] for kind in hand], rules)
    assert isinstance(reckoned, int)  # every face is known
    return reckoned


def _duty(points: int, rules: Rules) -> Cell:
    punto = rules.punto
    if punto.draws_on.has_member(points):
        return Cell.DRAW
    if punto.stands_on.has_member(points):
        return Cell.STAND
    return Cell.OPTIONAL if punto.chooses_on.has_member(points) else Cell.DRAW


def _table_row(points: int, rules: Rules) -> tuple[Cell, ...]:
    table = rules.banker.table
    if not (0 <= points < len(table.rows) and table.by_third_card.use()):
        raise OddsError("rules-silent-on-bank", points=points)
    columns = [None if kind == NONE else value(KINDS[kind], rules.points) for kind in range(NONE + 1)]
    return tuple(demanded_cell(cell(table, points, third, 0), Cell.OPTIONAL) for third in columns)


def _bank_row(points: int, by_table: tuple[Cell, ...], rules: Rules) -> tuple[Cell, ...]:
    if rules.banker.draws_on.has_member(points):
        return (Cell.DRAW,) * (NONE + 1)
    return (Cell.OPTIONAL,) * (NONE + 1) if is_free_without_table() else by_table


class Choice(msgspec.Struct, frozen=True):
    """One information set of the punto: what he knows of his hand, what he must do, and in which share of the deals he
    holds it (out of all deals in which he holds that total)."""

    hand: Hand
    duty: Cell


class InfoSet(msgspec.Struct, frozen=True):
    """One information set of the banker: what he knows of his hand, the column, and what he must do."""

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
    of ``wins``; its axes are choice, move of the punto, information set, move of the banker, side. ``weights``: in how
    many runs the punto holds each choice and no natural ends the coup.
    """

    choices: tuple[Choice, ...]
    info_sets: tuple[InfoSet, ...]
    naturals: Counts
    wins: Counts
    weights: Counts
    total: int


def game_of(
    coup: Coup, held: Sequence[int], model: Model, *, by_table: bool = False, is_punto_free: bool = False
) -> Game:
    """Count a game off a shoe that holds so many cards of each kind.

    ``by_table``: the banker follows the drawing table. ``is_punto_free``: the punto plays banco and is not bound.
    """
    size, replaced = sum(held), model.is_replaced
    hands = first_deal(held, is_replaced=replaced).with_hand().with_hand()
    fifth = hands.with_card()
    sixth = fifth.card_ways()
    onward = [onward_ways(size, used, LONGEST, is_replaced=replaced) for used in (4, 5)]
    played = ~coup.naturals
    live = np.flatnonzero(played)
    choices, of_choice = _choices(coup, live, model, is_punto_free)
    bank_hands, of_bank = _groups(coup, live, by_composition=model.is_composition_seen_by_bank)
    wins = np.zeros((len(choices), 2, len(bank_hands), NONE + 1, 2, 2), dtype=np.int64)
    two, three = coup.totals[live], coup.drawn_totals[live]
    inner = np.ix_(live, live)
    four, five, six = hands.ways[inner] * onward[0], fifth.ways[inner], sixth[inner]
    for side in (PUNTO, BANCA):
        won = coup.wins[side]
        stood = np.stack(
            [four * won[two[:, None], two], (five * won[two[:, None, None], three]).sum(2) * onward[1]],
            axis=-1,
        )
        wins[:, STAND, :, NONE, :, side] = _summed(stood, of_choice, of_bank)
        drawn = np.stack(
            [
                five * onward[1] * won[three[:, None, :], two[:, None]],
                (six * won[three[:, None, :, None], three[:, None, :]]).sum(3),
            ],
            axis=-1,
        )
        wins[:, DRAW, :, :NONE, :, side] = _summed(drawn, of_choice, of_bank)
    ended = hands.ways * onward[0] * ~(played[:, None] & played)
    return Game(
        choices=choices,
        info_sets=_info_sets(coup, bank_hands, of_bank, live, by_table=by_table),
        naturals=np.array([(ended * won[coup.totals[:, None], coup.totals]).sum() for won in coup.wins]),
        wins=wins.reshape(len(choices), 2, -1, 2, 2),
        weights=of_choice @ four.sum(1),
        total=onward_ways(size, 0, LONGEST, is_replaced=replaced),
    )


def _summed(counts: Counts, of_punto: Counts, of_bank: Counts) -> Counts:
    """Add up over the hands of each choice of the punto and each hand of the banker."""
    by_punto = np.tensordot(of_punto, counts, axes=(1, 0))
    return np.moveaxis(np.tensordot(of_bank, by_punto, axes=(1, 1)), 0, 1)


def _groups(coup: Coup, live: Counts, *, by_composition: bool) -> tuple[tuple[Hand, ...], Counts]:
    """Return what can be known of a hand, with a matrix that tells to which of them each hand belongs."""
    known: dict[Hand, list[int]] = {}
    for place, hand in enumerate(live):
        known.setdefault(HANDS[hand] if by_composition else (int(coup.totals[hand]),), []).append(place)
    member = np.zeros((len(known), len(live)), dtype=np.int64)
    for group, places in enumerate(known.values()):
        member[group, places] = 1
    return tuple(known), member


def _choices(coup: Coup, live: Counts, model: Model, is_free: bool) -> tuple[tuple[Choice, ...], Counts]:
    """Return the punto's information sets. Hands that leave him no choice are told apart by totals alone."""
    known: dict[Hand, list[int]] = {}
    duty_of: dict[Hand, Cell] = {}
    for place, hand in enumerate(live):
        duty = Cell.OPTIONAL if is_free else coup.duties[hand]
        seen = duty is Cell.OPTIONAL and model.is_composition_seen_by_punto
        name = HANDS[hand] if seen else (int(coup.totals[hand]),)
        known.setdefault(name, []).append(place)
        duty_of[name] = duty
    member = np.zeros((len(known), len(live)), dtype=np.int64)
    for group, places in enumerate(known.values()):
        member[group, places] = 1
    return tuple(Choice(name, duty_of[name]) for name in known), member


def _info_sets(
    coup: Coup, hands: Sequence[Hand], of_bank: Counts, live: Counts, *, by_table: bool
) -> tuple[InfoSet, ...]:
    duties = coup.table_duties if by_table else coup.bank_duties
    first = [int(live[row.argmax()]) for row in of_bank]
    return tuple(
        InfoSet(hand, column, duties[one][column])
        for hand, one in zip(hands, first, strict=True)
        for column in range(NONE + 1)
    )
