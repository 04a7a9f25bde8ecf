"""Windows of one browser, each with its own visitor."""

import os
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds before a wait fails: a busy machine may take its time, and what is right is never waited for in vain."""
expect.set_options(timeout=PATIENCE)
LATE = int(os.environ.get("TAPETE_LATE_NEWS", "0"))
"""Milliseconds by which every second page hears of its table later than it could: a test that reads a page before the
page can know fails with it."""
DELAY = """late => {
  const later = window.setTimeout.bind(window), Reader = ReadableStreamDefaultReader.prototype, read = Reader.read;
  Reader.read = async function () {
    const told = await read.call(this);
    await new Promise((done) => later(done, late));
    return told;
  };
}"""
PACE = 6
"""How many times as fast pauses pass in a page: no second click is tried here. A file that tries what they are for says
`PACE = 1`. Shadows are not drawn: they take no room, and a quarter of a browser's work."""
HURRY = """pace => {
  const now = performance.now.bind(performance), later = window.setTimeout.bind(window);
  performance.now = () => now() * pace;
  window.pace = pace;
  window.setTimeout = (work, after = 0, ...told) => later(work, after / window.pace, ...told);
  document.addEventListener("DOMContentLoaded", () => {
    const flat = new CSSStyleSheet();
    flat.replaceSync("*, *::before, *::after { box-shadow: none !important; filter: none !important; }");
    document.adoptedStyleSheets = [flat];
  });
}"""


def shown(page: Page) -> int:
    return int(str(page.locator("main").get_attribute("data-version")))


# A function of the page is asked at every frame; what `expect` waits for, ever more seldom.
IN_STEP = """newest => Number(document.querySelector("main").dataset.version) >= newest
  && !document.querySelector(".ask button.main[aria-disabled]")"""
MOVED = "before => document.querySelector('main') && document.querySelector('main').dataset.version !== before"
FOLLOWING = "() => !!document.querySelector('#live[data-following=yes]')"


def in_step(pages: list[Page], newest: int = 0) -> None:
    """Wait until every page shows ``newest`` or what the one furthest on shows, and no next act is still held."""
    newest = newest or max(map(shown, pages))
    for page in pages:
        page.wait_for_function(IN_STEP, arg=newest)


def moved(page: Page, before: int) -> None:
    page.wait_for_function(MOVED, arg=str(before))


def take_place(page: Page, seat: str) -> None:
    if page.locator("#stage").count():
        page.locator("#form-do-sit select").select_option(seat)
        page.locator("#form-do-sit button").click()
        expect(page.locator(".purse > small")).to_contain_text(f"Puesto {seat}")
        return
    page.locator("#do-sit select").select_option(seat)
    page.locator("#do-sit button").click()
    expect(page.locator(".purse .tag").first).to_contain_text(f"Puesto {seat}")
    page.locator("#drawer > summary").click()
    expect(page.locator("#drawer")).to_have_attribute("open", "")


def take_shoe(page: Page, following: Page) -> None:
    """Take the shoe where it is offered, once the page shows whatever ``following`` shows."""
    in_step([following, page])
    offered = page.locator("button", has_text="Tomar el sabot")
    if offered.count():
        before = shown(page)
        offered.click()
        moved(page, before)


CLICK = """(button, second) => {
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: second ? 2 : 1 });
  if (second) Object.defineProperty(click, "timeStamp", { value: window.firstClick + 100 });
  else window.firstClick = click.timeStamp;
  button.dispatchEvent(click);
}"""
SENT = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"


def click_first(button: Locator) -> None:
    button.evaluate(CLICK, False)


def click_second(button: Locator) -> None:
    """Click what lies there as the second click of two, a tenth of a second after the first; wait until all is sent."""
    button.evaluate(CLICK, True)
    button.page.evaluate(SENT)


SMALL = """all => all.map((one) => [one.innerText, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.height, box.width) < 44).map(([text]) => text)"""


def require_large_targets(page: Page, more: str = "") -> None:
    """All are measured in one moment: the page may change from one to the next."""
    targets = page.locator(f"button:visible, summary:visible{more}")
    expect(targets.first).to_be_visible()
    assert targets.evaluate_all(SMALL) == []


def require_fitting(page: Page, *, high: bool = False) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} px too wide"
    over = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    assert not high or over <= 0, f"the screen of the hall is {over} px too high"


MEETING = """() => {
  const felt = document.querySelector(".felt"), box = (one) => one.getBoundingClientRect(), found = [];
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const tower = felt.querySelector(".tower"), left = box(felt).left, right = box(felt).right;
  for (const card of felt.querySelectorAll(".hand .card")) {
    if (box(card).left < left - 1 || box(card).right > right + 1) found.push("a card leaves the felt");
  }
  for (const word of felt.querySelectorAll(".verdict span")) {
    if (tower && over(box(word), box(tower))) found.push("chips cover what was said");
    for (const card of felt.querySelectorAll(".hand .card")) {
      if (over(box(word), box(card))) found.push("a card covers what was said");
    }
  }
  const middle = felt.querySelector(".middle");
  if (over(box(middle), box(felt.querySelector(".seats")))) found.push("what is asked covers the places");
  return [...new Set(found)];
}"""


def require_apart(page: Page, *sizes: tuple[int, int]) -> None:
    """Raise AssertionError where things on the felt of a bank lie on each other, in windows of some sizes."""
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MEETING) == [], f"in a window of {width} x {height}"
    page.set_viewport_size(before or {"width": 1280, "height": 860})


class Crowd:
    """Opens pages in one browser, as people of one demo do, and keeps what went wrong in any of them."""

    def __init__(
        self, browser: Browser, site: str, table: Callable[[str], str] = str, hall: Any = None, pace: int = PACE
    ) -> None:
        self.browser, self.site, self.table, self.hall, self.pace = browser, site, table, hall, pace
        self.errors: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.opened = 0

    def open(
        self, path: str, size: tuple[int, int] = (1280, 860), same: BrowserContext | None = None, **options: Any
    ) -> Page:
        """Open a page in a window of its own, or as a tab of ``same``; ``path`` names a table by its kind."""
        path = re.sub("^/mesa/([a-z]+)(?=/)", lambda found: f"/mesa/{self.table(found[1])}", path)
        context = same or self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **({"locale": "es-ES"} | options)
        )
        if same is None:
            self.contexts.append(context)
        page = context.new_page()
        self.opened += 1
        if LATE and self.opened % 2 == 0:
            page.add_init_script(f"({DELAY})({LATE})")
        page.add_init_script(f"({HURRY})({self.pace})")
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.goto(self.site + path, wait_until="commit" if path.startswith("/mesa/") else "load")
        if path.startswith("/mesa/"):
            page.wait_for_function(FOLLOWING)
        return page
