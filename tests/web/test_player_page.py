"""The page of a player of chemin de fer: how people are called, what a new call replaces, why he may not."""

import re
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from msgspec import convert

from tapete.games.chemin_de_fer import acts as c
from tapete.kernel import CLOCK, PersonId, plain
from tapete.table.acts import Away, Leave, Sit, StandBehind
from tapete.web import action_buttons, logbook, seat_links
from tapete.web.games import screen_of
from tapete.web.games.chemin_de_fer import quick_amounts
from tapete.words import announcement, refusal
from tests.web.test_player_notices import KINDS, news_of, page_of, play_on, public

FORM = {"origin": "http://testserver.local", "hx-request": "true"}


def form(page: str, name: str) -> str:
    found = re.search(rf'<form[^>]*id="{name}".*?</form>', page, re.S)
    return "" if found is None else found.group(0)


def closed_on(page: str) -> str:
    return " ".join(re.findall(r'<div class="my-result \w+ closed">.*?</div>\n?(?=<|\s)', page, re.S))


SEATS = {"ana-cf": 1, "bea-cf": 2, "carla-cf": 3, "dani-cf": 4}


async def won_and_passed(house: Any, amount: int) -> tuple[str, ...]:
    """Somebody wins a coup of a bank of 200 euros and passes the hand; the next one takes it for ``amount``, if any.

    Returns everybody from him who passed, to the right.
    """
    table = house.tables["cf"]
    await house.betting("cf")
    while True:
        staker = next(who for who in SEATS if who != table.view(None).bank.banker)
        await house.act(staker, c.Stake(1_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        await play_on(house, "between", "bank")
        if table.view(None).phase == "between" and table.view(None).coup.winner == "banca":
            break
        if table.view(None).phase == "bank":
            await house.act(str(table.view(None).offer.candidate), c.TakeBank(20_000), "cf")
        await house.act("luz-cf", c.OpenBets(), "cf")
    passer = str(table.view(None).bank.banker)
    await house.act(passer, c.PassHand(), "cf")
    people = list(SEATS)
    people = [*people[people.index(passer) :], *people[: people.index(passer)]]
    if amount:
        await house.act(people[1], c.TakeBank(amount), "cf")
    return tuple(people)


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("cf-j3-434d", "jugador 434d"),
        ("cf-j3", "jugador C"),
        ("cf-de-pie-12ab", "jugador 12ab"),
        ("bot-eva-cf", "eva"),
        ("luz-cf", "luz"),
        ("system:clock", "el reloj"),
    ],
)
def test_a_name_never_tells_another_place_than_its_owner_has(person: str, name: str) -> None:
    assert seat_links.short_name(person, "cf", "es") == name


def test_the_log_the_purse_and_a_refusal_name_people_as_the_felt_does(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.act("cf-j3-434d", Sit(5), "cf")
        await house.act("cf-j3-434d", Sit(6), "cf")
        croupier = str((await house.client.get(await house.enter("crupier", "cf"))).text)
        log = croupier[croupier.index('<section class="log">') :]
        assert "jugador 434d se sienta en el puesto 6" in log
        assert "cf-j3-434d" not in log
        here = await house.enter("jugador-6", "cf")
        page = str((await house.client.get(here)).text)
        assert '<span class="tag">jugador 434d</span>' in page
        assert "jugador 3" not in page

    run(scene)
    told = refusal("still-there", {"person": "cf-j3-434d"}, "es", seat_links.table_naming("cf"))
    assert "jugador 434d" in told


def test_whoever_is_away_is_marked_at_his_place_and_on_his_feet(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        await house.act("pie-cf", StandBehind(6), "cf")
        assert "ausente" not in await public(house)
        for who in ("carla-cf", "pie-cf"):
            await house.act(CLOCK, Away(PersonId(who)), "cf")
        page = await public(house)
        place = re.search(r'<li class="[^"]*" data-seat="3">.*?</li>', page, re.S)
        assert place
        assert "ausente" in place.group(0)
        assert " away" in place.group(0).partition(">")[0]
        assert re.search(r'<ul class="standers"><li>De pie: <b>pie</b> tras el 6 · ausente</li>', page)

    run(scene)


# --- what a call replaces ---------------------------------------------------------------------------------------------


def test_a_new_call_says_what_it_takes_the_place_of(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@pytest.mark.parametrize("new", [c.Stake(3_000), c.StakeOnLine(4_000), c.CallBanco(), c.CallUltimoCompleto()])
def test_what_is_said_to_be_replaced_is_what_goes_back(run: Any, new: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.CallConLaMesa(), "cf")
        table = house.tables["cf"]
        kinds = {
            "Stake": "postura",
            "StakeOnLine": "raya",
            "CallBanco": "banco",
            "CallUltimoCompleto": "ultimo-completo",
        }
        told = {one.kind for one in table.view(PersonId("bea-cf")).me.instead.get(kinds[type(new).__name__], ())}
        before = {one.kind for one in table.view(None).calls}
        await house.act("bea-cf", new, "cf")
        assert before - {one.kind for one in table.view(None).calls} == told

    run(scene)


# --- why not ----------------------------------------------------------------------------------------------------------


def test_whoever_may_not_bid_or_pass_reads_why(run: Any) -> None:
    async def scene(house: Any) -> None:
        table = house.tables["cf"]
        passer, other, bidder, _ = await won_and_passed(house, 0)
        while table.view(None).phase == "bank":
            await house.act(str(table.view(None).offer.candidate), c.DeclineBank(), "cf")
        page = await page_of(house, SEATS[passer])
        assert "no puede pujar" in closed_on(page)
        assert "CF.E1.23" in closed_on(page)
        assert "Nada que hacer" not in page
        assert "no puede pujar" not in await page_of(house, SEATS[bidder])
        await house.act(bidder, c.Bid(table.view(None).auction.floor), "cf")
        await house.act("luz-cf", c.CloseAuction(), "cf")
        page = await page_of(house, SEATS[bidder])
        assert "CF.E1.28" in closed_on(page)
        ask = form(page, "do-refuse-to-deal")
        assert '<details class="ask-first"' in ask
        assert "no puede pujar en ella" in ask
        assert ask.index("<details") < ask.index("<button")
        await house.act(bidder, c.RefuseToDeal(), "cf")
        for who in (passer, bidder):
            assert "CF.E1.30" in closed_on(await page_of(house, SEATS[who]))
        assert "no puede pujar" not in await page_of(house, SEATS[other])

    run(scene)


def test_a_table_that_is_short_of_players_says_so(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        await house.act("ana-cf", c.TakeBank(20_000), "cf")
        assert "Faltan jugadores" not in await page_of(house, 1)
        await house.act("dani-cf", Leave(), "cf")
        here = await house.enter("crupier", "cf")
        for page in (await page_of(house, 1), str((await house.client.get(here)).text)):
            assert "Faltan jugadores: hay 3 y han de ser 4" in page
            assert "Nada que hacer" not in page

    run(scene)


def test_a_betting_that_too_few_could_play_says_so(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        assert "Faltan jugadores" not in await page_of(house, 2)
        await house.act("dani-cf", Leave(), "cf")
        assert "Faltan jugadores: hay 3 y han de ser 4" in await page_of(house, 2)

    run(scene)


def test_between_coups_whoever_may_repeat_his_banco_reads_so(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        table = house.tables["cf"]
        for _ in range(20):
            await house.act("bea-cf", c.CallBanco(), "cf")
            assert "Banco seguido" not in closed_on(await page_of(house, 2))
            await house.act("luz-cf", c.CloseBets(), "cf")
            await play_on(house, "between", "bank")
            if table.view(PersonId("bea-cf")).me.may_repeat_banco:
                break
            while table.view(None).phase == "bank":
                to = str(table.view(None).offer.candidate)
                await house.act(to, c.DeclineBank() if to == "bea-cf" else c.TakeBank(20_000), "cf")
            await house.act("luz-cf", c.OpenBets(), "cf")
        told = closed_on(await page_of(house, 2))
        assert "«Banco seguido»" in told
        assert "CF.B.30" in told
        assert "Banco seguido" not in closed_on(await page_of(house, 3))
        # In the betting it goes before another's banco, who reads by which clause.
        await house.act("luz-cf", c.OpenBets(), "cf")
        other = "carla-cf" if table.view(None).bank.banker != "carla-cf" else "dani-cf"
        seat = 3 if other == "carla-cf" else 4
        await house.act(other, c.CallBanco(), "cf")
        await house.act("bea-cf", c.CallSeguido(), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        assert "CF.B.30" in await news_of(house, seat)
        assert "CF.B.16" not in await news_of(house, seat)

    run(scene)


def test_an_associate_reads_why_he_may_not_stake_and_is_promised_no_banco(run: Any) -> None:
    async def scene(house: Any) -> None:
        table = house.tables["cf"]
        await house.betting("cf")
        while True:  # until a banco of Bea's is lost
            await house.act("bea-cf", c.CallBanco(), "cf")
            await house.act("luz-cf", c.CloseBets(), "cf")
            await play_on(house, "between", "bank")
            if table.view(PersonId("bea-cf")).me.may_repeat_banco:
                break
            while table.view(None).phase == "bank":
                to = str(table.view(None).offer.candidate)
                await house.act(to, c.DeclineBank() if to == "bea-cf" else c.TakeBank(20_000), "cf")
            await house.act("luz-cf", c.OpenBets(), "cf")
        await house.act("bea-cf", c.OfferShare(5_000), "cf")
        await house.act(str(table.view(None).bank.banker), c.AcceptShare("bea-cf"), "cf")
        assert "Banco seguido" not in closed_on(await page_of(house, 2))
        await house.act("luz-cf", c.OpenBets(), "cf")
        page = await page_of(house, 2)
        assert "CF.E1.04" in closed_on(page)
        assert "Nada que hacer" not in page
        assert closed_on(await page_of(house, SEATS[str(table.view(None).bank.banker)])) == ""

    run(scene)


def test_why_one_may_not_leave_is_told_and_leaving_costs_a_place_only_to_whoever_has_one(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        banker = await page_of(house, 1)
        assert re.search(r'id="stays">Dejar la mesa: Lleva la banca', banker)
        assert not form(banker, "do-leave")
        await house.act("bea-cf", c.Stake(1_000), "cf")
        assert re.search(r'id="stays">Dejar la mesa: Tiene dinero sobre la mesa', await page_of(house, 2))
        seated = form(await page_of(house, 3), "do-leave")
        assert "su puesto queda libre" in seated
        assert 'id="stays"' not in await page_of(house, 3)
        here = await house.enter("de-pie", "cf")
        await house.act(here.rpartition("/")[2], StandBehind(4), "cf")
        standing = form(str((await house.client.get(here)).text), "do-leave")
        assert "¿Deja la mesa?" in standing
        assert "puesto" not in standing

    run(scene)


# --- who holds the cards ----------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E1.21")
def test_the_felt_says_by_which_right_a_smaller_stake_holds_the_cards(run: Any) -> None:
    async def scene(house: Any) -> None:
        passer, _, other, _ = await won_and_passed(house, 60_000)
        await house.act("luz-cf", c.OpenBets(), "cf")
        await house.act(passer, c.Stake(2_000), "cf")
        await house.act(other, c.Stake(9_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        for page in (await public(house), await page_of(house, 3)):
            told = re.search(r'<small class="by-right">(.*?)</small>', page)
            assert told
            assert "pasado una banca menor" in told.group(1)
            assert "CF.E1.21" in told.group(1)

    async def by_his_stake(house: Any) -> None:
        passer, _, other, _ = await won_and_passed(house, 60_000)
        await house.act("luz-cf", c.OpenBets(), "cf")
        await house.act(passer, c.Stake(9_000), "cf")
        await house.act(other, c.Stake(2_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        assert "by-right" not in await public(house)

    run(scene)
    run(by_his_stake)


# --- the way in, amounts, the log -------------------------------------------------------------------------------------


def amounts(tag: str, low: int, floor: int) -> list[int]:
    view = SimpleNamespace(
        minimum=1_000, bank=None, coup=SimpleNamespace(covered_amount=0), me=None, auction=SimpleNamespace(floor=floor)
    )
    field = action_buttons.Field("amount", "money", minimum=low)
    found = quick_amounts.with_quick_amounts(
        action_buttons.Action(tag, tag, "", False, {}, (field,), (), "x"), view, "es"
    )
    return [one.value for one in found.fields[0].quick]


def test_winnings_are_garaged_at_one_touch_whatever_chips_the_banker_holds_and_a_stake_is_not_above_his() -> None:
    me, bank = SimpleNamespace(chips=5_000), SimpleNamespace(in_play=40_000, total=40_000)
    view = SimpleNamespace(minimum=1_000, bank=bank, coup=SimpleNamespace(covered_amount=0), me=me, calls=())

    def values(tag: str, most: int | None) -> list[int]:
        field = action_buttons.Field("amount", "money", minimum=1_000, maximum=most)
        action = action_buttons.Action(tag, tag, "", False, {}, (field,), (), "x")
        return [one.value for one in quick_amounts.with_quick_amounts(action, view, "es").fields[0].quick]

    assert max(values("garage-winnings", 30_000)) == 30_000
    assert max(values("stake", 5_000)) <= 5_000  # what he holds bounds his offer


def test_bids_at_one_touch_are_round_and_outbid_nobody_by_a_cent() -> None:
    assert amounts("bid", 11_900, 11_900) == [11_900, 12_000, 23_500, 59_500, 119_000]
    assert amounts("bid", 13_001, 11_900)[0] == 14_000
    assert all(one % 100 == 0 for one in amounts("bid", 13_001, 11_900))


def test_winnings_set_aside_stand_in_the_log_as_one_sum() -> None:
    parts = [{"person": "cf-j1-aaaa", "amount": 40_000}, {"person": "cf-j2-bbbb", "amount": 20_050}]
    entry = SimpleNamespace(time="2026-01-01T21:00:00+00:00", events=[{"event": "winnings-garaged@1", "parts": parts}])

    async def entries(*_: int) -> list[Any]:
        return [entry]

    view = SimpleNamespace(rulebook="asturias-2011")
    game = SimpleNamespace(key="chemin-de-fer")
    table = SimpleNamespace(id="cf", version=1, game=game, view=lambda _: view, entries=entries)
    (line,) = anyio.run(logbook.log_lines, table, "es", screen_of("chemin-de-fer"))
    assert "600,50" in line.text


def test_a_number_that_is_asked_for_tells_its_bounds(run: Any) -> None:
    async def scene(house: Any) -> None:
        for seat, who in enumerate(("ana-cf", "bea-cf", "carla-cf", "dani-cf"), start=1):
            await house.act(who, Sit(seat), "cf")
        table = house.tables["cf"]
        for _ in range(6):
            if table.view(None).phase == "cut":
                break
            main = [one for one in table.legal(PersonId("luz-cf")) if one.main]
            await house.act("luz-cf", convert(plain(main[0].fields), KINDS[main[0].act]), "cf")
        page = await page_of(
            house, int(str(next(s.seat for s in table.view(None).seats if s.person == table.view(None).cut_to)))
        )
        field = re.search(r'<input type="number"[^>]*min="(\d+)" max="(\d+)" placeholder="([^"]*)"', page)
        assert field
        assert field.group(3) == f"{field.group(1)}–{field.group(2)}"

    run(scene)


# --- the reader's language, and what he asks ----------------------------------------------------------------------


def test_an_announced_sum_is_written_as_the_readers_language_does() -> None:
    spanish = {"bank-amount": "hay {amount} euros en la banca"}
    values = {"amount": "1.234,50"}
    assert announcement("bank-amount", values, "es", spanish) == "Hay 1.234,50 euros en la banca"
    assert announcement("bank-amount", values, "en", spanish) == "1,234.50 euros in the bank"
    assert (
        announcement("bank-amount", values, "fr", spanish) == "Il y a 1\N{NARROW NO-BREAK SPACE}234,50 euros en banque"
    )
    assert announcement("bank-amount", {"amount": "200"}, "en", spanish) == "200 euros in the bank"


def test_a_french_page_sets_its_colons_and_an_english_one_has_no_spanish_sum(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        await house.act("ana-cf", c.TakeBank(100_000), "cf")
        french = str((await house.client.get("/mesa/cf/publico?lang=fr")).text)
        assert "Croupier\N{NO-BREAK SPACE}: <b>" in french
        english = str((await house.client.get("/mesa/cf/publico?lang=en")).text)
        assert "Croupier: <b>" in english
        assert "1,000 euros in the bank" in english
        assert "1.000" not in english

    run(scene)
