"""A table as its record has it: read at the start of a hall, checked against the chain and the signed checkpoints."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tapete.chance import ChanceKind, OpensTable
from tapete.kernel import Game
from tapete.live.answer import RecordRefusedError
from tapete.live.keys import Keys
from tapete.live.recorded_table import PAGE
from tapete.live.table_fold import TableFold
from tapete.record import checkpoints, witness
from tapete.record.codec import read_act
from tapete.record.entry import START, ChainStep, Entry, Head, Link, Problem, StreamEnd, problem, walk
from tapete.record.private import Sealer
from tapete.record.recompute import BROKEN as BROKEN
from tapete.record.signatures import Authentication, KeptEntry, instant
from tapete.record.store import Reader, Row, Store, Writer, WriterChangedError
from tapete.words import CodedError, sentence_fact


def read_witness(file: Path | None) -> tuple[checkpoints.Checkpoint, ...]:
    """Return the checkpoints of a witness file. Raises :class:`RecordRefusedError` for one that cannot be read."""
    try:
        return () if file is None else witness.read(file)
    except witness.WitnessError as error:
        raise RecordRefusedError(error.code, **error.facts) from error


def require_witness(
    store: Reader | None,
    file: Path | None,
    key: str | None,
    *but: str,
    before: Sequence[checkpoints.Checkpoint] | None = None,
) -> RecordRefusedError | None:
    """Ask of a witness what every verb asks before it reads it, writes into it or says what it says: raise the first
    fault, ``but`` of these kinds return it.

    ``store`` is ``None`` where one is to be made, ``key`` where that of the writers whom the store names will do.
    ``before`` is what the witness said before a copy was taken of a store in play.
    """
    found = None
    for fault in _witness_faults(store, file, key, before):
        if fault.code not in but:
            raise fault
        found = found or fault
    return found


def _witness_faults(
    store: Reader | None, file: Path | None, key: str | None, before: Sequence[checkpoints.Checkpoint] | None
) -> Iterator[RecordRefusedError]:
    trusted = _writers(store) if key is None else frozenset({key})
    if file is None or not file.exists():
        if store is not None and _witnessed(store, trusted, ()):
            yield RecordRefusedError("witness-unnamed" if file is None else "witness-gone", file=str(file))
        return
    if witness.is_in_use(file):
        yield RecordRefusedError("witness-in-use", file=str(file))
    said = read_witness(file)
    if said and not any(checkpoints.is_signed(one, trusted) for one in said):
        yield RecordRefusedError("witness-foreign", file=str(file))
    if store is not None and (lacking := _witnessed(store, trusted, said)):
        yield RecordRefusedError("witness-behind", file=str(file), count=len(lacking))
    if lost := lost_entries(store, said if before is None else before, trusted, is_given_up=True):
        told = [sentence_fact("error", "entries-beyond", one.facts()) for one in lost[:3]]
        yield RecordRefusedError("witness-beyond", file=str(file), entries=told)


def _writers(store: Reader | None) -> frozenset[str]:
    named = () if store is None else map(store.writer, store.tables())
    return frozenset(one.key for one in named if one is not None and one.is_signed())


def renew_witness(store: Reader, file: Path, key: str) -> None:
    """Put into a witness file, made where it is not there, what the store says went to one and what it lacks."""
    lacking = _witnessed(store, frozenset({key}), read_witness(file))
    witness.append(file, sorted(lacking, key=lambda one: (one.time, one.order)))


def _witnessed(
    store: Reader, trusted: frozenset[str], known: Iterable[checkpoints.Checkpoint]
) -> set[checkpoints.Checkpoint]:
    """Return what a store says went to a witness, under keys that are trusted, but for what is ``known``."""
    return {one for one in set(store.witnessed()).difference(known) if checkpoints.is_signed(one, trusted)}


class LoadedTable(NamedTuple):
    """A table's rows and entries, and what its hall has signed about it."""

    rows: Sequence[Row]
    entries: Sequence[Entry]
    authentication: Authentication


def load_table(
    store: Store,
    table: str,
    witnessed: Iterable[checkpoints.Checkpoint],
    authority: checkpoints.Authority,
    *,
    demanded: bool = True,
) -> LoadedTable:
    """Read a table into memory; raise as :func:`read_record`."""
    kept = list[tuple[Row, Entry]]()
    known = read_record(store, table, witnessed, authority, lambda *one: kept.append(one), demanded=demanded)
    return LoadedTable([row for row, _ in kept], [entry for _, entry in kept], known)


def read_record(
    store: Store,
    table: str,
    witnessed: Iterable[checkpoints.Checkpoint],
    authority: checkpoints.Authority,
    take: Callable[[Row, Entry], Any],
    *,
    after: Head | None = None,
    until: int | None = None,
    demanded: bool = True,
    rest: Callable[[], Any] = lambda: None,
) -> Authentication:
    """Hand on each entry of a table, and return what its hall has signed about it; of a record whose beginning is known
    those ``after`` an entry alone.

    Raises :class:`RecordRefusedError` where the chain or a checkpoint fails, or where this hall did not authenticate an
    entry: it would sign what somebody else has written. Without ``demanded`` the last is let pass. What ``take`` raises
    is raised where the record is sound. ``rest`` is called after each entry.
    """
    said = said_of(store, table, witnessed, after, until)
    heads, asked = dict[int, str](), {one.version for one in said}
    if after is not None:
        heads = {version: store.hash_at(table, version) for version in asked if version < after.version}
        heads[after.version] = after.hash
    doubtful, is_tagged, broken = list[KeptEntry](), False, None
    problems, last = list[Problem](), Head()
    rows = store.entries(table, None if after is None else after.version)
    for row, walked in followed(table, rows, after or Head()):
        if until is not None and row.version > until:
            break
        problems += walked.problems
        last = Head(row.version, row.hash)
        if row.version in asked:
            heads[row.version] = row.hash
        if not (is_tagged and row.tag and authority.is_tag(row.hash, row.tag)):  # of sound ones the first will do
            doubtful.append(KeptEntry(row.version, row.hash, row.tag))
            is_tagged = is_tagged or bool(row.tag)
        if walked.entry is not None and not problems and broken is None:
            try:
                take(row, walked.entry)
            except Exception as error:  # told where nothing else is wrong
                broken = error
        rest()
    if last.version:
        heads[last.version] = last.hash
    contradicted = checkpoints.checkpoint_problems(said, {table: heads}, frozenset({authority.public}))
    problems += contradicted
    void = checkpoints.given_up(said, {table: heads}, frozenset({authority.public}))
    known = Authentication(doubtful, [one for one in said if one not in void])
    doubted = known.problems(table, authority, demanded=True) if demanded else ()
    problems += doubted
    if problems:
        unsound = "record-unsound" if len(problems) > len(doubted) else "record-doubtful"
        code = "record-contradicted" if contradicted else unsound
        raise RecordRefusedError(code, problems=[told_at(one) for one in problems[:3]])
    if broken is not None:
        raise broken
    return known


def followed(table: str, rows: Iterable[Row], after: Head = START) -> Iterator[tuple[Row, ChainStep]]:
    """Yield each row with its step along the chain."""
    reading = deque[Row]()

    def links() -> Iterator[Link]:
        for row in rows:
            reading.append(row)
            yield Link(row.body, row.hash, row.tag, row.version)

    for step in walk(table, links(), after):
        yield reading.popleft(), step


def said_of(
    store: Store,
    table: str,
    witnessed: Iterable[checkpoints.Checkpoint],
    after: Head | None = None,
    until: int | None = None,
) -> list[checkpoints.Checkpoint]:
    """Return what store and witness say of a table; ``after`` an entry that is known what is said of it and of later
    ones, and what holds for all; nothing of what came after ``until``.
    """
    own = [one for one in witnessed if one.table == table]
    if after is None:
        said = [*store.checkpoints(table), *own]
    else:
        newest = max((one.order for one in own), default=None)
        lasting = (one for one in own if one.restored_from or one.adopted_from or one.order == newest)
        later = (one for one in own if one.version >= after.version)
        said = [*store.checkpoints_from(table, after.version), *lasting, *later]
    return [one for one in dict.fromkeys(said) if until is None or one.version <= until]


def last_signed_writer(
    table: str, witnessed: Iterable[checkpoints.Checkpoint], authority: checkpoints.Authority
) -> int:
    """Return the highest number of a writer of a table of whom this hall's key has signed something; 0 for none."""
    own = sorted((one for one in witnessed if one.table == table), key=lambda one: -one.epoch)
    return next((one.epoch for one in own if checkpoints.is_signed(one, frozenset({authority.public}))), 0)


def require_latest_writer(
    store: Store, table: str, witnessed: Iterable[checkpoints.Checkpoint], authority: checkpoints.Authority
) -> None:
    """Raise :class:`RecordRefusedError` where the witness has heard of a later writer than the store names: an older
    copy was put back, and the next writer would bear the number of one whose entries are gone.

    A hall is named in the store before it signs. So this is asked before it is named. Who stands there without a
    signature is no matter of this: whoever takes the table up is told.
    """
    row, last = store.writer(table), last_signed_writer(table, witnessed, authority)
    if row is not None and not row.is_signed():
        return
    named = 0 if row is None else row.epoch
    if named < last:
        load_table(store, table, witnessed, authority)  # what the record lacks besides says more
        found = problem(0, "writer-behind", table, epoch=named, last=last)
        raise RecordRefusedError("record-behind", problems=[told_at(found)])


def take_over_beyond(
    store: Store, table: str, last: int, authority: checkpoints.Authority, *, blindly: bool = False
) -> Writer:
    """Become a table's writer above ``last``, also ``blindly`` of a stranger's. Raises as ``take_over``."""
    writer = store.take_over(table, authority=authority, blindly=blindly)
    while writer.epoch <= last:
        writer = store.take_over(table, authority=authority, blindly=blindly)
    return writer


def told_at(one: Problem) -> dict[str, Any]:
    why = sentence_fact("finding", one.code, one.facts)
    return sentence_fact("error", "problem-at", {"code": one.code, "at": one.at, "why": why})


def require_guards(store: Store) -> None:
    """Raise :class:`RecordRefusedError` where a trigger of the store is gone or changed: the record could be too."""
    faults = store.guard_faults()
    if faults:
        raise RecordRefusedError(
            "guards-lost", problems=[sentence_fact("finding", code, facts) for code, facts in faults[:3]]
        )


def require_known_key(store: Store, authority: checkpoints.Authority) -> None:
    """Raise :class:`~tapete.record.store.WriterChangedError` where signed writers are all of another key."""
    named = [writer for table in store.tables() if (writer := store.writer(table)) is not None and writer.signature]
    if named and all(writer.key != authority.public for writer in named):
        raise WriterChangedError("writer-changed", table=named[0].table, epoch=named[0].epoch)


def park_reason(error: Exception) -> CodedError:
    if isinstance(error, CodedError):
        return error
    return RecordRefusedError("record-unreadable", kind=type(error).__name__, detail=str(error))


def keep_last_word(store: Store, table: str, witnessed: Iterable[checkpoints.Checkpoint]) -> None:
    """Keep the newest witnessed checkpoint of a table in the store: a hall may have died between the two."""
    newest = max((one for one in witnessed if one.table == table), key=lambda one: one.order, default=None)
    if newest is not None:
        store.put_checkpoint(newest)


def last_entries(store: Store, table: str, head: Head) -> tuple[Entry, ...]:
    """Return the last entries up to one whose hash is known, which binds them. Raises :class:`RecordRefusedError`."""
    rows = [*store.entries(table, max(0, head.version - PAGE), limit=min(PAGE, head.version))]
    if not rows or (rows[-1].version, rows[-1].hash) != (head.version, head.hash):
        raise RecordRefusedError("record-behind", problems=[])
    steps = [step for _, step in followed(table, rows, Head(rows[0].version - 1, rows[0].entry().prev))]
    problems = [one for step in steps for one in step.problems]
    if problems:
        raise RecordRefusedError("record-unsound", problems=[told_at(one) for one in problems[:3]])
    return tuple(step.entry for step in steps if step.entry is not None)


class TableSnapshot(NamedTuple):
    """A table as its record has it: where that ends, from which one it goes on, and the state."""

    end: StreamEnd
    continues: StreamEnd | None
    state: Any


def table_snapshot(
    store: Store, table: str, game: Game[Any], sealer: Sealer, authority: checkpoints.Authority
) -> TableSnapshot | None:
    """Return a table by its record, ``None`` for other games'. Raises :class:`RecordRefusedError`."""
    try:
        first = next(iter(store.entries(table)), None)
        if first is None or first.entry().game != game.key:
            return None
        fold = TableFold(game, sealer)
        read_record(store, table, (), authority, fold.take)
        return TableSnapshot(StreamEnd(table, fold.head.version, fold.head.hash), fold.first.continues, fold.state)
    except BROKEN as error:
        raise park_reason(error) from error


def table_snapshots(
    store: Store, game: Game[Any], sealer: Sealer, authority: checkpoints.Authority, served: Collection[str] = ()
) -> tuple[TableSnapshot, ...]:
    """Return the recorded tables of a game but those ``served``. Raises as :func:`table_snapshot`."""
    names = (one for one in store.tables() if one not in served)
    found = (table_snapshot(store, name, game, sealer, authority) for name in names)
    return tuple(one for one in found if one is not None)


def chance_kind(game: Game[Any], opening: Entry) -> ChanceKind:
    """Return where the orders of a table come from. Raises :class:`RecordRefusedError` for no opening entry."""
    what = read_act(game, opening.act).body
    if not isinstance(what, OpensTable):
        raise RecordRefusedError("no-opening", table=opening.table)
    return what.chance_kind()


class DoubtfulTable(NamedTuple):
    """The entries of a table that nothing authenticates, and whether somebody else named its writer.

    An older edition that was killed leaves entries without a tag under no signature; so does a stranger. The hall
    cannot tell them apart: a person looks at them and vouches, and what they sign says so for ever.
    """

    entries: Sequence[Entry]
    last: int
    has_writer_changed: bool

    def __bool__(self) -> bool:
        return bool(self.last and (self.entries or self.has_writer_changed))


def doubtful_table(
    store: Store, table: str, keys: Keys, witnessed: Sequence[checkpoints.Checkpoint] = ()
) -> DoubtfulTable:
    """Return what of a table only a person can vouch for: also that a later writer, of a drill, is no part of it.

    Raises :class:`~tapete.live.answer.RecordRefusedError` where chain or checkpoints fail, or where the triggers and
    tables of the store are not those that were made: that nobody can vouch for.
    """
    require_guards(store)
    loaded = load_table(store, table, (), keys.authority, demanded=False)
    found = {one.at for one in loaded.authentication.problems(table, keys.authority, demanded=True)}
    entries = [entry for entry in loaded.entries if entry.version in found]
    row = store.writer(table)
    own = row is not None and row.key == keys.public and row.is_signed()
    is_behind = row is not None and row.epoch < last_signed_writer(table, witnessed, keys.authority)
    return DoubtfulTable(entries, len(loaded.rows), is_behind or (not own and any(one.tag for one in loaded.rows)))


def adopt_table(
    store: Store, table: str, keys: Keys, doubtful: DoubtfulTable, time: str, witness_file: Path | None
) -> checkpoints.Checkpoint:
    """Sign a table with all that was doubtful, as its next writer; return that."""
    own = frozenset({keys.public})
    witnessed = [one for one in read_witness(witness_file) if one.table == table and checkpoints.is_signed(one, own)]
    last = last_signed_writer(table, witnessed, keys.authority)
    writer = take_over_beyond(store, table, last, keys.authority, blindly=True)
    first = min((one.version for one in doubtful.entries), default=writer.head.version)
    said = checkpoints.Checkpoint(
        table,
        writer.head.version,
        writer.head.hash,
        time,
        "",
        epoch=writer.epoch,
        tagged_from=writer.head.version + 1,
        is_witnessed=witness_file is not None,
        adopted_from=first,
    )
    said = checkpoints.sign_checkpoint(keys.signing, said)
    if witness_file is not None:
        witness.append(witness_file, (said,))
    store.put_checkpoints((*(one for one in witnessed if one.restored_from), said))
    return said


class LostEntries(NamedTuple):
    """Entries of a table that a witness knows of and a copy does not have."""

    table: str
    last: int
    """Where the copy ends."""
    known_version: int
    time: str
    """When the last of them was witnessed."""

    def facts(self) -> dict[str, Any]:
        return {"table": self.table, "last": self.last, "known": self.known_version, "time": self.time}


def lost_entries(
    store: Reader | None,
    witnessed: Collection[checkpoints.Checkpoint],
    trusted: frozenset[str],
    *,
    is_given_up: bool = False,
) -> tuple[LostEntries, ...]:
    """Return what a witness knows and a store has not; ``is_given_up``: but what a signed restoring has given up."""
    void, found = frozenset[checkpoints.Checkpoint](), dict[str, LostEntries]()
    if is_given_up and store is not None:
        heads: dict[str, dict[int, str]] = {}
        for one in witnessed:
            if one.restored_from:
                heads.setdefault(one.table, {})[one.version] = store.hash_at(one.table, one.version)
        void = checkpoints.given_up(witnessed, heads, trusted)
    ends = {one: 0 if store is None else store.head(one).version for one in {said.table for said in witnessed}}
    for said in witnessed:
        end = found[said.table].known_version if said.table in found else ends[said.table]
        if said.version > end and said not in void and checkpoints.is_signed(said, trusted):
            found[said.table] = LostEntries(said.table, ends[said.table], said.version, said.time)
    return tuple(found[table] for table in sorted(found))


def has_seen_later(
    copy: Reader, beside: Iterable[checkpoints.Checkpoint], witnessed: Iterable[checkpoints.Checkpoint], keys: Keys
) -> bool:
    """Return True if a witness says something that this hall signed after a copy was taken; ``beside`` is what that
    one's own witness says. Who has only what went with the copy cannot say that nothing came after it: nor can who has
    besides it what was signed when it was put back before, or vouched for.
    """
    stored = (one for table in copy.tables() for one in copy.checkpoints(table))
    own = frozenset({keys.public})
    copied = {one for one in (*stored, *beside) if checkpoints.is_signed(one, own)}
    newest = max((instant(one.time) for one in copied), default=timedelta.min)
    others = [one for one in witnessed if one not in copied and checkpoints.is_signed(one, own)]
    if any(one.restored_from == checkpoints.UNKNOWN for one in others):
        return False
    return any(instant(one.time) >= newest for one in others if not (one.restored_from or one.adopted_from))


def sign_restoring(
    store: Store,
    keys: Keys,
    witnessed: Sequence[checkpoints.Checkpoint] | None,
    time: str,
    witness_file: Path | None,
    *,
    is_known: bool,
) -> tuple[checkpoints.Checkpoint, ...]:
    """Sign for each table that it was put back from a copy, where that ends and up to where it was known; return that.

    ``witnessed`` is what the hall's witness says, ``None`` where it could not be asked; ``is_known`` says that it tells
    what came after the copy.

    A table whose record is not sound is left as it is: a hall sets it aside. Raises
    :class:`~tapete.record.store.WriterChangedError` where the store is that of another hall.
    """
    own = [one for one in witnessed or () if checkpoints.is_signed(one, frozenset({keys.public}))]
    said = []
    for table in sorted({*store.tables(), *(one.table for one in own)}):
        versions = [one.version for one in own if one.table == table]
        last = last_signed_writer(table, own, keys.authority)
        writer = take_over_beyond(store, table, last, keys.authority)
        try:
            tagged_from = load_table(store, table, (), keys.authority).authentication.tagged_from
        except RecordRefusedError:
            continue
        made = checkpoints.Checkpoint(
            table,
            writer.head.version,
            writer.head.hash,
            time,
            "",
            epoch=writer.epoch,
            tagged_from=tagged_from,
            is_witnessed=witness_file is not None,
            restored_from=max(1, writer.head.version, *versions) if is_known else checkpoints.UNKNOWN,
        )
        said.append(checkpoints.sign_checkpoint(keys.signing, made))
    if witness_file is not None and said:
        witness.append(witness_file, said)
    store.put_checkpoints(said)
    return tuple(said)
