"""The rulebooks of every game beside each other, and its hands step by step under two of them, are printed as they were
written down.

After a change that is meant: ``python -m tests.support.web.beside GAME`` before and after it, read the difference, then
the same without a name.
"""

import pytest

from tapete.clauses import GAMES
from tests.support.web.beside import digests, kept


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_and_hands_are_told_as_they_were_written_down(game: str) -> None:
    found, before = digests(game), kept()[game]
    assert [part for part in {**found, **before} if found.get(part) != before.get(part)] == []
