"""What an official confirms: a report is shown with the remedy that the rules propose before anybody makes it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from tapete.clauses import Fault
from tapete.kernel import Act, Refused
from tapete.table.state import IncidentReport, Ruling, ShowsIncidents, TableView
from tapete.web.ports import Table

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
