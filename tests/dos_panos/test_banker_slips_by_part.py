"""What binds a banker after a slip or an error of his own, part by part; and how often a wrong score is taken up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToScheme,
    BindToTable,
    DeemTotal,
    Discard,
    Effect,
    GoBack,
    LoseNatural,
    NoteOnly,
    Oblige,
    Party,
)
from tapete.games.baccarat.incident import Docket, Incident
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards, HandMarks, Marks, third
from tapete.games.banked.coup import RulingGiven
from tapete.games.dos_panos.errors import remedies_banker as banker
from tapete.games.dos_panos.errors import remedies_conduct as conduct
from tapete.games.dos_panos.rules.errors import RestoredDuty
from tapete.games.dos_panos.state import Coup, State
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

P, S, B = Hand
BASE = opened().state
WRONG = fault(str(Accident.MISANNOUNCED))


def laid(*, up: tuple[Hand, ...] = (), drawn: bool = False) -> tuple[LaidCard, ...]:
    """Return two cards before each hand, those of some hands open; and a third one of the banker's, or none."""
    found = [LaidCard(2 * n + k, str(hand), Card("2s"), hand in up) for n, hand in enumerate(Hand) for k in (0, 1)]
    return (*found, *((LaidCard(6, third(B), Card("3s"), True),) if drawn else ()))


def coup(
    *, up: tuple[Hand, ...] = (), drawn: bool = False, decision: Cell | None = None, void: Hand | None = None
) -> Coup:
    marks = Marks() if void is None else Marks(hands=Marks().hands.set(str(void), HandMarks(void=True)))
    return Coup(1, Cards(laid(up=up, drawn=drawn), marks), decision=decision)


def table(played: Coup, phase: Phase = Phase.BANKER) -> State:
    return replace(BASE, coup=played, phase=phase)


@pytest.mark.parametrize(
    ("played", "stage"),
    [
        (coup(), (False, False, False)),
        (coup(decision=Cell.STAND), (True, False, False)),
        (coup(decision=Cell.DRAW, drawn=True), (True, True, False)),
        (coup(up=(P,)), (False, False, True)),
        (coup(up=(S,)), (False, False, True)),
        (coup(up=(B,)), (False, False, False)),
        (coup(up=(P,), void=P), (False, False, False)),
        (coup(up=(P, S), void=P), (False, False, True)),
    ],
)
def test_a_wrong_score_is_taken_up_once_at_each_stage_of_a_coup(played: Coup, stage: tuple[bool, bool, bool]) -> None:
    assert banker.score_stage(played) == stage
    for before in (coup(), coup(decision=Cell.STAND), coup(up=(P,)), coup(decision=Cell.DRAW, drawn=True)):
        for faults, counts in (
            ((WRONG,), True),
            ((fault("exposed"),), False),
            ((fault("exposed"), WRONG), True),
            ((), False),
        ):
            given = RulingGiven((), (), faults, coup=before)
            wrong = banker.require_new_score(table(replace(played, rulings=(given,))))
            assert (wrong is not None) is (counts and banker.score_stage(before) == stage)


@pytest.mark.parametrize(
    ("code", "known"), [(str(Accident.MISANNOUNCED), True), ("exposed", False), (str(Accident.MISSPOKEN), False)]
)
def test_a_wrong_score_that_waits_for_its_ruling_is_taken_up(code: str, known: bool) -> None:
    waiting = Docket((Incident(1, code, PersonId("croupier"), (fault(code),)),), 1)
    wrong = banker.require_new_score(replace(table(coup()), docket=waiting))
    assert (wrong and wrong.code) == ("score-taken-up" if known else None)
    assert banker.is_about_score((fault("exposed"), fault(code))) is known
    assert not banker.is_about_score(())


@pytest.mark.parametrize(
    ("duty", "effects"),
    [
        (RestoredDuty.CHART_THEN_FIVE, (BindToTable(B, fault_of=Party.BANKER),)),
        (RestoredDuty.FIVE, (Oblige(B, Cell.DRAW, (0, 1, 2, 3, 4, 5)), Oblige(B, Cell.STAND, (6, 7)))),
        (RestoredDuty.FREE, (NoteOnly("banker-stays-free"),)),
    ],
)
def test_a_banker_who_erred_is_bound_as_the_rulebook_says(duty: RestoredDuty, effects: tuple[Effect, ...]) -> None:
    assert banker.duty_after(table(coup()), duty) == effects


@pytest.mark.parametrize(
    ("played", "effects"),
    [
        (coup(decision=Cell.DRAW, drawn=True), (Discard(6), GoBack("banker"), Oblige(B, Cell.STAND))),
        (coup(decision=Cell.DRAW), (GoBack("banker"), Oblige(B, Cell.STAND))),
        (coup(decision=Cell.STAND), (GoBack("banker"), Oblige(B, Cell.DRAW))),
        (coup(), (GoBack("banker"), Oblige(B, Cell.DRAW))),
    ],
)
def test_a_banker_who_did_not_keep_his_table_does_what_he_should_have_done(
    played: Coup, effects: tuple[Effect, ...]
) -> None:
    made = banker.table_not_kept(table(played))
    assert made.effects == effects
    assert made.open_to_judgement


def test_with_his_third_card_before_him_a_wrong_score_of_the_banker_leads_to_nothing() -> None:
    assert banker.misannounced(table(coup(drawn=True))) is None
    assert banker.misannounced(table(coup())) is not None
    assert banker.card_is_his(7) == (AssignCard(7, "banca-3"),)


# --- conduct ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", Hand)
def test_a_hand_that_is_thrown_in_counts_nought_and_no_natural(hand: Hand) -> None:
    made = conduct.thrown_hand(table(coup()), hand)
    assert made.effects == (LoseNatural(str(hand)), DeemTotal(str(hand), 0))
    bound = conduct.played_by_the_tables(table(coup()), hand)
    assert bound == (
        (BindToTable(str(hand), fault_of=Party.BANKER),) if hand is B else (BindToScheme(str(hand), Cell.STAND),)
    )
