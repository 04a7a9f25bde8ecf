"""A table seen by somebody new, by a judge of accessible pages, and by a ruler: nothing moves that did not change."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_chemin_de_fer import until, with_a_bank
from tests.support.e2e.crowd import in_step, moved, shown

pytestmark = pytest.mark.e2e
INSIDE = Path(__file__).parents[2] / "script" / "stage-check.js"
AXE = Path(__file__).parents[2] / "types" / "node_modules" / "axe-core" / "axe.min.js"
MAIN = "#ask button.main:visible:not([aria-disabled]):not([disabled])"


def watched(page: Page) -> Page:
    page.evaluate(INSIDE.read_text("utf-8"))
    page.evaluate("check.watch()")
    return page


def tap(page: Page, button: str) -> None:
    expect(page.locator(button).first).to_be_in_viewport(ratio=1)
    page.locator(button).first.click()


def test_a_newcomer_plays_a_coup_of_chemin_de_fer_on_a_phone(crowd: Any, window: Any, record_property: Any) -> None:
    """From the hall, by the large button alone: seven touches at the most, each in sight; the page keeps still."""
    pages = with_a_bank(crowd, window)
    wall, table = watched(crowd.open("/mesa/circulo/publico", (1920, 1080))), crowd.table("circulo")
    phone = crowd.open("/", (390, 844), has_touch=True, is_mobile=True)
    tap(phone, f"#mesa-{table} .go a.main")
    phone.locator("#seat-name").fill("nerea")
    tap(phone, "#take-seat button.main")
    expect(phone.locator("#live")).to_have_attribute("data-following", "yes")
    touches = 2
    watched(phone)
    before = shown(phone)
    tap(phone, MAIN)  # the bank is covered
    touches += 1
    moved(phone, before)
    until(pages[:1], window, "deal")
    for _ in range(60):
        in_step([*pages, phone])
        if window(phone) == "between":
            break
        page = next(one for one in (phone, *pages) if one.locator(MAIN).count())
        touches += page is phone
        before = shown(page)
        tap(page, MAIN)
        moved(page, before)
    expect(phone.locator(".my-result")).to_contain_text("€")
    record_property("touches", touches)
    assert touches <= 7
    for page in (phone, wall):
        seen = page.evaluate("check.seen()")
        record_property("shift", round(seen["shift"], 4))
        assert len(seen["asks"]) <= 1, "what is done next keeps its place"
        assert seen["outside"] == []
        assert seen["swaps"] == []
        assert seen["shift"] < 0.05, seen["moved"]


@pytest.mark.skipif(not AXE.exists(), reason="`npm ci` in the folder `types` brings the judge")
def test_pages_are_accessible_in_light_dark_and_forced_colours(crowd: Any) -> None:
    wrong = []
    looks = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
    tables = ("/mesa/mesa/jugador-1", "/mesa/circulo/jugador-2", "/mesa/panos/inspector", "/mesa/bingo/publico")
    for path in (*tables, "/", "/estilo"):
        page = crowd.open(path)
        for look in looks:
            page.emulate_media(**look)
            page.reload()
            expect(page.locator("#live[data-following], .tile, .samples").first).to_be_attached()
            page.evaluate(AXE.read_text("utf-8"))
            page.evaluate(INSIDE.read_text("utf-8"))
            found = [*page.evaluate("check.axe()"), *page.evaluate("check.small()")]
            wrong += [f"{path} {look} {one}" for one in found]
    assert not wrong, "\n".join(wrong)
