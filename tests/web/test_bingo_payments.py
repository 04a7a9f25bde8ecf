"""Who pays reads on the button, in the answer and in the log how much it is, in cash or to whose account."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Means
from tapete.record.codec import to_tree
from tapete.web.games.bingo.answering import answer_words
from tapete.web.games.bingo.log_wording import log_wording
from tapete.web.seat_links import table_naming
from tapete.words import event
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, Hall
from tests.web.test_bingo_desk_buttons import desk_of

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


def test_a_prize_of_an_account_is_offered_to_that_account_first_and_names_its_owner() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    assert names(hall, "pay-prize")[:2] == [
        "Pagar bingo a la cuenta de ana: 360 €, cartón B-1047/1",
        "Pagar bingo en efectivo: 360 €, cartón B-1047/1",
    ]
    said, lines = told(tuple(hall.answer(CASHIER, a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT)).events))
    assert said == "60 € a la cuenta de ana."
    assert lines[0] == "cashier paga 60 € por línea de la partida 1, cartón B-1047/1, en la cuenta de ana"
    said, lines = told(tuple(hall.answer(CASHIER, a.PayPrize(BINGO, "B-1047/1", means=Means.CASH)).events))
    assert said == "360 € en efectivo."
    assert lines[0] == "cashier paga 360 € por bingo de la partida 1, cartón B-1047/1, en efectivo a ana"
