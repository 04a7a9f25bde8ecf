"""Cards keyed wrongly at two cloths, DP.C5: before the payment, after it, coups later; whose money is moved."""

from typing import Any

import pytest

from tapete.accounts import problems
from tapete.games.banked.acts import Stand
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import BankCalled
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tapete.table.acts import BuyIn
from tests.support.dos_panos.observed import Observed, table
from tests.support.dos_panos.table import BANK, BANKER, CHIPS

WHY = "the camera shows it"
MIXED = "9s 2h Kd 8c 3d 6h"
"""The first cloth has 7, the second 5, the bank 6: one pays and one is collected."""


def event_of(made: Observed, kind: Any) -> Any:
    return next(one for one in made.play.last.events if isinstance(one, kind))


TO_SEVEN, TO_FOUR = (2, "Ad"), (5, "4h")
"""A card of the bank, and what it really was: the bank came to so much."""


def played(shoe: str = MIXED, **options: Any) -> Observed:
    """A coup that everybody stood in is settled as it was keyed."""
    stakes = options.pop("stakes", {"ana": 100_00, "carla": 300_00})
    made = table(shoe, real=True, **options)
    made.bets().staked(**stakes)
    return coup_of(made)


def coup_of(made: Observed) -> Observed:
    if made.phase is Phase.BETS:
        made.closed()
    made.dealt().carried().said("1", "no").said("2", "no").looked()
    made.banker(Stand())
    made.shown().settled()
    return made


def rekeyed(made: Observed, card: tuple[int, str], coup: int = 1) -> Observed:
    position, face = card
    made.do("croupier", a.CorrectCard(coup, position, face, PersonId("inspector"), WHY))
    while made.state.docket.open:
        made.ruled()
    return made


def repaid(who: str = "ana", coup: int = 1, paid: int | None = None) -> a.CorrectPayment:
    return a.CorrectPayment(coup, PersonId(who), PersonId("inspector"), WHY, paid)


def corrected(made: Observed, who: str = "", coup: int = 1) -> PaymentCorrected:
    """Correct the payment of a coup, asked for one of those who were paid wrongly."""
    found = next(one for one in made.state.history if one.number == coup)
    pairs = zip((*found.players, *found.bank), (*found.due_players, *found.due_bank), strict=True)
    who = who or next(was.person for was, due in pairs if was != due)
    before = sum(made.state.ledger.values())
    made.do("croupier", repaid(who, coup))
    assert sum(made.state.ledger.values()) == before == 0
    assert not problems(made.state.ledger)
    return event_of(made, PaymentCorrected)


def events(made: Observed) -> tuple[Any, ...]:
    return made.play.last.events


def changes(shares: Any) -> dict[str, int]:
    return {one.person: one.amount for one in shares}


def test_a_coup_is_settled_again_on_each_cloth_and_with_the_part_of_the_house() -> None:
    """As keyed the bank won 300 and paid 100: 4 for the house. It tied with the first cloth: 6 for the house."""
    made = played()
    assert (made.account("bank"), made.account("cagnotte")) == (BANK + 196_00, 4_00)
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (changes(event.players), changes(event.bank), event.cagnotte) == (
        {"ana": -100_00, "carla": 0},
        {"rosa": 98_00},
        2_00,
    )
    assert (event.booked_amount, event.due_amount, event.adjustment, event.in_bank) == (100_00, 0, False, True)
    assert (made.account("bank"), made.account("cagnotte"), made.chips("ana")) == (BANK + 294_00, 6_00, CHIPS)
    assert made.refused("croupier", repaid()).code == "nothing-changes"


def test_a_bank_that_cannot_bear_it_leaves_it_to_its_banker() -> None:
    """What is left of the bank is below what the second cloth should have got."""
    made = played(f"{MIXED} {MIXED}", stakes={"ana": 1_000_00, "carla": 3_000_00})
    made.bets().staked(ana=5_000_00, carla=100_00)
    coup_of(made)
    assert made.account("bank") == BANK + 1_960_00 - 4_900_00
    refused = made.fork()
    rekeyed(refused, TO_FOUR)
    short = refused.refused("croupier", repaid("carla"))
    assert (short.code, short.facts["person"]) == ("debtor-short", BANKER)
    made.do(BANKER, BuyIn(6_000_00))
    event = corrected(rekeyed(made, TO_FOUR))
    assert (event.in_bank, changes(event.bank)) == (False, {"rosa": -5_960_00})
    assert made.chips(BANKER) == 40_00


@pytest.mark.parametrize(("proven", "is_drawn"), [(3_000_00, True), (2_999_99, False)])
def test_a_proven_deposit_is_drawn_on_to_its_last_cent_and_one_that_is_a_cent_short_not_at_all(
    proven: int, is_drawn: bool
) -> None:
    """The coup should have cost 8,000, and the bank holds 5,000: Rosa pays in person where the deposit is too small."""
    made = played("9s 9h Kd 8c 8d 7h", mode=BankMode.OPEN, stakes={"ana": 4_000_00, "carla": 4_000_00})
    made.do("director", a.ProveDeposit(PersonId(BANKER), proven)).do(BANKER, BuyIn(8_000_00))
    event = corrected(rekeyed(made, (5, "6h")))
    drawn = [(one.person, one.amount) for one in events(made) if isinstance(one, BankCalled)]
    assert (event.in_bank, drawn) == ((True, [("rosa", 3_000_00)]) if is_drawn else (False, []))
    assert (made.account("bank"), made.chips(BANKER)) == ((0, 8_000_00) if is_drawn else (BANK, 0))
    assert made.chips("ana") == CHIPS + 4_000_00
