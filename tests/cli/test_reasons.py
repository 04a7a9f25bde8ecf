"""Why a command does not go on is said in one language: no reason is quoted from a program that speaks English."""

import logging
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.kernel import breach
from tapete.live import Keys
from tapete.record.store import open_store
from tapete.rulebooks import RulebookError

ENGLISH = re.compile(
    r"\b(the|is|are|not|no such|cannot|of|and|with|was|has|have|does|file|error|expected|line|at|may|read)\b",
    re.I,
)
"""Words without which hardly an English sentence does; none is a Spanish or a French one."""


def text(content: str | bytes) -> Callable[[Path], list[str]]:
    def make(folder: Path) -> list[str]:
        file = folder / "x.toml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return ["replay", str(file)]

    return make


def store(folder: Path, *orders: str) -> Path:
    """A store without tables, with its key beside it, on which orders were run."""
    path = folder / "x.db"
    Keys.load(folder / "x.db.key")
    open_store(str(path)).close()
    with sqlite3.connect(path) as connection:
        for one in orders:
            connection.execute(one)
    connection.close()
    return path


def broken(content: bytes) -> Callable[[Path], list[str]]:
    def make(folder: Path) -> list[str]:
        (folder / "x").write_bytes(content)
        return ["audit", str(folder / "x")]

    return make


def key(content: str, mode: int = 0o600) -> Callable[[Path], list[str]]:
    def make(folder: Path) -> list[str]:
        (folder / "key").write_text(content)
        (folder / "key").chmod(mode)
        return ["keys", str(folder / "key")]

    return make


TABLE = ["open", "mini", "--minimum", "10", "--maximum", "500", "--name", "uno", "--store"]
FILE = 'tapete = "1"\ngame = "punto-y-banca"\n'
STAKES = (
    'minimum = 1000\nmaximum = 50000\nshoe = "seeded"\nstaff = { director = "d", croupier = "c", table-chief = "h" }'
)
OWN = '[rulebooks.mine]\nextends = "asturias-2011"'
PATHS: dict[str, Callable[[Path], list[str]]] = {
    "no-toml": text("tapete = "),
    "no-notation": text("a = 1"),
    "no-actor": text(f'{FILE}actions = ["c"]'),
    "argument-order": text(f'{FILE}actions = ["c bet amount=1 2"]'),
    "argument-twice": text(f'{FILE}actions = ["c bet amount=1 amount=2"]'),
    "argument-float": text(f'{FILE}actions = ["c bet [1.5]"]'),
    "argument-unread": text(f'{FILE}actions = ["c bet (1)"]'),
    "no-card": text(f'{FILE}shoe = "7s zz"\nactions = []'),
    "notation-unfit": text(f'{FILE}decks = "x"\nactions = []'),
    "verb-unknown": text(f'{FILE}actions = ["c fly"]'),
    "act-refused": text(f'{FILE}actions = ["c sit 1"]'),
    "no-rulebook": text(f'{FILE}actions = ["c sit 1"]\n[rulebooks.mine]\nextends = "none"'),
    **{
        f"rulebook-{name}": text(
            f'{FILE}actions = []\n[open]\nname = "t"\nrulebook = "mine"\n{STAKES}\n{OWN}\n{value}\n'
        )
        for name, value in {
            "bare-value": "bets.steps = 3",
            "without-origin": "bets.steps = { value = [5] }",
            "two-origins": 'bets.steps = { value = [5], clauses = ["PB.B.01"], practice = "x" }',
            "unknown-clause": 'seats.places = { value = 5, clauses = ["PB.ZZ.99"] }',
            "unknown-option": 'bets.nonsense = { value = [5], practice = "x" }',
            "other-shape": 'seats.places = { value = "many", practice = "x" }',
            "head-key": "bets = 3",
        }.items()
    },
    "opening-refused": lambda folder: [*TABLE, str(folder / "x.db"), "--decks", "11"],
    "not-a-record": broken(b"x"),
    "not-an-export": broken(b"{}"),
    "strange-export": broken(b'{"tapete_export":99,"table":"t","game":"g","rulebooks":{}}\n'),
    "not-a-database": broken(b"SQLite format 3\0" + bytes(200)),
    "no-file": lambda folder: ["audit", str(folder / "x")],
    "folder": lambda folder: ["audit", str(folder)],
    "key-broken": key("x"),
    "key-short": key('{"sealing":"00","signing":"00"}'),
    "key-open": key("x", 0o644),
    "guards-lost": lambda folder: [*TABLE, str(store(folder, "DROP TRIGGER entries_no_update"))],
    "guards-foreign": lambda folder: [
        *TABLE,
        str(store(folder, "CREATE TRIGGER silent AFTER INSERT ON entries BEGIN SELECT 1; END")),
    ],
    "not-a-store": lambda folder: [*TABLE, str(store(folder, "DROP TABLE alembic_version"))],
    "key-gone": lambda folder: [*TABLE, str(_without_key(folder))],
    "order-unread": lambda folder: [
        *("audit", str(_with_strange_order(folder)), "--key", str(folder / "x.db.key")),
    ],
    "not-exported": lambda folder: ["export", str(store(folder)), "mesa-1", str(folder / "out")],
}


def _with_strange_order(folder: Path) -> Path:
    """A hall with one table, beside whose record lies an order that nobody can open."""
    path = folder / "x.db"
    assert CliRunner().invoke(app, [*TABLE, str(path)]).exit_code == 0
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO shoes VALUES ('uno', 1, x'00')")
    connection.close()
    return path


def _without_key(folder: Path) -> Path:
    path = store(folder)
    (folder / "x.db.key").unlink()
    return path


@pytest.mark.parametrize("path", PATHS)
def test_a_reason_is_in_the_language_of_the_answer(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    words = PATHS[path](tmp_path)
    said = {}
    for lang in ("es", "en", "fr"):
        found = CliRunner().invoke(app, [*words, "--lang", lang])
        assert found.exit_code in (1, 2), found.output
        assert found.exception is None or isinstance(found.exception, SystemExit), repr(found.exception)
        plain = found.output.replace(str(tmp_path), "").replace(os.sep, " ")
        said[lang] = re.sub(r"«[^»]*»|'[^']*'|--\w+|tapete \w+|\b\w+-[\w-]+\b", "", plain)
    assert len(set(said.values())) == 3, said
    assert ENGLISH.search(said["en"]) or path in ("verb-unknown", "no-card"), said["en"]
    for lang in ("es", "fr"):
        assert not (leak := ENGLISH.search(said[lang])), f"{leak} in {said[lang]}"


def test_a_broken_invariant_is_told_in_the_language_of_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    store = str(tmp_path / "x.db")
    assert CliRunner().invoke(app, [*TABLE, store]).exit_code == 0
    unsound = (breach("stakes-not-booked", booked=0, on_table=12_345),)
    monkeypatch.setattr("tapete.games.punto_banco.game.INVARIANTS", (lambda _: unsound,))
    said = {lang: CliRunner().invoke(app, ["audit", store, "--lang", lang]) for lang in ("es", "en", "fr")}
    assert {one.exit_code for one in said.values()} == {1}
    assert (
        "uno #1 invariant: Tras el asiento la mesa no está en regla: sobre la mesa hay apuestas por"
        in said["es"].output
    )
    assert "the stakes on the table are €123.45, those in the books €0." in said["en"].output
    assert "sur la table il y a 123,45\N{NO-BREAK SPACE}€ de mises" in said["fr"].output
    assert not any(ENGLISH.search(said[lang].output.split("invariant: ")[1]) for lang in ("es", "fr"))


@pytest.mark.parametrize(
    "error", [RulebookError("not-practice", "mini.toml", key="seats"), KeyError("seats")], ids=repr
)
def test_what_keeps_an_audit_from_following_a_table_is_told_in_one_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    store = str(tmp_path / "x.db")
    assert CliRunner().invoke(app, [*TABLE, store]).exit_code == 0

    def fail(_: object) -> NoReturn:
        raise error

    monkeypatch.setattr("tapete.games.punto_banco.game.INVARIANTS", (fail,))
    for lang in ("es", "fr"):
        found = CliRunner().invoke(app, ["audit", store, "--lang", lang])
        assert found.exit_code == 1
        told = found.output.split("cannot-follow: ")[1].splitlines()[0]
        assert not ENGLISH.search(told.replace("«practice»", "").replace("« practice »", "")), told
        assert isinstance(error, KeyError) or error.sentence(lang) in told  # type: ignore[attr-defined]
