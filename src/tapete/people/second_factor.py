"""The second factor: codes of an authenticator (RFC 6238), and words that stand in for a lost one."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import pyotp

STEP_S: Final = 30
WINDOW: Final = 1
"""Codes before and after the present one that count too: clocks differ."""
WORDS: Final = 8
"""Recovery words that somebody is given, each good once."""
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs that nobody mistakes for each other on paper."""


def new_secret() -> str:
    """Return a new shared secret, in base 32."""
    return pyotp.random_base32()


def enrolment_uri(secret: str, name: str, house: str) -> str:
    """Return what an authenticator reads from the QR code of an enrolment."""
    return pyotp.TOTP(secret, interval=STEP_S).provisioning_uri(name=name, issuer_name=house)


def accepted_code(secret: str, code: str, now: float, last: int) -> int | None:
    """Return the number of the code that somebody has given; ``None`` where it is wrong or not newer than ``last``.

    ``now`` is in seconds. A code counts once, so that nobody uses it again who looked over a shoulder.
    """
    given = code.strip().replace(" ", "")
    if not secret or len(given) != 6 or not given.isascii() or not given.isdecimal():
        return None
    totp, present = pyotp.TOTP(secret, interval=STEP_S), int(now) // STEP_S
    for number in range(present - WINDOW, present + WINDOW + 1):
        if number > last and secrets.compare_digest(totp.generate_otp(number), given):
            return number
    return None


def new_words(count: int = WORDS) -> tuple[str, ...]:
    """Return recovery words of 50 random bits each, as they are written down: ``abcde-fghjk``."""
    return tuple("-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(2)) for _ in range(count))


def new_invitation() -> str:
    """Return the word of an invitation, of 99 random bits, which can be typed: ``abcde-fghjk-mnpqr-stuvw``."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(4))


def invitation_digest(word: str) -> str:
    """Return the digest under which an invitation is kept, however its word was typed."""
    return _digest("invitation", word)


def word_digest(word: str) -> str:
    """Return the digest under which a recovery word is kept, however it was typed."""
    return _digest("recovery", word)


def _digest(purpose: str, word: str) -> str:
    plain = "".join(sign for sign in word.casefold() if sign.isalnum())
    return hashlib.sha256(f"tapete-{purpose}:{plain}".encode("utf-8", "surrogatepass")).hexdigest()
