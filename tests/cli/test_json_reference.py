"""The page on the JSON of the command line: every field that a verb writes stands there, and no other."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapete.cli import app
from tests.support.live.days import house_with_minutes

PAGE = Path(__file__).resolve().parents[2] / "docs" / "json.md"
runner = CliRunner()

Call = Callable[[Path, Path], tuple[str, ...]]
"""Words of a command line, made of the folder of a record and a folder to write in."""

NEW_HOUSE = ("--name", "Casa de prueba", "--director", "dora", "--origin", "https://casa.example")


def written_layer(folder: Path, option: str, value: str) -> str:
    """Return the file of a layer of a house's own that sets an option."""
    file = folder / f"{option}.toml"
    head = 'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    file.write_text(f'{head}{option} = {{ value = {value}, reason = "así aquí" }}\n', "utf-8")
    return str(file)


def house_with_a_player(folder: Path) -> str:
    """Return the store of a house whose people are a director and a player."""
    from tapete.cli import default_paths
    from tapete.live import Keys
    from tapete.people.house_people import HousePeople
    from tapete.record.store import open_store

    store = folder / "casa.db"
    if not store.exists():
        made = runner.invoke(app, ["init", "--store", str(store), *NEW_HOUSE])
        assert made.exit_code == 0, made.output
        with open_store(str(store)) as opened:
            people = HousePeople.of_store(
                opened, Keys.load(default_paths.key_file(str(store), None)).sealing, lambda: 0.0
            )
            assert people is not None
            assert people.players.register("Ana") is not None
    return str(store)


SAMPLE_CARD = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"

CALLS: dict[str, tuple[Call, ...]] = {
    "One clause": (lambda _, __: ("rules", "PB.A2.05"), lambda _, __: ("rules", "HP.PB.led-out")),
    "The register": (lambda _, __: ("rules", "--game", "bingo"), lambda _, __: ("rules",)),
    "A day": (lambda _, __: ("rules", "--day", "2011-06-22"),),
    "Coverage": (lambda _, __: ("rules", "--coverage"),),
    "Rulebooks beside each other": tuple(
        lambda _, __, game=game: ("rules", "--compare", "--game", game)  # type: ignore[misc]
        for game in ("dos-panos", "chemin-de-fer", "punto-y-banca", "bingo")
    ),
    "A house's own layer": (
        lambda _, out: ("rules", "--check", written_layer(out, "conduct.look_s", "20")),
        lambda _, out: ("rules", "--check", written_layer(out, "banker.draws_on", "[]")),
    ),
    "Odds": (lambda _, __: ("odds", "punto-banco"),),
    "Cards of bingo": (lambda _, __: ("bingo", "cards", "--strips", "1"),),
    "A card of bingo": (
        lambda _, __: ("bingo", "check", SAMPLE_CARD),
        lambda _, __: ("bingo", "check", " / ".join(reversed(SAMPLE_CARD.split(" / ")))),
        lambda _, __: ("bingo", "check", SAMPLE_CARD, "--second", SAMPLE_CARD.replace("90", "89")),
    ),
    "Ranks of cards": (
        lambda _, __: ("bingo", "rank", SAMPLE_CARD),
        lambda _, __: ("bingo", "unrank", "0"),
    ),
    "A new table": (
        lambda _, out: ("open", "mini", "--minimum", "5", "--maximum", "100", "--store", str(out / "sala.db")),
    ),
    "A new house": (lambda _, out: ("init", "--store", str(out / "sala.db"), *NEW_HOUSE),),
    "People": (
        lambda _, out: ("people", "list", "--store", house_with_a_player(out)),
        lambda _, out: ("people", "reset", "dora", "--store", house_with_a_player(out)),
        lambda _, out: ("people", "erase", "Ana", "--store", house_with_a_player(out)),
        lambda _, out: ("people", "seal", "--store", house_with_a_player(out)),
    ),
    "Audit": (
        lambda kept, _: ("audit", str(kept / "hall.db")),
        lambda kept, _: ("audit", str(kept / "hall.db"), "--key", str(kept / "hall.key")),
    ),
    "Replay": (lambda kept, _: ("replay", str(kept / "hall.db")),),
    "Vouching": (
        lambda kept, out: (
            "adopt",
            str(shutil.copy(kept / "hall.db", out)),
            "punto",
            "--key",
            str(kept / "hall.key"),
        ),
    ),
    "Putting back": (
        lambda kept, out: (
            "restore",
            str(kept / "hall.db"),
            str(out / "again.db"),
            "--older",
            "--key",
            str(kept / "hall.key"),
            "--witness",
            str(shutil.copy(kept / "witness", out)),
        ),
    ),
    "Minutes": (lambda _, out: ("minutes", str(house_with_minutes(out))),),
    "Files": (
        lambda kept, out: ("export", str(kept / "hall.db"), "punto", str(out / "punto.jsonl")),
        lambda kept, out: ("export", str(kept / "hall.db"), str(out / "every")),
        lambda kept, out: ("accounts", str(kept / "hall.db"), "punto", str(out / "punto.beancount")),
        lambda kept, _: ("keys", str(kept / "hall.key")),
    ),
}
RARE = re.compile(r"(problems|explained|unjudged|entries|lost)\[\]\.|literal\.|warnings\[\]\.facts\.")
"""What a sound record does not have; the shapes of these are asked for below."""


def documented() -> dict[str, dict[str, str]]:
    """Return the paths of each section of the page, with what they hold."""
    found: dict[str, dict[str, str]] = {}
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = found.setdefault(line[3:].partition(":")[0], {})
        elif match := re.match(r"\| `(.+?)` \| (.*?) ?\|$", line):
            assert match[1] not in section, match[1]
            section[match[1]] = match[2]
    return found


def matches(path: str) -> re.Pattern[str]:
    """Return what fits a path of the page; a key of its own may hold dots and anything else but brackets."""
    return re.compile(re.sub(r"\\\{[^.]+?\\\}", r"[^\\[\\]]+?", re.escape(path)))


def paths(tree: Any, at: str = "") -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            here = f"{at}.{key}" if at else str(key)
            yield here
            yield from paths(value, here)
    elif isinstance(tree, list):
        for value in tree:
            yield from paths(value, f"{at}[]")


PAGES = documented()


@pytest.mark.parametrize("section", CALLS)
def test_every_field_stands_on_the_page_and_every_field_there_is_written(
    section: str, kept: Path, tmp_path: Path
) -> None:
    known = {path: matches(path) for path in PAGES[section]}
    met: set[str] = set()
    for call in CALLS[section]:
        found = runner.invoke(app, [*call(kept, tmp_path), "--json"])
        told = json.loads(found.stdout)
        assert found.exit_code == (0 if told.get("ok", True) else 1), found.output
        for path in set(paths(told)):
            fitting = {name for name, pattern in known.items() if pattern.fullmatch(path)}
            assert fitting, path
            met |= fitting
    assert {path for path in known if path not in met and not RARE.search(path)} == set()


def test_the_fields_of_what_a_sound_record_lacks_are_those_of_their_types() -> None:
    from tapete.record.audit import summary
    from tapete.record.chain import Problem
    from tapete.record.report import AuditReport, ExplainedDifference, SigningKey, UnjudgedEntry

    lists = {"problems": Problem, "explained": ExplainedDifference, "unjudged": UnjudgedEntry, "keys": SigningKey}
    for name, kind in lists.items():
        told = {path.partition("[].")[2] for path in PAGES["Audit"] if path.startswith(f"{name}[].")}
        assert told == set(kind.__struct_encode_fields__), name
    assert {path for path in PAGES["Audit"] if "[" not in path} == set(summary(AuditReport(True, 0, ())))


def test_every_verb_with_json_has_its_section() -> None:
    command: Any = typer.main.get_command(app)
    context = command.make_context("tapete", [], resilient_parsing=True)
    headings = " ".join(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("## "))
    for verb in command.list_commands(context):
        found = command.get_command(context, verb)
        inner = getattr(found, "commands", {verb: found}).values()
        if any("--json" in one.opts for deeper in inner for one in deeper.params):
            assert f"`tapete {verb}" in headings, verb
    assert set(CALLS) == set(PAGES)
