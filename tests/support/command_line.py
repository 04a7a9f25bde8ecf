"""The program as a user meets it: command lines that end, and a hall that is served in a process of its own."""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from tapete.cli import app
from tests.support import TAPETE

MINI = ("mini", "--minimum", "5", "--maximum", "100")
runner = CliRunner()


def asked(*words: Any, status: int = 0, **env: str) -> Result:
    """Run a command line, in English if nothing else is said, that is to end with a status."""
    found = runner.invoke(app, [*map(str, words)], env={"TAPETE_LANG": "en", **env})
    assert found.exit_code == status, found.output + repr(found.exception)
    assert "Traceback" not in found.stderr
    return found


def told(*words: Any, status: int = 2) -> str:
    """Return what a command line says to a person; one that ends so has no answer."""
    found = asked(*words, status=status)
    assert found.stdout == "" or status != 2, found.stdout
    return found.stderr


def tree(*words: Any, status: int = 0) -> Any:
    return json.loads(asked(*words, "--json", status=status).stdout)


def opened(store: Path, *words: str) -> None:
    asked("open", *(words or MINI), "--store", store)


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
