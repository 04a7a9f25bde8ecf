"""Shipped rulebooks: their contents never change, values have an origin, the code does not ask their names."""

import ast
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tapete.games
from tapete import rulebooks
from tapete.clauses import Origin
from tapete.clauses.register import documents
from tapete.games.bingo.rules import Rules as BingoRules
from tapete.games.chemin_de_fer.rules import Rules as CheminDeFerRules
from tapete.games.dos_panos.rules import GAME, Rules as DosPanosRules, read
from tapete.games.punto_banco.rules import Rules as PuntoBancoRules
from tests.support.rows import rows

RELEASED = {
    ("bingo", "orden-1979"): "b93e7343b9eefaff0160deb097be338a5a822e6498ac162b835e18b237d758ec",
    ("chemin-de-fer", "asturias-2011"): "2f0048d026ca6047605cafa82535d6cca4241ee7efde68116b0b73367ff2cb95",
    ("dos-panos", "asturias-2011"): "7b72e4b53f62ba4bbad4d849a748541e8300d17003fb96224b31fa6ce3fc0833",
    ("dos-panos", "catalogo-51-53"): "5bd26a45621d43123fa33f215f5411d4d27f5c2c20a10022de39de02b9cf7695",
    ("dos-panos", "catalogo-51-53-literal"): "a66f99de992596084699c7125b7ad4eda2d588bda755255eb6ee7d6d0a28675a",
    ("dos-panos", "guia"): "808a454b3db811d79d1c5edad8b1d979187f2ba1e7e8d2beac38ae4f02bbc308",
    ("dos-panos", "orden-1979"): "84d48d1a8505e747b78e6e865404c399180f9a27e60d7a281de5ad9fa07a5e14",
    ("punto-y-banca", "asturias-2011"): "f44eec9179dae71eaf32f6eb0d2fb83e3e1802df91c2c9ee8fd533c5de8f8b26",
}
"""Tables are pinned to these hashes: a line is added for a new file and never changed."""
RULES = {
    "bingo": BingoRules,
    "chemin-de-fer": CheminDeFerRules,
    "dos-panos": DosPanosRules,
    "punto-y-banca": PuntoBancoRules,
}
BOOKS = rulebooks.house_library().books


def test_released_rulebooks_keep_their_hash() -> None:
    assert {(one.game, one.id): one.sha256 for one in BOOKS} == RELEASED


@rows("book", BOOKS)
def test_a_shipped_rulebook_gives_each_option_of_its_rules_and_no_other(book: tapete.rulebooks.Rulebook) -> None:
    rulebooks.require_options(book, RULES[book.game])
    for name, one in rulebooks.options_of_book(book).items():
        if one.origin is Origin.PRACTICE:
            assert (one.document, one.at) == ("", ()), name
            assert one.why, name
        else:
            assert one.document == book.content["document"] or one.origin is Origin.FALLBACK, name
            assert one.clauses, name


NAMES = frozenset({one.id for one in BOOKS} | set(documents()))
BOOKISH = frozenset({"book", "rules", "rulebook"})


def names_asked(source: str) -> Iterator[int]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=others):
                asked = [left, *others]
            case ast.match_case(pattern=pattern):
                asked = [pattern]
            case ast.Match(subject=subject):
                asked = [subject]
            case ast.Subscript(slice=index):
                asked = [index]
            case ast.Call(func=ast.Attribute(attr="get" | "startswith" | "endswith" | "index"), args=args):
                asked = list(args)
            case _:
                continue
        if any(_is_name(below) for one in asked for below in ast.walk(one)):
            yield next(one.lineno for one in ast.walk(asked[0]) if hasattr(one, "lineno"))


def _is_name(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text in NAMES
        case ast.Attribute(value=value, attr="id" | "document"):
            end = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
            return end in BOOKISH
    return False


GAMES = Path(tapete.games.__path__[0])


@rows("path", sorted(GAMES.rglob("*.py")))
def test_no_game_asks_for_the_name_of_a_rulebook(path: Path) -> None:
    assert list(names_asked(path.read_text("utf-8"))) == []


DOCUMENTS = {one.id: one for one in rulebooks.house_library().of(GAME)}
READ = ("asturias-2011", "orden-1979", "catalogo-51-53", "guia")
"""The rulebooks of the four documents, without the one that follows a fragment to the letter."""
LITERAL = "catalogo-51-53-literal"


def options() -> Iterator[tuple[str, str, str, str, str, str]]:
    with (Path(__file__).parent / "dos_panos_options.csv").open(encoding="utf-8", newline="") as lines:
        for one in csv.DictReader(lines):
            yield one["option"], one["rulebook"], one["value"], one["origin"], one["document"], one["place"]


LINES = tuple(options())


def worded(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list():
            return " ".join(map(str, value)) or "none"
        case {"num": num, "den": den}:
            return f"{num}/{den}"
    return str(value)


@rows("rulebook", READ)
def test_every_option_is_what_the_table_of_the_documents_says(rulebook: str) -> None:
    found = rulebooks.options_of_book(DOCUMENTS[rulebook])
    expected = {
        option: (value, origin, document) for option, book, value, origin, document, _ in LINES if book == rulebook
    }
    assert {
        name: (worded(found[name].value), found[name].origin, found[name].document) for name in expected
    } == expected
    for option, book, *_, place in LINES:
        if book == rulebook and place:
            assert place.partition(",")[0] in found[option].at, option


def test_the_letter_of_the_fragment_turns_a_five_up() -> None:
    compared = rulebooks.compare((DOCUMENTS["catalogo-51-53"], DOCUMENTS[LITERAL]))
    assert rulebooks.differing_options(compared) == ("punto.chooses_on", "punto.shows_on")
    literal = read(DOCUMENTS[LITERAL])
    assert (literal.punto.chooses_on.value, literal.punto.shows_on.value) == ((), (5, 8, 9))


@rows("name", [*DOCUMENTS])
def test_the_banker_s_table_is_that_of_chemin_de_fer(name: str) -> None:
    (lender,) = rulebooks.house_library().of("chemin-de-fer")
    table = read(DOCUMENTS[name]).banker.table
    assert [row.value for row in table.rows] == [row["value"] for row in lender.content["banker"]["table"]["rows"]]
    assert [row.clauses for row in table.rows] == [(f"DP.A.{24 + row}",) for row in range(8)]


def test_what_a_fragment_lost_is_said_beside_what_stands_in() -> None:
    found = rulebooks.options_of_book(DOCUMENTS["catalogo-51-53"])
    lost = {name: one for name, one in found.items() if one.lost_part}
    assert lost["priority.order"].lost_part == "articles 50 to 51.3"
    assert lost["thrown.deemed"].lost_part == "what follows 53.e"
    assert all(one.origin is Origin.FALLBACK and one.document == "OM1979-09" for one in fallen(lost, but="basket"))
    assert found["banco.callers"].lost_part == ""


def fallen(found: dict[str, rulebooks.RulebookOption], but: str) -> list[rulebooks.RulebookOption]:
    return [one for name, one in found.items() if name.partition(".")[0] != but and one.document != "GUIDE"]


def book(**content: Any) -> Any:
    return rulebooks.make({"id": "one", "game": "punto-y-banca", **content})


def test_an_upper_layer_replaces_values_whole_and_merges_tables() -> None:
    lower = {"a": {"x": {"value": 1, "clauses": ["A"]}, "y": {"value": 2}}, "b": 3, "list": [1, 2]}
    upper = {"a": {"x": {"value": 9, "practice": "why"}}, "list": [3]}
    due = {"a": {"x": {"value": 9, "practice": "why"}, "y": {"value": 2}}, "b": 3, "list": [3]}
    assert rulebooks.overlay(lower, upper) == due
    assert lower["a"]["x"] == {"value": 1, "clauses": ["A"]}  # type: ignore[index]
    assert rulebooks.overlay(lower, {}) == rulebooks.overlay({}, lower) == lower


def test_a_changed_book_comes_first_by_name_and_the_old_one_stays_by_hash() -> None:
    old, new = book(x=1), book(x=2)
    library = rulebooks.Library((old,)).with_books(new)
    assert (library.by_id("punto-y-banca", "one"), library.by_hash(old.sha256)) == (new, old)
    assert library.with_books(new).books == library.books
    assert (library.with_books(old).by_id("punto-y-banca", "one"), library.of("punto-y-banca")) == (old, (new, old))
    assert library.of("bingo") == ()
