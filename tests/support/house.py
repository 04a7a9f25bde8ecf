"""A house that is played through its engine alone: every act is decided, folded and looked at."""

from typing import Any

from tapete.house import acts as a
from tapete.house.desk import Payment, is_for_two, missing_of
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.terms import Means, SlipKind
from tapete.kernel import HOUSE, Accepted, Act, ActBody, PersonId, Refused, fold
from tapete.money import Cents
from tapete.table.staff import Role

DIRECTOR, CASHIER, DOOR, CHIEF, CROUPIER = (PersonId(one) for one in ("dora", "caja", "puerta", "jefa", "cruz"))
ANA, BEA = PersonId("ana"), PersonId("bea")
TABLE = "mesa-1"
OF_KIND = {a.BuyBackChips: SlipKind.BUY_BACK, a.ReturnDeposit: SlipKind.DEPOSIT_RETURN}
OF_KIND |= {a.ChangeDeposit: SlipKind.DEPOSIT_CHANGE}


def asked(what: Payment) -> a.WriteSlip:
    means = getattr(what, "means", Means.CASH)
    return a.WriteSlip(OF_KIND[type(what)], what.amount, person=what.person, means=means)


class Establishment:
    """A house and what has happened in it."""

    def __init__(self, state: State | None = None) -> None:
        self.state = ESTABLISHMENT.blank() if state is None else state
        self.events: list[Any] = []

    def do(self, what: ActBody, by: PersonId = HOUSE) -> tuple[Any, ...]:
        outcome = ESTABLISHMENT.decide(self.state, Act(by, what, self.state.step))
        assert isinstance(outcome, Accepted), outcome
        self.state = fold(ESTABLISHMENT.evolve, self.state, outcome.events)
        self.events += outcome.events
        assert ESTABLISHMENT.problems(self.state) == ()
        return outcome.events

    def pay(self, what: Payment, first: PersonId = CASHIER, second: PersonId | None = None) -> tuple[Any, ...]:
        """Have the cash desk pay on a slip that it writes first; the player signs it, or whoever is named."""
        self.do(asked(what), first)
        return self.do(a.SignSlip(self.state.last_slip), second or what.person)

    def refused(self, what: ActBody, by: PersonId = HOUSE) -> Refused:
        outcome = ESTABLISHMENT.decide(self.state, Act(by, what, self.state.step))
        assert isinstance(outcome, Refused), outcome
        return outcome

    def why(self, what: ActBody, by: PersonId = HOUSE) -> tuple[str, tuple[str, ...]]:
        """Return the code of a refusal and the clauses that refuse."""
        found = self.refused(what, by)
        return found.code, found.clauses

    def told(self, what: ActBody, by: PersonId = HOUSE) -> tuple[str, dict[str, Any]]:
        """Return the code of a refusal and its facts."""
        found = self.refused(what, by)
        return found.code, dict(found.facts)

    def slip(self, kind: SlipKind, chips: Cents, table: str = "", cash: Cents = 0, other: PersonId = DIRECTOR) -> Any:
        """Move chips by a slip of the cash desk that ``other`` signs; return that event, or what is booked."""
        self.do(a.WriteSlip(kind, chips, table, cash), CASHIER)
        serial = self.state.last_slip
        missing = missing_of(self.state, self.state.slips[serial])
        if not any(missing):
            return self.do(a.SignSlip(serial), other)[0]
        confirmed = a.ConfirmDifference(serial, missing.chips, missing.cash, "contado dos veces", missing.vouchers)
        if is_for_two(self.state, missing):
            self.do(confirmed, CASHIER)
        return self.do(confirmed, other)[0]

    def close_table(self, table: str = TABLE) -> Any:
        self.do(a.NoteTableClosed(table))
        return self.slip(SlipKind.CLOSING, self.held(f"table:{table}"), table)

    def count(self) -> None:
        self.slip(SlipKind.COUNT, self.held("chips"), cash=self.held("cash"))

    def close_day(self) -> None:
        if TABLE in self.state.tables and self.state.tables[TABLE].is_open:
            self.close_table()
        self.count()
        self.do(a.CloseDay(), DIRECTOR)

    def next_day(self, day: str, *, has_balances: bool = False) -> tuple[Any, ...]:
        self.close_day()
        return self.do(a.OpenDay(day, has_balances=has_balances), DIRECTOR)

    def held(self, account: str) -> Cents:
        return self.state.ledger.get(account, 0)


def house(*, admission: bool = True) -> Establishment:
    made = Establishment()
    made.do(a.OpenHouse("Casino de prueba", DIRECTOR, admission))
    return made


def open_house(*, admission: bool = True) -> Establishment:
    """Return an open house: 50,000 € in chips, 20,000 € in cash, Ana, a table with staff and a float of 10,000 €."""
    made = house(admission=admission)
    made.do(a.OpenDay("2026-11-22"), DIRECTOR)
    made.do(a.GoOnDuty(Role.CASHIER, CASHIER), DIRECTOR)
    made.do(a.GoOnDuty(Role.ADMISSION, DOOR), DIRECTOR)
    made.slip(SlipKind.SUPPLY, 5_000_000, cash=2_000_000)
    made.do(a.Admit(ANA), DOOR)
    made.do(a.NoteTableOpen(TABLE, "punto-y-banca"))
    made.do(a.NoteTablePost(TABLE, Role.TABLE_CHIEF, CHIEF))
    made.do(a.NoteTablePost(TABLE, Role.CROUPIER, CROUPIER))
    made.slip(SlipKind.OPENING, 1_000_000, TABLE, other=CHIEF)
    return made
