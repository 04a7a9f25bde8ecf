"""What ``serve`` and ``demo`` share: the address of a hall, the links to its places, how it is served and closed."""

from __future__ import annotations

import asyncio
import signal
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cli import hall_server, output
from tapete.web import server as servers
from tapete.web.edge import limits
from tapete.web.edge.addresses import Addresses


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000/"),
        ("sala.example", 1, "http://sala.example:1/"),
        ("::1", 80, "http://[::1]:80/"),
    ],
)
def test_the_address_of_a_hall_is_one_that_a_browser_takes(host: str, port: int, address: str) -> None:
    assert hall_server.root(host, port) == address


def seats(*taken: bool) -> tuple[Any, ...]:
    return tuple(SimpleNamespace(seat=at, person="ana" if one else None) for at, one in enumerate(taken, 1))


def linked(monkeypatch: pytest.MonkeyPatch, lang: str, game: str, of: tuple[Any, ...]) -> list[str]:
    """Return the lines of the links of a hall with one table."""
    monkeypatch.setenv("NO_COLOR", "1")
    output.set_lang(["--lang", lang])
    table = SimpleNamespace(game=SimpleNamespace(key=game), view=lambda person: SimpleNamespace(seats=of))
    try:
        return hall_server.links(SimpleNamespace(tables={"m-1": table}), 4711).split("\n")  # type: ignore[arg-type]
    finally:
        output.set_lang([])


HERE = "http://127.0.0.1:4711"


def test_every_place_of_a_table_has_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    assert linked(monkeypatch, "es", "chemin-de-fer", seats(True, False, False)) == [
        f"Sala: {HERE}/",
        "",
        "Chemin de fer (ferrocarril) · mesa m-1",
        f"  pantalla          {HERE}/mesa/m-1/publico",
        f"  jugador           {HERE}/mesa/m-1/jugador-2",
        f"  crupier           {HERE}/mesa/m-1/crupier",
        f"  inspector         {HERE}/mesa/m-1/inspector",
        "",
        "Ctrl-C para cerrar.",
    ]


@pytest.mark.parametrize(
    ("of", "place"),
    [
        (seats(False, True), "jugador-1"),
        (seats(True, True, False), "jugador-3"),
        (seats(True, True), "jugador-1"),
        ((), "de-pie"),
    ],
)
def test_a_player_is_led_to_the_first_free_seat(of: Any, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    links = linked(monkeypatch, "en", "chemin-de-fer", of)
    assert [one.rpartition("/")[2] for one in links if "/mesa/" in one][1] == f"{place}?lang=en"
    assert links[0].endswith(f": {HERE}/?lang=en")
    assert all(one.endswith("?lang=en") for one in links if HERE in one)


class Server:
    """A server that ends when it is told to, or at once where it falls."""

    def __init__(self, steps: list[Any], falls: bool) -> None:
        self.steps, self.falls = steps, falls
        self.capture_signals: Any = "raises them again"
        self.ended = asyncio.Event()

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.steps.append(("told", sig, frame))
        self.ended.set()

    async def serve(self, sockets: Any) -> None:
        self.steps.append(("serve", sockets))
        with self.capture_signals():
            if self.falls:
                raise OSError("falls")
            await self.ended.wait()


@pytest.mark.parametrize("held", [None, "socket"])
@pytest.mark.parametrize("has_first", [True, False])
@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ("failure", ("told", signal.SIGTERM, None)),
        ("lost", ("told", signal.SIGTERM, None)),
        (signal.SIGINT, ("told", signal.SIGINT, None)),
        (signal.SIGTERM, ("told", signal.SIGTERM, None)),
        ("falls", None),
    ],
    ids=str,
)
def test_a_hall_is_served_until_something_ends_it_and_is_closed_then(
    ends: Any, told: Any, has_first: bool, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[Any] = []
    given: dict[str, Any] = {"staff_access": "doors", "people": "people", "addresses": Addresses(), "monitor": "key"}

    def step(name: str) -> Any:
        async def done() -> None:
            steps.append(name)

        return done

    hall: Any = SimpleNamespace(stop=step("hall stops"), telemetry=SimpleNamespace(), on_failure=None)
    monkeypatch.setattr(limits, "raise_descriptors", lambda: steps.append("descriptors"))

    def made(*of: Any, **options: Any) -> Server:
        assert (of, options) == ((hall, "::1", 80), given)
        return Server(steps, ends == "falls")

    monkeypatch.setattr(servers, "make_server", made)

    async def main() -> None:
        handlers: dict[int, Any] = {}
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "add_signal_handler", lambda sig, does, *of: handlers.update({sig: (does, of)}))
        first = step("first") if has_first else None
        served = asyncio.create_task(hall_server.until_stopped(hall, "::1", 80, first, held=held, **given))
        while ("serve", None if held is None else [held]) not in steps:
            await asyncio.sleep(0)
        assert set(handlers) == {signal.SIGINT, signal.SIGTERM}
        if ends == "failure":
            hall.on_failure(RuntimeError())
        elif ends == "lost":
            hall.telemetry.on_table_lost("a")
        elif ends != "falls":
            does, of = handlers[ends]
            does(*of)
        if ends == "falls":
            with pytest.raises(OSError, match="falls"):
                await served
        else:
            await served

    asyncio.run(main())
    assert steps == [
        "descriptors",
        ("serve", None if held is None else [held]),
        *([told] if told else []),
        *(["first"] if has_first else []),
        "hall stops",
    ]
