"""The register of choices is whole and true: every key of the rulebook stands in it once, and whatever it names is
there.
"""

import re
from collections import Counter

import pytest

from tapete.rulebooks import options_of
from tests.cli.test_documents import parse
from tests.support.altered import leaves_of
from tests.support.bingo.flips import BOOK
from tests.support.bingo.register import DOCUMENT, Choice, How, choices, document, has_place, json_of, names_in

CHOICES = choices()
ORIGINS = {"text": "own", "reading": "reading", "practice": "practice"}
OURS = {
    "checks.items": "the text has everything checked; the list is ours",
    "payment.first_of_double": "the text names two moments; which of them is ours",
    "payment.token": "the text has the token; the words on it are ours",
}
"""Choices that the text settles and whose default is practice all the same."""


def of(how: How) -> list[Choice]:
    return [one for one in CHOICES if one.how is how]


def test_the_register_has_every_choice_once() -> None:
    assert Counter(one.origin for one in CHOICES) == {"text": 72, "reading": 55, "practice": 111}
    assert max(Counter(one.option for one in CHOICES).values()) == 1


def test_every_key_of_the_rulebook_stands_in_the_register_once() -> None:
    named = Counter(key for one in CHOICES for key in one.keys)
    assert named == dict.fromkeys([*leaves_of(BOOK)], 1)


@pytest.mark.parametrize("choice", of(How.KEY), ids=lambda one: one.option)
def test_a_key_has_the_default_and_the_origin_that_the_register_says(choice: Choice) -> None:
    assert choice.default == json_of(choice.shipped)
    origin = "practice" if choice.option in OURS else ORIGINS[choice.origin]
    assert {str(options_of(BOOK)[key].origin) for key in choice.keys} == {origin}


@pytest.mark.parametrize("choice", of(How.FIXED), ids=lambda one: one.option)
def test_what_is_fixed_is_shown_by_tests(choice: Choice) -> None:
    assert choice.where
    assert choice.origin == "text" or choice.meaning
    for named in choice.where.split():
        path, _, test = named.partition("::")
        assert test in names_in(path), named


@pytest.mark.parametrize("choice", of(How.ROOM), ids=lambda one: one.option)
def test_what_is_decided_elsewhere_is_there(choice: Choice) -> None:
    assert choice.note
    assert has_place(choice.where)
    for command in re.findall(r"`(tapete [^`]+)`", choice.note):
        parse(command)


@pytest.mark.parametrize("place", ["tapete.nowhere", "tapete.words:NOTHING", "tapete.house.state:Settings.age"])
def test_a_place_that_is_not_there_is_seen(place: str) -> None:
    assert not has_place(place)


def test_what_goes_with_another_choice_goes_with_a_key() -> None:
    keys = {one.option for one in of(How.KEY)}
    assert [one.option for one in of(How.AS) if one.where not in keys] == []


def test_what_is_not_offered_says_why() -> None:
    assert [one.option for one in of(How.NONE) if len(one.note) < 20 or one.where] == []
    assert [one.option for one in of(How.NONE) if one.origin == "text"] == []


def test_the_document_is_written_from_the_register() -> None:
    assert document() == DOCUMENT.read_text("utf-8"), "write it again: python -m tests.support.bingo.register"
