"""Banco, DP.A.43 and DP.D: one player against the whole bank on both cloths; once more when it was void or annulled."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.effects import Effect, Party, ReturnStake, VoidCoup
from tapete.games.banked.acts import Say, Stand
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.terms import CLOTHS, Accident, BankMode, Hand, Phase
from tapete.kernel import PersonId
from tapete.money import euros
from tapete.table import acts as t
from tests.support.dos_panos.coups import banco as of_bea, said
from tests.support.dos_panos.observed import Observed, first_cards, table
from tests.support.dos_panos.options import BOOKS, altered, under
from tests.support.dos_panos.table import BANK, CHIPS, Table, opened
from tests.support.rows import rows

FIRST, SECOND = CLOTHS


def calling(shoe: str = "", **options: Any) -> Table:
    """The calls are open against a bank of 2,000 euros."""
    return opened(shoe, **options).ready(2_000_00).do("croupier", a.OpenBets())


@pytest.mark.clause("DP.A.41")
def test_a_banco_takes_both_cloths_half_on_each() -> None:
    made = of_bea()
    due = [(Hand.PRIMERO, 1_000_00), (Hand.SEGUNDO, 1_000_00)]
    assert [(one.cloth, one.amount) for one in made.state.coup.stakes] == due
    assert {made.state.holder(cloth) for cloth in (Hand.PRIMERO, Hand.SEGUNDO)} == {"bea"}
    assert made.phase is Phase.DEAL


@pytest.mark.clause("DP.A.39")
def test_anybody_calls_it_seated_or_standing() -> None:
    made = opened().do("pau", t.StandBehind(7), t.BuyIn(3_000_00)).ready(2_000_00).do("croupier", a.OpenBets())
    assert made.accepts("pau", a.CallBanco())
    made.do("pau", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.PRIMERO) == "pau"
    assert made.refused("rosa", a.CallBanco()).code == "banco-not-now"


def test_of_two_who_call_it_on_a_cloth_the_nearer_to_the_banker_has_it() -> None:
    made = opened().do("abel", t.Sit(3), t.BuyIn(3_000_00)).ready(2_000_00).do("croupier", a.OpenBets())
    made.do("abel", a.CallBanco()).do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.coup.banco.person == "bea"


@pytest.mark.clause("DP.A.40")
def test_a_banco_is_called_once_before_the_first_coup_of_a_shoe() -> None:
    made = calling("9s 2h Kd 8c 3d 6h").do("croupier", a.CloseCalls()).staked(ana=100_00, carla=100_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled().do("croupier", a.OpenBets())
    assert made.phase is Phase.BETS
    assert made.why("bea", a.CallBanco(), "DP.A.40") == "banco-not-now"


@pytest.mark.clause("DP.D.06")
def test_calls_on_both_cloths_draw_lots() -> None:
    made = calling().do("bea", a.CallBanco()).do("dani", a.CallBanco()).do("croupier", a.CloseCalls())
    drawn = [event for event in made.turns[-1].events if type(event).__name__ == "LotDrawn"]
    assert len(drawn) == 1
    winner = {"primero": "bea", "segundo": "dani"}[drawn[0].token]
    assert made.state.coup.banco.person == winner


@pytest.mark.clause("DP.B.12", document="guia")
def test_under_the_guide_nothing_is_staked_before_it_is_known_whether_somebody_calls_banco() -> None:
    stake = a.Stake(50_00, Hand.PRIMERO)
    assert calling(book="guia").why("ana", stake, "DP.B.12") == "calls-open"
    assert calling(**altered("guia", banco__excludes_stakes=False)).refused("ana", stake).code == "wrong-window"


@pytest.mark.clause("DP.B.12")
def test_no_ordinary_stake_lies_beside_a_banco() -> None:
    assert of_bea().why("ana", a.Stake(20_00, Hand.PRIMERO), "DP.B.12") == "banco-takes-all"


@under("DP.A.42", "", "REG-51-53")
def test_the_second_cloth_is_looked_at_when_the_first_was_played(book: str) -> None:
    made = of_bea("9s 2h Kd 8c As 6h", book=book).dealt().carried()
    assert made.why("bea", a.Lift(Hand.SEGUNDO), "DP.A.42") == "first-cloth-first"
    made.said("1", "no").do("bea", a.Lift(Hand.SEGUNDO))


@under("DP.A.16", "", "GUIDE")
def test_a_banco_player_does_as_he_likes_but_turns_a_natural_up(book: str) -> None:
    made = of_bea("9s 2h Kd 8c Ad 6h", book=book).dealt().carried()
    assert made.do("bea", a.Lift(Hand.PRIMERO)).accepts("bea", Say(Word.CARTA))
    made.said("1", "carta").said("2", "no")
    assert [str(made.state.coup.side(cloth).word) for cloth in (Hand.PRIMERO, Hand.SEGUNDO)] == ["carta", "no"]
    natural = of_bea("4s 2h Kd 5c Ad 6h", book=book).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert natural.refused("bea", a.Say(Word.CARTA)).code == "natural-to-lay-down"


def test_a_natural_is_what_the_table_waits_for_at_its_cloth_and_at_no_other() -> None:
    made = of_bea("4s 2h Kd 5c Ad 6h").dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    offered = dict(made.play.game.main_offers(made.state, [PersonId("bea")]))[PersonId("bea")]
    laid_down = [one.fixed_value("hand") for one in offered if one.act == "lay-down"]
    assert laid_down == [Hand.PRIMERO]


@pytest.mark.clause("DP.A.17")
def test_where_the_house_asks_for_the_director_s_word_the_scheme_binds_without_it() -> None:
    made = of_bea("9s 2h Kd 8c Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert made.why("bea", Say(Word.CARTA), "DP.A.17") == "must-stand"
    low = of_bea("2s 2h Kd Ac Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert "DP.A.17" in low.refused("bea", Say(Word.NO)).clauses
    natural = of_bea("4s 2h Kd 5c Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert "DP.A.17" not in natural.refused("bea", Say(Word.CARTA)).clauses, "no freedom reaches so far"
    given = of_bea("9s 2h Kd 8c Ad 6h", needs_director=True, banco_freedom=True).dealt().carried()
    given.said("1", "carta")


def void(shoe: str, **options: Any) -> Table:
    """A banco in which both cloths tie with the bank."""
    made = of_bea(shoe, **options).dealt().carried().said("1", "no").said("2", "no").looked()
    return made.do("rosa", Stand()).shown().settled()


TIES = "9s 9h 9d 7c 7d 7h"


@pytest.mark.clause("DP.B.06")
@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979"])
def test_a_void_banco_in_which_the_stop_card_came_out_is_not_repeated(book: str) -> None:
    made = of_bea(TIES, book=book)
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=3))
    made.dealt().carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    assert made.refusal("bea", a.RepeatBanco()) == ("wrong-window", ("DP.B.06",))


def test_an_open_bank_has_no_banco() -> None:
    refused = opened(mode=BankMode.OPEN).ready().refusal("bea", a.CallBanco())
    assert refused == ("no-banco-in-open-bank", ("HP.DP.open-bank-banco",))


@pytest.mark.clause("DP.B.31")
def test_under_the_guide_a_void_banco_is_played_once_more_after_the_chips_of_the_bank_lie_there_anew() -> None:
    made = void(f"{TIES} 9c 9s 9h 7s 7h 7c", book="guia")
    for again in (True, False):
        assert made.why("bea", a.RepeatBanco(again), "DP.B.31") == "bank-not-in-custody"
    assert made.refused("rosa", a.DeliverBank(1_999_00)).code == "bank-not-in-custody"
    assert PHASES[Phase.REPEAT].waits_for(made.state) == "rosa"
    made.delivered()
    assert said(made) == {"bank-amount": {"amount": euros(2_000_00)}}
    assert PHASES[Phase.REPEAT].waits_for(made.state) == "bea"
    assert made.refused("rosa", a.DeliverBank(2_000_00)).code == "wrong-window"
    assert made.fork().do("bea", a.RepeatBanco(again=True)).phase is Phase.DEAL
    assert made.do("bea", a.RepeatBanco(again=False)).phase is Phase.BETWEEN


SIXES = first_cards("Ks 6s", "Kh 6h", "Kd 6d")


def banco(cards: str, *, real: bool = False, book: str = "asturias-2011") -> Observed:
    """Bea, who sits farther from the banker than Ana, has called banco, and all cards lie before her."""
    made = table(cards, real=real, book=book).do("croupier", a.OpenBets())
    return made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls()).dealt().carried()


def annulled(made: Observed, hand: str = "") -> Observed:
    return made.report(Accident.OTHER).ruled("inspector", (VoidCoup(hand),))


def played_on(made: Observed) -> Observed:
    for word, phase in (("1", Phase.FIRST_WORD), ("2", Phase.SECOND_WORD)):
        if made.phase is phase:
            made.said(word, "no")
    made.looked().banker(a.Stand()).shown().settled()
    return made


@pytest.mark.clause("DP.A.43")
@rows("words, book", [("", BOOKS[0]), ("1", "guia"), ("12", BOOKS[0]), ("12b", "guia")])
def test_a_banco_that_is_annulled_is_played_again_and_uses_up_no_repetition(words: str, book: str) -> None:
    """Before a word is said, after the first, when the banker has looked, or when all is shown."""
    made = banco(" ".join([SIXES] * 6), book=book)
    for cloth in words.replace("b", ""):
        made.said(cloth, "no")
    if "2" in words:
        made.looked()
    if "b" in words:
        made.banker(a.Stand()).shown()
    annulled(made)
    assert (made.phase, made.state.holder(Hand.PRIMERO), made.chips("bea")) == (Phase.REPEAT, "bea", 20_000_00)
    for used in (0, 1, 2):
        if book == "guia":
            made.delivered()
        made.do("bea", a.RepeatBanco())
        assert made.state.coup.banco.repeats == used
        made.dealt().carried()
        played_on(made)
    assert made.phase is not Phase.REPEAT


@pytest.mark.clause("DP.A.41")
@rows(
    "before, cloth, book",
    [
        *((before, FIRST, BOOKS[0]) for before in ("annulled", "some returned", "all returned", "nothing")),
        ("annulled", SECOND, "orden-1979"),
        ("annulled", SECOND, "guia"),
        ("all returned", FIRST, "guia"),
    ],
)
def test_a_banco_that_is_repeated_takes_both_cloths_for_the_whole_bank(before: str, cloth: Hand, book: str) -> None:
    """Whatever a ruling left of the coup before: it was of that coup alone (decisions 56 and 62)."""
    effects: dict[str, tuple[Effect, ...]] = {
        "annulled": (VoidCoup(cloth),),
        "some returned": (ReturnStake(PersonId("bea"), 1_000_00),),
        "all returned": (ReturnStake(PersonId("bea")),),
    }
    made = banco(SIXES + " " + first_cards("Kc 7s", "Qh 7h", "Qd 6c"), book=book)
    if before in effects:
        made.report(Accident.OTHER).ruled("inspector", effects[before])
    played_on(made)
    if book == "guia":
        made.delivered()
    made.do("bea", a.RepeatBanco())
    assert [(one.cloth, one.amount) for one in made.state.coup.stakes] == [(one, BANK // 2) for one in CLOTHS]
    played_on(made.dealt().carried())
    assert (made.phase, made.chips("bea"), made.state.bank_chips) == (Phase.BROKEN, CHIPS + BANK, 0)


@pytest.mark.clause("DP.C5.03")
@pytest.mark.parametrize("book", BOOKS)
def test_whoever_was_too_slow_in_a_banco_repeats_it_with_their_money_and_without_the_cards(book: str) -> None:
    made = banco(f"{SIXES} {SIXES}", book=book).report(Accident.TOO_SLOW, Party.PLAYER)
    played_on(made.ruled("croupier"))
    if book == "guia":
        made.delivered()
    made.do("bea", a.RepeatBanco())
    assert made.state.coup.banco.person == "bea", "it is their banco"
    assert "bea" not in {made.state.holder(cloth) for cloth in CLOTHS}, "the cards of both cloths go by the turns"


@pytest.mark.clause("DP.A.40")
def test_whoever_lets_an_annulled_banco_be_leaves_the_calls_to_everybody() -> None:
    made = annulled(banco(SIXES + " 2c 3c 4c"))
    made.do("bea", a.RepeatBanco(again=False)).do("croupier", a.OpenBets())
    assert made.phase is Phase.BANCO
    made.do("bea", a.CallBanco()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.PRIMERO) == "ana"


def void_of() -> Observed:
    """A void banco, of which Bea has still to say whether she plays it once more."""
    made = banco(SIXES + " 2c 3c 4c 5c 7c 8c", real=True)
    return played_on(made)


def corrected(made: Observed, face: str, coup: int) -> Observed:
    made.do("inspector", a.CorrectCard(coup, 3, Card(face), "croupier", "misread"))
    return made


@pytest.mark.clause("DP.A.43")
@pytest.mark.parametrize("paid", [False, True])
def test_a_correction_that_is_taken_back_leaves_the_repetition_to_whoever_has_not_answered(paid: bool) -> None:
    made = void_of()
    number = made.state.coup.number
    corrected(made, "5s", number)
    assert made.phase is Phase.BETWEEN
    if paid:
        made.do("inspector", a.CorrectPayment(number, "bea", "croupier", "misread"))
    corrected(made, "6s", number)
    if paid:
        assert made.phase is Phase.BETWEEN, "the payment is wrong still"
        made.do("inspector", a.CorrectPayment(number, "bea", "croupier", "misread"))
    assert made.phase is Phase.REPEAT
    assert made.accepts("bea", a.RepeatBanco())


@pytest.mark.clause("DP.A.44")
@pytest.mark.parametrize("since", ["tied", "annulled"])
def test_a_banco_won_by_its_true_cards_is_not_repeated_though_it_was_tied_or_annulled_since(since: str) -> None:
    made = played_on(banco(" ".join([SIXES] * 3), real=True))
    number = made.state.coup.number
    made.do("bea", a.RepeatBanco()).dealt().carried()
    made = annulled(made) if since == "annulled" else played_on(made)
    for face, chips, may in (("7s", CHIPS + BANK // 2, False), ("6s", CHIPS, True)):
        corrected(made, face, number)
        assert made.phase is not Phase.REPEAT, "it is won, or paid as if it were"
        made.do("inspector", a.CorrectPayment(number, "bea", "croupier", "misread"))
        assert (made.chips("bea"), made.phase is Phase.REPEAT) == (chips, may)


@pytest.mark.clause("DP.A.43")
@pytest.mark.parametrize("paid", [False, True])
def test_whoever_has_let_a_void_banco_be_is_not_asked_anew_by_a_correction_that_is_taken_back(paid: bool) -> None:
    made = void_of()
    number = made.state.coup.number
    made.do("bea", a.RepeatBanco(again=False))
    for face in ("5s", "6s"):
        corrected(made, face, number)
        if paid:
            made.do("inspector", a.CorrectPayment(number, "bea", "croupier", "misread"))
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
