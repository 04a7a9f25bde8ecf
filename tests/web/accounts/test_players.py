"""Players of a house: a name that is shown, a place of their own, a code that leads back, purse, limits, complaints."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.catalogue import house_games
from tapete.chance import ChanceKind
from tapete.cli.house import _held
from tapete.games.bingo import acts as b
from tapete.games.dos_panos import acts as d
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, ManualClock
from tapete.people.accounts import Grant
from tapete.people.staff import HousePeople
from tapete.table.acts import BuyIn, Leave, Sit, StandBehind
from tapete.table.people import JoinList
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.words import label
from tests.support.bingo.hall import STAFF as HALL
from tests.support.dos_panos.table import STAFF
from tests.support.house import ANA, CASHIER, DIRECTOR, DOOR
from tests.support.live.evening import OTHER, do, open_day, pay
from tests.support.web.accounts import People, browser
from tests.support.web.following import following
from tests.support.web.house import opened

OPENED_BY = "with_people"
CHIPS = "123\u00a0€"


async def seated(house: Any, client: Any, name: str = "Ana") -> str:
    """Come in under a name and sit down at place 1; return the address of the page."""
    asked = await client.get("/mesa/mesa/jugador-1")
    assert asked.headers["location"] == "/jugador?a=/mesa/mesa/jugador-1"
    done = await client.post("/jugador/alta", data={"name": name, "a": "/mesa/mesa/jugador-1"})
    assert done.headers["location"] == "/mesa/mesa/jugador-1"
    assert (await client.get("/mesa/mesa/jugador-1")).status_code == 200
    here = (await client.post("/mesa/mesa/jugador-1")).headers["location"]
    person = here.rpartition("/")[2]
    assert re.fullmatch("p-[0-9a-f]{32}", person)
    await house.act(person, Sit(1))
    await house.act(person, BuyIn(12_300))
    return str(here)


async def test_player_has_a_name_that_is_shown_and_never_recorded(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        here = await seated(house, client, "Ana & <b>Eva</b>")
        page = (await client.get(here)).text
        public = (await client.get("/mesa/mesa/publico")).text
        hall = (await client.get("/")).text
        assert [one for one in (page, public) if "Ana & \\u003cb>Eva\\u003c/b>" not in one] == []
        assert [one for one in (page, public, hall) if "<b>Eva" in one] == []
        assert 'data-back=""' in page  # no link that leads here for ever
        assert "Eva" not in "".join(str(one) for one in await house.table.entries(0))
        assert (await client.post("/jugador/nombre", data={"name": "Berta"})).status_code == 303
        assert "Berta" in (await client.get("/mesa/mesa/publico")).text


@pytest.mark.usefixtures("empty_security_log")
async def test_only_his_own_browser_opens_a_players_place(house: Any, people: People, /, caplog: Any) -> None:
    """Neither a login of the staff nor another player's word; the security log says which account tried."""
    people.join("caja", Grant(Role.CASHIER), Grant(Role.CROUPIER))
    people.join("jefa", Grant(Role.TABLE_CHIEF), Grant(Role.INSPECTOR))
    _bea, other = people.player("Bea")
    async with browser(house) as client:
        here = await seated(house, client)
        person = here.rpartition("/")[2]
        assert (await client.get("/mesa/mesa/jugador-1")).headers["location"] == here
    logins = [(name, people.token(name)) for name in ("dora", "caja", "jefa")]
    cookies = [{}, other, *({"tapete-staff": token} for _, token in logins)]
    known = house.app.state.sessions
    for shown in cookies:
        async with browser(house, shown) as stranger:
            before = set(known._known)
            for method, path, fields in (
                ("GET", here, {}),
                ("POST", here, {}),
                ("POST", f"{here}/hacer", {"act": "leave-table"}),
                ("POST", "/mesa/mesa/jugador-1", {}),
                ("POST", "/mesa/mesa/entrar", {"person": person}),
                ("GET", f"/mesa/mesa/volver/{person}/{house.hall.keys.word('return', person)}", {}),
                ("POST", f"/mesa/mesa/volver/{person}/{house.hall.keys.word('return', person)}", {}),
            ):
                answer = await stranger.request(method, path, data=fields)
                assert answer.status_code in (303, 401, 403), (shown, path)
                assert CHIPS not in answer.text
                assert answer.headers.get("location") != here
            assert set(known._known) == before, shown
    for _, token in [*logins, ("nobody", "x")]:
        headers = {"authorization": f"Bearer {token}"}
        asked = {"table": "mesa", "person": person, "key": "llave"}
        async with browser(house) as program:
            assert (await program.post("/api/v1/sessions", json=asked, headers=headers)).status_code == 403
            asked = {"table": "mesa", "person": person, "back": token}
            assert (await program.post("/api/v1/sessions", json=asked, headers=headers)).status_code == 403
    told = [one.facts for one in caplog.records if one.message == "staff-entry-refused"]  # of 21 a minute has 20
    assert sorted({(one["account"], one["person"]) for one in told}) == sorted((one, person) for one, _ in logins)


async def test_code_of_the_cash_desk_leads_its_player_back_and_ends_what_he_had_open(house, people, /) -> None:
    people.join("caja", Grant(Role.CASHIER))
    async with browser(house) as old, browser(house, people.login("caja")) as desk, browser(house) as new:
        here = await seated(house, old)
        person = here.rpartition("/")[2]
        place = next(one.value for one in old.cookies.jar if one.name == "tapete-place")
        assert "Ana" in (await desk.get("/personal/jugadores")).text
        given = await desk.post("/personal/jugadores/codigo", data={"person": person})
        code = re.search("<code[^>]*>(.{9})</code>", given.text)
        assert code is not None, given.text
        word = code[1].replace(" ", "")
        async with following(house.app, f"{here}/flujo", cookie=f"tapete-place={place}") as stream:
            while not stream.messages:
                await stream.more()
            assert (await new.post("/jugador/volver", data={"code": "aaaa aaaa"})).status_code == 403
            assert (await new.post("/jugador/volver", data={"code": word.upper()})).status_code == 303
            while not stream.ended:
                await stream.more()
        assert (await old.get(here)).status_code in (303, 401)
        assert "Ana" in (await new.get("/jugador")).text
        assert (await new.post(here)).headers["location"] == here
        assert CHIPS in (await new.get(here)).text
        assert (await old.post("/jugador/volver", data={"code": word})).status_code == 403
        assert (await new.post(f"{here}/salir")).headers["location"] == "/"
        assert (await new.get(here)).headers["location"] == f"/jugador?a={here}"
    told = [one for one in people.people.notices.newest_first() if one.name == person]
    assert [one.code for one in told] == ["player-returned", "player-code-given"]
    assert told[1].by == "caja"


async def test_erased_player_is_nowhere_and_the_record_holds(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        here = await seated(house, client, "Leocadia")
        person = here.rpartition("/")[2]
        async with browser(house, people.login("dora")) as director:
            told = await director.post("/personal/jugadores/borrar", data={"person": person})
            assert (told.status_code, "en una mesa" in told.text) == (409, True)
            again = {"person": person, "deuda": "deuda"}
            assert (await director.post("/personal/jugadores/borrar", data=again)).status_code == 409
            assert "de todos modos" not in told.text
            assert people.people.players.name_of(PersonId(person)) == "Leocadia"
            await house.act(person, Leave())
            assert (await director.post("/personal/jugadores/borrar", data={"person": person})).status_code == 303
        assert (await client.get(here)).status_code in (303, 401)
        for path in ("/", "/mesa/mesa/publico", "/jugador"):
            text = (await client.get(path)).text
            assert "Leocadia" not in text
            assert person not in text
        assert "Leocadia" not in "".join(str(one) for one in await house.table.entries(0))


async def test_players_register_themselves_or_at_the_cash_desk_alone_as_the_director_says(house, people, /) -> None:
    people.join("caja", Grant(Role.CASHIER))
    name, switch, who = {"name": "Ana"}, "/personal/cuentas/altas", people.login
    async with browser(house, who("dora")) as director, browser(house, who("caja")) as desk, browser(house) as phone:
        assert (await desk.post(switch, data={"donde": "caja"})).status_code == 403
        assert people.people.has_open_registration
        assert (await director.post(switch, data={"donde": "caja"})).status_code == 303
        page = (await phone.get("/jugador")).text
        assert ("/jugador/alta" in page, "se dan de alta en la caja" in page) == (False, True)
        refused = await phone.post("/jugador/alta", data=name)
        assert (refused.status_code, "pida allí un código" in refused.text) == (403, True)
        assert (await phone.post("/api/v1/players", json=name)).json()["code"] == "newcomers-at-desk"
        assert people.people.players.store.everybody() == ()
        given = await desk.post("/personal/jugadores/alta", data=name)
        code = re.search(r">([a-z0-9]{4} [a-z0-9]{4})</code>", given.text)
        assert code is not None, given.text
        assert (await phone.post("/jugador/volver", data={"code": code[1]})).status_code == 303
        told = {(one.code, one.by) for one in people.people.notices.newest_first()}
        assert told >= {("player-registered", "caja"), ("newcomers-at-desk", "dora")}
        again = HousePeople.of_store(house.hall.store, house.hall.keys.sealing, lambda: people.now)
        assert again is not None
        assert not again.has_open_registration, "it stays so after a restart"
        assert (await director.post(switch, data={"donde": ""})).status_code == 303
        assert (await phone.post("/jugador/alta", data=name)).status_code == 303


async def test_a_form_that_is_sent_twice_makes_one_player(house: Any, people: People, /) -> None:
    """A double click: the second is on its way before the browser has the answer to the first."""
    people.join("caja", Grant(Role.CASHIER))
    for address, login in (("/jugador", None), ("/personal/jugadores", people.login("caja"))):
        before = len(people.people.players.store.everybody())
        async with browser(house, login) as one, browser(house, login) as other:
            page = (await one.get(address)).text
            command = re.search(r'name="command" value="([0-9a-f]{32})"', page)
            form = {"name": "Ana", "command": command[1] if command else ""}
            await asyncio.gather(*(client.post(f"{address}/alta", data=form) for client in (one, other)))
            assert len(people.people.players.store.everybody()) == before + 1
            await one.post(f"{address}/alta", data=form | {"name": "Eva"})
        assert len(people.people.players.store.everybody()) == before + 1 + (login is not None), "already somebody"


DO = "/jugador/casa/hacer"


async def sent(client: httpx.AsyncClient, act: str, **fields: str) -> None:
    answer = await client.post(DO, data={"act": act, **fields})
    assert (answer.status_code, answer.headers["location"]) == (303, "/jugador"), answer.text


@opened(by="on_own_page")
async def test_player_sees_his_purse_and_limits_what_he_may_lose(house, people, ana, client, /) -> None:
    page = (await client.get("/jugador")).text
    assert "600\u00a0€" in page
    assert all(f'value="{act}"' in page for act in ("limit-loss", "limit-time", "exclude-oneself", "complain"))
    await sent(client, "limit-loss", **{"amount-euros": "700,50"})
    assert house.state.visitor(ana).loss.now == 70_050
    page = (await client.get("/jugador")).text
    assert "700,50\u00a0€" in page
    await sent(client, "limit-loss", **{"amount-euros": ""})
    assert (house.state.visitor(ana).loss.now, house.state.visitor(ana).loss.next) == (70_050, None)
    assert "Desde la próxima jornada, sin límite de pérdida." in (await client.get("/jugador")).text


@opened(by="on_own_page")
async def test_a_double_press_is_one_act_and_a_complaint_comes_to_the_director(house, people, ana, client, /) -> None:
    version = house.version
    for _ in range(2):
        await sent(client, "complain", text="Me pagaron de menos", table="", command="k-1")
    assert house.version == version + 1
    (one,) = house.view(DIRECTOR).complaints
    assert one.person == ana
    page = (await client.get("/jugador")).text
    assert "Me pagaron de menos" in page
    assert "Recibida" in page
    await do(house, DIRECTOR, a.AnswerComplaint(1, "Se le ha pagado la diferencia"))
    page = (await client.get("/jugador")).text
    assert "Recibida" not in page
    assert "Se le ha pagado la diferencia" in page
    _, bea = people.player("Bea")
    async with browser(client._transport.app, bea) as other:
        assert "diferencia" not in (await other.get("/jugador")).text


@opened(by="on_own_page")
async def test_nobody_does_it_for_another(house: Any, people: People, ana: PersonId, client: Any, /) -> None:
    people.join("directora", Grant(Role.DIRECTOR))
    version, app = house.version, client._transport.app
    for shown in ({}, people.login("directora"), {"tapete-player": "x" * 43}):
        async with browser(app, shown) as other:
            answer = await other.post(DO, data={"act": "complain", "text": "ruido"})
            assert answer.status_code == 401
            assert "600\u00a0€" not in (await other.get("/jugador")).text
    _, bea = people.player("Bea")
    async with browser(app, bea) as other:
        assert "600\u00a0€" not in (await other.get("/jugador")).text
        await sent(other, "limit-time", minutes="5")
        left_open = (await client.get("/jugador")).text.split("<form")  # by Ana, where Bea has come in now
        for act, page in (("exclude-oneself", DO), ("nombre", "/jugador/nombre")):
            form = next(one for one in left_open if act in one)
            fields = dict(re.findall('name="([a-z]+)" value="([^"]+)"', form)) | {"until": "2030-01-01"}
            assert "era de otra persona" in (await other.post(page, data=fields)).text, act
        joined = await other.post("/jugador/alta", data={"name": "Carla", "a": "/mesa/mesa/jugador-1"})
        assert joined.headers["location"] == "/jugador", "whoever is here already reads so before they sit down"
        renamed = [(await other.post("/jugador/nombre", data={"name": f"B{one}"})).status_code for one in range(20)]
        assert (renamed[0], renamed[-1]) == (303, 429), "each one draws every page of the house anew"
    assert house.state.visitor(ana).time.now is None
    assert house.version == version + 1


@opened(by="on_own_page")
async def test_a_name_is_erased_once_the_house_owes_nothing_or_the_director_knows_what(
    house: Any, people: People, ana: PersonId, client: Any, /
) -> None:
    app = client._transport.app
    async with browser(app, people.login("dora")) as director:
        await do(house, ana, a.WriteSlip(SlipKind.BUY_BACK, 100, person=ana))
        assert (await director.post("/personal/jugadores/anular", data={"person": ana})).status_code == 303
        assert not house.state.slips, "by a way back that is void somebody else may have asked"
        told = await director.post("/personal/jugadores/borrar", data={"person": ana})
        assert (told.status_code, "600" in told.text) == (409, True)
        assert people.people.players.name_of(ana) == "Ana"
        fields = dict(re.findall('name="((?!command)[a-z]+)" value="([^"]+)"', told.text))
        assert fields == {"person": ana, "deuda": "deuda"}
        assert (await director.post("/personal/jugadores/borrar", data=fields)).status_code == 303
        assert people.people.players.name_of(ana) == ""
    await pay(house, a.BuyBackChips(ana, 60_000))  # whoever shows them is paid


CHEMIN, BINGO = ("chemin-de-fer", OTHER), ("bingo", b.OpenHall("sala", "orden-1979", ChanceKind.SEALED, staff=HALL))
SALON = "dos-panos", d.OpenTable("salon", "asturias-2011", 1000, bank_minimum=10_000, bank_maximum=10**6, staff=STAFF)
SOLD, MONEY, PLAYS = (CASHIER, a.SellChips(ANA, 500_00)), "has-money-here", "visitor-may-not-serve"
KEPT = d.AnnounceBank(ANA, 500_00, days=3)
HELD: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "nothing": ("", "", ()),
    "chips": (MONEY, "money", (SOLD,)),
    "a deposit": (MONEY, "money", ((CASHIER, a.TakeDeposit(ANA, 500_00)),)),
    "a slip": (MONEY, "money", (SOLD, (ANA, a.WriteSlip(SlipKind.BUY_BACK, 1, person=ANA)))),
    "a proof": ("", "proof", ((CASHIER, a.LodgeProof(ANA, 5_000_00)),)),
    "a seat": (PLAYS, "table", (CHEMIN, (ANA, Sit(1)))),
    "chips behind a place": (PLAYS, "table", (SOLD, CHEMIN, (ANA, StandBehind(3)), (ANA, BuyIn(500_00)))),
    "a wait": (PLAYS, "table", (CHEMIN, (ANA, JoinList()))),
    "chips in bingo": (PLAYS, "table", (SOLD, BINGO, (ANA, BuyIn(500_00)))),
    "a bank": (PLAYS, "bank", (SALON, ("inspector", d.AnnounceBank(ANA, 500_00)))),
    "a bank for days": (PLAYS, "bank", (SALON, ("director", KEPT), ("inspector", d.CloseTable()))),
    "an exclusion": ("", "exclusion", ((ANA, a.ExcludeOneself("2027-01-01")),)),
    "a bar": ("", "bar", ((DOOR, a.LetOut(ANA)), (DIRECTOR, a.Bar(ANA, "pelea")))),
    "a complaint": ("", "complaint", ((ANA, a.Complain("no me pagan")),)),
}
"""What refuses that Ana goes on duty, what the director reads before her name is erased, and how it comes to that."""


@pytest.mark.parametrize("case", HELD)
async def test_duty_and_whoever_erases_by_page_or_verb_ask_the_same_of_the_house(case: str, tmp_path: Path) -> None:
    refusal, asked, acts = HELD[case]
    hall = await Hall.start(str(tmp_path / "h.db"), Keys.load(tmp_path / "k"), clock=ManualClock(), games=house_games())
    people = People()
    app = create_app(hall, hosts=["testserver.local"], people=people(hall))
    house: Any = await open_day(hall)
    people.people.players.store.put_name(ANA, "Ana")
    await do(house, DOOR, a.Admit(ANA))
    for who, what in acts:
        if what in (CHEMIN[1], BINGO[1], SALON[1]):
            table = await hall.open_table(who, what)
        else:
            await do(house if type(what) in a.HANDLERS else table, PersonId(who), what)
    made = await house.act(Act(DIRECTOR, a.GoOnDuty(Role.ADMISSION, ANA), house.step))
    assert ("" if made.refusal is None else made.refusal.code) == refusal
    if not refusal:
        await do(house, DIRECTOR, a.GoOffDuty(Role.ADMISSION, ANA))
    async with browser(app, people.login("dora")) as director:
        told = await director.post("/personal/jugadores/borrar", data={"person": ANA})
    words = label("ui", "erased-at-table", "es") if asked == "table" else asked and label("held", asked, "es")[-12:]
    assert (told.status_code, words in told.text) == (409 if asked else 303, True)
    assert people.people.players.name_of(ANA) == ("Ana" if asked else "")
    await hall.stop()
    assert [one["code"] for one in _held(str(tmp_path / "h.db"), ANA)] == [asked] * bool(asked)


@opened(by="at_desks")
async def test_no_desk_ever_shows_a_code_that_the_house_does_not_know_of(hall, people, client, /) -> None:
    """Threat: whoever registers a player uses the code on that page, asks in the player's name and pays the sum out."""
    people.join("caja", Grant(Role.CASHIER))
    ana, _ = people.player("Ana")
    shown = 0
    async with client(people.login("caja")) as desk:
        for what in ("alta", "codigo", "anular"):
            done = await desk.post(f"/personal/jugadores/{what}", data={"name": "Bea", "person": ana})
            for code in re.findall(r'class="secret">([^<]+)<', done.text):
                shown += 1
                player = people.people.players.redeem(code)
                assert player is not None
                by = hall.house.state.visitor(player.person).code_by
                assert by == people.account("caja").person, f"{what}: nobody knows of this code"
    assert shown == 2
