"""What is said of a role, of a database and of an address is so: a role that could change the record, or would not find
it, is no writer; a server that was reached is not said to be out of reach.
"""

from __future__ import annotations

import hashlib
import socket
import threading
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from tapete.cli import app, output
from tapete.words import topics
from tests.support.databases import fresh_database

pytestmark = pytest.mark.pg
runner = CliRunner()


@pytest.fixture
def owner(pg_server: str, tmp_path: Path) -> str:
    return fresh_database(pg_server, str(tmp_path))


def answer(listening: socket.socket, offer: bytes) -> None:
    """Answer whoever asks for TLS, until nobody listens any more."""
    with suppress(OSError):
        while True:
            with listening.accept()[0] as one:
                if one.recv(8):
                    one.sendall(offer)


def told(*verb: str) -> tuple[int, str]:
    found = runner.invoke(app, [*verb, "--lang", "en"])
    return found.exit_code, found.output


BEFORE = {
    "owner of them, of the schema or of the database": """
        ALTER DATABASE {db} OWNER TO {role}
        ALTER SCHEMA public OWNER TO {role}
        ALTER ROLE {role} CREATEROLE
        ALTER ROLE {role} NOINHERIT; GRANT pg_write_all_data TO {role}""",
    "may do DELETE on entries": """
        ALTER ROLE {role} NOINHERIT; CREATE ROLE {role}2 ROLE {role}; GRANT DELETE ON entries TO {role}2""",
    "would not look for the tables in the schema public": """
        CREATE SCHEMA {role} AUTHORIZATION {role}
        CREATE SCHEMA {role}; GRANT USAGE ON SCHEMA {role} TO {role}
        ALTER ROLE {role} SET search_path = pg_catalog
        ALTER ROLE {role} IN DATABASE {db} SET search_path = nowhere""",
    "there is a hall in the schema public": "ALTER DATABASE {db} SET search_path = nowhere, pg_catalog",
    "comes in for reading only": "ALTER ROLE {role} SET default_transaction_read_only = on",
    "can run its hall": """
        CREATE SCHEMA {role}
        ALTER ROLE {role} SET search_path = nowhere, public
        ALTER ROLE {role} SET default_transaction_read_only = off""",
}


@pytest.mark.parametrize(("due", "before"), [(one, sql) for one in BEFORE for sql in BEFORE[one].strip().split("\n")])
def test_a_role_is_said_to_run_a_hall_where_it_can_and_can_change_nothing(owner: str, due: str, before: str) -> None:
    """Whatever it is, may become, or has set for it when it connects."""
    role, database = "w" + hashlib.sha256(owner.encode()).hexdigest()[:12], make_url(owner).database
    assert told("store", "grant", owner, "postgres")[0] == 2, "and the tables are made"
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute(before.format(role=role, db=database))
        if "CREATEROLE" in before and connection.info.server_version >= 160_000:  # it rules its own roles alone
            due = "can run its hall"
    status, said = told("store", "grant", owner, role)
    assert (status, due in " ".join(said.split())) == (0 if "run its hall" in due else 2, True), said


@pytest.mark.parametrize(
    ("setting", "due"),
    [("search_path = pg_catalog", "a hall in the schema public"), ("default_transaction_read_only = on", "no writes")],
)
def test_a_hall_that_cannot_be_seen_or_written_is_not_said_to_be_none_or_to_have_failed(
    owner: str, tmp_path: Path, setting: str, due: str
) -> None:
    """Threat: somebody follows the advice to add --create, and plays beside the record."""
    key = ("--key", str(tmp_path / "key"))
    assert told("init", "--store", owner, "--name", "Casa", "--director", "dora", *key)[0] == 0
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {make_url(owner).database} SET {setting}")
    status, said = told("people", "list", "--store", owner, *key)
    assert (status, due in " ".join(said.split())) == (2, True), said


ASKED = {
    **dict.fromkeys(
        ("sslmode=no", "service=nope", "nonsense=1", "connect_timeout=abc", "target_session_attrs=x"), "SETTINGS"
    ),
    **dict.fromkeys(("sslmode=require", "sslmode=verify-full&sslrootcert=/nowhere", "sslmode=verify-ca"), "TLS"),
}


@pytest.mark.parametrize("query", ASKED)
@pytest.mark.parametrize("offer", [b"N", b"S"])
def test_an_address_that_cannot_be_is_not_a_server_that_does_not_answer(offer: bytes, query: str) -> None:
    """Nobody waits for ever for what an address asks for: status 2, and what is wrong in a sentence. The server offers
    to be spoken to in secret (S), and breaks off then, or it does not (N).
    """
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=answer, args=(listening, offer), daemon=True).start()
    where = f"postgresql://nobody@127.0.0.1:{listening.getsockname()[1]}/sala?{query}"
    for verb in (("audit", where), ("serve", "--store", where, "--key", "k")):
        status, said = told(*verb)
        assert (status, topics()["error"][ASKED[query]]["en"] in said) == (output.BAD_INPUT, True), said
        assert "cannot be reached" not in said
    listening.close()
