"""What becomes of a press: presets and sums, double clicks, refusals, answers that are lost; no act is done twice."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.e2e.test_coup import prepare, press, sit_down
from tests.support.e2e import crowd as c

pytestmark = pytest.mark.e2e
PACE = 1


def test_a_preset_fills_the_button_names_act_and_sum_and_a_double_click_buys_once(crowd: Any) -> None:
    page = crowd.open("/mesa/mesa/jugador-1")
    c.take_place(page, "1")
    sent = posts(page)
    form, purse = page.locator("form[id^=form-do-buy-in]"), page.locator(".purse b")
    button, field = form.locator("button[type=submit]"), form.locator("input[name=amount-euros]")
    expect(button).to_contain_text(f"Comprar fichas · {field.input_value()}")  # what is usual stands on both
    field.fill("1.250,50")
    expect(button).to_contain_text("Comprar fichas · 1.250,50")
    field.fill("12,345")
    expect(button).not_to_contain_text("·")  # no sum that somebody did not write
    button.click()
    expect(page.locator("#answer .refused")).to_contain_text("No se entiende el importe")
    expect(purse).to_have_text("0\u00a0€")
    field.fill("200")
    button.dblclick()
    expect(purse).to_contain_text("200")
    expect(page.locator("#answer")).to_contain_text("Hecho: Comprar fichas")
    assert sent == ["hacer", "hacer"], "the second click of two is no second press"
    page.locator("#more").click()
    preset = page.locator(".sheet .amount-choice").first
    preset.click()
    submit = preset.locator("xpath=ancestor::form//button[@type='submit']")
    expect(submit).to_be_focused()
    expect(submit).to_contain_text(preset.inner_text().split("\n")[0])
    expect(purse).to_contain_text("200")
    page.keyboard.press("Enter")
    expect(purse).not_to_contain_text("200")
    refusals_stand_until_they_can_be_read(page, crowd.open("/mesa/mesa/crupier"))
    crowd.errors.clear()  # the browser tells of the refusals, and of the request that failed


def test_a_press_for_what_the_table_has_left_behind_does_nothing_and_says_so(crowd: Any) -> None:
    """Another act in the place of one just read can be pressed after a moment only; here the moment lasts."""
    page = crowd.open("/mesa/mesa/crupier")
    other, large = crowd.open(page.url.removeprefix(crowd.site), same=page.context), page.locator("#ask button.main")
    page.evaluate("window.running = performance.now; const at = performance.now() + 1000; performance.now = () => at")
    press(other, "Contar las cartas")
    expect(large).to_contain_text("Barajar")
    press(other, "Barajar")
    expect(large).to_have_attribute("aria-disabled", "true")
    sent = posts(page)
    large.evaluate("one => one.click()")
    expect(page.locator("#answer")).to_contain_text("La mesa ya ha seguido")
    page.evaluate("performance.now = window.running")
    expect(large).not_to_have_attribute("aria-disabled", "true")
    expect(large).not_to_contain_text("Barajar")
    assert sent == []


def test_a_card_may_be_keyed_while_the_one_before_is_on_its_way_and_a_wrong_one_is_typed_over(crowd: Any) -> None:
    croupier, player = crowd.open("/mesa/llaves/crupier"), crowd.open("/mesa/llaves/jugador-1")
    sit_down(player, "1")
    for name in ("Contar las cartas", "Barajar", "Cortar", "Poner la carta", "Quemar"):
        press(croupier, name)
    field, large = croupier.locator("input.key-card").first, croupier.locator(".keyed-card svg")
    field.fill("zz")
    croupier.keyboard.press("Enter")
    expect(croupier.locator("#answer .refused")).to_contain_text("No se entiende la carta")
    expect(field).to_be_focused()
    assert croupier.evaluate(SELECTED) == "zz"
    before = c.shown(croupier)
    croupier.evaluate("window.pace = 0.01")  # a busy machine may be slower than the moment after which it counts
    croupier.keyboard.type("7p")
    expect(large).to_be_visible()
    croupier.keyboard.press("Backspace")
    croupier.evaluate("window.pace = 1")
    expect(large).to_have_count(0)
    expect(field).to_have_value("")
    assert c.shown(croupier) == before
    croupier.keyboard.type("4p")
    c.moved(croupier, before)
    press(croupier, "Hagan juego")
    c.take_shoe(player, croupier)
    player.locator("button.box.punto").click()
    expect(player.locator(".box.punto .pile")).to_be_visible()
    press(croupier, "No va más")
    press(player, "Dar las cartas")
    c.in_step([croupier, player])
    while not field.count():
        page = player if player.locator(".ask button.main").count() else croupier
        press(page, str(page.locator(".ask button.main").first.evaluate("one => one.firstChild.textContent")))
        c.in_step([croupier, player])
    held: list[tuple[Route, APIResponse]] = []
    croupier.route("**/hacer", lambda route: held.append((route, route.fetch())), times=1)
    croupier.evaluate(WATCH_FOCUS)
    croupier.keyboard.type("5h")
    expect(field).to_have_value("")  # sent; the answer is on its way
    croupier.keyboard.type("6")
    while not held:
        croupier.wait_for_timeout(50)
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(croupier.locator("#answer .said-back")).to_contain_text("Teclear la carta")
    croupier.wait_for_function("() => window.focused.length")
    assert croupier.evaluate("window.focused") == [True], "a key struck as the next field comes would be lost"
    croupier.keyboard.type("d")
    expect(croupier.locator(".log")).to_contain_text("6 de diamantes")
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal


WATCH_FOCUS = """() => {
  window.focused = [];
  window.field = document.querySelector(".ask .key-card");
  new MutationObserver(() => {
    const field = document.querySelector(".ask .key-card");
    if (field === window.field) return;
    window.field = field;
    window.focused.push(document.activeElement === field);
  }).observe(document.getElementById("ask"), { childList: true, subtree: true });
}"""
SELECTED = "() => { const at = document.activeElement; return at.value.slice(at.selectionStart, at.selectionEnd); }"


def in_sheet(player: Page, act: str, amount: str) -> None:
    field = player.locator(f"#do-{act}-amount")
    if not field.is_visible():
        player.locator("#more").click()  # which closes an open sheet
    field.fill(amount)
    player.locator(f"#form-do-{act} button[type=submit]").click()


def cash_out(player: Page, amount: str) -> None:
    in_sheet(player, "cash-out", amount)


def buy(player: Page, amount: str) -> None:
    in_sheet(player, "buy-in", amount)


NOW = datetime(2026, 5, 4, 21, tzinfo=UTC)


def posts(page: Page) -> list[str]:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rsplit("/", 1)[1]) if request.method == "POST" else None)
    return sent


def press_twice(page: Page, sent: list[str]) -> str:
    """Double-click the big button of a desk; its act is done once, and the act that takes its place is not."""
    button = page.locator(".ask button.main:visible:not([aria-disabled])").first
    expect(button).to_be_visible()
    name = str(button.evaluate("one => one.firstChild.textContent"))
    number = page.locator("form.do-main input[type=number]:visible")
    if number.count():
        number.first.fill("100")
    before = len(sent)
    version = c.shown(page)
    c.click_first(button)
    c.moved(page, version)
    there = page.locator(".ask button.main:visible")
    if there.count():
        c.click_second(there.first)
    assert sent[before:] == ["hacer"], name
    return name


def test_no_big_button_of_a_table_is_pressed_by_the_second_click(crowd: Any, window: Callable[[Page], str]) -> None:
    """Nor by a key that is held; chips are laid as quickly as somebody likes, and what may be done twice is."""
    croupier, ana = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(ana, "1")
    sent = {page: posts(page) for page in (croupier, ana)}
    croupier.locator(".ask button.main:not([aria-disabled])").focus()
    version = c.shown(croupier)
    for _ in range(4):
        croupier.keyboard.down("Enter")
    c.moved(croupier, version)
    croupier.locator(".ask button.main:not([aria-disabled])").focus()
    croupier.keyboard.down("Enter")  # still held
    croupier.keyboard.up("Enter")
    assert sent[croupier] == ["hacer"]
    pressed = []
    for _ in range(40):
        c.in_step([croupier, ana])
        if window(croupier) == "bets" and not ana.locator(".box.punto .pile").count():
            c.take_shoe(ana, croupier)
            ana.locator("button.box.punto").dblclick()
            expect(ana.locator(".purse b")).to_contain_text("490")
            c.in_step([croupier, ana])
            give_more_time_twice(croupier, sent[croupier])
        page = croupier if croupier.locator(".ask button.main:visible:not([aria-disabled])").count() else ana
        pressed.append(press_twice(page, sent[page]))
        if pressed[-1].startswith("Cobrar"):
            break
    assert {"Barajar", "«Hagan juego»", "Dar las cartas", "Cobrar y pagar"} <= set(pressed)


def give_more_time_twice(croupier: Page, sent: list[str]) -> None:
    before, button = len(sent), croupier.locator("#more-time")
    c.click_first(button)
    c.click_second(button)
    expect(croupier.locator("#answer")).to_contain_text("15 segundos")
    assert sent[before:] == ["mas-tiempo"]
    with croupier.expect_response(lambda answer: answer.url.endswith("/mas-tiempo")):
        button.click()
    assert sent[before:] == ["mas-tiempo", "mas-tiempo"]


def refusals_stand_until_they_can_be_read(player: Page, croupier: Page) -> None:
    """Though the table goes on; one whose answer was lost is told as what it is."""
    player.clock.set_fixed_time(NOW)
    cash_out(player, "9000")
    refused = player.locator("#answer .refused")
    expect(refused).to_contain_text("No alcanza")
    player.clock.set_fixed_time(NOW + timedelta(seconds=4))
    prepare(croupier)
    c.in_step([croupier, player])
    expect(refused).to_be_visible()
    player.clock.set_fixed_time(NOW + timedelta(seconds=6))
    expect(refused).to_have_count(0)
    player.route(ACTS, cut, times=1)
    cash_out(player, "8000")
    expect(player.locator("#presses .said-back.refused")).to_contain_text("No se puede")


ACTS, FATES = "**/hacer", "**/pulsacion?*"
PROXY = "<!doctype html><title>502</title><h1>Bad Gateway</h1>"


def cut(route: Route) -> None:
    route.fetch()
    route.abort()


def proxied(route: Route) -> None:
    route.fetch()
    route.fulfill(status=502, content_type="text/html", body=PROXY)


def truncated(route: Route) -> None:
    route.fetch()
    route.fulfill(status=200, content_type="text/html", body=PROXY)


LOSSES: dict[str, Callable[[Route], None]] = {"cut": cut, "another server": proxied, "a page of no hall": truncated}


def at_the_boxes(crowd: Any, **options: Any) -> Page:
    """Return the page of a player with 500 euros while bets are open."""
    croupier = crowd.open("/mesa/mesa/crupier")
    player: Page = crowd.open("/mesa/mesa/jugador-1", **options)
    sit_down(player, "1")
    prepare(croupier)
    expect(player.locator("button.box.punto")).to_be_visible()
    return player


def choose(player: Page, amount: int) -> None:
    player.get_by_role("radio", name=f"{amount} €", exact=True).click()


def test_what_became_of_a_bet_is_said_and_another_touch_is_another_bet(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    box, told, purse = player.locator("button.box.punto"), player.locator("#presses"), player.locator(".purse b")
    for left, lose in zip((495, 485, 475), LOSSES.values(), strict=True):
        player.route(ACTS, lose, times=1)
        box.click()
        expect(told).to_contain_text("Se había perdido la respuesta. Esto se contestó a: Punto · 5 €")
        expect(told).to_contain_text("Hecho")
        expect(player.locator("#answer")).not_to_contain_text("Bad Gateway")
        expect(purse).to_contain_text(str(left))
        box.click()
        expect(purse).to_contain_text(str(left - 5))
    # A bet whose answer was lost is not taken for a later one of the same amount.
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("465")
    choose(player, 25)
    box.click()
    expect(purse).to_contain_text("440")
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("435")
    player.unroute(FATES)
    expect(told).to_contain_text("Esto se contestó a: Punto · 5 €")
    expect(purse).to_contain_text("435")
    crowd.errors.clear()  # the browser itself reports the requests that failed


def test_what_never_arrived_is_offered_again_and_counts_once_or_is_left_alone(crowd: Any) -> None:
    player = at_the_boxes(crowd, size=(390, 844))
    again_before_anybody_knows(player)
    sent: list[str] = []
    player.on("request", lambda request: sent.append(request.post_data or "") if "/hacer" in request.url else None)
    told, purse, box = player.locator("#presses"), player.locator(".purse b"), player.locator("button.box.punto")
    player.route(ACTS, lambda route: route.abort(), times=1)
    box.click()
    again = told.get_by_role("button", name="Pulsar otra vez")
    expect(again).to_be_visible()
    expect(told).to_contain_text("No consta en el registro: Punto · 5 €")
    expect(told).to_have_attribute("aria-live", "assertive")
    c.require_fitting(player)
    assert len(sent) == 1, "nothing is sent again by itself"
    expect(purse).to_contain_text("495")
    again.focus()
    player.keyboard.press("Enter")
    expect(purse).to_contain_text("490")
    expect(player.locator("#presses > *")).to_have_count(0)
    assert sent[0] == sent[1], "the same press, under the same ids"
    player.route(ACTS, lambda route: route.abort(), times=1)
    box.click()
    told.get_by_role("button", name="Dejarlo").click()
    expect(player.locator("#presses > *")).to_have_count(0)
    box.click()
    expect(player.locator("#answer")).to_contain_text("Hecho")
    expect(purse).to_contain_text("485")
    purchase_before_the_page_is_loaded_anew(player)
    crowd.errors.clear()


def again_before_anybody_knows(player: Page) -> None:
    """Pressed again while nobody knows what became of it, it is one bet."""
    box = player.locator("button.box.punto")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    box.click()
    expect(player.locator("#presses [data-fate=asked]")).to_contain_text("No hace falta pulsar otra vez")
    expect(player.locator(".purse b")).to_contain_text("495")
    box.click()
    expect(player.locator("#answer")).to_contain_text("Ya estaba hecho")
    expect(player.locator(".purse b")).to_contain_text("495")
    expect(player.locator("#presses > *")).to_have_count(0)
    player.unroute(FATES)


def purchase_before_the_page_is_loaded_anew(player: Page) -> None:
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    buy(player, "300")
    expect(player.locator("#presses [data-fate=asked]")).to_contain_text("300 €")
    expect(player.locator(".purse b")).to_contain_text("785")
    player.reload()  # before the fate can be asked for: the old page must not have said it
    player.unroute(FATES)
    expect(player.locator("#presses")).to_contain_text("Esto se contestó a: Comprar fichas")
    expect(player.locator("#presses")).to_contain_text("Hecho")
    buy(player, "300")
    expect(player.locator(".purse b")).to_contain_text("1.085")
