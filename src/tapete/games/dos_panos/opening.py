"""Opening and closing a table: limits of the authorisation, the mode of the bank, the least staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tapete.clauses import Fault, Sourced, against, fault, first_fault, rule
from tapete.games.baccarat.procedure import CloseTable, TableClosed
from tapete.games.banked.people import require_new_table
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import OpenTable, SetOptions
from tapete.games.dos_panos.bank.ending import is_liable_for_all, return_bank
from tapete.games.dos_panos.bank.granting import award_kept, first_award, require_standing_award
from tapete.games.dos_panos.events import OptionsSet, PhaseOpened, TableOpened
from tapete.games.dos_panos.rules import GAME, DepositPlace, LimitSource, Rules, read
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BETTING, COUP, BankEnd, BankMode, Phase
from tapete.kernel import SYSTEM, Decision, PersonId
from tapete.money import Cents
from tapete.rulebooks import Library
from tapete.spelling import plain
from tapete.table.acts import StaffAssigned
from tapete.table.people import require_one_post_each
from tapete.table.seats import Seat
from tapete.table.staff import Role, require_post_or_house
from tapete.table.state import AdoptRulebook, RulebookAdopted, adoptable, in_order, named_rulebook


def require_staff(staff: Mapping[Role, PersonId], rules: Rules) -> Fault | None:
    if SYSTEM & set(staff.values()):
        return fault("system-on-duty")
    missing = [str(role) for role in rules.staff.least.use() if role not in staff]
    if missing:
        return against(rules.staff.least, "missing-staff", posts=missing)
    return require_one_post_each(dict(staff))


@rule("DP.E2.03", neutral=None, names_a_pass=False)
def require_bank_limited(what: OpenTable) -> Fault | None:
    """The amount that forms a limited bank is always limited."""
    unlimited = what.mode is BankMode.LIMITED and not what.bank_maximum
    return fault("bank-maximum-missing") if unlimited else None


def require_no_maxima(what: OpenTable, rules: Rules) -> Fault | None:
    if what.mode is BankMode.LIMITED or not (what.maximum or what.bank_maximum):
        return None
    return against(rules.free.no_maxima, "maximum-in-open-bank") if rules.free.no_maxima.use() else None


def require_bounds(what: OpenTable, rules: Rules) -> Fault | None:
    """Return a Fault if a maximum is below its minimum; the greatest bank covers the least stake at any rate."""
    least = max(what.bank_minimum, what.minimum)
    return first_fault(
        require_maximum(rules.limits.stake, what.minimum, what.maximum),
        require_maximum(rules.limits.bank, least, what.bank_maximum),
    )


def require_maximum(limit: Sourced[LimitSource], least: Cents, most: Cents) -> Fault | None:
    """Return a Fault if limits that an authorisation gives have a maximum below their minimum; a most of 0 is none."""
    if not most or most >= least or limit.use() is LimitSource.NONE:
        return None
    return against(limit, "maximum-below-minimum", minimum=least, maximum=most)


def require_shoes_of_session(what: OpenTable, rules: Rules) -> Fault | None:
    most = rules.free.shoes.use() if what.mode is BankMode.OPEN else what.session_shoes
    return against(rules.free.shoes, "too-many-shoes", most=most) if what.session_shoes > most else None


def require_session_of_day(what: OpenTable, rules: Rules) -> Fault | None:
    if what.mode is BankMode.LIMITED:
        return None
    sessions = rules.free.sessions
    most = sessions.use()
    return against(sessions, "too-many-sessions", most=most) if what.session > most else None


def require_room_for_open_bank(what: OpenTable, others: Sequence[State], library: Library) -> Fault | None:
    book = named_rulebook(library, GAME, what.rulebook)
    if isinstance(book, Fault):
        return book
    tables = read(book).free.tables
    there = [one.settings.name for one in others if one.is_open_bank]
    if what.mode is BankMode.LIMITED or len(there) < tables.use():
        return None
    return against(tables, "too-many-open-banks", most=tables.value, tables=there)


def require_packs(what: OpenTable, rules: Rules) -> Fault | None:
    packs = rules.pack.decks.use()
    if not what.decks or not packs or what.decks == packs:
        return None
    return against(rules.pack.decks, "wrong-packs", packs=rules.pack.decks.value, found=what.decks)


@acts.decides(OpenTable, by_library=True)
def open_table(state: State, who: PersonId, what: OpenTable, library: Library) -> Decision:
    if wrong := require_new_table(state, who):
        return wrong
    book = named_rulebook(library, GAME, what.rulebook)
    if isinstance(book, Fault):
        return book
    rules = read(book)
    mode = mode_of_bank(what.mode)
    what = replace(what, mode=mode)
    if wrong := first_fault(
        require_bank_limited(what),
        require_no_maxima(what, rules),
        require_bounds(what, rules),
        require_session_of_day(what, rules),
        require_shoes_of_session(what, rules),
        require_packs(what, rules),
        require_staff(what.staff, rules),
        require_standing_award(what, rules),
    ):
        return wrong
    each = what.places or rules.cloths.places_each.use()
    opened = TableOpened(
        what.name,
        book.id,
        book.sha256,
        mode,
        what.minimum,
        what.maximum,
        what.bank_minimum or what.minimum,
        what.bank_maximum,
        what.decks or rules.pack.decks.use(),
        (*places_of_first_cloth(each), *places_of_second_cloth(each)),
        what.shoe,
        what.conduct,
        what.needs_director or rules.banco.needs_director.use(),
        what.banco_freedom,
        (what.session_shoes or rules.free.shoes.use()) if what.mode is BankMode.OPEN else 0,
        what.session or 1 if what.mode is BankMode.OPEN else 1,
        what.award,
        what.is_in_house,
    )
    staff = tuple(StaffAssigned(role, person) for role, person in in_order(what.staff))
    if rules.award.after_shoe.weigh():
        rules.award.after_shoe.rest()
        return (opened, *staff, PhaseOpened(Phase.SHOE))
    return (opened, *staff, *first_award(what.award, rules.award.ways))


@rule("DP.F.04", neutral=BankMode.LIMITED)
def mode_of_bank(mode: BankMode) -> BankMode:
    """The game has two modes, with a limited and with an open bank; a table is opened in one of them."""
    return mode


@rule("DP.F.12", neutral=lambda each: tuple(range(each, 0, -1)))
def places_of_first_cloth(each: int) -> tuple[Seat, ...]:
    """The first cloth lies at the banker's right; its places are numbered from 1, the nearest to the banker."""
    return tuple(range(1, each + 1))


@rule("DP.F.13", neutral=lambda each: tuple(range(2 * each, each, -1)))
def places_of_second_cloth(each: int) -> tuple[Seat, ...]:
    """The second cloth lies at the banker's left, with as many places; their numbers go on, again from the nearest."""
    return tuple(range(each + 1, 2 * each + 1))


def between_shoes(state: State) -> Fault:
    """Return the Fault of what is done between shoes alone; it names the one in play, if there is one."""
    return fault("shoe-in-use", **({"shoe": state.shoe.number} if state.shoe.number else {}))


@acts.decides(AdoptRulebook, by_library=True)
def adopt(state: State, who: PersonId, what: AdoptRulebook, library: Library) -> Decision:
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.phase is Phase.SHOE and not state.shoe.is_shown else between_shoes(state),
        fault("nothing-changes") if what.sha256 == state.sha256 else None,
    ):
        return wrong
    book = adoptable(library, GAME, what.sha256)
    if isinstance(book, Fault):
        return book
    return require_staff(state.staff, read(book)) or (RulebookAdopted(book.id, book.sha256),)


@acts.decides(SetOptions)
def set_options(state: State, who: PersonId, what: SetOptions) -> Decision:
    now, needed = state.settings, state.book.banco.needs_director
    freedom = now.banco_freedom if what.banco_freedom is None else what.banco_freedom
    name = what.institution.strip()
    more = (name,) if name and plain(name) not in {plain(one) for one in now.institutions} else ()
    return first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if what.banco_freedom is None or now.needs_director else against(needed, "banco-is-free"),
        require_before_play(state) if freedom != now.banco_freedom else None,
        fault("not-an-open-bank") if name and not (state.is_open_bank or is_liable_for_all(state)) else None,
        require_institution_taken(state) if name else None,
        fault("nothing-changes") if freedom == now.banco_freedom and not more else None,
    ) or (OptionsSet(freedom, (*now.institutions, *more)),)


def require_institution_taken(state: State) -> Fault | None:
    if state.settings.is_in_house:
        return fault("house-keeps-proofs")
    at, elsewhere = state.book.free.deposit_at, DepositPlace.CREDIT_INSTITUTION
    return None if at.has_member(str(elsewhere)) else against(at, "deposit-place", place=str(elsewhere))


def require_before_play(state: State) -> Fault | None:
    in_use = state.phase in (*COUP, *BETTING, Phase.REPEAT) or (state.shoe.coups and not state.shoe.has_ended)
    return fault("shoe-in-use", shoe=state.shoe.number) if in_use else None


@acts.decides(CloseTable)
def close_table(state: State, who: PersonId, _what: CloseTable) -> Decision:
    return first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR, Role.INSPECTOR),
        fault("coup-in-progress") if state.phase in (*BETTING, Phase.REPEAT) else None,
        require_coup_over(state),
    ) or (*return_bank(state, BankEnd.CLOSED), TableClosed(), *award_kept(state), PhaseOpened(Phase.CLOSED))


@rule("DP.B.33", neutral=None, names_a_pass=False)
def require_coup_over(state: State) -> Fault | None:
    """A coup is over when scores were announced, cards shown, and what was won and lost paid and collected."""
    return fault("coup-in-progress") if state.phase in COUP else None
