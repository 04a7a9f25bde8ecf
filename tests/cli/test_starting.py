"""How a hall starts and does not start: stores, keys, ports and tables that are not as they should be."""

from __future__ import annotations

import asyncio
import builtins
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from typer.testing import CliRunner

from tapete.cli import app, hall_server, output
from tapete.cli.stores import cannot_start
from tapete.live import Hall, KeyFileError, Keys
from tapete.live.rng_health import RandomnessError
from tapete.record.store import StoreError, StoreLockedError, WriterChangedError, open_store
from tapete.web import create_app
from tapete.words import LANGS

runner = CliRunner()
TAPETE = [sys.executable, "-c", "from tapete.cli import app; app()"]
MINI = ("mini", "--minimum", "5", "--maximum", "100")


def told(*words: str, status: int = 2) -> str:
    """Run a command line that is to end with a status; return what it says to a person."""
    found = runner.invoke(app, list(words), env={"TAPETE_LANG": "en"})
    assert found.exit_code == status, found.output + repr(found.exception)
    assert "Traceback" not in found.stderr
    return found.stderr


def opened(store: Path, *words: str) -> None:
    found = runner.invoke(app, ["open", *(words or MINI), "--store", str(store)])
    assert found.exit_code == 0, found.output


@contextmanager
def serving(*words: str, prefix: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """Serve in a process of its own, which ``prefix`` begins; gives the process, its address and what it said."""
    command = [*prefix, *TAPETE, "serve", "--port", "0", "--lang", "en", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said: list[str] = []
            while not (found := re.match(r"(http://\S+)/  ", line := process.stderr.readline())):
                assert line, said
                said.append(line)
            yield process, found[1], said
        finally:
            process.kill()


# --- stores and keys --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_a_store_that_is_not_there_is_not_made_by_a_slip(tmp_path: Path, address: str) -> None:
    assert "--create" in told("serve", "--store", address.format(tmp_path / "sals.db"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_new_hall_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    with serving("--store", str(store), "--create") as (process, address, said):
        assert any("a new hall" in line and "sala.db.key" in line for line in said)
        assert httpx.get(address, timeout=60).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    with serving("--store", str(store)) as (process, address, said):
        assert httpx.get(address, timeout=60).status_code == 200
        assert not any("a new hall" in line for line in said)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


STORE, KEY = "postgresql://luz:secreto@db/sala", Path("/llaves/sala.key")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("error", "named"),
    [
        (StoreLockedError("store-locked", file="x"), ("luz@db/sala",)),
        (WriterChangedError("writer-changed", table="mesa", epoch=3), ("luz@db/sala", str(KEY))),
        (KeyFileError("key-broken", key=str(KEY)), (str(KEY),)),
        (RandomnessError("no-randomness", test="repetition"), ("repetition",)),
        (StoreError("store-locked", file="x"), ("luz@db/sala",)),
        (OSError(28, "full", "/disco/sala.db"), ("/disco/sala.db",)),
        (OSError(28, "full"), ("luz@db/sala",)),
        (ValueError("seven"), ()),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else "",
)
def test_why_a_hall_does_not_start_is_said_with_its_place_and_without_a_password(
    capsys: pytest.CaptureFixture[str], error: Exception, named: tuple[str, ...], lang: str
) -> None:
    output.set_lang(("--lang", lang))
    with pytest.raises(typer.Exit) as ended:
        cannot_start(error, STORE, KEY)
    said = capsys.readouterr().err
    assert ended.value.exit_code == output.BAD_INPUT
    assert [one for one in (*named, "tapete: ") if one not in said] == []
    assert "secreto" not in said


@pytest.mark.parametrize("verb", ["serve", "demo"])
def test_a_port_is_free_again_where_a_hall_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """Also in the process that goes on: the socket is closed, whatever the hall failed of."""
    listen, held = hall_server.listen, list[socket.socket]()

    def listening(host: str, port: int) -> socket.socket:
        held.append(listen(host, port))
        return held[-1]

    async def failing(*_: object, **__: object) -> None:
        raise StoreError("store-locked", file="x")

    monkeypatch.setattr(hall_server, "listen", listening)
    monkeypatch.setattr(hall_server, "open_demo_tables", failing)
    monkeypatch.setattr(hall_server, "until_stopped", failing)
    more = () if verb == "demo" else ("--store", str(tmp_path / "sala.db"), "--create")
    found = runner.invoke(app, [verb, "--port", "0", *more])
    assert found.exit_code != 0
    assert [one.fileno() for one in held] == [-1]


@pytest.mark.parametrize("verb", [("serve",), ("open", *MINI, "--name", "otra")])
def test_a_record_without_its_key_file_is_not_opened(tmp_path: Path, verb: tuple[str, ...]) -> None:
    store = tmp_path / "sala.db"
    opened(store)
    (tmp_path / "sala.db.key").rename(tmp_path / "elsewhere")
    assert "key" in told(*verb, "--store", str(store))
    assert not (tmp_path / "sala.db.key").exists()
    assert "chmod" not in told(*verb, "--store", str(store), "--key", str(tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "verb", [("audit", "{}"), ("replay", "{}"), ("export", "{}", "mesa", "x"), ("serve",), ("open",)]
)
def test_a_database_without_its_driver_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    own = builtins.__import__

    def without_driver(name: str, *given: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return own(name, *given, **named)

    for module in [one for one in sys.modules if one.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without_driver)
    store, key = "postgresql://127.0.0.1:1/none", str(tmp_path / "key")
    words = tuple(one.format(store) for one in verb)
    if verb[0] in ("serve", "open"):
        words = (*verb, *(MINI if verb[0] == "open" else ()), "--store", store, "--key", key)
    (line,) = told(*words).splitlines()
    assert "tapete[pg]" in line


def test_a_database_that_does_not_answer_is_said_in_a_line_without_its_password(tmp_path: Path) -> None:
    store = "postgresql://ana:secreta@127.0.0.1:1/none"
    said = told("serve", "--store", store, "--key", str(tmp_path / "key"), status=output.UNREACHABLE)
    assert "postgresql://ana@127.0.0.1:1/none" in said
    assert "secreta" not in said


@pytest.mark.parametrize("store", ["mysql://x/y", "no scheme://x", "sqlite+pysqlcipher:///x"])
def test_what_is_no_address_of_a_store(tmp_path: Path, store: str) -> None:
    for verb in (("serve",), ("open", *MINI)):
        said = told(*verb, "--store", store, "--key", str(tmp_path / "key"))
        assert "write a file" in said
        assert "SQLAlchemy" not in said


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["serve", "demo"])
def test_a_busy_port_is_found_before_the_hall_opens(tmp_path: Path, verb: str) -> None:
    opened(tmp_path / "sala.db")
    store = ("--store", str(tmp_path / "sala.db")) if verb == "serve" else ()
    with socket.create_server(("127.0.0.1", 0)) as held:
        said = told(verb, *store, "--port", str(held.getsockname()[1]))
    assert "in use" in said
    assert "http://" not in said
    assert "Key of the staff" not in said


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid", "ñ" * 70])
def test_an_address_of_another_machine_is_found_before_the_hall_opens(tmp_path: Path, host: str) -> None:
    opened(tmp_path / "sala.db")
    said = told("serve", "--store", str(tmp_path / "sala.db"), "--port", "0", "--host", host)
    assert "no such address" in said
    assert "http://" not in said


# --- tables that are not opened ---------------------------------------------------------------------------------------


REFUSED = ("punto-y-banca", "--minimum", "10", "--maximum", "333")


def test_a_refused_table_leaves_nothing_where_no_store_was(tmp_path: Path) -> None:
    assert "PB." in told("open", *REFUSED, "--store", str(tmp_path / "sala.db"))
    assert "no post" in told("open", *MINI, "--staff", "chef=ana", "--store", str(tmp_path / "sala.db"))
    assert list(tmp_path.iterdir()) == []


def test_a_refused_table_leaves_no_trace_in_the_store(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    opened(store)

    def content() -> dict[str, list[Any]]:
        with sqlite3.connect(store) as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in tables}

    before = content()
    assert "PB." in told("open", *REFUSED, "--name", "otra", "--store", str(store))
    assert content() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "Mesa 1"), "--name Mesa 1: a table is named"),
        (("--name", ""), "--name : a table is named"),
        (("--name", "x" * 41), "at most 40"),
        (("--staff", "croupier=Ana María"), "--staff croupier=Ana María: a person is written"),
        (("--staff", "chef=ana"), "no post «chef»; there are croupier, table-chief, inspector and director"),
        (("--rulebook", ""), "rulebook"),
    ],
)
def test_what_does_not_fit_an_option_is_said_in_a_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    found = told("open", *MINI, *words, "--store", str(tmp_path / "sala.db"))
    assert said in found
    assert not re.search(r"`|\$|regex|Expected|matching", found)


# --- tables that are set aside ----------------------------------------------------------------------------------------


def spoil(store: Path) -> None:
    """Change an entry of a record: its chain does not hold any more."""
    with sqlite3.connect(store) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("UPDATE entries SET body = replace(body, '500', '501') WHERE table_id = 'rota'")
        for _, made in guards:
            connection.execute(made)


@pytest.mark.slow
def test_a_table_that_is_set_aside_is_said_at_the_start_and_in_the_status(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    opened(store)
    opened(store, *MINI, "--name", "rota")
    spoil(store)
    with serving("--store", str(store)) as (process, address, said):
        assert any("table rota is set aside" in line for line in said)
        page = httpx.get(f"{address}/?lang=en", timeout=60).text
        assert "rota" in page
        monitor = httpx.get(f"{address}/api/v1/status", timeout=60).json()
        assert monitor["parked"] == ["rota"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 1


def test_the_page_and_the_monitor_name_a_table_that_is_set_aside(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    opened(store)
    opened(store, *MINI, "--name", "rota")

    async def look() -> tuple[str, Any]:
        hall = await Hall.start(f"sqlite:///{store}", Keys.load(tmp_path / "sala.db.key"))
        try:
            transport = httpx.ASGITransport(create_app(hall))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return (await client.get("/?lang=en")).text, (await client.get("/api/v1/status")).json()
        finally:
            await hall.stop()

    page, monitor = asyncio.run(look())
    assert "set aside" not in page
    posts: dict[str, list[tuple[str, str]]] = {"mesa-1": [], "rota": []}
    for one in monitor.pop("unattended"):
        posts[one["table"]].append((one["post"], one["person"]))
    for name, held in posts.items():
        assert held == [("croupier", f"{name}-crupier"), ("table-chief", f"{name}-jefe")], "nobody was seen yet"
    assert monitor == {"ok": True, "tables": ["mesa-1", "rota"], "parked": []}
    spoil(store)
    page, monitor = asyncio.run(look())
    assert re.search(r"set aside.*rota|rota.*set aside", page, re.DOTALL)
    assert {one["table"] for one in monitor.pop("unattended")} == {"mesa-1"}
    assert monitor == {"ok": False, "tables": ["mesa-1"], "parked": ["rota"]}


# --- the program itself -----------------------------------------------------------------------------------------------


def test_the_version_is_told() -> None:
    from tapete import __version__

    found = runner.invoke(app, ["--version"])
    assert (found.exit_code, found.stdout) == (0, f"tapete {__version__}\n")


COMPLETES = {
    "bash": {"COMP_WORDS": "tapete bi", "COMP_CWORD": "1"},
    "zsh": {"_TYPER_COMPLETE_ARGS": "tapete bi"},
    "fish": {"_TYPER_COMPLETE_ARGS": "tapete bi", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}


@pytest.mark.parametrize("shell", COMPLETES)
def test_the_shell_completes_verbs_and_options(shell: str) -> None:
    def asked(what: str, **words: str) -> str:
        program = [sys.executable, "-c", "from tapete.cli import app; app(prog_name='tapete')"]
        env = {**os.environ, "_TAPETE_COMPLETE": f"{what}_{shell}", **words}
        found = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (0, "")
        return found.stdout

    assert f"_TAPETE_COMPLETE=complete_{shell}" in asked("source")
    verbs = asked("complete", **COMPLETES[shell])
    assert "bingo" in verbs
    assert "serve" not in verbs
    assert "--show-completion" in runner.invoke(app, ["--help"], env={"NO_COLOR": "1", "COLUMNS": "120"}).stdout


def test_the_json_of_opening_hides_the_password_of_the_store(tmp_path: Path) -> None:
    found = runner.invoke(app, ["open", *MINI, "--store", str(tmp_path / "sala.db"), "--json"])
    assert json.loads(found.stdout)["store"] == str(tmp_path / "sala.db")


@pytest.mark.parametrize(
    ("option", "text"),
    [("--allowed-host", "sala.example:80"), ("--origin", "sala.example"), ("--trusted-proxy", "proxy.example")],
)
def test_an_address_that_cannot_be_read_is_named_before_a_hall_is_made(tmp_path: Path, option: str, text: str) -> None:
    store = tmp_path / "sala.db"
    said = told("serve", "--store", str(store), "--create", "--port", "0", option, text)
    assert f"{option} {text}: write" in said
    assert not store.exists()


def test_a_hall_answers_under_the_names_that_it_was_given(tmp_path: Path) -> None:
    store, names = tmp_path / "sala.db", ("--allowed-host", "sala.local", "--origin", "https://sala.example")
    with serving("--store", str(store), "--create", *names) as (_, address, _):
        found = {
            name: httpx.get(address, headers={"host": name}).status_code
            for name in ("sala.local", "sala.local:99", "sala.example", "otra.example")
        }
    assert found == {"sala.local": 200, "sala.local:99": 200, "sala.example": 200, "otra.example": 403}


def test_no_staff_key_is_told_by_a_hall_that_does_not_start(tmp_path: Path) -> None:
    """A key that opens nothing would be kept by whoever reads it."""
    store = tmp_path / "hall.db"
    opened(store)
    with open_store(f"sqlite:///{store}"):
        said = told("serve", "--store", str(store), "--port", "0")
    assert len(said.splitlines()) == 1
    assert "Key of the staff" not in said
    with serving("--store", str(store)) as (_, _, lines):
        assert any("Key of the staff" in line for line in lines)


@pytest.mark.parametrize("folder", [".", "{tmp}"])
@pytest.mark.parametrize("verb", ["serve", "open", "adopt"])
def test_folder_is_no_store_whatever_the_verb(tmp_path: Path, verb: str, folder: str) -> None:
    where = folder.format(tmp=tmp_path)
    words = {
        "serve": ("serve", "--store", where, "--create", "--port", "0"),
        "open": ("open", *MINI, "--store", where),
        "adopt": ("adopt", where, "mini"),
    }
    assert "is a folder" in told(*words[verb])


@pytest.mark.parametrize("verb", ["audit", "replay", "export"])
def test_database_that_does_not_answer_is_not_called_a_record_that_is_none(tmp_path: Path, verb: str) -> None:
    more = ("mesa", str(tmp_path / "x")) if verb == "export" else ()
    said = told(verb, "postgresql://ana:secreta@127.0.0.1:1/none", *more, status=output.UNREACHABLE)
    assert "cannot be reached" in said
    assert "secreta" not in said
