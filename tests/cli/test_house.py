"""A house on the command line: made at once with its keys and its director, its people, its days for an auditor."""

import asyncio
import json
import os
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest

from tapete.catalogue import house_games
from tapete.cli import stores
from tapete.cli.stores import KEY as KEY_END, WITNESS, away_from
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import Duty
from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.people.accounts import AccountState
from tapete.people.staff import HousePeople
from tapete.people.stored import house_name
from tapete.record.recompute import states
from tapete.record.store import Store, open_store
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.staff import Role
from tests.support import ROOT, program
from tests.support.command_line import asked, serving, told, tree
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import DAYS, do, house_with_minutes
from tests.support.rows import rows

HOUSE = ("--name", "Casino de Prueba", "--director", "dora")
PASSWORD = "tres tristes tigres"


def made(store: Path | str, *words: str) -> dict[str, Any]:
    return dict(tree("init", "--store", store, *HOUSE, *words))


def people_of(store: Store, key: Path) -> HousePeople:
    found = HousePeople.of_store(store, Keys.load(key).sealing, time.time)
    assert found is not None
    return found


def test_house_is_made_with_one_invited_director(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    key = away_from(store, KEY_END)
    found = made(store)
    assert (found["house"], found["director"], found["key"]) == ("Casino de Prueba", "dora", str(key))
    modes = [one.stat().st_mode & 0o777 for one in (store, key, away_from(store, WITNESS), key.parent)]
    assert modes == [0o600, 0o600, 0o600, 0o700]
    assert [one.name for one in tmp_path.iterdir()] == ["sala.db"]
    with open_store(str(store)) as kept:
        people = people_of(kept, key)
        assert people.name == "Casino de Prueba"
        assert [(one.name, one.state) for one in people.staff.accounts] == [("dora", AccountState.INVITED)]
        assert people.staff.enrol(found["invitation"]) is not None
        assert kept.guard_faults() == ()
        dora = next(iter(people.staff.accounts)).person
        duties = [state.duties for _, state in states(ESTABLISHMENT, (row.entry() for row in kept.entries(KEY)))]
    assert duties[-1] == {Duty("", Role.DIRECTOR, dora)}
    sound(store, key)


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
    assert (stores.key_file(str(store), None), stores.witness_file(str(store))) == (away_from(store, KEY_END), seen)
    with serving("--store", str(store)):
        pass
    assert seen.exists()
    assert not [one for one in tmp_path.iterdir() if one.suffix in (KEY_END, WITNESS)]
    found = tree("audit", store)  # it finds the witness by itself
    assert "no-witness" not in {one["code"] for one in found["warnings"]}
    store.unlink()
    assert "key file" in told("init", "--store", str(store), *HOUSE)
    away_from(store, KEY_END).unlink()
    assert "the witness" in told("init", "--store", str(store), *HOUSE)


def test_key_and_witness_are_made_where_one_says_and_the_next_command_names_them(tmp_path: Path) -> None:
    store, key, witness = tmp_path / "sala.db", tmp_path / "llaves" / "a b.key", tmp_path / "testigo" / "sala.witness"
    words = ("init", "--store", store, *HOUSE, "--key", key, "--witness", witness)
    found = asked(*words)
    assert [one.stat().st_mode & 0o777 for one in (key, witness)] == [0o600, 0o600]
    assert f"serve --store {store} --key '{key}' --witness {witness}" in found.output
    assert not away_from(store, WITNESS).exists()
    store.unlink()
    key.unlink()
    told(*words)
    assert not store.exists()
    assert not key.exists()


@rows("there, said", [("sala.db", "writes over nothing"), ("sala.db.key", "key file"), ("sala.db.witness", "witness")])
def test_nothing_that_is_there_is_written_over(tmp_path: Path, there: Any, said: Any) -> None:
    (tmp_path / there).write_bytes(b"what was")
    assert said in told("init", "--store", str(tmp_path / "sala.db"), *HOUSE)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {there: b"what was"}


def test_a_link_that_leads_nowhere_and_a_home_that_is_no_folder_leave_no_key(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "sala.db").symlink_to(tmp_path / "gone" / "sala.db")
    told("init", "--store", str(tmp_path / "sala.db"), *HOUSE, "--key", str(tmp_path / "sala.key"))
    assert [one.name for one in tmp_path.iterdir()] == ["sala.db"]
    monkeypatch.setenv("HOME", os.devnull)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert os.devnull in told("init", "--store", str(tmp_path / "otra.db"), *HOUSE)
    assert not (tmp_path / "otra.db").exists()


@rows("wrong", [("--name", " "), ("--director", "x"), ("--director", "system:house"), ("--origin", "sala.example")])
def test_what_cannot_be_made_leaves_nothing_behind(tmp_path: Path, wrong: Any) -> None:
    told("init", "--store", str(tmp_path / "sala.db"), *HOUSE, *wrong)
    assert list(tmp_path.iterdir()) == []
    told("init", "--store", str(tmp_path / "no" / "sala.db"), *HOUSE, "--key", str(tmp_path / "sala.key"))
    assert list(tmp_path.iterdir()) == []


def test_invitation_is_drawn_for_the_address_of_the_pages(tmp_path: Path) -> None:
    found = asked("init", "--store", tmp_path / "sala.db", *HOUSE, "--origin", "https://sala.example")
    assert "https://sala.example/personal/alta" in found.stdout


@pytest.mark.crash
def test_init_that_is_killed_leaves_a_whole_house_or_none(tmp_path: Path) -> None:
    done = subprocess.run(program("killed", "maker", tmp_path), cwd=ROOT, capture_output=True, text=True, check=True)
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
    with serving("--store", str(store)) as (process, address, said), httpx.Client(base_url=address) as client:
        assert not any("Key of the staff" in line for line in said)
        lines = iter(process.stderr.readline, "")  # type: ignore[union-attr]
        assert any("Casino de Prueba: staff log in at /personal; there is no staff key." in line for line in lines)
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
        assert client.post("/casa/direccion").headers["location"] == "/casa/direccion"
        opening = {"act": "open-day", "day": "2025-11-22", "command": "c-1"}
        assert client.post("/casa/direccion/hacer", data=opening).status_code == 303
        assert PASSWORD.encode() not in store.read_bytes()


def bar_and_exclude(store: Path, key: Path, who: str) -> None:
    async def scene() -> None:
        witness = away_from(store, WITNESS)
        hall = await Hall.start(f"sqlite:///{store}", Keys.load(key), witness_file=witness, games=house_games())
        try:
            assert hall.house is not None
            director = next(one.person for one in hall.house.state.duties if one.role == Role.DIRECTOR)
            await do(hall.house, director, a.OpenDay(DAYS[0]), a.Bar(PersonId(who), "pelea"))
            await do(hall.house, PersonId(who), a.ExcludeOneself("2099-01-01"))
        finally:
            await hall.stop()

    asyncio.run(scene())


def test_people_are_listed_reset_and_erased(tmp_path: Path) -> None:
    store = tmp_path / "sala.db"
    key, first = away_from(store, KEY_END), made(store)["invitation"]

    def people(*words: str) -> Any:
        return tree("people", *words, "--store", store)

    with open_store(str(store)) as kept:
        players = people_of(kept, key).players
        ana, bea, other = (str(players.register(name).person) for name in ("Ana", "Leocadia", "Ana"))  # type: ignore[union-attr]
    found = people("list")
    assert [[one["name"] for one in found[kind]] for kind in ("accounts", "players")] == [
        ["dora"],
        ["Ana", "Ana", "Leocadia"],
    ]
    second = people("reset", "dora")["invitation"]
    with open_store(str(store)) as kept:
        staff = people_of(kept, key).staff
        assert (staff.enrol(first) is None, staff.enrol(second) is None) == (True, False)
    said = told("people", "erase", "Ana", "--store", str(store))
    assert (ana in said, other in said) == (True, True)
    assert people("erase", other) == {"erased": other}
    bar_and_exclude(store, key, bea)
    refused = told("people", "erase", "Leocadia", "--store", str(store), status=1)
    assert any(
        one in refused for one in ("a bar; a self-exclusion", "una prohibición de entrada; una autoexclusión")
    ), "all that is theirs"
    assert people("erase", "Leocadia", "--anyway") == {"erased": bea}
    with open_store(str(store)) as kept:
        assert [one.code for one in people_of(kept, key).notices.newest_first()].count("player-erased") == 2
    for gone in (("reset", "nadie"), ("erase", "Leocadia")):
        told("people", *gone, "--store", str(store))
    assert b"Leocadia" not in store.read_bytes()
    sound(store, key)


def sound(store: Path, key: Path) -> None:
    assert tree("audit", store, "--key", key)["problems"] == []


@rows(
    "sql, table",
    [
        ("INSERT INTO ways_back VALUES ('mine', 'p-1', 'browser', 9000000000)", "ways_back"),
        ("UPDATE people SET name = 'Eva'", "people"),
        ("DELETE FROM houses", "houses"),
        ("DELETE FROM staff WHERE name = 'dora'", "staff"),
        ("DELETE FROM staff WHERE name = char(9) || 'sum'", "staff"),
        ("DELETE FROM houses; DELETE FROM staff; DELETE FROM people", "houses"),
    ],
)
def test_a_house_whose_people_somebody_else_changed_is_not_served_until_it_is_sealed(
    tmp_path: Path, sql: str, table: str
) -> None:
    """Threat: who writes the database becomes a player, or makes of a house with accounts a hall that a key opens."""
    store = tmp_path / "sala.db"
    key, at = away_from(store, KEY_END), ("--store", str(store))
    made(store)
    with open_store(str(store)) as kept:
        people_of(kept, key).players.register("Ana")
    with closing(sqlite3.connect(store)) as other, other:
        other.executescript(sql)
    problems = tree("audit", store, "--key", key, status=1)["problems"]
    assert [one["facts"]["name"] for one in problems if one["code"] == "people-changed"] == [table]
    assert "tapete people seal" in told("serve", *at, "--port", "0")
    assert "tapete people seal" in told("people", "list", *at)
    if table in ("ways_back", "people"):
        asked("people", "seal", *at)
        assert tree("people", "list", *at)["players"]
        sound(store, key)
    elif "dora" in sql:
        assert "Restore a backup" in told("people", "seal", *at), "sealed so, nobody could let anybody in"
        assert "tapete people seal" in told("people", "list", *at), "what was not sealed is known as changed"


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
        patch.setattr("tapete.live.openings.begin_house", died)
        told("init", "--store", store, *HOUSE, "--key", str(key))
    if where == "postgresql":
        with open_store(store) as kept:
            assert (house_name(kept), kept.tables()) == (None, ())
        assert key.exists()  # somebody may have sealed something with it meanwhile
        key.unlink()
    else:
        assert [one.name for one in tmp_path.iterdir()] == []
    witness = tmp_path / "testigo"
    assert made(store, "--key", str(key), "--witness", str(witness))["house"] == "Casino de Prueba"
    assert witness.stat().st_mode & 0o777 == 0o600
    with open_store(store) as kept:
        assert (people_of(kept, key).name, kept.head("house").version) == ("Casino de Prueba", 1)


def test_a_day_goes_to_its_auditor_and_holds(two_days: Path, tmp_path: Path) -> None:
    db, out = two_days / "hall.db", tmp_path / "day"
    whole = tree("audit", db, "--key", two_days / "key", "--witness", two_days / "witness")
    written = tree("export", db, out, "--day", DAYS[1])["tables"]
    assert sorted(one.name for one in out.iterdir()) == [f"house-{DAYS[1]}.jsonl", "mesa-1-2.jsonl"]
    here = tree("audit", db, "--day", DAYS[1], "--key", two_days / "key")
    there = tree("audit", out, "--witness", two_days / "witness")
    assert [whole["ok"], here["ok"], there["ok"]] == [True] * 3
    assert here["tables"] == there["tables"] == ["house", "mesa-1-2"]
    assert here["entries"] == there["entries"] == sum(one["entries"] for one in written) < whole["entries"]
    assert {"day-alone", "continued-absent"} <= {one["code"] for one in there["warnings"]}
    tree("export", db, out, "--day", DAYS[0])
    both = tree("audit", out)
    assert (both["ok"], both["entries"]) == (True, whole["entries"])
    tree("export", db, "house", tmp_path / "alone.jsonl", "--day", DAYS[1])
    alone = tree("audit", tmp_path / "alone.jsonl")
    assert "tables-absent" in {one["code"] for one in alone["warnings"]}
    assert tree("audit", tmp_path / "alone.jsonl", "--day", DAYS[1]) == alone
    assert tree("replay", tmp_path / "alone.jsonl")["ok"]


def test_what_is_no_day_is_said(two_days: Path, tmp_path: Path) -> None:
    db = two_days / "hall.db"
    said = told("audit", db, "--day", "2026-12-24")
    assert ("no day «2026-12-24»" in said, DAYS[0] in said) == (True, True), said
    assert "do not go together" in told("audit", db, "--day", DAYS[0], "--table", "house")
    assert "checked whole" in told("audit", tmp_path, "--day", DAYS[0])
    assert "no export" in told("audit", tmp_path)
    assert "no day" in told("export", db, tmp_path, "--day", "mañana")
    tree("export", db, "mesa-1", tmp_path / "mesa.jsonl")
    assert "not that of a house" in told("audit", tmp_path / "mesa.jsonl", "--day", DAYS[0])


ARQUEO = f"Arqueo de caja · firmado por {CASHIER}: Sobran 1\N{NO-BREAK SPACE}€ en efectivo respecto a los libros."
COMPLAINT = f"Reclamación 1 · {DIRECTOR}: hace frío — {DIRECTOR}: ya no"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house_with_minutes(tmp_path_factory.mktemp("house"))


def minutes(*words: object) -> str:
    return str(asked("minutes", *words, TAPETE_LANG="es").stdout)


def test_minutes_are_told_day_by_day_and_one_that_was_taken_out_answers_a_complaint_of_before(
    db: Path, tmp_path: Path
) -> None:
    first, second = minutes(db, "--day", DAYS[0]), minutes(db, "--day", DAYS[1])
    assert first.splitlines() == [
        DAYS[0],
        f"  {DIRECTOR}: corte de luz",
        f"  {DIRECTOR} · {ARQUEO} Motivo: una moneda en el suelo",
    ]
    assert second.splitlines() == [DAYS[1], f"  {COMPLAINT}"]
    assert minutes(db) == first + second
    asked("export", db, tmp_path / "day", "--day", DAYS[1])
    (file,) = (tmp_path / "day").glob("house*")
    assert minutes(file) == second
    assert [one["day"] for one in json.loads(minutes(file, "--json"))["days"]] == [DAYS[1]]


def test_what_is_no_house_and_what_is_no_day_of_it_is_said(db: Path, tmp_path: Path, kept: Path) -> None:
    made(tmp_path / "new.db")
    for words, said in (
        ((db, "--day", "2026-01-01"), f"tiene {DAYS[0]} y {DAYS[1]}"),
        ((db, "--day", "2011-02-30"), "escriba el día así"),
        ((kept / "hall.db",), "no es de una casa"),
        ((tmp_path / "new.db",), "no ha abierto todavía"),
        ((tmp_path / "none.db",), "none.db"),
    ):
        assert said in asked("minutes", *words, status=2, TAPETE_LANG="es").stderr
