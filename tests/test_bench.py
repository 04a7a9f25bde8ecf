"""What the bench measures can be played: it is run by hand and would otherwise break unseen."""

from pathlib import Path
from typing import Any

import pytest
from bench import cards, chemin, coups, entries, minute, sales, two_cloths, views

from tapete.live import Keys
from tapete.record import witness
from tapete.record.private import KeySealer


@pytest.mark.parametrize("game", [chemin, coups, two_cloths], ids=lambda one: one.GAME.key)
def test_the_coups_that_are_measured_come_to_their_payment(game: Any) -> None:
    turns = game.played(3).turns
    settled = [event for made in turns for event in made.events if type(event).__name__ == "CoupSettled"]
    assert len(settled) == 3


def test_the_tables_that_are_looked_at_stand_in_the_middle_of_a_coup() -> None:
    one, two = views.middle_of_a_coup()
    assert len(one.state.coup.cards.layout) == 4
    assert len(two.state.coup.cards.layout) == 6
    assert views.looked_at(two)() == views.looked_at(one)() == 1


def test_the_sale_that_is_measured_is_of_two_people_in_turn() -> None:
    hall = sales.sold(8)
    assert len(hall.state.game.sales) == 8
    assert sales.offered(hall)() == 1


def test_entries_are_measured_with_the_tags_that_a_hall_gives_them() -> None:
    keys = Keys.fresh()
    links = entries.written(coups.played(1).turns, KeySealer(keys.sealing), keys.authority)
    assert links
    assert all(one.hash and one.tag == keys.authority.tag(one.hash) for one in links)
    entries.require_own(links, keys.authority)
    with pytest.raises(RuntimeError, match="tag-false"):
        entries.require_own(links, Keys.fresh().authority)


def test_the_minutes_that_are_measured_are_signed_and_witnessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minute, "ENTRIES", minute.GROUP)
    monkeypatch.setattr(minute, "SIGNATURES", 3)
    hall = minute.Minutes(tmp_path, 2, list(coups.played(1).turns))
    try:
        assert hall.table.version == hall.store.length(minute.TABLE) == 2 * minute.GROUP
        hall.pass_one()
        assert len(witness.read(hall.file)) == len(hall.store.checkpoints(minute.TABLE)) == 2 * 3 + 1
    finally:
        hall.end()


def test_the_balls_that_are_measured_do_the_same_on_both_sides() -> None:
    from tapete.projections import CardIndex, MissingNumbers, SoldRange

    numbers = cards.sold(cards.drawn()[:300], 700)
    going = MissingNumbers(CardIndex.of_numbers(SoldRange("A-1", 1, 700), numbers))
    plain = cards.PlainIndex(numbers)
    for ball, _ in zip(cards.balls(), range(90), strict=False):
        told, (full, bingos) = going.fold(ball), plain.fold(ball)
        assert (sorted(told.lines.tolist()), sorted(told.bingos.tolist())) == (sorted(set(full)), sorted(bingos))
    assert set(plain.card_left) == {0}
