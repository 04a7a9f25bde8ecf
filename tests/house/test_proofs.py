"""The proof of an open bank and its deposit: lodged before, a secret sum, asked only whether it is enough (HP.HS)."""

import msgspec

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import ProofLodged
from tapete.house.terms import Means, SlipKind, means_of
from tapete.kernel import fold
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR, TABLE, Establishment, open_house
from tests.support.rows import rows

ASKED = ("DP.E2.10",)
ENOUGH = ("DP.E2.12",)


def lodged(amount: int = 40_000_00, institution: str = "") -> Establishment:
    here = open_house()
    if institution:
        here.do(a.AcceptInstitution(institution), DIRECTOR)
    here.do(a.LodgeProof(ANA, amount, institution), DIRECTOR)
    return here


def test_a_proof_answers_for_one_table_at_a_time_and_goes_back_when_none_relies_on_it() -> None:
    here = open_house()
    refused = here.refused(a.UseProof(ANA, TABLE, ASKED))
    assert (refused.code, set(refused.clauses)) == ("proof-not-lodged", {"DP.E2.10", "HP.HS.bank-proof"})
    here.do(a.LodgeProof(ANA, 40_000_00), CASHIER)
    here.do(a.NoteTableOpen("dos", "dos-panos"))
    here.do(a.UseProof(ANA, TABLE, ASKED))
    refused = here.refused(a.UseProof(ANA, "dos", ASKED))
    assert (refused.code, refused.facts) == ("proof-in-use", {"table": TABLE})
    assert here.refused(a.ReleaseProof(ANA), DIRECTOR).code == "proof-in-use"
    assert here.refused(a.ReturnProof(ANA, "dos")).code == "proof-not-lodged"
    here.do(a.ReturnProof(ANA, TABLE))
    here.do(a.ReleaseProof(ANA), CASHIER)
    assert here.refused(a.ReleaseProof(ANA), CASHIER).code == "proof-not-lodged"


def test_a_proof_of_somebody_on_duty_grows_no_more_and_goes_back() -> None:
    """No account of the house moves by it, so it keeps nobody from a post."""
    here = lodged()
    here.do(a.GoOnDuty(Role.ADMISSION, ANA), DIRECTOR)
    assert here.refused(a.LodgeProof(ANA, 90_000_00), CASHIER).code == "staff-is-no-visitor"
    here.do(a.ReleaseProof(ANA), CASHIER)


@rows("amount, code", [(40_000_00, ""), (40_000_01, "deposit-not-sufficient")])
def test_stakes_above_the_proof_block_the_deal(amount: int, code: str) -> None:
    """Given a proof of 40,000 euros and 45,000 at risk: until more is proven nothing is dealt."""
    here = lodged()
    here.do(a.UseProof(ANA, TABLE, ASKED))
    what = a.CoverStakes(ANA, TABLE, amount, ENOUGH)
    if code:
        refused = here.refused(what)
        assert (refused.code, set(refused.clauses)) == (code, {"DP.E2.12", "HP.HS.bank-proof"})
        assert refused.facts == {}
        here.do(a.LodgeProof(ANA, 45_000_00), DIRECTOR)
    here.do(what)


def test_a_proof_that_was_not_enough_is_taken_anew_when_more_is_lodged_or_when_its_bank_is_over() -> None:
    """Until then the word of a table alone changes nothing; less at stake is enough again."""
    here = lodged()
    here.do(a.UseProof(ANA, TABLE, ASKED))
    assert here.refused(a.FindShort(ANA, TABLE, 40_000_00)).code == "deposit-is-sufficient"
    for mend in (a.LodgeProof(ANA, 40_000_01), a.CoverStakes(ANA, TABLE, 1), a.ReturnProof(ANA, TABLE)):
        here.do(a.FindShort(ANA, TABLE, 50_000_00))
        here.do(a.LodgeProof(ANA, here.state.proofs[ANA].amount), CASHIER)
        refused = here.refused(a.UseProof(ANA, TABLE, ASKED))
        assert (refused.code, "DP.E2.10" in refused.clauses) == ("deposit-not-sufficient", True)
        here.do(mend, CASHIER) if isinstance(mend, a.LodgeProof) else here.do(mend)
        here.do(a.UseProof(ANA, TABLE, ASKED))


def test_a_proof_is_not_lowered_while_a_table_relies_on_it_and_used_up_when_all_of_it_was_called() -> None:
    """What is drawn on it is paid to the table out of the desk."""
    here = lodged()
    here.do(a.UseProof(ANA, TABLE, ASKED))
    refused = here.refused(a.LodgeProof(ANA, 39_999_99), DIRECTOR)
    assert (refused.code, refused.clauses, refused.facts) == ("deposit-not-sufficient", ("HP.HS.bank-proof",), {})
    here.do(a.LodgeProof(ANA, 40_000_00), DIRECTOR)
    chips, there, vouchers = here.held("chips"), here.held(f"table:{TABLE}"), here.held("vouchers")
    here.do(a.CallProof(ANA, TABLE, 39_999_99))
    assert (here.held("chips"), here.held(f"table:{TABLE}")) == (chips - 39_999_99, there + 39_999_99)
    assert (here.held("vouchers"), here.state.visitor(ANA).purchases) == (vouchers + 39_999_99, 39_999_99)
    assert here.refused(a.ExhaustProof(ANA, TABLE)).code == "deposit-is-sufficient"
    here.do(a.CallProof(ANA, TABLE, 1))
    (found,) = here.do(a.ExhaustProof(ANA, TABLE))
    assert (type(found).__name__, found.person, found.table) == ("ProofExhausted", ANA, TABLE)


def test_a_credit_institution_is_accepted_before() -> None:
    """Given that Banco A is accepted; when a deposit at Banco B is shown; then refused."""
    here = lodged(institution="Banco A")
    refused = here.refused(a.LodgeProof(BEA, 100, "Banco B"), CASHIER)
    assert refused.code == "not-admitted"
    here.do(a.Admit(BEA), DOOR)
    refused = here.refused(a.LodgeProof(BEA, 100, "Banco B"), CASHIER)
    assert (refused.code, refused.clauses) == ("institution-not-accepted", ("HP.HS.bank-proof",))
    here.do(a.LodgeProof(BEA, 100, "BANCO a"), CASHIER)
    assert here.refused(a.AcceptInstitution("banco a"), DIRECTOR).code == "nothing-changes"


def test_whoever_reads_the_record_without_the_sum_takes_it_to_have_been_enough() -> None:
    here = lodged(100)
    events = [msgspec.structs.replace(one, amount=None) if isinstance(one, ProofLodged) else one for one in here.events]
    blind = Establishment(fold(ESTABLISHMENT.evolve, ESTABLISHMENT.blank(), events))
    blind.do(a.UseProof(ANA, TABLE, ASKED))
    blind.do(a.CoverStakes(ANA, TABLE, 1_000_00, ENOUGH))


def test_a_proof_is_no_way_around_a_loss_limit() -> None:
    """The limit is 100 €: no more is proven, and where more was proven before it covers no more."""
    here = open_house()
    here.do(a.LodgeProof(ANA, 10_000_000), CASHIER)
    here.do(a.UseProof(ANA, TABLE))
    here.do(a.LimitLoss(10_000), ANA)
    assert here.refused(a.CoverStakes(ANA, TABLE, 10_001)).code == "deposit-not-sufficient"
    here.do(a.FindShort(ANA, TABLE, 10_001))
    here.do(a.CoverStakes(ANA, TABLE, 10_000))
    here.do(a.CallProof(ANA, TABLE, 10_000))
    assert here.refused(a.CoverStakes(ANA, TABLE, 1)).code == "deposit-not-sufficient"
    other = open_house()
    other.do(a.LimitLoss(10_000), ANA)
    assert other.why(a.LodgeProof(ANA, 10_001), CASHIER) == ("loss-limit", ("HP.HS.loss-limit",))
    other.do(a.LodgeProof(ANA, 10_000), CASHIER)


@rows("word, means, drawer", [("cash", Means.CASH, "cash"), ("bank-cheque", Means.CHEQUE, "vouchers")])
def test_what_lay_in_custody_is_chips_of_the_bank_at_the_table(word: str, means: Means, drawer: str) -> None:
    """Given 5,000 euros in custody and a loss limit of 4,999: only what lies there is deposited, and in what it is."""
    assert means_of(word) is means
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, means), CASHIER)
    short = here.refused(a.BringDeposit(ANA, TABLE, 500_001, means))
    assert (short.code, short.facts) == ("not-deposited", {"held": 500_000, "amount": 500_001})
    assert short.clauses == ("HP.HS.bank-deposit",)
    assert here.refused(a.BringDeposit(ANA, TABLE, 100, Means.CARD)).code == "not-deposited"
    chips, there, in_drawer = here.held("chips"), here.held(f"table:{TABLE}"), here.held(drawer)
    here.do(a.LimitLoss(499_900), ANA)
    assert here.refused(a.BringDeposit(ANA, TABLE, 499_901, means)).code == "loss-limit"
    here.do(a.BringDeposit(ANA, TABLE, 499_900, means))
    assert here.refused(a.BringDeposit(ANA, TABLE, 1, means)).code == "loss-limit"
    assert here.held(f"deposit:{means}:{ANA}") == 100
    assert (here.held("chips"), here.held(f"table:{TABLE}")) == (chips - 499_900, there + 499_900)
    assert here.held(drawer) == in_drawer + 499_900
    assert here.state.tables[TABLE].chips_in == 499_900


@rows("what", [a.BringDeposit(ANA, TABLE, 100), a.CallProof(ANA, TABLE, 100)])
def test_the_desk_gives_a_bank_no_chips_that_it_has_not_got(what: a.HouseAct) -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 100), CASHIER)
    here.count()
    here.slip(SlipKind.RETURN, here.held("chips"))
    assert here.refused(what).code == "desk-lacks-chips"
    here.slip(SlipKind.SUPPLY, 100)
    here.slip(SlipKind.COUNT, 100, cash=here.held("cash"))
    here.do(what)
    assert not here.state.is_counted
