"""What the posts of a hall are offered on their desks, and what some buttons do before their own act."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo.acts import NoteLink as NoteLink
from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.inventory import Medium
from tapete.games.bingo.terms import MachineType, Phase, SeriesKind
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Count, Field, FixedValue, Offer, PersonId, Several, Text
from tapete.table.staff import Role
from tapete.web.action_buttons import SECRET
from tapete.web.games.bingo.wording import EVERYTHING, FURTHER, SECOND
from tapete.web.ports import Answer, Table
from tapete.web.submit import submit

HEADS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF})
"""The posts that enter material, close the session, and give a player the way back to their page."""

OWN_MATERIAL: Final = "Tapete"
"""What stands for machine, balls and approval where the program lets the balls out and there are none to approve."""

VALUES: Final = (50, 100, 150, 200, 250, 300, 400, 500, 600, 1000)
"""Prices (cents) of a cartón that the form of a new series offers."""

FEW: Final = 4
"""So many series have a button each by which their sale is announced; of more one is chosen."""


QUANTITIES: Final = (1, 2, 3, 6, 12, 18)
"""How many cartones go at one touch."""

NOT_OF_DESKS: Final = frozenset({"buy-in", "call-prize", "cash-out", "draw-ball", "mark-number"})
"""What is done on the page of a player, or by the one act of a ball."""


def has_post(view: View, posts: frozenset[Role]) -> bool:
    return view.me is not None and not posts.isdisjoint(view.me.roles)


def offers_of_staff(offered: Iterable[Offer], view: View) -> tuple[Offer, ...]:
    """Return what an official is offered, as their desk has it, with the forms for new material."""
    found = [one for one in offered if one.act not in NOT_OF_DESKS]
    if sum(one.act == "pass-check" for one in found) > 1:
        found.insert(0, _offer("pass-check", view.balls_kind != ChanceKind.KEYED, item=EVERYTHING))
    return (*_material(view), *(each for one in found for each in _of_desk(one, view)))


def _of_desk(one: Offer, view: View) -> Iterator[Offer]:
    """Yield an offer as a desk has it: an amount or a number that is known already is asked for by a button, and typed
    only where somebody counted another one.
    """
    duty = view.duty
    due = {} if duty is None else {**duty.unused_cards, **duty.tills}
    match one.act:
        case "announce-sale":
            yield from _announcements(one, view)
        case "collect-unsold" if "reason" in one.fields:
            yield replace(one, main=True)
        case "collect-unsold":
            yield replace(_with(one, count=due.get(str(one.fixed_value("series")), 0)), main=True)
            yield replace(one, main=False)
        case "hand-over-takings":
            if (taken := due.get(str(one.fixed_value("seller")), 0)) > 0:
                yield _with(one, amount=taken)
            yield one
        case "return-cards" | "pay-refund":
            yield from whole_and_part(one)
        case "pay-prize":
            one = _without(one, "person")
            of_prize = (str(one.fixed_value(name)) for name in ("game", "prize", "card"))
            if duty is not None and duty.has_owner(*of_prize):
                yield _with(one, means="account")
            yield _with(one, means="cash")
        case "check-card" if "reason" in one.fields:
            yield replace(one, main=False)
        case "call-for-player":
            yield _without(one, "person")
        case "call-ball" | "ball-out" if "token" in one.fields:
            yield _with(one, token=Count(1, 90))
        case _:
            yield one


def whole_and_part(offer: Offer) -> Iterator[Offer]:
    """Yield cartones that are handed back or refunded: all of a range by one touch, and a part of it that is typed."""
    (first, _), (_, last) = offer.bounds("first"), offer.bounds("last")
    yield _with(offer, first=first, last=last)
    if last != first:
        yield replace(offer, main=False)


def ranges_on_sale(offered: Iterable[Offer], view: View) -> Iterator[Offer]:
    """Yield the sale of a range that is typed, for more cartones than one touch sells or for others than the next."""
    for one in offered:
        if one.act == "sell-cards" and "means" not in one.fields:
            series = one.fixed_value("series")
            bounds = Count(1, next((each.last for each in view.series if each.name == series), None))
            yield _offer(one.act, series=series, first=bounds, last=bounds)


def _announcements(offer: Offer, view: View) -> Iterator[Offer]:
    """Yield the sale of one series, and of several that may be sold together: those of one kind and one value."""
    described, duty = offer.fields.get("series"), view.duty
    if not isinstance(described, Several) or duty is None:
        return
    for is_double in (False, True):
        listed = tuple(one for one in map(str, described.options) if (one in duty.doubles) is is_double)
        alone: Iterable[Any] = listed if len(listed) <= FEW else (Choice(listed),)
        sales = [_with(offer, series=one) for one in alone]
        for value in sorted({duty.series_values[one] for one in listed}):
            equal = tuple(one for one in listed if duty.series_values[one] == value)
            if min(len(equal), described.most) > 1:
                sales.append(_together(offer, equal, described.most))
        for one in sales:  # the prizes of the first game of a double are paid before the second, or after it
            yield from (_with(one, deferred=later) for later in ("false", "true")) if is_double else (one,)


def _together(offer: Offer, equal: tuple[str, ...], most: int) -> Offer:
    """Return the sale of several series: two at least, and as many more as a game may have."""
    fields: dict[str, Field] = {"series": Choice(equal), SECOND: Choice((*equal[1:], equal[0]))}
    fields |= {f"{FURTHER}{place}": Choice(("", *equal)) for place in range(3, min(most, len(equal)) + 1)}
    return replace(offer, fields=fields, main=False)


def _fields(values: dict[str, Any]) -> dict[str, Field]:
    return {name: one if isinstance(one, Field) else FixedValue(one) for name, one in values.items()}


def _offer(act: str, main: bool = False, /, **values: Any) -> Offer:
    return Offer(act, _fields(values), main)


def _with(offer: Offer, **values: Any) -> Offer:
    return replace(offer, fields={**offer.fields, **_fields(values)})


def _without(offer: Offer, name: str) -> Offer:
    return replace(offer, fields={one: field for one, field in offer.fields.items() if one != name})


def _material(view: View) -> Iterator[Offer]:
    """Yield the forms for material, which cannot be offered before they are filled in."""
    duty, is_real = view.duty, view.balls_kind == ChanceKind.KEYED
    if duty is None or view.phase not in (Phase.CHECKS, Phase.READY) or not has_post(view, HEADS):
        return
    if view.phase is Phase.CHECKS and not duty.machine:
        kinds = tuple(map(str, MachineType))
        if not is_real:
            yield _offer("register-machine", True, model=OWN_MATERIAL, kind=kinds[0], approval=OWN_MATERIAL)
        yield _offer("register-machine", is_real, model=Text(), kind=Choice(kinds), approval=Text())
    needs_balls = not duty.ball_sets
    if not is_real:
        balls = f"{OWN_MATERIAL}-{len(duty.ball_sets) + 1}"
        yield _offer("register-balls", needs_balls, balls=balls, approval=OWN_MATERIAL)
    typed = {"balls": Text(), "approval": Text(), "games": Text(optional=True)}
    yield _offer("register-balls", needs_balls and is_real, **typed)
    number = 1 + max((int(one.rpartition("-")[2]) for one in duty.unused_cards), default=0)
    common = {"size": Count(6, 10**6), "value": Choice(VALUES)}
    only = Choice(("", *map(str, Medium)))
    is_main = not any(duty.unused_cards.values())
    yield _offer("register-series", is_main, **common, only=only, letter="A", identification=number)
    printed: dict[str, Field] = {"kind": Choice(tuple(map(str, SeriesKind))), "only": only}
    printed |= {"secret": Text(optional=True), "digest": Text(optional=True)}
    yield _offer("register-series", letter=Text(), identification=Count(1, 10**9), **common, **printed)


# --- preparing --------------------------------------------------------------------------------------------------------


async def prepare(table: Table, person: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Do what an act needs first; return the refusal of that, if there is one. What people key is read as they write
    it, and the cartones of a series are drawn before it is entered.
    """
    match what.get("act"):
        case "call-ball" | "ball-out" if number := str(what.get("token", "")).strip():
            what["token"] = number.lstrip("0") if number.isdecimal() else number
        case "announce-sale":
            names = [what.get("series", ""), *(what.pop(one) for one in sorted(what) if one.startswith(FURTHER))]
            what["series"] = [str(one) for one in names if str(one).strip()]
        case "call-for-player":
            view = table.view(person)
            sold = [one.name for one in view.series] if isinstance(view, View) else []
            what["card"] = read_card(str(what.get("card", "")), sold)
        case "pass-check" if what.get("item") == EVERYTHING:
            *before, what["item"] = (one.fixed_value("item") for one in table.legal(person) if one.act == "pass-check")
            return await _pass_checks(table, person, before, command)
        case "register-balls" if not str(what.get("games", "")).strip():
            what.pop("games", None)  # a new set has served in no game
        case "register-series":
            await _draw_series(what, command)
        case _:
            pass
    return None


async def _pass_checks(table: Table, person: PersonId, items: Sequence[Any], command: str) -> Answer | None:
    """Pass all items but the last one, each with a command of its own that follows from the button's."""
    for item in items:
        act = {"act": "pass-check", "item": item}
        answer = await submit(table, person, act, table.view(person).step, f"{command[:70]}.{item}")
        if answer.refusal is not None:
            return answer
    return None


async def _draw_series(what: dict[str, Any], command: str) -> None:
    """Put the secret and the digest of a new series into the act that enters it. Of a printed one both are given, and
    its digest is the one that was printed: a size or a secret that was typed wrongly draws other cartones.

    A new secret follows from the button that was pressed, under a key that no page knows: pressed twice, it is one
    series. What cannot be read stays as it is, for the rules to refuse.
    """
    if not what.get("only"):
        what.pop("only", None)
    given, printed = (str(what.pop(name, "")).strip().lower() for name in ("secret", "digest"))
    secret = given or hmac.new(SECRET, f"series\n{command}".encode(), hashlib.sha256).hexdigest()
    try:
        number, size, value = (int(what[name]) for name in ("identification", "size", "value"))
        kind = SeriesKind(what.get("kind", SeriesKind.SINGLE))
        letter = str(what["letter"]).strip().upper()
        made = await asyncio.to_thread(series_of_strips, letter, number, size, value, secret, kind)
    except (KeyError, ValueError):
        return
    what.update({name: getattr(made, name) for name in ("letter", "identification", "size", "value", "kind")})
    what.update(law=made.law, digest=made.digest, secret=secret)
    if given or printed:
        what.update(digest=printed, secret=given or None)


WRITTEN: Final = re.compile(r"([A-Za-zÑñ]+)[\s\-./]*(\d{1,9})\s*[\s\-./,:;]+\s*(\d{1,9})")
PRINTED: Final = re.compile(r"TAPETE\s+([A-Z]+-\d+/\d+)\b")
"""How the code begins that is printed on a cartón for a camera; its check code follows."""
NUMBER: Final = re.compile(r"\d{1,9}")
DASHES: Final = dict.fromkeys(map(ord, "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"), "-")
"""What telephones and word processors put for a hyphen."""


def read_card(text: str, series: Sequence[str]) -> str:
    """Return a cartón by its series and number, as ``B-1047/12``, for what somebody has typed: ``b1047/12``, ``B 1047
    12``, or ``12`` alone where one series is sold; or for what a camera has read on it. What cannot be read stays as it
    is, for the rules to refuse.
    """
    typed = text.strip().translate(DASHES)
    if found := PRINTED.match(typed):
        typed = found[1]
    if found := WRITTEN.fullmatch(typed):
        return f"{found[1].upper()}-{int(found[2])}/{int(found[3])}"
    if NUMBER.fullmatch(typed) and len(series) == 1:
        return f"{series[0]}/{int(typed)}"
    return typed
