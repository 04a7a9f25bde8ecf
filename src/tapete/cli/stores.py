"""The store and the key file of a hall, before it starts: what is missing or does not fit is said in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tapete.cli import default_paths, output

NoWitness = Annotated[
    bool, typer.Option("--no-witness", help="The hall has no witness, or it is lost: what is gone is not known then.")
]


def has_hall(store: str) -> bool:
    """Return True if a store has been made at an address; end with status 2 where that cannot be found out."""
    from sqlalchemy import inspect
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from tapete.record.store import MissingDriverError, StoreError
    from tapete.record.store.engine import connect, read_url

    file = default_paths.database_file(store)
    if file is not None:
        return file.exists()
    try:
        engine = connect(read_url(store), read_only=True)
    except MissingDriverError:
        output.bad_input("store-driver")
    except (ArgumentError, StoreError):
        output.bad_input("store-address", store=store)
    try:
        return inspect(engine).has_table("entries")
    except (StoreError, SQLAlchemyError) as error:
        output.bad_input("store-unreachable", store=public_address(store), why=output.why(error))
    finally:
        engine.dispose()


def is_bare(store: str) -> bool:
    """Return True if a store holds nothing: whoever made it was stopped before he wrote anything."""
    from tapete.people.stored_accounts import house_name
    from tapete.record.store import open_store

    with open_store(store) as opened:
        return house_name(opened) is None and not opened.tables() and not opened.rulebooks()


def require_key(store: str, key: Path) -> None:
    """End with status 2 where the key file of a hall that has been made is not there: a new one could open nothing."""
    if not key.exists():
        output.bad_input("key-missing", store=public_address(store), key=str(key))


def required_witness(store: str, given: Path | None, *, no_witness: bool) -> Path | None:
    """Return where a hall's witness is, or will be where it has none; end with status 2 unless the user says so."""
    seen = default_paths.witness_file(store, given)
    is_there = seen is not None and seen.exists()
    if is_there == no_witness:
        output.bad_input("witness-there" if is_there else "witness-needed", file=str(seen or "--witness"))
    return seen


def renew_witness(store: str, key: Path, witness: Path) -> None:
    """Complete a hall's witness from its store, and sign for each table that nobody could ask the one of before."""
    from tapete.live import Keys, LiveError, SystemClock, recovery
    from tapete.live.restoring import sign_restoring
    from tapete.record.store import StoreError, open_store

    try:
        keys = Keys.load(key)
        with open_store(store) as opened:
            if recovery.witness_fault(opened, witness, keys.public) is not None:
                recovery.renew_witness(opened, witness, keys.public)
                sign_restoring(opened, keys, None, SystemClock().wall(), witness)
    except (StoreError, LiveError, OSError) as error:
        cannot_start(error, store, key)


def cannot_start(error: Exception, store: str, key: Path) -> NoReturn:
    """Print why a hall does not start over a store, and end with status 2."""
    from tapete.live import KeyFileError
    from tapete.live.rng_health import RandomnessError
    from tapete.record.store import StoreError, StoreLockedError, WriterChangedError
    from tapete.words import refusal

    where = public_address(store)
    match error:
        case StoreLockedError():
            output.bad_input("store-held", store=where)
        case WriterChangedError():
            output.bad_input("key-of-another", store=where, key=str(key), why=output.why(error))
        case KeyFileError():
            output.bad_input(error.sentence(output.lang()))
        case RandomnessError():
            output.bad_input(refusal("no-randomness", {"test": error.test}, output.lang()))
        case StoreError():
            output.bad_input("store-failed", store=where, why=output.why(error))
        case OSError():
            output.bad_input("file-failed", file=str(error.filename or where), why=output.why(error))
        case _:
            output.bad_input("hall-failed", why=output.why(error))


def public_address(store: str) -> str:
    """Return a store's address without its password."""
    scheme, separator, rest = store.partition("://")
    account, at, place = rest.rpartition("@")
    return f"{scheme}://{account.partition(':')[0]}@{place}" if separator and at else store
