"""What each viewer sees. Nothing is hidden but other people's chips."""

from __future__ import annotations

import msgspec

from tapete.accounts import balance, person
from tapete.cards import Card
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.conduct import Conduct
from tapete.table.seats import Seat
from tapete.table.staff import Role, roles_of
from tests.toy_game.state import State
from tests.toy_game.terms import GAME, Phase


class PlaceView(msgspec.Struct, frozen=True):
    """A place, what lies before it, and whether its stake is in."""

    seat: Seat
    person: PersonId | None
    card: Card | None
    staked: bool
    away: bool


class Me(msgspec.Struct, frozen=True):
    """The viewer himself."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: Seat | None
    chips: Cents


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it. Amounts in cents."""

    name: str
    variant: str
    rulebook: str
    title: str
    step: Step
    conduct: Conduct
    minimum: Cents
    shoe: int
    shoe_kind: str
    seats: tuple[PlaceView, ...]
    staff: dict[str, PersonId]
    winner: PersonId | None
    me: Me | None
    phase: Phase = msgspec.field(name="window")
    standing: tuple[()] = ()
    waiting_list: tuple[PersonId, ...] = ()
    waits_for: PersonId | None = None


def view(state: State, viewer: PersonId | None) -> View:
    """Return the table as ``viewer`` sees it."""
    cards = {card.place: card.face for card in state.layout}
    places = tuple(
        PlaceView(
            seat,
            who := state.seats.occupants.get(seat),
            cards.get(f"place-{seat}"),
            who in state.staked,
            who in state.seats.away,
        )
        for seat in state.seats.labels
    )
    me = None
    if viewer is not None:
        roles = tuple(sorted(roles_of(state.staff, viewer)))
        me = Me(viewer, roles, state.seats.seat_of(viewer), balance(state.ledger, person(viewer)))
    return View(
        name=state.settings.name,
        variant=GAME,
        rulebook="" if state.rules is None else state.rules.id,
        title="" if state.rules is None else state.rules.title,
        step=state.step,
        phase=state.phase,
        conduct=state.settings.conduct,
        minimum=state.settings.stake,
        shoe=state.shoe,
        shoe_kind=str(state.settings.kind),
        seats=places,
        staff={str(role): who for role, who in sorted(state.staff.items())},
        winner=state.last,
        me=me,
    )
