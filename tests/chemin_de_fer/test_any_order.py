"""Whatever is called in one betting window, in whatever order, the award and the money are the same."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Call, Cover, Hand
from tapete.kernel import Refused

SHOE = "2s 9h 4d Kc  2h 3h 9d Qc"
PEOPLE = ("carla", "ana", "luis", "eva", "pau", "rosa")
MINIMUM = 10_00


def opened(make):
    """Ana lost banco; the next betting is open on 585 euros, of which 292.50 are one half."""
    table = make(SHOE).bank(300_00).bets().do("ana", a.CallBanco()).closed().dealt().looked()
    return table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()


@pytest.fixture
def table(make):
    return opened(make)


def called(table, calls: Any) -> Any:
    """Make calls in order; only a partial banco after a full one may be refused."""
    table = table.fork()
    for who, act in calls:
        made = table.play.attempt(act, who)
        if isinstance(made.outcome, Refused):
            assert made.outcome.code == "banco-called", made.outcome
        else:
            table.do(who, act)
    return table


def outcome(table) -> Any:
    """Close the betting and return the award and everybody's money, or that nobody plays."""
    table = table.fork()
    if isinstance(table.play.attempt(a.CloseBets(), "croupier").outcome, Refused):
        return None
    table.closed()
    return table.state.coup.award, sorted(table.money().items())


amounts = st.integers(MINIMUM // 100, 585).map(lambda euros: euros * 100)


@st.composite
def windows(draw) -> list[tuple[str, Any]]:
    """Return what each of some players calls, one call each, or the half together with its completion."""
    calls: list[tuple[str, Any]] = []
    for who in draw(st.lists(st.sampled_from(PEOPLE), min_size=1, unique=True)):
        kind = draw(st.sampled_from(("stake", "stake", "line", "half", "last", "both", "banco", "joint", "seguido")))
        match kind:
            case "stake":
                calls.append((who, a.Stake(draw(amounts))))
            case "line":
                calls.append((who, a.StakeOnLine(2 * draw(amounts))))
            case "half":
                calls.append((who, a.CallConLaMesa()))
            case "last":
                calls.append((who, a.CallUltimoCompleto()))
            case "both":
                calls += [(who, a.CallConLaMesa()), (who, a.CallUltimoCompleto())]
            case "banco":
                calls.append((who, a.CallBanco()))
            case "joint":
                calls.append((who, a.JoinBanco(draw(st.sampled_from(PEOPLE[:3])), draw(amounts))))
            case "seguido":
                calls.append((who, a.CallSeguido() if who == "ana" else a.CallBanco()))
    return calls


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_order_of_arrival_gives_the_same_award(table, data) -> None:
    calls = data.draw(windows())
    first = outcome(called(table, calls))
    for _ in range(3):
        assert outcome(called(table, data.draw(st.permutations(calls)))) == first


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_never_more_than_the_bank_and_every_cent_not_in_play_goes_back(table, data) -> None:
    held = {who: table.chips(who) for who in PEOPLE}
    made = called(table, data.draw(windows()))
    laid = {who: sum(one.amount for one in made.state.calls.by(who)) for who in PEOPLE}
    assert {who: made.chips(who) + laid[who] for who in PEOPLE} == held
    if outcome(made) is None:
        return
    made.closed()
    award, in_play = made.state.coup.award, made.state.coup.in_play
    stakes = {one.person: one.amount for one in award.stakes}
    assert award.covered_amount == sum(stakes.values()) <= in_play
    assert all(amount >= MINIMUM for amount in stakes.values())
    assert {who: made.chips(who) + stakes.get(who, 0) for who in PEOPLE} == held
    assert made.money()["stakes"] == award.covered_amount
    assert award.holder in stakes
    garage = sum(one.amount for one in made.state.bank.garage)
    assert garage == made.state.bank.total - award.covered_amount
    if award.kind in (Cover.BANCO, Cover.SEGUIDO, Cover.JOINT):
        assert award.covered_amount == in_play


MIXED = (
    ("carla", a.Stake(100_00)),
    ("luis", a.StakeOnLine(120_00)),
    ("pau", a.CallConLaMesa()),
    ("eva", a.CallUltimoCompleto()),
    ("ana", a.JoinBanco("ana", 200_00)),
)


@pytest.mark.clause("CF.B.22")
def test_a_mixed_window_in_all_its_orders(table) -> None:
    found = [outcome(called(table, order)) for order in permutations(MIXED)]
    assert all(one == found[0] for one in found)
    award, _ = found[0]
    assert {one.person: one.amount for one in award.stakes} == {
        "carla": 100_00,
        "luis": 60_00,
        "pau": 292_50,
        "eva": 132_50,
    }
    assert award.holder == "eva"


@pytest.mark.clause("CF.B.17")
def test_with_a_full_banco_the_rest_goes_back_in_every_order(table) -> None:
    calls = (("rosa", a.CallBanco()), *MIXED[1:4])
    found = [outcome(called(table, order)) for order in permutations(calls)]
    assert all(one == found[0] for one in found)
    assert (found[0][0].kind, found[0][0].holder) == (Cover.BANCO, "rosa")


def test_two_people_who_call_banco_at_once_are_both_heard(table) -> None:
    """Both acts carry the same step: neither makes the other stale, and the nearer one plays whoever came first."""
    step = table.state.step
    found = []
    for order in (("carla", "eva"), ("eva", "carla")):
        both = table.fork()
        for who in order:
            both.play = both.play.do(a.CallBanco(), who, step)
        assert {one.kind for one in both.state.calls.claims} == {Call.BANCO}
        found.append(outcome(both))
    assert found[0] == found[1]
    assert found[0][0].holder == "carla"


@pytest.mark.clause("CF.B.29")
def test_a_late_seguido_displaces_everything_and_the_garage_is_measured_anew(table) -> None:
    """Half, completion and stakes covered the bank; ana's late call sends each of them back."""
    held = {who: table.chips(who) for who in PEOPLE}
    table.do("pau", a.CallConLaMesa()).do("luis", a.StakeOnLine(120_00)).closed()
    assert sum(one.amount for one in table.state.bank.garage) == 585_00 - 292_50 - 60_00
    table.dealt().do("ana", a.CallSeguido())
    assert {who: table.chips(who) for who in PEOPLE} == {**held, "ana": held["ana"] - 585_00}
    assert (table.state.coup.award.kind, table.state.bank.garage) == (Cover.SEGUIDO, ())
    assert table.refused("ana", a.CallSeguido()).code == "seguido-already-called"


@pytest.mark.clause("CF.B.29")
def test_a_seguido_called_while_the_cards_are_dealt_is_in_time(table) -> None:
    """After the words and before the fourth card: the deal goes on, and the cards are carried to ana."""
    table.do("luis", a.Stake(200_00)).closed().dealt("pb").do("ana", a.CallSeguido())
    table.dealt("pb").carried()
    assert (table.state.holder, table.state.coup.punto.before) == ("ana", "ana")


@pytest.mark.clause("CF.B.16")
def test_who_holds_the_cards_from_the_strongest_right_to_the_weakest(make) -> None:
    """Take one right away after the other and the next one holds."""
    ladder = [
        ("ana", [("ana", a.CallSeguido())]),
        ("rosa", [("rosa", a.CallBanco())]),
        ("carla", [("carla", a.JoinBanco("carla", 285_00)), ("eva", a.JoinBanco("carla", 300_00))]),
        ("luis", [("luis", a.CallUltimoCompleto())]),
        ("pau", [("pau", a.CallConLaMesa())]),
    ]
    for rung, (holder, _) in enumerate(ladder):
        calls = [call for _, group in reversed(ladder[rung:]) for call in group]
        award, _ = outcome(called(opened(make), calls))
        assert award.holder == holder
    award, _ = outcome(
        called(opened(make), [("pau", a.Stake(90_00)), ("eva", a.Stake(80_00)), ("carla", a.Stake(80_00))])
    )
    assert award.holder == "carla"
