"""What only a hall can do: tag an entry when it is written, and sign where a table stands.

A *tag* is HMAC-SHA256 over the hash of an entry, under a key that is derived from the hall's secret for this alone. It
stands beside the entry, in its transaction, so that an entry is authenticated from the moment when it is stored. Only
whoever has the hall's secret can make or check a tag; signatures are what everybody else can check.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_PURPOSE = b"tapete entry tags"


class Authority:
    """A hall's right to write: ``secret`` are its secret bytes, ``signing`` its signing key."""

    __slots__ = ("_signing", "_tagging")

    def __init__(self, secret: bytes, signing: Ed25519PrivateKey) -> None:
        self._tagging = hmac.digest(secret, _PURPOSE, hashlib.sha256)
        self._signing = signing

    @property
    def public(self) -> str:
        return self._signing.public_key().public_bytes_raw().hex()

    def tag(self, digest: str) -> str:
        """Return the tag (hexadecimal) of the entry whose body hashes to ``digest``."""
        message = b"tapete entry " + digest.encode("utf-8", "surrogatepass")
        return hmac.digest(self._tagging, message, hashlib.sha256).hex()

    def is_tag(self, digest: str, tag: str) -> bool:
        """Return True if ``tag`` is the one that this hall gives to that entry."""
        return hmac.compare_digest(self.tag(digest).encode(), tag.encode("utf-8", "surrogatepass"))

    def sign(self, statement: bytes) -> str:
        """Return the signature of a statement, in hexadecimal."""
        return self._signing.sign(statement).hex()


def _is_spelled(text: str) -> bool:
    return all(letter in "0123456789abcdef" for letter in text)


def is_signature(public: str, statement: bytes, signature: str) -> bool:
    """Return True if ``signature`` is one of ``public`` (both hexadecimal, in its one spelling) over ``statement``."""
    if not (_is_spelled(public) and _is_spelled(signature)):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True
