"""The staff of a table: who holds which post, and whether a person may act for it."""

from __future__ import annotations

from enum import StrEnum

from immutables import Map

from tapete.clauses import Fault, fault
from tapete.kernel import HOUSE, PersonId


class Role(StrEnum):
    """Posts at a table. The inspector of the baccarat texts is the table chief of punto y banca."""

    CROUPIER = "croupier"
    TABLE_CHIEF = "table-chief"
    INSPECTOR = "inspector"
    DIRECTOR = "director"


Staff = Map[Role, PersonId]
"""Who is on duty; a post without a person is absent."""


def roles_of(staff: Staff, person: PersonId) -> frozenset[Role]:
    """Return the posts that a person holds at the table."""
    return frozenset(role for role, who in staff.items() if who == person)


def require_post(staff: Staff, person: PersonId, *roles: Role) -> Fault | None:
    """Return a Fault if the person holds none of ``roles``."""
    if any(staff.get(role) == person for role in roles):
        return None
    return fault("not-your-post", needs=[str(role) for role in roles])


def require_post_or_house(staff: Staff, person: PersonId, *roles: Role) -> Fault | None:
    """Return a Fault if the person holds none of ``roles`` and is not the establishment itself."""
    return None if person == HOUSE else require_post(staff, person, *roles)
