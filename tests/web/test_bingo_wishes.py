"""What a player has asked for stands in the form of its own series alone, and on his own page with its series."""

from typing import Any

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO as GAME
from tapete.table.acts import BuyIn
from tapete.web.games.bingo.models import Buyer
from tapete.web.games.bingo.selling import sales
from tests.support.bingo.hall import CALLER, CHIEF, MANAGER, Hall
from tests.support.web.still import StillTable, still_part


def asked(series: str) -> Hall:
    """Return a hall that sells two series, and in which Ana asks for four of one."""
    hall = Hall().open().do(MANAGER, a.RegisterSeries("C", 7, 120, 2_00))
    hall.do(CHIEF, a.AnnounceSale(("B-1047", "C-7"))).do("ana", BuyIn(10_00), a.WantCards(series, 4))
    return hall


def forms(hall: Hall) -> dict[str, Buyer]:
    """Return Ana's part in the form of each series."""
    table: Any = StillTable(GAME, hall.state)
    view: Any = hall.play.view(CALLER)
    found = sales(table, view, CALLER, hall.play.legal(CALLER), "es")
    return {one.series: next(each for each in one.buyers if each.person == "ana") for one in found}


def test_a_wish_stands_out_in_the_form_of_its_series_alone() -> None:
    for series, other in (("B-1047", "C-7"), ("C-7", "B-1047")):
        found = forms(asked(series))
        assert found[series].note == "pide 4 cartones"
        assert [one.count for one in found[series].quantities if one.is_wish] == [4]
        assert found[other].note == ""
        assert [one.count for one in found[other].quantities if one.is_wish] == []


def test_a_player_reads_of_which_series_he_has_asked_for_cartones() -> None:
    page = still_part(GAME, asked("C-7").state, "ana")
    assert "Ha pedido 4 cartones de la serie C-7" in page
