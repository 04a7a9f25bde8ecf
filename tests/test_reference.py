"""The reference lists every act, option, event and view field of every game, in words that a stranger reads."""

import importlib
import re
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import tapete
from tapete.games.baccarat.effects import Effect
from tapete.play import acts_of

DOCS = Path(tapete.__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "_ext"))

game_reference, shapes = map(importlib.import_module, ("game_reference", "shapes"))

PAGE = (DOCS / "reference.md").read_text("utf-8")
GAMES = sorted(game_reference.games())
LISTS = ("options", "acts", "events", "view", "parts")


@pytest.mark.parametrize("key", GAMES)
def test_every_act_and_event_is_listed_with_its_name_in_the_record(key: str) -> None:
    game = game_reference.games()[key][0]
    for what, kinds in (("acts", acts_of(game.act_types)), ("events", get_args(game.event_types))):
        told = {one.name: one.tag for one in game_reference.listed(what, key)}
        assert told == {kind.__name__: kind.__struct_config__.tag for kind in kinds}
        assert f"```{{game-{what}}} {key}\n" in PAGE


@pytest.mark.parametrize("key", GAMES)
def test_every_field_of_the_view_and_every_option_is_listed(key: str) -> None:
    game, opening = game_reference.games()[key]
    view = get_type_hints(type(game).view)["return"]
    for what, kind in (("view", view), ("options", opening)):
        (one,) = game_reference.listed(what, key)
        assert [field.name for field in one.fields] == list(kind.__struct_fields__)
        assert f"```{{game-{what}}} {key}\n" in PAGE


def test_every_game_of_the_house_is_listed() -> None:
    folders = [path for path in (DOCS.parent / "src/tapete/games").iterdir() if (path / "game.py").exists()]
    listed = {type(game).__module__.split(".")[2] for game, _ in game_reference.games().values()}
    assert {path.name for path in folders} == listed


def test_every_effect_is_listed() -> None:
    assert {one.name for one in game_reference.listed("effects", "")} == {one.__name__ for one in get_args(Effect)}
    assert "```{game-effects}\n" in PAGE


@pytest.mark.parametrize("key", GAMES)
def test_what_a_field_holds_is_plain_or_listed(key: str) -> None:
    every = [one for what in (*LISTS, "effects") for one in game_reference.listed(what, key)]
    known = {one.name for one in every} | {"Step", "Fault"}
    named = {name for one in every for field in one.fields for name in re.findall(r"\b[A-Z]\w+", field.holds)}
    assert named <= known
    assert not [one.name for one in every if not one.text]
    assert f"```{{game-parts}} {key}\n" in PAGE


class Sample(msgspec.Struct, frozen=True):
    """A sample."""

    amount: "tapete.money.Amount"
    position: "tapete.games.baccarat.effects.Position" = 3
    """Where it lies."""
    phase: bool = msgspec.field(name="window", default=False)


def test_a_field_is_told_with_unit_bounds_default_and_note() -> None:
    (amount, position, phase) = shapes.shape(Sample).fields
    assert (amount.holds, amount.default) == ("cents, 1 or more", None)
    assert (position.holds, position.default) == ("whole number, 0 or more", "3")
    assert (phase.name, phase.json, phase.default) == ("phase", "window", "false")


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (tuple[int, ...], "list of whole number"),
        (dict[str, bool], "yes or no by text"),
        (str | None, "text or nothing"),
        (Effect, "effect"),
        (tuple[Effect, ...] | None, "list of effect or nothing"),
    ],
)
def test_a_type_is_told_in_words(hint: Any, text: str) -> None:
    assert shapes.holds(hint) == text
