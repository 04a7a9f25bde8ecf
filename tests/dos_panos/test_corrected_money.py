"""Whose money a corrected payment moves at two cloths: the bank's while it can bear it, the banker's own otherwise."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.accounts import problems
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.banked.acts import Stand
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import BankBroken, BankCalled, BankRestored
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Phase
from tapete.kernel import PersonId, fold
from tapete.table.acts import BuyIn, CashOut, Leave
from tests.support.dos_panos.observed import Observed, table
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, BANKER, CHIPS

WHY = "the camera shows it"
MIXED = "9s 2h Kd 8c 3d 6h"
"""The first cloth has 7, the second 5, the bank 6: one pays and one is collected."""
TO_SEVEN, TO_EIGHT, TO_FIVE, TO_FOUR = (2, "Ad"), (2, "2d"), (5, "5h"), (5, "4h")
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
    made.do("croupier", a.CorrectCard(coup, position, face, PersonId("inspector"), WHY))  # type: ignore[arg-type]
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


def event_of(made: Observed, kind: Any) -> Any:
    return next(one for one in events(made) if isinstance(one, kind))


def events(made: Observed) -> tuple[Any, ...]:
    assert made.play.last is not None
    return made.play.last.events


def changes(shares: Any) -> dict[str, int]:
    return {one.person: one.amount for one in shares}


# --- by the bank ------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("who", ["carla", "rosa"])
def test_one_correction_is_made_for_everybody_whoever_it_names(who: str) -> None:
    """The bank really had four: both cloths win."""
    made = rekeyed(played(), TO_FOUR)
    corrected(made, who)
    assert (made.chips("ana"), made.chips("carla")) == (CHIPS + 100_00, CHIPS + 300_00)
    assert (made.account("bank"), made.account("cagnotte")) == (BANK - 400_00, 0)
    for other in ("ana", "carla", "rosa"):
        assert made.refused("croupier", repaid(other)).code == "nothing-changes"


@pytest.mark.parametrize("card", [TO_SEVEN, TO_EIGHT, TO_FIVE, TO_FOUR])
def test_corrected_there_and_back_every_balance_is_as_before(card: tuple[int, str]) -> None:
    made = played()
    before = {name: held for name, held in made.state.ledger.items() if held}
    corrected(rekeyed(made, card))
    assert {name: held for name, held in made.state.ledger.items() if held} != before
    corrected(rekeyed(made, (card[0], "Kd" if card[0] == 2 else "6h")))
    assert {name: held for name, held in made.state.ledger.items() if held} == before
    kept = made.state.history[-1]
    assert (kept.players, kept.bank, kept.cagnotte) == (kept.due_players, kept.due_bank, kept.due_cagnotte)


@pytest.mark.parametrize("card", [TO_SEVEN, TO_FIVE, TO_FOUR])
def test_corrected_it_is_as_if_the_card_had_been_keyed_rightly(card: tuple[int, str]) -> None:
    faces = MIXED.split()
    faces[card[0]] = card[1]
    right, made = played(" ".join(faces)), played()
    corrected(rekeyed(made, card))
    assert dict(made.state.ledger) == dict(right.state.ledger)
    now, was = made.state.history[-1], right.state.history[-1]
    assert (now.winners, now.players, now.bank, now.cagnotte) == (was.winners, was.players, was.bank, was.cagnotte)


def test_a_payment_that_only_the_croupier_got_wrong_leaves_the_books() -> None:
    made = played()
    before = dict(made.state.ledger)
    made.do("croupier", repaid(paid=50_00))
    event = event_of(made, PaymentCorrected)
    assert (event.paid_amount, event.due_amount, event.booked_amount) == (50_00, 100_00, 100_00)
    assert dict(made.state.ledger) == before


def test_somebody_who_took_no_part_has_nothing_to_correct() -> None:
    assert played().refused("croupier", repaid("bea", paid=5)).code == "not-in-coup"
    assert played().refused("croupier", repaid(coup=9)).code == "no-such-coup"


def test_coups_later_it_is_an_adjustment() -> None:
    made = played(f"{MIXED} {MIXED}")
    made.bets().staked(ana=100_00, carla=300_00)
    coup_of(made)
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (event.adjustment, event.in_bank, made.state.history[-1].number) == (True, True, 2)
    assert made.account("bank") == BANK + 196_00 + 294_00


# --- by the banker ----------------------------------------------------------------------------------------------------


def test_while_a_coup_is_open_the_banker_pays_in_person() -> None:
    made = played(f"{MIXED} {MIXED}")
    made.do(BANKER, BuyIn(1_000_00))
    made.bets().staked(ana=100_00, carla=300_00).closed()
    bank = made.account("bank")
    event = corrected(rekeyed(made, TO_FIVE))
    assert (event.in_bank, event.adjustment, made.account("bank")) == (False, True, bank)
    assert made.chips(BANKER) == 1_000_00 - 296_00


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


def test_a_bank_that_was_left_is_paid_in_person() -> None:
    made = played()
    made.do(BANKER, a.LeaveBank())
    before = made.chips(BANKER)
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (event.in_bank, made.chips(BANKER) - before, made.account("bank")) == (False, 98_00, 0)


def test_the_bank_of_the_next_banker_bears_nothing_of_it() -> None:
    """Bea has taken up the bank that Rosa left: Rosa is paid in person what the coup that was hers should have won."""
    made = played()
    made.do(BANKER, a.LeaveBank())
    made.taken_up("bea").deposited(BANK, "bea").delivered()
    bank, before = made.account("bank"), made.chips(BANKER)
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (made.state.banker, event.in_bank, changes(event.bank)) == ("bea", False, {"rosa": 98_00})
    assert (made.account("bank"), made.chips(BANKER) - before) == (bank, 98_00)


def test_what_a_bank_with_a_maximum_does_not_take_is_the_banker_s_own() -> None:
    options = altered(bank__may_outgrow_maximum=False)
    made = played(bank_maximum=BANK + 200_00, **options)
    assert made.account("bank") == BANK + 196_00
    event = corrected(rekeyed(made, TO_SEVEN))
    assert (changes(event.bank), changes(event.players)) == (
        {"rosa": 4_00},
        {"ana": -100_00, "carla": 0, "rosa": 94_00},
    )
    assert (made.account("bank"), made.chips(BANKER)) == (BANK + 200_00, 94_00)


# --- a broken bank ----------------------------------------------------------------------------------------------------

LOST = "9s 9h Kd 8c 8d 6h"
"""Both cloths have 7, the bank 6 as keyed."""
WHOLE = {"ana": 2_500_00, "carla": 2_500_00}


def test_a_bank_that_a_wrong_key_broke_goes_on_with_what_was_its_own() -> None:
    made = played(LOST, stakes=WHOLE)
    assert (made.phase, made.account("bank")) == (Phase.BROKEN, 0)
    rekeyed(made, TO_SEVEN)
    assert made.phase is Phase.BROKEN, "no chips are moved by the key"
    event = corrected(made)
    assert (event.in_bank, made.account("bank"), event_of(made, BankRestored).amount) == (True, BANK, BANK)
    assert made.phase is Phase.BETWEEN
    bank = made.state.bank
    assert bank is not None
    assert (bank.is_in_custody, bank.may_change_shoe) == (True, False)
    made.bets().staked(ana=100_00)


def test_a_bank_that_should_have_lost_everything_is_broken_by_the_correction() -> None:
    made = played("9s 9h Kd 8c 8d 7h", stakes=WHOLE)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, BANK)
    event = corrected(rekeyed(made, (5, "6h")))
    assert (event.in_bank, event_of(made, BankBroken).person, made.phase) == (True, BANKER, Phase.BROKEN)
    assert (made.account("bank"), made.chips("ana")) == (0, CHIPS + 2_500_00)


def test_a_bank_that_stays_broken_stays_so() -> None:
    made = played(LOST, stakes=WHOLE)
    made.do("croupier", repaid(paid=1))
    assert (made.phase, [type(one) for one in events(made)]) == (Phase.BROKEN, [PaymentCorrected])


# --- a banco ----------------------------------------------------------------------------------------------------------


def banco(shoe: str) -> Observed:
    made = table(shoe, real=True)
    made.do("croupier", a.OpenBets()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    return coup_of(made)


def test_a_banco_is_settled_again_over_both_cloths() -> None:
    """It won on both cloths as keyed, and was void on both: it may be played once more."""
    made = banco("9s 9h Kd 8c 8d 6h")
    assert (made.phase, made.chips("ana")) == (Phase.BROKEN, CHIPS + BANK)
    corrected(rekeyed(made, TO_SEVEN))
    assert (made.account("bank"), made.chips("ana"), made.phase) == (BANK, CHIPS, Phase.REPEAT)
    made.do("ana", a.RepeatBanco(again=True))
    assert made.phase is Phase.DEAL


@pytest.mark.clause("DP.A.43")
def test_an_annulled_banco_that_was_let_be_stays_so_when_a_bank_goes_on_with_what_was_its_own() -> None:
    made = banco(f"9s 9h Kd 8c 8d 7h {MIXED}")
    made.do("ana", a.RepeatBanco(again=True)).dealt().carried()
    made.report(Accident.OTHER).ruled("inspector", (VoidCoup(""),))
    assert made.phase is Phase.REPEAT
    made.do("ana", a.RepeatBanco(again=False))
    corrected(rekeyed(made, (5, "6h")))
    assert made.phase is Phase.BROKEN
    event = corrected(rekeyed(made, (5, "7h")))
    assert (event.in_bank, made.account("bank")) == (True, BANK)
    assert made.phase is Phase.BETWEEN


def test_a_banco_that_was_not_void_is_not_played_once_more() -> None:
    made = banco("9s 9h Kd 8c 8d 7h")
    assert made.phase is Phase.REPEAT
    rekeyed(made, (5, "6h"))
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, BANK)
    corrected(made)
    assert (made.phase, made.account("bank"), made.chips("ana")) == (Phase.BROKEN, 0, CHIPS + BANK)


# --- an open bank -----------------------------------------------------------------------------------------------------


def test_an_open_bank_answers_out_of_its_proven_deposit() -> None:
    made = played("9s 9h Kd 8c 8d 7h", mode=BankMode.OPEN, stakes={"ana": 4_000_00, "carla": 4_000_00})
    event = corrected(rekeyed(made, (5, "6h")))
    assert (event.in_bank, event_of(made, BankCalled).amount) == (True, 3_000_00)
    bank = made.state.bank
    assert bank is not None
    assert (made.account("bank"), bank.called_deposit, made.chips("ana")) == (0, 3_000_00, CHIPS + 4_000_00)


def test_a_correction_that_leaves_an_open_bank_one_cent_short_draws_that_cent() -> None:
    made = played("9s 9h Kd 8c 8d 7h", mode=BankMode.OPEN, stakes={"ana": 2_500_01, "carla": 2_500_00})
    corrected(rekeyed(made, (5, "6h")))
    assert event_of(made, BankCalled).amount == 1
    assert (made.account("bank"), made.chips("ana")) == (0, CHIPS + 2_500_01)


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


# --- debts ------------------------------------------------------------------------------------------------------------


def test_whose_debt_stops_a_correction_is_said() -> None:
    made = rekeyed(played(), TO_SEVEN)
    made.do("ana", CashOut(made.chips("ana") - 40_00))
    refused = made.refused("croupier", repaid())
    assert (refused.code, refused.facts) == ("debtor-short", {"person": "ana", "chips": 40_00, "owes": 100_00})
    made.do("croupier", a.NoteAct(PersonId("ana"), BuyIn(60_00)))
    corrected(made)
    assert made.chips("ana") == 0


def test_a_debtor_who_left_without_chips_stops_nothing() -> None:
    made = rekeyed(played(), TO_SEVEN)
    made.do("ana", CashOut(made.chips("ana") - 40_00), Leave())
    event = corrected(made)
    assert [(one.person, one.amount) for one in event.debts] == [("ana", 100_00)]
    assert (made.chips("ana"), made.account("house"), made.account("bank")) == (0, -100_00, BANK + 294_00)
    assert "HP.DP.debts" in made.turns[-1].rests_on
    assert b"owed" in msgspec.json.encode(event)


def test_what_a_later_correction_brings_a_debtor_is_set_off_against_his_debt() -> None:
    """The first key was right after all: Ana owes the house nothing, and it has got back what it advanced."""
    made = rekeyed(played(), TO_SEVEN)
    made.do("ana", CashOut(made.chips("ana") - 40_00), Leave())
    corrected(made)
    assert [(one.person, one.amount) for one in made.state.debts] == [("ana", 100_00)]
    event = corrected(rekeyed(made, (2, "Kd")))
    assert [(one.person, one.amount) for one in event.set_off] == [("ana", 100_00)]
    assert (made.chips("ana"), made.account("house"), made.state.debts) == (0, 0, ())
    assert "HP.DP.debts" in made.turns[-1].rests_on


# --- who reads it -----------------------------------------------------------------------------------------------------


def test_everybody_sees_the_same_cards_before_and_after_but_for_the_corrected_one() -> None:
    made = played()
    viewers = [PersonId(who) for who in ("ana", "bea", "carla", BANKER, "croupier", "inspector")]

    def seen() -> list[list[Any]]:
        return [[card.face for card in made.play.view(who).coup.cards] for who in (None, *viewers)]

    before = seen()
    rekeyed(made, TO_SEVEN)
    for was, now in zip(before, seen(), strict=True):
        assert [n for n, (one, other) in enumerate(zip(was, now, strict=True)) if one != other] in ([], [2])
        assert (was[2] is None) is (now[2] is None)


def test_the_kept_coups_are_in_no_view() -> None:
    made = played()
    assert made.play.view(None) == made.play.game.view(replace(made.state, history=()), None)
    assert made.state.history[-1].coup.side(Hand.PRIMERO).winner is not None


def test_a_corrected_coup_is_decided_anew_as_it_was_told() -> None:
    """What the entries tell is what is decided anew from their acts."""
    made = played()
    corrected(rekeyed(made, TO_SEVEN))
    game, state = made.play.game, made.play.game.blank()
    for turn in made.turns:
        for act, told in zip(turn.acts[:1], (turn.outcome,), strict=True):
            assert game.decide(state, act) == told
        state = fold(game.evolve, state, turn.events)
        assert not game.problems(state)
    assert state == made.state
