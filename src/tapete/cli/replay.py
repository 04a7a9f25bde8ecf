"""``tapete replay``: play a notation file or a record again and say whether it comes out as written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from tapete.cli import default_paths, output


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Notation file, export or database.")],
    key: Annotated[Path | None, typer.Option(help="Key file that opens the private parts of a database.")] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Decide every act of a file again; status 1 if anything comes out otherwise than it says, with the first entry."""
    found = _notation(file) or _record(file, key)
    if as_json:
        output.data(found)
    else:
        _tell(found, lang)
        if found.get("not_checked"):
            typer.echo(f"  {output.words('decisions-alone', lang)}")
    output.answer(found["ok"])


NOT_CHECKED = ("chain", "signatures", "tags", "writers", "witness", "requests", "shoes")
"""What a record has besides its decisions: the audit's question."""


def _tell(found: dict[str, Any], lang: str) -> None:
    """Print what came of a replay as sentences of one language."""
    from tapete.record.table_audit import numbers
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
    """Return the outcome for a notation file, ``None`` for something else."""
    from tapete.catalogue import house_games
    from tapete.record.chain import problem
    from tapete.record.notation import NotationError, NotationSyntaxError, play, read_notation
    from tapete.record.source import open_plain

    path = default_paths.named_path(file)
    if path is None:
        return None
    try:
        with open(path, "rb", opener=open_plain) as opened:
            head = opened.read(16)
        if head.startswith((b"SQLite format 3", b"{")):
            return None
        notation = read_notation(path)
    except FileNotFoundError:
        output.bad_input("no-file", file=file)
    except UnicodeDecodeError:
        output.bad_input("unreadable", file=file)
    except (NotationSyntaxError, OSError) as error:
        output.bad_input("not-a-record", file=file, why=output.why(error))
    games = house_games()
    if notation.game not in games:
        output.bad_input("no-game", game=notation.game, games=tuple(games))
    problems = []
    try:
        play(games[notation.game], notation)
    except NotationSyntaxError as error:
        output.bad_input("not-a-record", file=file, why=output.why(error))
    except NotationError as error:
        problems.append(msgspec.to_builtins(problem(error.at, "replay-differs", why=error.told)))
    return {"ok": not problems, "entries": len(notation.actions), "problems": problems}


def _record(file: str, key: Path | None) -> dict[str, Any]:
    """Decide every act of every table of a record again; each table answers with its first entry that differs."""
    from tapete.cli import records
    from tapete.cli.record_progress import with_progress
    from tapete.record.chain import problem
    from tapete.record.continuations import house_gone
    from tapete.record.verify import VerifyOptions, verify_table

    with records.reading(file) as source:
        games, by = records.record_games(source), VerifyOptions(records.record_sealer(key))
        shown, progress = with_progress(source, source.tables(), readings=2)
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
