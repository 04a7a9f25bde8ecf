"""``tapete export``: one table's record as a file that anybody can verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import output


def export(
    where: Annotated[str, typer.Argument(metavar="DB", help="SQLite file or postgresql:// address.")],
    table: Annotated[str, typer.Argument(help="Id of the table.")],
    out: Annotated[Path, typer.Argument(help="File to write.")],
    key: Annotated[
        Path | None, typer.Option(help="Key file: writes the private parts in clear. Only when nothing is hidden now.")
    ] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write a table's record as JSON Lines; without a key hidden faces stay hidden and the chain still verifies."""
    from tapete.cli import records
    from tapete.record.export import write_export
    from tapete.record.private import PrivatePartError
    from tapete.record.source import SourceError

    source = records.open_record(where)
    try:
        records.chosen_tables(source, table)
        entries = write_export(source, table, out, records.record_sealer(key))
    except OSError as error:
        output.bad_input("file-failed", file=str(out), why=error.strerror or str(error))
    except (SourceError, PrivatePartError) as error:
        output.bad_input("not-exported", table=table, why=str(error))
    finally:
        source.close()
    if as_json:
        output.data({"table": table, "entries": entries, "private": key is not None})
    else:
        typer.echo(output.say("entries-in-file", table=table, entries=str(entries), file=str(out)))
