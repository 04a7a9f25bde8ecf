"""``tapete minutes``: what stands in the minutes of the days of a house, from its record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.house.state import AnsweredComplaint, CountedDifference, MinutesLine
    from tapete.live.house import DayMinutes


def minutes(
    where: Annotated[str, typer.Argument(metavar="DB_OR_FILE", help="SQLite file, postgresql:// address or export.")],
    day: Annotated[str | None, typer.Option(help="Only this day of the house.")] = None,
    lang: output.LangOption = output.LANGS[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the minutes of a house day by day: sentences, differences of counts, complaints answered. No key is needed.

    People are called as the record calls them.
    """
    from tapete.cli import records
    from tapete.house.terms import KEY
    from tapete.live.house import MinutesBook
    from tapete.record.codec import DecodeError
    from tapete.record.entry import BadEntryError
    from tapete.record.replay import read

    with records.reading(where) as source:
        if KEY not in source.tables():
            output.bad_input("no-days")
        try:
            found = tuple(reversed(MinutesBook(read(source, KEY)).newest_first()))
        except (BadEntryError, DecodeError) as error:
            output.bad_input("not-a-record", file=where, why=output.why(error))
    chosen = tuple(one for one in found if day in (None, one.day))
    if not chosen:
        records.end_without_day(source, day, [one.day for one in found])
    if as_json:
        output.data({"days": chosen})
        return
    for one in chosen:
        output.tell(one.day, is_bold=True)
        for line in _lines(one):
            output.tell(f"  {line}")


def _lines(day: DayMinutes) -> Iterator[str]:
    from tapete.words import label

    yield from (_line(one) for one in day.lines)
    yield from (_answer(one) for one in day.answers)
    if not day.lines and not day.answers:
        yield label("ui", "minutes-empty", output.lang())


def _line(one: MinutesLine) -> str:
    if one.difference is None:
        return f"{one.person}: {one.text}"
    return f"{one.person} · {_difference(one.difference)} {_word('reason-was')}: {one.text}"


def _difference(found: CountedDifference) -> str:
    """Return what a count has found different, as the page of the minutes says it."""
    from tapete.words import fill, label

    lang = output.lang()
    missing = {"chips": found.missing_chips, "cash": found.missing_cash, "vouchers": found.missing_vouchers}
    said = [
        fill(label("ui", f"count-{'lacks' if amount > 0 else 'has-more'}-{what}", lang), {"amount": abs(amount)}, lang)
        for what, amount in missing.items()
        if amount
    ]
    table = f" · {found.table}" if found.table else ""
    first = fill(_word("slip-first"), {"person": found.first}, lang)
    return f"{label('slip', found.kind, lang)}{table} · {first}: {' '.join(said)}"


def _answer(one: AnsweredComplaint) -> str:
    table = f" · {one.table}" if one.table else ""
    return f"{_word('complaint')} {one.serial} · {one.person}{table}: {one.text} — {one.by}: {one.answer}"


def _word(code: str) -> str:
    from tapete.words import label

    return label("ui", code, output.lang())
