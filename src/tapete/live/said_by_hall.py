"""What a hall itself says in an act of its house: what the calendar has, what a table owes. Nobody else's word counts.

It is filled in before the act is decided and stands in the record. A repeated act is told again with what was said the
first time: whatever has changed since, it is the same request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.house.acts import OpenDay, SignSlip, WriteSlip
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.terms import SlipKind
from tapete.kernel import Act, ActBody
from tapete.live.services import HallServices
from tapete.money import Cents
from tapete.record.codec import read_act
from tapete.record.entry import Entry


def _has_balances(what: OpenDay, state: State, services: HallServices) -> bool:
    return True


def _is_whole(what: WriteSlip, state: State, services: HallServices) -> bool:
    """Whoever counts the cash desk counts all that lies there; a record of before knows of no such count."""
    return what.kind is SlipKind.COUNT


def _today(what: OpenDay, state: State, services: HallServices) -> str | None:
    return None if services.calendar is None else services.calendar()


def _debt(what: WriteSlip | SignSlip, state: State, services: HallServices) -> Cents | None:
    if isinstance(what, WriteSlip):
        return services.house.debt_at(what.table)
    return services.house.debt_at(state.slips[what.serial].table) if what.serial in state.slips else None


SAID: Final[Mapping[type[ActBody], Mapping[str, Callable[[Any, State, HallServices], Any]]]] = {
    OpenDay: {"has_balances": _has_balances, "today": _today},
    WriteSlip: {"debt": _debt, "is_whole": _is_whole},
    SignSlip: {"debt": _debt},
}
"""The fields of acts that are the hall's alone, and what it says in each."""


def with_hall_said(act: Act[Any], state: State, services: HallServices) -> Act[Any]:
    said = {name: say(act.body, state, services) for name, say in SAID.get(type(act.body), {}).items()}
    return replace(act, body=replace(act.body, **said)) if said else act


def as_first_said(act: Act[Any], first: Entry) -> Act[Any]:
    """Return an act with what the hall said in its first entry; as it is where that was another kind of act."""
    body, fields = read_act(ESTABLISHMENT, first.act).body, SAID.get(type(act.body), {})
    if not fields or type(body) is not type(act.body):
        return act
    return replace(act, body=replace(act.body, **{name: getattr(body, name) for name in fields}))
