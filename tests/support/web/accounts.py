"""A house with accounts: a director who has enrolled, whoever else a test wants, and a clock that is set by hand."""

from __future__ import annotations

from typing import Any

import httpx
import pyotp
from argon2 import PasswordHasher

from tapete.cli.people_events import PeopleEvents
from tapete.kernel import PersonId
from tapete.live import Hall
from tapete.people.accounts import Account, AccountState, Grant
from tapete.people.house_people import HousePeople
from tapete.people.passwords import Passwords
from tapete.people.row_seal import RowSeal
from tapete.people.second_factor import word_digest
from tapete.people.stored_accounts import make_house
from tapete.table.staff import Role
from tapete.web.people.identity import PLAYER_COOKIE, STAFF_COOKIE

HERE = "http://testserver.local"
ORIGIN = {"origin": HERE}
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
        """Make the hall a house, with Dora as its director."""
        grants = frozenset({Grant(Role.DIRECTOR)})
        person, words = PersonId("staff-" + "d" * 32), frozenset(map(word_digest, WORDS))
        dora = Account("dora", person, AccountState.ACTIVE, grants, QUICK.digest(PASSWORD), SECRET, recovery=words)
        make_house(hall.store, RowSeal(hall.keys.sealing), "Casino de Prueba", "2026-11-22T10:00:00Z", dora)
        found = HousePeople.of_store(hall.store, hall.keys.sealing, lambda: self.now, self.tell, QUICK)
        assert found is not None
        self.people = self.tell.people = found
        return found

    def join(self, name: str, *grants: Grant) -> Account:
        """Let somebody be on the staff who has enrolled."""
        token = self.people.staff.invite(name, grants)
        assert isinstance(token, str), token
        assert self.people.staff.enrol(token) is not None
        assert isinstance(self.people.staff.accept(token, PASSWORD, self.code(name)), tuple)
        self.now += 30
        return self.account(name)

    def account(self, name: str) -> Account:
        """Return an account."""
        found = self.people.staff.accounts.find(name)
        assert found is not None
        return found

    def code(self, name: str) -> str:
        """Return what somebody's authenticator shows now."""
        return pyotp.TOTP(self.account(name).secret).at(int(self.now))

    def token(self, name: str) -> str:
        """Log somebody in; return the token of his session."""
        done: Any = self.people.staff.log_in(name, PASSWORD, self.code(name))
        self.now += 30
        return str(done.token)

    def login(self, name: str) -> dict[str, str]:
        """Log somebody in; return the cookie that his browser shows."""
        return {STAFF_COOKIE: self.token(name)}

    def player(self, name: str) -> tuple[PersonId, dict[str, str]]:
        """Register a player; return pseudonym and the cookie of a browser that leads back."""
        found = self.people.players.register(name)
        assert found is not None
        return found.person, {PLAYER_COOKIE: self.people.players.remember(found.person)}


def browser(house: Any, cookies: dict[str, str] | None = None, address: str = "") -> httpx.AsyncClient:
    """Return a browser of its own that shows some cookies everywhere; it keeps those that it is given. It comes from
    where everybody comes from, or from an ``address`` of its own.
    """
    transport = house.client._transport
    if address:
        transport = httpx.ASGITransport(transport.app, client=(address, 5000))
    made = httpx.AsyncClient(transport=transport, base_url=HERE, headers=ORIGIN)
    for name, value in (cookies or {}).items():
        made.cookies.set(name, value)
    return made
