"""The proof of an open bank and the terms of an award, part by part: exactly enough is enough, one cent less is not."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import BANK, STAKES, balance, move, person, post
from tapete.clauses import Fault
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.bank import proof, standing, terms
from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.state import Award, Bank, State
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

ROSA, ANA, LUZ = map(PersonId, ("rosa", "ana", "luz"))
AWARD = Award(ROSA, 1_000_00, AwardWay.BOUGHT, shoes=2, days=3, coups=4)
BANK_HELD = Bank(ROSA, AWARD, 1_000_00, is_proven=True, proven_deposit=500_00, called_deposit=200_00, coups=3)
ELSEWHERE = DepositPlace.CREDIT_INSTITUTION


def table(*, chips: int = 0, staked: int = 0, mode: BankMode = BankMode.OPEN, **parts: Any) -> State:
    """Return a table with a bank that is proven, so much in play, and so much staked."""
    state = opened(mode=mode).state
    assert balance(state.ledger, BANK) == 0
    legs = (*move(chips, person(ANA), BANK), *move(staked, person(ANA), STAKES))
    return replace(state, ledger=post(state.ledger, legs), **({"bank": BANK_HELD} | parts))


def code(found: Fault | None) -> str | None:
    return None if found is None else found.code


def held(**parts: Any) -> Bank:
    return replace(BANK_HELD, **parts)


@pytest.mark.parametrize(
    ("chips", "staked", "amount", "kept"),
    [
        (0, 0, 200_00, True),
        (0, 0, 199_99, False),
        (100_00, 100_00, 200_00, True),
        (100_00, 100_01, 200_00, False),
        (100_00, 100_01, 200_01, True),
        (100_00, 350_00, 449_99, False),
        (100_00, 350_00, 450_00, True),
        (300_00, 0, 200_00, True),
        (0, 900_00, 499_99, False),
        (0, 900_00, 500_00, True),
        (0, 900_00, None, True),
    ],
)
def test_a_further_proof_is_not_below_what_is_called_and_what_may_be(
    chips: int, staked: int, amount: int | None, kept: bool
) -> None:
    wrong = proof.require_proof_kept(table(chips=chips, staked=staked), amount)
    assert code(wrong) == (None if kept else "deposit-not-sufficient")
    assert proof.require_proof_kept(table(staked=staked, bank=None), amount) is None
    assert proof.require_proof_kept(table(staked=staked, bank=held(proven_deposit=None)), amount) is None


@pytest.mark.parametrize(
    ("bank", "chips", "at_risk", "enough"),
    [
        (held(), 0, 300_00, True),
        (held(), 0, 300_01, False),
        (held(), 50_00, 350_00, True),
        (held(), 50_00, 350_01, False),
        (held(called_deposit=0), 0, 500_00, True),
        (held(called_deposit=0), 0, 500_01, False),
        (held(proven_deposit=None), 0, 9_000_00, True),
        (held(proven_deposit=None, is_proven=False), 9_000_00, 1, False),
        (None, 9_000_00, 1, False),
    ],
)
def test_every_stake_is_paid_out_of_the_chips_and_what_is_left_of_the_proof(
    bank: Bank | None, chips: int, at_risk: int, enough: bool
) -> None:
    wrong = proof.require_sufficient(table(chips=chips, bank=bank), at_risk)
    assert code(wrong) == (None if enough else "deposit-not-sufficient")
    assert proof.require_sufficient(table(chips=chips, bank=bank, mode=BankMode.LIMITED), at_risk) is None


@pytest.mark.parametrize(
    ("bank", "proofs", "who", "proven"),
    [
        (held(), {}, ROSA, True),
        (held(is_proven=False), {}, ROSA, False),
        (held(), {}, ANA, False),
        (held(), {ANA: None}, ANA, True),
        (None, {ANA: 1}, ANA, True),
        (None, {ANA: 1}, ROSA, False),
        (None, {}, None, False),
    ],
)
def test_nobody_has_an_open_bank_without_a_proof_of_his_own(
    bank: Bank | None, proofs: dict[PersonId, int | None], who: PersonId | None, proven: bool
) -> None:
    wrong = proof.require_proof(table(bank=bank, proofs=Map(proofs)), who)
    assert code(wrong) == (None if proven else "deposit-not-proven")
    assert proof.require_proof(table(bank=bank, proofs=Map(proofs), mode=BankMode.LIMITED), who) is None


@pytest.mark.parametrize("is_short", [False, True])
@pytest.mark.parametrize(
    ("bank", "proofs", "what", "stands"),
    [
        (held(called_deposit=0), {}, a.ProveDeposit(ROSA, 500_00), True),
        (held(called_deposit=0), {}, a.ProveDeposit(ROSA, 500_01), False),
        (held(called_deposit=1), {}, a.ProveDeposit(ROSA, 500_00), False),
        (held(called_deposit=0, is_proven=False), {}, a.ProveDeposit(ROSA, 500_00), False),
        (held(called_deposit=0), {}, a.ProveDeposit(ANA, 500_00), False),
        (held(called_deposit=0), {ANA: 500_00}, a.ProveDeposit(ANA, 500_00), True),
        (None, {ANA: 500_00}, a.ProveDeposit(ANA, 500_00), True),
        (None, {ANA: 500_00}, a.ProveDeposit(ANA, 499_99), False),
        (None, {ANA: 500_00}, a.ProveDeposit(ROSA, 500_00), False),
    ],
)
def test_a_proof_changes_something_or_is_none(
    bank: Bank | None, proofs: dict[PersonId, int], what: a.ProveDeposit, stands: bool, is_short: bool
) -> None:
    state = table(bank=bank, proofs=Map(proofs))
    state = replace(state, coup=replace(state.coup, is_cover_short=is_short))
    assert code(proof.require_new_proof(state, what)) == ("nothing-changes" if stands and not is_short else None)


@pytest.mark.parametrize(
    ("place", "named", "refused"),
    [
        (DepositPlace.CASH_DESK, "", None),
        (DepositPlace.CASH_DESK, "Banco C", None),
        (ELSEWHERE, "", "institution-missing"),
        (ELSEWHERE, "Banco A", None),
        (ELSEWHERE, "banco a", None),
        (ELSEWHERE, "Banco B", None),
        (ELSEWHERE, "Banco C", "institution-not-accepted"),
    ],
)
def test_a_deposit_lies_at_the_cash_desk_or_where_the_director_accepted(
    place: DepositPlace, named: str, refused: str | None
) -> None:
    state = table()
    state = replace(state, settings=replace(state.settings, institutions=("Banco A", "Banco B")))
    wrong = proof.require_institution(state, a.ProveDeposit(ANA, 1, place, named))
    assert code(wrong) == refused
    if refused == "institution-not-accepted":
        assert wrong is not None
        assert dict(wrong.facts) == {"institution": named, "accepted": ["Banco A", "Banco B"]}


# --- the terms of an award --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "least", "most", "told"),
    [
        (1_000_00, 1_000_00, 2_000_00, None),
        (999_99, 1_000_00, 2_000_00, ("bank-below-minimum", {"minimum": 1_000_00, "amount": 999_99})),
        (2_000_00, 1_000_00, 2_000_00, None),
        (2_000_01, 1_000_00, 2_000_00, ("bank-above-maximum", {"maximum": 2_000_00, "amount": 2_000_01})),
        (2_000_01, 1_000_00, 0, None),
        (1, 0, 0, None),
    ],
)
def test_a_bank_is_formed_within_its_limits(
    amount: int, least: int, most: int, told: tuple[str, dict[str, int]] | None
) -> None:
    wrong = terms.require_within(table().book.limits.bank, amount, least, most)
    assert (wrong and (wrong.code, dict(wrong.facts))) == told


@pytest.mark.parametrize(
    ("shoes", "days", "told"),
    [
        (0, 0, ("term-missing", {})),
        (1, 0, None),
        (2, 0, None),
        (0, 1, None),
        (1, 1, None),
        (2, 1, ("two-terms", {"shoes": 2, "days": 1})),
        (3, 2, ("two-terms", {"shoes": 3, "days": 2})),
    ],
)
def test_a_bank_has_one_term(shoes: int, days: int, told: tuple[str, dict[str, int]] | None) -> None:
    wrong = terms.require_known_term(table().book.award.term, shoes, days)
    assert (wrong and (wrong.code, dict(wrong.facts))) == told


STANDING = StandingAward(LUZ, 700_00, days=2, shoes=1, coups=9)


@pytest.mark.parametrize(
    ("bank", "award", "before", "kept"),
    [
        (None, None, None, None),
        (None, None, STANDING, StandingAward(LUZ, 700_00, days=2, shoes=1, coups=9)),
        (None, None, replace(STANDING, days=0), None),
        (held(), None, STANDING, StandingAward(ROSA, 1_000_00, 3, is_begun=True, coups=7)),
        (held(award=replace(AWARD, days=0)), None, STANDING, None),
        (held(), replace(AWARD, person=ANA), STANDING, StandingAward(ANA, 1_000_00, 3, coups=4)),
        (None, replace(AWARD, is_begun=True), None, StandingAward(ROSA, 1_000_00, 3, is_begun=True, coups=4)),
        (None, replace(AWARD, days=0), STANDING, None),
    ],
)
def test_an_award_for_days_is_kept_with_the_coups_that_were_settled_on_it(
    bank: Bank | None, award: Award | None, before: StandingAward | None, kept: StandingAward | None
) -> None:
    assert standing.award_for_days(table(bank=bank, award=award, standing_award=before)) == kept


@pytest.mark.parametrize("who", ["rosa", "ana"])
def test_who_is_barred_or_let_his_award_go_back_is_told_so_and_nobody_else(who: str) -> None:
    state = table(barred_winners=frozenset({ANA}), annulled=frozenset({ANA}))
    barred, annulled = terms.require_not_barred(state, PersonId(who)), terms.require_not_annulled(state, PersonId(who))
    wanted = ("winner-barred", "award-went-back") if who == "ana" else (None, None)
    assert (code(barred), code(annulled)) == wanted
    for wrong in (barred, annulled):
        assert wrong is None or (dict(wrong.facts) == {"person": who} and wrong.clauses)
    over = replace(state, shoe=replace(state.shoe, has_ended=True))
    assert terms.require_not_barred(over, ANA) is None
