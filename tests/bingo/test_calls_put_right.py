"""Clauses BG.IV.20 to 24, BG.I.15, BG.II.18 to 20, 23, BG.V.01: calls and numbers put right; worn sets of balls."""

from typing import Any

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase, Prize
from tapete.kernel import Choice
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, STAFF, TOP, Hall

SLIP = "era el 21"


def keyed(number: int, prize: Prize = LINE) -> a.CallForPlayer:
    return a.CallForPlayer(prize, f"B-1047/{number}")


def put_right(number: int, reason: str = SLIP, prize: Prize = LINE) -> a.TakeCallBack:
    return a.TakeCallBack(prize, f"B-1047/{number}", reason)


def hall_with(*people: str | None, **options: Any) -> Hall:
    return Hall(NUMBERS, **options).started(*people, sold=30).drawn(5).do(CALLER, keyed(12))


def test_what_was_keyed_wrongly_is_put_right_and_the_cartón_that_was_called_is_checked() -> None:
    hall = hall_with().do(CALLER, keyed(1), put_right(12))
    assert hall.phase() == "check"
    hall.do(CALLER, a.HandInCard("B-1047/1")).check(1).on()
    assert [one.card for one in hall.game.awards[LINE]] == ["B-1047/1"]


def test_whoever_keyed_it_takes_it_back_or_the_table_chief() -> None:
    hall = hall_with()
    taken = [who for who in (CALLER, CHIEF, "assistant", CASHIER, MANAGER, "ana") if hall.accepts(who, put_right(12))]
    assert taken == [CALLER, CHIEF]
    answer = hall.refusal("assistant", put_right(12))
    assert (answer.code, answer.clauses) == ("not-your-post", ("BG.III.02",))
    by_assistant = Hall(NUMBERS).started(sold=30).drawn(5).do("assistant", keyed(12))
    assert by_assistant.accepts("assistant", put_right(12))
    assert by_assistant.refused(CALLER, put_right(12)) == "not-your-post"


def test_the_call_of_a_player_stays_his_as_the_option_says() -> None:
    hall = Hall(NUMBERS).started("ana", sold=30).drawn(5).call(1)
    due = ["call-stands", "not-your-card", "not-your-card"]
    assert [hall.refused(who, put_right(1)) for who in ("ana", CALLER, CHIEF)] == due


def called_by(*people: str | None, **options: Any) -> Hall:
    hall = Hall(NUMBERS, claims__taken_back=True, **options).started(*people).drawn(5)
    for number, _ in enumerate(people, start=1):
        hall.call(number)
    return hall


def back(number: int = 1, prize: Any = LINE) -> a.TakeCallBack:
    return a.TakeCallBack(prize, f"B-1047/{number}")


def test_a_call_that_is_taken_back_lets_the_game_go_on_and_may_be_made_again() -> None:
    hall = called_by("ana").do("ana", back())
    assert hall.phase() == "draw-line"
    assert not hall.game.awards
    assert hall.call(1).check(1).on().game.awards[LINE][0].card == "B-1047/1"


CARD = "B-1047/1"
MASTER = a.ShowMaster(CARD)


def keyed_prize(prize: Prize) -> a.CallForPlayer:
    return a.CallForPlayer(prize, CARD)


def prize_put_right(prize: Prize) -> a.TakeCallBack:
    return a.TakeCallBack(prize, CARD, "se pulsó el otro premio")


def hall_of(*people: str, **options: bool) -> Hall:
    return Hall(NUMBERS, **options).started(*people, sold=20).drawn(15)


@pytest.mark.parametrize("is_checked", [False, True])
@pytest.mark.parametrize("who", [CALLER, CHIEF])
def test_a_prize_that_nobody_called_is_taken_back_while_the_master_stands_for_the_other(
    who: str, is_checked: bool
) -> None:
    hall = hall_of("ana").call(1).do(CHIEF, MASTER)
    if is_checked:
        hall.check(1)
    hall.do(CALLER, keyed_prize(BINGO)).do(who, prize_put_right(BINGO))
    assert hall.phase() == ("ask-line" if is_checked else "check")
    if not is_checked:
        hall.check(1)
    hall.on()
    assert {prize: [one.card for one in won] for prize, won in hall.game.awards.items()} == {LINE: [CARD]}


def test_a_call_that_is_keyed_later_does_not_let_the_one_be_taken_back_that_the_master_was_shown_for() -> None:
    hall = hall_of().do(CALLER, keyed_prize(LINE)).do(CHIEF, MASTER).do(CALLER, keyed_prize(BINGO))
    answer = hall.refusal(CHIEF, prize_put_right(LINE))
    assert (answer.code, answer.clauses) == ("card-checked", ("HP.BG.keyed-call",))
    assert hall.accepts(CHIEF, prize_put_right(BINGO))


def test_no_player_learns_from_the_master_and_takes_his_own_call_back() -> None:
    hall = hall_of("ana", claims__taken_back=True).call(1).call(1, BINGO)
    assert hall.accepts("ana", a.TakeCallBack(BINGO, CARD))
    hall.do(CHIEF, MASTER)
    assert {hall.refused("ana", a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}
    paper = hall_of(claims__taken_back=True).do(CALLER, keyed_prize(LINE), keyed_prize(BINGO)).do(CHIEF, MASTER)
    assert {paper.refused(CALLER, a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}


SPELLINGS = (
    *(f"B-1047/{one}" for one in ("01", "0000001", "\u0661", "\u00b9", "+1", " 1", "1 ", "1_0")),
    *("b-1047/1", "B-01047/1", "B 1047/1", "B1047/1"),
)
"""A leading nought, other digits of the world, signs and blanks; a series that is written otherwise."""


def called(number: int = 1, prize: Any = LINE, part: int = 0) -> a.CallPrize:
    return a.CallPrize(prize, f"B-1047/{number}", part)


@pytest.mark.clause("BG.I.15")
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_cartón_wins_one_share_however_it_is_spelled(spelling: str) -> None:
    hall = Hall(NUMBERS).started("ana", None).drawn(15).call(1, BINGO)
    assert hall.refused("ana", a.CallPrize(BINGO, spelling)) == "card-unclear"
    assert hall.refused(CALLER, a.CallForPlayer(BINGO, spelling)) == "card-unclear"
    hall.check(1, prize=BINGO).end()
    assert [(one.card, one.amount) for one in hall.game.awards[BINGO]] == [(CARD, 360_00)]


def double(**options: Any) -> Hall:
    return Hall(NUMBERS, **options).started("ana", "luis", double=True)


@pytest.mark.clause("BG.II.23")
def test_of_a_double_one_part_is_used_in_a_game_and_the_other_in_the_next() -> None:
    hall = double(claims__taken_back=True).drawn(5).do("ana", called(part=1), back(), called(part=1))
    assert hall.refused("ana", back()) == "call-stands"
    hall.check(1).on().drawn(10)
    assert hall.refused("ana", called(prize=BINGO, part=2)) == "other-part-used"
    hall.do("ana", called(prize=BINGO, part=1)).check(1, prize=BINGO).end().pay(1, LINE).pay(1, BINGO).do(
        CHIEF, a.AnnounceSecond()
    )
    hall.drawn(5)
    assert hall.refused("ana", called(part=1)) == "part-used"
    assert hall.do("ana", called(part=2)).accepts("ana", back()), "the call of the first game is over with it"
    hall.check(1).on().drawn(10)
    assert hall.refused("ana", called(prize=BINGO, part=1)) == "part-used"
    assert hall.accepts("ana", called(prize=BINGO, part=2))


@pytest.mark.clause("BG.V.01")
def test_a_number_that_is_put_right_in_a_check_gives_a_wrong_call_another_one() -> None:
    hall = Hall(NUMBERS).started("ana", "luis").drawn(4)
    hall.do(CALLER, a.DrawBall(), a.AnnounceBall(71), a.ShowBall())
    hall.call(1).call(2)
    hall.do("luis", a.ReportCallerError()).check(1)
    hall.do(CHIEF, a.LetStand("se corrige"))
    hall.call(1).check(1)
    assert (hall.game.pause.results[LINE, CARD], hall.refused("ana", called())) == (1, "already-called")


@pytest.mark.clause("BG.IV.29")
def test_where_a_bingo_ends_the_línea_one_that_was_called_beside_it_is_still_asked_for() -> None:
    hall = Hall((*NUMBERS, 8), claims__bingo_first="lapsed").started("ana", "luis").drawn(16)
    hall.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert (hall.said[-2:], hall.accepts("ana", called())) == (["¿Alguna línea más?", "¿Algún bingo más?"], True)
    wrong = Hall(NUMBERS, claims__bingo_first="lapsed").started("ana", "luis").drawn(15)
    wrong.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert (wrong.said[-1], wrong.refused("ana", called())) == ("¿Algún bingo más?", "claim-precluded")


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("ended", [Phase.PAYMENT, Phase.BETWEEN, Phase.VOID])
def test_a_new_set_comes_in_between_the_games_of_a_double(ended: Phase) -> None:
    hall = Hall(NUMBERS).started(sold=3, double=True, deferred=ended is Phase.BETWEEN)
    hall.do("assistant", a.ReportDefect(33, "rota")).do(CHIEF, a.LetStand("se termina", serial=0))
    if ended is Phase.VOID:
        hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    else:
        hall.drawn(90)
        for _ in range(3):
            hall.do(CHIEF, a.AskOthers()).wait()
        hall.do(CHIEF, a.OrderEnd("nadie cantó"))
    assert hall.phase() is ended
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "balls-damaged"
    hall.do(MANAGER, a.RegisterBalls("S-11", "simulation"))
    assert hall.do(CHIEF, a.ChangeBalls("S-11", "dañada"), a.AnnounceSecond()).game.ball_set == "S-11"


@pytest.mark.clause("BG.II.19")
def test_no_game_begins_with_a_set_that_was_found_damaged_after_the_sale() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 3).close().announced()
    hall.do("assistant", a.ReportDefect(33, "rota"))
    assert hall.refused(CHIEF, a.AnnounceStart()) == "balls-damaged"
    hall.do(CHIEF, a.ChangeBalls("S-10", "bola dañada"), a.AnnounceStart())
    assert hall.game.ball_set == "S-10"


DEFECT = a.ReportDefect(33, "rota")


def is_damaged(hall: Hall) -> bool:
    return hall.state.hall.ball_sets["S-9"].is_damaged


def test_an_untrue_report_of_a_damaged_ball_condemns_no_set() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", DEFECT)
    assert is_damaged(hall)
    hall.do(CHIEF, a.LetStand("la bola está bien", is_untrue=True))
    assert not is_damaged(hall)
    assert not is_damaged(hall.drawn(1).do("assistant", DEFECT)), "his word is only noted"


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("act", [a.LetStand("se termina"), a.VoidGame("ball-damaged", "rota")])
def test_a_damaged_ball_that_was_reported_as_a_cause_condemns_the_set(act: a.LetStand | a.VoidGame) -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", a.ReportCause("ball-damaged", "rota"))
    assert (is_damaged(hall), is_damaged(hall.do(CHIEF, act))) == (False, True)


SOUND = a.FindBallsSound("S-9", "la 33 está bien: era una mancha")


def reported(moment: str) -> Hall:
    if moment == "second":
        return Hall(NUMBERS).started(sold=3, double=True).drawn(5).line(1).drawn(10).bingo(1).do(CALLER, DEFECT)
    hall = Hall(NUMBERS).open()
    return (hall.sale().sell(1, 3).close().announced() if moment == "prizes" else hall).do(CALLER, DEFECT)


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("moment", ["ready", "prizes", "second"])
def test_the_table_chief_rules_on_a_set_that_was_reported_outside_of_a_game(moment: str) -> None:
    hall = reported(moment)
    assert is_damaged(hall)
    assert [who for who in (*STAFF.values(), "ana") if hall.accepts(who, SOUND)] == [CHIEF]
    assert hall.refused(CHIEF, a.FindBallsSound("S-9")) == "reason-missing"
    assert not is_damaged(hall.do(CHIEF, SOUND))
    answer = hall.refusal(CHIEF, SOUND)
    assert (answer.code, answer.clauses) == ("nothing-reported", ("BG.II.19",))


def test_another_set_than_the_last_goes_in_as_a_change_with_its_reason() -> None:
    hall = Hall().material().checked().do(CHIEF, a.LoadBalls("S-9"))
    assert hall.refused(CHIEF, a.LoadBalls("S-9")) == "nothing-changes"
    answer = hall.refusal(CHIEF, a.LoadBalls("S-10"))
    assert (answer.code, answer.clauses) == ("entry-missing", ("BG.II.20",))
    assert hall.refused(CALLER, a.LoadBalls("S-10", "más nuevas")) == "not-your-post"
    hall.do(CHIEF, a.LoadBalls("S-10", "más nuevas"))
    (changed,) = [one for one in hall.play.last.events if type(one).__name__ == "BallsChanged"]  # type: ignore[union-attr]
    assert (changed.balls, changed.former, changed.reason, changed.by) == ("S-10", "S-9", "más nuevas", CHIEF)
    assert hall.state.hall.loaded_set == "S-10"


def test_a_misread_number_stands_as_said_until_it_is_corrected() -> None:
    right, wrong = Hall((1, 31)).started("ana"), Hall((1, 4)).started("ana")
    for hall in (right, wrong):
        hall.drawn(1).do(CALLER, a.DrawBall(), a.AnnounceBall(31), a.ShowBall())
    for who in (None, "ana", "zz"):
        assert (right.play.view(who), right.play.legal(who)) == (wrong.play.view(who), wrong.play.legal(who))
    assert wrong.play.view(None).announced_numbers == (1, 31)
    assert wrong.do(CALLER, a.CorrectAnnouncement()).play.view(None).announced_numbers == (1, 4)


@pytest.mark.clause("BG.IV.27")
def test_no_ball_comes_out_after_the_order_that_ended_the_game() -> None:
    hall = more(Hall(kind=ChanceKind.KEYED).started(sold=20), *NUMBERS).do(CALLER, a.DrawBall()).bingo(1)
    answer = hall.refusal(CALLER, BallOut(hall.game.urn, len(NUMBERS), "88"))
    assert ((answer.code, answer.clauses), hall.game.drawn_balls) == (("game-over", ("BG.IV.27",)), NUMBERS)


def numbers_keyed(*numbers: int, **options: Any) -> Hall:
    hall = Hall(kind=ChanceKind.KEYED, **options).started("ana", "luis", sold=5)
    return more(hall, *numbers)


def more(hall: Hall, *numbers: int) -> Hall:
    for number in numbers:
        hall.do(
            CALLER,
            a.DrawBall(),
            BallOut(hall.game.urn, len(hall.game.balls), str(number)),
            a.AnnounceBall(),
            a.ShowBall(),
        )
    return hall


def told(hall: Hall) -> tuple[Any, ...]:
    return hall.game.announced_balls, hall.game.panel, hall.game.error_at


@pytest.mark.parametrize("who", [CALLER, CHIEF])
def test_a_number_keyed_and_said_wrongly_is_put_right_aloud_before_the_next_ball(who: str) -> None:
    hall = numbers_keyed(4).do(who, a.RekeyBall(44))
    assert (hall.said[-1], told(hall)) == ("Corrección: ha salido el 44", ((44,), (44,), None))
    assert hall.do(CALLER, a.DrawBall()).accepts(CALLER, BallOut(1, 1, "4"))
    assert hall.refused(CALLER, BallOut(1, 1, "44")) == "ball-already-drawn"


def test_after_a_check_by_the_wrong_number_the_table_chief_decides_about_the_game() -> None:
    hall = numbers_keyed(2, *TOP).call(1).check(1)
    assert hall.refused(CHIEF, a.RekeyBall(44)) == "card-checked"
    hall.do("luis", a.ReportCallerError("salió el 44"))
    assert hall.refused(CHIEF, a.RekeyBall(44, TOP[-1])) == "card-checked"
    assert next(one for one in hall.play.legal(CHIEF) if one.act == "rekey-ball").fixed_value("was") == 2
    assert hall.accepts(CHIEF, a.VoidGame("caller-error", "81 por 44"))


def test_after_the_next_ball_the_table_chief_alone_puts_it_right_and_on_a_report() -> None:
    hall = more(numbers_keyed(4), 5)
    assert [hall.refused(who, a.RekeyBall(44, 4)) for who in (CALLER, CHIEF)] == ["correction-late"] * 2
    hall.do("ana", a.ReportCallerError("salió el 44"))
    assert hall.refused(CALLER, a.RekeyBall(44, 4)) == "correction-late"
    offered = next(one for one in hall.play.legal(CHIEF) if one.act == "rekey-ball")
    assert offered.fields["was"] == Choice((4, 5))
    hall.do(CHIEF, a.RekeyBall(44, 4), a.LetStand("nadie lo tiene"))
    assert told(hall) == ((44, 5), (44, 5), None)
    assert "Corrección: ha salido el 44" in hall.said
    assert more(hall, 4).game.announced_balls == (44, 5, 4)


def test_only_a_ball_that_came_out_is_put_right() -> None:
    assert numbers_keyed().refused(CALLER, a.RekeyBall(44)) == "nothing-to-correct"
    hall = numbers_keyed(4)
    assert hall.refused(CALLER, a.RekeyBall(44, 7)) == "nothing-to-correct"
    assert hall.refused(CALLER, a.RekeyBall(4)) == "ball-already-drawn"
    assert hall.refused(CASHIER, a.RekeyBall(44)) == "not-your-post"
