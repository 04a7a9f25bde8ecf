"""What has become of the cards of a coup, and what was said over them."""

from __future__ import annotations

from tapete.cards import Card
from tapete.clauses import Cite
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer.terms import Word
from tapete.kernel import Event, PersonId


class CroupierStoodIn(Event, frozen=True, tag="croupier-stood-in@1"):
    """The croupier plays the punto's cards by the scheme for ``person``, who is away."""

    person: PersonId
    croupier: PersonId


class AdviceAsked(Event, frozen=True, tag="advice-asked@1"):
    """The punto asked the croupier for advice and plays by it in this coup. ``answer`` rests on his hidden total."""

    person: PersonId
    answer: str | None = ""
    duty: tuple[Cite, ...] | None = ()

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


class CardTurned(Event, frozen=True, tag="card-turned@1"):
    """A card lies face up."""

    position: int
    face: Card


class CardsCarried(Event, frozen=True, tag="cards-carried@1"):
    """The punto's cards lie before the person."""

    person: PersonId


class CardsLifted(Event, frozen=True, tag="cards-lifted@1"):
    """The person has lifted a hand from the cloth and seen it."""

    person: PersonId
    hand: str


class WordSaid(Event, frozen=True, tag="word-said@1"):
    """The punto has spoken. ``duty`` are the clauses under which he did: they rest on his hidden total."""

    word: Word
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class LaidDown(Event, frozen=True, tag="laid-down@1"):
    """A hand was turned up as a natural."""

    hand: str


class TableAsked(Event, frozen=True, tag="table-asked@1"):
    """The banker plays by his table in this coup."""


class BankerDecided(Event, frozen=True, tag="banker-decided@1"):
    """The banker draws or stands. ``duty`` are the clauses that bound him: they rest on his hidden total."""

    cell: Cell
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class ChoiceMade(Event, frozen=True, tag="choice-made@1"):
    """The person answered a choice that a ruling offered him."""

    person: PersonId
    choice: str
    option: str


class CardsPassedOn(Event, frozen=True, tag="cards-passed-on@1"):
    """Whoever held the punto's cards (``left``) plays no more in this coup: they are the other person's now."""

    left: PersonId
    person: PersonId


class TimeWarned(Event, frozen=True, tag="time-warned@1"):
    """The person has held the cards for longer than ``seconds``: the croupier may report it."""

    person: PersonId
    seconds: int


CardEvent = (
    CroupierStoodIn
    | AdviceAsked
    | CardMoved
    | CardUncovered
    | CardTurned
    | CardsCarried
    | CardsLifted
    | CardsPassedOn
    | WordSaid
    | LaidDown
    | TableAsked
    | BankerDecided
    | ChoiceMade
    | TimeWarned
)
"""Events at the cards of a coup."""
