"""Evenings of bingo that are simulated end as in the hall, and in the mean as counted exactly."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from tapete import bingo as bg
from tapete.cartones import Shape, card_count
from tapete.front.table import ShuffledShoe
from tapete.games.bingo.events import PrizeAwarded, TakingsDivided
from tapete.games.bingo.terms import Prize
from tapete.kernel import CLOCK
from tapete.odds.bingo import Law, What, given_cards, uniform_cards
from tapete.odds.bingo_evenings import Evenings, draws, firsts, layouts, of_uniform_cards, rows, summed
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import randomness, simulate
from tests.support.bingo.drawn import drawn, registering, rows as lines_of_card
from tests.support.bingo.hall import ITEMS

SERIES, SOLD = "B-1047", 24


class OneDraw(ShuffledShoe):
    """The balls of one game, in their order."""

    def __init__(self, order: tuple[int, ...]) -> None:
        super().__init__(0)
        self.order = order

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        self.urns[urn] = tuple(map(str, self.order))
        return ()


class Sheets:
    """What is still missing on each line of the cards."""

    def __init__(self, lines: dict[int, Any]) -> None:
        self.left = {(number, at): set(line) for number, given in lines.items() for at, line in enumerate(given)}
        self.holding = defaultdict[int, list[tuple[int, int]]](list)
        for place, line in self.left.items():
            for ball in line:
                self.holding[ball].append(place)

    def mark(self, ball: int) -> None:
        for place in self.holding[ball]:
            self.left[place].discard(ball)

    def with_line(self) -> list[int]:
        return sorted({number for (number, _), line in self.left.items() if not line})

    def full(self) -> list[int]:
        open_ones = {number for (number, _), line in self.left.items() if line}
        return sorted({number for number, _ in self.left} - open_ones)


def game_in_the_hall(order: tuple[int, ...]) -> list[Any]:
    """Play a game of cards 1 to 24 of a series, in which everybody calls at once; return what it awards and divides."""
    cards = drawn(60)
    hall = bg.open_hall(source=OneDraw(order))
    chief, caller, cashier, manager = "table-chief", "caller", "cashier", "hall-manager"
    opening: list[tuple[str, Any]] = [
        (manager, bg.RegisterMachine("M-1", "pneumatic", "simulation")),
        (manager, bg.RegisterBalls("S-9", "simulation")),
        (manager, registering(cards)),
        *((chief, bg.PassCheck(item)) for item in ITEMS),
        (chief, bg.LoadBalls("S-9")),
        (chief, bg.OpenSession()),
        (chief, bg.AnnounceSale((SERIES,))),
        (caller, bg.SellCards(SERIES, 1, SOLD)),
        (chief, bg.CloseSale()),
        (cashier, bg.CollectUnsold(SERIES, 60 - SOLD)),
        (cashier, bg.HandOverTakings(caller, SOLD * 200)),
        *((chief, one) for one in (bg.AnnounceSold(), bg.AnnouncePrizes(), bg.AnnounceStart())),
    ]
    found: list[Any] = []

    def do(by: str, what: Any) -> None:
        nonlocal hall
        hall = hall.do(what, by=by)
        kinds = (PrizeAwarded, TakingsDivided)
        found.extend((len(hall.state.game.balls), one) for one in hall.last.events if isinstance(one, kinds))

    for by, what in opening:
        do(by, what)
    sheets = Sheets({number: lines_of_card(cards, number) for number in range(1, SOLD + 1)})
    while hall.state.phase in (bg.Phase.DRAW_LINE, bg.Phase.DRAW_BINGO):
        for step in (bg.DrawBall(), bg.AnnounceBall(), bg.ShowBall()):
            do(caller, step)
        sheets.mark(hall.state.game.announced_balls[-1])
        prize = Prize.LINE if hall.state.phase is bg.Phase.DRAW_LINE else Prize.BINGO
        called = [f"{SERIES}/{one}" for one in (sheets.with_line() if prize is Prize.LINE else sheets.full())]
        for card in called:
            do(caller, bg.CallForPlayer(prize, card))
            do(caller, bg.HandInCard(card))
        for card in called:
            do(chief, bg.ShowMaster(card))
            do(chief, bg.CheckCard(prize, card))
        if called:
            do(CLOCK, bg.TimeUp())
            do(chief, bg.OrderEnd() if prize is Prize.BINGO else bg.OrderResume())
    return found


@pytest.mark.parametrize("seed", [1, 23, 34])  # three full cards with one ball, two lines
def test_a_game_ends_as_in_the_hall(seed: int) -> None:
    """BG.IV.09, BG.I.15: the balls, the winners, their shares and what is left to the house."""
    asked = Evenings(cards=SOLD, games=1, grids=tuple(drawn(60).grid(number) for number in range(1, SOLD + 1)))
    (row,) = rows(asked, [asked.deal(1, seed, 0)])
    comes = randomness(seed, 0).permuted(np.arange(1, 91)[None], axis=1)[0]
    order = tuple(int(one) + 1 for one in np.argsort(comes))
    awards, told = game_in_the_hall(order), {}
    for balls, one in awards:
        if isinstance(one, PrizeAwarded):
            paid = sum(won.amount for won in one.winning_cards)
            name = one.prize
            told |= {f"{name}_ball": balls, f"{name}_cards": len(one.winning_cards), f"{name}_amount": paid}
    assert isinstance(awards[-1][1], TakingsDivided)
    assert row == {"session": 1, "number": 1, **told, "house": awards[-1][1].house}


def test_cards_are_drawn_from_all_that_have_a_rank() -> None:
    """The weights of the layouts add up to the number of cards; every card drawn is one of them."""
    assert int(layouts().up_to[-1]) == card_count()


def require_law(balls: Any, winners: Any, law: Law) -> None:
    """Fail where what fell is farther from the exact law than four standard errors, ball by ball, and by winners."""
    shares = [*((np.mean(balls <= at), one) for at, one in enumerate(law.by_ball))]
    shares += [(np.mean(winners == count), one) for count, one in enumerate(law.winners, start=1)]
    for found, exact in shares:
        share = float(exact)
        assert abs(found - share) <= 4 * (share * (1 - share) / balls.size) ** 0.5 + 2 / balls.size, (found, share)
    assert abs(balls.mean() - float(law.mean)) < 4 * balls.std() / balls.size**0.5


def test_uniform_cards_fall_by_the_exact_law() -> None:
    """Of a shape like that of ninety numbers, whose law takes less than a second; of a line, where one card plays."""
    shape, random = Shape((4, *(5,) * 7, 6), 3, 5), randomness(7, 0)
    for count, whats in ((30, [What.BINGO]), (1, list(What))):
        lines = of_uniform_cards(count, draws(5_000, random, shape), random, shape)
        for what in whats:
            require_law(*firsts(lines, what), uniform_cards(count, shape)[what])


def test_evenings_of_uniform_cards_are_those_of_the_page_on_odds() -> None:
    """The figures of 100 cards in docs/odds.md; columns that grow downwards make the first line no earlier."""
    asked = Evenings(cards=100, games=20, within=60, extra=100_00)
    found = summed(asked, simulate(asked, 200, 7), 7)
    for one, exact in ((found.bingo.ball, 66.5377), (found.bingo.alone, 0.8866)):
        assert one.low < exact < one.high, one
    assert 28.3778 - 0.1 < found.line.ball.value < 28.3778 + 0.4
    assert found.house_a_game.value == pytest.approx(60_00 - 100_00 * found.within.value), (
        "30 % of 200 € is the house's"
    )


def test_given_cards_fall_by_the_exact_law() -> None:
    grids = tuple(drawn(60).grid(number) for number in range(1, 7))
    asked = Evenings(cards=6, games=50, grids=grids)
    games, laws = np.concatenate(list(simulate(asked, 100, 3))), given_cards(grids)
    require_law(games["line"], games["lines"], laws[What.LINE])
    require_law(games["bingo"], games["bingos"], laws[What.BINGO])


def test_evenings_are_the_same_on_any_number_of_processes() -> None:
    asked = Evenings(cards=30, games=5)
    alone, together = (np.concatenate(list(simulate(asked, 25, 3, workers))) for workers in (1, 2))
    assert (alone == together).all()
    with pytest.raises(OddsError):
        summed(asked, [alone[:5]], 3)
