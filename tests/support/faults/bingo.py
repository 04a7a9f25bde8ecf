"""Who does what next in a hall of bingo: from an empty hall through one game to the sale of the next.

Each act follows from the state alone, so a hall that comes back after a crash goes on with the same one.
"""

from __future__ import annotations

from typing import Any, Final

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem, Means, Phase, Prize
from tapete.kernel import CLOCK, PersonId
from tapete.live import TableActor
from tapete.table.acts import BuyIn
from tests.support.bingo.drawn import drawn, registering, rows
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, STAFF

OPENING: Final = a.OpenHall("bg", "orden-1979", ChanceKind.SEALED, staff=STAFF)
ANA: Final = PersonId("ana")
HERS, SOLD, SERIES = 6, 48, "B-1047"
"""Ana's cartones are the first of those that are sold; the others are paid in cash."""

Move = tuple[PersonId, Any]


def bingo(table: TableActor[Any]) -> Move:
    """One player with an account and a public play; whoever is complete calls at once."""
    state = table.state
    game, chief = state.game, PersonId(CHIEF)
    match state.phase:
        case Phase.CHECKS:
            return _material(state)
        case Phase.READY:
            return chief, a.AnnounceSale((SERIES,))
        case Phase.SALE:
            return _sale(table)
        case Phase.COUNT:
            return PersonId(CASHIER), a.CollectUnsold(SERIES, drawn().series.size - SOLD)
        case Phase.PRIZES if not game.is_sold_announced:
            return chief, a.AnnounceSold()
        case Phase.PRIZES:
            return chief, a.AnnounceStart() if game.prizes else a.AnnouncePrizes()
        case Phase.DRAW_LINE | Phase.DRAW_BINGO:
            return _ball(state)
        case Phase.CHECK:
            return _check(state)
        case Phase.ASK_LINE | Phase.ASK_BINGO if not game.pause.is_interval_over:
            return CLOCK, a.TimeUp()
        case Phase.ASK_LINE:
            return chief, a.OrderResume()
        case Phase.ASK_BINGO:
            return chief, a.OrderEnd()
    assert state.phase is Phase.PAYMENT, state.phase
    for prize, award in sorted(game.awards.items()):
        for one in award:
            if any(name.startswith("owed:") and f"/{prize}/{one.card}" in name for name in state.ledger):
                means = Means.CASH if one.person is None else Means.ACCOUNT
                return PersonId(CASHIER), a.PayPrize(prize, one.card, means=means)
    return chief, a.EndGame()


def _material(state: Any) -> Move:
    hall, manager, chief = state.hall, PersonId(MANAGER), PersonId(CHIEF)
    if hall.machine is None:
        return manager, a.RegisterMachine("M-1", "pneumatic", "simulation")
    if not hall.ball_sets:
        return manager, a.RegisterBalls("S-9", "simulation")
    if not hall.series:
        return manager, registering(drawn())
    for item in CheckItem:
        if item not in hall.check_results:
            return chief, a.PassCheck(item)
    return chief, a.OpenSession() if hall.loaded_set else a.LoadBalls("S-9")


def _sale(table: TableActor[Any]) -> Move:
    state = table.state
    if not state.game.sales:
        price = HERS * state.game.price
        if state.ledger.get(f"person:{ANA}", 0) < price:
            return ANA, BuyIn(price)
        return PersonId(CALLER), a.SellCards(SERIES, 1, HERS, ANA, Means.ACCOUNT)
    if max(one.cards.last for one in state.game.sales) < SOLD:
        return PersonId(CALLER), a.SellCards(SERIES, HERS + 1, SOLD)
    return PersonId(CHIEF), a.CloseSale()


def complete(state: Any, prize: Prize) -> list[int]:
    """Return the cartones that have a combination complete, as their holders see it."""
    said = set(state.game.announced_balls)
    found = []
    for number in range(1, SOLD + 1):
        lines = [set(line) <= said for line in rows(drawn(), number)]
        if any(lines) if prize is Prize.LINE else all(lines):
            found.append(number)
    return found


def _ball(state: Any) -> Move:
    caller, balls = PersonId(CALLER), state.game.balls
    if balls and balls[-1].said_number is None:
        return caller, a.AnnounceBall()
    if balls and not balls[-1].is_shown:
        return caller, a.ShowBall()
    prize = Prize.LINE if state.phase is Phase.DRAW_LINE else Prize.BINGO
    calling = complete(state, prize)
    return _call(calling[0], prize) if calling else (caller, a.DrawBall())


def _call(number: int, prize: Prize) -> Move:
    card = f"{SERIES}/{number}"
    return (ANA, a.CallPrize(prize, card)) if number <= HERS else (PersonId(CALLER), a.CallForPlayer(prize, card))


def _check(state: Any) -> Move:
    """Everybody calls first; then each cartón is handed in, shown and checked."""
    pause, chief = state.game.pause, PersonId(CHIEF)
    prize = Prize.LINE if pause.return_phase is Phase.DRAW_LINE else Prize.BINGO
    for number in complete(state, prize):
        card = f"{SERIES}/{number}"
        if card not in pause.holders:
            return _call(number, prize)
    for card in sorted(pause.holders):
        if card not in pause.handed_in:
            return PersonId(CALLER), a.HandInCard(card)
        if card not in pause.masters:
            return chief, a.ShowMaster(card)
        if (prize, card) not in pause.results:
            return chief, a.CheckCard(prize, card)
    raise AssertionError(pause)
