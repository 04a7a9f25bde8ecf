"""Two troubles about one card, hand, word or cloth: every pair is played as the table of pairs says, or cannot be."""

from pathlib import Path

import pytest

from tests.support.dos_panos.pairs import APART, STEPS, Row, happened, met, reason, rows, steps, written
from tests.support.dos_panos.recorded import audited
from tests.support.dos_panos.troubles import OBJECTS, OF_THE_BANK, TROUBLES, Hand

TOLD = written()
PLAYED = [row for row in rows() if not TOLD[row.kind][row.name].startswith(APART)]
AUDITED: set[Row] = set()
"""Pairs whose record was audited: of a pair that is played in both orders, the first."""
NOT_PLAYED = [row for row in rows() if row not in PLAYED]


def test_the_table_has_each_pair_that_shares_an_object_once() -> None:
    assert [(kind, name) for kind, pairs in TOLD.items() for name in pairs] == [(row.kind, row.name) for row in rows()]
    assert {kind for one in TROUBLES.values() for kind in one.objects} == set(OBJECTS)


@pytest.mark.parametrize("kind", OBJECTS)
def test_each_pair_is_played_as_the_table_says_and_its_record_audits_clean(kind: str, tmp_path: Path) -> None:
    tables = {}
    for row in PLAYED:
        if row.kind != kind:
            continue
        told = TOLD[kind][row.name]
        found = met(row, told.partition(":")[0], together="one ruling" in told)
        assert found is not None, row
        assert found.told == told, row
        assert found.made.account("stakes") == 0, row
        assert found.made.state.docket.open == (), row
        if row not in AUDITED and Row(kind, row.second, row.first) not in AUDITED:
            AUDITED.add(row)
            tables[f"{row.first}-{row.second}"] = found.made.turns
    report = audited(tables, tmp_path)
    assert report.problems == ()
    assert report.entries == sum(map(len, tables.values()))


@pytest.mark.parametrize("kind", OBJECTS)
def test_each_other_pair_cannot_be_for_the_reason_that_is_stated(kind: str) -> None:
    for row in NOT_PLAYED:
        if row.kind == kind:
            assert TOLD[kind][row.name] == APART + reason(row) != APART, row
            assert [step for step in STEPS if is_possible(row, step)] == [], row


def is_possible(row: Row, step: str) -> bool:
    """Return True if the second can happen about the object of the first, while that is open."""
    began = happened(steps()[step], row.first, row.kind, Hand.BANCA if row.second in OF_THE_BANK else None)
    return began is not None and happened(began[0], row.second, row.kind, began[1]) is not None


def test_no_reason_is_given_for_a_pair_that_is_played() -> None:
    assert [row for row in PLAYED if reason(row)] == []
