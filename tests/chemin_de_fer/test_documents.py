"""What this document prevails over, what fills its gaps, and what the two-cloth game takes over from it."""

import msgspec
import pytest

from tapete.clauses import Sourced, trace
from tapete.games.baccarat.drawing import Cell, DrawingTable, cell
from tapete.games.baccarat.lending import borrowed
from tapete.games.baccarat.points import PointRules, total, value
from tapete.rulebooks.library import house_library, overlay, prevailing

ANNEX = house_library().named("chemin-de-fer", "asturias-2011").content
FIVE_PER_CENT, TWO_PER_CENT = {"num": 5, "den": 100}, {"num": 2, "den": 100}


@pytest.mark.clause("CF.R.03")
def test_on_a_conflict_with_an_older_document_the_annex_is_applied() -> None:
    order_of_1979 = {
        "bank": {"cagnotte": {"value": TWO_PER_CENT, "practice": "OM1979-09"}},
        "staff": {"helpers": {"value": 1, "practice": "OM1979-09"}},
    }
    with trace() as trail:
        merged = prevailing(order_of_1979, ANNEX)
    assert merged["bank"]["cagnotte"]["value"] == FIVE_PER_CENT
    assert trail.rests_on == ("CF.R.03",)
    # where the annex is silent the older one fills the gap, and stays labelled
    assert merged["staff"]["helpers"] == {"value": 1, "practice": "OM1979-09"}


@pytest.mark.clause("CF.R.03")
def test_a_document_that_does_not_prevail_would_be_overridden() -> None:
    """The near case: the same two layers, the older one on top."""
    older = {"bank": {"cagnotte": {"value": TWO_PER_CENT, "practice": "OM1979-09"}}}
    assert overlay(ANNEX, older)["bank"]["cagnotte"]["value"] == TWO_PER_CENT
    assert prevailing(older, ANNEX)["bank"]["cagnotte"]["value"] == FIVE_PER_CENT


def test_a_gap_filled_from_an_older_document_says_so() -> None:
    decks = msgspec.convert(ANNEX["pack"]["decks"], Sourced[int])
    assert (decks.value, decks.is_practice) == (6, True)
    assert "OM1979-09" in decks.practice


TWO_CLOTHS = {
    "punto": {
        "chooses_on": {"value": [5], "practice": "its own adaptation"},
        "stands_on": {"value": [], "practice": "its own adaptation: 6 and 7 are not repeated"},
    }
}


@pytest.mark.clause("CF.S.01")
def test_the_two_cloth_game_asks_the_same_functions_for_its_general_rules() -> None:
    with trace() as trail:
        content = borrowed(ANNEX, TWO_CLOTHS)
        assert {"points", "outcome", "punto"} <= set(content)
        points = msgspec.convert(content["points"], PointRules)
        assert value("Ts", points) == 0
        assert total(("7s", "8d", "9c"), points) == 4
    assert {"CF.S.01", "CF.A.02"} <= set(trail.rests_on)
    # its own adaptations come first, and what they do not touch stays
    assert content["punto"]["stands_on"]["value"] == []
    assert content["punto"]["draws_on"] == ANNEX["punto"]["draws_on"]


@pytest.mark.clause("CF.S.02")
def test_the_bankers_table_is_one_and_the_same_for_both_games() -> None:
    """Total 6 and a third card of 7 on one cloth: T for that cloth; 5 against 4 leaves the choice."""
    assert "banker" in borrowed(ANNEX, TWO_CLOTHS)
    with trace() as trail:
        table = msgspec.convert(borrowed(ANNEX, TWO_CLOTHS)["banker"]["table"], DrawingTable)
        assert cell(table, 6, 7, 0) is Cell.DRAW
        assert cell(table, 5, 4, 0) is Cell.OPTIONAL
    assert {"CF.S.02", "CF.A.34"} <= set(trail.rests_on)
    assert table == msgspec.convert(ANNEX["banker"]["table"], DrawingTable)
