"""Bingo as a library: open a hall, act, look.

>>> from tapete import bingo as bg
>>> hall = bg.open_hall(balls="44 7 31")
>>> hall = hall.do(bg.RegisterMachine("M-1", "drum", "simulation"), by="hall-manager")
>>> hall = hall.do(bg.new_series("B", 1047, strips=10, value=200), by="hall-manager")
>>> hall.view("ana").phase
<Phase.CHECKS: 'checks'>
>>> hall = hall.do(bg.OpenSession(), by="table-chief")
Traceback (most recent call last):
tapete.kernel.RefusedError: The hall lacks a required element.

An evening goes the way of the hall: material and checks (``PassCheck``), ``LoadBalls``, ``OpenSession``; for each game
``AnnounceSale``, ``SellCards``, ``CloseSale``, ``CollectUnsold``, three announcements, then balls and calls. Recorded
evenings for each way in which a game can end stand in ``tests/tables/bingo``.
"""

from __future__ import annotations

import secrets
from typing import Any

from tapete.cartones.series import SECRET_SIZE
from tapete.chance import BallOut, ChanceKind, Source
from tapete.front import names, table
from tapete.front.table import Customs, ShuffledShoe, Table
from tapete.games.bingo import acts
from tapete.games.bingo.acts import *  # noqa: F403
from tapete.games.bingo.acts import OpenHall, RegisterSeries
from tapete.games.bingo.cards import RegisteredCartones, series_of_strips
from tapete.games.bingo.game import BINGO, Bingo
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import POSTS, CheckItem, Fate, MachineType, Means, Phase, Prize, SeriesKind
from tapete.games.bingo.view import View
from tapete.kernel import PersonId, RefusedError
from tapete.play import KeyedShoe, UsageError
from tapete.table.staff import Role

STAFF = {role: PersonId(str(role)) for role in sorted(POSTS)}


class ListedBalls(ShuffledShoe):
    """Balls of which the first ones of each game are given; the others follow by number, for tests and drills."""

    def __init__(self, first: tuple[str, ...]) -> None:
        super().__init__(0)
        self.first = first

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Lay the listed balls first. Raises :class:`~tapete.play.UsageError` for one that is not in the machine."""
        strange = [ball for place, ball in enumerate(self.first) if ball not in tokens or ball in self.first[:place]]
        if strange:
            raise UsageError(f"{strange[0]!r} is no ball, or is listed twice")
        self.urns[urn] = (*self.first, *(one for one in tokens if one not in self.first))
        return ()


def _people(state: State) -> tuple[str, ...]:
    owners = (one.person for one in state.game.sales if one.person is not None)
    return (*(who for _, who in sorted(state.staff.items())), *owners)


CUSTOMS: Customs[State] = Customs(
    people=_people, phases=Phase, betting="", coup=frozenset(), routine=(), players=frozenset(), asked=frozenset()
)
"""Nothing is done in a hall without being asked for."""


def open_hall(
    *,
    rulebook: str = "orden-1979",
    balls: str = "",
    seed: int | None = None,
    source: Source | None = None,
    game: Bingo = BINGO,
    language: str = "en",
    **options: Any,
) -> Table[State, View]:
    """Open a hall for drills, tests and study.

    The other options are the fields of :class:`OpenHall` (``name``, ``elements``, ``staff``). Each post has whoever is
    called as it (``table-chief``, ``caller``, ``cashier`` ...) unless ``staff`` names others. The balls are shuffled,
    by ``seed`` where they are to be the same again; ``balls="44 7 31"`` lists the first of each game; with
    ``kind="keyed"`` the caller keys them. ``language`` is that of the sentences of refusals.

    Raises :class:`tapete.play.UsageError` for an option that does not exist or is out of range, and
    :class:`tapete.kernel.RefusedError` where the rules refuse the opening.
    """
    asked = options.pop("kind", ChanceKind.SEEDED)
    if asked not in tuple(ChanceKind):
        raise UsageError(f"kind={asked!r}: the balls are {', '.join(ChanceKind)}")
    kind = ChanceKind(asked)
    given = {"name": "sala", "staff": STAFF} | options
    what = table.opening_act(OpenHall, given | {"rulebook": rulebook, "balls": kind})
    return table.open_table(game, CUSTOMS, what, language, lambda _: _machine(kind, balls, seed, source))


def _machine(kind: ChanceKind, balls: str, seed: int | None, source: Source | None) -> Source:
    if source is not None:
        return source
    if kind is ChanceKind.SEALED:
        raise UsageError("sealed balls need a hall that keeps their order: give a source, or let the kind be 'seeded'")
    if kind is ChanceKind.KEYED:
        if balls or seed is not None:
            raise UsageError("keyed balls are keyed one by one: neither balls nor a seed are given")
        return KeyedShoe()
    if balls and seed is not None:
        raise UsageError("the balls are listed, or a seed shuffles them: not both")
    return ListedBalls(tuple(balls.split())) if balls else table.shoe_source(kind, 1, "", seed, None)


def new_series(
    letter: str, identification: int, *, strips: int, value: int, double: bool = False, secret: str = ""
) -> RegisterSeries:
    """Return the act that enters a series of strips, with its digest; its secret is drawn unless it is given.

    ``value`` is the price in cents of a cartón, or of each part of a double. Raises
    :class:`~tapete.play.UsageError` for a series that cannot be.
    """
    chosen = secret or secrets.token_hex(SECRET_SIZE)
    kind = SeriesKind.DOUBLE if double else SeriesKind.SINGLE
    try:
        return series_of_strips(letter, identification, 6 * strips, value, chosen, kind)
    except ValueError as error:
        raise UsageError(str(error)) from error


__all__ = [
    "BINGO",
    "BallOut",
    "Bingo",
    "CheckItem",
    "Fate",
    "MachineType",
    "Means",
    "Phase",
    "Prize",
    "RefusedError",
    "RegisteredCartones",
    "Role",
    "SeriesKind",
    "Table",
    "UsageError",
    "View",
    "new_series",
    "open_hall",
]
__all__ += names.acts_in(acts)
__all__[:] = sorted(set(__all__))


def __dir__() -> list[str]:
    return list(__all__)
