"""``tapete store`` and ``tapete keys``; and where every verb finds a hall's store, its key and its witness.

A house made by ``tapete init`` has key and witness in the folders of its user, away from the database: whoever takes a
copy of the database's folder then takes no key along, and a disk that is lost loses no witness. Any other hall has them
beside its SQLite file.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from tapete.cli import output

KEY, WITNESS = ".key", ".witness"
FOLDERS: Final = {KEY: ("XDG_CONFIG_HOME", ".config"), WITNESS: ("XDG_STATE_HOME", ".local/state")}
"""For each kind of file the variable that names the folder of its user, and where that is without it."""


def named_path(store: str) -> Path | None:
    """Return the path that an address names (``sqlite:///file`` or the path itself), ``None`` for any other; end with
    status 2 where it names nothing, or a store in memory, which would be gone with this process.
    """
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


def no_folder(file: Path, code: str = "a-folder") -> Path:
    """Return a path that can be a file's; end with status 2 where a folder is named, or nobody may look there."""
    try:
        is_folder = file.absolute().is_dir() or not file.name
    except OSError as error:  # without a name: the folder of this process is gone
        output.bad_input("file-failed", file=str(error.filename or "."), why=output.why(error))
    if is_folder:
        output.bad_input(code, file=str(file))
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


PAUSE_S: Final = 5.0
"""Seconds before a server that could not be reached is asked again."""
OURS: Final = frozenset({"entries", "rulebooks", "shoes", "writers"})
"""Tables by which a hall is known in a schema where the role that is used does not look."""
NoWitness = Annotated[
    bool, typer.Option("--no-witness", help="The hall has no witness, or it is lost: what is gone is not known then.")
]


def has_hall(store: str, wait: int = 0) -> bool:
    """Return True if a store was made; status 2 where that is unknown, 69 for no server in ``wait`` seconds."""
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.record.store import MissingDriverError, StoreError
    from tapete.record.store.engine import connect, is_unreachable, read_url

    file = hall_file(store)
    if file is not None:
        return file.exists()
    address = read_url(store)
    try:
        engine = connect(address, read_only=True)
    except MissingDriverError:
        output.bad_input("store-driver")
    until = time.monotonic() + wait
    while True:
        try:
            if (there := inspect(engine)).has_table("entries") or "options" in address.query:
                return there.has_table("entries")
            if found := [one for one in there.get_schema_names() if set(there.get_table_names(one)) >= OURS]:
                output.bad_input("store-elsewhere", store=public_address(store), schemas=found)
            return False
        except (StoreError, SQLAlchemyError) as error:
            if not is_unreachable(error) or time.monotonic() >= until:
                lost(error, store)
            output.progress("store-unreachable", store=public_address(store), why=output.why(error))
        finally:
            engine.dispose()
        time.sleep(PAUSE_S)


def lost(error: BaseException, store: str) -> NoReturn:
    """Print why a server gives nothing; end with the status of one that cannot be reached now, or with status 2."""
    from tapete.record.store.engine import cause_of, is_unreachable

    where, why = public_address(store), output.why(cause_of(error) or error)
    if is_unreachable(error):
        output.bad_input("store-unreachable", status=output.UNREACHABLE, store=where, why=why)
    output.bad_input("store-failed", store=where, why=why)


def is_bare(store: str) -> bool:
    """Return True if a store holds nothing; end with status 2 where that cannot be found out."""
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.people.stored import house_name
    from tapete.record.store import StoreError, open_store

    try:
        with open_store(store) as opened:
            return house_name(opened) is None and not opened.tables() and not opened.rulebooks()
    except (StoreError, SQLAlchemyError) as error:
        output.bad_input("store-failed", store=public_address(store), why=output.why(error))


def require_key(store: str, key: Path) -> None:
    """End with status 2 where the key file of a hall that has been made is not there: a new one could open nothing."""
    if not key.exists() and (hall_file(store) is not None or not is_bare(store)):
        output.bad_input("key-missing", store=public_address(store), key=str(key))


def required_witness(store: str, given: Path | None, *, no_witness: bool) -> Path | None:
    """Return where a hall's witness is, or will be where it has none; end with status 2 unless the user says so."""
    seen = witness_file(store, given)
    is_there = seen is not None and seen.exists()
    if is_there == no_witness:
        output.bad_input("witness-there" if is_there else "witness-needed", file=str(seen or "--witness"))
    return seen


def require_own_witness(store: str, key: Path, witness: Path | None) -> None:
    """End with status 2 where the witness of a hall that is to be made is another's, or knows what is not there."""
    from tapete.live import Keys, recovery

    with starting(store, key):
        if not key.exists() or not has_hall(store):
            recovery.require_witness(None, witness, Keys.load(key).public if key.exists() else "")


def renew_witness(store: str, key: Path, witness: Path | None, *, take_over: bool = False) -> None:
    """Complete a hall's witness from its store, and sign for each table that nobody could ask the one of before."""
    from tapete.live import Keys, SystemClock, recovery
    from tapete.live.recovery import sign_restoring
    from tapete.record.store import open_store

    with starting(store, key):
        keys = Keys.load(key)
        with open_store(store) as opened:
            opened.hold_hall(beside=take_over)
            lost = recovery.require_witness(opened, witness, keys.public, "witness-gone", "witness-behind")
            if witness is not None and lost is not None:
                recovery.renew_witness(opened, witness, keys.public)
                sign_restoring(opened, keys, None, SystemClock().wall(), witness, is_known=False)


@contextmanager
def starting(store: str, key: Path) -> Iterator[None]:
    """End with status 2 and a sentence where a store or its key is not fit for a hall."""
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import KeyFileError, LiveError
    from tapete.live.card_orders import RandomnessError
    from tapete.record.store import StoreError

    try:
        yield
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError, SQLAlchemyError) as error:
        cannot_start(error, store, key)


def cannot_start(error: Exception, store: str, key: Path) -> NoReturn:
    """Print why a hall does not start over a store, and end with status 2."""
    from tapete.live import HallFailedError, KeyFileError
    from tapete.live.card_orders import RandomnessError
    from tapete.record.store import StoreError, StoreFailedError, StoreLockedError, WriterChangedError
    from tapete.record.store.engine import cause_of, is_unreachable
    from tapete.words import refusal

    where = public_address(store)
    if is_unreachable(error) or (isinstance(error, StoreFailedError | HallFailedError) and cause_of(error)):
        lost(error, store)
    match error:
        case StoreLockedError(code="hall-lives"):
            output.bad_input("store-held-alive", store=where)
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
    """Return a store's address without its password; the path of a file has none, whatever signs stand in it."""
    scheme, separator, rest = store.partition("://")
    if not separator or "/" in scheme or scheme == "sqlite":
        return store
    rest = re.sub(r"(?i)([?&](?:ssl)?password=)[^&]*", r"\1***", rest)
    account, at, place = rest.rpartition("@")
    return f"{scheme}://{account.partition(':')[0]}@{place}" if at else f"{scheme}://{rest}"


def grant(
    store: Annotated[str, typer.Argument(help="postgresql:// address, with the owner of the tables.")],
    role: Annotated[str, typer.Argument(help="Role of the hall. It must be there already, and own nothing.")],
    sql: Annotated[bool, typer.Option("--sql", help="Print the statements instead of giving the rights.")] = False,
    replica: Annotated[
        bool,
        typer.Option("--replica", help="Rights for tapete replica: to read what is public of the record, no more."),
    ] = False,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Bring the tables of a store up to date, and give a role the rights of a hall: to read everything and to add to
    the record, but not to change it. Do it again after each upgrade, before the hall starts.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.record.store import StoreError, open_store, public, store as roles
    from tapete.record.store.engine import connect, is_unreachable, read_url

    where = public_address(store)
    if database_file(store) is not None:
        output.bad_input("store-without-roles", store=where)
    has_hall(store)  # says in a sentence what is wrong with the address
    engine = connect(read_url(store))
    rights = public.RIGHTS if replica else roles.RIGHTS
    try:
        if sql:
            for statement in roles.grants(engine, role, rights):
                typer.echo(f"{statement};")
            return
        open_store(store).close()
        roles.grant(engine, role, rights)
    except (StoreError, SQLAlchemyError) as error:
        if is_unreachable(error):
            lost(error, store)
        output.bad_input("store-failed", store=where, why=output.why(error))
    finally:
        engine.dispose()
    typer.echo(output.say("store-granted-reading" if replica else "store-granted", store=where, role=role))


def keys(
    file: Annotated[Path, typer.Argument(metavar="KEY_FILE", help="Key file of a hall.")],
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show the public key with which a hall signs: hand it to auditors, who name it with audit --trusted."""
    from tapete.cli import records

    public = records.hall_keys(file).public
    if as_json:
        output.data({"file": str(file), "public": public})
    else:
        typer.echo(public)
