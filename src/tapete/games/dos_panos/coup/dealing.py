"""The first acts at the cards: dealing, cards that come out, carrying, looking."""

from __future__ import annotations

from tapete.chance import CardOut
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace
from tapete.games.baccarat.effects import AssignCard, SetAside
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.banked import turns
from tapete.games.banked.events import (
    CardMoved,
    CardsCarried,
    CardSeen,
    CardsLifted,
    CardTurned,
)
from tapete.games.banked.shoe import require_face, stop_card
from tapete.games.dos_panos.acts import CarryCards, DealCard, Lift
from tapete.games.dos_panos.coup.flow import (
    dealing_order,
    exhausted,
    next_hand,
    next_word,
    with_consequences,
)
from tapete.games.dos_panos.coup.points import is_decided
from tapete.games.dos_panos.errors.findings import reporter
from tapete.games.dos_panos.errors.remedies_deal import mislaid
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.order import (
    require_carried,
    require_cloths_spoken,
    require_dealt,
    require_ready_for_coup,
    require_step,
)
from tapete.games.dos_panos.people.silence import plays_bank, require_bank_player
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, MISDEAL, Cover, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId
from tapete.table.staff import Role, require_post

# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("DP.C1.01", neutral=None, names_a_pass=False)
def require_betting_closed(state: State) -> Fault | None:
    """No card leaves the shoe before the betting is over."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BANCO, Phase.BETS) else None


def require_no_card_awaited(state: State) -> Fault | None:
    """Return a Fault while a card is waited for."""
    return fault("card-awaited") if state.coup.due_cards else None


def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    """Decide one card of the deal, in the order of the hands."""
    deals = (Phase.DEAL, *(EARLY_THIRD if state.is_observed else ()))
    wrong = first_fault(
        require_betting_closed(state),
        require_bank_player(state, who),
        require_no_card_awaited(state),
        require_step(state, deals, require_ready_for_coup, require_cloths_spoken),
    )
    if wrong:
        return wrong
    turn = require_dealing_order(state, what.hand)
    if turn is None:
        return card_face_down(state, what.hand)
    return misdeal(state, what.hand, turn) if state.is_observed else turn


EARLY_THIRD = (Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD)
"""The deal is over, and the cloths have not both spoken: a card that comes now is a third one too early."""


def card_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a card that comes out face down: one that was drawn too early comes first."""
    waiting = state.coup.cards.marks.aside
    if waiting and state.phase is Phase.DEAL:
        return with_consequences(state, CardMoved(waiting[0].position, str(hand)))
    if state.shoe.is_empty:
        return exhausted(state)
    due = DueCard(state.shoe.position, str(hand), is_dealt_face_up())
    return (*stop_card(state.shoe), DrawAwaited((due,)))


def misdeal(state: State, hand: Hand, found: Fault) -> Decision:
    """Return the card that came to the wrong hand, or too early, and the incident of it: the order in which the cards
    were drawn shows where it belongs.
    """
    waiting = state.coup.cards.marks.aside
    position = waiting[0].position if waiting and state.phase is Phase.DEAL else state.shoe.position
    due = next_hand(state)
    with trace() as trail:
        made = mislaid((SetAside(position) if due is None else AssignCard(position, str(due)),), evident=True)
    trail.hand_on()
    wrong = Fault(MISDEAL, {"hand": str(hand), "position": position}, (*found.clauses, *trail.rests_on))
    opened = incident(state.docket, MISDEAL, reporter(state), (wrong,), (made,))
    return Irregular((*card_face_down(state, hand), IncidentOpened(opened)), (wrong,))


@rule("DP.A.06", neutral=True)
def is_dealt_face_up() -> bool:
    """The first two cards of every hand are dealt face down."""
    return False


def require_dealing_order(state: State, hand: Hand) -> Fault | None:
    """Return a Fault if a card would go to another hand than the next in order."""
    due = next_hand(state)
    return None if hand is due else Fault("deal-order", {"due": due, "hand": str(hand)}, dealing_order.clauses)


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    """Take up a card that came out of the shoe, or a face that was shown."""
    due = next(iter(state.coup.due_cards), None)
    if due is None or what.position != due.position:
        return fault("no-card-awaited", position=what.position)
    by_person = state.is_keyed and due.face_up
    wrong = require_post(state.staff, who, Role.CROUPIER) if by_person else None
    if wrong or (not by_person and who != CHANCE):
        return wrong or fault("only-chance")
    decks = state.settings.decks
    wrong = require_face(state.shoe, state.coup.cards.layout, due, what.face, decks=decks, keyed=state.is_keyed)
    if wrong:
        return wrong
    if due.on_table and what.face is not None:
        return with_consequences(state, CardTurned(due.position, what.face))
    return with_consequences(state, CardDealt(due.position, due.place, what.face, due.face_up))


def carry(state: State, who: PersonId, what: CarryCards) -> Decision:
    """Decide that the croupier carries the cards of the cloths to their players."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_step(state, (Phase.CARRY,), require_dealt)
    )
    if wrong:
        return wrong
    rest_on(cite("DP.B.19"))
    holders = ((cloth, state.holder(cloth)) for cloth in CLOTHS if not is_decided(state, cloth))
    carried = tuple(CardsCarried(person, cloth) for cloth, person in holders if person is not None)
    return with_consequences(state, *carried, PhaseOpened(next_word(state)))


# --- looking ----------------------------------------------------------------------------------------------------------


@rule("DP.B.19", neutral=None)
def require_holder(state: State, who: PersonId, cloth: Hand) -> Fault | None:
    """The hand players by the turn have the cards of their cloths: the others share the result and touch nothing."""
    holder = state.holder(cloth)
    if holder is None:
        return fault("nobody-has-cards")
    return None if state.may_act_for(who, holder) else fault("not-your-cards", holder=holder)


def require_first_played(state: State, cloth: Hand) -> Fault | None:
    """Return a Fault if a banco player looks at the second cloth's cards before he has played on the first."""
    rules = state.book.banco
    waits = cloth is Hand.SEGUNDO and state.coup.cover is Cover.BANCO and rules.second_hand_after_first.use()
    if not waits or state.phase is not Phase.FIRST_WORD:
        return None
    return against(rules.second_hand_after_first, "first-cloth-first")


def seen_by_bystander(state: State, person: PersonId) -> Decision:
    """Decide that somebody at the table saw the bank's cards beside its banker: he can be asked for them (DP.C5.09)."""
    hidden = tuple(one for one in at(state.coup.cards.layout, Hand.BANCA) if not one.face_up)
    wrong = first_fault(
        require_dealt(state),
        None if state.seats.is_at_table(person) else fault("not-at-table", person=person),
        fault("nothing-changes") if all(person in one.seen_by for one in hidden) else None,
    )
    return wrong or tuple(CardSeen(one.position, person) for one in hidden)


def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody looks at the cards of his hand; the croupier may note that another one saw the bank's."""
    hand = what.hand
    if hand is Hand.BANCA and what.person not in (None, state.banker) and state.is_observed and who == state.croupier():
        return seen_by_bystander(state, what.person)
    owner = plays_bank(state, who) if hand is Hand.BANCA else state.holder(hand)
    mine = require_bank_player(state, who) if hand is Hand.BANCA else require_holder(state, who, hand)
    words = (Phase.FIRST_WORD, Phase.SECOND_WORD)
    carried = () if hand is Hand.BANCA else (require_carried,)
    wrong = first_fault(
        mine,
        require_no_card_awaited(state),
        require_step(state, (*words, Phase.ANSWER, Phase.BANKER), require_dealt, *carried),
        require_first_played(state, hand),
        None if owner is None else turns.require_not_looked(state.coup.cards, hand, owner),
    )
    return wrong or ((CardsLifted(owner, hand),) if owner is not None else ())
