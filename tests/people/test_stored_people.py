"""People in a hall's database: what is kept comes back, what is taken away is gone, a kill leaves nothing in part."""

import hmac
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace
from sqlalchemy import Table, delete, insert, select, text, true, update

from tapete.kernel import PersonId
from tapete.people import stored
from tapete.people.accounts import Account, AccountState, Grant, Notices, SecurityEvent, digest
from tapete.people.credentials import PAUSE_S, RowSeal, SealBrokenError
from tapete.people.players import Players
from tapete.people.staff import HousePeople, NoDirectorError, Rejection
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store, StoreError, StoreFailedError, StoreLockedError, open_store, schema
from tapete.table.staff import Role
from tests.support import ROOT, program
from tests.support.databases import fresh_database
from tests.support.record.tables import GAME, KEY, TableActor, play

pytestmark = pytest.mark.slow

SECRET = b"s" * 32
SEAL = RowSeal(SECRET)
GRANTS = frozenset({Grant(Role.DIRECTOR), Grant(Role.CROUPIER, "mesa-1")})
FACTORS: dict[str, Any] = {"password": "$argon2id$huella", "secret": "JBSWY3DPEHPK3PXP", "last_code": 7}
MORE: dict[str, Any] = {"recovery": frozenset("ab"), "last_login": 1_800_000_000.5, "devices": ("x", "y")}
DORA = Account("dora", PersonId("staff-1"), AccountState.ACTIVE, GRANTS, **FACTORS, **MORE)


def made(store: Store, first: Account = DORA, name: str = "Casino de Prueba") -> None:
    stored.make_house(store, SEAL, name, "2026-11-22T10:00:00Z", first)


def test_account_comes_back_as_it_was_kept_and_no_secret_of_it_is_readable(store: Store) -> None:
    kept = stored.StoredAccounts(store, SEAL)
    for name in ("zoe", "dora", "ana"):
        kept.put(Account(name, PersonId(f"staff-{name}")))
    kept.put(DORA)
    again = stored.StoredAccounts(store, SEAL)
    assert again.find("dora") == kept.find("dora") == DORA
    assert [one.name for one in again] == [one.name for one in kept] == ["ana", "dora", "zoe"]
    with store.reading() as connection:
        body = b"".join(map(bytes, connection.scalars(select(schema.staff.c.body))))
    assert (bool(body), b"JBSWY3DPEHPK3PXP" in body, b"argon2id" in body) == (True, False, False)
    kept.remove("dora")
    assert kept.find("dora") is None
    assert stored.StoredAccounts(store, SEAL).find("dora") is None


@pytest.mark.parametrize("forged", ["another key", "another name", "a changed byte", "nothing"])
def test_account_that_this_hall_has_not_written_is_not_taken(store: Store, forged: str) -> None:
    accounts = stored.StoredAccounts(store, RowSeal(b"o" * 32) if forged == "another key" else SEAL)
    accounts.put(DORA)
    column, hers = schema.staff.c, schema.staff.c.name == "dora"
    with store.writing() as connection:
        body = bytes(connection.scalar(select(column.body).where(hers)) or b"")
        if forged == "another name":
            connection.execute(update(schema.staff).where(hers).values(name="eva"))
        elif forged != "another key":
            changed = body[:-1] + bytes([body[-1] ^ 1]) if forged == "a changed byte" else b""
            connection.execute(update(schema.staff).where(hers).values(body=changed))
    with pytest.raises(SealBrokenError):
        stored.StoredAccounts(store, SEAL)


def test_whoever_reads_waits_for_nobody_who_writes(store: Store) -> None:
    """Pages are drawn in one thread: a database that takes its time holds up the page of who asks for a row alone."""
    made(store)
    accounts, players, notices = (
        stored.StoredAccounts(store, SEAL),
        stored.StoredPlayers(store, SEAL),
        stored.StoredNotices(store, SEAL),
    )
    told, links, ana = Notices(notices), stored.PlayerLinks(lambda: stored.LinkRows(store, SECRET)), PersonId("ana")
    links.renew(ana)
    writes: tuple[tuple[Callable[[], object], Callable[[], object]], ...] = (
        (lambda: links.renew(ana), lambda: (links.mark_of(ana), links.has_mark(ana))),
        (lambda: accounts.put(DORA), lambda: list(accounts)),
        (lambda: players.put_name(ana, "Ana"), players.everybody),
        (lambda: told.add(SecurityEvent("account-active", "dora", 1.0), "dora"), told.newest_first),
    )
    for write, read in writes:
        begun, done = threading.Event(), threading.Event()
        slow = lambda *_, begun=begun, done=done: begun.set() or done.wait(120)  # noqa: E731
        with ThreadPoolExecutor(2) as threads, patch("tapete.people.stored.change_rows", slow):
            writing = threads.submit(write)
            assert begun.wait(60)
            threads.submit(read).result(30)
            done.set()
            writing.result(60)


def test_store_belongs_to_one_house(store: Store) -> None:
    assert stored.house_name(store) is None
    made(store)
    assert stored.house_name(store) == "Casino de Prueba"
    with pytest.raises(StoreError):
        made(store, Account("eva", PersonId("staff-2")), "Otro")
    assert stored.house_name(store) == "Casino de Prueba"
    assert [one.name for one in stored.StoredAccounts(store, SEAL)] == ["dora"]


def test_players_come_back_after_a_restart(store_url: str) -> None:
    @contextmanager
    def players() -> Iterator[Players]:
        with open_store(store_url) as store:
            yield Players(lambda: 1_800_000_000.0, stored.StoredPlayers(store, SEAL))

    with players() as people:
        ana, bea = people.register("Ana"), people.register("Bea")
        assert ana is not None
        assert bea is not None
        token, code = people.remember(ana.person), str(people.give_code(bea.person))
        people.rename(bea.person, "Beatriz")
    with players() as people:
        assert people.remembered(token) == ana
        assert getattr(people.redeem(code), "name", "") == "Beatriz"
    with players() as people:
        assert people.redeem(code) is None
        people.erase(ana.person)
    with players() as people:
        assert people.remembered(token) is None
        assert [one.name for one in people.store.everybody()] == ["Beatriz"]


def test_erased_name_leaves_the_database_and_an_audit_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with open_store(str(path)) as store:
        play(TableActor(store.take_over("t1")))
        players = Players(lambda: 0.0, stored.StoredPlayers(store, SEAL))
        ana = players.register("Leocadia Zamorano")
        assert ana is not None
        players.remember(ana.person)
        log = path.with_name("hall.db-wal")
        assert b"Zamorano" in path.read_bytes() + (log.read_bytes() if log.exists() else b"")
        assert players.erase(ana.person)
        assert b"Zamorano" not in path.read_bytes() + (log.read_bytes() if log.exists() else b"")
        assert audit(StoreSource(store), {"toy": GAME}, AuditInputs(KeySealer(KEY))).problems == ()
    assert b"Zamorano" not in path.read_bytes()
    assert ana.person.encode() not in path.read_bytes()


@pytest.mark.pg
def test_people_of_one_database_are_changed_by_one_hall_at_a_time(pg_server: str, tmp_path: Path) -> None:
    url = fresh_database(pg_server, str(tmp_path))
    with open_store(url) as first, open_store(url) as second:
        first.hold_people()
        first.hold_people()
        with pytest.raises(StoreLockedError):
            second.hold_people()
        second.hold_hall(beside=True)
        second.hold_people()
        with open_store(url) as third, pytest.raises(StoreLockedError):
            third.hold_people()
        with pytest.raises(StoreFailedError), first.writing():
            """A hall that was taken over changes nobody any more."""
        second.close()
        first.hold_people()


@pytest.mark.crash
def test_killed_house_leaves_no_player_in_part(store_url: str) -> None:
    known: set[str] = set()
    for steps in (1, 4, 9, 2):
        command = program("killed", "registry", store_url)
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            said = [process.stdout.readline() for _ in range(steps + 1)]
            process.send_signal(signal.SIGKILL)
            said += process.stdout.read().splitlines()
        last = [line.split() for line in said if line.split() and line.split()[0].isdigit()][-1]
        with open_store(store_url) as store:
            people = stored.StoredPlayers(store, SEAL)
            here = {str(one.person) for one in people.everybody()}
            with store.reading() as connection:
                ways = {str(one) for one in connection.scalars(select(schema.ways_back.c.pseudonym))}
        assert ways <= here, "somebody was erased in part"
        assert set(last[2:]) <= here  # the eldest may have been erased, and that not told any more
        assert set(last[1:]) - here <= {last[1]}
        assert known <= here
        known = here


def test_waits_of_logins_survive_a_restart(store: Store) -> None:
    """Neither a name that somebody has nor one that nobody has may be tried again any sooner."""
    made(store)
    now = [1_000.0]

    def house() -> HousePeople:
        found = HousePeople.of_store(store, SECRET, lambda: now[0])
        assert found is not None
        return found

    def codes(people: HousePeople, name: str) -> str:
        found = people.staff.log_in(name, "no", "000000")
        assert isinstance(found, Rejection)
        return found.code

    for name in ("dora", "nadie"):
        people = house()
        while codes(people, name) != "login-wait":
            now[0] += 33  # longer than any wait but the pause
        assert codes(house(), name) == "login-wait"
    assert [one.name for one in stored.StoredAccounts(store, SEAL)] == ["dora"]
    now[0] += PAUSE_S
    assert codes(house(), "dora") != "login-wait"
    people = house()
    people.staff._throttle.forget("dora")
    people.staff._throttle.forget("nadie")
    assert stored.StoredAttempts(store, SEAL).load() == {}


def test_row_that_this_hall_has_not_written_is_refused_and_named(store: Store) -> None:
    made(store)
    other = RowSeal(b"x" * 32)
    for code, name in (
        ("attempts-unreadable", stored.ATTEMPTS_ROW),
        ("settings-unreadable", stored.SETTINGS_ROW),
        ("notices-unreadable", f"{stored.NOTICES_ROW}2026-11-22"),
        ("account-unreadable", "eva"),
    ):
        for seal, held in ((other, b"[]"), (SEAL, b"7"), (SEAL, b"no json")):
            with store.writing() as connection:
                connection.execute(insert(schema.staff).values(name=name, body=seal.seal(name, held)))
            with pytest.raises(SealBrokenError) as caught:
                HousePeople.of_store(store, SECRET, lambda: 0.0)
            assert (caught.value.code, caught.value.facts) == (code, {"name": name})
            assert "?" not in str(caught.value)
            with store.writing() as connection:
                connection.execute(delete(schema.staff).where(schema.staff.c.name == name))
    assert HousePeople.of_store(store, SECRET, lambda: 0.0) is not None


Rows = dict[str, list[dict[str, Any]]]


def rows_of(store: Store) -> Rows:
    with store.reading() as connection:
        found = {name: connection.execute(select(table)).mappings() for name, table in stored.TABLES.items()}
        return {name: [dict(one) for one in rows] for name, rows in found.items()}


def put(store: Store, rows: Rows) -> None:
    """What somebody does who can write to the database and has no key."""
    with store.writing() as connection:
        for name, table in stored.TABLES.items():
            connection.execute(delete(table))
            if rows[name]:
                connection.execute(insert(table), rows[name])


def lived_in(store: Store, now: float = 0.0) -> tuple[Players, list[str]]:
    made(store)
    players = Players(lambda: now, stored.StoredPlayers(store, SEAL))
    ana, bea = (players.register(name) for name in ("Ana", "Bea"))
    assert ana is not None
    assert bea is not None
    return players, [players.remember(ana.person), players.remember(bea.person), str(players.give_code(bea.person))]


def account_put_back(here: Rows, then: Rows) -> None:
    old = next(one for one in then["staff"] if one["name"] == "dora")
    here["staff"] = [old if one["name"] == "dora" else one for one in here["staff"]]


def exchange(one: dict[str, Any], other: dict[str, Any]) -> None:
    one["name"], other["name"] = other["name"], one["name"]


Tampering = Callable[[Rows, Rows, Rows], object]
TAMPERINGS: dict[str, tuple[str, Tampering]] = {
    "a way is made": ("ways_back", lambda here, then, other: here["ways_back"].append(MINE)),
    "a way leads to another": ("ways_back", lambda here, then, other: here["ways_back"][0].update(pseudonym="p-1")),
    "a way is good for longer": ("ways_back", lambda here, then, other: here["ways_back"][0].update(until=9)),
    "a way is put back": ("ways_back", lambda here, then, other: here.update(ways_back=then["ways_back"])),
    "a name is another's": ("people", lambda here, then, other: here["people"][0].update(name="Eva")),
    "names are exchanged": ("people", lambda here, then, other: exchange(*here["people"])),
    "a name is taken away": ("people", lambda here, then, other: here["people"].pop()),
    "of another house": ("people", lambda here, then, other: here.update(other | {"staff": here["staff"]})),
    "the house has another name": ("houses", lambda here, then, other: here["houses"][0].update(name="Otra")),
    "the house is taken away": ("houses", lambda here, then, other: here["houses"].clear()),
    "an account is put back": ("staff", lambda here, then, other: account_put_back(here, then)),
    "no sum": (
        "staff",
        lambda here, then, other: here.update(staff=[one for one in here["staff"] if one["name"] != stored.SUM_ROW]),
    ),
}
MINE = {"digest": digest("mine"), "pseudonym": "p-1", "kind": "browser", "until": 9}


@pytest.mark.parametrize(("table", "tampering"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_whoever_has_the_database_alone_becomes_nobody(
    store: Store, tmp_path: Path, table: str, tampering: Tampering
) -> None:
    """Threat: rows about people are changed, copied or put back: no hall starts over them, and no way back is good."""
    players, words = lived_in(store)
    with open_store(f"sqlite:///{tmp_path}/other.db") as elsewhere:
        lived_in(elsewhere)
        other = rows_of(elsewhere)
    then = rows_of(store)
    assert players.redeem(words[2]) is not None, "the code is used up, and with it every way back of its player"
    stored.StoredAccounts(store, SEAL).put(replace(DORA, password="another"))
    here = rows_of(store)
    tampering(here, then, other)
    put(store, here)
    with pytest.raises(SealBrokenError) as caught:
        HousePeople.of_store(store, SECRET, lambda: 0.0)
    assert caught.value.code == "people-changed"
    assert table in stored.changed_tables(store, SEAL)
    stored.change_rows(store, SEAL, stored.Change(schema.ways_back, true()), anew=True)
    assert stored.changed_tables(store, SEAL) == ()
    found = Players(lambda: 0.0, stored.StoredPlayers(store, SEAL))
    assert [found.remembered(word) for word in ("mine", *words)] == [None] * 4


@pytest.mark.parametrize("left", [set(), {"houses"}, {"people", "ways_back"}])
def test_rows_that_are_taken_away_under_a_hall_are_not_sealed_by_its_next_change(store: Store, left: set[str]) -> None:
    """Threat: of a house whose people are all gone nothing is left to differ, and whoever comes next is sealed."""
    players, _ = lived_in(store)
    put(store, {name: rows if name in left else [] for name, rows in rows_of(store).items()})
    with patch.object(stored, "has_house_of_account", lambda store: True):
        assert stored.changed_tables(store, RowSeal(SECRET)) != ()
        if left == {"people", "ways_back"}:
            stored.change_rows(store, SEAL, anew=True)
            assert stored.changed_tables(store, SEAL) == ("houses",), "whatever is sealed, an account opened the house"
            return
    with pytest.raises(SealBrokenError):
        players.register("Ceu")


@pytest.mark.parametrize("tampering", ["a way is made", "a name is another's", "an account is put back"])
def test_rows_that_are_another_s_only_while_a_hall_reads_them_are_seen(store: Store, tampering: str) -> None:
    """Threat: whoever has the database changes rows and puts them back again and again, so that no check finds them."""
    lived_in(store)
    then = rows_of(store)
    stored.StoredAccounts(store, SEAL).put(replace(DORA, password="another"))
    sound, here, check = rows_of(store), rows_of(store), stored.changed_tables
    TAMPERINGS[tampering][1](here, then, then)
    put(store, here)
    with (
        patch.object(stored, "changed_tables", lambda *given: put(store, sound) or check(*given)),
        pytest.raises(SealBrokenError),
    ):
        HousePeople.of_store(store, SECRET, lambda: 0.0)
    assert HousePeople.of_store(store, SECRET, lambda: 0.0) is not None, "nobody else's row is left"


@pytest.mark.parametrize(
    ("table", "column", "sort"),
    [(table, one.name, "BLOB") for table in (schema.people, schema.ways_back) for one in table.columns]
    + [(schema.staff, "name", "BLOB"), (schema.staff, "body", "TEXT"), (schema.houses, "name", "BLOB")],
)
def test_row_of_another_sort_of_value_is_none_of_the_halls(
    tmp_path: Path, table: Table, column: str, sort: str
) -> None:
    """Threat: SQLite keeps bytes where text belongs: they read the same, and nothing that voids them finds them."""
    with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
        lived_in(store)
        assert stored.changed_tables(store, SEAL) == ()
        with store.writing() as connection:
            connection.execute(text(f"UPDATE {table.name} SET {column} = CAST({column} AS {sort})"))
        assert table.name in stored.changed_tables(store, SEAL), "a word that was void would be good after a restart"
        with pytest.raises(SealBrokenError):
            HousePeople.of_store(store, SECRET, lambda: 0.0)


def test_rows_of_an_edition_without_a_seal_are_sealed_once_and_the_director_reads_it(store: Store) -> None:
    """They are taken at the first start; rows that are written so afterwards are not."""
    _, (word, *_) = lived_in(store)
    before = rows_of(store)
    old = AESGCM(hmac.digest(SECRET, b"tapete people", "sha256"))
    body = b"n" * 12 + old.encrypt(b"n" * 12, msgspec.json.encode(DORA), b"dora")
    before["staff"] = [{"name": "dora", "body": body}]
    put(store, before)
    assert stored.is_of_before(store, SEAL)
    for told in (["people-sealed"], ["people-sealed"]):
        people = HousePeople.of_store(store, SECRET, lambda: 0.0)
        assert people is not None
        assert [one.code for one in people.notices.newest_first()] == told
        assert people.players.remembered(word) is not None
        assert not stored.is_of_before(store, SEAL)
    here = rows_of(store)
    put(store, here | {"staff": [*(one for one in here["staff"] if one["name"] != "dora"), *before["staff"]]})
    with pytest.raises(SealBrokenError):
        HousePeople.of_store(store, SECRET, lambda: 0.0)
    play(TableActor(store.take_over("t1")))
    for rows in (before, before | {"staff": []}):  # all of an older copy, or nothing of the accounts
        put(store, rows)
        with pytest.raises(SealBrokenError):
            HousePeople.of_store(store, SECRET, lambda: 0.0)
        assert stored.changed_tables(store, SEAL) == ("staff",), "nothing was sealed"


def test_people_whom_another_hall_keeps_are_not_taken(store: Store) -> None:
    made(store)
    held = patch.object(Store, "hold_people", side_effect=StoreLockedError("people-held"))
    with held, pytest.raises(StoreLockedError) as caught:
        HousePeople.of_store(store, SECRET, lambda: 0.0)
    assert caught.value.code == "people-held"


@pytest.mark.parametrize("roles", [(), (Role.CASHIER,), (Role.CASHIER, Role.DIRECTOR)], ids=str)
def test_a_house_without_a_director_is_not_opened(store: Store, roles: tuple[Role, ...]) -> None:
    made(store, replace(DORA, grants=frozenset(map(Grant, roles))))
    if Role.DIRECTOR in roles:
        assert HousePeople.of_store(store, SECRET, lambda: 0.0).name == "Casino de Prueba"  # type: ignore[union-attr]
        return
    with pytest.raises(NoDirectorError) as caught:
        HousePeople.of_store(store, SECRET, lambda: 0.0)
    assert (caught.value.code, caught.value.facts) == ("no-director-account", {"house": "Casino de Prueba"})


def test_a_pseudonym_is_shown_with_the_name_of_its_player_or_account(store: Store) -> None:
    made(store)
    people = HousePeople.of_store(store, SECRET, lambda: 0.0)
    assert people is not None
    ana = people.players.register("Ana")
    assert ana is not None
    assert people.is_known(ana.person)
    asked = [ana.person, DORA.person, "dora", "p-nadie", ""]
    assert [people.name_of(one) for one in asked] == ["Ana", "dora", "", "", ""]
    people.players.erase(ana.person)
    assert people.name_of(ana.person) == ""
