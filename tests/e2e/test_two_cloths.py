"""The two-cloth game in real browsers: a whole hand, a banco, a bank that breaks and is deposited anew, by buttons."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.accounts import BANK, balance
from tapete.games.dos_panos.terms import Phase
from tests.support.e2e.crowd import in_step, moved, require_fitting, require_large_targets, shown
from tests.support.e2e.written import PLACES, PlayedTable, go_on, press

pytestmark = pytest.mark.e2e
PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}


class Evening:
    """A table of two cloths with its people, each at a page of his own."""

    def __init__(self, crowd: Any, table: str = "panos") -> None:
        self.crowd, self.table = crowd, table
        self.croupier = self.open("crupier", size=(1400, 950))
        self.inspector = self.open("inspector", size=(1280, 900))
        self.people = {name: self.open(f"jugador-{place}", **PHONE) for name, place in PLACES.items()}
        self.banker = self.open("de-pie", size=(1280, 900))
        for name, page in self.people.items():
            press(page, "Sentarse en el puesto", seat=PLACES[name])
            press(page, "Comprar", **{"amount-euros": "3000"})
        press(self.banker, "pie", seat="5")
        self.screen = self.open("publico", size=(1920, 1080))

    @property
    def pages(self) -> list[Page]:
        return [self.croupier, self.inspector, self.banker, self.screen, *self.people.values()]

    def open(self, link: str, size: tuple[int, int], **options: Any) -> Page:
        return self.crowd.open(f"/mesa/{self.table}/{link}", size, **options)

    def bank(self, amount: str) -> None:
        in_step(self.pages)
        banker = self.banker.locator("#stage").evaluate("() => document.body.dataset.here.split('/').at(-1)")
        press(self.inspector, "Anunciar banquero", person=banker, shoes="1", **{"amount-euros": amount})
        in_step(self.pages)
        press(self.banker, "Depositar la banca", **{"amount-euros": amount})
        self.shoe()
        press(self.banker, "Entregar")

    def shoe(self) -> None:
        in_step(self.pages)
        press(self.croupier, "Contar", count="312")
        press(self.croupier, "Barajar")
        press(self.croupier, "Cortar", depth="100")
        press(self.croupier, "detención", below="10")
        in_step(self.pages)

    def bets(self, banco: str = "") -> None:
        in_step(self.pages)
        press(self.croupier, "Hagan juego")
        in_step(self.pages)
        if banco:
            press(self.people[banco], "«Banco»")
            in_step(self.pages)
        if self.phase() == "banco":
            press(self.croupier, "seguir")
            in_step(self.pages)

    def phase(self) -> str:
        return str(self.croupier.locator("main").get_attribute("data-step")).split(".")[2]

    def stake(self, name: str, amount: str, cloth: str, spot: str = "cloth") -> None:
        in_step(self.pages)
        press(self.people[name], "Apostar otra cantidad", cloth=cloth, spot=spot, **{"amount-euros": amount})

    def lay(self, name: str, spot: str, *chips: int) -> None:
        """Lay chips on a spot, each by its place in the rack."""
        page = self.people[name]
        for chip in chips:
            before = shown(page)
            page.locator(f".rack [data-digit='{chip}']").click()
            page.locator(f"#bet-{spot}").click()
            moved(page, before)

    def deal(self) -> None:
        in_step(self.pages)
        for _ in range(6):
            press(self.banker, "Carta tapada")
        in_step(self.pages)
        press(self.croupier, "Llevar las cartas")

    def finish(self, *goals: str) -> None:
        number = str(self.croupier.locator("main").get_attribute("data-step")).split(".")[1]
        for _ in range(40):
            in_step(self.pages)
            step = str(self.croupier.locator("main").get_attribute("data-step")).split(".")
            if step[2] in ("between", "broken", "repeat", "shoe", "custody", *goals) or step[1] != number:
                return
            if not any(go_on(page) for page in (*self.people.values(), self.banker, self.croupier)):
                raise AssertionError(f"nobody has a big button in {step[2]}")
        raise AssertionError("the coup does not end")

    def require_fitting(self) -> None:
        require_fitting(self.screen, high=True)
        for page in self.pages:
            require_fitting(page)
            require_within(page)
            size, phone = page.viewport_size, {"width": 390, "height": 844}
            assert size
            if size != phone:
                page.set_viewport_size(phone)
                require_fitting(page)
                require_within(page)
            if page is not self.screen:
                require_large_targets(page)
            for width, height in ((844, 390), (360, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(MEETING) == [], f"in a window of {width} x {height}"
            page.set_viewport_size(size)


MEETING = """() => [...document.querySelectorAll(".cloth")].flatMap((cloth) => {
  const parts = [...cloth.querySelectorAll(".won, .total, .card, .at-risk b, .pile b, .number, .name")];
  const shown = parts.filter((one) => one.checkVisibility() && one.textContent.trim() + one.childElementCount);
  const boxes = shown.map((one) => [one.getAttribute("class") || one.tagName, one.getBoundingClientRect()]);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1)
    .filter(([other, its]) => !(/card/.test(name) && /card/.test(other)) && over(box, its))
    .map(([other]) => `${name} and ${other}`));
})"""
OUTSIDE = """([inner, outer]) => [...document.querySelectorAll(outer)].flatMap((box) => {
  const round = box.getBoundingClientRect();
  const beyond = (one) => one.left < round.left - 1 || one.right > round.right + 1;
  const shown = [...box.querySelectorAll(inner)].filter((one) => one.checkVisibility());
  return shown.filter((one) => beyond(one.getBoundingClientRect())).map((one) => one.getAttribute("class"));
})"""


def require_within(page: Page) -> None:
    """The cards that lie before no hand lie between the cloths, and what a cloth says lies on it."""
    assert page.evaluate(OUTSIDE, [".loose .card", ".between-cloths"]) == []
    assert page.evaluate(OUTSIDE, [".won, .seat, .cards .card", ".cloth"]) == []


def test_a_banco_alone_and_then_a_whole_hand_and_what_each_one_sees(crowd: Any) -> None:
    here = Evening(crowd)
    here.bank("2000")
    here.bets(banco="bea")
    expect(here.screen.locator(".banco-held")).to_contain_text("juega solo contra la banca")
    for cloth in ("primero", "segundo"):
        expect(here.screen.locator(f"#cloth-{cloth} .at-risk")).to_contain_text("1.000")
    here.deal()
    here.finish()
    expect(here.banker.locator(".past-coups li")).to_have_count(1)
    here.require_fitting()
    here.bets()
    here.lay("ana", "primero-cloth", 3)
    here.lay("bea", "primero-cloth", 2, 2, 1)
    here.people["bea"].locator("#undo").click()
    expect(here.screen.locator(".cloth [data-seat='2'] .pile")).to_contain_text("50")
    here.lay("bea", "primero-across", 1)  # the least that is parted, of a chip that is less
    expect(here.people["bea"].locator("#bet-primero-across b")).to_contain_text("20")
    here.people["bea"].locator("#undo").click()
    expect(here.people["bea"].locator("#bet-primero-across .takes")).to_contain_text("desde 20")
    here.people["bea"].locator(".rack [data-digit='2']").click()
    expect(here.people["bea"].locator("#bet-primero-across")).to_have_attribute("aria-disabled", "true")
    here.lay("carla", "segundo-cloth", 3)
    here.people["carla"].locator("#double").click()
    expect(here.screen.locator("#cloth-segundo .at-risk")).to_contain_text("200")
    here.stake("dani", "40", "segundo", "line")
    expect(here.screen.locator("#cloth-segundo .area.line")).to_contain_text("40")
    press(here.croupier, "Ya no va más")
    here.deal()
    in_step(here.pages)
    press(here.people["ana"], "Mirar las cartas")
    expect(here.people["ana"].locator("#hand-primero svg.card.up")).to_have_count(2)
    in_step(here.pages)
    for page in (here.croupier, here.banker, here.screen, here.people["bea"], here.people["carla"]):
        assert page.locator(".felt svg.card.up").count() == 0
    for _ in range(20):
        in_step(here.pages)
        if here.phase() in ("answer", "banker") or not any(go_on(page) for page in here.people.values()):
            break
    here.require_fitting()
    here.finish("settle")
    expect(here.screen.locator(".cloth .won")).to_have_count(2)
    here.finish()
    expect(here.banker.locator(".past-coups li")).to_have_count(2)


def test_a_broken_bank_is_deposited_anew(crowd: Any) -> None:
    banker = crowd.open("/mesa/panos/de-pie")
    person = banker.evaluate("document.body.dataset.here.split('/').at(-1)")
    played = PlayedTable(crowd.hall(), crowd.table("panos"), person)
    played.open_bank(1_000_00)
    while played.there.step.phase != Phase.BROKEN:
        played.bets(balance(played.there.state.ledger, BANK) // 2)
        played.deal()
        played.finish()
    croupier, screen = crowd.open("/mesa/panos/crupier", (1400, 950)), crowd.open("/mesa/panos/publico", (1920, 1080))
    in_step([banker], played.there.version)
    expect(screen.locator(".said")).to_be_visible()
    press(banker, "Depositar la banca", **{"amount-euros": "1000"})
    in_step([croupier, banker, screen])
    expect(banker.locator("#do-deposit-bank")).to_have_count(0)
    expect(screen.locator(".the-bank")).to_contain_text("1.000")
    for page in (croupier, banker, screen):
        require_fitting(page, high=page is screen)
        require_within(page)
