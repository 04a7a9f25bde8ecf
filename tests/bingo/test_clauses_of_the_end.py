"""One clause, one answer: payment, doubles, void games and refunds."""

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a, calls
from tapete.games.bingo.terms import Means, Phase
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, Hall


def won(hall: Hall) -> Hall:
    return hall.drawn(5).line(1).drawn(10).bingo(1)


def single(*people: str | None, **options: object) -> Hall:
    return Hall(NUMBERS, **options).started(*(people or ("ana", "luis")))  # type: ignore[arg-type]


def double(deferred: bool = False, **options: object) -> Hall:
    return Hall(NUMBERS, **options).started("ana", "luis", sold=200, double=True, deferred=deferred)  # type: ignore[arg-type]


@pytest.mark.clause("BG.IV.28")
def test_prizes_are_paid_after_the_end_of_the_game() -> None:
    hall = single().drawn(5).line(1)
    assert hall.refusal(CASHIER, a.PayPrize(LINE, "B-1047/1")).code == "game-not-over"
    hall.drawn(10).bingo(1)
    assert hall.refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.pay(1, LINE, means=Means.ACCOUNT).pay(1, BINGO)
    assert (hall.balance("person:ana"), hall.balance("owed:1/bingo/B-1047/1")) == (60_00, 0)


def test_paper_is_paid_to_whoever_brings_it_and_a_prize_is_paid_once() -> None:
    hall = won(Hall(NUMBERS).started())
    assert hall.refused(CASHIER, a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT)) == "person-missing"
    hall.pay(1, LINE, means=Means.ACCOUNT, person="eva")
    assert (hall.balance("person:eva"), hall.refused(CASHIER, a.PayPrize(LINE, "B-1047/1"))) == (60_00, "prize-paid")
    assert hall.refused(CASHIER, a.PayPrize(LINE, "B-1047/2")) == "no-prize"


def test_what_a_game_carries_over_is_added_to_the_prize_of_the_next() -> None:
    hall = single(prizes__unawarded_line="next-game").drawn(15).bingo(1).pay(1, BINGO).do(CHIEF, a.EndGame())
    hall.sale().sell(301, 400, "ana").close().announced()
    assert hall.said[-1] == "Línea, 80 euros; bingo, 120 euros"
    hall.do(CHIEF, a.AnnounceStart()).drawn(1).do(CHIEF, a.VoidGame("evacuation", "humo"))
    assert (hall.balance("carry:linea"), hall.balance("refunds:2")) == (60_00, 200_00)


@pytest.mark.clause("BG.IV.38")
def test_a_línea_that_is_won_in_the_pause_of_the_bingo_is_paid_and_not_added_to_it() -> None:
    """With the 4 card 2 has its first línea and card 1 its bingo; nobody had called the lines of card 1."""
    balls = (*(one for one in NUMBERS if one != 4), 17, 31, 53, 82, 4)
    hall = Hall(balls, prizes__unawarded_line="bingo").started("ana", "luis").drawn(len(balls))
    hall.call(2, LINE).call(1, BINGO).check(2, prize=LINE).check(1, prize=BINGO).end()
    won = {str(prize): [(one.card, one.amount) for one in found] for prize, found in hall.game.awards.items()}
    assert won == {"linea": [("B-1047/2", 60_00)], "bingo": [("B-1047/1", 360_00)]}


@pytest.mark.clause("BG.IV.33")
def test_after_the_first_game_of_a_double_all_the_balls_are_back_and_every_double_plays_on() -> None:
    hall = double(deferred=True)
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "wrong-window"
    hall.drawn(15).call(1, BINGO).check(1, prize=BINGO).do(CHIEF, a.GiveToken(BINGO, "B-1047/1")).end()
    assert hall.accepts(CHIEF, a.AnnounceSecond())
    hall.do(CHIEF, a.AnnounceSecond())
    assert (hall.game.name, hall.game.balls, hall.game.urn, sum(one.cards.size for one in hall.game.sales)) == (
        "1/2",
        (),
        2,
        200,
    )
    hall.drawn(5).call(1).check(1).do(CHIEF, a.GiveToken(LINE, "B-1047/1")).on()
    assert hall.game.awards[LINE][0].amount == 40_00


@pytest.mark.clause("BG.IV.33")
@pytest.mark.parametrize("deferred", [False, True])
def test_no_ball_of_the_second_game_is_opened_before_it_comes_out(deferred: bool) -> None:
    hall = double(kind=ChanceKind.SEALED, deferred=deferred)
    hall = tokens_given(hall) if deferred else won(hall).pay(1, LINE).pay(1, BINGO)
    hall.do(CHIEF, a.AnnounceSecond())
    assert (hall.game.balls, hall.game.opened_count) == ((), 0)
    assert (len(hall.drawn(3).game.balls), hall.game.opened_count) == (3, 0)


@pytest.mark.clause("BG.IV.35")
def test_of_a_double_whose_second_game_is_void_the_hall_waits_for_who_pays_the_first() -> None:
    hall = tokens_given(double(deferred=True))
    assert hall.play.view().waits_for == CHIEF
    hall.do(CHIEF, a.AnnounceSecond()).drawn(3).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.play.view().waits_for == CASHIER
    hall.do(CASHIER, a.PayPrize(LINE, "B-1047/1", game="1/1"), a.PayPrize(BINGO, "B-1047/1", game="1/1"))
    assert (hall.play.view().waits_for, hall.accepts(CHIEF, a.EndGame())) == (CHIEF, True)


@pytest.mark.clause("BG.IV.35")
def test_the_first_game_is_paid_before_the_second_or_after_both() -> None:
    between = won(double())
    assert not between.accepts(CHIEF, a.AnnounceSecond())
    assert between.pay(1, LINE).pay(1, BINGO).accepts(CHIEF, a.AnnounceSecond())
    waits = tokens_given(double(deferred=True))
    assert waits.refused(CASHIER, a.PayPrize(LINE, "B-1047/1")) == "payment-waits", "it is for after both"
    waits.do(CHIEF, a.AnnounceSecond())
    assert waits.refusal(CASHIER, a.PayPrize(LINE, "B-1047/1", "1/1")).code == "payment-waits"
    tokens_given(waits).pay(1, LINE, game="1/1")
    assert waits.balance("owed:1/1/linea/B-1047/1") == 0


def tokens_given(hall: Hall) -> Hall:
    hall.drawn(5).call(1).check(1).do(CALLER, a.GiveToken(LINE, "B-1047/1")).on()
    return hall.drawn(10).call(1, BINGO).check(1, prize=BINGO).do(CALLER, a.GiveToken(BINGO, "B-1047/1")).end()


@pytest.mark.clause("BG.IV.37")
def test_a_token_says_of_which_game_it_is_and_is_paid_once() -> None:
    hall = tokens_given(double(deferred=True))
    assert "Premio de la 1.ª partida" in hall.said
    tokens_given(hall.do(CHIEF, a.AnnounceSecond()))
    assert hall.said[-1] == "Fin de la partida"
    assert "Premio de la 2.ª partida" in hall.said
    hall.pay(1, LINE, game="1/1")
    refused = hall.refusal(CASHIER, a.PayPrize(LINE, "B-1047/1", "1/1"))
    assert (refused.code, [str(one) for one in refused.clauses]) == ("prize-paid", ["BG.IV.37"])
    hall.pay(1, LINE, game="1/2").pay(1, BINGO, game="1/1").pay(1, BINGO, game="1/2").do(CHIEF, a.EndGame())
    assert hall.balance("house") == 2 * 120_00


@pytest.mark.clause("BG.II.23")
def test_whichever_part_was_used_in_the_first_game_the_other_is_used_in_the_second() -> None:
    hall = double().drawn(5).do("ana", a.CallPrize("linea", "B-1047/1", 2))
    hall.check(1).on().drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.AnnounceSecond()).drawn(5)
    assert not hall.accepts("ana", a.CallPrize("linea", "B-1047/1", 2))
    assert hall.accepts("ana", a.CallPrize("linea", "B-1047/1", 1))


@pytest.mark.clause("BG.V.01")
def test_a_misread_number_that_touches_the_game_makes_it_void_by_the_chiefs_decision() -> None:
    hall = Hall((31, *NUMBERS)).started("ana").do(CALLER, a.DrawBall(), a.AnnounceBall(37), a.ShowBall()).drawn(3)
    assert hall.refused(CALLER, a.CorrectAnnouncement()) == "nothing-to-correct"
    hall.do("ana", a.ReportCallerError("cantó el 37"))
    assert hall.refused(CALLER, a.DrawBall()) == "case-open"
    assert not hall.accepts(CALLER, a.VoidGame("caller-error", "37 por 31"))
    assert hall.accepts(CHIEF, a.LetStand("nadie lo tiene"))
    hall.do(CHIEF, a.VoidGame("caller-error", "37 por 31"))
    assert hall.phase() is Phase.VOID


@pytest.mark.clause("BG.V.03")
def test_the_price_comes_back_against_the_cartones() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 6, "ana").close().announced().do(CHIEF, a.AnnounceStart())
    hall.drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma")).do("ana", a.ReturnCards("B-1047", 1, 5))
    assert not hall.accepts(CASHIER, a.PayRefund("B-1047", 1, 6))
    called = [calls.require_not_returned(hall.state, f"B-1047/{number}") for number in (5, 6)]
    assert [one and one.code for one in called] == ["card-returned", None], "what was handed back wins nothing more"
    hall.do(CASHIER, a.PayRefund("B-1047", 1, 5)).do(CHIEF, a.EndGame())
    assert (hall.balance("person:ana"), hall.balance("refunds:1")) == (10_00, 2_00)
    assert hall.refused(CASHIER, a.PayRefund("B-1047", 1, 1, "1")) == "card-refunded"
    assert hall.refused(CALLER, a.SellCards("B-1047", 1, 1)) == "sale-not-announced"
    hall.do("ana", a.ReturnCards("B-1047", 6, 6, "1")).do(CASHIER, a.PayRefund("B-1047", 6, 6, "1"))
    assert hall.balance("refunds:1") == 0


@pytest.mark.clause("BG.V.04")
def test_a_listed_cause_makes_the_game_void_and_another_is_for_the_chief() -> None:
    hall = Hall(NUMBERS).started().drawn(40)
    assert hall.do(CHIEF, a.ReportCause("machine-breakdown", "no sale aire")).phase() is Phase.VOID
    assert hall.balance("refunds:1") == 600_00
    other = Hall(NUMBERS).started().drawn(40).do(CHIEF, a.ReportCause("sound-breakdown"))
    assert (other.phase(), other.accepts(CHIEF, a.LetStand("se oye"))) == (Phase.DRAW_LINE, True)


@pytest.mark.parametrize(("policy", "code"), [("stands", "prizes-stand"), ("chief-decides", ""), ("void", "")])
def test_a_wrong_count_after_the_start(policy: str, code: str) -> None:
    hall = Hall(NUMBERS, sale__error_after_start=policy).started().drawn(1)
    wrong = a.ReportCause("count-wrong", "dos cartones de más")
    if code:
        assert hall.refused(CASHIER, wrong) == code
    else:
        hall.do(CASHIER, wrong)
        assert hall.game.cases[0].must_void is (policy == "void")


@pytest.mark.clause("BG.I.08")
def test_of_a_double_whose_first_game_is_void_one_part_comes_back_and_the_other_is_played() -> None:
    hall = double().drawn(5).do(CHIEF, a.VoidGame("machine-breakdown", "no sale aire"))
    assert [hall.balance(name) for name in ("refunds:1/1", "sales:1/2")] == [400_00, 400_00]
    hall.do(CASHIER, a.PayRefund("B-1047", 1, 1))
    assert hall.balance("person:ana") == 2_00
    won(hall.do(CHIEF, a.AnnounceSecond())).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())
    assert (hall.phase(), hall.balance("house")) == (Phase.READY, 120_00)


def test_a_second_game_that_is_void_leaves_the_prizes_of_the_first() -> None:
    hall = tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond()).drawn(1)
    hall.do(CHIEF, a.VoidGame("machine-breakdown", "no sale aire"))
    assert (hall.balance("refunds:1/2"), hall.balance("owed:1/1/bingo/B-1047/1")) == (400_00, 240_00)
    assert hall.refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.pay(1, LINE, game="1/1").pay(1, BINGO, game="1/1").do(CHIEF, a.EndGame())


def test_after_the_end_a_void_game_collects_what_is_owed_and_the_house_makes_up_what_was_paid() -> None:
    hall = won(single()).pay(1, LINE).do(CHIEF, a.VoidGame("evacuation", "alarma", has_cash_back=False))
    assert (hall.balance("refunds:1"), hall.balance("owed:1/bingo/B-1047/1"), hall.balance("house")) == (
        600_00,
        0,
        -60_00,
    )
