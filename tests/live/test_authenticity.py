"""What a hall that starts again takes for its own (threat T19), and an audit beside a hall that plays."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.cli.audit import report_of
from tapete.house import acts as a
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, RecordRefusedError
from tapete.live.adoption import adopt_table, doubtful_table
from tapete.record import witness
from tapete.record.audit import AuditInputs, audit
from tapete.record.canonical import canonical, sha256
from tapete.record.checkpoints import checkpoint
from tapete.record.entry import Entry, Head, read_entry
from tapete.record.private import KeySealer
from tapete.record.report import AuditReport
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.house import DIRECTOR
from tests.support.live.evening import do, open_day
from tests.support.live.stage import Stage
from tests.support.live.toy import GAMES, Add, Open

ANA, EVE = PersonId("ana"), PersonId("eve")


async def two_tables(hall: Hall) -> None:
    for name in ("uno", "dos"):
        table = await hall.open_table("toy", Open(name))
        for number in range(4):
            await table.act(Act(ANA, Add(1)), f"c{number}")


def killed(stage: Stage, more: int = 0, **options: Any) -> None:
    """Play two tables, then die without a last signature, ``more`` acts after the newest one."""

    async def whole() -> None:
        hall = await Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES, **options)
        if not hall.tables:
            await two_tables(hall)
        await hall.signer.sign()
        for _ in range(more):
            await hall.tables["uno"].act(Act(ANA, Add(1)), f"late-{hall.tables['uno'].version}")
        await hall.stop(sign=False)

    asyncio.run(whole())


def tamper(stage: Stage, *orders: str, values: tuple[Any, ...] = (), guards: bool = True) -> None:
    """Change rows as somebody does who takes the guards away, and puts them back unless told otherwise."""
    with sqlite3.connect(stage.url.removeprefix("sqlite:///")) as connection:
        kept = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in kept:
            connection.execute(f'DROP TRIGGER "{name}"')
        for order in orders:
            assert connection.execute(order, values if "?" in order else ()).rowcount, order
        for _, made in kept if guards else ():
            connection.execute(made)
    connection.close()


def append_without_the_key(stage: Stage, table: str = "uno", tag: str | None = None) -> Entry:
    """Write one more entry, in good order, as somebody who holds the database alone can."""
    with open_store(stage.url, read_only=True) as store:
        last = [*store.entries(table)][-1]
    before = read_entry(last.body)
    act = {"at": None, "by": "eve", "what": {"act": "add-toy", "amount": 1_000_000}}
    entry = msgspec.structs.replace(
        before, version=before.version + 1, prev=last.hash, by="eve", command="forged", answer=sha256(b""), act=act,
        events=({"event": "toy-added@1", "amount": 1_000_000},),
    )  # fmt: skip
    tamper(
        stage,
        "INSERT INTO entries VALUES (?, ?, ?, ?, NULL, ?)",
        values=(table, entry.version, entry.body(), entry.hash(), tag),
    )
    tamper(
        stage,
        "INSERT INTO commands VALUES (?, 'forged', ?, ?, x'')",
        values=(table, entry.version, sha256(canonical(act))),
    )
    return entry


def parked(stage: Stage, **options: Any) -> dict[str, str]:
    """Start a hall again; return what it sets aside. It signs nothing about that."""
    found: dict[str, str] = {}

    async def scene(hall: Hall) -> None:
        found.update({name: str(why) for name, why in hall.parked_tables.items()})

    with open_store(stage.url, read_only=True) as store:
        before = {name: len(store.checkpoints(name)) for name in store.tables()}
    stage.play(scene, **options)
    with open_store(stage.url, read_only=True) as store:
        assert {name: len(store.checkpoints(name)) for name in found} == {name: before[name] for name in found}
    return found


def test_every_entry_of_a_hall_carries_its_tag(stage: Stage) -> None:
    stage.play(two_tables)
    with open_store(stage.url, read_only=True) as store:
        rows = [row for table in store.tables() for row in store.entries(table)]
        said = [one for table in store.tables() for one in store.checkpoints(table)]
    assert len(rows) == 10
    assert all(row.tag and stage.keys.authority.is_tag(row.hash, row.tag) for row in rows)
    assert not any(Keys.fresh().authority.is_tag(row.hash, row.tag or "") for row in rows)
    assert {(one.epoch, one.is_closed, one.tagged_from, one.is_witnessed) for one in said} == {(1, True, 1, False)}


def test_tail_that_the_hall_wrote_itself_is_taken_up_and_signed(stage: Stage) -> None:
    killed(stage, more=2)
    assert parked(stage) == {}
    with open_store(stage.url, read_only=True) as store:
        assert max(one.version for one in store.checkpoints("uno")) == 7


def test_tail_that_somebody_else_wrote_is_set_aside_and_not_signed(stage: Stage) -> None:
    killed(stage, more=2)
    append_without_the_key(stage)
    assert "tag-missing at 8" in parked(stage)["uno"]


@pytest.mark.parametrize("other", ["SELECT tag FROM entries WHERE table_id = 'dos' AND version = 5", "SELECT 'ab'"])
def test_tag_of_another_entry_authenticates_nothing(stage: Stage, other: str) -> None:
    stage.play(two_tables)
    append_without_the_key(stage)
    tamper(stage, f"UPDATE entries SET tag = ({other}) WHERE table_id = 'uno' AND version = 6")
    assert "tag-false at 6" in parked(stage)["uno"]


def test_stripping_tags_and_signatures_leaves_nothing_to_go_on(stage: Stage) -> None:
    killed(stage, more=2)
    tamper(
        stage,
        "UPDATE entries SET tag = NULL WHERE table_id = 'uno'",
        "DELETE FROM checkpoints WHERE table_id = 'uno'",
        "UPDATE writers SET key = NULL, signature = NULL WHERE table_id = 'uno'",
    )
    assert "tag-missing at 1" in parked(stage)["uno"]


def make_old(stage: Stage, signed: int) -> None:
    """Make of table ``uno`` what an older edition left: no tags, a plain signature of version ``signed``."""
    with open_store(stage.url, read_only=True) as store:
        row = [*store.entries("uno")][signed - 1]
    said = checkpoint(stage.keys.signing, "uno", Head(signed, row.hash), "2026-01-02T03:04:05+01:00")
    tamper(
        stage,
        "UPDATE entries SET tag = NULL WHERE table_id = 'uno'",
        "DELETE FROM checkpoints WHERE table_id = 'uno'",
        "UPDATE writers SET key = NULL, signature = NULL WHERE table_id = 'uno'",
    )
    with open_store(stage.url) as store:
        store.put_checkpoint(said)


def test_signed_record_of_an_older_edition_goes_on_and_is_tagged_from_there(stage: Stage) -> None:
    stage.play(two_tables)
    make_old(stage, 5)

    async def more(hall: Hall) -> None:
        assert hall.parked_tables == {}
        await hall.tables["uno"].act(Act(ANA, Add(1)), "more")

    stage.play(more)
    with open_store(stage.url, read_only=True) as store:
        assert [row.version for row in store.entries("uno") if row.tag] == [6]
        assert max(store.checkpoints("uno"), key=lambda one: one.order).tagged_from == 6
    assert parked(stage) == {}
    tamper(stage, "UPDATE entries SET tag = NULL WHERE table_id = 'uno'")
    assert "tag-missing at 6" in parked(stage)["uno"]


def test_unsigned_tail_of_an_older_edition_is_set_aside(stage: Stage) -> None:
    stage.play(two_tables)
    make_old(stage, 3)
    assert "tag-missing at 4" in parked(stage)["uno"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("UPDATE writers SET epoch = 0 WHERE table_id = 'uno'", "writer-changed"),
        ("UPDATE writers SET epoch = 99 WHERE table_id = 'uno'", "writer-changed"),
        ("UPDATE writers SET epoch = 'x' WHERE table_id = 'uno'", "writer-changed"),
        ("UPDATE writers SET signature = NULL WHERE table_id = 'uno'", "writer-unsigned"),
        ("DELETE FROM writers WHERE table_id = 'uno'", "writer-unsigned"),
        (
            "UPDATE writers SET signature = (SELECT signature FROM writers ORDER BY table_id = 'uno' LIMIT 1)",
            "writer-changed",
        ),
    ],
)
def test_writer_whom_somebody_else_named_is_not_followed(stage: Stage, order: str, code: str) -> None:
    stage.play(two_tables)
    tamper(stage, order)
    assert code in parked(stage)["uno"]


def test_checkpoint_of_a_stranger_sets_a_table_aside(stage: Stage) -> None:
    stage.play(two_tables)
    entry = append_without_the_key(stage)
    said = checkpoint(Keys.fresh().signing, "uno", Head(entry.version, entry.hash()), entry.time)
    with open_store(stage.url) as store:
        store.put_checkpoint(said)
    assert "checkpoint-untrusted" in parked(stage)["uno"]


def test_hall_that_died_between_witness_and_store_says_it_again(stage: Stage, tmp_path: Path) -> None:
    stage.play(two_tables, witness_file=tmp_path / "w")
    last = witness.read(tmp_path / "w")
    tamper(stage, "DELETE FROM checkpoints WHERE table_id = 'uno' AND closed = 1")
    assert parked(stage, witness_file=tmp_path / "w") == {}
    with open_store(stage.url, read_only=True) as store:
        assert set(last) <= {one for table in store.tables() for one in store.checkpoints(table)}


def test_witness_that_cannot_be_read_stops_the_hall(stage: Stage, tmp_path: Path) -> None:
    stage.play(two_tables, witness_file=tmp_path / "w")
    (tmp_path / "w").write_bytes(b"{}\n" + (tmp_path / "w").read_bytes())
    with pytest.raises(RecordRefusedError, match="line 1"):
        stage.play(two_tables, witness_file=tmp_path / "w")


def test_what_nothing_authenticates_is_played_on_when_somebody_with_the_key_vouches_for_it(stage: Stage) -> None:
    stage.play(two_tables)
    make_old(stage, 3)
    assert "tag-missing at 4" in parked(stage)["uno"]
    with open_store(stage.url) as store:
        found = doubtful_table(store, "uno", stage.keys)
        assert [one.version for one in found.entries] == [4, 5]
        said = adopt_table(store, "uno", stage.keys, found, "2026-01-03T03:04:05+01:00", None)
        assert not doubtful_table(store, "uno", stage.keys)
        assert not doubtful_table(store, "dos", stage.keys)
    assert (said.version, said.adopted_from, said.tagged_from) == (5, 4, 6)

    async def more(hall: Hall) -> None:
        assert hall.parked_tables == {}
        await hall.tables["uno"].act(Act(ANA, Add(1)), "more")

    stage.play(more)
    assert parked(stage) == {}
    with open_store(stage.url, read_only=True) as store:
        source = StoreSource(store)
        report = audit(source, GAMES, AuditInputs(KeySealer(stage.keys.sealing), authority=stage.keys.authority))
    assert [one for one in report.problems if one.code != "guard-missing"] == []  # tampered with to make it old
    assert "adopted" in {one.code for one in report.warnings}


def test_adopting_names_the_writer_anew(stage: Stage) -> None:
    stage.play(two_tables)
    tamper(stage, "UPDATE writers SET epoch = 99 WHERE table_id = 'uno'")
    with open_store(stage.url) as store:
        found = doubtful_table(store, "uno", stage.keys)
        assert found.has_writer_changed
        adopt_table(store, "uno", stage.keys, found, "2026-01-03T03:04:05+01:00", None)
    assert parked(stage) == {}


def test_a_broken_chain_cannot_be_adopted(stage: Stage) -> None:
    stage.play(two_tables)
    tamper(stage, "UPDATE entries SET hash = 'ab' WHERE table_id = 'uno' AND version = 3")
    with open_store(stage.url) as store, pytest.raises(RecordRefusedError, match="hash-differs"):
        doubtful_table(store, "uno", stage.keys)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (None, "guard-missing"),
        ("CREATE TRIGGER silent AFTER INSERT ON entries BEGIN DELETE FROM commands WHERE 0; END", "guard-foreign"),
    ],
)
@pytest.mark.parametrize("recover", [True, False])
def test_a_hall_does_not_start_over_a_store_without_its_guards(
    stage: Stage, order: str | None, code: str, recover: bool
) -> None:
    killed(stage)
    if order is None:
        tamper(stage, guards=False)
    else:
        tamper(stage)
        with sqlite3.connect(stage.url.removeprefix("sqlite:///")) as connection:
            connection.execute(order)
        connection.close()
    with pytest.raises(RecordRefusedError) as refused:
        asyncio.run(Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES, recover=recover))
    assert refused.value.code == "guards-lost"
    assert {one["code"] for one in refused.value.facts["problems"]} == {code}
    assert "no está guardado como se hizo" in refused.value.sentence("es")


async def signed(hall: Hall, times: int) -> None:
    """Let something happen, and sign it, so many times."""
    for turn in range(times):
        await do(hall.house, DIRECTOR, a.WriteMinutes(f"nota {turn}"))
        await hall.signer.sign()


async def audited(hall: Hall, path: Path, keys: Keys, before: int, after: int) -> AuditReport:
    """Audit a hall that signs before the witness is read and after."""
    loop = asyncio.get_running_loop()

    def inputs() -> AuditInputs:
        asyncio.run_coroutine_threadsafe(signed(hall, before), loop).result()
        said = witness.read(path / "w")
        asyncio.run_coroutine_threadsafe(signed(hall, after), loop).result()
        return AuditInputs(KeySealer(keys.sealing), said, authority=keys.authority)

    return await asyncio.to_thread(report_of, str(path / "hall.db"), None, None, inputs)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (0, 3), (3, 0), (2, 2)])
def test_signatures_that_fall_between_the_two_readings_accuse_nobody(
    stage: Any, tmp_path: Path, keys: Keys, before: int, after: int
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await hall.signer.sign()
        report = await audited(hall, tmp_path, keys, before, after)
        assert report.problems == ()
        assert report.is_sound

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")


def test_what_lay_beside_the_record_before_and_is_not_with_the_witness_is_found(
    stage: Any, tmp_path: Path, keys: Keys
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await signed(hall, 2)
        lines = (tmp_path / "w").read_bytes().splitlines(keepends=True)
        (tmp_path / "w").write_bytes(b"".join(lines[:-1]))
        report = await audited(hall, tmp_path, keys, 0, 2)
        assert [one.code for one in report.problems] == ["witness-missing"]

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")


def test_signature_that_is_gone_from_the_record_is_found_while_the_hall_plays(
    stage: Any, tmp_path: Path, keys: Keys
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await signed(hall, 3)
        with sqlite3.connect(tmp_path / "hall.db") as connection:
            guards = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'checkpoints'"
            ).fetchall()
            for name, _ in guards:
                connection.execute(f'DROP TRIGGER "{name}"')
            connection.execute("DELETE FROM checkpoints WHERE version = (SELECT max(version) - 1 FROM checkpoints)")
            for _, sql in guards:
                connection.execute(sql)
        connection.close()
        report = await audited(hall, tmp_path, keys, 0, 2)
        assert "checkpoint-missing" in [one.code for one in report.problems]

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")
