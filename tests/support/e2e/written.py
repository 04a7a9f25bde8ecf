"""A real table of two cloths that its croupier writes down, by the buttons of his page."""

import itertools
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tapete.cards import card
from tapete.chance import CardDraw, CardOut, FaceDraw
from tapete.games.banked.acts import DrawCard, Say, Stand
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import next_hand
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tapete.table.state import Conduct
from tests.support.dos_panos.table import BANKER
from tests.support.dos_panos.walk import next_acts
from tests.support.e2e.crowd import in_step, moved, shown
from tests.support.e2e.served import Served

NOTHING = itertools.cycle(rank + suit for suit in "phdt" for rank in "TJQK")
"""Cards that count nothing."""
PLACES = {"ana": "1", "bea": "2", "carla": "6", "dani": "7"}
ROW, SHEET = ".ask-row button:visible", ".sheet button:visible"


def fill(form: Locator, fields: Mapping[str, str]) -> None:
    for field, value in fields.items():
        at = form.locator(f"[name='{field}']:not([type=hidden])")
        at.select_option(value) if at.evaluate("one => one.tagName") == "SELECT" else at.fill(value)


def press(page: Page, name: str, **fields: str) -> None:
    """Press the button of a name, where it stands or among the others, with what its form asks."""
    expect(page.locator(ROW).first).to_be_visible()
    require_still(page)
    button = page.locator(ROW, has_text=name)
    if not button.count() and page.locator("#more").count():
        page.locator("#more").click()
        button = page.locator(SHEET, has_text=name)
    button = button.first
    expect(button).to_be_visible()
    other = button.locator("xpath=following-sibling::button[contains(@class, 'other')]")
    if button.get_attribute("aria-haspopup") or (fields and other.count()):
        (other if other.count() else button).click()
        button = page.locator(".sheet button[type=submit]").first
    fill(button.locator("xpath=ancestor::form"), fields) if fields else None
    before = shown(page)
    button.click()
    moved(page, before)
    require_accepted(page)


def require_still(page: Page) -> None:
    """Wait until the large button is the act of now: for a moment after a change the one before keeps its place."""
    expect(page.locator(".ask-row [aria-disabled]")).to_have_count(0)


def require_accepted(page: Page) -> None:
    expect(page.locator(".answers .refused")).to_have_count(0)


def go_on(page: Page) -> bool:
    """Press the large button; ``False`` where there is none."""
    require_still(page)
    button = page.locator(".ask-row .main:visible").first
    if not button.count() or page.locator(".ask-row [id^=do-buy-in], .ask-row [id^=do-sit]").count():
        return False
    before = shown(page)
    button.click()
    moved(page, before)
    return True


def note(page: Page, name: str, what: str, **fields: str) -> None:
    """Write down what somebody does: touch their place, then the act; somebody new is seated, or stands."""
    known = page.locator(".seat", has=page.get_by_text(name, exact=True))
    before = shown(page)
    if not known.count():
        seat = page.locator(f".cloth [data-seat='{fields['seat']}'] .tap, .seats [data-seat='{fields['seat']}'] .tap")
        seat.first.click() if what == "sit" else page.locator("#note-stander").click()
        page.locator("#note-name").fill(name)
        page.locator("#note-chips").fill("")
        if what != "sit":
            page.locator("#note-newcomer [name=seat]").fill(fields["seat"])
        page.locator("#note-newcomer button").click()
        moved(page, before)
        expect(page.locator(".sheet")).to_have_count(0)
        return
    known.locator(".tap").first.click()
    act = page.locator(f"#note-{what}")
    if not act.count():
        page.locator("#note-more").click()
    act.click()
    if fields:
        named = {f"{field}-euros" if field == "amount" else field: value for field, value in fields.items()}
        fill(page.locator("#note-form"), named)
        page.locator("#note-form button.main").click()
    moved(page, before)
    expect(page.locator(".sheet")).to_have_count(0)


def key(page: Page, *faces: str) -> None:
    """Type cards: a whole one is sent by itself after a moment."""
    for face in faces:
        require_still(page)
        before = shown(page)
        page.locator(".ask .key-card:visible").first.fill(face)
        moved(page, before)


ENGLISH = str.maketrans("pt", "sc")
"""The suits of a face as it is keyed, and as the engine has it."""
PLAYED = (Phase.BETWEEN, Phase.BROKEN)


class PlayedTable:
    """People of a two-cloth table who act in the hall at once; at a real table the croupier writes it down."""

    def __init__(self, hall: Served, table: str, banker: str = BANKER) -> None:
        self.hall, self.table, self.banker = hall, table, PersonId(banker)

    @property
    def there(self) -> Any:
        return self.hall.hall.tables[self.table]

    def do(self, by: str, *acts: Any) -> bool:
        """Do acts of a post or a person; whether the last of them stands."""
        state, done = self.there.state, False
        staff = {str(role): person for role, person in state.staff.items()} | {BANKER: self.banker}
        for what in acts:
            is_noted = by not in state.staff and state.settings.conduct is Conduct.OBSERVED
            who, said = ("croupier", a.NoteAct(PersonId(staff.get(by, by)), what)) if is_noted else (by, what)
            done = self.hall.refusal(self.table, staff.get(who, who), said) is None
        return done

    def open_bank(self, amount: int = 5_000_00) -> None:
        for name, place in PLACES.items():
            self.do(name, t.Sit(int(place)), t.BuyIn(5_000_00))
        self.do(BANKER, t.StandBehind(5))
        self.do("inspector", a.AnnounceBank(self.banker, amount))
        self.do(BANKER, a.DepositBank(amount))
        self.do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard(10))
        assert self.do(BANKER, a.DeliverBank(amount))

    def call_bets(self) -> None:
        self.do("croupier", a.OpenBets(), a.CloseCalls())

    def bets(self, amount: int = 100_00) -> None:
        if self.there.step.phase != Phase.BETS:
            self.call_bets()
        for person, cloth in (("ana", Hand.PRIMERO), ("carla", Hand.SEGUNDO)):
            self.do(person, a.Stake(amount, cloth))

    def deal(self) -> None:
        self.do("croupier", a.CloseBets())
        while self.there.step.phase == Phase.DEAL:
            self.do(BANKER, a.DealCard(next_hand(self.there.state)))
        assert self.do("croupier", a.CarryCards())

    def finish(self, *faces: str, stands: bool = False) -> None:
        keyed, table = itertools.chain(faces, NOTHING), self.there
        is_real = table.state.settings.conduct is Conduct.OBSERVED  # what is not keyed counts nothing
        while table.step.phase not in PLAYED and not table.state.docket.open:
            wanted = table.game.draw_awaited(table.state)
            if is_real and isinstance(wanted, CardDraw | FaceDraw):
                did = self.do("croupier", CardOut(wanted.position, card(next(keyed).translate(ENGLISH))))
            elif is_real and table.step.phase == Phase.BANKER:
                did = self.do(BANKER, Stand() if stands else DrawCard())
            else:
                acts = next_acts(table.state, table.step.phase)
                did = any(self.do(*one) for one in acts if not is_real or one[1] != Say(Word.NO))
            assert did, f"nobody can go on at {table.step}"


class WrittenTable:
    """A real table of four punters and a banker whose bank lay there before, and whose coups are written down at once.

    Nobody has a page but its staff and the public; their pages follow.
    """

    def __init__(self, crowd: Any, table: str = "escrita") -> None:
        self.table: str = crowd.table(table)
        self.played = PlayedTable(crowd.hall(), self.table)
        self.played.open_bank()
        self.nothing = NOTHING
        self.croupier: Page = crowd.open(f"/mesa/{table}/crupier", (1400, 950))
        self.inspector: Page = crowd.open(f"/mesa/{table}/inspector")
        self.director: Page = crowd.open(f"/mesa/{table}/director")
        self.screen: Page = crowd.open(f"/mesa/{table}/publico", (1920, 1080))

    @property
    def pages(self) -> list[Page]:
        return [self.croupier, self.inspector, self.director, self.screen]

    def follow(self) -> None:
        in_step(self.pages, self.played.there.version)

    def call_bets(self) -> None:
        self.played.call_bets()
        self.follow()

    def close_bets(self) -> None:
        self.played.bets()

    def deal(self) -> None:
        self.played.deal()
        self.follow()

    def finish(self, *faces: str, stands: bool = False) -> None:
        self.played.finish(*faces, stands=stands)
        self.follow()

    def report(self, page: Page, accident: str, **facts: str) -> str:
        """Report an accident in its three steps, and confirm what would follow; return what was read."""
        page.locator("#open-report").click()
        page.locator(f"#report-{accident}").click()
        fill(page.locator(".reporting form"), facts)
        page.locator(".reporting button[type=submit]").click()
        confirm = page.locator("#confirm-report")
        expect(confirm).to_be_visible()
        told = page.locator("#preview").inner_text()
        before = shown(page)
        confirm.click()
        moved(page, before)
        return told

    def speak(self, first: str, second: str) -> None:
        press(self.croupier, f"«{first}»")
        press(self.croupier, f"«{second}»")

    def told(self, page: Page) -> str:
        """Return all that a desk says of the incident, also what stands folded behind its clauses."""
        in_step(self.pages)
        incident = page.locator(".incident")
        expect(incident).to_have_count(1)
        return str(incident.text_content()).replace("\n", " ")

    def apply(self, page: Page) -> None:
        in_step(self.pages)
        before = shown(page)
        for reason in page.locator(".incident > form [name=reason]:visible").all():
            reason.fill("se vio")
        page.locator(".incident button:visible", has_text="Aplicar lo propuesto").click()
        moved(page, before)
        require_accepted(page)
        in_step(self.pages)

    def phase(self) -> str:
        return str(self.croupier.locator("main").get_attribute("data-step")).split(".")[2]

    def card(self, hand: str) -> str:
        told = self.croupier.locator(f"#hand-{hand} .hand-note").inner_text()
        return str(int(told.split("·")[0].strip().removeprefix("n.º ")) - 1)


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
