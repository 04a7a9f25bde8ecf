"""A player who goes away after calling or with the cards before him: what he staked stands, the croupier plays it."""

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import CLOCK
from tapete.table.acts import Away, Back


def away(table, who: str = "ana"):
    return table.do(str(CLOCK), Away(who))


def test_what_somebody_called_stands_when_he_is_gone(make) -> None:
    table = away(make("Ks Kc 3d 5h").bank(300_00).bets().do("ana", a.CallBanco()))
    table.do("luis", a.Stake(50_00)).closed()
    assert (table.state.holder, table.chips("luis")) == ("ana", 10_000_00)


@pytest.mark.parametrize("window", [Phase.CARRY, Phase.LIFT, Phase.WORD])
def test_the_croupier_plays_by_the_scheme_for_a_holder_who_is_away(make, window: Phase) -> None:
    table = make("Ks Kc 3d 5h 9h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    if window is not Phase.CARRY:
        table.carried()
    if window is Phase.WORD:
        table.do("ana", a.Lift(Hand.PUNTO))
    assert table.state.phase is window
    assert table.refused("croupier", a.StandIn()).code == "holder-is-there"
    away(table)
    assert table.refused("luis", a.StandIn()).code == "not-your-post"
    table.do("croupier", a.StandIn())
    assert "HP.CF.absent-holder" in table.play.last.rests_on
    if window is Phase.CARRY:
        table.carried()
    table.do("croupier", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    assert table.refused("croupier", a.Say("no")).code == "must-draw"
    table.do("croupier", a.Say("carta")).do("bea", a.GiveCard()).do("bea", a.Stand()).show().settled()
    # 3 and 9 make 2 against 5: the stake was hers and is lost
    assert table.chips("ana") == 10_000_00 - 100_00


def test_on_five_he_stands_for_him_and_the_next_cards_are_the_players_again(make) -> None:
    table = away(make("Ks Kc 5d 4h  2c 3c 4c 5c").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt())
    table.do("croupier", a.StandIn()).carried().do("croupier", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    assert table.refused("croupier", a.Say("carta")).code == "bound-to-scheme"
    table.do("croupier", a.Say("no")).do("bea", a.DrawCard()).show().settled()
    table.do("ana", Back("ana")).bets().do("ana", a.Stake(20_00)).closed()
    assert table.state.holder == "ana"


def test_the_table_then_waits_for_the_croupier(make) -> None:
    table = make("Ks Kc 5d 4h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert "stand-in" not in {one.act for one in table.play.legal("croupier")}
    away(table)
    assert [one.act for one in table.play.legal("croupier") if one.main] == ["stand-in"]
