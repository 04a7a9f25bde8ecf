"""Banco: one player against the whole bank, on both cloths, before the first coup of a shoe."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.banked.people import require_at_table, require_chips, require_player
from tapete.games.dos_panos.acts import CallBanco, CloseCalls
from tapete.games.dos_panos.events import BancoAwarded, BancoCalled, CoverAwarded, LotsWanted, PhaseOpened
from tapete.games.dos_panos.people.cloths import cloth_of, ranks, require_enough_punters
from tapete.games.dos_panos.rules.banco import BancoRules, Callers
from tapete.games.dos_panos.stakes.cover import ClothStakes, cloth_stakes
from tapete.games.dos_panos.stakes.placing import parts_across
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, Cover, Hand, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- when and by whom -------------------------------------------------------------------------------------------------


def may_be_called(state: State) -> bool:
    """Return True if banco may be called before the coup that opens: the shoe has not been dealt from, and the bank is
    one that a player could cover.
    """
    rules = state.book.banco
    if state.is_open_bank and not rules.in_free_bank.use():
        return False
    return state.shoe.coups < rules.times.use()


def require_time_of_calls(state: State) -> Fault | None:
    """Return a Fault unless banco may be called: once, before the first coup after the shoe was loaded; never in an
    open bank, where the rulebook does not offer it.
    """
    if state.phase is Phase.BANCO:
        return None
    in_free_bank = state.book.banco.in_free_bank
    if state.is_open_bank and not in_free_bank.weigh():
        return with_clauses(against(in_free_bank, "no-banco-in-open-bank"), "HP.DP.open-bank-banco")
    return against(state.book.banco.times, "banco-not-now")


def require_caller(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody may call banco: any player, seated or on his feet."""
    callers = state.book.banco.callers
    match callers.use():
        case Callers.SEATED if state.seats.seat_of(who) is None:
            return against(callers, "seated-only")
        case _:
            return require_at_table(state.seats, who)


@rule("DP.F.02", neutral=None, names_a_pass=False)
def require_punter(state: State, who: PersonId) -> Fault | None:
    """Every stake is laid against the banker: he has none to lay."""
    return fault("banker-does-not-stake") if who == state.banker else None


def call(state: State, who: PersonId, what: CallBanco) -> Decision:
    """Decide that somebody calls banco: he needs the whole bank in chips."""
    del what
    wrong = first_fault(
        require_time_of_calls(state),
        require_player(state.staff, who),
        require_caller(state, who),
        require_punter(state, who),
        fault("banco-called-already") if who in state.coup.banco_calls else None,
        require_chips(state.ledger, who, state.bank_chips),
    )
    return wrong or (BancoCalled(who),)


# --- to whom ----------------------------------------------------------------------------------------------------------


def caller_of(state: State, cloth: Hand) -> PersonId | None:
    """Return the caller with the strongest priority on a cloth."""
    order = ranks(state.seats, state.book.priority)
    calls = [who for who in state.coup.banco_calls if cloth_of(state.seats, who) is cloth]
    return min(calls, key=lambda who: order[who], default=None)


def close_calls(state: State, who: PersonId, what: CloseCalls) -> Decision:
    """Decide the end of the calls: to the only cloth that called, by lots between both; without a call the ordinary
    betting opens.
    """
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.BANCO),
        require_enough_punters(state),
    )
    if wrong:
        return wrong
    called = [cloth for cloth in CLOTHS if caller_of(state, cloth) is not None]
    if not called:
        return (PhaseOpened(Phase.BETS),)
    if len(called) > 1 and state.book.banco.lots_between_cloths.use():
        return (LotsWanted("cloths", tuple(map(str, called))), PhaseOpened(Phase.LOTS))
    return award_banco(state, called[0])


def award_banco(state: State, cloth: Hand) -> tuple[Event, ...]:
    """Return the award of a banco to the caller of a cloth, and the cards of both cloths for him."""
    person = caller_of(state, cloth)
    if person is None:
        return (PhaseOpened(Phase.BETS),)
    amount = state.bank_chips
    return (BancoAwarded(person, amount), *covered_by(state, person, amount))


def covered_by(state: State, person: PersonId, amount: Cents) -> tuple[Event, ...]:
    """Return how a banco covers the bank, and the deal that it opens."""
    rules = state.book.banco
    holders = {cloth: person for cloth in CLOTHS if rules.holds_both.use()}
    return (CoverAwarded(Cover.BANCO, parts_of_banco(state, person, amount), holders), PhaseOpened(Phase.DEAL))


def parts_of_banco(state: State, person: PersonId, amount: Cents) -> ClothStakes:
    """Return what a banco plays on each cloth: it always takes both, the larger part of an odd bank the first."""
    if not state.book.banco.both_cloths.use():
        return cloth_stakes({(person, Hand.PRIMERO): amount})
    unit = state.settings.minimum
    whole = amount // unit * unit
    with trace():
        parts = parts_across(state.book.stakes, whole, unit) if whole else dict.fromkeys(CLOTHS, 0)
    parts[Hand.PRIMERO] += amount - whole
    if parts[Hand.PRIMERO] != parts[Hand.SEGUNDO]:
        rest_on(cite("DP.B.16"))
    return cloth_stakes({(person, cloth): part for cloth, part in parts.items()})


def require_no_banco(state: State) -> Fault | None:
    """Return a Fault if an ordinary stake would lie beside a banco."""
    alone: BancoRules = state.book.banco
    if state.coup.banco is None or state.phase not in COUP or not alone.excludes_stakes.use():
        return None
    return against(alone.excludes_stakes, "banco-takes-all", caller=state.coup.banco.person)
