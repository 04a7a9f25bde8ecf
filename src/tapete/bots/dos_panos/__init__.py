"""Players and staff of the two-cloth game, and how many of them a table needs."""

from __future__ import annotations

from random import Random

from tapete.bots.bot import BotRoster, Pace
from tapete.bots.dos_panos.players import TEMPERS, Player
from tapete.bots.dos_panos.staff import Attendant, Croupier, Director, Official
from tapete.live import Guest
from tapete.table.staff import Role


def player(seat: Guest, pace: Pace, chance: Random, number: int) -> Player:
    return Player(seat, pace, chance, TEMPERS[number % len(TEMPERS)], place=number + 1)


ROSTER = BotRoster(
    {
        Role.CROUPIER: Croupier,
        Role.CHANGER: Attendant,
        Role.ASSISTANT: Attendant,
        Role.INSPECTOR: Official,
        Role.TABLE_CHIEF: Official,
        Role.DIRECTOR: Director,
    },
    player,
    least=6,
)
