"""The seal on rows about people: what a hall keeps in its database can be read, and made, with the hall's key alone.

An account holds the secret of a second factor. Whoever has only the database neither reads it nor makes an account.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tapete.record.store import StoreError

NONCE_BYTES: Final = 12


class SealBrokenError(StoreError):
    """A row was not made with this key, or not for this name."""


class RowSeal:
    """Seals rows with a key that is derived from the hall's secret for this alone."""

    def __init__(self, secret: bytes) -> None:
        self._key = AESGCM(hmac.digest(secret, b"tapete people", hashlib.sha256))

    def seal(self, name: str, plain: bytes) -> bytes:
        """Return what is kept of a row under ``name``."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._key.encrypt(nonce, plain, name.encode())

    def open(self, name: str, kept: bytes) -> bytes | None:
        """Return what was sealed under ``name``; ``None`` if it was made with another key, or for another name."""
        try:
            return self._key.decrypt(kept[:NONCE_BYTES], kept[NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError):
            return None
