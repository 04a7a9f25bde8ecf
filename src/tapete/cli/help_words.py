"""Help in the language of the answer: each text has an entry in ``words/data/help.toml``.

A text is looked up under the verb and its option (``audit.key``), or as an option of every verb
(``option.lang``). What has no entry, such as an option of a game that somebody has added, keeps its own text.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

from tapete.cli import output

REPEATABLE: Final = ("--lang",)
"""Options that may be given again: the last one counts, as when an alias has one already."""

FRAME = {
    "ARGUMENTS_PANEL_TITLE": "arguments",
    "OPTIONS_PANEL_TITLE": "options",
    "COMMANDS_PANEL_TITLE": "commands",
    "DEFAULT_STRING": "default",
    "ENVVAR_STRING": "variable",
    "REQUIRED_LONG_STRING": "required",
}
"""What stands around the texts: names in :mod:`typer.rich_utils`, which are read when help is drawn."""


def help_text(path: str, name: str, own: str | None) -> str | None:
    """Return the help of an option of a verb, or of a verb itself (no ``name``); ``own`` where it has no entry."""
    from tapete.words import topics

    codes = (f"{path}.{name}", f"option.{name}") if name else (path,)
    entry = next((found for one in codes if (found := topics()["help"].get(one)) is not None), None)
    return own if entry is None else entry[output.lang()]


def frame_word(code: str) -> str:
    return help_text(f"frame.{code}", "", code) or code


def speak(command: Any, path: str) -> Any:
    """Put the texts of a command, and of its options, into the language of the answer; return the command."""
    command.help = help_text(path, "", command.help)
    command.options_metavar = frame_word("options-here")
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = frame_word("game-here" if path == "open" else "verb-here")
    for one in command.params:
        one.help = help_text(path, one.name or "", one.help)
    return command


def _require_once(ctx: Any, order: list[Any]) -> None:
    """End with status 2 where an option that has one value is among those of a command line twice."""
    given = Counter(
        one.opts[0]
        for one in order
        if one.opts[0] not in REPEATABLE and not getattr(one, "is_flag", True) and not one.multiple
    )
    for option, count in given.items():
        if count > 1:
            output.bad_input("option-twice", option=option, help=f"{ctx.command_path} --help")


class _SpokenHelp:
    """Help whose frame is in the language of the answer too, and options that are given once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind a command; end with status 2 where one is given twice that has one value."""
        order: list[Any] = []
        if not ctx.resilient_parsing:
            with suppress(Exception):  # what cannot be parsed is said by the parser itself
                order = self.make_parser(ctx).parse_args(list(args))[2]  # type: ignore[attr-defined]
        _require_once(ctx, order)
        is_help_due = not args and getattr(self, "no_args_is_help", False)
        with redirect_stdout(sys.stderr if is_help_due else sys.stdout):  # nobody asked for it: it is no answer
            found: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return found

    def get_usage(self, ctx: Any) -> str:
        """Return the line that says how a command is called."""
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", frame_word("usage"), 1)

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option that shows the help."""
        found = super().get_help_option(ctx)  # type: ignore[misc]
        if found is not None:
            found.help = frame_word("help")
        return found

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help. Only now are texts read: whoever asks for none waits for none."""
        from typer import rich_utils

        speak(self, path_of(ctx))
        for name, code in FRAME.items():
            setattr(rich_utils, name, frame_word(code))
        super().format_help(ctx, formatter)  # type: ignore[misc]


class SpokenCommand(_SpokenHelp, TyperCommand):
    """A verb whose help is in the language of the answer."""


class SpokenGroup(_SpokenHelp, TyperGroup):
    """Verbs whose help is in the language of the answer."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the verbs in the language of the answer."""
        self._speak_verbs(ctx)
        super().format_help(ctx, formatter)

    def _speak_verbs(self, ctx: Any) -> None:
        group = "" if ctx.parent is None else f"{path_of(ctx)}."
        for name, verb in self.commands.items():
            speak(verb, f"{group}{name}")


def path_of(ctx: Any) -> str:
    """Return under what the texts of a command stand: the verbs that lead to it; the program's own name for itself."""
    names: list[str] = []
    while ctx.parent is not None:
        names.insert(0, ctx.info_name)
        ctx = ctx.parent
    return ".".join(names) or "tapete"
