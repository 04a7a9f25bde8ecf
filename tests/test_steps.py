"""A refusal that a test meets on its way fails the test by an assertion, whatever table it plays at, and so does an
exception where the package should have answered.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import chemin_de_fer, punto_banco
from tapete.cards import packs
from tapete.kernel import Act, PersonId, Refused, RefusedError, answer
from tapete.play import UsageError
from tests.support.steps import lawful_steps


def test_a_refused_step_is_a_failed_assertion_that_says_why() -> None:
    with pytest.raises(AssertionError, match=r"a lawful step was refused: too-loud .*90.*PB\.A2\.05"), lawful_steps():
        raise RefusedError(Refused("too-loud", {"decibel": 90}, ("PB.A2.05",)))


def test_whatever_else_goes_wrong_stays_what_it_is() -> None:
    with pytest.raises(KeyError), lawful_steps():
        raise KeyError("seat")


@pytest.mark.parametrize("game", [chemin_de_fer, punto_banco], ids=["chemin-de-fer", "punto-y-banca"])
def test_an_act_that_ends_in_an_exception_is_a_failed_assertion_that_names_it(game: Any) -> None:
    table = game.open_table()
    table.state = replace(table.state, seats=None)
    expected = "the package did not answer: AttributeError: 'NoneType'"
    with pytest.raises(AssertionError, match=expected) as found, lawful_steps():
        table.do(game.Sit(1), by="ana")
    assert isinstance(found.value.__cause__, AttributeError)


@pytest.mark.parametrize("question", ["view", "legal", "explain"])
def test_a_question_that_ends_in_an_exception_is_a_failed_assertion_too(question: str) -> None:
    table = punto_banco.open_table()
    table.state = replace(table.state, seats=None)
    with pytest.raises(AssertionError, match="the package did not answer: AttributeError"), lawful_steps():
        getattr(table, question)("ana")


def test_whatever_the_package_answers_by_an_exception_is_a_failed_assertion() -> None:
    expected = "the package did not answer: ValueError: at least one pack"
    with pytest.raises(AssertionError, match=expected) as found, lawful_steps():
        packs(0)
    assert isinstance(found.value.__cause__, ValueError)


@pytest.mark.parametrize("how", ["assert", "fail", "package"])
def test_of_several_examples_that_fail_one_assertion_is_enough(how: str) -> None:
    def example() -> None:
        if how == "package":
            packs(0)
        if how == "fail":
            pytest.fail("it did not raise")
        raise AssertionError("not so")

    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)) as failed:
        example()
    with pytest.raises(AssertionError, match="two examples"), lawful_steps():
        raise BaseExceptionGroup("two examples", [KeyError("seat"), failed.value])
    with pytest.raises(ExceptionGroup), lawful_steps():
        raise ExceptionGroup("two examples", [KeyError("seat"), KeyError("chair")])


def divided() -> Any:
    """Return the answer of a test that cannot count."""
    return 1 // 0


@pytest.mark.parametrize("decision", [divided, lambda: divided() or ()], ids=["itself", "below"])
def test_what_a_test_puts_into_a_table_is_its_own_error(decision: Callable[[], Any]) -> None:
    with pytest.raises(ZeroDivisionError), lawful_steps():
        answer(Act(PersonId("ana"), chemin_de_fer.Sit(1)), decision)


def test_a_wrong_use_of_the_library_is_the_error_of_who_uses_it() -> None:
    table = chemin_de_fer.open_table()
    with pytest.raises(UsageError), lawful_steps():
        table.do("sit", by="ana")
    table.state = table.game.blank()
    with pytest.raises(UsageError), lawful_steps():
        table.view()


@pytest.mark.parametrize("game", [chemin_de_fer, punto_banco], ids=["chemin-de-fer", "punto-y-banca"])
def test_every_test_is_run_so(request: pytest.FixtureRequest, game: Any) -> None:
    def test() -> None:
        game.open_table().do(game.Sit(99), by="ana")

    item = pytest.Function.from_parent(request.node.parent, name="test", callobj=test)
    with pytest.raises(AssertionError, match="a lawful step was refused") as found:
        request.config.hook.pytest_pyfunc_call.call_extra([], {"pyfuncitem": item})
    assert isinstance(found.value.__cause__, RefusedError)
