"""``tapete solve``: equilibria as exact fractions, with a certificate that can be checked."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from tapete.cli import odds, output


def chemin_de_fer(
    model: odds.ModelOption = "B2",
    decks: odds.DecksOption = None,
    commission: odds.CommissionOption = "0",
    shoe: odds.ShoeOption = "",
    removed: odds.RemovedOption = "",
    table: Annotated[bool, typer.Option("--table", help="The banker follows the drawing table.")] = False,
    banco: Annotated[bool, typer.Option("--banco", help="The punto plays banco and is not bound.")] = False,
    check: Annotated[bool, typer.Option("--verify", help="Count everything anew and check the answer.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Solve a coup between punto and banker: its equilibria."""
    from tapete.odds.chemin_de_fer import solve, verify
    from tapete.odds.shoe import OddsError

    terms = odds.chemin_terms(model, decks, shoe, removed, commission)
    try:
        found = solve(msgspec.structs.replace(terms, is_by_table=table, is_punto_free=banco))
    except OddsError as error:
        output.bad_input(error.sentence(output.lang()))
    tree = found.to_json()
    problems = verify(tree) if check else []
    if as_json:
        told = [
            {"at": one.at, "code": "certificate-wrong", "text": output.say("solve-wrong", number=one.at, part=one.part)}
            for one in problems
        ]
        output.data(tree | ({"verified": not problems, "problems": told} if check else {}))
    else:
        odds.show_terms(found.terms)
        for number, one in enumerate(found.equilibria, 1):
            typer.echo(f"\n{output.bold(output.say('solve-equilibrium', number=number))}")
            odds.show_equilibrium(one)
            odds.show_wins(one)
            if one.continuum is not None:
                typer.echo(output.say("solve-continuum"))
        typer.echo("\n" + output.say("solve-complete" if found.is_complete else "solve-incomplete"))
        for problem in problems:
            typer.echo(output.say("solve-wrong", number=problem.at, part=problem.part))
        if check and not problems:
            typer.echo(output.say("solve-verified"))
    output.answer(not problems)
