"""The model of a table page: what one viewer sees and may do, in regions, words included.

It is the contract of the stream, of our own pages and of every other front end: frozen, made from the view of one
viewer, in their language. Amounts are whole cents; a face that the viewer does not know is empty. The names of regions
and parts are stable; ``docs/the-page-model.md`` tells them with an example.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from tapete.web.action_buttons import Action

Tone = Literal["", "up", "down", "even", "stop"]
Screen = Literal["public", "player", "croupier", "chief"]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every part is: frozen, sent without what has its usual value."""


class Clause(Part, frozen=True):
    """A clause: its rule in our words and where it comes from, read before its code."""

    id: str
    rule: str
    source: str = ""
    lang: str = ""
    """The language of the rule, where it is not the page's."""


class Notice(Part, frozen=True):
    """One sentence that stays until it is no more so, with the clauses that it rests on."""

    text: str
    tone: Tone = ""
    clauses: tuple[Clause, ...] = ()


class Card(Part, frozen=True):
    """A card: ``face`` as in the notation, empty where the viewer does not know it; ``name`` is what is read out."""

    name: str
    face: str = ""
    number: int = 0
    """Its number in the shoe, counted from 1, for the staff."""
    is_third: bool = False


class Hand(Part, frozen=True):
    """A hand on the felt; an empty one keeps its place. ``is_past``: of the coup before."""

    id: str
    name: str
    owner: str = ""
    total: int | None = None
    cards: tuple[Card, ...] = ()
    is_winner: bool = False
    is_own: bool = False
    is_past: bool = False
    is_private: bool = False
    """Its viewer alone sees it so."""
    note: str = ""


class Pile(Part, frozen=True):
    """Chips that lie together: whose or for what, and how much."""

    name: str
    amount: int = 0
    id: str = ""
    is_own: bool = False


class Seat(Part, frozen=True):
    """A numbered place, or somebody on their feet (``number`` 0, ``behind`` a place)."""

    number: int
    name: str
    is_taken: bool = False
    is_own: bool = False
    is_machine: bool = False
    is_away: bool = False
    is_banker: bool = False
    is_holder: bool = False
    is_asked: bool = False
    """The table waits for them."""
    behind: int = 0
    marks: tuple[str, ...] = ()
    """What they are or have, in a word each."""
    piles: tuple[Pile, ...] = ()


class Fact(Part, frozen=True):
    """A name with its value, in words."""

    name: str
    value: str
    is_warning: bool = False
    about: str = ""
    """What it means, for whoever has not met the word."""


class Amount(Part, frozen=True):
    """A sum that the felt shows with its name: in the bank, in play, to be covered."""

    name: str
    amount: int
    owner: str = ""
    id: str = ""


class Clock(Part, frozen=True):
    """The time that runs for somebody: when it ends and how long it is in all, in milliseconds of the server."""

    name: str
    ends: int
    total: int
    kind: str = ""
    warning: str = ""
    """What it says, to whom it runs for, once no more than ``warns`` milliseconds are left."""
    warns: int = 0


class Rail(Part, frozen=True):
    """The upper edge: which table, its limits, who the viewer is and what they have."""

    title: str
    table: str
    facts: tuple[Fact, ...] = ()
    tags: tuple[Fact, ...] = ()
    me: str = ""
    posts: tuple[str, ...] = ()
    seat: int | None = None
    chips: int | None = None
    chips_name: str = ""
    """What holds them, where it is no rack."""
    purse: int | None = None
    """The chips of the house that somebody has about them and not at this table."""


class Felt(Part, frozen=True):
    """The table itself: what everybody sees, besides the faces that the viewer alone knows."""

    look: str
    phase: str
    croupier: str
    sayings: tuple[str, ...] = msgspec.field(name="said", default=())
    """What was said last, in one act."""
    earlier: tuple[str, ...] = ()
    waits: str = ""
    """For whom the table waits."""
    absent: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    loose: tuple[Card, ...] = ()
    result: str = ""
    result_kind: str = ""
    sums: tuple[Amount, ...] = ()
    asks: tuple[str, ...] = ()
    """What is offered or sought at the table: a bank, an auction, a banco in association."""
    seats: tuple[Seat, ...] = ()
    spots: tuple[str, ...] = ()
    """The bets of a place, from the croupier outwards."""
    standers: tuple[Seat, ...] = ()
    waiting_list: tuple[str, ...] = ()
    clock: Clock | None = None
    shoe: tuple[Fact, ...] = ()
    shows: Mapping[str, str] = {}
    """Clauses that the picture itself obeys, by the part of it: ``felt``, ``rim``, ``hand-punto``, ``spot-banca``."""


class Spot(Part, frozen=True):
    """A bet spot of the viewer: what lies there, and what may be staked: ``least``, or that with whole ``unit`` more.
    ``why_not`` says why nothing may.
    """

    id: str
    name: str
    key: str = ""
    stake: int = msgspec.field(name="own", default=0)
    total: int = 0
    least: int = 0
    most: int = 0
    unit: int = 1
    why_not: str = ""
    lay: Action | None = None
    """The act by which chips are laid, where it is not the common one; its amount is what shall lie there in all."""
    withdrawal: Action | None = msgspec.field(name="back", default=None)
    back_most: int = 0
    """How much of it may be taken back while the rest stays."""


class Bet(Part, frozen=True):
    """The act by which chips are laid: ``field`` is what names the spot; the browser adds spot and amount (cents)."""

    tag: str
    command: str
    field: str


class Chip(Part, frozen=True):
    """A kind of chip of the rack."""

    value: int
    colour: str
    is_plaque: bool = False


class Post(Part, frozen=True):
    """A post, and what the button says by which somebody comes to it."""

    id: str
    name: str


class Result(Part, frozen=True):
    """What the last coup brought the viewer, bet by bet."""

    lines: tuple[str, ...]
    net: int
    tone: Tone


class LogLine(Part, frozen=True):
    time: str
    text: str


class Ask(Part, frozen=True):
    """What the viewer may do now, at one place that never moves: the usual next act first."""

    sentence: str = msgspec.field(name="said", default="")
    """That the table waits for them, or for what they wait."""
    main: tuple[Action, ...] = ()
    side: tuple[Action, ...] = ()
    more: tuple[Action, ...] = ()
    """What is rarely done."""
    spots: tuple[Spot, ...] = ()
    rack: tuple[Chip, ...] = ()
    squeeze: str = ""
    """The hand whose cards the first act of ``main`` turns: they may be squeezed."""
    bet: Bet | None = None
    repeat: str = ""
    """The command that stakes again what lay there in the last coup; empty where nothing did."""
    has_repeat: bool = True
    """Whether the game stakes again at all."""
    result: Result | None = None
    news: tuple[Notice, ...] = ()
    obstacles: tuple[Notice, ...] = ()
    posts: tuple[Post, ...] = ()
    """Posts that the viewer may take."""
    notes: tuple[LogLine, ...] = ()
    """What a table wrote down in the viewer's name."""


class Cell(Part, frozen=True):
    """One mark of a road. ``kind`` is the winner, or in a derived road ``red`` or ``blue``."""

    column: int
    row: int
    kind: str
    ties: int = 0
    pairs: str = ""


class Roads(Part, frozen=True):
    """What came out of this shoe: five roads and the counts. They say nothing about what comes."""

    bead: tuple[Cell, ...] = ()
    big: tuple[Cell, ...] = ()
    big_eye: tuple[Cell, ...] = ()
    small: tuple[Cell, ...] = ()
    cockroach: tuple[Cell, ...] = ()
    counts: tuple[Fact, ...] = ()
    lines: tuple[Fact, ...] = ()
    """The last coups in words, the newest first, in the place of the derived roads."""
    has_plates: bool = True
    """Whether the game is told in roads at all; one with more than one result a coup is told in lines alone."""


class Why(Part, frozen=True):
    """The clauses in force at this step, as far as the viewer may know them."""

    clauses: tuple[Clause, ...] = ()


class Stage(Part, frozen=True):
    """A table page: regions, each sent again only when its bytes change."""

    version: int
    step: str
    screen: Screen
    rail: Rail
    felt: Part
    """:class:`Felt` at a table of cards; a game without hands has a part of its own."""
    ask: Ask = Ask()
    roads: Roads = Roads()
    why: Why = Why()
    desk: msgspec.Raw = msgspec.Raw(b"null")
    """The desk of a post: incidents, corrections, the log."""


REGIONS = ("rail", "felt", "ask", "roads", "why", "desk")
