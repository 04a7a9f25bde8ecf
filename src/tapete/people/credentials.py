"""Passwords, second factors, and what failures lead to."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Protocol
from weakref import WeakSet

import msgspec
import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tapete.record.store import StoreError

LEAST: Final = 10
LONGEST_PASSWORD: Final = 200
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
        """Return True if a password is the digested one; an empty digest takes as long, so that time tells no names."""
        try:
            self._hasher.verify(digest or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return bool(digest)

    def is_outdated(self, digest: str) -> bool:
        return self._hasher.check_needs_rehash(digest)


@cache
def usual_passwords() -> Passwords:
    """Return what digests passwords as a rule: one for all, since what stands for nobody's password costs a digest."""
    return Passwords()


def weakness(password: str, name: str) -> str | None:
    """Return the code of what makes a password too weak for the account ``name``; ``None`` for a good one."""
    if len(password) < LEAST:
        return "password-short"
    if len(password) > LONGEST_PASSWORD:
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


STEP_S: Final = 30
WINDOW: Final = 1
"""Codes before and after the present one that count too: clocks differ."""
WORDS: Final = 8
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs that nobody mistakes for each other on paper."""


def new_secret() -> str:
    return pyotp.random_base32()


def enrolment_uri(secret: str, name: str, house: str) -> str:
    return pyotp.TOTP(secret, interval=STEP_S).provisioning_uri(name=name, issuer_name=house)


def accepted_code(secret: str, code: str, now: float, last: int) -> int | None:
    """Return the number of a given code; ``None`` where it is wrong, or not newer than ``last``.

    A ``last`` that is still to come was given before the clock was set back, and is no measure.
    """
    given = code.strip().replace(" ", "")
    if not secret or len(given) != 6 or not given.isascii() or not given.isdecimal():
        return None
    totp, present = pyotp.TOTP(secret, interval=STEP_S), int(now) // STEP_S
    last = last if last <= present + WINDOW else 0
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
    return _digest("invitation", word)


def word_digest(word: str) -> str:
    return _digest("recovery", word)


def _digest(purpose: str, word: str) -> str:
    plain = "".join(sign for sign in word.casefold() if sign.isalnum())
    return hashlib.sha256(f"tapete-{purpose}:{plain}".encode("utf-8", "surrogatepass")).hexdigest()


# What failures lead to: a wait that grows, and after too many of them a pause.
#
# They are counted for each account and each device on which somebody has logged in before; all devices that nobody
# knows are counted together. So whoever guesses at a name shuts out other strangers, and not its bearer at their own
# desk.

FREE: Final = 3
"""Failures that make nobody wait."""
MOST_FAILURES: Final = 6
"""Failures in a row after which nobody tries again for a while."""
PAUSE_S: Final = 900.0
FORGOTTEN_S: Final = 86_400.0


class Attempts(msgspec.Struct, frozen=True):
    """Failures in a row, and when the last of them was, in seconds."""

    failures: int = 0
    last: float = 0


NONE: Final = Attempts()
STORED: Final = 500


Whose = tuple[str, str]
"""An account and a device."""


class AttemptStore(Protocol):
    def load(self) -> dict[Whose, Attempts]: ...

    def keep(self, attempts: Mapping[Whose, Attempts]) -> None: ...


def after_failure(before: Attempts, now: float) -> Attempts:
    failures = before.failures if now - before.last < FORGOTTEN_S else 0
    return Attempts(failures + 1, now)


def wait(attempts: Attempts, now: float) -> float:
    """Return how long nobody tries again, in seconds: no longer where the clock was set back since, between starts."""
    if attempts.failures >= MOST_FAILURES:
        length = PAUSE_S
    elif attempts.failures >= FREE:
        length = 2.0 ** (attempts.failures - FREE + 1)
    else:
        return 0.0
    left = attempts.last + length - now
    return left if 0 < left <= length else 0.0


def is_pause(attempts: Attempts) -> bool:
    return attempts.failures >= MOST_FAILURES


class Throttle:
    """The attempts of each account and device; the oldest are forgotten where there are too many to keep.

    How long they are ago ``steady`` says, which nobody sets; ``clock`` says it only from one start to the next. Any
    thread may ask. Whoever asks and then counts holds the lock of the account meanwhile.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        steady: Callable[[], float],
        store: AttemptStore | None = None,
        most: int = 10_000,
    ) -> None:
        self._most, self._store, self._clock, self._steady = most, store, clock, steady
        kept = {} if store is None else store.load()
        self._kept = dict(_moved(kept.items(), -self._clock_ahead()))
        self._lock = threading.Lock()

    def _clock_ahead(self) -> float:
        return self._clock() - self._steady()

    def wait(self, name: str, device: str) -> float:
        return wait(self._kept.get((name, device), NONE), self._steady())

    def fail(self, name: str, device: str) -> Attempts:
        with self._lock:
            found = after_failure(self._kept.pop((name, device), NONE), self._steady())
            self._kept[name, device] = found
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
            if found.failures >= FREE:
                self._keep()
        return found

    def _keep(self) -> None:
        """Keep the waits that still run, the newest of them: after a restart nobody tries again any sooner."""
        if self._store is not None:
            now = self._steady()
            running = [(key, one) for key, one in self._kept.items() if wait(one, now) > 0]
            self._store.keep(dict(_moved(running[-STORED:], self._clock_ahead())))

    def forget(self, name: str, device: str | None = None) -> None:
        with self._lock:
            names = [one for one in self._kept if one[0] == name and device in (None, one[1])]
            gone = [self._kept.pop(key) for key in names]
            if any(one.failures >= FREE for one in gone):
                self._keep()


def _moved(kept: Iterable[tuple[Whose, Attempts]], by: float) -> Iterator[tuple[Whose, Attempts]]:
    """Yield the same attempts as a clock tells them that is ahead ``by`` so many seconds."""
    return ((whose, Attempts(one.failures, one.last + by)) for whose, one in kept)


# What is done with one account, or with who directs the house, is done one after the other.
#
# Two logins in one moment would both be let through by a throttle that has counted neither, and use one code twice; two
# directors who suspend each other in one moment would leave a house without any.

LOCKS: Final = 64
"""Accounts share so many locks: a name that nobody has ever had takes up nothing."""


class AccountLocks:
    """Locks by name. A change takes that of the house before that of its account; a login takes the second alone."""

    def __init__(self) -> None:
        self._house = threading.RLock()
        self._locks = tuple(threading.RLock() for _ in range(LOCKS))

    @contextmanager
    def of_account(self, name: str) -> Iterator[None]:
        with self._locks[hash(name) % LOCKS]:
            yield

    @contextmanager
    def of_house(self, name: str) -> Iterator[None]:
        """Hold back every other change of an account of the house: what is asked of all of them stays so."""
        with self._house, self.of_account(name):
            yield


# The seal on rows about people: what a hall keeps in its database can be read, and made, with the hall's key alone.
#
# An account holds the secret of a second factor. Whoever has only the database neither reads it nor makes an account.

NONCE_BYTES: Final = 12


class SealBrokenError(StoreError):
    """A row was not made with this key, or not for this name; or rows are not those that the hall left."""


class RowSeal:
    """Seals rows with keys that are derived from the hall's secret for this alone."""

    def __init__(self, secret: bytes) -> None:
        self._key, self._old = (AESGCM(_derived(secret, of)) for of in ("tapete people 2", "tapete people"))
        self._marking = _derived(secret, "tapete people marks")
        self.seen_stores: Final = WeakSet[Any]()
        """Those in which a sum of this hall stood: it is missed there, also where all rows are gone with it."""

    def seal(self, name: str, plain: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._key.encrypt(nonce, plain, name.encode())

    def open(self, name: str, kept: bytes, *, of_before: bool = False) -> bytes | None:
        """Return what was sealed under ``name``; ``None`` for another key or name. ``of_before``: an old edition's."""
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
