"""The shape of every game: answers with the trace of their own checks, windows of acts, bounds of fields."""

from random import Random
from typing import Any, ClassVar

import pytest

from tapete.bots.bot import amount_within, build_act
from tapete.clauses import Cite, Fault, fault, rest_on
from tapete.games.dos_panos.acts import Stake
from tapete.kernel import (
    CHANCE,
    CLOCK,
    HOUSE,
    SYSTEM,
    Accepted,
    Act,
    ActBody,
    Amount,
    ByKind,
    CardFace,
    Choice,
    Count,
    Effects,
    Event,
    FixedValue,
    Irregular,
    Note,
    Offer,
    People,
    PersonId,
    Refused,
    Ruled,
    Several,
    Step,
    Text,
    answer,
    is_allowed,
    require_complete,
    require_lines,
    require_open_step,
)
from tests.support.rows import rows

NOW = Step(1, 2, "bets", 7)
ANA = PersonId("ana")


class Speak(ActBody, frozen=True, tag="speak"):
    """Belongs to a window."""


class Come(ActBody, frozen=True, tag="come"):
    is_timeless: ClassVar[bool] = True


HERS = Act(ANA, Come())


class Said(Event, frozen=True, tag="said@1"):
    word: str


def test_an_answer_is_accepted_ruled_or_refused() -> None:
    said = Said("banco")
    wrong = fault("too-loud", decibel=90)
    assert answer(HERS, lambda: (said,)) == Accepted((said,))
    assert answer(HERS, lambda: wrong) == Refused("too-loud", {"decibel": 90})
    assert answer(HERS, lambda: Irregular((said,), (wrong,))) == Ruled((said,), (), (wrong,))


def test_an_answer_rests_on_the_checks_that_ran_for_it_and_no_others() -> None:
    def decision() -> tuple[Event, ...]:
        rest_on(Cite("PB.A1.01"), Cite("PB.A1.02"), Cite("PB.A1.01"))
        return ()

    inner: list[object] = []

    def outer() -> Fault:
        rest_on(Cite("PB.B.02"))
        inner.append(answer(HERS, decision))
        return Fault("no", {}, (Cite("PB.B.01"),))

    assert answer(HERS, decision).rests_on == ("PB.A1.01", "PB.A1.02")
    assert answer(HERS, outer).rests_on == ("PB.B.01",)
    assert inner == [Accepted((), (Cite("PB.A1.01"), Cite("PB.A1.02")))]
    assert answer(HERS, lambda: ()).rests_on == ()


def test_a_refusal_that_names_no_clause_rests_on_what_was_applied_until_then() -> None:
    def decision() -> Fault:
        rest_on(Cite("PB.B.01"))
        return Fault("no")

    refused = answer(HERS, decision)
    assert isinstance(refused, Refused)
    assert (refused.clauses, refused.rests_on) == ((), ("PB.B.01",))


def test_a_decision_that_fails_leaves_no_trace_open() -> None:
    def broken() -> tuple[Event, ...]:
        rest_on(Cite("PB.B.01"))
        raise LookupError("lost")

    with pytest.raises(LookupError):
        answer(HERS, broken)
    assert answer(HERS, lambda: ()).rests_on == ()


@rows(
    "act, code",
    [
        (Act(ANA, Speak(), NOW), None),
        (Act(ANA, Speak(), None), "step-missing"),
        (Act(ANA, Speak(), Step(1, 2, "bets", 6)), "window-closed"),
        (Act(ANA, Speak(), Step(1, 2, "deal", 7)), "window-closed"),
        (Act(ANA, Come(), None), None),
        (Act(ANA, Come(), Step(1, 1, "bets", 1)), None),
        *((Act(who, Speak(), None), None) for who in (CHANCE, CLOCK, HOUSE)),
    ],
)
def test_an_act_belongs_to_a_window(act: Act[ActBody], code: str | None) -> None:
    assert getattr(require_open_step(act, NOW), "code", None) == code


def test_people_and_the_house_act_under_their_own_ids_and_nobody_under_one_that_is_no_pseudonym() -> None:
    for bad in ("", "Ana", "ana maría", "-ana", "ana\n", "a" * 41, "system:", "system:bank", "<b>"):
        assert answer(Act(PersonId(bad), Come()), lambda: ()) == Refused("person-malformed", {"person": bad})
    for good in ("ana", "s1", "9-b", "a" * 40, *sorted(SYSTEM)):
        assert answer(Act(PersonId(good), Come()), lambda: ()) == Accepted(())


def test_a_table_has_a_line_for_each_and_no_other() -> None:
    require_complete({Speak: 1, Come: 2}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^no line for Come$"):
        require_complete({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: Come$"):
        require_complete({Speak: 1, Come: 2}, {Speak})
    require_lines({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: bets$"):
        require_lines({"bets": 1}, {"deal"})


def test_a_kind_is_decided_in_one_place() -> None:
    with pytest.raises(TypeError, match="two lines for Speak"):
        ByKind[object]({Speak: 1}).enter(Speak)(print)


def test_a_bot_takes_the_amount_nearest_to_what_it_wants_and_leaves_what_stands():
    offer = Offer("stake", {"amount": Amount(500, 900, 100, 700)})
    assert [amount_within(offer, wanted) for wanted in (100, 650, 750, 2_000)] == [500, 600, None, 900]
    made = {build_act({"stake": Stake}, offer, Random(n), cloth="primero").amount for n in range(60)}
    assert made == {500, 600, 800, 900}


SOME = ("ana", "bea", "carla")


@rows(
    "field, value, allowed",
    [
        (FixedValue(1), 1, True),
        (Choice(SOME), "bea", True),
        (Choice(SOME), "dora", False),
        (People(SOME), "carla", True),
        (Several(SOME, 1, 2), ("ana",), True),
        (Several(SOME, 1, 2), (), False),
        (Several(SOME, 1, 2), SOME, False),
        (Several(SOME, 1, 2), ("ana", "ana"), False),
        (Several(SOME, 1, 2), ["ana"], False),
        (Amount(500, 900), 499, False),
        (Amount(500, 900), 500, True),
        (Amount(500, 900), 900, True),
        (Amount(500, 900), 901, False),
        (Amount(500, 900, 100), 600, True),
        (Amount(500, 900, 100), 601, False),
        (Amount(550, 900, 100), 600, False),
        (Amount(step=100), 201, False),
        (Amount(500, 900, 100, 600), 600, False),
        (Amount(500, 900, 100, 600), 700, True),
        (Amount(500, 900), "500", False),
        (Count(1, 6), 0, False),
        (Count(1, 6), 1, True),
        (Count(1, 6), 6, True),
        (Count(1, 6), 7, False),
        (Count(maximum=6), 7, False),
        (CardFace(), "As", True),
        (Text(), "", True),
        (Effects(), (), True),
        (Note("a word"), None, True),
    ],
)
def test_a_field_allows_a_value_or_not(field: Any, value: object, allowed: bool) -> None:
    assert is_allowed(field, value) is allowed


@rows(
    "field, least",
    [
        (Amount(), 0),
        (Amount(1), 1),
        (Amount(500, step=50, standing=500), 550),
        (Amount(500, 549, 50, 500), None),
        (Amount(500, 550, 50, 500), 550),
        (Amount(maximum=-1), None),
    ],
)
def test_the_least_amount_is_the_bound_or_a_step_above_what_stands_there(field: Amount, least: int | None) -> None:
    assert field.first() == least
