"""Played tables of the two-cloth game as notation, in full, and what a copy of it shows to whom.

    python -m tests.support.record.noted

writes down how they are noted now. Read the difference before it is kept.
"""

from __future__ import annotations

from typing import Final

from tapete.games.dos_panos.game import DosPanos
from tapete.record.notation import format_notation, from_entries, redact
from tests.support import ROOT
from tests.support.dos_panos.walks import walked
from tests.support.record.altered_entries import entry_of

FOLDER: Final = ROOT / "tests" / "record" / "noted"
BOOK: Final = "asturias-2011"
WALKS: Final = ("limited", "open", "broken", "void-banco", "equal-bids", "real")
SHOWING: Final = 4
"""Acts at the end by which the hands are turned up and the coup is settled: a copy is made before them."""
VIEWERS: Final = (None, "rosa", "ana", "carla", "croupier")


def text(name: str) -> str:
    """Return a table as notation; below it, which faces each copy tells that is made of it early."""
    turns = walked(BOOK)[WALKS.index(name)].turns
    game = DosPanos()
    entries = [entry_of(game, turns, at, is_hidden=False) for at in range(len(turns))]
    noted = from_entries(game, entries, {"title": name})
    before = from_entries(game, entries[:-SHOWING])
    copies = (f"# {who or 'public'}: {redact(game, before, who).shoes}\n" for who in VIEWERS)
    return format_notation(noted) + "\n" + "".join(copies)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for walk in WALKS:
        (FOLDER / f"{walk}.txt").write_text(text(walk), "utf-8")
