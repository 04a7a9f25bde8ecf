"""The buttons of a desk as the rules offer them: series that are sold together, and what a cartón has won."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import SeriesKind
from tapete.kernel import Accepted, PersonId
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.preparing import prepare
from tapete.words import money
from tests.support.bingo.hall import CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K


def desk_of(hall: Hall, who: str) -> tuple[Action, ...]:
    """Return the buttons of somebody at a post."""
    here: Any = SimpleNamespace(
        id="sala", version=1, game=SimpleNamespace(key="bingo"), legal=lambda person: hall.play.legal(person)
    )
    view = hall.play.game.view(hall.state, PersonId(who))
    return desk.buttons(here, view, PersonId(who), desk.offers_of_staff(here, view, PersonId(who)), "es")


def with_series(*series: tuple[str, int, int, str], **options: Any) -> Hall:
    """Return a hall that is ready for a sale: each series has a letter, a number, a value and a kind."""
    hall = Hall(NUMBERS, **options).do(
        MANAGER, a.RegisterMachine("M-1", "drum", "simulation"), a.RegisterBalls("S-9", "simulation")
    )
    for letter, number, value, kind in series:
        hall.do(MANAGER, a.RegisterSeries(letter, number, 420, value, kind=SeriesKind(kind)))
    return hall.checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())


def sales(hall: Hall) -> list[Action]:
    return [one for one in desk_of(hall, CHIEF) if one.tag == "announce-sale"]


def pressed(hall: Hall, button: Action) -> Any:
    """Return the answer to a button as a browser sends it."""
    what: dict[str, Any] = {"act": button.tag, **button.fixed_fields}
    assert asyncio.run(prepare(None, PersonId(CHIEF), what, button.command)) is None  # type: ignore[arg-type]
    return hall.answer(CHIEF, msgspec.convert(what, a.AnnounceSale, strict=False))


SINGLES = [("A", 1, 200, "single"), ("B", 2, 200, "single"), ("C", 3, 200, "single")]


@pytest.mark.parametrize(
    ("series", "joint"),
    [
        (SINGLES[:1], []),
        (SINGLES[:2], ["A-1+B-2"]),
        (SINGLES, ["A-1+B-2", "A-1+C-3", "B-2+C-3"]),
        ([*SINGLES[:2], ("D", 4, 300, "single")], ["A-1+B-2"]),
        ([SINGLES[0], ("D", 4, 200, "double")], []),
        ([SINGLES[0], ("D", 4, 200, "double"), ("E", 5, 200, "double")], ["D-4+E-5", "D-4+E-5"]),
    ],
)
def test_series_are_offered_together_that_may_be_sold_together(series: list[Any], joint: list[str]) -> None:
    hall = with_series(*series)
    found = [one for one in sales(hall) if "+" in one.fixed_fields["series"]]
    assert [one.fixed_fields["series"] for one in found] == joint
    assert all(isinstance(pressed(hall, one), Accepted) for one in sales(hall))


def test_as_many_series_are_offered_together_as_a_game_may_have() -> None:
    alone = with_series(*SINGLES, sale__series_a_game=1)
    assert [one.fixed_fields["series"] for one in sales(alone)] == ["A-1", "B-2", "C-3"]
    three = with_series(*SINGLES, sale__series_a_game=3)
    assert sales(three)[-1].fixed_fields["series"] == "A-1+B-2+C-3"


def test_of_doubles_that_are_sold_together_it_is_said_when_the_first_game_is_paid() -> None:
    hall = with_series(("D", 4, 200, "double"), ("E", 5, 200, "double"))
    joint = [one for one in sales(hall) if "+" in one.fixed_fields["series"]]
    assert [one.name for one in joint] == [
        "Anunciar juntas las series D-4 y E-5, con pago entre las dos partidas",
        "Anunciar juntas las series D-4 y E-5, con pago al final de la segunda",
    ]
    assert [pressed(hall, one).events[0].deferred for one in joint] == [False, True]


def test_what_is_sold_together_now_and_then_lies_in_the_drawer() -> None:
    found = sales(with_series(*SINGLES))
    assert [desk.is_for_drawer(one) for one in found] == [False] * 3 + [True] * 3


def test_a_series_that_is_sold_out_is_offered_with_no_other() -> None:
    hall = with_series(*SINGLES).do(CHIEF, a.AnnounceSale(("A-1",)))
    hall.do("caller", a.SellCards("A-1", 1, 420)).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("A-1", 0))
    hall.announced().do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"), a.EndGame())
    assert [one.fixed_fields["series"] for one in sales(hall) if "+" in one.fixed_fields["series"]] == ["B-2+C-3"]


def test_the_button_says_what_that_cartón_has_won_before_the_takings_are_divided() -> None:
    cartones = GivenCartones({"B-1047/2": K, "B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones, payment__line_early=True).started(sold=301).drawn(5)
    hall.call(1).call(2).call(3).check(1, 2, 3).on()
    paid = [one.name for one in desk_of(hall, CASHIER) if one.tag == "pay-prize"]
    shares = ((1, 20_07), (2, 20_07), (3, 20_06))
    assert paid == [f"Pagar línea en efectivo: {money(cents, 'es')}, cartón B-1047/{card}" for card, cents in shares]
    (won,) = hall.play.game.view(hall.state, None).awards
    assert (won.prize, won.amounts) == (LINE, (20_07, 20_07, 20_06))
