"""Scene 9: a corrected rulebook comes to a live table; old records stay what they were when book or code change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.accounts import balance, person
from tapete.cards import cards
from tapete.chance import ChanceKind
from tapete.games.punto_banco import settle, state as reckoning
from tapete.games.punto_banco.game import PuntoBanco
from tapete.games.punto_banco.state import State
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tapete.play import ActResult, ListedShoe, transition
from tapete.record.audit import NO_INPUTS, AuditInputs, AuditReport, audit
from tapete.record.chain import Link
from tapete.record.compose import compose
from tapete.record.editions import CURRENT, Change, Edition
from tapete.record.entry import Head
from tapete.record.private import KeySealer
from tapete.record.replay import replay
from tapete.record.source import Custody, StoredEntry
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError, house_library, make, overlay

NAME = "asturias-2011"
SHIPPED = house_library().by_id("punto-y-banca", NAME)
SEALER = KeySealer(bytes(range(32)))
GIVEN = AuditInputs(sealer=SEALER)


def corrected(**changes: Any) -> Rulebook:
    """The same document with some values put right; ``section__name`` gives the value."""
    content = SHIPPED.content
    for name, value in changes.items():
        section, key = name.split("__")
        content = overlay(content, {section: {key: {**content[section][key], "value": value}}})
    return make(content)


FIRST = corrected(pack__cards_below_cut_card=306)
"""As shipped, but for a cut card that ends the shoe with its second coup."""
BETTER = corrected(pack__cards_below_cut_card=302, bets__tie_pays={"num": 9, "den": 1})
STRICTER = corrected(bets__maximum_multiples=[20])
EIGHT = corrected(pack__decks_allowed=[8])
TIES = "Ac Kc 6s 6h Kd Ks Qs Qh 6c 6d"
"""One card is turned and one burned; then two ties on six."""


class Recorded:
    """A table with its record: every act that stands is an entry, and the rulebooks lie beside it."""

    def __init__(self, *books: Rulebook) -> None:
        self.learn(*books)
        self.shoe, self.state, self.head = ListedShoe(cards(TIES)), State(), Head()
        self.entries: list[StoredEntry] = []
        staff = {pb.Role.CROUPIER: PersonId("croupier"), pb.Role.TABLE_CHIEF: PersonId("chief")}
        self.do(pb.OpenTable("t1", NAME, 1000, 50000, staff=staff, shoe=ChanceKind.SEEDED), HOUSE)
        self.do(pb.Sit(1), "ana")
        self.do(pb.BuyIn(100000), "ana")

    def learn(self, *books: Rulebook) -> None:
        """The house ships these rulebooks from now on, the first of a name is the one in force."""
        self.books = {one.sha256: one.content for one in books}
        self.game = PuntoBanco(Library(books))

    def attempt(self, what: Any, by: str) -> ActResult[State]:
        return transition(self.game, self.state, Act(PersonId(by), what, self.state.step), self.shoe)

    def code(self, what: Any, by: str) -> str:
        answer = self.attempt(what, by).outcome
        return answer.code if isinstance(answer, Refused) else "accepted"

    def do(self, what: Any, by: str) -> None:
        made = self.attempt(what, by)
        assert not isinstance(made.outcome, Refused), (what, made.outcome)
        given = {"table": "t1", "epoch": 1, "time": "2026-01-02T03:04:05+01:00", "command": f"c{len(self.entries)}"}
        done = compose(self.game, made, self.head, SEALER, **given)
        self.entries.append(StoredEntry(Link(done.entry.body(), done.hash), done.private_part))
        self.state, self.head = made.state, done.head

    def prepare(self) -> None:
        for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
            self.do(what, "croupier")
        self.do(pb.TakeShoe(), "ana")

    def coup(self) -> None:
        """A coup in which Ana has 10 € on the Bank and 10 € on the tie; both hands have six."""
        self.do(pb.OpenBets(), "croupier")
        for bet in (pb.Bet.BANCA, pb.Bet.TIE):
            if not self.state.stake(PersonId("ana"), bet):
                self.do(pb.PlaceBet(bet, 1000), "ana")
        self.do(pb.CloseBets(), "croupier")
        self.do(pb.Deal(), "ana")
        self.do(pb.ShowHand(pb.Hand.PUNTO), self.state.hand_holder or "croupier")
        self.do(pb.ShowHand(pb.Hand.BANCA), "ana")
        self.do(pb.Settle(), "croupier")

    def won(self) -> int:
        """Ana's chips and stakes above what she brought, in cents."""
        staked = sum(self.state.bets.values())
        return balance(self.state.ledger, person(PersonId("ana"))) + staked - 100000

    # what an audit reads

    def tables(self) -> tuple[str, ...]:
        return ("t1",)

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return iter(self.entries)

    def part(self, table: str) -> None:
        return None

    def checkpoints(self, table: str) -> tuple[Any, ...]:
        return ()

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self.books

    def unreadable_rulebooks(self) -> dict[str, str]:
        return {}

    def commands(self, table: str) -> None:
        return None

    def shoes(self, table: str) -> None:
        return None

    def custody(self, table: str) -> Custody:
        return Custody()

    def row_counts(self) -> dict[str, int]:
        return {}

    def guard_faults(self) -> tuple[tuple[str, str], ...]:
        return ()

    def has_private_parts(self) -> bool:
        return False

    def close(self) -> None:
        pass


def an_evening() -> Recorded:
    """Two coups under the first book, then the corrected one and two more coups of another shoe."""
    table = Recorded(FIRST)
    table.prepare()
    table.coup()
    table.learn(FIRST, BETTER)
    table.coup()
    table.do(pb.AdoptRulebook(BETTER.sha256), HOUSE)
    table.prepare()
    table.coup()
    return table


def judged(table: Recorded, game: PuntoBanco | None = None, given: AuditInputs = GIVEN) -> AuditReport:
    return audit(table, {"punto-y-banca": game or table.game}, given)


def codes(report: AuditReport) -> set[str]:
    return {problem.code for problem in report.problems}


# --- adopting ---------------------------------------------------------------------------------------------------------


def test_a_corrected_book_is_adopted_between_shoes_only() -> None:
    table = Recorded(FIRST, BETTER)
    adopt = pb.AdoptRulebook(BETTER.sha256)
    assert table.code(pb.AdoptRulebook(FIRST.sha256), HOUSE) == "nothing-changes"
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        assert (table.code(adopt, HOUSE) == "accepted") == (table.state.phase is pb.Phase.COUNT)
        table.do(what, "croupier")
    table.do(pb.TakeShoe(), "ana")
    assert table.code(adopt, HOUSE) == "shoe-in-use"
    table.coup()
    assert table.code(adopt, HOUSE) == "shoe-in-use"
    table.coup()
    assert table.state.phase is pb.Phase.END_OF_SHOE
    assert table.code(adopt, "croupier") == table.code(adopt, "ana") == "not-your-post"
    assert table.code(adopt, HOUSE) == "accepted"


def test_play_goes_on_under_the_adopted_book() -> None:
    table = Recorded(FIRST, BETTER)
    table.prepare()
    assert table.state.shoe.cut_card == 312 - 306
    table.coup()
    table.coup()
    assert table.won() == 2 * 8000
    table.do(pb.AdoptRulebook(BETTER.sha256), HOUSE)
    assert table.state.sha256 == BETTER.sha256
    assert table.code(pb.CountPack(), "croupier") == "accepted"
    table.prepare()
    assert table.state.shoe.cut_card == 312 - 302
    table.coup()
    assert table.won() == 2 * 8000 + 9000
    assert table.game.problems(table.state) == ()


@pytest.mark.parametrize(
    ("book", "code"), [(STRICTER, "max-not-20-50-100"), (EIGHT, "decks-not-allowed"), (None, "no-such-rulebook")]
)
def test_a_book_that_the_table_does_not_fit_is_not_adopted(book: Rulebook | None, code: str) -> None:
    table = Recorded(*(one for one in (FIRST, book) if one))
    assert table.code(pb.AdoptRulebook(book.sha256 if book else "0" * 64), HOUSE) == code
    assert table.state.sha256 == FIRST.sha256


# --- old records ------------------------------------------------------------------------------------------------------


def test_a_record_replays_and_is_clean() -> None:
    table = an_evening()
    assert replay(table.game, table, "t1", SEALER) == table.state
    assert judged(table).problems == ()


def test_a_record_replays_after_the_shipped_book_changed() -> None:
    """Only the new content is shipped; the old one is read by its hash from where it lies beside the record."""
    table = Recorded(FIRST)
    table.prepare()
    table.coup()
    table.coup()
    newest = PuntoBanco(Library((make(FIRST.content),)).with_books(BETTER))
    assert newest.library.by_id("punto-y-banca", NAME) == BETTER
    assert replay(newest, table, "t1", SEALER) == table.state
    with pytest.raises(UnknownRulebookError):
        replay(PuntoBanco(Library((BETTER,))), table, "t1", SEALER)


PATCHES: dict[str, tuple[Any, str, Any, frozenset[str], tuple[str, ...]]] = {
    "another deduction and no tie pay": (
        settle,
        "line",
        lambda who, bet, stake, won_by, layout, rules: settle.Line(who, bet, stake, "void"),
        frozenset({"money-differs"}),
        ("coup-settled",),
    ),
    "another way to add": (
        reckoning,
        "total",
        lambda faces, rules: 7,
        frozenset({"events-differ", "money-differs"}),
        ("hand-shown", "said", "coup-ended", "window-opened", "coup-settled"),
    ),
}


@pytest.mark.parametrize("patch", PATCHES)
def test_a_change_of_code_never_changes_an_old_game(patch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = an_evening()
    room, name, other, found, kinds = PATCHES[patch]
    monkeypatch.setattr(room, name, other)
    assert replay(table.game, table, "t1", SEALER) == table.state

    report = judged(table)
    assert not report.is_sound
    assert codes(report) <= found

    change = Change("fixed", "punto-y-banca", kinds)
    later = AuditInputs(SEALER, edition="9.9", editions=(Edition(CURRENT), Edition("9.9", (change,))))
    report = judged(table, given=later)
    assert report.is_sound, report.problems
    assert {one.code for one in report.explained_differences} == {"fixed"}
    assert replay(table.game, table, "t1", SEALER) == table.state

    silent = AuditInputs(SEALER, edition="9.9", editions=(Edition(CURRENT), Edition("9.9")))
    assert codes(judged(table, given=silent)) <= found
    assert not judged(table, given=silent).is_sound


def test_the_audit_misses_a_book_that_does_not_lie_beside_the_record() -> None:
    table = an_evening()
    del table.books[FIRST.sha256]
    assert codes(judged(table)) == {"rulebook-missing"}
    table.books[FIRST.sha256] = {**FIRST.content, "title": "another"}
    assert "rulebook-changed" in codes(judged(table))
    assert NO_INPUTS.edition == CURRENT
