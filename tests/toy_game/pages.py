"""The pages of the game (a place for each player with his card, the buttons of whoever looks) and its bots."""

from __future__ import annotations

from typing import Any, Final

from tapete.bots.bot import Bot, BotRoster, Move, Offers
from tapete.cards import Card
from tapete.table.staff import Role
from tapete.web import action_buttons
from tapete.web.game_screen import GameScreen
from tapete.web.screens.frame import Page, PageContext, frame
from tapete.web.seat_links import short_name
from tapete.words import label
from tests.toy_game.game import AnteUp, DealCards

LETTERS: Final = {"ante-up": "a", "deal-cards": "d"}


class Screen(Page, frozen=True, kw_only=True):
    places: tuple[tuple[str, Card | None], ...]
    live: str = "toy_game/live.html"


def screen(sight: PageContext) -> Screen:
    view, table, lang = sight.view, sight.table, sight.lang
    offers = () if sight.person is None else table.legal(sight.person)
    seen = (table.id, sight.person or "", table.version, lang)
    return Screen(
        **frame(sight),
        title=label("game", view.variant, lang),
        variant=view.variant,
        announcements=(),
        places=tuple((short_name(who, table.id, lang), card) for who, card in view.places),
        main_actions=action_buttons.actions(offers, *seen, game=table.game.key, letters=LETTERS),
        side_actions=(),
        log=sight.log,
    )


SCREEN = GameScreen(model=screen, facts=lambda view, lang: (), letters=LETTERS)


class Keen(Bot):
    def choose(self, view: Any, offers: Offers) -> Move | None:
        what = AnteUp() if "ante-up" in offers else DealCards() if "deal-cards" in offers else None
        return what and Move(what, self.pace.think)


ROSTER = BotRoster({Role.CROUPIER: Keen}, lambda seat, pace, chance, number: Keen(seat, pace, chance), least=2)
