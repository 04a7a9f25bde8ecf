"""Cards keyed wrongly at two cloths, DP.C5: before the payment, after it, coups later; whose money is moved."""

from typing import Any

import pytest

from tapete.accounts import problems
from tapete.games.banked.acts import Stand
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import BankCalled
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import PersonId
from tapete.table.acts import BuyIn
from tests.support.dos_panos.observed import Observed, table
from tests.support.dos_panos.table import BANK, BANKER, CHIPS

WHY = "the camera shows it"
MIXED = "9s 2h Kd 8c 3d 6h"
"""The first cloth has 7, the second 5, the bank 6: one pays and one is collected."""
TO_SEVEN, TO_FOUR, TO_SIX = (2, "Ad"), (5, "4h"), (5, "6h")
"""A card of the bank, and what it really was: the bank came to so much."""
REPAID = {who: a.CorrectPayment(1, PersonId(who), PersonId("inspector"), WHY) for who in ("ana", "carla")}


def stood(made: Observed, **stakes: int) -> Observed:
    """A coup that everybody stood in is settled as it was keyed."""
    made.bets().staked(**stakes).closed().dealt().carried().said("1", "no").said("2", "no").looked()
    made.banker(Stand()).shown().settled()
    return made


def rekeyed(made: Observed, card: tuple[int, str]) -> Observed:
    return made.do("croupier", a.CorrectCard(1, *card, PersonId("inspector"), WHY))


def corrected(made: Observed, who: str = "ana") -> PaymentCorrected:
    """Correct the payment of the coup, asked for one of those who were paid wrongly."""
    made.do("croupier", REPAID[who])
    assert (sum(made.state.ledger.values()), problems(made.state.ledger)) == (0, ())
    return next(one for one in made.play.last.events if isinstance(one, PaymentCorrected))


def changes(shares: Any) -> dict[str, int]:
    return {one.person: one.amount for one in shares}


def test_a_coup_is_settled_again_on_each_cloth_and_with_the_part_of_the_house() -> None:
    """As keyed the bank won 300 and paid 100: 4 for the house. It tied with the first cloth: 6 for the house."""
    made = stood(table(MIXED, real=True), ana=100_00, carla=300_00)
    assert (made.account("bank"), made.account("cagnotte")) == (BANK + 196_00, 4_00)
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (changes(event.players), changes(event.bank)) == ({"ana": -100_00, "carla": 0}, {"rosa": 98_00})
    assert (event.cagnotte, event.booked_amount, event.due_amount, event.in_bank) == (2_00, 100_00, 0, True)
    assert (made.account("bank"), made.account("cagnotte"), made.chips("ana")) == (BANK + 294_00, 6_00, CHIPS)
    assert made.refused("croupier", REPAID["ana"]).code == "nothing-changes"


def test_a_bank_that_cannot_bear_it_leaves_it_to_its_banker() -> None:
    """What is left of the bank is below what the second cloth should have got."""
    made = stood(table(f"{MIXED} {MIXED}", real=True), ana=1_000_00, carla=3_000_00)
    stood(made, ana=5_000_00, carla=100_00)
    assert made.account("bank") == BANK + 1_960_00 - 4_900_00
    short = rekeyed(made.fork(), TO_FOUR).refused("croupier", REPAID["carla"])
    assert (short.code, short.facts["person"]) == ("debtor-short", BANKER)
    made.do(BANKER, BuyIn(6_000_00))
    event = corrected(rekeyed(made, TO_FOUR), "carla")
    assert (event.in_bank, changes(event.bank)) == (False, {"rosa": -5_960_00})
    assert made.chips(BANKER) == 40_00


@pytest.mark.parametrize(("proven", "is_drawn"), [(3_000_00, True), (2_999_99, False)])
def test_a_proven_deposit_is_drawn_on_to_its_last_cent_and_one_that_is_a_cent_short_not_at_all(
    proven: int, is_drawn: bool
) -> None:
    """The coup should have cost 8,000, and the bank holds 5,000: Rosa pays in person where the deposit is too small."""
    made = stood(table("9s 9h Kd 8c 8d 7h", real=True, mode=BankMode.OPEN), ana=4_000_00, carla=4_000_00)
    made.do("director", a.ProveDeposit(PersonId(BANKER), proven)).do(BANKER, BuyIn(8_000_00))
    event = corrected(rekeyed(made, TO_SIX))
    drawn = [(one.person, one.amount) for one in made.play.last.events if isinstance(one, BankCalled)]
    assert (event.in_bank, drawn) == ((True, [("rosa", 3_000_00)]) if is_drawn else (False, []))
    assert (made.account("bank"), made.chips(BANKER)) == ((0, 8_000_00) if is_drawn else (BANK, 0))
    assert made.chips("ana") == CHIPS + 4_000_00


def test_another_bank_of_the_same_banker_bears_nothing_of_it() -> None:
    """HP.DP.corrections: she gave the bank up with all that it held, and answers for its coups in person."""
    made = stood(table(MIXED, real=True), ana=300_00, carla=100_00).do(BANKER, a.LeaveBank())
    made.do("inspector", a.OpenAuction()).do(BANKER, a.Bid(BANK)).do("inspector", a.CloseAuction())
    made.deposited().shoe().delivered()
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (event.in_bank, changes(event.bank), made.account("bank")) == (False, {"rosa": 298_00}, BANK)
