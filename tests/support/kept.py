"""What is the same at every call is made once in a process: the tests ask thousands of times for it."""

import tempfile
import typing
from functools import cache
from pathlib import Path
from typing import Any

import typer.testing
from litestar.utils.signature import ParsedSignature
from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Dialect
from sqlalchemy.util import LRUCache

from tapete.record.store import store
from tapete.record.store.engine import connect, migrate, read_url

SIGNATURES: dict[Any, Any] = {}
STATEMENTS: dict[type, Any] = {}


def keep() -> None:
    """Keep the command line, what protocols ask for, signatures of routes, compiled SQL, the file of a new store."""
    typer.testing._get_command = cache(typer.testing._get_command)
    if "_get_protocol_attrs" in vars(typing):  # from Python 3.12 on they are kept
        typing._get_protocol_attrs = cache(typing._get_protocol_attrs)
    read = ParsedSignature.from_fn

    def signature(fn: Any, names: dict[str, Any]) -> Any:
        known = (fn, *names)
        return SIGNATURES.get(known) or SIGNATURES.setdefault(known, read(fn, names))

    ParsedSignature.from_fn = staticmethod(signature)  # type: ignore[assignment, method-assign]
    Dialect.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign, assignment]
    Dialect.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign]
    shared = property(lambda one: STATEMENTS.setdefault(type(one.dialect), LRUCache(5_000)), lambda *_: None)
    Engine._compiled_cache = shared  # type: ignore[assignment]
    store.migrate = migrated


@cache
def empty_store() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        engine = connect(read_url(str(file)))
        migrate(engine)
        engine.dispose()
        return file.read_bytes()


def migrated(engine: Engine) -> None:
    """Bring a store to the latest revision; a new file becomes a copy of one that the migrations have made."""
    name = engine.url.database if engine.dialect.name == "sqlite" else None
    if name and not Path(name).stat().st_size:
        Path(name).write_bytes(empty_store())
    migrate(engine)
