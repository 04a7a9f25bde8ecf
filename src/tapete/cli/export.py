"""``tapete export``: the record of a table as a file that anybody can verify, or of every table as a folder of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.record.private import Sealer
    from tapete.record.source import Source

ENDING = ".jsonl"


def export(
    where: Annotated[str, typer.Argument(metavar="DB", help="SQLite file or postgresql:// address.")],
    table: Annotated[
        str, typer.Argument(metavar="TABLE_OR_FOLDER", help="Id of the table; or, alone, the folder for every table.")
    ],
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="File to write, or a folder: the file is TABLE.jsonl there.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="Key file: writes the private parts in clear. Only when nothing is hidden now.")
    ] = None,
    day: Annotated[
        str | None, typer.Option(help="Only this day of a house: with a folder alone, the house and its tables.")
    ] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write a table's record as JSON Lines; without a key hidden faces stay hidden and the chain still verifies.

    With a folder alone, every table of the record is written there.
    """
    from tapete.cli import records
    from tapete.cli.record_progress import with_progress

    with records.reading(where) as whole:
        source = whole if day is None else records.day_source(whole, day)
        parts = {one: source.part(one) for one in source.tables()}
        names = {one: one + (f"-{part.day}" if part else "") + ENDING for one, part in parts.items()}
        if out is None:
            written = {one: Path(table, name) for one, name in names.items()}
            if not written:
                output.bad_input("no-tables-in-record", table="*")
            if table in written and not Path(table).exists():
                output.bad_input("export-where", table=table)
        else:
            records.chosen_tables(source, table)
            written = {table: Path(out, names[table]) if out.is_dir() else out}
        shown, progress = with_progress(source, written)
        sealer = records.record_sealer(key)
        entries = {one: _write(shown, one, file, sealer) for one, file in written.items()}
        progress.close()
    found = [{"table": one, "entries": count, "private": key is not None} for one, count in entries.items()]
    if as_json:
        output.data({"tables": found} if out is None else found[0])
    else:
        for one, count in entries.items():
            said = output.say("entries-in-file", table=one, entries=str(count), file=str(written[one]))
            typer.echo(said, err=not written[one].is_file())  # a pipe may be the standard output


def _write(source: Source, table: str, file: Path, sealer: Sealer | None) -> int:
    """Write a table's record and return the number of entries; end with status 2 where it cannot be written."""
    from tapete.record.entry import BadEntryError
    from tapete.record.export import write_export
    from tapete.record.private import PrivatePartError
    from tapete.record.source import SourceError

    output.require_no_hall_file(file)
    try:
        if not file.parent.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            output.progress("folder-made", folder=str(file.parent))
        return write_export(source, table, file, sealer)
    except BrokenPipeError as error:
        raise output.OutputLostError from error
    except OSError as error:
        output.bad_input("file-failed", file=str(file), why=output.why(error))
    except (BadEntryError, SourceError, PrivatePartError) as error:
        output.bad_input("not-exported", table=table, why=output.why(error))
