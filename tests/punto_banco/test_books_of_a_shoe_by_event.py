"""What each event of the shoe, of the people and of a coup leaves in the books of punto y banca, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco import opening
from tapete.games.punto_banco.evolve import FOLDS, SPEECH_BREAKS, evolve
from tapete.games.punto_banco.state import COUP_PHASES, TURNED, Coup, RulingGiven, Shoe, ShoeTurn, State
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
NOBODY = replace(BASE, turn=ShoeTurn(None, 5, False, frozenset({4}), 7, True))
PUT_AWAY = {
    "basket": 10, "layout": (), "due_cards": (), "hand_holder": None, "disputants": (), "marks.bars": BARS[1:],
    "marks.void": False,
}  # fmt: skip


def kept(winner: Winner | None, punto: int, banca: int, lines: Any, **paid: int) -> Coup:
    return Coup(4, winner, punto, banca, True, BETS, LAYOUT, lines, Map(paid), 3, MARKS, GIVEN)


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        # the shoe
        (BASE, e.ShoeOpened(4, 312),
         {"shoe": Shoe(4, 312), "turn": ShoeTurn(last=2), "coup": 0, "basket": 0, "marks.bars": BARS[1:],
          "marks.void": False, "announcements": (), "said_from": 0}),
        (NOBODY, e.ShoeOpened(4, 312),
         {"shoe": Shoe(4, 312), "turn": ShoeTurn(last=5), "coup": 0, "basket": 0, "marks.bars": BARS[1:],
          "marks.void": False, "announcements": (), "said_from": 0}),
        (replace(BASE, turn=ShoeTurn(last=7, is_lost=True), marks=Marks()), e.ShoeOpened(4, 312),
         {"shoe": Shoe(4, 312), "turn": ShoeTurn(last=7, is_lost=True), "coup": 0, "basket": 0, "announcements": (),
          "said_from": 0}),
        (BASE, e.ShoeWanted(), {"shoe.is_order_awaited": True}),
        (replace(BASE, shoe=replace(BASE.shoe, is_order_awaited=True)), ShoeSealed(3, ChanceKind.KEYED, 416),
         {"shoe.is_order_awaited": False}),
        (BASE, e.PackCut(12), {"shoe.cut_depth": 12}),
        (replace(BASE, shoe=replace(BASE.shoe, cut_depth=9)), e.PackCut(None), {"shoe.cut_depth": 0}),
        (BASE, e.CutCardIn(33), {"shoe.cut_card": 33}),
        (BASE, e.CardsBurned(9, 5), {"shoe.position": 14, "basket": 15, "layout": ()}),
        (BASE, e.StopCardSeen(9), {"shoe.is_stop_seen": True}),
        (BASE, e.CardExposed(9, Card("9h")), {"shoe.known_faces": Map({1: Card("2s"), 9: Card("9h")})}),
        (BASE, e.CardDiscarded(9, Card("9h")),
         {"shoe.position": 10, "shoe.known_faces": Map({1: Card("2s"), 9: Card("9h")}), "basket": 7}),
        (BASE, e.CardDiscarded(9), {"shoe.position": 10, "basket": 7}),
        # its turn
        (BASE, e.ShoeOffered(3), {
            "turn": ShoeTurn(offered_place=3, declined_places=frozenset({4}), last=2, is_lost=True),
            "called_person": None}),
        (NOBODY, e.ShoeOffered(3), {"turn": replace(NOBODY.turn, offered_place=3), "called_person": None}),
        (BASE, e.ShoeDeclined(2), {"turn": ShoeTurn(declined_places=frozenset({2, 4}), last=2), "called_person": None}),
        (BASE, e.ShoeDeclined(3), {"turn": replace(BASE.turn, declined_places=frozenset({3, 4}), is_reminded=False),
                                   "called_person": None}),
        (NOBODY, e.ShoeDeclined(5), {"turn": ShoeTurn(declined_places=frozenset({5, 4}), last=7, is_lost=True),
                                     "called_person": None}),
        (NOBODY, e.ShoeDeclined(3), {"turn": replace(NOBODY.turn, declined_places=frozenset({3, 4})),
                                     "called_person": None}),
        (BASE, e.ShoeLost(2), {"turn": ShoeTurn(last=2, is_lost=True)}),
        (BASE, e.ShoeTaken(3), {"turn": ShoeTurn(holder=3, last=7), "called_person": None}),
        (BASE, e.ShoeToCroupier(), {"turn": ShoeTurn(croupier=True, last=2, is_lost=True), "called_person": None}),
        (NOBODY, e.ShoeToCroupier(), {"turn": ShoeTurn(croupier=True, last=7, is_lost=True), "called_person": None}),
        (NOBODY, e.HolderReminded(5), {"turn": replace(NOBODY.turn, is_reminded=True), "called_person": None}),
        # the people
        (BASE, e.OptionsSet(True, True), {"settings.standing_allowed": True, "settings.multiples_only": True}),
        (BASE, e.OptionsSet(False, True), {"settings.multiples_only": True}),
        (BASE, t.StaffAssigned(Role.CROUPIER, EVA), {"staff": BASE.staff.set(Role.CROUPIER, EVA)}),
        (BASE, t.WentAway(ANA), {"seats.away": frozenset({ANA})}),
        (replace(BASE, seats=replace(BASE.seats, away=frozenset({ANA, BEA}))), t.CameBack(ANA),
         {"seats.away": frozenset({BEA}), "called_person": None}),
        (replace(BASE, seats=replace(BASE.seats, away=frozenset({ANA, BEA}))), t.CameBack(BEA),
         {"seats.away": frozenset({ANA})}),
        (BASE, e.PersonCalled(BEA), {"called_person": BEA}),
        (BASE, e.Said("c"), {"announcements": (*SAID, e.Said("c"))}),
        (replace(BASE, breath=True), e.Said("c"),
         {"announcements": (*SAID, e.Said("c")), "said_from": 2, "breath": False}),
        # the coup
        (BASE, e.BetsOpened(5), {"coup": 5, "announcements": (), "said_from": 0, "winner": None, "natural": False,
                                 "hand_holder": None, "disputants": (), "rulings": ()}),
        (BASE, e.BetPlaced(ANA, Bet.PUNTO, 5), {"bets": BETS.set((ANA, Bet.PUNTO), 15)}),
        (BASE, e.BetPlaced(BEA, Bet.PUNTO, 5), {"bets": BETS.set((BEA, Bet.PUNTO), 5)}),
        (BASE, e.BetWithdrawn(ANA, Bet.BANCA, 5), {"bets": BETS.set((ANA, Bet.BANCA), 15)}),
        (BASE, e.StakeReturned(ANA, Bet.BANCA, 20), {"bets": BETS.delete((ANA, Bet.BANCA))}),
        (BASE, e.HandAwarded(ANA), {"hand_holder": ANA, "disputants": ()}),
        (BASE, e.HandAwarded(None, standing=True),
         {"hand_holder": None, "disputants": (), "turn_order_decides": True}),
        (replace(BASE, turn_order_decides=True), e.HandAwarded(ANA), {"hand_holder": ANA, "disputants": ()}),
        (BASE, e.HandDisputed((BEA, EVA)), {"disputants": (BEA, EVA), "hand_holder": None}),
        (BASE, e.DrawAwaited((DueCard(3, P, True),)), {"due_cards": (DueCard(3, P, True),)}),
        (BASE, e.CardDealt(9, "punto-3", None, False),
         {"due_cards": (DueCard(6, B, True),), "layout": (*LAYOUT, LaidCard(9, "punto-3", None)), "shoe.position": 10}),
        (BASE, e.CardDealt(6, B, Card("9h"), True),
         {"due_cards": (DueCard(9, P, False),),
          "layout": (LAYOUT[0], LaidCard(6, B, Card("9h"), True), *LAYOUT[2:]),
          "shoe.known_faces": Map({1: Card("2s"), 6: Card("9h")})}),
        (replace(BASE, due_cards=()), e.CardDealt(9, TURNED, Card("9h"), True),
         {"layout": (*LAYOUT, LaidCard(9, TURNED, Card("9h"), True)), "shoe.position": 10,
          "shoe.known_faces": Map({1: Card("2s"), 9: Card("9h")})}),
        (replace(BASE, due_cards=()), e.CardDealt(9, TURNED, Card("9h"), False),
         {"layout": (*LAYOUT, LaidCard(9, TURNED, Card("9h"))), "shoe.position": 10}),
        (replace(BASE, due_cards=()), e.CardDealt(9, P, Card("9h"), True),
         {"layout": (*LAYOUT, LaidCard(9, P, Card("9h"), True)), "shoe.position": 10,
          "shoe.known_faces": Map({1: Card("2s"), 9: Card("9h")})}),
        (BASE, e.HandShown(B, (Card("4s"), Card("5s")), 9),
         {"layout": (LAYOUT[0], LaidCard(6, B, Card("4s"), True), LAYOUT[2], LaidCard(8, B, Card("5s"), True)),
          "shoe.known_faces": Map({1: Card("2s"), 6: Card("4s"), 8: Card("5s")})}),
        (BASE, e.HandShown(P, (), 4), {"layout": (*LAYOUT[:2], replace(LAYOUT[2], face_up=True), LAYOUT[3]),
                                       "shoe.known_faces": Map({1: Card("2s"), 5: Card("2s"), 7: Card("2s")})}),
        (BASE, e.CoupEnded(Winner.BANCA, 2, 6, False), {"winner": Winner.BANCA, "natural": False, "final": (2, 6)}),
        (BASE, e.CoupSettled(4, LINES),
         {**PUT_AWAY, "bets": Map({(BEA, Bet.TIE): 30}),
          "history": (kept(Winner.PUNTO, 8, 3, LINES, ana=-10, bea=0),)}),
        (replace(BASE, winner=None), e.CoupSettled(4, ()),
         {**PUT_AWAY, "bets": Map(), "history": (kept(None, -1, -1, ()),)}),
        (BASE, e.CoupVoided(4, LINES[2:]),
         {**PUT_AWAY, "winner": None, "bets": Map(), "history": (kept(None, -1, -1, LINES[2:], bea=0),)}),
        *((BASE, one, {}) for one in (t.BoughtIn(ANA, 5), t.CashedOut(ANA, 5), e.TableClosed())),
    ],
)  # fmt: skip
def test_an_event_leaves_this_in_the_books_and_nothing_else(state: State, event: Any, found: dict[str, Any]) -> None:
    fold: Any = FOLDS[type(event)]
    after = fold(state, event)
    whole = {name: value for name, value in found.items() if name in ("shoe", "turn")}
    assert {name: getattr(after, name) for name in whole} == whole
    rest = {name: value for name, value in changes(state, after).items() if name.split(".")[0] not in whole}
    assert rest == {name: value for name, value in found.items() if name not in whole}


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
