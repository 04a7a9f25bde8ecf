"""Each rule of the layers, broken once: the error has its code, names the file and what to do; claims are borne out."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.clauses import Origin, Sourced
from tapete.rulebooks import Library, RulebookError, make, require_options
from tapete.rulebooks.citations import Claim, check_claim
from tapete.words import placeholders, topics
from tests.support.rows import rows

LENDER = "chemin-de-fer/asturias-2011.toml"
BROKEN = tomllib.loads((Path(__file__).with_name("broken.toml")).read_text("utf-8"))["shipped"]
BETWEEN_TWO_FILES = frozenset({"shape-clash", "literal-book"})
"""What does not fit lies between two files; either may be the wrong one, and one of them is named."""


@rows("code, edits", [(code, edits) for code, *edits in BROKEN])
def test_a_broken_rule_is_refused(library: Any, code: str, edits: list[tuple[str, str, str]]) -> None:
    with pytest.raises(RulebookError) as caught:
        library(*edits)
    assert caught.value.code == code
    assert code in BETWEEN_TWO_FILES or caught.value.file in {name for name, *_ in edits}
    assert str(caught.value).startswith(f"{caught.value.file}: ")
    assert "detail" in caught.value.facts or code not in ("wrong-head", "wrong-value", "not-toml")
    for template in topics()["rulebook"][code].values():
        assert {name for name, _ in placeholders(template)} <= caught.value.facts.keys(), "a gap in the sentence"


def test_two_books_that_lend_to_each_other_are_a_circle(library: Callable[..., Library]) -> None:
    lends = 'id = "asturias-2011"\nborrows = "dos-panos/asturias-2011"'
    with pytest.raises(RulebookError) as caught:
        library((LENDER, 'id = "asturias-2011"', lends))
    assert caught.value.code == "circle"
    assert "chemin-de-fer/asturias-2011 → dos-panos/asturias-2011 → chemin-de-fer/asturias-2011" in str(caught.value)


def test_a_lender_that_lends_nothing(library: Callable[..., Library]) -> None:
    with pytest.raises(RulebookError) as caught:
        library((LENDER, '["points", "outcome", "punto"]', '["points", "outcome"]'))
    assert (caught.value.code, caught.value.facts["lent"]) == ("not-lent", "points, outcome, banker.table")
    with pytest.raises(RulebookError) as caught:
        library(
            (LENDER, 'value = ["points", "outcome", "punto"]', "value = []"),
            (LENDER, "bank_table = { value = true, clauses", "bank_table = { value = false, clauses"),
        )
    assert caught.value.code == "lends-nothing"


Free = msgspec.defstruct("Free", [("free_on", Sourced[tuple[int, ...]])])
FreeTimes = msgspec.defstruct("FreeTimes", [("free_on", Sourced[tuple[int, ...]]), ("times", Sourced[int])])
FewRules, Rules = msgspec.defstruct("FewRules", [("banco", Free)]), msgspec.defstruct("Rules", [("banco", FreeTimes)])


@rows(
    "code, value, fact",
    [
        ("option-malformed", {"value": "five", "practice": "why"}, "banco.times.value"),
        ("option-malformed", {"value": 5}, "banco.times"),
        ("option-malformed", 5, "banco.times"),
        ("option-uncited", {"value": 5, "clauses": ["DP.A.99"]}, "DP.A.99"),
        ("option-uncited", {"value": 5, "clauses": ["HP.DP.none"]}, "HP.DP.none"),
    ],
)
def test_a_book_that_does_not_fit_the_rules_of_its_game_is_no_book(code: str, value: object, fact: str) -> None:
    banco = {"free_on": {"value": [5], "practice": "why"}, "times": value}
    with pytest.raises(RulebookError) as caught:
        make({"id": "mine", "game": "dos-panos", "banco": banco}).read(Rules)
    assert (caught.value.code, caught.value.file) == (code, "dos-panos/mine")
    assert fact in caught.value.facts.values()


@rows(
    "code, shape, key",
    [("option-without-origin", Rules, "banco.times"), ("option-unknown", FewRules, "outcome.nine_beats")],
)
def test_a_book_gives_the_options_of_its_rules(library: Any, code: str, shape: type, key: str) -> None:
    book = library().by_id("dos-panos", "asturias-2011")
    with pytest.raises(RulebookError) as caught:
        require_options(book, shape)
    assert (caught.value.code, caught.value.facts["key"]) == (code, key)


def test_every_rule_of_the_layers_is_broken_by_a_test() -> None:
    elsewhere = {"lends-nothing", "option-without-origin", "option-unknown", "option-malformed", "option-uncited"}
    elsewhere |= {"not-utf-8", "too-deep", "book-exists", "other-clauses", "not-in-chain", "document-taken"}
    elsewhere |= {"extends-outside"}
    looked_up = {"book-unknown", "hash-unknown"}
    assert {code for code, *_ in BROKEN} | elsewhere | looked_up == topics()["rulebook"].keys()


ANNEX, LENT = "AST2011-DP", "AST2011-CF"
OWN, VARIANT, READING = Origin.OWN, Origin.VARIANT, Origin.READING
IMPORT, STAND_IN = Origin.IMPORT, Origin.STAND_IN


@rows(
    "origin, document, at, via, lender, clauses, code",
    [
        # own words: each clause is stated at one of the places, and each place states one of the clauses
        (OWN, ANNEX, "A ¶2", "", "", "DP.A.11", ""),
        (OWN, "GUIDE", "12 ¶4|12 ¶7", "", "", "DP.A.11 DP.A.33", ""),
        (OWN, "GUIDE", "12 ¶4", "", "", "DP.A.11 DP.A.33", "not-a-source"),
        (OWN, "GUIDE", "12 ¶4|12 ¶7", "", "", "DP.A.11", "unused-place"),
        (OWN, "OM1979-09", "A ¶2", "", "", "DP.A.11", "not-a-source"),
        (OWN, ANNEX, "A", "", "", "DP.A.11", "not-a-source"),  # brought in there, and said elsewhere
        # a variant: stated there, or the register names the document as one that departs; one at least is named
        (VARIANT, "REG-51-53", "53.b", "", "", "DP.A.12", ""),
        (VARIANT, "REG-51-53", "53.b", "", "", "DP.A.12 DP.A.18", "not-a-variant"),
        (VARIANT, ANNEX, "A ¶2", "", "", "DP.A.11", "not-a-variant"),
        # a reading: stated there, or the document is named among the variants or where the text is ambiguous
        (READING, ANNEX, "A ¶2", "", "", "DP.A.11", ""),
        (READING, "REG-51-53", "53.b", "", "", "DP.A.12", ""),
        (READING, "GUIDE", "A ¶2", "", "", "DP.A.16", ""),
        (READING, ANNEX, "A ¶3", "", "", "DP.A.20", ""),
        (READING, ANNEX, "A ¶2", "", "", "DP.A.11 DP.A.18", "not-a-reading"),
        # brought in: at the place, by the reference that is claimed
        (IMPORT, ANNEX, "A", "AST2011-CF A c)", "", "DP.A.13", ""),
        (IMPORT, ANNEX, "A", "AST2011-CF A ¶9", "", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A ¶1", "AST2011-CF A c)", "", "DP.A.13", "not-imported"),
        (IMPORT, "OM1979-09", "A", "AST2011-CF A c)", "", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A", "AST2011-CF A ¶4 c)", LENT, "DP.A.13", ""),  # the lender's place may be finer
        (IMPORT, ANNEX, "A", "OM1979-08 VI", "OM1979-08", "DP.A.13", "not-imported"),
        (IMPORT, ANNEX, "A|A ¶2", "AST2011-CF A c)", "", "DP.A.13 DP.A.11", ""),
        (IMPORT, ANNEX, "A|A ¶2", "AST2011-CF A c)", "", "DP.A.13 DP.A.33", "not-imported"),
        (IMPORT, ANNEX, "A ¶2", "AST2011-CF A c)", "", "DP.A.11", "not-imported"),  # nothing of it is brought in
        (IMPORT, ANNEX, "A ¶1", "AST2011-CF A ¶1", "", "DP.A.01", ""),  # stated there, and it names the other text
        (IMPORT, ANNEX, "A ¶1", "OM1979-08 VI ¶1", "", "DP.A.01", "not-imported"),
        # standing in: the text that the document refers to is not held
        (STAND_IN, "OM1979-09", "VI ¶1", "AST2011-CF A ¶4 c)", LENT, "DP.A.13", ""),
        (STAND_IN, "OM1979-09", "VI ¶1", "AST2011-CF A ¶4 c)", LENT, "DP.A.33", "not-referred"),
        # whatever the origin
        (OWN, ANNEX, "", "", "", "DP.A.11", "no-place"),
        (OWN, ANNEX, "A ¶2", "", "", "CF.A.14", "foreign-clause"),
        (OWN, ANNEX, "A ¶2", "", "", "DP.A.99", "unknown-clause"),
    ],
)
def test_the_register_bears_a_claim_out_or_says_what_does_not_fit(
    origin: Origin, document: str, at: str, via: str, lender: str, clauses: str, code: str
) -> None:
    places, others = tuple(filter(None, at.split("|"))), tuple(filter(None, via.split("|")))
    claim = Claim("f.toml", "punto.x", "dos-panos", origin, document, places, others, lender, tuple(clauses.split()))
    assert fault_of(claim) == code


def fault_of(claim: Claim) -> str:
    try:
        check_claim(claim)
    except RulebookError as error:
        return error.code
    return ""
