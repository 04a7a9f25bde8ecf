"""A start from sealed states is a start from the record, only sooner: whatever lies in their folder, or does not."""

import asyncio
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.catalogue import entries
from tapete.house.acts import LimitTime
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import Act
from tapete.live import Hall, Keys, LiveError, sealed_states
from tapete.live.hall import StoreProbe, readiness
from tapete.live.recorded_table import copy_watch
from tapete.live.sealed_states import SealedStates
from tapete.live.state_checks import LOOK_S
from tapete.live.table_fold import TableFold
from tapete.record.private import KeySealer
from tapete.table.acts import BuyIn, Leave, Sit
from tests.support.house import ANA, BEA, TABLE
from tests.support.live.evening import OPENING, do, open_day, slip, welcome
from tests.support.live.toy import TOY, Add, Draw, Open, Shuffle, Stage, two_tables
from tests.support.rows import rows


@pytest.fixture(autouse=True)
def _sealed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_states, "EVERY", 1)
    monkeypatch.setattr(sealed_states, "AT_END", 1)


def folder(stage: Stage) -> Path:
    return stage.file.with_name("states")


def begun_from(hall: Hall) -> set[str]:
    return {one.table for one in hall._stored.started}


async def cards(hall: Hall) -> None:
    table = await hall.open_table("toy", Open("uno"))
    for number, what in enumerate((Shuffle(), Draw(), Draw(face_up=False), Draw(face_up=False))):
        assert (await table.act(Act(ANA, what, table.step), f"c{number}")).refusal is None
    await table.act(Act(ANA, Add(2)), "c4")


async def one_more(hall: Hall) -> None:
    await hall.tables["uno"].act(Act(ANA, Add(5)), "more")


def seen(hall: Hall) -> dict[str, Any]:
    """Return all that anybody can see or do at each table and in the house, and what the next entries rest on."""
    found: dict[str, Any] = {}
    for table in hall._actors():
        people = sorted({*getattr(table.state, "visitors", {}), *getattr(table.state, "staff", {}).values(), ANA})
        people += [who for seats in [getattr(table.state, "seats", None)] if seats for who in seats.people()]
        asked = [(table.view(who), table.legal(who), table.explain(who)) for who in (None, *people)]
        watch = vars(copy_watch(table._watch, table.step.series))
        found[table.id] = asked, table.head, table.state, table.continues, watch, [*table._last_entries]
    if hall.house is not None:
        people = sorted(hall.house.state.visitors)
        found["minutes"] = hall.house.minutes_book.newest_first(), [hall.house.play_time.seconds(one) for one in people]
    return found


def require_same(stage: Stage, **options: Any) -> None:
    """Hold a start from sealed states against one from the record; the first is found sound behind the play."""
    sights = []

    async def look(hall: Hall) -> None:
        assert begun_from(hall) == ({one.id for one in hall._actors()} if len(sights) == 0 else set())
        sights.append(seen(hall))
        await hall.state_checks.settle()
        assert (hall.parked_tables, hall.failed) == ({}, None)
        assert all(one.commands.is_whole for one in hall._actors())

    stage.play(look, states=folder(stage), **options)
    stage.play(look, **options)
    for name in sights[0]:
        assert sights[0][name] == sights[1][name], name


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(entries()))
def test_every_game_goes_on_from_its_sealed_state_as_from_its_record(stage: Stage, key: str) -> None:
    async def evening(hall: Hall) -> None:
        fields = entries()[key].demo[0]
        staff = staff_for(fields["name"], key, entries()[key].opening_posts(fields))
        table = await hall.open_table(key, entries()[key].form().make({**fields, "staff": staff}))
        await play(hall, table, 120)

    async def play(hall: Hall, table: Any, until: int) -> None:
        troupe = Troupe(hall, AT_ONCE, seed=4)
        troupe.join(table.id, player_count(key, 4))
        for _ in range(60_000):
            if table.version >= until:
                break
            await stage.clock.advance(1)
            await asyncio.sleep(0)
        await troupe.stop()
        assert table.version >= until

    async def tail(hall: Hall) -> None:
        for table in hall.tables.values():
            await play(hall, table, table.version + 60)

    stage.play(evening, states=folder(stage), games=None)
    stage.play(tail, games=None)
    require_same(stage, games=None)


def test_a_house_goes_on_with_its_minutes_and_the_time_that_people_have_sat(stage: Stage) -> None:
    async def day(hall: Hall) -> None:
        house = await open_day(hall)
        table = await hall.open_table("punto-y-banca", OPENING)
        await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
        for seat, who in enumerate((ANA, BEA), 1):
            await welcome(house, who, 60_000)
            await do(table, who, Sit(seat), BuyIn(40_000))
        await do(house, BEA, LimitTime(600))
        await stage.clock.advance(60)
        await do(table, ANA, Leave())

    async def tail(hall: Hall) -> None:
        await stage.clock.advance(60)
        await do(hall.tables[TABLE], ANA, Sit(3))

    stage.play_in_house(day, states=folder(stage))
    stage.play_in_house(tail)
    require_same(stage, games=None)


def test_no_byte_of_a_sealed_state_can_be_changed(stage: Stage) -> None:
    stage.play(cards, states=folder(stage))
    states = SealedStates(folder(stage), stage.keys)
    [file] = folder(stage).iterdir()
    kept, sealed = states.read("uno"), file.read_bytes()
    assert kept is not None
    used = []
    for at in range(len(sealed)):
        file.write_bytes(sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
        used += [at] if states.read("uno") is not None else []
    assert used == []
    for cut in (b"", sealed[:-1], sealed[: sealed.index(b"\n") + 5], sealed + b"\0"):
        file.write_bytes(cut)
        assert states.read("uno") is None


def test_its_length_tells_no_card_and_it_opens_to_this_hall_alone(stage: Stage) -> None:
    """Hidden cards are in it."""
    stage.play(cards, states=folder(stage))
    [file] = folder(stage).iterdir()
    _, sealed = file.read_bytes().split(b"\n", 1)
    assert (len(sealed) - 28) % sealed_states.BLOCK == 0
    assert SealedStates(folder(stage), Keys.fresh()).read("uno") is None
    assert b"faces" not in sealed
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def of_another_table(stage: Stage, states: SealedStates) -> None:
    shutil.copy(states._file("dos"), states._file("uno"))


def of_another_hall(stage: Stage, states: SealedStates) -> None:
    other = Stage(f"sqlite:///{stage.file.with_name('other.db')}", Keys.fresh())
    other.play(two_tables, states=states.folder)


def of_another_record(stage: Stage, states: SealedStates) -> None:
    """The same key and the same table in another store."""

    async def otherwise(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        for number in range(4):
            await table.act(Act(ANA, Add(2)), f"c{number}")

    other = Stage(f"sqlite:///{stage.file.with_name('other.db')}", stage.keys)
    other.play(otherwise, states=states.folder)


def of_a_later_record(stage: Stage, states: SealedStates) -> None:
    """A copy of before is put back."""
    kept = stage.file.read_bytes()
    stage.play(one_more, states=states.folder)
    stage.file.write_bytes(kept)


def missing(stage: Stage, states: SealedStates) -> None:
    states._file("uno").unlink()


def all_missing(stage: Stage, states: SealedStates) -> None:
    shutil.rmtree(folder(stage))


def a_folder(stage: Stage, states: SealedStates) -> None:
    missing(stage, states)
    states._file("uno").mkdir()


def a_file_in_place_of_the_folder(stage: Stage, states: SealedStates) -> None:
    all_missing(stage, states)
    folder(stage).touch()


@rows(
    "spoil",
    [
        *(of_another_table, of_another_hall, of_another_record, of_a_later_record),
        *(missing, all_missing, a_folder, a_file_in_place_of_the_folder),
    ],
)
def test_what_is_foreign_later_or_missing_is_not_used(
    tmp_path: Path, spoil: Callable[[Stage, SealedStates], None]
) -> None:
    stage = Stage(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
    sights = []

    async def look(hall: Hall) -> None:
        assert "uno" not in begun_from(hall), f"{spoil.__name__} was used"
        await hall.state_checks.settle()
        sights.append((seen(hall), dict(hall.parked_tables)))

    stage.play(two_tables, states=folder(stage))
    spoil(stage, SealedStates(folder(stage), stage.keys))
    stage.play(look, states=folder(stage))
    stage.play(look)
    assert sights[0] == sights[1]


@pytest.mark.parametrize(("name", "value"), [("CURRENT", "0.0.1"), ("code_digest", lambda: "0" * 64)])
def test_a_state_of_other_code_is_not_used(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    async def look(hall: Hall) -> None:
        assert begun_from(hall) == set()
        assert hall.tables["uno"].version == 6

    with monkeypatch.context() as patched:
        patched.setattr(sealed_states, name, value)
        stage.play(cards, states=folder(stage))
    stage.play(look, states=folder(stage))


def test_an_older_state_is_gone_on_from_and_one_is_sealed_while_the_hall_plays(stage: Stage) -> None:
    async def on(hall: Hall) -> None:
        assert begun_from(hall) == {"uno"}
        await one_more(hall)
        shutil.rmtree(folder(stage))  # all of them gone while it plays
        states = hall._stored.states
        states.versions.clear()
        await stage.clock.advance(LOOK_S)
        await stage.settled(lambda: states.versions == {"uno": 8})

    async def earlier(hall: Hall) -> None:
        await hall.tables["uno"].act(Act(ANA, Add(7)), "earlier")

    stage.play(cards, states=folder(stage))
    stage.play(earlier)
    stage.play(on, states=folder(stage))
    require_same(stage)


EARLY = "table_id = 'uno' AND version = 3"


@rows(
    "change",
    [
        f"UPDATE entries SET body = replace(body, 'draw-toy', 'turn-toy') WHERE {EARLY}",
        f"UPDATE entries SET hash = (SELECT hash FROM entries WHERE table_id = 'uno' AND version = 2) WHERE {EARLY}",
        f"UPDATE entries SET tag = NULL WHERE {EARLY}",
        "UPDATE entries SET private = x'00' WHERE table_id = 'uno' AND private IS NOT NULL",
        f"DELETE FROM entries WHERE {EARLY}",
        "UPDATE checkpoints SET head = 'x' WHERE table_id = 'uno'",
    ],
)
def test_a_change_of_what_came_before_is_found_behind_the_play_and_the_table_set_aside(
    tmp_path: Path, change: str
) -> None:
    """The chain up to a sealed state is not walked before the play: whoever changes it shall gain nothing by that."""
    stage = Stage(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
    told = []

    async def later(hall: Hall) -> None:
        table = hall.tables.get("uno")
        await hall.state_checks.settle()
        told.append({name: str(why) for name, why in hall.parked_tables.items()})
        assert "uno" not in hall.tables
        assert not [*folder(stage).iterdir()]
        assert "table-set-aside" in (await readiness(hall, StoreProbe(hall))).codes
        if table is not None:
            with pytest.raises(LiveError):
                await table.act(Act(ANA, Add(1)), "after")

    stage.play(cards, one_more, states=folder(stage))
    stage.tamper(change)
    stage.play(later, states=folder(stage))
    stage.play(later, states=folder(stage))  # and without its state, at the start
    assert told[0] == told[1]
    assert list(told[0]) == ["uno"]


def test_a_house_whose_record_is_not_sound_ends_the_hall(stage: Stage) -> None:
    async def day(hall: Hall) -> None:
        await open_day(hall)

    async def later(hall: Hall) -> None:
        await hall.state_checks.settle()
        assert getattr(hall.failed, "code", "") == "record-doubtful"
        with pytest.raises(LiveError):
            await hall.house.act(Act(ANA, Add(1)))  # type: ignore[union-attr]

    stage.play_in_house(day, states=folder(stage))
    stage.tamper(f"UPDATE entries SET tag = NULL WHERE table_id = '{KEY}' AND version = 2")
    stage.play_in_house(later, states=folder(stage))


def test_a_state_that_is_not_what_its_record_comes_to_sets_the_table_aside(stage: Stage) -> None:
    """As a defect of the memory would make it: it opens, and its record is sound."""

    async def later(hall: Hall) -> None:
        assert hall.tables["uno"].state.total == 99
        await hall.state_checks.settle()
        assert hall.parked_tables["uno"].code == "state-differs"

    async def again(hall: Hall) -> None:
        assert hall.tables["uno"].state.total == 2

    stage.play(cards, states=folder(stage))
    states, sealer = SealedStates(folder(stage), stage.keys), KeySealer(stage.keys.sealing)
    kept = states.read("uno")
    assert kept is not None
    fold = TableFold.of(TOY, sealer, kept)
    fold.state = type(fold.state)(
        **{**{name: getattr(fold.state, name) for name in fold.state.__struct_fields__}, "total": 99}
    )
    states.write("uno", fold)
    stage.play(later, again, states=folder(stage))


def test_a_repeat_of_before_the_state_gets_its_first_answer(store_url: str, tmp_path: Path) -> None:
    stage, states = Stage(store_url, Keys.fresh()), tmp_path / "states"

    async def later(hall: Hall) -> None:
        assert begun_from(hall) == {"uno"}
        for _ in range(2):  # while the record is walked, and after
            table = hall.tables["uno"]
            assert [await table.has_answered(name) for name in ("c4", "more", "none")] == [True, True, False]
            answer = await table.act(Act(ANA, Add(2)), "c4")
            assert (answer.is_repeated, answer.version, table.version) == (True, 6, 7)
            assert (await table.act(Act(ANA, Add(3)), "c4")).refusal.code == "command-conflict"  # type: ignore[union-attr]
            await hall.state_checks.settle()
            assert table.commands.is_whole

    stage.play(cards, states=states)
    stage.play(one_more)
    stage.play(later, states=states)


@pytest.mark.parametrize("is_link", [False, True])
def test_a_hall_deletes_no_file_but_states_and_follows_no_link_to_them(stage: Stage, is_link: bool) -> None:
    """Threat: a folder of somebody's own lies, or is linked to, where a hall has its states."""
    own = folder(stage).with_name("mine") if is_link else folder(stage)
    own.mkdir()
    if is_link:
        folder(stage).symlink_to(own)
    letter, stale = own / "carta.state", own / f"{'0' * 40}.state"
    for one in (letter, stale):
        one.write_text("mío")
    stage.play(two_tables, states=folder(stage))
    assert (letter.exists(), stale.exists()) == (True, is_link)


def test_a_write_that_is_cut_off_leaves_the_state_of_before(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(draft: Path, file: Path) -> Path:
        shutil.copy(draft, draft.with_suffix(f".{0:012x}"))
        raise OSError(28, "No space left on device")

    stage.play(cards, states=folder(stage))
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", cut_off)
        stage.play(one_more, states=folder(stage))
    assert len([*folder(stage).iterdir()]) == 2
    kept = SealedStates(folder(stage), stage.keys).read("uno")
    assert kept is not None
    assert kept.version == 6
    require_same(stage)
    assert len([*folder(stage).iterdir()]) == 1, "what was half written is not swept away"
