"""The stakes of the last coup, to be laid again."""

from __future__ import annotations

from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.ports import Table

LOOK_BACK: Final = 200
"""Entries that are looked through, at most."""


async def last_bets(table: Table, person: PersonId) -> tuple[dict[str, Any], ...]:
    """Return the acts that stake what a person had in the last settled coup, as far back as one page of the record
    reaches. Amounts are cents.
    """
    for entry in reversed(await table.entries(max(0, table.version - LOOK_BACK))):
        for one in entry.events:
            if str(one["event"]).startswith("coup-settled@"):
                return tuple(
                    {"act": "place-bet", "bet": line["bet"], "amount": line["stake"]}
                    for line in one["lines"]
                    if line["person"] == person
                )
    return ()
