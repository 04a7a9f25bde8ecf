"""The readiness of a hall, in codes that a monitor reads: store, key, witness, guards, disk, signatures, tables."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from tapete.live.errors import HallFailedError, HallStoppedError

if TYPE_CHECKING:
    from tapete.live.hall import Hall

STORE_S: Final = 2.0
"""Seconds for which the store may keep silent."""
SIGNATURE_S: Final = 180.0
"""Seconds after which the hall should have made sure of its signatures again: three times the usual."""


class Readiness(msgspec.Struct, frozen=True):
    """``is_ready`` where ``codes`` is empty. ``tables_set_aside`` are tables whose record cannot be played on,
    ``lost_tables`` those that another server has taken over. ``commit_age_s`` is none before the first commit;
    ``signature_age_s`` is the time since the hall last made sure that every entry is under a signature.
    """

    is_ready: bool = msgspec.field(name="ready")
    codes: tuple[str, ...]
    tables_set_aside: tuple[str, ...] = msgspec.field(name="set_aside")
    lost_tables: tuple[str, ...] = msgspec.field(name="lost")
    commit_age_s: float | None
    signature_age_s: float


class StoreProbe:
    """Asks whether the store answers. However many ask, one question at a time is on its way."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._asking: asyncio.Task[None] | None = None

    async def fault(self, patience: float = STORE_S) -> str | None:
        """Return a code where the store does not answer in time, or answers with an error."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._hall.writer.call(self._hall.store.require_answer))
        done, _ = await asyncio.wait({self._asking}, timeout=patience)
        if not done:
            return "store-silent"
        error = self._asking.exception()
        match error:
            case None:
                return None
            case HallFailedError():
                return "record-failed"
            case HallStoppedError():
                return "hall-closed"
            case _:
                return "store-lost"


async def readiness(hall: Hall, probe: StoreProbe) -> Readiness:
    """Return the readiness of a hall: if it can do its work, and why not."""
    codes = dict.fromkeys(one for one in (await probe.fault(),) if one is not None)
    if hall.failed is not None:
        codes["record-failed"] = None
    if not await asyncio.to_thread(hall.keys.is_file_intact):
        codes["key-lost"] = None
    if (code := await asyncio.to_thread(hall.signer.witness_fault)) is not None:
        codes[code] = None
    if hall.guard_faults:
        codes["guards-lost"] = None
    if await hall.disk.shortage() is not None:
        codes["disk-short"] = None
    signed = hall.clock.monotonic() - hall.signer.signed_at
    if signed > SIGNATURE_S:
        codes["signature-old"] = None
    lost = tuple(sorted(hall.telemetry.lost_tables))
    if lost:
        codes["table-lost"] = None
    if hall.parked_tables:
        codes["table-set-aside"] = None
    committed = hall.writer.committed_at
    age = None if committed is None else round(hall.clock.monotonic() - committed, 1)
    return Readiness(not codes, tuple(codes), tuple(sorted(hall.parked_tables)), lost, age, round(signed, 1))
