"""The record of a house is kept, audited, exported and booked like that of a table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.catalogue import recorded_engines
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import HOUSE, Act, ActBody, PersonId
from tapete.play import transition
from tapete.record.audit import audit
from tapete.record.compose import compose
from tapete.record.entry import Head, canonical, sha256
from tapete.record.private import KeySealer
from tapete.record.recompute import restore
from tapete.record.source import StoreSource
from tapete.record.store import Store, open_store
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE
from tests.support.record.tables import Vault
from tests.support.record.tampering.small_hall import Copy
from tests.support.record.tampering.tools import rewrite
from tests.support.rows import rows

SEALER = KeySealer(bytes(range(32)))
DAY: tuple[tuple[ActBody, PersonId], ...] = (
    (a.OpenHouse("Casino de prueba", DIRECTOR), HOUSE),
    (a.OpenDay("2026-11-22"), DIRECTOR),
    (a.GoOnDuty(Role.CASHIER, CASHIER), DIRECTOR),
    (a.GoOnDuty(Role.ADMISSION, DOOR), DIRECTOR),
    (a.WriteSlip(SlipKind.SUPPLY, 5_000_000, "", 2_000_000), CASHIER),
    (a.SignSlip(1), DIRECTOR),
    (a.Admit(ANA), DOOR),
    (a.SellChips(ANA, 60_000), CASHIER),
    (a.NoteTableOpen(TABLE, "punto-y-banca"), HOUSE),
    (a.NoteTablePost(TABLE, Role.TABLE_CHIEF, CHIEF), HOUSE),
    (a.WriteSlip(SlipKind.OPENING, 1_000_000, TABLE), CHIEF),
    (a.SignSlip(2), CASHIER),
    (a.NoteSeat(ANA, TABLE), HOUSE),
    (a.BringChips(ANA, TABLE, 60_000), HOUSE),
    (a.TakeChips(ANA, TABLE, 20_000), HOUSE),
    (a.WriteSlip(SlipKind.BUY_BACK, 20_000, person=ANA), ANA),
    (a.SignSlip(3), CASHIER),
    (a.NoteTableClosed(TABLE), HOUSE),
    (a.WriteSlip(SlipKind.CLOSING, 1_039_900, TABLE), CASHIER),
    (a.ConfirmDifference(4, 100, 0, "una ficha rota"), DIRECTOR),
    (a.WriteSlip(SlipKind.COUNT, 4_999_900, "", 2_040_000), CASHIER),
    (a.SignSlip(5), DIRECTOR),
    (a.CloseDay(), DIRECTOR),
)
"""A day in which a player leaves 400 € at a table, and its count finds 1 € missing."""


def record(store: Store) -> State:
    writer, state, head = store.take_over(KEY), ESTABLISHMENT.blank(), Head()
    for number, (what, by) in enumerate(DAY, start=1):
        made: Any = transition(ESTABLISHMENT, state, Act(by, what, ESTABLISHMENT.step(state)), Vault(KEY))
        assert made.acts, made.outcome
        command = None if by == HOUSE else f"c{number}"
        entry = compose(
            ESTABLISHMENT, made, head, SEALER, table=KEY, epoch=writer.epoch,
            time=f"2026-11-22T20:{number:02d}:00+01:00", command=command, answer=b"", openings=(),
        )  # fmt: skip
        writer.append(entry, sha256(canonical(entry.entry.act)))
        state, head = made.state, Head(entry.entry.version, entry.hash)
    return state


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Store, State]]:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        yield store, record(store)


def test_house_comes_back_from_its_record(kept: tuple[Store, State]) -> None:
    store, state = kept
    assert restore(ESTABLISHMENT, StoreSource(store), KEY, SEALER).state == state


def test_audit_of_a_house_finds_nothing_in_a_sound_day(kept: tuple[Store, State]) -> None:
    report = audit(StoreSource(kept[0]), recorded_engines(), tables=(KEY,))
    assert (report.entries, report.unjudged_entries) == (len(DAY), ())
    assert {(one.code, one.facts["case"]) for one in report.problems} == {("twin-foreign", "unnamed")}, (
        "its table has no record: what it tells is keyed by hand"
    )


@rows(
    "version, old, new",
    [
        (8, '"amount":60000', '"amount":50000'),
        (6, '"second":"dora"', '"second":"caja"'),
        (20, '"missing_chips":100', '"missing_chips":0'),
        (23, '"chips":4999900', '"chips":4999800'),
    ],
)
def test_audit_finds_an_entry_of_the_house_that_its_rules_do_not_make(
    tmp_path: Path, version: int, old: str, new: str
) -> None:
    """Also where the chain of hashes fits: whoever forges it recomputes them."""
    hall = Copy(tmp_path)
    with open_store(str(hall.db)) as store:
        record(store)

    def forge(entries: list[dict[str, Any]]) -> None:
        events = msgspec.json.encode(entries[version - 1]["events"]).decode()
        assert old in events
        entries[version - 1]["events"] = msgspec.json.decode(events.replace(old, new))

    rewrite(hall, forge, KEY)
    with open_store(str(hall.db), read_only=True) as store:
        found = {problem.code for problem in audit(StoreSource(store), recorded_engines()).problems}
    assert found & {"events-differ", "money-differs", "act-refused"}
