"""Events of the bank: awarded, deposited, handed over, lost, left, offered again."""

from __future__ import annotations

from typing import ClassVar

from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.terms import BankEnd
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.seats import Position


class BankAwarded(Event, frozen=True, tag="bank-awarded@1"):
    """The person has the bank for an amount in cents, once he has deposited it; for so many shoes or days.

    ``is_begun``: he has held it on an earlier day, and the amount is what he deposited first; so many ``coups`` were
    settled on it then.
    """

    person: PersonId
    amount: Cents
    way: AwardWay
    shoes: int = 1
    days: int = 0
    is_begun: bool = False
    coups: int = 0


class BankSought(Event, frozen=True, tag="bank-sought@1"):
    """The person would have the bank for an amount in cents: he would buy it, or take it up after it was given up."""

    person: PersonId
    amount: Cents


class WishWithdrawn(Event, frozen=True, tag="wish-withdrawn@1"):
    """The person would no longer have the bank that he asked for."""

    person: PersonId


class AuctionOpened(Event, frozen=True, tag="auction-opened@1"):
    """The bank is auctioned from ``floor`` cents, for so many shoes or days; ``barred_bidders`` may not bid."""

    floor: Cents
    barred_bidders: tuple[PersonId, ...] = ()
    shoes: int = 1
    days: int = 0


class BidMade(Event, frozen=True, tag="bid-made@1"):
    """The person would form a bank of ``amount`` cents. No chips move by it."""

    person: PersonId
    amount: Cents


class AuctionClosed(Event, frozen=True, tag="auction-closed@1"):
    """No more bids."""


class LotsWanted(Event, frozen=True, tag="lots-wanted@1"):
    """A lot decides: ``about`` equal bids, the bank at ``amount`` cents for so many shoes or days, or the cloths of two
    bancos.
    """

    about: str
    tokens: tuple[str, ...]
    amount: Cents = 0
    shoes: int = 1
    days: int = 0


class AwardAnnulled(Event, frozen=True, tag="award-annulled@1"):
    """The person has the bank no more that he was awarded: he never deposited it."""

    person: PersonId


class BankDeposited(Event, frozen=True, tag="bank-deposited@1"):
    """The person deposited ``amount`` cents at the cash desk."""

    person: PersonId
    amount: Cents
    form: str


class BankProven(Event, frozen=True, tag="bank-proven@1"):
    """The director took a deposit for an open bank as sufficient. Its sum is the house's and the director's alone.

    ``place`` is ``None`` where a house keeps the proof: its own record says where it lies, and how much it is.
    """

    is_proof: ClassVar[bool] = True
    keeps_secret: ClassVar[bool] = True
    person: PersonId
    place: DepositPlace | None
    amount: Cents | None

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return () if self.place is None else ("amount",)


class BankTaken(Event, frozen=True, tag="bank-taken@1"):
    """The person is the banker and sits in the banker's chair."""

    person: PersonId


class BankDelivered(Event, frozen=True, tag="bank-delivered@1"):
    """The banker handed ``amount`` cents of his deposit over to the croupier; ``in_play`` is the whole bank."""

    person: PersonId
    amount: Cents
    in_play: Cents


class BankCalled(Event, frozen=True, tag="bank-called@1"):
    """What an open bank lost above its chips, in cents: it is paid out of the proven deposit."""

    person: PersonId
    amount: Cents


class BankRestored(Event, frozen=True, tag="bank-restored@1"):
    """The bank was not broken after all: ``amount`` cents of it are with the croupier again."""

    person: PersonId
    amount: Cents


class BankBroken(Event, frozen=True, tag="bank-broken@1"):
    """Nothing is left of the bank («ha saltado»), or ``rest`` cents: less than the least stake."""

    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    rest: Cents = 0


class NewShoeAsked(Event, frozen=True, tag="new-shoe-asked@1"):
    """A banker who goes on after his bank was broken asked for another shoe."""

    person: PersonId


class BankReturned(Event, frozen=True, tag="bank-returned@1"):
    """The bank is its banker's again: ``amount`` cents out of play, ``deposit`` out of the cash desk.

    ``is_winner``: he takes away more than he put in, and may not be banker again in this shoe. ``goes_to``: where he
    goes from his chair; an entry without it was made before that was told, and he took the first vacant place, or stood
    behind the first one where he ``is_standing``.
    """

    person: PersonId
    amount: Cents
    deposit: Cents
    end: BankEnd
    is_winner: bool = False
    is_standing: bool = False
    goes_to: Position | None = None


class BankOffered(Event, frozen=True, tag="bank-offered@1"):
    """A bank that was given up is offered for its first amount, in cents."""

    amount: Cents


class AwardStands(Event, frozen=True, tag="award-stands@1"):
    """The table closes, and the person keeps the bank that he has for days: ``days`` are left, counting today.

    ``amount`` cents are what he deposited first, where the award ``is_begun``; ``coups`` were settled on it so far.
    """

    person: PersonId
    amount: Cents
    days: int
    is_begun: bool = False
    coups: int = 0
