"""Whatever people do at a table, lawful or not, what must hold of it holds after every act."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase as Stage, given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tapete import punto_banco as pb
from tapete.chance import ChanceKind
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import plain
from tapete.play import Play
from tests.support.punto_banco.walk import BUILD, GAME, KINDS, STAFF, Shuffled, Walk

CHOICES = st.randoms(use_true_random=False)
STEPS = 30
PHASES = [Stage.explicit, Stage.generate, *([Stage.shrink] if "TAPETE_SHRINK" in os.environ else [])]
"""Shrinking a long walk takes minutes: ask for it by the variable."""


class Table(RuleBasedStateMachine):
    """A punto y banca or mini table with people coming and going."""

    @initialize(rng=CHOICES)
    def open(self, rng: random.Random) -> None:
        self.walk = Walk(rng, looks=0.05)

    def _open(self) -> bool:
        return self.walk.state.phase is not Phase.CLOSED

    @precondition(_open)
    @rule(rng=CHOICES, times=st.integers(1, 12))
    def go_on(self, rng: random.Random, times: int) -> None:
        self.walk.rng = rng
        for _ in range(times):
            self.walk.go_on()

    @precondition(_open)
    @rule(rng=CHOICES)
    def somebody_does_what_he_may(self, rng: random.Random) -> None:
        self.walk.rng = rng
        self.walk.lawful()

    @precondition(_open)
    @rule(rng=CHOICES)
    def people_stake(self, rng: random.Random) -> None:
        self.walk.rng = rng
        self.walk.stakes()

    @precondition(_open)
    @rule(rng=CHOICES)
    def trouble(self, rng: random.Random) -> None:
        self.walk.rng = rng
        self.walk.trouble()

    @rule(rng=CHOICES, times=st.integers(1, 12))
    def anybody_does_anything(self, rng: random.Random, times: int) -> None:
        self.walk.rng = rng
        for _ in range(times):
            self.walk.anything()

    def teardown(self) -> None:
        if hasattr(self, "walk"):
            self.walk.check_whole_replay()


Table.TestCase.settings = settings(
    max_examples=int(os.environ.get("TAPETE_EXAMPLES", "15")),
    stateful_step_count=STEPS,
    derandomize=True,
    deadline=None,
    database=None,
    phases=PHASES,
    suppress_health_check=list(HealthCheck),
)
TestTable = pytest.mark.slow(Table.TestCase)


def wander(seed: int, acts: int, looks: float = 0.02) -> Counter[str]:
    """Walk a table through ``acts`` acts and more; a table that closes is followed by another one."""
    rng = random.Random(seed)
    total: Counter[str] = Counter()
    while total["acts"] < acts:
        walk = Walk(rng, looks=looks)
        for _ in range(rng.choice([100, 300, 1000])):
            if walk.state.phase is Phase.CLOSED:
                break
            seldom = (walk.trouble, walk.stakes, walk.departure)
            rng.choice([walk.go_on, walk.go_on, walk.lawful, *(walk.anything,) * 4, *seldom])()
        walk.check_whole_replay()
        total += walk.counts
    return total


NEVER_DONE = frozenset({"stand-hand", "seal-shoe", "adopt-rulebook", "close-table"})
"""The rules decide who stands, chance seals the shoe; a rulebook is adopted and a table closed too rarely here."""


@pytest.mark.slow
def test_long_walk() -> None:
    acts = int(os.environ.get("TAPETE_ACTS", "8000"))
    total: Counter[str] = Counter()
    for seed in range(16):  # as many as it takes to meet each kind, in whatever order a set is gone through
        total += wander(seed, acts // 4)
    assert 0.3 <= total["refused"] / total["acts"] <= 0.7, total
    missing = {kind for kind in KINDS if not total[f"did {kind}"]} - NEVER_DONE
    assert not missing
    codes = {name for name in total if name.startswith("refused ")}
    assert len(codes) > 50, sorted(codes)
    print(f"{total['acts']} acts, {total['refused']} refused by {len(codes)} codes, {total['offers']} offers tried")


def test_every_act_can_be_made_at_random() -> None:
    assert set(BUILD) == set(KINDS)


# --- what must not change the money -----------------------------------------------------------------------------------

Wager = tuple[str, pb.Bet, int]
NAMES = ("ana", "bea", "carlos", "dora")


def go_on(table: Play[State], *until: Phase) -> Play[State]:
    """Do what the table waits for until it stands in one of these windows."""
    while table.state.phase not in until:
        who = {table.state.dealer(), table.state.hand_holder, *STAFF.values(), *table.state.seats.people()} - {None}
        for viewer in sorted(who):
            offer = next((one for one in table.legal(viewer) if one.main and one.act != "take-shoe"), None)
            if offer:
                values = {
                    name: value[0] if isinstance(value, list) else value for name, value in plain(offer.fields).items()
                }
                fields = {"depth": 100} if offer.act == "cut-pack" else values
                table = table.do(KINDS[offer.act](**fields), by=viewer)
                break
    return table


def evening(seed: int, coups: list[list[Wager]], seats: dict[str, int], standing: tuple[str, ...] = ()) -> Play[State]:
    """Play coups on which everybody stakes as listed, in that order; what a tie leaves is taken back."""
    source = Shuffled(ChanceKind.SEEDED, seed, 6)
    table = pb.open_table(1000, 100000, source=source, game=GAME, staff=STAFF, standing_allowed=True)
    for who, seat in seats.items():
        table = table.do(pb.Sit(seat), by=who)
    for who in standing:
        table = table.do(pb.StandBehind(1), by=who)
    for who in {who: None for coup in coups for who, _, _ in coup}:
        table = table.do(pb.BuyIn(10**7), by=who)
    for wagers in coups:
        table = go_on(table, Phase.BETWEEN)
        table = table.do(pb.OpenBets(), by="croupier")
        for who, bet, stake in wagers:
            table = table.do(pb.PlaceBet(bet, stake), by=who)
        table = go_on(table, Phase.BETWEEN, Phase.END_OF_SHOE)
        for who, bet in list(table.state.bets):
            table = table.do(pb.WithdrawBet(bet), by=who)
    return table


def money(table: Play[State]) -> dict[str, int]:
    return {name: held for name, held in table.state.ledger.items() if held}


STAKES = {pb.Bet.PUNTO: 100000, pb.Bet.BANCA: 100000, pb.Bet.TIE: 10000}
WAGERS = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(list(STAKES))), st.integers(1000, 100000), min_size=1, max_size=8
).map(lambda found: [(who, bet, min(stake, STAKES[bet])) for (who, bet), stake in found.items()])
EVENINGS = st.lists(WAGERS, min_size=1, max_size=3)
SEATS = {"ana": 1, "bea": 3, "carlos": 4, "dora": 9}
RELATED = settings(max_examples=25, derandomize=True, deadline=None, database=None)


@RELATED
@given(st.integers(0, 99), EVENINGS, st.permutations(["zoe", "mar", "abel", "nil"]))
def test_other_names_change_no_money(seed: int, coups: list[list[Wager]], names: list[str]) -> None:
    other = dict(zip(NAMES, names, strict=True))
    renamed = [[(other[who], bet, stake) for who, bet, stake in wagers] for wagers in coups]
    before = money(evening(seed, coups, SEATS))
    after = money(evening(seed, renamed, {other[who]: seat for who, seat in SEATS.items()}))
    accounts = {f"person:{who}": f"person:{called}" for who, called in other.items()}
    assert {accounts.get(name, name): held for name, held in before.items()} == after


@RELATED
@given(st.integers(0, 99), EVENINGS, st.integers(1000, 99999))
def test_a_bet_split_in_two_changes_no_money(seed: int, coups: list[list[Wager]], first: int) -> None:
    split = [
        [
            (who, bet, part)
            for who, bet, stake in wagers
            for part in ((first, stake - first) if first < stake else (stake,))
        ]
        for wagers in coups
    ]
    assert money(evening(seed, coups, SEATS)) == money(evening(seed, split, SEATS))


@RELATED
@given(st.integers(0, 99), EVENINGS, st.randoms(use_true_random=False))
def test_the_order_of_bets_in_a_window_changes_no_money(
    seed: int, coups: list[list[Wager]], rng: random.Random
) -> None:
    mixed = [rng.sample(wagers, len(wagers)) for wagers in coups]
    one, other = evening(seed, coups, SEATS), evening(seed, mixed, SEATS)
    assert money(one) == money(other)
    assert [coup.lines for coup in one.state.history] == [coup.lines for coup in other.state.history]


@RELATED
@given(st.integers(0, 99), EVENINGS)
def test_people_who_watch_change_no_money(seed: int, coups: list[list[Wager]]) -> None:
    watched = evening(seed, coups, {"watcher": 2, **SEATS}, standing=("onlooker",))
    assert watched.view("passer-by")
    assert money(evening(seed, coups, SEATS)) == money(watched)
