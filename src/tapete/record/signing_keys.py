"""Who has signed the checkpoints of a record, and whether anybody said whose signature counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tapete.record.checkpoints import Checkpoint, is_signed
from tapete.record.report import AuditInputs, Reservation, SigningKey, reservation

OF_SIGNERS = frozenset({"any-signer", "several-signers"})
"""What :func:`doubtful_keys` says."""


def signing_keys(said: Iterable[Checkpoint], counting: frozenset[str] | None) -> tuple[SigningKey, ...]:
    """Return the keys that have signed checkpoints, by how many they have signed, the most first."""
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
    """Return the keys that have signed several records, each once, with all that it has signed."""
    found: dict[str, SigningKey] = {}
    for one in keys:
        before = found.get(one.key, one)
        tables = tuple(sorted({*before.tables, *one.tables}))
        count = one.checkpoints + (before.checkpoints if before is not one else 0)
        found[one.key] = SigningKey(one.key, count, tables, one.is_trusted)
    return tuple(sorted(found.values(), key=lambda one: (-one.checkpoints, one.key)))


def doubtful_keys(keys: Sequence[SigningKey], given: AuditInputs) -> Iterator[Reservation]:
    """Warn where nobody said whose signature counts, and where several have signed."""
    named = [one.key for one in keys]
    if named and given.accepted_keys is None:
        yield reservation("any-signer", keys=", ".join(named))
    if len(named) > 1 and given.trusted_keys is None:
        yield reservation("several-signers", keys=", ".join(named), count=len(named))
