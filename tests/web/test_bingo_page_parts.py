"""What every page of a bingo hall shows of a game, window by window: the last ball and those before it, the prizes,
what was said, the clock and the called cartones in their order.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.bingo.choices import NumberStyle
from tapete.games.bingo.terms import Phase, Prize
from tapete.games.bingo.times import QUESTION, REMINDERS
from tapete.games.bingo.view_parts import AwardView, CallView
from tapete.kernel import PersonId
from tapete.web.games.bingo import page_parts
from tapete.web.games.bingo.models import PrizeModel
from tapete.web.games.bingo.page_parts import call_model, common_parts, short_card

CALLS = (
    CallView(Prize.BINGO, "B-1/4", valid=False, lacking=2),
    CallView(Prize.LINE, "B-1/12"),
    CallView(Prize.LINE, "B-1/3"),
    CallView(Prize.BINGO, "B-1/9", lines=((1,), (2,), (3,)), valid=True),
    CallView(Prize.LINE, "B-1/30", lines=((1,), (2,), (3,)), valid=True),
    CallView(Prize.LINE, "B-1/7", lines=((1,), (2,), (3,))),
)


def hall(**changes: Any) -> Any:
    values: dict[str, Any] = {
        "phase": Phase.DRAW_LINE,
        "is_void": False,
        "announced_numbers": (5, 90, 37),
        "previous_shown": 2,
        "number_style": NumberStyle.NUMBER,
        "limit": "",
        "name": "sala",
        "variant": "paper",
        "announcements": (),
        "verdicts": (),
        "calls": (),
        "awards": (AwardView(Prize.LINE, 500, ("B-1/3", "B-1/12"), (250, 250)),),
        "prizes": {"linea": 500, "bingo": 3_000},
        "series": (object(),),
        "has_automatic_marks": True,
    }
    return SimpleNamespace(**values | changes)


@pytest.fixture(autouse=True)
def _frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        page_parts, "frame", lambda sight: {"clock": "a clock", "absent_posts": ("croupier",), "here": "x"}
    )
    monkeypatch.setattr(page_parts, "waits_for", lambda view, person, lang: ("waits", view.name, person, lang))


def shown(person: str | None = None, **changes: Any) -> dict[str, Any]:
    view = hall(**changes)
    who = None if person is None else PersonId(person)
    return common_parts(SimpleNamespace(view_as=lambda kind: view, lang="es", person=who))  # type: ignore[arg-type]


OVER = {Phase.CHECKS, Phase.CLOSED}


@pytest.mark.parametrize("is_void", [False, True])
@pytest.mark.parametrize("phase", list(Phase))
def test_of_a_game_that_is_void_or_over_neither_balls_nor_prizes_are_shown(phase: Phase, is_void: bool) -> None:
    found = shown(phase=phase, is_void=is_void)
    parts = found["last"], found["last_words"], found["before"], [one.amount for one in found["prizes"]]
    is_over = is_void or phase in OVER
    assert parts == ((None, "", (), []) if is_over else (37, "treinta y siete", (90, 5), [500, 3_000]))


def test_before_the_first_ball_there_is_none() -> None:
    found = shown(announced_numbers=())
    assert (found["last"], found["last_words"], found["before"]) == (None, "", ())
    found = shown(announced_numbers=(8,), number_style=NumberStyle.DIGITS)
    assert (found["last"], found["last_words"], found["before"]) == (8, "ocho", ())
    found = shown(number_style=NumberStyle.DIGITS)
    assert found["last_words"] == "treinta y siete; tres, siete"


def test_a_prize_is_shown_with_the_cartones_that_have_won_it() -> None:
    linea, bingo = shown()["prizes"]
    assert (linea.amount, linea.cards, bingo) == (500, ("3", "12"), PrizeModel(bingo.name, 3_000, ()))
    assert linea.name != bingo.name
    linea, _ = shown(series=(1, 2))["prizes"]
    assert linea.cards == ("B-1/3", "B-1/12")


@pytest.mark.parametrize(
    ("card", "series", "said"),
    [("B-1/12", 1, "12"), ("B-1/12", 0, "12"), ("B-1/12", 2, "B-1/12"), ("B-1/012", 1, "B-1/012"), ("doce", 1, "doce")],
)
def test_a_carton_is_said_by_its_number_where_one_series_is_played(card: str, series: int, said: str) -> None:
    assert short_card(card, hall(series=(1,) * series)) == said


def test_the_public_is_not_told_which_posts_are_absent_and_the_rest_of_the_frame_stays() -> None:
    assert (shown()["absent_posts"], shown("ana")["absent_posts"]) == ((), ("croupier",))
    found = shown("ana")
    assert found["waits_for"] == ("waits", "sala", "ana", "es")
    kept = {name: found[name] for name in ("title", "variant", "look", "here", "has_automatic_marks")}
    assert kept == {
        "title": "sala",
        "variant": "paper",
        "look": "bg-room",
        "here": "x",
        "has_automatic_marks": True,
    }


@pytest.mark.parametrize("limit", ["", QUESTION, "fill", *sorted(REMINDERS)])
def test_a_clock_is_shown_but_for_what_only_reminds_the_staff(limit: str) -> None:
    found = shown(limit=limit)
    assert found["clock"] == (None if limit in REMINDERS else "a clock")
    assert found["clock_words"] == ("clock-claims" if limit in ("", QUESTION) else f"clock-{limit}")


@pytest.mark.parametrize(
    ("announced", "said"),
    [
        ([], ()),
        ([("balls", "Uno.")], ("Uno.",)),
        ([("sold", "Vendidos"), ("sold-tail", "y diez")], ("Vendidos y diez",)),
        ([("sold-tail", "y diez")], ("y diez",)),
        ([("sale", "A"), ("sale", "B"), ("sale-double", "C")], ("A. B", "C")),
        ([("sale-double", "A"), ("sale-double", "B")], ("A. B",)),
        ([("prizes", "A"), ("prizes", "B"), ("balls", "C"), ("prizes", "D")], ("A. B", "C", "D")),
        ([("balls", "A"), ("balls", "B")], ("A", "B")),
        ([("wrong", "A"), ("balls", "B"), ("balls", "C")], ("A. B", "C")),
        ([("right-linea", "A"), ("balls", "B")], ("A. B",)),
        ([("right-bingo", "A"), ("right-bingo", "B"), ("balls", "C")], ("A. B. C",)),
        ([("sale", "A"), ("sold-tail", "B"), ("sale", "C")], ("A B", "C")),
    ],
)
def test_what_belongs_together_is_one_announcement(announced: list[tuple[str, str]], said: tuple[str, ...]) -> None:
    assert shown(announcements=tuple(announced))["announcements"] == said


def test_called_cartones_stand_by_how_far_their_check_has_come_and_by_their_numbers() -> None:
    found = shown(calls=CALLS)["calls"]
    assert [(one.prize, one.card, one.is_right) for one in found] == [
        ("linea", "B-1/7", None),
        ("bingo", "B-1/9", True),
        ("linea", "B-1/30", True),
        ("linea", "B-1/3", None),
        ("linea", "B-1/12", None),
        ("bingo", "B-1/4", False),
    ]
    findings = [one.finding for one in found]
    assert [bool(one) for one in findings] == [False, True, True, False, False, True]
    assert "2" in findings[-1]
    assert findings[1] != findings[-1]
    action: Any = object()
    one = call_model(CALLS[0], hall(), "es", (action,))
    assert one.actions == (action,)
    assert found[0].actions == ()


def test_a_call_that_was_checked_in_the_last_pause_is_told_with_what_it_came_to() -> None:
    wrong, right = shown(verdicts=(CALLS[0], CALLS[3]))["verdicts"]
    assert ("4" in wrong, "2" in wrong, "9" in right, wrong != right) == (True, True, True, True)
    assert "B-1/9" in shown(verdicts=(CALLS[3],), series=(1, 2))["verdicts"][0]
