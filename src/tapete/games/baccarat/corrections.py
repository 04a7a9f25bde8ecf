"""Corrections of what was recorded: the checks that every game makes. Which official answers for them a game says."""

from __future__ import annotations

from tapete.cards import Card
from tapete.chance import ShoeKind
from tapete.clauses import Fault, fault
from tapete.games.baccarat.layout import LaidCard, Layout
from tapete.kernel import PersonId
from tapete.table.staff import Role, Staff, on_duty, roles_of


def two_officials(staff: Staff, by: PersonId, second: PersonId, chief: Role, *others: Role) -> Fault | None:
    """Find fault with a correction that two different people on duty, one of them ``chief``, do not answer for.

    ``others`` are the posts that may enter it beside him.
    """
    if by == second or not roles_of(staff, second):
        return fault("second-official-missing")
    if chief not in roles_of(staff, by) | roles_of(staff, second):
        return fault("not-your-post", needs=[str(chief)])
    return on_duty(staff, by, chief, *others)


def was_keyed(kind: ShoeKind) -> Fault | None:
    """Find fault with correcting the cards of a shoe whose faces nobody keys."""
    return None if kind is ShoeKind.KEYED else fault("card-was-not-keyed")


def wrongly_keyed(layout: Layout, position: int, face: Card) -> LaidCard | Fault:
    """Return the card whose face is to be corrected, or why there is nothing to correct."""
    card = next((one for one in layout if one.position == position and one.face is not None), None)
    if card is None:
        return fault("no-such-card", position=position)
    return fault("nothing-changes") if card.face == face else card
