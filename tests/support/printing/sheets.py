"""Sheets printed on paper which remembers: each call that draws, in order, with the pens and letters before it.

    python -m tests.support.printing.sheets

writes down what is drawn now. Read the difference before you keep it: what is not meant is a line, a box or a word that
lies elsewhere. Lengths are millimetres, rounded; what the calls become in a file is left to the library that writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple
from unittest.mock import patch

from fpdf import FPDF

from tapete.cartones import Cards, Law, Series, cards_of, unrank
from tapete.clauses import Fault
from tapete.printing import cards as printed_cards
from tapete.printing import minutes as printed_minutes
from tapete.printing.drawing import ink_of
from tapete.printing.minutes import MinutesPage, MinutesTable
from tests.support import ROOT

FOLDER = ROOT / "tests" / "printing" / "sheets"
QUESTIONS = {"get_string_width", "output"}
"""What is asked of the paper, and draws nothing."""


class Call(NamedTuple):
    """A call on the paper."""

    name: str
    arguments: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    @property
    def line(self) -> str:
        """Return the call as a person reads it."""
        told = [_told(one) for one in self.arguments]
        return " ".join((self.name, *told, *(f"{name}={_told(one)}" for name, one in self.named)))


def _told(value: Any) -> str:
    match value:
        case bool() | None:
            return str(value)
        case Enum():
            return value.name
        case int() | float():
            return f"{round(value, 2) + 0.0:g}"
        case str():
            return repr(value)
        case [[_, _], *_]:
            return _curve(value)
        case tuple() | list():
            return f"({' '.join(map(_told, value))})"
        case _:
            return str(value)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """Return a curve: how many points, the box that they fill, the first ones, and what they all come to."""
    across, down = zip(*points, strict=True)
    box = " ".join(map(_told, (min(across), max(across), min(down), max(down))))
    sum_of_all = sha256(" ".join(f"{x:.3f},{y:.3f}" for x, y in points).encode()).hexdigest()[:12]
    return f"{len(points)} points in {box} from {_told(tuple(points[0]))} {_told(tuple(points[1]))}: {sum_of_all}"


class Recorder:
    """Stands for something of the library that prints: it does what that does, and writes down what was called."""

    def __init__(self, real: Any, calls: list[Call], name: str = "") -> None:
        self.__dict__.update(_real=real, _calls=calls, _name=name)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        return self._watched(name, found) if callable(found) else found

    def __setattr__(self, name: str, value: Any) -> None:
        self._calls.append(Call(self._name + name, ("=", value)))
        setattr(self._real, name, value)

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            if name not in QUESTIONS:
                self._calls.append(Call(self._name + name, arguments, tuple(named.items())))
            answer = call(*arguments, **named)
            if hasattr(answer, "__enter__"):
                return self._within(name, answer)
            return Recorder(answer, self._calls, f"{name}.") if hasattr(answer, "cell") else answer

        return watched

    @contextmanager
    def _within(self, name: str, context: Any) -> Iterator[Any]:
        with context as inner:
            yield Recorder(inner, self._calls, f"{name}.")
        self._calls.append(Call(f"end of {name}"))


def drawn(draw: Callable[[], object]) -> list[Call]:
    """Return what is called on the paper while something is printed."""
    calls: list[Call] = []

    def paper(**named: Any) -> Recorder:
        calls.append(Call("paper", (), tuple(named.items())))
        return Recorder(FPDF(**named), calls)

    with patch.object(printed_cards, "FPDF", paper), patch.object(printed_minutes, "FPDF", paper):
        draw()
    return calls


def _row(call: Call) -> tuple[Any, ...]:
    """Return what the boxes of one row of a code for a camera share."""
    match call:
        case Call("rect", (_, down, _, high), (("style", "F"),)) if high < 2:
            return "row", down, high
        case _:
            return ("other",)


def written(calls: Sequence[Call]) -> list[str]:
    """Return calls as lines: pens and letters that are set stand before what they are set for, and the cells of a row
    stand together, as do the boxes of a row of a code for a camera.
    """
    lines, before = [], ""
    for (kind, *place), found in groupby(calls, _row):
        if kind == "row":
            boxes = " ".join(f"{_told(x)}+{_told(wide)}" for x, _, wide, _ in (one.arguments for one in found))
            lines.append(f"{before}boxes at {_told(place[0])}, {_told(place[1])} high: {boxes}")
            before = ""
            continue
        for call in found:
            if call.name == "row.cell":
                lines[-1] += f" | {call.line}"
            elif call.name.startswith("set_") and call.name not in ("set_title", "set_subject"):
                before += f"{call.line} | "
            else:
                lines.append(before + call.line)
                before = ""
    return [*lines, before.rstrip(" |")] if before else lines


def series_cards(letter: str, number: int, size: int, value: int, grids: int = 0, **others: Any) -> Cards:
    """Return the cards of a series whose secret is always the same; ``grids`` are those of a foreign one."""
    own = tuple(unrank(10**15)[::-1] for _ in range(grids))
    found = cards_of(Series(letter, number, size, value, **others), bytes(range(32)), own)
    assert not isinstance(found, Fault)
    return found


def sheet_of_cards(cards: Cards, numbers: Sequence[int], lang: str) -> list[str]:
    """Return what is drawn for some cards of a series."""
    return written(drawn(lambda: printed_cards.print_cards(cards.series, numbers, cards.grid, lang)))


def sheet_of_minutes(page: MinutesPage) -> list[str]:
    """Return what is drawn for minutes."""
    return written(drawn(lambda: printed_minutes.print_minutes(page)))


HEAD = ("Hora", "Quién", "Qué")
EVENING = MinutesPage(
    "Libro de la mesa 1 — sesión 4",
    ("Sala de prueba", "De 21:00 a 21:40"),
    (
        MinutesTable(
            "Partidas",
            HEAD,
            (
                ("21:00", "ana", "Un envite de 10 €; " + "otro de 20 €, " * 20),
                ("21:05", "croupier", "Se abre la mesa."),
                ("21:40", "croupier", "Se cierra la mesa con \N{MINUS SIGN}30 €."),
            ),
            (1, 2, 9),
        ),
        MinutesTable("Quejas", (*HEAD, "A qué se refiere"), (("21:10", "bea", "Una carta vista.", "中"),)),
        MinutesTable("Sanciones", HEAD, (), (2, 3, 4)),
    ),
    sign="El jefe de mesa",
)
LONG = MinutesPage(
    "Libro",
    (),
    (
        MinutesTable("Cartas", HEAD[:2], tuple((f"21:{one:02}", "croupier") for one in range(29)), (1, 1)),
        MinutesTable("Otras", HEAD[:2], tuple((f"22:{one:02}", "ana") for one in range(28))),
    ),
    sign="El director",
)

SHEETS: dict[str, Callable[[], list[str]]] = {
    "single": lambda: sheet_of_cards(series_cards("B", 1047, 420, 250), (6, 7, 8), "es"),
    "double": lambda: sheet_of_cards(series_cards("C", 2, 60, 100005, double=True), (59,), "fr"),
    "large": lambda: sheet_of_cards(series_cards("AZ", 10**9, 9_999_996, 10_000_00), (9_999_996,), "es"),
    "drawn-singly": lambda: sheet_of_cards(
        series_cards("D", 30, 123_457, 10_000_00, law=Law.SINGLES, double=True), (123_456,), "en"
    ),
    "large-in-french": lambda: sheet_of_cards(series_cards("G", 7, 10_002, 500), (1_002,), "fr"),
    "foreign": lambda: sheet_of_cards(series_cards("F", 1, 2, 1, 2, law=Law.FOREIGN), (2,), "en"),
    "inks": lambda: [f"{letter} {ink_of(letter)}" for letter in (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB", "ZZ")],
    "minutes": lambda: sheet_of_minutes(EVENING),
    "minutes-of-two-pages": lambda: sheet_of_minutes(LONG),
    "minutes-without-anything": lambda: sheet_of_minutes(MinutesPage("Libro", (), ())),
}
"""What is drawn on each sheet that is kept."""


def main() -> None:
    """Write the sheets down anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in SHEETS.items():
        lines = draw()
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
