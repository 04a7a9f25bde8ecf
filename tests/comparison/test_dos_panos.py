"""The documents of the two-cloth game beside each other: a hundred points, and a hand for each that alters an end.

``dos_panos_points.csv`` was read out of the documents: the options of a point, whether the documents part on it, and
the clauses that it is about. ``end``: a coup ends otherwise, or somebody has another duty; ``letter``: only where a
text is followed to the letter; ``words``: another word for the same thing; ``source``: the same from elsewhere.
"""

import csv
from functools import cache
from pathlib import Path

from tapete.catalogue import house_games
from tapete.comparison import ComparedOption, NoEnd, compared_options, hand_file
from tapete.rulebooks import house_library
from tests.support.rows import rows

GAME = "dos-panos"
BOOKS = house_library().of(GAME)
LITERAL = "catalogo-51-53-literal"
with (Path(__file__).parent / "dos_panos_points.csv").open(encoding="utf-8", newline="") as lines:
    POINTS = tuple(
        (tuple(one["option"].split()), one["differs"], frozenset(one["clauses"].split()))
        for one in csv.DictReader(lines)
    )


@cache
def found(*without: str) -> dict[str, ComparedOption]:
    books = tuple(one for one in BOOKS if one.id not in without)
    return {one.option: one for one in compared_options(GAME, house_games()[GAME], books).options}


def named(differs: str) -> set[str]:
    """Return the options of the points on which the documents part in a way."""
    return {option for options, how, _ in POINTS if how == differs for option in options}


def test_the_documents_differ_on_these_points_and_on_no_other() -> None:
    differing = {name for name, one in found(LITERAL).items() if one.differs}
    assert differing == named("end") | named("words")


def test_each_point_cites_clauses_that_are_about_it_and_no_others() -> None:
    for options, _, clauses in POINTS:
        for option in options:
            cited = {str(clause) for one in found()[option].values.values() if one for clause in one.clauses}
            assert cited <= clauses, option


@rows("option", sorted(named("end")))
def test_each_point_that_alters_an_end_has_a_hand_that_ends_otherwise(option: str) -> None:
    shown = found(LITERAL)[option].shown_by
    assert shown is not None
    assert set(shown.ends) == {one.id for one in BOOKS} - {LITERAL}
    parted: dict[str, set[str]] = {}
    for book, value in found(LITERAL)[option].values.items():
        assert value is not None
        parted.setdefault(repr(value.value), set()).add(shown.ends[book])
    first, *others = parted.values()
    assert others
    assert all(not first & ends for ends in others), parted


def test_each_point_in_other_words_says_why_no_hand_shows_it() -> None:
    reasons = {name: found()[name].reason for name in named("words")}
    assert reasons == {
        "award.bidders": NoEnd.OTHER_WORDS,
        "limits.bank": NoEnd.WHO_FIXES_IT,
        "limits.stake": NoEnd.WHO_FIXES_IT,
        "stakes.across_lines": NoEnd.ON_THE_FELT,
    }
    assert all(found()[name].shown_by is None for name in reasons)
    assert all(one.reason is None for name, one in found().items() if name not in reasons)


def test_what_the_letter_of_the_fragment_alters_is_shown_too() -> None:
    for option in ("punto.chooses_on", "punto.shows_on"):
        assert not found(LITERAL)[option].differs
        shown = found()[option].shown_by
        assert shown is not None
        assert {book for book, end in shown.ends.items() if "refused total-to-show" in end} == {LITERAL}


def test_the_ends_are_those_of_the_clauses() -> None:
    """One sentence of each document that parts from the others, as its hand ends."""
    rows = ((hand.name, found()[hand.shows[0]].shown_by) for hand in hand_file(GAME).hands)
    ends = {name: shown.ends for name, shown in rows if shown is not None}
    guide = {name: by_book["guia"] for name, by_book in ends.items()}
    asturias = {name: by_book["asturias-2011"] for name, by_book in ends.items()}
    fragment = {name: by_book["catalogo-51-53"] for name, by_book in ends.items()}
    assert guide["banker-has-baccarat"].endswith("primero 6 punto, segundo 7 punto, banca 0")
    assert asturias["banker-has-baccarat"].startswith("rosa stand: refused banker-must-draw")
    assert asturias["both-cards-exposed"].endswith("primero 0 banca, segundo 1 empate, banca 1")
    assert guide["both-cards-exposed"].endswith("primero 0 banca, segundo 1 banca, banca 6")
    assert asturias["misannounced-after-showing"].endswith("primero 1 banca, segundo 1 banca, banca 5")
    assert guide["misannounced-after-showing"].endswith("primero 1 empate, segundo 1 empate, banca 1")
    assert asturias["unclaimed-card"].endswith("primero 7 punto, segundo 6 empate, banca 6")
    assert guide["unclaimed-card"].endswith("primero 7 punto, segundo 6 punto, banca 1")
    assert "refused early-card-is-played" in guide["early-card"]
    assert asturias["early-card"] == "ruling discard 0"
    assert guide["lots-at-once"].endswith("has 200000 by lot")
    assert "refused no-such-award" in asturias["lots-at-once"]
    assert fragment["no-table-chief"] == "open: refused missing-staff"
    assert "refused not-your-post" in fragment["who-enters-the-waiting-list"]
    assert "refused not-your-post" in fragment["who-announces-the-bank"]
