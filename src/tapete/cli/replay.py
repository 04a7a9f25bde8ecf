"""``tapete replay``: play a notation file or a record again and say whether it comes out as written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli import say


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Notation file, export or database.")],
    key: Annotated[Path | None, typer.Option(help="Key file that opens the private parts of a database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Replay a file; status 1 if it comes out otherwise than it says."""
    found = _notation(file) or _record(file, key)
    if as_json:
        say.data(found)
    else:
        typer.echo(f"{say.bold('conforme' if found['ok'] else 'NO conforme')}: {found['entries']} asientos")
        for one in found["problems"]:
            typer.echo(f"  #{one['at']} {one['code']}: {one['text']}")
    say.answer(found["ok"])


def _notation(file: str) -> dict[str, Any] | None:
    """Return the outcome for a notation file, ``None`` for something else."""
    from tapete.live import house_games
    from tapete.record.notation import NotationError, NotationSyntaxError, parse_notation, play

    path = Path(file)
    if "://" in file:
        return None
    try:
        with path.open("rb") as opened:
            head = opened.read(16)
        if head.startswith((b"SQLite format 3", b"{")):
            return None
        notation = parse_notation(path.read_text("utf-8"))
    except FileNotFoundError:
        say.bad_input(f"there is no file {file}")
    except (OSError, UnicodeDecodeError):
        say.bad_input(f"{file} cannot be read as a record")
    except NotationSyntaxError as error:
        say.bad_input(f"{file} is not a record: {error}")
    games = house_games()
    if notation.game not in games:
        say.bad_input(f"no game «{notation.game}» here; there are {', '.join(games)}")
    problems = []
    try:
        play(games[notation.game], notation)
    except NotationError as error:
        problems.append({"at": error.at, "code": "replay-differs", "text": str(error)})
    return {"ok": not problems, "entries": len(notation.actions), "problems": problems}


def _record(file: str, key: Path | None) -> dict[str, Any]:
    """Fold every table of a record and ask its game whether the state is sound after each entry."""
    from tapete.cli import records
    from tapete.record.codec import DecodeError
    from tapete.record.entry import BadEntryError
    from tapete.record.private import PrivatePartError
    from tapete.record.replay import read, states

    source = records.source(file)
    count, problems = 0, list[dict[str, Any]]()
    try:
        games, sealer = records.games(source), records.sealer(key)
        for table in source.tables():
            at = 0
            try:
                entries = list(read(source, table, sealer))
                if not entries:
                    continue
                game = games.get(entries[0].game)
                if game is None:
                    problems.append(_problem(table, 1, "game-unknown", entries[0].game))
                    continue
                for entry, state in states(game, iter(entries)):
                    at, count = entry.version, count + 1
                    problems += [_problem(table, at, "unsound", text) for text in game.problems(state)]
            except (BadEntryError, DecodeError, PrivatePartError) as error:
                problems.append(_problem(table, at + 1, "unreadable", str(error)))
    finally:
        source.close()
    return {"ok": not problems, "entries": count, "problems": problems}


def _problem(table: str, at: int, code: str, text: str) -> dict[str, Any]:
    return {"at": at, "code": code, "text": text, "table": table}
