"""A hall of bingo for tests: its cartones are given, its balls come out in a given order, each step is sound."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.inventory import Series
from tapete.games.bingo.rules import read
from tapete.games.bingo.terms import CheckItem, Means, Phase, Prize, Rows
from tapete.kernel import CLOCK, Accepted, PersonId, Refused
from tapete.play import Play
from tapete.rulebooks import Library, house_library, make
from tapete.table.staff import Role
from tests.support.sentences import require_sound

K: Rows = ((4, 16, 30, 52, 81), (7, 22, 45, 60, 77), (19, 28, 38, 63, 90))
L: Rows = ((4, 17, 31, 53, 82), (8, 22, 45, 60, 77), (20, 29, 39, 64, 89))
M: Rows = ((5, 16, 32, 54, 83), (9, 23, 46, 61, 78), (19, 28, 38, 63, 88))
TOP, MIDDLE, BOTTOM = K
LINE, BINGO = Prize.LINE, Prize.BINGO
CHIEF, CALLER, CASHIER, MANAGER = "chief", "caller", "cashier", "manager"
HOUSE = "system:house"
STAFF = {
    Role.TABLE_CHIEF: PersonId(CHIEF),
    Role.CALLER: PersonId(CALLER),
    Role.CASHIER: PersonId(CASHIER),
    Role.HALL_MANAGER: PersonId(MANAGER),
    Role.ASSISTANT: PersonId("assistant"),
}
ITEMS = tuple(CheckItem)


class GivenCartones:
    def __init__(self, rows: dict[str, Rows] | None = None, rest: Rows = M) -> None:
        self.given = {"B-1047/1": K, "B-1047/2": L, **(rows or {})}
        self.rest = rest
        self.asked: list[str] = []

    def has_series(self, series: Series) -> bool:
        return True

    def rows(self, series: Series, number: int) -> Rows:
        card = f"{series.name}/{number}"
        self.asked.append(card)
        return self.given.get(card, self.rest)


class Machine:
    kind = ChanceKind.SEEDED

    def __init__(self, balls: tuple[int, ...]) -> None:
        self.balls = (*balls, *(number for number in range(1, 91) if number not in balls))

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return () if self.kind is ChanceKind.SEEDED else ("",) * len(tokens)

    def token(self, urn: int, position: int) -> str:
        return str(self.balls[position])


def library_with(**options: Any) -> Library:
    (book,) = house_library().of("bingo")
    content = msgspec.to_builtins(book.content)
    for name, value in options.items():
        *sections, key = name.split("__")
        place = content
        for section in sections:
            place = place[section]
        place[key] = {"value": value, "practice": "a house of the tests"}
    made = make(content)
    read(made)
    return Library((made, *(one for one in house_library().books if one.game != "bingo")))


class Hall:
    def __init__(
        self,
        balls: tuple[int, ...] = (),
        kind: ChanceKind = ChanceKind.SEEDED,
        cartones: GivenCartones | None = None,
        pause: int = 0,
        **options: Any,
    ) -> None:
        self.cartones = cartones or GivenCartones()
        game = Bingo(library_with(**options) if options else None, self.cartones)
        machine = Machine(balls)
        machine.kind = kind
        self.play: Play[Any] = Play(game, game.blank(), machine)
        self.do(HOUSE, a.OpenHall("sala", "orden-1979", kind, staff=STAFF, pause=pause))

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def game(self) -> Any:
        return self.play.state.game

    @property
    def said(self) -> list[str]:
        return [text for _, text in self.state.announcements]

    def balance(self, account: str) -> int:
        return self.state.ledger.get(account, 0)

    def do(self, by: str, *acts: Any) -> Hall:
        for act in acts:
            self.play = self.play.do(act, by)
            require_sound(self.play.game, self.state)
        return self

    def answer(self, by: str, act: Any) -> Any:
        return self.play.attempt(act, by).outcome

    def refusal(self, by: str, act: Any) -> Refused:
        outcome = self.answer(by, act)
        assert isinstance(outcome, Refused), f"{by} may do this, and should be refused: {act}"
        return outcome

    def refused(self, by: str, act: Any) -> str:
        return self.refusal(by, act).code

    def told(self, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
        """Return the code of the refusal of an act and its clauses; nothing where it is taken."""
        outcome = self.answer(by, act)
        return (outcome.code, outcome.clauses) if isinstance(outcome, Refused) else ("", ())

    def accepts(self, by: str, act: Any) -> bool:
        return isinstance(self.answer(by, act), Accepted)

    def material(self, kind: str = "pneumatic", games: int = 0, value: int = 2_00, double: bool = False) -> Hall:
        sort = "double" if double else "single"
        return self.do(
            MANAGER,
            a.RegisterMachine("M-1", kind, "simulation"),
            a.RegisterBalls("S-9", "simulation", games=games),
            a.RegisterBalls("S-10", "simulation"),
            a.RegisterSeries("B", 1047, 420, value, kind=sort),
        )

    def checked(self) -> Hall:
        return self.do(CHIEF, *(a.PassCheck(item) for item in ITEMS))

    def open(self, **material: Any) -> Hall:
        self.material(**material).checked()
        return self.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())

    def sale(self, **announced: Any) -> Hall:
        return self.do(CHIEF, a.AnnounceSale(("B-1047",), **announced))

    def sell(self, first: int, last: int, person: str | None = None) -> Hall:
        if person is None:
            return self.do(CALLER, a.SellCards("B-1047", first, last))
        price = (last - first + 1) * self.game.price
        self.do(person, a.BuyIn(price))
        return self.do(CALLER, a.SellCards("B-1047", first, last, PersonId(person), Means.ACCOUNT))

    def close(self, unsold: int | None = None) -> Hall:
        self.do(CHIEF, a.CloseSale())
        left = 420 - sum(cards.size for cards, _ in self.state.hall.series["B-1047"].uses) if unsold is None else unsold
        return self.do(CASHIER, a.CollectUnsold("B-1047", left))

    def announced(self) -> Hall:
        return self.do(CHIEF, a.AnnounceSold(), a.AnnouncePrizes())

    def started(self, *people: str | None, sold: int = 300, **material: Any) -> Hall:
        deferred = material.pop("deferred", None)
        if not self.state.hall.session:
            self.open(**material)
        self.sale(deferred=deferred)
        for number, person in enumerate(people, start=1):
            self.sell(number, number, person)
        if sold > len(people):
            self.sell(len(people) + 1, sold)
        return self.close().announced().do(CHIEF, a.AnnounceStart())

    def drawn(self, count: int) -> Hall:
        for _ in range(count):
            self.do(CALLER, a.DrawBall(), a.AnnounceBall(), a.ShowBall())
        return self

    def call(self, number: int, prize: Prize = LINE, by: str | None = None) -> Hall:
        card = f"B-1047/{number}"
        sold = self.game.sale_of(card)
        if by is None and sold.person is not None:
            return self.do(sold.person, a.CallPrize(prize, card))
        self.do(CALLER, a.CallForPlayer(prize, card))
        return self if card in self.game.pause.handed_in else self.do(CALLER, a.HandInCard(card))

    def check(self, *numbers: int, prize: Prize = LINE) -> Hall:
        for number in numbers:
            card = f"B-1047/{number}"
            if card not in self.game.pause.masters:
                self.do(CHIEF, a.ShowMaster(card))
            self.do(CHIEF, a.CheckCard(prize, card))
        return self

    def wait(self) -> Hall:
        return self.do(CLOCK, a.TimeUp())

    def on(self) -> Hall:
        return self.wait().do(CHIEF, a.OrderResume())

    def end(self) -> Hall:
        return self.wait().do(CHIEF, a.OrderEnd())

    def line(self, number: int = 1) -> Hall:
        return self.call(number).check(number).on()

    def bingo(self, number: int = 1) -> Hall:
        return self.call(number, BINGO).check(number, prize=BINGO).end()

    def pay(self, number: int, prize: Prize, **fields: Any) -> Hall:
        return self.do(CASHIER, a.PayPrize(prize, f"B-1047/{number}", **fields))

    def phase(self) -> Phase:
        return self.state.phase


NUMBERS = (*MIDDLE, *BOTTOM, *TOP)
"""The numbers of K, its middle line first."""
