"""The cards of a live sealed shoe are proved one by one, in every game, and a source that lies is found out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.cards import Card
from tapete.catalogue import house_games
from tapete.games.chemin_de_fer.acts import OpenTable as OpenFerrocarril
from tapete.games.punto_banco.acts import OpenTable as OpenPunto
from tapete.games.punto_banco.terms import Variant
from tapete.live import Hall, Keys, LiveShoeError, vault
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.card_proofs import ShoeWatch
from tapete.record.codec import read_event
from tapete.record.export import write_export
from tapete.record.notation import from_entries, play, redact
from tapete.record.private import KeySealer
from tapete.record.replay import read
from tapete.record.source import open_source
from tests.support.rows import rows

pytestmark = pytest.mark.slow

PUNTO, FERROCARRIL = "punto-y-banca", "chemin-de-fer"
COUPS = 4


def opening(game: str) -> Any:
    staff = staff_for("uno", game)
    if game == PUNTO:
        return OpenPunto("uno", "asturias-2011", 1000, 50000, variant=Variant.PUNTO_BANCO, staff=staff)
    return OpenFerrocarril("uno", "asturias-2011", 1000, staff=staff, decks=6)


def played(folder: Path, game: str, source: type[vault.SealedOrders] = vault.SealedOrders, coups: int = COUPS) -> Keys:
    """Let bots play a few coups at a table whose cards come from ``source``; return the keys of the hall."""
    keys = Keys.fresh()

    async def evening() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys)
        table = await hall.open_table(game, opening(game))
        table.source.__class__ = source  # type: ignore[assignment]
        troupe = Troupe(hall, AT_ONCE, seed=7)
        troupe.join("uno", player_count(game, 3))
        try:
            for _ in range(60_000):
                if len(table.state.history) >= coups:
                    break
                assert not troupe.errors
                await asyncio.sleep(0.001)
        finally:
            await troupe.stop()
            await hall.stop()

    asyncio.run(evening())
    return keys


def audited(folder: Path, keys: Keys | None, file: str = "hall.db") -> AuditReport:
    record = open_source(folder / file)
    try:
        return audit(record, house_games(), AuditInputs(None if keys is None else KeySealer(keys.sealing)))
    finally:
        record.close()


@rows("game", [PUNTO, FERROCARRIL])
def test_every_card_that_lies_open_is_proved_and_no_other(game: str, tmp_path: Path) -> None:
    keys = played(tmp_path, game)
    report = audited(tmp_path, keys)
    assert (report.is_sound, report.problems) == (True, ())
    assert report.proved_count >= 4 * COUPS

    record, own = open_source(tmp_path / "hall.db"), house_games()[game]
    state, watch, seen, opened = own.blank(), ShoeWatch(), set[int](), set[int]()
    for entry in read(record, "uno", KeySealer(keys.sealing)):
        for tree in entry.events:
            event = read_event(own, tree)
            state = own.evolve(state, event)
            watch.apply_event(own, state, event)
            for card in own.cards_on_table(state):
                if card.face_up and (at := watch.committed_index(1, card.position)) is not None:
                    seen.add(at)
        opened |= {card.position for shoe in entry.openings for card in shoe.cards}
        assert opened == seen  # in the entry that shows them, neither before nor after
    assert len(opened) == report.proved_count

    write_export(record, "uno", tmp_path / "public.jsonl")
    public = audited(tmp_path, None, "public.jsonl")
    assert public.problems == ()
    assert (public.is_sound, public.proved_count) == (True, report.proved_count)
    assert public.unopened_count > 0
    notation = from_entries(own, read(record, "uno", KeySealer(keys.sealing)))
    closed = redact(own, notation, None).shoes[0]
    assert len(closed) - closed.count("??") == report.proved_count
    assert play(own, notation).state.ledger == state.ledger
    record.close()


class Other(vault.SealedOrders):
    """Deals another card than the one that was committed to, and opens the committed one."""

    def card(self, shoe: int, committed: int) -> Card | None:
        return super().card(shoe, (committed + 1) % len(self._get(shoe).faces))


class Hidden(Other):
    """Deals another card, and opens that one."""

    def opening(self, shoe: int, committed: int) -> Any:
        face = self.card(shoe, committed)
        return super().opening(shoe, committed).__class__(committed, face, "00" * 16)


@pytest.mark.parametrize("game", [PUNTO, FERROCARRIL])
@pytest.mark.parametrize(("source", "code"), [(Other, "opening-differs"), (Hidden, "opening-false")])
def test_source_that_lies_is_found_out(game: str, source: type[vault.SealedOrders], code: str, tmp_path: Path) -> None:
    report = audited(tmp_path, played(tmp_path, game, source))
    assert not report.is_sound
    assert {one.code for one in report.problems} == {code}


def test_shoe_that_was_false_from_the_start_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        vault, "shuffled_cards", lambda size: (Card("9s"), Card("2h"), Card("Kd"), Card("7c")) * (size // 4)
    )
    report = audited(tmp_path, played(tmp_path, FERROCARRIL, coups=9))
    assert {one.code for one in report.problems} == {"face-too-often", "order-false"}
    assert report.proved_count > 0


def test_game_that_cannot_say_its_cards_gets_no_sealed_shoe(stage: Any) -> None:
    from tests.support.live.toy import Open, Toy

    class Mute(Toy):
        cards_on_table = None  # type: ignore[assignment]

    async def scene(hall: Hall) -> None:
        with pytest.raises(LiveShoeError, match="lie on the table"):
            await hall.open_table("toy", Open("uno"))

    stage.play(scene, games={"toy": Mute()})
