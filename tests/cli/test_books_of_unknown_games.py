"""The books of a house with a table of a game that is not built: the game is named, and nothing is written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app, records
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.live import Keys
from tests.support.live.days import DAYS, make_days


def test_a_table_of_a_game_that_is_not_built_is_named_by_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(make_days(tmp_path, Keys.load(tmp_path / "key"), DAYS[0]))
    monkeypatch.setattr(records, "record_games", lambda *_: {KEY: ESTABLISHMENT})
    out = tmp_path / "books.beancount"
    called = ["accounts", str(tmp_path / "hall.db"), KEY, str(out), "--with-tables", "--lang", "en"]
    answer = CliRunner().invoke(app, called)
    assert (answer.exit_code, answer.stdout, out.exists()) == (2, "", False)
    assert answer.stderr.startswith("tapete: no game «")
    alone = [one for one in called if one != "--with-tables"]
    assert CliRunner().invoke(app, alone).exit_code == 0
