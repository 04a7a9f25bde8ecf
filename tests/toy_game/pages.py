"""The pages of the game: a place for each player with his card, and the buttons of whoever looks."""

from __future__ import annotations

from typing import Any, Final

from tapete.cards import Card
from tapete.web import action_buttons
from tapete.web.game_screen import GameScreen
from tapete.web.screens.frame import Page, PageContext, frame
from tapete.web.seat_links import short_name
from tapete.words import label

LETTERS: Final = {"ante-up": "a", "deal-cards": "d", "shuffle-pack": "m"}


class Screen(Page, frozen=True, kw_only=True):
    """What the template prints beside the frame: places with name, card and stake, and who won."""

    places: tuple[tuple[int, str, Card | None, bool], ...]
    winner: str
    live: str = "toy_game/live.html"


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the public screen."""
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
    """Return nothing beside what the list of the hall tells of every table."""
    return ()


QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Events that say nothing to a reader of the log."""

SCREEN = GameScreen(model=screen, facts=facts, letters=LETTERS, quiet_events=QUIET)
