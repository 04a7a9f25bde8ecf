"""Whatever machine somebody has: no traceback, an answer or a sentence, and a status that is never «the answer is no».

Each verb of the program is tried, as the program lists them, by its help.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from tapete.cli import app, output
from tapete.cli.root import HALL_VERBS
from tapete.words import topics

ROOT = Path(__file__).parents[2]
EACH: str = """
import json, os, sys
import typer.rich_utils
from tapete.catalogue import entries
from tapete.cli import app
from tapete.words import topics
command = typer.main.get_command(app)
topics(), [one.form() for one in entries().values()]
for words in json.loads(sys.argv[1]):
    pid = os.fork()
    if not pid:
        command(words, prog_name="tapete")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(int(sys.argv[2]), f"{status}\\n".encode())
"""
"""A program that does each of several command lines in a process of its own, and writes their statuses elsewhere."""


def verbs() -> Iterator[list[str]]:
    """Return the words of each verb, those of groups and games too."""
    root: Any = get_command(app)
    context = root.make_context("tapete", [], resilient_parsing=True)
    for name in root.list_commands(context):
        verb = root.get_command(context, name)
        yield [name]
        if hasattr(verb, "list_commands"):
            inner = verb.list_commands(typer.Context(verb, parent=context))
            yield from ([name, one] for one in (inner[:1] if name == "open" else inner))


LINES = [*([*words, "--help"] for words in verbs()), ["nosuch"], ["audit", "--nosuch"]]
FEW = [["--help"], ["--version"], ["odds", "punto-banco", "--decks", "1"], ["rules", "CF.C3.05", "--json"], ["nosuch"]]


def tried(shell: str, lines: list[list[str]] = FEW, **env: str) -> tuple[set[int], bytes]:
    """Return the statuses of command lines, and what they wrote, under a redirection of a shell."""
    usual = {name: one for name, one in os.environ.items() if not name.startswith(("LC_", "LANG", "TAPETE_", "PYTHON"))}
    told, statuses = os.pipe()
    words = ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-c", EACH, json.dumps(lines), str(statuses)]
    done = subprocess.run(words, env=usual | env, capture_output=True, pass_fds=[statuses], check=False)
    os.close(statuses)
    with os.fdopen(told) as found:
        return {int(one) for one in found}, done.stdout + done.stderr


def test_every_verb_speaks_in_every_encoding(subtests: pytest.Subtests) -> None:
    for encoding, env in (
        ("ascii", {"PYTHONIOENCODING": "ascii", "TAPETE_LANG": "fr"}),
        ("cp437", {"PYTHONIOENCODING": "cp437"}),
        ("latin-1", {"PYTHONIOENCODING": "latin-1"}),
        ("ascii", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    ):
        with subtests.test(encoding=encoding, env=env):
            statuses, said = tried("", LINES, **env)
            assert statuses == {0, output.BAD_INPUT}
            assert b"Traceback" not in said
            said.decode(encoding)


def test_an_answer_that_cannot_be_written_has_a_status_of_its_own(subtests: pytest.Subtests) -> None:
    """What is wrong with a line is said on standard error, so its status stays."""
    for shell, encoding, status in (
        (">/dev/full", "utf-8", output.OUTPUT_LOST),
        (">&-", "ascii", output.OUTPUT_LOST),
        ("| true", "utf-8", output.PIPE_CLOSED),
    ):
        with subtests.test(shell=shell, encoding=encoding, status=status):
            statuses, said = tried(shell, LINES if shell == ">/dev/full" else FEW, PYTHONIOENCODING=encoding)
            assert statuses == {status, output.BAD_INPUT}
            assert b"Traceback" not in said
            assert b"Exception ignored" not in said


def test_a_complaint_that_cannot_be_written_leaves_the_status(subtests: pytest.Subtests) -> None:
    for shell in ("2>/dev/full", "2>&-"):
        with subtests.test(shell=shell):
            assert tried(shell)[0] == {0, output.BAD_INPUT}


def test_what_nobody_foresaw_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.Path.is_file", lambda _: 1 / 0)  # the disk
    monkeypatch.setattr("pathlib.Path.exists", lambda _: 1 / 0)
    found = CliRunner().invoke(app, ["audit", "x", "--lang", "en"])
    assert found.exit_code == output.CRASHED
    assert "an unforeseen failure (ZeroDivisionError)" in found.stderr


def test_a_system_without_locks_is_told_what_works_there(
    tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    """Windows has neither ``fcntl`` nor ``resource``; whatever reads needs none, and nothing is made before."""
    code = "import sys; sys.modules.update(fcntl=None, resource=None); from tapete.cli import app; app(sys.argv[1:])"
    for verb in sorted(HALL_VERBS):
        with subtests.test(verb=verb):
            tmp_path = tmp_path_factory.mktemp("row")
            done = subprocess.run(
                [sys.executable, "-c", code, verb, "--lang", "en"],
                capture_output=True,
                text=True,
                cwd=tmp_path,
                check=False,
            )
            assert (done.returncode, "needs Linux, macOS or another POSIX system" in done.stderr) == (
                output.BAD_INPUT,
                True,
            )
            assert [*tmp_path.iterdir()] == []


def test_the_language_is_that_of_the_locale(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for env, lang in (
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "en_GB", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "fr", "LANG": "fr"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_CA@euro"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8", "TAPETE_LANG": "fr"}, "fr"),
        ({}, "es"),
    ):
        with subtests.test(env=env, lang=lang):
            for name in (*output.LOCALE_VARIABLES, output.LANG_VARIABLE):
                monkeypatch.delenv(name, raising=False)
            for name, value in env.items():
                monkeypatch.setenv(name, value)
            assert topics()["help"]["frame.usage"][lang] in CliRunner().invoke(app, ["audit", "--help"]).output


def test_whoever_interrupts_a_verb_while_it_begins_reads_nothing(subtests: pytest.Subtests) -> None:
    """Ctrl-C in the first half second, while the program is read, ends it as any other Ctrl-C does."""
    for when in ("tapete.cli", "typer", "tapete.cli.help_words"):
        with subtests.test(when=when):
            struck = (
                "import signal, sys, importlib.abc\n"
                "class Struck(importlib.abc.MetaPathFinder):\n"
                "    def find_spec(self, name, path, target=None):\n"
                f"        if name == {when!r}: signal.raise_signal(signal.SIGINT)\n"
                "sys.meta_path.insert(0, Struck())\n"
                "from tapete.__main__ import run\n"
                "run()"
            )
            done = subprocess.run([sys.executable, "-c", struck, "rules"], capture_output=True, check=False)
            assert (done.returncode, done.stdout, done.stderr) == (output.INTERRUPTED, b"", b"")


def test_the_program_that_is_installed_is_the_one_that_can_be_interrupted() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert told == {"tapete": "tapete.__main__:run"}
