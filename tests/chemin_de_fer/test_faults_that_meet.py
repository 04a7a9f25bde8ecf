"""Faults that meet, exclude each other, come back, or are reported: what one ruling leaves for the next (CF.C)."""

from itertools import combinations

import msgspec
import pytest

from tapete.clauses import Fault
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    DeemNatural,
    DeemTotal,
    Discard,
    Effect,
    Expose,
    GiveCards,
    GoBack,
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
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.proposals import Proposal, weigh
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors import (
    findings,
    remedies_banker as banker,
    remedies_croupier as croupier,
    remedies_player as player,
    remedies_shoe as shoe,
)
from tapete.games.chemin_de_fer.errors.reports import preview, reportable
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import PersonId
from tapete.play import Play
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import BOTH, Observed, at

WHY = {"by": "inspector", "reason": "así lo vio la mesa"}


def behind_stop_card(table: Observed, left: int) -> Observed:
    """Put the stop card before the card that comes after ``left`` more."""
    shoe = table.state.shoe
    near = msgspec.structs.replace(shoe, stop=shoe.position + left, size=shoe.position + left + 7)
    table.play = Play(table.play.game, msgspec.structs.replace(table.state, shoe=near), table.play.source)
    return table


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_a_natural_that_may_not_be_laid_down_loses_to_the_one_that_is(make, real: bool) -> None:
    table = at(make, "lift", "4s 5h 4h 4d", real=real)
    table.report(Accident.CARD_OFFERED, Party.BANKER).ruled()
    table.do("ana", a.Lift(Hand.PUNTO), a.LayDown(Hand.PUNTO))
    assert table.result() == (8, 9, "punto")


@pytest.mark.clause("CF.C4.11")
@BOTH
def test_who_lays_down_no_natural_twice_is_corrected_twice(make, real: bool) -> None:
    table = at(make, "word", "4s 5h 3h 2d 2s", real=real)
    table.do("ana", a.LayDown(Hand.PUNTO)).ruled().do("ana", a.LayDown(Hand.PUNTO))
    assert table.incident.proposed_effects == (GoBack(Phase.WORD),)
    table.ruled().said("no").do("bea", a.Stand()).shown()
    assert table.result() == (7, 7, "empate")


@pytest.mark.clause("CF.C4.05")
@BOTH
def test_a_word_that_is_wrong_again_is_found_again(make, real: bool) -> None:
    table = at(make, "carta", "4s 5h 2h 2d 2s", real=real)
    table.do("ana", a.ShowHand(Hand.PUNTO)).ruled(effects=(GoBack(Phase.WORD),), **WHY)
    table.said("carta")
    assert table.incident.proposed_effects == (OfferChoice(PersonId("bea"), "third-card", ("give", "deny")),)


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
    table = behind_stop_card(at(make, "deal:pb", "2s 2d 4h 4d 5s", real=real), 1)
    table.report(Accident.STUCK, count=2)
    assert table.state.shoe.is_stop_seen
    assert table.ruled().state.phase is Phase.SHOE


def test_a_coup_can_be_put_right_when_a_player_of_it_has_left(make) -> None:
    table = at(make, "word", "4s 5h 4h 2d", real=True)
    table.do("ana", a.LayDown(Hand.PUNTO)).do("croupier", a.Settle()).do("ana", t.Leave())
    inspector = PersonId("inspector")
    table.do("croupier", CorrectCard(1, 0, "2s", inspector, "mal leída"))
    assert [(one.person, one.amount) for one in table.state.history[-1].due_players] == [("ana", -100_00)]
    back = CorrectPayment(1, PersonId("bea"), inspector, "mal pagado")
    there = table.fork()
    there.do("ana", t.StandBehind(1))
    assert there.refused("croupier", back).code == "debtor-short"
    there.do("ana", t.BuyIn(300_00)).do("croupier", back)
    assert there.chips("ana") == 100_00
    table.do("croupier", back)
    (corrected,) = table.turns[-1].outcome.events
    assert [(one.person, one.amount) for one in corrected.debts] == [("ana", 200_00)]
    assert table.chips("ana") == 0


NOBODY = PersonId("nadie")


@pytest.mark.parametrize(
    "effect",
    [
        GiveCards(Hand.PUNTO, NOBODY),
        GiveCards(Hand.PUNTO, PersonId("bea")),
        GiveCards(Hand.BANCA, PersonId("ana")),
        OfferChoice(NOBODY, "third-card", ("give", "deny")),
        OfferChoice(PersonId("bea"), "otra-cosa", ("give", "deny")),
        OfferChoice(PersonId("bea"), "third-card", ("sí", "no")),
        ReturnStake(NOBODY),
        ReturnStake(PersonId("luis")),
        SettleLast(NOBODY),
    ],
    ids=repr,
)
def test_no_ruling_is_about_somebody_who_cannot_be_meant(make, effect: Effect) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s").report(Accident.OTHER)
    refused = table.refused("inspector", GiveRuling(1, (effect,), "porque sí"))
    assert refused.code == "effect-without-object"


@pytest.mark.clause("CF.C3.16")
@pytest.mark.parametrize(
    "effect",
    [
        VoidCoup(),
        LoseCoup(Hand.BANCA),
        DeemTotal(Hand.PUNTO, 3),
        Oblige(Hand.BANCA, Cell.DRAW),
        Expose(Hand.BANCA),
        ReturnStake(PersonId("ana")),
        GiveCards(Hand.PUNTO, PersonId("ana")),
    ],
    ids=repr,
)
def test_a_coup_that_is_paid_is_not_decided_again(make, effect: Effect) -> None:
    table = at(make, "word", "4s 5h 4h 2d 2s")
    table.do("ana", a.LayDown(Hand.PUNTO)).do("croupier", a.Settle())
    assert table.refused("croupier", a.Report(Accident.TWO_THIRDS, Party.BANKER, hand=Hand.PUNTO)).code == "no-coup"
    table.report(Accident.OTHER, Party.BANKER, note="dicen que dio dos terceras")
    assert table.refused("inspector", GiveRuling(1, (effect,), "porque sí")).code == "no-coup"
    bar = BarPerson(PersonId("ana"), BarredAction.CARDS, Until.SHOE)
    assert table.fork().ruled(effects=(bar,), **WHY).state.docket.open == ()
    assert table.ruled(effects=(NoteOnly("visto"),), **WHY).chips("ana") == 10_000_00 + 100_00


FALLEN = AssignCard(0, "punto")
REMEDIES = {
    "early-draw": shoe.goes_through(PersonId("bea"), (0,)),
    "exposed-in-shoe": shoe.unusable(2),
    "stuck": shoe.stuck_cards(),
    "floor": shoe.keeps_its_value(FALLEN),
    "croupier-exposed": croupier.all_follow_the_rules(),
    "croupier-exposed-both": (
        *croupier.all_follow_the_rules(),
        *croupier.options_are_draws(croupier.banker_follows_table()),
    ),
    "croupier-other": croupier.annulment(),
    "carta-called": croupier.carta_call((4, 5)).effects,
    "fifth-card": banker.fifth_card(4),
    "more-than-two": banker.right_kept(banker.deemed_bacarra()),
    "two-thirds-punto": banker.better_for_the_punto(),
    "two-thirds-banca": banker.worse_for_the_banker(),
    "basket-first": banker.punto_lays_down_nine(),
    "basket-third": (*banker.punto_counts_nine(), *banker.banker_after_lost_third()),
    "banker-exposed": banker.same_card_of_banker(1),
    "banker-exposed-both": (*banker.both_cards_of_banker(), *banker.banker_follows_table()),
    "laid-down-early": banker.players_may_withdraw(),
    "banker-offered": banker.natural_offered_cards(),
    "banker-threw": banker.banker_loses(),
    "advice-punto": player.played_by_the_tables(Hand.PUNTO),
    "advice-banca": player.played_by_the_tables(Hand.BANCA),
    "wrong-word": (OfferChoice(PersonId("bea"), THIRD_CARD, (GIVE, DENY)),),
    "word-on-bacarra": (Oblige("punto", Cell.DRAW),),
    "forgotten-natural": findings.right_is_lost(),
    "misspoken": player.new_announcement(),
    "punto-threw": player.punto_loses(),
}
VOID = ("stuck", "croupier-other", "banker-threw", "punto-threw")
TABLE = (
    "croupier-exposed",
    "croupier-exposed-both",
    "carta-called",
    "basket-third",
    "banker-exposed-both",
    "advice-banca",
)
BOUND_ALIKE = {"croupier-exposed", "carta-called", "banker-exposed-both", "advice-banca"}
"""Those that bind the banker to his table and leave its two optional cells free: whose error it was changes nothing."""


def conflicts() -> dict[frozenset[str], tuple[str, ...]]:
    """Return the pairs that ask for different things, and about what; written out where it is not one rule for many."""
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for one, other in combinations(VOID, 2):
        if REMEDIES[one] != REMEDIES[other]:
            found[frozenset((one, other))] = ("outcome",)
    for one, other in combinations(TABLE, 2):
        by_croupier = {one, other} <= {"croupier-exposed", "croupier-exposed-both", "carta-called"}
        if not by_croupier and not {one, other} <= BOUND_ALIKE:
            found[frozenset((one, other))] = ("binding:banca",)
    found[frozenset(("croupier-exposed", "advice-punto"))] = ("binding:punto",)
    found[frozenset(("croupier-exposed-both", "advice-punto"))] = ("binding:punto",)
    for one, other in combinations(("basket-first", "basket-third", "forgotten-natural"), 2):
        found[frozenset((one, other))] = ("total:punto",)
    found[frozenset(("more-than-two", "banker-offered"))] = ("total:banca",)
    found[frozenset(("fifth-card", "carta-called"))] = ("card:4",)
    found[frozenset(("early-draw", "floor"))] = ("card:0",)
    return found


def objects(torn: tuple[str, ...]) -> tuple[str, ...]:
    """Name the outcome of the coup alike, whichever hand it was said of last."""
    return tuple("outcome" if one.startswith("outcome") else one for one in torn)


PAIRS = list(combinations(REMEDIES, 2))


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=["+".join(pair) for pair in PAIRS])
def test_every_pair_of_irregularities(one: str, other: str) -> None:
    made = (Proposal(REMEDIES[one]), Proposal(REMEDIES[other]))
    expected = conflicts().get(frozenset((one, other)), ())
    effects, torn = weigh(made)
    assert objects(torn) == objects(weigh(made[::-1])[1]) == expected
    assert set(effects) == {*REMEDIES[one], *REMEDIES[other]}


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
    assert objects(table.incident.conflicts) == ("outcome",)
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", effects=(VoidCoup(),), reason="neither hand was seen")
    assert table.state.phase is Phase.BETWEEN


def test_a_conflict_stays_one_when_a_third_fault_widens_the_incident(make) -> None:
    table = at(make, "no", "5s Kc 2d 6h").report(Accident.BASKET, Party.BANKER, position=1)
    table.report(Accident.BASKET, Party.PLAYER, position=0)
    table.report(Accident.FLOOR, None, position=2)
    assert objects(table.incident.conflicts) == ("outcome",)


def test_a_later_ruling_prevails_on_the_same_object(make) -> None:
    table = at(make, "deal:pb", "4s Kc 2d 5h").report(Accident.EXPOSED, Party.CROUPIER, position=0).ruled("croupier")
    table.report(Accident.ADVICE, Party.PLAYER, hand="punto", person="eva").ruled("croupier")
    bound = table.state.coup.cards.marks.of("punto").binding
    assert bound is not None
    assert bound.optional_as is Cell.STAND


def kinds(table, viewer: str | None = "croupier") -> set[str]:
    return {str(one.accident) for one in reportable(table.state, None if viewer is None else PersonId(viewer))}


def test_what_can_be_reported_depends_on_the_step(make) -> None:
    assert kinds(at(make, "between", "2s")) == {"early-draw", "other"}
    assert kinds(at(make, "bets", "2s")) == {"early-draw", "other"}
    dealing = {"exposed-in-shoe", "stuck", "floor", "exposed", "basket", "misplaced", "advice", "other"}
    assert kinds(at(make, "deal:pb", "2s Kc")) == dealing
    assert kinds(at(make, "deal", "2s Kc")) == dealing - {"floor", "exposed", "basket"} | {"early-draw"}
    word = dealing | {"card-offered", "too-slow"}
    assert kinds(at(make, "word", "5s Kc 2d 6h")) == word
    assert "carta-called" in kinds(at(make, "no", "5s Kc 2d 6h"))
    given = at(make, "carta", "Ks Kc 2d 6h 5d").do("bea", a.GiveCard())
    assert "two-third-cards" in kinds(given)
    assert "carta-called" not in kinds(given)


def test_only_the_staff_can_report_and_a_table_that_deals_itself_has_less_to_report(make) -> None:
    table = at(make, "word", "5s Kc 2d 6h")
    for nobody in (None, "ana", "bea", "eva", "nobody"):
        assert kinds(table, nobody) == set()
    assert kinds(table, "inspector") == kinds(table)
    assert table.refused("ana", a.Report(Accident.OTHER)).code == "not-your-post"
    strict = at(make, "word", "5s Kc 2d 6h", conduct="strict")
    assert kinds(strict) == {"too-slow", "advice", "other"}


def test_only_the_facts_that_the_clause_needs_are_asked_for(make) -> None:
    table = at(make, "deal:pb", "2s Kc 6d 5h")
    needs = {one.accident: one.facts for one in reportable(table.state, PersonId("croupier"))}
    assert (needs[Accident.STUCK], needs[Accident.EXPOSED]) == ((), ("position",))
    assert table.refused("croupier", a.Report(Accident.EXPOSED, Party.BANKER)).code == "no-such-card"
    assert table.refused("croupier", a.Report(Accident.EXPOSED, Party.BANKER, 77)).code == "no-such-card"
    assert table.refused("croupier", a.Report(Accident.ADVICE, Party.PLAYER)).facts == {"facts": ["hand"]}
    assert table.refused("croupier", a.Report(Accident.BASKET, None, 0)).code == "party-unfit"
    assert table.refused("croupier", a.Report(Accident.TOO_SLOW, Party.PLAYER)).code == "report-not-now"


@BOTH
def test_nothing_is_reported_of_a_card_that_it_cannot_have_happened_to(make, real: bool) -> None:
    """An open card is not uncovered, a card on the floor does not fall, and one in the basket is out of play."""
    table = at(make, "carry", "2s Kc 6d 5h", real=real).report(Accident.EXPOSED, Party.BANKER, position=0)
    table.ruled("croupier").report(Accident.FLOOR, position=2).report(Accident.BASKET, Party.BYSTANDER, position=3)
    told = {one.accident: one.positions for one in reportable(table.state, PersonId("croupier"))}
    for accident, position in ((Accident.EXPOSED, 0), (Accident.FLOOR, 2), (Accident.BASKET, 3)):
        assert position not in told[accident]
        refused = table.refused("croupier", a.Report(accident, Party.BANKER, position))
        assert (refused.code, refused.facts) == ("not-of-this-card", {"position": position})


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


HIDDEN = ("Ks Kc 2d 6h 5d 4c 3s", "Ks 4c 3d 5h 5d 4c 3s", "Ks Kc 4d 8h 5d 4c 3s")


@pytest.mark.parametrize("step", ["deal:pb", "carry", "lift", "word", "carta"])
def test_no_report_tells_a_hidden_face(make, step: str) -> None:
    """Tables that differ only in cards that lie face down: every report comes to the same incident."""
    found = []
    for listed in HIDDEN:
        table = at(make, step, listed)
        made = []
        for one in reportable(table.state, PersonId("croupier")):
            if one.accident in (Accident.EXPOSED, Accident.EXPOSED_IN_SHOE):
                continue
            for party in one.parties:
                for hand in one.hands or (None,):
                    what = msgspec.structs.replace(one.example, fault_of=party, hand=hand)
                    seen = preview(table.state, PersonId("croupier"), what)
                    made.append((what, seen))
        found.append(msgspec.json.encode(made, order="deterministic"))
    assert len(set(found)) == 1


def exposed_by_banker(table):
    table.report(Accident.EXPOSED, Party.BANKER, position=0).ruled("croupier").dealt("bpb")
    return table.report(Accident.EXPOSED, Party.BANKER, position=2).ruled("croupier").looked()


def drawn_early(table):
    return table.report(Accident.EARLY_DRAW, Party.BANKER, count=1).ruled("croupier").closed().dealt().looked()


def fifth(table):
    return table.do("bea", a.DealCard(Hand.BANCA)).ruled("croupier").said("carta").do("bea", a.GiveCard())


def offered(table):
    return table.report(Accident.EXPOSED_IN_SHOE).ruled("croupier").dealt("pb").looked()


def twice(table):
    table.do("bea", a.GiveCard()).report(Accident.TWO_THIRDS, Party.BANKER, hand="punto").ruled("croupier")
    return table.do("bea", a.Stand()).shown()


def too_early(table):
    return table.do("bea", a.LayDown(Hand.BANCA)).ruled("croupier").do("ana", a.KeepStake())


SCENES = [("deal:p", exposed_by_banker), ("bets", drawn_early), ("word", fifth), ("deal:pb", offered)]
SCENES += [("carta", twice), ("word", too_early)]
