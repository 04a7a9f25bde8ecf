"""The command line: ``tapete VERB``. What a verb needs is imported when it runs.

Exit status: 0 fine, 1 the answer is no (an audit failed, a replay differs), 2 bad input, 3 (``serve`` alone) another
server has taken a table over; 69 the server of the database cannot be reached now, 70 a crash, 74 no output, 130
interrupted, 141 a closed pipe. Data go to standard output, as JSON with ``--json``; progress and complaints go to
standard error. An answer is in one language: that of ``--lang``, else of ``TAPETE_LANG``, else of the locale, else
Spanish. ``NO_COLOR`` is respected.
"""

from __future__ import annotations

from typing import Annotated

import typer

from tapete.cli import output
from tapete.cli.root import RootGroup, group, having, show_version

GAMES = {game: game.replace("-", "_") for game in ("punto-banco", "chemin-de-fer", "dos-panos", "bingo")}
VERBS: dict[str, str | typer.Typer] = {
    "demo": "serve.demo",
    "init": "house.init",
    "serve": "serve.serve",
    "replica": "replica.replica",
    "rules": "rules.rules",
    "replay": "verify.replay",
    "audit": "verify.audit",
    "export": "records.export",
    "backup": "recovery.backup",
    "restore": "recovery.restore",
    "keys": "stores.keys",
    "adopt": "recovery.adopt",
    "accounts": "records.accounts",
    "notation": "records.notation",
    "results": "records.results",
    "minutes": "records.minutes",
    "open": "open.open_app",
    "people": group(
        "People of a house, while nobody serves its store: who has an account, a new invitation for somebody who "
        "cannot log in any more, the name of a player erased.",
        {"list": "house.list_people", "reset": "house.reset", "erase": "house.erase", "seal": "house.seal"},
    ),
    "store": group(
        "The tables of a PostgreSQL store: made and changed by their owner, written by a role that can only add.",
        {"grant": "stores.grant"},
    ),
    "odds": group("Exact chances of a game, in whole numbers.", {game: f"odds.{verb}" for game, verb in GAMES.items()}),
    "simulate": group(
        "What many shoes, banks or games bring, with the bounds of each mean.",
        {game: f"simulate.{verb}" for game, verb in GAMES.items()},
    ),
    "solve": group(
        "Equilibria of a game, as exact fractions.",
        {"chemin-de-fer": "odds.solve_chemin_de_fer", "dos-panos": "odds.solve_dos_panos"},
    ),
    "bingo": group(
        "Cards of bingo: made and printed, checked, ranked.",
        {verb: f"bingo.{verb}" for verb in ("cards", "check", "rank", "unrank")},
    ),
}
"""Where each verb is, or the group of those below it."""

app: typer.Typer = typer.Typer(
    name="tapete",
    cls=having(VERBS, RootGroup),
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


__all__ = ["app"]
