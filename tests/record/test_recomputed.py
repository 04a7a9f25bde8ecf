"""An entry beside what the engine makes of it: what differs, what is left unjudged, what an edition explains."""

from typing import Any, ClassVar

from msgspec.structs import replace

from tapete.house.events import BalancesCarried
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.record.entry import canonical
from tapete.record.recompute import Finding, Recomputation, _Recomputed
from tapete.record.report import Change, Edition, UnjudgedEntry
from tapete.record.verify import numbers
from tests.support.record.tables import GAME, SCRIPT, Paid, Staked, Table, TableActor, Toy, Wants, play
from tests.support.rows import rows

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


def again(*events: Any, **more: Any) -> _Recomputed:
    return _Recomputed(tuple(events), **{"rests_on": ENTRY.rests_on, **more})


def compared(events: Any, made: _Recomputed | None, failure: Any = None, entry: Any = ENTRY, **more: Any) -> list[Any]:
    """Return what is found of an entry, and what is left unjudged."""
    judged = Recomputation(GAME, "t1", {}, frozenset(), NOW, more.get("editions", ()))
    judged.state = Table(shoe=2, coup=5)
    judged.has_secrets, judged.unknown = more.get("secrets", False), set(more.get("unknown", ()))
    since = judged._changes_since(entry)
    unasked = more.get("unasked", lambda codes: made)
    found = judged._compare(entry, entry, list(events), made, failure or {}, more.get("hidden", False), since, unasked)
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
        ((STAKE, PAY), again(STAKE, PAY), []),
        ((STAKE,), None, [Finding("engine-failed", {"kind": "X"})]),
        ((STAKE,), again(STAKE, refused=REFUSED), [Finding("act-refused", REFUSED)]),
        ((STAKE,), again(refused=REFUSED, unfinished="shoe"), [Finding("act-refused", REFUSED)]),
        ((STAKE,), again(LESS, unfinished="card"), [Finding("chance-missing", {"draw": "card"})]),
        ((STAKE,), again(LESS), [money("money-differs", STAKE_LEGS.format(100), STAKE_LEGS.format(60))]),
        ((STAKE,), again(STAKE, PAY), [money("money-differs", "-", "person:ana 100, stakes -100")]),
        ((STAKE, Wants("")), again(STAKE), [COUNT]),
        ((STAKE, PAY), again(PAY, STAKE), [differ(STAKE, PAY)]),
        ((STAKE,), again(Staked(ANA, -1)), [differ(STAKE, Staked(ANA, -1))]),
        ((CARRIED,), again(), [Finding("balances-differ", {"case": "count", "recorded": 1, "now": 0})]),
    ],
)
def test_what_the_engine_makes_otherwise_is_told(events: Any, made: Any, found: list[Any]) -> None:
    assert compared(events, made, {"kind": "X"}) == found


UNREAD = UnjudgedEntry(ENTRY.version, "secret-unread", "t1")


@rows(
    "events, made, is_left",
    [
        ((SECRET,), again(PAY), True),
        ((SECRET, Wants("a")), again(PAY), True),
        ((SECRET,), None, False),
        ((SECRET,), again(PAY, refused=REFUSED), False),
        ((PAY,), again(SECRET), False),
        ((SECRET,), again(Paid(ANA, 99)), False),
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
        ((STAKE,), None, [money("money-unseen", "cash-desk -100", "-")]),
        ((), again(STAKE, refused=REFUSED), [UNSEEN]),
        ((Settled(ANA, 100),), None, [UNSEEN]),
        ((PAY,), again(Wants("b")), [UNSEEN]),
        ((PAY,), again(LESS), [money("money-unseen", "-", "cash-desk -60")]),
        ((STAKE, PAY), again(LESS), [money("money-unseen", "cash-desk -100", "cash-desk -60")]),
        ((STAKE, PAY), again(STAKE), [UNSEEN]),
        ((PAY,), again(Paid(BEA, 100)), [money("money-differs", "person:ana 100", "person:bea 100")]),
        ((STAKE,), again(LESS), [money("money-differs", STAKE_LEGS.format(100), STAKE_LEGS.format(60))]),
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
        (("A", "B"), ("B", "A"), (), None),
        (("A", "C"), ("A",), ("A", "C"), None),
        (("A",), ("A",), ("C",), None),
        (("A",), ("A", "B"), ("A", "B"), {"recorded": "-", "now": "B"}),
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
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (ABOUT_STAKES,)))) == told
    explained = [one._replace(explained_by=CITED) for one in told]
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (CITED,)))) == explained
    half = replace(CITED, clauses=CITED.clauses[1:3])  # a clause that no change names is left over
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (half,)))) == told
    assert compared((STAKE,), made, entry=entry, editions=(Edition(NOW), Edition("9", (ABOUT_STAKES,)))) == told


ABOUT_STAKES = Change("stakes-otherwise", "toy", ('-wants {"kind":"a"}', 'wants.kind "a" "b"', "order"))
CITED = Change("cited-otherwise", "toy", clauses=("B", "A", "E", "D"))
NO_MORE = Change("refused-now", "*", ('wants.kind "a" "b"',), refusals=("stake/nothing-staked",))
ELSEWHERE = Change("bingo-otherwise", "bingo", ('wants.kind "a" "b"',))
BY_STAKES, BY_DEALS = (replace(ABOUT_STAKES, acts=(act,)) for act in ("stake", "deal"))
ASKED, OTHER, LOST = Wants("a"), Wants("b"), again(refused=REFUSED)


@rows(
    "changes, events, made, unasked, explained",
    [
        ((ABOUT_STAKES,), (ASKED,), again(OTHER), None, (ABOUT_STAKES,)),
        ((ABOUT_STAKES,), (ASKED, ASKED), again(OTHER), None, (ABOUT_STAKES,)),
        ((ABOUT_STAKES,), (ASKED, OTHER), again(OTHER), None, (None,)),  # nor an event of other values
        ((ABOUT_STAKES,), (STAKE, ASKED), again(ASKED, STAKE), None, (ABOUT_STAKES,)),
        ((ABOUT_STAKES,), (ASKED,), again(ASKED, OTHER), None, (None,)),
        ((ABOUT_STAKES,), (STAKE,), again(), None, (None,)),
        ((ABOUT_STAKES,), (Staked(ANA, -1), ASKED), again(Staked(ANA, -1), OTHER), None, (None,)),
        ((ABOUT_STAKES,), (ASKED,), again(OTHER, unfinished="card"), None, (None,)),
        ((ABOUT_STAKES,), (ASKED,), None, None, (None,)),
        ((ELSEWHERE,), (ASKED,), again(OTHER), None, (None,)),
        ((BY_STAKES,), (ASKED,), again(OTHER), None, (BY_STAKES,)),
        ((BY_DEALS,), (ASKED,), again(OTHER), None, (None,)),
        ((NO_MORE,), (STAKE,), LOST, again(STAKE), (NO_MORE,)),
        ((NO_MORE,), (ASKED,), LOST, again(OTHER), (NO_MORE,)),
        ((NO_MORE,), (OTHER,), LOST, again(ASKED), (None,)),
        ((NO_MORE,), (STAKE,), LOST, again(LESS), (None,)),
        ((NO_MORE,), (STAKE,), LOST, LOST, (None,)),
        ((NO_MORE,), (STAKE,), LOST, again(refused=REFUSED | {"refusal": "other"}), (None,)),
        ((ABOUT_STAKES,), (STAKE,), LOST, again(STAKE), (None,)),
    ],
)
def test_a_difference_is_explained_by_later_changes_but_never_in_its_money(
    changes: Any, events: Any, made: Any, unasked: Any, explained: Any
) -> None:
    editions, older = (Edition("0.1"), Edition(NOW, changes)), replace(ENTRY, edition="0.1")
    (found,) = compared(events, made)
    assert found.explained_by is None
    told = [found._replace(explained_by=one) for one in explained]
    more = {"editions": editions, "unasked": lambda codes: unasked}
    assert compared(events, made, entry=older, **more) == told
    assert compared(events, made, **more) == [found]
    assert compared(events, made, editions=(Edition(NOW), Edition("9", changes))) == [found]


def test_an_entry_with_an_event_that_its_edition_did_not_have_is_named_and_excused_in_nothing() -> None:
    """Threat: what is decided today names an older edition."""
    editions = (Edition("0.1"), Edition(NOW, (ABOUT_STAKES,), {"toy": ("staked@1",), "bingo": ("opened@1",)}))
    judged = Recomputation(GAME, "t1", {}, frozenset(), NOW, editions)
    opened, staked = (replace(one.entry, edition="0.1") for one in play(TableActor(), SCRIPT[:2]).made)
    found = [bool(judged._changes_since(one)) for one in (opened, staked, opened)]
    assert found == [True, False, False], "nothing after it is excused either"
    assert judged.older_editions == {"0.1": {"edition": "0.1", "entry": 2, "newer": NOW, "case": "event"}}


@rows("said, is_told", [({}, False), ({"by": "ana"}, True), ({"at": None}, True), ({"at": {"coup": 1}}, True)])
def test_what_chance_did_is_of_chance_and_its_step_where_nobody_can_decide_it_again(said: Any, is_told: bool) -> None:
    *before, deal = (one.entry for one in play(TableActor(), SCRIPT[:3]).made)
    judged = Recomputation(GAME, "t1", {}, frozenset())
    for one in before:
        list(judged.entry(one, None))
    (drawn,), (wants, laid) = deal.chance, deal.events
    drawn |= {**said, "at": drawn["at"] | said["at"]} if said.get("at") else said
    unseen = replace(deal, chance=(drawn,), events=(wants, {**laid, "position": 1}))
    codes = {one.code for one in judged.entry(unseen, None)}
    assert [one.code for one in judged.unjudged] == ["cards-unseen"]
    assert ("chance-misplaced" in codes) is is_told


def test_entries_are_told_as_ranges() -> None:
    assert numbers([9, 4, 6, 5]) == "4-6, 9"


def test_money_that_comes_from_nowhere_is_told() -> None:
    class Generous(Toy):
        def postings(self, event: Any) -> Any:
            return super().postings(event)[1:] if isinstance(event, Staked) else super().postings(event)

    judged = Recomputation(Generous(), "t1", {}, frozenset())
    unbalanced = Finding("unbalanced", {"kind": "staked", "total": 100})
    assert [one for one in judged._follow(ENTRY, [STAKE, PAY]) if one.code == "unbalanced"] == [unbalanced]
