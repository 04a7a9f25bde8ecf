"""Which events have a line of their own in the minutes book, and which reports wait beside it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import events as e
from tapete.games.bingo.incidents import card_count, cases_after, is_noted, kind_of, rulings
from tapete.games.bingo.minutes import minutes
from tapete.kernel import Event, declared_types

IN_THE_LINE_OF_THE_GAME = {
    *("sale-announced", "sold-announced", "prizes-announced", "game-started", "prize-awarded", "takings-divided"),
    *("game-ended", "ball-drawn"),
}
"""The line of a game is made of these."""
PASSING = {
    *("said", "window-opened", "interval-passed", "others-asked", "urn-sealed"),
    *("ball-wanted", "ball-opened", "ball-announced", "ball-shown", "number-marked"),
    *("prize-called", "card-handed-in", "master-shown", "calls-dropped", "token-given"),
    *("cards-sold", "cards-taken-back", "cards-wanted", "bought-in", "cashed-out", "money-asked"),
}
"""What everybody sees in passing, and the money of accounts."""
KINDS = sorted(kind_of({"event": one.__struct_config__.tag}) for one in declared_types(e, Event))  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_neither_of_a_line_of_a_game_nor_passing_stands_in_the_book(kind: str) -> None:
    told = {"event": f"{kind}@1", "count": 3, "expected": 4, "reason": ""}
    assert is_noted(told) is (kind not in IN_THE_LINE_OF_THE_GAME | PASSING)


def test_each_of_them_is_an_event_of_the_hall() -> None:
    assert set(KINDS) > IN_THE_LINE_OF_THE_GAME | PASSING


@pytest.mark.parametrize(
    ("told", "noted"),
    [
        ({"count": 90, "expected": 90}, False),
        ({"count": 90, "expected": 90, "reason": ""}, False),
        ({"count": 90, "expected": 91}, True),
        ({"count": 90, "expected": 90, "reason": "otra vez"}, True),
        ({"count": 0}, True),
        ({"count": 90, "expected": None}, True),
    ],
)
def test_a_count_of_unsold_cartones_stands_there_where_it_differs_or_was_made_again(
    told: dict[str, Any], noted: bool
) -> None:
    assert is_noted({"event": "unsold-collected@1", **told}) is noted


@pytest.mark.parametrize("name", ["check-noted@1", "check-noted@12", "check-noted"])
def test_the_kind_of_an_event_is_its_name_without_the_version(name: str) -> None:
    assert kind_of({"event": name}) == "check-noted"


@pytest.mark.parametrize(("first", "last", "count"), [(1, 1, 1), (1, 6, 6), (7, 12, 6)])
def test_a_range_has_both_its_ends(first: int, last: int, count: int) -> None:
    assert card_count({"series": "B-7", "first": first, "last": last}) == count


CASES = {3: "evacuation", 1: "caller-error"}
CLOSED = {"event": "case-closed@1", "reason": "sigue"}


@pytest.mark.parametrize(
    ("event", "after"),
    [
        ({"event": "case-opened@1", "serial": 4, "cause": "fire"}, {**CASES, 4: "fire"}),
        ({**CLOSED, "serial": 3}, {1: "caller-error"}),
        ({**CLOSED, "serial": 9}, CASES),
        ({**CLOSED, "serial": 0}, {}),
        (CLOSED, {}),
        ({"event": "game-voided@1"}, {}),
        ({"event": "sale-announced@1"}, {}),
        ({"event": "game-ended@1"}, {}),
        ({"event": "game-started@1"}, CASES),
        ({"event": "entry-written@1", "serial": 3}, CASES),
    ],
)
def test_a_report_waits_until_it_is_ruled_on_or_its_game_is_over(event: dict[str, Any], after: dict[int, str]) -> None:
    assert cases_after(CASES, event) == after


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (
            CLOSED,
            (
                {**CLOSED, "serial": 1, "cause": "caller-error"},
                {**CLOSED, "serial": 3, "cause": "evacuation"},
            ),
        ),
        ({**CLOSED, "serial": 3}, ({**CLOSED, "serial": 3, "cause": "evacuation"},)),
        ({**CLOSED, "serial": 7}, ({**CLOSED, "serial": 7},)),
    ],
)
def test_a_ruling_has_a_line_for_each_report_that_it_closed(
    event: dict[str, Any], lines: tuple[dict[str, Any], ...]
) -> None:
    assert rulings(event, CASES) == lines
    assert rulings(event, {}) == (event,)


def test_a_check_before_any_game_stands_there_as_it_was_recorded() -> None:
    told = {"event": "card-checked@1", "card": "B-7/1", "missing": [3]}
    (noted,) = minutes([("t0", told)]).incidents
    assert (noted.time, dict(noted.event)) == ("t0", told)
    later = minutes([("t0", {"event": "sale-announced@1", "game": 5, "kind": "single", "value": 200}), ("t1", told)])
    assert dict(later.incidents[0].event) == {**told, "game": "5", "balls": 0, "lacking": 1}
