"""Tables of bots for the tests of both games: how each is opened, how far it has come, which faces nobody may see."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tapete.bots import AT_ONCE, Pace, Troupe, staff_for
from tapete.bots.bot import Bot, Move
from tapete.games.chemin_de_fer.acts import OpenTable as OpenCheminDeFer
from tapete.games.dos_panos.acts import OpenTable as OpenDosPanos
from tapete.games.punto_banco.acts import OpenTable as OpenPuntoBanco
from tapete.games.punto_banco.terms import Phase, Variant
from tapete.kernel import Offer, PersonId
from tapete.live import Guest, Hall, Keys, TableActor
from tapete.table.staff import Role

ANA = PersonId("ana")
QUICK = Pace((0.0, 0.0), (0.02, 0.02), (0.0, 0.0), (0.01, 0.01))


@dataclass(frozen=True)
class Kind:
    """A sort of table. ``hidden`` are the faces that a view holds of cards which its viewer may not see."""

    name: str
    game: str
    pace: Pace
    players: int
    chief: Role
    opening: Callable[..., Any]
    coups: Callable[[TableActor[Any]], int]
    hidden: Callable[[Any, PersonId], list[Any]]

    def staff(self) -> dict[Role, PersonId]:
        """Return the bots on duty."""
        return staff_for("mesa", self.game)

    async def open(self, hall: Hall, **options: Any) -> TableActor[Any]:
        """Open a table called ``mesa``."""
        basis = {"rulebook": "asturias-2011", "minimum": 1000, "staff": self.staff()}
        return await hall.open_table(self.game, self.opening(name="mesa", **{**basis, **options}))


def _hands_not_shown(view: Any, person: PersonId) -> list[Any]:
    if view.phase is not Phase.PLAYER_SHOWS:
        return []
    return [face for hand in ("punto", "banca") for face in view.hands[hand].cards]


def _cards_of_others(view: Any, person: PersonId) -> list[Any]:
    mine = {"punto": view.coup.holder, "banca": view.bank.banker if view.bank else None}
    return [card.face for card in view.coup.cards if not card.face_up and mine.get(card.place) != person]


def _hands_of_others(view: Any, person: PersonId) -> list[Any]:
    mine = {str(one.hand): one.holder for one in view.coup.cloths}
    mine["banca"] = view.bank.banker if view.bank else None
    return [card.face for card in view.coup.cards if not card.face_up and mine.get(card.place) != person]


def _settled(table: TableActor[Any]) -> int:
    return len(table.view(None).history)


def _number(table: TableActor[Any]) -> int:
    found: int = table.view(None).coup.number
    return found


_PUNTO_BANCO = ("punto-y-banca", AT_ONCE, 3, Role.TABLE_CHIEF)
LARGE = Kind("punto-y-banca", *_PUNTO_BANCO, partial(OpenPuntoBanco, maximum=50000), _settled, _hands_not_shown)
MINI = Kind(
    "mini",
    *_PUNTO_BANCO,
    partial(OpenPuntoBanco, maximum=50000, variant=Variant.MINI),
    _settled,
    _hands_not_shown,
)
CHEMIN = Kind("chemin-de-fer", "chemin-de-fer", QUICK, 4, Role.INSPECTOR, OpenCheminDeFer, _number, _cards_of_others)
DOS_PANOS = Kind(
    "dos-panos",
    "dos-panos",
    QUICK,
    6,
    Role.INSPECTOR,
    partial(OpenDosPanos, bank_minimum=100_000, bank_maximum=1_000_000),
    _number,
    _hands_of_others,
)


def play(tmp_path: Path, scene: Callable[[Hall], Awaitable[None]], **options: Any) -> None:
    """Run a scene in a hall of its own."""

    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())


async def until(true: Callable[[], bool], seconds: float = 60, troupe: Troupe | None = None) -> None:
    """Wait until something is true; no bot may fail meanwhile."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        assert troupe is None or not troupe.errors, troupe.errors
        await asyncio.sleep(0.005)


def meant(hall: Hall, bot: type[Bot], person: PersonId, pace: Pace) -> Move | None:
    """Return what a bot on the person's place would do now and how long it would wait."""
    guest = Guest(hall, "mesa", person)
    offers: dict[str, list[Offer]] = {}
    for offer in guest.legal():
        offers.setdefault(offer.act, []).append(offer)
    return bot(guest, pace, Random(3)).choose(guest.view(), offers)


async def quiet(table: TableActor[Any], troupe: Troupe, pause: float = 0.3) -> None:
    """Wait until nothing has happened at a table for a pause: what bots had begun may take its time on a busy machine.

    Fails where they never come to rest.
    """
    for _ in range(100):
        version = table.version
        await asyncio.sleep(pause)
        assert not troupe.errors, troupe.errors
        if table.version == version:
            return
    raise AssertionError("the bots go on")
