"""The tests that compare with kept output: they notice any change, right or wrong, so a mistake counts without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPARISONS: Final[Mapping[str, str]] = {
    "tests/bingo/test_absence_matrix.py": "test_the_documentation_says_what_becomes_of_everybody_and_the_hall_goes_on",
    "tests/chemin_de_fer/test_absence_matrix.py": "test_whoever_leaves_falls_silent_or_goes_away_the_table_goes_on",
    "tests/dos_panos/test_absence_matrix.py": "test_whoever_leaves_falls_silent_or_goes_away_the_table_goes_on",
    "tests/punto_banco/test_absence_matrix.py": (
        "test_the_documentation_says_what_becomes_of_everybody_and_the_table_goes_on"
    ),
    "tests/record/test_declared.py": "test_what_a_kind_declares_is_written_down",
}
"""By its file, the test that holds one of the texts of ``script/kept`` against what is made anew."""


def is_comparison(test: str) -> bool:
    """Return True if a test, by its name for pytest, is one of these."""
    file, _, name = test.partition("::")
    return COMPARISONS.get(file) == name.partition("[")[0]
