"""What a view of chemin de fer says of itself: who plays which hand, what an incident touches, what its viewer may."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.clauses import Fault
from tapete.games.baccarat.effects import BarPerson, BarredAction, Discard, LoseCoup, ReturnStake, Until
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.marks import Binding, BindingTarget, DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.baccarat.proposals import Remedy
from tapete.games.baccarat.touched import Touched, TouchedCard
from tapete.games.banked import auction
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.state import carry_over
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.terms import Hand, Phase, Stage
from tapete.games.chemin_de_fer.view import view
from tapete.games.chemin_de_fer.view.parts import AuctionView, BankView, CardView, OfferView, SeatView, StandingView
from tapete.kernel import PersonId
from tapete.table.seats import set_away
from tapete.table.staff import Role
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, STAKES, B, P, drawn, lying, table

CARLA, EVA, PAU, ROSA, ZOE = map(PersonId, ("carla", "eva", "pau", "rosa", "zoe"))


def test_each_hand_is_played_by_its_holder_or_the_banker() -> None:
    seen = view(lying(2, 3), None)
    assert (seen.variant, seen.hand_holders) == ("chemin-de-fer", {Hand.PUNTO: ANA, Hand.BANCA: BEA})
    nobody = view(replace(lying(2, 3, side={"holder": None}), bank=None), None)
    assert nobody.hand_holders == {Hand.PUNTO: None, Hand.BANCA: None}


def test_an_incident_touches_the_hands_cards_and_stakes_of_all_its_remedies() -> None:
    seen = view(lying(2, 3), None)
    case = Incident(1, "other", CROUPIER, (), (Discard(1),), alternatives=(Remedy((LoseCoup(P), ReturnStake(ANA))),))
    touched = Touched(((P, ANA),), (TouchedCard(0, P), TouchedCard(1, B), TouchedCard(2, P)), ((ANA, 200),))
    assert seen.touched_by(case) == touched
    accused = Incident(1, "other", CROUPIER, (Fault("so", {"hand": B}),))
    assert seen.touched_by(accused) == Touched(((B, BEA),))


def test_a_card_has_an_open_face_where_everybody_sees_it() -> None:
    assert CardView(0, P, Card("2s"), True).open_face == Card("2s")
    assert CardView(0, P, Card("2s"), False).open_face is None
    assert CardView(0, P, None, True).open_face is None


@pytest.mark.parametrize("viewer", [None, ANA, BEA, CROUPIER])
def test_a_total_is_told_to_whoever_knows_every_card_of_the_hand(viewer: PersonId | None) -> None:
    state = lying(2, 3, drawn(P, "4d", face_up=False))
    seen_by = {0: {ANA}, 2: {ANA}, 4: {ANA}, 1: {BEA}, 3: {BEA, ANA}}
    layout = tuple(replace(one, seen_by=frozenset(seen_by[one.position])) for one in state.coup.cards.layout)
    state = replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))
    totals = {ANA: {P: 6}, BEA: {B: 3}}
    assert view(state, viewer).coup.totals == totals.get(viewer or ZOE, {})
    deemed = lying(None, None, hands={B: HandMarks(deemed_total=DeemedTotal(9))})
    assert view(deemed, viewer).coup.totals == {B: 9}
    one_card = replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout[:1])))
    assert view(one_card, viewer).coup.totals == {}


@pytest.mark.parametrize(
    ("due", "kind", "waiting"),
    [
        ((DueCard(4, P, True), DueCard(5, B, True)), ChanceKind.KEYED, 4),
        ((DueCard(4, P, True),), ChanceKind.SEEDED, None),
        ((DueCard(4, P, False),), ChanceKind.KEYED, None),
        ((), ChanceKind.KEYED, None),
    ],
)
def test_the_table_waits_for_the_face_of_the_next_card_that_is_shown(due: Any, kind: ChanceKind, waiting: Any) -> None:
    state = lying(2, 3, due_cards=due)
    assert view(replace(state, settings=replace(state.settings, shoe=kind)), None).coup.waiting_for_key == waiting


def test_a_coup_shows_what_was_said_and_done_and_advice_to_its_punto_alone() -> None:
    side = {"advice": "no", "before": LUIS, "is_lifted": True, "word": Word.NO, "winner": Winner.TIE, "is_warned": True}
    bound = {B: HandMarks(binding=Binding(BindingTarget.TABLE))}
    state = lying(2, 3, side=side, hands=bound, naturals=(B,), late=(Share(PAU, 2), Share(EVA, 1)))
    for viewer in (None, ANA, BEA):
        seen = view(state, viewer).coup
        assert (seen.advice, seen.is_advised) == ("no" if viewer == ANA else None, True)
        assert (seen.before, seen.is_lifted, seen.word, seen.naturals) == (LUIS, True, Word.NO, (B,))
        assert (seen.winner, seen.is_warned, seen.by_table) == (Winner.TIE, True, True)
        assert seen.late == (Share(EVA, 1), Share(PAU, 2))
        assert (seen.stakes, seen.covered_amount, seen.holder, seen.number) == (STAKES, 300, ANA, 3)
    free = view(lying(2, 3, hands={B: HandMarks(binding=Binding(BindingTarget.NOTHING))}), ANA).coup
    assert (free.by_table, free.advice, free.is_advised, free.may_withdraw) == (False, None, False, ())
    plain = view(lying(2, 3, cover=None, marks={"withdrawal": True}), ANA).coup
    assert (plain.cover, plain.stakes, plain.calls, plain.covered_amount) == (None, (), (), 0)
    assert view(lying(2, 3, marks={"withdrawal": True}), None).coup.may_withdraw == (ANA, LUIS)


def test_the_bank_is_shown_whole_and_by_its_parts() -> None:
    parts, garage, aside = (
        (Share(BEA, 90), Share(LUIS, 30)),
        (Share(BEA, 9), Share(LUIS, 3)),
        (Share(BEA, 4), Share(LUIS, 2)),
    )
    bank = Bank(BEA, parts, 5, Map({PAU: 8, EVA: 7}), garage=garage, aside=aside, is_garage_waived=True)
    state = replace(lying(2, 3), bank=bank)
    shown = BankView(BEA, 120, parts, 300, 12, 6, 5, (Share(EVA, 7), Share(PAU, 8)), True, False)
    assert view(state, None).bank == shown
    for dealt in ({"decided_coups": 1}, {"tied_coups": 1}):
        assert view(replace(state, bank=replace(bank, **dealt)), None).bank == replace(shown, is_dealt_from=True)
    assert view(replace(state, bank=None), None).bank is None


def test_a_bank_on_its_way_and_an_auction_are_shown_without_an_order_of_arrival() -> None:
    pledges = Map({PAU: Pledge(CARLA, 8_000), ANA: Pledge(CARLA, 7_000), LUIS: Pledge(EVA, 9_000)})
    offer = BankOffer(stage=Stage.SEATED, candidate=CARLA, floor=70, pledges=pledges)
    state = replace(table(), phase=Phase.BANK, bank=None, offer=offer)
    assert view(state, None).offer == OfferView(CARLA, Stage.SEATED, 70, (Share(ANA, 7_000), Share(PAU, 8_000)))
    assert view(replace(state, offer=replace(offer, candidate=None)), None).offer is None
    sale = auction.start(1, 70, frozenset({PAU, EVA}))
    for who, amount in ((LUIS, 90), (ANA, 80)):
        sale = auction.bid(sale, who, amount)
    selling = view(replace(state, auction=sale), None).auction
    assert selling == AuctionView(70, (Share(ANA, 80), Share(LUIS, 90)), (EVA, PAU))
    assert view(state, None).auction is None


def test_places_people_and_bounds_of_the_bank_are_shown() -> None:
    state = carry_over(replace(table(), seats=set_away(table().seats, EVA, True)), salute_debtors=frozenset({ANA, PAU}))
    seen = view(state, None)
    people = {1: BEA, 2: CARLA, 5: ANA, 8: LUIS, 9: EVA}
    assert seen.seats == tuple(SeatView(seat, people.get(seat), seat == 5) for seat in range(1, 10))
    assert seen.standing == (StandingView(PAU, 6), StandingView(ROSA, 9))
    assert (seen.away, seen.places, seen.me) == ((EVA,), 9, None)
    assert seen.staff == {"croupier": "croupier", "inspector": "inspector"}
    most = state.book.bank.maximum_multiple.value * 10_00
    assert (seen.bank_minimum, seen.bank_maximum) == (10_00, most)
    higher = replace(state, settings=replace(state.settings, bank_minimum=50_00, no_bank_max=True))
    assert (view(higher, None).bank_minimum, view(higher, None).bank_maximum) == (50_00, None)
    lower = replace(state, settings=replace(state.settings, bank_minimum=5_00))
    assert view(lower, None).bank_minimum == 10_00


BARS = tuple(BarPerson(who, BarredAction.CARDS, Until.SHOE) for who in (ANA, LUIS))


@pytest.mark.parametrize("phase", list(Phase))
def test_everybody_is_told_of_his_own_bars_in_the_coup_and_before_it(phase: Phase) -> None:
    state = replace(lying(2, 3, phase=phase, marks={"bars": BARS}), bars=Marks(bars=BARS[1:]))
    dealing = phase in (
        Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE,
    )  # fmt: skip
    for who, own in ((ANA, BARS[:1] if dealing else ()), (LUIS, BARS[1:]), (BEA, ())):
        me = view(state, who).me
        assert me is not None
        assert me.bars == own


def test_a_viewer_is_told_of_himself() -> None:
    state = carry_over(lying(2, 3), seguido=frozenset({ANA}))
    ana, croupier, nobody = (view(state, one).me for one in (ANA, CROUPIER, ZOE))
    assert ana is not None
    assert croupier is not None
    assert nobody is not None
    assert (ana.person, ana.roles, ana.seat, ana.chips, ana.may_repeat_banco) == (ANA, (), 5, 10_000_00, True)
    assert (croupier.roles, croupier.seat, croupier.chips, croupier.may_repeat_banco) == (
        (Role.CROUPIER,),
        None,
        0,
        False,
    )
    assert (nobody.roles, nobody.seat, nobody.chips, nobody.place_at_stake) == ((), None, 0, False)
