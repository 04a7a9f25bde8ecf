"""The shape of every game: answers with the trace of their own checks, windows of acts, bounds of fields."""

from random import Random
from typing import Any, ClassVar

import pytest

from tapete import kernel
from tapete.bots.bot import amount_within, build_act
from tapete.clauses import Cite, Fault, fault, rest_on
from tapete.games.dos_panos.acts import Stake
from tests.support.rows import rows

NOW = kernel.Step(1, 2, "bets", 7)
ANA = kernel.PersonId("ana")


class Speak(kernel.ActBody, frozen=True, tag="speak"):
    """Belongs to a window."""


class Come(kernel.ActBody, frozen=True, tag="come"):
    is_timeless: ClassVar[bool] = True


HERS = kernel.Act(ANA, Come())


class Said(kernel.Event, frozen=True, tag="said@1"):
    word: str


def test_an_answer_is_accepted_ruled_or_refused() -> None:
    said = Said("banco")
    wrong = fault("too-loud", decibel=90)
    assert kernel.answer(HERS, lambda: (said,)) == kernel.Accepted((said,))
    assert kernel.answer(HERS, lambda: wrong) == kernel.Refused("too-loud", {"decibel": 90})
    assert kernel.answer(HERS, lambda: kernel.Irregular((said,), (wrong,))) == kernel.Ruled((said,), (), (wrong,))


def test_an_answer_rests_on_the_checks_that_ran_for_it_and_no_others() -> None:
    def decision() -> tuple[kernel.Event, ...]:
        rest_on(Cite("PB.A1.01"), Cite("PB.A1.02"), Cite("PB.A1.01"))
        return ()

    inner: list[object] = []

    def outer() -> Fault:
        rest_on(Cite("PB.B.02"))
        inner.append(kernel.answer(HERS, decision))
        return Fault("no", {}, (Cite("PB.B.01"),))

    assert kernel.answer(HERS, decision).rests_on == ("PB.A1.01", "PB.A1.02")
    assert kernel.answer(HERS, outer).rests_on == ("PB.B.01",)
    assert inner == [kernel.Accepted((), (Cite("PB.A1.01"), Cite("PB.A1.02")))]
    assert kernel.answer(HERS, lambda: ()).rests_on == ()


def test_a_refusal_that_names_no_clause_rests_on_what_was_applied_until_then() -> None:
    def decision() -> Fault:
        rest_on(Cite("PB.B.01"))
        return Fault("no")

    refused = kernel.answer(HERS, decision)
    assert isinstance(refused, kernel.Refused)
    assert (refused.clauses, refused.rests_on) == ((), ("PB.B.01",))


def test_a_decision_that_fails_leaves_no_trace_open() -> None:
    def broken() -> tuple[kernel.Event, ...]:
        rest_on(Cite("PB.B.01"))
        raise LookupError("lost")

    with pytest.raises(LookupError):
        kernel.answer(HERS, broken)
    assert kernel.answer(HERS, lambda: ()).rests_on == ()


@rows(
    "act, code",
    [
        (kernel.Act(ANA, Speak(), NOW), None),
        (kernel.Act(ANA, Speak(), None), "step-missing"),
        (kernel.Act(ANA, Speak(), kernel.Step(1, 2, "bets", 6)), "window-closed"),
        (kernel.Act(ANA, Speak(), kernel.Step(1, 2, "deal", 7)), "window-closed"),
        (kernel.Act(ANA, Come(), None), None),
        (kernel.Act(ANA, Come(), kernel.Step(1, 1, "bets", 1)), None),
        *((kernel.Act(who, Speak(), None), None) for who in (kernel.CHANCE, kernel.CLOCK, kernel.HOUSE)),
    ],
)
def test_an_act_belongs_to_a_window(act: kernel.Act[kernel.ActBody], code: str | None) -> None:
    assert getattr(kernel.require_open_step(act, NOW), "code", None) == code


def test_people_and_the_house_act_under_their_own_ids_and_nobody_under_one_that_is_no_pseudonym() -> None:
    for bad in ("", "Ana", "ana maría", "-ana", "ana\n", "a" * 41, "system:", "system:bank", "<b>"):
        assert kernel.answer(kernel.Act(kernel.PersonId(bad), Come()), lambda: ()) == kernel.Refused(
            "person-malformed", {"person": bad}
        )
    for good in ("ana", "s1", "9-b", "a" * 40, *sorted(kernel.SYSTEM)):
        assert kernel.answer(kernel.Act(kernel.PersonId(good), Come()), lambda: ()) == kernel.Accepted(())


def test_a_table_has_a_line_for_each_and_no_other() -> None:
    kernel.require_complete({Speak: 1, Come: 2}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^no line for Come$"):
        kernel.require_complete({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: Come$"):
        kernel.require_complete({Speak: 1, Come: 2}, {Speak})
    kernel.require_lines({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: bets$"):
        kernel.require_lines({"bets": 1}, {"deal"})


def test_a_kind_is_decided_in_one_place() -> None:
    with pytest.raises(TypeError, match="two lines for Speak"):
        kernel.ByKind[object]({Speak: 1}).enter(Speak)(print)


def test_a_bot_takes_the_amount_nearest_to_what_it_wants_and_leaves_what_stands():
    offer = kernel.Offer("stake", {"amount": kernel.Amount(500, 900, 100, 700)})
    assert [amount_within(offer, wanted) for wanted in (100, 650, 750, 2_000)] == [500, 600, None, 900]
    made = {build_act({"stake": Stake}, offer, Random(n), cloth="primero").amount for n in range(60)}
    assert made == {500, 600, 800, 900}


SOME = ("ana", "bea", "carla")


@rows(
    "field, value, allowed",
    [
        (kernel.FixedValue(1), 1, True),
        (kernel.Choice(SOME), "bea", True),
        (kernel.Choice(SOME), "dora", False),
        (kernel.People(SOME), "carla", True),
        (kernel.Several(SOME, 1, 2), ("ana",), True),
        (kernel.Several(SOME, 1, 2), (), False),
        (kernel.Several(SOME, 1, 2), SOME, False),
        (kernel.Several(SOME, 1, 2), ("ana", "ana"), False),
        (kernel.Several(SOME, 1, 2), ["ana"], False),
        (kernel.Amount(500, 900), 499, False),
        (kernel.Amount(500, 900), 500, True),
        (kernel.Amount(500, 900), 900, True),
        (kernel.Amount(500, 900), 901, False),
        (kernel.Amount(500, 900, 100), 600, True),
        (kernel.Amount(500, 900, 100), 601, False),
        (kernel.Amount(550, 900, 100), 600, False),
        (kernel.Amount(step=100), 201, False),
        (kernel.Amount(500, 900, 100, 600), 600, False),
        (kernel.Amount(500, 900, 100, 600), 700, True),
        (kernel.Amount(500, 900), "500", False),
        (kernel.Count(1, 6), 0, False),
        (kernel.Count(1, 6), 1, True),
        (kernel.Count(1, 6), 6, True),
        (kernel.Count(1, 6), 7, False),
        (kernel.Count(maximum=6), 7, False),
        (kernel.CardFace(), "As", True),
        (kernel.Text(), "", True),
        (kernel.Effects(), (), True),
        (kernel.Note("a word"), None, True),
    ],
)
def test_a_field_allows_a_value_or_not(field: Any, value: object, allowed: bool) -> None:
    assert kernel.is_allowed(field, value) is allowed


@rows(
    "field, least",
    [
        (kernel.Amount(), 0),
        (kernel.Amount(1), 1),
        (kernel.Amount(500, step=50, standing=500), 550),
        (kernel.Amount(500, 549, 50, 500), None),
        (kernel.Amount(500, 550, 50, 500), 550),
        (kernel.Amount(maximum=-1), None),
    ],
)
def test_the_least_amount_is_the_bound_or_a_step_above_what_stands_there(
    field: kernel.Amount, least: int | None
) -> None:
    assert field.first() == least
