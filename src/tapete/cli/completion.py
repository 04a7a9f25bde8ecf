"""``--install-completion`` and ``--show-completion``, with the name of a shell behind them or for the one that runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import typer

from tapete.cli import output

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
