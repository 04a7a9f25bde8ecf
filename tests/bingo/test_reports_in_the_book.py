"""Reports that wait for the table chief, as the minutes book reads them: which a ruling closed, and which wait on."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo.incidents import NOTED, card_count, cases_after, is_noted, kind_of, rulings

WAITING = {2: "ball-lost", 1: "misread", 5: "other"}
"""Three reports by their numbers, in no order."""


def closed(serial: int | None = None, **more: Any) -> dict[str, Any]:
    event = {"event": "case-closed@1", "by": "chief", **more}
    return event if serial is None else {**event, "serial": serial}


def told(serial: int, cause: str, event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "serial": serial, "cause": cause}


EVERY = [(1, "misread"), (2, "ball-lost"), (5, "other")]


@pytest.mark.parametrize(
    ("event", "which"),
    [
        (closed(1), [(1, "misread")]),
        (closed(2), [(2, "ball-lost")]),
        (closed(5), [(5, "other")]),
        (closed(0), EVERY),
        (closed(), EVERY),
    ],
)
def test_a_ruling_is_told_once_for_each_report_that_it_closed_in_the_order_of_their_numbers(
    event: dict[str, Any], which: list[tuple[int, str]]
) -> None:
    assert list(rulings(event, WAITING)) == [told(serial, cause, event) for serial, cause in which]


@pytest.mark.parametrize("event", [closed(7), closed(3)])
def test_a_ruling_on_a_report_that_is_not_known_is_told_as_it_is(event: dict[str, Any]) -> None:
    assert rulings(event, WAITING) == (event,)
    assert rulings(closed(), {}) == (closed(),)


@pytest.mark.parametrize(
    ("event", "left"),
    [
        ({"event": "case-opened@1", "serial": 6, "cause": "draughts"}, {**WAITING, 6: "draughts"}),
        ({"event": "case-opened@2", "serial": 2, "cause": "again"}, {**WAITING, 2: "again"}),
        (closed(1), {2: "ball-lost", 5: "other"}),
        (closed(2), {1: "misread", 5: "other"}),
        (closed(7), WAITING),
        (closed(0), {}),
        (closed(), {}),
        ({"event": "game-voided@1"}, {}),
        ({"event": "sale-announced@1"}, {}),
        ({"event": "game-ended@1"}, {}),
        ({"event": "game-started@1"}, WAITING),
        ({"event": "session-closed@1", "serial": 1}, WAITING),
    ],
)
def test_a_report_waits_until_it_is_ruled_on_or_its_game_ends(event: dict[str, Any], left: dict[int, str]) -> None:
    before = dict(WAITING)
    assert cases_after(WAITING, event) == left
    assert before == WAITING


@pytest.mark.parametrize(
    ("expected", "count", "reason", "noted"),
    [(10, 10, "", False), (10, 9, "", True), (10, 11, "", True), (10, 10, "again", True), (None, 10, "", True)],
)
def test_a_count_of_unsold_cartones_is_noted_where_it_did_not_come_out_or_was_made_again(
    expected: int | None, count: int, reason: str, noted: bool
) -> None:
    event: dict[str, Any] = {"event": "unsold-collected@1", "count": count, "reason": reason}
    event |= {} if expected is None else {"expected": expected}
    assert is_noted(event) is noted
    without = {name: value for name, value in event.items() if name != "reason"}
    assert is_noted(without) is (noted and not reason)


@pytest.mark.parametrize("kind", sorted(NOTED - {"unsold-collected"}))
def test_every_event_with_a_line_of_its_own_is_noted_whatever_was_counted(kind: str) -> None:
    assert is_noted({"event": f"{kind}@1", "expected": 3, "count": 3})


@pytest.mark.parametrize("kind", ["ball-drawn", "card-sold", "phase-opened", "session", "hall"])
def test_nothing_else_has_a_line_of_its_own(kind: str) -> None:
    assert not is_noted({"event": f"{kind}@1"})


@pytest.mark.parametrize(("name", "kind"), [("case-closed@1", "case-closed"), ("x@12", "x"), ("plain", "plain")])
def test_the_kind_of_an_event_is_its_name_without_its_version(name: str, kind: str) -> None:
    assert kind_of({"event": name}) == kind


@pytest.mark.parametrize(("first", "last", "count"), [(1, 1, 1), (1, 30, 30), ("11", "20", 10)])
def test_a_range_has_its_first_and_its_last_cartón(first: Any, last: Any, count: int) -> None:
    assert card_count({"first": first, "last": last}) == count
