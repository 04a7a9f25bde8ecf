"""Punto y banca in five lines: open a table, act, look.

>>> from tapete import punto_banco as pb
>>> table = pb.open_table(minimum=1000, maximum=50000, cards="7s Kh 2d 6c")
>>> table = table.do(pb.Sit(seat=1), by="ana")
>>> table.view("ana").phase
<Phase.COUNT: 'count'>
>>> table = table.do(pb.Sit(seat=1), by="bea")
Traceback (most recent call last):
tapete.kernel.RefusedError: Place 1 is taken.
"""

from __future__ import annotations

from typing import Any

from tapete.chance import ChanceKind, Source
from tapete.front import names, table
from tapete.front.names import *  # noqa: F403
from tapete.front.table import Customs, Table, at_table
from tapete.games.punto_banco import acts
from tapete.games.punto_banco.acts import *  # noqa: F403
from tapete.games.punto_banco.acts import OpenTable
from tapete.games.punto_banco.game import PUNTO_BANCO, PuntoBanco
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Bet, Hand, Phase, Variant
from tapete.games.punto_banco.view import View
from tapete.kernel import PersonId
from tapete.table.staff import Role

STAFF = {Role.CROUPIER: PersonId("croupier"), Role.TABLE_CHIEF: PersonId("chief")}

CUSTOMS: Customs[State] = Customs(
    people=lambda state: at_table(state.staff, state.seats),
    phases=Phase,
    betting=Phase.BETS,
    coup=frozenset(
        (
            *(Phase.BETS, Phase.DEAL, Phase.PLAYER_SHOWS, Phase.BANK_SHOWS),
            *(Phase.PLAYER_DRAWS, Phase.BANK_DRAWS, Phase.SETTLE),
        )
    ),
    routine=("take-shoe",),
    players=frozenset(),
    asked=frozenset(("card-out", "give-ruling", "award-hand", "close-table")),
    usual={"cut-pack.depth": "middle"},
)
"""What is done without asking while a coup is played: whoever is offered the shoe takes it."""


def open_table(
    minimum: int = 1000,
    maximum: int = 50000,
    *,
    rulebook: str = "asturias-2011",
    cards: str = "",
    seed: int | None = None,
    source: Source | None = None,
    game: PuntoBanco = PUNTO_BANCO,
    language: str = "en",
    **options: Any,
) -> Table[State, View]:
    """Open a table for drills, tests and study; amounts in cents.

    The other options are the fields of :class:`OpenTable` (``variant``, ``places``, ``decks``, ``side_bets`` ...). The
    staff is ``croupier`` and ``chief`` unless ``staff`` names others. The shoe is shuffled, by ``seed`` where it is to
    be the same again; ``cards="7s Kh"`` lists the first cards that leave it after the cut; with ``shoe="keyed"`` the
    croupier keys each card. ``language`` is that of the sentences of refusals.

    Raises :class:`tapete.play.UsageError` for an option that does not exist or is out of range, and
    :class:`tapete.kernel.RefusedError` where the rules refuse the opening.
    """
    given = {"name": "mesa-1", "staff": STAFF, "shoe": ChanceKind.SEEDED} | options
    what = table.opening_act(OpenTable, given | {"rulebook": rulebook, "minimum": minimum, "maximum": maximum})
    return table.open_card_table(game, CUSTOMS, what, language, cards, seed, source)


__all__ = ["PUNTO_BANCO", "Bet", "Hand", "Phase", "PuntoBanco", "Variant", "View", "open_table"]
__all__ += {*names.acts_in(acts)} - {"SealShoe"}
__all__ += names.__all__
__all__[:] = sorted(set(__all__))  # a game's acts may name those that every game has


def __dir__() -> list[str]:
    return list(__all__)
