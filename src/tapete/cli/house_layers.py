"""A house's own layer over a rulebook on the command line: ``tapete rules --check FILE``, ``open --rulebook FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.rulebooks import Rulebook

ENDING: Final = ".toml"
"""How the name of a layer's file ends; any other word is the id of a rulebook."""


def layer_of(file: str, game: str | None = None) -> Rulebook:
    """Return the rulebook of a house's file; end with status 2 for one that cannot be read, breaks a rule of a layer or
    is of another game.
    """
    from tapete.rulebooks import RulebookError

    try:
        book = read_layer(file)
    except RulebookError as error:
        typer.echo(f"tapete: {output.safe(error.sentence(output.lang()))}", err=True)
        raise typer.Exit(output.BAD_INPUT) from error
    if game is not None and book.game != game:
        output.bad_input("layer-of-other-game", file=file, game=book.game)
    return book


def read_layer(file: str) -> Rulebook:
    """Return the rulebook of a house's file; end with status 2 where there is none, or one that is no text.

    Some editors begin a file with a mark of its coding, which is no part of it.
    """
    from tapete.catalogue.house_layers import house_book

    try:
        text = output.read_file(Path(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        output.bad_input("layer-unreadable", file=file)
    return house_book(text, Path(file).name)


def show_check(file: str, as_json: bool) -> None:
    """Print what a house's file sets, or the first thing that is wrong with it; end with status 1 then."""
    from tapete.rulebooks import RulebookError, house_library, options_of_book
    from tapete.words import option_name, option_value

    lang = output.lang()
    try:
        book = read_layer(file)
    except RulebookError as error:
        told = {"code": error.code, "text": error.sentence(lang), **_problem(error.facts)}
        if as_json:
            output.data({"ok": False, "rulebook": None, "problem": told})
        else:
            typer.echo(f"{output.bold(error.code)}: {told['text']}")
        output.answer(False)
        return
    below = options_of_book(house_library().by_hash(book.content["over"]["sha256"]))
    found = {name: one for name, one in options_of_book(book).items() if one != below[name]}
    if as_json:
        values = {name: {"value": one.value, "was": below[name].value, "why": one.why} for name, one in found.items()}
        head = {"id": book.id, "game": book.game, "title": book.content["title"], "sha256": book.sha256}
        output.data(
            {"ok": True, "rulebook": {**head, "over": book.content["over"]["id"], "values": values}, "problem": None}
        )
        return
    typer.echo(f"{output.bold(book.id)}  {book.content['title']}  {book.sha256}")
    for name, one in found.items():
        now, was = option_value(one.value, lang), option_value(below[name].value, lang)
        typer.echo(f"  {name} ({option_name(name, lang)}): {was} → {now}: {one.why}")


def _problem(facts: dict[str, Any]) -> dict[str, Any]:
    clauses = [one for one in str(facts.get("clauses", "")).split(", ") if one]
    return {"option": facts.get("key"), "clauses": clauses}
