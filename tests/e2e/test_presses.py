"""What becomes of a press: presets and sums, double clicks, refusals, answers that are lost; no act is done twice."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.e2e.test_coup import prepare, sit_down
from tests.support.e2e.crowd import (
    click_first,
    click_second,
    in_step,
    moved,
    require_fitting,
    shown,
    take_place,
    take_shoe,
)
from tests.support.e2e.written import note

pytestmark = pytest.mark.e2e


def test_a_preset_fills_and_the_button_names_act_and_sum(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    take_place(page, "1")
    form = page.locator("#do-buy-in")
    button = form.locator("button[type=submit]")
    expect(button).to_have_text("Comprar fichas")
    preset = form.locator("button.amount").first
    preset.click()
    expect(button).to_contain_text("200")
    expect(button).to_be_focused()
    expect(page.locator(".purse b")).to_have_text("0\u00a0€")
    form.locator("input[name=amount-euros]").fill("1.250,50")
    expect(button).to_contain_text("1.250,50")
    form.locator("input[name=amount-euros]").fill("12,345")
    expect(button).to_have_text("Comprar fichas")
    button.click()
    expect(page.locator("#answer .refused")).to_contain_text("No se entiende el importe")
    expect(page.locator(".purse b")).to_have_text("0\u00a0€")
    preset.click()
    page.keyboard.press("Enter")
    expect(page.locator(".purse b")).to_contain_text("200")
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal


def test_a_double_click_buys_once_and_is_told_as_done(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    take_place(page, "1")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/hacer") else None)
    page.locator("#do-buy-in button.amount").first.click()
    click_first(page.locator("#do-buy-in button[type=submit]"))
    click_second(page.locator("#do-buy-in button[type=submit]"))
    expect(page.locator(".purse b")).to_contain_text("200")
    expect(page.locator("#answer")).to_contain_text("Hecho: Comprar fichas")
    assert len(sent) == 1, "the second click of two is no second press"
    page.locator("#do-buy-in button.amount").first.click()
    page.wait_for_timeout(1_000)
    page.locator("#do-buy-in button[type=submit]").click()
    expect(page.locator(".purse b")).to_contain_text("400")


def test_what_is_written_before_the_answer_is_there_stays_when_it_comes(crowd: Any) -> None:
    page: Page = crowd.open("/mesa/escrita/crupier", (1400, 950))
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/hacer", lambda route: held.append((route, route.fetch())), times=1)
    note(page, "ana", "sit", seat="1")
    page.locator("#note-person").select_option("ana")
    page.locator("#note-what").select_option("buy-in")
    page.locator("#note-amount").fill("5000")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(page.locator("#answer .said-back")).to_have_count(1)
    expect(page.locator("#note-new")).to_have_value("")
    expect(page.locator("#note-amount")).to_have_value("5000")
    before = shown(page)
    page.locator("#do-note-act button").click()
    moved(page, before)
    expect(page.locator("#answer .refused")).to_have_count(0)


def in_sheet(player: Page, act: str, amount: str) -> None:
    player.locator("#more").click()
    player.locator(f"#do-{act}-amount").fill(amount)
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
    version = shown(page)
    click_first(button)
    moved(page, version)
    there = page.locator(".ask button.main:visible")
    if there.count():
        click_second(there.first)
    assert sent[before:] == ["hacer"], name
    return name


def test_no_big_button_of_a_table_is_pressed_by_the_second_click(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, ana = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(ana, "1")
    sent = {page: posts(page) for page in (croupier, ana)}
    pressed = []
    for _ in range(40):
        in_step([croupier, ana])
        if window(croupier) == "bets" and not ana.locator(".box.punto .pile").count():
            take_shoe(ana, croupier)
            ana.locator("button.box.punto").click()
            expect(ana.locator(".box.punto .pile")).to_be_visible()
            in_step([croupier, ana])
        page = croupier if croupier.locator(".ask button.main:visible:not([aria-disabled])").count() else ana
        pressed.append(press_twice(page, sent[page]))
        if pressed[-1].startswith("Cobrar"):
            break
    assert {"Barajar", "«Hagan juego»", "Dar las cartas", "Cobrar y pagar"} <= set(pressed)


def test_a_double_click_gives_more_time_once(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    prepare(croupier)
    sent = posts(croupier)
    button = croupier.locator("#more-time")
    click_first(button)
    click_second(button)
    expect(croupier.locator("#answer")).to_contain_text("15 segundos")
    assert sent == ["mas-tiempo"]
    with croupier.expect_response(lambda answer: answer.url.endswith("/mas-tiempo")):
        button.click()
    assert sent == ["mas-tiempo", "mas-tiempo"]


def test_chips_are_laid_as_quickly_as_somebody_likes(crowd: Any) -> None:
    croupier, ana = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(ana, "1")
    prepare(croupier)
    take_shoe(ana, croupier)
    ana.locator("button.box.punto").dblclick()
    expect(ana.locator(".purse b")).to_contain_text("490")


def test_a_held_key_presses_once(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    sent = posts(croupier)
    croupier.locator(".ask button.main:not([aria-disabled])").focus()
    version = shown(croupier)
    for _ in range(4):
        croupier.keyboard.down("Enter")
    moved(croupier, version)
    croupier.locator(".ask button.main:not([aria-disabled])").focus()
    croupier.keyboard.down("Enter")  # still held
    croupier.keyboard.up("Enter")
    version = shown(croupier)
    croupier.keyboard.press("Enter")
    moved(croupier, version)
    assert sent == ["hacer", "hacer"]


def test_a_refusal_stands_until_it_can_be_read_though_the_table_goes_on(crowd: Any) -> None:
    croupier, player = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.clock.set_fixed_time(NOW)
    cash_out(player, "900")
    refused = player.locator("#answer .refused")
    expect(refused).to_contain_text("No alcanza")
    player.clock.set_fixed_time(NOW + timedelta(seconds=4))
    prepare(croupier)
    in_step([croupier, player])
    expect(refused).to_be_visible()
    player.clock.set_fixed_time(NOW + timedelta(seconds=6))
    expect(refused).to_have_count(0)


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


@pytest.mark.parametrize("loss", LOSSES)
def test_what_became_of_a_bet_is_said_and_another_touch_is_another_bet(crowd: Any, loss: str) -> None:
    player = at_the_boxes(crowd)
    box, told = player.locator("button.box.punto"), player.locator("#presses")
    player.route(ACTS, LOSSES[loss], times=1)
    box.click()
    expect(told).to_contain_text("Se había perdido la respuesta. Esto se contestó a: Punto · 5 €")
    expect(told).to_contain_text("Hecho")
    expect(player.locator("#answer")).not_to_contain_text("Bad Gateway")
    expect(player.locator(".purse b")).to_contain_text("495")
    box.click()
    expect(player.locator(".purse b")).to_contain_text("490")
    crowd.errors.clear()  # the browser itself reports the request that failed


def test_a_lost_bet_is_not_taken_for_a_later_one_of_the_same_amount(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    box, purse = player.locator("button.box.punto"), player.locator(".purse b")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("495")
    choose(player, 25)
    box.click()
    expect(purse).to_contain_text("470")
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("465")
    player.unroute(FATES)
    expect(player.locator("#presses")).to_contain_text("Esto se contestó a: Punto · 5 €")
    expect(purse).to_contain_text("465")
    crowd.errors.clear()


def test_pressed_again_before_anybody_knows_it_is_one_bet(crowd: Any) -> None:
    player = at_the_boxes(crowd, size=(390, 844))
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
    crowd.errors.clear()


def test_what_never_arrived_is_offered_again_and_counts_once_or_is_left_alone(crowd: Any) -> None:
    player = at_the_boxes(crowd, size=(390, 844))
    sent: list[str] = []
    player.on("request", lambda request: sent.append(request.post_data or "") if "/hacer" in request.url else None)
    told, purse, box = player.locator("#presses"), player.locator(".purse b"), player.locator("button.box.punto")
    player.route(ACTS, lambda route: route.abort(), times=1)
    box.click()
    again = told.get_by_role("button", name="Pulsar otra vez")
    expect(again).to_be_visible()
    expect(told).to_contain_text("No consta en el registro: Punto · 5 €")
    expect(told).to_have_attribute("aria-live", "assertive")
    require_fitting(player)
    assert len(sent) == 1, "nothing is sent again by itself"
    expect(purse).to_contain_text("500")
    again.focus()
    player.keyboard.press("Enter")
    expect(purse).to_contain_text("495")
    expect(player.locator("#presses > *")).to_have_count(0)
    assert sent[0] == sent[1], "the same press, under the same ids"
    player.route(ACTS, lambda route: route.abort(), times=1)
    box.click()
    told.get_by_role("button", name="Dejarlo").click()
    expect(player.locator("#presses > *")).to_have_count(0)
    box.click()
    expect(player.locator("#answer")).to_contain_text("Hecho")
    expect(purse).to_contain_text("490")
    crowd.errors.clear()


def test_the_fate_of_a_purchase_is_said_after_the_page_was_loaded_anew(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    buy(player, "300")
    expect(player.locator("#presses [data-fate=asked]")).to_contain_text("300 €")
    expect(player.locator(".purse b")).to_contain_text("800")
    player.reload()  # before the fate can be asked for: the old page must not have said it
    player.unroute(FATES)
    expect(player.locator("#presses")).to_contain_text("Esto se contestó a: Comprar fichas")
    expect(player.locator("#presses")).to_contain_text("Hecho")
    buy(player, "300")
    expect(player.locator(".purse b")).to_contain_text("1.100")
    crowd.errors.clear()


def test_a_refusal_that_was_lost_is_told_as_what_it_is(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    player.route(ACTS, cut, times=1)
    cash_out(player, "700")
    expect(player.locator("#presses .said-back.refused")).to_contain_text("No se puede")
    expect(player.locator(".purse b")).to_contain_text("500")
    crowd.errors.clear()
