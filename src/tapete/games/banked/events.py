"""What is so from now on at a table where a player holds the bank, above all of the cards of a coup.

``hand`` names the side that an event is about. At a table with one side nothing names it, and nothing is written.
"""

from __future__ import annotations

import msgspec

from tapete.cards import Card
from tapete.clauses import Cite
from tapete.games.baccarat.effects import Cell, Party
from tapete.games.banked.coup import Shares, Word
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class CroupierStoodIn(Event, frozen=True, tag="croupier-stood-in@1", omit_defaults=True):
    """The croupier plays a side's cards by the scheme for ``person``, who is away."""

    person: PersonId
    croupier: PersonId
    hand: str = ""


class AdviceAsked(Event, frozen=True, tag="advice-asked@1", omit_defaults=True):
    """A side asked the croupier for advice and plays by it in this coup. ``answer`` rests on its hidden total."""

    person: PersonId
    answer: str | None = msgspec.field(default_factory=lambda: "")
    duty: tuple[Cite, ...] | None = msgspec.field(default_factory=lambda: ())
    hand: str = ""

    def private(self) -> tuple[str, ...]:
        """The answer and its clauses would tell the total."""
        return ("answer", "duty")


class CardMoved(Event, frozen=True, tag="card-moved@1"):
    """A card that had left the shoe lies elsewhere: dealt from aside, fallen, dropped into the basket."""

    position: int
    place: str


class CardUncovered(Event, frozen=True, tag="card-uncovered@1"):
    """Somebody turned a card over while it was dealt: ``by`` whose hand."""

    position: int
    by: Party


class CardSeen(Event, frozen=True, tag="card-seen@1"):
    """A card that lies face down came to be seen by one person."""

    position: int
    person: PersonId


class CardTurned(Event, frozen=True, tag="card-turned@1"):
    position: int
    face: Card


class CardsCarried(Event, frozen=True, tag="cards-carried@1", omit_defaults=True):
    person: PersonId
    hand: str = ""


class CardsLifted(Event, frozen=True, tag="cards-lifted@1"):
    """The person has lifted a hand from the cloth and seen it."""

    person: PersonId
    hand: str


class WordSaid(Event, frozen=True, tag="word-said@1", omit_defaults=True):
    """A side has spoken. ``duty`` are the clauses under which it did: they rest on its hidden total."""

    word: Word
    duty: tuple[Cite, ...] | None = msgspec.field(default_factory=lambda: ())
    hand: str = ""

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class LaidDown(Event, frozen=True, tag="laid-down@1"):
    hand: str


class TableAsked(Event, frozen=True, tag="table-asked@1"):
    """The banker plays by their table in this coup."""


class BankerDecided(Event, frozen=True, tag="banker-decided@1"):
    """The banker draws or stands. ``duty`` are the clauses that bound them: they rest on the hidden total."""

    cell: Cell
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class ChoiceMade(Event, frozen=True, tag="choice-made@1"):
    person: PersonId
    choice: str
    option: str


class CardsPassedOn(Event, frozen=True, tag="cards-passed-on@1", omit_defaults=True):
    """Whoever held a side's cards (``left``) plays no more in this coup: they are the other person's now."""

    former_holder: PersonId = msgspec.field(name="left")
    person: PersonId
    hand: str = ""


class TimeWarned(Event, frozen=True, tag="time-warned@1", omit_defaults=True):
    """The person has held the cards for longer than ``seconds``: the croupier may report it. ``is_word_late``: they
    were warned before, and have still announced nothing.
    """

    person: PersonId
    seconds: int
    hand: str = ""
    is_word_late: bool = False


class PackShuffled(Event, frozen=True, tag="pack-shuffled@1"):
    person: PersonId


class ShoeWanted(Event, frozen=True, tag="shoe-wanted@1"):
    """A fresh pack of ``size`` cards is loaded; chance now fixes its order."""

    shoe: int
    size: int


class BetsOpened(Event, frozen=True, tag="bets-opened@1"):
    """A coup begins; ``in_play`` cents of the bank can be covered."""

    coup: int
    in_play: Cents


class CoupCalledOff(Event, frozen=True, tag="coup-called-off@1"):
    """The coup is not dealt: the bank stands as it was."""

    coup: int


class CoupVoided(Event, frozen=True, tag="coup-voided@1"):
    """The coup counts for nothing; the stakes are their owners' again, in cents."""

    returned_stakes: Shares = msgspec.field(name="back")
