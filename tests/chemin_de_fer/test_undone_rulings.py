"""A ruling that a wrong key led to: what becomes of it when the card is put right, before and after the coup's end."""

from typing import Any

import pytest

from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import Discard, LoseNatural, NoteOnly, ReturnStake, SetAside, VoidCoup
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import Observed, at

REST = " 3s 4c 2h 4d 9s 5c 5d 2s"
WHY = "the camera shows it"


def fixed(position: int, face: str, coup: int = 1) -> a.CorrectCard:
    return a.CorrectCard(coup, position, face, "inspector", WHY)


def events(table: Observed, kind: Any) -> list[Any]:
    """Return what the last correction of a card led to."""
    turn = next(turn for turn in reversed(table.turns) if isinstance(turn.acts[0].body, a.CorrectCard))
    return [one for one in turn.events if isinstance(one, kind)]


def codes(table: Observed) -> list[str]:
    return [one.code for one in table.incident.faults]


def word(make: Any, said: str, hands: str, **options: Any) -> Observed:
    """The punto has said his word on these cards, and shows them before the banker has done anything."""
    table = at(make, said, hands + REST, real=True, **options)
    return table.do(table.state.holder, a.ShowHand(Hand.PUNTO))


def forgotten(make: Any, said: str = "no") -> Observed:
    """An eight was keyed that the punto did not lay down; he lost the right to."""
    table = word(make, said, "Ks 2c 8d 4h")
    assert codes(table) == ["natural-forgotten"]
    return table.ruled("croupier")


def test_a_natural_that_was_none_was_not_forgotten(make) -> None:
    table = forgotten(make)
    assert table.state.coup.cards.marks.of(Hand.PUNTO).is_natural_lost
    table.do("croupier", fixed(2, "7d"))
    (undone,) = events(table, RulingUndone)
    assert (undone.coup, undone.serial, undone.kind, undone.codes) == (1, 1, "found-when-shown", ("natural-forgotten",))
    assert not table.state.coup.cards.marks.of(Hand.PUNTO).is_natural_lost
    assert (table.state.docket.open, table.state.coup.rulings, table.state.phase) == ((), (), Phase.BANKER)
    assert "HP.CF.undone-ruling" in table.turns[-1].rests_on


def test_an_obligation_goes_with_its_reason(make) -> None:
    """«No» on a keyed 0 obliges the punto to draw; he had 6, and stood by the scheme."""
    table = word(make, "no", "Ks 2c Kd 4h")
    table.ruled("croupier").do("croupier", fixed(2, "6d"))
    assert events(table, RulingUndone)[0].codes == ("wrong-word",)
    assert table.state.coup.cards.marks.of(Hand.PUNTO).duties == ()
    assert (table.state.phase, table.state.docket.open) == (Phase.BANKER, ())
    table.do("bea", a.Stand()).shown()
    assert table.result() == (6, 6, "empate")


def test_what_the_banker_drew_before_he_should_is_the_next_card(make) -> None:
    """He denied and drew for himself: the card was the punto's, who had rightly asked for it."""
    table = word(make, "carta", "Ks 2c 6d 3h").ruled("croupier").do("bea", a.Choose(THIRD_CARD, "deny"), a.DrawCard())
    table.do("croupier", fixed(2, "4d"))
    found = table.incident
    assert ([one.code for one in found.faults], found.proposed_effects) == (["ruling-undone"], (SetAside(4),))
    assert found.open_to_judgement
    assert (VoidCoup(),) in [one.effects for one in found.alternatives]
    assert table.refused("croupier", a.CarryCards()).code == "coup-suspended"
    table.ruled("inspector", reason="as it should have gone")
    assert (table.state.phase, table.state.coup.decision) == (Phase.ANSWER, None)
    table.do("bea", a.GiveCard())
    assert (table.place(4), table.total("punto")) == ("punto-3", 7)
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (7, 9, "banca")


def test_a_card_that_was_given_for_it_is_the_banker_s(make) -> None:
    """The punto stood on a keyed 2 and got a card; he had 7, and the card is the banker's, the next one nobody's."""
    table = word(make, "no", "Ks 2c 2d 3h").ruled("croupier").do("bea", a.Choose(THIRD_CARD, "give"))
    table.do("bea", a.GiveCard(), a.DrawCard())
    table.do("croupier", fixed(2, "7d"))
    assert table.incident.proposed_effects == (SetAside(4), Discard(5))
    table.ruled("inspector", reason="as it should have gone")
    assert table.state.phase is Phase.BANKER
    table.do("bea", a.DrawCard()).shown()
    assert (table.place(4), table.place(5)) == ("banca-3", "discard")
    assert table.result() == (7, 8, "banca")


def test_a_ruling_on_a_total_that_asks_for_another_remedy_is_given_anew(make) -> None:
    """«No» on 0 gives him his card; on 3 the banker chooses."""
    table = word(make, "no", "Ks 2c Kd 4h").ruled("croupier").do("croupier", fixed(2, "3d"))
    assert len(events(table, RulingUndone)) == 1
    assert codes(table) == ["wrong-word"]
    assert table.state.coup.cards.marks.of(Hand.PUNTO).duties == ()
    table.ruled("croupier")
    assert [one.choice for one in table.state.coup.cards.marks.choices] == [THIRD_CARD]


def test_a_ruling_that_a_ruling_led_to_goes_with_it(make) -> None:
    """Obliged to stand by a natural that he had lost, the banker drew, and was ruled on for that too."""
    table = at(make, "deal:pbpb", "5s 2c Kd 6h" + REST, real=True)
    table.do("croupier", a.CarryCards())
    table.report(Accident.EXPOSED, "banker", position=0).ruled("croupier")
    table.report(Accident.EXPOSED, "banker", position=2).ruled("croupier")
    table.do("ana", a.Lift(Hand.PUNTO)).said("carta").do("bea", a.GiveCard())
    assert codes(table) == ["natural-offered-cards"]
    table.ruled("croupier").do("bea", a.DrawCard())
    assert codes(table) == ["bound-by-ruling"]
    table.ruled("inspector", reason="it stands", effects=(NoteOnly("it stands"),))
    table.do("croupier", fixed(3, "2h"))
    assert [one.serial for one in events(table, RulingUndone)] == [4, 3]
    assert [one.serial for one in table.state.coup.rulings] == [1, 2]
    assert (table.state.docket.open, table.place(5)) == ((), "banca-3")


def test_a_stake_that_went_back_is_the_inspector_s_to_decide(make) -> None:
    table = word(make, "no", "Ks 2c 8d 4h", stakes="two")
    table.ruled("inspector", reason="so he says", effects=(LoseNatural("punto"), ReturnStake("ana")))
    before = table.money()
    table.do("croupier", fixed(2, "7d"))
    assert (codes(table), table.incident.proposed_effects, table.money()) == (["ruling-undone"], (VoidCoup(),), before)
    table.ruled("inspector", reason="nobody can play on so")
    assert table.chips("ana") == table.chips("luis") == 10_000_00


def test_a_coup_that_it_annulled_stays_annulled_by_the_inspector_s_word(make) -> None:
    table = word(make, "no", "Ks 2c 8d 4h").ruled("inspector", reason="so he says", effects=(VoidCoup(),))
    money = table.money()
    table.do("croupier", fixed(2, "7d"))
    assert len(events(table, RulingUndone)) == 1
    assert (codes(table), table.money()) == (["ruling-undone"], money)
    assert table.incident.proposed_effects == (NoteOnly("undone-ruling-stands"),)
    assert table.refused("croupier", a.OpenBets()).code == "coup-suspended"
    table.ruled("inspector", reason="the stakes are back")
    table.bets()


def test_after_the_settlement_the_result_is_that_of_the_true_cards_without_the_ruling(make) -> None:
    """A natural that counted as lost lost to a lower one; it was no natural, and what is due follows the totals."""
    table = at(make, "no", "8s 3c Kd 5h" + REST, real=True, stakes="ana")
    table.do("ana", a.ShowHand(Hand.PUNTO)).ruled("croupier").do("bea", a.LayDown(Hand.BANCA)).shown().settled()
    assert table.state.history[-1].winner == "banca"
    money = table.money()
    table.do("croupier", fixed(0, "7s"))
    assert events(table, RulingUndone)[0].codes == ("natural-forgotten",)
    assert (table.state.docket.open, table.money()) == ((), money)
    right = table.state.history[-1]
    assert (right.winner, right.cards.marks.of(Hand.PUNTO).is_natural_lost) == ("banca", False)
    table.do("croupier", fixed(3, "4h"))
    assert table.state.history[-1].winner == "empate"
    table.do("croupier", a.CorrectPayment(1, "ana", "inspector", WHY))
    assert table.chips("ana") == 10_000_00


def test_after_the_settlement_play_that_went_by_it_is_the_inspector_s(make) -> None:
    table = word(make, "carta", "Ks 2c 6d 4h").ruled("croupier").do("bea", a.Choose(THIRD_CARD, "deny"), a.Stand())
    table.shown().settled()
    table.do("croupier", fixed(2, "4d"))
    assert (codes(table), table.incident.proposed_effects) == (["ruling-undone"], (NoteOnly("undone-ruling-stands"),))
    assert table.incident.open_to_judgement
    assert table.refused("bea", a.PassHand()).code == "coup-suspended"
    table.ruled("inspector", reason="it was played so")
    assert table.state.docket.open == ()


@pytest.mark.parametrize("later", [1, 2])
def test_one_and_two_coups_later_too(make, later: int) -> None:
    shoe = "8s 3c Kd 6h" + " 4s Kc 2d 7h 4c Kd 2h 7c"
    table = at(make, "no", shoe, real=True).do("ana", a.ShowHand(Hand.PUNTO)).ruled("croupier")
    table.do("bea", a.LayDown(Hand.BANCA)).settled()
    for number in range(later):
        table.bets().do("ana", a.Stake(100_00)).closed().dealt()
        if number < later - 1:
            table.looked().said("no").do("bea", a.Stand()).shown().settled()
    table.do("croupier", fixed(0, "7s"))
    assert len(events(table, RulingUndone)) == 1
    assert (table.state.history[0].coup.rulings, table.state.docket.open) == ((), ())
    assert (table.state.coup.number, table.state.phase) == (1 + later, Phase.CARRY)
