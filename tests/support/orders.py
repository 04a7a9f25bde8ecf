"""Every order of some reports of one case, and what is told of it at the end: which clauses, and who may rule."""

from collections.abc import Collection, Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from msgspec.structs import replace

from tapete.games.baccarat.effects import GoBack
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.kernel import PersonId, Refused

CROUPIER = PersonId("croupier")


def reports(made: Any) -> Iterator[Any]:
    """Return what can be reported: each accident by each party, of each card and hand, naming as few as can be."""
    for found in made.play.game.reportable(made.play.state, CROUPIER):
        cards = found.positions if "position" in found.facts else (None, *found.positions)
        for party, position, hand in product(found.parties, cards or (None,), found.hands or (None,)):
            told = replace(found.example, fault_of=party, position=position, hand=hand)
            for what in dict.fromkeys((replace(told, person=None), told)):
                if not isinstance(made.play.attempt(what, CROUPIER).outcome, Refused):
                    yield what
                    break


def cited(case: Incident) -> tuple[object, ...]:
    """Return what everybody is told of a case but for the cards: its clauses, who may rule, and what else he may do."""
    others = sorted((sorted(map(str, one.clauses)), str(one.by)) for one in case.alternatives)
    clauses = {*case.clauses, *(clause for one in case.faults for clause in one.clauses)}
    kinds = {str(one).split(":")[0] for one in case.conflicts}
    return sorted(map(str, clauses)), case.open_to_judgement, sorted(kinds), others


def left(case: Incident, cards: Cards) -> tuple[str, list[str]]:
    """Return what each remedy of a case leaves: what binds the hands, where the cards lie, who waits for what."""
    found = []
    for effects in (case.proposed_effects, *(one.effects for one in case.alternatives)):
        after = apply_effects(effects, cards)
        hands = sorted((str(hand), repr(replace(one, duties=()))) for hand, one in after.marks.hands.items())
        duties = sorted((str(hand), repr(duty)) for hand, one in after.marks.hands.items() for duty in one.duties)
        lying = sorted((one.position, one.place, one.face_up) for one in after.layout)
        back = sorted(repr(one) for one in effects if isinstance(one, GoBack))
        found.append(repr((hands, duties, lying, back, after.marks.void, after.marks.withdrawal, after.marks.aside)))
    return found[0], sorted(found[1:])


def is_next_card(what: Any) -> bool:
    """Return True where the order of two reports says which of two cards came out first."""
    return what.position is None and what.accident in ("early-draw", "exposed-in-shoe", "two-third-cards")


def parted_by_order(
    start: Any, told: Collection[Any], count: int, most: int = 10**6
) -> list[tuple[frozenset[Any], dict[tuple[Any, ...], Any]]]:
    """Return the sets of so many reports of which different orders end differently, with how each of them ends:
    what is told of the case and what its remedies leave; of more than ``most`` sets a fixed sample.
    """
    sets: list[Any] = list(combinations(told, count))
    made: dict[tuple[Any, ...], Any] = {(): start}
    parted: list[Any] = []
    met = 0
    for of in sets if len(sets) <= most else Random(count).sample(sets, most):
        ends: dict[tuple[Any, ...], Any] = {}
        for order in permutations(of):
            for at in range(1, count):
                before = made.get(order[: at - 1])
                if order[:at] not in made:
                    fits = before and not isinstance(before.play.attempt(order[at - 1], CROUPIER).outcome, Refused)
                    made[order[:at]] = before.fork().do(CROUPIER, order[at - 1]) if before and fits else None
            last = made[order[:-1]] and made[order[:-1]].play.attempt(order[-1], CROUPIER)
            if last and not isinstance(last.outcome, Refused):
                case = last.state.docket.open[0]
                is_of_two_cards = sum(map(is_next_card, of)) > 1
                ends[order] = cited(case), "" if is_of_two_cards else left(case, last.state.coup.cards)
        met += len(ends) > 1
        parted += [(frozenset(of), ends)] if len(set(map(repr, ends.values()))) > 1 else []
    assert met
    return parted
