"""A small game with everything that the record must cope with: money, a cut shoe, hidden cards, a rule on a face.

One window ``play``: ``stake`` pays in, ``deal`` lays a card face down, ``show`` turns it up and says whether it is a
court card, ``settle`` pays all stakes to one person.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tapete.accounts import EMPTY, Ledger, Posting, move, person, post, problems
from tapete.cards import Card, rank
from tapete.chance import CardDraw, CardOut, ChanceKind, SealShoe, ShoeDraw, ShoeSealed
from tapete.kernel import Accepted, Act, ActBody, Breach, Event, Offer, Outcome, PersonId, Refused, Step

SIZE = 12


class Open(ActBody, frozen=True, tag="open"):
    is_timeless: ClassVar[bool] = True
    shoe: ChanceKind = ChanceKind.SEALED
    cut: int = 5
    note: str = ""

    def chance_kind(self) -> ChanceKind:
        """Return where the cards come from."""
        return self.shoe


class Stake(ActBody, frozen=True, tag="stake"):
    amount: int


class Deal(ActBody, frozen=True, tag="deal"):
    pass


class Show(ActBody, frozen=True, tag="show"):
    position: int


class Settle(ActBody, frozen=True, tag="settle"):
    to: PersonId


class Opened(Event, frozen=True, tag="opened@1"):
    shoe: ChanceKind
    cut: int


class Wants(Event, frozen=True, tag="wants@1"):
    kind: str


class Staked(Event, frozen=True, tag="staked@1"):
    person: PersonId
    amount: int


class Laid(Event, frozen=True, tag="laid@1"):
    position: int
    face: Card | None
    face_up: bool

    def private(self) -> tuple[str, ...]:
        return () if self.face_up else ("face",)


class Turned(Event, frozen=True, tag="turned@1"):
    position: int
    face: Card
    court: bool


class Paid(Event, frozen=True, tag="paid@1"):
    person: PersonId
    amount: int


class OnTable(msgspec.Struct, frozen=True):
    position: int
    face: Card | None
    face_up: bool
    place: str = "table"
    seen_by: frozenset[str] = frozenset()


class Table(msgspec.Struct, frozen=True):
    kind: ChanceKind = ChanceKind.SEALED
    cut: int = 0
    shoe: int = 0
    position: int = 0
    wants: str = ""
    coup: int = 0
    layout: tuple[OnTable, ...] = ()
    ledger: Ledger = EMPTY


class Toy:
    key = "toy"
    act_types = Open | Stake | Deal | Show | Settle | SealShoe | CardOut
    event_types = Opened | Wants | Staked | Laid | Turned | Paid | ShoeSealed
    court_counts = True
    """A variant of the engine that the audit must notice."""

    def blank(self) -> Table:
        return Table()

    def decide(self, state: Table, act: Act[Any]) -> Outcome:
        match act.body:
            case Open(shoe=kind, cut=cut):
                return Accepted((Opened(kind, cut), Wants("shoe")))
            case SealShoe(shoe=shoe, commitments=commitments):
                return Accepted((ShoeSealed(shoe, state.kind, SIZE, commitments),))
            case Stake(amount=amount):
                return Accepted((Staked(act.by, amount),)) if amount > 0 else Refused("nothing-staked")
            case Deal():
                return Accepted((Wants("card"),)) if state.position < SIZE else Refused("shoe-empty")
            case CardOut(position=position, face=face):
                return Accepted((Laid(position, face, face_up=False),))
            case Show(position=position):
                for card in state.layout:
                    if card.position == position and not card.face_up:
                        if card.face is None:
                            return Refused("face-unknown")
                        return Accepted((Turned(position, card.face, self.court_counts and rank(card.face) in "JQK"),))
                return Refused("no-such-card", {"position": position})
            case Settle(to=to):
                return Accepted((Paid(to, state.ledger.get("stakes", 0)),))
        return Refused("unknown-act")

    def evolve(self, state: Table, event: Any) -> Table:
        change = msgspec.structs.replace
        match event:
            case Opened():
                return change(state, kind=event.shoe, cut=event.cut)
            case Wants():
                return change(state, wants=event.kind)
            case ShoeSealed():
                return change(state, wants="", shoe=event.shoe)
            case Laid():
                card = OnTable(event.position, event.face, event.face_up)
                return change(state, wants="", position=state.position + 1, layout=(*state.layout, card))
            case Turned():
                layout = tuple(
                    OnTable(card.position, event.face, True) if card.position == event.position else card
                    for card in state.layout
                )
                return change(state, layout=layout)
            case Staked() | Paid():
                return change(
                    state, ledger=post(state.ledger, self.postings(event)), coup=state.coup + isinstance(event, Paid)
                )
        raise AssertionError(event)

    def step(self, state: Table) -> Step:
        return Step(state.shoe, state.coup, "play", 1)

    def draw_awaited(self, state: Table) -> ShoeDraw | CardDraw | None:
        if state.wants == "shoe":
            return ShoeDraw(1, SIZE)
        if state.wants == "card":
            where = (state.position + state.cut) % SIZE
            return CardDraw(state.shoe, SIZE, state.position, where, "table")
        return None

    def cards_on_table(self, state: Table) -> tuple[OnTable, ...]:
        return state.layout

    def view(self, state: Table, viewer: PersonId | None) -> Any:
        return {"cards": [card.face if card.face_up else None for card in state.layout]}

    def legal(self, state: Table, viewer: PersonId | None) -> tuple[Offer, ...]:
        return (Offer("stake"), Offer("deal"), Offer("show"))

    def explain(self, state: Table, viewer: PersonId | None) -> tuple[Any, ...]:
        return ()

    def postings(self, event: Any) -> tuple[Posting, ...]:
        match event:
            case Staked():
                return (
                    *move(event.amount, "cash-desk", person(event.person)),
                    *move(event.amount, person(event.person), "stakes"),
                )
            case Paid():
                return move(event.amount, "stakes", person(event.person))
        return ()

    def problems(self, state: Table) -> tuple[Breach, ...]:
        return problems(state.ledger)
