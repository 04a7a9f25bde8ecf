"""Play the scenes of a list with whichever tree is imported, and print each answer: scene, step, question, answer.

It asks through what both trees have: the catalogue, the shape of a game, the notation, and the models of pages.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tapete.catalogue import house_games, recorded_engines
from tapete.chance import answer_draw
from tapete.kernel import CLOCK, HOUSE, Act, PersonId, Refused, fold
from tapete.play import transition
from tapete.record.notation import parse_notation, play as notation_play
from tapete.record.notation.play import ListedOrders, as_listed

sys.path.append(str(Path(__file__).resolve().parent.parent.parent))  # of this tree, where there is none beside it
from tests.support import wander
from tests.support.wander import plain

EVERYTHING_EVERY = 12
"""At one step in so many everybody tries every act."""
STRANGER = PersonId("nobody-known")
DAY = "2026-11-22"


class Scene:
    """A table or a house that is played, and what is printed of it."""

    def __init__(self, number: int, game: Any, seed: str) -> None:
        self.number, self.game, self.chance = number, game, Random(seed)
        self.kinds = wander.kinds_of(game)
        self.state = game.blank()
        self.people: tuple[PersonId, ...] = ()

    def say(self, asked: str, answer: Any) -> None:
        where = self.game.step(self.state)
        print(self.number, where, asked, json.dumps(plain(answer), sort_keys=True, ensure_ascii=False), sep="\t")

    def look(self) -> dict[PersonId, tuple[Any, ...]]:
        """Say what everybody sees and may do; return the offers by person."""
        offers = {}
        for who in (None, *self.people):
            name = who or "the public"
            self.say(f"the view of {name}", self.game.view(self.state, who))
            self.say(f"the clauses for {name}", self.game.explain(self.state, who))
            found = self.game.legal(self.state, who)
            self.say(f"the offers to {name}", found)
            if who is not None:
                offers[who] = found
        self.say("broken invariants", self.game.problems(self.state))
        return offers

    def made(self, made: Any, by: str, what: Any) -> None:
        """Say what an act led to."""
        self.say(f"the answer to {self.tag(what)} by {by}", (what, made.outcome))
        if not isinstance(made.outcome, Refused):
            self.say("what happened", made.events)
            self.say("postings", [self.game.postings(one) for one in made.events])

    def tag(self, what: Any) -> str:
        return str(type(what).__struct_config__.tag)

    def attempt(self, who: PersonId, what: Any) -> None:
        answer = self.game.decide(self.state, Act(who, what, self.game.step(self.state)))
        self.say(f"the answer to {self.tag(what)} by {who}", (what, answer))

    def try_everything(self, offers: Mapping[PersonId, tuple[Any, ...]], more: tuple[Any, ...]) -> None:
        """Let everybody try what anybody is offered, at the bounds and beside them, and an act of every other kind."""
        tried = {}
        for offer in (one for found in offers.values() for one in found):
            for body in self.bodies(offer, every=True):
                tried[msgspec.json.encode(body)] = body
        for body in (*tried.values(), *more):
            for who in (*self.people, STRANGER, CLOCK, HOUSE):
                self.attempt(who, body)

    def bodies(self, offer: Any, *, every: bool) -> list[Any]:
        """Return acts of an offer; ``every``: those beside its bounds too, each field by turns."""
        return wander.bodies(self.kinds, offer, self.chance, self.proposal, every=every)

    def proposal(self) -> Any:
        """Return the effects that the open incident proposes, as far as a view shows them."""
        return wander.proposal([self.game.view(self.state, who) for who in self.people], self.chance)


class Listed(ListedOrders):
    """The listed cards and lots; the last one made is the source of the table that was played."""

    last: Any = None

    def __init__(self, notation: Any) -> None:
        super().__init__(notation)
        Listed.last = self


sys.modules[notation_play.__module__].ListedOrders = Listed  # type: ignore[attr-defined]


@cache
def recorded(path: str) -> Any:
    """Return a recorded table, played; ``None`` where this tree cannot read it."""
    notation = parse_notation(Path(path).read_text("utf-8"))
    run = notation_play(house_games()[notation.game], notation)
    return notation, run, Listed.last


@cache
def every_kind(game: str, folder: str) -> tuple[Any, ...]:
    """Return an act of every kind that the recorded tables of a game have."""
    found: dict[str, Any] = {}
    for path in sorted(Path(folder).glob("*.toml"))[::7]:
        for turn in recorded(str(path))[1].turns:
            for act in turn.acts:
                found.setdefault(type(act.body).__struct_config__.tag, act.body)
    return tuple(found.values())


def people_of(notation: Any) -> tuple[PersonId, ...]:
    staff = notation.opening_fields.get("staff", {})
    named = [*notation.people.values(), *(staff.values() if isinstance(staff, dict) else ())]
    return tuple(map(PersonId, dict.fromkeys(map(str, named))))


def play_table(scene: Scene, work: Mapping[str, Any]) -> None:
    """Look at every turn of a recorded table."""
    notation, run, _ = recorded(work["table"])
    scene.people = people_of(notation)
    for number, turn in enumerate(run.turns):
        for act in turn.acts[:1]:
            scene.made(turn, str(act.by), act.body)
        scene.state = turn.state
        if number % 3 == 2 or number == len(run.turns) - 1:
            scene.look()
            pages(scene)


def walk(scene: Scene, source: Any, acts: int, more: tuple[Any, ...], answer: Any) -> None:
    """Let people do what they are offered, by lot: what the table waits for, and what was done least, sooner."""
    done = Counter[str]()
    for number in range(acts):
        offers = scene.look()
        if number % EVERYTHING_EVERY == EVERYTHING_EVERY // 2:
            scene.try_everything(offers, more)
            pages(scene)
        if (found := wander.chosen(offers, scene.chance, done)) is None:
            break
        who, offer = found
        for body in scene.bodies(offer, every=False):
            made = transition(scene.game, scene.state, Act(who, body, scene.game.step(scene.state)), source, answer)
            scene.made(made, who, body)
            if number > acts - 10 or scene.game.step(made.state).phase != "closed":
                scene.state = made.state  # what ends everything is taken at the end alone


def play_evening(scene: Scene, work: Mapping[str, Any], folder: str) -> None:
    """Go on at random from a step of a recorded table, or from an opening of the game under one of its rulebooks."""
    more = every_kind(work["game"], folder) if Path(folder).is_dir() else ()
    if work["table"]:
        notation, run, source = recorded(work["table"])
        scene.people = people_of(notation)
        scene.state = scene.chance.choice(run.turns[len(run.turns) // 5 :]).state
        return walk(scene, source, work["acts"], more, as_listed)
    table = opened(work["game"], scene.chance)
    scene.state, scene.people = table.state, (*map(PersonId, table.people()), *map(PersonId, ("ana", "bea", "luis")))
    return walk(scene, table.source, work["acts"], more, answer_draw)


def opened(game: str, chance: Random) -> Any:
    """Return a table of the library under a rulebook by lot."""
    from tapete import bingo, chemin_de_fer, dos_panos, punto_banco

    open_one = {
        "bingo": bingo.open_hall,
        "chemin-de-fer": chemin_de_fer.open_table,
        "dos-panos": dos_panos.open_table,
        "punto-y-banca": punto_banco.open_table,
    }[game]
    library = house_games()[game].library
    book = chance.choice(sorted(one.id for one in library.of(game)))
    return open_one(rulebook=book, seed=chance.randrange(10**6))


def play_coups(scene: Scene, work: Mapping[str, Any]) -> None:
    """Let bots play coups of a game of cards under a rulebook by lot."""
    from tests.support.bots.evening import EVENINGS, played

    books = sorted(one.id for one in house_games()[work["game"]].library.of(work["game"]))
    options = {"rulebook": scene.chance.choice(books)}
    if work["game"] == "dos-panos":
        options["mode"] = scene.chance.choice(["limited", "open"])
    evening = EVENINGS[work["game"]]._replace(seed=scene.chance.randrange(10**6))
    tell(scene, None, played(evening.opened(**options), evening.roster, evening.seed, work["acts"])[0])


def tell(scene: Scene, before: Any, table: Any) -> int:
    """Say every turn from one table to a later one, and look at where it led; return how many turns there were."""
    turns = []
    now = table
    while now is not None and now is not before and now.last is not None:
        turns.append(now.last)
        now = now.before
    scene.people = tuple(map(PersonId, table.people()))
    for turn in reversed(turns):
        scene.made(turn, str(turn.acts[0].by), turn.acts[0].body)
        scene.state = turn.state
        if scene.chance.random() < 0.1:
            scene.look()
    return len(turns)


def play_day(scene: Scene, work: Mapping[str, Any]) -> None:
    """Play days of a house through its engine: people do what they are offered."""
    from tapete.house import acts as a
    from tapete.table.staff import Role

    director, cashier, door = map(PersonId, ("dora", "caja", "puerta"))
    scene.people = (director, cashier, door, *map(PersonId, ("jefa", "ana", "bea")))
    opening = [
        (HOUSE, a.OpenHouse("Casino de prueba", director, scene.chance.random() < 0.5)),
        (director, a.OpenDay(DAY)),
        (director, a.GoOnDuty(Role.CASHIER, cashier)),
        (director, a.GoOnDuty(Role.ADMISSION, door)),
    ]
    for who, what in opening:
        outcome = scene.game.decide(scene.state, Act(who, what, scene.game.step(scene.state)))
        scene.say(f"the answer to {scene.tag(what)} by {who}", outcome)
        scene.state = fold(scene.game.evolve, scene.state, outcome.events)
    walk(scene, None, work["acts"], (), None)


def pages(scene: Scene) -> None:
    """Say what the pages of a table are made of, where this tree makes them of models."""
    try:
        from tapete.web.games import screen_of
        from tapete.web.page_context import PageContext
        from tapete.web.stage.build import regions
        from tests.support.web.still import StillTable
    except ImportError:
        return
    if scene.game.key == "house" or not (screens := screen_of(scene.game.key)).stage:
        return
    table: Any = StillTable(scene.game, scene.state)
    history = screens.history() if screens.history else None
    for who, lang in zip((None, *scene.people), ("es", "en", "fr", "es") * 9, strict=False):
        sight = PageContext(table, who, lang, history=history, more_time=screens.more_time)
        drawn = {name: json.loads(one) for name, one in regions(screens.stage(sight)).items()}
        scene.say(f"the page of {who or 'the public'} in {lang}", without_commands(drawn))


def without_commands(value: Any) -> Any:
    """Take away the ids of commands, which are others in every process; a player of bingo has two of other names."""
    if isinstance(value, dict):
        left = {name: one for name, one in value.items() if name not in ("claim", "mark")}
        return {name: without_commands(one) for name, one in left.items() if not name.endswith("command")}
    return [without_commands(one) for one in value] if isinstance(value, list) else value


def main() -> None:
    """Play every scene of the list; what a tree cannot play is an answer too."""
    engines = recorded_engines()
    for number, work in enumerate(json.loads(Path(sys.argv[1]).read_text("utf-8"))):
        scene = Scene(number, engines[work["game"]], work["seed"])
        try:
            match work["kind"]:
                case "table":
                    play_table(scene, work)
                case "coups":
                    play_coups(scene, work)
                case "evening":
                    play_evening(scene, work, str(Path(sys.argv[1]).parent / work["game"]))
                case _:
                    play_day(scene, work)
        except Exception as error:  # what a tree cannot play is an answer
            scene.say("what the tree cannot play", f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
