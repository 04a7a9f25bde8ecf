"""What each event of the shoe, of the table itself and of a ruling leaves in the books of chemin de fer: that alone."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed
from tapete.clauses import Fault, cite
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BarPerson,
    BarredAction,
    Discard,
    GiveCards,
    GoBack,
    LoseNatural,
    NoteOnly,
    SetAside,
    Until,
)
from tapete.games.baccarat.incident import (
    Docket,
    Incident,
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    IncidentWithdrawn,
)
from tapete.games.baccarat.layout import DISCARD, LaidCard
from tapete.games.baccarat.marks import Cards, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Said, TableClosed
from tapete.games.banked.coup import RulingGiven, Side
from tapete.games.banked.shares import Share
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.events import house as h
from tapete.games.chemin_de_fer.evolve import NO_BOOKS, evolve
from tapete.games.chemin_de_fer.evolve.rulings import ANNOUNCED, DECIDED, SHOWN
from tapete.games.chemin_de_fer.evolve.table import WORDS_KEPT
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import CarriedOver, Settings, Shoe, State
from tapete.games.chemin_de_fer.state.bank import BankOffer
from tapete.games.chemin_de_fer.state.coup import Coup
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.table.acts import StaffAssigned
from tapete.table.conduct import Conduct
from tapete.table.rulebook import RulebookAdopted
from tapete.table.seats import Seats
from tapete.table.staff import Role
from tests.support.changes import changes
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA = map(PersonId, ("ana", "bea", "carla"))
P, B = str(Hand.PUNTO), str(Hand.BANCA)
BARS = tuple(BarPerson(ANA, BarredAction.BANCO, until) for until in Until)
LAYOUT = (LaidCard(0, P, Card("2s")), LaidCard(1, B, None))
SIDE = Side(ANA, BEA, True, Word.CARTA, True, "no", "give", True, True, True, Winner.TIE)
FAULTS = (Fault("advice", {"hand": P}, (cite("CF.C4.03"),)), Fault("other", {}, (cite("CF.C4.04"),)))
CASE = Incident(3, "advice", ANA, FAULTS, note="he said so")
OTHER = Incident(4, "other", BEA, FAULTS[1:])
COUP_ON = Coup(
    6,
    Cards(LAYOUT, Marks(bars=BARS[:1], aside=(SetAside(9),))),
    sides=Map({P: SIDE}),
    naturals=(P,),
    decision=Cell.DRAW,
    found_faults=frozenset({*SHOWN, "exposed"}),
    in_play=70,
    late=(Share(ANA, 5),),
)
OPENED = opened().state
SHOE = Shoe(
    3, 52, 5, cut_depth=9, is_stop_seen=True, stop=40, check=frozenset({ANA}), has_ended=False,
    played_cards=Map({Card("2s"): 1}), cut_to=ANA, cut_refusers=frozenset({CARLA}), has_begun=True,
)  # fmt: skip
STATE = replace(
    OPENED,
    phase=Phase.SHOW,
    shoe=SHOE,
    coup=COUP_ON,
    bars=Marks(bars=BARS),
    offer=BankOffer(3, 10, 60, BEA),
    carried_over=CarriedOver(frozenset({ANA}), last_seat=3),
    docket=Docket((CASE, OTHER), 5),
    announcements=tuple(Said(f"word-{n}") for n in range(WORDS_KEPT)),
    called_person=ANA,
)
WAITING = replace(STATE, shoe=Shoe(3, 52, is_order_awaited=True))
SETTINGS = Settings(
    name="mesa-9", minimum=5, bank_minimum=6, decks=4, shoe=ChanceKind.KEYED, conduct=Conduct.OBSERVED,
    banco_freedom=True, no_bank_max=False, authorised_minimum=3,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        # the shoe
        (STATE, e.ShoeWanted(4, 312),
         {"coup.cards.layout": (), "coup.cards.marks.bars": (), "coup.cards.marks.aside": (),
          "bars.bars": tuple(one for one in BARS if one.until is not Until.SHOE),
          **changes(STATE.shoe, Shoe(4, 312, is_order_awaited=True), "shoe")}),
        (WAITING, ShoeSealed(3, ChanceKind.KEYED, 51),
         {"shoe.is_order_awaited": False, "shoe.size": 51, "shoe.stop": 51}),
        (STATE, h.PackShuffled(BEA), {}),
        (STATE, h.CutOffered(BEA), {"shoe.cut_to": BEA}),
        (STATE, h.CutOffered(BEA, ANA), {"shoe.cut_to": BEA, "shoe.cut_refusers": frozenset({ANA, CARLA})}),
        (STATE, h.PackCut(12, ANA), {"shoe.cut_depth": 12, "shoe.cut_to": None}),
        (STATE, h.PackCut(None, ANA), {"shoe.cut_depth": 0, "shoe.cut_to": None}),
        (STATE, StopCardIn(33), {"shoe.stop": 33}),
        (STATE, h.ShoeEnded(3, 40), {"shoe.has_ended": True}),
        (STATE, CheckAsked(BEA), {"shoe.check": frozenset({ANA, BEA})}),
        (STATE, CardsChecked(3, 52, 52, True, ANA), {"shoe.check": frozenset()}),
        # the table
        (STATE, e.PhaseOpened(Phase.SETTLE),
         {"phase": Phase.SETTLE, "serial": OPENED.serial + 1, "called_person": None}),
        (STATE, e.PhaseOpened(Phase.SHOW), {"serial": OPENED.serial + 1, "called_person": None}),
        (STATE, Said("done"), {"announcements": (*STATE.announcements[1:], Said("done"))}),
        (replace(STATE, announcements=STATE.announcements[1:]), Said("done"),
         {"announcements": (*STATE.announcements[1:], Said("done"))}),
        (replace(STATE, announcements=()), Said("done"), {"announcements": (Said("done"),)}),
        (STATE, h.OptionsSet(True, False), {"settings.banco_freedom": True}),
        (STATE, h.OptionsSet(False, True), {"settings.no_bank_max": True}),
        (STATE, StaffAssigned(Role.CROUPIER, BEA), {"staff": OPENED.staff.set(Role.CROUPIER, BEA)}),
        (STATE, StaffAssigned(Role.DIRECTOR, BEA), {"staff": OPENED.staff.set(Role.DIRECTOR, BEA)}),
        (STATE, TableClosed(),
         {"offer.origin": None, "offer.floor": 0, "offer.amount": 0, "offer.former_banker": None,
          "carried_over.seguido": frozenset(), "carried_over.last_seat": None}),
        # its incidents
        (STATE, IncidentOpened(replace(CASE, serial=9)),
         {"docket.open": (CASE, OTHER, replace(CASE, serial=9)), "docket.count": 9,
          "coup.found_faults": COUP_ON.found_faults | {"advice", "other"}}),
        (STATE, IncidentWidened(replace(OTHER, faults=FAULTS)),
         {"docket.open": (CASE, replace(OTHER, faults=FAULTS)),
          "coup.found_faults": COUP_ON.found_faults | {"advice", "other"}}),
        (replace(STATE, coup=replace(COUP_ON, found_faults=frozenset({"advice", "other", "exposed"}))),
         IncidentWithdrawn(3, "advice", ("advice",)),
         {"docket.open": (OTHER,), "coup.found_faults": frozenset({"other", "exposed"})}),
    ],
)  # fmt: skip
def test_an_event_leaves_this_in_the_books_and_nothing_else(state: State, event: Any, found: dict[str, Any]) -> None:
    assert changes(state, evolve(state, event)) == found


def opening(sha256: str) -> e.TableOpened:
    return e.TableOpened(
        "mesa-9", "asturias-2011", sha256, 5, 6, 4, (3, 4), ChanceKind.KEYED, Conduct.OBSERVED, True, False, 3
    )


def test_a_table_is_opened_with_the_rulebook_the_places_and_the_settings_of_its_first_event() -> None:
    event, library = opening(OPENED.sha256), house_library()
    rules = read(library.by_hash(OPENED.sha256))
    wanted = State(rules=rules, sha256=OPENED.sha256, settings=SETTINGS, seats=Seats((3, 4)))
    assert evolve(State(), event, library) == wanted
    unlimited = replace(event, banco_freedom=False, no_bank_max=True)
    settings = replace(SETTINGS, banco_freedom=False, no_bank_max=True)
    assert evolve(State(), unlimited, library) == replace(wanted, settings=settings)
    with pytest.raises(LookupError):
        evolve(State(), event, NO_BOOKS)


def test_another_rulebook_takes_the_place_of_the_one_in_force() -> None:
    before = replace(STATE, rules=None, sha256="")
    adopted = RulebookAdopted("asturias-2011", OPENED.sha256)
    assert evolve(before, adopted, house_library()) == replace(STATE, rules=OPENED.rules, sha256=OPENED.sha256)


# --- rulings ----------------------------------------------------------------------------------------------------------


def ruled(*effects: Any, **more: Any) -> IncidentRuled:
    return IncidentRuled(3, "advice", effects, BEA, "so", **{"clauses": (cite("CF.C4.04"),), **more})


def given(state: State, event: IncidentRuled, faults: tuple[Fault, ...] = FAULTS) -> RulingGiven:
    return RulingGiven(
        event.effects, event.clauses, faults, event.serial, event.kind, str(state.phase), state.coup,
        event.is_as_proposed,
    )  # fmt: skip


@pytest.mark.parametrize("is_as_proposed", [True, False])
def test_a_ruling_closes_its_case_does_what_it_says_and_is_kept(is_as_proposed: bool) -> None:
    event = ruled(Discard(0), LoseNatural(P), is_as_proposed=is_as_proposed)
    hands = Map({P: HandMarks(is_natural_lost=True)})
    assert changes(STATE, evolve(STATE, event)) == {
        "docket.open": (OTHER,),
        "coup.cards.layout": (replace(LAYOUT[0], place=DISCARD), LAYOUT[1]),
        "coup.cards.marks.hands": hands,
        "coup.rulings": (given(STATE, event),),
    }
    later = replace(event, serial=4, kind="other", effects=(NoteOnly("other"),))
    once = evolve(STATE, event)
    assert changes(once, evolve(once, later)) == {
        "docket.open": (),
        "coup.rulings": (given(STATE, event), given(once, later, FAULTS[1:])),
    }
    unknown = replace(later, serial=7)
    assert changes(STATE, evolve(STATE, unknown)) == {"coup.rulings": (given(STATE, unknown, ()),)}


@pytest.mark.parametrize("phase", list(Phase))
def test_a_bar_that_is_laid_on_somebody_before_the_deal_is_one_of_the_next_coup_too(phase: Phase) -> None:
    state = replace(STATE, phase=phase, bars=Marks(bars=BARS[:1]))
    bar = BarPerson(BEA, BarredAction.CARDS, Until.SHOE)
    event = ruled(bar, GiveCards(P, CARLA))
    found = changes(state, evolve(state, event))
    assert found == {
        "docket.open": (OTHER,),
        "coup.cards.marks.bars": (BARS[0], bar),
        "coup.cards.marks.holders": Map({P: CARLA}),
        "coup.rulings": (given(state, event),),
        **({} if phase in COUP else {"bars.bars": (BARS[0], bar)}),
    }


UNSAID = replace(SIDE, word=None, has_spoken_again=False, chosen_option="", is_warned=False, is_word_late=False)
UNDONE = {"coup.naturals": (), "coup.decision": None}
BACK: dict[Phase, dict[str, Any]] = {
    Phase.SETTLE: UNDONE,
    Phase.SHOW: UNDONE,
    Phase.BANKER: {**UNDONE, "coup.found_faults": frozenset({*ANNOUNCED, "exposed"})},
    Phase.ANSWER: {**UNDONE, "coup.found_faults": frozenset({*ANNOUNCED, "exposed"})},
    Phase.WORD: {**UNDONE, "coup.found_faults": frozenset({"exposed"}), "coup.sides": Map({P: UNSAID})},
    Phase.LIFT: {**UNDONE, "coup.found_faults": frozenset({"exposed"}), "coup.sides": Map({P: UNSAID})},
    Phase.CARRY: {**UNDONE, "coup.found_faults": frozenset({"exposed"}),
                  "coup.sides": Map({P: replace(UNSAID, before=None, is_lifted=False)})},
    Phase.DEAL: {**UNDONE, "coup.found_faults": frozenset({"exposed"}),
                 "coup.sides": Map({P: replace(UNSAID, before=None, is_lifted=False)})},
}  # fmt: skip


@pytest.mark.parametrize("phase", COUP)
def test_play_that_goes_back_forgets_what_was_said_and_done_since(phase: Phase) -> None:
    event = ruled(GoBack(Phase.WORD), GoBack(str(phase)))
    found = changes(STATE, evolve(STATE, event))
    assert found == {"docket.open": (OTHER,), "coup.rulings": (given(STATE, event),), **BACK[phase]}


def test_what_only_open_cards_show_is_of_the_punto_or_of_the_banker() -> None:
    assert {"wrong-word", "natural-forgotten", "asked-again"} == ANNOUNCED
    assert {
        "laid-down-no-natural", "natural-offered-cards", "against-table", "banker-must-draw", "bound-by-ruling",
    } == DECIDED  # fmt: skip
    assert {*ANNOUNCED, *DECIDED} == SHOWN
