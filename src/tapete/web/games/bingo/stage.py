"""The stage of a bingo hall: one viewer's view and offers as the model of their page."""

from __future__ import annotations

from typing import Final

import msgspec

from tapete.games.bingo.view import View
from tapete.web.games.bingo.page_parts import NO_CALLS, felt, shares_told
from tapete.web.games.bingo.player_page import player_ask, player_desk
from tapete.web.games.bingo.staff_page import staff_page
from tapete.web.page_context import PageContext
from tapete.web.stage import build
from tapete.web.stage.model import Ask, Fact, Rail, Stage
from tapete.words import label, money

OWN_WORDS: Final = {
    "bingo": """
        auto-marks balls-before board camera call-asked call-bingo call-bingo-yes call-linea call-linea-yes cards-left
        file file-any-columns file-columns file-help file-kept file-refused
        file-send file-tens join last-ball marks-help minutes my-cards my-movements next-card no-ball
        prizes say-balls section-accounts series-from-file
    """,
    "bingo-field": "identification kind letter only value",
    "bingo-choice": "double everything paper phone single",
    "ui": "invite-code",
}
BROWSER_WORDS: Final = tuple((topic, code) for topic, codes in OWN_WORDS.items() for code in codes.split())


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a bingo hall."""
    told = [f"{label('bingo', 'game', lang)} {view.game}"] if view.game else []
    told += [f"{label('prize', prize, lang)} {money(amount, lang)}" for prize, amount in view.prizes.items()]
    return tuple(told)


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the wall of the hall."""
    view, person = sight.view_as(View), sight.person
    ask, desk, of_calls = Ask(), build.NONE, NO_CALLS
    if person is not None and sight.screen == "player":
        ask, desk = player_ask(sight, person), msgspec.Raw(msgspec.json.encode(player_desk(sight)))
    elif person is not None:
        ask, desk, of_calls = staff_page(sight, person)
    return Stage(
        version=sight.table.version,
        step=str(view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=_rail(sight, view),
        felt=felt(sight, of_calls),
        ask=ask,
        why=build.why(sight),
        desk=desk,
    )


def _rail(sight: PageContext, view: View) -> Rail:
    lang = sight.lang
    shown = [Fact(name=label("bingo", "price", lang), value=money(view.price, lang))] if view.price else []
    shown.append(Fact(name=label("bingo", "sold", lang), value=str(view.cards_sold)))
    tags = (*((Fact(name="", value=view.title),) if view.title else ()), *shares_told(view, lang))
    made = build.rail(sight, label("game", "bingo", lang), tuple(shown), tags)
    return msgspec.structs.replace(made, chips_name=label("bingo", "account", lang))
