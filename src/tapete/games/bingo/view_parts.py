"""Parts of what a viewer sees: series, calls and awards; what staff see beside them; what is a person's own."""

from __future__ import annotations

import msgspec

from tapete.games.bingo.inventory import Refund
from tapete.games.bingo.state import CardWish, Case
from tapete.games.bingo.terms import MoneyWish, Prize, Range, Rows, SeriesKind, SoldRange, TakingsCount, split_card
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class SeriesView(msgspec.Struct, frozen=True):
    """A series on sale: what everybody may read on its cartones."""

    name: str
    size: int
    value: Cents
    kind: SeriesKind
    last: int
    """The highest number of a cartón."""


class CallView(msgspec.Struct, frozen=True):
    """A call of the pause; ``lines`` is the master once it is shown, ``valid`` what the check found, and ``lacking``
    how many numbers it lacked.
    """

    prize: Prize
    card: str
    lines: Rows = ()
    valid: bool | None = None
    lacking: int = 0


class AwardView(msgspec.Struct, frozen=True):
    """A prize that was won: by which cartones, and how much each of them."""

    prize: Prize
    amount: Cents
    cards: tuple[str, ...]
    amounts: tuple[Cents, ...]


class StaffView(msgspec.Struct, frozen=True):
    """What staff see beside the public: sales, machine, cases, pending refunds."""

    sales: tuple[SoldRange, ...] = ()
    takings: Cents = 0
    set_in_use: str = ""
    set_games: int = 0
    cases: tuple[Case, ...] = ()
    due_prizes: dict[str, Cents] = {}
    named_prizes: dict[str, PersonId] = {}
    """By account whose the prizes are that were left for later and are somebody's by name."""
    pending_refunds: dict[str, Cents] = {}
    refunds: dict[str, Refund] = {}
    """By game what is given back of it: the price of a cartón, and whose cartones were sold."""
    tokens: dict[str, int] = {}
    accounts: dict[str, Cents] = {}
    """What lies in the account of each person who has one."""
    money_asked: dict[str, MoneyWish] = {}
    """What each person asks the cashier to take or to give."""
    wishes: dict[str, CardWish] = {}
    """How many cartones of which series each person asks for and has not been sold yet."""
    tills: dict[str, Cents] = {}
    """What each seller has taken and not handed over."""
    counts: tuple[TakingsCount, ...] = ()
    machine: str = ""
    ball_sets: tuple[str, ...] = ()
    unused_cards: dict[str, int] = {}
    """How many cartones of each series were never used."""
    series_values: dict[str, Cents] = {}
    """The face value of each series of which cartones are left."""
    doubles: tuple[str, ...] = ()
    """The series whose cartones are played in two games."""
    reminders: tuple[str, ...] = ()
    """What takes longer than the house has it."""
    unsold_counts: dict[str, int] = {}
    """How many unsold cartones of each series were counted, while the count is open."""
    unsold_differences: dict[str, int] = {}
    """How many unsold cartones of each counted series are lacking; less than 0 where there are too many."""
    sale_gaps: tuple[Range, ...] = ()
    """The unsold numbers between sold ones for which the sale cannot be closed."""

    def has_owner(self, game: str, prize: str, card: str) -> bool:
        """Return True if a prize that is owed is somebody's by name."""
        return self.owner_of(game, prize, card) is not None

    def owner_of(self, game: str, prize: str, card: str) -> PersonId | None:
        """Return whose a prize is that is owed; nobody's whose cartón is of paper."""
        if left := self.named_prizes.get(f"owed:{game}/{prize}/{card}"):
            return left
        named = split_card(card)
        return next((one.person for one in self.sales if one.person and named and one.cards.has_card(*named)), None)


class OwnCard(msgspec.Struct, frozen=True):
    """A cartón of the viewer's own account, with what is printed on it; nothing where nobody can tell its numbers."""

    card: str
    lines: Rows


class Me(msgspec.Struct, frozen=True):
    """The viewer himself: posts, money in his account, his cartones and marks, and what he is owed."""

    person: PersonId
    roles: tuple[Role, ...] = ()
    chips: Cents = 0
    cards: tuple[Range, ...] = ()
    marks: dict[str, tuple[int, ...]] = {}
    due_prizes: dict[str, Cents] = {}
    cartones: tuple[OwnCard, ...] = ()
    money_asked: MoneyWish | None = None
    """What he asks the cashier to take for his account, or to give him out of it."""
    wish_count: int = 0
    """How many he has asked for that were not sold to him yet."""
    wish_series: str = ""
    """Of which series they are."""
    first_prizes: dict[str, Cents] = {}
    """Of the second game of a double, what his cartones won in the first."""
    tokens: dict[str, int] = {}
    """By part, prize and cartón the tokens that he was given."""
    returned: tuple[Range, ...] = ()
    """His cartones that were handed back; their price is his again or pending."""
    movements: tuple[tuple[str, Cents], ...] = ()

    @property
    def seat(self) -> None:
        """Return the place where he sits: there are none."""
        return None
