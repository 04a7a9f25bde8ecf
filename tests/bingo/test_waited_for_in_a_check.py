"""Whom the hall waits for while called cartones are checked: who carries one to the table chief, then the chief."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.web.screens.frame import waits_for
from tests.support.bingo.hall import CALLER, CHIEF, HOUSE, LINE, NUMBERS, Hall

PAPER, OTHER = "B-1047/1", "B-1047/2"


def keyed(**options: object) -> Hall:
    """Return a hall in whose pause a paper cartón is called that nobody has carried to the table chief."""
    return Hall(NUMBERS, **options).started().drawn(5).do(CALLER, a.CallForPlayer(LINE, PAPER))


@pytest.mark.clause("BG.IV.21")
@pytest.mark.parametrize(
    ("carried_by", "carrier"), [(("caller", "assistant"), CALLER), (("assistant", "caller"), "assistant")]
)
def test_a_called_cartón_is_waited_for_from_who_carries_it(carried_by: tuple[str, ...], carrier: str) -> None:
    hall = keyed(claims__carried_by=list(carried_by)).do(CHIEF, a.ShowMaster(PAPER))
    assert hall.play.view().waits_for == carrier
    assert hall.do(carrier, a.HandInCard(PAPER)).play.view().waits_for == CHIEF


def test_while_one_lies_before_him_or_a_report_waits_the_table_chief_goes_on() -> None:
    hall = keyed().do(CALLER, a.HandInCard(PAPER), a.CallForPlayer(LINE, OTHER))
    assert hall.play.view().waits_for == CHIEF
    assert hall.check(1).play.view().waits_for == CALLER
    assert hall.do(CALLER, a.ReportCause("sound-breakdown", "no se oye")).play.view().waits_for == CHIEF


def test_who_has_two_posts_is_waited_for_at_the_one_whose_turn_it_is() -> None:
    hall = Hall(NUMBERS).do(HOUSE, a.Relieve(Role.CASHIER, PersonId(CHIEF))).open().sale().sell(1, 20)
    assert waits_for(hall.play.view(), None, "es") == "Se espera al jefe de mesa"
    hall.do(CHIEF, a.CloseSale())
    assert waits_for(hall.play.view(), None, "es") == "Se espera al cajero"
