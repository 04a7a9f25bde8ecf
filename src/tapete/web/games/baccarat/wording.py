"""Words, cards and keys that pages of baccarat share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from tapete.web.page_context import KnownCards

# --- coup cards -------------------------------------------------------------------------------------------------------


ENDINGS: Final = frozenset({"coup-settled", "coup-voided", "coup-called-off"})
"""After these the cards of a coup are cleared away: where they lay while it was played is what is told of them."""


class CoupCards(KnownCards):
    """The cards of a table of the baccarat games; a face that an event keeps from somebody is not read."""

    def read(self, kind: str, event: Mapping[str, Any]) -> None:
        match kind:
            case "bets-opened":
                self.begin(event["coup"])
            case "banco-repeated":
                self.begin(self.coup + 1)
            case "card-dealt":
                self.put(event["position"], event)
            case "card-turned" | "card-exposed":
                self.put(event["position"], {"face": event["face"]})
            case "card-moved" if not self.is_over:
                self.put(event["position"], {"place": event["place"]})
            case "hand-shown" if "faces" in event:
                for position, face in zip(self.positions_at(str(event["hand"])), event["faces"], strict=False):
                    self.put(position, {"face": face})
            case "card-corrected":
                self.put(event["position"], {"face": event["face"]}, event["coup"])
            case _:
                self.is_over = self.is_over or kind in ENDINGS


# --- quiet events -----------------------------------------------------------------------------------------------------


QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Steps of the procedure, and cards that the cloth shows."""


def without_clearing(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    is_over = False
    for event in events:
        kind = str(event["event"]).partition("@")[0]
        is_over = is_over or kind in ENDINGS
        if not (is_over and kind == "card-moved"):
            yield event


# --- shortcuts --------------------------------------------------------------------------------------------------------


SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "shuffle-pack": "m",
        "cut-pack": "k",
        "open-bets": "h",
        "settle": "s",
    }
)
"""Acts of every card game; a game adds its own, and they go before these."""
