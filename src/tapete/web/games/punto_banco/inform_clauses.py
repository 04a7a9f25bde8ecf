"""The places of the pages that present an ``inform`` clause: each is cited here, once, and marked in the page.

The templates print ``data-clause`` from these names; a test finds every one of them in a rendered page.
"""

from __future__ import annotations

from typing import Final

from tapete.clauses import Cite, cite_on_page

PLAYER_HAND: Final = cite_on_page("PB.B.17")
"""The Player hand lies at the croupier's right: left on the players' screens, right on his own."""

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
"""The same by the names that the templates use."""
