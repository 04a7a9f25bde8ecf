"""What a player of punto y banca is told on his own page, and what stands at one touch there."""

import re
from typing import Any

import pytest

from tapete.games.punto_banco.acts import SetOptions
from tapete.kernel import CLOCK, HOUSE, PersonId
from tapete.table.acts import Away, BuyIn, LeadOut, Relieve, StandBehind
from tapete.table.staff import Role
from tapete.web.games.punto_banco.notices import RecentEvents, notices

GONE = {"event": "person-left@1", "person": "ana", "amount": 5_000}
CORRECTED = {"event": "payment-corrected@1", "person": "ana", "coup": 4, "paid": 0, "due": 900, "booked": 500}


def told_after(*events: tuple[dict[str, Any], tuple[str, ...]]) -> list[tuple[str, str, tuple[str, ...]]]:
    latest = RecentEvents()
    for event, rests_on in events:
        latest.read(event, rests_on)
    return [(one.text, one.tone, one.clauses) for one in notices(latest.news, PersonId("ana"), "es")]


async def page_of(house: Any, person: str, table: str = "mesa") -> str:
    entered = await house.client.post(
        f"/mesa/{table}/entrar",
        data={"person": person},
        headers={"origin": "http://testserver.local"},
        follow_redirects=False,
    )
    return str((await house.client.get(entered.headers["location"])).text)


def test_whoever_was_led_out_reads_why_until_he_is_back() -> None:
    led_out = (GONE, ("HP.PB.led-out",))
    ((text, tone, clauses),) = told_after(led_out)
    assert "mucho tiempo" in text
    assert (tone, clauses) == ("down", ("HP.PB.led-out",))
    later = ({"event": "coup-settled@1", "coup": 2, "lines": []}, ())
    assert told_after(led_out, later), "a coup of the others is no reason to forget it"
    assert told_after(led_out, ({"event": "seated@1", "person": "ana", "seat": 2}, ())) == []
    assert told_after(({**GONE, "person": "bea"}, ("HP.PB.led-out",))) == []
    assert told_after((GONE, ())) == [], "he left by himself"


def test_a_corrected_payment_is_told_to_whom_it_is_paid_until_the_next_one() -> None:
    ((text, tone, _),) = told_after((CORRECTED, ()))
    assert re.fullmatch(r"Jugada 4 corregida: recibe 4\s€ más\.", text)
    assert tone == "up"
    ((text, tone, _),) = told_after(({**CORRECTED, "due": 200}, ()))
    assert "devuelve 3" in text
    assert tone == "down"
    assert told_after(({**CORRECTED, "due": 500}, ())) == []
    assert told_after(({**CORRECTED, "person": "bea"}, ())) == []
    assert told_after((CORRECTED, ()), ({"event": "coup-settled@1", "coup": 5, "lines": []}, ())) == []


def test_the_page_says_who_was_led_out_and_how_he_comes_back(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.act(HOUSE, Relieve(Role.DIRECTOR, PersonId("dario")))
        await house.act("dario", SetOptions(standing_allowed=True))
        await house.act("eva", StandBehind(1))
        await house.act("eva", BuyIn(50_000))
        await house.act(CLOCK, Away(PersonId("eva")))
        await house.act(CLOCK, LeadOut(PersonId("eva")))
        page = await page_of(house, "eva")
        news = re.search(r'<div class="own-news"[^>]*role="status">(.*)</div>$', page, re.M)
        assert news
        assert "la sala le acompañó a la salida" in news.group(1)
        assert "HP.PB.led-out" in news.group(1)
        assert "mucho tiempo" not in await page_of(house, "dora")

    run(scene)


@pytest.mark.parametrize("table", ["mesa", "mini"])
def test_chips_are_bought_and_changed_at_one_touch_while_a_coup_is_played_too(run: Any, table: str) -> None:
    def amounts(page: str, form: str) -> list[str]:
        found = re.search(rf'<form[^>]*id="do-{form}".*?</form>', page, re.S)
        return re.findall(r'data-fill="([^"]+)"', found.group(0)) if found else []

    async def scene(house: Any) -> None:
        await house.prepare(table)
        assert amounts(await page_of(house, "ana", table), "buy-in") == ["100", "250", "500", "1.000"]
        await house.deal(table)
        page = await page_of(house, "ana", table)
        assert amounts(page, "buy-in") == ["100", "250", "500", "1.000"]
        assert amounts(page, "cash-out") == ["490", "980"]

    run(scene)
