"""What a hall answers at its ways in, asked by everybody at each of them: kept line by line, so that no page, no
address, no cookie and no word of the security log changes without somebody having read it.

    python -m tests.support.web.ways_in          write down what is answered now; read the difference
"""

from __future__ import annotations

import hashlib
import random
import re
import string
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import anyio
import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.games.baccarat.procedure import CloseTable
from tapete.games.punto_banco.acts import OpenTable
from tapete.house import acts as a
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.people.accounts import Grant
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tapete.web import create_app, place_claims
from tapete.web.people.own_acts import OF_PERSON, OwnActs
from tapete.web.sessions import Session
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import do, open_day
from tests.support.web.accounts import PASSWORD, SECRET, WORDS, People
from tests.support.web.house import House, house
from tests.support.web.outline import outline

KEPT: Final = ROOT / "tests" / "web" / "ways_in"
HERE: Final = "http://testserver.local"
KEY: Final = "llave-de-la-sala"
STAFF: Final = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
TAG: Final = re.compile(r"(?<=[.]js)[?][0-9a-f]+")
VALUE: Final = re.compile(r"^([a-z-]+)=([^;]*)")
DRAWERS: Final = (
    "tapete.web.place_claims",
    "tapete.web.sessions",
    "tapete.people.players",
    "tapete.people.player_links",
    "tapete.people.staff",
    "tapete.people.staff_sessions",
    "tapete.people.second_factor",
)
"""Where names, words and codes are drawn by luck; here each draws the same ones every time."""


class _Drawn:
    """Draws by a seed what the module ``secrets`` draws by luck."""

    def __init__(self) -> None:
        self._luck = random.Random("tapete")

    def token_hex(self, size: int) -> str:
        return self._luck.randbytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return "".join(self._luck.choices(string.ascii_letters, k=size))

    def choice(self, among: Any) -> Any:
        return self._luck.choice(among)

    def compare_digest(self, one: str, other: str) -> bool:
        return one == other


@contextmanager
def _without_luck() -> Iterator[None]:
    with ExitStack() as patches:
        for name in DRAWERS:
            patches.enter_context(patch(f"{name}.secrets", _Drawn()))
        patches.enter_context(patch("tapete.people.second_factor.pyotp.random_base32", lambda: SECRET))
        yield


class Asker:
    """Asks a hall and writes down what it answers; of a page the lines that no page before had."""

    def __init__(self, here: House, people: People | None = None) -> None:
        self.house, self.people = here, people
        self.lines: list[str] = []
        self._told: set[str] = set()
        self._sessions: dict[str, Session] = {}

    def browser(self, *, cookies: dict[str, str] | None = None, address: str = "192.0.2.7") -> httpx.AsyncClient:
        """Return a browser of its own, which may show some cookies everywhere."""
        transport = httpx.ASGITransport(self.house.app, client=(address, 5000), raise_app_exceptions=False)
        made = httpx.AsyncClient(transport=transport, base_url=HERE, headers={"origin": HERE})
        for name, value in (cookies or {}).items():
            made.cookies.set(name, value)
        return made

    def say(self, line: str) -> None:
        """Write a line that says who asks next, or what has happened."""
        self.lines.append(f"# {line}")

    async def ask(
        self, browser: httpx.AsyncClient, what: str, headers: dict[str, str] | None = None, **fields: str
    ) -> httpx.Response:
        """Ask for something and write down the answer."""
        method, path = what.split(" ")
        data = fields if method == "POST" else None
        answer = await browser.request(method, path, data=data, headers=headers)
        told = " ".join(f"{name}={value}" for name, value in (fields | (headers or {})).items())
        self.lines.append(f"{what} {told}".rstrip())
        where = answer.headers.get("location", "")
        self.lines.append(f"  {answer.status_code} {where}".rstrip())
        self.lines += [f"  {VALUE.sub(_cookie, one)}" for one in answer.headers.get_list("set-cookie")]
        if not where:
            self._page(answer.text)
        self._told_of_sessions()
        return answer

    def _page(self, text: str) -> None:
        lines = outline(TAG.sub("", text))
        head = [one.strip() for one in lines if one.strip().startswith("script ")]
        main = next((number for number, one in enumerate(lines) if one.strip().startswith("main")), 0)
        page = (*head, *(one.strip() for one in lines[main:]))
        digest = hashlib.sha256("\n".join(page).encode()).hexdigest()[:12]
        self.lines.append(f"  page {digest}")
        self.lines += [f"    {one}" for one in dict.fromkeys(page) if one not in self._told]
        self._told.update(page)

    def _told_of_sessions(self) -> None:
        """Write down which sessions have begun and ended meanwhile."""
        now = {key: msgspec.structs.replace(one) for key, one in self.house.app.state.sessions._known.items()}
        for kept, others, what in ((now, self._sessions, "begins"), (self._sessions, now, "ends")):
            for key, one in kept.items():
                if key not in others:
                    how = f"staff={one.is_staff} login={bool(one.login)} from {one.address}"
                    self.lines.append(f"  session {what} {one.table} {one.person} {how}")
        self._sessions = now

    def log(self, code: str, *_: object, **facts: object) -> None:
        """Write down what the security log is told."""
        self.lines.append(f"  log {code} {facts}")


def _cookie(found: re.Match[str]) -> str:
    return f"{found[1]}={'…' if found[2] else ''}"


LINKS: Final = ("crupier", "jefe", "jugador-1", "jugador-2", "jugador-3", "de-pie", "jugador", "nadie", "como/ana")


async def _every_link(asker: Asker, browser: httpx.AsyncClient, method: str, table: str) -> None:
    for link in LINKS:
        await asker.ask(browser, f"{method} /mesa/{table}/{link}")


async def _tables(here: House) -> None:
    """Ana and a machine sit at a table; others have machines as staff, two cloths, players on their feet."""
    await here.act("ana", Sit(1))
    await here.act("ana", BuyIn(10_000))
    await here.act("bot-bea", Sit(3))
    machines = {Role.CROUPIER: PersonId("bot-croupier"), Role.TABLE_CHIEF: PersonId("julio")}
    here.tables["auto"] = await here.hall.open_table(
        "punto-y-banca", OpenTable("auto", "asturias-2011", 500, 50_000, staff=machines)
    )
    await here.open_two_cloths()
    await here.open_bingo()


async def _closed_and_reopened(here: House) -> None:
    await here.act(HOUSE, CloseTable())
    await here.hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 500, 50_000, staff=STAFF))


async def _hall_without_accounts(asker: Asker) -> None:
    here = asker.house
    await _tables(here)
    asker.say("somebody new looks")
    async with asker.browser() as stranger:
        for table in ("mesa", "auto", "panos", "sala", "otra"):
            await _every_link(asker, stranger, "GET", table)
            await asker.ask(stranger, f"GET /mesa/{table}")
        for site, dest, purpose in (
            ("none", "document", ""),
            ("same-origin", "document", ""),
            ("cross-site", "document", ""),
            ("none", "iframe", ""),
            ("none", "document", "prefetch"),
        ):
            told = {"sec-fetch-site": site, "sec-fetch-dest": dest, "sec-purpose": purpose}
            await asker.ask(stranger, "GET /mesa/mesa/jugador-2", told)
        await asker.ask(stranger, "GET /mesa/mesa/jugador-2", {"accept-language": "en"})
        await asker.ask(stranger, "GET /mesa/mesa/crupier", {"accept-language": "en"})
        await asker.ask(stranger, "GET /mesa/mesa/como/ana", {"accept-language": "en"})
    asker.say("somebody new comes in by each link, and follows each again")
    for table in ("mesa", "auto", "panos", "sala"):
        for link in LINKS:
            async with asker.browser(address="2001:db8::7") as newcomer:
                if (await asker.ask(newcomer, f"POST /mesa/{table}/{link}")).status_code == 303:
                    for again in ("crupier", "jugador-1", link):
                        await asker.ask(newcomer, f"GET /mesa/{table}/{again}")
                        await asker.ask(newcomer, f"POST /mesa/{table}/{again}")
    asker.say("with the staff key, right and wrong")
    for fields in (
        {"person": "luis"},
        {"person": "luis", "key": "mal"},
        {"person": "", "key": KEY},
        {"person": "bot-luis", "key": KEY},
        {"person": "ana", "key": KEY},
        {"person": "luis", "key": KEY},
        {"person": "julio", "key": KEY},
    ):
        for table in ("mesa", "auto", "panos"):
            async with asker.browser() as official:
                done = await asker.ask(official, f"POST /mesa/{table}/crupier", **fields)
                if done.status_code == 303:
                    for what in ("GET", "POST"):
                        await asker.ask(official, f"{what} /mesa/{table}/crupier")
                        await asker.ask(official, f"{what} /mesa/{table}/jefe")
                        await asker.ask(official, f"{what} /mesa/{table}/jugador-2")
    asker.say("who has his word comes back, and nobody else")
    word = place_claims.return_word(here.app.state, "ana")
    async with asker.browser() as mine:
        for person, given in (("ana", word), ("ana", "otra"), ("bot-bea", word), ("marta", word), ("¡", word)):
            for method in ("GET", "POST"):
                await asker.ask(mine, f"{method} /mesa/mesa/volver/{person}/{given or '-'}")
        for person in ("ana", "bot-bea", "marta", "luis", "eva", "¡"):
            await asker.ask(mine, f"POST /mesa/mesa/como/{person}")
            await asker.ask(mine, "POST /mesa/mesa/entrar", person=person)
        asker.say("the table closes and goes on")
        await _closed_and_reopened(here)
        for link in (*LINKS, f"volver/ana/{word or '-'}", f"volver/eva/{word or '-'}", "volver/ana/otra", "como/luis"):
            await asker.ask(mine, f"GET /mesa/mesa/{link}")
            await asker.ask(mine, f"POST /mesa/mesa/{link}")
        await asker.ask(mine, "GET /mesa/mesa")
    async with asker.browser() as stranger:
        await _every_link(asker, stranger, "GET", "mesa")
        await _every_link(asker, stranger, "POST", "mesa")


async def _house_with_accounts(asker: Asker) -> None:
    here, people = asker.house, asker.people
    assert people is not None
    ana, ways = people.player("Ana")
    twin, _ = people.player("Ana")
    eva, others = people.player("Eva")
    cruz = people.join("cruz", Grant(Role.CROUPIER, "mesa"), Grant(Role.TABLE_CHIEF))
    people.join("caja", Grant(Role.CASHIER))
    await here.act(ana, Sit(2))
    await here.act(ana, BuyIn(10_000))
    await _tables(here)
    pages = ("personal", "personal/entrar", "personal/cuentas", "personal/jugadores", "personal/alta", "jugador")
    pages = (*pages, "jugador/volver", "jugador?a=/mesa/mesa", "personal/entrar?a=/casa/caja", "personal?pocas=")
    viewers: dict[str, dict[str, str]] = {
        "nobody": {},
        "ana": ways,
        "eva": others,
        "cruz": people.login("cruz"),
        "caja": people.login("caja"),
        "dora": people.login("dora"),
        "cruz who plays as eva": people.login("cruz") | others,
    }
    asked = (*LINKS, *(f"como/{one}" for one in (ana, eva, cruz.person, "bot-bea")), f"volver/{ana}/otra")
    for name, cookies in viewers.items():
        asker.say(name)
        async with asker.browser(cookies=cookies) as browser:
            for page in pages:
                await asker.ask(browser, f"GET /{page}")
            for table in ("mesa", "panos", "auto"):
                for link in asked:
                    await asker.ask(browser, f"GET /mesa/{table}/{link}")
    for name, cookies in viewers.items():
        asker.say(f"{name} comes in")
        async with asker.browser(cookies=cookies, address="2001:db8::7") as browser:
            for table in ("mesa", "panos", "auto"):
                for link in asked:
                    await asker.ask(browser, f"POST /mesa/{table}/{link}")
                    if link in ("crupier", "jefe", "jugador-2", "de-pie"):
                        await asker.ask(browser, f"GET /mesa/{table}/{link}")
            await asker.ask(browser, "POST /mesa/mesa/entrar", person=ana)
            await asker.ask(browser, "GET /personal")
    await _players_are_served(asker, ana, twin, eva)
    await _staff_is_invited(asker)
    asker.say("the table closes and goes on")
    await _closed_and_reopened(here)
    for name, cookies in viewers.items():
        asker.say(name)
        async with asker.browser(cookies=cookies) as browser:
            for link in asked:
                await asker.ask(browser, f"GET /mesa/mesa/{link}")
                await asker.ask(browser, f"POST /mesa/mesa/{link}")


async def _players_are_served(asker: Asker, ana: PersonId, twin: PersonId, eva: PersonId) -> None:
    people = asker.people
    assert people is not None
    asker.say("the cash desk serves players")
    async with asker.browser(cookies=people.login("caja")) as desk:
        await asker.ask(desk, "POST /personal/jugadores/alta", name="Rosa")
        await asker.ask(desk, "POST /personal/jugadores/alta", name="")
        for what in ("codigo", "anular", "borrar", "otra"):
            for person in (twin, "p-nadie"):
                await asker.ask(desk, f"POST /personal/jugadores/{what}", person=person)
        await asker.ask(desk, "GET /personal/jugadores")
    async with asker.browser(cookies=people.login("dora")) as director:
        for person in (ana, twin, "p-nadie"):
            await asker.ask(director, "POST /personal/jugadores/borrar", person=person)
            await asker.ask(director, "POST /personal/jugadores/borrar", person=person, deuda="")
        await asker.ask(director, "GET /personal/jugadores")
    asker.say("players come of themselves")
    async with asker.browser() as player:
        await asker.ask(player, "POST /jugador/alta", name="")
        await asker.ask(player, "POST /jugador/alta", name="", a="/mesa/mesa")
        await asker.ask(player, "POST /jugador/nombre", name="Pía")
        await asker.ask(player, "POST /jugador/alta", name="Pía", a="/mesa/mesa")
        for fields in (
            {"act": "?"},
            {"act": "limit-loss", "amount-euros": "70"},
            {"act": "complain", "text": "Pagan mal"},
        ):
            await asker.ask(player, "POST /jugador/casa/hacer", **fields)
        await asker.ask(player, "POST /jugador/casa/hacer", act="limit-loss", **{"amount-euros": "-1"})
        await asker.ask(player, "GET /jugador")
        await asker.ask(player, "POST /jugador/nombre", name="")
        await asker.ask(player, "POST /jugador/nombre", name="Pía dos")
        await asker.ask(player, "GET /jugador")
        await asker.ask(player, "POST /mesa/panos/de-pie")
        await asker.ask(player, "POST /jugador/salir")
        await asker.ask(player, "POST /jugador/casa/hacer", act="limit-loss")
        await asker.ask(player, "POST /jugador/volver", code="mal", a="/mesa/mesa")
        code = str(people.people.players.give_code(eva))
        await asker.ask(player, "POST /jugador/volver", code=code, a="//otra")
        people.people.settle_newcomers(at_desk=True, by="dora")
        await asker.ask(player, "GET /jugador")
    async with asker.browser() as stranger:
        await asker.ask(stranger, "GET /jugador")
        await asker.ask(stranger, "POST /jugador/alta", name="Tea", a="/mesa/mesa")


async def _staff_is_invited(asker: Asker) -> None:
    people = asker.people
    assert people is not None
    asker.say("the director keeps the accounts")
    async with asker.browser(cookies=people.login("dora")) as director:
        for what, fields in (
            ("invitar", {"name": "nuria", "role": "croupier", "table": "mesa"}),
            ("invitar", {"name": "nuria"}),
            ("reiniciar", {"name": "cruz"}),
            ("reiniciar", {"name": "dora"}),
            ("quitar", {"name": "dora"}),
            ("suspender", {"name": "caja"}),
            ("suspender", {"name": "nadie"}),
            ("dar-puesto", {"name": "caja", "role": "croupier"}),
            ("dar-puesto", {"name": "caja", "role": "rey"}),
            ("otra", {"name": "caja"}),
            ("altas", {"donde": "caja"}),
        ):
            people.now += 60
            await asker.ask(director, f"POST /personal/cuentas/{what}", **fields)
        for page in ("", "?avisos=0", "?avisos=1", "?avisos=99999"):
            await asker.ask(director, f"GET /personal/cuentas{page}")
        await asker.ask(director, "POST /personal/salir")
    word = str(people.people.staff.reset("nuria", by="dora"))
    asker.say("an invitation is taken up")
    async with asker.browser() as invited:
        await asker.ask(invited, "POST /personal/alta", word="otra")
        await asker.ask(invited, "POST /personal/alta", word=word)
        right = {"word": word, "password": PASSWORD, "again": PASSWORD, "code": people.code("nuria")}
        for wrong in ({"again": "otra"}, {"code": "000000"}, {"password": "corta", "again": "corta"}, {}):
            await asker.ask(invited, "POST /personal/alta", **(right | wrong))
    asker.say("somebody logs in")
    async with asker.browser() as browser:
        fields = {"name": "dora", "password": "mal", "second": WORDS[0]}
        await asker.ask(browser, "POST /personal/entrar", **fields, a="/mesa/mesa")
        await asker.ask(browser, "POST /personal/entrar", **fields | {"password": PASSWORD})
        await asker.ask(browser, "GET /personal")


async def _day_of_a_house(asker: Asker, hall: Hall, floor: Any) -> None:
    people = asker.people
    assert people is not None
    ana, ways = people.player("Ana")
    eva, _ = people.player("Eva")
    people.join("caja", Grant(Role.CASHIER))
    for who in (ana, eva):
        await do(floor, DIRECTOR, a.Admit(who))
        await do(floor, CASHIER, a.SellChips(who, 60_000))
    acts: tuple[dict[str, str], ...] = (
        {"act": ""},
        {"act": "sell-chips", "person": ana, "amount-euros": "10"},
        {"act": "limit-loss", "amount-euros": "700,50"},
        {"act": "limit-loss", "amount-euros": "800"},
        {"act": "limit-loss", "amount-euros": "mucho"},
        {"act": "limit-loss", "amount-euros": ""},
        {"act": "limit-time", "minutes": "90"},
        {"act": "limit-time", "minutes": "120"},
        {"act": "complain", "text": "Me pagaron de menos", "table": "", "command": "k-1"},
        {"act": "complain", "text": "Me pagaron de menos", "table": "", "command": "k-1"},
        {"act": "complain", "text": "Y otra vez", "table": "", "command": "k-2"},
        {"act": "complain", "text": "", "table": ""},
        {"act": "exclude-oneself", "until": "2027-01-31"},
        {"act": "exclude-oneself", "until": "2026-12-01"},
    )
    asker.house.app.state.own_acts = OwnActs(lambda: 0.0)
    async with asker.browser(cookies=ways) as mine:
        await asker.ask(mine, "GET /jugador")
        for fields in acts:
            await asker.ask(mine, "POST /jugador/casa/hacer", **fields)
            await asker.ask(mine, "GET /jugador")
        await do(floor, DIRECTOR, a.AnswerComplaint(1, "Se le ha pagado la diferencia"))
        await asker.ask(mine, "GET /jugador", {"accept-language": "en"})
        found = [await mine.post("/jugador/casa/hacer", data={"act": "limit-time"}) for _ in range(OF_PERSON)]
        asker.say(f"again and again: {' '.join(str(one.status_code) for one in found)}")
        await asker.ask(mine, "POST /jugador/casa/hacer", act="limit-time")
    table = await hall.open_table("punto-y-banca", OpenTable("uno", "asturias-2011", 500, 50_000, staff=STAFF))
    await do(table, eva, Sit(1))
    for name in ("dora", "caja"):
        async with asker.browser(cookies=people.login(name)) as official:
            await asker.ask(official, "GET /personal")
            for person in (ana, eva):
                await asker.ask(official, "POST /personal/jugadores/borrar", person=person)
    async with asker.browser(cookies=people.login("dora")) as director:
        await do(table, HOUSE, CloseTable())
        await asker.ask(director, "POST /personal/jugadores/borrar", person=eva, deuda="1")
        await asker.ask(director, "GET /personal/jugadores")
        await asker.ask(director, "GET /mesa/uno/jugador-1")


async def _of_a_day(folder: Path, keys: Keys, people: People) -> list[str]:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, clock=ManualClock())
    try:
        floor = await open_day(hall)
        here: Any = SimpleNamespace(app=create_app(hall, hosts=["testserver.local"], people=people(hall)))
        asker = Asker(here, people)
        with patch.object(security_log, "tell", asker.log):
            await _day_of_a_house(asker, hall, floor)
        return asker.lines
    finally:
        await hall.stop()


SCENES: Final[dict[str, tuple[dict[str, Any], Callable[[Asker], Awaitable[None]] | None]]] = {
    "key": ({"staff_access": StaffAccess(key=KEY)}, _hall_without_accounts),
    "open": ({"staff_access": StaffAccess(is_open=True)}, _hall_without_accounts),
    "accounts": ({}, _house_with_accounts),
    "day": ({}, None),
}


def answers(name: str) -> list[str]:
    """Return what is answered in a scene, line by line."""
    options, scene = SCENES[name]
    people = None if options else People()

    async def main() -> list[str]:
        keys = Keys(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(32)))
        with TemporaryDirectory() as folder:
            if scene is None:
                assert people is not None
                return await _of_a_day(Path(folder), keys, people)
            async with house(Path(folder), keys=keys, people=people, **options) as here:
                asker = Asker(here, people)
                with patch.object(security_log, "tell", asker.log):
                    await scene(asker)
        return asker.lines

    with _without_luck():
        return anyio.run(main)


def kept(name: str) -> list[str]:
    """Return what is kept of a scene."""
    return (KEPT / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for one in SCENES:
        (KEPT / f"{one}.txt").write_text("\n".join(answers(one)) + "\n", "utf-8")
