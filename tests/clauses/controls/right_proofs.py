"""Proofs that the knock-out must take: an assertion in the test's own body fails without the clause."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tapete.kernel import Accepted, Refused, RefusedError


@pytest.mark.clause("DP.A.01")
def test_the_answer_differs(counter) -> None:
    assert isinstance(counter.ask(9), Accepted)
    assert isinstance(counter.ask(10), Refused)


@pytest.mark.clause("DP.A.02")
def test_a_helper_of_the_tests_asserts(counter) -> None:
    assert counter.refuses(10).code == "too-many"


@pytest.mark.clause("DP.A.03")
def test_no_refusal_is_raised(counter) -> None:
    with pytest.raises(RefusedError):
        counter.do(10)


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.clause(f"DP.A.{n:02}")) for n in (10, 11)])
def test_each_case_proves_a_clause(counter, number: int) -> None:
    assert isinstance(counter.ask(number), Refused)


@pytest.mark.clause("DP.A.04")
@given(number=st.integers(10, 20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_body_run_by_hypothesis(counter, number: int) -> None:
    assert isinstance(counter.ask(number), Refused)


@pytest.mark.clause("DP.A.05")
def test_in_a_function_of_its_own(counter) -> None:
    async def refused() -> None:
        assert isinstance(counter.ask(10), Refused)

    asyncio.run(refused())


# One test for two clauses proves one of them; the other needs a test of its own.


@pytest.mark.clause("DP.B.01", "DP.B.02")
def test_two_clauses_at_once(counter) -> None:
    """DP.B.02: it proves another clause."""
    other = type(counter)("DP.B.02")
    assert isinstance(counter.ask(10), Refused)
    assert isinstance(other.ask(10), Refused)


@pytest.mark.clause("DP.B.03")
@pytest.mark.clause("DP.B.04")
def test_two_clauses_again(counter) -> None:
    for clause in ("DP.B.03", "DP.B.04"):
        assert isinstance(type(counter)(clause).ask(10), Refused)


@pytest.mark.clause("DP.B.04")
def test_the_second_has_one_of_its_own(counter) -> None:
    assert isinstance(counter.ask(10), Refused)
