"""Bids, places, chips and checks of every banked table: each condition at its edge, with the facts of its refusal."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import person
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.clauses import Fault, Sourced
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards, third
from tapete.games.baccarat.pack import DueCard, StopCardSeen
from tapete.games.banked import auction as sale, findings, people, shoe
from tapete.games.banked.auction import Auction, AuctionRules, LotsAwaited
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.shares import Share, as_shares, negative, share_of, sum_of
from tapete.games.banked.shoe import CardsChecked, CheckCards, Shoe
from tapete.kernel import CHANCE, CLOCK, HOUSE, PersonId
from tapete.table.acts import BoughtIn, BuyIn, CashedOut, CashOut
from tapete.table.seats import Seats, Standing
from tapete.table.staff import Role
from tests.support.banked.two_cloths import ONE, TWO, own

ANA, BEA, EVA, PAU, NOBODY = map(PersonId, ("ana", "bea", "eva", "pau", "nobody"))
CROUPIER = PersonId("croupier")
STAFF = Map({Role.CROUPIER: CROUPIER, Role.INSPECTOR: PersonId("inspector")})
SEATS = Seats((1, 2, 3, 4), Map({1: ANA, 3: BEA}), (Standing(EVA, 2),), away=frozenset({BEA}))


def said(found: Any) -> tuple[str, dict[str, Any]] | None:
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else None


# --- bids -------------------------------------------------------------------------------------------------------------


def bids(**amounts: int) -> Auction:
    made = sale.start(3, 100, frozenset({PAU}))
    for who, amount in amounts.items():
        made = sale.bid(made, PersonId(who), amount)
    return made


@pytest.mark.parametrize(
    ("who", "amount", "wrong"),
    [
        (BEA, 99, ("bid-below-floor", {"floor": 100, "bid": 99})),
        (BEA, 100, None),
        (ANA, 200, ("bid-not-raised", {"earlier": 200, "bid": 200})),
        (ANA, 199, ("bid-not-raised", {"earlier": 200, "bid": 199})),
        (ANA, 201, None),
        (ANA, 99, ("bid-below-floor", {"floor": 100, "bid": 99})),
    ],
)
def test_a_bid_reaches_the_floor_and_goes_above_his_own_earlier_one(who: PersonId, amount: int, wrong: Any) -> None:
    assert said(sale.require_valid_bid(bids(ana=200), who, amount)) == wrong


@pytest.mark.parametrize("is_a_rule", [True, False])
@pytest.mark.parametrize("who", [ANA, PAU])
def test_whoever_is_barred_bids_not_where_that_is_a_rule(is_a_rule: bool, who: PersonId) -> None:
    why = Sourced(is_a_rule, practice="a table of tests")
    barred = is_a_rule and who == PAU
    assert said(sale.require_not_barred(bids(), who, why)) == (("barred-from-auction", {}) if barred else None)


def test_of_each_bidder_the_last_bid_counts() -> None:
    made = bids(ana=200, bea=300)
    again = sale.bid(made, ANA, 250)
    assert [again.bid_of(who) for who in (ANA, BEA, EVA)] == [250, 300, 0]
    assert [made.bid_of(who) for who in (ANA, BEA, EVA)] == [200, 300, 0]


@pytest.mark.parametrize(
    ("amounts", "highest_wins", "top"),
    [
        ({}, True, []),
        ({"ana": 200}, True, [ANA]),
        ({"ana": 200, "bea": 300}, True, [BEA]),
        ({"ana": 200, "bea": 300}, False, [ANA]),
        ({"ana": 300, "bea": 300, "eva": 200}, True, [ANA, BEA]),
        ({"ana": 300, "bea": 200, "eva": 200}, False, [BEA, EVA]),
    ],
)
def test_the_best_bids_are_the_highest_or_the_lowest_by_the_rulebook(
    amounts: dict[str, int], highest_wins: bool, top: list[PersonId]
) -> None:
    rules, made = AuctionRules(highest_wins=own(highest_wins)), bids(**amounts)
    assert [one.person for one in sale.highest(made, rules)] == top
    asked: list[Any] = []

    def last(found: Any) -> Any:
        asked.append(found)
        return found[-1]

    won = sale.winner(made, rules, last)
    assert (won and won.person) == (top[-1] if top else None)  # type: ignore[union-attr]
    assert len(asked) == (len(top) > 1)
    for who in (ANA, BEA, EVA):
        lot = sale.bid_of_lot(made, rules, who)
        assert (lot and lot.person) == (who if who in top else None)
    if len(top) > 1:
        assert sale.winner(made, rules, sale.by_lots) == LotsAwaited(tuple(sorted(top)))


@pytest.mark.parametrize("kind", list(ChanceKind))
def test_lots_fill_an_urn_and_the_first_decides_which_a_person_keys_at_a_real_urn(kind: ChanceKind) -> None:
    lots = LotsAwaited((ANA, BEA))
    filled: Any = lots.draw(kind, 4, filled=False)
    assert filled == type(filled)(4, (ANA, BEA))
    drawn: Any = lots.draw(kind, 4, filled=True)
    assert drawn == type(drawn)(4, 0, by_person=kind is ChanceKind.KEYED)


# --- shares -----------------------------------------------------------------------------------------------------------


def test_shares_are_added_by_owner_and_told_in_an_order_that_tells_nothing() -> None:
    one, other = (Share(BEA, 5), Share(ANA, 3), Share(BEA, 1)), (Share(EVA, 2), Share(ANA, -3))
    assert sum_of(one, other) == (Share(BEA, 6), Share(ANA, 0), Share(EVA, 2))
    assert [share_of(one, who) for who in (ANA, BEA, EVA)] == [3, 6, 0]
    assert as_shares({BEA: 5, ANA: 3, EVA: 0}) == (Share(ANA, 3), Share(BEA, 5))
    assert negative(other) == (Share(EVA, -2), Share(ANA, 3))


# --- people -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "person_", "observed", "wrong"),
    [
        (CROUPIER, ANA, True, None),
        (CROUPIER, ANA, False, ("not-a-real-table", {})),
        (ANA, ANA, True, "not-your-post"),
        (CROUPIER, CROUPIER, True, ("only-people", {})),
        (CROUPIER, PersonId("inspector"), True, ("only-people", {})),
        (CROUPIER, CLOCK, True, ("only-people", {})),
        (CROUPIER, HOUSE, True, ("only-people", {})),
        (CROUPIER, CHANCE, True, ("only-people", {})),
    ],
)
def test_the_croupier_of_a_real_table_notes_what_a_player_does(
    who: PersonId, person_: PersonId, observed: bool, wrong: Any
) -> None:
    found = people.require_may_note(STAFF, who, person_, observed=observed)
    assert (found and found.code if isinstance(wrong, str) else said(found)) == wrong
    told = people.told_of(Fault("no", {"x": 1}), ANA)
    assert said(told) == ("no", {"x": 1, people.NOTED_FOR: ANA})
    assert people.told_of((), ANA) == ()


@pytest.mark.parametrize("seat", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("who", [ANA, BEA, EVA, NOBODY])
def test_a_place_is_free_or_kept_for_who_is_away_and_known_at_all(seat: int, who: PersonId) -> None:
    sitting = SEATS.occupants.get(seat)
    at = {"seat": seat}
    assert said(people.require_known_place(SEATS, seat)) == (None if seat < 5 else ("no-such-seat", at))
    taken = sitting is not None and sitting != who
    assert said(people.require_free_place(SEATS, who, seat)) == (("seat-taken", at) if taken else None)
    kept = seat == 3 and who != BEA
    assert said(people.require_place_not_kept(SEATS, who, seat)) == (("place-kept", at) if kept else None)
    stands = who == EVA and seat == 2
    assert said(people.require_another_place(SEATS, who, seat)) == (("nothing-changes", {}) if stands else None)
    assert said(people.require_at_table(SEATS, who)) == (("not-at-table", {}) if who == NOBODY else None)


@pytest.mark.parametrize(
    ("seat", "before", "start", "nearer"),
    [(2, 3, 1, True), (3, 2, 1, False), (2, 2, 1, False), (1, 4, 3, False), (4, 1, 3, True), (1, 2, 1, False)],
)
def test_nearer_to_the_right_is_what_comes_first_going_round(seat: int, before: int, start: int, nearer: bool) -> None:
    assert people.is_nearer_to(SEATS, seat, before, start) is nearer


@pytest.mark.parametrize(("amount", "wrong"), [(99, False), (100, False), (101, True)])
def test_chips_are_spent_and_changed_to_the_last_cent(amount: int, wrong: bool) -> None:
    ledger = Map({person(ANA): 100})
    fault = ("not-enough-chips", {"chips": 100, "needs": amount}) if wrong else None
    assert said(people.require_chips(ledger, ANA, amount)) == fault
    out = people.cash_out(ledger, ANA, CashOut(amount))
    assert out == (CashedOut(ANA, amount),) if not wrong else said(out) == fault
    assert people.buy_in(SEATS, EVA, BuyIn(amount)) == (BoughtIn(EVA, amount),)
    assert said(people.buy_in(SEATS, NOBODY, BuyIn(amount))) == ("not-at-table", {})


# --- the shoe ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "count", "seen", "out"),
    [(10, 0, False, None), (9, 1, False, None), (10, 1, False, 10), (8, 3, False, 10), (11, 1, False, 11),
     (10, 1, True, None)],
)  # fmt: skip
def test_the_stop_card_comes_out_before_the_first_card_behind_it(
    position: int, count: int, seen: bool, out: int | None
) -> None:
    found = shoe.stop_card(Shoe(1, 52, position, stop=10, is_stop_seen=seen), count)
    assert found == (() if out is None else (StopCardSeen(out),))


@pytest.mark.parametrize(("found", "complete", "whole"), [(52, True, True), (52, False, False), (51, True, False)])
def test_a_check_finds_every_card_by_rank_and_suit(found: int, complete: bool, whole: bool) -> None:
    result = shoe.check_result(Shoe(3, 52), CROUPIER, CheckCards(found, complete))
    assert result == CardsChecked(3, 52, found, whole, CROUPIER)


@pytest.mark.parametrize(
    ("face", "up", "keyed", "wrong"),
    [
        (None, True, True, ("face-missing", {"position": 7})),
        (None, False, True, None),
        ("x" * 9, True, True, ("unknown-card", {"card": "x" * 8})),
        ("x" * 9, True, False, ("unknown-card", {"card": "x" * 8})),
        ("2s", False, True, ("face-not-shown", {"position": 7})),
        ("2s", False, False, None),
        ("2s", True, True, None),
        ("3s", True, False, None),
    ],
)
def test_a_face_comes_with_a_card_that_is_shown(face: Any, up: bool, keyed: bool, wrong: Any) -> None:
    used = Shoe(1, 52, 5, played_cards=Map({Card("3s"): 1}))
    due = DueCard(7, ONE, up)
    assert said(shoe.require_face(used, (), due, face, decks=1, keyed=keyed)) == wrong


@pytest.mark.parametrize(("on_table", "played", "decks", "left"), [
    (0, 0, 1, True), (1, 0, 1, False), (0, 1, 1, False), (1, 0, 2, True), (1, 1, 2, False),
])  # fmt: skip
def test_the_shoe_holds_a_face_as_often_as_it_has_packs(on_table: int, played: int, decks: int, left: bool) -> None:
    layout = tuple(LaidCard(at, ONE, Card("2s")) for at in range(on_table))
    used = Shoe(1, 52 * decks, played_cards=Map({Card("2s"): played}))
    assert shoe.copies_out(used, (*layout, LaidCard(9, TWO, Card("3s"))), Card("2s")) == on_table + played
    assert (shoe.require_face_in_shoe(used, layout, decks, Card("2s")) is None) is left


# --- findings ---------------------------------------------------------------------------------------------------------


def test_a_fault_says_what_everybody_sees_of_its_hand() -> None:
    found = findings.with_public_facts(Fault("low", {"x": 1}), ONE, 5, word="carta", option=None)
    assert said(found) == ("low", {"x": 1, "hand": ONE, "total": 5, "word": "carta"})
    assert findings.renamed_fault("new", None) == Fault("new")
    assert findings.renamed_fault("new", Fault("old", {"x": 1}, ("CF.A.01",))) == Fault("new", {"x": 1}, ("CF.A.01",))  # type: ignore[arg-type]


@pytest.mark.parametrize("decision", [None, Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize(("places", "may"), [((), True), ((ONE, third(TWO)), True), ((third(ONE),), False)])
def test_a_card_can_be_given_or_denied_until_it_lies_there_or_the_banker_has_decided(
    decision: Cell | None, places: tuple[str, ...], may: bool
) -> None:
    layout = tuple(LaidCard(at, place, Card("2s")) for at, place in enumerate(places))
    coup = Coup(cards=Cards(layout), sides=Map({ONE: Side(), TWO: Side()}), decision=decision)
    assert findings.can_be_given_or_denied(coup, ONE) is (may and decision is None)
    assert findings.can_be_given_or_denied(replace(coup, decision=None), ONE) is may
