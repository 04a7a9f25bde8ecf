"""A hall of bingo in its pages: manager, chief, caller, cashier, two players and the panel, up to the payment."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, moved, shown

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
    """Press the button that says ``name`` and wait until the table has gone on."""
    before = shown(page)
    page.get_by_role("button", name=name).first.click()
    moved(page, before)


def enter_material(manager: Page) -> None:
    """Enter machine, balls and a series on the manager's page, and find everything in order."""
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
    """Pay into the account, ask for cartones, and have them sold."""
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
    """Call for a cartón, show its master, check it, wait for the interval and give the order."""
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
