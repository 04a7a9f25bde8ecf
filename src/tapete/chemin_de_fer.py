"""Chemin de fer in five lines: open a table, act, look.

>>> from tapete import chemin_de_fer as cf
>>> table = cf.open_table(minimum=500, places=9, cards="9s 2d Kh 4c")
>>> table = table.do(cf.Sit(seat=1), by="ana").do(cf.BuyIn(amount=100000), by="ana")
>>> table.view("ana").phase
<Phase.SHOE: 'shoe'>
>>> table = table.do(cf.Sit(seat=1), by="bea")
Traceback (most recent call last):
tapete.kernel.RefusedError: Place 1 is taken.
"""

from __future__ import annotations

from typing import Any

from tapete.chance import ChanceKind, Source
from tapete.front import names, table
from tapete.front.names import *  # noqa: F403
from tapete.front.table import Customs, Table, at_table
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.acts import *  # noqa: F403
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER, CheminDeFer
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident, BankEnd, Call, Cover, Hand, Phase, Stage
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId
from tapete.table.staff import Role

STAFF = {Role.CROUPIER: PersonId("croupier"), Role.INSPECTOR: PersonId("inspector")}

CUSTOMS: Customs[State] = Customs(
    people=lambda state: at_table(state.staff, state.seats),
    phases=Phase,
    betting=Phase.BETS,
    coup=frozenset({Phase.BETS, *COUP}),
    routine=("cut-pack", "close-auction", "deal-card", "lift", "show-hand"),
    players=frozenset(("deal-card", "lift", "show-hand")),
    asked=frozenset(
        ("card-out", "give-ruling", "buy-in", "call-off", "offer-bank", "pass-hand", "refuse-to-deal", "close-table")
    ),
    usual={"cut-pack.depth": "middle", "check-cards.found": "most", "deliver-bank.amount": "most"},
)


def open_table(
    minimum: int = 1000,
    *,
    rulebook: str = "asturias-2011",
    cards: str = "",
    seed: int | None = None,
    source: Source | None = None,
    game: CheminDeFer = CHEMIN_DE_FER,
    language: str = "en",
    **options: Any,
) -> Table[State, View]:
    """Open a table for drills, tests and study; amounts in cents.

    The other options are the fields of :class:`OpenTable` (``places``, ``decks``, ``bank_minimum``, ``conduct`` ...).
    The staff is ``croupier`` and ``inspector`` unless ``staff`` names others. The shoe is shuffled, by ``seed`` where
    it is to be the same again; ``cards="7s Kh"`` lists the first cards that leave it; with ``shoe="keyed"`` they are
    keyed by the croupier. ``language`` is that of the sentences of refusals.

    Raises :class:`tapete.play.UsageError` for an option that does not exist or is out of range, and
    :class:`tapete.kernel.RefusedError` where the rules refuse the opening.
    """
    given = {"name": "mesa-1", "staff": STAFF, "shoe": ChanceKind.SEEDED} | options
    what = table.opening_act(OpenTable, given | {"rulebook": rulebook, "minimum": minimum})
    return table.open_card_table(game, CUSTOMS, what, language, cards, seed, source)


__all__ = [
    "CHEMIN_DE_FER",
    "Accident",
    "BankEnd",
    "Call",
    "CheminDeFer",
    "Cover",
    "Hand",
    "Phase",
    "Stage",
    "View",
    "Word",
    "open_table",
]
__all__ += names.acts_in(acts)
__all__ += names.__all__
__all__[:] = sorted(set(__all__))  # a game's acts may name those that every game has


def __dir__() -> list[str]:
    return list(__all__)
