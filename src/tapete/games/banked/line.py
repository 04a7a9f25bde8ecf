"""Stakes on the line («a la raya»): part of what is laid plays, and the rest is safe and goes back.

Which part it is, how it is rounded, and the clause of a spoken instruction, are the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from tapete.clauses import Fault, fault
from tapete.kernel import ActBody
from tapete.money import Amount, Cents, Fraction, Rounding, portion
from tapete.table.windows import Claim


class StakeOnLine(ActBody, frozen=True, tag="stake-on-line"):
    """A player lays ``amount`` cents on the line («raya»): half plays. ``playing`` cents: he says another part."""

    amount: Amount
    playing: Annotated[Cents, msgspec.Meta(ge=0)] = 0


def require_part_laid(what: StakeOnLine) -> Fault | None:
    """Return a Fault if more is to play than is laid."""
    return fault("more-than-laid", laid=what.amount) if what.playing > what.amount else None


def live_part(amount: Cents, part: Fraction, rounding: Rounding) -> Cents:
    """Return what plays of a stake of which only a part does; the rest of it is safe."""
    return portion(amount, part, rounding)


def live_claims(claims: Iterable[Claim[str]], line: str, live: Callable[[Cents], Cents]) -> tuple[Claim[str], ...]:
    """Return stakes with what plays of them: of those of the kind ``line`` what ``live`` makes of the amount laid."""
    return tuple([msgspec.structs.replace(one, amount=live(one.amount)) if one.kind == line else one for one in claims])
