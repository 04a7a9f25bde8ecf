"""The sale: a game is opened, cards are sold, and the sales make the prizes."""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import fault, first_fault
from tapete.games.bingo import acts
from tapete.games.bingo.events import HallOpened, PhaseOpened, PrizesAnnounced, TicketSold
from tapete.games.bingo.evolve import SALES
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import POSTS, Phase
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.money import portion
from tapete.rulebooks import Library, UnknownRulebookError
from tapete.table.acts import BoughtIn, BuyIn
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post, require_posts_of_game


def open_hall(state: State, who: PersonId, what: acts.OpenHall, library: Library) -> Decision:
    """Decide that the establishment opens a game."""
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
    read(book)
    return (
        HallOpened(what.name, book.id, book.sha256, what.face_value, what.balls, what.staff),
        PhaseOpened(Phase.SALE),
    )


def sell(state: State, who: PersonId, what: acts.Sell) -> Decision:
    """Decide the sale of a card."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CALLER),
        require_phase(state, Phase.SALE),
        fault("card-sold", card=what.ticket.key) if what.ticket.key in state.sold_cards else None,
        fault("not-enough-chips") if balance(state.ledger, person(what.person)) < state.face_value else None,
    )
    return wrong or (TicketSold(what.ticket, what.person, state.face_value),)


def start(state: State, who: PersonId, what: acts.StartGame) -> Decision:
    """Decide the start: the prizes are parts of the sales."""
    wrong = first_fault(
        require_post(state.staff, who, Role.TABLE_CHIEF),
        require_phase(state, Phase.SALE),
        None if state.sold_cards else fault("nothing-sold"),
    )
    if wrong:
        return wrong
    sales, rules = balance(state.ledger, SALES), state.book.prizes
    line = portion(sales, rules.line.use(), rules.rounding.use())
    bingo = portion(sales, rules.bingo.use(), rules.rounding.use())
    return (PrizesAnnounced(line, bingo, sales - line - bingo), PhaseOpened(Phase.DRAWING))


def buy_in(state: State, who: PersonId, what: BuyIn) -> Decision:
    """Decide a change of money into what cards are paid with."""
    return (BoughtIn(who, what.amount),)
