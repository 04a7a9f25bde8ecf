"""The pages of the game (a place for each player with his card, the buttons of whoever looks) and its bots."""

from typing import Any, Final

from tapete.bots.bot import Bot, BotRoster, Move, Offers
from tapete.table.staff import Role
from tapete.web import action_buttons
from tapete.web.game_screen import GameScreen
from tapete.web.page_context import PageContext
from tapete.web.seat_links import short_name
from tapete.web.stage import build
from tapete.web.stage.model import Ask, Part, Stage
from tapete.words import label
from tests.toy_game.game import AnteUp, DealCards

LETTERS: Final = {"ante-up": "a", "deal-cards": "d"}


class Places(Part, frozen=True):
    places: tuple[tuple[str, str], ...]


def stage(sight: PageContext) -> Stage:
    view, table, lang = sight.view, sight.table, sight.lang
    seen = (table.id, sight.person or "", table.version, lang)
    return Stage(
        version=table.version,
        step=str(view.step),
        screen=sight.screen,
        rail=build.rail(sight, label("game", view.variant, lang), (), ()),
        felt=Places(places=tuple((short_name(who, table.id, lang), str(card or "")) for who, card in view.places)),
        ask=Ask(main=action_buttons.actions(sight.offers, *seen, game=table.game.key, letters=LETTERS)),
        why=build.why(sight),
    )


SCREEN = GameScreen(stage=stage, felt_part=Places, facts=lambda view, lang: (), letters=LETTERS)


class Keen(Bot):
    def choose(self, view: Any, offers: Offers) -> Move | None:
        what = AnteUp() if "ante-up" in offers else DealCards() if "deal-cards" in offers else None
        return what and Move(what, self.pace.think)


ROSTER = BotRoster({Role.CROUPIER: Keen}, lambda seat, pace, chance, number: Keen(seat, pace, chance), least=2)
