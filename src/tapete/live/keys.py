"""The hall's secrets, in one file outside the database: a key that seals and a key that signs.

Without the sealing key nobody reads the order of a shoe or a hidden face, neither in the database nor in a copy of it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.authority import Authority
from tapete.record.source import open_plain
from tapete.record.store.copies import sync
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
        self.sealing, self.signing = sealing, signing
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
        """The hall's right to write: what tags its entries and signs for it."""
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
        """Return new keys from the operating system's randomness."""
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
        with os.fdopen(handle, "wb") as file:
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
