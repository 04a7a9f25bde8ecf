"""The books of the table, its people, its shoe and its coup. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.effects import ASIDE, DISCARD, Until
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import Cards, Marks, marks_of_next_coup, marks_of_undealt_coup, without_bars
from tapete.games.baccarat.procedure import CardDealt, PackCut, ShoeEnded, TableClosed
from tapete.games.banked import events as banked, folds
from tapete.games.banked.books import Folds, incident_folds, unchanged, with_ruling
from tapete.games.banked.coup import Share, Shares, share_of, with_side, without_cards, without_decision, without_words
from tapete.games.banked.folds import change, put
from tapete.games.banked.settled_coups import count_played, with_settled
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.bank import without_seeker
from tapete.games.dos_panos.placing import ClothStakes, cloth_stakes
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.state import (
    Banco,
    Coup,
    LaidStake,
    Settings,
    SettledCoup,
    Shoe,
    State,
    Testimony,
    with_statement,
)
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, MISDEAL, PREPARING, WORD_OF, Hand, Phase
from tapete.kernel import Event
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.seats import Seats, leave, sit, sit_behind, stand, unqueue
from tapete.table.state import RulebookAdopted


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    return replace(
        state,
        rules=read(library.by_hash(event.sha256)),
        sha256=event.sha256,
        seats=Seats(event.places),
        settings=msgspec.convert(event, Settings, from_attributes=True),
        standing_award=event.award,
    )


def apply_table_closed(state: State, _event: TableClosed) -> State:
    """Forget who would have had the bank; who keeps it is told after. With the table its shoe is over."""
    return replace(state, standing_award=None, shoe=replace(state.shoe, has_ended=True))


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """A shoe whose preparation goes on was not left; a void banco that is not played once more was let be."""
    shoe = replace(state.shoe, left_at=None) if event.phase in PREPARING and state.shoe.left_at else state.shoe
    is_let_be = state.phase is Phase.REPEAT and event.phase is Phase.BETWEEN and not state.is_banco_decided
    coup = replace(state.coup, is_let_be=True) if is_let_be else state.coup
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None, shoe=shoe, coup=coup)


TAKES_PLACE: Final = {table.Seated: sit, e.SatBehind: sit_behind, table.StoodBehind: stand}


def apply_came(state: State, event: table.Seated | e.SatBehind | table.StoodBehind) -> State:
    """Give somebody their place; a call to them is over if they come to the table by it."""
    is_called = state.called_person == event.person and not state.seats.is_at_table(event.person)
    seats = TAKES_PLACE[type(event)](state.seats, event.person, event.seat)
    return replace(state, seats=seats, called_person=None if is_called else state.called_person)


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    seats = unqueue(leave(state.seats, event.person), event.person)
    return replace(state, seats=seats, seekers=without_seeker(state.seekers, event))


def apply_pack_counted(state: State, event: e.PackCounted) -> State:
    counted = replace(state.shoe, is_counted=True)
    return replace(state, shoe=counted, broken_seals=state.broken_seals | set(event.seals))


def apply_shoe_wanted(state: State, event: banked.ShoeWanted) -> State:
    bank = state.bank
    return replace(
        state,
        coup=replace(state.coup, cards=Cards()),
        shoe=Shoe(event.shoe, event.size, is_order_awaited=True, is_counted=True),
        bars=without_bars(state.bars, Until.SHOE),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=bank and replace(bank, shoes_begun=bank.shoes_begun + 1, may_change_shoe=False, wants_new_shoe=False),
        settings=replace(state.settings, session_shoes=max(state.settings.session_shoes - 1, 0)),
    )


def nets(stakes: ClothStakes, collections: Shares, payments: Shares) -> Shares:
    people = sorted({one.person for one in stakes})
    return tuple(Share(who, share_of(payments, who) - share_of(collections, who)) for who in people)


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[SettledCoup, ...]:
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


def apply_bets_opened(state: State, event: banked.BetsOpened) -> State:
    """Begin a coup with the shoe that lies there; cards that wait aside are the first of it."""
    bank = None if state.bank is None else replace(state.bank, may_change_shoe=False)
    return replace(state, coup=fresh_coup(state, event.coup), bank=bank, shoe=cards_gone(state))


def apply_coup_called_off(state: State, event: banked.CoupCalledOff) -> State:
    return replace(state, coup=fresh_coup(state, event.coup), shoe=cards_gone(state))


def fresh_coup(state: State, number: int) -> Coup:
    """Return a coup of which nothing has happened: early cards come first in it, and bars go on."""
    cards = state.coup.cards
    aside = cards.marks.aside
    waiting = frozenset(one.position for one in aside)
    first = tuple([card for card in cards.layout if card.position in waiting])
    return Coup(number, cards=Cards(first, replace(state.bars, aside=aside)), early_cards=waiting)


def cards_gone(state: State) -> Shoe:
    """Return the shoe with the faces of the cards that leave the table counted, but for those that wait."""
    waiting = {one.position for one in state.coup.cards.marks.aside}
    gone = tuple([card.face for card in state.coup.cards.layout if card.position not in waiting])
    return replace(state.shoe, played_cards=count_played(state.shoe.played_cards, gone))


def apply_stake_laid(state: State, event: e.StakeLaid) -> State:
    coup = _without_stake(state.coup, event)
    laid = (*coup.laid, LaidStake(event.person, event.amount, event.cloth, event.spot))
    return replace(state, coup=replace(coup, laid=laid, is_cover_short=False))


def _without_stake(coup: Coup, event: e.StakeLaid | e.StakeTaken) -> Coup:
    gone = (event.person, event.cloth, event.spot)
    return replace(coup, laid=tuple(one for one in coup.laid if (one.person, one.cloth, one.spot) != gone))


def apply_banco_repeated(state: State, event: e.BancoRepeated) -> State:
    again = fresh_coup(state, state.coup.number + 1)
    return replace(state, coup=replace(again, banco=Banco(event.person, event.repeats)), shoe=cards_gone(state))


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    coup = replace(state.coup, stakes=event.stakes, cover=event.cover, laid=(), in_play=state.bank_chips)
    for cloth, holder in event.holders.items():
        coup = with_side(coup, cloth, holder=holder)
    return replace(state, coup=coup, shoe=replace(state.shoe, coups=state.shoe.coups + 1))


def to_cards(state: State, event: Event) -> State:
    return replace(state, coup=folds.FOLDS[type(event)](state.coup, event))


def apply_card_moved(state: State, event: banked.CardMoved) -> State:
    """Move a card; one that leaves a hand had been dealt to it, however early it was drawn, unless a case is open of
    its being in the wrong one.
    """
    moved = to_cards(state, event)
    if event.position not in moved.coup.early_cards:
        return moved
    was = next((card.place for card in state.coup.cards.layout if card.position == event.position), "")
    found = (one for open_incident in state.docket.open for one in open_incident.faults)
    is_misdealt = any((one.code, one.facts.get("position")) == (MISDEAL, event.position) for one in found)
    if is_misdealt or was not in tuple(map(str, HANDS)):
        return moved
    return replace(moved, coup=replace(moved.coup, early_cards=moved.coup.early_cards - {event.position}))


def apply_cards_lifted(state: State, event: banked.CardsLifted) -> State:
    called = None if state.called_person == event.person else state.called_person
    return replace(to_cards(state, event), called_person=called)


def apply_card_dealt(state: State, event: CardDealt) -> State:
    laid = to_cards(state, event)
    position = max(state.shoe.position, event.position + 1)
    return replace(laid, shoe=replace(state.shoe, position=position))


def apply_table_asked(state: State, _event: banked.TableAsked) -> State:
    """Let the banker play by their table; where a ruling bound them to it, that goes on."""
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    is_ruled = binding is not None and binding.fault_of is not None
    coup = state.coup if is_ruled else folds.apply_table_asked(state.coup, Hand.BANCA)
    return replace(state, coup=replace(coup, has_asked_table=True))


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    coup = state.coup
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=event.winners.get(cloth))
    return replace(state, coup=coup)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    bank = state.bank
    counted = None if bank is None else replace(bank, coups=bank.coups + 1)
    history = with_settled(state.history, *new_settled_coups(state, event))
    return replace(over(state), bank=counted, coup=replace(state.coup, is_settled=True), history=history)


def over(state: State) -> State:
    """Return the table when a coup is over: of its rulings the bars are left that last longer."""
    return replace(state, bars=Marks(bars=marks_of_next_coup(state.coup.cards.marks).bars))


def apply_coup_voided(state: State, _event: banked.CoupVoided) -> State:
    """Drop what played in a coup that counts for nothing; what was ruled before its first card is the next one's."""
    coup, dealt = state.coup, state.phase in COUP
    done = replace(coup, stakes=(), laid=(), due_cards=())
    if all(card.place in (ASIDE, DISCARD) for card in coup.cards.layout):
        marks = marks_of_undealt_coup(coup.cards.marks)
        left = replace(state, bars=Marks(bars=marks.bars), coup=replace(done, cards=replace(coup.cards, marks=marks)))
    else:
        left = replace(over(state), coup=done)
    return replace(left, shoe=replace(left.shoe, coups=left.shoe.coups - 1 if dealt else left.shoe.coups))


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    key = (event.person, event.cloth)
    parts = {(one.person, one.cloth): one.amount for one in state.coup.stakes}
    stakes = cloth_stakes(parts | {key: parts[key] - event.amount})
    return replace(state, coup=replace(state.coup, stakes=stakes))


SHOWN: Final = frozenset(
    {
        *("wrong-word", "natural-forgotten", "laid-down-no-natural", "natural-not-laid-down"),
        *("against-table", "banker-must-draw", "bound-by-ruling", "card-not-taken"),
    }
)
"""Codes of the faults that nothing but open cards shows."""


def found_key(fault: Fault) -> str:
    """Return under which name a fault is taken up once in a coup: by its code, and by its hand where it names one."""
    hand = fault.facts.get("hand", "")
    return f"{fault.code}:{hand}" if hand else fault.code


def fault_names(fault: Fault) -> tuple[str, ...]:
    return (fault.code, found_key(fault))


def undone(coup: Coup, phases: Sequence[str]) -> Coup:
    """Return the coup with what was said and done from the earliest of these phases on forgotten, but for the word of a
    cloth whose turn to speak is none of them: it stands. The faults of what is forgotten can be found once more.
    """
    back = [Phase(phase) for phase in phases]
    first = min(COUP.index(phase) for phase in back)
    forgotten = [cloth for cloth in CLOTHS if first <= COUP.index(Phase.CARRY) or WORD_OF[cloth] in back]
    if first > COUP.index(Phase.BANKER):
        return coup
    naturals = tuple(hand for hand in coup.naturals if hand in CLOTHS and Hand(hand) not in forgotten)
    findable = {f"{code}:{hand}" for code in SHOWN for hand in (Hand.BANCA, *forgotten)}
    coup = replace(without_decision(coup, findable), naturals=naturals)
    coup = without_words(coup, forgotten)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    """Do what a ruling says; the cards that it sets aside before the deal were drawn too early."""
    after: State = with_ruling(state, event, COUP, undone)
    if not state.is_undealt:
        return after
    early = frozenset(one.position for one in after.coup.cards.marks.aside)
    return replace(after, coup=replace(after.coup, early_cards=early))


FOLDS: Final[Folds] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.OptionsSet: change(
        "settings",
        lambda now, event: replace(now, banco_freedom=event.banco_freedom, institutions=event.institutions),
    ),
    e.DinnerBegun: change("settings", lambda now, _event: replace(now, session_shoes=0, is_dinner_begun=True)),
    TableClosed: apply_table_closed,
    e.PhaseOpened: apply_phase_opened,
    **dict.fromkeys(TAKES_PLACE, apply_came),
    table.PersonLeft: apply_person_left,
    e.PacksShown: put("shoe.is_shown", True),
    e.PackCounted: apply_pack_counted,
    banked.ShoeWanted: apply_shoe_wanted,
    PackCut: change("shoe.cut_depth", lambda _was, event: event.depth or 0),
    ShoeEnded: change("shoe", lambda shoe, _event: replace(shoe, has_ended=True, is_shown=False, is_counted=False)),
    banked.BetsOpened: apply_bets_opened,
    banked.CoupCalledOff: apply_coup_called_off,
    e.StakeLaid: apply_stake_laid,
    e.StakeTaken: change("coup", lambda coup, event: replace(_without_stake(coup, event), is_cover_short=False)),
    e.StakesPooled: unchanged,
    e.BancoCalled: change("coup.banco_calls", lambda people, event: (*people, event.person)),
    e.BancoAwarded: change("coup.banco", lambda _was, event: Banco(event.person)),
    e.BancoRepeated: apply_banco_repeated,
    e.CoverAwarded: apply_cover_awarded,
    e.CoverShort: put("coup.is_cover_short", True),
    banked.CardMoved: apply_card_moved,
    banked.CardsLifted: apply_cards_lifted,
    CardDealt: apply_card_dealt,
    banked.TableAsked: apply_table_asked,
    e.CoupEnded: apply_coup_ended,
    banked.CoupVoided: apply_coup_voided,
    e.ClothVoided: change(
        "coup.stakes", lambda stakes, event: tuple(one for one in stakes if one.cloth is not event.cloth)
    ),
    e.CoupSettled: apply_coup_settled,
    ClaimRecorded: unchanged,
    e.StakeReturned: apply_stake_returned,
    e.TestimonyHeard: change(
        "coup.testimonies",
        lambda said, event: with_statement(said, Testimony(event.person, event.hand, event.total)),
    ),
    e.TurnMoved: change("turns", lambda turns, event: turns.set(event.cloth, event.seat)),
    **incident_folds(fault_names, apply_incident_ruled),
}
