"""What each event of a coup, of its shoe and of the table leaves in the books of two cloths: that, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed
from tapete.clauses import Fault
from tapete.games.baccarat.effects import BarPerson, BarredAction, SetAside, Until
from tapete.games.baccarat.incident import Docket, Incident
from tapete.games.baccarat.layout import ASIDE, DISCARD, LaidCard
from tapete.games.baccarat.marks import Binding, BindingTarget, Cards, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import CardDealt, PackCut, ShoeEnded, StopCardSeen
from tapete.games.baccarat.procedure import Said, TableClosed
from tapete.games.banked import events as banked
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.acts.bank import StandingAward
from tapete.games.dos_panos.evolve import coup as coup_books
from tapete.games.dos_panos.evolve import shoe as shoe_books
from tapete.games.dos_panos.evolve import table as table_books
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.stakes.cover import ClothStake
from tapete.games.dos_panos.state import Award, Banco, Bank, Coup, LaidStake, SettledCoup, Shoe, State
from tapete.games.dos_panos.state import coup as coup_state
from tapete.games.dos_panos.terms import CLOTHS, COUP, PREPARING, Cover, Hand, Phase, Spot
from tapete.kernel import PersonId
from tests.support.changes import changes
from tests.support.dos_panos.table import opened

ROSA, ANA, BEA, CARLA = map(PersonId, ("rosa", "ana", "bea", "carla"))
P, S, B = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA
FOLDS: Any = {**table_books.FOLDS, **shoe_books.FOLDS, **coup_books.FOLDS}
BARS = tuple(BarPerson(ANA, BarredAction.BANCO, until) for until in Until)
BANK = Bank(ROSA, Award(ROSA, 500, AwardWay.AUCTION), coups=2, shoes_begun=1, may_change_shoe=True, wants_new_shoe=True)
LAYOUT = (
    LaidCard(0, str(P), Card("2s")),
    LaidCard(1, str(B), Card("3s")),
    LaidCard(2, str(P), None),
    LaidCard(3, ASIDE, Card("4s")),
    LaidCard(4, DISCARD, Card("2s")),
)
MARKS = Marks(aside=(SetAside(3),), bars=BARS, void=True, next_holders=Map({str(P): ANA}))
PLAYED = Coup(
    6, Cards(LAYOUT, MARKS), in_play=70, banco=Banco(ANA), is_cover_short=True, early_cards=frozenset({0, 3}),
    stakes=(ClothStake(ANA, P, 30), ClothStake(BEA, P, 20), ClothStake(CARLA, S, 10)),
)  # fmt: skip
OPENED = replace(opened().state, bank=BANK, phase=Phase.SHOW)
STATE = replace(OPENED, coup=PLAYED, bars=Marks(bars=BARS[:1]), shoe=Shoe(3, 52, 5, coups=4, stop=40))
FRESH = Coup(7, Cards((LAYOUT[3],), Marks(bars=BARS[:1], aside=(SetAside(3),))), early_cards=frozenset({3}))
GONE = Map({Card("2s"): 2, Card("3s"): 1})
LAID = tuple(LaidStake(*one) for one in ((ANA, 5, P, Spot.CLOTH), (ANA, 6, P, Spot.LINE), (BEA, 7, P, Spot.CLOTH)))
STAKING = replace(STATE, coup=replace(PLAYED, laid=LAID, is_cover_short=True))
CALLED = replace(STATE, coup=replace(PLAYED, banco_calls=(BEA,)))
ONCE_MORE = replace(STATE, phase=Phase.REPEAT)
WON = Map({str(P): Side(winner=Winner.PUNTO), str(S): Side()})
WAS_WON, WAS_TIED = (
    replace(ONCE_MORE, coup=replace(PLAYED, is_settled=True), history=(
        SettledCoup(shoe=3, coup=PLAYED, winners=Map({str(P): won}), banker=ROSA, seats=STATE.seats),
    ))
    for won in (Winner.PUNTO, Winner.TIE)
)  # fmt: skip
TOLD = (coup_state.Testimony(ANA, P, 3), coup_state.Testimony(BEA, P, 4), coup_state.Testimony(ANA, S, 5))


def bound(fault_of: Any) -> State:
    """Return a coup in which the bank is bound to its table, by its banker's wish or by a ruling."""
    hands = Map({str(B): HandMarks(binding=Binding(BindingTarget.TABLE, fault_of=fault_of))})
    return replace(STATE, coup=replace(PLAYED, cards=Cards(LAYOUT, replace(MARKS, hands=hands))))


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        # the coup begins
        (STATE, e.BetsOpened(7, 90), {"coup": FRESH, "bank.may_change_shoe": False, "shoe.played_cards": GONE}),
        (replace(STATE, bank=None), e.BetsOpened(7, 90), {"coup": FRESH, "shoe.played_cards": GONE}),
        (STATE, e.CoupCalledOff(7), {"coup": FRESH, "shoe.played_cards": GONE}),
        (STATE, e.BancoRepeated(BEA, 50, 2), {"coup": replace(FRESH, banco=Banco(BEA, 2)), "shoe.played_cards": GONE}),
        (STAKING, e.StakeLaid(ANA, 9, P, Spot.LINE),
         {"coup.laid": (LAID[0], LAID[2], LaidStake(ANA, 9, P, Spot.LINE)), "coup.is_cover_short": False}),
        (STAKING, e.StakeLaid(ANA, 9, S, Spot.LINE),
         {"coup.laid": (*LAID, LaidStake(ANA, 9, S, Spot.LINE)), "coup.is_cover_short": False}),
        (STAKING, e.StakeTaken(ANA, 5, P, Spot.CLOTH), {"coup.laid": LAID[1:], "coup.is_cover_short": False}),
        (STAKING, e.StakeTaken(BEA, 7, P, Spot.CLOTH), {"coup.laid": LAID[:2], "coup.is_cover_short": False}),
        (OPENED, e.CoverShort(), {"coup.is_cover_short": True}),
        (STAKING, e.StakesPooled(ANA, BEA, 5), {}),
        (CALLED, e.BancoCalled(ANA), {"coup.banco_calls": (BEA, ANA)}),
        (OPENED, e.BancoAwarded(BEA, 50), {"coup.banco": Banco(BEA)}),
        (STAKING, e.CoverAwarded(Cover.BANCO, (ClothStake(ANA, S, 3),), {P: ANA, S: BEA}),
         {"coup.cover": Cover.BANCO, "coup.stakes": (ClothStake(ANA, S, 3),), "coup.laid": (), "coup.in_play": 0,
          "coup.sides": Map({str(P): Side(holder=ANA), str(S): Side(holder=BEA)}), "shoe.coups": 5}),
        # its cards
        (STATE, CardDealt(9, str(S), Card("9c"), False),
         {"coup.cards.layout": (*LAYOUT, LaidCard(9, str(S), Card("9c"))), "shoe.position": 10}),
        (STATE, CardDealt(3, str(S), Card("9c"), True),
         {"coup.cards.layout": (*LAYOUT, LaidCard(3, str(S), Card("9c"), True))}),
        (STATE, banked.CardMoved(1, DISCARD),
         {"coup.cards.layout": (LAYOUT[0], replace(LAYOUT[1], place=DISCARD), *LAYOUT[2:])}),
        (STATE, banked.CardMoved(0, DISCARD),
         {"coup.cards.layout": (replace(LAYOUT[0], place=DISCARD), *LAYOUT[1:]), "coup.early_cards": frozenset({3})}),
        (STATE, banked.CardMoved(3, str(S)),
         {"coup.cards.layout": (*LAYOUT[:3], replace(LAYOUT[3], place=str(S)), LAYOUT[4]),
          "coup.cards.marks.aside": ()}),
        (replace(STATE, called_person=ANA), banked.CardsLifted(BEA, str(P)), {
            "coup.cards.layout": tuple(
                replace(one, seen_by=frozenset({BEA})) if one.place == str(P) else one for one in LAYOUT
            ), "coup.sides": Map({str(P): Side(before=BEA, is_lifted=True), str(S): Side()})}),
        (replace(STATE, called_person=ANA, coup=replace(PLAYED, cards=Cards())), banked.CardsLifted(ANA, str(B)),
         {"called_person": None}),
        (replace(STATE, called_person=ANA, coup=replace(PLAYED, cards=Cards())), banked.CardsLifted(BEA, str(B)), {}),
        (STATE, banked.TableAsked(),
         {"coup.cards.marks.hands": Map({str(B): HandMarks(binding=Binding(BindingTarget.TABLE))}),
          "coup.has_asked_table": True}),
        (bound(None), banked.TableAsked(), {"coup.has_asked_table": True}),
        # its end
        (STATE, e.CoupEnded({P: 3, B: 3}, {P: Winner.TIE, S: Winner.BANCA}),
         {"coup.sides": Map({str(P): Side(winner=Winner.TIE), str(S): Side(winner=Winner.BANCA)})}),
        (replace(STATE, coup=replace(PLAYED, sides=WON)), e.CoupEnded({}, {S: Winner.BANCA}),
         {"coup.sides": Map({str(P): Side(), str(S): Side(winner=Winner.BANCA)})}),
        (STATE, e.StakeReturned(ANA, P, 10), {"coup.stakes": (ClothStake(ANA, P, 20), *PLAYED.stakes[1:])}),
        (STATE, e.StakeReturned(CARLA, S, 10), {"coup.stakes": PLAYED.stakes[:2]}),
        (STATE, e.ClothVoided(P, ()), {"coup.stakes": PLAYED.stakes[2:]}),
        (STATE, e.ClothVoided(S, ()), {"coup.stakes": PLAYED.stakes[:2]}),
        (replace(STATE, coup=replace(PLAYED, testimonies=TOLD)), e.TestimonyHeard(ANA, P, 9),
         {"coup.testimonies": (*TOLD[1:], coup_state.Testimony(ANA, P, 9))}),
        (STATE, e.TurnMoved(S, 7), {"turns": STATE.turns.set(S, 7)}),
        # the shoe
        (STATE, e.PacksShown(), {"shoe.is_shown": True}),
        (replace(STATE, broken_seals=frozenset({"a"})), e.PackCounted(52, ("b", "a")),
         {"shoe.is_counted": True, "broken_seals": frozenset({"a", "b"})}),
        (STATE, e.PackShuffled(ANA), {}),
        (STATE, PackCut(12), {"shoe.cut_depth": 12}),
        (replace(STATE, shoe=replace(STATE.shoe, cut_depth=9)), PackCut(None), {"shoe.cut_depth": 0}),
        (STATE, StopCardIn(33), {"shoe.stop": 33}),
        (STATE, StopCardSeen(33), {"shoe.is_stop_seen": True}),
        (replace(STATE, shoe=replace(STATE.shoe, is_shown=True, is_counted=True)), ShoeEnded(3),
         {"shoe.has_ended": True, "shoe.is_shown": False, "shoe.is_counted": False}),
        (STATE, ShoeSealed(3, ChanceKind.KEYED, 51), {"shoe.size": 51, "shoe.stop": 51}),
        (replace(STATE, shoe=Shoe(3, 52, is_order_awaited=True)), ShoeSealed(3, ChanceKind.KEYED, 52),
         {"shoe.is_order_awaited": False, "shoe.stop": 52}),
        (replace(STATE, shoe=replace(STATE.shoe, check=frozenset({ANA}))), CheckAsked(BEA),
         {"shoe.check": frozenset({ANA, BEA})}),
        (replace(STATE, shoe=replace(STATE.shoe, check=frozenset({ANA}))), CardsChecked(3, 52, 52, True, ANA),
         {"shoe.check": frozenset()}),
        (replace(STATE, bars=Marks(bars=BARS), barred_winners=frozenset({ANA}), is_shoe_owed=True,
                 settings=replace(STATE.settings, session_shoes=2)), e.ShoeWanted(4, 312),
         {"coup.cards.layout": (), **{f"coup.cards.marks.{one}": getattr(Marks(), one)
                                      for one in ("void", "aside", "next_holders", "bars")},
          "shoe": Shoe(4, 312, is_order_awaited=True, is_counted=True), "bars.bars": (BARS[0], BARS[2]),
          "barred_winners": frozenset(), "is_shoe_owed": False, "bank.shoes_begun": 2, "bank.may_change_shoe": False,
          "bank.wants_new_shoe": False, "settings.session_shoes": 1}),
        # the table
        (STATE, e.OptionsSet(banco_freedom=True, institutions=("a",)),
         {"settings.banco_freedom": True, "settings.institutions": ("a",)}),
        (replace(STATE, settings=replace(STATE.settings, session_shoes=2)), e.DinnerBegun("21:00", "22:30"),
         {"settings.session_shoes": 0, "settings.is_dinner_begun": True}),
        (replace(STATE, standing_award=StandingAward(ANA, 5)), TableClosed(),
         {"standing_award": None, "shoe.has_ended": True}),
        (replace(STATE, called_person=ANA), e.PhaseOpened(Phase.BETWEEN),
         {"phase": Phase.BETWEEN, "serial": STATE.serial + 1, "called_person": None}),
        (ONCE_MORE, e.PhaseOpened(Phase.BETWEEN),
         {"phase": Phase.BETWEEN, "serial": STATE.serial + 1, "coup.is_let_be": True}),
        (ONCE_MORE, e.PhaseOpened(Phase.DEAL), {"phase": Phase.DEAL, "serial": STATE.serial + 1}),
        (WAS_WON, e.PhaseOpened(Phase.BETWEEN), {"phase": Phase.BETWEEN, "serial": STATE.serial + 1}),
        (WAS_TIED, e.PhaseOpened(Phase.BETWEEN),
         {"phase": Phase.BETWEEN, "serial": STATE.serial + 1, "coup.is_let_be": True}),
    ],
)  # fmt: skip
def test_an_event_leaves_this_in_the_books_and_nothing_else(state: State, event: Any, found: dict[str, Any]) -> None:
    after = FOLDS[type(event)](state, event)
    whole = {name: value for name, value in found.items() if name in ("coup", "shoe")}
    assert {name: getattr(after, name) for name in whole} == whole
    rest = {name: value for name, value in changes(state, after).items() if name.split(".")[0] not in whole}
    assert rest == {name: value for name, value in found.items() if name not in whole}


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("left_at", [None, Phase.CUT])
def test_a_shoe_is_left_no_more_where_its_preparation_goes_on(phase: Phase, left_at: Phase | None) -> None:
    state = replace(STATE, shoe=replace(STATE.shoe, left_at=left_at))
    after = FOLDS[e.PhaseOpened](state, e.PhaseOpened(phase))
    assert after.shoe == replace(state.shoe, left_at=None if phase in PREPARING else left_at)


@pytest.mark.parametrize(
    ("code", "position", "stays"), [("misdeal", 0, True), ("misdeal", 3, False), ("other", 0, False)]
)
def test_an_early_card_that_lies_in_the_wrong_hand_is_early_still(code: str, position: int, stays: bool) -> None:
    faults = (Fault("other", {"position": 0}), Fault(code, {"position": position}))
    docket = Docket((Incident(1, "other", ANA, faults=faults), Incident(2, "other", ANA)))
    moved = FOLDS[banked.CardMoved](replace(STATE, docket=docket), banked.CardMoved(0, DISCARD))
    assert moved.coup.early_cards == (frozenset({0, 3}) if stays else frozenset({3}))


def test_the_croupier_s_last_eight_words_are_kept() -> None:
    state = STATE
    words = [Said(f"word-{number}") for number in range(10)]
    for one in words:
        state = FOLDS[Said](state, one)
    assert state.announcements[-8:] == tuple(words[2:])
    assert len(state.announcements) == 8


@pytest.mark.parametrize("shoes", [0, 1, 2])
def test_a_new_shoe_is_one_less_of_its_session(shoes: int) -> None:
    state = replace(STATE, settings=replace(STATE.settings, session_shoes=shoes), bank=None)
    after = FOLDS[e.ShoeWanted](state, e.ShoeWanted(4, 312))
    assert (after.settings.session_shoes, after.bank) == (max(shoes - 1, 0), None)


@pytest.mark.parametrize("phase", [Phase.BETS, *COUP])
@pytest.mark.parametrize("is_dealt", [True, False])
def test_a_void_coup_leaves_no_stakes_and_what_was_ruled_before_its_first_card(phase: Phase, is_dealt: bool) -> None:
    layout = LAYOUT if is_dealt else LAYOUT[3:]
    coup = replace(PLAYED, cards=Cards(layout, MARKS), laid=LAID, due_cards=(1,))
    state = replace(STATE, coup=coup, phase=phase, bars=Marks())
    found = changes(state, FOLDS[e.CoupVoided](state, e.CoupVoided(())))
    expected: dict[str, Any] = {"coup.stakes": (), "coup.laid": (), "coup.due_cards": ()}
    if is_dealt:
        expected |= {"bars.bars": BARS[1:]}
    else:
        expected |= {"bars.bars": BARS, "coup.cards.marks.void": False, "coup.cards.marks.next_holders": Map()}
        expected |= {"coup.cards.marks.holders": Map({str(P): ANA})}
    assert found == expected | ({"shoe.coups": 3} if phase in COUP else {})


def test_a_coup_that_is_settled_is_kept_whole_for_corrections() -> None:
    state = replace(STATE, bars=Marks())
    winners = {P: Winner.PUNTO, S: Winner.BANCA}
    event = e.CoupSettled(
        winners, (Share(CARLA, 10),), (Share(ANA, 30), Share(BEA, 20)), (), -40, 2, (Share(ROSA, 1), Share(ANA, 2))
    )
    players = (Share(ANA, 30), Share(BEA, 20), Share(CARLA, -10))
    kept = SettledCoup(
        shoe=3, coup=PLAYED, winners=Map({str(P): Winner.PUNTO, str(S): Winner.BANCA}), banker=ROSA, seats=state.seats,
        players=players, bank=(Share(ROSA, -37),), cagnotte=2, due_players=players, due_bank=(Share(ROSA, -37),),
        due_cagnotte=2,
    )  # fmt: skip
    found = changes(state, FOLDS[e.CoupSettled](state, event))
    assert found == {"bank.coups": 3, "coup.is_settled": True, "history": (kept,), "bars.bars": BARS[1:]}
    without = replace(state, bank=None)
    assert changes(without, FOLDS[e.CoupSettled](without, event)) == {"coup.is_settled": True, "bars.bars": BARS[1:]}


def test_the_sides_of_a_coup_are_the_two_cloths() -> None:
    assert Coup().sides == Map({str(cloth): Side() for cloth in CLOTHS})
    for won, is_over in ((Winner.PUNTO, True), (Winner.BANCA, True), (Winner.TIE, False)):
        for cloth in CLOTHS:
            assert replace(WAS_WON.history[0], winners=Map({str(cloth): won})).is_won_or_lost is is_over
