"""An open bank in a hall with a house: its proof lies there, and the table is told only whether it is enough."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.games.dos_panos.terms import BankMode
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.following import table_moves
from tapete.house.terms import SlipKind
from tapete.kernel import HOUSE, PersonId, fold
from tapete.live import Hall
from tapete.table.acts import Sit
from tests.support.dos_panos.table import STAFF, opened
from tests.support.house import CASHIER, DIRECTOR, open_house
from tests.support.live.bank import BANK, INSPECTOR, OFFICER, PROVEN, ROSA
from tests.support.live.evening import do, open_day, refused

OPENING = d.OpenTable("libre", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)
LOST = "9s 9h Kd 8c 8d 6h"
PUNTERS = {PersonId(who): seat for who, seat in (("ana", 1), ("bea", 2), ("carla", 6), ("dani", 7))}


def play(stage: Any, scene: Any) -> None:
    stage.play(scene, games=house_games())


def test_a_table_takes_no_proof_that_the_house_has_not(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        no = await refused(table, OFFICER, d.ProveDeposit(ROSA))
        assert (no.code, "DP.E2.10" in no.clauses) == ("proof-not-lodged", True)
        assert (await refused(table, INSPECTOR, d.AnnounceBank(ROSA, BANK))).code == "deposit-not-proven"
        await do(house, DIRECTOR, a.LodgeProof(ROSA, PROVEN))
        await do(table, OFFICER, d.ProveDeposit(ROSA, 1_000_00))
        assert (dict(table.state.proofs), house.state.proofs[ROSA].table) == ({ROSA: None}, "libre")
        assert (await refused(house, DIRECTOR, a.ReleaseProof(ROSA))).code == "proof-in-use"
        await do(table, HOUSE, CloseTable())
        assert house.state.proofs[ROSA].table == ""
        await do(house, DIRECTOR, a.ReleaseProof(ROSA))

    play(stage, scene)


@pytest.mark.clause("DP.E2.11")
def test_where_a_proof_may_lie_is_said_to_the_house_and_to_no_table_of_it(stage: Any) -> None:
    """Given accepted = {Banco A}; when a deposit at Banco B is shown at the desk; then refused. At the table nobody is
    asked for it, and what the director types there of a sum or a place is not taken.
    """

    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        await do(table, ROSA, Sit(1))
        assert (await refused(table, OFFICER, d.SetOptions(institution="Banco A"))).code == "house-keeps-proofs"
        await do(house, DIRECTOR, a.AcceptInstitution("Banco A"))
        elsewhere = a.LodgeProof(ROSA, PROVEN, "Banco B")
        assert (await refused(house, DIRECTOR, elsewhere)).code == "institution-not-accepted"
        await do(house, DIRECTOR, a.LodgeProof(ROSA, PROVEN, "Banco A"))
        offers = {one.act: set(one.fields) for one in table.legal(OFFICER)}
        assert (offers["prove-deposit"], offers.get("set-options")) == ({"person"}, None)
        await do(table, OFFICER, d.ProveDeposit(ROSA, 1, DepositPlace.CREDIT_INSTITUTION, "Banco B"))
        (entry,) = await table.entries(table.version - 1)
        assert entry.act["what"] == {"act": "prove-deposit", "person": ROSA, "is_of_house": True} | {
            "amount": None,
            "place": "cash-desk",
            "institution": "",
        }
        assert (entry.events, entry.private_digest) == (
            ({"event": "bank-proven@1", "person": ROSA, "place": None, "amount": None},),
            None,
        )

    play(stage, scene)


def test_what_the_bank_loses_above_its_chips_is_drawn_on_the_proof_and_paid_by_the_desk() -> None:
    """The entries of a table are told to a house, one after the other: a loss of 3,500 euros with 1,000 in the bank."""
    here = open_house(admission=False)
    made = opened(LOST, mode=BankMode.OPEN, is_in_house=True).do("director", d.ProveDeposit(ROSA)).announced(1_000_00)
    made.deposited(1_000_00).shoe().delivered().bets().staked(ana=2_000_00, carla=1_500_00).closed()
    made.played("no", "no").banker(Stand()).shown().settled()
    here.slip(SlipKind.SUPPLY, 400_000_00)
    for who in made.state.seats.people():
        here.do(a.SellChips(who, 20_000_00), CASHIER)
    here.do(a.TakeDeposit(ROSA, 1_000_00), CASHIER)
    here.do(a.LodgeProof(ROSA, PROVEN), DIRECTOR)
    game, state = made.play.game, made.play.game.blank()
    for number, turn in enumerate(made.turns, start=1):
        after = fold(game.evolve, state, turn.events)
        if moves := table_moves(game, "salon", state, after, turn.events, "2026-11-22T17:00:00+01:00"):
            here.do(a.FollowTable("salon", number, "0" * 64, moves))
        state = after
    assert here.state.proofs[ROSA].called_amount == 2_500_00
    assert here.held("table:salon") == sum(held for name, held in state.ledger.items() if name != "cash-desk")
    assert ESTABLISHMENT.problems(here.state) == ()
