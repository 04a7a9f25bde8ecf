"""Each rule of the layers, broken once: the error has its code, names the file and what to do; claims are borne out."""

from collections.abc import Callable

import msgspec
import pytest

from tapete.clauses import Origin, Sourced
from tapete.rulebooks import Library, RulebookError, make, require_options
from tapete.rulebooks.citations import Claim, check_claim
from tapete.words import placeholders, topics
from tests.support.rows import rows

ASTURIAS, ORDER, CATALOGUE, LITERAL, GUIDE, PRACTICE = (
    f"dos-panos/{name}.toml"
    for name in ("asturias-2011", "orden-1979", "catalogo-51-53", "catalogo-51-53-literal", "guia", "practice")
)
LENDER = "chemin-de-fer/asturias-2011.toml"
OTHER = "dos-panos/other.toml"
HEAD = 'id = "other"\ngame = "dos-panos"\ndocument = "GUIDE"\n'
STANDS = 'stands_on = { borrow = "punto.stands_on", at = "A", clauses = ["DP.A.13"] }'
DRAWS = 'draws_on = { value = [0, 1, 2, 3, 4], at = "A ¶2", clauses = ["DP.A.11"], neutral = [] }'
SCORE = 'announces_score = { value = true, at = "12 ¶7", clauses = ["DP.A.33"], neutral = false }'
FREE = "literal = { value = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }"
CHAIN = 'falls_back = ["orden-1979", "asturias-2011"]'


def draws(rest: str) -> tuple[str, str, str]:
    return (ASTURIAS, DRAWS, f"draws_on = {{ {rest} }}")


def stands(rest: str) -> tuple[str, str, str]:
    return (ASTURIAS, STANDS, f"stands_on = {{ {rest} }}")


BROKEN = [
    # the file and its head
    ("not-toml", (OTHER, "", "id = ")),
    ("unknown-head-key", (GUIDE, "falls_back", "fall_back")),
    ("wrong-head", (GUIDE, CHAIN, 'falls_back = "orden-1979"')),
    ("wrong-head", (GUIDE, 'document = "GUIDE"\n', "")),
    ("misplaced", (GUIDE, 'id = "guia"', 'id = "guide"')),
    ("misplaced", (GUIDE, 'game = "dos-panos"', 'game = "bingo"')),
    ("unknown-document", (GUIDE, '"GUIDE"', '"GUIDES"')),
    ("no-such-book", (GUIDE, CHAIN, 'falls_back = ["orden-1980"]')),
    ("no-such-book", (ASTURIAS, '"chemin-de-fer/asturias-2011"', '"chemin-de-fer/asturias"')),
    ("no-such-book", (ASTURIAS, FREE, 'literal = { book = "asturias-2011-literal" }')),
    ("no-books", (ASTURIAS, '"chemin-de-fer/asturias-2011"', '"bingo/asturias-2011"')),
    ("foreign-fallback", (GUIDE, CHAIN, 'falls_back = ["chemin-de-fer/asturias-2011"]')),
    ("same-document", (OTHER, "", f'{HEAD}falls_back = ["guia"]\n')),
    ("twice-in-chain", (GUIDE, CHAIN, 'falls_back = ["orden-1979", "orden-1979"]')),
    ("other-document", (LITERAL, "extends", 'document = "GUIDE"\nextends')),
    ("lender-of-same-game", (ASTURIAS, '"chemin-de-fer/asturias-2011"', '"dos-panos/guia"')),
    ("circle", (LITERAL, 'extends = "catalogo-51-53"', 'extends = "catalogo-51-53-literal"')),
    ("stand-in-without-lender", (GUIDE, CHAIN, "stand_in = true")),
    ("nothing-borrowed", (GUIDE, CHAIN, f'{CHAIN}\nborrows = "chemin-de-fer/asturias-2011"')),
    # the form of a value
    ("bare-value", draws('vaule = 5, at = "A ¶2", clauses = ["DP.A.11"]')),
    ("bare-value", (ASTURIAS, DRAWS, "draws_on = [0, 1, 2, 3, 4]")),
    ("unknown-value-key", draws('value = [0], at = "A ¶2", clause = ["DP.A.11"]')),
    ("wrong-value", draws('value = [0], at = "A ¶2", clauses = "DP.A.11"')),
    ("wrong-value", draws('value = [0], at = "A ¶2", clauses = ["DP.A.11"], variant = false')),
    ("no-origin", draws('value = [0], at = "A ¶2"')),
    ("no-origin", stands('borrow = "punto.stands_on", at = "A"')),
    ("practice-as-clause", draws('value = [0], at = "A ¶2", clauses = ["HP.CF.relief"]')),
    ("two-origins", draws('value = [0], clauses = ["DP.A.11"], practice = "why"')),
    ("two-origins", stands('borrow = "punto.stands_on", value = [6], at = "A", clauses = ["DP.A.13"]')),
    ("two-origins", draws('value = [0], at = "A ¶2", clauses = ["DP.A.11"], variant = true, reading = "why"')),
    ("not-practice", (PRACTICE, "value = 5, practice", 'value = 5, clauses = ["DP.F.12"], neutral')),
    ("no-place", draws('value = [0], clauses = ["DP.A.11"]')),
    ("no-place", stands('borrow = "punto.stands_on", clauses = ["DP.A.13"]')),
    (
        "no-place",
        (OTHER, "", f'{HEAD}[punto]\ndraws_on = {{ value = [0], clauses = ["DP.A.40"] }}\n'),
        (ORDER, '"guia"]', '"other"]'),
    ),
    (
        "no-place",  # one value with its place: from now on each has to have one
        (OTHER, "", f'{HEAD}[a]\nx = {{ value = 1, at = "12 ¶7", clauses = ["DP.A.33"] }}\n'),
        (OTHER, "", '[b]\nx = { value = 1, clauses = ["DP.A.33"] }\n'),
    ),
    ("bare-value", (PRACTICE, "", "\n[pack]\ncut = 1\n")),
    ("unknown-value-key", (PRACTICE, "", '\n[pack]\ncut = { value = 1, practice = "why", reason = "why" }\n')),
    ("wrong-value", (PRACTICE, "", "\n[pack]\ncut = { value = 1, practice = 1 }\n")),
    # the register says so
    ("unknown-clause", draws('value = [0], at = "A ¶2", clauses = ["DP.A.99"]')),
    ("foreign-clause", stands('borrow = "punto.stands_on", at = "A", clauses = ["CF.A.14"]')),
    ("not-a-source", draws('value = [0], at = "A ¶3", clauses = ["DP.A.11"]')),
    ("not-a-source", draws('value = [0], at = "A ¶2", clauses = ["DP.A.11", "DP.A.33"]')),
    ("not-a-source", stands('value = [6, 7], at = "A", clauses = ["DP.A.13"]')),
    ("unused-place", draws('value = [0], at = ["A ¶2", "A ¶3"], clauses = ["DP.A.11"]')),
    ("not-a-variant", draws('value = [0], at = "A ¶2", variant = true, clauses = ["DP.A.11"]')),
    ("not-a-variant", (GUIDE, '"12 ¶6", clauses = ["DP.A.20"]', '"12 ¶6", clauses = ["DP.A.20", "DP.A.14"]')),
    ("not-a-reading", (ASTURIAS, 'clauses = ["DP.A.16"], reading', 'clauses = ["DP.A.16", "DP.A.18"], reading')),
    ("not-imported", stands('borrow = "punto.stands_on", at = "A ¶2", clauses = ["DP.A.13"]')),
    ("not-imported", (ASTURIAS, 'via = "AST2011-CF A ¶5"', 'via = "AST2011-CF A ¶6"')),
    ("not-referred", (ORDER, 'at = "VI ¶1", clauses = ["DP.A.13"]', 'at = "VI ¶1", clauses = ["DP.A.33"]')),
    # readings
    ("reading-without-literal", (ASTURIAS, f", {FREE}", "")),
    ("literal-without-reading", (ASTURIAS, 'reading = "a natural is shown all the same", ', "")),
    ("literal-form", (ASTURIAS, FREE, "literal = {}")),
    ("literal-form", (ASTURIAS, FREE, 'literal = { value = [], none = "why" }')),
    ("literal-same", (ASTURIAS, FREE, "literal = { value = [0, 1, 2, 3, 4, 5, 6, 7] }")),
    ("literal-book", (ASTURIAS, FREE, 'literal = { book = "guia" }')),
    (  # another value there, but in a book of its own
        "literal-book",
        (ASTURIAS, FREE, 'literal = { book = "guia" }'),
        (GUIDE, "free_on = { value = [0, 1, 2, 3, 4, 5, 6, 7],", "free_on = { value = [0, 1, 2, 3, 4, 5, 6],"),
    ),
    ("literal-book", (LITERAL, "value = [5, 8, 9]", "value = [8, 9]")),
    ("literal-book", (LITERAL, "shows_on = { value = [5, 8, 9], variant", "other = { value = [5, 8, 9], variant")),
    # borrowing
    ("no-lender", (ASTURIAS, 'borrows = "chemin-de-fer/asturias-2011"\n', "")),
    ("via-other-document", (ASTURIAS, 'via = "AST2011-CF A ¶5"', 'via = "OM1979-08 VI ¶5"')),
    ("lender-lacks", stands('borrow = "punto.stands", at = "A", clauses = ["DP.A.13"]')),
    ("lender-silent", stands('borrow = "pack.decks", at = "A", clauses = ["DP.A.13"]')),
    ("not-lent", stands('borrow = "banker.draws_on", at = "A", clauses = ["DP.A.20"]')),
    # layers
    (
        "fallback-over-own",
        (ASTURIAS, "", '\n[precedence]\nover_older = { value = false, at = "A ¶1", clauses = ["DP.A.01"] }\n'),
    ),
    ("shape-clash", (PRACTICE, "", '\n[punto.draws_on]\nfirst = { value = 1, practice = "why" }\n')),
    (
        "shape-clash",
        (GUIDE, SCORE, ""),
        (GUIDE, "[pack]", '[banker.announces_score]\nx = { value = 1, at = "12 ¶7", clauses = ["DP.A.33"] }\n[pack]'),
        (PRACTICE, "", '\n[banker]\nannounces_score = { value = true, practice = "why" }\n'),
    ),
    (
        "shape-clash",
        (OTHER, "", f'{HEAD}[pack.cut]\nx = {{ value = 1, at = "12 ¶7", clauses = ["DP.A.33"] }}\n'),
        (PRACTICE, "", '\n[pack]\ncut = { value = 1, practice = "why" }\n'),
    ),
    ("lost-but-stated", (CATALOGUE, '"formulas", "pack"]', '"formulas", "punto"]')),
    ("lost-nowhere", (CATALOGUE, '"formulas", "pack"]', '"formulas", "packs"]')),
]
BETWEEN_TWO_FILES = frozenset({"shape-clash", "literal-book"})
"""What does not fit lies between two files; either may be the wrong one, and one of them is named."""


@rows("code, edits", [(code, edits) for code, *edits in BROKEN])
def test_a_broken_rule_is_refused(
    library: Callable[..., Library], code: str, edits: list[tuple[str, str, str]]
) -> None:
    with pytest.raises(RulebookError) as caught:
        library(*edits)
    assert caught.value.code == code
    assert code in BETWEEN_TWO_FILES or caught.value.file in {name for name, *_ in edits}
    assert str(caught.value).startswith(f"{caught.value.file}: ")
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
def test_a_book_gives_the_options_of_its_rules(
    library: Callable[..., Library], code: str, shape: type, key: str
) -> None:
    book = library().by_id("dos-panos", "asturias-2011")
    with pytest.raises(RulebookError) as caught:
        require_options(book, shape)
    assert (caught.value.code, caught.value.facts["key"]) == (code, key)


def test_every_rule_of_the_layers_is_broken_by_a_test() -> None:
    elsewhere = {"lends-nothing", "option-without-origin", "option-unknown", "option-malformed", "option-uncited"}
    elsewhere |= {
        "not-utf-8",
        "too-deep",
        "book-exists",
        "other-clauses",
        "not-in-chain",
        "document-taken",
        "extends-outside",
    }
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
