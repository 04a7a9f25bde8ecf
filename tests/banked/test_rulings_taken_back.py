"""A coup without a ruling that a wrong key led to: what it forgets, what stands, and where its cards come back to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Cite, Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToScheme,
    DeemTotal,
    Discard,
    Effect,
    LoseNatural,
    NoteOnly,
    OfferWithdrawal,
    ReturnStake,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.incident import Docket, IncidentOpened, incident
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import PLAIN, Cards, Marks, apply_effects, third
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.banked import reversal
from tapete.games.banked.coup import Coup, RulingGiven, Side
from tapete.games.banked.reconsideration import (
    NOTE,
    is_discarded_by_another,
    restoring_effects,
    undone_fault,
    undone_incident,
)
from tapete.games.banked.terms import Word
from tapete.games.banked.undoing import before_falls, moved_incident
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANK, ONE, TWO

ANA, INSPECTOR = PersonId("ana"), PersonId("inspector")
HANDS = (ONE, TWO, BANK)
CLAUSE = Cite("CF.A.01")
START = Coup(number=4, sides=Map({ONE: Side(holder=ANA), TWO: Side()}))


def by_hand(found: Fault) -> tuple[str, ...]:
    """Return the names of a fault of one hand: its code alone, and with its hand."""
    return found.code, f"{found.code}:{found.facts['hand']}"


def fault_of(hand: str, code: str = "wrong-word") -> Fault:
    return Fault(code, {"hand": hand})


def under(coup: Coup, serial: int, effects: tuple[Effect, ...], *faults: Fault) -> Coup:
    """Return the coup after a ruling, whose faults are taken up in it."""
    given = RulingGiven(effects, (), faults, serial, "found-when-shown", "word", coup)
    names = {name for one in faults for name in by_hand(one)}
    return replace(
        coup,
        cards=apply_effects(effects, coup.cards),
        rulings=(*coup.rulings, given),
        found_faults=coup.found_faults | names,
    )


def without(coup: Coup, event: RulingUndone) -> Coup:
    """Return the coup without a ruling, by the names of :func:`by_hand`; of every coup there is one."""
    try:
        return reversal.without_ruling(coup, event, by_hand)
    except AttributeError as error:
        pytest.fail(f"{event}: {error!r}")


def undone(serial: int, effects: tuple[Effect, ...], *codes: str, resumed: bool = False) -> RulingUndone:
    return RulingUndone(4, serial, "found-when-shown", codes, effects, resumed)


# --- the reckoning ----------------------------------------------------------------------------------------------------

LOST, BOUND = LoseNatural(ONE), BindToScheme(TWO)


def test_a_ruling_on_one_fault_is_forgotten_whole() -> None:
    coup = under(START, 1, (LOST,), fault_of(ONE))
    assert without(coup, undone(1, (LOST,), "wrong-word:primero")) == replace(
        START, cards=Cards((), Marks(hands=Map({ONE: PLAIN})))
    )


def test_of_a_ruling_on_two_faults_stands_what_it_said_of_the_other() -> None:
    coup = under(START, 1, (LOST, BOUND), fault_of(ONE), fault_of(TWO))
    left = without(coup, undone(1, (LOST,), "wrong-word:primero"))
    (kept,) = left.rulings
    assert (kept.effects, kept.faults) == ((BOUND,), (fault_of(TWO),))
    assert (kept.serial, kept.kind, kept.phase, kept.coup) == (1, "found-when-shown", "word", START)
    assert left.found_faults == {"wrong-word", "wrong-word:segundo"}
    marks = left.cards.marks
    assert (marks.of(ONE).is_natural_lost, marks.of(TWO).binding) == (False, coup.cards.marks.of(TWO).binding)
    both = without(coup, undone(1, (LOST, BOUND), "wrong-word:primero", "wrong-word:segundo"))
    assert (both.rulings, both.found_faults) == ((), frozenset())


def test_the_rulings_before_and_after_it_stand_with_their_faults() -> None:
    first = under(START, 1, (BOUND,), fault_of(TWO))
    coup = under(under(first, 2, (LOST,), fault_of(ONE)), 3, (NoteOnly("slow"),), fault_of(BANK, "too-slow"))
    left = without(coup, undone(2, (LOST,), "wrong-word:primero"))
    assert left.rulings == (coup.rulings[0], coup.rulings[2])
    assert left.found_faults == {"wrong-word", "wrong-word:segundo", "too-slow", "too-slow:banca"}


def test_what_a_later_ruling_speaks_of_is_its_own() -> None:
    deemed = DeemTotal(ONE, 5)
    coup = under(under(START, 1, (DeemTotal(ONE, 3),), fault_of(ONE)), 2, (deemed,), fault_of(TWO))
    left = without(coup, undone(1, (DeemTotal(ONE, 3),), "wrong-word:primero"))
    assert left.cards.marks.of(ONE).deemed_total == coup.cards.marks.of(ONE).deemed_total
    back = without(coup, undone(2, (deemed,), "wrong-word:segundo"))
    assert back.cards.marks.of(ONE).deemed_total == coup.rulings[1].coup.cards.marks.of(ONE).deemed_total  # type: ignore[union-attr]


@pytest.mark.parametrize("serial", [1, 2, 3])
def test_what_several_rulings_did_alike_stands_as_long_as_one_of_them_does(serial: int) -> None:
    coup = under(under(under(START, 1, (LOST,), fault_of(ONE)), 2, (LOST,), fault_of(TWO)), 3, (LOST,), fault_of(BANK))
    code = {1: "wrong-word:primero", 2: "wrong-word:segundo", 3: "wrong-word:banca"}[serial]
    left = without(coup, undone(serial, (LOST,), code))
    assert left.cards.marks.of(ONE).is_natural_lost
    assert [one.serial for one in left.rulings] == [one for one in (1, 2, 3) if one != serial]
    two = under(under(START, 1, (LOST,), fault_of(ONE)), 2, (LOST,), fault_of(TWO))
    assert without(two, undone(1, (LOST,), "wrong-word:primero")).cards.marks.of(ONE).is_natural_lost


@pytest.mark.parametrize("serial", [1, 7])
def test_a_ruling_that_is_not_of_the_coup_changes_nothing(serial: int) -> None:
    coup = under(START, 1, (LOST,), fault_of(ONE))
    coup = replace(coup, rulings=(replace(coup.rulings[0], coup=None),))
    assert without(coup, undone(serial, (LOST,), "wrong-word:primero")) == coup


@pytest.mark.parametrize("resumed", [False, True])
def test_a_coup_that_goes_on_from_the_ruling_has_everybodys_words_of_then_and_no_winner(resumed: bool) -> None:
    said = Side(ANA, word=Word.CARTA, has_spoken_again=True, chosen_option="give", is_third_known=True)
    before = replace(START, sides=Map({ONE: said, TWO: Side()}), naturals=(TWO,), decision=Cell.STAND)
    now = under(before, 1, (LOST,), fault_of(ONE))
    since = Side(ANA, ANA, True, Word.NO, winner=Winner.BANCA)
    now = replace(now, sides=Map({ONE: since, TWO: since}), naturals=(BANK,), decision=Cell.DRAW)
    left = without(now, undone(1, (LOST,), "wrong-word:primero", resumed=resumed))
    if not resumed:
        assert (left.sides, left.naturals, left.decision) == (now.sides, now.naturals, now.decision)
        return
    assert (left.naturals, left.decision) == ((TWO,), Cell.STAND)
    assert left.side(ONE) == replace(
        since, word=Word.CARTA, has_spoken_again=True, chosen_option="give", is_third_known=True, winner=None
    )
    assert left.side(TWO) == replace(
        since, word=None, has_spoken_again=False, chosen_option="", is_third_known=False, winner=None
    )


def test_a_card_that_is_put_right_is_put_right_in_every_ruling_that_was_given_on_it() -> None:
    dealt = replace(START, cards=Cards((LaidCard(0, ONE, Card("2s")), LaidCard(1, TWO, Card("3s")))))
    coup = under(under(dealt, 1, (LOST,), fault_of(ONE)), 2, (BOUND,), fault_of(TWO))
    coup = replace(coup, rulings=(*coup.rulings, RulingGiven((), (), serial=3)))
    right = reversal.rekey_card(coup, 1, Card("9h"))
    coups = (right, right.rulings[0].coup, right.rulings[1].coup, right.rulings[1].coup.rulings[0].coup)  # type: ignore[union-attr]
    for one in coups:
        assert one is not None
        assert [card.face for card in one.cards.layout] == ["2s", "9h"]
    assert right.rulings[2] == coup.rulings[2]
    assert right.cards.marks == coup.cards.marks


# --- the cards --------------------------------------------------------------------------------------------------------


def laid(**places: str) -> tuple[LaidCard, ...]:
    """Return cards by their positions: ``c3`` is the one of position 3."""
    return tuple(LaidCard(int(name[1:]), place, Card("2s")) for name, place in places.items())


BEFORE = replace(START, cards=Cards(laid(c0=ONE, c1=TWO, c2=BANK)))


def after(*rulings: RulingGiven, due: tuple[DueCard, ...] = (), **places: str) -> Coup:
    return replace(BEFORE, cards=Cards(laid(**places)), due_cards=due, rulings=rulings)


WENT_BACK = (AssignCard(1, TWO),)


@pytest.mark.parametrize(
    ("effects", "places", "back", "back_where_resumed"),
    [
        ((), {"c0": ONE, "c1": TWO, "c2": BANK}, (), ()),
        ((AssignCard(1, BANK),), {"c0": ONE, "c1": BANK, "c2": BANK}, WENT_BACK, WENT_BACK),
        ((SetAside(1),), {"c0": ONE, "c1": ASIDE, "c2": BANK}, WENT_BACK, WENT_BACK),
        ((Discard(1),), {"c0": ONE, "c1": BANK, "c2": BANK}, WENT_BACK, WENT_BACK),
        ((Discard(1),), {"c0": ONE, "c1": DISCARD, "c2": BANK}, None, None),
        ((), {"c0": ONE, "c1": BANK, "c2": BANK}, (), WENT_BACK),
        ((), {"c0": ONE, "c1": DISCARD, "c2": BANK}, (), None),
        ((AssignCard(1, BANK),), {"c0": ONE, "c1": FLOOR, "c2": BANK}, (), ()),
        ((AssignCard(1, BANK),), {"c0": ONE, "c1": BASKET, "c2": BANK}, (), ()),
        ((AssignCard(1, BANK),), {"c0": ONE, "c1": BANK, "c2": ONE}, WENT_BACK, (*WENT_BACK, AssignCard(2, BANK))),
    ],
)
def test_cards_that_a_ruling_moved_come_back_to_where_they_lay(
    effects: tuple[Effect, ...], places: dict[str, str], back: Any, back_where_resumed: Any
) -> None:
    """Where the coup goes on from the ruling, those too that it did not name; what it put out of play cannot."""
    assert restoring_effects(effects, BEFORE, after(**places), HANDS, False) == back
    assert restoring_effects(effects, BEFORE, after(**places), HANDS, True) == back_where_resumed


def test_a_card_that_another_ruling_discarded_stays_out_of_play() -> None:
    other = RulingGiven((Discard(1), Discard(9)), (), serial=2)
    coup = after(other, c0=ONE, c1=DISCARD, c2=BANK)
    assert restoring_effects((), BEFORE, coup, HANDS, True) == ()
    assert restoring_effects((Discard(1),), BEFORE, coup, HANDS, True) is None
    earlier = replace(BEFORE, rulings=(other,))
    assert restoring_effects((), earlier, coup, HANDS, True) is None
    cards = {number: LaidCard(number, DISCARD, None) for number in (1, 2)}
    assert [is_discarded_by_another(BEFORE, coup, cards[one]) for one in (1, 2)] == [True, False]
    assert not is_discarded_by_another(earlier, coup, cards[1])


def test_of_the_cards_since_the_first_is_the_next_and_the_others_are_out_of_play() -> None:
    lie = {"c0": ONE, "c1": TWO, "c2": BANK}
    since = after(**lie, c5=third(TWO), c3=third(ONE), c4=ASIDE, c6=DISCARD, c7=FLOOR, c8=ONE, c9=third(BANK))
    out = (SetAside(3), Discard(4), Discard(5), Discard(8), Discard(9))
    assert restoring_effects((), BEFORE, since, HANDS, True) == out
    assert restoring_effects((), BEFORE, since, HANDS, False) == ()
    due = (DueCard(7, third(ONE), False), DueCard(8, ONE, False, on_table=True))
    coming = after(**lie, due=due)
    assert restoring_effects((), BEFORE, coming, HANDS, True) == (SetAside(7),)


def test_cards_that_fell_lie_in_their_hands_again_for_what_else_was_found_with_them() -> None:
    """Only what the case itself brings back from the floor or the basket; everything else lies where it lies."""
    fallen = replace(START, cards=Cards(laid(c0=FLOOR, c1=BASKET, c2=DISCARD, c3=BANK, c4=FLOOR, c5=BASKET)))
    home = (*(AssignCard(one, TWO) for one in range(4)), Discard(4), LOST)
    case = incident(Docket(), "x", INSPECTOR, (), (Proposal(home, alternatives=remedies((AssignCard(5, ONE),))),))
    places = [card.place for card in before_falls(fallen, case).cards.layout]
    assert places == [TWO, TWO, DISCARD, BANK, FLOOR, BASKET]
    assert replace(before_falls(fallen, case), cards=fallen.cards) == fallen


# --- the incident -----------------------------------------------------------------------------------------------------

GAME: Any = SimpleNamespace(clause=CLAUSE, hands=HANDS, reporter=lambda state: INSPECTOR)
TABLE: Any = SimpleNamespace(docket=Docket((), 6))
SENT_BACK = (AssignCard(1, TWO),)
OUT_OF_PLAY, MOVED = (Discard(1),), (AssignCard(1, BANK),)


def incident_of(right: Coup, events: Sequence[RulingUndone], over: bool) -> tuple[IncidentOpened, ...]:
    """Return the incident of what these rulings have moved; whatever they moved there is an answer."""
    try:
        return moved_incident(GAME, TABLE, right, events, over)
    except TypeError as error:
        pytest.fail(f"{events}: {error!r}")


def given(serial: int, effects: tuple[Effect, ...]) -> RulingGiven:
    return RulingGiven(effects, (), serial=serial, coup=BEFORE)


def remedies(*several: tuple[Effect, ...]) -> tuple[Remedy, ...]:
    return tuple(Remedy(one, (CLAUSE,)) for one in several)


VOID: tuple[Effect, ...] = (VoidCoup(),)


@pytest.mark.parametrize(
    ("effects", "place", "resumed", "over", "proposed", "others"),
    [
        (MOVED, BANK, False, False, SENT_BACK, (VOID, NOTE)),
        (MOVED, BANK, True, False, SENT_BACK, (VOID, NOTE)),
        (MOVED, BANK, False, True, NOTE, ()),
        (OUT_OF_PLAY, DISCARD, False, False, VOID, (NOTE,)),
        (OUT_OF_PLAY, DISCARD, True, False, VOID, (NOTE,)),
        (OUT_OF_PLAY, DISCARD, False, True, NOTE, ()),
        ((ReturnStake(ANA),), TWO, False, False, VOID, (NOTE,)),
        ((LOST,), TWO, True, True, NOTE, ()),
        ((LOST,), TWO, True, False, None, ()),
        ((LOST,), TWO, False, True, None, ()),
        ((LOST,), TWO, False, False, None, ()),
        ((OfferWithdrawal(),), TWO, False, False, None, ()),
    ],
)
def test_an_official_decides_what_becomes_of_what_a_ruling_moved(
    effects: tuple[Effect, ...], place: str, resumed: bool, over: bool, proposed: Any, others: Any
) -> None:
    """Cards that can come back do; what is out of play, or money that moved, leaves nothing but to annul the coup."""
    coup = after(given(1, effects), c0=ONE, c1=place, c2=BANK)
    event = undone(1, effects, "wrong-word", resumed=resumed)
    found = incident_of(coup, (event,), over)
    if proposed is None:
        assert found == ()
        return
    facts = {"coup": 4, "serial": 1, "kind": "found-when-shown"}
    fault = Fault("ruling-undone", facts, (CLAUSE,))
    assert undone_fault(event, CLAUSE) == fault
    made = Proposal(proposed, (CLAUSE,), open_to_judgement=True, alternatives=remedies(*others))
    assert found == (IncidentOpened(incident(TABLE.docket, "ruling-undone", INSPECTOR, (fault,), (made,))),)
    assert found[0].incident.serial == 7
    assert found == (undone_incident(TABLE.docket, INSPECTOR, [fault], proposed, others, (CLAUSE,)),)


def test_two_rulings_are_one_incident_in_the_order_in_which_they_were_given_and_each_card_comes_back_once() -> None:
    also = (AssignCard(0, TWO), AssignCard(1, BANK))
    coup = after(given(1, MOVED), given(2, also), c0=TWO, c1=BANK, c2=BANK)
    events = (undone(2, also, "wrong-word"), undone(1, MOVED, "wrong-word"), undone(9, MOVED, "unknown"))
    (found,) = incident_of(coup, events, False)
    assert [one.facts["serial"] for one in found.incident.faults] == [1, 2]
    assert found.incident.proposed_effects == (AssignCard(1, TWO), AssignCard(0, ONE))


def test_where_one_of_two_rulings_put_a_card_out_of_play_the_coup_is_annulled() -> None:
    also = (AssignCard(0, TWO),)
    for first, second in ((OUT_OF_PLAY, also), (also, OUT_OF_PLAY)):
        coup = after(given(1, first), given(2, second), c0=TWO, c1=DISCARD, c2=BANK)
        events = (undone(2, second, "x"), undone(1, first, "x"))
        (found,) = incident_of(coup, events, False)
        assert (found.incident.proposed_effects, len(found.incident.faults)) == (VOID, 2)


def test_only_the_first_ruling_from_which_the_coup_goes_on_takes_back_the_cards_since() -> None:
    coup = after(given(1, (LOST,)), given(2, (LOST,)), c0=ONE, c1=TWO, c2=BANK, c5=third(ONE))
    both = (undone(2, (LOST,), "x", resumed=True), undone(1, (LOST,), "x", resumed=True))
    (found,) = incident_of(coup, both, False)
    assert [one.facts["serial"] for one in found.incident.faults] == [1]
    assert found.incident.proposed_effects == (SetAside(5),)
    assert incident_of(coup, (undone(1, (LOST,), "x"),), False) == ()
