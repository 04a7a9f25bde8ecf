"""Promise: the page on the record is enough to check an export without our code; its verifier misses no tampering."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tapete.live import Keys
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry, canonical, sha256
from tapete.record.source import Header, Line
from tests.support import ROOT
from tests.support.command_line import asked
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
    asked("export", kept / "hall.db", folder, "--key", kept / "hall.key")
    return {file.stem: file.read_bytes().splitlines() for file in folder.iterdir()}


def test_the_verifier_is_short_and_uses_none_of_our_code() -> None:
    assert len(CODE.splitlines()) <= LONGEST
    assert "tapete import" not in CODE


def test_the_verifier_accepts_every_table_of_an_evening(kept: Path, exports: dict[str, list[bytes]]) -> None:
    keys = Keys.load(kept / "hall.key")
    assert len(exports) >= 4
    for table, lines in exports.items():
        assert verifier()(lines, keys.public, keys.sealing) == [], table
        asked("export", kept / "hall.db", table, kept / f"{table}.bare")
        assert verifier()((kept / f"{table}.bare").read_bytes().splitlines(), keys.public) == [], table


def test_every_field_of_the_format_stands_on_the_page() -> None:
    for kind in (Header, Line, Entry, Checkpoint):
        missing = [name for name in kind.__struct_encode_fields__ if f"`{name}`" not in PAGE]
        assert missing == [], kind.__name__


def other(mark: bytes) -> Callable[[list[bytes]], None]:
    """Return a tampering: the first value that begins with a mark begins with another sign."""

    def tamper(lines: list[bytes]) -> None:
        at = next(at for at, line in enumerate(lines) if mark in line)
        head, _, tail = lines[at].partition(mark)
        lines[at] = head + mark + (b"1" if tail[:1] == b"0" else b"0") + tail[1:]

    return tamper


def replaced(at: int, old: bytes, new: bytes) -> Callable[[list[bytes]], None]:
    return lambda lines: lines.__setitem__(at, lines[at].replace(old, new, 1))


def chained(change: Callable[[Any], None]) -> Callable[[list[bytes]], None]:
    """Return a tampering with the first entry that opens cards: every hash from there on is made anew."""

    def tamper(lines: list[bytes]) -> None:
        trees = [json.loads(line) for line in lines]
        first = next(at for at, one in enumerate(trees) if at and one["entry"]["openings"])
        change(trees[first]["entry"])
        for at in range(first, len(trees)):
            body = canonical(trees[at]["entry"] | {"prev": trees[at - 1]["hash"]})
            trees[at]["hash"] = sha256(body)
            rest = {name: value for name, value in trees[at].items() if name != "entry"}
            lines[at] = b'{"entry":' + body + b"," + canonical(rest)[1:]

    return tamper


TAMPERINGS: dict[str, Callable[[list[bytes]], Any]] = {
    "an entry says something else": replaced(3, b'"by":"', b'"by":"x'),
    "and every hash is made anew": chained(lambda entry: entry.update(by="nobody")),
    "a card was opened as another": chained(lambda entry: entry["openings"][0]["cards"][0].update(face="1x")),
    "an entry is gone": lambda lines: lines.pop(5),
    "two entries have changed places": lambda lines: lines.insert(4, lines.pop(5)),
    "the end is cut off": lambda lines: lines.pop(),
    "the beginning is cut off": lambda lines: lines.pop(1),
    "an entry is spelled otherwise": replaced(3, b'"by":', b'"by": '),
    "a name stands twice": replaced(3, b'"by":', b'"by":"nobody","by":'),
    "a stated hash is another": other(b',"hash":"'),
    "a tag is another": other(b',"tag":"'),
    "a signature is another": other(b'"signature":"'),
    "a signed head is another": other(b'"head":"'),
    "a rulebook is another": other(b'"title":"'),
    "a private part is another": other(b'],"salt":"'),
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
