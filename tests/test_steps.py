"""A refusal that a test meets on its way fails the test by an assertion, whatever table it plays at."""

from typing import Any

import pytest

from tapete import chemin_de_fer, punto_banco
from tapete.kernel import Refused, RefusedError
from tests.support.steps import lawful_steps


def test_a_refused_step_is_a_failed_assertion_that_says_why() -> None:
    with pytest.raises(AssertionError, match=r"a lawful step was refused: too-loud .*90.*PB\.A2\.05"), lawful_steps():
        raise RefusedError(Refused("too-loud", {"decibel": 90}, ("PB.A2.05",)))


def test_whatever_else_goes_wrong_stays_what_it_is() -> None:
    with pytest.raises(KeyError), lawful_steps():
        raise KeyError("seat")


@pytest.mark.parametrize("game", [chemin_de_fer, punto_banco], ids=["chemin-de-fer", "punto-y-banca"])
def test_every_test_is_run_so(request: pytest.FixtureRequest, game: Any) -> None:
    def test() -> None:
        game.open_table().do(game.Sit(99), by="ana")

    item = pytest.Function.from_parent(request.node.parent, name="test", callobj=test)
    with pytest.raises(AssertionError, match="a lawful step was refused") as found:
        request.config.hook.pytest_pyfunc_call.call_extra([], {"pyfuncitem": item})
    assert isinstance(found.value.__cause__, RefusedError)
