"""What one entry of a table means for its house: only what has changed, and only while the table is open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, Posting, person
from tapete.house import acts as a
from tapete.house.following import table_moves
from tapete.kernel import PersonId
from tapete.table.phases import CLOSED
from tapete.table.proofs import ProofNeeded
from tapete.table.seats import Seats
from tapete.table.sessions import SessionClauses, TableSession
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, TABLE

TIME = "2026-11-22T21:30:59.5+01:00"
MOMENT = "2026-11-22T21:30"
BY = SessionClauses(("DP.E2.14",), ("DP.E2.13",))
SESSION = TableSession(2, 3, ANA, BY)
ASKING, ENOUGH = ("DP.E2.24",), ("DP.E2.25",)
NEEDED = ProofNeeded(frozenset({ANA}), ANA, 500, ASKING, ENOUGH)
OTHER = replace(NEEDED, people=frozenset({BEA}), banker=None)
SEATS = Seats((1, 2, 3))


class Drawn:
    """A game whose events are written as the legs that they move."""

    key = "dos-panos"

    def step(self, state: Any) -> Any:
        return state

    def postings(self, event: Any) -> Any:
        return event


def table(phase: str = "bets", **of: Any) -> Any:
    """Return a table with nothing but what is given."""
    return SimpleNamespace(phase=phase, **of)


def told(before: Any, after: Any, *events: Any) -> list[Any]:
    return list(table_moves(Drawn(), TABLE, before, after, events, TIME))  # type: ignore[arg-type]


SHUT = table(CLOSED)


def test_a_table_that_opens_and_one_that_closes_is_told_of_once() -> None:
    assert told(SHUT, table()) == [a.NoteTableOpen(TABLE, "dos-panos")]
    assert told(table(), table()) == []
    assert told(table(), SHUT) == [a.NoteTableClosed(TABLE)]
    assert told(SHUT, SHUT) == []


@pytest.mark.parametrize(
    ("change", "is_told"),
    [
        ({}, False),
        ({"shoes": 2}, True),
        ({"banker": BEA}, True),
        ({"banker": None}, True),
        ({"is_begun": True}, True),
        ({"is_dinner_begun": True}, True),
        ({"number": 1}, False),
    ],
)
def test_of_a_session_the_shoes_the_banker_and_what_has_begun_are_told_when_they_change(
    change: dict[str, Any], is_told: bool
) -> None:
    now = replace(SESSION, **change)
    noted = a.NoteSession(TABLE, now.shoes, now.banker, now.is_begun, now.is_dinner_begun, MOMENT, BY)
    assert told(table(session=SESSION), table(session=now)) == ([noted] if is_told else [])
    assert told(table(session=now), table(session=now)) == []


def test_a_session_begins_with_its_table_and_ends_with_it() -> None:
    begin = a.BeginSession(TABLE, 2, 3, MOMENT, BY)
    assert told(SHUT, table(session=SESSION)) == [a.NoteTableOpen(TABLE, "dos-panos"), begin]
    left_over = table(CLOSED, session=replace(SESSION, number=1))
    assert told(left_over, table(session=SESSION))[1:] == [begin], "the one before is over"
    for is_begun in (False, True):
        played = table(session=replace(SESSION, is_begun=is_begun))
        assert told(played, SHUT) == [a.EndSession(TABLE, MOMENT, is_begun), a.NoteTableClosed(TABLE)]
    assert told(table(session=None), SHUT) == [a.NoteTableClosed(TABLE)]


@pytest.mark.parametrize(
    "there",
    [
        replace(SEATS, occupants=Map({1: ANA})),
        replace(SEATS, second_row=Map({2: ANA})),
        replace(SEATS, in_chair=ANA),
    ],
    ids=["in a place", "behind one", "in the chair"],
)
def test_whoever_sits_anywhere_at_a_table_has_a_seat_and_a_change_of_place_is_nothing(there: Seats) -> None:
    nobody, elsewhere = table(seats=SEATS), table(seats=replace(SEATS, occupants=Map({3: ANA})))
    assert told(nobody, table(seats=there)) == [a.NoteSeat(ANA, TABLE)]
    assert told(table(seats=there), nobody) == [a.NoteSeat(ANA, "")]
    assert told(table(seats=there), elsewhere) == []
    assert told(nobody, table(seats=replace(SEATS, waiting_list=(ANA,)))) == []


def test_a_seat_that_is_given_up_is_told_before_the_one_that_is_taken() -> None:
    before, after = (table(seats=replace(SEATS, occupants=Map({1: who}))) for who in (BEA, ANA))
    assert told(before, after) == [a.NoteSeat(BEA, ""), a.NoteSeat(ANA, TABLE)]


def test_a_post_is_told_where_its_holder_changes() -> None:
    before, after = {Role.CROUPIER: ANA, Role.CHANGER: BEA}, {Role.CROUPIER: BEA, Role.INSPECTOR: ANA}
    assert told(table(staff=before), table(staff=before)) == []
    assert told(table(staff=before), table(staff=after)) == [
        a.NoteTablePost(TABLE, Role.CHANGER, None),
        a.NoteTablePost(TABLE, Role.CROUPIER, BEA),
        a.NoteTablePost(TABLE, Role.INSPECTOR, ANA),
    ]


@pytest.mark.parametrize(
    ("was", "now", "moves"),
    [
        (None, NEEDED, [a.UseProof(ANA, TABLE, ASKING), a.CoverStakes(ANA, TABLE, 500, ENOUGH)]),
        (NEEDED, NEEDED, []),
        (NEEDED, replace(NEEDED, amount=501), [a.CoverStakes(ANA, TABLE, 501, ENOUGH)]),
        (NEEDED, replace(NEEDED, amount=499), []),
        (NEEDED, replace(NEEDED, amount=501, is_short=True), [a.FindShort(ANA, TABLE, 501)]),
        (replace(NEEDED, is_short=True), replace(NEEDED, amount=501, is_short=True), []),
        (replace(NEEDED, is_short=True), NEEDED, [a.CoverStakes(ANA, TABLE, 500, ENOUGH)]),
        (replace(NEEDED, is_short=True), replace(NEEDED, amount=0), []),
        (NEEDED, replace(NEEDED, is_used_up=True), [a.ExhaustProof(ANA, TABLE)]),
        (replace(NEEDED, is_used_up=True), replace(NEEDED, is_used_up=True), []),
        (NEEDED, replace(NEEDED, people=frozenset({ANA, BEA})), [a.UseProof(BEA, TABLE, ASKING)]),
        (NEEDED, OTHER, [a.UseProof(BEA, TABLE, ASKING), a.ReturnProof(ANA, TABLE)]),
        (NEEDED, None, [a.ReturnProof(ANA, TABLE)]),
    ],
)  # fmt: skip
def test_of_a_proof_is_told_what_it_must_cover_beyond_what_was_told_before(
    was: Any, now: Any, moves: list[Any]
) -> None:
    assert told(table(proof_needed=was), table(proof_needed=now)) == moves


@pytest.mark.parametrize(
    ("account", "amount", "move"),
    [
        (person(ANA), 700, a.BringChips(ANA, TABLE, 700)),
        (person(ANA), -700, a.TakeChips(ANA, TABLE, 700)),
        ("stakes", 700, a.BringCash(TABLE, 700)),
        ("stakes", -700, a.PayCash(TABLE, 700)),
    ],
)
def test_what_crosses_the_edge_of_a_table_is_chips_of_a_person_or_cash_of_the_public(
    account: str, amount: int, move: Any
) -> None:
    legs = (Posting(CASH_DESK, -amount), Posting(account, amount))
    inside = (Posting("stakes", -amount), Posting(person(BEA), amount))
    for event in (legs, legs[::-1], (*inside, *legs)):
        assert told(table(), table(), event) == [move]
    assert told(table(), table(), inside) == []


def test_what_lies_before_people_when_a_table_closes_goes_with_them() -> None:
    ledger = {person(ANA): 700, person(BEA): 0, "stakes": 300}
    assert told(table(ledger=ledger), table(CLOSED, ledger=ledger)) == [
        a.TakeChips(ANA, TABLE, 700),
        a.NoteTableClosed(TABLE),
    ]


def test_bankers_are_told_when_the_bank_may_be_theirs_and_when_it_may_no_more() -> None:
    before, after = (table(bank_claimants=frozenset({PersonId(one) for one in names})) for names in ("ab", "bc"))
    assert told(before, after) == [a.DropBank(PersonId("a"), TABLE), a.ClaimBank(PersonId("c"), TABLE)]
