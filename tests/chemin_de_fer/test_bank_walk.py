"""Tables that walk at random through what the rules of the bank offer, checked after each act."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tapete.games.chemin_de_fer import acts as a, events as b, events as e
from tapete.games.chemin_de_fer.terms import Hand, Phase, Stage
from tapete.kernel import Refused

SEATS = {1: "bea", 2: "carla", 4: "ana", 7: "luis", 9: "eva"}
STANDING = {"pau": 4, "rosa": 9}
PEOPLE = (*SEATS.values(), *STANDING)
COUPS = ("banca", "punto", "tie", "banca", "banca", "tie", "punto", "banca")

LOWERS = (e.CoupSettled, b.WinningsGaraged, b.BankReturned, b.GarageKept)
"""The only events after which the bank holds less than before."""


def moves(table) -> list[tuple[str, Any]]:
    """Return what somebody might do with the bank now, lawful or not."""
    state, out = table.state, list[tuple[str, Any]]()
    floor = state.offer.floor
    match state.phase:
        case Phase.BANK:
            to = state.offer.candidate
            out += [(to, a.DeclineBank()), (to, a.DeclineBank()), (to, a.TakeBank(max(floor, 10_00)))]
            out += [(to, a.TakeBank(floor + 50_00)), (to, a.TakeBank(max(floor // 2, 1)))]
            out += [(one, a.PledgeShare(to, max(floor // 2, 10_00))) for one in PEOPLE if one != to]
        case Phase.AUCTION:
            out += [(one, a.Bid(state.auction.floor + n * 10_00)) for n, one in enumerate(PEOPLE)]
            out += [("croupier", a.CloseAuction())] * 4
        case Phase.VACANT:
            out += [("croupier", a.OfferBank())]
        case Phase.BETWEEN:
            banker, total = state.banker, state.bank.total
            out += [(banker, a.PassHand()), (banker, a.RefuseToDeal()), (banker, a.RaiseBank(total + 25_00))]
            out += [(banker, a.RaiseBank(max(total - 25_00, 1))), (banker, a.GarageWinnings(100_00))]
            out += [(one, a.OfferShare(33_33)) for one in PEOPLE] + [(one, a.WithdrawShare()) for one in PEOPLE]
            out += [(banker, a.AcceptShare(one)) for one in state.bank.join_offers]
            out += [(banker, a.TakeOverShare(one)) for one in state.bank.leavers]
            out += [("croupier", a.OpenBets())] * 12
        case Phase.BETS:
            out += [(one, a.Stake(40_00)) for one in PEOPLE] + [("croupier", a.CloseBets())] * 3
        case Phase.DEAL:
            out += [(state.banker, a.DealCard(hand)) for hand in Hand]
        case Phase.CARRY:
            out += [("croupier", a.CarryCards())]
        case Phase.SETTLE:
            out += [("croupier", a.Settle())]
        case _:
            for who in (state.banker, state.holder):
                out += [(who, a.Lift(Hand.BANCA)), (who, a.Lift(Hand.PUNTO)), (who, a.Say("no")), (who, a.Stand())]
                out += [(who, a.LayDown(Hand.BANCA)), (who, a.LayDown(Hand.PUNTO))]
    return out


def check(table, before, events) -> None:
    """At most one holder; every cent accounted for; never lowered but as foreseen; whoever is asked is at the table."""
    state = table.state
    assert sum(state.ledger.values()) == 0
    if state.phase in (Phase.BANK, Phase.AUCTION, Phase.VACANT):
        assert state.bank is None or state.offer.stage is Stage.CONTINUE
    else:
        assert state.bank is not None
    if state.phase is Phase.BANK:
        assert state.seats.is_at_table(state.offer.candidate)
    if state.bank is not None:
        assert len({part.person for part in state.bank.parts}) == len(state.bank.parts)
        assert all(part.amount >= 0 for part in (*state.bank.parts, *state.bank.aside))
        assert state.bank.parts[0].person == state.bank.banker
    if before.bank is not None and (state.bank is None or state.bank.total < before.bank.total):
        assert any(isinstance(one, LOWERS) for one in events)


@pytest.mark.clause("CF.E1.20")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_walks_keep_the_bank_whole(make, data) -> None:
    table = make(coups=COUPS, seats=SEATS, standing=STANDING)
    whole = -table.money()["cash-desk"]
    for _ in range(data.draw(st.integers(10, 90))):
        open_to = moves(table)
        who, act = open_to[data.draw(st.integers(0, len(open_to) - 1))]
        before, turn = table.state, table.play.attempt(act, who)
        if isinstance(turn.outcome, Refused):
            assert turn.state == before
            continue
        table.do(who, act)
        check(table, before, turn.events)
    assert sum(held for name, held in table.money().items() if name != "cash-desk") == whole


@pytest.mark.clause("CF.E1.25", "CF.E1.26")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_bank_that_everybody_lets_go_comes_to_rest(make, data) -> None:
    """Each round asks nobody twice, and the last duty empties places: whatever the table, it ends."""
    seats = {seat: name for seat, name in SEATS.items() if data.draw(st.booleans())}
    standing = {name: seat for name, seat in STANDING.items() if data.draw(st.booleans())}
    table = make(coups=("banca",), seats=seats, standing=standing)
    asked, rounds = [], 0
    while table.state.phase is not Phase.VACANT:
        if table.state.phase is Phase.AUCTION:
            table.do("croupier", a.CloseAuction())
            continue
        assert table.state.phase is Phase.BANK
        offer = table.state.offer
        asked.append((offer.candidate, offer.stage))
        if offer.stage is not Stage.FORCED and data.draw(st.booleans()):
            table.do(
                min({*seats.values(), *standing} - {offer.candidate}, default=offer.candidate), *pledges(table, data)
            )
        table.do(offer.candidate, a.DeclineBank())
        rounds += 1
        assert rounds <= 4 * len(PEOPLE)
    assert len(set(asked)) == len(asked)
    assert not table.state.seats.occupants
    assert "stakes" not in table.money()


def pledges(table, data) -> list[Any]:
    """Somebody would join the one who is asked, with more than he has pledged so far."""
    to = table.state.offer.candidate
    others = [one for one in table.state.seats.people() if one != to]
    more = 20_00 + sum(one.amount for one in table.state.offer.pledges.values())
    return [a.PledgeShare(to, more)] if others and data.draw(st.booleans()) else []
