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
from tapete.kernel import HOUSE, Accepted, Act, PersonId, Refused
from tapete.record.canonical import canonical
from tapete.record.codec import to_tree
from tapete.record.differences import Finding
from tapete.record.editions import Change, Edition
from tapete.record.recompute import Recomputation, _Recomputed
from tapete.record.report import UnjudgedEntry
from tests.support.record.tables import SCRIPT, TableActor, play
from tests.support.record.toy import Open, Opened, Paid, Show, Stake, Staked, Table, Toy, Wants

ANA, BEA = PersonId("ana"), PersonId("bea")
ENTRY = play(TableActor(), SCRIPT[:2]).made[1].entry
NOW = ENTRY.edition


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
    assert compared((STAKE,), made, entry=older, editions=(Edition("0.1"), Edition(NOW, (ABOUT_STAKES,)))) == []
    assert compared((STAKE,), made, entry=entry, editions=(Edition(NOW), Edition("9", (ABOUT_STAKES,)))) == told


ABOUT_STAKES, ABOUT_PAY = Change("stakes-otherwise", "toy", ("staked",)), Change("pay-otherwise", "*", ("paid",))
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


def test_the_first_act_of_an_entry_is_taken_as_it_was_recorded() -> None:
    game = Citing()
    game.awaited = AWAITED
    made, _, seen = decided(CardOut(3, None), hidden=True, faces={(2, 8): "9s"}, game=game)
    assert ([one.face for one in made.events], seen) == ([None], set())
