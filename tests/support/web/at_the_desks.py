"""A day at the desks of a house: what director, cashier and doorkeeper are answered at their pages, with right acts and
wrong ones, of a hall with a staff key and of a house with accounts. Kept line by line.

    python -m tests.support.web.at_the_desks          write down what is answered now; read the difference
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import anyio
import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.house import acts as a
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.people.identity import STAFF_COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.house import DIRECTOR
from tests.support.web.accounts import People
from tests.support.web.ways_in import KEY, Asker, _without_luck

KEPT: Final = ROOT / "tests" / "web" / "at_the_desks"
TABLE: Final = {"game": "punto-y-banca", "name": "uno", "minimum-euros": "10", "maximum-euros": "500"}
SLIP: Final = {"act": "write-slip", "kind": "supply", "table": ""}


class Desks(Asker):
    """Asks at the desks; each of their holders has a browser of his own."""

    async def do(self, browser: httpx.AsyncClient, post: str, lang: str = "es", **fields: str) -> None:
        """Send the form of an act."""
        given = {name.replace("_euros", "-euros"): value for name, value in fields.items()}
        await self.ask(browser, f"POST /casa/{post}/hacer", {"accept-language": lang}, **given)


async def _day(asker: Desks, browsers: dict[str, httpx.AsyncClient], names: dict[str, str]) -> None:
    """Open a day, play none of it, and close it. ``names``: how the forms name people."""
    direction, cash, door = (browsers[one] for one in ("direccion", "caja", "puerta"))
    for act in (
        *({}, {"act": "nada"}, {"act": "open-day", "day": "ayer"}, {"act": "open-day"}, {"act": "open-house"}),
        *({"act": "open-day", "day": "2026-11-22"},) * 2,
        {"act": "go-on-duty", "role": "rey", "person": names["caja"]},
        {"act": "go-on-duty", "role": "cashier", "person": ""},
        {"act": "go-on-duty", "role": "cashier", "person": names["otra"]},
        {"act": "go-on-duty", "role": "cashier", "person": names["caja"]},
        {"act": "go-on-duty", "role": "admission", "person": names["puerta"]},
    ):
        await asker.do(direction, "direccion", **act)
    await asker.ask(direction, "GET /casa/direccion", {"accept-language": "en"})
    for browser, post in ((cash, "caja"), (door, "puerta")):
        await asker.ask(browser, f"POST /casa/{post}", **(names if "key" not in names else {"key": names["key"]}))
        await asker.ask(browser, f"POST /casa/{post}", person=names[post], key=names.get("key", ""))
        await asker.ask(browser, f"GET /casa/{post}")
        await asker.ask(browser, "GET /casa/direccion")
    for form in (
        *({}, TABLE | {"game": "tute"}, TABLE | {"name": ""}, TABLE | {"minimum-euros": "x"}),
        *(TABLE | {"minimum-euros": "1000"}, TABLE, TABLE, {"game": "bingo", "name": "sala"}),
    ):
        await asker.ask(direction, "POST /casa/direccion/mesa", **form)
        await asker.ask(cash, "POST /casa/caja/mesa", **form) if form is TABLE else None
    await asker.ask(direction, "GET /casa/direccion")
    ana = names["ana"]
    for post, act in (
        ("puerta", {"act": "admit", "person": ana}),
        ("puerta", {"act": "admit", "person": ana}),
        ("puerta", {"act": "admit", "person": names["nadie"]}),
        ("puerta", {"act": "sell-chips", "person": ana, "amount_euros": "50"}),
        ("caja", {"act": "sell-chips", "person": ana, "amount_euros": "mucho"}),
        ("caja", {"act": "sell-chips", "person": ana, "amount_euros": "50"}),
        ("caja", SLIP | {"cash_euros": "20.000", "chips_euros": "50.000"}),
        ("caja", {"act": "sign-slip", "serial": "1"}),
        ("direccion", {"act": "sign-slip", "serial": "x"}),
        ("direccion", {"act": "sign-slip", "serial": "1"}),
        ("caja", {"act": "sell-chips", "person": ana, "amount_euros": "50"}),
        ("caja", {"act": "sell-chips", "person": ana, "amount_euros": "50", "command": "k"}),
        ("caja", {"act": "sell-chips", "person": ana, "amount_euros": "50", "command": "k"}),
        ("caja", {"act": "sell-chips", "person": names["nadie"], "amount_euros": "50"}),
        ("caja", {"act": "buy-back-chips", "person": ana, "amount_euros": "12,5", "means": "cash"}),
        ("puerta", {"act": "bar", "person": ana, "reason": "gritos"}),
        ("direccion", {"act": "bar", "person": ana, "reason": "gritos", "until": "2026-12-01"}),
        ("direccion", {"act": "set-dinner-hour", "begin": "20:00", "end": "21:00"}),
        ("direccion", {"act": "write-minutes", "text": "Nada que decir"}),
        ("direccion", {"act": "close-day"}),
        ("direccion", {"act": "go-off-duty", "role": "admission"}),
        ("puerta", {"act": "admit", "person": ana}),
    ):
        await asker.do(browsers[post], post, **act)
        await asker.ask(browsers[post], f"GET /casa/{post}")
    await asker.do(direction, "direccion", "fr", act="close-day")
    await asker.do(cash, "caja", "en", act="sell-chips", person=ana)
    for path in ("", "/caja", "/puerta", "/direccion", "/direccion/actas", "/direccion/actas?pagina=2", "/caja/actas"):
        await asker.ask(direction, f"GET /casa{path}", {"accept-language": "fr"})
    await asker.ask(cash, "GET /casa/direccion/actas")


async def _with_key(folder: Path, keys: Keys) -> list[str]:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, clock=ManualClock())
    try:
        await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
        here: Any = SimpleNamespace(app=create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key=KEY)))
        asker = Desks(here)
        browsers = {one: asker.browser() for one in ("direccion", "caja", "puerta")}
        names = {"ana": "Ana", "otra": "Eva", "nadie": "¡", "caja": "Caja", "puerta": "doña Puerta", "key": KEY}
        with patch.object(security_log, "tell", asker.log):
            for fields in (
                {},
                {"key": "mal"},
                {"key": KEY},
                {"person": "bot-x", "key": KEY},
                {"person": "¡", "key": KEY},
            ):
                await asker.ask(browsers["direccion"], "POST /casa/direccion", **fields)
            await asker.ask(browsers["direccion"], "POST /casa/direccion", person="eva", key=KEY)
            await asker.ask(browsers["direccion"], "POST /casa/direccion", person=str(DIRECTOR), key=KEY)
            await _day(asker, browsers, names)
        return asker.lines
    finally:
        await hall.stop()


async def _with_accounts(folder: Path, keys: Keys) -> list[str]:
    hall, people = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, clock=ManualClock()), People()
    try:
        here: Any = SimpleNamespace(app=create_app(hall, hosts=["testserver.local"], people=people(hall)))
        await hall.open_house(a.OpenHouse("Casino de prueba", people.account("dora").person))
        people.join("caja", Grant(Role.CASHIER))
        people.join("puerta", Grant(Role.ADMISSION))
        people.player("Ana")
        asker = Desks(here, people)
        browsers = {
            post: asker.browser(cookies={STAFF_COOKIE: people.token(name)})
            for post, name in (("direccion", "dora"), ("caja", "caja"), ("puerta", "puerta"))
        }
        names = {"ana": "ana", "otra": "ana", "nadie": "Rosa", "caja": "caja", "puerta": "puerta"}
        with patch.object(security_log, "tell", asker.log):
            async with asker.browser() as stranger:
                await asker.ask(stranger, "POST /casa/caja")
            await asker.ask(browsers["caja"], "POST /casa/direccion")
            await asker.ask(browsers["direccion"], "POST /casa/direccion")
            await _day(asker, browsers, names)
        return asker.lines
    finally:
        await hall.stop()


SCENES: Final = {"key": _with_key, "accounts": _with_accounts}


def answers(name: str) -> list[str]:
    """Return what is answered on a day, line by line."""

    async def main() -> list[str]:
        keys = Keys(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(32)))
        with TemporaryDirectory() as folder:
            return await SCENES[name](Path(folder), keys)

    with _without_luck():
        return anyio.run(main)


def kept(name: str) -> list[str]:
    """Return what is kept of a day."""
    return (KEPT / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for one in SCENES:
        (KEPT / f"{one}.txt").write_text("\n".join(answers(one)) + "\n", "utf-8")
