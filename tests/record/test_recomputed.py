"""An entry beside what the engine makes of it: what differs, what is left unjudged, what an edition explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from tapete.clauses.cite import Cite
from tapete.house.carried_events import BalancesCarried
from tapete.kernel import Act, PersonId
from tapete.play import ActResult
from tapete.record.canonical import canonical, sha256
from tapete.record.chain import Link
from tapete.record.codec import to_tree
from tapete.record.compose import compose
from tapete.record.differences import Finding
from tapete.record.editions import Change, Edition, changes_since
from tapete.record.entry import BadEntryError, Entry, Head, ShoeOpenings, StreamEnd
from tapete.record.private import KeySealer
from tapete.record.recompute import Recomputation, _Recomputed
from tapete.record.replay import replay, restore
from tapete.record.report import UnjudgedEntry
from tapete.record.source import Part, StoredEntry
from tapete.record.verify import TableVerdict, VerifyOptions, verify_table
from tests.support.record.tables import GAME, KEY, SCRIPT, TIME, FixedSealer, TableActor, play
from tests.support.record.toy import Paid, Stake, Staked, Table, Toy, Wants
from tests.support.rows import rows

# --- One entry beside what the engine makes of it: what differs, what is left unjudged and why, and what  ---

ANA, BEA = PersonId("ana"), PersonId("bea")
ENTRY = play(TableActor(), SCRIPT[:2]).made[1].entry
NOW = ENTRY.edition


class Told(Paid, frozen=True, tag="told@1"):
    """A payment that follows from what nobody may read."""

    rests_on_secret: ClassVar[bool] = True


class Settled(Staked, frozen=True, tag="settled@1"):
    """Chips that come because of what the cards decided."""

    settles_cycle: ClassVar[bool] = True


STAKE, LESS, PAY, SECRET = Staked(ANA, 100), Staked(ANA, 60), Paid(ANA, 100), Told(ANA, 100)
STAKE_LEGS = "cash-desk -{0}, person:ana -{0}, person:ana {0}, stakes {0}"
CARRIED = BalancesCarried("Casa", True, "2026-01-02", 3, {})
OTHERS = replace(CARRIED, days=4)


def again(*events: Any, **more: Any) -> _Recomputed:
    return _Recomputed(tuple(events), **{"rests_on": ENTRY.rests_on, **more})


def compared(
    events: Any,
    made: _Recomputed | None,
    failure: Any = None,
    *,
    entry: Any = ENTRY,
    hidden: bool = False,
    secrets: bool = False,
    unknown: Any = (),
    editions: Any = (),
) -> list[Any]:
    """Return what is found of an entry, and what is left unjudged."""
    judged = Recomputation(GAME, "t1", {}, frozenset())
    judged.state = Table(shoe=2, coup=5)
    judged.has_secrets, judged.unknown = secrets, set(unknown)
    found = judged._compare(entry, entry, list(events), made, failure or {}, hidden, NOW, editions)
    return [*found, *judged.unjudged]


def written(event: Any) -> str:
    return canonical(to_tree(event)).decode()


def differ(recorded: Any, now: Any, index: int = 0) -> Finding:
    return Finding("events-differ", {"index": index, "recorded": written(recorded), "now": written(now)})


def money(code: str, paid: str, due: str) -> Finding:
    return Finding(code, {"paid": paid, "due": due})


REFUSED = {"act": "stake", "refusal": "nothing-staked", "why": {}}
COUNT = Finding("events-differ", {"case": "count", "recorded": 2, "now": 1})


@rows(
    "events, made, found",
    [
        ((), again(), []),
        ((STAKE, PAY), again(STAKE, PAY), []),
        ((STAKE,), None, [Finding("engine-failed", {"kind": "X"})]),
        ((STAKE,), again(STAKE, refused=REFUSED), [Finding("act-refused", REFUSED)]),
        ((STAKE,), again(refused=REFUSED, unfinished="shoe"), [Finding("act-refused", REFUSED)]),
        ((STAKE,), again(STAKE, unfinished="card"), [Finding("chance-missing", {"draw": "card"})]),
        ((STAKE,), again(LESS, unfinished="card"), [Finding("chance-missing", {"draw": "card"})]),
        ((STAKE,), again(LESS), [money("money-differs", STAKE_LEGS.format(100), STAKE_LEGS.format(60))]),
        ((STAKE, PAY), again(STAKE), [money("money-differs", "person:ana 100, stakes -100", "-")]),
        ((STAKE,), again(STAKE, PAY), [money("money-differs", "-", "person:ana 100, stakes -100")]),
        ((STAKE, Wants("")), again(STAKE), [COUNT]),
        ((STAKE, PAY), again(PAY, STAKE), [differ(STAKE, PAY)]),
        ((STAKE, Wants("a")), again(STAKE, Wants("b")), [differ(Wants("a"), Wants("b"), 1)]),
        ((Staked(ANA, -1),), again(STAKE), [differ(Staked(ANA, -1), STAKE)]),
        ((STAKE,), again(Staked(ANA, -1)), [differ(STAKE, Staked(ANA, -1))]),
        ((CARRIED,), again(CARRIED), []),
        (
            (CARRIED,),
            again(OTHERS),
            [Finding("balances-differ", {"index": 0, "recorded": written(CARRIED), "now": written(OTHERS)})],
        ),
        ((CARRIED,), again(), [Finding("balances-differ", {"case": "count", "recorded": 1, "now": 0})]),
        ((CARRIED, Wants("a")), again(CARRIED, Wants("b")), [differ(Wants("a"), Wants("b"), 1)]),
        ((Wants("a"),), again(CARRIED), [differ(Wants("a"), CARRIED)]),
    ],
)
def test_what_the_engine_makes_otherwise_is_told(events: Any, made: Any, found: list[Any]) -> None:
    assert compared(events, made, {"kind": "X"}) == found


UNREAD = UnjudgedEntry(ENTRY.version, "secret-unread", "t1")


@rows(
    "events, made, is_left",
    [
        ((SECRET,), again(PAY), True),
        ((Wants("a"), SECRET), again(Wants("b"), PAY), True),
        ((SECRET, Wants("a")), again(PAY), True),
        ((SECRET,), again(PAY, unfinished="card"), True),
        ((SECRET,), None, False),
        ((SECRET,), again(PAY, refused=REFUSED), False),
        ((Wants("a"),), again(Wants("b")), False),
        ((PAY,), again(SECRET), False),
        ((SECRET,), again(Paid(ANA, 99)), False),
        ((SECRET,), again(Paid(BEA, 100)), False),
        ((Told(ANA, -1),), again(Paid(ANA, -1)), False),
        ((SECRET,), again(SECRET), False),
    ],
)
def test_what_follows_from_an_unread_secret_is_left_where_it_moves_the_same_money(
    events: Any, made: Any, is_left: bool
) -> None:
    openly = compared(events, made)
    assert UNREAD not in openly
    assert compared(events, made, secrets=True) == ([UNREAD] if is_left else openly)
    blind = compared(events, made, secrets=True, unknown={(2, 5)})
    assert (blind == [UNREAD]) is is_left


UNSEEN = UnjudgedEntry(ENTRY.version, "cards-unseen", "t1")


@rows(
    "events, made, found",
    [
        ((Wants("a"),), None, [UNSEEN]),
        ((PAY,), None, [UNSEEN]),
        ((STAKE,), None, [money("money-unseen", "cash-desk -100", "-")]),
        ((STAKE,), again(STAKE, refused=REFUSED), [money("money-unseen", "cash-desk -100", "-")]),
        ((), again(STAKE, refused=REFUSED), [UNSEEN]),
        ((PAY,), again(Paid(BEA, 7), refused=REFUSED), [UNSEEN]),
        ((Settled(ANA, 100),), None, [UNSEEN]),
        ((STAKE, Settled(ANA, 5)), None, [UNSEEN]),
        ((Wants("a"),), again(Wants("b")), [UNSEEN]),
        ((PAY,), again(PAY, unfinished="card"), [UNSEEN]),
        ((PAY,), again(Wants("b")), [UNSEEN]),
        ((PAY, Wants("a")), again(Paid(BEA, 7)), [UNSEEN]),
        ((STAKE,), again(PAY), [money("money-unseen", "cash-desk -100", "-")]),
        ((PAY,), again(LESS), [money("money-unseen", "-", "cash-desk -60")]),
        ((STAKE, PAY), again(LESS), [money("money-unseen", "cash-desk -100", "cash-desk -60")]),
        ((STAKE, PAY), again(STAKE), [UNSEEN]),
        ((PAY,), again(Paid(BEA, 100)), [money("money-differs", "person:ana 100", "person:bea 100")]),
        ((STAKE,), again(LESS), [money("money-differs", STAKE_LEGS.format(100), STAKE_LEGS.format(60))]),
        ((Paid(ANA, -1),), again(PAY), [differ(Paid(ANA, -1), PAY)]),
        ((Paid(ANA, -1),), again(Paid(ANA, -2)), [differ(Paid(ANA, -1), Paid(ANA, -2))]),
        ((PAY,), again(Paid(ANA, -1)), [differ(PAY, Paid(ANA, -1))]),
    ],
)
def test_what_rests_on_cards_that_nobody_sees_is_left_but_for_money_that_needs_none(
    events: Any, made: Any, found: list[Any]
) -> None:
    assert compared(events, made, unknown={(2, 5)}) == found
    seen = compared(events, made)
    assert UNSEEN not in seen
    for elsewhere in ((2, 4), (1, 5), (5, 2)):
        assert compared(events, made, unknown={elsewhere}) == seen
    assert compared((STAKE,), again(STAKE), unknown={(2, 5)}) == []


@rows(
    "named, rests_on, weighed, found",
    [
        ((), (), (), None),
        (("A", "B"), ("B", "A"), (), None),
        (("A", "C"), ("A",), ("A", "C"), None),
        (("A",), ("A",), ("C",), None),
        (("A",), ("A", "B"), ("A", "B"), {"recorded": "-", "now": "B"}),
        (("A", "D"), ("A",), ("A", "C"), {"recorded": "D", "now": "-"}),
        (("D", "E"), ("B", "A"), (), {"recorded": "D, E", "now": "A, B"}),
    ],
)
def test_an_entry_names_all_clauses_that_decided_and_else_only_weighed_ones(
    named: Any, rests_on: Any, weighed: Any, found: Any
) -> None:
    entry, made = replace(ENTRY, rests_on=named), again(STAKE, rests_on=rests_on, weighed=weighed)
    told = [] if found is None else [Finding("clauses-differ", found)]
    assert compared((STAKE,), made, entry=entry) == told
    assert compared((STAKE,), made, entry=entry, hidden=True) == []
    older = replace(entry, edition="0.1")
    assert compared((STAKE,), made, entry=older) == told
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1", (ABOUT_STAKES,)), Edition(NOW))) == told
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (ABOUT_STAKES,)))) == told
    explained = [one._replace(explained_by=CITED) for one in told]
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (CITED,)))) == explained
    half = replace(CITED, clauses=CITED.clauses[1:3])  # a clause that no change names is left over
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (half,)))) == told
    assert compared((STAKE,), made, entry=entry, editions=(Edition(NOW), Edition("9", (ABOUT_STAKES,)))) == told


ABOUT_STAKES, ABOUT_PAY = Change("stakes-otherwise", "toy", ("staked",)), Change("pay-otherwise", "*", ("paid",))
CITED = Change("cited-otherwise", "toy", clauses=("B", "A", "E", "D"))
NO_MORE = Change("refused-now", "toy", refusals=(REFUSED["refusal"],))
ELSEWHERE = Change("bingo-otherwise", "bingo", ("staked", "paid"))


@rows(
    "changes, events, made, explained",
    [
        ((ABOUT_STAKES,), (STAKE,), again(LESS), (ABOUT_STAKES,)),
        ((ABOUT_STAKES, ABOUT_PAY), (STAKE,), again(LESS), (ABOUT_STAKES,)),
        ((ABOUT_STAKES, ABOUT_PAY), (STAKE,), again(PAY), (ABOUT_STAKES, ABOUT_PAY)),
        ((ABOUT_STAKES,), (STAKE,), again(PAY), (None,)),
        ((ABOUT_STAKES,), (STAKE, PAY), again(LESS, PAY), (ABOUT_STAKES,)),
        ((ABOUT_PAY,), (STAKE, PAY), again(LESS, PAY), (None,)),
        ((ELSEWHERE,), (STAKE,), again(LESS), (None,)),
        ((ABOUT_STAKES,), (STAKE,), None, (ABOUT_STAKES,)),
        ((ABOUT_STAKES,), (STAKE,), again(refused=REFUSED), (ABOUT_STAKES,)),
        ((NO_MORE,), (STAKE,), again(refused=REFUSED), (NO_MORE,)),
        ((NO_MORE,), (STAKE,), again(LESS), (None,)),
        ((), (STAKE,), again(LESS), (None,)),
    ],
)
def test_a_difference_is_explained_by_the_later_changes_of_its_events(
    changes: Any, events: Any, made: Any, explained: Any
) -> None:
    editions, older = (Edition("0.1"), Edition(NOW, changes)), replace(ENTRY, edition="0.1")
    (found,) = compared(events, made)
    assert found.explained_by is None
    assert compared(events, made, entry=older, editions=editions) == [
        found._replace(explained_by=one) for one in explained
    ]
    assert compared(events, made, editions=editions) == [found]
    assert compared(events, made, editions=(Edition(NOW), Edition("9", changes))) == [found]


# --- where a table is judged from, and what is followed ---------------------------------------------------------------


def test_money_that_comes_from_nowhere_is_told() -> None:
    class Generous(Toy):
        def postings(self, event: Any) -> Any:
            return super().postings(event)[1:] if isinstance(event, Staked) else super().postings(event)

    judged = Recomputation(Generous(), "t1", {}, frozenset())
    unbalanced = Finding("unbalanced", {"kind": "staked", "total": 100})
    assert [one for one in judged._follow(ENTRY, [STAKE, PAY]) if one.code == "unbalanced"] == [unbalanced]


# --- What differs between an entry and its repetition, in facts; which changes of a later edition explain ---

ONE, TWO, THREE = (
    Staked(ANA, 1),
    Staked(ANA, 2),
    Staked(BEA, 3),
)


# --- editions ---------------------------------------------------------------------------------------------------------

TOY, ALL, OTHER, LAST = (Change(*one) for one in (("c1", "toy", ("a",)), ("c2", "*", ("b", "c")),
                                                  ("c3", "bingo", ("a",)), ("c4", "toy", ("d",))))  # fmt: skip
KNOWN = (Edition("1"), Edition("2", (TOY, ALL)), Edition("3", (OTHER, LAST)))


@rows(
    "edition, game, changes",
    [
        ("1", "toy", (TOY, ALL, LAST)),
        ("2", "toy", (LAST,)),
        ("3", "toy", ()),
        ("0", "toy", (TOY, ALL, LAST)),
        ("1", "bingo", (ALL, OTHER)),
        ("2", "bingo", (OTHER,)),
        ("1", "dos-panos", (ALL,)),
    ],
)
def test_what_later_editions_changed_for_a_game(edition: str, game: str, changes: Any) -> None:
    assert changes_since(edition, game, KNOWN) == changes


# --- entries ----------------------------------------------------------------------------------------------------------

FIELDS: dict[str, Any] = {
    "table": "t", "game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}
}  # fmt: skip
END = StreamEnd("old", 3, "e3")


@rows(
    "wrong, code, facts",
    [
        ({"format": 0}, "entry-format", {"format": 0}),
        ({"format": 2}, "entry-format", {"format": 2}),
        ({"version": 0}, "entry-numbers", {}),
        ({"epoch": 0}, "entry-numbers", {}),
        ({"time": "2026-01-02T03:04:05"}, "entry-time", {"time": "2026-01-02T03:04:05"}),
        ({"time": "now"}, "entry-time", {"time": "now"}),
        ({"continues": END}, "entry-continues", {"table": "old"}),
        ({"continues": END, "prev": "e3", "version": 2}, "entry-continues", {"table": "old"}),
        ({"continues": END, "prev": "e4"}, "entry-continues", {"table": "old"}),
    ],
)
def test_an_impossible_entry_is_refused_with_what_is_wrong_with_it(
    wrong: dict[str, Any], code: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(BadEntryError) as refused:
        Entry(**{**FIELDS, **wrong})
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_the_first_entry_says_in_its_bytes_from_which_record_it_goes_on_and_no_other_does() -> None:
    assert Entry(**FIELDS).format == 1
    assert b"continues" not in Entry(**FIELDS).body()
    made = Entry(**{**FIELDS, "continues": END, "prev": "e3"})
    assert b'"continues":{"hash":"e3","table":"old","version":3}' in made.body()
    assert made.hash() == sha256(made.body())


def turn(*acts: Any, events: tuple[Any, ...] = (), rests_on: tuple[str, ...] = ()) -> ActResult[Any]:
    return ActResult(None, None, tuple(Act(by, body) for by, body in acts), events, tuple(map(Cite, rests_on)))


COMPOSED: dict[str, Any] = {"table": "t1", "epoch": 4, "time": TIME}
SEALER = FixedSealer(KEY)


def test_the_entry_of_a_turn_has_all_that_the_turn_led_to() -> None:
    openings = (ShoeOpenings(1, ()),)
    made = compose(
        GAME, turn((ANA, Stake(5)), events=(ONE,), rests_on=("b", "a")), Head(6, "h6"), SEALER, **COMPOSED,
        command="c1", answer=b"yes", openings=openings, edition="2", continues=END,
    )  # fmt: skip
    assert made.entry == Entry(
        table="t1", game="toy", version=7, time=TIME, by="ana", command="c1", answer=sha256(b"yes"), epoch=4,
        edition="2", act={"by": "ana", "what": {"act": "stake", "amount": 5}} | _rest(made.entry.act),
        events=(to_tree(ONE),), rests_on=("b", "a"), openings=openings, prev="h6",
    )  # fmt: skip
    assert (made.hash, made.answer, made.private_part) == (made.entry.hash(), b"yes", None)
    assert made.head == Head(7, made.hash)


def _rest(act: Any) -> dict[str, Any]:
    return {name: value for name, value in act.items() if name not in {"by", "what"}}


# --- What a replay of one table answers: how many entries it looked at, what is wrong with the first that ---

ACTOR = play(TableActor(), SCRIPT)
MADE = ACTOR.made
LAST_ENTRY = len(MADE)
OPENED = VerifyOptions(KeySealer(KEY))
HIDDEN = [one.entry.version for one in MADE if one.entry.private_digest is not None]


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
    assert verdict(Kept()) == TableVerdict(LAST_ENTRY)
    assert verdict(Kept(), VerifyOptions()) == TableVerdict(LAST_ENTRY, unopened_count=len(HIDDEN))


# --- from the record to the table -------------------------------------------------------------------------------------


def test_a_table_is_where_its_last_entry_left_it() -> None:
    kept: Any = Kept()
    sealer = KeySealer(KEY)
    assert replay(GAME, kept, "t1", sealer) == ACTOR.state
    restored = restore(GAME, kept, "t1", sealer)
    assert (restored.state, restored.head) == (ACTOR.state, Head(LAST_ENTRY, MADE[-1].hash))
    assert (restored.watch.turned, restored.watch.rotation) == (ACTOR.watch.turned, ACTOR.watch.rotation)
    assert restored.watch.sealed == ACTOR.watch.sealed
    assert (restored.watch.coups, restored.watch.faults) == (ACTOR.watch.coups, [])
    kept.entries = []
    assert (replay(GAME, kept, "t1"), restore(GAME, kept, "t1", sealer).head) == (GAME.blank(), Head())
