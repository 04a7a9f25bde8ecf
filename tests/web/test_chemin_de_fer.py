"""The pages of chemin de fer without a browser."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Hand
from tests.support.web.pages import hidden, post


async def page_of(house: Any, link: str, table: str = "cf") -> str:
    here = await house.enter(link, table)
    answer = await house.client.get(here)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


async def public(house: Any, table: str = "cf") -> str:
    return str((await house.client.get(f"/mesa/{table}/publico")).text)


ORIGINS = {
    "CF.R.01": ("Anexo I", "AST2011-CF"),
    "CF.R.02": ("2011-06-10", "2011-06-22"),
    "CF.R.04": ("Catálogo", "9 puestos, 6 barajas"),
    "CF.R.05": ("ferrocarril, bacarrá o chemin de fer",),
    "CF.S.03": ("Inspector, crupier y cambista",),
    "CF.S.04": ("epígrafe",),
}


@pytest.mark.clause(*ORIGINS)
async def test_the_rules_of_the_table_say_where_they_come_from(house: Any, /) -> None:
    for page in (await public(house), await page_of(house, "jugador-2"), await page_of(house, "inspector")):
        panel = page[page.index('id="rules-panel"') :]
        said = dict(re.findall(r'<li data-clause="([^"]+)">(.*?)</li>', panel, re.S))
        assert [(clause, one) for clause, told in ORIGINS.items() for one in told if one not in said[clause]] == []


@pytest.mark.clause("CF.E2.03", "CF.E3.01")
async def test_limits_and_the_garage_are_plainly_displayed(house: Any, /) -> None:
    for page in (await public(house), await page_of(house, "jugador-2"), await page_of(house, "crupier")):
        limits = page[page.index('data-clause="CF.E2.03"') : page.index("</header>")]
        assert "Mínimo de la mesa" in limits
        assert "10 €" in limits.replace("\N{NO-BREAK SPACE}", " ")
        assert page.count('data-clause="CF.E2.03"') == 2  # on top, and with the authorised one among the rules
        assert "Mínimo autorizado: el de la autorización" in page
        said = re.search(r'<li data-clause="CF\.E3\.01">(.*?)</li>', page, re.S)
        assert said
        assert "saca del juego" in said.group(1)


@pytest.mark.clause("CF.B.46")
async def test_the_bank_lies_at_the_croupiers_left_and_the_garage_at_his_right(house: Any, /) -> None:
    await house.betting()
    for page in (await public(house), await page_of(house, "crupier")):
        assert '<section class="purse-box garage" data-side="right" data-clause="CF.B.46">' in page
        assert '<section class="purse-box bank" data-side="left">' in page
    # From the players' side his right is on the left; his own console is turned round.
    page = await public(house)
    assert page.index("purse-box garage") < page.index("purse-box bank")
    assert "from-croupier" in await page_of(house, "crupier")


@pytest.mark.clause("CF.B.09", "CF.D.02", "CF.C4.17", "CF.B.39")
async def test_the_felt_shows_the_stop_card_the_places_and_the_paddle(house: Any, /) -> None:
    await house.betting()
    page = await page_of(house, "jugador-2")
    assert re.search(r'class="stop-card" data-clause="CF\.B\.09"', page)
    assert page.count('<div class="own-area" data-clause="CF.D.02">') == 9
    assert re.search(r'<p class="note" data-clause="CF\.C4\.17">Cada jugador vigila', page)
    await house.act("bea-cf", c.CallBanco(), "cf")
    await house.act("luz-cf", c.CloseBets(), "cf")
    for hand in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO, Hand.BANCA):
        await house.act("ana-cf", c.DealCard(hand), "cf")
    page = await public(house)
    assert 'data-clause="CF.B.39"' in page
    assert '<p class="paddle-note">El crupier lleva las cartas al punto con la pala.</p>' in page


async def test_a_bank_is_taken_and_staked_against_with_forms(house: Any, /) -> None:
    await house.circle()
    ana = await house.enter("jugador-1", "cf")
    page = (await house.client.get(ana)).text
    assert "Se ofrece la banca a <b>ana</b>" in page
    form = re.search(r'<form[^>]*id="do-take-bank".*?</form>', page, re.S)
    assert form
    # A preset fills the field; one button acts, and says act and sum.
    assert re.search(r'<button type="button" data-fill="[\d.,]+" data-into="do-take-bank-amount"', form[0])
    assert re.findall(r'<button type="submit"[^>]*>', form[0]) == ['<button type="submit" class="main">'], form[0]
    assert 'data-sum-of="do-take-bank-amount"' in form[0]
    answer = await post(house, ana, hidden(page, "take-bank") | {"amount-euros": "200"})
    assert answer.status_code == 200, answer.text
    assert house.tables["cf"].view(None).bank.total == 20_000
    luz = await house.enter("crupier", "cf")
    assert (await post(house, luz, hidden((await house.client.get(luz)).text, "open-bets"))).status_code == 200
    bea = await house.enter("jugador-2", "cf")
    page = (await house.client.get(bea)).text
    assert "la mitad" in page
    answer = await post(house, bea, hidden(page, "stake") | {"amount-euros": "5"})
    assert answer.status_code == 409
    assert 'data-code="below-minimum"' in answer.text
    assert "CF.E2.10" in answer.text
    answer = await post(house, bea, hidden(page, "stake") | {"amount-euros": "120"})
    assert answer.status_code == 200, answer.text
    page = await public(house)
    assert "120" in page
    assert "Por cubrir" in page


def with_punto(state: Any, *faces: str) -> Any:
    """Return the same table with these two cards in the punto's hand."""
    left = iter(faces)
    layout = tuple(
        replace(card, face=Card(next(left))) if card.place == Hand.PUNTO else card for card in state.coup.cards.layout
    )
    return replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))


@pytest.mark.parametrize(
    ("faces", "lawful"),
    [("4h Kd", {"«Carta»"}), ("5h Kd", {"«Carta»", "«No»"}), ("6h Kd", {"«No»"}), ("9h Kd", {"Abatir"})],
)
async def test_the_punto_has_the_big_words_that_his_total_allows(house: Any, /, faces: str, lawful: set[str]) -> None:
    await house.dealt()
    table = house.tables["cf"]
    table.state = with_punto(table.state, *faces.split())
    await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
    page = (await house.client.get(await house.enter("jugador-2", "cf"))).text
    big = page[page.index('class="big-words"') :] if "big-words" in page else ""
    words = {word for word in ("«Carta»", "«No»", "Abatir") if word in big}
    assert words == lawful
    assert "Solo usted ve estas cartas" in page
    other = (await house.client.get(await house.enter("jugador-3", "cf"))).text
    assert "big-words" not in other


async def test_a_real_card_is_keyed_as_people_say_it(house: Any, /) -> None:
    await house.dealt("real")
    await house.act("luz-real", c.Lift(Hand.PUNTO, "bea-real"), "real")
    await house.act("luz-real", c.LayDown(Hand.PUNTO), "real")
    here = await house.enter("crupier", "real")
    for face, number in (("9s", 1), ("10♥", 3)):
        page = (await house.client.get(here)).text
        assert f"<b>n.º {number}" in page
        assert 'class="key-card"' in page
        answer = await post(house, here, hidden(page, "card-out") | {"face": face})
        assert answer.status_code == 200, answer.text
    assert house.tables["real"].view(None).coup.totals["punto"] == 9
    assert "9 de picas" in await public(house, "real")


async def test_each_stake_says_by_which_call_it_lies_there(house: Any, /) -> None:
    await house.betting()
    await house.act("bea-cf", c.CallConLaMesa(), "cf")
    await house.act("carla-cf", c.StakeOnLine(6_000), "cf")
    await house.act("dani-cf", c.CallUltimoCompleto(), "cf")
    before = await public(house, "cf")
    await house.act("luz-cf", c.CloseBets(), "cf")
    after = await public(house, "cf")
    for page, amounts in ((before, ("100", "60", "100")), (after, ("100", "30", "70"))):
        areas = re.findall(r'<div class="own-area"[^>]*>(.*?)</div>', page)[1:4]
        for area, amount, call in zip(areas, amounts, ("con la mesa", "raya", "último completo"), strict=True):
            assert f">{amount}\N{NO-BREAK SPACE}€<" in area
            assert call in area
    assert "raya: la mitad" in after
