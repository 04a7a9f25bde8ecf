"""The game as the rest of the house sees it: what is decided, what each viewer sees, and the object itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from tapete.accounts import Posting, balance, person
from tapete.cards import Card
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
from tapete.money import Cents
from tapete.rulebooks import Library, UnknownRulebookError, house_library
from tapete.table.conduct import Conduct
from tapete.table.seats import Seat
from tapete.table.staff import Role, require_post, require_posts_of_game, roles_of
from tests.toy_game import acts as a
from tests.toy_game.acts import DECK, GAME, PLACES, Phase, height
from tests.toy_game.state import FOLDS, INVARIANTS, Rules, State, evolve, postings


class PlaceView(msgspec.Struct, frozen=True):
    """A place, what lies before it, and whether its stake is in."""

    seat: Seat
    person: PersonId | None
    card: Card | None
    staked: bool
    away: bool


class Me(msgspec.Struct, frozen=True):
    """The viewer himself."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: Seat | None
    chips: Cents


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it. Amounts in cents."""

    name: str
    variant: str
    rulebook: str
    title: str
    step: Step
    conduct: Conduct
    minimum: Cents
    shoe: int
    shoe_kind: str
    seats: tuple[PlaceView, ...]
    staff: dict[str, PersonId]
    winner: PersonId | None
    me: Me | None
    phase: Phase = msgspec.field(name="window")
    standing: tuple[()] = ()
    waiting_list: tuple[PersonId, ...] = ()
    waits_for: PersonId | None = None


def view(state: State, viewer: PersonId | None) -> View:
    cards = {card.place: card.face for card in state.layout}
    places = tuple(
        PlaceView(
            seat,
            who := state.seats.occupants.get(seat),
            cards.get(f"place-{seat}"),
            who in state.staked,
            who in state.seats.away,
        )
        for seat in state.seats.labels
    )
    me = None
    if viewer is not None:
        roles = tuple(sorted(roles_of(state.staff, viewer)))
        me = Me(viewer, roles, state.seats.seat_of(viewer), balance(state.ledger, person(viewer)))
    return View(
        name=state.settings.name,
        variant=GAME,
        rulebook="" if state.rules is None else state.rules.id,
        title="" if state.rules is None else state.rules.title,
        step=state.step,
        phase=state.phase,
        conduct=state.settings.conduct,
        minimum=state.settings.stake,
        shoe=state.shoe,
        shoe_kind=str(state.settings.kind),
        seats=places,
        staff={str(role): who for role, who in sorted(state.staff.items())},
        winner=state.last,
        me=me,
    )


POSTS: Final = frozenset({Role.CROUPIER})


def require_phase(state: State, phase: Phase) -> Any:
    return None if state.phase is phase else fault("wrong-window", window=str(state.phase))


def open_table(state: State, who: PersonId, what: a.OpenTable, library: Library) -> Decision:
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
    opened = a.TableOpened(what.name, book.id, book.sha256, what.stake, what.staff, what.high_aces, what.shoe)
    return (opened, a.PhaseOpened(Phase.PREPARATION))


def shuffle(state: State, who: PersonId, what: a.ShufflePack) -> Decision:
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.PREPARATION))
    return wrong or (a.PackShuffled(),)


def sealed(state: State, who: PersonId, what: a.SealShoe) -> Decision:
    if who != CHANCE or not state.shuffled:
        return fault("unknown-act")
    return (a.ShoeSealed(what.shoe, state.settings.kind, DECK, what.commitments), a.PhaseOpened(Phase.BETS))


def take_place(state: State, who: PersonId, what: a.Sit) -> Decision:
    if what.seat not in PLACES or what.seat in state.seats.occupants:
        return fault("seat-taken", seat=what.seat)
    return (a.Seated(who, what.seat),)


def buy_in(state: State, who: PersonId, what: a.BuyIn) -> Decision:
    return (a.BoughtIn(who, what.amount),)


def relieve(state: State, who: PersonId, what: a.Relieve) -> Decision:
    wrong = first_fault(
        None if who in (HOUSE, state.staff.get(what.role)) else fault("not-your-post", needs=["house"]),
        require_posts_of_game({what.role: what.person}, POSTS),
    )
    return wrong or (a.StaffAssigned(what.role, what.person),)


def away(state: State, who: PersonId, what: a.Away | a.Back) -> Decision:
    return (a.WentAway(what.person) if isinstance(what, a.Away) else a.CameBack(what.person),)


def ante_up(state: State, who: PersonId, what: a.AnteUp) -> Decision:
    wrong = first_fault(
        require_phase(state, Phase.BETS),
        None if state.seats.seat_of(who) is not None else fault("not-seated"),
        fault("ante-made") if who in state.staked else None,
        None if balance(state.ledger, person(who)) >= state.settings.stake else fault("not-enough-chips"),
    )
    return wrong or (a.StakeMade(who, state.settings.stake),)


def deal(state: State, who: PersonId, what: a.DealCards) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.BETS),
        None if len(state.staked) == len(PLACES) else fault("antes-missing"),
    )
    return wrong or (a.DealBegun(), a.PhaseOpened(Phase.DEALING))


def card_out(state: State, who: PersonId, what: a.CardOut) -> Decision:
    if who != CHANCE or not state.wanted or what.face is None:
        return fault("unknown-act")
    given = a.CardGiven(what.position, PLACES[len(state.layout)], what.face)
    if state.wanted > 1:
        return (given,)
    people = tuple(state.seats.occupants[seat] for seat in PLACES)
    assert state.rules is not None
    assert len(people) == len(PLACES)
    first, second = (_height(state, face) for face in (state.layout[0].face, what.face))
    winner = None if is_tied(state.rules, first, second) else people[second > first]
    paid = a.StakesPaid(state.settings.stake, people, winner)
    rest = Phase.BETS if what.position + 1 + len(PLACES) <= state.size else Phase.PREPARATION
    return (given, paid, a.PhaseOpened(rest))


@rule("HP.CA.tie", neutral=False)
def is_tied(rules: Rules, first: int, second: int) -> bool:
    return first == second and rules.play.tie_returns.use()


def _height(state: State, face: Any) -> int:
    found = height(face)
    return DECK if state.settings.high_aces and found == 0 else found


def close(state: State, who: PersonId, what: a.CloseTable) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        fault("ante-made") if state.staked else None,
        fault("table-closed") if state.phase in (Phase.CLOSED, Phase.OVER) else None,
    )
    return wrong or (a.PhaseOpened(Phase.OVER),)


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
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        return answer(act, lambda: self._decided(state, act))

    def _decided(self, state: State, act: Act[Any]) -> Decision:
        if isinstance(act.body, a.OpenTable):
            return open_table(state, act.by, act.body, self.library)
        late = require_open_step(act, state.step)
        handler = HANDLERS.get(type(act.body))
        return late or (fault("unknown-act") if handler is None else handler(state, act.by, act.body))

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        return state.step

    def draw_awaited(self, state: State) -> ShoeDraw | CardDraw | None:
        if state.shuffled:
            return ShoeDraw(state.shoe + 1, DECK)
        if not state.wanted:
            return None
        by_person = state.settings.kind is ChanceKind.KEYED
        place = f"place-{PLACES[len(state.layout)]}"
        return CardDraw(state.shoe, state.size, state.out, state.out, place, by_person=by_person)

    def cards_on_table(self, state: State) -> Layout:
        return state.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
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
        return PHASES[state.phase]

    def postings(self, event: Event) -> tuple[Posting, ...]:
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        return tuple(found for invariant in INVARIANTS for found in invariant(state))
