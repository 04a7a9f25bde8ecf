"""Promise of docs/reference.md: bingo for programs. A hall is opened in one call, an evening played and written down,
and a wrong use is told in words.
"""

from __future__ import annotations

import doctest
from typing import Any

import msgspec
import pytest

from tapete import bingo as bg
from tapete.chance import ChanceKind
from tapete.games.bingo.acts import OpenHall
from tapete.kernel import HOUSE
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


def test_a_refusal_is_told_in_a_sentence() -> None:
    with pytest.raises(bg.RefusedError, match="venta"):
        opened(language="es").do(bg.SellCards("B-1047", 1, 1), by="caller")


TOKENS = tuple(map(str, range(1, 91)))


def told(work: Any) -> str:
    """Return the words in which a call is told to be a wrong use; nothing where it is none."""
    try:
        work()
    except bg.UsageError as error:
        return str(error)
    return ""


def opening_of(hall: Any) -> OpenHall:
    """Return the act that opened a hall."""
    (act,) = hall.last.acts
    assert act.by == HOUSE
    assert isinstance(act.body, OpenHall)
    return act.body


def test_a_hall_is_opened_as_it_is_asked_for() -> None:
    game = bg.Bingo()
    hall = bg.open_hall(
        rulebook="orden-1979",
        kind=ChanceKind.KEYED,
        game=game,
        language="fr",
        name="otra",
        elements=(bg.CheckItem.PANEL,),
        staff={"cashier": "carla", "table-chief": "jefa"},
    )
    assert opening_of(hall) == OpenHall(
        "otra",
        "orden-1979",
        ChanceKind.KEYED,
        (bg.CheckItem.PANEL,),
        {bg.Role.CASHIER: "carla", bg.Role.TABLE_CHIEF: "jefa"},  # type: ignore[dict-item]
    )
    assert (hall.people(), hall.language) == (("carla", "jefa"), "fr")
    assert hall.game is game


def test_listed_balls_come_first_in_each_game_and_the_others_follow_by_number() -> None:
    balls = bg.ListedBalls(("44", "7", "90"))
    for urn in (1, 2):
        assert balls.fill(urn, TOKENS) == ()
        assert [balls.token(urn, place) for place in range(90)] == [
            *("44", "7", "90"),
            *(one for one in TOKENS if one not in ("44", "7", "90")),
        ]
    assert (balls.seed, balls.first, balls.kind) == (0, ("44", "7", "90"), ChanceKind.SEEDED)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"balls": "44", "seed": 0}, "the balls are listed, or a seed shuffles them: not both"),
        (
            {"kind": "sealed"},
            "sealed balls need a hall that keeps their order: give a source, or let the kind be 'seeded'",
        ),
        *(
            ({"kind": "keyed", **given}, "keyed balls are keyed one by one: neither balls nor a seed are given")
            for given in ({"balls": "44"}, {"seed": 0})
        ),
        ({"kind": "blown"}, "kind='blown': the balls are sealed, keyed, seeded"),
        ({"seed": "7"}, "seed='7': a seed is a whole number"),
        ({"seed": True}, "seed=True: a seed is a whole number"),
        ({"language": "de"}, "language='de': the sentences are in es, en, fr"),
        (
            {"colour": "red"},
            "there is no option 'colour'; the options are "
            + ", ".join(one.name for one in msgspec.structs.fields(OpenHall)),
        ),
        ({"name": ""}, "Expected `str` of length >= 1 - at `name`"),
        ({"name": "x" * 41}, "Expected `str` of length <= 40 - at `name`"),
        ({"name": "x" * 40}, ""),
        ({"staff": {"cook": "ana"}}, "Invalid enum value 'cook' - at `key` in `staff`"),
    ],
    ids=str,
)
def test_an_opening_that_is_asked_for_wrongly_is_told(options: dict[str, Any], words: str) -> None:
    assert told(lambda: bg.open_hall(**options)) == words


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"strips": 0}, "Expected `int` >= 1 - at `$.size`"),
        ({"value": 0}, "Expected `int` >= 1 - at `$.face_value`"),
        ({"letter": "b"}, "Expected `str` matching regex '^[A-Z]{1,2}$' - at `$.letter`"),
        ({"identification": 0}, "Expected `int` >= 1 - at `$.id`"),
        ({"secret": "0b"}, "secret-size {'size': 32, 'found': 1}"),
        ({"strips": 1, "value": 1, "identification": 1}, ""),
    ],
    ids=str,
)
def test_a_series_that_cannot_be_is_told(wrong: dict[str, Any], words: str) -> None:
    fields: dict[str, Any] = {
        "letter": "B",
        "identification": 7,
        "strips": 1,
        "value": 200,
        "secret": "0b" * 32,
    } | wrong
    assert told(lambda: bg.new_series(**fields)) == words
