"""``tapete backup``: a copy of a store in one file, taken while the hall plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import default_paths, output, stores


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

    from tapete.live.errors import RecordRefusedError
    from tapete.live.recovery import witness_fault
    from tapete.record.store import StoreError, copies, open_store
    from tapete.record.store.engine import is_unreachable
    from tapete.record.witness import WitnessError, copy_for

    where = stores.public_address(store)
    default_paths.no_folder(file)
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=where)
    kept = default_paths.key_file(store, key) if with_key else None
    if kept is not None:
        stores.require_key(store, kept)
    seen = stores.required_witness(store, witness, no_witness=no_witness)
    beside, key_copy = (default_paths.beside(file, one) for one in (default_paths.WITNESS, default_paths.KEY))
    made: list[Path] = []
    try:
        for one in (file, beside, key_copy):
            if one.exists():
                raise StoreError("copy-there", file=str(one))
        copies.take_copy(store, file)
        made.append(file)
        if seen is not None and not no_witness:
            with open_store(str(file), read_only=True) as copy, copies.new_file(beside) as draft:
                if fault := witness_fault(copy, seen, None):
                    raise fault
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
        output.bad_input("backup-failed", store=where, why=output.why(error))
    output.progress("backup-made", store=where, file=str(file))
    if beside not in made:
        output.progress("backup-unwitnessed")
