"""What the record says, for the consoles and for «repeat»: public parts of the last entries."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.screen import LogLine
from tapete.words import event, said

SHOWN: Final = 14
READ: Final = 10
LOOK_BACK: Final = 200

QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "bought-in", "cashed-out", "card-dealt"})
"""Events that say nothing to a reader, or whose amount is between a person and the cash desk."""


async def lines(table: Any, lang: str) -> tuple[LogLine, ...]:
    """Return the last lines of a table's record, the newest first."""
    found = []
    for entry in reversed(await table.entries(max(0, table.version - READ))):
        time = datetime.fromisoformat(entry.time).strftime("%H:%M:%S")
        for one in reversed(entry.events):
            kind = str(one["event"]).partition("@")[0]
            if kind not in QUIET:
                found.append(LogLine(time, event(kind, _facts(one, lang), lang)))
    return tuple(found[:SHOWN])


def _facts(tree: dict[str, Any], lang: str) -> dict[str, Any]:
    """Return an event's facts for its sentence: an incident's own ones, and a formula as it was said."""
    inner = tree.get("incident")
    if isinstance(inner, dict):
        return {**tree, **inner}
    return {**tree, "words": said(tree["formula"], tree.get("values", {}), lang, {})} if "formula" in tree else tree


async def last_bets(table: Any, person: PersonId) -> tuple[tuple[str, int], ...]:
    """Return what a person had staked in the last settled coup, as far back as one page of the record reaches."""
    for entry in reversed(await table.entries(max(0, table.version - LOOK_BACK))):
        for one in entry.events:
            if str(one["event"]).startswith("coup-settled@"):
                return tuple((line["bet"], line["stake"]) for line in one["lines"] if line["person"] == person)
    return ()
