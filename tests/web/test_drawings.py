"""Cards, chips, roads and clauses are drawn and printed in every language as they were written down.

After a change that is meant: ``python -m tests.support.web.drawings NAME`` before and after it, read the difference,
then the same without a name.
"""

import pytest

from tests.support.web.drawings import SHEETS, digests, kept


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_drawn_as_it_was_written_down(sheet: str) -> None:
    found, before = digests(sheet), kept()[sheet]
    assert [part for part in {**found, **before} if found.get(part) != before.get(part)] == []
