"""The end of a coup: settled, annulled or called off, what the house says of it, and what the next one begins with."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.effects import DISCARD
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import Said, Settle, ShoeEnded
from tapete.games.banked.coup import Shares, as_shares
from tapete.games.banked.events import CardMoved, CoupCalledOff, CoupVoided
from tapete.games.banked.people import require_chips
from tapete.games.dos_panos import acts, betting, events as e, people
from tapete.games.dos_panos.acts import CallOff, RepeatBanco, TellBankBroken, TellCoverShort, TellDinnerHour
from tapete.games.dos_panos.bank import ending
from tapete.games.dos_panos.bank.ending import after_term, is_session_over, return_bank
from tapete.games.dos_panos.bank.granting import award_kept
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.people import require_hands_shown, require_play_over, require_step
from tapete.games.dos_panos.phases import is_custody_due
from tapete.games.dos_panos.placing import ClothStakes, by_priority, on_cloth, stake_of
from tapete.games.dos_panos.rules import CommissionBase, CommissionRules, Excess
from tapete.games.dos_panos.state import Banco, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, BankEnd, BankMode, Cover, Hand, Phase
from tapete.kernel import HOUSE, Decision, Event, PersonId, fold, is_only_asked
from tapete.money import Cents, deducted
from tapete.table.phases import require_phase
from tapete.table.seats import Seats
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order


def commission(gain: Cents, loss: Cents, rules: CommissionRules, mode: BankMode) -> Cents:
    """Return the part of the house: a rate of what the banker won, at most what they are left with."""
    if not is_commission_due(gain, loss):
        return 0
    match rules.base.use():
        case CommissionBase.NET:
            won = gain - loss
        case CommissionBase.GROSS:
            won = gain
    rate = rules.limited if mode is BankMode.LIMITED else rules.free
    return min(gain - loss, deducted(won, rate.use(), rules.rounding.use(), rules.unit.use()))


@rule("DP.B.28", neutral=True)
def is_commission_due(gain: Cents, loss: Cents) -> bool:
    """A part is due only where the banker wins on both cloths, or more on one than they lose on the other."""
    return gain > loss


def parts(stakes: ClothStakes, winners: Mapping[Hand, Winner], *results: Winner) -> Shares:
    there = tuple(one for one in stakes if winners[one.cloth] in results)
    return as_shares({who: stake_of(there, who) for who in {one.person for one in there}})


@rule("DP.B.27", neutral=())
def collections(stakes: ClothStakes, winners: Mapping[Hand, Winner]) -> Shares:
    """The losing stakes are the bank's."""
    return parts(stakes, winners, Winner.BANCA)


class BankOfCoup(msgspec.Struct, frozen=True):
    """The bank of a coup: whose, what it had in play (cents), and who sat where when the coup was settled."""

    banker: PersonId
    chips: Cents
    seats: Seats


@rule("DP.B.26", neutral=())
def payments(state: State, winners: Mapping[Hand, Winner], funds: Cents, seats: Seats) -> Shares:
    """The winning stakes are paid; from a bank that answers with what it holds, by priority until it is empty."""
    rate = state.book.stakes.even_money.use()
    there = [one for one in state.coup.stakes if winners[one.cloth] is Winner.PUNTO]
    limited = state.book.bank.excess.use() is Excess.PAY and not ending.is_liable_for_all(state)
    if limited:
        there = list(by_priority(tuple(there), people.ranks_by_cloth(seats, state.book.priority)))
    found: dict[PersonId, Cents] = {}
    for one in there:
        due = one.amount * rate.num // rate.den
        part = min(due, funds) if limited else due
        found[one.person] = found.get(one.person, 0) + part
        funds -= part
    return as_shares(found)


def settlement(state: State) -> tuple[Event, ...]:
    """Return the settlement; what an open bank lost above its chips comes out of the proven deposit first."""
    bank = BankOfCoup(state.banker or PersonId(""), state.bank_chips, state.seats)
    sides = ((cloth, state.coup.side(cloth).winner) for cloth in CLOTHS)
    settled = settlement_against(state, {cloth: won for cloth, won in sides if won is not None}, bank)
    short = -(bank.chips + settled.bank)
    if short > 0:
        ending.rest_on_liability(state)
    called = (e.BankCalled(bank.banker, short),) if short > 0 else ()
    return (*called, settled)


class Reckoning(msgspec.Struct, frozen=True):
    """What a result moves: collected and paid by person, and the part of the house, in cents."""

    gains: Shares
    paid_out: Shares
    commission: Cents

    @property
    def net(self) -> Cents:
        return sum(one.amount for one in self.gains) - sum(one.amount for one in self.paid_out) - self.commission


def reckoning(state: State, winners: Mapping[Hand, Winner], bank: BankOfCoup) -> Reckoning:
    """Return what a result on each cloth moves against a bank; the part of the house is one over both cloths."""
    stakes, rules = state.coup.stakes, state.book.commission
    won, lost = (
        sum(on_cloth(stakes, cloth) for cloth in CLOTHS if winners.get(cloth) is result)
        for result in (Winner.BANCA, Winner.PUNTO)
    )
    part = commission(won, lost, rules, state.settings.mode)
    staked = {won for cloth, won in winners.items() if on_cloth(state.coup.stakes, cloth)}
    gains = collections.where(Winner.BANCA in staked, state.coup.stakes, winners) or ()
    funds = bank.chips + sum(one.amount for one in gains)
    paid_out = payments.where(Winner.PUNTO in staked, state, winners, funds, bank.seats) or ()
    return Reckoning(gains, paid_out, into_cagnotte.where(part > 0, part) or 0)


def settlement_against(state: State, winners: dict[Hand, Winner], bank: BankOfCoup) -> e.CoupSettled:
    moved = reckoning(state, winners, bank)
    back = parts(state.coup.stakes, winners, Winner.PUNTO, Winner.TIE)
    added = added_to_bank(moved.net) if moved.net > 0 else moved.net
    out = moved.net - added + above_maximum(state, bank.chips, added)
    own = as_shares({bank.banker: out})
    return e.CoupSettled(winners, moved.gains, moved.paid_out, back, moved.net - out, moved.commission, own)


def above_maximum(state: State, chips: Cents, net: Cents) -> Cents:
    """Return what of a win is the banker's own at once, where winnings may not carry a bank above its maximum."""
    outgrows, most = state.book.bank.may_outgrow_maximum, state.settings.bank_maximum
    over = chips + net - most
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


def to_basket(state: State) -> tuple[Event, ...]:
    """Return the cards of the coup on their way to the basket; those that still wait to be dealt stay."""
    if not state.book.basket.after_hand.use():
        return ()
    waiting = {one.position for one in state.coup.cards.marks.aside} if state.is_undealt else ()
    used = (card for card in state.coup.cards.layout if card.place != DISCARD and card.position not in waiting)
    return tuple(CardMoved(card.position, DISCARD) for card in used)


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
        places = people.eligible_places(state.seats, cloth, (), state.book.turn, state.barred_from_cards)
        lost = state.coup.side(cloth).winner is Winner.BANCA
        seat = people.place_after(place, places) if lost and places else place
        if state.turns.get(cloth) != seat:
            found.append(e.TurnMoved(cloth, seat))
    return tuple(found)


def turns_kept(state: State) -> tuple[e.TurnMoved, ...]:
    """Return the turns of those to whom a ruling gave the cards of the next coup; a banco leaves both as they are."""
    if state.coup.cover is Cover.BANCO:
        return ()
    given = ((Hand(hand), who) for hand, who in in_order(state.coup.cards.marks.next_holders))
    seats = ((cloth, state.seats.place_of(who)) for cloth, who in given)
    return tuple(
        e.TurnMoved(cloth, seat) for cloth, seat in seats if seat is not None and state.turns.get(cloth) != seat
    )


@acts.decides(Settle)
def settle(state: State, who: PersonId, _what: Settle) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_step(state, (Phase.SETTLE,), require_play_over, require_hands_shown),
    ):
        return wrong
    if is_only_asked():
        return ()
    events = (*settlement(state), *to_basket(state), *turns_moved(state))
    after = fold(evolve, state, events)
    return (*events, *after_coup(after))


def after_coup(state: State) -> tuple[Event, ...]:
    bank = state.bank
    if bank is None:
        return (e.PhaseOpened(Phase.OPENING),)
    ended = betting.is_shoe_over(state)
    if ended and is_over_with_shoe(state):
        return after_shoe(state)
    if is_broken(state) or is_below_stakes(state):
        over = (ShoeEnded(state.shoe.number),) if ended else ()
        return (*over, e.BankBroken(bank.banker, state.bank_chips), e.PhaseOpened(Phase.BROKEN))
    return after_shoe(state) if ended else (e.PhaseOpened(next_phase(state)),)


def after_shoe(state: State) -> tuple[Event, ...]:
    over = ShoeEnded(state.shoe.number)
    if is_over_with_shoe(state):
        return (over, *award_kept(state), *return_bank(state, BankEnd.TERM), e.PhaseOpened(after_term(state)))
    return (over, e.PhaseOpened(Phase.SHOE))


WITH_A_BANK = (Phase.BETWEEN, Phase.CUSTODY)
"""Between coups, when a bank is there that goes on with the shoe in use."""


def end_of_unplayed_shoe(state: State) -> tuple[Event, ...]:
    """Return the end of a shoe whose stop card came out before a coup, once no early card waits for one."""
    if state.phase not in WITH_A_BANK or state.docket.open or state.coup.cards.marks.aside:
        return ()
    return after_shoe(state) if not state.shoe.has_ended and betting.is_shoe_over(state) else ()


def after_correction(state: State) -> tuple[Event, ...]:
    """Return where the table goes when the bank has borne a corrected payment: it is broken now, or it was not."""
    bank = state.bank
    if bank is None:
        return ()
    is_lost = is_broken(state) or is_below_stakes(state)
    if state.phase is Phase.BROKEN:
        back = Phase.SHOE if state.shoe.has_ended else next_phase(state)
        return () if is_lost else (e.BankRestored(bank.banker, state.bank_chips), e.PhaseOpened(back))
    if is_lost:
        return (e.BankBroken(bank.banker, state.bank_chips), e.PhaseOpened(Phase.BROKEN))
    return resumed_repetition(state)


def resumed_repetition(state: State) -> tuple[Event, ...]:
    """Return where the table goes when the true result of a banco is known: to its repetition, or on from it."""
    if state.phase not in (Phase.BETWEEN, Phase.CUSTODY, Phase.REPEAT):
        return ()
    if (state.phase is Phase.REPEAT) is may_repeat(state):
        return ()
    return (e.PhaseOpened(next_phase(state)),)


def next_phase(state: State) -> Phase:
    if may_repeat(state):
        return Phase.REPEAT
    return Phase.CUSTODY if is_custody_due(state) else Phase.BETWEEN


def is_over_with_shoe(state: State) -> bool:
    return is_term_over(state) or is_session_over(state)


@rule("DP.E1.07", neutral=True)
def is_term_over(state: State) -> bool:
    """A bank is awarded for one shoe or several; for days it goes on with the next shoe."""
    bank = state.bank
    return bank is not None and bank.award.shoes > 0 and bank.shoes_begun >= bank.award.shoes


def is_broken(state: State) -> bool:
    """Return True if nothing of the bank is left; of an open one, where its proven deposit is used up too: of what the
    table does not know something is left until more is asked of it than there is.
    """
    left, bank = ending.proven_left(state), state.bank
    if bank is not None and bank.is_proven and left is None:
        return False
    return bool(is_nothing_left.where(state.bank_chips + (left or 0) <= 0))


@rule("DP.E1.14", neutral=False)
def is_nothing_left() -> bool:
    """The bank is broken when nothing of it is left."""
    return True


def is_below_stakes(state: State) -> bool:
    """Return True if a bank that answers with its chips has less than the least stake: it counts as broken."""
    if ending.is_liable_for_all(state) or not 0 < state.bank_chips < state.settings.minimum:
        return False
    ending.rest_on_liability(state)
    rest_on(cite("HP.DP.below-stakes"))
    return True


@rule("DP.A.44", neutral=lambda state: any(side.winner is Winner.TIE for side in state.coup.sides.values()))
def is_void_on_both(state: State) -> bool:
    """A banco is void only where nobody won or lost on either cloth; one without play on a cloth had neither there."""
    return not state.is_banco_decided


@rule("DP.A.43", neutral=False)
def is_annulled_banco_replayed() -> bool:
    """A banco whose coup was annulled was no void one: it is played again, and no repetition of it is used up."""
    return True


def may_repeat(state: State) -> bool:
    """Return True if a banco may be played again: it was annulled, or was void and has a repetition left."""
    coup, banco = state.coup, state.coup.banco
    if banco is None or coup.is_let_be:
        return False
    if not coup.is_settled:
        return is_annulled_banco_replayed() and not state.is_banco_decided
    if not is_void_on_both(state):
        return False
    return banco.repeats < state.book.banco.repeats_when_void.use()


def require_repetition(state: State, banco: Banco) -> Fault | None:
    """Return a Fault unless a banco may be played once more now; with the clauses by which it may not be where it is
    the last coup: somebody won or lost it, it has been repeated as often as it may be, or its shoe is over.
    """
    wrong, coup, limit = require_phase(state, Phase.REPEAT), state.coup, state.book.banco.repeats_when_void
    if wrong is None or coup.is_let_be or state.phase in COUP:
        return wrong
    if state.is_banco_decided:
        return with_clauses(wrong, *is_void_on_both.clauses)
    used_up = limit.clauses if coup.is_settled and banco.repeats >= limit.value else ()
    over = betting.is_over_by_stop_card.clauses if betting.is_shoe_over(state) else ()
    return with_clauses(wrong, *used_up, *over)


def require_banco_player(state: State, who: PersonId, caller: PersonId, *, again: bool) -> Fault | None:
    if state.may_act_for(who, caller) or (not again and people.may_stand_for(state, who, caller)):
        return None
    return fault("not-your-banco", caller=caller)


@acts.decides(RepeatBanco)
def repeat(state: State, who: PersonId, what: RepeatBanco) -> Decision:
    banco = state.coup.banco
    if banco is None:
        return require_phase(state, Phase.REPEAT) or fault("no-banco")
    if wrong := first_fault(
        require_repetition(state, banco),
        require_banco_player(state, who, banco.person, again=what.again),
        ending.require_handed_over(state),
    ):
        return wrong
    if not what.again:
        return (e.PhaseOpened(Phase.BETWEEN),)
    stake = state.bank_chips
    if wrong := first_fault(
        people.require_enough_punters(state),
        people.require_banker_there(state),
        require_chips(state, banco.person, stake),
    ):
        return wrong
    rest_on(*(cite(one) for one in state.book.banco.repeats_when_void.clauses))
    again = e.BancoRepeated(banco.person, stake, banco.repeats + int(state.coup.is_settled))
    after = fold(evolve, state, (again,))
    return (again, *betting.covered_by(after, banco.person, stake))


def void_coup(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that counts for nothing, and where the table goes from there.

    The stakes go back, the bank and the turns stand; neither a repetition of a banco nor a coup of the bank is used up.
    """
    back = as_shares({who: stake_of(state.coup.stakes, who) for who in {one.person for one in state.coup.stakes}})
    laid = {who: sum(one.amount for one in state.coup.laid if one.person == who) for who in state.seats.people()}
    events: tuple[Event, ...] = (CoupVoided(back or as_shares(laid)), *to_basket(state), *turns_kept(state))
    return (*events, *after_coup(fold(evolve, state, events)))


def return_stake(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    """Return the events by which what plays of a person's goes back, the first cloth's first: all, or so many cents."""
    found: list[Event] = []
    left = stake_of(state.coup.stakes, person) if amount is None else amount
    for cloth in CLOTHS:
        part = min(left, stake_of(state.coup.stakes, person, cloth))
        if part:
            found.append(e.StakeReturned(person, cloth, part))
        left -= part
    return tuple(found)


def void_cloth(state: State, cloth: Hand) -> tuple[Event, ...]:
    there = tuple(one for one in state.coup.stakes if one.cloth is cloth)
    people = {one.person for one in there}
    return (e.ClothVoided(cloth, as_shares({who: stake_of(there, who) for who in people})),)


@acts.decides(CallOff)
def call_off(state: State, who: PersonId, _what: CallOff) -> Decision:
    if wrong := require_post(state.staff, who, Role.CROUPIER):
        return wrong
    few = people.require_enough_punters(state)
    if wrong := require_phase(state, *((Phase.BETS,) if few is None else (Phase.BANCO, Phase.BETS))):
        return wrong
    short = state.coup.is_cover_short
    if few is None and not short and betting.stakes_that_play(state) and betting.require_holders(state) is None:
        return fault("something-staked")
    rest_on(*((cite("DP.E2.12" if short else "HP.DP.no-stakes"),) if few is None else few.clauses))
    back = tuple(e.StakeTaken(one.person, one.amount, one.cloth, one.spot) for one in state.coup.laid)
    events = (*back, CoupCalledOff(state.coup.number), e.PhaseOpened(Phase.BETWEEN))
    return (*events, *end_of_unplayed_shoe(fold(evolve, state, events)))


# What a house tells its table that the table does not know. Of a proof: that the bank does not cover the stakes, and
# that nothing is left of it. Of the day: that the dinner hour has begun. Only what the system says is taken, and at its
# time; no person says it.


def require_house_word(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        None if who == HOUSE else fault("only-system"),
        None if state.settings.is_in_house else fault("no-house"),
        None if state.bank is not None and state.bank.is_proven else fault("deposit-not-proven"),
    )


@acts.decides(TellCoverShort)
def tell_cover_short(state: State, who: PersonId, what: TellCoverShort) -> Decision:
    if wrong := first_fault(require_house_word(state, who), betting.require_may_close(state, what.person)):
        return wrong
    if sum(one.amount for one in betting.stakes_that_play(state)) <= state.bank_chips:
        return fault("nothing-changes")
    rest_on(cite("DP.E2.12"))
    return betting.cover_short()


@acts.decides(TellBankBroken)
def tell_bank_broken(state: State, who: PersonId, _what: TellBankBroken) -> Decision:
    wrong = first_fault(require_house_word(state, who), None if state.is_left_to_proof else fault("nothing-changes"))
    if wrong or state.bank is None:
        return wrong or fault("nothing-changes")
    is_nothing_left()
    return (e.BankBroken(state.bank.banker), e.PhaseOpened(Phase.BROKEN))


@acts.decides(TellDinnerHour)
def tell_dinner_hour(state: State, who: PersonId, what: TellDinnerHour) -> Decision:
    """Decide that the dinner hour has begun for the session of an open bank that was played before it: the croupier
    says so. The shoe in use is played on; no other one is begun, so a bank that waits for one ends with its term.
    """
    session = state.session
    is_due = session is not None and session.is_begun and not session.is_dinner_begun
    if wrong := first_fault(
        None if who == HOUSE else fault("only-system"),
        None if state.settings.is_in_house else fault("no-house"),
        None if is_due else fault("nothing-changes"),
    ):
        return wrong
    state.book.free.sessions.rest()
    rest_on(cite("HP.HS.dinner-hour"))
    said = Said("dinner-hour", {"begin": what.begin, "end": what.end})
    return (e.DinnerBegun(what.begin, what.end), said, *end_before_next_shoe(state))


def end_before_next_shoe(state: State) -> tuple[Event, ...]:
    if state.bank is None or state.phase not in (Phase.SHOE, Phase.SHUFFLE):
        return ()
    return (*award_kept(state), *return_bank(state, BankEnd.TERM), e.PhaseOpened(after_term(state)))
