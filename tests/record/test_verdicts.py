"""What a replay of one table answers: how many entries it looked at, what is wrong with the first that differs, what
was not judged or opened; and the table that goes on after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.record.chain import Link
from tapete.record.differences import Finding
from tapete.record.editions import Change, Edition
from tapete.record.entry import Entry, Head
from tapete.record.private import KeySealer
from tapete.record.recompute import Recomputation
from tapete.record.replay import read, replay, restore, states
from tapete.record.report import UnjudgedEntry
from tapete.record.source import Part, StoredEntry
from tapete.record.verify import TableVerdict, VerifyOptions, opened_faces, verify_entries, verify_table
from tests.support.record.tables import GAME, KEY, SCRIPT, TableActor, play

ACTOR = play(TableActor(), SCRIPT)
MADE = ACTOR.made
LAST = len(MADE)
OPENED = VerifyOptions(KeySealer(KEY))
NOW = MADE[0].entry.edition
HIDDEN = [one.entry.version for one in MADE if one.entry.private_digest is not None]
PAID = MADE[6].entry


class Kept:
    """The entries of one table, as they were made or changed."""

    def __init__(self, **changes: dict[int, Any]) -> None:
        self.day: Part | None = None
        self.entries: list[StoredEntry] = []
        for one in MADE:
            said = {name: values[one.entry.version] for name, values in changes.items() if one.entry.version in values}
            entry: Entry = replace(one.entry, **said)
            self.entries.append(StoredEntry(Link(entry.body(), entry.hash()), one.private_part))

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        assert table == "t1"
        return iter(self.entries)

    def rulebooks(self) -> dict[str, Any]:
        return {}

    def part(self, table: str) -> Part | None:
        return self.day


def verdict(kept: Kept, by: VerifyOptions = OPENED, games: Any = None) -> TableVerdict:
    return verify_table(kept, "t1", {"toy": GAME} if games is None else games, by)  # type: ignore[arg-type]


def found(judged: TableVerdict) -> tuple[int, list[tuple[int, str, str]]]:
    return judged.entries, [(one.at, one.code, one.table) for one in judged.problems]


def test_a_table_that_comes_out_as_written_is_looked_at_to_its_end() -> None:
    assert verdict(Kept()) == TableVerdict(LAST)
    assert verdict(Kept(), VerifyOptions()) == TableVerdict(LAST, unopened_count=len(HIDDEN))


@pytest.mark.parametrize("at", range(1, LAST + 1))
def test_a_replay_ends_with_the_first_entry_that_differs(at: int) -> None:
    kept = Kept(by=dict.fromkeys(range(at, LAST + 1), "zoe"))
    assert found(verdict(kept)) == (at, [(at, "author-differs", "t1")])


def test_everything_that_is_wrong_with_an_entry_is_told() -> None:
    kept = Kept(by={2: "zoe"}, edition={2: "0.0.1"})
    assert found(verdict(kept)) == (2, [(2, "edition-unknown", "t1"), (2, "author-differs", "t1")])


@pytest.mark.parametrize("at", [1, 3, LAST])
def test_an_entry_that_cannot_be_read_ends_it(at: int) -> None:
    kept = Kept()
    kept.entries[at - 1] = replace(kept.entries[at - 1], link=Link(b"none"))
    assert found(verdict(kept)) == (at, [(at, "unreadable", "t1")])


def test_a_game_that_nobody_knows_is_told_once_and_nothing_is_judged() -> None:
    assert found(verdict(Kept(), games={"other": GAME})) == (1, [(1, "game-unknown", "t1")])
    (judged,) = verify_entries(Kept(), "t1", {}, {}, OPENED)  # type: ignore[arg-type]
    assert (judged.rerun, judged.is_unopened, judged.entry) == (None, False, MADE[0].entry)
    assert judged.findings == (Finding("game-unknown", {"game": "toy"}),)


@pytest.mark.parametrize("at", HIDDEN)
def test_a_private_part_of_another_entry_is_told(at: int) -> None:
    kept = Kept()
    other = next(one for one in HIDDEN if one != at)
    kept.entries[at - 1] = replace(kept.entries[at - 1], sealed_part=MADE[other - 1].private_part)
    judged = verdict(kept)
    assert (judged.entries, judged.problems[0].at, judged.problems[0].code) == (at, at, "private-part")
    assert judged.unopened_count == 1
    assert verdict(kept, VerifyOptions()) == TableVerdict(LAST, unopened_count=len(HIDDEN))


CHANGE = Change("paid-otherwise", "toy", ("paid",))
EDITIONS = (Edition("0.0.1"), Edition(NOW, (CHANGE,)))


def test_what_an_edition_explains_is_counted_and_no_problem() -> None:
    paid = ({"event": "paid@1", "person": "ana", "amount": 1250},)
    kept = Kept(events={7: paid}, edition={7: "0.0.1"})
    explained = VerifyOptions(KeySealer(KEY), NOW, EDITIONS)
    assert verdict(kept, explained) == TableVerdict(LAST, explained_count=1)
    assert found(verdict(kept)) == (7, [(7, "edition-unknown", "t1"), (7, "money-differs", "t1")])
    assert found(verdict(Kept(events={7: paid}), explained)) == (7, [(7, "money-differs", "t1")])


def test_what_rests_on_cards_that_nobody_sees_is_listed() -> None:
    shown = tuple(replace(one, openings=()) if one.version == 5 else one for one in (made.entry for made in MADE))
    kept = Kept(openings={one.version: one.openings for one in shown})
    judged = verdict(kept, VerifyOptions())
    assert judged.problems[0].code == "opening-missing"
    kept = Kept(act={5: {"by": "ana", "what": {"act": "show", "position": 1}, "at": None}})
    judged = verdict(kept, VerifyOptions())
    assert (judged.skipped_count, judged.unjudged_entries) == (1, (UnjudgedEntry(5, "cards-unseen", "t1"),))


def test_an_entry_opens_faces_by_shoe_and_committed_place() -> None:
    (opened,) = [one.entry for one in MADE if one.entry.openings]
    assert opened_faces(opened) == {(1, 5): "6s"}
    assert opened_faces(MADE[0].entry) == {}


# --- from the record to the table -------------------------------------------------------------------------------------


def test_a_table_is_where_its_last_entry_left_it() -> None:
    kept: Any = Kept()
    sealer = KeySealer(KEY)
    assert replay(GAME, kept, "t1", sealer) == ACTOR.state
    restored = restore(GAME, kept, "t1", sealer)
    assert (restored.state, restored.head) == (ACTOR.state, Head(LAST, MADE[-1].hash))
    assert (restored.watch.turned, restored.watch.rotation) == (ACTOR.watch.turned, ACTOR.watch.rotation)
    assert restored.watch.sealed == ACTOR.watch.sealed
    assert (restored.watch.coups, restored.watch.faults) == (ACTOR.watch.coups, [])
    kept.entries = []
    assert (replay(GAME, kept, "t1"), restore(GAME, kept, "t1", sealer).head) == (GAME.blank(), Head())


def test_entries_are_read_with_what_can_be_opened_of_them() -> None:
    kept: Any = Kept()
    faces = {
        at: [tree.get("face") for tree in one.events if "face" in tree] for at, one in enumerate(read(kept, "t1"), 1)
    }
    opened = read(kept, "t1", KeySealer(KEY))
    seen = {at: [tree.get("face") for tree in one.events if "face" in tree] for at, one in enumerate(opened, 1)}
    assert {at: one for at, one in faces.items() if one} == {3: [None], 4: [None], 5: ["6s"], 8: [None]}
    assert [seen[at][0] for at in (3, 5)] == ["6s", "6s"]
    assert all(seen[at][0] is not None for at in (3, 4, 8))


def test_each_entry_has_the_state_after_it() -> None:
    kept: Any = Kept()
    followed = list(states(GAME, read(kept, "t1", KeySealer(KEY))))
    assert [entry.version for entry, _ in followed] == list(range(1, LAST + 1))
    assert followed[-1][1] == ACTOR.state
    assert [state.ledger.get("stakes", 0) for _, state in followed] == [0, 1000, 1000, 1000, 1000, 1250, 0, 0]


@pytest.mark.parametrize(("after", "codes"), [(0, []), (1, ["balances-missing"]), (3, ["balances-missing"])])
def test_a_day_that_follows_others_is_begun_with_its_balances(after: int, codes: list[str]) -> None:
    kept = Kept()
    kept.entries = kept.entries[after:]
    kept.day = Part("2026-01-02", Head(after, "x"), LAST)
    judged = verdict(kept)
    assert [(one.at, one.code) for one in judged.problems] == [(after + 1, one) for one in codes]
    assert judged.entries == (1 if codes else LAST)


def test_only_the_first_entry_of_a_day_begins_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr(Recomputation, "begin_day", lambda self, entry: begun.append(entry.version) or ())
    kept = Kept()
    kept.day = Part("2026-01-02", Head(1, "x"), LAST)
    assert (verdict(kept), begun) == (TableVerdict(LAST), [1])
    kept.day = Part("2026-01-02", Head(), LAST)
    assert (verdict(kept), begun) == (TableVerdict(LAST), [1])


def test_a_record_that_states_no_hashes_restores_a_table_without_one() -> None:
    kept: Any = Kept()
    kept.entries = [replace(one, link=replace(one.link, hash=None)) for one in kept.entries]
    assert restore(GAME, kept, "t1", KeySealer(KEY)).head == Head(LAST, "")
