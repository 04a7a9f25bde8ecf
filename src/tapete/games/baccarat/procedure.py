"""What the house and the croupier do at every baccarat table, whatever the game: its running, the bounds of a coup,
the formulas.

Who may do it, when, and what follows is decided by each game.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Protocol

import msgspec

from tapete.cards import Card, is_card
from tapete.chance import CardDraw, ChanceKind, FaceDraw, SealShoe, ShoeDraw, ShoeSealed, original_position
from tapete.clauses import Cite, Fault, Sourced, against, fault, first_fault, rest_on
from tapete.kernel import ActBody, Count, Event, PersonId
from tapete.money import Cents
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff, require_post
from tapete.table.state import Conduct


class Settings(msgspec.Struct, frozen=True):
    """What the house chose when it opened a table, as far as every game asks for it. Amounts in cents.

    ``minimum`` is the least stake; ``authorised_minimum`` the least minimum that the authority allows.
    """

    name: str = ""
    minimum: Cents = 0
    authorised_minimum: Cents = 0
    decks: int = 6
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT


class CloseTable(ActBody, frozen=True, tag="close-table"):
    """The establishment closes the table, between coups; what lies on it goes back to its owners."""


class CallPerson(ActBody, frozen=True, tag="call-person"):
    """The croupier calls, once, the player for whom the table waits; then the croupier acts for them."""


class TableClosed(Event, frozen=True, tag="table-closed@1"):
    """No more play at this table."""


class PersonCalled(Event, frozen=True, tag="person-called@1"):
    """The table waits for this person, and the croupier has called them."""

    person: PersonId


class OpenBets(ActBody, frozen=True, tag="open-bets"):
    """The croupier opens the betting of a new coup."""

    opens_cycle: ClassVar[bool] = True


class CloseBets(ActBody, frozen=True, tag="close-bets"):
    """The croupier closes the betting."""

    closes_stakes: ClassVar[bool] = True


class Settle(ActBody, frozen=True, tag="settle"):
    """The croupier collects the losing stakes and pays the winning ones."""


class Said(Event, frozen=True, tag="said@1"):
    """The croupier says a formula; ``values`` fill its places."""

    formula: str
    values: dict[str, str] = msgspec.field(default_factory=dict)


class Phrases(Protocol):
    """A rulebook that has the croupier's formulas."""

    @property
    def formulas(self) -> dict[str, Sourced[str]]: ...


class Speaks(Protocol):
    """The state of a table under such a rulebook."""

    @property
    def book(self) -> Phrases: ...


def say(state: Speaks, formula: str, **values: object) -> tuple[Said, ...]:
    """Return the event of saying a formula; nothing when the rulebook has no words for it."""
    words = state.book.formulas[formula].use()
    return (Said(formula, {name: str(value) for name, value in values.items()}),) if words else ()


# The pack and the cards that leave it: shuffling, the order that chance fixes, the cut, the stop card, the draws.
#
# The order of these steps, who takes them and how many cards lie below the stop card is said by each game and its
# rulebook.


class DueCard(msgspec.Struct, frozen=True):
    """A card that is to come out of the shoe, or (``lying``) the face of one that lies on the table."""

    position: int
    place: str
    face_up: bool
    on_table: bool = msgspec.field(name="lying", default=False)


class Shoe(msgspec.Struct, frozen=True):
    """The shoe in use, as far as every game knows it.

    ``position`` counts the cards that have left it; ``cut_depth`` is how many went below the others;
    ``is_order_awaited``: the pack is shuffled and chance has still to fix its order; ``is_stop_seen``: the stop card
    came out.
    """

    number: int = 0
    size: int = 0
    position: int = 0
    cut_depth: int = 0
    is_stop_seen: bool = False
    is_order_awaited: bool = False


class ShufflePack(ActBody, frozen=True, tag="shuffle-pack"):
    """The pack is shuffled; the game says by whom, and how often."""


class CutPack(ActBody, frozen=True, tag="cut-pack"):
    """The pack is cut; the first ``depth`` cards go below the others. Of real cards nobody need have counted them."""

    depth: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None


class PackCut(Event, frozen=True, tag="pack-cut@1"):
    """The first ``depth`` cards went below the others: a public rotation of the committed positions.

    Without a depth real cards were cut, and nobody counted them.
    """

    depth: int | None


class DrawAwaited(Event, frozen=True, tag="draw-awaited@1"):
    """Cards are to come out, or faces to be shown, in this order."""

    cards: tuple[DueCard, ...] = msgspec.field(name="due")


class CardDealt(Event, frozen=True, tag="card-dealt@1"):
    """A card left the shoe, or the face of one that lay there was shown. A face that nobody may see is private."""

    position: int
    place: str
    face: Card | None
    face_up: bool

    def private(self) -> tuple[str, ...]:
        """The face of a card that lies face down."""
        return () if self.face_up else ("face",)


class StopCardSeen(Event, frozen=True, tag="stop-card-seen@1"):
    """The stop card came out before the card at ``position``: this coup is the last of the shoe."""

    position: int


class ShoeEnded(Event, frozen=True, tag="shoe-ended@1"):
    """The game of shoe number ``shoe`` is over."""

    shoe: int


def seal(shoe: Shoe, kind: ChanceKind, what: SealShoe) -> ShoeSealed | Fault:
    if not shoe.is_order_awaited or what.shoe != shoe.number:
        return fault("no-shoe-wanted", shoe=shoe.number)
    if kind is ChanceKind.SEALED and len(what.commitments) != shoe.size:
        return fault("commitments-missing", size=shoe.size, found=len(what.commitments))
    return ShoeSealed(shoe.number, kind, shoe.size, what.commitments)


def require_valid_cut(size: int, depth: int | None, kind: ChanceKind) -> Fault | None:
    """Return a Fault if a cut leaves no cards on one side; a cut of real cards, which nobody counts, needs no depth."""
    if depth is None:
        return None if kind is ChanceKind.KEYED else fault("cut-depth-missing", size=size)
    return fault("cut-too-deep", size=size, depth=depth) if depth >= size else None


def cut_bounds(size: int, kind: ChanceKind) -> Count:
    return Count(1, size - 1, optional=kind is ChanceKind.KEYED)


def cards_below(asked: Sourced[int], found: int | None, code: str) -> int | Fault:
    below = asked.use()
    if found is not None and found != below:
        return against(asked, code, below=below, found=found)
    return below


def no_card_awaited(shoe: ChanceKind, has_faces: bool, official: Role) -> Fault:
    """Return that nobody awaits a card; where some were keyed, with the ``official`` who answers for a correction."""
    is_correctable = shoe is ChanceKind.KEYED and has_faces
    return fault("no-card-awaited", official=official) if is_correctable else fault("no-card-awaited")


def require_face_in_pack(face: str, left: int, decks: int) -> Fault | None:
    if not is_card(face):
        return fault("unknown-card", card=face[:8])
    return None if left > 0 else fault("card-exhausted", card=face, decks=decks)


def draw_awaited(shoe: Shoe, kind: ChanceKind, due: DueCard | None) -> ShoeDraw | CardDraw | FaceDraw | None:
    if shoe.is_order_awaited:
        return ShoeDraw(shoe.number, shoe.size)
    if due is None:
        return None
    is_sealed, by_person = kind is ChanceKind.SEALED, kind is ChanceKind.KEYED and due.face_up
    committed = original_position(due.position, shoe.cut_depth, shoe.size) if is_sealed else due.position
    if due.on_table:
        return FaceDraw(shoe.number, shoe.size, due.position, committed, due.place, by_person=by_person)
    return CardDraw(shoe.number, shoe.size, due.position, committed, due.place, by_person=by_person)


# What becomes of a player who is there, or should be, and for whom the table waits: the croupier calls them once; from
# then on, as for somebody who is away, the croupier may do for them what the game allows, by its clauses.


def person_to_call(seats: Seats, awaited: PersonId | None) -> PersonId | None:
    there = awaited is not None and seats.is_at_table(awaited) and awaited not in seats.away
    return awaited if there else None


def require_may_call(staff: Staff, who: PersonId, silent: PersonId | None, called: PersonId | None) -> Fault | None:
    return first_fault(
        require_post(staff, who, Role.CROUPIER),
        fault("nobody-to-call") if silent is None else None,
        fault("called-already", person=silent) if silent is not None and silent == called else None,
    )


def may_stand_for(
    seats: Seats,
    staff: Staff,
    who: PersonId,
    person: PersonId | None,
    silent: PersonId | None,
    *,
    away: Cite,
    called: Cite,
) -> bool:
    """Return True if ``who`` is the croupier and may act for ``person``, who is away or was called and stays silent.

    ``silent`` is whom the croupier has called. The answer rests on the clause ``away`` or ``called``.
    """
    if person in (None, who) or who != staff.get(Role.CROUPIER):
        return False
    if person in seats.away:
        rest_on(away)
        return True
    if person == silent:
        rest_on(called)
        return True
    return False
