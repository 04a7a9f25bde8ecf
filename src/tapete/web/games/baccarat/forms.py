"""Forms at a table of baccarat: a claim, a correction, a report of an accident."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.games.banked.reports import Reportable
from tapete.kernel import Amount, CardFace, Count, Field as Described, Offer, People, PersonId, Text
from tapete.table.state import people_of
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.forms import OTHER_CARD
from tapete.web.games.baccarat.remedies import CoupView, card_number
from tapete.web.page_context import KnownCard, PageContext
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import card_name, label

# The form for what a player claims about a coup.


def claim_offer(people: Iterable[PersonId], coups: int, about: Mapping[str, Described]) -> tuple[Offer, ...]:
    """Return what an official writes down of a player's claim about one of ``coups`` coups; nothing before the first,
    nor without a player. Admitted or not, the rules say when it is sent. ``about``: what else a game asks.
    """
    everybody = People(tuple(str(who) for who in people))
    if not everybody.options or not coups:
        return ()
    return (Offer("record-claim", {"person": everybody, "coup": Count(1, coups), **about, "note": Text()}),)


def claim_forms(offers: Iterable[Offer], lang: str, table: str, person: PersonId, version: int) -> tuple[Action, ...]:
    """Return the forms by which an official writes down what players claim."""
    found = action_buttons.actions(offers, table, person, version, lang)
    return tuple(msgspec.structs.replace(one, key="") for one in found)  # rare: no letter of their own


# --- correction forms -------------------------------------------------------------------------------------------------


def correction_forms(
    sight: PageContext, person: PersonId, coups: int, beside: tuple[PersonId, ...] = ()
) -> tuple[Action, ...]:
    """Return the forms by which officials put a record or a payment right, of ``coups`` coups; none without a second
    official. ``beside`` are people who are paid and sit at no place.
    """
    view, table, lang = sight.view, sight.table, sight.lang
    seconds = [str(who) for who in view.staff.values() if who != person and not who.startswith(BOT_PREFIX)]
    people = [str(one) for one in dict.fromkeys((*people_of(view), *beside))]
    if not seconds:
        return ()
    number = Count(1, max(1, coups))
    offers = [
        Offer(
            "correct-card",
            {
                "coup": number,
                "card-number": Count(1),
                "face": CardFace(),
                "second": People(tuple(seconds)),
                "reason": Text(),
            },
        )
    ]
    if people:
        offers.append(
            Offer(
                "correct-payment",
                {
                    "coup": number,
                    "person": People(tuple(people)),
                    "paid": Amount(),
                    "second": People(tuple(seconds)),
                    "reason": Text(),
                },
            )
        )
    found = action_buttons.actions(offers, table.id, person, table.version, lang)
    listed = tuple(sight.known_cards)
    return tuple(_from_list(replace(one, key=""), listed, lang) for one in found)  # rare: no letter of their own


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


class ReportModel(msgspec.Struct, frozen=True):
    """Something that may have happened: its name, and the facts that must be told, as fields of a form."""

    accident: str
    name: str
    command: str
    fields: tuple[Field, ...]
    fixed_facts: tuple[tuple[str, str], ...] = ()
    """Facts that can only be one thing: told with the report, and asked of nobody."""


def report_models(
    possible: Iterable[Reportable],
    view: CoupView,
    wording: ReportWording,
    lang: str,
    table: str,
    person: PersonId,
    version: int,
) -> tuple[ReportModel, ...]:
    """Return a form for each thing that may be reported now."""
    found = []
    for one in possible:
        button = f"report.{one.accident}"
        found.append(
            ReportModel(
                str(one.accident),
                label("irregularity", one.accident, lang),
                action_buttons.command(table, person, version, button),
                tuple(_facts(one, view, wording, lang)),
                tuple(_single_facts(one)),
            )
        )
    return tuple(found)


def report_action(one: ReportModel, lang: str) -> Action:
    """Return the form of something that may have happened: it is looked at before it is made."""
    note = Field("note", "text", title=label("field", "note", lang))
    titled = (replace(field, title=field.title or label("field", field.name, lang)) for field in one.fields)
    fixed = {"accident": one.accident, **dict(one.fixed_facts)}
    name, fields = one.name.capitalize(), (*titled, note)
    return Action("report", name, "", False, fixed, fields, (), one.command, variant=one.accident)


def _single_facts(one: Reportable) -> Iterable[tuple[str, str]]:
    if len(one.parties) == 1 and one.parties[0] is not None:
        yield "fault_of", str(one.parties[0])
    if len(one.hands) == 1:
        yield "hand", str(one.hands[0])


def _facts(one: Reportable, view: CoupView, wording: ReportWording, lang: str) -> Iterable[Field]:
    told = dict(_single_facts(one))
    parties = [party for party in one.parties if party is not None]
    asked = (
        None not in one.parties or one.accident in wording.accidents_by_hand
    )  # elsewhere the remedy is the same, whoever did it
    if parties and asked and "fault_of" not in told:
        options = tuple((str(party), label("party", party, lang)) for party in parties)
        yield Field("fault_of", "choice", (BLANK, *options), is_required=None not in one.parties)
    if one.positions:
        places = {card.position: card.place for card in view.coup.cards}
        known = tuple((str(number), _card_name(number, places.get(number), lang)) for number in one.positions)
        needed = "position" in one.facts  # without one it is the card that comes next
        nothing = BLANK if needed else ("", label("hand", "next", lang))
        yield Field("position", "choice", (nothing, *known), is_required=needed)
    if one.hands and "hand" not in told:
        hands = tuple((str(hand), label("hand", hand, lang)) for hand in one.hands)
        yield Field("hand", "choice", (BLANK, *hands), is_required=True)
    if "count" in one.facts or one.accident in wording.countable_accidents:
        yield Field("count", "number", (), 1 if "count" in one.facts else 0, 6, is_required="count" in one.facts)
    if one.people:
        yield Field(
            "person",
            "choice",
            (BLANK, *((str(who), seat_links.short_name(str(who), view.name, lang)) for who in one.people)),
            is_required="person" in one.facts,
        )


def _card_name(position: int, place: str | None, lang: str) -> str:
    where = label("hand", place, lang) if place else label("hand", "shoe", lang)
    return f"{card_number(position)} · {where}"


def card_choices(view: CoupView, lang: str) -> tuple[tuple[int, str], ...]:
    """Return the cards that a ruling may be about, as they left the shoe: each with its place, and with its face where
    it lies open.
    """
    found = []
    for card in sorted(view.coup.cards, key=lambda one: one.position):
        told = "" if card.open_face is None else f" · {card_name(card.open_face, lang)}"
        found.append((card.position, f"{_card_name(card.position, card.place, lang)}{told}"))
    return tuple(found)
