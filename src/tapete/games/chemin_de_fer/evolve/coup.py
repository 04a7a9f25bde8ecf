"""Folding the cards of a coup and its end: bookkeeping only."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import BindToScheme, BindToTable, GiveCards
from tapete.games.baccarat.layout import ASIDE, DISCARD, LaidCard, Layout, lay, look, move, turn_up
from tapete.games.baccarat.marks import Cards, apply_effects, chosen, dealt_from_aside, next_coup, not_dealt
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.reckoning import is_third_card_known
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import corrected
from tapete.games.chemin_de_fer.shares import Share
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import PersonId
from tapete.table import acts as table

_set = msgspec.structs.replace


def _cards(state: State, cards: Cards) -> State:
    return _set(state, coup=_set(state.coup, cards=cards))


def _layout(state: State, layout: Layout) -> State:
    return _cards(state, _set(state.coup.cards, layout=layout))


def coup_kept(state: State, event: Any) -> State:
    """Fold one event at the cards of a coup."""
    coup, layout = state.coup, state.coup.cards.layout
    match event:
        case e.DrawAwaited(due=due):
            return _set(state, coup=_set(coup, due=due))
        case e.CardDealt():
            return _dealt(state, event)
        case e.CardMoved(position=position, place=place):
            if coup.cards.marks.aside and coup.cards.marks.aside[0].position == position:
                return _cards(state, dealt_from_aside(coup.cards, place))
            return _layout(state, move(layout, position, place))
        case e.CardUncovered(position=position, by=by):
            return _set(state, coup=_set(coup, uncovered=coup.uncovered.set(position, by)))
        case e.WithdrawalAnswered(person=person):
            return _set(state, coup=_set(coup, answered=coup.answered | {person}))
        case e.TimeWarned():
            return _set(state, coup=_set(coup, warned=True))
        case e.ClaimRecorded():
            return state
        case e.CardTurned(position=position, face=face):
            turned = _layout(state, turn_up(layout, position, face))
            left = tuple(due for due in coup.due if due.position != position)
            return _set(turned, coup=_set(turned.coup, due=left))
        case e.StopCardSeen():
            return _set(state, shoe=_set(state.shoe, stop_seen=True))
        case e.CardsCarried(person=person):
            return _set(state, coup=_set(coup, before=person))
        case e.CardsLifted(person=person, hand=hand):
            seen = _layout(state, look(layout, hand, person))
            up = {"lifted": True, "before": person} if hand == Hand.PUNTO else {}
            return _set(seen, coup=_set(seen.coup, **up))
        case e.CardsPassedOn(left=left, person=person):
            return _passed_on(state, left, person)
        case e.WordSaid(word=word):
            return _set(state, coup=_set(coup, word=word, asked_again=coup.word is not None))
        case e.LaidDown(hand=hand):
            return _set(state, coup=_set(coup, laid_down=(*coup.laid_down, hand)))
        case e.CroupierStoodIn(croupier=croupier):
            plays = (GiveCards(Hand.PUNTO, croupier), BindToScheme(Hand.PUNTO, Cell.STAND))
            return _cards(state, apply_effects(plays, coup.cards))
        case e.AdviceAsked(answer=answer):
            advised = _set(state, coup=_set(coup, advice=answer or ""))
            return _cards(advised, apply_effects((BindToScheme(Hand.PUNTO, Cell.STAND),), coup.cards))
        case e.TableAsked():
            return _cards(state, apply_effects((BindToTable(Hand.BANCA),), coup.cards))
        case e.BankerDecided(cell=cell):
            return _set(state, coup=_set(coup, decided=cell, third_known=is_third_card_known(coup.cards, Hand.PUNTO)))
        case e.ChoiceMade(choice=choice, option=option):
            marks = chosen(coup.cards.marks, choice)
            return _set(state, coup=_set(coup, cards=_set(coup.cards, marks=marks), chosen=option))
        case table.BoughtIn() | table.CashedOut():
            return state
        case _:
            raise TypeError(type(event).__name__)


def _passed_on(state: State, left: PersonId, person: PersonId) -> State:
    award, marks = state.coup.award, state.coup.cards.marks
    if award is None:
        return state
    held = marks.holders.get(Hand.PUNTO) or award.holder
    kept = _cards(state, apply_effects((GiveCards(Hand.PUNTO, person),), state.coup.cards)) if held == left else state
    entitled = person if award.holder == left else award.holder
    return _set(kept, coup=_set(kept.coup, award=_set(award, holder=entitled)))


def _dealt(state: State, event: e.CardDealt) -> State:
    hand = event.place.removesuffix("-3")
    ordinal = 3 if event.place != hand else 1 + sum(card.place == event.place for card in state.coup.cards.layout)
    face_up = event.face_up or ordinal in state.coup.cards.marks.of(hand).open_cards
    laid = lay(state.coup.cards.layout, LaidCard(event.position, event.place, event.face, face_up))
    moved = _layout(state, laid)
    due = tuple(one for one in moved.coup.due if one.position != event.position)
    return _set(moved, shoe=_set(state.shoe, position=event.position + 1), coup=_set(moved.coup, due=due))


def end_kept(state: State, event: Any) -> State:
    """Fold the end of a coup."""
    coup, bank = state.coup, state.bank
    left = next_coup(coup.cards.marks)
    done = _set(coup, award=None, cards=_set(coup.cards, marks=_set(coup.cards.marks, aside=())))
    match event:
        case e.CoupEnded(winner=winner):
            return _set(state, coup=_set(coup, winner=winner))
        case e.CoupVoided():
            if all(card.place in (ASIDE, DISCARD) for card in coup.cards.layout):  # no card has come to a hand yet
                left = not_dealt(coup.cards.marks)
                done = _set(coup, award=None, cards=_set(coup.cards, marks=left))
            return carry_over(_set(state, bars=left, coup=done), followers=frozenset())
        case e.CoupSettled(winner=won, bank=changes) if bank is not None:
            parts = tuple(
                Share(part.person, part.amount + change.amount)
                for part, change in zip(bank.parts, changes, strict=True)
            )
            tied = won is Winner.TIE
            after = _set(
                bank,
                parts=parts,
                decided=bank.decided + (not tied),
                tied=bank.tied + tied,
                won=bank.won + sum(change.amount for change in changes),
                all_goes=False,
            )
            history = (*state.history, *corrected.settled_now(state, event))[-corrected.KEPT :]
            ended = _set(state, bars=left, bank=after, coup=done, history=history)
            return carry_over(ended, followers=frozenset())
        case _:
            raise TypeError(type(event).__name__)
