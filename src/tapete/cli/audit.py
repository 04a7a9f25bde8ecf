"""``tapete audit``: check a record without trusting whoever kept it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import default_paths, output

if TYPE_CHECKING:
    from tapete.record.report import AuditReport


READINGS = 2
"""How often an audit reads an entry: once for the chain, once to decide its act again."""


def audit(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
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
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check chain, signatures, decisions, money and card proofs of a record; status 1 if anything is wrong."""
    from datetime import UTC, datetime

    import msgspec

    from tapete.cli import records
    from tapete.cli.record_progress import with_progress
    from tapete.record import audit as audits

    with records.reading(where) as source:
        beside_it = default_paths.witness_file(where)
        if not witness and beside_it is not None and beside_it.is_file():
            output.progress(output.words("witness", lang, file=str(beside_it)))
            witness = [beside_it]
        given = records.audit_inputs(key, witness or [], trusted)
        given = msgspec.structs.replace(given, wall_time=datetime.now(UTC).isoformat())
        known = {one.table for one in given.witness or ()} - set(source.tables())
        chosen = (table,) if table in known else records.chosen_tables(source, table)
        shown, progress = with_progress(source, chosen, readings=READINGS)
        report = audits.audit(shown, records.record_games(source), given, None if table is None else chosen)
        progress.close()
    if as_json:
        output.data(audits.summary(report))
    else:
        _tell(report, lang)
    output.answer(report.ok)


def proved_tokens(report: AuditReport, lang: str) -> str:
    """Return the sentence on how many cards, lots and balls were opened and fit their commitments; none: on no card."""
    from tapete.record.card_proofs import TokenKind
    from tapete.words import join

    found = report.proved_by_kind or {TokenKind.CARD: 0}
    return join((output.words(f"proved-{one}", lang, count=found[one]) for one in TokenKind if one in found), lang)


def _tell(report: AuditReport, lang: str) -> None:
    """Print a report as sentences of one language."""
    from tapete.words import explained_difference, finding

    verdict = "refused" if not report.ok else "reserved" if report.warnings else "sound"
    counts = {name: getattr(report, name) for name in ("entries", "checkpoints", "unopened", "skipped")} | {
        "tables": len(report.tables),
        "proved": proved_tokens(report, lang),
    }
    typer.echo(f"{output.bold(output.words(verdict, lang))}: {output.words('counts', lang, **counts)}")
    for one in report.keys:
        word = "key" if one.is_trusted is None else "key-trusted" if one.is_trusted else "key-untrusted"
        typer.echo(f"  {output.words(word, lang, key=one.key, count=one.checkpoints, tables=', '.join(one.tables))}")
    reserve = output.words("reserve", lang)
    for warning in report.warnings:
        text = finding(warning.code, warning.facts, lang)
        typer.echo(output.bold(f"  {reserve} {warning.table or '-'} {warning.code}: {text}"))
    for problem in report.problems:
        text = finding(problem.code, problem.facts, lang)
        typer.echo(f"  {problem.table or '-'} #{problem.at} {problem.code}: {text}")
    explained = output.words("explained", lang)
    for other in report.explained:
        text = explained_difference(other.code, other.difference, lang)
        typer.echo(f"  {other.table} #{other.at} {other.code} ({explained}): {text}")
