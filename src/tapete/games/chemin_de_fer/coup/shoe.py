"""Preparing the shoe: shuffling, offering the cards, the last shuffle, the cut, the stop card."""

from __future__ import annotations

from tapete.chance import SealShoe
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat import pack
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.baccarat.procedure import say
from tapete.games.banked.shoe import InsertStopCard, StopCardIn
from tapete.games.chemin_de_fer.acts import DeclineCut, OfferCards
from tapete.games.chemin_de_fer.cards.shoe_end import require_card_check_done
from tapete.games.chemin_de_fer.events import CutOffered, PackCut, PackShuffled, PhaseOpened, ShoeWanted
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.silence import may_stand_for
from tapete.games.chemin_de_fer.round.passing import start_shoe
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId, fold
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- the order of the steps -------------------------------------------------------------------------------------------


@rule("CF.B.03", neutral=None)
def require_shuffled(state: State) -> Fault | None:
    """At the beginning of every shoe the croupier shuffles, and then offers the cards to the players."""
    missing = {Phase.SHOE: "not-shuffled", Phase.SHUFFLED: "cards-not-offered"}.get(state.phase)
    return fault(missing) if missing else None


@rule("CF.B.06", neutral=None)
def require_last_shuffle(state: State) -> Fault | None:
    """When the cards come back the last shuffle is always the croupier's own."""
    return fault("croupier-shuffles-last") if state.phase is Phase.OFFERED else None


# --- shuffling --------------------------------------------------------------------------------------------------------


def shuffle(state: State, who: PersonId, what: ShufflePack) -> Decision:
    """Decide a shuffle: the croupier's first and last one, a player's while the cards are on offer."""
    del what
    croupier = require_post(state.staff, who, Role.CROUPIER)
    if croupier and state.phase is Phase.OFFERED:
        return player_shuffles(state, who)
    wrong = first_fault(
        croupier,
        require_phase(state, Phase.SHOE, Phase.OFFERED),
        require_card_check_done(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    )
    if wrong:
        return wrong
    if state.phase is Phase.SHOE:
        return (PackShuffled(who), PhaseOpened(Phase.SHUFFLED))
    return (PackShuffled(who), ShoeWanted(state.shoe.number + 1, state.settings.decks * 52))


@rule("CF.B.05", neutral=lambda _state, _who: fault("players-do-not-shuffle"))
def player_shuffles(state: State, who: PersonId) -> Decision:
    """Any player may shuffle the cards on offer; as many as like to, in the order in which they ask."""
    wrong = first_fault(
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    )
    return wrong or (PackShuffled(who),)


def offer(state: State, who: PersonId, what: OfferCards) -> Decision:
    """Decide that the croupier offers the cards, with the formula."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLED),
    )
    return wrong or (*say(state, "cards-pass"), PhaseOpened(Phase.OFFERED))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Take up the order that chance fixed after the last shuffle; the cut is offered."""
    if who != CHANCE:
        return fault("only-chance")
    ready = pack.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, *offer_cut(fold(evolve, state, (ready,))))


# --- the cut ----------------------------------------------------------------------------------------------------------


@rule("CF.B.07", neutral=())
def people_for_cut(state: State) -> tuple[PersonId, ...]:
    """The cut is offered to the player on the croupier's left and then to the following ones until somebody cuts."""
    sitting = tuple(state.seats.occupants.get(seat) for seat in reversed(state.seats.labels))
    return tuple(one for one in sitting if one is not None and one not in state.seats.away)


def offer_cut(state: State, past: PersonId | None = None) -> tuple[Event, ...]:
    """Return the offer of the cut to the next person; what every player declines falls to the croupier."""
    declined = state.shoe.cut_refusers if past is None else state.shoe.cut_refusers | {past}
    left = [one for one in people_for_cut(state) if one not in declined]
    croupier = state.croupier()
    if left:
        return (CutOffered(left[0], past), PhaseOpened(Phase.CUT))
    rest_on(cite("HP.CF.croupier-cuts"))
    return () if croupier is None else (CutOffered(croupier, past), PhaseOpened(Phase.CUT))


def require_cutter(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the cards are to be cut now, and by this person."""
    return first_fault(
        require_shuffled(state),
        require_last_shuffle(state),
        require_phase(state, *PREPARING) if state.phase is not Phase.STOP_CARD else require_phase(state, Phase.CUT),
        None if state.may_act_for(who, cutter(state)) else not_the_cutter(state),
    )


def not_the_cutter(state: State) -> Fault:
    """Return the fault of somebody who is not the one to whom the round of the cut has come."""
    return with_clauses(fault("cut-not-offered-to-you", to=state.shoe.cut_to), "CF.B.07")


def cutter(state: State) -> PersonId | None:
    """Return whose the cut is: the person it is offered to; the croupier's post, whoever holds it now."""
    asked = state.shoe.cut_to
    return asked if asked is None or state.seats.is_at_table(asked) else state.croupier()


def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    """Decide the cut; cards stay on both sides of it."""
    wrong = first_fault(
        require_cutter(state, who), pack.require_valid_cut(state.settings.decks * 52, what.depth, state.settings.shoe)
    )
    return wrong or (PackCut(what.depth, who), PhaseOpened(Phase.STOP_CARD))


def decline_cut(state: State, who: PersonId, what: DeclineCut) -> Decision:
    """Decide that somebody leaves the cut to the next; the croupier has nobody to leave it to."""
    del what
    asked = cutter(state)
    alone = asked == state.croupier()
    for_him = not alone and state.phase is Phase.CUT and may_stand_for(state, who, asked)
    wrong = (None if for_him else require_cutter(state, who)) or (fault("croupier-must-cut") if alone else None)
    return wrong or offer_cut(state, asked)


# --- the stop card ----------------------------------------------------------------------------------------------------


@rule("CF.B.08", neutral=None)
def require_cut(state: State) -> Fault | None:
    """The stop card goes in after the cut."""
    return fault("not-cut") if state.phase is Phase.CUT else None


def insert_stop_card(state: State, who: PersonId, what: InsertStopCard) -> Decision:
    """Decide where the stop card goes: so many cards from the end as the rulebook says. Then the shoe is loaded."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state),
        require_last_shuffle(state),
        require_cut(state),
        require_phase(state, Phase.STOP_CARD),
    )
    if wrong:
        return wrong
    below = pack.cards_below(state.book.pack.cards_below_stop_card, what.below, "stop-card-depth")
    if isinstance(below, Fault):
        return below
    loaded = StopCardIn(state.shoe.size - below)
    return (loaded, *start_shoe(fold(evolve, state, (loaded,))))
