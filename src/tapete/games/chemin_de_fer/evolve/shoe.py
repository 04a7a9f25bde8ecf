"""Folding the events of the shoe between its coups, of the list and of the house: bookkeeping only."""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from tapete.cards import Card
from tapete.games.baccarat.procedure import PersonCalled
from tapete.games.chemin_de_fer.events import house as h
from tapete.games.chemin_de_fer.state import Shoe, State
from tapete.table.seats import queue, unqueue

_set = msgspec.structs.replace


def apply_shoe(shoe: Shoe, event: Any) -> Shoe:
    """Fold one event of the shoe."""
    match event:
        case h.CutOffered(person=person, past=past):
            return _set(shoe, cut_to=person, uncut=shoe.uncut if past is None else shoe.uncut | {past})
        case h.PackCut(depth=depth):
            return _set(shoe, cut=depth or 0, cut_to=None)
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


def played(counted: Map[Card, int], faces: tuple[Card | None, ...]) -> Map[Card, int]:
    """Count the faces, as far as they are known, of cards that leave the table."""
    for face in faces:
        if face is not None:
            counted = counted.set(face, counted.get(face, 0) + 1)
    return counted


def apply_house(state: State, event: Any) -> State:
    """Fold one event of the list or of the establishment."""
    match event:
        case h.ListJoined(person=person):
            return _set(state, seats=queue(state.seats, person))
        case h.ListLeft(person=person):
            return _set(state, seats=unqueue(state.seats, person))
        case h.ChangeAsked(person=person):
            return _set(state, carried_over=_set(state.carried_over, movers=(*state.carried_over.movers, person)))
        case h.OptionsSet(banco_freedom=freedom, no_bank_max=unlimited):
            return _set(state, settings=_set(state.settings, banco_freedom=freedom, no_bank_max=unlimited))
        case PersonCalled(person=person):
            return _set(state, called=person)
        case h.CoupCalledOff() if state.bank is not None:
            shut = _set(state.calls, open=False)
            return _set(state, calls=shut, bank=_set(state.bank, idle=state.bank.idle + 1))
        case _:
            return state
