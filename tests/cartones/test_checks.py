"""Clauses BG.I.03 to 09: what a card must be; how many cards and strips there are, ranks and check codes."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from tapete import cartones as c
from tapete.cartones.registry import SIGNS
from tapete.cartones.strips import KEPT_DIGEST, Strips, kept_ways, ranks_of, written_ways
from tapete.clauses import Fault
from tests.support.cartones import SMALL, SMALL_STRIPS, StripsByCards, counted_cards, listed_cards, listed_strips

K: c.Grid = ((4, 16, 0, 30, 0, 52, 0, 0, 81), (7, 0, 22, 0, 45, 0, 60, 77, 0), (0, 19, 28, 38, 0, 0, 63, 0, 90))


def changed(line: int, column: int, number: int) -> c.Grid:
    lines = [list(one) for one in K]
    lines[line][column] = number
    return tuple(map(tuple, lines))


def told(grid: c.Grid) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.code, one.clauses) for one in c.faults(grid)]


def test_the_sample_card_is_lawful_and_has_all_that_practice_expects() -> None:
    assert c.faults(K) == c.warnings(K) == ()


@pytest.mark.clause("BG.I.03")
def test_a_card_has_fifteen_different_numbers_of_1_to_90() -> None:
    assert told(K) == []
    twice = changed(0, 8, 4)
    assert told(twice) == [("duplicate-number", ("BG.I.03",))]
    assert c.faults(twice)[0].facts == {"number": 4}
    assert told(changed(0, 8, 91)) == [("number-out-of-range", ("BG.I.03",))]
    assert ("number-count", ("BG.I.03",)) in told(changed(0, 8, 0))


@pytest.mark.clause("BG.I.04")
def test_three_lines_have_five_numbers_each() -> None:
    six = (K[0], (7, 0, 22, 0, 45, 0, 60, 77, 90), (0, 19, 28, 38, 0, 0, 63, 0, 0))
    assert told(six) == [("line-size", ("BG.I.04",))]
    assert c.faults(six)[0].facts == {"line": 2, "found": 6}
    assert ("line-count", ("BG.I.04",)) in told(K[:2])


@pytest.mark.clause("BG.I.05")
def test_a_card_has_nine_columns() -> None:
    ten = tuple((*line, 0) for line in K)
    assert told(ten) == [("column-count", ("BG.I.05",))]
    assert c.faults(ten)[0].facts == {"found": 10}
    assert told((K[0], K[1], (*K[2], 0))) == [("column-count", ("BG.I.05",))]


@pytest.mark.clause("BG.I.06")
def test_no_column_is_empty() -> None:
    empty = ((4, 16, 22, 30, 0, 52, 0, 0, 0), (5, 17, 23, 31, 0, 0, 60, 0, 0), (6, 18, 24, 32, 0, 0, 0, 70, 0))
    assert told(empty) == [("empty-column", ("BG.I.06",))]
    assert c.faults(empty)[0].facts == {"column": 5}


@pytest.mark.clause("BG.I.07")
def test_a_double_card_has_two_parts() -> None:
    assert (c.parts(True), c.parts(False)) == ((1, 2), (1,))


@pytest.mark.clause("BG.I.08")
def test_parts_have_one_face_value_and_each_is_a_unit_of_play() -> None:
    wrong = c.double_faults(K, K, (200, 300))
    assert [(one.code, one.clauses) for one in wrong] == [("face-values-differ", ("BG.I.08",))]
    assert (c.double_faults(K, K, (200, 200)), (c.price(200, True), c.price(200, False))) == ((), (400, 200))


@pytest.mark.clause("BG.I.09")
def test_parts_of_a_double_card_have_the_same_numbers_in_the_same_squares() -> None:
    exchanged = (*K[:2], (0, 19, 28, 38, 0, 0, 90, 0, 63))
    wrong = c.double_faults(K, exchanged)
    assert [(one.code, one.clauses) for one in wrong] == [("parts-differ", ("BG.I.09",))]
    assert (wrong[0].facts, c.double_faults(K, K)) == ({"line": 3, "column": 7}, ())
    assert "parts-differ" in [one.code for one in c.double_faults(K, K[:2])]


def test_a_foreign_card_is_warned_of_and_not_refused() -> None:
    mixed = (K[0], K[1], (0, 63, 28, 38, 0, 0, 19, 0, 90))
    assert c.faults(mixed) == ()
    assert c.warnings(mixed) == (c.CardWarning.TENS, c.CardWarning.ASCENDING, c.CardWarning.NOT_RANKABLE)
    upwards = (K[1], K[0], K[2])
    assert (c.faults(upwards), c.warnings(upwards)) == ((), (c.CardWarning.ASCENDING, c.CardWarning.NOT_RANKABLE))


def test_a_card_is_read_as_people_write_it_or_what_is_wrong_with_it_told() -> None:
    bare, drawn = TEXT, "4 16 - 30 - 52 - - 81 / 7 - 22 - 45 - 60 77 - / . 19 28 38 0 0 63 0 90"
    lawful = (bare, bare.replace(" / ", ";"), bare.replace(" ", ",").replace(",/,", "\n"), drawn, c.write_grid(K))
    assert [text for text in lawful if c.read_grid(text) != K] == []
    rows = {
        "": "card-malformed",
        "four 16 30 52 81": "card-malformed",
        "4 " * 300: "card-malformed",
        bare.replace("81", "100"): "number-out-of-range",
        bare.replace("81", "4"): "duplicate-number",
        bare.replace("81 / ", "/ 81 "): "line-size",
        bare.replace("16 30", "16 17"): "squares-unknown",
    }
    found = {text: getattr(c.read_grid(text), "code", "a card") for text in rows}
    assert found == rows


TEXT = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
RANK_OF_K = 3_122_005_460_833_142_886


def test_there_are_so_many_cards_and_strips() -> None:
    assert c.card_count() == counted_cards(c.NINETY) == 3_669_688_706_217_187_500
    count = c.strips_of().count
    assert count == StripsByCards().count
    assert str(count).startswith("4677115411322484682783630193515141080767")


def test_the_ways_that_are_kept_are_those_that_are_counted_anew() -> None:
    counted = Strips(c.NINETY).ways
    written = written_ways(counted)
    assert counted == kept_ways(), "strips.bin is zlib.compress(written_ways(...)) of other ways"
    assert sha256(written).hexdigest() == KEPT_DIGEST, "whoever changes the file is told so by its digest"


def test_every_card_and_strip_of_a_small_shape_has_a_rank_of_its_own() -> None:
    for count in (48, 252, 720):
        ranks = ranks_of(SMALL[count])
        made = [ranks.unrank(one) for one in range(count)]
        assert (set(made), [ranks.rank(one) for one in made]) == (set(listed_cards(SMALL[count])), list(range(count)))
    strips, every = c.strips_of(SMALL_STRIPS[144]), listed_strips(SMALL_STRIPS[144])
    assert {strips.unrank(one) for one in range(144)} == set(every)
    assert [strips.rank(strips.unrank(one)) for one in range(144)] == list(range(144))


def test_the_first_card_the_last_one_and_the_sample_of_the_register() -> None:
    low = ((0, 0, 0, 0, 40, 50, 60, 70, 80), (0, 0, 0, 0, 41, 51, 61, 71, 81), (1, 10, 20, 30, 0, 0, 0, 0, 82))
    assert (c.unrank(0), (c.rank(K), c.unrank(RANK_OF_K))) == (low, (RANK_OF_K, K))
    assert c.rank(c.unrank(c.card_count() - 1)) == c.card_count() - 1
    for none in (-1, c.card_count()):
        with pytest.raises(IndexError):
            c.unrank(none)


@given(st.integers(0, c.card_count() - 1))
def test_a_card_its_rank_and_its_check_code_lead_to_each_other(number: int) -> None:
    grid, code = c.unrank(number), c.check_code(number)
    assert c.rank(grid) == number
    assert c.faults(grid) == c.warnings(grid) == ()
    assert all(c.NINETY.column_of(one) == at for at, column in enumerate(c.columns_of(grid)) for one in column)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert c.read_code(code) == c.read_code(typed) == number


@settings(max_examples=30, deadline=None)
@given(st.integers(0, c.strips_of().count - 1), st.integers(0, 5), st.integers(0, 4))
def test_a_strip_and_its_rank_lead_to_each_other(number: int, first: int, second: int) -> None:
    strip = c.strips_of().unrank(number)
    assert c.strips_of().rank(strip) == number
    assert sorted(one for grid in strip for line in grid for one in line if one) == list(range(1, 91))
    assert all(c.faults(grid) == c.warnings(grid) == () for grid in strip)
    twice = list(strip)
    twice[first] = twice[(first + second + 1) % 6]
    assert [c.strips_of().rank(none) for none in (strip[:5], tuple(twice), ())] == [None, None, None]


def test_a_card_of_another_order_has_no_rank() -> None:
    others: list[c.Grid] = [
        (K[1], K[0], K[2]),  # 7 above 4
        (tuple(reversed(K[0])), *K[1:]),
        K[:2],
        ((*K[0], 0), *K[1:]),
        ((4, 16, 0, 30, 0, 52, 0, 0, 82), K[1], (0, 19, 28, 38, 0, 0, 63, 0, 81)),
    ]
    assert [c.rank(one) for one in others] == [None] * 5


@given(st.integers(0, c.card_count() - 1))
@settings(max_examples=20, deadline=None)
def test_every_single_wrong_sign_of_a_check_code_is_found(number: int) -> None:
    code = c.check_code(number).replace("-", "")
    for at, right in enumerate(code):
        for wrong in set(SIGNS) - {right}:
            assert isinstance(c.read_code(code[:at] + wrong + code[at + 1 :]), Fault)


def test_what_is_no_check_code_is_told() -> None:
    rows = {
        "": "code-malformed",
        "2PGWX": "code-malformed",
        "U" * 14: "code-malformed",
        "Z" * 13 + "0": "code-mistyped",
    }
    rows[c.check_code(c.card_count())] = "no-such-rank"
    assert {code: getattr(c.read_code(code), "code", "") for code in rows} == rows
