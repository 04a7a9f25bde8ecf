"""``tapete keys``: the public key of a hall, which an auditor trusts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli import output


def keys(
    file: Annotated[Path, typer.Argument(metavar="KEY_FILE", help="Key file of a hall.")],
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the public key with which a hall signs: hand it to auditors, who name it with audit --trusted."""
    from tapete.cli import records

    public = records.hall_keys(file).public
    if as_json:
        output.data({"file": str(file), "public": public})
    else:
        typer.echo(public)
