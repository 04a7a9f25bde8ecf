"""The course of a coup: each side that plays against the bank, and what is the banker's or the whole table's.

Procedure only. What the cards are worth is reckoned from ``cards``.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

import msgspec
from immutables import Map

from tapete.clauses import Cite, Fault
from tapete.games.baccarat.effects import Cell, Effect, Party
from tapete.games.baccarat.marks import Cards
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import DueCard
from tapete.games.baccarat.reckoning import is_third_card_known
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.state import in_order


class Share(msgspec.Struct, frozen=True):
    """A person and an amount in cents: a stake, a part of the bank, what goes back to somebody."""

    person: PersonId
    amount: Cents


Shares = tuple[Share, ...]


class LiveShare(msgspec.Struct, frozen=True):
    """What plays (cents) of somebody's call; ``call`` is the kind under which they made it."""

    person: PersonId
    call: str
    amount: Cents


def share_of(shares: Shares, person: PersonId) -> Cents:
    return sum(one.amount for one in shares if one.person == person)


def as_shares(amounts: dict[PersonId, Cents]) -> Shares:
    """Return shares in order of name, which tells nothing about who was first; empty ones are left out."""
    return tuple(Share(person, amount) for person, amount in in_order(amounts) if amount)


def sum_of(*several: Shares) -> Shares:
    """Add shares by owner, in the order in which the owners first appear."""
    found: dict[PersonId, Cents] = {}
    for parts in several:
        for one in parts:
            found[one.person] = found.get(one.person, 0) + one.amount
    return tuple(Share(person, amount) for person, amount in found.items())


def negative(parts: Shares) -> Shares:
    """Return the same shares, to be taken away."""
    return tuple(Share(one.person, -one.amount) for one in parts)


class Word(StrEnum):
    """What a side says when it has seen its cards."""

    CARTA = "carta"
    NO = "no"


ABATIR = "abatir"
"""What the croupier answers a side that asks for advice with a natural in its hand."""

GIVE, DENY = "give", "deny"
"""What the banker may choose to do with the card that a side asked for by a wrong word."""


class Side(msgspec.Struct, frozen=True):
    """A hand that plays against the bank, as far as the coup has come for it."""

    holder: PersonId | None = None
    """Who is entitled to its cards by what was staked; a ruling may give them to another (``Marks.holders``)."""
    before: PersonId | None = None
    """The person before whom its cards lie."""
    is_lifted: bool = False
    """Somebody has lifted its cards from the cloth and seen them."""
    word: Word | None = None
    has_spoken_again: bool = False
    """It spoke a second time."""
    advice: str | None = None
    """What the croupier answered when it asked for advice; ``None`` while it has not asked."""
    chosen_option: str = ""
    """What the banker chose after its wrong word."""
    is_warned: bool = False
    """Its cards have been held for too long."""
    is_word_late: bool = False
    """Its player was warned, and has taken too long to announce their play since."""
    is_third_known: bool = False
    """Which third card of it counts, or that it has none, was plain to everybody when the banker decided."""
    winner: Winner | None = None
    """Who won between this side and the bank."""


NEW_SIDE = Side()


C = TypeVar("C", bound="Coup")


class RulingGiven(msgspec.Struct, Generic[C], frozen=True):
    """A ruling that was given in the coup: what it did, by which clauses, and the faults that it was about.

    ``coup`` and ``phase``: what it was given on, the game's coup as it stood before it. ``is_as_proposed``: it did what
    the rules themselves name.
    """

    effects: tuple[Effect, ...]
    clauses: tuple[Cite, ...]
    faults: tuple[Fault, ...] = ()
    serial: int = 0
    kind: str = ""
    phase: str = ""
    coup: C | None = None
    is_as_proposed: bool = True


class Coup(msgspec.Struct, frozen=True):
    """The coup in progress: its cards, its sides, and what the banker has done."""

    number: int = 0
    cards: Cards = Cards()
    due_cards: tuple[DueCard, ...] = ()
    sides: Map[str, Side] = Map()
    naturals: tuple[str, ...] = ()
    """Hands laid down as naturals, in order."""
    decision: Cell | None = None
    """Whether the banker draws or stands."""
    found_faults: frozenset[str] = frozenset()
    """Codes of the faults that were found when cards were shown, each taken up once."""
    uncovered_cards: Map[int, Party] = Map()
    """Cards that somebody turned over while they were dealt, and by whose hand."""
    respondents: frozenset[PersonId] = frozenset()
    """Who has said whether they take their stake back."""
    rulings: tuple[RulingGiven[Any], ...] = ()

    def side(self, hand: str) -> Side:
        return self.sides.get(hand, NEW_SIDE)

    def holder(self, hand: str) -> PersonId | None:
        """Return who plays the cards of a side: by a ruling, or by what was staked."""
        return self.cards.marks.holders.get(hand) or self.side(hand).holder


def with_side(coup: C, hand: str, **changes: Any) -> C:
    return msgspec.structs.replace(
        coup, sides=coup.sides.set(hand, msgspec.structs.replace(coup.side(hand), **changes))
    )


def with_decision(coup: C, cell: Cell) -> C:
    """Return the coup with the banker's decision, and what was plain of each side's third card at that time."""
    for hand in coup.sides:
        coup = with_side(coup, hand, is_third_known=is_third_card_known(coup.cards, hand))
    return msgspec.structs.replace(coup, decision=cell)


class SettledCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup that was settled, as it was played (cards put right since), the result of each side, and the money.

    ``players``, ``bank`` (its owners, the banker first) and ``cagnotte`` are net cents: as booked, and as they should
    have been (``due_``).
    """

    shoe: int
    coup: Coup
    winners: Map[str, Winner]
    players: Shares = ()
    bank: Shares = ()
    cagnotte: Cents = 0
    due_players: Shares = ()
    due_bank: Shares = ()
    due_cagnotte: Cents = 0

    @property
    def number(self) -> int:
        return self.coup.number

    @property
    def cards(self) -> Cards:
        return self.coup.cards

    @property
    def found_faults(self) -> frozenset[str]:
        return self.coup.found_faults


UNTIMED: Final[dict[str, Any]] = {"is_warned": False, "is_word_late": False}
"""Nobody has been warned: the time begins again."""


def without_words(coup: C, hands: Collection[str]) -> C:
    """Return the coup in which these sides have not spoken, and nothing was chosen about their cards."""
    return _changed(coup, hands, word=None, chosen_option="", has_spoken_again=False, **UNTIMED)


def without_cards(coup: C, hands: Collection[str]) -> C:
    return _changed(coup, hands, before=None, is_lifted=False)


def without_decision(coup: C, findable: Collection[str]) -> C:
    """Return the coup without decision, naturals and result; the faults called ``findable`` can be found once more."""
    found = coup.found_faults - frozenset(findable)
    undecided = msgspec.structs.replace(coup, naturals=(), decision=None, found_faults=found)
    return _changed(undecided, coup.sides, winner=None)


def _changed(coup: C, hands: Collection[str], **changes: Any) -> C:
    for hand in hands:
        coup = with_side(coup, hand, **changes)
    return coup
