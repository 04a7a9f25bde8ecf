"""Whose turn it is and the shoe: phases, who holds it, what is waited for, how it is prepared and ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tapete.cards import Card, rank
from tapete.chance import ChanceKind, SealShoe
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.points import Winner, value
from tapete.games.punto_banco import acts as a, events as e
from tapete.games.punto_banco.rules import Rules
from tapete.games.punto_banco.state import TURNED, Shoe, State
from tapete.games.punto_banco.terms import Bet, Phase, Variant
from tapete.kernel import ActBody, Decision, Event, PersonId, require_complete
from tapete.money import Cents
from tapete.table import phases
from tapete.table.seats import Seats
from tapete.table.staff import Role, require_post


def has_shoe_stake(state: State, who: PersonId, bet_on: str) -> bool:
    hands = (Bet.BANCA,) if bet_on == "bank-only" else (Bet.PUNTO, Bet.BANCA)
    return any(state.stake(who, bet) >= state.settings.minimum for bet in hands)


@rule("PB.B.14", "PB.C.08", neutral=())
def highest_on_player(stakes: Sequence[tuple[PersonId, Cents]]) -> tuple[PersonId, ...]:
    """The Player hand goes to whoever has the largest stake on it; more than one name means equal stakes."""
    most = max(amount for _, amount in stakes)
    return tuple(who for who, amount in stakes if amount == most)


def stakes_on_player(state: State) -> list[tuple[PersonId, Cents]]:
    """Return the stakes of those who may have the Player hand. The player who has the shoe keeps to the Bank hand."""
    dealer = state.dealer() if state.turn.holder is not None else None
    stakes = [(who, amount) for who, amount in state.on(Bet.PUNTO) if who != dealer]
    if state.book.seats.standing_may_hold_hand.use():
        return stakes
    return [(who, amount) for who, amount in stakes if state.seats.seat_of(who) is not None]


@rule("PB.C.09", neutral=lambda state: state.dealer())
def without_stake_on_player(state: State) -> PersonId | None:
    """Nobody has staked on the Player hand: the croupier turns it."""
    return state.croupier()


def in_turn_order(state: State, people: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
    start = state.turn.holder if state.turn.holder is not None else state.seats.labels[-1]
    round_ = list(state.seats.rightwards(start))

    def key(who: PersonId) -> tuple[bool, int, int]:
        standing = [one.person for one in state.seats.standing]
        place = state.seats.place_of(who)
        return (
            state.seats.seat_of(who) is None,
            round_.index(place) if place in round_ else len(round_),
            standing.index(who) if who in standing else 0,
        )

    return tuple(sorted(people, key=key))


def holder_of_player_hand(state: State) -> tuple[Event, ...]:
    """Return the event that gives the Player hand to somebody, or leaves the choice to the table chief."""
    stakes = stakes_on_player(state)
    found = highest_on_player.where(bool(stakes), stakes)
    if not found:
        return (e.HandAwarded(without_stake_on_player(state)),)
    if len(found) == 1:
        return (e.HandAwarded(found[0]),)
    ordered = in_turn_order(state, found)
    if state.turn_order_decides:
        rest_on(cite("HP.PB.equal-stakes"))
        return (e.HandAwarded(ordered[0]),)
    return (e.HandDisputed(ordered),)


def award(state: State, who: PersonId, what: a.AwardHand) -> Decision:
    """Decide the table chief's choice between equal highest stakes: an unforeseen case, so it is theirs."""
    wrong = first_fault(
        require_chief_for_unforeseen(state, who),
        None if state.disputants else fault("nothing-to-decide"),
        None if what.person in state.disputants else fault("not-a-candidate", candidates=list(state.disputants)),
    )
    return wrong or (e.HandAwarded(what.person, what.standing),)


@rule("PB.A2.12", neutral=None)
def require_chief_for_unforeseen(state: State, who: PersonId) -> Fault | None:
    """What the rules do not cover, the table chief decides, and nobody else."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def require_hand_assigned(state: State) -> Fault | None:
    if state.disputants and state.phase in (Phase.DEAL, Phase.PLAYER_SHOWS):
        return fault("hand-disputed", candidates=list(state.disputants))
    return None


# The clauses in force at a phase are those that the awaited act and the viewer's own acts rest on: they are traced, not
# listed (:func:`tapete.games.punto_banco.view.explain`).

PhaseRules = phases.PhaseRules[State]


def dealer(state: State) -> PersonId | None:
    return state.dealer()


def dealer_or_chief(state: State) -> PersonId | None:
    return state.staff.get(Role.TABLE_CHIEF) if state.disputants else state.dealer()


def person_at_shoe(state: State) -> PersonId | None:
    offered = state.turn.offered_place
    return None if offered is None else state.seats.occupants.get(offered)


def person_at_shoe_or_bet(state: State) -> PersonId | None:
    """Return the player to whom the shoe is offered, or who has it, was asked for their bet and still owes it."""
    if state.turn.offered_place is not None:
        return person_at_shoe(state)
    holder = state.dealer() if state.turn.is_reminded else None
    has_staked = holder is not None and has_shoe_stake(state, holder, state.book.turn.holder_bet_on.value)
    return None if has_staked else holder


def _rules(awaited: type[ActBody], waits_for: Callable[[State], PersonId | None], *others: type[ActBody]) -> PhaseRules:
    return PhaseRules((), phases.tags(awaited), waits_for, frozenset({awaited, *others}))


ANY_PHASE: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.CardOut, a.AwardHand, a.WithdrawBet, a.ReportIncident, a.GiveRuling, a.SetOptions, a.CloseTable),
        *(a.Sit, a.StandBehind, a.Leave, a.BuyIn, a.CashOut, a.Relieve),
    }
)
"""Acts that no phase excludes as such: what they need is asked of the cards, the stakes, the incidents, the people."""

PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.CLOSED: PhaseRules(),
    Phase.COUNT: _rules(a.CountPack, phases.no_person),
    Phase.SHUFFLE: _rules(a.ShufflePack, phases.no_person),
    Phase.CUT: _rules(a.CutPack, phases.no_person),
    Phase.CUT_CARD: _rules(a.InsertCutCard, phases.no_person),
    Phase.BURN: _rules(a.BurnCards, phases.no_person),
    Phase.BETWEEN: _rules(a.OpenBets, person_at_shoe, a.TakeShoe, a.PassShoe, a.CallPerson, a.StopCardOut),
    Phase.BETS: _rules(
        a.CloseBets, person_at_shoe_or_bet, a.PlaceBet, a.TakeShoe, a.PassShoe, a.CallPerson, a.StopCardOut
    ),
    Phase.DEAL: _rules(a.Deal, dealer_or_chief, a.CallPerson, a.StopCardOut),
    Phase.PLAYER_SHOWS: _rules(a.ShowHand, lambda state: state.hand_holder, a.CallPerson, a.StopCardOut),
    Phase.BANK_SHOWS: _rules(a.ShowHand, dealer, a.CallPerson, a.StopCardOut),
    Phase.PLAYER_DRAWS: _rules(a.DrawCard, dealer, a.CallPerson, a.StopCardOut),
    Phase.BANK_DRAWS: _rules(a.DrawCard, dealer, a.CallPerson, a.StopCardOut),
    Phase.SETTLE: _rules(a.Settle, phases.no_person, a.StopCardOut),
    Phase.END_OF_SHOE: _rules(a.CountPack, phases.no_person),
}
"""What holds in each phase, besides the acts of :data:`ANY_PHASE`."""

require_complete(PHASES, frozenset(Phase))


# The annex gives nobody a time and nobody a decision about the cards. So the croupier calls the silent person once,
# and from then on, as for somebody who is away, passes the offered shoe on to the right, or deals and turns the cards.


def waits_for(state: State) -> PersonId | None:
    chief = state.staff.get(Role.TABLE_CHIEF)
    if state.docket.open:
        return chief
    if state.due_cards:
        return state.croupier()
    return PHASES[state.phase].waits_for(state)


def may_be_called(state: State) -> PersonId | None:
    who = waits_for(state)
    asked_already = state.phase is Phase.BETS and state.turn.offered_place is None
    return None if asked_already else procedure.person_to_call(state.seats, who)


def call(state: State, who: PersonId, what: procedure.CallPerson) -> Decision:
    silent = may_be_called(state)
    wrong = procedure.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.PB.silent-player"))
    return (procedure.PersonCalled(silent), *procedure.say(state, "person-called", seat=state.seats.place_of(silent)))


def may_croupier_stand_in(state: State, who: PersonId, for_whom: PersonId | None) -> bool:
    away, called = cite("HP.PB.absent-holder"), cite("HP.PB.silent-player")
    return procedure.may_stand_for(
        state.seats, state.staff, who, for_whom, state.called_person, away=away, called=called
    )


@rule("PB.C.04", neutral=lambda seats: next((seat for seat in reversed(seats.labels) if seat in seats.occupants), None))
def first_in_turn(seats: Seats) -> int | None:
    """The turn begins with the player at place number 1; an empty place is skipped."""
    return seats.first_occupied()


@rule(
    "PB.C.05",
    neutral=lambda seats, seat: next(
        iter([one for one in seats.labels if one < seat and one in seats.occupants][::-1]), None
    ),
)
def to_the_right(seats: Seats, seat: int) -> int | None:
    """Who does not want the shoe passes it to the player on the right: the next number, after the highest the first."""
    return next((one for one in seats.occupied_rightwards(seat) if one != seat), None)


@rule("PB.C.11", neutral=lambda seats, seat: seats.first_occupied())
def after_loss(seats: Seats, seat: int) -> int | None:
    """After a lost bank the shoe goes to the player whose turn is next."""
    return next(seats.occupied_rightwards(seat), None)


@rule("PB.C.10", neutral=False)
def is_deal_lost(winner: Winner) -> bool:
    """The right to deal is lost when the Bank hand loses the coup; a tie is not a loss."""
    return winner is Winner.PUNTO


@rule("PB.C.03", neutral=lambda state: fault("must-deal"))
def require_right_to_decline(state: State) -> Fault | None:
    """Dealing is optional: nobody is forced to take the shoe, and a refusal costs nothing."""
    return None


@rule("MPB.03", neutral=False)
def has_mini_same_rules() -> bool:
    """All rules of the mini game are those of punto y banca; so the shoe goes round there too."""
    return True


def may_players_deal(state: State) -> bool:
    match state.settings.variant:
        case Variant.MINI:
            turns = has_mini_same_rules()
        case Variant.PUNTO_BANCO:
            turns = True
    return turns and state.settings.players_deal and state.book.turn.players_deal.use()


def offer(state: State, seat: int | None) -> tuple[Event, ...]:
    if seat is None or not may_players_deal(state):
        return (e.ShoeToCroupier(),)
    return (e.ShoeOffered(seat), *procedure.say(state, "shoe-offered", seat=seat))


def offer_first(state: State) -> tuple[Event, ...]:
    start = state.turn.last
    if state.book.turn.restart_at_first.use() or start is None:
        return offer(state, first_in_turn(state.seats))
    if state.turn.is_lost:
        return offer(state, after_loss(state.seats, start))
    return offer(state, start if start in state.seats.occupants else to_the_right(state.seats, start))


def offer_next(state: State, seat: int) -> tuple[Event, ...]:
    declined = state.turn.declined_places | {seat}
    following = to_the_right(state.seats, seat)
    while following is not None and following in declined and following != seat:
        following = to_the_right(state.seats, following)
    if following is None or following in declined:
        following = None
    return (e.ShoeDeclined(seat), *offer(state, following))


def after_coup(state: State, winner: Winner | None) -> tuple[Event, ...]:
    seat = state.turn.holder
    if winner is None or seat is None or not is_deal_lost(winner):
        return ()
    return (e.ShoeLost(seat),) if state.shoe.is_over else offer(state, after_loss(state.seats, seat))


def named_seat(state: State, who: PersonId) -> int | None:
    if who == state.croupier() and state.turn.offered_place is not None:
        absent = may_croupier_stand_in(state, who, state.seats.occupants.get(state.turn.offered_place))
        return state.turn.offered_place if absent else None
    seat = state.seats.seat_of(who)
    return seat if seat is not None and seat in (state.turn.holder, state.turn.offered_place) else None


def take(state: State, who: PersonId, what: a.TakeShoe) -> Decision:
    """Decide the taking of an offered shoe; any seated player may ask the croupier for it (house practice)."""
    seat = state.seats.seat_of(who)
    if (late := require_shoe_free_to_pass(state)) is not None:
        return late
    if seat is not None and state.turn.croupier and may_players_deal(state) and state.shoe.cut_card is not None:
        rest_on(cite("HP.PB.take-from-croupier"))
        return (e.ShoeTaken(seat),)
    if seat is None or seat != state.turn.offered_place:
        return fault("shoe-not-offered-to-you", seat=state.turn.offered_place)
    return (e.ShoeTaken(seat),)


def decline(state: State, who: PersonId, what: a.PassShoe) -> Decision:
    seat = named_seat(state, who)
    if seat is None:
        return fault("shoe-not-yours", seat=state.turn.offered_place or state.turn.holder)
    return first_fault(require_shoe_free_to_pass(state), require_right_to_decline(state)) or offer_next(state, seat)


def require_shoe_free_to_pass(state: State) -> Fault | None:
    if state.phase in (Phase.BETWEEN, Phase.BETS):
        return None
    if not state.is_between_coups:
        return with_clauses(fault("coup-in-progress"), "PB.B.10")
    over = state.phase is Phase.END_OF_SHOE
    return with_clauses(fault("wrong-window", window=str(state.phase)), "PB.B.04" if over else "PB.B.06")


BURN = TURNED

_MISSING = {
    Phase.COUNT: "not-counted",
    Phase.SHUFFLE: "not-shuffled",
    Phase.CUT: "not-cut",
    Phase.CUT_CARD: "no-cut-card",
    Phase.BURN: "not-burned",
}
_ORDER = tuple(_MISSING)


@rule("PB.B.01", neutral=None)
def require_steps_in_order(state: State, wanted: Phase) -> Fault | None:
    """The pack is counted, then shuffled, then cut; only afterwards does the cut card go in."""
    if state.phase in _ORDER and _ORDER.index(state.phase) < _ORDER.index(wanted):
        return fault(_MISSING[state.phase])
    return None


def require_preparation(state: State, wanted: Phase) -> Fault | None:
    late = state.phase not in _ORDER or _ORDER.index(state.phase) > _ORDER.index(wanted)
    return fault("wrong-window", window=str(state.phase)) if late else None


def _require_step(state: State, who: PersonId, wanted: Phase) -> Fault | None:
    return first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_steps_in_order(state, wanted),
        require_preparation(state, wanted),
    )


def count(state: State, who: PersonId, what: a.CountPack) -> Decision:
    size = state.settings.decks * 52
    if state.phase is Phase.END_OF_SHOE and (wrong := require_post(state.staff, who, Role.CROUPIER)) is None:
        if what.found not in (None, size):
            return fault("pack-not-whole", found=what.found, size=size)
        return (e.ShoeOpened(state.shoe.number + 1, size), e.PhaseOpened(Phase.COUNT), e.PhaseOpened(Phase.SHUFFLE))
    if wrong := _require_step(state, who, Phase.COUNT):
        return wrong
    if what.found is not None and what.found != size:
        return fault("pack-not-whole", found=what.found, size=size)
    return (e.PhaseOpened(Phase.SHUFFLE),)


def shuffle(state: State, who: PersonId, what: procedure.ShufflePack) -> Decision:
    return _require_step(state, who, Phase.SHUFFLE) or (e.ShoeWanted(),)


def seal_shoe(state: State, what: SealShoe) -> Decision:
    ready = procedure.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, e.PhaseOpened(Phase.CUT))


def cut(state: State, who: PersonId, what: procedure.CutPack) -> Decision:
    wrong = _require_step(state, who, Phase.CUT) or procedure.require_valid_cut(
        state.shoe.size, what.depth, state.settings.shoe
    )
    return wrong or (procedure.PackCut(what.depth), e.PhaseOpened(Phase.CUT_CARD))


def insert_cut_card(state: State, who: PersonId, what: a.InsertCutCard) -> Decision:
    if wrong := _require_step(state, who, Phase.CUT_CARD):
        return wrong
    below = procedure.cards_below(state.book.pack.cards_below_cut_card, what.below, "cut-card-depth")
    if isinstance(below, Fault):
        return below
    return (e.CutCardIn(state.shoe.size - below), e.PhaseOpened(Phase.BURN))


@rule("PB.B.02", neutral=None)
def require_cut_card(shoe: Shoe) -> Fault | None:
    """A stop card that is no playing card lies in the pack before the shoe is used."""
    return fault("no-cut-card") if shoe.cut_card is None else None


@rule("PB.B.06", neutral=False)
def is_burn_card_turned() -> bool:
    """The croupier draws the first card and turns it face up."""
    return True


@rule("PB.B.07", neutral=0)
def cards_to_burn(face: Card, rules: Rules) -> int:
    """As many cards are made unusable as the first one is worth."""
    # tens and courts have a value of their own there
    return rules.pack.burn_tens.use() if rank(face) in "TJQK" else value(face, rules.points)


def burn(state: State, who: PersonId, what: a.BurnCards) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_cut_card(state.shoe),
        require_steps_in_order(state, Phase.BURN),
        require_preparation(state, Phase.BURN),
        fault("card-awaited") if state.due_cards else None,
    )
    return wrong or (procedure.DrawAwaited((procedure.DueCard(state.shoe.position, BURN, is_burn_card_turned()),)),)


def cards_after_the_turned(rules: Rules, face: Card | None) -> int:
    count = 0 if face is None else cards_to_burn(face, rules)
    return count if rules.pack.burn_turned_card_too.use() else max(0, count - 1)


def corrected_burn(state: State, was: Card, face: Card) -> tuple[Event, ...]:
    """Count the burn anew for the true card, until another has left the shoe or was seen: each has its number then."""
    known, true = (cards_after_the_turned(state.book, one) for one in (was, face))
    is_first = state.shoe.position == 1 + known and not any(state.shoe.known_faces)
    return (e.BurnCorrected(known, true),) if known != true and is_first else ()


def burn_and_offer(state: State, face: Card | None) -> tuple[Event, ...]:
    count = cards_after_the_turned(state.book, face)
    burnt = (e.CardsBurned(state.shoe.position, count),) if count else ()
    return (*burnt, e.PhaseOpened(Phase.BETWEEN), *offer_first(state))


@rule("PB.B.05", neutral=lambda shoe: shoe.size if shoe.cut_card is None else shoe.cut_card)
def cards_that_may_leave(shoe: Shoe) -> int:
    """The coup in which the cut card appears is played to its end: the cards below it serve for that."""
    return shoe.size


def require_card_may_leave(state: State, position: int) -> Fault | None:
    """Return a Fault unless the card is next in the shoe; the croupier says when a real cut card appears."""
    shoe = state.shoe
    has_appeared = shoe.is_stop_seen or state.settings.shoe is not ChanceKind.KEYED
    below = has_appeared and shoe.cut_card is not None and position >= shoe.cut_card
    most = cards_that_may_leave(shoe) if below else shoe.size
    return fault("shoe-exhausted", position=position) if position >= most else None


def stop_card(state: State, position: int) -> tuple[Event, ...]:
    if (
        state.shoe.is_stop_seen
        or state.shoe.cut_card is None
        or position < state.shoe.cut_card
        or state.settings.shoe is ChanceKind.KEYED
    ):
        return ()
    return (procedure.StopCardSeen(position), *procedure.say(state, "stop-card"))


def stop_card_out(state: State, who: PersonId, what: a.StopCardOut) -> Decision:
    """Decide the croupier's report that the cut card came out of a real shoe; between coups that ends the shoe."""
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        None if state.settings.shoe is ChanceKind.KEYED else fault("shoe-is-not-keyed"),
        fault("stop-card-was-seen") if state.shoe.is_stop_seen else None,
        require_cut_card.where(state.shoe.cut_card is None, state.shoe),
        fault("wrong-window", window=str(state.phase)) if state.phase in (*_ORDER, Phase.END_OF_SHOE) else None,
    ):
        return wrong
    seen = (procedure.StopCardSeen(state.shoe.position), *procedure.say(state, "stop-card"))
    return (*seen, *(game_over(state) if state.phase is Phase.BETWEEN else coup_goes_on(state)))


@rule("PB.B.04", neutral=())
def game_over(state: State) -> tuple[Event, ...]:
    """When the cut card has appeared the game is over: no other coup begins with this shoe."""
    return (procedure.ShoeEnded(state.shoe.number), e.PhaseOpened(Phase.END_OF_SHOE))


@rule("PB.B.05", neutral=lambda state: game_over(state))
def coup_goes_on(state: State) -> tuple[Event, ...]:
    """A coup in which the cut card appears is played to its end, and the shoe ends after it."""
    del state
    return ()


def end_of_shoe(state: State) -> tuple[Event, ...]:
    over = game_over(state) if state.shoe.is_over else ()
    return over or (e.PhaseOpened(Phase.BETWEEN),)
