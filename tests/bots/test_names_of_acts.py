"""A machine looks among its offers for acts that there are: a name that no act has would be waited for in vain."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete import bots
from tapete.catalogue import house_games
from tapete.record.codec import members

OFFERS = {"main", "offers"}
"""What the machines call what they are offered, by the name of the act."""
LISTS = {"FOR_THE_BANKER", "OF_THE_SHOE", "SILENCE"}
FOLDER = Path(bots.__file__).parent
GAMES = {"bingo": "bingo", "chemin_de_fer": "chemin-de-fer", "dos_panos": "dos-panos", "punto_banco": "punto-y-banca"}


def looked_for(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what is looked for among the offers in a node of the source."""
    match node:
        case ast.Compare(left=name, ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=where)]) if where in OFFERS:
            yield name
        case ast.Subscript(value=ast.Name(id=where), slice=name) if where in OFFERS:
            yield name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=where), attr="get"), args=[name, *_]) if where in OFFERS:
            yield name
        case ast.Assign(targets=[ast.Name(id=where)], value=ast.Tuple(elts=names)) if where in LISTS:
            yield from names


def names_in(folder: str) -> set[Any]:
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted((FOLDER / folder).glob("*.py"))]
    found = [name for tree in trees for node in ast.walk(tree) for name in looked_for(node)]
    return {one.value for one in found if isinstance(one, ast.Constant)}


@pytest.mark.parametrize("folder", GAMES)
def test_what_a_machine_looks_for_is_an_act_of_its_game(folder: str) -> None:
    there = {one.__struct_config__.tag for one in members(house_games()[GAMES[folder]].act_types)}
    named = names_in(folder)
    assert named
    assert named - there == set()
