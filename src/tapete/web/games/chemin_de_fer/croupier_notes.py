"""What the croupier of a real table notes for people, and the lump sum of those whose stakes nobody notes one by one.

Everybody whose stakes are noted as one total is one person, who stands and buys before his first stake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web.ports import Answer, Table
from tapete.web.screens.frame import of_viewer
from tapete.web.submit import refusal_of, submit

NOTABLE_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "stake": ("amount",),
    "call-banco": (),
    "call-banco-seguido": (),
    "call-banco-con-la-mesa": ("amount",),
    "call-ultimo-completo": (),
    "stake-on-line": ("amount", "playing"),
    "join-banco": ("leader", "amount"),
    "withdraw-call": (),
    "bid": ("amount",),
    "pledge-share": ("leader", "amount"),
    "offer-share": ("amount",),
    "withdraw-share": (),
    "sit": ("seat",),
    "stand-behind": ("seat",),
    "buy-in": ("amount",),
    "cash-out": ("amount",),
    "leave": (),
    "join-list": (),
    "leave-list": (),
    "ask-seat-change": (),
    "ask-card-check": (),
}
"""What the croupier of a real table may note for somebody, with the fields of each."""

LUMP_SUM: Final = "resto"
"""Pseudonym of everybody whose stakes are keyed as one total only."""

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
    me = of_viewer(view.me)
    placed = me.seat is not None or any(str(one.person) == LUMP_SUM for one in view.standing)
    short = int(inner.get("amount", 0)) - me.chips
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
