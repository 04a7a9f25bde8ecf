"""A house with accounts: a director who has enrolled, whoever else a test wants, and a clock that is set by hand."""

from typing import Any

import httpx
import pyotp
from argon2 import PasswordHasher

from tapete.cli.hall_server import PeopleEvents
from tapete.kernel import PersonId
from tapete.live import Hall
from tapete.people.accounts import Account, AccountState, Grant
from tapete.people.credentials import Passwords, RowSeal, word_digest
from tapete.people.players import is_of_post
from tapete.people.staff import HousePeople
from tapete.people.stored import make_house
from tapete.table.staff import Role
from tapete.web.people.identity import PLAYER_COOKIE, STAFF_COOKIE
from tests.support.web.house import HERE, ORIGIN

PASSWORD = "tres tristes tigres"
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
WORDS = ("abcde-fghjk", "bcdef-ghjkm", "cdefg-hjkmn", "defgh-jkmnp")
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


class People:
    """Makes the people of a hall and remembers how each gets in."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.people: HousePeople
        self.tell = PeopleEvents()

    def __call__(self, hall: Hall) -> HousePeople:
        grants = frozenset({Grant(Role.DIRECTOR)})
        person, words = PersonId("staff-" + "d" * 32), frozenset(map(word_digest, WORDS))
        dora = Account("dora", person, AccountState.ACTIVE, grants, QUICK.digest(PASSWORD), SECRET, recovery=words)
        make_house(hall.store, RowSeal(hall.keys.sealing), "Casino de Prueba", "2026-11-22T10:00:00Z", dora)
        found = HousePeople.of_store(hall.store, hall.keys.sealing, lambda: self.now, self.tell, QUICK)
        assert found is not None
        self.people = self.tell.people = found
        return found

    def join(self, name: str, *grants: Grant) -> Account:
        """Let somebody be on the staff who has enrolled; one named after a post, before such names were refused."""
        if is_of_post(name):
            person, grown = PersonId(f"staff-{name.encode().hex():0<32.32}"), frozenset(grants)
            old = Account(name, person, AccountState.ACTIVE, grown, QUICK.digest(PASSWORD), SECRET)
            self.people.staff.accounts.put(old)
            return old
        token = self.people.staff.invite(name, grants)
        assert isinstance(token, str), token
        assert self.people.staff.enrol(token) is not None
        assert isinstance(self.people.staff.accept(token, PASSWORD, self.code(name)), tuple)
        self.now += 30
        return self.account(name)

    def account(self, name: str) -> Account:
        found = self.people.staff.accounts.find(name)
        assert found is not None
        return found

    def code(self, name: str) -> str:
        return pyotp.TOTP(self.account(name).secret).at(int(self.now))

    def token(self, name: str) -> str:
        done: Any = self.people.staff.log_in(name, PASSWORD, self.code(name))
        self.now += 30
        return str(done.token)

    def login(self, name: str) -> dict[str, str]:
        return {STAFF_COOKIE: self.token(name)}

    def player(self, name: str) -> tuple[PersonId, dict[str, str]]:
        """Register a player; return pseudonym and the cookie of a browser that leads back."""
        found = self.people.players.register(name)
        assert found is not None
        return found.person, {PLAYER_COOKIE: self.people.players.remember(found.person)}


def browser(house: Any, cookies: dict[str, str] | None = None, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """Return a browser of its own before a house or an application, with some cookies, from an address."""
    transport = httpx.ASGITransport(getattr(house, "app", house), client=(address, 5000))
    made = httpx.AsyncClient(transport=transport, base_url=HERE, headers=ORIGIN)
    for name, value in (cookies or {}).items():
        made.cookies.set(name, value)
    return made


ACTS = "/api/v1/house/acts"


class Programs:
    """A house on an open day, and the programs that ask it something. Ana is in it, with 600 € in chips."""

    def __init__(self, hall: Hall, people: People, app: Any) -> None:
        self.hall, self.house, self.people, self.app = hall, hall.house, people, app
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=ORIGIN)
        self.presses = 0

    async def player(self, name: str) -> tuple[PersonId, dict[str, str], str]:
        """Register a player; return pseudonym, the header of his session in the house, and his way back."""
        made = (await self.client.post("/api/v1/players", json={"name": name})).json()
        return PersonId(made["person"]), await self.session(made["person"], back=made["back"]), made["back"]

    async def session(self, person: str, bearer: str = "", table: str = "house", **more: str) -> dict[str, str]:
        answer = await self.begin(person, bearer, table, **more)
        assert answer.status_code == 201, answer.text
        return {"authorization": f"Bearer {answer.json()['token']}"}

    async def begin(self, person: str, bearer: str = "", table: str = "house", **more: str) -> httpx.Response:
        headers = {"authorization": f"Bearer {bearer}"} if bearer else {}
        return await self.client.post(
            "/api/v1/sessions", json={"table": table, "person": person, **more}, headers=headers
        )

    async def login(self, name: str) -> str:
        sent = {"name": name, "password": PASSWORD, "second": self.people.code(name)}
        self.people.now += 30
        return str((await self.client.post("/api/v1/logins", json=sent)).json()["token"])

    async def act(self, who: dict[str, str], key: str = "", **what: Any) -> httpx.Response:
        self.presses += 1
        self.before = self.house.state
        headers = {**who, "idempotency-key": key or f"k-{self.presses}"}
        return await self.client.post(ACTS, json={"what": what}, headers=headers)

    async def view(self, who: dict[str, str]) -> Any:
        answer = await self.client.get("/api/v1/house", headers=who)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def offered(self, who: dict[str, str]) -> set[str]:
        return {one["act"] for one in (await self.client.get("/api/v1/house/legal", headers=who)).json()["offers"]}
