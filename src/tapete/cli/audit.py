"""``tapete audit``: check a record without trusting whoever kept it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import default_paths, output


def audit(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    key: Annotated[Path | None, typer.Option(help="Key file that opens the private parts.")] = None,
    witness: Annotated[
        Path | None,
        typer.Option(help="Checkpoints kept away from the database; DB.witness beside a SQLite file when not given."),
    ] = None,
    trusted: Annotated[
        list[str] | None, typer.Option(help="Public key that may sign (hexadecimal); repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check chain, signatures, decisions, money and card proofs of a record; status 1 if anything is wrong."""
    from tapete.cli import records
    from tapete.record import audit as audits

    source = records.open_record(where)
    try:
        beside_it = default_paths.witness_file(where)
        if witness is None and beside_it is not None and beside_it.is_file():
            output.progress(f"testigo: {beside_it}")
            witness = beside_it
        seen = records.witness_checkpoints(witness)
        known = {one.table for one in seen} - set(source.tables())
        chosen = (table,) if table in known else records.chosen_tables(source, table)
        given = audits.AuditInputs(records.record_sealer(key), seen, frozenset(trusted) if trusted else None)
        report = audits.audit(source, records.record_games(source), given, None if table is None else chosen)
    finally:
        source.close()
    if as_json:
        output.data(audits.summary(report))
    else:
        sound = "conforme, CON RESERVAS" if report.warnings else "conforme"
        verdict = sound if report.ok else "NO conforme"
        typer.echo(
            f"{output.bold(verdict)}: {report.entries} asientos de {len(report.tables)} mesas, {report.proved} cartas "
            f"comprobadas, {report.checkpoints} firmas, {report.unopened} partes reservadas sin abrir"
        )
        for warning in report.warnings:
            typer.echo(output.bold(f"  RESERVA {warning.table or '-'} {warning.code}: {warning.text}"))
        for one in report.problems:
            typer.echo(f"  {one.table or '-'} #{one.at} {one.code}: {one.text}")
        for other in report.explained:
            typer.echo(f"  {other.table} #{other.at} {other.code} (explicado): {other.text}")
    output.answer(report.ok)
