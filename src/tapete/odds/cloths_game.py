"""Bacarrá a dos paños as a game of three: what each knows and may do, and how a coup ends on both cloths.

All counts are ordered runs of nine cards; a shorter coup counts with every continuation. What the banker knows fixes
the cards that are out, so the two hands that they do not see are counted once for each set of such cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.clauses import Cite, trace
from tapete.games.baccarat.effects import Cell, cell
from tapete.games.baccarat.points import Winner, is_natural
from tapete.games.banked.coup import Word
from tapete.games.dos_panos.coup.hands import (
    Score,
    duty_over_cells,
    free_choice,
    general_points,
    letter_of,
    require_decision,
    require_scheme,
    winner,
)
from tapete.games.dos_panos.rules import Rules
from tapete.odds.chemin_game import hand_name
from tapete.odds.shoe import HANDS, KINDS, PAIR, Counts, OddsError, hand_ways, onward_ways, points_of

LONGEST: Final = 9
NONE, NATURAL = len(KINDS), len(KINDS) + 1
"""Columns of a cloth that stood and of one that laid a natural down; the others are the kind of its third card."""
COLUMNS: Final = NATURAL + 1
STAND, DRAW = 0, 1
PLAYS: Final = ("SS", "SD", "DS", "DD")
"""What the cloths do where the rules leave them a choice, the first cloth first: stand or draw."""
ENDS: Final = (Winner.PUNTO, Winner.BANCA, Winner.TIE)
WORTH: Final = np.array([1, -1, 0])
"""What each end brings a stake on the cloth."""

Floats = npt.NDArray[np.float64]
Exact = npt.NDArray[Any]
"""Whole numbers of any size."""


class Coup(msgspec.Struct, frozen=True):
    """What the rules make of hands: computed once for a rulebook and good for every shoe.

    ``totals``: of each hand; ``drawn_totals``: of each total with each third card; ``naturals``: by total; ``duties``:
    of a cloth, by total; ``bank_duties``: of the banker, by total and both columns; ``ends``: by column and two cards
    of the cloth, whether the banker drew, and the banker's total, a place of :data:`ENDS`.
    """

    totals: Counts
    drawn_totals: Counts
    naturals: npt.NDArray[np.bool_]
    duties: tuple[Cell, ...]
    bank_duties: dict[tuple[int, int, int], Cell]
    ends: Counts
    rests_on: tuple[Cite, ...]

    @property
    def free(self) -> tuple[int, ...]:
        """Totals on which a cloth has a choice."""
        return tuple(points for points, duty in enumerate(self.duties) if duty is Cell.OPTIONAL)


def coup_of(rules: Rules, *, by_table: bool = False) -> Coup:
    """Ask the rules about every hand; ``by_table``: the banker asked for the drawing table.

    Raises :class:`~tapete.odds.shoe.OddsError` where a cloth would have a choice on several totals.
    """
    with trace() as trail:
        points = general_points(rules.points)
        totals = [points_of((one, two), points) for one, two in HANDS]
        made = {points: hand for hand, points in zip(HANDS, totals, strict=True)}
        size = max(made) + 1
        drawn = [[points_of((*made.get(two, (0, 0)), kind), points) for kind in range(NONE)] for two in range(size)]
        size = max(size, *(max(row) + 1 for row in drawn))
        natural = [is_natural(one, rules.outcome) for one in range(size)]
        duties = [Cell.STAND if natural[one] else _duty(one, rules) for one in range(size)]
        bank_duties = {
            (bank, one, two): _bank_duty(bank, (one, two), rules, by_table=by_table)
            for bank in made
            if not natural[bank]
            for one, two in product(range(COLUMNS), repeat=2)
            if (one, two) != (NATURAL, NATURAL)
        }
        ends = np.zeros((COLUMNS, size, 2, size), dtype=np.int64)
        for column, two, draws, bank in np.ndindex(*ends.shape):
            if two in made:
                three = column if column < NONE else None
                score = Score(
                    two if three is None else drawn[two][three], natural[two] and three is None, three is not None
                )
                bank_score = Score(bank, bool(natural[bank] and not draws), bool(draws))
                ends[column, two, draws, bank] = ENDS.index(winner(score, bank_score, rules.outcome))
    coup = Coup(np.array(totals), np.array(drawn), np.array(natural), tuple(duties), bank_duties, ends, trail.rests_on)
    if len(coup.free) > 1:
        raise OddsError("rules-too-free", totals=coup.free)
    return coup


def _duty(points: int, rules: Rules) -> Cell:
    if rules.punto.shows_on.has_member(points):
        return Cell.STAND
    if not rules.punto.no_other_discretion.use():
        return Cell.OPTIONAL
    refused = {word: require_scheme(points, word, rules.punto, None) is not None for word in (Word.CARTA, Word.NO)}
    return Cell.OPTIONAL if not any(refused.values()) else Cell.STAND if refused[Word.CARTA] else Cell.DRAW


def _bank_duty(points: int, columns: tuple[int, int], rules: Rules, *, by_table: bool) -> Cell:
    duty = free_choice()
    if by_table or (NATURAL in columns and rules.natural.forces_chart_in_normal_hand.use()):
        table = rules.banker.table
        thirds = [None if one == NONE else points_of((one,), rules.points) for one in columns if one != NATURAL]
        duty = duty_over_cells([letter_of(cell(table, points, third, 0)) for third in thirds], rules.banker)
    may = [one for one in (Cell.STAND, Cell.DRAW) if require_decision(points, one, duty, rules.banker) is None]
    return may[0] if len(may) == 1 else Cell.OPTIONAL


class InfoSet(msgspec.Struct, frozen=True):
    """One information set of the banker: what they know of their hand, both columns, and what they must do."""

    hand: tuple[int, ...]
    columns: tuple[int, int]
    duty: Cell

    def __str__(self) -> str:
        columns = ({NONE: "none", NATURAL: "natural"}.get(one, str(one)) for one in self.columns)
        return f"({hand_name(self.hand)},{','.join(columns)})"


class Game(msgspec.Struct, frozen=True):
    """How often a coup ends how, out of ``total``.

    ``ends``: by information set, move of the banker, play of the cloths, end on the first cloth, end on the second;
    each to be multiplied by the ``weights`` of its set. ``naturals``: runs that end without the banker deciding, by
    both ends. ``has_choice``: the rules leave a cloth something to choose.
    """

    info_sets: tuple[InfoSet, ...]
    ends: Exact
    weights: Exact
    naturals: list[list[int]]
    total: int
    has_choice: bool


def game_of(coup: Coup, held: Sequence[int], *, is_replaced: bool, sees_cards: bool) -> Game:
    unseen = _Unseen(coup, np.array(held), is_replaced)
    onward = [onward_ways(sum(held), used, LONGEST, is_replaced=is_replaced) for used in range(LONGEST + 1)]
    live, ended = (np.flatnonzero(coup.naturals[coup.totals] == one) for one in (False, True))
    known = PAIR[live][:, None, None] + _GONE[:, None] + _GONE
    ends = _with_plays(_by_sight(coup, unseen, live, known))
    dealt = hand_ways(unseen.held, is_replaced=is_replaced)
    first = unseen.left(PAIR[live])
    ways = dealt[live][:, None, None] * _card_ways(first)[:, :, None]
    ways = ways * _card_ways(unseen.left(PAIR[live][:, None] + _GONE))
    longer = np.array([[onward[7 + (one < NONE) + (two < NONE)] for two in range(COLUMNS)] for one in range(COLUMNS)])
    weights = ways.astype(object) * longer.astype(object)
    naturals = _naturals(coup, unseen, dealt.astype(object) * onward[6], ended)
    both = weights[:, NATURAL, NATURAL] @ ends[:, NATURAL, NATURAL, STAND, 0].reshape(len(live), 9).astype(object)
    naturals += both.reshape(3, 3)
    names: list[tuple[int, ...]] = [HANDS[hand] if sees_cards else (int(coup.totals[hand]),) for hand in live.tolist()]
    columns = [one for one in product(range(COLUMNS), repeat=2) if one != (NATURAL, NATURAL)]
    flat = ends.reshape(len(live), COLUMNS * COLUMNS, *ends.shape[3:])[:, :-1]
    heavy = weights.reshape(len(live), -1)[:, :-1]
    if not sees_cards:
        flat, heavy, names = _joined(flat, heavy, names)
    bank = dict(zip(names, coup.totals[live].tolist(), strict=True)) if sees_cards else {one: one[0] for one in names}
    return Game(
        info_sets=tuple(
            InfoSet(name, (one, two), coup.bank_duties[bank[name], one, two]) for name in names for one, two in columns
        ),
        ends=flat.reshape(-1, *flat.shape[2:]),
        weights=heavy.reshape(-1),
        naturals=naturals.tolist(),
        total=onward[0],
        has_choice=bool(coup.free),
    )


_GONE: Final = np.concatenate([np.eye(len(KINDS), dtype=np.int64), np.zeros((2, len(KINDS)), dtype=np.int64)])
"""The cards that a column takes off the shoe."""


def _card_ways(left: Counts) -> Counts:
    return np.concatenate([left, np.ones((*left.shape[:-1], 2), dtype=np.int64)], axis=-1)


class _Unseen(msgspec.Struct, frozen=True):
    """What the banker does not see, from shoes that lack the cards that they know of: so many of a kind (last axis)."""

    coup: Coup
    held: Counts
    is_replaced: bool

    def left(self, gone: Counts) -> Counts:
        return self.held + np.zeros_like(gone) if self.is_replaced else self.held - gone

    def hands(self, gone: Counts) -> Floats:
        """Return in how many orders the cloths get two cards each of all totals: whole numbers below 2**53."""
        is_of = np.zeros((len(HANDS), len(self.coup.naturals)))
        is_of[np.arange(len(HANDS)), self.coup.totals] = 1
        after, place = _distinct(gone[:, None] + PAIR)
        second = hand_ways(self.left(after), is_replaced=self.is_replaced) @ is_of
        first = hand_ways(self.left(gone), is_replaced=self.is_replaced)[:, None] * is_of.T
        found: Floats = first @ second[place].reshape(len(gone), len(HANDS), -1)
        return found


def _distinct(gone: Counts) -> tuple[Counts, Counts]:
    """Return each set of cards once, and where it is met among all of them in a row."""
    codes = gone.reshape(-1, len(KINDS)) @ (16 ** np.arange(len(KINDS)))
    _, first, place = np.unique(codes, return_index=True, return_inverse=True)
    return gone.reshape(-1, len(KINDS))[first], place


def _by_sight(coup: Coup, unseen: _Unseen, live: Counts, known: Counts) -> Counts:
    """Return how often a coup ends how, by the banker's hand, both columns, the banker's move, and for each cloth
    whether it had a choice and how the coup ends there.
    """
    sights = _sights(coup)
    turned = sights.swapaxes(-1, -2)
    sets, place = _distinct(known)
    place = place.reshape(known.shape[:-1])
    longer, where = _distinct(sets[:, None] + _GONE[: len(KINDS)])
    stands = unseen.hands(sets) * (unseen.left(sets).sum(-1) - (0 if unseen.is_replaced else 4))[:, None, None]
    draws = unseen.hands(longer)[where].reshape(*unseen.left(sets).shape, *stands.shape[1:])
    draws *= unseen.left(sets)[:, :, None, None]
    ends = np.zeros((*known.shape[:-1], 2, 6, 6))
    for at, bank in enumerate(coup.totals[live].tolist()):
        ends[at, :, :, STAND] = sights[:, None, STAND, bank] @ stands[place[at]] @ turned[:, STAND, bank]
        for kind, made in enumerate(coup.drawn_totals[bank].tolist()):
            ends[at, :, :, DRAW] += sights[:, None, DRAW, made] @ draws[place[at], kind] @ turned[:, DRAW, made]
    return ends.astype(np.int64)


def _sights(coup: Coup) -> Floats:
    """Return which two-card totals lead to a column, a choice and an end, by column, the banker's move and total."""
    found = np.zeros((COLUMNS, 2, len(coup.naturals), 6, len(coup.naturals)))
    for column, two in np.ndindex(COLUMNS, len(coup.naturals)):
        duty, is_natural = coup.duties[two], coup.naturals[two]
        is_met = is_natural if column == NATURAL else not is_natural and duty is not _MISSED[column == NONE]
        if is_met:
            ends = coup.ends[column, two] + (3 if duty is Cell.OPTIONAL else 0)
            for move, bank in np.ndindex(*ends.shape):
                found[column, move, bank, ends[move, bank], two] = 1
    return found


_MISSED: Final = (Cell.STAND, Cell.DRAW)
"""The duty that keeps a cloth from drawing, and from standing."""


def _with_plays(ends: Counts) -> Counts:
    """Lay what the cloths do with a choice over what happens where they have it: one axis of plays instead of two."""
    parts = ends.reshape(*ends.shape[:-2], 2, 3, 2, 3).swapaxes(-2, -3)
    plays = []
    for play in PLAYS:
        one, two = (np.array([(move == "D") == (column < NONE) for column in range(COLUMNS)]) for move in play)
        first, second = one[:, None, None, None, None], two[:, None, None, None]
        plays.append(
            parts[..., 0, 0, :, :]
            + parts[..., 1, 0, :, :] * first
            + parts[..., 0, 1, :, :] * second
            + parts[..., 1, 1, :, :] * (first * second)
        )
    return np.stack(plays, axis=-3)


def _naturals(coup: Coup, unseen: _Unseen, ways: Exact, hands: Counts) -> Exact:
    """Return the ends of coups in which the bank has a natural."""
    found = np.zeros((3, 3), dtype=object)
    for hand, cloths in zip(hands.tolist(), unseen.hands(PAIR[hands]), strict=True):
        ends = np.eye(3)[coup.ends[NATURAL, :, STAND, coup.totals[hand]]]
        found += (ends.T @ cloths @ ends).astype(np.int64).astype(object) * ways[hand]
    return found


def _joined(ends: Counts, weights: Exact, names: list[tuple[int, ...]]) -> tuple[Exact, Exact, list[tuple[int, ...]]]:
    """Put hands of one name together; the weights are then in the ends."""
    known = list(dict.fromkeys(names))
    heavy = ends.astype(object) * weights.reshape(*weights.shape, *(1,) * (ends.ndim - 2))
    sums = np.array([heavy[[name == one for name in names]].sum(0) for one in known])
    return sums, np.ones(sums.shape[:2], dtype=object), known
