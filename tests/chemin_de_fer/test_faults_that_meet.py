"""Faults that meet, exclude each other, come back, or are reported: what one ruling leaves for the next (CF.C)."""

from itertools import combinations, permutations, product
from typing import Any

import pytest

from tapete.clauses import Fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    DeemNatural,
    DeemTotal,
    Discard,
    Expose,
    GiveCards,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferChoice,
    Party,
    ReturnStake,
    SetAside,
    SettleLast,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling, IncidentRuled
from tapete.games.baccarat.layout import DISCARD
from tapete.games.baccarat.proposals import Proposal, weigh
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.games.chemin_de_fer import acts as a, findings, remedies
from tapete.games.chemin_de_fer.reports import KINDS, preview
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import PersonId
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.incident_desk import incident_model
from tests.support.chemin_de_fer.accidents import STEPS, offers, reached, reports
from tests.support.chemin_de_fer.observed import BOTH, at
from tests.support.chemin_de_fer.table import opened

WHY = {"by": "inspector", "reason": "así lo vio la mesa"}


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_a_natural_that_may_not_be_laid_down_loses_to_the_one_that_is(make, real: bool) -> None:
    table = at(make, "lift", "4s 5h 4h 4d", real=real)
    table.report(Accident.CARD_OFFERED, Party.BANKER).ruled()
    table.do("ana", a.Lift(Hand.PUNTO), a.LayDown(Hand.PUNTO))
    assert table.result() == (8, 9, "punto")


@pytest.mark.clause("CF.C3.04", "CF.C2.02", "CF.A.32")
@BOTH
def test_the_table_binds_by_the_third_card_that_counts_when_all_see_which(make, real: bool) -> None:
    table = at(make, "carry", "2s 2h Kh 2d 9s 2c 5s", real=real)
    for position in (0, 2):
        table.report(Accident.EXPOSED, Party.CROUPIER, position=position)
    table.ruled().carried().do("ana", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    table.said("carta").do("bea", a.GiveCard())
    table.report(Accident.TWO_THIRDS, Party.BANKER, hand=Hand.PUNTO).ruled()
    drew, stood = table.fork().do("bea", a.DrawCard()).shown(), table.do("bea", a.Stand()).shown()
    assert drew.result() == (4, 9, "banca")
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    assert stood.incident.faults[0].facts["must"] == str(Cell.DRAW)


@pytest.mark.clause("CF.C4.08")
@BOTH
def test_what_is_foreseen_is_proposed_beside_what_is_not(make, real: bool) -> None:
    table = at(make, "carta", "4s 2h 4h 2d 9s 3s", real=real)
    table.do("bea", a.GiveCard(), a.AskTable(), a.DrawCard()).shown()
    assert [one.code for one in table.incident.faults] == ["natural-forgotten", "against-table"]
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((LoseNatural(Hand.PUNTO),), True)
    assert {"CF.C4.08", "CF.C4.21"} <= set(map(str, table.incident.clauses))


@pytest.mark.clause("CF.C3.01")
@BOTH
@pytest.mark.parametrize("word", ["carta", "no"])
def test_a_sixth_card_is_the_inspectors(make, real: bool, word: str) -> None:
    table = at(make, "carry", "4s 5h Kh Kd 2s 3s", real=real)
    table.do("bea", a.DealCard(Hand.BANCA), a.DealCard(Hand.BANCA))
    assert table.incident.proposed_effects == (SetAside(4, Hand.BANCA), Discard(5))
    assert table.incident.open_to_judgement
    table.ruled(**WHY).carried().do("ana", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA)).said(word)
    table.do("bea", a.GiveCard(), a.Stand()) if word == "carta" else table.do("bea", a.DrawCard())
    assert (table.place(4), table.place(5)) == ("punto-3" if word == "carta" else "banca-3", "discard")


@pytest.mark.clause("CF.C4.15")
@BOTH
def test_the_cards_of_another_are_not_his_to_lose(make, real: bool) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s", real=real)
    own, others = (
        table.fork().report(Accident.BASKET, Party.PLAYER, position=0, person=PersonId(who)) for who in ("ana", "luis")
    )
    assert own.incident.proposed_effects == (LoseCoup(Hand.PUNTO),)
    assert (others.incident.proposed_effects, others.incident.open_to_judgement) == ((), True)


@pytest.mark.clause("CF.B.10", "CF.C1.08")
@BOTH
def test_the_stop_card_among_stuck_cards_ends_the_shoe(make, real: bool) -> None:
    table = at(make, "deal:pb", "2s 2d 4h 4d 5s", real=real)
    next_one = table.state.shoe.position
    table.with_shoe(stop=next_one + 1, size=next_one + 8)
    table.report(Accident.STUCK, count=2)
    assert table.state.shoe.is_stop_seen
    assert table.ruled().state.phase is Phase.SHOE


NOBODY = PersonId("nadie")


def test_no_ruling_is_about_somebody_who_cannot_be_meant(make) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s").report(Accident.OTHER)
    cards = [GiveCards(Hand.PUNTO, NOBODY), GiveCards(Hand.PUNTO, "bea"), GiveCards(Hand.BANCA, "ana")]
    choices = [(NOBODY, "third-card", GIVE), ("bea", "otra-cosa", GIVE), ("bea", "third-card", "sí")]
    stakes = [ReturnStake(NOBODY), ReturnStake("luis"), SettleLast(NOBODY)]
    for effect in (*cards, *(OfferChoice(who, what, (how, DENY)) for who, what, how in choices), *stakes):
        refused = table.refused("inspector", GiveRuling(1, (effect,), "porque sí"))
        assert refused.code == "effect-without-object", effect


@pytest.mark.clause("CF.C3.16")
def test_a_coup_that_is_paid_is_not_decided_again(make) -> None:
    table = at(make, "word", "4s 5h 4h 2d 2s")
    table.do("ana", a.LayDown(Hand.PUNTO)).do("croupier", a.Settle())
    assert table.refused("croupier", a.Report(Accident.TWO_THIRDS, Party.BANKER, hand=Hand.PUNTO)).code == "no-coup"
    table.report(Accident.OTHER, Party.BANKER, note="dicen que dio dos terceras")
    decided = (VoidCoup(), LoseCoup(Hand.BANCA), DeemTotal(Hand.PUNTO, 3), Oblige(Hand.BANCA, Cell.DRAW))
    for effect in (*decided, Expose(Hand.BANCA), ReturnStake("ana"), GiveCards(Hand.PUNTO, "ana")):
        assert table.refused("inspector", GiveRuling(1, (effect,), "porque sí")).code == "no-coup", effect
    bar = BarPerson(PersonId("ana"), BarredAction.CARDS, Until.SHOE)
    assert table.fork().ruled(effects=(bar,), **WHY).state.docket.open == ()
    assert table.ruled(effects=(NoteOnly("visto"),), **WHY).chips("ana") == 10_000_00 + 100_00


FALLEN = AssignCard(0, "punto")
REMEDIES = {
    "early-draw": remedies.goes_through(PersonId("bea"), (0,)),
    "exposed-in-shoe": remedies.unusable(2),
    "stuck": remedies.stuck_cards(),
    "floor": remedies.keeps_its_value(FALLEN),
    "croupier-exposed": remedies.all_follow_the_rules(),
    "croupier-exposed-both": (
        *remedies.all_follow_the_rules(),
        *remedies.options_are_draws(remedies.banker_bound_by_croupier()),
    ),
    "croupier-other": remedies.annulment(),
    "carta-called": remedies.carta_call((4, 5)).effects,
    "fifth-card": remedies.fifth_card(4),
    "more-than-two": remedies.right_kept(remedies.deemed_bacarra()),
    "two-thirds-punto": remedies.better_for_the_punto(),
    "two-thirds-banca": remedies.worse_for_the_banker(),
    "basket-first": remedies.punto_lays_down_nine(),
    "basket-third": (*remedies.punto_counts_nine(), *remedies.banker_after_lost_third()),
    "banker-exposed": remedies.same_card_of_banker(1),
    "banker-exposed-both": (*remedies.both_cards_of_banker(), *remedies.banker_bound_by_own_fault()),
    "laid-down-early": remedies.players_may_withdraw(),
    "banker-offered": remedies.natural_offered_cards(),
    "banker-threw": remedies.banker_loses(),
    "advice-punto": remedies.played_by_the_tables(Hand.PUNTO),
    "advice-banca": remedies.played_by_the_tables(Hand.BANCA),
    "wrong-word": (OfferChoice(PersonId("bea"), THIRD_CARD, (GIVE, DENY)),),
    "word-on-bacarra": (Oblige("punto", Cell.DRAW),),
    "forgotten-natural": findings.right_is_lost(),
    "misspoken": remedies.new_announcement(),
    "punto-threw": remedies.punto_loses(),
}
CONTEND = {
    # about the outcome of the coup: void, lost by the bank, lost by the punto
    "stuck + banker-threw": "outcome",
    "stuck + punto-threw": "outcome",
    "croupier-other + banker-threw": "outcome",
    "croupier-other + punto-threw": "outcome",
    "banker-threw + punto-threw": "outcome",
    # about what binds the banker: his table with its two options free, with the options as draws, the lost third card
    "croupier-exposed + basket-third": "binding:banca",
    "croupier-exposed-both + basket-third": "binding:banca",
    "croupier-exposed-both + banker-exposed-both": "binding:banca",
    "croupier-exposed-both + advice-banca": "binding:banca",
    "carta-called + basket-third": "binding:banca",
    "basket-third + banker-exposed-both": "binding:banca",
    "basket-third + advice-banca": "binding:banca",
    # about what a hand counts, where a card lies
    "basket-first + basket-third": "total:punto",
    "basket-first + forgotten-natural": "total:punto",
    "basket-third + forgotten-natural": "total:punto",
    "more-than-two + banker-offered": "total:banca",
    "carta-called + fifth-card": "card:4",
    "early-draw + floor": "card:0",
}
"""The pairs of faults of which one remedy asks for another thing than the other, and what that is about."""


def objects(torn: tuple[str, ...]) -> list[str]:
    """Name the outcome of the coup alike, whichever hand it was said of last."""
    return ["outcome" if one.startswith("outcome") else one for one in torn]


def test_of_every_pair_of_faults_one_remedy_leaves_the_other_alone_or_the_official_must_choose() -> None:
    wrong = []
    for one, other in combinations(REMEDIES, 2):
        made = (Proposal(REMEDIES[one]), Proposal(REMEDIES[other]))
        due = [CONTEND[f"{one} + {other}"]] if f"{one} + {other}" in CONTEND else []
        effects, torn = weigh(made)
        if not objects(torn) == objects(weigh(made[::-1])[1]) == due:
            wrong.append(f"{one} + {other}: contend about {objects(torn)}, not {due}")
        if set(effects) != {*REMEDIES[one], *REMEDIES[other]}:
            wrong.append(f"{one} + {other}: {effects} are proposed")
    assert wrong == []


def left_by(step: str, told: tuple[a.Report, ...]) -> str | None:
    """Return what binds both hands once reports in one case are ruled as proposed; nothing if they are no such case."""
    table = reached(step).fork()
    for one in told:
        if table.answer("croupier", one) or not table.do("croupier", one).state.docket.open:
            return None
    fallen = [one.position for one in table.state.coup.cards.layout if one.place == "floor"]
    table.do("croupier", *map(a.PickUp, fallen))
    effects = table.incident.proposed_effects or (NoteOnly("as it lies"),)
    if refused := table.answer("inspector", ruling := GiveRuling(table.incident.serial, effects, "seen by all")):
        return refused
    table.do("inspector", ruling)
    return repr([(*map(table.state.coup.cards.marks.of, Hand), table.state.coup.cards.marks.void)])


@pytest.mark.clause("CF.C2.01", "CF.C3.09", "CF.C4.04")
@pytest.mark.parametrize("step", ["deal", "carry", "lift", "banker, no", "banker, given"])
def test_the_order_of_two_reports_in_one_case_changes_no_duty(step: str) -> None:
    """The tighter duty stands: a punto who was advised stands on five whenever his card was uncovered."""
    told = [one for found in offers(reached(step)).values() for one in reports(found, reached(step).state)]
    pairs = [pair for pair in combinations(told, 2) if {Accident.ADVICE, Accident.EXPOSED} & {x.accident for x in pair}]
    for pair in pairs:
        found = {left_by(step, order) for order in permutations(pair)} - {None}
        assert len(found) <= 1, (pair, found)


@BOTH
def test_two_faults_that_go_together_are_closed_by_one_ruling(make, real: bool) -> None:
    """The banker drops the punto's second card and uncovers the first: both clauses apply."""
    table = at(make, "deal:pbp", "2s Kc 6d 5h", real=real).report(Accident.BASKET, Party.BANKER, position=2)
    table.report(Accident.EXPOSED, Party.BANKER, position=0)
    assert [one.code for one in table.incident.faults] == ["basket", "exposed"]
    assert (table.incident.conflicts, table.incident.open_to_judgement) == ((), False)
    assert DeemNatural("punto", 9) in table.incident.proposed_effects
    table.ruled("croupier")
    assert [card.position for card in table.play.view(None).coup.cards if card.face is not None] == [0, 1]


@BOTH
@pytest.mark.parametrize("first", ["banker", "player"])
def test_two_faults_that_exclude_each_other_are_the_inspectors(make, real: bool, first: str) -> None:
    """Banker and punto both threw cards away unseen: neither loses of itself."""
    table = at(make, "no", "5s Kc 2d 6h", real=real)
    both = [(Party.BANKER, 1), (Party.PLAYER, 0)]
    for party, position in both if first == "banker" else both[::-1]:
        table.report(Accident.BASKET, party, position=position)
    assert set(table.incident.proposed_effects) == {LoseCoup("banca"), LoseCoup("punto")}
    assert objects(table.incident.conflicts) == ["outcome"]
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", effects=(VoidCoup(),), reason="neither hand was seen")
    assert table.state.phase is Phase.BETWEEN


@BOTH
def test_the_remedy_is_shown_before_it_is_confirmed(make, real: bool) -> None:
    table = at(make, "deal:pb", "2s Kc 6d 5h", real=real)
    what = a.Report(Accident.MISPLACED, Party.CROUPIER, position=0)
    seen = preview(table.state, PersonId("croupier"), what)
    assert seen.proposed_effects == (AssignCard(0, "punto"),)
    assert [one.effects for one in seen.alternatives] == [(VoidCoup(),)]
    assert table.state.docket.open == ()
    table.do("croupier", what)
    assert table.incident == seen
    late = preview(table.state, PersonId("ana"), what)
    assert isinstance(late, Fault)
    assert late.code == "not-your-post"


# --- which accident can be seen at which step -------------------------------------------------------------------------

NO_SHOE = tuple(STEPS)[:5]
BANK_ROUND = ("bank", "vacant", "auction")
STILL = ("between", "bets")
DEALT = ("deal, no card", "deal, aside", "deal", "carry", "lift")
DECIDING = ("answer", "banker, no", "banker, given")
SHOWN = ("show, drawn", "show, stood", "show, given", "show, given stood")
SETTLED = ("settle, drawn", "settle, stood", "settle, given")
BEFORE_DEAL = ("bank, aside", "vacant, aside", "auction, aside", "between, aside", "bets, aside")
"""Cards that were drawn early lie aside, and no coup is dealt."""
NO_CARD = (*NO_SHOE, *BANK_ROUND, *STILL, "closed")
NO_COUP = (*NO_CARD, *BEFORE_DEAL)

UNSEEN: dict[Accident, tuple[str, ...]] = {
    Accident.EARLY_DRAW: (*NO_SHOE, "closed", "deal", "carry", "lift", "word", *DECIDING, *SHOWN, *SETTLED),
    Accident.EXPOSED_IN_SHOE: (*NO_CARD, "show, stood", "settle, stood"),
    Accident.STUCK: (*NO_CARD, "show, stood", "show, given stood", *SETTLED),
    Accident.FLOOR: (*NO_CARD, "deal, no card"),
    Accident.EXPOSED: (*NO_CARD, "deal, no card", *SHOWN, *SETTLED),
    Accident.BASKET: (*NO_CARD, "deal, no card", *SETTLED),
    Accident.MISPLACED: (*NO_COUP, *SHOWN, *SETTLED),
    Accident.CARTA_CALLED: (*NO_COUP, *DEALT, "word", "answer", "banker, given", *SHOWN[2:], "settle, given"),
    Accident.TWO_THIRDS: (*NO_COUP, *DEALT, "word", "answer", "banker, no", "show, stood", "settle, stood"),
    Accident.CARD_OFFERED: (*NO_COUP, "deal, no card", "deal, aside", "deal", *SHOWN, *SETTLED),
    Accident.TOO_SLOW: (*NO_COUP, *DEALT[:4], *DECIDING, *SHOWN, *SETTLED),
    Accident.ADVICE: (*NO_COUP, *SHOWN, *SETTLED),
    Accident.MISSPOKEN: (*NO_COUP, *DEALT, "word", *SETTLED),
    Accident.OTHER: ("closed",),
}
"""The steps at which an accident cannot be seen: no card is there, nobody has spoken, or nothing can be decided."""


def test_an_accident_is_offered_at_every_step_at_which_it_can_be_seen() -> None:
    wrong = [f"no step is in {phase}" for phase in Phase if phase not in {one.partition(",")[0] for one in STEPS}]
    for step in STEPS:
        found = offers(reached(step))
        for accident, steps in UNSEEN.items():
            if (accident in found) is (step in steps):
                wrong.append(f"{accident} at {step} is {'offered' if step in steps else 'not offered'}")
            if step in steps:
                kind = KINDS[accident]
                what = a.Report(accident, kind.parties[0], 0 if kind.is_card_required else None, None, 0, "ana")
                codes = [reached(step).answer(who, what) for who in ("croupier", "inspector")]
                wrong += [f"{accident} is reported at {step}"] if len({*codes}) > 1 or "" in codes else []
            elif any(
                reached(step).answer(who, a.Report(accident, KINDS[accident].parties[0])) != "not-your-post"
                for who in ("bea", "luis", "ana", "nobody")
            ):
                wrong.append(f"anybody may report {accident} at {step}")
    assert wrong == []


# --- the clauses of an incident and of its ruling ---------------------------------------------------------------------

INSPECTOR = ("CF.C4.21", "CF.A.36")
SHOW, LIFTED = a.ShowHand(Hand.PUNTO), a.Lift(Hand.PUNTO)
PUNTO_DOWN, BANCA_DOWN, TO_BANCA = a.LayDown(Hand.PUNTO), a.LayDown(Hand.BANCA), a.DealCard(Hand.BANCA)
FOUND: list[tuple[str, str, str, str, list[tuple[str, Any]], tuple[str, ...], tuple[str, ...]]] = [
    # what happens, at which step, with which cards and stakes, by which acts; clauses that it shows, and others
    ("a fifth card", "carry", "4s Kc 2d 7h 5d", "ana", [("bea", TO_BANCA)], ("CF.C3.01",), ()),
    ("a third of the bank", "deal:pb", "4s Kc 2d 7h", "ana", [("bea", TO_BANCA)] * 2, ("CF.C3.02", "CF.C3.03"), ()),
    ("carta on 8", "carta", "4s Kc 4d 5h 9s", "ana", [("ana", SHOW)], ("CF.C4.08", "CF.C4.09", "CF.A.08"), ()),
    ("carta on 6", "carta", "4s Kc 2d 5h 9s", "ana", [("ana", SHOW)], ("CF.C4.05", "CF.A.14"), ("CF.C4.06",)),
    ("no on 0", "no", "Ks Kc Qd 5h 9s", "ana", [("ana", SHOW)], ("CF.C4.06", "CF.A.12"), ("CF.C4.05",)),
    ("no natural", "word", "4s Kc 2d 5h", "ana", [("ana", PUNTO_DOWN)], ("CF.C4.11", "CF.A.08"), ("CF.C4.13",)),
    ("no natural, banco", "word", "4s Kc 2d 5h", "banco", [("luis", PUNTO_DOWN)], ("CF.C4.13",), ("CF.C4.14",)),
    ("0 laid down, banco", "word", "Ks Kc Qd 5h", "banco", [("luis", PUNTO_DOWN)], ("CF.C4.14",), ("CF.C4.11",)),
    ("no natural of the bank", "no", "4s Kc 2d 5h", "ana", [("bea", BANCA_DOWN)], ("CF.A.08", *INSPECTOR), ()),
    (
        "cards carried to another",
        *("carry", "4s Kc 2d 5h", "two", [("croupier", a.CarryCards("ana")), ("ana", LIFTED)], ("CF.B.31",), INSPECTOR),
    ),
    (
        "dealt out of order",
        "deal:p",
        "4s Kc 2d 5h",
        "ana",
        [("bea", a.DealCard(Hand.PUNTO))],
        ("CF.B.38", *INSPECTOR),
        (),
    ),
    ("anything", "word", "4s Kc 2d 5h", "ana", [("croupier", a.Report(Accident.OTHER))], INSPECTOR, ()),
]


def test_the_incident_and_its_ruling_show_the_clauses_that_decide(make) -> None:
    wrong = []
    for what, step, cards, stakes, acts, shown, not_shown in FOUND:
        table = at(make, step, cards, stakes=stakes)
        for by, act in acts:
            table.do(by, act)
        incident = table.incident
        if not set(shown) <= set(incident.clauses) or set(not_shown) & set(incident.clauses):
            wrong.append(f"{what}: the incident shows {incident.clauses}")
        if not set(shown) <= set(incident_model(incident, RemedyContext(), "es").clauses):
            wrong.append(f"{what}: the desk of the official does not show {shown}")
        by = "inspector" if incident.open_to_judgement else "croupier"
        made = table.outcome(by, GiveRuling(incident.serial, reason="seen" if by == "inspector" else ""))
        ruling = next(one for one in made.events if isinstance(one, IncidentRuled))
        if set(ruling.clauses) != set(incident.clauses):
            wrong.append(f"{what}: the ruling rests on {ruling.clauses}")
    assert wrong == []


@pytest.mark.clause("CF.B.31")
@BOTH
def test_seen_cards_are_kept_without_a_judgement(make, real: bool) -> None:
    """The croupier pushed the cards to Ana, who lifted them: she plays, and no inspector has to judge it."""
    table = at(make, "carry", "4s Kc 2d 5h", stakes="two", real=real).do("croupier", a.CarryCards("ana"))
    table.do("ana", a.Lift(Hand.PUNTO))
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


UNCOVERED = tuple(a.Report(Accident.EXPOSED, Party.CROUPIER, position=one) for one in (0, 2))
OF_BANK = Hand.BANCA, "2h Kc 2s 3s 9h 8h", UNCOVERED, "against-table"
OF_PUNTO = Hand.PUNTO, "5h 4c Js Ks 2h 8h", UNCOVERED[1:], "wrong-word"


@pytest.mark.clause("CF.C2.01", "CF.C2.03", "CF.C4.04")
def test_advice_and_uncovered_cards_bind_alike_whichever_was_ruled_first() -> None:
    """A bank of three draws against a nine where its options are draws; an advised punto stands on five."""
    for (advised, dealt, shown, code), is_first in product((OF_BANK, OF_PUNTO), (True, False)):
        made, advice = at(opened, "carry", dealt), (a.Report(Accident.ADVICE, Party.BYSTANDER, hand=advised),)
        for told in (advice, shown) if is_first else (shown, advice):
            case = made.do("croupier", *told).incident
            made.do("inspector", GiveRuling(case.serial, case.proposed_effects, "seen"))
        made.carried().do("ana", a.Lift(Hand.PUNTO), a.Say(Word.CARTA))
        made.do("bea", a.Lift(Hand.BANCA), a.GiveCard(), a.Stand()).shown()
        assert code in [one.code for one in made.incident.faults], (advised, is_first)
