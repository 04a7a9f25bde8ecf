"""What every player of the two-cloth game asks himself."""

from __future__ import annotations

from tapete.bots import mind
from tapete.bots.act_builder import acts_of
from tapete.bots.dos_panos.strategy import LEAST_BANK, Temper
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.games.dos_panos.view import View
from tapete.kernel import PersonId

ACTS = acts_of(acts)
"""The acts of the game by their names."""


class Mind(mind.Mind[View, Temper]):
    """Base of the players."""

    ACTS = ACTS


def customary_bank(view: View) -> int:
    """Return what a small bank holds at this table: the least that is admitted, or what is worth holding."""
    return max(view.bank_minimum, LEAST_BANK * view.minimum)


def is_banker(view: View) -> bool:
    """Return True if the viewer holds the bank."""
    return view.me is not None and view.bank is not None and view.bank.banker == view.me.person


def is_depositor(view: View) -> bool:
    """Return True if the viewer was awarded the bank and has still to deposit it."""
    return view.me is not None and view.award is not None and view.award.person == view.me.person


def punters(view: View) -> dict[Hand, list[PersonId]]:
    """Return who plays on each cloth: in places, behind them, on their feet; those in places first, by their places."""
    cloths = {one.seat: one.cloth for one in view.seats}
    found: dict[Hand, list[PersonId]] = {cloth: [] for cloth in CLOTHS}
    for seat in view.seats:
        found[seat.cloth] += [seat.person] if seat.person is not None else []
    for seat in view.seats:
        found[seat.cloth] += [seat.behind] if seat.behind is not None else []
    for one in view.standing:
        found[cloths[one.behind]].append(one.person)
    return {cloth: [who for who in people if who not in view.away] for cloth, people in found.items()}
