"""Each entry decided again: where it differs, its money, its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from tapete.accounts import PERSON, STAKES
from tapete.cards import Card
from tapete.chance import CardDraw, CardOut, ChanceKind, DealsCards
from tapete.clauses import trace, unchecked
from tapete.house.events import BalancesCarried
from tapete.kernel import CHANCE, Act, Game, Refused
from tapete.record import codec, private, report
from tapete.record.card_proofs import ShoeWatch, ShownCard, TokenKind, is_proved, told_token
from tapete.record.editions import EarlierEditions
from tapete.record.entry import Entry, Head, canonical, read_entry
from tapete.record.source import Source
from tapete.words import explained_difference, failure_facts, sentence_fact

S = TypeVar("S")

BROKEN = (ValueError, LookupError, TypeError, ArithmeticError, AttributeError)
"""What is raised where entries that can be read lead to what no table does."""


class RestoredTable(msgspec.Struct, Generic[S], frozen=True):
    """Where a table stands: its state, the head of its record, and which cards of its shoes have been shown."""

    state: S
    head: Head
    watch: ShoeWatch


def read(source: Source, table: str, sealer: private.Sealer | None = None) -> Iterator[Entry]:
    """Yield a table's entries, with their private parts joined where the source has them and they can be opened."""
    for kept in source.stored_entries(table):
        entry = read_entry(kept.link.body)
        yield private.join(entry, kept.private(entry, sealer))


def states(game: Game[S], entries: Iterator[Entry]) -> Iterator[tuple[Entry, S]]:
    state = game.blank()
    for entry in entries:
        for tree in entry.events:
            state = game.evolve(state, codec.read_event(game, tree))
        yield entry, state


def replay(game: Game[S], source: Source, table: str, sealer: private.Sealer | None = None) -> S:
    """Return the state after a table's last entry. Raises :class:`~tapete.record.codec.DecodeError`."""
    state = game.blank()
    for _, after in states(game, read(source, table, sealer)):
        state = after
    return state


def restore(game: Game[S], source: Source, table: str, sealer: private.Sealer) -> RestoredTable[S]:
    state, head, watch = game.blank(), Head(), ShoeWatch()
    for kept in source.stored_entries(table):
        entry = read_entry(kept.link.body)
        for tree in private.join(entry, kept.private(entry, sealer)).events:
            event = codec.read_event(game, tree)
            state = game.evolve(state, event)
            watch.apply_event(game, state, event)
        head = Head(entry.version, kept.link.hash or "")
    return RestoredTable(state, head, watch)


Legs = Counter[tuple[str, int]]
"""How often an amount enters an account."""


def legs_of(game: Game[Any], events: Sequence[Any]) -> Legs | None:
    """Return what events move; ``None`` where what they say cannot be booked: an amount below zero."""
    try:
        return Counter((leg.account, leg.amount) for event in events for leg in game.postings(event))
    except Exception:  # nobody knows what a record holds; whoever follows the table says why
        return None


def edge_legs(game: Game[Any], events: Sequence[Any]) -> Legs:
    """Return what events move to a table, from it, or from a bank; not what moves among players and stakes."""
    legs = legs_of(game, events) or Counter()
    among = (leg for leg in legs if leg[0] == STAKES or leg[0].startswith(PERSON))
    return legs - Counter({leg: legs[leg] for leg in among})


Facts = dict[str, Any]


class Finding(NamedTuple):
    """What differs in one entry: its code and facts, and the change of a later edition that explains it."""

    code: str
    facts: Facts = {}  # noqa: RUF012 - never changed
    explained_by: report.Change | None = None

    def explained(self, at: int, table: str) -> report.ExplainedDifference:
        assert self.explained_by is not None
        code, edition = self.explained_by.code, self.explained_by.edition
        found = sentence_fact("finding", self.code, self.facts)
        return report.ExplainedDifference(at, code, explained_difference(code, found, "en"), table, found, edition)


def pairs(events: Sequence[Any], others: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for index, event in enumerate(events):
        yield event, others[index] if index < len(others) else None


def with_hidden(event: Any, other: Any) -> Any:
    if type(event) is not type(other):
        return event
    known = {name: getattr(other, name) for name in event.private() if getattr(event, name) is None}
    return msgspec.structs.replace(event, **known)


def is_any_secret_kept(*parts: Any) -> bool:
    """Return True if an act or an event has private values that are never shown, whatever they are."""
    return any(one.keeps_secret and one.private() for one in parts)


def kind_of(tree: Mapping[str, Any]) -> str:
    return str(tree["event"]).partition("@")[0]


def paths(events: Sequence[Any], others: Sequence[Any]) -> frozenset[str]:
    """Return where two lists of events differ, those of a kind in their order: ``kind.field value`` with what the first
    has there, and what the second has where both are texts; ``kind.field+`` for a list to which the second adds,
    ``kind.field-`` for one of which it leaves out; ``+kind`` for an event that only the second has; ``-kind`` for one
    that only the first has, with all its values but those that events of ``+kind`` have under the same names; ``order``
    where nothing else differs.
    """
    trees = [[codec.to_tree(one) for one in side] for side in (events, others)]
    found, gone = set[str](), list[dict[str, Any]]()
    new = set[tuple[str, str]]()
    for kind in {kind_of(tree) for side in trees for tree in side}:
        for one, other in zip_longest(*([tree for tree in side if kind_of(tree) == kind] for side in trees)):
            if one is None or other is None:
                gone += [] if one is None else [one]
                found |= set() if other is None else {f"+{kind}"}
                new |= set() if other is None else {(name, str(value)) for name, value in other.items()}
            else:
                found |= set(_paths(kind, one, other))
    for tree in gone:
        alone = {name: value for name, value in tree.items() if name != "event" and (name, str(value)) not in new}
        found.add(f"-{kind_of(tree)} {canonical(alone).decode()}" if alone else f"-{kind_of(tree)}")
    return frozenset(found) if found or trees[0] == trees[1] else frozenset({"order"})


def _paths(at: str, one: Any, other: Any) -> Iterator[str]:
    match one, other:
        case dict(), dict():
            for name in {*one, *other}:
                yield from _paths(f"{at}.{name}", one.get(name), other.get(name))
        case list(), list() if one != other and all(part in other for part in one):
            yield f"{at}+"
        case list(), list() if one != other and all(part in one for part in other):
            yield f"{at}-"
        case _ if one != other:
            both = (one, other) if isinstance(one, str) and isinstance(other, str) else (one,)
            yield " ".join((at, *(canonical(part).decode() for part in both)))


def first_difference(events: Sequence[Any], others: Sequence[Any]) -> Facts:
    for index, (one, other) in enumerate(zip(events, others, strict=False)):
        if one != other:
            return {"index": index, "recorded": _json(one), "now": _json(other)}
    return {"case": "count", "recorded": len(events), "now": len(others)}


def _json(event: Any) -> str:
    return canonical(codec.to_tree(event)).decode()


def sums(legs: Counter[tuple[str, int]]) -> str:
    return ", ".join(f"{account} {amount}" for account, amount in sorted(legs)) or "-"


def sets(recorded: Sequence[str], now: Sequence[str]) -> Facts:
    gone, new = sorted(set(recorded) - set(now)), sorted(set(now) - set(recorded))
    return {"recorded": ", ".join(gone) or "-", "now": ", ".join(new) or "-"}


class OpeningProofs:
    """Follows the sealed orders of a table. ``proved`` are the tokens that were opened and fit their commitment, by
    what they are; ``unproved`` counts those of an order that nobody sealed.
    """

    def __init__(self, game: Game[Any], table: str) -> None:
        self._game, self._table = game, table
        self.watch: Final = ShoeWatch()
        self.proved: Counter[TokenKind] = Counter()
        self.unproved: int = 0

    def follow(self, state: Any, event: Any) -> tuple[ShownCard, ...]:
        return self.watch.apply_event(self._game, state, event)

    def findings(self, entry: Entry, shown: Sequence[ShownCard], *, is_blind: bool) -> Iterator[Finding]:
        """Judge what an entry opens and shows. ``is_blind``: cards of the coup are not seen here."""
        opened = {(one.shoe, card.position): card for one in entry.openings for card in one.cards}
        kinds = {(seen.shoe, seen.committed_index): seen.kind for seen in shown}
        for (shoe, position), card in opened.items():
            sealed = self.watch.sealed.get(shoe)
            if sealed is None or not is_proved(self._table, sealed, card):
                yield Finding("opening-false", {**told_token(shoe, position), "face": card.face})
            else:
                self.proved[kinds.get((shoe, position), TokenKind.CARD)] += 1
        if not is_blind:
            for shoe, position in opened.keys() - {(seen.shoe, seen.committed_index) for seen in shown}:
                yield self._unasked(shoe, position)
        for seen in shown:
            sealed = self.watch.sealed.get(seen.shoe)
            if sealed is None or sealed.kind is not ChanceKind.SEALED:
                self.unproved += 1
                continue
            proof = None if seen.committed_index is None else opened.get((seen.shoe, seen.committed_index))
            if proof is None:
                yield Finding("opening-missing", told_token(seen.shoe, seen.position))
            elif proof.face != seen.face:
                told = told_token(seen.shoe, seen.position)
                yield Finding("opening-differs", {**told, "face": seen.face, "sealed": proof.face})
        for code, fault in self.watch.faults:
            yield Finding(code, fault)
        self.watch.faults.clear()

    def _unasked(self, order: int, position: int) -> Finding:
        """Return what an opening is that its entry does not show; of a ball that has not come out yet it tells what no
        one may know before the game is over. The urns of a game with cards hold lots.
        """
        is_ball = order < 0 and not isinstance(self._game, DealsCards)
        if is_ball and position not in self.watch.turned.get(order, {}):
            return Finding("ball-opened-early", {"urn": -order, "ball": position + 1})
        return Finding("opening-unasked", told_token(order, position))


class _Recomputed(msgspec.Struct, frozen=True):
    """What the engine makes of an entry's acts now. ``refused`` says where it would not go on; ``weighed`` are the
    clauses that were looked at, whether they decided or not; ``misplaced`` is the first act of chance that names
    another author or step than the one it was drawn in. ``states`` are those after each event.
    """

    events: tuple[Any, ...]
    rests_on: tuple[str, ...]
    weighed: tuple[str, ...] = ()
    refused: Facts | None = None
    unfinished: str = ""
    misplaced: Facts | None = None
    states: tuple[Any, ...] = ()

    def clauses_otherwise(self, rests_on: Sequence[str]) -> frozenset[str]:
        """Return the clauses that decided and are not named, and those named that were not even looked at."""
        decided = frozenset(self.rests_on)
        return (decided - {*rests_on}) | (frozenset(rests_on) - decided - {*self.weighed})


class Recomputation:
    """Follows a table. ``lost`` is set when an entry cannot be read, so that nothing after it can be judged."""

    def __init__(
        self,
        game: Game[Any],
        table: str,
        faces: Mapping[tuple[int, int], str],
        rulebooks: frozenset[str],
        edition: str = report.CURRENT,
        editions: Sequence[report.Edition] = report.EDITIONS,
    ) -> None:
        self.game = game
        self.table = table
        self.faces = faces
        self.rulebooks = rulebooks
        self._released = editions
        self.earlier: EarlierEditions | None = None
        """What had decided before elsewhere; nobody need say it before an entry of an older edition."""
        self._order = [*(one.name for one in editions if one.name != edition), edition]
        self.state: Any = game.blank()
        self.before: Any = self.state
        self.events: Sequence[Any] = ()  # of the last entry, which led from ``before`` to ``state``
        self.proofs: Final = OpeningProofs(game, table)
        self.unknown: set[tuple[int, int]] = set()
        self.unjudged: list[report.UnjudgedEntry] = []
        self.pinned: set[str] = set()
        self._unknown_editions: set[str] = set()
        self.older_editions: dict[str, Facts] = {}
        """Those that an entry names after a newer one decided, with the first such entry and the newer one."""
        self._newest = -1
        """The place in the order of editions of the newest one that decided here so far."""
        self.has_secrets: bool = False
        self.lost: bool = False
        self.is_blank: bool = True

    def begin_day(self, entry: Entry) -> Iterator[Finding]:
        try:
            first = codec.read_event(self.game, entry.events[0]) if entry.events else None
        except (codec.DecodeError, codec.UpcastError) as error:
            self.lost = True
            yield Finding("undecodable", {"why": error.told})
            return
        if isinstance(first, BalancesCarried):
            self.state = self.before = self.game.evolve(self.state, first)
        else:
            self.lost = True
            yield Finding("balances-missing")

    def entry(self, entry: Entry, part: private.PrivatePart | None) -> Iterator[Finding]:
        """Judge one entry and move on to the state that was recorded after it. Never raises for what stands in it."""
        self.is_blank = False
        if self.lost:
            return
        try:
            yield from self._entry(entry, part)
        except Exception as error:  # a record may hold anything; the audit says so
            self.lost = True
            yield Finding("cannot-follow", failure_facts(error))

    def _entry(self, entry: Entry, part: private.PrivatePart | None) -> Iterator[Finding]:
        hidden = entry.private_digest is not None and part is None
        try:
            whole = private.join(entry, part)
            act = codec.read_act(self.game, whole.act)
            chance = [codec.read_act(self.game, tree) for tree in whole.chance]
            events = [codec.read_event(self.game, tree) for tree in whole.events]
        except (codec.DecodeError, private.PrivatePartError, codec.UpcastError) as error:
            self.lost = True
            yield Finding("undecodable", {"why": error.told})
            return
        if entry.edition not in self._order and entry.edition not in self._unknown_editions:
            self._unknown_editions.add(entry.edition)
            yield Finding("edition-unknown", {"edition": entry.edition})
        since = self._changes_since(entry)
        if entry.game != self.game.key:
            yield Finding("game-changed", {"game": entry.game})
        if act.by != entry.by:
            yield Finding("author-differs", {"author": entry.by, "actor": act.by})
        self.has_secrets = self.has_secrets or (hidden and is_any_secret_kept(act.body, *events))
        is_sealed = hidden and bool(act.body.private()) and not act.body.is_decided_without_secret
        if is_sealed:  # nobody can say what becomes of an act that is not known
            yield from self._unseen(entry, "act-sealed", events, ())
            yield from self._misplaced_among(events, chance)
            yield from self._follow(entry, events)
            return
        again, failure = self._decide(act, chance, hidden)
        if hidden and again is not None:
            events = [with_hidden(event, other) for event, other in pairs(events, again.events)]

        def decide_unchecked(codes: frozenset[str]) -> _Recomputed | None:
            with unchecked(codes):
                return self._decide(act, chance, hidden)[0]

        unjudged = len(self.unjudged)
        yield from self._compare(entry, whole, events, again, failure, hidden, since, decide_unchecked)
        if len(self.unjudged) > unjudged:
            yield from self._misplaced_among(events, chance)
        is_same = again is not None and list(again.events) == list(events)
        yield from self._follow(entry, events, again.states if again is not None and is_same else ())

    def _changes_since(self, entry: Entry) -> tuple[report.Change, ...]:
        """Return what may explain a difference in an entry: the changes after the newest edition that decided so far,
        here or elsewhere, since no record goes back to an earlier one. What times alone say binds no other entry.
        Nothing explains an entry of an edition that is not known, nor any entry after it.
        """
        order, named = self._order, entry.edition
        if named == order[-1] or named not in order:  # nothing is newer, and nothing explains what nobody knows
            self._newest = max(self._newest, order.index(named) if named in order else len(order))
            return ()
        events = {str(tree["event"]) for tree in entry.events}
        added = {one.name: 0 for one in self._released if events & {*one.events.get(self.game.key, ())}}
        shown, chained, timed = (
            max(
                (order.index(one) for one, first in found.items() if first <= entry.version and one in order),
                default=-1,
            )
            for found in (added, *(self.earlier or EarlierEditions()))
        )
        here = max(self._newest, shown)
        before = max(here, chained, timed)
        if order.index(named) < before < len(order):
            case = {"case": "elsewhere"} if before > here else {"case": "event"} if shown > self._newest else {}
            told = {"edition": named, "entry": entry.version, "newer": order[before], **case}
            self.older_editions.setdefault(named, told)
        self._newest = max(here, chained, order.index(named))
        newest = max(self._newest, timed)
        if newest >= len(order) - 1:
            return ()
        changes = report.changes_since(order[newest], self.game.key, self._released)
        return tuple(
            one
            for one in changes
            if (not one.acts or entry.act["what"]["act"] in one.acts)
            and (not one.posts or any(self.state.staff.get(post) == entry.by for post in one.posts))
            and (not one.conduct or getattr(self.state.settings, "conduct", None) == one.conduct)
        )

    def _decide(self, act: Act[Any], chance: Sequence[Act[Any]], hidden: bool) -> tuple[_Recomputed | None, Facts]:
        state, clauses, weighed = self.state, dict[str, None](), dict[str, None]()
        refused: Facts | None = None
        misplaced: Facts | None = None
        found, states = list[Any](), list[Any]()
        try:
            for one in (act, *chance):
                if one is not act:
                    misplaced = misplaced or self._misplaced(state, one)
                    one = self._face(state, one) if hidden else one  # the same, with the face that was opened later
                with trace() as trail:
                    outcome = self.game.decide(state, one)
                weighed |= dict.fromkeys(trail.weighed)
                if isinstance(outcome, Refused):
                    why = sentence_fact("refusal", outcome.code, outcome.facts)
                    refused = {"act": one.body.__struct_config__.tag, "refusal": outcome.code, "why": why}
                    break
                found += outcome.events
                clauses |= dict.fromkeys(outcome.rests_on)
                for event in outcome.events:
                    state = self.game.evolve(state, event)
                    states.append(state)
            wanted = None if refused else self.game.draw_awaited(state)
        except Exception as error:  # a record may hold anything; the audit goes on and says so
            return None, failure_facts(error)
        unfinished = "" if wanted is None or wanted.by_person else type(wanted).__name__.removesuffix("Draw").lower()
        made = tuple(found), tuple(clauses), tuple(weighed), refused, unfinished, misplaced, tuple(states)
        return _Recomputed(*made), {}

    def _misplaced(self, state: Any, act: Act[Any]) -> Facts | None:
        return None if (act.by, act.at) == (CHANCE, self.game.step(state)) else self._meant_and_now(state, act)

    def _meant_and_now(self, state: Any, act: Act[Any]) -> Facts:
        meant = "-" if act.at is None else str(act.at)
        step = str(self.game.step(state))
        return {"act": act.body.__struct_config__.tag, "author": act.by, "meant": meant, "now": step}

    def _misplaced_among(self, events: Sequence[Any], chance: Sequence[Act[Any]]) -> Iterator[Finding]:
        """Hold what chance did in an entry that is left unjudged against the steps through which its events lead."""
        states = [*accumulate(events, self.game.evolve, initial=self.state)]
        ahead = iter(states)
        for act in chance:
            if all(self._misplaced(state, act) for state in ahead):
                yield Finding("chance-misplaced", self._meant_and_now(states[-1], act))
                return

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
        since: Sequence[report.Change],
        decide_unchecked: Callable[[frozenset[str]], _Recomputed | None],
    ) -> Iterator[Finding]:
        step = self.game.step(self.state)
        blind = (step.series, step.cycle) in self.unknown
        if again is not None and again.refused is None and not again.unfinished and list(again.events) == list(events):
            if again.misplaced is not None:
                yield Finding("chance-misplaced", again.misplaced)
            if not hidden and (otherwise := again.clauses_otherwise(whole.rests_on)):
                found = Finding("clauses-differ", sets(whole.rests_on, again.rests_on))
                changes = report.explaining_changes(otherwise, since, lambda one: one.clauses)
                yield from (found._replace(explained_by=change) for change in changes or (None,))
            return
        if self.has_secrets and self._is_secret_alone(events, again):
            self.unjudged.append(report.UnjudgedEntry(entry.version, "secret-unread", self.table))
            return
        if blind and not (again is not None and again.refused is None and self._moves_otherwise(events, again.events)):
            made = () if again is None or again.refused is not None else again.events
            yield from self._unseen(entry, "cards-unseen", events, made)
            return
        found = self._otherwise(events, again, failure)
        changes = self._explaining(events, again, since, decide_unchecked, is_hidden=hidden)
        yield from (found._replace(explained_by=change) for change in changes or (None,))

    def _explaining(
        self,
        events: Sequence[Any],
        again: _Recomputed | None,
        since: Sequence[report.Change],
        decide_unchecked: Callable[[frozenset[str]], _Recomputed | None],
        *,
        is_hidden: bool,
    ) -> tuple[report.Change, ...]:
        """Return the changes that together explain a difference: the checks that refuse the act now and did not then,
        and where the events differ from what is decided without them. Nothing explains other money.
        """
        left_out, named = frozenset[str](), set[str]()
        while again is not None and again.refused is not None and again.refused["refusal"] not in left_out:
            named.add(f"{again.refused['act']}/{again.refused['refusal']}")
            left_out |= {again.refused["refusal"]}
            again = decide_unchecked(left_out)
        if again is None or again.refused is not None or again.unfinished or again.misplaced is not None:
            return ()
        if is_hidden:
            events = [with_hidden(event, other) for event, other in pairs(events, again.events)]
        recorded = legs_of(self.game, events)
        if recorded is None or recorded != legs_of(self.game, again.events):
            return ()
        found = paths(events, again.events) | named
        return report.explaining_changes(found, since, lambda one: (*one.refusals, *one.paths))

    def _unseen(self, entry: Entry, code: str, events: Sequence[Any], made: Sequence[Any]) -> Iterator[Finding]:
        """Leave an entry unjudged that rests on what nobody sees: for that no chips come or go, and no bank pays."""
        recorded, now = edge_legs(self.game, events), edge_legs(self.game, made)
        if recorded != now and not any(one.settles_cycle for one in events):
            yield Finding("money-unseen", {"paid": sums(recorded - now), "due": sums(now - recorded)})
            return
        self.unjudged.append(report.UnjudgedEntry(entry.version, code, self.table))

    def _otherwise(self, events: Sequence[Any], again: _Recomputed | None, failure: Facts) -> Finding:
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
        """Return True if an entry rests on an unreadable value and moves the same money as decided without it."""
        if again is None or again.refused is not None or not any(one.rests_on_secret for one in events):
            return False
        recorded = legs_of(self.game, events)
        return recorded is not None and recorded == legs_of(self.game, again.events)

    def _moves_otherwise(self, events: Sequence[Any], others: Sequence[Any]) -> bool:
        """Return True if the same events move other money: what is paid on a known winner needs no cards."""
        kinds = [type(one) for one in events] == [type(one) for one in others]
        recorded = legs_of(self.game, events)
        return kinds and (recorded is None or recorded != legs_of(self.game, others))

    def _follow(self, entry: Entry, events: Sequence[Any], states: Sequence[Any] = ()) -> Iterator[Finding]:
        """Move on through events; the ``states`` after them are given where the same events were just decided."""
        shown: list[ShownCard] = []
        step = self.game.step(self.state)
        self.before, self.events = self.state, events
        try:
            for event, after in zip_longest(events, states):
                if event.settles_cycle and (step.series, step.cycle) in self.unknown:
                    yield Finding("coup-unseen", {"kind": kind_of(codec.to_tree(event))})
                legs = self.game.postings(event)
                if total := sum(leg.amount for leg in legs):
                    yield Finding("unbalanced", {"kind": kind_of(codec.to_tree(event)), "total": total})
                self.state = self.game.evolve(self.state, event) if after is None else after
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
