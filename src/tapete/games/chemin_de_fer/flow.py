"""What follows by itself: the phases that open, the result of a coup, its settlement, the next one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tapete.clauses import Fault, fault, first_fault, rule, trace
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.effects import DISCARD, Cell, VoidCoup, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.points import Unknown, Winner, winner
from tapete.games.baccarat.procedure import Settle, say
from tapete.games.baccarat.reckoning import final_total, is_open
from tapete.games.banked import reconsideration, rulings, shoe
from tapete.games.banked.coup import Share, Shares
from tapete.games.banked.events import BankerDecided, CardMoved, CardsCarried, CoupVoided
from tapete.games.chemin_de_fer import acts, events as e, remedies
from tapete.games.chemin_de_fer.bank import divide, end_garage_of_coup, return_garage
from tapete.games.chemin_de_fer.cards import has_natural, pending_withdrawals, to_the_table
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.passing import cede_bank, keep_bank
from tapete.games.chemin_de_fer.people import priority
from tapete.games.chemin_de_fer.state import Award, Bank, State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Cover, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold, is_only_asked
from tapete.money import Cents, deducted, shares
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def winner_by_lost_natural(state: State) -> Winner | None:
    """Return who wins by a natural that the other side forgot, or lost the right to lay down."""
    marks = state.coup.cards.marks
    if is_natural_laid_down(state, Hand.BANCA) and has_forgotten_natural(state):
        won = forgotten_natural_loses()
        if won is not None:
            return won
    lost = marks.of(Hand.BANCA).is_natural_lost or remedies.FIFTH in state.coup.found_faults
    return natural_without_right_loses() if lost and is_natural_laid_down(state, Hand.PUNTO) else None


def is_natural_laid_down(state: State, hand: Hand) -> bool:
    is_laid_down = hand in state.coup.naturals or state.coup.cards.marks.of(hand).is_deemed_natural
    return is_laid_down and has_natural(state, hand) is True


def has_forgotten_natural(state: State) -> bool:
    """Return True if the punto lost their natural by a ruling, or true cards show after the payment that they had."""
    coup = state.coup
    if coup.cards.marks.of(Hand.PUNTO).is_natural_lost:
        return True
    with trace():
        return any(one.code == remedies.FORGOTTEN not in coup.found_faults for one in remedies.punto_faults(state))


@rule("CF.C4.10", neutral=None)
def forgotten_natural_loses() -> Winner | None:
    """A punto who forgot to lay down their natural loses to one that the banker lays down, even to a lower one."""
    return Winner.BANCA


@rule("CF.C3.14", neutral=None)
def natural_without_right_loses() -> Winner | None:
    """A banker without the right to lay their natural down loses to one that the punto lays down, even a lower one."""
    return Winner.PUNTO


def end_of_coup(state: State) -> tuple[Event, ...]:
    marks = state.coup.cards.marks
    if marks.of(Hand.BANCA).is_lost or marks.of(Hand.PUNTO).is_lost:
        won = Winner.BANCA if marks.of(Hand.PUNTO).is_lost else Winner.PUNTO
        return (e.CoupEnded(won, None, None), e.PhaseOpened(Phase.SETTLE))
    punto = final_total(state.coup.cards, Hand.PUNTO, state.book.points)
    banca = final_total(state.coup.cards, Hand.BANCA, state.book.points)
    if isinstance(punto, Unknown) or isinstance(banca, Unknown):
        return ()
    won = winner_by_lost_natural(state) or winner(punto, banca, state.book.outcome)
    return (e.CoupEnded(won, punto, banca), *announcement(state, won, punto, banca), e.PhaseOpened(Phase.SETTLE))


@rule("CF.A.21", neutral=())
def announcement(state: State, won: Winner, punto: int, banca: int) -> tuple[Event, ...]:
    """A coup closes with the two totals announced, the cards shown, and the stakes paid or collected."""
    formula = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}[won]
    return say(state, formula, punto=punto, banca=banca)


@rule("CF.B.42", neutral=None)
def require_both_shown(state: State) -> Fault | None:
    """Both hands are turned up before anything is paid."""
    hidden = state.phase in COUP and state.phase is not Phase.SETTLE
    return fault("wrong-window", window=str(state.phase)) if hidden else None


@acts.decides(Settle)
def settle(state: State, who: PersonId, _what: Settle) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_both_shown(state), require_phase(state, Phase.SETTLE)
    )
    award, bank, won = state.coup.award, state.bank, state.coup.punto.winner
    if wrong or award is None or bank is None or won is None or is_only_asked():
        return wrong or ()
    back = return_garage(bank) if won is Winner.PUNTO else end_garage_of_coup(state, bank)
    result = settlement(state, bank, award, won)
    won_back = join_the_bank(result.bank) if won is Winner.BANCA else ()
    settled = (*return_late_stakes(state), *back, result, *won_back, e.SeguidoHeld(repeaters(state, award, won)))
    after = fold(evolve, state, settled)
    return (*settled, *(cede_bank(after) if won is Winner.PUNTO else keep_bank(after)))


def settlement(state: State, bank: Bank, award: Award, won: Winner) -> e.CoupSettled:
    match won:
        case Winner.TIE:
            return null(state, bank, award)
        case Winner.PUNTO:
            lost = divide(state, bank, even_payment(award))
            each = tuple(Share(one.person, -one.amount) for one in lost)
            return e.CoupSettled(won, award.kind, lines(state, award, won), each)
        case Winner.BANCA:
            return settlement_of_bank(state, bank, award)


def settlement_of_bank(state: State, bank: Bank, award: Award) -> e.CoupSettled:
    cut = deduction(state, award)
    won = award.covered_amount - cut
    net = gains.where(len(bank.parts) > 1, state, bank, won) or (Share(bank.banker, won),)
    return e.CoupSettled(Winner.BANCA, award.kind, lines(state, award, Winner.BANCA), net, cut)


@rule("CF.A.06", neutral=lambda state, bank, award: settlement_of_bank(state, bank, award))
def null(state: State, bank: Bank, award: Award) -> e.CoupSettled:
    """Equal totals make the coup null: nothing is won, lost or deducted, and the stakes are free again."""
    return e.CoupSettled(Winner.TIE, award.kind, lines(state, award, Winner.TIE), zero_shares(bank))


def return_late_stakes(state: State) -> tuple[Event, ...]:
    return tuple(e.LateStakeRemoved(one.person, one.amount) for one in state.coup.late)


def lines(state: State, award: Award, won: Winner) -> Shares:
    """Return the stakes in the order of payment: by priority, followers apart; whoever has left since comes last."""
    ranks, apart = priority(state), followers_of_the_hand(state)
    here = sorted((one for one in award.stakes if one.person in ranks), key=lambda one: ranks[one.person])
    ordered = (*here, *(one for one in award.stakes if one.person not in ranks))
    moved = tuple(one for one in ordered if one.person in apart)
    others = tuple(one for one in ordered if one.person not in apart)
    return (*moved, *others) if won is Winner.BANCA else (*others, *moved)


def followers_of_the_hand(state: State) -> frozenset[PersonId]:
    people = state.carried_over.followers | state.coup.cards.marks.settle_last
    return out_of_turn(people) if people else people


@rule("CF.D.18", neutral=frozenset())
def out_of_turn(people: frozenset[PersonId]) -> frozenset[PersonId]:
    """Who moved on their feet to follow the hand is collected first when they lose and paid last when they win."""
    return people


def zero_shares(bank: Bank) -> Shares:
    return tuple(Share(part.person, 0) for part in bank.parts)


@rule("CF.B.43", neutral=0)
def even_payment(award: Award) -> Cents:
    """Each winning stake receives as much again from the bank: one to one."""
    return award.covered_amount


@rule("CF.B.44", neutral=0)
def deduction(state: State, award: Award) -> Cents:
    """When the banker won, the croupier drops the house's deduction into the cagnotte."""
    rules = state.book.bank
    return deducted(award.covered_amount, rules.cagnotte.use(), rules.rounding.use(), rules.cagnotte_unit.use())


@rule("CF.B.45", neutral=lambda won: (e.WinningsGaraged(won),))
def join_the_bank(_won: Shares) -> tuple[Event, ...]:
    """What the banker won joins the bank of itself, net of the deduction."""
    return ()


@rule("CF.E1.05", neutral=lambda _state, bank, net: (Share(bank.banker, net), *zero_shares(bank)[1:]))
def gains(state: State, bank: Bank, net: Cents) -> Shares:
    """An associate wins and loses on the banker's terms, in proportion to what they put in."""
    parts = tuple(part.amount for part in bank.parts)
    each = shares(net, parts, state.book.bank.associate_rounding.use())
    return tuple(Share(part.person, one) for part, one in zip(bank.parts, each, strict=True))


def void_coup(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that counts for nothing: stakes back, the bank as it was, betting may open again."""
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        back = tuple(e.CallWithdrawn(one.person, one.kind, one.amount) for one in state.calls.claims)
        return (*back, *(() if bank is None else return_garage(bank)), *to_the_table(state))
    returned = (*return_late_stakes(state), *return_garage(bank))
    return (*returned, CoupVoided(award.stakes), *to_the_table(state))


def repeaters(state: State, award: Award, won: Winner) -> tuple[PersonId, ...]:
    match won:
        case Winner.TIE:
            return kept_over_a_tie(state)
        case Winner.PUNTO:
            return ()
        case Winner.BANCA:
            if award.kind is Cover.PARTIAL:
                return partial_alone.where(len(award.stakes) == 1, award) or partial_once(award)
            is_sole = len(award.stakes) == 1 and award.kind is Cover.STAKES
            return (award.holder,) if award.kind.is_whole else alone_against_the_bank.where(is_sole, award) or ()


@rule("CF.B.24", neutral=())
def partial_alone(award: Award) -> tuple[PersonId, ...]:
    """Who called «banco con la mesa» and found themselves alone against the bank keeps priority for the next coup."""
    return (award.stakes[0].person,)


@rule("CF.B.23", neutral=lambda award: (award.holder,))
def partial_once(_award: Award) -> tuple[PersonId, ...]:
    """Otherwise «banco con la mesa» is done with the coup: it gives no priority for the next one."""
    return ()


@rule("CF.B.36", neutral=())
def kept_over_a_tie(state: State) -> tuple[PersonId, ...]:
    """A banco seguido that its holder let go can be taken up again when the coup ends in a tie."""
    return tuple(sorted(state.carried_over.seguido))


@rule("CF.B.37", neutral=())
def alone_against_the_bank(award: Award) -> tuple[PersonId, ...]:
    """Without banco, the only player who staked against the bank may call banco seguido."""
    return (award.stakes[0].person,)


def next_consequence(state: State) -> tuple[Event, ...]:
    """Return the next events that follow by themselves; none while somebody has to act."""
    coup = state.coup
    if state.docket.open or coup.due_cards or coup.cards.marks.choices or state.phase not in COUP or coup.award is None:
        return ()
    if state.phase is not Phase.SETTLE and any(coup.cards.marks.of(hand).is_lost for hand in HANDS):
        return end_of_coup(state)
    if left := shoe.await_faces(coup.cards, HANDS) or shoe.discard_surplus_third(coup.cards, HANDS, state.book.points):
        return left
    if pending_withdrawals(state):
        return ()
    if found := remedies.found_incident(state):
        return found
    return rulings.first_consequence(state, CONSEQUENCES.get(state.phase, ()))


all_consequences: Final = partial(rulings.all_consequences, evolve, next_consequence)
with_consequences: Final = partial(rulings.with_consequences, evolve, next_consequence)


@rule("CF.A.07", neutral=Hand.BANCA)
def first_card_to() -> Hand:
    """One card at a time and alternately, the punto being served first."""
    return Hand.PUNTO


def next_hand(state: State) -> Hand | None:
    """Return which hand the next card of the deal goes to; ``None`` when both have their two."""
    first = first_card_to()
    order = (first, Hand.BANCA if first is Hand.PUNTO else Hand.PUNTO)
    due = shoe.next_hand(shoe.served_counts(state.coup.cards, order, (Hand.PUNTO,)))
    return None if due is None else Hand(due)


def deal_over_at_nine(state: State) -> tuple[Event, ...]:
    """Return what follows the deal when the punto is deemed to have laid a natural down: the bank's hand is shown."""
    over = next_hand(state) is None and state.coup.cards.marks.of(Hand.PUNTO).is_deemed_natural
    return (e.PhaseOpened(Phase.SHOW), *shoe.turn_hands(state.coup.cards, Hand.BANCA)) if over else ()


def deal_over(state: State) -> tuple[Event, ...]:
    return (e.PhaseOpened(Phase.CARRY),) if next_hand(state) is None else ()


def reopen_deal(state: State) -> tuple[Event, ...]:
    """Return what follows when a card of the deal was taken away: the next one of the shoe takes its place."""
    return (e.PhaseOpened(Phase.DEAL),) if next_hand(state) is not None else ()


def before_word(state: State) -> tuple[Event, ...]:
    """Return what follows before the punto has spoken: a hand that was laid down early, or cards given to another."""
    return laid_down_early(state) if Hand.BANCA in state.coup.naturals else cards_handed_over(state)


def cards_handed_over(state: State) -> tuple[Event, ...]:
    """Return what follows when a ruling gave lifted cards to another, who has still to lift them."""
    holder = state.holder
    if (
        state.coup.cards.marks.holders.get(Hand.PUNTO) is None
        or holder is None
        or (state.coup.punto.before is None and not state.coup.punto.is_lifted)
    ):
        return ()
    seen = all(holder in card.seen_by for card in at(state.coup.cards.layout, Hand.PUNTO))
    if seen:
        return (e.PhaseOpened(Phase.WORD),) if state.phase is not Phase.WORD else ()
    return (CardsCarried(holder), e.PhaseOpened(Phase.LIFT)) if holder != state.coup.punto.before else ()


def after_word(state: State) -> tuple[Event, ...]:
    coup, marks = state.coup, state.coup.cards.marks
    served = bool(at(coup.cards.layout, third(Hand.PUNTO))) or marks.of(Hand.PUNTO).deemed_total is not None
    if state.phase is Phase.ANSWER:
        return (e.PhaseOpened(Phase.BANKER),) if served or not is_card_asked(state) else ()
    if is_card_asked(state) and not served and coup.decision is None:
        return (e.PhaseOpened(Phase.ANSWER),)
    got = bool(at(coup.cards.layout, third(Hand.BANCA)))
    # their hand lies open here only when a ruling went back to this step: what it obliges them to needs no words
    obliged = is_open(coup.cards, Hand.BANCA) and marks.of(Hand.BANCA).duty(0) is Cell.DRAW
    if obliged and coup.decision is None and state.phase is Phase.BANKER:
        return (*shoe.stop_card(state.shoe), BankerDecided(Cell.DRAW))
    if coup.decision is Cell.DRAW and not got:
        return draw_third_card(state, Hand.BANCA)
    return (e.PhaseOpened(Phase.SHOW),) if coup.decision is not None else ()


def is_card_asked(state: State) -> bool:
    return reconsideration.is_card_asked(state.coup, Hand.PUNTO)


def draw_third_card(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a third card, face up: one that waits aside goes before the shoe."""
    if state.coup.cards.marks.aside:
        return shoe.third_card_from_aside(state.coup.cards, hand)
    if empty := remedies.require_card_left(state):
        return (rulings.case(state, empty, NULL_COUP),)
    return shoe.draw_third_card(state.shoe, hand, face_up=is_third_card_face_up())


NULL_COUP = Proposal((VoidCoup(),), open_to_judgement=True)
"""What is proposed to the inspector when the shoe runs out in the middle of a coup."""


@rule("CF.A.20", neutral=False)
def is_third_card_face_up() -> bool:
    """A third card, to either side, is dealt face up."""
    return True


def discard_unclaimed(state: State) -> tuple[Event, ...]:
    """Return the discarding of cards that nobody takes; if a banker left them by right shows when theirs lie open."""
    waiting = state.coup.cards.marks.aside
    stood = state.coup.decision is Cell.STAND
    if not waiting or (stood and not is_open(state.coup.cards, Hand.BANCA)):
        return ()
    out = remedies.useless_draws(waiting) if stood else tuple(one.position for one in waiting)
    return tuple(CardMoved(position, DISCARD) for position in out)


def laid_down_early(state: State) -> tuple[Event, ...]:
    """Return what follows when the players have answered the banker who laid down too early: that natural stands."""
    if not is_open(state.coup.cards, Hand.BANCA):
        return ()
    mistake = remedies.mistaken_natural_incident(state, Hand.BANCA)
    if mistake or has_natural(state, Hand.BANCA) is not True:
        return (mistake,) if mistake else cards_handed_over(state)
    return (e.PhaseOpened(Phase.SHOW), *opponent_shows(state, Hand.BANCA))


@rule("CF.A.09", neutral=())
def opponent_shows(state: State, hand: Hand) -> tuple[Event, ...]:
    """When one side lays down a natural the other must show its cards too."""
    return shoe.turn_hands(state.coup.cards, Hand.BANCA if hand is Hand.PUNTO else Hand.PUNTO)


@rule("CF.B.42", neutral=True)
def is_every_hand_open(state: State) -> bool:
    """Both hands are turned up before the coup is settled."""
    return all(is_open(state.coup.cards, hand) for hand in Hand)


def after_show(state: State) -> tuple[Event, ...]:
    """Return what follows when cards lie open: a natural that is none, the other hand, the end."""
    cards, laid_down = state.coup.cards, state.coup.naturals
    if over := discard_unclaimed(state):
        return over
    if laid_down and is_open(cards, laid_down[-1]):
        mistake = remedies.mistaken_natural_incident(state, Hand(laid_down[-1]))
        if mistake:
            return (mistake,)
        if other := opponent_shows(state, Hand(laid_down[-1])):
            return other
    return end_of_coup(state) if is_every_hand_open(state) else ()


def end_anew(state: State) -> tuple[Event, ...]:
    """Return the end of a coup that a ruling after it lets somebody else win."""
    with trace() as trail:
        again = end_of_coup(state)
    if all(one.winner is state.coup.punto.winner for one in again if isinstance(one, e.CoupEnded)):
        return ()
    trail.hand_on()
    return again


CONSEQUENCES: Mapping[Phase, tuple[rulings.Consequence[State], ...]] = {
    Phase.DEAL: (deal_over_at_nine, deal_over),
    Phase.CARRY: (deal_over_at_nine, reopen_deal, before_word),
    Phase.LIFT: (reopen_deal, before_word),
    Phase.WORD: (before_word,),
    Phase.ANSWER: (after_word,),
    Phase.BANKER: (after_word,),
    Phase.SHOW: (after_show,),
    Phase.SETTLE: (end_anew,),
}
"""What can follow by itself in each phase, once everything that a ruling or a wrong key left is cleared up."""
