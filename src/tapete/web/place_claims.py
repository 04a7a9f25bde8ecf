"""Whose place it is: who may become a person that the hall knows already, and the way back for that person alone.

With closed doors somebody who has a place, chips or a page in the hall is nobody else's: their browser's cookie opens
their page, or their return link, which the hall has signed and which is good after a restart too, until somebody new
comes under that name. With open doors (the demo)
every place is open to everybody, as every post is; only somebody who comes by the link of a free place whose page is
open elsewhere gets a name of their own.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import State

from tapete.house.acts import NoteCode
from tapete.kernel import HOUSE, Act, ActBody, PersonId
from tapete.live import LiveError
from tapete.live.presence import is_in_hall, is_player_in_hall, known_people
from tapete.people.players import is_of_post
from tapete.people.stored import PlayerLinks
from tapete.spelling import skeleton
from tapete.web.edge.limits import address_key
from tapete.web.ports import LiveHouse, Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, root_for_others
from tapete.web.seat_links import STANDING
from tapete.web.sessions import IDLE_S, address_of
from tapete.web.staff_access import is_on_duty

RETURN_COOKIE: Final = "tapete-return"
"""Holds the word of the return link, with the page's own path, so that a restart asks nothing of the same browser."""

RETURN_S: Final = 30 * 24 * 3600
"""Seconds for which a browser keeps it."""

POST_COOKIE: Final = "tapete-post"
"""Holds an official's word, with the page's own path, so that a restart asks them for the staff key no second time."""

POST_S: Final = IDLE_S
"""Seconds for which a browser keeps that: as long as a session without use."""

MARK_BYTES: Final = 2


def return_word(state: State, person: str) -> str:
    """Return the word by which a person comes back, until they are given another link; nothing in a hall with open
    doors, where nobody needs one, nor in a house with accounts, where no word is for ever.
    """
    if state.staff_access.is_open or state.people is not None:
        return ""
    links: PlayerLinks = state.player_links
    mark = links.mark_of(person)
    return str(state.hall.keys.word("return", f"{person}\n{mark}" if mark else person))


async def renew_link(state: State, person: PersonId) -> int:
    """End the return link of a person and what was opened by it: their pages, their browsers' words and their tokens.
    Return how many sessions ended.
    """
    await asyncio.to_thread(state.player_links.renew, person)
    return int(state.end_player_sessions_of(person))


async def note_code(state: State, person: PersonId, by: PersonId, *notes: tuple[Table, ActBody]) -> None:
    """Have house and tables write down who gives a player a way back: then two pay that player."""
    house = state.hall.house
    try:
        for table, note in notes:
            await table.act(Act(HOUSE, note))
        if house is not None:
            await house.act(Act(HOUSE, NoteCode(person, by), house.step))
    except LiveError as error:
        raise ProblemError(503, "not-answered", case="house") from error


def post_word(state: State, table: str, person: str) -> str:
    """Return the word by which an official's browser finds the post again while they hold it; nothing with open doors.

    It hangs on the staff key: with another key nobody of before comes in without it.
    """
    if state.staff_access.is_open or not state.staff_access.key:
        return ""
    mark = state.player_links.mark_of(f"{table} {person}")  # no person has a blank in a name
    of = f"{state.staff_access.key}\n{table}\n{person}"
    return str(state.hall.keys.word("post", f"{of}\n{mark}" if mark else of))


def is_post_word(state: State, table: str, person: str, given: object) -> bool:
    """Return True if a browser was let in for a post of this person's at this table, and they hold one still and are
    nobody's player: a post opens no purse.
    """
    right = post_word(state, table, person)
    known = bool(right) and isinstance(given, str) and given.isascii() and hmac.compare_digest(right, given)
    return known and is_on_duty(state.hall.tables[table], PersonId(person)) and not is_players_name(state, person)


def return_link(request: Request_, state: State, table: str, person: str) -> str:
    """Return the address by which a person comes to their page from any browser."""
    root, word = root_for_others(request, state), return_word(state, person)
    return f"{root}/mesa/{table}/volver/{person}/{word}" if word else f"{root}/mesa/{table}/como/{person}"


def is_return_word(state: State, person: str, given: object) -> bool:
    """Return True if somebody holds the return link of ``person``."""
    right = return_word(state, person)
    return bool(right) and isinstance(given, str) and given.isascii() and hmac.compare_digest(right, given)


def is_word_given(request: ASGIConnection[Any, Any, Any, Any], state: State, person: str, given: object) -> bool:
    """As :func:`is_return_word`, for a word that somebody shows of themselves, in a link or in a body; a wrong one is
    counted against their address. Raises :class:`ProblemError` (429) for an address that has shown too many.
    """
    if given is None or not return_word(state, person):
        return False
    address = address_key(address_of(request))
    state.brakes.words.take(address)
    is_right = is_return_word(state, person, given)
    state.brakes.words.settle(address, is_right=is_right)
    return is_right


def is_held(state: State, person: str) -> bool:
    """Return True if somebody is this person already and nobody else may be: with closed doors, whoever has a page open
    to them or anything in the hall; while a table is set aside, whoever has come under the name before.
    """
    if state.staff_access.is_open:
        return False
    here = is_in_hall(state.hall.tables, PersonId(person)) or has_purse(state, person)
    is_chosen = state.people is None  # in a house with accounts nobody chooses a pseudonym
    is_away = is_chosen and bool(state.hall.parked_tables) and state.player_links.has_mark(person)
    return here or is_away or bool(state.sessions.has_session(person))


def has_purse(state: State, person: str) -> bool:
    """Return True if the house above the tables keeps chips or money for a person."""
    house: LiveHouse | None = state.hall.house
    me = None if house is None else house.view(PersonId(person)).me
    return me is not None and bool(me.chips or any(me.deposits.values()))


def is_players_name(state: State, person: str) -> bool:
    """Return True if somebody is a player under this name: nobody comes on duty under it by the staff key. With open
    doors every name is everybody's.
    """
    if state.staff_access.is_open:
        return False
    here = is_player_in_hall(state.hall.tables, PersonId(person)) or has_purse(state, person)
    return here or bool(state.sessions.has_player_session(person))


def require_own_place(state: State, person: str, word: object = None, *, admitted: bool = False) -> None:
    """Require that a new session may be this person's. ``admitted``: they have shown otherwise that they may.

    Raises :class:`ProblemError` (403, ``place-taken``) where the person is somebody else.
    """
    if not admitted and is_held(state, person) and not is_return_word(state, person, word):
        raise ProblemError(403, "place-taken")


def require_own_name(state: State, person: str) -> None:
    """Require that a name that somebody gives themselves is no post's, and looks like nobody's who is known to tables,
    house or a page; a demo asks nobody. Raises :class:`ProblemError` (403).
    """
    here = (known_people(state.hall.tables, state.hall.house) | state.sessions.people()) - {PersonId(person)}
    if not state.staff_access.is_open and (is_of_post(person) or skeleton(person) in map(skeleton, here)):
        raise ProblemError(403, "place-taken", case="name")


async def open_session(
    request: ASGIConnection[Any, Any, Any, Any],
    state: State,
    table: str,
    person: str,
    word: object = None,
    *,
    staff: bool = False,
    admitted: bool = False,
) -> str:
    """Begin a session of a person, and return its token. Who is nobody yet gets words of their own: those that an
    earlier bearer of the name was given end, also after a restart.

    Raises :class:`ProblemError` as :func:`require_own_place`, :class:`SessionsFullError`, and ``ValueError`` for a name
    that is no pseudonym.
    """
    async with state.arrivals:  # nobody comes between the question whose the name is and its new mark
        require_own_place(state, person, word, admitted=admitted)
        is_new = not (staff or admitted or state.staff_access.is_open or is_return_word(state, person, word))
        token: str = state.sessions.open(table, person, staff=staff, address=address_of(request))
        if is_new:
            await asyncio.to_thread(state.player_links.renew, PersonId(person))
        return token


def newcomer_name(state: State, table: str, seat: int) -> str:
    """Return a name for somebody who comes by the link of a free place. With closed doors no name is given twice, so
    that nobody's return link ever opens another's purse.
    """
    plain = f"{table[:32]}-j{seat}"
    if state.staff_access.is_open and not state.sessions.has_session(plain):
        return plain
    return _fresh(state, f"{table[:30]}-j{seat}")


def standing_name(state: State, table: str) -> str:
    """Return a name for somebody who comes without a place."""
    return _fresh(state, f"{table[:26]}-{STANDING}")


def _fresh(state: State, stem: str) -> str:
    while True:
        name = f"{stem}-{secrets.token_hex(MARK_BYTES)}"
        if not is_held(state, name) and not state.sessions.has_session(name):
            return name


def free_places(table: Table) -> tuple[int, ...]:
    return tuple(one.seat for one in table.view(None).seats if one.person is None)
