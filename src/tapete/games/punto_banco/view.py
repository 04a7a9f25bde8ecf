"""What each viewer sees, may do, and stands under: built up from an allow-list, never stripped from the state.

Everybody sees the table, the stakes, the announcements and the cards that lie face up. Nobody sees the face of a card
that lies face down, whatever their post; a person sees their own chips and nobody else's. What may be done, and under
which clauses, is found by asking the decisions themselves on the table as the viewer sees it: neither can tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from tapete import kernel
from tapete.accounts import balance, person
from tapete.cards import DECK, Card
from tapete.chance import CardDraw, CardOut, ChanceKind, FaceDraw
from tapete.clauses import Cite
from tapete.games.baccarat.effects import Effect, Layout, NoteOnly, at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.marks import Touched, TouchedCard, touched
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import Said, cut_bounds
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.bets import tie_maximum
from tapete.games.punto_banco.coup import lines
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.rulings import draw_awaited, is_next_card, remaining_copies, require_suitable_effect
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Hand, Phase, Variant
from tapete.games.punto_banco.turn import ANY_PHASE, PHASES, waits_for
from tapete.money import Cents
from tapete.table.acts import BuyIn, CashOut, Leave, Sit, StandBehind
from tapete.table.staff import Role, roles_of
from tapete.table.state import Conduct


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place: who sits there and what they have staked."""

    seat: int
    person: kernel.PersonId | None = None
    away: bool = False
    has_shoe: bool = False
    offered_shoe: bool = False
    holds_hand: bool = False
    bets: dict[str, Cents] = {}


class StandingView(msgspec.Struct, frozen=True):
    """A person on their feet: behind which place, and what they have staked."""

    person: kernel.PersonId
    behind: int
    holds_hand: bool = False
    bets: dict[str, Cents] = {}


class HandView(msgspec.Struct, frozen=True):
    """A hand: its cards (``None`` lies face down), its third card, its total once its two cards are shown.

    ``location`` is where it lies: ``shoe`` (under its corner), ``croupier``, ``holder``, ``right`` or ``left`` of the
    croupier. ``positions`` are the cards' numbers in the shoe, counted from 0, in the same order, the third's last.
    """

    cards: tuple[Card | None, ...] = ()
    third: Card | None = None
    total: int | None = None
    location: str = msgspec.field(name="at", default="table")
    positions: tuple[int, ...] = ()


class CoupView(msgspec.Struct, frozen=True):
    """A finished coup, as on the scoreboard."""

    number: int
    winner: Winner | None
    punto: int
    banca: int
    natural: bool
    cards: dict[str, tuple[Card, ...]] = {}
    positions: dict[str, tuple[int, ...]] = {}
    """The numbers of the same cards in the shoe, counted from 0."""


class IncidentView(msgspec.Struct, frozen=True):
    """An open incident. What is proposed, and the house practice it rests on, is for the table chief alone."""

    serial: int
    kind: str
    note: str
    proposed_effects: tuple[Effect, ...] = msgspec.field(name="proposed", default=())
    clauses: tuple[Cite, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """The viewer themselves: their posts, place, chips (cents) and stakes, and what the last coup brought them."""

    person: kernel.PersonId
    roles: tuple[Role, ...] = ()
    seat: int | None = None
    behind: int | None = None
    chips: Cents = 0
    bets: dict[str, Cents] = {}
    last: tuple[Line, ...] = ()
    last_bets: dict[str, Cents] = {}
    """What they staked in the last coup, to be staked again."""


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it. Amounts in cents; from ``said_from`` on stands what was said last, in one act."""

    is_private: ClassVar[bool] = False
    name: str
    variant: Variant
    rulebook: str
    title: str
    step: kernel.Step
    phase: Phase = msgspec.field(name="window")
    minimum: Cents
    maximum: Cents
    tie_maximum: Cents
    authorised_minimum: Cents
    multiples_only: bool
    standing_allowed: bool
    side_bets: tuple[Bet, ...]
    decks: int
    shoe_kind: ChanceKind
    conduct: Conduct
    shoe: int
    coup: int
    cards_out: int
    cards_to_cut_card: int | None
    last_coup: bool
    basket: int
    turned_card: Card | None = msgspec.field(name="turned")
    croupier_deals: bool
    seats: tuple[SeatView, ...]
    standing: tuple[StandingView, ...]
    staff: dict[str, kernel.PersonId]
    hands: dict[str, HandView]
    stakes: dict[str, Cents] = msgspec.field(name="staked")
    announcements: tuple[Said, ...] = msgspec.field(name="said")
    said_from: int
    result: Winner | None
    disputants: tuple[kernel.PersonId, ...] = msgspec.field(name="disputed")
    history: tuple[CoupView, ...]
    incident: IncidentView | None
    waiting_for_key: int | None
    waits_for: kernel.PersonId | None
    is_called: bool = msgspec.field(name="called")
    me: Me | None
    due_lines: tuple[Line, ...] = msgspec.field(name="due", default=())
    """What each bet comes to, before it is settled: for the officials who collect and pay."""

    @property
    def waiting_list(self) -> tuple[kernel.PersonId, ...]:
        """Return the waiting list: nobody, for this game has none."""
        return ()

    @property
    def incidents(self) -> tuple[IncidentView, ...]:
        return () if self.incident is None else (self.incident,)

    def touched_by(self, incident: IncidentView) -> Touched:
        people: tuple[SeatView | StandingView, ...] = (*self.seats, *self.standing)
        holders: dict[str, kernel.PersonId | None] = {
            Hand.PUNTO: next((one.person for one in people if one.holds_hand), None),
            Hand.BANCA: next((one.person for one in self.seats if one.has_shoe), None),
        }
        stakes = ((one.person, sum(one.bets.values())) for one in people if one.person is not None)
        return touched(incident.proposed_effects, (), self._lying(), holders, stakes)

    def _lying(self) -> Iterator[TouchedCard]:
        for name, hand in self.hands.items():
            for number, position in enumerate(hand.positions):
                yield TouchedCard(position, name if number < len(hand.cards) else third(Hand(name)))


def view(state: State, viewer: kernel.PersonId | None) -> View:
    settings, shoe = state.settings, state.shoe
    return View(
        name=settings.name,
        variant=settings.variant,
        rulebook=state.book.id,
        title=state.book.title,
        step=state.step,
        phase=state.phase,
        minimum=settings.minimum,
        maximum=settings.maximum,
        tie_maximum=tie_maximum(state),
        authorised_minimum=settings.authorised_minimum,
        multiples_only=settings.multiples_only,
        standing_allowed=settings.standing_allowed,
        side_bets=settings.side_bets,
        decks=settings.decks,
        shoe_kind=settings.shoe,
        conduct=settings.conduct,
        shoe=shoe.number,
        coup=state.coup,
        cards_out=shoe.position,
        cards_to_cut_card=None if shoe.cut_card is None else max(0, shoe.cut_card - shoe.position),
        last_coup=shoe.is_stop_seen,
        basket=state.basket,
        turned_card=shoe.turned_card,
        croupier_deals=state.turn.croupier,
        seats=tuple(_seat(state, seat) for seat in state.seats.labels),
        standing=tuple(
            StandingView(one.person, one.behind, one.person == state.hand_holder, _bets(state, one.person))
            for one in state.seats.standing
        ),
        staff={str(role): who for role, who in sorted(state.staff.items())},
        hands={str(hand): _hand(state, hand, viewer) for hand in Hand},
        stakes={str(bet): sum(amount for _, amount in state.on(bet)) for bet in Bet},
        announcements=state.announcements,
        said_from=state.said_from,
        result=state.winner,
        disputants=state.disputants,
        history=tuple(
            CoupView(coup.number, coup.winner, coup.punto, coup.banca, coup.natural, *_shown(coup.layout))
            for coup in state.history
            if coup.shoe == shoe.number
        ),
        incident=_incident(state, viewer),
        waiting_for_key=state.due_cards[0].position
        if state.due_cards and state.due_cards[0].face_up and settings.shoe is ChanceKind.KEYED
        else None,
        waits_for=waits_for(state),
        is_called=state.called_person is not None and state.called_person == waits_for(state),
        me=None if viewer is None else _me(state, viewer),
        due_lines=_due_lines(state, viewer),
    )


def _due_lines(state: State, viewer: kernel.PersonId | None) -> tuple[Line, ...]:
    if viewer is None or state.phase is not Phase.SETTLE or state.winner is None or not roles_of(state.staff, viewer):
        return ()
    return lines(state.bets, state.winner, state.layout, state.book)


def _bets(state: State, person: kernel.PersonId) -> dict[str, Cents]:
    return {str(bet): amount for bet in Bet if (amount := state.stake(person, bet))}


def _seat(state: State, seat: int) -> SeatView:
    person = state.seats.occupants.get(seat)
    return SeatView(
        seat,
        person,
        person in state.seats.away,
        state.turn.holder == seat,
        state.turn.offered_place == seat,
        person is not None and person == state.hand_holder,
        {} if person is None else _bets(state, person),
    )


@lru_cache(maxsize=4096)
def _shown(layout: Layout) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[int, ...]]]:
    """The cards of a finished coup and their numbers, which every viewer sees again until the shoe ends."""
    lying = {
        str(hand): tuple(
            (card.face, card.position) for card in at(layout, hand) + at(layout, third(hand)) if card.face_up
        )
        for hand in Hand
    }
    faces = {hand: tuple(face for face, _ in cards if face is not None) for hand, cards in lying.items()}
    return faces, {hand: tuple(position for _, position in cards) for hand, cards in lying.items()}


def _hand(state: State, hand: Hand, viewer: kernel.PersonId | None) -> HandView:
    two = at(state.layout, hand)
    shown = len(two) == 2 and all(card.face_up for card in two)
    thirds = at(state.layout, third(hand))
    known = tuple(card.known_to(viewer) for card in two)
    reckoned = state.total(hand) if shown else None
    return HandView(
        known,
        thirds[0].known_to(viewer) if thirds else None,
        reckoned if isinstance(reckoned, int) else None,
        _where(state, hand, shown),
        tuple(card.position for card in (*two, *thirds)),
    )


def _where(state: State, hand: Hand, shown: bool) -> str:
    if hand is Hand.PUNTO:
        if shown:
            return "right"
        return "holder" if state.phase is Phase.PLAYER_SHOWS else "croupier"
    return "left" if shown else "shoe"


def _incident(state: State, viewer: kernel.PersonId | None) -> IncidentView | None:
    incident = next(iter(state.docket.open), None)
    if incident is None:
        return None
    chief = viewer is not None and Role.TABLE_CHIEF in roles_of(state.staff, viewer)
    told = (incident.proposed_effects, incident.clauses) if chief else ((), ())
    return IncidentView(incident.serial, incident.kind, incident.note, *told)


def _me(state: State, viewer: kernel.PersonId) -> Me:
    from tapete.accounts import balance, person

    seat = state.seats.seat_of(viewer)
    last = tuple(line for line in state.history[-1].lines if line.person == viewer) if state.history else ()
    return Me(
        viewer,
        tuple(sorted(roles_of(state.staff, viewer))),
        seat,
        None if seat is not None else state.seats.place_of(viewer),
        balance(state.ledger, person(viewer)),
        _bets(state, viewer),
        last if state.phase is not Phase.BETS else (),
        {str(line.bet): line.stake for line in last},
    )


EITHER: Final = kernel.Choice((False, True))

Decide = Callable[[State, kernel.Act[Any]], kernel.Outcome]


def visible_state(state: State, viewer: kernel.PersonId | None) -> State:
    return replace(state, layout=tuple(replace(card, face=card.known_to(viewer)) for card in state.layout))


def candidates(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    yield from staff_acts(state, viewer)
    yield from player_acts(state, viewer)


def staff_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    roles = roles_of(state.staff, viewer)
    if not roles:
        return
    yield a.CountPack(), {}
    yield a.ShufflePack(), {}
    if state.shoe.size:
        yield a.CutPack(state.shoe.size // 2), {"depth": cut_bounds(state.shoe.size, state.settings.shoe)}
    yield a.InsertCutCard(), {}
    yield a.BurnCards(), {}
    yield a.CallPerson(), {}
    yield a.OpenBets(), {}
    yield a.CloseBets(), {}
    due = draw_awaited(state)
    if isinstance(due, CardDraw | FaceDraw) and due.by_person:
        yield (
            CardOut(due.position, state.shoe.known_faces.get(due.position) or _any_card(state)),
            {"position": kernel.FixedValue(due.position), "face": kernel.CardFace(), "place": kernel.Note(due.place)},
        )
    yield a.StopCardOut(), {}
    yield a.Settle(), {}
    for one in state.disputants:
        yield a.AwardHand(one), {"person": kernel.People(tuple(state.disputants)), "standing": EITHER}
        break
    named = [*state.book.irregularities, "other"]
    lying = [card.position for card in state.layout]
    following = [state.shoe.position] if is_next_card(state, state.shoe.position) else []
    yield (
        a.ReportIncident("other"),
        {
            "kind": kernel.Choice(tuple(named)),
            "position": kernel.Choice((None, *lying, *following)),
            "note": kernel.Text(),
        },
    )
    for found in state.docket.open:
        note = (
            (NoteOnly(found.kind),)
            if any(require_suitable_effect(state, effect) for effect in found.proposed_effects)
            else None
        )
        yield (
            GiveRuling(found.serial, note, "-"),
            {"serial": kernel.FixedValue(found.serial), "effects": kernel.Effects(), "reason": kernel.Text()},
        )
    for option in ("standing_allowed", "multiples_only"):  # one by one, so that none is offered as it stands
        other = not getattr(state.settings, option)
        yield a.SetOptions(**{option: other}), {option: kernel.FixedValue(other)}
    yield a.CloseTable(), {}


def _any_card(state: State) -> Any:
    return next(card for card in DECK if remaining_copies(state, card) > 0)


def player_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    free = [seat for seat in state.seats.labels if seat not in state.seats.occupants]
    if free:
        yield Sit(free[0]), {"seat": kernel.Choice(tuple(free))}
    if state.seats.seat_of(viewer) is None:
        own = state.seats.place_of(viewer)
        others = tuple(seat for seat in state.seats.labels if seat != own)
        if others:
            yield StandBehind(others[0]), {"seat": kernel.Choice(others)}
    yield a.TakeShoe(), {}
    yield a.PassShoe(), {}
    yield from bet_acts(state, viewer)
    yield a.Deal(), {}
    for hand in Hand:
        yield a.ShowHand(hand), {"hand": kernel.FixedValue(str(hand))}
        yield a.DrawCard(hand), {"hand": kernel.FixedValue(str(hand))}
    chips = balance(state.ledger, person(viewer))
    yield BuyIn(100), {"amount": kernel.Amount(1)}
    if chips:
        yield CashOut(chips), {"amount": kernel.Amount(1, chips)}
    yield Leave(), {}


def bet_acts(state: State, viewer: kernel.PersonId) -> Iterator[tuple[Any, dict[str, kernel.Field]]]:
    chips = balance(state.ledger, person(viewer))
    low = state.settings.minimum
    step = low if state.settings.multiples_only else 1
    for bet in (*MAIN_BETS, *state.settings.side_bets):
        there = state.stake(viewer, bet)
        field: dict[str, kernel.Field] = {"bet": kernel.FixedValue(str(bet))}
        most = tie_maximum(state) if bet is Bet.TIE else state.settings.maximum
        missing = (-there) % step  # what lies there may be no multiple, where none was asked for when it was laid
        more = on_steps(missing or (step if there else low), min(most - there, chips), step)
        if (least := more.first()) is not None:
            yield a.PlaceBet(bet, least), {**field, "amount": more}
        if there:
            yield a.WithdrawBet(bet), field
        part = on_steps(there % step or step, there - low, step)
        if (least := part.first()) is not None:
            yield a.WithdrawBet(bet, least), {**field, "amount": part}


def on_steps(least: int, most: int, step: int) -> kernel.Amount:
    """Return the amounts between two bounds that lie on a step from the least; the greatest is one of them."""
    return kernel.Amount(least, most - (most - least) % step, step)


def waited_for(state: State) -> tuple[str, ...]:
    if state.docket.open:
        return ("give-ruling",)
    if state.due_cards:
        return ("card-out",)
    offered = ("take-shoe", "pass-shoe") if state.turn.offered_place is not None else ()
    return (*PHASES[state.phase].awaited_acts, "award-hand", *offered)


def legal(
    state: State, viewer: kernel.PersonId | None, decide: Decide, *, is_main_only: bool = False
) -> tuple[kernel.Offer, ...]:
    if viewer is None or state.rules is None:
        return ()
    seen = visible_state(state, viewer)
    waited, allowed = waited_for(state), PHASES[state.phase].offered_acts
    found = []
    for what, fields in candidates(seen, viewer):
        tag = str(what.__struct_config__.tag)
        if (type(what) not in allowed and type(what) not in ANY_PHASE) or (is_main_only and tag not in waited):
            continue
        outcome = decide(seen, kernel.Act(viewer, what, seen.step))
        if not isinstance(outcome, kernel.Refused):
            found.append(kernel.Offer(tag, fields, tag in waited, outcome.rests_on))
    return tuple(found)


def explain(state: State, viewer: kernel.PersonId | None, decide: Decide) -> tuple[Cite, ...]:
    if state.rules is None:
        return ()
    seen = visible_state(state, viewer)
    found: dict[Cite, None] = {}
    for one in dict.fromkeys((state.croupier(), state.dealer(), state.hand_holder, state.staff.get(Role.TABLE_CHIEF))):
        for offer in legal(seen, one, decide, is_main_only=True):
            found.update(dict.fromkeys(offer.clauses))
    for offer in legal(seen, viewer, decide):
        found.update(dict.fromkeys(offer.clauses))
    return tuple(found)
