"""High card: two put in the same stake in cash, each gets a card, the higher one wins. Its acts, events and rules."""

import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete import accounts, kernel
from tapete.cards import RANKS, Card, rank
from tapete.catalogue import GameEntry, Post, opening_form
from tapete.chance import CardDraw, CardOut, ChanceKind, SealShoe, ShoeDraw, ShoeSealed
from tapete.clauses import Cite, fault, first_fault
from tapete.games.baccarat.effects import LaidCard
from tapete.kernel import Act, ActBody, Decision, Event, PersonId
from tapete.money import Amount, Cents
from tapete.rulebooks import Library, Rulebook, house_library
from tapete.table.phases import require_phase
from tapete.table.staff import Role, Staff, require_post, require_posts_of_game, roles_of
from tapete.table.state import Conduct

KEY: Final = "carta-alta"
PLAYERS: Final = 2
DECK: Final = 52


class Phase(StrEnum):
    CLOSED = "closed"
    ANTES = "antes"


class OpenTable(ActBody, frozen=True, tag="open-table"):
    name: str
    rulebook: str
    stake: Amount
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)

    def chance_kind(self) -> ChanceKind:
        return ChanceKind.SEALED


class AnteUp(ActBody, frozen=True, tag="ante-up"): ...


class DealCards(ActBody, frozen=True, tag="deal-cards"): ...


class TableOpened(Event, frozen=True, tag="high-card-opened@1"):
    name: str
    sha256: str
    stake: Cents
    staff: dict[Role, PersonId]

    def pinned_rulebook(self) -> str:
        return self.sha256


class StakeMade(Event, frozen=True, tag="ante-made@1"):
    person: PersonId
    amount: Cents


class DealBegun(Event, frozen=True, tag="high-card-deal@1"): ...


class CardGiven(Event, frozen=True, tag="high-card-given@1"):
    position: int
    person: PersonId
    face: Card


class StakesPaid(Event, frozen=True, tag="high-card-paid@1"):
    amount: Cents
    winner: PersonId | None = None


class State(msgspec.Struct, frozen=True):
    """``wanted`` are those who are to get a card."""

    rules: Rulebook | None = None
    name: str = ""
    stake: Cents = 0
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
        return kernel.Step(self.shoe, self.serial, self.phase.value, self.serial)


def card_given(state: State, event: CardGiven, _: Library) -> State:
    card = LaidCard(event.position, event.person, event.face, face_up=True)
    return replace(state, cards=(*state.cards, card), out=event.position + 1, wanted=state.wanted[1:])


FOLDS: Final[Mapping[type[Event], Callable[[State, Any, Library], State]]] = {
    TableOpened: lambda _, event, books: State(
        books.by_hash(event.sha256), event.name, event.stake, Map(event.staff), phase=Phase.ANTES, serial=1
    ),
    ShoeSealed: lambda state, event, _: replace(state, shoe=event.shoe, out=0, cards=()),
    StakeMade: lambda state, event, _: replace(state, staked=(*state.staked, event.person), cards=()),
    DealBegun: lambda state, event, _: replace(state, wanted=state.staked),
    CardGiven: card_given,
    StakesPaid: lambda state, event, _: replace(state, staked=(), serial=state.serial + 1),
}
kernel.require_complete(FOLDS, kernel.declared_types(sys.modules[__name__], Event))


class Me(msgspec.Struct, frozen=True):
    person: PersonId
    roles: tuple[Role, ...]
    seat: None = None
    chips: Cents = 0


class View(msgspec.Struct, frozen=True):
    name: str
    rulebook: str
    title: str
    step: kernel.Step
    phase: Phase
    minimum: Cents
    shoe: int
    places: tuple[tuple[PersonId, Card | None], ...]
    staff: dict[Role, PersonId]
    me: Me | None
    variant: str = KEY
    conduct: Conduct = Conduct.STRICT
    seats: tuple[()] = ()
    standing: tuple[()] = ()
    is_private: bool = False
    waiting_list: tuple[()] = ()
    waits_for: None = None


def open_table(state: State, who: PersonId, what: OpenTable, library: Library) -> Decision:
    book = next((one for one in library.of(KEY) if one.id == what.rulebook), None)
    if book is None:
        return fault("no-such-rulebook", name=what.rulebook)
    of_house = None if who == kernel.HOUSE else fault("not-your-post", needs=["house"])
    staff = require_posts_of_game(what.staff, frozenset({Role.CROUPIER}))
    wrong = first_fault(of_house, require_phase(state, Phase.CLOSED), staff)
    return wrong or (TableOpened(what.name, book.sha256, what.stake, what.staff),)


def sealed(state: State, who: PersonId, what: SealShoe, _: Library) -> Decision:
    shoe = ShoeSealed(what.shoe, ChanceKind.SEALED, DECK, what.commitments)
    return (shoe,) if who == kernel.CHANCE else fault("unknown-act")


def ante_up(state: State, who: PersonId, what: AnteUp, _: Library) -> Decision:
    if len(state.staked) == PLAYERS or who in (*state.staked, *state.staff.values()):
        return fault("ante-made")
    return (StakeMade(who, state.stake),)


def deal(state: State, who: PersonId, what: DealCards, _: Library) -> Decision:
    is_short = len(state.staked) < PLAYERS
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), fault("antes-missing") if is_short else None)
    return wrong or (DealBegun(),)


def card_out(state: State, who: PersonId, what: CardOut, _: Library) -> Decision:
    if who != kernel.CHANCE or not state.wanted or what.face is None:
        return fault("unknown-act")
    given = CardGiven(what.position, state.wanted[0], what.face)
    if not state.cards:
        return (given,)
    first, second = (RANKS.index(rank(face)) for face in (state.cards[0].face, what.face))  # type: ignore[arg-type]
    return (given, StakesPaid(state.stake, None if first == second else state.staked[second > first]))


HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any, Library], Decision]]] = {
    OpenTable: open_table,
    SealShoe: sealed,
    AnteUp: ante_up,
    DealCards: deal,
    CardOut: card_out,
}
kernel.require_complete(HANDLERS, kernel.declared_types(sys.modules[__name__], ActBody))


class CartaAlta:
    key = KEY
    act_types, event_types = kernel.union_of(HANDLERS), kernel.union_of(FOLDS)
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
        closed = None if isinstance(act.body, OpenTable) else kernel.require_open_step(act, state.step)
        return kernel.answer(act, lambda: closed or HANDLERS[type(act.body)](state, act.by, act.body, self.library))

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
        book, title = state.rules.id, state.rules.content["title"]
        table = (state.name, book, title, state.step, state.phase, state.stake, state.shoe)
        return View(*table, places, dict(state.staff), me)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[kernel.Offer, ...]:
        may = {"ante-up": AnteUp(), "deal-cards": DealCards()} if viewer and state.rules else {}
        answers = {tag: self.decide(state, Act(viewer or "", one, state.step)) for tag, one in may.items()}
        return tuple(kernel.Offer(tag, main=True) for tag, one in answers.items() if isinstance(one, kernel.Accepted))

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        return ()

    def postings(self, event: Event) -> tuple[accounts.Posting, ...]:
        if isinstance(event, StakeMade):
            return accounts.move(event.amount, accounts.CASH_DESK, accounts.STAKES)
        is_paid = isinstance(event, StakesPaid)
        return accounts.move(PLAYERS * event.amount, accounts.STAKES, accounts.CASH_DESK) if is_paid else ()

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        lying = accounts.balance(state.ledger, accounts.STAKES) - len(state.staked) * state.stake
        return (kernel.breach("stakes-elsewhere", booked=lying),) if lying else ()


CARTA_ALTA: Final = GameEntry(
    key=KEY,
    room="toy_game",
    engine=CartaAlta,
    form=lambda: opening_form(OpenTable, {"stake": "What each puts in, in euros."}, money=frozenset({"stake"})),
    posts={Role.CROUPIER: Post("crupier", "crupier")},
    prefixes=(),
    demo=({"name": "alta", "rulebook": "casa", "stake": 500},),
    data=files("tests.toy_game") / "data",
    screen="tests.toy_game.pages",
    bots="tests.toy_game.pages",
)
