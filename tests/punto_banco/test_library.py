"""Promise of docs/reference.md: the game as a library; a corrected rulebook comes to a live table between two shoes."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tapete.play
from tapete import punto_banco as pb
from tapete.kernel import HOUSE
from tapete.record.compose import compose
from tapete.record.entry import Head, Link
from tapete.record.private import KeySealer
from tapete.record.recompute import replay
from tapete.record.source import StoredEntry
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError, house_library, make, overlay
from tests.support.punto_banco import tables as t
from tests.support.rows import rows


def test_the_lines_of_the_readme_run():
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert blocks
    for block in blocks:
        subprocess.run([sys.executable, "-c", block], check=True, timeout=60)


def test_a_table_is_a_value():
    table = pb.open_table(cards=t.shoe_of(t.PLAYER_WINS))
    with_ana = table.do(pb.Sit(seat=1), by="ana")
    assert table.view().seats[0].person is None
    assert with_ana.view().seats[0].person == "ana"
    other = table.do(pb.Sit(seat=1), by="bea")
    assert (other.view().seats[0].person, table.do(pb.Sit(seat=1), by="ana").state) == ("bea", with_ana.state)


def test_the_examples_in_the_documentation_run():
    found = doctest.testmod(tapete.play)
    assert found.failed == 0
    assert found.attempted >= 1


SHIPPED = house_library().by_id("punto-y-banca", "asturias-2011")
SEALER = KeySealer(bytes(range(32)))


def corrected(**changes: Any) -> Rulebook:
    content = SHIPPED.content
    for name, value in changes.items():
        section, key = name.split("__")
        content = overlay(content, {section: {key: {**content[section][key], "value": value}}})
    return make(content)


FIRST = corrected(pack__cards_below_cut_card=306)
"""As shipped, but for a cut card that ends the shoe with its second coup."""
BETTER = corrected(pack__cards_below_cut_card=302, bets__tie_pays={"num": 9, "den": 1})
STAKES = {"ana": {t.TIE: 1000, pb.Bet.BANCA: 1000}}


def with_books(*books: Rulebook) -> pb.PuntoBanco:
    return pb.PuntoBanco(Library(books))


def test_a_corrected_book_is_adopted_between_shoes_only_and_play_goes_on_under_it() -> None:
    adopt = pb.AdoptRulebook(BETTER.sha256)
    table = t.seated(t.opened(t.SIXES, t.SIXES, game=with_books(FIRST, BETTER)), {1: "ana"})
    t.refused(table, pb.AdoptRulebook(FIRST.sha256), HOUSE, "nothing-changes")
    table.do(adopt, by=HOUSE)
    table = t.burned(table)
    assert table.state.shoe.cut_card == 312 - 306
    for _ in range(2):
        t.refused(table, adopt, HOUSE, "shoe-in-use")
        table = t.settled(table, {"ana": {bet: 1000 for bet in STAKES["ana"] if not table.state.stake("ana", bet)}})
    assert (table.state.phase, t.won(table, "ana")) == (pb.Phase.END_OF_SHOE, 2 * 8000)
    for who in ("croupier", "ana"):
        t.refused(table, adopt, who, "not-your-post")
    table = t.burned(table.do(adopt, by=HOUSE))
    assert (table.state.sha256, table.state.shoe.cut_card) == (BETTER.sha256, 312 - 302)
    t.sound(table)


def test_a_tie_pays_by_the_book_that_was_adopted() -> None:
    table = t.seated(t.opened(t.SIXES, game=with_books(FIRST, BETTER)), {1: "ana"}).do(
        pb.AdoptRulebook(BETTER.sha256), by=HOUSE
    )
    assert t.won(t.settled(t.burned(table), STAKES), "ana") == 9000


@rows(
    "book, code",
    {
        "the maximum of the table is none of its": (corrected(bets__maximum_multiples=[20]), "max-not-20-50-100"),
        "the packs of the table are none of its": (corrected(pack__decks_allowed=[8]), "decks-not-allowed"),
        "nobody has it": (None, "no-such-rulebook"),
    },
)
def test_a_book_that_the_table_does_not_fit_is_not_adopted(book: Rulebook | None, code: str) -> None:
    table = t.opened(game=with_books(*(one for one in (FIRST, book) if one)))
    t.refused(table, pb.AdoptRulebook(book.sha256 if book else "0" * 64), HOUSE, code)


class Kept(NamedTuple):
    entries: tuple[StoredEntry, ...]
    books: dict[str, dict[str, Any]]

    def stored_entries(self, table: str) -> Any:
        return iter(self.entries)

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self.books


def test_a_record_replays_after_the_shipped_book_changed() -> None:
    table, entries, head = pb.open_table(game=with_books(FIRST), maximum=50000), [], Head()
    for what, by in ((pb.Sit(1), "ana"), (pb.BuyIn(5000), "ana"), (pb.CountPack(), "croupier")):
        assert table.last is not None
        given = {"table": "t1", "epoch": 1, "time": "2026-01-02T03:04:05+01:00", "command": f"c{len(entries)}"}
        done = compose(table.game, table.last, head, SEALER, **given)
        entries.append(StoredEntry(Link(done.entry.body(), done.hash), done.private_part))
        head, before, table = done.head, table.state, table.do(what, by=by)
    record = Kept(tuple(entries), {FIRST.sha256: FIRST.content})
    newest = pb.PuntoBanco(Library((make(FIRST.content),)).with_books(BETTER))
    assert newest.library.by_id("punto-y-banca", SHIPPED.id) == BETTER
    assert replay(newest, record, "t1", SEALER) == before
    with pytest.raises(UnknownRulebookError):
        replay(with_books(BETTER), record, "t1", SEALER)
