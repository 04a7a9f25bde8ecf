"""The audit of a sound record is clean, over stores and exports; each fault has its code, its entry and its facts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.record.audit import READINGS, AuditInputs, AuditReport, audit, summary
from tapete.record.authority import Authority
from tapete.record.canonical import canonical, sha256
from tapete.record.chain import Link
from tapete.record.checkpoints import Checkpoint, checkpoint, sign_checkpoint
from tapete.record.export import ExportSource, write_export
from tapete.record.private import KeySealer
from tapete.record.replay import replay, restore
from tapete.record.source import Custody, SourceError, StoredEntry, StoreSource
from tapete.record.store import AnsweredCommand, Store, WriterRow
from tapete.record.store.rows import signed_writer
from tests.support.record.tables import GAME, KEY, SCRIPT, TIME, TableActor, play
from tests.support.rows import rows

GAMES = {"toy": GAME}
SEALED = AuditInputs(sealer=KeySealer(KEY))
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def test_sound_store_is_clean(store: Store) -> None:
    actor = play(TableActor(store.take_over("t1")))
    play(TableActor(store.take_over("t2"), "t2"))
    store.put_checkpoint(checkpoint(SIGNER, "t1", actor.head, TIME))
    report = audit(StoreSource(store), GAMES, SEALED)
    assert (report.is_sound, report.entries, report.problems) == (True, 16, ())
    assert (report.proved_count, report.skipped_count, report.unopened_count, report.checkpoints) == (2, 0, 0, 1)
    assert replay(GAME, StoreSource(store), "t1", SEALED.sealer) == actor.state
    again = restore(GAME, StoreSource(store), "t1", KeySealer(KEY))
    assert (again.state, again.head) == (actor.state, actor.head)
    assert (again.watch.rotation, again.watch.turned) == (actor.watch.rotation, actor.watch.turned)


@pytest.mark.parametrize("private", [True, False])
def test_export_verifies_against_the_same_chain(store: Store, tmp_path: Path, private: bool) -> None:
    actor = play(TableActor(store.take_over("t1")))
    store.put_rulebook({"id": "x", "texto": "señal"})
    store.put_checkpoint(checkpoint(SIGNER, "t1", actor.head, TIME))
    path = tmp_path / "t1.jsonl"
    assert write_export(StoreSource(store), "t1", path, KeySealer(KEY) if private else None) == len(SCRIPT)
    source = ExportSource(path)
    report = audit(source, GAMES)
    assert (report.is_sound, report.entries, report.checkpoints, report.proved_count) == (True, 8, 1, 1)
    assert (report.skipped_count, report.unopened_count) == ((0, 0) if private else (0, 3))
    assert [kept.link for kept in source.stored_entries("t1")] == [
        Link(row.body, row.hash) for row in store.entries("t1")
    ]
    assert list(source.rulebooks().values()) == [{"id": "x", "texto": "señal"}]
    assert (b'"6s"' in path.read_bytes()) is True  # shown, and so in both
    assert (b'"7s"' in path.read_bytes()) is private  # never shown
    with pytest.raises(SourceError):
        write_export(StoreSource(store), "t9", tmp_path / "t9.jsonl")
    assert not list(tmp_path.glob("t9*"))


# --- The audit of one table with all that a store keeps of it: each fault by itself, with its entry and a ---

OURS = Authority(bytes(32), SIGNER)
WITH_KEY = AuditInputs(KeySealer(KEY), authority=OURS)
MADE = play(TableActor(), SCRIPT).made
LAST = len(MADE)


class Kept:
    """All that a store keeps of a table that was played to its end: every row of it, to be changed."""

    def __init__(self) -> None:
        self.entries = [
            StoredEntry(Link(one.entry.body(), one.hash, OURS.tag(one.hash), one.entry.version), one.private_part)
            for one in MADE
        ]
        self.requests: dict[str, AnsweredCommand] | None = {
            str(one.entry.command): AnsweredCommand(
                one.entry.version, sha256(canonical(one.entry.act)), str(one.entry.answer)
            )
            for one in MADE
        }
        self.orders: dict[int, bytes] | None = TableActor().laid(MADE[0])
        end = sign_checkpoint(SIGNER, Checkpoint("t1", LAST, MADE[-1].hash, TIME, "", epoch=1, is_closed=True))
        self.said: tuple[Checkpoint, ...] = (end,)
        self.kept = Custody(is_store=True, writer=signed_writer(WriterRow("t1", 1), OURS))
        self.books: dict[str, dict[str, Any]] = {}
        self.unreadable: dict[str, str] = {}
        self.rows: dict[str, int] | None = None
        self.faults: tuple[tuple[str, dict[str, Any]], ...] = ()
        self.must_have_parts = True

    def tables(self) -> tuple[str, ...]:
        return ("t1",)

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return iter(self.entries if table == "t1" else ())

    def part(self, table: str) -> None:
        return None

    def length(self, table: str) -> int:
        return len(self.entries)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return self.said if table == "t1" else ()

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self.books

    def unreadable_rulebooks(self) -> dict[str, str]:
        return self.unreadable

    def commands(self, table: str) -> dict[str, AnsweredCommand] | None:
        return self.requests if table == "t1" else {}

    def shoes(self, table: str) -> dict[int, bytes] | None:
        return self.orders if table == "t1" else {}

    def custody(self, table: str) -> Custody:
        return self.kept if table == "t1" else Custody(is_store=True)

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        return self.faults

    def row_counts(self) -> dict[str, int]:
        count = {"writers": 1, "entries": LAST, "commands": LAST, "checkpoints": 1, "shoes": 1, "rulebooks": 0}
        return count if self.rows is None else self.rows

    def has_private_parts(self) -> bool:
        return self.must_have_parts

    def close(self) -> None:
        pass


def judged(source: Kept, given: AuditInputs = WITH_KEY, **more: Any) -> AuditReport:
    return audit(source, {"toy": GAME}, replace(given, witness=more.pop("witness", source.said)), **more)


def wrong(report: AuditReport) -> list[tuple[int, str, dict[str, Any]]]:
    assert report.is_sound == (not report.problems)
    return [(one.at, one.code, one.facts) for one in report.problems]


def warned(report: AuditReport) -> list[tuple[str, str, dict[str, Any]]]:
    return [(one.code, one.table, one.facts) for one in report.warnings]


PUBLIC = OURS.public


def test_a_table_that_was_kept_as_it_was_played_is_sound_and_nothing_is_warned_of() -> None:
    report = judged(Kept())
    assert (wrong(report), warned(report)) == ([], [])
    assert (report.entries, report.tables, report.checkpoints) == (LAST, ("t1",), 1)
    assert (report.skipped_count, report.unopened_count, report.proved_count) == (0, 0, 1)
    assert report.proved_by_kind == {"card": 1}
    assert [(one.key, one.checkpoints, one.tables, one.is_trusted) for one in report.keys] == [
        (PUBLIC, 1, ("t1",), True)
    ]
    tree = summary(report)
    assert list(tree)[:4] == ["ok", "entries", "problems", "tables"]
    assert "proved_by_kind" not in tree
    assert tree["proved"] == 1
    assert READINGS == 2


# --- requests ---------------------------------------------------------------------------------------------------------


def with_request(name: str, **changed: Any) -> Kept:
    kept = Kept()
    assert kept.requests is not None
    kept.requests[name] = replace(kept.requests.get(name, AnsweredCommand(4, "", "")), **changed)
    return kept


@rows(
    "kept, found",
    [
        (with_request("c3", version=4), [(3, "command-changed", {"request": "c3"})]),
        (with_request("c3", body_digest="00"), [(3, "command-changed", {"request": "c3"})]),
        (with_request("c3", answer_digest="00"), [(3, "answer-changed", {"request": "c3"})]),
        (
            with_request("c3", version=4, answer_digest="00"),
            [(3, "command-changed", {"request": "c3"}), (3, "answer-changed", {"request": "c3"})],
        ),
        (with_request("c99"), [(4, "command-foreign", {"request": "c99"})]),
    ],
)
def test_each_answered_request_has_its_entry_with_its_act_and_its_answer(kept: Kept, found: list[Any]) -> None:
    assert wrong(judged(kept)) == found


# --- private parts and orders -----------------------------------------------------------------------------------------

HIDDEN = [one.entry.version for one in MADE if one.entry.private_digest is not None]


def test_a_private_part_is_missed_where_the_chain_covers_one_and_strange_where_it_does_not() -> None:
    assert HIDDEN == [3, 4, 8]
    kept = Kept()
    kept.entries[2] = replace(kept.entries[2], sealed_part=None)
    report = judged(kept)
    assert wrong(report) == [(3, "part-missing", {})]
    assert report.unopened_count == 1
    kept.must_have_parts = False
    assert wrong(judged(kept)) == []
    kept = Kept()
    kept.entries[1] = replace(kept.entries[1], sealed_part=kept.entries[2].sealed_part)
    assert [(at, code) for at, code, _ in wrong(judged(kept))][:2] == [
        (2, "part-foreign"),
        (2, "private-part"),
    ]


def test_what_cannot_be_read_without_the_key_is_counted_and_warned_of() -> None:
    """The tag of each entry, the order of the shoe; the private parts of the entries that have one."""
    report = judged(Kept(), AuditInputs())
    assert wrong(report) == []
    assert warned(report) == [
        ("any-signer", "", {"keys": PUBLIC}),
        ("parts-unopened", "t1", {"count": 3}),
        ("key-missing", "t1", {"count": LAST + 1}),
    ]
    assert (report.unopened_count, report.skipped_count) == (3, 0)
    with_sealer = judged(Kept(), AuditInputs(KeySealer(KEY)))
    assert ("key-missing", "t1", {"count": LAST}) in warned(with_sealer)
    with_tags = judged(Kept(), AuditInputs(authority=OURS))
    assert warned(with_tags) == [("parts-unopened", "t1", {"count": 3}), ("key-missing", "t1", {"count": 1})]
