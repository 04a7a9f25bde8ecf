"""Two tables that differ only in cards of hidden hands, and everything that a person can get out of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand, StandIn
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.kernel import PersonId, Refused
from tapete.play import ActResult, ListedShoe, Play
from tests.support.dos_panos.scenes import PLAYERS
from tests.support.dos_panos.table import STAFF, Table

PEOPLE = (*PLAYERS, *STAFF.values(), "nobody")
"""Everybody at the table of the scenes, and a stranger."""
DEALT = 6
"""Cards of a deal: two for each of three hands, in turn."""


class LeakError(AssertionError):
    """Somebody could tell two worlds apart by cards that he has not seen."""


def differing(one: State, two: State) -> list[tuple[Any, Any]]:
    """Return the cards on the table whose faces are not the same in both worlds."""
    pairs = zip(one.coup.cards.layout, two.coup.cards.layout, strict=False)
    return [(card, other) for card, other in pairs if card.face != other.face]


def is_told_apart(one: State, two: State) -> bool:
    """Return True if everybody knows that the two are not the same: another card lies open."""
    return any(card.face_up or other.face_up for card, other in differing(one, two))


def others(shoe: list[str], first: int, hand: Hand, chance: Random) -> list[str]:
    """Return the shoe with other cards in the two places of one hand of the next deal."""
    order, place = list(shoe), list(Hand).index(hand)
    for at in (first + place, first + place + 3):
        with_ = chance.randrange(first + DEALT + 3, len(order))
        order[at], order[with_] = order[with_], order[at]
    return order


def hostile(state: State, chance: Random) -> Iterator[Any]:
    """Return acts that somebody may try at the cards, lawful or not."""
    hand = chance.choice(list(Hand))
    yield Say(chance.choice(list(Word)))
    yield from (a.LayDown(hand), a.Lift(hand), a.ShowHand(hand), a.DealCard(hand), a.GiveCard(chance.choice(CLOTHS)))
    yield from (DrawCard(), Stand(), AskTable(), a.AskAdvice(), StandIn(), a.Settle(), a.CarryCards(), a.CallPerson())
    yield from (a.PlaceCards(crossed=True), a.TakeStake(hand), a.Stake(10_00, hand), a.RepeatBanco())


class Worlds:
    """One table, and its double with other cards in one hidden hand while nobody can tell them apart."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.one, self.chance = table, chance
        self.two: Table | None = None
        self.looks = 0
        self.hands: list[Hand] = []
        self.log: list[Any] = []

    def fork(self, hand: Hand) -> None:
        """Begin a double in which a hand of the next deal has other cards."""
        state, source = self.one.state, ListedShoe(())
        source.order = tuple(others(list(self.one.play.source.order), state.shoe.position, hand, self.chance))
        self.two = Table(Play(self.one.play.game, state, source))
        self.hands.append(hand)

    def has_seen(self, who: str | None) -> bool:
        """Return True if a person knows a card by which the worlds differ."""
        assert self.two is not None
        return any(who in card.seen_by for card, _ in differing(self.one.state, self.two.state))

    def told(self, table: Table, who: str | None) -> bytes:
        """Return all that a person is told without doing anything."""
        game, state, viewer = table.play.game, table.state, None if who is None else PersonId(who)
        rules = [one.id for one in game.ask_rule(state, viewer)]
        found = [game.view(state, viewer), game.legal(state, viewer), game.explain(state, viewer), rules]
        return msgspec.json.encode(found, order="deterministic")

    def look(self, *viewers: str | None) -> None:
        """Compare what people see who have not seen the cards that differ."""
        for who in viewers:
            if self.two is None or self.has_seen(who):
                continue
            self.looks += 1
            if self.told(self.one, who) != self.told(self.two, who):
                raise LeakError(f"{who} sees two tables\n{self.log[-6:]}")

    def tried(self, who: str, what: Any) -> tuple[ActResult[Any], ActResult[Any]]:
        """Try an act in both worlds; its answer is the same for somebody who has not seen more."""
        assert self.two is not None
        one, two = self.one.play.attempt(what, who), self.two.play.attempt(what, who)
        refused = isinstance(one.outcome, Refused) or isinstance(two.outcome, Refused)
        if not (self.has_seen(who) and refused) and not is_told_apart(one.state, two.state):
            self.looks += 1
            if _public(one) != _public(two):
                raise LeakError(f"{what} of {who}\n{self.log[-8:]}\n{_public(one)!r}\n{_public(two)!r}")
        return one, two

    def do(self, who: str, what: Any) -> bool:
        """Do an act in both worlds; say whether it stands."""
        game, source = self.one.play.game, self.one.play.source
        if self.two is None:
            made = self.one.play.attempt(what, who)
            if isinstance(made.outcome, Refused):
                return False
            self.one = Table(Play(game, made.state, source, made))
        else:
            one, two = self.tried(who, what)
            if isinstance(one.outcome, Refused) or isinstance(two.outcome, Refused):
                return False
            self.one = Table(Play(game, one.state, source, one))
            self.two = Table(Play(game, two.state, self.two.play.source, two))
            if is_told_apart(one.state, two.state):
                self.two = None
        self.log.append((who, what))
        return True


def _public(made: ActResult[Any]) -> bytes:
    """Return an answer as everybody may read it."""
    if isinstance(made.outcome, Refused):
        return msgspec.json.encode(made.outcome, order="deterministic")
    trees = [{**msgspec.to_builtins(event), **dict.fromkeys(event.private(), None)} for event in made.events]
    return msgspec.json.encode([trees, made.rests_on], order="deterministic")
