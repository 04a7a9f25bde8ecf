"""The options of ``tapete open``: those of a game's form as the command line reads them, and what each is given."""

from __future__ import annotations

from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from tapete.cli import output
from tapete.cli.help_words import frame_word, help_text
from tapete.money import read_euros

if TYPE_CHECKING:
    from tapete.catalogue import GameEntry, OpeningOption

NAME: Final = "mesa-1"
"""The id of a table that nobody names."""


def usual_values(game: GameEntry) -> dict[str, str]:
    """Return what is taken for required fields that nobody says: a name, and the rulebook of the game's demo."""
    book = next((str(table["rulebook"]) for table in game.demo if "rulebook" in table), None)
    return {"name": NAME} if book is None else {"name": NAME, "rulebook": book}


def options_of(game: GameEntry) -> dict[str, OpeningOption]:
    """Return the options of a game's form by field, with what is taken for those that nobody says."""
    import msgspec

    defaults = usual_values(game)
    return {
        one.field: msgspec.structs.replace(one, default=defaults[one.field], required=False)
        if one.field in defaults
        else one
        for one in game.form().options
    }


def cents(text: str, option: str, least: int = 1) -> int:
    """Return an amount in cents from euros written as on the pages; end with status 2 where it is none."""
    amount = read_euros(text, output.lang())
    if amount is None or not (amount or least < 1):
        output.bad_input("not-euros", option=option, text=text)
    return amount


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """Return a parameter of a command by its name, with what it is when nobody gives it."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


COMMON: Final = (
    parameter("store", Annotated[str, typer.Option(help="SQLite file or postgresql:// address.")]),
    parameter(
        "staff", Annotated[list[str] | None, typer.Option(help="POST=PERSON, such as croupier=ana; repeatable.")], None
    ),
    parameter(
        "key",
        Annotated[Path | None, typer.Option(help="Key file of the hall; beside a SQLite file when not given.")],
        None,
    ),
    parameter(
        "witness", Annotated[Path | None, typer.Option(help="Witness file; beside a SQLite file when not given.")], None
    ),
    parameter("lang", output.LangOption, output.LANGS[0]),
    parameter("as_json", Annotated[bool, typer.Option("--json", help="Print JSON.")], False),
)
"""Options that do not depend on the game."""


SERIES: Final = parameter(
    "series", Annotated[list[str] | None, typer.Option(help="Register the series of this file; repeatable.")], None
)
"""For games whose material comes in files."""


def annotation_of(one: OpeningOption) -> tuple[Any, Any]:
    """Return how the command line reads a field of a form, and what it is when nobody gives it."""
    from tapete.catalogue import Unit

    told = frame_word("needed") if one.required else frame_word("otherwise").format(_default_text(one))
    text = help_text("open", one.field, one.help)
    option = f"--{one.name}"
    match one.unit:
        case Unit.SWITCH | Unit.SWITCH_OFF:
            return Annotated[bool, typer.Option(option, help=text)], False
        case Unit.NUMBER:
            limits = typer.Option(option, min=one.least, max=one.most, help=f"{text} ({told})", show_default=False)
            return Annotated[int | None, limits], None
        case Unit.CHOICES:
            metavar = "|".join(one.choices)
            return Annotated[list[str] | None, typer.Option(option, help=text, metavar=metavar)], None
        case Unit.CHOICE:
            metavar = "|".join(one.choices)
            return Annotated[str | None, typer.Option(option, help=f"{text} ({told})", metavar=metavar)], None
        case _:
            return Annotated[str | None, typer.Option(option, help=f"{text} ({told})")], None


def _default_text(one: OpeningOption) -> str:
    from tapete.catalogue import Unit

    return f"{one.default / 100:g}" if one.unit is Unit.MONEY else str(one.default)


def value_of(one: OpeningOption, value: Any, game: str) -> Any:
    """Return what a field of the opening act is given; ``None`` leaves it as the act has it."""
    from tapete.catalogue import Unit

    match one.unit, value:
        case Unit.SWITCH, bool():
            return True if value else None
        case Unit.SWITCH_OFF, bool():
            return False if value else None
        case _, None if one.required:
            code = "table-needs-euros" if one.unit is Unit.MONEY else "table-needs"
            return output.bad_input(code, game=game, option=one.name)
        case _, None | []:
            return None
        case Unit.MONEY, str():
            return cents(value, f"--{one.name}", 1 if one.least is None else one.least)
        case Unit.CHOICE, str() if value not in one.choices:
            return _no_choice(one, value)
        case Unit.CHOICES, list() if strange := set(value) - set(one.choices):
            return _no_choice(one, min(strange))
        case _:
            return value


def _no_choice(one: OpeningOption, value: str) -> NoReturn:
    output.bad_input("not-a-choice", option=one.name, value=value, choices=one.choices)
