"""Players and staff of punto y banca and its mini form."""

from __future__ import annotations

from random import Random

from tapete.bots.bot import Seat
from tapete.bots.pace import Pace
from tapete.bots.punto_banco.players import Player, Temper
from tapete.bots.punto_banco.staff import Chief, Croupier
from tapete.bots.roster import BotRoster
from tapete.table.staff import Role


def player(seat: Seat, pace: Pace, chance: Random, number: int) -> Player:
    """Return the player number ``number``, counted from 0: each has his temper and his place."""
    tempers = list(Temper)
    return Player(seat, pace, chance, tempers[number % len(tempers)], place=2 * number + 2)


ROSTER = BotRoster({Role.CROUPIER: Croupier, Role.TABLE_CHIEF: Chief}, player)
