"""The coups of a table of chemin de fer and what is still news there, read from its record."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.web.games.chemin_de_fer.models import PastCoup
from tapete.web.games.chemin_de_fer.notices import PublicEvent, RecentEvents

PAST: Final = 24


class CoupHistory:
    """The coups of a table in their order, each as it really ended: a correction changes what is read here."""

    def __init__(self) -> None:
        self.last: deque[PastCoup] = deque(maxlen=PAST)
        self._number = 0

    def read(self, one: Mapping[str, Any]) -> None:
        """Read on in the record."""
        kind = str(one["event"]).partition("@")[0]
        open_one = self.last[-1] if self.last and not self.last[-1].over else None
        match kind:
            case "bets-opened":
                self._number = int(one["coup"])
            case "coup-ended":
                if open_one is not None:
                    self.last.pop()  # reckoned again before it was paid
                again = open_one is not None and open_one.corrected
                result = (str(one["winner"]), one.get("punto"), one.get("banca"))
                self.last.append(PastCoup(*result, number=self._number, corrected=again))
            case "coup-voided" if open_one is not None:
                self.last.pop()
            case "coup-settled" if open_one is not None and "kind" in one:
                covered = sum(share["amount"] for share in one["stakes"])
                self.last[-1] = replace(open_one, cover=str(one["kind"]), covered=covered, over=True)
            case "card-corrected":
                self._corrected(one, open_one)
            case _:
                pass

    def _corrected(self, one: Mapping[str, Any], open_one: PastCoup | None) -> None:
        if open_one is not None and one["coup"] == self._number:
            self.last[-1] = replace(open_one, corrected=True)
            return
        numbers = [coup.number for coup in self.last if coup.over]
        if one.get("winner") is None or one["coup"] not in numbers:
            return
        at = len(numbers) - 1 - numbers[::-1].index(one["coup"])
        result = {"winner": str(one["winner"]), "punto": one.get("punto"), "banca": one.get("banca")}
        self.last[at] = replace(self.last[at], **result, corrected=True)


class TableHistory:
    """The last coups of a table, the oldest first, and the events that are still news."""

    def __init__(self) -> None:
        self._coups, self._recent = CoupHistory(), RecentEvents()

    def read(self, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        """Read the next event, with the clauses that its entry rests on."""
        self._coups.read(event)
        self._recent.read(event, rests_on)

    @property
    def coups(self) -> tuple[PastCoup, ...]:
        """The last coups."""
        return tuple(self._coups.last)

    @property
    def events(self) -> tuple[PublicEvent, ...]:
        """The events that are still news."""
        return self._recent.told
