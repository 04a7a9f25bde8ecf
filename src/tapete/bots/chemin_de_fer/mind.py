"""How a player of chemin de fer makes up his mind: the same question in one window has one answer."""

from __future__ import annotations

from random import Random
from typing import Any

from tapete.bots.act_builder import acts_of, build_act
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.chemin_de_fer.strategy import TEMPERS, Temper
from tapete.bots.pace import Pace
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Offer, Refused

ACTS = acts_of(acts)
"""The acts of the game by their names."""

SUSPENDED = "coup-suspended"
"""Code of the refusal of what belongs to the coup while an incident is open."""


class Mind(Bot[View]):
    """Base of the players. ``place`` is a place he likes."""

    def __init__(
        self, seat: Seat, pace: Pace, chance: Random, temper: Temper = TEMPERS[0], *, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance)
        self.temper, self.place = temper, place
        self._seed = chance.getrandbits(64)
        self._done: set[tuple[str, str]] = set()

    def _mind(self, view: View, about: str) -> Random:
        """Return the chance of one question in one window: asked again, it gives the same answer."""
        return Random(f"{self._seed} {view.step} {about}")  # not the chance of the game

    def _will(self, view: View, about: str, share: float) -> bool:
        return self._mind(view, about).random() < share

    def _once(self, view: View, about: str, move: Move | None) -> Move | None:
        """Return a move that is made at most once in a window."""
        return None if (str(view.step), about) in self._done else move

    async def _do(self, move: Move) -> Refused | None:
        asked = (str(self.seat.step), str(move.about))
        self._done.add(asked)
        refused = await super()._do(move)
        if refused is not None and refused.code == SUSPENDED:  # an incident came first: after it, this is still to do
            self._done.discard(asked)
        return refused

    def _does(self, view: View, offer: Offer, about: str = "", **given: Any) -> Move:
        what = build_act(ACTS, offer, self._mind(view, offer.act), **given)
        return Move(what, self.pace.think, about or offer.act)
