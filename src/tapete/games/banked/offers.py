"""What may be offered at every table where a player holds the bank: acts are tried, and those that stand are offered.

An act is offered when the game would not refuse it, so an offer never disagrees with the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tapete.accounts import balance, person
from tapete.cards import Card
from tapete.chance import CardOut
from tapete.clauses import Cite
from tapete.clauses.register import Clause, game_clauses
from tapete.games.baccarat.effects import FLOOR, at
from tapete.games.banked.acts import PickUp
from tapete.games.banked.state import State
from tapete.kernel import (
    Act,
    ActBody,
    Amount,
    CardFace,
    Choice,
    Field,
    FixedValue,
    Note,
    Offer,
    People,
    PersonId,
)
from tapete.table import acts
from tapete.table.phases import tags

Candidates = Iterator[tuple[Any, dict[str, Field]]]
"""Acts to try, each with what its fields may hold; amounts are tried at their first."""

Accepts = Callable[[Any, Act[Any]], bool]


def fixed_fields(**values: Any) -> dict[str, Field]:
    return {name: FixedValue(str(one) if isinstance(one, str) else one) for name, one in values.items()}


def free_seats(state: State[Any]) -> Candidates:
    free = [seat for seat in state.seats.labels if seat not in state.seats.occupants]
    if free:
        yield acts.Sit(free[0]), {"seat": Choice(tuple(free))}


def standing_and_chips(state: State[Any], viewer: PersonId) -> Candidates:
    if not state.seats.is_standing(viewer):
        yield acts.StandBehind(state.seats.labels[0]), {"seat": Choice(state.seats.labels)}
    yield acts.BuyIn(1), {"amount": Amount(1)}
    chips = balance(state.ledger, person(viewer))
    if chips:
        yield acts.CashOut(chips), {"amount": Amount(1, chips)}
    yield acts.Leave(), {}


def keyed_card(state: State[Any], tried: Callable[[], Card]) -> Candidates:
    due = next(iter(state.coup.due_cards), None)
    if state.is_keyed and due is not None and due.face_up:
        fields: dict[str, Field] = {"position": FixedValue(due.position), "place": Note(due.place), "face": CardFace()}
        yield CardOut(due.position, tried()), fields


def fallen_cards(state: State[Any], viewer: PersonId) -> Candidates:
    """Return who may pick a fallen card up; the croupier of a real table also notes somebody who may not."""
    people = state.seats.people()
    for fallen in at(state.coup.cards.layout, FLOOR):
        position = FixedValue(fallen.position)
        yield PickUp(fallen.position), {"position": position}
        if state.is_observed and viewer == state.croupier() and people:
            yield PickUp(fallen.position, people[0]), {"position": position, "person": People(tuple(people))}


def among(tried: Iterable[tuple[Any, dict[str, Field]]], awaited: Sequence[str] | None) -> tuple[Any, ...]:
    """Return the acts that are awaited, all of them where nothing is said."""
    return tuple(one for one in tried if awaited is None or one[0].__struct_config__.tag in awaited)


Tried = tuple[tuple[Any, dict[str, Field]], ...]


def tried_with_cards(
    hands: Iterable[Any], of_hand: Iterable[Callable[[Any], ActBody]], of_side: Tried, of_bank: Tried, besides: Tried
) -> Callable[[tuple[str, ...] | None], tuple[tuple[tuple[Any, dict[type[Any], Any]], ...], Tried, Tried, Tried]]:
    """Return the function that says what is tried of each hand, by a side, by the bank, and besides: all of it, or of
    what is awaited.
    """
    each = [(hand, [(kind(hand), fixed_fields(hand=str(hand))) for kind in of_hand]) for hand in hands]

    @cache
    def tried(awaited: tuple[str, ...] | None) -> Any:
        of_hands = tuple((hand, {type(one[0]): one for one in among(kinds, awaited)}) for hand, kinds in each)
        return of_hands, *(among(one, awaited) for one in (of_side, of_bank, besides))

    return tried


def plain(*tried: ActBody) -> Candidates:
    return ((what, {}) for what in tried)


def plain_steps(awaited: Sequence[str], plain: Mapping[str, ActBody]) -> Candidates | None:
    """Return the awaited acts if none of them has a field, so that nothing else needs to be tried for the next step."""
    return ((plain[tag], {}) for tag in awaited) if plain.keys() >= set(awaited) else None


def acts_without_fields(kinds: Iterable[type[ActBody]]) -> dict[str, ActBody]:
    return {str(kind.__struct_config__.tag): kind() for kind in kinds if not kind.__struct_fields__}


@cache
def tags_of(kinds: frozenset[type[ActBody]]) -> frozenset[str]:
    return frozenset(tags(*kinds))


def asked_people(state: State[Any], person: PersonId) -> tuple[PersonId | None, ...]:
    """Return who may act where the table waits for one person at the cards: they, or the croupier in their place."""
    is_for_another = state.is_real or person in state.seats.away or person == state.called_person
    return (person, state.croupier()) if is_for_another else (person,)


def offers(
    tried: Iterable[tuple[Any, dict[str, Field]]],
    accepts: Callable[[Any], bool],
    is_main: Callable[[str, dict[str, Field]], bool],
    clauses: Callable[[], tuple[Cite, ...]],
    *,
    is_main_only: bool = False,
) -> tuple[Offer, ...]:
    found: list[Offer] = []
    rests_on: tuple[Cite, ...] | None = None
    for what, fields in tried:
        tag = str(what.__struct_config__.tag)
        if is_main_only and not is_main(tag, fields):
            continue
        if accepts(what):
            rests_on = clauses() if rests_on is None else rests_on
            offer = Offer(tag, fields, is_main_only or is_main(tag, fields), rests_on)
            if offer not in found:
                found.append(offer)
    return tuple(found)


def asked_rules(game: str, about: str, in_force: Callable[[], Iterable[Cite]]) -> tuple[Clause, ...]:
    """Return a clause or a topic of the register; for anything else the clauses in force, or all where none is."""
    known = game_clauses(game)
    if wanted := tuple(one for one in known if about in (one.id, one.topic)):
        return wanted
    now = set(in_force())
    return tuple(one for one in known if one.id in now) or tuple(known)
