"""Banco: one player against the whole bank, on both cloths, before the first coup of a shoe."""

import pytest
from msgspec.structs import replace

from tapete.games.banked.acts import AskTable, Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.terms import BankMode, Cover, Hand, Phase
from tapete.money import euros
from tapete.table import acts as t
from tests.support.dos_panos.coups import said
from tests.support.dos_panos.table import Table, opened


def calling(shoe: str = "", **options: object) -> Table:
    """The calls are open against a bank of 2,000 euros."""
    return opened(shoe, **options).ready(2_000_00).do("croupier", a.OpenBets())


def called(shoe: str = "", person: str = "bea", **options: object) -> Table:
    return calling(shoe, **options).do(person, a.CallBanco()).do("croupier", a.CloseCalls())


@pytest.mark.clause("DP.A.41")
def test_a_banco_takes_both_cloths_half_on_each() -> None:
    made = called()
    assert [(one.cloth, one.amount) for one in made.state.coup.stakes] == [
        (Hand.PRIMERO, 1_000_00),
        (Hand.SEGUNDO, 1_000_00),
    ]
    assert {made.state.holder(cloth) for cloth in (Hand.PRIMERO, Hand.SEGUNDO)} == {"bea"}
    assert made.phase is Phase.DEAL


def test_an_odd_bank_plays_its_odd_unit_on_the_first_cloth() -> None:
    made = opened().ready(2_015_00).do("croupier", a.OpenBets())
    made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    assert [one.amount for one in made.state.coup.stakes] == [1_015_00, 1_000_00]


@pytest.mark.clause("DP.A.39")
def test_anybody_calls_it_seated_or_standing() -> None:
    made = opened().do("pau", t.StandBehind(7), t.BuyIn(3_000_00)).ready(2_000_00).do("croupier", a.OpenBets())
    assert made.accepts("pau", a.CallBanco())
    made.do("pau", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.PRIMERO) == "pau"
    assert made.refused("rosa", a.CallBanco()).code == "banco-not-now"


@pytest.mark.clause("DP.A.40")
def test_a_banco_is_called_once_before_the_first_coup_of_a_shoe() -> None:
    made = calling("9s 2h Kd 8c 3d 6h").do("croupier", a.CloseCalls()).staked(ana=100_00, carla=100_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled().do("croupier", a.OpenBets())
    assert made.phase is Phase.BETS
    refused = made.refused("bea", a.CallBanco())
    assert (refused.code, "DP.A.40" in refused.clauses) == ("banco-not-now", True)


@pytest.mark.clause("DP.D.06")
def test_calls_on_both_cloths_draw_lots() -> None:
    made = calling().do("bea", a.CallBanco()).do("dani", a.CallBanco()).do("croupier", a.CloseCalls())
    drawn = [event for event in made.turns[-1].events if type(event).__name__ == "LotDrawn"]
    assert len(drawn) == 1
    winner = {"primero": "bea", "segundo": "dani"}[drawn[0].token]
    assert made.state.coup.banco is not None
    assert made.state.coup.banco.person == winner


def test_of_two_calls_on_one_cloth_the_nearer_to_the_banker_has_it() -> None:
    made = calling().do("bea", a.CallBanco()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    assert made.state.holder(Hand.SEGUNDO) == "ana"


def test_whoever_called_keeps_the_chips_for_it_until_it_is_decided() -> None:
    made = calling().do("bea", a.CallBanco())
    assert made.refused("bea", t.CashOut(18_000_01)).code == "banco-in-play"
    assert made.refused("bea", t.Leave()).code == "banco-in-play"
    made.do("bea", t.CashOut(18_000_00)).do("croupier", a.CloseCalls())
    assert made.chips("bea") == 0


@pytest.mark.clause("DP.B.12")
def test_no_ordinary_stake_lies_beside_a_banco() -> None:
    refused = called().refused("ana", a.Stake(20_00, Hand.PRIMERO))
    assert (refused.code, "DP.B.12" in refused.clauses) == ("banco-takes-all", True)


@pytest.mark.clause("DP.A.42")
def test_the_second_cloth_is_looked_at_when_the_first_was_played() -> None:
    made = called("2s 2h Kd 3c 5d 6h").dealt().carried()
    refused = made.refused("bea", a.Lift(Hand.SEGUNDO))
    assert (refused.code, "DP.A.42" in refused.clauses) == ("first-cloth-first", True)
    made.said("1", "no").do("bea", a.Lift(Hand.SEGUNDO))


@pytest.mark.clause("DP.A.16")
def test_a_banco_player_does_as_he_likes_but_turns_a_natural_up() -> None:
    made = called("9s 2h Kd 8c Ad 6h").dealt().carried()
    assert made.do("bea", a.Lift(Hand.PRIMERO)).accepts("bea", Say(Word.CARTA))
    made.said("1", "carta").said("2", "no")
    assert [str(made.state.coup.side(cloth).word) for cloth in (Hand.PRIMERO, Hand.SEGUNDO)] == ["carta", "no"]
    natural = called("4s 2h Kd 5c Ad 6h").dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert natural.refused("bea", a.Say(Word.CARTA)).code == "natural-to-lay-down"


@pytest.mark.clause("DP.A.17")
def test_where_the_house_asks_for_the_director_s_word_the_scheme_binds_without_it() -> None:
    made = called("9s 2h Kd 8c Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    refused = made.refused("bea", Say(Word.CARTA))
    assert (refused.code, "DP.A.17" in refused.clauses) == ("must-stand", True)
    low = called("2s 2h Kd Ac Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert "DP.A.17" in low.refused("bea", Say(Word.NO)).clauses
    natural = called("4s 2h Kd 5c Ad 6h", needs_director=True).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert "DP.A.17" not in natural.refused("bea", Say(Word.CARTA)).clauses, "no freedom reaches so far"
    given = called("9s 2h Kd 8c Ad 6h", needs_director=True, banco_freedom=True).dealt().carried()
    given.said("1", "carta")


def void(shoe: str) -> Table:
    """A banco in which both cloths tie with the bank."""
    made = called(shoe).dealt().carried().said("1", "no").said("2", "no").looked()
    return made.do("rosa", Stand()).shown().settled()


TIES = "9s 9h 9d 7c 7d 7h"


@pytest.mark.clause("DP.A.43")
def test_a_void_banco_is_repeated_twice_and_not_more() -> None:
    made = void(" ".join((TIES, "9c 9s 9h 7s 7h 7c", "9d 9c 9s 7d 7c 7s", "2s 2h 2d")))
    for repeats in (1, 2):
        assert made.phase is Phase.REPEAT
        refused = made.refused("ana", a.RepeatBanco())
        assert refused.code == "not-your-banco"
        made.do("bea", a.RepeatBanco())
        assert made.state.coup.banco is not None
        assert made.state.coup.banco.repeats == repeats
        assert made.state.coup.cover is Cover.BANCO, "nobody stakes beside it"
        made.dealt().carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    assert made.phase is Phase.BETWEEN
    assert (made.chips("bea"), made.account("cagnotte")) == (20_000_00, 0)
    refused = made.refused("bea", a.RepeatBanco())
    assert (refused.code, refused.clauses) == ("wrong-window", ("DP.A.43",))


@pytest.mark.clause("DP.B.06")
@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979"])
def test_a_void_banco_in_which_the_stop_card_came_out_is_not_repeated(book: str) -> None:
    made = called(TIES, book=book)
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=3))
    made.dealt().carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    refused = made.refused("bea", a.RepeatBanco())
    assert (refused.code, refused.clauses) == ("wrong-window", ("DP.B.06",))


def test_each_repetition_is_the_next_coup_of_the_shoe_and_begins_with_nothing_of_the_one_before() -> None:
    made = void(" ".join((TIES, "9c 9s 9h 7s 7h 7c", "9d 9c 9s 7d 7c 7s")))
    first, dealt = made.state.coup.number, made.state.shoe.coups
    for further in (1, 2):
        made.do("bea", a.RepeatBanco())
        coup_now = made.state.coup
        assert (coup_now.number, made.state.step.cycle) == (first + further, first + further)
        assert made.state.shoe.coups == dealt + further
        assert (len(coup_now.cards.layout), coup_now.is_settled, coup_now.has_asked_table) == (0, False, False)
        assert {str(one.person) for one in coup_now.stakes} == {"bea"}
        assert made.state.banker == "rosa"
        made.dealt().carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    made.bets()
    assert made.state.coup.number == first + 3


def test_whoever_called_it_may_let_it_be() -> None:
    made = void(TIES).do("bea", a.RepeatBanco(again=False))
    assert made.phase is Phase.BETWEEN


@pytest.mark.clause("DP.A.44")
def test_one_cloth_tied_and_one_lost_is_not_void() -> None:
    made = called("9s 2h Kd 7c 3d 6h").dealt().carried().said("1", "no").said("2", "no").looked()
    made.do("rosa", Stand()).shown().settled()
    assert made.phase is Phase.BETWEEN
    assert made.chips("bea") == 20_000_00 - 1_000_00
    assert made.refused("bea", a.RepeatBanco()).clauses == ("DP.A.44",)


def test_the_turns_of_both_cloths_stand_after_a_banco() -> None:
    made = called("2s 2h Kd 3c 3d 9h").dealt().carried().said("1", "no").said("2", "no").looked()
    made.do("rosa", a.LayDown(Hand.BANCA)).settled()
    assert not made.state.turns


def test_an_open_bank_has_no_banco() -> None:
    made = opened(mode=BankMode.OPEN).announced(2_000_00).do("director", a.ProveDeposit("rosa", 90_000_00))
    made.deposited(2_000_00).shoe().delivered().do("croupier", a.OpenBets())
    assert made.phase is Phase.BETS
    for at in (made, made.fork().staked(ana=100_00, carla=100_00).closed()):
        refused = at.refused("bea", a.CallBanco())
        assert (refused.code, refused.clauses) == ("no-banco-in-open-bank", ("HP.DP.open-bank-banco",))


def test_the_table_may_be_asked_for_in_a_banco_too() -> None:
    made = called("2s 2h Kd 3c 3d 6h").dealt().carried().said("1", "no").said("2", "no").looked()
    made.do("rosa", AskTable())
    assert made.refused("rosa", a.DrawCard()).code == "against-table"


def test_a_caller_needs_the_whole_bank_in_chips() -> None:
    made = opened(chips=1_000_00).ready(2_000_00).do("croupier", a.OpenBets())
    assert made.refused("bea", a.CallBanco()).code == "not-enough-chips"


@pytest.mark.clause("DP.B.31")
@pytest.mark.parametrize("again", [True, False])
def test_under_the_guide_a_void_banco_is_played_once_more_after_the_chips_of_the_bank_lie_there_anew(
    again: bool,
) -> None:
    made = opened(f"{TIES} 9c 9s 9h 7s 7h 7c", book="guia").ready(2_000_00).do("croupier", a.OpenBets())
    made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls()).dealt().carried().said("1", "no").said("2", "no")
    made.looked().do("rosa", Stand()).shown().settled()
    refused = made.refused("bea", a.RepeatBanco(again))
    assert (refused.code, "DP.B.31" in refused.clauses) == ("bank-not-in-custody", True)
    assert made.refused("rosa", a.DeliverBank(1_999_00)).code == "bank-not-in-custody"
    assert PHASES[Phase.REPEAT].waits_for(made.state) == "rosa"
    made.delivered()
    assert said(made) == {"bank-amount": {"amount": euros(2_000_00)}}
    assert PHASES[Phase.REPEAT].waits_for(made.state) == "bea"
    assert made.refused("rosa", a.DeliverBank(2_000_00)).code == "wrong-window"
    made.do("bea", a.RepeatBanco(again))
    assert made.phase is (Phase.DEAL if again else Phase.BETWEEN)
