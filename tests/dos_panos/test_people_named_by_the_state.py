"""Whom the state of a table of two cloths names: those who are in play, and those who may hold no cards."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.dos_panos.people.cloths import people_in_play
from tapete.kernel import PersonId
from tests.support.dos_panos.observed import betting, table

ANA, BEA, CARLA, EVA = map(PersonId, ("ana", "bea", "carla", "eva"))


def test_in_play_is_whoever_has_a_stake_on_the_table_or_calls_banco() -> None:
    state = betting("2s 3s 4s 5s 6s 7s").state
    assert people_in_play(state) == {ANA, CARLA}
    called = replace(state, coup=replace(state.coup, banco_calls=(EVA, ANA)))
    assert people_in_play(called) == {ANA, CARLA, EVA}
    assert people_in_play(replace(called, coup=replace(called.coup, laid=()))) == {ANA, EVA}


def test_barred_from_cards_is_whom_a_ruling_of_the_coup_or_one_before_it_bars_from_them() -> None:
    state = table("2s 3s 4s 5s 6s 7s").state
    assert state.barred_from_cards == frozenset()

    def bars(*people: tuple[PersonId, BarredAction]) -> tuple[BarPerson, ...]:
        return tuple(BarPerson(who, what, Until.SHOE) for who, what in people)

    before = replace(state.bars, bars=bars((ANA, BarredAction.CARDS), (BEA, BarredAction.AUCTION)))
    marks = replace(state.coup.cards.marks, bars=bars((CARLA, BarredAction.CARDS), (EVA, BarredAction.BANK)))
    coup = replace(state.coup, cards=replace(state.coup.cards, marks=marks))
    assert replace(state, bars=before).barred_from_cards == {ANA}
    assert replace(state, coup=coup).barred_from_cards == {CARLA}
    assert replace(state, bars=before, coup=coup).barred_from_cards == {ANA, CARLA}
