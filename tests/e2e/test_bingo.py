"""A hall of bingo in its pages: a game to its payment; a hall that is closed and opened again under its browsers."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.bots.bingo import is_complete
from tapete.games.bingo import acts as b
from tapete.games.bingo.terms import Prize
from tapete.kernel import CLOCK, HOUSE, PersonId
from tapete.live import Hall, Keys
from tapete.table.staff import Role
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.crowd import PATIENCE, in_step, moved, shown
from tests.support.e2e.served import served
from tests.support.live.evening import do
from tests.support.web.house import HALL_POSTS

pytestmark = pytest.mark.e2e


def press(page: Page, name: str) -> None:
    before = shown(page)
    page.get_by_role("button", name=name).first.click()
    moved(page, before)


def fill_in(page: Page, act: str, fields: dict[str, str]) -> None:
    """Fill in the form of an act, at the place of the next one or in its sheet, and send it."""
    form, before = page.locator(f"form[id^=form-do-{act}]"), shown(page)
    if not form.count():
        page.locator(f"[id^=do-{act}]").first.click()
    for field, value in fields.items():
        place = form.locator(f"[name={field}]")
        place.select_option(value) if place.evaluate("one => one.tagName") == "SELECT" else place.fill(value)
    form.locator("button[type=submit]").first.click()
    moved(page, before)


def enter_material(manager: Page) -> None:
    for name in ("Usar el bombo de Tapete", "Usar bolas de Tapete"):
        press(manager, name)
    fill_in(manager, "register-series", {"size": "60", "value": "200"})
    press(manager, "Todo conforme")
    expect(manager.locator("#part-checks button")).to_have_count(0)


def open_sale(manager: Page, chief: Page) -> None:
    enter_material(manager)
    in_step([manager, chief])
    for name in ("Meter en el bombo", "Abrir la sesión", "Anunciar la venta"):
        press(chief, name)


def begin_game(chief: Page, cashier: Page) -> None:
    press(chief, "Cerrar la venta")
    in_step([chief, cashier])
    press(cashier, "Recoger los no vendidos")
    in_step([cashier, chief])
    for name in ("Cantar los vendidos", "Cantar los premios", "Comienza la partida"):
        press(chief, name)


def buy(player: Page, seller: Page, count: int) -> None:
    fill_in(player, "buy-in", {"amount-euros": "12"})
    in_step([seller, player])
    before = shown(player)
    player.locator(".wishes .block", has=player.locator(f"b:text-is('{count}')")).click()
    moved(player, before)
    in_step([player, seller])
    wish = seller.locator(".block.wish")
    expect(wish).to_have_count(1)
    wish.click()
    expect(player.locator(".carton")).to_have_count(count)


def sorted_and_whole(player: Page, panel: Page) -> None:
    """The cartones stand in the order of what they lack, which each says rightly; all six fit beside the ball."""
    out = {int(one) for one in panel.locator(".board .lit").all_inner_texts()}
    lacks = []
    boxes = [(card, card.bounding_box() or {}) for card in player.locator(".carton").all()]
    for card, _ in sorted(boxes, key=lambda one: (round(one[1]["y"]), one[1]["x"])):
        lines = [[int(n) for n in re.findall(r"\d+", line.inner_text())] for line in card.locator("tr").all()]
        lacks.append(min(sum(one not in out for one in line) for line in lines))
        claim = card.locator(".claim", has_text="¡Línea!")
        assert str(lacks[-1]) in claim.inner_text() or (not lacks[-1] and "completo" in claim.inner_text())
    assert lacks == sorted(lacks)
    over = player.locator(".under").evaluate("one => one.scrollHeight - one.clientHeight")
    assert over <= 0, f"{over} px of cartones are out of sight"


SAID = {Prize.LINE: "¡Línea!", Prize.BINGO: "¡Bingo!"}


def draw_until(prize: Prize, crowd: Any, caller: Page, players: list[Page], panel: Page) -> Page:
    """Let balls out, the first by the one key, until a player has a prize complete and may call it; return his page."""
    table = crowd.hall().hall.tables[crowd.table("bingo")]
    people = [PersonId(page.evaluate("document.body.dataset.here.split('/').at(-1)")) for page in players]
    for ball in range(90):
        views = [table.view(person) for person in people]
        won = [any(is_complete(one, prize, card) for card in one.me.cartones) for one in views]
        if any(won):
            in_step([*players, panel, caller], table.version)
            winner = players[won.index(True)]
            expect(winner.locator("#ask .main", has_text=SAID[prize]).first).to_be_visible()
            return winner
        if ball > 6 or prize != Prize.LINE:
            crowd.hall().do(table.id, table.state.staff[Role.CALLER], b.CallBall())
            continue
        before = shown(caller)
        caller.locator("button[data-key=b]").wait_for()
        caller.keyboard.press("b")
        moved(caller, before)
        expect(panel.locator(".board .lit")).to_have_count(ball + 1)
        in_step([*players, panel, caller])
        if ball == 6:
            sorted_and_whole(players[0], panel)
    raise AssertionError(prize)


def call(crowd: Any, prize: str, player: Page, chief: Page, panel: Page) -> None:
    before = shown(player)
    player.locator("#ask .main", has_text=prize).first.click()
    moved(player, before)
    expect(panel.locator(".called h2")).to_contain_text(prize.strip("¡!"))
    assert panel.locator(".called td").count() == 0, "the master is not shown before the chief shows it"
    for key, found in (("m", ".called td"), ("c", ".called.right")):
        chief.locator(f"button[data-key={key}]").wait_for()
        chief.keyboard.press(key)
        expect(panel.locator(found).first).to_be_visible()
    expect(panel.locator(".clock b")).to_be_visible()
    crowd.hall().do(crowd.table("bingo"), CLOCK, b.TimeUp())  # nobody calls another cartón in the time for it


def room_for_two_cartones(panel: Page) -> None:
    """Put a second called cartón on the wall: both, what is said and the clock stand above the prizes."""
    prizes, *ends = panel.evaluate("""() => {
        const calls = document.querySelector(".calls"), second = calls.querySelector(".called").cloneNode(true);
        calls.append(second);
        calls.className = "calls n2";
        const ends = [second, document.querySelector(".said"), document.querySelector(".clock")];
        const box = (one) => one.getBoundingClientRect();
        return [box(document.querySelector(".prizes")).top, ...ends.map((one) => box(one).bottom)];
    }""")  # in one moment: the page draws itself anew
    assert 0 < min(ends) <= max(ends) <= prizes, ends


def test_caller_chief_players_and_panel_play_a_game_to_its_payment(crowd: Any) -> None:
    manager = crowd.open("/mesa/bingo/jefe-de-sala")
    chief = crowd.open("/mesa/bingo/jefe", (1400, 950))
    caller = crowd.open("/mesa/bingo/locutor", (1400, 950))
    cashier = crowd.open("/mesa/bingo/cajero")
    panel = crowd.open("/mesa/bingo/publico", (1920, 1080))
    ana = crowd.open("/mesa/bingo/de-pie", (390, 844), has_touch=True, is_mobile=True)
    luis = crowd.open("/mesa/bingo/de-pie")
    assert panel.locator(".join img").evaluate("one => one.naturalWidth > 0")
    open_sale(manager, chief)
    in_step([chief, ana, luis, caller])
    buy(ana, caller, 6)
    buy(luis, caller, 3)
    assert ana.locator(".carton").first.inner_text() not in luis.content()
    in_step([caller, chief])
    begin_game(chief, cashier)
    expect(panel.locator(".prizes")).to_contain_text("10,80")
    call(crowd, "¡Línea!", draw_until(Prize.LINE, crowd, caller, [ana, luis], panel), chief, panel)
    press(chief, "Continúa la partida")
    in_step([chief, caller])
    winner = draw_until(Prize.BINGO, crowd, caller, [ana, luis], panel)
    call(crowd, "¡Bingo!", winner, chief, panel)
    room_for_two_cartones(panel)
    press(chief, "Fin de la partida")
    in_step([chief, cashier])
    for prize in ("bingo", "línea"):
        press(cashier, f"Pagar {prize} a la cuenta")
    expect(winner.locator("#own-news")).to_contain_text("10,80")
    in_step([cashier, chief])
    press(chief, "Cerrar la partida")
    expect(panel.locator(".moment .phase")).to_contain_text("Entre partidas")


OPENING = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


def test_wall_and_player_find_the_hall_that_was_opened_again(tmp_path: Path, browser: Browser) -> None:
    """The wall and a player's page, which stand on a hall that is closed and opened again, go on by themselves."""

    async def start() -> tuple[Hall, dict[str, Any]]:
        return await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh()), {
            "staff_access": StaffAccess(key="llave-de-la-sala")
        }

    with served(start) as hall:
        table = hall.portal.call(hall.hall.open_table, "bingo", OPENING)
        hall.portal.call(do, table, PersonId("marta"), b.BuyIn(12_00))
        contexts = [browser.new_context(), browser.new_context()]
        wall, player = (one.new_page() for one in contexts)
        wall.goto(f"{hall.address}/mesa/sala/publico")
        player.goto(f"{hall.address}/mesa/sala/volver/marta/{hall.return_word('marta')}")
        player.wait_for_url(re.compile("/mesa/sala/como/marta$"), timeout=PATIENCE)
        for page in (wall, player):
            expect(page.locator("#live[data-following=yes]")).to_be_attached()
        hall.portal.call(do, table, HOUSE, b.CloseHall())
        hall.portal.call(hall.hall.open_table, "bingo", OPENING)
        wall.wait_for_url(re.compile("/mesa/sala-2/publico$"), timeout=PATIENCE)
        player.wait_for_url(re.compile("/mesa/sala-2/como/marta$"), timeout=PATIENCE)
        expect(player.get_by_text("12 €").first).to_be_visible()
        for one in contexts:
            one.close()
