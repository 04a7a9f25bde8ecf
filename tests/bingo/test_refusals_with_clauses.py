"""Which clause a refusal rests on, where the order or a practice of the house decides."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Fate
from tests.support.bingo.hall import BINGO, CHIEF, LINE, NUMBERS, Hall


def rests(hall: Hall, who: str, what: object) -> tuple[str, tuple[str, ...]]:
    """Return the code of a refusal and its clauses."""
    answer = hall.answer(who, what)
    return answer.code, answer.clauses


def test_a_game_whose_prizes_are_due_is_not_closed() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(15).bingo(1)
    assert rests(hall, CHIEF, a.EndGame()) == ("prizes-due", ("BG.IV.28",))
    assert hall.pay(1, BINGO).accepts(CHIEF, a.EndGame())


def test_of_a_prize_that_somebody_won_nothing_is_decided() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(15).bingo(1)
    decided = a.DecideUnawarded(BINGO, Fate.HOUSE, "porque sí")
    assert rests(hall, CHIEF, decided) == ("nothing-held", ("BG.IV.38",))
    assert hall.accepts(CHIEF, a.DecideUnawarded(LINE, Fate.HOUSE, "nadie la cantó"))


def test_a_sale_that_was_called_off_is_no_cause_of_a_void_game() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1)
    assert rests(hall, CHIEF, a.VoidGame("called-off", "porque sí")) == ("cause-unknown", ("BG.V.04",))
    assert hall.accepts(CHIEF, a.VoidGame("evacuation", "alarma"))
