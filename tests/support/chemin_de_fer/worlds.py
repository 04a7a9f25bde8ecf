"""Two tables that differ only in cards that lie face down, and everything that a person can get out of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import Offer, PersonId, Refused, plain
from tapete.play import ActResult, ListedShoe, Play
from tapete.record.codec import members
from tests.support.chemin_de_fer.table import Table

OFFICIALS = ("croupier", "inspector")
PEOPLE = ("bea", "carla", "ana", "luis", "eva", "pau", "rosa", *OFFICIALS, "nobody")
"""Everybody at the table of the scenes, and a stranger."""


def public(events: tuple[Any, ...]) -> list[Any]:
    """Return events as everybody may read them."""
    found = []
    for event in events:
        tree = msgspec.to_builtins(event)
        for name in event.private():
            tree[name] = None
        found.append(tree)
    return found


def others(shoe: list[str], first: int, chance: Random) -> list[str]:
    """Return the shoe with other cards in the four places from ``first``."""
    order = list(shoe)
    for at in range(first, min(first + 4, len(order))):
        with_ = chance.randrange(first + 8, len(order))
        order[at], order[with_] = order[with_], order[at]
    return order


def hostile(table: Table, who: str, chance: Random) -> Iterator[Any]:
    """Return acts that somebody may try, lawful or not."""
    layout = table.state.coup.cards.layout
    position = chance.choice([card.position for card in layout] or [0])
    hand = chance.choice(list(Hand))
    yield a.Say(chance.choice(list(Word)))
    yield a.LayDown(hand)
    yield a.Lift(hand)
    yield a.ShowHand(hand)
    yield from (a.GiveCard(), a.DrawCard(), a.Stand(), a.AskTable(), a.AskAdvice(), a.StandIn(), a.Settle())
    yield from (a.CallSeguido(), a.WithdrawCall(), a.WithdrawStake(), a.KeepStake(), a.CarryCards(), a.DealCard(hand))
    yield a.Choose("third-card", chance.choice(["give", "deny"]))
    yield a.PickUp(position)
    yield a.CorrectCard(max(1, table.state.coup.number), position, "5h", PersonId("inspector"), "seen")
    yield a.Report(
        chance.choice(list(Accident)), chance.choice([None, *fx.Party]), position, hand, chance.randint(0, 2)
    )
    if table.state.docket.open:
        yield GiveRuling(table.state.docket.open[0].serial, None, "seen")
        yield GiveRuling(table.state.docket.open[0].serial, effects(table, chance), "seen")


def effects(table: Table, chance: Random) -> tuple[Any, ...]:
    """Return effects of a ruling, lawful or not."""
    layout = table.state.coup.cards.layout
    at = chance.choice([card.position for card in layout] or [0])
    hand, person = str(chance.choice(list(Hand))), PersonId(chance.choice(PEOPLE))
    some = (
        fx.VoidCoup(),
        fx.LoseCoup(hand),
        fx.OfferWithdrawal(),
        fx.Discard(at),
        fx.AssignCard(at, chance.choice(["punto", "banca", "punto-3", "banca-3"])),
        fx.SetAside(at, chance.choice(["", "banca"])),
        fx.KeepOne(hand, chance.random() < 0.5),
        fx.Expose(hand, chance.choice([(), (1,), (2,)]), chance.choice([None, person])),
        fx.DeemTotal(hand, chance.randint(0, 9), chance.random() < 0.5),
        fx.DeemNatural(hand, 9),
        fx.LoseNatural(hand),
        fx.BindToScheme("punto", chance.choice(list(Cell))),
        fx.BindToTable("banca", chance.choice(list(Cell))),
        fx.Unbind(hand),
        fx.Oblige(hand, chance.choice([Cell.DRAW, Cell.STAND]), chance.choice([(), (0,), (5,), (0, 1, 2, 3, 4)])),
        fx.GiveCards("punto", person),
        fx.BarPerson(person, chance.choice(list(fx.BarredAction))),
        fx.OfferChoice(person, "third-card", ("give", "deny")),
        fx.GoBack(chance.choice(["word", "lift", "answer", "banker", "deal"])),
        fx.NoteOnly("as it lies"),
    )
    return tuple(chance.sample(some, chance.choice([1, 1, 2])))


def as_act(table: Table, offer: Offer, chance: Random) -> Any:
    """Return an act that an offer allows."""
    kind = next(one for one in members(table.play.game.act_types) if one.__struct_config__.tag == offer.act)
    picked: dict[str, Any] = {}
    for name, value in plain(offer.fields).items():
        if name not in kind.__struct_fields__:
            continue
        if isinstance(value, list):
            picked[name] = chance.choice(value)
        elif isinstance(value, dict):
            low = int(value.get("min", 0))
            picked[name] = chance.choice([low, min(2 * low + 10_00, int(value.get("max", 10**6)))])
        elif value not in ("text", "card", "effects"):
            picked[name] = value
    return msgspec.convert(picked | {kind.__struct_config__.tag_field: offer.act}, kind)


def differing(one: Any, two: Any) -> list[tuple[Any, Any]]:
    """Return the cards on the table whose faces are not the same in both worlds."""
    pairs = zip(one.coup.cards.layout, two.coup.cards.layout, strict=False)
    return [(card, other) for card, other in pairs if card.face != other.face]


def told_apart(one: Any, two: Any) -> bool:
    """Return True if everybody knows that the two are not the same: another card lies open, or the croupier, asked for
    advice, has said another word for the punto.
    """
    if (one.coup.punto.word, one.coup.punto.advice is None) != (two.coup.punto.word, two.coup.punto.advice is None):
        return one.coup.punto.advice is not None and two.coup.punto.advice is not None
    return any(card.face_up or other.face_up for card, other in differing(one, two))


class LeakError(AssertionError):
    """Somebody could tell two worlds apart by cards that he has not seen."""


class Worlds:
    """One table, and its double with other hidden cards while nobody can tell them apart."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.one, self.chance = table, chance
        self.two: Table | None = None
        self.looks = self.acts = self.forks = 0
        self.log: list[Any] = []

    def fork(self) -> None:
        """Begin a double whose next four cards are others."""
        state, source = self.one.state, ListedShoe(())
        source.order = tuple(others(list(self.one.play.source.order), state.shoe.position, self.chance))
        self.two = Table(Play(self.one.play.game, state, source))
        self.forks += 1

    def has_seen(self, who: str | None) -> bool:
        """Return True if a person knows a card by which the worlds differ: what he is told may be another thing."""
        assert self.two is not None
        return any(who in card.seen_by for card, _ in differing(self.one.state, self.two.state))

    def told(self, table: Table, who: str | None) -> list[Any]:
        """Return all that a person is told without doing anything."""
        game, state, viewer = table.play.game, table.state, None if who is None else PersonId(who)
        reportable = game.reportable(state, viewer)
        found: list[Any] = [game.view(state, viewer), game.legal(state, viewer), game.explain(state, viewer)]
        found += [reportable, [one.id for one in game.ask_rule(state, viewer)]]
        return found

    def look(self, *viewers: str | None) -> None:
        """Compare what people see who have not seen the cards that differ."""
        for who in viewers if self.two is not None else ():
            assert self.two is not None
            if self.has_seen(who):
                continue
            self.looks += 1
            pair = [msgspec.json.encode(self.told(table, who), order="deterministic") for table in (self.one, self.two)]
            if pair[0] != pair[1]:
                raise LeakError(f"{who} sees two tables\n{self.log[-6:]}\n{pair[0]!r}\n{pair[1]!r}")

    def tried(self, who: str, what: Any) -> tuple[ActResult[Any], ActResult[Any] | None]:
        """Try an act in both worlds; its answer is the same for somebody who has not seen more."""
        assert self.two is not None
        made = self.one.play.attempt(what, who), self.two.play.attempt(what, who)
        one, two = made
        if self.has_seen(who) and (isinstance(one.outcome, Refused) or isinstance(two.outcome, Refused)):
            return made
        if told_apart(one.state, two.state):
            return made
        told = [
            msgspec.json.encode(
                turn.outcome if isinstance(turn.outcome, Refused) else [public(turn.events), turn.rests_on],
                order="deterministic",
            )
            for turn in made
        ]
        self.looks += 1
        if told[0] != told[1]:
            raise LeakError(f"{what} of {who}\n{self.log[-8:]}\n{told[0]!r}\n{told[1]!r}")
        return made

    def do(self, who: str, what: Any) -> bool:
        """Do an act in both worlds; say whether it stands."""
        if self.two is None:
            made = self.one.play.attempt(what, who)
            if isinstance(made.outcome, Refused):
                return False
            self.one = Table(Play(self.one.play.game, made.state, self.one.play.source, made))
        else:
            one, two = self.tried(who, what)
            assert two is not None
            if isinstance(one.outcome, Refused) or isinstance(two.outcome, Refused):
                return False
            game = self.one.play.game
            self.one = Table(Play(game, one.state, self.one.play.source, one))
            self.two = Table(Play(game, two.state, self.two.play.source, two))
            if told_apart(one.state, two.state):
                self.two = None
        self.acts += 1
        self.log.append((who, what))
        return True
