"""Bingo for programs: a hall opened, an evening played, what cannot be said so."""

import doctest

import pytest

from tapete import bingo as bg
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


def test_balls_are_listed_shuffled_or_keyed() -> None:
    assert first_ball(balls="44 7").state.game.drawn_balls == (44,)
    assert first_ball(seed=5).state.game.drawn_balls == first_ball(seed=5).state.game.drawn_balls
    keyed = first_ball(kind="keyed")
    assert keyed.state.game.drawn_balls == ()
    assert keyed.do(bg.BallOut(1, 0, "90"), by="caller").state.game.drawn_balls == (90,)


def test_what_a_program_played_is_written_down_and_plays_again() -> None:
    text = first_ball(balls="44 7").notation({"title": "una bola"})
    assert play(bg.BINGO, parse_notation(text)).state.game.drawn_balls == (44,)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"balls": "44 44"}, "twice"),
        ({"balls": "91"}, "no ball"),
        ({"balls": "1", "seed": 3}, "not both"),
        ({"kind": "sealed"}, "sealed"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], why: str) -> None:
    with pytest.raises(bg.UsageError, match=why):
        first_ball(**options)


@pytest.mark.parametrize(
    "wrong", [{"letter": "b"}, {"strips": 0}, {"value": -1}, {"secret": "0b"}, {"secret": "not hexadecimal"}]
)
def test_a_series_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    fields = {"letter": "B", "strips": 1, "value": 200, **wrong}
    with pytest.raises(bg.UsageError):
        bg.new_series(identification=7, **fields)  # type: ignore[arg-type]


def test_a_refusal_is_told_in_a_sentence() -> None:
    with pytest.raises(bg.RefusedError, match="venta"):
        opened(language="es").do(bg.SellCards("B-1047", 1, 1), by="caller")
