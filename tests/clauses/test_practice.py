"""House practice is listed, labelled and cited."""

import re
from pathlib import Path

import pytest

import tapete
from tapete.clauses import UnknownClauseError, cite, is_practice, practices


def test_practice_is_cited_like_a_clause_and_told_apart() -> None:
    assert cite("HP.PB.relief") == "HP.PB.relief"
    assert is_practice("HP.PB.relief")
    assert not is_practice("PB.A1.01")


def test_practice_that_is_not_listed_cannot_be_cited() -> None:
    with pytest.raises(UnknownClauseError):
        cite("HP.PB.we-always-did-it-so")


def test_every_listed_practice_is_named_by_code_or_rulebook() -> None:
    root = Path(tapete.__file__).parent
    text = "".join(one.read_text("utf-8") for room in ("games", "house") for one in (root / room).rglob("*.py"))
    books = "".join(one.read_text("utf-8") for one in (root / "rulebooks").rglob("*.toml"))
    named = set(re.findall(r"HP\.[A-Z]+\.[a-z0-9-]+", text + books))
    irregular = {f"HP.PB.{kind}" for kind in re.findall(r"^([a-z-]+) = ", books.partition("[irregularities]")[2], re.M)}
    missing = {one for one in practices() if one not in named | irregular}
    assert not missing
