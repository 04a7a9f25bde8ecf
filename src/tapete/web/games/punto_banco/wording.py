"""Notices, clauses that inform, keys and last bets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tapete.clauses import Cite, cite_on_page
from tapete.games.punto_banco.view import View
from tapete.kernel import PersonId
from tapete.web.games.baccarat.wording import SHARED, CoupCards
from tapete.web.notices import Notice, PlaceLosses, PublicEvent, correction_notice, led_out_notice
from tapete.web.ports import Table

# The parts of the picture that present an ``inform`` clause: each is cited here, once, and told in ``Felt.shows``.

PLAYER_HAND: Final = cite_on_page("PB.B.17")
"""The Player hand lies at the croupier's right: left on the players' screens, right on the croupier's own."""

BANK_HAND: Final = cite_on_page("PB.B.20")
"""The Bank hand lies at the croupier's left."""

SEMICIRCLE: Final = cite_on_page("MPB.01")
"""The felt of the mini table is a semicircle."""

BLACKJACK_SIZE: Final = cite_on_page("MPB.05")
"""It has the shape and the proportions of a blackjack table: twice as wide as deep."""

BANK_CIRCLE: Final = cite_on_page("MPB.06")
"""A circle for the Bank in front of each place of the mini table."""

OTHER_AREAS: Final = cite_on_page("MPB.07")
"""Areas for the Player and for the tie at each place of the mini table."""

PLACES: Final[dict[str, Cite]] = {
    "player_hand": PLAYER_HAND,
    "bank_hand": BANK_HAND,
    "semicircle": SEMICIRCLE,
    "blackjack_size": BLACKJACK_SIZE,
    "bank_circle": BANK_CIRCLE,
    "other_areas": OTHER_AREAS,
}
"""The same by name: a test finds every one of them in a model."""


# --- last bets --------------------------------------------------------------------------------------------------------


def last_bets(table: Table, person: PersonId) -> tuple[dict[str, Any], ...]:
    """Return the acts that stake what a person had in the last settled coup. Amounts are cents."""
    view: object = table.view(person)
    mine = view.me.last_bets if isinstance(view, View) and view.me is not None else {}
    return tuple({"act": "place-bet", "bet": bet, "amount": amount} for bet, amount in mine.items())


# --- shortcuts --------------------------------------------------------------------------------------------------------


BOXES: Final[Mapping[str, str]] = MappingProxyType({"punto": "p", "empate": "e", "banca": "b"})
"""Letters of the bet boxes."""

REPEAT: Final = "r"
"""Letter of the last bet again."""

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "count-pack": "t",
        "burn-cards": "q",
        "insert-cut-card": "i",
        "close-bets": "n",
        "deal": "d",
        "show-hand": "v",
        "draw-card.punto": "c",
        "draw-card.banca": "c",
        "take-shoe": "y",
        "pass-shoe": "x",
        "award-hand": "a",
    }
)


# --- notices ----------------------------------------------------------------------------------------------------------


LED_OUT: Final = "HP.PB.led-out"
"""The practice by which somebody on their feet who is away for long is led out."""


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
        """The events that are still news; somebody who was led out reads it until they are at the table again."""
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
