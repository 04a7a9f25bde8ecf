"""The state of one table: an immutable value, folded from events and never stored. One small struct per sub-machine."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.chance import ShoeKind
from tapete.games.baccarat import pack, procedure
from tapete.games.baccarat.auction import Auction
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Barred, Party
from tapete.games.baccarat.incident import Conduct, Docket
from tapete.games.baccarat.marks import NO_MARKS, Cards, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import Due
from tapete.games.baccarat.procedure import Said
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.chemin_de_fer.shares import Share, Shares
from tapete.games.chemin_de_fer.terms import Cover, Stage, Word
from tapete.games.chemin_de_fer.terms import Window as At
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.seats import Seat, Seats
from tapete.table.staff import Role, Staff
from tapete.table.windows import Window


class Settings(procedure.Settings, frozen=True):
    """What the house chose when it opened the table. ``minimum`` is the punto's; ``bank_minimum`` in cents."""

    bank_minimum: Cents = 0
    banco_freedom: bool = False
    no_bank_max: bool = False


class Shoe(pack.Shoe, frozen=True):
    """The shoe in use. ``stop`` is the position that the stop card lies before; ``cut_to`` whom the cut is offered to,
    ``uncut`` who let it go by; ``check`` who asked that the cards be checked in the end; ``ended``: it is used up.
    """

    stop: int = 0
    cut_to: PersonId | None = None
    uncut: frozenset[PersonId] = frozenset()
    check: frozenset[PersonId] = frozenset()
    ended: bool = False

    @property
    def loaded(self) -> bool:
        """Say whether cards can come out of it."""
        return self.size > 0 and not self.wanted


class Pledge(msgspec.Struct, frozen=True):
    """A part, in cents, that somebody would put into a bank that ``leader`` takes."""

    leader: PersonId
    amount: Cents


class Offer(msgspec.Struct, frozen=True):
    """The bank on its way round.

    ``origin`` is the place from whose right it goes round (``None``: from the first place); ``floor`` the least
    amount in cents that takes it now; ``amount`` what it stood at when it was let go; ``left_by`` whoever let it go,
    with his associates in ``with_him``; ``passed``: given up, not lost. ``barred`` may not bid for it; ``refused_by``
    acquired it and refused to deal. ``pledges`` are the parts that people would put into a bank that another takes.
    It is kept while the bank is held: it says how it was come by.
    """

    origin: Seat | None = None
    floor: Cents = 0
    amount: Cents = 0
    left_by: PersonId | None = None
    with_him: tuple[PersonId, ...] = ()
    passed: bool = False
    stage: Stage = Stage.SEATED
    to: PersonId | None = None
    asked: frozenset[PersonId] = frozenset()
    barred: frozenset[PersonId] = frozenset()
    refused_by: PersonId | None = None
    pledges: Map[PersonId, Pledge] = Map()

    def pledged_to(self, leader: PersonId) -> Shares:
        """Return the parts pledged to somebody, in order of name."""
        return as_shares({who: one.amount for who, one in self.pledges.items() if one.leader == leader})


class Bank(msgspec.Struct, frozen=True):
    """The bank: who holds it, whose money it is (the banker first, cents), and who has offered to join.

    ``owed`` is what was announced and not yet handed over; ``leaving`` are associates who asked to leave it.
    ``decided`` and ``tied`` count the coups dealt from it. ``garage`` is the portion of ``parts`` that stands out of
    play in this coup; ``aside`` is what was taken out of the bank and lies at the croupier's right, of which
    ``excluded`` were winnings; ``won`` are all net winnings since it was taken. ``all_goes``: the garage is waived.
    ``idle`` counts the coups that were called off because nobody had staked.
    """

    banker: PersonId
    parts: Shares
    owed: Cents = 0
    offered: Map[PersonId, Cents] = Map()
    leaving: frozenset[PersonId] = frozenset()
    decided: int = 0
    tied: int = 0
    garage: Shares = ()
    aside: Shares = ()
    excluded: Cents = 0
    won: Cents = 0
    all_goes: bool = False
    idle: int = 0

    @property
    def total(self) -> Cents:
        """Return the whole bank in cents, what stands out of play included."""
        return sum(part.amount for part in self.parts)

    def associate(self, person: PersonId) -> bool:
        """Say whether a person is an associate of the banker."""
        return any(part.person == person for part in self.parts[1:])


class Award(msgspec.Struct, frozen=True):
    """How the bank of the coup is covered: the live stakes, and who is entitled to the cards."""

    kind: Cover
    holder: PersonId
    stakes: Shares

    @property
    def covered(self) -> Cents:
        """Return the sum of the live stakes in cents."""
        return sum(one.amount for one in self.stakes)


class Coup(msgspec.Struct, frozen=True):
    """The coup in progress: procedure only. What the cards are worth is reckoned from ``cards``."""

    number: int = 0
    in_play: Cents = 0
    award: Award | None = None
    cards: Cards = Cards()
    due: tuple[Due, ...] = ()
    late: Shares = ()
    """Stakes laid on the table after the closing words: they take no part."""
    advice: str | None = None
    """What the croupier answered the punto who asked him; ``None`` while nobody asked."""
    before: PersonId | None = None
    """The person before whom the punto's cards lie."""
    lifted: bool = False
    word: Word | None = None
    chosen: str = ""
    """What the banker chose after a wrong word of the punto."""
    laid_down: tuple[str, ...] = ()
    decided: Cell | None = None
    found: frozenset[str] = frozenset()
    """Codes of the faults that were found when cards were shown, each taken up once."""
    winner: Winner | None = None
    uncovered: Map[int, Party] = Map()
    """Cards that somebody turned over while they were dealt, and by whose hand."""
    answered: frozenset[PersonId] = frozenset()
    """Who has said whether he takes his stake back."""
    warned: bool = False
    """The punto has held his cards for too long."""
    asked_again: bool = False
    """The punto spoke a second time."""


class Done(msgspec.Struct, frozen=True):
    """A coup that was settled: its cards, how it was covered and by whose bank (``parts`` before it), and the money.

    ``players``, ``bank`` and ``cagnotte`` are net cents: as booked, and as they should have been (``due_``).
    """

    number: int
    shoe: int
    cards: Cards
    award: Award
    parts: Shares
    winner: Winner
    players: Shares
    bank: Shares
    cagnotte: Cents
    due_players: Shares
    due_bank: Shares
    due_cagnotte: Cents


class Memory(msgspec.Struct, frozen=True):
    """What does not belong to one coup: who may repeat his banco, who has still to salute, who refused the hand when it
    last came to him, and the place that last held the bank.
    """

    seguido: frozenset[PersonId] = frozenset()
    unsaluted: frozenset[PersonId] = frozenset()
    refused: frozenset[PersonId] = frozenset()
    movers: tuple[PersonId, ...] = ()
    """Seated players who asked for another place, in order."""
    last_seat: Seat | None = None
    followers: frozenset[PersonId] = frozenset()
    """Those on their feet who moved to follow the hand in this coup."""


class State(msgspec.Struct, frozen=True):
    """Everything that is so at the table."""

    rules: Rules | None = None
    sha256: str = ""
    settings: Settings = Settings()
    seats: Seats = Seats(())
    staff: Staff = Map()
    ledger: Ledger = EMPTY
    window: At = At.CLOSED
    serial: int = 0
    shoe: Shoe = Shoe()
    offer: Offer = Offer()
    auction: Auction | None = None
    bank: Bank | None = None
    calls: Window[str] = Window("bets", 0, (), open=False)
    coup: Coup = Coup()
    memory: Memory = Memory()
    docket: Docket = Docket()
    history: tuple[Done, ...] = ()
    """The last coups that were settled, for corrections."""
    bars: Marks = NO_MARKS
    """Marks that the next coup starts with."""
    said: tuple[Said, ...] = ()
    called: PersonId | None = None
    """The silent player whom the croupier has called in this window."""

    @property
    def book(self) -> Rules:
        """Return the rulebook; a table that was never opened has none."""
        if self.rules is None:
            raise LookupError("no table is open")
        return self.rules

    @property
    def step(self) -> Step:
        """Return where the table stands."""
        return Step(self.shoe.number, self.coup.number, str(self.window), self.serial)

    @property
    def observed(self) -> bool:
        """Say whether faults that nobody could prevent become incidents here."""
        return self.settings.conduct is Conduct.OBSERVED

    @property
    def keyed(self) -> bool:
        """Say whether the cards are real ones, whose faces are keyed when they are shown."""
        return self.settings.shoe is ShoeKind.KEYED

    @property
    def banker(self) -> PersonId | None:
        """Return who holds the bank."""
        return None if self.bank is None else self.bank.banker

    @property
    def holder(self) -> PersonId | None:
        """Return who plays the punto's cards: by the award, unless a ruling gave them to another; the croupier for
        somebody who may hold no cards.
        """
        marks, award = self.coup.cards.marks, self.coup.award
        ruled = marks.holders.get("punto") or (None if award is None else award.holder)
        return self.croupier() if ruled is not None and marks.barred(ruled, Barred.CARDS) else ruled

    def banker_seat(self) -> Seat | None:
        """Return the place from whose right priority counts: the banker's, or the last that held the bank."""
        seat = None if self.bank is None else self.seats.seat_of(self.bank.banker)
        return self.memory.last_seat if seat is None else seat

    def acts_for(self, who: PersonId, person: PersonId | None) -> bool:
        """Say whether ``who`` may do what is ``person``'s to do: himself, or the croupier who records a real table."""
        return person is not None and (who == person or (self.observed and who == self.croupier()))

    def croupier(self) -> PersonId | None:
        """Return the croupier on duty."""
        return self.staff.get(Role.CROUPIER)


def share_of(shares: Shares, person: PersonId) -> Cents:
    """Return the amount of a person among shares, 0 if he has none."""
    return sum(one.amount for one in shares if one.person == person)


def as_shares(amounts: dict[PersonId, Cents]) -> Shares:
    """Return shares in order of name, which tells nothing about who was first; empty ones are left out."""
    return tuple(Share(person, amount) for person, amount in sorted(amounts.items()) if amount)


def sum_of(*several: Shares) -> Shares:
    """Add shares by owner, in the order in which the owners first appear."""
    found: dict[PersonId, Cents] = {}
    for parts in several:
        for one in parts:
            found[one.person] = found.get(one.person, 0) + one.amount
    return tuple(Share(person, amount) for person, amount in found.items())


def negative(parts: Shares) -> Shares:
    """Return the same shares, to be taken away."""
    return tuple(Share(one.person, -one.amount) for one in parts)
