"""The state of the house between two acts, and the accounts of its money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import DEPOSIT, EMPTY, Ledger
from tapete.house.events import Movement
from tapete.house.terms import DIFFERENCE_LIMIT, KEY, MOVEMENTS_KEPT, Means, Phase, SlipKind
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.staff import Role

CHIPS: Final = "chips"
"""The chips of the cash desk."""
CASH: Final = "cash"
"""The notes and coins of the cash desk."""
VOUCHERS: Final = "vouchers"
"""What the cash desk holds in cheques and card slips."""
OUTSIDE: Final = "outside"
"""The visitors' own money."""
TIPS: Final = "tips"
"""The chips of the staff, from the tables' tips."""
SAFE_CHIPS: Final = "safe-chips"
SAFE_CASH: Final = "safe-cash"
DIFFERENCE_CHIPS: Final = "difference-chips"
DIFFERENCE_CASH: Final = "difference-cash"
DIFFERENCE_VOUCHERS: Final = "difference-vouchers"

OF_CASH: Final = frozenset({CASH, VOUCHERS, OUTSIDE, SAFE_CASH, DIFFERENCE_CASH, DIFFERENCE_VOUCHERS})
"""The accounts of cash with a name of their own; all deposits are cash too, and everything else is chips."""


TABLE: Final = "table:"
"""How the accounts of tables begin."""


def table_chips(table: str) -> str:
    return f"{TABLE}{table}"


def custody(who: PersonId, means: Means) -> str:
    return f"{DEPOSIT}{means}:{who}"


def is_custody(account: str) -> bool:
    return account.startswith(DEPOSIT)


def is_cash(account: str) -> bool:
    """Return True if an account holds cash; the others hold chips."""
    return account in OF_CASH or is_custody(account)


class Complaint(msgspec.Struct, frozen=True):
    serial: int
    person: PersonId
    table: str
    text: str = ""


class AnsweredComplaint(msgspec.Struct, frozen=True):
    serial: int
    person: PersonId
    table: str
    text: str
    answer: str
    by: PersonId


class CountedDifference(msgspec.Struct, frozen=True):
    """What a count has found different, in cents, and who signed it first."""

    kind: SlipKind
    table: str
    missing_chips: Cents
    missing_cash: Cents
    first: PersonId
    missing_vouchers: Cents = 0


class MinutesLine(msgspec.Struct, frozen=True):
    """A sentence of the minutes of the day, and who wrote it; where it is the reason of a ``difference``, which."""

    person: PersonId
    text: str
    difference: CountedDifference | None = None


class Settings(msgspec.Struct, frozen=True):
    name: str
    has_admission: bool


class Duty(msgspec.Struct, frozen=True, order=True):
    """Somebody on duty at a post; ``table`` is empty for a post of the house."""

    table: str
    role: Role
    person: PersonId


class LossLimit(msgspec.Struct, frozen=True):
    """The most that somebody wants to lose in a day, in cents (``None``: no limit), now and from the next day on."""

    now: Cents | None = None
    next: Cents | None = None


class TimeLimit(msgspec.Struct, frozen=True):
    """How many minutes somebody wants to sit at tables in a day (``None``: no limit), now and from the next day on."""

    now: int | None = None
    next: int | None = None


class Visitor(msgspec.Struct, frozen=True):
    """A person whom the house knows as a visitor.

    ``purchases`` is what they paid for chips today less what the desk paid them beyond ``old_chips``, which they
    had before the day and were not paid for; ``chips_at_tables`` is what they brought to tables today, with what
    came there for their bank, less what they took away: all in cents. ``bar_end`` and
    ``exclusion_end`` are the last day on which the house, or they themselves, forbids them to come;
    ``is_barred_for_good`` has none. ``is_out_of_time``: they have sat at tables today as long as they allow themselves.
    ``has_been_in``: they were let in, took a seat or bought chips today. ``code_by`` gave them a way back, today or
    (``is_code_old``) on the day before. ``movements`` are those of the day, and before them the last of others' word.
    """

    is_present: bool = False
    table: str = ""
    purchases: Cents = 0
    loss: LossLimit = LossLimit()
    exclusion_end: str = ""
    bar_end: str = ""
    is_barred_for_good: bool = False
    time: TimeLimit = TimeLimit()
    is_out_of_time: bool = False
    has_been_in: bool = False
    old_chips: Cents = 0
    chips_at_tables: Cents = 0
    code_by: str = ""
    is_code_old: bool = False
    movements: tuple[Movement, ...] = ()

    def at_others_word(self) -> tuple[Movement, ...]:
        """Return what was paid without a visitor's word on the last day, and the largest sums of before."""
        said = [moved for moved in self.movements if moved.signers]
        before = [moved for moved in said if moved.day != said[-1].day]
        large = sorted(range(len(before)), key=lambda at: -(before[at].amount or 0))[:MOVEMENTS_KEPT]
        return (*(before[at] for at in sorted(large)), *said[len(before) :])


class TableBooks(msgspec.Struct, frozen=True):
    """A table as the cash desk knows it, in cents; ``has_float`` from opening slip to closing count."""

    game: str
    is_open: bool = True
    has_float: bool = False
    opening: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    chips_in: Cents = 0
    chips_out: Cents = 0
    tips: Cents = 0
    claimants: frozenset[PersonId] = frozenset()

    @property
    def result(self) -> Cents:
        """What the players have left at the table, in cents; below zero: what they have won from it."""
        return self.chips_in - self.chips_out


class Confirmation(msgspec.Struct, frozen=True):
    """The difference of a count, in cents, that the side which wrote it has confirmed, and why it is so."""

    missing_chips: Cents
    missing_cash: Cents
    reason: str
    person: PersonId
    missing_vouchers: Cents = 0


class Slip(msgspec.Struct, frozen=True):
    """A slip with one signature, for the desk if ``is_of_desk``; sums as in :class:`~tapete.house.acts.WriteSlip`."""

    serial: int
    kind: SlipKind
    table: str
    chips: Cents
    cash: Cents
    first: PersonId
    is_of_desk: bool
    confirmation: Confirmation | None = None
    vouchers: Cents = 0
    kept_money: Cents = 0
    is_whole: bool = False
    person: PersonId | None = None
    means: Means = Means.CASH

    @property
    def signers(self) -> tuple[PersonId, ...]:
        return (self.first,) if self.confirmation is None else (self.first, self.confirmation.person)


class DinnerHour(msgspec.Struct, frozen=True):
    begin: str = "21:00"
    end: str = "22:30"


class Session(msgspec.Struct, frozen=True):
    """A session of the day: where it is played, its number, the shoes that it has and those that are left.

    ``begin`` and ``end`` are moments by the wall clock of the hall; ``end`` is empty while it is in play.
    ``banker`` holds the bank now; ``bankers`` have held it, one after the other. ``is_begun``: its play has begun, and
    ``begin`` is when; before it is when its table was opened. ``is_dinner_begun``: its table was told so.
    """

    table: str
    number: int
    shoes: int
    shoes_left: int
    begin: str
    end: str = ""
    banker: PersonId | None = None
    bankers: tuple[PersonId, ...] = ()
    is_begun: bool = False
    is_dinner_begun: bool = False

    @property
    def is_in_play(self) -> bool:
        return not self.end


class Proof(msgspec.Struct, frozen=True):
    """What somebody has proven for an open bank, in cents; ``None``: more than can be read here.

    It lies at a credit ``institution``, or at the cash desk; ``called_amount`` has been drawn on it, and ``table``
    relies on it. ``is_short``: it was found not to be enough for the stakes there, and no more was lodged since.
    """

    amount: Cents | None
    institution: str = ""
    called_amount: Cents = 0
    table: str = ""
    is_short: bool = False

    @property
    def is_used_up(self) -> bool:
        """Return True if nothing can be called of it any more, as far as its sum can be read here."""
        return self.amount is not None and self.called_amount >= self.amount

    def is_enough(self, needed: Cents) -> bool:
        """Return True if so many cents can be called of it; a sum that nobody can read here was enough."""
        return self.amount is None or self.called_amount + needed <= self.amount


class KeptAward(msgspec.Struct, frozen=True):
    """The bank of a closed table that somebody keeps: of which game, under which name, for how much (in cents) and for
    how many days, this one counted. ``is_begun``: they have held it. ``terms``: under what it was awarded; no table of
    others goes on with it. ``coups`` were settled on it.
    """

    game: str
    name: str
    person: PersonId
    amount: Cents
    days: int
    is_begun: bool
    terms: str = ""
    coups: int = 0

    @property
    def is_kept(self) -> bool:
        """Return True, as a bank of the day may answer False: this one was at a table before."""
        return True

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it from the others that the house keeps."""
        return (self.game, self.name, self.terms)


NO_VISITOR = Visitor()


class State(msgspec.Struct, frozen=True):
    """The house. Before it begins it has no ``settings``."""

    settings: Settings | None = None
    phase: Phase = Phase.CLOSED
    day: str = ""
    days: int = 0
    duties: frozenset[Duty] = frozenset()
    visitors: Map[PersonId, Visitor] = Map()
    tables: Map[str, TableBooks] = Map()
    slips: Map[int, Slip] = Map()
    last_slip: int = 0
    complaints: Map[int, Complaint] = Map()
    last_complaint: int = 0
    answers: tuple[AnsweredComplaint, ...] = ()
    """Complaints that were answered in the day, until the next one begins."""
    minutes: tuple[MinutesLine, ...] = ()
    """Those of the day, until the next one begins."""
    is_counted: bool = False
    """Whether nothing has moved at the cash desk since it was counted."""
    awards: tuple[KeptAward, ...] = ()
    """Banks that were awarded for days and are in play at no table."""
    proofs: Map[PersonId, Proof] = Map()
    institutions: tuple[str, ...] = ()
    """Credit institutions at which a proven deposit may lie."""
    dinner: DinnerHour = DinnerHour()
    difference_limit: Cents = DIFFERENCE_LIMIT
    """Up to which difference of a count one side's confirmation is enough."""
    sessions: tuple[Session, ...] = ()
    """The sessions of the day, the first one first."""
    ledger: Ledger = EMPTY

    @property
    def dinner_begin(self) -> str:
        return f"{self.day}T{self.dinner.begin}"

    @property
    def dinner_end(self) -> str:
        return f"{self.day}T{self.dinner.end}"

    @property
    def step(self) -> Step:
        """Where the house stands: its day is the series, and nothing in a day comes round."""
        return Step(self.days, 0, f"{KEY}-{self.phase}", self.days)

    @property
    def has_door(self) -> bool:
        """Return True if people are admitted at the door before they are in the house."""
        return self.settings is not None and self.settings.has_admission

    def first_words(self, what: Mapping[str, Any]) -> tuple[PersonId, ...]:
        confirms = what.get("act") in ("sign-slip", "confirm-difference") and what.get("serial") in self.slips
        return self.slips[what["serial"]].signers if confirms else ()

    def visitor(self, person: PersonId) -> Visitor:
        return self.visitors.get(person, NO_VISITOR)

    def with_visitor(self, person: PersonId, **changes: Any) -> State:
        return replace(self, visitors=self.visitors.set(person, replace(self.visitor(person), **changes)))

    def with_table(self, table: str, **changes: Any) -> State:
        return replace(self, tables=self.tables.set(table, replace(self.tables[table], **changes)))

    def seated(self) -> Mapping[str, frozenset[PersonId]]:
        found: dict[str, set[PersonId]] = {}
        for person, one in self.visitors.items():
            if one.table:
                found.setdefault(one.table, set()).add(person)
        return {table: frozenset(people) for table, people in found.items()}
