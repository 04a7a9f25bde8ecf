"""What the templates of punto y banca print: places, hands, bet boxes, and the page around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from tapete.cards import Card
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.view import SeatView
from tapete.web.action_buttons import Action
from tapete.web.art.chips import Denomination
from tapete.web.games.baccarat.remedies import EFFECTS
from tapete.web.screens.frame import Page

MAIN_BETS: Final = ("punto", "empate", "banca")
SPOTS: Final = ("empate", "punto", "banca")
"""The areas of a place from the croupier outwards: the Bank's circle lies in front of the player."""


class PlaceModel(msgspec.Struct, frozen=True):
    """A place on the felt: ``rise`` (0 to 10) is how far the rim of the table bends there."""

    seat: SeatView
    rise: int
    is_own: bool
    name: str = ""
    is_machine: bool = False


class HandModel(msgspec.Struct, frozen=True):
    """A hand on the felt. ``is_of_last_coup`` marks the cards of the coup before, shown while no coup is open."""

    cards: tuple[Card | None, ...]
    third: Card | None
    total: int | None
    at: str
    is_of_last_coup: bool = False
    positions: tuple[int, ...] = ()


class Box(msgspec.Struct, frozen=True):
    """A bet box of the player's own desk, amounts in cents."""

    bet: str
    key: str
    own_stake: int
    total_stake: int
    is_open: bool


class Outcome(msgspec.Struct, frozen=True):
    """What the last coup brought the viewer."""

    lines: tuple[Line, ...]
    net: int


class Screen(Page, frozen=True, kw_only=True):
    """Everything that the templates of a table page print."""

    live: str = "punto_banco/live.html"
    new_announcements: tuple[str, ...]
    past_announcements: tuple[str, ...]
    waits_for: str
    columns: tuple[int, int]
    hands: dict[str, HandModel]
    places: tuple[PlaceModel, ...]
    results: tuple[str, ...]
    counts: dict[str, int]
    reports: tuple[Action, ...] = ()
    boxes: tuple[Box, ...] = ()
    rack: tuple[Denomination, ...] = ()
    first_chip: int = 0
    bet_command: str = ""
    withdrawals: tuple[Action, ...] = ()
    may_repeat: bool = False
    repeat_command: str = ""
    outcome: Outcome | None = None
    proposed_effects: tuple[str, ...] = ()
    incident_mark: str = ""
    """Mark of the open incident as it is shown: a ruling is given on this one alone."""
    people: tuple[str, ...] = ()
    main_bets: tuple[str, ...] = MAIN_BETS
    spots: tuple[str, ...] = SPOTS
    effects: Mapping[str, tuple[str, ...]] = EFFECTS
    cards: tuple[tuple[int, str], ...] = ()
    """For the staff: the cards on the table and the next one of the shoe, each by its position and where it lies."""
