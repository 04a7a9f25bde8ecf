"""Effects that cannot stand together: what each one is about, and which of them differ about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, product

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Cite, Fault, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.marks import Cards, Duty, HandMarks, Marks, apply_effects
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.table.state import Incident

WHOLE_OUTCOME = "outcome"
"""Object of an effect that decides the coup for everybody; it excludes every other word on the outcome."""


def touches(effect: fx.Effect) -> str:
    """Return the object that an effect speaks about, ``kind:name``. See :func:`is_conflict`."""
    match effect:
        case fx.VoidCoup(hand="") | fx.LoseCoup(hand="banca"):
            return WHOLE_OUTCOME
        case fx.VoidCoup(hand=hand) | fx.LoseCoup(hand=hand):
            return f"{WHOLE_OUTCOME}:{hand}"
        case fx.ReturnStake(person=person):
            return f"stake:{person}"
        case fx.OfferWithdrawal():
            return "stakes"
        case fx.SettleLast(person=person):
            return f"order:{person}"
        case fx.Discard(position=position) | fx.AssignCard(position=position) | fx.SetAside(position=position):
            return f"card:{position}"
        case fx.KeepOne(hand=hand):
            return f"third:{hand}"
        case fx.Expose(hand=hand, cards=cards, to=to):
            return f"faces:{hand}:{cards}:{to or ''}"
        case fx.DeemTotal(hand=hand) | fx.DeemNatural(hand=hand) | fx.LoseNatural(hand=hand):
            return f"total:{hand}"
        case fx.BindToScheme(hand=hand) | fx.BindToTable(hand=hand) | fx.Unbind(hand=hand):
            return f"binding:{hand}"
        case fx.Oblige(hand=hand, on=on):
            return f"word:{hand}:{on}"
        case fx.GiveCards(hand=hand, coup=coup):
            return f"holder:{hand}:{coup}"
        case fx.BarPerson(person=person, action=action):
            return f"bar:{person}:{action}"
        case fx.OfferChoice(choice=choice):
            return f"choice:{choice}"
        case fx.GoBack():
            return "window"
        case fx.NoteOnly(code=code):
            return f"note:{code}"


def is_conflict(one: fx.Effect, other: fx.Effect) -> bool:
    if one == other or is_agreement(one, other) or is_tightening(one, other) or is_tightening(other, one):
        return False
    return is_of_one_object(one, other)


def differences(some: Collection[fx.Effect], others: Collection[fx.Effect]) -> Iterator[tuple[fx.Effect, fx.Effect]]:
    """Yield what cannot stand together of what two proposals ask for, but for what both of them do."""
    pairs = product(some, others)
    return ((one, other) for one, other in pairs if not (one in others or other in some) and is_conflict(one, other))


def is_of_one_object(one: fx.Effect, other: fx.Effect) -> bool:
    first, second = touches(one), touches(other)
    outcomes = first.startswith(WHOLE_OUTCOME) and second.startswith(WHOLE_OUTCOME)
    return first == second or (outcomes and WHOLE_OUTCOME in (first, second))


def is_agreement(one: fx.Effect, other: fx.Effect) -> bool:
    if not (isinstance(one, fx.BindToTable) and isinstance(other, fx.BindToTable)):
        return False
    return (one.hand, one.optional_as) == (other.hand, other.optional_as)


def is_tightening(tighter: fx.Effect, looser: fx.Effect) -> bool:
    """Return True if an effect only closes the choice that another leaves a hand for the same error."""
    if not isinstance(looser, fx.BindToScheme | fx.BindToTable) or looser.optional_as is not fx.Cell.OPTIONAL:
        return False
    return isinstance(tighter, type(looser)) and tighter == replace(looser, optional_as=tighter.optional_as)


def joined_effects(*parts: Iterable[fx.Effect]) -> tuple[fx.Effect, ...]:
    """Join the effects of several faults: on one object the stronger comes last, whichever was reported first."""
    found: list[fx.Effect] = []
    for part in parts:
        known = tuple(found)
        for effect in part:
            over = (at for at, one in enumerate(found) if one in known and has_to_yield(effect, one))
            if effect not in found:
                found.insert(next(over, len(found)), effect)
    return tuple(found)


def has_to_yield(one: fx.Effect, other: fx.Effect) -> bool:
    """Return True if an effect comes before another: it is weaker on one object, or moves cards that are shown."""
    if isinstance(one, fx.AssignCard | fx.Discard) and isinstance(other, fx.Expose):
        return True
    return not isinstance(one, fx.GoBack) and is_of_one_object(one, other) and strength(one) < strength(other)


def strength(effect: fx.Effect) -> tuple[bool, bool, str]:
    """Return what prevails on one object: that nothing is left of it, an error of the banker's own, a closed choice."""
    ends = isinstance(effect, fx.VoidCoup | fx.Discard | fx.Unbind)
    own = getattr(effect, "fault_of", None) is fx.Party.BANKER
    return ends or own, getattr(effect, "optional_as", fx.Cell.OPTIONAL) is not fx.Cell.OPTIONAL, repr(effect)


def moved_positions(effects: Iterable[object]) -> frozenset[int]:
    return frozenset(one.position for one in effects if isinstance(one, fx.Discard | fx.AssignCard | fx.SetAside))


def remedied_positions(incident: Incident) -> frozenset[int]:
    others = (effect for remedy in incident.alternatives for effect in remedy.effects)
    return moved_positions((*incident.proposed_effects, *others))


# Every fault has its own proposal. Where several meet in one incident their effects follow one another, what two of
# them ask for differently on one object is a conflict, and what may be decided instead is joined as well.


class Remedy(msgspec.Struct, frozen=True):
    """Another lawful way to close a case, with its clauses: the official who decides may take it instead.

    ``by``: the only post that may take it, where a clause names one.
    """

    effects: tuple[fx.Effect, ...]
    clauses: tuple[Cite, ...] = ()
    by: Role | msgspec.UnsetType = msgspec.UNSET


class Proposal(msgspec.Struct, frozen=True):
    """What the rules make of one fault: its effects and their clauses.

    ``open_to_judgement`` says that the text leaves the case to an official, or says nothing about it. ``alternatives``
    are what the official may decide instead, where the rules name it.
    """

    effects: tuple[fx.Effect, ...]
    clauses: tuple[Cite, ...] = ()
    open_to_judgement: bool = False
    alternatives: tuple[Remedy, ...] = ()


def propose(remedy: Callable[[], tuple[fx.Effect, ...]]) -> Proposal:
    with trace() as trail:
        effects = remedy()
    trail.hand_on()
    return Proposal(effects, trail.rests_on)


def weigh_anew(remedy: Callable[[], Proposal | None]) -> Proposal | None:
    """Return what is made of an earlier fault now, signed with the clauses that say so: they are no newer fault's."""
    with trace() as trail:
        made = remedy()
    return made and msgspec.structs.replace(made, clauses=(*trail.rests_on, *made.clauses))


def joint_proposal(*proposals: Proposal) -> Proposal:
    return Proposal(
        tuple(effect for one in proposals for effect in one.effects),
        clauses_of((), proposals),
        any(one.open_to_judgement for one in proposals),
        tuple(remedy for one in proposals for remedy in one.alternatives),
    )


def clauses_of(found: Iterable[Fault], proposals: Iterable[Proposal]) -> tuple[Cite, ...]:
    signed = (*(one.clauses for one in found), *(one.clauses for one in proposals))
    return tuple(dict.fromkeys(clause for clauses in signed for clause in clauses))


def weigh(proposals: Sequence[Proposal]) -> tuple[tuple[fx.Effect, ...], tuple[str, ...]]:
    """Join the proposals of several faults: all their effects, and the objects on which two of them disagree.

    Within one proposal the later effect prevails and there is no conflict: nor is there about what both ask for.
    """
    pairs = combinations((one.effects for one in proposals), 2)
    conflicts = {min(map(touches, pair)) for one, other in pairs for pair in differences(one, other)}
    return joined_effects(*(one.effects for one in proposals)), tuple(sorted(conflicts))


def whole_remedies(proposals: Sequence[Proposal]) -> tuple[Remedy, ...]:
    """Return what may be decided instead of all that several proposals ask for together.

    An alternative of one goes with what is asked for beside it, or with an alternative to that: a clause that lets an
    official relax one accident takes nothing from the other, and one that is given for both relaxes both. Where two
    proposals differ, either may prevail.
    """
    asked, others = Remedy(()), tuple[Remedy, ...]()
    for one in proposals:
        further = Remedy(one.effects, one.clauses)
        wide = widest((*others, *one.alternatives))
        alone = (other for other in others if other in wide)
        found = [
            *(joined for other in alone for joined in _beside(other, (further, *one.alternatives))),
            *(joined for other in one.alternatives for joined in _beside(other, (asked, *others), is_later=True)),
        ]
        if is_contrary(asked, further):
            found += [_joined(asked, further, prevails=asked), _joined(asked, further, prevails=further)]
        asked = _joined(asked, further)
        others = tuple(dict.fromkeys(remedy for remedy in found if set(remedy.effects) != set(asked.effects)))
    return widest(others)


def is_contrary(earlier: Remedy, later: Remedy) -> bool:
    """Return True if two remedies ask for different things on one object."""
    return any(differences(earlier.effects, later.effects))


def _beside(one: Remedy, choices: Iterable[Remedy], *, is_later: bool = False) -> tuple[Remedy, ...]:
    """Return an alternative with each choice that it can stand beside, else with what it leaves of the first."""
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
    """Return remedies, each once, without those that another of the same clauses does all of and more."""
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
    return (set(one.effects), one.by) == (set(other.effects), other.by) and set(other.clauses) <= set(one.clauses)


# Cards stay where they lie, and what they showed has been seen; only the reckoning forgets the ruling.

OF_A_HAND = ("deemed_total", "is_natural_lost", "binding", "is_lost", "void", "keeps_higher")
"""Marks of a hand that one ruling sets and another may set again."""

_set = msgspec.structs.replace


def marks_without(now: Marks, before: Marks, effects: Iterable[fx.Effect], later: Iterable[fx.Effect]) -> Marks:
    """Return the marks without some effects of a ruling given on ``before``; what ``later`` ones speak of stays."""
    theirs = {touches(one) for one in later}
    own = tuple(one for one in effects if touches(one) not in theirs)
    after = apply_effects(own, Cards((), before)).marks
    hands = now.hands
    for hand in after.hands:
        hands = hands.set(hand, _hand_without(now.of(hand), before.of(hand), after.of(hand)))
    offered = {one for one in own if isinstance(one, fx.OfferChoice)}
    return _set(
        now,
        hands=hands,
        void=before.void if after.void == now.void else now.void,
        withdrawal=before.withdrawal if after.withdrawal == now.withdrawal else now.withdrawal,
        choices=tuple(one for one in now.choices if one not in offered),
        settle_last=now.settle_last - (after.settle_last - before.settle_last),
        holders=_holders_without(now.holders, before.holders, after.holders),
        next_holders=_holders_without(now.next_holders, before.next_holders, after.next_holders),
        bars=bars_without(now, own, before).bars,
    )


def bars_without(now: Marks, effects: Iterable[fx.Effect], before: Marks | None = None) -> Marks:
    """Return the marks without the bars among some effects; a bar that one of them replaced holds again."""
    gone = {one for one in effects if isinstance(one, fx.BarPerson)}
    about = {(one.person, one.action) for one in gone if one in now.bars}
    again = () if before is None else tuple(one for one in before.bars if (one.person, one.action) in about)
    return _set(now, bars=(*(one for one in now.bars if one not in gone), *again))


def _hand_without(now: HandMarks, before: HandMarks, after: HandMarks) -> HandMarks:
    changes = {
        name: getattr(before, name) for name in OF_A_HAND if getattr(now, name) == getattr(after, name)
    }  # what the effects left alone is the same before and after
    return _set(now, **changes, duties=_duties_without(now.duties, before.duties, after.duties))


def _duties_without(now: tuple[Duty, ...], before: tuple[Duty, ...], after: tuple[Duty, ...]) -> tuple[Duty, ...]:
    if after[: len(before)] != before:  # every duty was lifted
        return before if now == after else now
    left = list(now)
    for duty in after[len(before) :]:
        if duty in left:
            left.remove(duty)
    return tuple(left)


def _holders_without(
    now: Map[str, PersonId], before: Map[str, PersonId], after: Map[str, PersonId]
) -> Map[str, PersonId]:
    for hand in after:
        was = before.get(hand)
        if now.get(hand) == after[hand] and was != after[hand]:
            now = now.delete(hand) if was is None else now.set(hand, was)
    return now
