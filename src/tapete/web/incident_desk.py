"""The inspector's desk: what may be reported and what it would come to, open incidents, corrections.

A report is shown with the remedy that the rules propose, and its clauses, before anybody confirms it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

import msgspec

from tapete.clauses import Fault
from tapete.kernel import Act, PersonId, Refused
from tapete.table.state import Incident, Ruling, ShowsIncidents, TableView
from tapete.web.ports import Table
from tapete.web.shown_remedies import remedy_mark
from tapete.words import codes, label, refusal


class AlternativeModel(msgspec.Struct, frozen=True):
    """Another remedy that a clause allows: in sentences, its clauses, and the effects as a form carries them.

    ``may_take``: the viewer may take it; ``by``: the post that alone may, where a clause names one.
    """

    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    effects_field: str
    may_take: bool = False
    by: str = ""


class IncidentModel(msgspec.Struct, frozen=True):
    """An open incident: what, told by whom, the proposed effects and other remedies that a clause allows, in words.

    ``is_agreed``: two clauses ask for the same. ``is_open_to_judgement``: the rules leave it to an official, so a
    reason is asked for. What the viewer may do about it: ``may_pronounce`` what is proposed, ``may_find_own``
    remedy; ``obstacle`` is why nobody can pronounce it yet.
    """

    serial: int
    name: str
    note: str
    faults: tuple[str, ...]
    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    conflicts: tuple[str, ...] = ()
    is_agreed: bool = False
    is_open_to_judgement: bool = False
    alternatives: tuple[AlternativeModel, ...] = ()
    may_pronounce: bool = False
    may_find_own: bool = False
    obstacle: str = ""
    hint: str = ""
    """What is to be heard or done before a ruling is given."""
    mark: str = ""
    """Mark of the remedy as it is shown: a ruling is given on this one alone."""


class RemedyWording(Protocol):
    """What the rulings of one game are made of, and how they read to whoever looks at one page."""

    def sentences(self, remedy: tuple[msgspec.Struct, ...], lang: str) -> tuple[str, ...]:
        """Return sentences on what the effects of a remedy do, in their order."""

    def has_duplicates(self, remedy: tuple[msgspec.Struct, ...]) -> bool:
        """Return True if two clauses ask for the same among the effects of a remedy."""

    def fault_text(self, fault: Fault, lang: str) -> str:
        """Return the text of a fault."""

    def own_remedies(self, incident: Incident) -> tuple[tuple[msgspec.Struct, ...], ...]:
        """Return remedies that no clause proposes; who may give one of them may find a remedy of his own."""

    def ruling(self, serial: int, effects: tuple[msgspec.Struct, ...] | None, reason: str) -> Ruling:
        """Return the act that closes an incident: as proposed, or with ``effects`` and the reason for them."""


class IncidentView(TableView, ShowsIncidents, Protocol):
    """A table whose officials report and rule."""


class RulingOfficial(NamedTuple):
    """Somebody before an open incident, of whom the rules are asked what he may do about it."""

    table: Table
    person: PersonId
    view: TableView
    wording: RemedyWording

    def refusal_of(self, serial: int, effects: tuple[msgspec.Struct, ...] | None) -> Refused | None:
        """Return why this person may not close the incident so; ``None`` where he may."""
        return self.table.would_refuse(Act(self.person, self.wording.ruling(serial, effects, "?"), self.view.step))


NOBODY: Final = "not-your-post"
"""The refusal of an official whose post does not decide this; any other is why the ruling has to wait."""


def incident_model(
    incident: Incident, wording: RemedyWording, lang: str, bench: RulingOfficial | None = None
) -> IncidentModel:
    """Return an incident in words, with what the viewer may do about it; without one, before it is opened."""
    cites = (*(cite for one in incident.faults for cite in one.clauses), *incident.clauses)
    clauses = dict.fromkeys(map(str, cites))
    name = label("irregularity", incident.kind, lang)
    told = (one for one in incident.faults if one.code != incident.kind or one.code in codes("found"))
    return IncidentModel(
        incident.serial,
        name,
        incident.note,
        tuple(text for one in told if (text := wording.fault_text(one, lang)) != name),
        wording.sentences(incident.proposed_effects, lang),
        tuple(clauses),
        tuple(incident.conflicts),
        wording.has_duplicates(incident.proposed_effects),
        incident.open_to_judgement,
        tuple(
            AlternativeModel(
                wording.sentences(one.effects, lang),
                tuple(str(cite) for cite in one.clauses),
                msgspec.json.encode(one.effects).decode(),
                bench is not None and bench.refusal_of(incident.serial, one.effects) is None,
                label("role", one.by, lang) if one.by else "",
            )
            for one in dict.fromkeys(incident.alternatives)
        ),
        **({} if bench is None else _ruling_powers(bench, incident, lang)),
    )


def _ruling_powers(bench: RulingOfficial, incident: Incident, lang: str) -> dict[str, Any]:
    """Return what a person may do about an open incident, as the rules answer."""
    serial = incident.serial
    no = bench.refusal_of(serial, None)
    return {
        "mark": remedy_mark(bench.view, incident),
        "may_pronounce": no is None and bool(incident.proposed_effects or not incident.open_to_judgement),
        "may_find_own": any(
            bench.refusal_of(serial, effects) is None for effects in bench.wording.own_remedies(incident)
        ),
        "obstacle": "" if no is None or no.code == NOBODY else refusal(no.code, no.facts, lang),
    }


def incident_models(
    view: IncidentView, wording: RemedyWording, lang: str, table: Table, person: PersonId | None
) -> tuple[IncidentModel, ...]:
    """Return the open incidents in words, with what a person may do about them."""
    official = person is not None and view.me is not None and view.me.roles
    bench = RulingOfficial(table, person, view, wording) if person is not None and official else None
    return tuple(incident_model(one, wording, lang, bench) for one in view.incidents)
