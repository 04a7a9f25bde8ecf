"""The bank in the state of a table: awarded, deposited, held; and the lots that decide about it."""

from __future__ import annotations

import msgspec

from tapete.games.banked.auction import LotsAwaited
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.seats import Position


class Award(msgspec.Struct, frozen=True):
    """To whom the bank was given, at which amount, how, and for how long.

    ``shoes``: shoes of the award, 0 where it lasts ``days``; of these he has held it before where it ``is_begun``, and
    ``coups`` were settled on it then.
    """

    person: PersonId
    amount: Cents
    way: AwardWay
    shoes: int = 1
    days: int = 0
    is_begun: bool = False
    coups: int = 0


class Span(msgspec.Struct, frozen=True):
    """For how many shoes, or days, the bank is that is auctioned or drawn."""

    shoes: int = 1
    days: int = 0


class Bank(msgspec.Struct, frozen=True):
    """The bank that is held.

    ``initial`` is what it began with, ``put_in`` all that its banker has put into it. ``deposit`` lies at the cash
    desk and is not in play; ``proven_deposit`` is what he has proven for an open bank, for him, the house and the
    director alone, ``None`` where it ``is_proven`` and the table does not know the sum; ``called_deposit`` was
    drawn on it. ``came_from``: where its banker was before he took the chair, if he was at the table.
    ``is_in_custody``: its chips lie with the croupier. ``coups`` counts the coups that were settled;
    ``shoes_begun`` those of its award. ``may_change_shoe``: it was broken, and no coup has been opened since;
    ``wants_new_shoe``: its banker makes use of that.
    """

    banker: PersonId
    award: Award
    initial: Cents = 0
    put_in: Cents = 0
    deposit: Cents = 0
    is_proven: bool = False
    proven_deposit: Cents | None = None
    called_deposit: Cents = 0
    came_from: Position | None = None
    is_in_custody: bool = False
    coups: int = 0
    shoes_begun: int = 0
    may_change_shoe: bool = False
    wants_new_shoe: bool = False

    @property
    def coups_of_award(self) -> int:
        """Return how many coups were settled on the bank, on earlier days of its award too."""
        return self.award.coups + self.coups


class Lots(msgspec.Struct, frozen=True):
    """Lots that are to decide: between equal bids, for the bank itself at ``amount``, or between the cloths of bancos.

    ``urn`` is the number of the urn; ``is_filled``: chance has fixed the order of its lots.
    """

    about: str
    tie: LotsAwaited
    urn: int
    amount: Cents = 0
    is_filled: bool = False
