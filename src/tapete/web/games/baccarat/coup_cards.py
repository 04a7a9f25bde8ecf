"""The cards of the last coups, read from what the record says to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.web.known_cards import KnownCards

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
