"""What the documents leave open, beside a house's own choice, in each game: the hands that show it."""

from typing import Any

from tapete.catalogue import entries, house_games
from tapete.catalogue.house_layers import house_book
from tapete.clauses import Origin
from tapete.comparison import compared_options, end_of, hand_file, run_hand
from tapete.rulebooks import Rulebook, house_library, options_of
from tests.support.altered import with_value
from tests.support.rows import rows

CHOICES = [
    (game, option)
    for game in house_games()
    for hand in hand_file(game).hands
    for option in hand.shows
    if options_of(house_library().by_id(game, "asturias-2011"))[option].origin is Origin.PRACTICE
    and isinstance(options_of(house_library().by_id(game, "asturias-2011"))[option].value, bool)
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
    turned = with_value(below, option, not options_of(below)[option].value)
    hands = hand_file(game).hands
    changed = {
        one.name for one in hands if end_of(run_hand(engine, one, below)) != end_of(run_hand(engine, one, turned))
    }
    assert changed == {one.name for one in hands if option in one.shows}


@rows("game, option", CHOICES)
def test_a_house_s_layer_is_compared_like_a_document(game: str, option: str) -> None:
    below = base(game)
    value = str(not options_of(below)[option].value).lower()
    head = f'id = "casa"\ngame = "{game}"\nover = "asturias-2011"\ntitle = "Casa"\n'
    made = house_book(f'{head}{option} = {{ value = {value}, reason = "aquí" }}\n', "casa.toml")
    found = compared_options(game, house_games()[game], (below, made))
    row: Any = next(one for one in found.options if one.option == option)
    assert (row.differs, row.values[made.id].origin) == (True, Origin.HOUSE)
    assert row.shown_by is not None
    assert row.shown_by.ends[below.id] != row.shown_by.ends[made.id]
    assert [one.option for one in found.options if one.differs] == [option]
