"""What an audit, a replay, a vouching and the minutes say of whatever they have found, line by line."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import tapete.live.adoption
import tapete.record.store
from tapete.cli import app, audit, default_paths, minutes, output, records, replay, stores
from tapete.house.minutes import AnsweredComplaint, CountedDifference, MinutesLine
from tapete.house.terms import SlipKind
from tapete.kernel import PersonId
from tapete.live.adoption import DoubtfulTable
from tapete.live.minutes_book import DayMinutes
from tapete.record.card_proofs import TokenKind
from tapete.record.chain import problem
from tapete.record.report import AuditReport, ExplainedDifference, SigningKey, reservation

HALL, OTHER, THIRD = "a" * 64, "b" * 64, "c" * 64
GAP = problem(3, "version-gap", "mesa", due=3, found=4)
EMPTY = problem(0, "empty")
TORN = reservation("witness-torn", file="w")
ALONE = reservation("day-alone", "house", day="2026-11-22")


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    said, beside = capsys.readouterr()
    assert beside == ""
    return said.splitlines()


COUNTS = "7 entries of 2 tables, 0 cards proved, 3 signatures, 1 entry not judged, 2 private parts not opened"


@pytest.mark.parametrize(
    ("is_sound", "warnings", "verdict"),
    [
        (True, (), "sound"),
        (True, (TORN,), "sound, WITH RESERVES"),
        (False, (), "NOT sound"),
        (False, (TORN,), "NOT sound"),
    ],
)
def test_an_audit_begins_with_its_verdict_and_what_it_has_counted(
    capsys: pytest.CaptureFixture[str], is_sound: bool, warnings: Any, verdict: str
) -> None:
    audit._tell(
        AuditReport(
            is_sound,
            7,
            (),
            ("mesa", "otra"),
            skipped_count=1,
            unopened_count=2,
            checkpoints=3,
            warnings=warnings,
        ),
        "en",
    )
    assert told(capsys)[0] == f"{verdict}: {COUNTS}"


def test_an_audit_tells_its_keys_reserves_problems_and_what_is_explained_in_that_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    explained = {"topic": "invariant", "code": "account-overdrawn", "facts": {"account": "person:ana", "held": -5}}
    report = AuditReport(
        False,
        7,
        (GAP, EMPTY),
        ("mesa", "otra"),
        (ExplainedDifference(5, "rounding", "a text", "mesa", explained),),
        skipped_count=1,
        unopened_count=2,
        checkpoints=3,
        warnings=(TORN, ALONE),
        keys=(
            SigningKey(HALL, 1, ("mesa",)),
            SigningKey(OTHER, 2, ("mesa", "otra"), True),
            SigningKey(THIRD, 3, (), False),
        ),
    )
    audit._tell(report, "en")
    assert told(capsys)[1:-1] == [
        f"  key {HALL}: 1 signature (mesa)",
        f"  key {OTHER}, trusted: 2 signatures (mesa, otra)",
        f"  key {THIRD}, NOT trusted: 3 signatures ()",
        "  RESERVE - witness-torn: The last line of w is torn: a hall was stopped while it wrote, or somebody cut it.",
        (
            "  RESERVE house day-alone: The day 2026-11-22 is judged alone: that it begins where the one before ended, "
            "and that nothing follows it, is for its neighbours to say."
        ),
        "  mesa #3 version-gap: Entry 4 stands where 3 belongs: entries are missing or out of order.",
        "  - #0 empty: The record has no entry: if there ever was one, it is gone.",
    ]


@pytest.mark.parametrize("lang", ["es", "en", "fr"])
def test_an_explained_difference_is_told_with_its_table_and_entry(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr("tapete.words.explained_difference", lambda *asked: f"<{' '.join(map(str, asked))}>")
    report = AuditReport(True, 1, (), ("mesa",), (ExplainedDifference(5, "rounding", "a text", "mesa", {"a": 1}),))
    audit._tell(report, lang)
    word = {"es": "explicado", "en": "explained", "fr": "expliqué"}[lang]
    assert told(capsys)[1:] == [f"  mesa #5 rounding ({word}): <rounding {{'a': 1}} {lang}>"]


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ({}, "0 cards proved"),
        ({TokenKind.CARD: 1}, "1 card proved"),
        ({TokenKind.BALL: 2}, "2 balls proved"),
        ({TokenKind.BALL: 2, TokenKind.CARD: 3}, "3 cards proved and 2 balls proved"),
    ],
)
def test_what_was_proved_is_told_by_its_kinds_and_of_none_that_no_card_was(kinds: Any, said: str) -> None:
    assert audit.proved_tokens(AuditReport(True, 1, (), proved_by_kind=kinds), "en") == said


SOUND = {"ok": True, "entries": 3, "problems": []}
ENTRIES_LACK = [{"at": at, "code": "face-hidden", "table": "mesa"} for at in (2, 3, 5)]


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (SOUND, ["sound: 3 entries"]),
        (SOUND | {"skipped": 0, "unjudged": [], "unopened": 0}, ["sound: 3 entries"]),
        (
            SOUND | {"skipped": 3, "unjudged": ENTRIES_LACK, "unopened": 2},
            ["sound, WITH RESERVES: 3 entries", "  RESERVE unjudged: ", "  RESERVE parts-unopened: "],
        ),
        (SOUND | {"unopened": 1}, ["sound: 3 entries", "  RESERVE parts-unopened: "]),
        ({"ok": False, "entries": 1, "skipped": 2}, ["NOT sound: 1 entry"]),
    ],
)
def test_a_replay_tells_what_it_has_judged_and_what_it_could_not(
    capsys: pytest.CaptureFixture[str], found: dict[str, Any], lines: list[str]
) -> None:
    found = found | {"problems": []}
    replay._tell(found, "en")
    said = told(capsys)
    assert len(said) == len(lines)
    assert [one for one, begin in zip(said, lines, strict=True) if not one.startswith(begin)] == []
    assert said[0] == lines[0]


def test_a_replay_tells_each_problem_with_its_table_if_it_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    problems: list[dict[str, Any]] = [
        {"at": 3, "code": "version-gap", "table": "mesa", "facts": {"due": 3, "found": 4}},
        {"at": 1, "code": "empty", "table": "", "facts": {}},
        {"at": 2, "code": "empty", "facts": {}},
    ]
    replay._tell({"ok": False, "entries": 2, "problems": problems}, "en")
    lost = "The record has no entry: if there ever was one, it is gone."
    assert told(capsys) == [
        "NOT sound: 2 entries",
        "  mesa #3 version-gap: Entry 4 stands where 3 belongs: entries are missing or out of order.",
        f"  - #1 empty: {lost}",
        f"  - #2 empty: {lost}",
    ]


ENTRY: Any = SimpleNamespace(version=4, time="2026-11-22T20:00:00+00:00", by="dora", act={"what": {"act": "open-day"}})


@pytest.mark.parametrize(
    ("entries", "last", "changed", "yes", "status", "signs", "end"),
    [
        ((ENTRY,), 4, False, False, 1, False, "1 entry that nothing authenticates; not signed: "),
        ((ENTRY,), 4, False, True, 0, True, "1 entry that nothing authenticates; signed"),
        ((), 4, True, False, 1, False, "0 entries that nothing authenticates; not signed: "),
        ((), 4, True, True, 0, True, "0 entries that nothing authenticates; signed"),
        ((ENTRY,), 4, True, True, 0, True, "1 entry that nothing authenticates; signed"),
        ((), 4, False, False, 0, False, "0 entries that nothing authenticates; in order"),
        ((), 4, False, True, 0, False, "0 entries that nothing authenticates; in order"),
    ],
)
def test_somebody_vouches_for_what_he_has_seen_and_for_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    entries: Any,
    last: int,
    changed: bool,
    yes: bool,
    status: int,
    signs: bool,
    end: str,
) -> None:
    store: Any = SimpleNamespace(tables=lambda: ("mesa",), hold_hall=lambda: None)
    found, signed = DoubtfulTable(entries, last, changed), list[Any]()
    clock = SimpleNamespace(wall=lambda: "now")
    monkeypatch.setattr(tapete.record.store, "open_store", lambda where: nullcontext(store))
    monkeypatch.setattr(records, "hall_keys", lambda key: ("keys", key))
    monkeypatch.setattr(stores, "has_hall", lambda where: True)
    monkeypatch.setattr(tapete.live.adoption, "doubtful_table", lambda *given: found)
    monkeypatch.setattr(tapete.live.adoption, "adopt_table", lambda *given: signed.append(given))
    monkeypatch.setattr("tapete.live.SystemClock", lambda: clock)
    file = tmp_path / "hall.db"
    words = ["adopt", str(file), "mesa", "--lang", "en", *(["--yes"] if yes else [])]
    answer = CliRunner(env={"NO_COLOR": "1"}).invoke(app, words)
    keys, seen = ("keys", default_paths.key_file(str(file), None)), default_paths.witness_file(str(file))
    assert signed == ([(store, "mesa", keys, found, "now", seen)] if signs else [])
    lines = [f"  mesa #4 {ENTRY.time} dora: open-day"] * len(entries)
    lines += ["  the writer on record is not the one that the hall signed"] * changed
    assert (answer.exit_code, answer.stdout.splitlines()[:-1], answer.stderr) == (status, lines, "")
    assert answer.stdout.splitlines()[-1].startswith(f"mesa: {end}")
    as_json = CliRunner().invoke(app, [*words, "--json"])
    assert (as_json.exit_code, json.loads(as_json.stdout)) == (
        status,
        {
            "table": "mesa",
            "entries": [{"version": 4, "time": ENTRY.time, "by": "dora", "act": "open-day"}] * len(entries),
            "writer_changed": changed,
            "signed": signs,
        },
    )


DORA, CAJA = PersonId("dora"), PersonId("caja")


def difference(table: str, chips: int, cash: int, vouchers: int) -> MinutesLine:
    found = CountedDifference(SlipKind.COUNT, table, chips, cash, CAJA, vouchers)
    return MinutesLine(DORA, "a coin", found)


BEGIN = "dora · Count of the cash desk{} · signed by caja: "


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (MinutesLine(DORA, "the light went out"), "dora: the light went out"),
        (difference("", 0, -100, 0), "There are €1 in cash too many, by the books."),
        (difference("", 0, 100, 0), "€1 in cash are missing, by the books."),
        (difference("", 250, 0, 0), "€2.50 in chips are missing, by the books."),
        (difference("", -250, 0, 0), "There are €2.50 in chips too many, by the books."),
        (difference("", 0, 0, 300), "€3 in cheques and card slips are missing, by the books."),
        (
            difference("", 100, -200, -300),
            (
                "€1 in chips are missing, by the books. There are €2 in cash too many, by the books. "
                "There are €3 in cheques and card slips too many, by the books."
            ),
        ),
    ],
)
def test_a_line_of_the_minutes_tells_a_difference_by_what_is_missing(line: MinutesLine, said: str) -> None:
    assert minutes._line(line) == (said if line.difference is None else f"{BEGIN.format('')}{said} Reason: a coin")


def test_a_difference_at_a_table_and_a_complaint_at_one_name_it() -> None:
    assert minutes._line(difference("mesa", 0, -100, 0)).startswith(BEGIN.format(" · mesa"))
    complaint = AnsweredComplaint(3, DORA, "", "it is cold", "no more", CAJA)
    assert minutes._answer(complaint) == "Complaint 3 · dora: it is cold — caja: no more"
    complaint = AnsweredComplaint(3, DORA, "mesa", "it is cold", "no more", CAJA)
    assert minutes._answer(complaint) == "Complaint 3 · dora · mesa: it is cold — caja: no more"


def test_a_day_has_its_lines_then_its_answers_and_says_when_it_has_neither() -> None:
    line, answer = MinutesLine(DORA, "x"), AnsweredComplaint(3, DORA, "", "y", "z", CAJA)
    lines, answers = ["dora: x"], ["Complaint 3 · dora: y — caja: z"]
    days = {
        (): ["Nothing stands in the minutes."],
        ("lines",): lines,
        ("answers",): answers,
        ("lines", "answers"): lines + answers,
    }
    for parts, said in days.items():
        day = DayMinutes("d", (line,) if "lines" in parts else (), (answer,) if "answers" in parts else ())
        assert list(minutes._lines(day)) == said
