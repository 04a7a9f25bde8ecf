"""docs/security.md names every threat once, and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.support import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| (T\d+) \|(.*)\|$", PAGE, re.MULTILINE))
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    found = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(one.name for one in found if one.name.startswith("test_"))


def test_every_threat_has_one_line() -> None:
    assert list(ROWS) == [f"T{number}" for number in range(1, 33)]


def test_a_threat_has_a_test_or_a_reason_why_not(subtests: pytest.Subtests) -> None:
    for threat in ROWS:
        with subtests.test(threat=threat):
            _, against, tests = ROWS[threat].split("|")
            assert tests.strip() or against.strip().startswith("*Not here")


def test_every_test_that_is_named_exists(subtests: pytest.Subtests) -> None:
    for file, name in NAMED:
        with subtests.test(file=file, name=name):
            assert name in names_in(file)


def test_every_word_in_the_column_of_tests_is_such_a_name() -> None:
    for row in ROWS.values():
        rest = re.sub(r"`tests/[\w/]+\.py::\w+`|[,\s]", "", row.split("|")[2])
        assert rest == ""
