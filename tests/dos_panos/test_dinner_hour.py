"""The session of an open bank that was begun before the dinner hour has no other shoe once it has begun."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import HOUSE, PersonId
from tests.support.dos_panos.coups import WON, said
from tests.support.dos_panos.table import BANK, Table, opened

ROSA = PersonId("rosa")
TOLD = a.TellDinnerHour("21:00", "22:30")


def in_house(**other: Any) -> Table:
    """Return a table with an open bank in a house, where Rosa has the bank for two shoes."""
    made = opened(WON, mode=BankMode.OPEN, is_in_house=True, **other)
    made.do("director", a.ProveDeposit(ROSA, is_of_house=True))
    return made.do("inspector", a.AnnounceBank(ROSA, BANK, shoes=2)).deposited().shoe().delivered()


@pytest.mark.clause("DP.E2.14")
def test_the_shoe_in_use_is_played_on_and_no_other_is_begun() -> None:
    made = in_house().bets().do(HOUSE, TOLD)
    assert said(made) == {"dinner-hour": {"begin": "21:00", "end": "22:30"}}
    assert {"DP.E2.14", "HP.HS.dinner-hour"} <= set(made.turns[-1].rests_on)
    made.staked(ana=500_00, carla=500_00).closed().played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.BETWEEN
    made.bets().do("croupier", a.CallOff())
    refused = made.do("rosa", a.LeaveBank()).refused("inspector", a.OpenAuction())
    assert (refused.code, {"DP.E2.14", "HP.HS.dinner-hour"} <= set(refused.clauses)) == ("session-before-dinner", True)
    assert made.refused(HOUSE, TOLD).code == "nothing-changes"


@pytest.mark.clause("DP.E2.14")
@pytest.mark.parametrize("is_counted", [False, True])
def test_a_bank_that_waits_for_its_next_shoe_ends_with_its_term(is_counted: bool) -> None:
    made = in_house()
    made.bets().staked(ana=500_00, carla=500_00).closed()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, is_stop_seen=True))
    made.played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.SHOE
    if is_counted:
        made.do("croupier", a.CountPack(312))
    made.do(HOUSE, TOLD)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    for act in (a.CountPack(312), a.ShufflePack()):
        assert made.refused("croupier", act).code in ("wrong-window", "session-before-dinner")
    assert made.refused("inspector", a.OpenAuction()).code == "session-before-dinner"
    made.do("inspector", CloseTable())


def test_only_the_house_says_so_and_of_a_session_that_was_begun() -> None:
    assert in_house().refused(HOUSE, TOLD).code == "nothing-changes"
    made = in_house().bets()
    assert made.refused("inspector", TOLD).code == "only-system"
    limited = opened(WON, is_in_house=True).ready().bets()
    assert limited.refused(HOUSE, TOLD).code == "nothing-changes"
    alone = opened(WON, mode=BankMode.OPEN).proven("rosa").ready().bets()
    assert alone.refused(HOUSE, TOLD).code == "no-house"
