"""Each option turned alone, one rulebook for another, a house's choice: exactly the declared hands end otherwise."""

import runpy
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import entries, house_games
from tapete.catalogue.games import house_book
from tapete.clauses import Origin
from tapete.comparison import OR, TRY, End, _line, beside, compared_options, end_of, hand_file, run_hand
from tapete.rulebooks import Rulebook, compare, differing_options, house_library, options_of_book
from tests.support.altered import leaves_of, with_value
from tests.support.rows import rows

pytestmark = pytest.mark.slow

GAME = "dos-panos"
ENGINE = house_games()[GAME]
HANDS = hand_file(GAME).hands
BOOKS = house_library().of(GAME)
READ = tuple(one for one in BOOKS if one.id != "catalogo-51-53-literal")
"""Under the letter of the fragment a five is turned up, so whether it may choose alters nothing more."""


def ends(book: Rulebook) -> dict[str, End]:
    """Return how each hand ends under a rulebook."""
    return {one.name: end_of(run_hand(ENGINE, one, book)) for one in HANDS}


@cache
def own() -> dict[str, dict[str, End]]:
    return {one.id: ends(one) for one in BOOKS}


def others(option: str, value: Any) -> Iterator[Any]:
    """Return the values that other rulebooks have for an option, each once."""
    seen = [value]
    for book in BOOKS:
        found = leaves_of(book)[option]["value"]
        if found not in seen:
            seen.append(found)
            yield found


@rows("book", READ)
def test_an_option_turned_alone_changes_exactly_the_hands_that_show_it(book: Rulebook) -> None:
    turned = set()
    for option, leaf in leaves_of(book).items():
        for value in others(option, leaf["value"]):
            found = ends(with_value(book, option, value))
            changed = {name for name, end in found.items() if end != own()[book.id][name]}
            assert changed == {one.name for one in HANDS if option in one.shows}, (option, value)
            turned.add(option)
    differing = set(differing_options(compare(BOOKS)))
    assert {option for one in HANDS for option in one.shows if option in differing} <= turned


@rows("one, other", tuple(combinations(BOOKS, 2)))
def test_another_rulebook_changes_exactly_the_hands_of_the_options_on_which_they_differ(
    one: Rulebook, other: Rulebook
) -> None:
    differing = set(differing_options(compare((one, other))))
    for hand in HANDS:
        has_changed = own()[one.id][hand.name] != own()[other.id][hand.name]
        assert has_changed == bool(differing & set(hand.shows)), hand.name


@rows("hand", HANDS)
def test_two_rulebooks_part_at_one_step_and_agree_before_it(hand: Any) -> None:
    for one, other in combinations(BOOKS, 2):
        found = beside(ENGINE, hand, (one, other))
        parts = own()[one.id][hand.name] != own()[other.id][hand.name]
        assert (found.parting is not None) == parts, (one.id, other.id)
        if found.parting is not None:
            assert not any(pair.is_parting for pair in found.pairs[: found.parting])
            assert found.pairs[found.parting].is_parting


def test_what_brings_a_table_to_a_hand_is_no_part_of_it() -> None:
    hand = hand_file(GAME).named("banker-has-baccarat")
    assert hand is not None
    found = beside(ENGINE, hand, (BOOKS[0], next(one for one in BOOKS if one.id == "guia")))
    assert found.pairs[0].line == "ana lift primero"
    assert found.parting is not None
    assert found.pairs[found.parting].line == "rosa stand"
    assert [one is None for one in found.pairs[found.parting + 1].steps] == [False, True]


@rows("hand", HANDS)
def test_no_line_of_a_hand_is_done_under_no_rulebook(hand: Any) -> None:
    runs = [run_hand(ENGINE, hand, one) for one in BOOKS]
    done = {step.at for run in runs for step in run.steps if not step.is_refused}
    unused = {line.text for at, line in enumerate(hand.lines) if at not in done and not line.is_before}
    refused = {step.line for run in runs for step in run.own_steps if step.is_refused}
    assert unused <= refused


CHOICES = [
    (game, option)
    for game in house_games()
    for hand in hand_file(game).hands
    for option in hand.shows
    if options_of_book(house_library().by_id(game, "asturias-2011"))[option].origin is Origin.PRACTICE
    and isinstance(options_of_book(house_library().by_id(game, "asturias-2011"))[option].value, bool)
]


def base(game: str) -> Rulebook:
    return house_library().by_id(game, "asturias-2011")


def test_each_game_with_several_documents_has_a_hand_for_a_choice_of_a_house() -> None:
    assert {game for game, _ in CHOICES} == {
        key for key in entries() if any(one.id == "asturias-2011" for one in house_library().of(key))
    }


@rows("game, option", CHOICES)
def test_a_choice_of_a_house_turned_alone_changes_exactly_the_hands_that_show_it(game: str, option: str) -> None:
    engine, below = house_games()[game], base(game)
    turned = with_value(below, option, not options_of_book(below)[option].value)
    hands = hand_file(game).hands
    changed = {
        one.name for one in hands if end_of(run_hand(engine, one, below)) != end_of(run_hand(engine, one, turned))
    }
    assert changed == {one.name for one in hands if option in one.shows}


@rows("game, option", CHOICES)
def test_a_house_s_layer_is_compared_like_a_document(game: str, option: str) -> None:
    below = base(game)
    value = str(not options_of_book(below)[option].value).lower()
    head = f'id = "casa"\ngame = "{game}"\nover = "asturias-2011"\ntitle = "Casa"\n'
    made = house_book(f'{head}{option} = {{ value = {value}, reason = "aquí" }}\n', "casa.toml")
    found = compared_options(game, house_games()[game], (below, made))
    row: Any = next(one for one in found.options if one.option == option)
    assert (row.differs, row.values[made.id].origin) == (True, Origin.HOUSE)
    assert row.shown_by is not None
    assert row.shown_by.ends[below.id] != row.shown_by.ends[made.id]
    assert [one.option for one in found.options if one.differs] == [option]


ACT = "ana stake 10"


@pytest.mark.parametrize(
    ("text", "is_before", "is_other", "is_tried"),
    [
        (ACT, False, False, False),
        (f"{TRY}{ACT}", False, False, True),
        (f"{OR}{ACT}", False, True, False),
        (ACT, True, False, True),
        (f"{TRY}{ACT}", True, False, True),
    ],
)
def test_a_line_says_whether_it_is_another_way_and_whether_it_may_be_refused(
    text: str, is_before: bool, is_other: bool, is_tried: bool
) -> None:
    made = _line(text, is_before)
    assert (made.text, made.is_or_else, made.is_tried, made.is_before) == (ACT, is_other, is_tried, is_before)


ROOT = Path(__file__).parents[2]


def test_the_page_is_current() -> None:
    made = runpy.run_path(str(ROOT / "script" / "side-by-side"))["page"]()
    assert (ROOT / "docs" / "generated" / "side-by-side.md").read_text("utf-8") == made
