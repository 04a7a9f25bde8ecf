"""A hall of bingo in its pages: a game to its payment; a hall that is closed and opened again under its browsers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.crowd import PATIENCE, in_step, moved, shown
from tests.support.e2e.served import served
from tests.support.live.evening import do
from tests.support.web.house import HALL_POSTS

pytestmark = pytest.mark.e2e

COMPLETE = """wanted => {
  for (const card of document.querySelectorAll(".bg-own")) {
    const lines = [...card.querySelectorAll("tr")].map((line) =>
      [...line.querySelectorAll("td:not(.bg-blank)")].every((one) => one.classList.contains("bg-out")));
    if (wanted === "bingo" ? lines.every((one) => one) : lines.some((one) => one)) return card.id;
  }
  return "";
}"""
"""Finds a cartón of the page's own that has a prize complete, as its player sees it."""


def press(page: Page, name: str) -> None:
    before = shown(page)
    page.get_by_role("button", name=name).first.click()
    moved(page, before)


def enter_material(manager: Page) -> None:
    for form, fields in (
        ("register-machine", {"model": "M-1", "approval": "CNJ-1"}),
        ("register-balls", {"balls": "S-1", "approval": "CNJ-2"}),
        ("register-series", {"letter": "b", "identification": "7", "size": "60"}),
    ):
        place, before = manager.locator(f"form:has(input[name=act][value={form}])").first, shown(manager)
        for field, value in fields.items():
            place.locator(f"[name={field}]").fill(value)
        for choice, value in {"kind": "drum" if form == "register-machine" else "single", "value": "200"}.items():
            if place.locator(f"select[name={choice}]").count():
                place.locator(f"select[name={choice}]").select_option(value)
        place.locator("button[type=submit]").click()
        moved(manager, before)
    checks = manager.locator("#bg-part-checks button")
    for left in range(checks.count(), 0, -1):
        expect(checks).to_have_count(left)
        checks.first.click()
    expect(checks).to_have_count(0)


def buy(player: Page, seller: Page, count: str) -> None:
    before = shown(player)
    player.locator("#do-buy-in input[inputmode]").fill("12")
    player.locator("#do-buy-in button[type=submit]").click()
    moved(player, before)
    before = shown(player)
    player.locator("form:has(input[value=want-cards]) input[name=count]").fill(count)
    press(player, "Pedir cartones")
    in_step([player, seller])
    wish = seller.locator("button.bg-wish")
    expect(wish).to_have_count(1)
    wish.click()
    expect(player.locator(".bg-own")).to_have_count(int(count))


def draw_until(prize: str, caller: Page, players: list[Page], panel: Page) -> tuple[Page, str]:
    """Let balls out by the one key until a player sees a prize complete; return his page and the cartón."""
    for _ in range(90):
        for page in players:
            if card := str(page.evaluate(COMPLETE, prize)):
                return page, card
        caller.locator("button[data-key=b]").wait_for()
        before = panel.locator("li.bg-lit").count()
        caller.keyboard.press("b")
        expect(panel.locator("li.bg-lit")).to_have_count(before + 1)
        in_step([*players, panel, caller])
    raise AssertionError(prize)


def call(prize: str, player: Page, card: str, chief: Page, panel: Page) -> None:
    own = player.locator(f"#{card}")
    button = own.locator("details", has_text=prize)
    button.locator("summary").click()
    button.locator("button").click()
    expect(panel.locator(".bg-called h2")).to_contain_text(prize.strip("¡!"))
    assert panel.locator(".bg-called td").count() == 0, "the master is not shown before the chief shows it"
    chief.locator("button[data-key=m]").wait_for()
    chief.keyboard.press("m")
    expect(panel.locator(".bg-called td")).to_have_count(27)
    chief.locator("button[data-key=c]").wait_for()
    chief.keyboard.press("c")
    expect(panel.locator(".bg-finding")).to_contain_text("correcto")
    expect(panel.locator(".clock")).to_be_visible()


def room_for_two_cartones(panel: Page) -> None:
    """Put a second called cartón on the wall: both, what is said and the clock stand above the prizes."""
    panel.evaluate("document.querySelector('.bg-check').append(document.querySelector('.bg-called').cloneNode(true))")
    prizes = panel.locator(".bg-prizes").bounding_box()
    assert prizes is not None
    for part in (".bg-called >> nth=1", ".bg-said", ".clock"):
        box = panel.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= prizes["y"], part


def test_caller_chief_players_and_panel_play_a_game_to_its_payment(crowd: Any) -> None:
    manager = crowd.open("/mesa/bingo/jefe-de-sala")
    chief = crowd.open("/mesa/bingo/jefe", (1400, 950))
    caller = crowd.open("/mesa/bingo/locutor", (1400, 950))
    cashier = crowd.open("/mesa/bingo/cajero")
    panel = crowd.open("/mesa/bingo/publico", (1920, 1080))
    ana = crowd.open("/mesa/bingo/de-pie", (390, 844), has_touch=True, is_mobile=True)
    luis = crowd.open("/mesa/bingo/de-pie")
    enter_material(manager)
    in_step([manager, chief])
    for name in ("Meter en el bombo", "Abrir la sesión", "Anunciar la venta"):
        press(chief, name)
    in_step([chief, ana, luis, caller])
    buy(ana, caller, "6")
    buy(luis, caller, "5")
    assert ana.locator(".bg-own").first.inner_text() not in luis.content()
    in_step([caller, chief])
    press(chief, "Cerrar la venta")
    in_step([chief, cashier])
    press(cashier, "Recoger los no vendidos")
    in_step([cashier, chief])
    for name in ("Cantar los vendidos", "Cantar los premios", "Comienza la partida"):
        press(chief, name)
    expect(panel.locator(".bg-prizes")).to_contain_text("13,20")
    winner, card = draw_until("linea", caller, [ana, luis], panel)
    call("¡Línea!", winner, card, chief, panel)
    press(chief, "Continúa la partida")
    in_step([chief, caller])
    winner, card = draw_until("bingo", caller, [ana, luis], panel)
    call("¡Bingo!", winner, card, chief, panel)
    room_for_two_cartones(panel)
    press(chief, "Fin de la partida")
    in_step([chief, cashier])
    for prize in ("línea", "bingo"):
        press(cashier, f"Pagar {prize} a la cuenta")
    expect(winner.locator(".my-result").first).to_contain_text("13,20")
    in_step([cashier, chief])
    press(chief, "Cerrar la partida")
    expect(panel.locator(".bg-state")).to_contain_text("Entre partidas")


OPENING = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


def test_wall_and_player_find_the_hall_that_was_opened_again(tmp_path: Path, browser: Browser) -> None:
    """The wall and a player's page, which stand on a hall that is closed and opened again, go on by themselves."""

    async def start() -> tuple[Hall, dict[str, Any]]:
        return await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh()), {
            "staff_access": StaffAccess(key="llave-de-la-sala")
        }

    with served(start) as hall:
        table = hall.portal.call(hall.hall.open_table, "bingo", OPENING)
        hall.portal.call(do, table, PersonId("marta"), b.BuyIn(12_00))
        contexts = [browser.new_context(), browser.new_context()]
        wall, player = (one.new_page() for one in contexts)
        wall.goto(f"{hall.address}/mesa/sala/publico")
        player.goto(f"{hall.address}/mesa/sala/volver/marta/{hall.return_word('marta')}")
        player.wait_for_url(re.compile("/mesa/sala/como/marta$"), timeout=PATIENCE)
        for page in (wall, player):
            expect(page.locator("#live[data-following=yes]")).to_be_attached()
        hall.portal.call(do, table, HOUSE, b.CloseHall())
        hall.portal.call(hall.hall.open_table, "bingo", OPENING)
        wall.wait_for_url(re.compile("/mesa/sala-2/publico$"), timeout=PATIENCE)
        player.wait_for_url(re.compile("/mesa/sala-2/como/marta$"), timeout=PATIENCE)
        expect(player.get_by_text("12 €").first).to_be_visible()
        for one in contexts:
            one.close()
