"""What the bench measures can be played: it is run by hand and would otherwise break unseen."""

import asyncio
from pathlib import Path

import pytest
from bench import cards, chemin, coups, entries, sales, shoes, starts, two_cloths

from tapete.live import Keys
from tapete.record.private import KeySealer


def test_the_coups_that_are_measured_come_to_their_payment() -> None:
    for game in (chemin, coups, two_cloths):
        events = [event for made in game.played(3).turns for event in made.events]
        assert [type(one).__name__ for one in events].count("CoupSettled") == 3, game


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


def test_the_record_that_is_started_from_is_one_that_a_hall_takes_up(tmp_path: Path) -> None:
    starts.grow(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), 1, 60)
    assert asyncio.run(starts.started(tmp_path, None))["cpu"] > 0


def test_the_balls_that_are_measured_do_the_same_on_both_sides() -> None:
    from tapete.projections import CardIndex, MissingNumbers, SoldRange

    numbers = cards.sold(cards.drawn()[:300], 700)
    going = MissingNumbers(CardIndex.of_numbers(SoldRange("A-1", 1, 700), numbers))
    plain = cards.PlainIndex(numbers)
    for ball, _ in zip(cards.balls(), range(90), strict=False):
        told, (full, bingos) = going.fold(ball), plain.fold(ball)
        assert (sorted(told.lines.tolist()), sorted(told.bingos.tolist())) == (sorted(set(full)), sorted(bingos))
    assert set(plain.card_left) == {0}


def test_the_loops_beside_simulated_shoes_know_the_drawing_table() -> None:
    """Shares of the coups within four standard errors of what is counted exactly."""
    exact = [44.624661, 45.859742, 9.515597]
    sources = [shoes.SCALAR, *([shoes.LANES] if shoes.is_wide() else [])]
    loops = [shoes.by_python(100), *(shoes.by_c(source, 5_000) for source in sources)]
    for deal, counts in filter(None, loops):
        coups = deal()
        assert sum(counts) == coups
        for share, count in zip(exact, counts, strict=True):
            assert abs(100 * count / coups - share) < 4 * (share * (100 - share) / coups) ** 0.5
