"""``tapete adopt``: vouch for entries of a table that nothing authenticates, so that a hall plays it on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import default_paths, output


def adopt(
    store: Annotated[str, typer.Argument(help="SQLite file or postgresql:// address; no server may hold it.")],
    table: Annotated[str, typer.Argument(help="Id of a table that a hall has set aside.")],
    key: Annotated[Path | None, typer.Option(help="The hall's key file; beside a SQLite file when not given.")] = None,
    witness: Annotated[
        Path | None, typer.Option(help="File for signed checkpoints; beside a SQLite file when not given.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Sign; without it the entries are only shown.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what nothing authenticates in a table, and with --yes vouch for it by the hall's signature.

    The signature says for ever from which entry on it was done by hand (reserve ``adopted`` of the audit). Status 1
    without --yes where there is something to vouch for.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.cli import records, stores
    from tapete.live import LiveError, SystemClock, recovery
    from tapete.live.recovery import adopt_table, doubtful_table
    from tapete.record.store import StoreError, open_store

    key = default_paths.key_file(store, key)
    keys = records.hall_keys(key)
    if not stores.has_hall(store):
        output.bad_input("store-missing-here", store=stores.public_address(store))
    try:
        with open_store(store) as opened:
            opened.hold_hall()
            if table not in opened.tables():
                known = tuple(opened.tables())
                output.bad_input("no-table" if known else "no-tables-in-record", table=table, tables=known)
            seen = default_paths.witness_file(store, witness)
            found = doubtful_table(opened, table, keys, recovery.read_witness(seen))
            if found and yes:
                adopt_table(opened, table, keys, found, SystemClock().wall(), seen)
    except (StoreError, LiveError, OSError, SQLAlchemyError) as error:
        stores.cannot_start(error, store, key)
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
