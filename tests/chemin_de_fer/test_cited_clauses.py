"""Each refusal names the clause that decides, each act rests on what decided it, and on nothing that did not."""

import pytest

from tapete.games.baccarat.effects import Discard, Party
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import at


def bets(make, shoe: str = "2s 9h 4d Kc", **options):
    return make(shoe, **options).bank(300_00).bets()


def lost_coup(make, *calls, coups: tuple[str, ...] = ("banca", "banca", "banca", "banca")):
    """Play a coup that the bank wins and open the betting of the next."""
    table = make(coups=coups).bank(300_00).bets()
    for who, call in calls:
        table.do(who, call)
    return table.closed().played().bets()


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.B.01")
def test_three_players_open_no_first_coup(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={}).bank(300_00)
    refused = table.refused("croupier", a.OpenBets())
    assert (refused.code, refused.clauses) == ("too-few-players", ("CF.B.01",))


@pytest.mark.clause("CF.B.07")
def test_the_cut_is_whose_turn_it_is(make) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
    refused = table.refused("ana", a.CutPack(100))
    assert (refused.code, refused.clauses) == ("cut-not-offered-to-you", ("CF.B.07",))


@pytest.mark.clause("CF.B.14")
def test_more_than_the_bank_is_against_both_clauses(make) -> None:
    assert bets(make).refused("ana", a.Stake(310_00)).clauses == ("CF.E2.04", "CF.B.14")


@pytest.mark.clause("CF.B.42")
def test_nothing_is_paid_while_a_hand_is_hidden(make) -> None:
    table = bets(make, "2s 7h 4d Kc").do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    table.do("bea", a.Stand())
    table.do("croupier", a.ShowHand(Hand.PUNTO))
    assert table.state.phase is Phase.SHOW
    refused = table.refused("croupier", a.Settle())
    assert (refused.code, refused.clauses) == ("wrong-window", ("CF.B.42",))
    assert "CF.B.42" in table.do("croupier", a.ShowHand(Hand.BANCA), a.Settle()).play.last.rests_on


@pytest.mark.clause("CF.A.17")
def test_the_banker_decides_on_his_card_at_his_time(make) -> None:
    table = bets(make, "2s 7h 2d Kc 5s")
    steps = [table.fork(), table.do("ana", a.Stake(100_00)).closed().fork()]
    steps.append(table.dealt().looked().said("carta").fork())
    assert [one.state.phase for one in steps] == [Phase.BETS, Phase.DEAL, Phase.ANSWER]
    for one in steps:
        refused = one.refused("bea", a.Stand())
        assert (refused.code, refused.clauses) == ("wrong-window", ("CF.A.17",))
    given = table.do("bea", a.GiveCard(), a.Stand())
    assert given.refused("bea", a.Stand()).clauses == ()


@pytest.mark.clause("CF.C3.01")
def test_a_fifth_card_at_a_strict_table(make) -> None:
    table = bets(make, "6s 4h Kd 3c 5s").do("ana", a.Stake(100_00)).closed().dealt()
    refused = table.refused("bea", a.DealCard(Hand.BANCA))
    assert (refused.code, refused.clauses) == ("fifth-card", ("CF.C3.01",))


@pytest.mark.clause("CF.C4.04")
def test_the_advised_punto_and_the_advised_banker(make) -> None:
    strict = {"conduct": "strict"}
    punto = at(make, "word", "2s 9h 3d Kc", **strict).report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.PUNTO).ruled()
    refused = punto.refused("ana", a.Say(Word.CARTA))
    assert (refused.code, refused.clauses) == ("bound-to-scheme", ("CF.C4.03", "CF.C4.04"))
    banker = at(make, "no", "6s 2h Kd 4c", **strict).report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.BANCA).ruled()
    refused = banker.refused("bea", a.DrawCard())
    assert (refused.code, refused.clauses) == ("against-table", ("CF.A.25", "CF.C4.03", "CF.C4.04"))


@pytest.mark.clause("CF.C4.04")
def test_a_table_that_the_banker_asked_for_is_nobodys_advice(make) -> None:
    table = at(make, "no", "6s 2h Kd 4c", conduct="strict").do("bea", a.AskTable())
    assert table.refused("bea", a.DrawCard()).clauses == ("CF.A.25",)


@pytest.mark.clause("CF.C4.02")
def test_the_croupier_for_a_slow_player_has_no_choice(make) -> None:
    table = at(make, "word", "2s 9h 3d Kc", conduct="strict").report(Accident.TOO_SLOW, Party.PLAYER).ruled()
    table.do("croupier", a.Lift(Hand.PUNTO))
    refused = table.refused("croupier", a.Say(Word.CARTA))
    assert (refused.code, refused.clauses) == ("bound-to-scheme", ("CF.C4.01", "CF.C4.02"))


def test_the_croupier_for_an_absent_player_has_no_choice(make) -> None:
    table = bets(make, "2s 9h 3d Kc").do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("system:clock", t.Away("ana")).do("croupier", a.StandIn(), a.Lift(Hand.PUNTO))
    refused = table.refused("croupier", a.Say(Word.CARTA))
    assert (refused.code, refused.clauses) == ("bound-to-scheme", ("HP.CF.absent-holder",))


@pytest.mark.clause("CF.B.23")
def test_a_banco_with_the_table_is_not_repeated(make) -> None:
    table = lost_coup(make, ("carla", a.CallConLaMesa()), ("ana", a.Stake(50_00)))
    refused = table.refused("carla", a.CallSeguido())
    assert (refused.code, refused.clauses) == ("no-banco-to-repeat", ("CF.B.30", "CF.B.23"))
    assert table.refused("ana", a.CallSeguido()).clauses == ("CF.B.30",)


@pytest.mark.clause("CF.B.36")
def test_a_banco_let_go_by_is_gone_when_the_coup_was_decided(make) -> None:
    table = lost_coup(make, ("luis", a.CallBanco()))
    table.do("ana", a.Stake(50_00)).do("eva", a.Stake(50_00)).closed().played().bets()
    assert table.refused("luis", a.CallSeguido()).clauses == ("CF.B.30", "CF.B.36")
    assert table.refused("ana", a.CallSeguido()).clauses == ("CF.B.30",)


@pytest.mark.clause("CF.E1.15")
@pytest.mark.clause("CF.E1.10")
def test_a_bid_below_the_floor(make) -> None:
    """Of a bank that was passed the floor is its amount; of one that was never held, the table's minimum."""
    table = make().declined()
    assert table.state.phase is Phase.AUCTION
    refused = table.refused("ana", a.Bid(5_00))
    assert (refused.code, refused.clauses) == ("bid-below-floor", ("CF.E1.15",))
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand()).declined()
    assert table.refused("ana", a.Bid(300_00)).clauses == ("CF.E1.15", "CF.E1.10")


@pytest.mark.clause("CF.B.34")
@pytest.mark.clause("CF.B.25")
def test_the_cards_of_another(make) -> None:
    table = bets(make).do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.refused("luis", a.Lift(Hand.PUNTO)).clauses == ("CF.B.25",)
    table = lost_coup(make, ("luis", a.CallBanco())).do("luis", a.CallSeguido()).closed().dealt().carried()
    assert table.refused("ana", a.Lift(Hand.PUNTO)).clauses == ("CF.B.34",)


# --- what an act rests on ---------------------------------------------------------------------------------------------


def table_rests(table) -> set[str]:
    return set(table.play.last.rests_on)


@pytest.mark.clause("CF.B.49")
def test_who_asks_for_the_check_of_the_cards(make) -> None:
    assert table_rests(make().do("ana", a.AskCardCheck())) == {"CF.B.49"}


@pytest.mark.clause("CF.C1.04")
def test_the_waiver_of_the_inspector(make) -> None:
    table = at(make, "bets", "6s 9s Kc 2d 5h").report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    assert "CF.C1.04" in table_rests(table.ruled("inspector", effects=(Discard(0),), reason="his first bank"))


@pytest.mark.clause("CF.C4.21")
@pytest.mark.clause("CF.A.36")
def test_a_report_of_what_no_clause_foresees(make) -> None:
    table = at(make, "word", "2s 9h 3d Kc").report(Accident.OTHER, note="a card under the table")
    assert table_rests(table) >= {"CF.C4.21", "CF.A.36"}


@pytest.mark.clause("CF.C4.07")
def test_the_duty_to_choose_stands_only_while_a_choice_is_pending(make) -> None:
    """Punto 6 says «carta»: the banker chooses first. Where nothing is to be chosen, the clause decides nothing."""
    table = bets(make, "2s 9h 4d Kc 3s").do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown(Hand.BANCA)).settled()
    assert not [turn for turn in table.turns if "CF.C4.07" in turn.rests_on]
    table = at(make, "carta", "6s 2h Kd 4c 5s")
    assert "CF.C4.07" not in table.play.explain("bea")


@pytest.mark.clause("CF.A.36")
def test_a_draw_from_a_shoe_that_holds_cards_is_foreseen(make) -> None:
    table = bets(make, "2s 3h 2d Kc 5s 4s").do("ana", a.Stake(100_00)).closed().dealt().looked().said("carta")
    table.do("bea", a.GiveCard()).do("bea", a.DrawCard())
    assert not [turn for turn in table.turns if "CF.A.36" in turn.rests_on]


@pytest.mark.parametrize("result", ["banca", "punto", "tie"])
def test_the_clause_of_the_stop_card_is_not_cited_before_it_is_out(make, result: str) -> None:
    table = make(coups=("banca", result)).bank(300_00).coup("banca", ana=100_00)
    assert "CF.B.10" not in table.play.last.rests_on
    passed = table.fork().do("bea", a.PassHand())
    assert "CF.B.10" not in passed.play.last.rests_on
    assert "CF.B.10" not in table.bets().do("ana", a.Stake(100_00)).closed().played().play.last.rests_on
