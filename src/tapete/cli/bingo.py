"""``tapete bingo``: cards («cartones») made and printed, checked, ranked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli import output

if TYPE_CHECKING:
    from tapete.cartones import Grid
    from tapete.clauses import Fault

CardArgument = Annotated[str, typer.Argument(help='A card: "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90".')]
WARNINGS = {"tens": "bingo-tens", "ascending": "bingo-ascending", "not-rankable": "bingo-not-rankable"}
"""The sentence of each thing that practice expects and a card has not."""


def cards(
    strips: Annotated[int, typer.Option(min=0, max=10_000, help="A new series of so many strips of six.")] = 0,
    singles: Annotated[int, typer.Option(min=0, max=60_000, help="A new series of so many single cards.")] = 0,
    foreign: Annotated[Path | None, typer.Option(help="A file of cards printed elsewhere.")] = None,
    any_columns: Annotated[
        bool, typer.Option("--any-columns", help="Columns of cards printed elsewhere may hold any ten.")
    ] = False,
    again: Annotated[Path | None, typer.Option(help="The file of a series that was kept.")] = None,
    letter: Annotated[str, typer.Option(help="Letter of a new series.")] = "A",
    number: Annotated[int, typer.Option("--id", min=1, max=10**9, help="Number of a new series.")] = 1,
    face_value: Annotated[
        str, typer.Option(help="Face value of a card, or of a part of a double one, in euros.")
    ] = "2",
    double: Annotated[bool, typer.Option("--double", help="Double cards: two parts, two games.")] = False,
    keep: Annotated[Path | None, typer.Option(help="Keep the new series with its secret in this file.")] = None,
    out: Annotated[Path | None, typer.Option(help="Print the cards into this PDF.")] = None,
    numbers: Annotated[str, typer.Option("--range", help="Only the cards of these numbers: 1-60.")] = "",
    large: Annotated[bool, typer.Option("--large", help="Print one card a page, in large print.")] = False,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Make a series of cards, or take one that was kept, and print it."""
    if sum(map(bool, (strips, singles, foreign, again))) != 1:
        output.bad_input("bingo-one-series")
    from tapete.cli import series_files
    from tapete.words import money

    if again is not None:
        if keep is not None:
            output.bad_input("bingo-kept-already")
        made = series_files.read_kept(again)
    else:
        made = series_files.new(strips, singles, foreign, letter, number, face_value, double, any_columns)
        if keep is not None:
            series_files.keep(made, keep)
    chosen = series_files.numbers_in(made, numbers)
    if out is not None:
        series_files.print_pdf(made, chosen, out, is_large=large)
    if keep is None and again is None and foreign is None:
        output.progress("bingo-not-kept")
    if as_json:
        output.data(series_files.to_json(made, chosen, out, keep or again))
        return
    series = made.series
    price = money(series.price, output.lang())
    typer.echo(output.bold(output.say("bingo-series", series=series.key, size=series.size, price=price)))
    typer.echo(output.say("bingo-digest", digest=series.digest))
    for first, second in made.equal_sets:
        output.progress("bingo-equal-sets", first=first, second=second)
    if out is not None:
        output.tell(output.say("bingo-printed", path=str(out)))
        return
    for one in chosen:
        typer.echo(f"{one:>6}  {_written(made.grids[one])}")


def check(
    card: CardArgument,
    second: Annotated[str, typer.Option(help="The second part of a double card, to be the same.")] = "",
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Hold a card against the order, and against what practice expects of one."""
    from tapete.cartones import check_code, double_faults, faults, rank, warnings

    grid, found = _read(card)
    wrong = found if grid is None else faults(grid)
    if second and grid is not None:
        other, more = _read(second)
        wrong = (*wrong, *more) if other is None else double_faults(grid, other)
    warned = warnings(grid) if grid is not None and not wrong else ()
    place = rank(grid) if grid is not None and not wrong else None
    code = None if place is None else check_code(place)
    if as_json:
        output.data(
            {
                "ok": not wrong,
                "faults": [{"code": one.code, "clauses": one.clauses, "text": output.refusal(one)} for one in wrong],
                "warnings": [{"code": one, "text": output.say(WARNINGS[one])} for one in warned],
                "rank": place,
                "check_code": code,
                "grid": grid,
            }
        )
    else:
        typer.echo(output.bold(output.say("bingo-unlawful" if wrong else "bingo-lawful")))
        for one in wrong:
            typer.echo(f"{', '.join(one.clauses)}: {output.refusal(one)}")
        for told in warned:
            typer.echo(output.say(WARNINGS[told]))
        if code is not None:
            typer.echo(output.say("bingo-check-code", signs=code))
    output.answer(not wrong)


def rank(
    card: CardArgument,
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Print the rank of a card and its check code."""
    from tapete.cartones import card_count, check_code, faults, rank as rank_of

    grid, wrong = _read(card)
    wrong = wrong if grid is None else faults(grid)
    if wrong or grid is None:
        output.bad_input(output.refusal(wrong[0]))
    place = rank_of(grid)
    code = None if place is None else check_code(place)
    if as_json:
        output.data({"rank": place, "check_code": code, "cards": card_count(), "grid": grid})
    elif place is None:
        typer.echo(output.say("bingo-not-rankable"))
    else:
        typer.echo(f"{place}  {code}")
    output.answer(place is not None)


def unrank(
    place: Annotated[str, typer.Argument(metavar="RANK", help="A rank, or a check code.")],
    lang: output.LangOption = output.LANGS[0],
    as_json: output.JsonOption = False,
) -> None:
    """Print the card of a rank or of a check code."""
    from tapete.cartones import card_count, check_code, read_code, unrank as card_of
    from tapete.clauses import Fault

    is_rank = place.isascii() and place.isdigit() and len(place) != 14
    found = int(place[:30]) if is_rank else read_code(place)
    if isinstance(found, Fault):
        output.bad_input(output.refusal(found))
    if found >= card_count():
        output.bad_input("bingo-no-rank", most=str(card_count() - 1))
    grid = card_of(found)
    if as_json:
        output.data({"rank": found, "check_code": check_code(found), "cards": card_count(), "grid": grid})
        return
    typer.echo(f"{_written(grid)}\n{check_code(found)}")


def _read(text: str) -> tuple[Grid | None, tuple[Fault, ...]]:
    """Return the squares of a card, or what is wrong with its numbers; end where its squares cannot be told."""
    from tapete.cartones import read_grid
    from tapete.clauses import Fault

    found = read_grid(text)
    if not isinstance(found, Fault):
        return found, ()
    if not found.clauses:
        output.bad_input(output.refusal(found))
    return None, (found,)


def _written(grid: Any) -> str:
    return " / ".join(" ".join(f"{number or '.':>2}" for number in line) for line in grid)
