"""Faults that meet, come back, or are found where their maker is gone: what one ruling leaves for the next."""

import msgspec
import pytest

from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BarPerson,
    BarredAction,
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
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors.findings import reporter
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import HOUSE, PersonId, Ruled
from tapete.play import Play
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.chemin_de_fer.observed import BOTH, Observed, at
from tests.support.chemin_de_fer.table import Table, opened

WHY = {"by": "inspector", "reason": "así lo vio la mesa"}


def behind_stop_card(table: Observed, left: int) -> Observed:
    """Put the stop card before the card that comes after ``left`` more."""
    shoe = table.state.shoe
    near = msgspec.structs.replace(shoe, stop=shoe.position + left, size=shoe.position + left + 7)
    table.play = Play(table.play.game, msgspec.structs.replace(table.state, shoe=near), table.play.source)
    return table


# --- a natural without the right to lay it down -----------------------------------------------------------------------


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_a_natural_that_may_not_be_laid_down_loses_to_the_one_that_is(make, real: bool) -> None:
    table = at(make, "lift", "4s 5h 4h 4d", real=real)
    table.report(Accident.CARD_OFFERED, Party.BANKER).ruled()
    table.do("ana", a.Lift(Hand.PUNTO), a.LayDown(Hand.PUNTO))
    assert table.result() == (8, 9, "punto")


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_nor_does_it_beat_one_after_the_fifth_card(make, real: bool) -> None:
    table = at(make, "carry", "4s 5h 4h 4d 2c", real=real)
    table.do("bea", a.DealCard(Hand.BANCA)).ruled()
    table.carried().do("ana", a.Lift(Hand.PUNTO), a.LayDown(Hand.PUNTO))
    assert table.result() == (8, 9, "punto")
    assert table.place(4) == "discard"


# --- the same fault once more -----------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C4.11")
@BOTH
def test_who_lays_down_no_natural_twice_is_corrected_twice(make, real: bool) -> None:
    table = at(make, "word", "4s 5h 3h 2d 2s", real=real)
    table.do("ana", a.LayDown(Hand.PUNTO)).ruled().do("ana", a.LayDown(Hand.PUNTO))
    assert table.incident.proposed_effects == (GoBack(Phase.WORD),)
    table.ruled().said("no").do("bea", a.Stand()).shown()
    assert table.result() == (7, 7, "empate")


@BOTH
def test_both_may_lay_down_what_is_no_natural(make, real: bool) -> None:
    table = at(make, "word", "4s 2h 3h 2d 2s", real=real)
    table.do("ana", a.LayDown(Hand.PUNTO)).ruled().said("no").do("bea", a.LayDown(Hand.BANCA))
    assert (table.incident.kind, table.incident.faults[0].facts["hand"]) == ("laid-down-no-natural", "banca")


@pytest.mark.clause("CF.C4.05")
@BOTH
def test_a_word_that_is_wrong_again_is_found_again(make, real: bool) -> None:
    table = at(make, "carta", "4s 5h 2h 2d 2s", real=real)
    table.do("ana", a.ShowHand(Hand.PUNTO)).ruled(effects=(GoBack(Phase.WORD),), **WHY)
    table.said("carta")
    assert table.incident.proposed_effects == (OfferChoice(PersonId("bea"), "third-card", ("give", "deny")),)


# --- two in one coup --------------------------------------------------------------------------------------------------


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


@BOTH
def test_a_third_card_that_all_have_seen_is_not_lost_any_more(make, real: bool) -> None:
    table = at(make, "carta", "2s 3h Kh 4d 5s 2c", real=real)
    table.do("bea", a.GiveCard(), a.DrawCard()).report(Accident.BASKET, Party.BANKER, position=4)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)


@pytest.mark.clause("CF.C4.15")
@BOTH
def test_the_cards_of_another_are_not_his_to_lose(make, real: bool) -> None:
    table = at(make, "word", "2s 3h Kh 4d 5s", real=real)
    own, others = (
        table.fork().report(Accident.BASKET, Party.PLAYER, position=0, person=PersonId(who)) for who in ("ana", "luis")
    )
    assert own.incident.proposed_effects == (LoseCoup(Hand.PUNTO),)
    assert (others.incident.proposed_effects, others.incident.open_to_judgement) == ((), True)


@pytest.mark.clause("CF.C1.03")
@BOTH
def test_the_player_who_drew_early_is_named(make, real: bool) -> None:
    table = at(make, "bets", "2s 3h Kh 4d 5s", real=real)
    missing = table.refused("croupier", a.Report(Accident.EARLY_DRAW, Party.PLAYER, count=1))
    assert (missing.code, missing.facts["facts"]) == ("fact-missing", ["person"])
    ghost = table.refused("croupier", a.Report(Accident.EARLY_DRAW, Party.PLAYER, count=1, person=PersonId("nadie")))
    assert ghost.code == "not-at-table"
    table.report(Accident.EARLY_DRAW, Party.PLAYER, count=1, person=PersonId("ana"))
    assert BarPerson(PersonId("ana"), BarredAction.PASS, Until.COUP) in table.incident.proposed_effects


@pytest.mark.clause("CF.C4.04")
@BOTH
def test_who_was_advised_on_five_and_asks_all_the_same_stands(make, real: bool) -> None:
    table = at(make, "word", "2s 3h 3h Kd 5s 2h", real=real)
    table.report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.PUNTO).ruled()
    table.said("carta").do("ana", a.ShowHand(Hand.PUNTO))
    assert table.incident.proposed_effects == (Oblige(Hand.PUNTO, Cell.STAND),)
    assert "CF.C4.04" in map(str, table.incident.clauses)
    table.ruled().do("bea", a.Stand()).shown()
    assert table.result() == (5, 3, "punto")


@pytest.mark.clause("CF.C2.01")
@BOTH
def test_a_free_banco_player_is_bound_once_a_card_was_shown(make, real: bool) -> None:
    table = at(make, "carry", "2s 3h 4h Kd 5s", real=real, stakes="banco", freedom=True)
    table.report(Accident.EXPOSED, Party.CROUPIER, position=0).ruled().carried()
    table.do("luis", a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA)).said("carta").do("luis", a.ShowHand(Hand.PUNTO))
    assert {"CF.A.14", "CF.C2.01"} <= set(map(str, table.incident.faults[0].clauses))


@pytest.mark.clause("CF.C4.12")
@BOTH
def test_the_card_that_the_banker_drew_by_the_mistake_is_discarded(make, real: bool) -> None:
    table = at(make, "no", "2s 3h 3h Kd 5s 2c", real=real).do("bea", a.DrawCard())
    table.report(Accident.MISSPOKEN, Party.PLAYER)
    (other,) = table.incident.alternatives
    assert (other.effects, other.clauses) == ((Discard(4), GoBack(Phase.WORD)), ("CF.C4.11", "CF.C4.12"))
    table.ruled(effects=other.effects, **WHY).said("carta").do("bea", a.GiveCard(), a.Stand()).shown()
    assert (table.place(4), table.result()) == ("discard", (7, 3, "punto"))


@BOTH
def test_where_no_card_came_by_the_mistake_nothing_is_said_of_such_cards(make, real: bool) -> None:
    table = at(make, "no", "2s 3h 3h Kd 5s 2c", real=real).do("bea", a.Stand())
    made = table.outcome("croupier", a.Report(Accident.MISSPOKEN, Party.PLAYER))
    assert "CF.C4.11" in made.rests_on
    assert {"CF.C4.12", "CF.C4.13"}.isdisjoint(made.rests_on)


@BOTH
def test_who_has_said_no_word_has_not_misspoken(make, real: bool) -> None:
    table = at(make, "word", "4s 3h 4h Kd 5s 2c", real=real, stakes="banco")
    Table.do(table, "luis", a.LayDown(Hand.PUNTO))
    if not real:
        assert table.state.phase is Phase.SETTLE
        return
    refused = table.refused("croupier", a.Report(Accident.MISSPOKEN, Party.PLAYER))
    assert (table.state.phase, refused.code) == (Phase.SHOW, "no-word-said")


# --- the last coup of the shoe ----------------------------------------------------------------------------------------


@pytest.mark.clause("CF.B.10", "CF.C1.08")
@BOTH
def test_the_stop_card_among_stuck_cards_ends_the_shoe(make, real: bool) -> None:
    table = behind_stop_card(at(make, "deal:pb", "2s 2d 4h 4d 5s", real=real), 1)
    table.report(Accident.STUCK, count=2)
    assert table.state.shoe.is_stop_seen
    assert table.ruled().state.phase is Phase.SHOE


@pytest.mark.clause("CF.B.10")
@BOTH
@pytest.mark.parametrize(
    ("step", "accident", "facts"),
    [
        ("deal:pb", Accident.EXPOSED_IN_SHOE, {}),
        ("bets", Accident.EARLY_DRAW, {"fault_of": Party.BANKER, "count": 1}),
        ("no", Accident.CARTA_CALLED, {"fault_of": Party.CROUPIER, "count": 1}),
    ],
    ids=["exposed", "early", "called"],
)
def test_it_appears_with_any_card_that_leaves_the_shoe(make, real: bool, step: str, accident, facts) -> None:
    table = at(make, step, "2s 2d 4h Kd 5s 3h 6d 7c", real=real)
    assert not behind_stop_card(table.fork(), 1).report(accident, **facts).state.shoe.is_stop_seen
    assert behind_stop_card(table, 0).report(accident, **facts).state.shoe.is_stop_seen


# --- people who are gone, cards that are none -------------------------------------------------------------------------


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


@BOTH
def test_a_card_of_another_pack_is_taken_out_and_the_next_one_comes(make, real: bool) -> None:
    table = at(make, "carta", "2s 3h Kh 4d 5s 6c", real=real)
    Table.do(table, "bea", a.GiveCard())
    Table.do(table, "croupier", a.Report(Accident.OTHER, note="la carta es de otro mazo"))
    if real:
        assert table.refused("inspector", GiveRuling(1, (), "nada")).code == "card-awaited"
    table.ruled(effects=(Discard(4),), **WHY)
    assert (table.place(4), table.state.phase) == ("discard", Phase.ANSWER)
    table.do("bea", a.GiveCard())
    assert (table.place(5), table.state.phase) == ("punto-3", Phase.BANKER)


def test_one_of_the_first_two_that_nobody_can_key_is_dealt_anew(make) -> None:
    table = at(make, "no", "2s 3h Kh 4d 3s 4c", real=True)
    Table.do(table, "bea", a.Stand())
    Table.do(table, "croupier", a.ShowHand(Hand.PUNTO))
    assert isinstance(table.outcome("croupier", a.Report(Accident.OTHER, note="otro mazo")), Ruled)
    Table.do(table, "croupier", a.Report(Accident.OTHER, note="otro mazo"))
    again = (Discard(0), GoBack(Phase.DEAL))
    assert table.refused("inspector", GiveRuling(1, again, "mazo")).code == "card-awaited"
    table.ruled(effects=(Discard(0), Discard(2), GoBack(Phase.DEAL)), **WHY)
    assert table.dealt("pp").state.phase is Phase.CARRY
    table.carried().do("ana", a.Lift(Hand.PUNTO), a.Say(Word.NO)).do("bea", a.Stand()).shown()
    assert table.result() == (7, 7, "empate")


# --- who reports what everybody sees ----------------------------------------------------------------------------------


def test_what_open_cards_show_is_reported_by_the_croupier_and_without_one_by_the_house() -> None:
    state = opened().state
    assert state.croupier() is not None
    assert reporter(state) == state.croupier()
    assert reporter(msgspec.structs.replace(state, staff=state.staff.delete(Role.CROUPIER))) == HOUSE
