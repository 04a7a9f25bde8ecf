"""The result of a coup, its settlement, and what it leaves: the turn of each cloth, a broken bank, the next shoe."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat.layout import DISCARD, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import Settle, say
from tapete.games.baccarat.reckoning import final_total
from tapete.games.banked.events import CardMoved
from tapete.games.banked.people import require_chips
from tapete.games.banked.shares import Shares, as_shares
from tapete.games.dos_panos.acts.coup import RepeatBanco
from tapete.games.dos_panos.bank.deposit import is_custody_due
from tapete.games.dos_panos.bank.ending import after_term, return_bank
from tapete.games.dos_panos.bank.proof import is_liable_for_all, proven_left, rest_on_liability
from tapete.games.dos_panos.bank.standing import award_kept
from tapete.games.dos_panos.coup.money import Balance, balance
from tapete.games.dos_panos.coup.outcome import Score, winner
from tapete.games.dos_panos.coup.points import card_points, has_priority, live_cloths
from tapete.games.dos_panos.events import (
    BancoRepeated,
    BankBroken,
    BankCalled,
    ClothVoided,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    PhaseOpened,
    StakeReturned,
    TurnMoved,
)
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.people import cloths, turn
from tapete.games.dos_panos.people.cloths import require_enough_punters
from tapete.games.dos_panos.people.silence import may_stand_for, require_banker_there
from tapete.games.dos_panos.rules.bank import Excess
from tapete.games.dos_panos.stakes.banco import covered_by
from tapete.games.dos_panos.stakes.betting import is_shoe_over
from tapete.games.dos_panos.stakes.cover import ClothStakes, in_order, on_cloth, stake_of
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankEnd, Cover, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- the result -------------------------------------------------------------------------------------------------------


def score(state: State, hand: Hand) -> Score | None:
    """Return what a hand comes to; ``None`` while a face of it is not known."""
    total = final_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    two_cards = not at(state.coup.cards.layout, third(hand))
    return Score(total, two_cards and has_priority(state, hand))


def end_of_coup(state: State) -> tuple[Event, ...]:
    """Return the end of a coup: each cloth is compared with the bank, and the croupier says the scores."""
    winners = {cloth: winner_on(state, cloth) for cloth in live_cloths(state)}
    known = {cloth: won for cloth, won in winners.items() if won is not None}
    if len(known) < len(winners):
        return ()
    marks = state.coup.cards.marks
    counts = [hand for hand in HANDS if hand in (*known, Hand.BANCA) and not marks.of(hand).is_lost]
    reckoned = {hand: score(state, hand) for hand in counts}
    totals = {hand: one.total for hand, one in reckoned.items() if one is not None}
    said = announced_scores(state, totals) if len(totals) == len(HANDS) else ()
    return (CoupEnded(totals, known), *said, PhaseOpened(Phase.SETTLE))


def winner_on(state: State, cloth: Hand) -> Winner | None:
    """Return who won on a cloth: by a ruling that a hand has lost, or by the scores; ``None`` while a face of them is
    not known.
    """
    marks = state.coup.cards.marks
    if marks.of(Hand.BANCA).is_lost or marks.of(cloth).is_lost:
        return Winner.PUNTO if marks.of(Hand.BANCA).is_lost else Winner.BANCA
    own, bank = score(state, cloth), score(state, Hand.BANCA)
    return None if own is None or bank is None else winner(own, bank, state.book.outcome)


@rule("DP.B.23", neutral=())
def announced_scores(state: State, totals: Mapping[Hand, int]) -> tuple[Event, ...]:
    """When the play is over the croupier parts the cards and says the scores."""
    return say(state, "scores", **{str(hand): total for hand, total in totals.items()})


# --- the settlement ---------------------------------------------------------------------------------------------------


def winners_of(state: State) -> dict[Hand, Winner]:
    """Return who won on each cloth."""
    sides = {cloth: state.coup.side(cloth).winner for cloth in CLOTHS}
    return {cloth: won for cloth, won in sides.items() if won is not None}


def balance_of(state: State, winners: Mapping[Hand, Winner]) -> Balance:
    """Return the balance of the coup for the bank."""
    at_risk = {cloth: on_cloth(state.coup.stakes, cloth) for cloth in CLOTHS}
    return balance(at_risk, winners, state.book.commission, state.settings.mode)


def parts(stakes: ClothStakes, winners: Mapping[Hand, Winner], *results: Winner) -> Shares:
    """Return by person what plays on the cloths that ended so."""
    there = tuple(one for one in stakes if winners[one.cloth] in results)
    return as_shares({who: stake_of(there, who) for who in {one.person for one in there}})


@rule("DP.B.27", neutral=())
def collections(stakes: ClothStakes, winners: Mapping[Hand, Winner]) -> Shares:
    """The losing stakes are the bank's."""
    return parts(stakes, winners, Winner.BANCA)


@rule("DP.B.26", neutral=())
def payments(state: State, winners: Mapping[Hand, Winner], funds: Cents) -> Shares:
    """The winning stakes are paid; from a bank that answers with what it holds, by priority until it is empty."""
    rate = state.book.stakes.even_money.use()
    there = [one for one in state.coup.stakes if winners[one.cloth] is Winner.PUNTO]
    limited = state.book.bank.excess.use() is Excess.PAY and not is_liable_for_all(state)
    if limited:
        there = list(in_order(tuple(there), cloths.ranks_by_cloth(state.seats, state.book.priority)))
    found: dict[PersonId, Cents] = {}
    for one in there:
        due = one.amount * rate.num // rate.den
        part = min(due, funds) if limited else due
        found[one.person] = found.get(one.person, 0) + part
        funds -= part
    return as_shares(found)


def settlement(state: State) -> tuple[Event, ...]:
    """Return the settlement; what an open bank lost above its chips comes out of the proven deposit first."""
    winners = winners_of(state)
    reckoned = balance_of(state, winners)
    staked = {won for cloth, won in winners.items() if on_cloth(state.coup.stakes, cloth)}
    gains = collections.where(Winner.BANCA in staked, state.coup.stakes, winners) or ()
    funds = state.bank_chips + sum(one.amount for one in gains)
    paid_out = payments.where(Winner.PUNTO in staked, state, winners, funds) or ()
    commission = into_cagnotte.where(reckoned.commission > 0, reckoned.commission) or 0
    net = sum(one.amount for one in gains) - sum(one.amount for one in paid_out) - commission
    back = parts(state.coup.stakes, winners, Winner.PUNTO, Winner.TIE)
    short = -(state.bank_chips + net)
    if short > 0:
        rest_on_liability(state)
    called = (BankCalled(state.banker or PersonId(""), short),) if short > 0 else ()
    added = added_to_bank(net) if net > 0 else net
    out = net - added + above_maximum(state, added)
    banker = as_shares({state.banker or PersonId(""): out})
    return (*called, CoupSettled(winners, gains, paid_out, back, net - out, commission, banker))


def above_maximum(state: State, net: Cents) -> Cents:
    """Return what of a win is the banker's own at once, where winnings may not carry a bank above what it may be formed
    with.
    """
    outgrows, most = state.book.bank.may_outgrow_maximum, state.settings.bank_maximum
    over = state.bank_chips + net - most
    if not most or net <= 0 or over <= 0 or outgrows.use():
        return 0
    return min(over, net)


@rule("DP.F.16", neutral=0)
def into_cagnotte(commission: Cents) -> Cents:
    """The part of the house goes into the slot of the pozo, also called cagnotte."""
    return commission


@rule("DP.B.29", neutral=0)
def added_to_bank(net: Cents) -> Cents:
    """What the banker won is added to the bank, after the part of the house."""
    return net


def settle(state: State, who: PersonId, what: Settle) -> Decision:
    """Decide the settlement, and where the table goes from there."""
    del what
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.SETTLE))
    if wrong:
        return wrong
    events = (*settlement(state), *to_basket(state), *turns_moved(state))
    after = fold(evolve, state, events)
    return (*events, *after_coup(after))


def void_coup(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that counts for nothing, and where the table goes from there.

    The stakes go back, the bank and the turns stand; neither a repetition of a banco nor a coup of the bank is used up.
    """
    back = as_shares({who: stake_of(state.coup.stakes, who) for who in {one.person for one in state.coup.stakes}})
    laid = {who: sum(one.amount for one in state.coup.laid if one.person == who) for who in state.seats.people()}
    events: tuple[Event, ...] = (CoupVoided(back or as_shares(laid)), *to_basket(state), *turns_kept(state))
    after = fold(evolve, state, events)
    banco = state.coup.banco
    if banco is not None and banco.repeats and not is_shoe_over(after):
        return (*events, PhaseOpened(Phase.REPEAT))
    return (*events, *after_coup(after))


def return_stake(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    """Return the events by which what plays of a person's goes back to him, on the first cloth first: all of it, or so
    many cents.
    """
    found: list[Event] = []
    left = stake_of(state.coup.stakes, person) if amount is None else amount
    for cloth in CLOTHS:
        part = min(left, stake_of(state.coup.stakes, person, cloth))
        if part:
            found.append(StakeReturned(person, cloth, part))
        left -= part
    return tuple(found)


def void_cloth(state: State, cloth: Hand) -> tuple[Event, ...]:
    """Return the event by which a coup counts for nothing on one cloth."""
    there = tuple(one for one in state.coup.stakes if one.cloth is cloth)
    people = {one.person for one in there}
    return (ClothVoided(cloth, as_shares({who: stake_of(there, who) for who in people})),)


def to_basket(state: State) -> tuple[Event, ...]:
    """Return the cards of the coup on their way to the basket of used cards."""
    if not state.book.basket.after_hand.use():
        return ()
    return tuple(CardMoved(card.position, DISCARD) for card in state.coup.cards.layout if card.place != DISCARD)


# --- the turns --------------------------------------------------------------------------------------------------------


def turns_moved(state: State) -> tuple[Event, ...]:
    """Return whose the cards of each cloth are in the next coup; a banco leaves both turns as they are."""
    if state.coup.cover is Cover.BANCO:
        return ()
    kept = turns_kept(state)
    found = list(kept)
    for cloth in CLOTHS:
        if cloth in state.coup.cards.marks.next_holders:
            continue
        holder = state.coup.side(cloth).holder
        place = None if holder is None else state.seats.place_of(holder)
        if place is None:
            continue
        places = turn.eligible_places(state.seats, cloth, (), state.book.turn, state.barred_from_cards)
        lost = state.coup.side(cloth).winner is Winner.BANCA
        seat = turn.place_after(place, places) if lost and places else place
        if state.turns.get(cloth) != seat:
            found.append(TurnMoved(cloth, seat))
    return tuple(found)


def turns_kept(state: State) -> tuple[TurnMoved, ...]:
    """Return the turns of those to whom a ruling gave the cards of the next coup; a banco leaves both as they are."""
    if state.coup.cover is Cover.BANCO:
        return ()
    given = ((Hand(hand), who) for hand, who in sorted(state.coup.cards.marks.next_holders.items()))
    seats = ((cloth, state.seats.place_of(who)) for cloth, who in given)
    return tuple(TurnMoved(cloth, seat) for cloth, seat in seats if seat is not None and state.turns.get(cloth) != seat)


# --- where the table goes ---------------------------------------------------------------------------------------------


def after_coup(state: State) -> tuple[Event, ...]:
    """Return where the table goes when a coup is settled: the first of these that holds."""
    bank = state.bank
    if bank is None:
        return (PhaseOpened(Phase.OPENING),)
    ended = is_shoe_over(state)
    over = (ShoeEnded(state.shoe.number),) if ended else ()
    if ended and (is_term_over(state) or is_session_over(state)):
        return (*over, *award_kept(state), *return_bank(state, BankEnd.TERM), PhaseOpened(after_term(state)))
    if is_broken(state) or is_below_stakes(state):
        return (*over, BankBroken(bank.banker, state.bank_chips), PhaseOpened(Phase.BROKEN))
    if ended:
        return (*over, PhaseOpened(Phase.SHOE))
    if may_repeat(state):
        return (PhaseOpened(Phase.REPEAT),)
    return (PhaseOpened(Phase.CUSTODY if is_custody_due(state) else Phase.BETWEEN),)


@rule("DP.E1.07", neutral=True)
def is_term_over(state: State) -> bool:
    """A bank is awarded for one shoe or several; for days it goes on with the next shoe."""
    bank = state.bank
    return bank is not None and bank.award.shoes > 0 and bank.shoes_begun >= bank.award.shoes


def is_session_over(state: State) -> bool:
    """Return True if the session of an open bank has had its shoes: nobody can go on with it."""
    return state.is_open_bank and not state.settings.session_shoes


def is_broken(state: State) -> bool:
    """Return True if nothing of the bank is left; of an open one, where its proven deposit is used up too: of what the
    table does not know something is left until more is asked of it than there is.
    """
    left, bank = proven_left(state), state.bank
    if bank is not None and bank.is_proven and left is None:
        return False
    return bool(is_nothing_left.where(state.bank_chips + (left or 0) <= 0))


@rule("DP.E1.14", neutral=False)
def is_nothing_left() -> bool:
    """The bank is broken when nothing of it is left."""
    return True


def is_below_stakes(state: State) -> bool:
    """Return True if what is left of a bank that answers with its chips is below the least stake: its banker has the
    same choice as if nothing were left.
    """
    if is_liable_for_all(state) or not 0 < state.bank_chips < state.settings.minimum:
        return False
    rest_on_liability(state)
    rest_on(cite("HP.DP.below-stakes"))
    return True


# --- banco once more --------------------------------------------------------------------------------------------------


@rule("DP.A.44", neutral=lambda state: any(state.coup.side(cloth).winner is Winner.TIE for cloth in CLOTHS))
def is_void_on_both(state: State) -> bool:
    """A banco is void only where nobody won or lost on either cloth."""
    return all(state.coup.side(cloth).winner is Winner.TIE for cloth in CLOTHS)


def may_repeat(state: State) -> bool:
    """Return True if a void banco may be played once more."""
    banco = state.coup.banco
    if banco is None or not is_void_on_both(state):
        return False
    return banco.repeats < state.book.banco.repeats_when_void.use()


def require_banco_player(state: State, who: PersonId, caller: PersonId, *, again: bool) -> Fault | None:
    """Return a Fault unless somebody answers for his own banco; the croupier lets that of one who is away go by."""
    if state.may_act_for(who, caller) or (not again and may_stand_for(state, who, caller)):
        return None
    return fault("not-your-banco", caller=caller)


def repeat(state: State, who: PersonId, what: RepeatBanco) -> Decision:
    """Decide whether whoever called a void banco plays it once more."""
    banco = state.coup.banco
    if banco is None:
        return require_phase(state, Phase.REPEAT) or fault("no-banco")
    wrong = first_fault(
        require_phase(state, Phase.REPEAT),
        require_banco_player(state, who, banco.person, again=what.again),
    )
    if wrong:
        return wrong
    if not what.again:
        return (PhaseOpened(Phase.CUSTODY if is_custody_due(state) else Phase.BETWEEN),)
    stake = sum(one.amount for one in state.coup.stakes) or state.bank_chips
    wrong = first_fault(
        require_enough_punters(state),
        require_banker_there(state),
        require_chips(state.ledger, banco.person, stake),
    )
    if wrong:
        return wrong
    rest_on(*(cite(one) for one in state.book.banco.repeats_when_void.clauses))
    again = BancoRepeated(banco.person, stake, banco.repeats + 1)
    after = fold(evolve, state, (again,))
    return (again, *covered_by(after, banco.person, stake))
