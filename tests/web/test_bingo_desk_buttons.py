"""The buttons of a desk as the rules offer them: series that are sold together, and what a cartón has won."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Prize, SeriesKind
from tapete.kernel import Accepted, PersonId, Refused
from tapete.kernel.offers import plain
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.announcing import FURTHER, SECOND
from tapete.web.games.bingo.button_names import buttons
from tapete.web.games.bingo.called_card import read_card
from tapete.web.games.bingo.preparing import prepare
from tapete.words import money
from tests.bingo.test_clauses_of_the_end import double, won
from tests.support.bingo.hall import CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K
from tests.support.web.still import still_part


def desk_of(hall: Hall, who: str) -> tuple[Action, ...]:
    """Return the buttons of somebody at a post."""
    here: Any = SimpleNamespace(
        id="sala", version=1, game=SimpleNamespace(key="bingo"), legal=lambda person: hall.play.legal(person)
    )
    view = hall.play.game.view(hall.state, PersonId(who))
    return buttons(here, view, PersonId(who), desk.offers_of_staff(here, view, PersonId(who)), "es")


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


def chosen(button: Action) -> list[list[str]]:
    """Return what each select of a button offers, the one chosen beforehand first."""
    return [[value for value, _ in field.options] for field in button.fields]


def together(hall: Hall) -> list[Action]:
    """Return the forms in which several series are chosen."""
    return [one for one in sales(hall) if any(field.name == SECOND for field in one.fields)]


def pressed(hall: Hall, button: Action, **given: str) -> Any:
    """Return the answer to a button as a browser sends it: what is chosen beforehand, where nothing else is."""
    what: dict[str, Any] = {"act": button.tag, **button.fixed_fields}
    what |= {field.name: field.options[0][0] for field in button.fields} | given
    assert asyncio.run(prepare(None, PersonId(CHIEF), what, button.command)) is None  # type: ignore[arg-type]
    return hall.answer(CHIEF, msgspec.convert(what, a.AnnounceSale, strict=False))


SINGLES = [("A", 1, 200, "single"), ("B", 2, 200, "single"), ("C", 3, 200, "single")]


@pytest.mark.parametrize(
    ("series", "joint"),
    [
        (SINGLES[:1], []),
        (SINGLES[:2], [[["A-1", "B-2"], ["B-2", "A-1"]]]),
        (SINGLES, [[["A-1", "B-2", "C-3"], ["B-2", "C-3", "A-1"]]]),
        ([*SINGLES[:2], ("D", 4, 300, "single")], [[["A-1", "B-2"], ["B-2", "A-1"]]]),
        ([SINGLES[0], ("D", 4, 200, "double")], []),
        ([SINGLES[0], ("D", 4, 200, "double"), ("E", 5, 200, "double")], [[["D-4", "E-5"], ["E-5", "D-4"]]] * 2),
    ],
)
def test_series_are_chosen_in_one_form_that_may_be_sold_together(series: list[Any], joint: list[Any]) -> None:
    hall = with_series(*series)
    assert [chosen(one) for one in together(hall)] == joint
    assert all(isinstance(pressed(hall, one), Accepted) for one in sales(hall))


def test_whatever_pair_is_chosen_is_sold_and_no_series_with_itself() -> None:
    hall = with_series(*SINGLES)
    (form,) = together(hall)
    assert form.name == "Anunciar juntas series de 2\xa0€"
    for one, two in (("A-1", "C-3"), ("C-3", "B-2")):
        assert pressed(hall, form, series=one, **{SECOND: two}).events[0].series == (one, two)
    twice = pressed(hall, form, series="A-1", **{SECOND: "A-1"})
    assert isinstance(twice, Refused)
    assert twice.code == "series-twice"


def test_the_act_refuses_series_that_may_not_be_sold_together() -> None:
    hall = with_series(*SINGLES, ("D", 4, 300, "single"), ("E", 5, 200, "double"))
    assert [hall.refused(CHIEF, a.AnnounceSale(("A-1", one))) for one in ("D-4", "E-5")] == ["series-mixed"] * 2


def test_as_many_series_are_offered_together_as_a_game_may_have() -> None:
    alone = with_series(*SINGLES, sale__series_a_game=1)
    assert [one.fixed_fields["series"] for one in sales(alone)] == ["A-1", "B-2", "C-3"]
    three = with_series(*SINGLES, sale__series_a_game=3)
    (form,) = together(three)
    assert pressed(three, form).events[0].series == ("A-1", "B-2")
    assert pressed(three, form, **{f"{FURTHER}3": "C-3"}).events[0].series == ("A-1", "B-2", "C-3")


def test_of_doubles_that_are_sold_together_it_is_said_when_the_first_game_is_paid() -> None:
    hall = with_series(("D", 4, 200, "double"), ("E", 5, 200, "double"))
    joint = together(hall)
    assert [one.name for one in joint] == [
        "Anunciar juntas series de 2\xa0€, con pago entre las dos partidas",
        "Anunciar juntas series de 2\xa0€, con pago al final de la segunda",
    ]
    assert [pressed(hall, one).events[0].deferred for one in joint] == [False, True]


def test_what_is_sold_together_now_and_then_lies_in_the_drawer() -> None:
    found = sales(with_series(*SINGLES))
    assert [desk.is_for_drawer(one) for one in found] == [False] * 3 + [True]


def test_thirty_series_are_one_offer_and_three_forms() -> None:
    """The offer of the rules, of the HTTP API too, grows with the series and not with their pairs."""
    hall = with_series(*(("A", number, 200 if number < 25 else 300, "single") for number in range(1, 31)))
    (offer,) = (one for one in hall.play.legal(CHIEF) if one.act == "announce-sale")
    assert len(plain(offer.fields)["series"]["several"]) == 30
    assert len(hall.play.legal(CHIEF)) < 20
    one, *joint = sales(hall)
    assert [[len(field) for field in chosen(form)] for form in (one, *joint)] == [[30], [24, 24], [6, 6]]
    assert pressed(hall, one, series="A-17").events[0].series == ("A-17",)


def test_a_series_that_is_sold_out_is_offered_no_more() -> None:
    hall = with_series(*SINGLES).do(CHIEF, a.AnnounceSale(("A-1",)))
    hall.do("caller", a.SellCards("A-1", 1, 420)).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("A-1", 0))
    hall.announced().do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"), a.EndGame())
    assert [chosen(one) for one in sales(hall)] == [[], [], [["B-2", "C-3"], ["C-3", "B-2"]]]


def test_the_button_says_what_that_cartón_has_won_before_the_takings_are_divided() -> None:
    cartones = GivenCartones({"B-1047/2": K, "B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones, payment__line_early=True).started(sold=301).drawn(5)
    hall.call(1).call(2).call(3).check(1, 2, 3).on()
    paid = [one.name for one in desk_of(hall, CASHIER) if one.tag == "pay-prize"]
    shares = ((1, 20_07), (2, 20_07), (3, 20_06))
    assert paid == [f"Pagar línea en efectivo: {money(cents, 'es')}, cartón B-1047/{card}" for card, cents in shares]
    (won,) = hall.play.game.view(hall.state, None).awards
    assert (won.prize, won.amounts) == (LINE, (20_07, 20_07, 20_06))


def test_each_way_to_put_a_sale_right_says_what_it_does_and_to_which_series() -> None:
    hall = with_series(*SINGLES).do(CHIEF, a.AnnounceSale(("A-1", "C-3")))
    hall.do("caller", a.SellCards("A-1", 1, 6), a.SellCards("C-3", 1, 6)).do(CHIEF, a.CloseSale())
    made = [one for one in desk_of(hall, CASHIER) if one.tag in ("recount-sale", "collect-unsold")]
    assert len({one.name for one in made}) == len(made)
    assert [one.name for one in made if one.tag == "recount-sale"] == [
        "Quitar de los vendidos (serie A-1)",
        "Añadir a los vendidos (serie A-1)",
        "Quitar de los vendidos (serie C-3)",
        "Añadir a los vendidos (serie C-3)",
    ]


def test_the_prizes_of_a_double_are_paid_under_the_game_of_each() -> None:
    hall = won(double())
    assert [one.name.partition(" partida ")[0] for one in desk_of(hall, CASHIER) if one.tag == "pay-prize"] == [
        "Pagar bingo de la 1.ª",
        "Pagar bingo de la 1.ª",
        "Pagar línea de la 1.ª",
        "Pagar línea de la 1.ª",
    ]


def test_a_prize_that_was_left_is_paid_into_the_account_of_whoever_won_it_by_name() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    hall.do(CHIEF, a.LeaveUncollected(Prize.BINGO, "B-1047/1", "no vino"), a.EndGame(), a.AnnounceSale(("B-1047",)))
    paid = [one.fixed_fields["means"] for one in desk_of(hall, CASHIER) if one.tag == "pay-prize"]
    assert paid == ["account", "cash"]


def test_a_prize_of_paper_that_was_left_is_paid_in_cash_alone() -> None:
    hall = Hall(NUMBERS).started(sold=300).drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    hall.do(CHIEF, a.LeaveUncollected(Prize.BINGO, "B-1047/1", "no vino"), a.EndGame(), a.AnnounceSale(("B-1047",)))
    assert [one.fixed_fields["means"] for one in desk_of(hall, CASHIER) if one.tag == "pay-prize"] == ["cash"]


# --- a call from the hall ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "series", "card"),
    [
        ("B-1047/12", ("B-1047",), "B-1047/12"),
        ("b-1047/12", ("B-1047",), "B-1047/12"),
        ("B1047/12", ("B-1047",), "B-1047/12"),
        (" B - 1047 / 012 ", ("B-1047",), "B-1047/12"),
        ("b 1047 12", ("B-1047",), "B-1047/12"),
        ("12", ("B-1047",), "B-1047/12"),
        ("012", ("B-1047",), "B-1047/12"),
        ("12", ("B-1047", "C-3"), "12"),
        ("12", (), "12"),
        ("el doce", ("B-1047",), "el doce"),
        ("B104712", ("B-1047",), "B104712"),
        ("", ("B-1047",), ""),
    ],
)
def test_a_called_cartón_is_read_as_people_write_it(typed: str, series: tuple[str, ...], card: str) -> None:
    assert read_card(typed, series) == card


@pytest.mark.parametrize("typed", ["12", "el doce", "B1047"])
def test_a_cartón_that_cannot_be_read_is_not_said_to_be_unsold(typed: str) -> None:
    no = Hall(NUMBERS).started(sold=300).drawn(5).answer("caller", a.CallForPlayer(LINE, typed))
    assert (no.code, no.facts) == ("card-unclear", {"card": typed})


def test_the_call_of_paper_stands_on_the_desk_and_not_in_the_drawer() -> None:
    hall = Hall(NUMBERS).started(sold=300).drawn(5)
    made = [one for one in desk_of(hall, "caller") if one.tag == "call-for-player"]
    assert [desk.is_for_drawer(one) for one in made] == [False, False]
    assert [part.code for part in desk.sections(made)] == ["paper"]


def test_the_wall_shows_every_series_of_a_sale_until_the_next_word() -> None:
    hall = with_series(*SINGLES).do(CHIEF, a.AnnounceSale(("A-1", "C-3")))
    wall = still_part(hall.play.game, hall.state, None)
    assert "serie A 1, 420 cartones, a 2 euros. Se ponen a la venta cartones de la serie C 3" in wall
    hall.do(CHIEF, a.CloseSale())
    assert "Se ponen a la venta" not in still_part(hall.play.game, hall.state, None)
