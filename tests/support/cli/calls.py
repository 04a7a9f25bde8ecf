"""Calls of the command line whose whole answers are kept: status, standard output and error, what was written.

    python -m tests.support.cli.calls          # or of one scene: … bingo

writes down what they answer now. Read the difference before you keep it. What is another each time (a folder, a digest,
a time, the word of an invitation) is written as a name in angle brackets.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from tapete.cli import app, progress, series_files
from tapete.live import Keys
from tapete.people.house_people import HousePeople
from tapete.record.store import open_store
from tests.support import ROOT
from tests.support.cli.copies import copied, elsewhere
from tests.support.cli.days import of_days
from tests.support.live.days import DAYS, house_with_minutes
from tests.support.record.tampering.small_hall import Copy
from tests.support.record.tampering.tools import sql

KEPT = ROOT / "tests" / "cli" / "answers"

Call = tuple[str, ...]
"""The words of a command line; ``{}`` in one of them is the folder of the scene."""

MASKS: tuple[tuple[str, str], ...] = (
    (r"[0-9a-f]{64}", "<digest>"),
    (r"\d{4}-\d\d-\d\dT[0-9:.]+(?:\+\d\d:\d\d|Z)?", "<time>"),
    (r"^\d{4}-\d\d-\d\d(?= (?:open|\*|balance) )", "<day>"),
    (r"[0-9a-f]{12}(?=\.(?:key|witness))", "<mark>"),
    (r"(?<=\.db\.)[0-9a-f]{12}\b", "<draft>"),
    (r"(?<=casa-)[0-9a-f]{12}", "<mark>"),
    (r"(?<=The request )[0-9a-f]{16}\b", "<request>"),
    (r"(?<=staff-)[0-9a-f]{32}", "<somebody>"),
    (r"\bp-[0-9a-z]+(?:-[0-9a-z]+)*", "<player>"),
    (r"(\"invitation\": \"|\"link\": \".*?#|^  )[A-Za-z0-9_-]{20,}", r"\1<word>"),
)


def masked(text: str, folder: Path) -> str:
    """Return a text without what is another each time."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        if named := os.environ.get(variable):
            text = text.replace(named, f"<{variable}>")
    text = text.replace(str(folder), "<folder>")
    for pattern, name in MASKS:
        text = re.sub(pattern, name, text, flags=re.MULTILINE)
    return text


def files_of(folder: Path) -> dict[str, tuple[int, str]]:
    """Return the files of a folder with whom they are for and the digest of what they hold."""
    return {
        str(one.relative_to(folder)): (
            one.stat().st_mode & 0o777,
            sha256(one.read_bytes()).hexdigest() if one.is_file() else "",
        )
        for one in sorted(folder.rglob("*"))
    }


@contextmanager
def usual_rights() -> Iterator[None]:
    """Let a new file be for everybody to read, unless whoever makes it says otherwise."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def answer(call: Call, folder: Path) -> list[str]:
    """Return what a call answers and writes, as lines."""
    before = files_of(folder)
    words = [word.replace("{}", str(folder)) for word in call]
    runner = CliRunner(env={"TAPETE_LANG": "", "NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"})
    found = runner.invoke(app, words)
    assert found.exception is None or isinstance(found.exception, SystemExit), repr(found.exception)
    shown = " ".join(repr(word) if " " in word or not word.isprintable() or not word else word for word in call)
    lines = [f"$ tapete {masked(shown, folder)}"]
    for sign, text in (("|", found.stdout), ("!", found.stderr)):
        lines += [f"{sign} {line}".rstrip() for line in masked(text, folder).splitlines()]
    after = files_of(folder)
    for name, (mode, digest) in after.items():
        if before.get(name) != (mode, digest):
            lines.append(f"+ {masked(name, folder)} {mode:o}")
    lines += [f"- {masked(name, folder)}" for name in before if name not in after]
    return [*lines, f"= {found.exit_code}", ""]


Scene = Callable[[Path], Iterable[Call]]
LANGUAGES = ("es", "en", "fr")


def in_each_language(*call: str) -> tuple[Call, ...]:
    """Return a call in each language."""
    return tuple((*call, "--lang", lang) for lang in LANGUAGES)


CARD = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
UPWARDS = " / ".join(reversed(CARD.split(" / ")))
OTHER = CARD.replace("90", "89")
LACKS_A_COLUMN = ". . . 30 31 52 60 . 81 / 7 . 22 . 45 . 61 77 . / . . 28 38 46 . 63 . 90"


def bingo(folder: Path) -> Sequence[Call]:
    """Series made, kept, printed, taken up again; cards checked and ranked."""
    (folder / "foreign.txt").write_text(f"{CARD}\n\n{UPWARDS}\n", "utf-8")
    (folder / "bad.txt").write_text(f"{CARD}\n\n{CARD.replace('81', '4')}\n", "utf-8")
    (folder / "twice.txt").write_text(f"{CARD}\n{CARD}\n", "utf-8")
    (folder / "empty.txt").write_text("\n", "utf-8")
    (folder / "binary").write_bytes(b"\xff\xfe\xff")
    cards = ("bingo", "cards")
    return (
        *in_each_language(*cards, "--strips", "1"),
        (*cards, "--strips", "1", "--json"),
        (*cards, "--singles", "2", "--letter", "AZ", "--id", "1000000000", "--face-value", "1,5", "--json"),
        (*cards, "--strips", "2", "--double", "--face-value", "0.01", "--keep", "{}/s.json", "--out", "{}/s.pdf"),
        (*cards, "--again", "{}/s.json", "--out", "{}/again.pdf", "--lang", "en"),
        (*cards, "--again", "{}/s.json"),
        (*cards, "--singles", "1", "--keep", "{}/s.json"),
        (*cards, "--singles", "1", "--keep", "{}/one.json", "--json"),
        (*cards, "--singles", "1", "--keep", "{}/no/one.json"),
        (*cards, "--singles", "1", "--out", "{}/no/one.pdf"),
        (*cards, "--again", "{}/s.json", "--keep", "{}/t.json"),
        (*cards, "--again", "{}/none.json"),
        (*cards, "--again", "{}/binary"),
        (*cards, "--foreign", "{}/foreign.txt", "--keep", "{}/foreign.json", "--lang", "en"),
        (*cards, "--again", "{}/foreign.json", "--json"),
        *((*cards, "--foreign", f"{{}}/{name}", "--lang", "en") for name in ("bad.txt", "twice.txt", "empty.txt")),
        *((*cards, "--foreign", f"{{}}/{name}", "--lang", "en") for name in ("none.txt", "binary")),
        cards,
        *((*cards, *one, "--lang", "en") for one in WRONG_SERIES),
        *in_each_language("bingo", "check", CARD),
        *in_each_language("bingo", "check", UPWARDS),
        *in_each_language("bingo", "check", LACKS_A_COLUMN),
        ("bingo", "check", CARD, "--json"),
        ("bingo", "check", UPWARDS, "--json"),
        ("bingo", "check", CARD.replace("81", "4"), "--json"),
        ("bingo", "check", CARD.replace("81", "4")),
        ("bingo", "check", CARD, "--second", CARD),
        ("bingo", "check", CARD, "--second", OTHER, "--lang", "en"),
        ("bingo", "check", CARD, "--second", CARD.replace("81", "4"), "--lang", "en"),
        ("bingo", "check", CARD, "--second", "four", "--lang", "en"),
        ("bingo", "check", "four", "--lang", "en"),
        ("bingo", "check", "91 1", "--lang", "en"),
        ("bingo", "rank", CARD),
        ("bingo", "rank", CARD, "--json"),
        *in_each_language("bingo", "rank", UPWARDS),
        ("bingo", "rank", UPWARDS, "--json"),
        ("bingo", "rank", LACKS_A_COLUMN, "--lang", "en"),
        ("bingo", "rank", CARD.replace("81", "4"), "--lang", "en"),
        *(("bingo", "unrank", place, "--lang", "en") for place in PLACES),
        ("bingo", "unrank", "0", "--json"),
    )


WRONG_SERIES: tuple[Call, ...] = (
    ("--strips", "0", "--singles", "0"),
    ("--strips", "1", "--singles", "1"),
    ("--strips", "1", "--foreign", "x"),
    ("--strips", "-1"),
    ("--strips", "10001"),
    ("--singles", "60001"),
    ("--singles", "1", "--id", "0"),
    ("--singles", "1", "--id", "1000000001"),
    ("--singles", "1", "--letter", "b"),
    ("--singles", "1", "--letter", "ABC"),
    ("--singles", "1", "--letter", ""),
    *(("--singles", "1", "--face-value", value) for value in ("0", "0,00", "1,555", "-1", "", "1e3", "1234567890")),
)
PLACES = (
    *("0", "1", "3122005460833142886", "3669688706217187499", "3669688706217187500", "9" * 14, "9" * 13, "1" * 40),
    *("2PMWQ-DKQWM-2360", "2pmwqdkqwm2360", "2PMWQ-DKQWM-2361", "ABC", "-1", "", "٣"),
)


def rules(folder: Path) -> Sequence[Call]:
    """One clause, a point of practice, a day, rulebooks side by side, what cannot be asked together."""
    (folder / "casa.toml").write_text(
        'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
        'conduct.look_s = { value = 20, reason = "así aquí" }\n',
        "utf-8",
    )
    (folder / "settled.toml").write_text(
        'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
        'banker.draws_on = { value = [], reason = "así aquí" }\n',
        "utf-8",
    )
    (folder / "binary").write_bytes(b"\xff\xfe\xff")
    layer = "{}/casa.toml"
    return (
        *in_each_language("rules", "PB.A2.03"),
        ("rules", "pb.a2.03", "--json"),
        ("rules", "PB.A2.03", "--json", "--lang", "fr"),
        *in_each_language("rules", "HP.CF.absent-holder"),
        ("rules", "hp.cf.absent-holder", "--json", "--lang", "en"),
        *in_each_language("rules", "--day", "2011-06-22"),
        ("rules", "--day", "2011-06-21", "--game", "Ferrocarril", "--lang", "en"),
        ("rules", "--day", "2011-06-21", "--game", "bingo", "--json"),
        ("rules", "--compare", "--game", "punto-y-banca", "--lang", "en"),
        *in_each_language("rules", "--check", layer),
        ("rules", "--check", layer, "--json"),
        ("rules", "--check", "{}/settled.toml", "--lang", "en"),
        ("rules", "--check", "{}/settled.toml", "--json"),
        ("rules", "--check", "{}/none.toml", "--lang", "en"),
        ("rules", "--check", "{}/binary", "--lang", "en"),
        ("rules", "--check", "{}", "--lang", "en"),
        *(("rules", "--check", layer, *more, "--lang", "en") for more in ALONE),
        ("rules", "--compare", "--game", "chemin-de-fer", "--rulebook", layer, "--lang", "en"),
        ("rules", "--compare", "--game", "dos-panos", "--rulebook", "{}/settled.toml", "--lang", "en"),
        ("rules", "--game", "dos-panos", "--rulebook", layer, "--lang", "en"),
        *(("rules", *words, "--lang", "en") for words in WRONG_RULES),
        ("odds", "punto-banco", "--json"),
        *in_each_language("odds", "punto-banco", "--decks", "1", "--removed", "7s Kh"),
        *(("odds", "punto-banco", *words, "--lang", "en") for words in WRONG_ODDS),
    )


ALONE: tuple[Call, ...] = (
    ("PB.A2.03",),
    ("--game", "bingo"),
    ("--coverage",),
    ("--compare",),
    ("--day", "2011-06-22"),
    ("--rulebook", "x"),
)
"""What nothing else is asked beside."""
WRONG_RULES: tuple[Call, ...] = (
    ("PB.A2.3",),
    ("QQ.99",),
    ("--game", "craps"),
    *(("PB.A2.03", *one) for one in (("--game", "bingo"), ("--coverage",), ("--compare",), ("--day", "2011-06-22"))),
    ("--compare",),
    ("--compare", "--coverage"),
    ("--compare", "--day", "2011-06-22"),
    ("--coverage", "--day", "2011-06-22"),
    ("--day", "22.06.2011"),
)
WRONG_ODDS: tuple[Call, ...] = (
    ("--decks", "0"),
    ("--decks", "13"),
    ("--removed", "7x"),
    ("--decks", "1", "--removed", "7s 7s"),
    ("more",),
)


def house(folder: Path) -> Sequence[Call]:
    """A house from its store: its minutes, its books, its record; what of it is refused."""
    db = str(house_with_minutes(folder)).replace(str(folder), "{}")
    key, witness = f"{db}.key", f"{db}.witness"
    Keys.load(folder / "other.key")
    (folder / "empty").mkdir()
    (folder / "text").write_text("x", "utf-8")
    (folder / "torn").write_text("x\n", "utf-8")
    return (
        *in_each_language("minutes", db),
        ("minutes", db, "--day", DAYS[0], "--json"),
        *in_each_language("minutes", db, "--day", "2026-01-01"),
        ("minutes", "{}/none.db"),
        *in_each_language("audit", db),
        ("audit", db, "--key", key, "--witness", witness, "--lang", "en"),
        ("audit", db, "--key", "{}/other.key", "--lang", "en"),
        ("audit", db, "--trusted", "0" * 64, "--lang", "en"),
        ("audit", db, "--day", DAYS[0], "--lang", "en"),
        ("audit", db, "--table", "house", "--lang", "en"),
        ("audit", db, "--witness", "{}/torn", "--lang", "en"),
        ("audit", db, "--json"),
        *(("audit", db, *words, "--lang", "en") for words in WRONG_AUDIT),
        *(("audit", where, "--lang", "en") for where in ("{}/none", "{}/empty", "{}/text")),
        ("audit", "{}/empty", "--table", "house", "--lang", "en"),
        ("audit", "{}/empty", "--day", DAYS[0], "--lang", "en"),
        *in_each_language("replay", db),
        ("replay", db, "--key", key, "--json"),
        *(("replay", where, "--lang", "en") for where in ("{}/none", "{}/empty", "{}/text", "mysql://x/y")),
        ("replay", db, "--key", "{}/none.key", "--lang", "en"),
        ("export", db, "house", "{}/house.jsonl", "--lang", "en"),
        ("export", db, "house", "{}/empty", "--key", key, "--json"),
        ("export", db, "{}/a/b", "--lang", "en"),
        ("export", db, "{}/c", "--json"),
        ("export", db, "{}/day", "--day", DAYS[1], "--lang", "en"),
        ("export", db, "house", "--lang", "en"),
        ("export", db, "mesa", "{}/mesa.jsonl", "--lang", "en"),
        ("export", db, "house", "{}/text/house.jsonl", "--lang", "en"),
        ("export", db, "{}/d", "--day", "2026-01-01", "--lang", "en"),
        ("audit", "{}/a/b", "--lang", "en"),
        ("audit", "{}/a/b", "--day", DAYS[0], "--lang", "en"),
        ("replay", "{}/house.jsonl", "--lang", "en"),
        ("minutes", "{}/day/house-" + f"{DAYS[1]}.jsonl", "--lang", "en"),
        ("accounts", db, "house", "--currency", "USD"),
        ("accounts", db, "house", "{}/house.beancount", "--lang", "en"),
        ("accounts", db, "house", "{}/all.beancount", "--with-tables", "--json"),
        *(("accounts", db, *words, "--lang", "en") for words in WRONG_ACCOUNTS),
        ("keys", key),
        ("keys", key, "--json"),
        *(("keys", one, "--lang", "en") for one in ("{}/none.key", "{}/text")),
        *in_each_language("adopt", db, "house"),
        ("adopt", db, "house", "--yes", "--json"),
        ("adopt", db, "mesa", "--lang", "en"),
        ("adopt", "{}/none.db", "house", "--key", key, "--lang", "en"),
        ("adopt", "{}/none.db", "house", "--lang", "en"),
        ("backup", db, "{}/copy.db", "--lang", "en"),
        ("backup", db, "{}/copy.db", "--lang", "en"),
        ("backup", db, "{}/whole.db", "--with-key", "--witness", "{}/none", "--lang", "en"),
        ("backup", db, "{}/third.db", "--with-key", "--key", "{}/none.key", "--lang", "en"),
        ("backup", "{}/none.db", "{}/fourth.db", "--lang", "en"),
        ("backup", db, "{}/no/copy.db", "--lang", "en"),
        ("restore", "{}/none.db", "{}/back.db", "--lang", "en"),
        ("restore", "{}/copy.db", "{}/back.db", "--lang", "en"),
        ("restore", "{}/copy.db", "{}/back.db", "--key", key, "--lang", "en"),
        ("restore", "{}/copy.db", "{}/back.db", "--key", key, "--lang", "en"),
        ("restore", "{}/whole.db", "{}/again.db", "--json"),
        ("store", "grant", db, "hall", "--lang", "en"),
    )


def doubtful(folder: Path) -> Sequence[Call]:
    """A record whose entries nobody authenticates: what is shown of it, and somebody who vouches for it."""
    house_with_minutes(folder, "hall.db")
    sql(Copy(folder), "UPDATE entries SET tag = NULL WHERE version > 9")
    db, where = "{}/hall.db", ("--lang", "en")
    (folder / "folder").mkdir()
    return (
        ("audit", db, "--key", f"{db}.key", *where),
        *in_each_language("adopt", db, "house"),
        ("adopt", db, "house", "--json"),
        ("adopt", db, "house", "--yes", "--witness", "{}/folder", *where),
        ("adopt", db, "house", "--yes", *where),
        ("adopt", db, "house", "--yes", *where),
        ("audit", db, "--key", f"{db}.key", *where),
    )


WRONG_AUDIT: tuple[Call, ...] = (
    ("--table", "house", "--day", DAYS[0]),
    ("--table", "mesa"),
    ("--day", "2026-01-01"),
    ("--trusted", "0" * 63),
    ("--trusted", "G" * 64),
    ("--witness", "{}/none"),
    ("--key", "{}/none.key"),
)
WRONG_ACCOUNTS: tuple[Call, ...] = (
    ("house", "--json"),
    ("mesa",),
    *(("house", "--currency", text) for text in ("EU", "eur", "E" * 25, "1EUR", "EUR-")),
    ("house", "--currency", "E" * 24, "{}/long.beancount"),
    ("house", "{}/no/house.beancount"),
)


def new_house(folder: Path) -> Sequence[Call]:
    """A house that is founded, its people, and what is written over nothing."""
    name = ("--name", "Casa  de prueba", "--director", "dora")
    (folder / "folder").mkdir()
    (folder / "there.db").touch()
    (folder / "beside.db.key").touch()
    (folder / "seen.db.witness").touch()
    (folder / "given").touch()
    store, own, full = "{}/casa.db", "{}/own.db", "{}/full.db"
    players = people_of_a_house(folder / "full.db")
    return (
        ("init", "--store", store, *name, "--key", "{}/k/casa.key", "--witness", "{}/w/casa witness"),
        ("init", "--store", own, *name, "--lang", "en"),
        ("init", "--store", "{}/json.db", *name, "--key", "{}/j.key", "--guests", "--json"),
        *(("init", "--store", "{}/q.db", *name, "--key", "{}/q.key", *words) for words in ASKED),
        *(("init", "--store", f"{{}}/{one}.db", *name, "--lang", "en") for one in ("there", "beside", "seen", "own")),
        *(("init", "--store", "{}/x.db", *name, one, "{}/given", "--lang", "en") for one in ("--key", "--witness")),
        ("init", "--store", "{}/folder", *name, "--lang", "en"),
        ("init", "--store", "postgresql://x/y", *name, "--lang", "en"),
        ("init", "--store", "{}/x.db", "--name", " ", "--director", "dora", "--lang", "en"),
        ("init", "--store", "{}/long.db", "--name", "x" * 60, "--director", "dora", "--lang", "en"),
        ("init", "--store", "{}/x.db", "--name", "x" * 61, "--director", "dora", "--lang", "en"),
        ("init", "--store", "{}/x.db", "--name", "a\tb", "--director", "x", "--lang", "en"),
        ("init", "--store", "{}/x.db", "--name", "a\x07b", "--director", "dora", "--lang", "en"),
        ("init", "--store", "{}/x.db", *name, "--origin", "casa.example", "--lang", "en"),
        ("init", "--store", "{}/no/x.db", *name, "--key", "{}/x.key", "--lang", "en"),
        *(("people", *words, "--store", own) for words in PEOPLE),
        *(("people", *words, "--store", own, "--json", "--lang", "en") for words in PEOPLE),
        ("people", "list", "--store", full),
        ("people", "erase", "Ana", "--store", full, "--lang", "en"),
        ("people", "erase", "Leocadia", "--store", full, "--json"),
        ("people", "erase", "Leocadia", "--store", full, "--lang", "en"),
        ("people", "erase", players[0], "--store", full, "--lang", "en"),
        ("people", "erase", "Ana", "--store", full, "--lang", "fr"),
        ("people", "list", "--store", full, "--json"),
        ("people", "list", "--store", store, "--lang", "en"),
        ("people", "list", "--store", store, "--key", "{}/k/casa.key", "--lang", "fr"),
        ("people", "list", "--store", "{}/none.db", "--lang", "en"),
    )


def people_of_a_house(store: Path) -> tuple[str, ...]:
    """Make a house with three players, two of them of one name; return who they are."""
    words = ["init", "--store", str(store), "--name", "Llena", "--director", "dora", "--key", f"{store}.key"]
    made = CliRunner().invoke(app, words)
    assert made.exit_code == 0, made.output
    with open_store(str(store)) as opened:
        people = HousePeople.of_store(opened, Keys.load(Path(f"{store}.key")).sealing, lambda: 0.0)
        assert people is not None
        made_players = [people.players.register(name) for name in ("Ana", "Leocadia", "Ana")]
        return tuple(one.person for one in made_players if one is not None)


ASKED: tuple[Call, ...] = (("--origin", "https://casa.example", "--json"),)
PEOPLE: tuple[Call, ...] = (("list",), ("reset", "dora"), ("reset", "nadie"), ("erase", "nadie"))


def tables(folder: Path) -> Sequence[Call]:
    """Tables that are opened in a store, with their posts, and what of it is refused."""
    Keys.load(folder / "other.key")
    (folder / "gone.db").touch()
    mini = ("open", "mini", "--minimum", "5", "--maximum", "100")
    at = ("--store", "{}/sala.db")
    return (
        (*mini, *at, "--lang", "en"),
        (*mini, *at, "--lang", "en"),
        (*mini, *at, "--name", "dos", "--staff", "croupier=ana", "--json"),
        ("open", "chemin-de-fer", "--minimum", "2,50", *at, "--name", "ferro"),
        ("open", "punto-y-banca", "--minimum", "10", "--maximum", "500", *at, "--name", "n" * 29, "--lang", "fr"),
        *((*mini, *at, "--name", "tres", *words, "--lang", "en") for words in WRONG_TABLES),
        *((*mini, *at, "--name", name, "--lang", "en") for name in ("Ñ", "n" * 41, "")),
        ("open", "mini", "--minimum", "five", "--maximum", "100", *at, "--lang", "en"),
        ("open", "mini", "--minimum", "5", "--maximum", "100", "--minimum", "5", *at, "--lang", "en"),
        ("open", "mini", "--maximum", "100", *at, "--lang", "en"),
        ("open", "mini", "--minimum", "5", *at, "--lang", "en"),
        ("open", "craps", *at, "--lang", "en"),
        (*mini, "--store", "{}/gone.db", "--lang", "en"),
        (*mini, "--store", "{}/sala.db", "--key", "{}/other.key", "--name", "tres", "--lang", "en"),
        (*mini, "--store", "mysql://x/y", "--lang", "en"),
        (*mini, "--store", "mysql://x/y", "--key", "{}/k", "--lang", "en"),
        ("serve", "--store", "{}/none.db", "--lang", "en"),
        ("serve", "--store", "{}/gone.db", "--lang", "en"),
        *(("serve", *at, *words, "--lang", "en") for words in WRONG_SERVING),
        ("people", "list", *at, "--lang", "en"),
        ("replay", "{}/sala.db", "--lang", "en"),
        ("audit", "{}/sala.db", "--table", "dos", "--lang", "en"),
        ("accounts", "{}/sala.db", "dos", "--lang", "en"),
        ("accounts", "{}/sala.db", "dos", "--with-tables", "--lang", "en"),
        ("minutes", "{}/sala.db", "--lang", "en"),
        ("audit", "{}/sala.db", "--day", "2026-01-01", "--lang", "en"),
    )


WRONG_TABLES: tuple[Call, ...] = (
    ("--decks", "11"),
    ("--decks", "x"),
    ("--shoe", "magic"),
    ("--rulebook", "atlantis-1900"),
    ("--rulebook", "atlantis.toml"),
    *(("--staff", text) for text in ("croupier", "=ana", "croupier=", "cook=ana", "croupier=Ana María")),
    ("--staff", "croupier=ana", "--staff", "croupier=bea"),
)
WRONG_SERVING: tuple[Call, ...] = (
    ("--director", "x y"),
    ("--house", " "),
    ("--port", "65536"),
    ("--port", "-1"),
    ("--reserve", "-1"),
    ("--host", "no host"),
    ("--allowed-host", "a b"),
    ("--origin", "sala.example"),
    ("--trusted-proxy", "x"),
    ("--port", "0", "--staff-key", "{}/none"),
    ("--port", "0", "--staff-key", "{}/gone.db"),
    ("--port", "0", "--monitor-key", "{}/gone.db"),
    ("--key", "{}/none"),
)


def lines(folder: Path) -> Sequence[Call]:
    """What is wrong with a line itself, whatever the verb; the language of the answer."""
    return (
        *in_each_language("zzz"),
        *in_each_language("--zzz"),
        *(words for path in GROUPS for words in ((*path, "zzz", "--lang", "en"), (*path, "--zzz", "--lang", "en"))),
        *in_each_language("serve"),
        *in_each_language("export", "x"),
        *in_each_language("export"),
        *in_each_language("keys", "x", "y"),
        *in_each_language("keys", "x", "--zzz"),
        *in_each_language("odds", "punto-banco", "--decks", "many"),
        *in_each_language("serve", "--store", "x", "--reserve", "many"),
        *in_each_language("serve", "--store", "x", "--log-format", "xml"),
        *in_each_language("rules", "--day", "22.06.2011"),
        *in_each_language("keys", "x", "--json=yes"),
        *in_each_language("open", "mini", "--minimum"),
        *in_each_language("open", "mini", "--minimum", "5", "--minimum", "6"),
        *in_each_language("--show-completion", "tcsh"),
        *in_each_language("--install-completion", "tcsh"),
        ("demo", "--pace", "10.5", "--lang", "en"),
        ("demo", "--players", "7", "--lang", "en"),
        ("keys", "x", "--lang", "de"),
        ("--lang", "de", "keys", "x"),
        ("--lang", "en", "keys", "x", "--lang", "de"),
        ("--lang", "de", "keys", "x", "--lang", "fr"),
        ("--lang=en", "keys", "{}/x"),
        ("--lang=en", "keys", "{}/x", "--lang=fr"),
        ("--lang=en", "keys", "--lang", "es", "--", "--lang"),
        ("keys", "--lang", "en", "--", "--lang=fr"),
        ("keys", "{}/x", "--lang"),
    )


GROUPS: tuple[Call, ...] = (("people",), ("store",), ("odds",), ("bingo",), ("open",))
"""Verbs that have verbs."""


def helps(folder: Path) -> Iterable[Call]:
    """What stands around a help in each language; a group to which nobody says a verb; the completion of a shell."""
    for path in ((), ("audit",), ("open", "mini"), ("bingo", "unrank")):
        yield from in_each_language(*path, "--help")
    yield ()
    for path in GROUPS:
        yield (*path, "--help", "--lang", "en")
        yield (*path, "--lang", "en")
    yield ("--show-completion", "bash")
    yield ("--lang", "en", "--show-completion", "zsh", "bash")


SCENES: dict[str, Scene] = {
    one.__name__.replace("_", "-"): one
    for one in (lines, helps, bingo, rules, house, of_days, copied, elsewhere, doubtful, new_house, tables)
}
"""The scenes that are kept: each makes what its calls need, and names them."""


def answers(name: str, folder: Path) -> list[str]:
    """Return what the calls of a scene answer, one after another in one folder."""
    known = SimpleNamespace(token_bytes=lambda size: bytes(range(size)))
    in_time = patch.object(progress, "IN_A_FILE", float("inf"))  # a slow machine says nothing of how far it is
    with usual_rights(), in_time, patch.object(series_files, "secrets", known):
        return [line for call in SCENES[name](folder) for line in answer(call, folder)]


# --- options ----------------------------------------------------------------------------------------------------------


def verbs(command: Any, path: Call = ()) -> Iterator[tuple[Call, Any]]:
    """Yield each verb by the words that lead to it."""
    if not isinstance(command, TyperGroup):
        yield path, command
        return
    context = command.make_context("tapete", [], resilient_parsing=True)
    for name in command.list_commands(context):
        yield from verbs(command.get_command(context, name), (*path, name))


def options() -> list[str]:
    """Return what each verb can be given: how it is written, what it is when nobody gives it, what it may be."""
    lines = []
    for path, command in verbs(typer.main.get_command(app)):
        lines.append(f"tapete {' '.join(path)}")
        for one in command.params:
            told = {
                "default": None if one.required else repr(one.default),
                "least": getattr(one, "min", None),
                "most": getattr(one, "max", None),
                "several": one.multiple if hasattr(one, "multiple") and one.multiple else None,
                "flag": True if getattr(one, "is_flag", False) else None,
                "variable": one.envvar,
            }
            facts = " ".join(f"{name}={value}" for name, value in told.items() if value is not None)
            lines.append(f"  {' '.join((*one.opts, *one.secondary_opts))} {facts or 'required'}".rstrip())
    return lines


@cache
def kept(name: str) -> list[str]:
    """Return what is written down of a scene."""
    return (KEPT / f"{name}.txt").read_text("utf-8").splitlines()


def main() -> None:
    """Write the answers of every scene down anew, or of those that are named."""
    KEPT.mkdir(exist_ok=True)
    for name in sys.argv[1:] or (*SCENES, "options"):
        with tempfile.TemporaryDirectory() as folder:
            own = Path(folder)
            for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
                os.environ[variable] = str(own / variable)
            scene = own / "scene"
            scene.mkdir()
            lines = options() if name == "options" else answers(name, scene)
        (KEPT / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
