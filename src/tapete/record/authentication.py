"""Which entries a hall has authenticated: by a tag beside each, or by a signed checkpoint at or after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.record.authority import Authority
from tapete.record.chain import Problem, problem
from tapete.record.checkpoints import Checkpoint


class KeptEntry(NamedTuple):
    """An entry as far as its authentication goes: its version, the hash of its body, the tag beside it, and the number
    of its writer (0: not known).
    """

    version: int
    hash: str
    tag: str | None
    epoch: int = 0


class Authentication:
    """What the sound checkpoints of one table say about its entries, held against their tags.

    ``said`` are checkpoints whose signature holds, by a key that counts, and that fit the chain; ``of_other_days`` are
    those about entries of the same table that are not here.
    """

    def __init__(
        self, entries: Sequence[KeptEntry], said: Iterable[Checkpoint], of_other_days: Iterable[Checkpoint] = ()
    ) -> None:
        self.entries = entries
        self.of_other_days = tuple(of_other_days)
        self.said = sorted(said, key=lambda one: one.order)
        self.signed = max((one.version for one in self.said), default=0)
        """The newest version under a signature."""

    @property
    def newest(self) -> Checkpoint | None:
        """The last that a hall has said."""
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
