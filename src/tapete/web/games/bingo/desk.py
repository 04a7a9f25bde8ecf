"""Desks of bingo: a game prepared, cartones sold, the buttons of each post."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.inventory import Medium, card_count
from tapete.games.bingo.state import Case
from tapete.games.bingo.terms import MachineType, Phase, SeriesKind
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Count, Field as OfferField, FixedValue, Offer, PersonId, Text
from tapete.table.staff import Role
from tapete.web import action_buttons
from tapete.web.action_buttons import SECRET, Action
from tapete.web.games.bingo import caller
from tapete.web.games.bingo.caller import chosen_series, read_card
from tapete.web.games.bingo.models import Block, Buyer, Sale, Section
from tapete.web.games.bingo.wording import TYPED, facts_of_count, hall_sentence
from tapete.web.ports import Answer, Table
from tapete.web.seat_links import short_name
from tapete.web.submit import refusal_of, submit
from tapete.words import fill, label

# The desks of a hall: what its posts are offered, sorted into the parts of their work, each under a telling name.

SECTIONS: Final = {
    "hall": (
        "register-machine",
        "register-balls",
        "register-series",
        "load-balls",
        "open-session",
        "set-counter",
        "set-shares",
    ),
    "checks": ("pass-check",),
    "accounts": ("settle-money",),
    "sale": ("announce-sale", "close-sale", "cover-shortfall"),
    "end": ("close-session",),
    "case": ("let-stand", "void-game", "find-balls-sound"),
    "cash": ("collect-unsold", "hand-over-takings", "give-back-takings", "confirm-takings"),
    "game": (
        *(
            "announce-sold",
            "announce-prizes",
            "announce-start",
            "announce-second",
            "call-ball",
            "ball-out",
            "announce-ball",
        ),
        "show-ball",
        *("ask-others", "order-resume", "order-end", "end-game", "decide-unawarded"),
    ),
    "paper": ("call-for-player",),
    "pay": ("pay-prize", "give-token"),
    "refund": ("return-cards", "pay-refund"),
}
"""The parts of a desk and their acts, in order. What is in none of them lies in the drawer."""

MATERIAL: Final = frozenset({"register-machine", "register-balls", "register-series"})

OF_CALLS: Final = ("take-call-back", "hand-in-card", "show-master", "check-card", "note-difference", "give-token")
"""What is done with one called cartón."""

REGISTRARS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF})
"""The posts that enter material, and close the session."""

OWN_MATERIAL: Final = "Tapete"
"""What stands for machine, balls and approval where the program lets the balls out and there are none to approve."""

EVERYTHING: Final = "all"
"""Stands for every item of the check that is still to be passed."""

VALUES: Final = (50, 100, 150, 200, 250, 300, 400, 500, 600, 1000)
"""Prices (cents) of a cartón that the form of a new series offers."""


def offers_of_staff(table: Table, view: View, person: PersonId) -> tuple[Offer, ...]:
    """Return what an official is offered, with a number to key for a real ball and the forms for new material."""
    found = [_typed_ball(one) for one in table.legal(person) if one.act != "draw-ball"]
    if sum(one.act == "pass-check" for one in found) > 1:
        is_main = view.balls_kind != ChanceKind.KEYED
        found.insert(0, Offer("pass-check", {"item": FixedValue(EVERYTHING)}, main=is_main))
    return (*_material(view), *_told(found, view))


def _typed_ball(offer: Offer) -> Offer:
    return replace(offer, fields=offer.fields | {"token": Text()}) if "token" in offer.fields else offer


def _told(offered: Iterable[Offer], view: View) -> Iterator[Offer]:
    """Yield offers as a desk has them: an amount or a number that is known already is asked for by a button, and typed
    only where somebody counted another one.
    """
    due = {} if view.duty is None else {**view.duty.unused_cards, **view.duty.tills}
    for one in offered:
        match one.act:
            case "announce-sale":
                yield from caller.announcements(one, view)
            case "collect-unsold" if "reason" in one.fields:
                yield replace(one, main=True)
            case "collect-unsold":
                yield _fixed(one, count=due.get(str(one.fixed_value("series")), 0), main=True)
                yield replace(one, main=False)
            case "hand-over-takings":
                if (taken := due.get(str(one.fixed_value("seller")), 0)) > 0:
                    yield _fixed(one, amount=taken)
                yield one
            case "return-cards" | "pay-refund":
                yield from whole_and_part(one)
            case "pay-prize":
                of_prize = (str(one.fixed_value(name)) for name in ("game", "prize", "card"))
                if view.duty is not None and view.duty.has_owner(*of_prize):
                    yield _fixed(_without(one, "person"), means="account")
                yield _fixed(_without(one, "person"), means="cash")
            case "check-card" if "reason" in one.fields:
                yield replace(one, main=False)
            case "call-for-player":
                yield _without(one, "person")
            case _:
                yield one


def whole_and_part(offer: Offer) -> Iterator[Offer]:
    """Yield cartones that are handed back or refunded: all of a range by one touch, and a part of it that is typed."""
    (first, _), (_, last) = offer.bounds("first"), offer.bounds("last")
    yield _fixed(offer, first=first, last=last)
    if last != first:
        yield replace(offer, main=False)


def ranges_on_sale(offered: Iterable[Offer], view: View) -> Iterator[Offer]:
    """Yield the sale of a range that is typed, for more cartones than one touch sells or for others than the next."""
    for one in offered:
        if one.act == "sell-cards" and "means" not in one.fields:
            series = one.fixed_value("series")
            bounds = Count(1, next((each.last for each in view.series if each.name == series), None))
            yield Offer(one.act, {"series": FixedValue(series), "first": bounds, "last": bounds})


def _fixed(offer: Offer, main: bool | None = None, **values: Any) -> Offer:
    fields = {**offer.fields, **{name: FixedValue(value) for name, value in values.items()}}
    return replace(offer, fields=fields, main=offer.main if main is None else main)


def _without(offer: Offer, *names: str) -> Offer:
    return replace(offer, fields={name: one for name, one in offer.fields.items() if name not in names})


def _material(view: View) -> Iterator[Offer]:
    """Yield the forms for material, which cannot be offered before they are filled in."""
    roles = () if view.me is None else view.me.roles
    if view.phase not in (Phase.CHECKS, Phase.READY) or REGISTRARS.isdisjoint(roles):
        return
    duty, is_real = view.duty, view.balls_kind == ChanceKind.KEYED
    own: dict[str, OfferField] = {} if is_real else {"approval": FixedValue(OWN_MATERIAL)}
    if view.phase is Phase.CHECKS and duty is not None and not duty.machine:
        kinds = tuple(str(one) for one in MachineType)
        if own:
            model, kind = FixedValue(OWN_MATERIAL), FixedValue(kinds[0])
            yield Offer("register-machine", {"model": model, "kind": kind, **own}, main=True)
        yield Offer("register-machine", {"model": Text(), "kind": Choice(kinds), "approval": Text()}, main=is_real)
    needs_balls = duty is not None and not duty.ball_sets
    if own and duty is not None:
        balls = FixedValue(f"{OWN_MATERIAL}-{len(duty.ball_sets) + 1}")
        yield Offer("register-balls", {"balls": balls, **own}, main=needs_balls)
    of_balls: dict[str, OfferField] = {"balls": Text(), "approval": Text(), "games": Text(optional=True)}
    yield Offer("register-balls", of_balls, main=needs_balls and is_real)
    listed = () if duty is None else tuple(duty.unused_cards)
    numbers = [int(one.rpartition("-")[2]) for one in listed]
    fields: dict[str, OfferField] = {
        "letter": Text(),
        "identification": Count(1, 10**9),
        "size": Count(6, 10**6),
        "value": Choice(VALUES),
        "kind": Choice(tuple(str(one) for one in SeriesKind)),
        "only": Choice(("", *map(str, Medium))),
        "secret": Text(optional=True),
        "digest": Text(optional=True),
    }
    new = {name: fields[name] for name in ("size", "value", "only")}
    new |= {"letter": FixedValue("A"), "identification": FixedValue(max(numbers, default=0) + 1)}
    yield Offer("register-series", new, main=duty is not None and not any(duty.unused_cards.values()))
    yield Offer("register-series", fields)


# --- parts of a desk --------------------------------------------------------------------------------------------------


def sections(made: Iterable[Action], lang: str, notes: Mapping[str, tuple[str, ...]]) -> tuple[Section, ...]:
    """Return the parts of a desk that have something to do or to read now; what is typed only for once goes to the
    drawer.
    """
    listed, is_case_open = tuple(made), bool(notes.get("case"))
    found = (
        Section(
            code=code,
            name=label("bingo", f"section-{code}", lang),
            actions=tuple(one for one in listed if one.tag in tags and not is_for_drawer(one, is_case_open)),
            notes=notes.get(code, ()),
        )
        for code, tags in SECTIONS.items()
    )
    return tuple(one for one in found if one.actions or one.notes)


def notes_of(view: View, lang: str) -> dict[str, tuple[str, ...]]:
    """Return what is to be read in each part of a desk: what was found not in order, why the sale or the session cannot
    be closed yet, what was counted and waits for a second person or does not come out, what was reported.
    """
    duty, roles = view.duty, set(() if view.me is None else view.me.roles)
    if duty is None:
        return {}

    def say(code: str, **facts: object) -> str:
        return hall_sentence(code, facts, view, lang)

    failed = (
        say("check-failed", item=item) + (f": «{note}»" if note else "") for item, note in view.failed_items.items()
    )
    gaps = (
        say("sale-gap" if one.first == one.last else "sale-gaps", series=one.series, first=one.first, last=one.last)
        for one in duty.sale_gaps
    )
    counted = duty.unsold_counts
    unsold = (
        say(
            "unsold-lacking" if lacking > 0 else "unsold-beyond",
            series=one,
            cards=abs(lacking),
            count=counted[one],
            expected=counted[one] + lacking,
        )
        for one, lacking in duty.unsold_differences.items()
    )
    counts = (say("count-waits", **facts_of_count(one)) for one in duty.counts)
    is_closing = view.phase is Phase.READY and not REGISTRARS.isdisjoint(roles)
    takings = duty.tills.items() if is_closing else ()
    return {
        "case": tuple(_case_told(one, view, lang) for one in duty.cases),
        "cash": (*unsold, *counts),
        "checks": tuple(failed),
        "end": tuple(say("takings-lacking", seller=who, amount=taken) for who, taken in takings if taken > 0),
        "sale": tuple(gaps),
    }


def _case_told(one: Case, view: View, lang: str) -> str:
    facts = {"cause": label("cause", one.cause, lang), "ball": one.ball, "by": one.by}
    note = (f"«{one.note}»",) if one.note else ()
    ends = (label("bingo", "case-must-void", lang),) if one.must_void else ()
    return " ".join((hall_sentence("case", facts, view, lang), *note, *ends))


def is_for_drawer(action: Action, is_case_open: bool = False) -> bool:
    """Return True if a button is for what happens now and then. The game is declared void where a case is shown."""
    if action.tag == "void-game":
        return not is_case_open
    usual = {tag for tags in SECTIONS.values() for tag in tags}
    is_again = any(one.name == "reason" for one in action.fields)
    is_typed = action.tag in TYPED and bool(action.fields) and not is_again
    is_later = action.tag in MATERIAL and not action.is_main
    is_joint = any(one.name == caller.SECOND for one in action.fields)
    return action.tag not in usual or is_typed or is_later or is_joint


# --- preparing --------------------------------------------------------------------------------------------------------


# What some buttons do before their own act: the cartones of a series are drawn before it is entered. A number that was
# keyed, or a cartón that was called aloud, is read as people write it.


async def prepare(table: Table, person: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Do what an act needs first; return the refusal of that, if there is one."""
    match what.get("act"):
        case "call-ball" | "ball-out" if number := str(what.get("token", "")).strip():
            what["token"] = number.lstrip("0") if number.isdecimal() else number
        case "announce-sale":
            what["series"] = chosen_series(what)
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
        if refusal_of(answer) is not None:
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


# --- selling ----------------------------------------------------------------------------------------------------------


QUANTITIES: Final = (1, 2, 3, 6, 12, 18)
"""How many cartones go at one touch."""

STRIP: Final = 6
"""So many cartones hold the ninety numbers once."""


def sales(table: Table, view: View, seller: PersonId, offered: Iterable[Offer], lang: str) -> tuple[Sale, ...]:
    """Return the sale of each series that is on offer."""
    found = []
    for one in offered:
        if one.act == "sell-cards":
            series, first = str(one.fixed_value("series")), int(one.fixed_value("first") or 0)
            _, last = one.bounds("last")
            found.append(_sale(table, view, seller, series, first, last or first, lang))
    return tuple(found)


def _sale(table: Table, view: View, seller: PersonId, series: str, first: int, end: int, lang: str) -> Sale:
    accounts = {} if view.duty is None else view.duty.accounts
    asked = {} if view.duty is None else view.duty.wishes
    wishes = {who: wish.count for who, wish in asked.items() if wish.series == series}
    held = {who: _cards_of(view, who) for who in accounts if who not in view.staff.values()}
    there = end - first + 1
    at_series_end = label("bingo", "series-ends", lang)

    def buyer(who: str) -> Buyer:
        most = min(there, accounts[who] // view.price)
        short = fill(label("bingo", "has-no-more", lang), {"amount": accounts[who]}, lang)
        return Buyer(
            person=who,
            name=short_name(who, table.id, lang),
            balance=accounts[who],
            note=_note(held[who], wishes.get(who, 0), lang),
            most=most,
            wish=wishes.get(who, 0),
            why_not=at_series_end if most == there else short,
        )

    only = next((one.only for one in view.series if one.name == series), None)
    cash = Buyer(name=label("bingo", "cash", lang), most=there, why_not=at_series_end)
    by_account = map(buyer, sorted(held, key=lambda who: (not wishes.get(who), held[who], who)))
    left = there if view.duty is None else view.duty.unused_cards.get(series, there)
    return Sale(
        series=series,
        title=fill(label("bingo", "sell-now", lang), {"series": series}, lang),
        command=action_buttons.command(table.id, seller, table.version, f"sell-cards.{series}"),
        first=first,
        cards_left=left,
        price=view.price,
        blocks=_blocks(first, view.price, lang),
        buyers=(
            *(() if only is Medium.PHONE else (cash,)),
            *(() if only is Medium.PAPER else by_account),
        ),
        gap=_gap(view, series, end, lang),
    )


def _blocks(first: int, price: int, lang: str) -> tuple[Block, ...]:
    """Return the blocks that go at one touch: whole strips where a strip begins, else also what is left of one."""
    rest = STRIP - (first - 1) % STRIP
    names = {STRIP: label("bingo", "strip", lang)} if rest == STRIP else {rest: label("bingo", "strip-rest", lang)}
    return tuple(
        Block(count=many, last=first + many - 1, cost=many * price, name=names.get(many, ""))
        for many in sorted({*QUANTITIES, *names})
    )


def _gap(view: View, series: str, end: int, lang: str) -> str:
    """Return why no more than some go at one touch: the number behind them was used; nothing where none was."""
    if end >= _last(view, series):
        return ""
    return fill(label("bingo", "sold-behind", lang), {"last": end, "next": end + 1}, lang)


def _last(view: View, series: str) -> int:
    return next((one.last for one in view.series if one.name == series), 0)


def _note(held: int, wish: int, lang: str) -> str:
    """Return what the seller reads of somebody: how many they ask for, and how many they have."""
    told = (("buyer-wants", wish), ("buyer-has", held))
    return " · ".join(fill(label("bingo", code, lang), {"cards": count}, lang) for code, count in told if count)


def _cards_of(view: View, who: str) -> int:
    return 0 if view.duty is None else card_count(one.cards for one in view.duty.sales if one.person == who)
