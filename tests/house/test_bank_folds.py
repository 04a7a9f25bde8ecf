"""What each event above a bank makes of the house: of that table, that session, that award, and of no other."""

from __future__ import annotations

from immutables import Map
from msgspec.structs import replace

from tapete.house import bank_folds as folds, events as e
from tapete.house.state import DinnerHour, KeptAward, Proof, Session, Settings, State, TableBooks, Visitor
from tapete.house.terms import Means, Phase
from tests.support.house import ANA, BEA

DAY = "2026-11-22"
KEPT = KeptAward("x", "salon", ANA, 500, 2, is_begun=True, terms="t", coups=3)
ONE = Session("m1", 1, 2, 1, f"{DAY}T17:00", f"{DAY}T20:00", is_begun=True)
TWO = Session("m1", 2, 2, 1, f"{DAY}T23:00", banker=ANA, bankers=(ANA,), is_begun=True)
BOOKS = TableBooks("x", chips_in=10, chips_out=4, claimants=frozenset({BEA}))
STATE = State(
    Settings("Casino", has_admission=True),
    Phase.OPEN,
    DAY,
    1,
    visitors=Map({ANA: Visitor(purchases=5, chips_at_tables=7), BEA: Visitor()}),
    tables=Map({"m1": BOOKS, "m2": BOOKS}),
    awards=(KEPT,),
    proofs=Map({ANA: Proof(500, called_amount=1), BEA: Proof(500)}),
    institutions=("Banco",),
    sessions=(ONE, TWO),
)


def after(event: object) -> State:
    return folds.FOLDS[type(event)](STATE, event)  # type: ignore[index]


def brought(amount: int) -> State:
    bought = STATE.with_visitor(ANA, purchases=5 + amount, chips_at_tables=7 + amount)
    return bought.with_table("m1", chips_in=10 + amount)


def test_chips_that_come_for_a_bank_are_bought_and_lie_at_its_table() -> None:
    assert after(e.DepositBrought(ANA, "m1", 3, Means.CASH)) == brought(3)
    called = replace(brought(3), proofs=STATE.proofs.set(ANA, Proof(500, called_amount=4)))
    assert after(e.ProofCalled(ANA, "m1", 3)) == called
    assert folds.with_chips_at_tables(STATE, ANA, -2) == STATE.with_visitor(ANA, chips_at_tables=5)
    assert folds.with_chips_at_tables(STATE, BEA, 2) == STATE.with_visitor(BEA, chips_at_tables=2)


def test_claimants_come_and_go_one_by_one() -> None:
    assert after(e.BankClaimed(ANA, "m1")) == STATE.with_table("m1", claimants=frozenset({ANA, BEA}))
    assert after(e.BankClaimed(BEA, "m1")) == STATE
    assert after(e.BankDropped(BEA, "m1")) == STATE.with_table("m1", claimants=frozenset())
    assert after(e.BankDropped(ANA, "m1")) == STATE


def test_proofs_are_lodged_relied_on_short_and_released() -> None:
    def proved(one: Proof) -> State:
        return replace(STATE, proofs=STATE.proofs.set(ANA, one))

    assert after(e.InstitutionAccepted("Caja")) == replace(STATE, institutions=("Banco", "Caja"))
    assert after(e.ProofLodged(ANA, 600, "Banco")) == proved(Proof(600, "Banco", 1))
    assert after(e.ProofReleased(ANA)) == replace(STATE, proofs=Map({BEA: Proof(500)}))
    assert after(e.ProofUsed(ANA, "m1")) == proved(Proof(500, "", 1, "m1"))
    assert after(e.ProofReturned(ANA, "m1")) == proved(Proof(500, "", 1, ""))
    assert after(e.CoverFoundShort(ANA, "m1", 5)) == proved(Proof(500, "", 1, is_short=True))
    assert after(e.StakesCovered(ANA, "m1", 5)) == STATE
    assert after(e.ProofExhausted(ANA, "m1")) == STATE


def test_an_award_takes_the_place_of_the_one_of_its_game_name_and_terms() -> None:
    kept = e.AwardKept("x", "salon", BEA, 600, 1, False, "t", 4)
    new = KeptAward("x", "salon", BEA, 600, 1, is_begun=False, terms="t", coups=4)
    assert after(kept) == replace(STATE, awards=(new,))
    for other in (replace(kept, game="y"), replace(kept, name="otra"), replace(kept, terms="u")):
        about = replace(new, game=other.game, name=other.name, terms=other.terms)
        assert after(other) == replace(STATE, awards=(KEPT, about))
    assert folds.without_award(STATE, KEPT.key) == ()
    assert folds.without_award(STATE, ("x", "salon", "u")) == (KEPT,)


def test_an_award_that_is_carried_ended_or_replaced_is_kept_no_more() -> None:
    gone = replace(STATE, awards=())
    assert after(e.AwardCarried("x", "salon", ANA, "m1", "t")) == gone
    assert after(e.AwardEnded("x", "salon", ANA, "porque sí", "t")) == gone
    assert after(e.AwardReplaced("x", "salon", ANA, BEA, "t")) == gone
    assert after(e.AwardExpired("x", "salon", ANA, "t")) == STATE
    assert after(e.AwardEnded("x", "salon", ANA, "porque sí", "u")) == STATE


def test_sessions_begin_come_to_something_and_end_at_their_table() -> None:
    begun = after(e.SessionBegun("m2", 3, 4, f"{DAY}T23:30"))
    assert begun == replace(STATE, sessions=(ONE, TWO, Session("m2", 3, 4, 4, f"{DAY}T23:30")))
    noted = after(e.SessionNoted("m1", 0, BEA, True, True, ""))
    assert noted.sessions == (
        ONE,
        replace(TWO, shoes_left=0, banker=BEA, bankers=(ANA, BEA), is_dinner_begun=True),
    )
    ended = after(e.SessionEnded("m1", f"{DAY}T23:59", True))
    assert ended.sessions == (ONE, replace(TWO, end=f"{DAY}T23:59", banker=None))
    assert after(e.SessionEnded("m2", f"{DAY}T23:59", True)) == STATE
    assert after(e.SessionEnded("m1", f"{DAY}T23:59", False)).sessions == (ONE,)
    assert after(e.SessionEnded("m2", f"{DAY}T23:59", False)) == STATE
    assert after(e.DinnerHourSet("20:00", "21:00")) == replace(STATE, dinner=DinnerHour("20:00", "21:00"))
