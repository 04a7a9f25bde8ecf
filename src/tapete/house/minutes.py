"""What stands in the minutes of a day, and the complaints of those who were there."""

from __future__ import annotations

import msgspec

from tapete.house.terms import SlipKind
from tapete.kernel import PersonId
from tapete.money import Cents


class Complaint(msgspec.Struct, frozen=True):
    """A complaint without an answer so far."""

    serial: int
    person: PersonId
    table: str
    text: str = ""


class AnsweredComplaint(msgspec.Struct, frozen=True):
    """A complaint with its answer, and who gave it."""

    serial: int
    person: PersonId
    table: str
    text: str
    answer: str
    by: PersonId


class CountedDifference(msgspec.Struct, frozen=True):
    """What a count has found different, in cents, and who signed it first."""

    kind: SlipKind
    table: str
    missing_chips: Cents
    missing_cash: Cents
    first: PersonId
    missing_vouchers: Cents = 0


class MinutesLine(msgspec.Struct, frozen=True):
    """A sentence of the minutes of the day, and who wrote it; where it is the reason of a ``difference``, which."""

    person: PersonId
    text: str
    difference: CountedDifference | None = None
