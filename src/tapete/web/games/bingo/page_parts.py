"""What every page of a bingo hall shows: the last ball, what was said, the prizes, and the called cartones."""

from __future__ import annotations

from typing import Any, Final

from tapete.games.bingo.duties import QUESTION, REMINDERS
from tapete.games.bingo.terms import NaturalPlace, Phase, Prize, natural_place, split_card
from tapete.games.bingo.view import CallView, View
from tapete.web.action_buttons import Action
from tapete.web.games.bingo.caller import as_said
from tapete.web.games.bingo.models import CallModel, PrizeModel, grid
from tapete.web.screens.frame import PageContext, frame, waits_for
from tapete.words import fill, label, with_one_euro

OF_EACH: Final = frozenset({"sale", "sale-double", "prizes"})
"""Formulas that are said once for each series, or for each game of a double."""

VERDICTS: Final = frozenset({"wrong", "right-linea", "right-bingo"})
"""Formulas with which a check ends; what is said in the same breath goes on with them."""

TAIL: Final = "sold-tail"
"""The formula that goes on with the sentence before it."""


def common_parts(sight: PageContext) -> dict[str, Any]:
    """Return what every viewer's page has."""
    view, lang = sight.view_as(View), sight.lang
    is_ended = view.is_void or view.phase in (Phase.CHECKS, Phase.CLOSED)
    said = () if is_ended else view.announced_numbers
    common = frame(sight)
    if sight.person is None:
        common["absent_posts"] = ()
    return common | {
        "clock": None if view.limit in REMINDERS else common["clock"],
        "clock_words": "clock-claims" if view.limit in ("", QUESTION) else f"clock-{view.limit}",
        "title": view.name,
        "variant": view.variant,
        "look": "bg-room",
        "announcements": _said(view),
        "verdicts": tuple(_verdict(one, view, lang) for one in view.verdicts),
        "waits_for": waits_for(view, sight.person, lang),
        "last": said[-1] if said else None,
        "last_words": as_said(said[-1], view.number_style) if said else "",
        "has_automatic_marks": view.has_automatic_marks,
        "before": balls_before(said, view.previous_shown),
        "prizes": () if is_ended else _prizes(view, lang),
        "calls": tuple(call_model(one, view, lang) for one in sorted(view.calls, key=_turn)),
    }


def balls_before(said: tuple[int, ...], shown: int) -> tuple[int, ...]:
    """Return the numbers that are shown beside the last one, the newest first: as many as the house shows."""
    return tuple(reversed(said[:-1]))[:shown]


def _said(view: View) -> tuple[str, ...]:
    """Return what was said, in order; what was sold in several ranges, and what is said of each series of a
    sale, or of each game of a double, are one announcement.
    """
    found: list[str] = []
    last = ""
    for formula, text in view.announcements:
        if found and formula == TAIL:
            found[-1] += f" {text}"
        elif (formula == last and formula in OF_EACH) or last in VERDICTS:
            found[-1] += f". {text}"
        else:
            found.append(text)
        last = formula
    return tuple(map(with_one_euro, found))


def _prizes(view: View, lang: str) -> tuple[PrizeModel, ...]:
    won = {one.prize: tuple(short_card(card, view) for card in one.cards) for one in view.awards}
    return tuple(
        PrizeModel(label("prize", prize, lang), amount, won.get(Prize(prize), ()))
        for prize, amount in view.prizes.items()
    )


def short_card(card: str, view: View) -> str:
    """Return the number of a cartón as it is said in the hall; its name with the series where several are played."""
    found = split_card(card)
    return str(found[1]) if found and len(view.series) < 2 else card


def _turn(one: CallView) -> tuple[int, Prize, NaturalPlace]:
    """Return where a called cartón stands: those under check first, then the right ones, those that wait, the wrong
    ones; each of them in the order of the numbers.
    """
    if one.valid is None:
        place = 0 if one.lines else 2
    else:
        place = 1 if one.valid else 3
    return place, one.prize, natural_place(one.card)


def _finding(one: CallView, lang: str) -> str:
    """Return what the check of a call found, and how many numbers it lacked; nothing before the check."""
    if one.valid is None:
        return ""
    return fill(label("bingo", "is-right" if one.valid else "is-wrong", lang), {"lacking": one.lacking}, lang)


def _verdict(one: CallView, view: View, lang: str) -> str:
    facts = {"prize": one.prize, "card": short_card(one.card, view), "lacking": one.lacking}
    return fill(label("bingo", "was-right" if one.valid else "was-wrong", lang), facts, lang)


def call_model(one: CallView, view: View, lang: str, actions: tuple[Action, ...] = ()) -> CallModel:
    """Return a called cartón as a page shows it."""
    finding = _finding(one, lang)
    cells = grid(one.lines, view.announced_numbers)
    return CallModel(str(one.prize), one.card, cells, finding, one.valid, actions)
