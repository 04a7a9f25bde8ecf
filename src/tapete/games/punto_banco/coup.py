"""The coup: the deal, the two hands shown, the third cards."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault, against, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.incident import Incident, IncidentOpened, incident
from tapete.games.baccarat.layout import at, turn_up
from tapete.games.baccarat.pack import DrawAwaited, DueCard
from tapete.games.baccarat.points import UNKNOWN
from tapete.games.punto_banco.acts import Deal, DrawCard, ShowHand, StandHand
from tapete.games.punto_banco.announcements import (
    announce_bank_total,
    announce_decision,
    announce_player_total,
)
from tapete.games.punto_banco.events import HandShown, PhaseOpened
from tapete.games.punto_banco.holder import require_hand_assigned
from tapete.games.punto_banco.result import is_decided_by_ruling, result, ruled_result
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.games.punto_banco.third_card import is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.games.punto_banco.waiting import may_croupier_stand_in
from tapete.kernel import HOUSE, Decision, Event, PersonId
from tapete.table.phases import require_phase

# --- who acts -----------------------------------------------------------------------------------------------------


@rule("PB.B.10", neutral=None)
def require_dealer_on_order(state: State, who: PersonId) -> Fault | None:
    """The two calls order the player who has the shoe to deal: nobody else, and not before them."""
    if state.phase is Phase.BETS:
        return fault("bets-open")
    dealer = state.dealer()
    if who == dealer or may_croupier_stand_in(state, who, dealer):
        return None
    return fault("not-the-dealer", dealer=dealer)


@rule("PB.C.06", "PB.B.18", neutral=None)
def require_dealer_for_bank_hand(state: State, who: PersonId) -> Fault | None:
    """Whoever deals plays the Bank hand: he alone turns its cards."""
    dealer = state.dealer()
    if who == dealer or may_croupier_stand_in(state, who, dealer):
        return None
    return fault("not-holding-hand", hand=str(Hand.BANCA), holder=dealer)


@rule("PB.B.15", neutral=None)
def require_player_hand_shown(state: State, hand: Hand) -> Fault | None:
    """The Player hand is shown and handed back before the Bank hand is turned."""
    return fault("player-hand-first") if hand is Hand.BANCA and state.phase is Phase.PLAYER_SHOWS else None


@rule("PB.B.15", neutral=None)
def require_player_hand_holder(state: State, who: PersonId) -> Fault | None:
    """The person who received the Player hand shows it: nobody else does."""
    if who == state.hand_holder or may_croupier_stand_in(state, who, state.hand_holder):
        return None
    return fault("not-holding-hand", hand=str(Hand.PUNTO), holder=state.hand_holder)


# --- the deal -----------------------------------------------------------------------------------------------------


@rule("PB.A1.01", neutral=1)
def cards_each() -> int:
    """Every coup starts with exactly two cards for each of the two hands."""
    return 2


@rule("PB.B.12", neutral=Hand.BANCA)
def odd_cards_go_to() -> Hand:
    """The first and third cards out of the shoe form the Player hand."""
    return Hand.PUNTO


@rule("PB.B.13", neutral=Hand.PUNTO)
def even_cards_go_to() -> Hand:
    """The second and fourth cards out of the shoe form the Bank hand."""
    return Hand.BANCA


@rule("PB.B.11", neutral=True)
def is_dealt_face_up() -> bool:
    """The two cards of each hand are dealt face down."""
    return False


def deal_order() -> tuple[Hand, ...]:
    return (odd_cards_go_to(), even_cards_go_to()) * cards_each()


def require_time_to_deal(state: State) -> Fault | None:
    """Return a Fault unless the order to deal has been given and nothing is dealt."""
    wrong = require_phase(state, Phase.DEAL)
    return wrong and with_clauses(wrong, "PB.B.10")


def deal(state: State, who: PersonId, what: Deal) -> Decision:
    """Decide the deal: the cards are to come out of the shoe."""
    wrong = first_fault(
        require_dealer_on_order(state, who),
        require_time_to_deal(state),
        require_hand_assigned(state),
        fault("card-awaited") if state.due_cards else None,
        require_cards_left(state, len(deal_order())),
    )
    if wrong:
        return wrong
    face_up, start = is_dealt_face_up(), state.shoe.position
    return (DrawAwaited(tuple(DueCard(start + n, str(hand), face_up) for n, hand in enumerate(deal_order()))),)


def require_cards_left(state: State, count: int) -> Fault | None:
    """Return a Fault unless the shoe still holds as many cards as are to come out."""
    return fault("shoe-exhausted", position=state.shoe.position) if state.shoe.remaining < count else None


# --- the hands are shown ------------------------------------------------------------------------------------------


def require_time_to_show(state: State, hand: Hand) -> Fault | None:
    """Return a Fault unless it is the time of a hand: whoever received it shows it, and the dealer the Bank's after
    it.
    """
    window, clause = (Phase.PLAYER_SHOWS, "PB.B.15") if hand is Hand.PUNTO else (Phase.BANK_SHOWS, "PB.B.18")
    wrong = require_phase(state, window)
    return wrong and with_clauses(wrong, clause)


def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is shown. Cards of a real shoe have no face yet: it is keyed, card by card."""
    mine = (
        require_player_hand_holder(state, who) if what.hand is Hand.PUNTO else require_dealer_for_bank_hand(state, who)
    )
    wrong = first_fault(
        require_player_hand_shown(state, what.hand),
        require_time_to_show(state, what.hand),
        mine,
        fault("card-awaited") if state.due_cards else None,
    )
    if wrong:
        return wrong
    cards = at(state.layout, what.hand)
    faceless = tuple(DueCard(card.position, card.place, True, on_table=True) for card in cards if card.face is None)
    return (DrawAwaited(faceless),) if faceless else after_showing(state, what.hand)


def after_showing(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return what follows when the two cards of a hand lie face up: the total is announced, and the game goes on."""
    cards = at(state.layout, hand)
    faces = tuple(card.face for card in cards if card.face is not None)
    for card in cards:
        state = replace(state, layout=turn_up(state.layout, card.position, card.face))
    points = open_total(state, hand)
    up = HandShown(hand, faces, points)
    if hand is Hand.PUNTO:
        return (up, *announce_player_total(state, points), PhaseOpened(Phase.BANK_SHOWS))
    return (up, *announce_bank_total(state, points), *after_hands(state))


def open_total(state: State, hand: Hand) -> int:
    """Return the total of a hand that lies open."""
    points = state.two_card_total(hand)
    if points is UNKNOWN or not isinstance(points, int):
        raise LookupError(f"the {hand} hand is not open")
    return points


# --- third cards --------------------------------------------------------------------------------------------------


def after_hands(state: State) -> tuple[Event, ...]:
    """Return what follows the second hand: a natural ends the coup, else the Player hand draws or stands."""
    if is_decided_by_ruling(state):
        return ruled_result(state)
    punto, banca = open_total(state, Hand.PUNTO), open_total(state, Hand.BANCA)
    if is_ended_by_natural(punto, banca, state.book):
        return result(state, punto, banca, natural=True)
    draws = is_player_to_draw(punto, state.book)
    if draws is None:
        return (unforeseen(state, "total-without-rule"),)
    said = announce_decision(state, Hand.PUNTO, draws, punto)
    if draws:
        return (*said, PhaseOpened(Phase.PLAYER_DRAWS))
    return (*said, *bank_stage(state, punto, None))


def bank_stage(state: State, punto: int, third_face: Card | None) -> tuple[Event, ...]:
    """Return what follows the Player hand's decision: the Bank hand draws, or the coup ends."""
    banca = open_total(state, Hand.BANCA)
    draws = is_bank_to_draw(punto, banca, third_face, state.book)
    said = announce_decision(state, Hand.BANCA, draws, banca)
    if draws:
        return (*said, PhaseOpened(Phase.BANK_DRAWS))
    return (*said, *result(state, punto, banca, natural=False))


@rule("PB.A1.12", neutral=None)
def require_no_natural(state: State) -> Fault | None:
    """When one hand has a natural the other may not take a third card."""
    return fault("natural", punto=state.total(Hand.PUNTO), banca=state.total(Hand.BANCA))


def draw(state: State, who: PersonId, what: DrawCard) -> Decision:
    """Decide the drawing of a third card: only when the rules give one, and by whoever has the shoe."""
    wrong = first_fault(
        require_no_natural(state) if state.natural and state.phase is Phase.SETTLE else None,
        require_hand_still_to_draw(state, what.hand),
        require_time_for_third_card(state, what.hand),
        require_dealer_on_order(state, who),
        fault("card-awaited") if state.due_cards else None,
        require_cards_left(state, 1),
    )
    return wrong or (DrawAwaited((DueCard(state.shoe.position, third(what.hand), True),)),)


def require_time_for_third_card(state: State, hand: Hand) -> Fault | None:
    """Return a Fault unless it is a hand's turn to draw or stand: the Player hand's first, then the Bank hand's."""
    if hand is Hand.PUNTO:
        wrong = require_phase(state, Phase.PLAYER_DRAWS)
        return wrong and with_clauses(wrong, "PB.B.22")
    wrong = require_phase(state, Phase.BANK_DRAWS)
    return wrong and with_clauses(wrong, "PB.B.23")


def require_hand_still_to_draw(state: State, hand: Hand) -> Fault | None:
    """Return a Fault if a hand must stand: it names the rule that makes it stand."""
    over = (Phase.BANK_DRAWS, Phase.SETTLE) if hand is Hand.PUNTO else (Phase.SETTLE,)
    points = state.two_card_total(hand)
    if state.phase not in over or state.third_face(hand) or state.natural or not isinstance(points, int):
        return None
    rules = state.book.third_card
    if hand is Hand.BANCA:
        return against(rules.bank.rows[points], "must-stand", total=points) if points < len(rules.bank.rows) else None
    stands = rules.player_stands_on
    return against(stands, "must-stand", total=points) if stands.has_member(points) else None


def stand(state: State, who: PersonId, what: StandHand) -> Decision:
    """Refuse to let anybody decide that a hand stands: a hand that may stand has stood already by rule."""
    if wrong := require_time_for_third_card(state, what.hand):
        return wrong
    if state.due_cards:
        return fault("card-awaited")
    table = state.book.third_card
    points = open_total(state, what.hand)
    ruling = table.player_draws_on if what.hand is Hand.PUNTO else table.bank.rows[points]
    return against(ruling, "must-draw", hand=str(what.hand), total=points)


def unforeseen(state: State, kind: str) -> Event:
    """Return the incident of a case that the rules do not cover: the table chief decides."""
    found: Incident = incident(state.docket, kind, HOUSE, (), ())
    return IncidentOpened(found)


def after_draw(state: State) -> tuple[Event, ...]:
    """Return what follows when the deal, or a third card, lies on the table."""
    if state.phase is Phase.DEAL:
        return (PhaseOpened(Phase.PLAYER_SHOWS),)
    punto, banca = state.total(Hand.PUNTO), state.total(Hand.BANCA)
    match state.phase:
        case Phase.PLAYER_DRAWS if isinstance(punto, int):
            return bank_stage(state, punto, state.third_face(Hand.PUNTO))
        case Phase.BANK_DRAWS if isinstance(punto, int) and isinstance(banca, int):
            return result(state, punto, banca, natural=False)
        case _:
            return ()
