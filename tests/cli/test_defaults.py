"""What a command does where nobody says otherwise: its defaults and the bounds of its numbers, each written down here.

After a change that is meant, change the line: whoever runs the command in a script relies on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from tapete.cli import app
from tapete.words import LANGS


def options(command: Any = None, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every option and argument, after the words of its command."""
    command = command or get_command(app)
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from options(inner, f"{path} {name}".strip())
    for one in command.params:
        yield f"{path} {one.opts[0]}".strip(), one


WRITTEN = """
accounts --currency = EUR
bingo cards --strips = 0 (0..10000)
bingo cards --singles = 0 (0..60000)
bingo cards --letter = A
bingo cards --id = 1 (1..1e+09)
bingo cards --face-value = 2
demo --port = 8000 (0..65535)
demo --pace = 1.0 (0..10)
demo --players = 3 (0..6)
demo --host = 127.0.0.1
odds punto-banco --decks = 8 (1..12)
serve --host = 127.0.0.1
serve --port = 8000 (0..65535)
serve --reserve = 64 (0..)
serve --director = direccion
serve --wait = 0 (0..)
serve --log-format = plain
"""


def test_defaults_and_bounds_are_those_that_are_written_down() -> None:
    said = []
    for name, one in options():
        value, bounds = one.default, (one.min, one.max)
        if one.name == "lang" or (value in (None, False, "") and bounds == (None, None)):
            continue
        least, most = ("" if bound is None else f"{bound:g}" for bound in bounds)
        said.append(f"{name} = {value}" + (f" ({least}..{most})" if bounds != (None, None) else ""))
    assert said == WRITTEN.strip().splitlines()


def test_every_command_answers_in_spanish_unless_asked_otherwise() -> None:
    asked = {name: one for name, one in options() if one.name == "lang"}
    assert len(asked) > 10
    assert {one.default for one in asked.values()} == {LANGS[0]} == {"es"}
    assert {one.envvar for one in asked.values()} == {"TAPETE_LANG"}
