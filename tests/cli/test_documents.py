"""What the documents tell a reader to type is what the command line takes, and the map shows rooms that are there."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from tapete.cli import app

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINE = re.compile(r"^(?:\$ )?(tapete .*?)\\?$")
INLINE = re.compile(r"`(tapete [^`]+)`")


def shell_lines() -> list[tuple[str, str]]:
    """Return each line that calls ``tapete``: those of code blocks, and those that stand in a sentence or a table."""
    found = []
    for document in DOCUMENTS:
        if "_build" in document.parts:
            continue
        block: str | None = None
        for line in document.read_text("utf-8").splitlines():
            if line.startswith("```"):
                block = None if block is not None else line.strip("`").strip()
            elif block in ("sh", "console", "bash", ""):
                found += [(document.name, one[1]) for one in (LINE.match(line.strip()),) if one]
            elif block is None:
                # A verb alone in a sentence is its name, not a call.
                found += [(document.name, one if " " in one[7:] else f"{one} --help") for one in INLINE.findall(line)]
    return found


ROOT_COMMAND: Any = typer.main.get_command(app)


def parse(text: str) -> None:
    """Parse a call without running it; brackets mark what may be left out."""
    words = shlex.split(text.replace("[", "").replace("]", ""), comments=True)[1:]
    command = ROOT_COMMAND
    if words[0].startswith("-"):
        if words[0] not in {name for one in ROOT_COMMAND.params for name in one.opts}:
            raise TyperException(f"no option «{words[0]}»")
        return
    while isinstance(command, TyperGroup):
        if words == ["--help"]:
            return
        verb = words.pop(0) if words else ""
        found = verb_of(command, verb)
        if found is None:
            raise TyperException(f"no verb «{verb}»")
        command = found
    if "--help" not in words:
        command.make_context("tapete", words)


def verb_of(command: Any, verb: str) -> Any:
    """Return a verb, or the game of a verb that has one command for each; ``GAME`` and ``KEY`` stand for any game."""
    context = command.make_context("tapete", [], resilient_parsing=True)
    known = command.list_commands(context)
    named = known[0] if verb in ("GAME", "KEY") and command is not ROOT_COMMAND else verb
    return command.get_command(context, named) if named in known else None


@pytest.mark.parametrize(("document", "text"), shell_lines())
def test_what_the_documents_say_can_be_typed(document: str, text: str) -> None:
    try:
        parse(text)
    except TyperException as error:
        pytest.fail(f"{document}: «{text}»: {error}")


@pytest.mark.parametrize(
    "text", ["tapete --solve", "tapete solve chemin-de-fer", "tapete export DB --table mesa-1", "tapete serve"]
)
def test_what_cannot_be_typed_is_seen(text: str) -> None:
    with pytest.raises(TyperException):
        parse(text)


def test_every_verb_is_in_the_quick_start() -> None:
    text = (ROOT / "docs" / "quick-start.md").read_text("utf-8")
    command: Any = typer.main.get_command(app)
    assert [verb for verb in command.commands if f"`tapete {verb}" not in text] == []


def _floors(text: str) -> list[list[str]]:
    """Return the rows of a table of floors, a list of cells each."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]
    return [cells for cells in rows if len(cells) == 5 and cells[1].isdigit()]


def test_the_rooms_of_the_map_are_there() -> None:
    whole, _, inside = (ROOT / "docs" / "map.md").read_text("utf-8").partition("## Chemin de fer from inside")
    rooms, games = set[str](), set[str]()
    for cells in _floors(whole):
        rooms |= set(re.findall(r"`(\w+)`", cells[2]))
        if cells[2] == "`games`":
            games |= set(re.findall(r"`(\w+)`", cells[3]))
    assert len(rooms) > 12
    missing = [one for one in rooms if importlib.util.find_spec(f"tapete.{one}") is None]
    missing += [one for one in games if importlib.util.find_spec(f"tapete.games.{one}") is None]
    named = {one for cells in _floors(inside) for one in re.findall(r"`(\w+)`", cells[2])}
    assert len(named) > 12
    missing += [one for one in named if importlib.util.find_spec(f"tapete.games.chemin_de_fer.{one}") is None]
    assert missing == []


def test_the_map_leaves_out_no_room_of_chemin_de_fer() -> None:
    text = (ROOT / "docs" / "map.md").read_text("utf-8").partition("## Chemin de fer from inside")[2]
    folder = ROOT / "src" / "tapete" / "games" / "chemin_de_fer"
    assert [one.parent.name for one in folder.glob("*/__init__.py") if f"`{one.parent.name}`" not in text] == []
