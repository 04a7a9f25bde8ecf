"""What a hall answers to programs, mostly to those that ask for what they may not have: status, code and sentence of
every answer, in a hall with a staff key and in a house with accounts. Kept line by line.

    python -m tests.support.web.programs          write down what is answered now; read the difference
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import anyio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.chance import ChanceKind
from tapete.house import acts as a
from tapete.house.engine import OF_SYSTEM
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.people.accounts import Grant
from tapete.record.codec import tag_of
from tapete.table.acts import Relieve, Sit
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.people.own_acts import OwnActs
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.house import TABLE
from tests.support.live.evening import OPENING, do
from tests.support.web.accounts import PASSWORD, People
from tests.support.web.house import house
from tests.support.web.pressing import Presser
from tests.support.web.ways_in import KEY, _without_luck

KEPT: Final = ROOT / "tests" / "web" / "programs"
NOBODY: Final = "x" * 40
SYSTEM: Final = sorted(tag_of(one) for one in OF_SYSTEM)


class Programs(Presser):
    """Asks as programs do, and keeps the tokens that they are given."""

    def __init__(self, here: Any) -> None:
        super().__init__(here)
        self.tokens: dict[tuple[str, str], str] = {}
        """By table and person, as they were given first."""

    async def sessions(self, *bodies: Any, token: str = "") -> None:
        """Ask for sessions."""
        for body in bodies:
            found = await self.program("POST", "/sessions", token, body)
            if "token" in found:
                self.tokens.setdefault((found["table"], found["person"]), found["token"])

    async def acts(self, path: str, token: str, *whats: Any, key: str = "k") -> None:
        """Ask for acts, each under a key of its own."""
        for number, what in enumerate(whats):
            body = what if isinstance(what, dict) and "what" in what else {"what": what}
            await self.program("POST", path, token, body, idempotency_key=f"{key}-{number}")

    async def readings(self, table: str, token: str) -> None:
        """Ask for everything that is to be read of a table."""
        for path in ("", "/legal", "/explain?lang=en", "/entries?after=1&limit=1", "/entries?limit=0"):
            await self.program("GET", f"/tables/{table}{path}", token)


async def _hall(asking: Programs) -> None:
    here = asking.house
    mesa = {"table": "mesa", "person": "ana"}
    for path in ("/status", "/tables", "/house", "/house/legal", "/house/answers", "/nada", "/clauses?game=tute"):
        await asking.program("GET", path)
    for path in ("/clauses/PB.B.01?lang=fr", "/clauses/HP.PB.claims?lang=en", "/clauses/nada", "/rules?day=2011-06-22"):
        await asking.program("GET", path)
    await asking.program("GET", "/rules?day=ayer")
    await asking.program("POST", "/logins", "", {"name": "dora"})
    await asking.program("DELETE", "/logins")
    await asking.program("POST", "/players", "", {"name": "Ana"})
    await asking.program("DELETE", "/tables/mesa")
    await asking.sessions(
        *([], {"table": "mesa"}, mesa | {"otra": ""}, mesa | {"person": 5}, mesa | {"table": "otra"}),
        *(mesa | {"person": one} for one in ("¡", "bot-ana", "marta")),
        *(mesa | {"person": one, "key": "mal"} for one in ("marta", "eva")),
        *(mesa | {"person": one, "key": KEY} for one in ("marta", "rosa")),
        *(mesa, mesa | {"person": "bea"}),
    )
    marta, ana, bea = (asking.tokens["mesa", one] for one in ("marta", "ana", "bea"))
    await asking.sessions(mesa | {"table": "cf"}, token=ana)
    elsewhere = asking.tokens["cf", "ana"]
    await here.act("ana", Sit(1))
    await asking.sessions(mesa, mesa | {"back": "mal"}, mesa | {"back": 5})
    await asking.sessions(mesa, token=bea)
    await asking.sessions(mesa, token=ana)
    for token in ("", NOBODY, elsewhere, ana, marta):
        await asking.readings("mesa", token)
    await asking.readings("otra", ana)
    acts = "/tables/mesa/acts"
    buy = {"act": "buy-in", "amount": 10_000}
    for token in ("", NOBODY, elsewhere):
        await asking.acts(acts, token, buy)
    await asking.program("POST", acts, ana, {"what": buy})
    for key in ("", "k" * 100, "k" * 101):
        await asking.program("POST", acts, ana, {"what": buy}, idempotency_key=key)
    await asking.acts(
        *(acts, ana, 5, {"what": buy, "at": "1"}, {"what": buy, "otra": 1}, {"act": "nada"}, {"act": 5}),
        *({"act": "buy-in"}, {"act": "buy-in", "amount": "10"}, {"act": "card-out", "position": 0, "face": "7s"}),
        *({"act": "time-up", "window": "bets"}, {"act": "relieve", "role": "croupier", "person": "eva"}),
        *({"act": "count-pack"}, buy),
    )
    await asking.acts(acts, ana, buy, buy | {"amount": 5}, key="otra")
    await asking.acts(acts, ana, buy | {"amount": 6}, key="otra")
    await asking.acts(acts, ana, buy, key="otra")
    await asking.acts(acts, marta, {"act": "count-pack"}, {"act": "relieve", "role": "croupier", "person": "eva"})
    await asking.acts(acts, marta, {"act": "shuffle-pack"}, key="after")
    await asking.readings("mesa", marta)
    await asking.sessions(mesa | {"person": "marta"}, mesa | {"person": "eva"}, mesa | {"person": "eva", "key": KEY})


async def _house(asking: Programs, hall: Hall, people: People) -> None:
    director, table = people.account("dora").person, hall.tables[TABLE]
    caja = people.join("caja", Grant(Role.CASHIER))
    cruz = people.join("cruz", Grant(Role.CROUPIER))
    await do(hall.house, director, a.GoOnDuty(Role.CASHIER, caja.person))
    for body in ([], {}, {"name": 5}, {"name": ""}, {"name": "x" * 31}, {"name": "Ana", "otra": ""}, {"code": 5}):
        await asking.program("POST", "/players", "", body)
    made = [await asking.program("POST", "/players", "", {"name": name}) for name in ("Ana", "Bea")]
    (ana, back), (bea, other) = ((one["person"], one["back"]) for one in made)
    await asking.program("POST", "/players", "", {"code": "mal"})
    code = str(people.people.players.give_code(PersonId(bea)))
    await asking.program("POST", "/players", "", {"code": code})
    right = {"name": "dora", "password": PASSWORD, "second": people.code("dora")}
    for wrong in ([], {}, right | {"second": 5}, right | {"name": "nadie"}, right | {"password": "mal"}):
        await asking.program("POST", "/logins", "", wrong)
    people.now += 3_600
    logins = []
    for name in ("dora", "caja", "cruz"):
        sent = {"name": name, "password": PASSWORD, "second": people.code(name)}
        logins.append((await asking.program("POST", "/logins", "", sent))["token"])
        people.now += 30
    of_dora, of_caja, of_cruz = logins
    mine = {"table": "house", "person": ana}
    await asking.sessions(
        *(mine, mine | {"back": "mal"}, mine | {"back": 5}, mine | {"back": other}, mine | {"table": "otra"}),
        *(mine | {"back": back}, mine | {"table": TABLE, "back": back}, mine | {"person": director, "back": back}),
        *(mine | {"person": "¡", "back": back}, mine | {"person": cruz.person, "table": TABLE}),
    )
    hers, at_table = asking.tokens["house", ana], asking.tokens[TABLE, ana]
    for token, person, where in (
        (of_dora, director, "house"),
        (of_dora, director, TABLE),
        (of_dora, caja.person, "house"),
        (of_caja, caja.person, "house"),
        (of_cruz, cruz.person, TABLE),
        (hers, ana, TABLE),
        (hers, bea, TABLE),
    ):
        await asking.sessions({"table": where, "person": person}, token=token)
    of_director, of_cashier = (asking.tokens["house", one] for one in (director, caja.person))
    people.now += 60
    for token in ("", NOBODY, at_table, hers, of_cashier, of_director):
        for path in ("/house", "/house/legal", "/house/answers"):
            await asking.program("GET", path, token)
        await asking.acts("/house/acts", token, {"act": "limit-loss", "amount": 5_000}, key=token[:9] or "none")
    await asking.program("POST", "/house/acts", hers, {"what": {"act": "limit-loss"}})
    asking.house.app.state.own_acts = OwnActs(lambda: 0.0)
    await asking.acts(
        *("/house/acts", of_director, 5, {"what": {}, "at": 1}, {"act": "nada"}, {"act": SYSTEM[0]}),
        *({"act": "go-on-duty", "role": "cashier", "person": one} for one in (ana, "nadie", cruz.person, "cruz")),
        *({"act": "go-on-duty", "role": "rey", "person": caja.person}, {"act": "admit", "person": ana}),
        *({"act": "admit", "person": ana}, {"act": "open-day", "day": "2026-11-23"}, {"act": SYSTEM[1]}),
    )
    await asking.acts("/house/acts", of_cashier, {"act": "sell-chips", "person": ana, "amount": 5_000}, key="caja")
    await asking.acts("/house/acts", hers, {"act": "complain", "text": "Mal"}, {"act": "complain", "text": ""})
    await asking.acts("/house/acts", of_director, {"act": "answer-complaint", "serial": 1, "text": "Bien"}, key="ans")
    for token in (hers, of_director):
        await asking.program("GET", "/house/answers", token)
    await asking.acts("/house/acts", hers, *[{"act": "limit-time", "minutes": 90}] * 22, key="again")
    people.now += 60
    await do(table, HOUSE, Relieve(Role.CROUPIER, cruz.person))
    asking.say("cruz comes on duty at the table")
    await asking.sessions({"table": TABLE, "person": cruz.person}, token=of_cruz)
    await asking.sessions({"table": TABLE, "person": cruz.person}, token=of_caja)
    at_post = asking.tokens[TABLE, cruz.person]
    for token in (at_post, at_table):
        await asking.readings(TABLE, token)
        await asking.acts(
            *(f"/tables/{TABLE}/acts", token, {"act": "count-pack"}),
            *({"act": "relieve", "role": "croupier", "person": one} for one in (ana, "nadie")),
            key=f"at-{token[:5]}",
        )
    people.people.settle_newcomers(at_desk=True, by="dora")
    await asking.program("POST", "/players", "", {"name": "Tea"})
    people.people.staff.grant("cruz", frozenset(), "dora")
    await asking.readings(TABLE, at_post)
    people.people.staff.suspend("caja", "dora")
    people.now += 60
    for token in (of_cashier, of_caja):
        await asking.program("GET", "/house", token)
        await asking.program("DELETE", "/logins", token)
    await asking.program("DELETE", "/logins")
    await asking.program("DELETE", "/logins", of_dora)
    await asking.program("GET", "/house", of_director)
    await asking.program("POST", "/logins", "", {"name": "caja", "password": PASSWORD, "second": people.code("caja")})


async def _in_hall(folder: Path, keys: Keys) -> list[str]:
    access = StaffAccess(key=KEY)
    async with house(folder, ChanceKind.KEYED, access, keys, ManualClock()) as here:
        asking = Programs(here)
        with patch.object(security_log, "tell", asking.log):
            await _hall(asking)
        return asking.lines


async def _in_house(folder: Path, keys: Keys) -> list[str]:
    hall, people = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, clock=ManualClock()), People()
    try:
        app = create_app(hall, hosts=["testserver.local"], people=people(hall))
        director = people.account("dora").person
        floor = await hall.open_house(a.OpenHouse("Casino de prueba", director))
        await do(floor, director, a.OpenDay("2026-11-22"))
        await hall.open_table("punto-y-banca", OPENING)
        asking = Programs(SimpleNamespace(app=app))
        with patch.object(security_log, "tell", asking.log):
            await _house(asking, hall, people)
        return asking.lines
    finally:
        await hall.stop()


SCENES: Final = {"hall": _in_hall, "house": _in_house}


def answers(name: str) -> list[str]:
    """Return what programs are answered in a scene, line by line."""

    async def main() -> list[str]:
        keys = Keys(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(32)))
        with TemporaryDirectory() as folder:
            return await SCENES[name](Path(folder), keys)

    with _without_luck():
        return anyio.run(main)


def kept(name: str) -> list[str]:
    """Return what is kept of a scene."""
    return (KEPT / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for one in SCENES:
        (KEPT / f"{one}.txt").write_text("\n".join(answers(one)) + "\n", "utf-8")
