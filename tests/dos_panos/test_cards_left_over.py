"""A card that was drawn is played or out of play: no ruling leaves one lying, whatever the case is about."""

import pytest

from tapete.games.baccarat.effects import (
    AssignCard,
    BindToTable,
    Discard,
    Effect,
    NoteOnly,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident
from tests.support.dos_panos.observed import Observed, betting, first_cards


def face_up(letters: str = "12") -> Observed:
    """A card came out of the shoe face up while the cards were dealt; it lies aside."""
    made = betting(f"{first_cards('2s 5s', '2h 5h', '2c 5c')} 3s 4s 6s 7s")
    made.closed().dealt(letters)
    return made.report(Accident.EXPOSED_IN_SHOE)


@pytest.mark.clause("DP.C1.02")
@pytest.mark.parametrize("effects", [(NoteOnly("as it lies"),), (AssignCard(2, ASIDE),), (BindToTable("banca"),)])
def test_no_ruling_leaves_a_card_neither_played_nor_discarded(effects: tuple[Effect, ...]) -> None:
    made = face_up()
    refused = made.refused("inspector", GiveRuling(1, effects, "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 2}, ("DP.C1.02",))


@pytest.mark.clause("DP.C1.02")
@pytest.mark.parametrize("effects", [None, (SetAside(2),), (AssignCard(2, "banca"),), (VoidCoup(),)])
def test_a_card_that_lies_aside_is_played_or_is_out_of_play(effects: tuple[Effect, ...] | None) -> None:
    made = face_up().ruled("inspector", effects=effects)
    assert made.state.docket.open == ()
    waiting = {one.position for one in made.state.coup.cards.marks.aside}
    assert [card.position for card in made.state.coup.cards.layout if card.place == ASIDE] == list(waiting)


@pytest.mark.clause("DP.C1.02")
def test_a_cloth_that_is_annulled_takes_no_card_with_it_that_lies_aside() -> None:
    made = face_up("12b12b")
    refused = made.refused("inspector", GiveRuling(1, (VoidCoup("primero"),), "a reason"))
    assert refused.code == "card-left-over"
    made.ruled("inspector", effects=(VoidCoup("primero"), Discard(6)))


@pytest.mark.clause("DP.C1.02")
@pytest.mark.clause("DP.C1.10")
def test_a_card_that_was_picked_up_from_the_floor_is_left_nowhere() -> None:
    made = face_up("12b12b").ruled().report(Accident.FLOOR, position=0).do("croupier", a.PickUp(0))
    refused = made.refused("inspector", GiveRuling(2, (NoteOnly("seen"),), "a reason"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": 0}, ("DP.C1.02",))
    made.fork().ruled("inspector", effects=(AssignCard(0, "primero"),))
    made.ruled("inspector")
    assert made.place(0) == "primero"
