"""``--install-completion`` and ``--show-completion`` with the name of a shell behind them.

Without a name they are options of the parser's own, for the shell that it finds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import typer

from tapete.cli import output

INSTALL, SHOW = "--install-completion", "--show-completion"
SHELLS: Final = ("bash", "zsh", "fish", "powershell", "pwsh")


def complete_for_named_shell(words: Sequence[str]) -> None:
    """Install or show the completion for the shell that a command line names, and end; nothing where it names none.

    Ends with status 2 where there is no completion for what it names.
    """
    asked = next((at for at, word in enumerate(words) if word in (INSTALL, SHOW)), None)
    if asked is None or words[asked + 1 : asked + 2] == [] or words[asked + 1].startswith("-"):
        return
    shell = words[asked + 1]
    if shell not in SHELLS:
        output.bad_input("no-shell", option=words[asked], shell=shell, shells=SHELLS)
    from typer.completion import get_completion_script, install  # type: ignore[attr-defined]

    if words[asked] == SHOW:
        typer.echo(get_completion_script(prog_name="tapete", complete_var="_TAPETE_COMPLETE", shell=shell))
    else:
        _, path = install(shell=shell, prog_name="tapete")
        output.progress("completion-installed", shell=shell, file=str(path))
    sys.exit(0)
