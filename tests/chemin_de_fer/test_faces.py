"""Faces that the croupier keys at a real table are cards, and cards that the shoe can hold."""

import pytest

from tapete.chance import CardOut
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Hand


def played(table):  # type: ignore[no-untyped-def]
    """Play a coup up to the showing of the punto's cards, on a hand that nobody has seen."""
    table.bets().do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    return table.do("bea", a.Stand()).do("croupier", a.ShowHand(Hand.PUNTO))


def shown(make):  # type: ignore[no-untyped-def]
    return played(make(real=True, conduct="observed").bank())


@pytest.mark.parametrize("face", ["zz", "", "Q", "Tzz", "7x", "10h"])
def test_what_is_no_card_is_refused_and_nothing_changes(make, face: str) -> None:  # type: ignore[no-untyped-def]
    table = shown(make)
    wanted = table.play.game.wanted(table.state)
    before = table.state
    assert table.refused("croupier", CardOut(wanted.position, face)).code == "unknown-card"
    assert table.state == before
    table.keyed("7s")


def test_a_seventh_seven_of_spades_from_six_packs_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    table = make(real=True, conduct="observed").bank()
    for pair in ("Kh", "Kd", "Kc"):  # a tie each time, so the bank stays
        played(table).keyed(f"7s {pair}").do("croupier", a.ShowHand(Hand.BANCA)).keyed(f"7s {pair}").settled()
    wanted = played(table).play.game.wanted(table.state)
    assert table.refused("croupier", CardOut(wanted.position, "7s")).code == "card-exhausted"
    table.keyed("7h")
