"""Corrections of what was recorded: two officials answer for each, whatever is corrected."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from tapete.clauses import Fault, fault, first_fault
from tapete.kernel import PersonId
from tapete.table.staff import Role, Staff, require_post, roles_of


@runtime_checkable
class Correction(Protocol):
    """An act by which an official puts the record right; another one saw it too."""

    @property
    def second(self) -> PersonId:
        """Return the other official."""

    @property
    def reason(self) -> str:
        """Return why the record was wrong."""


def require_two_officials(staff: Staff, by: PersonId, what: Correction, chief: Role, *others: Role) -> Fault | None:
    """Return a Fault unless two different people on duty, one of them ``chief``, answer for the correction and give
    a reason.

    ``others`` are the posts that may enter it beside him.
    """
    if by == what.second or not roles_of(staff, what.second):
        return fault("second-official-missing")
    if chief not in roles_of(staff, by) | roles_of(staff, what.second):
        return fault("not-your-post", needs=[str(chief)])
    return first_fault(
        require_post(staff, by, chief, *others), None if what.reason.strip() else fault("reason-missing")
    )
