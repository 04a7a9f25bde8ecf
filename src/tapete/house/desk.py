"""The cash desk: chips sold and bought back, money in custody, and the slips and counts that two people sign."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec.structs import astuple

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, admission, events
from tapete.house.state import CASH, CHIPS, TIPS, VOUCHERS, Slip, State, TableBooks, custody, is_custody, table_chips
from tapete.house.terms import COUNTS, FROM_TABLE, OF_TABLE, PAYMENT_LIMIT, PAYMENTS, TABLE_OFFICIALS, SlipKind
from tapete.kernel import HOUSE, Decision, Event, PersonId
from tapete.money import LIMIT, Cents
from tapete.table import staff
from tapete.table.staff import Role

Payment = acts.BuyBackChips | acts.ReturnDeposit | acts.ChangeDeposit
"""What the desk pays somebody who has chips or money here."""


@rule("HP.HS.cash-desk", neutral=None)
def require_chips_at_desk(state: State, amount: Cents) -> Fault | None:
    held = balance(state.ledger, CHIPS)
    return fault("desk-lacks-chips", held=held, amount=amount) if amount > held else None


@rule("HP.HS.cash-desk", neutral=None)
def require_cash_at_desk(state: State, amount: Cents) -> Fault | None:
    held = balance(state.ledger, CASH)
    return fault("desk-lacks-cash", held=held, amount=amount) if amount > held else None


@rule("HP.HS.own-purse", neutral=None)
def require_other_purse(who: PersonId, customer: PersonId) -> Fault | None:
    """Return a Fault if whoever is at the cash desk would be their own customer."""
    return staff.require_other_purse(who, customer)


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    held = admission.chips_of(state, who)
    return fault("customer-lacks-chips", held=held, amount=amount) if amount > held else None


def require_deposit(state: State, what: acts.ReturnDeposit | acts.ChangeDeposit | acts.BringDeposit) -> Fault | None:
    held, amount = balance(state.ledger, custody(what.person, what.means)), what.amount
    return fault("not-deposited", held=held, amount=amount) if amount > held else None


def customers(state: State) -> tuple[PersonId, ...]:
    """Return the people with whom the desk has to do: those who may play, and those who have chips or money here."""
    return tuple(
        one
        for one in sorted(state.visitors)
        if admission.require_may_play(state, one) is None or admission.has_money(state, one)
    )


@acts.decides(acts.SellChips)
def sell_chips(state: State, who: PersonId, what: acts.SellChips) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.CASHIER),
        admission.require_may_play(state, what.person),
        admission.require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )
    return wrong or (events.ChipsSold(what.person, what.amount, what.means),)


@acts.decides(acts.TakeDeposit)
def take_deposit(state: State, who: PersonId, what: acts.TakeDeposit) -> Decision:
    """Decide that money is taken into custody: of nobody who may do nothing with it."""
    wrong = first_fault(
        admission.require_house_post(state, who, Role.CASHIER),
        admission.require_no_duty(state, what.person),
        admission.require_not_barred(state, what.person),
        admission.require_not_excluded(state, what.person),
    )
    return wrong or (events.DepositTaken(what.person, what.amount, what.means),)


def payment_event(what: Payment, *signers: PersonId) -> Event:
    made: dict[type, type[Event]] = {
        acts.BuyBackChips: events.ChipsBoughtBack,
        acts.ReturnDeposit: events.DepositReturned,
    }
    return made.get(type(what), events.DepositChanged)(*astuple(what), signers)


def require_held(state: State, what: Payment) -> Fault | None:
    if isinstance(what, acts.BuyBackChips):
        return require_chips(state, what.person, what.amount)
    return require_deposit(state, what)


def require_payable(state: State, what: Payment) -> Fault | None:
    """Return a Fault unless what is to be paid is there. Only a deposit changed into chips obeys limits, as a sale."""
    wrong = require_held(state, what)
    if wrong or not isinstance(what, acts.ChangeDeposit):
        return wrong or (require_cash_at_desk(state, what.amount) if isinstance(what, acts.BuyBackChips) else None)
    return first_fault(
        admission.require_may_play(state, what.person),
        admission.require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )


@rule("HP.HS.payment-word", neutral=None)
def require_word_enough(state: State, what: Payment) -> Fault | None:
    """Return a Fault if the director may not sign for a player who is absent, barred, new in or above the limit."""
    if not isinstance(what, acts.ChangeDeposit) and admission.require_admitted(state, what.person) is not None:
        return fault("payment-to-absent", person=what.person)
    return require_word_good(state, what)


@rule("HP.HS.payment-word", neutral=None)
def require_word_good(state: State, what: Payment) -> Fault | None:
    """Return a Fault where nobody could pay what a player asks for: it is said when they ask, and no slip waits."""
    one = state.visitor(what.person)
    barred = admission.require_not_barred(state, what.person) or admission.require_not_excluded(state, what.person)
    if isinstance(what, acts.ChangeDeposit):
        return barred
    if barred:
        return fault("payment-to-excluded", person=what.person)
    if one.code_by:
        return fault("payment-after-code", person=what.person, by=one.code_by)
    return require_within_limit(state, what)


def left_of_word(state: State, person: PersonId) -> Cents:
    """Return what the desk still pays somebody today on their own word, in cents."""
    out = ("chips-bought-back", "deposit-returned")
    said = (one for one in state.visitor(person).movements if one.day == state.day and one.event in out)
    return max(0, PAYMENT_LIMIT - sum(one.amount or 0 for one in said if not one.signers))


@rule("HP.HS.payment-word", neutral=None)
def require_within_limit(state: State, what: Payment) -> Fault | None:
    """Return a Fault where money would go out above what a player's own word is good for: then the director signs."""
    if isinstance(what, acts.ChangeDeposit):
        return None
    left = left_of_word(state, what.person)
    return fault("payment-above-limit", limit=PAYMENT_LIMIT, left=left) if what.amount > left else None


class Missing(NamedTuple):
    """What the books have more than a count found, in cents; below zero: less.

    Up to a limit of the house the second signature confirms it; above that the side that wrote the count does so too. A
    confirmation is good for one figure: when the books move, it is given again.
    """

    chips: Cents = 0
    cash: Cents = 0
    vouchers: Cents = 0


def missing_of(state: State, slip: Slip) -> Missing:
    match slip.kind:
        case SlipKind.CLOSING:
            return Missing(balance(state.ledger, table_chips(slip.table)) - slip.chips)
        case SlipKind.COUNT:
            vouchers = balance(state.ledger, VOUCHERS) - slip.vouchers if slip.is_whole else 0
            chips, cash = balance(state.ledger, CHIPS) - slip.chips, balance(state.ledger, CASH) - slip.cash
            return Missing(chips, cash, vouchers)
        case _:
            return Missing()


def kept_for_others(state: State) -> Cents:
    """Return what lies at the cash desk and is not the house's, in cents: money in custody and the staff's tips."""
    return sum(held for account, held in state.ledger.items() if account == TIPS or is_custody(account))


@rule("HP.HS.count-difference", neutral=None)
def require_kept_whole(state: State, one: Slip | acts.WriteSlip) -> Fault | None:
    """Return a Fault if a count does not find what is kept for others: the desk makes that whole, and counts again."""
    due = kept_for_others(state)
    is_asked = one.is_whole and one.kind is SlipKind.COUNT
    return fault("kept-differs", due=due, kept=one.kept_money) if is_asked and one.kept_money != due else None


def is_for_two(state: State, missing: Missing) -> bool:
    return any(abs(one) > state.difference_limit for one in missing)


def is_confirmed(state: State, slip: Slip) -> bool:
    one = slip.confirmation
    return one is not None and (one.missing_chips, one.missing_cash, one.missing_vouchers) == missing_of(state, slip)


@rule("HP.HS.count-difference", neutral=None)
def require_no_difference(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if a count differs from the books: it is not signed as one that comes out."""
    missing = missing_of(state, slip)
    if not any(missing):
        return None
    chips, cash, vouchers = missing
    return fault("count-differs", missing_chips=chips, missing_cash=cash, missing_vouchers=vouchers)


@rule("HP.HS.count-difference", neutral=None)
def require_shown(state: State, slip: Slip, what: acts.ConfirmDifference) -> Fault | None:
    """Return a Fault unless a slip is a count that differs from the books by what is confirmed."""
    missing = missing_of(state, slip)
    if slip.kind not in COUNTS or not any(missing):
        return fault("no-difference", serial=slip.serial)
    if (what.missing_chips, what.missing_cash, what.missing_vouchers) != missing:
        chips, cash, vouchers = missing
        return fault("difference-changed", missing_chips=chips, missing_cash=cash, missing_vouchers=vouchers)
    return None


@rule("HP.HS.count-difference", neutral=None)
def require_both_sides(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if a difference is above the limit of the house and the first side has not confirmed it."""
    if not is_for_two(state, missing_of(state, slip)) or is_confirmed(state, slip):
        return None
    return fault("difference-needs-two", limit=state.difference_limit, first=slip.first)


@acts.decides(acts.SetDifferenceLimit)
def set_difference_limit(state: State, who: PersonId, what: acts.SetDifferenceLimit) -> Decision:
    if wrong := admission.require_house_post(state, who, Role.DIRECTOR):
        return wrong
    if what.amount == state.difference_limit:
        return fault("nothing-changes")
    return (events.DifferenceLimitSet(what.amount),)


class Side(Enum):
    DESK = "desk"
    OTHER = "other"


def side_of(state: State, person: PersonId, kind: SlipKind, table: str, named: PersonId | None = None) -> Side | None:
    """Return for which side of a slip a person may sign; ``None`` for neither."""
    if person == named and kind in PAYMENTS:
        return Side.OTHER
    posts = admission.posts_of(state, person)
    if Role.CASHIER in posts:
        return Side.DESK
    if Role.DIRECTOR in posts or (kind in OF_TABLE and admission.posts_of(state, person, table) & TABLE_OFFICIALS):
        return Side.OTHER
    return None


@rule("HP.HS.slips", neutral=None)
def require_side(
    state: State, person: PersonId, kind: SlipKind, table: str, named: PersonId | None = None
) -> Fault | None:
    """Return a Fault unless a person may sign a slip for one of its sides."""
    if side_of(state, person, kind, table, named) is not None:
        return None
    officials = sorted(TABLE_OFFICIALS) if kind in OF_TABLE else [Role.DIRECTOR]
    return fault("not-your-post", needs=[str(Role.CASHIER), *(str(role) for role in officials)])


@rule("HP.HS.slips", neutral=None)
def require_other_side(state: State, person: PersonId, slip: Slip) -> Fault | None:
    """Return a Fault if the second signature comes from the person, or from the side, of the first."""
    same = slip.is_of_desk == (side_of(state, person, slip.kind, slip.table, slip.person) is Side.DESK)
    return fault("second-signature", first=slip.first) if person == slip.first or same else None


@rule("HP.HS.slips", neutral=None)
def require_first_kept(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if whoever signed a slip first, or its difference, is no more on the post for that side."""
    side = Side.DESK if slip.is_of_desk else Side.OTHER
    gone = (one for one in slip.signers if side_of(state, one, slip.kind, slip.table, slip.person) is not side)
    return next((fault("first-word-gone", person=one) for one in gone), None)


def require_slip(state: State, serial: int) -> Fault | None:
    return None if serial in state.slips else fault("no-such-slip", serial=serial)


def require_sums(what: acts.WriteSlip) -> Fault | None:
    """Return a Fault unless the sums of a slip make sense: whole, in bounds, cash at the desk's own slips alone."""
    sums = {name: getattr(what, name) for name in ("chips", "cash", "vouchers", "kept_money")}
    for name, amount in sums.items():
        if not 0 <= amount <= LIMIT:
            return fault("sum-out-of-bounds", field=name, amount=amount, least=0, most=LIMIT)
    if what.kind in OF_TABLE and what.cash:
        return fault("no-cash-at-table", amount=what.cash)
    foreign = () if what.kind is SlipKind.COUNT else ("vouchers", "kept_money")
    for name in (*foreign, *["cash"] * (what.kind in (SlipKind.TIPS_PAID, *PAYMENTS))):
        if sums[name]:
            return fault("sum-not-on-slip", field=name, amount=sums[name])
    return None if what.kind in COUNTS or what.chips or what.cash else fault("empty-slip")


def require_table(state: State, kind: SlipKind, table: str) -> Fault | None:
    if kind not in OF_TABLE:
        return fault("no-such-table", table=table) if table else None
    one = state.tables.get(table)
    if one is None:
        return fault("no-such-table", table=table)
    return require_float(one, kind, table) or require_over(one, kind, table)


@rule("HP.HS.float", neutral=None)
def require_float(one: TableBooks, kind: SlipKind, table: str) -> Fault | None:
    """Return a Fault unless a table in play has a float to add to, or none for an opening; some games need none."""
    if kind in (SlipKind.OPENING, SlipKind.FILL) and not one.is_open:
        return fault("table-closed", table=table)
    if kind is SlipKind.OPENING:
        return fault("has-float", table=table) if one.has_float else None
    needs = kind in (SlipKind.FILL, SlipKind.CREDIT)
    return fault("no-float", table=table) if needs and not one.has_float else None


@rule("HP.HS.float", neutral=None)
def require_over(one: TableBooks, kind: SlipKind, table: str) -> Fault | None:
    """Return a Fault if a table in play is to be counted."""
    return fault("table-in-play", table=table) if kind is SlipKind.CLOSING and one.is_open else None


def require_chips_on_table(state: State, table: str, amount: Cents) -> Fault | None:
    held = balance(state.ledger, table_chips(table))
    return fault("table-lacks-chips", table=table, held=held, amount=amount) if amount > held else None


def least_owed(one: TableBooks) -> Cents:
    """Return the least that a table owes its players, in cents: chips brought and not taken; nothing after its play."""
    return max(0, one.result) if one.is_open else 0


def left_for_slips(state: State, table: str, debt: Cents | None) -> Cents:
    """Return the chips that may leave a table on a slip, in cents; ``debt`` is what it owes, as far as it was said."""
    due = least_owed(state.tables[table]) if debt is None else debt
    return max(0, balance(state.ledger, table_chips(table)) - due)


@rule("HP.HS.table-bank", neutral=None)
def require_left_for_players(state: State, table: str, amount: Cents, debt: Cents | None) -> Fault | None:
    """Return a Fault if chips are to leave a table on a slip that are its players', or that their stakes may win."""
    due = least_owed(state.tables[table]) if debt is None else debt
    left = left_for_slips(state, table, debt)
    return fault("chips-of-players", table=table, owed=due, left=left) if amount > left else None


@rule("HP.HS.tips", neutral=None)
def require_tips(state: State, amount: Cents) -> Fault | None:
    held = balance(state.ledger, TIPS)
    return fault("tips-lack", held=held, amount=amount) if amount > held else None


def require_source(
    state: State, kind: SlipKind, table: str, chips: Cents, cash: Cents, debt: Cents | None
) -> Fault | None:
    """Return a Fault unless what a slip moves lies where it comes from."""
    if kind in FROM_TABLE:
        return first_fault(
            require_chips_on_table(state, table, chips), require_left_for_players(state, table, chips, debt)
        )
    match kind:
        case SlipKind.OPENING | SlipKind.FILL:
            return require_chips_at_desk(state, chips)
        case SlipKind.TIPS_PAID:
            return first_fault(require_tips(state, chips), require_cash_at_desk(state, chips))
        case SlipKind.RETURN:
            return first_fault(require_chips_at_desk(state, chips), require_cash_at_desk(state, cash))
        case _:
            return None


def payment_of(one: Slip | acts.WriteSlip) -> Payment | None:
    """Return what a slip pays a player; ``None`` for one that pays nobody."""
    if one.person is None or one.kind not in PAYMENTS:
        return None
    if one.kind is SlipKind.BUY_BACK:
        return acts.BuyBackChips(one.person, one.chips)
    kind = acts.ReturnDeposit if one.kind is SlipKind.DEPOSIT_RETURN else acts.ChangeDeposit
    return kind(one.person, one.chips, one.means)


def require_payment(state: State, who: PersonId, one: Slip | acts.WriteSlip) -> Fault | None:
    payment = payment_of(one)
    if payment is None:
        return fault("slip-names-player") if one.kind in PAYMENTS or one.person is not None else None
    if who != payment.person:
        return require_payable(state, payment)
    return require_held(state, payment) or require_word_good(state, payment)


def requests_of(state: State, person: PersonId | None) -> list[Slip]:
    return [slip for _, slip in sorted(state.slips.items()) if slip.first == slip.person == person]


def require_one_request(state: State, who: PersonId, what: acts.WriteSlip) -> Fault | None:
    """Return a Fault if whoever asks to be paid has asked before, and has not taken it back."""
    asked = requests_of(state, what.person) if who == what.person else []
    return fault("request-waits", serial=asked[0].serial) if asked else None


@rule("HP.HS.payment-word", neutral=None)
def require_asked(what: Payment, serial: int) -> Fault | None:
    """Return a Fault unless somebody asks on a slip for just this."""
    return None if serial else fault("payment-not-asked", person=what.person, amount=what.amount)


@acts.decides(acts.BuyBackChips, acts.ReturnDeposit, acts.ChangeDeposit)
def pay_asked(state: State, who: PersonId, what: Payment) -> Decision:
    """Decide that the desk pays what somebody has asked for on a slip: it is the second signature there."""
    serial = next((slip.serial for slip in requests_of(state, what.person) if payment_of(slip) == what), 0)
    wrong = first_fault(
        admission.require_house_post(state, who, Role.CASHIER),
        require_other_purse(who, what.person),
        require_payable(state, what),
        require_word_enough(state, what),
        require_asked(what, serial),
    )
    if wrong is None and not serial:  # an audit leaves the check of the slip out, as an edition without slips did
        return (payment_event(what),)
    return wrong or sign_slip(state, who, acts.SignSlip(serial))


@acts.decides(acts.WriteSlip)
def write_slip(state: State, who: PersonId, what: acts.WriteSlip) -> Decision:
    wrong = first_fault(
        require_table(state, what.kind, what.table),
        require_side(state, who, what.kind, what.table, what.person),
        require_sums(what),
    )
    if wrong := wrong or first_fault(
        require_source(state, what.kind, what.table, what.chips, what.cash, what.debt),
        require_payment(state, who, what),
        require_one_request(state, who, what),
        require_kept_whole(state, what),
    ):
        return wrong
    more = (what.vouchers, what.kept_money, what.is_whole, what.person, what.means)
    return (events.SlipWritten(state.last_slip + 1, what.kind, what.table, what.chips, what.cash, who, *more),)


@acts.decides(acts.SignSlip)
def sign_slip(state: State, who: PersonId, what: acts.SignSlip) -> Decision:
    if unknown := require_slip(state, what.serial):
        return unknown
    slip = state.slips[what.serial]
    payment = payment_of(slip)
    is_own = payment is not None and payment.person in (slip.first, who)
    wrong = first_fault(
        require_side(state, who, slip.kind, slip.table, slip.person),
        require_other_side(state, who, slip),
        require_first_kept(state, slip),
        require_table(state, slip.kind, slip.table),
        require_source(state, slip.kind, slip.table, slip.chips, slip.cash, what.debt),
        require_payment(state, who, slip),
        require_word_enough(state, payment) if payment is not None and is_own else None,
        require_kept_whole(state, slip),
        require_no_difference(state, slip),
    )
    signed = events.SlipSigned(slip.serial, slip.kind, slip.table, slip.chips, slip.cash, slip.first, who)
    if wrong or payment is None:
        return wrong or (signed,)
    return (payment_event(payment, *(() if is_own else (slip.first, who))), signed)


@acts.decides(acts.ConfirmDifference)
def confirm_difference(state: State, who: PersonId, what: acts.ConfirmDifference) -> Decision:
    if unknown := require_slip(state, what.serial):
        return unknown
    slip = state.slips[what.serial]
    wrong = first_fault(
        require_side(state, who, slip.kind, slip.table, slip.person),
        require_table(state, slip.kind, slip.table),
        require_kept_whole(state, slip),
        require_shown(state, slip, what),
    )
    if wrong:
        return wrong
    if require_other_side(state, who, slip):
        again = fault("nothing-changes") if is_confirmed(state, slip) else None
        said = (what.missing_chips, what.missing_cash, what.reason, who, what.missing_vouchers)
        return again or (events.DifferenceConfirmed(slip.serial, *said),)
    if wrong := first_fault(require_both_sides(state, slip), require_first_kept(state, slip)):
        return wrong
    chips, cash, vouchers = what.missing_chips, what.missing_cash, what.missing_vouchers
    signed = (what.reason, who, slip.first, vouchers)
    booked = events.DifferenceBooked(slip.serial, slip.kind, slip.table, chips, cash, *signed)
    return (booked, events.SlipSigned(slip.serial, slip.kind, slip.table, slip.chips, slip.cash, slip.first, who))


@acts.decides(acts.TearSlip)
def tear_slip(state: State, who: PersonId, what: acts.TearSlip) -> Decision:
    if unknown := require_slip(state, what.serial):
        return unknown
    slip = state.slips[what.serial]
    wrong = None if who == HOUSE else require_side(state, who, slip.kind, slip.table, slip.person)
    return wrong or (events.SlipTorn(slip.serial, who),)
