"""Whatever value stands in an entry, audit and replay end in an answer, and where it cannot be so, the answer is no.

Everything else is in order in these records: they are chained and hashed as whoever holds the database does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from tapete.kernel import Game
from tapete.record.audit import AuditInputs, AuditReport, audit, summary
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import GENESIS, BadEntryError, read_entry
from tapete.record.private import PrivatePart, PrivatePartError, read_part
from tapete.record.verify import VerifyOptions, verify_table
from tapete.words import finding
from tests.support.record.hostile import (
    EARLIEST,
    GAMES,
    LAST,
    LATEST,
    TABLE,
    Moment,
    Stored,
    acts_changed,
    entries_changed,
    events_changed,
    moments,
)
from tests.support.record.tables import GAME as TOY, TableActor, play
from tests.support.rows import rows

GIVEN = AuditInputs(wall_time="2026-03-02T00:00:00+00:00")
IN_THE_MIDDLE = {"clauses-differ", "rulebook-missing", "edition-unknown", "twin-foreign"}
"""What is said because a record begins in the middle here, without its rulebook and the tables of which it tells, and
names no clause and no edition.
"""


def judged(record: Stored, games: Mapping[str, Game[Any]]) -> AuditReport:
    """Audit a record and replay it."""
    report = audit(record, games, GIVEN)
    assert msgspec.json.encode(summary(report))
    assert verify_table(record, TABLE, games, VerifyOptions()).entries >= 0
    return report


def beyond(report: AuditReport) -> set[str]:
    """Return the problems of a report but for those that every such record has."""
    return {one.code for one in report.problems} - IN_THE_MIDDLE


def silent(one: Moment, records: Iterable[tuple[str, Stored]]) -> Iterator[str]:
    """Yield the places of values about which nothing was said."""
    games = {one.game.key: one.resumed()}
    for place, record in records:
        report = judged(record, games)
        if not beyond(report) and not {"unjudged", "time-unlikely"} & {said.code for said in report.warnings}:
            yield f"{one.kind}{place}"


@pytest.mark.parametrize("key", GAMES)
def test_what_was_played_is_sound_where_it_was_resumed(key: str) -> None:
    """Else nothing would be shown by what is said of a changed value."""
    played = [one for one in moments(key) if one.sample is None]
    assert len(played) >= 10
    for one in played:
        assert not beyond(judged(Stored(one.entries()), {key: one.resumed()})), one.kind


@pytest.mark.parametrize("key", GAMES)
def test_no_value_of_an_event_passes_or_stops_the_audit(key: str) -> None:
    assert [place for one in moments(key) for place in silent(one, events_changed(one))] == []


@pytest.mark.parametrize("key", GAMES)
def test_no_value_of_an_event_beside_a_closed_private_part_stops_the_audit(key: str) -> None:
    assert [place for one in moments(key) for place in silent(one, events_changed(one, hidden=True))] == []


@pytest.mark.parametrize("key", GAMES)
def test_no_value_of_an_act_stops_the_audit(key: str) -> None:
    told = set[str]()
    for one in moments(key)[::3]:
        for _, record in acts_changed(one):
            report = judged(record, {key: one.resumed()})
            assert report.entries
            told |= {finding(said.code, said.facts, "es") for said in report.problems}
    assert [one for one in told if "Error" in one] == [], "a Spanish answer is Spanish"


@pytest.mark.parametrize("key", GAMES)
def test_no_value_of_an_entry_stops_the_audit(key: str) -> None:
    one = next(one for one in moments(key) if (one.sample is None and len(one.turns[0].events) > 1) or key == "house")
    assert all(judged(record, {key: one.resumed()}).entries for _, record in entries_changed(one.entries()))


def toy_record() -> tuple[list[dict[str, Any]], dict[int, PrivatePart]]:
    """Return a table with a sealed shoe, its openings and its private parts, open."""
    entries, parts = [], {}
    actor = play(TableActor(table=TABLE))
    for made in actor.made:
        entries.append(msgspec.to_builtins(made.entry))
        entries[-1].pop("continues")
        if made.private_part is not None:
            plain = actor.sealer.unseal(made.private_part, f"tapete private {TABLE} {made.entry.version}")
            parts[made.entry.version] = read_part(plain)
    return entries, parts


def test_no_value_of_an_opening_or_a_commitment_stops_the_audit() -> None:
    entries, parts = toy_record()
    assert parts
    assert any(one["openings"] for one in entries)
    assert not audit(Stored(entries, parts), {"toy": TOY}, GIVEN).problems
    for _, record in entries_changed(entries, parts):
        assert judged(record, {"toy": TOY}).entries == len(entries)


@pytest.mark.parametrize(
    "field",
    [(-1, "amount", 5), (-1, "x", {}), (LAST, "face", "7s"), (-LAST, "", None), (0, "event", []), (0, "note", -5)],
)
@pytest.mark.parametrize("place", ["fields", "chance"])
def test_no_private_part_stops_the_audit(field: tuple[int, str, Any], place: str) -> None:
    """It fits the digest that the entry has of it."""
    entries, parts = toy_record()
    at = min(parts)
    for act in ({**entries[at - 1]["act"]}, {"by": "ana"}, {"by": "ana", "what": 7}):
        part = msgspec.structs.replace(parts[at], **{place: (field,)})
        changed = [*entries[: at - 1], {**entries[at - 1], "act": act, "private": part.digest()}, *entries[at:]]
        assert judged(Stored(changed, {**parts, at: part}), {"toy": TOY}).problems


@rows("salt", ["", "no salt", "ñ", "0"])
def test_a_private_part_with_a_salt_that_is_none_is_not_the_one_that_is_covered(salt: str) -> None:
    entries, parts = toy_record()
    at = min(parts)
    broken = {**parts, at: msgspec.structs.replace(parts[at], salt=salt)}
    assert "private-part" in beyond(judged(Stored(entries, broken), {"toy": TOY}))
    with pytest.raises(PrivatePartError):
        read_part(b'{"salt":')


@rows("time", [EARLIEST, LATEST, "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59"])
def test_the_first_and_the_last_hours_of_all_years_are_times(time: str) -> None:
    entries, parts = toy_record()
    for at in (0, 3, len(entries) - 1):
        changed = [*entries[:at], {**entries[at], "time": time}, *entries[at + 1 :]]
        report = judged(Stored(changed, parts), {"toy": TOY})
        assert "time-unlikely" in {one.code for one in report.warnings}
    said = tuple(Checkpoint(TABLE, version, GENESIS, time, "") for version in (0, 1, 2))
    report = audit(Stored(entries, parts), {"toy": TOY}, msgspec.structs.replace(GIVEN, witness=said))
    assert {one.code for one in report.problems} == {"checkpoint-unsigned"}


def test_a_body_that_is_nested_without_end_is_no_entry() -> None:
    with pytest.raises(BadEntryError):
        read_entry(b'{"act":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}")
