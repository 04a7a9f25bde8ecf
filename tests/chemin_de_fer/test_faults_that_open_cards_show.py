"""Faults that are found when cards lie open, and what can still be done about each: every answer whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import Fault, cite
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    Discard,
    GoBack,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferChoice,
    SetAside,
)
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened, incident, judgement_clauses, open_proposal
from tapete.games.baccarat.marks import Binding, BindingTarget, HandMarks
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.games.chemin_de_fer.errors import findings
from tapete.games.chemin_de_fer.errors.remedies_banker import FIFTH
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Cover, Hand, Phase
from tapete.kernel import HOUSE
from tapete.table.staff import Role
from tests.support.chemin_de_fer.lying import BEA, CROUPIER, B, P, drawn, lying, table

TOTALS = range(10)
CARTA, NO = {"word": Word.CARTA}, {"word": Word.NO}
GIVES = OfferChoice(BEA, THIRD_CARD, (GIVE, DENY))
AUTHORITY = table().book.authority


def clauses(*names: str) -> tuple[Any, ...]:
    return tuple(cite(one) for one in names)


def fault(code: str, *names: str, **facts: Any) -> Fault:
    return Fault(code, facts, clauses(*names))


def up(punto: int | None, banca: int | None, *thirds: Any, **more: Any) -> State:
    """Return a coup with both hands open, at the end of it."""
    return lying(punto, banca, *thirds, **{"face_up": True, "phase": Phase.SHOW, **more})


# --- the punto --------------------------------------------------------------------------------------------------------


def wrong(total: int, word: Word) -> tuple[Fault, ...]:
    if total >= 8:
        return (fault("natural-forgotten", "CF.A.08"),)
    if total <= 4 and word is Word.NO:
        return (fault("wrong-word", "CF.A.12", total=total),)
    if total in (6, 7) and word is Word.CARTA:
        return (fault("wrong-word", "CF.A.14", total=total),)
    return ()


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize("total", TOTALS)
def test_a_word_is_wrong_by_the_two_open_cards_of_the_punto(total: int, word: Word) -> None:
    state = up(total, 3, side={"word": word})
    assert findings.punto_faults(state) == wrong(total, word)
    assert findings.punto_faults(up(total, 3)) == ()
    assert findings.punto_faults(lying(total, 3, side={"word": word})) == ()
    assert findings.punto_faults(up(total, 3, side={"word": word}, naturals=(P,))) == ()
    assert findings.punto_faults(up(total, 3, side={"word": word}, naturals=(B,))) == wrong(total, word)
    again = up(total, 3, side={"word": word, "has_spoken_again": True})
    asked = () if total == 0 and word is Word.CARTA else (fault("asked-again", "CF.C4.13", "CF.C4.14"),)
    assert findings.punto_faults(again) == (wrong(total, word) if total == 0 else asked)
    shown = tuple(
        replace(one, facts={**one.facts, "hand": P, "total": total, "word": str(word)}) for one in wrong(total, word)
    )
    assert findings.faults_shown(replace(state, coup=replace(state.coup, decision=Cell.DRAW))) == shown


# --- the banker -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("does", [None, Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("gave", [False, True])
@pytest.mark.parametrize("total", TOTALS)
def test_a_decision_is_wrong_by_the_two_open_cards_of_the_banker(total: int, gave: bool, does: Cell | None) -> None:
    thirds = (drawn(P, "6d"),) if gave else ()
    state = up(5, total, *thirds, decision=does, side={"is_third_known": True})
    natural = total >= 8 and (gave or does is not None)
    must = total == 0 and does is Cell.STAND
    found: tuple[Fault, ...] = (fault("natural-offered-cards", "CF.A.08"),) if natural else ()
    found += (fault("banker-must-draw", "CF.A.19"),) if must else ()
    assert findings.banker_faults(state) == found
    assert findings.banker_faults(replace(state, coup=replace(state.coup, naturals=(B,)))) == ()
    assert findings.banker_faults(replace(state, coup=replace(state.coup, naturals=(P,)))) == found
    down = lying(5, total, *thirds, decision=does)
    assert findings.banker_faults(down) == ()
    fifth = replace(state, coup=replace(state.coup, found_faults=frozenset({FIFTH})))
    assert findings.banker_faults(fifth) == (found if natural or gave else ())
    facts = {"hand": B, "total": total, **({} if does is None else {"did": str(does)})}
    assert findings.faults_shown(state) == tuple(replace(one, facts={**one.facts, **facts}) for one in found)


@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize("total", TOTALS)
def test_a_hand_that_is_laid_down_and_no_natural_is_a_fault_once(total: int, hand: Hand) -> None:
    state = up(total, total, naturals=(str(hand),))
    fault_ = fault("laid-down-no-natural", "CF.A.08", hand=str(hand))
    found = findings.mistaken_natural_incident(state, hand)
    made = findings.proposal(state, fault_) or open_proposal(AUTHORITY)
    case = incident(Docket(), "laid-down-no-natural", CROUPIER, (fault_,), (made,))
    assert found == (None if total >= 8 else IncidentOpened(case))
    assert findings.faults_shown(state) == (() if total >= 8 else (fault_,))
    down = lying(total, total, naturals=(str(hand),))
    assert findings.mistaken_natural_incident(down, hand) is None
    taken = replace(state, coup=replace(state.coup, found_faults=frozenset({"laid-down-no-natural"})))
    assert findings.mistaken_natural_incident(taken, hand) is None


def test_only_the_hand_that_was_laid_down_last_is_looked_at() -> None:
    """The punto laid down a six, the banker then a nine."""
    assert findings.faults_shown(up(6, 9, naturals=(P, B))) == ()
    (found,) = findings.faults_shown(up(9, 6, naturals=(P, B)))
    assert found == fault("laid-down-no-natural", "CF.A.08", hand=B)
    both = findings.faults_shown(up(6, 0, drawn(B, "2d"), naturals=(P,), decision=Cell.STAND))
    assert [one.code for one in both] == ["banker-must-draw", "laid-down-no-natural"]


# --- the incident -----------------------------------------------------------------------------------------------------


def case(state: State, *found: Fault) -> IncidentOpened:
    made = tuple(findings.proposal(state, one) or open_proposal(AUTHORITY) for one in found)
    return IncidentOpened(incident(state.docket, "found-when-shown", CROUPIER, found, made))


def test_one_incident_holds_what_both_hands_show_once_both_lie_open() -> None:
    wrong_both = {"side": {"word": Word.NO}, "decision": Cell.STAND}
    state = up(3, 0, **wrong_both)
    punto = fault("wrong-word", "CF.A.12", total=3, hand=P, word="no")
    banca = fault("banker-must-draw", "CF.A.19", hand=B, total=0, did="P")
    assert findings.found_incident(state) == case(state, punto, banca)
    assert findings.faults_shown(state) == (punto, banca)
    taken = replace(state, coup=replace(state.coup, found_faults=frozenset({"wrong-word"})))
    assert findings.found_incident(taken) == case(taken, banca)
    both = replace(state, coup=replace(state.coup, found_faults=frozenset({"wrong-word", "banker-must-draw"})))
    assert findings.found_incident(both) is None
    assert findings.found_incident(up(5, 3)) is None
    layout = tuple(replace(one, face_up=one.place == P) for one in state.coup.cards.layout)
    half = replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))
    assert findings.found_incident(half) is None
    for phase in (Phase.ANSWER, Phase.BANKER, Phase.SETTLE):
        early = replace(half, phase=phase)
        assert findings.found_incident(early) == case(early, punto)
    nobody = replace(state, staff=state.staff.delete(Role.CROUPIER))
    found = findings.found_incident(nobody)
    assert found is not None
    assert (found.incident.reported_by, findings.reporter(nobody), findings.reporter(state)) == (HOUSE, HOUSE, CROUPIER)


def test_what_everybody_sees_of_a_fault_is_told_with_it() -> None:
    state = up(3, 0, side={"word": Word.NO}, decision=Cell.STAND)
    one = fault("other", more=1)
    assert findings.with_public_facts(state, Hand.PUNTO, one) == fault("other", more=1, hand=P, total=3, word="no")
    assert findings.with_public_facts(state, Hand.BANCA, one) == fault("other", more=1, hand=B, total=0, did="P")


# --- what can still be done -------------------------------------------------------------------------------------------

LATE = Proposal((NoteOnly("wrong-word-found-late"),), judgement_clauses(AUTHORITY))
BEARS = Proposal((NoteOnly("bears-own-mistake"),), clauses("CF.C4.13"))


def wrong_word(state: State) -> Proposal | None:
    return findings.proposal(state, fault("wrong-word", "CF.A.12"))


@pytest.mark.parametrize("word", [CARTA, NO])
@pytest.mark.parametrize("total", TOTALS)
def test_in_time_a_wrong_word_is_for_the_banker_but_on_bacarra_and_where_a_ruling_binds(
    total: int, word: dict[str, Word]
) -> None:
    found = wrong_word(lying(total, 3, side=word))
    if total == 0:
        assert found == Proposal((Oblige(P, Cell.DRAW),), clauses("CF.C4.06"))
    elif total == 5:
        cell = Cell.STAND if word is CARTA else Cell.DRAW
        assert found == Proposal((Oblige(P, cell),), clauses("CF.A.12"))
    else:
        assert found == Proposal((GIVES,), clauses("CF.C4.05"))


@pytest.mark.parametrize("cover", list(Cover))
@pytest.mark.parametrize(
    ("given", "decision", "in_time"),
    [
        ((), None, True),
        ((), Cell.STAND, False),
        ((), Cell.DRAW, False),
        ((drawn(P, "6d"),), None, False),
        ((drawn(B, "6d"),), None, True),
    ],
)
def test_too_late_a_wrong_word_stands_and_who_plays_banco_bears_it(
    given: tuple[Any, ...], decision: Cell | None, in_time: bool, cover: Cover
) -> None:
    made = lying(3, 3, *given, side=NO, cover=cover, decision=decision)
    assert findings.can_be_given_or_denied(made) is in_time
    if in_time:
        assert wrong_word(made) == Proposal((GIVES,), clauses("CF.C4.05"))
    else:
        assert wrong_word(made) == (BEARS if cover in (Cover.BANCO, Cover.SEGUIDO) else LATE)


def test_the_banker_is_offered_nothing_where_nobody_holds_the_bank() -> None:
    state = replace(lying(3, 3, side=NO), bank=None)
    assert wrong_word(state) == Proposal((), clauses("CF.C4.05"))
    assert findings.card_is_for_the_banker_to_decide(state) == ()
    assert findings.card_is_for_the_banker_to_decide(lying(3, 3)) == (GIVES,)


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        (lying(9, 3, side=CARTA), True),
        (lying(9, 3, side=NO), False),
        (lying(9, 3, drawn(P, "6d"), side=CARTA), False),
        (lying(9, 3, side=CARTA, decision=Cell.STAND), False),
    ],
)
def test_a_natural_that_was_forgotten_is_lost_and_a_card_asked_for_is_the_bankers_to_give(
    state: State, asked: bool
) -> None:
    lost = Proposal((LoseNatural(P),), clauses("CF.C4.08"))
    both = Proposal((LoseNatural(P), GIVES), clauses("CF.C4.08", "CF.C4.09"))
    assert findings.proposal(state, fault("natural-forgotten")) == (both if asked else lost)


def test_what_the_rules_make_of_the_other_faults() -> None:
    state = up(6, 6)
    lost = Proposal((LoseNatural(B),), clauses("CF.C3.14"))
    assert findings.proposal(state, fault("natural-offered-cards")) == lost
    assert findings.proposal(state, fault("laid-down-no-natural", hand=B)) is None
    again = findings.proposal(state, fault("laid-down-no-natural", hand=P))
    assert again == Proposal((GoBack(Phase.WORD),), clauses("CF.C4.11"))
    for code in ("against-table", "banker-must-draw", "bound-by-ruling", "asked-again"):
        assert findings.proposal(state, fault(code)) is None


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("cover", list(Cover))
def test_a_punto_who_laid_down_no_natural_announces_again_unless_he_plays_banco(cover: Cover, total: int) -> None:
    found = findings.proposal(up(total, 6, cover=cover), fault("laid-down-no-natural", hand=P))
    if cover not in (Cover.BANCO, Cover.SEGUIDO):
        assert found == Proposal((GoBack(Phase.WORD),), clauses("CF.C4.11"))
    elif total == 0:
        assert found == Proposal((GoBack(Phase.WORD),), clauses("CF.C4.13", "CF.C4.14"))
    else:
        assert found == Proposal((GoBack(Phase.BANKER), Oblige(P, Cell.STAND)), clauses("CF.C4.13"))


CALLED = frozenset({str(Accident.CARTA_CALLED)})


def test_after_a_carta_that_was_called_the_play_is_restored_by_the_table() -> None:
    wrong_ = fault("against-table", "CF.A.25")
    waits = {"marks": {"aside": (SetAside(7), SetAside(8))}}
    stood = {"decision": Cell.STAND, "found_faults": CALLED}
    kept = Proposal((AssignCard(7, f"{B}-3"),), clauses("CF.C2.07"))
    assert findings.proposal(lying(5, 3, **waits, **stood), wrong_) == kept
    draws = Proposal((Oblige(B, Cell.DRAW), GoBack(Phase.BANKER)), clauses("CF.C2.06"))
    assert findings.proposal(lying(5, 3, **stood), wrong_) == draws
    drew = lying(5, 3, drawn(B, "2d", 7), drawn(B, "3d", 8), decision=Cell.DRAW, found_faults=CALLED)
    assert findings.proposal(drew, wrong_) == Proposal((Discard(7), Discard(8)), clauses("CF.C2.09"))
    assert findings.proposal(lying(5, 3, decision=Cell.STAND), wrong_) is None


def test_a_fault_of_which_the_rules_say_nothing_is_the_inspectors() -> None:
    marks = {B: HandMarks(binding=Binding(BindingTarget.TABLE))}
    state = up(5, 3, decision=Cell.STAND, side={"is_third_known": True}, hands=marks)
    found = findings.found_incident(state)
    against = fault("against-table", "CF.A.25", must="T", hand=B, total=3, did="P")
    assert found == IncidentOpened(
        Incident(
            1, "found-when-shown", CROUPIER, (against,), (), (), True,
            clauses=(*against.clauses, *judgement_clauses(AUTHORITY)),
        )
    )  # fmt: skip
