"""The house of a hall: an actor of its own above the tables, over the engine of :mod:`tapete.house`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Self

import msgspec
from msgspec.structs import replace

from tapete.house import events as e
from tapete.house.acts import OpenDay, SignSlip, WriteSlip
from tapete.house.desk import left_for_slips
from tapete.house.engine import ESTABLISHMENT
from tapete.house.folds import FOLDS, begin_with
from tapete.house.state import AnsweredComplaint, MinutesLine, State
from tapete.house.terms import FROM_TABLE, KEY, SlipKind
from tapete.kernel import Act, ActBody, Amount, FixedValue, Offer, PersonId, Refused
from tapete.live.answer import Answer, LiveError, RecordRefusedError, TableLostError
from tapete.live.card_orders import KeyedOrders
from tapete.live.house_link import person_named
from tapete.live.recorded_table import HallServices, RecoveredTable
from tapete.live.table import TableActor
from tapete.live.timers import KeptSeats, PlayTime, SeatTimes
from tapete.money import Cents
from tapete.play import transition
from tapete.record.codec import read_act, read_event, tag_of
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import BadEntryError, Entry
from tapete.record.store import Append, Store, Writer


def _has_balances(what: OpenDay, state: State, services: HallServices) -> bool:
    return True


def _is_whole(what: WriteSlip, state: State, services: HallServices) -> bool:
    """Whoever counts the cash desk counts all that lies there; a record of before knows of no such count."""
    return what.kind is SlipKind.COUNT


def _today(what: OpenDay, state: State, services: HallServices) -> str | None:
    return None if services.calendar is None else services.calendar()


def _debt(what: WriteSlip | SignSlip, state: State, services: HallServices) -> Cents | None:
    if isinstance(what, WriteSlip):
        return services.house.debt_at(what.table)
    return services.house.debt_at(state.slips[what.serial].table) if what.serial in state.slips else None


SAID: Final[Mapping[type[ActBody], Mapping[str, Callable[[Any, State, HallServices], Any]]]] = {
    OpenDay: {"has_balances": _has_balances, "today": _today},
    WriteSlip: {"debt": _debt, "is_whole": _is_whole},
    SignSlip: {"debt": _debt},
}
"""The fields of acts that are the hall's alone, and what it says in each."""


def with_hall_said(act: Act[Any], state: State, services: HallServices) -> Act[Any]:
    said = {name: say(act.body, state, services) for name, say in SAID.get(type(act.body), {}).items()}
    return replace(act, body=replace(act.body, **said)) if said else act


def as_first_said(act: Act[Any], first: Entry) -> Act[Any]:
    body, fields = read_act(ESTABLISHMENT, first.act).body, SAID.get(type(act.body), {})
    if not fields or type(body) is not type(act.body):
        return act
    return replace(act, body=replace(act.body, **{name: getattr(body, name) for name in fields}))


def within_debts(offers: Iterable[Offer], state: State, debt_at: Callable[[str], Cents | None]) -> Iterator[Offer]:
    """Yield offers with no more chips to leave a table than it may give; none where it may give none."""
    for offer in offers:
        if offer.act == tag_of(WriteSlip) and _value(offer, "kind") in FROM_TABLE:
            table, field = str(_value(offer, "table")), offer.fields["chips"]
            assert isinstance(field, Amount)
            left = left_for_slips(state, table, debt_at(table))
            if left:
                yield replace(offer, fields={**offer.fields, "chips": replace(field, maximum=left)})
        elif offer.act != tag_of(SignSlip) or _may_leave(state, int(_value(offer, "serial")), debt_at):
            yield offer


def _may_leave(state: State, serial: int, debt_at: Callable[[str], Cents | None]) -> bool:
    slip = state.slips[serial]
    return slip.kind not in FROM_TABLE or slip.chips <= left_for_slips(state, slip.table, debt_at(slip.table))


def _value(offer: Offer, name: str) -> Any:
    field = offer.fields[name]
    assert isinstance(field, FixedValue)
    return field.value


KEPT: Final = frozenset(
    tag_of(one)
    for one in (
        *(e.BalancesCarried, e.DayOpened, e.MinutesWritten, e.DifferenceBooked),
        *(e.ComplaintMade, e.ComplaintAnswered, e.SlipSigned),
    )
)
"""What a day's minutes are made of."""

ANSWERED_DAYS: Final = 30
"""The last days of which a player reads what was answered to them; the director has all of them in the minutes."""


class DayMinutes(msgspec.Struct, frozen=True):
    """What is in the minutes of a day, and what was answered on it."""

    day: str
    lines: tuple[MinutesLine, ...]
    answers: tuple[AnsweredComplaint, ...]
    slips: tuple[e.SlipSigned, ...] = ()


class KeptMinutes(msgspec.Struct, frozen=True):
    """The minutes of the days that are over, and those of the day as a state and the slips signed on it."""

    over: tuple[DayMinutes, ...] = ()
    state: State = State()
    slips: tuple[e.SlipSigned, ...] = ()


class MinutesBook:
    """The minutes of every day, as the house's own entries have them."""

    def __init__(self, entries: Iterable[Entry] = (), kept: KeptMinutes | None = None) -> None:
        kept = kept or KeptMinutes()
        self._over, self._state, self._slips = list(kept.over), kept.state, kept.slips
        for entry in entries:
            self.follow(entry)

    def kept(self) -> KeptMinutes:
        return KeptMinutes(tuple(self._over), self._state, self._slips)

    def follow(self, entry: Entry) -> None:
        for tree in entry.events:
            if tree["event"] not in KEPT:
                continue
            event = read_event(ESTABLISHMENT, tree)
            if isinstance(event, e.BalancesCarried):  # of a record that begins with this day it is all there is
                self._state = replace(self._state, complaints=begin_with(self._state, event).complaints)
                continue
            if isinstance(event, e.SlipSigned):
                self._slips += (event,)
                continue
            if isinstance(event, e.DayOpened):
                self._over += self._of_day()
                self._slips = ()
            self._state = FOLDS[type(event)](self._state, event)

    def newest_first(self) -> tuple[DayMinutes, ...]:
        return tuple(reversed((*self._over, *self._of_day())))

    def answers(self) -> tuple[DayMinutes, ...]:
        """Return what was answered to complaints, by day, the last one first, with nothing else of the minutes."""
        return tuple(DayMinutes(one.day, (), one.answers) for one in self.newest_first() if one.answers)

    def answers_of(self, person: PersonId) -> tuple[DayMinutes, ...]:
        """Return what was answered to a person, by day, the last one first: no more of a day's minutes is theirs."""
        found = ((one.day, tuple(said for said in one.answers if said.person == person)) for one in self.answers())
        return tuple(DayMinutes(day, (), answers) for day, answers in found if answers)[:ANSWERED_DAYS]

    def _of_day(self) -> tuple[DayMinutes, ...]:
        state = self._state
        return (DayMinutes(state.day, state.minutes, state.answers, self._slips),) if state.day else ()


class KeptNotes(msgspec.Struct, frozen=True):
    minutes: KeptMinutes = KeptMinutes()
    seats: KeptSeats = KeptSeats()


class HouseNotes:
    """What the house of a hall reads from its entries beside its state."""

    def __init__(self, kept: KeptNotes | None = None) -> None:
        kept = kept or KeptNotes()
        self.minutes, self.seats = MinutesBook(kept=kept.minutes), SeatTimes(kept.seats)

    @classmethod
    def of(cls, kept: Callable[[type[Any]], Any] | None = None) -> Self:
        return cls(None if kept is None else kept(KeptNotes))

    def follow(self, entry: Entry) -> None:
        self.minutes.follow(entry)
        self.seats.follow(entry)

    def kept(self) -> KeptNotes:
        return KeptNotes(self.minutes.kept(), self.seats.kept())


class HouseActor(TableActor[State]):
    """The house of a hall. Whoever adds to its record has its ``turn``: the tables do, and so do its own acts."""

    notes_kind = HouseNotes

    def __init__(self, services: HallServices, writer: Writer, recalled: RecoveredTable[State] | None = None) -> None:
        super().__init__(services, ESTABLISHMENT, writer, KeyedOrders(), recalled)
        self.turn: Final = asyncio.Lock()
        self.play_time: Final = PlayTime(services.clock, lambda: self.state, self.act)
        notes: HouseNotes = HouseNotes() if recalled is None else recalled.notes
        self.play_time.restore(notes.seats)
        self.minutes_book: Final = notes.minutes
        self.person_named: list[Callable[[PersonId], None]] = []
        """Called with whom an act names that was committed: their purse may have changed."""

    def move_on(self, state: State, made: ComposedEntry, author: PersonId) -> None:
        super().move_on(state, made, author)
        self.play_time.follow(made.entry)
        self.minutes_book.follow(made.entry)
        if (who := person_named(made.entry.act, made.entry.events)) is not None:
            for callback in self.person_named:
                callback(who)

    def end(self, why: LiveError) -> None:
        self.play_time.stop()
        super().end(why)

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """As the house has it; a slip takes no more off a table than its hall knows to be left of its players'."""
        return tuple(within_debts(super().legal(viewer), self.state, self._services.house.debt_at))

    async def _decide(self, act: Act[Any], command: str | None) -> Answer:
        async with self.turn:
            return await super()._decide(with_hall_said(act, self.state, self._services), command)

    def _as_first_said(self, act: Act[Any], first: Entry) -> Act[Any]:
        return as_first_said(act, first)

    def paired_entry(self, act: Act[Any]) -> tuple[Append, State, ComposedEntry] | Refused:
        """Return the house's entry for a table's, with the house after it, or its refusal."""
        self.require_open()
        made = transition(self.game, self.state, act, self.source)
        if isinstance(made.outcome, Refused):
            return made.outcome
        entry = compose(
            self.game,
            made,
            self.head,
            self._services.sealer,
            table=self.id,
            epoch=self.epoch,
            time=self._services.clock.wall(),
        )
        return Append(self._writer, entry), made.state, entry

    def end_if_replaced(self, why: TableLostError) -> None:
        if self._writer.stale:
            self.end(why)


def has_house(store: Store) -> bool:
    """Return True if a store is that of a house. Raises :class:`RecordRefusedError` where that cannot be read."""
    try:
        return any(row.entry().game == KEY for row in store.entries(KEY, limit=1))
    except BadEntryError as error:
        raise RecordRefusedError("record-unreadable", kind=type(error).__name__, detail=str(error)) from error
