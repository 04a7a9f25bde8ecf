"""People come, sit, stand, queue, go away and leave at random: places, list and marks never contradict each other."""

from random import Random

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import CLOCK, Refused
from tapete.table.acts import Away, Back, BuyIn, CashOut, Leave, Sit, StandBehind

PEOPLE = ("bea", "carla", "ana", "luis", "eva", "pau", "rosa", "nil", "ona", "quim", "sol")


def consistent(state) -> None:
    """Nobody twice, no place twice, and every mark belongs to somebody who can have it."""
    seats, memory = state.seats, state.carried_over
    sitting, standing = list(seats.occupants.values()), [one.person for one in seats.standing]
    everybody = sitting + standing
    assert len(set(everybody)) == len(everybody)
    assert set(seats.occupants) <= set(seats.labels)
    assert all(one.behind in seats.labels for one in seats.standing)
    assert len(set(seats.waiting_list)) == len(seats.waiting_list)
    assert not set(seats.waiting_list) & set(sitting)
    assert seats.away <= set(everybody)
    assert len(set(memory.movers)) == len(memory.movers)
    assert set(memory.movers) <= set(sitting)
    assert memory.salute_debtors <= set(sitting)
    assert memory.refusers <= set(everybody)
    assert not set(everybody) & set(state.staff.values())
    money = {name.partition(":")[2] for name, held in state.ledger.items() if name.startswith("person:") and held}
    assert money <= set(everybody)
    bank = state.bank
    if bank is not None:
        assert {one.person for one in bank.parts} <= set(everybody)
    if state.offer.candidate is not None:
        assert state.offer.candidate in everybody
    assert state.called_person is None or state.called_person in everybody


def coming_or_going(chance: Random, who: str, other: str):
    seat = chance.randint(1, 9)
    return chance.choice(
        [
            *(
                (who, what)
                for what in (Sit(seat), Sit(seat), StandBehind(seat), Leave(), BuyIn(500_00), CashOut(10_00))
            ),
            *((who, what) for what in (a.JoinList(), a.LeaveList(), a.AskSeatChange(), a.AskCardCheck())),
            ("inspector", a.JoinList(other)),
            ("inspector", a.LeaveList(other)),
            (str(CLOCK), Away(who)),
            (str(CLOCK), Back(who)),
            ("croupier", Away(other)),
            ("croupier", Back(other)),
            ("croupier", a.CallPerson()),
        ]
    )


def bank_moves(chance: Random, who: str, state):
    """Return something that carries the bank round: taken, declined, dealt by nobody, refused, sold."""
    held = 300_00 if chance.random() < 0.3 else 100_00
    return chance.choice(
        [
            (str(state.offer.candidate), a.TakeBank(held)),
            (str(state.offer.candidate), a.DeclineBank()),
            (str(state.banker), a.PassHand()),
            (str(state.banker), a.RefuseToDeal()),
            (who, a.OfferShare(50_00)),
            (str(state.banker), a.AcceptShare(who)),
            (who, a.Bid(held + 100 * chance.randint(0, 9))),
            *(
                ("croupier", what)
                for what in (a.CloseAuction(), a.OfferBank(), a.OpenBets(), a.CallOff(), a.DeclineBank(), a.PassHand())
            ),
            ("croupier", a.RefuseToDeal()),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_places_list_and_marks_stay_consistent(make, seed: int) -> None:
    chance = Random(seed)
    table = make() if seed % 3 else make(prepared=False)
    if seed % 2 and seed % 3:
        # a coup has been dealt: whoever sits down now has to salute
        table = make(coups=("banca",)).bank(300_00).coup("banca", ana=50_00)
    done = 0
    for _ in range(500):
        who, other = chance.choice(PEOPLE), chance.choice(PEOPLE)
        going = chance.random() < 0.6
        by, what = coming_or_going(chance, who, other) if going else bank_moves(chance, who, table.state)
        turn = table.play.attempt(what, by)
        if isinstance(turn.outcome, Refused):
            assert turn.state == table.state
            continue
        table.do(by, what)
        consistent(table.state)
        done += 1
    assert done > 100
