"""How a hall starts and tables are opened in it, and what does not start: stores, keys, ports that are not as due."""

import asyncio
import builtins
import socket
import stat
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from tapete.cli import output
from tapete.cli.open import cents
from tapete.cli.stores import cannot_start
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.bingo.acts import CloseHall, RegisterBalls
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, KeyFileError, Keys
from tapete.live.card_orders import RandomnessError
from tapete.record.store import StoreLockedError, WriterChangedError, open_store
from tapete.record.store.sqlite import library as sqlite3
from tapete.words import topics
from tests.support.command_line import MINI, asked, opened, serving, told, tree
from tests.support.rows import rows


def not_opened(folder: Path, *words: str) -> str:
    return told("open", words[0], "--store", folder / "sala.db", *words[1:])


def played(folder: Path, table: str, *acts: Act) -> Any:
    """Do acts in a hall that serves the store; return the state of the table."""

    async def scene() -> Any:
        hall = await Hall.start(f"sqlite:///{folder / 'sala.db'}", Keys.load(folder / "sala.db.key"))
        try:
            actor = hall.tables[table]
            for act in acts:
                answer = await actor.act(replace(act, at=actor.step))
                assert answer.refusal is None, answer.refusal
            return actor.state
        finally:
            await hall.stop()

    return asyncio.run(scene())


def test_a_table_is_not_opened_with_a_key_that_wrote_none_of_those_there(tmp_path: Path) -> None:
    said = asked("open", *MINI, "--name", "una", "--store", tmp_path / "sala.db").stderr
    assert f"a new hall in {tmp_path / 'sala.db'}; its keys are in {tmp_path / 'sala.db.key'}" in said
    other = tmp_path / "otra.key"
    assert "is missing: there is no file" in not_opened(tmp_path, *MINI, "--name", "dos", "--key", str(other))
    Keys.load(other)
    told = not_opened(tmp_path, *MINI, "--name", "dos", "--key", str(other))
    assert f"{other} is not the key of " in told
    with open_store(f"sqlite:///{tmp_path / 'sala.db'}") as store:
        assert store.tables() == ("una",)
        assert (writer := store.writer("una")) is not None
        assert writer.key == Keys.load(tmp_path / "sala.db.key").public


def test_an_opening_that_the_house_refuses_leaves_nothing_in_the_record(tmp_path: Path) -> None:
    """No writer without an entry: it would be a reserve of every audit to come. The day of this house is not open."""
    key, store = str(tmp_path / "k"), f"sqlite:///{tmp_path / 'sala.db'}"
    house = ("--name", "Casa", "--director", "dora", "--key", key, "--witness", str(tmp_path / "w"))
    asked("init", "--store", store, *house)
    for _ in range(2):
        assert "day is opened" in not_opened(tmp_path, *MINI, "--name", "una", "--key", key)
        with open_store(store, read_only=True) as kept:
            assert (kept.tables(), kept.head("house").version) == (("house",), 1)


def made(folder: Path, *words: str) -> Any:
    return tree("open", words[0], "--store", folder / "sala.db", *words[1:])


def test_opened_tables_are_live_and_their_posts_are_taken_with_the_key(tmp_path: Path) -> None:
    first = made(tmp_path, "punto-y-banca", "--name", "mesa-1", "--minimum", "10", "--maximum", "500")
    assert (first["table"], first["posts"]["croupier"]) == ("mesa-1", "/mesa/mesa-1/crupier")
    assert stat.S_IMODE((tmp_path / "sala.db.key").stat().st_mode) == 0o600
    tren = ("--name", "tren", "--minimum", "12,50", "--bank-minimum", "25", "--banco-freedom", "--places", "8")
    made(tmp_path, "Ferrocarril", *tren)

    table, circle = played(tmp_path, "mesa-1").settings, played(tmp_path, "tren")
    assert (table.minimum, table.maximum, len(circle.seats.labels)) == (1000, 50_000, 8)
    settings = circle.settings
    assert (settings.minimum, settings.bank_minimum, settings.banco_freedom) == (1250, 2500, True)


def test_refusals_say_what_is_wrong(tmp_path: Path) -> None:
    punto = ("punto-y-banca", "--minimum", "10", "--maximum", "500")
    assert "no game" in not_opened(tmp_path, "craps", "--minimum", "10")
    assert "needs --maximum" in not_opened(tmp_path, "mini", "--minimum", "10")
    assert "--bank-minimum" in not_opened(tmp_path, *punto, "--bank-minimum", "20")
    assert "--maximum" in not_opened(tmp_path, "chemin-de-fer", "--minimum", "10", "--maximum", "20")
    assert "PB." in not_opened(tmp_path, "punto-y-banca", "--minimum", "10", "--maximum", "333")
    for unfinished in ("croupier", "croupier=", "=ana", ""):
        assert "POST=PERSON" in not_opened(tmp_path, *punto, "--staff", unfinished), unfinished
    assert not_opened(tmp_path, *punto, "--staff", "chef=ana")
    for post in ("caja", "system", "sala"):
        assert "the name of a post" in not_opened(tmp_path, *punto, "--staff", f"croupier={post}")
    twice = not_opened(tmp_path, *punto, "--staff", "croupier=ana", "--staff", "croupier=bea")
    assert "«croupier» is given twice, to ana and to bea" in twice
    assert "asturias-2011" in not_opened(tmp_path, *punto, "--rulebook", "asturias")
    for wrong in (tmp_path / "no" / "witness", tmp_path):
        not_opened(tmp_path, *punto, "--key", str(tmp_path / "k"), "--witness", str(wrong))
    assert list(tmp_path.iterdir()) == []
    assert not_opened(tmp_path, *punto, "--name", "Mesa 1")
    assert "seeded" in not_opened(tmp_path, *punto, "--shoe", "seeded")
    made(tmp_path, *punto)
    assert "already" in not_opened(tmp_path, *punto)
    with open_store(f"sqlite:///{tmp_path / 'sala.db'}"):
        assert "stop it" in not_opened(tmp_path, *punto, "--name", "mesa-2")
    with sqlite3.connect(tmp_path / "sala.db") as connection:
        found = connection.execute("SELECT DISTINCT table_id FROM entries").fetchall()
    assert found == [("mesa-1",)]


def everything(folder: Path) -> dict[str, list[Any]]:
    with sqlite3.connect(folder / "sala.db") as connection:
        names = [one for (one,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


@pytest.mark.clause("DP.E2.13")
def test_a_store_takes_a_second_open_bank_once_the_first_is_closed(tmp_path: Path) -> None:
    """Nobody serves the store, and no house stands above it; what is not_opened leaves no trace in it."""
    libre = ("dos-panos", "--minimum", "10", "--mode", "open")
    made(tmp_path, *libre, "--name", "uno")
    before = everything(tmp_path)
    said = not_opened(tmp_path, *libre, "--name", "dos")
    assert ("uno" in said, "[DP.E2.13]" in said, everything(tmp_path)) == (True, True, before)
    made(tmp_path, *libre[:3], "--mode", "limited", "--bank-maximum", "10000", "--name", "tres")

    played(tmp_path, "uno", Act(HOUSE, CloseTable()))
    made(tmp_path, *libre, "--name", "dos")


def test_euros_are_exact_and_what_is_no_amount_is_told(tmp_path: Path) -> None:
    assert [cents(text, "--minimum") for text in ("10", "2.5", "2,50", "0.05")] == [1000, 250, 250, 5]
    for text in ("", "-1", "1.250", "ten", "1e3", "0", "10.005", "٣"):
        assert "euros" in not_opened(tmp_path, "chemin-de-fer", f"--minimum={text}"), text


def test_a_closed_hall_of_bingo_is_opened_again_by_its_name_and_one_in_play_is_not(tmp_path: Path) -> None:
    sala = ("bingo", "--name", "sala", "--staff", "hall-manager=manolo")
    made(tmp_path, *sala)
    before = everything(tmp_path)["entries"]
    assert "already" in not_opened(tmp_path, *sala)
    assert everything(tmp_path)["entries"] == before
    played(
        tmp_path, "sala", Act(PersonId("manolo"), RegisterBalls("S-9", "CNJ-2")), Act(PersonId("manolo"), CloseHall())
    )
    assert made(tmp_path, *sala)["table"] == "sala-2"
    assert list(played(tmp_path, "sala-2").hall.ball_sets) == ["S-9"]
    assert "already" in not_opened(tmp_path, *sala)


@rows("address", ["{}", "sqlite:///{}"])
def test_a_store_that_is_not_there_is_not_made_by_a_slip(tmp_path: Path, address: Any) -> None:
    assert "--create" in told("serve", "--store", address.format(tmp_path / "sals.db"))
    assert list(tmp_path.iterdir()) == []


STORE, KEY = "postgresql://luz:secreto@db/sala", Path("/llaves/sala.key")
UNREACHED = {"53300": "as many connections as it admits", "57P03": "starts or stops", "08006": "broke off"}
WRONGLY = {"28P01": "the password is missing", "28000": "does not let that role in", "53100": "no room is left"}
WRONGLY |= {"25006": "read-only", "XX000": "XX000"}


def answered(state: str) -> OperationalError:
    driver = type("AnyError", (Exception,), {"sqlstate": state})("in whatever language the server speaks")
    return OperationalError("SELECT 1", {}, driver)


@rows(
    "error, status, named",
    [
        (StoreLockedError("store-locked", file="x"), output.BAD_INPUT, ["luz@db/sala"]),
        (WriterChangedError("writer-changed", table="mesa", epoch=3), output.BAD_INPUT, ["luz@db/sala", str(KEY)]),
        (KeyFileError("key-broken", key=str(KEY)), output.BAD_INPUT, [str(KEY)]),
        (RandomnessError("no-randomness", test="repetition"), output.BAD_INPUT, ["repetition"]),
        (OSError(28, "full", "/disco/sala.db"), output.BAD_INPUT, ["/disco/sala.db"]),
        (OSError(28, "full"), output.BAD_INPUT, ["luz@db/sala"]),
        *((answered(state), output.BAD_INPUT, [told]) for state, told in WRONGLY.items()),
        *((answered(state), output.UNREACHABLE, [told]) for state, told in UNREACHED.items()),
        (answered("ECONNREFUSED"), output.UNREACHABLE, [topics()["error"]["ECONNREFUSED"]["en"]]),
    ],
)
def test_why_a_hall_does_not_start_is_said_with_its_place_without_a_password_and_with_the_status_of_trying_again_or_not(
    capsys: pytest.CaptureFixture[str], error: Any, status: int, named: list[str]
) -> None:
    output.set_lang(("--lang", "en"))
    with pytest.raises(typer.Exit) as ended:
        cannot_start(error, STORE, KEY)
    said = capsys.readouterr().err
    assert ended.value.exit_code == status
    assert [one for one in (*named, "tapete: ") if one not in said] == []
    assert [one for one in ("secreto", "whatever") if one in said] == []


def test_a_role_is_given_rights_at_a_server_alone(tmp_path: Path) -> None:
    store = str(tmp_path / "sala.db")
    opened(Path(store))
    assert store in told("store", "grant", store, "sala")


@rows("verb", [("audit", "{}"), ("replay", "{}"), ("export", "{}", "mesa", "x"), ("serve",), ("open", *MINI)])
def test_a_database_without_its_driver_names_the_extra(tmp_path: Path, monkeypatch: Any, verb: tuple[str, ...]) -> None:
    real_import = builtins.__import__

    def without_driver(name: str, *given: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return real_import(name, *given, **named)

    for module in [one for one in sys.modules if one.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without_driver)
    store = "postgresql://127.0.0.1:1/none"
    where = ("--store", store, "--key", tmp_path / "key") if verb[0] in ("serve", "open") else ()
    (line,) = told(*(one.format(store) for one in verb), *where).splitlines()
    assert "tapete[pg]" in line


def test_a_database_that_does_not_answer_is_said_in_a_line_without_its_password(tmp_path: Path) -> None:
    store = "postgresql://ana:secreta@127.0.0.1:1/none"
    said = told("serve", "--store", store, "--key", str(tmp_path / "key"), status=output.UNREACHABLE)
    misplaced = told("restore", store, str(tmp_path / "back.db"))  # where the file of a copy is due
    assert ["postgresql://ana@127.0.0.1:1/none" in one for one in (said, misplaced)] == [True, True]
    assert "secreta" not in said + misplaced


@rows("verb", ["serve", "demo"])
def test_a_busy_port_is_found_before_the_hall_opens(tmp_path: Path, verb: Any) -> None:
    opened(tmp_path / "sala.db")
    store = ("--store", str(tmp_path / "sala.db")) if verb == "serve" else ()
    with socket.create_server(("127.0.0.1", 0)) as held:
        said = told(verb, *store, "--port", str(held.getsockname()[1]))
    assert "in use" in said
    assert "http://" not in said
    assert "Key of the staff" not in said


@rows("host", ["192.0.2.1", "no-such-host.invalid", "ñ" * 70])
def test_an_address_of_another_machine_is_found_before_the_hall_opens(tmp_path: Path, host: Any) -> None:
    opened(tmp_path / "sala.db")
    said = told("serve", "--store", str(tmp_path / "sala.db"), "--port", "0", "--host", host)
    assert "no such address" in said
    assert "http://" not in said


@rows(
    "option, text",
    [("--allowed-host", "sala.example:80"), ("--origin", "sala.example"), ("--trusted-proxy", "proxy.example")],
)
def test_an_address_that_cannot_be_read_is_named_before_a_hall_is_made(tmp_path: Path, option: Any, text: Any) -> None:
    store = tmp_path / "sala.db"
    said = told("serve", "--store", str(store), "--create", "--port", "0", option, text)
    assert f"{option} {text}: write" in said
    assert not store.exists()


def test_a_hall_answers_under_the_names_that_it_was_given(tmp_path: Path) -> None:
    store, names = tmp_path / "sala.db", ("--allowed-host", "sala.local", "--origin", "https://sala.example")
    with serving("--store", str(store), "--create", *names) as (_, address, _):
        found = {
            name: httpx.get(address, headers={"host": name}, timeout=60).status_code
            for name in ("sala.local", "sala.local:99", "sala.example", "otra.example")
        }
        assert httpx.get(f"{address}/amigos").status_code == 404, "nobody said --friends"
    assert found == {"sala.local": 200, "sala.local:99": 200, "sala.example": 200, "otra.example": 403}


def test_a_hall_follows_so_many_of_one_address_as_it_was_given(tmp_path: Path) -> None:
    asked = ("--store", str(tmp_path / "sala.db"), "--create", "--per-address", "16")
    with serving(*asked) as (_, address, _), httpx.Client(base_url=address, timeout=60) as client, ExitStack() as kept:
        followed = [kept.enter_context(client.stream("GET", "/flujo")).status_code for _ in range(9)]
    assert followed == [200] * 8 + [429], "half of its connections may be streams"
