"""The caller's balls: announced in words, on the board, by key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.rules import NumberStyle
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Field as OfferField, FixedValue, Offer, Several

# The announcement of a sale on a desk: a button for each series, one choice where there are many; and one form for
# series that are sold together, in which each of them is chosen.

FEW: Final = 4
"""So many series have a button each; of more one is chosen."""

FURTHER: Final = "series-"
"""How the fields of a further series begin: ``series-2`` is the second one."""

SECOND: Final = f"{FURTHER}2"


def announcements(offer: Offer, view: View) -> Iterator[Offer]:
    """Yield the sale of one series, and of several that may be sold together: those of one kind and one value."""
    described, duty = offer.fields.get("series"), view.duty
    if not isinstance(described, Several) or duty is None:
        return
    names = tuple(map(str, described.options))
    for is_double in (False, True):
        listed = tuple(one for one in names if (one in duty.doubles) is is_double)
        alone: tuple[OfferField, ...] = tuple(map(FixedValue, listed)) if len(listed) <= FEW else (Choice(listed),)
        for field in alone:
            yield from _with_payment(replace(offer, fields={"series": field}), is_double)
        for value in sorted({duty.series_values[one] for one in listed}):
            equal = tuple(one for one in listed if duty.series_values[one] == value)
            if min(len(equal), described.most) > 1:
                yield from _with_payment(_together(offer, equal, described.most), is_double)


def _together(offer: Offer, equal: tuple[str, ...], most: int) -> Offer:
    """Return the sale of several series: two at least, and as many more as a game may have."""
    fields: dict[str, OfferField] = {"series": Choice(equal), SECOND: Choice((*equal[1:], equal[0]))}
    fields |= {f"{FURTHER}{place}": Choice(("", *equal)) for place in range(3, min(most, len(equal)) + 1)}
    return replace(offer, fields=fields, main=False)


def _with_payment(offer: Offer, is_double: bool) -> Iterator[Offer]:
    """Yield a sale; of doubles with each time at which the prizes of the first game may be paid."""
    for later in ("false", "true") if is_double else ("",):
        yield replace(offer, fields={**offer.fields, "deferred": FixedValue(later)}) if later else offer


def name_of(offer: Offer, later: str) -> str:
    """Return the code of the button's name; ``later``: whether the first game of a double is paid after both."""
    how = (
        "-together"
        if SECOND in offer.fields
        else ""
        if isinstance(offer.fields.get("series"), FixedValue)
        else "-chosen"
    )
    return f"{offer.act}{how}" + {"true": "-deferred", "false": "-between"}.get(later, "")


def value_of(offer: Offer, view: View) -> dict[str, Any]:
    """Return the face value of the series among which a form chooses, for its name."""
    first = next(iter(offer.options("series")), "")
    values = {} if view.duty is None else view.duty.series_values
    return {"value": values[str(first)]} if SECOND in offer.fields else {}


def chosen_series(what: dict[str, Any]) -> list[str]:
    """Take the series out of what a form sends, one value for each field; a field that was left empty names none."""
    names = [what.get("series", ""), *(what.pop(one) for one in sorted(what) if one.startswith(FURTHER))]
    return [str(one) for one in names if str(one).strip()]


# --- called card ------------------------------------------------------------------------------------------------------


WRITTEN: Final = re.compile(r"([A-Za-zÑñ]+)[\s\-./]*(\d{1,9})\s*[\s\-./,:;]+\s*(\d{1,9})")
PRINTED: Final = re.compile(r"TAPETE\s+([A-Z]+-\d+/\d+)\b")
"""How the code begins that is printed on a cartón for a camera; its check code follows."""
NUMBER: Final = re.compile(r"\d{1,9}")


def read_card(text: str, series: Sequence[str]) -> str:
    """Return a cartón by its series and number, as ``B-1047/12``, for what somebody has typed: ``b1047/12``, ``B 1047
    12``, or ``12`` alone where one series is sold; or for what a camera has read on it. What cannot be read stays as it
    is, for the rules to refuse.
    """
    typed = text.strip()
    if found := PRINTED.match(typed):
        typed = found[1]
    if found := WRITTEN.fullmatch(typed):
        return f"{found[1].upper()}-{int(found[2])}/{int(found[3])}"
    if NUMBER.fullmatch(typed) and len(series) == 1:
        return f"{series[0]}/{int(typed)}"
    return typed


# --- number words -----------------------------------------------------------------------------------------------------


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


# --- shortcuts --------------------------------------------------------------------------------------------------------


LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "call-ball": "b",
        "show-master": "m",
        "check-card": "c",
        "order-resume": "s",
        "order-end": "f",
        "ask-others": "p",
        "hand-in-card": "l",
    }
)
"""One letter means one act."""
