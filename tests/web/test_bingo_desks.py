"""The desks of a bingo hall: balls, reports, counts, money of players, series from a file."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as b
from tapete.web.file_routes import FILE_LIMIT
from tests.bingo.test_series_of_files import FILE, registering
from tests.support.web.house import ORIGIN
from tests.support.web.pages import hidden, post

TABLE = "sala"


async def page_of(house: Any, link: str) -> tuple[str, str]:
    here = await house.enter(link, TABLE)
    return here, str((await house.client.get(here)).text)


async def key(house: Any, number: str) -> Any:
    """Key a ball on the caller's page, by the one form that he has for it."""
    here, page = await page_of(house, "locutor")
    assert page.count('value="show-ball"') == 1
    assert "draw-ball" not in page
    return await post(house, here, hidden(page, "show-ball") | {"token": number})


def balls(house: Any) -> list[tuple[int, int | None, bool]]:
    return [(one.number, one.said_number, one.is_shown) for one in house.tables[TABLE].state.game.balls]


async def test_a_ball_of_a_real_machine_is_keyed_announced_and_shown_by_one_press(house: Any, /) -> None:
    await house.start_bingo(TABLE, ChanceKind.KEYED)
    assert (await key(house, "44")).status_code == 200
    assert (await key(house, "07")).status_code == 200
    assert balls(house) == [(44, 44, True), (7, 7, True)]


async def test_a_ball_that_cannot_be_is_refused_and_keyed_anew_by_the_same_form(house: Any, /) -> None:
    await house.start_bingo(TABLE, ChanceKind.KEYED)
    await key(house, "44")
    for wrong, why in (("44", "44"), ("91", "91"), ("", ""), ("x", "x")):
        answer = await key(house, wrong)
        assert 'class="refused' in answer.text or answer.status_code >= 400, answer.text
        assert why in answer.text
    assert balls(house) == [(44, 44, True)]
    assert (await key(house, "45")).status_code == 200
    assert balls(house)[-1] == (45, 45, True)


async def test_a_press_on_the_ball_that_arrives_twice_lets_one_ball_out(house: Any, /) -> None:
    await house.start_bingo(TABLE, ChanceKind.KEYED)
    here, page = await page_of(house, "locutor")
    fields = hidden(page, "show-ball") | {"token": "12"}
    for _ in range(2):
        await post(house, here, fields)
    assert balls(house) == [(12, 12, True)]


async def test_what_was_reported_stands_before_the_chief_with_both_ways_out(house: Any, /) -> None:
    await house.start_bingo(TABLE)
    _, before = await page_of(house, "jefe")
    assert "bg-part-case" not in before
    here, page = await page_of(house, "locutor")
    await post(house, here, hidden(page, "show-ball"))
    await house.act(f"caller-{TABLE}", b.ReportCause("panel-breakdown", "no luce el 12"), TABLE)
    _, page = await page_of(house, "jefe")
    part = re.search(r'<section[^>]*id="bg-part-case".*?</section>', page, re.S)
    assert part is not None
    assert "Bola 1: avería del panel. Avisa" in part[0]
    assert "no luce el 12" in part[0]
    assert 'value="void-game"' in part[0]


def part(page: str, code: str) -> str:
    """Return a part of a desk; nothing where it is not there."""
    found = re.search(rf'<section[^>]*id="bg-part-{code}".*?</section>', page, re.S)
    return found[0] if found else ""


async def count_takings(house: Any, amount: str) -> str:
    """Key what was counted on the cashier's page, by the form in his drawer; return the answer."""
    here, page = await page_of(house, "cajero")
    answer = await post(
        house, here, hidden(page[page.index('id="drawer"') :], "hand-over-takings") | {"amount": amount}
    )
    return str(answer.text)


async def test_a_count_that_differs_waits_on_the_desks_and_the_chief_stands_by_the_one_he_reads(house: Any, /) -> None:
    await house.start_bingo(TABLE)
    assert "Contado, por confirmar: Entregar la recaudación" in await count_takings(house, "100")
    _, page = await page_of(house, "cajero")
    told = "ha contado 1\xa0€ de"
    assert told in part(page, "cash")
    assert "Falta que otra persona lo confirme" in page
    assert 'value="confirm-takings"' not in page
    here, page = await page_of(house, "jefe")
    assert told in part(page, "cash")
    assert "Dar por bueno: 1\xa0€ de" in part(page, "cash")
    read = hidden(page, "confirm-takings") | {"reason": "mal dado el cambio"}
    await count_takings(house, "200")
    late = await post(house, here, read)
    assert "ya no espera confirmación" in late.text or late.status_code == 409
    assert house.tables[TABLE].state.ledger["till:caller-sala"] < 0
    here, page = await page_of(house, "jefe")
    assert (await post(house, here, hidden(page, "confirm-takings") | {"reason": "contado dos veces"})).is_success
    assert house.tables[TABLE].state.ledger.get("till:caller-sala", 0) == 0
    assert part((await page_of(house, "jefe"))[1], "cash") == ""


async def test_money_of_a_player_stands_in_his_account_when_the_cashier_has_it(house: Any, /) -> None:
    await house.open_bingo(TABLE)
    here, page = await page_of(house, "jefe-de-sala")
    assert "Ingresos y retiradas de las cuentas, solo en caja" in part(page, "hall")
    assert (await post(house, here, hidden(page, "set-counter"))).is_success
    await house.act("ana-sala", b.BuyIn(20_00), TABLE)
    here, page = await page_of(house, "cajero")
    assert [one in part(page, "accounts") for one in ("ana entrega 20\xa0€: recibidos", "Nada de ana")] == [True] * 2
    read = hidden(part(page, "accounts"), "settle-money")
    await house.act("ana-sala", b.BuyIn(50_00), TABLE)
    assert not (await post(house, here, read)).is_success
    here, page = await page_of(house, "cajero")
    assert (await post(house, here, hidden(part(page, "accounts"), "settle-money"))).is_success
    assert house.tables[TABLE].state.ledger["person:ana-sala"] == 50_00
    assert part((await page_of(house, "cajero"))[1], "accounts") == ""


BAD = FILE + b"777: 1 2 3\n501: one\n"
WRONG = {
    "es": ("línea 5 del archivo", "línea 6 del archivo", "«one» no es un número"),
    "en": ("line 5 of the file", "line 6 of the file", "“one” is neither a number"),
    "fr": ("ligne 5 du fichier", "ligne 6 du fichier", "« one » n'est ni un numéro"),
}
FORM = {"letter": "f", "identification": "7", "value-euros": "2,00", "kind": "single"}


def sent_in_english(data: bytes) -> dict[str, Any]:
    return {**sent(data), "data": FORM | {"value-euros": "2.00"}}


def sent(data: bytes) -> dict[str, Any]:
    return {"headers": ORIGIN, "data": FORM, "files": {"file": ("cards.csv", data, "text/csv")}}


@pytest.mark.parametrize("lang", WRONG)
async def test_a_page_registers_a_file_or_names_every_wrong_line(house: Any, /, lang: str) -> None:
    await house.open_bingo()
    own = await house.enter("jefe-de-sala", "sala")
    assert f"{own}/archivo" in (await house.client.get(own)).text
    assert (await house.client.get(f"{own}/archivo")).status_code == 200
    form = sent(BAD) if lang != "en" else sent_in_english(BAD)
    refused = await house.client.post(f"{own}/archivo?lang={lang}", **form)
    assert refused.status_code == 409
    assert all(one in unescape(refused.text) for one in WRONG[lang])
    torn = {"headers": ORIGIN | {"content-type": "multipart/form-data; boundary=x"}, "content": b"--x\r\nbad"}
    odd = {"headers": ORIGIN, "data": {"table": "a", "sent": "b", "file": "c"}}
    for one in (torn, odd, {"headers": ORIGIN}):
        assert (await house.client.post(f"{own}/archivo", **one)).status_code in (400, 409)
    assert not house.tables["sala"].state.hall.series
    assert (await house.client.post(f"{own}/archivo?lang=es", **sent(FILE))).status_code == 200
    assert house.tables["sala"].state.hall.series["F-7"].digest == registering().digest


async def test_over_the_api_only_who_is_on_duty_and_no_larger_file(house: Any, /) -> None:
    await house.open_bingo()
    path = "/api/v1/tables/sala/files?letter=F&identification=7&value=200"
    ana, manager = (
        house.app.state.sessions.open("sala", who, staff=who != "ana") for who in ("ana", "hall-manager-sala")
    )

    async def post(token: str, data: bytes, key: str = "k") -> Any:
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key, "accept-language": "en"}
        return await house.client.post(path, content=data, headers=headers)

    assert (await post(ana, FILE)).status_code == 403
    bad = await post(manager, BAD)
    assert (bad.status_code, bad.json()["code"]) == (400, "cards-file-wrong")
    assert [one["facts"]["number"] for one in bad.json()["facts"]["lines"]] == [5, 5, 6, 6]
    assert (await post(manager, b" " * (FILE_LIMIT + 1))).status_code == 413
    for is_again in (False, True):
        done = await post(manager, FILE, "k2")
        assert (done.status_code, done.json()["repeated"]) == (200, is_again)
    assert (await post(manager, FILE, "k3")).json()["code"] == "already-registered"


LINELESS = b"7: 1 2 11 12 21 22 31 32 41 42 51 52 61 71 81\n" + FILE
"""A card of which the file says fifteen numbers and no lines, and others."""


async def test_whoever_registers_a_file_is_told_of_which_cards_it_does_not_tell_the_lines(house: Any, /) -> None:
    """On the page, over the API and on the command line: such cards are played as printed here, or not at all."""
    await house.open_bingo()
    own = await house.enter("jefe-de-sala", "sala")
    page = await house.client.post(f"{own}/archivo?lang=en", **sent_in_english(LINELESS))
    assert "use those printed here alone: 7<" in page.text
    assert "printed here alone: " not in (await house.client.get(f"{own}/archivo?lang=en")).text
