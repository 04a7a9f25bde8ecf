"""The director opens a hall of bingo from his page, like a table of any other game."""

from tapete.games.bingo.acts import OpenHall
from tapete.web.house_desk import opening_act, table_forms


def test_a_hall_of_bingo_is_offered_and_opened_from_the_page_of_the_director() -> None:
    assert "bingo" in dict(table_forms("es"))
    key, what = opening_act("bingo", "sala", None, None)
    assert isinstance(what, OpenHall)
    assert (key, what.name, what.rulebook) == ("bingo", "sala", "orden-1979")
    assert what.staff
