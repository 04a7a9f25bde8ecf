"""Everything that is drawn on the felt, and every clause as a page prints it, kept in short.

python -m tests.support.web.drawings            write down what is drawn now
python -m tests.support.web.drawings NAME ...   print it in full, to lay it beside what it was before
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any, Final

from markupsafe import Markup

from tapete.cards import DECK
from tapete.clauses.register import register
from tapete.web import art
from tapete.web.art.chips import DENOMINATIONS
from tapete.web.render import Words, clause_text, followed_notes
from tapete.words import LANGS
from tests.support import ROOT

KEPT: Final = ROOT / "tests" / "web" / "drawings.txt"
Drawn = Iterator[tuple[str, Markup]]

AMOUNTS: Final = (0, 99, 100, 250, 1_234_50, 2_500_00, 88_850, 16_666_600)
ROADS: Final = {
    "nothing": "",
    "tie-first": "EEBPPEEPBE",
    "one-column": "BBBBBB",
    "turn-right": "BBBBBBBBPPPPPPPPBBEBP",
    "blocked": "BPBBBBBBBBBPPPPPPPPPPPBBBBBBBBBBBBB",
    "long": "BPPEBBPBPPPEEBPB" * 12,
    "seven-columns": "BP" * 21,
    "six-columns-more": "BP" * 36 + "E",
    **{
        f"drawn-{seed}": "".join("BBBBPPPE"[one % 8] for one in sha256(b"%d" % seed).digest() * 2) for seed in range(24)
    },
}
"""Results of coups, one letter each: punto, banca, «empate»."""
RESULTS: Final = {"P": "punto", "B": "banca", "E": "empate"}
LETTERS: Final = {"punto": "P", "banca": "B<", "empate": "E"}


def cards() -> Drawn:
    """Yield every card, as the games draw it."""
    for lang in LANGS:
        for face in DECK:
            yield f"{lang}/{face}", art.card(face, lang)
    for face in DECK:
        yield f"bare/{face}", art.card(face, "es", indices=False)
        yield f"sideways/{face}", art.card(face, "en", sideways=True)
    for lang in LANGS:
        yield f"{lang}/down", art.card(None, lang)
        yield f"{lang}/down-red", art.card(None, lang, back="red")
        yield f"{lang}/down-sideways", art.card(None, lang, back="blue", sideways=True)
    yield "sprite", art.sprite()


def chips() -> Drawn:
    """Yield every chip and plaque, and some amounts."""
    for lang in LANGS:
        for kind in DENOMINATIONS:
            yield f"{lang}/{kind.value}", art.chip(kind, lang)
            yield f"{lang}/{kind.value}-hidden", art.chip(kind, lang, hidden=True)
        for amount in AMOUNTS:
            yield f"{lang}/stack-{amount}", art.stack(amount, lang)
            yield f"{lang}/stack-{amount}-of-two", art.stack(amount, lang, most=2)


def roads() -> Drawn:
    """Yield both roads of some shoes."""
    for name, signs in ROADS.items():
        results = tuple(RESULTS[one] for one in signs)
        yield f"bead/{name}", art.bead_plate(results, LETTERS, "plate <1>")
        yield f"big/{name}", art.big_road(results, LETTERS, "road <1>")
        for columns in (1, 6, 7):
            yield f"bead/{name}/{columns}", art.bead_plate(results, LETTERS, "plate", columns)
            yield f"big/{name}/{columns}", art.big_road(results, LETTERS, "road", columns)
    unlettered = ("punto", "other", "banca", "empate")
    yield "bead/unlettered", art.bead_plate(unlettered, {}, "plate")
    yield "big/unlettered", art.big_road(unlettered, {}, "road")


def clauses() -> Drawn:
    """Yield every clause as a page prints it, and which rulebooks follow another document for it."""
    for lang in LANGS:
        for clause in register():
            yield f"{lang}/{clause}", clause_text(clause, lang)
            yield f"{lang}/{clause}/followed", followed_notes(clause, lang)


def words() -> Drawn:
    """Yield what a page asks of its language."""
    shoe = tuple(RESULTS[one] for one in ROADS["turn-right"])
    for lang in LANGS:
        of = Words(lang)
        calls: dict[str, Any] = {
            "ui": of.ui("practice"),
            "say": of.say("leave-asks", amount=12_50),
            "act_name": of.act_name("buy-in"),
            "label": of.label("role", "table-chief"),
            "money": of.money(1_234_50),
            "money-bare": of.money(1_234_50, False),
            "card": of.card(DECK[3]),
            "card-down": of.card(None),
            "card-sideways": of.card(DECK[3], True),
            "chip": of.chip(DENOMINATIONS[2]),
            "chip-hidden": of.chip(DENOMINATIONS[2], True),
            "stack": of.stack(37_500),
            "bead_plate": of.bead_plate(shoe, 3),
            "big_road": of.big_road(shoe, 5),
            "source": of.source("GUIDE 11 ¶3"),
            "option_name": of.option_name("award.ways"),
            "option_value": of.option_value(("x", 1, True)),
            "topics": "|".join(of.topics("dos-panos")),
        }
        for name, found in calls.items():
            yield f"{lang}/{name}", Markup(found)


SHEETS: Final[dict[str, Callable[[], Drawn]]] = {
    "cards": cards,
    "chips": chips,
    "roads": roads,
    "clauses": clauses,
    "words": words,
}


def digests(sheet: str) -> dict[str, str]:
    """Return a digest of each part of a sheet: of all drawings whose names begin alike."""
    parts: dict[str, list[str]] = {}
    for name, drawn in SHEETS[sheet]():
        parts.setdefault(name.partition("/")[0], []).append(f"{name} {drawn}")
    return {part: sha256("\n".join(found).encode()).hexdigest()[:12] for part, found in parts.items()}


@cache
def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by sheet."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {sheet: dict(one.split("=") for one in found) for sheet, *found in rows}


def main() -> None:
    """Write down what is drawn now, or print what is drawn on some sheets."""
    for sheet in sys.argv[1:]:
        print(*(f"{name} {drawn}" for name, drawn in SHEETS[sheet]()), sep="\n")
    if not sys.argv[1:]:
        lines = (" ".join((sheet, *(f"{name}={said}" for name, said in digests(sheet).items()))) for sheet in SHEETS)
        KEPT.write_text("".join(f"{one}\n" for one in lines), "utf-8")


if __name__ == "__main__":
    main()
