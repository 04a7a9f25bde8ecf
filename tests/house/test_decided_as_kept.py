"""What the house answers to every act by everybody, on days of every kind: nothing of it changes unread.

The other tests say what must be so. This one says that it is as it was, refusals with their facts included.
"""

from __future__ import annotations

import pytest

from tapete.house.acts import ConfirmDifference
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import HOUSE, Act, Refused
from tapete.record.codec import members, tag_of
from tests.support.decided_house import ALL, EVERYBODY, acts_of, differences, digests, kept


@pytest.mark.parametrize("house", ALL)
def test_a_house_answers_every_act_as_it_was_written_down(house: str) -> None:
    """After a change that is meant: ``python -m tests.support.decided_house NAME`` before and after it, read the
    difference, then the same without a name.
    """
    found, before = digests(house), kept()[house]
    assert [tag for tag in {**before, **found} if found.get(tag) != before.get(tag)] == []


def test_every_house_is_written_down() -> None:
    assert set(kept()) == set(ALL)


def test_of_every_kind_of_act_something_is_tried_that_some_house_takes() -> None:
    """Otherwise the answers that are kept of it would all be refusals."""
    states = [ALL[name]() for name in ALL]
    people = sorted(EVERYBODY, key=lambda one: one != HOUSE)
    refused = [
        tag_of(kind)
        for kind in members(ESTABLISHMENT.act_types)
        if all(
            isinstance(ESTABLISHMENT.decide(state, Act(who, what, state.step)), Refused)
            for state in states
            for what in (*acts_of(kind), *(differences(state) if kind is ConfirmDifference else ()))
            for who in people
        )
    ]
    assert refused == []
