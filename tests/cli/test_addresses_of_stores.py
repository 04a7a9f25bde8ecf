"""One store is one store, whatever its address looks like: two halls never play one file, and what names no store is
said to name none before a key, or anything else, is asked for.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cartones.reading import CardFile, read_cards
from tapete.cli import app, default_paths, output
from tapete.record.store import StoreError, open_store

runner = CliRunner()
SAME = ("link.db", "folder/sala.db", "real/../real/sala.db", "link-to-link.db", "hard.db", "real/sala.db")


@pytest.mark.parametrize("other", SAME)
def test_two_halls_never_play_one_file_under_two_names(tmp_path: Path, other: str) -> None:
    """A journal lies beside one name alone: a file that has two of its own is taken by nobody."""
    file, is_twofold = tmp_path / "real" / "sala.db", other in ("hard.db", "real/sala.db")
    file.parent.mkdir()
    for name, to in (("link.db", str(file)), ("link-to-link.db", "link.db"), ("folder", "real")):
        (tmp_path / name).symlink_to(to)
    with open_store(str(file)):
        if is_twofold:
            os.link(file, tmp_path / "hard.db")
        with pytest.raises(StoreError) as refused:
            open_store(str(tmp_path / other))
    assert refused.value.code == ("store-linked" if is_twofold else "store-locked")


def test_a_house_has_one_key_and_one_witness_whatever_its_store_is_called(tmp_path: Path) -> None:
    """Those of the file itself; only where it has none those that lie beside the name that is given."""
    file, link = tmp_path / "sala.db", tmp_path / "link.db"
    made = ("init", "--store", str(file), "--name", "Casa", "--director", "dora")
    assert runner.invoke(app, made).exit_code == 0
    link.symlink_to(file)
    default_paths.beside(link, default_paths.WITNESS).touch()
    away = [default_paths.away_from(file, kind) for kind in (default_paths.KEY, default_paths.WITNESS)]
    for name in (str(file), str(link), f"{tmp_path}/../{tmp_path.name}/sala.db", f"sqlite:///{link}"):
        assert [default_paths.key_file(name, None), default_paths.witness_file(name)] == away
    for one in away:
        one.unlink()
    assert default_paths.witness_file(str(link)) == default_paths.beside(link, default_paths.WITNESS)


@pytest.mark.parametrize("address", ["", "postgres://a:geheim@h/b", "mysql://x", "sqlite://", "postgresql://h:99999/x"])
@pytest.mark.parametrize("verb", ["serve --store", "people list --store", "backup", "audit"])
def test_what_names_no_store_is_said_to_name_none_before_a_key_is_asked_for(verb: str, address: str) -> None:
    found = runner.invoke(app, [*verb.split(), address, *(["copy"] if verb == "backup" else []), "--lang", "en"])
    assert (found.exit_code, "names no store" in found.stderr, "geheim" in found.stderr) == (2, True, False)


@pytest.mark.parametrize("text", ["fr", "FR", "fr_FR.UTF-8"])
def test_a_language_is_written_as_a_locale_writes_it(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(output.LANG_VARIABLE, text)
    assert "il n'y a pas" in runner.invoke(app, ["audit", "nada"]).stderr


def test_a_card_in_digits_of_another_script_is_read_and_a_serial_below_nought_is_none() -> None:
    lines = "501,0,11,25,0,0,53,0,70,87,0,17,29,31,46,0,0,0,89,2,18,0,37,47,0,63,0,0"
    wide = lines.translate({ord("0") + at: ord("\uff10") + at for at in range(10)})
    arabic = lines.translate({ord("0") + at: ord("\u0660") + at for at in range(10)})
    read = [read_cards(one.encode()) for one in (lines, wide, arabic, f"-{lines}")]
    assert [one.numbers if isinstance(one, CardFile) else one[0].code for one in read] == [(501,)] * 3 + ["wrong-line"]
