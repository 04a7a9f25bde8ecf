"""Every order of some reports of one case, and what is told of it at the end: which clauses, and who may rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from tapete.games.baccarat.incident import Incident
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


def parted_by_order(start: Any, told: Collection[Any], count: int) -> list[tuple[frozenset[Any], object]]:
    """Return the sets of so many reports of which different orders end differently, with how each of them ends."""
    ends: dict[frozenset[Any], dict[tuple[Any, ...], object]] = defaultdict(dict)

    def go_on(made: Any, before: tuple[Any, ...]) -> None:
        for one in told:
            tried = None if one in before else made.play.attempt(one, CROUPIER)
            if tried is None or isinstance(tried.outcome, Refused):
                continue
            if len(before) < count - 1:
                go_on(made.fork().do(CROUPIER, one), (*before, one))
            else:
                ends[frozenset((*before, one))][*before, one] = cited(tried.state.docket.open[0])

    go_on(start, ())
    assert len(ends) > 1
    return [(of, found) for of, found in ends.items() if len(set(map(repr, found.values()))) > 1]
