"""The pages of chemin de fer as models: the felt, what is offered, and what becomes of a player's stake and place."""

from typing import Any

import pytest
from msgspec import convert

from tapete.cards import Card
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.kernel import PersonId, plain
from tapete.live import card_orders
from tapete.record.codec import members
from tapete.table.acts import BuyIn, CashOut, Sit
from tapete.web.games.chemin_de_fer.notices import RecentEvents
from tapete.words import money, person_name
from tests.support.web.pages import actions, hidden, model, part_of, post


async def page_of(house: Any, link: str | int, table: str = "cf") -> str:
    here = await house.enter(f"jugador-{link}" if isinstance(link, int) else link, table)
    answer = await house.client.get(here)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


async def public(house: Any, table: str = "cf") -> str:
    return str((await house.client.get(f"/mesa/{table}/publico")).text)


async def regions(house: Any, link: str | int) -> Any:
    return model(await page_of(house, link))["regions"]


ORIGINS = {
    "CF.R.01": ("Anexo I", "AST2011-CF"),
    "CF.R.02": ("2011-06-10", "2011-06-22"),
    "CF.R.04": ("Catálogo", "9 puestos, 6 barajas"),
    "CF.R.05": ("ferrocarril, bacarrá o chemin de fer",),
    "CF.S.03": ("Inspector, crupier y cambista",),
    "CF.S.04": ("epígrafe",),
    "CF.E2.03": ("Mínimo de la mesa", "10 €", "Mínimo autorizado: el de la autorización"),
    "CF.E3.01": ("saca del juego",),
    "CF.B.09": ("Carta de detención",),
    "CF.B.39": ("con la pala",),
    "CF.C4.17": ("Cada jugador vigila",),
    "CF.D.02": ("espacio de cada puesto",),
}


@pytest.mark.clause(*ORIGINS)
async def test_the_rules_of_the_table_say_where_they_come_from(house: Any, /) -> None:
    for page in (await public(house), await page_of(house, 2), await page_of(house, "inspector")):
        said = {one["id"]: one["rule"].replace("\N{NO-BREAK SPACE}", " ") for one in part_of(page, "about")["clauses"]}
        assert [(clause, one) for clause, told in ORIGINS.items() for one in told if one not in said[clause]] == []
        limits = {one["name"]: one["value"] for one in model(page)["regions"]["rail"]["facts"]}
        assert limits["Mínimo"] == "10\N{NO-BREAK SPACE}€"


@pytest.mark.clause("CF.B.46")
async def test_the_felt_shows_the_bank_its_cover_and_who_has_it_next(house: Any, /) -> None:
    """The browser lays the garage at the croupier's right and the bank at his left, on either side of the table."""
    await house.betting()
    await house.act("carla-cf", c.Stake(5_000), "cf")
    felt = (await regions(house, 2))["felt"]
    bank = felt["bank"]
    assert (
        felt["shows"].items() >= {"garage": "CF.B.46", "seat": "CF.D.02", "shoe": "CF.B.09", "deal": "CF.B.39"}.items()
    )
    assert [bank[one]["amount"] for one in ("sum", "cover", "rest")] == [20_000, 5_000, 15_000]
    assert (bank["sum"]["owner"], bank["next_seat"]) == ("ana", 2)
    assert [one["piles"] for one in felt["seats"] if one["number"] == 3] == [[{"name": "apuesta", "amount": 5_000}]]


async def test_everybody_reads_after_whom_the_bank_comes_to_them(house: Any, /) -> None:
    await house.betting()
    await house.act("cf-j5", Sit(5), "cf")  # in mid-shoe: the hand passes them by once
    told = {2: "pasa a bea", 3: "pasa a bea; después, a carla", 4: "pasa a bea; después, a carla y dani"}
    for seat in (1, 2, 3, 4, 5):
        bank = (await regions(house, seat))["felt"]["bank"]
        assert bank["notes"] == [f"Si pierde, la banca {told.get(seat, told[2])}"], f"place {seat}"


async def test_a_stake_that_would_be_the_whole_bank_is_no_large_button_beside_banco(house: Any, /) -> None:
    await house.betting(bank=1_000)
    main = (await regions(house, 3))["ask"]["main"]
    assert [one["tag"] for one in main] == ["call-banco"]


async def test_a_banco_that_another_precedes_says_whose_before_it_is_pressed(house: Any, /) -> None:
    await house.betting()

    async def names(seat: int, where: str = "main") -> list[str]:
        return [one["at_once_name"] or one["name"] for one in (await regions(house, seat))["ask"].get(where, ())]

    assert await names(4) == ["«Banco»: los 200\N{NO-BREAK SPACE}€", "Apostar 10\N{NO-BREAK SPACE}€"]
    await house.act("dani-cf", c.CallBanco(), "cf")
    assert await names(2) == ["«Banco»: los 200\N{NO-BREAK SPACE}€"], "a stake would come back: no large button"
    await house.act("bea-cf", c.CallBanco(), "cf")
    assert "«Banco», detrás de bea" in await names(3, "side"), "it may be called and would not play: no large button"
    assert not await names(3)


async def test_no_large_button_calls_the_coup_off(house: Any, /) -> None:
    await house.betting()
    ask = (await regions(house, "crupier"))["ask"]
    assert (ask.get("main", []), ask["said"]) == ([], "Nadie ha apostado contra la banca.")
    assert "call-off" in [one["tag"] for one in ask["side"]]


FOLD = ("luz-cf", "ana-cf", "bea-cf", "carla-cf", "dani-cf")
KINDS = {str(one.__struct_config__.tag): one for one in members(CHEMIN_DE_FER.act_types)}


async def news_of(house: Any, seat: int) -> str:
    ask = (await regions(house, seat))["ask"]
    told = [one["text"] + " ".join(clause["id"] for clause in one.get("clauses", ())) for one in ask.get("news", ())]
    return " ".join([*told, *ask.get("result", {}).get("lines", ())]).replace("\N{NO-BREAK SPACE}", " ")


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
    assert "no juega: banco de dani" in await news_of(house, 3), "told at once, before the betting closes"
    assert await why_no_stake(house, 2) == "ya la cubre dani", "told before somebody stakes"
    await house.act("bea-cf", c.CallBanco(), "cf")
    assert "no juega: banco de bea" in await news_of(house, 4)
    await house.act("luz-cf", c.CloseBets(), "cf")
    told, stake = await news_of(house, 4), await news_of(house, 3)
    assert [one in told for one in ("Su apuesta no juega", "bea", "200", "CF.B.15")] == [True] * 4
    assert [one in stake for one in ("Su apuesta no juega", "30", "CF.B.15")] == [True, True, False]
    assert await news_of(house, 2) == ""
    assert "Su apuesta no juega" not in await public(house)


async def why_no_stake(house: Any, seat: int) -> str:
    ask = (await regions(house, seat))["ask"]
    return "".join(one.get("why_not", "") for one in (*ask.get("main", ()), *ask["side"]) if one["tag"] == "stake")


async def test_a_stake_that_would_not_play_beside_others_is_grey_and_says_so(house: Any, /) -> None:
    """«Apostar» is no button for nothing; whoever goes before the others may still lay chips."""
    await house.betting("cf")
    for person in ("bea-cf", "dani-cf"):
        await house.act(person, c.Stake(10_000), "cf")
    assert [await why_no_stake(house, seat) for seat in (2, 3, 4)] == ["", "", "ya está cubierta"]
    await house.act("dani-cf", c.WithdrawCall(), "cf")
    await house.act("carla-cf", c.Stake(10_000), "cf")
    assert await why_no_stake(house, 4) == "ya está cubierta"


NATURALS = "7s Kc Kd 9h"
"""To the punto, the bank, the punto, the bank: the bank wins with the deal."""


def test_the_settlement_is_told_to_each_in_his_own_amount(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        await house.act("bea-cf", c.Stake(3_000), "cf")
        await house.act("carla-cf", c.Stake(5_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        house.tables["cf"].countdown.show("silence", 20.0)
        clocks = [(await regions(house, seat))["felt"]["clock"]["name"] for seat in (1, 2)]
        assert clocks == ["Para dar todas las cartas quedan", "ana da todas las cartas; quedan"]
        await play_on(house, "between", "bank")
        told = [await news_of(house, seat) for seat in (1, 2, 4)]
        assert ["la banca: gana" in told[0], "de toda la banca, 4" in told[0], told[2]] == [True, True, ""]
        assert told[1] == "Apuesta de 30 €: pierde punto 7, banca 9"
        assert [(await regions(house, seat))["ask"]["result"]["net"] for seat in (1, 2, 3)] == [7_600, -3_000, -5_000]
        await house.act("bea-cf", CashOut(house.tables["cf"].view(PersonId("bea-cf")).me.chips - 10_000), "cf")
        given_up = [one for one in actions((await regions(house, 1))["ask"]) if one["tag"] == "pass-hand"]
        assert [bool(one["question"]) for one in given_up] == [True], "nobody gives up a bank by one touch"
        assert "queda en la banca" in told[0]
        await house.act("ana-cf", c.PassHand(), "cf")
        assert "la banca ha vuelto a sus fichas" in await news_of(house, 1)
        found = await regions(house, 2)
        ask = found["ask"]
        (large,), (buy,) = ask["main"], [one for one in ask["side"] if one["tag"] == "buy-in"]
        assert large["tag"] == "decline-bank", "what is out of reach is not sold chips for"
        assert buy["at_once"]["amount"] == "18000", "chips for the bank of 276 euros: what it lacks, in minima"
        assert "Nadie" in ask["obstacles"][-1]["text"] or "por turno" in ask["obstacles"][-1]["text"]
        assert "ana ha dejado la banca con lo ganado: por eso se ofrece a otros." in found["felt"]["asks"]
        chips, page = house.tables["cf"].view(PersonId("carla-cf")).me.chips, await page_of(house, 3)
        carla, form = await house.enter("jugador-3", "cf"), hidden(page, "leave")
        answer = (await post(house, carla, form)).json()["sentence"]
        assert answer == f"Se lleva {money(chips, 'es')}, cambiados en caja."
        for what in (Sit(3), BuyIn(5_000)):
            await house.act("carla-cf", what, "cf")
        again = (await post(house, carla, form)).json()["sentence"]
        assert "Se lleva" not in again, "the form sent again takes nothing of what lies there now"
        monkeypatch.setattr(type(house.tables["cf"]), "purse", lambda *_: 0)
        own = (await post(house, carla, hidden(await page_of(house, 3), "leave"))).json()["sentence"]
        assert ("bolsillo" in own, "caja" in own) == (True, False), "in a house nothing is changed at the desk"

    cards = tuple(map(Card, NATURALS.split()))
    monkeypatch.setattr(card_orders, "shuffled_cards", lambda size: cards * (size // len(cards)))
    run(scene)


def told_after(*events: tuple[dict[str, Any], tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    latest = RecentEvents()
    for event, rests_on in events:
        latest.read(event, rests_on)
    return [(one.text, one.clauses) for one in latest.notices(PersonId("ana"), person_name, "es")]


def test_whoever_lost_his_place_or_his_cards_reads_why() -> None:
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
        assert (why in text, "Ha dejado el puesto 4" in text, clauses) == (True, True, (clause,))
    assert told_after((lost, ("CF.D.19",)), ({"event": "seated@1", "person": "ana", "seat": 2}, ())) == []
    warned = {"event": "time-warned@1", "person": "ana", "seconds": 30}
    effects = [{"effect": "bar-person", "person": "ana", "what": "cards", "until": "shoe"}]
    ruled = {"event": "incident-ruled@1", "kind": "too-slow", "effects": effects}
    assert "más de 30 segundos" in told_after((warned, ()))[0][0]
    ((text, clauses),) = told_after((warned, ()), (ruled, ()))
    assert ("más de 30 segundos" in text, "tras dos avisos" in text, clauses) == (True, True, ("CF.C4.02",))
    gone = {"event": "person-left@1", "person": "ana", "amount": 0}
    ((text, clauses),) = told_after((gone, ("HP.CF.led-out",)))
    assert ("mucho tiempo" in text, clauses) == (True, ("HP.CF.led-out",))
    assert told_after((gone, ())) == [], "he left by himself"
    for kind, clause in (("saluted", "CF.D.07"), ("bank-declined", "HP.CF.silent-player")):  # the bank went past her
        assert told_after(({"event": f"{kind}@1", "person": "ana"}, (clause,)))[0][1] == (clause,)


async def test_whoever_the_bank_is_offered_to_reads_what_letting_it_go_costs(house: Any, /) -> None:
    """The offer says why it comes to them, and its cost where letting it go counts as a refusal."""
    await house.circle()
    table = house.tables["cf"]
    while (who := table.state.offer.candidate) is not None:
        me = table.view(who).me
        told = [one["text"] for one in (await regions(house, me.seat))["ask"]["obstacles"]]
        assert any(one.startswith("La banca le llega por turno") for one in told), told
        assert any("dos veces seguidas cuesta el puesto" in one for one in told) is me.is_refusal_counted, told
        if me.is_refusal_counted:
            return
        await house.act(str(who), c.DeclineBank(), "cf")
    raise AssertionError("nobody refuses")


async def test_the_hall_tells_what_is_unusual_of_a_table_and_nothing_of_the_others(house: Any, /) -> None:
    tiles = model(str((await house.client.get("/")).text))["tiles"]
    unusual = {"mesa observada", "sabot real"}
    assert [unusual.intersection(tiles[one]["facts"]) for one in ("cf", "real", "mesa")] == [set(), unusual, set()]
    assert tiles["cf"]["facts"][0] == "Mínimo 10\u00a0€", "what one needs to play stands first"
