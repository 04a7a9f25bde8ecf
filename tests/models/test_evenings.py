"""Evenings of chemin de fer at random beside the models: at every entry everybody has what is his, and no more."""

from random import Random
from typing import Any

import pytest

from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.points import Winner
from tapete.games.banked.events import CoupVoided
from tapete.games.chemin_de_fer import acts as a, events as b
from tapete.games.chemin_de_fer.events import CoupSettled, CoverAwarded
from tapete.games.chemin_de_fer.terms import COUP, Call, Hand, Phase
from tapete.kernel import CLOCK, Refused, Ruled
from tapete.table import acts as t
from tests.models import cover
from tests.models.purse import Purses, borne, in_proportion
from tests.models.rotation import Origin
from tests.support.chemin_de_fer.table import Table, opened, shoe_for
from tests.support.sentences import require_sound

SEATS = {1: "bea", 2: "carla", 4: "ana", 7: "luis", 9: "eva"}
STANDING = {"pau": 4, "rosa": 9}
PEOPLE = (*SEATS.values(), *STANDING)
COUPS = {"strict": 8, "observed": 2}
"""The coups of an evening that are settled: at a real table most are undone by what happens."""
TIES = (3, 6, 9, 12)
"""The coups of an evening that end in a tie, each in another suit: six packs have no more nines."""


def of_the_round(table: Table, chance: Random) -> tuple[str, Any]:
    offer, some = table.state.offer, chance.choice(PEOPLE)
    if table.state.phase is Phase.VACANT:
        return "croupier", a.OfferBank()
    if table.state.phase is Phase.AUCTION:
        bid = a.Bid(table.state.auction.floor + chance.choice([0, 10_00, 20_00]))
        return chance.choice([(some, bid), (some, bid), ("croupier", a.CloseAuction())])
    takes = a.TakeBank(offer.floor + chance.choice([0, 33_33, 150_00]), chance.choice([None, None, 5_00]))
    declines = (offer.candidate, a.DeclineBank())
    pledge = (some, a.PledgeShare(chance.choice(PEOPLE), chance.choice([10_00, 77_77])))
    return chance.choice(
        [(offer.candidate, takes), (offer.candidate, takes), declines, declines, pledge, (some, a.WithdrawShare())]
    )


def between(table: Table, chance: Random) -> tuple[str, Any]:
    bank, some = table.state.bank, chance.choice(PEOPLE)
    banker = bank.banker
    return chance.choice(
        [
            *[("croupier", a.OpenBets())] * 5,
            *[(some, a.OfferShare(chance.choice([33_33, 100_00])))] * 2,
            *[(banker, a.AcceptShare(one)) for one in bank.join_offers],
            *[(banker, a.TakeOverShare(one)) for one in bank.leavers],
            (some, a.WithdrawShare()),
            (banker, a.RaiseBank(bank.total + chance.choice([-1, 1, 50_00]))),
            (banker, a.DeliverBank(max(1, bank.debt))),
            (banker, a.GarageWinnings(chance.choice([1_00, 120_01]))),
            (banker, a.PassHand()),
            (banker, a.RefuseToDeal()),
        ]
    )


def betting(table: Table, chance: Random) -> tuple[str, Any]:
    some, bank = chance.choice(PEOPLE), table.state.coup.in_play
    amount = chance.choice([10_00, 20_01, max(1, bank // 2), max(1, bank - 10_00)])
    acts = [a.Stake(amount)] * 4 + [a.StakeOnLine(amount), a.CallBanco(), a.CallConLaMesa(), a.CallUltimoCompleto()]
    acts += [a.JoinBanco(chance.choice(PEOPLE), amount), a.CallSeguido(), a.WithdrawCall()]
    return chance.choice([(some, chance.choice(acts))] * 3 + [("croupier", a.CloseBets())])


def at_the_cards(table: Table, chance: Random) -> tuple[str, Any]:
    some, state = chance.choice(PEOPLE), table.state
    hand, banker, holder = chance.choice(list(Hand)), state.banker, state.holder
    goes_on: dict[Phase, list[tuple[Any, Any]]] = {
        Phase.DEAL: [(banker, a.DealCard(hand))],
        Phase.CARRY: [("croupier", a.CarryCards())],
        Phase.SETTLE: [("croupier", a.Settle())],
    }
    play = [(holder, a.Lift(Hand.PUNTO)), (banker, a.Lift(Hand.BANCA)), (holder, a.Say("no")), (banker, a.Stand())]
    play += [(holder, a.LayDown(Hand.PUNTO)), (banker, a.LayDown(Hand.BANCA)), ("croupier", a.ShowHand(hand))]
    play += [(holder, a.Say("carta")), (banker, a.GiveCard()), (banker, a.DrawCard())]
    late = [("croupier", a.NoteLateStake(some, 20_00)), (banker, a.RemoveLateStake(some)), (some, a.CallSeguido())]
    return chance.choice(goes_on.get(state.phase, play) * 3 + late)


def beside(chance: Random) -> tuple[str, Any]:
    some, place = chance.choice(PEOPLE), chance.randint(1, 9)
    move = [a.Sit(place), a.StandBehind(place), t.Leave(), t.BuyIn(150_00), t.CashOut(99_99)]
    return chance.choice([(some, chance.choice(move)), (str(CLOCK), chance.choice([t.Away(some), t.Back(some)]))])


def move(table: Table, chance: Random) -> tuple[str, Any]:
    if chance.random() < 0.12:
        return beside(chance)
    phase, docket = table.state.phase, table.state.docket
    if docket.open:
        return "inspector", GiveRuling(docket.open[0].serial, (VoidCoup(),), "what happened undoes the coup")
    if phase in COUP:
        return at_the_cards(table, chance)
    return {Phase.BETWEEN: between, Phase.BETS: betting}.get(phase, of_the_round)(table, chance)


def check_bank(before: Any, events: Any, after: Any) -> None:
    if before.bank is None or after.bank is None:
        return
    parts = {one.person: one.amount for one in before.bank.parts}
    for event in events:
        match event:
            case b.BankRaised(person=who, amount=amount) | b.BankDelivered(person=who, amount=amount):
                parts[who] += amount
            case b.ShareAccepted(person=who, amount=amount):
                parts[who] = amount
            case b.ShareTakenOver(person=who, banker=banker):
                parts[banker] += parts.pop(who)
            case b.WinningsGaraged(parts=out):
                shares = borne(sum(one.amount for one in out), list(parts.values()))
                parts = {who: held - one for (who, held), one in zip(parts.items(), shares, strict=True)}
            case CoupSettled(winner=Winner.BANCA):
                covered = before.coup.award.covered_amount
                won = in_proportion(covered - (covered * 5 + 50) // 100, list(parts.values()))
                parts = {who: held + one for (who, held), one in zip(parts.items(), won, strict=True)}
    assert {one.person: one.amount for one in after.bank.parts} == parts, events


def check_origin(origin: Origin, before: Any, events: Any, after: Any) -> None:
    for event in events:
        if isinstance(event, b.BankReturned):
            who = event.parts[0].person
            assert event.origin == origin.let_go(who, before.seats.seat_of(who), str(event.end)), events
        if isinstance(event, b.BankTaken):
            origin.taken(after.seats.seat_of(event.person))
    assert after.carried_over.last_seat == origin.last_seat


NAMES = {Call.SEGUIDO: "seguido", Call.BANCO: "banco", Call.PARTIAL: "half", Call.LAST: "last", Call.LINE: "line"}


def check_cover(before: Any, events: Any) -> None:
    told = next((one for one in events if isinstance(one, CoverAwarded)), None)
    if told is None or before.phase is not Phase.BETS:
        return
    state, offer, bank = before, before.offer, before.bank
    calls = []
    for one in state.calls.claims:
        kind, _, leader = one.kind.partition(":")
        calls.append(cover.Call(one.person, NAMES.get(kind, "joint" if leader else "stake"), one.amount, leader))
    fresh = bank.decided_coups + bank.tied_coups == 0 and offer.is_passed and state.coup.in_play > offer.amount
    seats = state.seats
    his_place = seats.seat_of(bank.banker)
    expected = cover.cover(
        cover.Betting(
            places=seats.labels,
            seated=dict(seats.occupants),
            standing=tuple((one.person, one.behind) for one in seats.standing),
            banker_at=state.carried_over.last_seat if his_place is None else his_place,
            bank=state.coup.in_play,
            minimum=state.settings.minimum,
            calls=tuple(calls),
            unsaluted=state.carried_over.salute_debtors,
            passer=offer.former_banker if fresh and offer.former_banker else "",
        )
    )
    assert expected is not None
    assert ({one.person: one.amount for one in told.stakes}, told.holder) == (expected.plays, expected.holder), before


@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("seed", range(3))
def test_everybody_has_what_he_brought_won_and_lost(conduct: str, seed: int) -> None:
    chance, purses, origin = Random(f"{conduct} {seed}"), Purses(), Origin()
    results = ["tie" if n in TIES else chance.choice(["banca", "banca", "punto"]) for n in range(20)]
    table = opened(shoe_for(*results), conduct=conduct, seats=SEATS, standing=STANDING)
    blank = table.turns[0].state
    for turn in table.turns:
        purses.see(blank, turn.events)
    coups = voided = 0
    for _ in range(2500):
        who, act = move(table, chance)
        before, made = table.state, table.play.attempt(act, str(who))
        if isinstance(made.outcome, Refused) or (isinstance(made.outcome, Ruled) and chance.random() < 0.95):
            continue  # faults that happen at a real table are rare, or no coup comes to its end
        table.play = type(table.play)(table.play.game, made.state, table.play.source, made)
        purses.see(before, made.events)
        check_cover(before, made.events)
        check_bank(before, made.events, table.state)
        check_origin(origin, before, made.events, table.state)
        assert purses.differences(table.state) == {}, f"what is theirs and what they have; after {made.events}"
        require_sound(table.play.game, table.state)
        coups += any(isinstance(one, CoupSettled) for one in made.events)
        voided += any(isinstance(one, CoupVoided) for one in made.events)
        if coups >= COUPS[conduct] and (voided or conduct == "strict"):
            break
    assert coups >= COUPS[conduct]
    assert (voided > 0) is (conduct == "observed")
