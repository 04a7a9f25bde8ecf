"""A table as its record has it: read at the start of a hall, checked against the chain and the signed checkpoints."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tapete.chance import ChanceKind, OpensTable
from tapete.kernel import Game
from tapete.live.answer import RecordRefusedError
from tapete.live.keys import Keys
from tapete.live.recorded_table import RecoveredTable
from tapete.record import checkpoints, witness
from tapete.record.card_proofs import ShoeWatch
from tapete.record.codec import read_act, read_event
from tapete.record.entry import Entry, Link, Problem, StreamEnd, problem, walk
from tapete.record.private import Sealer, join, open_part
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


def witness_fault(store: Reader, file: Path | None, key: str | None) -> RecordRefusedError | None:
    """Return what is wrong with a witness file beside a store that says, under a key or any, what went to one."""
    lacking = _witnessed(store, key)
    if not lacking:
        return None
    if file is None:
        return RecordRefusedError("witness-unnamed")
    if not file.exists():
        return RecordRefusedError("witness-gone", file=str(file))
    lacking -= {*read_witness(file)}
    return RecordRefusedError("witness-behind", file=str(file), count=len(lacking)) if lacking else None


def renew_witness(store: Reader, file: Path, key: str) -> None:
    """Put into a witness file, made where it is not there, what the store says went to one and what it lacks."""
    lacking = _witnessed(store, key) - {*read_witness(file)}
    witness.append(file, sorted(lacking, key=lambda one: (one.time, one.order)))


def _witnessed(store: Reader, key: str | None) -> set[checkpoints.Checkpoint]:
    said = (one for table in store.tables() for one in store.checkpoints(table) if one.is_witnessed)
    return {one for one in said if checkpoints.is_signed(one, None if key is None else frozenset({key}))}


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
    """Read a table; raise :class:`RecordRefusedError` where the chain or a checkpoint fails, or where this hall did not
    authenticate an entry: it would sign what somebody else has written. Without ``demanded`` the last is let pass.
    """
    rows = list(store.entries(table))
    entries, problems = [], list[Problem]()
    for walked in walk(table, (Link(row.body, row.hash, row.tag, row.version) for row in rows)):
        problems += walked.problems
        if walked.entry is not None:
            entries.append(walked.entry)
    heads = {table: {row.version: row.hash for row in rows}}
    said = [*store.checkpoints(table), *(one for one in witnessed if one.table == table)]
    contradicted = checkpoints.checkpoint_problems(said, heads, frozenset({authority.public}))
    problems += contradicted
    void = checkpoints.given_up(said, heads, frozenset({authority.public}))
    known = Authentication(
        [KeptEntry(row.version, row.hash, row.tag) for row in rows], [one for one in said if one not in void]
    )
    if demanded:
        problems += known.problems(table, authority, demanded=True)
    if problems:
        code = "record-contradicted" if contradicted else "record-unsound"
        raise RecordRefusedError(code, problems=[_told_at(one) for one in problems[:3]])
    return LoadedTable(rows, entries, known)


def last_signed_writer(
    table: str, witnessed: Iterable[checkpoints.Checkpoint], authority: checkpoints.Authority
) -> int:
    """Return the highest number of a writer of a table of whom this hall's key has signed something; 0 for none."""
    own = (one for one in witnessed if one.table == table and checkpoints.is_signed(one, frozenset({authority.public})))
    return max((one.epoch for one in own), default=0)


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
        raise RecordRefusedError("record-behind", problems=[_told_at(found)])


def take_over_beyond(
    store: Store, table: str, last: int, authority: checkpoints.Authority, *, blindly: bool = False
) -> Writer:
    """Become a table's writer above ``last``, also ``blindly`` of a stranger's. Raises as ``take_over``."""
    writer = store.take_over(table, authority=authority, blindly=blindly)
    while writer.epoch <= last:
        writer = store.take_over(table, authority=authority, blindly=blindly)
    return writer


def _told_at(one: Problem) -> dict[str, Any]:
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


def recover_table(
    game: Game[Any], rows: Sequence[Row], entries: Sequence[Entry], sealer: Sealer
) -> RecoveredTable[Any]:
    """Fold a table's record into its state. Raises what the codec and the key raise."""
    state, watch, commands = game.blank(), ShoeWatch(), set[str]()
    for row, entry in zip(rows, entries, strict=True):
        part = None if row.private_part is None else open_part(sealer, row.private_part, entry)
        if part is None and entry.private_digest is not None:
            raise RecordRefusedError("private-part-missing", entry=entry.version)
        for tree in join(entry, part).events:
            event = read_event(game, tree)
            state = game.evolve(state, event)
            watch.apply_event(game, state, event)
        if entry.command is not None:
            commands.add(entry.command)
    return RecoveredTable(state, frozenset(commands), watch, entries)


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
        rows, entries, _ = load_table(store, table, (), authority)
        state = recover_table(game, rows, entries, sealer).state
        return TableSnapshot(StreamEnd(table, rows[-1].version, rows[-1].hash), entries[0].continues, state)
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
    """Sign a table with all that was doubtful, as its next writer; return that. Its witness must be whole."""
    if fault := witness_fault(store, witness_file, keys.public):
        raise fault
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


def lost_entries(copy: Reader, witnessed: Iterable[checkpoints.Checkpoint], keys: Keys) -> tuple[LostEntries, ...]:
    newest: dict[str, checkpoints.Checkpoint] = {}
    for said in witnessed:
        known = newest.get(said.table)
        if checkpoints.is_signed(said, frozenset({keys.public})) and (known is None or said.version > known.version):
            newest[said.table] = said
    found = ((copy.head(table).version, said) for table, said in sorted(newest.items()))
    return tuple(LostEntries(one.table, last, one.version, one.time) for last, one in found if one.version > last)


def has_seen_later(
    copy: Reader, beside: Iterable[checkpoints.Checkpoint], witnessed: Iterable[checkpoints.Checkpoint], keys: Keys
) -> bool:
    """Return True if a witness says something that this hall signed after a copy was taken; ``beside`` is what that
    one's own witness says. Who has only what went with the copy cannot say that nothing came after it.
    """
    stored = (one for table in copy.tables() for one in copy.checkpoints(table))
    own = frozenset({keys.public})
    copied = {one for one in (*stored, *beside) if checkpoints.is_signed(one, own)}
    newest = max((instant(one.time) for one in copied), default=timedelta.min)
    others = (one for one in witnessed if one not in copied and checkpoints.is_signed(one, own))
    return any(instant(one.time) >= newest for one in others)


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
