"""The rulebooks that are shipped: their contents never change, their values have an origin, the code does not ask their
names.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import tapete.games
from tapete.clauses import Origin
from tapete.clauses.register import documents
from tapete.games.bingo.rules import Rules as BingoRules
from tapete.games.chemin_de_fer.rules import Rules as CheminDeFerRules
from tapete.games.dos_panos.rules import Rules as DosPanosRules
from tapete.games.punto_banco.rules import Rules as PuntoBancoRules
from tapete.rulebooks import house_library, options_of, require_options
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

BOOKS = house_library().books


def test_released_rulebooks_keep_their_hash() -> None:
    assert {(one.game, one.id): one.sha256 for one in BOOKS} == RELEASED


@rows("book", BOOKS)
def test_a_shipped_rulebook_gives_each_option_of_its_rules_and_no_other(book: tapete.rulebooks.Rulebook) -> None:
    require_options(book, RULES[book.game])
    for name, one in options_of(book).items():
        if one.origin is Origin.PRACTICE:
            assert (one.document, one.at) == ("", ()), name
            assert one.why, name
        else:
            assert one.document == book.content["document"] or one.origin is Origin.FALLBACK, name
            assert one.clauses, name


def test_a_value_without_a_written_place_has_those_of_its_clauses() -> None:
    found = options_of(house_library().by_id("chemin-de-fer", "asturias-2011"))
    assert found["banker.speaks_last"].at == ("A ¶5", "C.3 ¶8")
    assert found["banker.table.rows.3"].at == ("A ¶8",)
    assert (found["seats.places"].origin, found["seats.places"].at) == (Origin.PRACTICE, ())


# --- no branch on a rulebook's name ----------------------------------------------------------------------------------

NAMES = frozenset({one.id for one in BOOKS} | set(documents()))
BOOKISH = frozenset({"book", "rules", "rulebook"})


def names_asked(source: str) -> Iterator[int]:
    """Return the lines that compare a rulebook's id or a document's key, or choose by one."""
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


@rows(
    "source",
    [
        "if book.id == other: pass",
        "x = 'GUIDE' in found",
        "x = name in ('asturias-2011', 'x')",
        "match state.rules.document:\n    case _: pass",
        "match key:\n    case 'OM1979-09' | 'x': pass",
        "x = TABLE[state.rules.id]",
        "x = TABLE.get(rulebook.document, 0)",
        "x = key.startswith('AST2011-CF')",
    ],
)
def test_a_branch_on_a_name_is_seen(source: str) -> None:
    assert list(names_asked(source))


def test_a_default_and_a_label_are_no_branch() -> None:
    assert not list(names_asked("class Open:\n    rulebook: str = 'asturias-2011'\nx = (rules.id, rules.document)"))
