"""Corrections of what was recorded, and claims: the acts, the events and the checks that every game makes.

Which official answers for a correction a game says; its events add what a coup of that game is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Protocol, TypeVar

import msgspec

from tapete.cards import Card
from tapete.chance import CardRekeyed, ChanceKind
from tapete.clauses import Cite, Fault, fault
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.effects import Effect, Layout, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import Docket, IncidentOpened, incident
from tapete.games.baccarat.points import Winner
from tapete.kernel import ActBody, Event, PersonId
from tapete.money import Cents

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class ClaimNote(ActBody, frozen=True):
    """Base of the noting of a claim: a player's, about a coup. A game adds what else its staff write down."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    coup: Annotated[int, msgspec.Meta(ge=1)]


class CorrectCard(ActBody, frozen=True, tag="correct-card"):
    """A card of a real shoe was keyed wrongly: the record was wrong and the table right, so no chips move.

    ``second`` is the other official who saw it.
    """

    is_timeless: ClassVar[bool] = True
    coup: Annotated[int, msgspec.Meta(ge=1)]
    position: Annotated[int, msgspec.Meta(ge=0)]
    face: Card
    second: PersonId
    reason: Text


class CorrectPayment(ActBody, frozen=True, tag="correct-payment"):
    """A person was paid wrongly: ``paid`` is what the coup really brought them, in cents net of their stakes; as booked
    if not given.

    The books follow what was due: settled again while the betting of the next coup is open, as an adjustment later.
    """

    is_timeless: ClassVar[bool] = True
    coup: Annotated[int, msgspec.Meta(ge=1)]
    person: PersonId
    second: PersonId
    reason: Text
    paid: Annotated[Cents, msgspec.Meta(ge=-(10**13), le=10**13)] | None = None


class ClaimRecorded(Event, frozen=True, tag="claim-recorded@1"):
    """A player's claim was noted; ``is_admitted`` says whether it is still open to a decision."""

    person: PersonId
    coup: int
    note: str
    is_admitted: bool = msgspec.field(name="admitted")


class KeyCorrected(CardRekeyed, frozen=True):
    """Base of the correction of a wrongly keyed card: ``was`` was ``face``. No chips move."""

    by: PersonId
    second: PersonId
    reason: str


class CardCorrected(KeyCorrected, frozen=True, tag="card-corrected@1"):
    """A wrongly keyed card stands right in the record. ``winner``: how a coup that was settled really ended."""

    winner: Winner | None = None


class PaymentCorrected(Event, frozen=True, tag="payment-corrected@1"):
    """A wrong payment of a settled coup: the table paid the person ``paid_amount`` cents net, ``due_amount`` were
    right, ``booked_amount`` stood in the books. The books follow what was due.

    ``adjustment``: it is a posting of its own, because the next betting had closed.
    """

    coup: int
    person: PersonId
    paid_amount: Cents = msgspec.field(name="paid")
    due_amount: Cents = msgspec.field(name="due")
    booked_amount: Cents = msgspec.field(name="booked")
    by: PersonId
    second: PersonId
    reason: str
    adjustment: bool = False


class RulingUndone(Event, frozen=True, tag="ruling-undone@1", omit_defaults=True):
    """A ruling counts no longer: what it was about was not so, for a card had been keyed wrongly.

    ``codes`` are those of the faults that the true card does not show, ``effects`` what is taken back for them; what
    the ruling said of other faults stands. ``is_resumed``: the coup goes on from where the ruling was given.
    """

    coup: int
    serial: int
    kind: str
    codes: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    is_resumed: bool = msgspec.field(name="resumed", default=False)


class NumberedCoup(Protocol):
    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=NumberedCoup)


def coup_by_number(history: Sequence[N], number: int) -> N | None:
    return next((one for one in reversed(history) if one.number == number), None)


def require_keyed_shoe(kind: ChanceKind) -> Fault | None:
    """Return a Fault if the faces of the shoe are not keyed by a person: such cards cannot be corrected."""
    return None if kind is ChanceKind.KEYED else fault("card-was-not-keyed")


def wrong_face(layout: Layout, what: CorrectCard, seen: Card | None = None) -> Card | Fault:
    """Return the face that a card was keyed with, or the fault; ``seen``: its face known without a coup."""
    was = next((one.face for one in layout if one.position == what.position and one.face is not None), seen)
    if was is None:
        return fault("no-such-card", position=what.position)
    return fault("nothing-changes") if was == what.face else was


def paid_wrongly(what: CorrectPayment, due: Cents, booked: Cents) -> Cents | Fault:
    paid = booked if what.paid is None else what.paid
    return fault("nothing-changes") if paid == due == booked else paid


UNDONE = "ruling-undone"
"""Kind of the incident of what undone rulings have moved, and code of its faults."""
STANDS = "undone-ruling-stands"
"""Code of the note that what was moved by them stands."""


def undone(rulings: tuple[RulingUndone, ...]) -> tuple[RulingUndone, ...]:
    """A ruling on a fault that only the wrong key showed counts no longer."""
    return rulings


def undone_incident(
    docket: Docket,
    reporter: PersonId,
    found: Sequence[RulingUndone],
    back: Iterable[Effect],
    clauses: tuple[Cite, ...],
    *,
    is_over: bool,
    is_lost: bool,
) -> tuple[IncidentOpened, ...]:
    """Return the incident of what undone rulings moved, if anything; ``back``: how cards return, where all can."""
    if not found:
        return ()
    stands, annulled = (NoteOnly(STANDS),), (VoidCoup(),)
    effects = stands if is_over else annulled if is_lost else tuple(dict.fromkeys(back))
    others = () if is_over else (stands,) if is_lost else (annulled, stands)
    remedies = tuple(Remedy(one, clauses) for one in others)
    made = Proposal(effects, clauses, open_to_judgement=True, alternatives=remedies)
    faults = [Fault(UNDONE, {"coup": one.coup, "serial": one.serial, "kind": one.kind}, clauses) for one in found]
    return (IncidentOpened(incident(docket, UNDONE, reporter, faults, (made,))),)
