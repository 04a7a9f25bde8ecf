"""From the lobby to a place with chips: one page asks for a name, once for the whole hall, and how much one brings."""

from __future__ import annotations

from secrets import token_hex
from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from tapete.kernel import Act, Choice, PersonId
from tapete.live import LiveError
from tapete.live.presence import is_in_hall
from tapete.record.codec import tag_of
from tapete.table.acts import BuyIn, Sit
from tapete.table.phases import CLOSED
from tapete.web import going_on, place_claims, render, seat_links
from tapete.web.action_buttons import PURCHASES
from tapete.web.entry_pages import may_stand, page_path
from tapete.web.forms import pseudonym
from tapete.web.games import has_screen, screen_of
from tapete.web.page_access import form_of, require_table, session_of
from tapete.web.people.identity import PLAYER, player_of
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.sessions import COOKIE, PERSON, SessionsFullError
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.submit import command_of, refusal_of
from tapete.words import Lang, label, money, refusal

NAME_COOKIE: Final = "tapete-me"
"""Who the browser's user is in this hall, with the word of their return link where they need one."""
NAME_S: Final = 30 * 24 * 3600
SHAPE: Final = "."
"""Stands between the two: no pseudonym has it."""
USUAL: Final = (1_000, 2_000, 5_000)
"""What people bring to a game without a minimum, in cents."""
NEWCOMER: Final = PersonId("nadie-todavia")
"""Stands for somebody who is nobody yet, where it is asked what a newcomer may do."""


def named_in_hall(request: Request_, state: State) -> str:
    """Return who this browser's user is in the hall, as it was shown; empty for somebody who has no name yet."""
    if state.people is not None:
        player = player_of(request, state)
        return "" if player is None else str(player.person)
    person, mark, word = request.cookies.get(NAME_COOKIE, "").partition(SHAPE)
    if not mark or not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX):
        return ""
    return person if state.staff_access.is_open or place_claims.is_return_word(state, person, word) else ""


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
    free = place_claims.free_places(table)
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


@get("/mesa/{table_id:str}/sentarse", include_in_schema=False)
async def seat_page(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Ask for a name, where the hall does not know one, and for how many chips; or lead back to one's own place."""
    if (successor := going_on.successor_of(state, table_id)) is not None:
        return redirect(request, f"/mesa/{successor}/sentarse")
    require_table(state, table_id)
    me = named_in_hall(request, state)
    if state.people is not None and not me:
        return redirect(request, f"{PLAYER}?a=/mesa/{table_id}/sentarse")
    if me and is_in_hall({table_id: state.hall.tables[table_id]}, PersonId(me)):
        return redirect(request, page_path(table_id, me))
    return _page(request, state, table_id, me)


def _page(
    request: Request_, state: State, table_id: str, me: str, wrong: str = "", status: int = 200, typed: str = ""
) -> Response[str]:
    table, lang = require_table(state, table_id), lang_of(request)
    person, no_seat = PersonId(me) if me else NEWCOMER, why_no_seat(table, lang)
    elsewhere = _seat_elsewhere(state, table_id, me) if table.view(None).seats else ""
    values = {
        "table": table_id,
        "title": label("game", str(table.view(None).variant), lang),
        "elsewhere": elsewhere,
        "there": page_path(elsewhere, me),
        "facts": limits_of(table, lang),
        "how": how_to_play(table.game.key, lang),
        "me": seat_links.short_name(me, table_id, lang) if me else "",
        "typed": typed,
        "command": token_hex(16),
        "amounts": amounts_to_bring(table, person),
        "has_seats": bool(table.view(None).seats),
        "is_full": not open_seats(table, person),
        "has_purse": table.purse(person) is not None,
        "wrong": "" if elsewhere else wrong or no_seat,
        "may_come": not no_seat and not elsewhere,
    }
    return html_response(request, render.page("seat.html", lang, **values), status)


def _seat_elsewhere(state: State, table_id: str, me: str) -> str:
    """Return the other table at which somebody sits: nobody has two places in one hall."""
    others = (one for one in state.hall.tables.values() if me and one.id != table_id and has_screen(one.game.key))
    return next((one.id for one in others if any(seat.person == me for seat in one.view(None).seats)), "")


def limits_of(table: Table, lang: str) -> tuple[str, ...]:
    """Return what a table asks of its players, in words: its least stake or price first."""
    view = table.view(None)
    least = f"{label('ui', 'minimum' if view.seats else 'price', lang)} {money(view.minimum, lang)}"
    return (*((least,) if view.minimum else ()), *screen_of(table.game.key).facts(view, lang))


def how_to_play(game: str, lang: str) -> tuple[str, ...]:
    """Return three sentences that tell how a game is played; nothing of a game of which nobody wrote them."""
    codes = (f"{game}-{number}" for number in (1, 2, 3))
    return tuple(said for code in codes if (said := label("how-to-play", code, lang)) != code)


class Arrival(NamedTuple):
    """What came of coming in: what the browser keeps, where it goes on, and why there is no place."""

    cookies: list[Cookie]
    page: str
    wrong: str = ""


@post("/mesa/{table_id:str}/sentarse", include_in_schema=False, status_code=303)
async def take_seat(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Give somebody a session, a place and chips, as far as the table lets them."""
    table, lang, fields = require_table(state, table_id), lang_of(request), await form_of(request)
    me, typed = named_in_hall(request, state), fields.get("name", "").strip()

    async def arrive() -> Arrival:
        if state.people is not None and not me:
            return Arrival([], f"{PLAYER}?a=/mesa/{table_id}/sentarse")
        if wrong := wrong_name(request, state, typed, lang) or why_no_seat(table, lang):
            return Arrival([], "", wrong)
        return await come_in(request, state, table, typed, fields.get("amount", ""))

    came: Arrival = await state.repeats.once(fields.get("command", ""), table_id, arrive)
    if came.wrong:
        return _page(request, state, table_id, me, came.wrong, 409, typed)
    return redirect(request, came.page, came.cookies)


async def come_in(
    request: Request_, state: State, table: Table, typed: str, amount: str = "", *, is_with_chips: bool = False
) -> Arrival:
    """Let somebody in under their name: a session, the first place that is free, and chips, with the usual ones where
    none are named but asked for.
    """
    me, lang = named_in_hall(request, state), lang_of(request)
    seats = open_seats(table, PersonId(me) if me else NEWCOMER)
    person = PersonId(me or pseudonym(typed) or _newcomer(state, table, seats))
    cookies = await _session(request, state, table, person)
    if seats and (told := await _refused(table, person, Sit(seats[0]), lang)):
        return Arrival(cookies, page_path(table.id, person), told)
    usual = amounts_to_bring(table, person)[:1] if is_with_chips else ()
    sum_ = next(iter(usual), int(amount) if amount.isascii() and amount.isdecimal() and len(amount) < 12 else 0)
    if sum_ and _may_buy(table, person):
        await _refused(table, person, BuyIn(sum_), lang)  # the page that follows says what is left to do
    return Arrival(cookies, page_path(table.id, person))


def wrong_name(request: Request_, state: State, typed: str, lang: Lang) -> str:
    """Return why somebody without a name in this hall may not come in as what they typed; nothing where they may."""
    if not typed or named_in_hall(request, state):
        return ""
    person = pseudonym(typed)
    if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX) or person == NEWCOMER:
        return label("ui", "wrong-name", lang)
    is_somebody = is_in_hall(state.hall.tables, PersonId(person)) or state.sessions.has_session(person)
    try:
        place_claims.require_own_name(state, person)
    except ProblemError:
        is_somebody = True
    return label("ui", "name-in-use", lang) if is_somebody else ""


def _newcomer(state: State, table: Table, seats: tuple[int, ...]) -> str:
    if seats:
        return place_claims.newcomer_name(state, table.id, seats[0])
    return place_claims.standing_name(state, table.id)


async def _session(request: Request_, state: State, table: Table, person: PersonId) -> list[Cookie]:
    """Begin a session as somebody, and return what their browser keeps of it and of their name."""
    word = request.cookies.get(NAME_COOKIE, "").partition(SHAPE)[2]
    admitted, own = state.people is not None, session_of(request, state, table.id, person)
    here = page_path(table.id, person)
    try:
        token = (
            request.cookies[COOKIE]
            if own is not None
            else await place_claims.open_session(request, state, table.id, person, word or None, admitted=admitted)
        )
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions") from None
    cookies = [_cookie(COOKIE, token, here)]
    kept = place_claims.return_word(state, person)
    if kept:
        cookies.append(_cookie(place_claims.RETURN_COOKIE, kept, here, place_claims.RETURN_S))
    if state.people is None:
        cookies.append(_cookie(NAME_COOKIE, f"{person}{SHAPE}{kept}", "/", NAME_S))
    return cookies


def _cookie(name: str, value: str, path: str, seconds: int | None = None) -> Cookie:
    return Cookie(key=name, value=value, path=path, max_age=seconds, samesite="lax", httponly=True)


async def _refused(table: Table, person: PersonId, what: Sit | BuyIn, lang: Lang) -> str:
    """Do an act of somebody who comes in; return why the table refuses it, nothing where it stands."""
    try:
        no = refusal_of(await table.act(Act(person, what), command_of(person, what, None, f"in-{table.version}")))
    except LiveError as error:
        raise ProblemError(503, "not-answered") from error
    return "" if no is None else refusal(no.code, no.facts, lang, seat_links.table_naming(table.id))


ROUTES: Final = (seat_page, take_seat)
