"""A live table by itself: what it asks before it decides, what it gives to the store, and what ends it.

The desk that it shares with others is bare: the store notes what it is given, and the house above the table answers
as it is told to.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, ActBody, Offer, Outcome, PersonId, Refused
from tapete.live import ManualClock, TableActor, table as live_table
from tapete.live.answer import Answer, act_digest
from tapete.live.disk_reserve import MIB, DiskReserve
from tapete.live.errors import HallFailedError, HallStoppedError, LiveError, TableLostError
from tapete.live.rng_health import RandomnessError
from tapete.live.seat_registry import SeatRegistry
from tapete.live.services import HallServices, RecoveredTable
from tapete.live.telemetry import Telemetry
from tapete.live.twins import HouseTwins
from tapete.live.vault import KeyedOrders
from tapete.record.canonical import sha256
from tapete.record.card_proofs import ShoeWatch
from tapete.record.entry import Head
from tapete.record.private import KeySealer
from tapete.record.store import AppendResult, StoreFailedError
from tapete.table.acts import Sit
from tests.support.live.toy import Add, Added, Break, Draw, Late, Seated, Shuffle, State, Toy

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))
WALL = "2026-01-01T12:00:00.000+00:00"


class Note(ActBody, frozen=True, tag="note-alone"):
    """Something that somebody notes for himself."""

    is_beside_record: ClassVar[bool] = True


class Close(ActBody, frozen=True, tag="close-alone"):
    """Words that close the stakes."""


class Short(ActBody, frozen=True, tag="short-alone"):
    """The house: the bank does not cover what an act would close."""

    meant: str = ""


class Struck(ActBody, frozen=True, tag="struck-alone"):
    """The house: somebody is struck off the list."""

    person: PersonId


class Hearing(Toy):
    """The small game, and notes, a list and a house that speaks to the table."""

    act_types: Any = Toy.act_types | Note | Close | Short | Struck

    def __init__(self) -> None:
        self.enough = [False]

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        match act.body:
            case Note():
                return Accepted((Added(100),))
            case Close():
                return Accepted((Added(7),))
            case Short():
                return Refused("deposit-is-sufficient") if self.enough.pop() else Accepted((Added(50),))
            case Struck():
                return Accepted((Added(1_000),)) if act.body.person == BEA else Refused("not-on-the-list")
            case Add(amount=77):
                return Accepted((Seated(BEA, 1), Seated(EVA, 2)) if not state.total else (Added(77),))
        return super().decide(state, act)

    def cover_short(self, closing: Any) -> Any:
        return Short(type(closing.body).__name__)

    def bank_broken(self) -> Any:
        raise AssertionError

    dinner_begun = bank_broken  # type: ignore[assignment]

    def off_the_list(self, person: PersonId) -> Any:
        return Struck(person)


class Source(KeyedOrders):
    """A source that notes whether what it has laid was kept."""

    def __init__(self) -> None:
        self.settled: list[bool] = []
        self.fault: Exception | None = None

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        if self.fault is not None:
            raise self.fault
        return ()

    def pending(self) -> Any:
        return {4: b"order"}

    def settle(self, stored: bool) -> None:
        self.settled.append(stored)


class House(HouseTwins):
    """A house that notes what it is asked, and says what it is told to say."""

    def __init__(self) -> None:
        super().__init__({})
        self.noted: list[Any] = []
        self.refusal: Refused | None = None
        self.twin: Any = None
        self.is_short = False
        self.words: list[ActBody] = []
        self.unseated: list[PersonId] = []

    def moves(self, game: Any, table: str, before: Any, made: Any, time: str) -> Any:
        self.noted.append((table, before.total, made.state.total, time))
        return ("move",)

    def within_limits(self, game: Any, table: str, act: Any, made: Any) -> Any:
        return made if self.refusal is None else replace(made, outcome=self.refusal)

    def not_to_be_seated(self, act: Any, moves: Any) -> Iterator[PersonId]:
        assert moves == ("move",)
        return iter(self.unseated and [self.unseated.pop(0)])

    def is_cover_short(self, moves: Any) -> bool:
        assert moves == ("move",)
        return self.is_short

    def word(self, game: Any, table: str, state: Any, time: str) -> ActBody | None:
        assert (table, time) == ("uno", WALL)
        return self.words.pop(0) if self.words else None

    def of_house(self, game: Any, act: Any) -> Any:
        return replace(act, body=Add(1)) if act.body == Add(999) else act

    @asynccontextmanager
    async def following(self, table: str, entry: Any, moves: Any) -> AsyncIterator[Any]:
        assert (table, moves) == ("uno", ("move",))
        yield self.twin.pop(0) if isinstance(self.twin, list) and self.twin else self.twin


class Desk:
    """What a table shares with others, around a table of the small game."""

    def __init__(self, game: Any = None, *, version: int = 3, words: tuple[ActBody, ...] = (), **recalled: Any) -> None:
        self.jobs: list[Any] = []
        self.error: Exception | None = None
        self.is_repeated = False
        self.clock, self.house, self.source, self.telemetry = ManualClock(), House(), Source(), Telemetry()
        self.house.words += words
        self.seated: dict[str, frozenset[PersonId]] = {}
        self.disk = DiskReserve(lambda: 3 * MIB - 1, 3 * MIB)
        services = HallServices(
            SimpleNamespace(),  # type: ignore[arg-type]
            SimpleNamespace(store=self._store),  # type: ignore[arg-type]
            KeySealer(bytes(32)),
            self.clock,
            SeatRegistry(lambda: self.seated),
            lambda sha256: (),
            self.disk,
            self.house,
            self.telemetry,
        )
        writer: Any = SimpleNamespace(table="uno", head=Head(version, "ab" * 32), epoch=6, continues=None)
        self.writer = writer
        known: Any = {"state": State(total=10), "commands": frozenset({"old"}), "watch": ShoeWatch(), **recalled}
        self.table: TableActor[Any] = TableActor(services, game or Toy(), writer, self.source, RecoveredTable(**known))

    async def _store(self, job: Any) -> AppendResult:
        self.jobs.append(job)
        if self.error is not None:
            raise self.error
        return AppendResult(Head(9, "cd"), b"", self.is_repeated)

    async def told(self, by: PersonId, what: ActBody, command: str | None = None, **more: Any) -> Any:
        """Return the code of a refusal or the number of the entry, or the error."""
        try:
            answer = await self.table.act(Act(by, what, more.pop("at", None)), command, **more)
        except Exception as error:
            return error
        return answer.version if answer.refusal is None else answer.refusal.code


def play(scene: Callable[[Desk], Awaitable[None]], *given: Any, **more: Any) -> None:
    async def whole() -> None:
        desk = Desk(*given, **more)
        await scene(desk)
        desk.table.end(HallStoppedError("hall-closed"))
        await desk.table.wait_for_end()

    asyncio.run(whole())


def test_an_act_is_stored_as_the_next_entry_and_everybody_is_told_of_it() -> None:
    async def scene(desk: Desk) -> None:
        table, drawn = desk.table, list[int]()
        assert (table.version, table.author, table.continues) == (3, None, None)
        table.committed += [lambda: drawn.append(table.version), lambda: drawn.append(-table.version)]
        table.view(ANA)
        act: Act[Any] = Act(ANA, Add(5), table.step)
        answer = await table.act(act, "first")
        assert answer == Answer(Accepted((Added(5),)), 4)
        (job,) = desk.jobs
        entry = job.append.entry.entry
        assert (entry.version, entry.table, entry.game, entry.epoch, entry.time) == (4, "uno", "toy", 6, WALL)
        assert (entry.by, entry.command, entry.prev, entry.continues) == (ANA, "first", "ab" * 32, None)
        assert entry.answer == sha256(live_table.answers.answer_bytes(answer.outcome, 4))  # type: ignore[arg-type]
        assert (entry.openings, entry.private_digest, entry.chance) == ((), None, ())
        assert (job.rulebooks, job.append.writer, job.append.twin) == ((), desk.writer, None)
        assert (job.append.body_digest, job.append.shoes) == (act_digest(act), {4: b"order"})
        assert (table.version, table.head.hash, table.author, drawn) == (4, job.append.entry.hash, ANA, [4, -4])
        assert (table.view(ANA).total, [one.version for one in await table.entries(3)]) == (15, [4])
        assert (desk.source.settled, desk.telemetry.acts) == ([True], {("toy", "accepted"): 1})
        assert desk.house.noted == [("uno", 10, 15, WALL)]
        assert await desk.told(BEA, Add(1)) == 5
        assert (table.author, desk.jobs[1].append.entry.entry.prev) == (BEA, job.append.entry.hash)

    play(scene)


@pytest.mark.parametrize(("by", "is_named"), [(ANA, True), (HOUSE, False), (CLOCK, False)])
def test_what_a_person_does_has_a_command_id_and_what_the_hall_does_has_none(by: PersonId, is_named: bool) -> None:
    async def scene(desk: Desk) -> None:
        assert await desk.told(by, Add(1)) == 4
        assert await desk.told(by, Add(1)) == 5
        found = [one.append.entry.entry.command for one in desk.jobs]
        if is_named:
            assert all(len(one) == 16 and int(one, 16) >= 0 for one in found)
            assert len(set(found)) == 2
        else:
            assert found == [None, None]
        assert desk.table._commands == {"old", *found} - {None}

    play(scene)


@pytest.mark.parametrize(
    ("by", "what", "command", "told"),
    [
        (ANA, Add(1), "two words", "command-malformed"),
        (ANA, Add(1), "", "command-malformed"),
        (CHANCE, Add(1), None, "chance-is-nobody"),
        (ANA, Add(-1), None, "not-positive"),
        (ANA, Draw(), None, "no-shoe"),
        (ANA, Shuffle(), None, "disk-short"),
        (HOUSE, Shuffle(), "own", "disk-short"),
    ],
)
def test_what_is_refused_is_not_stored_and_the_cards_that_it_laid_never_were(
    by: PersonId, what: ActBody, command: str | None, told: str
) -> None:
    async def scene(desk: Desk) -> None:
        answer = await desk.table.act(Act(by, what), command)
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.version, answer.is_repeated) == (told, 3, False)
        assert answer.refusal.facts == ({"free": 2, "reserve": 3} if told == "disk-short" else {})
        assert (desk.jobs, True in desk.source.settled) == ([], False)
        assert desk.source.settled == ([False] if told in ("disk-short", "not-positive", "no-shoe") else [])
        assert desk.telemetry.acts == {("toy", "refused"): 1}
        assert (desk.table.version, desk.table.state.total) == (3, 10)

    play(scene)


def test_a_coup_begins_where_the_disk_has_room() -> None:
    async def scene(desk: Desk) -> None:
        desk.disk.free = lambda: 3 * MIB
        assert await desk.told(ANA, Shuffle()) == 4
        assert desk.source.settled == [True]

    play(scene)


@pytest.mark.parametrize("which", ["open", "other", "none"])
@pytest.mark.parametrize("by", [CLOCK, ANA])
def test_what_the_clock_does_is_for_the_window_for_which_its_time_ran(by: PersonId, which: str) -> None:
    async def scene(desk: Desk) -> None:
        now = desk.table.step
        meant = {"open": now, "other": replace(now, serial=7), "none": None}[which]
        answer = await desk.table.act(Act(by, Late(), meant))
        if by == CLOCK and which == "other":
            assert answer.refusal == Refused("window-closed", {"meant": str(meant), "now": str(now)})
            assert desk.jobs == []
        else:
            assert (answer.refusal, answer.version) == (None, 4)

    play(scene)


def test_what_somebody_saw_is_looked_at_again_in_the_turn_of_his_act() -> None:
    asked: list[int] = []

    async def scene(desk: Desk) -> None:
        def check(found: Any) -> Callable[[], Any]:
            return lambda: (asked.append(desk.table.version), found)[1]

        acts = (
            desk.told(ANA, Add(1)),
            desk.told(ANA, Add(2), check=check(Act(BEA, Add(30)))),
            desk.told(ANA, Add(3), check=check(Refused("no-shoe"))),
            desk.told(ANA, Add(999)),
            desk.told(ANA, Add(4), check=check(Act(BEA, Add(999)))),
        )
        assert await asyncio.gather(*acts) == [4, 5, "no-shoe", 6, 7]
        assert asked == [4, 5, 6]
        told = [(one.append.entry.entry.by, one.append.entry.entry.events[0]["amount"]) for one in desk.jobs]
        assert told == [(ANA, 1), (BEA, 30), (ANA, 1), (BEA, 1)]

    play(scene)


def test_a_note_of_ones_own_is_kept_beside_the_record() -> None:
    async def scene(desk: Desk) -> None:
        assert await desk.told(ANA, Note()) == 3
        assert (desk.jobs, desk.table.version, desk.table.state.total) == ([], 3, 110)
        assert desk.source.settled == [False]
        assert [desk.table.followed_by(one).revision for one in (ANA, BEA)] == [(3, 1), (3, 0)]

    play(scene, Hearing())


def test_what_the_house_refuses_happens_neither_there_nor_at_the_table() -> None:
    async def scene(desk: Desk) -> None:
        desk.house.refusal = Refused("no-shoe")
        assert await desk.told(ANA, Add(1)) == "no-shoe"
        desk.house.refusal = None
        desk.house.twin = Refused("not-positive")
        assert await desk.told(ANA, Add(1)) == "not-positive"
        assert (desk.jobs, desk.source.settled, desk.table.version) == ([], [False, False], 3)
        desk.house.twin = None
        assert await desk.told(ANA, Add(1)) == 4

    play(scene)


def test_the_twin_of_an_entry_is_stored_with_it() -> None:
    async def scene(desk: Desk) -> None:
        from tapete.record.store import Append

        desk.house.twin = twin = Append(desk.writer, "house")  # type: ignore[arg-type]
        assert await desk.told(ANA, Add(1)) == 4
        assert desk.jobs[0].append.twin is twin

    play(scene)


def test_cards_that_cannot_be_dealt_refuse_the_act_and_the_table_goes_on() -> None:
    async def scene(desk: Desk) -> None:
        desk.disk.free = lambda: None
        desk.source.fault = RandomnessError("randomness-failed", test="repetition")
        answer = await desk.table.act(Act(ANA, Shuffle()))
        assert (answer.refusal, answer.version) == (Refused("no-randomness", {"test": "repetition"}), 3)
        assert (desk.jobs, desk.source.settled) == ([], [False])
        desk.source.fault = None
        assert await desk.told(ANA, Shuffle()) == 4

    play(scene)


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "ends_as"),
    [
        (TableLostError("writer-replaced", table="uno", epoch=7), ("writer-replaced", TableLostError)),
        (HallFailedError("record-failed"), ("record-failed", HallFailedError)),
        (HallStoppedError("hall-closed"), ("hall-closed", HallStoppedError)),
        (StoreFailedError("store-failed", error="disk"), ("store-failed", TableLostError)),
        (LiveError("answer-not-kept", command="c"), None),
        (ZeroDivisionError(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_table_ends_where_the_store_is_another_s_or_takes_nothing_and_goes_on_after_a_defect(
    error: Exception, ends_as: Any
) -> None:
    async def scene(desk: Desk) -> None:
        desk.error = error
        assert await desk.told(ANA, Add(1)) is error
        assert (desk.source.settled, desk.table.version, desk.table.is_open) == ([False], 3, ends_as is None)
        desk.error = None
        later = await desk.told(ANA, Add(1))
        if ends_as is None:
            assert later == 4
        else:
            assert (later.code, type(later)) == ends_as
            assert later.facts == error.facts  # type: ignore[attr-defined]
        assert set(desk.telemetry.lost_tables) == ({"uno"} if ends_as and ends_as[1] is TableLostError else set())

    play(scene)


def test_a_defect_of_the_game_is_told_to_its_author_alone() -> None:
    async def scene(desk: Desk) -> None:
        assert isinstance(await desk.told(ANA, Break()), ZeroDivisionError)
        assert await desk.told(ANA, Add(1)) == 4
        assert desk.source.settled == [False, True]

    play(scene)


def test_a_request_of_which_the_table_does_not_know_and_the_store_does_was_answered_by_another_server() -> None:
    async def scene(desk: Desk) -> None:
        desk.is_repeated = True
        error = await desk.told(ANA, Add(1))
        assert (type(error), error.code, error.facts) == (TableLostError, "command-unknown-here", {"table": "uno"})
        assert (desk.source.settled, desk.table.is_open, desk.table.state.total) == ([False], False, 10)

    play(scene)


def test_whoever_waits_at_a_table_that_ends_is_told_why_and_it_ends_once() -> None:
    async def scene(desk: Desk) -> None:
        waiting = [asyncio.ensure_future(desk.told(ANA, Add(1))) for _ in range(3)]
        await asyncio.sleep(0)
        why = HallStoppedError("table-of-former-day")
        desk.table.end(why)
        desk.table.end(HallFailedError("record-failed"))
        assert [type(one) for one in await asyncio.gather(*waiting)] == [HallStoppedError] * 3
        later = await desk.told(ANA, Add(1))
        assert (type(later), later.code, later.__cause__) == (HallStoppedError, "table-of-former-day", why)
        assert desk.jobs == []

    play(scene)


# --- what was said before --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_hearing", [True, False])
@pytest.mark.parametrize("is_confirmed", [True, False])
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_request_that_comes_again_is_answered_as_the_first_time_or_was_another_one(
    monkeypatch: pytest.MonkeyPatch, is_hearing: bool, is_confirmed: bool, is_kept: bool
) -> None:
    asked: list[Any] = []
    first, kept = object(), Answer(Accepted(()), 2, is_repeated=True)

    async def first_entry(services: Any, table: str, command: str) -> Any:
        asked.append((table, command))
        return first

    async def kept_answer(services: Any, game: Any, table: str, command: str, acts: Any, confirmed: Any) -> Any:
        asked.append((table, command, tuple(acts), confirmed))
        return kept if is_kept else None

    monkeypatch.setattr(live_table, "first_entry", first_entry)
    monkeypatch.setattr(live_table, "kept_answer", kept_answer)

    async def scene(desk: Desk) -> None:
        at = desk.table.step
        check = (lambda: Refused("no-shoe")) if is_confirmed else None
        answer = await desk.table.act(Act(ANA, Add(999), at), "old", check)
        acts = (Act(ANA, Add(1), at), *((Act(HOUSE, Short("Add"), at),) if is_hearing else ()))
        assert asked == [("uno", "old"), ("uno", "old", acts, first if is_confirmed else None)]
        if is_kept:
            assert answer is kept
        else:
            assert answer == Answer(Refused("command-conflict"), 3)
        assert desk.jobs == []
        assert await desk.told(ANA, Add(1), "new") == 4
        await desk.told(ANA, Add(1), "new")
        assert asked[2] == ("uno", "new")

    play(scene, Hearing() if is_hearing else Toy())


# --- the house speaks ------------------------------------------------------------------------------------------------


def test_what_the_house_has_to_say_is_said_at_the_start_and_after_each_act() -> None:
    async def scene(desk: Desk) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        assert [one.append.entry.entry.by for one in desk.jobs] == [HOUSE]
        desk.house.words.append(Add(20))
        at = desk.table.step
        assert await desk.told(ANA, Add(1)) == 5
        told = [(one.append.entry.entry.by, one.append.entry.entry.events[0]["amount"]) for one in desk.jobs]
        assert told == [(HOUSE, 500), (ANA, 1), (HOUSE, 20)]
        assert desk.jobs[2].append.entry.entry.act["at"]["serial"] == at.serial
        assert desk.telemetry.acts == {("toy", "accepted"): 1}

    play(scene, words=(Add(500),))


def test_a_house_that_cannot_speak_at_the_start_keeps_nobody_from_playing() -> None:
    async def scene(desk: Desk) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        assert await desk.told(ANA, Add(1)) == 4

    play(scene, words=(Break(),))


@pytest.mark.parametrize("is_short", [True, False])
@pytest.mark.parametrize("is_hearing", [True, False])
def test_words_on_stakes_that_the_bank_does_not_cover_are_answered_with_that(is_short: bool, is_hearing: bool) -> None:
    async def scene(desk: Desk) -> None:
        desk.house.is_short = is_short
        desk.house.twin = [Refused("not-positive"), None]
        act = Act(ANA, Close() if is_hearing else Add(7), desk.table.step)
        answer = await desk.table.act(act, "closing")
        if not (is_short and is_hearing):
            assert answer == Answer(Refused("not-positive"), 3)
            assert desk.jobs == []
            return
        assert answer == Answer(Accepted((Added(50),)), 4)
        (job,) = desk.jobs
        entry = job.append.entry.entry
        assert (entry.by, entry.command, entry.act["what"]["meant"]) == (HOUSE, "closing", "Close")
        assert entry.act["at"]["serial"] == 0

    play(scene, Hearing() if is_hearing else Toy())


def test_words_on_stakes_that_the_bank_covers_by_now_are_said_after_all() -> None:
    async def scene(desk: Desk) -> None:
        desk.house.is_short = True
        desk.house.twin = [Refused("not-positive"), None]
        assert isinstance(desk.table.game, Hearing)
        desk.table.game.enough = [True]
        answer = await desk.table.act(Act(ANA, Close()), "closing")
        assert answer == Answer(Accepted((Added(7),)), 4)
        assert [(one.append.entry.entry.by, one.append.entry.entry.command) for one in desk.jobs] == [(ANA, "closing")]

    play(scene, Hearing())


def test_where_the_house_refuses_that_too_the_first_refusal_stands() -> None:
    async def scene(desk: Desk) -> None:
        desk.house.is_short = True
        desk.house.twin = [Refused("not-positive")]
        desk.table.game.cover_short = lambda closing: Draw()  # type: ignore[attr-defined]
        assert await desk.table.act(Act(ANA, Close())) == Answer(Refused("not-positive"), 3)
        assert desk.jobs == []

    play(scene, Hearing())


@pytest.mark.parametrize("by", ["another table", "the house"])
def test_whoever_may_not_have_the_place_to_which_he_would_come_is_struck_off_the_list_first(by: str) -> None:
    async def scene(desk: Desk) -> None:
        if by == "the house":
            desk.house.unseated = [BEA]
        else:
            desk.seated = {"uno": frozenset({ANA}), "dos": frozenset({BEA, EVA})}
        answer = await desk.told(ANA, Add(77))
        assert answer == 5
        told = [(one.append.entry.entry.by, one.append.entry.entry.act["what"]["act"]) for one in desk.jobs]
        assert told == [(HOUSE, "struck-alone"), (ANA, "add-toy")]
        assert desk.source.settled == [False, True, True]

    play(scene, Hearing(), state=State())


def test_where_he_cannot_be_struck_off_the_act_is_refused_with_that() -> None:
    async def scene(desk: Desk) -> None:
        desk.house.unseated = [EVA]
        assert await desk.told(ANA, Add(77)) == "not-on-the-list"
        assert desk.jobs == []

    play(scene, Hearing(), state=State())


def test_in_a_game_without_a_list_nobody_comes_to_a_place_unasked() -> None:
    async def scene(desk: Desk) -> None:
        desk.house.unseated = [BEA]
        error = await desk.told(ANA, Add(1))
        assert (type(error), error.code) == (LiveError, "seated-elsewhere")
        assert error.facts == {"table": "uno", "person": BEA}
        assert (desk.jobs, desk.source.settled, desk.table.is_open) == ([], [False, False], True)

    play(scene)


def test_whoever_sits_at_another_table_gets_no_seat_here_and_is_on_the_way_to_one_while_it_is_stored() -> None:
    async def scene(desk: Desk) -> None:
        desk.seated = {"dos": frozenset({ANA})}
        assert await desk.told(ANA, Sit(1)) == "seated-elsewhere"
        assert desk.jobs == []
        seats = desk.table._services.seats
        store, held = desk._store, list[Any]()

        async def noted(job: Any) -> Any:
            held.append(seats.seated_elsewhere("tres", [Seated(BEA, 1)]))
            return await store(job)

        desk.table._services.writer.store = noted  # type: ignore[method-assign]
        assert await desk.told(BEA, Sit(1)) == 4
        assert held == [(BEA,)]
        assert seats.seated_elsewhere("tres", [Seated(BEA, 1)]) == ()

    play(scene)


@pytest.mark.parametrize("held", [None, 500])
def test_chips_are_offered_within_what_a_visitor_may_bring(monkeypatch: pytest.MonkeyPatch, held: int | None) -> None:
    def within_purse(offers: Any, most: int) -> Any:
        return [*offers, Offer(f"most {most}")]

    monkeypatch.setattr(live_table, "within_purse", within_purse)

    async def scene(desk: Desk) -> None:
        game = desk.table.game
        monkeypatch.setattr(desk.house, "most_to_bring", lambda *given: held if given == (game, ANA) else None)
        monkeypatch.setattr(desk.house, "purse", lambda *given: held if given == (game, ANA) else None)
        assert [one.act for one in desk.table.legal(ANA)] == ["add-toy", *(["most 500"] if held else [])]
        assert [one.act for one in desk.table.legal(BEA)] == ["add-toy"]
        assert (desk.table.purse(ANA), desk.table.purse(BEA)) == (held, None)

    play(scene)
