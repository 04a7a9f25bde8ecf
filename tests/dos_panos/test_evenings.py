"""Evenings in which people do anything at any moment: an act is answered, money and cards are conserved, and nobody
plays more against a limited bank than it holds.
"""

import random
from collections import Counter
from typing import Any

import pytest

from tapete.accounts import BANK, balance
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.shoe import AskCardCheck, CheckCards, InsertStopCard
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, BankMode, Hand, Phase, Spot
from tapete.kernel import Act, PersonId, Refused
from tapete.live.vault import SeededOrders
from tapete.play import transition
from tapete.table import acts as t
from tests.support.dos_panos.table import opened

PEOPLE = ("ana", "bea", "carla", "dani", "rosa", "pau", "eva")
STAFF = ("croupier", "inspector", "chief", "director")


def tries(state: State, dice: random.Random) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """Acts that somebody might come upon now, lawful or not: of the players, and those that move the table on."""
    person, cloth = dice.choice(PEOPLE), dice.choice(CLOTHS)
    amount = dice.choice((10_00, 30_00, 55_00, 200_00, 1_000_00))
    bank = dice.choice((1_000_00, 2_000_00, 9_000_00))
    banker = str(state.banker or person)
    depositor = str(state.award.person) if state.award is not None else banker
    held = 0 if state.bank is None else state.bank_chips + state.bank.deposit
    staff = [
        *(("croupier", one) for one in (a.LayOutPacks(), a.CountPack(312), a.ShufflePack(), InsertStopCard())),
        *(("croupier", one) for one in (a.OpenBets(), a.CloseCalls(), a.CarryCards(), a.Settle())),
        ("croupier", CheckCards(312)),
        *([("croupier", a.CallOff())] if state.phase is Phase.BANCO or dice.random() < 0.05 else []),
        *(("croupier", a.ShowHand(hand)) for hand in Hand),
        *(("inspector", one) for one in (a.OpenAuction(), a.CloseAuction(), a.AnnounceBank(PersonId(person), bank))),
        ("chief", a.AnnounceBank(PersonId(person), bank)),
        ("inspector", a.DrawLots(bank)),
    ]
    if state.phase is Phase.DEPOSIT or dice.random() < 0.02:
        staff.append(("director", a.ProveDeposit(PersonId(depositor), 50_000_00)))
    players = [
        (person, t.BuyIn(3_000_00)),
        (person, t.CashOut(dice.choice((500_00, 5_000_00)))),
        (person, a.Bid(bank)),
        (person, a.BuyBank(bank)),
        (person, a.AcceptBank()),
        *([(person, a.WithdrawWish())] if dice.random() < 0.1 else []),
        (person, a.CutPack(dice.randint(1, 311))),
        (person, AskCardCheck()),
        (person, a.CallBanco() if dice.random() < 0.3 else a.TakeStake(cloth)),
        *((person, a.Stake(amount, cloth, spot)) for spot in (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH)),
        (depositor, a.DepositBank(bank if state.award is None else state.award.amount)),
        (str(state.coup.banco.person) if state.coup.banco else person, a.RepeatBanco(dice.random() < 0.7)),
    ]
    if dice.random() < 0.2:
        place = dice.randint(1, 10)
        going = dice.choice((t.StandBehind(place), a.SitBehind(place), t.Leave()))
        players += [(person, t.Sit(place))] * 20 + [(person, going)]
    held_by = [(str(state.holder(one) or person), one) for one in CLOTHS]
    cards = [
        *((banker, a.DealCard(hand)) for hand in Hand),
        *((who, act) for who, hand in held_by for act in (a.Lift(hand), a.LayDown(hand), a.AskAdvice())),
        *((who, Say(word)) for who, _ in held_by for word in Word),
        *((banker, act) for act in (a.Lift(Hand.BANCA), a.LayDown(Hand.BANCA), DrawCard(), Stand(), AskTable())),
        *((banker, a.GiveCard(one)) for one in CLOTHS),
        (banker, a.DeliverBank(held) if held else a.DeliverBank(1)),
        (banker, a.LeaveBank() if dice.random() < 0.4 else a.AskNewShoe()),
    ]
    closing = [("croupier", a.CloseBets())] if dice.random() < 0.3 else []
    return players, [*staff, *cards, *closing]


@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "catalogo-51-53", "catalogo-51-53-literal", "guia"])
@pytest.mark.parametrize("mode", list(BankMode))
def test_an_evening_conserves_money_and_cards(book: str, mode: BankMode) -> None:
    dice = random.Random(f"{book} {mode}")
    game, orders = DosPanos(), SeededOrders(f"{book} {mode}")
    state, done = opened(book=book, mode=mode, chips=10_000_00).state, Counter[str]()

    def moves(state: State, by: str, body: Any) -> State | None:
        made = transition(game, state, Act(PersonId(by), body, game.step(state)), orders)
        if isinstance(made.outcome, Refused):
            return None
        done.update(type(event).__name__ for event in made.events)
        assert game.problems(made.state) == (), body
        require_sound(made.state)
        return made.state

    for _ in range(700):
        players, others = tries(state, dice)
        state = moves(state, *dice.choice(players)) or state
        for by, body in dice.sample(others, len(others)):
            if (after := moves(state, by, body)) is not None:
                state = after
                break
    is_over = state.is_open_bank and not state.settings.session_shoes
    assert done["CoupSettled"] >= (1 if is_over else 5), done
    assert done["BankReturned"] or done["BankBroken"], done


def require_sound(state: State) -> None:
    """What every moment of an evening keeps."""
    coup = state.coup
    if state.phase in COUP and not state.is_open_bank and not coup.is_settled:
        assert sum(one.amount for one in coup.stakes) <= balance(state.ledger, BANK)
    faces = [card.face for card in coup.cards.layout]
    assert len(faces) <= 9
    assert max(Counter(faces).values(), default=0) <= 6
    if state.phase is Phase.SETTLE:
        assert all(card.face_up for card in coup.cards.layout)
