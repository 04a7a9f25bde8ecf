"""Two entries in one transaction: what happens at a table of a house is in the record of the house too.

A table that seats somebody, changes chips or hands over a post asks the house first. The house is written with it or
not at all; where the house refuses, nothing happens at the table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete import catalogue, kernel
from tapete.accounts import CASH_DESK, HOUSE as OF_BANK, PERSON, person
from tapete.clauses import Fault, first_fault
from tapete.house import admission
from tapete.house.acts import CoverStakes, FollowTable, GoOnDuty, NoteSeat, NoteTablePost, TableMove
from tapete.house.banks import award_for, has_dinner_begun, is_short, is_used_up, next_session, session_at
from tapete.house.events import ChipsBoughtBack, DepositChanged, DepositReturned
from tapete.house.state import State
from tapete.house.tables import MINUTE, cash_paid, is_in_play, require_bank, require_own_chips, table_moves
from tapete.house.terms import KEY
from tapete.live.answer import TableLostError
from tapete.live.presence import is_player_at, tables_with_dues
from tapete.money import Cents
from tapete.play import ActResult
from tapete.record.codec import tag_of
from tapete.record.compose import ComposedEntry
from tapete.record.entry import GENESIS
from tapete.record.store import Append
from tapete.table import houses
from tapete.table.acts import BuyIn, NotesAct, Seated as TookSeat, Sit
from tapete.table.seats import Seats
from tapete.table.state import KeepsLedger, StaffsPosts

if TYPE_CHECKING:
    from tapete.live.house import HouseActor
    from tapete.live.table import TableActor


BUY_IN = tag_of(BuyIn)
PAID = frozenset(map(tag_of, (ChipsBoughtBack, DepositReturned, DepositChanged)))
"""Events of what a signature pays: they name whom."""


def purse(house: State, who: kernel.PersonId) -> Cents | None:
    """Return the chips that a visitor has about them, in cents; ``None`` for staff, who have none."""
    return None if admission.is_on_duty(house, who) else admission.chips_of(house, who)


def most_to_bring(house: State, who: kernel.PersonId) -> Cents | None:
    """Return how many of their chips a visitor may bring to a table today, in cents; ``None`` for staff."""
    held, left = purse(house, who), admission.left_at_tables(house.visitor(who))
    if held is None:
        return None
    if admission.require_may_play(house, who):
        return 0
    return held if left is None else min(held, left)


def within_purse(offers: Iterable[kernel.Offer], held: Cents) -> Iterator[kernel.Offer]:
    """Yield offers with no more chips to be brought to the table than ``held``; none where that is too few."""
    for offer in offers:
        field = offer.fields.get("amount")
        if offer.act != BUY_IN or not isinstance(field, kernel.Amount):
            yield offer
        elif held >= (field.minimum or 1):
            most = held if field.maximum is None else min(field.maximum, held)
            yield replace(offer, fields={**offer.fields, "amount": replace(field, maximum=most)})


def person_named(act: Mapping[str, Any], events: Iterable[Mapping[str, Any]] = ()) -> kernel.PersonId | None:
    """Return whom an act in the house's record names, or pays by a signature: their purse may have changed by it."""
    who = next((one["person"] for one in events if one["event"] in PAID), act["what"].get("person"))
    return kernel.PersonId(who) if isinstance(who, str) else None


SeatedPeople = Callable[[], Mapping[str, frozenset[kernel.PersonId]]]
"""Returns who is seated at each table, as committed."""


def seated_people(game: kernel.Game[Any], state: Any) -> frozenset[kernel.PersonId]:
    seats = getattr(state, "seats", None)  # asked of every table for each seat, and a protocol is slow to ask
    if not isinstance(seats, Seats) or not is_in_play(game, state):
        return frozenset()
    return frozenset(seats.sitting())


def newly_seated(game: kernel.Game[Any], before: Any, after: Any) -> frozenset[kernel.PersonId]:
    if getattr(before, "seats", None) is getattr(after, "seats", None):  # as by most acts
        return frozenset()
    return seated_people(game, after) - seated_people(game, before)


def seat_seeker(act: kernel.Act[Any]) -> kernel.PersonId | None:
    """Return who asks for a seat by an act, also where the staff notes it for them; nobody by any other act."""
    what, person = act.body, act.by
    if kernel.has_shape(what, NotesAct):
        person, what = what.person, what.what
    return person if isinstance(what, Sit) else None


class SeatRegistry:
    """Holds a seat for whoever is on the way to one, so that two tables cannot both give them one."""

    def __init__(self, everybody: SeatedPeople) -> None:
        self._seated_people = everybody
        self._reservations: dict[kernel.PersonId, str] = {}

    def seated_elsewhere(self, table: str, events: Iterable[Any]) -> tuple[kernel.PersonId, ...]:
        """Return who would get a seat at ``table`` unasked and has one elsewhere, or is on the way to one."""
        found = tuple(one.person for one in events if isinstance(one, TookSeat))
        return tuple(
            one for one in found if admission.require_one_seat(self._seated_or_reserved(one), one, table) is not None
        )

    def _seated_or_reserved(self, person: kernel.PersonId) -> dict[str, set[kernel.PersonId]]:
        people = {table: set(there) for table, there in self._seated_people().items()}
        if person in self._reservations:
            people.setdefault(self._reservations[person], set()).add(person)
        return people

    def refused(self, table: str, game: str, new: Iterable[kernel.PersonId]) -> kernel.Refused | None:
        """Return why somebody does not sit down at ``table``, behind it or in its chair: they have a seat elsewhere."""
        for one in sorted(new):
            if found := catalogue.require_one_seat(game, self._seated_or_reserved(one), one, table):
                return kernel.Refused(found.code, found.facts, found.clauses, found.clauses)
        return None

    @contextmanager
    def reserve(self, table: str, sitting: Iterable[kernel.PersonId]) -> Iterator[None]:
        """Keep the other tables of everybody who takes a seat by an act waiting while the block commits it."""
        new = set(sitting) - self._reservations.keys()
        self._reservations.update(dict.fromkeys(new, table))
        try:
            yield
        finally:
            for one in new:
                del self._reservations[one]

    @contextmanager
    def admit(self, table: str, game: str, act: kernel.Act[Any]) -> Iterator[kernel.Refused | None]:
        """Answer with a refusal, or keep the person's other tables waiting while the block decides and commits."""
        person = seat_seeker(act)
        if person is None:
            yield None
            return
        found = catalogue.require_one_seat(game, self._seated_or_reserved(person), person, table)
        if found is not None:
            yield kernel.Refused(found.code, found.facts, found.clauses, found.clauses)
            return
        self._reservations[person] = table
        try:
            yield None
        finally:
            del self._reservations[person]


class HouseLink:
    """The house of a hall as its tables know it, and the ``tables``; ``actor`` is ``None`` without a house."""

    def __init__(self, tables: Mapping[str, TableActor[Any]]) -> None:
        self._tables = tables
        self.actor: HouseActor | None = None

    def moves(
        self, game: kernel.Game[Any], table: str, before: Any, made: ActResult[Any], time: str
    ) -> tuple[TableMove, ...]:
        """Return what an act at a table means for the house at this wall time; nothing without a house."""
        if self.actor is None or game.key == KEY:
            return ()
        return table_moves(game, table, before, made.state, made.events, time)

    def prepared(self, game: kernel.Game[Any], opening: Any) -> Any:
        """Return an opening with the number of its session, and whoever keeps the bank of earlier days."""
        if isinstance(game, houses.OpensInHouse):
            opening = game.in_house(opening, is_in_house=self.actor is not None)
        if self.actor is None:
            return opening
        house = self.actor.state
        if isinstance(game, houses.NumbersSessions) and game.is_session(opening):
            opening = game.in_session(opening, next_session(house))
        if not isinstance(game, houses.CarriesAwards):
            return opening
        kept = award_for(house, game.key, opening.name, game.award_terms(opening))
        return opening if kept is None else game.with_award(opening, kept)

    def opening_refused(
        self, game: kernel.Game[Any], act: kernel.Act[Any], table: str, time: str
    ) -> kernel.Refused | None:
        """Return why the game or the house refuses an opening under an id; nothing is done yet."""
        blank = game.blank()
        outcome = game.decide(blank, act)
        if isinstance(outcome, kernel.Refused):
            return outcome
        made = ActResult(outcome, kernel.fold(game.evolve, blank, outcome.events), (act,), tuple(outcome.events))
        moves = self.moves(game, table, blank, made, time)
        if self.actor is None or not moves:
            return None
        told = kernel.Act(kernel.HOUSE, FollowTable(table, 1, GENESIS, moves), self.actor.step)
        found = self.actor.game.decide(self.actor.state, told)
        staff = made.state.staff.values() if isinstance(made.state, StaffsPosts) else ()
        return found if isinstance(found, kernel.Refused) else self._player_refused(act, staff, table)

    def _player_refused(
        self, act: kernel.Act[Any], people: Iterable[kernel.PersonId], table: str
    ) -> kernel.Refused | None:
        """Return why an act does not bring people on duty at ``table`` who have something at another one."""
        others = [one for name, one in tables_with_dues(self._tables).items() if name != table]
        is_player = any(is_player_at(one, person) for person in people for one in others)
        found = kernel.answer(act, lambda: admission.require_plays_nowhere(is_player=is_player) or ())
        return found if isinstance(found, kernel.Refused) else None

    def of_house(self, game: kernel.Game[Any], act: kernel.Act[Any]) -> kernel.Act[Any]:
        """Return an act at a table without what a house keeps, where there is one: the table does not learn it."""
        if self.actor is None or game.key == KEY or not isinstance(act.body, houses.KeptByHouse):
            return act
        return replace(act, body=act.body.of_house())

    def purse(self, game: kernel.Game[Any], who: kernel.PersonId | None) -> Cents | None:
        return None if self.actor is None or game.key == KEY or who is None else purse(self.actor.state, who)

    def most_to_bring(self, game: kernel.Game[Any], who: kernel.PersonId | None) -> Cents | None:
        return None if self.actor is None or game.key == KEY or who is None else most_to_bring(self.actor.state, who)

    def is_cover_short(self, moves: tuple[TableMove, ...]) -> bool:
        """Return True if an entry would rest on a proof that is not enough for what it asks of it."""
        asked = [one for one in moves if isinstance(one, CoverStakes)]
        return self.actor is not None and any(is_short(self.actor.state, one.person, one.amount) for one in asked)

    def word(self, game: kernel.Game[Any], table: str, state: Any, wall: Callable[[], str]) -> kernel.ActBody | None:
        """Return what the house has to tell a table: its bank is broken, or the dinner hour has begun."""
        if self.actor is None or not isinstance(game, houses.HearsHouse):
            return None
        house, needed = self.actor.state, houses.proof_needed(state)
        if needed.is_all and needed.banker is not None and is_used_up(house, needed.banker):
            return game.bank_broken()
        session = session_at(house, table)
        if session is None or session.is_dinner_begun or not has_dinner_begun(house, session, wall()[:MINUTE]):
            return None
        return game.dinner_begun(house.dinner.begin, house.dinner.end)

    def within_limits(
        self, game: kernel.Game[Any], table: str, act: kernel.Act[Any], before: Any, made: ActResult[Any]
    ) -> ActResult[Any]:
        """Return what an act led to; a refusal where somebody would have a bank, stake or promise chips who may not
        today; where they would go on duty in the house and have something at a table; where bets would be opened at a
        table that cannot pay what it owes, or closed on stakes that it could not pay; where the public would be paid in
        cash out of the chips of people with an account, or chips would be given to somebody whom the house does not
        know.
        """
        if self.actor is None or isinstance(made.outcome, kernel.Refused):
            return made
        if game.key == KEY:
            coming = (act.body.person,) if isinstance(act.body, GoOnDuty) else ()
            plays = self._player_refused(act, coming, table)
            return made if plays is None else ActResult(plays, made.state)
        house = self.actor.state
        paid = cash_paid(game, table, made.events)
        claiming = sorted(bank_seekers(act, before, made.state))
        unpaid = partial(require_own_chips, house, table, paid, own_chips(made.state))
        own = kernel.answer(
            act, lambda: first_fault(unpaid(), *(admission.require_may_play(house, one) for one in claiming)) or ()
        )
        if isinstance(own, kernel.Refused):
            return ActResult(own, made.state)
        if act.body.opens_cycle or act.body.closes_stakes:
            short = kernel.answer(act, lambda: require_bank(house, table, table_debt(game, made.state)) or ())
            return ActResult(short, made.state) if isinstance(short, kernel.Refused) else made
        who, named = actor(act), getattr(act.body, "person", None)
        if named not in (None, act.by) and staked(game, named, made.events) < 0:
            unknown = kernel.answer(act, lambda: admission.require_known(house, named) or ())
            if isinstance(unknown, kernel.Refused):
                return ActResult(unknown, made.state)
        outcome = kernel.answer(act, lambda: admission.require_may_stake(house, who) or ())
        is_promise = promised(game, made.state, who) not in (None, promised(game, before, who))
        is_more = is_promise or staked(game, who, made.events) > 0
        return ActResult(outcome, made.state) if isinstance(outcome, kernel.Refused) and is_more else made

    def promise_back(
        self, game: kernel.Game[Any], act: kernel.Act[Any], before: Any, events: Iterable[Any]
    ) -> kernel.ActBody | None:
        """Return the act that takes back a promise of somebody who may not stake: a refusal would tell of them."""
        if self.actor is None or not isinstance(game, kernel.TakesPromises):
            return None
        house, moved = self.actor.state, tuple(events)
        for who in sorted({*game.promises(before)} - {actor(act)}):
            if admission.require_may_stake(house, who) and staked(game, who, moved) > 0:
                return game.promise_back(before, who)
        return None

    def debt_at(self, table: str) -> Cents | None:
        """Return what a table in play owes its players, with what stakes may win, in cents; ``None`` for others."""
        one = self._tables.get(table)
        return None if one is None or not is_in_play(one.game, one.state) else table_debt(one.game, one.state)

    def not_to_be_seated(self, act: kernel.Act[Any], moves: tuple[TableMove, ...]) -> Iterator[kernel.PersonId]:
        """Yield the people who would come to a seat unasked, and whom the house lets have none."""
        if self.actor is None:
            return
        seeker = seat_seeker(act)
        for move in moves:
            if not isinstance(move, NoteSeat) or not move.table or move.person == seeker:
                continue
            if isinstance(admission.note_seat(self.actor.state, kernel.HOUSE, move), Fault):
                yield move.person

    @asynccontextmanager
    async def following(
        self, table: str, entry: ComposedEntry, moves: tuple[TableMove, ...]
    ) -> AsyncIterator[Append | kernel.Refused | None]:
        """Give the house's entry for one about to be stored, if any; the block stores both or raises."""
        house = self.actor
        if house is None or not moves:
            yield None
            return
        async with house.turn:
            act = kernel.Act(kernel.HOUSE, FollowTable(table, entry.entry.version, entry.hash, moves), house.step)
            coming = [one.person for one in moves if isinstance(one, NoteTablePost) and one.person is not None]
            if plays := self._player_refused(act, coming, table):  # in turn, as no table takes anything from them now
                yield plays
                return
            found = house.paired_entry(act)
            if isinstance(found, kernel.Refused):
                yield found
                return
            append, after, made = found
            try:
                yield append
            except TableLostError as error:
                house.end_if_replaced(error)
                raise
            house.move_on(after, made, kernel.HOUSE)


def staked(game: kernel.Game[Any], who: kernel.PersonId, events: Iterable[Any]) -> Cents:
    """Return the chips that somebody put down by events, less what came back to them; not those of the cash desk."""
    legs = (game.postings(event) for event in events)
    own = (one for moved in legs if all(leg.account != CASH_DESK for leg in moved) for one in moved)
    taken: Cents = -sum(one.amount for one in own if one.account == person(who))
    return taken


def actor(act: kernel.Act[Any]) -> kernel.PersonId:
    return act.body.person if isinstance(act.body, NotesAct) else act.by


def bank_seekers(act: kernel.Act[Any], before: Any, after: Any) -> set[kernel.PersonId]:
    """Return who asks for the bank by an act or is given it by name; not who comes to it by lot or by others."""
    named: kernel.PersonId | None = getattr(act.body, "person", None)
    new = houses.bank_claimants(after) - houses.bank_claimants(before)
    is_given = isinstance(after, houses.AwardsBank) and named == after.depositor != getattr(before, "depositor", None)
    return {one for one in (act.by, named) if one is not None and (one in new or (is_given and one == named))}


def promised(game: kernel.Game[Any], state: Any, who: kernel.PersonId) -> Any:
    return game.promises(state).get(who) if isinstance(game, kernel.TakesPromises) else None


def owed(state: Any) -> Cents:
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    brought: Cents = -ledger.get(CASH_DESK, 0)
    won: Cents = ledger.get(OF_BANK, 0)
    return max(brought - won, own_chips(state))


def own_chips(state: Any) -> Cents:
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    return sum(held for account, held in ledger.items() if account.startswith(PERSON))


def table_debt(game: kernel.Game[Any], state: Any) -> Cents:
    return owed(state) + (game.dearest_result(state) if isinstance(game, kernel.PaysStakes) else 0)
