"""The record of a house is kept, audited, exported and booked like that of a table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tapete.catalogue import recorded_engines
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import Duty, Session, State, Visitor
from tapete.house.terms import KEY, Phase, SlipKind
from tapete.kernel import HOUSE, Act, ActBody, PersonId
from tapete.play import transition
from tapete.record.audit import audit
from tapete.record.compose import compose
from tapete.record.entry import Head, canonical, sha256
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store, open_store
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, open_house
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


def record(store: Store) -> None:
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


def test_audit_of_a_house_finds_nothing_in_a_sound_day(store: Store) -> None:
    record(store)
    report = audit(StoreSource(store), recorded_engines(), tables=(KEY,))
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


def at_odds(state: State, **fields: Any) -> State:
    return msgspec.structs.replace(state, **fields)


SESSION = Session(TABLE, 1, 2, 2, "2026-11-22T17:00")
UNSOUND: dict[str, tuple[Callable[[State], State], list[tuple[str, dict[str, Any]]]]] = {
    "chips out of nothing": (
        lambda state: at_odds(state, ledger=state.ledger.set("tips", 5)),
        [("chips-unbalanced", {"total": 5})],
    ),
    "cash out of nothing": (
        lambda state: at_odds(state, ledger=state.ledger.set("outside", 7)),
        [("cash-unbalanced", {"total": 7})],
    ),
    "a purse that is overdrawn": (
        lambda state: at_odds(state, ledger=state.ledger.set("person:ana", -5).set("safe-chips", -4_999_995)),
        [("account-overdrawn", {"account": "person:ana", "held": -5})],
    ),
    "an official who plays": (
        lambda state: at_odds(state, visitors=state.visitors.set(CHIEF, Visitor(table=TABLE))),
        [("plays-on-duty", {"person": CHIEF})],
    ),
    "somebody who serves two tables with his hands": (
        lambda state: at_odds(state, duties=state.duties | {Duty("otra", Role.CROUPIER, CROUPIER)}),
        [("serves-two-tables", {"person": CROUPIER})],
    ),
    "a post with two holders": (
        lambda state: at_odds(state, duties=state.duties | {Duty(TABLE, Role.TABLE_CHIEF, DIRECTOR)}),
        [("post-held-twice", {"role": Role.TABLE_CHIEF, "table": TABLE})],
    ),
    "a seat where no table is": (
        lambda state: at_odds(state, visitors=state.visitors.set(ANA, Visitor(table="otra"))),
        [("seat-at-closed-table", {"person": ANA, "table": "otra"})],
    ),
    "two sessions, one of them where no table is": (
        lambda state: at_odds(state, sessions=(SESSION, msgspec.structs.replace(SESSION, table="otra"))),
        [("session-at-closed-table", {"table": "otra"}), ("sessions-at-once", {"tables": [TABLE, "otra"]})],
    ),
    "a night with people, a table and a slip": (
        lambda state: at_odds(state, phase=Phase.CLOSED, slips=state.slips.set(9, None)),
        [
            ("person-in-closed-house", {"person": ANA}),
            ("table-in-closed-house", {"table": TABLE}),
            ("slip-in-closed-house", {"slip": 9}),
        ],
    ),
}


@rows("spoil, found", UNSOUND)
def test_a_house_that_is_not_sound_says_what_is_wrong(
    spoil: Callable[[State], State], found: list[tuple[str, dict[str, Any]]]
) -> None:
    told = ESTABLISHMENT.problems(spoil(open_house().state))
    assert [(one.code, dict(one.facts)) for one in told] == found
