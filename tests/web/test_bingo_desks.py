"""The desks of a bingo hall: a real machine's ball needs one press, and what was reported stands before the chief."""

import re
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as b
from tapete.web.render import sentence
from tests.support.bingo.hall import CHIEF, Hall
from tests.support.web.pages import hidden, post
from tests.support.web.still import still_part

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


def test_a_ball_of_a_real_machine_is_keyed_announced_and_shown_by_one_press(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE, ChanceKind.KEYED)
        assert (await key(house, "44")).status_code == 200
        assert (await key(house, "07")).status_code == 200
        assert balls(house) == [(44, 44, True), (7, 7, True)]

    run(scene)


def test_a_ball_that_cannot_be_is_refused_and_keyed_anew_by_the_same_form(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE, ChanceKind.KEYED)
        await key(house, "44")
        for wrong, why in (("44", "44"), ("91", "91"), ("", ""), ("x", "x")):
            answer = await key(house, wrong)
            assert 'class="refused' in answer.text or answer.status_code >= 400, answer.text
            assert why in answer.text
        assert balls(house) == [(44, 44, True)]
        assert (await key(house, "45")).status_code == 200
        assert balls(house)[-1] == (45, 45, True)

    run(scene)


def test_a_press_on_the_ball_that_arrives_twice_lets_one_ball_out(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE, ChanceKind.KEYED)
        here, page = await page_of(house, "locutor")
        fields = hidden(page, "show-ball") | {"token": "12"}
        for _ in range(2):
            await post(house, here, fields)
        assert balls(house) == [(12, 12, True)]

    run(scene)


def test_what_was_reported_stands_before_the_chief_with_both_ways_out(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@pytest.mark.parametrize(
    ("cause", "untrue"), [("sound-breakdown", "true"), ("sound-breakdown", "false"), ("ball-lacking", "")]
)
def test_the_chief_says_on_his_page_that_what_was_reported_did_not_happen(run: Any, cause: str, untrue: str) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE, ChanceKind.KEYED)
        await key(house, "44")
        await house.act("caller-sala", b.ReportCause(cause, "lo digo yo"), TABLE)
        here, page = await page_of(house, "jefe")
        assert ("No ocurrió" in page) is bool(untrue)
        form = hidden(page, "let-stand") | {"reason": "lo ha mirado"} | ({"is_untrue": untrue} if untrue else {})
        assert (await post(house, here, form)).status_code == 200
        game = house.tables[TABLE].state.game
        assert (game.cases, set(game.doubted)) == ((), set() if untrue == "false" else {"caller-sala"})

    run(scene)


def test_of_two_reports_each_is_ruled_on_under_its_own_name(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE, ChanceKind.KEYED)
        await key(house, "44")
        await house.act("caller-sala", b.ReportCause("sound-breakdown", "no se oye"), TABLE)
        await house.act("cashier-sala", b.ReportCause("ball-lacking", "falta la 5"), TABLE)
        here, page = await page_of(house, "jefe")
        assert "Sigue la partida: avería del sonido" in page
        assert "Sigue la partida: falta una bola" in page
        assert page.count('value="let-stand"') == 2
        form = hidden(page, "let-stand") | {"reason": "se oye bien", "is_untrue": "false"}
        assert (await post(house, here, form)).status_code == 200
        assert [one.cause for one in house.tables[TABLE].state.game.cases] == ["ball-lacking"]

    run(scene)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("«¿algún bingo más?»", "«¿Algún bingo más?»"),
        ("venta", "Venta"),
        ("por pagar PB", "Por pagar PB"),
        ("¡!", "¡!"),
    ],
)
def test_a_line_begins_with_a_capital_and_keeps_the_rest(text: str, shown: str) -> None:
    assert sentence(text) == shown


def test_a_used_set_of_balls_brings_its_games_and_a_new_one_none(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo(TABLE)
        here, page = await page_of(house, "jefe-de-sala")
        for games, kept in (("999", 999), ("", 0)):
            fields = hidden(page, "register-balls") | {"balls": f"S-{kept}", "approval": "x", "games": games}
            if kept:
                assert 'name="games"' in page
            answer = await post(house, here, fields)
            assert answer.status_code == 200, answer.text
            assert house.tables[TABLE].state.hall.ball_sets[f"S-{kept}"].games == kept
            here, page = await page_of(house, "jefe-de-sala")

    run(scene)


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


def test_a_count_that_differs_waits_on_the_desks_and_the_chief_stands_by_the_one_he_reads(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_money_of_a_player_stands_in_his_account_when_the_cashier_has_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo(TABLE)
        here, page = await page_of(house, "jefe-de-sala")
        assert "Ingresos y retiradas de las cuentas, solo en caja" in part(page, "hall")
        assert (await post(house, here, hidden(page, "set-counter"))).is_success
        await house.act("ana-sala", b.BuyIn(20_00), TABLE)
        here, page = await page_of(house, "cajero")
        assert [one in part(page, "accounts") for one in ("ana entrega 20\xa0€: recibidos", "Nada de ana")] == [
            True
        ] * 2
        read = hidden(part(page, "accounts"), "settle-money")
        await house.act("ana-sala", b.BuyIn(50_00), TABLE)
        assert not (await post(house, here, read)).is_success
        here, page = await page_of(house, "cajero")
        assert (await post(house, here, hidden(part(page, "accounts"), "settle-money"))).is_success
        assert house.tables[TABLE].state.ledger["person:ana-sala"] == 50_00
        assert part((await page_of(house, "cajero"))[1], "accounts") == ""

    run(scene)


@pytest.mark.parametrize(("has_counter", "told"), [(True, "Pedido en caja: Ingresar"), (False, "Hecho: Ingresar")])
def test_a_player_reads_whether_his_money_was_moved_or_only_asked_for(run: Any, has_counter: bool, told: str) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo(TABLE)
        if has_counter:
            here, page = await page_of(house, "jefe-de-sala")
            await post(house, here, hidden(page, "set-counter"))
        here, page = await page_of(house, "de-pie")
        answer = await post(house, here, hidden(page, "buy-in") | {"amount-euros": "20"})
        assert told in answer.text

    run(scene)


def test_the_cartones_of_a_void_game_are_handed_back_and_refunded_by_one_touch_each(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE)
        await house.act("table-chief-sala", b.VoidGame("evacuation", "alarma"), TABLE)
        for tag, name in (
            ("return-cards", "Entregan cartones del 1 al 60"),
            ("pay-refund", "cartones del 1 al 60"),
        ):
            here, page = await page_of(house, "cajero")
            assert name in part(page, "refund")
            assert (await post(house, here, hidden(part(page, "refund"), tag))).is_success
        assert house.tables[TABLE].state.ledger.get("refunds:1", 0) == 0

    run(scene)


def test_a_player_hands_his_cartones_of_a_void_game_back_without_typing_their_numbers() -> None:
    hall = Hall().open().sale().sell(1, 3, "ana").sell(4, 9).close().announced().do(CHIEF, b.AnnounceStart())
    page = still_part(hall.play.game, hall.do(CHIEF, b.VoidGame("evacuation", "alarma")).state, "ana")
    at_hand = page[: page.index('id="drawer"')]
    assert "Entregar mis cartones del 1 al 3 (B-1047)" in at_hand
    form = hidden(at_hand, "return-cards")
    assert (form["series"], form["first"], form["last"]) == ("B-1047", "1", "3")
