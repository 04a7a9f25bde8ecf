"""Who a browser is, whatever the doors of the hall: by a session, by words that it keeps, or by a login.

A demo believes the name. A hall with a key believes the signed word of a person, or of a post; a house with accounts
the login of its staff and the way back of a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, NamedTuple

from litestar import Response
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.response import Redirect

from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.people.accounts import EVERYWHERE, Account
from tapete.people.players import Player
from tapete.people.staff import HousePeople
from tapete.table.staff import Role
from tapete.web import render
from tapete.web.forms import pseudonym
from tapete.web.page_access import form_of, require_table
from tapete.web.people.identity import account_of, login_of, player_of, require_people
from tapete.web.place_claims import (
    is_players_name,
    is_post_word,
    is_return_word,
    open_session,
    post_word,
    return_word,
)
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, cookie, html_response, lang_of, redirect
from tapete.web.sessions import COOKIE, IDLE_S, PERSON, Session, address_of
from tapete.web.staff_access import (
    BOT_PREFIX,
    is_on_duty,
    is_staff_session,
    log_refused_staff_entry,
    may_enter_as_staff,
)
from tapete.words import label

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
        self.request, self.state, self.lang = request, state, lang_of(request)
        self.is_in_house = state.people is not None

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
        return account_of(self.request, self.state) if self.is_in_house else None

    @cached_property
    def player(self) -> Player | None:
        return player_of(self.request, self.state) if self.is_in_house else None

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
            return Official(self.account.person, login_of(self.request))
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
        have said who they are. Raises as :func:`open_session`.
        """
        state, table, here = self.state, require_table(self.state, table_id), page_path(table_id, person)
        key, login = (None, "") if by is None else (by.key, by.login)
        staff = bool(login) if self.is_in_house else is_staff_session(state.staff_access, table, person, key)
        if self.is_in_house and not staff and is_on_duty(table, PersonId(person)):
            raise ProblemError(403, "post-needs-login")
        admitted = admitted or self.is_in_house or by is not None
        token = await open_session(
            self.request, state, table_id, person, word, staff=staff, admitted=admitted, login=login
        )
        cookies = [cookie(COOKIE, token, path) for path in ((here, f"/mesa/{table_id}/{link}") if link else (here,))]
        if staff and (right := post_word(state, table_id, person)):
            cookies.append(cookie(POST_COOKIE, right, here, POST_S))
        right = return_word(state, person)
        if not staff and not self.is_in_house and (right or is_named):
            cookies.append(self._keeping({person: right} | self.words | {person: right}))
        return cookies

    def forget(self, person: str, tables: set[str]) -> list[Cookie]:
        """Return what makes the browser forget how somebody comes in at tables, and who they are."""
        pages = [page_path(table, person) for table in sorted(tables)]
        gone = [cookie(name, "", page, 0) for page in pages for name in (COOKIE, POST_COOKIE)]
        rest = {who: word for who, word in self.words.items() if who != person}
        return gone if rest == self.words else [*gone, self._keeping(rest)]

    def _keeping(self, words: dict[str, str]) -> Cookie:
        kept = SHAPE.join(part for pair in list(words.items())[:MOST_KEPT] for part in pair)
        return cookie(WORDS_COOKIE, kept, "/", WORDS_S if kept else 0)


Asking = NamedDependency[Browser]


async def browser_of(request: Request_, state: State) -> Browser:
    return Browser(request, state)
