"""``serve`` and ``demo`` in this very process: what they say, answer and log, how they end, and with which status."""

import json
import logging
import os
import re
import secrets
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from tapete.cli import app, hall_server, output
from tapete.cli.output import JsonFormatter, LogFormat, PlainFormatter, configure, told_trace
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.live import Keys
from tapete.live.security_log import IN_A_MINUTE, LOGGER, SecurityLog
from tapete.record.recompute import states
from tapete.record.store import Store, open_store
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.staff import Role
from tapete.words import CodedError, technical_name
from tests.support import TAPETE
from tests.support.command_line import MINI, opened, runner
from tests.support.databases import fresh_database
from tests.support.live.evening import DAYS
from tests.support.rows import rows
from tests.support.web.house import Clock

SEES = dict[str, Any]


class Visitor:
    """Somebody who comes as soon as the port is open, does what he came for, and ends the server with a signal."""

    def __init__(self, does: Callable[[httpx.Client], SEES], signals: tuple[int, ...]) -> None:
        self.does, self.signals = does, signals
        self.seen: SEES = {}
        self.error: BaseException | None = None
        self.thread: threading.Thread | None = None

    def come(self, port: int) -> None:
        """Come to a port that listens already; the first request waits there until it is served."""
        self.thread = threading.Thread(target=self._visit, args=(port,))
        self.thread.start()

    def _visit(self, port: int) -> None:
        try:
            address = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=address, timeout=60, headers={"origin": address}) as client:
                client.get("/api/v1/status").raise_for_status()  # from here on the server takes signals
                self.seen = self.does(client)
        except BaseException as error:
            self.error = error
            self.signals = self.signals or (signal.SIGTERM,)  # or nobody would end what is served
        finally:
            for one in self.signals:
                os.kill(os.getpid(), one)


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Any, SEES]]]:
    """Run a verb that serves and visit it; return what the verb answered and what the visitor saw."""
    kept = {one: signal.signal(one, lambda *_: None) for one in (signal.SIGINT, signal.SIGTERM)}
    listen, visitors = hall_server.listen, list[Visitor]()

    def listening(host: str, port: int) -> socket.socket:
        held = listen(host, port)
        visitors[-1].come(held.getsockname()[1])
        return held

    def run(*words: str, does: Callable[[httpx.Client], SEES], signals: tuple[int, ...] = (signal.SIGTERM,)) -> Any:
        visitors.append(visitor := Visitor(does, signals))
        found = runner.invoke(app, [*words, "--port", "0"], env={"TAPETE_LANG": "en"})
        assert visitor.thread is not None, found.output
        visitor.thread.join(60)
        if visitor.error is not None:
            raise visitor.error
        return found, visitor.seen

    monkeypatch.setattr(hall_server, "listen", listening)
    yield run
    for one, handler in kept.items():
        signal.signal(one, handler)


def looked(client: httpx.Client) -> SEES:
    return {"page": client.get("/?lang=en").text, **client.get("/api/v1/status").json()}


def test_a_hall_is_served_until_it_is_told_to_stop_and_says_where(tmp_path: Path, visited: Any) -> None:
    store = tmp_path / "sala.db"
    found, seen = visited("serve", "--store", str(store), "--create", does=looked)
    assert found.exit_code == 0, found.output
    assert (seen["ok"], seen["tables"], seen["parked"]) == (True, [], [])
    assert re.search(r"^Key of the staff.*: \S{16}$", found.stderr, re.M), found.stderr
    assert re.search(r"a new hall.*sala\.db\.key", found.stderr)
    assert re.search(r"^http://127\.0\.0\.1:[1-9]\d+/  .*\b0 tables", found.stderr, re.M)
    assert "tapete open" in found.stderr
    opened(store)
    found, seen = visited("serve", "--store", str(store), does=looked, signals=(signal.SIGINT,))
    assert (found.exit_code, seen["tables"]) == (0, ["mesa-1"])
    assert "a new hall" not in found.stderr
    assert re.search(r"http://127\.0\.0\.1:[1-9]\d+/  .*1 table\b", found.stderr)
    last = (tmp_path / "sala.db.witness").read_text().splitlines()[-1]
    assert last.startswith('{"closed":true,"epoch":2,')  # it signed that it closed


@pytest.mark.pg
def test_a_hall_that_could_change_its_own_record_is_told_so_until_it_has_a_role_of_its_own(
    tmp_path: Path, visited: Any, pg_server: str
) -> None:
    owner, role = fresh_database(pg_server, str(tmp_path)), f"sala-{secrets.token_hex(4)}"
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE \"{role}\" LOGIN PASSWORD 'palabra'")
    writer = make_url(owner).set(username=role, password="palabra").render_as_string(hide_password=False)
    files = ("--key", str(tmp_path / "sala.key"), "--witness", str(tmp_path / "sala.witness"))
    told = []
    for store, words in ((owner, ("--create",)), (writer, ())):
        found, seen = visited("serve", "--store", store, *files, *words, does=looked)
        assert (found.exit_code, seen["ok"]) == (0, True), found.output
        told.append("it could change what is written" in found.stderr)
        assert runner.invoke(app, ["store", "grant", owner, role]).exit_code == 0
    assert told == [True, False]


STAFF_KEY = "una-llave-de-sala"


@pytest.fixture
def keyed(tmp_path: Path) -> tuple[str, ...]:
    """A store with a table, as it is served with a staff key."""
    opened(tmp_path / "sala.db", *MINI)
    (tmp_path / "staff").write_text(STAFF_KEY)
    return "--store", str(tmp_path / "sala.db"), "--staff-key", str(tmp_path / "staff")


def acting(client: httpx.Client) -> Callable[..., httpx.Response]:
    """Come in as Ana; return what sends an act of hers."""
    token = client.post("/api/v1/sessions", json={"table": "mesa-1", "person": "ana", "key": STAFF_KEY}).json()["token"]

    def act(command: str, **what: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}", "idempotency-key": command}
        return client.post("/api/v1/tables/mesa-1/acts", json={"what": what}, headers=headers)

    return act


def test_a_hall_whose_record_fails_ends_by_itself_with_status_1(keyed: Any, visited: Any, monkeypatch: Any) -> None:
    def broken(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    def acted(client: httpx.Client) -> SEES:
        act = acting(client)
        monkeypatch.setattr(Store, "append_many", broken)
        answer = act("k", act="sit", seat=1)
        return {"status": answer.status_code, "retry": answer.headers["retry-after"], "code": answer.json()["code"]}

    found, seen = visited("serve", *keyed, does=acted, signals=())
    monkeypatch.undo()
    assert (found.exit_code, seen) == (1, {"status": 503, "retry": "1", "code": "not-answered"})


def test_a_hall_that_is_told_to_stop_when_its_store_takes_nothing_any_more_ends_with_status_1(
    keyed: tuple[str, ...], visited: Any
) -> None:
    """Nothing was written in between, so only the signature of its end finds out (T24), and a monitor that asks."""

    def replaced(client: httpx.Client) -> SEES:
        store = Path(keyed[1])
        store.with_suffix(".copy").write_bytes(store.read_bytes())
        store.with_suffix(".copy").replace(store)
        return {"codes": client.get("/readyz").json()["codes"]}

    found, seen = visited("serve", *keyed, does=replaced)
    assert (found.exit_code, seen["codes"]) == (1, ["store-lost"]), found.output
    assert "sala.db cannot be used as a store" in found.stderr.splitlines()[-1]


def test_a_hall_whose_table_another_server_has_taken_ends_by_itself_with_status_3(keyed: Any, visited: Any) -> None:
    def taken(client: httpx.Client) -> SEES:
        with closing(sqlite3.connect(keyed[1])) as another, another:
            another.execute("UPDATE writers SET epoch = epoch + 1")
        return {"status": acting(client)("una", act="sit", seat=1).status_code}

    found, seen = visited("serve", *keyed, does=taken, signals=())
    assert (found.exit_code, seen["status"]) == (3, 503), found.output
    for told in ("Another server now has these tables: mesa-1", "table-lost table=mesa-1"):
        assert told in found.stderr


def test_acts_in_flight_when_the_hall_is_told_to_stop_are_kept_if_they_were_answered(keyed: Any, visited: Any) -> None:
    def busy(client: httpx.Client) -> SEES:
        act, seen, answered = acting(client), threading.Event(), list[str]()

        def is_done(command: str, **what: Any) -> bool:
            try:
                answer = act(command, **what)
            except httpx.HTTPError:
                return False
            assert answer.status_code in (200, 503), answer.text
            if answer.status_code == 200:
                answered.append(command)
            return answer.status_code == 200

        assert is_done("sit", act="sit", seat=1)

        def buy(worker: int) -> None:
            number = 0
            while is_done(f"{worker}-{number}", act="buy-in", amount=100 + 10 * worker):
                number += 1
                seen.set()

        workers = [threading.Thread(target=buy, args=(one,)) for one in range(4)]
        for one in workers:
            one.start()
        seen.wait(60)
        os.kill(os.getpid(), signal.SIGTERM)
        for one in workers:
            one.join(60)
        return {"answered": answered}

    found, seen = visited("serve", *keyed, does=busy, signals=())
    assert found.exit_code == 0, found.output
    with open_store(keyed[1], read_only=True) as kept:
        assert len(kept.commands("mesa-1")) >= len(seen["answered"]) > 1
    sound = runner.invoke(app, ["audit", keyed[1], "--key", f"{keyed[1]}.key", "--json"])
    assert (sound.exit_code, json.loads(sound.stdout)["problems"]) == (0, [])


def test_a_monitor_has_a_key_of_its_own(tmp_path: Path, visited: Any) -> None:
    store, key, content = tmp_path / "sala.db", tmp_path / "monitor", "clave-del-monitor"
    key.write_text(content)

    def asked(client: httpx.Client) -> SEES:
        far = {"x-forwarded-for": "192.0.2.7"}
        with_key = client.get("/readyz", headers={"authorization": f"Bearer {content}", **far})
        return {"with": with_key.json(), "without": client.get("/metrics", headers=far).status_code}

    words = ("serve", "--store", str(store), "--create", "--monitor-key", str(key), "--log-format", "json")
    found, seen = visited(*words, does=asked)
    assert (found.exit_code, seen["with"]["codes"], seen["without"]) == (0, [], 403)
    told = [json.loads(one) for one in found.stderr.splitlines() if one.startswith("{")]
    facts = {one["event"]: one["facts"] for one in told}
    signing = Keys.load(Path(f"{store}.key")).public
    assert facts == {"hall-started": {"tables": 0, "key": signing}, "hall-stopped": {"has_failed": False}}
    assert content not in found.output


def test_a_house_whose_record_was_not_begun_begins_it_once_in_the_name_of_its_director(
    tmp_path: Path, visited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an edition did that wrote the accounts first, and was stopped then."""
    store = tmp_path / "casa.db"
    with monkeypatch.context() as patch:
        patch.setattr("tapete.live.openings.begin_house", lambda *_, **__: None)
        made = ["init", "--store", str(store), "--name", "Casino de prueba", "--director", "dora"]
        assert runner.invoke(app, made).exit_code == 0
    for _ in range(2):
        found, seen = visited("serve", "--store", str(store), does=lambda client: {"house": client.get("/casa").text})
        assert found.exit_code == 0, found.output
        assert "Casino de prueba" in seen["house"]
    with open_store(str(store), read_only=True) as kept:
        (begun,) = (state for _, state in states(ESTABLISHMENT, (row.entry() for row in kept.entries(KEY))))
    assert begun.settings.name == "Casino de prueba"
    assert {one.role for one in begun.duties} == {Role.DIRECTOR}


@rows("players", ["0", "2"])
def test_the_demo_opens_a_table_of_each_game_with_a_link_for_each_role(
    visited: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def sitting(client: httpx.Client, tables: list[str]) -> set[str]:
        seats = [client.get(f"/api/v1/tables/{name}").json()["view"].get("seats", []) for name in tables]
        return {one["person"] for found in seats for one in found} - {None}

    def visit(client: httpx.Client) -> SEES:
        tables = client.get("/api/v1/status").json()["tables"]
        pages = {name: client.get(f"/mesa/{name}/publico").status_code for name in tables}
        while not (seated := sitting(client, tables)) and players != "0":
            pass
        door = client.post("/mesa/mini/crupier", data={"person": "mini-crupier"}, follow_redirects=True)
        return {"pages": pages, "sitting": seated, "door": (door.status_code, str(door.url).rpartition("/")[2])}

    found, seen = visited("demo", "--pace", "0", "--players", players, does=visit)
    assert found.exit_code == 0, found.output
    assert seen["door"] == (200, "mini-crupier")  # nobody is asked for a key
    assert (set(seen["pages"].values()), len(seen["pages"]) >= 3) == ({200}, True)
    assert all(one.startswith("bot-") for one in seen["sitting"])
    assert (seen["sitting"] == set()) == (players == "0")
    links = re.findall(r"http://127\.0\.0\.1:\d+/mesa/([a-z-]+)/([a-z0-9-]+)\?lang=en", found.stdout)
    assert {table for table, _ in links} == set(seen["pages"])
    assert {"publico", "crupier"} <= {link for _, link in links}
    assert list(tmp_path.iterdir()) == [], "nothing of it is left"


HIDDEN = "K♠-oculta-7s"


@pytest.fixture(params=[JsonFormatter, PlainFormatter])
def written(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> StringIO:
    text, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    monkeypatch.setattr(root, "handlers", [*root.handlers, handler])
    caplog.set_level(logging.INFO, "tapete")
    return text


def fall(deep: int) -> None:
    if deep:
        return fall(deep - 1)
    try:
        raise KeyError(HIDDEN)
    except KeyError as error:
        raise RuntimeError(f"what lay there: {HIDDEN}") from error


def test_an_unexpected_error_has_its_whole_traceback_and_no_message(written: StringIO) -> None:
    try:
        fall(3)
    except RuntimeError as error:
        logging.getLogger("tapete.web").error("unforeseen", exc_info=error, extra={"facts": {"route": "/mesa"}})
    text = written.getvalue()
    assert [one for one in (HIDDEN, "7s") if one in text] == []
    assert text.count("in fall") == 5  # four of the way down, one of the cause
    assert text.index("builtins.KeyError") < text.index("builtins.RuntimeError")
    assert "raise KeyError(HIDDEN)" in text  # the lines of the program are shown


def test_errors_say_what_is_a_code_or_of_the_system() -> None:
    full = sqlite3.OperationalError(HIDDEN)
    full.sqlite_errorname = "SQLITE_FULL"
    for error, told in (
        (CodedError("store-locked", file="x"), "CodedError: store-locked"),
        (OSError(28, "No space left on device", HIDDEN), "OSError: No space left on device"),
        (full, "OperationalError: SQLITE_FULL"),
        (ExceptionGroup(HIDDEN, [ValueError(HIDDEN)]), "builtins.ExceptionGroup\nbuiltins.ValueError"),
    ):
        assert told_trace(error).endswith(told)
    full.sqlite_errorname = "SQLITE_READONLY_DBMOVED"
    assert technical_name(full) == "ENOENT", "a file that was moved is not read-only"


def test_a_line_of_json_is_one_object_and_a_plain_line_one_line() -> None:
    record = logging.LogRecord(LOGGER, logging.WARNING, "", 0, "login-failed", None, None)
    record.facts = {"name": "dora\nfalsa", "failures": 3, "codes": ("a", "b")}
    told = json.loads(JsonFormatter().format(record))
    assert {name: told[name] for name in ("level", "logger", "event", "facts")} == {
        "level": "warning",
        "logger": LOGGER,
        "event": "login-failed",
        "facts": {"name": "dora\nfalsa", "failures": 3, "codes": ["a", "b"]},
    }
    assert told["time"].endswith("+00:00")
    line = PlainFormatter().format(record)
    assert "\n" not in line
    assert line.endswith("warning tapete.security login-failed name=dora\\nfalsa failures=3 codes=('a', 'b')")


@rows("kind", LogFormat)
def test_the_log_goes_to_standard_error_in_one_way_alone(capsys: pytest.CaptureFixture[str], kind: Any) -> None:
    own = logging.getLogger("tapete")
    level = own.level
    configure(kind)
    configure(kind)
    logging.getLogger(LOGGER).info("login")
    logging.getLogger("sqlalchemy").info("chatter")
    own.setLevel(level)
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert (told.out, line.startswith("{")) == ("", kind is LogFormat.JSON)


def test_a_flood_of_one_event_is_counted_and_not_written(written: StringIO) -> None:
    clock = Clock()
    log = SecurityLog(clock)
    for _ in range(IN_A_MINUTE + 30):
        log.tell("origin-refused", address="192.0.2.7")
    log.tell("door-full")
    assert written.getvalue().count("origin-refused") == IN_A_MINUTE
    assert written.getvalue().count("door-full") == 1
    clock.now = 61
    log.tell("origin-refused", address="192.0.2.7")
    last: Any = written.getvalue().splitlines()[-1]
    assert "unwritten" in last
    assert "30" in last
    assert log.counts == {"origin-refused": IN_A_MINUTE + 31, "door-full": 1}


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


LINE = re.compile(r"(\d+) of (\d+), .* a second, .* left")


def steps(monkeypatch: pytest.MonkeyPatch, *words: object) -> list[tuple[int, int]]:
    """Return how far a verb says that it is: a line after every step, and the answer apart from them."""
    monkeypatch.setattr(output, "IN_A_FILE", 0.0)
    found = CliRunner(env={"TAPETE_LANG": "en"}).invoke(app, [str(one) for one in words])
    assert found.exit_code == 0, found.output
    assert not LINE.search(found.stdout)
    return [(int(line[1]), int(line[2])) for line in LINE.finditer(found.stderr)]


@rows("day", [(), ("--day", DAYS[0])])
def test_each_reading_of_a_record_is_shown_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, two_days: Path, day: Any
) -> None:
    db = two_days / "hall.db"
    verbs = [("audit", db, *day), ("export", db, tmp_path / "out", *day), ("audit", tmp_path / "out")]
    if not day:
        verbs += [("replay", db), ("accounts", db, "house"), ("accounts", db, "house", "--with-tables")]
    for words in verbs:
        shown = steps(monkeypatch, *words)
        assert [done for done, _ in shown] == list(range(1, len(shown) + 1)), words
        assert {total for _, total in shown} == {len(shown)}, words


def test_whoever_comes_while_a_hall_starts_anew_waits_and_is_not_turned_away(tmp_path: Path) -> None:
    """With the socket that systemd hands over: it listens before, between and after two lives of the hall."""
    opened(store := tmp_path / "hall.db")
    with socket.create_server(("127.0.0.1", 0)) as kept:
        address = f"http://127.0.0.1:{kept.getsockname()[1]}/healthz"
        handing = f'exec env LISTEN_FDS=1 LISTEN_PID=$$ "$@" 3<&{kept.fileno()}'
        words = ("bash", "-c", handing, "hall", *TAPETE, "serve", "--store", str(store), "--port", "1")
        for _ in range(2):
            with ThreadPoolExecutor() as visitor:
                answer = visitor.submit(httpx.get, address, timeout=60)
                with subprocess.Popen(words, pass_fds=[kept.fileno()], stderr=subprocess.DEVNULL) as process:
                    assert answer.result().text == "ok\n"
                    process.terminate()
                    assert process.wait(60) == 0
