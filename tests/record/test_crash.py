"""kill -9 in the middle of writing: what was acknowledged is there, what is there is whole, and play goes on."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.replay import restore
from tapete.record.source import StoreSource
from tapete.record.store import StaleWriterError, open_store
from tests.support import ROOT, program
from tests.support.record.tables import GAME, KEY, TableActor
from tests.support.record.toy import Stake

pytestmark = pytest.mark.crash

ROUNDS = int(os.environ.get("TAPETE_CRASHES", "4"))


@contextmanager
def hall(url: str) -> Iterator["subprocess.Popen[str]"]:
    command = program("record.crasher", url)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_killed_hall_loses_nothing_that_it_acknowledged(store_url: str) -> None:
    acknowledged = 0
    for number in range(ROUNDS):
        with hall(store_url) as process:
            assert told(process) == "ready"
            last = acknowledged
            while last < acknowledged + 3 + 7 * number:
                last = int(told(process))
            process.send_signal(signal.SIGKILL)
            assert process.stdout is not None
            rest = process.stdout.read().split()
            acknowledged = int(rest[-1]) if rest else last
        with open_store(store_url) as store:
            ends = {table: store.head(table).version for table in ("t1", "t2")}
            assert len(set(ends.values())) == 1, "a group was stored in part"
            assert ends["t1"] in (acknowledged, acknowledged + 1)  # the last commit may not have been told
            acknowledged = ends["t1"]
    with open_store(store_url) as store:
        source = StoreSource(store)
        assert [problem.code for problem in audit(source, {"toy": GAME}, AuditInputs(KeySealer(KEY))).problems] == []
        again = restore(GAME, source, "t1", KeySealer(KEY))
        actor = TableActor(store.take_over("t1"))
        actor.state, actor.head, actor.watch = again.state, again.head, again.watch
        actor.do(Stake(5))


@pytest.mark.pg
def test_paused_writer_that_was_replaced_writes_no_more(pg_server: str, tmp_path: Path) -> None:
    import psycopg
    from sqlalchemy import make_url

    with psycopg.connect(pg_server, autocommit=True) as connection:
        connection.execute('CREATE DATABASE "paused"')
    url = make_url(pg_server).set(database="paused").render_as_string(hide_password=False)
    for _ in range(ROUNDS):
        with hall(url) as process:
            assert told(process) == "ready"
            assert told(process)
            process.send_signal(signal.SIGSTOP)
            with open_store(url) as store:
                # a transaction of the paused writer may hold its rows: its session ends as a failover would end it
                with store._engine.begin() as connection:
                    connection.exec_driver_sql(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in%%'"
                    )
                new = store.take_over("t1")
                head = new.head
                process.send_signal(signal.SIGCONT)
                lines = process.stdout.read().split() if process.stdout else []
                assert process.wait(60) in (0, 1)
                assert lines[-1:] == ["stale"] or process.returncode == 1
                assert store.head("t1") == head
                old = TableActor(new)
                old.writer.epoch -= 1
                with pytest.raises(StaleWriterError):
                    old.do(Stake(1))
