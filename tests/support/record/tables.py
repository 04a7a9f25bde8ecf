"""Tables of the toy game that play themselves: a vault in memory, an actor that writes to a store."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.cards import Card, packs
from tapete.chance import ChanceKind, TokenProof, commitment
from tapete.kernel import HOUSE, Act, PersonId
from tapete.play import ActResult, transition
from tapete.record.canonical import canonical, sha256
from tapete.record.card_proofs import ShoeWatch, shoe_name
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import Head
from tapete.record.private import KeySealer, PrivatePart, Sealer
from tapete.record.shoes import LaidShoe, committed_shoes, seal_shoe
from tapete.record.store import AppendResult, Writer
from tests.support.record.toy import SIZE, Deal, Open, Settle, Show, Stake, Toy

GAME = Toy()
KEY = bytes(range(32))
TIME = "2026-01-02T03:04:05+01:00"


class Vault:
    """A sealed shoe whose order and salts are given."""

    kind = ChanceKind.SEALED

    def __init__(self, table: str, order: tuple[Card, ...] = packs(1)[:SIZE]) -> None:
        self.table, self.order = table, order

    def salt(self, committed: int) -> str:
        return f"{committed:032x}"

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        name = shoe_name(self.table, shoe)
        return tuple(commitment(name, at, face, self.salt(at)) for at, face in enumerate(self.order))

    def card(self, shoe: int, committed: int) -> Card:
        return self.order[committed]

    def open(self, shoe: int, committed: int) -> TokenProof:
        return TokenProof(committed, self.order[committed], self.salt(committed))


class FixedSealer(KeySealer):
    """Salts and digests that never differ, to see what else does."""

    def salt(self) -> str:
        return "00" * 32

    def digest(self, part: PrivatePart) -> str:
        return "11" * 32


class TableActor:
    """What a live table does: decide, compose, append, only then be in the new state."""

    def __init__(
        self, writer: Writer | None = None, table: str = "t1", vault: Any = None, sealer: Sealer | None = None
    ):
        self.writer, self.table = writer, table
        self.vault = vault or Vault(table)
        self.sealer = sealer or KeySealer(KEY)
        self.state, self.head, self.watch = GAME.blank(), Head(), ShoeWatch()
        self.made: list[ComposedEntry] = []
        self.digests: dict[tuple[str | None, str], str] = {}

    def compose(
        self, what: Any, by: str = "ana", command: str | None = None, answer: bytes = b""
    ) -> tuple[ActResult[Any], ComposedEntry]:
        made = transition(GAME, self.state, Act(PersonId(by), what, GAME.step(self.state)), self.vault)
        assert made.acts, made.outcome
        openings = self.watch.openings(GAME, self.state, made.events, self.vault.open)
        return made, compose(
            GAME, made, self.head, self.sealer, table=self.table, epoch=self.writer.epoch if self.writer else 1,
            time=TIME, command=command, answer=answer, openings=openings,
        )  # fmt: skip

    def laid(self, composed: ComposedEntry) -> dict[int, bytes]:
        """Return the orders, sealed, of the shoes to which an entry commits."""
        order = self.vault.order
        laid = LaidShoe(tuple(order), tuple(self.vault.salt(at) for at in range(len(order))))
        found = (one.shoe for one in committed_shoes(composed.entry))
        return {shoe: seal_shoe(self.sealer, laid, self.table, shoe) for shoe in found}

    def do(self, what: Any, by: str = "ana", command: str | None = None, answer: bytes = b"") -> AppendResult | None:
        made, composed = self.compose(what, by, command, answer)
        # A repeat is the same request, with the window that it was meant for.
        digest = self.digests.setdefault((command, str(what)), sha256(canonical(composed.entry.act)))
        stored = self.writer.append(composed, digest, self.laid(composed)) if self.writer else None
        if stored is None or not stored.is_repeated:
            self.state, self.head = made.state, composed.head
            self.made.append(composed)
        return stored


SCRIPT: tuple[tuple[Any, str], ...] = (
    (Open(note="señal"), HOUSE),
    (Stake(1000), "ana"),
    (Deal(), "ana"),
    (Deal(), "bea"),
    (Show(0), "ana"),
    (Stake(250), "bea"),
    (Settle(PersonId("bea")), "ana"),
    (Deal(), "ana"),
)


def play(actor: TableActor, script: tuple[tuple[Any, str], ...] = SCRIPT) -> TableActor:
    for number, (what, by) in enumerate(script, start=1):
        actor.do(what, by, command=f"c{number}")
    return actor


def changed(composed: ComposedEntry, **fields: Any) -> ComposedEntry:
    entry = msgspec.structs.replace(composed.entry, **fields)
    return msgspec.structs.replace(composed, entry=entry, hash=entry.hash())
