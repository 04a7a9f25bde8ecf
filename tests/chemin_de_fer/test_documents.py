"""What this document prevails over, what fills its gaps, and what the two-cloth game takes over from it."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.clauses import Sourced, trace
from tapete.games.baccarat.drawing import Cell, DrawingTable, cell
from tapete.games.baccarat.points import PointRules, total, value
from tapete.rulebooks import RulebookError, house_library, overlay, read_library
from tapete.rulebooks.lending import lent_sections
from tapete.rulebooks.resolve import lay_over

ANNEX = house_library().by_id("chemin-de-fer", "asturias-2011").content
FIVE_PER_CENT, TWO_PER_CENT = {"num": 5, "den": 100}, {"num": 2, "den": 100}


@pytest.mark.clause("CF.R.03")
def test_on_a_conflict_with_an_older_document_the_annex_is_applied() -> None:
    order_of_1979 = {
        "bank": {"cagnotte": {"value": TWO_PER_CENT, "practice": "OM1979-09"}},
        "staff": {"helpers": {"value": 1, "practice": "OM1979-09"}},
    }
    with trace() as trail:
        merged = lay_over(order_of_1979, ANNEX)
    assert merged["bank"]["cagnotte"]["value"] == FIVE_PER_CENT
    assert trail.rests_on == ("CF.R.03",)
    # where the annex is silent the older one fills the gap, and stays labelled
    assert merged["staff"]["helpers"] == {"value": 1, "practice": "OM1979-09"}


@pytest.mark.clause("CF.R.03")
def test_a_document_that_does_not_prevail_would_be_overridden() -> None:
    """The near case: the same two layers, the older one on top."""
    older = {"bank": {"cagnotte": {"value": TWO_PER_CENT, "practice": "OM1979-09"}}}
    assert overlay(ANNEX, older)["bank"]["cagnotte"]["value"] == TWO_PER_CENT
    assert lay_over(older, ANNEX)["bank"]["cagnotte"]["value"] == FIVE_PER_CENT


def test_a_gap_filled_from_an_older_document_says_so() -> None:
    decks = msgspec.convert(ANNEX["pack"]["decks"], Sourced[int])
    assert (decks.value, decks.is_practice) == (6, True)
    assert "OM1979-09" in decks.practice


TWO_CLOTHS = """
id = "two-cloths"
game = "dos-panos"
document = "AST2011-DP"
borrows = "chemin-de-fer/asturias-2011"

[points]
pips = { borrow = "points.pips", at = "A", clauses = ["DP.A.02"] }
tens = { borrow = "points.tens", at = "A", clauses = ["DP.A.02"] }
ace = { borrow = "points.ace", at = "A", clauses = ["DP.A.02"] }
modulus = { borrow = "points.modulus", at = "A", clauses = ["DP.A.03"] }

[punto]
draws_on = { value = [0, 1, 2, 3, 4], at = "A ¶2", clauses = ["DP.A.11"], neutral = [] }

[banker.table]
by_third_card = { borrow = "banker.table.by_third_card", at = "A ¶3", clauses = ["DP.A.23"] }
rows = [
    { borrow = "banker.table.rows.0", at = "A", clauses = ["DP.A.24"] },
    { borrow = "banker.table.rows.1", at = "A", clauses = ["DP.A.25"] },
    { borrow = "banker.table.rows.2", at = "A", clauses = ["DP.A.26"] },
    { borrow = "banker.table.rows.3", at = "A", clauses = ["DP.A.27"] },
    { borrow = "banker.table.rows.4", at = "A", clauses = ["DP.A.28"] },
    { borrow = "banker.table.rows.5", at = "A", clauses = ["DP.A.29"] },
    { borrow = "banker.table.rows.6", at = "A", clauses = ["DP.A.30"] },
    { borrow = "banker.table.rows.7", at = "A", clauses = ["DP.A.31"] },
]
"""


@pytest.fixture
def two_cloths(tmp_path: Path) -> dict[str, Any]:
    """Content of a book of the two-cloth game that borrows from this one."""
    return borrowing(tmp_path, TWO_CLOTHS)


def borrowing(folder: Path, book: str) -> dict[str, Any]:
    """Return the content of a book that lies beside those of this game; raise RulebookError for a broken one."""
    (folder / "dos-panos").mkdir()
    (folder / "dos-panos" / "two-cloths.toml").write_text(book, "utf-8")
    with as_file(files("tapete.rulebooks") / "data" / "chemin-de-fer") as lender:
        shutil.copytree(lender, folder / "chemin-de-fer")
    return read_library(folder).by_id("dos-panos", "two-cloths").content


def borrowed(folder: Path, name: str, at: str, clause: str) -> object:
    """Return the value that the two-cloth game has of this one under a name, or the code of the error."""
    section, _, key = name.rpartition(".")
    lines = [*TWO_CLOTHS.split("[points]")[0].splitlines(), f"[{section}]"]
    lines.append(f'{key} = {{ borrow = "{name}", at = "{at}", clauses = ["{clause}"] }}')
    try:
        found = borrowing(folder, "\n".join(lines))
    except RulebookError as error:
        return error.code
    for part in section.split("."):
        found = found[part]
    return found[key]["value"]


@pytest.mark.clause("CF.S.01")
@pytest.mark.parametrize(
    ("name", "at", "clause", "worth"),
    [("points.tens", "A", "DP.A.02", 0), ("outcome.naturals", "A", "DP.A.05", [8, 9])],
)
def test_the_annex_lends_its_general_rules(tmp_path: Path, name: str, at: str, clause: str, worth: object) -> None:
    """A ten is worth nothing at two cloths because it is worth nothing here."""
    assert borrowed(tmp_path, name, at, clause) == worth
    with trace() as trail:
        assert lent_sections(ANNEX)
    assert "CF.S.01" in trail.rests_on


def test_the_two_cloth_game_asks_the_same_functions_for_its_general_rules(two_cloths: dict[str, Any]) -> None:
    with trace() as trail:
        points = msgspec.convert(two_cloths["points"], PointRules)
        assert value("Ts", points) == 0
        assert total(("7s", "8d", "9c"), points) == 4
    assert set(trail.rests_on) == {"DP.A.02", "DP.A.03"}
    # its own adaptations come first, and what is not borrowed does not come in
    assert two_cloths["punto"]["draws_on"]["provenance"]["origin"] == "own"
    assert set(two_cloths["punto"]) == {"draws_on"}


@pytest.mark.clause("CF.S.02")
def test_the_annex_lends_its_table_of_the_bank(tmp_path: Path) -> None:
    assert borrowed(tmp_path, "banker.table.by_third_card", "A ¶3", "DP.A.23") is True
    with trace() as trail:
        assert lent_sections(ANNEX)
    assert "CF.S.02" in trail.rests_on


@pytest.mark.parametrize("name", ["bank.cagnotte", "banker.speaks_last", "auction.highest_wins"])
def test_what_is_neither_a_general_rule_nor_the_bankers_table_is_not_lent(tmp_path: Path, name: str) -> None:
    assert borrowed(tmp_path, name, "A", "DP.A.02") == "not-lent"


def test_the_bankers_table_is_one_and_the_same_for_both_games(two_cloths: dict[str, Any]) -> None:
    """Total 6 and a third card of 7 on one cloth: T for that cloth; 5 against 4 leaves the choice."""
    table = msgspec.convert(two_cloths["banker"]["table"], DrawingTable)
    with trace() as trail:
        assert cell(table, 6, 7, 0) is Cell.DRAW
        assert cell(table, 5, 4, 0) is Cell.OPTIONAL
    assert "DP.A.30" in trail.rests_on
    lender = msgspec.convert(ANNEX["banker"]["table"], DrawingTable)
    assert [one.value for one in table.rows] == [one.value for one in lender.rows]
