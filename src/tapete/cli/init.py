"""``tapete init``: a new house: its store, its keys, and the invitation of its first director."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import output, stores
from tapete.spelling import is_blank

if TYPE_CHECKING:
    from tapete.live import Keys


ENROL = "/personal/alta"
"""Where an invitation is taken up."""


def init(
    store: Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")],
    name: Annotated[str, typer.Option(help="Name of the house, as its pages show it.")],
    director: Annotated[str, typer.Option(help="Name with which the first director will log in.")],
    key: Annotated[
        Path | None,
        typer.Option(
            help="Key file to be made, outside the database; in a folder of its user when not given, with the witness."
        ),
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(help="Witness file to be made; in a folder of its user when not given."),
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(help="Address of the pages, such as https://sala.example: the invitation is drawn as a QR code."),
    ] = None,
    guests: Annotated[
        bool, typer.Option("--guests", help="A house without a door: whoever takes a name may buy chips and sit down.")
    ] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make a house: its store, its keys, its record and its first director. Nothing that is there is written over.

    The word of the invitation is printed this once. With it the director chooses his password and links the app that
    shows his codes, at the pages of the hall; from there he invites everybody else, opens the day and its tables.
    """
    kept = stores.new_house_key(store, key)
    title = " ".join(name.split())
    if len(title) > 60 or not title.isprintable() or is_blank(title):
        output.bad_input("house-name", text=name)
    address = _origin(origin)
    _require_nothing_there(store, kept, witness)
    word = _made(store, kept, witness, title, director, has_admission=not guests)
    link = f"{address}{ENROL}#{word}" if address else ""
    where = stores.public_address(store)
    if as_json:
        found = {"house": title, "store": where, "key": str(kept), "director": director, "invitation": word}
        output.data(found | ({"link": link} if link else {}))
        return
    typer.echo(f"{output.bold(title)}: {output.say('house-founded', store=where, key=str(kept))}")
    elsewhere = [
        f" {option} {shlex.quote(str(file))}" for option, file in (("--key", key), ("--witness", witness)) if file
    ]
    typer.echo(f"  tapete serve --store {shlex.quote(where)}{''.join(elsewhere)}")
    typer.echo(output.say("house-invitation", director=director, path=f"{address or ''}{ENROL}"))
    typer.echo(f"  {output.bold(word)}")
    if link and sys.stdout.encoding.lower().startswith("utf"):  # no other has the blocks that it is drawn with
        import segno

        segno.make(link, micro=False).terminal(compact=True, border=2)


def _origin(text: str | None) -> str:
    from tapete.web.edge import addresses

    if text is None:
        return ""
    try:
        return addresses.read_origin(text)
    except ValueError:
        output.bad_input("origin-bad", text=text)


def _require_nothing_there(store: str, key: Path, witness: Path | None) -> None:
    """End with status 2 where a store, a key or a witness is there already: what is lost is never replaced unsaid."""
    file, where = stores.database_file(store), stores.public_address(store)
    if stores.has_hall(store) and (file is not None or not stores.is_bare(store)):
        output.bad_input("house-store-there", store=where)
    keys, seen = [key], [witness] if witness else []
    if file is not None:
        places = (stores.beside, stores.away_from)
        file = stores.known_as(file)
        keys += (place(file, stores.KEY) for place in places)
        seen += (place(file, stores.WITNESS) for place in places)
    for one in keys:
        if one.exists():
            output.bad_input("house-key-there", key=str(one), store=where)
    for one in seen:
        if one.exists():
            output.bad_input("house-witness-there", witness=str(one), store=where)


def _made(store: str, key: Path, witness: Path | None, name: str, director: str, *, has_admission: bool) -> str:
    """Make key and store; return the word of the invitation. What this has made is gone again where it fails."""
    import secrets

    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import KeyFileError, Keys, LiveError
    from tapete.live.card_orders import RandomnessError
    from tapete.record.store import StoreError, copies

    file, draft = stores.database_file(store), None
    try:
        if file is not None:
            copies.require_folder(file)
        stores.make_folder_of(key)
        keys = Keys.load(key)
        if witness is not None:
            stores.make_folder_of(witness)
        if file is None:
            word = _fill(store, keys, name, director, has_admission=has_admission)
            if witness is not None:
                witness.touch(mode=0o600)
            return word
        draft = file.with_name(f"{file.name}.{secrets.token_hex(6)}")
        draft.touch(mode=0o600, exist_ok=False)
        word = _fill(str(draft), keys, name, director, has_admission=has_admission)
        witness = witness or stores.away_from(stores.known_as(file), stores.WITNESS)
        stores.make_folder_of(witness)
        file.hardlink_to(draft)  # whole from the first moment on, and never over another
        witness.touch(mode=0o600)  # found from now on, wherever the key lies
        return word
    except FileExistsError:
        output.bad_input("house-store-there", store=stores.public_address(store))
    except (StoreError, KeyFileError, LiveError, RandomnessError, OSError, SQLAlchemyError) as error:
        _forget(file, key)
        stores.cannot_start(error, store, key)
    except typer.Exit:
        _forget(file, key)
        raise
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
            draft.with_name(draft.name + ".lock").unlink(missing_ok=True)


def _forget(file: Path | None, key: Path) -> None:
    """Take back a key that nothing was sealed with; one that somebody else's store needs by now is left alone."""
    if file is not None and not file.exists():
        key.unlink(missing_ok=True)


def _fill(store: str, keys: Keys, name: str, director: str, *, has_admission: bool) -> str:
    """Make a store that of a house with one invited director; return the word of his invitation."""
    import time
    from datetime import UTC, datetime

    from tapete.live.card_orders import AT_START, RngHealth
    from tapete.live.openings import begin_house
    from tapete.people.accounts import Grant, MemoryAccounts, StaffSessions
    from tapete.people.credentials import RowSeal
    from tapete.people.staff import Rejection, Staff
    from tapete.people.stored import make_house
    from tapete.record.store import open_store
    from tapete.table.staff import Role

    accounts = MemoryAccounts()
    word = Staff(accounts, StaffSessions(time.time), time.time).invite(director, {Grant(Role.DIRECTOR)})
    if isinstance(word, Rejection):
        output.bad_input("house-director", text=director)
    RngHealth().require_sound(AT_START)
    now, first = datetime.now(UTC).isoformat(timespec="seconds"), next(iter(accounts))
    with open_store(store) as opened, opened.writing():
        make_house(opened, RowSeal(keys.sealing), name, now, first)
        begin_house(opened, keys, name, first.person, has_admission=has_admission)
    return word
