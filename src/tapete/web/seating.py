"""From the lobby to a place with chips, and tables among friends: one page asks for a name, once for the whole hall."""

from __future__ import annotations

from io import BytesIO
from secrets import token_hex
from typing import Any, Final, NamedTuple, Protocol

import segno
from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from tapete.kernel import Act, Choice, PersonId, RefusedError
from tapete.live import security_log
from tapete.live.presence import is_in_hall
from tapete.record.codec import tag_of
from tapete.spelling import skeleton
from tapete.table.acts import BuyIn, Sit
from tapete.table.phases import CLOSED
from tapete.web import going_on, seat_links
from tapete.web.action_buttons import PURCHASES
from tapete.web.browser import (
    AskingBrowser,
    Browser,
    free_places,
    newcomer_name,
    page_path,
    require_own_name,
    standing_name,
)
from tapete.web.entry import may_stand
from tapete.web.forms import pseudonym
from tapete.web.games import has_screen, screen_of
from tapete.web.page_access import require_table
from tapete.web.people.identity import PLAYER
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.render import qr_svg
from tapete.web.responses import Request_, root_for_others
from tapete.web.sessions import PERSON, address_of
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage.build import told_of
from tapete.web.submit import command_of
from tapete.words import Lang, label, money, refusal

USUAL: Final = (1_000, 2_000, 5_000)
"""What people bring to a game without a minimum, in cents."""
NEWCOMER: Final = PersonId("nadie-todavia")
"""Stands for somebody who is nobody yet, where it is asked what a newcomer may do."""


def open_seats(table: Table, person: PersonId = NEWCOMER) -> tuple[int, ...]:
    """Return the places that somebody may take now."""
    offered = (one.fields["seat"] for one in table.legal(person) if one.act == tag_of(Sit) and "seat" in one.fields)
    return tuple(
        seat for field in offered if isinstance(field, Choice) for seat in field.options if isinstance(seat, int)
    )


def why_no_seat(table: Table, lang: str) -> str:
    """Return why nobody may come to play at a table now; empty where somebody may."""
    if table.view(None).phase == CLOSED:
        return label("ui", "table-closed", lang)
    if table.hold.face() is not None:
        return label("refusal", "table-held", lang)
    if may_stand(table) or open_seats(table):
        return ""
    free = free_places(table)
    no = table.would_refuse(Act(NEWCOMER, Sit(free[0]))) if free else None
    return label("ui", "no-free-place", lang) if no is None else refusal(no.code, no.facts, lang)


def _may_buy(table: Table, person: PersonId) -> bool:
    return any(one.act == tag_of(BuyIn) for one in table.legal(person))


def amounts_to_bring(table: Table, person: PersonId) -> tuple[int, ...]:
    """Return what one may sit down with: usual sums of the table, no more than the house holds of theirs."""
    least, purse = table.view(None).minimum, table.purse(person)
    usual = [times * least for times in PURCHASES] if least else list(USUAL)
    within = [one for one in usual if purse is None or one <= purse]
    return tuple(within) or ((purse,) if purse else ())


@get("/mesa/{table_id:str}/sentarse")
async def seat_page(browser: AskingBrowser, table_id: FromPath[str]) -> Response[Any]:
    """Ask for a name, where the hall does not know one, and for how many chips; or lead back to one's own place."""
    if (successor := going_on.successor_of(browser.state, table_id)) is not None:
        return browser.led_to(f"/mesa/{successor}/sentarse")
    table = require_table(browser.state, table_id)
    if browser.is_in_house and not browser.name:
        return browser.led_to(f"{PLAYER}?a=/mesa/{table_id}/sentarse")
    if browser.name and is_in_hall({table_id: table}, PersonId(browser.name)):
        return browser.led_to(page_path(table_id, browser.name))
    return _page(browser, table)


def _page(browser: Browser, table: Table, wrong: str = "", status: int = 200, typed: str = "") -> Response[str]:
    me, lang = browser.name, browser.lang
    person, no_seat = PersonId(me) if me else NEWCOMER, why_no_seat(table, lang)
    elsewhere = _seat_elsewhere(browser.state, table.id, me) if table.view(None).seats else ""
    values = {
        "table": table.id,
        "title": label("game", str(table.view(None).variant), lang),
        "elsewhere": elsewhere,
        "there": page_path(elsewhere, me),
        "facts": limits_of(table, lang),
        "how": told_of(table.game.key, lang, "how-to-play"),
        "me": seat_links.short_name(me, table.id, lang) if me else "",
        "typed": typed,
        "command": token_hex(16),
        "amounts": amounts_to_bring(table, person),
        "has_seats": bool(table.view(None).seats),
        "is_full": not open_seats(table, person),
        "has_purse": table.purse(person) is not None,
        "wrong": "" if elsewhere else wrong or no_seat,
        "may_come": not no_seat and not elsewhere,
    }
    return browser.page("seat.html", status, **values)


def _seat_elsewhere(state: State, table_id: str, me: str) -> str:
    """Return the other table at which somebody sits: nobody has two places in one hall."""
    others = (one for one in state.hall.tables.values() if me and one.id != table_id and has_screen(one.game.key))
    return next((one.id for one in others if any(seat.person == me for seat in one.view(None).seats)), "")


def limits_of(table: Table, lang: str) -> tuple[str, ...]:
    """Return what a table asks of its players, in words: its least stake or price first."""
    view = table.view(None)
    least = f"{label('ui', 'minimum' if view.seats else 'price', lang)} {money(view.minimum, lang)}"
    return (*((least,) if view.minimum else ()), *screen_of(table.game.key).facts(view, lang))


class Arrival(NamedTuple):
    """What came of coming in: what the browser keeps, where it goes on, and why there is no place."""

    cookies: list[Cookie]
    page: str
    wrong: str = ""


@post("/mesa/{table_id:str}/sentarse", status_code=303)
async def take_seat(browser: AskingBrowser, table_id: FromPath[str]) -> Response[Any]:
    """Give somebody a session, a place and chips, as far as the table lets them."""
    table, fields = require_table(browser.state, table_id), await browser.form()
    typed = fields.get("name", "").strip()

    async def arrive() -> Arrival:
        if browser.is_in_house and not browser.name:
            return Arrival([], f"{PLAYER}?a=/mesa/{table_id}/sentarse")
        if wrong := wrong_name(browser, typed) or why_no_seat(table, browser.lang):
            return Arrival([], "", wrong)
        return await come_in(browser, table, typed, fields.get("amount", ""), command=fields.get("command", ""))

    came: Arrival = await browser.state.repeats.once(fields.get("command", ""), table_id, arrive)
    return _page(browser, table, came.wrong, 409, typed) if came.wrong else browser.led_to(came.page, came.cookies)


async def come_in(
    browser: Browser, table: Table, typed: str, amount: str = "", *, is_with_chips: bool = False, command: str = ""
) -> Arrival:
    """Let somebody in under their name: a session, the first place that is free, and chips, with the usual ones where
    none are named but asked for. What was recorded under the ``command`` of a form is not done again.
    """
    me, lang = browser.name, browser.lang
    is_seated = any(seat.person == me for seat in table.view(None).seats if me)
    seats = () if is_seated else open_seats(table, PersonId(me) if me else NEWCOMER)
    person = PersonId(me or pseudonym(typed) or _newcomer(browser.state, table, seats))
    cookies = await browser.begin(table.id, person, browser.words.get(person), is_named=True)
    if seats and (told := await _refused(table, person, Sit(seats[0]), lang)):
        return Arrival(cookies, page_path(table.id, person), told)
    usual = amounts_to_bring(table, person)[:1] if is_with_chips else ()
    sum_ = next(iter(usual), int(amount) if amount.isascii() and amount.isdecimal() and len(amount) < 12 else 0)
    if sum_ and _may_buy(table, person):
        await _refused(table, person, BuyIn(sum_), lang, command and f"{command[:64]}-{sum_}")  # the page says the rest
    return Arrival(cookies, page_path(table.id, person))


def wrong_name(browser: Browser, typed: str) -> str:
    """Return why somebody without a name in this hall may not come in as what they typed; nothing where they may."""
    state, lang = browser.state, browser.lang
    if not typed or browser.name:
        return ""
    person = pseudonym(typed)
    if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX) or person == NEWCOMER:
        return label("ui", "wrong-name", lang)
    is_somebody = is_in_hall(state.hall.tables, PersonId(person)) or state.sessions.has_session(person)
    is_somebody |= skeleton(typed) in map(skeleton, _machines(state, lang))
    try:
        require_own_name(state, person)
    except ProblemError:
        is_somebody = True
    return label("ui", "name-in-use", lang) if is_somebody else ""


def _machines(state: State, lang: Lang) -> set[str]:
    """Return how the machines of a hall are called on its pages."""
    seated = ((name, one.person) for name, table in state.hall.tables.items() for one in table.view(None).seats)
    return {seat_links.short_name(who, name, lang) for name, who in seated if who and who.startswith(BOT_PREFIX)}


def _newcomer(state: State, table: Table, seats: tuple[int, ...]) -> str:
    if seats:
        return newcomer_name(state, table.id, seats[0])
    return standing_name(state, table.id)


async def _refused(table: Table, person: PersonId, what: Sit | BuyIn, lang: Lang, command: str = "") -> str:
    """Do an act of somebody who comes in; return why the table refuses it, nothing where it stands."""
    under = command if command.isascii() and command else f"in-{table.version}"
    no = (await table.act(Act(person, what), command_of(person, what, None, under))).refusal
    return "" if no is None else refusal(no.code, no.facts, lang, seat_links.table_naming(table.id))


# --- tables among friends ---------------------------------------------------------------------------------------------


class FriendGame(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def minima(self) -> tuple[int, ...]: ...


class FriendTables(Protocol):
    """The tables among friends of a hall that has them."""

    @property
    def may_open(self) -> bool: ...

    def is_one(self, table: str) -> bool: ...

    def games(self) -> tuple[FriendGame, ...]: ...

    async def open(self, name: str, choice: int) -> str | None:
        """Open a table; ``None`` where as many are open as may be. Raises :class:`RefusedError`."""

    async def stop(self) -> None: ...


def _require_friends(state: State) -> FriendTables:
    friends: FriendTables | None = state.friends
    if friends is None or not friends.may_open:
        raise ProblemError(404, "no-such-place")
    return friends


@get("/amigos")
async def friends_page(browser: AskingBrowser) -> Response[str]:
    """Offer each game with its limits: one press opens the table."""
    return _friends_page(browser)


def _friends_page(browser: Browser, wrong: str = "", status: int = 200, typed: str = "") -> Response[str]:
    values = {"games": _require_friends(browser.state).games(), "wrong": wrong, "typed": typed, "me": browser.name}
    return browser.page("friends.html", status, command=token_hex(16), **values)


@post("/amigos", status_code=303)
async def open_table(browser: AskingBrowser) -> Response[Any]:
    """Open a table, give its maker the first place, and show how the others come."""
    state, fields = browser.state, await browser.form()
    friends = _require_friends(state)
    typed, (game, _, choice) = fields.get("name", "").strip(), fields.get("table", "").partition(" ")
    known = next((one for one in friends.games() if one.name == game), None)
    if known is None or choice not in [str(at) for at in range(max(1, len(known.minima)))]:
        raise ProblemError(400, "malformed", "table")

    command = fields.get("command", "")

    async def open_and_sit() -> Arrival:
        if (opened := state.repeats.tables.get(command)) is not None:
            return Arrival([], f"/mesa/{opened}/invitar")
        elsewhere = _seat_elsewhere(state, "", browser.name)
        seated = refusal("seated-elsewhere", {"table": elsewhere}, browser.lang) if elsewhere else ""
        if wrong := wrong_name(browser, typed) or seated:
            return Arrival([], "", wrong)
        table = await _open(browser, friends, game, int(choice))
        state.repeats.keep_table(command, table)
        came = await come_in(browser, require_table(state, table), typed, is_with_chips=True)
        return Arrival(came.cookies, f"/mesa/{table}/invitar")

    try:
        came = await state.repeats.once(command, f"{game} {choice}", open_and_sit)
    except RefusedError as error:
        return _friends_page(browser, refusal(error.refused.code, error.refused.facts, browser.lang), 409, typed)
    except ProblemError as error:
        return _friends_page(browser, *error.shown(browser.lang), typed)
    return _friends_page(browser, came.wrong, 409, typed) if came.wrong else browser.led_to(came.page, came.cookies)


async def _open(browser: Browser, friends: FriendTables, game: str, choice: int) -> str:
    """Return the id of a table that has just been opened. Raises :class:`ProblemError` (429) where there are too many,
    and :class:`RefusedError`.
    """
    address, brake = address_of(browser.request), browser.state.brakes.friend_tables
    brake.take(address)
    if (table := await friends.open(game, choice)) is None:
        brake.give_back(address)
        raise ProblemError(429, "too-many-tables")
    security_log.tell("friend-table-opened", 20, table=table, address=address)
    return table


def link_of(request: Request_, state: State, table_id: str) -> str:
    """Return the address by which another device comes to a table."""
    return f"{root_for_others(request, state)}/mesa/{table_id}/sentarse"


@get("/mesa/{table_id:str}/invitar", include_in_schema=False)
async def invite_page(browser: AskingBrowser, table_id: FromPath[str]) -> Response[str]:
    """Show the link and the code by which others come to a table."""
    table, lang = require_table(browser.state, table_id), browser.lang
    link, title = link_of(browser.request, browser.state, table_id), label("game", str(table.view(None).variant), lang)
    return browser.page(
        "invite.html", table=table_id, title=title, link=link, qr=qr_svg(link, label("ui", "invite-code", lang))
    )


@get("/mesa/{table_id:str}/qr.svg", include_in_schema=False)
async def invite_code(request: Request_, state: State, table_id: FromPath[str]) -> Response[bytes]:
    """Draw the code by which somebody comes to a table, as a picture: for a wall."""
    require_table(state, table_id)
    drawn = BytesIO()
    code = segno.make(link_of(request, state, table_id), micro=False)
    code.save(drawn, kind="svg", scale=5, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


ROUTES: Final = (seat_page, take_seat, friends_page, open_table, invite_page, invite_code)
