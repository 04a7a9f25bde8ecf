"""What is done at one step and by one hand, and at no other."""

import pytest

from tapete.games.baccarat.effects import OfferChoice
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import at

PUNTO, BANCA = Hand.PUNTO, Hand.BANCA


@pytest.mark.clause("CF.C4.07")
def test_the_clause_of_the_third_card_is_told_when_the_banker_chooses(make) -> None:
    table = at(make, "carta", "Ks 2c 3d 3h 4s").report(Accident.OTHER, note="a doubt")
    table.ruled("inspector", effects=(OfferChoice("bea", THIRD_CARD, ("give", "deny")),), reason="the banker says")
    table.do("bea", a.Choose(THIRD_CARD, "give"))
    assert "CF.C4.07" in table.turns[-1].rests_on


@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_while_something_else_is_to_be_ruled_nobody_lays_his_hand_down_too_early(make, step: str) -> None:
    table = at(make, step, "5s 4c 2d 4h").report(Accident.OTHER, note="a quarrel")
    refused = table.refused("bea", a.LayDown(BANCA))
    assert (refused.code, len(table.state.docket.open)) == ("coup-suspended", 1)


@pytest.mark.parametrize(
    ("conduct", "step", "hand", "by", "is_shown"),
    [
        ("observed", "carta", PUNTO, "ana", True),
        ("observed", "no", PUNTO, "ana", True),
        ("observed", "carta", BANCA, "bea", False),
        ("observed", "no", BANCA, "bea", False),
        ("observed", "word", PUNTO, "ana", False),
        ("strict", "no", PUNTO, "ana", False),
        ("strict", "no", BANCA, "bea", False),
    ],
)
def test_before_the_hands_are_shown_only_a_punto_who_sees_that_he_misspoke_turns_his_up(
    make, conduct: str, step: str, hand: Hand, by: str, is_shown: bool
) -> None:
    table = at(make, step, "6s Kc Kd 5h 2s", conduct=conduct)
    phase = table.state.phase
    assert phase in (Phase.ANSWER, Phase.BANKER, Phase.WORD)
    if is_shown:
        table.do(by, a.ShowHand(hand))
        assert all(card.face_up for card in table.state.coup.cards.layout if card.place == str(hand))
    else:
        assert table.refused(by, a.ShowHand(hand)).code == "wrong-window"


@pytest.mark.parametrize("step", ["carta", "no"])
@pytest.mark.parametrize("hand", [PUNTO, BANCA])
@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_when_the_words_are_said_the_deal_is_over(make, step: str, hand: Hand, conduct: str) -> None:
    table = at(make, step, "Ks Kc 5d 5h 2s", conduct=conduct)
    assert table.refused("bea", a.DealCard(hand)).code == "wrong-window"
