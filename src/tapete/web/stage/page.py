"""The page of a stage: a shell with the model inside, then what changes of it by the stream."""

from __future__ import annotations

import time
from functools import cache
from typing import Final, NamedTuple

import msgspec

from tapete.web import render
from tapete.web.rule_questions import topic_names
from tapete.web.screens.frame import PageContext
from tapete.web.stage import build
from tapete.web.stage.model import Stage
from tapete.words import label, topics

WORDS: Final = "stage"
"""The topic of the words that the browser itself puts on a page."""


class Drawing(NamedTuple):
    """A model with the bytes of its regions, made once for everybody who sees the same."""

    stage: Stage
    regions: dict[str, bytes]


def drawing(stage: Stage) -> Drawing:
    return Drawing(stage, build.regions(stage))


class Sent:
    """What one viewer has been sent; each message holds what they lack, and the first holds everything."""

    def __init__(self) -> None:
        self._regions: dict[str, bytes] = {}

    def message(self, made: Drawing, successor: str = "") -> str:
        told = build.message(made.stage, time.time_ns() // 1_000_000, made.regions, self._regions, successor)
        self._regions = made.regions
        return told.decode()


@cache
def page_words(lang: str) -> str:
    """Return the words that the browser itself needs, as JSON."""
    return msgspec.json.encode({code: label(WORDS, code, lang) for code in topics()[WORDS]}).decode()


def shell(sight: PageContext, made: Drawing, back: str = "", successor: str = "") -> str:
    """Return the whole page of a viewer. ``back``: the address of their return link; ``successor``: the table at which
    this one, closed, goes on.
    """
    table, person = sight.table, sight.person
    here = f"/mesa/{table.id}/publico" if person is None else f"/mesa/{table.id}/como/{person}"
    return render.page(
        "stage.html",
        sight.lang,
        title=made.stage.rail.title,
        table=table.id,
        game=table.game.key,
        screen=made.stage.screen,
        look=made.stage.felt.look,
        here=here,
        back=back,
        model=_inside(Sent().message(made, successor)),
        words=_inside(page_words(sight.lang)),
        topics=topic_names(table.game.key, sight.lang),
    )


def _inside(text: str) -> str:
    """Return JSON that may stand in a script element: no sign of it can end the element."""
    return text.replace("<", "\\u003c")
