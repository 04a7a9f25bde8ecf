"""The forms in which a record, its exports and reports are written: the name of each field, what it is where it is left
out, how strictly it is read, and the numbers by which a store is kept.
"""

from __future__ import annotations

import inspect
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.kernel import CHANCE, CLOCK, HOUSE
from tapete.record import (
    audit,
    beancount,
    canonical,
    card_proofs,
    chain,
    checkpoints,
    compose,
    day_files,
    days,
    entry,
    export,
    private,
    report,
    shoes,
    source,
    table_audit,
    times,
    upcasting,
    verify,
    witness,
)
from tapete.record.authentication import Authentication, KeptEntry
from tapete.record.authority import Authority
from tapete.record.notation import text
from tapete.record.signatures import SignedState
from tapete.record.store import (
    appends,
    copies,
    deadline,
    engine,
    guards,
    open_store,
    reader,
    returning,
    roles,
    row_values,
    rows,
    schema,
    transactions,
)
from tapete.record.store.store import Store

NEEDED = "needed"


def form(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a form under the names by which they are written, with what they are where left out."""
    found = {}
    for one in msgspec.structs.fields(kind):
        default = one.default if one.default is not msgspec.NODEFAULT else one.default_factory
        found[one.encode_name] = NEEDED if default is msgspec.NODEFAULT else default
    return found


def needs(*names: str, **left_out: Any) -> dict[str, Any]:
    return {**dict.fromkeys(names, NEEDED), **left_out}


GENESIS = "0" * 64
NONE: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("kind", "due"),
    [
        (
            checkpoints.Checkpoint,
            needs("table", "version", "head", "time", "key", signature="", epoch=0, closed=False, tagged_from=0)
            | needs(witnessed=False, adopted_from=0, restored_from=0),
        ),
        (
            entry.Entry,
            needs("table", "game", "version", "time", "by", "epoch", "edition", "act", format=1, command=None)
            | needs(answer=None, chance=(), events=(), rests_on=(), openings=(), private=None, prev=GENESIS)
            | needs(continues=None),
        ),
        (entry.Head, {"version": 0, "hash": GENESIS}),
        (entry.ShoeOpenings, needs("shoe", "cards")),
        (entry.StreamEnd, needs("table", "version", "hash")),
        (
            export.Header,
            needs("tapete_export", "table", "game", "private", rulebooks=dict, checkpoints=(), part=None),
        ),
        (export.Line, needs("entry", "hash", tag=None, private=None)),
        (private.PrivatePart, needs("salt", fields=(), chance=(), clauses=())),
        (shoes.LaidShoe, needs("faces", "salts")),
        (report.ExplainedDifference, needs("at", "code", "text", table="", found=dict, edition="")),
        (report.Reservation, needs("code", "text", table="", facts=dict)),
        (report.UnjudgedEntry, needs("at", "code", table="")),
        (report.SigningKey, needs("key", "checkpoints", "tables", trusted=None)),
        (
            report.AuditReport,
            needs("ok", "entries", "problems", tables=(), explained=(), skipped=0, unopened=0, proved=0)
            | needs(proved_by_kind=dict, checkpoints=0, warnings=(), unjudged=(), keys=()),
        ),
        (chain.Problem, needs("at", "code", "text", table="", facts=dict)),
        (chain.Link, needs("body", hash=None, tag=None, row=None)),
        (chain.ChainStep, needs("entry", "hash", problems=(), tag=None)),
        (compose.ComposedEntry, needs("entry", "hash", private_part=None, answer=b"")),
        (source.StoredEntry, needs("link", sealed_part=None, part=None)),
        (source.Part, needs("day", "after", "last")),
        (source.Custody, {"is_store": False, "writer": None, "game": None}),
        (
            verify.TableVerdict,
            needs("entries", problems=(), skipped_count=0, explained_count=0, unjudged_entries=(), unopened_count=0),
        ),
        (text.Action, needs("actor", "verb", args=(), named_args=dict, result="", remark="")),
        (
            text.Notation,
            needs("game", "actions", open=dict, shoes=(), decks=0, people=dict, info=dict, rulebooks=dict, urns=()),
        ),
        (card_proofs.ShownCard, needs("shoe", "position", "face", "committed_index", kind=card_proofs.TokenKind.CARD)),
        (appends.AppendResult, needs("head", "answer", is_repeated=False)),
        (appends.Append, needs("writer", "entry", body_digest="", shoes=dict, twin=None)),
        (rows.Row, needs("version", "body", "hash", private_part=None, tag=None)),
        (rows.WriterRow, needs("table", "epoch", key="", signature="")),
        (rows.AnsweredCommand, needs("version", "body_digest", "answer_digest")),
        (days._What, needs("act", day="", has_balances=False, table="")),
    ],
    ids=lambda one: one.__name__ if isinstance(one, type) else "",
)
def test_a_form_has_these_fields(kind: type[msgspec.Struct], due: dict[str, Any]) -> None:
    assert form(kind) == due


@pytest.mark.parametrize(
    ("kind", "left_out"),
    [
        (KeptEntry, {"epoch": 0}),
        (SignedState, {"is_part": False, "of_other_days": (), "witnesses": {}}),
        (
            witness.WitnessReading,
            {"unreadable_lines": (), "is_torn": False, "moved_lines": (), "repeated_lines": (), "respelled_lines": ()},
        ),
    ],
)
def test_what_is_left_out_of_a_row_of_values(kind: Any, left_out: dict[str, Any]) -> None:
    assert kind._field_defaults == left_out


@pytest.mark.parametrize(
    "decoder",
    [
        entry._decoder,
        export._headers,
        export._lines,
        private._parts,
        shoes._shoes,
        witness._checkpoints,
        days._outlines,
    ],
    ids=lambda one: getattr(one.type, "__name__", ""),
)
def test_nothing_is_read_as_what_it_is_not(decoder: Any) -> None:
    assert decoder.strict is True


SILENCE = {
    "connect_timeout": 10,
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
RECORD = ("entries", "commands", "shoes", "checkpoints", "writers", "rulebooks")


@pytest.mark.parametrize(
    ("module", "numbers"),
    [
        (audit, {"READINGS": 2}),
        (beancount, {"EQUITY": ("cash-desk", "unrecorded", "outside", "safe-chips", "safe-cash")}),
        (canonical, {"LIMIT": 9_007_199_254_740_992}),
        (day_files, {"OF_LAST": ("day-alone", "witness-beyond")}),
        (entry, {"FORMAT": 1, "GENESIS": GENESIS}),
        (export, {"FORMAT": 3, "WHOLE": 2}),
        (private, {"SALT_BYTES": 32, "NONCE_BYTES": 12, "BLOCK": 256, "OF_ACT": -1}),
        (table_audit, {"SYSTEM": (HOUSE, CLOCK, CHANCE)}),
        (times, {"ORIGIN": datetime(1970, 1, 1), "SLACK": timedelta(seconds=5)}),  # noqa: DTZ001
        (upcasting, {"_LONGEST": 100}),
        (witness, {"BLOCK": 4096}),
        (copies, {"AT_A_TIME": 500, "BESIDE": ("-journal", "-wal", "-shm")}),
        (deadline, {"DEADLINE_S": 30.0}),
        (engine, {"SAFE_WAL": (3, 51, 3), "BUSY_MS": 10_000, "IDLE_MS": 5000, "STATEMENT_MS": 20_000}),
        (engine, {"CONNECTION": SILENCE, "MIGRATION_LOCK": 7_412_001}),
        (guards, {"_KINDS": {"written_once": 27, "no_truncate": 34}}),
        (reader, {"PAGE": 500}),
        (returning, {"PATIENCE_S": 20.0, "PAUSES_S": (0.0, 0.1, 0.25, 0.5, 1.0, 2.0)}),
        (transactions, {"PEOPLE_LOCK": {"key": 7_412_002}, "HALL_LOCK": {"key": 7_412_003}}),
        (row_values, {"PAGE": 5000, "FIRST": -9_223_372_036_854_775_808, "LAST": 9_223_372_036_854_775_807}),
        (row_values, {"FLAGS": (("checkpoints", "closed"), ("checkpoints", "witnessed"))}),
        (row_values, {"RECORD": tuple(schema.metadata.tables[one] for one in RECORD)}),
    ],
    ids=lambda one: one.__name__.rpartition(".")[2] if inspect.ismodule(one) else "",
)
def test_a_number_is_what_it_was(module: object, numbers: dict[str, Any]) -> None:
    assert {name: getattr(module, name) for name in numbers} == numbers


@pytest.mark.parametrize(
    ("call", "name", "default"),
    [
        (Authentication.problems, "demanded", False),
        (canonical.read_json, "names_once", False),
        (source.StoreSource.__init__, "owned", False),
        (engine.connect, "read_only", False),
        (reader.Reader.__init__, "read_only", False),
        (transactions.Transactions.__init__, "read_only", False),
        (open_store, "read_only", False),
        (Store.take_over, "new", False),
        (Store.take_over, "authority", None),
        (Store.take_over, "blindly", False),
    ],
)
def test_what_is_not_said_is_as_usual(call: Any, name: str, default: object) -> None:
    found = inspect.signature(call).parameters[name].default
    assert (found, type(found)) == (default, type(default))


def test_whoever_plays_may_write_and_change_so_much_and_no_more() -> None:
    people = ("SELECT", "INSERT", "UPDATE", "DELETE")
    assert {
        **dict.fromkeys(schema.WRITTEN_ONCE, ("SELECT", "INSERT")),
        "writers": ("SELECT", "INSERT", "UPDATE"),
        "people": people,
        "ways_back": people,
        "staff": people,
        "houses": ("SELECT", "INSERT"),
        "alembic_version": ("SELECT",),
    } == roles.RIGHTS


def test_an_authority_and_a_writer_have_nothing_hung_on_them() -> None:
    assert set(Authority.__slots__) == {"_signing", "_tagging"}
    writer = ("_store", "authority", "continues", "epoch", "head", "stale", "table")
    assert set(appends.Writer.__slots__) == set(writer)


@pytest.mark.parametrize("address", ["sqlite:///{}", "{}"])
def test_a_record_that_was_opened_by_its_address_is_let_go_with_its_source(tmp_path: Path, address: str) -> None:
    file = tmp_path / "hall.db"
    open_store(str(file)).close()
    closed: list[str] = []
    opened = source.open_source(address.format(file))
    assert isinstance(opened, source.StoreSource)
    kept = opened._reader
    close = kept.close
    kept.close = lambda: closed.append("closed") or close()  # type: ignore[func-returns-value,method-assign,assignment]
    opened.close()
    assert closed == ["closed"]
    borrowed = source.StoreSource(kept)
    borrowed.close()
    assert closed == ["closed"]
