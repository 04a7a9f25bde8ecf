"""One driver process for all crash tests, and databases of both sorts."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.databases import Databases
from tests.support.faults.processes import Driver


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


@pytest.fixture
def pg_databases(pg_server: str, tmp_path: Path) -> Databases:
    return Databases("postgresql", tmp_path, pg_server)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Databases:
    server = request.getfixturevalue("pg_server") if request.param == "postgresql" else ""
    return Databases(request.param, tmp_path, server)
