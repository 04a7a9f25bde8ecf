"""Coverage by document: what each states, what is proved of it, what its rulebooks have from others."""

from tapete.clauses.coverage import Proof, citations, coverage, document_coverage, fallback_clauses, is_stated_otherwise
from tapete.clauses.register import Kind, game_clauses, register
from tapete.rulebooks import house_library

DP = "dos-panos"


def test_each_game_lists_the_documents_that_are_held_for_it() -> None:
    found = {game: list(one.by_document) for game, one in coverage().games.items()}
    assert found == {
        "chemin-de-fer": ["AST2011-CF"],
        "dos-panos": ["AST2011-DP", "OM1979-09", "REG-51-53", "GUIDE"],
        "punto-y-banca": ["AST2011-PB"],
        "bingo": ["OM1979-10"],
    }


def test_stated_are_the_clauses_with_the_document_among_their_sources() -> None:
    guide = document_coverage(DP, "GUIDE", {})
    stated = [one.id for one in game_clauses(DP) if "GUIDE" in {source.document for source in one.sources}]
    on_pages = {
        one.id for one in game_clauses(DP) if one.kind is Kind.INFORM and "shown" in citations().get(one.id, ())
    }
    assert on_pages
    assert (guide.stated_count, guide.proved_count, guide.fallback, guide.open_clauses) == (
        len(stated),
        0,
        0,
        tuple(one for one in stated if one not in on_pages),
    )
    assert 0 < guide.stated_count < len(game_clauses(DP))


def test_a_document_that_differs_needs_a_proof_of_its_own() -> None:
    clause, other = next(
        (one, source.document)
        for one in game_clauses(DP)
        for source in one.sources[1:]
        if is_stated_otherwise(one, source.document)
    )
    first = clause.sources[0].document
    assert not is_stated_otherwise(clause, first)
    common = {clause.id: Proof(1, True, "a test")}
    assert document_coverage(DP, first, common).proved_count == 1
    assert document_coverage(DP, other, common).proved_count == 0
    assert clause.id in document_coverage(DP, other, common).open_clauses
    own = {clause.id: Proof(2, True, "a test", {other: "another test"})}
    assert document_coverage(DP, other, own).proved_count == 1


def test_a_document_that_says_the_same_shares_the_proof() -> None:
    clause = next(
        one for one in game_clauses(DP) if len({source.document for source in one.sources}) > 1 and not one.variants
    )
    proofs = {clause.id: Proof(1, True, "a test")}
    assert {document_coverage(DP, source.document, proofs).proved_count for source in clause.sources} == {1}


def test_what_falls_back_is_counted_for_the_document_that_is_silent() -> None:
    clauses = list(register())[:2]
    value = {"value": 5, "clauses": clauses, "provenance": {"origin": "fallback", "document": "OM1979-09"}}
    own = {"value": 6, "clauses": ["DP.A.01"], "provenance": {"origin": "own"}}
    book = {"game": DP, "document": "GUIDE", "bank": {"deduction": value, "minimum": own}}
    assert fallback_clauses(book) == set(clauses)
    assert document_coverage(DP, "GUIDE", {}, [book]).fallback == 2
    assert document_coverage(DP, "REG-51-53", {}, [book]).fallback == 0
    spoken = {**book, "punto": {"value": 7, "clauses": clauses[:1]}}
    assert fallback_clauses(spoken) == set(clauses[1:]), "a clause that the document applies itself as well is its own"


def test_a_clause_that_the_document_states_itself_is_no_fallback_beside_a_value_of_another() -> None:
    """The guide alone lets the banker wait for the third cards (B.22); three documents say who speaks first (B.21)."""
    for book in house_library().of(DP):
        own = book.content["document"]
        stated = {one.id for one in game_clauses(DP) if own in {place.document for place in one.sources}}
        assert fallback_clauses(book.content).isdisjoint(stated), book.id
    asturias = house_library().by_id(DP, "asturias-2011")
    assert "DP.B.22" in fallback_clauses(asturias.content)
    assert "DP.B.21" not in fallback_clauses(asturias.content)


def test_the_counts_of_the_one_document_of_a_game_are_those_of_its_clauses() -> None:
    for game in ("punto-y-banca", "bingo"):
        found = coverage().games[game]
        (only,) = found.by_document.values()
        assert (only.stated_count, only.proved_count, only.open_clauses) == (
            found.clauses,
            found.tested_count,
            found.open_clauses,
        )
