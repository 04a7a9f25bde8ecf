"""Files that lie beside a SQLite database unless they are told otherwise: the hall's keys, and the witness."""

from __future__ import annotations

from pathlib import Path

from tapete.cli import output


def database_file(store: str) -> Path | None:
    """Return the file of a SQLite store (``sqlite:///file`` or its path), ``None`` for any other; end with status 2
    where a folder is named.
    """
    scheme, separator, rest = store.partition("://")
    if separator and (scheme != "sqlite" or not rest.removeprefix("/")):
        return None
    file = Path(rest.removeprefix("/") if separator else store)
    if file.is_dir():
        output.bad_input("a-folder", file=str(file))
    return file


def key_file(store: str, given: Path | None) -> Path:
    """Return the key file: the one given, otherwise ``<database>.key``; end with status 2 where there is no such
    place.
    """
    if given is not None:
        return given
    file = database_file(store)
    if file is None:
        output.bad_input("key-place")
    return file.with_name(file.name + ".key")


def witness_file(store: str, given: Path | None = None) -> Path | None:
    """Return the witness file: the one given, otherwise ``<database>.witness``; ``None`` where there is no place."""
    file = database_file(store)
    return given if given is not None or file is None else file.with_name(file.name + ".witness")
