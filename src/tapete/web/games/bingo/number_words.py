"""A number as the caller says it, in Spanish, which is the language of the hall."""

from __future__ import annotations

from typing import Final

from tapete.games.bingo.rules import NumberStyle

UNITS: Final = ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
TEENS: Final = (
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
)
TWENTIES: Final = (
    *("veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro"),
    *("veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve"),
)
TENS: Final = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")


def in_words(number: int) -> str:
    """Return a number of 0 to 99 in words."""
    tens, units = divmod(number, 10)
    match tens:
        case 0:
            return UNITS[units]
        case 1:
            return TEENS[units]
        case 2:
            return TWENTIES[units]
        case _:
            return f"{TENS[tens - 3]} y {UNITS[units]}" if units else TENS[tens - 3]


def as_said(number: int, style: NumberStyle) -> str:
    """Return a number as it is said: a number of two digits with its digits after it, where the house says them."""
    digits = ", ".join(UNITS[int(one)] for one in str(number))
    match style:
        case NumberStyle.DIGITS if number > 9:
            return f"{in_words(number)}; {digits}"
        case NumberStyle.DIGITS | NumberStyle.NUMBER:
            return in_words(number)
