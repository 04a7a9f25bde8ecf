"""``tapete replay`` and ``tapete audit``: whether a file comes out as written, and whether a record is sound."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from tapete.cli import output, records, stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tapete.record.audit import Judges
    from tapete.record.report import AuditInputs, AuditReport
    from tapete.record.side_by_side import OpenedRecord


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Notation file, export or database.")],
    key: Annotated[Path | None, typer.Option(help="Key file that opens the private parts of a database.")] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Decide every act of a file again; status 1 if anything comes out otherwise than it says, with the first entry."""
    found = _notation(file) or _record(file, key)
    if as_json:
        output.data(found)
    else:
        _tell_replay(found, lang)
        if found.get("not_checked"):
            typer.echo(f"  {output.words('decisions-alone', lang)}")
    output.answer(found["ok"])


NOT_CHECKED = ("chain", "signatures", "tags", "writers", "witness", "requests", "shoes")
"""What a record has besides its decisions: the audit's question."""


def _tell_replay(found: dict[str, Any], lang: str) -> None:
    from tapete.record.verify import numbers
    from tapete.words import finding

    verdict = "refused" if not found["ok"] else "reserved" if found.get("skipped") else "sound"
    typer.echo(
        f"{output.bold(output.words(verdict, lang))}: {output.words('replayed', lang, entries=found['entries'])}"
    )
    if skipped := found.get("unjudged"):
        facts = {"count": len(skipped), "entries": numbers([one["at"] for one in skipped])}
        typer.echo(output.bold(f"  {output.words('reserve', lang)} unjudged: {finding('unjudged', facts, lang)}"))
    if unopened := found.get("unopened"):
        text = finding("parts-unopened", {"count": unopened}, lang)
        typer.echo(output.bold(f"  {output.words('reserve', lang)} parts-unopened: {text}"))
    for one in found["problems"]:
        text = finding(one["code"], one["facts"], lang)
        output.tell(f"  {one.get('table') or '-'} #{one['at']} {one['code']}: {text}")


def _notation(file: str) -> dict[str, Any] | None:
    from tapete.catalogue import house_games
    from tapete.record.entry import problem
    from tapete.record.notation import NotationError, NotationSyntaxError, play

    notation, problems = records.notation_file(file), []
    if notation is None:
        return None
    try:
        play(house_games()[notation.game], notation)
    except NotationSyntaxError as error:
        output.bad_input("not-a-record", file=file, why=output.why(error))
    except NotationError as error:
        problems.append(msgspec.to_builtins(problem(error.at, "replay-differs", why=error.told)))
    return {"ok": not problems, "entries": len(notation.actions), "problems": problems}


def _record(file: str, key: Path | None) -> dict[str, Any]:
    """Decide every act of every table of a record again; each table answers with its first entry that differs."""
    from tapete.record.continuations import house_gone
    from tapete.record.editions import EditionHistory
    from tapete.record.entry import problem
    from tapete.record.verify import VerifyOptions, verify_table

    with records.reading(file) as source:
        games = records.record_games(source)
        shown, progress = output.with_progress(source, source.tables(), readings=2)
        by = VerifyOptions(records.record_sealer(key), history=EditionHistory((source,)))
        found = [verify_table(shown, table, games, by) for table in source.tables()]
        progress.close()
        whole = source.tables() if source.row_counts() else ()  # an export shows a part of a hall
        gone = [msgspec.to_builtins(one) for one in house_gone(source, whole)]
    problems = [msgspec.to_builtins(one) for table in found for one in table.problems]
    sums = {
        "entries": sum(table.entries for table in found),
        "skipped": sum(table.skipped_count for table in found),
        "explained": sum(table.explained_count for table in found),
        "unopened": sum(table.unopened_count for table in found),
    }
    problems += gone
    if not sums["entries"]:
        problems.append(msgspec.to_builtins(problem(0, "empty")))
    unjudged = [msgspec.to_builtins(one) for table in found for one in table.unjudged_entries]
    return {"ok": not problems, **sums, "unjudged": unjudged, "problems": problems, "not_checked": NOT_CHECKED}


def audit(
    where: Annotated[
        str,
        typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address, export, or folder of exports."),
    ],
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    day: Annotated[str | None, typer.Option(help="Only this day of a house, with its tables.")] = None,
    key: Annotated[
        Path | None, typer.Option(help="Key file: opens the private parts, checks the tags, names the key to trust.")
    ] = None,
    witness: Annotated[
        list[Path] | None,
        typer.Option(
            help="Checkpoints kept away from the database; DB.witness beside a SQLite file when not given. Repeatable."
        ),
    ] = None,
    trusted: Annotated[
        list[str] | None, typer.Option(help="Public key that may sign (hexadecimal, see tapete keys); repeatable.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="Processes for the tables of a large record; 0: one a core.")
    ] = 0,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Check chain, signatures, decisions, money and card proofs of a record; status 1 if anything is wrong."""
    from tapete.record.audit import summary

    if table is not None and day is not None:
        output.bad_input("table-or-day")
    folder = stores.named_path(where)
    if folder is not None and folder.is_dir():
        if table is not None or day is not None:
            output.bad_input("folder-whole", file=where)
        report = _of_folder(folder, lambda: records.audit_inputs(key, witness or [], trusted), key, workers)
    else:
        beside_it = stores.witness_file(where)
        if not witness and beside_it is not None and beside_it.exists():
            output.progress(output.words("witness", lang, file=str(beside_it)))
            witness = [beside_it]
        report = report_of(where, table, day, lambda: records.audit_inputs(key, witness or [], trusted), key, workers)
        if key is not None and table is None and day is None:
            report = _with_people(report, where, key)
    if as_json:
        output.data(summary(report))
    else:
        _tell(report, lang)
    output.answer(report.is_sound)


def _now(given: AuditInputs) -> AuditInputs:
    """Return what an audit is given, with the time after which nothing can have happened."""
    return msgspec.structs.replace(given, wall_time=given.wall_time or datetime.now(UTC).isoformat())


def open_again(where: str | Path, day: str | None, key: Path | None) -> OpenedRecord:
    """Open a record, or a folder of exports, once more in a process of its own."""
    from tapete.record.days import read_folder
    from tapete.record.editions import EditionHistory
    from tapete.record.side_by_side import OpenedRecord

    wholes = read_folder(where) if isinstance(where, Path) else (records.open_record(where),)
    sources = wholes if day is None else tuple(records.day_source(one, day) for one in wholes)
    authority = None if key is None else records.hall_keys(key).authority
    games = records.record_games(*sources)
    return OpenedRecord(sources, games, EditionHistory(wholes), records.record_sealer(key), authority)


@contextmanager
def _beside(
    workers: int,
    lengths: Sequence[Mapping[str, int]],
    opening: Callable[[], OpenedRecord],
    given: AuditInputs,
    progress: output.Progress,
) -> Iterator[list[Judges | None]]:
    """Give what judges the tables of each source in processes of their own; nothing where one does it sooner."""
    import os

    from tapete.record.side_by_side import LEAST, SideBySide

    workers = min(workers or os.cpu_count() or 1, sum(map(len, lengths)))
    if workers < 2 or sum(sum(one.values()) for one in lengths) < LEAST:
        yield [None for _ in lengths]
        return
    with SideBySide(workers, opening, given, progress.reach) as side:
        yield [side.judges(one, number) for number, one in enumerate(lengths)]


def report_of(
    where: str,
    table: str | None,
    day: str | None,
    inputs: Callable[[], AuditInputs],
    key: Path | None = None,
    workers: int = 1,
) -> AuditReport:
    """Audit a database or an export, or what of it is asked for; end with status 2 where it is not there.

    What else is given is read once the record is open, and after the checkpoints that lie beside it: a hall that plays
    meanwhile signs to the witness first. Several ``workers`` open the record each again, and the same ``key``.
    """
    from tapete.record.audit import READINGS, audit as audit_source
    from tapete.record.editions import EditionHistory

    with records.reading(where) as whole:
        source = whole if day is None else records.day_source(whole, day)
        here = source.tables()
        names_before_witness = frozenset(said.name for name in here for said in source.checkpoints(name))
        given = _now(inputs())
        names_before_witness |= given.names_before_witness or frozenset()
        given = msgspec.structs.replace(given, names_before_witness=names_before_witness)
        known = {one.table for one in given.witness or ()} - set(here)
        chosen = here if table is None else (table,) if table in known else records.chosen_tables(source, table)
        history = EditionHistory((whole,))
        with source.at_once():
            lengths = {name: source.length(name) for name in chosen}
        (shown,), progress = output.all_with_progress((source,), [lengths], readings=READINGS)
        games, asked = records.record_games(source), None if table is None else chosen
        with _beside(workers, [lengths], partial(open_again, where, day, key), given, progress) as (judges,):
            report = audit_source(shown, games, given, asked, history, judges)
        progress.close()
    return report


def _with_people(report: AuditReport, where: str, key: Path) -> AuditReport:
    """Return a report that says too whether what a store keeps about people is what the hall with this key wrote."""
    from tapete.people.credentials import RowSeal
    from tapete.people.stored import changed_tables, is_of_before, is_record_of_before
    from tapete.record.entry import problem
    from tapete.record.report import reservation
    from tapete.record.source import StoreSource
    from tapete.record.store import open_store

    seal = RowSeal(records.hall_keys(key).sealing)
    with records.reading(where) as source:
        if not isinstance(source, StoreSource):
            return report
        with open_store(where, read_only=True) as opened:
            changed = changed_tables(opened, seal)
            if changed and is_of_before(opened, seal) and is_record_of_before(opened):
                return msgspec.structs.replace(report, warnings=(*report.warnings, reservation("people-unsealed")))
    found = tuple(problem(0, "people-changed", name=name) for name in changed)
    is_sound = report.is_sound and not found
    return msgspec.structs.replace(report, is_sound=is_sound, problems=(*report.problems, *found))


def _of_folder(folder: Path, inputs: Callable[[], AuditInputs], key: Path | None, workers: int) -> AuditReport:
    """Audit the exports of a folder; end with status 2 where there are none, or two of one table.

    The witness is read after them, so that it knows of what they say.
    """
    from tapete.record.days import ENDING, audit_folder, read_folder, readings
    from tapete.record.editions import EditionHistory
    from tapete.record.source import SourceError

    try:
        groups = read_folder(folder)
        if others := tuple(sorted(one.name for one in folder.iterdir() if not one.name.casefold().endswith(ENDING))):
            output.progress("folder-others", files=others)
    except SourceError as error:
        output.bad_input("not-a-record", file=error.facts.get("file", str(folder)), why=output.why(error))
    except OSError as error:
        output.bad_input("file-failed", file=str(error.filename or folder), why=output.why(error))
    given = _now(msgspec.structs.replace(inputs(), names_before_witness=None))
    lengths = [{name: one.length(name) for name in one.tables()} for one in groups]
    shown, progress = output.all_with_progress(groups, lengths, readings=readings(groups))
    with _beside(workers, lengths, partial(open_again, folder, None, key), given, progress) as judges:
        report = audit_folder(shown, records.record_games(*groups), given, EditionHistory(groups), judges)
    progress.close()
    return report


def proved_tokens(report: AuditReport, lang: str) -> str:
    """Return the sentence on how many cards, lots and balls were opened and fit their commitments; none: on no card."""
    from tapete.record.card_proofs import TokenKind
    from tapete.words import join

    found = report.proved_by_kind or {TokenKind.CARD: 0}
    return join((output.words(f"proved-{one}", lang, count=found[one]) for one in TokenKind if one in found), lang)


def _tell(report: AuditReport, lang: str) -> None:
    from tapete.words import explained_difference, finding

    verdict = "refused" if not report.is_sound else "reserved" if report.warnings else "sound"
    counts = {
        "entries": report.entries,
        "checkpoints": report.checkpoints,
        "unopened": report.unopened_count,
        "skipped": report.skipped_count,
        "tables": len(report.tables),
        "proved": proved_tokens(report, lang),
    }
    typer.echo(f"{output.bold(output.words(verdict, lang))}: {output.words('counts', lang, **counts)}")
    for one in report.keys:
        word = "key" if one.is_trusted is None else "key-trusted" if one.is_trusted else "key-untrusted"
        output.tell(f"  {output.words(word, lang, key=one.key, count=one.checkpoints, tables=', '.join(one.tables))}")
    reserve = output.words("reserve", lang)
    for warning in report.warnings:
        text = finding(warning.code, warning.facts, lang)
        output.tell(f"  {reserve} {warning.table or '-'} {warning.code}: {text}", is_bold=True)
    for problem in report.problems:
        text = finding(problem.code, problem.facts, lang)
        output.tell(f"  {problem.table or '-'} #{problem.at} {problem.code}: {text}")
    explained = output.words("explained", lang)
    for other in report.explained_differences:
        text = explained_difference(other.code, other.difference, lang)
        output.tell(f"  {other.table} #{other.at} {other.code} ({f'{explained} {other.edition}'.strip()}): {text}")
