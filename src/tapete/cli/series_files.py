"""A series of cards on the command line: made new, kept in a file with its secret, taken up again, printed.

A kept file holds the secret of its series: whoever reads it knows every card. It is made for its owner alone, and never
written over.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec

from tapete.cartones import Grid, Law, Series, cards_of, check_code, equal_sets, rank, write_grid as written
from tapete.cartones.reading import MOST_BYTES, CardFile, KeptSeries, read_cards, secret_of
from tapete.cartones.registry import require_pinned
from tapete.cartones.series import SECRET_SIZE
from tapete.clauses import Fault, fault
from tapete.cli import output
from tapete.cli.open import cents
from tapete.cli.output import Progress


class Made(NamedTuple):
    """A series and every card of it, and pairs of cards with the same numbers in other squares."""

    series: Series
    grids: dict[int, Grid]
    kept: KeptSeries
    equal_sets: tuple[tuple[int, int], ...]


def new(
    strips: int,
    singles: int,
    foreign: Path | None,
    letter: str,
    number: int,
    face_value: str,
    double: bool,
    any_columns: bool = False,
) -> Made:
    """Return a new series; end where there is none like it."""
    found = None if foreign is None else read_cards(output.read_file(foreign, MOST_BYTES + 1), any_columns=any_columns)
    if foreign is not None and not isinstance(found, CardFile):
        end_with(found or (), foreign)
    file = found if isinstance(found, CardFile) else CardFile()
    tell_arranged(file.arranged)
    law = Law.STRIPS if strips else Law.SINGLES if singles else Law.FOREIGN
    tree = {
        "letter": letter,
        "id": number,
        "size": 6 * strips or singles,
        "face_value": cents(face_value, "--face-value"),
        "double": double,
        "law": law,
        **(file.described if foreign else {}),
    }
    try:
        described = msgspec.convert(tree, Series)
    except msgspec.ValidationError:
        output.bad_input("bingo-no-series")
    return _made(described, secret_of(file.grids) if foreign else secrets.token_bytes(SECRET_SIZE), file.grids)


def read_kept(file: Path) -> Made:
    """Return the series of a file; end where the file has none, or cards that are not those of its digest."""
    try:
        found = msgspec.json.decode(output.read_file(file, MOST_BYTES + 1), type=KeptSeries)
        secret = bytes.fromhex(found.secret)
    except (msgspec.DecodeError, ValueError):
        output.bad_input("bingo-no-kept-series", path=str(file))
    _or_end(None if found.series.digest else fault("series-digest-missing", series=found.series.key))
    cards = read_cards("\n".join(found.cards).encode(), any_columns=True) if found.cards else CardFile()
    if not isinstance(cards, CardFile):
        end_with(cards, file)
    return _made(found.series, secret, cards.grids)


def _made(series: Series, secret: bytes, grids: tuple[Grid, ...]) -> Made:
    """Return a series whose digest is computed, or compared where it has one; end where two of its cards are equal."""
    cards = _or_end(cards_of(series, secret, grids))
    progress = Progress(series.size)
    every: dict[int, Grid] = {}
    for number in series.numbers:
        every[number] = cards.grid(number)
        progress.step(series.key)
    progress.close()
    grid_of = every.__getitem__

    if not series.digest:
        cards = _or_end(cards_of(msgspec.structs.replace(series, digest=cards.digest(grid_of)), secret, grids))
    _or_end(require_pinned(cards, grid_of))
    kept_file = KeptSeries(cards.series, secret.hex(), tuple(written(grid) for grid in grids))
    return Made(cards.series, every, kept_file, equal_sets(series.numbers, grid_of))


def _or_end(found: Any) -> Any:
    if isinstance(found, Fault):
        output.bad_input(output.refusal(found))
    return found


def tell_arranged(cards: tuple[int, ...]) -> None:
    """Print which cards are in order of tens alone, because their file does not tell their lines."""
    if cards:
        output.progress("bingo-arranged", cards=tuple(map(str, cards)))


def asked_for(text: str, place: int) -> tuple[Path, dict[str, Any]]:
    """Return the file that ``--series`` names, and the fields of a series whose file has cards alone."""
    found = re.fullmatch(r"([A-Z]{1,2})-([0-9]{1,9})(?::([^=]+))?=(.+)", text, re.DOTALL)
    letter, number, value, file = found.groups() if found else ("A", str(place), None, text)
    return Path(file), {"letter": letter, "identification": number, "value": cents(value or "2", "--series")}


def end_with(wrong: Iterable[Fault], file: Path) -> NoReturn:
    told = [output.refusal(one) for one in wrong]
    output.bad_input("\n".join((*(f"{output.safe(str(file))}: " + one for one in told[:1]), *told[1:])))


def keep(made: Made, file: Path) -> None:
    """Keep a series with its secret; end where there is a file already, or none can be made."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as opened:
            opened.write(msgspec.json.format(msgspec.json.encode(made.kept), indent=1) + b"\n")
            opened.flush()
            os.fsync(opened.fileno())
    except FileExistsError:
        output.bad_input("bingo-file-there", path=str(file))
    except OSError as error:
        output.bad_input("bingo-unwritten", path=str(file), why=output.why(error))


def numbers_in(made: Made, text: str) -> Sequence[int]:
    """Return the numbers of the cards that ``--range`` asks for, all where it asks for none."""
    found = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    there = made.series.numbers
    numbers = there if not text else tuple(one for one in there if first <= one <= last)
    if not numbers or (text and not there[0] <= first <= last <= there[-1]):
        output.bad_input("bingo-range", text=text, first=there[0], last=there[-1])
    return numbers


def print_pdf(made: Made, numbers: Sequence[int], file: Path, *, is_large: bool = False) -> None:
    from tapete.printing import print_cards

    output.require_no_hall_file(file)  # before the long work
    series = made.series
    progress = Progress(len(numbers))

    def watched(number: int) -> None:
        progress.step(file.name)

    pdf = print_cards(series, numbers, made.grids.__getitem__, output.lang(), watched, is_large=is_large)
    progress.close()
    try:
        output.write_whole(file, pdf)
    except BrokenPipeError as error:
        raise output.OutputLostError from error
    except OSError as error:
        output.bad_input("bingo-unwritten", path=str(file), why=output.why(error))


def to_json(made: Made, numbers: Sequence[int], out: Path | None, file: Path | None) -> dict[str, Any]:
    series = made.series
    ranks = {number: rank(made.grids[number]) for number in numbers}
    return {
        "series": series,
        "key": series.key,
        "price": series.price,
        "cards": [
            {
                "number": number,
                "strip": (number - 1) // 6 + 1 if series.law is Law.STRIPS else None,
                "rank": place,
                "check_code": None if place is None else check_code(place),
                "grid": made.grids[number],
            }
            for number, place in ranks.items()
        ],
        "equal_sets": made.equal_sets,
        "pdf": None if out is None else str(out),
        "kept": None if file is None else str(file),
    }
