"""Who has signed the checkpoints of a record, and whether anybody said whose signature counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tapete.record.checkpoints import Checkpoint, is_signed
from tapete.record.report import AuditInputs, Reservation, SigningKey, reservation


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


def doubtful_keys(keys: Sequence[SigningKey], given: AuditInputs) -> Iterator[Reservation]:
    """Warn where nobody said whose signature counts, and where several have signed."""
    named = [one.key for one in keys]
    if named and given.accepted_keys is None:
        yield reservation("any-signer", keys=", ".join(named))
    if len(named) > 1 and given.trusted_keys is None:
        yield reservation("several-signers", keys=", ".join(named), count=len(named))
