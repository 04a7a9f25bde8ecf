"""Forms at a table of baccarat: a claim, a correction, a report of an accident."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.banked.reports import Reportable
from tapete.kernel import Amount, CardFace, Count, Field as Described, Offer, People, PersonId, Text
from tapete.table.state import people_of
from tapete.web.action_buttons import Action, Field
from tapete.web.forms import OTHER_CARD
from tapete.web.games.baccarat.page import Page
from tapete.web.games.baccarat.remedies import card_number
from tapete.web.page_context import KnownCard
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage import build
from tapete.words import card_name, label


def claim_offer(people: Iterable[PersonId], coups: int, about: Mapping[str, Described] = {}) -> tuple[Offer, ...]:
    """Return what an official writes down of a player's claim about one of ``coups`` coups; nothing before the first,
    nor without a player. Admitted or not, the rules say when it is sent. ``about``: what else a game asks.
    """
    everybody = People(tuple(str(who) for who in people))
    if not everybody.options or not coups:
        return ()
    return (Offer("record-claim", {"person": everybody, "coup": Count(1, coups), **about, "note": Text()}),)


# --- correction forms -------------------------------------------------------------------------------------------------


def correction_forms(
    on: Page[Any, Any], claims: Iterable[Offer], coups: int, beside: Iterable[PersonId] = ()
) -> tuple[Action, ...]:
    """Return the forms by which officials write ``claims`` down and put a record or a payment of ``coups`` coups right;
    those not without a second official. ``beside`` are people who are paid and sit at no place.
    """
    lang = on.lang
    seconds = tuple(who for who in on.view.staff.values() if who != on.viewer and not who.startswith(BOT_PREFIX))
    offers, people = list(claims), tuple(map(str, dict.fromkeys((*people_of(on.view), *beside))))
    number: Described = Count(1, max(1, coups))
    told: dict[str, Described] = {"second": People(seconds), "reason": Text()}
    if seconds and on.view.shoe_kind == ChanceKind.KEYED:
        offers.append(Offer("correct-card", {"coup": number, "card-number": Count(1), "face": CardFace(), **told}))
    if seconds and people:
        offers.append(Offer("correct-payment", {"coup": number, "person": People(people), "paid": Amount(), **told}))
    listed = tuple(on.sight.known_cards)
    return tuple(build.on_page(_from_list(one, listed, lang), on.sight) for one in on.sight.actions(offers))


def _from_list(action: Action, cards: tuple[KnownCard, ...], lang: str) -> Action:
    """Let the card be chosen from those that are known; its coup and number are typed for another one alone."""
    if action.tag != "correct-card" or not cards:
        return action
    groups = tuple(
        (f"{label('ui', 'coup', lang)} {coup}", tuple(_option(one, lang) for one in lying))
        for coup, lying in groupby(cards, key=lambda one: one.coup)
    )
    other = ("", ((OTHER_CARD, label("ui", "another-card", lang)),))
    chosen = Field("known-card", "choice", (("", "—"),), is_required=True, groups=(*groups, other))
    typed = (replace(one, is_required=one.is_required and one.kind != "number") for one in action.fields)
    return replace(action, fields=(chosen, *typed))


def _option(card: KnownCard, lang: str) -> tuple[str, str]:
    number = card.position + 1
    told = (f"n.º {number}", card_name(card.face, lang), *([label("hand", card.place, lang)] if card.place else []))
    return f"{card.coup}:{number}", " · ".join(told)


# --- report forms -----------------------------------------------------------------------------------------------------


BLANK: Final = ("", "—")
"""Nobody and nothing is chosen beforehand: what a report says, somebody has said."""


class ReportWording(msgspec.Struct, frozen=True):
    """What the forms of one game ask beyond the facts that the rules need: accidents of which cards may be counted, and
    those of which it is always asked by whose hand they happened.
    """

    countable_accidents: frozenset[str] = frozenset()
    accidents_by_hand: frozenset[str] = frozenset()


def report_forms(on: Page[Any, Any], wording: ReportWording) -> tuple[Action, ...]:
    """Return a form for each thing that may be reported now: it is looked at before it is made."""
    return tuple(_report(one, on, wording) for one in on.sight.table.reportable(on.viewer))


def _report(one: Reportable, on: Page[Any, Any], wording: ReportWording) -> Action:
    """Return a form; facts that can only be one thing are told with the report, and asked of nobody."""
    accident = str(one.accident)
    fixed = {"accident": accident}
    if len(one.parties) == 1 and one.parties[0] is not None:
        fixed["fault_of"] = str(one.parties[0])
    if len(one.hands) == 1:
        fixed["hand"] = str(one.hands[0])
    asked = (*(field for field in _facts(one, on, wording) if field.name not in fixed), Field("note", "text"))
    command, name = on.sight.command(f"report.{accident}"), label("irregularity", accident, on.lang).capitalize()
    return build.on_page(Action("report", name, "", False, fixed, asked, (), command, variant=accident), on.sight)


def _facts(one: Reportable, on: Page[Any, Any], wording: ReportWording) -> Iterable[Field]:
    def chosen(name: str, options: Iterable[tuple[str, str]], *, needed: bool, blank: tuple[str, str] = BLANK) -> Field:
        return Field(name, "choice", (blank, *options), is_required=needed)

    def named(topic: str, codes: Iterable[str]) -> Iterable[tuple[str, str]]:
        return ((str(code), label(topic, code, on.lang)) for code in codes)

    parties, is_somebodys = [party for party in one.parties if party is not None], None not in one.parties
    if parties and (is_somebodys or one.accident in wording.accidents_by_hand):  # elsewhere the remedy is the same
        yield chosen("fault_of", named("party", parties), needed=is_somebodys)
    if one.positions:
        places = {card.position: card.place for card in on.view.coup.cards}
        known = ((str(number), _card_name(number, places.get(number), on.lang)) for number in one.positions)
        needed = "position" in one.facts  # without one it is the card that comes next
        blank = BLANK if needed else ("", label("hand", "next", on.lang))
        yield chosen("position", known, needed=needed, blank=blank)
    if one.hands:
        yield chosen("hand", named("hand", one.hands), needed=True)
    if "count" in one.facts or one.accident in wording.countable_accidents:
        least = int("count" in one.facts)
        yield Field("count", "number", (), least, 6, is_required=bool(least))
    if one.people:
        yield chosen("person", on.named(one.people), needed="person" in one.facts)


def _card_name(position: int, place: str | None, lang: str) -> str:
    return f"{card_number(position)} · {label('hand', place or 'shoe', lang)}"


def card_choices(view: Any, lang: str) -> Iterable[tuple[int, str]]:
    """Yield the cards that a ruling may be about, as they left the shoe: each with its place, and with its face where
    it lies open.
    """
    for card in sorted(view.coup.cards, key=lambda one: one.position):
        told = "" if card.open_face is None else f" · {card_name(card.open_face, lang)}"
        yield card.position, f"{_card_name(card.position, card.place, lang)}{told}"
