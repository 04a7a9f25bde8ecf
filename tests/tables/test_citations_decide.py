"""On every answer of the recorded tables each cited clause has decided, or its case was there.

A clause has decided where the answer is another one without it. Where the answer is the same, the matter that the
clause is about must be there all the same: :data:`THERE` says when it is, and :data:`OF_ITS_ACTS` which clauses carry
every act of their kind, and why.
"""

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import msgspec
import pytest

from tapete.clauses import knocked_out
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Act, Refused, fold
from tapete.record.notation import play
from tests.support.recorded.faults import FOLDER, read

Case = Callable[[State, State, Act[Any]], bool]
"""What a clause is about, by the table before an act and after it."""


def counts(hand: Hand, totals: Collection[int]) -> Case:
    """A hand counts one of these with its two cards."""

    def is_so(before: State, after: State, act: Act[Any]) -> bool:
        return any(two_card_total(one.coup.cards, hand, one.book.points) in totals for one in (before, after))

    return is_so


def a_natural_is_meant(before: State, after: State, act: Act[Any]) -> bool:
    """A hand counts 8 or 9, or was laid down as if it did."""
    is_one = any(counts(hand, (8, 9))(before, after, act) for hand in Hand)
    return is_one or bool(before.coup.naturals or after.coup.naturals)


def people(before: State, act: Act[Any]) -> tuple[set[str], set[str]]:
    """Return who may be compared by an order: those who sit, and those on their feet."""
    return set(before.seats.occupants.values()), {one.person for one in before.seats.standing}


def several_asked_for_it(before: State, after: State, act: Act[Any]) -> bool:
    """Two people want, or have staked, what an order of priority gives to one of them first."""
    staked = {one.person for one in before.calls.claims}
    staked |= set() if before.coup.award is None else {one.person for one in before.coup.award.stakes}
    staked |= {one.person for coup in before.history[-1:] for one in coup.award.stakes}
    bids = set() if before.auction is None else {one.person for one in before.auction.window.claims}
    pledged = set(before.offer.pledges)
    return max(len(staked), len(bids), len(pledged), len(before.seats.standing)) > 1


def seated_and_standing(before: State, after: State, act: Act[Any]) -> bool:
    sitting, on_feet = people(before, act)
    return bool(sitting and on_feet) and several_asked_for_it(before, after, act)


def two_sit(before: State, after: State, act: Act[Any]) -> bool:
    return len(people(before, act)[0]) > 1 and several_asked_for_it(before, after, act)


def two_stand(before: State, after: State, act: Act[Any]) -> bool:
    return len(people(before, act)[1]) > 1


def somebody_owes_a_salute(before: State, after: State, act: Act[Any]) -> bool:
    return bool(before.carried_over.salute_debtors | after.carried_over.salute_debtors)


def place_is_kept(before: State, after: State, act: Act[Any]) -> bool:
    return before.seats.occupants.get(plain(act).seat) in before.seats.away


def somebody_asked_to_change(before: State, after: State, act: Act[Any]) -> bool:
    return bool(before.carried_over.movers)


def somebody_is_on_the_list(before: State, after: State, act: Act[Any]) -> bool:
    return bool(before.seats.waiting_list)


def was_on_his_feet(before: State, after: State, act: Act[Any]) -> bool:
    return before.seats.is_standing(author(act))


def was_at_the_table(before: State, after: State, act: Act[Any]) -> bool:
    return before.seats.is_at_table(author(act))


def plain(act: Act[Any]) -> Any:
    """Return what was done; of what a croupier notes, the act that he notes."""
    return getattr(act.body, "what", act.body)


def author(act: Act[Any]) -> Any:
    return getattr(act.body, "person", act.by) if hasattr(act.body, "what") else act.by


THERE: dict[str, Case] = {
    "CF.A.08": a_natural_is_meant,
    "CF.A.12": counts(Hand.PUNTO, (0, 1, 2, 3, 4)),
    "CF.A.13": counts(Hand.PUNTO, (5,)),
    "CF.A.14": counts(Hand.PUNTO, (6, 7)),
    "CF.A.18": counts(Hand.BANCA, (1, 2, 3, 4, 5, 6, 7)),
    "CF.A.19": counts(Hand.BANCA, (0,)),
    "CF.D.04": seated_and_standing,
    "CF.D.05": two_sit,
    "CF.D.06": two_stand,
    "CF.D.08": somebody_owes_a_salute,
    "CF.D.09": somebody_owes_a_salute,
    "CF.D.13": somebody_is_on_the_list,
    "CF.D.14": somebody_asked_to_change,
    "CF.D.17": was_on_his_feet,
    "CF.D.20": place_is_kept,
}
"""When the matter of a clause is there."""

ALSO: dict[str, Case] = {"HP.CF.in-play": was_at_the_table}
"""The same for a clause that carries some acts of its own besides."""

OF_ITS_ACTS: dict[str, tuple[frozenset[str], str]] = {
    "HP.CF.in-play": (frozenset({"away"}), "who goes away leaves in play what he has there, and goes when he likes"),
}
"""Clauses that carry every act of a kind, and why."""

SAMPLED = {**THERE, **ALSO}

ELSEWHERE = frozenset({"CF.D.08", "CF.D.09", "CF.D.20"})
"""Their case is in no recorded table; the tests of the clauses themselves have it."""


def answers() -> Any:
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem.startswith("pair-") or path.stem.endswith("-unknown"):
            continue
        state = CHEMIN_DE_FER.blank()
        for number, turn in enumerate(play(CHEMIN_DE_FER, read(path.stem)).turns, start=1):
            for act in turn.acts:
                outcome = CHEMIN_DE_FER.decide(state, act)
                after = state if isinstance(outcome, Refused) else fold(evolve, state, outcome.events)
                yield path.stem, number, act, outcome, state, after
                state = after
            state = turn.state


def told(outcome: Any) -> Any:
    """Return an answer without the clauses that it names."""
    if isinstance(outcome, Refused):
        return outcome.code, str(outcome.facts)
    bare = {"duty": (), "clauses": ()}
    return [
        msgspec.structs.replace(one, **{name: bare[name] for name in bare if name in one.__struct_fields__})
        for one in outcome.events
    ]


def has_decided(clause: str, state: State, act: Act[Any], outcome: Any) -> bool:
    """Return True if the answer is another one without the clause."""
    with knocked_out(clause):
        return bool(told(CHEMIN_DE_FER.decide(state, act)) != told(outcome))


@cache
def sampled() -> dict[str, list[tuple[str, int, str, bool]]]:
    """Return for each clause where an answer cites it, and whether it decided or its case was there."""
    found: dict[str, list[tuple[str, int, str, bool]]] = {clause: [] for clause in SAMPLED}
    for table, number, act, outcome, before, after in answers():
        for clause in SAMPLED.keys() & set(outcome.rests_on):
            tag = str(plain(act).__struct_config__.tag)
            kinds = OF_ITS_ACTS.get(clause, (frozenset[str](), ""))[0]
            there = tag in kinds or SAMPLED[clause](before, after, act) or has_decided(clause, before, act, outcome)
            found[clause].append((table, number, tag, there))
    return found


@pytest.mark.parametrize("clause", SAMPLED)
def test_an_answer_names_a_clause_only_where_its_case_is_there(clause: str) -> None:
    assert [one for one in sampled()[clause] if not one[3]] == []


@pytest.mark.parametrize("clause", sorted(SAMPLED.keys() - ELSEWHERE))
def test_where_its_case_is_there_some_answer_names_it(clause: str) -> None:
    assert sampled()[clause]
