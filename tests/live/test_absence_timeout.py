"""Whoever stood at a table and closed his page long ago is led out; whoever sits, plays or comes back is not."""

import asyncio
from typing import Any

from tapete.catalogue import house_games
from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import CLOCK, Act, PersonId, Refused
from tapete.live import Hall
from tapete.table.acts import BuyIn, LeadOut, Sit, StandBehind
from tapete.table.conduct import Conduct
from tapete.table.staff import Role

ANA, BEA, LUZ = PersonId("ana"), PersonId("bea"), PersonId("luz")
STAFF = {Role.CROUPIER: LUZ, Role.TABLE_CHIEF: PersonId("fermin")}


async def circle(hall: Hall, conduct: Conduct = Conduct.STRICT) -> Any:
    """A chemin de fer table with Ana on her feet and Bea seated, none of them with a page."""
    posts = {Role.CROUPIER: LUZ, Role.INSPECTOR: PersonId("fermin")}
    table = await hall.open_table(
        "chemin-de-fer", c.OpenTable("uno", "asturias-2011", 1_000, staff=posts, conduct=conduct)
    )
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


def test_only_who_stands_and_stays_away_is_led_out(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await circle(hall)
        await stage.clock.advance(31)
        await stage.settled(lambda: {ANA, BEA} <= table.state.seats.away)
        await stage.clock.advance(899)
        hall.presence.connect(ANA, "uno")
        await stage.settled(lambda: ANA not in table.state.seats.away)
        await stage.clock.advance(899)
        hall.presence.disconnect(ANA, "uno")
        await stage.clock.advance(31)
        await stage.settled(lambda: ANA in table.state.seats.away)
        await stage.clock.advance(899)
        await acted(table)
        assert standing(table) == [ANA]
        await stage.clock.advance(1)
        await stage.settled(lambda: not standing(table))
        assert table.view(None).seats[0].person == BEA  # who sits keeps his place
        last = (await table.entries(table.version - 1))[-1]
        assert (last.act["by"], last.act["what"]["act"], last.events[0]["amount"]) == (CLOCK, "lead-out", 5_000)
        assert "HP.CF.led-out" in last.rests_on

    stage.play(scene, games=house_games())


def test_who_has_a_stake_waits_for_another_quarter_of_an_hour(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
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

    stage.play(scene, games=house_games())


def test_at_a_real_table_no_screen_says_who_is_there(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await circle(hall, Conduct.OBSERVED)
        before = table.version
        await stage.clock.advance(2_000)
        assert (standing(table), table.version) == ([ANA], before)

    stage.play(scene, games=house_games())


def test_the_hall_alone_leads_out_and_only_who_is_away_on_his_feet(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await circle(hall)
        wanted = ((LUZ, ANA, "not-your-post"), (CLOCK, BEA, "keeps-his-place"), (CLOCK, ANA, "still-there"))
        for who, whom, code in (*wanted, (CLOCK, PersonId("nadie"), "not-at-table")):
            answer = await table.act(Act(who, LeadOut(whom)))
            assert isinstance(answer.outcome, Refused)
            assert answer.outcome.code == code

    stage.play(scene, games=house_games())
