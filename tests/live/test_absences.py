"""Who closed his page: a player on his feet is led out in the end, a machine takes the post of an official."""

import asyncio
from typing import Any

from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import CLOCK, HOUSE, Act, PersonId, Refused
from tapete.live import Hall
from tapete.live.timers import put_on_duty
from tapete.table.acts import Away, BuyIn, LeadOut, Sit, StandBehind
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.live.toy import in_house

ANA, BEA, LUZ = PersonId("ana"), PersonId("bea"), PersonId("luz")
STAFF = {Role.CROUPIER: LUZ, Role.TABLE_CHIEF: PersonId("fermin")}


async def circle(hall: Hall, conduct: Conduct = Conduct.STRICT) -> Any:
    """A chemin de fer table with Ana on her feet and Bea seated, none of them with a page."""
    posts = {Role.CROUPIER: LUZ, Role.INSPECTOR: PersonId("fermin")}
    opening = c.OpenTable("uno", "asturias-2011", 1_000, staff=posts, conduct=conduct)
    table = await hall.open_table("chemin-de-fer", opening)
    for who, act in ((BEA, Sit(1)), (ANA, StandBehind(1)), (ANA, BuyIn(5_000))):
        assert not isinstance((await table.act(Act(who, act))).outcome, Refused)
    return table


async def acted(table: Any) -> None:
    """Let everything be done that is due now: whoever acts after it stands behind it."""
    for _ in range(50):
        await asyncio.sleep(0)
    await table.act(Act(BEA, BuyIn(100)))


def standing(table: Any) -> list[str]:
    return [one.person for one in table.view(None).standing]


@in_house
async def test_only_who_stands_and_stays_away_is_led_out(hall: Hall, stage: Any) -> None:
    table = await circle(hall)
    await stage.clock.advance(31)
    await stage.settled(lambda: {ANA, BEA} <= table.state.seats.away)
    await stage.clock.advance(890)
    hall.presence.connect(ANA, "uno")
    await stage.settled(lambda: ANA not in table.state.seats.away)
    await stage.clock.advance(899)
    hall.presence.disconnect(ANA, "uno")
    await stage.clock.advance(31)
    await stage.settled(lambda: ANA in table.state.seats.away)
    await stage.clock.advance(890)  # the second in which her absence was noted counts, or does not
    await acted(table)
    assert standing(table) == [ANA]
    await stage.clock.advance(10)
    await stage.settled(lambda: not standing(table))
    assert table.view(None).seats[0].person == BEA  # who sits keeps his place
    last = (await table.entries(table.version - 1))[-1]
    assert (last.act["by"], last.act["what"]["act"], last.events[0]["amount"]) == (CLOCK, "lead-out", 5_000)
    assert "HP.CF.led-out" in last.rests_on


def test_after_a_restart_whoever_was_away_is_back_as_soon_as_his_page_is(stage: Any) -> None:
    """The grace time that everybody has after a restart is no time to wait for whoever has come."""

    async def away(hall: Hall) -> None:
        table = await circle(hall)
        await stage.clock.advance(31)
        await stage.settled(lambda: ANA in table.state.seats.away)

    async def back(hall: Hall) -> None:
        hall.presence.connect(ANA, "uno")
        await stage.settled(lambda: ANA not in hall.tables["uno"].state.seats.away)

    stage.play_in_house(away, back)


@in_house
async def test_who_has_a_stake_waits_for_another_quarter_of_an_hour(hall: Hall, stage: Any) -> None:
    what = p.OpenTable("uno", "asturias-2011", 500, 50_000, staff=STAFF, standing_allowed=True)
    table = await hall.open_table("punto-y-banca", what)
    for who, act in ((BEA, Sit(1)), (ANA, StandBehind(1)), (ANA, BuyIn(5_000))):
        await table.act(Act(who, act))
    for act in (p.CountPack(), p.ShufflePack(), p.CutPack(100), p.InsertCutCard(), p.BurnCards(), p.OpenBets()):
        await table.act(Act(LUZ, act, table.step))
    placed = await table.act(Act(ANA, p.PlaceBet(Bet.PUNTO, 1_000), table.step))
    assert not isinstance(placed.outcome, Refused)
    await stage.clock.advance(31)
    await stage.settled(lambda: ANA in table.state.seats.away)
    await stage.clock.advance(901)
    assert standing(table) == [ANA]
    await table.act(Act(ANA, p.WithdrawBet(Bet.PUNTO), table.step))
    await stage.settled(lambda: ANA not in table.state.seats.away)  # his act is a sign of life
    await stage.clock.advance(31)
    await stage.settled(lambda: ANA in table.state.seats.away)
    await stage.clock.advance(901)
    await stage.settled(lambda: not standing(table))


@in_house
async def test_at_a_real_table_no_screen_says_who_is_there(hall: Hall, stage: Any) -> None:
    table = await circle(hall, Conduct.OBSERVED)
    before = table.version
    await stage.clock.advance(2_000)
    assert (standing(table), table.version) == ([ANA], before)
    noted = await table.act(Act(LUZ, Away(ANA), table.step))
    assert noted.refusal is None
    await stage.clock.advance(2_000)
    await acted(table)
    assert standing(table) == [ANA], "the croupier has noted that she is away, and leads nobody out by a clock"


@in_house
async def test_the_hall_alone_leads_out_and_only_who_is_away_on_his_feet(hall: Hall) -> None:
    table = await circle(hall)
    wanted = ((LUZ, ANA, "not-your-post"), (CLOCK, BEA, "keeps-his-place"), (CLOCK, ANA, "still-there"))
    for who, whom, code in (*wanted, (CLOCK, PersonId("nadie"), "not-at-table")):
        assert getattr((await table.act(Act(who, LeadOut(whom)))).refusal, "code", "") == code


FERMIN, MACHINE = PersonId("fermin"), PersonId("bot-croupier-uno")


async def table_of(hall: Hall) -> Any:
    staff = {Role.CROUPIER: LUZ, Role.TABLE_CHIEF: FERMIN}
    return await hall.open_table("punto-y-banca", p.OpenTable("uno", "asturias-2011", 500, 50_000, staff=staff))


def croupier(table: Any) -> str:
    return str(table.view(None).staff["croupier"])


@in_house
async def test_the_machine_takes_the_post_of_a_croupier_who_closed_his_page(hall: Hall, stage: Any) -> None:
    table = await table_of(hall)
    table.machines[Role.CROUPIER] = MACHINE
    hall.presence.connect(LUZ, "uno")
    await stage.clock.advance(1_000)
    hall.presence.disconnect(LUZ, "uno")
    await stage.clock.advance(9)
    assert table.absent_staff == set(), "a page that is loaded anew takes a moment"
    before = table.revision
    await stage.clock.advance(1)
    assert table.absent_staff == {LUZ}
    assert table.revision != before, "every page says so"
    assert croupier(table) == LUZ
    await stage.clock.advance(20)
    await stage.settled(lambda: croupier(table) == MACHINE)
    (lost,) = table.lost_posts.values()
    assert (lost.role, lost.successor, lost.is_absent) == (Role.CROUPIER, MACHINE, True)
    entry = (await table.entries())[-1]
    assert lost.time[:16] == entry.time[:16]
    assert (entry.by, entry.act["what"]["act"]) == (str(HOUSE), "relieve")


@in_house
async def test_whoever_comes_back_in_time_keeps_his_post(hall: Hall, stage: Any) -> None:
    table = await table_of(hall)
    table.machines[Role.CROUPIER] = MACHINE
    for gone in (9, 29):
        hall.presence.connect(LUZ, "uno")
        hall.presence.disconnect(LUZ, "uno")
        await stage.clock.advance(gone)
        hall.presence.connect(LUZ, "uno")
        assert table.absent_staff == set()
        await stage.clock.advance(1_000)
        assert table.absent_staff == set(), "nothing runs on once he is back"
        assert croupier(table) == LUZ
    before = table.revision
    hall.presence.connect(FERMIN, "uno")
    assert table.revision == before, "nobody was missed, so no page is drawn anew"


@in_house
async def test_without_a_machine_the_absence_is_said_and_the_post_can_be_taken(hall: Hall, stage: Any) -> None:
    table = await table_of(hall)
    hall.presence.connect(LUZ, "uno")
    hall.presence.disconnect(LUZ, "uno")
    await stage.clock.advance(1_000)
    assert (table.absent_staff, croupier(table)) == ({LUZ}, LUZ)
    answer = await put_on_duty(table, Role.CROUPIER, PersonId("eva"))
    assert answer.refusal is None
    assert croupier(table) == "eva"
    assert table.lost_posts[LUZ].successor == "eva"
    assert (await put_on_duty(table, Role.CROUPIER, LUZ)).refusal is None
    assert LUZ not in table.lost_posts, "she has a post again"


def test_after_a_restart_everybody_at_a_post_is_missed_until_his_page_is_seen(stage: Any) -> None:
    async def before(hall: Hall) -> None:
        table = await table_of(hall)
        assert table.absent_staff == set(), "whoever opens a table has not lost anybody"

    async def after(hall: Hall) -> None:
        table = hall.tables["uno"]
        assert table.absent_staff == {LUZ, FERMIN}
        before = table.revision
        hall.presence.connect(LUZ, "uno")
        assert table.absent_staff == {FERMIN}
        assert table.revision != before
        await stage.clock.advance(1_000)
        assert (table.absent_staff, croupier(table)) == ({FERMIN}, LUZ), "nobody else is known for his post"

    stage.play_in_house(before, after)
