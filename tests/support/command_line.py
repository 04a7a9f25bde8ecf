"""The program as a user meets it: command lines that end, and a hall that is served in a process of its own."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tapete.cli import app
from tests.support import TAPETE

MINI = ("mini", "--minimum", "5", "--maximum", "100")
runner = CliRunner()


def told(*words: Any, status: int = 2) -> str:
    """Run a command line that is to end with a status; return what it says to a person."""
    found = runner.invoke(app, [*map(str, words)], env={"TAPETE_LANG": "en"})
    assert found.exit_code == status, found.output + repr(found.exception)
    assert "Traceback" not in found.stderr
    return found.stderr


def opened(store: Path, *words: str) -> None:
    found = runner.invoke(app, ["open", *(words or MINI), "--store", str(store)])
    assert found.exit_code == 0, found.output


@contextmanager
def serving(*words: str, prefix: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """Serve in a process of its own, which ``prefix`` begins; gives the process, its address and what it said."""
    command = [*prefix, *TAPETE, "serve", "--port", "0", "--lang", "en", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            said: list[str] = []
            while not (found := re.match(r"(http://\S+)/  ", line := process.stderr.readline())):
                assert line, said
                said.append(line)
            yield process, found[1], said
        finally:
            process.kill()
