"""Chemin de fer: equilibria as exact fractions, from any shoe, with a certificate that :func:`verify` checks.

What a hand may do, which totals are naturals and who wins is asked of the functions that decide at the table, so a
changed rule changes the figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

import msgspec

from tapete.clauses import Cite
from tapete.games.chemin_de_fer.rules import GAME, read
from tapete.odds.certificate import verify as verify
from tapete.odds.chemin_game import LONGEST, Coup, Model as Model, coup_of, game_of, hand_name
from tapete.odds.equilibria import ONE, ZERO, Bimatrix, Profile, Search
from tapete.odds.shoe import MOST_DECKS, OddsError, fraction_text, held_of, require_shoe, shoe
from tapete.rulebooks import Library, house_library

RULEBOOK: Final = "asturias-2011"
DECKS: Final = 6
MOST_COMMISSION: Final = Fraction(1, 10)


class Terms(msgspec.Struct, frozen=True):
    """What is solved. ``shoe``: cards of each kind (tens and courts, aces, 2 to 9).

    ``commission``: share of what the banker wins that the house keeps. ``is_by_table``: the banker follows the drawing
    table and is free only where it is. ``is_punto_free``: the punto plays banco and is not bound by their scheme.
    """

    shoe: tuple[int, ...]
    model: Model = Model.B2
    commission: Fraction = ZERO
    is_by_table: bool = msgspec.field(default=False, name="by_table")
    is_punto_free: bool = msgspec.field(default=False, name="punto_free")
    rulebook: str = RULEBOOK


class Equilibrium(msgspec.Struct, frozen=True):
    """One equilibrium. Probabilities are of drawing; payoffs are shares of the stake.

    ``p``: of the punto, over all hands that leave them a choice, ``None`` where none does; ``punto``: by hand. ``q``:
    of the banker where both moves bring them the same; ``draws``: where they draw for certain; elsewhere they stand.
    ``player``, ``banker``, ``house``: what a coup brings each on average; ``wins``: how often it ends how.
    ``continuum``: what else is an equilibrium, if this one is not alone. ``certificate``: what drawing brings more than
    standing, the banker by information set (``advantages``) and the punto by hand (``slopes``).
    """

    p: Fraction | None
    q: dict[str, Fraction]
    player: Fraction
    banker: Fraction
    house: Fraction
    wins: dict[str, Fraction]
    punto: dict[str, Fraction]
    draws: tuple[str, ...]
    continuum: Continuum | None
    certificate: dict[str, dict[str, Fraction]]


class Continuum(msgspec.Struct, frozen=True):
    """Equilibria besides one: every other strategy that keeps the signs of the slopes.

    ``bounds`` of the punto's probability, both equilibria too; ``alike``: hands of the punto of which only the mean
    probability counts; ``effects``: by information set in which the banker may do otherwise, what drawing there adds
    to each slope.
    """

    bounds: tuple[Fraction, Fraction] | None
    alike: tuple[tuple[str, ...], ...]
    effects: dict[str, dict[str, Fraction]]


class Solution(msgspec.Struct, frozen=True):
    """The equilibria of a game. ``is_complete``: there are no others. ``rests_on``: the clauses that decided."""

    terms: Terms
    equilibria: tuple[Equilibrium, ...]
    is_complete: bool
    rests_on: tuple[Cite, ...]

    def to_json(self) -> dict[str, Any]:
        tree = {"equilibria": self.equilibria, "complete": self.is_complete, "rests_on": list(self.rests_on)}
        return {**_plain(self.terms), **_plain(tree)}

    def summaries(self) -> list[dict[str, Any]]:
        """Return of each equilibrium what is mixed and what it brings, as a plain tree."""
        names = ("p", "q", "player", "banker", "house", "wins")
        return [{name: _plain(getattr(one, name)) for name in names} for one in self.equilibria]


class CheminOdds(msgspec.Struct, frozen=True):
    """A coup in equilibrium: both free, the banker by the table, and a punto who plays banco and is free."""

    free: Solution
    by_table: Solution
    banco: Solution

    @property
    def freedom(self) -> dict[str, Fraction | None]:
        """What the banker loses by following the table, and what a punto gains who is not bound to their scheme;
        ``None`` where equilibria bring different payoffs.
        """
        return {
            "banker": _difference(self.free, self.by_table, "banker"),
            "player": _difference(self.banco, self.free, "player"),
        }

    def to_json(self) -> dict[str, Any]:
        terms = _plain(self.free.terms)
        del terms["by_table"], terms["punto_free"]
        return {
            **terms,
            "free": self.free.summaries(),
            "by_table": self.by_table.summaries(),
            "freedom": _plain(self.freedom),
            "rests_on": list(self.free.rests_on),
        }


def deck_shoe(decks: int = DECKS, removed: str | Iterable[str] = ()) -> tuple[int, ...]:
    """Return the cards of each kind in a shoe of whole packs from which some are gone.

    Raises :class:`~tapete.odds.shoe.OddsError` for a shoe that cannot be, :class:`~tapete.cards.UnknownCardError`.
    """
    if decks > MOST_DECKS:
        raise OddsError("packs-too-many", packs=decks, most=MOST_DECKS)
    return held_of(shoe(decks, removed))


def house_commission(rulebook: str = RULEBOOK, *, library: Library | None = None) -> Fraction:
    """Return what a rulebook lets the house keep of what the banker wins."""
    share = read((library or house_library()).by_id(GAME, rulebook)).bank.cagnotte.use()
    return Fraction(share.num, share.den)


def ask(terms: Terms, *, library: Library | None = None) -> Coup:
    """Return what the rules make of hands, for whoever solves many games under the same rules."""
    rules = read((library or house_library()).by_id(GAME, terms.rulebook))
    return coup_of(rules, by_table=terms.is_by_table, is_punto_free=terms.is_punto_free)


def solve(terms: Terms, *, library: Library | None = None, coup: Coup | None = None) -> Solution:
    """Return the equilibria of a game; ``coup``: what :func:`ask` said of its rules.

    Raises :class:`~tapete.odds.shoe.OddsError` for a shoe that cannot be or has too few cards for a coup, a commission
    out of bounds, and rules that do not cover a case; :class:`~tapete.rulebooks.UnknownRulebookError`.

    >>> str(solve(Terms(deck_shoe(6))).equilibria[0].p)
    '477191/592524'
    """
    require_shoe(terms.shoe, LONGEST)
    if not 0 <= terms.commission <= MOST_COMMISSION:
        raise OddsError("commission-out-of-range", commission=str(terms.commission), most=str(MOST_COMMISSION))
    coup = coup or ask(terms, library=library)
    bimatrix = Bimatrix(game_of(coup, terms.shoe, terms.model), terms.commission)
    search = Search(bimatrix)
    equilibria = tuple(_equilibrium(bimatrix, one) for one in search.profiles())
    return Solution(terms, equilibria, search.is_complete, coup.rests_on)


def exact(terms: Terms, *, library: Library | None = None) -> CheminOdds:
    """Return the odds of a coup in equilibrium, with what it is worth to be free. Raises as :func:`solve` does."""
    replaced = [{}, {"is_by_table": True}, {"is_punto_free": True}]
    return CheminOdds(*(solve(msgspec.structs.replace(terms, **change), library=library) for change in replaced))


def _difference(more: Solution, less: Solution, side: str) -> Fraction | None:
    payoffs = [{one[side] for one in solution.summaries()} for solution in (more, less)]
    if any(len(one) != 1 for one in payoffs) or not (more.is_complete and less.is_complete):
        return None
    one, other = (Fraction(found.pop()) for found in payoffs)
    return one - other


def _equilibrium(bimatrix: Bimatrix, profile: Profile) -> Equilibrium:
    game, total = bimatrix.game, bimatrix.game.total
    sets = game.names
    hands = [hand_name(game.choices[place].hand) for place in bimatrix.free]
    weights = [int(game.weights[place]) for place in bimatrix.free]
    won = bimatrix.shares(profile)
    effects = {
        sets[place]: dict(zip(hands, (Fraction(one, total) for one in effect), strict=True))
        for place, effect in profile.effects.items()
    }
    alike = tuple(tuple(hands[one] for one in group) for group in profile.alike)
    return Equilibrium(
        p=sum((w * x for w, x in zip(weights, profile.punto, strict=True)), ZERO) / sum(weights) if hands else None,
        punto=dict(zip(hands, profile.punto, strict=True)),
        q={sets[place]: profile.shares[place] for place in sorted(profile.shares)},
        draws=tuple(sets[place] for place, move in enumerate(profile.moves) if move and place not in profile.shares),
        player=won[0] - won[1],
        banker=won[1] * (1 - bimatrix.commission) - won[0],
        house=won[1] * bimatrix.commission,
        wins={"player": won[0], "banker": won[1], "tie": ONE - won[0] - won[1]},
        certificate={
            "advantages": dict(zip(sets, bimatrix.all_advantages(profile.punto), strict=True)),
            "slopes": dict(zip(hands, (one / total for one in profile.slopes), strict=True)),
        },
        continuum=None if profile.is_isolated else Continuum(profile.bounds, alike, effects),
    )


def _plain(tree: Any) -> Any:
    return msgspec.to_builtins(tree, enc_hook=fraction_text)
