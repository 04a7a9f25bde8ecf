"""What each event of the bank, of the people and of the stakes leaves in the books of chemin de fer: that alone."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.effects import BarPerson, BarredAction, SetAside, Until
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import PersonCalled
from tapete.games.banked import auction
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import LiveShare, Share
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.events import bank as b
from tapete.games.chemin_de_fer.events import house as h
from tapete.games.chemin_de_fer.evolve import bank as bank_books
from tapete.games.chemin_de_fer.evolve import coup as coup_books
from tapete.games.chemin_de_fer.evolve import people as people_books
from tapete.games.chemin_de_fer.evolve import rotation as round_books
from tapete.games.chemin_de_fer.evolve import stakes as stake_books
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.state.coup import Award, Coup
from tapete.games.chemin_de_fer.state.table import CarriedOver, Shoe, State
from tapete.games.chemin_de_fer.terms import BankEnd, Cover, Hand, Stage
from tapete.kernel import PersonId
from tapete.table import acts as table
from tapete.table.seats import Position, Row
from tapete.table.windows import Claim, Window
from tests.support.changes import changes
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA, DANI, PAU = map(PersonId, ("ana", "bea", "carla", "dani", "pau"))
FOLDS: Any = {
    **bank_books.FOLDS, **round_books.FOLDS, **people_books.FOLDS, **stake_books.FOLDS, **coup_books.FOLDS,
}  # fmt: skip


def shares(**amounts: int) -> tuple[Share, ...]:
    return tuple(Share(PersonId(who), amount) for who, amount in amounts.items())


BANK = Bank(
    ANA, shares(ana=100, bea=50), 40, Map({CARLA: 7, DANI: 8}), frozenset({BEA}), 2, 1, shares(ana=5),
    shares(ana=10, bea=5), 15, 33, False, 3,
)  # fmt: skip
OFFER = BankOffer(
    3, 10, 60, BEA, (CARLA,), True, Stage.SEATED, DANI, frozenset({BEA}), frozenset({CARLA}), frozenset({PAU}), PAU,
    Map({CARLA: Pledge(DANI, 9)}),
)  # fmt: skip
CARRIED = CarriedOver(
    frozenset({ANA}), frozenset({ANA, BEA}), frozenset({ANA, CARLA}), (ANA, BEA, CARLA), 7, frozenset({DANI})
)
OPENED = opened().state
HELD = replace(OPENED, bank=BANK, offer=replace(OFFER, candidate=None), carried_over=CARRIED)
ROUND = replace(OPENED, bank=None, offer=OFFER, carried_over=CARRIED)
ASKED = replace(HELD, offer=OFFER)
BARS = tuple(BarPerson(ANA, BarredAction.BANCO, until) for until in Until)


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (b.BankDelivered(ANA, 30), {"parts": shares(ana=130, bea=50), "debt": 10}),
        (b.BankRaised(ANA, 30), {"parts": shares(ana=130, bea=50)}),
        (b.BankRaised(ANA, 30, shares(ana=4, bea=5)), {"parts": shares(ana=134, bea=55),
                                                    "aside": shares(ana=6, bea=0)}),
        (b.BankContinued(ANA), {}),
        (b.ShareOffered(CARLA, 9), {"join_offers": Map({CARLA: 9, DANI: 8})}),
        (b.ShareOffered(PAU, 9), {"join_offers": Map({CARLA: 7, DANI: 8, PAU: 9})}),
        (b.ShareAccepted(CARLA, 9),
         {"parts": (*BANK.parts, Share(CARLA, 9)), "join_offers": Map({DANI: 8})}),
        (b.ShareAccepted(PAU, 9), {"parts": (*BANK.parts, Share(PAU, 9))}),
        (b.ShareReleaseAsked(CARLA), {"leavers": frozenset({BEA, CARLA})}),
        (b.ShareTakenOver(BEA, ANA, 50, 5),
         {"parts": shares(ana=150), "aside": shares(ana=10), "leavers": frozenset()}),
        (b.WinningsGaraged(shares(ana=20, bea=10)),
         {"parts": shares(ana=80, bea=40), "aside": shares(ana=30, bea=15), "excluded_winnings": 45}),
        (b.GarageKept(shares(ana=20, bea=10)),
         {"parts": shares(ana=80, bea=40), "aside": shares(ana=30, bea=15), "garage": ()}),
        (b.AllGoesSaid(ANA, shares(ana=10, bea=5)),
         {"parts": shares(ana=110, bea=55), "aside": shares(ana=0, bea=0), "excluded_winnings": 0,
          "is_garage_waived": True}),
        (b.AllGoesSaid(ANA), {"excluded_winnings": 0, "is_garage_waived": True}),
    ],
)  # fmt: skip
def test_an_event_of_the_held_bank_leaves_this_in_it_and_asks_nobody_to_take_it(event: Any, found: Any) -> None:
    wanted = {f"bank.{name}": value for name, value in found.items()}
    assert changes(HELD, FOLDS[type(event)](HELD, event)) == wanted
    assert changes(ASKED, FOLDS[type(event)](ASKED, event)) == {**wanted, "offer.candidate": None}
    with pytest.raises(ValueError, match="nobody holds the bank"):
        FOLDS[type(event)](ROUND, event)


LATE = replace(HELD, coup=replace(OPENED.coup, late=shares(ana=3, bea=4)))
AWARD = Award(Cover.BANCO, CARLA, shares(carla=30, dani=20))
PLAYED = replace(HELD, coup=replace(OPENED.coup, award=AWARD))
LAYOUT = (
    LaidCard(0, str(Hand.PUNTO), Card("2s")),
    LaidCard(1, str(Hand.BANCA), Card("2s")),
    LaidCard(2, ASIDE, Card("4s")),
    LaidCard(3, DISCARD, None),
)
MARKS = Marks(aside=(SetAside(2),), bars=BARS, void=True, next_holders=Map({str(Hand.PUNTO): ANA}))
LYING = replace(HELD, bars=Marks(bars=BARS[1:]), coup=replace(OPENED.coup, cards=Cards(LAYOUT, MARKS), award=AWARD))
CALLS = Window("bets", 4, (Claim(CARLA, "stake", 20), Claim(DANI, "stake", 30)))
CALLED = replace(LYING, calls=CALLS)
FRESH_OFFER = BankOffer(5, amount=90, barred_bidders=frozenset({DANI}))


def ended(how: BankEnd) -> b.BankReturned:
    return b.BankReturned(shares(ana=60, bea=30), how, 5, 90, (), (DANI,))


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        (HELD, b.GarageFormed(shares(ana=9)), {"bank.garage": shares(ana=9)}),
        (HELD, b.GarageReturned(shares(ana=5)), {"bank.garage": ()}),
        (HELD, b.ShareOfferWithdrawn(CARLA), {"offer.pledges": Map(), "bank.join_offers": Map({DANI: 8})}),
        (HELD, b.ShareOfferWithdrawn(DANI), {"bank.join_offers": Map({CARLA: 7})}),
        (HELD, b.ShareOfferWithdrawn(PAU), {}),
        (ROUND, b.ShareOfferWithdrawn(CARLA), {"offer.pledges": Map()}),
        # on its way round
        (ROUND, b.BankOffered(PAU, Stage.SEATED, 20),
         {"offer.candidate": PAU, "offer.floor": 20, "offer.past_candidates": frozenset({BEA, PAU})}),
        (ROUND, b.BankOffered(PAU, Stage.STANDING, 10),
         {"offer.candidate": PAU, "offer.stage": Stage.STANDING, "offer.past_candidates": frozenset({BEA, PAU})}),
        (ROUND, b.BankOffered(PAU, Stage.RECOVERY, 10),
         {"offer.candidate": PAU, "offer.stage": Stage.RECOVERY, "offer.past_candidates": frozenset({PAU})}),
        (ROUND, b.BankOffered(PAU, Stage.JOINT, 10),
         {"offer.candidate": PAU, "offer.stage": Stage.JOINT, "offer.past_candidates": frozenset({PAU})}),
        (ROUND, b.BankOffered(PAU, Stage.FORCED, 10),
         {"offer.candidate": PAU, "offer.stage": Stage.FORCED, "offer.past_candidates": frozenset({BEA, PAU})}),
        (replace(ROUND, offer=replace(OFFER, stage=Stage.JOINT)), b.BankOffered(PAU, Stage.SEATED, 10),
         {"offer.candidate": PAU, "offer.stage": Stage.SEATED, "offer.past_candidates": frozenset({PAU})}),
        (replace(ROUND, offer=replace(OFFER, stage=Stage.JOINT)), b.BankOffered(PAU, Stage.JOINT, 10),
         {"offer.candidate": PAU, "offer.past_candidates": frozenset({BEA, PAU})}),
        (ROUND, b.BankDeclined(DANI), {"offer.candidate": None}),
        (ROUND, b.RefusalNoted(PAU), {"offer.refusals": frozenset({CARLA, PAU}),
                                      "carried_over.refusers": frozenset({ANA, CARLA, PAU})}),
        (ROUND, b.SharePledged(PAU, DANI, 6),
         {"offer.pledges": Map({CARLA: Pledge(DANI, 9), PAU: Pledge(DANI, 6)})}),
        (ROUND, b.RoundRestarted(), {f"offer.{name}": getattr(BankOffer(3), name) for name in (
            "floor", "amount", "former_banker", "former_associates", "is_passed", "candidate", "past_candidates",
            "refusals", "barred_bidders", "refused_by", "pledges")}),
        (ROUND, b.AuctionOpened(70, (ANA, BEA)),
         {"auction": auction.start(OPENED.serial, 70, frozenset({ANA, BEA})), "offer.candidate": None,
          "offer.past_candidates": frozenset()}),
        (replace(ROUND, auction=auction.start(1, 70, frozenset())), b.BidMade(PAU, 80, 80),
         {"auction.window.claims": auction.bid(auction.start(1, 70, frozenset()), PAU, 80).window.claims}),
        (replace(ROUND, auction=auction.start(1, 70, frozenset())), b.AuctionClosed(None, 0, ()), {"auction": None}),
        # the people
        (replace(HELD, called_person=ANA), PersonCalled(BEA), {"called_person": BEA}),
        (replace(HELD, called_person=ANA), table.WentAway(ANA),
         {"called_person": None, "seats.away": frozenset({ANA})}),
        (replace(HELD, called_person=BEA), table.WentAway(ANA), {"seats.away": frozenset({ANA})}),
        (replace(HELD, called_person=ANA, seats=replace(HELD.seats, away=frozenset({ANA}))), table.CameBack(ANA),
         {"called_person": None, "seats.away": frozenset()}),
        (replace(HELD, called_person=BEA, seats=replace(HELD.seats, away=frozenset({ANA}))), table.CameBack(ANA),
         {"seats.away": frozenset()}),
        (HELD, e.SaluteOwed(CARLA), {"carried_over.salute_debtors": frozenset({ANA, BEA, CARLA})}),
        (HELD, e.Saluted(ANA), {"carried_over.salute_debtors": frozenset({BEA}),
                                "offer.past_candidates": frozenset({ANA, BEA})}),
        (HELD, e.ChangeAsked(DANI), {"carried_over.movers": (ANA, BEA, CARLA, DANI)}),
        # the stakes
        (CALLED, e.CallMade(PAU, "banco", 5), {"calls.claims": (*CALLS.claims, Claim(PAU, "banco", 5))}),
        (CALLED, e.CallWithdrawn(CARLA, "stake", 20), {"calls.claims": CALLS.claims[1:]}),
        (CALLED, e.CallWithdrawn(CARLA, "banco", 20), {}),
        (CALLED, e.CoverAwarded(Cover.STAKES, DANI, shares(dani=4), calls=(LiveShare(DANI, "stake", 4),)),
         {"coup.award.kind": Cover.STAKES, "coup.award.holder": DANI, "coup.award.stakes": shares(dani=4),
          "coup.award.calls": (LiveShare(DANI, "stake", 4),), "calls.claims": (), "calls.open": False,
          "coup.sides": Map({str(Hand.PUNTO): Side(holder=DANI)})}),
        (CALLED, h.CoupCalledOff(1), {"calls.open": False, "bank.idle_coups": 4}),
        (replace(CALLED, bank=None), h.CoupCalledOff(1), {}),
        (PLAYED, e.StakeReturned(CARLA, 10), {"coup.award.stakes": shares(carla=20, dani=20)}),
        (PLAYED, e.StakeReturned(CARLA, 30), {"coup.award.stakes": shares(dani=20)}),
        (LATE, e.LateStakeNoted(ANA, 5), {"coup.late": shares(bea=4, ana=8)}),
        (LATE, e.LateStakeNoted(PAU, 5), {"coup.late": shares(ana=3, bea=4, pau=5)}),
        (LATE, e.LateStakeRemoved(ANA, 3), {"coup.late": shares(bea=4)}),
        (LATE, e.StakeClaimRecorded(ANA, 3, True), {}),
        (HELD, e.HandFollowed(PAU), {"carried_over.followers": frozenset({DANI, PAU})}),
        (HELD, e.SeguidoHeld((PAU, BEA)), {"carried_over.seguido": frozenset({PAU, BEA})}),
        (HELD, e.SeguidoHeld(()), {"carried_over.seguido": frozenset()}),
        (HELD, e.StopCardSeen(4), {"shoe.is_stop_seen": True}),
        (replace(HELD, coup=replace(OPENED.coup, respondents=frozenset({ANA}))), e.WithdrawalAnswered(BEA, True),
         {"coup.respondents": frozenset({ANA, BEA})}),
        (HELD, e.CardDealt(6, str(Hand.PUNTO), None, False),
         {"shoe.position": 7, "coup.cards.layout": (LaidCard(6, str(Hand.PUNTO), None),)}),
        (HELD, table.BoughtIn(ANA, 5), {}),
        (HELD, table.CashedOut(ANA, 5), {}),
    ],
)  # fmt: skip
def test_an_event_leaves_this_in_the_books_and_nothing_else(state: State, event: Any, found: dict[str, Any]) -> None:
    assert changes(state, FOLDS[type(event)](state, event)) == found


def test_no_stake_goes_back_and_no_bid_is_made_where_there_is_nothing() -> None:
    with pytest.raises(ValueError, match="nothing is staked"):
        FOLDS[e.StakeReturned](HELD, e.StakeReturned(ANA, 5))
    with pytest.raises(ValueError, match="no auction is open"):
        FOLDS[b.BidMade](HELD, b.BidMade(ANA, 5, 5))
    with pytest.raises(ValueError, match="a coup is settled against a bank"):
        FOLDS[e.CoupSettled](ROUND, object())


@pytest.mark.parametrize(
    ("how", "offer", "bars"),
    [
        (BankEnd.PASSED, replace(FRESH_OFFER, former_banker=ANA, former_associates=(BEA,), is_passed=True), BARS[:2]),
        (BankEnd.REFUSED, replace(FRESH_OFFER, former_banker=BEA, former_associates=(CARLA,), is_passed=True,
                                  refused_by=ANA), BARS),
        *((how, replace(FRESH_OFFER, former_banker=ANA, former_associates=(BEA,)), BARS)
          for how in BankEnd if how not in (BankEnd.PASSED, BankEnd.REFUSED)),
    ],
)  # fmt: skip
def test_a_bank_that_is_let_go_of_goes_round_as_it_ended(how: BankEnd, offer: BankOffer, bars: Any) -> None:
    state = replace(HELD, bars=Marks(bars=BARS))
    after = FOLDS[b.BankReturned](state, ended(how))
    assert (after.bank, after.offer, after.bars.bars) == (None, offer, bars)
    rest = {name for name in changes(state, after) if not name.startswith("offer.")}
    assert rest <= {"bank", "bars.bars"}


@pytest.mark.parametrize("person", [ANA, PAU])
def test_whoever_takes_the_bank_holds_it_with_what_he_has_handed_over(person: PersonId) -> None:
    after = FOLDS[b.BankTaken](ROUND, b.BankTaken(person, 90, 20))
    seat = OPENED.seats.seat_of(person)
    assert (seat is None) is (person == PAU)
    found = changes(ROUND, after)
    assert found.pop("bank") == Bank(person, (Share(person, 70),), 20)
    refusers = {"carried_over.refusers": frozenset({CARLA})} if person == ANA else {}
    moved = {} if seat is None else {"carried_over.last_seat": seat}
    assert found == {"offer.candidate": None, "offer.pledges": Map(), **refusers, **moved}


@pytest.mark.parametrize(
    ("event", "movers", "debtors", "refusers", "position"),
    [
        (table.Seated(ANA, 8), (BEA, CARLA), {ANA, BEA}, {ANA, CARLA}, Position(8)),
        (table.StoodBehind(ANA, 8), (BEA, CARLA), {BEA}, {ANA, CARLA}, Position(8, Row.STANDING)),
        (table.PersonLeft(ANA, 0), (BEA, CARLA), {BEA}, {CARLA}, None),
        (b.SeatLost(ANA, 1), (BEA, CARLA), {BEA}, {CARLA}, Position(1, Row.STANDING)),
    ],
)
@pytest.mark.parametrize("away", [True, False])
def test_with_his_place_a_person_leaves_what_belongs_to_it(
    event: Any, movers: Any, debtors: Any, refusers: Any, position: Position | None, away: bool
) -> None:
    state = replace(HELD, seats=replace(HELD.seats, away=frozenset({ANA} if away else ()), waiting_list=(PAU, ANA)))
    after = FOLDS[type(event)](state, event)
    wanted = replace(CARRIED, movers=movers, salute_debtors=frozenset(debtors), refusers=frozenset(refusers))
    assert after.carried_over == wanted
    assert after.seats.position_of(ANA) == position
    if isinstance(event, b.SeatLost):
        assert (ANA in after.seats.away) is away
    if isinstance(event, table.PersonLeft):
        assert after.seats.waiting_list == (PAU,)


def test_the_waiting_list_is_in_order_of_arrival() -> None:
    both = FOLDS[e.ListJoined](FOLDS[e.ListJoined](HELD, e.ListJoined(ANA, BEA)), e.ListJoined(PAU, BEA))
    assert changes(HELD, both) == {"seats.waiting_list": (ANA, PAU)}
    assert changes(HELD, FOLDS[e.ListLeft](both, e.ListLeft(ANA, BEA))) == {"seats.waiting_list": (PAU,)}


def test_a_new_coup_has_the_cards_that_wait_for_it_and_the_others_are_out() -> None:
    after = FOLDS[e.BetsOpened](CALLED, e.BetsOpened(9, 120))
    assert after.coup == Coup(9, in_play=120, cards=Cards((LAYOUT[2],), Marks(bars=BARS[1:], aside=(SetAside(2),))))
    assert after.calls == Window("bets", CALLED.serial)
    assert after.shoe == replace(CALLED.shoe, has_begun=True, played_cards=Map({Card("2s"): 2}))
    assert {name.split(".")[0] for name in changes(CALLED, after)} == {"coup", "calls", "shoe"}
    assert Shoe().has_begun is False


# --- the end of a coup ------------------------------------------------------------------------------------------------


def test_the_winner_is_kept_on_the_side_of_the_punto() -> None:
    for won in Winner:
        after = FOLDS[e.CoupEnded](HELD, e.CoupEnded(won, 3, 4))
        assert changes(HELD, after) == {"coup.sides": Map({str(Hand.PUNTO): Side(winner=won)})}


@pytest.mark.parametrize("place", [ASIDE, DISCARD, BASKET, FLOOR, str(Hand.PUNTO), str(Hand.BANCA)])
def test_a_void_coup_leaves_the_next_one_what_was_ruled_before_a_card_came_to_a_hand(place: str) -> None:
    layout = (*LAYOUT[2:], LaidCard(8, place, None))
    sides = Map({str(Hand.PUNTO): Side(holder=CARLA, is_lifted=True)})
    coup = replace(LYING.coup, cards=Cards(layout, MARKS), sides=sides)
    state = replace(LYING, coup=coup)
    after = FOLDS[e.CoupVoided](state, e.CoupVoided(()))
    is_dealt = place in (Hand.PUNTO, Hand.BANCA)
    held = Map({str(Hand.PUNTO): ANA})
    undealt = Marks(bars=BARS, holders=held, aside=(SetAside(2),))
    assert after.bars == (Marks(bars=BARS[1:], holders=held) if is_dealt else undealt)
    assert after.coup.cards == Cards(layout, replace(MARKS, aside=()) if is_dealt else undealt)
    assert after.coup.sides == Map({str(Hand.PUNTO): Side(is_lifted=True)})
    assert (after.coup.award, after.carried_over) == (None, replace(CARRIED, followers=frozenset()))
    assert {name.split(".")[0] for name in changes(state, after)} == {"bars", "coup", "carried_over"}


@pytest.mark.parametrize(
    ("winner", "decided", "tied"), [(Winner.PUNTO, 3, 1), (Winner.BANCA, 3, 1), (Winner.TIE, 2, 2)]
)
def test_a_settled_coup_changes_the_bank_by_owner_and_is_kept_for_corrections(
    winner: Winner, decided: int, tied: int
) -> None:
    sides = Map({str(Hand.PUNTO): Side(holder=CARLA, winner=winner)})
    bank = replace(BANK, is_garage_waived=True)
    state = replace(LYING, coup=replace(LYING.coup, sides=sides), bank=bank)
    event = e.CoupSettled(winner, Cover.BANCO, shares(carla=60, dani=40), shares(ana=-20, bea=-10), 5)
    after = FOLDS[e.CoupSettled](state, event)
    assert changes(bank, after.bank) == {
        "parts": shares(ana=80, bea=40), "winnings": 3, "is_garage_waived": False,
        **({"tied_coups": tied} if tied != 1 else {"decided_coups": decided}),
    }  # fmt: skip
    (kept,) = after.history
    assert (kept.coup, kept.parts, kept.winner, kept.award) == (state.coup, BANK.parts, winner, AWARD)
    assert after.bars == Marks(bars=BARS[1:], holders=Map({str(Hand.PUNTO): ANA}))
    assert after.coup.award is None
    assert after.coup.sides == Map({str(Hand.PUNTO): Side(winner=winner)})
    assert after.coup.cards == Cards(LAYOUT, replace(MARKS, aside=()))
    assert after.carried_over == replace(CARRIED, followers=frozenset())
    assert {name.split(".")[0] for name in changes(state, after)} == {"bank", "bars", "coup", "carried_over", "history"}
    with pytest.raises(ValueError, match="zip"):
        FOLDS[e.CoupSettled](state, replace(event, bank=shares(ana=-20)))
