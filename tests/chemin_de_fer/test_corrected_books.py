"""What the correction of a card or of a payment leaves in the books of chemin de fer: whole states."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import evolve, kept_coups
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award, Coup, CoupResult, SettledCoup
from tapete.games.chemin_de_fer.terms import Cover, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA, LUIS = map(PersonId, ("ana", "bea", "carla", "luis"))
P = str(Hand.PUNTO)


def shares(**amounts: int) -> Shares:
    return tuple(Share(PersonId(who), amount) for who, amount in amounts.items())


STAKED = shares(luis=30, ana=100)
PLAYED = Coup(
    6, Cards((LaidCard(0, P, Card("2s"), True),)), sides=Map({P: Side(ANA, winner=Winner.BANCA)}), in_play=200
)
KEPT = SettledCoup(
    shoe=1,
    coup=PLAYED,
    winners=Map({P: Winner.BANCA}),
    award=Award(Cover.STAKES, ANA, STAKED),
    parts=shares(bea=100, carla=50),
    players=shares(ana=-100, luis=-30),
    bank=shares(bea=80, carla=40),
    cagnotte=10,
    due_players=shares(ana=0, luis=0),
    due_bank=shares(bea=0, carla=0),
    due_cagnotte=0,
)
BANK = Bank(BEA, shares(bea=180, carla=90), winnings=120)
RESULT = CoupResult(6, Winner.BANCA, 2, 5, Cover.STAKES, 130, is_paid=True)
OPENED = opened().state
STATE = replace(
    OPENED,
    phase=Phase.BETWEEN,
    bank=BANK,
    coup=PLAYED,
    history=(replace(KEPT, coup=replace(PLAYED, number=5)), KEPT),
    debts=shares(luis=4),
    results=(replace(RESULT, number=5), RESULT),
    ledger=Map({"bank": 180, "associates:carla": 90, "person:ana": 500, "person:luis": 500, "cagnotte": 10}),
)


def paid(**changes: Any) -> e.PaymentCorrected:
    facts = {
        "players": shares(ana=100, luis=30), "bank": shares(bea=-80, carla=-40), "cagnotte": -10, "in_bank": True,
    }  # fmt: skip
    return e.PaymentCorrected(6, ANA, -100, 0, -100, BEA, CARLA, "misread", **{**facts, **changes})


RIGHT = replace(KEPT, players=KEPT.due_players, bank=KEPT.due_bank, cagnotte=0)
BOOKED = Map({"bank": 100, "associates:carla": 50, "person:ana": 600, "person:luis": 530})


def test_the_bank_that_stands_bears_its_part_of_a_corrected_payment() -> None:
    bank = replace(BANK, parts=shares(bea=100, carla=50), winnings=0)
    assert evolve(STATE, paid()) == replace(STATE, bank=bank, history=(STATE.history[0], RIGHT), ledger=BOOKED)


def test_where_the_bank_stands_no_more_its_owners_bear_it_in_person() -> None:
    in_person = paid(in_bank=False)
    purses = Map({"person:bea": 80, "person:carla": 40, **STATE.ledger})
    after = evolve(replace(STATE, ledger=purses), in_person)
    booked = {"bank": 180, "associates:carla": 90, "person:ana": 600, "person:luis": 530}
    assert after == replace(STATE, history=(STATE.history[0], RIGHT), ledger=Map(booked))
    without = replace(STATE, bank=None, ledger=purses)
    assert evolve(without, in_person) == replace(without, history=after.history, ledger=after.ledger)
    assert kept_coups.in_bank(without, paid()) == without


@pytest.mark.parametrize("bank", [shares(bea=-120), shares(bea=-80, carla=-40, luis=0), ()])
def test_a_corrected_payment_names_each_part_of_the_bank(bank: Shares) -> None:
    with pytest.raises(ValueError, match="zip"):
        kept_coups.in_bank(STATE, paid(bank=bank))


def test_what_the_house_lends_and_what_it_gets_back_is_kept() -> None:
    event = paid(players=(), bank=(), cagnotte=0, debts=shares(ana=7), set_off=shares(luis=4))
    after = evolve(replace(STATE, bank=replace(BANK, parts=())), event)
    assert (after.debts, after.ledger["person:ana"], after.ledger["person:luis"]) == (shares(ana=7), 507, 496)
    assert after.ledger["house"] == -3


def test_a_coup_of_which_nothing_is_kept_moves_money_and_no_books() -> None:
    state = replace(STATE, history=())
    assert evolve(state, paid()) == replace(state, ledger=BOOKED)


def keyed(number: int, winner: Winner | None = None) -> e.CardCorrected:
    due = {"players": shares(ana=0, luis=0), "bank": shares(bea=0, carla=0)} if winner else {}
    return e.CardCorrected(
        coup=number, position=0, was=Card("2s"), face=Card("5s"), by=BEA, second=ANA, reason="misread",
        winner=winner, punto=5, banca=5, cagnotte=1 if winner else 0, **due,
    )  # fmt: skip


def test_a_card_of_the_last_coup_is_right_on_the_table_in_what_is_kept_and_on_the_scoreboard() -> None:
    cards = Cards((LaidCard(0, P, Card("5s"), True),))
    after = evolve(STATE, keyed(6, Winner.TIE))
    right = replace(KEPT, coup=replace(PLAYED, cards=cards), winners=Map({P: Winner.TIE}), due_cagnotte=1)
    assert after == replace(
        STATE,
        coup=replace(PLAYED, cards=cards, sides=Map({P: Side(ANA, winner=Winner.TIE)})),
        history=(STATE.history[0], right),
        results=(STATE.results[0], replace(RESULT, winner=Winner.TIE, punto=5, banca=5, is_corrected=True)),
    )
    assert keyed(6).true_winners == {}
    assert keyed(6, Winner.BANCA).true_winners == {"punto": Winner.BANCA}


@pytest.mark.parametrize("number", [5, 6])
def test_a_card_of_a_coup_that_is_not_reckoned_is_right_and_its_result_stays(number: int) -> None:
    after = evolve(STATE, keyed(number))
    assert (after.results, [one.winners for one in after.history]) == (
        STATE.results, [one.winners for one in STATE.history],
    )  # fmt: skip
    faces = [one.coup.cards.layout[0].face for one in after.history]
    assert faces == [Card("5s") if one.number == number else Card("2s") for one in STATE.history]
    assert after.coup.cards.layout[0].face == (Card("5s") if number == 6 else Card("2s"))
    counts = Map({Card("2s"): -1, Card("5s"): 1}) if number == 5 else Map()
    assert after.shoe == replace(STATE.shoe, played_cards=counts)


@pytest.mark.parametrize(
    ("winner", "found"),
    [
        (Winner.PUNTO, shares(ana=100, luis=30)),
        (Winner.BANCA, shares(ana=-100, luis=-30)),
        (Winner.TIE, shares(ana=0, luis=0)),
    ],
)
def test_a_result_brings_each_player_his_stake_or_costs_it(winner: Winner, found: Shares) -> None:
    assert kept_coups.nets(winner, STAKED) == found


@pytest.mark.parametrize("missing", ["award", "bank"])
def test_nothing_is_kept_of_a_coup_that_nobody_covered_or_without_a_bank(missing: str) -> None:
    event = e.CoupSettled(Winner.BANCA, Cover.STAKES, STAKED, KEPT.bank, 10)
    coup = replace(PLAYED, award=None if missing == "award" else KEPT.award)
    state: State = replace(STATE, coup=coup, bank=None if missing == "bank" else BANK)
    assert kept_coups.new_settled_coups(state, event) == ()
    covered = replace(STATE, coup=replace(PLAYED, award=replace(KEPT.award, holder=LUIS)))
    (found,) = kept_coups.new_settled_coups(covered, event)
    assert found == replace(
        KEPT, shoe=STATE.shoe.number, coup=covered.coup, parts=BANK.parts, due_players=KEPT.players,
        due_bank=KEPT.bank, due_cagnotte=10,
    )  # fmt: skip
