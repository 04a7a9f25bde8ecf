"""What each event of the bank, of the people and of a shoe leaves in the books of a table: that, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import ChanceKind, LotDrawn, UrnSealed
from tapete.games.banked import auction as sale
from tapete.games.banked.auction import LotsAwaited
from tapete.games.banked.shares import Share
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.acts.bank import StandingAward
from tapete.games.dos_panos.evolve import bank as bank_books
from tapete.games.dos_panos.evolve import people as people_books
from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.state import Award, Bank, Lots, State
from tapete.games.dos_panos.terms import BankEnd, BankMode, Phase
from tapete.kernel import PersonId
from tapete.table import acts as table
from tapete.table.proofs import ProofNeeded
from tapete.table.seats import Position, Row
from tapete.table.staff import Role
from tests.support.changes import changes
from tests.support.dos_panos.table import opened

ROSA, ANA, BEA, CARLA, DANI, EVA = map(PersonId, ("rosa", "ana", "bea", "carla", "dani", "eva"))
FOLDS: Any = {**bank_books.FOLDS, **people_books.FOLDS}
OPENED = opened(mode=BankMode.OPEN).state
AWARD = Award(ROSA, 500, AwardWay.AUCTION, 2)
HELD = Bank(ROSA, AWARD, initial=500, put_in=700, deposit=300, is_proven=True, proven_deposit=90, called_deposit=20)
HOLDS = replace(OPENED, bank=HELD)
SOUGHT = (Share(ROSA, 1), Share(ANA, 2), Share(BEA, 3))
USED = replace(OPENED, shoe=replace(OPENED.shoe, coups=1))
OFFERED = replace(
    OPENED,
    seekers=SOUGHT,
    offered_amount=9,
    standing_award=StandingAward(ROSA, 5),
    lots=Lots("bank", LotsAwaited(()), 1),
)
AUCTION = sale.start(7, 100, frozenset({BEA}))
BID = sale.bid(AUCTION, ANA, 200)
GONE = replace(OPENED, annulled=frozenset({DANI}), proofs=Map({ROSA: 5, ANA: None}))


def with_chair(state: State, came_from: Position | None = None) -> State:
    """Return the table with Rosa in the chair of the banker."""
    bank = replace(HELD, came_from=came_from)
    return FOLDS[e.BankTaken](replace(state, bank=bank), e.BankTaken(ROSA))  # type: ignore[no-any-return]


IN_CHAIR = with_chair(OPENED)


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        # the award
        (OPENED, e.BankAwarded(ANA, 5, AwardWay.LOTS, 3, 0, True, 4),
         {"award": Award(ANA, 5, AwardWay.LOTS, 3, 0, True, 4)}),
        (OPENED, e.BankAwarded(ANA, 5, AwardWay.BOUGHT, 0, 2), {"award": Award(ANA, 5, AwardWay.BOUGHT, 0, 2)}),
        (USED, e.BankAwarded(ANA, 5, AwardWay.AUCTION),
         {"award": Award(ANA, 5, AwardWay.AUCTION), "is_shoe_owed": True}),
        (USED, e.BankAwarded(ANA, 5, AwardWay.OFFERED), {"award": Award(ANA, 5, AwardWay.OFFERED)}),
        (replace(USED, is_shoe_owed=True), e.BankAwarded(ANA, 5, AwardWay.OFFERED),
         {"award": Award(ANA, 5, AwardWay.OFFERED)}),
        (OFFERED, e.BankAwarded(ANA, 5, AwardWay.OFFERED),
         {"award": Award(ANA, 5, AwardWay.OFFERED), "seekers": (SOUGHT[0], SOUGHT[2]), "offered_amount": 0,
          "standing_award": None, "lots": None}),
        (OFFERED, e.BankAwarded(ANA, 5, AwardWay.BOUGHT),
         {"award": Award(ANA, 5, AwardWay.BOUGHT), "seekers": (), "offered_amount": 0, "standing_award": None,
          "lots": None}),
        (replace(OPENED, auction=BID), e.BankAwarded(ANA, 5, AwardWay.AUCTION),
         {"award": Award(ANA, 5, AwardWay.AUCTION), "auction": None}),
        (replace(OPENED, seekers=SOUGHT), e.BankSought(ANA, 8), {"seekers": (SOUGHT[0], SOUGHT[2], Share(ANA, 8))}),
        (OPENED, e.BankSought(ANA, 8), {"seekers": (Share(ANA, 8),)}),
        (replace(OPENED, seekers=SOUGHT), e.WishWithdrawn(ANA), {"seekers": (SOUGHT[0], SOUGHT[2])}),
        (OPENED, e.AwardStands(ANA, 5, 3, is_begun=True, coups=2),
         {"standing_award": StandingAward(ANA, 5, 3, is_begun=True, coups=2)}),
        (OPENED, e.AwardStands(ANA, 5, 3), {"standing_award": StandingAward(ANA, 5, 3)}),
        # an award that went back
        (replace(GONE, award=AWARD, bank=HELD), e.AwardAnnulled(ROSA),
         {"award": None, "bank": None, "proofs": Map({ANA: None}), "annulled": frozenset({DANI, ROSA})}),
        (replace(GONE, award=replace(AWARD, way=AwardWay.STANDING)), e.AwardAnnulled(ROSA),
         {"award": None, "proofs": Map({ANA: None}), "annulled": frozenset({DANI, ROSA}), "gave_up": ROSA}),
        (replace(GONE, gave_up=BEA), e.AwardAnnulled(CARLA), {"annulled": frozenset({DANI, CARLA})}),
        # the auction and the lots
        (replace(OPENED, seekers=SOUGHT, award=AWARD), e.AuctionOpened(100, (BEA, ANA), 3),
         {"auction": sale.start(OPENED.serial, 100, frozenset({ANA, BEA})), "award": None, "seekers": (),
          "span.shoes": 3}),
        (OPENED, e.AuctionOpened(0, (), 0, 4),
         {"auction": sale.start(OPENED.serial, 0, frozenset()), "span.shoes": 0, "span.days": 4}),
        (replace(GONE, auction=BID), e.AuctionClosed(), {}),
        (replace(GONE, auction=AUCTION), e.AuctionClosed(), {"annulled": frozenset()}),
        (GONE, e.AuctionClosed(), {"annulled": frozenset()}),
        (replace(OPENED, auction=AUCTION), e.BidMade(ANA, 200), {"auction.window.claims": BID.window.claims}),
        (OPENED, e.BidMade(ANA, 200), {}),
        (replace(OPENED, urns=2), e.LotsWanted("bank", ("bea", "ana"), 7, 0, 5),
         {"lots": Lots("bank", LotsAwaited((BEA, ANA)), 3, 7), "span.shoes": 0, "span.days": 5}),
        (replace(OPENED, auction=BID), e.LotsWanted("equal-bids", ("ana",), 0, 4),
         {"lots": Lots("equal-bids", LotsAwaited((ANA,)), 1)}),
        (replace(OPENED, lots=Lots("bank", LotsAwaited(()), 4), urns=3), UrnSealed(4, ChanceKind.KEYED, ()),
         {"urns": 4, "lots.is_filled": True}),
        (OPENED, UrnSealed(4, ChanceKind.KEYED, ()), {}),
        (replace(OPENED, lots=Lots("bank", LotsAwaited(()), 4)), LotDrawn(4, 0, "ana"), {"lots": None}),
        # the deposit
        (replace(OPENED, award=AWARD), e.BankDeposited(ROSA, 40, "cash"),
         {"bank": Bank(ROSA, AWARD, initial=40, put_in=40, deposit=40)}),
        (replace(OPENED, award=replace(AWARD, is_begun=True)), e.BankDeposited(ROSA, 40, "cash"),
         {"bank": Bank(ROSA, replace(AWARD, is_begun=True), initial=500, put_in=40, deposit=40)}),
        (replace(GONE, award=AWARD, seekers=SOUGHT), e.BankDeposited(ROSA, 40, "cash"),
         {"bank": Bank(ROSA, AWARD, initial=40, put_in=40, deposit=40, is_proven=True, proven_deposit=5),
          "seekers": (), "annulled": frozenset(), "proofs": Map({ANA: None})}),
        (replace(GONE, award=replace(AWARD, person=ANA)), e.BankDeposited(ANA, 40, "cash"),
         {"bank": Bank(ANA, replace(AWARD, person=ANA), initial=40, put_in=40, deposit=40, is_proven=True),
          "annulled": frozenset(), "proofs": Map({ROSA: 5})}),
        (HOLDS, e.BankDeposited(ROSA, 40, "cash"), {"bank.put_in": 740, "bank.deposit": 340}),
        # a proof
        (OPENED, e.BankProven(ANA, DepositPlace.CASH_DESK, 8), {"proofs": Map({ANA: 8})}),
        (GONE, e.BankProven(ANA, None, None), {}),
        (HOLDS, e.BankProven(ANA, DepositPlace.CASH_DESK, 8), {"proofs": Map({ANA: 8})}),
        (HOLDS, e.BankProven(ROSA, DepositPlace.CASH_DESK, 8), {"bank.proven_deposit": 8, "bank.called_deposit": 0}),
        (replace(HOLDS, bank=replace(HELD, is_proven=False)), e.BankProven(ROSA, None, None),
         {"bank.is_proven": True, "bank.proven_deposit": None, "bank.called_deposit": 0}),
        (replace(HOLDS, coup=replace(OPENED.coup, is_cover_short=True)), e.BankProven(ROSA, None, 90),
         {"bank.called_deposit": 0, "coup.is_cover_short": False}),
        (replace(HOLDS, coup=replace(OPENED.coup, is_cover_short=True)), e.BankProven(ANA, None, 90),
         {"proofs": Map({ANA: 90}), "coup.is_cover_short": False}),
        # the chips of the bank
        (HOLDS, e.BankDelivered(ROSA, 100, 900),
         {"bank.deposit": 200, "bank.is_in_custody": True, "bank.shoes_begun": 1}),
        (replace(HOLDS, bank=replace(HELD, shoes_begun=3), phase=Phase.REPEAT), e.BankDelivered(ROSA, 300, 900),
         {"bank.deposit": 0, "bank.is_in_custody": True, "coup.is_handed_over": True}),
        (HOLDS, e.BankCalled(ROSA, 30), {"bank.called_deposit": 50, "bank.put_in": 730}),
        (HOLDS, e.BankBroken(ROSA), {"bank.may_change_shoe": True}),
        (replace(HOLDS, bank=replace(HELD, is_in_custody=True)), e.BankBroken(ROSA, 3),
         {"bank.is_in_custody": False, "bank.may_change_shoe": True}),
        (replace(HOLDS, bank=replace(HELD, may_change_shoe=True, wants_new_shoe=True)), e.BankRestored(ROSA, 5),
         {"bank.is_in_custody": True, "bank.may_change_shoe": False, "bank.wants_new_shoe": False}),
        (HOLDS, e.NewShoeAsked(ROSA), {"bank.wants_new_shoe": True}),
        (OPENED, e.BankOffered(8), {"offered_amount": 8}),
        # the bank is its banker's again
        (HOLDS, e.BankReturned(ROSA, 1, 2, BankEnd.LEFT), {"bank": None, "gave_up": ROSA}),
        (replace(HOLDS, barred_winners=frozenset({BEA})), e.BankReturned(ROSA, 1, 2, BankEnd.LEFT, is_winner=True),
         {"bank": None, "gave_up": ROSA, "barred_winners": frozenset({BEA, ROSA})}),
        (replace(HOLDS, gave_up=BEA), e.BankReturned(ROSA, 1, 2, BankEnd.TERM), {"bank": None, "gave_up": None}),
        (replace(HOLDS, phase=Phase.SHUFFLE), e.BankReturned(ROSA, 1, 2, BankEnd.LEFT),
         {"bank": None, "gave_up": ROSA, "shoe.left_at": Phase.SHUFFLE}),
        (replace(HOLDS, phase=Phase.SHUFFLE), e.BankReturned(ROSA, 1, 2, BankEnd.TERM), {"bank": None}),
        (replace(HOLDS, phase=Phase.SHOE), e.BankReturned(ROSA, 1, 2, BankEnd.LEFT), {"bank": None, "gave_up": ROSA}),
        # the people
        (replace(OPENED, called_person=ANA), e.PersonCalled(BEA), {"called_person": BEA}),
        (replace(OPENED, called_person=ANA), table.WentAway(ANA),
         {"called_person": None, "seats.away": frozenset({ANA})}),
        (replace(OPENED, called_person=BEA), table.WentAway(ANA), {"seats.away": frozenset({ANA})}),
        (replace(OPENED, called_person=ANA, seats=replace(OPENED.seats, away=frozenset({ANA, BEA}))),
         table.CameBack(ANA), {"called_person": None, "seats.away": frozenset({BEA})}),
        (replace(OPENED, called_person=BEA, seats=replace(OPENED.seats, away=frozenset({ANA}))),
         table.CameBack(ANA), {"seats.away": frozenset()}),
        (OPENED, table.StaffAssigned(Role.CROUPIER, EVA),
         {"staff": OPENED.staff.set(Role.CROUPIER, EVA)}),
        (OPENED, table.BoughtIn(ANA, 5), {}),
        (OPENED, table.CashedOut(ANA, 5), {}),
    ],
)  # fmt: skip
def test_an_event_leaves_this_in_the_books_and_nothing_else(state: State, event: Any, found: dict[str, Any]) -> None:
    assert changes(state, FOLDS[type(event)](state, event)) == found


@pytest.mark.parametrize("event", [
    e.BankDeposited(ROSA, 40, "cash"), e.BankTaken(ROSA), e.BankDelivered(ROSA, 1, 1), e.BankCalled(ROSA, 1),
])  # fmt: skip
def test_no_chips_of_a_bank_are_kept_that_nobody_was_awarded(event: Any) -> None:
    with pytest.raises(LookupError, match="nobody was awarded the bank"):
        FOLDS[type(event)](OPENED, event)


def test_the_banker_takes_his_chair_from_where_he_was_and_the_award_is_done() -> None:
    seated = replace(OPENED, award=replace(AWARD, person=ANA))
    taken = FOLDS[e.BankTaken](seated, e.BankTaken(ANA))
    found = changes(seated, taken)
    assert found.pop("award") is None
    assert found.pop("bank") == Bank(ANA, replace(AWARD, person=ANA), came_from=Position(1))
    assert (taken.seats.in_chair, taken.seats.position_of(ANA)) == (ANA, None)
    assert {name.split(".")[0] for name in found} == {"seats"}


@pytest.mark.parametrize(
    ("event", "away", "goes_to"),
    [
        (e.BankReturned(ROSA, 1, 2, BankEnd.LEFT, goes_to=Position(9)), False, Position(9)),
        (e.BankReturned(ROSA, 1, 2, BankEnd.LEFT, goes_to=Position(2, Row.SECOND)), True, Position(2, Row.SECOND)),
        (e.BankReturned(ROSA, 1, 2, BankEnd.LEFT), False, Position(3)),
        (e.BankReturned(ROSA, 1, 2, BankEnd.LEFT), True, Position(3)),
        (e.BankReturned(ROSA, 1, 2, BankEnd.LEFT, is_standing=True), False, Position(1, Row.STANDING)),
    ],
)
def test_whoever_leaves_the_chair_goes_where_it_is_told_and_is_away_if_he_was(
    event: e.BankReturned, away: bool, goes_to: Position
) -> None:
    state = IN_CHAIR
    if away:
        state = FOLDS[table.WentAway](state, table.WentAway(ROSA))
    after = FOLDS[e.BankReturned](state, event)
    assert (after.seats.in_chair, after.seats.position_of(ROSA)) == (None, goes_to)
    assert (ROSA in after.seats.away) is away
    whoever_else = FOLDS[e.BankReturned](state, replace(event, person=ANA))
    assert whoever_else.seats == state.seats


@pytest.mark.parametrize(
    ("event", "position"),
    [
        (table.Seated(EVA, 3), Position(3)),
        (e.SatBehind(EVA, 3), Position(3, Row.SECOND)),
        (table.StoodBehind(EVA, 3), Position(3, Row.STANDING)),
    ],
)
@pytest.mark.parametrize(("person", "is_new"), [(EVA, True), (ANA, False)])
def test_whoever_comes_to_the_table_is_silent_no_more_and_whoever_changes_his_place_is(
    event: Any, position: Position, person: PersonId, is_new: bool
) -> None:
    event = replace(event, person=person)
    for called in (person, BEA, None):
        state = replace(OPENED, called_person=called)
        after = FOLDS[type(event)](state, event)
        assert after.seats.position_of(person) == position
        assert after.called_person == (None if called == person and is_new else called)
        assert {name.split(".")[0] for name in changes(state, after)} <= {"seats", "called_person"}


def test_whoever_leaves_is_on_no_list_and_wants_no_bank() -> None:
    listed = FOLDS[e.ListJoined](replace(OPENED, seekers=SOUGHT), e.ListJoined(ANA, ROSA))
    listed = FOLDS[e.ListJoined](listed, e.ListJoined(EVA, ROSA))
    assert listed.seats.waiting_list == (ANA, EVA)
    gone = FOLDS[table.PersonLeft](listed, table.PersonLeft(ANA, 0))
    assert (gone.seats.waiting_list, gone.seats.position_of(ANA), gone.seekers) == (
        (EVA,),
        None,
        (SOUGHT[0], SOUGHT[2]),
    )
    struck = FOLDS[e.ListLeft](listed, e.ListLeft(ANA, ROSA))
    assert changes(listed, struck) == {"seats.waiting_list": (EVA,)}


# --- what is asked of a proof -----------------------------------------------------------------------------------------


def test_what_the_table_asks_of_proofs_is_told_whole() -> None:
    rules = OPENED.book
    asked, enough = rules.free.deposit_at.clauses, rules.bank.free_answers_all.clauses
    assert OPENED.proof_needed is None
    assert State().proof_needed is None
    before = replace(OPENED, proofs=Map({ROSA: 5, ANA: None}))
    assert before.proof_needed == ProofNeeded(frozenset({ROSA, ANA}), None, 0, asked, enough)
    unproven = replace(before, bank=replace(HELD, is_proven=False))
    assert unproven.proof_needed == ProofNeeded(frozenset({ROSA, ANA}), None, 0, asked, enough)
    assert HOLDS.proof_needed == ProofNeeded(frozenset({ROSA}), ROSA, 0, asked, enough)
    broken = replace(HOLDS, phase=Phase.BROKEN)
    assert broken.proof_needed == ProofNeeded(frozenset({ROSA}), ROSA, 0, asked, enough)
    in_house = replace(broken, settings=replace(broken.settings, is_in_house=True))
    assert in_house.proof_needed == ProofNeeded(frozenset({ROSA}), ROSA, 0, asked, enough, is_used_up=True)
    short = replace(HOLDS, coup=replace(OPENED.coup, is_cover_short=True))
    assert short.proof_needed == ProofNeeded(frozenset({ROSA}), ROSA, 0, asked, enough, is_short=True)
