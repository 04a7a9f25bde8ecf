"""A store of each sort."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.record.store import Store, open_store
from tests.support.databases import fresh_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database; the tests that ask for it run on both sorts."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hall.db"
    return fresh_database(request.getfixturevalue("pg_server"), str(tmp_path))


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as opened:
        yield opened
