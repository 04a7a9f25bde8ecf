"""A real table of two cloths that its croupier writes down, by the buttons of his page."""

import itertools
from typing import Any

from playwright.sync_api import Page, expect

from tapete.games.dos_panos import acts as a
from tapete.kernel import PersonId
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.e2e.crowd import in_step, moved, shown
from tests.support.e2e.served import Served

PLACES = {"ana": "1", "bea": "2", "carla": "6", "dani": "7"}


def press(page: Page, name: str, **fields: str) -> None:
    button = page.locator("#desk button:visible", has_text=name).first
    expect(button).to_be_visible()
    form = button.locator("xpath=ancestor::form")
    for field, value in fields.items():
        at = form.locator(f"[name='{field}']")
        at.select_option(value) if at.evaluate("one => one.tagName") == "SELECT" else at.fill(value)
    before = shown(page)
    button.click()
    expect(page.locator("#answer .refused")).to_have_count(0)
    moved(page, before)


def note(page: Page, name: str, what: str, **fields: str) -> None:
    form = page.locator("#do-note-act")
    known = form.locator(f"#note-person option[value='{name}']").count()
    form.locator("#note-person").select_option(name) if known else form.locator("#note-new").fill(name)
    form.locator("#note-what").select_option(what)
    for field, value in fields.items():
        at = form.locator(f"#note-{field}")
        at.select_option(value) if field in ("cloth", "spot") else at.fill(value)
    before = shown(page)
    form.locator("button").click()
    moved(page, before)


def key(page: Page, *faces: str) -> None:
    for face in faces:
        field = page.locator("#desk .key-card:visible").first
        field.fill(face)
        before = shown(page)
        field.press("Enter")
        moved(page, before)


def open_bank(hall: Served, table: str) -> None:
    """Do at once what :meth:`WrittenTable.open_bank` does by the pages."""
    state = hall.hall.tables[table].state
    croupier, inspector = (state.staff[one] for one in (Role.CROUPIER, Role.INSPECTOR))
    noted: list[tuple[str, Any]] = []
    for name, place in PLACES.items():
        noted += [(name, t.Sit(int(place))), (name, t.BuyIn(5_000_00))]
    for name, what in (*noted, ("rosa", t.StandBehind(5))):
        hall.do(table, croupier, a.NoteAct(PersonId(name), what))
    hall.do(table, inspector, a.AnnounceBank(PersonId("rosa"), 5_000_00))
    hall.do(table, croupier, a.NoteAct(PersonId("rosa"), a.DepositBank(5_000_00)))
    for act in (a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard(10)):
        hall.do(table, croupier, act)
    hall.do(table, croupier, a.NoteAct(PersonId("rosa"), a.DeliverBank(5_000_00)))


class WrittenTable:
    """A real table of four punters and a banker; nobody has a page but its staff and the public."""

    def __init__(self, crowd: Any, table: str = "escrita") -> None:
        self.table: str = crowd.table(table)
        self.nothing = itertools.cycle(rank + suit for suit in "phdt" for rank in "TJQK")
        self.croupier: Page = crowd.open(f"/mesa/{table}/crupier", (1400, 950))
        self.inspector: Page = crowd.open(f"/mesa/{table}/inspector")
        self.director: Page = crowd.open(f"/mesa/{table}/director")
        self.screen: Page = crowd.open(f"/mesa/{table}/publico", (1920, 1080))

    @property
    def pages(self) -> list[Page]:
        return [self.croupier, self.inspector, self.director, self.screen]

    def open_bank(self) -> None:
        for name, place in PLACES.items():
            note(self.croupier, name, "sit", seat=place)
            note(self.croupier, name, "buy-in", amount="5000")
        note(self.croupier, "rosa", "stand-behind", seat="5")
        in_step(self.pages)
        press(self.inspector, "Anunciar banquero", person="rosa", shoes="1", **{"amount-euros": "5000"})
        in_step(self.pages)
        press(self.croupier, "rosa: Depositar la banca", **{"amount-euros": "5000"})
        press(self.croupier, "Contar", count="312")
        press(self.croupier, "Barajar")
        press(self.croupier, "Cortar", depth="100")
        press(self.croupier, "detención", below="10")
        press(self.croupier, "rosa: Entregar")

    def call_bets(self) -> None:
        press(self.croupier, "Hagan juego")
        if self.croupier.locator("#do-close-calls button").count():
            press(self.croupier, "seguir")

    def close_bets(self) -> None:
        note(self.croupier, "ana", "stake", amount="100", cloth="primero", spot="cloth")
        note(self.croupier, "carla", "stake", amount="100", cloth="segundo", spot="cloth")
        press(self.croupier, "Ya no va más")

    def deal(self) -> None:
        for _ in range(6):
            if self.phase() != "deal":
                break
            press(self.croupier, "rosa: Carta tapada")
        press(self.croupier, "Llevar las cartas")

    def report(self, page: Page, accident: str, **facts: str) -> str:
        """Report an accident by its form, read what would follow, and confirm it; return what was read."""
        for drawer in ("drawer-report", f"report-{accident}"):
            if page.locator(f"#{drawer}").get_attribute("open") is None:
                page.locator(f"#{drawer} > summary").click()
        form = page.locator(f"#do-report-{accident}")
        for name, value in facts.items():
            at = form.locator(f"[name='{name}']:not([type=hidden])")
            at.select_option(value) if at.evaluate("one => one.tagName") == "SELECT" else at.fill(value)
        form.locator("button").click()
        confirm = page.locator("#confirm-report")
        expect(confirm).to_be_visible()
        told = page.locator("main").inner_text()
        before = shown(page)
        confirm.locator("button").first.click()
        moved(page, before)
        return told

    def speak(self, first: str, second: str) -> None:
        press(self.croupier, f"«{first}»")
        press(self.croupier, f"«{second}»")

    def told(self, page: Page) -> str:
        in_step(self.pages)
        incident = page.locator(".incident")
        expect(incident).to_have_count(1)
        return incident.inner_text().replace("\n", " ")

    def apply(self, page: Page) -> None:
        in_step(self.pages)
        before = shown(page)
        for reason in page.locator(".incident [name=reason]:visible").all():
            reason.fill("se vio")
        page.locator(".incident button:visible", has_text="Aplicar lo propuesto").click()
        expect(page.locator("#answer .refused")).to_have_count(0)
        moved(page, before)
        in_step(self.pages)

    def phase(self) -> str:
        return str(self.croupier.locator("main").get_attribute("data-step")).split(".")[2]

    def finish(self, *faces: str, stands: bool = False) -> None:
        """Play, the banker drawing unless he ``stands``, until the coup is over or an incident stops it; key faces."""
        keyed = itertools.chain(faces, self.nothing)
        for _ in range(60):
            if self.phase() == "between" or self.croupier.locator(".incident").count():
                return
            if self.croupier.locator("#desk .key-card:visible").count():
                key(self.croupier, next(keyed))
                continue
            banker = "#do-stand" if stands else "#do-draw-card"
            wanted = banker if self.phase() == "banker" else ".do-main:not([id^=do-lay-down])"
            button = self.croupier.locator(f"#desk {wanted} button:visible").first
            expect(button).to_be_visible()
            before = shown(self.croupier)
            button.click()
            moved(self.croupier, before)
        raise AssertionError(f"the coup does not end: {self.phase()}")

    def card(self, hand: str) -> str:
        told = self.croupier.locator(f"#hand-{hand} .card-numbers small").first.inner_text()
        return str(int(told.removeprefix("n.º ")) - 1)


CONTRAST = """() => {
  const parts = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const color = parts(style.backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
      if (color[3] > 0) return null;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll("main *")) {
    const own = [...element.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
    if (!own || element.closest("svg") || !element.checkVisibility({ checkOpacity: true })) continue;
    const under = ground(element);
    if (!under) continue;
    const [low, high] = [light(parts(getComputedStyle(element).color)), light(under)].sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) < 4.5) faint.push(element.outerHTML.slice(0, 120));
  }
  return faint;
}"""
"""What text stands on a plain colour with less contrast than WCAG 1.4.3 asks for."""


def require_readable(page: Page) -> None:
    assert page.evaluate(CONTRAST) == []
