"""Who a browser is, whatever the doors of the hall, and whose place it is: who may become a person that the hall knows.

A demo believes the name: every place is open to everybody, as every post is; only somebody who comes by the link of a
free place whose page is open elsewhere gets a name of their own. In a hall with a key somebody who has a place, chips
or a page is nobody else's: their browser shows the word of their return link, which the hall has signed and which is
good after a restart too, until somebody new comes under that name. A house with accounts believes the login of its
staff and the way back of a player.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, NamedTuple

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.response import Redirect

from tapete.house.acts import NoteCode
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, ActBody, PersonId
from tapete.live.presence import is_in_hall, is_player_in_hall, known_people
from tapete.people.accounts import EVERYWHERE, Account, digest
from tapete.people.players import Player, is_of_post
from tapete.people.staff import HousePeople
from tapete.people.stored import PlayerLinks
from tapete.spelling import skeleton
from tapete.table.staff import Role
from tapete.web import render
from tapete.web.forms import pseudonym
from tapete.web.page_access import form_of, require_table
from tapete.web.people.identity import PLAYER_COOKIE, STAFF_COOKIE, player_cookie, require_people, staff_cookie
from tapete.web.ports import LiveHouse, Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, cookie, html_response, lang_of, redirect, root_for_others
from tapete.web.seat_links import STANDING
from tapete.web.sessions import COOKIE, IDLE_S, PERSON, Session, address_of
from tapete.web.staff_access import (
    BOT_PREFIX,
    is_on_duty,
    is_staff_session,
    log_refused_staff_entry,
    may_enter_as_staff,
)
from tapete.words import label

# --- whose place it is ------------------------------------------------------------------------------------------------


MARK_BYTES: Final = 2


def return_word(state: State, person: str) -> str:
    """Return the word by which a person comes back, until they are given another link; nothing in a hall with open
    doors, where nobody needs one, nor in a house with accounts, where no word is for ever.
    """
    if state.staff_access.is_open or state.people is not None:
        return ""
    return _word(state, "return", person, person)


def _word(state: State, kind: str, of: str, marked: str) -> str:
    links: PlayerLinks = state.player_links
    mark = links.mark_of(marked)
    return str(state.hall.keys.word(kind, f"{of}\n{mark}" if mark else of))


def _is_same(right: str, given: object) -> bool:
    return bool(right) and isinstance(given, str) and given.isascii() and hmac.compare_digest(right, given)


async def renew_link(state: State, person: PersonId) -> int:
    """End the return link of a person and what was opened by it: their pages, their browsers' words and their tokens.
    Return how many sessions ended.
    """
    await asyncio.to_thread(state.player_links.renew, person)
    return int(state.end_player_sessions_of(person))


async def note_code(state: State, person: PersonId, by: PersonId, *notes: tuple[Table, ActBody]) -> None:
    """Have house and tables write down who gives a player a way back: then two pay that player."""
    house = state.hall.house
    for table, note in notes:
        await table.act(Act(HOUSE, note))
    if house is not None:
        await house.act(Act(HOUSE, NoteCode(person, by), house.step))


def post_word(state: State, table: str, person: str) -> str:
    """Return the word by which an official's browser finds the post again while they hold it; nothing with open doors.

    It hangs on the staff key: with another key nobody of before comes in without it.
    """
    if state.staff_access.is_open or not state.staff_access.key:
        return ""
    of = f"{state.staff_access.key}\n{table}\n{person}"
    return _word(state, "post", of, f"{table} {person}")  # no person has a blank in a name


def is_post_word(state: State, table: str, person: str, given: object) -> bool:
    """Return True if a browser was let in for a post of this person's at this table, and they hold one still and are
    nobody's player: a post opens no purse.
    """
    is_known = _is_same(post_word(state, table, person), given)
    return is_known and is_on_duty(state.hall.tables[table], PersonId(person)) and not is_players_name(state, person)


def return_link(request: Request_, state: State, table: str, person: str) -> str:
    """Return the address by which a person comes to their page from any browser."""
    root, word = root_for_others(request, state), return_word(state, person)
    return f"{root}/mesa/{table}/volver/{person}/{word}" if word else f"{root}/mesa/{table}/como/{person}"


def is_return_word(state: State, person: str, given: object) -> bool:
    """Return True if somebody holds the return link of ``person``."""
    return _is_same(return_word(state, person), given)


def is_word_given(request: ASGIConnection[Any, Any, Any, Any], state: State, person: str, given: object) -> bool:
    """As :func:`is_return_word`, for a word that somebody shows of themselves, in a link or in a body; a wrong one is
    counted against their address. Raises :class:`ProblemError` (429) for an address that has shown too many.
    """
    if given is None or not return_word(state, person):
        return False
    address = address_of(request)
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
    return me is not None and me.held > 0


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


async def begin_session(
    request: ASGIConnection[Any, Any, Any, Any],
    state: State,
    table: str,
    person: str,
    word: object = None,
    *,
    staff: bool = False,
    admitted: bool = False,
    login: str = "",
) -> str:
    """Begin a session of a person, and return its token. Who is nobody yet gets words of their own: those that an
    earlier bearer of the name was given end, also after a restart. ``login``: what it lives with.

    Raises :class:`ProblemError` as :func:`require_own_place` and as :meth:`Sessions.open`.
    """
    async with state.arrivals:  # nobody comes between the question whose the name is and its new mark
        require_own_place(state, person, word, admitted=admitted)
        is_new = not (staff or admitted or state.staff_access.is_open or is_return_word(state, person, word))
        token: str = state.sessions.open(table, person, staff=staff, address=address_of(request), login=login)
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


# --- who a browser is -------------------------------------------------------------------------------------------------


WORDS_COOKIE: Final = "tapete-me"
"""Who the browser's users are in this hall, the last one first, each with the word of their return link where they need
one: so a restart asks nothing of the same browser.
"""
WORDS_S: Final = 30 * 24 * 3600
MOST_KEPT: Final = 5
SHAPE: Final = "."
"""Stands between them: no pseudonym has it."""

POST_COOKIE: Final = "tapete-post"
"""Holds an official's word, with the page's own path, so that a restart asks them for the staff key no second time."""
POST_S: Final = IDLE_S
"""Seconds for which a browser keeps that: as long as a session without use."""


def page_path(table_id: str, person: str) -> str:
    """Return the address of a person's own page."""
    return f"/mesa/{table_id}/como/{person}"


class Official(NamedTuple):
    """Who would take a post, and the login or the key by which they may."""

    person: PersonId
    login: str = ""
    key: str | None = None


class Browser:
    """One request, and who is behind it."""

    def __init__(self, request: Request_, state: State) -> None:
        self.request = request
        self.state = state
        self.lang = lang_of(request)
        self.is_in_house: bool = state.people is not None

    @property
    def people(self) -> HousePeople:
        """The people of a house. Raises :class:`ProblemError` (404) in a hall without accounts."""
        return require_people(self.state)

    @property
    def address(self) -> str:
        return address_of(self.request)

    @property
    def session(self) -> Session | None:
        """The session that goes with the address: of a page, or of the link by which somebody came in."""
        found: Session | None = self.state.sessions.find(self.request.cookies.get(COOKIE))
        return found

    @cached_property
    def account(self) -> Account | None:
        """The account of somebody who has logged in; what they ask for themselves keeps their session open."""
        token = self.request.cookies.get(STAFF_COOKIE)
        return self.people.staff.bearer(token) if token and self.is_in_house else None

    @property
    def login(self) -> str:
        """The digest of the session of the staff that it shows."""
        return digest(self.request.cookies.get(STAFF_COOKIE, "")) if self.is_in_house else ""

    @cached_property
    def player(self) -> Player | None:
        """The player whom it leads back."""
        token = self.request.cookies.get(PLAYER_COOKIE)
        return self.people.players.remembered(token) if token and self.is_in_house else None

    @cached_property
    def words(self) -> dict[str, str]:
        """The words of the return links that it keeps, by person; the last one first."""
        kept = self.request.cookies.get(WORDS_COOKIE, "").split(SHAPE, 2 * MOST_KEPT)
        pairs = zip(kept[::2], kept[1::2], strict=False)
        return {who: word for who, word in pairs if PERSON.fullmatch(who) and not who.startswith(BOT_PREFIX)}

    @property
    def name(self) -> str:
        """Who its user is in this hall, as it was shown; empty for somebody who has no name yet."""
        if self.is_in_house:
            return "" if self.player is None else str(self.player.person)
        return next((who for who in self.words if self.state.staff_access.is_open or self.is_player(who)), "")

    def require_account(self, *roles: Role) -> Account:
        """Return the account of somebody who has logged in and has one of ``roles`` for the whole house, if any are
        named. Raises :class:`ProblemError`: 401 without a session, who is led to log in, 403 without such a role.
        """
        require_people(self.state)
        if self.account is None:
            raise ProblemError(401, "no-login")
        if roles and not any(self.account.may_take(role) for role in roles):
            raise ProblemError(403, "post-not-granted")
        return self.account

    def require_player(self) -> Player:
        """Return the player of a house. Raises :class:`ProblemError` (401) for anybody else."""
        require_people(self.state)
        if self.player is None:
            raise ProblemError(401, "no-session", said=label("ui", "no-session", self.lang))
        return self.player

    def is_player(self, person: str) -> bool:
        """Return True if it has shown that its user is this player of the hall."""
        if self.is_in_house:
            return self.player is not None and self.player.person == person
        return is_return_word(self.state, person, self.words.get(person))

    def is_official(self, table_id: str, person: str) -> bool:
        """Return True if it has shown that its user is this person of the staff."""
        if self.is_in_house:
            return self.account is not None and self.account.person == person
        return is_post_word(self.state, table_id, person, self.request.cookies.get(POST_COOKIE))

    async def official(self, table_id: str, role: Role, named: PersonId | None = None) -> Official:
        """Return as whom its user would take a post: as the bearer of an account that may take it, or by the staff key
        as whom they say, in a demo as ``named``.

        Raises :class:`ProblemError` with what is said on the page that asks: 401 where nobody has logged in.
        """
        if self.is_in_house:
            if self.account is None:
                raise ProblemError(401, "no-login")
            if not self.account.may_take(role, EVERYWHERE if table_id == KEY else table_id):
                raise self._no(403, "post-not-granted")
            return Official(self.account.person, self.login)
        fields = await form_of(self.request)
        key = fields.get("key")
        if not may_enter_as_staff(self.request, self.state, key):
            raise self._no(403, "wrong-key")
        person = named if named and self.state.staff_access.is_open else pseudonym(fields.get("person", ""))
        if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX):
            raise self._no(400, "wrong-name")
        own = self.session
        is_own = own is not None and own.person == person and not own.is_staff
        if is_players_name(self.state, person) and not is_own:
            log_refused_staff_entry(self.request, table_id, person, role)
            raise self._no(409, "name-of-player")
        return Official(PersonId(person), key=key)

    async def form(self) -> dict[str, str]:
        return await form_of(self.request)

    def page(self, template: str, status: int = 200, **values: Any) -> Response[str]:
        """Return a page in its language."""
        return html_response(self.request, render.page(template, self.lang, **values), status)

    def led_to(self, path: str, cookies: Iterable[Cookie] = ()) -> Redirect:
        """Return what leads it to another address."""
        return redirect(self.request, path, cookies)

    def _no(self, status: int, code: str) -> ProblemError:
        return ProblemError(status, code, said=label("ui", code, self.lang))

    async def begin(
        self,
        table_id: str,
        person: str,
        word: str | None = None,
        *,
        by: Official | None = None,
        admitted: bool = False,
        link: str = "",
        is_named: bool = False,
    ) -> list[Cookie]:
        """Begin a session of somebody; return what the browser keeps of it. ``by``: they hold a post. ``link``: the
        place or the post by which they came, behind which the browser finds its own person again. ``is_named``: they
        have said who they are. Raises as :func:`begin_session`.
        """
        state, table, here = self.state, require_table(self.state, table_id), page_path(table_id, person)
        key, login = (None, "") if by is None else (by.key, by.login)
        staff = bool(login) if self.is_in_house else is_staff_session(state.staff_access, table, person, key)
        if self.is_in_house and not staff and is_on_duty(table, PersonId(person)):
            raise ProblemError(403, "post-needs-login")
        admitted = admitted or self.is_in_house or by is not None
        token = await begin_session(
            self.request, state, table_id, person, word, staff=staff, admitted=admitted, login=login
        )
        cookies = [cookie(COOKIE, token, path) for path in ((here, f"/mesa/{table_id}/{link}") if link else (here,))]
        if staff and (right := post_word(state, table_id, person)):
            cookies.append(cookie(POST_COOKIE, right, here, POST_S))
        right = return_word(state, person)
        if not staff and not self.is_in_house and (right or is_named):
            cookies.append(self._keeping({person: right} | self._words_of_others(person)))
        return cookies

    async def forget(self, person: str, tables: Iterable[str] = ()) -> list[Cookie]:
        """End the login, or the player's way back, by which it is somebody; return what makes it forget that, and how
        they come in at tables.
        """
        pages = [page_path(table, person) for table in sorted(tables)]
        gone = [cookie(name, "", page, 0) for page in pages for name in (COOKIE, POST_COOKIE)]
        if self.account is not None and self.account.person == person:
            self.people.staff.sessions.end(self.request.cookies[STAFF_COOKIE])
            gone.append(staff_cookie(""))
        if self.player is not None and self.player.person == person:
            await asyncio.to_thread(self.people.players.forget_browser, self.request.cookies[PLAYER_COOKIE])
            self.state.end_sessions_of(person)
            gone.append(player_cookie(""))
        rest = self._words_of_others(person)
        return gone if rest == self.words else [*gone, self._keeping(rest)]

    def _words_of_others(self, person: str) -> dict[str, str]:
        return {who: word for who, word in self.words.items() if who != person}

    def _keeping(self, words: dict[str, str]) -> Cookie:
        kept = SHAPE.join(part for pair in list(words.items())[:MOST_KEPT] for part in pair)
        return cookie(WORDS_COOKIE, kept, "/", WORDS_S if kept else 0)


AskingBrowser = NamedDependency[Browser]


async def browser_of(request: Request_, state: State) -> Browser:
    return Browser(request, state)
