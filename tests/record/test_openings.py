"""Shoes are numbered without gaps, turned once, and every card that is shown is shown once."""

from typing import Any

import msgspec
import pytest
from record_tables import GAME, TableActor, Vault, play
from record_toy import OnTable, Opened, Table, Wants

from tapete.chance import Opening, ShoeKind, ShoeSealed
from tapete.record.openings import ShoeWatch, is_proved


def sealed(*shoes: int) -> list[str]:
    watch, state = ShoeWatch(), GAME.blank()
    for shoe in shoes:
        event = ShoeSealed(shoe, ShoeKind.SEALED, 12)
        state = GAME.evolve(state, event)
        watch.see(GAME, state, event)
    return watch.faults


@pytest.mark.parametrize(("shoes", "faults"), [((1, 2, 3), 0), ((1, 3), 1), ((1, 1), 1), ((2, 1), 1)])
def test_gap_or_repeat_in_the_numbers_of_shoes_is_a_fault(shoes: tuple[int, ...], faults: int) -> None:
    assert len(sealed(*shoes)) == faults


def test_second_cut_of_a_shoe_is_a_fault() -> None:
    watch, state = ShoeWatch(), GAME.blank()
    for event in (Opened(ShoeKind.SEALED, 5), ShoeSealed(1, ShoeKind.SEALED, 12), Wants("card")):
        state = GAME.evolve(state, event)
        watch.see(GAME, state, event)
    assert watch.rotation == {1: 5}
    watch.see(GAME, msgspec.structs.replace(state, cut=6), Wants("card"))
    assert watch.faults == ["shoe 1 was turned by 5 and then by 6"]


def test_openings_come_once_and_prove_the_shown_card() -> None:
    actor = play(TableActor())
    openings = [made.entry.openings for made in actor.made]
    shown: list[Any] = [card for entry in openings for shoe in entry for card in shoe.cards]
    assert shown == [Opening(5, actor.vault.order[5], actor.vault.salt(5))]
    commitments = ShoeSealed(1, ShoeKind.SEALED, 12, Vault("t1").seal(1, 12))
    assert is_proved("t1", commitments, shown[0])
    for wrong in ({"face": "Kh"}, {"salt": "00"}, {"position": 4}, {"position": 12}, {"position": -1}):
        assert not is_proved("t1", commitments, msgspec.structs.replace(shown[0], **wrong))
    assert not is_proved("t2", commitments, shown[0])


def test_game_may_say_itself_what_lies_on_the_table() -> None:
    from tapete.record.openings import lying

    class Own(type(GAME)):  # type: ignore[misc]
        def lying(self, state: Table) -> tuple[OnTable, ...]:
            return (OnTable(1, None, False),)

    assert lying(Own(), GAME.blank()) == (OnTable(1, None, False),)
    assert lying(GAME, object()) == ()
