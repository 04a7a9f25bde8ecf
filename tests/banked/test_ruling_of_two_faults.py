"""A ruling on two faults that one name does not tell apart: what is left of it where only one of them was none."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import LoseNatural, NoteOnly, Oblige
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import PLAIN, Cards, Marks, apply_effects
from tapete.games.banked import reversal
from tapete.games.banked.coup import Coup, RulingGiven, Side
from tapete.games.banked.terms import Word

ONE, TWO, BANK = "one", "two", "bank"
FAULTS = (Fault("wrong-word", {"hand": ONE}), Fault("wrong-word", {"hand": TWO}))
LOST = (LoseNatural(ONE), LoseNatural(TWO))
BEFORE = Coup(
    4,
    Cards((LaidCard(0, ONE, Card("2s")), LaidCard(1, TWO, Card("3s")))),
    sides=Map({ONE: Side(word=Word.NO, has_spoken_again=True, chosen_option="give", is_third_known=True), TWO: Side()}),
    naturals=(BANK,),
    decision=Cell.STAND,
)
RULING = RulingGiven(LOST, (), FAULTS, 7, "found-when-shown", "show", BEFORE)
OTHER = RulingGiven((NoteOnly("so"),), (), (Fault("other"),), 8, "other", "show", BEFORE)
NOW = replace(
    BEFORE,
    cards=apply_effects(LOST, BEFORE.cards),
    sides=Map({ONE: Side(word=Word.CARTA, is_warned=True), TWO: Side(word=Word.NO)}),
    naturals=(),
    decision=Cell.DRAW,
    rulings=(RULING, OTHER),
    found_faults=frozenset({"wrong-word", "wrong-word:one", "wrong-word:two", "other"}),
)


def names(found: Fault) -> tuple[str, ...]:
    hand = found.facts.get("hand")
    return (found.code,) if hand is None else (found.code, f"{found.code}:{hand}")


def undone(*codes: str, effects: tuple[Any, ...], resumed: bool = False, serial: int = 7) -> RulingUndone:
    return RulingUndone(4, serial, "found-when-shown", codes, effects, resumed)


def test_what_a_ruling_said_of_the_other_fault_stands() -> None:
    after = reversal.without_ruling(NOW, undone("wrong-word:one", effects=LOST[:1]), names)
    left = replace(RULING, effects=LOST[1:], faults=FAULTS[1:])
    marks = NOW.cards.marks
    assert after == replace(
        NOW,
        cards=replace(NOW.cards, marks=replace(marks, hands=marks.hands.set(ONE, PLAIN))),
        rulings=(left, OTHER),
        found_faults=NOW.found_faults - {"wrong-word:one"},
    )


def test_a_ruling_of_which_nothing_is_left_is_forgotten_with_its_faults() -> None:
    event = undone("wrong-word:one", "wrong-word:two", effects=LOST)
    after = reversal.without_ruling(NOW, event, names)
    assert after.rulings == (OTHER,)
    assert after.found_faults == frozenset({"other"})
    assert after.cards.marks.of(ONE) == after.cards.marks.of(TWO) == Marks().of(ONE)
    assert (after.sides, after.naturals, after.decision) == (NOW.sides, NOW.naturals, NOW.decision)


def test_by_its_general_name_alone_no_fault_is_undone() -> None:
    after = reversal.without_ruling(NOW, undone("wrong-word", effects=()), names)
    assert (after.rulings, after.found_faults) == (NOW.rulings, NOW.found_faults)


@pytest.mark.parametrize("serial", [6, 9])
def test_a_ruling_that_was_not_given_in_the_coup_is_not_taken_back(serial: int) -> None:
    assert reversal.without_ruling(NOW, undone("other", effects=LOST, serial=serial), names) == NOW
    bare = replace(NOW, rulings=(replace(RULING, coup=None),))
    assert reversal.without_ruling(bare, undone("wrong-word:one", effects=LOST), names) == bare


def test_where_the_coup_goes_on_from_the_ruling_everybody_has_said_what_he_had_said_before() -> None:
    event = undone("wrong-word:one", "wrong-word:two", effects=LOST, resumed=True)
    after = reversal.without_ruling(NOW, event, names)
    first = Side(word=Word.NO, has_spoken_again=True, chosen_option="give", is_third_known=True, is_warned=True)
    assert after.sides == Map({ONE: first, TWO: Side()})
    assert (after.naturals, after.decision) == ((BANK,), Cell.STAND)


def test_what_a_later_ruling_speaks_of_is_its_own() -> None:
    later = RulingGiven((Oblige(ONE, Cell.STAND), LoseNatural(ONE)), (), (Fault("other"),), 8, "other", "show", NOW)
    coup = replace(NOW, rulings=(RULING, later))
    after = reversal.without_ruling(coup, undone("wrong-word:one", "wrong-word:two", effects=LOST), names)
    assert after.cards.marks.of(ONE).is_natural_lost
    assert not after.cards.marks.of(TWO).is_natural_lost
    earlier = replace(coup, rulings=(later, RULING))
    alone = reversal.without_ruling(earlier, undone("wrong-word:one", "wrong-word:two", effects=LOST), names)
    assert not alone.cards.marks.of(ONE).is_natural_lost


def test_a_card_is_put_right_where_rulings_were_given_on_it_too() -> None:
    after = reversal.rekey_card(replace(NOW, rulings=(RULING, replace(OTHER, coup=None))), 0, Card("9h"))
    assert [card.face for card in after.cards.layout] == [Card("9h"), Card("3s")]
    first, second = after.rulings
    assert first.coup is not None
    assert [card.face for card in first.coup.cards.layout] == [Card("9h"), Card("3s")]
    assert second == replace(OTHER, coup=None)
    assert reversal.by_code(FAULTS[0]) == ("wrong-word",)


def test_what_many_rulings_have_in_common_is_put_right_once() -> None:
    """Each ruling has the coup before it, with the rulings before those: by the twentieth a million if told apart."""
    coup = BEFORE
    for serial in range(12):
        coup = replace(coup, rulings=(*coup.rulings, replace(OTHER, serial=serial, coup=coup)))
    after = reversal.rekey_card(coup, 0, Card("9h"))
    assert [one.serial for one in after.rulings] == list(range(12))
    for number, ruling in enumerate(after.rulings):
        assert ruling.coup is not None
        assert ruling.coup.cards.layout[0].face == Card("9h")
        assert list(map(id, ruling.coup.rulings)) == list(map(id, after.rulings[:number]))
