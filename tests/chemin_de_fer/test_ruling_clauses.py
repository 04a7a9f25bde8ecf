"""An incident and its ruling show the clauses that decide it: of the faults, and of the remedy that was taken.

Most faults here are found by the table itself, when a card comes that should not or when hands lie open.
"""

from collections.abc import Callable

import pytest

from tapete.clauses import knocked_out
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, Discard, GiveCards, GoBack, NoteOnly, Oblige, Party
from tapete.games.baccarat.incident import GiveRuling, IncidentRuled
from tapete.games.baccarat.layout import DISCARD
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.incident_desk import incident_model
from tests.support.chemin_de_fer.observed import BOTH, Observed, at

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


def test_another_remedy_of_the_rules_brings_its_own_clauses(make) -> None:
    """The inspector relaxes the duty of a banker who drew early."""
    table = at(make, "bets", "6s Kc 2d 5h").report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    (relaxed,) = table.incident.alternatives
    made = table.outcome("inspector", GiveRuling(1, relaxed.effects, "his first bank"))
    ruling = next(one for one in made.events if isinstance(one, IncidentRuled))
    assert (ruling.is_as_proposed, "CF.C1.04" in ruling.clauses) == (False, True)


@pytest.mark.clause("CF.C4.21")
@pytest.mark.clause("CF.A.36")
@pytest.mark.parametrize("own", [False, True], ids=["listed", "own"])
def test_who_may_take_another_remedy_than_the_proposed_one_is_what_the_clauses_of_judgement_say(make, own) -> None:
    """A listed alternative is foreseen by its own clause; that the inspector may prefer it, these clauses say."""
    table = at(make, "bets", "6s Kc 2d 5h").report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    (relaxed,) = table.incident.alternatives
    other = GiveRuling(1, (Discard(0), NoteOnly("let-be")) if own else relaxed.effects, "his first bank")
    made = table.outcome("inspector", other)
    assert set(INSPECTOR) <= set(made.rests_on)
    ruling = next(one for one in made.events if isinstance(one, IncidentRuled))
    assert not set(INSPECTOR) & set(ruling.clauses)
    refused = table.refused("croupier", other)
    assert (refused.code, refused.clauses) == ("not-your-post", INSPECTOR)
    assert not set(INSPECTOR) & set(table.outcome("croupier", GiveRuling(1)).rests_on)
    for clause in INSPECTOR:
        with knocked_out(clause):
            assert table.refused("inspector", other).code == "not-your-post"


def test_a_remedy_of_his_own_does_not_rest_on_the_one_that_was_proposed(make) -> None:
    made = no_natural(make).outcome("inspector", GiveRuling(1, (NoteOnly("let-be"),), "all agree"))
    ruling = next(one for one in made.events if isinstance(one, IncidentRuled))
    assert (ruling.is_as_proposed, ruling.clauses) == (False, ("CF.A.08",))


# --- cards given by mistake -------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.B.31")
@BOTH
def test_seen_cards_are_kept_without_a_judgement(make, real: bool) -> None:
    """The croupier pushed the cards to Ana, who lifted them: she plays, and no inspector has to judge it."""
    table = at(make, "carry", "4s Kc 2d 5h", stakes="two", real=real).do("croupier", a.CarryCards("ana"))
    table.do("ana", a.Lift(PUNTO))
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((GiveCards("punto", "ana"),), False)
    table.ruled("croupier")
    assert (table.state.holder, table.state.phase) == ("ana", Phase.WORD)


# --- the duty that was broken -----------------------------------------------------------------------------------------


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


@pytest.mark.clause("CF.C2.06")
def test_a_banker_who_stood_where_nothing_was_drawn_takes_his_card(make) -> None:
    table = at(make, "no", "4s Kc 2d 5h 9s").report(Accident.CARTA_CALLED, Party.CROUPIER).ruled("croupier")
    table.do("bea", a.Stand()).shown()
    assert "CF.C2.06" in table.incident.faults[0].clauses
    assert table.incident.proposed_effects == (Oblige("banca", Cell.DRAW), GoBack("banker"))
    assert not table.incident.open_to_judgement


@pytest.mark.clause("CF.C4.04")
def test_who_was_advised_is_bound_by_that_clause(make) -> None:
    """The punto on 5 was advised, and asked for a card; the banker was advised, and stood against his table."""
    table = at(make, "word", "3s Kc 2d 3h 4s").report(Accident.ADVICE, Party.BYSTANDER, hand=PUNTO, person="pau")
    table.ruled("croupier").said("carta").do("ana", a.ShowHand(PUNTO))
    assert "CF.C4.04" in table.incident.clauses
    table = at(make, "no", "4s Kc 2d 3h 4s").report(Accident.ADVICE, Party.BYSTANDER, hand=BANCA, person="pau")
    table.ruled("croupier").do("bea", a.Stand()).shown()
    assert {"CF.A.25", "CF.C4.04"} <= set(table.incident.faults[0].clauses)
