"""A series of cards on the command line: made new, kept in a file with its secret, taken up again, printed.

A kept file holds the secret of its series: whoever reads it knows every card. It is made for its owner alone, and never
written over.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tapete.cartones import Grid, Law, Series, cards_of, check_code, equal_sets, faults, rank, read_grid
from tapete.cartones import write_grid as written
from tapete.cartones.chance import SECRET_SIZE
from tapete.cartones.registry import require_pinned
from tapete.clauses import Fault, fault
from tapete.cli import output
from tapete.cli.opening_options import cents
from tapete.cli.progress import Progress
from tapete.words import refusal

TRIES = 3
"""New secrets before a repeated card is told: one is not met in a thousand years."""


class KeptSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a series holds; ``cards`` are foreign ones, in text."""

    series: Series
    secret: str
    cards: tuple[str, ...] = ()


class Made(NamedTuple):
    """A series and every card of it, and pairs of cards with the same numbers in other squares."""

    series: Series
    grids: tuple[Grid, ...]
    kept: KeptSeries
    equal_sets: tuple[tuple[int, int], ...]

    def grid(self, number: int) -> Grid:
        """Return the card of a number."""
        return self.grids[number - 1]


def new(
    strips: int, singles: int, foreign: Path | None, letter: str, number: int, face_value: str, double: bool
) -> Made:
    """Return a new series; end where there is none like it."""
    grids = () if foreign is None else _foreign(foreign)
    law = Law.STRIPS if strips else Law.SINGLES if singles else Law.FOREIGN
    tree = {
        "letter": letter,
        "id": number,
        "size": 6 * strips or singles or len(grids),
        "face_value": cents(face_value, "--face-value"),
        "double": double,
        "law": law,
    }
    try:
        described = msgspec.convert(tree, Series)
    except msgspec.ValidationError:
        output.bad_input("bingo-no-series")
    for again in range(TRIES):
        made = _made(described, secrets.token_bytes(SECRET_SIZE), grids, is_last=again == TRIES - 1 or bool(grids))
        if made is not None:
            return made
    raise AssertionError


def read_kept(file: Path) -> Made:
    """Return the series of a file; end where the file has none, or cards that are not those of its digest."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=KeptSeries)
        secret = bytes.fromhex(found.secret)
    except OSError as error:
        output.bad_input("bingo-unread", path=str(file), why=output.why(error))
    except (msgspec.DecodeError, ValueError):
        output.bad_input("bingo-no-kept-series", path=str(file))
    _or_end(None if found.series.digest else fault("series-digest-missing", series=found.series.key))
    grids = tuple(_lawful(one, at) for at, one in enumerate(found.cards, start=1))
    made = _made(found.series, secret, grids, is_last=True)
    assert made is not None
    return made


def _made(series: Series, secret: bytes, grids: tuple[Grid, ...], *, is_last: bool) -> Made | None:
    """Return a series whose digest is computed, or compared where it has one; None where two of its cards are equal and
    another secret may be tried.
    """
    cards = _or_end(cards_of(series, secret, grids))
    progress = Progress(series.size)
    every: list[Grid] = []
    for number in series.numbers:
        every.append(cards.grid(number))
        progress.step(series.key)
    progress.close()

    def grid_of(number: int) -> Grid:
        return every[number - 1]

    if not series.digest:
        cards = _or_end(cards_of(msgspec.structs.replace(series, digest=cards.digest(grid_of)), secret, grids))
    wrong = require_pinned(cards, grid_of)
    if wrong is not None and wrong.code == "cards-equal" and not is_last:
        return None
    _or_end(wrong)
    kept_file = KeptSeries(cards.series, secret.hex(), tuple(written(grid) for grid in grids))
    return Made(cards.series, tuple(every), kept_file, equal_sets(series.numbers, grid_of))


def _or_end(found: Any) -> Any:
    """Return what was made; end with the sentence of a Fault."""
    if isinstance(found, Fault):
        output.bad_input(refusal(found.code, found.facts, output.lang()))
    return found


def _foreign(file: Path) -> tuple[Grid, ...]:
    """Return the cards of a file, one a line; end at the first that is none."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        output.bad_input("bingo-unread", path=str(file), why=output.why(error))
    except UnicodeDecodeError:
        output.bad_input("bingo-no-kept-series", path=str(file))
    return tuple(_lawful(line, at) for at, line in enumerate(lines, start=1) if line.strip())


def _lawful(text: str, at: int) -> Grid:
    """Return the card of a line; end where it is none."""
    found = read_grid(text)
    wrong = found if isinstance(found, Fault) else next(iter(faults(found)), None)
    if isinstance(found, Fault) or wrong is not None:
        assert wrong is not None
        output.bad_input("bingo-line", line=at, why=refusal(wrong.code, wrong.facts, output.lang()))
    return found


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


def print_pdf(made: Made, file: Path) -> None:
    """Print every card of a series into a file."""
    from tapete.printing import print_cards

    series = made.series
    progress = Progress(series.size)
    pdf = print_cards(series, series.numbers, made.grid, output.lang(), lambda number: progress.step(file.name))
    progress.close()
    try:
        file.write_bytes(pdf)
    except OSError as error:
        output.bad_input("bingo-unwritten", path=str(file), why=output.why(error))


def to_json(made: Made, out: Path | None, file: Path | None) -> dict[str, Any]:
    """Return what there is to tell of a series: no secret."""
    series = made.series
    ranks = {number: rank(made.grid(number)) for number in series.numbers}
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
                "grid": made.grid(number),
            }
            for number, place in ranks.items()
        ],
        "equal_sets": made.equal_sets,
        "pdf": None if out is None else str(out),
        "kept": None if file is None else str(file),
    }
