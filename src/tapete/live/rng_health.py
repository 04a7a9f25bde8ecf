"""Is the operating system's randomness alive? Asked when a hall starts and before each shoe; a doubt means no new shoe.

Two tests of NIST SP 800-90B on raw bytes (repetition count, adaptive proportion), and one against a source that gives
the same block again, as a copied virtual machine may. With a sound source a test fails less than once in 2^30 samples.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable

from tapete.words import CodedError

SAMPLE = 1024
"""Bytes looked at before each shoe."""
AT_START = 65_536
"""Bytes looked at when a hall starts."""

REPEATS = 7
"""So many equal bytes in a row are no chance: 256 ** -6 per byte."""
_ROW = re.compile(rb"(.)\1{%d}" % (REPEATS - 1), re.DOTALL)
WINDOW = 512
PROPORTION = 24
"""So often may the first byte of a window not occur in it: the mean is 3, this is beyond 2 ** -40."""

Bytes = Callable[[int], bytes]


class RandomnessError(CodedError, RuntimeError):
    """The randomness repeats itself: no shoe is laid. ``test`` names the test that failed."""

    def __init__(self, code: str, *, test: str) -> None:
        super().__init__(code, test=test)
        self.test = test


class RngHealth:
    """Checks samples of ``source``; a failure is remembered, and every later check fails as well."""

    def __init__(self, source: Bytes = secrets.token_bytes) -> None:
        self._source = source
        self._seen: set[bytes] = set()
        self.failed: str | None = None

    def require_sound(self, size: int = SAMPLE) -> None:
        """Take a fresh sample and test it. Raises :class:`RandomnessError`."""
        if self.failed is None:
            self.failed = self._fault(self._source(size), size)
        if self.failed is not None:
            raise RandomnessError("randomness-failed", test=self.failed)

    def _fault(self, sample: bytes, size: int) -> str | None:
        if len(sample) != size:
            return "length"
        if _is_stuck(sample):
            return "repetition"
        if _is_lopsided(sample):
            return "proportion"
        digest = hashlib.sha256(sample).digest()
        if digest in self._seen:
            return "same-block"
        self._seen.add(digest)
        return None


def _is_stuck(sample: bytes) -> bool:
    return _ROW.search(sample) is not None


def _is_lopsided(sample: bytes) -> bool:
    return any(
        sample.count(sample[at], at, at + WINDOW) >= PROPORTION for at in range(0, len(sample) - WINDOW + 1, WINDOW)
    )
