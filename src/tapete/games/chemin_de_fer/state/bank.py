"""The bank in the state of a table: on its way round, and held."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.games.banked.shares import Shares, as_shares
from tapete.games.chemin_de_fer.terms import Stage
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.seats import Seat


class Pledge(msgspec.Struct, frozen=True):
    """A part, in cents, that somebody would put into a bank that ``leader`` takes."""

    leader: PersonId
    amount: Cents


class BankOffer(msgspec.Struct, frozen=True):
    """The bank on its way round.

    ``origin`` is the place from whose right it goes round (``None``: from the first place); ``floor`` the least amount
    in cents that takes it now; ``amount`` what it stood at when its last banker let it go. That was ``former_banker``,
    with his associates in ``former_associates``; ``is_passed``: given up, not lost. ``barred_bidders`` may not bid for
    it; ``refused_by`` acquired it and refused to deal. ``past_candidates`` have been asked at this stage, or the hand
    went past them; ``refusals`` are those who have refused it since it was let go. ``pledges`` are the parts that
    people would put into a bank that another takes. It is kept while the bank is held: it says how it was come by.
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

    def pledged_to(self, leader: PersonId) -> Shares:
        """Return the parts pledged to somebody, in order of name."""
        return as_shares({who: one.amount for who, one in self.pledges.items() if one.leader == leader})


class Bank(msgspec.Struct, frozen=True):
    """The bank: who holds it, whose money it is (the banker first, cents), and who has offered to join.

    ``debt`` is what was announced and not yet handed over; ``leavers`` are associates who asked to leave it.
    ``decided_coups`` and ``tied_coups`` count the coups dealt from it. ``garage`` is the portion of ``parts`` that
    stands out of play in this coup; ``aside`` is what was taken out of the bank and lies at the croupier's right, of
    which ``excluded_winnings`` were winnings; ``winnings`` are all net winnings since it was taken. ``idle_coups``
    counts the coups that were called off because nobody had staked.
    """

    banker: PersonId
    parts: Shares
    debt: Cents = 0
    join_offers: Map[PersonId, Cents] = Map()
    leavers: frozenset[PersonId] = frozenset()
    decided_coups: int = 0
    tied_coups: int = 0
    garage: Shares = ()
    aside: Shares = ()
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
