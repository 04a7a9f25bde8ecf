"""Refusals, incidents and rulings name the clauses that decide, and none that did not."""

from collections.abc import Callable

import pytest

from tapete.games.baccarat.effects import AssignCard, Discard, GiveCards, Party
from tapete.games.baccarat.incident import GiveRuling, IncidentRuled
from tapete.games.baccarat.layout import DISCARD
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.incident_desk import incident_model
from tests.support.chemin_de_fer.observed import BOTH, Observed, at


def bets(make, shoe: str = "2s 9h 4d Kc", **options):
    return make(shoe, **options).bank(300_00).bets()


def lost_coup(make, *calls, coups: tuple[str, ...] = ("banca", "banca", "banca", "banca")):
    """Play a coup that the bank wins and open the betting of the next."""
    table = make(coups=coups).bank(300_00).bets()
    for who, call in calls:
        table.do(who, call)
    return table.closed().played().bets()


@pytest.mark.clause("CF.B.01")
def test_three_players_open_no_first_coup(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={}).bank(300_00)
    refused = table.refused("croupier", a.OpenBets())
    assert (refused.code, refused.clauses) == ("too-few-players", ("CF.B.01",))


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


@pytest.mark.clause("CF.C4.04")
def test_the_advised_punto_and_the_advised_banker(make) -> None:
    strict = {"conduct": "strict"}
    punto = at(make, "word", "2s 9h 3d Kc", **strict).report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.PUNTO).ruled()
    refused = punto.refused("ana", a.Say(Word.CARTA))
    assert (refused.code, refused.clauses) == ("bound-to-scheme", ("CF.C4.03", "CF.C4.04"))
    banker = at(make, "no", "6s 2h Kd 4c", **strict).report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.BANCA).ruled()
    refused = banker.refused("bea", a.DrawCard())
    assert (refused.code, refused.clauses) == ("against-table", ("CF.A.25", "CF.C4.03", "CF.C4.04"))


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


@pytest.mark.clause("CF.B.34")
@pytest.mark.clause("CF.B.25")
def test_the_cards_of_another(make) -> None:
    table = bets(make).do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.refused("luis", a.Lift(Hand.PUNTO)).clauses == ("CF.B.25",)
    table = lost_coup(make, ("luis", a.CallBanco())).do("luis", a.CallSeguido()).closed().dealt().carried()
    assert table.refused("ana", a.Lift(Hand.PUNTO)).clauses == ("CF.B.34",)


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


BANCA, PUNTO = Hand.BANCA, Hand.PUNTO
INSPECTOR = ("CF.C4.21", "CF.A.36")


def fifth(make) -> Observed:
    return at(make, "carry", "4s Kc 2d 7h 5d").do("bea", a.DealCard(BANCA))


def too_many(make) -> Observed:
    return at(make, "deal:pb", "4s Kc 2d 7h").do("bea", a.DealCard(BANCA)).do("bea", a.DealCard(BANCA))


def forgotten(make) -> Observed:
    return at(make, "carta", "4s Kc 4d 5h 9s").do("ana", a.ShowHand(PUNTO))


def wrong_word(make) -> Observed:
    return at(make, "carta", "4s Kc 2d 5h 9s").do("ana", a.ShowHand(PUNTO))


def bacarra(make) -> Observed:
    return at(make, "no", "Ks Kc Qd 5h 9s").do("ana", a.ShowHand(PUNTO))


def gave_with_eight(make) -> Observed:
    return at(make, "carta", "2s Kc 2d 8h 9s 4d").do("bea", a.GiveCard(), a.Stand()).shown()


def no_natural(make) -> Observed:
    return at(make, "word", "4s Kc 2d 5h").do("ana", a.LayDown(PUNTO))


def no_natural_with_banco(make) -> Observed:
    return at(make, "word", "4s Kc 2d 5h", stakes="banco").do("luis", a.LayDown(PUNTO))


def no_natural_zero_with_banco(make) -> Observed:
    return at(make, "word", "Ks Kc Qd 5h", stakes="banco").do("luis", a.LayDown(PUNTO))


def banker_no_natural(make) -> Observed:
    return at(make, "no", "4s Kc 2d 5h").do("bea", a.LayDown(BANCA))


def given_to_another(make) -> Observed:
    table = at(make, "carry", "4s Kc 2d 5h", stakes="two").do("croupier", a.CarryCards("ana"))
    return table.do("ana", a.Lift(PUNTO))


def grabbed(make) -> Observed:
    table = at(make, "carry", "2s Kc 2d 9h 4d Kd 2h 5h", stakes="banco").carried().do("luis", a.Lift(PUNTO))
    table.said("carta").do("bea", a.LayDown(BANCA)).do("croupier", a.Settle())
    return table.bets().do("luis", a.CallSeguido()).closed().dealt().do("ana", a.Lift(PUNTO))


def out_of_order(make) -> Observed:
    return at(make, "deal:p", "4s Kc 2d 5h").do("bea", a.DealCard(PUNTO))


def told(make) -> Observed:
    return at(make, "word", "4s Kc 2d 5h").report(Accident.OTHER)


FOUND: dict[Callable[..., Observed], tuple[tuple[str, ...], tuple[str, ...]]] = {
    fifth: (("CF.C3.01",), ()),
    too_many: (("CF.C3.02", "CF.C3.03"), ()),
    forgotten: (("CF.C4.08", "CF.C4.09", "CF.A.08"), ()),
    wrong_word: (("CF.C4.05", "CF.A.14"), ("CF.C4.06",)),
    bacarra: (("CF.C4.06", "CF.A.12"), ("CF.C4.05",)),
    gave_with_eight: (("CF.C3.14", "CF.A.08"), ()),
    no_natural: (("CF.C4.11", "CF.A.08"), ("CF.C4.13",)),
    no_natural_with_banco: (("CF.C4.13", "CF.A.08"), ("CF.C4.11", "CF.C4.14")),
    no_natural_zero_with_banco: (("CF.C4.14", "CF.A.08"), ("CF.C4.11",)),
    banker_no_natural: (("CF.A.08", *INSPECTOR), ()),
    given_to_another: (("CF.B.31",), INSPECTOR),
    grabbed: (("CF.B.34", "CF.B.35"), INSPECTOR),
    out_of_order: (("CF.B.38", *INSPECTOR), ()),
    told: (INSPECTOR, ()),
}
"""Who opens the incident: the clauses that it shows, and some that it does not."""


@pytest.mark.clause("CF.B.31")
@pytest.mark.clause("CF.B.34")
@pytest.mark.clause("CF.C3.01")
@pytest.mark.clause("CF.C3.02")
@pytest.mark.clause("CF.C3.14")
@pytest.mark.clause("CF.C4.05")
@pytest.mark.clause("CF.C4.06")
@pytest.mark.clause("CF.C4.08")
@pytest.mark.clause("CF.C4.11")
@pytest.mark.clause("CF.C4.21")
@pytest.mark.parametrize("happens", FOUND, ids=lambda one: one.__name__)
def test_the_incident_and_its_ruling_show_the_clauses_that_decide(make, happens: Callable[..., Observed]) -> None:
    table = happens(make)
    shown, not_shown = FOUND[happens]
    incident = table.incident
    assert set(shown) <= set(incident.clauses)
    assert not set(not_shown) & set(incident.clauses)
    assert set(shown) <= set(incident_model(incident, RemedyContext(), "es").clauses)
    by = "inspector" if incident.open_to_judgement else "croupier"
    made = table.outcome(by, GiveRuling(incident.serial, reason="seen" if by == "inspector" else ""))
    ruling = next(one for one in made.events if isinstance(one, IncidentRuled))
    assert set(ruling.clauses) == set(incident.clauses)


@pytest.mark.clause("CF.B.31")
@BOTH
def test_seen_cards_are_kept_without_a_judgement(make, real: bool) -> None:
    """The croupier pushed the cards to Ana, who lifted them: she plays, and no inspector has to judge it."""
    table = at(make, "carry", "4s Kc 2d 5h", stakes="two", real=real).do("croupier", a.CarryCards("ana"))
    table.do("ana", a.Lift(PUNTO))
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((GiveCards("punto", "ana"),), False)
    table.ruled("croupier")
    assert (table.state.holder, table.state.phase) == ("ana", Phase.WORD)


@pytest.mark.clause("CF.C3.08")
@BOTH
def test_a_seven_that_draws_against_a_lost_third_card_breaks_its_clause(make, real: bool) -> None:
    """The text says that he may not, and not what then: the inspector decides."""
    table = at(make, "carta", "Ks Kc 3d 7h 5h 2d", real=real).do("bea", a.GiveCard())
    table.report(Accident.BASKET, Party.BANKER, position=4).ruled("croupier").do("bea", a.DrawCard()).shown()
    (broken,) = table.incident.faults
    assert (broken.code, "CF.C3.08" in broken.clauses) == ("bound-by-ruling", True)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)
    assert set(INSPECTOR) <= set(table.incident.clauses)
    table.ruled("inspector", effects=(Discard(5),), reason="he may not draw with 7")
    assert table.result() == (9, 7, "punto")


@pytest.mark.clause("CF.C2.07")
@BOTH
def test_the_card_that_was_drawn_is_his_third_though_he_stood(make, real: bool) -> None:
    """The croupier called «carta», the bank of 3 drew a four and then stood: it counts seven."""
    table = at(make, "no", "5s Kc 2d 3h 4s 9s", real=real).report(Accident.CARTA_CALLED, Party.CROUPIER, count=1)
    table.ruled("croupier").do("bea", a.Stand()).shown()
    (broken,) = table.incident.faults
    assert {"CF.A.25", "CF.C2.06", "CF.C2.07"} <= set(broken.clauses)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((AssignCard(4, "banca-3"),), False)
    table.ruled("croupier")
    assert (table.place(4), table.result()) == ("banca-3", (7, 7, "empate"))


@pytest.mark.clause("CF.C2.09")
@BOTH
@pytest.mark.parametrize("count", [0, 1])
def test_a_six_that_takes_the_card_gives_it_up(make, real: bool, count: int) -> None:
    table = at(make, "no", "5s Kc 2d 6h 3s 9s", real=real).report(Accident.CARTA_CALLED, Party.CROUPIER, count=count)
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((Discard(4),), False)
    assert {"CF.A.25", "CF.C2.06", "CF.C2.09"} <= set(table.incident.clauses)
    table.ruled("croupier")
    assert (table.place(4), table.result()) == (DISCARD, (7, 6, "punto"))


@pytest.mark.clause("CF.C4.04")
def test_who_was_advised_is_bound_by_that_clause(make) -> None:
    """The punto on 5 was advised, and asked for a card; the banker was advised, and stood against his table."""
    table = at(make, "word", "3s Kc 2d 3h 4s").report(Accident.ADVICE, Party.BYSTANDER, hand=PUNTO, person="pau")
    table.ruled("croupier").said("carta").do("ana", a.ShowHand(PUNTO))
    assert "CF.C4.04" in table.incident.clauses
    table = at(make, "no", "4s Kc 2d 3h 4s").report(Accident.ADVICE, Party.BYSTANDER, hand=BANCA, person="pau")
    table.ruled("croupier").do("bea", a.Stand()).shown()
    assert {"CF.A.25", "CF.C4.04"} <= set(table.incident.faults[0].clauses)
