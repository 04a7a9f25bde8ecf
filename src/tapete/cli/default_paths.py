"""Files of a hall that are looked for where nobody says: its keys, and its witness.

A house made by ``tapete init`` has both in the folders of its user, away from the database: whoever takes a copy of the
database's folder then takes no key along, and a disk that is lost loses no witness. Any other hall has them beside its
SQLite file.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Final

from tapete.cli import output

KEY, WITNESS = ".key", ".witness"
FOLDERS: Final = {KEY: ("XDG_CONFIG_HOME", ".config"), WITNESS: ("XDG_STATE_HOME", ".local/state")}
"""For each kind of file the variable that names the folder of its user, and where that is without it."""


def named_path(store: str) -> Path | None:
    """Return the path that an address names (``sqlite:///file`` or the path itself), ``None`` for any other; end with
    status 2 where it names nothing, or a store in memory, which would be gone with this process.
    """
    from tapete.cli.stores import public_address
    from tapete.record.store import StoreError
    from tapete.record.store.engine import read_url, sqlite_file

    try:
        file = sqlite_file(store)
        if file is None and read_url(store).drivername.startswith("sqlite"):
            raise StoreError("store-address", store=store)
        return file
    except StoreError:
        output.bad_input("store-address", store=public_address(store))


def database_file(store: str) -> Path | None:
    """Return the file of a SQLite store, ``None`` for any other; end with status 2 where a folder is named."""
    file = named_path(store)
    return None if file is None else no_folder(file)


def hall_file(store: str) -> Path | None:
    """Return the file of a hall's SQLite store, ``None`` for any other; end with status 2 for a folder or a device."""
    file = database_file(store)
    if file is not None and file.exists() and not file.is_file():
        output.bad_input("not-a-file", file=str(file))
    return file


def no_folder(file: Path) -> Path:
    """Return a path that can be a file's; end with status 2 where a folder is named, or nobody may look there."""
    try:
        is_folder = file.is_dir() or not file.name
    except OSError as error:
        output.bad_input("file-failed", file=str(file), why=output.why(error))
    if is_folder:
        output.bad_input("a-folder", file=str(file))
    return file


def key_file(store: str, given: Path | None) -> Path:
    """Return the key file: the given one, else where it is or would be; end with status 2 without such a place."""
    if given is not None:
        return given
    file = hall_file(store)
    if file is None:
        output.bad_input("key-place")
    file = known_as(file)
    away = away_from(file, KEY)
    return away if away.exists() and not beside(file, KEY).exists() else beside(file, KEY)


def witness_file(store: str, given: Path | None = None) -> Path | None:
    """Return the witness file: the given one, else where it is or where the key is; ``None`` without a place."""
    file = database_file(store)
    if given is not None or file is None:
        return given
    file = known_as(file)
    is_away = away_from(file, WITNESS).exists() or (away_from(file, KEY).exists() and not beside(file, KEY).exists())
    return away_from(file, WITNESS) if is_away and not beside(file, WITNESS).exists() else beside(file, WITNESS)


def known_as(file: Path) -> Path:
    """Return the name by which a file's key and witness are called: its own, unless only the one given has some."""
    names = Path(os.path.realpath(file)), file
    places = (beside, away_from)
    return next((one for one in names if any(at(one, kind).exists() for at in places for kind in FOLDERS)), names[0])


def beside(file: Path, kind: str) -> Path:
    """Return the place beside a SQLite file for its key or its witness."""
    return file.with_name(file.name + kind)


def away_from(file: Path, kind: str) -> Path:
    """Return the place in the user's own folders for the key or the witness of a SQLite file."""
    variable, usual = FOLDERS[kind]
    named = os.environ.get(variable, "")
    folder = Path(named) if Path(named).is_absolute() else Path(os.path.expanduser("~")) / usual
    mark = hashlib.sha256(os.fsencode(file.absolute())).hexdigest()[:12]
    return folder / "tapete" / f"{file.name}-{mark}{kind}"


def new_house_key(store: str, given: Path | None) -> Path:
    """Return where ``tapete init`` makes the key of a house; end with status 2 where there is no such place."""
    file = database_file(store)
    return key_file(store, given) if given is not None or file is None else away_from(known_as(file), KEY)


def make_folder_of(file: Path) -> None:
    """Make the folder of a key or a witness, for its user alone. Raises ``OSError``."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
