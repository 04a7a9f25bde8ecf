"""The shoe: counting, shuffling, cutting, the cut card, the burn, and the end of the shoe."""

from __future__ import annotations

from tapete.cards import Card, rank
from tapete.chance import ChanceKind, SealShoe
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BASKET
from tapete.games.baccarat.points import value
from tapete.games.baccarat.procedure import (
    CutPack,
    DrawAwaited,
    DueCard,
    PackCut,
    ShoeEnded,
    ShufflePack,
    StopCardSeen,
    say,
)
from tapete.games.punto_banco.acts import BurnCards, CountPack, InsertCutCard, StopCardOut
from tapete.games.punto_banco.events import CardsBurned, CutCardIn, PhaseOpened, ShoeOpened, ShoeWanted
from tapete.games.punto_banco.rules import Rules
from tapete.games.punto_banco.state import TURNED, Shoe, State
from tapete.games.punto_banco.terms import Phase
from tapete.games.punto_banco.turn import offer_first
from tapete.kernel import Decision, Event, PersonId
from tapete.table.staff import Role, require_post

BURN = TURNED

_ORDER = (Phase.COUNT, Phase.SHUFFLE, Phase.CUT, Phase.CUT_CARD, Phase.BURN)
_MISSING = {
    Phase.COUNT: "not-counted",
    Phase.SHUFFLE: "not-shuffled",
    Phase.CUT: "not-cut",
    Phase.CUT_CARD: "no-cut-card",
    Phase.BURN: "not-burned",
}


@rule("PB.B.01", neutral=None)
def require_steps_in_order(state: State, wanted: Phase) -> Fault | None:
    """The pack is counted, then shuffled, then cut; only afterwards does the cut card go in."""
    if state.phase in _ORDER and _ORDER.index(state.phase) < _ORDER.index(wanted):
        return fault(_MISSING[state.phase])
    return None


def require_preparation(state: State, wanted: Phase) -> Fault | None:
    """Return a Fault unless the table is preparing a shoe and has come as far as ``wanted``."""
    late = state.phase not in _ORDER or _ORDER.index(state.phase) > _ORDER.index(wanted)
    return fault("wrong-window", window=str(state.phase)) if late else None


def _require_step(state: State, who: PersonId, wanted: Phase) -> Fault | None:
    return first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_steps_in_order(state, wanted),
        require_preparation(state, wanted),
    )


def count(state: State, who: PersonId, what: CountPack) -> Decision:
    """Decide the count: a pack that is not whole is not used."""
    size = state.settings.decks * 52
    if state.phase is Phase.END_OF_SHOE and (wrong := require_post(state.staff, who, Role.CROUPIER)) is None:
        if what.found not in (None, size):
            return fault("pack-not-whole", found=what.found, size=size)
        return (ShoeOpened(state.shoe.number + 1, size), PhaseOpened(Phase.COUNT), PhaseOpened(Phase.SHUFFLE))
    wrong = _require_step(state, who, Phase.COUNT)
    if wrong:
        return wrong
    if what.found is not None and what.found != size:
        return fault("pack-not-whole", found=what.found, size=size)
    return (PhaseOpened(Phase.SHUFFLE),)


def shuffle(state: State, who: PersonId, what: ShufflePack) -> Decision:
    return _require_step(state, who, Phase.SHUFFLE) or (ShoeWanted(),)


def seal_shoe(state: State, what: SealShoe) -> Decision:
    ready = procedure.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, PhaseOpened(Phase.CUT))


def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    wrong = _require_step(state, who, Phase.CUT) or procedure.require_valid_cut(
        state.shoe.size, what.depth, state.settings.shoe
    )
    return wrong or (PackCut(what.depth), PhaseOpened(Phase.CUT_CARD))


def insert_cut_card(state: State, who: PersonId, what: InsertCutCard) -> Decision:
    """Decide where the cut card goes: exactly so many cards below it as the rulebook says."""
    wrong = _require_step(state, who, Phase.CUT_CARD)
    if wrong:
        return wrong
    below = procedure.cards_below(state.book.pack.cards_below_cut_card, what.below, "cut-card-depth")
    if isinstance(below, Fault):
        return below
    return (CutCardIn(state.shoe.size - below), PhaseOpened(Phase.BURN))


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
    return burn_value(face, rules)


def burn_value(face: Card, rules: Rules) -> int:
    """Return what a card counts for the burn: tens and courts have a value of their own there."""
    return rules.pack.burn_tens.use() if rank(face) in "TJQK" else value(face, rules.points)


def burn(state: State, who: PersonId, what: BurnCards) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_cut_card(state.shoe),
        require_steps_in_order(state, Phase.BURN),
        require_preparation(state, Phase.BURN),
        fault("card-awaited") if state.due_cards else None,
    )
    return wrong or (DrawAwaited((DueCard(state.shoe.position, BURN, is_burn_card_turned()),)),)


def burn_and_offer(state: State, face: Card | None) -> tuple[Event, ...]:
    """Return what follows the turned card: the burn itself, and the shoe is offered."""
    count = 0 if face is None else cards_to_burn(face, state.book)
    if not state.book.pack.burn_turned_card_too.use():
        count = max(0, count - 1)
    burnt = (CardsBurned(state.shoe.position, count),) if count else ()
    return (*burnt, PhaseOpened(Phase.BETWEEN), *offer_first(state))


@rule("PB.B.05", neutral=lambda shoe: shoe.size if shoe.cut_card is None else shoe.cut_card)
def cards_that_may_leave(shoe: Shoe) -> int:
    """The coup in which the cut card appears is played to its end: the cards below it serve for that."""
    return shoe.size


def require_card_may_leave(state: State, position: int) -> Fault | None:
    """Return a Fault unless the card at ``position`` is the next one of the shoe, and there is one. Whether the cut
    card of a real shoe has appeared the croupier says, and not the number of a card.
    """
    shoe = state.shoe
    has_appeared = shoe.is_stop_seen or state.settings.shoe is not ChanceKind.KEYED
    below = has_appeared and shoe.cut_card is not None and position >= shoe.cut_card
    most = cards_that_may_leave(shoe) if below else shoe.size
    return fault("shoe-exhausted", position=position) if position >= most else None


def stop_card(state: State, position: int) -> tuple[Event, ...]:
    """Return the appearance of the cut card, if it lies before the card at ``position`` and has not come out yet."""
    if (
        state.shoe.is_stop_seen
        or state.shoe.cut_card is None
        or position < state.shoe.cut_card
        or state.settings.shoe is ChanceKind.KEYED
    ):
        return ()
    return (StopCardSeen(position), *say(state, "stop-card"))


def stop_card_out(state: State, who: PersonId, what: StopCardOut) -> Decision:
    """Decide the croupier's report that the cut card came out of a real shoe; between coups that ends the shoe."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        None if state.settings.shoe is ChanceKind.KEYED else fault("shoe-is-not-keyed"),
        fault("stop-card-was-seen") if state.shoe.is_stop_seen else None,
        require_cut_card.where(state.shoe.cut_card is None, state.shoe),
        fault("wrong-window", window=str(state.phase)) if state.phase in (*_ORDER, Phase.END_OF_SHOE) else None,
    )
    if wrong:
        return wrong
    seen = (StopCardSeen(state.shoe.position), *say(state, "stop-card"))
    return (*seen, *(game_over(state) if state.phase is Phase.BETWEEN else coup_goes_on(state)))


@rule("PB.B.04", neutral=())
def game_over(state: State) -> tuple[Event, ...]:
    """When the cut card has appeared the game is over: no other coup begins with this shoe."""
    return (ShoeEnded(state.shoe.number), PhaseOpened(Phase.END_OF_SHOE))


@rule("PB.B.05", neutral=lambda state: game_over(state))
def coup_goes_on(state: State) -> tuple[Event, ...]:
    """A coup in which the cut card appears is played to its end, and the shoe ends after it."""
    del state
    return ()


def end_of_shoe(state: State) -> tuple[Event, ...]:
    over = game_over(state) if state.shoe.is_over else ()
    return over or (PhaseOpened(Phase.BETWEEN),)


__all__ = [
    "BASKET",
    "BURN",
    "burn",
    "burn_and_offer",
    "count",
    "cut",
    "end_of_shoe",
    "insert_cut_card",
    "seal_shoe",
    "shuffle",
    "stop_card",
]
