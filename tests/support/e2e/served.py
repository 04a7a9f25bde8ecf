"""A hall behind a real server in a thread of its own, and fresh tables of it for each test."""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as b
from tapete.games.chemin_de_fer import acts as c
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import Act, ActBody, PersonId
from tapete.live import Hall
from tapete.live.stored_tables import end_all
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tapete.web.browser import return_word
from tapete.web.server import Server, make_server

PUNTO = {Role.CROUPIER: "crupier", Role.TABLE_CHIEF: "jefe"}
CIRCLE = {Role.CROUPIER: "crupier", Role.INSPECTOR: "inspector"}
CLOTHS = {one: str(one) for one in (Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, Role.INSPECTOR, Role.DIRECTOR)}
BINGO = {one: str(one) for one in (Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER, Role.HALL_MANAGER)}
BANK = {"bank_minimum": 100_000, "bank_maximum": 1_000_000}
REAL = {"shoe": ChanceKind.KEYED, "conduct": Conduct.OBSERVED}
KINDS: dict[str, tuple[str, Any, dict[Role, str], dict[str, Any]]] = {
    "mesa": ("punto-y-banca", a.OpenTable, PUNTO, {"minimum": 500, "maximum": 50_000}),
    "mini": ("punto-y-banca", a.OpenTable, PUNTO, {"minimum": 500, "maximum": 10_000, "variant": Variant.MINI}),
    "llaves": ("punto-y-banca", a.OpenTable, PUNTO, {"minimum": 500, "maximum": 50_000, "shoe": ChanceKind.KEYED}),
    "circulo": ("chemin-de-fer", c.OpenTable, CIRCLE, {"minimum": 1_000}),
    "real": ("chemin-de-fer", c.OpenTable, CIRCLE, {"minimum": 1_000, **REAL}),
    "panos": ("dos-panos", d.OpenTable, CLOTHS, {"minimum": 1_000, **BANK}),
    "escrita": ("dos-panos", d.OpenTable, CLOTHS, {"minimum": 1_000, **BANK, **REAL}),
    "abierta": ("dos-panos", d.OpenTable, CLOTHS, {"minimum": 1_000, "bank_minimum": 100_000, "mode": BankMode.OPEN}),
    "bingo": ("bingo", b.OpenHall, BINGO, {}),
}
"""Tables that a test may name: game, opening, who is on duty, and how it is opened."""


class Served:
    """A hall that is served, and where; what is to happen in it is called through the portal to its thread."""

    def __init__(self, portal: BlockingPortal, hall: Hall, server: Server) -> None:
        self.portal, self.hall = portal, hall
        self._server, self._running = server, portal.start_task_soon(server.serve)
        while not server.started:
            time.sleep(0.01)
        self.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        self._opened = 0

    def stop(self) -> None:
        """Stop; the server must end by itself, also while pages are open."""
        if not self._server.should_exit:
            self._server.config.timeout_graceful_shutdown = None  # it would cut off streams that do not end
            self._server.should_exit = True
            self._running.result(60)
            self.portal.call(self.hall.stop)

    def open(self, kind: str) -> str:
        """Open a table of a kind under a name that no other has had; return it."""
        game, opening, posts, options = KINDS[kind]
        self._opened += 1
        name = f"{kind}-{self._opened}"
        staff = {role: PersonId(f"{who}-{name}") for role, who in posts.items()}
        rulebook = "orden-1979" if game == "bingo" else "asturias-2011"
        self.portal.call(self.hall.open_table, game, opening(name, rulebook, staff=staff, **options))
        return name

    def refusal(self, table: str, by: str, what: ActBody) -> Any:
        there = self.hall.tables[table]
        return self.portal.call(there.act, Act(PersonId(by), what, there.step)).refusal

    def do(self, table: str, by: str, what: ActBody) -> None:
        refusal = self.refusal(table, by, what)
        assert refusal is None, (what, refusal)

    def return_word(self, person: str) -> str:
        return str(return_word(self._server._state, person))

    def forget(self, names: list[str]) -> None:
        """End tables, and let the hall know nothing of who sat there."""

        async def end() -> None:
            await end_all([self.hall._tables.pop(name) for name in names])

        self.portal.call(end)


@contextmanager
def served(start: Callable[[], Awaitable[tuple[Hall, dict[str, Any]]]]) -> Iterator[Served]:
    with start_blocking_portal() as portal:
        hall, options = portal.call(start)
        found = Served(portal, hall, portal.call(lambda: make_server(hall, port=0, **options)))
        try:
            yield found
        finally:
            found.stop()
