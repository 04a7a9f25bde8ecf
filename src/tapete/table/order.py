"""One order for what is made of a map: whoever decides it again, in another process, finds the same events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

K = TypeVar("K", bound="SupportsRichComparison")
V = TypeVar("V")


def in_order(found: Mapping[K, V]) -> list[tuple[K, V]]:
    """Return the entries of a map in the order of their keys."""
    return sorted(found.items(), key=lambda one: one[0])
