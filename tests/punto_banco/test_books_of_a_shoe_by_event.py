"""What each event of the shoe, of the people and of a coup leaves in the books of punto y banca, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco import opening
from tapete.games.punto_banco.evolve import SPEECH_BREAKS, evolve
from tapete.games.punto_banco.state import COUP_PHASES, RulingGiven, Shoe, ShoeTurn
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.kernel import HOUSE, PersonId
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.changes import changes
from tests.support.punto_banco.tables import ready

ANA, BEA, EVA, CROUPIER = map(PersonId, ("ana", "bea", "eva", "croupier"))
P, B = Hand.PUNTO, Hand.BANCA
BARS = tuple(BarPerson(ANA, BarredAction.CARDS, until) for until in Until)
MARKS = Marks(bars=BARS, void=True)
LAYOUT = (
    LaidCard(5, P, Card("2s"), True),
    LaidCard(6, B, None),
    LaidCard(7, P, Card("2s")),
    LaidCard(8, B, Card("3s")),
)
BETS: Any = Map({(ANA, Bet.PUNTO): 10, (ANA, Bet.BANCA): 20, (BEA, Bet.TIE): 30})
LINES = (
    e.Line(ANA, Bet.PUNTO, 10, "won", 10),
    e.Line(ANA, Bet.BANCA, 20, "lost"),
    e.Line(BEA, Bet.TIE, 30, "void"),
)
GIVEN = (RulingGiven(1, "other", (), (), Marks(), Phase.BETS),)
SAID = (e.Said("a"), e.Said("b"))
BASE = replace(
    ready().state, shoe=Shoe(3, 416, 9, cut_card=300, known_faces=Map({1: Card("2s")})), coup=4, bets=BETS,
    layout=LAYOUT, due_cards=(DueCard(9, P, False), DueCard(6, B, True)), basket=6, hand_holder=BEA,
    disputants=(ANA, BEA), winner=Winner.PUNTO, natural=True, final=(8, 3), called_person=ANA, announcements=SAID,
    said_from=1, breath=False, marks=MARKS, rulings=GIVEN, phase=Phase.SETTLE, history=(),
    turn=ShoeTurn(2, None, False, frozenset({4}), 7, False, True),
)  # fmt: skip


@pytest.mark.parametrize("phase", Phase)
def test_a_phase_before_the_payment_has_no_result_and_a_call_lasts_through_the_betting(phase: Phase) -> None:
    after = evolve(BASE, e.PhaseOpened(phase))
    undecided = phase in COUP_PHASES - {Phase.SETTLE}
    assert (after.phase, after.serial) == (phase, BASE.serial + 1)
    assert (after.winner, after.natural) == ((None, False) if undecided else (Winner.PUNTO, True))
    assert after.called_person == (ANA if phase is Phase.BETS else None)
    assert set(changes(BASE, after)) <= {"phase", "serial", "winner", "natural", "called_person"}


@pytest.mark.parametrize(
    ("event", "breaks"),
    [
        (e.HolderReminded(5), True), (e.PersonCalled(BEA), True), (e.BetsOpened(5), True), (e.StopCardSeen(9), True),
        (e.BetWithdrawn(ANA, Bet.BANCA, 5), True), (e.HandShown(P, (), 4), True), (e.ShoeTaken(3), True),
        (e.ShoeOffered(3), False), (e.CoupEnded(Winner.TIE, 2, 2, False), False), (e.PhaseOpened(Phase.BETS), False),
        (e.HandAwarded(ANA), False), (t.WentAway(ANA), False),
    ],
)  # fmt: skip
def test_what_is_said_after_such_an_event_begins_anew(event: Any, breaks: bool) -> None:
    funded = replace(BASE, ledger=BASE.ledger.set("stakes", 60).set("person:ana", 900))
    assert evolve(funded, event).breath is breaks
    assert (type(event) in SPEECH_BREAKS) is breaks
    assert evolve(replace(funded, breath=True), event).breath is True


# --- a relief ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holder", "role", "goes_on"),
    [
        (CROUPIER, Role.CROUPIER, True),
        (CROUPIER, Role.TABLE_CHIEF, False),
        (ANA, Role.CROUPIER, False),
        (None, Role.CROUPIER, False),
    ],
)
def test_whoever_relieves_the_croupier_takes_over_the_hand_that_he_held(
    holder: PersonId | None, role: Role, goes_on: bool
) -> None:
    state = replace(BASE, hand_holder=holder, docket=ready().state.docket)
    decided = opening.relieve(state, HOUSE, pb.Relieve(role, EVA))
    assert decided == (t.StaffAssigned(role, EVA), *([e.HandAwarded(EVA)] if goes_on else []))


def test_a_croupier_who_plays_keeps_the_hand_that_is_his_as_a_player() -> None:
    seated = replace(BASE, seats=replace(BASE.seats, occupants=BASE.seats.occupants.set(9, CROUPIER)))
    decided = opening.relieve(replace(seated, hand_holder=CROUPIER), HOUSE, pb.Relieve(Role.CROUPIER, EVA))
    assert decided == (t.StaffAssigned(Role.CROUPIER, EVA),)


def test_a_relief_where_nobody_was_the_croupier_gives_no_hand_away() -> None:
    empty = replace(BASE, staff=Map(), hand_holder=None)
    decided = opening.relieve(empty, HOUSE, pb.Relieve(Role.CROUPIER, EVA))
    assert not any(isinstance(one, e.HandAwarded) for one in (decided if isinstance(decided, tuple) else ()))
