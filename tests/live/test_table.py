"""A live table: what an answer promises, what streams show, what a repeat gets."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from tapete.chance import ChanceKind, ShoeSealed, commitment
from tapete.kernel import CLOCK, Accepted, Act, PersonId, Refused
from tapete.live import Hall, HallStoppedError, LiveShoeError, TableActor, TimeLimit
from tapete.live.seat_registry import SeatRegistry
from tapete.record.codec import read_event
from tapete.table.acts import Sit
from tests.support.live.toy import TOY, Add, Break, Cut, Draw, Late, Open, Shuffle, Turn, limited

ANA, BEA = PersonId("ana"), PersonId("bea")


def code(answer: Any) -> str:
    return answer.refusal.code if answer.refusal else "accepted"


async def opened(hall: Hall, name: str = "uno") -> TableActor[Any]:
    return await hall.open_table("toy", Open(name))


def test_answer_comes_with_the_state_after_the_commit(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        assert table.version == 1
        answer = await table.act(Act(ANA, Add(3)), "c1")
        assert (code(answer), answer.version, answer.is_repeated) == ("accepted", 2, False)
        assert table.view(None).total == 3
        assert [entry.version for entry in await table.entries()] == [1, 2]
        assert [entry.by for entry in await table.entries(after=1)] == ["ana"]

    stage.play(scene)


def test_refused_act_is_not_recorded(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        answer = await table.act(Act(ANA, Add(-1)), "c1")
        assert (code(answer), answer.version) == ("not-positive", 1)
        assert table.version == 1
        assert code(await table.act(Act(ANA, Add(1)), "c1")) == "accepted"

    stage.play(scene)


def test_repeat_gets_the_first_answer_also_after_a_restart(stage: Any) -> None:
    async def first(hall: Hall) -> None:
        table = await opened(hall)
        await table.act(Act(ANA, Add(3)), "c1")
        await table.act(Act(BEA, Add(4)), "c2")
        again = await table.act(Act(ANA, Add(3)), "c1")
        assert (again.version, again.is_repeated, table.version) == (2, True, 3)
        assert isinstance(again.outcome, Accepted)
        assert again.outcome.events[0].amount == 3

    async def second(hall: Hall) -> None:
        table = hall.tables["uno"]
        again = await table.act(Act(ANA, Add(3)), "c1")
        assert (again.version, again.is_repeated, table.view(None).total) == (2, True, 7)
        assert code(await table.act(Act(ANA, Add(5)), "c1")) == "command-conflict"
        assert code(await table.act(Act(BEA, Add(3)), "c1")) == "command-conflict"
        assert table.version == 3

    stage.play(first)
    stage.play(second)


def test_a_repeat_gets_the_first_answer_where_the_act_itself_would_come_too_late_by_now(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        act = Act(CLOCK, Late(), table.step)
        first, again = await table.act(act, "c1"), await table.act(act, "c1")
        assert (code(first), code(again), again.is_repeated) == ("accepted", "accepted", True)
        assert code(await table.act(act, "c2")) == "window-closed"

    stage.play(scene)


def test_many_repeats_at_the_same_time_count_once(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        answers = await asyncio.gather(*(table.act(Act(ANA, Add(1)), "same") for _ in range(50)))
        assert sorted(answer.is_repeated for answer in answers) == [False] + [True] * 49
        assert table.view(None).total == 1

    stage.play(scene)


@pytest.mark.parametrize("command", ["", "two words", "ñ", "x" * 81, "a\n"])
def test_malformed_command_id_is_refused(stage: Any, command: str) -> None:
    async def scene(hall: Hall) -> None:
        assert code(await (await opened(hall)).act(Act(ANA, Add(1)), command)) == "command-malformed"

    stage.play(scene)


def test_a_defect_of_the_game_reaches_its_author_and_the_table_goes_on(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        with pytest.raises(ZeroDivisionError):
            await table.act(Act(ANA, Break()), "c1")
        assert code(await table.act(Act(ANA, Add(1)), "c1")) == "accepted"

    stage.play(scene)


def test_who_stops_waiting_does_not_stop_the_act(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        waiting = asyncio.create_task(table.act(Act(ANA, Add(1)), "c1"))
        await asyncio.sleep(0)
        waiting.cancel()
        await table.act(Act(ANA, Add(1)), "c2")
        assert table.view(None).total == 2
        assert (await table.act(Act(ANA, Add(1)), "c1")).is_repeated

    stage.play(scene)


def test_stream_begins_with_the_present_and_jumps_to_the_newest(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        seen: list[tuple[int, int]] = []
        first = asyncio.Event()

        async def follow() -> None:
            async for version in table.changes():
                seen.append((version, table.view(None).total))
                first.set()
                await asyncio.sleep(0.02)

        reader = asyncio.create_task(follow())
        await first.wait()
        for number in range(20):
            await table.act(Act(ANA, Add(1)), f"c{number}")
        await until(lambda: seen[-1] == (21, 20))
        assert seen[0] == (1, 0)
        assert all(total == version - 1 for version, total in seen)
        await hall.stop()
        await asyncio.wait_for(reader, 60)

    stage.play(scene)


def test_stream_of_a_slow_reader_has_no_queue(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        stream = table.changes()
        assert await anext(stream) == 1
        for number in range(30):
            await table.act(Act(ANA, Add(1)), f"c{number}")
        assert await anext(stream) == 31
        await stream.aclose()

    stage.play(scene)


def test_faces_are_hidden_in_entries_and_answers_until_shown(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await table.act(Act(ANA, Shuffle(), table.step), "shuffle")
        await table.act(Act(ANA, Cut(20), table.step), "cut")
        await table.act(Act(ANA, Draw(face_up=False), table.step), "down")
        assert table.view(None).cards == (None,)
        hidden = table.state.layout[0].face
        down = (await table.entries(after=3))[0]
        assert down.events[-1]["face"] is None
        assert down.chance[0]["what"]["face"] is None
        assert down.private_digest is not None
        assert down.openings == ()
        await table.act(Act(ANA, Turn(), table.step), "turn")
        shown = (await table.entries(after=4))[0].openings[0]
        sealed = next(
            event
            for entry in await table.entries()
            for event in (read_event(TOY, tree) for tree in entry.events)
            if isinstance(event, ShoeSealed)
        )
        (proof,) = shown.cards
        assert (shown.shoe, proof.position, proof.face) == (1, 20, hidden)
        assert sealed.commitments[20] == commitment("uno/1", 20, proof.face, proof.salt)

    stage.play(scene)


def test_shoe_is_the_same_after_a_restart(stage: Any) -> None:
    drawn: list[Any] = []

    async def first(hall: Hall) -> None:
        table = await opened(hall)
        await table.act(Act(ANA, Shuffle(), table.step), "shuffle")
        drawn.extend(table.source.card(1, at) for at in range(52))
        await table.act(Act(ANA, Draw(), table.step), "d0")

    async def second(hall: Hall) -> None:
        table = hall.tables["uno"]
        await table.act(Act(ANA, Draw(), table.step), "d1")
        assert [card.face for card in table.state.layout] == drawn[:2]
        assert [one.cards[0].position for one in (await table.entries(after=3))[0].openings] == [1]

    stage.play(first)
    stage.play(second)
    assert len(set(drawn)) == 52


def test_acts_after_the_end_are_told_so(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await hall.stop()
        with pytest.raises(HallStoppedError):
            await table.act(Act(ANA, Add(1)), "c1")

    stage.play(scene)


def test_who_sits_at_one_table_gets_no_seat_at_another(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        one, two = await opened(hall, "uno"), await opened(hall, "dos")
        assert code(await one.act(Act(ANA, Sit(1)), "a")) == "accepted"
        again = await two.act(Act(ANA, Sit(1)), "b")
        assert code(again) == "seated-elsewhere"

    stage.play(scene)


def test_one_seat_for_a_person_in_the_whole_house(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        one, two = await opened(hall, "uno"), await opened(hall, "dos")
        answers = await asyncio.gather(one.act(Act(ANA, Sit(1)), "a"), two.act(Act(ANA, Sit(1)), "b"))
        assert sorted(map(code, answers)) == ["accepted", "seated-elsewhere"]
        again = await two.act(Act(ANA, Sit(2)), "c")
        assert code(again) == "seated-elsewhere"
        assert code(await one.act(Act(ANA, Sit(2)), "d")) == "accepted"
        assert code(await two.act(Act(BEA, Sit(2)), "e")) == "accepted"

    stage.play(scene)


def test_live_hall_deals_no_seeded_shoe(stage: Any) -> None:
    async def live(hall: Hall) -> None:
        with pytest.raises(LiveShoeError):
            await hall.open_table("toy", Open("uno", ChanceKind.SEEDED))

    async def training(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("dos", ChanceKind.SEEDED))
        await table.act(Act(ANA, Shuffle(), table.step), "s")
        await table.act(Act(ANA, Draw(), table.step), "d")
        faces.append([card.face for card in table.state.layout])

    async def again(hall: Hall) -> None:
        table = hall.tables["dos"]
        await table.act(Act(ANA, Draw(), table.step), "d2")
        faces.append([card.face for card in table.state.layout])

    async def live_after(hall: Hall) -> None:
        assert "dos" in hall.parked_tables
        assert not hall.tables

    faces: list[Any] = []
    stage.play(live)
    stage.play(training, training=True)
    stage.play(again, training=True)
    stage.play(live_after)
    assert faces[1][:1] == faces[0]


def test_window_that_stays_open_too_long_gets_an_act_of_the_clock(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await table.act(Act(ANA, Shuffle(), table.step), "s")
        await stage.clock.advance(9)
        await table.act(Act(ANA, Draw(), table.step), "d")  # another window: its time begins anew
        await stage.clock.advance(9)
        assert table.view(None).late == 0
        await stage.clock.advance(1)
        await until(lambda: table.view(None).late == 1)
        old = table.step.__class__(1, 0, "draw", 0)
        late = await table.act(Act(CLOCK, Late(), old), "old")
        assert code(late) == "window-closed"
        assert late.refusal is not None
        assert late.refusal.facts == {"meant": str(old), "now": str(table.step)}
        await stage.clock.advance(10)
        await until(lambda: table.view(None).late == 2)

    stage.play(scene, limits=limited(TimeLimit("draw", 10, Late())))


def test_person_without_a_screen_is_away_after_a_while(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await table.act(Act(ANA, Sit(1)), "a")
        here = hall.presence
        here.connect(ANA, "uno")
        here.connect(ANA, "uno")
        here.disconnect(ANA, "uno")
        await stage.clock.advance(60)
        assert ANA not in table.state.seats.away
        here.disconnect(ANA, "uno")
        await stage.clock.advance(29)
        here.connect(ANA, "uno")
        here.disconnect(ANA, "uno")
        await stage.clock.advance(29)
        assert ANA not in table.state.seats.away
        await stage.clock.advance(1)
        await until(lambda: ANA in table.state.seats.away)
        here.connect(ANA, "uno")
        await until(lambda: ANA not in table.state.seats.away)
        here.connect(BEA, "uno")
        here.disconnect(BEA, "uno")
        await stage.clock.advance(60)
        assert table.version == 4

    async def restarted(hall: Hall) -> None:
        table = hall.tables["uno"]
        await stage.clock.advance(30)
        await until(lambda: ANA in table.state.seats.away)

    stage.play(scene)
    stage.play(restarted)


def test_table_with_too_many_acts_waiting_says_so(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        answers = await asyncio.gather(*(table.act(Act(ANA, Add(1)), f"c{n}") for n in range(400)))
        codes = [code(answer) for answer in answers]
        assert codes.count("accepted") == 256
        assert codes.count("table-busy") == 144
        assert isinstance(answers[-1].outcome, Refused)

    stage.play(scene)


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.001)


@pytest.mark.clause("CF.D.12")
def test_a_seat_at_another_table_is_refused_by_the_clause_of_chemin_de_fer() -> None:
    """She may take another place at her own table, and somebody else a place at any."""
    desk = SeatRegistry(lambda: {"uno": frozenset({ANA})})
    codes = {}
    for table in ("uno", "dos"):
        for person in (ANA, PersonId("bea")):
            with desk.admit(table, "chemin-de-fer", Act(person, Sit(1))) as refused:
                codes[table, person] = getattr(refused, "code", "seated")
    assert {where for where, code in codes.items() if code == "seated-elsewhere"} == {("dos", ANA)}
    assert list(codes.values()).count("seated") == 3
    with desk.admit("dos", "chemin-de-fer", Act(ANA, Sit(1))) as refused:
        assert (refused.clauses, refused.rests_on) == (("CF.D.12",), ("CF.D.12",))


def test_one_seat_rests_on_house_practice_where_the_game_is_silent() -> None:
    desk = SeatRegistry(lambda: {"uno": frozenset({ANA})})
    for game, clause in (("punto-y-banca", "HP.PB.one-seat"), ("chemin-de-fer", "CF.D.12")):
        with desk.admit("dos", game, Act(ANA, Sit(1))) as refused:
            assert refused is not None
            assert refused.clauses == (clause,)
