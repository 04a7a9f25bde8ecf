"""What pages of every game tell one person of what has just happened to them, read from what the record says to all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from tapete.clauses import Cite
from tapete.words import sentence

ARRIVALS: Final = frozenset({"seated", "stood-behind", "bought-in"})
"""After these somebody has read why they lost their place, or does not need it any more."""


class PublicEvent(NamedTuple):
    """An event as the record keeps it, under its kind without the version, and what its entry rests on."""

    kind: str
    event: Mapping[str, Any]
    rests_on: tuple[str, ...]


class Notice(msgspec.Struct, frozen=True):
    """One line for one person: good (``up``), bad (``down``) or neither (``even``), and the clauses it rests on."""

    text: str
    tone: str = "even"
    clauses: tuple[Cite, ...] = ()


class PlaceLosses:
    """Who lost their place, or was led out, and has no other yet.

    ``led_out`` is the game's practice of leading out, ``loss`` the kind of its event by which a place is lost.
    """

    def __init__(self, led_out: str, loss: str = "") -> None:
        self._led_out = led_out
        self._loss = loss
        self._by_person: dict[str, PublicEvent] = {}

    @property
    def events(self) -> tuple[PublicEvent, ...]:
        return tuple(self._by_person.values())

    def read(self, kind: str, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        if kind in ARRIVALS:
            self._by_person.pop(event["person"], None)
        if kind == self._loss or (kind == "person-left" and self._led_out in rests_on):
            self._by_person[event["person"]] = PublicEvent(kind, event, rests_on)
        elif kind == "person-left":
            self._by_person.pop(event["person"], None)


def news_sentence(code: str, lang: str, **facts: object) -> str:
    return sentence("news", code, lang, **facts)


def led_out_notice(practice: str, lang: str) -> Notice:
    """Return the notice that the hall led a person out, by which practice, and how they come back."""
    return Notice(news_sentence("led-out", lang), "down", (Cite(practice),))


def correction_notice(coup: int, difference: int, lang: str) -> tuple[Notice, ...]:
    """Return the notice of what a corrected payment brings or takes (cents); none where it is the same."""
    if not difference:
        return ()
    code, tone = ("corrected-more", "up") if difference > 0 else ("corrected-less", "down")
    return (Notice(news_sentence(code, lang, coup=coup, amount=abs(difference)), tone),)
