"""The seal on rows about people: what a hall keeps in its database can be read, and made, with the hall's key alone.

An account holds the secret of a second factor. Whoever has only the database neither reads it nor makes an account.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterable
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tapete.record.store import StoreError

NONCE_BYTES: Final = 12


class SealBrokenError(StoreError):
    """A row was not made with this key, or not for this name; or rows are not those that the hall left."""


class RowSeal:
    """Seals rows with keys that are derived from the hall's secret for this alone."""

    def __init__(self, secret: bytes) -> None:
        self._key, self._old = (AESGCM(_derived(secret, of)) for of in ("tapete people 2", "tapete people"))
        self._marking = _derived(secret, "tapete people marks")

    def seal(self, name: str, plain: bytes) -> bytes:
        """Return what is kept of a row under ``name``."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._key.encrypt(nonce, plain, name.encode())

    def open(self, name: str, kept: bytes, *, of_before: bool = False) -> bytes | None:
        """Return what was sealed under ``name``; ``None`` if it was made with another key, or for another name.
        ``of_before``: by an edition that kept no sum over its rows.
        """
        try:
            key = self._old if of_before else self._key
            return key.decrypt(kept[:NONCE_BYTES], kept[NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError):
            return None

    def mark(self, table: str, row: Iterable[Any]) -> int:
        """Return what only this hall can say of a row of a table, as a number that can be added to others."""
        said = repr((table, *row)).encode("utf-8", "backslashreplace")
        return int.from_bytes(hmac.digest(self._marking, said, hashlib.sha256))


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, purpose.encode(), hashlib.sha256)
