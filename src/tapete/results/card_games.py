"""The rows of the card games: one for each stake of a settled coup, one for each part of its bank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.games.baccarat.corrections import KeyCorrected, PaymentCorrected, coup_by_number
from tapete.games.baccarat.marks import hand_cards
from tapete.games.baccarat.points import Winner, is_natural
from tapete.games.banked.coup import SettledCoup, Shares
from tapete.games.banked.settled_coups import PaymentCorrected as BankedPayment
from tapete.games.banked.view import totals
from tapete.games.chemin_de_fer import events as cf, state as cf_state
from tapete.games.dos_panos import events as dp, state as dp_state
from tapete.games.dos_panos.terms import Hand
from tapete.games.punto_banco import events as pb
from tapete.games.punto_banco.state import Coup
from tapete.kernel import Game
from tapete.money import Cents
from tapete.record.codec import read_event
from tapete.record.entry import Entry

COLUMNS = {str(Hand.PRIMERO): "punto"}
"""The hands whose columns have another name."""
BANK, CORRECTION = "bank", "correction"
"""Spots that are no stake: a part of the bank, and what a corrected payment changes."""
UNSEEN = "??"


class StakeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One stake of a settled coup; amounts in cents. What belongs to the coup stands in each of its rows.

    ``punto``: at dos paños the first cloth; ``segundo``: there the second one. Cards in the order of the deal, ``??``
    for one that nobody turned up; a total is null where no cards decided. ``natural``: a hand has 8 or 9 with two
    cards. ``spot``: the bet, the call or the cloth; ``bank`` for a part of the bank, ``correction`` for what a
    corrected payment changed afterwards. ``won``: net of the commission, below zero for a loss. ``commission``: what
    the house kept of it; that of a bank stands whole with the banker. ``entry``: the number of the entry that settled
    it, 0 without a record.
    """

    table: str
    game: str
    shoe: int
    coup: int
    entry: int
    time: str
    punto_cards: str
    punto_total: int | None
    segundo_cards: str = ""
    segundo_total: int | None = None
    banca_cards: str
    banca_total: int | None
    natural: bool
    winner: str
    segundo_winner: str = ""
    person: str
    spot: str
    amount: Cents
    won: Cents
    commission: Cents


class Line(NamedTuple):
    """What one stake came to."""

    person: str
    spot: str
    amount: Cents
    won: Cents
    commission: Cents = 0


class CardResults:
    """The rows of one table of a card game."""

    kind: ClassVar[type[msgspec.Struct]] = StakeRow

    def __init__(self, game: Game[Any], table: str) -> None:
        self._game, self._table = game, table
        self._state: Any = game.blank()
        self._last: dict[int, list[int]] = {}
        """Where the rows of the last coup of each number stand."""
        self.rows: list[StakeRow] = []

    def follow(self, entry: Entry) -> None:
        self.take((read_event(self._game, tree) for tree in entry.events), entry.version, entry.time)

    def take(self, events: Iterable[Any], entry: int = 0, time: str = "") -> None:
        for event in events:
            before, self._state = self._state, self._game.evolve(self._state, event)
            match event:
                case pb.CoupSettled() | cf.CoupSettled() | dp.CoupSettled():
                    kept = self._state.history[-1]
                    self._last[kept.number] = []
                    self._add(kept, lines_of(event, kept, before), entry, time)
                case PaymentCorrected() if kept := coup_by_number(self._state.history, event.coup):
                    self._add(kept, corrected(event), entry, time)
                case KeyCorrected() if kept := coup_by_number(self._state.history, event.coup):
                    for at in self._last.get(kept.number, ()):
                        self.rows[at] = replace(self.rows[at], **hands(kept, self._state.book))

    def _add(self, kept: Any, lines: Iterable[Line], entry: int, time: str) -> None:
        told = {"table": self._table, "game": self._game.key, "shoe": kept.shoe, "coup": kept.number}
        told |= {"entry": entry, "time": time, **hands(kept, self._state.book)}
        for one in lines:
            self._last.setdefault(kept.number, []).append(len(self.rows))
            self.rows.append(StakeRow(**told, **one._asdict()))


def hands(kept: Coup | SettledCoup, book: Any) -> dict[str, Any]:
    """Return the columns about the cards of a settled coup, as everybody saw them."""
    if isinstance(kept, Coup):
        layout, found = kept.layout, {"punto": kept.punto, "banca": kept.banca}
        known, winners = {hand: one for hand, one in found.items() if one >= 0}, {"punto": kept.winner}
    else:
        layout, winners = kept.cards.layout, dict(kept.winners)
        known = totals(kept.coup, None, (*kept.winners, Hand.BANCA), book.points)
    told: dict[str, Any] = {"natural": False}
    for hand in (*winners, str(Hand.BANCA)):
        column, cards = COLUMNS.get(hand, hand), hand_cards(layout, hand)
        told[f"{column}_cards"] = " ".join(one.known_to(None) or UNSEEN for one in cards)
        told[f"{column}_total"] = total = known.get(hand)
        told["natural"] |= len(cards) == 2 and total is not None and is_natural(total, book.outcome)
    for hand, winner in winners.items():
        told["segundo_winner" if hand == Hand.SEGUNDO else "winner"] = str(winner or "")
    return told


def lines_of(event: Any, kept: Any, before: Any) -> Iterator[Line]:
    """Return what each stake, and each part of the bank, came to. ``before``: the state in which it was settled."""
    match event:
        case pb.CoupSettled():
            return map(of_bet, event.lines)
        case cf.CoupSettled():
            return of_calls(event, kept)
        case _:
            return of_cloths(event, kept, before)


def of_bet(line: pb.Line) -> Line:
    won = {"won": line.winnings - line.deduction, "lost": -line.stake}.get(line.outcome, 0)
    return Line(line.person, str(line.bet), line.stake, won, line.deduction)


def of_calls(event: cf.CoupSettled, kept: cf_state.SettledCoup) -> Iterator[Line]:
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1}.get(event.winner, 0)
    calls = [(one.person, one.call, one.amount) for one in kept.award.calls]
    for staked in event.stakes:
        own = [one for one in calls if one[0] == staked.person]
        if sum(amount for *_, amount in own) != staked.amount:  # a part went back, or an older record
            own = [(staked.person, str(event.kind), staked.amount)]
        yield from (Line(who, call, amount, sign * amount) for who, call, amount in own)
    for at, (part, net) in enumerate(zip(kept.parts, event.bank, strict=True)):
        yield Line(part.person, BANK, part.amount, net.amount, 0 if at else event.cagnotte)


def of_cloths(event: dp.CoupSettled, kept: dp_state.SettledCoup, before: dp_state.State) -> Iterator[Line]:
    paid = {one.person: one.amount for one in event.payments}
    last = {one.person: one for one in kept.coup.stakes if event.winners.get(one.cloth) is Winner.PUNTO}
    for one in kept.coup.stakes:
        won = 0
        if event.winners.get(one.cloth) is Winner.BANCA:
            won = -one.amount
        elif event.winners.get(one.cloth) is Winner.PUNTO:
            rest = paid.get(one.person, 0)  # what somebody was paid stands beside the earlier stake as far as it goes
            won = rest if one is last[one.person] else min(one.amount, rest)
            paid[one.person] = rest - won
        yield Line(one.person, str(one.cloth), one.amount, won)
    gain = event.bank + sum(one.amount for one in event.out_of_play)
    yield Line(kept.banker, BANK, before.bank_chips, gain, event.commission)


def corrected(event: PaymentCorrected) -> Iterator[Line]:
    """Return what a corrected payment changes for everybody; what the house lent or got back for it is no result."""
    if not isinstance(event, BankedPayment):
        yield Line(event.person, CORRECTION, 0, event.due_amount - event.booked_amount)
        return
    cut = event.cagnotte
    shares: Shares = (*event.bank, *event.players)
    for one in shares:
        if one.amount or cut:
            yield Line(one.person, CORRECTION, 0, one.amount, cut)
        cut = 0
