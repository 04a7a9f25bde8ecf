"""Opening what people call a record: a database, an export, a notation file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.kernel import Game
    from tapete.record.checkpoints import Checkpoint
    from tapete.record.private import Sealer
    from tapete.record.source import Source


def open_record(where: str) -> Source:
    """Open a database or an export for reading; end with status 2 for anything else."""
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.record.source import SourceError, open_source
    from tapete.record.store import StoreError

    try:
        source = open_source(where)
        source.tables()  # a database is only connected to when something is asked of it
    except FileNotFoundError:
        output.bad_input(f"there is no file {where}")
    except IsADirectoryError:
        output.bad_input(f"{where} is a folder, not a record")
    except (SourceError, StoreError, OSError, SQLAlchemyError) as error:
        output.bad_input(f"{where} is not a record: {str(error).splitlines()[0]}")
    return source


def record_games(source: Source) -> Mapping[str, Game[Any]]:
    """Return the games with every rulebook that the record brings along."""
    from tapete.catalogue import house_games
    from tapete.rulebooks import Library, house_library, make

    shipped = house_library()
    known = {one.sha256 for one in shipped.books}
    brought = (make(content) for content in source.rulebooks().values() if {"id", "game"} <= set(content))
    return house_games(Library((*shipped.books, *(one for one in brought if one.sha256 not in known))))


def record_sealer(key: Path | None) -> Sealer | None:
    """Return what opens private parts, from a key file that must exist."""
    if key is None:
        return None
    from tapete.live import KeyFileError, Keys
    from tapete.record.private import KeySealer

    if not key.exists():
        output.bad_input(f"there is no key file {key}")
    try:
        return KeySealer(Keys.load(key).sealing)
    except (KeyFileError, OSError) as error:
        output.bad_input(str(error))


def witness_checkpoints(path: Path | None) -> tuple[Checkpoint, ...]:
    """Return the checkpoints of a witness file that must exist."""
    if path is None:
        return ()
    from tapete.record import witness

    if not path.exists():
        output.bad_input(f"there is no witness file {path}")
    try:
        return witness.read(path)
    except (OSError, witness.WitnessError) as error:
        output.bad_input(str(error))


def chosen_tables(source: Source, wanted: str | None) -> tuple[str, ...]:
    """Return the tables that are meant; end with status 2 for one that the record does not have."""
    found = source.tables()
    if wanted is None:
        return found
    if wanted not in found:
        output.bad_input(f"no table «{wanted}» in the record; there are {', '.join(found) or 'none'}")
    return (wanted,)
