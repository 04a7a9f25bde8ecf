"""A live table: what an answer promises, what streams show, what a repeat gets, who confirms a correction."""

import asyncio
from itertools import permutations, product
from typing import Any

import pytest

from tapete.bots import staff_for
from tapete.catalogue import entries
from tapete.chance import ChanceKind, ShoeSealed, commitment
from tapete.games.baccarat.corrections import CorrectPayment
from tapete.games.dos_panos.acts import AnnounceBank, DepositBank, SitBehind
from tapete.kernel import CLOCK, Accepted, Act, PersonId, Refused
from tapete.live import Hall, HallStoppedError, LiveShoeError, TableActor
from tapete.live.house_link import SeatRegistry
from tapete.live.table import CorrectionProposal, CorrectionProposals
from tapete.record.codec import read_event
from tapete.table.acts import Leave, Sit
from tapete.table.staff import Role
from tests.support.live.toy import TOY, Add, Break, Cut, Draw, Late, Open, Shuffle, Turn, in_hall
from tests.support.rows import rows

ANA, BEA = PersonId("ana"), PersonId("bea")


def code(answer: Any) -> str:
    return answer.refusal.code if answer.refusal else "accepted"


async def opened(hall: Hall, name: str = "uno") -> TableActor[Any]:
    return await hall.open_table("toy", Open(name))


@in_hall
async def test_answer_comes_with_the_state_after_the_commit_and_a_refused_act_is_not_recorded(hall: Hall) -> None:
    table = await opened(hall)
    refused = await table.act(Act(ANA, Add(-1)), "c1")
    assert (code(refused), refused.version, table.version) == ("not-positive", 1, 1)
    answer = await table.act(Act(ANA, Add(3)), "c1")
    assert (code(answer), answer.version, answer.is_repeated) == ("accepted", 2, False)
    assert table.view(None).total == 3
    assert [entry.version for entry in await table.entries()] == [1, 2]
    assert [entry.by for entry in await table.entries(after=1)] == ["ana"]


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

    stage.play(first, second)


@in_hall
async def test_a_repeat_gets_the_first_answer_where_the_act_itself_would_come_too_late_by_now(hall: Hall) -> None:
    table = await opened(hall)
    act = Act(CLOCK, Late(), table.step)
    first, again = await table.act(act, "c1"), await table.act(act, "c1")
    assert (code(first), code(again), again.is_repeated) == ("accepted", "accepted", True)
    late = await table.act(act, "c2")
    assert late.refusal == Refused("window-closed", {"meant": str(act.at), "now": str(table.step)})


@in_hall
async def test_many_repeats_at_the_same_time_count_once(hall: Hall) -> None:
    table = await opened(hall)
    answers = await asyncio.gather(*(table.act(Act(ANA, Add(1)), "same") for _ in range(50)))
    assert sorted(answer.is_repeated for answer in answers) == [False] + [True] * 49
    assert table.view(None).total == 1


@pytest.mark.parametrize("command", ["", "two words", "ñ", "x" * 81, "a\n"])
@in_hall
async def test_malformed_command_id_is_refused(hall: Hall, command: str) -> None:
    assert code(await (await opened(hall)).act(Act(ANA, Add(1)), command)) == "command-malformed"


@in_hall
async def test_a_defect_of_the_game_reaches_its_author_and_the_table_goes_on(hall: Hall) -> None:
    table = await opened(hall)
    with pytest.raises(ZeroDivisionError):
        await table.act(Act(ANA, Break()), "c1")
    assert code(await table.act(Act(ANA, Add(1)), "c1")) == "accepted"


@in_hall
async def test_who_stops_waiting_does_not_stop_the_act(hall: Hall) -> None:
    table = await opened(hall)
    waiting = asyncio.create_task(table.act(Act(ANA, Add(1)), "c1"))
    await asyncio.sleep(0)
    waiting.cancel()
    await table.act(Act(ANA, Add(1)), "c2")
    assert table.view(None).total == 2
    assert (await table.act(Act(ANA, Add(1)), "c1")).is_repeated


@in_hall
async def test_stream_begins_with_the_present_jumps_to_the_newest_and_ends_with_the_hall(hall: Hall) -> None:
    """A slow reader has no queue; whoever acts after the end is told so."""
    table = await opened(hall)
    stream = table.changes()
    assert await anext(stream) == 1
    for number in range(30):
        await table.act(Act(ANA, Add(1)), f"c{number}")
    assert await anext(stream) == 31
    await hall.stop()
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(stream), 60)
    with pytest.raises(HallStoppedError):
        await table.act(Act(ANA, Add(1)), "late")


@in_hall
async def test_faces_are_hidden_in_entries_and_answers_until_shown(hall: Hall) -> None:
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
    events = [read_event(TOY, tree) for entry in await table.entries() for tree in entry.events]
    (sealed,) = (one for one in events if isinstance(one, ShoeSealed))
    (proof,) = shown.cards
    assert (shown.shoe, proof.position, proof.face) == (1, 20, hidden)
    assert sealed.commitments[20] == commitment("uno/1", 20, proof.face, proof.salt)


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

    stage.play(first, second)
    assert len(set(drawn)) == 52


@in_hall
async def test_one_seat_for_a_person_in_the_whole_house(hall: Hall) -> None:
    one, two = await opened(hall, "uno"), await opened(hall, "dos")
    answers = await asyncio.gather(one.act(Act(ANA, Sit(1)), "a"), two.act(Act(ANA, Sit(1)), "b"))
    assert sorted(map(code, answers)) == ["accepted", "seated-elsewhere"]
    again = await two.act(Act(ANA, Sit(2)), "c")
    assert code(again) == "seated-elsewhere"
    assert code(await one.act(Act(ANA, Sit(2)), "d")) == "accepted"
    assert code(await two.act(Act(BEA, Sit(2)), "e")) == "accepted"


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
        await stage.settled(lambda: ANA in table.state.seats.away)
        here.connect(ANA, "uno")
        await stage.settled(lambda: ANA not in table.state.seats.away)
        here.connect(BEA, "uno")
        here.disconnect(BEA, "uno")
        await stage.clock.advance(60)
        assert table.version == 4

    async def restarted(hall: Hall) -> None:
        table = hall.tables["uno"]
        await stage.clock.advance(30)
        await stage.settled(lambda: ANA in table.state.seats.away)

    stage.play(scene, restarted)


@in_hall
async def test_table_with_too_many_acts_waiting_says_so(hall: Hall) -> None:
    table = await opened(hall)
    answers = await asyncio.gather(*(table.act(Act(ANA, Add(1)), f"c{n}") for n in range(400)))
    codes = [code(answer) for answer in answers]
    assert codes.count("accepted") == 256
    assert codes.count("table-busy") == 144
    assert isinstance(answers[-1].outcome, Refused)


@pytest.mark.clause("CF.D.12")
def test_a_seat_at_another_table_is_refused_by_the_clause_of_chemin_de_fer() -> None:
    """She may take another place at her own table; where a game is silent it rests on the practice of the house."""
    desk = SeatRegistry(lambda: {"uno": frozenset({ANA})})
    for game, clause in (("punto-y-banca", "HP.PB.one-seat"), ("chemin-de-fer", "CF.D.12")):
        with desk.admit("dos", game, Act(ANA, Sit(1))) as refused:
            assert refused is not None, game
            assert (refused.code, refused.clauses, refused.rests_on) == ("seated-elsewhere", (clause,), (clause,))
    for table, person in (("uno", ANA), ("uno", BEA), ("dos", BEA)):
        with desk.admit(table, "chemin-de-fer", Act(person, Sit(1))) as refused:
            assert refused is None, (table, person)
    cf = "chemin-de-fer"
    with desk.admit("uno", cf, Act(BEA, Sit(2))), desk.admit("dos", cf, Act(BEA, Sit(1))) as refused:
        assert refused is not None, "while her act is on its way to one table she has no place at another"


def test_whoever_has_a_seat_elsewhere_sits_down_in_no_bankers_chair(stage: Any) -> None:
    """T12: a banker deals, and nobody deals at two tables; the chair counts as a seat the other way round too."""

    async def opened_for(hall: Hall, key: str, name: str) -> TableActor[Any]:
        fields = {**entries()[key].demo[0], "name": name}
        staff = staff_for(name, key, entries()[key].opening_posts(fields))
        table = await hall.open_table(key, entries()[key].form().make({**fields, "staff": staff}))
        if key == "dos-panos":
            inspector = table.state.staff[Role.INSPECTOR]
            assert code(await table.act(Act(inspector, AnnounceBank(ANA, 100_000), table.step))) == "accepted"
        return table

    async def scene(hall: Hall) -> None:
        one, two = [await opened_for(hall, "dos-panos", name) for name in ("uno", "dos")]
        other = await opened_for(hall, "punto-y-banca", "tres")
        asked = [(other, Sit(1)), (one, DepositBank(100_000)), (other, Leave()), (one, DepositBank(100_000))]
        asked += [(two, DepositBank(100_000)), (other, Sit(1)), (two, SitBehind(1))]
        said = [code(await table.act(Act(ANA, what, table.step))) for table, what in asked]
        elsewhere = "seated-elsewhere"
        assert said == ["accepted", elsewhere, "accepted", "accepted", *[elsewhere] * 3]
        behind = [await table.act(Act(BEA, what, table.step)) for table, what in ((one, SitBehind(1)), (other, Sit(2)))]
        assert [code(answer) for answer in behind] == ["accepted", elsewhere], "a place in the second row is a seat"

    stage.play(scene, games=None)


MARTA, JULIO, EVA = OFFICIALS = tuple(map(PersonId, ("marta", "julio", "eva")))
PAIRS = tuple(permutations(OFFICIALS, 2))


def payment(second: PersonId, **fields: Any) -> CorrectPayment:
    return CorrectPayment(**{"coup": 1, "person": ANA, "paid": -100, "second": second, "reason": "x"} | fields)


def waiting(*pairs: tuple[PersonId, PersonId]) -> CorrectionProposals:
    """What waits when each first official has proposed the same to the second that he names."""
    found = CorrectionProposals()
    for first, second in pairs:
        found.put(CorrectionProposal(Act(first, payment(second)), f"{first}-{second}"))
    return found


@rows("first, named", PAIRS)
def test_only_the_named_official_agrees_and_only_by_naming_the_first(first: PersonId, named: PersonId) -> None:
    proposals = waiting((first, named))
    for by, second in product(OFFICIALS, OFFICIALS):
        found = proposals.matching_proposal(by, payment(second))
        assert (found is not None) == ((by, second) == (named, first)), (by, second)


def test_the_statement_is_the_same_and_the_reason_may_differ() -> None:
    changes: list[dict[str, Any]] = [{}, {"reason": "y"}, {"coup": 2}, {"person": EVA}, {"paid": -101}]
    found = [waiting((MARTA, JULIO)).matching_proposal(JULIO, payment(MARTA, **one)) for one in changes]
    assert [one is not None for one in found] == [True, True, False, False, False]


def test_each_official_has_one_proposal_the_last_that_he_sent() -> None:
    proposals = waiting((MARTA, JULIO), (EVA, JULIO), (MARTA, EVA))
    assert [one.command for one in proposals] == ["eva-julio", "marta-eva"]
    assert proposals.matching_proposal(JULIO, payment(MARTA)) is None
    proposals.drop(MARTA)
    proposals.drop(PersonId("nobody"))
    assert [one.command for one in proposals] == ["eva-julio"]
