"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import Posting, balance, person
from tapete.chance import CardDraw, ChanceKind, ShoeDraw
from tapete.clauses import Cite, cite, fault, first_fault, rule
from tapete.games.baccarat.layout import Layout
from tapete.kernel import (
    CHANCE,
    HOUSE,
    Act,
    ActBody,
    Breach,
    Decision,
    Event,
    Offer,
    Outcome,
    PersonId,
    Refused,
    Step,
    answer,
    declared_types,
    require_complete,
    require_open_step,
    union_of,
)
from tapete.kernel.offers import Amount, Choice
from tapete.rulebooks import Library, UnknownRulebookError, house_library
from tapete.table.staff import Role, require_post, require_posts_of_game
from tests.toy_game import acts as a, events as e
from tests.toy_game.rules import Rules
from tests.toy_game.state import FOLDS, INVARIANTS, State, evolve, postings
from tests.toy_game.terms import DECK, GAME, PLACES, Phase, height
from tests.toy_game.view import View, view

POSTS: Final = frozenset({Role.CROUPIER})


def require_phase(state: State, phase: Phase) -> Any:
    """Return a Fault if the table stands somewhere else."""
    return None if state.phase is phase else fault("wrong-window", window=str(state.phase))


def open_table(state: State, who: PersonId, what: a.OpenTable, library: Library) -> Decision:
    """Decide that the establishment opens a table."""
    wrong = first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        require_phase(state, Phase.CLOSED),
        require_posts_of_game(what.staff, POSTS),
    )
    if wrong:
        return wrong
    try:
        book = library.by_id(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook)
    opened = e.TableOpened(what.name, book.id, book.sha256, what.stake, what.staff, what.high_aces, what.shoe)
    return (opened, e.PhaseOpened(Phase.PREPARATION))


def shuffle(state: State, who: PersonId, what: a.ShufflePack) -> Decision:
    """Decide that a pack goes into the shoe."""
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.PREPARATION))
    return wrong or (e.PackShuffled(),)


def sealed(state: State, who: PersonId, what: a.SealShoe) -> Decision:
    """Decide that the shoe is ready."""
    if who != CHANCE or not state.shuffled:
        return fault("unknown-act")
    return (e.ShoeSealed(what.shoe, state.settings.kind, DECK, what.commitments), e.PhaseOpened(Phase.BETS))


def take_place(state: State, who: PersonId, what: a.Sit) -> Decision:
    """Decide that somebody sits down."""
    if what.seat not in PLACES or what.seat in state.seats.occupants:
        return fault("seat-taken", seat=what.seat)
    return (e.Seated(who, what.seat),)


def buy_in(state: State, who: PersonId, what: a.BuyIn) -> Decision:
    """Decide a change of money into chips."""
    return (e.BoughtIn(who, what.amount),)


def relieve(state: State, who: PersonId, what: a.Relieve) -> Decision:
    """Decide that somebody goes on duty, sent by the house or by whom he relieves."""
    wrong = first_fault(
        None if who in (HOUSE, state.staff.get(what.role)) else fault("not-your-post", needs=["house"]),
        require_posts_of_game({what.role: what.person}, POSTS),
    )
    return wrong or (e.StaffAssigned(what.role, what.person),)


def away(state: State, who: PersonId, what: a.Away | a.Back) -> Decision:
    """Decide that somebody is gone for a while, or there again."""
    return (e.WentAway(what.person) if isinstance(what, a.Away) else e.CameBack(what.person),)


def ante_up(state: State, who: PersonId, what: a.AnteUp) -> Decision:
    """Decide a stake."""
    wrong = first_fault(
        require_phase(state, Phase.BETS),
        None if state.seats.seat_of(who) is not None else fault("not-seated"),
        fault("ante-made") if who in state.staked else None,
        None if balance(state.ledger, person(who)) >= state.settings.stake else fault("not-enough-chips"),
    )
    return wrong or (e.StakeMade(who, state.settings.stake),)


def deal(state: State, who: PersonId, what: a.DealCards) -> Decision:
    """Decide that each player gets a card."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.BETS),
        None if len(state.staked) == len(PLACES) else fault("antes-missing"),
    )
    return wrong or (e.DealBegun(), e.PhaseOpened(Phase.DEALING))


def card_out(state: State, who: PersonId, what: a.CardOut) -> Decision:
    """Decide where a card lies; the second one decides the coup."""
    if who != CHANCE or not state.wanted or what.face is None:
        return fault("unknown-act")
    given = e.CardGiven(what.position, PLACES[len(state.layout)], what.face)
    if state.wanted > 1:
        return (given,)
    people = tuple(state.seats.occupants[seat] for seat in PLACES)
    assert state.rules is not None
    assert len(people) == len(PLACES)
    first, second = (_height(state, face) for face in (state.layout[0].face, what.face))
    winner = None if is_tied(state.rules, first, second) else people[second > first]
    paid = e.StakesPaid(state.settings.stake, people, winner)
    rest = Phase.BETS if what.position + 1 + len(PLACES) <= state.size else Phase.PREPARATION
    return (given, paid, e.PhaseOpened(rest))


@rule("HP.CA.tie", neutral=False)
def is_tied(rules: Rules, first: int, second: int) -> bool:
    """Nobody has the higher card, and each takes his stake back."""
    return first == second and rules.play.tie_returns.use()


def _height(state: State, face: Any) -> int:
    found = height(face)
    return DECK if state.settings.high_aces and found == 0 else found


def close(state: State, who: PersonId, what: a.CloseTable) -> Decision:
    """Decide that the table closes."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        fault("ante-made") if state.staked else None,
        fault("table-closed") if state.phase in (Phase.CLOSED, Phase.OVER) else None,
    )
    return wrong or (e.PhaseOpened(Phase.OVER),)


HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision]]] = {
    a.ShufflePack: shuffle,
    a.SealShoe: sealed,
    a.Sit: take_place,
    a.BuyIn: buy_in,
    a.Relieve: relieve,
    a.Away: away,
    a.Back: away,
    a.AnteUp: ante_up,
    a.DealCards: deal,
    a.CardOut: card_out,
    a.CloseTable: close,
}
"""Which function decides each act."""
require_complete((a.OpenTable, *HANDLERS), declared_types(a, ActBody))

PHASES: Final[Mapping[Phase, tuple[Cite, ...]]] = {
    Phase.CLOSED: (),
    Phase.PREPARATION: (),
    Phase.BETS: (cite("HP.CA.equal-stakes"),),
    Phase.DEALING: (cite("HP.CA.tie"),),
    Phase.OVER: (),
}
"""What is in force in each phase."""
require_complete(PHASES, frozenset(Phase))

OFFERED: Final = (a.ShufflePack(), a.AnteUp(), a.DealCards(), a.CloseTable())
"""Acts that are offered to whoever may do them now."""


class CartaAlta:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of((a.OpenTable, *HANDLERS))
    event_types = union_of(FOLDS)
    notation: Mapping[str, Any] = {
        "opening": "open-table",
        "verbs": {"shuffle-pack": "shuffle", "ante-up": "ante", "deal-cards": "deal"},
        "results": {"high-card-paid": "paid {winner}", "high-card-given": "{seat} gets {face}"},
    }

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a table is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        """Answer an act."""
        return answer(act, lambda: self._decided(state, act))

    def _decided(self, state: State, act: Act[Any]) -> Decision:
        if isinstance(act.body, a.OpenTable):
            return open_table(state, act.by, act.body, self.library)
        late = require_open_step(act, state.step)
        handler = HANDLERS.get(type(act.body))
        return late or (fault("unknown-act") if handler is None else handler(state, act.by, act.body))

    def evolve(self, state: State, event: Any) -> State:
        """Fold one event."""
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return where the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> ShoeDraw | CardDraw | None:
        """Return the draw that the table awaits."""
        if state.shuffled:
            return ShoeDraw(state.shoe + 1, DECK)
        if not state.wanted:
            return None
        by_person = state.settings.kind is ChanceKind.KEYED
        place = f"place-{PLACES[len(state.layout)]}"
        return CardDraw(state.shoe, state.size, state.out, state.out, place, by_person=by_person)

    def cards_on_table(self, state: State) -> Layout:
        """Return the cards that lie on the table."""
        return state.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees."""
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        if viewer is None or state.phase in (Phase.CLOSED, Phase.OVER):
            return ()
        may = [one for one in OFFERED if not isinstance(self.decide(state, Act(viewer, one, state.step)), Refused)]
        found = [Offer(str(one.__struct_config__.tag), main=not isinstance(one, a.CloseTable)) for one in may]
        if viewer not in state.staff.values():
            if free := [seat for seat in PLACES if seat not in state.seats.occupants]:
                found.append(Offer("sit", {"seat": Choice(tuple(free))}))
            if state.seats.seat_of(viewer) is not None:
                found.append(Offer("buy-in", {"amount": Amount(1)}))
        return tuple(found)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step."""
        return PHASES[state.phase]

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks."""
        return tuple(found for invariant in INVARIANTS for found in invariant(state))
