"""What has happened to one person at a table of punto y banca: that he was led out, that a payment was corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.games.baccarat.coup_cards import CoupCards
from tapete.web.notices import Notice, PlaceLosses, PublicEvent, correction_notice, led_out_notice

LED_OUT: Final = "HP.PB.led-out"
"""The practice by which somebody on his feet who is away for long is led out."""


class RecentEvents:
    """The events of a table that are still news: corrections until the next payment, losses of a place."""

    def __init__(self) -> None:
        self._corrections: tuple[PublicEvent, ...] = ()
        self._losses = PlaceLosses(LED_OUT)
        self.cards = CoupCards()
        """The cards of the last coups, for whoever corrects one."""
        self.players: dict[str, None] = {}
        """Everybody who had a bet in a coup that was read, whoever has left since."""

    @property
    def news(self) -> tuple[PublicEvent, ...]:
        """The events that are still news; somebody who was led out reads it until he is at the table again."""
        return (*self._corrections, *self._losses.events)

    def read(self, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        """Read on in the record."""
        kind = str(event["event"]).partition("@")[0]
        if kind == "coup-settled":
            self._corrections = ()
            self.players |= {one["person"]: None for one in event["lines"]}
        elif kind == "payment-corrected":
            self._corrections = (*self._corrections, PublicEvent(kind, event, rests_on))
        self._losses.read(kind, event, rests_on)
        self.cards.read(kind, event)


def notices(told: tuple[PublicEvent, ...], person: PersonId, lang: str) -> tuple[Notice, ...]:
    """Return what is news for a person, the newest last."""
    found: list[Notice] = []
    for kind, event, _ in told:
        if event["person"] != person:
            continue
        if kind == "payment-corrected":
            found += correction_notice(event["coup"], event["due"] - event["booked"], lang)
        else:
            found.append(led_out_notice(LED_OUT, lang))
    return tuple(found)
