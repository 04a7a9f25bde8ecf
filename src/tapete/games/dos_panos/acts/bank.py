"""What people do with the bank: announce it, buy it, bid for it, deposit it, hand it over, leave it, take it up."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount

Term = Annotated[int, msgspec.Meta(ge=0, le=99)]
Coups = Annotated[int, msgspec.Meta(ge=0)]


class StandingAward(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bank that somebody has before the table opens, for ``amount`` cents: bought or given beforehand, or awarded for
    days of which some are left.

    ``days`` that are left, counting the day of the table; 0 where it was given for ``shoes``. ``is_begun``: he has held
    it on an earlier day, and ``amount`` is what he deposited first. ``is_kept``: it was awarded at a table that has
    been closed since, deposited there or not. ``coups``: those that were settled on it on earlier days.
    """

    person: PersonId
    amount: Amount
    days: Term = 0
    shoes: Term = 0
    is_begun: bool = False
    is_kept: bool = False
    coups: Coups = 0

    @property
    def further_days(self) -> int:
        """Return for how many days after that of the table he has the bank."""
        return max(self.days - 1, 0)


class AnnounceBank(ActBody, frozen=True, tag="announce-bank"):
    """Whoever opens the table announces the banker's name and the amount of his bank; for so many shoes, or, where the
    director says so, for so many days. So the house also grants a bank that somebody would buy, and gives one that was
    given up to the first of those who want it.
    """

    person: PersonId
    amount: Amount
    shoes: Term = 1
    days: Term = 0


class BuyBank(ActBody, frozen=True, tag="buy-bank"):
    """A player would buy the bank beforehand, for ``amount`` cents: it is his once the house announces him."""

    amount: Amount


class OpenAuction(ActBody, frozen=True, tag="open-auction"):
    """The inspector auctions the bank: nobody has it, or nobody took it up. With the auction he announces for how many
    shoes it is, or, where the director says so, for how many days.
    """

    shoes: Term = 1
    days: Term = 0


class Bid(ActBody, frozen=True, tag="bid"):
    """Somebody bids for the bank: the amount that he would put up."""

    amount: Amount


class CloseAuction(ActBody, frozen=True, tag="close-auction"):
    """The inspector closes the auction."""


class DrawLots(ActBody, frozen=True, tag="draw-lots"):
    """The inspector has the bank drawn by lots among the players, for ``amount`` cents and so many shoes or days."""

    amount: Amount
    shoes: Term = 1
    days: Term = 0


class DepositBank(ActBody, frozen=True, tag="deposit-bank"):
    """Whoever was awarded the bank deposits ``amount`` cents at the cash desk; a broken banker does it anew.

    ``form``: in cash, by a cheque drawn by a bank, or in something else that is not taken.
    """

    amount: Amount
    form: Annotated[str, msgspec.Meta(max_length=40)] = "cash"


class AnnulAward(ActBody, frozen=True, tag="annul-award"):
    """A bank that was awarded goes back undeposited: its winner gives it up, or the inspector takes it from him."""


class ProveDeposit(ActBody, frozen=True, tag="prove-deposit"):
    """The director takes what a player has deposited for an open bank as sufficient: its sum and where it lies. Without
    it nobody bids for the bank or is awarded it.

    ``institution``: the credit institution, where it lies at one; the director accepted it beforehand. ``is_of_house``:
    the house keeps what was proven, its sum and its place; the table learns that there is a proof, and nothing of it.
    """

    keeps_secret: ClassVar[bool] = True
    person: PersonId
    amount: Amount | None = None
    place: DepositPlace = DepositPlace.CASH_DESK
    institution: Annotated[str, msgspec.Meta(max_length=80)] = ""
    is_of_house: bool = False

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return () if self.is_of_house else ("amount",)

    def of_house(self) -> ProveDeposit:
        """Return the act as a table of a house takes it: the house keeps the proof."""
        return ProveDeposit(self.person, is_of_house=True)


class TellCoverShort(ActBody, frozen=True, tag="tell-cover-short"):
    """The house tells its table that what is proven for the bank does not cover the stakes: ``person`` has said the
    closing words on them.
    """

    is_of_system: ClassVar[bool] = True
    person: PersonId


class TellBankBroken(ActBody, frozen=True, tag="tell-bank-broken"):
    """The house tells its table that nothing is left of what is proven for a bank without chips."""

    is_of_system: ClassVar[bool] = True


class TellDinnerHour(ActBody, frozen=True, tag="tell-dinner-hour"):
    """The house tells a table with an open bank, whose session had begun before, that the dinner hour, from and to, has
    begun.
    """

    is_of_system: ClassVar[bool] = True
    begin: Annotated[str, msgspec.Meta(max_length=5)]
    end: Annotated[str, msgspec.Meta(max_length=5)]


class DeliverBank(ActBody, frozen=True, tag="deliver-bank"):
    """The banker hands the croupier the chips of his bank: ``amount`` cents, which are then announced."""

    amount: Amount


class LeaveBank(ActBody, frozen=True, tag="leave-bank"):
    """The banker gives up the bank and says what he withdraws; a broken bank is given up by it too."""


class AskNewShoe(ActBody, frozen=True, tag="ask-new-shoe"):
    """A banker who goes on after his bank was broken asks for another shoe."""


class WithdrawWish(ActBody, frozen=True, tag="withdraw-wish"):
    """A player would no longer have the bank that he asked for, and that nobody has given him."""


class AcceptBank(ActBody, frozen=True, tag="accept-bank"):
    """A player would take a bank that was given up, for its first amount; among several the order of
    priority decides.
    """
