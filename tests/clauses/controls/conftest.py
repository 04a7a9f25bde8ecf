"""A counter that takes up to nine of anything, by the one clause that a control is about."""

from functools import partial

import pytest

from tapete.clauses import Fault, Sourced, fault, rule
from tapete.kernel import Act, ActBody, Outcome, PersonId, Refused, RefusedError, answer


class Ask(ActBody, frozen=True, tag="ask@1"):
    number: int


class Counter:
    """Decides one act. ``limit`` is the value of its rulebook, which states the same clause."""

    def __init__(self, clause: str, neutral: tuple[()] | Fault = ()) -> None:
        @rule(clause, neutral=neutral)
        def at_most_nine(number: int) -> tuple[()] | Fault:
            return fault("too-many") if number > 9 else ()

        @rule(clause, neutral=lambda taken, _: taken + 1)
        def taken(before: int, number: int) -> int:
            return before + (number <= 9)

        self.rule, self.count, self.limit = at_most_nine, taken, Sourced(9, (clause,), neutral=99)

    def ask(self, number: int) -> Outcome:
        """Return the answer; the counter's rule is asked by the kernel and not by the test."""
        return answer(Act(PersonId("ana"), Ask(number)), partial(self.rule, number))

    def do(self, number: int) -> Outcome:
        found = self.ask(number)
        if isinstance(found, Refused):
            raise RefusedError(found)
        return found

    def refuses(self, number: int) -> Refused:
        found = self.ask(number)
        assert isinstance(found, Refused), found
        return found


@pytest.fixture
def counter(request: pytest.FixtureRequest) -> Counter:
    marker = request.node.get_closest_marker("clause")
    assert marker is not None
    return Counter(marker.args[0])


@pytest.fixture
def refused_when_prepared(counter: Counter) -> Counter:
    assert isinstance(counter.ask(10), Refused)
    return counter


@pytest.fixture
def divided_when_prepared(counter: Counter) -> Counter:
    assert 1 // isinstance(counter.ask(10), Refused)
    return counter


@pytest.fixture
def divided_afterwards(counter: Counter):
    yield counter
    assert 1 // isinstance(counter.ask(10), Refused)
