"""A coup: what is dealt, announced and drawn, its result and its settlement."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from tapete import accounts
from tapete.cards import Card, rank, suit
from tapete.clauses import Fault, against, fault, first_fault, rule, trace, with_clauses
from tapete.games.baccarat.effects import Layout, at, turn_up
from tapete.games.baccarat.incident import Incident, IncidentOpened, incident
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.points import UNKNOWN, Winner, winner
from tapete.games.baccarat.procedure import DrawAwaited, DueCard, Said, Settle, say
from tapete.games.punto_banco.acts import Deal, DrawCard, ShowHand, StandHand
from tapete.games.punto_banco.events import CoupEnded, CoupSettled, HandShown, Line, PhaseOpened
from tapete.games.punto_banco.rules import Rules, is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.games.punto_banco.state import Bets, State, third
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Hand, Phase
from tapete.games.punto_banco.turn import after_coup, end_of_shoe, may_croupier_stand_in, require_hand_assigned
from tapete.kernel import HOUSE, Decision, Event, PersonId
from tapete.money import Cents, Fraction, Rounding, deducted, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order


@rule("PB.B.16", neutral=())
def announce_player_total(state: State, total: int) -> tuple[Said, ...]:
    """The croupier announces the two-card total of the Player hand."""
    return say(state, "player-total", total=total)


@rule("PB.B.19", neutral=())
def announce_bank_total(state: State, total: int) -> tuple[Said, ...]:
    """The croupier announces the two-card total of the Bank hand."""
    return say(state, "bank-total", total=total)


@rule("PB.B.23", neutral=())
def announce_bank_decision(state: State, draws: bool, total: int) -> tuple[Said, ...]:
    """What is said for the Player hand is said for the Bank hand after it: it stands, or takes a card."""
    return say(state, "bank-draws") if draws else say(state, "bank-stands", total=total)


def announce_decision(state: State, hand: Hand, draws: bool, total: int) -> tuple[Said, ...]:
    if hand is Hand.BANCA:
        return announce_bank_decision(state, draws, total)
    return say(state, "player-draws") if draws else say(state, "player-stands", total=total)


@rule("PB.B.24", neutral=())
def announce_result(state: State, winner: Winner, punto: int, banca: int) -> tuple[Said, ...]:
    """At the end of the coup the croupier announces which hand has the higher total."""
    formula = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}[winner]
    return say(state, formula, punto=punto, banca=banca)


def result(state: State, punto: int, banca: int, natural: bool) -> tuple[Event, ...]:
    won = winner_with_rulings(state.marks, winner(punto, banca, state.book.outcome))
    over = () if state.phase is Phase.SETTLE else (PhaseOpened(Phase.SETTLE),)
    return (CoupEnded(won, punto, banca, natural), *announce_result(state, won, punto, banca), *over)


def winner_with_rulings(marks: Marks, won: Winner) -> Winner:
    for hand, other in ((Hand.BANCA, Winner.PUNTO), (Hand.PUNTO, Winner.BANCA)):
        if marks.of(hand).is_lost:
            won = other
    return won


def is_decided_by_ruling(state: State) -> bool:
    return any(state.marks.of(hand).is_lost or state.marks.of(hand).deemed_total is not None for hand in Hand)


def ruled_result(state: State) -> tuple[Event, ...]:
    punto, banca = state.total(Hand.PUNTO), state.total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    return result(state, punto, banca, natural=False)


THIRD_CARD_NOT_DUE = "third-card-not-due"
"""Incident of a third card that lies there and that the rules do not give."""


def resume(state: State, said_before: bool, let_stand: Collection[Hand] = ()) -> tuple[Event, ...]:
    """Return the events that bring the table to where its cards say; an undue third card is an incident."""
    if state.is_between_coups or state.phase is Phase.DEAL:
        return ()
    again = () if said_before else hands(state)
    for hand, window in ((Hand.PUNTO, Phase.PLAYER_SHOWS), (Hand.BANCA, Phase.BANK_SHOWS)):
        if not is_hand_open(state, hand):
            return (*again, *(() if state.phase is window else (PhaseOpened(window),)))
    follows = decisions(state, let_stand)
    return (*again, *((DrawAwaited(()),) if follows and state.due_cards else ()), *follows)


def is_hand_open(state: State, hand: Hand) -> bool:
    return all(card.face_up and card.face for card in at(state.layout, hand))


def hands(state: State) -> tuple[Event, ...]:
    found: list[Event] = []
    for hand, announce in ((Hand.PUNTO, announce_player_total), (Hand.BANCA, announce_bank_total)):
        points = state.two_card_total(hand)
        faces = tuple(card.face for card in at(state.layout, hand) if card.face is not None)
        if is_hand_open(state, hand) and isinstance(points, int):
            found += [HandShown(hand, faces, points), *announce(state, points)]
    return tuple(found)


def decisions(state: State, let_stand: Collection[Hand] = ()) -> tuple[Event, ...]:
    """Return what the totals ask for; ``let_stand``: hands whose undue third card the table chief let stand."""
    punto, banca = state.two_card_total(Hand.PUNTO), state.two_card_total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    if is_decided_by_ruling(state):
        return ruled_result(state)
    drawn = {hand: state.third_face(hand) for hand in Hand}
    natural = is_ended_by_natural(punto, banca, state.book)
    draws = not natural and is_player_to_draw(punto, state.book) is True
    if drawn[Hand.PUNTO] and not draws and Hand.PUNTO not in let_stand:
        return surplus_card_incident(state, Hand.PUNTO)
    said = () if natural or drawn[Hand.PUNTO] else announce_decision(state, Hand.PUNTO, draws, punto)
    if draws and drawn[Hand.PUNTO] is None:
        return () if state.phase is Phase.PLAYER_DRAWS else (*said, PhaseOpened(Phase.PLAYER_DRAWS))
    now = state.total(Hand.PUNTO)
    bank = not natural and isinstance(now, int) and is_bank_to_draw(now, banca, drawn[Hand.PUNTO], state.book)
    if drawn[Hand.BANCA] and not bank and Hand.BANCA not in let_stand:
        return surplus_card_incident(state, Hand.BANCA)
    if bank and drawn[Hand.BANCA] is None:
        if state.phase is Phase.BANK_DRAWS:
            return ()
        return (*said, *announce_decision(state, Hand.BANCA, True, banca), PhaseOpened(Phase.BANK_DRAWS))
    if not natural and not drawn[Hand.BANCA]:
        said = (*said, *announce_decision(state, Hand.BANCA, False, banca))
    final = state.total(Hand.BANCA)
    if not isinstance(now, int) or not isinstance(final, int):
        return ()
    return (*said, *result(state, now, final, natural))


def surplus_hand(state: State) -> Hand | None:
    """Return the hand whose third card the rules do not give; ``None`` if there is none. Nothing is decided by it."""

    def is_surplus(let_stand: Collection[Hand]) -> bool:
        events = decisions(state, let_stand)
        return any(isinstance(one, IncidentOpened) and one.incident.kind == THIRD_CARD_NOT_DUE for one in events)

    with trace():
        if not is_surplus(()):
            return None
        return Hand.PUNTO if is_surplus((Hand.BANCA,)) else Hand.BANCA


def surplus_card_incident(state: State, hand: Hand) -> tuple[Event, ...]:
    card = at(state.layout, third(hand))[0]
    return (IncidentOpened(incident(state.docket, THIRD_CARD_NOT_DUE, HOUSE, (), (), f"{hand} {card.position}")),)


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
    """Whoever deals plays the Bank hand: they alone turn its cards."""
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
    wrong = require_phase(state, Phase.DEAL)
    return wrong and with_clauses(wrong, "PB.B.10")


def deal(state: State, who: PersonId, what: Deal) -> Decision:
    if wrong := first_fault(
        require_dealer_on_order(state, who),
        require_time_to_deal(state),
        require_hand_assigned(state),
        fault("card-awaited") if state.due_cards else None,
        require_cards_left(state, len(deal_order())),
    ):
        return wrong
    face_up, start = is_dealt_face_up(), state.shoe.position
    return (DrawAwaited(tuple(DueCard(start + n, str(hand), face_up) for n, hand in enumerate(deal_order()))),)


def require_cards_left(state: State, count: int) -> Fault | None:
    return fault("shoe-exhausted", position=state.shoe.position) if state.shoe.remaining < count else None


def require_time_to_show(state: State, hand: Hand) -> Fault | None:
    window, clause = (Phase.PLAYER_SHOWS, "PB.B.15") if hand is Hand.PUNTO else (Phase.BANK_SHOWS, "PB.B.18")
    wrong = require_phase(state, window)
    return wrong and with_clauses(wrong, clause)


def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is shown. Cards of a real shoe have no face yet: it is keyed, card by card."""
    mine = (
        require_player_hand_holder(state, who) if what.hand is Hand.PUNTO else require_dealer_for_bank_hand(state, who)
    )
    if wrong := first_fault(
        require_player_hand_shown(state, what.hand),
        require_time_to_show(state, what.hand),
        mine,
        fault("card-awaited") if state.due_cards else None,
    ):
        return wrong
    cards = at(state.layout, what.hand)
    faceless = tuple(DueCard(card.position, card.place, True, on_table=True) for card in cards if card.face is None)
    return (DrawAwaited(faceless),) if faceless else after_showing(state, what.hand)


def after_showing(state: State, hand: Hand) -> tuple[Event, ...]:
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
    points = state.two_card_total(hand)
    if points is UNKNOWN or not isinstance(points, int):
        raise LookupError(f"the {hand} hand is not open")
    return points


def after_hands(state: State) -> tuple[Event, ...]:
    if is_decided_by_ruling(state):
        return ruled_result(state)
    punto, banca = open_total(state, Hand.PUNTO), open_total(state, Hand.BANCA)
    if is_ended_by_natural(punto, banca, state.book):
        return result(state, punto, banca, natural=True)
    draws = is_player_to_draw(punto, state.book)
    if draws is None:
        return (unforeseen(state, "total-without-rule"),)
    said = announce_decision(state, Hand.PUNTO, draws, punto)
    return (*said, PhaseOpened(Phase.PLAYER_DRAWS)) if draws else (*said, *bank_stage(state, punto, None))


def bank_stage(state: State, punto: int, third_face: Card | None) -> tuple[Event, ...]:
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
    if hand is Hand.PUNTO:
        wrong = require_phase(state, Phase.PLAYER_DRAWS)
        return wrong and with_clauses(wrong, "PB.B.22")
    wrong = require_phase(state, Phase.BANK_DRAWS)
    return wrong and with_clauses(wrong, "PB.B.23")


def require_hand_still_to_draw(state: State, hand: Hand) -> Fault | None:
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
    found: Incident = incident(state.docket, kind, HOUSE, (), ())
    return IncidentOpened(found)


def after_draw(state: State) -> tuple[Event, ...]:
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


@rule("PB.B.25", neutral=0)
def even_money(stake: Cents, rules: Rules) -> Cents:
    """The winning bets are paid once the winner is announced."""
    return portion(stake, rules.bets.even_money.use(), Rounding.DOWN)


@rule("PB.B.26", neutral=0)
def deduct(won: Cents, rules: Rules) -> Cents:
    """The house's deduction is taken in the same settlement, after the announcement of the winner."""
    return deducted(won, rules.bets.commission.use(), rules.bets.rounding.use(), rules.bets.commission_unit.use())


@rule("PB.A1.07", neutral="lost")
def hand_bet_after_tie() -> str:
    """After a tie the stakes on the two hands neither win nor lose, and nothing is deducted."""
    return "void"


def line(person: PersonId, bet: Bet, stake: Cents, won_by: Winner, layout: Layout, rules: Rules) -> Line:
    if bet not in MAIN_BETS:
        return side_line(person, bet, stake, layout, rules)
    if won_by is Winner.TIE:
        if bet is Bet.TIE:
            return Line(person, bet, stake, "won", portion(stake, rules.bets.tie_pays.use(), Rounding.DOWN))
        return Line(person, bet, stake, hand_bet_after_tie())
    if str(bet) != str(won_by):
        return Line(person, bet, stake, "lost")
    won = even_money(stake, rules)
    return Line(person, bet, stake, "won", won, deduct(won, rules) if bet is Bet.BANCA else 0)


def lines(bets: Bets, won_by: Winner, layout: Layout, rules: Rules) -> tuple[Line, ...]:
    found = (line(person, bet, stake, won_by, layout, rules) for (person, bet), stake in in_order(bets))
    return tuple(sorted(found, key=lambda one: one.outcome != "lost"))


def require_result(state: State) -> Fault | None:
    wrong = require_phase(state, Phase.SETTLE)
    return wrong and with_clauses(wrong, "PB.B.25")


def settle(state: State, who: PersonId, what: Settle) -> Decision:
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_result(state))
    if wrong or state.winner is None:
        return wrong or require_phase(state) or ()
    settled = CoupSettled(state.coup, lines(state.bets, state.winner, state.layout, state.book))
    legs(settled.lines)  # the answer rests on who collects and pays as well
    return (settled, *end_of_shoe(state), *after_coup(state, state.winner))


def _two(layout: Layout, hand: Hand) -> tuple[Card, ...]:
    return tuple(card.face for card in at(layout, hand) if card.face is not None)


def _is_pair(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


def side_rate(bet: Bet, layout: Layout, rules: Rules) -> Fraction | None:
    """Return what a side bet pays on these cards, ``None`` when it loses."""
    player, bank = _two(layout, Hand.PUNTO), _two(layout, Hand.BANCA)
    six = len(at(layout, third(Hand.PUNTO))) + len(at(layout, third(Hand.BANCA)))
    perfect = any(_is_pair(two) and suit(two[0]) == suit(two[1]) for two in (player, bank))
    wins = {
        Bet.PLAYER_PAIR: _is_pair(player),
        Bet.BANK_PAIR: _is_pair(bank),
        Bet.EITHER_PAIR: _is_pair(player) or _is_pair(bank),
        Bet.PERFECT_PAIR: perfect,
        Bet.BIG: six > 0,
        Bet.SMALL: six == 0,
    }[bet]
    return side_pays(bet, rules) if wins else None


def side_pays(bet: Bet, rules: Rules) -> Fraction:
    side = rules.side_bets
    pays = {
        Bet.PLAYER_PAIR: side.player_pair,
        Bet.BANK_PAIR: side.bank_pair,
        Bet.EITHER_PAIR: side.either_pair,
        Bet.PERFECT_PAIR: side.perfect_pair,
        Bet.BIG: side.big,
        Bet.SMALL: side.small,
    }
    return pays[bet].use()


def dearest_result(state: State) -> Cents:
    """Return the most that the stakes may cost the house, in cents: the dearest result, every side bet won."""
    rules, layout = state.book, state.layout
    mains = [(who, bet, stake) for (who, bet), stake in state.bets.items() if bet in MAIN_BETS]
    sides = [(bet, stake) for (_, bet), stake in state.bets.items() if bet not in MAIN_BETS]
    won = max(sum([net(line(*one, result, layout, rules)) for one in mains]) for result in Winner)
    return max(0, won + sum([portion(stake, side_pays(bet, rules), Rounding.DOWN) for bet, stake in sides]))


def side_line(person: PersonId, bet: Bet, stake: Cents, layout: Layout, rules: Rules) -> Line:
    pays = side_rate(bet, layout, rules)
    if pays is None:
        return Line(person, bet, stake, "lost")
    return Line(person, bet, stake, "won", portion(stake, pays, Rounding.DOWN))


@rule("PB.D.01", neutral=accounts.BANK)
def bank_account() -> str:
    """The establishment is the bank: no player ever finances another's winnings."""
    return accounts.HOUSE


@rule("PB.D.02", neutral=())
def collection(one: Line) -> tuple[accounts.Posting, ...]:
    """The establishment collects every losing bet."""
    return accounts.move(one.stake, accounts.STAKES, accounts.HOUSE)


def payment(one: Line) -> tuple[accounts.Posting, ...]:
    mine = accounts.person(one.person)
    match one.outcome:
        case "lost":
            return collection(one)
        case "won":
            return (
                *accounts.move(one.stake, accounts.STAKES, mine),
                *accounts.move(one.winnings, bank_account(), mine),
                *accounts.move(one.deduction, mine, accounts.HOUSE),
            )
        case _:
            return ()


def legs(settled: tuple[Line, ...]) -> tuple[accounts.Posting, ...]:
    return tuple(leg for one in settled for leg in payment(one))


def net(one: Line) -> Cents:
    return -one.stake if one.outcome == "lost" else one.winnings - one.deduction
