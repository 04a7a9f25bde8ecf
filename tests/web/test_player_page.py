"""What a player of chemin de fer reads on his own page: what became of his stake, why he may not, what it costs."""

import re
from typing import Any

import pytest
from msgspec import convert

from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.kernel import PersonId, plain
from tapete.record.codec import members
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices
from tests.support.web.shoes import every_coup_is

FOLD = ("luz-cf", "ana-cf", "bea-cf", "carla-cf", "dani-cf")
KINDS = {str(one.__struct_config__.tag): one for one in members(CHEMIN_DE_FER.act_types)}


async def page_of(house: Any, seat: int, table: str = "cf") -> str:
    here = await house.enter(f"jugador-{seat}", table)
    return str((await house.client.get(here)).text)


async def news_of(house: Any, seat: int) -> str:
    found = re.search(r'^<div class="own-news"[^>]*role="status">(.*)</div>$', await page_of(house, seat), re.M)
    assert found, "the live region is always there: what comes into it is read"
    return found[1]


async def public(house: Any) -> str:
    return str((await house.client.get("/mesa/cf/publico")).text)


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


@pytest.mark.parametrize(
    ("winner", "player", "banker"),
    [
        ("punto", "Su apuesta gana 30", ["la banca pierde 80"]),
        ("banca", "Su apuesta pierde 30", ["la banca gana 76", "el pozo se lleva 4"]),
        ("empate", "Jugada nula: su apuesta de 30", ["Jugada nula: la banca"]),
    ],
)
def test_the_settlement_is_told_to_each_in_his_own_amount(
    run: Any, monkeypatch: pytest.MonkeyPatch, winner: str, player: str, banker: list[str]
) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.Stake(3_000), "cf")
        await house.act("carla-cf", c.Stake(5_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        await play_on(house, "between", "bank")
        assert house.tables["cf"].view(None).coup.winner == winner
        bea, ana, dani = (await news_of(house, 2), await news_of(house, 1), await news_of(house, 4))
        assert player in bea
        assert [text for text in banker if text not in ana] == []
        assert dani == ""

    every_coup_is(winner, monkeypatch)
    run(scene)


async def test_letting_the_bank_go_says_before_and_after_that_it_costs_the_place(house: Any, /) -> None:
    await house.circle("cf")
    assert "Dejar pasar la banca y perder el puesto" not in await page_of(house, 1)
    for _ in range(8):
        to = str(house.tables["cf"].view(None).offer.candidate)
        if house.tables["cf"].view(PersonId(to)).me.place_at_stake:
            break
        window = house.tables["cf"].view(None).phase
        await house.act(to, c.DeclineBank(), "cf")
        if house.tables["cf"].view(None).phase == "auction":
            await house.act("luz-cf", c.CloseAuction(), "cf")
        assert window == "bank"
    seat = next(one.seat for one in house.tables["cf"].view(None).seats if one.person == to)
    here = await house.enter(f"jugador-{seat}", "cf")
    assert "Dejar pasar la banca y perder el puesto" in (await house.client.get(here)).text
    await house.act(to, c.DeclineBank(), "cf")
    assert house.tables["cf"].view(PersonId(to)).me.seat is None
    assert f"Ha dejado el puesto {seat}" in (await house.client.get(here)).text


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


def waits_for_you(page: str) -> str:
    found = re.search(r'id="waits-for-you"[^>]*>([^<]*)<', page)
    return found[1] if found else ""


async def test_whoever_is_offered_the_bank_reads_on_his_own_page_that_the_table_waits_for_him(house: Any, /) -> None:
    await house.circle("cf")
    offered = str(house.tables["cf"].view(None).offer.candidate)
    seat = next(one.seat for one in house.tables["cf"].view(None).seats if one.person == offered)
    assert "La mesa le espera a usted: " in waits_for_you(await page_of(house, seat))
    other = next(one.seat for one in house.tables["cf"].view(None).seats if one.person not in (None, offered))
    assert waits_for_you(await page_of(house, other)) == ""
    await house.act("luz-cf", c.CallPerson(), "cf")
    assert "Le han llamado" in waits_for_you(await page_of(house, seat))


def form(page: str, name: str) -> str:
    found = re.search(rf'<form[^>]*id="{name}".*?</form>', page, re.S)
    return "" if found is None else found.group(0)


async def test_a_new_call_says_what_it_takes_the_place_of(house: Any, /) -> None:
    await house.betting("cf")
    page = await page_of(house, 2)
    assert "Ocupa el lugar" not in page
    await house.act("bea-cf", c.CallBanco(), "cf")
    page = await page_of(house, 2)
    stake = form(page, "do-stake").replace("\N{NO-BREAK SPACE}", " ")
    assert "(banco 200 €): no se suma" in stake
    assert stake.count('aria-describedby="do-stake-note"') == stake.count('type="submit"') == 1
    assert 'id="do-stake-note"' in stake
    back = form(page, "do-withdraw-call").replace("\N{NO-BREAK SPACE}", " ")
    assert "Retirar banco 200 €" in back
    assert "Ocupa el lugar" not in await page_of(house, 3)
    # The two calls of a partial banco stand side by side.
    await house.act("bea-cf", c.WithdrawCall(), "cf")
    await house.act("bea-cf", c.CallConLaMesa(), "cf")
    page = await page_of(house, 2)
    assert "Ocupa el lugar" not in form(page, "do-call-ultimo-completo")
    assert "con la mesa 100" in form(page, "do-stake").replace("\N{NO-BREAK SPACE}", " ")
    view = house.tables["cf"].view(PersonId("bea-cf"))
    assert "ultimo-completo" not in view.me.instead
    assert [one.kind for one in view.me.instead["banco"]] == ["banco-con-la-mesa"]
