"""Incidents: what happened and should not have, and how an official closes it.

Where conduct is observed, a fault does not undo what happened: it opens an incident, which lies over whatever window
is open and suspends the coup. It may hold several faults. It is reported by somebody with authority and closed by a
ruling: a tuple of effects, the proposed ones or others with a reason. This module is the same for every baccarat game;
which role reports and which decides is a value of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated

import msgspec

from tapete.clauses import Cite, Fault, Sourced, cite, fault, with_clauses
from tapete.games.baccarat.conflicts import Proposal, Remedy, clauses_of, weigh, whole_remedies
from tapete.games.baccarat.effects import Effect, NoteOnly
from tapete.kernel import Event, PersonId
from tapete.table.staff import Posts, Role, Staff, require_post
from tapete.table.state import Ruling


class Authority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who reports an irregularity, who pronounces what the rules make of it, who decides what they leave open."""

    report: Sourced[Posts]
    pronounce: Sourced[Posts]
    decide: Sourced[tuple[Role, ...]]


class Incident(msgspec.Struct, frozen=True):
    """An open incident. ``conflicts`` are the objects on which two faults ask for different things.

    ``clauses`` are those of the faults and of what is proposed, by which it is closed. ``proposals`` are what is
    proposed for each of several faults.
    """

    serial: int
    kind: str
    reported_by: PersonId
    faults: tuple[Fault, ...] = ()
    proposed_effects: tuple[Effect, ...] = msgspec.field(name="proposed", default=())
    conflicts: tuple[str, ...] = ()
    open_to_judgement: bool = False
    note: str = ""
    alternatives: tuple[Remedy, ...] = ()
    clauses: tuple[Cite, ...] = ()
    proposals: tuple[Proposal, ...] = ()


NOTHING_MORE = Proposal(())
"""What is proposed for a fault for which the proposal for another one is meant too."""


class Docket(msgspec.Struct, frozen=True):
    """The incidents of a table: the open ones, and how many there ever were."""

    open: tuple[Incident, ...] = ()
    count: int = 0

    def incident(self, serial: int) -> Incident | None:
        return next((one for one in self.open if one.serial == serial), None)


class GiveRuling(Ruling, frozen=True, tag="give-ruling"):
    """An official closes an incident: with the proposed effects, or with their own ``effects`` and the reason why."""

    effects: Annotated[tuple[Effect, ...], msgspec.Meta(max_length=16)] | None = None
    reason: Annotated[str, msgspec.Meta(max_length=400)] = ""


class IncidentOpened(Event, frozen=True, tag="incident-opened@1"):
    """The coup is suspended until somebody with authority has ruled."""

    incident: Incident


class IncidentWidened(Event, frozen=True, tag="incident-widened@1"):
    """An open incident holds more faults than before."""

    incident: Incident


class IncidentRuled(Event, frozen=True, tag="incident-ruled@1"):
    """An incident is closed. ``proposed`` says that the effects are those the rules themselves name."""

    serial: int
    kind: str
    effects: tuple[Effect, ...]
    by: PersonId
    reason: str = ""
    is_as_proposed: bool = msgspec.field(name="proposed", default=True)
    clauses: tuple[Cite, ...] = ()


class IncidentWithdrawn(Event, frozen=True, tag="incident-withdrawn@1"):
    """What an open incident rested on was not so: a card of it had been keyed wrongly. Nothing of it is ruled.

    ``codes`` are those of the faults that only the wrong card showed; what else it held is opened again.
    """

    serial: int
    kind: str
    codes: tuple[str, ...]


def open_proposal(authority: Authority) -> Proposal:
    """Return what follows where the rules say nothing: an official finds the remedy, by the clauses that let them."""
    authority.decide.use()
    return Proposal((), judgement_clauses(authority), open_to_judgement=True)


def judgement_clauses(authority: Authority) -> tuple[Cite, ...]:
    return tuple(cite(clause) for clause in authority.decide.clauses)


def incident(
    docket: Docket, kind: str, by: PersonId, found: Iterable[Fault], proposals: Sequence[Proposal], note: str = ""
) -> Incident:
    """Return the next incident of a docket, with what the rules propose. Nothing proposed is a case for judgement."""
    opened = Incident(serial=docket.count + 1, kind=kind, reported_by=by, note=note)
    return _weighed(opened, tuple(found), proposals)


def extend_incident(
    earlier: Incident,
    found: Iterable[Fault],
    proposals: Sequence[Proposal],
    revised: Mapping[int, Proposal | None] | None = None,
) -> Incident:
    """Return an open incident with more faults; ``revised``: what is made of its earlier ones now, by their number."""
    kept = [(revised or {}).get(number) or one for number, one in enumerate(proposals_of(earlier))]
    count = len(earlier.faults)
    return _weighed(earlier, (*earlier.faults, *found), (*kept[:count], *proposals, *kept[count:]))


def proposals_of(one: Incident) -> tuple[Proposal, ...]:
    """Return what is proposed for each fault of an incident, in their order, and then what is for none alone."""
    whole = Proposal(one.proposed_effects, one.clauses, one.open_to_judgement, one.alternatives)
    return one.proposals or (whole, *(NOTHING_MORE for _ in one.faults[1:]))


def fault_numbers(docket: Docket, fits: Callable[[Fault], bool]) -> tuple[int, ...]:
    """Return the numbers of those faults of the open incident that ``fits`` says."""
    return tuple(number for one in docket.open[:1] for number, found in enumerate(one.faults) if fits(found))


def _weighed(one: Incident, faults: tuple[Fault, ...], proposals: Sequence[Proposal]) -> Incident:
    """Return an incident with what is made of all its faults together, whichever of them was reported first."""
    made = tuple(
        msgspec.structs.replace(each, clauses=clauses_of(faults[number : number + 1], (each,)))
        for number, each in enumerate(proposals)
    )
    effects, conflicts = weigh(made)
    return msgspec.structs.replace(
        one,
        faults=faults,
        proposed_effects=effects,
        conflicts=conflicts,
        open_to_judgement=not made or bool(conflicts) or any(each.open_to_judgement for each in made),
        alternatives=whole_remedies(sorted(made, key=lambda each: (repr(each.clauses), repr(each)))),
        clauses=clauses_of(faults, made),
        proposals=made if len(made) > 1 else (),
    )


def every_effect(incident: Incident) -> tuple[Effect, ...]:
    return (*incident.proposed_effects, *(effect for one in incident.alternatives for effect in one.effects))


def add_incident(docket: Docket, what: Incident) -> Docket:
    return Docket((*docket.open, what), what.serial)


def replace_incident(docket: Docket, what: Incident) -> Docket:
    return Docket(tuple(what if one.serial == what.serial else one for one in docket.open), docket.count)


def remove_incident(docket: Docket, serial: int) -> Docket:
    return Docket(tuple(one for one in docket.open if one.serial != serial), docket.count)


def require_no_incident(docket: Docket) -> Fault | None:
    return fault("coup-suspended", incidents=[one.serial for one in docket.open]) if docket.open else None


def require_report_authority(authority: Authority, staff: Staff, by: PersonId) -> Fault | None:
    return require_post(staff, by, *authority.report.use())


def require_ruling_authority(
    authority: Authority, staff: Staff, by: PersonId, open_incident: Incident, act: GiveRuling
) -> Fault | None:
    """Return a Fault if the person may not give this ruling, or gives another remedy than the proposed one without a
    reason.

    What the rules themselves say may be pronounced by a lower official; a conflict, an unforeseen case or a different
    remedy, also one that the rules list besides the proposed one, is for the one who decides: the clauses that say who
    that is decide there.
    """
    own = act.effects is not None and act.effects != open_incident.proposed_effects
    if own or open_incident.open_to_judgement:
        unfit = require_post(staff, by, *authority.decide.use())
        if unfit is not None:
            return with_clauses(unfit, *authority.decide.clauses)
        if not act.reason:
            return fault("reason-missing", serial=act.serial)
        return None
    return require_post(staff, by, *authority.pronounce.use())


def ruling_event(open_incident: Incident, act: GiveRuling, by: PersonId) -> IncidentRuled:
    """Return the ruling that closes an incident, by the clauses of faults and remedy; without effects a note."""
    effects = open_incident.proposed_effects if act.effects is None else act.effects
    as_proposed = effects == open_incident.proposed_effects
    other = next((one.clauses for one in open_incident.alternatives if one.effects == effects), ())
    remedy = open_incident.clauses if as_proposed else other
    return IncidentRuled(
        serial=open_incident.serial,
        kind=open_incident.kind,
        effects=effects or (NoteOnly(open_incident.kind),),
        by=by,
        reason=act.reason,
        is_as_proposed=as_proposed,
        clauses=tuple(dict.fromkeys((*(clause for one in open_incident.faults for clause in one.clauses), *remedy))),
    )
