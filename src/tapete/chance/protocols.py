"""What a game with chance has beside its rules: cards and tokens whose faces can be proved, and an act that opens."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol, runtime_checkable

from tapete.cards import Card
from tapete.chance.kind import ChanceKind


class TableCard(Protocol):
    """A card on the table, as the record must know it.

    ``position`` counts the cards as they left the shoe, ``place`` is the game's name of where it lies, ``face`` is
    ``None`` while nobody knows it. ``face_up``: everybody may see it, so a sealed shoe has to prove it;
    ``seen_by``: who has looked at it beside.
    """

    @property
    def position(self) -> int: ...
    @property
    def place(self) -> str: ...
    @property
    def face(self) -> Card | None: ...
    @property
    def face_up(self) -> bool: ...
    @property
    def seen_by(self) -> Collection[str]: ...


@runtime_checkable
class ShowsCard(Protocol):
    """An event about one card, with its face where the event publishes it."""

    @property
    def position(self) -> int: ...
    @property
    def face(self) -> Card | None: ...
    def private(self) -> tuple[str, ...]:
        """Return the fields that are not published."""


@runtime_checkable
class DealsCards(Protocol):
    """A game with a shoe. A game that cannot say which cards lie on the table gets no sealed shoe."""

    def cards_on_table(self, state: Any, /) -> Sequence[TableCard]:
        """Return the cards of the shoe in use that lie on the table, hidden ones too.

        Every card whose face an event publishes is among them once that event is folded: from here the record knows
        which cards of a sealed shoe it has to prove.
        """


@runtime_checkable
class DrawsTokens(Protocol):
    """A game with an urn. Each token that leaves it is published by a :class:`TokenDrawn`, and so can be proved."""

    def urn_tokens(self, state: Any, /) -> tuple[str, ...]:
        """Return what a full urn holds, in no order that says anything."""


@runtime_checkable
class OpensTable(Protocol):
    """An act that opens a table: it names the table and says where its cards, lots or balls come from."""

    @property
    def name(self) -> str: ...
    def chance_kind(self) -> ChanceKind:
        """Return where the orders of the table come from."""
