"""Addresses of stores are bytes: each verb reads and makes the file that was named, whatever signs stand in its name;
one store is one store, whatever its address looks like, and what names none is said to name none.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from typer.testing import CliRunner, Result

from tapete.cartones.reading import CardFile, read_cards
from tapete.cli import app, default_paths, output
from tapete.record.store import StoreError, open_store
from tapete.record.store.engine import sqlite_file, sqlite_uri

NAMES = (
    "sala.db#copia",
    "sala.db?copia",
    "sala%41.db",
    "mis%20datos.db",
    "mis datos.db",
    "file:sala.db",
    ":memory:",
    "sala@host:1.db",
    "sqlite:sala.db",
    "señal&=+;.db",
    os.fsdecode(b"sala\xff.db"),
)
TWINS = ("sala.db", "salaA.db", "mis datos.db")
"""What such names would be if they were read as parts of an address; none of these is a store."""
OPEN = ("open", "mini", "--name", "una", "--minimum", "5", "--maximum", "100")
READING = (
    ("audit", "{}"),
    ("replay", "{}"),
    ("export", "{}", "una", "{out}"),
    ("accounts", "{}", "una"),
    ("minutes", "{}"),
    ("backup", "{}", "{out}", "--no-witness"),
    ("adopt", "{}", "una", "--key", "{key}"),
    ("people", "list", "--store", "{}", "--key", "{key}"),
    ("restore", "{}", "{out}", "--key", "{key}", "--older", "--no-witness"),
)
runner = CliRunner()


def told(*words: str) -> Result:
    return runner.invoke(app, [*words, "--lang", "en"])


def spellings(file: Path) -> Iterator[str]:
    """Ways to name a file in the folder where one stands, and from anywhere."""
    yield from (str(file), f"/{file}", file.name, f"sqlite:///{file}", f"sqlite:////{file}")
    if file.name != ":memory:":  # behind slashes that is the name of no file, as everywhere
        yield f"sqlite:///{file.name}"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sound") / "one.db"
    assert told(*OPEN, "--store", str(file)).exit_code == 0
    return file


def fresh(here: Path) -> Path:
    """Go to a new, empty folder beside the last one."""
    folder = here.parent / f"row-{len(list(here.parent.glob('row-*')))}" / "here"
    folder.mkdir(parents=True)
    os.chdir(folder)
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_what_is_judged_is_what_was_named(sound: Path, here: Path, subtests: pytest.Subtests) -> None:
    """A tampered copy is not sound because its twin is; and the twin is neither read, made nor changed."""
    for name in NAMES:
        with subtests.test(name=name):
            here = fresh(here)
            file = here / name
            for twin in {*TWINS} - {name}:
                shutil.copy(sound, here / twin)
            shutil.copy(sound, file)
            with closing(sqlite3.connect(sqlite_uri(file, "rw"), uri=True)) as store:
                for (guard,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                    store.execute(f"DROP TRIGGER {guard}")
                store.execute("DELETE FROM entries")
                store.commit()
            before = sorted(os.listdir(here))
            for spelled in spellings(file):
                assert told("audit", spelled).exit_code == 1, spelled
            assert sorted(os.listdir(here)) == before


def test_each_verb_reads_what_was_named_and_makes_nothing_else(
    sound: Path, here: Path, subtests: pytest.Subtests
) -> None:
    for name in NAMES:
        with subtests.test(name=name):
            here = fresh(here)
            file, key = here / name, sound.with_name("one.db.key")
            shutil.copy(sound, file)
            for verb in READING:
                for number, spelled in enumerate(spellings(file)):
                    if verb[0] == "restore" and spelled.startswith("sqlite:"):
                        continue  # a copy is a file, not an address
                    out = here.parent / f"{verb[0]}-{number}"
                    found = told(*(word.format(spelled, out=out, key=key) for word in verb))
                    said = (
                        "house with days"
                        if verb[0] == "minutes"
                        else "no house with accounts"
                        if verb[0] == "people"
                        else None
                    )
                    assert (said in found.stderr) if said else found.exit_code == 0, (verb, spelled, found.output)
                    assert {*os.listdir(here)} <= {name, f"{name}.lock"}, verb


def test_a_store_its_key_and_its_witness_lie_together(here: Path, subtests: pytest.Subtests) -> None:
    for name in NAMES[:-1]:
        with subtests.test(name=name):
            here = fresh(here)
            for number, spelled in enumerate(spellings(here / name)):
                found = told(*OPEN, "--store", spelled)
                assert found.exit_code == (2 if number else 0), found.output
                assert number == 0 or "there is a table" in found.stderr
            assert {*os.listdir(here)} == {name, *(f"{name}{end}" for end in (".key", ".witness", ".lock"))}
            with open_store(str(here / name), read_only=True) as store:
                assert store.tables() == ("una",)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=20))
def test_any_name_of_a_file_is_that_file(here: Path, name: str) -> None:
    if name in (".", ".."):
        return
    file = here / name
    for spelled in (str(file), f"sqlite:///{file}"):
        assert sqlite_file(spelled) == file
    with closing(sqlite3.connect(sqlite_uri(file, "rwc"), uri=True)) as store:
        store.execute("CREATE TABLE kept (one INTEGER)")
    assert [one for one in os.listdir(here) if one != name] == []
    file.unlink()


SAME = ("link.db", "folder/sala.db", "real/../real/sala.db", "link-to-link.db", "hard.db", "real/sala.db")


def test_two_halls_never_play_one_file_under_two_names(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    """A journal lies beside one name alone: a file that has two of its own is taken by nobody."""
    for other in SAME:
        with subtests.test(other=other):
            tmp_path = tmp_path_factory.mktemp("row")
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


def test_what_names_no_store_is_said_to_name_none_before_a_key_is_asked_for(subtests: pytest.Subtests) -> None:
    for address in ["", "postgres://a:geheim@h/b", "mysql://x", "sqlite://", "postgresql://h:99999/x"]:
        for verb in ["serve --store", "people list --store", "backup", "audit"]:
            with subtests.test(address=address, verb=verb):
                found = runner.invoke(
                    app, [*verb.split(), address, *(["copy"] if verb == "backup" else []), "--lang", "en"]
                )
                assert (found.exit_code, "names no store" in found.stderr, "geheim" in found.stderr) == (2, True, False)


def test_a_language_is_written_as_a_locale_writes_it(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for text in ["fr", "FR", "fr_FR.UTF-8"]:
        with subtests.test(text=text):
            monkeypatch.setenv(output.LANG_VARIABLE, text)
            assert "il n'y a pas" in runner.invoke(app, ["audit", "nada"]).stderr


def test_a_card_in_digits_of_another_script_is_read_and_a_serial_below_nought_is_none() -> None:
    lines = "501,0,11,25,0,0,53,0,70,87,0,17,29,31,46,0,0,0,89,2,18,0,37,47,0,63,0,0"
    wide = lines.translate({ord("0") + at: ord("\uff10") + at for at in range(10)})
    arabic = lines.translate({ord("0") + at: ord("\u0660") + at for at in range(10)})
    read = [read_cards(one.encode()) for one in (lines, wide, arabic, f"-{lines}")]
    assert [one.numbers if isinstance(one, CardFile) else one[0].code for one in read] == [(501,)] * 3 + ["wrong-line"]


def test_nothing_is_written_over_what_a_hall_lives_on(here: Path, subtests: pytest.Subtests) -> None:
    """A mistyped name of the file to write costs nobody the store, the key, the witness or the secret of a series."""
    store, kept = here / "sala.db", here / "serie.json"
    assert told(*OPEN, "--store", str(store)).exit_code == 0
    assert told("bingo", "cards", "--strips", "1", "--keep", str(kept)).exit_code == 0
    (table,) = open_store(str(store), read_only=True).tables()
    lives_on = [store, kept, *(store.with_name(f"sala.db{end}") for end in (".key", ".witness", ".lock"))]
    assert [one.name for one in lives_on if not one.exists()] == []
    for file in lives_on:
        for verb in (
            ("export", str(store), table, str(file)),
            ("accounts", str(store), table, str(file)),
            ("bingo", "cards", "--strips", "1", "--out", str(file)),
        ):
            with subtests.test(file=file.name, verb=verb[0]):
                before = file.read_bytes()
                refused = told(*verb)
                assert file.read_bytes() == before
                assert (refused.exit_code, file.name in refused.stderr) == (2, True), refused.output
