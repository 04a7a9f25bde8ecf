"""Evenings of the two-cloth game with an error in every second coup, under each rulebook with either bank: every
incident is ruled, the coups go on, and the record audits clean.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tapete.games.dos_panos.terms import BankMode
from tests.support.dos_panos.error_evening import ErrorEvening
from tests.support.dos_panos.evening import BOOKS
from tests.support.dos_panos.recorded import audited

pytestmark = pytest.mark.slow

COUPS = int(os.environ.get("TAPETE_COUPS", "4"))
"""Three hundred make an evening; a few are enough for every commit."""
TABLES = 40
"""Tables of an open bank, whose sessions are short, that an evening has at most for each ten coups."""


def evening(book: str, mode: BankMode, coups: int) -> list[ErrorEvening]:
    """Return the tables of an evening, one after the other."""
    tables: list[ErrorEvening] = []
    while (left := coups - sum(one.counts["CoupSettled"] + one.counts["CoupVoided"] for one in tables)) > 0:
        assert len(tables) < TABLES * coups / 10, "the tables come to no coup"
        made = ErrorEvening(f"errors {book} {mode} {len(tables)}", book, mode)
        made.play_errors(left)
        tables.append(made)
    return tables


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("mode", list(BankMode))
@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_with_an_error_in_every_second_coup_audits_clean(book: str, mode: BankMode, tmp_path: Path) -> None:
    tables = evening(book, mode, COUPS)
    errors = sum((one.errors for one in tables), Counter())
    coups = sum(one.counts["CoupSettled"] + one.counts["CoupVoided"] for one in tables)
    assert all(one.state.docket.open == () for one in tables)
    for one in tables:
        due = {number for number in range(2, one.state.coup.number) if number % 2 == 0}
        assert due <= one.erred
    report = audited({f"dp-{number}": one.turns for number, one in enumerate(tables, 1)}, tmp_path)
    assert report.problems == ()
    assert report.is_sound
    kinds = ", ".join(f"{name} {many}" for name, many in errors.most_common())
    print(f"\n{book} {mode}: {len(tables)} tables, {coups} coups, {report.entries} entries; {kinds}")
