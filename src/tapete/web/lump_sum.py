"""The rest of a real table: everybody whose stakes are noted as one total stands and buys before his first stake."""

from __future__ import annotations

from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.forms import LUMP_SUM
from tapete.web.ports import Answer, Table
from tapete.web.submit import refusal_of, submit

LUMP_ACTS: Final = frozenset({"stake", "stake-on-line"})
"""What is noted for the rest as one total."""


async def prepare_lump_sum(table: Table, croupier: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Note, before a total of the rest, that it stands and that it buys the chips which it lacks.

    Return the refusal of that, ``None`` when the total itself can be noted.
    """
    inner = what.get("what", {})
    if what.get("act") != "note-act" or what.get("person") != LUMP_SUM or inner.get("act") not in LUMP_ACTS:
        return None
    view = table.view(PersonId(LUMP_SUM))
    placed = view.me.seat is not None or any(str(one.person) == LUMP_SUM for one in view.standing)
    short = int(inner.get("amount", 0)) - view.me.chips
    needed = (
        *(() if placed else ({"act": "stand-behind", "seat": max(seat.seat for seat in view.seats)},)),
        *(() if short <= 0 else ({"act": "buy-in", "amount": short},)),
    )
    for one in needed:
        noted = {"act": "note-act", "person": LUMP_SUM, "what": one}
        answer = await submit(table, croupier, noted, None, f"{command[:80]}.{one['act']}", lax=True)
        if refusal_of(answer) is not None:
            return answer
    return None
