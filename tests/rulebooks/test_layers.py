"""Rulebooks that fall back: what each value says of its origin, and what is hashed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from tapete.clauses import Origin, Sourced, knocked_out, trace
from tapete.clauses.coverage import clauses_in
from tapete.rulebooks import Library, RulebookOption, compare, options_of_book, require_options
from tests.support.rows import rows

GAME = "dos-panos"
ASTURIAS, ORDER, GUIDE = "asturias-2011", "orden-1979", "guia"
CATALOGUE, LITERAL = "catalogo-51-53", "catalogo-51-53-literal"
Read = Callable[..., Library]
SHAPE: dict[str, dict[str, Any]] = {
    "punto": {
        **dict.fromkeys(("draws_on", "chooses_on", "shows_on", "stands_on"), tuple[int, ...]),
        "crossed_cards_speak": bool,
    },
    "outcome": {"nine_beats": tuple[int, ...]},
    "advice": {"croupier_explains": bool},
    "banco": {"free_on": tuple[int, ...]},
    "cloths": {"least_players": int, "places_each": int},
    "opening": {"announced_by": str},
    "pack": {"decks": int, "shown_to_players": bool},
}
strict = partial(msgspec.defstruct, forbid_unknown_fields=True)
Chart = msgspec.defstruct("Chart", [("rows", tuple[Sourced[str], ...])])
BANKER = [("draws_on", Sourced[tuple[int, ...]]), ("announces_score", Sourced[bool]), ("table", Chart)]
Rules = msgspec.defstruct(
    "Rules",
    [
        *(("id", str), ("document", str), ("formulas", dict[str, Sourced[str]])),
        ("banker", strict("banker", BANKER)),
        *((name, strict(name, [(key, Sourced[kind]) for key, kind in part.items()])) for name, part in SHAPE.items()),
    ],
)
"""A small part of the two-cloth rules."""


def table(library: Library) -> dict[str, dict[str, RulebookOption | None]]:
    return compare(library.of(GAME))


def said(one: RulebookOption | None) -> tuple[Any, ...]:
    assert one is not None
    return (one.value, one.origin.value, one.document, *one.at)


def test_every_document_gives_every_option_with_its_origin(library: Read) -> None:
    books = library().of(GAME)
    assert [one.id for one in books] == [ASTURIAS, LITERAL, CATALOGUE, GUIDE, ORDER]
    for book in books:
        require_options(book, Rules)
        assert book.read(Rules).document == book.content["document"]
    compared = compare(books)
    assert all(one is not None for by_book in compared.values() for one in by_book.values())
    assert {one.origin for by_book in compared.values() for one in by_book.values() if one} == set(Origin) - {
        Origin.HOUSE
    }


def test_a_document_that_only_refers_to_a_text_that_is_not_held_fills_nobodys_silence(library: Read) -> None:
    assert {name: said(one) for name, one in table(library())["banker.draws_on"].items()} == {
        ASTURIAS: ([0], "import", "AST2011-DP", "A"),
        ORDER: ([0], "stand-in", "OM1979-09", "VI ¶1"),
        CATALOGUE: ([0], "fallback", "AST2011-DP", "A"),
        LITERAL: ([0], "fallback", "AST2011-DP", "A"),
        GUIDE: ([], "variant", "GUIDE", "12 ¶6"),
    }


def test_two_documents_that_name_each_other_give_only_what_they_state_themselves(library: Read) -> None:
    found = table(library())
    advice = found["advice.croupier_explains"][GUIDE]
    assert advice is not None
    assert (advice.document, advice.at, advice.via) == ("AST2011-DP", ("A",), ("AST2011-CF A ¶6",))
    assert (advice.origin, advice.stated_origin) == (Origin.FALLBACK, Origin.IMPORT)


def test_the_first_of_a_chain_that_speaks_is_followed(library: Read) -> None:
    before = table(library())["cloths.least_players"][CATALOGUE]
    chain = 'falls_back = ["orden-1979", "asturias-2011", "guia"]'
    swapped = library((f"{GAME}/{CATALOGUE}.toml", chain, 'falls_back = ["guia", "orden-1979", "asturias-2011"]'))
    after = table(swapped)["cloths.least_players"][CATALOGUE]
    assert (said(before), said(after)) == ((2, "fallback", "OM1979-09", "VII ¶1"), (2, "fallback", "GUIDE", "11 ¶1"))


def test_silence_of_a_lost_part_is_told_from_plain_silence(library: Read) -> None:
    books = library()
    lost = {name: one.lost_part for name, one in options_of_book(books.by_id(GAME, CATALOGUE)).items() if one.lost_part}
    assert set(lost) == {"cloths.least_players", "pack.decks", "formulas.no-more-bets"}
    assert set(lost.values()) == {"what follows 53.e"}
    assert not any(one.lost_part for one in options_of_book(books.by_id(GAME, GUIDE)).values())


def test_a_borrowed_value_is_the_lenders_and_its_citation_is_ours(library: Read) -> None:
    books = library()
    value = books.by_id(GAME, ORDER).read(Rules).punto.stands_on
    assert value.clauses == ("DP.A.13",)
    assert value.provenance is not None
    assert value.provenance.via == ("AST2011-CF A ¶4 c)",)
    with trace() as trail:
        assert value.use() == (6, 7)
    assert trail.rests_on == ("DP.A.13",)
    with knocked_out("DP.A.13"):
        assert value.use() == ()
    with knocked_out("CF.A.14"):
        assert value.use() == (6, 7)


def test_what_a_document_says_of_itself_fills_no_other_silence(library: Read) -> None:
    own = '\n[precedence]\nover_older = { value = true, at = "A ¶1", clauses = ["DP.A.01"], neutral = true }\n'
    books = library((f"{GAME}/{ASTURIAS}.toml", "", own))
    assert "precedence" in books.by_id(GAME, ASTURIAS).content
    assert "precedence" not in books.by_id(GAME, CATALOGUE).content


def test_the_tree_is_hashed_and_not_the_recipe(library: Read) -> None:
    before = library().by_id(GAME, ORDER)
    assert set(before.content) & {"falls_back", "borrows", "stand_in", "lost", "extends"} == set()
    file = f"{GAME}/{ORDER}.toml"
    same = library((file, '"asturias-2011", "guia"]', '"asturias-2011", "catalogo-51-53", "guia"]'))
    assert same.by_id(GAME, ORDER).sha256 == before.sha256
    moved = library(
        (file, '2, at = "VII ¶1", clauses = ["DP.B.01", "DP.B.02"]', '2, at = "VII ¶1", clauses = ["DP.B.01"]')
    )
    assert moved.by_id(GAME, ORDER).sha256 != before.sha256


def test_a_change_in_a_document_below_changes_the_hash_of_those_that_fall_back_to_it(library: Read) -> None:
    before = {one.id: one.sha256 for one in library().of(GAME)}
    announced = 'announces_score = { value = true, at = "12 ¶7"'
    after = {
        one.id: one.sha256
        for one in library((f"{GAME}/{GUIDE}.toml", announced, announced.replace("true", "false"))).of(GAME)
    }
    assert all(before[name] != after[name] for name in before)


def test_a_reading_keeps_what_the_letter_gives(library: Read) -> None:
    found = table(library())
    free, shows = found["banco.free_on"][ASTURIAS], found["punto.shows_on"][CATALOGUE]
    assert free is not None
    assert shows is not None
    assert (free.why, free.literal) == ("a natural is shown all the same", {"value": list(range(10))})
    assert (shows.why, shows.literal) == ("a line seems lost", {"book": LITERAL})


def test_a_book_over_a_book_has_its_readings_and_its_values_where_it_says_nothing_else(library: Read) -> None:
    head = 'id = "{}"\ngame = "dos-panos"\nextends = "{}"\n'
    books = library(
        (f"{GAME}/upper.toml", "", head.format("upper", "catalogo-51-53")),
        (f"{GAME}/uppermost.toml", "", head.format("uppermost", "upper")),
    )
    below = books.by_id(GAME, CATALOGUE).content
    for name in ("upper", "uppermost"):
        assert books.by_id(GAME, name).content == {**below, "id": name}


@rows(
    "book, clause, option, kept, neutral",
    [
        (ASTURIAS, "DP.E1.01", "opening.announced_by", "inspector", "croupier"),
        (ASTURIAS, "DP.A.12", "punto.chooses_on", (5,), ()),
        (LITERAL, "DP.A.12", "punto.chooses_on", (), (5,)),
        (ASTURIAS, "DP.A.36", "advice.croupier_explains", True, False),  # brought in by reference
        (ORDER, "DP.A.13", "punto.stands_on", (6, 7), ()),  # borrowed
        (CATALOGUE, "DP.F.08", "pack.decks", 6, 0),  # of another document
    ],
)
def test_a_value_keeps_what_a_house_without_its_clause_would_do(
    library: Read, book: str, clause: str, option: str, kept: object, neutral: object
) -> None:
    section, _, name = option.partition(".")
    value = getattr(getattr(library().by_id(GAME, book).read(Rules), section), name)
    assert value.use() == kept
    with knocked_out(clause):
        assert value.use() == neutral


def test_a_borrowed_value_counts_as_a_citation_of_its_clause() -> None:
    written = {"punto": {"stands_on": {"borrow": "punto.stands_on", "at": "A", "clauses": ["DP.A.13"]}}}
    assert clauses_in(written) == {"DP.A.13"}
