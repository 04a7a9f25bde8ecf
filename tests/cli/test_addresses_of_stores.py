"""One store is one store, whatever its address looks like: two halls never play one file, and what names no store is
said to name none before a key, or anything else, is asked for.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app, default_paths
from tapete.record.store import StoreError, open_store

runner = CliRunner()


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("link.db", "store-locked"),
        ("folder/sala.db", "store-locked"),
        ("real/../real/sala.db", "store-locked"),
        ("link-to-link.db", "store-locked"),
        ("hard.db", "store-linked"),
        ("real/sala.db", "store-linked"),
    ],
)
def test_two_halls_never_play_one_file_under_two_names(tmp_path: Path, other: str, code: str) -> None:
    """A journal lies beside one name alone: a file that has two of its own is taken by nobody."""
    file = tmp_path / "real" / "sala.db"
    file.parent.mkdir()
    (tmp_path / "link.db").symlink_to(file)
    (tmp_path / "link-to-link.db").symlink_to("link.db")
    (tmp_path / "folder").symlink_to("real")
    with open_store(str(file)):
        if code == "store-linked":
            os.link(file, tmp_path / "hard.db")
        with pytest.raises(StoreError) as refused:
            open_store(str(tmp_path / other))
    assert refused.value.code == code
    assert not list(tmp_path.glob("*.lock"))


def test_a_house_has_one_key_and_one_witness_whatever_its_store_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the file itself; only where it has none those that lie beside the name that is given."""
    monkeypatch.chdir(tmp_path)
    file, link, old = tmp_path / "sala.db", tmp_path / "link.db", tmp_path / "old.db"
    made = ("init", "--store", str(file), "--name", "Casa", "--director", "dora")
    assert runner.invoke(app, made).exit_code == 0
    for one in (link, old):
        one.symlink_to(file)
    default_paths.beside(old, default_paths.WITNESS).touch()
    for name in (str(file), str(link), "./link.db", f"../{tmp_path.name}/sala.db", f"sqlite:///{link}", str(old)):
        assert default_paths.key_file(name, None) == default_paths.away_from(file, default_paths.KEY)
        assert default_paths.witness_file(name) == default_paths.away_from(file, default_paths.WITNESS)
        assert runner.invoke(app, ["people", "list", "--store", name]).exit_code == 0
    default_paths.away_from(file, default_paths.KEY).unlink()
    default_paths.away_from(file, default_paths.WITNESS).unlink()
    assert default_paths.witness_file(str(old)) == default_paths.beside(old, default_paths.WITNESS)
