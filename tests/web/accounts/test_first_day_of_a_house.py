"""A house from `tapete init` to the auditor: each of its people presses buttons of pages, in a browser of his own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import httpx
import pyotp
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.default_paths import KEY as KEY_END, away_from
from tapete.kernel import FixedValue, PersonId
from tapete.live import Hall, Keys
from tapete.people.house_people import HousePeople
from tapete.web import create_app
from tests.support.web.accounts import HERE, ORIGIN, PASSWORD, QUICK

runner = CliRunner()


class FirstDay:
    """The pages of a served house, and what people do on them."""

    def __init__(self, hall: Hall, people: HousePeople, now: list[float]) -> None:
        self.hall, self.people, self.now, self.presses = hall, people, now, 0
        self.app: Any = create_app(hall, hosts=["testserver.local"], people=people)

    def browser(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE, headers=ORIGIN)

    async def send(self, browser: httpx.AsyncClient, path: str, status: int = 303, **fields: str) -> httpx.Response:
        """Send a form that is taken."""
        answer = await browser.post(path, data=fields)
        assert answer.status_code == status, (path, fields, answer.text)
        return answer

    async def enrol(self, name: str, word: str) -> httpx.AsyncClient:
        """Take up an invitation with an authenticator, then log in with it."""
        browser = self.browser()
        asked = await self.send(browser, "/personal/alta", 200, word=word)
        codes = pyotp.TOTP(secret_of(asked.text).replace(" ", ""))
        chosen = {"word": word, "password": PASSWORD, "again": PASSWORD, "code": codes.at(int(self.now[0]))}
        await self.send(browser, "/personal/alta", 200, **chosen)
        self.now[0] += 30
        login = {"name": name, "password": PASSWORD, "second": codes.at(int(self.now[0]))}
        assert (await self.send(browser, "/personal/entrar", **login)).headers["location"] == "/personal"
        return browser

    async def invite(self, director: httpx.AsyncClient, name: str, role: str) -> httpx.AsyncClient:
        """Let a director invite somebody, who comes at once."""
        shown = await self.send(director, "/personal/cuentas/invitar", 200, name=name, role=role)
        return await self.enrol(name, secret_of(shown.text))

    async def desk(self, browser: httpx.AsyncClient, post: str, act: str, **fields: str) -> None:
        """Press a button of a desk."""
        self.presses += 1
        await self.send(browser, f"/casa/{post}/hacer", act=act, command=f"k-{self.presses}", **fields)

    async def slip(self, cashier: httpx.AsyncClient, director: httpx.AsyncClient, kind: str, **fields: str) -> None:
        """Move chips with the signatures of cashier and director."""
        await self.desk(cashier, "caja", "write-slip", kind=kind, **fields)
        await self.desk(director, "direccion", "sign-slip", serial=str(self.house.state.last_slip))

    async def act(self, browser: httpx.AsyncClient, page: str, act: str, **fields: str) -> None:
        """Press a button of a table."""
        self.presses += 1
        sent = {"act": act, "at": str(self.table.step), "command": f"k-{self.presses}", **fields}
        await self.send(browser, f"{page}/hacer", **sent)

    async def play_until(self, seats: dict[str, httpx.AsyncClient], phase: str) -> None:
        """Let people press the button that their page puts first, until the table is in a phase."""
        for _ in range(60):
            if self.table.view(None).phase == phase:
                return
            offered = [
                (page, browser, one)
                for page, browser in seats.items()
                for one in self.table.legal(PersonId(page.rpartition("/")[2]))
                if one.main and one.act != "place-bet"
            ]
            assert offered, self.table.view(None).phase
            page, browser, one = offered[0]
            fields = {
                name: str(field.value) if isinstance(field, FixedValue) else "100" for name, field in one.fields.items()
            }
            await self.act(browser, page, one.act, **fields)
        raise AssertionError(self.table.view(None).phase)

    @property
    def house(self) -> Any:
        return self.hall.house

    @property
    def table(self) -> Any:
        return self.hall.tables["mesa-1"]


def secret_of(page: str) -> str:
    """Return what a page shows once: the word of an invitation, or the secret of a second factor."""
    found = re.search('class="secret">([^<]+)<', page)
    assert found is not None, page
    return found[1]


def euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02}"


async def first_day(day: FirstDay, invitation: str) -> None:
    """Invite, sell chips, play a coup, cash out, count and close."""
    director = await day.enrol("dora", invitation)
    cashier, croupier = await day.invite(director, "caja", "cashier"), await day.invite(director, "cruz", "croupier")
    await day.send(director, "/personal/cuentas/dar-puesto", name="dora", role="table-chief")
    await day.send(director, "/casa/direccion")
    await day.desk(director, "direccion", "open-day", day="2026-11-22")
    await day.send(cashier, "/casa/caja")
    await day.slip(cashier, director, "supply", **{"chips-euros": "50000", "cash-euros": "20000"})
    limits = {"minimum-euros": "10", "maximum-euros": "500"}
    await day.send(director, "/casa/direccion/mesa", game="punto-y-banca", name="mesa-1", **limits)
    await day.slip(cashier, director, "opening", table="mesa-1", **{"chips-euros": "10000"})

    phone = day.browser()
    await day.send(phone, "/jugador/alta", name="Ana")
    (player,) = day.people.players.store.everybody()
    await day.desk(director, "direccion", "admit", person="Ana")
    await day.desk(cashier, "caja", "sell-chips", person=str(player.person), means="cash", **{"amount-euros": "600"})
    seat = (await day.send(phone, "/mesa/mesa-1/jugador-1")).headers["location"]
    await day.act(phone, seat, "sit", seat="1")
    await day.act(phone, seat, "buy-in", **{"amount-euros": "400"})

    deals = (await day.send(croupier, "/mesa/mesa-1/crupier")).headers["location"]
    chief = (await day.send(director, "/mesa/mesa-1/jefe")).headers["location"]
    await day.play_until({deals: croupier, seat: phone}, "bets")
    await day.act(phone, seat, "place-bet", bet="punto", **{"amount-euros": "20"})
    await day.play_until({deals: croupier, seat: phone}, "between")
    assert len(day.table.view(None).history) == 1
    await day.act(phone, seat, "leave")
    await day.act(director, chief, "close-table")

    held = day.house.state.ledger
    await day.slip(cashier, director, "closing", table="mesa-1", **{"chips-euros": euros(held["table:mesa-1"])})
    purse = held[f"person:{player.person}"]
    asked = {"kind": "buy-back", "person": str(player.person), "chips-euros": euros(purse)}
    await day.send(phone, "/jugador/casa/hacer", act="write-slip", command="k-pay", **asked)
    await day.desk(cashier, "caja", "sign-slip", serial=str(day.house.state.last_slip))
    desk = day.house.view(day.people.staff.accounts.find("caja").person).desk  # type: ignore[union-attr]
    await day.slip(cashier, director, "count", **{"chips-euros": euros(desk.chips), "cash-euros": euros(desk.cash)})
    await day.desk(director, "direccion", "close-day")
    assert day.house.state.phase == "closed"
    won = 60_000 - purse
    assert won in (-2_000, 2_000)  # the house has what Ana has lost, and no count has found anything missing
    assert dict(day.house.state.ledger) == {"safe-cash": won, "outside": -won}


def live_through(tmp_path: Path, kind_of_day: type[FirstDay]) -> tuple[Path, Path, FirstDay]:
    """Make a house by its command and live through its first day; return its store, its key and the day."""
    store = tmp_path / "casa.db"
    key = away_from(store, KEY_END)
    named = ("--name", "Casino de prueba", "--director", "dora", "--json")
    made = runner.invoke(app, ["init", "--store", str(store), *named])
    assert made.exit_code == 0, made.output

    async def served() -> FirstDay:
        now = [time.time()]
        hall = await Hall.start(f"sqlite:///{store}", Keys.load(key), witness_file=tmp_path / "casa.db.witness")
        people = HousePeople.of_store(hall.store, hall.keys.sealing, lambda: now[0], passwords=QUICK)
        assert people is not None
        day = kind_of_day(hall, people, now)
        try:
            await first_day(day, json.loads(made.stdout)["invitation"])
        finally:
            await hall.stop()
        return day

    return store, key, anyio.run(served)


def test_house_is_opened_with_two_commands_played_in_closed_and_audited(tmp_path: Path, known_order: None) -> None:
    books = tmp_path / "casa.beancount"
    store, key, _ = live_through(tmp_path, FirstDay)
    audit = runner.invoke(app, ["audit", str(store), "--key", str(key), "--json"])
    found = json.loads(audit.stdout)
    assert (audit.exit_code, found["ok"], found["problems"], found["warnings"]) == (0, True, [], [])
    written = runner.invoke(app, ["accounts", str(store), "house", str(books), "--with-tables"])
    assert written.exit_code == 0, written.output
    checker = str(Path(sys.executable).with_name("bean-check"))
    assert subprocess.run([checker, str(books)], capture_output=True, check=False).returncode == 0
    for word in ("Ana", "dora", "cruz"):
        assert f'"{word}"' not in books.read_text()
