"""The root of the command line: one language for a whole answer, complaints of the parser too, and the version."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from tapete.cli import output

REPEATABLE: Final = ("--lang",)
"""Options that may be given again: the last one counts, as when an alias has one already."""

DIGITS: Final = re.compile(r"-?[0-9]+")

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


def _require_digits(ctx: Any, raw: dict[str, Any]) -> None:
    """End with status 2 where a whole number is not written in digits: ``1_0``, ``+6`` and ``6.0`` are read too."""
    for param in ctx.command.params:
        given = raw.get(param.name)
        if type(ctx.params.get(param.name)) is int and isinstance(given, str) and not DIGITS.fullmatch(given):
            facts = {"option": param.opts[0], "given": given, "help": f"{ctx.command_path} --help"}
            output.bad_input(_bad_value(param, facts), **facts)


def _require_names(ctx: Any, raw: dict[str, Any]) -> None:
    """End with status 2 where a word that is to name something is empty, ``-``, or a folder that is not there."""
    for param in ctx.command.params:
        is_word, read, given = param.param_type_name == "argument", ctx.params.get(param.name), raw.get(param.name)
        is_file = isinstance(read[0] if isinstance(read, list) and read else read, Path)
        for word in (given if isinstance(given, list | tuple) else [given]) if is_word or is_file else ():
            if word in ("", "-"):
                option = param.opts[0].upper() if is_word else param.opts[0]
                output.bad_input("name-dash" if word else "name-empty", option=option)
            folder = word if isinstance(word, str) and word.endswith("/") and "://" not in word else ""
            if folder and param.name != "table" and not os.path.isdir(folder):
                output.bad_input("folder-missing", folder=folder)


class _SpokenHelp:
    """Help whose frame is in the language of the answer too, and options that are given once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind a command; end with status 2 where one is given twice that has one value."""
        raw, order = dict[str, Any](), list[Any]()
        if not ctx.resilient_parsing:
            with suppress(Exception):  # what cannot be parsed is said by the parser itself
                raw, _, order = self.make_parser(ctx).parse_args(list(args))  # type: ignore[attr-defined]
        _require_once(ctx, order)
        is_help_due = not args and getattr(self, "no_args_is_help", False)
        with redirect_stdout(sys.stderr if is_help_due else sys.stdout):  # nobody asked for it: it is no answer
            found: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        _require_digits(ctx, raw)
        _require_names(ctx, raw)
        return found

    def get_usage(self, ctx: Any) -> str:
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", frame_word("usage"), 1)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help. Only now are texts read: whoever asks for none waits for none."""
        from typer import rich_utils

        speak(self, path_of(ctx))
        self.get_help_option(ctx).help = frame_word("help")  # type: ignore[attr-defined]
        for name, code in FRAME.items():
            setattr(rich_utils, name, frame_word(code))
        super().format_help(ctx, formatter)  # type: ignore[misc]


class SpokenCommand(_SpokenHelp, TyperCommand): ...


class SpokenGroup(_SpokenHelp, TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the verbs in the language of the answer."""
        self._speak_verbs(ctx)
        super().format_help(ctx, formatter)

    def _speak_verbs(self, ctx: Any) -> None:
        group = "" if ctx.parent is None else f"{path_of(ctx)}."
        for name, verb in self.commands.items():
            speak(verb, f"{group}{name}")


class Verbs(Mapping[str, Any]):
    """Commands by name, from where each is: ``module.function`` of the command line, or a group. A verb's module is
    imported, and its options are read, when somebody asks for it.
    """

    def __init__(self, places: Mapping[str, str | typer.Typer]) -> None:
        self._places = places
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            place = self._places[name]
            if isinstance(place, str):
                module, _, attribute = place.partition(".")
                place = getattr(import_module(f"tapete.cli.{module}"), attribute)
            if not isinstance(place, typer.Typer):
                run, place = place, typer.Typer(add_completion=False, pretty_exceptions_enable=False)
                place.command(name, cls=SpokenCommand)(run)
            self._made[name] = get_command(place)
            self._made[name].name = name
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def having(verbs: Mapping[str, str | typer.Typer], kind: type[SpokenGroup] = SpokenGroup) -> type[SpokenGroup]:
    """Return a kind of group with these verbs."""

    class Having(kind):  # type: ignore[valid-type,misc]
        def __init__(self, **named: Any) -> None:
            super().__init__(**named | {"commands": Verbs(verbs)})

    return Having


def group(text: str, verbs: Mapping[str, str | typer.Typer]) -> typer.Typer:
    """Return verbs under a name of their own."""
    made = typer.Typer(cls=having(verbs), help=text, no_args_is_help=True, add_completion=False)
    made.callback()(output.group)
    return made


def path_of(ctx: Any) -> str:
    """Return under what the texts of a command stand: the verbs that lead to it; the program's own name for itself."""
    names: list[str] = []
    while ctx.parent is not None:
        names.insert(0, ctx.info_name)
        ctx = ctx.parent
    return ".".join(names) or "tapete"


INSTALL, SHOW = "--install-completion", "--show-completion"
SHELLS: Final = ("bash", "zsh", "fish", "powershell", "pwsh")


def running_shell() -> str:
    """Return the name of the shell from which the program was started; nothing where it cannot be told."""
    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return ""


def complete_for_shell(words: Sequence[str]) -> None:
    """Install or show the completion for the shell that a command line names, else for the one that runs, and end;
    nothing where neither is asked for.

    Ends with status 2 where there is no completion for that shell.
    """
    asked = next((at for at, word in enumerate(words) if word in (INSTALL, SHOW)), None)
    if asked is None:
        return
    named = [word for word in words[asked + 1 : asked + 2] if not word.startswith("-")]
    shell = named[0] if named else running_shell()
    if shell not in SHELLS:
        output.bad_input("no-shell", option=words[asked], shell=shell, shells=SHELLS)
    from typer.completion import get_completion_script, install  # type: ignore[attr-defined]

    if words[asked] == SHOW:
        typer.echo(get_completion_script(prog_name="tapete", complete_var="_TAPETE_COMPLETE", shell=shell))
    else:
        _, path = install(shell=shell, prog_name="tapete")
        output.progress("completion-installed", shell=shell, file=str(path))
    sys.exit(0)


POSIX_MODULES: Final = ("fcntl", "resource")
"""Modules that Windows lacks: without them no record can be locked, so no hall runs there."""
HALL_PACKAGES: Final = ("argon2", "jinja2", "litestar", "prometheus_client", "pyotp", "uvicorn")
"""What the extra ``hall`` brings."""
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
        output.speak_logs()
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
        """Return the verb of a command line; end with status 2 where the system has not what it needs."""
        found = super().resolve_command(ctx, args)
        if found[0] in HALL_VERBS and not {"-h", "--help"} & set(args):
            verbs = [one for one in self.list_commands(ctx) if one not in HALL_VERBS]
            for code, modules in (("system-unfit", POSIX_MODULES), ("hall-missing", HALL_PACKAGES)):
                if lacks := next((one for one in modules if not output.has_module(one)), None):
                    output.bad_input(code, verb=found[0], module=lacks, verbs=verbs)
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
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG and error.filename:
        _tell("file-failed", file=str(error.filename), why=output.why(error))
        return output.BAD_INPUT
    from tapete.clauses.register import RegisterError
    from tapete.rulebooks import RulebookError

    if isinstance(error, RulebookError | RegisterError):
        said = error.sentence(output.lang()) if isinstance(error, RulebookError) else str(error)
        typer.echo(f"tapete: {output.safe(said)}", err=True)
        return output.BAD_INPUT
    typer.echo(output.told_trace(error), err=True)
    _tell("crashed", kind=type(error).__name__)
    return output.CRASHED


def _complain(error: Any, words: Sequence[str]) -> None:
    """Print what the parser has found, by the kind of its complaint; a group that was given no word shows its help."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "NoArgsIsHelpError" in kinds:
        _show_help(error.format_message())  # drawn when the complaint was made
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
        if "readable" in error.message:  # of a path that is there
            facts["file"] = error.message.split("'", 1)[1].rsplit("'", 1)[0]
            facts["why"] = output.why(PermissionError(errno.EACCES, ""))
            code = "file-failed"
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
