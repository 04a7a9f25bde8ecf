"""The audit: clean where a record is sound, of a store or an export; whatever value stands in an entry, it ends."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.kernel import Game
from tapete.record.audit import AuditInputs, AuditReport, audit, summary
from tapete.record.checkpoints import Checkpoint, checkpoint
from tapete.record.entry import GENESIS, BadEntryError, Link, read_entry
from tapete.record.private import KeySealer, PrivatePart, PrivatePartError, read_part
from tapete.record.recompute import replay, restore
from tapete.record.source import ExportSource, SourceError, StoreSource, write_export
from tapete.record.store import Store
from tapete.words import finding
from tests.support.record import hostile
from tests.support.record.tables import GAME, GAME as TOY, KEY, SCRIPT, TIME, TableActor, play
from tests.support.rows import rows

pytestmark = pytest.mark.slow

SEALED = AuditInputs(sealer=KeySealer(KEY))
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def test_sound_store_is_clean(store: Store) -> None:
    actor = play(TableActor(store.take_over("t1")))
    play(TableActor(store.take_over("t2"), "t2"))
    store.put_checkpoint(checkpoint(SIGNER, "t1", actor.head, TIME))
    report = audit(StoreSource(store), {"toy": GAME}, SEALED)
    assert (report.is_sound, report.entries, report.problems) == (True, 16, ())
    assert (report.proved_count, report.skipped_count, report.unopened_count, report.checkpoints) == (2, 0, 0, 1)
    tree = summary(report)
    assert list(tree)[:4] == ["ok", "entries", "problems", "tables"]
    assert ("proved_by_kind" in tree, tree["proved"]) == (False, 2)
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
    report = audit(source, {"toy": GAME})
    assert (report.is_sound, report.entries, report.checkpoints, report.proved_count) == (True, 8, 1, 1)
    assert (report.skipped_count, report.unopened_count) == ((0, 0) if private else (0, 3))
    links = [Link(row.body, row.hash) for row in store.entries("t1")]
    assert [kept.link for kept in source.stored_entries("t1")] == links
    assert list(source.rulebooks().values()) == [{"id": "x", "texto": "señal"}]
    assert (b'"6s"' in path.read_bytes()) is True  # shown, and so in both
    assert (b'"7s"' in path.read_bytes()) is private  # never shown
    with pytest.raises(SourceError):
        write_export(StoreSource(store), "t9", tmp_path / "t9.jsonl")
    assert not list(tmp_path.glob("t9*"))


GIVEN = AuditInputs(wall_time="2026-03-02T00:00:00+00:00")
IN_THE_MIDDLE = {"clauses-differ", "rulebook-missing", "edition-unknown", "twin-foreign"}
"""What is said because a record begins in the middle here, without its rulebook, and names no clause and no edition."""


def answered(record: hostile.Stored, games: Mapping[str, Game[Any]]) -> AuditReport:
    report = audit(record, games, GIVEN)
    assert msgspec.json.encode(summary(report))
    return report


def beyond(report: AuditReport) -> set[str]:
    return {one.code for one in report.problems} - IN_THE_MIDDLE


def silent(one: hostile.Moment, records: Iterable[tuple[str, hostile.Stored]]) -> Iterator[str]:
    games = {one.game.key: one.resumed()}
    for place, record in records:
        report = answered(record, games)
        if not beyond(report) and not {"unjudged", "time-unlikely"} & {said.code for said in report.warnings}:
            yield f"{one.kind}{place}"


@pytest.mark.parametrize("key", hostile.GAMES)
def test_what_was_played_is_sound_where_it_was_resumed(key: str) -> None:
    """Else nothing would be shown by what is said of a changed value."""
    played = [one for one in hostile.moments(key) if one.sample is None]
    assert len(played) >= 10
    for one in played:
        assert not beyond(answered(hostile.Stored(one.entries()), {key: one.resumed()})), one.kind


@pytest.mark.parametrize("key", hostile.GAMES)
@pytest.mark.parametrize("hidden", [False, True], ids=["open", "beside a closed private part"])
def test_no_value_of_an_event_passes_or_stops_the_audit(key: str, hidden: bool) -> None:
    """Beside a closed part each third kind: what is left unjudged there hangs on no kind."""
    tried = hostile.moments(key)[:: 3 if hidden else 1]
    assert [place for one in tried for place in silent(one, hostile.events_changed(one, hidden=hidden))] == []


@pytest.mark.parametrize("key", hostile.GAMES)
def test_no_value_of_an_act_stops_the_audit(key: str) -> None:
    told = set[str]()
    for one in hostile.moments(key)[::3]:
        for _, record in hostile.acts_changed(one):
            report = answered(record, {key: one.resumed()})
            assert report.entries
            told |= {finding(said.code, said.facts, "es") for said in report.problems}
    assert [one for one in told if "Error" in one] == [], "a Spanish answer is Spanish"


@pytest.mark.parametrize("key", hostile.GAMES)
def test_no_value_of_an_entry_stops_the_audit(key: str) -> None:
    one = next(
        one for one in hostile.moments(key) if (one.sample is None and len(one.turns[0].events) > 1) or key == "house"
    )
    assert all(answered(record, {key: one.resumed()}).entries for _, record in hostile.entries_changed(one.entries()))


def toy_record() -> tuple[list[dict[str, Any]], dict[int, PrivatePart]]:
    """Return a table with a sealed shoe, its openings and its private parts, open."""
    entries, parts = [], {}
    actor = play(TableActor(table=hostile.TABLE))
    for made in actor.made:
        entries.append(msgspec.to_builtins(made.entry))
        entries[-1].pop("continues")
        if made.private_part is not None:
            plain = actor.sealer.unseal(made.private_part, f"tapete private {hostile.TABLE} {made.entry.version}")
            parts[made.entry.version] = read_part(plain)
    return entries, parts


def test_no_value_of_an_opening_or_a_commitment_stops_the_audit() -> None:
    entries, parts = toy_record()
    assert parts
    assert any(one["openings"] for one in entries)
    assert not audit(hostile.Stored(entries, parts), {"toy": TOY}, GIVEN).problems
    for _, record in hostile.entries_changed(entries, parts):
        assert answered(record, {"toy": TOY}).entries == len(entries)


@pytest.mark.parametrize(
    "field",
    [
        (-1, "amount", 5),
        (-1, "x", {}),
        (hostile.LAST, "face", "7s"),
        (-hostile.LAST, "", None),
        (0, "event", []),
        (0, "note", -5),
    ],
)
@pytest.mark.parametrize("place", ["fields", "chance"])
def test_no_private_part_stops_the_audit(field: tuple[int, str, Any], place: str) -> None:
    """It fits the digest that the entry has of it."""
    entries, parts = toy_record()
    at = min(parts)
    for act in ({**entries[at - 1]["act"]}, {"by": "ana"}, {"by": "ana", "what": 7}):
        part = msgspec.structs.replace(parts[at], **{place: (field,)})
        changed = [*entries[: at - 1], {**entries[at - 1], "act": act, "private": part.digest()}, *entries[at:]]
        assert answered(hostile.Stored(changed, {**parts, at: part}), {"toy": TOY}).problems


@rows("salt", ["", "no salt", "ñ", "0"])
def test_a_private_part_with_a_salt_that_is_none_is_not_the_one_that_is_covered(salt: str) -> None:
    entries, parts = toy_record()
    at = min(parts)
    broken = {**parts, at: msgspec.structs.replace(parts[at], salt=salt)}
    assert "private-part" in beyond(answered(hostile.Stored(entries, broken), {"toy": TOY}))
    with pytest.raises(PrivatePartError):
        read_part(b'{"salt":')


@rows("time", [hostile.EARLIEST, hostile.LATEST, "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59"])
def test_the_first_and_the_last_hours_of_all_years_are_times(time: str) -> None:
    entries, parts = toy_record()
    for at in (0, 3, len(entries) - 1):
        changed = [*entries[:at], {**entries[at], "time": time}, *entries[at + 1 :]]
        report = answered(hostile.Stored(changed, parts), {"toy": TOY})
        assert "time-unlikely" in {one.code for one in report.warnings}
    said = tuple(Checkpoint(hostile.TABLE, version, GENESIS, time, "") for version in (0, 1, 2))
    report = audit(hostile.Stored(entries, parts), {"toy": TOY}, msgspec.structs.replace(GIVEN, witness=said))
    assert {one.code for one in report.problems} == {"checkpoint-unsigned"}


def test_a_body_that_is_nested_without_end_is_no_entry() -> None:
    with pytest.raises(BadEntryError):
        read_entry(b'{"act":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}")
