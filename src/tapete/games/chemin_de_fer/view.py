"""The parts of what a viewer sees: places, cards, the bank on its way and held, the coup, the viewer himself."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.accounts import balance, person
from tapete.games.baccarat.effects import BarPerson, OfferChoice
from tapete.games.baccarat.marks import BindingTarget
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Said
from tapete.games.banked import view as banked
from tapete.games.banked.coup import LiveShare, Shares, Word, as_shares
from tapete.games.chemin_de_fer.calls import replaced_calls
from tapete.games.chemin_de_fer.cards import pending_withdrawals
from tapete.games.chemin_de_fer.people import awaited_player
from tapete.games.chemin_de_fer.rotation import has_place_at_stake, valid_pledges
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.stakes import awarded
from tapete.games.chemin_de_fer.state import CoupResult, State
from tapete.games.chemin_de_fer.terms import COUP, Call, Cover, Hand, Phase, Stage
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role, roles_of
from tapete.table.windows import Claim

# --- parts ------------------------------------------------------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place. ``owes_salute``: its player must let the hand pass once."""

    seat: int
    person: PersonId | None = None
    owes_salute: bool = False


class BankView(msgspec.Struct, frozen=True):
    """The bank in cents: ``in_play`` is what can be covered in this coup, ``garage`` what stands out of play in it.

    ``aside`` lies at the croupier's right: winnings that the banker took out of play. ``debt`` was announced and not
    yet handed over; ``join_offers`` are the parts that people would put in; ``is_dealt_from``: a coup has been dealt
    from it.
    """

    banker: PersonId
    total: Cents
    parts: Shares
    in_play: Cents
    garage: Cents
    aside: Cents = 0
    debt: Cents = msgspec.field(name="owed", default=0)
    join_offers: Shares = msgspec.field(name="offered", default=())
    is_garage_waived: bool = msgspec.field(name="all_goes", default=False)
    is_dealt_from: bool = msgspec.field(name="dealt", default=False)


class OfferView(msgspec.Struct, frozen=True):
    """To whom the bank is offered, at which stage, for at least how much; what others have pledged to him."""

    candidate: PersonId = msgspec.field(name="to")
    stage: Stage
    floor: Cents
    pledges: Shares = msgspec.field(name="pledged", default=())


class AuctionView(msgspec.Struct, frozen=True):
    """The auction of the bank: bids are called aloud."""

    floor: Cents
    bids: Shares
    barred_bidders: tuple[PersonId, ...] = msgspec.field(name="barred")


class CoupView(msgspec.Struct, frozen=True):
    """The coup in progress. ``totals`` has the hands whose total this viewer may know."""

    number: int
    cover: Cover | None
    holder: PersonId | None
    stakes: Shares
    calls: tuple[LiveShare, ...]
    """The stakes under the calls that made them, as they were when the betting closed."""
    covered_amount: Cents = msgspec.field(name="covered")
    """What plays in cents; while stakes are made, what would play of them if the betting closed now."""
    cards: tuple[banked.CardView, ...]
    totals: dict[str, int]
    before: PersonId | None
    is_lifted: bool = msgspec.field(name="lifted")
    word: Word | None
    naturals: tuple[str, ...] = msgspec.field(name="laid_down")
    choices: tuple[OfferChoice, ...]
    winner: Winner | None
    waiting_for_key: int | None
    advice: str | None = None
    """What the croupier answered, for the punto who asked."""
    is_advised: bool = msgspec.field(name="advised", default=False)
    late: Shares = ()
    is_warned: bool = msgspec.field(name="warned", default=False)
    """The punto has held his cards for too long."""
    by_table: bool = False
    """The banker's table binds the banker: he asked for it aloud, or a ruling said so."""
    may_withdraw: tuple[PersonId, ...] = ()
    """Who may still take his stake back, or leave it in."""


class Me(msgspec.Struct, frozen=True):
    """The viewer himself."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: int | None
    chips: Cents
    may_repeat_banco: bool
    place_at_stake: bool = False
    """Letting the bank go by that is offered to him now costs him his place."""
    bars: tuple[BarPerson, ...] = msgspec.field(name="barred", default=())
    """What rulings keep him from for now."""
    instead: dict[str, tuple[Claim[str], ...]] = {}
    """What he has called, by the kind of call that would take its place."""
