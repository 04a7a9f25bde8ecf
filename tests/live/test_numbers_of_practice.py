"""The numbers that a hall goes by in practice: how long it waits, how much it keeps, how often it writes.

No rule asks for one of them, and what depends on them is tested by their names. So each stands here once more, as it
is: whoever changes one means it.
"""

from __future__ import annotations

import pytest

from tapete.live import (
    absence_timeout,
    checkpoint_signer,
    disk_reserve,
    inbox,
    keys,
    minutes_book,
    play_time,
    post_absence,
    presence,
    readiness,
    recorded_table,
    rng_health,
    security_log,
    table,
    telemetry,
    view_cache,
)


@pytest.mark.parametrize(
    ("found", "seconds"),
    [
        (presence.GRACE, 30),
        (post_absence.GRACE, 10),
        (post_absence.RETURN_AFTER, 20),
        (absence_timeout.LEAD_OUT_AFTER, 15 * 60),
        (checkpoint_signer.EVERY, 60),
        (readiness.STORE_S, 2),
        (readiness.SIGNATURE_S, 3 * 60),
        (security_log.MINUTE_S, 60),
        (play_time.AGAIN_S, 1),
    ],
)
def test_a_hall_waits_as_long_as_it_says(found: float, seconds: float) -> None:
    assert found == seconds


@pytest.mark.parametrize(
    ("found", "number"),
    [
        (disk_reserve.MIB, 1_048_576),
        (disk_reserve.RESERVE, 67_108_864),
        (disk_reserve.DiskReserve().reserve, 67_108_864),
        (inbox.MOST, 256),
        (view_cache.VIEWERS, 512),
        (recorded_table.PAGE, 200),
        (security_log.IN_A_MINUTE, 20),
        (minutes_book.ANSWERED_DAYS, 30),
        (keys.LONGEST_FILE, 65_536),
        (keys.SEALING_BYTES, 32),
        (rng_health.SAMPLE, 1_024),
        (rng_health.AT_START, 65_536),
        (rng_health.REPEATS, 7),
        (rng_health.WINDOW, 512),
        (rng_health.PROPORTION, 24),
    ],
)
def test_a_hall_keeps_and_looks_at_as_much_as_it_says(found: int, number: int) -> None:
    assert found == number


def test_durations_are_counted_in_classes_from_a_millisecond_to_half_a_minute() -> None:
    milliseconds = (1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
    assert tuple(round(one * 1_000, 1) for one in telemetry.BOUNDS) == milliseconds


def test_refusals_are_named_that_rest_on_the_hall_its_door_and_its_posts() -> None:
    named = """chance-is-nobody command-conflict command-malformed disk-short house-barred house-closed no-randomness
        not-admitted not-your-post seated-elsewhere self-excluded system-act table-busy window-closed"""
    assert set(named.split()) == telemetry.NAMED_REFUSALS


def test_security_events_are_counted_by_these_names() -> None:
    named = """account door-full guards-lost hall-started hall-stopped host-refused login login-failed login-paused
        login-throttled not-ready origin-refused player record-failed sessions-full store-returned streams-full
        table-lost table-set-aside witness-behind witness-lost witness-torn witness-unnamed wrong-key
        wrong-keys-paused"""
    assert set(named.split()) == security_log.CODES


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("a", True), ("!" * 80, True), ("~-~", True), ("", False), ("a" * 81, False), ("a b", False), ("ñ", False)],
)
def test_a_command_id_is_of_one_to_eighty_printable_signs_without_a_blank(text: str, is_one: bool) -> None:
    assert (table.COMMAND.fullmatch(text) is not None) is is_one
