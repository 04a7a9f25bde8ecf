"""The engine: the state of a table, what is decided, what each viewer sees, and the object itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete import accounts, kernel
from tapete.cards import RANKS, Card, rank
from tapete.chance import CardDraw, ChanceKind, ShoeDraw
from tapete.clauses import Cite, cite, fault, first_fault, rule
from tapete.games.baccarat.effects import LaidCard
from tapete.kernel import Act, ActBody, Decision, Event, PersonId
from tapete.rulebooks import Library, Rulebook, house_library
from tapete.table.phases import require_phase
from tapete.table.staff import Role, Staff, require_post, require_posts_of_game, roles_of
from tapete.table.state import Conduct
from tests.toy_game import acts as a
from tests.toy_game.acts import Phase

GAME: Final = "carta-alta"
PLAYERS: Final = 2
DECK: Final = 52


class State(msgspec.Struct, frozen=True):
    """``wanted`` are those who are to get a card."""

    rules: Rulebook | None = None
    name: str = ""
    stake: int = 0
    staff: Staff = Map()
    ledger: accounts.Ledger = accounts.EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    shoe: int = 0
    out: int = DECK
    staked: tuple[PersonId, ...] = ()
    wanted: tuple[PersonId, ...] = ()
    cards: tuple[LaidCard, ...] = ()

    @property
    def step(self) -> kernel.Step:
        return kernel.Step(self.shoe, self.serial, str(self.phase), self.serial)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[accounts.Posting, ...]]]] = {
    a.StakeMade: lambda event: accounts.move(event.amount, accounts.CASH_DESK, accounts.STAKES),
    a.StakesPaid: lambda event: accounts.move(PLAYERS * event.amount, accounts.STAKES, accounts.CASH_DESK),
}
kernel.require_lines(POSTINGS, kernel.declared_types(a, Event))


def opened(state: State, event: a.TableOpened, library: Library) -> State:
    rules, staff = library.by_hash(event.sha256), Map(event.staff)
    return State(rules, event.name, event.stake, staff, phase=Phase.ANTES, serial=1)


def card_given(state: State, event: a.CardGiven, library: Library) -> State:
    card = LaidCard(event.position, event.person, event.face, face_up=True)
    return replace(state, cards=(*state.cards, card), out=event.position + 1, wanted=state.wanted[1:])


FOLDS: Final[Mapping[type[Event], Callable[[State, Any, Library], State]]] = {
    a.TableOpened: opened,
    a.ShoeSealed: lambda state, event, _: replace(state, shoe=event.shoe, out=0, cards=()),
    a.StakeMade: lambda state, event, _: replace(state, staked=(*state.staked, event.person), cards=()),
    a.DealBegun: lambda state, event, _: replace(state, wanted=state.staked),
    a.CardGiven: card_given,
    a.StakesPaid: lambda state, event, _: replace(state, staked=(), serial=state.serial + 1),
}
kernel.require_complete(FOLDS, kernel.declared_types(a, Event))


class Me(msgspec.Struct, frozen=True):
    person: PersonId
    roles: tuple[Role, ...]
    seat: None = None
    chips: int = 0


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it."""

    name: str
    rulebook: str
    title: str
    step: kernel.Step
    phase: Phase
    minimum: int
    shoe: int
    places: tuple[tuple[PersonId, Card | None], ...]
    staff: dict[Role, PersonId]
    me: Me | None
    variant: str = GAME
    conduct: Conduct = Conduct.STRICT
    seats: tuple[()] = ()
    standing: tuple[()] = ()
    waiting_list: tuple[()] = ()
    waits_for: None = None


def open_table(state: State, who: PersonId, what: a.OpenTable, library: Library) -> Decision:
    book = next((one for one in library.of(GAME) if one.id == what.rulebook), None)
    if book is None:
        return fault("no-such-rulebook", name=what.rulebook)
    of_house = None if who == kernel.HOUSE else fault("not-your-post", needs=["house"])
    staff = require_posts_of_game(what.staff, frozenset({Role.CROUPIER}))
    wrong = first_fault(of_house, require_phase(state, Phase.CLOSED), staff)
    return wrong or (a.TableOpened(what.name, book.sha256, what.stake, what.staff),)


def sealed(state: State, who: PersonId, what: a.SealShoe) -> Decision:
    shoe = a.ShoeSealed(what.shoe, ChanceKind.SEALED, DECK, what.commitments)
    return (shoe,) if who == kernel.CHANCE else fault("unknown-act")


def ante_up(state: State, who: PersonId, what: a.AnteUp) -> Decision:
    if len(state.staked) == PLAYERS or who in (*state.staked, *state.staff.values()):
        return fault("ante-made")
    return (a.StakeMade(who, state.stake),)


def deal(state: State, who: PersonId, what: a.DealCards) -> Decision:
    is_short = len(state.staked) < PLAYERS
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), fault("antes-missing") if is_short else None)
    return wrong or (a.DealBegun(),)


def card_out(state: State, who: PersonId, what: a.CardOut) -> Decision:
    if who != kernel.CHANCE or not state.wanted or what.face is None:
        return fault("unknown-act")
    given = a.CardGiven(what.position, state.wanted[0], what.face)
    if not state.cards:
        return (given,)
    first, second = (RANKS.index(rank(face)) for face in (state.cards[0].face, what.face))  # type: ignore[arg-type]
    winner = None if is_tied(first, second) else state.staked[second > first]
    return (given, a.StakesPaid(state.stake, winner))


@rule("HP.CA.tie", neutral=False)
def is_tied(first: int, second: int) -> bool:
    return first == second


HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision]]] = {
    a.SealShoe: sealed,
    a.AnteUp: ante_up,
    a.DealCards: deal,
    a.CardOut: card_out,
}
kernel.require_complete((a.OpenTable, *HANDLERS), kernel.declared_types(a, ActBody))


class CartaAlta:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = kernel.union_of((a.OpenTable, *HANDLERS))
    event_types = kernel.union_of(FOLDS)
    notation: Mapping[str, Any] = {
        "opening": "open-table",
        "verbs": {"ante-up": "ante", "deal-cards": "deal"},
        "results": {"high-card-paid": "paid {winner}", "high-card-given": "{person} gets {face}"},
    }

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: Act[Any]) -> kernel.Outcome:
        if isinstance(act.body, a.OpenTable):
            return kernel.answer(act, lambda: open_table(state, act.by, act.body, self.library))
        decide = HANDLERS.get(type(act.body), lambda *_: fault("unknown-act"))
        return kernel.answer(act, lambda: kernel.require_open_step(act, state.step) or decide(state, act.by, act.body))

    def evolve(self, state: State, event: Any) -> State:
        folded = FOLDS[type(event)](state, event, self.library)
        return replace(folded, ledger=accounts.post(folded.ledger, self.postings(event)))

    def step(self, state: State) -> kernel.Step:
        return state.step

    def draw_awaited(self, state: State) -> ShoeDraw | CardDraw | None:
        if not state.wanted:
            return None
        if state.out + len(state.wanted) > DECK:
            return ShoeDraw(state.shoe + 1, DECK)
        return CardDraw(state.shoe, DECK, state.out, state.out, state.wanted[0])

    def cards_on_table(self, state: State) -> tuple[LaidCard, ...]:
        return state.cards

    def view(self, state: State, viewer: PersonId | None) -> View:
        assert state.rules is not None
        cards = tuple((PersonId(one.place), one.face) for one in state.cards)
        places = cards or tuple((who, None) for who in state.staked)
        me = None if viewer is None else Me(viewer, tuple(sorted(roles_of(state.staff, viewer))))
        head = (
            state.name,
            state.rules.id,
            state.rules.content["title"],
            state.step,
            state.phase,
            state.stake,
            state.shoe,
        )
        return View(*head, places, dict(state.staff), me)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[kernel.Offer, ...]:
        may = {"ante-up": a.AnteUp(), "deal-cards": a.DealCards()} if viewer and state.rules else {}
        answers = {tag: self.decide(state, Act(viewer or "", one, state.step)) for tag, one in may.items()}
        return tuple(kernel.Offer(tag, main=True) for tag, one in answers.items() if isinstance(one, kernel.Accepted))

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        return (cite("HP.CA.tie"),)

    def postings(self, event: Event) -> tuple[accounts.Posting, ...]:
        return POSTINGS[type(event)](event) if type(event) in POSTINGS else ()

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        lying = accounts.balance(state.ledger, accounts.STAKES)
        is_sound = lying == len(state.staked) * state.stake
        return () if is_sound else (kernel.breach("stakes-elsewhere", booked=lying),)
