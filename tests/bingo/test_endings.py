"""The recorded ways in which a game can end: sound at every act, and read again as they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tapete.games.bingo.game import BINGO
from tapete.games.bingo.terms import Phase
from tapete.kernel import Refused, fold
from tapete.record.canonical import canonical
from tapete.record.codec import read_event, to_tree
from tapete.record.notation import NotationRun, parse_notation, play, read_notation
from tapete.record.notation.books import with_rulebooks
from tests.support.bingo.endings import ENDINGS, FOLDER, Ending

KILLED = "48-killed-at-every-step"


def replayed(name: str) -> tuple[Any, NotationRun[Any]]:
    """Return the engine of a recorded table, and what replaying gives."""
    notation = read_notation(FOLDER / f"{name}.toml")
    return with_rulebooks(BINGO, notation), play(BINGO, notation)


def turns(played: NotationRun[Any]) -> Iterator[Any]:
    """Yield the opening, then each act."""
    assert played.opening is not None
    yield played.opening
    yield from played.turns


@pytest.mark.parametrize("one", ENDINGS, ids=lambda one: one.name)
def test_each_ending_is_played_as_its_file_says(one: Ending) -> None:
    assert parse_notation(one.play().text()) == read_notation(FOLDER / f"{one.name}.toml")


def test_there_are_forty_eight_endings_of_a_game_and_four_of_its_money() -> None:
    assert sorted({one.name[:2] for one in ENDINGS}) == [f"{number:02}" for number in range(1, 53)]


@pytest.mark.parametrize("name", [one.name for one in ENDINGS])
def test_no_money_comes_or_goes_in_a_recorded_game(name: str) -> None:
    engine, played = replayed(name)
    state = engine.blank()
    for turn in turns(played):
        for event in turn.events:
            assert sum(leg.amount for leg in engine.postings(event)) == 0
            state = engine.evolve(state, event)
            assert sum(state.ledger.values()) == 0
        assert engine.problems(state) == ()
        assert isinstance(turn.outcome, Refused) or turn.events


def test_an_evening_that_ends_after_any_act_is_read_again_as_it_was() -> None:
    engine, played = replayed(KILLED)
    written: list[bytes] = []
    for turn in turns(played):
        written += [canonical(to_tree(event)) for event in turn.events]
        again = fold(engine.evolve, engine.blank(), [read_event(engine, msgspec.json.decode(line)) for line in written])
        assert again == turn.state
        assert [engine.legal(again, who) for who in ("chief", "ana")] == [
            engine.legal(turn.state, who) for who in ("chief", "ana")
        ]
    assert {Phase.CHECKS, Phase.READY} <= {turn.state.phase for turn in turns(played)}
