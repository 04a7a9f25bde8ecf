"""How a hall starts and does not start: stores, keys, ports and tables that are not as they should be."""

from __future__ import annotations

import asyncio
import builtins
import re
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
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from tapete.cli import app, output
from tapete.cli.stores import cannot_start
from tapete.live import Hall, KeyFileError, Keys
from tapete.live.rng_health import RandomnessError
from tapete.record.store import StoreError, StoreLockedError, WriterChangedError
from tapete.web import create_app
from tapete.words import LANGS, topics

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


def test_a_store_that_is_not_there_is_not_made_by_a_slip(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for address in ("{}", "sqlite:///{}"):
        with subtests.test(address=address):
            tmp_path = tmp_path_factory.mktemp("row")
            assert "--create" in told("serve", "--store", address.format(tmp_path / "sals.db"))
            assert list(tmp_path.iterdir()) == []


STORE, KEY = "postgresql://luz:secreto@db/sala", Path("/llaves/sala.key")


def test_why_a_hall_does_not_start_is_said_with_its_place_and_without_a_password(
    capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    for lang in LANGS:
        for error, named in (
            (StoreLockedError("store-locked", file="x"), ("luz@db/sala",)),
            (WriterChangedError("writer-changed", table="mesa", epoch=3), ("luz@db/sala", str(KEY))),
            (KeyFileError("key-broken", key=str(KEY)), (str(KEY),)),
            (RandomnessError("no-randomness", test="repetition"), ("repetition",)),
            (StoreError("store-locked", file="x"), ("luz@db/sala",)),
            (OSError(28, "full", "/disco/sala.db"), ("/disco/sala.db",)),
            (OSError(28, "full"), ("luz@db/sala",)),
            (ValueError("seven"), ()),
        ):
            with subtests.test(lang=lang, error=error, named=named):
                output.set_lang(("--lang", lang))
                with pytest.raises(typer.Exit) as ended:
                    cannot_start(error, STORE, KEY)
                said = capsys.readouterr().err
                assert ended.value.exit_code == output.BAD_INPUT
                assert [one for one in (*named, "tapete: ") if one not in said] == []
                assert "secreto" not in said


def test_what_a_server_answers_is_told_by_its_code_and_ends_with_the_status_of_trying_again_or_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = []
    for state, status, lang, told_so in (
        ("28P01", output.BAD_INPUT, "en", "the password is missing, or is not that of the role"),
        ("28000", output.BAD_INPUT, "en", "does not let that role in"),
        ("53100", output.BAD_INPUT, "en", "no room is left"),
        ("25006", output.BAD_INPUT, "en", "read-only"),
        ("XX000", output.BAD_INPUT, "en", "XX000"),
        ("53300", output.UNREACHABLE, "en", "as many connections as it admits"),
        ("57P03", output.UNREACHABLE, "en", "starts or stops"),
        ("08006", output.UNREACHABLE, "en", "broke off"),
        ("ECONNREFUSED", output.UNREACHABLE, "en", topics()["error"]["ECONNREFUSED"]["en"]),
        ("57P03", output.UNREACHABLE, "es", topics()["error"]["57P03"]["es"]),
    ):
        answered = type("AnyError", (Exception,), {"sqlstate": state})("in whatever language the server speaks")
        output.set_lang(("--lang", lang))
        with pytest.raises(typer.Exit) as ended:
            cannot_start(OperationalError("SELECT 1", {}, answered), STORE, KEY)
        said = capsys.readouterr().err
        if ended.value.exit_code != status or told_so not in said or "secreto" in said or "whatever" in said:
            wrong.append(f"{state}: expected status {status} and «{told_so}»; came {ended.value.exit_code}: {said}")
    assert wrong == []


def test_a_role_is_given_rights_at_a_server_alone(tmp_path: Path) -> None:
    store = str(tmp_path / "sala.db")
    opened(Path(store))
    assert store in told("store", "grant", store, "sala")


def test_a_database_without_its_driver_names_the_extra(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    real_import = builtins.__import__

    def without_driver(name: str, *given: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return real_import(name, *given, **named)

    for verb in (("audit", "{}"), ("replay", "{}"), ("export", "{}", "mesa", "x"), ("serve",), ("open",)):
        with subtests.test(verb=verb):
            tmp_path = tmp_path_factory.mktemp("row")
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


# --- addresses --------------------------------------------------------------------------------------------------------


def test_a_busy_port_is_found_before_the_hall_opens(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for verb in ("serve", "demo"):
        with subtests.test(verb=verb):
            tmp_path = tmp_path_factory.mktemp("row")
            opened(tmp_path / "sala.db")
            store = ("--store", str(tmp_path / "sala.db")) if verb == "serve" else ()
            with socket.create_server(("127.0.0.1", 0)) as held:
                said = told(verb, *store, "--port", str(held.getsockname()[1]))
            assert "in use" in said
            assert "http://" not in said
            assert "Key of the staff" not in said


def test_an_address_of_another_machine_is_found_before_the_hall_opens(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for host in ("192.0.2.1", "no-such-host.invalid", "ñ" * 70):
        with subtests.test(host=host):
            tmp_path = tmp_path_factory.mktemp("row")
            opened(tmp_path / "sala.db")
            said = told("serve", "--store", str(tmp_path / "sala.db"), "--port", "0", "--host", host)
            assert "no such address" in said
            assert "http://" not in said


# --- tables that are not opened ---------------------------------------------------------------------------------------


REFUSED = ("punto-y-banca", "--minimum", "10", "--maximum", "333")


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


def test_an_address_that_cannot_be_read_is_named_before_a_hall_is_made(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for option, text in (
        ("--allowed-host", "sala.example:80"),
        ("--origin", "sala.example"),
        ("--trusted-proxy", "proxy.example"),
    ):
        with subtests.test(option=option, text=text):
            tmp_path = tmp_path_factory.mktemp("row")
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


def test_folder_is_no_store_whatever_the_verb(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for folder in (".", "{tmp}"):
        for verb in ("serve", "open", "adopt"):
            with subtests.test(folder=folder, verb=verb):
                tmp_path = tmp_path_factory.mktemp("row")
                where = folder.format(tmp=tmp_path)
                words = {
                    "serve": ("serve", "--store", where, "--create", "--port", "0"),
                    "open": ("open", *MINI, "--store", where),
                    "adopt": ("adopt", where, "mini"),
                }
                assert "is a folder" in told(*words[verb])
