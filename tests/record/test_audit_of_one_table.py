"""The audit of one table with all that a store keeps of it: each fault by itself, with its entry and all its facts.

And what an audit makes of several tables: rows that no question brought to light, rulebooks, what is warned of.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.house.terms import KEY as HOUSE_KEY, Phase
from tapete.kernel import HOUSE
from tapete.record import table_audit
from tapete.record.audit import READINGS, audit, summary
from tapete.record.authentication import KeptEntry
from tapete.record.authority import Authority
from tapete.record.canonical import canonical, sha256
from tapete.record.chain import Link
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.closings import UnclosedWriter
from tapete.record.editions import Change, Edition
from tapete.record.entry import Head
from tapete.record.private import KeySealer, open_part
from tapete.record.report import AuditInputs, AuditReport, UnjudgedEntry
from tapete.record.shoes import seal_shoe
from tapete.record.signatures import SignedState
from tapete.record.source import Custody, Part, StoredEntry
from tapete.record.store import AnsweredCommand, WriterRow
from tapete.record.store.rows import signed_writer
from tapete.record.table_audit import TableAudit, numbers
from tests.support.record.tables import GAME, KEY, SCRIPT, TIME, TableActor, Vault, play
from tests.support.record.toy import Deal, Open

SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OURS = Authority(bytes(32), SIGNER)
SEALED = AuditInputs(KeySealer(KEY), authority=OURS)
MADE = play(TableActor(), SCRIPT).made
LAST = len(MADE)


class Kept:
    """All that a store keeps of a table that was played to its end: every row of it, to be changed."""

    def __init__(self) -> None:
        self.entries = [
            StoredEntry(Link(one.entry.body(), one.hash, OURS.tag(one.hash), one.entry.version), one.private_part)
            for one in MADE
        ]
        self.requests: dict[str, AnsweredCommand] | None = {
            str(one.entry.command): AnsweredCommand(
                one.entry.version, sha256(canonical(one.entry.act)), str(one.entry.answer)
            )
            for one in MADE
        }
        self.orders: dict[int, bytes] | None = TableActor().laid(MADE[0])
        end = sign_checkpoint(SIGNER, Checkpoint("t1", LAST, MADE[-1].hash, TIME, "", epoch=1, is_closed=True))
        self.said: tuple[Checkpoint, ...] = (end,)
        self.kept = Custody(is_store=True, writer=signed_writer(WriterRow("t1", 1), OURS))
        self.books: dict[str, dict[str, Any]] = {}
        self.unreadable: dict[str, str] = {}
        self.rows: dict[str, int] | None = None
        self.faults: tuple[tuple[str, dict[str, Any]], ...] = ()
        self.must_have_parts = True

    def tables(self) -> tuple[str, ...]:
        return ("t1",)

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return iter(self.entries if table == "t1" else ())

    def part(self, table: str) -> None:
        return None

    def length(self, table: str) -> int:
        return len(self.entries)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return self.said if table == "t1" else ()

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self.books

    def unreadable_rulebooks(self) -> dict[str, str]:
        return self.unreadable

    def commands(self, table: str) -> dict[str, AnsweredCommand] | None:
        return self.requests if table == "t1" else {}

    def shoes(self, table: str) -> dict[int, bytes] | None:
        return self.orders if table == "t1" else {}

    def custody(self, table: str) -> Custody:
        return self.kept if table == "t1" else Custody(is_store=True)

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        return self.faults

    def row_counts(self) -> dict[str, int]:
        count = {"writers": 1, "entries": LAST, "commands": LAST, "checkpoints": 1, "shoes": 1, "rulebooks": 0}
        return count if self.rows is None else self.rows

    def has_private_parts(self) -> bool:
        return self.must_have_parts

    def close(self) -> None:
        pass


def judged(source: Kept, given: AuditInputs = SEALED, **more: Any) -> AuditReport:
    return audit(source, {"toy": GAME}, replace(given, witness=more.pop("witness", source.said)), **more)


def wrong(report: AuditReport) -> list[tuple[int, str, dict[str, Any]]]:
    assert report.is_sound == (not report.problems)
    return [(one.at, one.code, one.facts) for one in report.problems]


def warned(report: AuditReport) -> list[tuple[str, str, dict[str, Any]]]:
    return [(one.code, one.table, one.facts) for one in report.warnings]


PUBLIC = OURS.public


def test_a_table_that_was_kept_as_it_was_played_is_sound_and_nothing_is_warned_of() -> None:
    report = judged(Kept())
    assert (wrong(report), warned(report)) == ([], [])
    assert (report.entries, report.tables, report.checkpoints) == (LAST, ("t1",), 1)
    assert (report.skipped_count, report.unopened_count, report.proved_count) == (0, 0, 1)
    assert report.proved_by_kind == {"card": 1}
    assert [(one.key, one.checkpoints, one.tables, one.is_trusted) for one in report.keys] == [
        (PUBLIC, 1, ("t1",), True)
    ]
    tree = summary(report)
    assert list(tree)[:4] == ["ok", "entries", "problems", "tables"]
    assert "proved_by_kind" not in tree
    assert tree["proved"] == 1
    assert READINGS == 2


# --- requests ---------------------------------------------------------------------------------------------------------


def with_request(name: str, **changed: Any) -> Kept:
    kept = Kept()
    assert kept.requests is not None
    kept.requests[name] = replace(kept.requests.get(name, AnsweredCommand(4, "", "")), **changed)
    return kept


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        (with_request("c3", version=4), [(3, "command-changed", {"request": "c3"})]),
        (with_request("c3", body_digest="00"), [(3, "command-changed", {"request": "c3"})]),
        (with_request("c3", answer_digest="00"), [(3, "answer-changed", {"request": "c3"})]),
        (
            with_request("c3", version=4, answer_digest="00"),
            [(3, "command-changed", {"request": "c3"}), (3, "answer-changed", {"request": "c3"})],
        ),
        (with_request("c99"), [(4, "command-foreign", {"request": "c99"})]),
    ],
)
def test_each_answered_request_has_its_entry_with_its_act_and_its_answer(kept: Kept, found: list[Any]) -> None:
    assert wrong(judged(kept)) == found


def test_an_answered_request_whose_row_is_gone_is_missed_where_requests_are_kept() -> None:
    kept = Kept()
    assert kept.requests is not None
    del kept.requests["c5"]
    assert wrong(judged(kept)) == [
        (5, "command-missing", {"request": "c5"}),
        (0, "rows-unread", {"name": "commands", "count": 1}),
    ]
    kept.requests = None
    kept.rows = {"entries": LAST}
    assert wrong(judged(kept)) == []


# --- private parts and orders -----------------------------------------------------------------------------------------

HIDDEN = [one.entry.version for one in MADE if one.entry.private_digest is not None]


def test_a_private_part_is_missed_where_the_chain_covers_one_and_strange_where_it_does_not() -> None:
    assert HIDDEN == [3, 4, 8]
    kept = Kept()
    kept.entries[2] = replace(kept.entries[2], sealed_part=None)
    report = judged(kept)
    assert wrong(report) == [(3, "part-missing", {})]
    assert report.unopened_count == 1
    kept.must_have_parts = False
    assert wrong(judged(kept)) == []
    kept = Kept()
    kept.entries[1] = replace(kept.entries[1], sealed_part=kept.entries[2].sealed_part)
    assert [(at, code) for at, code, _ in wrong(judged(kept))][:2] == [
        (2, "part-foreign"),
        (2, "private-part"),
    ]


def laid(order: Any = None) -> bytes:
    actor = TableActor(vault=Vault("t1", order) if order else None)
    return actor.laid(MADE[0])[1]


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ({}, [(1, "shoe-missing", {"shoe": 1})]),
        ({1: laid(), 2: laid()}, [(0, "shoe-foreign", {"shoe": 2})]),
        ({1: laid(tuple(reversed(Vault("t1").order)))}, [(1, "shoe-changed", {"shoe": 1})]),
        ({1: b"no order"}, [(1, "shoe-changed", {"shoe": 1, "case": "shut"})]),
    ],
)
def test_the_order_of_each_shoe_is_the_one_that_was_committed_to(orders: dict[int, bytes], found: list[Any]) -> None:
    kept = Kept()
    kept.orders, kept.rows = orders, {"entries": LAST}
    assert wrong(judged(kept)) == found
    kept.orders = None
    assert wrong(judged(kept)) == []


def test_what_cannot_be_read_without_the_key_is_counted_and_warned_of() -> None:
    """The tag of each entry, the order of the shoe; the private parts of the entries that have one."""
    report = judged(Kept(), AuditInputs())
    assert wrong(report) == []
    assert warned(report) == [
        ("any-signer", "", {"keys": PUBLIC}),
        ("parts-unopened", "t1", {"count": 3}),
        ("key-missing", "t1", {"count": LAST + 1}),
    ]
    assert (report.unopened_count, report.skipped_count) == (3, 0)
    with_sealer = judged(Kept(), AuditInputs(KeySealer(KEY)))
    assert ("key-missing", "t1", {"count": LAST}) in warned(with_sealer)
    with_tags = judged(Kept(), AuditInputs(authority=OURS))
    assert warned(with_tags) == [("parts-unopened", "t1", {"count": 3}), ("key-missing", "t1", {"count": 1})]


# --- custody ----------------------------------------------------------------------------------------------------------


def test_a_file_states_the_game_of_its_entries_and_has_some() -> None:
    kept = Kept()
    kept.rows = {}
    kept.kept = Custody(game="toy")
    assert wrong(judged(kept)) == []
    kept.kept = Custody(game="bingo")
    assert wrong(judged(kept)) == [(0, "header-game", {"header": "bingo", "game": "toy"})]
    kept.entries, kept.said, kept.rows, kept.requests, kept.orders = [], (), {}, {}, {}
    report = judged(kept)
    assert wrong(report) == [(0, "header-only", {})]
    assert ("empty", "", {}) in warned(report)


def test_an_act_of_a_person_has_a_request_and_one_of_the_hall_has_none() -> None:
    actor = TableActor()
    for what, by in ((Open(), HOUSE), (Deal(), "ana")):
        actor.do(what, by)
    kept = Kept()
    kept.entries = [
        StoredEntry(Link(one.entry.body(), one.hash, OURS.tag(one.hash), one.entry.version), one.private_part)
        for one in actor.made
    ]
    kept.requests, kept.rows, kept.said, kept.orders = {}, {"entries": 2}, (), actor.laid(actor.made[0])
    assert wrong(judged(kept)) == [(2, "request-missing", {"person": "ana"})]


# --- the store as a whole ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["writers", "entries", "commands", "checkpoints", "shoes", "rulebooks"])
def test_rows_that_no_question_brought_to_light_are_said(name: str) -> None:
    kept = Kept()
    due = kept.row_counts()
    kept.rows = {**due, name: due[name] + 2}
    assert wrong(judged(kept)) == [(0, "rows-unread", {"name": name, "count": 2})]
    assert wrong(judged(kept, tables=("t1",))) == []
    kept.rows = {**due, name: 0, "entries": max(1, due["entries"] - 1)}
    assert wrong(judged(kept)) == []


def test_rows_of_a_sort_that_nobody_asks_for_are_said() -> None:
    kept = Kept()
    kept.rows = {"others": 3}
    assert wrong(judged(kept)) == [(0, "rows-unread", {"name": "others", "count": 3})]


def test_faults_of_guards_rulebooks_and_witness_are_said_before_those_of_the_tables() -> None:
    kept = Kept()
    kept.faults = (("shape-missing", {"name": "x"}),)
    kept.unreadable = {"d1": "why"}
    kept.books = {"d2": {"id": "x"}}
    kept.entries = kept.entries[:-1]
    assert kept.requests is not None
    del kept.requests[f"c{LAST}"]
    kept.rows = {"rulebooks": 3}
    codes = [(at, code) for at, code, _ in wrong(judged(kept))]
    assert codes == [
        (0, "rulebook-changed"),
        (0, "rulebook-unreadable"),
        (0, "shape-missing"),
        (LAST, "rolled-back"),
        (0, "rows-unread"),
    ]
    assert wrong(judged(kept))[-1][2] == {"name": "rulebooks", "count": 1}


def test_a_rulebook_that_no_table_has_played_by_is_warned_of_in_a_store_alone() -> None:
    kept = Kept()
    content = {"id": "x", "game": "toy"}
    digest = sha256(canonical(content))
    kept.books = {digest: content}
    assert ("rulebook-unused", "", {"rulebook": digest}) in warned(judged(kept))
    assert "rulebook-unused" not in [one for one, _, _ in warned(judged(kept, tables=("t1",)))]
    kept.kept = Custody(game="toy")
    assert "rulebook-unused" not in [one for one, _, _ in warned(judged(kept))]


def test_a_table_that_only_the_witness_names_is_judged_where_the_whole_store_is() -> None:
    other = sign_checkpoint(SIGNER, Checkpoint("t2", 3, "ff", TIME, "", epoch=1))
    kept = Kept()
    report = judged(kept, witness=(*kept.said, other))
    assert report.tables == ("t1", "t2")
    assert [(one.at, one.code, one.table) for one in report.problems] == [(3, "rolled-back", "t2")]
    alone = judged(kept, witness=(*kept.said, other), tables=("t1",))
    assert (alone.tables, wrong(alone)) == (("t1",), [])
    assert ("witness-elsewhere", "", {"tables": "t2", "count": 1}) in warned(alone)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ([], ""),
        ([4], "4"),
        ([4, 5], "4-5"),
        ([4, 6], "4, 6"),
        ([9, 5, 4, 6], "4-6, 9"),
        ([1, 3, 4, 8, 9], "1, 3-4, 8-9"),
    ],
)
def test_numbers_of_entries_are_written_as_ranges(at: list[int], said: str) -> None:
    assert numbers(at) == said


def test_a_sealed_order_is_bound_to_its_shoe() -> None:
    kept = Kept()
    other = TableActor()
    kept.orders = {1: seal_shoe(other.sealer, open_laid(), "t1", 2)}
    assert wrong(judged(kept)) == [(1, "shoe-changed", {"shoe": 1, "case": "shut"})]


def open_laid() -> Any:
    from tapete.record.shoes import open_shoe

    return open_shoe(KeySealer(KEY), laid(), "t1", 1)


# --- decided again ----------------------------------------------------------------------------------------------------


def with_entry(at: int, **fields: Any) -> Kept:
    """Return the table with one entry that says something else, and a chain that is sound all the same."""
    kept, prev, made = Kept(), "0" * 64, list[StoredEntry]()
    for one, stored in zip(MADE, kept.entries, strict=True):
        entry = replace(one.entry, prev=prev, **(fields if one.entry.version == at else {}))
        prev = entry.hash()
        made.append(replace(stored, link=Link(entry.body(), prev, OURS.tag(prev), entry.version)))
    kept.entries, kept.requests, kept.said, kept.rows = made, None, (), {"entries": LAST}
    return kept


def staked(amount: int) -> dict[str, Any]:
    return {"event": "staked@1", "person": "ana", "amount": amount}


def turned(face: str, *, court: bool) -> dict[str, Any]:
    return {"event": "turned@1", "position": 0, "face": face, "court": court}


def does(**what: Any) -> dict[str, Any]:
    return {"by": "ana", "what": what, "at": None}


def unfit(place: str, value: str) -> dict[str, Any]:
    facts = {"place": place, "detail": f"Invalid value '{value}' - at `{place}`"}
    return {"why": {"topic": "error", "code": "tree-unfit", "facts": facts}}


def refused(act: str, code: str, **facts: Any) -> tuple[str, dict[str, Any]]:
    return "act-refused", {"act": act, "refusal": code, "why": {"topic": "refusal", "code": code, "facts": facts}}


def overdrawn(held: int) -> tuple[str, dict[str, Any]]:
    return "invariant", {"why": {"topic": "invariant", "code": "stakes-overdrawn", "facts": {"held": held}}}


STAKE, DEAL, SHOW, PAY = 2, 3, 5, 7
STAKE_LEGS = "cash-desk -{0}, person:ana -{0}, person:ana {0}, stakes {0}"
SHOWN = '{{"court":{},"event":"turned@1","face":"{}","position":0}}'
NOW = SHOWN.format("false", "6s")


@pytest.mark.parametrize(
    ("at", "fields", "found"),
    [
        (STAKE, {"by": "bea"}, [(STAKE, "author-differs", {"author": "bea", "actor": "ana"})]),
        (STAKE, {"game": "other"}, [(STAKE, "game-changed", {"game": "other"})]),
        (STAKE, {"edition": "0.0.1"}, [(STAKE, "edition-unknown", {"edition": "0.0.1"})]),
        (STAKE, {"rests_on": ("PB.1",)}, [(STAKE, "clauses-differ", {"recorded": "PB.1", "now": "-"})]),
        (
            STAKE,
            {"events": (staked(999),)},
            [
                (STAKE, "money-differs", {"paid": STAKE_LEGS.format(999), "due": STAKE_LEGS.format(1000)}),
                (
                    PAY,
                    "money-differs",
                    {"paid": "person:bea 1250, stakes -1250", "due": "person:bea 1249, stakes -1249"},
                ),
                (PAY, *overdrawn(-1)),
                (8, *overdrawn(-1)),
            ],
        ),
        (
            STAKE,
            {"events": ()},
            [
                (STAKE, "money-differs", {"paid": "-", "due": STAKE_LEGS.format(1000)}),
                (PAY, "money-differs", {"paid": "person:bea 1250, stakes -1250", "due": "person:bea 250, stakes -250"}),
                (PAY, *overdrawn(-1000)),
                (8, *overdrawn(-1000)),
            ],
        ),
        (
            PAY,
            {"events": ({"event": "paid@1", "person": "ana", "amount": 1250},)},
            [(PAY, "money-differs", {"paid": "person:ana 1250", "due": "person:bea 1250"})],
        ),
        (
            STAKE,
            {"events": ({**staked(1), "event": "staked@9"},)},
            [(STAKE, "undecodable", unfit("$.event", "staked@9"))],
        ),
        (STAKE, {"act": does(act="fly")}, [(STAKE, "undecodable", unfit("$.what.act", "fly"))]),
        (STAKE, {"act": does(act="stake", amount=-1)}, [(STAKE, *refused("stake", "nothing-staked"))]),
        (SHOW, {"act": does(act="show", position=9)}, [(SHOW, *refused("show", "no-such-card", position=9))]),
        (
            DEAL,
            {"chance": ()},
            [
                (
                    DEAL,
                    "undecodable",
                    {"why": {"topic": "error", "code": "part-no-place", "facts": {"index": 0, "name": "face"}}},
                )
            ],
        ),
        (SHOW, {"openings": ()}, [(SHOW, "opening-missing", {"shoe": 1, "card": 0})]),
        (
            SHOW,
            {"events": (turned("6s", court=True),)},
            [(SHOW, "events-differ", {"index": 0, "recorded": SHOWN.format("true", "6s"), "now": NOW})],
        ),
        (
            SHOW,
            {"events": (turned("8s", court=False),)},
            [
                (SHOW, "events-differ", {"index": 0, "recorded": SHOWN.format("false", "8s"), "now": NOW}),
                (SHOW, "opening-differs", {"shoe": 1, "card": 0, "face": "8s", "sealed": "6s"}),
            ],
        ),
    ],
)
def test_whatever_the_engine_makes_otherwise_is_said_with_both_sides(
    at: int, fields: dict[str, Any], found: list[Any]
) -> None:
    """After an entry that cannot be read nothing is judged; money that was moved otherwise is missed later too."""
    assert wrong(judged(with_entry(at, **fields))) == found


def test_an_order_that_was_not_drawn_is_missed_until_it_is_and_nothing_fits_it() -> None:
    first = MADE[0].entry
    kept = with_entry(1, chance=(), events=first.events[:2])
    kept.orders = {}
    assert wrong(judged(kept)) == [
        (1, "chance-missing", {"draw": "shoe"}),
        (2, "chance-missing", {"draw": "shoe"}),
        (5, "opening-false", {"shoe": 1, "card": 5, "face": "6s"}),
        (5, "opening-unasked", {"shoe": 1, "card": 5}),
    ]


def test_an_edition_that_is_not_known_is_named_once() -> None:
    kept = Kept()
    prev, made = "0" * 64, list[StoredEntry]()
    for one, stored in zip(MADE, kept.entries, strict=True):
        entry = replace(one.entry, prev=prev, edition="0.0.1" if one.entry.version > 4 else one.entry.edition)
        prev = entry.hash()
        made.append(replace(stored, link=Link(entry.body(), prev, OURS.tag(prev), entry.version)))
    kept.entries, kept.said, kept.rows = made, (), {"entries": LAST}
    assert wrong(judged(kept)) == [(5, "edition-unknown", {"edition": "0.0.1"})]


# --- what is handed to the judges of signatures, times and days -------------------------------------------------------


def chained(part: Part | None = None, **changes: dict[int, Any]) -> Kept:
    """Return the table with other values of a field in some entries, as ``{version: value}``, and a sound chain; where
    a part is named its entries alone.
    """
    kept, prev, made = Kept(), "0" * 64, list[StoredEntry]()
    for one, stored in zip(MADE, kept.entries, strict=True):
        said = {name: values[one.entry.version] for name, values in changes.items() if one.entry.version in values}
        entry = replace(one.entry, prev=prev, **said)
        prev = entry.hash()
        made.append(replace(stored, link=Link(entry.body(), prev, OURS.tag(prev), entry.version)))
    if part is not None:
        made = made[part.after.version : part.last]
    kept.entries, kept.requests, kept.said, kept.rows, kept.orders = made, None, (), None, None
    return kept


class Judges:
    """The judges that a table's audit asks, and what it hands them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: dict[str, list[tuple[Any, ...]]] = {}
        for name in ("judge", "judge_times", "judge_part", "judge_after_part"):
            monkeypatch.setattr(table_audit, name, self.noting(name, getattr(table_audit, name)))

    def noting(self, name: str, judge: Any) -> Any:
        def note(found: Any, *given: Any, **named: Any) -> Any:
            assert found.table == "t1"
            self.asked.setdefault(name, []).append((*given, *named.items()))
            return judge(found, *given, **named)

        return note

    def audit(self, kept: Kept, part: Part | None = None, **given: Any) -> TableAudit:
        kept.part = lambda table: part  # type: ignore[method-assign,assignment]
        return TableAudit(kept, "t1", {"toy": GAME}, replace(SEALED, **given))


def said(version: int, table: str = "t1", epoch: int = 1) -> Checkpoint:
    return sign_checkpoint(SIGNER, Checkpoint(table, version, f"{version:064x}", TIME, "", epoch=epoch))


DAY = Part("2026-01-02", Head(3, MADE[2].hash), 5)
ELSEWHERE = [said(2), said(3), said(4, "t2"), said(4), said(5), said(6), said(4, epoch=2)]


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> Judges:
    return Judges(monkeypatch)


@pytest.mark.parametrize(
    ("part", "inside", "outside"),
    [(None, (0, 1, 3, 4, 5, 6), ()), (DAY, (3, 4, 6), (0, 1, 5))],
)
def test_signatures_are_judged_with_those_of_the_table_and_its_day(
    judges: Judges, part: Part | None, inside: tuple[int, ...], outside: tuple[int, ...]
) -> None:
    """Beside the record stands what lies there, whatever it says; of the witness only what is of here."""
    kept = chained(part)
    kept.said = (ELSEWHERE[3], said(5, "t3"))
    audited = judges.audit(kept, part, witness=ELSEWHERE)
    ((state, custody, given),) = judges.asked["judge"]
    here, others = [ELSEWHERE[at] for at in inside], [ELSEWHERE[at] for at in outside]
    versions = range(1, LAST + 1) if part is None else (4, 5)
    links = [one.link for one in kept.entries]
    entries = [KeptEntry(at, str(one.hash), one.tag, 1) for at, one in zip(versions, links, strict=True)]
    assert state == SignedState(entries, 1, kept.said, tuple(here), part is not None, others)
    assert (custody, given.witness) == (kept.kept, ELSEWHERE)
    beside = [one for one in here if one != ELSEWHERE[3]]
    assert audited.checkpoints == (*kept.said, *beside)


@pytest.mark.parametrize("witness", [None, ()])
def test_signatures_are_judged_without_a_witness_where_nobody_brings_one(judges: Judges, witness: Any) -> None:
    kept = chained()
    kept.said = (said(3),)
    audited = judges.audit(kept, witness=witness)
    ((state, _, _),) = judges.asked["judge"]
    assert (state.witness_checkpoints, state.of_other_days, audited.checkpoints) == (witness, [], kept.said)


@pytest.mark.parametrize(
    ("epochs", "most"),
    [({}, 1), ({2: 3, 3: 5, 4: 2}, 5), (dict.fromkeys(range(1, LAST + 1), 4), 4), ({LAST: 2}, 2)],
)
def test_signatures_are_judged_with_the_last_writer_of_all_entries(
    judges: Judges, epochs: dict[int, int], most: int
) -> None:
    judges.audit(chained(epoch=epochs))
    ((state, _, _),) = judges.asked["judge"]
    assert state.epoch == most
    assert [one.epoch for one in state.entries] == [epochs.get(at, 1) for at in range(1, LAST + 1)]


def test_of_a_table_without_entries_nobody_has_written(judges: Judges) -> None:
    kept = chained()
    kept.entries = []
    audited = judges.audit(kept)
    ((state, _, _),) = judges.asked["judge"]
    assert (state.entries, state.epoch, state.is_part) == ([], 0, False)
    assert (audited.first, audited.hashes, audited.over, audited.rerun) == (None, {}, None, None)


def test_times_are_judged_by_the_clock_that_was_named(judges: Judges) -> None:
    kept = chained(DAY)
    judges.audit(kept, DAY, wall_time="2026-05-05T00:00:00+02:00")
    ((entries, _, now),) = judges.asked["judge_times"]
    assert ([one.version for one in entries], now) == ([4, 5], "2026-05-05T00:00:00+02:00")
    late = chained(time={5: "2031-01-02T03:04:05+01:00"})
    audited = judges.audit(late, wall_time="2026-05-05T00:00:00+02:00")
    assert "time-unlikely" in [one.code for one in audited.found.warnings]


def test_a_day_is_judged_by_its_entries_and_by_what_is_signed_after_it(judges: Judges) -> None:
    kept = chained(DAY)
    forged = replace(said(7), time="2027-01-01T00:00:00+01:00")
    strange = sign_checkpoint(Ed25519PrivateKey.from_private_bytes(bytes(32)), replace(said(6), key=""))
    kept.said = (said(4), said(7, "t2"), said(8))
    judges.audit(kept, DAY, witness=(said(6), forged, strange, said(9, "t2")))
    ((part, entries),) = judges.asked["judge_part"]
    assert (part, [one.version for one in entries]) == (DAY, [4, 5])
    (after,) = judges.asked["judge_after_part"]
    assert after == (DAY, [said(4), said(8), said(6)], ("is_closed", False))
    judges.asked.clear()
    judges.audit(chained())
    assert set(judges.asked) == {"judge", "judge_times"}


@pytest.mark.parametrize(
    ("games", "header", "found"),
    [
        ({}, "toy", []),
        ({}, "bingo", [(0, "header-game", {"header": "bingo", "game": "toy"})]),
        ({2: "bingo", LAST: "bingo"}, "toy", []),
        ({1: "bingo"}, "toy", [(0, "header-game", {"header": "toy", "game": "bingo"})]),
        ({1: "bingo"}, "bingo", []),
    ],
)
def test_a_file_states_the_game_of_its_first_entry(
    judges: Judges, games: dict[int, str], header: str, found: list[Any]
) -> None:
    kept = chained(game=games)
    kept.kept = Custody(game=header)
    audited = judges.audit(kept)
    assert [(one.at, one.code, one.facts) for one in audited.found.problems if one.code.startswith("header")] == found


def test_what_a_table_keeps_is_counted_by_its_sort(judges: Judges) -> None:
    kept = Kept()
    audited = judges.audit(kept, witness=kept.said)
    assert audited.rows == {"writers": 1, "entries": LAST, "checkpoints": 1, "commands": LAST, "shoes": 1}
    assert (audited.entries, audited.unchecked, audited.unopened) == (LAST, 0, 0)
    kept.requests, kept.orders, kept.said = None, None, ()
    kept.kept = Custody(game="toy")
    file = judges.audit(kept, authority=None, sealer=None)
    assert file.rows == {"writers": 0, "entries": LAST, "checkpoints": 0, "shoes": 0}
    assert (file.unchecked, file.unopened, file.in_store, audited.in_store) == (LAST, len(HIDDEN), False, True)
    assert (file.first, file.hashes) == (MADE[0].entry, {one.entry.version: one.hash for one in MADE})


# --- the end of a table, and of a day ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("in_play", "over"),
    [
        ("11111111", None),
        ("11111110", 8),
        ("11111100", 7),
        ("00000000", 1),
        ("11001110", 8),
        ("11001111", None),
        ("01110000", 5),
    ],
)
def test_a_table_is_over_from_the_first_entry_after_which_it_is_never_in_play_again(
    in_play: str, over: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(in_play)
    monkeypatch.setattr(table_audit, "is_in_play", lambda game, state: next(answers) == "1")
    audited = TableAudit(Kept(), "t1", {"toy": GAME}, SEALED)
    assert (audited.over, list(answers)) == (over, [])


def test_of_entries_that_cannot_be_judged_nobody_says_whether_the_table_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_audit, "is_in_play", lambda game, state: False)
    assert TableAudit(with_entry(3, events=()), "t1", {}, SEALED).over is None
    assert TableAudit(with_entry(1, act=does(act="fly")), "t1", {"toy": GAME}, SEALED).over is None
    assert TableAudit(with_entry(3, act=does(act="fly")), "t1", {"toy": GAME}, SEALED).over == 1


UNCLOSED = [UnclosedWriter(epoch, version) for version, epoch in ((2, 1), (4, 2), (4, 3), (6, 5))]


@pytest.mark.parametrize(
    ("over", "facts"),
    [
        (None, {"epochs": "1-3, 5", "versions": "2, 4, 6", "count": 4}),
        (7, {"epochs": "1-3, 5", "versions": "2, 4, 6", "count": 4}),
        (6, {"epochs": "1-3", "versions": "2, 4", "count": 3}),
        (5, {"epochs": "1-3", "versions": "2, 4", "count": 3}),
        (4, {"epochs": "1", "versions": "2", "count": 1}),
        (2, None),
        (1, None),
    ],
)
def test_writers_who_did_not_close_are_told_where_they_could_have_written_more(
    over: int | None, facts: dict[str, Any] | None
) -> None:
    audited = TableAudit(chained(), "t1", {"toy": GAME}, SEALED)
    before = len(audited.found.warnings)
    audited.unclosed, audited.over = UNCLOSED, over
    audited._unclosed()
    told = [("writer-unclosed", "t1", facts)] if facts else []
    assert [(one.code, one.table, one.facts) for one in audited.found.warnings[before:]] == told


@pytest.mark.parametrize(
    ("key", "phase", "lost", "is_closed"),
    [
        (HOUSE_KEY, Phase.CLOSED, False, True),
        (HOUSE_KEY, Phase.CLOSED, True, False),
        (HOUSE_KEY, Phase.OPEN, False, False),
        ("toy", Phase.CLOSED, False, False),
        (None, None, False, False),
    ],
)
def test_a_day_is_closed_where_its_house_is(
    judges: Judges, key: str | None, phase: Any, lost: bool, is_closed: bool
) -> None:
    audited = judges.audit(chained(DAY), DAY)
    judges.asked.clear()
    state, game = SimpleNamespace(phase=phase), SimpleNamespace(key=key)
    rerun: Any = None if key is None else SimpleNamespace(lost=lost, state=state, game=game)
    audited.rerun = rerun
    audited._after_part()
    assert judges.asked == {"judge_after_part": [(DAY, [], ("is_closed", is_closed))]}


def test_what_a_body_does_not_tell_hides_nothing_of_those_after_it(judges: Judges) -> None:
    kept = chained()
    kept.entries[1] = replace(kept.entries[1], link=replace(kept.entries[1].link, body=b"none"))
    audited = judges.audit(kept)
    ((state, _, _),) = judges.asked["judge"]
    assert (audited.entries, audited.rows["entries"]) == (LAST, LAST)
    assert [one.version for one in state.entries] == [1, *range(3, LAST + 1)]


def test_each_request_that_is_gone_or_changed_is_missed() -> None:
    kept = Kept()
    assert kept.requests is not None
    for gone in ("c2", "c4"):
        del kept.requests[gone]
    for changed in ("c1", "c3", "c5"):
        kept.requests[changed] = replace(kept.requests[changed], answer_digest="00")
    kept.rows = {"entries": LAST}
    codes = {1: "answer-changed", 2: "command-missing", 3: "answer-changed", 4: "command-missing", 5: "answer-changed"}
    assert [(at, code) for at, code, _ in wrong(judged(kept))] == [*codes.items()]


# --- what a table tells its house, and what was not judged ------------------------------------------------------------


@pytest.mark.parametrize("is_of_house", [True, False])
def test_a_table_of_a_house_tells_it_each_entry_that_can_be_followed(
    is_of_house: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def read(self: Any, entry: Any, rerun: Any) -> None:
        told.append(entry.version)
        if entry.version == 2:
            raise ValueError("no meaning")

    monkeypatch.setattr(table_audit.Telling, "read", read)
    kept = with_entry(4, act=does(act="fly"))
    kept.tables = lambda: ("t1", HOUSE_KEY) if is_of_house else ("t1",)  # type: ignore[method-assign]
    audited = TableAudit(kept, "t1", {"toy": GAME}, SEALED)
    assert (audited.telling is not None, told) == (is_of_house, [1, 2, 3] if is_of_house else [])
    codes = [(one.at, one.code) for one in audited.found.problems if one.code == "cannot-follow"]
    assert codes == ([(2, "cannot-follow")] if is_of_house else [])
    told.clear()
    kept.entries = kept.entries[:1]
    TableAudit(kept, "t1", {}, SEALED)
    assert told == []


def test_what_was_not_judged_is_told_with_its_entries() -> None:
    audited = TableAudit(chained(), "t1", {"toy": GAME}, SEALED)
    assert audited.rerun is not None
    audited.found.warnings.clear()
    audited.rerun.unjudged += [UnjudgedEntry(at, "x", "t1") for at in (3, 4, 7)]
    audited.rerun.proofs.unproved, audited.unopened, audited.unchecked = 5, 6, 7
    audited._unjudged()
    assert [(one.code, one.table, one.facts) for one in audited.found.warnings] == [
        ("unjudged", "t1", {"count": 3, "entries": "3-4, 7"}),
        ("parts-unopened", "t1", {"count": 6}),
        ("key-missing", "t1", {"count": 7}),
        ("cards-unproved", "t1", {"count": 5}),
    ]
    audited.found.warnings.clear()
    audited.rerun = None
    audited._unjudged()
    assert audited.found.warnings == []


def test_writers_who_did_not_close_are_told_of_each_table() -> None:
    kept = chained(epoch=dict.fromkeys(range(4, LAST + 1), 2))
    audited = TableAudit(kept, "t1", {"toy": GAME}, SEALED)
    told = [one.facts for one in audited.found.warnings if one.code == "writer-unclosed"]
    assert told == [{"epochs": "1", "versions": "3", "count": 1}]


def test_an_open_private_part_is_there_too(judges: Judges) -> None:
    kept = Kept()
    opened = [
        replace(one, sealed_part=None, part=open_part(KeySealer(KEY), one.sealed_part, made.entry))
        if one.sealed_part is not None
        else one
        for one, made in zip(kept.entries, MADE, strict=True)
    ]
    kept.entries = opened
    audited = judges.audit(kept, witness=kept.said)
    assert [one.code for one in audited.found.problems] == []
    kept.entries = [replace(one, part=opened[2].part) if at == 1 else one for at, one in enumerate(opened)]
    audited = judges.audit(kept, witness=kept.said)
    assert (2, "part-foreign") in [(one.at, one.code) for one in audited.found.problems]


def test_what_an_edition_explains_is_kept_apart_from_what_is_wrong() -> None:
    kept = chained(edition={7: "0.0.1"}, events={7: ({"event": "paid@1", "person": "ana", "amount": 1250},)})
    change = Change("paid-otherwise", "toy", ("paid",))
    editions = (Edition("0.0.1"), Edition(MADE[0].entry.edition, (change,)))
    audited = TableAudit(kept, "t1", {"toy": GAME}, replace(SEALED, editions=editions))
    assert [(one.at, one.code, one.table) for one in audited.explained] == [(7, "paid-otherwise", "t1")]
    assert "money-differs" not in [one.code for one in audited.found.problems]
