"""What a player's own page tells him: what became of his stake, whose turn it is, what letting the bank go costs."""

import re
from typing import Any

import pytest
from msgspec import convert

from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.games.punto_banco.acts import CallPerson, PassShoe
from tapete.kernel import CLOCK, Act, PersonId, plain
from tapete.record.codec import members
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices
from tapete.words import act
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


def test_whoever_called_banco_and_does_not_play_it_is_told_so_and_why(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_banco_seguido_after_the_deal_tells_whose_banco_it_displaced(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        for _ in range(12):  # until the bank wins a banco of Bea's, so that she may repeat it
            if house.tables["cf"].view(PersonId("bea-cf")).me.may_repeat_banco:
                break
            await house.act("bea-cf", c.CallBanco(), "cf")
            await house.act("luz-cf", c.CloseBets(), "cf")
            await play_on(house, "between", "bank")
            if house.tables["cf"].view(None).phase == "bank":
                to = house.tables["cf"].view(None).offer.candidate
                if to == "bea-cf":
                    await house.act(to, c.DeclineBank(), "cf")
                    to = house.tables["cf"].view(None).offer.candidate
                await house.act(str(to), c.TakeBank(20_000), "cf")
            await house.act("luz-cf", c.OpenBets(), "cf")
        banker = str(house.tables["cf"].view(None).bank.banker)
        other = next(who for who in ("carla-cf", "dani-cf", "ana-cf") if who != banker)
        await house.act(other, c.CallBanco(), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        await house.act("bea-cf", c.CallSeguido(), "cf")
        seat = next(one.seat for one in house.tables["cf"].view(None).seats if one.person == other)
        told = await news_of(house, seat)
        assert "Su apuesta no juega" in told
        assert "banco seguido" in told

    run(scene)


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


def test_letting_the_bank_go_says_before_and_after_that_it_costs_the_place(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_the_felt_says_whom_the_table_waits_for(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.CallBanco(), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        for page in (await page_of(house, 3), await public(house)):
            assert re.search(r'class="waits".*?Se espera a .*?ana.*?\(Puesto 1\)', page)
        assert 'class="waits"' not in await page_of(house, 1)
        await house.act("luz-cf", c.CallPerson(), "cf")
        page = await public(house)
        assert "«Se espera al puesto 1»" in page or "<q>Se espera al puesto 1</q>" in page
        assert "el crupier puede actuar por él" in page
        await play_on(house, "carry")
        assert "Se espera al puesto 1" not in await public(house)

    run(scene)


def test_nothing_of_a_bank_that_is_gone_stays_on_the_felt(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        await house.act("ana-cf", c.TakeBank(20_000), "cf")
        assert "Hay 200 euros en la banca" in await public(house)
        await house.act("ana-cf", c.RefuseToDeal(), "cf")
        assert house.tables["cf"].view(None).bank is None
        assert "Hay 200 euros en la banca" not in await public(house)

    run(scene)


def test_a_new_bank_does_not_say_that_it_has_won(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.Stake(3_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        await play_on(house, "settle")
        assert 'class="won ' in await public(house)
        await house.act("luz-cf", c.Settle(), "cf")
        assert house.tables["cf"].view(None).phase == "between"
        assert 'class="won ' in await public(house)
        await house.act("ana-cf", c.PassHand(), "cf")
        await house.act(str(house.tables["cf"].view(None).offer.candidate), c.TakeBank(30_000), "cf")
        page = await public(house)
        assert 'class="won ' not in page
        assert "El punto dice" not in page

    every_coup_is("banca", monkeypatch)
    run(scene)


def test_the_banker_who_asked_for_the_table_reads_what_it_says(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("cf")
        await house.act("ana-cf", c.Lift(Hand.BANCA), "cf")
        await play_on(house, "banker", "show", "settle")
        assert house.tables["cf"].view(None).phase == "banker"
        assert 'id="table-says"' not in await page_of(house, 1)
        await house.act("ana-cf", c.AskTable(), "cf")
        page = await page_of(house, 1)
        left = {one.act for one in house.tables["cf"].legal(PersonId("ana-cf"))} & {"draw-card", "stand"}
        says = {"draw-card": "manda tomar carta", "stand": "manda plantarse"}
        wanted = "le deja elegir" if len(left) == 2 else says[next(iter(left))]
        assert re.search(rf'id="table-says">[^<]*{wanted}', page)
        assert 'id="table-says"' not in await page_of(house, 2)

    run(scene)


def test_people_are_named_alike_in_a_list_and_on_the_felt(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        page = await page_of(house, 2)
        chosen = re.search(r'<select name="leader" id="do-pledge-share-leader".*?</select>', page, re.S)
        assert chosen
        assert re.findall(r'<option value="[^"]+">([^<]+)</option>', chosen.group(0))[0] == "ana"

    run(scene)


def test_a_banco_in_association_is_seen_and_joined_for_what_it_lacks(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        assert "Banco en asociación" not in await public(house)
        leader = PersonId("bea-cf")
        await house.act("bea-cf", c.JoinBanco(leader, 12_000), "cf")
        assert re.search(r"Banco en asociación de bea: 120 €, faltan 80 €".replace(" €", ".€"), await public(house))
        page = await page_of(house, 3)
        form = re.search(r'<form[^>]*id="do-join-banco".*?</form>', page, re.S)
        assert form
        assert page.index('id="do-join-banco"') < page.index('id="drawer-calls"')  # not behind the drawer
        assert re.findall(r'<option value="([^"]+)"', form.group(0))[0] == "bea-cf"
        assert re.search(r'data-fill="80"[^>]*>80.€ <small>el resto', form.group(0))
        await house.act("carla-cf", c.JoinBanco(leader, 8_000), "cf")
        assert "completo</p>" in await public(house)

    run(scene)


def test_a_call_that_stands_is_taken_back_and_not_made_again(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        assert 'name="act" value="call-banco"' in await page_of(house, 2)
        await house.act("bea-cf", c.CallBanco(), "cf")
        page = await page_of(house, 2)
        assert 'name="act" value="call-banco"' not in page
        assert 'name="act" value="withdraw-call"' in page
        assert 'name="act" value="call-banco"' in await page_of(house, 3)

    run(scene)


def test_a_bank_below_the_punto_minimum_is_refused_by_its_clause(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        table = house.tables["cf"]
        answer = await table.act(Act(PersonId("ana-cf"), c.TakeBank(500), table.step))
        assert (answer.outcome.code, answer.outcome.clauses) == ("bank-below-floor", ("CF.E2.07",))

    run(scene)


def test_the_log_says_that_nobody_bid(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        await house.act("ana-cf", c.TakeBank(20_000), "cf")
        await house.act("ana-cf", c.RefuseToDeal(), "cf")
        page = (await house.client.get(await house.enter("crupier", "cf"))).text
        bid = re.search(r'<form[^>]*id="do-close-auction"', page)
        assert bid
        await house.act("luz-cf", c.CloseAuction(), "cf")
        page = (await house.client.get(await house.enter("crupier", "cf"))).text
        assert "Subasta cerrada: nadie ha pujado" in page
        assert "…, 0" not in page

    run(scene)


def test_whoever_may_not_hold_the_cards_reads_it_on_his_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("cf")
        await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
        table = house.tables["cf"]
        await table.act(Act(CLOCK, c.TimeUp(), table.step))
        await table.act(Act(PersonId("luz-cf"), c.Report(Accident.TOO_SLOW, Party.PLAYER), table.step))
        assert "Por una decisión" not in await page_of(house, 2)
        await house.act("luz-cf", GiveRuling(1), "cf")
        told = "Por una decisión no puede llevar las cartas de una mano hasta que acabe el sabot."
        assert told in await page_of(house, 2)
        assert told not in await page_of(house, 3)
        await play_on(house, "between", "bank")
        assert told in await page_of(house, 2)

    run(scene)


def test_the_log_names_a_cover_as_the_felt_does(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        leader = PersonId("bea-cf")
        await house.act("carla-cf", c.Stake(3_000), "cf")
        await house.act("bea-cf", c.JoinBanco(leader, 3_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        page = (await house.client.get(await house.enter("crupier", "cf"))).text
        log = page[page.index('class="log"') :]
        assert "Cubre la banca: apuestas" in log
        assert "banco asociado, 30" in log
        assert "posturas" not in log
        assert "banco-con" not in log

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


def waits_for_you(page: str) -> str:
    found = re.search(r'id="waits-for-you"[^>]*>([^<]*)<', page)
    return found[1] if found else ""


def test_whoever_is_offered_the_shoe_reads_on_his_own_page_that_the_table_waits_for_him(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        assert waits_for_you(await page_of(house, 1, "mesa")) == ""
        await house.act("ana", PassShoe())
        house.table.countdown.show("silence", 20)
        page = await page_of(house, 2, "mesa")
        told = waits_for_you(page)
        assert told.startswith("La mesa le espera a usted: ")
        for name in (act("take-shoe", {}, "es"), act("pass-shoe", {}, "es")):
            assert name in told
            assert f">{name}" in page
        assert "Para contestar quedan" in page
        assert "Le han llamado" not in told
        assert waits_for_you(await page_of(house, 1, "mesa")) == ""
        await house.act(str(house.table.view(None).staff["croupier"]), CallPerson())
        assert "Le han llamado: el crupier puede actuar por usted." in waits_for_you(await page_of(house, 2, "mesa"))

    run(scene)


def test_whoever_is_offered_the_bank_reads_on_his_own_page_that_the_table_waits_for_him(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        offered = str(house.tables["cf"].view(None).offer.candidate)
        seat = next(one.seat for one in house.tables["cf"].view(None).seats if one.person == offered)
        assert "La mesa le espera a usted: " in waits_for_you(await page_of(house, seat))
        other = next(one.seat for one in house.tables["cf"].view(None).seats if one.person not in (None, offered))
        assert waits_for_you(await page_of(house, other)) == ""
        await house.act("luz-cf", c.CallPerson(), "cf")
        assert "Le han llamado" in waits_for_you(await page_of(house, seat))

    run(scene)


def test_an_answer_that_was_lost_is_not_told_as_a_refusal(run: Any) -> None:
    """The page cannot know whether the press arrived, so it does not say that it did not."""

    async def scene(house: Any) -> None:
        await house.prepare()
        for link in ("jugador-1", "crupier"):
            page = (await house.client.get(await house.enter(link))).text
            told = re.search(r'<template id="not-sent">(.*?)</template>', page, re.S)
            assert told
            assert "Sin respuesta. No se sabe si ha llegado" in re.sub("<[^>]+>", "", told[1])
            assert "echazad" not in told[1]

    run(scene)
