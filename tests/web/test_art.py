"""The art: the roads against worked examples, the chips, the names of the cards, the vendored file."""

import hashlib

import pytest
from hypothesis import given, strategies as st

from tapete.cards import DECK
from tapete.web.art import bead_plate, big_road, card
from tapete.web.art.chips import DENOMINATIONS, Denomination, breakdown, chip, rack
from tapete.web.art.glyphs import PIPS
from tapete.web.art.roads import ROWS, big_road_cells
from tapete.web.forms import read_card
from tapete.web.parsers import cents
from tapete.web.problems import ProblemError
from tapete.web.render import static_folder

NAMES = {"B": "banca", "P": "punto", "T": "empate"}
VECTORS = {
    "BPP": "0,0 1,0 1,1",
    "BPBPP": "0,0 1,0 2,0 3,0 3,1",
    "BBPBPPPBTBBBBBBBPPB": "0,0 0,1 1,0 2,0 3,0 3,1 3,2 4,0 4,1 4,2 4,3 4,4 4,5 5,5 6,5 5,0 5,1 6,0",
    "TTBBBBBBBBPPPPPPPBBB": "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5 1,0 1,1 1,2 1,3 1,4 2,4 3,4 2,0 2,1 2,2",
}


@pytest.mark.parametrize("outcomes", VECTORS)
def test_big_road_vectors(outcomes: str) -> None:
    cells = big_road_cells([NAMES[one] for one in outcomes])
    assert " ".join(f"{cell.column},{cell.row}" for cell in cells) == VECTORS[outcomes]


def test_ties_mark_the_last_cell_and_wait_for_the_first() -> None:
    assert [cell.ties for cell in big_road_cells([NAMES[one] for one in "TTBPTB"])] == [2, 1, 0]


@given(st.lists(st.sampled_from(list(NAMES.values())), max_size=90))
def test_every_result_has_its_own_place(results: list[str]) -> None:
    cells = big_road_cells(results)
    spots = [(cell.column, cell.row) for cell in cells]
    assert len(spots) == len(set(spots)) == len([one for one in results if one != "empate"])
    assert all(0 <= row < ROWS for _, row in spots)
    without = big_road_cells([one for one in results if one != "empate"])
    assert [(cell.column, cell.row, cell.winner) for cell in cells] == [
        (cell.column, cell.row, cell.winner) for cell in without
    ]
    letters = {"banca": "B", "punto": "P", "empate": "E"}
    assert bead_plate(results, letters, "x").count('class="bead') <= 72
    assert 'role="img"' in big_road(results, letters, "x")


def test_every_card_differs_and_says_its_name() -> None:
    drawn = {str(card(face, "es")) for face in DECK}
    assert len(drawn) == 52
    assert 'aria-label="as de corazones"' in card(DECK[13], "es")
    assert card(DECK[0], "es", indices=False) != card(DECK[0], "es")
    assert "rank-7" not in card(next(one for one in DECK if one == "7s"), "es", indices=False)
    assert card(None, "es", back="red") != card(None, "es", back="blue")


def test_chips_print_their_value_and_make_up_any_amount() -> None:
    assert all(chip(kind, "es").count("<text") == 1 for kind in DENOMINATIONS)
    assert [kind.value for kind in breakdown(128_850)] == [
        100_000,
        10_000,
        10_000,
        2_500,
        2_500,
        2_500,
        500,
        500,
        250,
        100,
    ]
    assert max(kind.value for kind in rack(500, 10_000)) == 10_000


@pytest.mark.parametrize(
    ("text", "face"), [("7s", "7s"), ("10H", "Th"), ("th", "Th"), ("q♦", "Qd"), (" Ac ", "Ac"), ("k♠", "Ks")]
)
def test_cards_are_keyed_as_people_write_them(text: str, face: str) -> None:
    assert read_card(text) == face


@pytest.mark.parametrize("text", ["", "s", "7", "1s", "7x", "77s", "110h", "??"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        read_card(text)


@pytest.mark.parametrize(("text", "amount"), [("12", 1200), ("12,5", 1250), ("12.05", 1205), ("0,01", 1)])
def test_euros_become_cents(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "-1", "1e3", "NaN", "1,2345", "1.2.3", "١٢", "999999999999"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        cents(text)


def test_the_vendored_file_is_the_one_that_was_checked() -> None:
    folder = static_folder() / "vendor"
    for line in (folder / "SHA256SUMS").read_text("ascii").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert "registerExtension" in (folder / "htmx-4.0.1-sse.min.js").read_text("utf-8")


@pytest.mark.parametrize("rank", sorted(PIPS))
def test_pips_lie_alike_on_both_sides_of_a_card(rank: str) -> None:
    assert sorted((100 - x, y) for x, y in PIPS[rank]) == sorted(PIPS[rank])
    assert len(PIPS[rank]) == {"A": 1, "T": 10}.get(rank, 0) or len(PIPS[rank]) == int(rank)


def test_every_chip_of_a_rack_can_be_staked_at_its_table() -> None:
    assert [kind.value for kind in rack(500, 10_000)] == [500, 2_500, 10_000]
    assert [kind.value for kind in rack(1_000, 50_000)] == [1_000, 2_500, 10_000, 50_000], "the least bet is a chip"
    assert [kind.value for kind in rack(1_000, 50_000, multiples=True)] == [1_000, 10_000, 50_000]
    assert [kind.value for kind in rack(1_500, 30_000, multiples=True)] == [1_500], "no chip of the set is a multiple"
    below_all, smallest = rack(5, 10_000)[0], DENOMINATIONS[0]
    assert below_all == Denomination(5, smallest.colour, smallest.is_plaque), "drawn as the smallest chip of the set"


@pytest.mark.parametrize(
    ("minimum", "drawn_as"), [(1_500, 500), (30_000, 10_000), (2_400, 500), (120_000, 100_000), (2_000_000, 1_000_000)]
)
def test_a_least_bet_that_is_no_chip_is_drawn_as_the_greatest_chip_below_it(minimum: int, drawn_as: int) -> None:
    (kind,) = (one for one in DENOMINATIONS if one.value == drawn_as)
    assert rack(minimum, 5_000_000)[0] == Denomination(minimum, kind.colour, kind.is_plaque)
