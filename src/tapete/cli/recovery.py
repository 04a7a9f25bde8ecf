"""``tapete backup``, ``restore`` and ``adopt``: copies of a store, and tables that a hall has set aside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tapete.cli import output, records, stores

if TYPE_CHECKING:
    from tapete.live import Keys
    from tapete.live.recovery import LostEntries
    from tapete.record.checkpoints import Checkpoint


def backup(
    store: Annotated[str, typer.Argument(help="SQLite file or postgresql:// address; a hall may be playing on it.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to be made; never one that is there.")],
    key: Annotated[Path | None, typer.Option(help="The hall's key file; beside a SQLite file when not given.")] = None,
    witness: Annotated[
        Path | None, typer.Option(help="File of signed checkpoints; beside a SQLite file when not given.")
    ] = None,
    no_witness: stores.NoWitness = False,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Copy the key file too, beside FILE: whoever has both can read all.")
    ] = False,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Copy a store into one file, as it stands at one moment, and what its witness says of it into FILE.witness.

    The copy is a store: audit reads it. It has no keys unless they are asked for; what is sealed in it stays sealed.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import recovery
    from tapete.live.answer import RecordRefusedError
    from tapete.record.store import StoreError, WriterChangedError, copies, open_store
    from tapete.record.store.engine import is_unreachable
    from tapete.record.witness import WitnessError, copy_for

    where = stores.public_address(store)
    stores.no_folder(file, "folder-not-file")
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=where)
    kept = stores.key_file(store, key) if with_key else None
    if kept is not None:
        stores.require_key(store, kept)
    keys = None if kept is None else records.hall_keys(kept)
    seen = stores.required_witness(store, witness, no_witness=no_witness)
    beside, key_copy = (stores.beside(file, one) for one in (stores.WITNESS, stores.KEY))
    made: list[Path] = []
    try:
        for one in (file, beside, key_copy):
            if one.exists():
                raise StoreError("copy-there", file=str(one))
        before = recovery.read_witness(None if no_witness else seen)
        copies.take_copy(store, file)
        made.append(file)
        with open_store(str(file), read_only=True) as copy:
            if keys is not None:
                recovery.require_known_key(copy, keys.authority)
            if seen is not None and not no_witness:
                recovery.require_witness(copy, seen, None, "witness-in-use", before=before)
                with copies.new_file(beside) as draft:
                    draft.write_bytes(copy_for(copy, seen))
                made.append(beside)
        if kept is not None:
            copies.copy_beside(kept, key_copy)
    except (StoreError, RecordRefusedError, WitnessError, SQLAlchemyError, OSError) as error:
        for one in made:
            copies.forget(one)
        if isinstance(error, OSError):
            output.bad_input("file-failed", file=str(error.filename or file), why=output.why(error))
        if is_unreachable(error):
            stores.lost(error, store)
        if kept is not None and isinstance(error, WriterChangedError):
            stores.cannot_start(error, store, kept)
        output.bad_input("backup-failed", store=where, why=output.why(error))
    output.progress("backup-made", store=where, file=str(file))
    if beside not in made:
        output.progress("backup-unwitnessed")


LET_PASS: Final = ("witness-unnamed", "witness-behind", "witness-beyond")
"""Faults of a witness that restore names by itself."""


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Copy that tapete backup has made.")],
    store: Annotated[str, typer.Argument(help="SQLite file to be made, or postgresql:// address without a store.")],
    key: Annotated[
        Path | None,
        typer.Option(help="The hall's key file; beside a SQLite file when not given. FILE.key is copied there."),
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(
            help="The hall's witness: it shows what the copy lacks. Beside a SQLite file when not given; with "
            "--no-witness it is made, from FILE.witness and the copy."
        ),
    ] = None,
    no_witness: stores.NoWitness = False,
    older: Annotated[
        bool, typer.Option("--older", help="Put a copy back that lacks entries which the witness knows of.")
    ] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Put a store back from a copy, never over one that is there, and sign for each table that it was put back.

    That signature says for ever where the copy ended and which entries are gone (reserve ``restored`` of the audit).
    Status 1, and nothing done, where the witness knows of entries that the copy lacks, unless --older says to go on.
    The witness of a hall that runs is refused: a drill takes a copy of it.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.live import KeyFileError, Keys, LiveError, RecordRefusedError, recovery
    from tapete.live.recovery import lost_entries
    from tapete.record.store import StoreError, copies, open_store
    from tapete.record.witness import inspect

    where = stores.public_address(store)
    if (target := stores.named_path(store)) is not None:
        stores.no_folder(target, "folder-not-file")
    if file.exists() and not file.is_file():
        records.open_record(str(file))  # says what it is
    if not file.is_file():
        # an address in place of the file may hold a password
        named = re.sub("^(postgres[a-z+0-9]*):/+", r"\1://", str(file))
        output.bad_input("store-missing-here", store=stores.public_address(named))
    kept = stores.key_file(store, key)
    key_copy, witness_copy = (stores.beside(file, one) for one in (stores.KEY, stores.WITNESS))
    made, unsigned = list[Path](), list[str]()
    try:
        _require_room(store)
        seen = stores.required_witness(store, witness, no_witness=no_witness)
        if not kept.exists() and key_copy.exists():
            copies.copy_beside(key_copy, kept)
            made.append(kept)
        stores.require_key(store, kept)
        keys = Keys.load(kept)
        if seen is not None and no_witness:
            made.append(seen)
            if witness_copy.exists():
                copies.copy_beside(witness_copy, seen)
        elif seen is not None and witness_copy.exists() and seen.samefile(witness_copy):
            raise RecordRefusedError("witness-of-copy", file=str(seen))
        with open_store(str(file), read_only=True) as copy:
            if seen is not None and no_witness:
                recovery.renew_witness(copy, seen, keys.public)
            elif fault := recovery.require_witness(copy, seen, keys.public, *LET_PASS):
                if fault.code == "witness-unnamed":
                    output.bad_input("witness-to-make")
                if fault.code == "witness-behind":  # there is no store yet to be served
                    raise RecordRefusedError("witness-behind-copy", **fault.facts)
            said = None if no_witness else recovery.read_witness(seen)
            lost = lost_entries(copy, said or (), frozenset({keys.public}))
            beside = inspect(witness_copy).checkpoints if witness_copy.exists() else ()
            is_known = bool(lost) or recovery.has_seen_later(copy, beside, said or (), keys)
        if seen is not None and not no_witness and not is_known:
            output.progress("witness-as-copied", file=str(seen))
        if not lost or older:
            unsigned = _put_back(file, store, keys, said, seen, is_known=is_known)
            made.clear()
    except (StoreError, KeyFileError, LiveError, SQLAlchemyError, OSError) as error:
        stores.cannot_start(error, store, kept)
    finally:
        for one in made:
            copies.forget(one)
    if as_json:
        told = {"lost": [one.facts() for one in lost], "witnessed": is_known}
        output.data({"restored": not lost or older, "store": where, **told})
    else:
        _tell(where, lost, is_done=not lost or older)
    if unsigned:
        output.progress("restore-unsigned", tables=unsigned)
    if no_witness:
        output.progress("restore-unwitnessed")
    elif is_known and said:
        output.progress("witness-last-said", time=said[-1].time)
    output.answer(not lost or older)


def _require_room(store: str) -> None:
    from tapete.record.store import StoreError, copies

    file = stores.database_file(store)
    if file is not None:
        copies.require_room(file)
    elif stores.has_hall(store) and not stores.is_bare(store):
        raise StoreError("restore-not-empty")


def _put_back(
    file: Path, store: str, keys: Keys, said: Sequence[Checkpoint] | None, witness: Path | None, *, is_known: bool
) -> list[str]:
    """Copy, bring up to date, sign; then put it in its place. Where anything fails there is no store. Return the tables
    for which nothing is signed, because their record is not sound.
    """
    import tempfile

    from tapete.live import SystemClock
    from tapete.live.recovery import sign_restoring
    from tapete.record.store import copies, open_store

    def ready(draft: Path) -> list[str]:
        copies.copy_file(file, draft)
        with open_store(str(draft)) as opened:
            signed = sign_restoring(opened, keys, said, SystemClock().wall(), witness, is_known=is_known)
            return sorted({*opened.tables()} - {one.table for one in signed})

    target = stores.database_file(store)
    if target is not None:
        with copies.new_file(target) as draft:
            return ready(draft)
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "copy.db"
        draft.touch(0o600)
        unsigned = ready(draft)
        copies.put_back(draft, store)
    return unsigned


def _tell(where: str, lost: Sequence[LostEntries], *, is_done: bool) -> None:
    for one in lost:
        typer.echo(f"  {output.say('restore-lost', **one.facts())}")
    typer.echo(output.say("restore-done" if is_done else "restore-older", store=where))


def adopt(
    store: Annotated[str, typer.Argument(help="SQLite file or postgresql:// address; no server may hold it.")],
    table: Annotated[str, typer.Argument(help="Id of a table that a hall has set aside.")],
    key: Annotated[Path | None, typer.Option(help="The hall's key file; beside a SQLite file when not given.")] = None,
    witness: Annotated[
        Path | None, typer.Option(help="File for signed checkpoints; beside a SQLite file when not given.")
    ] = None,
    no_witness: stores.NoWitness = False,
    yes: Annotated[bool, typer.Option("--yes", help="Sign; without it the entries are only shown.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Show what nothing authenticates in a table, and with --yes vouch for it by the hall's signature.

    The signature says for ever from which entry on it was done by hand (reserve ``adopted`` of the audit). Status 1
    without --yes where there is something to vouch for.
    """
    from tapete.live import SystemClock, recovery
    from tapete.live.recovery import adopt_table, doubtful_table
    from tapete.record.store import open_store

    key = stores.key_file(store, key)
    keys = records.hall_keys(key)
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=stores.public_address(store))
    seen = stores.required_witness(store, witness, no_witness=no_witness)
    seen = None if no_witness else seen
    with stores.starting(store, key), open_store(store) as opened:
        opened.hold_hall()
        if table not in opened.tables():
            known = tuple(opened.tables())
            output.bad_input("no-table" if known else "no-tables-in-record", table=table, tables=known)
        if not no_witness:
            recovery.require_witness(opened, seen, keys.public)
        found = doubtful_table(opened, table, keys, recovery.read_witness(seen))
        if found and yes:
            adopt_table(opened, table, keys, found, SystemClock().wall(), seen)
    entries = [
        {"version": one.version, "time": one.time, "by": one.by, "act": one.act["what"]["act"]} for one in found.entries
    ]
    if as_json:
        state = {
            "table": table,
            "entries": entries,
            "writer_changed": found.has_writer_changed,
            "signed": bool(found) and yes,
        }
        output.data(state)
    else:
        for one in entries:
            typer.echo(f"  {table} #{one['version']} {one['time']} {one['by']}: {one['act']}")
        if found.has_writer_changed:
            typer.echo(f"  {output.say('writer-changed')}")
        done = "adoption-signed" if found and yes else "adoption-unsigned" if found else "adoption-needless"
        count = output.say("unauthenticated", entries=str(len(entries)))
        typer.echo(f"{output.bold(table)}: {count}; {output.say(done)}")
    output.answer(yes or not found)
