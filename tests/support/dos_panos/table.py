"""A two-cloth table for the scenes: people on both cloths, chips, a bank, and acts in order."""

from typing import Any

from tapete.cards import cards
from tapete.chance import CardOut, ChanceKind
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import asked_cloths
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import HOUSE, Accepted, PersonId, Refused, Ruled
from tapete.play import ActResult, KeyedShoe, ListedShoe, Play
from tapete.rulebooks import Library
from tapete.table import acts as t
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.sentences import require_sound

SEATS = {1: "ana", 2: "bea", 6: "carla", 7: "dani"}
"""Two on each cloth, five places a cloth: 1 and 6 are the nearest to the banker."""
BANKER = "rosa"
STAFF = {
    Role.CROUPIER: PersonId("croupier"),
    Role.INSPECTOR: PersonId("inspector"),
    Role.CHANGER: PersonId("changer"),
    Role.ASSISTANT: PersonId("assistant"),
    Role.TABLE_CHIEF: PersonId("chief"),
    Role.DIRECTOR: PersonId("director"),
}
CHIPS = 20_000_00
BANK = 5_000_00
PROOF = 54_321_00
"""What whoever is announced for an open bank has proven, unless a scene says more of it."""
HANDS = {"1": Hand.PRIMERO, "2": Hand.SEGUNDO, "b": Hand.BANCA}


class Table:
    """A table that remembers where it is."""

    def __init__(self, play: Play[State], turns: tuple[ActResult[State], ...] = ()) -> None:
        self.play, self.turns = play, turns

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def phase(self) -> Phase:
        return self.state.phase

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

    def why(self, by: str, act: Any, clause: str) -> str:
        """Return the code of the refusal of an act by a clause; with the clauses where that is none of them."""
        code, clauses = self.refusal(by, act)
        return code if clause in clauses else f"{code}, by {clauses}"

    def accepts(self, by: str, act: Any) -> bool:
        """Return True if an act would not be refused."""
        return not isinstance(self.play.attempt(act, by).outcome, Refused)

    def outcome(self, by: str, act: Any) -> Accepted | Ruled:
        """Return what an act leads to, without doing it."""
        outcome = self.play.attempt(act, by).outcome
        assert not isinstance(outcome, Refused), outcome
        return outcome

    def fork(self) -> "Table":
        """Return the same table, to go on differently."""
        return Table(self.play, self.turns)

    def chips(self, person: str) -> int:
        return self.state.ledger.get(f"person:{person}", 0)

    def account(self, name: str) -> int:
        return self.state.ledger.get(name, 0)

    def proven(self, person: str = BANKER, amount: int = PROOF) -> "Table":
        """Let the director take a deposit as sufficient, where an open bank asks for it."""
        return self.do("director", a.ProveDeposit(PersonId(person), amount)) if self.state.is_open_bank else self

    def announced(self, amount: int = BANK, person: str = BANKER, **term: int) -> "Table":
        if person not in self.state.proofs:
            self.proven(person)
        post = Role.DIRECTOR if term.get("days") else Role(self.state.book.opening.announced_by.value)
        by = str(self.state.staff[post])
        return self.do(by, a.AnnounceBank(PersonId(person), amount, **term))

    def bought(self, amount: int = BANK, person: str = BANKER) -> "Table":
        """Let somebody buy the bank, which the house grants."""
        if person not in self.state.proofs:
            self.proven(person)
        return self.do(person, a.BuyBank(amount)).announced(amount, person)

    def taken_up(self, person: str, **term: int) -> "Table":
        """Let somebody take up a bank that was given up."""
        offered = self.state.offered_amount
        return self.do(person, a.AcceptBank()).do("inspector", a.AnnounceBank(PersonId(person), offered, **term))

    def deposited(self, amount: int = BANK, person: str = BANKER) -> "Table":
        return self.do(person, a.DepositBank(amount))

    def shoe(self) -> "Table":
        """Prepare a shoe, every step of it."""
        if self.state.book.pack.shown_to_players.value:
            self.do("croupier", a.LayOutPacks())
        whole = self.state.settings.decks * 52
        self.do("croupier", a.CountPack(whole), a.ShufflePack(), a.CutPack(whole // 2))
        return self.do("croupier", a.InsertStopCard())

    def delivered(self) -> "Table":
        return self.banker(a.DeliverBank(self.state.bank_chips + self.state.bank.deposit))

    def ready(self, amount: int = BANK) -> "Table":
        """Award the bank, deposit it, prepare the shoe and hand the chips over."""
        if self.phase is Phase.SHOE:
            self.shoe()
        if self.phase is Phase.OPENING:
            ways = self.state.book.award.ways.value
            if "announced" in ways:
                self.announced(amount)
            else:
                self.bought(amount)
        self.deposited(amount)
        if self.phase is Phase.SHOE:
            self.shoe()
        return self.delivered()

    def bets(self) -> "Table":
        """Open the ordinary betting; nobody calls banco."""
        self.do("croupier", a.OpenBets())
        return self.do("croupier", a.CloseCalls()) if self.phase is Phase.BANCO else self

    def staked(self, **stakes: int) -> "Table":
        """Lay stakes by name: each on the cloth where he is."""
        cloths = {person: "1" if seat < 6 else "2" for seat, person in SEATS.items()}
        for person, amount in stakes.items():
            self.do(person, a.Stake(amount, HANDS[cloths[person]]))
        return self

    def closed(self) -> "Table":
        return self.do("croupier", a.CloseBets())

    def dealt(self, hands: str = "12b12b") -> "Table":
        """Let the banker deal one card at a time."""
        return self.do(str(self.state.banker), *(a.DealCard(HANDS[letter]) for letter in hands))

    def carried(self) -> "Table":
        return self.do("croupier", a.CarryCards())

    def said(self, cloth: str, word: str) -> "Table":
        """Let a cloth look and speak; «abatir» turns its natural up."""
        hand = HANDS[cloth]
        holder = self.state.holder(hand)
        if not any(holder in card.seen_by for card in self.state.coup.cards.layout if card.place == hand):
            self.do(holder, a.Lift(hand))
        return self.do(holder, a.LayDown(hand) if word == "abatir" else a.Say(Word(word)))

    def looked(self) -> "Table":
        """Let the banker look at his cards."""
        return self.banker(a.Lift(Hand.BANCA))

    def played(self, first: str, second: str) -> "Table":
        """Deal and carry the cards, let both cloths speak, and the banker look at his if he has something to do."""
        self.dealt().carried().said("1", first).said("2", second)
        return self.looked() if self.phase in (Phase.ANSWER, Phase.BANKER) else self

    def given(self) -> "Table":
        """Give the third cards that were asked for."""
        while self.phase is Phase.ANSWER:
            self.banker(a.GiveCard(asked_cloths(self.state)[0]))
        return self

    def banker(self, act: Any) -> "Table":
        return self.do(str(self.state.banker), act)

    def shown(self) -> "Table":
        """Turn up every hand that lies hidden."""
        for hand in Hand:
            hidden = any(
                not card.face_up for card in self.state.coup.cards.layout if card.place.removesuffix("-3") == hand
            )
            if self.phase is Phase.SHOW and hidden:
                self.do("croupier", a.ShowHand(hand))
        return self

    def settled(self) -> "Table":
        return self.do("croupier", a.Settle())

    def keyed(self, faces: str) -> "Table":
        """Key the faces that the table waits for, in order."""
        for face in cards(faces):
            wanted = self.play.game.draw_awaited(self.state)
            self.do("croupier", CardOut(wanted.position, face))
        return self


def opened(
    shoe: str = "",
    book: str = "asturias-2011",
    chips: int = CHIPS,
    people: bool = True,
    kind: ChanceKind = ChanceKind.SEEDED,
    library: Library | None = None,
    **options: Any,
) -> Table:
    """Open a table with its people on both cloths; the first cards of its shoe are given."""
    mode = options.pop("mode", BankMode.LIMITED)
    limits = {"minimum": 10_00, "bank_minimum": 1_000_00}
    limits |= {"maximum": 0, "bank_maximum": 0} if mode is BankMode.OPEN else {"bank_maximum": 10_000_00}
    given = {**limits, "staff": STAFF, "conduct": Conduct.STRICT, "shoe": kind, **options}
    game = DosPanos(library)
    drawn = ListedShoe(cards(shoe)) if kind is ChanceKind.SEEDED else KeyedShoe()
    table = Table(Play(game, game.blank(), drawn))
    table.do(HOUSE, a.OpenTable(name="salon", rulebook=book, mode=mode, **given))
    if people:
        for seat, person in SEATS.items():
            table.do(person, t.Sit(seat), t.BuyIn(chips))
    return table
