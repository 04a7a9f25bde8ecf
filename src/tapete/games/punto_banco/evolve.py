"""Bookkeeping: what each event makes of the state. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import post
from tapete.cards import Card
from tapete.chance import ShoeSealed
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled, closed, opened
from tapete.games.baccarat.layout import LaidCard, Layout, lay, rekey, turn_up
from tapete.games.baccarat.marks import Cards, apply_effects, next_coup
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.books import postings
from tapete.games.punto_banco.rules import read
from tapete.games.punto_banco.settle import net
from tapete.games.punto_banco.state import COUP_PHASES, TURNED, Bets, Coup, Settings, Shoe, ShoeTurn, State
from tapete.games.punto_banco.terms import Bet, Phase
from tapete.kernel import PersonId
from tapete.rulebooks import Library, house_library
from tapete.table import acts as t
from tapete.table import seats as places

KEPT = 400
"""Finished coups kept in the state, for roads, claims and corrections."""


UNKNOWN_TOTALS = (-1, -1)
"""The totals of a coup that was never decided: its cards may not have been shown."""

UNDECIDED = COUP_PHASES - {Phase.SETTLE}
"""The windows of a coup that has no result yet, or has none any more."""


BEGINS = (
    *(e.BetPlaced, e.BetWithdrawn, e.BetsOpened, e.PersonCalled, e.HolderReminded, e.ShoeDeclined, e.ShoeTaken),
    *(e.DrawAwaited, e.StopCardSeen, e.HandShown, e.CoupSettled, e.CoupVoided, e.CardsBurned, e.CardCorrected),
    *(IncidentOpened, IncidentRuled),
)
"""Events before which the croupier has taken breath: what he says next does not go with what he said before."""


def evolve(state: State, event: e.PuntoBancoEvent, library: Library | None = None) -> State:
    """Fold one event. ``library`` knows the rulebooks that the table may name by hash; the shipped ones when not
    given.
    """
    legs = postings(event)
    if legs:
        state = replace(state, ledger=post(state.ledger, legs))
    return _fold(replace(state, breath=True) if isinstance(event, BEGINS) else state, event, library)


def _fold(state: State, event: e.PuntoBancoEvent, library: Library | None) -> State:
    match event:
        case e.PhaseOpened(phase=phase):
            called = state.called if phase is Phase.BETS else None
            opened_at = replace(state, phase=phase, serial=state.serial + 1, called=called)
            return replace(opened_at, ended=None, natural=False) if phase in UNDECIDED else opened_at
        case e.Said():
            begins = len(state.said) if state.breath else state.said_from
            return replace(state, said=(*state.said, event), said_from=begins, breath=False)
        case e.CardDealt():
            return _dealt(state, event)
        case e.BetPlaced(person=who, bet=bet, amount=amount):
            return replace(state, bets=_bet(state.bets, who, bet, amount))
        case e.BetWithdrawn(person=who, bet=bet, amount=amount) | e.StakeReturned(person=who, bet=bet, amount=amount):
            return replace(state, bets=_bet(state.bets, who, bet, -amount))
        case e.DrawAwaited(due=due):
            return replace(state, due=due)
        case e.HandShown(hand=hand, faces=faces):
            return replace(state, layout=_shown(state.layout, str(hand), faces))
        case e.BetsOpened(coup=coup):
            return replace(
                state, coup=coup, said=(), said_from=0, ended=None, natural=False, hand_holder=None, hand_disputed=()
            )
        case e.CoupEnded(winner=winner, natural=natural):
            return replace(state, ended=winner, natural=natural, final=(event.punto, event.banca))
        case e.CoupSettled(lines=lines):
            return _settled(state, event.coup, lines)
        case e.CoupVoided(lines=lines):
            return _settled(replace(state, ended=None), event.coup, lines)
        case e.HandAwarded(person=who, standing=standing):
            decides = state.turn_order_decides or standing
            return replace(state, hand_holder=who, hand_disputed=(), turn_order_decides=decides)
        case e.HandDisputed(candidates=candidates):
            return replace(state, hand_disputed=candidates, hand_holder=None)
        case e.PersonCalled(person=who):
            return replace(state, called=who)
        case e.ShoeOffered() | e.ShoeDeclined() | e.ShoeTaken() | e.ShoeToCroupier() | e.HolderReminded():
            return replace(state, turn=_turn(state.turn, event), called=None)
        case e.StopCardSeen():
            return replace(state, shoe=replace(state.shoe, stop_seen=True))
        case IncidentOpened(incident=found):
            return replace(state, docket=opened(state.docket, found))
        case IncidentRuled(serial=serial, effects=effects):
            after = apply_effects(effects, Cards(state.layout, state.marks))
            return replace(state, docket=closed(state.docket, serial), layout=after.layout, marks=after.marks)
        case e.CardCorrected():
            return _corrected(state, event)
        case e.PaymentCorrected():
            return _repaid(state, event)
        case e.ClaimRecorded():
            return state
        case _:
            return _table(state, event, library)


def _table(state: State, event: e.PuntoBancoEvent, library: Library | None) -> State:
    turn, shoe = state.turn, state.shoe
    match event:
        case e.TableOpened():
            return _opened(state, event, library)
        case e.RulebookAdopted(sha256=sha256):
            return replace(state, rules=read((library or house_library()).hashed(sha256)), sha256=sha256)
        case e.OptionsSet(standing_allowed=standing, multiples_only=multiples):
            return replace(state, settings=replace(state.settings, standing_allowed=standing, multiples_only=multiples))
        case t.StaffAssigned(role=role, person=who):
            return replace(state, staff=state.staff.set(role, who))
        case t.Seated(person=who, seat=seat):
            return replace(state, seats=places.sit(state.seats, who, seat))
        case t.StoodBehind(person=who, seat=seat):
            return replace(state, seats=places.stand(state.seats, who, seat))
        case t.PersonLeft(person=who):
            return replace(state, seats=places.leave(state.seats, who))
        case t.WentAway(person=who):
            return replace(state, seats=places.set_away(state.seats, who, True))
        case t.CameBack(person=who):
            called = None if state.called == who else state.called
            return replace(state, seats=places.set_away(state.seats, who, False), called=called)
        case e.ShoeOpened(shoe=number, size=size):
            last = turn.holder if turn.holder is not None else turn.last
            fresh = next_coup(state.marks)
            return replace(
                state,
                shoe=Shoe(number, size),
                turn=ShoeTurn(last=last),
                coup=0,
                basket=0,
                marks=fresh,
                said=(),
                said_from=0,
            )
        case e.CardExposed(position=position, face=face):
            return replace(state, shoe=replace(shoe, exposed=(position, face)))
        case e.CardDiscarded(position=position, face=face):
            played = shoe.played if face is None else shoe.played.set(face, shoe.played.get(face, 0) + 1)
            gone = replace(shoe, position=position + 1, played=played, exposed=None)
            return replace(state, shoe=gone, basket=state.basket + 1)
        case e.ShoeWanted():
            return replace(state, shoe=replace(shoe, wanted=True))
        case ShoeSealed():
            return replace(state, shoe=replace(shoe, wanted=False))
        case e.PackCut(depth=depth):
            return replace(state, shoe=replace(shoe, cut=depth or 0))
        case e.CutCardIn(position=position):
            return replace(state, shoe=replace(shoe, cut_card=position))
        case e.CardsBurned(count=count):
            basket = state.basket + len(state.layout) + count
            return replace(state, shoe=replace(shoe, position=shoe.position + count), basket=basket, layout=())
        case _:
            return state


def _turn(
    turn: ShoeTurn, event: e.ShoeOffered | e.ShoeDeclined | e.ShoeTaken | e.ShoeToCroupier | e.HolderReminded
) -> ShoeTurn:
    match event:
        case e.ShoeOffered(seat=seat):
            return replace(turn, offered=seat, holder=None, croupier=False, reminded=False)
        case e.ShoeDeclined(seat=seat):
            gone = replace(turn, declined=turn.declined | {seat}, reminded=False)
            return replace(gone, holder=None, offered=None) if seat in (turn.holder, turn.offered) else gone
        case e.ShoeTaken(seat=seat):
            return ShoeTurn(holder=seat, last=turn.last)
        case e.ShoeToCroupier():
            return ShoeTurn(croupier=True, last=turn.holder or turn.last)
        case e.HolderReminded():
            return replace(turn, reminded=True)


def _opened(state: State, event: e.TableOpened, library: Library | None) -> State:
    settings = Settings(
        name=event.name,
        variant=event.variant,
        minimum=event.minimum,
        maximum=event.maximum,
        authorised_minimum=event.authorised_minimum,
        decks=event.decks,
        shoe=event.shoe,
        conduct=event.conduct,
        standing_allowed=event.standing_allowed,
        multiples_only=event.multiples_only,
        players_deal=event.players_deal,
        side_bets=event.side_bets,
    )
    rules = read((library or house_library()).hashed(event.sha256))
    return replace(state, rules=rules, sha256=event.sha256, settings=settings, seats=places.Seats(tuple(event.places)))


def _dealt(state: State, event: e.CardDealt) -> State:
    due = tuple(one for one in state.due if one.position != event.position)
    if event.position < state.shoe.position:
        return replace(state, due=due, layout=turn_up(state.layout, event.position, event.face))
    card = LaidCard(event.position, event.place, event.face, event.face_up)
    turned = event.face if event.place == TURNED and event.face_up else state.shoe.turned
    shoe = replace(state.shoe, position=event.position + 1, turned=turned)
    return replace(state, due=due, layout=lay(state.layout, card), shoe=shoe)


def _shown(layout: Layout, place: str, faces: tuple[str, ...]) -> Layout:
    """The faces of a shown hand are public from now on, also for a reader who never had them."""
    coming = iter(faces)
    return tuple(
        replace(card, face=next(coming, card.face), face_up=True) if card.place == place else card for card in layout
    )


def _bet(bets: Bets, who: PersonId, bet: Bet, change: int) -> Bets:
    left = bets.get((who, bet), 0) + change
    return bets.set((who, bet), left) if left else bets.delete((who, bet))


def _settled(state: State, number: int, lines: tuple[e.Line, ...]) -> State:
    paid: dict[PersonId, int] = {}
    for line in lines:
        paid[line.person] = paid.get(line.person, 0) + (0 if line.outcome == "void" else net(line))
    punto, banca = state.final if state.ended is not None else UNKNOWN_TOTALS
    coup = Coup(
        number, state.ended, punto, banca, state.natural, state.bets, state.layout, lines, Map(paid), state.shoe.number
    )
    voided = state.ended is None
    left = {(one.person, one.bet): one.stake for one in lines if one.outcome == "void" and not voided}
    return replace(
        state,
        history=(*state.history, coup)[-KEPT:],
        bets=Map(left),
        basket=state.basket + len(state.layout),
        shoe=replace(state.shoe, played=_played(state.shoe.played, state.layout)),
        layout=(),
        due=(),
        hand_holder=None,
        hand_disputed=(),
        marks=next_coup(state.marks),
    )


def _played(played: Map[Card, int], layout: Layout) -> Map[Card, int]:
    changes = played.mutate()
    for card in layout:
        if card.face is not None:
            changes[card.face] = changes.get(card.face, 0) + 1
    return changes.finish()


def _last(state: State, number: int, change: Callable[[Coup], Coup]) -> State:
    history = list(state.history)
    for at in range(len(history) - 1, -1, -1):
        if history[at].number == number:
            history[at] = change(history[at])
            break
    return replace(state, history=tuple(history))


def _corrected(state: State, event: e.CardCorrected) -> State:
    if event.coup == state.coup and not state.is_between_coups:
        return replace(state, layout=rekey(state.layout, event.position, event.face))

    def right(coup: Coup) -> Coup:
        put_right = replace(coup, layout=rekey(coup.layout, event.position, event.face))
        if event.winner is None:
            return put_right
        return replace(put_right, lines=event.lines, winner=event.winner, punto=event.punto, banca=event.banca)

    after = _last(state, event.coup, right)
    if not any(coup.number == event.coup and coup.shoe == state.shoe.number for coup in state.history):
        return after
    played = state.shoe.played
    played = played.set(event.was, played.get(event.was, 0) - 1).set(event.face, played.get(event.face, 0) + 1)
    return replace(after, shoe=replace(state.shoe, played=played))


def _repaid(state: State, event: e.PaymentCorrected) -> State:
    return _last(state, event.coup, lambda coup: replace(coup, paid=coup.paid.set(event.person, event.due)))
