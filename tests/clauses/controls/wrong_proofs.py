"""Proofs that the knock-out must reject, each with the reason that it must give."""

import os
import signal
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from tapete.clauses import fault, trace
from tapete.kernel import Accepted, Refused, fold


@pytest.mark.clause("BG.I.01")
def test_a_value_is_only_read(counter) -> None:
    """BG.I.01: it passes all the same."""
    assert counter.limit.use() == 9


@pytest.mark.clause("BG.I.02")
def test_a_value_is_read_beside_an_answer(counter) -> None:
    """BG.I.02: it passes all the same."""
    assert isinstance(counter.ask(9), Accepted)
    assert counter.limit.use() == 9


@pytest.mark.clause("BG.I.03")
def test_a_rule_is_asked_without_a_table(counter) -> None:
    """BG.I.03: it passes all the same."""
    with trace() as trail:
        assert counter.rule(10)
    assert trail.rests_on == ("BG.I.03",)


@pytest.mark.clause("BG.I.04")
def test_only_the_citation_is_read(counter) -> None:
    """BG.I.04: it passes all the same."""
    assert "BG.I.04" in counter.ask(9).rests_on


@pytest.mark.clause("BG.I.05")
def test_something_else_divides_by_zero(counter) -> None:
    """BG.I.05: ZeroDivisionError, which is no assertion."""
    assert 1 // isinstance(counter.ask(10), Refused)


@pytest.mark.clause("BG.I.06")
def test_an_answer_lacks_a_field(counter) -> None:
    """BG.I.06: AttributeError, which is no assertion."""
    assert counter.ask(10).code


@pytest.mark.clause("BG.I.07")
def test_something_else_is_missing(counter) -> None:
    """BG.I.07: KeyError, which is no assertion."""
    assert {"Refused": True}[type(counter.ask(10)).__name__]


@pytest.mark.clause("BG.I.08")
def test_an_act_on_the_way_is_refused(counter) -> None:
    """BG.I.08: a step on its way is refused."""
    shut_without = type(counter)("BG.I.08", neutral=fault("shut"))
    assert isinstance(shut_without.do(1), Accepted)


@pytest.mark.clause("BG.I.09")
def test_the_set_up_asserts(refused_when_prepared) -> None:
    """BG.I.09: an error of its setup."""
    assert refused_when_prepared.ask(1)


@pytest.mark.clause("BG.I.10")
def test_the_set_up_breaks(divided_when_prepared) -> None:
    """BG.I.10: an error of its setup."""
    assert divided_when_prepared.ask(1)


@pytest.mark.clause("BG.I.11")
def test_the_tear_down_breaks(divided_afterwards) -> None:
    """BG.I.11: an error of its teardown."""
    assert divided_afterwards.ask(1)


@pytest.mark.clause("BG.I.12")
def test_nothing_is_asserted(counter) -> None:
    """BG.I.12: it passes all the same."""
    counter.ask(10)


@pytest.mark.clause("BG.I.13")
def test_it_only_runs_out_of_time(counter) -> None:
    """BG.I.13: it ran out of time."""
    while not isinstance(counter.ask(10), Refused):
        pass


@pytest.mark.clause("BG.I.14")
def test_the_process_dies(counter) -> None:
    """BG.I.14: the process died."""
    if not isinstance(counter.ask(10), Refused):
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.clause("BG.I.15")
def test_the_process_leaves(counter) -> None:
    """BG.I.15: the process died."""
    if not isinstance(counter.ask(10), Refused):
        os._exit(0)


@pytest.mark.clause("BG.II.01")
def test_the_failure_is_swallowed(counter) -> None:
    """BG.II.01: it passes all the same."""
    try:
        counter.refuses(10)
    except AssertionError:
        return


@pytest.mark.clause("BG.II.02")
@pytest.mark.xfail(strict=False)
def test_the_failure_is_expected(counter) -> None:
    """BG.II.02: it fails, or is expected to, as things stand."""
    counter.refuses(10)


@pytest.mark.clause("BG.II.03")
def test_it_is_skipped(counter) -> None:
    """BG.II.03: it passes all the same."""
    if not isinstance(counter.ask(10), Refused):
        pytest.skip("without the clause there is nothing to see")


@pytest.mark.clause("BG.II.04")
def test_the_clause_decides_in_no_answer(counter) -> None:
    """BG.II.04: no answer names the clause."""
    assert fold(counter.count, 0, range(20)) == 10


@pytest.mark.clause("BG.II.05")
def test_a_library_asserts(counter) -> None:
    """BG.II.05: the assertion is not of its own body."""
    asked = Mock()
    asked(type(counter.ask(10)))
    asked.assert_called_with(Refused)


@pytest.mark.clause("BG.II.06")
@given(number=st.integers(10, 20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hypothesis_finds_too_few_examples(counter, number: int) -> None:
    """BG.II.06: Unsatisfiable, which is no assertion."""
    assume(isinstance(counter.ask(number), Refused))


@pytest.mark.clause("BG.II.07")
def test_it_fails_with_the_clause_too(counter) -> None:
    """BG.II.07: it fails, or is expected to, as things stand."""
    assert isinstance(counter.ask(10), Accepted)


@pytest.mark.clause("BG.II.08")
def test_the_table_does_not_answer(counter) -> None:
    """BG.II.08: KeyError out of the package, which is no assertion."""
    broken_without = type(counter)("BG.II.08", neutral={}.__getitem__)
    assert isinstance(broken_without.ask(10), Refused)


@pytest.mark.clause("BG.II.09")
def test_what_the_test_put_in_does_not_answer(counter) -> None:
    """BG.II.09: ZeroDivisionError, which is no assertion."""
    broken_without = type(counter)("BG.II.09", neutral=lambda number: number // 0)
    assert isinstance(broken_without.ask(10), Refused)
