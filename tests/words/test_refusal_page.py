"""The page of refusals is the one that the words and the source make now."""

import runpy
from pathlib import Path

from tapete.words import topics

ROOT = Path(__file__).parents[2]
REFUSALS = runpy.run_path(str(ROOT / "script" / "refusals"))


def test_the_page_is_current():
    assert (ROOT / "docs" / "refusals.md").read_text("utf-8") == REFUSALS["page"]()


def test_every_code_of_a_played_game_stands_on_the_page():
    page = (ROOT / "docs" / "refusals.md").read_text("utf-8")
    played = {code for code, games in REFUSALS["made"]().items() if games - {"bingo"} or code in topics()["refusal"]}
    unsaid = set(topics()["irregularity"]) - set(topics()["refusal"])  # codes of incidents, never of a refusal
    assert {code for code in played - unsaid if f"| `{code}` |" not in page} == set()


def test_one_fact_has_one_code():
    """A sentence that two codes share would say one fact twice."""
    by_sentence = {}
    for code, entry in topics()["refusal"].items():
        by_sentence.setdefault(entry["es"], []).append(code)
    assert {sentence: codes for sentence, codes in by_sentence.items() if len(codes) > 1} == {}
