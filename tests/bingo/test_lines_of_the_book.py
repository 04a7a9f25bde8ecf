"""The line of a game in the minutes book, whole, after each event that it is made of."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo.minutes import GameLine, Winner, minutes
from tapete.games.bingo.terms import Prize

LINE, BINGO = Prize.LINE, Prize.BINGO
Told = dict[str, Any]


def event(name: str, /, **fields: Any) -> Told:
    return {"event": f"{name}@1", **fields}


def cards(first: int, last: int) -> Told:
    return {"series": "B-7", "first": first, "last": last}


def lines(*told: Told) -> tuple[GameLine, ...]:
    """Return the lines of a book of these events, told at ``t0``, ``t1`` and so on."""
    return minutes((f"t{number}", one) for number, one in enumerate(told)).games


SALE = event("sale-announced", game=5, kind="single", value=2_00)
SOLD = event("sold-announced", cards=[cards(1, 6), cards(9, 9)])
PRIZES = event("prizes-announced", game="5", line=1_00, bingo=6_00, brought_amounts={"bingo": 40})
BALL = event("ball-drawn", token="4")
WON = event("prize-awarded", prize="linea", won=[{"card": "B-7/1", "amount": 50}, {"card": "B-7/2", "amount": 50}])
DIVIDED = event("takings-divided", game="5", held={"bingo": 6_40}, carried={"linea": 3}, house=7_00)
PLAYED = (SALE, SOLD, PRIZES, BALL, BALL, WON, BALL, DIVIDED)
ANNOUNCED = GameLine(
    *("5", "t0", 2_00, ("B-7 1–6", "B-7 9–9"), 7, {"linea": 1_00, "bingo": 6_40}, {"linea": 0, "bingo": 40})
)
OVER = replace(
    ANNOUNCED,
    drawn_numbers=(4, 4, 4),
    balls_at={"linea": 2},
    winners=(Winner(LINE, "B-7/1", 50), Winner(LINE, "B-7/2", 50)),
    held=6_40,
    carried=3,
    house=7_00,
    is_over=True,
)


def test_a_line_grows_with_its_game() -> None:
    assert lines(SALE) == (GameLine("5", "t0", 2_00),)
    assert lines(SALE, SOLD, PRIZES) == (ANNOUNCED,)
    assert lines(*PLAYED[:6]) == (
        replace(ANNOUNCED, drawn_numbers=(4, 4), balls_at=OVER.balls_at, winners=OVER.winners),
    )
    assert lines(*PLAYED) == (OVER,)
    assert [lines(*told)[0].result for told in ((SALE,), PLAYED)] == ["open", "over"]


def test_prizes_that_are_announced_again_have_what_was_brought_in_both_times() -> None:
    again = event("prizes-announced", game="5", line=2_00, bingo=5_00, brought_amounts={"linea": 7})
    expected = replace(ANNOUNCED, prizes={"linea": 2_07, "bingo": 5_40}, brought_amounts={"linea": 7, "bingo": 40})
    assert lines(SALE, SOLD, PRIZES, again) == (expected,)
    bare = event("prizes-announced", game="5", line=2_00, bingo=5_00)
    assert lines(SALE, bare)[0].prizes == {"linea": 2_00, "bingo": 5_00}


VOID = event(
    "game-voided",
    game="5",
    cause="fire",
    cards=[cards(1, 9)],
    sources=[{"account": "sales:5", "amount": 9_00}, {"account": "house", "amount": 3_00}],
    recovered=[{"account": "cash-desk", "amount": 20}, {"account": "person:ana", "amount": 5}],
)
NOTHING: Told = {"winners": (), "balls_at": {}, "held": 0, "carried": 0}
AFTER: list[tuple[Told, dict[str, Any]]] = [
    (VOID, {**NOTHING, "house": 7_00 - 3_00 + 25, "is_void": True, "cause": "fire"}),
    (event("prize-paid", game="5", prize="linea", card="B-7/1", amount=50, early=True), {"house": 6_50}),
    (event("prize-paid", game="5", prize="linea", card="B-7/1", amount=50), {}),
    (event("unawarded-decided", game="5", prize="bingo", amount=40, fate="house"), {"held": 6_00, "house": 7_40}),
    (event("unawarded-decided", game="5", prize="bingo", amount=40, fate="next-game"), {"held": 6_00, "carried": 43}),
    (event("unawarded-decided", game="4", prize="bingo", amount=40, fate="house"), {}),
    (event("uncollected-decided", game="5", prize="bingo", amount=40, fate="house"), {"house": 7_40}),
    (event("uncollected-decided", game="5", prize="bingo", amount=40, fate="next-game"), {}),
    (event("refund-paid", game="5", amount=2_00), {"refunds": 2_00}),
    (event("refund-paid", game="4", amount=2_00), {}),
    (event("game-ended", game=5), {}),
    (event("ball-opened", token="5"), {}),
    (event("takings-divided", game="5"), {"held": 0, "carried": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "changes"), AFTER)
def test_what_follows_a_game_changes_its_line_alone(told: Told, changes: dict[str, Any]) -> None:
    assert lines(*PLAYED, told) == (replace(OVER, **changes),)


def test_refunds_and_decisions_are_of_the_game_that_they_name() -> None:
    other = event("sale-announced", game=6, kind="single", value=3_00)
    found = lines(
        *PLAYED,
        other,
        event("refund-paid", game="5", amount=2_00),
        event("refund-paid", game="5", amount=1_00),
        event("unawarded-decided", game="5", prize="bingo", amount=40, fate="house"),
    )
    assert found == (replace(OVER, refunds=3_00, held=6_00, house=7_40), GameLine("6", "t8", 3_00))


def test_of_a_sale_that_was_called_off_the_ranges_are_those_that_come_back() -> None:
    off = {**VOID, "cause": "called-off", "sources": [], "recovered": []}
    line = GameLine("5", "t0", 2_00, ("B-7 1–9",), 9, is_void=True, cause="called-off")
    assert lines(SALE, off) == (line,)
    assert line.result == "called-off"
    assert replace(line, cause="fire").result == "void"
    nothing = lines(SALE, event("game-ended", game=5))
    assert nothing == (GameLine("5", "t0", 2_00, is_over=True, cause="called-off"),)
    assert lines(SALE, off, event("game-ended", game=5)) == (line,)


def test_a_double_has_a_line_for_each_game_and_what_was_brought_in_is_the_first_ones() -> None:
    sale = {**SALE, "kind": "double"}
    found = lines(
        sale, SOLD, PRIZES, BALL, event("game-started", part=1), event("game-started", part=2), BALL, BALL, DIVIDED
    )
    first = replace(ANNOUNCED, game="5/1", drawn_numbers=(4,))
    second = GameLine("5/2", "t5", 2_00, ANNOUNCED.ranges, 7, {"linea": 1_00, "bingo": 6_00})
    assert found == (first, replace(second, drawn_numbers=(4, 4), held=6_40, carried=3, house=7_00, is_over=True))
    bare = lines(sale, event("prizes-announced", game="5/1", line=1, bingo=2), event("game-started", part=2))
    assert bare[1].prizes == {"linea": 1, "bingo": 2}
    unpriced = lines(sale, event("game-started", part=2), event("game-started", part=2))
    assert [one.game for one in unpriced] == ["5/1", "5/2"]
    assert lines(SALE, event("game-started", part=2)) == (GameLine("5", "t0", 2_00),)
    assert lines(event("game-started", part=2), BALL) == ()


def test_a_book_has_its_session_and_the_reports_that_wait() -> None:
    told = [event("session-opened", session=4), SALE, event("case-opened", serial=2, cause="fire")]
    book = minutes(("t", one) for one in told)
    assert (book.session, book.cases) == (4, {2: "fire"})
    assert [one.event["event"] for one in book.incidents] == ["session-opened@1", "case-opened@1"]
    closed = minutes(("t", one) for one in [*told, event("case-closed", serial=0)])
    assert closed.cases == {}
    assert closed.incidents[-1].event == event("case-closed", serial=2, cause="fire")


@pytest.mark.parametrize(("kind", "was_sold"), [("cards-sold", True), ("cards-taken-back", False)])
def test_a_recount_says_which_range_was_put_right(kind: str, was_sold: bool) -> None:
    right, corrected = event(kind, cards=cards(3, 4)), event("sale-corrected", by="chief", reason="x")
    (noted,) = minutes([("t0", SALE), ("t1", right), ("t2", corrected)]).incidents
    assert noted.time == "t2"
    assert noted.event == {**corrected, **cards(3, 4), "was_sold": was_sold}
    (bare,) = minutes([("t0", SALE), ("t1", corrected)]).incidents
    assert bare.event == corrected


def test_a_check_says_of_which_game_and_after_how_many_balls_it_is_and_what_lacks() -> None:
    check = event("card-checked", card="B-7/1", missing=[3, 4])
    (noted,) = minutes([("t0", SALE), ("t1", BALL), ("t2", check)]).incidents
    assert noted.event == {**check, "game": "5", "balls": 1, "lacking": 2}
    right = event("card-checked", card="B-7/1")
    assert minutes([("t0", SALE), ("t1", right)]).incidents[0].event["lacking"] == 0
