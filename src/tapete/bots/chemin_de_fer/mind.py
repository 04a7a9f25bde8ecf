"""How a player of chemin de fer makes up his mind."""

from __future__ import annotations

from random import Random

from tapete.bots import mind
from tapete.bots.act_builder import acts_of
from tapete.bots.bot import Seat
from tapete.bots.chemin_de_fer.strategy import TEMPERS, Temper
from tapete.bots.pace import Pace
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId

ACTS = acts_of(acts)
"""The acts of the game by their names."""


class Mind(mind.Mind[View, Temper]):
    """Base of the players."""

    ACTS = ACTS

    def __init__(
        self, seat: Seat, pace: Pace, chance: Random, temper: Temper = TEMPERS[0], *, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance, temper, place=place)


def has_opponent(view: View, *joining: PersonId) -> bool:
    """Return True if somebody at the table has no part in the bank and could play against it.

    ``joining`` are people who would have a part in it.
    """
    owners = set(joining)
    if view.bank is not None:
        owners.update(one.person for one in view.bank.parts)
    if view.offer is not None:
        owners.update((view.offer.candidate, *(one.person for one in view.offer.pledges)))
    there = {one.person for one in view.seats} | {one.person for one in view.standing}
    return bool(there - owners - {None})
