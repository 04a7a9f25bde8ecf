"""Whom somebody may send to a post in a house with accounts: one of the staff, whose account has been given it.

Without this a relief could name a player, who would lose his place and his page with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.people.accounts import EVERYWHERE, Account
from tapete.people.staff import HousePeople
from tapete.table.staff import Role
from tapete.web.problems import ProblemError
from tapete.web.submit import RELIEF


def account_named(people: HousePeople, text: str) -> Account | None:
    """Return the account that a name or a pseudonym stands for."""
    told = text.strip()
    found = people.staff.accounts.find(told)
    return found or next((one for one in people.staff.accounts if one.person == told), None)


def may_be_sent(people: HousePeople | None, person: str, role: str, table: str = EVERYWHERE) -> bool:
    """Return True if a pseudonym may be put on duty at a post of a table, or of the house where none is named: in a
    hall without accounts anybody's, otherwise that of an account with the post.
    """
    if people is None:
        return True
    account = account_named(people, person)
    is_own = account is not None and account.person == person
    return account is not None and is_own and role in list(Role) and account.may_take(Role(role), table)


def require_may_be_sent(people: HousePeople | None, table: str, what: Mapping[str, Any]) -> None:
    """Require that an act, as plain data, sends nobody to a post whose account has not been given it.

    Raises :class:`ProblemError` (403).
    """
    if what.get("act") in RELIEF and not may_be_sent(people, str(what.get("person")), str(what.get("role")), table):
        raise ProblemError(403, "post-not-granted", case="pseudonym")
