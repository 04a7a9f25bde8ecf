"""The two-cloth game as a game of the kernel: what everybody asks of it, and which module answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from tapete import accounts, kernel
from tapete.chance import CardOut, Draw, LotOut
from tapete.clauses import Cite, cite
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import Deciders
from tapete.games.banked.game import BankedGame, Checks, Kinds
from tapete.games.dos_panos import acts, betting, opening, options, people, rulings
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.bank import ending, granting
from tapete.games.dos_panos.coup import dealing, ending as coup_ending
from tapete.games.dos_panos.errors import reports
from tapete.games.dos_panos.evolve import FOLDS, POSTINGS, evolve
from tapete.games.dos_panos.rules import GAME, Excess, Liability
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, BankMode, award_terms
from tapete.games.dos_panos.view import view
from tapete.kernel import Breach, PersonId, breach
from tapete.table import acts as table
from tapete.table.houses import TableAward

# What holds at every moment of a sound table; each returns what breaks it.


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    """The stakes on the table are the stakes in the books."""
    coup = state.coup
    on_table = sum([one.amount for one in coup.laid]) + sum(
        [0 if coup.is_settled else one.amount for one in coup.stakes]
    )
    booked = accounts.balance(state.ledger, accounts.STAKES)
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def bank_is_booked(state: State) -> tuple[Breach, ...]:
    """What lies at the cash desk for the bank is booked; without a bank nothing is in play or deposited."""
    bank = state.bank
    owned = {} if bank is None else {accounts.deposit(bank.banker): bank.deposit}
    booked = {name: held for name, held in state.ledger.items() if name.startswith(accounts.deposit(PersonId("")))}
    names = sorted(name for name in {*owned, *booked} if owned.get(name, 0) != booked.get(name, 0))
    wrong = [
        breach("bank-not-booked", account=name, booked=booked.get(name, 0), owned=owned.get(name, 0)) for name in names
    ]
    in_play = accounts.balance(state.ledger, accounts.BANK)
    if in_play < 0 or (bank is None and in_play):
        wrong.append(breach("bank-not-booked", account=accounts.BANK, booked=in_play, owned=0))
    return tuple(wrong)


def stakes_are_covered(state: State) -> tuple[Breach, ...]:
    """A bank that answers with what lies on the table holds what plays against it, where stakes above it go back."""
    if state.rules is None:
        return ()
    bank = state.rules.bank
    limited = not state.is_open_bank and bank.limited_liability.value is Liability.ON_TABLE
    if not limited or bank.excess.value is not Excess.CAP or state.phase not in COUP or state.coup.is_settled:
        return ()
    plays, held = sum([one.amount for one in state.coup.stakes]), accounts.balance(state.ledger, accounts.BANK)
    return (breach("bank-exceeded", plays=plays, held=held),) if plays > held else ()


def deposit_answers(state: State) -> tuple[Breach, ...]:
    """No more of a proven deposit is drawn on than was proven, where the sum is known."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None or bank.called_deposit <= bank.proven_deposit:
        return ()
    return (breach("deposit-exceeded"),)


def people_have_one_part(state: State) -> tuple[Breach, ...]:
    """Everybody at the table has one place, and nobody who is on duty plays."""
    people = state.seats.people()
    twice = sorted({who for who in people if people.count(who) > 1})
    on_duty = sorted(set(people) & set(state.staff.values()))
    return (
        *(breach("two-places", person=who) for who in twice),
        *(breach("plays-on-duty", person=who) for who in on_duty),
    )


_: Final = betting, coup_ending, dealing, ending, granting, people, rulings  # imported for what they decide

ACTS: Final[tuple[type[kernel.ActBody], ...]] = (*acts.DECIDERS, acts.NoteAct)
kernel.require_complete(ACTS, kernel.declared_types(acts, kernel.ActBody) | frozenset(ACTS))


class DosPanos(BankedGame[State]):
    key = GAME
    act_types: Any = kernel.union_of(ACTS)
    event_types: Any = kernel.union_of(FOLDS)
    handlers: ClassVar[Deciders] = acts.DECIDERS
    opens: ClassVar[type[kernel.ActBody]] = acts.OpenTable
    notes: ClassVar[type[kernel.ActBody]] = acts.NoteAct
    noted_by: ClassVar[Cite] = cite("HP.DP.noted")
    after_the_end: ClassVar[Kinds] = (table.Leave, table.CashOut, acts.CheckCards)
    through_an_incident: ClassVar[Kinds] = (acts.Report, GiveRuling, CardOut, LotOut, acts.AdoptRulebook)
    accidents: ClassVar[reports.Accidents] = reports.ACCIDENTS
    movements = POSTINGS
    invariants: ClassVar[Checks] = (
        *BankedGame.invariants,
        stakes_are_booked,
        bank_is_booked,
        stakes_are_covered,
        deposit_answers,
        people_have_one_part,
    )
    blank: Final = staticmethod(State)
    view: Final = staticmethod(view)
    explain: Final = staticmethod(options.explain)
    ask_rule: Final = staticmethod(options.ask_rule)
    waits_for: Final = staticmethod(options.Awaited.at)
    offers_to: Final = staticmethod(options.offered)

    def open_beside(self, act: kernel.Act[Any], others: Iterable[State]) -> kernel.Outcome:
        return kernel.answer(
            act, lambda: opening.require_room_for_open_bank(act.body, tuple(others), self.library) or ()
        )

    def is_session(self, opening: acts.OpenTable) -> bool:
        return opening.mode is BankMode.OPEN

    def in_session(self, opening: acts.OpenTable, number: int) -> acts.OpenTable:
        """Return the opening of an open bank as the session of a day that is counted for it, unless one is typed."""
        return opening if opening.session else replace(opening, session=number)

    def with_award(self, opening: acts.OpenTable, award: TableAward) -> acts.OpenTable:
        if opening.award is not None:
            return opening
        begun = award.is_begun
        kept = StandingAward(award.person, award.amount, award.days, is_begun=begun, is_kept=True, coups=award.coups)
        return replace(opening, award=kept)

    def award_terms(self, opening: acts.OpenTable) -> str:
        return award_terms(opening.rulebook, opening.mode)

    def in_house(self, opening: acts.OpenTable, *, is_in_house: bool) -> acts.OpenTable:
        return replace(opening, is_in_house=is_in_house)

    def cover_short(self, closing: kernel.Act[Any]) -> kernel.ActBody:
        return acts.TellCoverShort(closing.by)

    def bank_broken(self) -> kernel.ActBody:
        return acts.TellBankBroken()

    def dinner_begun(self, begin: str, end: str) -> kernel.ActBody:
        return acts.TellDinnerHour(begin, end)

    def running_time(self, state: State) -> kernel.TimeLimit | None:
        return reports.time_limit(state)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def draw_awaited(self, state: State) -> Draw | None:
        if state.lots is not None:
            return state.lots.tie.draw(state.settings.shoe, state.lots.urn, filled=state.lots.is_filled)
        return super().draw_awaited(state)

    def promises(self, state: State) -> Mapping[kernel.PersonId, object]:
        return dict.fromkeys(state.coup.banco_calls, True)

    def promise_back(self, _state: State, _person: kernel.PersonId) -> None:
        """A call stands: nobody takes a banco back."""
