"""Copies of a store and what is put back from them; stores that are held, far away or no stores at all."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

from tapete.live import Keys
from tapete.record.store import open_store
from tests.support.cli.days import SPOILED, spoil, witnesses
from tests.support.live.days import DAYS, make_days

Call = tuple[str, ...]

LANGUAGES = ("es", "en", "fr")
EN = ("--lang", "en")
FAR = "postgresql://ana:geheim@127.0.0.1:1/hall"
"""A server where nobody answers."""


def copied(folder: Path) -> Iterator[Call]:
    """Copies that are made, refused, put back, and put back although they lack something."""
    keys = Keys.load(folder / "hall.key")
    asyncio.run(make_days(folder, keys, DAYS[0]))
    for name in ("old.db", "lone.db", "other.db"):
        shutil.copy(folder / "hall.db", folder / name)
    shutil.copy(folder / "hall.key", folder / "old.db.key")
    shutil.copy(folder / "witness", folder / "old.db.witness")
    asyncio.run(make_days(folder, keys, DAYS[1]))
    Keys.load(folder / "other.key")
    witnesses(folder)
    shutil.copy(folder / "hall.db", folder / "lacking.db")
    spoil(folder / "lacking.db", *SPOILED["lacking.db"])
    (folder / "text").write_text("x", "utf-8")
    (folder / "folder").mkdir()
    for name in ("there.db.witness", "kept.db.key"):
        (folder / name).touch()
    db = "{}/hall.db"
    key, seen = ("--key", "{}/hall.key"), ("--witness", "{}/witness")
    yield ("backup", db, "{}/one.db", "--with-key", *key, *seen, *EN)
    yield ("audit", "{}/one.db", "--key", "{}/one.db.key", *EN)
    for lang in LANGUAGES:
        yield ("backup", db, f"{{}}/{lang}.db", "--lang", lang)
    yield ("backup", db, "{}/two.db", *key, *seen, *EN)
    for name in ("there.db", "kept.db", "text", "folder", "folder/x/y.db"):
        yield ("backup", db, f"{{}}/{name}", *key, *seen, *EN)
    yield ("backup", db, "{}/three.db", "--witness", "{}/unread", *EN)
    yield ("backup", db, "{}/three.db", "--witness", "{}/folder", *EN)
    yield ("backup", db, "{}/three.db", "--with-key", "--key", "{}/folder", *seen, *EN)
    yield ("backup", db, "{}/three.db", "--with-key", *EN)
    for name in ("lacking.db", "text", "folder", "none.db"):
        yield ("backup", f"{{}}/{name}", "{}/three.db", *EN)
    for lang in LANGUAGES:
        yield ("restore", "{}/old.db", "{}/back.db", *key, *seen, "--lang", lang)
    yield ("restore", "{}/old.db", "{}/back.db", *key, *seen, "--json")
    yield ("restore", "{}/old.db", "{}/back.db", *seen, *EN)
    yield ("restore", "{}/lone.db", "{}/back.db", *seen, *EN)
    yield ("restore", "{}/old.db", "{}/back.db", "--key", "{}/made.key", *seen, "--older", *EN)
    yield ("audit", "{}/back.db", *key, *seen, *EN)
    yield ("restore", "{}/old.db", "{}/back.db", *key, *seen, "--older", *EN)
    yield ("restore", "{}/old.db", "{}/again.db", *EN)
    yield ("audit", "{}/again.db", *key, *EN)
    yield ("restore", "{}/old.db", "{}/json.db", "--witness", "{}/new.witness", "--json")
    yield ("restore", "{}/lone.db", "{}/unseen.db", *key, "--lang", "fr")
    yield ("restore", "{}/other.db", "{}/strange.db", "--key", "{}/other.key", *EN)
    yield ("restore", "{}/other.db", "{}/strange.db", "--key", "{}/text", *EN)
    for name in ("unread", "folder"):
        yield ("restore", "{}/old.db", "{}/fifth.db", *key, "--witness", f"{{}}/{name}", *EN)
    for name in ("text", "lacking.db", "folder"):
        yield ("restore", f"{{}}/{name}", "{}/fifth.db", *key, *EN)
    for where in ("{}/text", "{}/folder", "{}/no/back.db", "mysql://x/y"):
        yield ("restore", "{}/old.db", where, *key, *seen, "--older", *EN)


def elsewhere(folder: Path) -> Iterator[Call]:
    """Stores of which nothing can be had: held by somebody else, at a server that does not answer, or none."""
    keys = Keys.load(folder / "hall.db.key")
    asyncio.run(make_days(folder, keys))
    Keys.load(folder / "other.key")
    (folder / "text").write_text("no database\n" * 500, "utf-8")
    shutil.copy(folder / "hall.db.key", folder / "text.key")
    mini = ("open", "mini", "--minimum", "5", "--maximum", "100")
    name = ("--name", "Casa", "--director", "dora")
    made: tuple[Call, ...] = (
        (*mini, "--store"),
        ("serve", "--port", "0", "--store"),
        ("people", "list", "--store"),
        ("people", "reset", "dora", "--store"),
        ("people", "erase", "ana", "--store"),
        ("adopt", "--yes"),
    )
    open_store(str(folder / "hall.db")).close()
    for where, key in (("{}/hall.db", "{}/hall.db.key"), ("{}/text", "{}/text.key"), (FAR, "{}/other.key")):
        with open_store(str(folder / "hall.db")):
            for call in made:
                table = ("house",) if call[0] == "adopt" else ()
                yield (*call, where, *table, "--key", key, *EN)
    for where in (FAR, "mysql://x/y", "sqlite://"):
        yield ("audit", where, *EN)
        yield ("replay", where, *EN)
        yield ("export", where, "{}/out", *EN)
        yield ("minutes", where, *EN)
        yield ("accounts", where, "house", *EN)
        yield ("backup", where, "{}/copy.db", *EN)
        yield ("restore", "{}/hall.db", where, "--key", "{}/hall.db.key", *EN)
        yield ("init", "--store", where, *name, "--key", "{}/new.key", *EN)
        yield ("store", "grant", where, "hall", *EN)
        yield ("store", "grant", where, "hall", "--sql", *EN)
        yield ("people", "list", "--store", where, *EN)
        yield ("adopt", where, "house", *EN)
