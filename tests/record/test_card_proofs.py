"""Shoes are numbered without gaps, turned once, and every card that is shown is shown once."""

from typing import Any

import msgspec
import pytest

from tapete.cards import Card, packs
from tapete.chance import CardRekeyed, ChanceKind, ShoeSealed, TokenProof
from tapete.record.card_proofs import ShoeWatch, UndeclaredCardError, is_proved
from tests.support.record.tables import GAME, TableActor, Vault, play
from tests.support.record.toy import Laid, OnTable, Opened, Table, Turned, Wants


def sealed(*shoes: int) -> list[str]:
    watch, state = ShoeWatch(), GAME.blank()
    for shoe in shoes:
        event = ShoeSealed(shoe, ChanceKind.SEALED, 12)
        state = GAME.evolve(state, event)
        watch.apply_event(GAME, state, event)
    return watch.faults


@pytest.mark.parametrize(("shoes", "faults"), [((1, 2, 3), 0), ((1, 3), 1), ((1, 1), 1), ((2, 1), 1)])
def test_gap_or_repeat_in_the_numbers_of_shoes_is_a_fault(shoes: tuple[int, ...], faults: int) -> None:
    assert len(sealed(*shoes)) == faults


def test_second_cut_of_a_shoe_is_a_fault() -> None:
    watch, state = ShoeWatch(), GAME.blank()
    for event in (Opened(ChanceKind.SEALED, 5), ShoeSealed(1, ChanceKind.SEALED, 12), Wants("card")):
        state = GAME.evolve(state, event)
        watch.apply_event(GAME, state, event)
    assert watch.rotation == {1: 5}
    watch.apply_event(GAME, msgspec.structs.replace(state, cut=6), Wants("card"))
    assert watch.faults == [("shoe", {"case": "turned", "shoe": 1, "first": 5, "then": 6})]


def test_openings_come_once_and_prove_the_shown_card() -> None:
    actor = play(TableActor())
    openings = [made.entry.openings for made in actor.made]
    shown: list[Any] = [card for entry in openings for shoe in entry for card in shoe.cards]
    assert shown == [TokenProof(5, actor.vault.order[5], actor.vault.salt(5))]
    commitments = ShoeSealed(1, ChanceKind.SEALED, 12, Vault("t1").seal(1, 12))
    assert is_proved("t1", commitments, shown[0])
    for wrong in ({"face": "Kh"}, {"salt": "00"}, {"position": 4}, {"position": 12}, {"position": -1}):
        assert not is_proved("t1", commitments, msgspec.structs.replace(shown[0], **wrong))
    assert not is_proved("t2", commitments, shown[0])


class Silent(type(GAME)):  # type: ignore[misc]
    """A game that deals cards and says of none that it lies on the table."""

    def cards_on_table(self, state: Table) -> tuple[OnTable, ...]:
        return ()


SHOWN = (ShoeSealed(1, ChanceKind.SEALED, 12), Laid(0, packs(1)[5], False), Turned(0, packs(1)[5], court=False))


def test_game_that_does_not_say_its_cards_deals_no_sealed_shoe() -> None:
    for kind in ChanceKind:
        events = (Opened(kind, 5), msgspec.structs.replace(SHOWN[0], kind=kind), Wants("card"), *SHOWN[1:])
        vault = Vault("t1")
        if kind is ChanceKind.SEALED:
            with pytest.raises(UndeclaredCardError):
                ShoeWatch().openings(Silent(), GAME.blank(), events, vault.open)
            (opened,) = ShoeWatch().openings(GAME, GAME.blank(), events, vault.open)
            assert [card.position for card in opened.cards] == [5]
        else:
            assert ShoeWatch().openings(Silent(), GAME.blank(), events, vault.open) == ()


def test_card_that_the_game_does_not_say_is_a_fault() -> None:
    for game, found in ((GAME, []), (Silent(), ["card-unsaid"])):
        watch, state = ShoeWatch(), GAME.blank()
        for event in SHOWN:
            state = GAME.evolve(state, event)
            watch.apply_event(game, state, event)
        assert [code for code, _ in watch.faults] == found


def lie(watch: ShoeWatch, *cards: OnTable, event: Any = None) -> list[str]:
    before = len(watch.faults)
    watch.apply_event(GAME, Table(shoe=1, layout=cards), Wants("") if event is None else event)
    return [code for code, _ in watch.faults[before:]]


@pytest.mark.parametrize("kind", list(ChanceKind))
def test_a_shoe_shows_no_more_cards_of_a_face_than_its_packs_hold(kind: ChanceKind) -> None:
    watch, nine = ShoeWatch(), Card("9s")
    lie(watch, event=ShoeSealed(1, kind, 104))
    assert lie(watch, OnTable(0, nine, True), OnTable(1, nine, True)) == []
    assert lie(watch, OnTable(2, nine, False), OnTable(3, None, True)) == []  # nobody has seen these two
    assert lie(watch, OnTable(4, nine, True)) == ["face-too-often"]


def test_corrected_card_counts_as_what_it_was() -> None:
    watch, nine = ShoeWatch(), Card("9s")
    lie(watch, event=ShoeSealed(1, ChanceKind.KEYED, 52))
    assert lie(watch, OnTable(0, nine, True)) == []
    assert lie(watch, event=CardRekeyed(0, 0, nine, Card("8s"))) == []
    assert lie(watch, OnTable(1, nine, True)) == []
    assert lie(watch, OnTable(2, Card("8s"), True)) == ["face-too-often"]


@pytest.mark.parametrize(("kind", "found"), [(ChanceKind.SEALED, ["face-changed"]), (ChanceKind.KEYED, [])])
def test_card_of_a_sealed_shoe_keeps_its_face(kind: ChanceKind, found: list[str]) -> None:
    watch = ShoeWatch()
    lie(watch, event=ShoeSealed(1, kind, 52))
    assert lie(watch, OnTable(0, Card("9s"), True)) == []
    assert lie(watch, OnTable(0, Card("8s"), True)) == found
