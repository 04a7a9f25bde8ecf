"""One table decided again, entry by entry, beside what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tapete.cards import Card
from tapete.chance import CardDraw, CardOut
from tapete.clauses import trace
from tapete.house.events import BalancesCarried
from tapete.kernel import Act, Game, Refused, fold
from tapete.record.card_proofs import ShownCard
from tapete.record.codec import DecodeError, read_act, read_event, to_tree
from tapete.record.differences import (
    Facts,
    Finding,
    describe,
    first_difference,
    is_any_secret_kept,
    kind_of,
    pairs,
    sets,
    sums,
    unequal,
    with_hidden,
)
from tapete.record.editions import Edition, changes_since, explaining_changes
from tapete.record.entry import Entry
from tapete.record.money_legs import edge_legs, legs_of
from tapete.record.opening_proofs import OpeningProofs
from tapete.record.private import PrivatePart, PrivatePartError, join
from tapete.record.report import UnjudgedEntry
from tapete.record.upcasting import UpcastError
from tapete.words import failure_facts, sentence_fact


class _Recomputed(msgspec.Struct, frozen=True):
    """What the engine makes of an entry's acts now. ``refused`` says where it would not go on; ``weighed`` are the
    clauses that were looked at, whether they decided or not.
    """

    events: tuple[Any, ...]
    rests_on: tuple[str, ...]
    weighed: tuple[str, ...] = ()
    refused: Facts | None = None
    unfinished: str = ""

    def clauses_otherwise(self, rests_on: Sequence[str]) -> frozenset[str]:
        """Return the clauses that decided and that an entry does not name, and those that it names and that were not
        even looked at: earlier engines named some that were.
        """
        decided = frozenset(self.rests_on)
        return (decided - {*rests_on}) | (frozenset(rests_on) - decided - {*self.weighed})


class Recomputation:
    """Follows a table. ``lost`` is set when an entry cannot be read, so that nothing after it can be judged."""

    def __init__(
        self, game: Game[Any], table: str, faces: Mapping[tuple[int, int], str], rulebooks: frozenset[str]
    ) -> None:
        self.game, self.table, self.faces, self.rulebooks = game, table, faces, rulebooks
        self.state = self.before = game.blank()
        self.events: Sequence[Any] = ()  # of the last entry, which led from ``before`` to ``state``
        self.proofs = OpeningProofs(game, table)
        self.unknown: set[tuple[int, int]] = set()
        self.unjudged: list[UnjudgedEntry] = []
        self.pinned: set[str] = set()
        self._editions: set[str] = set()
        self.has_secrets = False
        """Whether private values of the record were not to be read."""
        self.lost = False
        self.is_blank = True
        """Whether no entry was looked at so far."""

    def begin_day(self, entry: Entry) -> Iterator[Finding]:
        try:
            first = read_event(self.game, entry.events[0]) if entry.events else None
        except (DecodeError, UpcastError) as error:
            self.lost = True
            yield Finding("undecodable", {"why": error.told})
            return
        if isinstance(first, BalancesCarried):
            self.state = self.before = self.game.evolve(self.state, first)
        else:
            self.lost = True
            yield Finding("balances-missing")

    def entry(
        self, entry: Entry, part: PrivatePart | None, edition: str, editions: Sequence[Edition]
    ) -> Iterator[Finding]:
        """Judge one entry and move on to the state that was recorded after it. Never raises for what stands in it."""
        self.is_blank = False
        if self.lost:
            return
        try:
            yield from self._entry(entry, part, edition, editions)
        except Exception as error:  # a record may hold anything; the audit says so
            self.lost = True
            yield Finding("cannot-follow", failure_facts(error))

    def _entry(
        self, entry: Entry, part: PrivatePart | None, edition: str, editions: Sequence[Edition]
    ) -> Iterator[Finding]:
        hidden = entry.private_digest is not None and part is None
        try:
            whole = join(entry, part)
            act = read_act(self.game, whole.act)
            chance = [read_act(self.game, tree) for tree in whole.chance]
            events = [read_event(self.game, tree) for tree in whole.events]
        except (DecodeError, PrivatePartError, UpcastError) as error:
            self.lost = True
            yield Finding("undecodable", {"why": error.told})
            return
        if entry.edition not in {edition, *(one.name for one in editions), *self._editions}:
            self._editions.add(entry.edition)
            yield Finding("edition-unknown", {"edition": entry.edition})
        if entry.game != self.game.key:
            yield Finding("game-changed", {"game": entry.game})
        if act.by != entry.by:
            yield Finding("author-differs", {"author": entry.by, "actor": act.by})
        self.has_secrets = self.has_secrets or (hidden and is_any_secret_kept(act.body, *events))
        is_sealed = hidden and bool(act.body.private()) and not act.body.is_decided_without_secret
        if is_sealed:  # nobody can say what becomes of an act that is not known
            yield from self._unseen(entry, "act-sealed", events, ())
            yield from self._follow(entry, events)
            return
        again, failure = self._decide(act, chance, hidden)
        if hidden and again is not None:
            events = [with_hidden(event, other) for event, other in pairs(events, again.events)]
        yield from self._compare(entry, whole, events, again, failure, hidden, edition, editions)
        yield from self._follow(entry, events)

    def _decide(self, act: Act[Any], chance: Sequence[Act[Any]], hidden: bool) -> tuple[_Recomputed | None, Facts]:
        state, clauses, weighed = self.state, dict[str, None](), dict[str, None]()
        refused: Facts | None = None
        found: list[Any] = []
        try:
            for one in (act, *chance):
                if one is not act and hidden:
                    one = self._face(state, one)  # the same act, with the face that was opened later
                with trace() as trail:
                    outcome = self.game.decide(state, one)
                weighed |= dict.fromkeys(trail.weighed)
                if isinstance(outcome, Refused):
                    why = sentence_fact("refusal", outcome.code, outcome.facts)
                    refused = {"act": one.body.__struct_config__.tag, "refusal": outcome.code, "why": why}
                    break
                found += outcome.events
                clauses |= dict.fromkeys(outcome.rests_on)
                state = fold(self.game.evolve, state, outcome.events)
            wanted = None if refused else self.game.draw_awaited(state)
        except Exception as error:  # a record may hold anything; the audit goes on and says so
            return None, failure_facts(error)
        unfinished = "" if wanted is None or wanted.by_person else describe(wanted)
        return _Recomputed(tuple(found), tuple(clauses), tuple(weighed), refused, unfinished), {}

    def _face(self, state: Any, act: Act[Any]) -> Act[Any]:
        wanted = self.game.draw_awaited(state)
        if not isinstance(wanted, CardDraw) or not isinstance(act.body, CardOut) or act.body.face is not None:
            return act
        face = self.faces.get((wanted.shoe, wanted.committed))
        if face is None:
            step = self.game.step(state)
            self.unknown.add((step.series, step.cycle))
            return act
        return msgspec.structs.replace(act, body=CardOut(act.body.position, Card(face)))

    def _compare(
        self,
        entry: Entry,
        whole: Entry,
        events: Sequence[Any],
        again: _Recomputed | None,
        failure: Facts,
        hidden: bool,
        edition: str,
        editions: Sequence[Edition],
    ) -> Iterator[Finding]:
        since = () if entry.edition == edition else changes_since(entry.edition, self.game.key, editions)
        step = self.game.step(self.state)
        blind = (step.series, step.cycle) in self.unknown
        if again is not None and again.refused is None and not again.unfinished and list(again.events) == list(events):
            if not hidden and (otherwise := again.clauses_otherwise(whole.rests_on)):
                found = Finding("clauses-differ", sets(whole.rests_on, again.rests_on))
                changes = explaining_changes(otherwise, since, lambda one: one.clauses)
                yield from (found._replace(explained_by=change) for change in changes or (None,))
            return
        if self.has_secrets and self._is_secret_alone(events, again):
            self.unjudged.append(UnjudgedEntry(entry.version, "secret-unread", self.table))
            return
        if blind and not (again is not None and again.refused is None and self._moves_otherwise(events, again.events)):
            made = () if again is None or again.refused is not None else again.events
            yield from self._unseen(entry, "cards-unseen", events, made)
            return
        made = () if again is None else again.events
        found = self._otherwise(events, again, failure)
        kinds = frozenset(kind_of(tree) for tree in unequal(events, made))
        refused = frozenset({str(found.facts["refusal"])} if found.code == "act-refused" else ())
        changes = explaining_changes(refused, since, lambda one: one.refusals) or explaining_changes(kinds, since)
        yield from (found._replace(explained_by=change) for change in changes or (None,))

    def _unseen(self, entry: Entry, code: str, events: Sequence[Any], made: Sequence[Any]) -> Iterator[Finding]:
        """Leave an entry unjudged that rests on what nobody sees: for that no chips come or go, and no bank pays."""
        recorded, now = edge_legs(self.game, events), edge_legs(self.game, made)
        if recorded != now and not any(one.settles_cycle for one in events):
            yield Finding("money-unseen", {"paid": sums(recorded - now), "due": sums(now - recorded)})
            return
        self.unjudged.append(UnjudgedEntry(entry.version, code, self.table))

    def _otherwise(self, events: Sequence[Any], again: _Recomputed | None, failure: Facts) -> Finding:
        """Return what the engine makes of an entry instead of its ``events``."""
        if again is None:
            return Finding("engine-failed", failure)
        if again.refused is not None:
            return Finding("act-refused", again.refused)
        if again.unfinished:
            return Finding("chance-missing", {"draw": again.unfinished})
        if any(isinstance(one, BalancesCarried) and one != other for one, other in pairs(events, again.events)):
            return Finding("balances-differ", first_difference(events, again.events))
        recorded, now = legs_of(self.game, events), legs_of(self.game, again.events)
        if recorded is not None and now is not None and recorded != now:
            return Finding("money-differs", {"paid": sums(recorded - now), "due": sums(now - recorded)})
        return Finding("events-differ", first_difference(events, again.events))

    def _is_secret_alone(self, events: Sequence[Any], again: _Recomputed | None) -> bool:
        """Return True if an entry tells what follows from a value that cannot be read here, and moves the same money as
        what the engine makes of it without.
        """
        if again is None or again.refused is not None or not any(one.rests_on_secret for one in events):
            return False
        recorded = legs_of(self.game, events)
        return recorded is not None and recorded == legs_of(self.game, again.events)

    def _moves_otherwise(self, events: Sequence[Any], others: Sequence[Any]) -> bool:
        """Return True if the same events move other money: what is paid on a known winner needs no cards."""
        kinds = [type(one) for one in events] == [type(one) for one in others]
        recorded = legs_of(self.game, events)
        return kinds and (recorded is None or recorded != legs_of(self.game, others))

    def _follow(self, entry: Entry, events: Sequence[Any]) -> Iterator[Finding]:
        shown: list[ShownCard] = []
        step = self.game.step(self.state)
        self.before, self.events = self.state, events
        try:
            for event in events:
                if event.settles_cycle and (step.series, step.cycle) in self.unknown:
                    yield Finding("coup-unseen", {"kind": kind_of(to_tree(event))})
                legs = self.game.postings(event)
                if total := sum(leg.amount for leg in legs):
                    yield Finding("unbalanced", {"kind": kind_of(to_tree(event)), "total": total})
                self.state = self.game.evolve(self.state, event)
                shown += self.proofs.follow(self.state, event)
                book = event.pinned_rulebook()
                self.pinned |= {book} if book else set()
                if book and book not in self.rulebooks:
                    yield Finding("rulebook-missing", {"rulebook": book})
            broken = self.game.problems(self.state)
        except Exception as error:
            self.lost = True
            yield Finding("cannot-follow", failure_facts(error))
            return
        for one in broken:
            yield Finding("invariant", {"why": sentence_fact("invariant", one.code, one.facts)})
        step = self.game.step(self.state)  # of cards that are not seen here a shown one may have no face
        yield from self.proofs.findings(entry, shown, is_blind=(step.series, step.cycle) in self.unknown)
