"""Parts of a hall by themselves: whose keys are whose, how long somebody has sat, where a record goes on from."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.house.events import DayOpened, PlayEnded, TimeLimited
from tapete.house.slip_acts import WriteSlip
from tapete.house.state import State, TimeLimit
from tapete.house.table_events import SeatNoted
from tapete.house.terms import SlipKind
from tapete.kernel import Amount, Event, FixedValue, Offer, PersonId
from tapete.live.clock import ManualClock
from tapete.live.continuation import RecordEnd, go_on
from tapete.live.keys import KeyFileError, Keys
from tapete.live.play_time import PlayTime
from tapete.live.restoring import lost_entries
from tapete.live.slip_offers import within_debts
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.codec import to_tree
from tapete.record.entry import StreamEnd
from tests.support.house import ANA, BEA, CASHIER, TABLE, open_house

# --- the key file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "is_own"),
    [
        (0o600, True),
        (0o400, True),
        (0o700, True),
        *((mode, False) for mode in (0o610, 0o620, 0o640, 0o601, 0o602, 0o604)),
    ],
)
def test_a_key_file_is_its_owners_alone(tmp_path: Path, mode: int, is_own: bool) -> None:
    path = tmp_path / "hall.key"
    made = Keys.load(path)
    path.chmod(mode)
    try:
        found = Keys.load(path).public
    except KeyFileError as error:
        found = error.code
    assert found == (made.public if is_own else "key-open-to-others")
    assert made.is_file_intact() is is_own


@pytest.mark.parametrize("part", ["sealing", "signing"])
def test_a_file_with_another_key_in_it_is_not_the_one_that_was_read(tmp_path: Path, part: str) -> None:
    path = tmp_path / "hall.key"
    made, other = Keys.load(path), Keys.load(tmp_path / "other.key")
    secret = {one: {"sealing": one.sealing, "signing": one.signing.private_bytes_raw()} for one in (made, other)}
    assert made.is_file_intact()
    path.write_text(path.read_text().replace(secret[made][part].hex(), secret[other][part].hex()))
    assert not made.is_file_intact()
    path.unlink()
    assert not made.is_file_intact()
    assert Keys.fresh().is_file_intact(), "keys of no file are kept by nobody"


def test_what_a_hall_alone_can_say_is_for_one_purpose_and_one_text_and_stays_the_same(tmp_path: Path) -> None:
    made = Keys.load(tmp_path / "hall.key")
    again = Keys.load(tmp_path / "hall.key")
    said = [
        made.word("link", "ana"),
        made.word("link", "bea"),
        made.word("code", "ana"),
        Keys.fresh().word("link", "ana"),
    ]
    assert len(set(said)) == 4
    assert {len(one) for one in said} == {40}
    assert again.word("link", "ana") == said[0]


# --- the time at tables -----------------------------------------------------------------------------------------------


def sat(*steps: tuple[float, Event], visitors: dict[PersonId, int] | None = None) -> tuple[PlayTime, ManualClock]:
    """Return how long people have sat after entries, each so many seconds after the one before it."""
    state, clock = State(), ManualClock()
    for person, minutes in (visitors or {}).items():
        state = state.with_visitor(person, time=TimeLimit(now=minutes))
    play = PlayTime(clock, lambda: state, lambda _: None)
    for passed, event in steps:
        clock.passed += passed
        play.follow(entry(event))
    return play, clock


def entry(*events: Event, time: str = "") -> Any:
    return SimpleNamespace(events=tuple(map(to_tree, events)), time=time)


OTHER, NONE = "mesa-2", ""


def test_each_sitting_is_added_to_those_before_it_and_nobody_s_to_another_s() -> None:
    play, clock = sat(
        (5, SeatNoted(ANA, TABLE)), (60, SeatNoted(BEA, TABLE)), (10, SeatNoted(ANA, NONE)), (40, SeatNoted(ANA, OTHER))
    )
    clock.passed += 7
    assert (play.seconds(ANA), play.seconds(BEA)) == (60 + 10 + 7, 10 + 40 + 7)
    assert play.seconds(PersonId("carla")) == 0


def test_whoever_goes_to_another_table_sits_on_and_whoever_sits_nowhere_does_not() -> None:
    play, clock = sat((0, SeatNoted(ANA, TABLE)), (60, SeatNoted(ANA, OTHER)), (0, SeatNoted(BEA, NONE)))
    clock.passed += 30
    assert (play.seconds(ANA), play.seconds(BEA)) == (90, 0)


def test_a_new_day_counts_from_nought_for_those_who_have_left() -> None:
    play, clock = sat((0, SeatNoted(ANA, TABLE)), (60, SeatNoted(ANA, NONE)), (5, DayOpened("2026-11-22")))
    assert play.seconds(ANA) == 0
    play.follow(entry(SeatNoted(ANA, TABLE)))
    clock.passed += 3
    assert play.seconds(ANA) == 3


def test_a_clock_that_was_put_back_takes_no_time_away() -> None:
    play, clock = sat((50, SeatNoted(ANA, TABLE)), (-20, SeatNoted(ANA, NONE)), (0, SeatNoted(BEA, TABLE)))
    clock.passed -= 5
    assert (play.seconds(ANA), play.seconds(BEA)) == (0, 0)


@pytest.mark.parametrize(
    ("event", "watched"),
    [
        (DayOpened("2026-11-22"), {ANA, BEA}),  # whoever sits has his time of the new day
        (TimeLimited(ANA, 5, is_at_once=True), {ANA}),
        (SeatNoted(ANA, OTHER), {ANA}),
        (PlayEnded(ANA), set()),
    ],
)
def test_the_time_of_those_is_watched_anew_for_whom_something_has_changed(event: Event, watched: set[PersonId]) -> None:
    async def scene() -> set[PersonId]:
        play, _ = sat((0, SeatNoted(ANA, TABLE)), (0, SeatNoted(BEA, TABLE)), visitors={ANA: 10, BEA: 10})
        before = dict(play._timers)
        play.follow(entry(event))
        changed = {person for person, timer in play._timers.items() if before[person] is not timer}
        play.stop()
        assert play._timers == {}
        return changed

    assert asyncio.run(scene()) == watched


@pytest.mark.parametrize(
    ("known", "sits", "is_watched"),
    [
        ({"time": TimeLimit(now=10)}, True, True),
        ({"time": TimeLimit(now=0)}, True, True),
        ({"time": TimeLimit(next=10)}, True, False),
        ({"time": TimeLimit(now=10), "is_out_of_time": True}, True, False),
        ({"time": TimeLimit(now=10)}, False, False),
    ],
)
def test_nobody_is_watched_who_has_no_limit_does_not_sit_or_has_been_told(
    known: dict[str, Any], sits: bool, is_watched: bool
) -> None:
    async def scene() -> tuple[bool, float | None]:
        state = State().with_visitor(ANA, **known)
        play = PlayTime(ManualClock(), lambda: state, lambda _: None)
        play.follow(entry(SeatNoted(ANA, TABLE if sits else NONE)))
        found = ANA in play._timers, play._left(ANA)
        play.stop()
        return found

    minutes = known["time"].now
    assert asyncio.run(scene()) == (is_watched, minutes * 60 if is_watched else None)


# --- where a record goes on -------------------------------------------------------------------------------------------


def end(table: str, of: str = "bingo", after: str = "", *, is_over: bool = True) -> RecordEnd:
    before = StreamEnd(after, 7, f"hash of {after}") if after else None
    return RecordEnd(StreamEnd(table, 7, f"hash of {table}"), of, before, is_over)


ONE, SECOND, THIRD = end("mesa"), end("mesa-2", after="mesa"), end("mesa-3", after="mesa-2")


@pytest.mark.parametrize(
    ("ends", "continued", "found"),
    [
        ((), (), None),
        ((ONE,), (), "mesa"),
        ((end("sala"),), (), None),  # another name
        ((ONE, SECOND), (), "mesa-2"),
        ((ONE, THIRD, SECOND), (), "mesa-3"),
        ((end("mesa", is_over=False),), (), None),
        ((ONE, end("mesa-2", after="mesa", is_over=False)), (), None),
        ((end("mesa", of="punto-y-banca"),), (), None),
        ((ONE,), ("mesa",), None),  # opened at the same moment by somebody else
        ((ONE,), ("mesa-2",), "mesa"),
        ((ONE, SECOND), ("mesa",), "mesa-2"),
        ((end("mesa", of="punto-y-banca"), end("mesa-2")), (), "mesa-2"),
        ((ONE, end("mesa-2")), (), "mesa"),  # side by side: one after the other
        ((ONE, end("mesa-2")), ("mesa",), "mesa-2"),
        ((end("mesa-10"), end("mesa-2")), (), "mesa-2"),
        ((end("mesa-1"), end("mesa-0"), end("mesa-x"), end("mesa-2-x")), (), None),
    ],
)
def test_a_record_goes_on_from_the_last_of_its_name_once_that_is_over(
    ends: tuple[RecordEnd, ...], continued: tuple[str, ...], found: str | None
) -> None:
    begun: list[StreamEnd] = []
    taken, writer, game = (
        set(continued),
        SimpleNamespace(table="mesa-9", go_on_from=begun.append),
        SimpleNamespace(key="bingo"),
    )
    made = go_on(writer, "mesa", game, {one.end.table: one for one in ends}, taken)  # type: ignore[arg-type]
    assert (made.table if made else None) == found
    assert begun == ([made] if made else [])
    assert taken == {*continued, *([found] if found else [])}


def test_the_first_table_of_a_name_goes_on_from_none() -> None:
    writer: Any = SimpleNamespace(table="mesa", go_on_from=None)
    assert go_on(writer, "mesa", SimpleNamespace(key="bingo"), {"mesa-2": end("mesa-2")}, set()) is None  # type: ignore[arg-type]


# --- slips ------------------------------------------------------------------------------------------------------------


FLOAT = 1_000_000
"""What the table has, in cents."""


@pytest.mark.parametrize(
    ("debt", "most", "signed"),
    [
        (0, FLOAT, {SlipKind.CREDIT, SlipKind.FILL}),
        (FLOAT - 100, 100, {SlipKind.CREDIT, SlipKind.FILL}),
        (FLOAT - 99, 99, {SlipKind.FILL}),
        (FLOAT - 1, 1, {SlipKind.FILL}),
        (FLOAT, None, {SlipKind.FILL}),
    ],
)
def test_no_more_chips_leave_a_table_on_a_slip_than_it_may_give_by_now(
    debt: int, most: int | None, signed: set[SlipKind]
) -> None:
    here = open_house()
    written = {}
    for kind in (SlipKind.CREDIT, SlipKind.FILL):
        here.do(WriteSlip(kind, 100, TABLE), CASHIER)
        written[kind] = here.state.last_slip
    writing = {kind: Offer("write-slip", of_kind(kind)) for kind in (SlipKind.CREDIT, SlipKind.TIPS, SlipKind.FILL)}
    signing = {kind: Offer("sign-slip", {"serial": FixedValue(serial)}) for kind, serial in written.items()}
    other = Offer("sell-chips")
    found = list(within_debts([*writing.values(), *signing.values(), other], here.state, lambda _: debt))
    for kind in (SlipKind.CREDIT, SlipKind.TIPS):
        kept = {**of_kind(kind), "chips": Amount(1, most)}
        assert (Offer("write-slip", kept) in found) is (most is not None)
    assert {kind for kind, one in signing.items() if one in found} == signed
    assert [writing[SlipKind.FILL] in found, other in found] == [True, True]
    assert len(found) == (2 if most is not None else 0) + len(signed) + 2


def of_kind(kind: SlipKind) -> dict[str, Any]:
    return {"kind": FixedValue(str(kind)), "table": FixedValue(TABLE), "chips": Amount(1, 5_000_000)}


# --- a copy that was put back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("witnessed", "lost"),
    [
        ((), ()),
        (((5, True),), ()),
        (((6, True),), ((5, 6),)),
        (((6, True), (9, True), (7, True)), ((5, 9),)),
        (((9, False),), ()),  # signed by somebody else
        (((6, True), (9, False)), ((5, 6),)),
        (((3, True), (5, True)), ()),
    ],
)
def test_a_copy_lacks_what_the_hall_itself_has_witnessed_beyond_its_end(
    witnessed: tuple[tuple[int, bool], ...], lost: tuple[tuple[int, int], ...]
) -> None:
    keys, stranger = Keys.fresh(), Keys.fresh()
    said = [
        sign_checkpoint(
            (keys if is_own else stranger).signing, Checkpoint("mesa", version, "h", f"2026-03-0{version}", "", epoch=1)
        )
        for version, is_own in witnessed
    ]
    copy: Any = SimpleNamespace(head=lambda _: SimpleNamespace(version=5))
    found = lost_entries(copy, said, keys)
    assert [(one.last, one.known_version) for one in found] == list(lost)
    assert all((one.table, one.time) == ("mesa", f"2026-03-0{one.known_version}") for one in found)
