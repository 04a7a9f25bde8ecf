"""A chemin de fer table for the scenes: people, chips, a bank, and acts in order."""

from typing import Any

import msgspec

from tapete.cards import Card, cards
from tapete.chance import CardOut, ChanceKind
from tapete.clauses import Sourced
from tapete.games.baccarat.effects import at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase, Stage
from tapete.kernel import CLOCK, Accepted, PersonId, Refused, Ruled
from tapete.play import ActResult, ListedShoe, Play
from tapete.table import acts as t
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.sentences import require_sound

SEATS = {1: "bea", 2: "carla", 5: "ana", 8: "luis", 9: "eva"}
STANDING = {"pau": 6, "rosa": 9}
NINE = {1: "uno", 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco", 6: "seis", 7: "siete", 8: "ocho", 9: "nueve"}
"""Every place taken, each by the player of its name."""
STAFF = {Role.CROUPIER: PersonId("croupier"), Role.INSPECTOR: PersonId("inspector")}
CHIPS = 10_000_00
COUPS = {"banca": "2{0} 9{0} 4{0} K{0}", "punto": "9{0} 2{0} K{0} 4{0}", "tie": "9{0} 9{0} K{0} K{0}"}
"""Four cards that make a coup end so, in one suit."""


def shoe_for(*results: str) -> str:
    """Return the cards of a shoe whose coups end as told, in order."""
    return " ".join(COUPS[result].format("shdc"[n % 4]) for n, result in enumerate(results))


class Real:
    """A real shoe: nobody knows a face before it is shown."""

    kind = ChanceKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return None


class Table:
    """A table that remembers where it is; each step checks the invariants."""

    def __init__(self, play: Play[State], turns: tuple[ActResult[State], ...] = ()) -> None:
        self.play, self.turns = play, turns

    @property
    def state(self) -> State:
        return self.play.state

    def do(self, by: str, *acts: Any) -> "Table":
        """Do acts that must not be refused."""
        for act in acts:
            self.play = self.play.do(act, by)
            self.turns = (*self.turns, self.play.last)
            require_sound(self.play.game, self.state)
        return self

    def refused(self, by: str, act: Any) -> Refused:
        """Return the refusal of an act that must be refused."""
        outcome = self.play.attempt(act, by).outcome
        assert isinstance(outcome, Refused), outcome
        return outcome

    def refusal(self, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
        """Return the code of the refusal of an act that must be refused, and its clauses."""
        found = self.refused(by, act)
        return found.code, found.clauses

    def outcome(self, by: str, act: Any) -> Accepted | Ruled:
        """Return what an act leads to, without doing it."""
        outcome = self.play.attempt(act, by).outcome
        assert not isinstance(outcome, Refused), outcome
        return outcome

    def fork(self) -> "Table":
        """Return the same table, to go on differently."""
        return Table(self.play, self.turns)

    def money(self) -> dict[str, int]:
        """Return the accounts in cents."""
        return dict(self.state.ledger)

    def chips(self, person: str) -> int:
        return self.state.ledger.get(f"person:{person}", 0)

    def total(self, hand: str, viewer: str | None = None) -> int | None:
        found: int | None = self.play.view(viewer).coup.totals.get(hand)
        return found

    def shoe(self) -> "Table":
        """Prepare a shoe, every step of it; the player on the croupier's left cuts."""
        self.do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
        return self.do(str(self.state.shoe.cut_to), a.CutPack(self.state.shoe.size // 2)).do(
            "croupier", a.InsertStopCard()
        )

    def bank(self, amount: int = 300_00, by: str = "bea") -> "Table":
        """Take the bank that is offered."""
        return self.do(by, a.TakeBank(amount))

    def bets(self) -> "Table":
        return self.do("croupier", a.OpenBets())

    def closed(self) -> "Table":
        return self.do("croupier", a.CloseBets())

    def dealt(self, hands: str = "pbpb") -> "Table":
        """Let the banker deal one card at a time."""
        names = {"p": Hand.PUNTO, "b": Hand.BANCA}
        return self.do(str(self.state.banker), *(a.DealCard(names[letter]) for letter in hands))

    def carried(self) -> "Table":
        return self.do("croupier", a.CarryCards())

    def looked(self) -> "Table":
        """Carry the cards, and let both sides look at theirs."""
        self.carried()
        return self.do(str(self.state.banker), a.Lift(Hand.BANCA)).do(str(self.state.holder), a.Lift(Hand.PUNTO))

    def said(self, word: str) -> "Table":
        return self.do(str(self.state.holder), a.Say(Word(word)))

    def show(self, punto: str = "", banca: str = "") -> "Table":
        """Turn both hands up; the faces of real cards are keyed."""
        self.do("croupier", a.ShowHand(Hand.PUNTO)).keyed(punto)
        return self.do("croupier", a.ShowHand(Hand.BANCA)).keyed(banca)

    def keyed(self, faces: str) -> "Table":
        """Key the faces that the table waits for, in order."""
        for face in cards(faces):
            wanted = self.play.game.draw_awaited(self.state)
            self.do("croupier", CardOut(wanted.position, face))
        return self

    def ruled(self, by: str = "croupier", **ruling: Any) -> "Table":
        """Close the open incident."""
        return self.do(by, GiveRuling(self.state.docket.open[0].serial, **ruling))

    def coup(self, result: str, **stakes: int) -> "Table":
        """Play a coup of a shoe made by :func:`shoe_for`, with these stakes in cents, and settle it."""
        self.bets()
        for person, amount in stakes.items():
            self.do(person, a.Stake(amount))
        self.closed().dealt().looked()
        if result == "banca":
            return self.said("no").do(str(self.state.banker), a.LayDown(Hand.BANCA)).settled()
        return self.do(str(self.state.holder), a.LayDown(Hand.PUNTO)).settled()

    def declined(self, *people: str) -> "Table":
        """Let each person to whom the bank is offered let it go by, in the order told, or everybody."""
        if not people:
            while self.state.phase is Phase.BANK:
                self.do(str(self.state.offer.candidate), a.DeclineBank())
        for person in people:
            assert self.state.offer.candidate == person
            self.do(person, a.DeclineBank())
        return self

    def played(self) -> "Table":
        """Play the coup in progress to its end as its people lawfully can, whatever the cards are."""
        while self.state.phase in COUP:
            holder, banker = self.state.holder, self.state.banker
            looked = all(banker in card.seen_by for card in at(self.state.coup.cards.layout, Hand.BANCA))
            tries: list[tuple[str, Any]] = [
                (banker, a.DealCard(Hand.PUNTO)),
                (banker, a.DealCard(Hand.BANCA)),
                ("croupier", a.CarryCards()),
                *([] if looked else [(banker, a.Lift(Hand.BANCA))]),
                (holder, a.Lift(Hand.PUNTO)),
                (holder, a.LayDown(Hand.PUNTO)),
                (holder, a.Say(Word.CARTA)),
                (holder, a.Say(Word.NO)),
                (banker, a.LayDown(Hand.BANCA)),
                (banker, a.GiveCard()),
                (banker, a.DrawCard()),
                (banker, a.Stand()),
                ("croupier", a.ShowHand(Hand.PUNTO)),
                ("croupier", a.ShowHand(Hand.BANCA)),
                ("croupier", a.Settle()),
            ]
            by, act = next(one for one in tries if getattr(self.play.attempt(one[1], one[0]).outcome, "events", ()))
            self.do(by, act)
        return self

    def settled(self) -> "Table":
        return self.do("croupier", a.Settle())

    def away(self, *people: str) -> "Table":
        """Let people go away from the table for a while."""
        return self.do(str(CLOCK), *(t.Away(PersonId(one)) for one in people))

    def with_state(self, **changes: Any) -> "Table":
        """Change the state as no act would: to come to what is far away."""
        state = msgspec.structs.replace(self.state, **changes)
        self.play = type(self.play)(self.play.game, state, self.play.source, self.play.last)
        return self

    def with_shoe(self, **changes: Any) -> "Table":
        return self.with_state(shoe=msgspec.structs.replace(self.state.shoe, **changes))

    def asked(self) -> tuple[str | None, Stage, int]:
        """Return to whom the bank is offered, as what, and for how much at least."""
        offer = self.state.offer
        return offer.candidate, offer.stage, offer.floor

    def plays(self) -> dict[str, int]:
        """Return who plays the coup, and with how much."""
        award = self.state.coup.award
        return {} if award is None else {one.person: one.amount for one in award.stakes}

    def parts(self) -> dict[str, int]:
        """Return who holds the bank, and with how much."""
        return {} if self.state.bank is None else {one.person: one.amount for one in self.state.bank.parts}

    def answer(self, by: str, act: Any) -> str:
        """Return the code of the refusal of an act; nothing where it is accepted."""
        outcome = self.play.attempt(act, by).outcome
        return outcome.code if isinstance(outcome, Refused) else ""


def opened(
    shoe: str = "",
    *,
    conduct: str = "strict",
    real: bool = False,
    freedom: bool = False,
    seats: dict[int, str] = SEATS,
    standing: dict[str, int] = STANDING,
    coups: tuple[str, ...] = (),
    game: CheminDeFer | None = None,
    prepared: bool = True,
    **house: Any,
) -> Table:
    """Open a table with its people, the first bank offered to Bea at seat 1; ``coups`` are the results of its shoe."""
    source = Real() if real else ListedShoe(cards(shoe or shoe_for(*coups)))
    game = game or CheminDeFer()
    table = Table(Play(game, game.blank(), source))
    table.do(
        "system:house",
        a.OpenTable(
            name="mesa-1",
            rulebook="asturias-2011",
            minimum=10_00,
            staff=STAFF,
            shoe=source.kind,
            conduct=Conduct(conduct),
            banco_freedom=freedom,
            **house,
        ),
    )
    for seat, person in seats.items():
        table.do(person, t.Sit(seat), t.BuyIn(CHIPS))
    for person, behind in standing.items():
        table.do(person, t.StandBehind(behind), t.BuyIn(CHIPS))
    return table.shoe() if prepared else table


def passed_by_three(make: Any, *coups: str, **options: Any) -> Table:
    """Of nine seated players seat 3 has won 95 of ocho and passed a hand of 395; it is offered to seat 4."""
    table: Table = make(coups=("banca", *coups), seats=NINE, **options).declined("uno", "dos")
    return table.do("tres", a.TakeBank(300_00)).coup("banca", ocho=100_00).do("tres", a.PassHand())


def as_house(table: Table, part: str, **values: Any) -> Table:
    """Let the house settle points of a part of its rulebook otherwise, as of ``betting``, ``bank`` or ``seats``."""
    rules = table.state.book
    changed = {name: Sourced(value, practice="this house") for name, value in values.items()}
    other = msgspec.structs.replace(rules, **{part: msgspec.structs.replace(getattr(rules, part), **changed)})
    table.play = Play(table.play.game, msgspec.structs.replace(table.state, rules=other), table.play.source)
    return table


def with_chips(table: Table, person: str, amount: int) -> Table:
    """Leave somebody with exactly so many cents in chips; the rest he changes back."""
    return table.do(person, t.CashOut(over)) if (over := table.chips(person) - amount) else table
