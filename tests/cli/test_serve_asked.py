"""What ``tapete serve`` makes of its command line before a hall starts: what it hands on, and what it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapete.cli import app, default_paths, hall_server, logs, output, serve, stores
from tapete.house.acts import OpenHouse
from tapete.kernel import PersonId

Asked = Callable[..., tuple[int, list[Any]]]
STORE = "postgresql://rosa:secret@here/hall"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return how the verb is asked for: its status, and what it did in order. Nothing is really opened."""

    def run(*words: str, is_there: bool = True) -> tuple[int, list[Any]]:
        steps: list[Any] = []

        def refuse(code: str, **facts: Any) -> None:
            steps.append((code, facts))
            raise typer.Exit(output.BAD_INPUT)

        def note(name: str, answer: Any = None) -> Any:
            return lambda *given: steps.append((name, *given)) or answer

        async def hall(*given: Any) -> None:
            steps.append(("hall", *(held_name if one is held else one for one in given)))

        held, held_name = SimpleNamespace(close=note("closed")), "the socket"
        monkeypatch.setattr(output, "bad_input", refuse)
        monkeypatch.setattr(default_paths, "key_file", lambda store, key: ("key", store, key))
        monkeypatch.setattr(default_paths, "witness_file", lambda store, file: ("witness", store, file))
        monkeypatch.setattr(stores, "has_hall", lambda store, wait: is_there)
        monkeypatch.setattr(stores, "require_key", note("has key"))
        monkeypatch.setattr(hall_server, "addresses", note("addresses", "the addresses"))
        monkeypatch.setattr(hall_server, "listen", note("listens", held))
        monkeypatch.setattr(logs, "configure", note("logs"))
        monkeypatch.setattr(serve, "opening_key", lambda file, *complaint: ("key of", file, *complaint))
        monkeypatch.setattr(serve, "_serve", hall)
        found = CliRunner().invoke(app, ["serve", "--store", STORE, *words])
        assert found.exception is None or isinstance(found.exception, SystemExit), repr(found.exception)
        return found.exit_code, steps

    return run


def steps_of(
    host: str = "127.0.0.1", port: int = 8000, log: logs.LogFormat = logs.LogFormat.PLAIN, **given: Any
) -> list[Any]:
    """Return what is done for a hall that starts, after its key was looked for."""
    usual = {
        "key": None,
        "witness": None,
        "training": False,
        "staff": None,
        "reserve": 64,
        "house": None,
        "monitor": "",
        "take_over": False,
    }
    told = usual | given
    hall = (STORE, ("key", STORE, told["key"]), host, "the socket", ("witness", STORE, told["witness"]))
    more = (told["training"], told["staff"], told["reserve"], "the addresses", told["house"], told["monitor"])
    return [
        ("addresses", *given.get("addresses", ((), (), ()))),
        ("listens", host, port),
        ("logs", log),
        ("hall", *hall, *more, told["take_over"]),
        ("closed",),
    ]


KEY_LOOKED_FOR = ("has key", STORE, ("key", STORE, None))


def test_what_is_not_said_is_as_usual(asked: Asked) -> None:
    assert asked() == (0, [KEY_LOOKED_FOR, *steps_of()])


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("--witness", "/disk/seen"), {"witness": Path("/disk/seen")}),
        (("--host", "::1", "--port", "0"), {"host": "::1", "port": 0}),
        (("--port", "65535"), {"port": 65535}),
        (("--staff-key", "/keys/staff"), {"staff": ("key of", Path("/keys/staff"))}),
        (
            ("--monitor-key", "/keys/monitor"),
            {"monitor": ("key of", Path("/keys/monitor"), "monitor-key-short")},
        ),
        (("--training",), {"training": True}),
        (("--take-over",), {"take_over": True}),
        (("--reserve", "0"), {"reserve": 0}),
        (("--log-format", "json"), {"log": logs.LogFormat.JSON}),
        (
            ("--allowed-host", "a", "--allowed-host", "b", "--origin", "c", "--trusted-proxy", "d"),
            {"addresses": (["a", "b"], ["c"], ["d"])},
        ),
        (("--house", "Casa"), {"house": OpenHouse("Casa", PersonId("direccion"), True)}),
        (("--house", "Casa", "--director", "dora"), {"house": OpenHouse("Casa", PersonId("dora"), True)}),
        (("--house", "Casa", "--guests"), {"house": OpenHouse("Casa", PersonId("direccion"), False)}),
        (("--director", "dora", "--guests"), {}),
    ],
)
def test_what_is_said_reaches_the_hall(asked: Asked, words: tuple[str, ...], given: dict[str, Any]) -> None:
    assert asked(*words) == (0, [KEY_LOOKED_FOR, *steps_of(**given)])


def test_the_key_file_that_is_given_is_looked_for(asked: Asked) -> None:
    looked_for = ("has key", STORE, ("key", STORE, Path("/keys/hall")))
    assert asked("--key", "/keys/hall") == (0, [looked_for, *steps_of(key=Path("/keys/hall"))])


@pytest.mark.parametrize("create", [(), ("--create",)])
def test_a_hall_is_made_only_where_that_is_asked_for(asked: Asked, create: tuple[str, ...]) -> None:
    missing = [("store-missing", {"store": "postgresql://rosa@here/hall"})]
    assert asked(*create, is_there=False) == ((0, steps_of()) if create else (2, missing))
    assert asked(*create) == (0, [KEY_LOOKED_FOR, *steps_of()])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--director", "Doña Dora"), ("not-a-director", {"text": "Doña Dora"})),
        (("--director", ""), ("not-a-director", {"text": ""})),
        (("--director", "dora\n"), ("not-a-director", {"text": "dora\n"})),
        (("--house", ""), ("house-unnamed", {})),
        (("--house", " \t "), ("house-unnamed", {})),
    ],
)
def test_a_house_that_cannot_be_named_is_refused_before_anything_listens(
    asked: Asked, words: tuple[str, ...], said: Any
) -> None:
    assert asked(*words) == (2, [KEY_LOOKED_FOR, said])


def test_the_port_is_free_again_where_the_hall_does_not_start(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise typer.Exit(7)

    monkeypatch.setattr(asyncio, "run", lambda course: course.close() or fail())
    assert asked() == (7, [KEY_LOOKED_FOR, *(one for one in steps_of() if one[0] != "hall")])
