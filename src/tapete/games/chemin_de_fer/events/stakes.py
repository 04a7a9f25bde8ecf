"""What is staked against the bank: calls, the award of the cover, late stakes, stakes that went back."""

from __future__ import annotations

import msgspec

from tapete.games.banked.shares import LiveShare, Shares
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class BetsOpened(Event, frozen=True, tag="bets-opened@1"):
    """The betting of coup ``coup`` is open; ``in_play`` cents of the bank can be covered."""

    coup: int
    in_play: Cents


class CallMade(Event, frozen=True, tag="call-made@1"):
    """The person calls ``kind``; ``amount`` cents lie on the table for it, in place of an earlier call of the kind."""

    person: PersonId
    kind: str
    amount: Cents
    was: Cents = 0


class CallWithdrawn(Event, frozen=True, tag="call-withdrawn@1"):
    """The person's call of ``kind`` is taken back with its ``amount`` cents."""

    person: PersonId
    kind: str
    amount: Cents


class CoverAwarded(Event, frozen=True, tag="cover-awarded@1"):
    """Who covers the bank in this coup, with how much, and who is entitled to the cards. ``returned_stakes`` went back.

    A later award takes the place of an earlier one; ``new_stakes`` is what its stakes brought to the table. ``calls``
    are the stakes again, each under the call that made it.
    """

    kind: Cover
    holder: PersonId
    stakes: Shares
    returned_stakes: Shares = msgspec.field(default=(), name="back")
    new_stakes: Shares = msgspec.field(name="added", default=())
    calls: tuple[LiveShare, ...] = ()


class LateStakeNoted(Event, frozen=True, tag="late-stake-noted@1"):
    """The person laid ``amount`` cents on the table after the closing words; they take no part in the coup."""

    person: PersonId
    amount: Cents


class LateStakeRemoved(Event, frozen=True, tag="late-stake-removed@1"):
    """The late stake of ``amount`` cents went back to its owner. ``is_demanded``: because the banker asked for it."""

    person: PersonId
    amount: Cents
    is_demanded: bool = msgspec.field(name="demanded", default=False)


class StakeClaimRecorded(Event, frozen=True, tag="stake-claim-recorded@1"):
    """A claim about a stake of ``amount`` cents was heard; ``is_admitted``: it goes to the inspector."""

    person: PersonId
    amount: Cents
    is_admitted: bool = msgspec.field(name="admitted")
    note: str = ""


class HandFollowed(Event, frozen=True, tag="hand-followed@1"):
    """The person, on his feet, moved to follow the hand: in this coup he is collected first and paid last."""

    person: PersonId


class StakeReturned(Event, frozen=True, tag="stake-returned@1"):
    """``amount`` cents of a stake went back to their owner and take no part in the coup."""

    person: PersonId
    amount: Cents


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered@1"):
    """The person was free to take his stake back; ``stays`` says whether he left it in."""

    person: PersonId
    stays: bool


class SeguidoHeld(Event, frozen=True, tag="seguido-held@1"):
    """Who may repeat his banco («banco seguido») in the next coup; nobody, if empty."""

    people: tuple[PersonId, ...]
