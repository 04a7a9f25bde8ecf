"""What the templates of chemin de fer print: places, hands, people on their feet, and the page around them."""

from __future__ import annotations

import msgspec

from tapete.cards import Card
from tapete.games.chemin_de_fer.state import CoupResult
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
    """A hand: the first cards, the third ones, what they count as far as the viewer knows, whose hand it is."""

    cards: tuple[CardModel, ...]
    third: tuple[CardModel, ...]
    total: int | None
    owner: str
    is_own: bool
    is_seen_by_viewer_alone: bool
    is_laid_down: bool


class PlaceModel(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered place; ``rise`` (0 to 10) is how far the rim of the table bends there. Amounts in cents."""

    seat: int
    rise: int
    is_taken: bool
    name: str
    is_own: bool = False
    is_machine: bool = False
    is_away: bool = False
    is_banker: bool = False
    is_associate: bool = False
    is_offered: bool = False
    is_holder: bool = False
    has_salute: bool = False
    marks: tuple[tuple[str, int], ...] = ()


class Person(msgspec.Struct, frozen=True):
    """Somebody on their feet: behind which place, what they have called (cents)."""

    name: str
    place: int
    is_own: bool
    is_machine: bool
    is_banker: bool
    is_holder: bool
    marks: tuple[tuple[str, int], ...]
    is_away: bool = False


class JointModel(msgspec.Struct, frozen=True):
    """A banco in association while stakes are made: who leads it, what is called for it, what it lacks (cents)."""

    leader: str
    amount: int
    shortfall: int


class Screen(Page, frozen=True, kw_only=True):
    """Everything that the templates of a chemin de fer page print."""

    live: str = "chemin_de_fer/live.html"
    hands: dict[str, HandModel]
    loose: tuple[CardModel, ...]
    places: tuple[PlaceModel, ...]
    people_standing: tuple[Person, ...]
    waiting_list: tuple[str, ...]
    banker: str
    parts: tuple[tuple[str, int], ...]
    holder: str
    joint: tuple[JointModel, ...]
    """Bancos in association that people have proposed, while the betting is open."""
    is_coup_open: bool
    """Stakes may be made or lie on the table; between coups nothing is in play, covered or left to cover."""
    cover: int
    open_amount: int
    coup_results: tuple[CoupResult, ...]
    names: dict[str, str]
    incidents: tuple[IncidentModel, ...] = ()
    rulings: tuple[RulingModel, ...] = ()
    """What was ruled since the coup began."""
    words: tuple[Action, ...] = ()
    calls: tuple[Action, ...] = ()
    more_calls: tuple[Action, ...] = ()
    reports: tuple[ReportModel, ...] = ()
    ruling_cards: tuple[tuple[int, str], ...] = ()
    """Cards that a ruling may be about, each with its place."""
    people: tuple[tuple[str, str], ...] = ()
    note_command: str = ""
    claims: tuple[Action, ...] = ()
    """Forms for what players claim and for stakes laid after the closing words."""
    obstacles: tuple[Notice, ...] = ()
    """Why the viewer may not do what they would look for now."""
    leave_obstacle: Notice | None = None
    """Why they may not leave the table now."""
    holder_right: Notice | None = None
    """By which right somebody holds the punto's cards, where it is not by their stake."""
    waits_for: str = ""
    winner: str = ""
    """Who won the coup that the bank on the table dealt last; of an earlier bank it says nothing."""
    table_says: str = ""
    """What the banker's table, which binds them, leaves them to do; on their own page alone."""
