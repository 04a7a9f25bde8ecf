"""What a house says of its posts and of its sessions: who announces, closes, carries and changes; how many games; in
which pieces is sold, and whether what is left of a series is sold again.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.words import refusal
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, Hall

SALE = a.AnnounceSale(("B-1047",))


def void(hall: Hall) -> Hall:
    """Sell one cartón, start, and close the game as void."""
    hall.sale().sell(hall.state.game.number, hall.state.game.number).close().announced().do(CHIEF, a.AnnounceStart())
    return hall.do(CHIEF, a.ReportCause("evacuation", "humo"), a.EndGame())


@pytest.mark.parametrize(("option", "posts"), [("sale__announced_by", (CHIEF, CALLER)), ("sale__closed_by", (CHIEF,))])
def test_a_sale_is_announced_and_closed_by_the_posts_that_the_house_names(option: str, posts: tuple[str, ...]) -> None:
    def may(who: str, **options: Any) -> bool:
        hall = Hall(**options).open()
        return hall.accepts(who, SALE) if option == "sale__announced_by" else hall.sale().accepts(who, a.CloseSale())

    assert [who for who in (CHIEF, CALLER, CASHIER, MANAGER) if may(who)] == list(posts)
    named = {option: ["table-chief", "cashier"]}
    assert [who for who in (CHIEF, CALLER, CASHIER, MANAGER) if may(who, **named)] == [CHIEF, CASHIER]


def test_a_called_cartón_is_carried_by_the_posts_that_the_house_names() -> None:
    def carried(who: str, **options: Any) -> bool:
        hall = Hall(NUMBERS, **options).started(None).drawn(5).do(CALLER, a.CallForPlayer(LINE, "B-1047/1"))
        return hall.accepts(who, a.HandInCard("B-1047/1"))

    assert [carried(who) for who in (CALLER, "assistant", CASHIER)] == [True, True, False]
    assert [carried(who, claims__carried_by=["cashier"]) for who in (CALLER, "assistant", CASHIER)] == [
        False,
        False,
        True,
    ]


def test_a_set_of_balls_is_changed_by_the_posts_that_the_house_names() -> None:
    def changed(who: str, **options: Any) -> bool:
        hall = Hall(**options).open().do(MANAGER, a.RegisterBalls("S-11", "simulation"))
        return hall.accepts(who, a.ChangeBalls("S-11", "gastadas"))

    assert [changed(who) for who in (CHIEF, MANAGER, CALLER)] == [True, True, False]
    assert [changed(who, balls__changed_by=["table-chief"]) for who in (CHIEF, MANAGER)] == [True, False]


def test_the_token_is_given_by_the_posts_that_the_house_names() -> None:
    def given(who: str, **options: Any) -> bool:
        hall = Hall(NUMBERS, **options).started(None, double=True, deferred=True).drawn(5).call(1).check(1)
        return hall.accepts(who, a.GiveToken(LINE, "B-1047/1"))

    assert [given(who) for who in (CALLER, CASHIER, CHIEF, MANAGER)] == [True, True, True, False]
    assert [given(who, payment__token_by=["cashier"]) for who in (CALLER, CASHIER, CHIEF)] == [False, True, False]


def test_nobody_is_relieved_in_a_game_where_the_house_says_so_but_by_the_house() -> None:
    relieve = a.Relieve("caller", "otro")
    assert Hall(NUMBERS).started(None).accepts(MANAGER, relieve)
    hall = Hall(NUMBERS, hall__relief_in_game=False).started(None)
    assert hall.refused(MANAGER, relieve) == "relief-in-game"
    assert hall.accepts(HOUSE, relieve)
    assert hall.drawn(5).line(1).drawn(10).bingo(1).accepts(MANAGER, relieve)
    assert Hall(hall__relief_in_game=False).open().sale().accepts(MANAGER, relieve)


def test_the_last_planned_game_is_announced_and_no_other_follows_in_the_session() -> None:
    hall = void(Hall(NUMBERS, session__games_planned=2).open())
    assert "Última partida" not in hall.said
    void(hall)
    assert "Última partida" in hall.said
    assert hall.refused(CHIEF, SALE) == "session-played"
    silent = void(Hall(NUMBERS, session__games_planned=1, session__last_game_words=False).open())
    assert "Última partida" not in silent.said
    assert "Última partida" not in void(Hall(NUMBERS).open()).said


def test_a_sale_that_is_called_off_is_no_game_of_the_plan() -> None:
    hall = Hall(session__games_planned=1).open().sale().do(CHIEF, a.CallOffSale("nadie"))
    assert hall.accepts(CHIEF, SALE)


def test_what_is_left_of_a_series_is_sold_again_unless_each_game_has_a_new_one() -> None:
    assert void(Hall(NUMBERS).open()).accepts(CHIEF, SALE)
    hall = void(Hall(NUMBERS, sale__series_again=False).open())
    assert hall.refused(CHIEF, SALE) == "series-used"
    assert hall.do(MANAGER, a.RegisterSeries("C", 3, 60, 2_00)).accepts(CHIEF, a.AnnounceSale(("C-3",)))


@pytest.mark.parametrize(
    ("units", "sold"),
    [
        (["single"], [(1, 1)]),
        (["strip"], [(1, 6)]),
        (["range"], [(1, 5), (1, 12), (2, 7)]),
        (["single", "strip", "range"], [(1, 1), (1, 6), (1, 5), (1, 12), (2, 7)]),
    ],
)
def test_a_house_says_in_which_pieces_cartones_are_sold(units: list[str], sold: list[tuple[int, int]]) -> None:
    hall = Hall(sale__units=units, sale__upwards=False).open().sale()
    tried = [(1, 1), (1, 6), (1, 5), (1, 12), (2, 7)]
    assert [one for one in tried if hall.accepts(CALLER, a.SellCards("B-1047", *one))] == sold


def test_it_is_told_in_which_pieces_cartones_are_sold() -> None:
    hall = Hall(sale__units=["strip"]).open().sale()
    answer = hall.answer(CALLER, a.SellCards("B-1047", 1, 5))
    assert "tiras enteras" in refusal(answer.code, answer.facts, "es")


def test_after_a_further_right_cartón_it_is_asked_again_unless_the_house_asks_once() -> None:
    def second(**options: bool) -> Hall:
        hall = Hall(NUMBERS, **options).started(None, None).drawn(5).call(1).check(1).wait()
        hall.cartones.given["B-1047/2"] = hall.cartones.given["B-1047/1"]
        return hall.call(2).check(2)

    again = second()
    assert again.said.count("¿Alguna línea más?") == 2
    assert again.refused(CHIEF, a.OrderResume()) == "window-open"
    once = second(claims__question_again=False)
    assert once.said.count("¿Alguna línea más?") == 1
    assert len(once.do(CHIEF, a.OrderResume()).game.awards[LINE]) == 2


def test_of_a_bingo_found_right_after_a_line_it_is_asked_in_any_house() -> None:
    hall = Hall(NUMBERS, claims__question_again=False).started(None).drawn(15).call(1).check(1)
    hall.do(CALLER, a.CallForPlayer(BINGO, "B-1047/1")).check(1, prize=BINGO)
    assert "¿Algún bingo más?" in hall.said
