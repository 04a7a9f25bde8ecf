"""Shoes in which the result of every coup of chemin de fer is known beforehand."""

import pytest

from tapete.cards import Card
from tapete.live import vault

NATURALS = {"punto": "9s Kc Kd 7h", "banca": "7s Kc Kd 9h", "empate": "8s Kc Kd 8h"}
"""The cards of a coup that ends with the deal, by who wins it: to the punto, the bank, the punto, the bank."""


def every_coup_is(winner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay shoes in which each coup has the same four cards."""
    cards = tuple(map(Card, NATURALS[winner].split()))
    monkeypatch.setattr(vault, "shuffled_cards", lambda size: cards * (size // len(cards)))
