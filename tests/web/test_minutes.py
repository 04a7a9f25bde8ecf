"""The minutes book of a bingo hall on its pages: for its staff, as a page and as a PDF, and for nobody else."""

from typing import Any

import pytest

from tapete.games.bingo import acts as b
from tapete.games.bingo.series import series_of_strips
from tapete.games.bingo.terms import CheckItem

CHIEF, MANAGER = "table-chief-sala", "hall-manager-sala"


async def opened(house: Any) -> None:
    """Open a hall and its session, with two entries of the chief's own."""
    await house.open_bingo()
    for what in (b.RegisterMachine("M-1", "drum", "CNJ-1"), b.RegisterBalls("S-9", "CNJ-2")):
        await house.act(MANAGER, what, "sala")
    for item in CheckItem:
        await house.act(CHIEF, b.PassCheck(item), "sala")
    await house.act(MANAGER, series_of_strips("B", 7, 6, 200, "0b" * 32), "sala")
    changed = (b.RegisterBalls("S-10", "CNJ-3"), b.ChangeBalls("S-10", "bola 33 abollada"))
    for what in (b.LoadBalls("S-9"), b.OpenSession(), *changed):
        await house.act(CHIEF, what, "sala")
    await house.act(CHIEF, b.WriteEntry("se va la luz un momento"), "sala")


@pytest.mark.parametrize(("link", "status"), [("jefe-de-sala", 200), ("cajero", 200), ("locutor", 403)])
async def test_of_the_staff_those_read_the_book_who_sign_it_or_have_the_money(
    house: Any, /, link: str, status: int
) -> None:
    await opened(house)
    own = await house.enter(link, "sala")
    assert (await house.client.get(f"{own}/libro")).status_code == status
    assert (await house.client.get(f"{own}/libro.pdf")).status_code == status
    assert ("/libro" in (await house.client.get(own)).text) is (status == 200)


async def test_what_was_found_not_in_order_stands_on_the_desk_and_in_the_book_with_its_note(house: Any, /) -> None:
    await house.open_bingo()
    await house.act(CHIEF, b.FailCheck(CheckItem.SOUND, "acopla"), "sala")
    own = await house.enter("jefe", "sala")
    assert "No conforme: megafonía: «acopla»" in (await house.client.get(own)).text
    assert "megafonía, no conforme: acopla" in (await house.client.get(f"{own}/libro")).text
    await house.act(CHIEF, b.PassCheck(CheckItem.SOUND), "sala")
    page = (await house.client.get(own)).text
    assert "«acopla»" not in page
    assert "No conforme: megafonía" in page, "an item that was ticked by mistake can be failed again"


async def test_the_book_of_each_session_can_be_chosen_as_a_page_and_as_a_pdf_the_newest_first(house: Any, /) -> None:
    await opened(house)
    await house.act(CHIEF, b.CloseSession(), "sala")
    await house.act(MANAGER, b.WriteEntry("viene el inspector"), "sala")
    own = await house.enter("jefe", "sala")
    assert "sesión 1" in (await house.client.get(f"{own}/libro")).text
    for item in CheckItem:
        await house.act(CHIEF, b.PassCheck(item), "sala")
    await house.act(CHIEF, b.LoadBalls("S-10"), "sala")
    await house.act(CHIEF, b.OpenSession(), "sala")
    page, former = [(await house.client.get(f"{own}/libro{one}")).text for one in ("", "?session=1")]
    assert "sesión 2" in page
    assert "viene el inspector" in page
    assert "se va la luz" not in page
    assert "sesión 1" in former
    assert "se va la luz" in former
    assert "viene el inspector" not in former
    assert page.index("<b>2</b>") < page.index("libro?session=1")
    assert f"{own}/libro.pdf?session=1" in former
    printed = [(await house.client.get(f"{own}/libro.pdf?session={one}")).content for one in (1, 2)]
    assert printed[0] != printed[1]
    assert all(one.startswith(b"%PDF-") for one in printed)
    for never in ("3", "0", "uno"):
        assert (await house.client.get(f"{own}/libro?session={never}")).status_code == 404
