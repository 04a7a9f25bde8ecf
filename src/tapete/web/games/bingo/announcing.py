"""The announcement of a sale on a desk: a button for each series, one choice where there are many; and one form for
series that are sold together, in which each of them is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.view import View
from tapete.kernel import Choice, Field as OfferField, FixedValue, Offer, Several

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
