"""Writers whom another followed before they said that they close: the end of what they wrote may have been cut off.

A hall says that it closes under its signature, with its number as a writer, so nobody else can say it for it. A hall
that is killed does not say it; the one that starts after it signs what it finds, whether or not it is all there was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tapete.house.terms import KEY
from tapete.record.authentication import KeptEntry
from tapete.record.checkpoints import Checkpoint


class UnclosedWriter(NamedTuple):
    """A writer who did not say that he closes, and the entry after which another went on (0: before the first)."""

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
