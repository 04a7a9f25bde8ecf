"""docs/security.md names every threat once, and tests that exist."""

import ast
import re
from functools import cache

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
    assert list(ROWS) == [f"T{number}" for number in range(1, 34)]


def test_a_threat_has_a_test_or_a_reason_why_not() -> None:
    for threat, row in ROWS.items():
        _, against, tests = row.split("|")
        assert tests.strip() or against.strip().startswith("*Not here"), threat


def test_every_test_that_is_named_exists() -> None:
    assert [(file, name) for file, name in NAMED if name not in names_in(file)] == []


def test_every_word_in_the_column_of_tests_is_such_a_name() -> None:
    for row in ROWS.values():
        assert re.sub(r"`tests/[\w/]+\.py::\w+`|[,\s]", "", row.split("|")[2]) == ""
