"""Folding the events of the shoe between its coups: bookkeeping only."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.games.chemin_de_fer import house_events as h
from tapete.games.chemin_de_fer.state import Shoe

_set = msgspec.structs.replace


def shoe_kept(shoe: Shoe, event: Any) -> Shoe:
    """Fold one event of the shoe."""
    match event:
        case h.CutOffered(person=person, past=past):
            return _set(shoe, cut_to=person, uncut=shoe.uncut if past is None else shoe.uncut | {past})
        case h.PackCut(depth=depth):
            return _set(shoe, cut=depth, cut_to=None)
        case h.StopCardIn(position=position):
            return _set(shoe, stop=position)
        case h.ShoeEnded():
            return _set(shoe, ended=True)
        case h.CheckAsked(person=person):
            return _set(shoe, check=shoe.check | {person})
        case h.CardsChecked():
            return _set(shoe, check=frozenset())
        case _:
            return shoe
