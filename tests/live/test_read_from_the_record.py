"""A table as its record has it: what is read of it, from when on it is taken for the hall's own, and what is refused.

A small record is written into a store entry by entry, and read back; what else is asked of a store stands in for it.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.kernel import CLOCK, HOUSE, Act, ActBody, PersonId
from tapete.live import Keys, RecordRefusedError, recovery, stored_tables
from tapete.live.adoption import DoubtfulTable, adopt_table, doubtful_table
from tapete.live.errors import LiveShoeError
from tapete.live.recovery import (
    LoadedTable,
    RecordedTable,
    chance_kind,
    load_table,
    read_witness,
    recorded_table,
    recorded_tables,
    recover_table,
    require_guards,
    require_latest_writer,
    take_over_beyond,
)
from tapete.live.rng_health import RngHealth
from tapete.live.stored_tables import StoredTables
from tapete.live.vault import SealedOrders, SeededOrders
from tapete.play import transition
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, is_signed, sign_checkpoint
from tapete.record.compose import compose
from tapete.record.entry import StreamEnd
from tapete.record.private import KeySealer
from tapete.record.store import Store, open_store
from tests.support.live.toy import TOY, Add, Cut, Draw, Open, Shuffle, Turn

ANA, BEA = PersonId("ana"), PersonId("bea")
TIME = "2026-03-01T12:00:00+00:00"
ACTS: tuple[tuple[PersonId, ActBody, str | None], ...] = (
    (HOUSE, Open("uno"), None),
    (ANA, Shuffle(), "shuffled"),
    (ANA, Cut(20), "cut"),
    (BEA, Draw(face_up=False), "drawn"),
    (CLOCK, Add(4), None),
    (ANA, Draw(), "drawn again"),
)


@pytest.fixture(scope="module")
def keys() -> Keys:
    return Keys.fresh()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> tuple[Path, Any]:
    """A file with the record of a table, and the state of that: a shoe, a card face down and one that lies open."""
    file = tmp_path_factory.mktemp("made") / "hall.db"
    found = open_store(f"sqlite:///{file}")
    state = write(found, keys, "uno", ACTS)
    found.close()
    return file, state


@pytest.fixture
def store(made: tuple[Path, Any], url: str) -> Iterator[Store]:
    shutil.copy(made[0], url.removeprefix("sqlite:///"))
    found = open_store(url)
    yield found
    found.close()


@pytest.fixture
def written(made: tuple[Path, Any]) -> Any:
    return made[1]


def write(store: Store, keys: Keys, table: str, acts: Any, *, seeded: bool = False, after: Any = None) -> Any:
    sealer = KeySealer(keys.sealing)
    source: Any = SeededOrders("seed") if seeded else SealedOrders(table, sealer, lambda _: None, RngHealth())
    writer, state = store.take_over(table, new=True, authority=keys.authority), TOY.blank()
    if after is not None:
        writer.go_on_from(after)
    for by, what, command in acts:
        made = transition(TOY, state, Act(by, what), source)
        entry = compose(
            TOY,
            made,
            writer.head,
            sealer,
            table=table,
            epoch=writer.epoch,
            time=TIME,
            command=command,
            answer=b"a",
            continues=writer.continues,
        )
        writer.append(entry, command or "", {} if seeded else dict(source.pending()))
        if not seeded:
            source.settle(stored=True)
        state = made.state
    return state


def said(keys: Keys, store: Store, table: str = "uno", **fields: Any) -> Checkpoint:
    head = store.head(table)
    given = {"version": head.version, "head": head.hash, "epoch": 1, "tagged_from": 1, **fields}
    return sign_checkpoint(keys.signing, Checkpoint(table, given.pop("version"), given.pop("head"), TIME, "", **given))


def refused(what: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return code and facts of the refusal of a record; with several problems only where each lies and what it is."""
    try:
        found = what(*given, **named)
    except RecordRefusedError as error:
        facts = dict(error.facts)
        if "problems" in facts:
            facts["problems"] = [(one["facts"].get("at"), one["facts"].get("code")) for one in facts["problems"]]
        return error.code, facts
    return found


# --- chain and signatures --------------------------------------------------------------------------------------------


def test_a_sound_record_is_read_whole(store: Store, keys: Keys, written: Any) -> None:
    loaded = load_table(store, "uno", (), keys.authority)
    assert isinstance(loaded, LoadedTable)
    assert [row.version for row in loaded.rows] == [1, 2, 3, 4, 5, 6]
    assert [row.entry() for row in loaded.rows] == list(loaded.entries)
    assert (loaded.authentication.tagged_from, loaded.authentication.signed) == (1, 0)
    assert load_table(store, "dos", (), keys.authority).entries == []


def test_what_was_signed_here_or_witnessed_elsewhere_counts_for_its_table(
    store: Store, keys: Keys, written: Any
) -> None:
    store.put_checkpoint(said(keys, store, tagged_from=3))
    witnessed = (said(keys, store, epoch=2, tagged_from=5), said(keys, store, table="dos", epoch=9, tagged_from=2))
    here = load_table(store, "uno", (), keys.authority).authentication
    both = load_table(store, "uno", witnessed, keys.authority).authentication
    assert (here.tagged_from, here.signed, both.tagged_from, both.signed) == (3, 6, 5, 6)


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({}, None),
        ({"version": 7, "head": "ab" * 32}, 1),
        ({"head": "ab" * 32}, 1),
        ({"version": 5}, 1),
    ],
)
def test_a_record_that_is_not_what_was_witnessed_is_refused(
    store: Store, keys: Keys, written: Any, fields: dict[str, Any], problems: int | None
) -> None:
    found = refused(load_table, store, "uno", [said(keys, store, **fields)], keys.authority)
    if problems is None:
        assert isinstance(found, LoadedTable)
    else:
        assert (found[0], len(found[1]["problems"])) == ("record-unsound", problems)


def test_what_a_restoring_has_given_up_is_missed_by_nobody(store: Store, keys: Keys, written: Any) -> None:
    gone = said(keys, store, version=9, head="ab" * 32)
    assert refused(load_table, store, "uno", [gone], keys.authority)[0] == "record-unsound"
    restored = said(keys, store, epoch=2, restored_from=9)
    found = load_table(store, "uno", [gone, restored], keys.authority)
    assert found.authentication.said == [restored]


def test_another_hall_s_entries_are_none_of_this_one_s_unless_nobody_demands_it(
    store: Store, keys: Keys, written: Any
) -> None:
    stranger = Keys.fresh().authority
    code, facts = refused(load_table, store, "uno", (), stranger)
    assert (code, len(facts["problems"])) == ("record-unsound", 3)
    found = load_table(store, "uno", (), stranger, demanded=False)
    assert [one.version for one in found.entries] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("row", "last", "is_refused"),
    [
        (None, 0, False),
        (None, 1, True),
        ((2, True), 1, False),
        ((2, True), 2, False),
        ((2, True), 3, True),
        ((2, False), 3, False),  # no writer of a hall: whoever takes the table up is told
    ],
)
def test_a_store_that_names_an_earlier_writer_than_the_last_who_signed_was_put_back(
    monkeypatch: pytest.MonkeyPatch, keys: Keys, row: tuple[int, bool] | None, last: int, is_refused: bool
) -> None:
    asked, authority = list[Any](), keys.authority
    monkeypatch.setattr(recovery, "load_table", lambda *given: asked.append(given))
    known = None if row is None else SimpleNamespace(epoch=row[0], is_signed=lambda: row[1])
    store: Any = SimpleNamespace(writer=lambda table: known if table == "uno" else None)
    heard = [
        sign_checkpoint(keys.signing, Checkpoint(table, 1, "h", TIME, "", epoch=epoch))
        for table, epoch in (("uno", last), ("dos", 99))
        if epoch
    ]
    try:
        require_latest_writer(store, "uno", heard, authority)
        found: Any = None
    except RecordRefusedError as error:
        (problem,) = error.facts["problems"]
        found = (error.code, problem["facts"]["at"], problem["facts"]["code"])
    assert found == (("record-unsound", 0, "writer-behind") if is_refused else None)
    assert asked == ([(store, "uno", heard, authority)] if is_refused else [])


@pytest.mark.parametrize("blindly", [None, True])
def test_whoever_takes_a_table_up_beyond_another_says_each_time_how(keys: Keys, blindly: bool | None) -> None:
    numbers, asked = iter((1, 2, 3)), list[Any]()

    def take_over(table: str, **named: Any) -> Any:
        asked.append((table, named))
        return SimpleNamespace(epoch=next(numbers))

    authority = keys.authority
    named: dict[str, Any] = {} if blindly is None else {"blindly": blindly}
    assert take_over_beyond(SimpleNamespace(take_over=take_over), "uno", 2, authority, **named).epoch == 3  # type: ignore[arg-type]
    assert asked == [("uno", {"authority": authority, "blindly": bool(blindly)})] * 3


@pytest.mark.parametrize(("number", "told"), [(0, None), (1, 1), (3, 3), (4, 3)])
def test_a_store_without_its_guards_is_refused_and_three_of_its_faults_are_told(number: int, told: int | None) -> None:
    faults = [("trigger-gone", {"name": f"guard {one}"}) for one in range(number)]
    found = None
    try:
        require_guards(SimpleNamespace(guard_faults=lambda: faults))  # type: ignore[arg-type]
    except RecordRefusedError as error:
        found = error
    assert (found is None) is (told is None)
    if found is not None:
        assert found.code == "guards-lost"
        assert [one["facts"]["name"] for one in found.facts["problems"]] == [f"guard {one}" for one in range(told or 0)]


def test_the_checkpoints_of_a_witness_are_read_where_there_is_one(
    store: Store, keys: Keys, written: Any, tmp_path: Path
) -> None:
    file, known = tmp_path / "witness", said(keys, store)
    assert (read_witness(None), read_witness(file)) == ((), ())
    witness.append(file, (known,))
    assert read_witness(file) == (known,)
    file.write_bytes(b"nonsense\n")
    assert refused(read_witness, file)[0].startswith("witness-")


# --- the state -------------------------------------------------------------------------------------------------------


def test_a_table_is_folded_from_its_entries_with_what_only_the_hall_may_read(
    store: Store, keys: Keys, written: Any
) -> None:
    loaded = load_table(store, "uno", (), keys.authority)
    found = recover_table(TOY, loaded.rows, loaded.entries, KeySealer(keys.sealing))
    assert found.state == written
    assert all(card.face is not None for card in found.state.layout)
    assert found.commands == frozenset({"shuffled", "cut", "drawn", "drawn again"})
    assert found.entries is loaded.entries
    assert (set(found.watch.sealed), found.watch.rotation, set(found.watch.turned.get(1, {}))) == ({1}, {1: 20}, {1})


def test_an_entry_whose_hidden_part_is_gone_is_not_played_on(store: Store, keys: Keys, written: Any) -> None:
    loaded = load_table(store, "uno", (), keys.authority)
    rows: Any = [SimpleNamespace(private_part=None) for _ in loaded.rows]
    assert refused(recover_table, TOY, rows, loaded.entries, KeySealer(keys.sealing)) == (
        "private-part-missing",
        {"entry": next(one.version for one in loaded.entries if one.private_digest is not None)},
    )


def test_a_table_is_read_without_being_taken_up_if_it_is_one_of_the_game(
    store: Store, keys: Keys, written: Any
) -> None:
    sealer, other = KeySealer(keys.sealing), SimpleNamespace(key="bingo")
    head, row = store.head("uno"), store.writer("uno")
    due = RecordedTable(StreamEnd("uno", head.version, head.hash), None, written)
    assert recorded_table(store, "uno", TOY, sealer, keys.authority) == due
    assert recorded_table(store, "uno", other, sealer, keys.authority) is None  # type: ignore[arg-type]
    assert recorded_table(store, "dos", TOY, sealer, keys.authority) is None
    assert store.writer("uno") == row
    write(store, keys, "dos", ACTS[:1])
    found = recorded_tables(store, TOY, sealer, keys.authority)
    assert {one.end.table: one.end.version for one in found} == {"uno": 6, "dos": 1}
    assert [one.end.table for one in recorded_tables(store, TOY, sealer, keys.authority, {"uno"})] == ["dos"]
    assert recorded_tables(store, other, sealer, keys.authority) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error", [ValueError("bad"), KeyError("seat"), TypeError("no"), ZeroDivisionError("0"), AttributeError("x")]
)
def test_a_table_that_cannot_be_folded_is_refused_whatever_that_raises(
    monkeypatch: pytest.MonkeyPatch, store: Store, keys: Keys, written: Any, error: Exception
) -> None:
    def broken(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(recovery, "recover_table", broken)
    found = refused(recorded_table, store, "uno", TOY, KeySealer(keys.sealing), keys.authority)
    assert found == ("record-unreadable", {"kind": type(error).__name__, "detail": str(error)})


def test_where_the_cards_of_a_table_come_from_is_said_by_its_opening(store: Store, keys: Keys, written: Any) -> None:
    opening, shuffling, *_ = load_table(store, "uno", (), keys.authority).entries
    assert chance_kind(TOY, opening) is ChanceKind.SEALED
    assert refused(chance_kind, TOY, shuffling) == ("no-opening", {"table": "uno"})


# --- the hall's side -------------------------------------------------------------------------------------------------


class Readers:
    """The stored tables of a hall that has no house and notes what it says of each."""

    def __init__(self, store: Store, keys: Keys, *, training: bool, house: Any = None) -> None:
        self.restored: list[tuple[str, int]] = []
        self.sources: list[Any] = []
        self.keys = keys
        services: Any = SimpleNamespace(
            writer=SimpleNamespace(call=None), house=SimpleNamespace(actor=house), sealer=KeySealer(keys.sealing)
        )
        signer: Any = SimpleNamespace(restore=lambda *given: self.restored.append(given))
        self.here = StoredTables(store, services, keys, {"toy": TOY}, signer, self._source, training=training)

    def _source(self, kind: ChanceKind, table: str) -> Any:
        self.sources.append((kind, table))
        return SeededOrders("seed") if kind is ChanceKind.SEEDED else SimpleNamespace()

    def read(self, store: Store, table: str, *witnessed: Checkpoint) -> Any:
        writer = store.take_over(table, authority=self.keys.authority)
        found = self.here._read(writer, witnessed)
        return found, writer


def test_a_table_is_taken_up_with_its_cards_and_the_last_word_about_it(store: Store, keys: Keys, written: Any) -> None:
    here, word = Readers(store, keys, training=False), said(keys, store, tagged_from=2)
    found, writer = here.read(store, "uno", word)
    assert (found.game, found.recalled.state, writer.continues) == (TOY, written, None)
    assert (here.sources, here.restored) == ([(ChanceKind.SEALED, "uno")], [("uno", 2)])
    assert word in store.checkpoints("uno")


def test_a_table_that_goes_on_from_another_one_is_known_to_do_so_whatever_it_has_recorded_since(
    store: Store, keys: Keys, written: Any
) -> None:
    before = StreamEnd("uno", 6, store.head("uno").hash)
    write(store, keys, "dos", ((HOUSE, Open("dos"), None), (ANA, Add(1), "a")), after=before)
    _, writer = Readers(store, keys, training=False).read(store, "dos")
    found = recorded_table(store, "dos", TOY, KeySealer(keys.sealing), keys.authority)
    assert found is not None
    assert (writer.continues, found.continues, found.end.version) == (before, before, 2)


def test_a_table_without_an_entry_is_none(store: Store, keys: Keys) -> None:
    here = Readers(store, keys, training=True)
    assert (here.read(store, "dos")[0], here.sources, here.restored) == (None, [], [])


@pytest.mark.parametrize("training", [True, False])
def test_cards_that_follow_from_a_seed_are_laid_again_in_training_alone(
    store: Store, keys: Keys, training: bool
) -> None:
    acts = ((HOUSE, Open("dos", ChanceKind.SEEDED), None), (ANA, Shuffle(), "s"), (ANA, Turn(), "t"))
    write(store, keys, "dos", acts, seeded=True)
    here = Readers(store, keys, training=training)
    if not training:
        with pytest.raises(LiveShoeError) as error:
            here.read(store, "dos")
        assert (error.value.code, here.sources) == ("shoe-seeded", [])
        return
    found, _ = here.read(store, "dos")
    first = SeededOrders("seed")
    first.seal(1, 52)
    assert [found.source.card(1, at) for at in range(52)] == [first.card(1, at) for at in range(52)]


@pytest.mark.parametrize(
    ("in_house", "has_house", "goes_on"), [(1, 0, False), (1, 1, True), (0, 0, True), (0, 1, True)]
)
def test_a_table_of_a_house_is_not_taken_up_without_it(
    monkeypatch: pytest.MonkeyPatch,
    store: Store,
    keys: Keys,
    written: Any,
    in_house: int,
    has_house: int,
    goes_on: bool,
) -> None:
    monkeypatch.setattr(stored_tables, "is_opened_in_house", lambda first: bool(in_house) and first.version == 1)
    here = Readers(store, keys, training=False, house=object() if has_house else None)
    found = refused(here.read, store, "uno")
    assert (found == ("house-gone", {})) is not goes_on


def test_one_table_of_a_game_is_read_where_there_is_one(store: Store, keys: Keys, written: Any) -> None:
    async def call(work: Callable[[], Any]) -> Any:
        return work()

    here = Readers(store, keys, training=False).here
    here._writer = SimpleNamespace(call=call)  # type: ignore[assignment]
    assert asyncio.run(here.recorded_one(TOY, "uno")).state == written
    assert refused(asyncio.run, here.recorded_one(TOY, "dos")) == ("no-opening", {"table": "dos"})
    assert [one.end.table for one in asyncio.run(here.recorded(TOY, ()))] == ["uno"]
    assert list(asyncio.run(here.recorded(TOY, {"uno"}))) == []


# --- somebody vouches ------------------------------------------------------------------------------------------------


def test_of_a_hall_s_own_entries_nobody_has_to_vouch_for_any(store: Store, keys: Keys, written: Any) -> None:
    own, strange = doubtful_table(store, "uno", keys), doubtful_table(store, "uno", Keys.fresh())
    assert (own, bool(own)) == (DoubtfulTable([], 6, False), False)
    assert ([one.version for one in strange.entries], strange.last, strange.has_writer_changed) == (
        [1, 2, 3, 4, 5, 6],
        6,
        True,
    )
    assert bool(strange)
    nothing = doubtful_table(store, "dos", keys)
    assert (nothing, bool(nothing)) == (DoubtfulTable([], 0, False), False)


@pytest.mark.parametrize(
    ("entries", "last", "changed", "is_any"),
    [(1, 1, False, True), (0, 1, True, True), (1, 1, True, True), (0, 1, False, False), (0, 0, True, False)],
)
def test_there_is_something_to_vouch_for_where_there_are_entries_and_a_doubt(
    entries: int, last: int, changed: bool, is_any: bool
) -> None:
    assert bool(DoubtfulTable([object()] * entries, last, changed)) is is_any  # type: ignore[list-item]


@pytest.mark.parametrize("has_witness", [True, False])
@pytest.mark.parametrize(("doubted", "first"), [((4, 3, 5), 3), ((), 6)])
def test_whoever_vouches_signs_for_all_up_to_the_end_as_the_next_writer(
    store: Store, keys: Keys, written: Any, tmp_path: Path, has_witness: bool, doubted: tuple[int, ...], first: int
) -> None:
    file, known = tmp_path / "witness", said(keys, store, epoch=6)
    if has_witness:
        witness.append(file, (known,))
    entries: Any = [SimpleNamespace(version=one) for one in doubted]
    made = adopt_table(store, "uno", keys, DoubtfulTable(entries, 6, False), TIME, file if has_witness else None)
    head, epoch = store.head("uno"), 7 if has_witness else 2
    unsigned = Checkpoint(
        "uno", 6, head.hash, TIME, "", epoch=epoch, tagged_from=7, is_witnessed=has_witness, adopted_from=first
    )
    assert made == sign_checkpoint(keys.signing, unsigned)
    assert is_signed(made, frozenset({keys.public}))
    assert made in store.checkpoints("uno")
    assert (list(witness.read(file)) if has_witness else file.exists()) == ([known, made] if has_witness else False)
