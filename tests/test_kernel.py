"""The shape of every game: answers carry the trace of their own checks, and an act belongs to a window."""

from types import ModuleType
from typing import ClassVar

import msgspec
import pytest

from tapete.clauses import Cite, Fault, fault, first_fault, rest_on, trace, weigh
from tapete.kernel import (
    CHANCE,
    CLOCK,
    HOUSE,
    SYSTEM,
    Accepted,
    Act,
    ActBody,
    Event,
    Irregular,
    PersonId,
    Refused,
    RefusedError,
    Ruled,
    Step,
    answer,
    declared_types,
    fold,
    is_accepted,
    require_complete,
    require_lines,
    require_open_step,
    union_of,
)

NOW = Step(1, 2, "bets", 7)
ANA = PersonId("ana")


class Speak(ActBody, frozen=True, tag="speak"):
    """Belongs to a window."""


class Come(ActBody, frozen=True, tag="come"):
    """Belongs to none."""

    is_timeless: ClassVar[bool] = True


HERS = Act(ANA, Come())


class Said(Event, frozen=True, tag="said@1"):
    """Something was said."""

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


def test_whoever_traces_an_answer_sees_what_it_rests_on_as_weighed() -> None:
    def decision() -> tuple[Event, ...]:
        rest_on(Cite("PB.A1.01"))
        weigh(Cite("PB.A1.02"))
        return ()

    with trace() as trail:
        answer(HERS, decision)
    assert (trail.rests_on, trail.weighed) == ((), ("PB.A1.01", "PB.A1.02"))


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("is_watched", [False, True])
def test_whoever_only_asks_if_an_act_is_accepted_is_told_so_whether_it_is_traced_or_not(
    fails: bool, is_watched: bool
) -> None:
    def decision() -> tuple[Event, ...] | Fault:
        rest_on(Cite("PB.A1.01"))
        weigh(Cite("PB.A1.02"))
        return Fault("no", {}, ()) if fails else ()

    if not is_watched:
        assert is_accepted(ANA, decision) is not fails
        return
    with trace() as trail:
        assert is_accepted(ANA, decision) is not fails
    assert (trail.rests_on, trail.weighed) == ((), ("PB.A1.01", "PB.A1.02"))


def test_a_refusal_that_names_no_clause_rests_on_what_was_applied_until_then() -> None:
    def decision() -> Fault:
        rest_on(Cite("PB.B.01"))
        return Fault("no")

    refused = answer(HERS, decision)
    assert isinstance(refused, Refused)
    assert (refused.clauses, refused.rests_on) == ((), ("PB.B.01",))


def test_a_check_that_is_made_after_the_fault_is_nothing_that_a_refusal_rests_on() -> None:
    """Checks in a row are all made before the first fault among their answers is taken."""

    def passed(clause: str) -> None:
        rest_on(Cite(clause))

    refused = answer(HERS, lambda: first_fault(passed("PB.B.01"), fault("no"), passed("PB.B.02"), fault("late")) or ())
    assert refused == Refused("no", rests_on=(Cite("PB.B.01"),))
    assert answer(HERS, lambda: first_fault(passed("PB.B.01"), passed("PB.B.02")) or ()).rests_on == (
        "PB.B.01",
        "PB.B.02",
    )


def test_a_decision_that_fails_leaves_no_trace_open() -> None:
    def broken() -> tuple[Event, ...]:
        rest_on(Cite("PB.B.01"))
        raise LookupError("lost")

    with pytest.raises(LookupError):
        answer(HERS, broken)
    assert answer(HERS, lambda: ()).rests_on == ()


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Act(ANA, Speak(), NOW), None),
        (Act(ANA, Speak(), None), "step-missing"),
        (Act(ANA, Speak(), Step(1, 2, "bets", 6)), "window-closed"),
        (Act(ANA, Speak(), Step(1, 2, "deal", 7)), "window-closed"),
        (Act(ANA, Speak(), Step(2, 2, "bets", 7)), "window-closed"),
        (Act(ANA, Come(), None), None),
        (Act(ANA, Come(), Step(1, 1, "bets", 1)), None),
        *((Act(who, Speak(), None), None) for who in (CHANCE, CLOCK, HOUSE)),
    ],
)
def test_an_act_belongs_to_a_window(act: Act[ActBody], code: str | None) -> None:
    found = require_open_step(act, NOW)
    assert (found.code if found else None) == code


def test_names_of_the_system_are_no_names_of_people() -> None:
    assert {CHANCE, CLOCK, HOUSE} == SYSTEM
    assert all(":" in name for name in SYSTEM)


def test_steps_and_refusals_can_be_read() -> None:
    assert str(NOW) == "1.2.bets.7"
    refused = Refused("too-loud", {"decibel": 90}, (Cite("PB.B.01"),))
    assert str(RefusedError(refused)) == "too-loud {'decibel': 90} ['PB.B.01']"
    assert str(RefusedError(refused, "Quieter, please.")) == "Quieter, please."
    assert RefusedError(refused).refused is refused


def test_folding_keeps_the_order() -> None:
    assert fold(lambda state, event: state + event.word, "", [Said("a"), Said("b"), Said("c")]) == "abc"


@pytest.mark.parametrize("bad", ["", "Ana", "ana maría", "-ana", "ana\n", "a" * 41, "system:", "system:bank", "<b>"])
def test_nobody_acts_under_an_id_that_is_no_pseudonym(bad) -> None:
    assert answer(Act(PersonId(bad), Come()), lambda: ()) == Refused("person-malformed", {"person": bad})


@pytest.mark.parametrize("good", ["ana", "s1", "9-b", "a" * 40, *sorted(SYSTEM)])
def test_people_and_the_house_act_under_their_own_ids(good) -> None:
    assert answer(Act(PersonId(good), Come()), lambda: ()) == Accepted(())


class Hush(ActBody, frozen=True, tag="hush"):
    pass


class Sing(ActBody, frozen=True, tag="sing"):
    pass


def test_a_game_declares_the_acts_of_its_module_that_have_a_tag() -> None:
    module = ModuleType("acts")
    vars(module).update(Speak=Speak, Come=Come, ActBody=ActBody, Said=Said, word="banco")
    assert declared_types(module, ActBody) == {Speak, Come}
    assert declared_types(module, Event) == {Said}
    below, beside = ModuleType("acts.more"), ModuleType("actsmore")
    vars(below).update(Hush=Hush)
    vars(beside).update(Sing=Sing)
    vars(module).update(below=below, beside=beside)
    assert declared_types(module, ActBody) == {Speak, Come, Hush}


def test_a_table_has_a_line_for_each_and_no_other() -> None:
    require_complete({Speak: 1, Come: 2}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^no line for Come$"):
        require_complete({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: Come$"):
        require_complete({Speak: 1, Come: 2}, {Speak})
    require_lines({Speak: 1}, {Speak, Come})
    with pytest.raises(TypeError, match=r"^lines for what is not declared: bets$"):
        require_lines({"bets": 1}, {"deal"})


def test_the_union_of_a_table_is_read_by_tag() -> None:
    read = msgspec.convert({"act": "come"}, union_of({Speak: 1, Come: 2}))
    assert read == Come()
