"""Chemin de fer in real browsers: one whole coup; a phone; a table written down."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.live import timers
from tests.support.e2e import crowd as c
from tests.support.e2e.written import go_on, note, require_still

pytestmark = pytest.mark.e2e
DOWN = 'svg[aria-label="Carta tapada"]'
WINDOWS = ((360, 640), (360, 740), (390, 844), (844, 390), (1280, 800))
MAIN = "#ask button.main:visible:not([disabled])"


def press(page: Page, name: str) -> None:
    button = page.locator("#ask button:visible", has_text=name).first
    expect(button).to_be_enabled()
    before = c.shown(page)
    button.click()
    c.moved(page, before)


def until(pages: list[Page], window: Callable[[Page], str], *goals: str) -> None:
    """Press the first large button of whoever has one, until the table stands at one of the windows."""
    for _ in range(60):
        c.in_step(pages)
        if window(pages[0]) in goals:
            return
        for page in pages:
            button = page.locator(MAIN)
            if button.count():
                before = c.shown(page)
                button.first.click()
                c.moved(page, before)
                break
        else:
            raise AssertionError(f"nobody has a big button in {window(pages[0])}")
    raise AssertionError(window(pages[0]))


def with_a_bank(crowd: Any, window: Callable[[Page], str]) -> list[Page]:
    """Four players sit; the one at place 1 holds a bank of 200 euros; betting is open."""
    croupier = crowd.open("/mesa/circulo/crupier", (1400, 950))
    ana = crowd.open("/mesa/circulo/jugador-1", (390, 844), has_touch=True, is_mobile=True)
    bea = crowd.open("/mesa/circulo/jugador-2", (390, 844), has_touch=True, is_mobile=True)
    others = [crowd.open(f"/mesa/circulo/jugador-{seat}") for seat in (3, 4)]
    pages = [croupier, ana, bea, *others]
    for seat, page in enumerate(pages[1:], start=1):
        press(page, f"Sentarse en el puesto {seat}")
        press(page, "Comprar 500")
    until(pages, window, "bank")
    expect(ana.locator(".asks")).to_contain_text("Se ofrece la banca")
    ana.locator("#other-do-take-bank").click()
    ana.locator("#do-take-bank-amount").fill("200")
    ana.locator(".sheet button[type=submit]").click()
    expect(croupier.locator(".bank-sum")).to_contain_text("200")
    press(croupier, "Hagan juego")
    return pages


def test_one_whole_coup_with_two_bancos_at_once_and_what_each_one_sees(crowd: Any, window: Any) -> None:
    croupier, ana, bea, carla, dani = with_a_bank(crowd, window)
    for page in (ana, bea):
        c.require_large_targets(page)
    boxes = [bea.locator("#ask").bounding_box()]
    screen = crowd.open("/mesa/circulo/publico", (1920, 1080))
    expect(screen.locator(".said")).to_contain_text("Hay 200 euros en la banca")
    expect(croupier.locator("#ask")).to_contain_text("Nadie ha apostado contra la banca")
    # Two touches leave their browsers before either has an answer.
    for page in (dani, bea):
        expect(page.locator("#do-call-banco")).to_be_visible()
    for page in (dani, bea):
        page.evaluate("setTimeout(() => document.querySelector('#do-call-banco').click(), 30)")
    for page in (screen, croupier, carla):
        expect(page.locator(".before .laid", has_text="banco")).to_have_count(2)
    press(croupier, "No van más")
    for page in (croupier, ana, bea, carla, dani):
        expect(page.locator(".seat.holder")).to_have_count(1)
        expect(page.locator(".seat.holder")).to_have_attribute("data-seat", "2")  # right of the banker
    expect(dani.locator(".purse")).to_contain_text("500")
    for _ in range(4):
        press(ana, "Carta tapada")
    press(croupier, "Llevar las cartas")
    for page in (croupier, ana, bea, screen, carla):
        expect(page.locator(f".felt {DOWN}")).to_have_count(4)
    boxes.append(bea.locator("#ask").bounding_box())
    press(bea, "Mirar las cartas")
    expect(bea.locator("#hand-punto svg.card.up")).to_have_count(2)
    c.in_step([bea, croupier, ana, screen, carla, dani])
    c.require_apart(bea, *WINDOWS)
    for page in (croupier, ana, screen, carla, dani):
        assert page.locator(".felt svg.card.up").count() == 0
    until([croupier, ana, bea], window, "settle")
    c.require_apart(bea, *WINDOWS)
    expect(screen.locator(f".felt {DOWN}")).to_have_count(0)
    expect(screen.locator(".verdict .won")).to_be_visible()
    press(croupier, "Cobrar y pagar")
    expect(bea.locator("#own-news")).to_contain_text("Apuesta de 200")
    expect(carla.locator(".past-coups li")).to_have_count(1)
    boxes.append(bea.locator("#ask").bounding_box())
    assert boxes == boxes[:1] * 3, "what is done next keeps its place"
    for page in (ana, bea, screen, carla, croupier):
        c.require_fitting(page, high=page is screen)


def test_five_people_are_written_down_at_a_real_table_and_a_card_is_keyed_by_touch_alone(
    crowd: Any, window: Callable[[Page], str]
) -> None:
    """On a tablet: places are touched; rank, then suit; the letter that means two suits is asked again."""
    croupier = crowd.open("/mesa/real/crupier", (1024, 768))
    for seat, name in enumerate(("ana", "bea", "carla", "dani", "eva"), start=1):  # three touches each
        croupier.locator(f".seat[data-seat='{seat}'] .tap").click()
        croupier.locator("#note-name").fill(name)
        croupier.locator("#note-newcomer button[type=submit]").click()
        expect(croupier.locator(".sheet")).to_have_count(0)
        expect(croupier.locator(f".seat[data-seat='{seat}'] .name")).to_have_text(name)
    chips = [crowd.hall().hall.tables[crowd.table("real")].view(name).me.chips for name in ("ana", "eva")]
    assert chips == [20_000, 20_000]
    field = croupier.locator(".ask .key-card")
    while not field.count():
        if window(croupier) == "bets" and not croupier.locator(".before .laid").count():
            note(croupier, "bea", "stake", amount="10")
        assert go_on(croupier)
        require_still(croupier)
    field.fill("7c")
    field.press("Enter")
    expect(croupier.locator("#answer .refused")).to_contain_text("corazones o tréboles")
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal
    field.fill("")
    croupier.locator(".rank-keys label", has_text="7").click()
    before = c.shown(croupier)
    croupier.locator("button.suit-h").click()
    c.moved(croupier, before)
    expect(croupier.locator("#hand-punto svg.card.up")).to_have_attribute("aria-label", "7 de corazones")


def examine(page: Page, accident: str, **facts: str) -> None:
    """Take the steps of a report up to what it would come to, once the page hears keys."""
    page.wait_for_function(c.FOLLOWING)
    page.keyboard.press("F2")
    page.locator(f"#report-{accident}").click()
    form = page.locator(".reporting form")
    for name, value in facts.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.locator("button[type=submit]").click()


def test_the_table_waits_for_an_inspector_who_looks(
    crowd: Any, window: Callable[[Page], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "HOLD_S", 3_600.0)  # no look ends here by itself
    pages = with_a_bank(crowd, window)
    inspector = crowd.open("/mesa/circulo/inspector", (390, 844))
    press(pages[2], "«Banco»")
    until(pages, window, "word")
    c.in_step([*pages, inspector])
    never_arrived(inspector)
    told = {"fault_of": "player", "hand": "punto", "person": f"{crowd.table('circulo')}-j3"}
    examine(inspector, "advice", **told)
    preview = inspector.locator("#preview")
    expect(preview).to_contain_text("jugador C aconsejó a jugador B (punto), y no debía.")
    expect(preview).to_contain_text("se planta")
    for page in pages:
        expect(page.locator(MAIN)).to_have_count(0)
    expect(pages[2].locator("#ask")).to_contain_text("la mesa espera")
    for leaves in (lambda: inspector.keyboard.press("Escape"), inspector.reload):
        expect(preview).to_be_visible()  # else the request may begin the look after its end
        leaves()
        expect(pages[2].locator(MAIN).first).to_be_visible()
        leaves_before_the_answer(inspector, pages[2], leaves, told)
        examine(inspector, "advice", **told)
    expect(preview).to_be_visible()
    before = c.shown(inspector)
    inspector.locator("#confirm-report").click()
    c.moved(inspector, before)
    inspector.locator(".look").click()
    expect(inspector.locator("article.incident")).to_contain_text("jugador C aconsejó a jugador B (punto)")
    crowd.errors[:] = [one for one in crowd.errors if "ERR_FAILED" not in one]  # the browser tells of the request


LATE_ANSWER = """() => {
  const ask = window.fetch;
  window.fetch = async (at, ...told) => {
    const answer = await ask(at, ...told);
    if (!at.endsWith("/examinar")) return answer;
    window.fetch = ask;
    return new Promise((done) => { window.comes = () => done(answer); });
  };
}"""


def leaves_before_the_answer(page: Page, other: Page, leaves: Callable[[], Any], told: dict[str, str]) -> None:
    """Whoever goes once the hall has begun the look, and before they read its answer, lets the table go on."""
    page.evaluate(LATE_ANSWER)
    examine(page, "advice", **told)
    expect(other.locator("#ask")).to_contain_text("la mesa espera")
    page.wait_for_function("() => Boolean(window.comes)")
    leaves()
    page.evaluate("window.comes?.()")
    expect(other.locator(MAIN).first).to_be_visible()
    expect(page.locator("#preview")).to_have_count(0)


def never_arrived(page: Page) -> None:
    """What records nothing and never arrived is told without a promise."""
    page.route("**/examinar", lambda route: route.abort(), times=1)
    page.keyboard.press("F2")
    page.locator(".accidents button").first.click()
    form = page.locator(".reporting form")
    for field in form.locator("select").all():
        field.select_option(index=1)
    form.locator("button[type=submit]").click()
    expect(page.locator(".reporting")).to_contain_text("Mire la página antes de pulsar otra vez")
    page.keyboard.press("Escape")
