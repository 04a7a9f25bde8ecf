"""Why a database is not reached: each reason by the code of the server or of the system, in three languages, and with a
status of its own where the server may be there later.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError
from typer.testing import CliRunner

from tapete.cli import app, output
from tapete.record.store import StoreError, open_store
from tapete.record.store.engine import connect
from tapete.record.store.unreached import is_unreachable
from tapete.words import topics
from tapete.words.errors import technical_name

pytestmark = pytest.mark.pg
runner = CliRunner()
LATER = output.UNREACHABLE


@pytest.fixture
def server(pg_databases: Any) -> Iterator[URL]:
    """A database, with a role that may have no connection at all."""
    address = pg_databases.fresh()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
        connection.execute("CREATE ROLE shut NOLOGIN")
        yield make_url(address).set(drivername="postgresql+psycopg")
        connection.execute("DROP ROLE crowded")
        connection.execute("DROP ROLE shut")


@pytest.mark.parametrize(
    ("changed", "code", "status"),
    [
        ({"database": "3D000 «nobody»"}, "3D000", 2),
        ({"username": "nobody"}, "28000", 2),
        ({"username": "shut"}, "28000", 2),
        ({"username": "crowded"}, "53300", LATER),
        ({"query": {"host": "/nowhere"}}, "ECONNREFUSED", LATER),
        ({"query": {}, "host": "127.0.0.1", "port": 1}, "ECONNREFUSED", LATER),
        ({"query": {}, "host": "nowhere.invalid"}, "EAI_NONAME|EAI_AGAIN", LATER),
        ({"query": {"connect_timeout": "2"}, "host": "127.0.0.1", "port": "silent"}, "ETIMEDOUT", LATER),
    ],
)
def test_each_reason_has_its_code_its_sentences_and_its_status(
    server: URL, tmp_path: Path, changed: dict[str, Any], code: str, status: int
) -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    if changed.get("port") == "silent":
        changed = {**changed, "port": silent.getsockname()[1]}
    address = server.set(**changed)
    with silent, pytest.raises(DBAPIError) as failed:
        connect(address).connect()
    name = technical_name(failed.value)
    assert name in code.split("|")
    assert is_unreachable(failed.value) == (status == LATER)
    if "silent" in str(changed) or "timeout" in str(changed):
        return
    where, key = address.set(drivername="postgresql").render_as_string(hide_password=False), str(tmp_path / "key")
    for lang, sentence in topics()["error"][name].items():
        for verb in (("audit", where), ("serve", "--create", "--port", "0", "--key", key, "--store", where)):
            found = runner.invoke(app, [*verb, "--lang", lang])
            assert (found.exit_code, sentence in found.stderr) == (status, True), found.output
    assert not Path(key).exists()


@pytest.mark.parametrize(("code", "is_later"), [("53100", False), ("57014", False), ("57P01", True), ("08006", True)])
def test_what_a_server_answers_while_it_is_used_is_told_by_its_code(server: URL, code: str, is_later: bool) -> None:
    """A full disk and a time that is over are no reason to wait for ever; a server that is stopped is."""
    engine = connect(server)
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '{code}'; END $$")
    engine.dispose()
    assert technical_name(failed.value) == code
    assert is_unreachable(failed.value) == is_later
    told = StoreError("store-took-nothing")
    told.__cause__ = failed.value
    assert is_unreachable(told) == is_later


def test_a_second_house_on_a_server_never_costs_the_key_of_the_first(server: URL, tmp_path: Path) -> None:
    """The store is looked at first: its key is that of a living house, and nobody is told to do away with it."""
    where, key = server.set(drivername="postgresql").render_as_string(hide_password=False), tmp_path / "key"
    made = ("init", "--store", where, "--name", "Casa", "--director", "dora", "--key", str(key))
    assert runner.invoke(app, made).exit_code == 0
    before = key.read_bytes()
    for lang, words in {"es": "ya hay un almac", "en": "there is a store", "fr": "il y a d"}.items():
        found = runner.invoke(app, [*made, "--lang", lang])
        assert (found.exit_code, words in found.stderr) == (2, True), found.output
    assert key.read_bytes() == before
    with open_store(where, read_only=True) as store:
        assert store.tables() == ("house",)
