"""The buttons of a bingo desk as the rules offer them: each says what it does, to whom and for how much."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import SeriesKind
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.answering import answer_words
from tapete.web.games.bingo.button_names import buttons
from tapete.web.games.bingo.log_wording import log_wording
from tapete.web.seat_links import table_naming
from tapete.words import event, money
from tests.support.bingo.hall import CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K


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


SINGLES = [("A", 1, 200, "single"), ("B", 2, 200, "single"), ("C", 3, 200, "single")]


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


NAMING = table_naming("sala")


def names(hall: Hall, tag: str) -> list[str]:
    return [one.name.replace("\xa0", " ") for one in desk_of(hall, CASHIER) if one.tag == tag]


def told(events: tuple[Any, ...]) -> tuple[str, list[str]]:
    """Return what the answer says of events, and the lines of the log."""
    lines = []
    for one in events:
        tree = to_tree(one)
        code, facts = log_wording(str(tree["event"]).partition("@")[0], tree)
        lines.append(event(code, facts, "es", NAMING).replace("\xa0", " "))
    return answer_words(events, "es", NAMING).replace("\xa0", " "), lines


def void(*people: str | None) -> Hall:
    hall = Hall(NUMBERS).started(*people, sold=3).drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    for first, last in ((1, 1), (2, 3)):
        hall.do(CASHIER, a.ReturnCards("B-1047", first, last))
    return hall


def test_a_refund_says_how_much_it_is_and_to_whose_account_or_in_cash() -> None:
    hall = void("ana")
    assert names(hall, "pay-refund") == [
        "Devolver 2 € a la cuenta de ana: cartones del 1 al 1 (B-1047)",
        "Devolver 4 € en efectivo: cartones del 2 al 3 (B-1047)",
        "Devolver en efectivo una parte (serie B-1047), 2 € por cartón",
    ]
    own = hall.answer(CASHIER, a.PayRefund("B-1047", 1, 1))
    line = "Se devuelven a la cuenta de ana 2 € de la partida 1: cartón 1 de la serie B-1047"
    assert told(tuple(own.events)) == ("2 € a la cuenta de ana.", [line])
    paper = hall.answer(CASHIER, a.PayRefund("B-1047", 2, 3))
    line = "Se devuelven en efectivo 4 € de la partida 1: cartones 2–3 de la serie B-1047"
    assert told(tuple(paper.events)) == ("4 € en efectivo.", [line])
