"""Who vouches for a table's entries: checkpoints beside the record and with a witness, tags, the named writer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from tapete.house.terms import KEY
from tapete.record.checkpoints import UNKNOWN, Authority, Checkpoint, checkpoint_problems, given_up, is_signed
from tapete.record.entry import Entry, Problem, problem
from tapete.record.report import AuditInputs, Findings, Reservation, SigningKey, reservation
from tapete.record.source import Custody


class KeptEntry(NamedTuple):
    """An entry for its authentication: version, hash of the body, tag, number of its writer (0: not known), time."""

    version: int
    hash: str
    tag: str | None
    epoch: int = 0
    time: str = ""


class Authentication:
    """What the sound checkpoints of one table say about its entries, held against their tags.

    ``said`` are checkpoints whose signature holds, by a key that counts, and that fit the chain; ``of_other_days`` are
    those about entries of the same table that are not here.
    """

    def __init__(
        self, entries: Sequence[KeptEntry], said: Iterable[Checkpoint], of_other_days: Iterable[Checkpoint] = ()
    ) -> None:
        self.entries = entries
        self.of_other_days: Final = tuple(of_other_days)
        self.said: Final = sorted(said, key=lambda one: one.order)
        self.signed: int = max((one.version for one in self.said), default=0)

    @property
    def newest(self) -> Checkpoint | None:
        return self.said[-1] if self.said else None

    @property
    def tagged_from(self) -> int:
        """The first entry of those that must carry tags from there on."""
        if self.newest is not None and self.newest.tagged_from:
            return self.newest.tagged_from
        return 1 + max((one.version for one in self.entries if not one.tag), default=0)

    def is_adopted(self, version: int) -> bool:
        """Return True if somebody with the key has vouched for an entry that nothing authenticated."""
        return any(0 < one.adopted_from <= version <= one.version for one in self.said)

    def problems(self, table: str, authority: Authority | None, *, demanded: bool = False) -> tuple[Problem, ...]:
        """Return what is wrong with the tags of a table; without an ``authority`` only which of them are missing.

        Where authentication is ``demanded``, an entry under no signature must have a tag, whatever the table's age.
        """
        pin = min((one.tagged_from for one in (*self.said, *self.of_other_days) if one.tagged_from), default=None)
        found, before = list[Problem](), 0
        for one in self.entries:
            wrong: Problem | None = None
            if one.tag:
                before = before or one.version
                if authority is not None and not authority.is_tag(one.hash, one.tag):
                    wrong = problem(one.version, "tag-false", table)
            elif self.is_adopted(one.version):
                continue
            elif pin is not None and one.version >= pin:
                wrong = problem(one.version, "tag-missing", table, case="pinned", pin=pin)
            elif before:
                wrong = problem(one.version, "tag-missing", table, case="after", before=before)
            elif demanded and one.version > self.signed:
                wrong = problem(one.version, "tag-missing", table)
            if wrong is not None and not self.is_adopted(one.version):
                found.append(wrong)
        return tuple(found)


# Writers whom another followed before they said that they close: the end of what they wrote may have been cut off.
#
# A hall says that it closes under its signature, with its number as a writer, so nobody else can say it for it. A hall
# that is killed does not say it; the one that starts after it signs what it finds, whether or not it is all there was.


class UnclosedWriter(NamedTuple):
    """A writer who did not say that they close, and the entry after which another went on (0: before the first)."""

    epoch: int
    version: int


def unclosed_writers(
    table: str, entries: Sequence[KeptEntry], fitting: Collection[Checkpoint], signed: Collection[Checkpoint]
) -> tuple[UnclosedWriter, ...]:
    """Return the writers of a table but the last who did not say that they close, in order.

    ``fitting`` are the sound checkpoints that fit the chain. ``signed`` are those whose signature counts, also of
    entries that were given up when somebody put the table back from a copy: who closed after these has closed.
    """
    wrote: dict[int, list[int]] = {}
    for one in entries:
        if one.epoch:
            wrote.setdefault(one.epoch, []).append(one.version)
    said = {one.epoch for one in fitting}
    present = sorted(wrote.keys() | (said - {0} if wrote else said))  # an older edition signed without the number
    closed = {one.epoch: one.version for one in sorted(signed, key=lambda one: one.order) if one.is_closed}
    no_halls = {one.epoch for one in fitting if one.restored_from or one.adopted_from} - wrote.keys()
    if table == KEY:  # whoever made the store of a house wrote its first entry, and was no hall that signs
        no_halls |= {epoch for epoch, versions in wrote.items() if versions == [1] and epoch not in said}
    found, end = list[UnclosedWriter](), 0
    for epoch in present[:-1]:
        own = max(wrote.get(epoch, ()), default=0)
        end = max(end, own, *(one.version for one in fitting if one.epoch == epoch))
        if epoch not in no_halls and closed.get(epoch, -1) < own:
            found.append(UnclosedWriter(epoch, end))
    return tuple(found)


OF_SIGNERS = frozenset({"any-signer", "several-signers"})


def signing_keys(said: Iterable[Checkpoint], counting: frozenset[str] | None) -> tuple[SigningKey, ...]:
    found: dict[str, list[str]] = {}
    for one in said:
        if is_signed(one):
            found.setdefault(one.key, []).append(one.table)
    keys = (
        SigningKey(key, len(signed), tuple(sorted(set(signed))), None if counting is None else key in counting)
        for key, signed in found.items()
    )
    return tuple(sorted(keys, key=lambda one: (-one.checkpoints, one.key)))


def merged_keys(keys: Iterable[SigningKey]) -> tuple[SigningKey, ...]:
    found: dict[str, SigningKey] = {}
    for one in keys:
        before = found.get(one.key, one)
        tables = tuple(sorted({*before.tables, *one.tables}))
        count = one.checkpoints + (before.checkpoints if before is not one else 0)
        found[one.key] = SigningKey(one.key, count, tables, one.is_trusted)
    return tuple(sorted(found.values(), key=lambda one: (-one.checkpoints, one.key)))


def doubtful_keys(keys: Sequence[SigningKey], given: AuditInputs) -> Iterator[Reservation]:
    named = [one.key for one in keys]
    if named and given.accepted_keys is None:
        yield reservation("any-signer", keys=", ".join(named))
    if len(named) > 1 and given.trusted_keys is None:
        yield reservation("several-signers", keys=", ".join(named), count=len(named))


class SignedState(NamedTuple):
    """What there is to judge: the entries (with the highest number of a writer), and the checkpoints of each place.

    Of a part of a record (``is_part``) nobody says that a hall closed after it; the witness has ``of_other_days`` what
    was said of the rest.
    """

    entries: Sequence[KeptEntry]
    epoch: int
    checkpoints: Sequence[Checkpoint]
    witness_checkpoints: Sequence[Checkpoint] | None
    is_part: bool = False
    of_other_days: Sequence[Checkpoint] = ()
    witnesses: Mapping[str, Sequence[Checkpoint]] = {}


class Vouchers(NamedTuple):
    """What the sound checkpoints say of the entries, and the writers who did not say that they close."""

    authentication: Authentication
    unclosed_writers: Sequence[UnclosedWriter]


def judge(found: Findings, state: SignedState, custody: Custody, given: AuditInputs) -> Vouchers:
    heads = {one.version: one.hash for one in state.entries}
    beyond = [] if custody.is_store or state.is_part else _beyond(state, max(heads, default=0), given)
    if beyond:
        found.reserve(
            "witness-beyond", case="export", version=beyond[-1].version, last=max(heads), time=beyond[-1].time
        )
    witnessed = (one for one in state.witness_checkpoints or () if one not in beyond)
    seen = dict.fromkeys((*state.checkpoints, *witnessed))
    found.problems += checkpoint_problems(seen, {found.table: heads}, given.accepted_keys)
    void = given_up(seen, {found.table: heads}, given.accepted_keys)
    signed = [one for one in seen if is_signed(one, given.accepted_keys)]
    sound = [one for one in signed if one not in void]
    fitting = [one for one in sound if not one.version or heads.get(one.version) == one.head]
    others = (one for one in state.of_other_days if is_signed(one, given.accepted_keys))
    known = Authentication(state.entries, fitting, others)
    if state.entries or sound:
        found.problems += known.problems(found.table, given.authority)
        _reserves(found, known, max(heads, default=0), state, given)
        _places(found, state, sound, custody, given)
    _writer(found, state, known, custody, given)
    return Vouchers(known, unclosed_writers(found.table, state.entries, fitting, signed))


def _beyond(state: SignedState, last: int, given: AuditInputs) -> list[Checkpoint]:
    """Return what the witness signed of entries that came after an export, in order: later than all that lies in the
    file, which itself tells of no entry beyond its last.
    """
    said = [one for one in state.checkpoints if is_signed(one, given.accepted_keys)]
    if not said or any(one.version > last for one in said):
        return []
    newest, signed = max(one.order for one in said), state.witness_checkpoints or ()
    later = (one for one in signed if one.version > last and one.order > newest and is_signed(one, given.accepted_keys))
    return sorted(later, key=lambda one: one.order)


def _reserves(found: Findings, known: Authentication, last: int, state: SignedState, given: AuditInputs) -> None:
    for one in known.said:
        if one.restored_from == UNKNOWN:
            found.reserve("restored", last=one.version, time=one.time, case="unknown")
        elif one.restored_from:
            gone = one.restored_from - one.version
            found.reserve("restored", last=one.version, known=one.restored_from, gone=gone, time=one.time)
    if not last:
        return
    newest = known.newest
    if not known.signed:
        found.reserve("no-checkpoint", last=last)
        _tail(found, known, 0, last, given)
        return
    assert newest is not None
    if known.signed < last:
        _tail(found, known, known.signed, last, given)
    if not newest.is_closed and not state.is_part:
        found.reserve("not-closed", version=newest.version)
    if not state.witness_checkpoints:
        found.reserve("no-witness")
    _unsaid(found, known, state)
    for one in known.said:
        if one.adopted_from:
            case = one_or_more(one.adopted_from, one.version)
            found.reserve("adopted", first=one.adopted_from, last=one.version, time=one.time, **case)


def _tail(found: Findings, known: Authentication, signed: int, last: int, given: AuditInputs) -> None:
    bare = sum(not one.tag for one in known.entries if one.version > signed)
    kind = "bare" if bare else "tagged" if given.authority is None else "checked"
    found.reserve("unsigned-tail", first=signed + 1, last=last, tags=kind, **one_or_more(signed + 1, last))


def _unsaid(found: Findings, known: Authentication, state: SignedState) -> None:
    """Warn of writers of whom there is no signature: each who wrote an entry, and those between the first who signed
    and the last who wrote.

    A hall signs when it takes a table up. What it said before somebody put the table back from a copy is not missed,
    but for writers whose entries are here.
    """
    present = sorted({one.epoch for one in known.said if one.epoch})
    restored = max((one.epoch for one in known.said if one.restored_from), default=0)
    gaps = [
        (one + 1, other - 1)
        for one, other in pairwise((*present, max([state.epoch, *present]) + 1))
        if other > max(one + 1, restored)
    ]
    wrote = _who_wrote(known, state)
    gaps += ((one, one) for one in wrote.difference(present) if not any(first <= one <= last for first, last in gaps))
    if gaps:
        gaps = _joined(sorted(gaps))
        count = sum(last - first + 1 for first, last in gaps)
        named = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in gaps)
        found.reserve("writer-unsaid", epochs=named, count=count)


def _who_wrote(known: Authentication, state: SignedState) -> set[int]:
    """Return the writers who must have signed, because they wrote what is here.

    Before the day of a part its first writer may have signed all that they did. Whoever made the store of a house wrote
    its first entry alone, before any hall ran that signs. An edition that signed without the number of the writer
    leaves open who did, and for what was adopted nobody had signed.
    """
    if any(not one.epoch for one in known.said):
        return set()
    versions: dict[int, list[int]] = {}
    for one in known.entries:
        if one.epoch and not known.is_adopted(one.version):
            versions.setdefault(one.epoch, []).append(one.version)
    wrote = {epoch for epoch, written in versions.items() if written != [1]}
    return wrote - {known.entries[0].epoch} if state.is_part else wrote


def _joined(gaps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found = list[tuple[int, int]]()
    for first, last in gaps:
        if found and first == found[-1][1] + 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def one_or_more(first: int, last: int) -> dict[str, str]:
    return {"case": "one"} if first == last else {}


def _places(
    found: Findings, state: SignedState, sound: Sequence[Checkpoint], custody: Custody, given: AuditInputs
) -> None:
    """Hold the checkpoints beside the record against those of the witness.

    A hall writes each to the witness first. So what lay beside the record before the witness was read stands there,
    and what was signed while the audit reads may not.
    """
    if state.witness_checkpoints is None:
        return
    kept, seen = {one.name: one for one in state.checkpoints}, {one.name: one for one in state.witness_checkpoints}
    for name in kept.keys() & seen.keys():
        if kept[name] != seen[name]:
            found.wrong(kept[name].version, "witness-differs", time=kept[name].time)
    newest = max((one.order for one in state.checkpoints), default=(-1, -1, False))
    restored = max((one.epoch for one in sound if one.restored_from), default=-1)
    # a copy has no word of what was said after it was taken, and whoever put it back has signed that
    gone = [one for one in sound if one.name not in kept and one.epoch >= restored]
    later = [one for one in gone if one.order > newest]
    for one in gone:
        if one.order < newest or (custody.is_store and len(later) > 1):
            found.wrong(one.version, "checkpoint-missing", time=one.time)
    if later and not (custody.is_store and len(later) > 1):
        found.reserve("checkpoint-behind", version=later[-1].version)
    before = given.names_before_witness
    due = [one for one in sound if before is None or one.name in before]
    lacking = [one for one in due if one.name not in seen]
    for one in lacking:
        if one.is_witnessed and not state.witnesses:
            found.wrong(one.version, "witness-missing", time=one.time)
    for file, own in state.witnesses.items():
        names, last = {one.name for one in own}, max((one.version for one in own), default=0)
        if cut := [one for one in due if one.is_witnessed and one.name not in names]:
            facts = {"case": "of", "file": file, "count": len(cut), "time": cut[0].time, "last": last}
            found.wrong(cut[0].version, "witness-missing", **facts)
    if lacking and state.witness_checkpoints and not all(one.is_witnessed for one in lacking):
        found.reserve("witness-behind", count=len(lacking))


def _writer(found: Findings, state: SignedState, known: Authentication, custody: Custody, given: AuditInputs) -> None:
    if not custody.is_store:
        return
    row, most = custody.writer, max((state.epoch, *(one.epoch for one in known.said)))
    if row is None:
        if state.entries:
            found.wrong(0, "writer-missing", last=most)
        return
    if not state.entries:
        found.reserve("table-empty", epoch=row.epoch)
    if row.epoch < max(most, 1):
        found.wrong(0, "writer-behind", epoch=row.epoch, last=most)
    if row.signature or row.key:
        if not row.is_signed():
            found.wrong(0, "writer-changed", epoch=row.epoch)
        elif given.accepted_keys is not None and row.key not in given.accepted_keys:
            found.wrong(0, "writer-untrusted", epoch=row.epoch, key=row.key)
    elif any(one.tag for one in known.entries) or any(one.tagged_from for one in known.said):
        found.wrong(0, "writer-unsigned", epoch=row.epoch)
    if row.epoch > most and state.entries:
        found.reserve("writer-ahead", epoch=row.epoch, last=most)


ORIGIN = datetime(1970, 1, 1)  # noqa: DTZ001 the offset is counted apart


def instant(text: str) -> timedelta:
    """Return a time as what has gone by since 1970 in UTC: the first and the last hours of all years have one too, of
    which some have no date there. Raises ``ValueError``.
    """
    found = datetime.fromisoformat(text)
    offset = found.utcoffset()
    if offset is None:
        raise ValueError(f"{text} has no offset")
    return found.replace(tzinfo=None) - ORIGIN - offset


FIRST_DAY = instant("2025-01-01T00:00:00+00:00")
"""Before this day there was no edition of the engine."""
SLACK = timedelta(seconds=5)
"""What a clock may be set back by without a word."""


def judge_times(found: Findings, entries: Sequence[KeptEntry | Entry], said: Iterable[Checkpoint], now: str) -> None:
    """Warn of times that fall, that lie outside the life of the engine, or that signatures contradict."""
    if not entries:
        return
    times = {one.version: instant(one.time) for one in entries}
    written = {one.version: one.time for one in entries}
    fallen = [two.version for one, two in pairwise(entries) if times[two.version] < times[one.version] - SLACK]
    if fallen:
        found.reserve("time-fell", count=len(fallen), first=fallen[0])
    latest = instant(now) + timedelta(days=1) if now else None
    strange = {version for version, time in times.items() if time < FIRST_DAY or (latest is not None and time > latest)}
    for one in said:
        try:
            then = instant(one.time)
        except ValueError:
            continue
        before, after = times.get(one.version), times.get(one.version + 1)
        if before is not None and before > then + SLACK:
            strange.add(one.version)
        if after is not None and after < then - SLACK:
            strange.add(one.version + 1)
    if strange:
        first = min(strange)
        found.reserve(
            "time-unlikely", count=len(strange), first=first, time=str(datetime.fromisoformat(written[first]))
        )
