"""Every option of every rulebook has its name in words, and each of its values reads as words do."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.catalogue.games import entries
from tapete.comparison import compared_options
from tapete.rulebooks import house_library
from tapete.words import LANGS, option_name, option_value, topics

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


def values_of(kind: Any) -> Iterator[str]:
    """Return every word that a type of option may be: members of an enumeration and literals, however deep in it."""
    if get_origin(kind) is Literal:
        yield from (one for one in get_args(kind) if isinstance(one, str))
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(one.value) for one in kind)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield from values_of(field.type)
    else:
        for part in get_args(kind):
            yield from values_of(part)


@pytest.mark.parametrize("game", GAMES)
def test_each_value_that_an_option_may_have_is_told_in_words(game: str) -> None:
    """Those of no rulebook too: a house may choose them, and what it chose is read out to it."""
    read = entries()[game].read_rules
    assert read is not None
    found = set(values_of(type(read(house_library().of(game)[0]))))
    assert len(found) > 5
    words = topics()["option-value"]
    assert sorted(found - words.keys()) == []
    for value in found:
        told = {lang: option_value(value, lang) for lang in LANGS}
        assert all(told.values()), value
        assert not SLUG.fullmatch(told["es"]), value
