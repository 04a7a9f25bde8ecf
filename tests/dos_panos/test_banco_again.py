"""A banco that is played again: void where nobody won or lost on either cloth, annulled, or put right afterwards."""

from itertools import product

import pytest

from tapete.cards import Card
from tapete.games.baccarat.effects import Effect, ReturnStake, VoidCoup
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import CLOTHS, Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.observed import Observed, first_cards, table
from tests.support.dos_panos.table import BANK, CHIPS, opened

FIRST = {"won": "7", "lost": "5", "tied": "6", "annulled": "6"}
"""Beside a king, the second card of a cloth against a bank of six."""


def banco(cards: str, *, real: bool = False, book: str = "asturias-2011") -> Observed:
    """Bea, who sits farther from the banker than Ana, has called banco, and all cards lie before her."""
    made = table(cards, real=real, book=book)
    made.do("croupier", a.OpenBets())
    made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    made.dealt().carried()
    return made


def annulled(made: Observed, hand: str = "") -> Observed:
    return made.report(Accident.OTHER).ruled("inspector", (VoidCoup(hand),))


def played_on(made: Observed) -> Observed:
    for word, phase in (("1", Phase.FIRST_WORD), ("2", Phase.SECOND_WORD)):
        if made.phase is phase:
            made.said(word, "no")
    made.looked().banker(a.Stand()).shown().settled()
    return made


@pytest.mark.clause("DP.A.44")
@pytest.mark.parametrize(("first", "second"), list(product(FIRST, FIRST)))
def test_a_banco_is_void_where_nobody_won_or_lost_on_either_cloth(first: str, second: str) -> None:
    made = banco(first_cards(f"Ks {FIRST[first]}s", f"Kh {FIRST[second]}h", "Kd 6d") + " 2c 3c 4c")
    for cloth, how in zip(CLOTHS, (first, second), strict=True):
        if how == "annulled":
            annulled(made, cloth)
    if made.phase is not Phase.REPEAT:
        played_on(made)
    decided = {"won", "lost"} & {first, second}
    assert (made.phase is Phase.REPEAT) is not bool(decided)


@pytest.mark.clause("DP.A.43")
@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
@pytest.mark.parametrize("step", ["first word", "second word", "answer", "settle"])
def test_a_banco_that_is_annulled_is_played_again_and_uses_up_no_repetition(step: str, book: str) -> None:
    ties = first_cards("Ks 6s", "Kh 6h", "Kd 6d")
    made = banco(" ".join([ties] * 6), book=book)
    made = stopped_at(made, step)
    annulled(made)
    assert (made.phase, made.state.holder(Hand.PRIMERO), made.chips("bea")) == (Phase.REPEAT, "bea", 20_000_00)
    for used in (0, 1, 2):
        if book == "guia":
            made.delivered()
        made.do("bea", a.RepeatBanco())
        assert made.state.coup.banco is not None
        assert made.state.coup.banco.repeats == used
        made.dealt().carried()
        played_on(made)
    assert made.phase is not Phase.REPEAT


@pytest.mark.clause("DP.A.41")
@pytest.mark.parametrize("before", ["annulled", "some returned", "all returned", "nothing"])
@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "guia"])
def test_a_banco_that_is_repeated_takes_both_cloths_for_the_whole_bank(before: str, cloth: Hand, book: str) -> None:
    """Whatever a ruling left of the coup before: it was of that coup alone (decisions 56 and 62)."""
    effects: dict[str, tuple[Effect, ...]] = {
        "annulled": (VoidCoup(cloth),),
        "some returned": (ReturnStake(PersonId("bea"), 1_000_00),),
        "all returned": (ReturnStake(PersonId("bea")),),
    }
    made = banco(first_cards("Ks 6s", "Kh 6h", "Kd 6d") + " " + first_cards("Kc 7s", "Qh 7h", "Qd 6c"), book=book)
    if before in effects:
        made.report(Accident.OTHER).ruled("inspector", effects[before])
    played_on(made)
    if book == "guia":
        made.delivered()
    made.do("bea", a.RepeatBanco())
    assert [(one.cloth, one.amount) for one in made.state.coup.stakes] == [(one, BANK // 2) for one in CLOTHS]
    played_on(made.dealt().carried())
    assert (made.phase, made.chips("bea"), made.state.bank_chips) == (Phase.BROKEN, CHIPS + BANK, 0)


@pytest.mark.clause("DP.A.44")
@pytest.mark.parametrize(("first", "second"), list(product(("won", "lost", "tied"), repeat=2)))
def test_a_banco_of_a_bank_of_one_unit_is_void_where_the_cloth_with_the_money_ties(first: str, second: str) -> None:
    made = opened(first_cards(f"Ks {FIRST[first]}s", f"Kh {FIRST[second]}h", "Kd 6d"), bank_minimum=10_00)
    made.ready(10_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    made.dealt().carried().said("1", "no").said("2", "no").looked().banker(a.Stand()).shown().settled()
    assert (made.phase is Phase.REPEAT) is (first == "tied")


def stopped_at(made: Observed, step: str) -> Observed:
    if step != "first word":
        made.said("1", "no")
    if step in ("answer", "settle"):
        made.said("2", "no").looked()
    if step == "settle":
        made.banker(a.Stand()).shown()
    return made


@pytest.mark.clause("DP.A.40")
def test_whoever_lets_an_annulled_banco_be_leaves_the_calls_to_everybody() -> None:
    made = annulled(banco(first_cards("Ks 6s", "Kh 6h", "Kd 6d") + " 2c 3c 4c"))
    made.do("bea", a.RepeatBanco(again=False)).do("croupier", a.OpenBets())
    assert made.phase is Phase.BANCO
    made.do("bea", a.CallBanco()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.PRIMERO) == "ana"


# --- corrections ------------------------------------------------------------------------------------------------------


def void() -> Observed:
    """A void banco, of which Bea has still to say whether she plays it once more."""
    made = banco(first_cards("Ks 6s", "Kh 6h", "Kd 6d") + " 2c 3c 4c 5c 7c 8c", real=True)
    return played_on(made)


def corrected(made: Observed, face: str, coup: int) -> Observed:
    made.do("inspector", a.CorrectCard(coup, 3, Card(face), "croupier", "misread"))
    return made


@pytest.mark.clause("DP.A.43")
@pytest.mark.parametrize("paid", [False, True])
def test_a_correction_that_is_taken_back_leaves_the_repetition_to_whoever_has_not_answered(paid: bool) -> None:
    made = void()
    coup = made.state.coup.number
    corrected(made, "5s", coup)
    assert made.phase is Phase.BETWEEN
    if paid:
        made.do("inspector", a.CorrectPayment(coup, "bea", "croupier", "misread"))
    corrected(made, "6s", coup)
    if paid:
        assert made.phase is Phase.BETWEEN, "the payment is wrong still"
        made.do("inspector", a.CorrectPayment(coup, "bea", "croupier", "misread"))
    assert made.phase is Phase.REPEAT
    assert made.accepts("bea", a.RepeatBanco())


@pytest.mark.clause("DP.A.44")
@pytest.mark.parametrize("since", ["tied", "annulled"])
def test_a_banco_won_by_its_true_cards_is_not_repeated_though_it_was_tied_or_annulled_since(since: str) -> None:
    ties = first_cards("Ks 6s", "Kh 6h", "Kd 6d")
    made = played_on(banco(f"{ties} {ties} {ties}", real=True))
    coup = made.state.coup.number
    made.do("bea", a.RepeatBanco()).dealt().carried()
    made = annulled(made) if since == "annulled" else played_on(made)
    for face, chips, may in (("7s", CHIPS + BANK // 2, False), ("6s", CHIPS, True)):
        corrected(made, face, coup)
        assert made.phase is not Phase.REPEAT, "it is won, or paid as if it were"
        made.do("inspector", a.CorrectPayment(coup, "bea", "croupier", "misread"))
        assert (made.chips("bea"), made.phase is Phase.REPEAT) == (chips, may)


@pytest.mark.clause("DP.A.43")
@pytest.mark.parametrize("paid", [False, True])
def test_whoever_has_let_a_void_banco_be_is_not_asked_anew_by_a_correction_that_is_taken_back(paid: bool) -> None:
    made = void()
    coup = made.state.coup.number
    made.do("bea", a.RepeatBanco(again=False))
    for face in ("5s", "6s"):
        corrected(made, face, coup)
        if paid:
            made.do("inspector", a.CorrectPayment(coup, "bea", "croupier", "misread"))
        assert made.phase is Phase.BETWEEN


@pytest.mark.clause("DP.A.44")
@pytest.mark.parametrize(("other", "may"), [("7", False), ("5", False), ("6", True)])
def test_a_banco_won_on_a_cloth_stays_so_when_the_other_was_annulled_by_a_wrong_key(other: str, may: bool) -> None:
    """The card is put right and its ruling is undone; what was paid on the other cloth was won or lost all the same."""
    made = table(first_cards("Ks 4s", f"Kh {other}h", "Kd 6d"), real=True, needs_director=True)
    made.do("croupier", a.OpenBets()).do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    made.dealt().carried().said("1", "no").said("2", "no").looked().banker(a.Stand()).shown()
    made.ruled("inspector", (VoidCoup(Hand.PRIMERO),)).settled()
    corrected(made, "6s", made.state.coup.number).ruled("inspector")
    assert (made.phase is Phase.REPEAT, made.accepts("bea", a.RepeatBanco())) == (may, may)
