"""Bets, and the people who make them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete import house
from tapete.accounts import balance, person
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.procedure import CloseBets, OpenBets, say
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.acts import PlaceBet, WithdrawBet
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Phase, Variant
from tapete.games.punto_banco.turn import has_shoe_stake, holder_of_player_hand, offer_next
from tapete.kernel import CLOCK, Decision, Event, Irregular, PersonId
from tapete.money import Cents, Rounding, portion
from tapete.table import acts as t
from tapete.table.people import presence, require_long_absence, require_presence_changes
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post, roles_of
from tapete.table.state import in_order


@rule("PB.C.01", neutral=None)
def require_at_table(state: State, who: PersonId) -> Fault | None:
    """Whoever is seated at a numbered place may play; nobody from outside the table."""
    return None if state.seats.is_at_table(who) else fault("not-at-table")


@rule("PB.C.02", neutral=None)
def require_standing_admitted(state: State) -> Fault | None:
    """People on their feet may play only if the games management admits them."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


@rule("MPB.08", neutral=None)
def require_standing_admitted_at_mini(state: State) -> Fault | None:
    """At a mini table the games director may admit standing players, as they like."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


def require_standing_allowed(state: State) -> Fault | None:
    match state.settings.variant:
        case Variant.MINI:
            return require_standing_admitted_at_mini(state)
        case Variant.PUNTO_BANCO:
            return require_standing_admitted(state)


@rule("PB.D.04", neutral=None)
def require_table_minimum(state: State, amount: Cents) -> Fault | None:
    """A bet reaches the minimum of this table, which may differ from table to table."""
    if amount < state.settings.minimum:
        return fault("below-minimum", minimum=state.settings.minimum, amount=amount)
    return None


@rule("PB.D.06", neutral=None)
def require_within_maximum(state: State, bet: Bet, amount: Cents) -> Fault | None:
    """A bettor's stake on one hand does not pass the table's maximum."""
    if amount > state.settings.maximum:
        return fault("above-maximum", maximum=state.settings.maximum, amount=amount, bet=str(bet))
    return None


def tie_maximum(state: State) -> Cents:
    return portion(state.settings.maximum, state.book.bets.tie_cap.use(), Rounding.DOWN)


def require_within_tie_cap(state: State, amount: Cents) -> Fault | None:
    most = tie_maximum(state)
    return against(state.book.bets.tie_cap, "tie-limit", maximum=most, amount=amount) if amount > most else None


@rule("PB.D.07", neutral=None)
def require_multiple(state: State, amount: Cents) -> Fault | None:
    """Where the games director asks for multiples, a stake is a whole number of table minimums."""
    least = state.settings.minimum
    return fault("not-a-multiple", minimum=least, amount=amount) if amount % least else None


def require_lawful_amount(state: State, bet: Bet, amount: Cents) -> Fault | None:
    if bet is Bet.TIE:
        low = state.book.bets.tie_minimum_applies.use()
        return first_fault(
            require_within_tie_cap(state, amount),
            require_table_minimum(state, amount) if low else None,
            require_multiple.where(state.settings.multiples_only, state, amount),
        )
    return first_fault(
        require_table_minimum(state, amount),
        require_within_maximum(state, bet, amount),
        require_multiple.where(state.settings.multiples_only, state, amount),
    )


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    held = balance(state.ledger, person(who))
    return fault("not-enough-chips", chips=held, amount=amount) if amount > held else None


def place(state: State, who: PersonId, what: PlaceBet) -> Decision:
    wrong = require_at_table(state, who)
    if wrong is None and state.seats.seat_of(who) is None:
        wrong = require_standing_allowed(state)
    wrong = first_fault(
        wrong,
        require_bets_open(state),
        require_bet_offered(state, what.bet),
        require_lawful_amount(state, what.bet, state.stake(who, what.bet) + what.amount),
        require_chips(state, who, what.amount),
    )
    return wrong or (e.BetPlaced(who, what.bet, what.amount),)


def require_bet_offered(state: State, bet: Bet) -> Fault | None:
    if bet in MAIN_BETS or bet in state.settings.side_bets:
        return None
    return fault("bet-not-offered", bet=str(bet))


@rule("PB.B.09", neutral=None)
def require_bets_open(state: State) -> Fault | None:
    """After «no va más» nobody bets, changes or withdraws; before the opening neither."""
    return None if state.phase is Phase.BETS else fault("bets-closed", window=str(state.phase))


@rule("PB.A1.08", neutral=False)
def may_withdraw_after_tie() -> bool:
    """After a tie, until the next betting closes, the stakes on the two hands are their owners' to take back."""
    return True


def withdraw(state: State, who: PersonId, what: WithdrawBet) -> Decision:
    there = state.stake(who, what.bet)
    amount = there if what.amount is None else what.amount
    tied = state.is_between_coups and what.bet in (Bet.PUNTO, Bet.BANCA)
    if not (tied and may_withdraw_after_tie()) and (closed := require_bets_open(state)):
        return closed
    if there == 0:
        return fault("no-such-bet", bet=str(what.bet))
    if amount > there:
        return fault("more-than-staked", staked=there, amount=amount)
    if amount < there and (wrong := require_lawful_amount(state, what.bet, there - amount)):
        return wrong
    return (e.BetWithdrawn(who, what.bet, amount),)


@rule("PB.B.04", neutral=None)
def require_shoe_not_over(state: State) -> Fault | None:
    """Once the cut card has appeared no new coup may be started with this shoe."""
    return fault("end-of-shoe", shoe=state.shoe.number) if state.shoe.is_over else None


@rule("PB.B.06", neutral=None)
def require_burn_made(state: State) -> Fault | None:
    """The first card is turned, and the burn made, before any coup."""
    return fault("not-burned") if state.phase is Phase.BURN else None


def returns_of_unlawful_stakes(state: State) -> tuple[e.StakeReturned, ...]:
    """Return the stakes left from a tie that changed options no longer allow: they go back before the betting opens."""
    return tuple(
        e.StakeReturned(who, bet, amount)
        for (who, bet), amount in in_order(state.bets)
        if require_lawful_amount(state, bet, amount)
        or (state.seats.seat_of(who) is None and require_standing_allowed(state))
    )


def require_time_to_open(state: State) -> Fault | None:
    """Return a Fault while a shoe is prepared, or a coup is under way: its betting is open, or closed for good."""
    wrong = require_phase(state, Phase.BETWEEN, Phase.END_OF_SHOE, Phase.BURN)
    if wrong and state.phase in (Phase.COUNT, Phase.SHUFFLE, Phase.CUT, Phase.CUT_CARD):
        return with_clauses(wrong, "PB.B.01")
    return wrong and with_clauses(wrong, "PB.B.09")


def open_bets(state: State, who: PersonId, what: OpenBets) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shoe_not_over(state),
        require_burn_made(state),
        require_time_to_open(state),
    )
    return wrong or (
        *returns_of_unlawful_stakes(state),
        e.BetsOpened(state.coup + 1),
        e.PhaseOpened(Phase.BETS),
        *say(state, "open-bets"),
    )


@rule("PB.C.07", neutral=None)
def require_holder_bet(state: State) -> Fault | None:
    """The player who has the shoe must have a bet in the coup that they deal."""
    seat = state.turn.holder
    who = None if seat is None else state.seats.occupants.get(seat)
    if who is None or has_shoe_stake(state, who, state.book.turn.holder_bet_on.use()):
        return None
    return fault("shoe-holder-without-bet", seat=seat, minimum=state.settings.minimum)


def close_bets(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide the close: a shoe-holder without a bet is asked once; then the shoe goes on and the betting stays open."""
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_bets_open(state),
        fault("shoe-not-assigned", seat=state.turn.offered_place)
        if state.turn.holder is None and not state.turn.croupier
        else None,
    ):
        return wrong
    seat = state.turn.holder
    if seat is not None and (without := require_holder_bet(state)) is not None:
        if state.turn.is_reminded:
            return Irregular(offer_next(state, seat), (without,))
        return Irregular((e.HolderReminded(seat), *say(state, "holder-reminded", seat=seat)), (without,))
    return (*say(state, "no-more-bets"), *say(state, "cards"), *holder_of_player_hand(state), e.PhaseOpened(Phase.DEAL))


def require_not_staff(state: State, who: PersonId) -> Fault | None:
    on_duty = roles_of(state.staff, who)
    return with_clauses(fault("staff-may-not-play"), "HP.PB.relief") if on_duty else None


@rule("MPB.02", neutral=None)
def require_mini_place_free(state: State, who: PersonId) -> Fault | None:
    """No more than seven people may be seated at a mini table: its places are taken."""
    full = len(state.seats.occupants) >= len(state.seats.labels) and state.seats.seat_of(who) is None
    return fault("table-full", places=len(state.seats.labels)) if full else None


@rule("HP.PB.one-seat", neutral=None)
def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Nobody has a seat at two tables of the house at a time."""
    return house.require_one_seat(tables, person, table)


def require_known_place(state: State, who: PersonId, seat: int) -> Fault | None:
    if state.settings.variant is Variant.MINI and (full := require_mini_place_free(state, who)):
        return full
    return require_place(state, seat)


def require_place(state: State, seat: int) -> Fault | None:
    return None if seat in state.seats.labels else fault("no-such-seat", seat=seat, places=list(state.seats.labels))


def require_not_in_coup(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person deals or has the Player hand: they keep their place until the coup is settled."""
    if state.is_between_coups or state.phase is Phase.BETS:
        return None
    holding = (state.dealer(), state.hand_holder, *state.disputants)
    return fault("coup-in-progress") if who in holding else None


def has_stake(state: State, who: PersonId) -> bool:
    return any(state.stake(who, bet) for bet in Bet)


def sit(state: State, who: PersonId, what: t.Sit) -> Decision:
    """Decide the taking of a place. Moving is free between coups and while one has nothing staked."""
    now = state.seats.seat_of(who)
    wrong = first_fault(
        require_not_staff(state, who),
        require_known_place(state, who, what.seat),
        fault("seat-taken", seat=what.seat) if state.seats.occupants.get(what.seat) not in (None, who) else None,
        fault("already-seated", seat=now) if now == what.seat else None,
        fault("bets-on-table") if now is not None and has_stake(state, who) else None,
        require_not_in_coup(state, who),
    )
    return wrong or (*hand_on(state, now), t.Seated(who, what.seat))


def stand_behind(state: State, who: PersonId, what: t.StandBehind) -> Decision:
    now = state.seats.seat_of(who)
    wrong = first_fault(
        require_not_staff(state, who),
        require_standing_allowed(state),
        require_place(state, what.seat),
        fault("bets-on-table") if has_stake(state, who) else None,
        require_not_in_coup(state, who),
        fault("nothing-changes") if state.seats.is_standing(who) and state.seats.place_of(who) == what.seat else None,
    )
    return wrong or (*hand_on(state, now), t.StoodBehind(who, what.seat))


def leave(state: State, who: PersonId, what: t.Leave) -> Decision:
    wrong = first_fault(
        require_at_table(state, who),
        fault("bets-on-table") if has_stake(state, who) else None,
        require_not_in_coup(state, who),
    )
    held = balance(state.ledger, person(who))
    return wrong or (*hand_on(state, state.seats.seat_of(who)), t.PersonLeft(who, held))


def lead_out(state: State, who: PersonId, what: t.LeadOut) -> Decision:
    """Decide that somebody on their feet who is long away counts as gone: as a departure, but told by the hall."""
    if wrong := require_long_absence(state.seats, who, what.person):
        return wrong
    rest_on(cite("HP.PB.led-out"))
    return leave(state, what.person, t.Leave())


def hand_on(state: State, seat: int | None) -> tuple[Event, ...]:
    """Return how the shoe goes on when the player who has it, or to whom it is offered, gives up their place."""
    if seat is None or seat not in (state.turn.holder, state.turn.offered_place):
        return ()
    return offer_next(state, seat)


def buy_in(state: State, who: PersonId, what: t.BuyIn) -> Decision:
    return require_at_table(state, who) or (t.BoughtIn(who, what.amount),)


def cash_out(state: State, who: PersonId, what: t.CashOut) -> Decision:
    """Decide that somebody changes chips back; a correction may have brought them to a person who has left."""
    short = require_chips(state, who, what.amount)
    if not state.seats.is_at_table(who) and balance(state.ledger, person(who)):
        rest_on(cite("HP.PB.debts"))
        return short or (t.CashedOut(who, what.amount),)
    return first_fault(require_at_table(state, who), short) or (t.CashedOut(who, what.amount),)


def away(state: State, who: PersonId, what: t.Away | t.Back) -> Decision:
    wrong = first_fault(
        None if who in (CLOCK, what.person) else fault("not-your-post", needs=["system:clock"]),
        require_presence_changes(state.seats, what),
    )
    return wrong or (presence(what),)
