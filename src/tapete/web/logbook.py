"""What the record says, for the consoles and for «repeat»: public parts of the last entries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.web.notices import PublicEvent, RecentEvents
from tapete.web.screens.frame import LogLine, PastCoup, formulas
from tapete.web.seat_links import table_naming
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import announcement, event

SHOWN: Final = 14
READ: Final = 10
LOOK_BACK: Final = 200

QUIET: Final = frozenset(
    {"window-opened", "draw-awaited", "shoe-wanted", "bought-in", "cashed-out", "card-dealt", "garage-formed"}
    | {"garage-returned", "garage-kept", "seguido-held"}
)
"""Events that say nothing to a reader, or whose amount is between a person and the cash desk."""


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
    """The last coups of a table, read from its record; each call reads on from where the last one stopped."""

    def __init__(self) -> None:
        self._read: dict[str, int] = {}
        self._coups: dict[str, CoupHistory] = {}
        self._machines: dict[str, dict[str, PersonId]] = {}
        self._latest: dict[str, RecentEvents] = {}

    async def machines(self, table: Any) -> Mapping[str, PersonId]:
        """Return the machines that the table was opened with, by post: they take a post back when it is given back."""
        if table.id not in self._machines:
            opening = await table.entries(0, 1)
            staff = opening[0].act["what"].get("staff", {}) if opening else {}
            self._machines[table.id] = {
                role: PersonId(who) for role, who in staff.items() if str(who).startswith(BOT_PREFIX)
            }
        return self._machines[table.id]

    async def of(self, table: Any) -> tuple[PastCoup, ...]:
        """Return the last coups, the oldest first."""
        after = self._read.get(table.id, max(0, table.version - 5 * LOOK_BACK))
        coups = self._coups.setdefault(table.id, CoupHistory())
        latest = self._latest.setdefault(table.id, RecentEvents())
        while after < table.version:
            found = await table.entries(after, LOOK_BACK)
            if not found or self._read.get(table.id, after) > after:
                break  # somebody else has read on in the meantime
            for entry in found:
                for one in entry.events:
                    coups.read(one)
                    latest.read(one, entry.rests_on)
            after = self._read[table.id] = found[-1].version
        return tuple(coups.last)

    async def told(self, table: Any) -> tuple[PublicEvent, ...]:
        """Return the events that are still news."""
        await self.of(table)
        return self._latest[table.id].told


async def log_lines(table: Any, lang: str) -> tuple[LogLine, ...]:
    """Return the last lines of a table's record, the newest first."""
    found = []
    spanish = formulas(table.game.key, table.view(None).rulebook)
    for entry in reversed(await table.entries(max(0, table.version - READ))):
        time = datetime.fromisoformat(entry.time).strftime("%H:%M:%S")
        for one in reversed(entry.events):
            kind = str(one["event"]).partition("@")[0]
            if kind not in QUIET:
                found.append(
                    LogLine(time, event(_wording(kind, one), _facts(one, lang, spanish), lang, table_naming(table.id)))
                )
    return tuple(found[:SHOWN])


def _wording(kind: str, tree: Mapping[str, Any]) -> str:
    if tree.get("admitted") is False:
        return f"{kind}.refused"
    return f"{kind}.nobody" if kind == "auction-closed" and tree["winner"] is None else kind


def _facts(tree: dict[str, Any], lang: str, spanish: Mapping[str, str]) -> dict[str, Any]:
    """Return an event's facts for its sentence: an incident's own ones, and a formula as it was said."""
    inner = tree.get("incident")
    if isinstance(inner, dict):
        return {**tree, **inner}
    if str(tree.get("kind", "")).startswith("banco-con:"):
        return {**tree, "kind": "banco-con"}
    if "parts" in tree:
        return {**tree, "amount": sum(share["amount"] for share in tree["parts"])}
    return (
        {**tree, "words": announcement(tree["formula"], tree.get("values", {}), lang, spanish)}
        if "formula" in tree
        else tree
    )


async def last_bets(table: Any, person: PersonId) -> tuple[tuple[str, int], ...]:
    """Return what a person had staked in the last settled coup, as far back as one page of the record reaches."""
    for entry in reversed(await table.entries(max(0, table.version - LOOK_BACK))):
        for one in entry.events:
            if str(one["event"]).startswith("coup-settled@"):
                return tuple((line["bet"], line["stake"]) for line in one["lines"] if line["person"] == person)
    return ()
