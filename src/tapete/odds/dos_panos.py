"""Bacarrá a dos paños: three solutions as exact numbers, for any share of the stakes that lies on the first cloth.

Both cloths may choose their plays together (correlated), or each by a draw of its own for the good of both
(independent), or each for itself (Nash). What a hand may do, who wins and what the house keeps is asked of the
functions that decide at the table. :func:`verify` checks an answer by a count of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Any, Final

import msgspec
import numpy as np

from tapete.clauses import Cite, Sourced, trace
from tapete.games.baccarat.points import Winner
from tapete.games.dos_panos.coup.ending import commission as deducted
from tapete.games.dos_panos.rules import GAME, Rules, read
from tapete.games.dos_panos.terms import BankMode
from tapete.money import Part
from tapete.odds.cloths_certificate import verify as verify
from tapete.odds.cloths_game import ENDS, LONGEST, PLAYS, WORTH, Coup, coup_of, game_of
from tapete.odds.cloths_search import SIDES as APART, Apart, Profile, Search, Table, Together
from tapete.odds.shoe import OddsError, require_shoe
from tapete.odds.surds import Surd, number_text
from tapete.rulebooks import Library, house_library

RULEBOOK: Final = "asturias-2011"
DECKS: Final = 6
MOST_COMMISSION: Final = Fraction(1, 10)
ZERO, ONE = Fraction(0), Fraction(1)

Number = Fraction | Surd


class Model(StrEnum):
    """Cards dealt with replacement (A) or without (B); the banker sees their total (1) or their cards (2)."""

    A1 = "A1"
    B1 = "B1"
    B2 = "B2"


class Concept(StrEnum):
    CORRELATED = "correlated"
    INDEPENDENT = "independent"
    NASH = "nash"


class Terms(msgspec.Struct, frozen=True):
    """What is solved. ``shoe``: cards of each kind (tens and courts, aces, 2 to 9); ``theta``: share of the stakes on
    the first cloth; ``commission``: of what the banker wins, by the base of the rulebook; ``is_by_table``: the banker
    asked for the drawing table.
    """

    shoe: tuple[int, ...]
    model: Model = Model.B2
    theta: Fraction = Fraction(1, 2)
    concept: Concept = Concept.CORRELATED
    commission: Fraction = ZERO
    is_by_table: bool = msgspec.field(default=False, name="by_table")
    rulebook: str = RULEBOOK


class Equilibrium(msgspec.Struct, frozen=True):
    """One equilibrium; numbers are fractions, and where cloths play for themselves may be of the form a + b·√n.

    ``plays``: how often the cloths stand (S) or draw (D) on a total that leaves them a choice, the first cloth first.
    ``p``: how often each draws. ``is_independent``: the plays are those of two draws that know nothing of each other.
    ``q``: of the banker where both moves bring them the same; ``draws``: where they draw for certain; elsewhere they
    stand. ``first``, ``second``: what a coup brings each unit staked there; ``cloths``, ``banker``, ``house``: what it
    brings them of all that is staked. ``wins``: how often it ends how on each cloth. ``certificate``: what each play
    brings the cloths together or, where they play for themselves, what drawing brings each more than standing.
    """

    plays: dict[str, Number]
    p: tuple[Number, Number]
    is_independent: bool = msgspec.field(name="independent")
    q: dict[str, Number]
    draws: tuple[str, ...]
    first: Number
    second: Number
    cloths: Number
    banker: Number
    house: Number
    wins: dict[str, dict[str, Number]]
    is_isolated: bool = msgspec.field(name="isolated")
    certificate: dict[str, Number]


class Solution(msgspec.Struct, frozen=True):
    """The equilibria of a game: all isolated ones, and the corners of others. ``is_complete``: there are no others.

    ``shares``: of an independent solution without commission, from which to which share on the first cloth it is there.
    """

    terms: Terms
    equilibria: tuple[Equilibrium, ...]
    is_complete: bool
    rests_on: tuple[Cite, ...]
    shares: tuple[Fraction, Fraction] | None = None

    def to_json(self) -> dict[str, Any]:
        tree = {"equilibria": self.equilibria, "complete": self.is_complete, "shares": self.shares}
        return {**_plain(self.terms), **_plain(tree), "rests_on": list(self.rests_on)}

    def summaries(self) -> list[dict[str, Any]]:
        """Return of each equilibrium what is mixed and what it brings, as a plain tree."""
        names = ("plays", "p", "q", "first", "second", "cloths", "banker", "house", "wins")
        return [{name: _plain(getattr(one, name)) for name in names} for one in self.equilibria]


class Cloths:
    """The runs of a shoe, counted once for every question about it."""

    def __init__(self, terms: Terms, *, library: Library | None = None) -> None:
        require_shoe(terms.shoe, LONGEST)
        self.terms = terms
        self.rules: Final = read((library or house_library()).by_id(GAME, terms.rulebook))
        self.coup: Coup = coup_of(self.rules, by_table=terms.is_by_table)
        replaced, seen = terms.model[0] == "A", terms.model[1] == "2"
        self.table: Final = Table(game_of(self.coup, terms.shoe, is_replaced=replaced, sees_cards=seen))

    def solve(self, theta: Fraction, concept: Concept = Concept.CORRELATED, commission: Fraction = ZERO) -> Solution:
        """Return the equilibria; raise :class:`~tapete.odds.shoe.OddsError` for a share or commission out of bounds."""
        if not 0 <= commission <= MOST_COMMISSION:
            raise OddsError("commission-out-of-range", commission=str(commission), most=str(MOST_COMMISSION))
        if not 0 < theta < 1:
            raise OddsError("share-out-of-range", share=str(theta))
        terms = msgspec.structs.replace(self.terms, theta=theta, concept=concept, commission=commission)
        with trace() as trail:
            worth = bank_worth(self.rules, theta, commission)
        search = self.search(theta, concept, worth, is_zero_sum=commission == 0)
        found = [self.equilibrium(terms, one, worth) for one in search.profiles()]
        if concept is Concept.INDEPENDENT:
            found = [one for one in found if one.is_independent]
        rests_on = tuple(dict.fromkeys((*self.coup.rests_on, *trail.rests_on)))
        asks_shares = concept is Concept.INDEPENDENT and commission == 0 and found
        shares = self.independent_shares(found[0].plays, theta) if asks_shares else None
        return Solution(terms, tuple(found), search.is_complete, rests_on, shares)

    def search(self, theta: Fraction, concept: Concept, worth: Mapping[Ends, Fraction], *, is_zero_sum: bool) -> Search:
        scale = lcm(*(one.denominator for one in worth.values()))
        whole = [int(one * scale) for one in worth.values()]
        if concept is Concept.NASH:
            return Apart(self.table, theta, whole)
        return Together(self.table, theta, whole, is_zero_sum=is_zero_sum)

    def equilibrium(self, terms: Terms, profile: Profile, worth: Mapping[Ends, Fraction]) -> Equilibrium:
        game, plays, chances = self.table.game, dict(zip(PLAYS, profile.plays, strict=True)), np.array(profile.plays)
        sets, names = self.table.names, ("first", "second")
        runs = self.table.ends(profile).reshape(-1, *[len(ENDS)] * 2) + np.array(game.naturals, dtype=object)
        by_play = runs * ONE / game.total
        on_cloths = [by_play.sum(axis=axis) for axis in (2, 1)]
        brings = [one @ WORTH for one in on_cloths]
        first, second = (chances @ one for one in brings)
        cloths = terms.theta * first + (1 - terms.theta) * second
        banker = chances @ by_play.reshape(len(plays), -1) @ np.array([*worth.values()])
        p = (plays["DS"] + plays["DD"], plays["SD"] + plays["DD"])
        if terms.concept is Concept.NASH:
            certificate = {
                name: (1 - p[1 - at]) * (of[one] - of[stand]) + p[1 - at] * (of[two] - of[other])
                for name, of, (at, (one, stand), (two, other)) in zip(names, brings, APART, strict=True)
            }
        else:
            together = terms.theta * brings[0] + (1 - terms.theta) * brings[1]
            certificate = dict(zip(PLAYS, together.tolist(), strict=True))
        return Equilibrium(
            plays=plays,
            p=p,
            is_independent=plays["SS"] * plays["DD"] == plays["SD"] * plays["DS"],
            q={sets[one]: profile.banker.get(one, ZERO) for one in profile.indifferent},
            draws=tuple(sets[one] for one in sorted(profile.banker) if one not in profile.indifferent),
            first=first,
            second=second,
            cloths=cloths,
            banker=banker,
            house=-cloths - banker,
            wins={
                name: dict(zip(SIDES, (chances @ of).tolist(), strict=True))
                for name, of in zip(names, on_cloths, strict=True)
            },
            is_isolated=profile.is_isolated,
            certificate=certificate,
        )

    def independent_shares(self, found: Mapping[str, Number], theta: Fraction) -> tuple[Fraction, Fraction]:
        """Return from which to which share of the stakes plays are the best, as with ``theta``. Where one cloth does
        not mix, the other's play may change with the share. The ends are exact, or to 2**-64.
        """
        plays = tuple(found.values())
        face = tuple(at for at, one in enumerate(plays) if one)

        def holds(share: Fraction) -> bool:
            if not 0 < share < 1:
                return False
            search = self.search(share, Concept.INDEPENDENT, bank_worth(self.rules, share, ZERO), is_zero_sum=True)
            if len(face) == 2:
                search.search(face, np.eye(len(plays))[list(face)])
            return bool(search.found) or search.profile(face, plays) is not None

        return _end(holds, theta, ZERO), _end(holds, theta, ONE)


Ends = tuple[Winner, Winner]
"""How a coup ends on the first cloth, and on the second."""

SIDES: Final = ("player", "banker", "tie")
"""Names of :data:`~tapete.odds.cloths_game.ENDS`."""


def house_commission(
    rulebook: str = RULEBOOK, mode: BankMode = BankMode.LIMITED, *, library: Library | None = None
) -> Fraction:
    """Return what a rulebook lets the house keep of what the banker wins, in either mode of the bank."""
    rules = read((library or house_library()).by_id(GAME, rulebook)).commission
    share = (rules.limited if mode is BankMode.LIMITED else rules.free).use()
    return Fraction(share.num, share.den)


class ClothsOdds(msgspec.Struct, frozen=True):
    """A coup as cloths play it who decide together, each for itself, and together against a banker by the table."""

    correlated: Solution
    nash: Solution
    by_table: Solution

    def to_json(self) -> dict[str, Any]:
        terms = _plain(self.correlated.terms)
        del terms["by_table"], terms["concept"]
        found = {name: getattr(self, name).summaries() for name in self.__struct_fields__}
        return {**terms, **found, "rests_on": list(self.correlated.rests_on)}


def exact(terms: Terms, *, library: Library | None = None) -> ClothsOdds:
    """Return the odds of a coup. Raises as :func:`solve` does."""
    cloths = Cloths(terms, library=library)
    bound = Cloths(msgspec.structs.replace(terms, is_by_table=True), library=library)
    asked = [(cloths, Concept.CORRELATED), (cloths, Concept.NASH), (bound, Concept.CORRELATED)]
    return ClothsOdds(*(one.solve(terms.theta, concept, terms.commission) for one, concept in asked))


def solve(terms: Terms, *, library: Library | None = None) -> Solution:
    """Return the equilibria of a game.

    Raises :class:`~tapete.odds.shoe.OddsError` for a shoe that cannot be or has too few cards for a coup, a share or a
    commission out of bounds, and rules under which a cloth would choose on several totals;
    :class:`~tapete.rulebooks.UnknownRulebookError`.

    >>> from tapete.odds.chemin_de_fer import deck_shoe
    >>> str(solve(Terms(deck_shoe(6), Model.A1)).equilibria[0].plays["DD"])
    '323/543'
    """
    return Cloths(terms, library=library).solve(terms.theta, terms.concept, terms.commission)


def bank_worth(rules: Rules, theta: Fraction, commission: Fraction) -> dict[Ends, Fraction]:
    """Return what each pair of ends brings the banker of all that is staked, once the house has its part."""
    rate = Part(commission.numerator, commission.denominator)
    asked = msgspec.structs.replace(rules.commission, limited=Sourced(rate, practice="asked for"))
    cents = theta.denominator * rate.den * rules.commission.unit.use()  # so that nothing is rounded
    stakes = (int(theta * cents), int((1 - theta) * cents))
    worth = {}
    for ends in ((one, two) for one in ENDS for two in ENDS):
        gain, loss = (
            sum(stake for stake, end in zip(stakes, ends, strict=True) if end is won)
            for won in (Winner.BANCA, Winner.PUNTO)
        )
        worth[ends] = Fraction(gain - loss - deducted(gain, loss, asked, BankMode.LIMITED), cents)
    return worth


STEP: Final = Fraction(1, 128)


def _end(holds: Callable[[Fraction], bool], inside: Fraction, outside: Fraction) -> Fraction:
    """Return where something that holds at one end of a line ceases to; where that is no short fraction, to 2**-64.

    It is looked for step by step, so that it does not matter whether it holds again farther on.
    """
    way = STEP if outside > inside else -STEP
    while 0 < inside + way < 1 and holds(inside + way):
        inside += way
    outside = inside + way
    for _ in range(64):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    for digits in range(1, 9):
        near = ((inside + outside) / 2).limit_denominator(10**digits)
        if min(inside, outside) <= near <= max(inside, outside):
            return near
    return inside


def _plain(tree: Any) -> Any:
    return msgspec.to_builtins(tree, enc_hook=number_text)
