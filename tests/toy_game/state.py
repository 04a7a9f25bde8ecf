"""The state of a table, its bookkeeping, and what always holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from immutables import Map

from tapete import accounts
from tapete.accounts import CASH_DESK, STAKES, Ledger, Posting, move, person, post
from tapete.chance import ChanceKind
from tapete.games.baccarat.layout import LaidCard, Layout
from tapete.kernel import Breach, Event, PersonId, Step, breach, declared_types, require_complete, require_lines
from tapete.rulebooks import Library
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats, set_away, sit
from tapete.table.staff import Staff
from tests.toy_game import events as e
from tests.toy_game.rules import Rules, read
from tests.toy_game.terms import DECK, PLACES, Phase

replace = msgspec.structs.replace


class Settings(msgspec.Struct, frozen=True):
    """What the house chose when it opened the table."""

    name: str = ""
    stake: int = 0
    high_aces: bool = False
    conduct: Conduct = Conduct.STRICT
    kind: ChanceKind = ChanceKind.SEALED


class Docket(msgspec.Struct, frozen=True):
    """Incidents: the game has none."""

    open: tuple[Any, ...] = ()


class State(msgspec.Struct, frozen=True):
    """One table."""

    rules: Rules | None = None
    settings: Settings = Settings()
    seats: Seats = Seats(PLACES)
    staff: Staff = Map()
    ledger: Ledger = accounts.EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    shoe: int = 0
    size: int = 0
    out: int = 0
    coup: int = 0
    staked: tuple[PersonId, ...] = ()
    layout: Layout = ()
    shuffled: bool = False
    wanted: int = 0
    last: PersonId | None = None
    docket: Docket = Docket()

    @property
    def step(self) -> Step:
        """The step for which an act is meant now."""
        return Step(self.shoe, self.coup, str(self.phase), self.serial)


def _bought_in(event: e.BoughtIn) -> tuple[Posting, ...]:
    return move(event.amount, CASH_DESK, person(event.person))


def _staked(event: e.StakeMade) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), STAKES)


def _paid(event: e.StakesPaid) -> tuple[Posting, ...]:
    to = event.people if event.winner is None else (event.winner, event.winner)
    return tuple(leg for one in to for leg in move(event.amount, STAKES, person(one)))


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.BoughtIn: _bought_in,
    e.StakeMade: _staked,
    e.StakesPaid: _paid,
}
"""The legs of each event that moves money."""
require_lines(POSTINGS, declared_types(e, Event))


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    """Take what the table is opened with."""
    settings = Settings(event.name, event.stake, event.high_aces, kind=event.kind)
    return replace(state, rules=read(library.by_hash(event.sha256)), settings=settings, staff=Map(event.staff))


def apply_phase_opened(state: State, event: e.PhaseOpened, library: Library) -> State:
    """Enter a phase."""
    begun = event.phase is Phase.BETS
    return replace(state, phase=event.phase, serial=state.serial + 1, coup=state.coup + begun)


def apply_pack_shuffled(state: State, event: e.PackShuffled, library: Library) -> State:
    """Wait for the shoe."""
    return replace(state, shuffled=True)


def apply_shoe_sealed(state: State, event: e.ShoeSealed, library: Library) -> State:
    """Take a full shoe."""
    return replace(state, shuffled=False, shoe=event.shoe, size=event.size, out=0, layout=())


def apply_seated(state: State, event: e.Seated, library: Library) -> State:
    """Put a person on a place."""
    return replace(state, seats=sit(state.seats, event.person, event.seat))


def apply_staff_assigned(state: State, event: e.StaffAssigned, library: Library) -> State:
    """Put a person on duty."""
    return replace(state, staff=state.staff.set(event.role, event.person))


def apply_went_away(state: State, event: e.WentAway, library: Library) -> State:
    """Mark a person as gone."""
    return replace(state, seats=set_away(state.seats, event.person, True))


def apply_came_back(state: State, event: e.CameBack, library: Library) -> State:
    """Mark a person as there again."""
    return replace(state, seats=set_away(state.seats, event.person, False))


def apply_bought_in(state: State, event: e.BoughtIn, library: Library) -> State:
    """Return the state as it is: the event moves money alone."""
    return state


def apply_stake_made(state: State, event: e.StakeMade, library: Library) -> State:
    """Keep who has staked."""
    return replace(state, staked=(*state.staked, event.person))


def apply_deal_begun(state: State, event: e.DealBegun, library: Library) -> State:
    """Wait for a card for each place; those of the last coup are taken away."""
    return replace(state, wanted=len(PLACES), layout=(), last=None)


def apply_card_given(state: State, event: e.CardGiven, library: Library) -> State:
    """Lay a card before a place."""
    card = LaidCard(event.position, f"place-{event.seat}", event.face, face_up=True)
    return replace(state, layout=(*state.layout, card), out=event.position + 1, wanted=state.wanted - 1)


def apply_stakes_paid(state: State, event: e.StakesPaid, library: Library) -> State:
    """The coup is over."""
    return replace(state, staked=(), last=event.winner)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any, Library], State]]] = {
    e.TableOpened: apply_table_opened,
    e.PhaseOpened: apply_phase_opened,
    e.PackShuffled: apply_pack_shuffled,
    e.ShoeSealed: apply_shoe_sealed,
    e.Seated: apply_seated,
    e.StaffAssigned: apply_staff_assigned,
    e.WentAway: apply_went_away,
    e.CameBack: apply_came_back,
    e.BoughtIn: apply_bought_in,
    e.StakeMade: apply_stake_made,
    e.DealBegun: apply_deal_begun,
    e.CardGiven: apply_card_given,
    e.StakesPaid: apply_stakes_paid,
}
"""What each event makes of the state."""
require_complete(FOLDS, declared_types(e, Event))


def postings(event: Event) -> tuple[Posting, ...]:
    """Return the legs of one event; none for an event that moves no money."""
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


def evolve(state: State, event: Event, library: Library) -> State:
    """Fold one event."""
    if legs := postings(event):
        state = replace(state, ledger=post(state.ledger, legs))
    return FOLDS[type(event)](state, event, library)


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def stakes_lie_on_the_table(state: State) -> tuple[Breach, ...]:
    """What lies on the table is what was staked."""
    lying = accounts.balance(state.ledger, STAKES)
    return () if lying == len(state.staked) * state.settings.stake else (breach("stakes-elsewhere", booked=lying),)


def cards_leave_the_shoe_once(state: State) -> tuple[Breach, ...]:
    """No card lies twice, and none beyond the shoe."""
    positions = [card.position for card in state.layout]
    sound = len(set(positions)) == len(positions) and state.out <= max(state.size, DECK * (state.size == 0))
    return () if sound else (breach("card-twice"),)


INVARIANTS: Final = (ledger_is_sound, stakes_lie_on_the_table, cards_leave_the_shoe_once)
"""What holds at every moment of a sound table."""
