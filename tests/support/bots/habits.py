"""A bot that is shown a table and a list of offers: what it would do, without a hall, a clock or an evening."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from tapete.bots.bot import Bot, Move
from tapete.bots.pace import Pace
from tapete.kernel import Field, Offer, PersonId, Step

PACE = Pace(think=(1, 1), bets=(2, 2), patience=(3, 3), between=(4, 4), silence=(5, 5))
"""Every span tells which it is."""
THINK, BETS, PATIENCE, BETWEEN, SILENCE = PACE.think, PACE.bets, PACE.patience, PACE.between, PACE.silence
BOT = PersonId("bot-ana")
ANA, BEA = PersonId("ana"), PersonId("bea")


def seat(person: str = BOT) -> Any:
    """Return a place at a table that nobody asks anything."""
    return SimpleNamespace(person=PersonId(person), step=Step(1, 1, "bets", 3), version=7, is_alone=True)


def bot(kind: Any, *words: Any, seed: int = 1, **more: Any) -> Any:
    """Return a bot that waits as :data:`PACE` says."""
    return kind(seat(), PACE, Random(seed), *words, **more)


def offer(act: str, main: bool = True, **fields: Field) -> Offer:
    """Return an offer, of the act that the table waits for unless it is said not to be."""
    return Offer(act, fields, main=main)


def chosen(asked: Bot[Any], view: Any, *offers: Offer) -> Move | None:
    """Return what a bot would do with these offers; it never does what it is not offered."""
    found: dict[str, list[Offer]] = {}
    for one in offers:
        found.setdefault(one.act, []).append(one)
    move = asked.choose(view, found)
    if move is not None and move.act is not None:
        assert move.act.__struct_config__.tag in found
    return move


def seen_by(view: Any, *roles: Any, me: dict[str, Any] | None = None, **shown: Any) -> Any:
    """Return a view as that of somebody with these posts, with other fields of it and of himself."""
    return replace(view, me=replace(view.me, roles=roles, **(me or {})), **shown)
