import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

from tapete.kernel import HOUSE, PersonId
from tapete.record.beancount import AccountNames, BookedEntry, amount, beancount, books, entry_legs
from tests.support.record.tables import GAME, TableActor, play
from tests.support.record.toy import Open, Settle, Stake


def checked(path: Path, text: str) -> "subprocess.CompletedProcess[str]":
    path.write_text(text, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(path)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_bean_check_accepts_the_accounts(tmp_path: Path) -> None:
    script = (
        (Open(), HOUSE),
        (Stake(1005), "ana"),
        (Stake(7), "9-n"),
        (Stake(300), "senor-n"),
        (Settle(PersonId("ana")), "x"),
    )
    entries = [made.entry for made in play(TableActor(), script).made]
    text = beancount(GAME, entries)
    found = checked(tmp_path / "t1.beancount", text)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert "balance Assets:Person:Ana 13.12 ~ 0.00 EUR" in text
    assert "balance Equity:Cash-desk -13.12 ~ 0.00 EUR" in text
    off = text.replace("balance Assets:Person:Ana 13.12", "balance Assets:Person:Ana 13.13")
    wrong = checked(tmp_path / "wrong.beancount", off)
    assert wrong.returncode == 1


def test_table_without_money(tmp_path: Path) -> None:
    entries = [made.entry for made in play(TableActor(), ((Open(), HOUSE),)).made]
    assert checked(tmp_path / "t1.beancount", beancount(GAME, entries)).returncode == 0


def test_amounts_and_names() -> None:
    assert [amount(cents, "EUR") for cents in (0, 5, -5, 123456, -100)] == [
        "0.00 EUR", "0.05 EUR", "-0.05 EUR", "1234.56 EUR", "-1.00 EUR",
    ]  # fmt: skip
    names = AccountNames()
    found = [
        names[one] for one in ("person:a.b", "person:a-b", "person:_x", "person:9", "cash-desk", "stakes", "person:a.b")
    ]
    assert found == [
        "Assets:Person:A-b", "Assets:Person:A-b-2", "Assets:Person:X-x", "Assets:Person:9", "Equity:Cash-desk",
        "Assets:Stakes", "Assets:Person:A-b",
    ]  # fmt: skip


def test_accounts_open_on_the_first_day_of_a_book_and_are_balanced_after_the_last_in_whatever_order_they_come() -> None:
    script = ((Open(), HOUSE), (Stake(1005), "ana"), (Stake(7), "bea"), (Stake(300), "eva"))
    made = [one.entry for one in play(TableActor(), script).made]
    days = ("2026-03-05", "2026-03-05", "2026-03-09", "2026-03-07")
    entries = [replace(one, time=f"{day}T20:00:00+00:00") for one, day in zip(made, days, strict=True)]
    for order in (entries, entries[::-1]):
        text = books("t1", [BookedEntry(one, entry_legs(GAME, one, is_first=False)) for one in order], "EUR")
        opened = {line.partition(" ")[0] for line in text.splitlines() if " open " in line}
        balanced = {line.partition(" ")[0] for line in text.splitlines() if " balance " in line}
        assert (opened, balanced) == ({"2026-03-05"}, {"2026-03-10"})
