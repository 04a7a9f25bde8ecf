"""Remedies of faults: what the rules propose for each, and how several proposals are joined into one.

Every fault has its own proposal. Where several meet in one incident their effects follow one another, what two of them
ask for differently on one object is a conflict, and what may be decided instead is joined as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from tapete.clauses import Cite, Fault, trace
from tapete.games.baccarat.conflicts import is_conflict, joined_effects, touches
from tapete.games.baccarat.effects import Effect
from tapete.table.staff import Role


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
        clauses_of((), proposals),
        any(one.open_to_judgement for one in proposals),
        tuple(remedy for one in proposals for remedy in one.alternatives),
    )


def clauses_of(found: Iterable[Fault], proposals: Iterable[Proposal]) -> tuple[Cite, ...]:
    signed = (*(one.clauses for one in found), *(one.clauses for one in proposals))
    return tuple(dict.fromkeys(clause for clauses in signed for clause in clauses))


def weigh(proposals: Sequence[Proposal]) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Join the proposals of several faults: all their effects, and the objects on which two of them disagree.

    Within one proposal the later effect prevails and there is no conflict. What was asked for is not asked again.
    """
    conflicts: dict[str, None] = {}
    for number, proposal in enumerate(proposals):
        earlier = {one for before in proposals[:number] for one in before.effects}
        for effect in proposal.effects:
            if effect not in earlier and any(is_conflict(effect, one) for one in earlier):
                conflicts[touches(effect)] = None
    return joined_effects(*(one.effects for one in proposals)), tuple(conflicts)


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
    return any(is_conflict(one, other) for one, other in pairs)


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
    by = later.by if earlier.by is msgspec.UNSET else earlier.by
    return Remedy(joined_effects(*parts), tuple(dict.fromkeys(clauses)), by)


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
