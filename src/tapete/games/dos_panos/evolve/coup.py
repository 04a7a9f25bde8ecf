"""The books of a coup: stakes, bancos, cards, words, results, turns. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.pack import CardDealt
from tapete.games.banked import events as banked
from tapete.games.banked import folds
from tapete.games.banked.coup import with_side
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.table import unchanged
from tapete.games.dos_panos.state import Banco, Coup, LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.kernel import Event

# --- stakes -----------------------------------------------------------------------------------------------------------


def apply_bets_opened(state: State, event: e.BetsOpened) -> State:
    """Begin a coup: the bank goes on with the shoe that lies there."""
    bank = None if state.bank is None else replace(state.bank, may_change_shoe=False)
    return replace(state, coup=Coup(event.coup), bank=bank)


def apply_coup_called_off(state: State, event: e.CoupCalledOff) -> State:
    """End a coup that was not dealt."""
    return replace(state, coup=Coup(event.coup))


def apply_stake_laid(state: State, event: e.StakeLaid) -> State:
    """Lay a stake; it takes the place of what the person had on the same spot."""
    coup = _without_stake(state.coup, event)
    laid = (*coup.laid, LaidStake(event.person, event.amount, *_spot(event)))
    return replace(state, coup=replace(coup, laid=laid, is_cover_short=False))


def apply_stake_taken(state: State, event: e.StakeTaken) -> State:
    """Take a stake back."""
    return replace(state, coup=replace(_without_stake(state.coup, event), is_cover_short=False))


def apply_cover_short(state: State, event: e.CoverShort) -> State:
    """Note that the bank does not cover what lies on the cloths."""
    del event
    return replace(state, coup=replace(state.coup, is_cover_short=True))


def _spot(event: e.StakeLaid | e.StakeTaken) -> tuple[Hand, Any]:
    return event.cloth, event.spot


def _without_stake(coup: Coup, event: e.StakeLaid | e.StakeTaken) -> Coup:
    gone = (event.person, *_spot(event))
    return replace(coup, laid=tuple(one for one in coup.laid if (one.person, one.cloth, one.spot) != gone))


def apply_banco_called(state: State, event: e.BancoCalled) -> State:
    """Keep a call."""
    return replace(state, coup=replace(state.coup, banco_calls=(*state.coup.banco_calls, event.person)))


def apply_banco_awarded(state: State, event: e.BancoAwarded) -> State:
    """Let a person play against the whole bank; what he covers is told after."""
    return replace(state, coup=replace(state.coup, banco=Banco(event.person)))


def apply_banco_repeated(state: State, event: e.BancoRepeated) -> State:
    """Begin the next coup, in which a void banco is played once more."""
    return replace(state, coup=replace(Coup(state.coup.number + 1), banco=Banco(event.person, event.repeats)))


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    """Fix what plays on each cloth, and who holds its cards."""
    coup = replace(state.coup, stakes=event.stakes, cover=event.cover, laid=())
    for cloth, holder in event.holders.items():
        coup = with_side(coup, cloth, holder=holder)
    return replace(state, coup=coup, shoe=replace(state.shoe, coups=state.shoe.coups + 1))


# --- cards and words --------------------------------------------------------------------------------------------------


def apply_to_cards(state: State, event: Event) -> State:
    """Fold what becomes of the cards as every banked table does."""
    return replace(state, coup=folds.FOLDS[type(event)](state.coup, event))


def apply_cards_lifted(state: State, event: banked.CardsLifted) -> State:
    """Note who has looked at a hand; whoever was called and looks is silent no more."""
    called = None if state.called_person == event.person else state.called_person
    return replace(apply_to_cards(state, event), called_person=called)


def apply_card_dealt(state: State, event: CardDealt) -> State:
    """Lay a card, and count it out of the shoe if it came from there."""
    laid = apply_to_cards(state, event)
    position = max(state.shoe.position, event.position + 1)
    return replace(laid, shoe=replace(state.shoe, position=position))


def apply_table_asked(state: State, event: banked.TableAsked) -> State:
    """Let the banker play by his table."""
    del event
    return replace(state, coup=replace(folds.apply_table_asked(state.coup, Hand.BANCA), has_asked_table=True))


# --- the result -------------------------------------------------------------------------------------------------------


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Keep who won on each cloth."""
    coup = state.coup
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=event.winners.get(cloth))
    return replace(state, coup=coup)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Count the coup; what played is paid."""
    del event
    bank = state.bank
    counted = None if bank is None else replace(bank, coups=bank.coups + 1)
    return replace(state, bank=counted, coup=replace(state.coup, is_settled=True))


def apply_turn_moved(state: State, event: e.TurnMoved) -> State:
    """Let the cards of a cloth be another place's."""
    return replace(state, turns=state.turns.set(event.cloth, event.seat))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.BetsOpened: apply_bets_opened,
    e.CoupCalledOff: apply_coup_called_off,
    e.StakeLaid: apply_stake_laid,
    e.StakeTaken: apply_stake_taken,
    e.StakesPooled: unchanged,
    e.BancoCalled: apply_banco_called,
    e.BancoAwarded: apply_banco_awarded,
    e.BancoRepeated: apply_banco_repeated,
    e.CoverAwarded: apply_cover_awarded,
    e.CoverShort: apply_cover_short,
    **dict.fromkeys(
        (
            *(e.DrawAwaited, e.CardMoved, e.CardTurned, e.CardsCarried, e.WordSaid, e.AdviceAsked),
            *(e.LaidDown, e.BankerDecided, e.CroupierStoodIn),
        ),
        apply_to_cards,
    ),
    e.CardsLifted: apply_cards_lifted,
    e.CardDealt: apply_card_dealt,
    e.TableAsked: apply_table_asked,
    e.CoupEnded: apply_coup_ended,
    e.CoupSettled: apply_coup_settled,
    e.TurnMoved: apply_turn_moved,
}
"""What each event of a coup makes of the state."""
