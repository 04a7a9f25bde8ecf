"""The rest of a real table: everybody whose stakes are noted as one total stands and buys before his first stake."""

from __future__ import annotations

from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.doing import do, refused
from tapete.web.forms import REST
from tapete.web.hall import Answer, Table

STAKES: Final = frozenset({"stake", "stake-on-line"})
"""What is noted for the rest as one total."""


async def rest_made_ready(table: Table, croupier: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Note, before a total of the rest, that it stands and that it buys the chips which it lacks.

    Return the refusal of that, ``None`` when the total itself can be noted.
    """
    inner = what.get("what", {})
    if what.get("act") != "note-act" or what.get("person") != REST or inner.get("act") not in STAKES:
        return None
    view = table.view(PersonId(REST))
    placed = view.me.seat is not None or any(str(one.person) == REST for one in view.standing)
    short = int(inner.get("amount", 0)) - view.me.chips
    needed = (
        *(() if placed else ({"act": "stand-behind", "seat": max(seat.seat for seat in view.seats)},)),
        *(() if short <= 0 else ({"act": "buy-in", "amount": short},)),
    )
    for one in needed:
        noted = {"act": "note-act", "person": REST, "what": one}
        answer = await do(table, croupier, noted, None, f"{command[:80]}.{one['act']}", lax=True)
        if refused(answer) is not None:
            return answer
    return None
