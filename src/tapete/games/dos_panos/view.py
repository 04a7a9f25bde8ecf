"""What each viewer sees of a two-cloth table."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.accounts import balance, deposit, person
from tapete.clauses import trace
from tapete.games.baccarat.effects import BarPerson
from tapete.games.baccarat.marks import hand_cards
from tapete.games.baccarat.points import Unknown, Winner
from tapete.games.baccarat.procedure import Said
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import view as banked
from tapete.games.banked.coup import Shares, Word
from tapete.games.dos_panos.bank.ending import has_no_shoe_left, proven_left
from tapete.games.dos_panos.coup.hands import card_points, cells, laid_naturals, live_cloths
from tapete.games.dos_panos.people import cloth_of, cloth_of_place
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.placing import ClothStakes, on_cloth, parts_at_risk
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, BankMode, Cover, Hand, Phase
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role, roles_of


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place of a cloth, who sits there, and who sits behind them. ``is_in_turn``: the cards are theirs."""

    seat: int
    cloth: Hand
    person: PersonId | None = None
    behind: PersonId | None = None
    is_in_turn: bool = False


class BankView(msgspec.Struct, frozen=True):
    """The bank in cents: what it began with, what is in play, what lies at the cash desk.

    ``proven_deposit`` is what an open bank has proven and not yet lost: its banker's and the director's alone.
    ``shoes_left`` of its award, or ``days`` of it, counting today.
    """

    banker: PersonId
    amount: Cents
    in_play: Cents
    deposit: Cents
    is_in_custody: bool
    coups: int
    shoes_left: int
    proven_deposit: Cents | None = None
    days: int = 0


class AwardView(msgspec.Struct, frozen=True):
    """A bank that is still to be deposited, for so many shoes or days; or one that is offered: to nobody by name."""

    amount: Cents
    person: PersonId | None = None
    shoes: int = 0
    days: int = 0


class AuctionView(msgspec.Struct, frozen=True):
    floor: Cents
    bids: Shares
    barred_bidders: tuple[PersonId, ...]


class ClothView(msgspec.Struct, frozen=True):
    """One cloth in the coup: who holds its cards and what was said, what plays on it, who won.

    ``advice`` is what the croupier answered, for its player alone. ``is_warned``: its player has been told that they
    take too long; ``is_void``: a ruling has called the coup off on it.
    """

    hand: Hand
    holder: PersonId | None
    at_risk: Cents
    word: Word | None = None
    is_lifted: bool = False
    is_natural: bool = False
    is_advised: bool = False
    advice: str | None = None
    winner: Winner | None = None
    is_warned: bool = False
    is_void: bool = False


class CoupView(msgspec.Struct, frozen=True):
    """The coup in progress. ``totals`` has the hands whose total this viewer may know.

    ``cells`` is what the banker's table says against each cloth, for the banker who asked for it. ``naturals`` are the
    hands that laid one down; ``is_bank_bound``: by a ruling the banker plays by the rules of a restored hand.
    """

    number: int
    cover: Cover
    cloths: tuple[ClothView, ...]
    laid: tuple[LaidStake, ...]
    stakes: ClothStakes
    banco: PersonId | None
    banco_calls: tuple[PersonId, ...]
    cards: tuple[banked.CardView, ...]
    totals: dict[str, int]
    has_asked_table: bool
    cells: tuple[str, ...]
    waiting_for_key: int | None
    naturals: tuple[Hand, ...] = ()
    is_bank_bound: bool = False

    @property
    def has_advice(self) -> bool:
        return any(one.advice is not None for one in self.cloths)


class Me(msgspec.Struct, frozen=True):
    """The viewer themselves. ``bars``: what rulings keep them from for now."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: int | None
    cloth: Hand | None
    chips: Cents
    deposit: Cents = 0
    bars: tuple[BarPerson, ...] = ()


class View(banked.View, frozen=True):
    """A table as one viewer sees it; a maximum of ``None`` is none. What an open bank has proven is its banker's alone,
    and the director's.

    ``session``: which one of an open bank it is in its day, ``session_shoes`` those left of it after the one in use.
    ``proven``: whose deposit for an open bank the director took as sufficient, whatever its sum. ``seekers``: who would
    have the bank that nobody holds, and at which amount; they say it aloud. ``is_session_over``: the session has no
    shoe left, and nobody can have a bank any more; ``may_award_anew``: a bank that nobody holds can be awarded.
    """

    mode: BankMode
    maximum: Cents | None
    session: int
    session_shoes: int | None
    is_session_over: bool
    may_award_anew: bool
    phase: Phase
    seats: tuple[SeatView, ...]
    waiting_list: tuple[PersonId, ...]
    bank: BankView | None
    award: AwardView | None
    auction: AuctionView | None
    seekers: Shares
    proven: tuple[PersonId, ...]
    lots: tuple[str, ...]
    coup: CoupView
    announcements: tuple[Said, ...]
    me: Me | None

    @property
    def variant(self) -> str:
        return GAME

    @property
    def hand_holders(self) -> Mapping[str, PersonId | None]:
        banker = None if self.bank is None else self.bank.banker
        return {**{one.hand: one.holder for one in self.coup.cloths}, Hand.BANCA: banker}


def view(state: State, viewer: PersonId | None) -> View:
    settings, seats = state.settings, state.seats
    return View(
        **banked.common(state),
        mode=settings.mode,
        maximum=settings.maximum or None,
        bank_minimum=settings.bank_minimum,
        bank_maximum=settings.bank_maximum or None,
        session=settings.session,
        session_shoes=settings.session_shoes if state.is_open_bank else None,
        is_session_over=has_no_shoe_left(state),
        may_award_anew=not has_no_shoe_left(state, anew=True),
        seats=tuple(_seat(state, seat) for seat in seats.labels),
        bank=_bank(state, viewer),
        award=_award(state),
        auction=banked.auction_seen(state.auction, AuctionView),
        seekers=tuple(sorted(state.seekers, key=lambda one: one.person)),
        proven=tuple(sorted(state.proofs)),
        lots=() if state.lots is None else tuple(map(str, state.lots.tie.people)),
        coup=_coup(state, viewer),
        waits_for=None if state.coup.due_cards or state.docket.open else PHASES[state.phase].waits_for(state),
        me=None if viewer is None else _me(state, viewer),
    )


def _seat(state: State, seat: int) -> SeatView:
    seats, cloth = state.seats, cloth_of_place(state.seats, seat)
    in_turn = state.turns.get(cloth) == seat
    return SeatView(seat, cloth, seats.occupants.get(seat), seats.second_row.get(seat), in_turn)


def _bank(state: State, viewer: PersonId | None) -> BankView | None:
    bank = state.bank
    if bank is None or state.award is not None:
        return None
    goes_on = state.shoe.is_loaded and not state.shoe.has_ended and not state.is_shoe_owed
    knows_proof = viewer is not None and viewer in (bank.banker, state.staff.get(Role.DIRECTOR))
    return BankView(
        bank.banker,
        bank.initial,
        state.bank_chips,
        bank.deposit,
        bank.is_in_custody,
        bank.coups,
        max(bank.award.shoes - (bank.shoes_begun or int(goes_on)), 0),
        proven_left(state) if knows_proof else None,
        bank.award.days,
    )


def _award(state: State) -> AwardView | None:
    if state.award is not None:
        return AwardView(state.award.amount, state.award.person, state.award.shoes, state.award.days)
    return AwardView(state.offered_amount) if state.phase is Phase.REOFFER else None


def _coup(state: State, viewer: PersonId | None) -> CoupView:
    coup, bound = state.coup, state.coup.cards.marks.of(Hand.BANCA).binding
    with trace():
        at_risk = parts_at_risk(state.book.stakes, coup.laid, state.settings.minimum) if coup.laid else coup.stakes
        points = card_points(state)
    return CoupView(
        number=coup.number,
        cover=coup.cover,
        cloths=tuple(_cloth(state, cloth, on_cloth(at_risk, cloth), viewer) for cloth in CLOTHS),
        laid=tuple(sorted(coup.laid, key=lambda one: (one.person, one.cloth, one.spot))),
        stakes=coup.stakes,
        banco=None if coup.banco is None else coup.banco.person,
        banco_calls=tuple(sorted(coup.banco_calls)),
        cards=banked.cards_seen(coup, viewer),
        totals=banked.totals(coup, viewer, Hand, points),
        has_asked_table=coup.has_asked_table,
        cells=_cells(state, viewer),
        waiting_for_key=banked.awaited_key(state),
        naturals=laid_naturals(state),
        is_bank_bound=state.phase in COUP and bound is not None and bound.fault_of is not None,
    )


def _cloth(state: State, cloth: Hand, at_risk: Cents, viewer: PersonId | None) -> ClothView:
    side, holder = state.coup.side(cloth), state.holder(cloth)
    return ClothView(
        hand=cloth,
        holder=holder,
        at_risk=at_risk,
        word=side.word,
        is_lifted=side.is_lifted,
        is_natural=cloth in laid_naturals(state),
        is_advised=side.advice is not None,
        advice=side.advice if viewer is not None and viewer == holder else None,
        winner=side.winner,
        is_warned=side.is_warned,
        is_void=cloth not in live_cloths(state),
    )


def _cells(state: State, viewer: PersonId | None) -> tuple[str, ...]:
    """Return what the banker's table says against each cloth, to the banker who asked for it and saw their cards."""
    if state.phase is not Phase.BANKER or viewer is None or viewer != state.banker or not state.coup.has_asked_table:
        return ()
    if any(card.known_to(viewer) is None for card in hand_cards(state.coup.cards.layout, Hand.BANCA)):
        return ()
    with trace():
        total = two_card_total(state.coup.cards, Hand.BANCA, card_points(state))
        return () if isinstance(total, Unknown) else tuple(map(str, cells(state, total)))


def _me(state: State, viewer: PersonId) -> Me:
    return Me(
        viewer,
        tuple(sorted(roles_of(state.staff, viewer))),
        state.seats.seat_of(viewer),
        cloth_of(state.seats, viewer),
        balance(state.ledger, person(viewer)),
        balance(state.ledger, deposit(viewer)),
        banked.bars_of(state, viewer, COUP),
    )
