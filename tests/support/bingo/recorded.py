"""A hall of bingo that writes down what is done in it, as a recorded table."""

from __future__ import annotations

from typing import Any

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.terms import CheckItem, Prize, Rows, SeriesKind
from tapete.kernel import CLOCK, HOUSE, Accepted, Refused, Ruled
from tapete.play import Play
from tapete.record.notation import Notation, Verbs, format_notation, verbs_of
from tapete.record.notation.books import with_rulebooks
from tapete.record.notation.text import Action
from tests.support.bingo.drawn import drawn, registering, rows
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, STAFF

__all__ = ["BINGO", "CALLER", "CASHIER", "CHIEF", "LINE", "MANAGER", "Recorded", "card", "lines"]

LINE, BINGO = Prize.LINE, Prize.BINGO
SIZE = 60
NAME = "B-1047"


def card(number: int, series: str = NAME) -> str:
    """Return the name of a cartón."""
    return f"{series}/{number}"


def lines(number: int, letter: str = "B") -> Rows:
    """Return the three lines of a cartón of the recorded series."""
    return rows(drawn(SIZE, letter=letter), number)


class Recorded:
    """A hall; every act is kept with what came of it. ``options`` are those of a house of its own."""

    def __init__(
        self, title: str, *balls: int, urns: tuple[tuple[int, ...], ...] = (), kind: str = "seeded", **options: Any
    ):
        self.title, self.kind = title, ChanceKind(kind)
        self.urns = tuple(tuple(dict.fromkeys(map(str, urn))) for urn in (urns or ((balls,) if balls else ())))
        self.rulebooks: dict[str, Any] = {}
        if options:
            tree: dict[str, Any] = {"extends": "orden-1979"}
            for name, value in options.items():
                place = tree
                *sections, key = name.split("__")
                for section in sections:
                    place = place.setdefault(section, {})
                place[key] = {"value": value, "practice": "así lo hace la casa"}
            self.rulebooks["casa"] = tree
        self.open = {
            "name": "sala",
            "rulebook": "casa" if options else "orden-1979",
            "balls": str(self.kind),
            "staff": {str(role): str(who) for role, who in STAFF.items()},
        }
        game = with_rulebooks(Bingo(), Notation("bingo", (), rulebooks=self.rulebooks))
        self.words: Verbs = verbs_of(game)
        self.play: Play[Any] = Play(game, game.blank(), _Urns(self.urns))
        self.actions: list[Action] = []
        what = self.words.make("open-hall", self.open)
        self.play = self.play.do(what, str(HOUSE))

    # --- what is done ---

    def do(self, by: str, *acts: Any) -> Recorded:
        """Do acts that are accepted."""
        for act in acts:
            self._write(by, act, Accepted)
            self.play = self.play.do(act, by)
            assert self.play.game.problems(self.state) == ()
        return self

    def no(self, by: str, act: Any, code: str) -> Recorded:
        """Try an act that is refused with a code, and kept where it is."""
        outcome = self._write(by, act, Refused | Ruled)
        assert code in [getattr(one, "code", "") for one in (outcome, *getattr(outcome, "faults", ()))], outcome
        self.play = self.play.do(act, by) if isinstance(outcome, Ruled) else self.play
        return self

    def _write(self, by: str, act: Any, kind: Any) -> Any:
        made = self.play.attempt(act, by)
        assert isinstance(made.outcome, kind), (by, act, made.outcome)
        verb, args, named = self.words.write(act, {})
        faults = tuple(f"ruled {one.code}" for one in getattr(made.outcome, "faults", ()))
        refused = (f"refused {made.outcome.code}",) if isinstance(made.outcome, Refused) else ()
        found = refused or (*faults, *self.words.results(made.events, {}))
        self.actions.append(Action(by, verb, args, named, "; ".join(found)))
        return made.outcome

    @property
    def state(self) -> Any:
        """Return the state."""
        return self.play.state

    @property
    def game(self) -> Any:
        """Return the game of the state."""
        return self.play.state.game

    def has(self, account: str) -> int:
        """Return what an account holds."""
        found: int = self.state.ledger.get(account, 0)
        return found

    def text(self) -> str:
        """Return the recorded table."""
        opening = self.open
        notation = Notation(
            "bingo",
            tuple(self.actions),
            opening,
            urns=self.urns,
            info={"title": self.title},
            rulebooks=self.rulebooks,
        )
        return format_notation(notation)

    # --- parts of an evening ---

    def opened(self, *letters: str, double: bool = False, machine: str = "pneumatic", games: int = 0) -> Recorded:
        """Enter the material, check it, put the balls in and open a session."""
        self.do(MANAGER, a.RegisterMachine("M-1", machine, "simulation"))
        self.do(MANAGER, a.RegisterBalls("S-9", "simulation", games=games), a.RegisterBalls("S-10", "simulation"))
        kind = SeriesKind.DOUBLE if double else SeriesKind.SINGLE
        for letter in letters or ("B",):
            self.do(MANAGER, registering(drawn(SIZE, kind=kind, letter=letter)))
        self.do(CHIEF, *(a.PassCheck(item) for item in CheckItem))
        return self.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())

    def sold(self, *people: str, more: int = 0, series: tuple[str, ...] = (NAME,), **announced: Any) -> Recorded:
        """Announce a sale and sell one cartón to each person from his account, and more in cash."""
        self.do(CHIEF, a.AnnounceSale(series, **announced))
        first = self.next(series[0])
        for number, person in enumerate(people, start=first):
            self.do(person, a.BuyIn(self.game.price))
            self.do(CALLER, a.SellCards(series[0], number, number, person, "account"))  # type: ignore[arg-type]
        if more:
            low = first + len(people)
            self.do(CALLER, a.SellCards(series[0], low, low + more - 1))
        return self

    def next(self, series: str = NAME) -> int:
        """Return the next unsold number."""
        used = [cards.last for cards, _ in self.state.hall.series[series].uses]
        return max(used, default=0) + 1

    def closed(self) -> Recorded:
        """Close the sale and collect what was not sold."""
        self.do(CHIEF, a.CloseSale())
        for name in self.game.series:
            one = self.state.hall.series[name]
            left = one.size - sum(cards.size for cards, _ in one.uses)
            self.do(CASHIER, a.CollectUnsold(name, left))
        return self

    def announced(self) -> Recorded:
        """Announce what was sold and the prizes."""
        return self.do(CHIEF, a.AnnounceSold(), a.AnnouncePrizes())

    def started(self, *people: str, more: int = 0, **announced: Any) -> Recorded:
        """Sell, close, announce and begin."""
        return self.sold(*people, more=more, **announced).closed().announced().do(CHIEF, a.AnnounceStart())

    def balls(self, count: int) -> Recorded:
        """Let balls out, announce and show them."""
        for _ in range(count):
            self.do(CALLER, a.DrawBall(), a.AnnounceBall(), a.ShowBall())
        return self

    def calls(self, number: int, prize: Prize = LINE) -> Recorded:
        """Call a prize: its owner, or aloud with the paper."""
        sold = self.game.sale_of(card(number))
        if sold.person is not None:
            return self.do(sold.person, a.CallPrize(prize, card(number)))
        self.do(CALLER, a.CallForPlayer(prize, card(number)))
        return self if card(number) in self.game.pause.handed_in else self.do(CALLER, a.HandInCard(card(number)))

    def checks(self, *numbers: int, prize: Prize = LINE) -> Recorded:
        """Show masters and check cartones."""
        for number in numbers:
            if card(number) not in self.game.pause.masters:
                self.do(CHIEF, a.ShowMaster(card(number)))
            self.do(CHIEF, a.CheckCard(prize, card(number)))
        return self

    def waits(self) -> Recorded:
        """Let the interval pass."""
        return self.do(str(CLOCK), a.TimeUp())

    def on(self) -> Recorded:
        """Wait, and order the game on."""
        return self.waits().do(CHIEF, a.OrderResume())

    def ends(self) -> Recorded:
        """Wait, and order the game to end."""
        return self.waits().do(CHIEF, a.OrderEnd())

    def line(self, number: int) -> Recorded:
        """A línea from the call to the order."""
        return self.calls(number).checks(number).on()

    def bingo(self, number: int) -> Recorded:
        """A bingo from the call to the order."""
        return self.calls(number, BINGO).checks(number, prize=BINGO).ends()

    def pays(self, number: int, prize: Prize, **fields: Any) -> Recorded:
        """Pay a prize."""
        return self.do(CASHIER, a.PayPrize(prize, card(number), **fields))

    def closes(self) -> Recorded:
        """Close the game."""
        return self.do(CHIEF, a.EndGame())


class _Urns:
    """Urns whose first balls are given; the others follow in order of their numbers."""

    kind = ChanceKind.SEEDED

    def __init__(self, urns: tuple[tuple[str, ...], ...]) -> None:
        self.listed, self.urns = urns, dict[int, tuple[str, ...]]()

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Take the listed balls first."""
        listed = self.listed[urn - 1] if urn <= len(self.listed) else ()
        self.urns[urn] = (*listed, *(one for one in tokens if one not in listed))
        return ()

    def token(self, urn: int, position: int) -> str:
        """Return a ball."""
        return self.urns[urn][position]
