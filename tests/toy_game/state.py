"""The rulebook of the game, the state of a table, its bookkeeping, and what always holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from immutables import Map

from tapete import accounts
from tapete.accounts import CASH_DESK, STAKES, Ledger, Posting, move, person, post
from tapete.chance import ChanceKind
from tapete.clauses import Sourced
from tapete.games.baccarat.layout import LaidCard, Layout
from tapete.kernel import Breach, Event, PersonId, Step, breach, declared_types, require_complete, require_lines
from tapete.rulebooks import Library, Rulebook
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats, set_away, sit
from tapete.table.staff import Staff
from tests.toy_game import acts as e
from tests.toy_game.acts import DECK, PLACES, Phase


class PlayRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tie_returns``: equal cards give each his stake back; otherwise the first place wins."""

    tie_returns: Sourced[bool]


class Rules(msgspec.Struct, frozen=True):
    """One rulebook."""

    id: str
    title: str
    play: PlayRules


def read(book: Rulebook) -> Rules:
    return book.read(Rules)


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
        return Step(self.shoe, self.coup, str(self.phase), self.serial)


def paid(event: e.StakesPaid) -> tuple[Posting, ...]:
    to = event.people if event.winner is None else (event.winner, event.winner)
    return tuple(leg for one in to for leg in move(event.amount, STAKES, person(one)))


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    e.StakeMade: lambda event: move(event.amount, person(event.person), STAKES),
    e.StakesPaid: paid,
}
"""The legs of each event that moves money."""
require_lines(POSTINGS, declared_types(e, Event))


def opened(state: State, event: e.TableOpened, library: Library) -> State:
    settings = Settings(event.name, event.stake, event.high_aces, kind=event.kind)
    return replace(state, rules=read(library.by_hash(event.sha256)), settings=settings, staff=Map(event.staff))


def card_given(state: State, event: e.CardGiven, library: Library) -> State:
    card = LaidCard(event.position, f"place-{event.seat}", event.face, face_up=True)
    return replace(state, layout=(*state.layout, card), out=event.position + 1, wanted=state.wanted - 1)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any, Library], State]]] = {
    e.TableOpened: opened,
    e.PhaseOpened: lambda state, event, _: replace(
        state, phase=event.phase, serial=state.serial + 1, coup=state.coup + (event.phase is Phase.BETS)
    ),
    e.PackShuffled: lambda state, event, _: replace(state, shuffled=True),
    e.ShoeSealed: lambda state, event, _: replace(
        state, shuffled=False, shoe=event.shoe, size=event.size, out=0, layout=()
    ),
    e.Seated: lambda state, event, _: replace(state, seats=sit(state.seats, event.person, event.seat)),
    e.StaffAssigned: lambda state, event, _: replace(state, staff=state.staff.set(event.role, event.person)),
    e.WentAway: lambda state, event, _: replace(state, seats=set_away(state.seats, event.person, True)),
    e.CameBack: lambda state, event, _: replace(state, seats=set_away(state.seats, event.person, False)),
    e.BoughtIn: lambda state, event, _: state,
    e.StakeMade: lambda state, event, _: replace(state, staked=(*state.staked, event.person)),
    e.DealBegun: lambda state, event, _: replace(state, wanted=len(PLACES), layout=(), last=None),
    e.CardGiven: card_given,
    e.StakesPaid: lambda state, event, _: replace(state, staked=(), last=event.winner),
}
"""What each event makes of the state."""
require_complete(FOLDS, declared_types(e, Event))


def postings(event: Event) -> tuple[Posting, ...]:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


def evolve(state: State, event: Event, library: Library) -> State:
    if legs := postings(event):
        state = replace(state, ledger=post(state.ledger, legs))
    return FOLDS[type(event)](state, event, library)


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    return accounts.problems(state.ledger)


def stakes_lie_on_the_table(state: State) -> tuple[Breach, ...]:
    lying = accounts.balance(state.ledger, STAKES)
    return () if lying == len(state.staked) * state.settings.stake else (breach("stakes-elsewhere", booked=lying),)


def cards_leave_the_shoe_once(state: State) -> tuple[Breach, ...]:
    positions = [card.position for card in state.layout]
    sound = len(set(positions)) == len(positions) and state.out <= max(state.size, DECK * (state.size == 0))
    return () if sound else (breach("card-twice"),)


INVARIANTS: Final = (ledger_is_sound, stakes_lie_on_the_table, cards_leave_the_shoe_once)
"""What holds at every moment of a sound table."""
