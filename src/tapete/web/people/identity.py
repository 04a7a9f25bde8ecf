"""People of a house with accounts: by which cookies their browsers are known, and whom a name means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar.datastructures import Cookie, State

from tapete.house.state import State as House
from tapete.kernel import PersonId, has_shape
from tapete.people.accounts import EVERYWHERE, Account
from tapete.people.players import BROWSER_S
from tapete.people.staff import HousePeople
from tapete.spelling import plain
from tapete.table.staff import Role
from tapete.table.state import AwaitsSecondWord
from tapete.web.ports import LiveHouse, Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, cookie
from tapete.web.seat_links import UNNAMED
from tapete.web.staff_access import BOT_PREFIX, log_refused_staff_entry, posts_of
from tapete.web.submit import RELIEF
from tapete.words import label

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


def log_attempt(request: Request_, state: State, table: str, person: str, account: Account | None) -> None:
    """Write into the security log that somebody who shows a login of the staff asked for a player's place."""
    people: HousePeople | None = state.people
    if people is not None and account is not None and people.players.name_of(PersonId(person)):
        log_refused_staff_entry(request, table, person, account=account.name)


def staff_cookie(token: str) -> Cookie:
    """Return the cookie of a session of the staff; an empty one takes it away."""
    return cookie(STAFF_COOKIE, token, seconds=None if token else 0, is_strict=True)


def device_cookie(token: str) -> Cookie:
    """Return the cookie by which a browser is known."""
    return cookie(DEVICE_COOKIE, token, LOGIN, DEVICE_S, is_strict=True)


def player_cookie(token: str) -> Cookie:
    """Return the cookie of a player's browser; an empty one takes it away."""
    return cookie(PLAYER_COOKIE, token, seconds=BROWSER_S if token else 0)


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


def require_first_kept(people: HousePeople | None, place: Table | LiveHouse, what: Mapping[str, Any]) -> None:
    """Require of an act that confirms what another said (a correction, a slip, a count) that whoever said it may still
    have the posts that they hold, or is a player with a name. Raises :class:`ProblemError` (403); a proposal is void.
    """
    if people is None:
        return
    words = place.state.first_words(what) if has_shape(place.state, AwaitsSecondWord) else ()
    proposed = [one.act.by for one in place.proposals if one.act.by == what.get("second")]
    for first in (*proposed, *words):
        if not _may_stand_by(people, place, first):
            place.proposals.drop(first)
            place.redraw()
            raise ProblemError(403, "post-not-granted", case="proposer" if proposed else "first-word")


def _may_stand_by(people: HousePeople, place: Table | LiveHouse, first: PersonId) -> bool:
    if people.players.name_of(first) or first.startswith(BOT_PREFIX):
        return True
    if isinstance(place.state, House):
        held = [(one.role, one.table or EVERYWHERE) for one in place.state.duties if one.person == first]
    else:
        held = [(role, place.id) for role in posts_of(place, first)]
    return account_named(people, first) is not None and all(may_be_sent(people, first, *one) for one in held)


def require_may_be_sent(people: HousePeople | None, table: str, what: Mapping[str, Any]) -> None:
    """Require that an act, as plain data, sends nobody to a post whose account has not been given it, and no machine.

    Raises :class:`ProblemError` (403).
    """
    if what.get("act") not in RELIEF:
        return
    person = str(what.get("person"))
    if person.startswith(BOT_PREFIX):  # nobody would come in as it
        raise ProblemError(403, "machine-person")
    if not may_be_sent(people, person, str(what.get("role")), table):
        raise ProblemError(403, "post-not-granted", case="pseudonym")


# --- spoken names -----------------------------------------------------------------------------------------------------


# People say names, and records keep pseudonyms.

PLAYER_SIGN: Final = "p"
"""How the pseudonyms of players begin, before their hyphen."""


def mark_of(person: str) -> str:
    """Return the four signs that tell players of one name apart; nothing for anybody else."""
    found = UNNAMED.fullmatch(person)
    return found[2] if found is not None and found[1] == PLAYER_SIGN else ""


def with_pseudonym(people: HousePeople | None, fields: dict[str, str], lang: str) -> dict[str, str]:
    """Return a form in which a person is named by their pseudonym.

    In a house with accounts people say the name of an account where it is about a post, otherwise a player's, with
    their four signs where several have it. Raises :class:`ProblemError` (400) for a name that nobody has, or several.
    """
    told = fields.get("person", "").strip()
    if people is None or "person" not in fields or UNNAMED.fullmatch(told):
        return fields
    if "role" in fields:
        account = account_named(people, told)
        named = [] if account is None else [account.person]
    else:
        named = _players_named(people, plain(told))
    if len(named) != 1:
        said = label("ui", "several-have-name" if named else "nobody-has-name", lang)
        raise ProblemError(400, "malformed", "person", said=said)
    return fields | {"person": str(named[0])}


def _players_named(people: HousePeople, told: str) -> list[PersonId]:
    return [
        one.person
        for one in people.players.store.everybody()
        if told in (plain(one.name), plain(f"{one.name} {mark_of(one.person)}"))
    ]
