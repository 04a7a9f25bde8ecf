"""``tapete export``, ``accounts`` and ``minutes``: what a record says, written out; and how each verb opens one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from tapete.cli import output, stores

if TYPE_CHECKING:
    from tapete.house.state import AnsweredComplaint, CountedDifference, MinutesLine
    from tapete.kernel import Game
    from tapete.live import Keys
    from tapete.live.house import DayMinutes
    from tapete.record.checkpoints import Checkpoint
    from tapete.record.entry import Entry, Problem
    from tapete.record.notation import Notation
    from tapete.record.private import Sealer
    from tapete.record.report import AuditInputs, Reservation
    from tapete.record.source import Source
    from tapete.results import Results
    from tapete.rulebooks import Rulebook


def open_record(where: str) -> Source:
    """Open a database or an export for reading; end with status 2 for anything else."""
    from sqlalchemy.exc import OperationalError, SQLAlchemyError

    from tapete.record.source import SourceError, open_source
    from tapete.record.store import MissingDriverError, StoreError
    from tapete.words import technical_name

    try:
        source = open_source(where)
        source.tables()  # a database is only connected to when something is asked of it
    except FileNotFoundError:
        output.bad_input("no-file", file=where)
    except IsADirectoryError:
        output.bad_input("a-folder", file=where)
    except MissingDriverError:
        output.bad_input("store-driver")
    except (SourceError, StoreError, OSError, SQLAlchemyError) as error:
        if technical_name(error).startswith("SQLITE_READONLY"):  # the journal of a transaction that nobody ended
            output.bad_input("record-journal", file=where)
        if isinstance(error, OperationalError) and stores.named_path(where) is None:
            stores.lost(error, where)
        output.bad_input("not-a-record", file=stores.public_address(where), why=output.why(error))
    return source


@contextmanager
def reading(where: str) -> Iterator[Source]:
    """Open a record and close it again; end with status 2 where its database cannot be read to the end."""
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.record.store.engine import is_unreachable

    source = open_record(where)
    try:
        yield source
    except SQLAlchemyError as error:
        if is_unreachable(error):
            stores.lost(error, where)
        output.bad_input("record-damaged", file=stores.public_address(where), why=output.why(error))
    finally:
        source.close()


@contextmanager
def following(where: str) -> Iterator[None]:
    """End with status 2 for entries that cannot be read, or that lead to what no table does: a record may hold that."""
    from tapete.record.recompute import BROKEN
    from tapete.words import CodedError

    file = stores.public_address(where)
    try:
        yield
    except CodedError as error:
        output.bad_input("not-a-record", file=file, why=output.why(error))
    except BROKEN:
        output.bad_input("record-not-followed", file=file)


def record_games(*sources: Source) -> Mapping[str, Game[Any]]:
    """Return the games, with every rulebook that the record brings along, and the house above their tables."""
    from tapete.catalogue import recorded_engines
    from tapete.rulebooks import Library, house_library, make

    shipped = house_library()
    known = {one.sha256 for one in shipped.books}
    brought: list[Rulebook] = []
    for content in (content for one in sources for content in one.rulebooks().values()):
        with suppress(KeyError, ValueError, RecursionError):  # nobody plays by it; the audit says what it is
            brought.append(make(content))
    return recorded_engines(Library((*shipped.books, *(one for one in brought if one.sha256 not in known))))


def day_source(source: Source, day: str) -> Source:
    """Return one day of the house of a record; end with status 2 where it has none, or none that stands alone."""
    from tapete.house.terms import KEY
    from tapete.record.days import DaySource, can_be_taken, days_of

    days = days_of(source)
    part = next((one for one in days if one.day == day), None)
    if part is None:
        end_without_day(source, day, [one.day for one in days])
    if source.part(KEY) is not None:  # an export of that day alone
        return source
    if not can_be_taken(source, part):
        output.bad_input("day-without-balances", day=day)
    return DaySource(source, part)


def end_without_day(source: Source, day: str | None, days: Sequence[str]) -> NoReturn:
    """End with status 2: a record has no such day, or no calendar has."""
    from tapete.house.terms import KEY, is_day

    is_impossible = re.fullmatch(r"[\d-]+", given := day or "") and not is_day(given)
    without = "no-day-opened" if KEY in source.tables() else "no-days"
    code = "option-day" if is_impossible else "no-day" if days else without
    output.bad_input(code, option="--day", day=day, days=tuple(days))


def hall_keys(key: Path) -> Keys:
    """Return the keys of a key file that must exist; end with status 2 otherwise."""
    from tapete.live import KeyFileError, Keys

    if not key.exists():
        output.bad_input("no-key-file", key=str(key))
    try:
        return Keys.load(key)
    except (KeyFileError, OSError) as error:
        stores.cannot_start(error, str(key), key)


def record_sealer(key: Path | None) -> Sealer | None:
    from tapete.record.private import KeySealer

    return None if key is None else KeySealer(hall_keys(key).sealing)


def require_public_keys(named: Iterable[str]) -> None:
    for one in named:
        if not re.fullmatch("[0-9a-f]{64}", one):
            output.bad_input("no-public-key", key=one)


def audit_inputs(key: Path | None, witnesses: Sequence[Path], trusted: Sequence[str] | None) -> AuditInputs:
    """Return what an audit is given besides the record; files that are named must exist."""
    from tapete.record.report import AuditInputs

    require_public_keys(trusted or ())
    before = frozenset(one.name for one in witness_checkpoints(witnesses)[0]) if witnesses[1:] else None
    each = {str(path): witness_checkpoints((path,)) for path in witnesses}
    return AuditInputs(
        sealer=record_sealer(key),
        witness=tuple(one for found in each.values() for one in found[0]) if witnesses else None,
        witnesses={file: found[0] for file, found in each.items()} if witnesses[1:] else {},
        names_before_witness=before,
        trusted_keys=frozenset(trusted) if trusted else None,
        authority=None if key is None else hall_keys(key).authority,
        witness_problems=tuple(one for found in each.values() for one in found[1]),
        witness_warnings=tuple(one for found in each.values() for one in found[2]),
    )


def witness_checkpoints(
    paths: Sequence[Path],
) -> tuple[tuple[Checkpoint, ...], tuple[Problem, ...], tuple[Reservation, ...]]:
    """Return the checkpoints of witness files that must exist, and what is wrong with the files."""
    from tapete.record import witness
    from tapete.record.entry import problem
    from tapete.record.report import reservation

    said: list[Checkpoint] = []
    problems: list[Problem] = []
    warnings: list[Reservation] = []
    for path in paths:
        if not path.exists():
            output.bad_input("no-witness-file", file=str(path))
        try:
            found = witness.inspect(path)
        except OSError as error:
            output.bad_input("file-failed", file=str(path), why=output.why(error))
        if found.is_foreign:
            output.bad_input("not-a-witness", file=str(path))
        said += found.checkpoints
        problems += (
            problem(number, "witness-unreadable", file=str(path), line=number) for number in found.unreadable_lines
        )
        if found.is_torn:
            warnings.append(reservation("witness-torn", file=str(path)))
        odd = {
            "witness-moved": found.moved_lines,
            "witness-repeated": found.repeated_lines,
            "witness-respelled": found.respelled_lines,
        }
        for code, lines in odd.items():
            if lines:
                warnings.append(reservation(code, file=str(path), line=lines[0], count=len(lines)))
    return tuple(said), tuple(problems), tuple(warnings)


def chosen_tables(source: Source, wanted: str | None) -> tuple[str, ...]:
    """Return the tables that are meant; end with status 2 for one that the record does not have."""
    found = source.tables()
    if wanted is None:
        return found
    if wanted not in found:
        output.bad_input("no-table" if found else "no-tables-in-record", table=wanted, tables=found)
    return (wanted,)


def minutes(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    day: Annotated[str | None, typer.Option(help="Only this day of the house.")] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Print the minutes of a house day by day: sentences, differences of counts, complaints answered. No key is needed.

    People are called as the record calls them.
    """
    from tapete.house.terms import KEY
    from tapete.live.house import MinutesBook
    from tapete.record.codec import DecodeError
    from tapete.record.entry import BadEntryError
    from tapete.record.recompute import read

    with reading(where) as source:
        if KEY not in source.tables():
            output.bad_input("no-days")
        try:
            shown, progress = output.with_progress(source, (KEY,))
            found = tuple(reversed(MinutesBook(read(shown, KEY)).newest_first()))
            progress.close()
        except (BadEntryError, DecodeError) as error:
            output.bad_input("not-a-record", file=where, why=output.why(error))
    chosen = tuple(one for one in found if day in (None, one.day))
    if not chosen:
        end_without_day(source, day, [one.day for one in found])
    if as_json:
        output.data({"days": chosen})
        return
    for one in chosen:
        output.tell(one.day, is_bold=True)
        for line in _lines(one):
            output.tell(f"  {line}")


def _lines(day: DayMinutes) -> Iterator[str]:
    from tapete.words import label

    yield from (_line(one) for one in day.lines)
    yield from (_answer(one) for one in day.answers)
    if not day.lines and not day.answers:
        yield label("ui", "minutes-empty", output.lang())


def _line(one: MinutesLine) -> str:
    if one.difference is None:
        return f"{one.person}: {one.text}"
    return f"{one.person} · {_difference(one.difference)} {_word('reason-was')}: {one.text}"


def _difference(found: CountedDifference) -> str:
    from tapete.words import fill, label

    lang = output.lang()
    missing = {"chips": found.missing_chips, "cash": found.missing_cash, "vouchers": found.missing_vouchers}
    said = [
        fill(label("ui", f"count-{'lacks' if amount > 0 else 'has-more'}-{what}", lang), {"amount": abs(amount)}, lang)
        for what, amount in missing.items()
        if amount
    ]
    table = f" · {found.table}" if found.table else ""
    first = fill(_word("slip-first"), {"person": found.first}, lang)
    return f"{label('slip', found.kind, lang)}{table} · {first}: {' '.join(said)}"


def _answer(one: AnsweredComplaint) -> str:
    table = f" · {one.table}" if one.table else ""
    return f"{_word('complaint')} {one.serial} · {one.person}{table}: {one.text} — {one.by}: {one.answer}"


def _word(code: str) -> str:
    from tapete.words import label

    return label("ui", code, output.lang())


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
    as_json: output.JsonOption = False,
) -> None:
    """Write a table's record as JSON Lines; without a key hidden faces stay hidden and the chain still verifies.

    With a folder alone, every table of the record is written there.
    """
    from tapete.record.days import ENDING

    with reading(where) as whole:
        source = whole if day is None else day_source(whole, day)
        parts = {one: source.part(one) for one in source.tables()}
        names = {one: one + (f"-{part.day}" if part else "") + ENDING for one, part in parts.items()}
        if out is None:
            written = {one: Path(table, name) for one, name in names.items()}
            if not written:
                output.bad_input("no-tables-in-record", table="*")
            if table in written and not Path(table).exists():
                output.bad_input("export-where", table=table)
        else:
            chosen_tables(source, table)
            written = {table: Path(out, names[table]) if out.is_dir() else out}
        shown, progress = output.with_progress(source, written)
        sealer = record_sealer(key)
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
    from tapete.record.private import PrivatePartError
    from tapete.record.source import SourceError, write_export

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
    from tapete.house.terms import KEY
    from tapete.record.beancount import TableAbsentError, beancount, house_books
    from tapete.record.recompute import read

    if as_json and out is None:
        output.bad_input("json-needs-file")
    if not re.fullmatch(r"[A-Z][A-Z0-9]{1,22}[A-Z0-9]", currency):
        output.bad_input("no-currency", currency=currency)
    with reading(where) as whole, following(where):
        chosen = chosen_tables(whole, table)
        source, progress = output.with_progress(whole, whole.tables() if with_tables else chosen)
        entries = list(read(source, table))
        games = record_games(source)
        if not entries:
            output.bad_input("no-entries", table=table)
        require_games(games, entries)
        if with_tables and entries[0].game != KEY:
            output.bad_input("not-a-house", table=table)
        if with_tables:
            tables = {one: list(read(source, one)) for one in source.tables() if one != table}
            require_games(games, *tables.values())
            try:
                text = house_books(games, entries, tables, currency)
            except TableAbsentError as error:
                output.bad_input(error.sentence(output.lang()))
        else:
            text = beancount(games[entries[0].game], entries, currency)
        progress.close()
    told = "" if as_json else output.say("entries-in-file", table=table, entries=str(len(entries)), file=str(out))
    write_out(text, out, told)
    if as_json:
        output.data({"table": table, "entries": len(entries), "file": str(out)})


def notation(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    table: Annotated[str, typer.Argument(help="Id of the table.")],
    out: Annotated[Path | None, typer.Argument(help="File to write; standard output when not given.")] = None,
    key: Annotated[
        Path | None, typer.Option(help="Key file: tells hidden faces too. Only when nothing is hidden now.")
    ] = None,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Write a table's record as notation: a text to read and change, which tapete replay decides again."""
    from tapete.house.terms import KEY
    from tapete.record.notation import format_notation, from_entries
    from tapete.record.recompute import read

    with reading(where) as whole, following(where):
        source, progress = output.with_progress(whole, chosen_tables(whole, table))
        games = {name: game for name, game in record_games(source).items() if name != KEY}
        entries = list(read(source, table, record_sealer(key)))
        if not entries:
            output.bad_input("no-entries", table=table)
        require_games(games, entries)
        text = format_notation(from_entries(games[entries[0].game], entries))
        progress.close()
    write_out(text, out, output.say("entries-in-file", table=table, entries=str(len(entries)), file=str(out)))


def write_out(data: str | bytes, out: Path | None, told: str) -> None:
    """Write to a file, and the sentence that says so, or to standard output; end with status 2 where that fails."""
    try:
        if out is None:
            typer.echo(data, nl=False)
            return
        output.write_private(out, data)
    except BrokenPipeError as error:
        raise output.OutputLostError from error
    except OSError as error:
        output.bad_input("file-failed", file=str(out), why=output.why(error))
    if told:
        typer.echo(told)


def results(
    where: Annotated[
        str,
        typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address, export or notation file."),
    ],
    table: Annotated[str | None, typer.Argument(help="Id of the table; without one every table.")] = None,
    out: Annotated[Path | None, typer.Option(help="File to write; standard output when not given.")] = None,
    parquet: Annotated[bool, typer.Option("--parquet/--csv", help="Parquet, which needs --out and pyarrow.")] = False,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Write what was played as rows: of card games each stake of each settled coup, of bingo each prize of each game.
    Nothing hidden is in them, and no key is needed.
    """
    from tapete.results import StakeRow, as_csv, as_parquet

    if parquet and out is None:
        output.bad_input("parquet-needs-file")
    if parquet and not output.has_module("pyarrow"):
        output.bad_input("no-pyarrow")
    found = _rows(where, table)
    kinds = {one.kind for one in found.values()} or {StakeRow}
    kind = StakeRow if StakeRow in kinds else kinds.pop()
    if others := tuple(name for name, one in found.items() if one.kind is not kind):
        output.progress("results-others", tables=others)
    rows = [row for one in found.values() if one.kind is kind for row in one.rows]
    data = as_parquet(kind, rows) if parquet else as_csv(kind, rows)
    write_out(data, out, output.say("rows-in-file", count=len(rows), file=str(out)))


def _rows(where: str, wanted: str | None) -> dict[str, Results]:
    """Return the results of each table of a record, or of a notation file; end with status 2 for anything else."""
    from tapete.catalogue import house_games
    from tapete.house.terms import KEY
    from tapete.record.recompute import read
    from tapete.results import begin, of_notation

    found: dict[str, Results] = {}
    with following(where):
        if notation := notation_file(where):
            name = str(notation.opening_fields.get("name", Path(where).stem))
            if wanted not in (None, name):
                output.bad_input("no-table", table=wanted, tables=(name,))
            return {name: of_notation(house_games()[notation.game], notation, name)}
        with reading(where) as whole:
            chosen = tuple(one for one in chosen_tables(whole, wanted) if wanted or one != KEY)
            source, progress = output.with_progress(whole, chosen)
            games = {name: game for name, game in record_games(source).items() if name != KEY}
            for one in chosen:
                for entry in read(source, one):
                    require_games(games, (entry,))
                    found.setdefault(one, begin(games[entry.game], one)).follow(entry)
            progress.close()
    return found


def notation_file(file: str) -> Notation | None:
    """Return what a notation file says, ``None`` for a database or an export; end with status 2 for anything else."""
    from tapete.catalogue import house_games
    from tapete.record.notation import NotationSyntaxError, read_notation
    from tapete.record.source import open_plain

    path = stores.named_path(file)
    if path is None:
        return None
    try:
        with open(path, "rb", opener=open_plain) as opened:
            head = opened.read(16)
        if head.startswith((b"SQLite format 3", b"{")):
            return None
        found = read_notation(path)
    except FileNotFoundError:
        output.bad_input("no-file", file=file)
    except UnicodeDecodeError:
        output.bad_input("unreadable", file=file)
    except (NotationSyntaxError, OSError) as error:
        output.bad_input("not-a-record", file=file, why=output.why(error))
    games = house_games()
    if found.game not in games:
        output.bad_input("no-game", game=found.game, games=tuple(games))
    return found


def require_games(games: Mapping[str, Game[Any]], *tables: Sequence[Entry]) -> None:
    """End with status 2 where an entry is of a game that is not built."""
    unknown = next((entry.game for entries in tables for entry in entries if entry.game not in games), None)
    if unknown is not None:
        output.bad_input("no-game", game=unknown, games=tuple(games))
