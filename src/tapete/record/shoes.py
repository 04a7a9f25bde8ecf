"""Sealed shoes as a store keeps them: the order with its salts, encrypted, to be held against the commitments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from tapete.cards import DECK, packs
from tapete.chance import ChanceKind, ShoeSealed, TokenProof, UrnSealed
from tapete.record.canonical import UnreadableTextError, read_json
from tapete.record.card_proofs import Sealed, is_proved, told_order
from tapete.record.entry import Entry
from tapete.record.private import PrivatePartError, Sealer


class LaidShoe(msgspec.Struct, frozen=True):
    """A shoe in its order, with the salt (hexadecimal) of each position."""

    faces: tuple[str, ...]
    salts: tuple[str, ...]


_shoes = msgspec.json.Decoder(LaidShoe)


def context_of(table: str, shoe: int) -> str:
    """Return what the sealed order of a shoe is bound to."""
    return f"tapete shoe {table} {shoe}"


def seal_shoe(sealer: Sealer, laid: LaidShoe, table: str, shoe: int) -> bytes:
    return sealer.seal(msgspec.json.encode(laid), context_of(table, shoe))


def open_shoe(sealer: Sealer, sealed: bytes, table: str, shoe: int) -> LaidShoe:
    """Return a shoe from its sealed bytes. Raises :class:`PrivatePartError` where they are not those of this shoe."""
    plain = sealer.unseal(sealed, context_of(table, shoe))
    try:
        return read_json(_shoes, plain)
    except UnreadableTextError as error:
        raise PrivatePartError("part-no-shoe", part=context_of(table, shoe)) from error


def committed_shoes(entry: Entry) -> tuple[Sealed, ...]:
    """Return the sealed orders that an entry commits to, as far as it can be read."""
    found: list[Sealed] = []
    for tree in entry.events:
        with suppress(msgspec.ValidationError):
            found.append(msgspec.convert(tree, ShoeSealed | UrnSealed))
    return tuple(one for one in found if one.kind is ChanceKind.SEALED)


def shoe_faults(
    table: str, said: Mapping[int, Sealed], kept: Mapping[int, bytes], sealer: Sealer | None
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield the number of a shoe with a code and facts: orders that are gone, to which nobody committed, or that are
    not the ones that were committed to. Without the key only whether they are there can be seen.
    """
    for number in sorted(said.keys() - kept.keys(), key=repr):
        yield number, "shoe-missing", told_order(number)
    for number in sorted(kept.keys() - said.keys(), key=repr):  # a store may hold a number that is none
        yield number, "shoe-foreign", told_order(number)
    if sealer is None:
        return
    for number in sorted(said.keys() & kept.keys()):
        try:
            laid = open_shoe(sealer, kept[number], table, number)
        except PrivatePartError:
            yield number, "shoe-changed", told_order(number) | {"case": "shut" if number > 0 else "urn-shut"}
            continue
        same = len(laid.faces) == len(laid.salts) == len(said[number].commitments)
        cards = (
            (TokenProof(at, *card) for at, card in enumerate(zip(laid.faces, laid.salts, strict=True))) if same else ()
        )
        if not same or not all(is_proved(table, said[number], one) for one in cards):
            yield number, "shoe-changed", told_order(number)
        elif not _is_whole(said[number], laid.faces):
            yield number, "order-false", told_order(number)


def _is_whole(sealed: Sealed, faces: tuple[str, ...]) -> bool:
    if isinstance(sealed, UrnSealed):
        return sorted(faces) == sorted(sealed.tokens)
    return sealed.size % len(DECK) != 0 or sorted(faces) == sorted(packs(sealed.size // len(DECK)))
