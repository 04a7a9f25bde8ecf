"""The tests that compare with kept output: they notice any change, right or wrong, so a mistake counts without them."""

from __future__ import annotations

from typing import Final

COMPARISONS: Final = frozenset(
    {
        "tests/bingo/test_absence_matrix.py",
        "tests/chemin_de_fer/test_absence_matrix.py",
        "tests/dos_panos/test_absence_matrix.py",
        "tests/punto_banco/test_absence_matrix.py",
        "tests/record/test_declared.py",
    }
)
"""Files of tests: of the texts of ``script/kept``, those that hold one against what is made anew."""


def is_comparison(test: str) -> bool:
    """Return True if a test, by its name for pytest, stands in one of these files."""
    return test.partition("::")[0] in COMPARISONS
