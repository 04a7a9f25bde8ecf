"""What a page of a bingo hall shows, made of one viewer's view and offers, for its templates."""

from __future__ import annotations

from tapete.games.bingo.view import View
from tapete.web.games.bingo.models import Screen
from tapete.web.games.bingo.page_parts import common_parts
from tapete.web.games.bingo.player_page import player_page
from tapete.web.games.bingo.staff_page import staff_page
from tapete.web.screens.frame import PageContext
from tapete.words import label, money


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a bingo hall."""
    told = [f"{label('bingo', 'game', lang)} {view.game}"] if view.game else []
    told += [f"{name} {money(amount, lang)}" for name, amount in _amounts(view, lang)]
    return tuple(told)


def _amounts(view: View, lang: str) -> list[tuple[str, int]]:
    return [(label("prize", prize, lang), amount) for prize, amount in view.prizes.items()]


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the panel of the hall."""
    common = common_parts(sight)
    if sight.person is None:
        return Screen(**common)
    page = player_page if sight.screen == "player" else staff_page
    return page(sight, sight.person, common)
