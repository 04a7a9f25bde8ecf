"""Who turns the Player hand: the person with the highest stake on it."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.punto_banco.acts import AwardHand
from tapete.games.punto_banco.events import HandAwarded, HandDisputed
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Bet, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role, require_post


def has_shoe_stake(state: State, who: PersonId, bet_on: str) -> bool:
    """Return True if whoever has the shoe has staked the minimum on a hand that ``bet_on`` lets him bet on."""
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
    """Return people in the order of the turn: from the right of whoever has the shoe, seated before standing."""
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
        return (HandAwarded(without_stake_on_player(state)),)
    if len(found) == 1:
        return (HandAwarded(found[0]),)
    ordered = in_turn_order(state, found)
    if state.turn_order_decides:
        rest_on(cite("HP.PB.equal-stakes"))
        return (HandAwarded(ordered[0]),)
    return (HandDisputed(ordered),)


def award(state: State, who: PersonId, what: AwardHand) -> Decision:
    """Decide the table chief's choice between equal highest stakes: an unforeseen case, so it is his."""
    wrong = first_fault(
        require_chief_for_unforeseen(state, who),
        None if state.disputants else fault("nothing-to-decide"),
        None if what.person in state.disputants else fault("not-a-candidate", candidates=list(state.disputants)),
    )
    return wrong or (HandAwarded(what.person, what.standing),)


@rule("PB.A2.12", neutral=None)
def require_chief_for_unforeseen(state: State, who: PersonId) -> Fault | None:
    """What the rules do not cover, the table chief decides, and nobody else."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def require_hand_assigned(state: State) -> Fault | None:
    """Return a Fault while nobody is chosen to turn the Player hand."""
    if state.disputants and state.phase in (Phase.DEAL, Phase.PLAYER_SHOWS):
        return fault("hand-disputed", candidates=list(state.disputants))
    return None
