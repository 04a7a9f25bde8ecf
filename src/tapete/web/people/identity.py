"""Who asks, in a house with accounts: somebody of the staff by their session, a player by the word of their browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar.datastructures import Cookie, State

from tapete.kernel import PersonId
from tapete.people.accounts import EVERYWHERE, Account, digest
from tapete.people.players import BROWSER_S, Player
from tapete.people.staff import HousePeople
from tapete.table.staff import Role
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_
from tapete.web.staff_access import log_refused_staff_entry
from tapete.web.submit import RELIEF

STAFF_COOKIE: Final = "tapete-staff"
"""The session of somebody of the staff; it goes with the browser."""
DEVICE_COOKIE: Final = "tapete-device"
"""By which a browser is known when somebody logs in again."""
DEVICE_S: Final = 365 * 86_400
LOGIN: Final = "/personal/entrar"
DESK_POSTS: Final = (Role.CASHIER, Role.DIRECTOR)
"""Who gives a player their way back."""
PLAYER: Final = "/jugador"
PLAYER_COOKIE: Final = "tapete-player"
"""The word by which a player's own browser leads them back."""


def require_people(state: State) -> HousePeople:
    """Return the people of a house. Raises :class:`ProblemError` (404) in a hall without accounts."""
    people: HousePeople | None = state.people
    if people is None:
        raise ProblemError(404, "no-accounts")
    return people


def account_of(request: Request_, state: State) -> Account | None:
    """Return the account of somebody who has logged in; what they ask for themselves keeps their session open."""
    token = request.cookies.get(STAFF_COOKIE)
    return None if not token else require_people(state).staff.bearer(token)


def log_attempt(request: Request_, state: State, table: str, person: str, account: Account | None = None) -> None:
    """Write into the security log that somebody who shows a login of the staff asked for a player's place."""
    people: HousePeople | None = state.people
    shown = account or (None if people is None else account_of(request, state))
    if people is not None and shown is not None and people.players.name_of(PersonId(person)):
        log_refused_staff_entry(request, table, person, account=shown.name)


def login_of(request: Request_) -> str:
    """Return the digest of the session of the staff that a browser shows."""
    return digest(request.cookies.get(STAFF_COOKIE, ""))


def require_account(request: Request_, state: State, *roles: Role) -> Account:
    """Return the account of somebody who has logged in and has one of ``roles`` for the whole house, if any are named.

    Raises :class:`ProblemError`: 401 without a session, 403 without such a role.
    """
    account = account_of(request, state)
    if account is None:
        raise ProblemError(401, "no-login")
    if roles and not any(account.may_take(role) for role in roles):
        raise ProblemError(403, "post-not-granted")
    return account


def player_of(request: Request_, state: State) -> Player | None:
    """Return the player whom a browser leads back."""
    token = request.cookies.get(PLAYER_COOKIE)
    return None if not token else require_people(state).players.remembered(token)


def staff_cookie(token: str) -> Cookie:
    """Return the cookie of a session of the staff; an empty one takes it away."""
    age = None if token else 0
    return Cookie(key=STAFF_COOKIE, value=token, path="/", max_age=age, samesite="strict", httponly=True)


def device_cookie(token: str) -> Cookie:
    """Return the cookie by which a browser is known."""
    return Cookie(key=DEVICE_COOKIE, value=token, path=LOGIN, max_age=DEVICE_S, samesite="strict", httponly=True)


def player_cookie(token: str) -> Cookie:
    """Return the cookie of a player's browser; an empty one takes it away."""
    age = BROWSER_S if token else 0
    return Cookie(key=PLAYER_COOKIE, value=token, path="/", max_age=age, samesite="lax", httponly=True)


def inner_path(text: str, default: str) -> str:
    """Return a place of this hall to which somebody is led after they have said who they are; never another site's."""
    is_own = text.startswith(("/mesa/", "/casa/", "/personal", "/jugador")) and text.isascii() and text.isprintable()
    return text if is_own and not set(text) & set('\\ "<>') and len(text) <= 200 else default


# --- post holders -----------------------------------------------------------------------------------------------------


# Whom somebody may send to a post in a house with accounts: one of the staff, whose account has been given it.
#
# Without this a relief could name a player, who would lose their place and their page with it.


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
