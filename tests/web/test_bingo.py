"""What wall, players and desks of a bingo hall read and press: calls, prizes, counts, money, files, minutes."""

import json
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a, acts as b
from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.terms import CheckItem
from tapete.printing import camera_text
from tapete.table.acts import BuyIn
from tapete.web.games.bingo.desk import read_card
from tapete.web.games.bingo.wording import answer_words
from tapete.web.seat_links import table_naming
from tapete.web.static_files import FILE_LIMIT
from tests.bingo.test_series_of_files import FILE, registering
from tests.support.bingo.drawn import drawn
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, MANAGER, NUMBERS, GivenCartones, Hall, K, L
from tests.support.rows import rows
from tests.support.web.house import ORIGIN
from tests.support.web.pages import DATA, actions, hidden, model
from tests.support.web.still import still_regions


def regions_of(hall: Hall, who: str | None = None) -> dict[str, Any]:
    return still_regions(hall.play.game, hall.state, who)


def page_of(hall: Hall, who: str | None = None) -> str:
    return json.dumps(regions_of(hall, who), ensure_ascii=False).replace("\xa0", " ")


def said_on(hall: Hall, who: str | None = None) -> str:
    (found,) = regions_of(hall, who)["felt"]["said"]
    return str(found)


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
        assert said_on(hall, who) == (
            "Cartones vendidos 50, de la serie B 1047 del número 1 al 30 y de la serie C 7 del número 1 al 20"
        )


@pytest.mark.clause("BG.II.05", document="orden-1979")
def test_a_cartón_tells_its_face_value_and_a_winner_of_several_series_his_own() -> None:
    for value in (2, 3):
        page = page_of(Hall(NUMBERS).open(value=value * 100).sale().sell(1, 1, "ana"), "ana")
        assert f'"print": "1 de 420 · {value} €"' in page
    won = two_series().announced().do(CHIEF, a.AnnounceStart()).drawn(5).call(1).check(1).on()
    assert regions_of(won)["felt"]["prizes"][0]["winners"] == "Cartón B-1047/1"
    assert "con el cartón B-1047/1 (línea)" in page_of(won, "ana")


def test_cartones_stand_in_the_order_of_what_they_lack_and_a_complete_one_is_called_at_the_main_place() -> None:
    hall = Hall(NUMBERS, cartones=GivenCartones({"B-1047/1": L, "B-1047/2": K})).open().sale().sell(1, 2, "ana")
    hall.close().announced().do(CHIEF, a.AnnounceStart())
    for balls, lacks, main in ((0, [("1", 5), ("2", 5)], []), (5, [("2", 0), ("1", 1)], ["¡Línea! · cartón 2"])):
        ask = regions_of(hall.drawn(balls), "ana")["ask"]
        assert [(one["card"][-1], one["lacks"]) for one in ask["cartones"]] == lacks
        assert [one["name"] for one in ask.get("main", ())] == main


def called_on(hall: Hall, who: str | None) -> list[str]:
    return [one["title"].rpartition(" ")[2] for one in regions_of(hall, who)["felt"]["calls"]]


@pytest.mark.clause("BG.IV.23", document="orden-1979")
@pytest.mark.clause("BG.IV.24", document="orden-1979")
def test_of_many_called_cartones_the_wall_shows_all_and_first_the_one_under_check() -> None:
    hall = Hall(NUMBERS).started("ana", "berta", "carla", "dora").drawn(5)
    for number in (1, 2, 3, 4):
        hall.call(number)
    for who in (None, "ana"):
        assert sorted(called_on(hall, who)) == ["1", "2", "3", "4"]
    hall.do(CHIEF, a.ShowMaster("B-1047/3"))
    for who in (None, "ana"):
        shown = called_on(hall, who)
        assert (shown[0], sorted(shown)) == ("3", ["1", "2", "3", "4"])


def voided() -> Hall:
    return Hall(NUMBERS).started("ana", sold=3).drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma"))


def returned() -> Hall:
    return voided().do(CASHIER, a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.ReturnCards("B-1047", 2, 3))


def wrongly_called() -> Hall:
    return Hall(NUMBERS).started("ana", "berta").drawn(4).call(1).check(1)


def ended_after_a_wrong_call() -> Hall:
    hall = Hall(NUMBERS).started("ana", "berta").drawn(15).line().call(1, BINGO).check(1, prize=BINGO)
    return hall.call(2, BINGO).check(2, prize=BINGO).end()


def unsaid() -> Hall:
    return Hall(NUMBERS).started("ana", "berta").do(CALLER, a.DrawBall())


def reported() -> Hall:
    return Hall(NUMBERS).started("ana").drawn(3).do(CALLER, a.ReportCause("sound-breakdown", "se fue el altavoz"))


def counted(count: int) -> Hall:
    return (
        Hall(NUMBERS).open().sale().sell(1, 20).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("B-1047", count))
    )


def recounted() -> Hall:
    return counted(401).do(CASHIER, a.CollectUnsold("B-1047", 400, "recontados"))


EVERYBODY, PUBLIC, DESKS, WAITS = (None, "ana", CHIEF), (None, "ana"), (CASHIER, CHIEF), "Se ha avisado de algo: decide"


@rows(
    "scene, readers, read, unread",
    {
        "a void game": (voided, EVERYBODY, ["Partida anulada por desalojo"], ['"prizes"', '"words"']),
        "a wrong call": (wrongly_called, EVERYBODY, ["No es correcto. Continúa", "incorrecto, falta 1 número."], []),
        "the end, after one": (ended_after_a_wrong_call, EVERYBODY, ['["Fin de la partida"]'], []),
        "a ball that nobody said": (unsaid, (*EVERYBODY, CALLER), [], ['"words"', '"numbers": [7]']),
        "cartones of others": (unsaid, ["ana"], ["B-1047/1"], ["B-1047/2"]),
        "a ball after a wrong call": (lambda: wrongly_called().drawn(1), EVERYBODY, [], ["incorrecto"]),
        "a report that waits": (reported, (*EVERYBODY, CALLER), [WAITS], []),
        "the same, to the public": (reported, PUBLIC, [], ["altavoz"]),
        "a report that was answered": (lambda: reported().do(CHIEF, a.LetStand("ya suena")), EVERYBODY, [], [WAITS]),
        "one unsold too few": (lambda: counted(399), DESKS, ["contados 399 sin vender de 400, falta 1 cartón."], []),
        "one too many": (lambda: counted(401), DESKS, ["401 sin vender, y debían ser 400; sobra 1 cartón."], []),
        "the same, on the wall": (lambda: counted(401), PUBLIC, [], ["contados"]),
        "a right count": (recounted, DESKS, [], ["contados"]),
        "a refund to an account": (returned, [CASHIER], ["Devolver 2 € a la cuenta de ana: cartones del 1 al 1"], []),
        "a refund in cash": (returned, [CASHIER], ["Devolver 4 € en efectivo: cartones del 2 al 3 (B-1047)"], []),
    },
)
def test_what_a_page_says_and_to_whom(scene: Any, readers: Any, read: list[str], unread: list[str]) -> None:
    for who in readers:
        page = page_of(scene(), who)
        assert [one for one in read if one not in page] + [one for one in unread if one in page] == [], who


def test_the_answer_to_a_refund_says_how_much_it_is_and_to_whose_account_or_in_cash() -> None:
    for first, last, told in ((1, 1, "2 € a la cuenta de ana."), (2, 3, "4 € en efectivo.")):
        events = tuple(returned().answer(CASHIER, a.PayRefund("B-1047", first, last)).events)
        assert answer_words(events, "es", table_naming("sala")).replace("\xa0", " ") == told


@pytest.mark.clause("BG.IV.10", document="orden-1979")
def test_a_cartón_is_read_as_people_write_it_and_as_the_code_printed_on_it_says_it() -> None:
    code = camera_text(drawn().series, 12, drawn().grid(12))
    assert {read_card(one, ["B-1047"]) for one in ("b1047/12", "B 1047 12", "B–1047/12", "12", code)} == {"B-1047/12"}


def test_one_press_passes_every_check_and_a_hall_without_a_real_machine_asks_for_no_approval() -> None:
    for kind in (ChanceKind.SEEDED, ChanceKind.KEYED):
        made = [one for one in actions(regions_of(Hall(NUMBERS, kind), MANAGER)) if one.get("is_main")]
        asked = {one["tag"]: {field["name"] for field in one.get("fields", ())} for one in made}
        assert ("approval" in asked["register-machine"]) is (kind is ChanceKind.KEYED)
        assert ({"item": "all"} in [one["fixed_fields"] for one in made]) is (kind is not ChanceKind.KEYED)


def test_whoever_closes_the_sale_reads_which_unsold_numbers_keep_it_open() -> None:
    hall = Hall(NUMBERS, sale__upwards=False, sale__gaps="block").open().sale().sell(1, 3).sell(5, 6).sell(9, 10)
    page = page_of(hall, CHIEF)
    assert "el 4 queda sin vender entre los vendidos; así no se cierra la venta." in page
    assert "del 7 al 8 quedan sin vender entre los vendidos; así no se cierra la venta." in page
    assert "sin vender entre los vendidos" not in page_of(hall.sell(4, 4).sell(7, 8), CHIEF)
    ranges = Hall(NUMBERS, sale__upwards=False).open().sale().sell(1, 3).sell(5, 6)
    assert "sin vender entre los vendidos" not in page_of(ranges, CHIEF)


TABLE = "sala"


async def desk(house: Any, link: str) -> tuple[str, str]:
    here = await house.enter(link, TABLE)
    return here, str((await house.client.get(here)).text)


async def post(house: Any, here: str, fields: dict[str, str]) -> Any:
    return await house.client.post(f"{here}/hacer", data=fields, headers=DATA)


async def keyed(house: Any, number: str) -> Any:
    """Key a ball on the caller's page, by the one form that he has for it."""
    here, page = await desk(house, "locutor")
    assert [one["tag"] for one in model(page)["regions"]["ask"]["main"]] == ["call-ball"]
    assert "draw-ball" not in page
    return await post(house, here, hidden(page, "call-ball") | {"token": number})


async def test_a_ball_of_a_real_machine_is_keyed_announced_and_shown_by_one_press_and_once(house: Any, /) -> None:
    await house.start_bingo(TABLE, ChanceKind.KEYED)
    assert (await keyed(house, "44")).status_code == 200
    here, page = await desk(house, "locutor")
    for _ in range(2):  # the press arrives twice
        await post(house, here, hidden(page, "call-ball") | {"token": "07"})
    shown = house.tables[TABLE].state.game.balls
    assert [(one.number, one.said_number, one.is_shown) for one in shown] == [(44, 44, True), (7, 7, True)]
    for wrong, why in (("44", "44"), ("91", "91"), ("", ""), ("x", "x")):
        answer = await keyed(house, wrong)
        assert answer.json()["kind"] == "refused"
        assert why in answer.text
    assert (await keyed(house, "45")).status_code == 200
    assert [one.number for one in house.tables[TABLE].state.game.balls] == [44, 7, 45]


def part(page: str, code: str) -> str:
    """Return a part of a desk; nothing where it is not there."""
    found = [one for one in model(page)["regions"]["desk"].get("sections", ()) if one["code"] == code]
    return json.dumps(found, ensure_ascii=False) if found else ""


def may(page: str, tag: str) -> list[str]:
    """Return the names of the buttons of an act."""
    return [one["name"] for one in actions(model(page)) if one["tag"] == tag]


async def count_takings(house: Any, amount: str) -> str:
    """Key what was counted on the cashier's page, by his form for it; return the answer."""
    here, page = await desk(house, "cajero")
    return str((await post(house, here, hidden(page, "hand-over-takings") | {"amount": amount})).text)


async def test_a_count_that_differs_waits_on_the_desks_and_the_chief_stands_by_the_one_he_reads(house: Any, /) -> None:
    await house.start_bingo(TABLE)
    assert "Contado, por confirmar: Entregar la recaudación" in await count_takings(house, "100")
    _, page = await desk(house, "cajero")
    told = "ha contado 1\xa0€ de"
    assert (told in part(page, "cash"), may(page, "confirm-takings")) == (True, [])
    here, page = await desk(house, "jefe")
    assert (told in part(page, "cash"), may(page, "confirm-takings")[0][:18]) == (True, "Dar por bueno: 1\xa0€")
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
    assert may(page, "settle-money") == ["ana entrega 20\xa0€: recibidos", "Nada de ana"]
    read = hidden(page, "settle-money", is_done="true")
    await house.act("ana-sala", b.BuyIn(50_00), TABLE)
    assert not (await post(house, here, read)).is_success
    here, page = await desk(house, "cajero")
    assert (await post(house, here, hidden(page, "settle-money", is_done="true"))).is_success
    assert house.tables[TABLE].state.ledger["person:ana-sala"] == 50_00
    assert may((await desk(house, "cajero"))[1], "settle-money") == []


BAD = FILE + b"777: 1 2 3\n501: one\n"


async def test_a_page_registers_a_file_or_names_every_wrong_line(house: Any, /) -> None:
    await house.open_bingo()
    own = await house.enter("jefe-de-sala", "sala")
    assert model((await house.client.get(own)).text)["regions"]["desk"]["has_file"]

    async def sent(data: bytes, lang: str) -> tuple[int, str]:
        fields = {"letter": "f", "identification": "7", "value-euros": "2.00", "kind": "single"}
        files = {"file": ("c.csv", data, "text/csv")}
        answer = await house.client.post(f"{own}/archivo?lang={lang}", headers=ORIGIN, data=fields, files=files)
        return answer.status_code, " ".join(answer.json()["lines"])

    for lang, told in (
        ("es", ("línea 5 del", "línea 6 del", "«one» no es")),
        ("en", ("line 5 of", "“one” is neither")),
    ):
        status, page = await sent(BAD, lang)
        assert (status, [one for one in told if one not in page]) == (409, [])
    torn = {"headers": ORIGIN | {"content-type": "multipart/form-data; boundary=x"}, "content": b"--x\r\nbad"}
    odd = {"headers": ORIGIN, "data": {"table": "a", "sent": "b", "file": "c"}}
    for one in (torn, odd, {"headers": ORIGIN}):
        assert (await house.client.post(f"{own}/archivo", **one)).status_code in (400, 409)
    assert not house.tables["sala"].state.hall.series
    assert (await sent(FILE, "en"))[0] == 200
    assert house.tables["sala"].state.hall.series["F-7"].digest == registering().digest


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
        page = await house.client.get(own)
        assert model(page.text)["regions"]["desk"].get("has_book", False) is (status == 200)
        assert "camera=(self)" in page.headers["permissions-policy"], "the staff read codes by the camera"
    assert "camera=()" in (await house.client.get("/mesa/sala/publico")).headers["permissions-policy"]


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


def test_a_block_beyond_the_series_says_how_many_are_left() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 416)
    hall.do("ana", BuyIn(100_00))
    assert "solo quedan 4" in page_of(hall, "ana")
