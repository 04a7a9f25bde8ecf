"""A house with accounts: desks and posts are taken by whose account has them; links lead each where he belongs."""

import re
from typing import Any

import httpx
import pytest

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tapete.live.timers import put_on_duty
from tapete.people.accounts import Grant
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.web.house_desk import is_holder
from tapete.web.sessions import COOKIE
from tests.support.web.accounts import People, browser
from tests.support.web.house import HALL_POSTS, House, opened

OPENED_BY = "with_people"
DESKS = {"direccion": Role.DIRECTOR, "caja": Role.CASHIER, "puerta": Role.ADMISSION}


@opened(by="at_desks")
@pytest.mark.parametrize("post", DESKS)
async def test_desk_is_taken_with_an_account_that_has_the_post_and_lost_with_the_login(
    hall: Any, people: People, client: Any, /, post: str
) -> None:
    own = people.join("suya", Grant(DESKS[post]))
    people.join("otra", Grant(Role.CROUPIER), Grant(DESKS[post], "mesa"))
    page = f"/casa/{post}"
    async with client({}) as nobody:
        assert 'name="key"' not in (await nobody.get(page)).text
        for fields in ({}, {"person": own.person, "key": ""}, {"person": own.person, "key": "llave-de-la-sala"}):
            done = await nobody.post(page, data=fields)
            assert done.headers["location"] == f"/personal/entrar?a={page}"
    async with client(people.login("otra")) as other:
        assert (await other.post(page)).status_code == 403
    async with client(people.login("suya")) as holder:
        links = re.findall('href="(/casa/[^"]*)"', (await holder.get("/personal")).text)
        assert links == [page]
        done = await holder.post(page)
        assert (done.status_code, done.headers["location"]) == (303, page)
        assert is_holder(hall.house.view(own.person), DESKS[post])
        shown = (await holder.get(page)).text
        assert f'action="{page}"' not in shown
        people.people.staff.grant("suya", (), by="dora")
        assert f'action="{page}"' in (await holder.get(page)).text
        people.people.staff.grant("suya", {Grant(DESKS[post])}, by="dora")
        assert f'action="{page}"' not in (await holder.get(page)).text
        before = hall.house.version
        people.people.staff.suspend("suya", by="dora")
        assert (await holder.post(f"{page}/hacer", data={"act": "open-day"})).status_code == 401
        assert hall.house.version == before


@opened(by="at_desks")
async def test_a_player_asks_on_their_page_reads_what_moved_and_the_director_reads_who_gave_a_code(
    hall: Any, people: People, client: Any, /
) -> None:
    """HP.HS.payment-word, in three languages: what the desk is told of a payment nobody asked for says what to do."""
    people.join("caja", Grant(Role.CASHIER))
    async with client(people.login("dora")) as director, client(people.login("caja")) as desk, client({}) as phone:
        await director.post("/casa/direccion")
        await phone.post("/jugador/alta", data={"name": "Ana"})
        (ana,) = (one.person for one in people.people.players.store.everybody())

        async def press(post: Any, page: str, act: str, status: int = 303, **fields: str) -> str:
            sent = {"act": act, "command": f"k{len(made)}", **fields}
            made.append(await post.post(f"{page}/hacer?lang=es", data=sent))
            assert made[-1].status_code == status, made[-1].text
            return str(made[-1].text)

        made: list[httpx.Response] = []
        await press(director, "/casa/direccion", "open-day", day="2026-11-22")
        await desk.post("/casa/caja")
        await press(desk, "/casa/caja", "write-slip", kind="supply", **{"chips-euros": "500", "cash-euros": "500"})
        await press(director, "/casa/direccion", "sign-slip", serial="1")
        await press(director, "/casa/direccion", "admit", person=ana)
        await press(desk, "/casa/caja", "sell-chips", person=ana, means="cash", **{"amount-euros": "300"})
        told = await press(desk, "/casa/caja", "open-day", 400, day="2026-11-22", who="quien-estaba-antes")
        assert "Esa página era de otra persona" in told
        paying = {"person": ana, "amount": "10000"}
        told = await press(desk, "/casa/caja", "buy-back-chips", 409, **paying)
        assert "Ana no ha pedido 100\u00a0€. Que lo pida en su página" in told
        asking = {"kind": "buy-back", "person": ana, "means": "cash", "chips-euros": "100"}
        await press(phone, "/jugador/casa", "write-slip", **asking)
        assert "Espera a la caja" in (await phone.get("/jugador?lang=es")).text
        shown = (await desk.get("/casa/caja?lang=es")).text
        assert re.search(r"Pago de fichas · Ana 100\s€ · firmado por Ana", shown)
        assert re.search(r"Pagar fichas · 100\s€</button>", shown)
        await press(desk, "/casa/caja", "buy-back-chips", **paying)
        await desk.post("/personal/jugadores/codigo", data={"person": ana})
        notice = (await director.get("/casa/direccion?lang=es")).text.partition('id="codigos"')[2]
        assert "caja ha dado a Ana un código para entrar en su página" in notice
        assert 'id="codigos"' not in (await desk.get("/casa/caja")).text
        await press(desk, "/casa/caja", "write-slip", **asking)
        told = await press(phone, "/jugador/casa", "sign-slip", 409, serial="3")
        assert "caja ha dado a Ana, en esta jornada o en la anterior, un código" in told
        assert 'name="serial" value="3"' in (await director.get("/casa/direccion")).text
        await press(director, "/casa/direccion", "sign-slip", serial="3")
        for lang, names in (
            ("es", ("Compra de fichas", "Fichas pagadas por la caja", "sin usted; firmado por caja y dora")),
            ("en", ("Chips bought", "Chips paid out by the desk", "without you; signed by caja and dora")),
            ("fr", ("Achat de jetons", "Jetons payés par la caisse", "sans vous ; signé par caja et dora")),
        ):
            page = (await phone.get(f"/jugador?lang={lang}")).text.partition('id="movimientos"')[2]
            assert all(one in page for one in names), (lang, page)


POST, SEAT = "/mesa/mesa/crupier", "/mesa/mesa/jugador-1"
HALL = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


def answered(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.headers.get("location", "")


@pytest.mark.parametrize(("is_granted", "is_holder"), [(True, True), (True, False), (False, True), (False, False)])
async def test_the_link_of_a_post_leads_its_holder_to_his_page_and_anybody_else_to_the_post(
    here: House, people: People, /, is_granted: bool, is_holder: bool
) -> None:
    eva = people.join("eva", Grant(Role.CROUPIER if is_granted else Role.CASHIER)).person
    mine, sessions = f"/mesa/mesa/como/{eva}", here.app.state.sessions
    for whose, table in (("", ""), (eva, "mesa"), ("marta", "mesa"), (eva, "mini")):
        await put_on_duty(here.table, Role.CROUPIER, eva if is_holder else PersonId("marta"))
        async with browser(here, people.login("eva")) as client:
            if whose:
                client.cookies.set(COOKIE, sessions.open(table, whose, staff=True))
            leads = (303, mine) if is_holder and (whose, table) == (eva, "mesa") else (200, "")
            assert answered(await client.get(POST)) == (leads if is_granted else (403, "")), (whose, table)
            assert answered(await client.post(POST)) == ((303, mine) if is_granted else (403, "")), (whose, table)
            holder = here.table.view(None).staff[Role.CROUPIER]
            assert holder == (eva if is_holder or is_granted else "marta"), (whose, table)


@pytest.mark.parametrize("seat", ["free", "own", "of another"])
async def test_the_link_of_a_place_leads_a_player_to_his_page_and_to_nobody_elses(here, people, /, seat: str) -> None:
    (ana, cookie), (bea, _) = people.player("Ana"), people.player("Bea")
    if seat != "free":
        await here.act(ana if seat == "own" else bea, Sit(1))
    mine = (303, f"/mesa/mesa/como/{ana}")
    for whose in ("", ana, bea):
        async with browser(here, cookie) as client:
            if whose:
                client.cookies.set(COOKIE, here.app.state.sessions.open("mesa", whose))
            found = answered(await client.get(SEAT)), answered(await client.post(SEAT))
        due = ((401, ""), (401, "")) if seat == "of another" else (mine if whose == ana else (200, ""), mine)
        assert found == due, whose
    async with browser(here) as stranger:
        for link, door in ((SEAT, "/jugador"), (POST, "/personal/entrar")):
            asked = [answered(await stranger.request(method, link)) for method in ("GET", "POST")]
            assert asked == [(303, f"{door}?a={link}")] * 2


async def at_post(house: Any, people: People, name: str, link: str) -> tuple[Any, str]:
    """Return a browser of somebody who has taken a post of the table, and the address of his page."""
    client = browser(house, people.login(name))
    taken = await client.post(f"/mesa/mesa/{link}")
    assert taken.status_code == 303, taken.text
    return client, taken.headers["location"]


async def test_relief_names_only_whose_account_has_the_post(house: Any, people: People, /) -> None:
    ana, _ = people.player("Ana")
    people.join("jefa", Grant(Role.TABLE_CHIEF))
    other = people.join("otra", Grant(Role.CROUPIER, "mini"))
    relief = people.join("relevo", Grant(Role.CROUPIER, "mesa"))
    client, here = await at_post(house, people, "jefa", "jefe")
    token = {"authorization": f"Bearer {people.token('jefa')}"}
    sent = {"table": "mesa", "person": str(people.account("jefa").person)}
    opened = await client.post("/api/v1/sessions", json=sent, headers=token)
    bearer = {"authorization": f"Bearer {opened.json()['token']}", "idempotency-key": "k"}
    before = house.table.version

    def act(person: str) -> dict[str, str]:
        return {"act": "relieve", "role": "croupier", "person": person}

    for number, person in enumerate((ana, other.person, "quien-sea", "staff-" + "0" * 32, relief.person)):
        may = person == relief.person
        called = await client.post("/api/v1/tables/mesa/acts", json={"at": None, "what": act(person)}, headers=bearer)
        assert (called.status_code, called.json().get("code")) == ((200, None) if may else (403, "post-not-granted"))
        if not may:
            formed = await client.post(f"{here}/hacer", data=act(person) | {"command": f"f-{number}"})
            pressed = await client.post(f"{here}/puesto", data={"role": "croupier", "person": person})
            assert (formed.status_code, pressed.status_code, house.table.version) == (403, 409, before), person
    assert house.table.view(None).staff["croupier"] == relief.person


async def test_what_a_login_of_the_staff_began_ends_with_its_post(house: Any, people: People, /) -> None:
    """Threats T3 and T15: a proposal outlives its proposer's post, or the page of a lost post sits down and plays."""
    eva, jefa = people.join("eva", Grant(Role.CROUPIER)), people.join("jefa", Grant(Role.TABLE_CHIEF))
    await house.deal()
    await house.finish()
    first, _ = await at_post(house, people, "eva", "crupier")
    second, _ = await at_post(house, people, "jefa", "jefe")

    async def sent(client: httpx.AsyncClient, key: str, **what: Any) -> tuple[int, str]:
        token = next(one.value for one in client.cookies.jar if one.name == COOKIE)
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
        answer = await client.post("/api/v1/tables/mesa/acts", json={"what": what}, headers=headers)
        return answer.status_code, answer.json().get("code", "")

    wrong = {"act": "correct-payment", "coup": 1, "person": "ana", "paid": 0, "reason": "mal pagado"}
    assert await sent(first, "k1", **wrong, second=str(jefa.person)) == (409, "awaits-second")
    before = house.table.version
    people.people.staff.grant("eva", (), by="dora")
    assert await sent(second, "k2", **wrong, second=str(eva.person)) == (403, "post-not-granted")
    assert (house.table.version, [*house.table.proposals]) == (before, [])
    people.people.staff.grant("eva", {Grant(Role.CROUPIER)}, by="dora")
    await put_on_duty(house.table, Role.CROUPIER, PersonId("marta"))
    assert await sent(first, "k3", act="sit", seat=4) == (403, "post-needs-key")


async def test_a_players_page_leads_on_and_opens_for_his_own_browser_alone(house: Any, people: People, /) -> None:
    ana, cookies = people.player("Ana")
    await house.open_bingo()
    await house.act(ana, b.BuyIn(12_00), "sala")
    await house.act(HOUSE, b.CloseHall(), "sala")
    await house.hall.open_table("bingo", HALL)
    old, new = f"/mesa/sala/como/{ana}", f"/mesa/sala-2/como/{ana}"
    async with browser(house, cookies) as mine, browser(house) as strange:
        for client in (mine, strange):
            for answer in (await client.get(old), await client.post(old)):
                assert (answer.status_code, answer.headers["location"]) == (303, new)
            assert (await client.get("/mesa/sala/publico")).headers["location"] == "/mesa/sala-2/publico"
        assert f'action="{new}"' in (await mine.get(new)).text
        assert (await mine.post(new)).headers["location"] == new
        assert "12" in (await mine.get(new)).text
        assert (await strange.get(new)).headers["location"] == f"/jugador?a={new}"
