"""A house of two days with a table each, and what is done with its record: read, taken along, put back, spoiled."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapete.live import Keys
from tapete.record.notation import Action, Notation, format_notation
from tests.support.live.days import DAYS, make_days

Call = tuple[str, ...]

LANGUAGES = ("es", "en", "fr")
EN = ("--lang", "en")
OPENING = {
    "name": "uno",
    "rulebook": "asturias-2011",
    "minimum": 1000,
    "maximum": 50000,
    "staff": {"croupier": "croupier", "table-chief": "chief"},
}


def of_days(folder: Path) -> Sequence[Call]:
    """A record of several tables: whole, by its days and its tables; books of a house; files that are spoiled."""
    keys = Keys.load(folder / "hall.key")
    asyncio.run(make_days(folder, keys, DAYS[0]))
    shutil.copy(folder / "hall.db", folder / "old.db")
    asyncio.run(make_days(folder, keys, DAYS[1]))
    shutil.copy(folder / "hall.key", folder / "hall.db.key")
    for name, statements in SPOILED.items():
        shutil.copy(folder / "hall.db", folder / name)
        spoil(folder / name, *statements)
    shutil.copy(folder / "hall.db", folder / "last.db")
    spoil(folder / "last.db", *(one.replace("table_id", "version = 5 AND table_id") for one in SPOILED["game.db"]))
    witnesses(folder)
    notations(folder)
    (folder / "folder").mkdir()
    db, key, seen = "{}/hall.db", "{}/hall.key", "{}/witness"
    known = ("--key", key, "--witness", seen)
    return (
        ("audit", db, *known, *EN),
        ("audit", db, *EN),
        ("audit", db, *known, "--json"),
        ("audit", db, *known, "--table", "mesa-1-2", *EN),
        ("audit", db, "--table", "mesa-9", *EN),
        *(("audit", db, *known, "--day", day, *EN) for day in DAYS),
        *(("audit", db, "--key", key, "--witness", f"{{}}/{name}", *EN) for name in WITNESSES),
        ("audit", db, "--key", key, "--witness", seen, "--witness", "{}/torn", "--json"),
        ("audit", db, "--key", key, "--witness", "{}/folder", *EN),
        ("audit", db, "--key", "{}/folder", *EN),
        *(("audit", f"{{}}/{name}", *known, *EN) for name in SPOILED if name != "empty.db"),
        ("audit", "{}/old.db", *known, *EN),
        ("audit", "{}/old.db", *known, "--table", "mesa-1-2", *EN),
        ("replay", db, *EN),
        *(("replay", f"{{}}/{name}", *EN) for name in SPOILED),
        ("replay", "{}/cut.db", "--json"),
        *(("replay", f"{{}}/{name}", "--lang", lang) for name in NOTATIONS for lang in LANGUAGES),
        *(("replay", f"{{}}/{name}", "--json") for name in NOTATIONS[:2]),
        ("export", db, "{}/days", *EN),
        *(("export", db, f"{{}}/{day}", "--day", day, *EN) for day in DAYS[:2]),
        ("export", db, "mesa-1", "{}/days/again.jsonl", "--key", key, *EN),
        ("export", db, "mesa-1", "{}/folder", "--day", DAYS[0], "--json"),
        ("export", db, "mesa-1-2", "{}/folder", "--day", DAYS[0], *EN),
        ("export", db, "mesa-1", "--key", "{}/no.key", *EN),
        *(("export", f"{{}}/{name}", f"{{}}/of-{name}", *EN) for name in SPOILED),
        ("audit", "{}/days", *EN),
        *(("audit", f"{{}}/{day}", *known, *EN) for day in DAYS[:2]),
        ("audit", f"{{}}/{DAYS[1]}", *known, "--json"),
        ("audit", "{}/days/again.jsonl", *EN),
        ("audit", "{}/folder", *EN),
        ("replay", "{}/days/mesa-1.jsonl", *EN),
        ("accounts", db, "house", "--with-tables", *EN),
        ("accounts", db, "house", "{}/books", "--with-tables", "--json"),
        ("accounts", db, "house", "{}/books", "--with-tables", *EN),
        ("accounts", db, "mesa-1", "--currency", "USD", *EN),
        ("accounts", db, "mesa-1", "--with-tables", *EN),
        ("accounts", "{}/days/house.jsonl", "house", "--with-tables", *EN),
        ("accounts", "{}/days/house.jsonl", "mesa-1", *EN),
        *(("accounts", f"{{}}/{name}", "mesa-1", *EN) for name in ("last.db", "game.db", "body.db", "empty.db")),
        ("minutes", "{}/body.db", *EN),
        ("minutes", db, *EN),
        ("minutes", "{}/days/mesa-1.jsonl", *EN),
    )


SPOILED: dict[str, tuple[str, ...]] = {
    "cut.db": ("DELETE FROM entries WHERE table_id = 'mesa-1' AND version = 3",),
    "game.db": ("UPDATE entries SET body = replace(body, '\"punto-y-banca\"', '\"faro\"') WHERE table_id = 'mesa-1'",),
    "body.db": ("UPDATE entries SET body = substr(body, 2) WHERE version = 2",),
    "lacking.db": ("DROP TABLE commands",),
    "empty.db": ("DELETE FROM entries",),
}
"""Copies of the record, each with the statements that spoil it."""


def spoil(db: Path, *statements: str) -> None:
    """Run statements on a database without its guards, and put those back."""
    connection = sqlite3.connect(db)
    with connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        for one in statements:
            connection.execute(one)
        for _, made in guards:
            if " commands " not in made or "DROP TABLE commands" not in statements:
                connection.execute(made)
    connection.close()


WITNESSES = ("torn", "moved", "repeated", "respelled", "unread", "none.witness")


def witnesses(folder: Path) -> None:
    """Write witness files that nobody appended to as a hall does."""
    lines = (folder / "witness").read_text("utf-8").splitlines(keepends=True)
    texts = {
        "torn": [*lines, lines[0][:9]],
        "moved": [*lines[1:], lines[0]],
        "repeated": [*lines, lines[-1], lines[-1]],
        "respelled": [json.dumps(json.loads(lines[0])) + "\n", *lines[1:]],
        "unread": [lines[0], "x\n", *lines[1:], "{}\n"],
    }
    for name, text in texts.items():
        (folder / name).write_text("".join(text), "utf-8")


NOTATIONS = ("sound.toml", "other.toml", "strange.toml", "impossible.toml", "latin.toml")


def notations(folder: Path) -> None:
    """Write files of a table in our own notation: one that holds, one that does not, and some that are none."""
    made: dict[str, Any] = {
        "sound.toml": Notation("punto-y-banca", (Action("c", "count"),), OPENING, decks=6),
        "other.toml": Notation(
            "punto-y-banca", (Action("c", "count", result="refused wrong-window"),), OPENING, decks=6
        ),
        "strange.toml": Notation("faro", (Action("c", "count"),), OPENING, decks=6),
        "impossible.toml": Notation("punto-y-banca", (Action("c", "juggle"),), OPENING, decks=6),
    }
    for name, one in made.items():
        (folder / name).write_text(format_notation(one), "utf-8")
    (folder / "latin.toml").write_bytes("game = 'año'".encode("latin-1"))
