"""What wall, players and desks of a bingo hall read and press: calls, prizes, counts, money, files, minutes."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a, acts as b
from tapete.games.bingo.series import series_of_strips
from tapete.games.bingo.terms import CheckItem
from tapete.record.codec import to_tree
from tapete.web.file_routes import FILE_LIMIT
from tapete.web.games.bingo.answering import answer_words
from tapete.web.games.bingo.log_wording import log_wording
from tapete.web.seat_links import table_naming
from tapete.words import event
from tests.bingo.test_series_of_files import FILE, registering
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K
from tests.support.rows import rows
from tests.support.web.house import ORIGIN
from tests.support.web.pages import hidden, post
from tests.support.web.still import still_part


def page_of(hall: Hall, who: str | None = None) -> str:
    return still_part(hall.play.game, hall.state, who).replace("\xa0", " ")


def said_on(page: str) -> str:
    found = re.search(r'class="bg-said[^>]*><q>(.*?)</q>', page)
    assert found is not None
    return found[1]


def two_series() -> Hall:
    """Return a hall in which a cartón of each of two series was sold, to one person each, and the rest collected."""
    hall = Hall(NUMBERS).material().do(MANAGER, a.RegisterSeries("C", 7, 60, 2_00)).checked()
    hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("B-1047", "C-7")))
    hall.sell(1, 30, "ana").do(CALLER, a.SellCards("C-7", 1, 20)).do(CHIEF, a.CloseSale())
    return hall.do(CASHIER, a.CollectUnsold("B-1047", 390), a.CollectUnsold("C-7", 40))


@pytest.mark.clause("BG.IV.10", document="orden-1979")
def test_what_was_sold_is_read_from_the_total_to_the_last_range() -> None:
    hall = two_series().do(CHIEF, a.AnnounceSold())
    for who in (None, CHIEF):
        assert said_on(page_of(hall, who)) == (
            "Cartones vendidos 50, de la serie B 1047 del número 1 al 30 y de la serie C 7 del número 1 al 20"
        )


def test_a_void_game_shows_its_announcement_and_neither_prizes_nor_a_last_ball() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3)
    played = page_of(hall)
    assert ('class="bg-prizes"' in played, 'class="bg-balls"' in played) == (True, True)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    for who in (None, "ana", CHIEF):
        page = page_of(hall, who)
        assert said_on(page).startswith("Partida anulada por desalojo de la sala: entreguen sus cartones")
        assert ('class="bg-prizes"' in page, 'class="bg-balls"' in page) == (False, False)


@pytest.mark.clause("BG.II.05", document="orden-1979")
def test_a_cartón_tells_its_face_value_and_a_winner_of_several_series_his_own() -> None:
    for value in (2, 3):
        page = page_of(Hall(NUMBERS).open(value=value * 100).sale().sell(1, 1, "ana"), "ana")
        assert f'<p class="bg-print">1 de 420 · {value} €</p>' in page
    won = two_series().announced().do(CHIEF, a.AnnounceStart()).drawn(5).call(1).check(1).on()
    assert '<dd class="bg-winners">Cartón B-1047/1</dd>' in page_of(won)
    assert "con el cartón B-1047/1 (línea)" in page_of(won, "ana")


def called_on(page: str) -> list[str]:
    return re.findall(r'<article class="bg-called.*?cartón (\d+) <small>', page, re.S)


@pytest.mark.clause("BG.IV.23", document="orden-1979")
@pytest.mark.clause("BG.IV.24", document="orden-1979")
def test_of_many_called_cartones_the_wall_shows_all_and_first_the_one_under_check() -> None:
    hall = Hall(NUMBERS).started("ana", "berta", "carla", "dora").drawn(5)
    for number in (1, 2, 3, 4):
        hall.call(number)
    for who in (None, "ana"):
        assert sorted(called_on(page_of(hall, who))) == ["1", "2", "3", "4"]
    hall.do(CHIEF, a.ShowMaster("B-1047/3"))
    for who in (None, "ana"):
        shown = called_on(page_of(hall, who))
        assert (shown[0], sorted(shown)) == ("3", ["1", "2", "3", "4"])


def test_while_a_report_waits_everybody_reads_that_the_chief_decides() -> None:
    told = "Se ha avisado de algo: decide el jefe de mesa"
    hall = Hall(NUMBERS).started("ana").drawn(3)
    assert not [who for who in (None, "ana", CALLER, CHIEF) if told in page_of(hall, who)]
    hall.do(CALLER, a.ReportCause("sound-breakdown", "se fue el altavoz"))
    assert [told in page_of(hall, who) for who in (None, "ana", CALLER, CHIEF)] == [True] * 4
    assert [who for who in (None, "ana") if "altavoz" in page_of(hall, who)] == []
    hall.do(CHIEF, a.LetStand("ya suena"))
    assert told not in page_of(hall)


@rows(
    "count, told",
    [
        (399, "contados 399 sin vender de 400, falta 1 cartón."),
        (401, "contados 401 sin vender, y debían ser 400; sobra 1 cartón."),
        (390, "contados 390 sin vender de 400, faltan 10 cartones."),
    ],
)
def test_a_count_of_the_unsold_that_does_not_come_out_stands_on_the_desks(count: int, told: str) -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    hall.do(CASHIER, a.CollectUnsold("B-1047", count))
    readers = [who for who in (CASHIER, CHIEF, None) if f"Serie B-1047: {told}" in page_of(hall, who)]
    assert readers == [CASHIER, CHIEF]
    hall.do(CASHIER, a.CollectUnsold("B-1047", 400, "recontados"))
    assert "contados" not in page_of(hall, CASHIER)


@pytest.mark.clause("BG.IV.10", document="orden-1979")
def test_whoever_closes_the_sale_reads_which_unsold_numbers_keep_it_open() -> None:
    hall = Hall(NUMBERS, sale__upwards=False, sale__gaps="block").open().sale().sell(1, 3).sell(5, 6).sell(9, 10)
    page = page_of(hall, CHIEF)
    assert "el 4 queda sin vender entre los vendidos; así no se cierra la venta." in page
    assert "del 7 al 8 quedan sin vender entre los vendidos; así no se cierra la venta." in page
    assert "sin vender entre los vendidos" not in page_of(hall.sell(4, 4).sell(7, 8), CHIEF)
    ranges = Hall(NUMBERS, sale__upwards=False).open().sale().sell(1, 3).sell(5, 6)
    assert "sin vender entre los vendidos" not in page_of(ranges, CHIEF)


def test_a_wrong_call_is_told_whole_until_the_next_ball_is_out() -> None:
    hall = Hall(NUMBERS).started("ana", "berta").drawn(4).call(1).check(1)
    for who in (None, "ana", CHIEF):
        assert said_on(page_of(hall, who)) == "No es correcto. Continúa la partida"
        assert "Cartón 1, línea: incorrecto, falta 1 número." in page_of(hall, who)
    hall.drawn(1)
    assert [who for who in (None, "ana", CHIEF) if "incorrecto" in page_of(hall, who)] == []


def test_the_button_says_what_that_cartón_has_won_before_the_takings_are_divided() -> None:
    cartones = GivenCartones({"B-1047/2": K, "B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones, payment__line_early=True).started(sold=301).drawn(5)
    hall.call(1).call(2).call(3).check(1, 2, 3).on()
    page = page_of(hall, CASHIER)
    for card, cents in ((1, "20,07"), (2, "20,07"), (3, "20,06")):
        assert f"Pagar línea en efectivo: {cents} €, cartón B-1047/{card}" in page
    (won,) = hall.play.game.view(hall.state, None).awards
    assert (won.prize, won.amounts) == (LINE, (20_07, 20_07, 20_06))


def told_of(events: tuple[Any, ...]) -> tuple[str, list[str]]:
    lines, naming = [], table_naming("sala")
    for one in events:
        tree = to_tree(one)
        code, facts = log_wording(str(tree["event"]).partition("@")[0], tree)
        lines.append(event(code, facts, "es", naming).replace("\xa0", " "))
    return answer_words(events, "es", naming).replace("\xa0", " "), lines


def test_a_refund_says_how_much_it_is_and_to_whose_account_or_in_cash() -> None:
    hall = Hall(NUMBERS).started("ana", sold=3).drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    for first, last in ((1, 1), (2, 3)):
        hall.do(CASHIER, a.ReturnCards("B-1047", first, last))
    page = page_of(hall, CASHIER)
    for button in (
        "Devolver 2 € a la cuenta de ana: cartones del 1 al 1 (B-1047)",
        "Devolver 4 € en efectivo: cartones del 2 al 3 (B-1047)",
        "Devolver en efectivo una parte (serie B-1047), 2 € por cartón",
    ):
        assert button in page
    own = hall.answer(CASHIER, a.PayRefund("B-1047", 1, 1))
    line = "Se devuelven a la cuenta de ana 2 € de la partida 1: cartón 1 de la serie B-1047"
    assert told_of(tuple(own.events)) == ("2 € a la cuenta de ana.", [line])
    paper = hall.answer(CASHIER, a.PayRefund("B-1047", 2, 3))
    line = "Se devuelven en efectivo 4 € de la partida 1: cartones 2–3 de la serie B-1047"
    assert told_of(tuple(paper.events)) == ("4 € en efectivo.", [line])


TABLE = "sala"


async def desk(house: Any, link: str) -> tuple[str, str]:
    here = await house.enter(link, TABLE)
    return here, str((await house.client.get(here)).text)


async def keyed(house: Any, number: str) -> Any:
    """Key a ball on the caller's page, by the one form that he has for it."""
    here, page = await desk(house, "locutor")
    assert page.count('value="show-ball"') == 1
    assert "draw-ball" not in page
    return await post(house, here, hidden(page, "show-ball") | {"token": number})


def balls(house: Any) -> list[tuple[int, int | None, bool]]:
    return [(one.number, one.said_number, one.is_shown) for one in house.tables[TABLE].state.game.balls]


async def test_a_ball_of_a_real_machine_is_keyed_announced_and_shown_by_one_press_and_once(house: Any, /) -> None:
    await house.start_bingo(TABLE, ChanceKind.KEYED)
    assert (await keyed(house, "44")).status_code == 200
    here, page = await desk(house, "locutor")
    for _ in range(2):  # the press arrives twice
        await post(house, here, hidden(page, "show-ball") | {"token": "07"})
    assert balls(house) == [(44, 44, True), (7, 7, True)]
    for wrong, why in (("44", "44"), ("91", "91"), ("", ""), ("x", "x")):
        answer = await keyed(house, wrong)
        assert 'class="refused' in answer.text or answer.status_code >= 400, answer.text
        assert why in answer.text
    assert (await keyed(house, "45")).status_code == 200
    assert balls(house)[2:] == [(45, 45, True)]


def part(page: str, code: str) -> str:
    """Return a part of a desk; nothing where it is not there."""
    found = re.search(rf'<section[^>]*id="bg-part-{code}".*?</section>', page, re.S)
    return found[0] if found else ""


async def test_what_was_reported_stands_before_the_chief_with_both_ways_out(house: Any, /) -> None:
    await house.start_bingo(TABLE)
    assert part((await desk(house, "jefe"))[1], "case") == ""
    here, page = await desk(house, "locutor")
    await post(house, here, hidden(page, "show-ball"))
    await house.act(f"caller-{TABLE}", b.ReportCause("panel-breakdown", "no luce el 12"), TABLE)
    told = part((await desk(house, "jefe"))[1], "case")
    for one in ("Bola 1: avería del panel. Avisa", "no luce el 12", 'value="void-game"'):
        assert one in told


async def count_takings(house: Any, amount: str) -> str:
    """Key what was counted on the cashier's page, by the form in his drawer; return the answer."""
    here, page = await desk(house, "cajero")
    answer = await post(
        house, here, hidden(page[page.index('id="drawer"') :], "hand-over-takings") | {"amount": amount}
    )
    return str(answer.text)


async def test_a_count_that_differs_waits_on_the_desks_and_the_chief_stands_by_the_one_he_reads(house: Any, /) -> None:
    await house.start_bingo(TABLE)
    assert "Contado, por confirmar: Entregar la recaudación" in await count_takings(house, "100")
    _, page = await desk(house, "cajero")
    told = "ha contado 1\xa0€ de"
    assert told in part(page, "cash")
    assert "Falta que otra persona lo confirme" in page
    assert 'value="confirm-takings"' not in page
    here, page = await desk(house, "jefe")
    assert told in part(page, "cash")
    assert "Dar por bueno: 1\xa0€ de" in part(page, "cash")
    read = hidden(page, "confirm-takings") | {"reason": "mal dado el cambio"}
    await count_takings(house, "200")
    late = await post(house, here, read)
    assert "ya no espera confirmación" in late.text or late.status_code == 409
    assert house.tables[TABLE].state.ledger["till:caller-sala"] < 0
    here, page = await desk(house, "jefe")
    assert (await post(house, here, hidden(page, "confirm-takings") | {"reason": "contado dos veces"})).is_success
    assert house.tables[TABLE].state.ledger.get("till:caller-sala", 0) == 0
    assert part((await desk(house, "jefe"))[1], "cash") == ""


async def test_money_of_a_player_stands_in_his_account_when_the_cashier_has_it(house: Any, /) -> None:
    await house.open_bingo(TABLE)
    here, page = await desk(house, "jefe-de-sala")
    assert "Ingresos y retiradas de las cuentas, solo en caja" in part(page, "hall")
    assert (await post(house, here, hidden(page, "set-counter"))).is_success
    await house.act("ana-sala", b.BuyIn(20_00), TABLE)
    here, page = await desk(house, "cajero")
    assert [one in part(page, "accounts") for one in ("ana entrega 20\xa0€: recibidos", "Nada de ana")] == [True] * 2
    read = hidden(part(page, "accounts"), "settle-money")
    await house.act("ana-sala", b.BuyIn(50_00), TABLE)
    assert not (await post(house, here, read)).is_success
    here, page = await desk(house, "cajero")
    assert (await post(house, here, hidden(part(page, "accounts"), "settle-money"))).is_success
    assert house.tables[TABLE].state.ledger["person:ana-sala"] == 50_00
    assert part((await desk(house, "cajero"))[1], "accounts") == ""


BAD = FILE + b"777: 1 2 3\n501: one\n"

FORM = {"letter": "f", "identification": "7", "value-euros": "2,00", "kind": "single"}


def sent(data: bytes, euros: str = "2,00") -> dict[str, Any]:
    return {"headers": ORIGIN, "data": FORM | {"value-euros": euros}, "files": {"file": ("c.csv", data, "text/csv")}}


async def test_a_page_registers_a_file_or_names_every_wrong_line(house: Any, /) -> None:
    await house.open_bingo()
    own = await house.enter("jefe-de-sala", "sala")
    assert f"{own}/archivo" in (await house.client.get(own)).text
    assert (await house.client.get(f"{own}/archivo")).status_code == 200
    for lang, euros, told in (
        ("es", "2,00", ("línea 5 del archivo", "línea 6 del archivo", "«one» no es un número")),
        ("en", "2.00", ("line 5 of the file", "line 6 of the file", "“one” is neither a number")),
        ("fr", "2,00", ("ligne 5 du fichier", "ligne 6 du fichier", "« one » n'est ni un numéro")),
    ):
        refused = await house.client.post(f"{own}/archivo?lang={lang}", **sent(BAD, euros))
        assert refused.status_code == 409
        assert [one for one in told if one not in unescape(refused.text)] == []
    torn = {"headers": ORIGIN | {"content-type": "multipart/form-data; boundary=x"}, "content": b"--x\r\nbad"}
    odd = {"headers": ORIGIN, "data": {"table": "a", "sent": "b", "file": "c"}}
    for one in (torn, odd, {"headers": ORIGIN}):
        assert (await house.client.post(f"{own}/archivo", **one)).status_code in (400, 409)
    assert not house.tables["sala"].state.hall.series
    assert (await house.client.post(f"{own}/archivo?lang=es", **sent(FILE))).status_code == 200
    assert house.tables["sala"].state.hall.series["F-7"].digest == registering().digest


async def test_a_file_that_cannot_be_taken_is_a_whole_page_with_what_was_typed_and_of_cards_without_lines_it_is_told(
    house: Any, /
) -> None:
    """Cards of which a file does not tell the lines are played as printed here, or not at all."""
    await house.open_bingo()
    own = await house.enter("jefe-de-sala", "sala")
    for euros, data, said in (
        ("dos", b"1", "No se entiende el importe"),
        ("2,00", b"0" * 9_500_000, "demasiado largo"),
    ):
        told = await house.client.post(f"{own}/archivo?lang=es", **sent(data, euros))
        assert (told.status_code, "<head>" in told.text, said in told.text) == (409, True, True), told.text[:300]
        assert f'value="{euros}"' in told.text or data != b"1"
    lineless = b"7: 1 2 11 12 21 22 31 32 41 42 51 52 61 71 81\n" + FILE
    page = await house.client.post(f"{own}/archivo?lang=en", **sent(lineless, "2.00"))
    assert "use those printed here alone: 7<" in page.text
    assert "printed here alone: " not in (await house.client.get(f"{own}/archivo?lang=en")).text


async def test_over_the_api_only_who_is_on_duty_and_no_larger_file(house: Any, /) -> None:
    await house.open_bingo()
    path = "/api/v1/tables/sala/files?letter=F&identification=7&value=200"
    ana, manager = (
        house.app.state.sessions.open("sala", who, staff=who != "ana") for who in ("ana", "hall-manager-sala")
    )

    async def post(token: str, data: bytes, keyed: str = "k") -> Any:
        headers = {"authorization": f"Bearer {token}", "idempotency-key": keyed, "accept-language": "en"}
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


THEIR_CHIEF, THEIR_MANAGER = "table-chief-sala", "hall-manager-sala"


async def in_session(house: Any) -> None:
    await house.open_bingo()
    for what in (b.RegisterMachine("M-1", "drum", "CNJ-1"), b.RegisterBalls("S-9", "CNJ-2")):
        await house.act(THEIR_MANAGER, what, "sala")
    for item in CheckItem:
        await house.act(THEIR_CHIEF, b.PassCheck(item), "sala")
    await house.act(THEIR_MANAGER, series_of_strips("B", 7, 6, 200, "0b" * 32), "sala")
    changed = (b.RegisterBalls("S-10", "CNJ-3"), b.ChangeBalls("S-10", "bola 33 abollada"))
    for what in (b.LoadBalls("S-9"), b.OpenSession(), *changed):
        await house.act(THEIR_CHIEF, what, "sala")
    await house.act(THEIR_CHIEF, b.WriteEntry("se va la luz un momento"), "sala")


async def test_of_the_staff_those_read_the_book_who_sign_it_or_have_the_money(house: Any, /) -> None:
    await in_session(house)
    for link, status in (("jefe-de-sala", 200), ("cajero", 200), ("locutor", 403)):
        own = await house.enter(link, "sala")
        for book in ("libro", "libro.pdf"):
            assert (await house.client.get(f"{own}/{book}")).status_code == status, (link, book)
        assert ("/libro" in (await house.client.get(own)).text) is (status == 200)


async def test_what_was_found_not_in_order_stands_on_the_desk_and_in_the_book_with_its_note(house: Any, /) -> None:
    await house.open_bingo()
    await house.act(THEIR_CHIEF, b.FailCheck(CheckItem.SOUND, "acopla"), "sala")
    own = await house.enter("jefe", "sala")
    assert "No conforme: megafonía: «acopla»" in (await house.client.get(own)).text
    assert "megafonía, no conforme: acopla" in (await house.client.get(f"{own}/libro")).text
    await house.act(THEIR_CHIEF, b.PassCheck(CheckItem.SOUND), "sala")
    page = (await house.client.get(own)).text
    assert "«acopla»" not in page
    assert "No conforme: megafonía" in page, "an item that was ticked by mistake can be failed again"


async def test_the_book_of_each_session_can_be_chosen_as_a_page_and_as_a_pdf_the_newest_first(house: Any, /) -> None:
    await in_session(house)
    await house.act(THEIR_CHIEF, b.CloseSession(), "sala")
    await house.act(THEIR_MANAGER, b.WriteEntry("viene el inspector"), "sala")
    for what in (*(b.PassCheck(item) for item in CheckItem), b.LoadBalls("S-10"), b.OpenSession()):
        await house.act(THEIR_CHIEF, what, "sala")
    own = await house.enter("jefe", "sala")
    page, former = [(await house.client.get(f"{own}/libro{one}")).text for one in ("", "?session=1")]
    for text, has, has_not in (
        (page, ("sesión 2", "viene el inspector"), "se va la luz"),
        (former, ("sesión 1", "se va la luz", f"{own}/libro.pdf?session=1"), "viene el inspector"),
    ):
        assert ([one for one in has if one not in text], has_not in text) == ([], False)
    assert page.index("<b>2</b>") < page.index("libro?session=1")
    printed = {(await house.client.get(f"{own}/libro.pdf?session={one}")).content for one in (1, 2)}
    assert [one[:5] for one in printed] == [b"%PDF-"] * 2
    for never in ("3", "0", "uno"):
        assert (await house.client.get(f"{own}/libro?session={never}")).status_code == 404
