"""A tiny table of two cloths and a bank, made of nothing but the rooms that banked tables share.

It is no game of a rulebook: it deals, lets each side lift and speak, draws, shows, and settles side by side, so that a
test can see that these rooms know no number of sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault, Sourced
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.incident import (
    Authority,
    Docket,
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    add_incident as docket_opened,
    replace_incident as docket_widened,
)
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import apply_effects, third
from tapete.games.baccarat.outcome import OutcomeRules, Winner, winner
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.baccarat.points import PointRules, Unknown
from tapete.games.baccarat.reckoning import final_total, is_open
from tapete.games.banked import consequences, dealing, rulings, turns
from tapete.games.banked.coup import Coup, RulingGiven, Side, with_side
from tapete.games.banked.events import BankerDecided, CardsCarried, CardsLifted, WordSaid
from tapete.games.banked.folds import FOLDS
from tapete.games.banked.shoe import Shoe
from tapete.games.banked.terms import Word
from tapete.kernel import Event, PersonId
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff

ONE, TWO, BANK = "primero", "segundo", "banca"
SIDES = (ONE, TWO)
ORDER = (ONE, TWO, BANK)
HOLDERS = {ONE: PersonId("ana"), TWO: PersonId("bea")}
BANKER = PersonId("carla")


def own(value: Any) -> Sourced[Any]:
    """Return a value of this table's own."""
    return Sourced(value, practice="a table of tests")


POINTS = PointRules(pips=own(1), tens=own(0), ace=own(1), modulus=own(10))
OUTCOME = OutcomeRules(higher_wins=own(True), naturals=own((8, 9)))


class PhaseOpened(Event, frozen=True, tag="phase-opened@1"):
    """The table stands in another phase."""

    phase: str


class SideEnded(Event, frozen=True, tag="side-ended@1"):
    """The result of one side."""

    hand: str
    winner: Winner


class SideCalledOff(Event, frozen=True, tag="side-called-off@1"):
    """One side counts for nothing, or all of them."""

    hand: str


CROUPIER, INSPECTOR = PersonId("croupier"), PersonId("inspector")


class Table(msgspec.Struct, frozen=True):
    """The state of the table."""

    coup: Coup
    shoe: Shoe = Shoe(1, 52, stop=52)
    phase: str = "deal"
    called_off: tuple[str, ...] = ()
    docket: Docket = Docket()
    staff: Staff = Map({Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR})
    seats: Seats = Seats((1, 2, 3), Map({1: HOLDERS[ONE], 2: HOLDERS[TWO], 3: BANKER}))
    is_observed: bool = True
    authority: Authority = Authority(
        report=own((Role.CROUPIER,)), pronounce=own((Role.CROUPIER,)), decide=own((Role.INSPECTOR,))
    )

    def croupier(self) -> PersonId | None:
        """Return the croupier on duty."""
        return self.staff.get(Role.CROUPIER)


def opened() -> Table:
    """Return a table whose betting has closed."""
    return Table(Coup(1, sides=Map({hand: Side(holder=who) for hand, who in HOLDERS.items()})))


def evolve(table: Table, event: Any) -> Table:
    """Fold one event."""
    match event:
        case IncidentOpened(incident=made):
            return replace(table, docket=docket_opened(table.docket, made))
        case IncidentWidened(incident=made):
            return replace(table, docket=docket_widened(table.docket, made))
        case PhaseOpened(phase=phase):
            return replace(table, phase=phase)
        case SideEnded(hand=hand, winner=won):
            return replace(table, coup=with_side(table.coup, hand, winner=won))
        case SideCalledOff(hand=hand):
            return replace(table, called_off=(*table.called_off, hand))
        case IncidentRuled(effects=effects, clauses=clauses):
            given = (*table.coup.rulings, RulingGiven(effects, clauses))
            return replace(
                table, coup=replace(table.coup, cards=apply_effects(effects, table.coup.cards), rulings=given)
            )
    coup = FOLDS[type(event)](table.coup, event)
    shoe = replace(table.shoe, position=event.position + 1) if isinstance(event, CardDealt) else table.shoe
    return replace(table, coup=coup, shoe=shoe)


def sides_in_play(table: Table) -> tuple[str, ...]:
    """Return the sides that no ruling has called off."""
    return tuple(hand for hand in SIDES if not table.coup.cards.marks.of(hand).void)


def next_hand(table: Table) -> str | None:
    """Return the hand to which the next card goes."""
    return dealing.next_hand(dealing.served_counts(table.coup.cards, ORDER, SIDES))


# --- what follows -----------------------------------------------------------------------------------------------------


def carried(table: Table) -> tuple[Event, ...]:
    """Lay each side's cards before its holder when the deal is over."""
    if next_hand(table) is not None:
        return ()
    lying = (CardsCarried(holder, hand) for hand, holder in HOLDERS.items())
    return (*lying, PhaseOpened("speak"))


def all_spoken(table: Table) -> tuple[Event, ...]:
    """Go on to the third cards when every side in play has spoken."""
    spoken = all(table.coup.side(hand).word is not None for hand in sides_in_play(table))
    return (PhaseOpened("thirds"),) if spoken else ()


def third_cards(table: Table) -> tuple[Event, ...]:
    """Draw the third card of the next side that asked for one; then it is the banker's turn."""
    for hand in sides_in_play(table):
        if turns.is_card_asked(table.coup, hand) and not at(table.coup.cards.layout, third(hand)):
            return dealing.draw_third_card(table.shoe, hand, face_up=True)
    return (PhaseOpened("banker"),)


def hands_shown(table: Table) -> tuple[Event, ...]:
    """Turn every hand up, and settle side by side once all lie open."""
    if more := dealing.turn_hands(table.coup.cards, *ORDER):
        return more
    if not all(is_open(table.coup.cards, hand) for hand in ORDER) or table.phase == "over":
        return ()
    ended = tuple(SideEnded(hand, result(table, hand)) for hand in sides_in_play(table))
    return (*ended, PhaseOpened("over"))


def result(table: Table, hand: str) -> Winner:
    """Return who won between a side and the bank."""
    totals = [final_total(table.coup.cards, one, POINTS) for one in (hand, BANK)]
    side, bank = (0 if isinstance(one, Unknown) else one for one in totals)
    return winner(side, bank, OUTCOME)


CONSEQUENCES: Mapping[str, Sequence[consequences.Consequence[Table]]] = {
    "deal": (carried,),
    "speak": (all_spoken,),
    "thirds": (third_cards,),
    "show": (hands_shown,),
}


def next_consequence(table: Table) -> tuple[Event, ...]:
    """Return what follows by itself."""
    if table.coup.due_cards:
        return ()
    return consequences.first_consequence(table, CONSEQUENCES.get(table.phase, ()))


# --- what people do ---------------------------------------------------------------------------------------------------


def folded(table: Table, *events: Event) -> Table:
    """Return the table after events and all that follows from them."""
    for event in consequences.with_consequences(evolve, next_consequence, table, events):
        table = evolve(table, event)
    return table


def dealt(table: Table, *faces: str) -> Table:
    """Return the table after so many cards of the deal."""
    for face in faces:
        hand = next_hand(table)
        assert hand is not None
        due = DueCard(table.shoe.position, hand, False)
        table = folded(table, DrawAwaited((due,)))
        table = folded(table, CardDealt(due.position, due.place, face, False))
    return table


def answered(table: Table, *faces: str) -> Table:
    """Return the table after these faces came for the cards that it waits for."""
    for face in faces:
        due = table.coup.due_cards[0]
        table = folded(table, CardDealt(due.position, due.place, face, due.face_up))
    return table


def lift(table: Table, hand: str, who: PersonId) -> Table | Fault:
    """Let somebody lift a hand."""
    owner = BANKER if hand == BANK else table.coup.holder(hand)
    if who != owner:
        return Fault("not-your-cards")
    again = turns.require_not_looked(table.coup.cards, hand, who)
    return again or folded(table, CardsLifted(who, hand))


def say(table: Table, hand: str, word: Word) -> Table | Fault:
    """Let a side speak."""
    wrong = turns.require_first_word(table.coup.side(hand)) or turns.require_looked(
        table.coup.cards, hand, table.coup.holder(hand)
    )
    return wrong or folded(table, WordSaid(word, (), hand))


def decide(table: Table, cell: Cell) -> Table | Fault:
    """Let the banker draw or stand."""
    wrong = turns.require_undecided(table.coup)
    if wrong:
        return wrong
    if cell is Cell.DRAW:
        card = dealing.draw_third_card(table.shoe, BANK, face_up=True)
        return folded(table, BankerDecided(cell), PhaseOpened("show"), *card)
    return folded(table, BankerDecided(cell), PhaseOpened("show"))


class Course:
    """How this table follows a ruling."""

    def called_off(self, hand: str) -> tuple[Event, ...]:
        """Note the side."""
        return (SideCalledOff(hand),)

    def return_stake(self, person: PersonId, amount: int | None) -> tuple[Event, ...]:
        """Move no money: there is none."""
        del person, amount
        return ()

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        """Take play up again."""
        return (PhaseOpened(phase),)


def ruled(table: Table, *effects: Any) -> Table:
    """Return the table after a ruling."""
    before = table
    table = evolve(table, IncidentRuled(1, "of-a-test", effects, BANKER))
    for effect in effects:
        events = rulings.effect_events(before.coup, table.coup, effect, Course())
        for event in events:
            table = evolve(table, event)
    return folded(table)
