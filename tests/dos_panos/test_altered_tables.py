"""What the two-cloth game answers about altered tables, and what acts and events make of them: nothing of it changes
without somebody having read it.

After a change that is meant: ``python -m tests.support.dos_panos.altered NAME`` before and after it, read the
difference, then the same without a name.
"""

from __future__ import annotations

import pytest

from tests.support.dos_panos.altered import digest, kept, lines_of, names


def test_every_question_act_and_event_is_written_down() -> None:
    assert tuple(kept()) == names()


@pytest.mark.parametrize("name", names())
def test_altered_tables_are_answered_as_it_was_written_down(name: str) -> None:
    assert digest(lines_of(name)) == kept()[name]
