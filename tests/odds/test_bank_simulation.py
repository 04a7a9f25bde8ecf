"""Banks that are simulated are those of the table: coup by coup through ``decide``, in the mean as counted exactly."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete import chemin_de_fer as cf, dos_panos as dp
from tapete.cards import DECK, Card
from tapete.front.table import ShuffledShoe
from tapete.games.baccarat.points import Winner
from tapete.games.chemin_de_fer.bank import playable
from tapete.games.chemin_de_fer.events import BankReturned, CoupSettled
from tapete.games.dos_panos.events import CoupSettled as ClothsSettled
from tapete.odds import chemin_shoes, cloths_shoes, shoe_loops
from tapete.odds.banks import ENDS, Sums, rows, summed
from tapete.odds.chemin_de_fer import Terms, deck_shoe, solve
from tapete.odds.chemin_shoes import Table, coups, fresh_shoes, strategy_of
from tapete.odds.cloths_shoes import TwoCloths
from tapete.odds.dos_panos import Terms as ClothsTerms, solve as solve_cloths
from tapete.odds.shoe import KINDS, OddsError, kind_of
from tapete.odds.simulation import CONFIDENCE, Dealer, Mean, luck_of, places, simulate

pytestmark = pytest.mark.slow

PLAYERS = ("ana", "bea", "carla", "dora", "eva")
MANY = 4_000 if hasattr(shoe_loops.word, "py_func") else 400
"""Fewer are dealt where loops run as they are written, under ``script/mutants``."""


class OneShoe(ShuffledShoe):
    """One order of cards, of whose kinds alone it matters which they are."""

    def __init__(self, kinds: Any, decks: int) -> None:
        super().__init__(0)
        packs: dict[Card, list[Card]] = {}
        for face in DECK * decks:
            packs.setdefault(kind_of(face), []).append(face)
        self.order = tuple(packs[KINDS[kind]].pop() for kind in kinds)

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        self.orders[shoe] = self.order
        return ()


def said_as(one: Any, *, draws: bool) -> Any:
    """Return the word that was simulated; against a natural that nobody has seen yet, what the scheme asks for."""
    words = [offer.fixed_value("word") for offer in one.offers if offer.act == "say"]
    meant = str(cf.Word.CARTA if draws else cf.Word.NO)
    return cf.Say(cf.Word(meant if meant in words else words[0]))


def is_near(one: Mean, exact: Any) -> bool:
    """Return True if the exact mean lies within three standard errors of an estimate."""
    return abs(one.value - float(exact)) < 3 * (one.high - one.value) / CONFIDENCE


class Train:
    """A table of chemin de fer at which a simulated shoe is played: who has to choose does what was simulated."""

    def __init__(self, asked: Table, seed: int) -> None:
        self.asked, (start, luck) = asked, places(seed, 0)
        shuffled = fresh_shoes(asked.decks, 1, start, asked.cut())
        shoes, lucky = shuffled.shoes(), luck_of(shuffled, chemin_shoes.SHORTEST, luck)
        dealt = coups(Dealer(shoes, asked.cut(), chemin_shoes.LONGEST), lucky, strategy_of(asked))
        self.coups = [(bool(punto[0]), bool(bank[0])) for _, punto, bank, _ in dealt]
        self.number, self.wins = 0, 0
        self.table = cf.open_table(
            asked.minimum, decks=asked.decks, source=OneShoe(shoes[0], asked.decks), bank_minimum=asked.bank
        )
        for seat, who in enumerate(PLAYERS, start=1):
            self.table = self.table.do(cf.Sit(seat), by=who).do(cf.BuyIn(100_000_00), by=who)

    def stakes(self, table: Any) -> dict[str, Any]:
        """Return what covers the share of the bank: one player by banco, or two a part each."""
        others = [one for one in PLAYERS if one != table.state.banker]
        if self.asked.cover == 1:
            return {others[0]: cf.CallBanco()}
        part = int(playable(table.state, table.state.bank) * self.asked.cover)
        return {others[0]: cf.Stake(part - self.asked.minimum), others[1]: cf.Stake(self.asked.minimum)}

    def answer(self, one: cf.AwaitedPerson) -> Any:
        offered = {offer.act for offer in one.offers}
        punto, bank = self.coups[self.number]
        if "take-bank" in offered:
            is_asked_in_vain = one.table.state.offer.is_passed and one.table.state.offer.stage is not cf.Stage.FORCED
            return cf.DeclineBank() if is_asked_in_vain else cf.TakeBank(self.asked.bank)
        if "lay-down" in offered:
            return None
        if "say" in offered:
            return said_as(one, draws=punto)
        if "draw-card" in offered or "stand" in offered:
            return cf.DrawCard() if bank else cf.Stand()
        return None

    def play(self) -> list[tuple[int, int, int, int, int, str]]:
        """Return the banks of the shoe: coups, wins, cents that were staked, won net and kept, and how each ended."""
        banks, now, is_won = list[Any](), [0, 0, 0, 0, 0], False
        while self.number < len(self.coups):
            bank = self.table.state.bank
            if bank is not None and self.asked.give_up and now[1] == self.asked.give_up:
                self.table = self.table.do(cf.PassHand(), by=bank.banker)
                banks, now = [*banks, (*now, "given-up")], [0, 0, 0, 0, 0]
            bank = self.table.state.bank
            if bank is not None and is_won and self.asked.garage and bank.winnings > 50 * self.asked.minimum:
                out = int((bank.winnings - bank.excluded_winnings) * self.asked.garage)
                self.table = self.table.do(cf.GarageWinnings(out), by=bank.banker)
            self.table = self.table.play_coup(self.stakes, self.answer)
            self.number += 1
            events = self.table.last.events
            (settled,) = (one for one in events if isinstance(one, CoupSettled))
            is_won = settled.winner is Winner.BANCA
            staked = sum(one.amount for one in settled.stakes)
            net = sum(one.amount for one in settled.bank)
            more = (1, is_won, staked, net, settled.cagnotte)
            now = [one + other for one, other in zip(now, more, strict=True)]
            if any(isinstance(one, BankReturned) for one in events):
                banks, now = [*banks, (*now, "lost")], [0, 0, 0, 0, 0]
        end = "given-up" if self.asked.give_up and now[1] == self.asked.give_up else "shoe"
        return [*banks, (*now, end)] if now[0] else banks


TRAINS = (
    Table(),
    Table(cover=Fraction(3, 5), give_up=3, punto=Fraction(1, 2), banker=Fraction(1, 2), is_by_table=True),
    Table(minimum=5_00, garage=Fraction(1), punto=Fraction(1)),
    Table(minimum=5_00, garage=Fraction(1, 2), cover=Fraction(1, 2), give_up=6),
    Table(bank=37_77, minimum=5_00, cover=Fraction(1, 3), punto=Fraction(1), banker=Fraction(0)),
)


@pytest.mark.parametrize("asked", TRAINS)
def test_banks_of_a_train_are_those_of_the_table(asked: Table) -> None:
    """CF.B.44, CF.B.45, CF.E3.02, CF.E3.03, CF.E1.07, CF.E1.08, CF.E3.04, CF.E3.05: every bank by every payment."""
    train = Train(asked, 2)
    played, names = train.play(), ("coups", "wins", "staked", "net", "kept")
    simulated = asked.deal(1, 2, 0).banks
    assert [(*(int(one[name]) for name in names), str(ENDS[one["end"]])) for one in simulated] == played
    assert train.table.view().phase is cf.Phase.SHOE, "the table gives a coup more than the simulation"


class Banque:
    """A table of two cloths at which a simulated bank of one shoe is played."""

    def __init__(self, asked: TwoCloths, seed: int) -> None:
        self.asked, (start, luck) = asked, places(seed, 0, 0)
        shuffled = fresh_shoes(asked.decks, 1, start, asked.cut())
        shoes, lucky = shuffled.shoes(), luck_of(shuffled, cloths_shoes.SHORTEST, luck)
        dealer = Dealer(shoes, asked.cut(), cloths_shoes.LONGEST)
        dealt = cloths_shoes.coups(dealer, lucky, cloths_shoes.strategy_of(asked))
        self.coups = [(*map(bool, cloths[:, 0]), bool(bank[0])) for _, cloths, bank, _ in dealt]
        self.number = 0
        self.table = dp.open_table(asked.minimum, source=OneShoe(shoes[0], asked.decks), bank_maximum=asked.bank)
        for seat, who in ((1, "ana"), (2, "bea"), (6, "carla"), (7, "dora")):
            self.table = self.table.do(dp.Sit(seat), by=who).do(dp.BuyIn(100_000_00), by=who)

    def stakes(self, table: Any) -> dict[str, Any]:
        first, second = (int(one[0]) for one in self.asked.parts(np.array([table.state.bank_chips])))
        return {"ana": dp.Stake(first, dp.Hand.PRIMERO), "carla": dp.Stake(second, dp.Hand.SEGUNDO)}

    def answer(self, one: dp.AwaitedPerson) -> Any:
        offered = {offer.act for offer in one.offers}
        first, second, bank = self.coups[self.number]
        if one.person == "inspector" and "announce-bank" in offered:
            return dp.AnnounceBank("rosa", self.asked.bank)
        if "deposit-bank" in offered:
            return dp.DepositBank(self.asked.bank)
        if "say" in offered:
            return said_as(one, draws=first if one.person in ("ana", "bea") else second)
        if "lay-down" not in offered and offered & {"draw-card", "stand"}:
            return dp.DrawCard() if bank else dp.Stand()
        return None

    def play(self) -> list[tuple[int, int, int]]:
        """Return of each coup what was staked, won net and kept, until the bank is lost, given up or over."""
        found, wins, is_over = list[tuple[int, int, int]](), 0, False
        while not is_over:
            self.table = self.table.play_coup(self.stakes, self.answer)
            self.number += 1
            settled = next(one for one in self.table.last.events if isinstance(one, ClothsSettled))
            paid = sum(one.amount for one in (*settled.collections, *settled.returned_stakes))
            found.append((paid, settled.bank, settled.commission))
            wins += settled.bank > 0
            least = min(int(one[0]) for one in self.asked.parts(np.array([self.table.state.bank_chips])))
            is_ended = self.table.state.shoe.has_ended or self.table.state.bank is None
            is_over = is_ended or least < self.asked.minimum or 0 < self.asked.give_up == wins
        return found


BANQUES = (
    TwoCloths(bank=205_00, stakes=200_00),  # its rest is below a least stake on each cloth
    TwoCloths(bank=2_000_00, stakes=400_00),
    TwoCloths(bank=900_00, stakes=700_33, theta=Fraction(1, 3), is_apart=True),
    TwoCloths(stakes=77_77, first=Fraction(1), second=Fraction(0), banker=Fraction(1, 3), is_by_table=True, give_up=9),
)


@pytest.mark.parametrize("asked", BANQUES)
def test_a_banque_is_that_of_the_table(asked: TwoCloths) -> None:
    """DP.B.26 to DP.B.29, DP.E1.07, DP.E2.16: a bank by every payment until it ends, as it ends at the table."""
    banque = Banque(asked, 3)
    played, (bank,) = banque.play(), asked.deal(1, 3, 0).banks
    sums = tuple(sum(one) for one in zip(*played, strict=True))
    assert tuple(int(bank[name]) for name in ("staked", "net", "kept")) == sums
    assert (int(bank["coups"]), int(bank["wins"])) == (len(played), sum(one[1] > 0 for one in played))


def test_means_of_two_cloths_are_those_of_the_equilibrium() -> None:
    asked = TwoCloths(bank=100_000_00, stakes=100_00, theta=Fraction(2, 5))
    found = summed(asked, simulate(asked, MANY, 11, is_summed=True), 11)
    terms = ClothsTerms(deck_shoe(asked.decks), theta=asked.theta, commission=Fraction(1, 50))
    exact = solve_cloths(terms).equilibria[0]
    told = {"banker": (found.banker, exact.banker), "house": (found.house, exact.house)}
    for cloth, name in (("primero", "first"), ("segundo", "second")):
        ends = exact.wins[name]
        shares = {"punto": ends["player"], "banca": ends["banker"], "empate": ends["tie"]}
        told |= {f"{cloth}, {who}": (found.wins[cloth][who], share) for who, share in shares.items()}
    for name, (one, share) in told.items():
        assert is_near(one, share), f"{name}: {one}"


def test_what_comes_out_depends_on_the_seed_and_not_on_who_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "part_size", 50)
    asked = Table(punto=Fraction(1, 2))
    alone, together, other = (list(simulate(asked, 57, seed, workers)) for seed, workers in ((3, 1), (3, 2), (4, 1)))
    for one, two, three in zip(alone, together, other, strict=True):
        assert (one.banks == two.banks).all(), "two processes deal other shoes than one"
        assert len(one.banks) != len(three.banks) or (one.banks != three.banks).any(), "another seed deals the same"


@pytest.mark.parametrize("asked", [Table(), Table(is_by_table=True, cover=Fraction(1, 2), give_up=4)])
def test_means_of_a_train_are_those_of_the_equilibrium(asked: Table) -> None:
    found = summed(asked, simulate(asked, MANY, 11, is_summed=True), 11)
    terms = Terms(deck_shoe(asked.decks), commission=Fraction(1, 20), is_by_table=asked.is_by_table)
    (exact,) = solve(terms).equilibria
    shares = {"punto": exact.wins["player"], "banca": exact.wins["banker"], "empate": exact.wins["tie"]}
    told = {name: (found.wins["punto"][name], share) for name, share in shares.items()}
    told |= {"banker": (found.banker, exact.banker), "house": (found.house, exact.house)}
    for name, (one, share) in told.items():
        assert is_near(one, share), f"{name}: {one}"


def test_interrupted_banks_tell_what_there_is() -> None:
    asked = Table(punto=Fraction(1))
    (whole,) = simulate(asked, 50, 5)

    def cut_short() -> Iterator[Sums]:
        yield asked.sum_up(whole)
        raise KeyboardInterrupt

    found, all_rows = summed(asked, cut_short(), 5), list(rows([whole]))
    assert (found.units, found.banks) == (50, len(whole.banks))
    assert sum(one["coups"] for one in all_rows) == found.coups == int(whole.ways.sum())
    assert sum(one["won"] for one in all_rows) == found.net
    assert sum(found.lives) == pytest.approx(1)
    means = (found.bank_net, found.coups_a_bank, found.house_a_coup, found.house_an_hour)
    shares = (found.net / found.banks, found.coups / found.banks, found.kept / found.coups)
    assert [one.value for one in means] == pytest.approx([*shares, asked.pace * shares[-1]])


@pytest.mark.parametrize(
    "asked",
    [Table(bank=5_00), Table(bank=1_001_00), Table(cover=Fraction(0)), Table(is_banco_free=True, cover=Fraction(1, 2))],
)
def test_what_no_table_allows_is_not_simulated(asked: Table) -> None:
    """CF.E2.06, CF.E2.07, CF.A.15: least and greatest bank; only who covers the whole of it is free."""
    with pytest.raises(OddsError):
        next(simulate(asked, 2, 1))
