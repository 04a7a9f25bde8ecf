"""A house in browsers: chips are sold to a phone, played with and cashed in, the day is counted; its desks."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tapete.catalogue import recorded_engines
from tapete.cli.records import audit_inputs
from tapete.house.acts import OpenHouse
from tapete.live import Hall, Keys
from tapete.people.accounts import Grant
from tapete.record.audit import audit
from tapete.record.source import open_source
from tapete.table.staff import Role
from tests.e2e.test_coup import play, prepare, press
from tests.support.e2e.crowd import in_step, take_shoe
from tests.support.e2e.served import served
from tests.support.web.accounts import People

pytestmark = pytest.mark.e2e
PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}


class HouseSite(NamedTuple):
    address: str
    staff: dict[str, dict[str, str]]
    record: Path
    key: Path
    stop: Callable[[], None]


@pytest.fixture
def house_site(tmp_path: Path, known_order: None) -> Iterator[HouseSite]:
    """A house with accounts: a director who is chief of tables too, a cashier and a croupier."""
    people, staff = People(), dict[str, dict[str, str]]()

    async def start() -> tuple[Hall, dict[str, Any]]:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"))
        accounts = people(hall)
        people.people.staff.grant("dora", {Grant(Role.DIRECTOR), Grant(Role.TABLE_CHIEF)}, by="dora")
        people.join("caja", Grant(Role.CASHIER))
        people.join("cruz", Grant(Role.CROUPIER))
        await hall.open_house(OpenHouse("Casino de prueba", people.account("dora").person))
        staff.update({name: people.login(name) for name in ("dora", "caja", "cruz")})
        return hall, {"people": accounts}

    with served(start) as found:
        yield HouseSite(found.address, staff, tmp_path / "hall.db", tmp_path / "key", found.stop)


@pytest.fixture
def site(house_site: HouseSite) -> str:
    return house_site.address


@pytest.fixture
def tables() -> Callable[[str], str]:
    """Tables have the names that the director gives them."""
    return str


def come(crowd: Any, site: HouseSite, name: str, path: str) -> Page:
    context = crowd.browser.new_context(viewport={"width": 1280, "height": 860}, locale="es-ES")
    context.add_cookies(
        [{"name": cookie, "value": value, "url": site.address} for cookie, value in site.staff[name].items()]
    )
    crowd.contexts.append(context)
    return take_post(crowd.open("/", same=context), site, path)


def take_post(page: Page, site: HouseSite, path: str) -> Page:
    page.goto(site.address + path)
    page.locator("form.post-form button.main").click()
    expect(page.locator("#live")).to_have_attribute("data-following", "yes")
    return page


def form_of(page: Page, act: str, **fixed: str) -> Locator:
    """Return the form of an act of a desk; its drawer is opened."""
    found = page.locator("form.post-form").filter(has=page.locator(f'input[name="act"][value="{act}"]'))
    for name, value in fixed.items():
        found = found.filter(has=page.locator(f'input[name="{name}"][value="{value}"]'))
    return shown(found.first)


def shown(form: Locator) -> Locator:
    """Open the drawers of a form in one moment: the desk may be drawn anew between two."""
    form.evaluate("one => { for (let at = one; at; at = at.parentElement) if (at.matches('details')) at.open = true; }")
    return form


def send(page: Page, act: str, fixed: dict[str, str] | None = None, **typed: str) -> None:
    form = form_of(page, act, **(fixed or {}))
    for name, value in typed.items():
        form.locator(f'input[name="{name.replace("_", "-")}"]').fill(value)
    form.locator("button").click()
    expect(page.locator("main[aria-busy], .refused")).to_have_count(0)


def sign(page: Page) -> None:
    form_of(page, "sign-slip").locator("button").click()
    expect(page.locator("#vales")).to_have_count(0)


def test_chips_are_sold_to_a_phone_played_with_and_cashed_in_and_the_day_is_closed(
    crowd: Any, house_site: HouseSite, window: Callable[[Page], str]
) -> None:
    director, cashier, phone = begun(crowd, house_site)
    opening = director.locator("#abrir-mesa")
    opening.locator("summary").click()
    opening.locator('input[name="name"]').fill("mesa-1")
    opening.locator('input[name="minimum-euros"]').fill("5")
    opening.locator("button").click()
    expect(director.locator("#mesas")).to_contain_text("mesa-1")
    send(cashier, "write-slip", {"kind": "opening", "table": "mesa-1"}, chips_euros="10000")
    sign(director)

    send(cashier, "sell-chips", amount_euros="600")
    phone.goto(house_site.address + "/jugador")
    expect(phone.locator("#casa")).to_contain_text(re.compile("600\\s€"))

    croupier = come(crowd, house_site, "cruz", "/mesa/mesa-1/crupier")
    chief = take_post(crowd.open("/", same=director.context), house_site, "/mesa/mesa-1/jefe")
    phone.goto(house_site.address + "/")
    phone.locator("#mesa-mesa-1 a.main").click()  # two presses from the lobby to a seat with chips
    phone.locator("#take-seat button").nth(2).click()
    expect(phone.locator("#live")).to_have_attribute("data-following", "yes")
    expect(phone.locator(".chips-sum b")).to_contain_text("500")
    prepare(croupier)
    take_shoe(phone, croupier)
    phone.locator("button.box.punto").click()
    expect(phone.locator(".box.punto .pile")).to_be_visible()
    in_step([croupier, phone])
    press(croupier, "No va más")
    press(phone, "Dar las cartas")
    play([croupier, phone], window)
    press(croupier, "Cobrar y pagar")
    expect(phone.locator(".my-result")).to_be_visible()

    chief.locator("#more").click()
    chief.locator("[id$=do-close-table]").click()
    expect(director.locator("#mesas")).to_contain_text("cerrada")
    on_table = re.search(r"Fichas ([\d.,]+)\s€", director.locator("#mesas").inner_text())
    assert on_table is not None
    send(cashier, "write-slip", {"kind": "closing", "table": "mesa-1"}, chips_euros=on_table[1])
    sign(director)
    row = cashier.locator("#gente summary").filter(has_text="Ana")
    expect(row).to_contain_text(re.compile(r"Fichas (595|605)\s€"))
    purse = re.search(r"Fichas (595|605)\s€", row.inner_text())
    assert purse is not None
    phone.goto(house_site.address + "/jugador")
    send(phone, "write-slip", {"kind": "buy-back"}, chips_euros=purse[1])
    expect(phone.locator("#casa")).to_contain_text("Espera a la caja")
    send(cashier, "buy-back-chips")
    held = re.search(r"Fichas ([\d.,]+)\s€.*?Efectivo ([\d.,]+)\s€", cashier.locator("#caja").inner_text(), re.S)
    assert held is not None
    send(cashier, "write-slip", {"kind": "count"}, chips_euros=held[1], cash_euros=held[2])
    sign(director)
    send(director, "close-day")
    expect(director.locator("form.post-form").filter(has=director.locator('input[value="open-day"]'))).to_have_count(1)

    for context in crowd.contexts:
        context.close()
    house_site.stop()
    source = open_source(house_site.record)
    try:
        report = audit(source, recorded_engines(), audit_inputs(house_site.key, [], None))
        closed = [
            event
            for kept in source.stored_entries("house")
            for event in kept.link.body.decode().split('"event":')
            if event.startswith(('"day-closed@1"', '"slip-signed@1"'))
        ]
    finally:
        source.close()
    assert report.problems == ()
    assert closed[-1].startswith('"day-closed@1"')
    assert all('"missing":0' in one and '"missing_cash":0' in one for one in closed[:-1])


def begun(crowd: Any, site: HouseSite) -> tuple[Page, Page, Page]:
    director, cashier = (come(crowd, site, *one) for one in (("dora", "/casa/direccion"), ("caja", "/casa/caja")))
    send(director, "open-day", day="2025-11-22")
    expect(cashier.locator("main")).to_contain_text("2025-11-22")
    send(cashier, "write-slip", {"kind": "supply"}, chips_euros="50000", cash_euros="20000")
    sign(director)
    phone = crowd.open("/jugador", **PHONE)
    phone.locator('form[action="/jugador/alta"] input[name="name"]').fill("Ana")
    phone.locator('form[action="/jugador/alta"] button').click()
    send(director, "admit", person="Ana")
    expect(cashier.locator("#gente summary").filter(has_text="Ana")).to_have_count(1)
    return director, cashier, phone


PRESS = "() => document.querySelector('input[name=act][value=sell-chips]').form.querySelector('button').click()"


def test_what_is_typed_stays_and_a_button_pressed_again_sells_once(crowd: Any, house_site: HouseSite) -> None:
    director, cashier, _ = begun(crowd, house_site)
    form_of(cashier, "sell-chips").locator('input[name="amount-euros"]').fill("600")
    cashier.route("**/hacer", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    cashier.evaluate(PRESS)
    expect(director.locator("#gente summary").filter(has_text="Ana")).to_contain_text("600")
    expect(cashier.locator("#offline")).to_be_visible()
    cashier.evaluate(PRESS)  # the same finger, once more
    expect(cashier.locator("#offline")).to_be_hidden()
    expect(cashier.locator("#gente summary").filter(has_text="Ana")).to_contain_text("Fichas 600")
    crowd.errors.clear()  # the browser itself reports the request that failed
    field = form_of(cashier, "sell-chips").locator('input[name="amount-euros"]')
    field.fill("600")
    send(director, "write-minutes", text="una nota")
    send(director, "write-slip", {"kind": "supply"}, chips_euros="1", cash_euros="0")
    expect(cashier.locator("#vales")).to_have_count(1)
    expect(field).to_have_value("600")
    expect(field).to_be_visible()
