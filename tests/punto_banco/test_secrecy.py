"""Nobody can tell two tables apart that differ only in cards which were not shown: not by one byte.

For every act two tables run: they agree on each card that is or becomes public with the act, and on nothing else. The
hidden cards of the second one, dealt face down, discarded unseen, burned, or still in the shoe, are dealt out anew.
Whatever leaves the core for any viewer must be equal: views, offers, clauses in force, refusals, the public part of
the record, and the clauses on which answers rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.chance import CardOut, ChanceKind, SealShoe
from tapete.games.baccarat import effects as fx
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.state import State
from tapete.kernel import Act, PersonId, Refused, fold
from tapete.play import ActResult, transition
from tapete.record.private import split
from tests.support.punto_banco.walk import BUILD, EVERYBODY, GAME, KINDS, STAFF, VIEWERS, Shuffled, Walk, suited

SALT = "00" * 32


class Second(Shuffled):
    """The shoes of the second table: the first one's, with the cards of one shoe changed where nobody can see it."""

    def __init__(self, first: Shuffled, changed: dict[int, list[Card]]) -> None:
        super().__init__(first.kind, first.seed, first.decks)
        self.orders = {**first.orders, **changed}


def public_positions(state: State) -> set[int]:
    """The cards of the shoe in use that everybody has seen: those face up, and the card turned for the burn."""
    old = [card for coup in state.history if coup.shoe == state.shoe.number for card in coup.layout]
    turned = {0} if state.shoe.position else set()
    return turned | {card.position for card in (*old, *state.layout) if card.face_up}


class Twins(Walk):
    """A walk of which every act is compared with the same act at a second table."""

    def do(self, act: Act[Any]) -> ActResult[State]:
        before, past = self.state, len(self.events)
        made = super().do(act)
        if self.source.kind is ChanceKind.KEYED or self.state.rules is None:
            return made
        known = public_positions(self.state) | public_positions(before) if past else set()
        known |= {event.position for event in made.events if isinstance(event, e.CardDealt) and event.face_up}
        source = self.second(before, known)
        other = fold(GAME.evolve, GAME.blank(), self.seen_by(source, self.events[:past]))
        again = transition(GAME, other, act, source)
        self.counts["turns compared"] += 1
        assert said(again) == said(made)
        if again.state != self.state:
            self.counts["states compared"] += 1
            self.compare(self.state, again.state)
        return made

    def index(self, state: State, position: int) -> int:
        """Where the card at a position of the cut shoe lies in the order that chance fixed."""
        return (
            (position + state.shoe.cut_depth) % state.shoe.size if self.source.kind is ChanceKind.SEALED else position
        )

    def second(self, state: State, known: set[int]) -> Second:
        """Deal the hidden cards out anew. Cards that lie hidden since an earlier shoe stay as they are."""
        number = state.shoe.number
        if not state.shoe.size or state.shoe.cut_card is None:
            return Second(self.source, {})
        order = list(self.source.order(number))
        fixed = {self.index(state, position) for position in known}
        hidden = [index for index in range(len(order)) if index not in fixed]
        cards = [order[index] for index in hidden]
        self.rng.shuffle(cards)
        for index, face in zip(hidden, cards, strict=True):
            order[index] = face
        return Second(self.source, {number: order})

    def seen_by(self, source: Shuffled, events: Iterable[Any]) -> list[Any]:
        """The same events with the second table's faces where a face is private."""
        found, state = [], State()
        number, cut, size = 0, 0, 0
        for event in events:
            match event:
                case e.ShoeOpened():
                    number, cut, size = event.shoe, 0, event.size
                case e.PackCut():
                    cut = event.depth
                case e.CardDealt() if "face" in event.private():
                    index = (event.position + cut) % size if source.kind is ChanceKind.SEALED else event.position
                    event = msgspec.structs.replace(event, face=source.order(number)[index])
            found.append(event)
        del state
        return found

    def compare(self, one: State, other: State) -> None:
        for viewer in VIEWERS:
            assert seen(one, viewer) == seen(other, viewer), viewer
        for kind in BUILD:
            what = BUILD[kind](self.rng, one)
            for by in {suited(self.rng, one, kind), self.rng.choice(EVERYBODY)}:
                if isinstance(what, SealShoe | CardOut) or not reveals(one, what):
                    self.counts["answers compared"] += 1
                    act = Act(by, what, one.step)
                    first, second = GAME.decide(one, act), GAME.decide(other, act)
                    assert outcome(first) == outcome(second), act


def reveals(state: State, what: Any) -> bool:
    """Whether an act may show cards: what it leads to may then depend on them."""
    return isinstance(what, pb.ShowHand)


def outcome(answer: Any) -> bytes:
    """What becomes public of an answer, and the clauses that it rests on."""
    if isinstance(answer, Refused):
        return msgspec.json.encode(answer)
    public = split((), answer.events, SALT, ())
    return msgspec.json.encode([type(answer).__name__, public.events, answer.rests_on, getattr(answer, "faults", ())])


def said(made: ActResult[State]) -> bytes:
    """The public part of what one act leaves in the record, and the answer to the person."""
    public = split(made.acts[1:], made.events, SALT, ())
    return msgspec.json.encode([outcome(made.outcome), public.chance, public.events, made.rests_on])


def seen(state: State, viewer: PersonId | None) -> bytes:
    """Everything that a viewer can ask for without doing anything."""
    return msgspec.json.encode(
        [GAME.view(state, viewer), GAME.legal(state, viewer), GAME.explain(state, viewer), GAME.step(state)]
    )


SHOES = st.sampled_from([ChanceKind.SEALED, ChanceKind.SEEDED])


@pytest.mark.slow
@settings(max_examples=10, derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), SHOES)
def test_no_byte_depends_on_a_card_that_was_not_shown(seed: int, kind: ChanceKind) -> None:
    rng = random.Random(seed)
    table = Twins(rng, looks=0.0, shoe=kind, standing_allowed=True, decks=rng.choice([1, 6]))
    for who in rng.sample(("ana", "bea", "carlos", "dora"), 3):
        table.do(
            Act(
                PersonId(who),
                pb.Sit(rng.choice([n for n in range(1, 8) if n not in table.state.seats.occupants])),
                None,
            )
        )
        table.do(Act(PersonId(who), pb.BuyIn(10**6), None))
    for _ in range(60):
        if table.state.phase is pb.Phase.CLOSED:
            break
        rng.choice([*(table.go_on,) * 6, table.stakes, table.trouble, table.trouble, table.anything, table.lawful])()
    assert table.counts["turns compared"] > 20


# --- the same by hand, where it matters most --------------------------------------------------------------------------


def dealt(cards: str, kind: ChanceKind = ChanceKind.SEEDED) -> pb.Play[State]:
    """A table with the four cards face down: Ana has the shoe, Bea the Player hand."""
    table = pb.open_table(1000, 50000, cards=f"Ac 2c {cards}", shoe=kind, staff=STAFF)
    for seat, who in enumerate(("ana", "bea"), 1):
        table = table.do(pb.Sit(seat), by=who).do(pb.BuyIn(100000), by=who)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    table = table.do(pb.TakeShoe(), by="ana").do(pb.OpenBets(), by="croupier")
    table = table.do(pb.PlaceBet(pb.Bet.BANCA, 1000), by="ana").do(pb.PlaceBet(pb.Bet.PUNTO, 1000), by="bea")
    return table.do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="ana")


HANDS = ["8s Kh Ks Kd", "9d 9h Kc 9c", "2s 3s 4s 5s", "Ks Qh Qs Jd"]


@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_hand_is_hidden_from_its_own_holder_until_he_shows_it(cards: str, viewer: PersonId | None) -> None:
    assert seen(dealt(cards).state, viewer) == seen(dealt("5c 5d 5h 5s").state, viewer)


def test_the_second_hand_stays_hidden_when_the_first_is_shown() -> None:
    one, other = (dealt(cards).do(pb.ShowHand(pb.Hand.PUNTO), by="bea") for cards in ("3s Kh 4s Kd", "3s 9h 4s Qd"))
    assert said(one.last) == said(other.last)
    assert {seen(one.state, viewer) == seen(other.state, viewer) for viewer in VIEWERS} == {True}


@pytest.mark.parametrize("effects", [(fx.VoidCoup(),), (fx.Discard(3), fx.VoidCoup())])
def test_a_coup_voided_before_its_cards_were_shown_tells_nothing(effects: tuple[Any, ...]) -> None:
    seen_after = []
    for cards in HANDS:
        table = dealt(cards).do(pb.ReportIncident("misdeal"), by="croupier")
        table = table.do(pb.GiveRuling(1, effects, "a card fell"), by="chief")
        seen_after.append([seen(table.state, viewer) for viewer in VIEWERS])
    assert all(one == seen_after[0] for one in seen_after)


def test_burned_cards_are_never_seen() -> None:
    """Two shoes whose burned cards alone differ give the same to everybody, through a whole coup and after it."""
    tables = []
    for burned in ("2c", "9d"):
        table = pb.open_table(1000, 50000, cards=f"Ac {burned} 5s 5h 4s 4d", staff=STAFF)
        for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
            table = table.do(what, by="croupier")
        table = table.do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="croupier")
        table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="croupier").do(pb.ShowHand(pb.Hand.BANCA), by="croupier")
        table = table.do(pb.Settle(), by="croupier")
        tables.append(table)
    assert tables[0].state == tables[1].state


def test_no_fact_of_a_refusal_names_a_hidden_card() -> None:
    """Every act of the union, by everybody, while four cards lie face down."""
    tables = [dealt(cards) for cards in HANDS]
    rng, tried = random.Random(1), set()
    for kind in KINDS:
        for by in EVERYBODY:
            what = BUILD[kind](rng, tables[0].state)
            if not reveals(tables[0].state, what) or by != "bea":
                answers = {outcome(GAME.decide(one.state, Act(by, what, one.state.step))) for one in tables}
                assert len(answers) == 1, (by, what)
                tried.add((kind, by))
    assert {kind for kind, _ in tried} == set(KINDS)
