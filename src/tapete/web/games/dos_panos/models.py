"""What the templates of the two-cloth game print: the cloths, the bank, places, and the page around them."""

from __future__ import annotations

import msgspec

from tapete.cards import Card
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.forms import ReportModel
from tapete.web.games.baccarat.ruled_cases import RulingModel
from tapete.web.incident_desk import IncidentModel
from tapete.web.notices import Notice
from tapete.web.screens.frame import Page


class CardModel(msgspec.Struct, frozen=True):
    """A card on the felt: its face as far as the viewer knows it, and whether everybody does."""

    face: Card | None
    is_up: bool
    position: int


class HandModel(msgspec.Struct, frozen=True):
    """A hand: the first cards, the third one, what they count as far as the viewer knows, whose hand it is."""

    cards: tuple[CardModel, ...]
    third: tuple[CardModel, ...]
    total: int | None
    owner: str
    is_own: bool
    is_seen_by_viewer_alone: bool
    is_laid_down: bool


class StakeModel(msgspec.Struct, frozen=True):
    """A stake as it lies: whose, how much (cents), the code of its spot."""

    name: str
    amount: int
    spot: str
    is_own: bool = False


class PlaceModel(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered place of a cloth with the stakes before it, and who sits behind it."""

    seat: int
    is_taken: bool
    name: str
    is_own: bool = False
    is_machine: bool = False
    is_away: bool = False
    is_in_turn: bool = False
    is_holder: bool = False
    behind: str = ""
    marks: tuple[StakeModel, ...] = ()


class ClothModel(msgspec.Struct, frozen=True, kw_only=True):
    """One cloth: its hand, places and areas; what plays on it (cents), what was said, how it ended.

    ``other_stakes`` are those of people without a place of this cloth. ``cell``: what the banker's table says against
    it, for a banker who asked. ``result``: the code of who won. ``is_warned``: its player takes too long with their
    cards; ``is_void``: a ruling has called the coup off on it.
    """

    key: str
    hand: HandModel
    places: tuple[PlaceModel, ...]
    line: tuple[StakeModel, ...]
    for_other: tuple[StakeModel, ...]
    other_stakes: tuple[StakeModel, ...]
    at_risk: int
    word: str
    result: str
    advice: str
    cell: str
    is_warned: bool = False
    is_void: bool = False


class Standing(msgspec.Struct, frozen=True):
    """Somebody on their feet, behind a place."""

    name: str
    place: int
    is_own: bool
    is_away: bool


class CoupResult(msgspec.Struct, frozen=True):
    """A past coup: scores and results by hand, what the bank won or lost and the house took (cents).

    ``is_corrected``: a card of it was put right afterwards, and it stands here as it really ended.
    """

    coup: int
    scores: dict[str, int]
    winners: dict[str, str]
    bank: int
    commission: int
    banco: str = ""
    is_corrected: bool = False


class Screen(Page, frozen=True, kw_only=True):
    """Everything that the templates of a two-cloth page print."""

    live: str = "dos_panos/live.html"
    cloths: tuple[ClothModel, ...]
    across: tuple[StakeModel, ...]
    """Stakes on the line between the cloths."""
    bank_hand: HandModel
    loose: tuple[CardModel, ...] = ()
    """Cards that lie before no hand: set apart, on the floor, in the basket."""
    banker: str
    names: dict[str, str]
    waits_for: str
    has_other_area: bool
    has_across_line: bool
    people_standing: tuple[Standing, ...]
    waiting_list: tuple[str, ...]
    is_coup_open: bool
    """Stakes may be laid, or lie on the table."""
    vacancy: tuple[str, ...]
    """How the bank may be had, while nobody has it."""
    next_step: str
    """What the table waits for, where no button of the viewer says it."""
    lots: tuple[str, ...]
    coup_results: tuple[CoupResult, ...]
    shown_facts: dict[str, str]
    """The facts of the rule panel that this rulebook has, with their clauses."""
    incidents: tuple[IncidentModel, ...] = ()
    rulings: tuple[RulingModel, ...] = ()
    """What was ruled since the betting closed."""
    reports: tuple[ReportModel, ...] = ()
    ruling_cards: tuple[tuple[int, str], ...] = ()
    """Cards that a ruling may be about, each with its place."""
    claims: tuple[Action, ...] = ()
    """The forms for what players claim."""
    is_deciding_draw: bool = False
    """The viewer is the banker, or records for them: they see what the banker's draw is decided by."""
    words: tuple[Action, ...] = ()
    stakes: tuple[tuple[Action, ...], ...] = ()
    """Ordinary stakes, then the rarer ones; each with its buttons, one for a cloth."""
    more_stakes: tuple[tuple[Action, ...], ...] = ()
    calls: tuple[Action, ...] = ()
    own_stakes: tuple[Action, ...] = ()
    people: tuple[tuple[str, str], ...] = ()
    note_command: str = ""
    obstacles: tuple[Notice, ...] = ()
    leave_obstacle: Notice | None = None
    table_says: str = ""
