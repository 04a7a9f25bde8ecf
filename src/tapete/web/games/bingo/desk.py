"""The desks of a hall: what its posts are offered, sorted into the parts of their work, each under a telling name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo.state import Case
from tapete.games.bingo.terms import MachineType, Phase, SeriesKind
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Count, Field as OfferField, FixedValue, Offer, PersonId, Text
from tapete.table.staff import Role
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import announcing
from tapete.web.games.bingo.button_names import TYPED, facts_of_count
from tapete.web.games.bingo.models import Section
from tapete.web.ports import Table
from tapete.web.seat_links import short_name
from tapete.words import fill, label

SECTIONS: Final = {
    "hall": (
        "register-machine",
        "register-balls",
        "register-series",
        "load-balls",
        "open-session",
        "set-counter",
    ),
    "checks": ("pass-check",),
    "accounts": ("settle-money",),
    "sale": ("announce-sale", "close-sale", "cover-shortfall"),
    "end": ("close-session",),
    "case": ("let-stand", "void-game", "find-balls-sound"),
    "cash": ("collect-unsold", "hand-over-takings", "give-back-takings", "confirm-takings"),
    "game": (
        *("announce-sold", "announce-prizes", "announce-start", "announce-second", "show-ball"),
        *("ask-others", "order-resume", "order-end", "end-game", "decide-unawarded"),
    ),
    "paper": ("call-for-player",),
    "pay": ("pay-prize", "give-token"),
    "refund": ("return-cards", "pay-refund"),
}
"""The parts of a desk and their acts, in order. What is in none of them lies in the drawer."""

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
        if one.act == "sell-cards":
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


# --- parts of a desk --------------------------------------------------------------------------------------------------


def sections(
    made: Iterable[Action],
    cases: Sequence[str] = (),
    counts: Sequence[str] = (),
    failures: Sequence[str] = (),
    lacking: Sequence[str] = (),
    gaps: Sequence[str] = (),
) -> tuple[Section, ...]:
    """Return the parts of a desk that have something to do or to read now; what is typed only for once goes to the
    drawer. ``cases``: what was reported and waits for the table chief; ``counts``: what was counted and waits for a
    second person; ``failures``: what was found not in order; ``lacking``: why the session cannot be closed yet;
    ``gaps``: why the sale cannot.
    """
    listed, notes = tuple(made), {"case": tuple(cases), "cash": tuple(counts)}
    notes |= {"checks": tuple(failures), "end": tuple(lacking), "sale": tuple(gaps)}
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
            facts_of_count(one),
            lang,
            lambda who, to: short_name(who, view.name, to),
        )
        for one in (() if view.duty is None else view.duty.counts)
    )


def takings_lacking(view: View, lang: str) -> tuple[str, ...]:
    """Return to whoever closes the session whose takings are still to be handed over before that."""
    roles = () if view.me is None else view.me.roles
    if view.duty is None or view.phase is not Phase.READY or not {Role.HALL_MANAGER, Role.TABLE_CHIEF} & set(roles):
        return ()
    return tuple(
        fill(
            label("bingo", "takings-lacking", lang),
            {"seller": seller, "amount": taken},
            lang,
            lambda who, to: short_name(who, view.name, to),
        )
        for seller, taken in view.duty.tills.items()
        if taken > 0
    )


def unsold_told(view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on the series of which a count of the unsold cartones does not come out."""
    if view.duty is None:
        return ()
    counts, found = view.duty.unsold_counts, view.duty.unsold_differences
    return tuple(
        fill(
            label("bingo", "unsold-lacking" if lacking > 0 else "unsold-beyond", lang),
            {"series": series, "cards": abs(lacking), "count": counts[series], "expected": counts[series] + lacking},
            lang,
        )
        for series, lacking in found.items()
    )


def gaps_told(view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on the unsold numbers for which the sale cannot be closed."""
    return tuple(
        fill(
            label("bingo", "sale-gap" if one.first == one.last else "sale-gaps", lang),
            {"series": one.series, "first": one.first, "last": one.last},
            lang,
        )
        for one in (() if view.duty is None else view.duty.sale_gaps)
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


def failures_told(view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what was found not in order before the session."""
    told = label("bingo", "check-failed", lang)
    return tuple(
        fill(told, {"item": item}, lang) + (f": «{note}»" if note else "") for item, note in view.failed_items.items()
    )


def is_for_drawer(action: Action, is_case_open: bool = False) -> bool:
    """Return True if a button is for what happens now and then. The game is declared void where a case is shown."""
    if action.tag == "void-game":
        return not is_case_open
    usual = {tag for tags in SECTIONS.values() for tag in tags}
    is_again = any(one.name == "reason" for one in action.fields)
    is_typed = action.tag in TYPED and bool(action.fields) and not is_again
    is_later = action.tag in ("register-balls", "register-series") and not action.is_main
    is_joint = any(one.name == announcing.SECOND for one in action.fields)
    return action.tag not in usual or is_typed or is_later or is_joint
