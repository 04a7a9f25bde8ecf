"""The pages of the game (a place for each player with his card, the buttons of whoever looks) and its bots."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tapete.bots.act_builder import Offers
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.bots.roster import BotRoster
from tapete.cards import Card
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tapete.web import action_buttons
from tapete.web.game_screen import GameScreen
from tapete.web.screens.frame import Page, PageContext, frame
from tapete.web.seat_links import short_name
from tapete.words import label
from tests.toy_game.acts import AnteUp, DealCards, ShufflePack

LETTERS: Final = {"ante-up": "a", "deal-cards": "d", "shuffle-pack": "m"}


class Screen(Page, frozen=True, kw_only=True):
    """What the template prints beside the frame: places with name, card and stake, and who won."""

    places: tuple[tuple[int, str, Card | None, bool], ...]
    winner: str
    live: str = "toy_game/live.html"


def screen(sight: PageContext) -> Screen:
    view, table, lang = sight.view, sight.table, sight.lang
    offers = () if sight.person is None else table.legal(sight.person)
    buttons = action_buttons.actions(
        offers, table.id, sight.person or "", table.version, lang, game=table.game.key, letters=LETTERS
    )
    places = tuple(
        (one.seat, short_name(one.person, table.id, lang) if one.person else "—", one.card, one.staked)
        for one in view.seats
    )
    return Screen(
        **frame(sight),
        title=label("game", view.variant, lang),
        variant=view.variant,
        announcements=(),
        places=places,
        winner=short_name(view.winner, table.id, lang) if view.winner else "",
        main_actions=tuple(one for one in buttons if one.is_main),
        side_actions=tuple(one for one in buttons if not one.is_main),
        log=sight.log,
    )


def facts(view: Any, lang: str) -> tuple[str, ...]:
    return ()


QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Events that say nothing to a reader of the log."""
SCREEN = GameScreen(model=screen, facts=facts, letters=LETTERS, quiet_events=QUIET)


class Croupier(Bot):
    """Shuffles and deals."""

    def choose(self, view: Any, offers: Offers) -> Move | None:
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
        if view.me.seat is None:
            return Move(Sit(self.place), self.pace.think) if "sit" in offers else None
        if view.me.chips < view.minimum and not any(one.staked for one in view.seats if one.seat == view.me.seat):
            return Move(BuyIn(20 * view.minimum), self.pace.think)
        return Move(AnteUp(), self.pace.think) if "ante-up" in offers else None


def player(seat: Seat, pace: Pace, chance: Random, number: int) -> Bot:
    return Player(seat, pace, chance, number % 2 + 1)


ROSTER = BotRoster({Role.CROUPIER: Croupier}, player, least=2)
