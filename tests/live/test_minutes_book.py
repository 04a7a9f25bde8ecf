"""The minutes of the days of a house, as its record has them."""

from __future__ import annotations

from typing import Any

from tapete.catalogue import house_games
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.live import Hall
from tests.support.house import DIRECTOR
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
