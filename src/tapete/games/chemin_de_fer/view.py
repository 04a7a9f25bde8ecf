"""What each viewer sees of a table of chemin de fer."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.clauses import trace
from tapete.games.baccarat.effects import BarPerson, OfferChoice
from tapete.games.baccarat.marks import BindingTarget
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import Said
from tapete.games.banked import view as banked
from tapete.games.banked.coup import LiveShare, Shares, Word, as_shares, share_of
from tapete.games.chemin_de_fer.calls import replaced_calls
from tapete.games.chemin_de_fer.cards import pending_withdrawals
from tapete.games.chemin_de_fer.passing import origin_after
from tapete.games.chemin_de_fer.people import awaited_player
from tapete.games.chemin_de_fer.rotation import has_place_at_stake, is_refusal_counted, may_be_asked, valid_pledges
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.stakes import awarded
from tapete.games.chemin_de_fer.state import Award, CoupResult, State
from tapete.games.chemin_de_fer.terms import COUP, BankEnd, Call, Cover, Hand, Phase, Stage
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role, roles_of
from tapete.table.windows import Claim


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
    coups_won: int = msgspec.field(name="won", default=0)
    next_banker: PersonId | None = msgspec.field(name="next", default=None)
    """To whom it would be offered first if its banker lost it now."""
    then: tuple[PersonId, ...] = ()
    """To whom it would be offered after them, in turn."""


class OfferView(msgspec.Struct, frozen=True):
    """To whom the bank is offered, at which stage, for at least how much; what others have pledged to them."""

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
    """The punto has held their cards for too long."""
    by_table: bool = False
    """The banker's table binds the banker: they asked for it aloud, or a ruling said so."""
    may_withdraw: tuple[PersonId, ...] = ()
    """Who may still take their stake back, or leave it in."""
    would_play: Award | None = None
    """While stakes are made: how the bank would be covered if the betting closed now."""

    @property
    def has_advice(self) -> bool:
        return self.advice is not None


class Me(msgspec.Struct, frozen=True):
    """The viewer themselves."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: int | None
    chips: Cents
    may_repeat_banco: bool
    place_at_stake: bool = False
    """Letting go by the bank that is offered to them now costs them their place."""
    bars: tuple[BarPerson, ...] = msgspec.field(name="barred", default=())
    """What rulings keep them from for now."""
    instead: dict[str, tuple[Claim[str], ...]] = {}
    """What they have called, by the kind of call that would take its place."""
    banco_behind: PersonId | None = None
    """Whose call would play if they called banco now; nobody's while theirs would."""
    stake_room: Cents | None = None
    """How much of a stake of theirs would play beside what others have called so far, in cents."""
    is_refusal_counted: bool = False
    """Whether they refuse the bank by letting it go by; twice running it costs their place."""


class View(banked.View, frozen=True):
    """A table as one viewer sees it. Amounts in cents; no ``bank_maximum`` is a bank without one."""

    banco_freedom: bool
    phase: Phase = msgspec.field(name="window")
    authorised_minimum: Cents
    """The least minimum that the authority allows here; 0 where none was recorded."""
    seats: tuple[SeatView, ...]
    waiting_list: tuple[PersonId, ...] = msgspec.field(name="waiting")
    cut_to: PersonId | None
    """To whom the cut is offered."""
    bank: BankView | None
    offer: OfferView | None
    auction: AuctionView | None
    calls: tuple[Claim[str], ...]
    coup: CoupView
    history: tuple[CoupResult, ...]
    """The last coups, the oldest first; the last one may not be paid yet."""
    announcements: tuple[Said, ...] = msgspec.field(name="said")
    me: Me | None

    @property
    def variant(self) -> str:
        return GAME

    @property
    def hand_holders(self) -> Mapping[str, PersonId | None]:
        return {Hand.PUNTO: self.coup.holder, Hand.BANCA: None if self.bank is None else self.bank.banker}


def view(state: State, viewer: PersonId | None) -> View:
    """Return the table as ``viewer`` sees it; nobody is the public screen."""
    unsaluted = state.carried_over.salute_debtors
    return View(
        **banked.common(state),
        bank_minimum=max(state.settings.bank_minimum, state.settings.minimum),
        bank_maximum=None if state.settings.no_bank_max else _most(state),
        banco_freedom=state.settings.banco_freedom,
        authorised_minimum=state.settings.authorised_minimum,
        seats=tuple(
            SeatView(seat, who := state.seats.occupants.get(seat), who in unsaluted) for seat in state.seats.labels
        ),
        cut_to=state.shoe.cut_to,
        bank=_bank(state),
        offer=_offer(state),
        auction=banked.auction_seen(state.auction, AuctionView),
        calls=tuple(sorted(state.calls.claims, key=lambda one: (one.person, one.kind))),
        coup=_coup(state, viewer),
        history=state.results,
        waits_for=awaited_player(state),
        me=None if viewer is None else _me(state, viewer),
    )


def _most(state: State) -> Cents:
    return state.book.bank.maximum_multiple.value * state.settings.minimum


def _bank(state: State) -> BankView | None:
    bank = state.bank
    if bank is None:
        return None
    garage = sum(part.amount for part in bank.garage)
    aside = sum(part.amount for part in bank.aside)
    offered = as_shares(dict(bank.join_offers))
    dealt = bool(bank.decided_coups or bank.tied_coups)
    order = _bank_order(state)
    return BankView(
        bank.banker,
        bank.total,
        bank.parts,
        state.coup.in_play,
        garage,
        aside,
        bank.debt,
        offered,
        bank.is_garage_waived,
        dealt,
        bank.decided_coups,
        order[0] if order else None,
        order[1:],
    )


def _bank_order(state: State) -> tuple[PersonId, ...]:
    with trace():
        start = origin_after(state, BankEnd.LOST)
    order = () if start is None else (state.seats.occupants[seat] for seat in state.seats.occupied_rightwards(start))
    skipped = state.carried_over.salute_debtors | {state.banker}
    return tuple(one for one in order if one not in skipped and may_be_asked(state, one))


def _beside_others(state: State, viewer: PersonId, kind: Call) -> Award | None:
    """Return how the bank would be covered if the viewer called for as much as it has, beside what others called."""
    others = tuple(one for one in state.calls.claims if one.person != viewer)
    may_call = viewer != state.banker and state.seats.is_at_table(viewer)
    if state.phase is not Phase.BETS or not may_call or not others:
        return None
    mine = Claim(viewer, str(kind), state.coup.in_play)
    with trace():
        return awarded(replace(state, calls=replace(state.calls, claims=(*others, mine))))


def _banco_behind(state: State, viewer: PersonId) -> PersonId | None:
    """Return who goes before a banco of the viewer; of the calls made so far nothing else is told."""
    would = _beside_others(state, viewer, Call.BANCO)
    return None if would is None or would.holder == viewer else would.holder


def _stake_room(state: State, viewer: PersonId) -> Cents | None:
    would = _beside_others(state, viewer, Call.STAKE)
    return None if would is None else share_of(would.stakes, viewer)


def _offer(state: State) -> OfferView | None:
    offer = state.offer
    return (
        None
        if offer.candidate is None
        else OfferView(offer.candidate, offer.stage, offer.floor, valid_pledges(state, offer.candidate))
    )


def _coup(state: State, viewer: PersonId | None) -> CoupView:
    coup, made = state.coup, state.coup.award
    now = awarded(state) if state.phase is Phase.BETS else made
    return CoupView(
        number=coup.number,
        cover=None if made is None else made.kind,
        holder=state.holder,
        stakes=() if made is None else made.stakes,
        calls=() if made is None else made.calls,
        covered_amount=0 if now is None else now.covered_amount,
        would_play=None if now is made else now,
        cards=banked.cards_seen(coup, viewer),
        totals=banked.totals(coup, viewer, Hand, state.book.points),
        before=coup.punto.before,
        is_lifted=coup.punto.is_lifted,
        word=coup.punto.word,
        naturals=coup.naturals,
        choices=coup.cards.marks.choices,
        winner=coup.punto.winner,
        advice=coup.punto.advice if viewer is not None and viewer == state.holder else None,
        is_advised=coup.punto.advice is not None,
        late=tuple(sorted(coup.late, key=lambda one: one.person)),
        is_warned=coup.punto.is_warned,
        by_table=(bound := coup.cards.marks.of(Hand.BANCA).binding) is not None and bound.target is BindingTarget.TABLE,
        may_withdraw=pending_withdrawals(state),
        waiting_for_key=banked.awaited_key(state),
    )


def _me(state: State, viewer: PersonId) -> Me:
    return Me(
        viewer,
        tuple(sorted(roles_of(state.staff, viewer))),
        state.seats.seat_of(viewer),
        balance(state.ledger, person(viewer)),
        viewer in state.carried_over.seguido,
        has_place_at_stake(state, viewer),
        banked.bars_of(state, viewer, COUP),
        {str(kind): gone for kind in Call if (gone := replaced_calls(state, viewer, kind))},
        _banco_behind(state, viewer),
        _stake_room(state, viewer),
        is_refusal_counted(state, viewer),
    )
