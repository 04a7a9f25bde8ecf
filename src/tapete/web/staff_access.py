"""Doors: who may come in for a post of the staff.

A hall with open doors (the demo) lets anybody take a post by its link. A house with accounts lets in who has logged in
and may take the post, and knows no key. Any other hall asks for the staff key, and one without a key lets nobody. A
session for a post is marked as such; no other session ever acts, or sees, as staff, also when its person comes on duty
later.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from tapete.kernel import PersonId
from tapete.live import security_log
from tapete.live.presence import is_player_in_hall
from tapete.people.accounts import EVERYWHERE
from tapete.people.staff import HousePeople
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session, address_of

BOT_PREFIX = "bot-"
"""How the pseudonyms of machines begin: no person acts under one."""


class StaffAccess(msgspec.Struct, frozen=True):
    """``is_open``: no key is asked for. ``key``: what opens a post otherwise; without one no post can be taken."""

    is_open: bool = False
    key: str = ""

    def may_come_in(self, given: object) -> bool:
        """Return True if somebody with this key, or without one, may come in as staff."""
        if self.is_open:
            return True
        if not self.key or not isinstance(given, str):
            return False
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self.key.encode())


def may_enter_as_staff(request: ASGIConnection[Any, Any, Any, Any], state: State, key: object) -> bool:
    """Return True if somebody with this key, or without one, may come in as staff; a wrong one is counted.

    Raises :class:`ProblemError` (429) for a key from an address that has given too many wrong ones.
    """
    access: StaffAccess = state.staff_access
    if access.is_open or not key:
        return access.may_come_in(key)
    address = address_of(request)
    state.brakes.keys.take(address)
    is_right = access.may_come_in(key)
    state.brakes.keys.settle(address, is_right=is_right)
    return is_right


def log_staff_entry(
    request: ASGIConnection[Any, Any, Any, Any], state: State, table: str, person: str, role: str = ""
) -> None:
    """Write into the security log who came in by the staff key, and for what post; open doors ask nobody for it."""
    if not state.staff_access.is_open:
        _log("staff-entry", request, table=table, person=person, role=role)


def log_refused_staff_entry(
    request: ASGIConnection[Any, Any, Any, Any], table: str, person: str, role: str = "", account: str = ""
) -> None:
    """Write into the security log that somebody with the staff key, or a login, was not let in as ``person``."""
    _log("staff-entry-refused", request, table=table, person=person, role=role, account=account)


def _log(what: str, request: ASGIConnection[Any, Any, Any, Any], **told: str) -> None:
    security_log.tell(what, **{name: said for name, said in told.items() if said}, address=address_of(request))


def is_on_duty(table: Table, person: PersonId) -> bool:
    return bool(posts_of(table, person))


def posts_of(table: Table, person: PersonId) -> frozenset[Role]:
    view: object = table.view(person)  # a game without people has another one
    return frozenset(view.me.roles) if isinstance(view, TableView) and view.me is not None else frozenset()


def is_staff_session(staff_access: StaffAccess, table: Table, person: str, key: object = None) -> bool:
    """Return True if a new session of ``person`` is one for a post: the key opens posts, and persons never.

    Raises :class:`ProblemError` for a machine's pseudonym, and for somebody on duty without the key.
    """
    if person.startswith(BOT_PREFIX):
        raise ProblemError(403, "machine-person")
    on_duty = is_on_duty(table, PersonId(person))
    if on_duty and not staff_access.may_come_in(key):
        raise ProblemError(403, "post-needs-key", case="staff-key")
    return on_duty


def is_post_lost(state: State, table: Table, session: Session) -> bool:
    """Return True if a session was opened for a post, by the staff key or a login, and its person holds none there
    any more.
    """
    if not session.is_staff or state.staff_access.is_open:
        return False
    return not is_on_duty(table, session.person)


def require_post_kept(state: State, table: Table, session: Session) -> None:
    """Require that a session does not act as a player's after its post was lost. Raises :class:`ProblemError`."""
    if is_post_lost(state, table, session):
        raise ProblemError(403, "post-needs-key", case="lost")


def require_login_kept(
    state: State, session: Session, posts: Iterable[Role], table: str = EVERYWHERE, *, touch: bool
) -> None:
    """Require that the login still lives with which a session does (401), and that its account may have the posts that
    its person holds (403). Raises :class:`ProblemError`.
    """
    people: HousePeople | None = state.people
    account = None if people is None else people.staff.bearer_by_digest(session.login, touch=touch)
    if account is None or account.person != session.person:
        raise ProblemError(401, "no-session", case="login-ended")
    if not all(account.may_take(role, table) for role in posts):
        raise ProblemError(403, "post-not-granted")


def require_staff_session(state: State, table: Table, session: Session, *, touch: bool = False) -> None:
    """Require that a session may be used now. Raises :class:`ProblemError` where its person holds a post for
    which the session was not opened (403), where its post is lost and its person is a player of the hall (403), or
    where the login has ended with which it lives (401).

    ``touch``: the bearer does something themselves, which keeps their login open.
    """
    if session.login:
        require_login_kept(state, session, posts_of(table, session.person), table.id, touch=touch)
    elif not session.is_staff and is_on_duty(table, session.person):
        raise ProblemError(403, "post-needs-key")
    elif is_post_lost(state, table, session) and is_player_in_hall(state.hall.tables, session.person):
        raise ProblemError(403, "post-needs-key", case="lost")
