"""The toy game, tables of it that play themselves, and a store of each sort."""

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


def _load(name: str) -> None:
    spec = importlib.util.spec_from_file_location(f"record_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


for _name in ("toy", "tables"):
    _load(_name)

from tapete.record.store import Store, open_store  # noqa: E402  # the rooms above must be loaded first


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database; the tests that ask for it run on both sorts."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hall.db"
    return fresh_database(request.getfixturevalue("pg_server"), str(tmp_path))


def fresh_database(server: str, seed: str) -> str:
    import psycopg
    from sqlalchemy import make_url

    name = "t" + hashlib.sha256(seed.encode()).hexdigest()[:20]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as opened:
        yield opened
