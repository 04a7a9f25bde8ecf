"""Acts about the hall: what it has, its sets of balls, checks and sessions."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.chance import ChanceKind
from tapete.games.bingo.inventory import Inventory, Secrets
from tapete.games.bingo.terms import CheckItem, Name, Reason, SeriesKind
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount, Cents
from tapete.table.staff import Role


class OpenHall(ActBody, frozen=True, tag="open-hall"):
    """The establishment opens a hall under a rulebook; ``balls`` says where the order of the balls comes from.

    ``elements`` are the installations that the hall has, ``inventory`` is what the last hall of its name left, and
    ``secrets`` are those of its series; ``None`` where they are not to be read, as in a record without its private
    parts. A live hall puts these there itself, whatever is sent.
    """

    keeps_secret: ClassVar[bool] = True
    is_decided_without_secret: ClassVar[bool] = True
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    rulebook: str
    balls: ChanceKind = ChanceKind.SEALED
    elements: tuple[CheckItem, ...] = (CheckItem.TELEVISION, CheckItem.PANEL, CheckItem.SOUND)
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    is_in_house: bool = False
    """A house keeps the purses of the hall's people; what a hall without one leaves in their accounts is handed on."""
    inventory: Inventory | None = None
    secrets: Secrets | None = None

    def chance_kind(self) -> ChanceKind:
        """Return where the balls come from."""
        return self.balls

    def private(self) -> tuple[str, ...]:
        """Return the secrets: whoever knows them knows every cartón before it is sold."""
        return () if self.inventory is None else ("secrets",)


class SetCounter(ActBody, frozen=True, tag="set-counter"):
    """Move money of accounts over the counter from now on, where a player asks and the cashier books it; or no more."""

    is_on: bool


class SettleMoney(ActBody, frozen=True, tag="settle-money"):
    """The cashier has taken, or given, what somebody asked for; or nothing comes of it (``is_done`` is false)."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    amount: Amount
    is_paid_in: bool
    is_done: bool = True


class RegisterMachine(ActBody, frozen=True, tag="register-machine"):
    """Enter the machine with the reference of its approval."""

    model: Name
    kind: Name
    approval: str = ""


class RegisterBalls(ActBody, frozen=True, tag="register-balls"):
    """Enter a set of balls: its numbers, the reference of its approval, and the games that it was used in before."""

    balls: Name
    approval: str = ""
    numbers: Annotated[tuple[int, ...], msgspec.Meta(max_length=200)] = tuple(range(1, 91))
    games: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0


class RegisterSeries(ActBody, frozen=True, tag="register-series"):
    """Enter a series of cartones: letter, identification, how many, face value of a cartón or of a part, by which law
    its numbers were drawn, and the digest by which its cartones are pinned.

    ``secret`` draws them (64 hexadecimal digits). Of printed ones of another maker it salts the digest, and their
    squares follow, 27 signs each, in order of the ``numbers`` that they bear; where neither is given, a register of the
    engine knows them by their digest.
    """

    keeps_secret: ClassVar[bool] = True
    letter: Annotated[str, msgspec.Meta(pattern="^[A-Z]{0,2}$")] = ""
    identification: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    size: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0
    value: Annotated[Cents, msgspec.Meta(ge=0, le=10**8)] = 0
    second_value: Annotated[Cents, msgspec.Meta(ge=0, le=10**8)] | None = None
    """Of a double whose second part bears another value than the first."""
    kind: SeriesKind = SeriesKind.SINGLE
    digest: Annotated[str, msgspec.Meta(max_length=128)] = ""
    law: Law = Law.FOREIGN
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}([#-}]{27})*$")] | None = None
    numbers: Runs = ()

    def private(self) -> tuple[str, ...]:
        """Return the secret: whoever knows it knows every cartón before it is sold."""
        return () if self.law is Law.FOREIGN and not self.numbers else ("secret",)


class ChangeBalls(ActBody, frozen=True, tag="change-balls"):
    """Put another set of balls in the place of the one in use; the reason goes into the book."""

    balls: Name
    reason: Reason = ""


class ReportDefect(ActBody, frozen=True, tag="report-defect"):
    """A ball of the set in use is not in perfect condition."""

    is_timeless: ClassVar[bool] = True
    ball: Annotated[int, msgspec.Meta(ge=1, le=90)]
    note: Reason = ""


class FindBallsSound(ActBody, frozen=True, tag="find-balls-sound"):
    """Rule that a set of balls of which a damaged one was reported is in perfect condition; the reason goes into the
    book.
    """

    is_timeless: ClassVar[bool] = True
    balls: Name
    reason: Reason = ""


class PassCheck(ActBody, frozen=True, tag="pass-check"):
    """One item of the check is in order; the note is a statement of the person who checked it."""

    item: CheckItem
    note: Reason = ""


class FailCheck(ActBody, frozen=True, tag="fail-check"):
    """One item of the check is not in order."""

    item: CheckItem
    note: Reason = ""


class Witness(ActBody, frozen=True, tag="witness-checks"):
    """A player watches the check and the loading of the balls."""

    is_timeless: ClassVar[bool] = True


class LoadBalls(ActBody, frozen=True, tag="load-balls"):
    """Put a set of balls into the machine; for another one than the last the reason goes into the book."""

    balls: Name
    reason: Reason = ""


class OpenSession(ActBody, frozen=True, tag="open-session"):
    """Open a session."""


class CloseSession(ActBody, frozen=True, tag="close-session"):
    """Close the session; everything is checked anew before the next one."""


class CloseHall(ActBody, frozen=True, tag="close-hall"):
    """The establishment closes the hall for good."""


class VacatePost(ActBody, frozen=True, tag="vacate-post"):
    """Leave the post of a further seller empty: who had it comes off duty."""

    is_timeless: ClassVar[bool] = True
    role: Role


class WriteEntry(ActBody, frozen=True, tag="write-entry"):
    """Write an entry of one's own into the book: a decision, an incident, a complaint."""

    is_timeless: ClassVar[bool] = True
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
