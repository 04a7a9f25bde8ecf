"""Refunds of a void game: cartones are handed back, and their price is paid against them."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import CASHIER, require_duty, require_other_purse
from tapete.games.bingo.inventory import Refund
from tapete.games.bingo.ranges import sale_with, touches, without_all
from tapete.games.bingo.sale import not_one_sale
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Range, card_name
from tapete.kernel import Decision, Event, PersonId


def _refund_of(state: State, game: str) -> tuple[str, Refund | None]:
    name = game or (state.game.name if state.game.name in state.refunds else state.game.part_names[0])
    return name, state.refunds.get(name)


def _owner(refund: Refund, cards: Range) -> PersonId | None:
    sold = sale_with(refund.sales, cards)
    return None if sold is None else sold.person


def require_refundable(refund: Refund | None, cards: Range) -> Fault | None:
    """Return a Fault unless cartones of one sale of a void game have not been paid back yet."""
    if refund is None:
        return fault("nothing-refunded")
    if not sale_with(refund.sales, cards):
        return not_one_sale(refund.sales, cards)
    back = [max(cards.first, one.first) for one in touches(cards, refund.refunded)]
    return fault("card-refunded", card=card_name(cards.series, min(back))) if back else None


@rule("BG.II.22", neutral=None)
def require_spent_cards(refund: Refund, cards: Range) -> Fault | None:
    """Return a Fault if cartones of a double would be handed back for a void first game: they are good for the second,
    and the value of that part is paid against the sale alone.
    """
    return None if refund.ends_card else fault("card-kept", card=card_name(cards.series, cards.first))


def return_cards(state: State, who: PersonId, what: a.ReturnCards) -> Decision:
    """Decide that cartones are handed back: by their owner, or over the counter to the cashier."""
    name, refund = _refund_of(state, what.game)
    cards = Range(what.series, what.first, what.last)
    one, every = (sale_with(refund.sales, cards), refund.sales) if refund else (None, ())
    sold = [each for each in ((one,) if one else every) if touches(cards, (each.cards,))]
    others = [each.cards for each in sold if each.person != who]
    wrong = require_duty(state, who, CASHIER) if others or not sold else None
    if wrong and len(others) < len(sold):
        wrong = fault("not-your-card", card=card_name(cards.series, max(cards.first, others[0].first)))
    wrong = wrong or require_refundable(refund, cards)
    if wrong or refund is None:
        return wrong or ()
    wrong = first_fault(
        require_spent_cards(refund, cards),
        fault("nothing-changes") if touches(cards, refund.returned) else None,
    )
    return wrong or (e.CardsReturned(name, cards),)


@rule("BG.V.03", neutral=None)
def require_cards_back(refund: Refund, cards: Range) -> Fault | None:
    """Return a Fault unless the cartones were handed back; those that stay in play for another game need not be."""
    lacking = without_all(cards, refund.returned) if refund.ends_card else ()
    return fault("cards-not-returned", card=f"{cards.series}/{lacking[0].first}") if lacking else None


def pay_refund(state: State, who: PersonId, what: a.PayRefund) -> Decision:
    """Decide that the cashier gives a price back, into the account that it was paid from or in cash."""
    name, refund = _refund_of(state, what.game)
    cards = Range(what.series, what.first, what.last)
    wrong = require_duty(state, who, CASHIER) or require_refundable(refund, cards)
    if wrong or refund is None:
        return wrong or ()
    wrong = require_other_purse(who, _owner(refund, cards)) or require_cards_back(refund, cards)
    paid: tuple[Event, ...] = (e.RefundPaid(name, cards, cards.size * refund.price, _owner(refund, cards)),)
    return wrong or paid
