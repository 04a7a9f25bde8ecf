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

ACTS = acts_of(acts)
"""The acts of the game by their names."""


class Mind(mind.Mind[View, Temper]):
    """Base of the players."""

    ACTS = ACTS

    def __init__(
        self, seat: Seat, pace: Pace, chance: Random, temper: Temper = TEMPERS[0], *, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance, temper, place=place)
