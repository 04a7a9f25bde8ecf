"""The command line: ``tapete VERB``. One file per verb; what a verb needs is imported when it runs.

Exit status: 0 fine, 1 the answer is no (an audit failed, a replay differs), 2 bad input, 3 (``serve`` alone) another
server has taken a table over; 69 the server of the database cannot be reached now, 70 a crash, 74 no output, 130
interrupted, 141 a closed pipe. Data go to standard output, as JSON with ``--json``; progress and complaints go to
standard error. An answer is in one language: that of ``--lang``, else of ``TAPETE_LANG``, else of the locale, else
Spanish. ``NO_COLOR`` is respected.
"""

from __future__ import annotations

from typing import Annotated

import typer

from tapete.cli import (
    bingo,
    copies,
    demo,
    init,
    odds,
    open as opening,
    output,
    people,
    records,
    replay,
    rules,
    serve,
    stores,
)
from tapete.cli.root import RootGroup, SpokenCommand, SpokenGroup, show_version

app = typer.Typer(
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


odds_app = typer.Typer(cls=SpokenGroup, help="Exact chances of a game, in whole numbers.", no_args_is_help=True)
odds_app.callback()(output.group)
odds_app.command("punto-banco", cls=SpokenCommand)(odds.punto_banco)
odds_app.command("chemin-de-fer", cls=SpokenCommand)(odds.chemin_de_fer)

solve_app = typer.Typer(cls=SpokenGroup, help="Equilibria of a game, as exact fractions.", no_args_is_help=True)
solve_app.callback()(output.group)
solve_app.command("chemin-de-fer", cls=SpokenCommand)(odds.solve_chemin_de_fer)

bingo_app = typer.Typer(
    cls=SpokenGroup, help="Cards of bingo: made and printed, checked, ranked.", no_args_is_help=True
)
bingo_app.callback()(output.group)
bingo_app.command("cards", cls=SpokenCommand)(bingo.cards)
bingo_app.command("check", cls=SpokenCommand)(bingo.check)
bingo_app.command("rank", cls=SpokenCommand)(bingo.rank)
bingo_app.command("unrank", cls=SpokenCommand)(bingo.unrank)

app.command("demo", cls=SpokenCommand)(demo.demo)
app.command("init", cls=SpokenCommand)(init.init)
app.command("serve", cls=SpokenCommand)(serve.serve)
app.command("rules", cls=SpokenCommand)(rules.rules)
app.command("replay", cls=SpokenCommand)(replay.replay)
app.command("audit", cls=SpokenCommand)(replay.audit)
app.command("export", cls=SpokenCommand)(records.export)
app.command("backup", cls=SpokenCommand)(copies.backup)
app.command("restore", cls=SpokenCommand)(copies.restore)
app.command("keys", cls=SpokenCommand)(stores.keys)
app.command("adopt", cls=SpokenCommand)(init.adopt)
app.command("accounts", cls=SpokenCommand)(people.accounts)
app.command("minutes", cls=SpokenCommand)(records.minutes)
app.add_typer(opening.open_app, name="open")
app.add_typer(people.people_app, name="people")
app.add_typer(stores.store_app, name="store")
app.add_typer(odds_app, name="odds")
app.add_typer(solve_app, name="solve")
app.add_typer(bingo_app, name="bingo")

__all__ = ["app"]
