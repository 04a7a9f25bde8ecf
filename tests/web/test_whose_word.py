"""Who may send whom to a post: nobody whose chips, money or cartones lie here, for on duty they could not move them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as b
from tapete.house import acts as a
from tapete.kernel import HOUSE, Accepted, Act
from tapete.table.acts import Relieve
from tapete.table.relief import require_may_relieve
from tapete.table.staff import CARD_TABLE_POSTS, Role
from tests.support.house import ANA, CASHIER, DIRECTOR, TABLE, open_house
from tests.table.test_who_may import CARLA, INSPECTOR, STAFF, seats
from tests.web.test_renewed_links import SHUT, come, give, official


@pytest.mark.parametrize("account", ["person:carla", "associates:carla", "deposit:carla"])
def test_no_card_table_puts_somebody_on_duty_whose_money_lies_on_it(account: str) -> None:
    def code(*accounts: str) -> str:
        what = Relieve(Role.CROUPIER, CARLA)
        posts: Any = {"posts": CARD_TABLE_POSTS, "senders": (Role.INSPECTOR,), "accounts": accounts}
        found = require_may_relieve(seats(3), STAFF, INSPECTOR, what, **posts)
        return "" if found is None else found.code

    assert (code(account), code(account.replace("carla", "ana-carla")), code()) == ("has-money-here", "", "")


def test_at_no_table_is_somebody_sent_to_a_post_who_has_money_on_it_without_a_place(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths()
        for table in ("mesa", "cf", "panos"):
            actor, act = house.tables[table], Act(HOUSE, Relieve(Role.CROUPIER, CARLA))
            kept = replace(actor.state, ledger=actor.state.ledger.set("deposit:carla", 50_00))
            assert getattr(actor.game.decide(kept, act), "code", "accepted") == "has-money-here", table
            assert isinstance(actor.game.decide(actor.state, act), Accepted), table

    run(scene)


@pytest.mark.parametrize("post", [a.GoOnDuty(Role.ADMISSION, ANA), a.NoteTablePost(TABLE, Role.CROUPIER, ANA)])
@pytest.mark.parametrize("given", [a.SellChips(ANA, 100), a.TakeDeposit(ANA, 100)])
def test_no_house_puts_somebody_on_duty_whose_money_it_has(post: Any, given: Any) -> None:
    here = open_house()
    here.do(given, CASHIER)
    refused = here.refused(post, DIRECTOR if isinstance(post, a.GoOnDuty) else HOUSE)
    assert (refused.code, refused.clauses) == ("has-money-here", ("HP.HS.staff-plays-not",))
    here.pay(a.BuyBackChips(ANA, 100) if isinstance(given, a.SellChips) else a.ReturnDeposit(ANA, 100))
    here.do(post, DIRECTOR if isinstance(post, a.GoOnDuty) else HOUSE)


def test_who_gave_a_players_link_is_in_the_record_of_a_hall_and_pays_nothing_asked_by_it(run: Any) -> None:
    """Threat over HTTP: the manager is cashier too, gives the link, enters by it, asks, and would pay himself."""

    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("marta", b.BuyIn(12_00), "sala")
        await house.act("hall-manager-sala", b.SetCounter(is_on=True), "sala")
        await house.act("hall-manager-sala", Relieve(Role.CASHIER, "hall-manager-sala"), "sala")
        link = await give(house, await official(house, "sala", "jefe-de-sala", "hall-manager-sala"))
        assert (await come(house, link)).status_code == 303
        page = (await house.client.get("/mesa/sala/como/marta?lang=es")).text
        assert "Movimientos de su cuenta" in page
        await house.act("marta", b.CashOut(12_00), "sala")
        paid = b.SettleMoney("marta", 12_00, is_paid_in=False)
        with pytest.raises(AssertionError, match="link-was-yours"):
            await house.act("hall-manager-sala", paid, "sala")
        assert house.tables["sala"].state.ledger["person:marta"] == 12_00

    run(scene, staff_access=SHUT)
