"""How a player makes up his mind: the same question in one window has one answer, however often he looks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from tapete.bots.act_builder import build_act
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.kernel import ActBody, Offer, Refused

V = TypeVar("V")
T = TypeVar("T")

OVERTAKEN = ("coup-suspended", "seat-taken")
"""Codes of the refusals of what somebody else came before with: an incident, or a place at the table."""


class Mind(Bot[V], Generic[V, T]):
    """Base of the players of a game whose tempers are ``T``. ``place`` is a place he likes."""

    ACTS: ClassVar[Mapping[str, type[ActBody]]]
    """The acts of the game by their names."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random, temper: T, *, place: int | None = None) -> None:
        super().__init__(seat, pace, chance)
        self.temper, self.place = temper, place
        self._seed = chance.getrandbits(64)
        self._done: set[tuple[str, str]] = set()

    def _mind(self, view: Any, about: str) -> Random:
        """Return the chance of one question in one window: asked again, it gives the same answer."""
        return Random(f"{self._seed} {view.step} {about}")  # not the chance of the game

    def _will(self, view: Any, about: str, share: float) -> bool:
        return self._mind(view, about).random() < share

    def _once(self, view: Any, about: str, move: Move | None) -> Move | None:
        return None if (str(view.step), about) in self._done else move

    def _forget(self, *abouts: str) -> None:
        """Let what is made at most once be made again in the open window."""
        self._done.difference_update({(str(self.seat.step), about) for about in abouts})

    async def _do(self, move: Move) -> Refused | None:
        asked = (str(self.seat.step), str(move.about))
        self._done.add(asked)
        refused = await super()._do(move)
        if refused is not None and refused.code in OVERTAKEN:  # it is still to do
            self._done.discard(asked)
        return refused

    def _does(self, view: Any, offer: Offer, about: str = "", **given: Any) -> Move:
        what = build_act(self.ACTS, offer, self._mind(view, offer.act), **given)
        return Move(what, self.pace.think, about or offer.act)
