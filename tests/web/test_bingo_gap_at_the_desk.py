"""A cartón that came back lies between sold ones: what goes at one touch ends there, and the page says why."""

from __future__ import annotations

import re

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CALLER, NUMBERS, Hall
from tests.web.test_bingo_panel import page_of


def quick(page: str) -> dict[str, list[str]]:
    """Return the amounts of the sale for cash, by whether they can be pressed."""
    form = re.search(r'id="sell-B-1047-cash".*?</form>', page, re.DOTALL)
    assert form is not None
    found = re.findall(r'<button type="submit" name="last" value="(\d+)"[^>]*?( disabled)?>', form[0])
    return {"live": [last for last, no in found if not no], "dead": [last for last, no in found if no]}


def returned(first: int, last: int) -> Hall:
    """Return a hall in which some of twenty sold cartones came back."""
    return Hall(NUMBERS).open().sale().sell(1, 20).do(CALLER, a.TakeCardsBack("B-1047", first, last))


@pytest.mark.clause("BG.II.03", document="orden-1979")
@pytest.mark.parametrize("last", [13, 14])
def test_the_amounts_of_one_touch_end_at_the_gap_and_each_is_sold(last: int) -> None:
    hall = returned(13, last)
    page = page_of(hall, CALLER)
    found = quick(page)
    assert found["live"] == [str(one) for one in range(13, last + 1)]
    assert found["dead"]
    for one in found["live"]:
        assert hall.accepts(CALLER, a.SellCards("B-1047", 13, int(one)))
    assert f"Por ahora se vende hasta el {last}: el {last + 1} ya está vendido, o la serie no lo tiene." in page
    assert re.search(rf"Quedan <b>{400 + last - 12}</b>", page)


@pytest.mark.clause("BG.II.03", document="orden-1979")
def test_the_offer_ends_there_too() -> None:
    (offer,) = [one for one in returned(13, 13).play.legal(CALLER) if one.act == "sell-cards"]
    assert (offer.fixed_value("first"), offer.bounds("last")) == (13, (13, 13))


def test_without_a_gap_nothing_is_said() -> None:
    page = page_of(Hall(NUMBERS).open().sale().sell(1, 20), CALLER)
    assert quick(page)["dead"] == []
    assert "ya está vendido" not in page
