"""Players and staff of chemin de fer, and how many of them a table needs."""

from __future__ import annotations

from random import Random

from tapete.bots.bot import Seat
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.staff import Croupier, Inspector
from tapete.bots.chemin_de_fer.strategy import TEMPERS
from tapete.bots.pace import Pace
from tapete.bots.roster import BotRoster
from tapete.table.staff import Role


def player(seat: Seat, pace: Pace, chance: Random, number: int) -> Player:
    """Return the player number ``number``, counted from 0: each has his temper and his place."""
    return Player(seat, pace, chance, TEMPERS[number % len(TEMPERS)], place=2 * number + 2)


ROSTER = BotRoster({Role.CROUPIER: Croupier, Role.INSPECTOR: Inspector}, player, least=5)
