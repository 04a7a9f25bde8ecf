"""What the API answers with."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.house.state import AnsweredComplaint
from tapete.kernel import Step
from tapete.results import PrizeRow, StakeRow


class UnattendedPost(msgspec.Struct, frozen=True):
    """A post of a table whose holder is not there: they closed their page, or were not seen since the hall started."""

    table: str
    post: str
    person: str


class HallStatus(msgspec.Struct, frozen=True):
    """What a monitor asks a hall: ``ok`` where every table of the store is open; ``parked`` are those set aside.

    ``unattended`` are posts whose holder is not there: until they come back, or somebody takes the post, the table may
    wait for them. They leave ``ok`` as it is.
    """

    ok: bool
    tables: tuple[str, ...]
    parked: tuple[str, ...]
    unattended: tuple[UnattendedPost, ...] = ()


class TableInfo(msgspec.Struct, frozen=True):
    """A table of the hall."""

    id: str
    game: str
    version: int
    step: Step


class TableView(msgspec.Struct, frozen=True):
    """A table as its viewer sees it; ``view`` is the game's own view, amounts in cents.

    ``unattended`` are the posts whose holder is not there. That is no part of the record: it changes between versions.
    """

    table: str
    game: str
    version: int
    view: dict[str, Any]
    unattended: tuple[str, ...] = ()


class DayAnswers(msgspec.Struct, frozen=True):
    """What was answered to complaints on a day of the house."""

    day: str
    answers: tuple[AnsweredComplaint, ...]


class AnswersOut(msgspec.Struct, frozen=True):
    """What was answered to complaints, the last day first."""

    days: tuple[DayAnswers, ...]


class HouseOut(msgspec.Struct, frozen=True):
    """The house as its viewer sees it; amounts in cents. What they may not see is empty or null."""

    version: int
    view: dict[str, Any]


class OfferOut(msgspec.Struct, frozen=True):
    """An act that the viewer may do now, with bounds of its fields; ``main`` is what the table waits for.

    ``notes``: what whoever fills it in should know, as where the card lies whose face is asked for; no fields.
    """

    act: str
    fields: dict[str, Any]
    main: bool
    clauses: tuple[str, ...]
    notes: dict[str, Any]


class Legal(msgspec.Struct, frozen=True):
    """What the viewer may do; ``step`` goes into the act as ``at``."""

    version: int
    step: Step
    offers: tuple[OfferOut, ...]


class ClauseOut(msgspec.Struct, frozen=True):
    """A clause of the register. House practice has no sources.

    ``lang`` is the language of ``rule`` and ``example``: English where the one asked for has no wording of the clause.
    """

    id: str
    game: str
    kind: str
    topic: str
    rule: str
    sources: tuple[str, ...]
    example: str
    lang: str


class Explanation(msgspec.Struct, frozen=True):
    """The clauses in force at this step, as far as the viewer may know."""

    version: int
    clauses: tuple[ClauseOut, ...]


class ActOutcome(msgspec.Struct, frozen=True):
    """An act that stands. ``outcome`` is ``accepted`` or ``ruled`` (it was an irregularity, with ``faults``).

    ``version`` is the table's version that shows it; ``repeated`` marks the second telling of one command.
    """

    outcome: str
    version: int
    repeated: bool
    rests_on: tuple[str, ...]
    faults: tuple[str, ...] = ()


class FileOutcome(ActOutcome, frozen=True):
    """A file that was entered; ``arranged`` are cards whose lines it does not tell: use those printed here alone."""

    arranged: tuple[int, ...] = ()


class SessionOut(msgspec.Struct, frozen=True):
    """A session: the token goes into ``Authorization: Bearer``. ``back`` is the word by which the person comes back,
    also after a restart; empty in a demo, where nobody needs one.
    """

    token: str
    table: str
    person: str
    back: str = ""


class TicketOut(msgspec.Struct, frozen=True):
    """A word for ``?ticket=`` of a stream: it stands for the token once, within a minute."""

    ticket: str


class LoginOut(msgspec.Struct, frozen=True):
    """A login of the staff: the token goes into ``Authorization: Bearer`` where a session for a post is begun."""

    token: str
    person: str


class PlayerOut(msgspec.Struct, frozen=True):
    """A player: pseudonym, the name that is shown, and the word by which sessions of theirs begin for a month."""

    person: str
    name: str
    back: str


class EntryOut(msgspec.Struct, frozen=True):
    """The public part of one entry of the record."""

    version: int
    time: str
    by: str
    act: dict[str, Any]
    chance: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]
    rests_on: tuple[str, ...]
    prev: str


class ResultsOut(msgspec.Struct, frozen=True):
    """What was played, of ``count`` rows: ``stakes`` of coups at a table of cards, ``prizes`` in a bingo hall."""

    table: str
    count: int
    stakes: tuple[StakeRow, ...] = ()
    prizes: tuple[PrizeRow, ...] = ()


class RulebookOut(msgspec.Struct, frozen=True):
    """A rulebook that tables may pin; ``sha256`` is the hash of its content. ``since`` is its first day, empty where
    its document gives none; ``applies`` tells whether it governs a coup of the day asked for, by ``clauses``.
    """

    id: str
    game: str
    title: str
    sha256: str
    since: str = ""
    applies: bool | None = None
    clauses: tuple[str, ...] = ()
