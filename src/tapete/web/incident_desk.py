"""The inspector's desk: what may be reported and what it would come to, open incidents, corrections.

A report is shown with the remedy that the rules propose, and its clauses, before anybody confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from tapete.games.baccarat.effects import Effect, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.kernel import Act, PersonId, Refused
from tapete.table.state import TableView
from tapete.web.ports import Table
from tapete.web.remedies import CardOnFelt, RemedyContext, StakeOnFelt, fault_text, has_duplicates, sentences
from tapete.web.shown_remedies import remedy_mark
from tapete.words import label, refusal


class AlternativeModel(msgspec.Struct, frozen=True):
    """Another remedy that a clause allows: in sentences, its clauses, and the effects as a form carries them.

    ``may``: the viewer may take it.
    """

    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    given: str
    may: bool = False


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
    mark: str = ""
    """Mark of the remedy as it is shown: a ruling is given on this one alone."""


class CoupOnFelt(Protocol):
    """The coup in progress, as a viewer sees it."""

    @property
    def cards(self) -> tuple[CardOnFelt, ...]:
        """Return the cards out of the shoe."""

    @property
    def stakes(self) -> tuple[StakeOnFelt, ...]:
        """Return the live stakes."""


class IncidentView(TableView, Protocol):
    """A table whose officials report and rule with the coup before them."""

    @property
    def coup(self) -> CoupOnFelt:
        """Return the coup in progress."""

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """Return the open incidents."""


class RulingOfficial(NamedTuple):
    """Somebody before an open incident, of whom the rules are asked what he may do about it."""

    table: Table
    person: PersonId
    view: TableView

    def refused(self, serial: int, effects: tuple[Effect, ...] | None) -> Refused | None:
        """Return why this person may not close the incident so; ``None`` where he may."""
        found: Refused | None = self.table.would_refuse(
            Act(self.person, GiveRuling(serial, effects, "?"), self.view.step)
        )
        return found


NOBODY: Final = "not-your-post"
"""The refusal of an official whose post does not decide this; any other is why the ruling has to wait."""


def incident_model(
    incident: Incident, on: RemedyContext, lang: str, bench: RulingOfficial | None = None
) -> IncidentModel:
    """Return an incident in words, with what the viewer may do about it; without one, before it is opened."""
    cites = (*(cite for one in incident.faults for cite in one.clauses), *incident.clauses)
    clauses = dict.fromkeys(map(str, cites))
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


def _ruling_powers(bench: RulingOfficial, incident: Incident, lang: str) -> dict[str, Any]:
    """Return what a person may do about an open incident, as the rules answer."""
    serial = incident.serial
    no = bench.refused(serial, None)
    own: tuple[tuple[Effect, ...], ...] = ((VoidCoup(),), (NoteOnly(str(incident.kind)),))
    return {
        "mark": remedy_mark(bench.view.step, incident),
        "pronounce": no is None and bool(incident.proposed or not incident.open_to_judgement),
        "own": any(bench.refused(serial, effects) is None for effects in own),
        "waits": "" if no is None or no.code == NOBODY else refusal(no.code, no.facts, lang),
    }


def remedy_context(view: IncidentView, names: Mapping[str, str]) -> RemedyContext:
    """Return what the sentences of a remedy may name: what stands on the viewer's page."""
    return RemedyContext(names, view.coup.cards, view.coup.stakes)


def incident_models(
    view: IncidentView, names: Mapping[str, str], lang: str, table: Table, person: PersonId | None
) -> tuple[IncidentModel, ...]:
    """Return the open incidents in words, with what a person may do about them."""
    official = person is not None and view.me is not None and view.me.roles
    bench = RulingOfficial(table, person, view) if person is not None and official else None
    return tuple(incident_model(one, remedy_context(view, names), lang, bench) for one in view.incidents)
