"""The audit of a sound record is clean, over stores and exports; every kind of damage has its code."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.chance import ChanceKind
from tapete.kernel import HOUSE
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.chain import Link
from tapete.record.checkpoints import checkpoint
from tapete.record.day_files import read_folder
from tapete.record.editions import Change, Edition
from tapete.record.export import ExportSource, write_export
from tapete.record.private import KeySealer
from tapete.record.replay import replay, restore
from tapete.record.source import Custody, SourceError, StoredEntry, StoreSource, open_source
from tapete.record.store import Store, open_store
from tests.support.record.tables import GAME, KEY, SCRIPT, TIME, TableActor, Vault, play
from tests.support.record.toy import Deal, Open, Show, Toy

GAMES = {"toy": GAME}
SEALED = AuditInputs(sealer=KeySealer(KEY))
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


class Memory:
    """Entries in a list, to be damaged."""

    def __init__(self, entries: list[Any]) -> None:
        self.entries = entries

    def tables(self) -> tuple[str, ...]:
        return ("t1",)

    def stored_entries(self, table: str) -> Any:
        prev = "0" * 64
        for version, (entry, private) in enumerate(self.entries, start=1):
            whole = msgspec.structs.replace(entry, prev=prev, version=version)
            prev = whole.hash()
            yield StoredEntry(Link(whole.body(), prev), private)

    def part(self, table: str) -> None:
        return None

    def checkpoints(self, table: str) -> tuple[Any, ...]:
        return ()

    def rulebooks(self) -> dict[str, Any]:
        return {}

    def unreadable_rulebooks(self) -> dict[str, str]:
        return {}

    def commands(self, table: str) -> None:
        return None

    def shoes(self, table: str) -> None:
        return None

    def custody(self, table: str) -> Custody:
        return Custody()

    def guard_faults(self) -> tuple[tuple[str, str], ...]:
        return ()

    def row_counts(self) -> dict[str, int]:
        return {}

    def has_private_parts(self) -> bool:
        return False

    def close(self) -> None:
        pass


def memory(script: tuple[Any, ...] = SCRIPT) -> Memory:
    return Memory([[made.entry, made.private_part] for made in play(TableActor(), script).made])


def codes(report: AuditReport) -> set[str]:
    assert report.is_sound == (not report.problems)
    return {problem.code for problem in report.problems}


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


def test_audit_opens_addresses(store_url: str, tmp_path: Path) -> None:
    with open_store(store_url) as store:
        play(TableActor(store.take_over("t1")))
        write_export(StoreSource(store), "t1", tmp_path / "t1.jsonl")
        source = open_source(store_url)
        assert audit(source, GAMES, SEALED).is_sound
        source.close()
    assert audit(open_source(tmp_path / "t1.jsonl"), GAMES).is_sound
    (tmp_path / "letter").write_text("Dear auditor")
    with pytest.raises(SourceError):
        open_source(tmp_path / "letter")
    (tmp_path / "other").write_text("{}\n")
    with pytest.raises(SourceError):
        open_source(tmp_path / "other")
    with pytest.raises(OSError, match="missing"):
        open_source(tmp_path / "missing")


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
    assert not list(tmp_path.glob("*.part"))


def test_an_export_is_whole_on_the_disk_before_it_has_its_name(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that stops there leaves no export, or a whole one."""
    path, synced = tmp_path / "t1.jsonl", list[tuple[int, bool]]()
    monkeypatch.setattr("os.fsync", lambda handle: synced.append((os.fstat(handle).st_size, path.exists())))
    play(TableActor(store.take_over("t1")))
    synced.clear()
    write_export(StoreSource(store), "t1", path)
    assert synced == [(path.stat().st_size, False)]


def test_several_exports_are_one_source_and_each_table_is_asked_of_its_own_file(store: Store, tmp_path: Path) -> None:
    for name, count in (("t1", 3), ("t2", 5)):
        actor = play(TableActor(store.take_over(name), name), SCRIPT[:count])
        store.put_checkpoint(checkpoint(SIGNER, name, actor.head, TIME))
        write_export(StoreSource(store), name, tmp_path / f"{name}.jsonl", KeySealer(KEY) if name == "t1" else None)
    (files,) = read_folder(tmp_path)
    assert files.tables() == ("t1", "t2")
    assert {name: files.length(name) for name in ("t1", "t2", "t9")} == {"t1": 3, "t2": 5, "t9": 0}
    for name in ("t1", "t2"):
        alone = ExportSource(tmp_path / f"{name}.jsonl")
        assert list(files.stored_entries(name)) == list(alone.stored_entries(name)) != []
        assert [one.table for one in files.checkpoints(name)] == [name]
        assert files.custody(name) == alone.custody(name) != Custody()
    assert (list(files.stored_entries("t9")), files.checkpoints("t9"), files.custody("t9")) == ([], (), Custody())
    assert files.part("t1") is files.part("t9") is None
    assert not files.has_private_parts(), "a private file beside an open one does not make the whole private"
    (tmp_path / "t2.jsonl").unlink()
    (private,) = read_folder(tmp_path)
    assert private.has_private_parts()


def test_damaged_export_is_seen(tmp_path: Path, store: Store) -> None:
    play(TableActor(store.take_over("t1")))
    path = tmp_path / "t1.jsonl"
    write_export(StoreSource(store), "t1", path, KeySealer(KEY))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"face","6s"', b'"face","8s"', 1))
    assert "private-part" in codes(audit(ExportSource(path), GAMES))
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"not json\n", *lines[4:]]))
    assert "unreadable" in codes(audit(ExportSource(path), GAMES))
    path.write_bytes(lines[0].replace(b'"rulebooks":{}', b'"rulebooks":{"00":{"id":"x"}}') + b"".join(lines[1:]))
    assert codes(audit(ExportSource(path), GAMES)) == {"rulebook-changed"}


def test_private_export_without_openings_counts_what_cannot_be_known() -> None:
    record = memory(((Open(shoe=ChanceKind.SEEDED), HOUSE), (Deal(), "ana"), (Show(0), "ana")))
    for entry in record.entries:
        entry[1] = None
    report = audit(record, GAMES)
    assert (report.is_sound, report.skipped_count, report.unopened_count) == (True, 1, 1)


def test_witness_shows_a_database_restored_from_an_old_copy(store: Store) -> None:
    actor = play(TableActor(store.take_over("t1")), SCRIPT[:4])
    later = checkpoint(SIGNER, "t1", msgspec.structs.replace(actor.head, version=9), TIME)
    elsewhere = checkpoint(SIGNER, "gone", actor.head, TIME)
    given = msgspec.structs.replace(SEALED, witness=(later, elsewhere))
    report = audit(StoreSource(store), GAMES, given)
    assert [(one.code, one.table) for one in report.problems] == [("rolled-back", "gone"), ("rolled-back", "t1")]
    trusted = msgspec.structs.replace(given, trusted_keys=frozenset())
    assert codes(audit(StoreSource(store), GAMES, trusted)) == {"checkpoint-untrusted"}


def test_tail_that_nobody_signed_is_said(store: Store) -> None:
    actor = play(TableActor(store.take_over("t1")), SCRIPT[:4])
    said = checkpoint(SIGNER, "t1", actor.head, TIME)
    store.put_checkpoint(said)
    for number, (what, by) in enumerate(SCRIPT[4:], start=5):
        actor.do(what, by, command=f"c{number}")
    report = audit(StoreSource(store), GAMES, SEALED)
    told = [one.code for one in report.warnings]
    assert (report.is_sound, told) == (True, ["any-signer", "unsigned-tail", "not-closed", "no-witness"])
    assert "5 to 8" in report.warnings[1].text
    seen = msgspec.structs.replace(SEALED, witness=(said,), trusted_keys=frozenset({said.key}))
    assert [one.code for one in audit(StoreSource(store), GAMES, seen).warnings] == ["unsigned-tail", "not-closed"]
    untrusted = msgspec.structs.replace(seen, trusted_keys=frozenset())
    report = audit(StoreSource(store), GAMES, untrusted)
    assert (codes(report), [one.code for one in report.warnings]) == (
        {"checkpoint-untrusted"},
        ["no-checkpoint", "unsigned-tail"],
    )


def edit(record: Memory, at: int, **fields: Any) -> Memory:
    entry, private = record.entries[at]
    record.entries[at] = [msgspec.structs.replace(entry, **fields), private]
    return record


STAKE, DEAL, SHOW, PAY = 1, 2, 4, 6


@pytest.mark.parametrize(
    ("at", "fields", "code"),
    [
        (STAKE, {"by": "bea"}, "author-differs"),
        (STAKE, {"events": ({"event": "staked@1", "person": "ana", "amount": 999},)}, "money-differs"),
        (STAKE, {"events": ()}, "money-differs"),
        (STAKE, {"events": ({"event": "staked@9", "person": "ana", "amount": 1},)}, "undecodable"),
        (STAKE, {"events": ({"event": "staked@1", "person": "ana", "amount": 1, "x": 1},)}, "undecodable"),
        (STAKE, {"events": ({"event": "staked@1", "person": "ana", "amount": "1"},)}, "undecodable"),
        (STAKE, {"act": {"by": "ana", "what": {"act": "fly"}, "at": None}}, "undecodable"),
        (STAKE, {"act": {"by": "ana"}}, "undecodable"),
        (STAKE, {"act": {"by": "ana", "what": {"act": "stake", "amount": -1}, "at": None}}, "act-refused"),
        (STAKE, {"game": "other"}, "game-changed"),
        (STAKE, {"rests_on": ("PB.1",)}, "clauses-differ"),
        (PAY, {"events": ({"event": "paid@1", "person": "ana", "amount": 1250},)}, "money-differs"),
        (DEAL, {"chance": ()}, "undecodable"),
        (SHOW, {"openings": ()}, "opening-missing"),
        (SHOW, {"events": ({"event": "turned@1", "position": 0, "face": "6s", "court": True},)}, "events-differ"),
        (SHOW, {"events": ({"event": "turned@1", "position": 0, "face": "8s", "court": False},)}, "opening-differs"),
    ],
)
def test_every_falsification_has_its_code(at: int, fields: dict[str, Any], code: str) -> None:
    assert code in codes(audit(edit(memory(), at, **fields), GAMES, SEALED))


def test_missing_draw_is_seen() -> None:
    record = memory()
    edit(record, 0, chance=(), events=record.entries[0][0].events[:2])
    assert "chance-missing" in codes(audit(record, GAMES, SEALED))


def test_false_opening_is_seen() -> None:
    record = memory()
    openings = record.entries[SHOW][0].openings
    false = msgspec.structs.replace(openings[0].cards[0], salt="ff" * 16)
    edit(record, SHOW, openings=(msgspec.structs.replace(openings[0], cards=(false,)),))
    assert codes(audit(record, GAMES, SEALED)) == {"opening-false"}


def test_opening_of_a_card_that_nobody_has_seen_is_a_leak() -> None:
    record = memory()
    early = record.entries[SHOW][0].openings
    edit(record, DEAL, openings=early)
    assert codes(audit(record, GAMES, SEALED)) == {"opening-unasked"}


def test_shoe_that_was_swapped_after_the_commitment_is_seen() -> None:
    class Cheat(Vault):
        def card(self, shoe: int, committed: int) -> Any:
            return self.order[(committed + 1) % len(self.order)]

    made = play(TableActor(vault=Cheat("t1"))).made
    record = Memory([[one.entry, one.private_part] for one in made])
    assert codes(audit(record, GAMES, SEALED)) == {"opening-differs"}


def test_unknown_game_is_said() -> None:
    assert codes(audit(memory(), {}, SEALED)) == {"game-unknown"}


class Later(Toy):
    """An engine in which court cards do not count any more."""

    court_counts = False


COURT = Vault("t1", order=tuple(["Ks"] * 12))  # type: ignore[arg-type]


def test_difference_under_another_edition_is_explained_by_the_changelog() -> None:
    made = play(TableActor(vault=COURT)).made
    record = Memory([[one.entry, one.private_part] for one in made])
    same = made[0].entry.edition
    assert codes(audit(record, {"toy": Later()}, SEALED)) == {"events-differ"}
    editions = (
        Edition(same),
        Edition("9.9", (Change("toy-court", "toy", ("turned",)),)),
    )
    given = msgspec.structs.replace(SEALED, edition="9.9", editions=editions)
    report = audit(record, {"toy": Later()}, given)
    assert (report.is_sound, [(one.at, one.code) for one in report.explained_differences]) == (True, [(5, "toy-court")])
    silent = msgspec.structs.replace(given, editions=(Edition(same), Edition("9.9")))
    assert codes(audit(record, {"toy": Later()}, silent)) == {"events-differ"}
