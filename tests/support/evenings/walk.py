"""Evenings of chemin de fer in memory: bots fill the table, people come, go and blunder, everything is checked.

One source of choices decides everything, so an evening is the same for the same seed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from tapete.accounts import CAGNOTTE, balance, person
from tapete.bots import AT_ONCE, Bot, Move, staff_for
from tapete.bots.act_builder import build_act
from tapete.bots.chemin_de_fer.mind import ACTS
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.staff import Croupier, Inspector
from tapete.bots.chemin_de_fer.strategy import TEMPERS
from tapete.cards import DECK, Card, packs
from tapete.chance import ChanceKind, SealShoe
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a, events as e
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, Offer, PersonId, Refused, Ruled, Step, fold, plain
from tapete.kernel.offers import Amount
from tapete.play import transition
from tapete.record.codec import read_event, to_tree
from tapete.table.acts import Relieve
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.bots.chair import Chair

GAME = CheminDeFer()
STAFF = {**staff_for("cf", "chemin-de-fer"), Role.DIRECTOR: PersonId("director")}
BOTS = tuple(PersonId(f"bot-{name}-cf") for name in ("lucia", "mateo", "carmen", "hugo", "elena", "pablo"))
PEOPLE = tuple(PersonId(name) for name in ("ana", "bea", "carlos"))
STRANGER = PersonId("stranger")
EVERYBODY = (*BOTS, *PEOPLE, *STAFF.values(), STRANGER)
SILENCE = ("call-person", "call-off")
"""What the croupier does only after a long silence."""
UNDONE = {SealShoe, a.OpenTable}


class Shuffled:
    """A shoe in an order fixed by a number."""

    def __init__(self, seed: int, decks: int, kind: ChanceKind = ChanceKind.SEEDED) -> None:
        self.kind, self.seed, self.decks = kind, seed, decks
        self.orders: dict[int, list[Card]] = {}

    def order(self, shoe: int) -> list[Card]:
        if shoe not in self.orders:
            self.orders[shoe] = list(packs(self.decks))
            random.Random(f"{self.seed} {shoe}").shuffle(self.orders[shoe])
        return self.orders[shoe]

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return tuple(f"{at:064x}" for at in range(size)) if self.kind is ChanceKind.SEALED else ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return None if self.kind is ChanceKind.KEYED else self.order(shoe)[committed]


class Evening:
    """A table and its bots.

    ``watched``: the share of acts after which every viewer's view and offers are tried; ``silence``: how often the
    croupier calls somebody who says nothing.
    """

    game = GAME

    def __init__(
        self,
        seed: int,
        *,
        decks: int = 1,
        bots: int = 5,
        conduct: Conduct = Conduct.STRICT,
        kind: ChanceKind = ChanceKind.SEEDED,
        watched: float = 0.1,
        silence: float = 0.05,
        **options: Any,
    ) -> None:
        self.rng, self.source, self.watched = random.Random(seed), Shuffled(seed, decks, kind), watched
        self.state: State = GAME.blank()
        self.version, self.silence = 0, silence
        self.events: list[Any] = []
        self.counts: Counter[str] = Counter()
        self.bots: list[Bot] = []
        options = {"rulebook": "asturias-2011", "minimum": 1000, "decks": decks, "shoe": kind, **options}
        self.act(HOUSE, a.OpenTable(name="cf", staff=STAFF, conduct=conduct, **options))
        hired = {Role.CROUPIER: Croupier, Role.INSPECTOR: Inspector}
        for role, kind_of_bot in hired.items():
            self.bots.append(kind_of_bot(Chair(self, STAFF[role]), AT_ONCE, random.Random(self.rng.random())))
        for n in range(bots):
            chance = random.Random(self.rng.random())
            self.bots.append(Player(Chair(self, BOTS[n]), AT_ONCE, chance, TEMPERS[n % len(TEMPERS)], place=2 * n + 1))

    # --- acts ---------------------------------------------------------------------------------------------------------

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any:
        """Do an act and check what must hold after it."""
        before, self.version = self.state, self.version + 1
        made_turn = transition(GAME, before, Act(who, what, at or GAME.step(before)), self.source)
        outcome, tag = made_turn.outcome, what.__struct_config__.tag
        self.counts["acts"] += 1
        if isinstance(outcome, Refused):
            self.counts["refused"] += 1
            self.counts[f"refused {outcome.code}"] += 1
            assert made_turn.state is before
            assert not made_turn.events
            return outcome
        self.counts[f"did {tag}"] += 1
        self.state = made_turn.state
        self.note(made_turn.events, isinstance(outcome, Ruled))
        self.check(made_turn.events)
        return outcome

    def note(self, events: tuple[Any, ...], irregular: bool) -> None:
        self.events += events
        self.counts["ruled"] += irregular
        for event in events:
            self.counts[event.__struct_config__.tag] += 1
            if isinstance(event, e.CoupSettled):
                self.counts["coups"] += 1
                self.counts[f"won by {event.winner}"] += 1
                self.counts[f"cover {event.kind}"] += 1

    def go_on(self) -> bool:
        """Let one bot do what it wants to do, in no special order; say whether any wanted to do anything.

        The croupier opens and closes only when nobody else wants anything, as one who gives people time.
        """
        waiting: list[tuple[Bot, Move]] = []
        for bot in self.rng.sample(self.bots, len(self.bots)):
            if (move := bot._move()) is None or move.act is None:
                continue
            if isinstance(bot, Croupier):
                if move.act.__struct_config__.tag not in SILENCE or self.rng.random() < self.silence:
                    waiting.append((bot, move))
                continue
            self.bot_acts(bot, move)
            return True
        for bot, move in waiting:
            self.bot_acts(bot, move)
            return True
        self.counts[f"idle {self.state.phase}"] += 1
        return False

    def bot_acts(self, bot: Bot, move: Move) -> None:
        refused = self.counts["refused"]
        drive(bot._do(move))
        self.counts["bot refused"] += self.counts["refused"] - refused

    def lawful(self) -> None:
        """Let anybody take up one of his offers."""
        who = self.rng.choice([*PEOPLE, *PEOPLE, *BOTS, STRANGER, *STAFF.values()])
        offers = GAME.legal(self.state, who)
        if offers:
            offer = self.rng.choice(offers)
            if offer.act == "close-table" and self.rng.random() < 0.8:  # most evenings are longer than that
                return
            what = filled(self.rng, offer)
            if what is not None:
                self.act(who, what)

    def play_on(self) -> None:
        """Let a bot go on, or else whoever the table waits for; posts that people have taken go back to the bots."""
        if self.go_on():
            return
        for role in (Role.CROUPIER, Role.INSPECTOR):
            if self.state.staff.get(role) != STAFF[role]:
                self.act(HOUSE, Relieve(role, STAFF[role]))
                return
        for who in self.rng.sample(EVERYBODY, len(EVERYBODY)):
            mains = [offer for offer in GAME.legal(self.state, who) if offer.main or offer.act == "stake"]
            if mains:
                self.act(who, filled(self.rng, self.rng.choice(mains)))
                return

    def wander(self, acts: int) -> Evening:
        """Let bots play on while people come, go, do what they may, and what they may not."""
        for _ in range(acts):
            self.rng.choice([self.play_on, self.play_on, self.play_on, self.lawful, self.anything])()
        self.check_replay()
        return self

    def anything(self) -> None:
        """Let anybody do anything."""
        who = self.rng.choice([*EVERYBODY, CHANCE, CLOCK, HOUSE])
        kind = ACTS[self.rng.choice([name for name in sorted(ACTS) if ACTS[name] not in UNDONE])]
        self.act(who, any_act(self.rng, kind, self.state))

    # --- what must hold -----------------------------------------------------------------------------------------------

    def check(self, events: tuple[Any, ...]) -> None:
        state = self.state
        assert GAME.problems(state) == ()
        assert sum(state.ledger.values()) == 0
        assert balance(state.ledger, CAGNOTTE) >= 0
        for who in (*BOTS, *PEOPLE, STRANGER):
            assert balance(state.ledger, person(who)) >= 0
        self.check_cards()
        in_coup = state.phase in (Phase.BETWEEN, Phase.BETS, Phase.DEAL, Phase.WORD, Phase.SETTLE)
        assert not in_coup or state.bank is not None, state.phase
        if state.bank is not None:
            owners = [part.person for part in state.bank.parts]
            assert owners[0] == state.bank.banker
            assert len(set(owners)) == len(owners)
        if self.rng.random() < self.watched:
            self.look()

    def check_cards(self) -> None:
        """Every card that lies on the table is the one of its position in the shoe, and lies in one place."""
        positions = [card.position for card in self.state.coup.cards.layout]
        assert len(positions) == len(set(positions))
        assert all(at < self.state.shoe.position for at in positions)
        if self.source.kind is ChanceKind.SEEDED and positions:
            order = self.source.order(self.state.shoe.number)
            assert all(card.face == order[card.position] for card in self.state.coup.cards.layout)

    def look(self) -> None:
        """Every viewer's view can be made and tells no face that he may not know; every offer is accepted."""
        state, somebody = self.state, False
        for viewer in (None, *EVERYBODY):
            view = GAME.view(state, viewer)
            assert msgspec.json.encode(to_tree(view))
            known = {card.position: card for card in state.coup.cards.layout}
            for card in view.coup.cards:
                seen = known[card.position]
                assert card.face is None or seen.face_up or viewer in seen.seen_by
            assert GAME.explain(state, viewer) is not None
            for offer in GAME.legal(state, viewer):
                somebody |= offer.main or offer.act in ("stake", "buy-in")
                what = least(offer)
                answer = GAME.decide(state, Act(viewer or STRANGER, what, GAME.step(state)))
                for own in own_rulings(state, offer) if isinstance(answer, Refused) else ():
                    what = own
                    answer = GAME.decide(state, Act(viewer or STRANGER, what, GAME.step(state)))
                    if not isinstance(answer, Refused):
                        break
                assert not isinstance(answer, Refused), f"offered, then refused: {viewer} {what} {answer}"
                self.counts["offers"] += 1
        few = len(state.seats.people()) < 4
        assert somebody or few or state.phase is Phase.CLOSED, f"nobody can go on in {state.phase}"

    def check_replay(self) -> None:
        """Replaying the events from their written form gives the same table."""
        trees = [msgspec.json.decode(msgspec.json.encode(to_tree(event))) for event in self.events]
        again = fold(GAME.evolve, GAME.blank(), [read_event(GAME, tree) for tree in trees])
        assert again == self.state


def drive(coroutine: Any) -> None:
    """Run a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a chair in memory never waits")


# --- acts at random ---------------------------------------------------------------------------------------------------


def own_rulings(state: State, offer: Offer) -> list[GiveRuling]:
    """Return what an official who is offered a ruling of his own may decide: it stands, or another lawful remedy."""
    found = state.docket.incident(int(offer.fixed_value("serial") or 0)) if "effects" in offer.fields else None
    if found is None:
        return []
    tried = ((NoteOnly(found.kind),), *(one.effects for one in found.alternatives))
    return [GiveRuling(found.serial, effects, "?") for effects in tried]


def least(offer: Offer) -> Any:
    """Return the act of an offer with the least that it allows."""
    fields = {
        name: (bounds[0] if bounds else [])
        if isinstance(bounds, list)
        else bounds.get("min", bounds.get("max"))
        if isinstance(bounds, dict)
        else bounds
        for name, bounds in plain(offer.fields).items()
        if bounds != []
    }
    if offer.act == "give-ruling":
        return GiveRuling(fields["serial"], (VoidCoup(),) if "effects" in fields else None, "?")
    fields |= {name: field.first() for name, field in offer.fields.items() if isinstance(field, Amount)}
    own = ACTS[offer.act].__struct_fields__
    return msgspec.convert({"act": offer.act, **{k: v for k, v in fields.items() if k in own}}, ACTS[offer.act])


def filled(rng: random.Random, offer: Offer) -> Any:
    """Return an act of an offer with values inside it, or a little beyond."""
    if offer.act == "give-ruling":
        return GiveRuling(offer.fixed_value("serial"), reason="as seems right")
    given = {}
    if "amount" in offer.fields:
        bounds = plain(offer.fields)["amount"]
        low, high = bounds.get("min", 1), bounds.get("max", bounds.get("min", 1) + 50_000)
        given["amount"] = rng.choice([low, high, rng.randint(low, max(low, high)), low + 1000, 500_000])
    return build_act(ACTS, offer, rng, **given)


def any_act(rng: random.Random, kind: type[Any], state: State) -> Any:
    """Return an act of a kind with fields at random."""
    tree: dict[str, Any] = {"act": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        if not field.required and rng.random() < 0.5:
            continue
        tree[field.name] = any_value(rng, field.name, field.type, state)
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError:
        return rng.choice([a.OpenBets(), a.CloseBets(), a.DealCard(Hand.PUNTO), a.Settle()])


def any_value(rng: random.Random, name: str, hint: Any, state: State) -> Any:
    in_play, chips = state.coup.in_play, 0 if state.bank is None else state.bank.total
    if name in ("amount", "live"):
        return rng.choice([1000, 2000, 5000, 100_00, 300_00, max(in_play, 1), max(chips, 1), 1, 10**9])
    if name in ("person", "leader", "fault_by", "target"):
        return rng.choice(EVERYBODY)
    if name in ("seat", "place"):
        return rng.randint(1, 10)
    if name == "position":
        return rng.choice([*(card.position for card in state.coup.cards.layout), state.shoe.position, 999])
    if name == "face":
        return rng.choice(DECK)
    if name == "serial":
        return rng.choice([state.docket.count, state.docket.count + 1, 1])
    if name == "effects":
        return None
    options = [one.value for one in hint] if isinstance(hint, type) and hasattr(hint, "__members__") else None
    if options:
        return rng.choice(options)
    if hint is bool:
        return rng.random() < 0.5
    text = ["give", "deny", "third-card", "withdraw", "stay", "?"]
    return rng.choice([*text, 1, 100]) if hint in (str, int) else rng.choice(text)
