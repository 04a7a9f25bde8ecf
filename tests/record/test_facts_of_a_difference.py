"""What differs between an entry and its repetition, in facts; which changes of a later edition explain it; what an
entry is refused for, and the whole entry that a turn leads to.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tapete.accounts import Posting
from tapete.chance import CardDraw, ShoeDraw
from tapete.clauses.cite import Cite
from tapete.kernel import HOUSE, Act, PersonId
from tapete.play import ActResult
from tapete.record.canonical import canonical, sha256
from tapete.record.codec import to_tree
from tapete.record.compose import compose
from tapete.record.differences import (
    Finding,
    describe,
    first_difference,
    is_any_secret_kept,
    kind_of,
    pairs,
    sets,
    sums,
    unequal,
    with_hidden,
)
from tapete.record.editions import CURRENT, EDITIONS, Change, Edition, changes_since, explaining_changes
from tapete.record.entry import BadEntryError, Entry, Head, ShoeOpenings, StreamEnd
from tapete.record.money_legs import edge_legs, legs_of
from tests.support.record.tables import GAME, KEY, TIME, FixedSealer
from tests.support.record.toy import Deal, Laid, Paid, Stake, Staked, Turned

ANA, BEA = PersonId("ana"), PersonId("bea")
ONE, TWO, THREE = Staked(ANA, 1), Staked(ANA, 2), Staked(BEA, 3)


@pytest.mark.parametrize(
    ("recorded", "now", "facts"),
    [
        ((), (), {"case": "count", "recorded": 0, "now": 0}),
        ((ONE,), (), {"case": "count", "recorded": 1, "now": 0}),
        ((ONE,), (ONE, TWO), {"case": "count", "recorded": 1, "now": 2}),
        ((ONE,), (TWO, ONE), (0, ONE, TWO)),
        ((ONE, TWO, THREE), (ONE, THREE, TWO), (1, TWO, THREE)),
    ],
)
def test_the_first_event_that_differs_is_told_or_how_many_there_are(recorded: Any, now: Any, facts: Any) -> None:
    if isinstance(facts, tuple):
        index, one, other = facts
        facts = {"index": index, **{name: canonical(to_tree(it)).decode() for name, it in
                                    (("recorded", one), ("now", other))}}  # fmt: skip
    assert first_difference(recorded, now) == facts


@pytest.mark.parametrize(
    ("recorded", "now", "left"),
    [
        ((ONE, TWO), (ONE, THREE), (TWO, THREE)),
        ((ONE,), (ONE, TWO), (TWO,)),
        ((ONE, TWO), (TWO,), (ONE,)),
        ((ONE, TWO), (TWO, ONE), (ONE, TWO, TWO, ONE)),
        ((ONE, ONE), (ONE,), (ONE, ONE, ONE)),
        ((), (), ()),
    ],
)
def test_what_only_one_side_has_is_told_or_all_in_another_order(recorded: Any, now: Any, left: Any) -> None:
    assert unequal(recorded, now) == [to_tree(one) for one in left]


def test_each_event_stands_beside_the_one_at_its_place() -> None:
    assert list(pairs("abc", "xy")) == [("a", "x"), ("b", "y"), ("c", None)]
    assert list(pairs("a", "xy")) == [("a", "x")]
    assert list(pairs("", "x")) == []


def test_hidden_values_are_taken_from_another_event_of_the_same_kind() -> None:
    hidden, known, shown = Laid(3, None, False), Laid(3, "Kc", False), Laid(3, "Qc", True)
    assert with_hidden(hidden, known) == known
    assert with_hidden(Laid(4, None, False), known) == Laid(4, "Kc", False)
    assert with_hidden(Laid(3, "Qd", False), known) == Laid(3, "Qd", False)
    assert with_hidden(Laid(3, None, True), known) == Laid(3, None, True)
    assert with_hidden(hidden, Turned(3, "Kc", True)) is hidden
    assert with_hidden(hidden, None) is hidden
    assert with_hidden(shown, known) == shown


class Part:
    def __init__(self, names: tuple[str, ...], *, keeps_secret: bool) -> None:
        self.names, self.keeps_secret = names, keeps_secret

    def private(self) -> tuple[str, ...]:
        return self.names


@pytest.mark.parametrize(
    ("parts", "kept"),
    [
        ((), False),
        ((Part(("a",), keeps_secret=True),), True),
        ((Part((), keeps_secret=True),), False),
        ((Part(("a",), keeps_secret=False),), False),
        ((Part((), keeps_secret=True), Part(("a",), keeps_secret=False)), False),
        ((Part((), keeps_secret=False), Part(("a",), keeps_secret=True)), True),
    ],
)
def test_a_secret_is_kept_where_one_part_has_private_values_that_are_never_shown(parts: Any, kept: bool) -> None:
    assert is_any_secret_kept(*parts) is kept


def test_names_of_draws_events_sums_and_sets() -> None:
    assert [describe(ShoeDraw(1, 12)), describe(CardDraw(1, 12, 0, 0, "table"))] == ["shoe", "card"]
    assert [kind_of({"event": one}) for one in ("staked@1", "staked@12", "staked")] == ["staked"] * 3
    assert sums(Counter()) == "-"
    assert sums(Counter({("b", 2): 1, ("a", -5): 1, ("a", 7): 1})) == "a -5, a 7, b 2"
    assert sets((), ()) == {"recorded": "-", "now": "-"}
    assert sets(("b", "a", "c", "x"), ("x", "z", "y")) == {"recorded": "a, b, c", "now": "y, z"}


def test_an_explained_difference_says_what_differed_and_why() -> None:
    change = Change("toy-change", "toy", ("staked",))
    facts = {"case": "count", "recorded": 1, "now": 2}
    made = Finding("events", facts, change).explained(7, "t1")
    assert (made.at, made.code, made.table) == (7, "toy-change", "t1")
    assert made.difference == {"topic": "finding", "code": "events", "facts": facts}
    assert Finding("a").facts == {}
    assert Finding("a").explained_by is None


# --- editions ---------------------------------------------------------------------------------------------------------

TOY, ALL, OTHER, LAST = (Change(*one) for one in (("c1", "toy", ("a",)), ("c2", "*", ("b", "c")),
                                                  ("c3", "bingo", ("a",)), ("c4", "toy", ("d",))))  # fmt: skip
KNOWN = (Edition("1"), Edition("2", (TOY, ALL)), Edition("3", (OTHER, LAST)))


@pytest.mark.parametrize(
    ("edition", "game", "changes"),
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


@pytest.mark.parametrize(
    ("kinds", "used"),
    [
        ("", ()),
        ("a", (TOY,)),
        ("b", (ALL,)),
        ("abc", (TOY, ALL)),
        ("ad", (TOY, LAST)),
        ("x", ()),
        ("ax", ()),
    ],
)
def test_a_difference_is_explained_where_no_kind_is_left_over(kinds: str, used: Any) -> None:
    assert explaining_changes(frozenset(kinds), (TOY, ALL, LAST)) == used


def test_the_edition_that_decides_now_is_the_last_one_released() -> None:
    assert EDITIONS[-1].name == CURRENT
    assert len({one.name for one in EDITIONS}) == len(EDITIONS)
    assert changes_since(CURRENT, "toy") == ()


# --- money ------------------------------------------------------------------------------------------------------------


def test_what_events_move_is_counted_and_at_the_edge_of_a_table_not_among_its_players() -> None:
    ana, desk, stakes = ("person:ana", 5), ("cash-desk", -5), ("stakes", 5)
    assert legs_of(GAME, [Staked(ANA, 5)]) == Counter([ana, ("person:ana", -5), desk, stakes])
    assert legs_of(GAME, [Staked(ANA, 5), Staked(ANA, 5)]) == Counter([ana, ("person:ana", -5), desk, stakes] * 2)
    assert edge_legs(GAME, [Staked(ANA, 5), Staked(ANA, 5), Paid(ANA, 3)]) == Counter([desk] * 2)
    assert edge_legs(GAME, []) == legs_of(GAME, []) == Counter()


class Unbooked:
    def postings(self, event: Any) -> tuple[Posting, ...]:
        raise ValueError(event)


def test_what_cannot_be_booked_moves_nothing_that_could_be_counted() -> None:
    game: Any = Unbooked()
    assert legs_of(game, [ONE]) is None
    assert edge_legs(game, [ONE]) == Counter()


# --- entries ----------------------------------------------------------------------------------------------------------

FIELDS: dict[str, Any] = {
    "table": "t", "game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}
}  # fmt: skip
END = StreamEnd("old", 3, "e3")


@pytest.mark.parametrize(
    ("wrong", "code", "facts"),
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


def test_without_a_request_there_is_no_answer_and_the_edition_is_the_one_of_now() -> None:
    made = compose(GAME, turn((HOUSE, Deal())), Head(), SEALER, **COMPOSED, answer=b"yes")
    assert (made.entry.command, made.entry.answer, made.answer) == (None, None, b"yes")
    assert (made.entry.edition, made.entry.version, made.entry.prev) == (CURRENT, 1, Head().hash)
    assert made.entry.continues is None


def test_only_a_first_entry_goes_on_from_another_record() -> None:
    made = compose(GAME, turn((HOUSE, Deal())), Head(0, "e3"), SEALER, **COMPOSED, continues=END)
    assert (made.entry.continues, made.entry.prev) == (END, "e3")
    assert compose(GAME, turn((HOUSE, Deal())), Head(1, "x"), SEALER, **COMPOSED, continues=END).entry.continues is None


def test_a_citation_that_rests_on_a_hidden_face_is_in_the_private_part() -> None:
    made = compose(
        GAME, turn((ANA, Deal()), events=(Laid(0, "Kc", False),), rests_on=("a", "b", "c")), Head(), SEALER,
        **COMPOSED, private_clauses=("b",),
    )  # fmt: skip
    assert made.entry.rests_on == ("a", "c")
    assert made.entry.private_digest == "11" * 32
    assert made.private_part is not None
    assert made.entry.events[0]["face"] is None


def test_a_refused_act_leaves_no_entry() -> None:
    with pytest.raises(ValueError, match="a refused act leaves no entry"):
        compose(GAME, turn(), Head(), SEALER, **COMPOSED)
