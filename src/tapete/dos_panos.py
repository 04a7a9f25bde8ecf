"""Bacarrá a dos paños in five lines: open a table, act, look.

>>> from tapete import dos_panos as dp
>>> table = dp.open_table(minimum=1000, cards="9s 2d Kh 4c 3d 6h")
>>> table = table.do(dp.Sit(seat=1), by="ana").do(dp.BuyIn(amount=100000), by="ana")
>>> table.view("ana").me.cloth
<Hand.PRIMERO: 'primero'>
>>> table = table.do(dp.Sit(seat=1), by="bea")
Traceback (most recent call last):
tapete.kernel.RefusedError: Place 1 is taken.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.chance import ChanceKind, LotOut, Source
from tapete.front import names, table
from tapete.front.names import *  # noqa: F403
from tapete.front.table import Customs, Table, at_table
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import *  # noqa: F403
from tapete.games.dos_panos.acts import OpenTable
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, Accident, BankEnd, BankMode, Cover, Hand, Phase, Spot
from tapete.games.dos_panos.view import View
from tapete.kernel import PersonId
from tapete.table.staff import Role

DOS_PANOS = DosPanos()
"""The game under the rulebooks that are shipped."""

STAFF = {
    role: PersonId(str(role))
    for role in (Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, Role.INSPECTOR, Role.TABLE_CHIEF, Role.DIRECTOR)
}

BANKS_OF_THE_MAXIMUM = 1000
"""How many times the least stake a limited bank may hold unless ``bank_maximum`` says otherwise."""


def _people(state: State) -> tuple[str, ...]:
    owner = state.depositor
    return (*at_table(state.staff, state.seats), *(() if owner is None else (owner,)))


CUSTOMS: Customs[State] = Customs(
    people=_people,
    phases=Phase,
    betting=Phase.BETS,
    coup=frozenset({Phase.BANCO, Phase.BETS, *COUP}),
    routine=("deal-card", "lift", "show-hand"),
    players=frozenset(("deal-card", "lift", "show-hand")),
    asked=frozenset(
        (
            *("card-out", "lot-out", "buy-in", "leave-bank", "accept-bank", "buy-bank", "withdraw-wish"),
            *("announce-bank", "open-auction", "close-auction", "repeat-banco", "call-off", "close-table"),
        )
    ),
    usual={"cut-pack.depth": "middle", "check-cards.found": "most", "count-pack.count": "most"}
    | {"insert-stop-card.below": "least"},
)
"""What is done without asking while a coup is played. Nobody calls banco unless a program does it itself."""


def open_table(
    minimum: int = 1000,
    *,
    rulebook: str = "asturias-2011",
    cards: str = "",
    seed: int | None = None,
    source: Source | None = None,
    game: DosPanos = DOS_PANOS,
    language: str = "en",
    **options: Any,
) -> Table[State, View]:
    """Open a table for drills, tests and study; amounts in cents.

    The other options are the fields of :class:`OpenTable` (``mode``, ``bank_minimum``, ``bank_maximum``, ``places`` of
    each cloth, ``conduct`` ...). Each post has whoever is called as it (``croupier``, ``inspector``, ``director`` ...)
    unless ``staff`` names others. The shoe is shuffled, by ``seed`` where it is to be the same again;
    ``cards="7s Kh"`` lists the first cards that leave it; with ``shoe="keyed"`` they are keyed by the croupier.
    ``language`` is that of the sentences of refusals.

    Raises :class:`tapete.play.UsageError` for an option that does not exist or is out of range, and
    :class:`tapete.kernel.RefusedError` where the rules refuse the opening.
    """
    given: dict[str, Any] = {"name": "mesa-1", "staff": STAFF, "shoe": ChanceKind.SEEDED} | options
    what = table.opening_act(OpenTable, given | {"rulebook": rulebook, "minimum": minimum})
    if what.mode is BankMode.LIMITED and "bank_maximum" not in options:
        what = msgspec.structs.replace(what, bank_maximum=BANKS_OF_THE_MAXIMUM * what.minimum)
    return table.open_card_table(game, CUSTOMS, what, language, cards, seed, source)


__all__ = [
    "DOS_PANOS",
    "Accident",
    "BankEnd",
    "BankMode",
    "Cover",
    "DosPanos",
    "Hand",
    "LotOut",
    "Phase",
    "Spot",
    "View",
    "Word",
    "open_table",
]
__all__ += names.acts_in(acts)
__all__ += names.__all__
__all__[:] = sorted(set(__all__))  # a game's acts may name those that every game has


def __dir__() -> list[str]:
    return list(__all__)
