"""The other answer of a command: in words as well as in JSON, the moment that is given and the one that is not."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.audit import _now
from tapete.cli.people_events import PeopleEvents
from tapete.people.security_events import SecurityEvent
from tapete.record.report import AuditInputs

runner = CliRunner(env={"TAPETE_LANG": "en", "NO_COLOR": "1"})


def test_the_odds_are_told_of_punto_bank_and_tie_in_that_order() -> None:
    """One pack and few cards: the same counts in words and in JSON, as shares of all deals."""
    removed = " ".join(f"{rank}{suit}" for rank in "A23456789TJ" for suit in "shdc")
    words = ["odds", "punto-banco", "--decks", "1", "--removed", removed]
    found = json.loads(runner.invoke(app, [*words, "--json"]).stdout)
    assert found["total"] == found["player"] + found["banker"] + found["tie"] > 0
    lines = runner.invoke(app, words).stdout.splitlines()
    told = [(int(line.split()[-2]), line.split()[-1]) for line in lines[-3:]]
    assert told == [(found[one], f"{found[one] / found['total']:.6%}") for one in ("player", "banker", "tie")]


def test_an_audit_is_held_to_the_moment_that_is_given_and_to_now_else() -> None:
    given = AuditInputs(wall_time="2026-01-02T03:04:05+01:00")
    assert _now(given) == given
    before = datetime.now(UTC)
    found = datetime.fromisoformat(_now(AuditInputs()).wall_time)
    assert before <= found <= datetime.now(UTC)


KNOWN = SimpleNamespace(
    staff=SimpleNamespace(accounts=SimpleNamespace(find=lambda name: object() if name == "dora" else None)),
    players=SimpleNamespace(name_of=lambda who: "Ana" if who == "ana" else ""),
)


@pytest.mark.parametrize(
    ("code", "level"),
    [
        ("login-failed", logging.WARNING),
        ("login-paused", logging.WARNING),
        ("login-throttled", logging.WARNING),
        ("login", logging.INFO),
        ("logout", logging.INFO),
    ],
)
@pytest.mark.parametrize(("name", "people", "written"), [
    ("dora", KNOWN, "dora"), ("ana", KNOWN, "ana"), ("a-password", KNOWN, ""), ("dora", None, ""), ("", KNOWN, ""),
])  # fmt: skip
def test_a_failed_login_is_a_warning_and_names_only_somebody_who_is_known(
    monkeypatch: pytest.MonkeyPatch, code: str, level: int, name: str, people: Any, written: str
) -> None:
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr("tapete.live.security_log.tell", lambda *positional, **facts: told.append((*positional, facts)))
    events = PeopleEvents()
    events.people = people
    events(SecurityEvent(code, name, 5.0, "192.0.2.7", {"tries": 3}))
    assert told == [(code, level, {"name": written, "address": "192.0.2.7", "tries": 3})]


LAWFUL, OTHER = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90", "5 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
TWICE, UNREAD = "4 16 30 52 81 / 4 22 45 60 77 / 19 28 38 63 90", "four"
FOURTEEN = "1 16 30 52 / 7 22 45 60 77 / 19 28 38 63 90"
"""A card with a number twice, and one with a number too few in a row."""


@pytest.mark.parametrize(
    ("card", "second", "is_sound"),
    [
        (LAWFUL, "", True),
        (LAWFUL, LAWFUL, True),
        (LAWFUL, OTHER, False),
        (LAWFUL, FOURTEEN, False),
        (LAWFUL, UNREAD, None),
        (TWICE, "", False),
        (TWICE, LAWFUL, False),
        (FOURTEEN, "", False),
        (FOURTEEN, LAWFUL, False),
        (UNREAD, "", None),
        (UNREAD, LAWFUL, None),
    ],
)
def test_a_card_is_held_against_the_order_and_its_second_part(card: str, second: str, is_sound: bool | None) -> None:
    words = ["bingo", "check", card, *(["--second", second] if second else [])]
    done = runner.invoke(app, [*words, "--json"])
    assert done.exit_code == {True: 0, False: 1, None: 2}[is_sound], done.output
    if is_sound is None:
        assert done.stdout == ""
        return
    assert done.stdout.startswith("{"), done.output
    found = json.loads(done.stdout)
    assert (found["ok"], bool(found["faults"])) == (is_sound, not is_sound)
    assert (found["rank"] is not None, found["check_code"] is not None) == (is_sound, is_sound)
    said = runner.invoke(app, words).stdout.splitlines()
    assert len(said) == 1 + len(found["faults"]) + len(found["warnings"]) + is_sound
