"""Proofs of cards: single ones, and whole shoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from tapete import chance
from tapete.cards import DECK, packs
from tapete.kernel import Game
from tapete.record.entry import Entry, ShoeOpenings, UnreadableTextError, read_json
from tapete.record.private import PrivatePartError, Sealer
from tapete.words import CodedError

# Which tokens are publicly shown, where they lay before a cut, and whether the commitments say so too.
#
# A shoe is committed to in the order in which it was sealed. The cut is a public rotation: the card at ``position``
# of the cut shoe lay at ``(position + rotation) mod size`` before it. The rotation is read off the draws that the
# game itself asks for, and stays the same for a whole shoe. An urn is not cut. Sealed orders of a table are told
# apart by one number: shoe 3 is 3, urn 3 is -3 (:func:`urn_number`).


def shoe_name(table: str, shoe: int) -> str:
    """Return the name of a sealed order inside its commitments: unique to the table and the number."""
    return f"{table}/{shoe}" if shoe > 0 else f"{table}/urn/{-shoe}"


def urn_number(urn: int) -> int:
    return -urn


Sealed = chance.ShoeSealed | chance.UrnSealed


def order_number(sealed: Sealed) -> int:
    return sealed.shoe if isinstance(sealed, chance.ShoeSealed) else urn_number(sealed.urn)


def told_order(number: object) -> dict[str, Any]:
    """Return the facts that tell of a sealed order by its number; a store may keep one under what is no number."""
    return {"case": "urn", "urn": -number} if isinstance(number, int) and number < 0 else {"shoe": number}


def told_token(number: int, position: int) -> dict[str, Any]:
    return told_order(number) | ({"card": position} if number > 0 else {"draw": position})


class TokenKind(StrEnum):
    CARD = "card"
    LOT = "lot"
    BALL = "ball"


class ShownCard(msgspec.Struct, frozen=True):
    """A card or token that everybody may see. ``committed_index`` is ``None`` while no draw has told the rotation."""

    shoe: int
    position: int
    face: str
    committed_index: int | None
    kind: TokenKind = TokenKind.CARD


class UndeclaredCardError(CodedError, LookupError):
    """A game publishes the face of a card and does not say that the card lies on the table: nothing could prove it."""


@lru_cache(maxsize=1024)
def is_about_a_card(kind: Any) -> bool:
    """Return True for events that are :class:`~tapete.chance.ShowsCard`; see :func:`dealing`."""
    return all(hasattr(kind, name) for name in ("position", "face", "private"))


ShownFaces = dict[int, dict[int, str]]
"""By number of the order and position, the tokens that everybody has seen."""


@lru_cache(maxsize=64)
def dealing(game: Game[Any]) -> chance.DealsCards | None:
    """Return a game that deals cards, ``None`` for another; asked of each event, and a look at a protocol is slow."""
    return game if isinstance(game, chance.DealsCards) else None


class ShoeWatch:
    """Follows every event of a table to the faces that become public. ``faults``: codes with facts, for the audit."""

    def __init__(self) -> None:
        self.sealed: dict[int, Sealed] = {}
        self.rotation: dict[int, int] = {}
        self.turned: ShownFaces = {}
        self.coups: dict[tuple[int, int], int] = {}
        self.faults: list[tuple[str, dict[str, Any]]] = []

    def apply_event(self, game: Any, state: Any, event: Any) -> tuple[ShownCard, ...]:
        """Take note of an event with the state after it; return the cards that it shows for the first time."""
        found: list[ShownCard] = []
        match event:
            case chance.ShoeSealed() | chance.UrnSealed():
                self._seal(event)
            case chance.CardRekeyed():
                self._show(self.coups.get((event.coup, event.position)), event.position, event.face)
            case chance.TokenDrawn():
                found += self._token(event)
            case _:
                pass
        if (deals := dealing(game)) is None:
            return tuple(found)
        self._rotate(game, state)
        step = game.step(state)
        for card in deals.cards_on_table(state):
            if card.face_up and card.face is not None and self._show(step.series, card.position, card.face):
                self.coups[step.cycle, card.position] = step.series
                found.append(
                    ShownCard(step.series, card.position, card.face, self.committed_index(step.series, card.position))
                )
        if self.is_undeclared(step.series, event):
            self._fault("card-unsaid", card=event.position)
        return tuple(found)

    def _fault(self, code: str, **facts: Any) -> None:
        self.faults.append((code, facts))

    def _seal(self, event: Sealed) -> None:
        number = order_number(event)
        before = [abs(other) for other in self.sealed if (other > 0) is (number > 0)]
        if number in self.sealed or (before and abs(number) != max(before) + 1):
            case = {"case": "urn"} if number < 0 else {}
            self._fault("shoe", number=abs(number), before=max(before, default=0), **case)
        self.sealed[number] = event

    def _token(self, event: chance.TokenDrawn) -> tuple[ShownCard, ...]:
        number = urn_number(event.urn)
        if self._show(number, event.position, event.token):
            kind = TokenKind.LOT if isinstance(event, chance.LotDrawn) else TokenKind.BALL
            return (ShownCard(number, event.position, event.token, event.position, kind),)
        return ()

    def _show(self, shoe: int | None, position: int, face: str) -> bool:
        if shoe is None:
            return False
        seen = self.turned.setdefault(shoe, {})
        before = seen.get(position)
        if before == face:
            return False
        seen[position] = face
        self._count(shoe, face)
        if before is not None and self.is_sealed(shoe):
            self._fault("face-changed", **told_token(shoe, position), before=before, now=face)
        return before is None

    def _count(self, shoe: int, face: str) -> None:
        """A shoe of so many packs holds each face so many times, whatever its source; an urn only its tokens."""
        sealed = self.sealed.get(shoe)
        copies = [*self.turned[shoe].values()].count(face)
        match sealed:
            case chance.ShoeSealed(size=size) if copies > -(-size // len(DECK)):
                packs = -(-size // len(DECK))
                self._fault("face-too-often", shoe=shoe, count=copies, face=face, packs=packs)
            case chance.UrnSealed(urn=urn, tokens=tokens) if copies > tokens.count(face):
                self._fault("token-too-often", urn=urn, count=copies, token=face, most=tokens.count(face))

    def in_use(self) -> tuple[Sealed, ...]:
        shoes = [number for number in self.sealed if number > 0]
        urns = [number for number in self.sealed if number < 0]
        return tuple(self.sealed[number] for number in (*shoes[-1:], *urns[-1:]))

    def is_sealed(self, shoe: int) -> bool:
        sealed = self.sealed.get(shoe)
        return sealed is not None and sealed.kind is chance.ChanceKind.SEALED

    def is_undeclared(self, shoe: int, event: Any) -> bool:
        """Return True if an event publishes a card of a sealed shoe that was never seen to lie on the table."""
        if not self.is_sealed(shoe) or not is_about_a_card(event.__class__) or event.face is None:
            return False
        return "face" not in event.private() and event.position not in self.turned.get(shoe, {})

    def _rotate(self, game: Game[Any], state: Any) -> None:
        draw = game.draw_awaited(state)
        if not isinstance(draw, chance.CardDraw) or draw.size == 0:
            return
        rotation = (draw.committed - draw.position) % draw.size
        if self.rotation.setdefault(draw.shoe, rotation) != rotation:
            self._fault("shoe", case="turned", shoe=draw.shoe, first=self.rotation[draw.shoe], then=rotation)

    def committed_index(self, shoe: int, position: int) -> int | None:
        sealed, rotation = self.sealed.get(shoe), self.rotation.get(shoe)
        if not isinstance(sealed, chance.ShoeSealed) or rotation is None:
            return None
        return chance.original_position(position, rotation, sealed.size)

    def openings(
        self,
        game: Game[Any],
        states: Iterable[Any],
        events: Iterable[Any],
        opener: Callable[[int, int], chance.TokenProof],
    ) -> tuple[ShoeOpenings, ...]:
        """Return the openings that an entry with these events must carry, ``states`` being those after each.

        ``opener(shoe, committed)`` opens one card of a sealed shoe; cards of other shoes need no proof. Raises
        :class:`UndeclaredCardError` for a game that shows a card without saying that it lies on the table: such a game
        deals no sealed shoe.
        """
        cards: dict[int, list[chance.TokenProof]] = {}
        for state, event in zip(states, events, strict=True):
            for card in self.apply_event(game, state, event):
                if self.is_sealed(card.shoe) and card.committed_index is not None:
                    cards.setdefault(card.shoe, []).append(opener(card.shoe, card.committed_index))
            if self.is_undeclared(game.step(state).series, event):
                raise UndeclaredCardError("card-undeclared", game=game.key, card=event.position)
        return tuple(ShoeOpenings(shoe, tuple(cards[shoe])) for shoe in sorted(cards))


def is_proved(table: str, sealed: Sealed, opening: chance.TokenProof) -> bool:
    if not 0 <= opening.position < len(sealed.commitments):
        return False
    try:
        said = chance.commitment(shoe_name(table, order_number(sealed)), opening.position, opening.face, opening.salt)
    except UnicodeEncodeError:  # nothing was ever committed to in such letters
        return False
    return said == sealed.commitments[opening.position]


class LaidShoe(msgspec.Struct, frozen=True):
    """A shoe in its order, with the salt (hexadecimal) of each position."""

    faces: tuple[str, ...]
    salts: tuple[str, ...]


_shoes = msgspec.json.Decoder(LaidShoe)


def context_of(table: str, shoe: int) -> str:
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


_SEALING = tuple(one.__struct_config__.tag for one in (chance.ShoeSealed, chance.UrnSealed))


def committed_shoes(entry: Entry) -> tuple[Sealed, ...]:
    found: list[Sealed] = []
    for tree in entry.events:
        if tree.get("event") in _SEALING:
            with suppress(msgspec.ValidationError):
                found.append(msgspec.convert(tree, chance.ShoeSealed | chance.UrnSealed))
    return tuple(one for one in found if one.kind is chance.ChanceKind.SEALED)


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
            (chance.TokenProof(at, *card) for at, card in enumerate(zip(laid.faces, laid.salts, strict=True)))
            if same
            else ()
        )
        if not same or not all(is_proved(table, said[number], one) for one in cards):
            yield number, "shoe-changed", told_order(number)
        elif not _is_whole(said[number], laid.faces):
            yield number, "order-false", told_order(number)


def _is_whole(sealed: Sealed, faces: tuple[str, ...]) -> bool:
    if isinstance(sealed, chance.UrnSealed):
        return sorted(faces) == sorted(sealed.tokens)
    return sealed.size % len(DECK) != 0 or sorted(faces) == sorted(packs(sealed.size // len(DECK)))
