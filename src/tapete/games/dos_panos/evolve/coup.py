"""The books of a coup: stakes, bancos, cards, words, results, turns. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.effects import ASIDE, DISCARD
from tapete.games.baccarat.marks import Cards, Marks, marks_of_next_coup, marks_of_undealt_coup
from tapete.games.baccarat.procedure import CardDealt
from tapete.games.banked import events as banked, folds, settled_coups
from tapete.games.banked.coup import Share, Shares, share_of, with_side
from tapete.games.banked.settled_coups import PaymentCorrected, count_played, with_settled
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.events import CoupSettled
from tapete.games.dos_panos.evolve.table import unchanged
from tapete.games.dos_panos.placing import ClothStakes, cloth_stakes
from tapete.games.dos_panos.state import Banco, Coup, LaidStake, SettledCoup, Shoe, State, Testimony, with_statement
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, MISDEAL, Hand
from tapete.kernel import Event

# --- kept coups -------------------------------------------------------------------------------------------------------
# The books of settled coups: what is kept of each, and what a corrected payment leaves. No rule is decided here.


def nets(stakes: ClothStakes, collections: Shares, payments: Shares) -> Shares:
    """Return what a settlement brings each punter over both cloths, in cents net of his stakes."""
    people = sorted({one.person for one in stakes})
    return tuple(Share(who, share_of(payments, who) - share_of(collections, who)) for who in people)


def new_settled_coups(state: State, event: CoupSettled) -> tuple[SettledCoup, ...]:
    """Return what is kept of a coup that is settled now."""
    if state.banker is None:
        return ()
    players = nets(state.coup.stakes, event.collections, event.payments)
    bank = (Share(state.banker, event.bank + sum(one.amount for one in event.out_of_play)),)
    kept = SettledCoup(
        shoe=state.shoe.number,
        coup=state.coup,
        winners=Map({str(cloth): won for cloth, won in event.winners.items()}),
        banker=state.banker,
        seats=state.seats,
        players=players,
        bank=bank,
        cagnotte=event.commission,
        due_players=players,
        due_bank=bank,
        due_cagnotte=event.commission,
    )
    return (kept,)


def in_bank(state: State, event: PaymentCorrected) -> State:
    """Leave the state as it is: the chips of the bank are in the accounts."""
    del event
    return state


def apply_payment_corrected(state: State, event: PaymentCorrected) -> State:
    return settled_coups.apply_payment_corrected(state, event, in_bank)


# --- coup -------------------------------------------------------------------------------------------------------------

# --- stakes -----------------------------------------------------------------------------------------------------------


def apply_bets_opened(state: State, event: e.BetsOpened) -> State:
    """Begin a coup: the bank goes on with the shoe that lies there. The cards of the last one leave the table, but for
    those that wait aside for this one.
    """
    bank = None if state.bank is None else replace(state.bank, may_change_shoe=False)
    return replace(state, coup=fresh_coup(state, event.coup), bank=bank, shoe=cards_gone(state))


def apply_coup_called_off(state: State, event: e.CoupCalledOff) -> State:
    """End a coup that was not dealt; what was ruled in it is the next one's."""
    return replace(state, coup=fresh_coup(state, event.coup), shoe=cards_gone(state))


def fresh_coup(state: State, number: int) -> Coup:
    """Return a coup of which nothing has happened: the cards that were drawn before it was dealt come first in it, and
    what bars people bars them in it.
    """
    cards = state.coup.cards
    aside = cards.marks.aside
    waiting = frozenset(one.position for one in aside)
    first = tuple([card for card in cards.layout if card.position in waiting])
    return Coup(number, cards=Cards(first, replace(state.bars, aside=aside)), early_cards=waiting)


def cards_gone(state: State) -> Shoe:
    """Return the shoe with the faces of the cards that leave the table counted; those that wait for the next coup lie
    on it still.
    """
    waiting = {one.position for one in state.coup.cards.marks.aside}
    gone = tuple([card.face for card in state.coup.cards.layout if card.position not in waiting])
    return replace(state.shoe, played_cards=count_played(state.shoe.played_cards, gone))


def apply_stake_laid(state: State, event: e.StakeLaid) -> State:
    """Lay a stake; it takes the place of what the person had on the same spot."""
    coup = _without_stake(state.coup, event)
    laid = (*coup.laid, LaidStake(event.person, event.amount, *_spot(event)))
    return replace(state, coup=replace(coup, laid=laid, is_cover_short=False))


def apply_stake_taken(state: State, event: e.StakeTaken) -> State:
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
    return replace(state, coup=replace(state.coup, banco_calls=(*state.coup.banco_calls, event.person)))


def apply_banco_awarded(state: State, event: e.BancoAwarded) -> State:
    """Let a person play against the whole bank; what he covers is told after."""
    return replace(state, coup=replace(state.coup, banco=Banco(event.person)))


def apply_banco_repeated(state: State, event: e.BancoRepeated) -> State:
    again = fresh_coup(state, state.coup.number + 1)
    return replace(state, coup=replace(again, banco=Banco(event.person, event.repeats)), shoe=cards_gone(state))


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    """Fix what plays on each cloth, and who holds its cards."""
    coup = replace(state.coup, stakes=event.stakes, cover=event.cover, laid=(), in_play=state.bank_chips)
    for cloth, holder in event.holders.items():
        coup = with_side(coup, cloth, holder=holder)
    return replace(state, coup=coup, shoe=replace(state.shoe, coups=state.shoe.coups + 1))


# --- cards and words --------------------------------------------------------------------------------------------------


def apply_to_cards(state: State, event: Event) -> State:
    return replace(state, coup=folds.FOLDS[type(event)](state.coup, event))


def apply_card_moved(state: State, event: banked.CardMoved) -> State:
    """Move a card; one that leaves a hand had been dealt to it, however early it was drawn, unless a case is open of
    its being in the wrong one.
    """
    moved = apply_to_cards(state, event)
    if event.position not in moved.coup.early_cards:
        return moved
    was = next((card.place for card in state.coup.cards.layout if card.position == event.position), "")
    found = (one for open_incident in state.docket.open for one in open_incident.faults)
    is_misdealt = any((one.code, one.facts.get("position")) == (MISDEAL, event.position) for one in found)
    if is_misdealt or was not in tuple(map(str, HANDS)):
        return moved
    return replace(moved, coup=replace(moved.coup, early_cards=moved.coup.early_cards - {event.position}))


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
    """Let the banker play by his table; where a ruling bound him to it, that goes on."""
    del event
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    is_ruled = binding is not None and binding.fault_of is not None
    coup = state.coup if is_ruled else folds.apply_table_asked(state.coup, Hand.BANCA)
    return replace(state, coup=replace(coup, has_asked_table=True))


# --- the result -------------------------------------------------------------------------------------------------------


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Keep who won on each cloth."""
    coup = state.coup
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=event.winners.get(cloth))
    return replace(state, coup=coup)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Count the coup, and keep it for corrections; what played is paid."""
    bank = state.bank
    counted = None if bank is None else replace(bank, coups=bank.coups + 1)
    history = with_settled(state.history, *new_settled_coups(state, event))
    return replace(over(state), bank=counted, coup=replace(state.coup, is_settled=True), history=history)


def over(state: State) -> State:
    """Return the table when a coup is over: of its rulings the bars are left that last longer."""
    return replace(state, bars=Marks(bars=marks_of_next_coup(state.coup.cards.marks).bars))


def apply_coup_voided(state: State, event: e.CoupVoided) -> State:
    """Drop what played in a coup that counts for nothing: neither the shoe nor a banco has had it. What was ruled
    before its first card is the next one's.
    """
    del event
    coup, dealt = state.coup, state.phase in COUP
    done = replace(coup, stakes=(), laid=(), due_cards=())
    if all(card.place in (ASIDE, DISCARD) for card in coup.cards.layout):
        marks = marks_of_undealt_coup(coup.cards.marks)
        left = replace(state, bars=Marks(bars=marks.bars), coup=replace(done, cards=replace(coup.cards, marks=marks)))
    else:
        left = replace(over(state), coup=done)
    return replace(left, shoe=replace(left.shoe, coups=left.shoe.coups - 1 if dealt else left.shoe.coups))


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    """Take what went back out of what plays on a cloth."""
    key = (event.person, event.cloth)
    parts = {(one.person, one.cloth): one.amount for one in state.coup.stakes}
    stakes = cloth_stakes(parts | {key: parts[key] - event.amount})
    return replace(state, coup=replace(state.coup, stakes=stakes))


def apply_testimony_heard(state: State, event: e.TestimonyHeard) -> State:
    """Keep what somebody says of a hand; what he said of it before is taken back."""
    said = with_statement(state.coup.testimonies, Testimony(event.person, event.hand, event.total))
    return replace(state, coup=replace(state.coup, testimonies=said))


def apply_cloth_voided(state: State, event: e.ClothVoided) -> State:
    stakes = tuple(one for one in state.coup.stakes if one.cloth is not event.cloth)
    return replace(state, coup=replace(state.coup, stakes=stakes))


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
            *(e.DrawAwaited, e.CardTurned, e.CardsCarried, e.WordSaid, e.AdviceAsked),
            *(e.LaidDown, e.BankerDecided, e.CroupierStoodIn, e.CardUncovered, e.CardSeen, e.TimeWarned),
        ),
        apply_to_cards,
    ),
    e.CardMoved: apply_card_moved,
    e.CardsLifted: apply_cards_lifted,
    e.CardDealt: apply_card_dealt,
    e.TableAsked: apply_table_asked,
    e.CoupEnded: apply_coup_ended,
    e.CoupVoided: apply_coup_voided,
    e.ClothVoided: apply_cloth_voided,
    e.CoupSettled: apply_coup_settled,
    e.ClaimRecorded: unchanged,
    e.StakeReturned: apply_stake_returned,
    e.TestimonyHeard: apply_testimony_heard,
    e.TurnMoved: apply_turn_moved,
}
"""What each event of a coup makes of the state."""
