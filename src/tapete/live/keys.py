"""The hall's secrets, in one file outside the database: a key that seals and a key that signs."""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.live.answer import Clock, HallFailedError, RecordRefusedError
from tapete.live.security_log import tell
from tapete.live.table import TableActor
from tapete.live.writer import GroupWriter
from tapete.record import witness
from tapete.record.checkpoints import Authority, Checkpoint, sign_checkpoint
from tapete.record.source import open_plain
from tapete.record.store import Store
from tapete.record.store.copies import naming, sync
from tapete.words import CodedError

SEALING_BYTES = 32

LONGEST_FILE = 65_536
"""So many bytes of a file are read: a key file has some two hundred, and what is longer is none."""


class KeyFileError(CodedError, ValueError):
    """The key file is not one, or others than its owner may read it. The hall does not start."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sealing: str
    signing: str


class Keys:
    """``sealing`` (32 bytes, AES-256-GCM) and ``signing`` (Ed25519). Never printed."""

    __slots__ = ("file", "sealing", "signing")

    def __init__(self, sealing: bytes, signing: Ed25519PrivateKey) -> None:
        if len(sealing) != SEALING_BYTES:
            raise KeyFileError("sealing-key-size", size=SEALING_BYTES)
        self.sealing: bytes = sealing
        self.signing: Ed25519PrivateKey = signing
        self.file: Path | None = None
        """Where they were read from."""

    def __repr__(self) -> str:
        return f"Keys(public={self.public})"

    @property
    def public(self) -> str:
        """The public half of the signing key, in hexadecimal: what an auditor trusts."""
        return self.signing.public_key().public_bytes_raw().hex()

    @property
    def authority(self) -> Authority:
        return Authority(self.sealing, self.signing)

    def is_file_intact(self) -> bool:
        """Return True if the file from which these were read still holds them; those of no file are kept by nobody."""
        if self.file is None:
            return True
        try:
            kept = self._read(self.file)
        except (KeyFileError, OSError):
            return False
        return hmac.compare_digest(kept.sealing, self.sealing) and kept.public == self.public

    def word(self, purpose: str, text: str) -> str:
        """Return what only this hall can say about ``text``, for one ``purpose``: the same after every restart."""
        own = hmac.digest(self.sealing, f"tapete {purpose}".encode(), hashlib.sha256)
        return hmac.new(own, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:40]

    @classmethod
    def fresh(cls) -> Keys:
        return cls(secrets.token_bytes(SEALING_BYTES), Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, path: str | Path) -> Keys:
        """Read a key file, or make one (mode 0600) where there is none. Raises :class:`KeyFileError`."""
        path = Path(path)
        try:
            return cls._read(path)
        except FileNotFoundError:
            made = cls.fresh()
        content = _File(made.sealing.hex(), made.signing.private_bytes_raw().hex())
        path.parent.mkdir(parents=True, exist_ok=True)
        made.file = path
        return made if _publish(path, msgspec.json.encode(content)) else cls._read(path)

    @classmethod
    def _read(cls, path: Path) -> Keys:
        with open(path, "rb", opener=open_plain) as file:
            is_open = bool(os.fstat(file.fileno()).st_mode & 0o077)
            data = file.read(LONGEST_FILE)
        try:
            content = msgspec.json.decode(data, type=_File)
            found = cls(
                bytes.fromhex(content.sealing), Ed25519PrivateKey.from_private_bytes(bytes.fromhex(content.signing))
            )
        except ValueError as error:  # decoding errors are ValueErrors, and their text may hold a part of the keys
            raise KeyFileError("key-broken", key=str(path)) from (error if isinstance(error, KeyFileError) else None)
        if is_open:
            raise KeyFileError("key-open-to-others", key=str(path))
        found.file = path
        return found


def _publish(path: Path, content: bytes) -> bool:
    """Make a file that is never seen half written, however the process ends; false where there is one already."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with naming(path), os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
    finally:
        draft.unlink()
    sync(path.parent)
    return True


EVERY = 60.0
"""Seconds between signed checkpoints of a table that goes on."""
WATCH = 1.0
"""Seconds between looks at the witness file."""

Tables = Callable[[], Collection[TableActor[Any]]]


class Signer:
    """Signs for one hall where its tables stand: when it takes one up, every minute, and once more when it closes.

    So whoever cuts off a tail also has to do away with the word of a writer that has not closed. ``witness_file`` is
    the file away from the database, if there is one.
    """

    def __init__(
        self, store: Store, writer: GroupWriter, keys: Keys, clock: Clock, witness_file: Path | None, tables: Tables
    ) -> None:
        self._store, self._writer, self._keys, self._clock = store, writer, keys, clock
        self._witness, self._tables = witness_file, tables
        self._tagged_from: dict[str, int] = {}
        self._kept: witness.KeptWitness | None = None
        self._begins_with: str | None = None
        self._told: str | None = None
        self._last: dict[str, Checkpoint] = {}
        """What this hall has said last about each table."""
        self.signed_at: float = clock.monotonic()
        """When every table was last found to be under a signature, by the monotonic clock."""

    def keep_witness(self, fault: str | None) -> None:
        """Hold the witness file, or hold it from the first signature on; ``fault`` stays. Raises :class:`OSError`, and
        :class:`RecordRefusedError` where another hall holds it.
        """
        self._begins_with = fault
        if self._witness is not None and self._witness.exists():
            kept = witness.KeptWitness(self._witness, self._keys.public)
            if not kept.try_hold():
                kept.release()
                raise RecordRefusedError("witness-of-living", file=str(self._witness))
            self._kept = kept
            if kept.is_torn:
                tell("witness-torn", file=str(self._witness))
        self._tell_witness()

    def witness_fault(self) -> str | None:
        """Return a code where the witness is not named, gone, or lacks something."""
        if self._kept is None and self._witness is not None and not witness.is_writable(self._witness):
            return "witness-lost"
        return (None if self._kept is None else self._kept.fault()) or self._begins_with

    def release_witness(self) -> None:
        if self._kept is not None:
            self._kept.release()

    async def watch_witness(self) -> None:
        while True:
            await self._clock.sleep(WATCH)
            self._tell_witness()

    def _tell_witness(self) -> None:
        code = self.witness_fault()
        if code is not None and code != self._told:
            tell(code, logging.ERROR, file=str(self._witness or ""))
        self._told = code

    def restore(self, table: str, tagged_from: int) -> None:
        self._tagged_from[table] = tagged_from

    async def sign(self, *, closed: bool = False) -> tuple[Checkpoint, ...]:
        """Sign where tables stand that are not signed yet, ``closed`` by their last writer. Raises :class:`OSError`."""
        if self._kept is not None:
            self._kept.path.stat()
        said = await self._signed(self._tables(), closed)
        self.signed_at = self._clock.monotonic()
        return said

    async def sign_last(self, tables: Collection[TableActor[Any]]) -> None:
        """Sign where tables stand that this hall writes no more. Raises what :meth:`sign` raises."""
        for one in await self._signed(tables, closed=True):
            self._last.pop(one.table, None)

    async def _signed(self, tables: Collection[TableActor[Any]], closed: bool) -> tuple[Checkpoint, ...]:
        said = tuple(self._statement(one, closed) for one in tables if self._is_due(one, closed))
        if said:
            await self._writer.call(lambda: self._keep(said))
            self._last.update({one.table: one for one in said})
        return said

    async def now_and_then(self, on_failure: Callable[[BaseException], None]) -> None:
        """Sign every minute. What nobody can witness is not played on: ``on_failure`` gets a failed witness file."""
        while True:
            await self._clock.sleep(EVERY)
            try:
                await self.sign()
            except OSError as error:
                on_failure(error)
                return
            except HallFailedError:
                return

    def _is_due(self, table: TableActor[Any], closed: bool) -> bool:
        last = self._last.get(table.id)
        return table.version > 0 and (last is None or last.version < table.version or last.is_closed is not closed)

    def _statement(self, table: TableActor[Any], closed: bool) -> Checkpoint:
        said = Checkpoint(
            table.id,
            table.head.version,
            table.head.hash,
            self._clock.wall(),
            "",
            epoch=table.epoch,
            is_closed=closed,
            tagged_from=self._tagged_from.get(table.id, 1),
            is_witnessed=self._witness is not None,
        )
        return sign_checkpoint(self._keys.signing, said)

    def _keep(self, said: tuple[Checkpoint, ...]) -> None:
        # A signing that was given up half-way may have stored what the next one would store again.
        fresh = self._store.left_to_sign(said)
        if self._witness is not None and fresh:
            self._kept = self._kept or witness.KeptWitness(self._witness, self._keys.public)
            self._kept.append(fresh)
        self._store.put_checkpoints(fresh)
