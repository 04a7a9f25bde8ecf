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


@pytest.mark.clause("CF.B.34", "CF.B.25")
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


@pytest.mark.clause("CF.C4.07")
def test_the_duty_to_choose_stands_only_while_a_choice_is_pending(make) -> None:
    """Punto 6 says «carta»: the banker chooses first. Where nothing is to be chosen, the clause decides nothing."""
    table = bets(make, "2s 9h 4d Kc 3s").do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown(Hand.BANCA)).settled()
    assert not [turn for turn in table.turns if "CF.C4.07" in turn.rests_on]
    table = at(make, "carta", "6s 2h Kd 4c 5s")
    assert "CF.C4.07" not in table.play.explain("bea")


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


@pytest.mark.clause("CF.B.31", "CF.B.34", "CF.C3.01", "CF.C3.02", "CF.C3.14", "CF.C4.05", "CF.C4.06", "CF.C4.08")
@pytest.mark.clause("CF.C4.11", "CF.C4.21")
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
