"""Rulings on the two-cloth game: how they read, and what an official chooses from in one of his own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from tapete.games.baccarat.effects import Effect
from tapete.games.dos_panos.terms import COUP, HANDS, Phase
from tapete.games.dos_panos.view import View
from tapete.web.games.baccarat.remedies import (
    EFFECTS as EVERYWHERE,
    RemedyContext,
    RulingForm,
    remedy_context,
    sentences,
)

NOT_HERE: Final = frozenset({"return-stake"})
"""A stake on two cloths goes back with its cloth alone."""

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind: fields for kind, fields in EVERYWHERE.items() if kind not in NOT_HERE} | {"void-coup": ("hand",)}
)
"""The effects that the ruling form offers, with the fields of each: a coup can be void on one cloth alone."""

RULING_FORM: Final = RulingForm(
    EFFECTS,
    tuple(map(str, HANDS)),
    (*(place for hand in HANDS for place in (str(hand), f"{hand}-3")), "basket", "floor"),
    tuple(str(one) for one in COUP if one is not Phase.SETTLE),
)
"""What an official chooses from in a ruling of his own."""


def told_ruling(effects: Iterable[Effect], lang: str) -> tuple[str, ...]:
    """Return what a ruling of a recorded hand does, in words."""
    return sentences(effects, RemedyContext(is_erring_party_named=True), lang)


def ruling_words(view: View, names: Mapping[str, str]) -> RemedyContext:
    """Return what the sentences of a remedy may name: what binds the banker depends on whose error it was."""
    return remedy_context(view, names, view.hand_holders, is_erring_party_named=True)
