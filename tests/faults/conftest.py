"""One driver process for all crash tests, and databases of both sorts."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("driver.py")


class Driver:
    """Plays orders in children of a process that has everything imported."""

    def __init__(self, *before: str) -> None:
        self.process = subprocess.Popen(
            [*before, sys.executable, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, url: str, key: Path, acts: int, **more: Any) -> dict[str, Any]:
        return self.order(url=url, key=str(key), acts=acts, **more)

    def order(self, **order: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    made = Driver()
    yield made
    made.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Driver, Path]]:
    """A driver that has a disk of 16 MiB of its own, in a mount namespace that needs no rights, and its folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = ("unshare", "-rm", "sh", "-c", f'mount -t tmpfs -o size=16m none {folder} && exec "$@"', "sh")
    try:
        possible = subprocess.run([*mounting, "true"], capture_output=True).returncode == 0
    except OSError:
        possible = False
    if not possible:
        pytest.skip("this machine gives nobody a mount namespace")
    made = Driver(*mounting)
    yield made, folder
    made.close()


class Databases:
    """Makes empty databases."""

    def __init__(self, sort: str, folder: Path, server: str) -> None:
        self.sort, self.folder, self.server, self.count = sort, folder, server, 0

    def fresh(self) -> str:
        self.count += 1
        if self.sort == "sqlite":
            return f"sqlite:///{self.folder}/hall{self.count}.db"
        import psycopg
        from sqlalchemy import make_url

        name = "f" + hashlib.sha256(f"{self.folder}{self.count}".encode()).hexdigest()[:20]
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return make_url(self.server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def pg_databases(pg_server: str, tmp_path: Path) -> Databases:
    return Databases("postgresql", tmp_path, pg_server)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Databases:
    server = request.getfixturevalue("pg_server") if request.param == "postgresql" else ""
    return Databases(request.param, tmp_path, server)
