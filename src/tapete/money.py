"""Money in whole cents, and the only way in which an amount is divided.

There is one type, the ``int`` of cents; floats never occur. Every division names its rounding rule
(:class:`Rounding`), which comes from the rulebook with its clause or as labelled house practice.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Final

import msgspec

LIMIT = 10**13
"""Largest amount accepted anywhere, in cents: far above any table, far below 2**53."""

type_note: Final = msgspec.Meta(ge=1, le=LIMIT, description="An amount in cents, a whole number greater than zero")

cents_note: Final = msgspec.Meta(extra={"unit": "cents"})

Cents = Annotated[int, cents_note]
"""Whole cents; negative only inside a posting."""

Amount = Annotated[Cents, type_note]
"""An amount that a person names: whole cents, greater than zero."""


class Rounding(StrEnum):
    """What happens to the part of a cent that a division leaves."""

    HALF_UP = "half-up"
    DOWN = "down"
    UP = "up"


class Fraction(msgspec.Struct, frozen=True):
    """A rate written as in the rule: 5/100 is five per cent."""

    num: int
    den: int

    def __post_init__(self) -> None:
        if not (0 < self.den <= LIMIT and 0 <= self.num <= LIMIT):
            raise ValueError("a rate is a fraction of whole numbers, not below zero")


class Part(Fraction, frozen=True):
    """A rate of something that is there, as the house's of a win: at most all of it."""

    def __post_init__(self) -> None:
        Fraction.__post_init__(self)
        if self.num > self.den:
            raise ValueError(f"a part is at most the whole: num from 0 to {self.den}")


PAID_MOST = 1_000
"""The most that a won stake is paid, as a multiple of it."""


def require_paid(rate: Fraction) -> None:
    """Raise ``ValueError`` unless a rate pays a won stake something, and no more than :data:`PAID_MOST` times it."""
    if not 0 < rate.num <= PAID_MOST * rate.den:
        raise ValueError(f"a won stake is paid something, and at most {PAID_MOST} times itself")


def portion(amount: Cents, rate: Fraction, rounding: Rounding, unit: Cents = 1) -> Cents:
    """Return ``amount`` times ``rate``, rounded to a multiple of ``unit`` cents by ``rounding``.

    >>> portion(1530, Fraction(5, 100), Rounding.HALF_UP)
    77
    """
    if amount < 0:
        raise ValueError("only an amount not below zero is divided")
    if unit < 1:
        raise ValueError("a unit is at least one cent")
    top, bottom = amount * rate.num, rate.den * unit
    match rounding:
        case Rounding.DOWN:
            units = top // bottom
        case Rounding.UP:
            units = -(-top // bottom)
        case Rounding.HALF_UP:
            units = (2 * top + bottom) // (2 * bottom)
    return units * unit


def deducted(won: Cents, rate: Fraction, rounding: Rounding, unit: Cents = 1) -> Cents:
    """Return what a house keeps of a win: a portion of it, and never more than was won, however coarse the unit is.

    >>> deducted(2000, Fraction(2, 100), Rounding.UP, 10000)
    2000
    """
    return min(won, portion(won, rate, rounding, unit))


def shares(amount: Cents, parts: tuple[Cents, ...], rounding: Rounding = Rounding.DOWN) -> tuple[Cents, ...]:
    """Divide ``amount`` in proportion to ``parts``; every part but the first is rounded, the first takes the rest."""
    whole = sum(parts)
    if whole <= 0:
        raise ValueError("nothing to divide by")
    rest = tuple(portion(amount, Fraction(part, whole), rounding) for part in parts[1:])
    return (amount - sum(rest), *rest)


def euros(amount: Cents) -> str:
    """Write cents as euros in Spanish usage, without the sign: ``1.250`` or ``1.250,50``."""
    whole, cents = divmod(abs(amount), 100)
    text = f"{whole:,}".replace(",", ".")
    if cents:
        text += f",{cents:02d}"
    return f"-{text}" if amount < 0 else text


BLANKS: Final = r"[ \u00a0\u2009\u202f]"
"""Blanks between thousands or before the sign of the euro: plain, hard, thin, thin and hard."""

EURO: Final = "(?:€|eur(?:os?)?)"
"""What stands behind an amount: sign, code, or the word, which is the same in every language of the pages."""

WHOLE_EUROS: Final = r"[0-9]{1,11}"

AMOUNTS: Final = {
    mark: tuple(
        re.compile(rf"(?:(?:€|EUR){BLANKS}?)?({whole})(?:{parts}([0-9]{{1,2}}))?(?:{BLANKS}?{EURO})?", re.IGNORECASE)
        for whole, parts in (
            (WHOLE_EUROS, "[.,]"),  # a point before cents is plain in every language
            (rf"[1-9][0-9]{{0,2}}(?:\{mark}[0-9]{{3}}){{1,3}}", rf"\{decimal}"),
            (rf"[1-9][0-9]{{0,2}}(?:{BLANKS}[0-9]{{3}}){{1,3}}", rf"\{decimal}"),
        )
    )
    for mark, decimal in ((",", "."), (".", ","))
}
"""How euros are written, by the mark between thousands: without any, with that mark, with blanks."""


def read_euros(text: str, lang: str) -> Cents | None:
    """Read euros as people of a language write them, ``12``, ``12,50``, ``12.50``, ``1.000``, ``1 000 €``, ``1 euro``,
    into cents.

    Only the language's own mark or a blank stands before three figures: a comma in English, a point elsewhere; the sign
    of the euro is at one end, its name behind. What means thousands in one language and parts of a euro in another
    (``12,345`` in Spanish), or might be two amounts (``20€50``, ``10 00``), is not guessed at: that is ``None``.
    """
    plain = text.strip()
    patterns = AMOUNTS["," if lang == "en" else "."]
    found = next((match for one in patterns if (match := one.fullmatch(plain))), None)
    if found is None or len(re.findall(EURO, plain, re.IGNORECASE)) > 1:
        return None
    whole, rest = re.sub("[^0-9]", "", found[1]), found[2] or ""
    return int(whole) * 100 + int(f"{rest}00"[:2])
