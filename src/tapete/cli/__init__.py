"""The command line: ``tapete VERB``. What a verb needs is imported when it runs.

Exit status: 0 fine, 1 the answer is no (an audit failed, a replay differs), 2 bad input, 3 (``serve`` alone) another
server has taken a table over; 69 the server of the database cannot be reached now, 70 a crash, 74 no output, 130
interrupted, 141 a closed pipe. Data go to standard output, as JSON with ``--json``; progress and complaints go to
standard error. An answer is in one language: that of ``--lang``, else of ``TAPETE_LANG``, else of the locale, else
Spanish. ``NO_COLOR`` is respected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from tapete.cli import (
    bingo,
    house,
    odds,
    open as opening,
    output,
    records,
    recovery,
    rules,
    serve,
    simulate,
    stores,
    verify,
)
from tapete.cli.root import RootGroup, SpokenCommand, SpokenGroup, show_version

app: typer.Typer = typer.Typer(
    name="tapete",
    cls=RootGroup,
    help="Rules engine and live tables for the games of the Spanish casino catalogue.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=show_version, is_eager=True)
    ] = False,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Rules engine and live tables for the games of the Spanish casino catalogue."""


def group(name: str, text: str, verbs: Mapping[str, Callable[..., None]]) -> None:
    """Add verbs under a name of their own."""
    made = typer.Typer(cls=SpokenGroup, help=text, no_args_is_help=True)
    made.callback()(output.group)
    for verb, run in verbs.items():
        made.command(verb, cls=SpokenCommand)(run)
    app.add_typer(made, name=name)


app.command("demo", cls=SpokenCommand)(serve.demo)
app.command("init", cls=SpokenCommand)(house.init)
app.command("serve", cls=SpokenCommand)(serve.serve)
app.command("rules", cls=SpokenCommand)(rules.rules)
app.command("replay", cls=SpokenCommand)(verify.replay)
app.command("audit", cls=SpokenCommand)(verify.audit)
app.command("export", cls=SpokenCommand)(records.export)
app.command("backup", cls=SpokenCommand)(recovery.backup)
app.command("restore", cls=SpokenCommand)(recovery.restore)
app.command("keys", cls=SpokenCommand)(stores.keys)
app.command("adopt", cls=SpokenCommand)(recovery.adopt)
app.command("accounts", cls=SpokenCommand)(records.accounts)
app.command("notation", cls=SpokenCommand)(records.notation)
app.command("results", cls=SpokenCommand)(records.results)
app.command("minutes", cls=SpokenCommand)(records.minutes)
app.add_typer(opening.open_app, name="open")
app.add_typer(house.people_app, name="people")
app.add_typer(stores.store_app, name="store")
group(
    "odds",
    "Exact chances of a game, in whole numbers.",
    {
        "punto-banco": odds.punto_banco,
        "chemin-de-fer": odds.chemin_de_fer,
        "dos-panos": odds.dos_panos,
        "bingo": odds.bingo,
    },
)
group(
    "simulate",
    "What many shoes, banks or games bring, with the bounds of each mean.",
    {
        "punto-banco": simulate.punto_banco,
        "chemin-de-fer": simulate.chemin_de_fer,
        "dos-panos": simulate.dos_panos,
        "bingo": simulate.bingo,
    },
)
group(
    "solve",
    "Equilibria of a game, as exact fractions.",
    {"chemin-de-fer": odds.solve_chemin_de_fer, "dos-panos": odds.solve_dos_panos},
)
group(
    "bingo",
    "Cards of bingo: made and printed, checked, ranked.",
    {"cards": bingo.cards, "check": bingo.check, "rank": bingo.rank, "unrank": bingo.unrank},
)

__all__ = ["app"]
