"""``tapete odds``: exact chances, counted over every run of cards."""

from __future__ import annotations

from typing import Annotated

import typer

from tapete.cli import output


def punto_banco(
    decks: Annotated[int, typer.Option(min=1, max=12, help="Packs in the shoe.")] = 8,
    removed: Annotated[str, typer.Option(help='Cards already out, such as "7s Kh".')] = "",
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count in how many of all ordered deals the punto, the bank or neither wins."""
    from tapete.cards import UnknownCardError, cards

    try:
        out = cards(removed)
    except UnknownCardError as error:
        output.bad_input("no-card", card=str(error))
    from tapete.odds.punto_banco import exact
    from tapete.odds.shoe import OddsError

    try:
        found = exact(decks, out).to_json()
    except OddsError as error:
        output.bad_input(error.sentence(output.lang()))
    if as_json:
        output.data(found)
        return
    total = found["total"]
    for key in ("player", "banker", "tie"):
        typer.echo(f"{output.bold(output.say(f'wins-{key}')):<8} {found[key]:>22}  {found[key] / total:.6%}")
