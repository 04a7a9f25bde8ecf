"""The inspector's desk: what may be reported and what it would come to, open incidents, corrections.

A report is shown with the remedy that the rules propose, and its clauses, before anybody confirms it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from tapete.clauses import Fault
from tapete.kernel import Act, PersonId, Refused
from tapete.table.state import Incident, IncidentReport, Ruling, ShowsIncidents, TableView
from tapete.web.ports import Table
from tapete.words import codes, label, refusal

# A confirmation is good for what was shown: it carries the mark of the coup and of the remedy, and no other is done.
#
# The mark is compared when the act is decided, under the table's lock, so that nothing can come between. Where the
# table has gone on and the remedy is the same, the act is dated to the step at which it was confirmed; where the remedy
# is another, nothing is recorded and the official is shown what holds now.

CHANGED: Final = "remedy-changed"
"""The answer to whoever confirms what is no longer so."""


def remedy_mark(view: TableView, incident: object, report: IncidentReport | None = None) -> str:
    """Return the mark of an incident with its remedy, as an official is shown it in a coup, at any step, under any
    number: of all that it tells, and of what of the table it is about.

    ``report``: the act that would open it. All that it tells is confirmed, also what its incident does not show.
    """
    step = view.step
    touched = view.touched_by(incident) if isinstance(view, ShowsIncidents) else None
    shown = {name: value for name, value in msgspec.to_builtins(incident).items() if name != "serial"}
    told = None if report is None else msgspec.to_builtins(report)
    text = msgspec.json.encode((step.series, step.cycle, shown, told, touched), order="sorted")
    return hashlib.sha256(text).hexdigest()[:32]


def confirmation_check(table: Table, act: Act[Any], shown: str) -> Callable[[], Act[Any] | Refused] | None:
    """Return what is asked in the turn in which the act is decided; ``None`` for an act that confirms nothing shown.

    ``shown`` is the mark that the confirmation carries, empty where it carries none.
    """
    match act.body:
        case IncidentReport() as report:
            return lambda: _confirmed(table, act, shown, report_mark(table, act, report))
        case Ruling(serial=serial):
            return lambda: _confirmed(table, act, shown, incident_mark(table, act, serial))
        case _:
            return None


def report_mark(table: Table, act: Act[Any], report: IncidentReport) -> str | None:
    """Return the mark of what a report would come to; ``None`` where it cannot be made, for the rules say why."""
    found = table.preview(act)
    return None if isinstance(found, Fault) else remedy_mark(table.view(act.by), found, report)


def incident_mark(table: Table, act: Act[Any], serial: int) -> str | None:
    """Return the mark of an open incident as its author reads it; ``None`` where it is not open any more."""
    view = table.view(act.by)
    open_ones = view.incidents if isinstance(view, ShowsIncidents) else ()
    found = next((one for one in open_ones if one.serial == serial), None)
    return None if found is None else remedy_mark(view, found)


def _confirmed(table: Table, act: Act[Any], shown: str, now: str | None) -> Act[Any] | Refused:
    """Return the act at the open step if it confirms what holds now; as it came where the rules refuse it."""
    if now is None:
        return act
    return msgspec.structs.replace(act, at=table.view(None).step) if shown == now else Refused(CHANGED)


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
        """Return remedies that no clause proposes; who may give one of them may find a remedy of their own."""

    def ruling(self, serial: int, effects: tuple[msgspec.Struct, ...] | None, reason: str) -> Ruling:
        """Return the act that closes an incident: as proposed, or with ``effects`` and the reason for them."""


class IncidentView(TableView, ShowsIncidents, Protocol):
    """A table whose officials report and rule."""


class RulingOfficial(NamedTuple):
    """Somebody before an open incident, of whom the rules are asked what they may do about it."""

    table: Table
    person: PersonId
    view: TableView
    wording: RemedyWording

    def refusal_of(self, serial: int, effects: tuple[msgspec.Struct, ...] | None) -> Refused | None:
        """Return why this person may not close the incident so; ``None`` where they may."""
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
