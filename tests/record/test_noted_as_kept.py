"""Played tables are noted as they were written down, word for word, and each copy shows the same cards."""

from __future__ import annotations

import pytest

from tapete.games.dos_panos.game import DosPanos
from tapete.record.notation import format_notation, parse_notation, play
from tests.support.dos_panos.walks import walked
from tests.support.record.noted import BOOK, FOLDER, WALKS, text


@pytest.mark.parametrize("name", WALKS)
def test_a_played_table_is_noted_as_it_was_written_down(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.record.noted``, and read the difference."""
    assert text(name).splitlines() == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", WALKS)
def test_what_was_written_down_comes_to_the_same_table(name: str) -> None:
    kept = parse_notation((FOLDER / f"{name}.txt").read_text("utf-8"))
    made = walked(BOOK)[WALKS.index(name)]
    run = play(DosPanos(), kept)
    assert (run.state.phase, run.state.ledger, run.state.seats) == (made.phase, made.state.ledger, made.state.seats)
    assert parse_notation(format_notation(kept)) == kept


def test_every_table_is_noted() -> None:
    assert len(walked(BOOK)) == len(WALKS)
    assert {file.stem for file in FOLDER.iterdir()} == set(WALKS)
