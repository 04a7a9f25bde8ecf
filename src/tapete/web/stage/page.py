"""The page of a stage: a shell with the model inside, then what changes of it by the stream."""

from __future__ import annotations

import time
from functools import cache
from typing import Final, NamedTuple

import msgspec

from tapete.web import render
from tapete.web.screens.frame import PageContext
from tapete.web.stage import build
from tapete.web.stage.model import Stage
from tapete.words import label

WORDS: Final = tuple(
    """
    another-effect as-proposed ask ask-rule ask-yes bead-plate behind big-road big_eye choose-chip close-sheet
    cockroach correction-answered correction-proposed deduction dismiss double double-too-much effect
    further-posts goes-on hall house-purse incidents key-card key-card-typed keyed-undo keys keys-help keys-use language
    last-result log look machine more more-time my-bets my-chips my-place next-step no-answer no-chips-laid
    no-incidents no-last-bet not-now offline on-table press-again press-asked press-drop press-known press-once
    press-unknown proposed rank repeat return-help return-link roads roads-note seat seats sent-name slip
    slip-collects slip-pays small-road squeeze suit to-desk total undo waiting-list why-now
    """.split()  # noqa: SIM905 - one a line would be longer than the module
)
"""The words of the screens that the browser itself puts on a page."""
NAMES: Final = {
    "letter": ("punto", "banca", "empate"),
    "suit": ("s", "h", "d", "c"),
    "field": ("amount", "reason"),
    "role": ("croupier",),
}
"""Names that it puts there, each under its topic: ``letter-punto``."""


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
    words = {code: label("ui", code, lang) for code in WORDS}
    names = {f"{topic}-{code}": label(topic, code, lang) for topic, codes in NAMES.items() for code in codes}
    return msgspec.json.encode(words | names).decode()


def shell(sight: PageContext, made: Drawing, felt: str, back: str = "", successor: str = "") -> str:
    """Return the whole page of a viewer. ``felt``: the module that draws the game; ``back``: the address of their
    return link; ``successor``: the table at which this one, closed, goes on.
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
        look=getattr(made.stage.felt, "look", ""),
        felt=felt,
        here=here,
        back=back,
        model=_inside(Sent().message(made, successor)),
        words=_inside(page_words(sight.lang)),
    )


def _inside(text: str) -> str:
    """Return JSON that may stand in a script element: no sign of it can end the element."""
    return text.replace("<", "\\u003c")
