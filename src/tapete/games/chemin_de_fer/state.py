"""The state of a table of chemin de fer: the bank on its way round and held, its coup, its settings."""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.incident import Authority
from tapete.games.baccarat.points import Winner
from tapete.games.banked import coup as banked, shoe, state as banked_state
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.chemin_de_fer.terms import Cover, Hand, Phase, Stage
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.seats import Seat
from tapete.table.windows import Window


class Pledge(msgspec.Struct, frozen=True):
    """A part, in cents, that somebody would put into a bank that ``leader`` takes."""

    leader: PersonId
    amount: Cents


class BankOffer(msgspec.Struct, frozen=True):
    """The bank on its way round.

    ``origin`` is the place from whose right it goes round (``None``: from the first place); ``floor`` the least amount
    in cents that takes it now; ``amount`` what it stood at when its last banker let it go. That was ``former_banker``,
    with their associates in ``former_associates``; ``is_passed``: given up, not lost. ``barred_bidders`` may not bid
    for it; ``refused_by`` acquired it and refused to deal. ``past_candidates`` have been asked at this stage, or the
    hand went past them; ``refusals`` are those who have refused it since it was let go. ``pledges`` are the parts that
    people would put into a bank that another takes. ``lost_bank`` is the bank that a coup lost, as it left, with how it
    had been come by. The offer is kept while the bank is held: it says how it was come by.
    """

    origin: Seat | None = None
    floor: Cents = 0
    amount: Cents = 0
    former_banker: PersonId | None = None
    former_associates: tuple[PersonId, ...] = ()
    is_passed: bool = False
    stage: Stage = Stage.SEATED
    candidate: PersonId | None = None
    past_candidates: frozenset[PersonId] = frozenset()
    refusals: frozenset[PersonId] = frozenset()
    barred_bidders: frozenset[PersonId] = frozenset()
    refused_by: PersonId | None = None
    pledges: Map[PersonId, Pledge] = Map()
    lost_bank: tuple[Bank, BankOffer] | None = None

    def pledged_to(self, leader: PersonId) -> banked.Shares:
        return banked.as_shares({who: one.amount for who, one in self.pledges.items() if one.leader == leader})


class Bank(banked_state.Bank, frozen=True):
    """The bank: who holds it, whose money it is (the banker first, cents), and who has offered to join.

    ``debt`` is what was announced and not yet handed over; ``leavers`` are associates who asked to leave it.
    ``decided_coups`` and ``tied_coups`` count the coups dealt from it. ``garage`` is the portion of ``parts`` that
    stands out of play in this coup; ``aside`` is what was taken out of the bank and lies at the croupier's right, of
    which ``excluded_winnings`` were winnings; ``winnings`` are all net winnings since it was taken. ``idle_coups``
    counts the coups that were called off because nobody had staked.
    """

    parts: banked.Shares
    debt: Cents = 0
    join_offers: Map[PersonId, Cents] = Map()
    leavers: frozenset[PersonId] = frozenset()
    decided_coups: int = 0
    tied_coups: int = 0
    garage: banked.Shares = ()
    aside: banked.Shares = ()
    excluded_winnings: Cents = 0
    winnings: Cents = 0
    is_garage_waived: bool = False
    idle_coups: int = 0

    @property
    def total(self) -> Cents:
        """Return the whole bank in cents, what stands out of play included."""
        return sum(part.amount for part in self.parts)

    def is_associate(self, person: PersonId) -> bool:
        return any(part.person == person for part in self.parts[1:])


class Award(msgspec.Struct, frozen=True):
    """How the bank of a coup is covered: the live stakes, who is entitled to the cards, and what plays of each call."""

    kind: Cover
    holder: PersonId
    stakes: banked.Shares
    calls: tuple[banked.LiveShare, ...] = ()

    @property
    def covered_amount(self) -> Cents:
        return sum(one.amount for one in self.stakes)


class Coup(banked.Coup, frozen=True):
    """The coup in progress: its one side is the punto.

    ``in_play`` is the bank that can be covered; ``late`` are stakes laid after the closing words, which take no part.
    """

    rulings: tuple[banked.RulingGiven[Coup], ...] = ()
    sides: Map[str, banked.Side] = Map({str(Hand.PUNTO): banked.NEW_SIDE})
    in_play: Cents = 0
    award: Award | None = None
    late: banked.Shares = ()

    @property
    def punto(self) -> banked.Side:
        return self.side(Hand.PUNTO)


class SettledCoup(banked.SettledCoup, frozen=True, kw_only=True):
    """A coup that was settled: how it was covered, by whose bank (``parts`` before it), who could repeat banco."""

    coup: Coup
    award: Award
    parts: banked.Shares
    seguido: frozenset[PersonId] = frozenset()

    @property
    def winner(self) -> Winner:
        return self.winners[Hand.PUNTO]


class CoupResult(msgspec.Struct, frozen=True):
    """A coup on the scoreboard: who won, both totals (none where a ruling decided), what was covered and how, in cents.

    ``is_corrected``: a card of it was put right afterwards, and it stands here as it really ended.
    """

    number: int
    winner: Winner
    punto: int | None
    banca: int | None
    cover: Cover | None = None
    covered_amount: Cents = msgspec.field(name="covered", default=0)
    is_paid: bool = msgspec.field(name="over", default=False)
    is_corrected: bool = msgspec.field(name="corrected", default=False)


class Settings(procedure.Settings, frozen=True):
    """What the house chose when it opened the table. ``minimum`` is the punto's; ``bank_minimum`` in cents."""

    bank_minimum: Cents = 0
    banco_freedom: bool = False
    no_bank_max: bool = False


class Shoe(shoe.Shoe, frozen=True):
    """The shoe in use. ``cut_to`` is whom the cut is offered to, ``cut_refusers`` who let it go by."""

    cut_to: PersonId | None = None
    cut_refusers: frozenset[PersonId] = frozenset()
    has_begun: bool = False
    """Its first betting has been opened."""


class CarriedOver(msgspec.Struct, frozen=True):
    """What does not belong to one coup: who may repeat a banco, owes a salute, refused the hand, held the bank."""

    seguido: frozenset[PersonId] = frozenset()
    salute_debtors: frozenset[PersonId] = frozenset()
    refusers: frozenset[PersonId] = frozenset()
    movers: tuple[PersonId, ...] = ()
    """Seated players who asked for another place, in order."""
    last_seat: Seat | None = None
    followers: frozenset[PersonId] = frozenset()
    """Those on their feet who moved to follow the hand in this coup."""


class State(banked_state.State[Rules], frozen=True):
    """Everything that is so at the table."""

    settings: Settings = Settings()
    phase: Phase = Phase.CLOSED
    shoe: Shoe = Shoe()
    offer: BankOffer = BankOffer()
    bank: Bank | None = None
    calls: Window[str] = Window("bets", 0, (), open=False)
    coup: Coup = Coup()
    carried_over: CarriedOver = CarriedOver()
    history: tuple[SettledCoup, ...] = ()
    results: tuple[CoupResult, ...] = ()
    """The last coups as everybody reads them, the one whose totals are final with them."""

    @property
    def holder(self) -> PersonId | None:
        """Return who plays the punto's cards; the croupier for somebody who may hold none."""
        entitled = self.coup.holder(Hand.PUNTO)
        barred = entitled is not None and self.coup.cards.marks.is_barred(entitled, BarredAction.CARDS)
        return self.croupier() if barred else entitled

    @property
    def coups_of_bank(self) -> tuple[SettledCoup, ...]:
        """Return the settled coups that were dealt from the bank that stands."""
        dealt = 0 if self.bank is None else self.bank.decided_coups + self.bank.tied_coups
        return self.history[-dealt:] if dealt else ()

    def banker_seat(self) -> Seat | None:
        """Return the place from whose right priority counts: the banker's, or the last that held the bank."""
        seat = None if self.bank is None else self.seats.seat_of(self.bank.banker)
        return self.carried_over.last_seat if seat is None else seat

    @property
    def authority(self) -> Authority:
        return self.book.authority


def carry_over(state: State, **changes: Any) -> State:
    return msgspec.structs.replace(state, carried_over=msgspec.structs.replace(state.carried_over, **changes))
