"""``tapete accounts``: a table's money as a Beancount file, for bookkeepers and their own tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.kernel import Game
    from tapete.record.entry import Entry


def accounts(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    table: Annotated[str, typer.Argument(help="Id of the table.")],
    out: Annotated[Path | None, typer.Argument(help="File to write; standard output when not given.")] = None,
    currency: Annotated[str, typer.Option(help="Currency of the amounts.")] = "EUR",
    with_tables: Annotated[
        bool, typer.Option("--with-tables", help="For a house: its own books and those of all its tables, in one file.")
    ] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON about the file that was written.")] = False,
) -> None:
    """Write the accounts of a table in Beancount's format. Nothing hidden is in them, and no key is needed."""
    import re

    from tapete.cli import records
    from tapete.cli.record_progress import with_progress
    from tapete.house.terms import KEY
    from tapete.record.beancount import TableAbsentError, beancount, house_books
    from tapete.record.codec import DecodeError
    from tapete.record.entry import BadEntryError
    from tapete.record.replay import read

    if as_json and out is None:
        output.bad_input("json-needs-file")
    if not re.fullmatch(r"[A-Z][A-Z0-9]{1,22}[A-Z0-9]", currency):
        output.bad_input("no-currency", currency=currency)
    with records.reading(where) as whole:
        chosen = records.chosen_tables(whole, table)
        source, progress = with_progress(whole, whole.tables() if with_tables else chosen)
        try:
            entries = list(read(source, table))
            games = records.record_games(source)
            if not entries:
                output.bad_input("no-entries", table=table)
            require_games(games, entries)
            if with_tables and entries[0].game != KEY:
                output.bad_input("not-a-house", table=table)
            if with_tables:
                tables = {one: list(read(source, one)) for one in source.tables() if one != table}
                require_games(games, *tables.values())
                text = house_books(games, entries, tables, currency)
            else:
                text = beancount(games[entries[0].game], entries, currency)
            progress.close()
            if out is None:
                typer.echo(text, nl=False)
                return
            output.write_private(out, text)
        except TableAbsentError as error:
            output.bad_input(error.sentence(output.lang()))
        except BrokenPipeError as error:
            raise output.OutputLostError from error
        except OSError as error:
            output.bad_input("file-failed", file=str(out), why=output.why(error))
        except (BadEntryError, DecodeError) as error:
            output.bad_input("not-a-record", file=where, why=output.why(error))
    if as_json:
        output.data({"table": table, "entries": len(entries), "file": str(out)})
    else:
        typer.echo(output.say("entries-in-file", table=table, entries=str(len(entries)), file=str(out)))


def require_games(games: Mapping[str, Game[Any]], *tables: Sequence[Entry]) -> None:
    """End with status 2 where an entry is of a game that is not built."""
    unknown = next((entry.game for entries in tables for entry in entries if entry.game not in games), None)
    if unknown is not None:
        output.bad_input("no-game", game=unknown, games=tuple(games))
