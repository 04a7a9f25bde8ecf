"""A croupier and players."""

from __future__ import annotations

from random import Random
from typing import Any

from tapete.bots.act_builder import Offers
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.bots.roster import BotRoster
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.toy_game.acts import AnteUp, DealCards, ShufflePack


class Croupier(Bot):
    """Shuffles and deals."""

    def choose(self, view: Any, offers: Offers) -> Move | None:
        """Do what the table waits for."""
        for name, what in (("shuffle-pack", ShufflePack()), ("deal-cards", DealCards())):
            if name in offers:
                return Move(what, self.pace.think)
        return None


class Player(Bot):
    """Sits down, has chips, stakes."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random, place: int) -> None:
        super().__init__(seat, pace, chance)
        self.place = place

    def choose(self, view: Any, offers: Offers) -> Move | None:
        """Take a place and stake whenever that is possible."""
        if view.me.seat is None:
            return Move(Sit(self.place), self.pace.think) if "sit" in offers else None
        if view.me.chips < view.minimum and not any(one.staked for one in view.seats if one.seat == view.me.seat):
            return Move(BuyIn(20 * view.minimum), self.pace.think)
        return Move(AnteUp(), self.pace.think) if "ante-up" in offers else None


def player(seat: Seat, pace: Pace, chance: Random, number: int) -> Bot:
    """Return the player number ``number``, counted from 0."""
    return Player(seat, pace, chance, number % 2 + 1)


ROSTER = BotRoster({Role.CROUPIER: Croupier}, player, least=2)
