"""Who vouches for a table's entries: checkpoints beside the record and with a witness, tags, the named writer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tapete.record.authentication import Authentication, KeptEntry
from tapete.record.checkpoints import Checkpoint, checkpoint_problems, is_signed
from tapete.record.report import AuditInputs, Findings
from tapete.record.source import Custody


class SignedState(NamedTuple):
    """What there is to judge: the entries (with the highest number of a writer), and the checkpoints of each place."""

    entries: Sequence[KeptEntry]
    epoch: int
    kept: Sequence[Checkpoint]
    witnessed: Sequence[Checkpoint] | None


def judge(found: Findings, state: SignedState, custody: Custody, given: AuditInputs) -> Authentication:
    """Judge signatures, tags, witness and writer of one table."""
    heads = {one.version: one.hash for one in state.entries}
    seen = dict.fromkeys((*state.kept, *(state.witnessed or ())))
    found.problems += checkpoint_problems(seen, {found.table: heads}, given.counting)
    sound = [one for one in seen if is_signed(one, given.counting)]
    fitting = [one for one in sound if not one.version or heads.get(one.version) == one.head]
    known = Authentication(state.entries, fitting)
    if state.entries or sound:
        found.problems += known.problems(found.table, given.authority)
        _reserves(found, known, max(heads, default=0), state.witnessed, given)
        _places(found, state, sound, custody)
    _writer(found, state, known, custody, given)
    return known


def _reserves(
    found: Findings, known: Authentication, last: int, witnessed: Sequence[Checkpoint] | None, given: AuditInputs
) -> None:
    """Say what no signature stands against."""
    if not last:
        return
    newest = known.newest
    if newest is None or not known.signed:
        text = f"no signature says where the table stood: a cut or rewritten record of {last} entries would not show"
        found.reserve("no-checkpoint", text, last=last)
        _tail(found, known, 0, last, given)
        return
    if known.signed < last:
        _tail(found, known, known.signed, last, given)
    if not newest.closed:
        text = f"no hall said that it closed after entry {newest.version}: what came after it may have been cut off"
        found.reserve("not-closed", text, version=newest.version)
    if not witnessed:
        text = "no checkpoint was kept away from the record: an old copy put back would not show"
        found.reserve("no-witness", text)
    for one in known.said:
        if one.adopted_from:
            text = f"entries {one.adopted_from} to {one.version} were vouched for by hand on {one.time}"
            found.reserve("adopted", text, first=one.adopted_from, last=one.version, time=one.time)


def _tail(found: Findings, known: Authentication, signed: int, last: int, given: AuditInputs) -> None:
    bare = sum(not one.tag for one in known.entries if one.version > signed)
    if bare:
        why = f"{bare} of them carry no tag either: anybody may have written them"
    elif given.authority is None:
        why = "they carry tags, which only whoever has the hall's key can check"
    else:
        why = "they carry the tags of the hall whose key was given"
    text = f"entries {signed + 1} to {last} are under no signature: there may have been others; {why}"
    kind = "bare" if bare else "tagged" if given.authority is None else "checked"
    found.reserve("unsigned-tail", text, first=signed + 1, last=last, tags=kind)


def _places(found: Findings, state: SignedState, sound: Sequence[Checkpoint], custody: Custody) -> None:
    """Hold the checkpoints beside the record against those of the witness."""
    if state.witnessed is None:
        return
    kept, seen = {one.name: one for one in state.kept}, {one.name: one for one in state.witnessed}
    for name in kept.keys() & seen.keys():
        if kept[name] != seen[name]:
            found.wrong(kept[name].version, "witness-differs", "record and witness say one checkpoint in two ways")
    newest = max((one.order for one in state.kept), default=(-1, -1, False))
    gone = [one for one in sound if one.name not in kept]
    later = [one for one in gone if one.order > newest]
    for one in gone:
        if one.order < newest or (custody.is_store and len(later) > 1):
            text = f"the witness has a checkpoint of {one.time}, and it is gone beside the record"
            found.wrong(one.version, "checkpoint-missing", text)
    if later and not (custody.is_store and len(later) > 1):
        text = f"the newest checkpoint of the witness, of {later[-1].time}, is not beside the record"
        found.reserve("checkpoint-behind", text, version=later[-1].version)
    lacking = [one for one in sound if one.name not in seen]
    for one in lacking:
        if one.witnessed:
            text = f"the checkpoint of {one.time} went to a witness, and this one does not have it"
            found.wrong(one.version, "witness-missing", text)
    if lacking and state.witnessed and not all(one.witnessed for one in lacking):
        text = f"{len(lacking)} checkpoints beside the record are not with the witness"
        found.reserve("witness-behind", text, count=len(lacking))


def _writer(found: Findings, state: SignedState, known: Authentication, custody: Custody, given: AuditInputs) -> None:
    """Hold the named writer of a store against those who have written and signed."""
    if not custody.is_store:
        return
    row, most = custody.writer, max((state.epoch, *(one.epoch for one in known.said)))
    if row is None:
        if state.entries:
            found.wrong(0, "writer-missing", f"nobody is named as writer of the table; writer {most} has written")
        return
    if not state.entries:
        found.reserve("table-empty", "the table was taken over and has no entry", epoch=row.epoch)
    if row.epoch < max(most, 1):
        found.wrong(0, "writer-behind", f"writer {row.epoch} is named, and writer {most} has written or signed")
    if row.signature or row.key:
        if not row.is_signed():
            found.wrong(0, "writer-changed", f"writer {row.epoch} is not the one whom a hall has signed")
        elif given.counting is not None and row.key not in given.counting:
            found.wrong(0, "writer-untrusted", f"writer {row.epoch} is signed by {row.key}, which is not trusted")
    elif any(one.tag for one in known.entries) or any(one.tagged_from for one in known.said):
        found.wrong(0, "writer-unsigned", f"nobody signed writer {row.epoch}, and the entries carry tags")
    if row.epoch > most and state.entries:
        text = f"writer {row.epoch} took the table over, and the last who wrote or signed is {most}"
        found.reserve("writer-ahead", text, epoch=row.epoch, last=most)
