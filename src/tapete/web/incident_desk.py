"""The inspector's desk: what may be reported and what it would come to, open incidents, corrections.

A report is shown with the remedy that the rules propose, and its clauses, before anybody confirms it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.kernel import Act, PersonId, Refused
from tapete.table.state import Incident, IncidentReport, Ruling, ShowsIncidents, TableView
from tapete.web.action_buttons import Action, Field
from tapete.web.ports import Table
from tapete.web.stage.build import clauses
from tapete.web.stage.desk import OpenIncident, OtherRemedy
from tapete.words import codes, label, refusal, sentence

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
    """Somebody before an open incident, of whom the rules are asked what they may do about it. ``ruling``: the act by
    which they rule, where they have it.
    """

    table: Table
    person: PersonId
    view: TableView
    wording: RemedyWording
    ruling: Action | None = None

    def refusal_of(self, serial: int, effects: tuple[msgspec.Struct, ...] | None) -> Refused | None:
        """Return why this person may not close the incident so; ``None`` where they may."""
        return self.table.would_refuse(Act(self.person, self.wording.ruling(serial, effects, "?"), self.view.step))

    def act(self, incident: Incident, name: str, variant: str, *fields: Field, **fixed: str) -> Action | None:
        """Return the act that closes an incident as it is shown."""
        told = {"serial": str(incident.serial), "shown": remedy_mark(self.view, incident), **fixed}
        return self.ruling and replace(
            self.ruling, name=name, key="", is_main=True, fixed_fields=told, fields=fields, variant=variant
        )


NOBODY: Final = "not-your-post"
"""The refusal of an official whose post does not decide this; any other is why the ruling has to wait."""


def open_incident(
    incident: Incident, wording: RemedyWording, lang: str, bench: RulingOfficial | None = None
) -> OpenIncident:
    """Return an incident in words, with what the viewer may do about it; without one, before it is opened."""
    cites = (*(cite for one in incident.faults for cite in one.clauses), *incident.clauses)
    name, serial = label("irregularity", incident.kind, lang), incident.serial
    found = (one for one in incident.faults if one.code != incident.kind or one.code in codes("found"))
    effects, is_judged = wording.sentences(incident.proposed_effects, lang), incident.open_to_judgement
    no = None if bench is None else bench.refusal_of(serial, None)
    said = {
        "nothing-due": not effects,
        "conflict": bool(incident.conflicts),
        "agreed": wording.has_duplicates(incident.proposed_effects),
        "judgement": is_judged,
    }
    reason = Field("reason", "text", is_required=True, title=label("field", "reason", lang))
    pronounce = None
    if bench is not None and no is None and (incident.proposed_effects or not is_judged):
        asked = (reason,) if is_judged else ()
        pronounce = bench.act(incident, label("desk", "pronounce", lang), "as-proposed", *asked)

    def other(one: Any, at: int) -> OtherRemedy:
        may = None
        if bench is not None and bench.refusal_of(serial, one.effects) is None:
            given = {"given-effects": msgspec.json.encode(one.effects).decode()}
            may = bench.act(incident, label("remedy", "apply-alternative", lang), f"other-{at}", reason, **given)
        by = sentence("desk", "by-post", lang, post=label("role", one.by, lang)) if one.by else ""
        return OtherRemedy(
            sentences=wording.sentences(one.effects, lang), clauses=clauses(one.clauses, lang), by=by, act=may
        )

    return OpenIncident(
        title=name.capitalize() if bench is None else f"{label('ui', 'incident', lang)} {serial}: {name}",
        note=incident.note,
        findings=tuple(text for one in found if (text := wording.fault_text(one, lang)) != name),
        remedy=effects,
        clauses=clauses(cites, lang),
        remarks=(
            *(label("desk", code, lang) for code, is_so in said.items() if is_so),
            *([] if no is None or no.code == NOBODY else [refusal(no.code, no.facts, lang)]),
        ),
        mark="" if bench is None else remedy_mark(bench.view, incident),
        pronounce=pronounce,
        alternatives=tuple(other(one, at) for at, one in enumerate(dict.fromkeys(incident.alternatives))),
        may_find_own=bench is not None
        and any(bench.refusal_of(serial, one) is None for one in wording.own_remedies(incident)),
    )
