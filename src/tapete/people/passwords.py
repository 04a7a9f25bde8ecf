"""Passwords: argon2id digests, and which passwords are good enough."""

from __future__ import annotations

from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST: Final = 10
MOST: Final = 200
"""Signs of a password. A longer one would cost more to digest than it protects."""
CLASSES: Final = 2
"""How many of small letters, capitals, digits and other signs a password has; a long one needs no more than one."""
LONG: Final = 16

COMMON: Final = frozenset(
    {
        *("contraseña", "contrasena", "password", "passwort", "motdepasse", "qwertyuiop", "1234567890", "0123456789"),
        *("casino", "croupier", "director", "tapete", "bienvenido", "administrador", "administrator", "letmein"),
    }
)
"""Words that are tried first, whatever digits and signs follow them."""


class Passwords:
    """Digests passwords and checks them. One check takes about a tenth of a second and 64 MiB on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobodys = self._hasher.hash("nobody's password")

    def digest(self, password: str) -> str:
        return self._hasher.hash(password)

    def is_right(self, digest: str, password: str) -> bool:
        """Return True if a password is the one that was digested.

        An empty digest takes as long as any other: how long an answer takes tells nobody which names there are.
        """
        try:
            self._hasher.verify(digest or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return bool(digest)

    def is_outdated(self, digest: str) -> bool:
        """Return True if a digest was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(digest)


def weakness(password: str, name: str) -> str | None:
    """Return the code of what makes a password too weak for the account ``name``; ``None`` for a good one."""
    if len(password) < LEAST:
        return "password-short"
    if len(password) > MOST:
        return "password-long"
    plain = password.casefold()
    if name.casefold() in plain:
        return "password-has-name"
    letters = plain.rstrip("0123456789!?.,-_*+#€$%&/()= ")
    if letters in COMMON or plain in COMMON or len(set(plain)) < 5:
        return "password-common"
    kinds = sum(
        any(test(sign) for sign in password)
        for test in (str.islower, str.isupper, str.isdigit, lambda sign: not sign.isalnum())
    )
    return "password-plain" if kinds < CLASSES and len(password) < LONG else None
