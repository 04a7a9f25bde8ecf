"""What a hall that starts again takes for its own (threat T19), and an audit beside a hall that plays."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.cli.verify import report_of
from tapete.house import acts as a
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, RecordRefusedError
from tapete.live.recovery import adopt_table, doubtful_table
from tapete.record import witness
from tapete.record.audit import AuditInputs, audit
from tapete.record.checkpoints import checkpoint
from tapete.record.entry import Entry, Head, canonical, read_entry, sha256
from tapete.record.private import KeySealer
from tapete.record.report import AuditReport
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.house import DIRECTOR
from tests.support.live.evening import do, open_day
from tests.support.live.toy import GAMES, Add, Stage, in_house, two_tables
from tests.support.rows import rows

ANA = PersonId("ana")
LATER = "2026-01-03T03:04:05+01:00"


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


def append_without_the_key(stage: Stage, table: str = "uno", tag: str | None = None) -> Entry:
    with open_store(stage.url, read_only=True) as store:
        last = [*store.entries(table)][-1]
    before = read_entry(last.body)
    act = {"at": None, "by": "eve", "what": {"act": "add-toy", "amount": 1_000_000}}
    entry = msgspec.structs.replace(
        before, version=before.version + 1, prev=last.hash, by="eve", command="forged", answer=sha256(b""), act=act,
        events=({"event": "toy-added@1", "amount": 1_000_000},),
    )  # fmt: skip
    row = (table, entry.version, entry.body(), entry.hash(), tag)
    stage.tamper("INSERT INTO entries VALUES (?, ?, ?, ?, NULL, ?)", values=row)
    asked = (table, entry.version, sha256(canonical(act)))
    stage.tamper("INSERT INTO commands VALUES (?, 'forged', ?, ?, x'')", values=asked)
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


async def one_more(hall: Hall) -> None:
    assert hall.parked_tables == {}
    await hall.tables["uno"].act(Act(ANA, Add(1)), "more")


def test_every_entry_of_a_hall_carries_its_tag(stage: Stage) -> None:
    stage.play(two_tables)
    with open_store(stage.url, read_only=True) as store:
        kept = [row for table in store.tables() for row in store.entries(table)]
        said = [one for table in store.tables() for one in store.checkpoints(table)]
    assert len(kept) == 10
    assert all(row.tag and stage.keys.authority.is_tag(row.hash, row.tag) for row in kept)
    assert not any(Keys.fresh().authority.is_tag(row.hash, row.tag or "") for row in kept)
    assert {(one.epoch, one.is_closed, one.tagged_from, one.is_witnessed) for one in said} == {(1, True, 1, False)}


def test_tail_that_the_hall_wrote_itself_is_taken_up_and_signed(stage: Stage) -> None:
    killed(stage, more=2)
    assert parked(stage) == {}
    with open_store(stage.url, read_only=True) as store:
        assert max(one.version for one in store.checkpoints("uno")) == 7


STRIPPED = (
    "UPDATE entries SET tag = NULL WHERE table_id = 'uno'",
    "DELETE FROM checkpoints WHERE table_id = 'uno'",
    "UPDATE writers SET key = NULL, signature = NULL WHERE table_id = 'uno'",
)
OF_ANOTHER = "SELECT tag FROM entries WHERE table_id = 'dos' AND version = 5"
SIGNATURE_OF_ANOTHER = "SELECT signature FROM writers ORDER BY table_id = 'uno' LIMIT 1"


def make_old(stage: Stage, signed: int) -> None:
    """Make of table ``uno`` what an older edition left: no tags, a plain signature of version ``signed``."""
    with open_store(stage.url, read_only=True) as store:
        row = [*store.entries("uno")][signed - 1]
    said = checkpoint(stage.keys.signing, "uno", Head(signed, row.hash), "2026-01-02T03:04:05+01:00")
    stage.tamper(*STRIPPED)
    with open_store(stage.url) as store:
        store.put_checkpoint(said)


def sign_as_a_stranger(stage: Stage) -> None:
    entry = append_without_the_key(stage)
    with open_store(stage.url) as store:
        store.put_checkpoint(checkpoint(Keys.fresh().signing, "uno", Head(entry.version, entry.hash()), entry.time))


def with_tag(stage: Stage, tag: str) -> None:
    append_without_the_key(stage)
    stage.tamper(f"UPDATE entries SET tag = ({tag}) WHERE table_id = 'uno' AND version = 6")


def sign_for_another(stage: Stage) -> None:
    stage.tamper(f"UPDATE writers SET signature = ({SIGNATURE_OF_ANOTHER})")


def order(sql: str) -> Callable[[Stage], None]:
    return lambda stage: stage.tamper(sql.replace("uno", "table_id = 'uno'"))


@rows(
    "is_killed, harm, found",
    {
        "a tail that somebody else wrote": (True, append_without_the_key, "tag-missing at 8"),
        "all tags and signatures stripped": (True, lambda stage: stage.tamper(*STRIPPED), "tag-missing at 1"),
        "a tag of another table": (False, lambda stage: with_tag(stage, OF_ANOTHER), "tag-false at 6"),
        "an invented tag": (False, lambda stage: with_tag(stage, "SELECT 'ab'"), "tag-false at 6"),
        "an unsigned tail of an older edition": (False, lambda stage: make_old(stage, 3), "tag-missing at 4"),
        "a checkpoint of a stranger": (False, sign_as_a_stranger, "checkpoint-untrusted"),
        "an earlier writer": (False, order("UPDATE writers SET epoch = 0 WHERE uno"), "writer-changed"),
        "a later writer": (False, order("UPDATE writers SET epoch = 99 WHERE uno"), "writer-changed"),
        "a writer without a number": (False, order("UPDATE writers SET epoch = 'x' WHERE uno"), "writer-changed"),
        "a writer unsigned": (False, order("UPDATE writers SET signature = NULL WHERE uno"), "writer-unsigned"),
        "no writer": (False, order("DELETE FROM writers WHERE uno"), "writer-unsigned"),
        "a writer signed for another table": (False, sign_for_another, "writer-changed"),
    },
)
def test_what_somebody_else_wrote_is_set_aside_and_not_signed(
    tmp_path: Path, keys: Keys, is_killed: bool, harm: Callable[[Stage], object], found: str
) -> None:
    stage = Stage(f"sqlite:///{tmp_path}/hall.db", keys)
    if is_killed:
        killed(stage, more=2)
    else:
        stage.play(two_tables)
    harm(stage)
    assert found in parked(stage).get("uno", "")


def test_signed_record_of_an_older_edition_goes_on_and_is_tagged_from_there(stage: Stage) -> None:
    stage.play(two_tables)
    make_old(stage, 5)
    stage.play(one_more)
    with open_store(stage.url, read_only=True) as store:
        assert [row.version for row in store.entries("uno") if row.tag] == [6]
        assert max(store.checkpoints("uno"), key=lambda one: one.order).tagged_from == 6
    assert parked(stage) == {}
    stage.tamper(STRIPPED[0])
    assert "tag-missing at 6" in parked(stage)["uno"]


def test_hall_that_died_between_witness_and_store_says_it_again(stage: Stage) -> None:
    """Each table gets back its own last word."""
    stage.play(two_tables, one_more, witness=True)
    last = {one.table: one for one in witness.read(stage.witness)}
    stage.tamper("DELETE FROM checkpoints WHERE epoch = 2 AND closed = 1")
    assert parked(stage, witness=True) == {}
    with open_store(stage.url, read_only=True) as store:
        assert [table for table, one in last.items() if one not in store.checkpoints(table)] == []


def test_witness_that_cannot_be_read_stops_the_hall(stage: Stage) -> None:
    stage.play(two_tables, witness=True)
    stage.witness.write_bytes(b"{}\n" + stage.witness.read_bytes())
    with pytest.raises(RecordRefusedError, match="line 1"):
        stage.play(two_tables, witness=True)


def test_what_nothing_authenticates_is_played_on_when_somebody_with_the_key_vouches_for_it(stage: Stage) -> None:
    stage.play(two_tables)
    make_old(stage, 3)
    with open_store(stage.url) as store:
        found = doubtful_table(store, "uno", stage.keys)
        assert [one.version for one in found.entries] == [4, 5]
        said = adopt_table(store, "uno", stage.keys, found, LATER, None)
        assert not doubtful_table(store, "uno", stage.keys)
        assert not doubtful_table(store, "dos", stage.keys)
    assert (said.version, said.adopted_from, said.tagged_from) == (5, 4, 6)
    stage.play(one_more)
    assert parked(stage) == {}
    with open_store(stage.url, read_only=True) as store:
        given = AuditInputs(KeySealer(stage.keys.sealing), authority=stage.keys.authority)
        report = audit(StoreSource(store), GAMES, given)
    assert [one for one in report.problems if one.code != "guard-missing"] == []  # tampered with to make it old
    assert "adopted" in {one.code for one in report.warnings}


def test_adopting_names_the_writer_anew(stage: Stage) -> None:
    stage.play(two_tables)
    stage.tamper("UPDATE writers SET epoch = 99 WHERE table_id = 'uno'")
    with open_store(stage.url) as store:
        found = doubtful_table(store, "uno", stage.keys)
        assert found.has_writer_changed
        adopt_table(store, "uno", stage.keys, found, LATER, None)
    assert parked(stage) == {}


def test_a_broken_chain_cannot_be_adopted(stage: Stage) -> None:
    stage.play(two_tables)
    stage.tamper("UPDATE entries SET hash = 'ab' WHERE table_id = 'uno' AND version = 3")
    with open_store(stage.url) as store, pytest.raises(RecordRefusedError, match="hash-differs"):
        doubtful_table(store, "uno", stage.keys)


FOREIGN = "CREATE TRIGGER silent AFTER INSERT ON entries BEGIN DELETE FROM commands WHERE 0; END"


@pytest.mark.parametrize("recover", [True, False])
@pytest.mark.parametrize("code", ["guard-missing", "guard-foreign"])
def test_a_hall_does_not_start_over_a_store_without_its_guards(stage: Stage, code: str, recover: bool) -> None:
    killed(stage)
    is_foreign = code == "guard-foreign"
    stage.tamper(*([FOREIGN] if is_foreign else ()), guards=is_foreign)
    with pytest.raises(RecordRefusedError) as refused:
        asyncio.run(Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES, recover=recover))
    assert refused.value.code == "guards-lost"
    assert {one["code"] for one in refused.value.facts["problems"]} == {code}
    assert "no está guardado como se hizo" in refused.value.sentence("es")


async def signed(hall: Hall, times: int) -> None:
    for turn in range(times):
        await do(hall.house, DIRECTOR, a.WriteMinutes(f"nota {turn}"))
        await hall.signer.sign()


async def audited(hall: Hall, stage: Stage, before: int, after: int) -> AuditReport:
    loop = asyncio.get_running_loop()

    def inputs() -> AuditInputs:
        asyncio.run_coroutine_threadsafe(signed(hall, before), loop).result()
        said = witness.read(stage.witness)
        asyncio.run_coroutine_threadsafe(signed(hall, after), loop).result()
        return AuditInputs(KeySealer(stage.keys.sealing), said, authority=stage.keys.authority)

    return await asyncio.to_thread(report_of, str(stage.file), None, None, inputs)


@in_house(witness=True)
async def test_signatures_that_fall_between_the_two_readings_accuse_nobody(hall: Hall, stage: Stage) -> None:
    await open_day(hall)
    await hall.signer.sign()
    for before, after in ((0, 1), (0, 3), (3, 0), (2, 2)):
        report = await audited(hall, stage, before, after)
        assert (report.problems, report.is_sound) == ((), True), (before, after)


@in_house(witness=True)
async def test_what_lay_beside_the_record_before_and_is_not_with_the_witness_is_found(hall: Hall, stage: Stage) -> None:
    await open_day(hall)
    await signed(hall, 2)
    lines = stage.witness.read_bytes().splitlines(keepends=True)
    stage.witness.write_bytes(b"".join(lines[:-1]))
    report = await audited(hall, stage, 0, 2)
    assert [one.code for one in report.problems] == ["witness-missing"]


@in_house(witness=True)
async def test_signature_that_is_gone_from_the_record_is_found_while_the_hall_plays(hall: Hall, stage: Stage) -> None:
    await open_day(hall)
    await signed(hall, 3)
    stage.tamper("DELETE FROM checkpoints WHERE version = (SELECT max(version) - 1 FROM checkpoints)")
    report = await audited(hall, stage, 0, 2)
    assert "checkpoint-missing" in [one.code for one in report.problems]
