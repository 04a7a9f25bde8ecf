"""Dealing, carrying and lifting: cards out of the shoe, to the right player, and who has seen them."""

from __future__ import annotations

from tapete.chance import CardOut
from tapete.clauses import Fault, fault, first_fault, rule, trace, with_clauses
from tapete.games.baccarat.effects import Effect, GiveCards
from tapete.games.baccarat.incident import (
    IncidentOpened,
    IncidentWidened,
    extend_incident,
    incident,
    open_proposal,
)
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.baccarat.procedure import CloseBets
from tapete.games.baccarat.proposals import Proposal, propose
from tapete.games.banked import turns
from tapete.games.banked.events import CardMoved, CardsCarried, CardsLifted, CardTurned
from tapete.games.chemin_de_fer.acts import CarryCards, DealCard, Lift
from tapete.games.chemin_de_fer.cards.faces import require_face
from tapete.games.chemin_de_fer.cards.hands import require_nothing_pending
from tapete.games.chemin_de_fer.cards.shoe_end import stop_card
from tapete.games.chemin_de_fer.coup.flow import NULL_COUP, next_hand, with_consequences
from tapete.games.chemin_de_fer.errors.findings import reporter
from tapete.games.chemin_de_fer.errors.remedies_banker import MISDEAL, TOO_MANY, extra_card
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_card_left
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.people.silence import may_stand_for, require_bank_player
from tapete.games.chemin_de_fer.stakes.award import close_bets
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Cover, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- the end of the betting -------------------------------------------------------------------------------------------


def end_betting(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide that the betting closes. A coup that a ruling has decided already is not dealt: it goes to its end."""
    decided = close_bets(state, who, what)
    return with_consequences(state, *decided) if isinstance(decided, tuple) else decided


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("CF.B.40", "CF.C1.01", neutral=None)
def require_betting_closed(state: State) -> Fault | None:
    """Nobody draws, and the banker does not deal, before the croupier has closed the betting."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BETS) else None


def require_draw_after_betting(state: State) -> Fault | None:
    """Return a Fault if a third card is drawn while the betting is open."""
    return require_betting_closed.where(state.phase in (Phase.BETWEEN, Phase.BETS), state)


@rule("CF.B.38", neutral=None)
def require_dealing_order(hand: Hand, due: Hand | None) -> Fault | None:
    """After the closing words the banker deals one card at a time and alternately, beginning with his opponent."""
    return None if hand is due else fault("deal-order", due=due, hand=str(hand))


def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    """Decide one card of the deal. A card that should not come is refused, or, where it happened, an incident."""
    wrong = first_fault(require_betting_closed(state), require_bank_player(state, who), require_nothing_pending(state))
    if wrong:
        return wrong
    due = next_hand(state)
    turn = require_dealing_order(what.hand, due)
    if state.phase is Phase.DEAL and turn is None:
        return card_face_down(state, what.hand)
    if state.phase not in (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD):
        return require_phase(state, Phase.DEAL) or fault("deal-order", due=due)
    with trace() as trail:
        found, made = extra_card(state, what.hand, due)
    trail.hand_on()
    found = turn if turn is not None and found.code == turn.code else found
    if not state.is_observed:
        return with_clauses(found, *trail.rests_on)
    return Irregular((*card_face_down(state, what.hand), misdeal_incident(state, found, made)), (found,))


def misdeal_incident(state: State, found: Fault, made: Proposal | None) -> Event:
    """Return the incident of a card that should not have come; a second such card widens the first one's incident.

    A banker with more than two cards counts 0 whatever the order in which they came, so that clause covers both.
    """
    proposals = (made or open_proposal(state.book.authority),)
    earlier = next((one for one in state.docket.open if one.kind == MISDEAL), None)
    if earlier is None:
        return IncidentOpened(incident(state.docket, MISDEAL, reporter(state), (found,), proposals))
    return IncidentWidened(extend_incident(earlier, (found,), proposals, covers=found.code == TOO_MANY))


def card_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a card that comes out face down."""
    waiting = state.coup.cards.marks.aside
    if state.phase is Phase.DEAL and waiting:
        # drawn before the betting had closed: it comes first
        return with_consequences(state, CardMoved(waiting[0].position, str(hand)))
    if empty := require_card_left(state):
        return (IncidentOpened(incident(state.docket, empty.code, reporter(state), (empty,), (NULL_COUP,))),)
    ordinal = len(at(state.coup.cards.layout, hand)) + 1
    shown = ordinal in state.coup.cards.marks.of(hand).open_cards
    return (*stop_card(state), DrawAwaited((DueCard(state.shoe.position, str(hand), shown),)))


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    """Take up a card that chance drew, or a face that the croupier keys."""
    due = next(iter(state.coup.due_cards), None)
    if due is None or what.position != due.position:
        return fault("no-card-awaited", position=what.position)
    by_person = state.is_keyed and due.face_up
    by_chance = None if who == CHANCE else fault("only-chance")
    wrong = require_post(state.staff, who, Role.CROUPIER) if by_person else by_chance
    wrong = wrong or require_face(state, due, what.face)
    if wrong:
        return wrong
    if due.on_table and what.face is not None:
        return with_consequences(state, CardTurned(due.position, what.face))
    return with_consequences(state, CardDealt(due.position, due.place, what.face, due.face_up))


# --- the punto's cards ------------------------------------------------------------------------------------------------


@rule("CF.B.31", neutral=fault("wrong-window", window=""))
def require_reclaimable(state: State) -> Fault | None:
    """Cards given to another by mistake can be claimed back while he has not seen them."""
    if state.phase is Phase.LIFT and state.coup.punto.before != state.holder and not state.coup.punto.is_lifted:
        return None
    return fault("cards-seen") if state.coup.punto.is_lifted else fault("wrong-window", window=str(state.phase))


def require_time_to_carry(state: State) -> Fault | None:
    """Return a Fault unless the cards wait to be carried, or have been carried to another and can be claimed back."""
    if state.phase not in COUP:
        return fault("no-coup")
    return require_phase(state, Phase.CARRY) if state.phase in (Phase.DEAL, Phase.CARRY) else require_reclaimable(state)


def carry(state: State, who: PersonId, what: CarryCards) -> Decision:
    """Decide that the croupier carries the cards to a player."""
    target = what.person or state.holder or who
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_time_to_carry(state),
        require_nothing_pending(state),
    )
    if wrong:
        return wrong
    if target != state.holder and not state.is_observed:
        return with_clauses(fault("not-entitled-to-cards", holder=state.holder), *clauses_of_right(state))
    return (CardsCarried(target), PhaseOpened(Phase.LIFT))


def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody lifts cards. Looking is an act: from then on he knows them, and nobody else does."""
    person = what.person if what.person is not None and who == state.croupier() and state.is_observed else who
    if what.hand is Hand.BANCA:
        wrong = first_fault(
            None if person == state.banker or may_stand_for(state, person, state.banker) else fault("not-banker"),
            require_phase(state, Phase.CARRY, Phase.LIFT, Phase.WORD, Phase.ANSWER, Phase.BANKER),
            require_nothing_pending(state),
            require_not_looked(state, person),
        )
        return wrong or (CardsLifted(person, Hand.BANCA),)
    wrong = first_fault(require_phase(state, Phase.CARRY, Phase.LIFT), require_nothing_pending(state))
    if wrong:
        return wrong
    if person == state.holder and person == state.coup.punto.before:
        return (CardsLifted(person, Hand.PUNTO), PhaseOpened(Phase.WORD))
    if not state.is_observed or not state.seats.is_at_table(person) or person == state.banker:
        return not_the_holder(state)
    return take_by_another(state, person)


def not_the_holder(state: State) -> Fault:
    """Return the fault of somebody who reaches for the cards of another, with what gives them to that one."""
    return with_clauses(fault("not-your-cards", holder=state.holder), *clauses_of_right(state))


def clauses_of_right(state: State) -> tuple[str, ...]:
    """Return what gives the cards to the one who is entitled to them."""
    by = {Cover.SEGUIDO: ("CF.B.34",), Cover.STAKES: ("CF.B.25",)}
    return () if state.coup.award is None else by.get(state.coup.award.kind, ())


def require_not_looked(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if a person has looked at each of the banker's cards already."""
    return turns.require_not_looked(state.coup.cards, Hand.BANCA, person)


def take_by_another(state: State, person: PersonId) -> Decision:
    """Return the incident of a player who looked at cards that are another's."""
    holder, award, given = state.holder, state.coup.award, state.coup.punto.before == person
    if given:
        made = propose(lambda: seen_cards_are_kept(person))
    elif award is not None and award.kind is Cover.SEGUIDO and holder is not None:
        made = propose(lambda: grabbed_cards_go_back(holder))
    else:
        made = open_proposal(state.book.authority)
    found = Fault("cards-misdelivered" if given else "cards-grabbed", {"person": person, "holder": holder})
    opened = incident(state.docket, found.code, reporter(state), (found,), (made,))
    return Irregular((CardsLifted(person, Hand.PUNTO), IncidentOpened(opened)), (found,))


@rule("CF.B.31", "CF.B.32", neutral=())
def seen_cards_are_kept(person: PersonId) -> tuple[Effect, ...]:
    """Whoever was given the cards by mistake and has seen them, which he has by lifting them, plays them; see
    :func:`require_reclaimable`.
    """
    return (GiveCards(Hand.PUNTO, person),)


@rule("CF.B.34", "CF.B.35", neutral=())
def grabbed_cards_go_back(holder: PersonId) -> tuple[Effect, ...]:
    """Cards that another took before they were given to the caller of banco seguido are taken from him, seen or not,
    and given to the caller, who plays the coup.
    """
    return (GiveCards(Hand.PUNTO, holder),)
