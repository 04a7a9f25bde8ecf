"""The root of the command line: one language for a whole answer, complaints of the parser too, and the version."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any

import typer
from typer.core import TyperGroup

from tapete.cli import output
from tapete.cli.completion import complete_for_shell
from tapete.cli.help_words import SpokenGroup


class RootGroup(SpokenGroup):
    """Takes the language before anything is parsed, and says in it what cannot be parsed."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; ends the process like :meth:`TyperGroup.main` does."""
        words = list(sys.argv[1:] if args is None else args)
        output.set_lang(words)
        try:
            complete_for_shell(words)
            status = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.Abort:
            sys.exit(output.NO)
        except typer.Exit as error:
            sys.exit(error.exit_code)
        except Exception as error:
            if not standalone_mode or not hasattr(error, "format_message"):  # no complaint of the parser
                raise
            _complain(error)
            sys.exit(output.BAD_INPUT)
        if not standalone_mode:
            return status
        sys.exit(status if isinstance(status, int) else 0)


def _complain(error: Any) -> None:
    """Print what the parser has found, by the kind of its complaint; a group that was given no word shows its help."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "NoArgsIsHelpError" in kinds:
        _show_help(error.format_message())  # drawn when the complaint was made (``help_words``)
        return
    if _is_verb_missing(error):
        with redirect_stdout(sys.stderr):
            _show_help(error.ctx.get_help())
        return
    context, param = error.ctx, getattr(error, "param", None)
    facts: dict[str, Any] = {"help": "tapete --help" if context is None else f"{context.command_path} --help"}
    if param is not None:
        name = param.opts[0]
        facts["option"] = name if name.startswith("-") else name.upper()
    if "MissingParameter" in kinds:
        code = "option-missing"
    elif "NoSuchOption" in kinds:
        code, facts["option"] = "option-unknown", error.option_name
    elif "BadOptionUsage" in kinds:
        code, facts["option"] = "option-bad", error.option_name
    elif "BadParameter" in kinds:
        code = _bad_value(param, facts)
    elif context is not None and isinstance(context.command, TyperGroup):
        code, facts["verbs"] = "no-verb", context.command.list_commands(context)
        facts["verb"] = error.message.split("'")[1]
    else:
        code = "words-too-many"
    typer.echo(f"tapete: {output.say(code, **facts)}", err=True)


def _show_help(text: str) -> None:
    """Print a help as it was given; nothing where it was drawn already."""
    if text:
        typer.echo(text, err=True)


def _is_verb_missing(error: Any) -> bool:
    """Return True if a group was given options and no verb: no word that it does not know."""
    return error.ctx is not None and isinstance(error.ctx.command, TyperGroup) and error.message == "Missing command."


def _bad_value(param: Any, facts: dict[str, Any]) -> str:
    """Return the sentence for a value that its parameter does not take, and add the bounds to its facts."""
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    if "day" in (param.name or ""):
        return "option-day"
    if least is None or most is None:
        facts["least"] = str(least)
        return "option-bad" if least is None else "option-at-least"
    facts |= {"least": f"{least:.16g}", "most": f"{most:.16g}"}
    return "option-number" if isinstance(least, int) else "option-between"


def show_version(wanted: bool) -> None:
    """Print the version, which is the edition of the rules too, and end."""
    if wanted:
        from tapete import __version__

        typer.echo(f"tapete {__version__}")
        raise typer.Exit
