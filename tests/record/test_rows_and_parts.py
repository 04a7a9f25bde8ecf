"""What a row of a store says, a private part beside its entry, an export byte for byte, and what lies outside of what
is audited.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.record.authority import Authority, is_signature
from tapete.record.canonical import canonical, sha256
from tapete.record.chain import Link
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry, Head
from tapete.record.export import ExportSource, write_export
from tapete.record.private import (
    BLOCK,
    NONCE_BYTES,
    SALT_BYTES,
    KeySealer,
    PrivatePart,
    PrivatePartError,
    join,
    open_part,
    read_part,
    seal_part,
)
from tapete.record.report import AuditInputs
from tapete.record.scope import beyond, elsewhere, house_gone, is_opened_in_house, tables_in_house
from tapete.record.source import Part, SourceError, StoredEntry
from tapete.record.store.rows import Row, WriterRow, checkpoint_row, octets, read_checkpoint, signed_writer, whole
from tests.support.record.tables import KEY, TIME, TableActor, play

OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
SEALER = KeySealer(KEY)


@pytest.mark.parametrize(("value", "read"), [(5, 5), (0, 0), (-7, -7), ("5", -1), (None, -1), (5.0, -1), (b"5", -1)])
def test_a_number_is_read_from_a_place_that_may_hold_anything(value: Any, read: int) -> None:
    assert whole(value) == read


@pytest.mark.parametrize(("value", "read"), [(b"ab", b"ab"), (bytearray(b"a"), b"a"), (None, b""), (b"", b"")])
def test_octets_are_read_where_nothing_may_stand(value: Any, read: bytes) -> None:
    assert octets(value) == read


SAID = Checkpoint("t1", 4, "h", "t", "k", "s", 3, True, 2, True, 7, 9)
ROW = {
    "table_id": "t1", "version": 4, "head": "h", "time": "t", "key": "k", "signature": "s", "epoch": 3, "closed": 1,
    "tagged_from": 2, "witnessed": 1, "adopted_from": 7, "restored_from": 9,
}  # fmt: skip
EMPTY = Checkpoint("t1", -1, "", "", "", "", -1, False, -1, False, -1, -1)


def test_a_checkpoint_is_a_row_and_a_row_a_checkpoint_whatever_stands_in_it() -> None:
    assert checkpoint_row(SAID) == ROW
    assert read_checkpoint(SimpleNamespace(**ROW)) == SAID
    assert read_checkpoint(SimpleNamespace(**dict.fromkeys(ROW))) == replace(EMPTY, table=None)
    for name in ("closed", "witnessed"):
        field = f"is_{name}"
        assert read_checkpoint(SimpleNamespace(**{**ROW, name: 0})) == replace(SAID, **{field: False})


def test_a_writer_is_signed_by_the_hall_that_made_him_so() -> None:
    bare = WriterRow("t1", 3)
    assert signed_writer(bare, None) is bare
    made = signed_writer(bare, OURS)
    assert (made.table, made.epoch, made.key, made.is_signed()) == ("t1", 3, OURS.public, True)
    said = b'tapete writer\n{"epoch":3,"key":"' + OURS.public.encode() + b'","table":"t1"}'
    assert made.statement() == said
    assert is_signature(made.key, said, made.signature)
    for changed in ({"epoch": 4}, {"table": "t2"}, {"key": ""}, {"signature": ""}, {"epoch": 2**60}):
        assert replace(made, **changed).is_signed() is False
    assert bare.is_signed() is False


@pytest.mark.parametrize(("public", "signature"), [(str.upper, str), (str, str.upper), (lambda one: f" {one}", str)])
def test_a_signature_has_one_spelling(public: Any, signature: Any) -> None:
    key, said = OURS.public, OURS.sign(b"said")
    assert is_signature(key, b"said", said)
    assert not is_signature(public(key), b"said", signature(said))
    assert not is_signature(key, b"other", said)
    assert not is_signature(key[:-2], b"said", said)
    assert not is_signature(key, b"said", said[:-1])


def test_a_row_is_read_as_its_entry() -> None:
    made = play(TableActor()).made[0]
    assert Row(1, made.entry.body(), made.hash).entry() == made.entry


# --- private parts ----------------------------------------------------------------------------------------------------

PART = PrivatePart("0a" * 32, ((1, "face", "7s"),), ((0, "face", "8s"),), ("X.1",))
MADE = play(TableActor()).made
DEAL = MADE[2]


def hiding(part: PrivatePart, **fields: Any) -> Entry:
    base: dict[str, Any] = {
        "table": "t1", "game": "toy", "version": 3, "time": TIME, "by": "ana", "epoch": 1, "edition": "1",
        "act": {"by": "ana", "what": {"act": "x", "secret": None}},
        "events": ({"event": "a"}, {"event": "b", "face": None}),
        "chance": ({"what": {"act": "card-out", "face": None}},),
        "rests_on": ("X.0",), "private_digest": part.digest(),
    }  # fmt: skip
    return Entry(**{**base, **fields})


def test_the_digest_of_a_private_part_is_over_its_salt_and_the_rest() -> None:
    rest = {"fields": [[1, "face", "7s"]], "chance": [[0, "face", "8s"]], "clauses": ["X.1"]}
    assert PART.digest() == sha256(bytes.fromhex("0a" * 32) + canonical(rest)) == SEALER.digest(PART)
    assert PART.is_covered_by(hiding(PART))
    assert not replace(PART, salt="0b" * 32).is_covered_by(hiding(PART))
    assert not PART.is_covered_by(hiding(PART, private_digest=None))
    assert not replace(PART, salt="no hex").is_covered_by(hiding(PART))


def test_an_entry_is_joined_with_all_that_its_private_part_holds() -> None:
    part = replace(PART, fields=(*PART.fields, (-1, "secret", 5)))
    entry = hiding(part)
    whole_entry = join(entry, part)
    assert whole_entry == hiding(
        part,
        act={"by": "ana", "what": {"act": "x", "secret": 5}},
        events=({"event": "a"}, {"event": "b", "face": "7s"}),
        chance=({"what": {"act": "card-out", "face": "8s"}},),
        rests_on=("X.0", "X.1"),
    )
    assert (entry, join(entry, None)) == (hiding(part), entry)


@pytest.mark.parametrize(
    ("part", "facts"),
    [
        (PrivatePart("", ((2, "face", "7s"),)), {"name": "face", "index": 2}),
        (PrivatePart("", ((-2, "face", "7s"),)), {"name": "face", "index": -2}),
        (PrivatePart("", ((0, "face", "7s"),)), {"name": "face", "index": 0}),
        (PrivatePart("", ((1, "event", "7s"),)), {"name": "event", "index": 1}),
        (PrivatePart("", (), ((1, "face", "7s"),)), {"name": "face", "index": 1}),
        (PrivatePart("", (), ((-1, "face", "7s"),)), {"name": "face", "index": -1}),
        (PrivatePart("", ((-1, "act", "y"),)), {"name": "act", "index": 0}),
    ],
)
def test_a_private_part_fills_places_that_are_there_and_empty(part: PrivatePart, facts: dict[str, Any]) -> None:
    with pytest.raises(PrivatePartError) as refused:
        join(hiding(PART), part)
    assert (refused.value.code, refused.value.facts) == ("part-no-place", facts)


def plain_length(part: PrivatePart) -> int:
    return len(canonical(msgspec.to_builtins(part)))


@pytest.mark.parametrize(("more", "blocks"), [(0, 1), (1, 2), (-1, 1), (BLOCK, 2), (BLOCK + 1, 3)])
def test_a_sealed_part_is_padded_to_whole_blocks_and_no_further(more: int, blocks: int) -> None:
    part = PrivatePart("00", (), (), ("x" * (BLOCK - plain_length(PrivatePart("00", (), (), ("",))) + more),))
    sealed = seal_part(SEALER, part, "t1", 3)
    assert len(sealed) == NONCE_BYTES + blocks * BLOCK + 16
    assert open_part(SEALER, sealed, hiding(part)) == part
    assert seal_part(SEALER, part, "t1", 3)[:NONCE_BYTES] != sealed[:NONCE_BYTES]


def test_a_sealed_part_that_is_not_this_one_says_which_it_was_to_be() -> None:
    sealed = seal_part(SEALER, PART, "t1", 3)
    for entry in (hiding(PART, version=4), hiding(PART, table="t2")):
        with pytest.raises(PrivatePartError) as refused:
            open_part(SEALER, sealed, entry)
        part = f"tapete private {entry.table} {entry.version}"
        assert (refused.value.code, refused.value.facts) == ("part-shut", {"part": part})
    for code, work in (
        ("part-other", lambda: open_part(SEALER, sealed, hiding(PART, private_digest="00"))),
        ("part-unreadable", lambda: read_part(b"{}")),
    ):
        with pytest.raises(PrivatePartError) as refused:
            work()
        assert refused.value.code == code
    assert read_part(canonical(msgspec.to_builtins(PART)) + b"   ") == PART
    assert len(bytes.fromhex(SEALER.salt())) == SALT_BYTES
    assert SEALER.salt() != SEALER.salt()


def test_a_stored_entry_gives_its_private_part_to_whoever_may_read_it() -> None:
    entry, sealed = hiding(PART), seal_part(SEALER, PART, "t1", 3)
    link = Link(entry.body())
    assert StoredEntry(link, sealed).private(entry, SEALER) == PART
    assert StoredEntry(link, sealed).private(entry, None) is None
    assert StoredEntry(link, None, PART).private(entry, None) == PART
    assert StoredEntry(link, None, PART).private(entry, SEALER) == PART
    assert StoredEntry(link).private(entry, SEALER) is None
    with pytest.raises(PrivatePartError) as refused:
        StoredEntry(link, None, replace(PART, clauses=())).private(entry, None)
    assert refused.value.code == "part-other"


@pytest.mark.parametrize(("version", "inside"), [(3, False), (4, False), (5, True), (8, True), (9, False)])
def test_a_day_begins_after_the_entry_that_it_names_and_ends_with_its_own_last(version: int, inside: bool) -> None:
    assert Part("d", Head(4, "h"), 8).is_inside(version) is inside


# --- exports ----------------------------------------------------------------------------------------------------------


class Source:
    """A record of one table, as far as an export asks for it."""

    def __init__(self, entries: list[StoredEntry], part: Part | None = None) -> None:
        self.entries, self.day = entries, part

    def stored_entries(self, table: str) -> Any:
        return iter(self.entries)

    def part(self, table: str) -> Part | None:
        return self.day

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return {"d": {"id": "x"}}

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return (SAID,)


STORED = [
    StoredEntry(Link(MADE[0].entry.body(), MADE[0].hash, "g")),
    StoredEntry(Link(DEAL.entry.body(), None), DEAL.private_part),
]


@pytest.mark.parametrize("part", [None, Part("d", Head(4, "h"), 8)])
@pytest.mark.parametrize("is_open", [False, True])
def test_an_export_is_a_header_and_a_line_for_each_entry(tmp_path: Path, part: Any, is_open: bool) -> None:
    file = tmp_path / "t1.jsonl"
    assert write_export(Source(STORED, part), "t1", file, SEALER if is_open else None) == 2  # type: ignore[arg-type]
    head: dict[str, Any] = {
        "tapete_export": 2 if part is None else 3, "table": "t1", "game": "toy", "private": is_open,
        "rulebooks": {"d": {"id": "x"}}, "checkpoints": [msgspec.to_builtins(SAID)],
    }  # fmt: skip
    if part is not None:
        head["part"] = {"day": "d", "after": {"version": 4, "hash": "h"}, "last": 8}
    hidden = b""
    if is_open:
        assert DEAL.private_part is not None
        told = msgspec.to_builtins(open_part(SEALER, DEAL.private_part, DEAL.entry))
        hidden = b',"private":' + canonical(told)
    assert file.read_bytes().splitlines() == [
        canonical(head),
        b'{"entry":' + MADE[0].entry.body() + b',"hash":"' + MADE[0].hash.encode() + b'","tag":"g"}',
        b'{"entry":' + DEAL.entry.body() + b',"hash":""' + hidden + b"}",
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["t1.jsonl"]
    assert ExportSource(file).has_private_parts() is is_open


def test_an_export_of_nothing_or_with_another_key_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "t1.jsonl"
    file.write_bytes(b"before")
    with pytest.raises(SourceError) as refused:
        write_export(Source([]), "t1", file)  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.facts) == ("table-without-entries", {"table": "t1"})
    with pytest.raises(PrivatePartError):
        write_export(Source(STORED), "t1", file, KeySealer(bytes(32)))  # type: ignore[arg-type]
    assert (file.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (b"before", ["t1.jsonl"])


# --- what is not audited ----------------------------------------------------------------------------------------------


class Hall:
    """A record of which only the tables, and the first entry of each, are asked for."""

    def __init__(self, counts: dict[str, int], **first: Any) -> None:
        self.counts, self.first = counts, first

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(self.first))

    def stored_entries(self, table: str) -> Any:
        if (first := self.first.get(table)) is None:
            return iter(())
        if isinstance(first, bytes):
            return iter([StoredEntry(Link(first))])
        return iter([StoredEntry(Link(hiding(PART, events=({"event": "o", "is_in_house": first},)).body()))])

    def row_counts(self) -> dict[str, int]:
        return self.counts


def given(*tables: str) -> AuditInputs:
    return AuditInputs(witness=tuple(Checkpoint(one, 1, "", "", "") for one in tables))


ABSENT, UNSAID = {"count": 1}, {"case": "unsaid", "count": 1}


@pytest.mark.parametrize(
    ("hall", "witness", "absent"),
    [
        (Hall({"entries": 1}, t1=False), AuditInputs(), []),
        (Hall({"entries": 1}, t1=True), AuditInputs(), [ABSENT]),
        (Hall({"entries": 1}, t1=1), AuditInputs(), []),
        (Hall({"entries": 1}, t1=False, house=False), AuditInputs(), [ABSENT]),
        (Hall({"entries": 1}, t1=False), given("house", "t1"), [ABSENT]),
        (Hall({}, t1=False), AuditInputs(), [UNSAID]),
        (Hall({}, t1=b"no entry"), AuditInputs(), [UNSAID]),
        (Hall({}, t1=False), given("t1"), []),
        (Hall({}, t1=False), given("t2"), [UNSAID]),
        (Hall({}, t1=True), given("t1"), [ABSENT]),
    ],
)
def test_the_house_above_a_table_is_missed_where_something_says_that_there_is_one(
    hall: Any, witness: AuditInputs, absent: list[Any]
) -> None:
    found = [one for one in beyond(hall, witness, ("t1",), is_whole=False) if one.code == "house-absent"]
    assert [one.facts for one in found] == absent
    assert list(beyond(hall, witness, ("t1",), is_whole=True)) == []
    assert [one for one in beyond(hall, witness, ("house", "t1"), is_whole=False) if one.code == "house-absent"] == []


@pytest.mark.parametrize(
    ("witness", "chosen", "facts"),
    [
        (AuditInputs(), ("t1",), []),
        (given("t1"), ("t1",), []),
        (given("t2"), ("t1",), [{"tables": "t2", "count": 1}]),
        (given("t3", "t1", "t2", "t3"), ("t1",), [{"tables": "t2, t3", "count": 2}]),
        (given("t3", "t2"), ("t3", "t2"), []),
    ],
)
def test_tables_of_the_witness_that_are_not_audited_are_named(witness: Any, chosen: Any, facts: list[Any]) -> None:
    assert [(one.code, one.facts) for one in elsewhere(witness, chosen)] == [
        ("witness-elsewhere", one) for one in facts
    ]


def test_a_store_with_tables_of_a_house_has_the_record_of_the_house() -> None:
    hall: Any = Hall({}, t1=True, t2=False, t3=True, t4=b"no entry", t5=None)
    names = ("t1", "t2", "t3", "t4", "t5", "t6")
    assert tables_in_house(hall, names) == ("t1", "t3")
    (gone,) = house_gone(hall, names)
    assert (gone.at, gone.code, gone.facts) == (0, "house-gone", {"case": "told", "tables": "t1, t3", "count": 2})
    assert list(house_gone(hall, ("t2", "t4"))) == []
    with_house: Any = Hall({}, t1=True, house=False)
    assert list(house_gone(with_house, names)) == []


@pytest.mark.parametrize(
    ("events", "is_in_house"),
    [
        ((), False),
        (({"event": "a", "is_in_house": True},), True),
        (({"event": "a"}, {"event": "b", "is_in_house": True}), True),
        (({"event": "a", "is_in_house": False},), False),
        (({"event": "a", "is_in_house": "yes"},), False),
    ],
)
def test_a_table_says_when_it_is_opened_that_it_is_one_of_a_house(events: Any, is_in_house: bool) -> None:
    assert is_opened_in_house(hiding(PART, events=events)) is is_in_house
