"""What a player reads of himself: what the first game of a double brought him, his tokens, cartones handed back."""

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Range
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, Hall


def test_the_winner_of_the_first_game_of_a_double_reads_it_and_his_token_in_the_second() -> None:
    hall = Hall(NUMBERS).started("ana", double=True, deferred=True).drawn(5).call(1).check(1)
    hall.do(CALLER, a.GiveToken(LINE, "B-1047/1")).on().drawn(10).call(1, BINGO).check(1, prize=BINGO)
    hall.do(CALLER, a.GiveToken(BINGO, "B-1047/1")).end()
    before = hall.play.view("ana").me
    assert before.due_prizes
    assert not before.first_prizes
    hall.do(CHIEF, a.AnnounceSecond())
    me = hall.play.view("ana").me
    assert (me.first_prizes, me.due_prizes) == (before.due_prizes, {})
    assert me.tokens == {"1:linea:B-1047/1": 1, "1:bingo:B-1047/1": 2}
    assert hall.play.view("luis").me.first_prizes == {}
    assert hall.play.view("luis").me.tokens == {}


def test_a_cartón_that_was_handed_back_reads_so_on_the_page_of_its_owner() -> None:
    hall = Hall(NUMBERS).started("ana", "luis").drawn(2).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.play.view("ana").me.returned == ()
    hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.PayRefund("B-1047", 1, 1))
    assert hall.play.view("ana").me.returned == (Range("B-1047", 1, 1),)
    assert hall.play.view("luis").me.returned == ()
