"""The desks of a hall: what its posts are offered, sorted into the parts of their work, each under a telling name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo.state import Case
from tapete.games.bingo.terms import MachineType, Phase, SeriesKind, TakingsCount
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Count, FixedValue, Offer, PersonId, Text
from tapete.kernel import Field as OfferField
from tapete.table.staff import Role
from tapete.web import action_buttons
from tapete.web.action_buttons import Action, Field
from tapete.web.games.bingo import announcing
from tapete.web.games.bingo.models import Section
from tapete.web.games.bingo.shortcuts import LETTERS
from tapete.web.ports import Table
from tapete.web.seat_links import short_name
from tapete.words import fill, label, money, topics

SECTIONS: Final = {
    "hall": (
        "register-machine",
        "register-balls",
        "register-series",
        "load-balls",
        "open-session",
        "close-session",
        "set-counter",
    ),
    "checks": ("pass-check",),
    "accounts": ("settle-money",),
    "sale": ("announce-sale", "close-sale", "cover-shortfall"),
    "case": ("let-stand", "void-game"),
    "cash": ("collect-unsold", "hand-over-takings", "give-back-takings", "confirm-takings"),
    "game": (
        *("announce-sold", "announce-prizes", "announce-start", "announce-second", "show-ball"),
        *("ask-others", "order-resume", "order-end", "end-game", "decide-unawarded"),
    ),
    "pay": ("pay-prize", "give-token"),
    "refund": ("return-cards", "pay-refund"),
}
"""The parts of a desk and their acts, in order. What is in none of them lies in the drawer."""

TYPED: Final = ("collect-unsold", "hand-over-takings", "return-cards", "pay-refund")
"""What one touch does as the books have it, and is typed where somebody counted otherwise."""

OF_CALLS: Final = ("take-call-back", "hand-in-card", "show-master", "check-card", "note-difference", "give-token")
"""What is done with one called cartón."""

BALLS: Final = frozenset({"draw-ball", "ball-out", "announce-ball", "show-ball"})
"""The acts of a ball, which one button does."""

VALUES: Final = (50, 100, 150, 200, 250, 300, 400, 500, 600, 1000)
"""Prices (cents) of a cartón that the form of a new series offers."""


def offers_of_staff(table: Table, view: View, person: PersonId) -> tuple[Offer, ...]:
    """Return what an official is offered, with the one button of the next ball and the forms for new material."""
    legal = table.legal(person)
    found = [one for one in legal if one.act not in BALLS]
    if of_balls := {one.act for one in legal if one.act in BALLS}:
        is_keyed = view.balls_kind == ChanceKind.KEYED and bool(of_balls & {"draw-ball", "ball-out"})
        found.append(Offer("show-ball", {"token": Text()} if is_keyed else {}, main=True))
    return (*_told(found, view), *_material(view))


def _told(offered: Iterable[Offer], view: View) -> Iterator[Offer]:
    """Yield offers as a desk has them: an amount or a number that is known already is asked for by a button, and typed
    only where somebody counted another one.
    """
    due = {} if view.duty is None else {**view.duty.unused_cards, **view.duty.tills}
    for one in offered:
        match one.act:
            case "announce-sale":
                yield from announcing.announcements(one, view)
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
                yield _fixed(_without(one, "person"), means="cash")
                if view.duty is not None and view.duty.has_owner(str(one.fixed_value("card"))):
                    yield _fixed(_without(one, "person"), means="account")
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


def ranges_on_sale(offered: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the sale of a range that is typed, for more cartones than one touch sells or for others than the next."""
    for one in offered:
        if one.act == "sell-cards":
            _, last = one.bounds("last")
            bounds = Count(1, last)
            yield Offer(one.act, {"series": FixedValue(one.fixed_value("series")), "first": bounds, "last": bounds})


def _fixed(offer: Offer, main: bool | None = None, **values: Any) -> Offer:
    fields = {**offer.fields, **{name: FixedValue(value) for name, value in values.items()}}
    return replace(offer, fields=fields, main=offer.main if main is None else main)


def _without(offer: Offer, *names: str) -> Offer:
    return replace(offer, fields={name: one for name, one in offer.fields.items() if name not in names})


def _material(view: View) -> Iterator[Offer]:
    """Yield the forms for material, which cannot be offered before they are filled in."""
    roles = () if view.me is None else view.me.roles
    if view.phase not in (Phase.CHECKS, Phase.READY) or not {Role.HALL_MANAGER, Role.TABLE_CHIEF} & set(roles):
        return
    duty = view.duty
    if view.phase is Phase.CHECKS and duty is not None and not duty.machine:
        kinds = tuple(str(one) for one in MachineType)
        yield Offer("register-machine", {"model": Text(), "kind": Choice(kinds), "approval": Text()}, main=True)
    needs_balls = duty is not None and not duty.ball_sets
    of_balls: dict[str, OfferField] = {"balls": Text(), "approval": Text(), "games": Text(optional=True)}
    yield Offer("register-balls", of_balls, main=needs_balls)
    needs_series = duty is not None and not any(duty.unused_cards.values())
    fields: dict[str, OfferField] = {
        "letter": Text(),
        "identification": Count(1, 10**9),
        "size": Count(6, 10**6),
        "value": Choice(VALUES),
        "kind": Choice(tuple(str(one) for one in SeriesKind)),
        "secret": Text(optional=True),
        "digest": Text(optional=True),
    }
    yield Offer("register-series", fields, main=needs_series)


# --- buttons ----------------------------------------------------------------------------------------------------------


def buttons(table: Table, view: View, person: PersonId, offered: Iterable[Offer], lang: str) -> tuple[Action, ...]:
    """Return the buttons of an official, with the names of a hall."""
    listed = tuple(offered)
    made = action_buttons.actions(listed, table.id, person, table.version, lang, game=table.game.key, letters=LETTERS)
    shown = sorted(listed, key=lambda one: not one.main)
    return tuple(_named(action, offer, view, table.id, lang) for action, offer in zip(made, shown, strict=True))


def _named(action: Action, offer: Offer, view: View, table: str, lang: str) -> Action:
    facts = {name: field.value for name, field in offer.fields.items() if isinstance(field, FixedValue)}
    facts |= {name: one.minimum for name, one in offer.fields.items() if name == "first" and isinstance(one, Count)}
    facts |= {name: one.maximum for name, one in offer.fields.items() if name == "last" and isinstance(one, Count)}
    if offer.act == "pay-prize" and view.duty is not None:
        account = f"owed:{facts['game']}/{facts['prize']}/{facts['card']}"
        facts["amount"] = view.duty.due_prizes.get(account) or _awarded(view, facts)
    if offer.act == "confirm-takings":
        facts |= _count_told(view, facts["serial"])
    cases = () if view.duty is None else view.duty.cases
    if offer.act == "let-stand" and len(cases) > 1:
        facts["cause"] = next(one.cause for one in cases if one.serial == facts["serial"])
    if offer.act == "announce-sale":
        facts |= announcing.value_of(offer, view)
    name, code = action.name, _name_of(offer, facts)
    is_typed = offer.act in TYPED and bool(action.fields)
    if code == "show-ball":
        name = label("bingo", "next-ball" if view.balls_kind != "keyed" else "say-and-show", lang)
    elif code in topics()["bingo-button"] and not is_typed:
        name = fill(label("bingo-button", code, lang), facts, lang, lambda who, to: short_name(who, table, to))
    variant = "-".join(str(one) for one in facts.values()) if action.fields else ""
    return replace(with_hall_fields(action, lang), name=name, variant=_slug(variant))


def _count_told(view: View, serial: Any) -> dict[str, Any]:
    """Return whose takings a count is about, what was counted, and the difference."""
    counts = () if view.duty is None else view.duty.counts
    return next(_facts_of(one) for one in counts if one.serial == serial)


def _facts_of(one: TakingsCount) -> dict[str, Any]:
    return {"seller": one.seller, "amount": one.amount, "difference": one.difference, "by": one.by}


def _awarded(view: View, facts: dict[str, Any]) -> int:
    """Return the share of a cartón in a prize that is not owed yet."""
    of_prize = (zip(one.cards, one.amounts, strict=True) for one in view.awards if str(one.prize) == facts["prize"])
    return sum(amount for won in of_prize for card, amount in won if card == facts["card"])


def _name_of(offer: Offer, facts: dict[str, Any]) -> str:
    """Return the code of a button's name."""
    if facts.get("means") == "account":
        return "pay-to-account"
    if offer.act == "announce-sale":
        return announcing.name_of(offer, str(facts.get("deferred", "")))
    if offer.act == "settle-money":
        return "settle-not" if not facts["is_done"] else "settle-in" if facts["is_paid_in"] else "settle-out"
    if offer.act == "set-counter":
        return "counter-on" if facts["is_on"] else "counter-off"
    return "let-stand-case" if offer.act == "let-stand" and "cause" in facts else offer.act


def with_hall_fields(action: Action, lang: str) -> Action:
    """Return a button whose fields have the names that they have in a hall."""
    return replace(action, fields=tuple(_field(one, action.tag, lang) for one in action.fields))


def _slug(text: str) -> str:
    return "".join(one if one.isalnum() else "-" for one in text)


def _field(field: Field, act: str, lang: str) -> Field:
    """Return a field under the name that it has in a hall, its choices in words."""
    known = topics()["bingo-field"]
    name = "series-more" if field.name.startswith(announcing.FURTHER) else field.name
    name = "counted" if (act, name) == ("hand-over-takings", "amount") else name
    title = label("bingo-field", name, lang) if name in known else ""
    if act == "show-ball" and field.name == "token":
        return replace(field, kind="number", options=(), minimum=1, maximum=90, is_required=True, title=title)
    return replace(
        field, title=title, options=tuple((one, _choice(field.name, one, name, lang)) for one, name in field.options)
    )


def _choice(field: str, value: str, name: str, lang: str) -> str:
    """Return a choice in the words of a hall; under ``name`` where it has none of its own."""
    if not value:
        return "—"
    if field == "value":
        return money(int(value), lang)
    if field in ("recover", "is_untrue"):
        return label("ui", "yes" if value == "true" else "no", lang)
    return label("bingo-choice", value, lang) if value in topics()["bingo-choice"] else name


# --- parts of a desk --------------------------------------------------------------------------------------------------


def sections(made: Iterable[Action], cases: Sequence[str] = (), counts: Sequence[str] = ()) -> tuple[Section, ...]:
    """Return the parts of a desk that have something to do or to read now; what is typed only for once goes to the
    drawer. ``cases``: what was reported and waits for the table chief; ``counts``: what was counted and waits for a
    second person.
    """
    listed, notes = tuple(made), {"case": tuple(cases), "cash": tuple(counts)}
    found = (
        Section(
            code,
            tuple(one for one in listed if one.tag in tags and not is_for_drawer(one, bool(cases))),
            notes.get(code, ()),
        )
        for code, tags in SECTIONS.items()
    )
    return tuple(one for one in found if one.actions or one.notes)


def counts_told(view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on the counts of takings that wait for a second person."""
    return tuple(
        fill(
            label("bingo", "count-waits", lang),
            _facts_of(one),
            lang,
            lambda who, to: short_name(who, view.name, to),
        )
        for one in (() if view.duty is None else view.duty.counts)
    )


def cases_told(view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what was reported and waits for the table chief."""
    return tuple(_case_told(one, view, lang) for one in (() if view.duty is None else view.duty.cases))


def _case_told(one: Case, view: View, lang: str) -> str:
    facts = {"cause": label("cause", one.cause, lang), "ball": one.ball, "by": one.by}
    told = [fill(label("bingo", "case", lang), facts, lang, lambda who, to: short_name(who, view.name, to))]
    told += [f"«{one.note}»"] if one.note else []
    told += [label("bingo", "case-must-void", lang)] if one.must_void else []
    return " ".join(told)


def is_for_drawer(action: Action, is_case_open: bool = False) -> bool:
    """Return True if a button is for what happens now and then. The game is declared void where a case is shown."""
    if action.tag == "void-game":
        return not is_case_open
    usual = {tag for tags in SECTIONS.values() for tag in tags}
    is_typed = action.tag in TYPED and bool(action.fields)
    is_later = action.tag in ("register-balls", "register-series") and not action.is_main
    is_joint = any(one.name == announcing.SECOND for one in action.fields)
    return action.tag not in usual or is_typed or is_later or is_joint
