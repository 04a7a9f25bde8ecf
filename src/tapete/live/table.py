"""One live table: an actor that takes one act after the other, records it, and only then shows what became of it."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from enum import StrEnum
from functools import partial
from secrets import token_hex
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import msgspec

from tapete import kernel
from tapete.live import answer as answers
from tapete.live.answer import Answer, HallFailedError, HallStoppedError, LiveError, TableLostError
from tapete.live.card_orders import CANNOT_DEAL, LiveSource, dealing_refusal
from tapete.live.house_link import newly_seated, within_purse
from tapete.live.recorded_table import (
    PAGE,
    HallServices,
    KnownCommands,
    Notifier,
    RecordedTable,
    RecoveredTable,
    copy_watch,
    first_entry,
    kept_answer,
    kept_rulebooks,
)
from tapete.live.timers import Countdown, Hold, PostLoss
from tapete.live.writer import Job
from tapete.money import Cents
from tapete.play import transition
from tapete.record.card_proofs import ShoeWatch
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import Entry
from tapete.record.store import Append, StoreError, Writer
from tapete.table.acts import Relieve
from tapete.table.houses import HearsHouse
from tapete.table.staff import Role
from tapete.table.state import Correction, IncidentReport, Ruling, SeatsPeople

MOST: Final = 256
"""Acts that may wait at one table; further ones are refused at once."""

Check = Callable[[], kernel.Act[Any] | kernel.Refused]
"""Looks, in the turn of an act, whether what its author saw is still so. Returns the act to be decided, or why not."""


class WaitingAct(NamedTuple):
    act: kernel.Act[Any]
    command: str | None
    answer: asyncio.Future[Answer]
    check: Check | None = None


class Inbox:
    """The acts that wait at one table, until it ends."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[WaitingAct | None] = asyncio.Queue(MOST)

    def add(self, act: kernel.Act[Any], command: str | None, check: Check | None) -> asyncio.Future[Answer]:
        """Let an act wait; return the future of its answer. Raises :class:`asyncio.QueueFull` where too many wait."""
        waiting = WaitingAct(act, command, asyncio.get_running_loop().create_future(), check)
        self._waiting.put_nowait(waiting)
        return waiting.answer

    async def next(self) -> WaitingAct | None:
        """Wait for the next act; ``None`` once the table has ended."""
        return await self._waiting.get()

    def close(self, why: Exception) -> None:
        while not self._waiting.empty():
            waiting = self._waiting.get_nowait()
            if waiting is not None:
                fail(waiting, why)
        self._waiting.put_nowait(None)


def fail(waiting: WaitingAct, error: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
        waiting.answer.exception()  # an author who has gone away leaves no warning behind


class CorrectionProposal(msgspec.Struct, frozen=True):
    """A correction that somebody has sent, and the command under which it is recorded when the other agrees."""

    act: kernel.Act[Any]
    command: str

    @property
    def second(self) -> kernel.PersonId:
        what: Correction = self.act.body
        return what.second


class ProposalOutcome(StrEnum):
    """What became of a proposal: confirmed and done, not agreed to, or confirmed when it could not be done any more."""

    DONE = "done"
    NOT_AGREED = "not-agreed"
    TOO_LATE = "too-late"


class ClosedProposal(msgspec.Struct, frozen=True):
    """A proposal that the second official has answered, and the events that it came to, or would have come to."""

    proposal: CorrectionProposal
    outcome: ProposalOutcome
    events: tuple[kernel.Event, ...] = ()


class CorrectionProposals:
    """Corrections that wait until the second official sends the same one, naming the first; none is in the record.

    Each official has one at most, the last that they sent, or the answer to it. A restart forgets what waits.
    """

    def __init__(self) -> None:
        self._proposals: dict[kernel.PersonId, CorrectionProposal] = {}
        self._closed: dict[kernel.PersonId, ClosedProposal] = {}

    def __iter__(self) -> Iterator[CorrectionProposal]:
        return iter(tuple(self._proposals.values()))

    def put(self, proposal: CorrectionProposal) -> None:
        """Keep a proposal until it is agreed to or dropped."""
        self.drop(proposal.act.by)
        self._proposals[proposal.act.by] = proposal

    def matching_proposal(self, by: kernel.PersonId, what: Correction) -> CorrectionProposal | None:
        """Return what waits for ``by`` and says the same as ``what``; reasons may differ, the first one's stands."""
        found = self._proposals.get(what.second)
        if found is None or found.second != by or _statement(found.act.body) != _statement(what):
            return None
        return found

    def drop(self, first: kernel.PersonId) -> None:
        self._proposals.pop(first, None)
        self._closed.pop(first, None)

    def close(
        self, proposal: CorrectionProposal, outcome: ProposalOutcome, events: tuple[kernel.Event, ...] = ()
    ) -> None:
        """Keep what became of a proposal, for the one who made it, until they propose another or have read it."""
        self.drop(proposal.act.by)
        self._closed[proposal.act.by] = ClosedProposal(proposal, outcome, events)

    def closed(self, first: kernel.PersonId) -> ClosedProposal | None:
        return self._closed.get(first)


def _statement(what: Any) -> Any:
    return msgspec.structs.replace(what, second=kernel.PersonId(""), reason="")


S = TypeVar("S")
T = TypeVar("T")

COMMAND = re.compile(r"[!-~]{1,80}")
"""A command id: printable ASCII without blanks."""


class TableActor(RecordedTable[S]):
    """A table of a hall; made by :class:`tapete.live.hall.Hall` alone.

    ``state`` is for reading and is always what the record holds up to ``version``, with the notes that people keep for
    themselves beside it; show people :meth:`view` only.
    """

    notes_kind: ClassVar[type[Any] | None] = None
    """What the actor reads from its entries beside the state (:class:`tapete.live.table_fold.Notes`)."""

    def __init__(
        self,
        services: HallServices,
        game: kernel.Game[S],
        writer: Writer,
        source: LiveSource,
        recalled: RecoveredTable[S] | None = None,
    ) -> None:
        recalled = recalled or RecoveredTable(game.blank(), KnownCommands(), ShoeWatch())
        super().__init__(game, recalled.state)
        self.id: str = writer.table
        self.source = source
        self.continues = writer.continues
        self._services, self._writer, self._answered = services, writer, services.telemetry.answered
        self._watch = recalled.watch
        self._head = writer.head  # the writer's own moves in its thread, before the state does
        self.commands: Final = recalled.commands
        self._last_entries = deque(recalled.entries, maxlen=PAGE)
        self._inbox = Inbox()
        self._end_reason: LiveError | None = None
        self._notifier = Notifier(lambda: self.version, lambda: self.is_open)
        self.proposals: Final = CorrectionProposals()
        self.countdown: Countdown = Countdown(services.clock, lambda: self.step, self.redraw)
        self.hold: Final = Hold(services.clock, self.countdown, self.redraw)
        self.absent_staff: set[kernel.PersonId] = set()
        """Officials who have closed their pages; beside the record, as the next two."""
        self.lost_posts: dict[kernel.PersonId, PostLoss] = {}
        """Officials who have lost a post and have no other."""
        self.machines: dict[Role, kernel.PersonId] = {}
        """The machines at work that take a post again when its holder has gone."""
        self.author: kernel.PersonId | None = None
        """Whose act was committed last since the hall started."""
        self.committed: list[Callable[[], None]] = []
        """Called after each commit, in the event loop; for time limits and bots' timers."""
        self._runner = asyncio.create_task(self._run(), name=f"table-{self.id}")

    async def act(self, act: kernel.Act[Any], command: str | None = None, check: Check | None = None) -> Answer:
        """Decide and record an act; return after its commit. A refused act is not recorded.

        ``command`` is the client's id of the request: a repeat gets the first answer and does nothing, another act
        under the same id is refused as ``command-conflict``; an act of a person without one is given one. ``check`` is
        asked in the act's own turn for the act that is decided, or why none is.

        Raises :class:`~tapete.live.answer.LiveError` when no answer can be given; then the same request may be sent
        again, with the same id.
        """
        self.require_open()
        if command is not None and not COMMAND.fullmatch(command):
            return self._answered(self.game.key, self._refuse("command-malformed"))
        if command is None and act.by not in kernel.SYSTEM:
            command = token_hex(8)
        try:
            answer = self._inbox.add(act, command, check)
        except asyncio.QueueFull:
            return self._answered(self.game.key, self._refuse("table-busy"))
        # Whoever stops waiting does not stop the act: it may be on its way to the disk.
        return await asyncio.shield(answer)

    async def has_answered(self, command: str) -> bool:
        """Return True if an act stands under the client's id of a request: a repeat of it does nothing."""
        if command in self.commands or self.commands.is_whole:
            return command in self.commands
        return await self._services.writer.call(partial(self._services.store.has_command, self.id, command))

    def purse(self, viewer: kernel.PersonId | None) -> Cents | None:
        """Return the chips that a viewer has about them, in cents; ``None`` without a house, or for no visitor."""
        return self._services.house.purse(self.game, viewer)

    def legal(self, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        """As the game has it, nothing while the table waits for another official; in a house nobody brings more chips
        to the table than they carry and may lose.
        """
        if self.hold.is_binding(viewer):
            return ()
        offers, held = super().legal(viewer), self._services.house.most_to_bring(self.game, viewer)
        return offers if held is None else tuple(within_purse(offers, held))

    def require_open(self) -> None:
        if self._end_reason is not None:
            raise type(self._end_reason)(self._end_reason.code, **self._end_reason.facts) from self._end_reason

    def move_on(self, state: S, made: ComposedEntry, author: kernel.PersonId) -> None:
        """Go on from an entry that has just been stored, and tell everybody who follows the table."""
        self.state, self._head, self.author = state, made.head, author
        self._last_entries.append(made.entry)
        if made.entry.command is not None:
            self.commands.add(made.entry.command)
        if author not in kernel.SYSTEM:
            self.hold.end()
        self.forget()
        self._notifier.notify()
        for callback in self.committed:
            callback()

    def end(self, why: LiveError) -> None:
        """Answer nothing from now on, end the streams; acts that wait get ``why``."""
        if self._end_reason is None:
            self._end_reason = why
            self._services.telemetry.table_ended(self.id, why)
            self._inbox.close(why)
        self._notifier.notify()

    async def wait_for_end(self) -> None:
        """Wait until the act at work is answered; call :meth:`end` first."""
        await self._runner

    def _refuse(self, code: str, **facts: Any) -> Answer:
        return Answer(kernel.Refused(code, facts), self.version)

    async def _run(self) -> None:
        with suppress(Exception):  # it has ended the table, if it was to
            await self._guarded(self._hear_house())  # what a hall that has died still had to tell
        while (waiting := await self._inbox.next()) is not None:
            try:
                found = await self._guarded(self._answer(waiting))
            except Exception as error:  # the author gets it; the table stands where it stood
                fail(waiting, error)
            else:
                if not waiting.answer.done():
                    waiting.answer.set_result(found)

    async def _guarded(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what comes of work at the table; raise what it raises, which may end the table."""
        try:
            return await work
        except Exception as error:
            self.source.settle(stored=False)
            if isinstance(error, TableLostError | HallFailedError | HallStoppedError):
                self.end(error)
            elif isinstance(error, StoreError):
                self.end(TableLostError(error.code, **error.facts))
            raise

    async def _answer(self, waiting: WaitingAct) -> Answer:
        found = self._answered(self.game.key, await self._handle(waiting.act, waiting.command, waiting.check))
        await self._hear_house()
        return found

    async def _hear_house(self) -> None:
        """Have the house say what it alone knows, where the table has come to it."""
        what = self._services.house.word(self.game, self.id, self.state, self._services.clock.wall)
        if what is not None:
            told = kernel.Act(kernel.HOUSE, what, self.step)
            await self._decide(told, None)

    async def _handle(self, act: kernel.Act[Any], command: str | None, check: Check | None) -> Answer:
        act = self._services.house.of_house(self.game, act)
        if command is not None and await self.has_answered(command):
            return await self._repeat_answer(command, act, is_confirmed=check is not None)
        if act.by == kernel.CHANCE:
            return self._refuse("chance-is-nobody")
        if act.by == kernel.CLOCK and act.at is not None and act.at != self.step:
            return self._refuse("window-closed", meant=str(act.at), now=str(self.step))
        if (
            self.hold.is_binding(act.by)
            and act.by not in kernel.SYSTEM
            and not isinstance(act.body, (IncidentReport, Ruling, Relieve))
        ):
            return self._refuse("table-held")
        if check is not None:
            checked = check()
            if isinstance(checked, kernel.Refused):
                return Answer(checked, self.version)
            act = self._services.house.of_house(self.game, checked)
        with self._services.seats.admit(self.id, self.game.key, act) as refused:
            if refused is not None:
                return Answer(refused, self.version)
            return await self._decide(act, command)

    async def _repeat_answer(self, command: str, act: kernel.Act[Any], *, is_confirmed: bool) -> Answer:
        """Return the first answer to a request: to its own act, or to what the house said of it instead."""
        first = await first_entry(self._services, self.id, command)
        act = act if first is None else self._as_first_said(act, first)
        told = (self._told_short(act),) if isinstance(self.game, HearsHouse) else ()
        confirmed = first if is_confirmed else None
        kept = await kept_answer(self._services, self.game, self.id, command, (act, *told), confirmed)
        return kept or self._refuse("command-conflict")

    def _as_first_said(self, act: kernel.Act[Any], first: Entry) -> kernel.Act[Any]:
        return act

    def _told_short(self, closing: kernel.Act[Any]) -> kernel.Act[Any]:
        assert isinstance(self.game, HearsHouse)
        return kernel.Act(kernel.HOUSE, self.game.cover_short(closing), closing.at)

    async def _decide(self, act: kernel.Act[Any], command: str | None) -> Answer:
        before = self.state
        try:
            decided = transition(self.game, before, act, self.source)
        except CANNOT_DEAL as error:
            self.source.settle(stored=False)
            code, facts = dealing_refusal(error)
            return self._refuse(code, **facts)
        made = self._services.house.within_limits(self.game, self.id, act, before, decided)
        if isinstance(made.outcome, kernel.Refused):
            self.source.settle(stored=False)
            return Answer(made.outcome, self.version)
        if word := self._services.house.promise_back(self.game, act, before, made.events):
            return await self._decide_after(word, act, command)
        if act.body.is_beside_record:
            self.source.settle(stored=False)
            self.keep_beside(made.state, act.by)
            return Answer(made.outcome, self.version)
        time = self._services.clock.wall()
        moves = self._services.house.moves(self.game, self.id, before, made, time)
        unseated = (
            *self._services.seats.seated_elsewhere(self.id, made.events),
            *self._services.house.not_to_be_seated(act, moves),
        )
        waiting = self.state.seats.waiting_list if kernel.has_shape(self.state, SeatsPeople) else ()
        if unseated and (not moves or unseated[0] in waiting):
            return await self._decide_after(self._off_the_list(unseated[0]), act, command)
        sitting = newly_seated(self.game, before, made.state)
        if elsewhere := self._services.seats.refused(self.id, self.game.key, sitting):
            self.source.settle(stored=False)
            return Answer(elsewhere, self.version)
        if act.body.opens_cycle and (short := await self._services.disk.shortage()):
            self.source.settle(stored=False)
            return self._refuse("disk-short", free=short.free_bytes, reserve=short.reserve)
        outcome = answers.without_secrets(made.outcome)
        assert not isinstance(outcome, kernel.Refused)
        watch, kept = copy_watch(self._watch, self.step.series), answers.answer_bytes(outcome, self.version + 1)
        entry = compose(
            self.game,
            made,
            self._head,
            self._services.sealer,
            table=self.id,
            epoch=self._writer.epoch,
            time=time,
            command=command,
            answer=kept,
            openings=watch.openings(self.game, made.states, made.events, self.source.opening),
            continues=self.continues,
        )
        books = kept_rulebooks(self._services, made.events)
        with self._services.seats.reserve(self.id, sitting):
            async with self._services.house.following(self.id, entry, moves) as paired:
                if not isinstance(paired, kernel.Refused):
                    append = Append(
                        self._writer, entry, answers.request_digest(entry.entry.act), self.source.pending(), paired
                    )
                    stored = await self._services.writer.store(Job(append, books))
                    if stored.is_repeated:
                        raise TableLostError("command-unknown-here", table=self.id)
                    self.source.settle(stored=True)
                    self._watch = watch
                    self.move_on(made.state, entry, act.by)
                    return Answer(outcome, entry.entry.version)
        self.source.settle(stored=False)
        if isinstance(self.game, HearsHouse) and self._services.house.is_cover_short(moves):
            return await self._tell_short(act, command, paired)
        return Answer(paired, self.version)

    async def _tell_short(self, act: kernel.Act[Any], command: str | None, refused: kernel.Refused) -> Answer:
        """Answer closing words on stakes that the bank does not cover: told in the record, or said after all."""
        told = self._told_short(act)
        answer = await self._decide(told, command)
        if answer.refusal is None:
            return answer
        if answer.refusal.code == "deposit-is-sufficient":
            return await self._decide(act, command)
        return Answer(refused, self.version)

    async def _decide_after(self, word: kernel.ActBody, act: kernel.Act[Any], command: str | None) -> Answer:
        """Decide an act once the house has taken back what no longer stands."""
        self.source.settle(stored=False)
        said = await self._decide(kernel.Act(kernel.HOUSE, word), None)
        return said if said.refusal else await self._decide(act, command)

    def _off_the_list(self, person: kernel.PersonId) -> kernel.ActBody:
        """Return the act that strikes somebody off the list. Raises :class:`LiveError` in a game without a list."""
        if not isinstance(self.game, kernel.KeepsWaitingList):
            raise LiveError("seated-elsewhere", table=self.id, person=person)
        return self.game.off_the_list(person)
