"""A browser has six connections to a hall over HTTP/1.1, and any of them may fall silent without a word."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tapete.web import streams
from tests.e2e.test_coup import prepare, press, sit_down
from tests.support.e2e.crowd import shown

pytestmark = pytest.mark.e2e
PACE = 1


class Relay:
    """Passes bytes on between a browser and a hall; cut, it takes them and passes none, as a dead network does."""

    def __init__(self, port: int) -> None:
        self.through, self._port = threading.Event(), port
        self.through.set()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with self.listening, suppress(OSError):
            while True:
                here, there = self.listening.accept()[0], socket.create_connection(("127.0.0.1", self._port))
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with one, suppress(OSError):
            while told := one.recv(65_536):
                if self.through.is_set():
                    other.sendall(told)
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def relay(site: str) -> Iterator[Relay]:
    found = Relay(int(site.rpartition(":")[2]))
    yield found
    found.listening.shutdown(socket.SHUT_RDWR)


def test_eleven_tabs_of_one_browser_follow_and_act(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    links = ("publico", *(f"jugador-{seat}" for seat in range(1, 9)))
    tabs = [croupier, *(crowd.open(f"/mesa/mesa/{link}", same=croupier.context) for link in links)]
    before = shown(croupier)
    sit_down(tabs[-1], "8")  # the press of the tenth: it waits for no connection that is not there
    prepare(croupier)
    newest = shown(croupier)
    assert newest > before
    for tab in tabs:
        tab.wait_for_function("most => Number(document.querySelector('main').dataset.version) >= most", arg=newest)
    again = crowd.open(tabs[-1].url.removeprefix(crowd.site), same=croupier.context)
    for page, other, chips in ((again, tabs[-1], "5"), (tabs[-1], again, "10")):  # two tabs of one seat: both may act
        page.locator("button.box.punto").click()
        expect(other.locator(".box.punto .pile")).to_contain_text(chips)
    left_open = crowd.browser.new_page()  # the server ends its streams when it stops, though this one is there
    left_open.goto(f"{crowd.site}/mesa/{crowd.table('mesa')}/publico")
    expect(left_open.locator("#live")).to_have_attribute("data-following", "yes")


def test_a_connection_that_falls_silent_is_said_and_comes_back(
    browser: Browser, relay: Relay, site: str, tables: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PING_S", 0.5)  # a page that hears nothing for two pings and a half says so
    page = browser.new_page(locale="es-ES")
    page.goto(f"{relay.address}/mesa/{tables('mesa')}/publico")
    expect(page.locator("#live")).to_have_attribute("data-following", "yes")
    page.wait_for_timeout(2_000)
    expect(page.locator("#offline")).to_be_hidden()  # nothing happens at the table, and pings tell that it is there
    relay.through.clear()
    expect(page.locator("#offline")).to_be_visible(timeout=25_000)  # by its own pings it would be 35 s
    page.locator("a.brand").click()  # a link leads to no page of errors: it says why, and it is tried again
    expect(page.locator("#offline button")).to_be_focused()
    expect(page.locator("#offline")).to_contain_text("su dinero y sus apuestas están guardados")
    croupier = browser.new_page()
    croupier.goto(f"{site}/mesa/{tables('mesa')}/crupier")
    prepare(croupier)
    relay.through.set()
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("main")).to_have_attribute("data-version", str(shown(croupier)))
    page.close()
    croupier.close()


def test_an_official_who_closes_his_page_is_missed_and_one_whose_session_is_gone_is_told(crowd: Any) -> None:
    """The second as after a restart of the server: nobody has to find out by pressing a button."""
    croupier, player = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    address = croupier.url
    expect(player.locator(".post-absent")).to_have_count(0)
    croupier.close()
    expect(player.locator(".post-absent")).to_contain_text("Puesto de crupier sin atender")
    page = crowd.open(address.removeprefix(crowd.site), same=crowd.contexts[0])
    expect(player.locator(".post-absent")).to_have_count(0)
    press(page, "Contar las cartas")
    page.context.clear_cookies()
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#live")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Entrar")
    crowd.errors.clear()


def test_a_browser_that_keeps_no_cookies_is_told_at_the_door(crowd: Any) -> None:
    page = crowd.open("/mesa/mesa/publico")
    page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { value: false })")
    page.goto(f"{crowd.site}/mesa/{crowd.table('mesa')}/sentarse")
    expect(page.locator("#needs-cookies")).to_contain_text("cookies")
