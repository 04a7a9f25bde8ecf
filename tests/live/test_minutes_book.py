"""The minutes of the days of a house, as its record has them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.house import acts as a
from tapete.house.carried_events import BalancesCarried, CarriedComplaint
from tapete.house.events import (
    ComplaintAnswered,
    ComplaintMade,
    DayOpened,
    DifferenceBooked,
    MinutesWritten,
    WentOnDuty,
)
from tapete.house.minutes import AnsweredComplaint, CountedDifference, MinutesLine
from tapete.house.terms import SlipKind
from tapete.kernel import Event, PersonId
from tapete.live import Hall
from tapete.live.minutes_book import DayMinutes, MinutesBook
from tapete.record.codec import to_tree
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, TABLE
from tests.support.live.evening import DAY, do, open_day, slip


def test_minutes_of_a_day_are_read_after_the_next_has_begun_and_after_a_restart(stage: Any) -> None:
    shown: list[Any] = []

    async def scene(hall: Hall) -> None:
        house: Any = await open_day(hall)
        await do(
            house, DIRECTOR, a.WriteMinutes("corte de luz"), a.Complain("hace frío"), a.AnswerComplaint(1, "ya no")
        )
        await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
        await do(house, DIRECTOR, a.CloseDay(), a.OpenDay("2026-11-23"), a.WriteMinutes("ha vuelto la luz"))
        shown.append(house.minutes_book.newest_first())
        last, first = shown[0]
        assert (last.day, [one.text for one in last.lines], last.answers) == ("2026-11-23", ["ha vuelto la luz"], ())
        assert (first.day, [one.text for one in first.lines]) == (DAY, ["corte de luz"])
        assert [(one.text, one.answer) for one in first.answers] == [("hace frío", "ya no")]

    async def again(hall: Hall) -> None:
        house: Any = hall.house
        assert house.minutes_book.newest_first() == shown[0]

    for one in (scene, again):
        stage.play(one, games=house_games())


# --- entries one by one ----------------------------------------------------------------------------------------------

CAROLA = PersonId("carola")


def book(*entries: tuple[Event, ...]) -> MinutesBook:
    """Return the minutes after entries, the first half of which was there before."""
    made: list[Any] = [SimpleNamespace(events=tuple(map(to_tree, events))) for events in entries]
    half = len(made) // 2
    found = MinutesBook(made[:half])
    for one in made[half:]:
        found.follow(one)
    return found


def made(serial: int, who: PersonId = ANA) -> ComplaintMade:
    return ComplaintMade(serial, who, TABLE, f"complaint {serial}")


def answered(serial: int) -> ComplaintAnswered:
    return ComplaintAnswered(serial, DIRECTOR, f"answer {serial}")


def answer(serial: int, who: PersonId = ANA) -> AnsweredComplaint:
    return AnsweredComplaint(serial, who, TABLE, f"complaint {serial}", f"answer {serial}", DIRECTOR)


def test_a_house_without_a_day_has_no_minutes() -> None:
    for one in (book(), book((WentOnDuty(Role.CASHIER, CASHIER),), (made(1),))):
        assert (one.newest_first(), one.answers(), one.answers_of(ANA)) == ((), (), ())


def test_each_day_has_what_was_written_found_and_answered_on_it() -> None:
    counted = DifferenceBooked(3, SlipKind.COUNT, "", 0, -100, "una moneda", DIRECTOR, CASHIER)
    found = book(
        (DayOpened("2026-11-22"), MinutesWritten(DIRECTOR, "one")),
        (WentOnDuty(Role.CASHIER, CASHIER), made(1), made(2, BEA), MinutesWritten(CASHIER, "two")),
        (answered(1), counted),
        (DayOpened("2026-11-23"), answered(2)),
        (DayOpened("2026-11-24"),),
    )
    difference = CountedDifference(SlipKind.COUNT, "", 0, -100, CASHIER, 0)
    lines = (MinutesLine(DIRECTOR, "one"), MinutesLine(CASHIER, "two"), MinutesLine(DIRECTOR, "una moneda", difference))
    first = DayMinutes("2026-11-22", lines, (answer(1),))
    second = DayMinutes("2026-11-23", (), (answer(2, BEA),))
    assert found.newest_first() == (DayMinutes("2026-11-24", (), ()), second, first)
    assert found.answers() == (second, DayMinutes("2026-11-22", (), (answer(1),)))
    assert found.answers_of(ANA) == (DayMinutes("2026-11-22", (), (answer(1),)),)
    assert found.answers_of(BEA) == (second,)
    assert found.answers_of(CAROLA) == ()


def test_a_record_that_begins_with_a_day_knows_the_complaints_that_were_open() -> None:
    carried = BalancesCarried(
        "Casa", True, "2026-11-21", 1, {}, complaints=(CarriedComplaint(4, ANA, TABLE, "complaint 4"),)
    )
    found = book((carried,), (DayOpened("2026-11-22"),), (answered(4),))
    assert found.newest_first() == (DayMinutes("2026-11-22", (), (answer(4),)),)


@pytest.mark.parametrize(("days", "read"), [(29, 29), (30, 30), (31, 30), (60, 30)])
def test_a_player_reads_the_answers_of_the_last_thirty_days_on_which_he_had_one(days: int, read: int) -> None:
    """On every other day somebody else is answered: those days are not counted."""
    entries = [
        (DayOpened(f"{2000 + one}-11-22"), made(one, ANA if one % 2 else BEA), answered(one))
        for one in range(1, 2 * days + 1)
    ]
    found = book(*entries)
    mine = [(f"{2000 + one}-11-22", (answer(one),)) for one in range(2 * days - 1, 0, -2)]
    assert [(one.day, one.answers) for one in found.answers_of(ANA)] == mine[:read]
    assert len(found.answers()) == 2 * days
