"""Addresses of stores are bytes: each verb reads and makes the file that was named, whatever signs stand in its name;
and an address that names nothing leaves nothing behind.
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

from tapete.cli import app
from tapete.record.store import open_store
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
NOTHING = (
    *(
        "no scheme://x",
        "sqlite://sala.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "file:///sala.db",
        "mysql://x/y",
    ),
    *("postgresql://h:zz/x", "postgresql://h:99999999/x", "sqlite+pysqlcipher:///sala.db"),
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


def test_an_address_that_names_nothing_is_said_in_a_sentence_and_leaves_nothing(
    sound: Path, here: Path, subtests: pytest.Subtests
) -> None:
    for address in NOTHING:
        for verb in [
            *(("audit", "{}"), ("replay", "{}"), ("export", "{}", "una", "out"), ("accounts", "{}", "una")),
            *(
                ("minutes", "{}"),
                ("backup", "{}", "out"),
                ("restore", "{copy}", "{}", "--key", "k"),
                (*OPEN, "--store", "{}"),
            ),
            (*OPEN, "--store", "{}", "--key", "k"),
            ("init", "--store", "{}", "--name", "Casa", "--director", "dora", "--key", "k"),
            ("serve", "--store", "{}", "--create", "--port", "0", "--key", "k"),
            *(("people", "list", "--store", "{}", "--key", "k"), ("store", "grant", "{}", "rol")),
        ]:
            with subtests.test(address=address, verb=verb):
                here = fresh(here)
                found = told(*(word.format(address, copy=sound) for word in verb))
                assert (found.exit_code, found.stdout) == (2, ""), found.output + repr(found.exception)
                assert found.stderr.startswith("tapete: ")
                assert list(here.iterdir()) == []


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
