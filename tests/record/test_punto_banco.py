"""The record of a real game: a sealed shoe of punto y banca, recorded, audited, exported, written as notation."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.cards import Card, packs
from tapete.chance import ChanceKind, TokenProof, commitment
from tapete.kernel import HOUSE, Act, PersonId
from tapete.play import transition
from tapete.record.audit import AuditInputs, audit
from tapete.record.beancount import beancount
from tapete.record.canonical import canonical, sha256
from tapete.record.card_proofs import ShoeWatch, shoe_name
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import Head
from tapete.record.export import write_export
from tapete.record.notation import format_notation, from_entries, parse_notation, play, redact
from tapete.record.private import KeySealer
from tapete.record.replay import read, restore
from tapete.record.shoes import LaidShoe, committed_shoes, seal_shoe
from tapete.record.source import StoreSource, open_source
from tapete.record.store import Store
from tests.support.record.tables import KEY, TIME

GAME = pb.PUNTO_BANCO
SEALER = KeySealer(KEY)


class Vault:
    """Shoes in an order that follows from their number."""

    kind = ChanceKind.SEALED

    def order(self, shoe: int) -> list[Card]:
        shuffled = sorted(enumerate(packs(6)), key=lambda one: hashlib.sha256(f"{shoe} {one[0]}".encode()).digest())
        return [face for _, face in shuffled]

    def salt(self, at: int) -> str:
        return f"{at:032x}"

    def kept(self, shoe: int) -> bytes:
        """The order as a store keeps it."""
        order = self.order(shoe)
        laid = LaidShoe(tuple(order), tuple(self.salt(at) for at in range(len(order))))
        return seal_shoe(SEALER, laid, "mesa-1", shoe)

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        name = shoe_name("mesa-1", shoe)
        return tuple(commitment(name, at, face, self.salt(at)) for at, face in enumerate(self.order(shoe)))

    def card(self, shoe: int, committed: int) -> Card:
        return self.order(shoe)[committed]

    def open(self, shoe: int, committed: int) -> TokenProof:
        return TokenProof(committed, self.card(shoe, committed), self.salt(committed))


class PuntoTable:
    def __init__(self, store: Store) -> None:
        self.writer, self.vault, self.watch = store.take_over("mesa-1"), Vault(), ShoeWatch()
        self.state, self.head, self.made = GAME.blank(), Head(), list[ComposedEntry]()

    def do(self, what: Any, by: str) -> None:
        made = transition(GAME, self.state, Act(PersonId(by), what, GAME.step(self.state)), self.vault)
        assert made.acts, made.outcome
        openings = self.watch.openings(GAME, self.state, made.events, self.vault.open)
        given = {"table": "mesa-1", "epoch": self.writer.epoch, "time": TIME, "openings": openings}
        given["command"] = f"c{self.head.version}"
        done = compose(GAME, made, self.head, SEALER, **given)
        shoes = {one.shoe: self.vault.kept(one.shoe) for one in committed_shoes(done.entry)}
        self.writer.append(done, sha256(canonical(done.entry.act)), shoes)
        self.state, self.head = made.state, done.head

    def coup(self) -> None:
        """Everybody does what he must until the coup is settled."""
        while str(self.state.phase) != "between":
            who, name = next(
                (who, one.act)
                for who in ("croupier", "ana", "bea")
                for one in GAME.legal(self.state, PersonId(who))
                if one.act in WHAT
            )
            self.do(WHAT[name](str(self.state.phase)), who)


WHAT: dict[str, Any] = {
    "close-bets": lambda _: pb.CloseBets(),
    "take-shoe": lambda _: pb.TakeShoe(),
    "deal": lambda _: pb.Deal(),
    "settle": lambda _: pb.Settle(),
    "show-hand": lambda window: pb.ShowHand(pb.Hand.PUNTO if window == "player-shows" else pb.Hand.BANCA),
    "draw-card": lambda window: pb.DrawCard(pb.Hand.PUNTO if window == "player-draws" else pb.Hand.BANCA),
}


@pytest.fixture
def table(store: Store) -> PuntoTable:
    for content in GAME.library.books:
        store.put_rulebook(content.content)
    table = PuntoTable(store)
    staff = {pb.Role.CROUPIER: PersonId("croupier"), pb.Role.TABLE_CHIEF: PersonId("chief")}
    table.do(pb.OpenTable("mesa-1", "asturias-2011", 1000, 50000, staff=staff), HOUSE)
    for seat, who in ((1, "ana"), (2, "bea")):
        table.do(pb.Sit(seat), who)
        table.do(pb.BuyIn(100000), who)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(77), pb.InsertCutCard(), pb.BurnCards()):
        table.do(what, "croupier")
    table.do(pb.TakeShoe(), "ana")
    for number in range(4):
        table.do(pb.OpenBets(), "croupier")
        table.do(pb.PlaceBet(pb.Bet.PUNTO if number % 2 else pb.Bet.BANCA, 1000 + 500 * number), "ana")
        table.do(pb.PlaceBet(pb.Bet.TIE, 1000), "bea")
        table.coup()
    return table


def test_sealed_shoe_is_recorded_and_audited(store: Store, table: PuntoTable, tmp_path: Path) -> None:
    source, games = StoreSource(store), {GAME.key: GAME}
    report = audit(source, games, AuditInputs(SEALER))
    assert (report.is_sound, report.problems, report.explained_differences) == (True, (), ())
    assert report.proved_count >= 17  # the turned card and four coups of at least four
    assert table.watch.rotation == {1: 77}
    assert restore(GAME, source, "mesa-1", SEALER).state == table.state

    path = tmp_path / "mesa-1.jsonl"
    write_export(source, "mesa-1", path)
    public = audit(open_source(path), games)
    assert (public.is_sound, public.problems, public.proved_count, public.skipped_count) == (
        True,
        (),
        report.proved_count,
        0,
    )
    assert public.unopened_count > 0

    text = beancount(GAME, read(source, "mesa-1"))
    assert "Assets:Person:Ana" in text

    notation = from_entries(GAME, read(source, "mesa-1", SEALER), {"title": "Cuatro jugadas"})
    assert parse_notation(format_notation(notation)) == notation
    played = play(GAME, notation)
    assert played.state.ledger == table.state.ledger
    assert played.state.history == table.state.history
    burned = redact(GAME, notation, None).shoes[0].count("??")
    assert burned > 0
    assert burned == len(notation.shoes[0]) - report.proved_count


def test_changed_payout_is_found(store: Store, table: PuntoTable) -> None:
    class Generous(type(GAME)):  # type: ignore[misc]
        def postings(self, event: Any) -> Any:
            legs = super().postings(event)
            return legs[:-1] if type(event).__name__ == "CoupSettled" and legs else legs

    report = audit(StoreSource(store), {GAME.key: Generous()}, AuditInputs(SEALER))
    assert "unbalanced" in {problem.code for problem in report.problems}
