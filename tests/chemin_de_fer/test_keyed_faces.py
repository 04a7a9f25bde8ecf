"""Faces that the croupier keys at a real table are cards, and cards that the shoe can hold."""

import pytest

from tapete.chance import CardOut
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked import shoe
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand


def copies_out(state, face: str) -> int:
    """Return how many cards of a face are known to have left the shoe in use."""
    return shoe.copies_out(state.shoe, state.coup.cards.layout, face)


def played(table):  # type: ignore[no-untyped-def]
    """Play a coup up to the showing of the punto's cards, on a hand that nobody has seen."""
    table.bets().do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    return table.do("bea", a.Stand()).do("croupier", a.ShowHand(Hand.PUNTO))


def shown(make):  # type: ignore[no-untyped-def]
    return played(make(real=True, conduct="observed").bank())


@pytest.mark.parametrize("face", ["zz", "", "Q", "Tzz", "7x", "10h"])
def test_what_is_no_card_is_refused_and_nothing_changes(make, face: str) -> None:  # type: ignore[no-untyped-def]
    table = shown(make)
    wanted = table.play.game.draw_awaited(table.state)
    before = table.state
    assert table.refused("croupier", CardOut(wanted.position, face)).code == "unknown-card"
    assert table.state == before
    table.keyed("7s")


def test_a_seventh_seven_of_spades_from_six_packs_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    table = make(real=True, conduct="observed").bank()
    for pair in ("Kh", "Kd", "Kc"):  # a tie each time, so the bank stays
        played(table).keyed(f"7s {pair}").do("croupier", a.ShowHand(Hand.BANCA)).keyed(f"7s {pair}").settled()
    wanted = played(table).play.game.draw_awaited(table.state)
    assert table.refused("croupier", CardOut(wanted.position, "7s")).code == "card-exhausted"
    table.keyed("7h")


def test_cards_of_a_coup_that_counts_for_nothing_have_left_the_shoe_too(make) -> None:  # type: ignore[no-untyped-def]
    table = make(real=True, conduct="observed").bank()
    for pair in ("Kh", "Kd"):
        played(table).keyed(f"7s {pair}").do("croupier", a.ShowHand(Hand.BANCA)).keyed(f"7s {pair}").settled()
    played(table).keyed("7s 7s").do("croupier", a.Report(Accident.OTHER))
    (mixed_up,) = table.state.docket.open
    table.do("inspector", GiveRuling(mixed_up.serial, (VoidCoup(),), "nobody can say whose they were"))
    assert (len(table.state.history), copies_out(table.state, "7s")) == (2, 6)
    wanted = played(table).play.game.draw_awaited(table.state)
    assert copies_out(table.state, "7s") == 6
    assert table.refused("croupier", CardOut(wanted.position, "7s")).code == "card-exhausted"


def test_corrected_card_lies_right_on_the_table_and_makes_room_in_the_shoe(make) -> None:  # type: ignore[no-untyped-def]
    table = make(real=True, conduct="observed").bank()
    played(table).keyed("7s Kh").do("croupier", a.ShowHand(Hand.BANCA)).keyed("7s Kd").settled()
    first = table.state.coup.cards.layout[0]
    table.do("croupier", a.CorrectCard(1, first.position, "7h", "inspector", "the camera shows it"))
    assert table.play.view(None).coup.cards[0].face == "7h"
    assert (copies_out(table.state, "7s"), copies_out(table.state, "7h")) == (1, 1)
    played(table)
    assert (copies_out(table.state, "7s"), copies_out(table.state, "7h")) == (1, 1)
    table.do("croupier", a.CorrectCard(1, first.position, "8h", "inspector", "the camera shows it"))
    assert (copies_out(table.state, "7h"), copies_out(table.state, "8h")) == (0, 1)
