"""Promise of docs/reference.md: bingo for programs. A hall is opened in one call, an evening played and written down,
and a wrong use is told in words.
"""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from tapete import bingo as bg
from tapete.chance import ChanceKind
from tapete.games.bingo.acts import OpenHall
from tapete.record.notation import parse_notation, play


def opened(**options: object) -> bg.Table:  # type: ignore[type-arg]
    """Return a hall in session, with one series of ten strips."""
    hall = bg.open_hall(**options)  # type: ignore[arg-type]
    hall = hall.do(bg.RegisterMachine("M-1", "drum", "simulation"), by="hall-manager")
    hall = hall.do(bg.RegisterBalls("S-9", "simulation"), by="hall-manager")
    hall = hall.do(bg.new_series("B", 1047, strips=10, value=200, secret="0b" * 32), by="hall-manager")
    for item in bg.CheckItem:
        hall = hall.do(bg.PassCheck(item), by="table-chief")
    return hall.do(bg.LoadBalls("S-9"), by="table-chief").do(bg.OpenSession(), by="table-chief")


def first_ball(**options: object) -> bg.Table:  # type: ignore[type-arg]
    """Return a hall in which the first ball is out."""
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
    """Return the words in which a call is told to be a wrong use; nothing where it is none."""
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
