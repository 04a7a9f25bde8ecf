"""Incidents: what happened and should not have, and how an official closes it.

Where conduct is observed, a fault does not undo what happened: it opens an incident, which lies over whatever window
is open and suspends the coup. It may hold several faults. It is reported by somebody with authority and closed by a
ruling: a tuple of effects, the proposed ones or others with a reason. This room is the same for every baccarat game;
which role reports and which decides is a value of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec

from tapete.clauses import Cite, Fault, Sourced, cite, fault, trace, with_clauses
from tapete.games.baccarat.conflicts import is_conflict, is_tightening, touches
from tapete.games.baccarat.effects import Effect, NoteOnly
from tapete.kernel import Event, PersonId
from tapete.table.incidents import Ruling
from tapete.table.staff import Posts, Role, Staff, require_post


class Authority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who reports an irregularity, who pronounces what the rules themselves make of it, who decides where they leave
    it open.
    """

    report: Sourced[Posts]
    pronounce: Sourced[Posts]
    decide: Sourced[tuple[Role, ...]]


class Remedy(msgspec.Struct, frozen=True):
    """Another lawful way to close a case, with its clauses: the official who decides may take it instead.

    ``by``: the only post that may take it, where a clause names one.
    """

    effects: tuple[Effect, ...]
    clauses: tuple[Cite, ...] = ()
    by: Role | msgspec.UnsetType = msgspec.UNSET


class Proposal(msgspec.Struct, frozen=True):
    """What the rules make of one fault: its effects and their clauses.

    ``open_to_judgement`` says that the text leaves the case to an official, or says nothing about it. ``alternatives``
    are what he may decide instead, where the rules name it.
    """

    effects: tuple[Effect, ...]
    clauses: tuple[Cite, ...] = ()
    open_to_judgement: bool = False
    alternatives: tuple[Remedy, ...] = ()


class Incident(msgspec.Struct, frozen=True):
    """An open incident. ``conflicts`` are the objects on which two faults ask for different things.

    ``clauses`` are those of the faults and of what is proposed, by which it is closed.
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


class Docket(msgspec.Struct, frozen=True):
    """The incidents of a table: the open ones, and how many there ever were."""

    open: tuple[Incident, ...] = ()
    count: int = 0

    def incident(self, serial: int) -> Incident | None:
        """Return an open incident."""
        return next((one for one in self.open if one.serial == serial), None)


class GiveRuling(Ruling, frozen=True, tag="give-ruling"):
    """An official closes an incident: with the proposed effects, or with ``effects`` of his own and the reason why."""

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


def propose(remedy: Callable[[], tuple[Effect, ...]]) -> Proposal:
    """Return what a clause makes of a fault, signed with the clauses that said so."""
    with trace() as trail:
        effects = remedy()
    trail.hand_on()
    return Proposal(effects, trail.rests_on)


def joint_proposal(*proposals: Proposal) -> Proposal:
    """Return several proposals for one fault as one; the later effect prevails."""
    return Proposal(
        tuple(effect for one in proposals for effect in one.effects),
        _clauses((), proposals),
        any(one.open_to_judgement for one in proposals),
        tuple(remedy for one in proposals for remedy in one.alternatives),
    )


def open_proposal(authority: Authority) -> Proposal:
    """Return what follows where the rules say nothing: an official finds the remedy, by the clauses that let him."""
    authority.decide.use()
    return Proposal((), judgement_clauses(authority), open_to_judgement=True)


def judgement_clauses(authority: Authority) -> tuple[Cite, ...]:
    """Return the clauses by which an official decides what the rules leave open."""
    return tuple(cite(clause) for clause in authority.decide.clauses)


def _clauses(found: Iterable[Fault], proposals: Iterable[Proposal]) -> tuple[Cite, ...]:
    signed = (*(one.clauses for one in found), *(one.clauses for one in proposals))
    return tuple(dict.fromkeys(clause for clauses in signed for clause in clauses))


def weigh(proposals: Sequence[Proposal]) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Join the proposals of several faults: all their effects in order, and the objects on which two of them disagree.

    Within one proposal the later effect prevails and there is no conflict. What was asked for is not asked again.
    """
    effects: dict[Effect, None] = {}
    conflicts: dict[str, None] = {}
    for number, proposal in enumerate(proposals):
        for effect in proposal.effects:
            if effect in effects:
                continue
            earlier = (one for before in proposals[:number] for one in before.effects)
            if any(is_conflict(effect, one) and not is_tightening(effect, one) for one in earlier):
                conflicts[touches(effect)] = None
            effects[effect] = None
    return tuple(effects), tuple(conflicts)


def incident(
    docket: Docket, kind: str, by: PersonId, found: Iterable[Fault], proposals: Sequence[Proposal], note: str = ""
) -> Incident:
    """Return the next incident of a docket, with what the rules propose. Nothing proposed is a case for judgement."""
    effects, conflicts = weigh(proposals)
    found = tuple(found)
    return Incident(
        serial=docket.count + 1,
        kind=kind,
        reported_by=by,
        faults=found,
        proposed_effects=effects,
        conflicts=conflicts,
        open_to_judgement=not proposals or bool(conflicts) or any(one.open_to_judgement for one in proposals),
        note=note,
        alternatives=whole_remedies(proposals),
        clauses=_clauses(found, proposals),
    )


def extend_incident(earlier: Incident, found: Iterable[Fault], proposals: Sequence[Proposal], covers: bool) -> Incident:
    """Return an open incident with more faults.

    ``covers``: what the rules make of the new faults is meant for the earlier ones too; otherwise both must be weighed.
    """
    kept = Proposal(earlier.proposed_effects, earlier.clauses, earlier.open_to_judgement, earlier.alternatives)
    before = () if covers else (kept,)
    effects, conflicts = weigh((*before, *proposals))
    found = tuple(found)
    named = tuple(msgspec.structs.replace(one, clauses=_clauses(found, (one,))) for one in proposals)
    return msgspec.structs.replace(
        earlier,
        faults=(*earlier.faults, *found),
        proposed_effects=effects,
        conflicts=tuple(dict.fromkeys((*(() if covers else earlier.conflicts), *conflicts))),
        open_to_judgement=not proposals
        or bool(conflicts)
        or any(one.open_to_judgement for one in (*before, *proposals)),
        alternatives=whole_remedies((*before, *named)),
        clauses=tuple(dict.fromkeys((*earlier.clauses, *_clauses(found, proposals)))),
    )


def every_effect(incident: Incident) -> tuple[Effect, ...]:
    """Return the effects of all remedies of an incident: those that are proposed, then what may be taken instead."""
    return (*incident.proposed_effects, *(effect for one in incident.alternatives for effect in one.effects))


def whole_remedies(proposals: Sequence[Proposal]) -> tuple[Remedy, ...]:
    """Return what may be decided instead of all that several proposals ask for together.

    An alternative of one goes with what is asked for beside it, or with an alternative to that: a clause that lets an
    official relax one accident takes nothing from the other, and one that is given for both relaxes both. Where two
    proposals differ, either may prevail.
    """
    asked, others = Remedy(()), tuple[Remedy, ...]()
    for one in proposals:
        further = Remedy(one.effects, one.clauses)
        alone = (other for other in others if other in widest((*others, *one.alternatives)))
        found = [
            *(joined for other in alone for joined in _beside(other, (further, *one.alternatives))),
            *(joined for other in one.alternatives for joined in _beside(other, (asked, *others), is_later=True)),
        ]
        if is_contrary(asked, further):
            found += [_joined(asked, further, prevails=asked), _joined(asked, further, prevails=further)]
        asked = _joined(asked, further)
        others = tuple(remedy for remedy in found if set(remedy.effects) != set(asked.effects))
    return widest(others)


def is_contrary(earlier: Remedy, later: Remedy) -> bool:
    """Return True if two remedies ask for different things on one object."""
    pairs = ((one, other) for one in later.effects for other in earlier.effects)
    return any(is_conflict(one, other) and not is_tightening(one, other) for one, other in pairs)


def _beside(one: Remedy, choices: Iterable[Remedy], *, is_later: bool = False) -> tuple[Remedy, ...]:
    """Return an alternative with each of the choices that it can stand beside; where there is none, with what it leaves
    of the first of them.
    """
    pairs = tuple((other, one) if is_later else (one, other) for other in choices)
    fit = tuple(_joined(*pair) for pair in pairs if not is_contrary(*pair) and _is_of_one_post(*pair))
    return fit or (_joined(*pairs[0], prevails=one),)


def _is_of_one_post(one: Remedy, other: Remedy) -> bool:
    return msgspec.UNSET in (one.by, other.by) or one.by == other.by


def _joined(earlier: Remedy, later: Remedy, prevails: Remedy | None = None) -> Remedy:
    """Return two remedies as one; where one ``prevails``, without what the other asks for against it."""
    parts = tuple(
        tuple(
            effect
            for effect in part.effects
            if prevails in (None, part) or not any(is_conflict(effect, one) for one in prevails.effects)
        )
        for part in (earlier, later)
    )
    clauses = (
        clause for effects, part in zip(parts, (earlier, later), strict=True) if effects for clause in part.clauses
    )
    effects = dict.fromkeys(effect for part in parts for effect in part)
    by = later.by if earlier.by is msgspec.UNSET else earlier.by
    return Remedy(tuple(effects), tuple(dict.fromkeys(clauses)), by)


def widest(remedies: Iterable[Remedy]) -> tuple[Remedy, ...]:
    """Return remedies without those that another of the same clauses does all of, and more; each of them once, by the
    fewest clauses.
    """
    found = tuple(dict.fromkeys(remedies))
    return tuple(
        one
        for number, one in enumerate(found)
        if not any(
            (other.clauses == one.clauses and set(one.effects) < set(other.effects))
            or (_is_alike(one, other) and (len(other.clauses), place) < (len(one.clauses), number))
            for place, other in enumerate(found)
        )
    )


def _is_alike(one: Remedy, other: Remedy) -> bool:
    """Return True if two remedies do the same, and one of them needs no clause that the other has not."""
    return (set(one.effects), one.by) == (set(other.effects), other.by) and set(other.clauses) <= set(one.clauses)


def add_incident(docket: Docket, what: Incident) -> Docket:
    """Enter an incident."""
    return Docket((*docket.open, what), what.serial)


def replace_incident(docket: Docket, what: Incident) -> Docket:
    """Put an incident in the place of the open one with its serial."""
    return Docket(tuple(what if one.serial == what.serial else one for one in docket.open), docket.count)


def remove_incident(docket: Docket, serial: int) -> Docket:
    """Strike an incident off the open ones."""
    return Docket(tuple(one for one in docket.open if one.serial != serial), docket.count)


def require_no_incident(docket: Docket) -> Fault | None:
    """Return a Fault while an incident is open."""
    return fault("coup-suspended", incidents=[one.serial for one in docket.open]) if docket.open else None


def require_report_authority(authority: Authority, staff: Staff, by: PersonId) -> Fault | None:
    """Return a Fault if the person has no authority to report."""
    return require_post(staff, by, *authority.report.use())


def require_ruling_authority(
    authority: Authority, staff: Staff, by: PersonId, open_incident: Incident, act: GiveRuling
) -> Fault | None:
    """Return a Fault if the person may not give this ruling, or gives another remedy than the proposed one without a
    reason.

    What the rules themselves say may be pronounced by a lower official; a conflict, an unforeseen case or a different
    remedy, also one that the rules list beside the proposed one, is for the one who decides: the clauses that say who
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
    """Return the ruling that closes an incident. A ruling of no effect at all is a note.

    It rests on the clauses of the faults, and of the remedy that was taken: the proposed one, or another of the rules'.
    """
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
