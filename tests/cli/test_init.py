"""Making a house: its store, its keys and its first director at once, over nothing that is there; and its people."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest
from typer.testing import CliRunner

from tapete.cli import app, default_paths
from tapete.cli.default_paths import KEY as KEY_END, WITNESS, away_from
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import Duty
from tapete.house.terms import KEY
from tapete.live import Keys
from tapete.people.accounts import AccountState
from tapete.people.house_people import HousePeople
from tapete.people.stored_accounts import house_name
from tapete.record.replay import states
from tapete.record.store import Store, open_store
from tapete.table.staff import Role
from tests.cli.test_starting import serving, told
from tests.support import ROOT, program

runner = CliRunner()
HOUSE = ("--name", "Casino de Prueba", "--director", "dora")
PASSWORD = "tres tristes tigres"


def made(store: Path | str, *words: str) -> dict[str, Any]:
    found = runner.invoke(app, ["init", "--store", str(store), *HOUSE, "--json", *words])
    assert found.exit_code == 0, found.output + repr(found.exception)
    return dict(json.loads(found.stdout))


def people_of(store: Store, key: Path) -> HousePeople:
    found = HousePeople.of_store(store, Keys.load(key).sealing, lambda: 0.0)
    assert found is not None
    return found


def duties_of(store: Path) -> frozenset[Duty]:
    """Return who is on duty in a house, as its record has it."""
    with open_store(str(store)) as kept:
        found = [state.duties for _, state in states(ESTABLISHMENT, (row.entry() for row in kept.entries(KEY)))]
    return found[-1] if found else frozenset()


def test_house_is_made_with_one_invited_director(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    key = away_from(store, KEY_END)
    found = made(store)
    assert (found["house"], found["director"], found["key"]) == ("Casino de Prueba", "dora", str(key))
    assert [one.stat().st_mode & 0o777 for one in (store, key)] == [0o600, 0o600]
    assert [one.name for one in tmp_path.iterdir()] == ["sala.db"]
    assert key.parent.stat().st_mode & 0o777 == 0o700
    with open_store(str(store)) as kept:
        people = people_of(kept, key)
        assert people.name == "Casino de Prueba"
        assert [(one.name, one.state) for one in people.staff.accounts] == [("dora", AccountState.INVITED)]
        assert people.staff.enrol(found["invitation"]) is not None
        assert kept.guard_faults() == ()
        dora = next(iter(people.staff.accounts)).person
    assert duties_of(store) == {Duty("", Role.DIRECTOR, dora)}
    sound = runner.invoke(app, ["audit", str(store), "--key", str(key), "--json"])
    assert (sound.exit_code, json.loads(sound.stdout)["problems"]) == (0, [])


def test_a_house_has_a_door_unless_it_takes_guests(tmp_path: Path) -> None:
    for name, words, has_admission in (("puerta.db", [], True), ("abierta.db", ["--guests"], False)):
        made(tmp_path / name, *words)
        with open_store(str(tmp_path / name), read_only=True) as kept:
            (opening, _) = next(row.entry().events for row in kept.entries(KEY))
        assert opening["admission"] is has_admission, words


def test_key_and_witness_of_a_house_lie_away_from_its_database_and_are_found(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    made(store)
    seen = away_from(store, WITNESS)
    assert (default_paths.key_file(str(store), None), default_paths.witness_file(str(store))) == (
        away_from(store, KEY_END),
        seen,
    )
    with serving("--store", str(store)):
        pass
    assert seen.exists()
    assert not [one for one in tmp_path.iterdir() if one.suffix in (KEY_END, WITNESS)]
    found = json.loads(runner.invoke(app, ["audit", str(store), "--json"]).stdout)  # it finds the witness by itself
    assert "no-witness" not in {one["code"] for one in found["warnings"]}
    store.unlink()
    assert "key file" in told("init", "--store", str(store), *HOUSE)
    away_from(store, KEY_END).unlink()
    assert "the witness" in told("init", "--store", str(store), *HOUSE)


def test_key_and_witness_are_made_where_one_says_and_the_next_command_names_them(tmp_path: Path) -> None:
    store, key, witness = tmp_path / "sala.db", tmp_path / "llaves" / "a b.key", tmp_path / "testigo" / "sala.witness"
    words = ["init", "--store", str(store), *HOUSE, "--key", str(key), "--witness", str(witness)]
    found = runner.invoke(app, words)
    assert found.exit_code == 0, found.output
    assert [one.stat().st_mode & 0o777 for one in (key, witness)] == [0o600, 0o600]
    assert f"serve --store {store} --key '{key}' --witness {witness}" in found.output
    assert not away_from(store, WITNESS).exists()
    store.unlink()
    key.unlink()
    assert runner.invoke(app, words).exit_code == 2
    assert not store.exists()
    assert not key.exists()


def test_nothing_that_is_there_is_written_over(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for there, said in (
        ("sala.db", "writes over nothing"),
        ("sala.db.key", "key file"),
        ("sala.db.witness", "witness"),
    ):
        with subtests.test(there=there, said=said):
            tmp_path = tmp_path_factory.mktemp("row")
            (tmp_path / there).write_bytes(b"what was")
            assert said in told("init", "--store", str(tmp_path / "sala.db"), *HOUSE)
            assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {there: b"what was"}


def test_what_cannot_be_made_leaves_nothing_behind(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for wrong in (
        ("--name", " "),
        ("--name", "x" * 61),
        ("--director", "x"),
        ("--director", " dora"),
        ("--director", "system:house"),
        ("--origin", "sala.example"),
    ):
        with subtests.test(wrong=wrong):
            tmp_path = tmp_path_factory.mktemp("row")
            told("init", "--store", str(tmp_path / "sala.db"), *HOUSE, *wrong)
            assert list(tmp_path.iterdir()) == []
            told("init", "--store", str(tmp_path / "no" / "sala.db"), *HOUSE, "--key", str(tmp_path / "sala.key"))
            assert list(tmp_path.iterdir()) == []


def test_invitation_is_drawn_for_the_address_of_the_pages(tmp_path: Path) -> None:
    words = ["init", "--store", str(tmp_path / "sala.db"), *HOUSE, "--origin", "https://sala.example"]
    found = runner.invoke(app, words)
    assert found.exit_code == 0, found.output
    assert "https://sala.example/personal/alta" in found.stdout
    assert "█" in found.stdout or "▀" in found.stdout


@pytest.mark.crash
def test_init_that_is_killed_leaves_a_whole_house_or_none(tmp_path: Path) -> None:
    done = subprocess.run(
        program("killed", "maker", tmp_path),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    ends = [int(line) for line in done.stdout.splitlines() if line.lstrip("-").isdigit()]
    assert ends == [-signal.SIGKILL] * (len(ends) - 1) + [0]
    whole = []
    for number in range(1, len(ends) + 1):
        store = tmp_path / str(number) / "house.db"
        key = away_from(store, KEY_END)
        whole.append(store.exists())
        if store.exists():
            with open_store(str(store)) as kept:
                assert [one.name for one in people_of(kept, key).staff.accounts] == ["dora"]
    assert whole == sorted(whole)
    assert whole.count(False) >= 3


def test_house_of_two_commands_is_entered_by_its_director_alone(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    invitation = made(store)["invitation"]
    with serving("--store", str(store)) as (_process, address, said), httpx.Client(base_url=address) as client:
        assert not any("Key of the staff" in line for line in said)
        client.headers["origin"] = address
        assert "Casino de Prueba" in client.get("/").text
        asked = client.post("/personal/alta", data={"word": invitation})
        secret = asked.text.partition('class="secret">')[2].partition("<")[0].replace(" ", "")
        fields = {"word": invitation, "password": PASSWORD, "again": PASSWORD, "code": pyotp.TOTP(secret).now()}
        shown = client.post("/personal/alta", data=fields).text
        recovery = shown.partition("<li><code>")[2].partition("<")[0]
        assert recovery
        login = {"name": "dora", "password": PASSWORD, "second": recovery}
        assert client.post("/personal/entrar", data=login).headers["location"] == "/personal"
        assert client.get("/personal/cuentas").status_code == 200
        assert client.post("/casa/direccion").headers["location"] == "/casa/direccion"
        opening = {"act": "open-day", "day": "2025-11-22", "command": "c-1"}
        assert client.post("/casa/direccion/hacer", data=opening).status_code == 303
        table = {"game": "mini", "name": "mesa-1"}
        assert client.post("/casa/direccion/mesa", data=table).status_code == 303
        assert client.get("/mesa/mesa-1/crupier").status_code == 403  # a director has not the croupier's post
        assert PASSWORD.encode() not in store.read_bytes()


def test_people_are_listed_reset_and_erased(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    key = away_from(store, KEY_END)
    first = made(store)["invitation"]
    with open_store(str(store)) as kept:
        players = people_of(kept, key).players
        ana, bea, other = (players.register(name) for name in ("Ana", "Leocadia", "Ana"))
    assert ana is not None
    assert bea is not None
    assert other is not None
    at = ("--store", str(store), "--json")
    found = json.loads(runner.invoke(app, ["people", "list", *at]).stdout)
    assert [one["name"] for one in found["accounts"]] == ["dora"]
    assert [one["name"] for one in found["players"]] == ["Ana", "Ana", "Leocadia"]
    second = json.loads(runner.invoke(app, ["people", "reset", "dora", *at]).stdout)["invitation"]
    with open_store(str(store)) as kept:
        staff = people_of(kept, key).staff
        assert staff.enrol(first) is None
        assert staff.enrol(second) is not None
    told("people", "reset", "nadie", "--store", str(store))
    said = told("people", "erase", "Ana", "--store", str(store))
    assert ana.person in said
    assert other.person in said
    assert json.loads(runner.invoke(app, ["people", "erase", "Leocadia", *at]).stdout) == {"erased": bea.person}
    assert runner.invoke(app, ["people", "erase", ana.person, *at]).exit_code == 0
    told("people", "erase", "Leocadia", "--store", str(store))
    assert b"Leocadia" not in store.read_bytes()
    audit = runner.invoke(app, ["audit", str(store), "--key", str(key), "--json"])
    assert (audit.exit_code, json.loads(audit.stdout)["problems"]) == (0, [])


def test_a_house_whose_people_somebody_else_changed_is_not_served_until_it_is_sealed(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    """Threat: who writes the database becomes a player, or makes of a house with accounts a hall that a key opens."""
    for sql, table in (
        ("INSERT INTO ways_back VALUES ('mine', 'p-1', 'browser', 9000000000)", "ways_back"),
        ("UPDATE people SET name = 'Eva'", "people"),
        ("DELETE FROM houses", "houses"),
        ("DELETE FROM houses; DELETE FROM staff; DELETE FROM people", "houses"),
    ):
        with subtests.test(sql=sql, table=table):
            tmp_path = tmp_path_factory.mktemp("row")
            store = tmp_path / "sala.db"
            key, at = away_from(store, KEY_END), ("--store", str(store))
            made(store)
            with open_store(str(store)) as kept:
                people_of(kept, key).players.register("Ana")
            with closing(sqlite3.connect(store)) as other, other:
                other.executescript(sql)
            found = runner.invoke(app, ["audit", str(store), "--key", str(key), "--json"])
            told_of = [
                one["facts"]["name"] for one in json.loads(found.stdout)["problems"] if one["code"] == "people-changed"
            ]
            assert (found.exit_code, told_of) == (1, [table])
            assert "tapete people seal" in told("serve", *at, "--port", "0")
            assert "tapete people seal" in told("people", "list", *at)
            if table in ("ways_back", "people"):
                assert runner.invoke(app, ["people", "seal", *at]).exit_code == 0
                assert json.loads(runner.invoke(app, ["people", "list", *at, "--json"]).stdout)["players"]
                found = runner.invoke(app, ["audit", str(store), "--key", str(key), "--json"])
                assert (found.exit_code, json.loads(found.stdout)["problems"]) == (0, [])


def died(*_: object, **__: object) -> None:
    raise OSError("the machine stopped here")


@pytest.mark.parametrize("where", ["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def test_house_that_was_not_made_whole_is_not_made_and_can_be_made_again(
    where: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accounts and record are one transaction: stopped between the two, neither is there."""
    from tests.support.databases import fresh_database

    store, key = str(tmp_path / "casa.db"), tmp_path / "casa.db.key"
    if where == "postgresql":
        store = fresh_database(request.getfixturevalue("pg_server"), str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr("tapete.live.first_entry.begin_house", died)
        told("init", "--store", store, *HOUSE, "--key", str(key))
    if where == "postgresql":
        with open_store(store) as kept:
            assert (house_name(kept), kept.tables()) == (None, ())
        assert key.exists()  # somebody may have sealed something with it meanwhile
        key.unlink()
    else:
        assert [one.name for one in tmp_path.iterdir()] == []
    assert made(store, "--key", str(key))["house"] == "Casino de Prueba"
    with open_store(store) as kept:
        assert (people_of(kept, key).name, kept.head("house").version) == ("Casino de Prueba", 1)
