"""The root of the command line: one language for a whole answer, complaints of the parser too, and the version."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import typer
from typer.core import TyperGroup

from tapete.cli import logs, output
from tapete.cli.completion import complete_for_shell
from tapete.cli.help_words import SpokenGroup

POSIX_MODULES: Final = ("fcntl", "resource")
"""Modules that Windows lacks: without them no record can be locked, so no hall runs there."""
HALL_VERBS: Final = frozenset({"adopt", "backup", "demo", "init", "open", "people", "restore", "serve", "store"})
"""Verbs that hold a record, or make one; the others read."""


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
        output.prepare_streams()
        output.set_lang(words)
        logs.speak()
        status: Any = 0
        try:
            try:
                complete_for_shell(words)
                status = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            except (typer.Exit, SystemExit) as error:
                status = error.exit_code if isinstance(error, typer.Exit) else error.code
            sys.stdout.flush()
        except Exception as error:
            if not standalone_mode:
                raise
            status = _status_of(error, words)
        if not standalone_mode:
            return status
        sys.exit(status if isinstance(status, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the verb of a command line; end with status 2, before anything is made, where the system has not what
        it needs.
        """
        found = super().resolve_command(ctx, args)
        if found[0] in HALL_VERBS and not {"-h", "--help"} & set(args):
            try:
                for one in POSIX_MODULES:
                    import_module(one)
            except ImportError as error:
                verbs = [one for one in self.list_commands(ctx) if one not in HALL_VERBS]
                output.bad_input("system-unfit", verb=found[0], module=error.name, verbs=verbs)
        return found


def _status_of(error: Exception, words: Sequence[str]) -> int:
    """Print what ended a verb without an answer, and return the exit status for it."""
    cause = error.__cause__
    if isinstance(error, typer.Abort):
        return output.INTERRUPTED
    if isinstance(error, output.OutputLostError):
        if isinstance(cause, BrokenPipeError):
            return output.PIPE_CLOSED
        _tell("output-lost", why=output.why(cause or error))
        return output.OUTPUT_LOST
    if hasattr(error, "format_message"):  # a complaint of the parser
        _complain(error, words)
        return output.BAD_INPUT
    typer.echo(logs.told_trace(error), err=True)
    _tell("crashed", kind=type(error).__name__)
    return output.CRASHED


def _complain(error: Any, words: Sequence[str]) -> None:
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
        facts["given"] = _given(param, words)
        code = _bad_value(param, facts)
    elif context is not None and isinstance(context.command, TyperGroup):
        code, facts["verbs"] = "no-verb", context.command.list_commands(context)
        facts["verb"] = error.message.split("'")[1]
    else:
        code = "words-too-many"
    _tell(code, **facts)


def _tell(code: str, **facts: Any) -> None:
    typer.echo(f"tapete: {output.say(code, **facts)}", err=True)


def _show_help(text: str) -> None:
    """Print a help as it was given; nothing where it was drawn already."""
    if text:
        typer.echo(text, err=True)


def _is_verb_missing(error: Any) -> bool:
    return error.ctx is not None and isinstance(error.ctx.command, TyperGroup) and error.message == "Missing command."


def _given(param: Any, words: Sequence[str]) -> str:
    """Return what a command line gives an option."""
    pairs = [*pairwise(words), *(tuple(one.split("=", 1)) for one in words if "=" in one)]
    return next((value for name, value in pairs if name in param.opts), "")


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
