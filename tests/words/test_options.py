"""Every option of every rulebook has its name in words, and each of its values reads as words do."""

import re

import pytest

from tapete.catalogue import house_games
from tapete.comparison import compared_options
from tapete.rulebooks import house_library
from tapete.words import LANGS, option_name, option_value

GAMES = sorted({one.game for one in house_library().books})
SLUG = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)+")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_each_option_and_its_values_are_told_in_words(game: str, lang: str) -> None:
    found = compared_options(game, house_games().get(game), house_library().of(game))
    names = [option_name(one.option, lang) for one in found.options]
    assert [one.option for one, name in zip(found.options, names, strict=True) if name == one.option] == []
    assert len(set(names)) == len(names), "two options are called the same"
    for one in found.options:
        for value in one.values.values():
            told = "" if value is None else option_value(value.value, lang)
            words = re.findall(r"[\w-]+", re.sub(r"\{[^}]*\}", "", told))
            assert not [word for word in words if SLUG.fullmatch(word) and word not in HYPHENED], (one.option, told)


HYPHENED = frozenset({"excepte-t-il", "a-t-il", "quatre-vingt-dix"})
