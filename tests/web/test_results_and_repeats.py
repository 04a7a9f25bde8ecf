"""What a player of punto y banca reads of his coups, and what he is offered to stake again."""

from typing import Any

from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.kernel import PersonId
from tests.support.web.pages import post

REPEAT = 'id="repeat"'


async def page_of(house: Any, seat: int) -> str:
    here = await house.enter(f"jugador-{seat}")
    return str((await house.client.get(here)).text)


async def play_to(house: Any, phase: str) -> None:
    """Play a dealt coup on, whoever has to act, until the table stands in a phase."""
    for _ in range(20):
        if house.table.view(None).phase == phase:
            return
        for who in ("ana", "bea", "marta"):
            main = [one for one in house.table.legal(PersonId(who)) if one.main]
            if main:
                fields = {"hand": Hand(main[0].fixed_value("hand"))} if "hand" in main[0].fields else {}
                kind = {"show-hand": a.ShowHand, "draw-card": a.DrawCard, "settle": a.Settle}[main[0].act]
                await house.act(who, kind(**fields))
                break
    raise AssertionError(house.table.view(None).phase)


def test_a_coup_that_is_not_paid_yet_is_not_told_with_the_result_of_the_one_before(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        await play_to(house, "between")
        assert "my-result" in await page_of(house, 1)
        await house.act("marta", a.OpenBets())
        await house.deal()
        await play_to(house, "settle")
        assert "my-result" not in await page_of(house, 1)
        await play_to(house, "between")
        assert "my-result" in await page_of(house, 1)

    run(scene)


def test_a_repeat_is_offered_to_whoever_staked_in_the_last_coup_alone(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        assert REPEAT not in await page_of(house, 1)
        await house.act("ana", a.PlaceBet(Bet.PUNTO, 2_000))
        await house.act("marta", a.CloseBets())
        await house.act(house.dealer(), a.Deal())
        await play_to(house, "between")
        await house.act("marta", a.OpenBets())
        assert REPEAT not in await page_of(house, 2)
        here = await house.enter("jugador-1")
        page = (await house.client.get(here)).text
        me = house.table.view(PersonId("ana")).me
        assert (REPEAT in page) == (not me.bets), "after a tie the stake lies there already"
        if REPEAT in page:
            fields = {"at": str(house.table.step), "command": "k1"}
            assert (await post(house, here, fields, "repetir")).status_code == 200
            assert house.table.view(PersonId("ana")).me.bets == {"punto": 2_000}
        other = await house.enter("jugador-2")
        none = await post(house, other, {"at": str(house.table.step), "command": "k2"}, "repetir")
        assert none.status_code == 409

    run(scene)
