"""The pages of chemin de fer without a browser: the felt, the forms, and what becomes of a player's stake and place."""

import re
from typing import Any

import pytest
from msgspec import convert

from tapete.cards import Card
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import PersonId, plain
from tapete.live import card_orders
from tapete.record.codec import members
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices


async def page_of(house: Any, link: str | int, table: str = "cf") -> str:
    here = await house.enter(f"jugador-{link}" if isinstance(link, int) else link, table)
    answer = await house.client.get(here)
    assert answer.status_code == 200, answer.text
    return str(answer.text).replace("\N{NO-BREAK SPACE}", " ")


async def public(house: Any, table: str = "cf") -> str:
    return str((await house.client.get(f"/mesa/{table}/publico")).text).replace("\N{NO-BREAK SPACE}", " ")


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
    for page in (await public(house), await page_of(house, 2), await page_of(house, "inspector")):
        panel = page[page.index('id="rules-panel"') :]
        said = dict(re.findall(r'<li data-clause="([^"]+)">(.*?)</li>', panel, re.S))
        assert [(clause, one) for clause, told in ORIGINS.items() for one in told if one not in said[clause]] == []


@pytest.mark.clause("CF.E2.03", "CF.E3.01")
async def test_limits_and_the_garage_are_plainly_displayed(house: Any, /) -> None:
    for page in (await public(house), await page_of(house, 2), await page_of(house, "crupier")):
        limits = page[page.index('data-clause="CF.E2.03"') : page.index("</header>")]
        assert ("Mínimo de la mesa" in limits, "10 €" in limits) == (True, True)
        assert page.count('data-clause="CF.E2.03"') == 2  # on top, and with the authorised one among the rules
        assert "Mínimo autorizado: el de la autorización" in page
        assert re.search(r'<li data-clause="CF\.E3\.01">[^<]*saca del juego', page)


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


FOLD = ("luz-cf", "ana-cf", "bea-cf", "carla-cf", "dani-cf")
KINDS = {str(one.__struct_config__.tag): one for one in members(CHEMIN_DE_FER.act_types)}


async def news_of(house: Any, seat: int) -> str:
    found = re.search(r'^<div class="own-news"[^>]*role="status">(.*)</div>$', await page_of(house, seat), re.M)
    assert found, "the live region is always there: what comes into it is read"
    return found[1]


async def play_on(house: Any, *until: str) -> None:
    """Press the first large button of whoever has one, until the table stands at one of the windows."""
    table = house.tables["cf"]
    for _ in range(30):
        if table.view(None).phase in until:
            return
        for who in FOLD:
            main = [one for one in table.legal(PersonId(who)) if one.main and one.act != "call-banco"]
            if main:
                await house.act(who, convert(plain(main[0].fields), KINDS[main[0].act]), "cf")
                break
    raise AssertionError(table.view(None).phase)


async def test_whoever_called_banco_and_does_not_play_it_is_told_so_and_why(house: Any, /) -> None:
    await house.betting("cf")
    await house.act("dani-cf", c.CallBanco(), "cf")
    await house.act("carla-cf", c.Stake(3_000), "cf")
    await house.act("bea-cf", c.CallBanco(), "cf")
    assert await news_of(house, 4) == ""
    await house.act("luz-cf", c.CloseBets(), "cf")
    told = await news_of(house, 4)
    assert "Su apuesta no juega" in told
    assert "bea" in told
    assert "200" in told
    assert "CF.B.15" in told
    stake = await news_of(house, 3)
    assert "Su apuesta no juega" in stake
    assert "30" in stake
    assert "CF.B.15" not in stake
    assert await news_of(house, 2) == ""
    assert "Su apuesta no juega" not in await public(house)


NATURALS = "7s Kc Kd 9h"
"""To the punto, the bank, the punto, the bank: the bank wins with the deal."""


def test_the_settlement_is_told_to_each_in_his_own_amount(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.Stake(3_000), "cf")
        await house.act("carla-cf", c.Stake(5_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        await play_on(house, "between", "bank")
        told = [await news_of(house, seat) for seat in (1, 2, 4)]
        assert ["la banca gana 76" in told[0], "el pozo se lleva 4" in told[0], told[2]] == [True, True, ""]
        assert "Su apuesta pierde 30" in told[1]

    cards = tuple(map(Card, NATURALS.split()))
    monkeypatch.setattr(card_orders, "shuffled_cards", lambda size: cards * (size // len(cards)))
    run(scene)


def told_after(*events: tuple[dict[str, Any], tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    latest = RecentEvents()
    for event, rests_on in events:
        latest.read(event, rests_on)
    return [(one.text, one.clauses) for one in notices(latest.news, PersonId("ana"), {}, "es")]


def test_whoever_lost_his_place_reads_why_until_he_has_another() -> None:
    lost = {"event": "seat-lost@1", "person": "ana", "seat": 4}
    award = {"event": "cover-awarded@1", "kind": "posturas", "holder": "bea", "stakes": [], "back": []}
    later = (({"event": "bets-opened@1", "coup": 2}, ()), (award, ()))
    for clause, why in (
        ("CF.D.16", "dos veces seguidas"),
        ("CF.D.19", "ausente cuando le llegó la mano"),
        ("CF.E1.26", "Le tocaba tomar la banca"),
        ("HP.CF.duty-refused", "Le tocaba tomar la banca"),
    ):
        ((text, clauses),) = told_after((lost, ("CF.E1.09", clause)), *later)
        assert why in text
        assert "Ha dejado el puesto 4" in text
        assert clauses == (clause,)
    assert told_after((lost, ("CF.D.19",)), ({"event": "seated@1", "person": "ana", "seat": 2}, ())) == []
    gone = {"event": "person-left@1", "person": "ana", "amount": 0}
    ((text, clauses),) = told_after((gone, ("HP.CF.led-out",)))
    assert "mucho tiempo" in text
    assert clauses == ("HP.CF.led-out",)
    assert told_after((gone, ())) == [], "he left by himself"
