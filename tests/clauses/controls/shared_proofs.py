"""One test for two clauses proves one of them; the other needs a test of its own."""

import pytest

from tapete.kernel import Refused


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
