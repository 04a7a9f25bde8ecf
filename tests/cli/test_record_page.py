"""Promise: the page on the record is enough to check an export without our code; its verifier misses no tampering."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry, canonical, sha256
from tapete.record.source import Header, Line
from tests.support import ROOT
from tests.support.notebook import run
from tests.support.rows import rows

PAGE = (ROOT / "docs" / "the-record.md").read_text("utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
LONGEST = 60


@cache
def verifier() -> Callable[..., list[str]]:
    names: dict[str, Any] = {}
    assert run(CODE, names) == ""
    found: Callable[..., list[str]] = names["verify"]
    return found


@pytest.fixture(scope="module")
def exports(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """The lines of an export of each table, with private parts."""
    folder = tmp_path_factory.mktemp("exports")
    words = ["export", str(kept / "hall.db"), str(folder), "--key", str(kept / "hall.key")]
    assert CliRunner().invoke(app, words).exit_code == 0
    return {file.stem: file.read_bytes().splitlines() for file in folder.iterdir()}


def test_the_verifier_is_short_and_uses_none_of_our_code() -> None:
    assert len(CODE.splitlines()) <= LONGEST
    assert "tapete import" not in CODE


def test_the_verifier_accepts_every_table_of_an_evening(kept: Path, exports: dict[str, list[bytes]]) -> None:
    keys = Keys.load(kept / "hall.key")
    assert len(exports) >= 4
    for table, lines in exports.items():
        assert verifier()(lines, keys.public, keys.sealing) == [], table
        bare = CliRunner().invoke(app, ["export", str(kept / "hall.db"), table, str(kept / f"{table}.bare")])
        assert bare.exit_code == 0
        assert verifier()((kept / f"{table}.bare").read_bytes().splitlines(), keys.public) == [], table


def test_every_field_of_the_format_stands_on_the_page() -> None:
    for kind in (Header, Line, Entry, Checkpoint):
        missing = [name for name in kind.__struct_encode_fields__ if f"`{name}`" not in PAGE]
        assert missing == [], kind.__name__


def changed(place: str, change: Callable[[Any], None], *, is_chained: bool = False) -> Callable[[list[bytes]], None]:
    """Return a tampering with the first line that has a place; ``is_chained``: every hash after it is made anew."""

    def tamper(lines: list[bytes]) -> None:
        trees = [json.loads(line) for line in lines]
        at = next(at for at, one in enumerate(trees) if one.get(place) or one.get("entry", {}).get(place))
        change(trees[at])
        for one, before in zip(trees[at:], [{}, *trees][at:], strict=False):
            if is_chained and "entry" in one:
                one["entry"]["prev"] = before.get("hash", "0" * 64)
                one["hash"] = sha256(canonical(one["entry"]))
        lines[:] = [
            b'{"entry":' + canonical(one.pop("entry")) + b"," + canonical(one)[1:] if "entry" in one else canonical(one)
            for one in trees
        ]

    return tamper


def spelled(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"by":', b'"by": ', 1)


def twofold(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"by":', b'"by":"nobody","by":', 1)


def resalted(lines: list[bytes]) -> None:
    at = next(at for at, one in enumerate(lines) if at and json.loads(one).get("private"))
    salt = json.loads(lines[at])["private"]["salt"]
    lines[at] = lines[at].replace(salt.encode(), other(salt).encode())


def swap(lines: list[bytes]) -> None:
    lines[4], lines[5] = lines[5], lines[4]


def other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


TAMPERINGS: dict[str, Callable[[list[bytes]], Any]] = {
    "an entry says something else": changed("entry", lambda one: one["entry"].update(by="nobody")),
    "and every hash is made anew": changed("entry", lambda one: one["entry"].update(by="nobody"), is_chained=True),
    "an entry is gone": lambda lines: lines.pop(5),
    "two entries have changed places": swap,
    "the end is cut off": lambda lines: lines.pop(),
    "the beginning is cut off": lambda lines: lines.pop(1),
    "an entry is spelled otherwise": spelled,
    "a name stands twice": twofold,
    "a stated hash is another": changed("hash", lambda one: one.update(hash=other(one["hash"]))),
    "a tag is another": changed("tag", lambda one: one.update(tag=other(one["tag"]))),
    "a signature is another": changed(
        "checkpoints", lambda one: one["checkpoints"][0].update(signature=other(one["checkpoints"][0]["signature"]))
    ),
    "a signed head is another": changed("checkpoints", lambda one: one["checkpoints"][-1].update(head="0" * 64)),
    "a rulebook is another": changed("rulebooks", lambda one: next(iter(one["rulebooks"].values())).update(title="x")),
    "a private part is another": resalted,
    "a card was opened as another, and every hash made anew": changed(
        "openings", lambda one: one["entry"]["openings"][0]["cards"][0].update(face="1x"), is_chained=True
    ),
}


@rows("name", list(TAMPERINGS))
def test_the_verifier_rejects_what_was_tampered_with(kept: Path, exports: dict[str, list[bytes]], name: Any) -> None:
    keys, lines = Keys.load(kept / "hall.key"), list(exports["punto"])
    TAMPERINGS[name](lines)
    assert lines != exports["punto"]
    try:
        found = verifier()(lines, keys.public, keys.sealing)
    except (KeyError, ValueError) as error:
        found = [str(error)]
    assert found, name


def test_the_verifier_rejects_another_key(exports: dict[str, list[bytes]]) -> None:
    assert any("signature" in one for one in verifier()(exports["punto"], "11" * 32))
