"""The trees of rulebooks: what is a value, a row and a section, and what of them is kept."""

from typing import Any

import pytest

from tapete.clauses import Sourced
from tapete.rulebooks.rule_options import options_of
from tapete.rulebooks.tree import bare, is_under, keep_leaves, leaves, sections_of, shapes
from tests.support.rows import rows

ONE, TWO = {"value": 1}, {"value": 2}
TREE: dict[str, Any] = {
    "single": ONE,
    "section": {"a": ONE, "deeper": {"b": TWO}},
    "row": [ONE, TWO],
    "borrowed": {"borrow": "punto.a"},
    "empty": {},
}


def test_a_row_is_one_shape_and_each_of_its_values_has_a_name() -> None:
    assert list(shapes(TREE)) == ["single", "section.a", "section.deeper.b", "row", "borrowed"]
    named = ["single", "section.a", "section.deeper.b", "row.0", "row.1", "borrowed"]
    assert [name for name, _ in leaves(TREE)] == named


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ((ONE, TWO), {"single": ONE, "section": {"a": ONE, "deeper": {"b": TWO}}, "row": [ONE, TWO]}),
        ((ONE,), {"single": ONE, "section": {"a": ONE}}),
        ((TWO,), {"section": {"deeper": {"b": TWO}}}),
        ((), {}),
    ],
)
def test_a_row_is_kept_whole_or_not_at_all_and_no_section_is_kept_empty(
    wanted: tuple[dict[str, Any], ...], kept: dict[str, Any]
) -> None:
    assert keep_leaves(TREE, lambda leaf: leaf in wanted) == kept


@rows(
    "node, names",
    [
        (TREE, []),
        ({"a": 1}, ["a"]),
        ({"a": {"b": "text", "c": ONE}}, ["a.b"]),
        ({"a": [ONE, 2]}, ["a"]),
        ({"a": []}, []),
        ({"a": {"b": [1]}, "c": None}, ["a.b", "c"]),
    ],
)
def test_what_is_neither_a_value_nor_a_row_nor_a_section_is_bare(node: dict[str, Any], names: list[str]) -> None:
    assert list(bare(node)) == names


@pytest.mark.parametrize(
    ("name", "section", "under"),
    [
        ("punto", "punto", True),
        ("punto.draws", "punto", True),
        ("puntos", "punto", False),
        ("punto", "punto.draws", False),
        ("banker.table.rows.0", "banker.table", True),
    ],
)
def test_a_name_lies_in_the_sections_that_it_names(name: str, section: str, under: bool) -> None:
    assert is_under(name, section) is under
    assert list(sections_of("banker.table.rows.0")) == ["banker", "banker.table", "banker.table.rows"]
    assert list(sections_of("banker")) == []


@rows(
    "shape, names",
    [
        (Sourced, ["x"]),
        (Sourced[int], ["x"]),
        (dict[str, Sourced[str]], ["x.*"]),
        (tuple[Sourced[str], ...], ["x.*"]),
        (list[Sourced[str]], ["x.*"]),
        (int, []),
    ],
)
def test_the_options_of_typed_rules_are_their_sourced_values(shape: Any, names: list[str]) -> None:
    assert list(options_of(shape, "x")) == names
