"""Evenings of bots at two cloths in memory, the same for the same seed; what must hold is asked after each act."""

import random
from collections import Counter
from typing import Any

from tapete.bots import AT_ONCE, Bot, Move, staff_for
from tapete.bots.dos_panos import ROSTER
from tapete.catalogue import entry
from tapete.chance import Source
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import HOUSE, Act, PersonId, Refused, Step
from tapete.live.card_orders import SeededOrders
from tapete.play import ActResult, transition
from tapete.table.staff import Role
from tests.support.bots.evening import ChairInMemory as Chair
from tests.support.sentences import require_sound

GAME = DosPanos()
BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "catalogo-51-53-literal", "guia")
LIMITED = {"minimum": 10_00, "bank_minimum": 1_000_00, "bank_maximum": 10_000_00}
OPEN = {"minimum": 10_00, "bank_minimum": 1_000_00, "mode": BankMode.OPEN}


def opening(book: str, mode: BankMode, **options: Any) -> a.OpenTable:
    """Return the opening act of a table with machines on all posts that it needs."""
    fields = {"rulebook": book, **(OPEN if mode is BankMode.OPEN else LIMITED), **options}
    staff = staff_for("dp", "dos-panos", entry("dos-panos").opening_posts(fields))
    return entry("dos-panos").form().make({"name": "dp", **fields, "staff": staff})


class Evening:
    """A table and its machines; ``turns`` keeps what each act led to."""

    game = GAME

    def __init__(
        self,
        seed: str,
        book: str = "asturias-2011",
        mode: BankMode = BankMode.LIMITED,
        players: int = 7,
        source: Source | None = None,
        **options: Any,
    ) -> None:
        self.rng, self.version = random.Random(seed), 0
        self.source = source or SeededOrders(seed)
        self.state: State = GAME.blank()
        self.turns: list[ActResult[State]] = []
        self.counts: Counter[str] = Counter()
        self.act(HOUSE, opening(book, mode, **{"shoe": self.source.kind, **options}))
        self.bots: list[Bot[Any]] = []
        for role, who in sorted(self.state.staff.items()):
            self.bots.append(ROSTER.staff[Role(role)](Chair(self, who), AT_ONCE, self.fresh()))
        for number in range(players):
            self.bots.append(ROSTER.player(Chair(self, PersonId(f"bot-{number}")), AT_ONCE, self.fresh(), number))

    def fresh(self) -> random.Random:
        """Return a source of choices for one bot."""
        return random.Random(self.rng.random())

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any:
        """Do an act and check what must hold after it."""
        made = transition(GAME, self.state, Act(who, what, at or GAME.step(self.state)), self.source)
        tag = what.__struct_config__.tag
        if isinstance(made.outcome, Refused):
            self.counts[f"refused {tag} {made.outcome.code}"] += 1
            return made.outcome
        self.version += 1
        self.counts[f"did {tag}"] += 1
        self.state = made.state
        self.turns.append(made)
        for event in made.events:
            self.counts[type(event).__name__] += 1
        require_sound(GAME, self.state)
        return made.outcome

    def go_on(self) -> bool:
        """Let one bot do what it wants, the shortest wait first; return False where none wants anything."""
        waiting: list[tuple[float, Bot[Any], Move]] = []
        for bot in self.rng.sample(self.bots, len(self.bots)):
            move = bot._move()
            if move is None or move.act is None:
                continue
            if bot.seat.person.removeprefix("bot-").isdigit():
                drive(bot._do(move))
                return True
            waiting.append((move.wait[0], bot, move))
        for _, bot, move in sorted(waiting, key=lambda one: one[0]):
            drive(bot._do(move))
            return True
        return False

    def play(self, coups: int, acts: int = 100_000) -> "Evening":
        """Play so many coups, or until nobody can go on."""
        for _ in range(acts):
            if self.counts["CoupSettled"] >= coups or not self.go_on():
                return self
        return self

    @property
    def refusals(self) -> dict[str, int]:
        """What was refused."""
        return {name: many for name, many in self.counts.items() if name.startswith("refused")}


def drive(coroutine: Any) -> None:
    """Run a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a chair in memory never waits")
