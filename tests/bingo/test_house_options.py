"""Promise of docs/generated/bingo-options.md: the choices are whole and true, each turns that and no more."""

import doctest
import re
import runpy
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from tapete import bingo as bg
from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.acts import OpenHall
from tapete.games.bingo.duties import time_limit
from tapete.kernel import CLOCK, TimeLimit
from tapete.record.notation import parse_notation, play
from tapete.rulebooks import options_of_book
from tests.cli.test_documents import parse
from tests.support import ROOT
from tests.support.altered import leaves_of
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall

REGISTER: Any = SimpleNamespace(**runpy.run_path(str(ROOT / "script" / "bingo-options")))
BOOK, How, CHOICES = REGISTER.BOOK, REGISTER.How, REGISTER.choices()
ORIGINS = {"text": "own", "reading": "reading", "practice": "practice"}
OURS = {
    "checks.items": "the text has everything checked; the list is ours",
    "payment.first_of_double": "the text names two moments; which of them is ours",
    "payment.token": "the text has the token; the words on it are ours",
}
"""Choices that the text settles and whose default is practice all the same."""


def of(how: Any) -> list[Any]:
    return [one for one in CHOICES if one.how is how]


def test_the_register_has_every_choice_once() -> None:
    assert Counter(one.origin for one in CHOICES) == {"text": 72, "reading": 55, "practice": 111}
    assert max(Counter(one.option for one in CHOICES).values()) == 1


def test_every_key_of_the_rulebook_stands_in_the_register_once() -> None:
    named = Counter(key for one in CHOICES for key in one.keys)
    assert named == dict.fromkeys([*leaves_of(BOOK)], 1)


def test_a_key_has_the_default_and_the_origin_that_the_register_says() -> None:
    wrong = []
    for one in of(How.KEY):
        origin = "practice" if one.option in OURS else ORIGINS[one.origin]
        found = REGISTER.json_of(one.shipped), {str(options_of_book(BOOK)[key].origin) for key in one.keys}
        wrong += [] if found == (one.default, {origin}) else [(one.option, one.default, origin, found)]
    assert wrong == []


def test_what_is_fixed_is_shown_by_tests_and_what_is_decided_elsewhere_is_there() -> None:
    fixed = [one for one in of(How.FIXED) if not one.where or not (one.origin == "text" or one.meaning)]
    named = [name.split("::") for one in of(How.FIXED) for name in one.where.split()]
    assert (fixed, [(path, test) for path, test in named if test not in REGISTER.names_in(path)]) == ([], [])
    assert [one.where for one in of(How.ROOM) if not one.note or not REGISTER.has_place(one.where)] == []
    for command in [found for one in of(How.ROOM) for found in re.findall(r"`(tapete [^`]+)`", one.note)]:
        parse(command)


def test_the_document_is_written_from_the_register() -> None:
    kept = REGISTER.DOCUMENT.read_text("utf-8")
    assert REGISTER.document() == kept, "write it again: script/bingo-options"


def fixed(sold: int, double: bool = False, **options: Any) -> Hall:
    hall = Hall(NUMBERS, prizes__fixed_line=60_00, prizes__fixed_bingo=300_00, **options).open(double=double).sale()
    return hall.sell(1, sold).close().do(CHIEF, a.AnnounceSold())


def test_fixed_prizes_beyond_the_sales_are_paid_by_the_house_on_the_word_of_the_manager() -> None:
    hall = fixed(100)
    answer = hall.refusal(CHIEF, a.AnnouncePrizes())
    due = ("shortfall-uncovered", 160_00, ("HP.BG.fixed-prizes",))
    assert (answer.code, answer.facts["amount"], answer.clauses) == due
    assert not hall.accepts(CHIEF, a.CoverShortfall())
    assert [one.act for one in hall.play.legal(MANAGER) if one.act == "cover-shortfall"] == ["cover-shortfall"]
    hall.do(MANAGER, a.CoverShortfall())
    assert hall.refused(MANAGER, a.CoverShortfall()) == "nothing-changes"
    hall.do(CHIEF, a.AnnouncePrizes(), a.AnnounceStart()).drawn(5).line(1).drawn(10).bingo(1)
    assert hall.balance("house") == 200_00 - 360_00


def test_of_a_double_the_prizes_of_both_games_are_to_be_covered() -> None:
    assert fixed(100, double=True).refusal(CHIEF, a.AnnouncePrizes()).facts["amount"] == 2 * 160_00


def test_of_fixed_prizes_the_tax_on_the_sales_is_to_be_covered_too() -> None:
    answer = fixed(200, prizes__tax={"num": 20, "den": 100}).refusal(CHIEF, a.AnnouncePrizes())
    assert (answer.code, answer.facts["amount"]) == ("shortfall-uncovered", 40_00)


@pytest.mark.parametrize(
    ("order", "calls", "first"),
    [
        ("any-order", (2, 10, 1), (1, 2, 10)),
        ("as-called", (2, 10, 1), (2,)),
        ("as-called", (1, 2, 10), (1,)),
        ("by-number", (10, 2, 1), (1,)),
        ("by-number", (10, 2), (2,)),
    ],
)
def test_called_cartones_are_checked_in_the_order_of_the_house(order: str, calls: Any, first: Any) -> None:
    hall = Hall(NUMBERS, claims__check_order=order).started(*["ana"] * 10).drawn(5)
    for number in calls:
        hall.call(number)
    for number in calls:
        hall.do(CHIEF, a.ShowMaster(f"B-1047/{number}"))
    taken = [one for one in sorted(calls) if hall.accepts(CHIEF, a.CheckCard(LINE, f"B-1047/{one}"))]
    assert taken == list(first)
    offered = {one.fixed_value("card") for one in hall.play.legal(CHIEF) if one.act == "check-card"}
    assert offered == {f"B-1047/{one}" for one in first}


SALE = a.AnnounceSale(("B-1047",))


def void(hall: Hall) -> Hall:
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


def test_the_last_planned_game_is_announced_and_no_other_follows_in_the_session() -> None:
    hall = void(Hall(NUMBERS, session__games_planned=2).open())
    assert "Última partida" not in hall.said
    void(hall)
    assert "Última partida" in hall.said
    assert hall.refused(CHIEF, SALE) == "session-played"
    silent = void(Hall(NUMBERS, session__games_planned=1, session__last_game_words=False).open())
    assert "Última partida" not in silent.said
    assert "Última partida" not in void(Hall(NUMBERS).open()).said


def test_after_a_further_right_cartón_it_is_asked_again_unless_the_house_asks_once() -> None:
    def second(**options: bool) -> Hall:
        hall = Hall(NUMBERS, **options).started(None, None).drawn(5).call(1).check(1).wait()
        hall.cartones.given["B-1047/2"] = hall.cartones.given["B-1047/1"]
        return hall.call(2).check(2)

    again = second()
    assert (again.said.count("¿Alguna línea más?"), again.refused(CHIEF, a.OrderResume())) == (2, "window-open")
    once = second(claims__question_again=False)
    assert (once.said.count("¿Alguna línea más?"), len(once.do(CHIEF, a.OrderResume()).game.awards[LINE])) == (1, 2)


def limit_of(hall: Hall) -> tuple[str, float] | None:
    found = time_limit(hall.state)
    return None if found is None else (found.name, found.seconds)


def played(hall: Hall) -> Hall:
    hall.open().sale().sell(1, 300).close().announced().do(CHIEF, a.AnnounceStart())
    return hall.drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())


def test_a_sale_stays_open_as_long_as_the_house_keeps_it_open_at_least() -> None:
    hall = Hall(times__sale_least=60, times__sale_most=0).open().sale().sell(1, 10)
    assert (hall.state.limits_passed, time_limit(hall.state)) == (0, TimeLimit("sale", 60, a.TimeUp(), "sale-least"))
    assert (hall.play.view(None).limit, hall.refused(CHIEF, a.CloseSale())) == ("sale-least", "sale-too-short")
    assert (hall.accepts(CALLER, a.SellCards("B-1047", 11, 20)), hall.accepts(CHIEF, a.CallOffSale())) == (True, True)
    hall.wait()
    assert limit_of(hall) is None
    assert (hall.refused(CLOCK, a.TimeUp()), hall.accepts(CHIEF, a.CloseSale())) == ("nothing-changes", True)


def test_between_two_games_there_is_a_rest_where_the_house_has_one() -> None:
    hall = Hall(NUMBERS, times__between_games=90).open()
    assert limit_of(hall) is None, "the first sale of a session waits for nothing"
    hall = played(Hall(NUMBERS, times__between_games=90))
    assert (limit_of(hall), hall.refused(CHIEF, SALE)) == (("between-games", 90), "rest-between-games")
    assert hall.refused(CHIEF, a.CloseSession()) == "takings-in-till", "the session may end during the rest"
    assert hall.wait().accepts(CHIEF, SALE)


def test_a_ball_waits_as_long_as_the_house_has_from_one_to_the_next() -> None:
    hall = Hall(NUMBERS, draw__pace=5).started(None)
    assert limit_of(hall) is None, "the first ball waits for nothing"
    hall.drawn(1)
    assert (limit_of(hall), hall.refused(CALLER, a.DrawBall())) == (("pace", 5), "ball-too-soon")
    assert hall.wait().drawn(1).refused(CALLER, a.DrawBall()) == "ball-too-soon"


def opened(**options: object) -> bg.Table:  # type: ignore[type-arg]
    hall = bg.open_hall(**options)  # type: ignore[arg-type]
    hall = hall.do(bg.RegisterMachine("M-1", "drum", "simulation"), by="hall-manager")
    hall = hall.do(bg.RegisterBalls("S-9", "simulation"), by="hall-manager")
    hall = hall.do(bg.new_series("B", 1047, strips=10, value=200, secret="0b" * 32), by="hall-manager")
    for item in bg.CheckItem:
        hall = hall.do(bg.PassCheck(item), by="table-chief")
    return hall.do(bg.LoadBalls("S-9"), by="table-chief").do(bg.OpenSession(), by="table-chief")


def first_ball(**options: object) -> bg.Table:  # type: ignore[type-arg]
    hall = opened(**options).do(bg.AnnounceSale(("B-1047",)), by="table-chief")
    hall = hall.do(bg.SellCards("B-1047", 1, 60), by="caller").do(bg.CloseSale(), by="table-chief")
    hall = hall.do(bg.CollectUnsold("B-1047", 0), by="cashier")
    for said in (bg.AnnounceSold(), bg.AnnouncePrizes(), bg.AnnounceStart()):
        hall = hall.do(said, by="table-chief")
    return hall.do(bg.DrawBall(), by="caller")


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(bg).failed == 0
    assert doctest.testmod(bg).attempted > 5


def test_balls_are_listed_shuffled_or_keyed_and_a_game_is_written_down_and_plays_again() -> None:
    listed = first_ball(balls="44 7")
    assert listed.state.game.drawn_balls == (44,)
    assert play(bg.BINGO, parse_notation(listed.notation({"title": "una bola"}))).state.game.drawn_balls == (44,)
    assert first_ball(seed=5).state.game.drawn_balls == first_ball(seed=5).state.game.drawn_balls
    keyed = first_ball(kind="keyed")
    assert keyed.state.game.drawn_balls == ()
    assert keyed.do(bg.BallOut(1, 0, "90"), by="caller").state.game.drawn_balls == (90,)


def test_a_hall_is_opened_as_it_is_asked_for() -> None:
    staff = {"cashier": "carla", "table-chief": "jefa"}
    hall = bg.open_hall(kind=ChanceKind.KEYED, language="fr", name="otra", elements=(bg.CheckItem.PANEL,), staff=staff)
    (act,) = hall.last.acts  # type: ignore[union-attr]
    on_duty: Any = {bg.Role.CASHIER: "carla", bg.Role.TABLE_CHIEF: "jefa"}
    assert act.body == OpenHall("otra", "orden-1979", ChanceKind.KEYED, (bg.CheckItem.PANEL,), on_duty)
    assert (hall.people(), hall.language) == (("carla", "jefa"), "fr")


def told(work: Any) -> str:
    try:
        work()
    except bg.UsageError as error:
        return str(error)
    return ""


def test_a_wrong_use_is_told_in_words() -> None:
    series: dict[str, Any] = {"letter": "B", "identification": 7, "strips": 1, "value": 200, "secret": "0b" * 32}
    rows: list[tuple[Any, str]] = [
        (lambda: first_ball(balls="44 44"), "'44' is no ball, or is listed twice"),
        (lambda: first_ball(balls="91"), "'91' is no ball, or is listed twice"),
        (lambda: bg.open_hall(balls="44", seed=0), "the balls are listed, or a seed shuffles them: not both"),
        (lambda: bg.open_hall(kind="blown"), "kind='blown': the balls are sealed, keyed, seeded"),
        (lambda: bg.open_hall(seed="7"), "seed='7': a seed is a whole number"),
        (lambda: bg.open_hall(language="de"), "language='de': the sentences are in es, en, fr"),
        (lambda: bg.open_hall(name=""), "Expected `str` of length >= 1 - at `name`"),
        (lambda: bg.open_hall(name="x" * 40), ""),
        (lambda: bg.new_series(**series), ""),
        (lambda: bg.new_series(**series | {"strips": 0}), "Expected `int` >= 1 - at `$.size`"),
        (lambda: bg.new_series(**series | {"value": 0}), "Expected `int` >= 1 - at `$.face_value`"),
        (lambda: bg.new_series(**series | {"secret": "0b"}), "secret-size {'size': 32, 'found': 1}"),
    ]
    found = [(told(work), words) for work, words in rows]
    assert [row for row in found if row[0] != row[1]] == []
    assert "there is no option 'colour'; the options are name, " in told(lambda: bg.open_hall(colour="red"))
    with pytest.raises(bg.RefusedError, match="venta"):
        opened(language="es").do(bg.SellCards("B-1047", 1, 1), by="caller")
