"""What is written out of a record is its owner's alone, as the database is."""

from __future__ import annotations

import os
from pathlib import Path

from typer.testing import CliRunner

from tapete.cli import app


def test_exports_and_books_are_their_owners_alone(kept: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for words in (
            ("export", str(kept / "hall.db"), "punto", str(tmp_path / "punto.jsonl")),
            ("accounts", str(kept / "hall.db"), "punto", str(tmp_path / "punto.beancount")),
        ):
            done = CliRunner().invoke(app, list(words))
            assert done.exit_code == 0, done.output
    finally:
        os.umask(before)
    modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == {"punto.jsonl": 0o600, "punto.beancount": 0o600}
