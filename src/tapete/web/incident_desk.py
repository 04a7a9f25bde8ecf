"""The inspector's desk: what may be reported and what it would come to, open incidents, corrections.

A report is shown with the remedy that the rules propose, and its clauses, before anybody confirms it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from tapete.games.baccarat.effects import Effect, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.kernel import Act, Amount, CardFace, Count, Offer, People, PersonId, Refused, Text
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.remedies import RemedyContext, fault_text, has_duplicates, sentences
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import label, refusal


class AlternativeModel(msgspec.Struct, frozen=True):
    """Another remedy that a clause allows: in sentences, its clauses, and the effects as a form carries them.

    ``may``: the viewer may take it.
    """

    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    given: str
    may: bool = False


BLANK: Final = ("", "—")
"""Nobody and nothing is chosen beforehand: what a report says, somebody has said."""


class IncidentModel(msgspec.Struct, frozen=True):
    """An open incident: what, told by whom, the proposed effects and other remedies that a clause allows, in words.

    ``agreed``: two clauses ask for the same. ``judgement``: the rules leave it to an official, so a reason is asked
    for. What the viewer may do about it: ``pronounce`` what is proposed, find a remedy of his ``own``; ``waits`` is why
    nobody can pronounce it yet.
    """

    serial: int
    name: str
    note: str
    faults: tuple[str, ...]
    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    conflicts: tuple[str, ...] = ()
    agreed: bool = False
    judgement: bool = False
    alternatives: tuple[AlternativeModel, ...] = ()
    pronounce: bool = False
    own: bool = False
    waits: str = ""


class ReportModel(msgspec.Struct, frozen=True):
    """Something that may have happened: its name, and the facts that must be told, as fields of a form."""

    accident: str
    name: str
    command: str
    fields: tuple[Field, ...]
    fixed: tuple[tuple[str, str], ...] = ()
    """Facts that can only be one thing: told with the report, and asked of nobody."""


class RulingOfficial(NamedTuple):
    """Somebody before an open incident, of whom the rules are asked what he may do about it."""

    table: Any
    person: PersonId
    view: Any

    def refused(self, serial: int, effects: tuple[Effect, ...] | None) -> Refused | None:
        """Return why this person may not close the incident so; ``None`` where he may."""
        found: Refused | None = self.table.would_refuse(
            Act(self.person, GiveRuling(serial, effects, "?"), self.view.step)
        )
        return found


NOBODY: Final = "not-your-post"
"""The refusal of an official whose post does not decide this; any other is why the ruling has to wait."""


def incident_model(incident: Any, on: RemedyContext, lang: str, bench: RulingOfficial | None = None) -> IncidentModel:
    """Return an incident in words, with what the viewer may do about it; without one, before it is opened."""
    signed = (*incident.faults, incident)
    clauses = dict.fromkeys(str(cite) for one in signed for cite in one.clauses)
    return IncidentModel(
        incident.serial,
        label("irregularity", incident.kind, lang),
        incident.note,
        tuple(fault_text(one, lang) for one in incident.faults if one.code != incident.kind),
        sentences(incident.proposed, on, lang),
        tuple(clauses),
        tuple(incident.conflicts),
        has_duplicates(incident.proposed),
        incident.open_to_judgement,
        tuple(
            AlternativeModel(
                sentences(one.effects, on, lang),
                tuple(str(cite) for cite in one.clauses),
                msgspec.json.encode(one.effects).decode(),
                bench is not None and bench.refused(incident.serial, one.effects) is None,
            )
            for one in dict.fromkeys(incident.alternatives)
        ),
        **({} if bench is None else _ruling_powers(bench, incident, lang)),
    )


def _ruling_powers(bench: RulingOfficial, incident: Any, lang: str) -> dict[str, Any]:
    """Return what a person may do about an open incident, as the rules answer."""
    serial = incident.serial
    no = bench.refused(serial, None)
    own: tuple[tuple[Effect, ...], ...] = ((VoidCoup(),), (NoteOnly(str(incident.kind)),))
    return {
        "pronounce": no is None and bool(incident.proposed or not incident.open_to_judgement),
        "own": any(bench.refused(serial, effects) is None for effects in own),
        "waits": "" if no is None or no.code == NOBODY else refusal(no.code, no.facts, lang),
    }


def remedy_context(view: Any, names: Mapping[str, str]) -> RemedyContext:
    """Return what the sentences of a remedy may name: what stands on the viewer's page."""
    return RemedyContext(names, view.coup.cards, view.coup.stakes)


def incident_models(
    view: Any, names: Mapping[str, str], lang: str, table: Any = None, person: PersonId | None = None
) -> tuple[IncidentModel, ...]:
    """Return the open incidents in words, with what a person may do about them."""
    bench = None if person is None or not view.me.roles else RulingOfficial(table, person, view)
    return tuple(incident_model(one, remedy_context(view, names), lang, bench) for one in view.incidents)


def report_models(
    possible: Iterable[Any], view: Any, lang: str, table: str, person: PersonId, version: int
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
                tuple(_facts(one, view, lang)),
                tuple(_fixed(one)),
            )
        )
    return tuple(found)


def _fixed(one: Any) -> Iterable[tuple[str, str]]:
    if len(one.parties) == 1 and one.parties[0] is not None:
        yield "fault_of", str(one.parties[0])
    if len(one.hands) == 1:
        yield "hand", str(one.hands[0])


def _facts(one: Any, view: Any, lang: str) -> Iterable[Field]:
    told = dict(_fixed(one))
    parties = [party for party in one.parties if party is not None]
    asked = None not in one.parties or str(one.accident) == "other"  # elsewhere the remedy is the same, whoever did it
    if parties and asked and "fault_of" not in told:
        options = tuple((str(party), label("party", party, lang)) for party in parties)
        yield Field("fault_of", "choice", (BLANK, *options), required=None not in one.parties)
    if one.positions:
        places = {card.position: card.place for card in view.coup.cards}
        known = tuple((str(number), _card_name(number, places.get(number), lang)) for number in one.positions)
        needed = "position" in one.facts  # without one it is the card that comes next
        nothing = BLANK if needed else ("", label("hand", "next", lang))
        yield Field("position", "choice", (nothing, *known), required=needed)
    if one.hands and "hand" not in told:
        hands = tuple((str(hand), label("hand", hand, lang)) for hand in one.hands)
        yield Field("hand", "choice", (BLANK, *hands), required=True)
    if "count" in one.facts or str(one.accident) in ("stuck", "carta-called"):
        yield Field("count", "number", (), 1 if "count" in one.facts else 0, 6, required="count" in one.facts)
    if one.people:
        yield Field(
            "person",
            "choice",
            (("", "—"), *((str(who), seat_links.short_name(str(who), view.name, lang)) for who in one.people)),
        )


def _card_name(position: int, place: str | None, lang: str) -> str:
    where = label("hand", place, lang) if place else label("hand", "shoe", lang)
    return f"n.º {position + 1} · {where}"


def correction_forms(view: Any, lang: str, table: str, person: PersonId, version: int) -> tuple[Action, ...]:
    """Return the forms by which officials put a record or a payment right, and note what a player claims."""
    coup = max(1, view.coup if isinstance(view.coup, int) else view.coup.number)
    seconds = [str(who) for who in view.staff.values() if who != person and not who.startswith(BOT_PREFIX)]
    seated = [str(seat.person) for seat in view.seats if seat.person is not None]
    people = [*seated, *(str(one.person) for one in view.standing)]
    if not seconds:
        return ()
    number = Count(1, coup)
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
    found = action_buttons.actions(offers, table, person, version, lang)
    return tuple(msgspec.structs.replace(one, key="") for one in found)  # rare: no letter of their own
