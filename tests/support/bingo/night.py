"""A night of bingo: players who forget to call, call too soon or at once; a plain count of the money beside it."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

from tapete.accounts import balance, person
from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import refunds, till
from tapete.games.bingo.terms import Means, Phase, Prize
from tapete.kernel import CLOCK, Act, PersonId
from tapete.live import Hall
from tapete.table.acts import BuyIn, CashOut
from tests.support.bingo.drawn import drawn, registering, rows
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, ITEMS, MANAGER, STAFF

SERIES = "B-1047"
MOST = 6
"""How many cartones somebody buys at most: a strip."""


class Night:
    def __init__(self, hall: Hall, players: int, games: int, seed: int) -> None:
        self.hall, self.games, self.rng = hall, games, Random(seed)
        self.players = [PersonId(f"jugador-{number}") for number in range(players)]
        self.cards = drawn(-(-players * MOST * games // 6) * 6)
        self.brought = Counter[PersonId]()
        self.endings = Counter[str]()
        self.next = 1
        self.table: Any = None

    async def act(self, by: str, what: Any) -> None:
        answer = await self.table.act(Act(PersonId(by), what, self.table.step))
        assert answer.refusal is None, (by, what, answer.refusal)
        assert sum(self.table.state.ledger.values()) == 0

    async def open(self) -> None:
        opening = a.OpenHall("sala", "orden-1979", ChanceKind.SEALED, staff=STAFF)
        self.table = await self.hall.open_table("bingo", opening)
        await self.act(MANAGER, a.RegisterMachine("M-1", "pneumatic", "simulation"))
        await self.act(MANAGER, a.RegisterBalls("S-9", "simulation"))
        await self.act(MANAGER, registering(self.cards))
        for item in ITEMS:
            await self.act(CHIEF, a.PassCheck(item))
        await self.act(CHIEF, a.LoadBalls("S-9"))
        await self.act(CHIEF, a.OpenSession())

    async def play(self) -> None:
        await self.open()
        for _ in range(self.games):
            await self.game()
        for one in self.players:
            if held := balance(self.table.state.ledger, person(one)):
                await self.act(one, CashOut(held))
                self.brought[one] -= held
        await self.act(CHIEF, a.CloseSession())

    async def sale(self) -> tuple[dict[int, PersonId | None], int]:
        await self.act(CHIEF, a.AnnounceSale((SERIES,)))
        price, owners = self.table.state.game.price, dict[int, PersonId | None]()
        for one in self.players:
            count = self.rng.randint(0, MOST)
            if not count:
                continue
            first, last = self.next, self.next + count - 1
            if self.rng.random() < 0.2:
                await self.act(CALLER, a.SellCards(SERIES, first, last))
                owners |= dict.fromkeys(range(first, last + 1))
            else:
                lacking = count * price - balance(self.table.state.ledger, person(one))
                if lacking > 0:
                    await self.act(one, BuyIn(lacking))
                    self.brought[one] += lacking
                await self.act(CALLER, a.SellCards(SERIES, first, last, one, Means.ACCOUNT))
                owners |= dict.fromkeys(range(first, last + 1), one)
            self.next = last + 1
        await self.act(CHIEF, a.CloseSale())
        await self.act(CASHIER, a.CollectUnsold(SERIES, self.cards.series.size - self.next + 1))
        if taken := -balance(self.table.state.ledger, till(PersonId(CALLER))):
            await self.act(CASHIER, a.HandOverTakings(PersonId(CALLER), taken))
        return owners, len(owners) * price

    async def game(self) -> None:
        owners, taken = await self.sale()
        for said in (a.AnnounceSold(), a.AnnouncePrizes(), a.AnnounceStart()):
            await self.act(CHIEF, said)
        is_void = self.table.state.game.number == 2 or self.rng.random() < 0.1
        void_at = self.rng.randint(1, 25) if is_void else 0
        sheets = Sheets({number: rows(self.cards, number) for number in owners})
        while self.phase in (Phase.DRAW_LINE, Phase.DRAW_BINGO):
            ball = await self.ball()
            sheets.mark(ball)
            if len(self.table.state.game.balls) == void_at:
                await self.void(owners, taken)
                return
            await self.calls(owners, sheets)
        assert self.phase is Phase.PAYMENT, self.phase
        await self.pay(owners)

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    async def ball(self) -> int:
        for step in (a.DrawBall(), a.AnnounceBall(), a.ShowBall()):
            await self.act(CALLER, step)
        return self.table.state.game.announced_balls[-1]

    async def calls(self, owners: dict[int, PersonId | None], sheets: Sheets) -> None:
        prize = Prize.LINE if self.phase is Phase.DRAW_LINE else Prize.BINGO
        complete = sheets.with_line() if prize is Prize.LINE else sheets.full()
        calling = [one for one in complete if self.rng.random() < 0.9]
        if not calling and self.rng.random() < 0.02:
            calling = [self.rng.choice(sorted(owners))]
        if not calling:
            return
        for number in calling:
            card, owner = f"{SERIES}/{number}", owners[number]
            if owner is None:
                await self.act(CALLER, a.CallForPlayer(prize, card))
                await self.act(CALLER, a.HandInCard(card))
            else:
                await self.act(owner, a.CallPrize(prize, card))
        for number in calling:
            await self.act(CHIEF, a.ShowMaster(f"{SERIES}/{number}"))
            await self.act(CHIEF, a.CheckCard(prize, f"{SERIES}/{number}"))
        is_won = bool(set(calling) & set(complete))
        if self.phase in (Phase.ASK_LINE, Phase.ASK_BINGO):  # nothing is asked after a wrong call
            await self.act(CLOCK, a.TimeUp())
            await self.act(CHIEF, a.OrderEnd() if prize is Prize.BINGO else a.OrderResume())
        self.endings[
            f"{prize} {'won' if is_won else 'wrong'}{' by several' if is_won and len(calling) > 1 else ''}"
        ] += 1

    async def pay(self, owners: dict[int, PersonId | None]) -> None:
        for prize, award in sorted(self.table.state.game.awards.items()):
            for one in award:
                means = Means.CASH if owners[int(one.card.split("/")[1])] is None else Means.ACCOUNT
                await self.act(CASHIER, a.PayPrize(prize, one.card, means=means))
        await self.act(CHIEF, a.EndGame())
        self.endings["played"] += 1

    async def void(self, owners: dict[int, PersonId | None], taken: int) -> None:
        name = str(self.table.state.game.number)
        await self.act(CHIEF, a.VoidGame("machine-breakdown", "la máquina se ha parado"))
        assert balance(self.table.state.ledger, refunds(name)) == taken
        for number, owner in owners.items():
            await self.act(owner or CASHIER, a.ReturnCards(SERIES, number, number))
            await self.act(CASHIER, a.PayRefund(SERIES, number, number))
        assert balance(self.table.state.ledger, refunds(name)) == 0
        await self.act(CHIEF, a.EndGame())
        self.endings["void"] += 1


class Sheets:
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
