"""One entry beside what the engine makes of it: what differs, what is left unjudged and why, and what an edition
explains. What the engine itself makes of an entry's acts: its events, its clauses, and where it would not go on.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import CardDraw, CardOut, ChanceKind, FaceDraw, SealShoe, ShoeDraw, ShoeSealed
from tapete.clauses import rest_on, weigh
from tapete.clauses.cite import Cite
from tapete.house.carried_events import BalancesCarried
from tapete.kernel import CHANCE, HOUSE, Accepted, Act, PersonId, Refused
from tapete.record import recompute
from tapete.record.canonical import canonical
from tapete.record.codec import DecodeError, to_tree
from tapete.record.differences import Finding
from tapete.record.editions import Change, Edition
from tapete.record.private import PrivatePart
from tapete.record.recompute import Recomputation, _Recomputed
from tapete.record.report import UnjudgedEntry
from tapete.record.upcasting import UpcastError
from tapete.words import CodedError
from tests.support.record.tables import SCRIPT, TableActor, play
from tests.support.record.toy import Open, Opened, Paid, Show, Stake, Staked, Table, Toy, Wants

ANA, BEA = PersonId("ana"), PersonId("bea")
ENTRY = play(TableActor(), SCRIPT[:2]).made[1].entry
NOW = ENTRY.edition
PART: Any = PrivatePart


class Told(Paid, frozen=True, tag="told@1"):
    """A payment that follows from what nobody may read."""

    rests_on_secret: ClassVar[bool] = True


class Settled(Staked, frozen=True, tag="settled@1"):
    """Chips that come because of what the cards decided."""

    settles_cycle: ClassVar[bool] = True


GAME = Toy()
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


@pytest.mark.parametrize(
    ("events", "made", "found"),
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


@pytest.mark.parametrize(
    ("events", "made", "is_left"),
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


@pytest.mark.parametrize(
    ("events", "made", "found"),
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


@pytest.mark.parametrize(
    ("named", "rests_on", "weighed", "found"),
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


@pytest.mark.parametrize(
    ("changes", "events", "made", "explained"),
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


# --- what the engine makes of the acts --------------------------------------------------------------------------------


class Citing(Toy):
    """The game, with clauses of which it says that they decided, and others that it looked at."""

    awaited: Any = None

    def decide(self, state: Table, act: Act[Any]) -> Any:
        weigh(Cite("LOOKED"), Cite(f"AT-{type(act.body).__name__.upper()}"))
        found = super().decide(state, act)
        rest_on(Cite("DECIDED"))
        if isinstance(found, Accepted):
            return Accepted(found.events, (Cite("SAME"), Cite(type(act.body).__name__.upper())))
        return found

    def draw_awaited(self, state: Table) -> Any:
        return self.awaited or super().draw_awaited(state)


def decided(*acts: Any, state: Table | None = None, hidden: bool = False, game: Toy | None = None, **more: Any) -> Any:
    judged = Recomputation(game or Citing(), "t1", more.get("faces", {}), frozenset())
    judged.state = state or Table()
    first, *chance = (Act(ANA if isinstance(one, Stake | Show) else HOUSE, one) for one in acts)
    return *judged._decide(first, chance, hidden), judged.unknown


SEAL = SealShoe(1, ("x",))
OPENED, SEALED = (Opened(ChanceKind.SEEDED, 5), Wants("shoe")), ShoeSealed(1, ChanceKind.SEEDED, 12, ("x",))
OPEN = Open(ChanceKind.SEEDED)


def refusal(act: str, code: str, **facts: Any) -> dict[str, Any]:
    return {"act": act, "refusal": code, "why": {"topic": "refusal", "code": code, "facts": facts}}


@pytest.mark.parametrize(
    ("acts", "made"),
    [
        (
            (OPEN, SEAL),
            _Recomputed(
                (*OPENED, SEALED), ("SAME", "OPEN", "SEALSHOE"), ("LOOKED", "AT-OPEN", "DECIDED", "AT-SEALSHOE")
            ),
        ),
        ((OPEN,), _Recomputed(OPENED, ("SAME", "OPEN"), ("LOOKED", "AT-OPEN", "DECIDED"), None, "shoe")),
        ((Stake(0),), _Recomputed((), (), ("LOOKED", "AT-STAKE", "DECIDED"), refusal("stake", "nothing-staked"))),
        (
            (OPEN, Show(9), SEAL),
            _Recomputed(
                OPENED,
                ("SAME", "OPEN"),
                ("LOOKED", "AT-OPEN", "DECIDED", "AT-SHOW"),
                refusal("show", "no-such-card", position=9),
            ),
        ),
    ],
)
def test_what_the_engine_makes_of_acts_is_told_with_its_clauses_and_where_it_ends(acts: Any, made: Any) -> None:
    assert decided(*acts) == (made, {}, set())


@pytest.mark.parametrize(
    ("awaited", "unfinished"),
    [
        (ShoeDraw(1, 12), "shoe"),
        (CardDraw(1, 12, 0, 5), "card"),
        (FaceDraw(1, 12, 0, 5), "face"),
        (replace(FaceDraw(1, 12, 0, 5), by_person=True), ""),
        (replace(CardDraw(1, 12, 0, 5), by_person=True), ""),
    ],
)
def test_an_entry_ends_with_a_draw_that_only_a_person_may_still_make(awaited: Any, unfinished: str) -> None:
    game = Citing()
    game.awaited = awaited
    made, failure, _ = decided(Stake(5), game=game)
    assert (made.events, made.refused, made.unfinished, failure) == ((Staked(ANA, 5),), None, unfinished, {})
    refused, _, _ = decided(Stake(0), game=game)
    assert refused.unfinished == ""


def test_an_engine_that_fails_is_no_answer() -> None:
    class Failing(Toy):
        def decide(self, state: Table, act: Act[Any]) -> Any:
            return Refused("x") if isinstance(act.body, Show) else {}["none"]

    why = {"topic": "error", "code": "KeyError", "facts": {}}
    made, failure, _ = decided(Stake(5), game=Failing())
    assert (made, failure["kind"], failure["detail"]) == (None, "KeyError", "'none'")
    assert set(failure) == {"kind", "why", "detail"}
    assert failure["why"]["topic"] == why["topic"]


NINE = Card("9s")
AWAITED = CardDraw(2, 12, 3, 8)


@pytest.mark.parametrize(
    ("awaited", "body", "hidden", "faces", "face", "unknown"),
    [
        (AWAITED, CardOut(3, None), True, {(2, 8): "9s"}, NINE, set()),
        (AWAITED, CardOut(4, None), True, {(2, 8): "9s"}, NINE, set()),
        (AWAITED, CardOut(3, None), False, {(2, 8): "9s"}, None, set()),
        (AWAITED, CardOut(3, Card("8s")), True, {(2, 8): "9s"}, Card("8s"), set()),
        (AWAITED, CardOut(3, None), True, {(2, 3): "9s", (8, 2): "9s", (1, 8): "9s"}, None, {(6, 4)}),
        (AWAITED, CardOut(3, Card("8s")), True, {}, Card("8s"), set()),
        (FaceDraw(2, 12, 3, 8), CardOut(3, None), True, {(2, 8): "9s"}, None, set()),
        (ShoeDraw(2, 12), CardOut(3, None), True, {}, None, set()),
    ],
)
def test_a_card_whose_face_was_not_recorded_has_the_one_that_was_opened_later(
    awaited: Any, body: CardOut, hidden: bool, faces: Any, face: Any, unknown: Any
) -> None:
    game = Citing()
    game.awaited = awaited
    made, _, seen = decided(Stake(5), body, state=Table(shoe=6, coup=4), hidden=hidden, faces=faces, game=game)
    assert [one.face for one in made.events[1:]] == [face]
    assert (made.events[1].position, seen) == (body.position, unknown)


def test_what_is_no_card_has_no_face() -> None:
    game = Citing()
    game.awaited = replace(AWAITED, by_person=True)
    made, failure, seen = decided(OPEN, SEAL, hidden=True, faces={(2, 8): "9s"}, game=game)
    assert (made.events, failure, seen) == ((*OPENED, replace(SEALED, kind=ChanceKind.SEEDED)), {}, set())


def test_the_first_act_of_an_entry_is_taken_as_it_was_recorded() -> None:
    game = Citing()
    game.awaited = AWAITED
    made, _, seen = decided(CardOut(3, None), hidden=True, faces={(2, 8): "9s"}, game=game)
    assert ([one.face for one in made.events], seen) == ([None], set())


# --- where a table is judged from, and what is followed ---------------------------------------------------------------


class Booked(Wants, frozen=True, tag="booked@1"):
    """The table plays by a rulebook from now on."""

    def pinned_rulebook(self) -> str:
        return self.kind


class Carrying(Toy):
    """The game, which may begin a day with balances: it keeps how many days there were as its coup."""

    event_types = Toy.event_types | BalancesCarried

    def evolve(self, state: Table, event: Any) -> Table:
        if isinstance(event, BalancesCarried):
            return replace(state, coup=state.coup + event.days)
        if isinstance(event, Booked) and event.kind == "torn":
            raise ValueError("torn")
        return super().evolve(state, event)


def carried(days: int) -> dict[str, Any]:
    return to_tree(replace(CARRIED, days=days))


@pytest.mark.parametrize(
    ("events", "found", "days"),
    [
        ((carried(3),), [], 3),
        ((carried(3), carried(5)), [], 3),
        ((carried(3), to_tree(STAKE)), [], 3),
        ((to_tree(STAKE), carried(3)), ["balances-missing"], None),
        ((to_tree(STAKE),), ["balances-missing"], None),
        ((), ["balances-missing"], None),
        (({"event": "staked@1"},), ["undecodable"], None),
        (({"event": "none@1"}, carried(3)), ["undecodable"], None),
        (({"event": "staked@99"},), ["undecodable"], None),
    ],
)
def test_a_day_is_begun_with_the_balances_that_its_first_event_carries(events: Any, found: Any, days: Any) -> None:
    judged = Recomputation(Carrying(), "t1", {}, frozenset())
    assert [one.code for one in judged.begin_day(replace(ENTRY, events=events))] == found
    assert (judged.lost, judged.is_blank) == (days is None, True)
    assert judged.state == judged.before == Table(coup=days or 0)


@pytest.mark.parametrize(
    "error", [DecodeError("tree-unfit", place="$", detail="x"), UpcastError("tree-unfit", place="$", detail="x")]
)
def test_what_cannot_be_read_begins_no_day_and_nothing_after_it_is_judged(
    error: CodedError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(recompute, "read_event", fail)
    undecodable = [Finding("undecodable", {"why": error.told})]
    judged = Recomputation(GAME, "t1", {}, frozenset())
    assert list(judged.begin_day(ENTRY)) == undecodable
    assert judged.lost
    judged = Recomputation(GAME, "t1", {}, frozenset())
    assert list(judged.entry(ENTRY, None, NOW, ())) == undecodable
    assert (judged.lost, judged.is_blank) == (True, False)
    assert list(judged.entry(ENTRY, None, NOW, ())) == []


def test_an_entry_that_was_looked_at_leaves_no_blank_table() -> None:
    judged = Recomputation(GAME, "t1", {}, frozenset())
    assert judged.is_blank
    assert list(judged.entry(ENTRY, None, NOW, ())) == []
    assert (judged.is_blank, judged.lost, judged.state.ledger["stakes"]) == (False, False, 1000)


def test_an_audit_goes_on_after_an_engine_that_fails_and_judges_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Recomputation(GAME, "t1", {}, frozenset())
    with monkeypatch.context() as failing:
        failing.setattr(recompute, "read_act", lambda *_: {}["none"])
        assert [one.code for one in judged.entry(ENTRY, None, NOW, ())] == ["cannot-follow"]
    assert judged.lost
    assert list(judged.entry(ENTRY, None, NOW, ())) == []


def followed(*events: Any, unknown: Any = (), books: Any = (), state: Table | None = None) -> tuple[Any, Any]:
    judged = Recomputation(Carrying(), "t1", {}, frozenset(books))
    judged.state, judged.unknown = state or Table(shoe=2, coup=5), set(unknown)
    found = list(judged._follow(ENTRY, events))
    assert (judged.events, judged.before) == (events, state or Table(shoe=2, coup=5))
    return found, judged


@pytest.mark.parametrize("unknown", [(), {(2, 4)}, {(5, 2)}, {(2, 5)}])
def test_what_cards_decided_is_not_paid_while_nobody_has_seen_them(unknown: Any) -> None:
    unseen = [Finding("coup-unseen", {"kind": "settled"})] if unknown == {(2, 5)} else []
    assert followed(Settled(ANA, 9), unknown=unknown)[0] == unseen
    assert followed(STAKE, Settled(ANA, 9), PAY, Settled(ANA, 8), unknown=unknown)[0] == unseen * 2
    assert followed(STAKE, PAY, unknown=unknown)[0] == []


def test_the_rulebooks_of_a_table_are_gathered_and_missed() -> None:
    found, judged = followed(Booked("a"), Booked(""), Booked("b"), Wants("c"), Booked("a"), books=("a",))
    assert (found, judged.pinned) == ([Finding("rulebook-missing", {"rulebook": "b"})], {"a", "b"})


def test_an_event_that_cannot_be_followed_ends_what_is_judged() -> None:
    found, judged = followed(STAKE, Booked("torn"), Booked("b"))
    assert ([one.code for one in found], judged.lost, judged.pinned) == (["cannot-follow"], True, set())
    assert judged.state.ledger["stakes"] == 100
    assert followed(STAKE)[1].lost is False


def test_money_that_comes_from_nowhere_is_told() -> None:
    class Generous(Toy):
        def postings(self, event: Any) -> Any:
            return super().postings(event)[1:] if isinstance(event, Staked) else super().postings(event)

    judged = Recomputation(Generous(), "t1", {}, frozenset())
    unbalanced = Finding("unbalanced", {"kind": "staked", "total": 100})
    assert [one for one in judged._follow(ENTRY, [STAKE, PAY]) if one.code == "unbalanced"] == [unbalanced]


# --- private parts ----------------------------------------------------------------------------------------------------


class Kept(Stake, frozen=True, tag="kept"):
    """A stake with a note that nobody ever reads."""

    keeps_secret: ClassVar[bool] = True
    amount: int | None = None  # type: ignore[assignment]

    def private(self) -> tuple[str, ...]:
        return ("amount",)


class Open2(Kept, frozen=True, tag="told"):
    """One that leads to the same whatever its note says."""

    is_decided_without_secret: ClassVar[bool] = True


class Keeping(Toy):
    act_types = Toy.act_types | Kept | Open2

    def decide(self, state: Table, act: Act[Any]) -> Any:
        if isinstance(act.body, Kept):
            return Accepted((Staked(act.by, 60),))
        return super().decide(state, act)


@pytest.mark.parametrize("has_part", [True, False])
@pytest.mark.parametrize("digest", [None, "00"])
@pytest.mark.parametrize(("tag", "is_sealed"), [("kept", True), ("told", False), ("stake", False)])
def test_of_an_act_that_is_not_known_nobody_says_what_becomes(
    tag: str, is_sealed: bool, digest: str | None, has_part: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recompute, "join", lambda entry, part: entry)
    act = {"by": "ana", "what": {"act": tag, "amount": 60}, "at": None}
    judged = Recomputation(Keeping(), "t1", {}, frozenset())
    paid = to_tree(Paid(ANA, 0))
    entry = replace(ENTRY, act=act, events=(paid,), private_digest=digest)
    found = list(judged.entry(entry, PART if has_part else None, NOW, ()))
    is_hidden = digest is not None and not has_part
    assert judged.has_secrets is (is_hidden and tag != "stake")
    assert judged.unjudged == ([UnjudgedEntry(2, "act-sealed", "t1")] if is_hidden and is_sealed else [])
    due = [money("money-differs", "-", STAKE_LEGS.format(60))]
    assert found == ([] if is_hidden and is_sealed else due)


@pytest.mark.parametrize("is_hidden", [True, False])
def test_hidden_values_are_taken_from_the_engine_where_they_are_hidden_alone(
    is_hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recompute, "join", lambda entry, part: entry)
    judged = Recomputation(GAME, "t1", {}, frozenset())
    judged.state = Table(shoe=1, wants="card", cut=5)
    act = {"by": "system:chance", "what": {"act": "card-out", "position": 0, "face": "9s"}, "at": None}
    laid = {"event": "laid@1", "position": 0, "face": None, "face_up": False}
    entry = replace(ENTRY, by=CHANCE, act=act, events=(laid,), private_digest="00" if is_hidden else None)
    found = list(judged.entry(entry, None, NOW, ()))
    assert [one.code for one in found] == ([] if is_hidden else ["events-differ"])
    assert [one.face for one in judged.state.layout] == ["9s" if is_hidden else None]
