"""The table that a program holds: an immutable value that acts, looks, refuses in a sentence and plays a coup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self, TypeVar

from tapete.chance import Source
from tapete.front import course
from tapete.front.course import Answers, AwaitedPerson, Customs, Stakes
from tapete.kernel import Game, Refused, RefusedError
from tapete.play import ActResult, Play
from tapete.words import refusal

S = TypeVar("S")


class Table(Play[S]):
    """A table of one game. ``do`` returns the table after an act; the table before it stays as it was.

    ``language`` (``en``, ``es`` or ``fr``) is that of the sentence of a :class:`~tapete.kernel.RefusedError`.
    ``before`` is the table before the last act, ``None`` for one that has just been opened.
    """

    __slots__ = ("before", "customs", "language")

    def __init__(
        self,
        game: Game[S],
        state: S,
        source: Source,
        customs: Customs[S],
        language: str = "en",
        last: ActResult[S] | None = None,
        before: Self | None = None,
    ) -> None:
        super().__init__(game, state, source, last)
        self.customs, self.language, self.before = customs, language, before

    def __repr__(self) -> str:
        return f"<table of {self.game.key} at {self.game.step(self.state)}>"

    def after(self, made: ActResult[S]) -> Self:
        """Return the table as it stands after a turn of it."""
        return type(self)(self.game, made.state, self.source, self.customs, self.language, made, self)

    def refusal(self, refused: Refused) -> RefusedError:
        """Return the error that tells a refusal in a sentence of the table's language."""
        return RefusedError(refused, refusal(refused.code, refused.facts, self.language))

    def turns(self) -> Iterator[ActResult[S]]:
        """Yield every turn of the table from its opening on: the acts with their events."""
        chain = [self]
        while (earlier := chain[-1].before) is not None:
            chain.append(earlier)
        for one in reversed(chain):
            if one.last is not None:
                yield one.last

    def people(self) -> tuple[str, ...]:
        """Return the ids of those who may act: the staff, then the players by their places."""
        return tuple(dict.fromkeys(self.customs.people(self.state)))

    def awaited_people(self) -> tuple[AwaitedPerson, ...]:
        """Return the people of whom the table awaits an act, each with the acts that would carry it on."""
        return course.awaited_people(self)

    def advance(self, until: str, answers: Answers | None = None) -> Self:
        """Return the table in phase ``until``: what leaves nobody a choice is done by those whose duty it is.

        ``answers`` decides the rest, as in :meth:`play_coup`. Raises
        :class:`~tapete.front.course.DecisionAwaitedError` where a person has a choice and nothing answers for him.
        """
        return course.advance(self, until, answers)

    def play_coup(
        self,
        stakes: Stakes | None = None,
        answers: Answers | None = None,
        *,
        until: str | None = None,
    ) -> Self:
        """Return the table after a coup: the one in play, else the next one, with whatever must come before it.

        Each act is an ordinary act of the person whose duty it is, decided like any other. ``stakes`` are the acts of
        each person once the betting is open, in order. ``answers`` are what people do where they have a choice: a
        function of an :class:`~tapete.front.course.AwaitedPerson` that returns an act or ``None``; or, by person, such
        a function, an act, or several acts of which each is done once, when it is awaited. ``until`` is a phase in
        which to stop before anything is done in it.

        Raises :class:`~tapete.front.course.DecisionAwaitedError` (``.table``: how far it got; ``.awaited``: who has
        which choice), and :class:`~tapete.kernel.RefusedError` where a stake or an answer is refused.
        """
        return course.play_coup(self, stakes or {}, answers, until)

    def notation(self, info: Mapping[str, str] | None = None) -> str:
        """Return what was played as a text file that :mod:`tapete.record.notation` replays and checks."""
        from tapete.front.notation import notation_text

        return notation_text(self.game, tuple(self.turns()), info)
