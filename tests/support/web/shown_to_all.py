"""What a hall shows to everybody: the list of its tables, public screens, tables of former days, clauses, and rulebooks
beside each other; of a hall with a staff key, of one with open doors, of a house with accounts. Kept line by line.

    python -m tests.support.web.shown_to_all          write down what is shown now; read the difference
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import anyio
import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.chance import ChanceKind
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.staff_access import StaffAccess
from tapete.words import LANGS, CodedError
from tests.support import ROOT
from tests.support.live.evening import OPENING, open_day
from tests.support.web.accounts import People
from tests.support.web.house import House, house
from tests.support.web.outline import outline
from tests.support.web.ways_in import HERE, KEY, _without_luck

KEPT: Final = ROOT / "tests" / "web" / "shown_to_all.txt"
TAG: Final = re.compile(r"([.](?:js|css|svg|webmanifest|png))[?][0-9a-f]+")
TIME: Final = re.compile(r'data-(now|ends)="\d+"')
HEADERS: Final = ("content-type", "cache-control", "tapete-fate", "allow")
DP: Final = "/reglas/dos-panos"

EVERYWHERE: Final = ("/", "/?lang=en", "/archivo", "/mesa/mesa/publico", "/casa", "/personal", "/jugador")
ONCE: Final = (
    "/archivo?pagina=2&lang=fr",
    "/mesa/panos/publico?lang=en",
    "/mesa/sala/publico?lang=fr",
    "/mesa/auto/publico",
    "/mesa/otra/publico",
    "/mesa/otra/publico/flujo",
    "/mesa/mesa/como/ana",
    "/mesa/mesa/como/ana/regla?about=empate",
    "/clausula/PB.B.01",
    "/clausula/CF.C1.09?lang=fr",
    "/clausula/HP.PB.claims?lang=en",
    "/clausula/HP.nada",
    *(f"/reglas/{game}/diferencias" for game in ("punto-y-banca", "chemin-de-fer", "bingo", "dos-panos", "tute")),
    f"{DP}/comparar?lang=en",
    f"{DP}/mano/five-stands/asturias-2011/guia",
    f"{DP}/mano/five-stands/asturias-2011/guia/2?lang=fr",
    f"{DP}/mano/five-stands?a=guia&b=orden-1979",
    f"{DP}/mano/five-stands?a=guia",
    f"{DP}/mano/five-stands/guia/nada",
    f"{DP}/mano/nada/guia/orden-1979",
    f"{DP}/mano/five-stands/asturias-2011/guia/0",
    f"{DP}/mano/five-stands/asturias-2011/guia/12345",
    "/static/nada.css",
    "/nada",
    "/nada?lang=en",
    "/api/v1/nada",
)


class Visitor:
    """Asks a hall for pages and writes down each line that no page before had."""

    def __init__(self, here: House) -> None:
        self.house = here
        self.lines: list[str] = []
        self._told: set[str] = set()

    async def ask(self, *paths: str, accept: str = "") -> None:
        """Ask for pages in a browser of its own."""
        transport = httpx.ASGITransport(self.house.app, client=("192.0.2.7", 5000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE, headers={"accept-language": accept}) as client:
            for path in paths:
                self._answer(path, await client.get(path))
                client.cookies.clear()

    def _answer(self, path: str, answer: httpx.Response) -> None:
        where = answer.headers.get("location", "")
        told = (f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers)
        cookies = (one.partition(";")[0] for one in answer.headers.get_list("set-cookie"))
        self.lines += [path, "  " + " · ".join((f"{answer.status_code} {where}".rstrip(), *told, *cookies))]
        if where:
            return
        text = TIME.sub(r'data-\1=""', TAG.sub(r"\1", answer.text))
        page = outline(text) if answer.headers["content-type"].startswith("text/html") else (text,)
        digest = hashlib.sha256("\n".join(page).encode()).hexdigest()[:12]
        self.lines.append(f"  page {digest}")
        plain = [one.strip() for one in page]
        self.lines += [f"    {one}" for one in dict.fromkeys(plain) if one not in self._told]
        self._told.update(plain)

    def say(self, line: str) -> None:
        """Write a line that says what has happened."""
        self.lines.append(f"# {line}")


async def _tables(here: House) -> None:
    """People at some tables, machines at another, a table that is set aside, an official who is not there."""
    await here.act("ana", Sit(1))
    await here.act("ana", BuyIn(10_000))
    await here.act("bot-bea", Sit(3))
    machines = {Role.CROUPIER: PersonId("bot-croupier"), Role.TABLE_CHIEF: PersonId("julio")}
    here.tables["auto"] = await here.hall.open_table(
        "punto-y-banca", OpenTable("auto", "asturias-2011", 500, 50_000, staff=machines)
    )
    await here.open_two_cloths(shoe=ChanceKind.KEYED)
    await here.open_bingo()
    here.hall.parked_tables["rota"] = CodedError("x")
    here.table.absent_staff.add(PersonId("julio"))


async def _hall(visitor: Visitor, *, everything: bool) -> None:
    here = visitor.house
    await visitor.ask(*EVERYWHERE[:2])
    await _tables(here)
    await visitor.ask(*EVERYWHERE, *(ONCE if everything else ()))
    for lang in LANGS if everything else ():
        await visitor.ask("/", "/mesa/mesa/publico", "/nada", accept=lang)
    visitor.say("a table closes and goes on")
    await here.act(HOUSE, CloseTable())
    await visitor.ask("/", "/mesa/mesa/publico")
    posts = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
    await here.hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 500, 50_000, staff=posts))
    await visitor.ask("/", "/mesa/mesa/publico", "/archivo")


async def _day(folder: Path, keys: Keys, visitor: Callable[[Any], Visitor]) -> list[str]:
    """A hall with a house above it, on an open day, with a table of it."""
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, clock=ManualClock())
    try:
        await open_day(hall)
        await hall.open_table("punto-y-banca", OPENING)
        app = create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key=KEY))
        asking = visitor(SimpleNamespace(app=app))
        for lang in LANGS:
            await asking.ask("/", "/casa", "/casa/caja", accept=lang)
        await asking.ask("/casa/puerta", "/casa/direccion", "/casa/cocina", "/casa/direccion/actas", "/casa/x/flujo")
        return asking.lines
    finally:
        await hall.stop()


SCENES: Final[dict[str, dict[str, Any]]] = {
    "key": {"staff_access": StaffAccess(key=KEY)},
    "open": {"staff_access": StaffAccess(is_open=True)},
    "accounts": {},
    "day": {},
}


def shown(name: str) -> list[str]:
    """Return what is shown in a hall of some kind, line by line."""
    options = SCENES[name]

    async def main() -> list[str]:
        keys = Keys(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(32)))
        people = None if options else People()

        def visitor_of(here: Any) -> Visitor:
            made = Visitor(here)
            made.say(name)
            return made

        with TemporaryDirectory() as folder, patch.object(security_log, "tell", lambda *_, **__: None):
            if name == "day":
                return await _day(Path(folder), keys, visitor_of)
            made = house(Path(folder), ChanceKind.KEYED, keys=keys, clock=ManualClock(), people=people, **options)
            async with made as here:
                visitor = visitor_of(here)
                await _hall(visitor, everything=name == "key")
                return visitor.lines

    with _without_luck():
        return anyio.run(main)


def kept(name: str) -> list[str]:
    """Return what is kept of a hall of some kind."""
    lines = KEPT.read_text("utf-8").splitlines()
    begin = lines.index(f"# {name}")
    ends = [number for number, one in enumerate(lines) if one[2:] in SCENES and one[:2] == "# " and number > begin]
    return lines[begin : min(ends, default=len(lines))]


def _every_line() -> Iterator[str]:
    for name in SCENES:
        yield from shown(name)


if __name__ == "__main__":
    KEPT.write_text("".join(f"{one}\n" for one in _every_line()), "utf-8")
