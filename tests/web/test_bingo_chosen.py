"""What an official has to decide, or to have seen, is not chosen for him beforehand."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.web.action_buttons import Action, Field
from tests.support.bingo.hall import CALLER, CHIEF, LINE, NUMBERS, Hall
from tests.web.test_bingo_desk_buttons import desk_of
from tests.web.test_bingo_panel import page_of


def fields(buttons: tuple[Action, ...], tag: str) -> dict[str, Field]:
    return {field.name: field for one in buttons if one.tag == tag for field in one.fields}


def paid_early() -> Hall:
    """Return a hall whose línea was paid while the bingo is still played."""
    hall = Hall(NUMBERS, payment__line_early=True).started("ana", sold=300).drawn(5).line(1)
    return hall.pay(1, LINE)


@pytest.mark.parametrize("name", ["cause", "has_cash_back"])
def test_why_a_game_is_void_and_what_came_back_must_be_chosen(name: str) -> None:
    field = fields(desk_of(paid_early(), CHIEF), "void-game")[name]
    assert field.options[0] == ("", "elija…")
    assert field.is_required
    assert 'required><option value="">elija…</option>' in page_of(paid_early(), CHIEF)


def test_what_broke_down_must_be_chosen() -> None:
    field = fields(desk_of(Hall(NUMBERS).started("ana").drawn(1), CALLER), "report-cause")["cause"]
    assert (field.options[0][0], field.is_required) == ("", True)


def test_whether_what_was_reported_happened_must_be_chosen() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1).do(CALLER, a.ReportCause("sound-breakdown", ""))
    field = fields(desk_of(hall, CHIEF), "let-stand")["is_untrue"]
    assert [value for value, _ in field.options] == ["", "false", "true"]
