"""Whole banks, one after the other or side by side: how long each was held, what it brought, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.games.baccarat.effects import Cell
from tapete.money import Cents
from tapete.odds.simulation import PART, Array, Mean, gathered, quantiles, ratio


class BankEnd(StrEnum):
    """How a bank ended: lost, given up after so many wins, or over with its shoe."""

    LOST = "lost"
    GIVEN_UP = "given-up"
    SHOE = "shoe"


ENDS: Final = tuple(BankEnd)
FREE: Final[Mapping[str, Fraction | None]] = {"draw": Fraction(1), "stand": Fraction(0), "equilibrium": None}
"""Names of how often somebody draws who is free to."""
RECORD: Final = np.dtype(
    [
        ("unit", "u4"),
        ("coups", "u2"),
        ("wins", "u1"),
        ("end", "u1"),
        *((name, "i8") for name in ("staked", "net", "kept")),
    ]
)
"""A bank: the unit of the part that it was held in, its coups and those that it won; cents that were staked against it,
that it won net, and that the house kept."""


def drawing(duty: Cell, share: Fraction | None, known: Mapping[str, float], name: object) -> float:
    """Return how often somebody draws: as they must, as was asked for, or as in an equilibrium that is known."""
    if duty is not Cell.OPTIONAL:
        return float(duty is Cell.DRAW)
    return known.get(str(name), 0.0) if share is None else float(share)


def in_lists(by: Any) -> Any:
    """Return a tuple that has its arrays as lists: so loops that nothing compiles go on faster."""
    return by._replace(**{name: one.tolist() for name, one in by._asdict().items() if isinstance(one, np.ndarray)})


def known_draws(equilibrium: Any) -> dict[str, float]:
    return dict.fromkeys(equilibrium.draws, 1.0) | {place: float(one) for place, one in equilibrium.q.items()}


class Part(NamedTuple):
    """The banks of a part by their units, which are independent of each other; and by unit and way how many coups ended
    in each way.
    """

    banks: Array
    ways: Array


class BanksResult(msgspec.Struct, frozen=True):
    """What came of so many ``banks`` in independent ``units``: shoes of chemin de fer, banks of dos paños.

    ``played``: how cards were drawn. ``wins``: by hand the share of coups by winner. ``ends``: share of the banks by
    their end. ``coups_a_bank``, ``bank_net``: coups that a bank lasts, and cents that it brings the banker;
    ``coups_quantiles``, ``net_quantiles``: below what so many of 100 banks lie; ``lives``: the share of banks that
    lasted one coup, two ... ``staked``, ``net``, ``kept``: cents over all coups, of which ``banker`` and ``house`` get
    so much of each unit staked. ``house_a_coup``, ``house_an_hour``: cents at ``pace`` coups an hour;
    ``house_quantiles``: of what a unit brings the house.
    """

    units: int
    banks: int
    coups: int
    seed: int
    decks: int
    rulebook: str
    played: dict[str, str]
    wins: dict[str, dict[str, Mean]]
    ends: dict[str, Mean]
    coups_a_bank: Mean
    coups_quantiles: dict[int, float]
    lives: list[float]
    bank_net: Mean
    net_quantiles: dict[int, float]
    staked: int
    net: int
    kept: int
    banker: Mean
    house: Mean
    house_a_coup: Mean
    house_an_hour: Mean
    pace: int
    house_quantiles: dict[int, float]


class Sums(NamedTuple):
    """A part as the sums of its units, how long its banks lasted, what they brought and how often that came."""

    ways: Array
    ends: Array
    money: Array
    lengths: Array
    nets: tuple[Array, Array]


class AskedBanks(msgspec.Struct, frozen=True, kw_only=True):
    """Banks that are simulated. Amounts in cents.

    ``bank``: what whoever takes it puts up; ``give_up``: after so many coups won they give it up, never where it is 0.
    ``banker``: how often they draw where they are free, ``None`` as in equilibrium; ``is_by_table``: they asked for the
    drawing table. ``pace``: coups an hour.
    """

    part_size: ClassVar[int] = PART
    free: ClassVar[tuple[str, ...]]
    decks: int = 6
    bank: Cents = 100_00
    minimum: Cents = 10_00
    give_up: int = 0
    banker: Fraction | None = None
    is_by_table: bool = False
    commission: Fraction | None = None
    pace: int = 60
    rulebook: str = "asturias-2011"

    def places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """Return names of the hands that play against the bank, and of the ways in which a coup ends there."""
        raise NotImplementedError

    def played(self) -> dict[str, str]:
        """Return how those draw who are free to, in words of the options."""
        shares = {name: getattr(self, name) for name in self.free}
        return {name: "equilibrium" if share is None else str(share) for name, share in shares.items()}

    def sum_up(self, part: Part) -> Sums:
        banks, units = part.banks, len(part.ways)
        places, end = banks["unit"].astype(np.int64), np.bincount(banks["unit"], minlength=units).cumsum()
        starts = np.append(0, end[:-1])
        money = np.stack([np.add.reduceat(banks[name], starts) for name in ("staked", "net", "kept")], axis=1)
        ends = np.bincount(places * len(ENDS) + banks["end"], minlength=units * len(ENDS)).reshape(units, -1)
        return Sums(part.ways, ends, money, np.bincount(banks["coups"]), np.unique(banks["net"], return_counts=True))


def summed(asked: AskedBanks, made: Iterable[Sums], seed: int) -> BanksResult:
    """Return what the banks say, of those that are there when somebody interrupts, if any is. Raises
    :class:`~tapete.odds.shoe.OddsError` for less than two units.
    """
    found, units = gathered(made, lambda one: len(one.ways))
    ways, ends, money = (
        np.concatenate(one) for one in ([s.ways for s in found], [s.ends for s in found], [s.money for s in found])
    )
    nets, times = map(np.concatenate, zip(*(one.nets for one in found), strict=True))
    lives = np.zeros(max(len(one.lengths) for one in found), dtype=np.int64)
    for one in found:
        lives[: len(one.lengths)] += one.lengths
    coups, banks = ways.sum(axis=1, dtype=np.int64), ends.sum(axis=1)
    staked, net, kept = money.T
    an_hour = kept * asked.pace
    return BanksResult(
        units=units,
        banks=int(banks.sum()),
        coups=int(coups.sum()),
        seed=seed,
        decks=asked.decks,
        rulebook=asked.rulebook,
        played=asked.played(),
        wins={
            hand: {name: ratio(ways[:, list(of)].sum(axis=1, dtype=np.int64), coups) for name, of in names.items()}
            for hand, names in asked.places().items()
        },
        ends={str(how): ratio(ends[:, place], banks) for place, how in enumerate(ENDS)},
        coups_a_bank=ratio(coups, banks),
        coups_quantiles=quantiles(np.arange(len(lives)), lives),
        lives=(lives[1:] / lives.sum()).tolist(),
        bank_net=ratio(net, banks),
        net_quantiles=quantiles(nets, times),
        staked=int(staked.sum()),
        net=int(net.sum()),
        kept=int(kept.sum()),
        banker=ratio(net, staked),
        house=ratio(kept, staked),
        house_a_coup=ratio(kept, coups),
        house_an_hour=ratio(an_hour, coups),
        pace=asked.pace,
        house_quantiles=quantiles(kept),
    )


def rows(parts: Iterable[Part]) -> Iterator[Mapping[str, Any]]:
    """Yield a row a bank: the unit that it was held in, its coups and wins, its end, and its cents."""
    number, first = 0, 1
    for part in parts:
        for unit, coups, wins, end, staked, net, kept in part.banks.tolist():
            number += 1
            told = {"bank": number, "unit": first + unit, "coups": coups, "wins": wins, "end": str(ENDS[end])}
            yield {**told, "amount": staked, "won": net, "commission": kept}
        first += len(part.ways)
