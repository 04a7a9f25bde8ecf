"""Proofs of open banks, each question on its boundary: what is lodged, relied on, enough, used up, lowered."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.clauses import Fault
from tapete.house import acts as a, proofs
from tapete.house.events import CoverFoundShort, ProofExhausted, ProofLodged, ProofReleased, ProofReturned, ProofUsed
from tapete.house.state import NO_VISITOR, Duty, LossLimit, Proof, Settings, State, TableBooks, Visitor
from tapete.house.terms import Phase
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, TABLE

DUTIES = frozenset({Duty("", Role.DIRECTOR, DIRECTOR), Duty("", Role.CASHIER, CASHIER)})
ASKING = ("DP.E2.13",)


def house(one: Proof | None = None, of: Visitor = NO_VISITOR, institutions: tuple[str, ...] = ()) -> State:
    return State(
        Settings("Casino", has_admission=False),
        Phase.OPEN,
        "2026-11-22",
        1,
        DUTIES,
        visitors=Map({ANA: of}),
        tables=Map({TABLE: TableBooks("x"), "m2": TableBooks("x", is_open=False)}),
        proofs=Map({} if one is None else {ANA: one}),
        institutions=institutions,
    )


def told(found: Any) -> Any:
    return (found.code, found.facts) if isinstance(found, Fault) else found


SUFFICIENT, SHORT = ("deposit-is-sufficient", {}), ("deposit-not-sufficient", {})
NOT_LODGED = ("proof-not-lodged", {"person": ANA})


@pytest.mark.parametrize(
    ("one", "amount", "limit", "is_short"),
    [
        (None, 0, None, True),
        (Proof(500), 500, None, False),
        (Proof(500), 501, None, True),
        (Proof(500, called_amount=100), 400, None, False),
        (Proof(500, called_amount=100), 401, None, True),
        (Proof(None), 9**9, None, False),
        (Proof(500), 300, 300, False),
        (Proof(500), 301, 300, True),
    ],
)
def test_a_proof_is_enough_to_the_cent_and_within_what_its_banker_lets_himself_lose(
    one: Proof | None, amount: int, limit: int | None, is_short: bool
) -> None:
    state = house(one, Visitor(loss=LossLimit(limit)))
    assert proofs.is_short(state, ANA, amount) is is_short
    asked = proofs.require_enough(state, a.CoverStakes(ANA, TABLE, amount, ("DP.E2.14",)))
    assert told(asked) == (SHORT if is_short else None)
    assert asked is None or asked.clauses == ("DP.E2.14", "HP.HS.bank-proof")
    unreadable = one is not None and one.amount is None
    found = proofs.find_short(state, DIRECTOR, a.FindShort(ANA, TABLE, amount))
    assert told(found) == ((CoverFoundShort(ANA, TABLE, amount),) if is_short or unreadable else SUFFICIENT)


@pytest.mark.parametrize(
    ("one", "is_left"),
    [
        (None, False),
        (Proof(500), True),
        (Proof(500, called_amount=499), True),
        (Proof(500, called_amount=500), False),
        (Proof(None), False),
    ],
)
def test_a_proof_is_exhausted_when_nothing_is_left_or_nobody_can_read_how_much(one: Any, is_left: bool) -> None:
    found = proofs.exhaust_proof(house(one), DIRECTOR, a.ExhaustProof(ANA, TABLE))
    assert told(found) == (SUFFICIENT if is_left else (ProofExhausted(ANA, TABLE),))
    assert proofs.is_used_up(house(one), ANA) is (one is None or one.is_used_up)
    assert proofs.is_unreadable(house(one), ANA) is (one is not None and one.amount is None)
    shut = proofs.exhaust_proof(house(one), DIRECTOR, a.ExhaustProof(ANA, "m2"))
    assert told(shut) == ("table-closed", {})


@pytest.mark.parametrize(
    ("one", "answer"),
    [
        (None, NOT_LODGED),
        (Proof(500), None),
        (Proof(500, table=TABLE), None),
        (Proof(500, table="m2"), ("proof-in-use", {"table": "m2"})),
        (Proof(500, is_short=True), SHORT),
        (Proof(500, table=TABLE, is_short=True), SHORT),
    ],
)
def test_a_table_relies_on_a_proof_that_no_other_relies_on(one: Proof | None, answer: Any) -> None:
    what = a.UseProof(ANA, TABLE, ASKING)
    found = proofs.require_lodged(house(one), what)
    assert told(found) == answer
    assert found is None or found.clauses == (*ASKING, "HP.HS.bank-proof")
    assert told(proofs.use_proof(house(one), DIRECTOR, what)) == (answer or (ProofUsed(ANA, TABLE),))


@pytest.mark.parametrize(
    ("one", "free", "returned"),
    [
        (None, NOT_LODGED, False),
        (Proof(500), None, False),
        (Proof(500, table=TABLE), ("proof-in-use", {"table": TABLE}), True),
        (Proof(500, table="m2"), ("proof-in-use", {"table": "m2"}), False),
    ],
)
def test_a_proof_goes_back_when_no_table_relies_on_it(one: Proof | None, free: Any, returned: bool) -> None:
    state = house(one)
    assert told(proofs.require_free_proof(state, ANA)) == free
    for who in (DIRECTOR, CASHIER):
        assert told(proofs.release_proof(state, who, a.ReleaseProof(ANA))) == (free or (ProofReleased(ANA),))
    needs = ("not-your-post", {"needs": ["director", "cashier"]})
    assert told(proofs.release_proof(state, BEA, a.ReleaseProof(ANA))) == needs
    found = proofs.return_proof(state, DIRECTOR, a.ReturnProof(ANA, TABLE))
    assert told(found) == ((ProofReturned(ANA, TABLE),) if returned else NOT_LODGED)


@pytest.mark.parametrize(
    ("one", "amount", "is_lowered"),
    [
        (None, 1, False),
        (Proof(500), 1, False),
        (Proof(500, table=TABLE), 499, True),
        (Proof(500, table=TABLE), 500, False),
        (Proof(500, table=TABLE), 501, False),
        (Proof(None, table=TABLE), 1, False),
    ],
)
def test_a_proof_on_which_a_table_relies_is_not_lowered(one: Proof | None, amount: int, is_lowered: bool) -> None:
    what = a.LodgeProof(ANA, amount)
    assert told(proofs.require_not_lowered(house(one), what)) == (SHORT if is_lowered else None)
    for who in (DIRECTOR, CASHIER):
        lodged = (ProofLodged(ANA, amount, ""),)
        assert told(proofs.lodge_proof(house(one), who, what)) == (SHORT if is_lowered else lodged)


def test_a_proof_is_of_a_sum_that_is_told_and_within_one_s_own_limit() -> None:
    unread = proofs.lodge_proof(house(), CASHIER, a.LodgeProof(ANA, None))
    assert told(unread) == ("amount-malformed", {"amount": 0})
    limited = house(of=Visitor(loss=LossLimit(5)))
    assert told(proofs.lodge_proof(limited, CASHIER, a.LodgeProof(ANA, 5))) == (ProofLodged(ANA, 5, ""),)
    assert told(proofs.lodge_proof(limited, CASHIER, a.LodgeProof(ANA, 6))) == ("loss-limit", {"limit": 5, "left": 5})


@pytest.mark.parametrize(
    ("institution", "is_known"), [("", True), ("Banco", True), ("BANCO", True), ("Cajá", True), ("Otro", False)]
)
def test_a_deposit_lies_at_an_institution_that_was_accepted(institution: str, is_known: bool) -> None:
    state = house(institutions=("Banco", "Caja"))
    answer = ("institution-not-accepted", {"institution": institution, "accepted": ["Banco", "Caja"]})
    assert told(proofs.require_accepted(state, institution)) == (None if is_known else answer)
    long = told(proofs.require_accepted(state, "x" * 81))
    assert long == ("institution-not-accepted", {"institution": "x" * 80, "accepted": ["Banco", "Caja"]})
    if institution:
        found = proofs.accept_institution(state, DIRECTOR, a.AcceptInstitution(institution))
        assert isinstance(found, Fault) is is_known
        assert not is_known or told(found) == ("nothing-changes", {})


@pytest.mark.parametrize(
    ("before", "event", "after"),
    [
        (None, (500, "B"), Proof(500, "B")),
        (Proof(400, called_amount=3, table=TABLE, is_short=True), (500, "B"), Proof(500, "B", 3, TABLE)),
        (Proof(500, is_short=True), (500, ""), Proof(500, is_short=True)),
        (Proof(500, is_short=True), (501, ""), Proof(501)),
        (Proof(None, is_short=True), (5, ""), Proof(5)),
        (Proof(500, is_short=True), (None, ""), Proof(None)),
        (Proof(400), (300, ""), Proof(300)),
    ],
)
def test_more_that_is_lodged_makes_up_for_what_was_short(before: Any, event: Any, after: Proof) -> None:
    made = proofs.lodged_proof(house(before), ProofLodged(ANA, *event))
    assert dict(made.proofs) == {ANA: after}


def test_what_is_known_of_a_proof_changes_and_of_nobody_s_nothing() -> None:
    one = Proof(500, "B", 3, TABLE, is_short=True)
    state = house(one)
    assert proofs.call_of_proof(state, ANA, 4).proofs[ANA] == Proof(500, "B", 7, TABLE, is_short=True)
    assert proofs.with_shortness(state, ANA, is_short=False).proofs[ANA] == Proof(500, "B", 3, TABLE)
    assert proofs.reliance(state, ANA, "m2").proofs[ANA] == Proof(500, "B", 3, "m2", is_short=True)
    assert proofs.reliance(state, ANA, "").proofs[ANA] == Proof(500, "B", 3)
    for made in (
        proofs.call_of_proof(state, BEA, 4),
        proofs.with_shortness(state, BEA, is_short=True),
        proofs.reliance(state, BEA, TABLE),
    ):
        assert made is state
    assert proofs.is_short(state, PersonId("nadie"), 0)
