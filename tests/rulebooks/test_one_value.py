"""A value as it is written in a rulebook: one origin, of one form."""

from typing import Any

from tapete.rulebooks import RulebookError
from tapete.rulebooks.recipe import recipe_of
from tests.support.rows import rows

KEYS: dict[str, Any] = {
    "value": 1,
    "clauses": ["DP.A.11"],
    "neutral": 0,
    "practice": "why",
    "at": "A",
    "via": "AST2011-CF A",
    "borrow": "punto.x",
    "variant": True,
    "reading": "why",
    "literal": {"none": "why"},
}


@rows(
    "one, other",
    [
        *(("practice", one) for one in ("clauses", "at", "borrow", "literal", "reading", "variant", "via")),
        *(("borrow", one) for one in ("value", "neutral", "via", "variant", "reading")),
        ("via", "variant"),
        ("via", "reading"),
        ("variant", "reading"),
    ],
)
def test_a_value_has_one_origin(one: str, other: str) -> None:
    leaf = {key: KEYS[key] for key in (one, other)}
    if "borrow" not in leaf:
        leaf["value"] = 1
    code, told = fault_of(leaf)
    assert code == "two-origins"
    assert {told["one"], told["other"], told["key"]} == {one, other, "punto.x"}


@rows(
    "keys",
    [
        "value practice",
        "value practice neutral",
        "value clauses",
        "value clauses neutral at",
        "value clauses at via neutral",
        "value clauses at variant neutral",
        "value clauses at reading literal neutral",
        "borrow clauses at",
    ],
)
def test_these_belong_together(keys: str) -> None:
    assert fault_of({key: KEYS[key] for key in keys.split()}) == ("", {})


def fault_of(leaf: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    try:
        recipe_of({"id": "x", "punto": {"x": leaf}}, "f.toml")
    except RulebookError as error:
        return error.code, error.facts
    return "", {}
