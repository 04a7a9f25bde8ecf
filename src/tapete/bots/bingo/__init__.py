"""The bots of a bingo hall: its posts, and players who buy cartones and call."""

from tapete.bots.bingo.players import Player
from tapete.bots.bingo.staff import Caller, Cashier, Chief, HallManager
from tapete.bots.roster import BotRoster
from tapete.table.staff import Role

ROSTER = BotRoster(
    staff={
        Role.TABLE_CHIEF: Chief,
        Role.CALLER: Caller,
        Role.CASHIER: Cashier,
        Role.HALL_MANAGER: HallManager,
    },
    player=Player,
    least=40,
)
"""A hall is full: fewer than forty players make no bingo evening."""
