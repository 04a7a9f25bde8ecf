import json

import pytest
import rfc8785
from hypothesis import given, strategies as st

from tapete.record.canonical import CanonicalError, canonical

LIMIT = 2**53 - 1


def trees(text: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    leaves = st.none() | st.booleans() | st.integers(-LIMIT, LIMIT) | text
    keys = st.text(st.characters(max_codepoint=127), max_size=8)
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=20)


ASCII = st.text(st.characters(max_codepoint=127))
ANY = st.text(st.characters(exclude_categories=["Cs"]))


@given(trees(ASCII))
def test_ascii_values_are_spelled_as_in_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(trees(ANY))
def test_other_text_differs_from_rfc_8785_only_by_escapes(value: object) -> None:
    spelled = canonical(value)
    assert spelled.isascii()
    assert json.loads(spelled) == value
    assert rfc8785.dumps(json.loads(spelled)) == rfc8785.dumps(value)


@given(st.dictionaries(ASCII, st.integers(0, 9)), st.randoms())
def test_order_of_keys_does_not_matter(value: dict[str, int], random: object) -> None:
    items = list(value.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    assert canonical(dict(items)) == canonical(value)


@pytest.mark.parametrize(
    "value",
    [0.5, 1.0, float("nan"), 2**53, -(2**53), {1: 2}, {"ñ": 1}, "\ud800", {"a": [{"b": 1.5}]}, {1, 2}, b"x", object()],
)
def test_what_has_no_canonical_spelling_is_refused(value: object) -> None:
    with pytest.raises(CanonicalError):
        canonical(value)


def test_refusal_names_the_place() -> None:
    with pytest.raises(CanonicalError, match=r"\$\.a\[1\]\.b: float"):
        canonical({"a": [0, {"b": 1.5}]})
