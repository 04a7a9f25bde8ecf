"""Parts of the library's front by themselves: what an awaited person reads, usual values, where cards come from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import packs
from tapete.chance import ChanceKind
from tapete.front.course import MOST_TIMES, AwaitedPerson, DecisionAwaitedError, _Oracle, _usual, _value
from tapete.front.opening import shoe_source
from tapete.front.shoes import SEED_BITS, ShuffledShoe
from tapete.kernel import Amount, Choice, Count, FixedValue, Offer, People, Several, Text
from tapete.play import KeyedShoe, ListedShoe, UsageError


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (FixedValue("punto"), "punto"),
        (Choice((1, 2, 3)), "1 or 2 or 3"),
        (People(("ana", "bea")), "ana or bea"),
        (Amount(500, 900), "500 to 900"),
        (Amount(500), "500 or more"),
        (Count(0, 4), "0 to 4"),
        (Count(3), "3 or more"),
        (Several(("A-1", "B-1"), 1, 2), "1 to 2 of A-1, B-1"),
        (Text(), "to be said"),
    ],
)
def test_what_somebody_may_do_is_read_with_its_range(field: Any, told: str) -> None:
    assert str(AwaitedPerson(None, "ana", (Offer("bid", {"amount": field}),))) == f"ana (bid: amount {told})"


def test_an_act_without_fields_and_one_that_is_offered_twice_are_named_once() -> None:
    offers = (Offer("deal"), Offer("deal"), Offer("say", {"word": FixedValue("carta")}))
    assert str(AwaitedPerson(None, "ana", offers)) == "ana (deal; say: word carta)"


def test_where_nobody_can_carry_a_table_on_that_is_said() -> None:
    table = pb.open_table(seed=1)
    assert "nobody has an act that carries it on" in str(DecisionAwaitedError(table, ()))
    assert "ana (deal)" in str(DecisionAwaitedError(table, (AwaitedPerson(table, "ana", (Offer("deal"),)),)))


@pytest.mark.parametrize(
    ("low", "high", "usual", "value"),
    [
        (3, 9, "least", 3),
        (3, 9, "most", 9),
        (3, 9, "middle", 6),
        (3, 8, "middle", 5),
        (0, 0, "middle", 0),
        (None, 8, "middle", None),
        (3, None, "middle", None),
        (3, None, "most", None),
        (None, 8, "least", None),
        (3, 9, "", None),
    ],
)
def test_the_usual_value_of_a_range_is_one_end_or_its_middle(low: Any, high: Any, usual: str, value: Any) -> None:
    assert _usual(low, high, usual) == value
    assert _value(Count(low, high), usual) == (low if low == high else value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (FixedValue(7), 7),
        (Choice((7,)), 7),
        (Choice((7, 8)), None),
        (People(("ana",)), "ana"),
        (People(("ana", "bea")), None),
        (Amount(5, 5), 5),
        (Amount(5, 6), None),
        (Text(), None),
    ],
)
def test_an_act_is_done_unasked_where_its_fields_leave_no_choice(field: Any, value: Any) -> None:
    assert _value(field, "") == value


def test_an_act_is_repeated_a_few_times_at_one_step_and_by_each_person_for_himself() -> None:
    oracle, table = _Oracle(None), pb.open_table(seed=1)
    for person in ("ana", "bea"):
        found = [oracle.may_repeat(table, person, pb.CountPack()) for _ in range(MOST_TIMES + 2)]
        assert found == [True] * MOST_TIMES + [False, False]
    assert oracle.may_repeat(table, "ana", pb.ShufflePack())
    assert oracle.may_repeat(table.do(pb.CountPack(), by="croupier"), "ana", pb.CountPack())


def test_an_act_given_beforehand_is_used_once_when_it_is_awaited_and_a_function_is_always_asked() -> None:
    oracle = _Oracle({"ana": [pb.Deal(), pb.Settle(), pb.Deal()], "bea": lambda one: pb.Settle(), "eva": pb.Deal()})
    awaited = {who: AwaitedPerson(None, who, (Offer("deal"),)) for who in ("ana", "bea", "eva", "carla")}
    assert [oracle.answer(awaited["ana"]) for _ in range(3)] == [pb.Deal(), pb.Deal(), None]
    assert [oracle.answer(awaited["bea"]) for _ in range(2)] == [pb.Settle()] * 2
    assert [oracle.answer(awaited["eva"]) for _ in range(2)] == [pb.Deal(), None]
    assert oracle.answer(awaited["carla"]) is None
    everybody = _Oracle(lambda one: pb.Deal() if one.person == "carla" else None)
    assert [everybody.answer(one) for one in awaited.values()] == [None, None, None, pb.Deal()]


@pytest.mark.parametrize(
    ("kind", "cards", "seed", "expected"),
    [
        (ChanceKind.KEYED, "", None, KeyedShoe),
        (ChanceKind.SEEDED, "", None, ShuffledShoe),
        (ChanceKind.SEEDED, "", 0, ShuffledShoe),
        (ChanceKind.SEEDED, "7s Th", None, ListedShoe),
        (ChanceKind.KEYED, "7s", None, "keyed one by one"),
        (ChanceKind.KEYED, "", 0, "keyed one by one"),
        (ChanceKind.SEEDED, "7s", 0, "not both"),
        (ChanceKind.SEEDED, "7x", None, "is no card"),
        (ChanceKind.SEEDED, ["7s"], None, "listed in one text"),
        (ChanceKind.SEEDED, "", True, "whole number"),
        (ChanceKind.SEEDED, "", "1", "whole number"),
        (ChanceKind.SEALED, "", None, "needs a hall"),
    ],
)
def test_the_cards_come_from_who_keys_them_a_list_or_a_seed(kind: Any, cards: Any, seed: Any, expected: Any) -> None:
    if isinstance(expected, str):
        with pytest.raises(UsageError, match=expected):
            shoe_source(kind, 6, cards, seed, None)
        own = KeyedShoe()
        assert shoe_source(kind, 6, cards, seed, own) is own
    else:
        found = shoe_source(kind, 6, cards, seed, None)
        assert isinstance(found, expected)
        assert seed is None or found.seed == seed


def test_a_seed_gives_the_same_shoe_and_urn_again_each_number_its_own_and_no_card_is_lost() -> None:
    def laid(seed: int) -> tuple[Any, ...]:
        made = ShuffledShoe(seed)
        sealed = [made.seal(one, 2 * 52) for one in (1, 2)] + [made.fill(one, tuple("abcdefgh")) for one in (1, 2)]
        assert sealed == [()] * 4
        assert [made.card(1, at) for at in range(104)] == list(made.orders[1])
        assert [made.token(2, at) for at in range(8)] == list(made.urns[2])
        return made.orders[1], made.orders[2], made.urns[1], made.urns[2]

    first, second, urn, other = laid(7)
    assert laid(7) == (first, second, urn, other)
    assert Counter(first) == Counter(second) == Counter(packs(2))
    assert sorted(urn) == sorted(other) == list("abcdefgh")
    assert first != second
    assert urn != other
    assert laid(8)[0] != first
    seeds = {ShuffledShoe().seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= one < 2**SEED_BITS for one in seeds)


def test_a_table_names_everybody_once_the_staff_first_and_its_turns_in_order() -> None:
    table = pb.open_table(seed=1)
    for seat, who in ((2, "bea"), (1, "ana")):
        table = table.do(pb.Sit(seat), by=who)
    people = table.people()
    assert people[-2:] == ("ana", "bea") or people[-2:] == ("bea", "ana")
    assert len(set(people)) == len(people)
    assert set(people[:-2]) == set(table.state.staff.values())
    turns = list(table.turns())
    assert [type(one.acts[0].body).__name__ for one in turns] == ["OpenTable", "Sit", "Sit"]


def told(work: Any) -> str:
    """Return what a call raises, as it reads; nothing where it raises nothing."""
    try:
        work()
    except (UsageError, DecisionAwaitedError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


@pytest.mark.parametrize(
    ("seed", "is_one"),
    [(None, True), (0, True), (1, True), (-1, True), (2**80, True), (True, False), (1.0, False), ("1", False)],
)
def test_a_seed_is_a_whole_number(seed: Any, is_one: bool) -> None:
    found = told(lambda: shoe_source(ChanceKind.SEEDED, 6, "", seed, None))
    assert ("" if is_one else "whole number") in found
    assert bool(found) is not is_one


def seated() -> Any:
    table = pb.open_table(seed=1)
    for seat, who in ((1, "ana"), (2, "bea")):
        table = table.do(pb.Sit(seat), by=who).do(pb.BuyIn(1000_00), by=who)
    return table


@pytest.mark.parametrize(
    ("until", "reached"),
    [("bets", True), (pb.Phase.BETS, True), ("shuffle", True), ("count", True), ("betting", False), ("", False)],
)
def test_a_table_is_carried_on_to_any_phase_of_its_game(until: Any, reached: bool) -> None:
    assert ("is no phase of punto-y-banca" in told(lambda: seated().advance(until))) is not reached
    if reached:
        assert seated().advance(until).game.step(seated().advance(until).state).phase == until


def test_a_phase_of_the_next_coup_is_waited_for_and_no_further_one() -> None:
    """The betting of the coup after the one in play is still to come; a table that never closes is given up."""
    bet = {"ana": lambda one: None}
    table = seated().play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1_000)}, until="between")
    cycle = table.game.step(table.state).cycle
    assert told(lambda: table.advance("bets", bet)) == ""
    assert table.advance("bets", bet).game.step(table.advance("bets", bet).state).cycle == cycle + 1


def test_an_act_that_leaves_a_choice_is_asked_for_even_where_it_is_the_only_one() -> None:
    table = seated()
    table.customs = replace(table.customs, usual={})
    found = told(lambda: table.advance("bets"))
    assert found.startswith("DecisionAwaitedError")
    assert "cut-pack: depth" in found
